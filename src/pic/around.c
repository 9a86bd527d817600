/* See around.h. Places a little off the figure's border are asked which neighbours cover them: across each end, and
 * along both sides. */
#include "pic/around.h"

#include <math.h>
#include <string.h>

#include "geom/distance.h"
#include "geom/round.h"
#include "measure/centre.h"
#include "pic/pic_impl.h"

enum { SAMPLES = 32, OFF = 3 /* dbu: what is drawn to abut may be two off where it is rotated */ };
enum { NEAR_MAX = LOB_NEAR_MAX, TEETH_MIN = 4, LETTERS_MIN = 4, LETTERS_LOOKED_AT = 8, LETTER_POINTS_MAX = 2000 };

static const double PITCH_MAX_UM = 2, PAD_WIDTH_UM = 20, PAD_LENGTH = 3, ARM_LENGTH = 1.5, ARM_WIDTH_UM = 0.25,
                    BODY_LENGTH = 30, LETTER_UM = 500, TOOTH_UM = 60;

typedef uint64_t mask; /* a bit a sample */

typedef struct judging {
    lob_ctx *ctx;
    const lob_guide *guide;
    lob_box64 box;
    double dbu;
    const lob_near_source *source;
    lob_around *around;
    mask at_end[2]; /* covered by anything */
} judging;

/* ---- geometry ---- */

static lob_vec2 along(double angle_deg) {
    double a = angle_deg * (M_PI / 180);
    return (lob_vec2){cos(a), sin(a)};
}

static bool covers(const lob_near *n, lob_vec2 p) {
    const lob_point64 at = {lob_round(p.x), lob_round(p.y)};
    const lob_trace trace = {.points = n->ring, .count = n->ring_count, .is_closed = true, .has_area = true};
    bool on_border = false;
    return at.x >= n->box.left && at.x <= n->box.right && at.y >= n->box.bottom && at.y <= n->box.top &&
           (lob_trace_winding(&trace, at, &on_border) != 0 || on_border);
}

static mask covered(const lob_near *n, const lob_vec2 places[SAMPLES]) {
    mask m = 0;
    for (int i = 0; i < SAMPLES; i++) {
        m |= covers(n, places[i]) ? (mask)1 << i : 0;
    }
    return m;
}

static int bits(mask m) {
    return __builtin_popcountll(m);
}

static lob_box64 around_places(const lob_vec2 *places) {
    lob_box64 box = LOB_BOX64_EMPTY;
    for (int i = 0; i < SAMPLES; i++) {
        box = lob_box64_add_point(box, lob_round(places[i].x), lob_round(places[i].y));
    }
    return box;
}

/* The centre line at a length from its first point: where, which way, how wide. */
static lob_vec2 line_at(const lob_guide *g, double s, lob_vec2 *way, double *width) {
    uint32_t i = 1;
    while (i + 1 < g->count && g->points[i].s < s) {
        i++;
    }
    const lob_guide_point *p = &g->points[i - 1], *q = &g->points[i];
    double length = q->s - p->s, u = length > 0 ? (s - p->s) / length : 0;
    double dx = q->at.x - p->at.x, dy = q->at.y - p->at.y, size = hypot(dx, dy);
    *way = size > 0 ? (lob_vec2){dx / size, dy / size} : (lob_vec2){1, 0};
    *width = p->width + u * (q->width - p->width);
    return (lob_vec2){p->at.x + u * dx, p->at.y + u * dy};
}

/* ---- ends ---- */

/* Two that cover different parts of an end, with something open between them further out: halves of one guide, cut
 * lengthwise, are no arms. */
static bool is_parted(const mask *m, uint32_t count, mask open) {
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < count; k++) {
            int from = 63 - __builtin_clzll(m[i]), to = __builtin_ctzll(m[k]);
            mask between = ((mask)1 << to) - 1;
            between &= ~(((mask)1 << __builtin_ctzll(m[i])) - 1);
            if (from <= to && (open & (between | m[k]))) {
                return true;
            }
        }
    }
    return false;
}

/* It goes on for longer than it is wide: an arm, not a corrugation of the next piece. */
static bool goes_on(const lob_near *n, const lob_guide_end *e, const lob_vec2 *places, mask m, lob_vec2 out) {
    int first = __builtin_ctzll(m), last = 63 - __builtin_clzll(m);
    double far = ARM_LENGTH * bits(m) / SAMPLES * e->width;
    lob_vec2 middle = {(places[first].x + places[last].x) / 2, (places[first].y + places[last].y) / 2};
    return covers(n, (lob_vec2){middle.x + far * out.x, middle.y + far * out.y});
}

static void place_across(const lob_guide_end *e, double ahead, lob_vec2 places[SAMPLES]) {
    const lob_vec2 out = along(e->angle_deg);
    for (int i = 0; i < SAMPLES; i++) {
        double t = ((i + 0.5) / SAMPLES - 0.5) * e->width;
        places[i] = (lob_vec2){e->at.x - out.y * t + out.x * ahead, e->at.y + out.x * t + out.y * ahead};
    }
}

static lob_status look_at_end(judging *j, int end) {
    const lob_guide_end *e = &j->guide->ends[end];
    const lob_near *items;
    lob_vec2 places[SAMPLES], ahead[SAMPLES];
    mask masks[NEAR_MAX], behind = 0;
    uint32_t count, found = 0;
    bool is_all;
    place_across(e, OFF, places);
    place_across(e, e->width / 2, ahead);
    LOB_TRY(j->source->find(j->ctx, j->source->closure, around_places(places), &items, &count, &is_all));
    for (uint32_t i = 0; i < count; i++) {
        mask m = covered(&items[i], places);
        j->at_end[end] |= m;
        behind |= covered(&items[i], ahead);
        if (bits(m) * e->width >= SAMPLES * ARM_WIDTH_UM / j->dbu &&
            goes_on(&items[i], e, places, m, along(e->angle_deg))) {
            masks[found++] = m;
        }
    }
    if (is_all && is_parted(masks, found, ~behind)) {
        *j->around = (lob_around){.kind = LOB_AROUND_BRANCH, .count = found};
    }
    return LOB_OK;
}

/* ---- sides ---- */

/* Of a short piece: arms that leave its sides between the ends. What covers an end as well is the next piece. */
static lob_status look_at_sides(judging *j) {
    const lob_guide *g = j->guide;
    lob_vec2 places[2][SAMPLES], out[2];
    const lob_near *items;
    uint32_t count, arms = 0;
    bool is_all;
    if (g->chord_length > BODY_LENGTH * g->width_max) {
        return LOB_OK;
    }
    for (int i = 0; i < SAMPLES; i++) {
        lob_vec2 way;
        double width;
        const lob_vec2 at = line_at(g, (i + 0.5) / SAMPLES * g->chord_length, &way, &width);
        for (int side = 0; side < 2; side++) {
            double off = (width / 2 + OFF) * (side ? 1 : -1);
            places[side][i] = (lob_vec2){at.x - off * way.y, at.y + off * way.x};
            if (i == SAMPLES / 2) {
                out[side] = (lob_vec2){side ? -way.y : way.y, side ? way.x : -way.x};
            }
        }
    }
    LOB_TRY(j->source->find(j->ctx, j->source->closure,
                            lob_box64_join(around_places(places[0]), around_places(places[1])), &items, &count,
                            &is_all));
    for (uint32_t i = 0; i < count && is_all; i++) {
        for (int side = 0; side < 2; side++) {
            mask m = covered(&items[i], places[side]);
            const lob_guide_end edge = {.width = g->chord_length};
            bool is_inner = m && !(m & 1) && !(m >> (SAMPLES - 1));
            arms += is_inner && bits(m) <= SAMPLES / 2 && goes_on(&items[i], &edge, places[side], m, out[side]);
        }
    }
    if (arms >= 2) {
        *j->around = (lob_around){.kind = LOB_AROUND_BRANCH, .count = arms};
    }
    return LOB_OK;
}

/* ---- rows of teeth ---- */

typedef struct tooth { /* where the line across the figure's middle enters and leaves it */
    double from, to;
} tooth;

/* Of the parts of the line inside the ring only that nearest to the figure. */
static bool cut_by_line(const lob_near *n, lob_vec2 at, lob_vec2 way, tooth *t) {
    double cuts[16];
    uint32_t count = 0;
    for (uint32_t i = 0; i < n->ring_count; i++) {
        lob_point64 a = n->ring[i], b = n->ring[i + 1 < n->ring_count ? i + 1 : 0];
        double pa = ((double)a.x - at.x) * way.y - ((double)a.y - at.y) * way.x;
        double pb = ((double)b.x - at.x) * way.y - ((double)b.y - at.y) * way.x;
        if ((pa < 0) == (pb < 0)) {
            continue;
        }
        if (count == sizeof cuts / sizeof *cuts) {
            return false;
        }
        double u = pa / (pa - pb), x = (double)a.x + u * (double)(b.x - a.x) - at.x;
        double y = (double)a.y + u * (double)(b.y - a.y) - at.y;
        cuts[count++] = x * way.x + y * way.y;
    }
    for (uint32_t i = 1; i < count; i++) {
        for (uint32_t k = i; k > 0 && fabs(cuts[k]) < fabs(cuts[k - 1]); k--) {
            double swap = cuts[k];
            cuts[k] = cuts[k - 1];
            cuts[k - 1] = swap;
        }
    }
    *t = count > 1 ? (tooth){fmin(cuts[0], cuts[1]), fmax(cuts[0], cuts[1])} : (tooth){0, 0};
    return count > 1;
}

static double longer(lob_box64 b) {
    return fmax((double)(b.right - b.left), (double)(b.top - b.bottom));
}

static bool is_like(double a, double b, double ratio) {
    return a <= ratio * b && b <= ratio * a;
}

/* How many follow each other outwards at about one pitch. */
static uint32_t row_length(const tooth *teeth, uint32_t count, int side, double width, double pitch_max,
                           double *pitch) {
    double at = 0, edge = width / 2, first = 0;
    uint32_t found = 0;
    for (;;) {
        const tooth *next = NULL;
        for (uint32_t i = 0; i < count; i++) {
            double from = side > 0 ? teeth[i].from : -teeth[i].to;
            double best = next ? (side > 0 ? next->from : -next->to) : INFINITY;
            if (from >= edge - 0.5 && from < best) {
                next = &teeth[i];
            }
        }
        if (!next) {
            return found;
        }
        double middle = fabs(next->from + next->to) / 2, step = middle - at;
        if (step > pitch_max || !is_like(next->to - next->from, width, 3) || (found && !is_like(step, first, 1.6))) {
            return found;
        }
        first = found ? first : step;
        *pitch = found || *pitch > 0 ? *pitch : step;
        at = middle;
        edge = side > 0 ? next->to : -next->from;
        found++;
    }
}

static lob_status look_for_teeth(judging *j) {
    const lob_guide *g = j->guide;
    const double pitch_max = PITCH_MAX_UM / j->dbu, reach = (TEETH_MIN + 1) * pitch_max;
    lob_vec2 way;
    double width;
    const lob_vec2 middle = line_at(g, g->chord_length / 2, &way, &width);
    const lob_vec2 across = {-way.y, way.x};
    const lob_near *items;
    tooth teeth[NEAR_MAX];
    uint32_t count, found = 0;
    bool is_all;
    if (width > pitch_max || g->width_max > 3 * g->width_min || g->chord_length > TOOTH_UM / j->dbu) {
        return LOB_OK;
    }
    lob_box64 window = LOB_BOX64_EMPTY;
    for (int side = -1; side <= 1; side += 2) {
        window = lob_box64_add_point(window, lob_round(middle.x + side * reach * across.x),
                                     lob_round(middle.y + side * reach * across.y));
    }
    LOB_TRY(j->source->find(j->ctx, j->source->closure, window, &items, &count, &is_all));
    for (uint32_t i = 0; i < count && is_all; i++) {
        found +=
            is_like(longer(items[i].box), longer(j->box), 3) && cut_by_line(&items[i], middle, across, &teeth[found]);
    }
    double pitch = 0;
    uint32_t row = 1;
    row += row_length(teeth, found, 1, width, pitch_max, &pitch);
    row += row_length(teeth, found, -1, width, pitch_max, &pitch);
    if (row >= TEETH_MIN) {
        *j->around = (lob_around){.kind = LOB_AROUND_TEETH, .count = row, .pitch = pitch};
    }
    return LOB_OK;
}

/* ---- lines of letters ---- */

typedef struct span { /* of a neighbour: along the line of letters, and across it */
    double from, to, low, high;
    const lob_near *figure;
} span;

static span span_of(lob_box64 b, bool is_upright, const lob_near *figure) {
    double x0 = (double)b.left, x1 = (double)b.right, y0 = (double)b.bottom, y1 = (double)b.top;
    return is_upright ? (span){y0, y1, x0, x1, figure} : (span){x0, x1, y0, y1, figure};
}

/* Of about the height of `s`, standing or hanging at the same line, not longer than a letter is, and as bold. */
static bool is_letter(const span *s, const span *n, double bold) {
    double h = s->high - s->low, k = n->high - n->low, around = 0;
    double area = 0;
    bool is_aligned = fabs(n->low - s->low) <= h / 8 || fabs(n->high - s->high) <= h / 8;
    if (!is_like(h, k, 2) || !is_aligned || n->to - n->from > 2 * fmax(h, k)) {
        return false;
    }
    for (uint32_t i = 0; i < n->figure->ring_count; i++) {
        lob_point64 a = n->figure->ring[i], b = n->figure->ring[i + 1 < n->figure->ring_count ? i + 1 : 0];
        lob_point64 o = n->figure->ring[0];
        area += ((double)(a.x - o.x) * (double)(b.y - o.y) - (double)(b.x - o.x) * (double)(a.y - o.y)) / 2;
        around += hypot((double)(b.x - a.x), (double)(b.y - a.y));
    }
    return is_like(2 * fabs(area) / around, bold, 2.5);
}

static lob_status is_odd(judging *j, const lob_near *n, bool *result) {
    lob_guide guide;
    bool found = false;
    if (n->ring_count <= LETTER_POINTS_MAX) {
        LOB_TRY(lob_guide_from_rings(j->ctx, &n->ring, &n->ring_count, 1, &found, &guide));
    }
    *result = !found;
    return LOB_OK;
}

/* Letters follow each other to one side with gaps below their height; counts those, and those that are no guides. */
static lob_status count_letters(judging *j, const span *spans, uint32_t count, const span *s, int side,
                                uint32_t *letters, uint32_t *odd) {
    double h = s->high - s->low, edge = side > 0 ? s->to : -s->from;
    for (uint32_t n = 0; n < LETTERS_LOOKED_AT; n++) {
        const span *next = NULL;
        double best = edge + h;
        bool is;
        for (uint32_t i = 0; i < count; i++) {
            double from = side > 0 ? spans[i].from : -spans[i].to;
            if (from > edge && from < best) {
                next = &spans[i];
                best = from;
            }
        }
        if (!next) {
            return LOB_OK;
        }
        LOB_TRY(is_odd(j, next->figure, &is));
        *odd += is;
        ++*letters;
        edge = side > 0 ? next->to : -next->from;
    }
    return LOB_OK;
}

static lob_status look_for_letters(judging *j, bool is_upright) {
    const double bold = j->guide->width_median;
    const span s = span_of(j->box, is_upright, NULL);
    const double h = s.high - s.low;
    span spans[NEAR_MAX];
    const lob_near *items;
    uint32_t count, found = 0, letters = 1, odd = 0;
    bool is_all;
    if (h > 20 * bold || h < 2.5 * bold || h > LETTER_UM / j->dbu || s.to - s.from > 2 * h) {
        return LOB_OK;
    }
    const int64_t reach = lob_round(8 * h), side = lob_round(h / 8);
    lob_box64 window = {j->box.left - (is_upright ? side : reach), j->box.bottom - (is_upright ? reach : side),
                        j->box.right + (is_upright ? side : reach), j->box.top + (is_upright ? reach : side)};
    LOB_TRY(j->source->find(j->ctx, j->source->closure, window, &items, &count, &is_all));
    for (uint32_t i = 0; i < count && is_all; i++) {
        spans[found] = span_of(items[i].box, is_upright, &items[i]);
        found += is_letter(&s, &spans[found], bold);
    }
    for (int way = -1; way <= 1; way += 2) {
        LOB_TRY(count_letters(j, spans, found, &s, way, &letters, &odd));
    }
    if (letters >= LETTERS_MIN && odd >= 2 && 3 * odd >= letters - 1) {
        *j->around = (lob_around){.kind = LOB_AROUND_LETTER, .count = letters};
    }
    return LOB_OK;
}

/* ---- all ---- */

/* Short, straight, and nothing of its width goes on. */
static bool is_pad(const judging *j, bool is_metal) {
    const lob_guide *g = j->guide;
    const lob_guide_end *e = g->ends;
    bool is_wide = g->width_median >= PAD_WIDTH_UM / j->dbu || is_metal;
    bool is_straight = g->chord_length <= 1.01 * hypot(e[1].at.x - e[0].at.x, e[1].at.y - e[0].at.y);
    bool goes_on = bits(j->at_end[0]) > SAMPLES * 3 / 4 || bits(j->at_end[1]) > SAMPLES * 3 / 4;
    return is_wide && is_straight && !goes_on && g->chord_length < PAD_LENGTH * g->width_median;
}

lob_status lob_around_judge(lob_ctx *ctx, const lob_guide *guide, lob_box64 box, double dbu, bool is_metal,
                            const lob_near_source *source, lob_around *around) {
    judging j = {.ctx = ctx, .guide = guide, .box = box, .dbu = dbu, .source = source, .around = around};
    *around = (lob_around){.kind = LOB_AROUND_GUIDE};
    if (guide->is_closed || guide->count < 2) {
        return LOB_OK;
    }
    for (int end = 0; end < 2 && around->kind == LOB_AROUND_GUIDE; end++) {
        LOB_TRY(look_at_end(&j, end));
    }
    if (around->kind == LOB_AROUND_GUIDE && is_pad(&j, is_metal)) {
        around->kind = LOB_AROUND_PAD;
    }
    bool is_free = !j.at_end[0] && !j.at_end[1];
    if (around->kind == LOB_AROUND_GUIDE && is_free) {
        LOB_TRY(look_for_teeth(&j));
    }
    for (int upright = 0; upright < 2 && around->kind == LOB_AROUND_GUIDE && is_free; upright++) {
        LOB_TRY(look_for_letters(&j, upright));
    }
    return around->kind == LOB_AROUND_GUIDE ? look_at_sides(&j) : LOB_OK;
}

/* ---- stored figures ---- */

typedef struct walking {
    const lob_layout *layout;
    lob_cell_index cell;
    const lob_stored *self;
    const lob_figure *figure;
    lob_near items[NEAR_MAX];
} walking;

static bool is_self(const walking *w, const lob_hit *hit) {
    const lob_stored *s = w->self;
    bool is_same = hit->leaf == s->leaf && hit->kind == s->kind && hit->index == s->index && hit->member == s->member &&
                   hit->depth == s->depth;
    for (uint32_t i = 0; is_same && i < hit->depth; i++) {
        is_same = hit->path[i].inst == s->path[i].inst && hit->path[i].member == s->path[i].member;
    }
    return is_same;
}

static lob_status walk_all(lob_ctx *ctx, walking *w, lob_walk *walk, uint32_t *count, bool *is_all) {
    for (*is_all = true;;) {
        const lob_hit *hit;
        lob_figure f;
        LOB_TRY(lob_walk_next(walk, &hit));
        if (!hit || !(*is_all = *count < NEAR_MAX)) {
            return LOB_OK;
        }
        if (is_self(w, hit)) {
            continue;
        }
        LOB_TRY(lob_figure_make(ctx, w->layout, hit->shapes, hit->kind, hit->index, hit->member, hit->trans, &f));
        bool is_copy = memcmp(&f.box, &w->figure->box, sizeof f.box) == 0;
        if (f.ring_count > 2 && !is_copy) {
            w->items[(*count)++] = (lob_near){f.box, f.ring, f.ring_count};
        }
    }
}

static lob_status find_by_walk(lob_ctx *ctx, void *closure, lob_box64 window, const lob_near **items, uint32_t *count,
                               bool *is_all) {
    walking *w = closure;
    const lob_walk_options options = {.window = window,
                                      .what = LOB_WALK_SHAPES,
                                      .layers = &w->self->layer,
                                      .layer_count = 1,
                                      .depth_max = UINT32_MAX};
    lob_walk *walk;
    *items = w->items;
    *count = 0;
    LOB_TRY(lob_walk_open(ctx, w->layout, w->cell, &options, &walk));
    return walk_all(ctx, w, walk, count, is_all);
}

static bool has_layer(const lob_layer_list *list, lob_layer_index layer) {
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->items[i] == layer) {
            return true;
        }
    }
    return false;
}

lob_status lob_pic_around(lob_ctx *ctx, const lob_pic *pic, lob_cell_index cell, const lob_stored *self,
                          const lob_figure *figure, const lob_guide *guide, lob_around *around) {
    const double dbu = lob_layout_dbu(pic->layout);
    walking *w = LOB_NEW(ctx->arena, walking);
    if (!w) {
        return lob_fail_memory(ctx);
    }
    *w = (walking){.layout = pic->layout, .cell = cell, .self = self, .figure = figure};
    const lob_near_source source = {find_by_walk, w};
    *around = (lob_around){.kind = LOB_AROUND_GUIDE};
    if (has_layer(&pic->book.marks, self->layer)) {
        around->kind = LOB_AROUND_MARK;
        return LOB_OK;
    }
    lob_status status =
        lob_around_judge(ctx, guide, figure->box, dbu, has_layer(&pic->book.metals, self->layer), &source, around);
    if (status == LOB_E_QUERY_TOO_LARGE) {
        lob_error_clear(&ctx->error);
        *around = (lob_around){.kind = LOB_AROUND_GUIDE};
        return LOB_OK;
    }
    return status;
}
