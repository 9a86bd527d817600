/* Lines and areas as marks, cut some pixels outside the picture: a layout reaches far beyond what a view shows, and
 * outputs want coordinates of a sane size. Invariant: no point of a mark lies further out than CUT_MARGIN and the
 * width of its line. */
#include "draw/annotate_impl.h"

#define CUT_MARGIN 64.0

lob_pixel lob_sketch_at(const annotator *a, double x, double y) {
    return lob_grid_at(a->grid, x, y);
}

bool lob_sketch_sees(const annotator *a, lob_pixel p) {
    return p.x >= 0 && p.x <= a->width && p.y >= 0 && p.y <= a->height;
}

/* One of the four borders, `margin` outside the picture: how far a point lies within. */
static double side_of(const annotator *a, double margin, lob_pixel p, int border) {
    switch (border) {
    case 0:
        return p.x + margin;
    case 1:
        return a->width + margin - p.x;
    case 2:
        return p.y + margin;
    default:
        return a->height + margin - p.y;
    }
}

/* Where an edge crosses that border: on it exactly, however far the ends. */
static lob_pixel on_border(const annotator *a, double margin, lob_pixel p, lob_pixel q, int border) {
    double at_p = side_of(a, margin, p, border);
    double t = at_p / (at_p - side_of(a, margin, q, border));
    lob_pixel r = {p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)};
    const double place[4] = {-margin, a->width + margin, -margin, a->height + margin};
    *(border < 2 ? &r.x : &r.y) = place[border];
    return r;
}

bool lob_sketch_clip(const annotator *a, double margin, lob_pixel *from, lob_pixel *to) {
    for (int border = 0; border < 4; border++) {
        bool has_from = side_of(a, margin, *from, border) >= 0;
        bool has_to = side_of(a, margin, *to, border) >= 0;
        if (!has_from && !has_to) {
            return false;
        }
        if (!has_from || !has_to) {
            *(has_from ? to : from) = on_border(a, margin, *from, *to, border);
        }
    }
    return true;
}

static lob_status put_line(annotator *a, const lob_pixel *points, uint32_t count, bool is_closed, const pen *with) {
    if (with->is_cased) {
        LOB_TRY(lob_marks_line(a->ctx, a->marks, points, count, is_closed, with->width + 2, a->ground, 160));
    }
    if (with->dash_on <= 0) {
        return lob_marks_line(a->ctx, a->marks, points, count, is_closed, with->width, with->color, with->alpha);
    }
    const lob_mark mark = {.kind = LOB_MARK_LINE,
                           .color = with->color,
                           .alpha = with->alpha,
                           .points = points,
                           .count = count,
                           .is_closed = is_closed,
                           .line_width = with->width,
                           .dash_on = with->dash_on,
                           .gap = with->gap};
    return lob_marks_add(a->ctx, a->marks, &mark);
}

static bool is_near(const annotator *a, lob_pixel p) {
    return p.x >= -CUT_MARGIN && p.x <= a->width + CUT_MARGIN && p.y >= -CUT_MARGIN && p.y <= a->height + CUT_MARGIN;
}

/* Edge by edge; edges that follow each other within the margin stay one line. */
static lob_status put_cut_line(annotator *a, const lob_pixel *points, uint32_t count, uint32_t edges, const pen *with) {
    lob_pixel *run = LOB_NEW_ARRAY(a->ctx->arena, lob_pixel, (size_t)edges + 1);
    uint32_t size = 0;
    if (!run) {
        return lob_fail_memory(a->ctx);
    }
    for (uint32_t i = 0; i < edges; i++) {
        lob_pixel p = points[i];
        lob_pixel q = points[(i + 1) % count];
        bool goes_on = size > 0 && is_near(a, p);
        bool meets = lob_sketch_clip(a, CUT_MARGIN, &p, &q);
        if (size > 0 && (!meets || !goes_on)) {
            LOB_TRY(put_line(a, run, size, false, with));
            size = 0;
        }
        if (meets) {
            run[size] = size == 0 ? p : run[size];
            size += size == 0;
            run[size++] = q;
        }
    }
    return size > 0 ? put_line(a, run, size, false, with) : LOB_OK;
}

lob_status lob_sketch_line(annotator *a, const lob_pixel *points, uint32_t count, bool is_closed, const pen *with) {
    bool all_near = true;
    if (count == 0) {
        return LOB_OK;
    }
    for (uint32_t i = 0; i < count && all_near; i++) {
        all_near = is_near(a, points[i]);
    }
    if (all_near) {
        return put_line(a, points, count, is_closed && count > 2, with);
    }
    return put_cut_line(a, points, count, is_closed && count > 2 ? count : count - 1, with);
}

/* Sutherland and Hodgman, one border. Edges that it adds lie on the border, outside the picture. */
static uint32_t cut_area(const annotator *a, const lob_pixel *points, uint32_t count, int border, lob_pixel *out) {
    uint32_t size = 0;
    for (uint32_t i = 0; i < count; i++) {
        lob_pixel p = points[i];
        lob_pixel q = points[i + 1 == count ? 0 : i + 1];
        bool has_p = side_of(a, CUT_MARGIN, p, border) >= 0;
        if (has_p) {
            out[size++] = p;
        }
        if (has_p != (side_of(a, CUT_MARGIN, q, border) >= 0)) {
            out[size++] = on_border(a, CUT_MARGIN, p, q, border);
        }
    }
    return size;
}

lob_status lob_sketch_area(annotator *a, const lob_pixel *points, uint32_t count, uint32_t color, uint8_t alpha) {
    const lob_pixel *ring = points;
    bool all_near = true;
    for (uint32_t i = 0; i < count && all_near; i++) {
        all_near = is_near(a, points[i]);
    }
    for (int border = 0; border < 4 && !all_near && count > 0; border++) {
        lob_pixel *next = LOB_NEW_ARRAY(a->ctx->arena, lob_pixel, (size_t)count * 2);
        if (!next) {
            return lob_fail_memory(a->ctx);
        }
        count = cut_area(a, ring, count, border, next);
        ring = next;
    }
    return count < 3 ? LOB_OK : lob_marks_area(a->ctx, a->marks, ring, count, color, alpha);
}

lob_status lob_sketch_rect(annotator *a, lob_rect r, uint32_t color, uint8_t alpha) {
    const lob_pixel ring[4] = {{r.left, r.top}, {r.right, r.top}, {r.right, r.bottom}, {r.left, r.bottom}};
    return lob_sketch_area(a, ring, 4, color, alpha);
}

lob_status lob_sketch_frame(annotator *a, lob_rect r, const pen *with) {
    const lob_pixel ring[4] = {{r.left, r.top}, {r.right, r.top}, {r.right, r.bottom}, {r.left, r.bottom}};
    return lob_sketch_line(a, ring, 4, true, with);
}

void lob_sketch_circle(lob_pixel middle, double radius, lob_pixel out[LOB_CIRCLE_POINTS]) {
    for (int i = 0; i < LOB_CIRCLE_POINTS; i++) {
        double angle = 2 * M_PI * i / LOB_CIRCLE_POINTS;
        out[i] = (lob_pixel){middle.x + radius * cos(angle), middle.y + radius * sin(angle)};
    }
}

lob_status lob_sketch_head(annotator *a, lob_pixel tip, double ux, double uy, double length, uint32_t color) {
    double half = length * 0.42;
    double x = tip.x - ux * length;
    double y = tip.y - uy * length;
    const lob_pixel ring[3] = {tip, {x - uy * half, y + ux * half}, {x + uy * half, y - ux * half}};
    if (!is_near(a, tip)) {
        return LOB_OK;
    }
    pen rim = {.width = 2, .color = a->ground, .alpha = 160};
    LOB_TRY(lob_sketch_line(a, ring, 3, true, &rim));
    return lob_sketch_area(a, ring, 3, color, 255);
}
