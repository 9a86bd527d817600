/* Figures made by hand, as db/figure.h makes them of a layout. Memory: the arena of the bench. */
#ifndef TESTS_UNIT_MEASURE_FIGURES_H
#define TESTS_UNIT_MEASURE_FIGURES_H

#include "tests/support/lob_test.h"

#include "db/figure.h"
#include "geom/path.h"

#define FIGURES_OK __attribute__((unused))

static lob_ctx ctx;

static FIGURES_OK int figures_open(void **state) {
    (void)state;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    return arena ? 0 : -1;
}

static FIGURES_OK int figures_close(void **state) {
    (void)state;
    lob_arena_drop(ctx.arena);
    return 0;
}

static lob_figure *figure_of(lob_kind kind, const lob_point64 *points, uint32_t count) {
    lob_figure *f = LOB_NEW(ctx.arena, lob_figure);
    lob_point64 *ring = LOB_NEW_ARRAY(ctx.arena, lob_point64, count);
    memcpy(ring, points, count * sizeof *ring);
    *f = (lob_figure){.kind = kind, .ring = ring, .ring_count = count, .box = LOB_BOX64_EMPTY, .is_exact = true};
    for (uint32_t i = 0; i < count; i++) {
        f->box = lob_box64_add_point(f->box, points[i].x, points[i].y);
    }
    return f;
}

#define POLYGON(...)                                                                                                   \
    figure_of(LOB_KIND_POLYGON, (const lob_point64[]){__VA_ARGS__},                                                    \
              sizeof((const lob_point64[]){__VA_ARGS__}) / sizeof(lob_point64))

static FIGURES_OK lob_figure *box_of(int64_t left, int64_t bottom, int64_t right, int64_t top) {
    const lob_point64 ring[4] = {{left, bottom}, {left, top}, {right, top}, {right, bottom}};
    return figure_of(LOB_KIND_BOX, ring, 4);
}

static FIGURES_OK lob_figure *text_at(int64_t x, int64_t y) {
    return figure_of(LOB_KIND_TEXT, &(lob_point64){x, y}, 1);
}

static FIGURES_OK lob_figure *path_of(const lob_point *line, uint32_t count, int64_t width, int64_t begin,
                                      int64_t end) {
    lob_path_shape shape = {line, count, width, begin, end, false};
    uint32_t needed = lob_path_outline(&shape, NULL, 0);
    lob_point64 *ring = LOB_NEW_ARRAY(ctx.arena, lob_point64, needed),
                *wide = LOB_NEW_ARRAY(ctx.arena, lob_point64, count);
    lob_path_outline(&shape, ring, needed);
    for (uint32_t i = 0; i < count; i++) {
        wide[i] = (lob_point64){line[i].x, line[i].y};
    }
    lob_figure *f = figure_of(LOB_KIND_PATH, ring, needed);
    f->line = wide;
    f->line_count = count;
    f->width = (double)width;
    f->begin_ext = (double)begin;
    f->end_ext = (double)end;
    return f;
}

#define PATH(width, ...)                                                                                               \
    path_of((const lob_point[]){__VA_ARGS__}, sizeof((const lob_point[]){__VA_ARGS__}) / sizeof(lob_point), width, 0, 0)

#endif
