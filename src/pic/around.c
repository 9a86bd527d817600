/* See around.h. Places a little off the figure's border are asked which neighbours cover them: across each end, and
 * along both sides. A body in pieces is followed from piece to piece to where its arms begin. */
#include "pic/around.h"

#include <string.h>

#include "geom/round.h"
#include "measure/centre.h"
#include "pic/around_impl.h"
#include "pic/pic_impl.h"

enum { SAMPLES = 32, OFF = LOB_NEAR_OFF };
enum { NEAR_MAX = LOB_NEAR_MAX, PIECES_MAX = 16 /* of a body, followed to one side */ };

static const double PAD_WIDTH_UM = 20, PAD_LENGTH = 3, ARM_LENGTH = 1.5, ARM_WIDTH_UM = 0.25, BODY_LENGTH = 30,
                    BODY_STEP = 1.5, EVEN = 1.15;

typedef uint64_t mask; /* a bit a sample */

/* ---- geometry ---- */

static lob_vec2 along(double angle_deg) {
    double a = angle_deg * (M_PI / 180);
    return (lob_vec2){cos(a), sin(a)};
}

static mask covered(const lob_near *n, const lob_vec2 places[SAMPLES]) {
    mask m = 0;
    for (int i = 0; i < SAMPLES; i++) {
        m |= lob_near_covers(n, places[i]) ? (mask)1 << i : 0;
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

static bool is_straight(const lob_guide *g) {
    const lob_guide_end *e = g->ends;
    return g->chord_length <= 1.01 * hypot(e[1].at.x - e[0].at.x, e[1].at.y - e[0].at.y);
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
    return lob_near_covers(n, (lob_vec2){middle.x + far * out.x, middle.y + far * out.y});
}

static void place_across(const lob_guide_end *e, double ahead, lob_vec2 places[SAMPLES]) {
    const lob_vec2 out = along(e->angle_deg);
    for (int i = 0; i < SAMPLES; i++) {
        double t = ((i + 0.5) / SAMPLES - 0.5) * e->width;
        places[i] = (lob_vec2){e->at.x - out.y * t + out.x * ahead, e->at.y + out.x * t + out.y * ahead};
    }
}

typedef struct across { /* what goes on from an end */
    mask covered, arms; /* by anything; by pieces that go on */
    uint32_t count;     /* of these */
    bool is_parted;     /* two of them, side by side with a gap */
} across;

static lob_status look_across(const lob_judging *j, const lob_guide_end *e, across *x) {
    const lob_near *items;
    lob_vec2 places[SAMPLES], ahead[SAMPLES];
    mask masks[NEAR_MAX], behind = 0;
    uint32_t count;
    bool is_all;
    *x = (across){.count = 0};
    place_across(e, OFF, places);
    place_across(e, e->width / 2, ahead);
    LOB_TRY(j->source->find(j->ctx, j->source->closure, around_places(places), &items, &count, &is_all));
    for (uint32_t i = 0; i < count; i++) {
        mask m = covered(&items[i], places);
        x->covered |= m;
        behind |= covered(&items[i], ahead);
        if (bits(m) * e->width >= SAMPLES * ARM_WIDTH_UM / j->dbu &&
            goes_on(&items[i], e, places, m, along(e->angle_deg))) {
            x->arms |= m;
            masks[x->count++] = m;
        }
    }
    x->is_parted = is_all && is_parted(masks, x->count, ~behind);
    return LOB_OK;
}

static lob_status look_at_end(lob_judging *j, int end) {
    across x;
    LOB_TRY(look_across(j, &j->guide->ends[end], &x));
    j->at_end[end] = x.covered;
    if (x.is_parted) {
        *j->around = (lob_around){.kind = LOB_AROUND_BRANCH, .count = x.count};
    }
    return LOB_OK;
}

/* ---- sides ---- */

/* Of a short piece: arms that leave its sides between the ends. What covers an end as well is the next piece. */
static lob_status look_at_sides(lob_judging *j) {
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
        const lob_vec2 at = lob_around_line_at(g, (i + 0.5) / SAMPLES * g->chord_length, &way, &width);
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

/* ---- bodies in pieces ---- */

/* Where the piece ends that goes on from an end straight and as wide: how far from here, 0 when there is none. */
static lob_status piece_ahead(const lob_judging *j, const lob_guide_end *e, double *length) {
    const mask all = ((mask)1 << SAMPLES) - 1;
    const lob_vec2 out = along(e->angle_deg);
    const double beside = e->width / 2 + fmax(2 * OFF, e->width / 16);
    lob_vec2 places[SAMPLES];
    const lob_near *items;
    uint32_t count;
    bool is_all;
    *length = 0;
    place_across(e, OFF, places);
    LOB_TRY(j->source->find(j->ctx, j->source->closure, around_places(places), &items, &count, &is_all));
    for (uint32_t i = 0; i < count && is_all && *length == 0; i++) {
        lob_crossed c;
        bool is_even = covered(&items[i], places) == all && lob_around_cut(&items[i], e->at, out, &c) && c.to > 3 * OFF;
        for (int end = 0; end < 2 && is_even; end++) {
            const double ahead = end ? c.to - OFF : OFF;
            lob_vec2 profile[SAMPLES];
            place_across(e, ahead, profile);
            is_even = covered(&items[i], profile) == all;
            for (int side = -1; side <= 1 && is_even; side += 2) {
                is_even = !lob_near_covers(&items[i], (lob_vec2){e->at.x + ahead * out.x - side * beside * out.y,
                                                                 e->at.y + ahead * out.y + side * beside * out.x});
            }
        }
        *length = is_even ? c.to : 0;
    }
    return LOB_OK;
}

/* Past pieces that are as wide, to where the width steps down; *length grows by them. */
static lob_status look_past(const lob_judging *j, int end, double *length, across *x) {
    lob_guide_end e = j->guide->ends[end];
    const lob_vec2 out = along(e.angle_deg);
    for (int n = 0; n < PIECES_MAX && *length <= BODY_LENGTH * e.width; n++) {
        double ahead;
        LOB_TRY(piece_ahead(j, &e, &ahead));
        if (ahead == 0) {
            break;
        }
        e.at = (lob_vec2){e.at.x + ahead * out.x, e.at.y + ahead * out.y};
        *length += ahead;
    }
    return look_across(j, &e, x);
}

/* Arms alone go on from the end, and they are clearly narrower. */
static bool steps_down(const across *x) {
    const mask rim = 1 | (mask)1 << (SAMPLES - 1);
    return x->is_parted || (x->count > 0 && x->covered == x->arms && !(x->arms & rim) &&
                            BODY_STEP * (63 - __builtin_clzll(x->arms) - __builtin_ctzll(x->arms) + 1) <= SAMPLES);
}

static lob_status look_at_body(lob_judging *j) {
    const lob_guide *g = j->guide;
    double length = g->chord_length;
    across x[2];
    if (!is_straight(g) || g->width_max > EVEN * g->width_min) {
        return LOB_OK;
    }
    for (int end = 0; end < 2; end++) {
        LOB_TRY(look_past(j, end, &length, &x[end]));
        if (length > BODY_LENGTH * g->width_max || !steps_down(&x[end])) {
            return LOB_OK;
        }
    }
    bool is_parted = x[0].is_parted || x[1].is_parted;
    *j->around =
        (lob_around){.kind = is_parted ? LOB_AROUND_BRANCH : LOB_AROUND_BODY, .count = x[0].count + x[1].count};
    return LOB_OK;
}

/* ---- all ---- */

/* Short, straight, and nothing of its width goes on. */
static bool is_pad(const lob_judging *j, bool is_metal) {
    const lob_guide *g = j->guide;
    bool is_wide = g->width_median >= PAD_WIDTH_UM / j->dbu || is_metal;
    bool goes_on = bits(j->at_end[0]) > SAMPLES * 3 / 4 || bits(j->at_end[1]) > SAMPLES * 3 / 4;
    return is_wide && is_straight(g) && !goes_on && g->chord_length < PAD_LENGTH * g->width_median;
}

lob_status lob_around_judge(lob_ctx *ctx, const lob_guide *guide, const lob_near *self, double dbu, bool is_metal,
                            const lob_near_source *source, lob_around *around) {
    lob_judging j = {.ctx = ctx, .guide = guide, .self = self, .dbu = dbu, .source = source, .around = around};
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
    if (around->kind == LOB_AROUND_GUIDE) {
        LOB_TRY(lob_around_teeth(&j, is_free));
    }
    if (around->kind == LOB_AROUND_GUIDE) {
        LOB_TRY(lob_around_letters(&j, is_free));
    }
    if (around->kind == LOB_AROUND_GUIDE) {
        LOB_TRY(look_at_sides(&j));
    }
    if (around->kind == LOB_AROUND_GUIDE && !is_metal) {
        LOB_TRY(look_at_body(&j));
    }
    return around->kind == LOB_AROUND_GUIDE ? lob_around_part(&j) : LOB_OK;
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
    const lob_walk_options options = lob_walk_shapes(window, &w->self->layer, 1);
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
    const lob_near own = {figure->box, figure->ring, figure->ring_count};
    *around = (lob_around){.kind = LOB_AROUND_GUIDE};
    if (has_layer(&pic->book.marks, self->layer)) {
        around->kind = LOB_AROUND_MARK;
        return LOB_OK;
    }
    lob_status status =
        lob_around_judge(ctx, guide, &own, dbu, has_layer(&pic->book.metals, self->layer), &source, around);
    if (status == LOB_E_QUERY_TOO_LARGE) {
        lob_error_clear(&ctx->error);
        *around = (lob_around){.kind = LOB_AROUND_GUIDE};
        return LOB_OK;
    }
    return status;
}
