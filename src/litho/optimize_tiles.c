/* Inverse lithography of the canvas, tile by tile, and of a violation's surroundings.
 *
 * Each tile begins with what those of lower numbers have left, also in its halo, and may change nothing of their own
 * parts; so tiles that meet fit. What a tile makes of its halo is where the next one begins. As what is not free may
 * break mask rules with what is, the whole mask is tidied once more where those are asked for.
 *
 * Invariant: a tile is begun when all lower ones whose frames meet its own have been kept. Tiles apart from each other
 * are optimised at once, and the mask is the same, bit for bit, as if all came one after the other.
 */
#include "litho/optimize_impl.h"

#include <math.h>

#include "base/alloc.h"

/* Around a violation: half pitches that interact strongly, 2 wavelength / na. */
#define REACH_IN_RESOLUTIONS 2
#define BAND_WEIGHT          4

/* Of memory for tiles that are optimised at once, and what a pixel of one takes. */
enum { AT_ONCE_MEMORY = 1 << 30, PIXEL_MEMORY = 72 };

typedef struct lens_corners { /* those that differ */
    lob_ilt_corner items[LOB_CORNERS_MAX];
    uint32_t count, outer, inner;
} lens_corners;

/* ---- progress ---- */

typedef struct told { /* what one descent tells, as its share of all */
    lob_progress_fn *progress;
    void *arg;
    double before, most, total;
} told;

static void tell(void *arg, double done, double total, const char *message) {
    told *t = arg;
    const double at = t->before + (total > 0 ? done / total : 0);
    t->most = at > t->most ? at : t->most;
    t->progress(t->arg, t->most, t->total, message);
}

/* ---- what tiles leave to the next ---- */

typedef struct state {      /* of the canvas */
    lob_bits bits, settled; /* settled: of tiles that are done */
    lob_plane smooth;
} state;

static lob_status state_new(lob_ctx *ctx, const lob_optimizing *o, lob_frame canvas, state *s) {
    *s = (state){.smooth = {.values = NULL}};
    LOB_TRY(lob_bits_new(ctx, canvas, &s->bits));
    LOB_TRY(lob_bits_new(ctx, canvas, &s->settled));
    LOB_TRY(lob_plane_new(ctx, canvas, &s->smooth));
    LOB_TRY(lob_mask_draw(ctx, &o->input->mask, &s->smooth));
    lob_bits_from_plane(&s->smooth, .5f, &s->bits);
    return LOB_OK;
}

static void state_drop(state *s) {
    lob_bits_drop(&s->bits);
    lob_bits_drop(&s->settled);
    lob_plane_drop(&s->smooth);
}

/* Of a tile's pixel the place on the canvas, if it is there. */
static bool on_canvas(const state *s, const lob_frame *tile, uint32_t x, uint32_t y, uint32_t *column, uint32_t *row) {
    const lob_frame *canvas = &s->bits.frame;
    const int64_t i = tile->column + x - canvas->column, j = tile->row + y - canvas->row;
    *column = (uint32_t)i;
    *row = (uint32_t)j;
    return i >= 0 && j >= 0 && i < canvas->width && j < canvas->height;
}

static void take_state(const state *s, lob_bits *free, lob_plane *start) {
    uint32_t column, row;
    for (uint32_t y = 0; y < start->frame.height; y++) {
        for (uint32_t x = 0; x < start->frame.width; x++) {
            if (!on_canvas(s, &start->frame, x, y, &column, &row)) {
                continue; /* beyond it all stays as drawn */
            }
            const bool is_settled = lob_bits_at(&s->settled, column, row);
            const float value = s->smooth.values[(size_t)row * s->smooth.frame.width + column];
            const float binary = lob_bits_at(&s->bits, column, row) ? 1 : 0;
            start->values[(size_t)y * start->frame.width + x] = is_settled ? binary : value;
            if (!is_settled) {
                lob_bits_set(free, x, y);
            }
        }
    }
}

/* ---- one tile ---- */

static void add_corner(const lob_lenses *lenses, const lob_litho_setup *setup, uint32_t index, lens_corners *c) {
    const lob_imager *imager = lenses->items[lenses->of_corner[index]];
    const double given = lob_corner_at(setup, index).dose;
    const double dose = setup->dose_meaning == LOB_DOSE_MASK ? given * given : given;
    for (uint32_t i = 0; i < c->count; i++) {
        if (c->items[i].imager == imager && c->items[i].dose == dose) {
            return;
        }
    }
    if (c->count == LOB_CORNERS_MAX) {
        return;
    }
    c->items[c->count] = (lob_ilt_corner){imager, dose, 1};
    c->outer = dose > c->items[c->outer].dose ? c->count : c->outer;
    c->inner = dose < c->items[c->inner].dose ? c->count : c->inner;
    c->count++;
}

static lens_corners corners_of(const lob_lenses *lenses, const lob_litho_setup *setup) {
    lens_corners c = {.count = 0};
    for (uint32_t i = 0; i <= setup->corner_count; i++) {
        add_corner(lenses, setup, i, &c);
    }
    /* Together they weigh as much as two: the window counts, the nominal print counts first. */
    for (uint32_t i = 1; i < c.count; i++) {
        c.items[i].weight = 2. / (c.count - 1);
    }
    return c;
}

/* A band too wide is repaired for its own sake: prints at all corners may be near the target, and yet as far apart. */
static bool is_band(const lob_optimizing *o) {
    return o->setup->violation && lob_optimize_is_of_rule(o->setup->violation->rule_id, "PVB.");
}

/* Who optimises one tile. */
typedef struct tile_maker {
    const lob_optimizing *o;
    const lob_lenses *lenses;
    lob_team team; /* over focuses */
} tile_maker;

static lob_status run_levels(lob_ctx *ctx, const tile_maker *maker, const lob_bits *free, const lob_plane *target,
                             const lob_plane *start, lob_ilt_result *result) {
    const lob_optimizing *o = maker->o;
    const lob_lenses *lenses = maker->lenses;
    const lob_litho_setup *e = &o->setup->evaluation;
    const lens_corners corners = corners_of(lenses, e);
    const bool is_mrc = e->checks & LOB_CHECK_MRC;
    lob_ilt_level levels[LOB_ILT_LEVELS_MAX];
    lob_ilt_setup setup;
    lob_ilt_setup_usual(&setup, o->setup->model);
    setup.corners = corners.items;
    setup.corner_count = corners.count;
    setup.outer = corners.outer;
    setup.inner = corners.inner;
    setup.threshold = e->threshold;
    setup.rate = o->setup->rate > 0 ? o->setup->rate : setup.rate;
    setup.mrc_width_nm = is_mrc ? e->deck.width_nm : 0;
    setup.mrc_spacing_nm = is_mrc ? e->deck.spacing_nm : 0;
    setup.mrc_area_nm2 = is_mrc ? lob_optimize_area(o) : 0;
    setup.band_weight = is_band(o) ? BAND_WEIGHT : setup.band_weight;
    setup.free = free;
    setup.team = maker->team;
    const uint32_t count = lob_ilt_levels_usual(lenses->items[0], e->pixel_nm, o->setup->iterations, levels);
    return lob_ilt_run_levels(ctx, &setup, levels, count, target, start, result);
}

static bool is_empty(const lob_plane *plane) {
    for (size_t i = 0; i < (size_t)plane->frame.width * plane->frame.height; i++) {
        if (plane->values[i] >= .5f) {
            return false;
        }
    }
    return true;
}

/* *result is the caller's to drop. Begins with the mask; where there is none, with the target. With a state: with that,
 * and `free` is set by it. */
static lob_status run_frame(lob_ctx *ctx, const tile_maker *maker, lob_frame frame, lob_bits *free, const state *s,
                            lob_ilt_result *result) {
    const lob_litho_input *input = maker->o->input;
    lob_plane target, start = {.values = NULL};
    *result = (lob_ilt_result){.step_count = 0};
    LOB_TRY(lob_plane_new(ctx, frame, &target));
    lob_status status = lob_plane_new(ctx, frame, &start);
    status = status == LOB_OK ? lob_mask_draw(ctx, &input->target, &target) : status;
    status = status == LOB_OK ? lob_mask_draw(ctx, &input->mask, &start) : status;
    if (status == LOB_OK && s) {
        take_state(s, free, &start);
    }
    if (status == LOB_OK) {
        status = run_levels(ctx, maker, free, &target, is_empty(&start) ? NULL : &start, result);
    }
    lob_plane_drop(&target);
    lob_plane_drop(&start);
    return status;
}

static void count_in(const lob_optimizing *o, const lob_ilt_result *result) {
    o->result->iterations += result->iterations;
    o->result->loss_first += result->first.l2_pixels + result->first.band_pixels;
    o->result->loss_best += result->best.l2_pixels + result->best.band_pixels;
}

/* ---- the canvas ---- */

static void keep(const lob_tile *tile, const lob_bits *free, const lob_ilt_result *from, state *s) {
    uint32_t column, row;
    for (uint32_t y = 0; y < tile->frame.height; y++) {
        for (uint32_t x = 0; x < tile->frame.width; x++) {
            if (!on_canvas(s, &tile->frame, x, y, &column, &row) || !lob_bits_at(free, x, y)) {
                continue;
            }
            const uint64_t bit = UINT64_C(1) << column % 64;
            uint64_t *word = &s->bits.words[(size_t)row * s->bits.stride + column / 64];
            *word = lob_bits_at(&from->mask, x, y) ? *word | bit : *word & ~bit;
            s->smooth.values[(size_t)row * s->smooth.frame.width + column] =
                from->smooth.values[(size_t)y * tile->frame.width + x];
        }
    }
    const lob_frame *own = &tile->own, *canvas = &s->bits.frame;
    for (uint32_t y = 0; y < own->height; y++) {
        for (uint32_t x = 0; x < own->width; x++) {
            lob_bits_set(&s->settled, (uint32_t)(own->column - canvas->column) + x,
                         (uint32_t)(own->row - canvas->row) + y);
        }
    }
}

/* Tiles that are optimised at once. */
typedef struct batch {
    tile_maker maker;
    const state *s; /* only read */
    uint32_t count;
    lob_tile tiles[LOB_TEAM_THREADS_MAX];
    lob_bits free[LOB_TEAM_THREADS_MAX];
    lob_ilt_result results[LOB_TEAM_THREADS_MAX];
} batch;

static lob_status run_tile(void *arg, lob_ctx *ctx, uint32_t task) {
    batch *b = arg;
    LOB_TRY(lob_bits_new(ctx, b->tiles[task].frame, &b->free[task]));
    return run_frame(ctx, &b->maker, b->tiles[task].frame, &b->free[task], b->s, &b->results[task]);
}

static lob_status run_batch(lob_ctx *ctx, batch *b, state *s) {
    const lob_team *team = &b->maker.o->setup->evaluation.team;
    b->maker.team = *team;
    if (b->count > 1) {
        b->maker.team.thread_count = 1;
    }
    lob_status status = b->count > 1 ? lob_team_run(ctx, team, b->count, run_tile, b) : run_tile(b, ctx, 0);
    for (uint32_t i = 0; i < b->count; i++) {
        if (status == LOB_OK) {
            keep(&b->tiles[i], &b->free[i], &b->results[i], s);
            count_in(b->maker.o, &b->results[i]);
        }
        lob_ilt_result_drop(&b->results[i]);
        lob_bits_drop(&b->free[i]);
    }
    return status;
}

static bool do_meet(const lob_frame *a, const lob_frame *b) {
    return a->column < b->column + b->width && b->column < a->column + a->width && a->row < b->row + b->height &&
           b->row < a->row + a->height;
}

static uint32_t most_at_once(const lob_litho_setup *e) {
    const uint64_t of_one = (uint64_t)e->tile_side * e->tile_side * PIXEL_MEMORY, fit = AT_ONCE_MEMORY / of_one;
    const uint32_t threads = lob_team_threads(&e->team);
    return fit < 1 ? 1 : fit < threads ? (uint32_t)fit : threads;
}

/* The next tiles that meet none before them that is not kept; looked for among those of two rows, so a batch costs no
 * more for many tiles than for few. *first: the lowest that is not kept. */
static void fill_batch(const lob_tiling *tiling, uint8_t *is_taken, uint32_t *first, uint32_t most, batch *b) {
    const uint32_t count = lob_tiles_count(tiling);
    b->count = 0;
    while (*first < count && is_taken[*first]) {
        ++*first;
    }
    for (uint32_t i = *first; i < count && b->count < most && i - *first <= 2 * tiling->columns; i++) {
        const lob_tile tile = lob_tiles_at(tiling, i);
        bool is_ready = !is_taken[i];
        for (uint32_t k = *first; k < i && is_ready; k++) {
            const lob_tile lower = lob_tiles_at(tiling, k);
            bool is_of_batch = false;
            for (uint32_t j = 0; j < b->count; j++) {
                is_of_batch = is_of_batch || b->tiles[j].number == k;
            }
            is_ready = (is_taken[k] && !is_of_batch) || !do_meet(&tile.frame, &lower.frame);
        }
        if (is_ready) {
            b->tiles[b->count++] = tile;
            is_taken[i] = 1;
        }
    }
}

static lob_status run_batches(lob_ctx *ctx, const lob_tiling *tiling, uint8_t *is_taken, told *t, batch *b, state *s) {
    uint32_t first = 0, done = 0;
    while (done < lob_tiles_count(tiling)) {
        fill_batch(tiling, is_taken, &first, most_at_once(&b->maker.o->setup->evaluation), b);
        t->before = done;
        LOB_TRY(run_batch(ctx, b, s));
        done += b->count;
        if (t->progress && b->count > 1) {
            tell(t, b->count, 1, "tiles of inverse lithography");
        }
    }
    return LOB_OK;
}

static lob_status run_tiles(lob_ctx *ctx, const lob_optimizing *o, const lob_lenses *lenses, state *s) {
    const lob_tiling *tiling = &o->result->before.tiling;
    const uint32_t count = lob_tiles_count(tiling);
    told t = {.progress = ctx->progress, .arg = ctx->progress_arg, .total = count};
    batch *b = lob_calloc(1, sizeof *b);
    uint8_t *is_taken = lob_calloc(count + (size_t)1, 1);
    lob_status status = b && is_taken ? LOB_OK : lob_fail_memory(ctx);
    if (status == LOB_OK) {
        *b = (batch){.maker = {.o = o, .lenses = lenses}, .s = s};
        if (ctx->progress) {
            ctx->progress = tell;
            ctx->progress_arg = &t;
        }
        status = run_batches(ctx, tiling, is_taken, &t, b, s);
        ctx->progress = t.progress;
        ctx->progress_arg = t.arg;
    }
    lob_free(b);
    lob_free(is_taken);
    return status;
}

static lob_box64 box_of(const lob_frame *frame, int64_t units) {
    return (lob_box64){frame->column * units, frame->row * units, (frame->column + frame->width) * units,
                       (frame->row + frame->height) * units};
}

/* The bits become the mask within the canvas, the old mask stays beyond it. */
static lob_status put(lob_ctx *ctx, const lob_optimizing *o, const lob_frame *frame, const lob_bits *bits,
                      lob_plane *smooth, lob_mask *mask) {
    lob_mask old = o->input->mask, fresh;
    int64_t units;
    LOB_TRY(lob_optimize_unit(ctx, frame->pixel_nm, &old, &units));
    LOB_TRY(lob_optimize_outline(ctx, o->setup, bits, smooth, old.unit_nm, &fresh));
    const lob_box64 box = box_of(frame, units);
    LOB_TRY(lob_optimize_box(ctx, &fresh, LOB_REGION_AND, box, &fresh));
    return lob_optimize_put(ctx, &old, box, &fresh, mask);
}

static lob_status stitch(lob_ctx *ctx, const lob_optimizing *o, const lob_lenses *lenses, state *s, lob_mask *mask) {
    LOB_TRY(run_tiles(ctx, o, lenses, s));
    return lob_optimize_settle(ctx, o, &s->bits, &s->smooth, mask);
}

lob_status lob_optimize_canvas(lob_ctx *ctx, lob_optimizing *o, lob_mask *mask) {
    lob_lenses lenses;
    state s;
    LOB_TRY(lob_lenses_make(ctx, &o->setup->evaluation, &lenses));
    lob_status status = state_new(ctx, o, o->result->before.tiling.canvas, &s);
    status = status == LOB_OK ? stitch(ctx, o, &lenses, &s, mask) : status;
    state_drop(&s);
    lob_lenses_drop(&lenses);
    return status;
}

/* ---- around a violation ---- */

static lob_status free_around(lob_ctx *ctx, lob_frame frame, uint32_t reach, lob_bits *free) {
    const uint32_t middle = frame.width / 2, most = middle - 1;
    reach = reach < 1 ? 1 : reach > most ? most : reach;
    LOB_TRY(lob_bits_new(ctx, frame, free));
    for (uint32_t y = middle - reach; y < middle + reach; y++) {
        for (uint32_t x = middle - reach; x < middle + reach; x++) {
            lob_bits_set(free, x, y);
        }
    }
    return LOB_OK;
}

lob_status lob_optimize_around(lob_ctx *ctx, lob_optimizing *o, double reach_nm, lob_mask *mask) {
    const lob_litho_setup *e = &o->setup->evaluation;
    const uint32_t side = e->tile_side;
    const double pixel = e->pixel_nm, usual = REACH_IN_RESOLUTIONS * e->optics.wavelength_nm / e->optics.na;
    const double reach = (reach_nm > 0 ? reach_nm : usual) / pixel;
    const lob_frame frame = {(int64_t)floor(o->x_nm / pixel) - side / 2, (int64_t)floor(o->y_nm / pixel) - side / 2,
                             side, side, pixel};
    lob_lenses lenses;
    lob_bits free = {.words = NULL};
    lob_ilt_result result;
    LOB_TRY(lob_lenses_make(ctx, e, &lenses));
    lob_status status = free_around(ctx, frame, reach < side ? (uint32_t)ceil(reach) : side, &free);
    const tile_maker maker = {o, &lenses, e->team};
    status = status == LOB_OK ? run_frame(ctx, &maker, frame, &free, NULL, &result) : status;
    if (status == LOB_OK) {
        count_in(o, &result);
        const uint32_t half = reach < side / 2 - 1 ? (uint32_t)ceil(reach) : side / 2 - 1;
        const lob_frame part = {frame.column + side / 2 - half, frame.row + side / 2 - half, 2 * half, 2 * half, pixel};
        status = put(ctx, o, &part, &result.mask, &result.smooth, mask);
        lob_ilt_result_drop(&result);
    }
    lob_bits_drop(&free);
    lob_lenses_drop(&lenses);
    return status;
}
