/* Tiles printed, by threads and by ranks, and stitched.
 *
 * A tile's prints are made in a block of its own: three sets of pixels of its own part, packed, and where asked the
 * intensities. Blocks are copied to the canvas in the order of tiles when all are there, so nothing depends on who made
 * them when.
 */
#include "litho/evaluate_impl.h"

#include "base/alloc.h"
#include "litho/ranks.h"

enum { SETS = 3 }; /* nominal, outer, inner */

typedef struct tile_print {
    lob_tile tile;
    lob_bits sets[SETS]; /* of tile.own */
    float *aerial;       /* of tile.own; NULL: not kept */
    float intensity_max;
} tile_print;

typedef struct printing {
    const lob_litho_setup *setup;
    const lob_mask *mask;
    const lob_lenses *lenses;
    const lob_tiling *tiling;
    bool keeps_aerial;
    tile_print *prints; /* of this rank */
    uint32_t first, step, count;
    atomic_uint done;
    lob_ctx *told; /* progress goes there, from the calling thread alone */
    atomic_flag telling;
} printing;

/* ---- one tile ---- */

typedef struct bench { /* buffers of one tile's work */
    lob_plane mask;
    lob_imager_work *work;
    lob_plane image; /* of the lens at hand */
    lob_bits seen;   /* its print, the whole tile */
} bench;

static void bench_drop(bench *b) {
    lob_imager_work_drop(b->work);
    lob_plane_drop(&b->mask);
    lob_plane_drop(&b->image);
    lob_bits_drop(&b->seen);
}

static lob_status bench_new(lob_ctx *ctx, const printing *p, const lob_tile *tile, bench *b) {
    *b = (bench){.work = NULL};
    LOB_TRY(lob_plane_new(ctx, tile->frame, &b->mask));
    LOB_TRY(lob_plane_new(ctx, tile->frame, &b->image));
    LOB_TRY(lob_bits_new(ctx, tile->frame, &b->seen));
    return lob_imager_work_new(ctx, p->lenses->items[0], &b->work);
}

static double dose_of(const lob_litho_setup *setup, double dose) {
    return setup->dose_meaning == LOB_DOSE_MASK ? dose * dose : dose;
}

static void join(lob_bits *to, const lob_bits *with, bool is_or) {
    const size_t words = (size_t)to->stride * to->frame.height;
    for (size_t i = 0; i < words; i++) {
        to->words[i] = is_or ? to->words[i] | with->words[i] : to->words[i] & with->words[i];
    }
}

static void keep_aerial(const printing *p, const bench *b, uint32_t left, uint32_t bottom, tile_print *print) {
    const lob_frame *own = &print->tile.own;
    for (uint32_t row = 0; row < own->height; row++) {
        const float *from = b->image.values + (size_t)(bottom + row) * b->image.frame.width + left;
        for (uint32_t i = 0; i < own->width; i++) {
            print->intensity_max = from[i] > print->intensity_max ? from[i] : print->intensity_max;
        }
        if (p->keeps_aerial) {
            memcpy(print->aerial + (size_t)row * own->width, from, own->width * sizeof *from);
        }
    }
}

/* What of the image prints at a corner goes to the tile's own sets. */
static lob_status expose(lob_ctx *ctx, const printing *p, bench *b, uint32_t corner, tile_print *print) {
    const lob_frame *own = &print->tile.own;
    const uint32_t left = (uint32_t)(own->column - print->tile.frame.column);
    const uint32_t bottom = (uint32_t)(own->row - print->tile.frame.row);
    const double dose = dose_of(p->setup, lob_corner_at(p->setup, corner).dose);
    lob_bits printed;
    lob_bits_from_plane(&b->image, (float)(p->setup->threshold / dose), &b->seen);
    LOB_TRY(lob_poll(ctx));
    LOB_TRY(lob_bits_new(ctx, *own, &printed));
    lob_bits_copy(&b->seen, left, bottom, own->width, own->height, &printed, 0, 0);
    if (corner == 0) {
        for (int i = 0; i < SETS; i++) {
            join(&print->sets[i], &printed, true);
        }
        keep_aerial(p, b, left, bottom, print);
    } else {
        join(&print->sets[1], &printed, true);
        join(&print->sets[2], &printed, false);
    }
    lob_bits_drop(&printed);
    return LOB_OK;
}

/* Nominal first: its print is what the band begins with. */
static lob_status print_corners(lob_ctx *ctx, const printing *p, bench *b, tile_print *print) {
    const lob_lenses *lenses = p->lenses;
    /* Corners by lens, so that each lens images once; lens 0 is the nominal one's. */
    for (uint32_t lens = 0; lens < lenses->count; lens++) {
        LOB_TRY(lob_poll(ctx));
        LOB_TRY(lob_imager_image(ctx, lenses->items[lens], b->work, b->image.values));
        for (uint32_t corner = 0; corner <= p->setup->corner_count; corner++) {
            if (lenses->of_corner[corner] == lens) {
                LOB_TRY(lob_poll(ctx));
                LOB_TRY(expose(ctx, p, b, corner, print));
            }
        }
    }
    return LOB_OK;
}

static lob_status print_sets(lob_ctx *ctx, const printing *p, tile_print *print) {
    const lob_frame *own = &print->tile.own;
    for (int i = 0; i < SETS; i++) {
        LOB_TRY(lob_bits_new(ctx, *own, &print->sets[i]));
    }
    if (p->keeps_aerial) {
        print->aerial = lob_malloc((size_t)own->width * own->height * sizeof *print->aerial);
        return print->aerial ? LOB_OK : lob_fail_memory(ctx);
    }
    return LOB_OK;
}

static void tell(printing *p) {
    const unsigned done = atomic_fetch_add(&p->done, 1) + 1;
    if (p->told && !atomic_flag_test_and_set(&p->telling)) {
        lob_progress(p->told, done, p->count, "tiles printed");
        atomic_flag_clear(&p->telling);
    }
}

static lob_status print_tile(void *arg, lob_ctx *ctx, uint32_t task) {
    printing *p = arg;
    tile_print *print = &p->prints[task];
    bench b;
    print->tile = lob_tiles_at(p->tiling, p->first + task * p->step);
    if (print->tile.own.width == 0 || print->tile.own.height == 0) {
        tell(p); /* lower numbered tiles have all of it */
        return LOB_OK;
    }
    LOB_TRY(lob_poll(ctx));
    LOB_TRY(print_sets(ctx, p, print));
    lob_status status = bench_new(ctx, p, &print->tile, &b);
    if (status == LOB_OK) {
        status = lob_poll(ctx);
    }
    if (status == LOB_OK) {
        status = lob_mask_draw(ctx, p->mask, &b.mask);
    }
    if (status == LOB_OK) {
        lob_imager_mask(p->lenses->items[0], b.work, b.mask.values);
        status = print_corners(ctx, p, &b, print);
    }
    bench_drop(&b);
    tell(p);
    return status;
}

/* ---- stitching ---- */

static size_t block_size(const printing *p, const lob_tile *tile) {
    const lob_frame *own = &tile->own;
    const size_t words = (size_t)((own->width + 63) / 64) * own->height;
    return sizeof(float) + SETS * words * sizeof(uint64_t) +
           (p->keeps_aerial ? (size_t)own->width * own->height * sizeof(float) : 0);
}

static void *put(uint8_t **at, const void *data, size_t size) {
    if (size) {
        memcpy(*at, data, size);
    }
    return *at += size;
}

/* Of this rank's tiles, one behind the other. */
static lob_status pack(lob_ctx *ctx, const printing *p, uint8_t **block, size_t *size) {
    *size = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        *size += block_size(p, &p->prints[i].tile);
    }
    *block = lob_malloc(*size + 1);
    if (*block == NULL) {
        return lob_fail_memory(ctx);
    }
    uint8_t *at = *block;
    for (uint32_t i = 0; i < p->count; i++) {
        const tile_print *print = &p->prints[i];
        put(&at, &print->intensity_max, sizeof(float));
        for (int s = 0; s < SETS && print->sets[s].words; s++) {
            put(&at, print->sets[s].words, (size_t)print->sets[s].stride * print->tile.own.height * sizeof(uint64_t));
        }
        if (print->aerial) {
            put(&at, print->aerial, (size_t)print->tile.own.width * print->tile.own.height * sizeof(float));
        }
    }
    return LOB_OK;
}

static const uint8_t *take_sets(const uint8_t *at, const lob_tile *tile, lob_litho_result *result, lob_bits *buffer) {
    lob_bits *const sets[SETS] = {&result->nominal, &result->outer, &result->inner};
    const lob_frame *own = &tile->own, *canvas = &result->tiling.canvas;
    buffer->frame = *own;
    buffer->stride = (own->width + 63) / 64;
    const size_t size = (size_t)buffer->stride * own->height * sizeof(uint64_t);
    for (int i = 0; i < SETS && size; i++) {
        memcpy(buffer->words, at, size);
        at += size;
        lob_bits_copy(buffer, 0, 0, own->width, own->height, sets[i], (uint32_t)(own->column - canvas->column),
                      (uint32_t)(own->row - canvas->row));
    }
    return at;
}

static const uint8_t *take_tile(const printing *p, const uint8_t *at, uint32_t number, lob_litho_result *result,
                                lob_bits *buffer) {
    const lob_tile tile = lob_tiles_at(p->tiling, number);
    const lob_frame *own = &tile.own, *canvas = &result->tiling.canvas;
    float most;
    memcpy(&most, at, sizeof most);
    if (most > (float)result->metrics.intensity_max) {
        result->metrics.intensity_max = most;
    }
    at = take_sets(at + sizeof most, &tile, result, buffer);
    for (uint32_t row = 0; p->keeps_aerial && row < own->height; row++) {
        const size_t size = own->width * sizeof(float);
        memcpy(result->aerial.values + (size_t)(own->row - canvas->row + row) * canvas->width +
                   (own->column - canvas->column),
               at, size);
        at += size;
    }
    return at;
}

/* A part that somebody made by hand may be of any size. */
static lob_status check_sizes(lob_ctx *ctx, const printing *p, const lob_shares *all) {
    const uint32_t tiles = lob_tiles_count(p->tiling);
    for (uint32_t rank = 0; rank < all->count; rank++) {
        size_t size = 0;
        for (uint32_t number = rank; number < tiles; number += all->count) {
            const lob_tile tile = lob_tiles_at(p->tiling, number);
            size += block_size(p, &tile);
        }
        LOB_TRY(size == all->sizes[rank] ? LOB_OK : lob_share_refuse(ctx, rank));
    }
    return LOB_OK;
}

static lob_status stitch(lob_ctx *ctx, const printing *p, const lob_shares *all, lob_litho_result *result) {
    const uint32_t ranks = all->count, tiles = lob_tiles_count(p->tiling);
    const uint32_t side = p->tiling->side;
    LOB_TRY(check_sizes(ctx, p, all));
    lob_bits buffer;
    lob_frame whole = {0, 0, side, side, p->tiling->canvas.pixel_nm};
    LOB_TRY(lob_bits_new(ctx, whole, &buffer));
    lob_status status = LOB_OK;
    for (uint32_t rank = 0; rank < ranks; rank++) {
        const uint8_t *at = all->blocks[rank], *end = at + all->sizes[rank];
        for (uint32_t number = rank; number < tiles && at < end && status == LOB_OK; number += ranks) {
            status = lob_poll(ctx);
            at = take_tile(p, at, number, result, &buffer);
        }
    }
    lob_bits_drop(&buffer);
    return status;
}

static lob_status bring_together(lob_ctx *ctx, const printing *p, lob_litho_result *result) {
    uint8_t *block;
    size_t size;
    LOB_TRY(pack(ctx, p, &block, &size));
    const uint8_t *own = block;
    lob_shares all = {&own, &size, 1};
    lob_status status = p->setup->about ? lob_ranks_gather(ctx, p->setup->about, block, size, &all) : LOB_OK;
    if (status == LOB_OK && (!p->setup->about || lob_ranks_has_all())) {
        status = stitch(ctx, p, &all, result);
    }
    lob_free(block);
    return status;
}

static void drop_prints(printing *p) {
    for (uint32_t i = 0; i < p->count; i++) {
        for (int s = 0; s < SETS; s++) {
            lob_bits_drop(&p->prints[i].sets[s]);
        }
        lob_free(p->prints[i].aerial);
    }
    lob_free(p->prints);
}

lob_status lob_evaluate_tiles(lob_ctx *ctx, const lob_litho_setup *setup, const lob_mask *mask,
                              const lob_lenses *lenses, lob_litho_result *result) {
    const uint32_t tiles = lob_tiles_count(&result->tiling);
    const uint32_t own = setup->about ? lob_ranks_own() : 0, step = setup->about ? lob_ranks_count() : 1;
    const bool works = !setup->about || lob_ranks_works();
    printing p = {.setup = setup,
                  .mask = mask,
                  .lenses = lenses,
                  .tiling = &result->tiling,
                  .keeps_aerial = result->aerial.values != NULL,
                  .first = own,
                  .step = step,
                  .count = works && own < tiles ? (tiles - own - 1) / step + 1 : 0,
                  .told = ctx};
    atomic_init(&p.done, 0);
    atomic_flag_clear(&p.telling);
    p.prints = lob_calloc(p.count + 1, sizeof *p.prints);
    if (p.prints == NULL) {
        return lob_fail_memory(ctx);
    }
    lob_status status = lob_team_run(ctx, &setup->team, p.count, print_tile, &p);
    if (status == LOB_OK) {
        status = bring_together(ctx, &p, result);
    }
    drop_prints(&p);
    return status;
}

void lob_litho_result_drop(lob_litho_result *result) {
    lob_bits *const sets[] = {&result->target, &result->mask, &result->nominal, &result->outer, &result->inner};
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        lob_bits_drop(sets[i]);
    }
    lob_plane_drop(&result->aerial);
}
