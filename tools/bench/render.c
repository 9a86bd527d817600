/* What pictures cost, through the library alone, in milliseconds of the processor, 1200x800 and all layers:
 *   the first view of all; the mean of later ones, with other boxes and layers; the mean 50 um window, coverage alone;
 *   the same in colours with frames; its digest; its PNG.
 * `bench --render FILE` writes them as one line of numbers, so that each layout has a process of its own.
 */
#include <fcntl.h>
#include <stdio.h>
#include <time.h>

#include "bench.h"
#include "io/read.h"
#include "draw/png_out.h"
#include "draw/scene.h"

enum { WIDTH = 1200, HEIGHT = 800, FAR_COUNT = 5, NEAR_COUNT = 200, PICTURE_COUNT = 50 };

typedef struct stage {
    lob_ctx *ctx;
    lob_cover *cover;
    lob_raster *raster;
    lob_cell_index top;
} stage;

/* The drawing runs on one thread: its own time is what it takes on a machine that does nothing else. */
static int64_t cpu_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static void draws(stage *s, const lob_grid *grid, lob_layer_index skip, double *ms) {
    const lob_layout *layout = lob_cover_layout(s->cover);
    lob_cover_info info;
    int64_t began = cpu_ns();
    lob_arena_reset(s->ctx->arena);
    for (lob_layer_index i = 0; i < lob_layout_layer_count(layout); i++) {
        if (i == skip) {
            continue;
        }
        if (lob_cover_draw(s->ctx, s->cover, s->top, i, grid, s->raster, &info) != LOB_OK) {
            fprintf(stderr, "bench: %s\n", s->ctx->error.message);
            return;
        }
    }
    *ms = (double)(cpu_ns() - began) / 1e6;
}

static lob_box64 window_at(lob_box64 box, int64_t side, int i) {
    int64_t x = box.left + (box.right - box.left) / 211 * (i % 211);
    int64_t y = box.bottom + (box.top - box.bottom) / 197 * ((i * 31) % 197);
    return (lob_box64){x, y, x + side, y + side};
}

static void measure_picture(stage *s, lob_box64 box, int64_t side) {
    const lob_layout *layout = lob_cover_layout(s->cover);
    enum { LAYERS_MAX = 64 };
    lob_scene_layer layers[LAYERS_MAX];
    lob_scene scene = {.cell = s->top, .mode = LOB_PICTURE_LIGHT, .layers = layers};
    for (; scene.layer_count < lob_layout_layer_count(layout) && scene.layer_count < LAYERS_MAX; scene.layer_count++) {
        layers[scene.layer_count] = (lob_scene_layer){scene.layer_count, lob_palette_style(scene.layer_count)};
    }
    double sum[3] = {0};
    for (int i = 0; i < PICTURE_COUNT; i++) {
        lob_picture picture;
        lob_scene_info info;
        lob_buf png;
        char hex[65];
        lob_arena_reset(s->ctx->arena);
        lob_buf_init(&png, 0);
        scene.grid = lob_grid_fit(window_at(box, side, 4 * i), WIDTH, HEIGHT);
        int64_t t0 = cpu_ns();
        bool fine = lob_picture_new(s->ctx, WIDTH, HEIGHT, scene.mode, &picture) == LOB_OK &&
                    lob_scene_draw(s->ctx, s->cover, &scene, &picture, &info) == LOB_OK;
        int64_t t1 = cpu_ns();
        fine = fine && lob_picture_digest(s->ctx, &picture, hex) == LOB_OK;
        int64_t t2 = cpu_ns();
        fine = fine && lob_png_make(s->ctx, &picture, false, &png) == LOB_OK;
        int64_t t3 = cpu_ns();
        sum[0] += (double)(t1 - t0) / 1e6;
        sum[1] += (double)(t2 - t1) / 1e6;
        sum[2] += (double)(t3 - t2) / 1e6;
        lob_buf_release(&png);
        lob_picture_release(&picture);
        if (!fine) {
            fprintf(stderr, "bench: %s\n", s->ctx->error.message);
        }
    }
    printf(" %.3f %.3f %.3f\n", sum[0] / PICTURE_COUNT, sum[1] / PICTURE_COUNT, sum[2] / PICTURE_COUNT);
}

static void measure(stage *s) {
    const lob_layout *layout = lob_cover_layout(s->cover);
    lob_box64 box = lob_layout_cell(layout, s->top)->box;
    double ms;
    double sum = 0;
    lob_grid grid = lob_grid_fit(box, WIDTH, HEIGHT);
    draws(s, &grid, LOB_NONE, &ms);
    printf("%.3f", ms);
    for (int i = 0; i < FAR_COUNT; i++) {
        int64_t by = (box.right - box.left) / 100 * (i + 1);
        lob_box64 part = {box.left + by, box.bottom + by / 2, box.right - by / 3, box.top + by};
        grid = lob_grid_fit(part, WIDTH, HEIGHT);
        draws(s, &grid, (lob_layer_index)i, &ms);
        sum += ms;
    }
    printf(" %.3f", sum / FAR_COUNT);
    sum = 0;
    int64_t side = (int64_t)(50 / lob_layout_dbu(layout));
    for (int i = -3; i < NEAR_COUNT; i++) {
        grid = lob_grid_fit(window_at(box, side, i + 3), WIDTH, HEIGHT);
        draws(s, &grid, LOB_NONE, &ms);
        sum += i < 0 ? 0 : ms;
    }
    printf(" %.3f", sum / NEAR_COUNT);
    measure_picture(s, box, side);
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
    stage s = {.ctx = &ctx, .top = lob_layout_top(read.layout, 0)};
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

static bool render_there(bench *b, const char *file, const char *name) {
    static const struct {
        const char *key, *label;
    } parts[6] = {{"first", "whole view, the first"},     {"later", "whole view, later ones"},
                  {"window", "50 um window, coverage"},   {"picture", "50 um window, in colours"},
                  {"digest", "50 um window, its digest"}, {"png", "50 um window, its PNG"}};
    char out[PATH_MAX + 16];
    char path[PATH_MAX + 64];
    char key[64];
    char label[96];
    double v[6];
    int got = 0;
    snprintf(out, sizeof out, "%s/render.txt", b->dir);
    snprintf(path, sizeof path, "%s/%s", b->dir, file);
    char *const argv[] = {b->self, (char[]){"--render"}, path, NULL};
    FILE *in = run_program(argv, out) >= 0 ? fopen(out, "r") : NULL;
    while (in && got < 6 && fscanf(in, "%lf", &v[got]) == 1) {
        got++;
    }
    if (in) {
        fclose(in);
    }
    for (int i = 0; i < got; i++) {
        snprintf(key, sizeof key, "render_%s_%s_ms", name, parts[i].key);
        snprintf(label, sizeof label, "%s reticle, %s", name, parts[i].label);
        report(b, key, v[i], "ms", label);
    }
    return got == 6;
}

bool measure_render(bench *b) {
    return render_there(b, "reticle_flat.gds", "flat") && render_there(b, "reticle_hier.gds", "hier");
}
