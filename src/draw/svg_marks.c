/* Marks as elements, in their order: areas and lines as paths, words as glyphs that are defined once, pictures
 * as PNG inside.
 *
 * Lines are cut to the window edge by edge, so no coordinate is large. Dashes begin with the first point; a piece of a
 * dashed line that does not is a path of its own with the offset it has there.
 */
#include <math.h>

#include "base/base64.h"
#include "draw/font.h"
#include "draw/png_out.h"
#include "draw/svg_impl.h"

enum { MARGIN = 16, SCALE_DECIMALS = 9, MITER_LIMIT = 4 };

typedef struct marker {
    lob_svg *svg;
    lob_buf *out;
    lob_svg_window window;
    uint8_t *used; /* by glyph */
} marker;

static lob_svg_window widened(lob_svg_window w, double by) {
    return (lob_svg_window){w.left - by, w.top - by, w.right + by, w.bottom + by};
}

static lob_point64 rounded(lob_pixel p) {
    return (lob_point64){llround(p.x * LOB_SVG_UNITS), llround(p.y * LOB_SVG_UNITS)};
}

static void put_opacity(lob_buf *out, const lob_mark *mark) {
    if (mark->alpha < 255) {
        lob_svg_alpha(out, "opacity", mark->alpha);
    }
}

/* ---- areas ---- */

static lob_status put_area(marker *m, const lob_mark *mark) {
    lob_svg_ring *ring = &m->svg->ring;
    LOB_TRY(lob_svg_ring_make(m->svg->ctx, mark->points, mark->count, &m->window, 0, ring));
    if (ring->count < 3) {
        return LOB_OK;
    }
    lob_buf_add_text(m->out, "<path");
    lob_svg_color(m->out, "fill", mark->color);
    put_opacity(m->out, mark);
    lob_buf_add_text(m->out, " d=\"");
    lob_svg_ring_write(m->out, ring->points, ring->count, false);
    lob_buf_add_text(m->out, "\"/>\n");
    return LOB_OK;
}

/* ---- lines ---- */

/* One border: value + t * step >= 0 (Liang and Barsky). */
static bool within(double value, double step, double range[2]) {
    if (step == 0) {
        return value >= 0;
    }
    double t = -value / step;
    range[0] = step > 0 ? fmax(range[0], t) : range[0];
    range[1] = step < 0 ? fmin(range[1], t) : range[1];
    return range[0] <= range[1];
}

/* Which part of an edge lies in the window, from 0 to 1. */
static bool edge_cut(const lob_svg_window *w, lob_pixel a, lob_pixel b, double range[2]) {
    range[0] = 0;
    range[1] = 1;
    return within(a.x - w->left, b.x - a.x, range) && within(w->right - a.x, a.x - b.x, range) &&
           within(a.y - w->top, b.y - a.y, range) && within(w->bottom - a.y, a.y - b.y, range);
}

static lob_pixel between(const lob_svg_window *w, lob_pixel a, lob_pixel b, double t) {
    lob_pixel p = t <= 0 ? a : t >= 1 ? b : (lob_pixel){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
    return (lob_pixel){fmax(w->left, fmin(w->right, p.x)), fmax(w->top, fmin(w->bottom, p.y))};
}

static void put_point(lob_buf *out, char command, lob_point64 p) {
    lob_buf_add_byte(out, command);
    lob_svg_milli(out, p.x);
    if (p.y >= 0) {
        lob_buf_add_byte(out, ' ');
    }
    lob_svg_milli(out, p.y);
}

static bool are_equal(lob_point64 a, lob_point64 b) {
    return a.x == b.x && a.y == b.y;
}

static bool is_dashed(const lob_mark *mark) {
    return mark->dash_on > 0 && mark->gap > 0;
}

static void begin_line(const marker *m, const lob_mark *mark, double along) {
    const double least = 0.25; /* as lob_marks_draw() */
    lob_buf_add_text(m->out, "<path fill=\"none\"");
    lob_svg_color(m->out, "stroke", mark->color);
    lob_svg_attribute(m->out, "stroke-width", mark->line_width);
    if (is_dashed(mark)) {
        const double on = fmax(least, mark->dash_on);
        const double gap = fmax(least, mark->gap);
        lob_buf_add_text(m->out, " stroke-dasharray=\"");
        lob_svg_number(m->out, on, 3);
        lob_buf_add_byte(m->out, ' ');
        lob_svg_number(m->out, gap, 3);
        lob_buf_add_byte(m->out, '"');
        if (along > 0) {
            lob_svg_attribute(m->out, "stroke-dashoffset", fmod(along, on + gap));
        }
    }
    put_opacity(m->out, mark);
    lob_buf_add_text(m->out, " d=\"");
}

static void end_line(const marker *m, bool is_closed) {
    lob_buf_add_text(m->out, is_closed ? "z\"/>\n" : "\"/>\n");
}

static bool lies_within(const lob_svg_window *w, const lob_mark *mark) {
    for (uint32_t i = 0; i < mark->count; i++) {
        lob_pixel p = mark->points[i];
        if (p.x < w->left || p.x > w->right || p.y < w->top || p.y > w->bottom) {
            return false;
        }
    }
    return true;
}

static void put_whole_line(marker *m, const lob_mark *mark) {
    lob_point64 last = rounded(mark->points[0]);
    begin_line(m, mark, 0);
    put_point(m->out, 'M', last);
    for (uint32_t i = 1; i < mark->count; i++) {
        lob_point64 p = rounded(mark->points[i]);
        if (!are_equal(p, last)) {
            put_point(m->out, 'L', p);
        }
        last = p;
    }
    if (mark->is_closed && is_dashed(mark)) { /* no corner where the last dash meets the first, as lob_marks_draw() */
        put_point(m->out, 'L', rounded(mark->points[0]));
    }
    end_line(m, mark->is_closed && !is_dashed(mark));
}

/* The pieces within the window; of a line without dashes all are one path. */
static void put_cut_line(marker *m, const lob_mark *mark, const lob_svg_window *w) {
    lob_point64 last = {0, 0};
    bool has_path = false;
    bool goes_on = false;
    double along = 0;
    const uint32_t edges = mark->count - (mark->is_closed ? 0 : 1);
    /* A closed line that comes back to its first point goes on along its first edge, so that it has a corner there. */
    for (uint32_t i = 0; i < edges || (i == edges && mark->is_closed && goes_on && !is_dashed(mark)); i++) {
        lob_pixel a = mark->points[i % mark->count];
        lob_pixel b = mark->points[(i + 1) % mark->count];
        double length = hypot(b.x - a.x, b.y - a.y);
        double range[2];
        if (!edge_cut(w, a, b, range)) {
            goes_on = false;
        } else {
            lob_point64 from = rounded(between(w, a, b, range[0]));
            lob_point64 to = rounded(between(w, a, b, range[1]));
            if (!goes_on || range[0] > 0) {
                if (has_path && is_dashed(mark)) {
                    end_line(m, false);
                }
                if (!has_path || is_dashed(mark)) {
                    begin_line(m, mark, along + range[0] * length);
                }
                has_path = true;
                put_point(m->out, 'M', from);
                last = from;
            }
            if (!are_equal(last, to)) {
                put_point(m->out, 'L', to);
            }
            last = to;
            goes_on = range[1] >= 1;
        }
        along += length;
    }
    if (has_path) {
        end_line(m, false);
    }
}

static void put_line(marker *m, const lob_mark *mark) {
    const double line_width_max = 1e4;
    const lob_svg_window w = widened(m->window, fmin(mark->line_width, line_width_max) * MITER_LIMIT / 2);
    if (mark->count < 2) {
        return;
    }
    if (lies_within(&w, mark)) {
        put_whole_line(m, mark);
    } else {
        put_cut_line(m, mark, &w);
    }
}

/* ---- words ---- */

static double width_of(const lob_mark *mark) {
    return lob_text_width(mark->text, mark->size);
}

static lob_pixel start_of(const lob_mark *mark) {
    double back = mark->anchor == LOB_TEXT_START ? 0 : mark->anchor == LOB_TEXT_MIDDLE ? 0.5 : 1;
    return (lob_pixel){mark->at.x - back * width_of(mark), mark->at.y};
}

/* Whether something of a word may be seen: glyphs stand out of their advances and lines by less than an em. */
static bool is_seen(const marker *m, const lob_mark *mark) {
    const double reach = mark->size + mark->halo;
    const lob_pixel start = start_of(mark);
    return mark->size > 0 && mark->size <= LOB_FONT_SIZE_MAX && start.x - reach <= m->window.right &&
           start.x + width_of(mark) + reach >= m->window.left && start.y - 2 * reach <= m->window.bottom &&
           start.y + reach >= m->window.top;
}

/* Points in em units, y downwards; half a unit is less than flattening leaves. */
static lob_status put_glyph_ring(void *who, const lob_pixel *points, uint32_t count, uint32_t glyph) {
    marker *m = who;
    const double far = 16.0 * LOB_FONT_EM;
    (void)glyph;
    lob_pixel *turned = LOB_NEW_ARRAY(m->svg->part.arena, lob_pixel, count);
    if (!turned) {
        return lob_fail_memory(m->svg->ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        turned[i] = (lob_pixel){round(points[i].x), round(-points[i].y)};
    }
    const lob_svg_window window = {-far, -far, far, far};
    LOB_TRY(lob_svg_ring_make(m->svg->ctx, turned, count, &window, 0, &m->svg->ring));
    lob_svg_ring_write(m->out, m->svg->ring.points, m->svg->ring.count, false);
    return LOB_OK;
}

static void put_glyph_name(lob_buf *out, uint32_t glyph) {
    lob_buf_add_text(out, "glyph-");
    lob_svg_number(out, glyph, 0);
}

static lob_status put_glyphs(marker *m, const lob_marks *marks) {
    lob_svg *svg = m->svg;
    bool has_any = false;
    for (uint32_t i = 0; i < marks->count; i++) {
        const lob_mark *mark = &marks->items[i];
        const lob_glyph_at *glyphs;
        uint32_t count;
        if (mark->kind == LOB_MARK_TEXT && is_seen(m, mark)) {
            LOB_TRY(lob_text_glyphs(svg->ctx, mark->text, &glyphs, &count));
            for (uint32_t k = 0; k < count; k++) {
                m->used[glyphs[k].glyph] = 1;
            }
            has_any = true;
        }
    }
    if (!has_any) {
        return LOB_OK;
    }
    lob_buf_add_text(m->out, "<defs>\n");
    for (uint32_t i = 0; i < lob_font_glyph_count(); i++) {
        if (m->used[i]) {
            lob_buf_add_text(m->out, "<path id=\"");
            put_glyph_name(m->out, i);
            lob_buf_add_text(m->out, "\" d=\"");
            lob_status status = lob_glyph_rings(svg->ctx, i, put_glyph_ring, m);
            lob_arena_reset(svg->part.arena);
            LOB_TRY(status);
            lob_buf_add_text(m->out, "\"/>\n");
        }
    }
    lob_buf_add_text(m->out, "</defs>\n");
    return LOB_OK;
}

static void put_uses(lob_buf *out, const lob_glyph_at *glyphs, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        lob_buf_add_text(out, "<use xlink:href=\"#");
        put_glyph_name(out, glyphs[i].glyph);
        lob_buf_add_byte(out, '"');
        if (glyphs[i].x > 0) {
            lob_svg_attribute(out, "x", glyphs[i].x);
        }
        lob_buf_add_text(out, "/>");
    }
}

/* The halo is the word with a line around it; each is laid on with the mark's alpha. */
static lob_status put_word(marker *m, const lob_mark *mark) {
    const lob_glyph_at *glyphs;
    uint32_t count;
    lob_buf *out = m->out;
    const lob_pixel start = start_of(mark);
    const double scale = mark->size / LOB_FONT_EM;
    if (!is_seen(m, mark)) {
        return LOB_OK;
    }
    LOB_TRY(lob_text_glyphs(m->svg->ctx, mark->text, &glyphs, &count));
    lob_buf_add_text(out, "<g role=\"img\" aria-label=\"");
    lob_svg_escape(out, mark->text);
    lob_buf_add_text(out, "\" transform=\"translate(");
    lob_svg_number(out, start.x, 3);
    lob_buf_add_byte(out, ' ');
    lob_svg_number(out, start.y, 3);
    lob_buf_add_text(out, ") scale(");
    lob_svg_number(out, scale, SCALE_DECIMALS);
    lob_buf_add_text(out, ")\">\n");
    if (mark->halo > 0) {
        lob_buf_add_text(out, "<g");
        lob_svg_color(out, "fill", mark->halo_color);
        lob_svg_color(out, "stroke", mark->halo_color);
        lob_svg_attribute(out, "stroke-width", 2 * mark->halo / scale);
        lob_buf_add_text(out, " stroke-linejoin=\"round\"");
        put_opacity(out, mark);
        lob_buf_add_byte(out, '>');
        put_uses(out, glyphs, count);
        lob_buf_add_text(out, "</g>\n");
    }
    lob_buf_add_text(out, "<g");
    lob_svg_color(out, "fill", mark->color);
    put_opacity(out, mark);
    lob_buf_add_byte(out, '>');
    put_uses(out, glyphs, count);
    lob_buf_add_text(out, "</g>\n</g>\n");
    return LOB_OK;
}

/* ---- all ---- */

/* Seen near, its pixels stay squares. */
static lob_status put_image(marker *m, const lob_mark *mark) {
    lob_buf png;
    lob_buf_init(&png, m->out->size_max);
    lob_status status = lob_png_make(m->svg->ctx, mark->image, false, &png);
    if (status == LOB_OK) {
        lob_buf_add_text(m->out, "<image style=\"image-rendering:pixelated\"");
        lob_svg_attribute(m->out, "x", mark->at.x);
        lob_svg_attribute(m->out, "y", mark->at.y);
        lob_svg_attribute(m->out, "width", mark->image->width);
        lob_svg_attribute(m->out, "height", mark->image->height);
        lob_buf_add_text(m->out, " xlink:href=\"data:image/png;base64,");
        lob_base64_add(m->out, (lob_str){png.data, png.size});
        lob_buf_add_text(m->out, "\"/>\n");
    }
    lob_buf_release(&png);
    return status;
}

static lob_status put_mark(marker *m, const lob_mark *mark) {
    if (mark->kind == LOB_MARK_IMAGE) {
        return put_image(m, mark);
    }
    if (mark->kind == LOB_MARK_TEXT) {
        return put_word(m, mark);
    }
    if (mark->kind == LOB_MARK_AREA) {
        return put_area(m, mark);
    }
    put_line(m, mark);
    return LOB_OK;
}

lob_status lob_svg_marks(lob_svg *svg, const lob_marks *marks) {
    const lob_grid *grid = &svg->scene->grid;
    marker m = {.svg = svg,
                .out = svg->out,
                .window = {-MARGIN, -MARGIN, grid->width + (double)MARGIN, grid->height + (double)MARGIN},
                .used = LOB_NEW_ARRAY(svg->ctx->arena, uint8_t, lob_font_glyph_count())};
    if (!m.used) {
        return lob_fail_memory(svg->ctx);
    }
    lob_buf_add_text(svg->out, "<g id=\"marks\" stroke-linecap=\"butt\">\n<title>marks</title>\n");
    LOB_TRY(put_glyphs(&m, marks));
    for (uint32_t i = 0; i < marks->count; i++) {
        LOB_TRY(put_mark(&m, &marks->items[i]));
        LOB_TRY(lob_svg_check(svg->ctx, svg->out));
        if (i % 1024 == 1023) {
            LOB_TRY(lob_poll(svg->ctx));
        }
    }
    lob_buf_add_text(svg->out, "</g>\n");
    return LOB_OK;
}
