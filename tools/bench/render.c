/* What pictures cost, through the library alone: bench --render FILE writes one line of milliseconds:
 *   the first far view of all, the mean of later ones (other boxes, other layers left out), the mean 50 um window,
 *   each 1200x800 and all layers; coverage alone.
 */
#include <fcntl.h>
#include <stdio.h>
#include <time.h>

#include "bench.h"
#include "io/read.h"
#include "render/cover.h"

enum { WIDTH = 1200, HEIGHT = 800, FAR_COUNT = 5, NEAR_COUNT = 200 };

typedef struct scene {
    lob_ctx *ctx;
    lob_cover *cover;
    lob_raster *raster;
    lob_cell_index top;
} scene;

/* The drawing runs on one thread: its own time is what it takes on a machine that does nothing else. */
static int64_t cpu_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static uint32_t draws(scene *s, const lob_grid *grid, lob_layer_index skip, double *ms) {
    const lob_layout *layout = lob_cover_layout(s->cover);
    uint32_t far = 0;
    lob_cover_info info;
    int64_t began = cpu_ns();
    lob_arena_reset(s->ctx->arena);
    for (lob_layer_index i = 0; i < lob_layout_layer_count(layout); i++) {
        if (i == skip) {
            continue;
        }
        if (lob_cover_draw(s->ctx, s->cover, s->top, i, grid, s->raster, &info) != LOB_OK) {
            fprintf(stderr, "bench: %s\n", s->ctx->error.message);
            return 0;
        }
        far += !info.is_exact;
    }
    *ms = (double)(cpu_ns() - began) / 1e6;
    return far;
}

static void measure(scene *s) {
    lob_layout *layout = (lob_layout *)(uintptr_t)lob_cover_layout(s->cover);
    lob_box64 box = lob_layout_cell(layout, s->top)->box;
    double ms;
    double sum = 0;
    lob_grid grid = lob_grid_fit(box, WIDTH, HEIGHT);
    uint32_t far = draws(s, &grid, LOB_NONE, &ms);
    printf("first %.3f (%u layers far)", ms, far);
    for (int i = 0; i < FAR_COUNT; i++) {
        int64_t by = (box.right - box.left) / 100 * (i + 1);
        lob_box64 part = {box.left + by, box.bottom + by / 2, box.right - by / 3, box.top + by};
        grid = lob_grid_fit(part, WIDTH, HEIGHT);
        draws(s, &grid, (lob_layer_index)i, &ms);
        sum += ms;
    }
    printf(" later %.3f", sum / FAR_COUNT);
    sum = 0;
    double dbu = lob_layout_dbu(layout);
    int64_t side = (int64_t)(50 / dbu);
    for (int i = -3; i < NEAR_COUNT; i++) {
        int64_t x = box.left + (box.right - box.left) / 211 * ((i + 3) % 211);
        int64_t y = box.bottom + (box.top - box.bottom) / 197 * (((i + 3) * 31) % 197);
        grid = lob_grid_fit((lob_box64){x, y, x + side, y + side}, WIDTH, HEIGHT);
        draws(s, &grid, LOB_NONE, &ms);
        sum += i < 0 ? 0 : ms;
    }
    printf(" near %.3f kept %.1f MiB\n", sum / NEAR_COUNT, (double)lob_cover_size(s->cover) / 1048576);
}

int render_here(const char *path) {
    lob_arena *layout_arena = lob_arena_new(0);
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_read_options options = {.inflated_max = UINT64_C(1) << 36};
    lob_read_result read = {0};
    lob_ctx_init(&ctx, layout_arena);
    if (lob_read_layout(&ctx, open(path, O_RDONLY | O_CLOEXEC), &options, &read) != LOB_OK) {
        fprintf(stderr, "bench: %s\n", ctx.error.message);
        return 1;
    }
    lob_ctx_init(&ctx, arena);
    scene s = {.ctx = &ctx, .top = lob_layout_top(read.layout, 0)};
    int status = 1;
    if (lob_cover_new(&ctx, read.layout, UINT64_C(1) << 28, &s.cover) == LOB_OK &&
        lob_raster_new(&ctx, WIDTH, HEIGHT, &s.raster) == LOB_OK) {
        measure(&s);
        status = 0;
    }
    lob_raster_release(s.raster);
    lob_cover_release(s.cover);
    lob_layout_drop(read.layout);
    lob_arena_drop(arena);
    lob_arena_drop(layout_arena);
    return status;
}
