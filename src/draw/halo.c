/* See halo.h. Bands of rows keep the nearest point of each pixel; edges come again for each band. */
#include "draw/halo.h"

#include <string.h>

#include "base/alloc.h"

static const double EDGE = 0.75; /* more than half a pixel's diagonal */
enum { BAND_PIXELS = 1 << 18 };

typedef struct way { /* from a point of a line to the pixel's middle */
    double x, y, length2;
} way;

/* The nearest point, and the nearest of those that lie in another direction by more than 60 degrees. */
typedef struct nearest {
    way one, other;
} nearest;

typedef struct band {
    uint32_t width;
    uint32_t first, end; /* rows */
    double reach;
    nearest *all; /* of its pixels */
} band;

/* Pixels whose middle is within [low, high], of [first, end). */
static void span_of(double low, double high, uint32_t first, uint32_t end, uint32_t span[2]) {
    low = ceil(low - 0.5);
    high = floor(high - 0.5) + 1;
    span[0] = low > first ? (low < end ? (uint32_t)low : end) : first;
    span[1] = high < end ? (high > first ? (uint32_t)high : first) : end;
}

/* cos < 1/2 */
static bool are_apart(const way *a, const way *b) {
    double dot = a->x * b->x + a->y * b->y;
    return dot < 0 || 4 * dot * dot < a->length2 * b->length2;
}

static void take(nearest *n, way w) {
    if (w.length2 < n->one.length2) {
        n->other = n->one.length2 < INFINITY && are_apart(&n->one, &w) ? n->one : n->other;
        n->one = w;
    } else if (w.length2 < n->other.length2 && are_apart(&n->one, &w)) {
        n->other = w;
    }
}

static void edge_near(band *b, lob_pixel from, lob_pixel to) {
    uint32_t rows[2];
    uint32_t columns[2];
    span_of(lob_least(from.y, to.y) - b->reach, lob_most(from.y, to.y) + b->reach, b->first, b->end, rows);
    span_of(lob_least(from.x, to.x) - b->reach, lob_most(from.x, to.x) + b->reach, 0, b->width, columns);
    double dx = to.x - from.x;
    double dy = to.y - from.y;
    double length2 = dx * dx + dy * dy;
    double reach2 = b->reach * b->reach;
    double per = length2 > 0 ? 1 / length2 : 0;
    for (uint32_t row = rows[0]; row < rows[1]; row++) {
        nearest *at = b->all + (size_t)(row - b->first) * b->width;
        double y = row + 0.5 - from.y;
        for (uint32_t column = columns[0]; column < columns[1]; column++) {
            double x = column + 0.5 - from.x;
            double t = (x * dx + y * dy) * per;
            t = t < 0 ? 0 : t > 1 ? 1 : t;
            double wx = x - t * dx;
            double wy = y - t * dy;
            double away2 = wx * wx + wy * wy;
            if (away2 < at[column].other.length2 && away2 < reach2) {
                take(&at[column], (way){wx, wy, away2});
            }
        }
    }
}

/* The share of a pixel on this side of a straight edge whose normal is (x, y), `ahead` of its middle (< 0: behind). */
static double half_plane(double x, double y, double ahead) {
    double a = lob_most(fabs(x), fabs(y));
    double b = lob_least(fabs(x), fabs(y));
    double s = (a + b) / 2 - fabs(ahead);
    double part = s <= 0 ? 0 : s < b ? s * s / (2 * a * b) : (s - b / 2) / a;
    return ahead < 0 ? part : 1 - part;
}

/* The share of a pixel within the distance of a point. */
static double share(const way *w, double distance) {
    double away = sqrt(w->length2);
    double ahead = distance - away;
    if (away == 0 || ahead >= EDGE) {
        return 1;
    }
    return ahead > -EDGE ? half_plane(w->x / away, w->y / away, ahead) : 0;
}

/* Two rims that come from opposite sides leave each other alone; others overlap by chance. */
static uint16_t value_of(const nearest *n, double distance) {
    double area = share(&n->one, distance);
    if (area < 1 && n->other.length2 < INFINITY && are_apart(&n->one, &n->other)) {
        double more = share(&n->other, distance);
        double dot = n->one.x * n->other.x + n->one.y * n->other.y;
        area = dot < 0 ? lob_least(1, area + more) : area + more - area * more;
    }
    return area <= 0 ? 0 : (uint16_t)(1 + (unsigned)(area * 65534 + 0.5));
}

/* values: of a row of the band, at first what the raster has there. */
static void band_put(lob_raster *raster, const band *b, double distance, uint16_t *values) {
    for (uint32_t row = b->first; row < b->end; row++) {
        const nearest *at = b->all + (size_t)(row - b->first) * b->width;
        memcpy(values, lob_raster_row(raster, row), b->width * sizeof *values);
        for (uint32_t x = 0; x < b->width; x++) {
            uint16_t value = at[x].one.length2 < INFINITY ? value_of(&at[x], distance) : 0;
            values[x] = value > values[x] ? value : values[x];
        }
        lob_raster_put(raster, row, 0, b->width, values);
    }
}

static void lines_near(band *b, const lob_paths *lines) {
    for (uint32_t i = 0; i < lines->run_count; i++) {
        const lob_pixel *p = lines->points + lines->runs[i].first;
        uint32_t count = lines->runs[i].count;
        for (uint32_t k = 0; k < count; k++) {
            edge_near(b, p[k], p[k + 1 < count ? k + 1 : 0]);
        }
    }
}

lob_status lob_halo_draw(lob_ctx *ctx, lob_raster *raster, uint32_t width, uint32_t height, const lob_paths *lines,
                         double distance) {
    uint32_t rows = BAND_PIXELS / width + 1;
    rows = rows < height ? rows : height;
    size_t size = (size_t)rows * width;
    band b = {.width = width, .reach = distance + EDGE, .all = lob_malloc(size * sizeof *b.all)};
    uint16_t *values = lob_malloc(width * sizeof *values);
    lob_status status = b.all && values ? LOB_OK : lob_fail_memory(ctx);
    while (status == LOB_OK && b.end < height) {
        b.first = b.end;
        b.end = height - b.first < rows ? height : b.first + rows;
        for (size_t i = 0; i < size; i++) {
            b.all[i].one.length2 = b.all[i].other.length2 = INFINITY;
        }
        lines_near(&b, lines);
        band_put(raster, &b, distance, values);
        status = lob_poll(ctx);
    }
    lob_free(b.all);
    lob_free(values);
    return status;
}
