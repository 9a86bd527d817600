/* From the pixels of a descent to a mask that obeys its deck.
 *
 * The pixels are tidied and outlined, and the outlines checked by the rules that will judge them. Where those find
 * something the pixels there are changed, in turns: narrow places are filled, tight ones cleared, small parts removed,
 * contours rounded more; after some rounds assist features that violate something are removed whole. The mask with the
 * fewest violations is kept. What it still violates is reported (optimize_report.c), never hidden.
 */
#include "litho/optimize_impl.h"

#include <math.h>

#include "base/alloc.h"
#include "litho/metrics_impl.h"

#define PI 3.14159265358979323846

enum { ROUNDS = 8, DROPPING_FROM = 2 };

/* Of the radius, in the first round and more in each: points on a grid are rougher than the arc. */
#define MARGIN_FIRST 1.2
#define MARGIN_STEP  .04

typedef struct settling {
    const lob_optimizing *o;
    lob_bits *bits;
    lob_plane *smooth;
    bool is_round;
    lob_bits kept; /* the target and the mask as it was: parts with something of these do not go */
    lob_mask best;
    uint64_t best_count;
    unsigned round;
} settling;

bool lob_optimize_is_round(const lob_optimizing *o) {
    return o->setup->evaluation.deck.radius_nm > 0 && !o->setup->manhattan;
}

double lob_optimize_area(const lob_optimizing *o) {
    const lob_litho_deck *deck = &o->setup->evaluation.deck;
    const double corners = lob_optimize_is_round(o) ? (4 - PI) * deck->radius_nm * deck->radius_nm : 0;
    return deck->area_nm2 > 0 ? deck->area_nm2 + corners : 0;
}

/* ---- pixels to a mask ---- */

static lob_box64 box_of(const lob_frame *frame, int64_t units) {
    return (lob_box64){frame->column * units, frame->row * units, (frame->column + frame->width) * units,
                       (frame->row + frame->height) * units};
}

static lob_status outline(lob_ctx *ctx, const settling *s, double unit_nm, lob_mask *fresh) {
    const lob_litho_deck *deck = &s->o->setup->evaluation.deck;
    if (!s->is_round) {
        return lob_optimize_outline(ctx, s->o->setup, s->bits, s->smooth, unit_nm, fresh);
    }
    const double width = deck->width_nm > 0 ? deck->width_nm : INFINITY;
    const double spacing = deck->spacing_nm > 0 ? deck->spacing_nm : INFINITY;
    const double margin = MARGIN_FIRST + MARGIN_STEP * s->round;
    const lob_round_rule rule = {margin * deck->radius_nm, fmin(width, spacing), unit_nm};
    return lob_optimize_round(ctx, &rule, s->bits, s->smooth, fresh);
}

/* The new mask within the frame, the old one beyond it. */
static lob_status place(lob_ctx *ctx, const settling *s, lob_mask *mask) {
    const lob_frame *frame = &s->bits->frame;
    lob_mask old = s->o->input->mask, fresh;
    int64_t units;
    LOB_TRY(lob_optimize_unit(ctx, frame->pixel_nm, &old, &units));
    if (s->is_round) {
        const int64_t finer = lob_optimize_round_finer(s->o->setup->evaluation.deck.radius_nm, old.unit_nm);
        LOB_TRY(finer > 1 ? lob_optimize_refine(ctx, finer, &old) : LOB_OK);
        units *= finer;
    }
    LOB_TRY(outline(ctx, s, old.unit_nm, &fresh));
    const lob_box64 box = box_of(frame, units);
    LOB_TRY(lob_optimize_box(ctx, &fresh, LOB_REGION_AND, box, &fresh));
    return lob_optimize_put(ctx, &old, box, &fresh, mask);
}

/* ---- looking ---- */

static lob_status tidy(lob_ctx *ctx, const settling *s) {
    const lob_litho_deck *deck = &s->o->setup->evaluation.deck;
    LOB_TRY(lob_ilt_tidy(ctx, deck->width_nm, deck->spacing_nm, s->bits));
    return lob_ilt_tidy_areas(ctx, lob_optimize_area(s->o), s->bits);
}

/* As the evaluation of the new mask will look, and in the margin of the canvas as well. */
static lob_status look(lob_ctx *ctx, const settling *s, const lob_mask *mask, lob_violations *seen) {
    const lob_frame *frame = &s->bits->frame;
    const double unit = mask->unit_nm;
    lob_litho_input input = {.mask = *mask, .target = *mask, .has_window = true};
    input.window = (lob_box64){llround(lob_frame_x_nm(frame, 0) / unit), llround(lob_frame_y_nm(frame, 0) / unit),
                               llround(lob_frame_x_nm(frame, frame->width) / unit),
                               llround(lob_frame_y_nm(frame, frame->height) / unit)};
    return lob_optimize_look(ctx, s->o, &s->o->result->before.tiling, &input, seen);
}

/* ---- mending ---- */

typedef struct pixel_box {
    uint32_t left, bottom, right, top; /* half-open */
} pixel_box;

static uint32_t within(double value, uint32_t most) {
    return value < 0 ? 0 : value > most ? most : (uint32_t)value;
}

static pixel_box around(const lob_frame *frame, const lob_litho_violation *v, double by_nm) {
    const double pixel = frame->pixel_nm, left = lob_frame_x_nm(frame, 0), bottom = lob_frame_y_nm(frame, 0);
    return (pixel_box){within(floor((v->box_nm[0] - by_nm - left) / pixel), frame->width),
                       within(floor((v->box_nm[1] - by_nm - bottom) / pixel), frame->height),
                       within(ceil((v->box_nm[2] + by_nm - left) / pixel), frame->width),
                       within(ceil((v->box_nm[3] + by_nm - bottom) / pixel), frame->height)};
}

static void fill(lob_bits *bits, pixel_box box, bool is_set) {
    for (uint32_t y = box.bottom; y < box.top; y++) {
        for (uint32_t x = box.left; x < box.right; x++) {
            uint64_t *word = &bits->words[(size_t)y * bits->stride + x / 64];
            const uint64_t bit = UINT64_C(1) << x % 64;
            *word = is_set ? *word | bit : *word & ~bit;
        }
    }
}

static bool is_of(const lob_litho_violation *v, const char *part) {
    return lob_optimize_is_of_rule(v->rule_id, part);
}

/* A narrow place is filled by what it lacks, in later rounds more; a tight one cleared; a small part goes. */
static void mend(const settling *s, const lob_violations *seen) {
    for (uint32_t i = 0; i < seen->count; i++) {
        const lob_litho_violation *v = &seen->items[i];
        const double lacks = fmax(v->required - v->actual, 0) / 2 + s->bits->frame.pixel_nm * (1 + s->round);
        if (is_of(v, "W.MIN")) {
            fill(s->bits, around(&s->bits->frame, v, lacks), true);
        } else if (is_of(v, "S.MIN") || is_of(v, "N.MIN")) {
            fill(s->bits, around(&s->bits->frame, v, lacks), false);
        } else if (is_of(v, "A.MIN")) {
            fill(s->bits, around(&s->bits->frame, v, 0), false);
        }
    }
}

/* ---- assist features ---- */

/* Parts of the pixels that the box meets. */
static void find_parts(const lob_parts *parts, pixel_box box, uint8_t *is_met) {
    for (uint32_t i = 0; i < parts->run_count; i++) {
        const lob_pixel_run *run = &parts->runs[i];
        if (run->row >= box.bottom && run->row < box.top && run->first < box.right && run->end > box.left) {
            is_met[run->part] = 1;
        }
    }
}

/* Of the parts that are met those go that have nothing of `kept` in them. */
static void drop_met(const lob_parts *parts, const lob_bits *kept, uint8_t *is_met, lob_bits *bits) {
    for (uint32_t i = 0; i < parts->run_count; i++) {
        const lob_pixel_run *run = &parts->runs[i];
        for (uint32_t x = run->first; x < run->end && is_met[run->part]; x++) {
            is_met[run->part] = !lob_bits_at(kept, x, run->row);
        }
    }
    for (uint32_t i = 0; i < parts->run_count; i++) {
        const lob_pixel_run *run = &parts->runs[i];
        if (is_met[run->part]) {
            fill(bits, (pixel_box){run->first, run->row, run->end, run->row + 1}, false);
        }
    }
}

/* Features that only assist and meet one of the boxes. */
static lob_status drop_assists(lob_ctx *ctx, const settling *s, const pixel_box *boxes, uint32_t count) {
    lob_parts parts;
    LOB_TRY(lob_parts_of(ctx, s->bits, &parts));
    uint8_t *is_met = lob_calloc(parts.part_count + (size_t)1, 1);
    for (uint32_t i = 0; is_met && i < count; i++) {
        find_parts(&parts, boxes[i], is_met);
    }
    if (is_met) {
        drop_met(&parts, &s->kept, is_met, s->bits);
    }
    const bool is_fine = is_met != NULL;
    lob_free(is_met);
    lob_parts_drop(&parts);
    return is_fine ? LOB_OK : lob_fail_memory(ctx);
}

static lob_status drop_violating(lob_ctx *ctx, const settling *s, const lob_violations *seen) {
    pixel_box *boxes = LOB_NEW_ARRAY(ctx->arena, pixel_box, (size_t)seen->count + 1);
    if (boxes == NULL) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < seen->count; i++) {
        boxes[i] = around(&s->bits->frame, &seen->items[i], s->bits->frame.pixel_nm);
    }
    return drop_assists(ctx, s, boxes, seen->count);
}

/* What the frame would cut. */
static lob_status drop_at_border(lob_ctx *ctx, const settling *s) {
    const uint32_t width = s->bits->frame.width, height = s->bits->frame.height;
    const pixel_box boxes[] = {
        {0, 0, width, 1}, {0, height - 1, width, height}, {0, 0, 1, height}, {width - 1, 0, width, height}};
    return drop_assists(ctx, s, boxes, 4);
}

/* ---- all ---- */

static lob_status settle(lob_ctx *ctx, settling *s) {
    lob_violations seen;
    for (s->round = 0; s->round < ROUNDS && s->best_count > 0; s->round++) {
        lob_mask mask;
        LOB_TRY(lob_poll(ctx));
        LOB_TRY(tidy(ctx, s));
        LOB_TRY(place(ctx, s, &mask));
        LOB_TRY(look(ctx, s, &mask, &seen));
        if (seen.count < s->best_count) {
            s->best = mask;
            s->best_count = seen.count;
        }
        LOB_TRY(s->round >= DROPPING_FROM ? drop_violating(ctx, s, &seen) : LOB_OK);
        mend(s, &seen);
    }
    return LOB_OK;
}

static lob_status find_kept(lob_ctx *ctx, settling *s) {
    const size_t words = (size_t)s->bits->stride * s->bits->frame.height;
    lob_bits target;
    LOB_TRY(lob_bits_new(ctx, s->bits->frame, &s->kept));
    LOB_TRY(lob_mask_fill(ctx, &s->o->input->mask, &s->kept));
    LOB_TRY(lob_bits_new(ctx, s->bits->frame, &target));
    const lob_status status = lob_mask_fill(ctx, &s->o->input->target, &target);
    for (size_t i = 0; i < words; i++) {
        s->kept.words[i] |= target.words[i];
    }
    lob_bits_drop(&target);
    return status;
}

lob_status lob_optimize_settle(lob_ctx *ctx, const lob_optimizing *o, lob_bits *bits, lob_plane *smooth,
                               lob_mask *mask) {
    const lob_litho_setup *e = &o->setup->evaluation;
    settling s = {.o = o, .bits = bits, .smooth = smooth, .best_count = UINT64_MAX};
    const bool is_mrc = e->checks & LOB_CHECK_MRC;
    s.is_round = is_mrc && lob_optimize_is_round(o);
    if (!is_mrc) {
        return place(ctx, &s, mask);
    }
    lob_status status = find_kept(ctx, &s);
    status = status == LOB_OK ? drop_at_border(ctx, &s) : status;
    status = status == LOB_OK ? settle(ctx, &s) : status;
    lob_bits_drop(&s.kept);
    *mask = s.best;
    return status;
}
