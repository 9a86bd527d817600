/* Edges as rectangles; their union is what is drawn, so that crossings and corners are not darker. */
#include "render/stroke.h"

static lob_status stroke_edge(lob_raster *raster, uint32_t width, uint32_t height, lob_pixel a, lob_pixel b,
                              double line_width) {
    double half = line_width / 2;
    double reach = 2 * half;
    if (fmax(a.x, b.x) < -reach || fmin(a.x, b.x) > width + reach || fmax(a.y, b.y) < -reach ||
        fmin(a.y, b.y) > height + reach) {
        return LOB_OK;
    }
    double length = hypot(b.x - a.x, b.y - a.y);
    double ux = length > 0 ? (b.x - a.x) / length * half : half;
    double uy = length > 0 ? (b.y - a.y) / length * half : 0;
    if (ux == 0 || uy == 0) {
        double by = fmax(fabs(ux), fabs(uy));
        return lob_raster_box(raster, fmin(a.x, b.x) - by, fmin(a.y, b.y) - by, fmax(a.x, b.x) + by,
                              fmax(a.y, b.y) + by);
    }
    const lob_pixel ring[4] = {{a.x - ux - uy, a.y - uy + ux},
                               {a.x - ux + uy, a.y - uy - ux},
                               {b.x + ux + uy, b.y + uy - ux},
                               {b.x + ux - uy, b.y + uy + ux}};
    uint8_t known = LOB_RING_SIMPLE;
    return lob_raster_ring(raster, ring, 4, &known);
}

/* Points nearer to the last one drawn than this are passed by: no line moves further. */
static const double STEP = 0.75;

lob_status lob_stroke_line(lob_raster *raster, uint32_t width, uint32_t height, const lob_pixel *points, uint32_t count,
                           double line_width) {
    uint32_t from = 0;
    for (uint32_t i = 1; i < count; i++) {
        bool is_near = fabs(points[i].x - points[from].x) < STEP && fabs(points[i].y - points[from].y) < STEP;
        if (!is_near || i + 1 == count) {
            LOB_TRY(stroke_edge(raster, width, height, points[from], points[i], line_width));
            from = i;
        }
    }
    return LOB_OK;
}

lob_status lob_stroke_ring(lob_raster *raster, uint32_t width, uint32_t height, const lob_pixel *points, uint32_t count,
                           double line_width) {
    LOB_TRY(lob_stroke_line(raster, width, height, points, count, line_width));
    return count > 0 ? stroke_edge(raster, width, height, points[count - 1], points[0], line_width) : LOB_OK;
}
