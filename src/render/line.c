/* Outlines of figures as lines. A closed line is the band between two contours, the ring moved to the left and to the
 * right by half the width: the first is traced forward, the second backward, so that signed areas are the band's share
 * of each pixel and corners are neither gaps nor darker. Corners are mitred up to four times the width; sharper ones
 * are cut, and on the inner side of edges shorter than the line the contour goes through the corner itself. */
#include "base/alloc.h"
#include "render/raster_impl.h"

/* Points nearer to the last one drawn than this are passed by: no line moves further. */
static const double STEP = 0.75;
static const double MITRE_COSINE = -0.875; /* of the turn, at four times the width */

typedef struct corner { /* directions and lengths of the edges that come and go */
    lob_pixel at;
    double ux, uy, vx, vy, before, after;
} corner;

static uint32_t bend(const corner *c, double half, lob_pixel *to) {
    double cosine = c->ux * c->vx + c->uy * c->vy;
    double sine = c->ux * c->vy - c->uy * c->vx;
    bool is_inner = sine * half > 0;
    double reach = fabs(half * sine);
    bool is_mitred = cosine > MITRE_COSINE && (!is_inner || reach <= (1 + cosine) * lob_least(c->before, c->after));
    if (is_mitred) {
        double by = half / (1 + cosine);
        to[0] = (lob_pixel){c->at.x - (c->uy + c->vy) * by, c->at.y + (c->ux + c->vx) * by};
        return 1;
    }
    uint32_t count = 0;
    to[count++] = (lob_pixel){c->at.x - c->uy * half, c->at.y + c->ux * half};
    if (is_inner) {
        to[count++] = c->at;
    }
    to[count++] = (lob_pixel){c->at.x - c->vy * half, c->at.y + c->vx * half};
    return count;
}

/* The points that are drawn, into `to`; the last one is not near the first. */
static uint32_t thin_out(const lob_pixel *p, uint32_t n, lob_pixel *to) {
    uint32_t count = 1;
    to[0] = p[0];
    for (uint32_t i = 1; i < n; i++) {
        const lob_pixel *last = &to[count - 1];
        if (fabs(p[i].x - last->x) >= STEP || fabs(p[i].y - last->y) >= STEP) {
            to[count++] = p[i];
        }
    }
    while (count > 1 && fabs(to[count - 1].x - to[0].x) < STEP && fabs(to[count - 1].y - to[0].y) < STEP) {
        count--;
    }
    return count;
}

static void aim(lob_pixel a, lob_pixel b, double *x, double *y, double *length) {
    double dx = b.x - a.x;
    double dy = b.y - a.y;
    *length = sqrt(dx * dx + dy * dy);
    *x = dx / *length;
    *y = dy / *length;
}

/* Both contours of a ring of `count` points, at `to` behind them; *first: points of the left one. */
static uint32_t contours(const lob_pixel *p, uint32_t count, double half, lob_pixel *to, uint32_t *first) {
    uint32_t left = 0;
    uint32_t right = 6 * count; /* filled from its end */
    corner c;
    aim(p[count - 1], p[0], &c.ux, &c.uy, &c.before);
    for (uint32_t i = 0; i < count; i++) {
        c.at = p[i];
        aim(p[i], p[i + 1 < count ? i + 1 : 0], &c.vx, &c.vy, &c.after);
        left += bend(&c, half, to + left);
        lob_pixel other[3];
        uint32_t n = bend(&c, -half, other);
        for (uint32_t k = 0; k < n; k++) {
            to[--right] = other[k];
        }
        c.ux = c.vx;
        c.uy = c.vy;
        c.before = c.after;
    }
    *first = left;
    for (uint32_t i = right; i < 6 * count; i++) {
        to[left++] = to[i];
    }
    return left;
}

lob_status lob_raster_line(lob_raster *r, const lob_pixel *points, uint32_t count, double line_width) {
    r->keeps_most = true;
    if (count < 2) {
        return LOB_OK;
    }
    if (count > UINT32_MAX / 8) {
        return lob_fail_memory(r->ctx);
    }
    if (7 * count > r->bent_capacity) {
        uint32_t more = 8 * count + 256 > 8 * count ? 8 * count + 256 : 8 * count;
        lob_pixel *bent = lob_realloc(r->bent, (size_t)more * sizeof *bent);
        if (!bent) {
            return lob_fail_memory(r->ctx);
        }
        r->bent = bent;
        r->bent_capacity = more;
    }
    count = thin_out(points, count, r->bent);
    if (count < 2) {
        return LOB_OK;
    }
    uint32_t ends[2];
    lob_pixel *to = r->bent + count;
    ends[1] = contours(r->bent, count, line_width / 2, to, &ends[0]);
    return lob_raster_contours(r, to, ends, count > 2 ? 2 : 1); /* there and back is one contour */
}

/* ---- boxes ---- */

/* How much of [i, i + 1) lies in [from, to). */
static double share(double i, double from, double to) {
    double length = lob_least(i + 1, to) - lob_most(i, from);
    return length > 0 ? length : 0;
}

static uint32_t column(double x, uint32_t width) {
    return x <= 0 ? 0 : x >= width ? width : (uint32_t)x;
}

lob_status lob_raster_line_box(lob_raster *r, double left, double top, double right, double bottom, double line_width) {
    double half = line_width / 2;
    r->keeps_most = true;
    double inner[4] = {left + half, top + half, right - half, bottom - half};
    bool is_hollow = inner[0] < inner[2] && inner[1] < inner[3];
    left -= half;
    right += half;
    top -= half;
    bottom += half;
    uint32_t first = column(left, r->width);
    uint32_t end = column(ceil(right), r->width);
    /* Columns wholly between the upright lines; the others one by one. */
    uint32_t plain = is_hollow ? column(ceil(inner[0]), r->width) : end;
    uint32_t plain_end = is_hollow ? column(inner[2], r->width) : end;
    plain_end = plain_end < plain ? plain : plain_end;
    uint32_t last = column(ceil(bottom), r->height);
    for (uint32_t y = column(top, r->height); y < last; y++) {
        double high = share(y, top, bottom);
        double hole = is_hollow ? share(y, inner[1], inner[3]) : 0;
        for (uint32_t x = first; x < plain; x++) {
            lob_raster_paint(r, y, x, x + 1, high * share(x, left, right) - hole * share(x, inner[0], inner[2]));
        }
        lob_raster_paint(r, y, plain, plain_end, high - hole);
        for (uint32_t x = plain_end; x < end; x++) {
            lob_raster_paint(r, y, x, x + 1, high * share(x, left, right) - hole * share(x, inner[0], inner[2]));
        }
    }
    return LOB_OK;
}
