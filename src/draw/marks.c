/* See marks.h. A mark becomes rings in three steps: its points are gathered (words: glyph by glyph, one ring each), its
 * box within the picture is found, and the rings are given to a raster of that box as often as it asks for them.
 *
 * Invariant: what is in the list has finite numbers, a width or size within its range, and something to draw.
 */
#include "draw/marks.h"

#include <string.h>

#include "draw/font.h"
#include "draw/halo.h"
#include "draw/pen.h"

enum { LINE_WIDTH_MAX = 65536 }; /* pixels; wider ones count as that */
enum { IMAGE_PLACE_MAX = 1 << 20 };
static const double DASH_MIN = 0.25;      /* pixels; shorter dashes and gaps count as that */
static const double THIN_LINE = 1.0 / 64; /* pixels that a line may be off by points left out */
static const double THIN_HALO = 1.0 / 32;

/* ---- the list ---- */

void lob_marks_init(lob_marks *marks, lob_arena *arena) {
    *marks = (lob_marks){.arena = arena};
}

static bool are_finite(const lob_pixel *points, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (!isfinite(points[i].x) || !isfinite(points[i].y)) {
            return false;
        }
    }
    return true;
}

static bool is_above_0(double value) {
    return isfinite(value) && value > 0;
}

static bool can_draw(const lob_mark *m) {
    if (m->alpha == 0) {
        return false;
    }
    switch (m->kind) {
    case LOB_MARK_AREA:
        return m->count >= 3 && are_finite(m->points, m->count);
    case LOB_MARK_LINE:
        return m->count >= 2 && are_finite(m->points, m->count) && is_above_0(m->line_width);
    case LOB_MARK_TEXT:
        return m->text.size > 0 && m->text.size <= LOB_TEXT_SIZE_MAX && are_finite(&m->at, 1) &&
               m->size >= LOB_MARK_SIZE_MIN && m->size <= LOB_FONT_SIZE_MAX;
    case LOB_MARK_IMAGE:
        return m->image && fabs(m->at.x) <= IMAGE_PLACE_MAX && fabs(m->at.y) <= IMAGE_PLACE_MAX;
    }
    return false;
}

static lob_status room_for_one(lob_ctx *ctx, lob_marks *marks) {
    if (marks->count < marks->capacity) {
        return LOB_OK;
    }
    uint32_t more = marks->capacity * 2 + 16;
    lob_mark *items = LOB_NEW_ARRAY(marks->arena, lob_mark, more);
    if (!items) {
        return lob_fail_memory(ctx);
    }
    if (marks->count > 0) {
        memcpy(items, marks->items, marks->count * sizeof *items);
    }
    marks->items = items;
    marks->capacity = more;
    return LOB_OK;
}

lob_status lob_marks_add(lob_ctx *ctx, lob_marks *marks, const lob_mark *mark) {
    lob_mark own = *mark;
    if (!can_draw(mark)) {
        return LOB_OK;
    }
    LOB_TRY(room_for_one(ctx, marks));
    if (own.kind == LOB_MARK_TEXT) {
        own.points = NULL;
        own.count = 0;
        own.text.data = lob_arena_strdup(marks->arena, mark->text.data, mark->text.size);
        own.halo = is_above_0(own.halo) ? lob_least(own.halo, LOB_MARK_HALO_MAX) : 0;
        if (!own.text.data) {
            return lob_fail_memory(ctx);
        }
    } else if (own.kind == LOB_MARK_IMAGE) {
        own.points = NULL;
        own.count = 0;
        own.text = (lob_str){0};
        own.at = (lob_pixel){floor(own.at.x + 0.5), floor(own.at.y + 0.5)};
    } else {
        lob_pixel *points = LOB_NEW_ARRAY(marks->arena, lob_pixel, mark->count);
        if (!points) {
            return lob_fail_memory(ctx);
        }
        memcpy(points, mark->points, mark->count * sizeof *points);
        own.points = points;
        own.text = (lob_str){0};
        bool is_dashed = is_above_0(own.dash_on) && is_above_0(own.gap);
        own.dash_on = is_dashed ? own.dash_on : 0;
        own.gap = is_dashed ? own.gap : 0;
    }
    marks->items[marks->count++] = own;
    return LOB_OK;
}

lob_status lob_marks_area(lob_ctx *ctx, lob_marks *marks, const lob_pixel *points, uint32_t count, uint32_t color,
                          uint8_t alpha) {
    const lob_mark mark = {
        .kind = LOB_MARK_AREA, .color = color, .alpha = alpha, .points = points, .count = count, .is_closed = true};
    return lob_marks_add(ctx, marks, &mark);
}

lob_status lob_marks_line(lob_ctx *ctx, lob_marks *marks, const lob_pixel *points, uint32_t count, bool is_closed,
                          double line_width, uint32_t color, uint8_t alpha) {
    const lob_mark mark = {.kind = LOB_MARK_LINE,
                           .color = color,
                           .alpha = alpha,
                           .points = points,
                           .count = count,
                           .is_closed = is_closed,
                           .line_width = line_width};
    return lob_marks_add(ctx, marks, &mark);
}

/* ---- gathering ---- */

/* Blocks are used again by the next mark. */
typedef struct drawer {
    lob_ctx *ctx;
    lob_picture *picture;
    lob_raster *raster;
    lob_paths rings, lines;            /* lines: a line, or the contours that a halo is drawn along */
    lob_paths cut;                     /* scratch */
    uint32_t glyph_rings;              /* still to come of the glyph in work */
    bool has_run;                      /* for it */
    double halo;                       /* of the word in work */
    uint32_t left, top, width, height; /* the raster's part of the picture */
} drawer;

typedef struct bounds {
    lob_pixel low, high;
} bounds;

static bounds bounds_of(const lob_pixel *points, uint32_t count) {
    bounds b = {points[0], points[0]};
    for (uint32_t i = 1; i < count; i++) {
        b.low = (lob_pixel){lob_least(b.low.x, points[i].x), lob_least(b.low.y, points[i].y)};
        b.high = (lob_pixel){lob_most(b.high.x, points[i].x), lob_most(b.high.y, points[i].y)};
    }
    return b;
}

/* Contours of a glyph become one ring, tied together by cut lines from the first point of the first: windings of a
 * ring add up, those of two rings do not. Contours beside the picture wind around nothing in it. */
static lob_status take_glyph_ring(void *who, const lob_pixel *points, uint32_t count, uint32_t glyph) {
    drawer *d = who;
    if (d->glyph_rings == 0) {
        d->glyph_rings = lob_glyph_ring_count(glyph);
        d->has_run = false;
    }
    d->glyph_rings--;
    bounds b = bounds_of(points, count);
    double reach = d->halo + 1;
    if (b.high.x < -reach || b.low.x > d->picture->width + reach || b.high.y < -reach ||
        b.low.y > d->picture->height + reach) {
        return LOB_OK;
    }
    if (d->halo > 0) {
        LOB_TRY(lob_paths_begin(d->ctx, &d->lines, count + UINT64_C(4), 0));
        lob_path_run *line = &d->lines.runs[d->lines.run_count - 1];
        line->count = lob_pen_thin(points, count, true, THIN_HALO, d->lines.points + line->first);
        d->lines.point_count += line->count;
    }
    lob_paths *p = &d->rings;
    bool is_first = !d->has_run;
    if (is_first) {
        LOB_TRY(lob_paths_begin(d->ctx, p, 0, lob_glyph_is_simple(glyph) ? LOB_RING_SIMPLE : LOB_RING_COMPLEX));
        d->has_run = true;
    }
    LOB_TRY(lob_paths_room(d->ctx, p, count + UINT64_C(2)));
    for (uint32_t i = 0; i < count; i++) {
        lob_paths_put(p, points[i]);
    }
    lob_paths_put(p, points[0]);
    if (!is_first) {
        lob_paths_put(p, p->points[p->runs[p->run_count - 1].first]);
    }
    return LOB_OK;
}

static lob_status gather_word(drawer *d, const lob_mark *m) {
    double width = lob_text_width(m->text, m->size);
    double back = m->anchor == LOB_TEXT_END ? width : m->anchor == LOB_TEXT_MIDDLE ? width / 2 : 0;
    d->halo = m->halo;
    d->glyph_rings = 0;
    return lob_text_rings(d->ctx, m->text, (lob_pixel){m->at.x - back, floor(m->at.y + 0.5)}, m->size, take_glyph_ring,
                          d);
}

static lob_status gather_points(drawer *d, const lob_mark *m) {
    lob_paths *p = m->kind == LOB_MARK_AREA ? &d->rings : &d->lines;
    LOB_TRY(lob_paths_begin(d->ctx, p, m->count + UINT64_C(4), LOB_RING_UNKNOWN));
    for (uint32_t i = 0; i < m->count; i++) {
        lob_paths_put(p, m->points[i]);
    }
    if (p == &d->lines) {
        uint32_t count = lob_pen_thin(p->points, p->point_count, m->is_closed, THIN_LINE, p->points);
        p->point_count = p->runs[0].count = count;
    }
    return LOB_OK;
}

/* ---- the raster's part of the picture ---- */

static void widen(const lob_paths *p, double reach, bounds *b) {
    if (p->point_count > 0) {
        bounds one = bounds_of(p->points, p->point_count);
        b->low = (lob_pixel){lob_least(b->low.x, one.low.x - reach), lob_least(b->low.y, one.low.y - reach)};
        b->high = (lob_pixel){lob_most(b->high.x, one.high.x + reach), lob_most(b->high.y, one.high.y + reach)};
    }
}

static void shift(lob_paths *p, double x, double y) {
    for (uint32_t i = 0; i < p->point_count; i++) {
        p->points[i].x -= x;
        p->points[i].y -= y;
    }
}

/* Points become relative to the part. *is_seen: there is one. */
static lob_status part_begin(drawer *d, double reach, bool *is_seen) {
    bounds b = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    widen(&d->rings, 0, &b);
    widen(&d->lines, reach, &b);
    double left = floor(lob_most(b.low.x, 0));
    double top = floor(lob_most(b.low.y, 0));
    double right = ceil(lob_least(b.high.x, d->picture->width));
    double bottom = ceil(lob_least(b.high.y, d->picture->height));
    *is_seen = left < right && top < bottom;
    if (!*is_seen) {
        return LOB_OK;
    }
    d->left = (uint32_t)left;
    d->top = (uint32_t)top;
    d->width = (uint32_t)right - d->left;
    d->height = (uint32_t)bottom - d->top;
    shift(&d->rings, left, top);
    shift(&d->lines, left, top);
    return LOB_OK;
}

/* ---- areas that go far outside ---- */

/* One side of a window: x (or y) times `sign` <= limit is kept. */
static lob_status cut_side(lob_ctx *ctx, lob_paths *to, const lob_pixel *points, uint32_t count, bool is_y, double sign,
                           double limit) {
    lob_paths_clear(to);
    LOB_TRY(lob_paths_room(ctx, to, 2 * (uint64_t)count));
    for (uint32_t i = 0; i < count; i++) {
        lob_pixel a = points[i];
        lob_pixel b = points[i + 1 < count ? i + 1 : 0];
        double from = sign * (is_y ? a.y : a.x) - limit;
        double to_b = sign * (is_y ? b.y : b.x) - limit;
        if (from <= 0) {
            to->points[to->point_count++] = a;
        }
        if ((from < 0 && to_b > 0) || (from > 0 && to_b < 0)) {
            double t = from / (from - to_b);
            lob_pixel at = {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
            *(is_y ? &at.y : &at.x) = sign * limit;
            to->points[to->point_count++] = at;
        }
    }
    return LOB_OK;
}

enum { EXACT_MAX = 1 << 20 }; /* the rasteriser's bound holds within this many pixels */

/* Sides one after another (Sutherland and Hodgman): what lay beyond a side runs along it, so windings in the window
 * stay. */
static lob_status ring_cut(drawer *d) {
    lob_paths *p = &d->rings;
    bounds b = bounds_of(p->points, p->point_count);
    if (lob_least(b.low.x, b.low.y) >= -EXACT_MAX && lob_most(b.high.x, b.high.y) <= EXACT_MAX) {
        return LOB_OK;
    }
    const double limits[4] = {1, 1, d->width + 1.0, d->height + 1.0};
    for (int i = 0; i < 4 && p->point_count > 0; i++) {
        LOB_TRY(cut_side(d->ctx, &d->cut, p->points, p->point_count, i % 2 == 1, i < 2 ? -1 : 1, limits[i]));
        lob_pixel *points = p->points;
        uint32_t capacity = p->point_capacity;
        p->points = d->cut.points;
        p->point_capacity = d->cut.point_capacity;
        p->point_count = p->runs[0].count = d->cut.point_count;
        d->cut.points = points;
        d->cut.point_capacity = capacity;
    }
    return LOB_OK;
}

/* ---- drawing ---- */

static lob_status feed(drawer *d, const lob_pen *pen, const uint32_t columns[2], const uint32_t rows[2]) {
    for (uint32_t i = 0; i < d->rings.run_count; i++) {
        lob_path_run *r = &d->rings.runs[i];
        LOB_TRY(lob_raster_ring(d->raster, d->rings.points + r->first, r->count, &r->known));
    }
    for (uint32_t i = 0; pen && i < d->lines.run_count; i++) {
        const lob_path_run *r = &d->lines.runs[i];
        LOB_TRY(lob_pen_draw(d->raster, pen, d->lines.points + r->first, r->count, columns, rows));
    }
    return LOB_OK;
}

/* The coverage of the rings, and of the lines when there is a pen. */
static lob_status raster_fill(drawer *d, const lob_pen *pen) {
    uint32_t columns[2] = {0, d->width};
    uint32_t rows[2] = {0, d->height};
    if (d->raster) {
        LOB_TRY(lob_raster_reshape(d->ctx, d->raster, d->width, d->height));
    } else {
        LOB_TRY(lob_raster_new(d->ctx, d->width, d->height, &d->raster));
    }
    LOB_TRY(feed(d, pen, columns, rows));
    while (lob_raster_second(d->raster, columns, rows)) {
        LOB_TRY(feed(d, pen, columns, rows));
        LOB_TRY(lob_raster_end(d->raster));
    }
    return LOB_OK;
}

static void blend(drawer *d, uint32_t color, uint8_t alpha) {
    lob_picture_blend(d->picture, d->raster, d->left, d->top, d->height, color, alpha);
}

static lob_status word_draw(drawer *d, const lob_mark *m) {
    bool is_seen;
    LOB_TRY(gather_word(d, m));
    LOB_TRY(part_begin(d, m->halo + 1, &is_seen));
    if (is_seen && m->halo > 0) {
        LOB_TRY(raster_fill(d, NULL));
        LOB_TRY(lob_halo_draw(d->ctx, d->raster, d->width, d->height, &d->lines, m->halo));
        blend(d, m->halo_color, m->alpha);
    }
    if (is_seen) {
        LOB_TRY(raster_fill(d, NULL));
        blend(d, m->color, m->alpha);
    }
    return LOB_OK;
}

static void image_draw(lob_picture *picture, const lob_mark *m) {
    const int64_t left = (int64_t)m->at.x, top = (int64_t)m->at.y;
    const int64_t from = left < 0 ? -left : 0;
    const int64_t room = (int64_t)picture->width - left;
    const int64_t to = room < m->image->width ? room : m->image->width;
    for (int64_t y = 0; from < to && y < m->image->height; y++) {
        if (top + y >= 0 && top + y < picture->height) {
            memcpy(picture->rgba + 4 * ((size_t)(top + y) * picture->width + (size_t)(left + from)),
                   m->image->rgba + 4 * ((size_t)y * m->image->width + (size_t)from), 4 * (size_t)(to - from));
        }
    }
}

static lob_status mark_draw(drawer *d, const lob_mark *m) {
    lob_paths_clear(&d->rings);
    lob_paths_clear(&d->lines);
    if (m->kind == LOB_MARK_IMAGE) {
        image_draw(d->picture, m);
        return LOB_OK;
    }
    if (m->kind == LOB_MARK_TEXT) {
        return word_draw(d, m);
    }
    bool is_seen;
    const lob_pen pen = {.width = lob_least(m->line_width, LINE_WIDTH_MAX),
                         .is_closed = m->is_closed,
                         .dash_on = m->dash_on > 0 ? lob_most(m->dash_on, DASH_MIN) : 0,
                         .gap = m->dash_on > 0 ? lob_most(m->gap, DASH_MIN) : 0};
    LOB_TRY(gather_points(d, m));
    LOB_TRY(part_begin(d, lob_pen_reach(&pen), &is_seen));
    if (!is_seen) {
        return LOB_OK;
    }
    if (m->kind == LOB_MARK_AREA) {
        LOB_TRY(ring_cut(d));
    }
    LOB_TRY(raster_fill(d, &pen));
    blend(d, m->color, m->alpha);
    return LOB_OK;
}

lob_status lob_marks_draw(lob_ctx *ctx, const lob_marks *marks, lob_picture *picture) {
    drawer d = {.ctx = ctx, .picture = picture};
    lob_status status = LOB_OK;
    for (uint32_t i = 0; i < marks->count && status == LOB_OK; i++) {
        status = lob_poll(ctx);
        if (status == LOB_OK) {
            status = mark_draw(&d, &marks->items[i]);
        }
    }
    lob_raster_release(d.raster);
    lob_paths_release(&d.rings);
    lob_paths_release(&d.lines);
    lob_paths_release(&d.cut);
    return status;
}
