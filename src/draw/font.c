/* See font.h. A curve is cut into equal steps of its parameter: with n of them no chord is further from it than
 * |a - 2 b + c| / (4 n n), for its ends a and c and its control point b. */
#include "draw/font.h"

#include "base/alloc.h"
#include "base/utf8.h"
#include "draw/font_data.h"

static const double FLAT_PIXELS = 0.02;
static const double FLAT_UNITS = 2; /* for lob_glyph_rings(): a thousandth of an em */

uint32_t lob_font_glyph_count(void) {
    return lob_font_count;
}

uint32_t lob_glyph_ring_count(uint32_t glyph) {
    return lob_font_glyphs[glyph].part_count;
}

bool lob_glyph_is_simple(uint32_t glyph) {
    return lob_font_glyphs[glyph].is_simple;
}

/* 0 when the font has none: the box. */
static uint32_t glyph_of(uint32_t code) {
    uint32_t low = 0;
    uint32_t high = lob_font_count;
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        if (lob_font_glyphs[middle].code <= code) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return lob_font_glyphs[low].code == code ? low : 0;
}

/* The glyph of the character at text[*at], which moves behind it; a byte that begins none is one of its own. */
static uint32_t glyph_next(lob_str text, size_t *at) {
    uint32_t code;
    unsigned size = lob_utf8_decode(text, *at, &code);
    *at += size > 0 ? size : 1;
    return size > 0 ? glyph_of(code) : 0;
}

static double scale_of(double size) {
    return size > 0 && size <= LOB_FONT_SIZE_MAX ? size / LOB_FONT_EM : 0;
}

double lob_text_width(lob_str text, double size) {
    uint64_t units = 0;
    for (size_t at = 0; at < text.size;) {
        units += lob_font_glyphs[glyph_next(text, &at)].advance;
    }
    return (double)units * scale_of(size);
}

double lob_text_ascent(double size) {
    return lob_font_ascent * scale_of(size);
}

double lob_text_descent(double size) {
    return lob_font_descent * scale_of(size);
}

/* ---- contours ---- */

typedef struct tracer {
    lob_ctx *ctx;
    lob_pixel at;
    double scale_x, scale_y; /* of units */
    double flat;
    lob_pixel *points;
    uint32_t count, capacity;
} tracer;

static bool are_equal(lob_pixel a, lob_pixel b) {
    return a.x == b.x && a.y == b.y;
}

/* Points on themselves are left out; the font has some. */
static bool point_add(tracer *t, lob_pixel p) {
    if (t->count > 0 && are_equal(t->points[t->count - 1], p)) {
        return true;
    }
    if (t->count == t->capacity) {
        uint32_t more = t->capacity * 2 + 256;
        lob_pixel *points = lob_realloc(t->points, more * sizeof *points);
        if (!points) {
            return false;
        }
        t->points = points;
        t->capacity = more;
    }
    t->points[t->count++] = p;
    return true;
}

/* All but its first point. */
static bool curve_add(tracer *t, lob_pixel a, lob_pixel b, lob_pixel c) {
    double bend = hypot(a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y);
    double steps = fmax(1, ceil(sqrt(bend / (4 * t->flat))));
    for (double i = 1; i < steps; i++) {
        double s = i / steps;
        double r = 1 - s;
        lob_pixel p = {r * r * a.x + 2 * r * s * b.x + s * s * c.x, r * r * a.y + 2 * r * s * b.y + s * s * c.y};
        if (!point_add(t, p)) {
            return false;
        }
    }
    return point_add(t, c);
}

static lob_pixel middle_of(lob_pixel a, lob_pixel b) {
    return (lob_pixel){(a.x + b.x) / 2, (a.y + b.y) / 2};
}

typedef struct knot {
    lob_pixel at;
    bool is_on;
} knot;

static knot knot_at(const tracer *t, const lob_font_part *part, const int16_t *pair) {
    double x = (pair[0] - (pair[0] & 1)) / 2.0;
    return (knot){{t->at.x + (part->x + x) * t->scale_x, t->at.y + (part->y + pair[1]) * t->scale_y}, pair[0] & 1};
}

/* Each curve with the control point it belongs to; a straight edge with the point it leads to. */
static bool contour_trace(tracer *t, const lob_font_part *part) {
    const int16_t *pairs = lob_font_points + 2 * (size_t)lob_font_starts[part->contour];
    uint32_t count = (uint32_t)lob_font_starts[part->contour + 1] - lob_font_starts[part->contour];
    t->count = 0;
    knot before = knot_at(t, part, pairs + 2 * (size_t)(count - 1));
    knot now = knot_at(t, part, pairs);
    for (uint32_t i = 0; i < count; i++) {
        knot after = knot_at(t, part, pairs + 2 * (size_t)(i + 1 < count ? i + 1 : 0));
        if (!now.is_on) {
            lob_pixel a = before.is_on ? before.at : middle_of(before.at, now.at);
            lob_pixel c = after.is_on ? after.at : middle_of(now.at, after.at);
            if (!curve_add(t, a, now.at, c)) {
                return false;
            }
        } else if (before.is_on && !point_add(t, now.at)) {
            return false;
        }
        before = now;
        now = after;
    }
    t->count -= t->count > 1 && are_equal(t->points[t->count - 1], t->points[0]);
    return true;
}

static lob_status glyph_trace(tracer *t, uint32_t glyph, lob_glyph_sink *sink, void *who) {
    const lob_font_glyph *g = &lob_font_glyphs[glyph];
    for (uint32_t i = 0; i < g->part_count; i++) {
        if (!contour_trace(t, &lob_font_parts[g->part + i])) {
            return lob_fail_memory(t->ctx);
        }
        LOB_TRY(sink(who, t->points, t->count, glyph));
    }
    return LOB_OK;
}

lob_status lob_text_rings(lob_ctx *ctx, lob_str text, lob_pixel at, double size, lob_glyph_sink *sink, void *who) {
    double scale = scale_of(size);
    tracer t = {.ctx = ctx, .scale_x = scale, .scale_y = -scale, .flat = FLAT_PIXELS};
    lob_status status = LOB_OK;
    uint64_t units = 0;
    for (size_t i = 0; i < text.size && scale > 0 && status == LOB_OK;) {
        uint32_t glyph = glyph_next(text, &i);
        t.at = (lob_pixel){at.x + (double)units * scale, at.y};
        status = glyph_trace(&t, glyph, sink, who);
        units += lob_font_glyphs[glyph].advance;
    }
    lob_free(t.points);
    return status;
}

lob_status lob_glyph_rings(lob_ctx *ctx, uint32_t glyph, lob_glyph_sink *sink, void *who) {
    tracer t = {.ctx = ctx, .scale_x = 1, .scale_y = 1, .flat = FLAT_UNITS};
    lob_status status = glyph_trace(&t, glyph, sink, who);
    lob_free(t.points);
    return status;
}

lob_status lob_text_glyphs(lob_ctx *ctx, lob_str text, const lob_glyph_at **glyphs, uint32_t *count) {
    *glyphs = NULL;
    *count = 0;
    lob_glyph_at *all = text.size <= LOB_TEXT_SIZE_MAX ? LOB_NEW_ARRAY(ctx->arena, lob_glyph_at, text.size) : NULL;
    if (!all) {
        return lob_fail_memory(ctx);
    }
    uint32_t n = 0;
    uint32_t x = 0;
    for (size_t at = 0; at < text.size;) {
        uint32_t glyph = glyph_next(text, &at);
        all[n++] = (lob_glyph_at){glyph, x};
        x += lob_font_glyphs[glyph].advance;
    }
    *glyphs = all;
    *count = n;
    return LOB_OK;
}
