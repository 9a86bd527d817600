/* What pictures cost, through the library alone, 1200x800 pixels of all layers, in milliseconds of the processor and of
 * the clock:
 *   the first picture of all in colours; later ones, with other boxes, styles and layers, on average and at worst;
 *   a 50 um window, on average: its coverage alone, in colours with frames, its digest, its PNG.
 * The windows are drawn in rounds, of which the fastest counts. `bench --render FILE` writes all as one line of
 * numbers, so that each layout has a process of its own.
 */
#include <fcntl.h>
#include <stdio.h>
#include <time.h>

#include "bench.h"
#include "draw/png_out.h"
#include "draw/scene.h"
#include "io/read.h"

enum { WIDTH = 1200, HEIGHT = 800, FAR_COUNT = 8, NEAR_COUNT = 50, ROUNDS = 5, LAYERS_MAX = 64 };
enum { FIRST, LATER, WORST, WINDOW, PICTURE, DIGEST, PNG, PARTS };

typedef struct stage {
    lob_ctx *ctx;
    lob_cover *cover;
    lob_cell_index top;
    lob_scene_layer layers[LAYERS_MAX];
    uint32_t layer_count;
} stage;

typedef struct ticks {
    double cpu, wall;
} ticks;

static double ms_of(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static ticks now(void) {
    return (ticks){ms_of(CLOCK_PROCESS_CPUTIME_ID), ms_of(CLOCK_MONOTONIC)};
}

/* Adds what has gone by since `from`; it is now then. */
static void add_since(ticks *sum, ticks *from) {
    ticks t = now();
    sum->cpu += t.cpu - from->cpu;
    sum->wall += t.wall - from->wall;
    *from = t;
}

static bool say(const stage *s, bool fine) {
    if (!fine) {
        fprintf(stderr, "bench: %s\n", s->ctx->error.message);
    }
    return fine;
}

/* Coverage of all layers and nothing else. */
static bool draws(stage *s, const lob_grid *grid) {
    lob_cover_info info;
    lob_raster *raster;
    lob_arena_reset(s->ctx->arena);
    bool fine = lob_cover_raster(s->ctx, s->cover, WIDTH, HEIGHT, &raster) == LOB_OK;
    for (uint32_t i = 0; i < s->layer_count && fine; i++) {
        fine = lob_cover_shade(s->ctx, s->cover, s->top, s->layers[i].layer, grid, raster, &info) == LOB_OK;
    }
    lob_cover_raster_end(s->cover);
    return say(s, fine);
}

/* A picture in colours; then, when `sums` has room for them, its digest and PNG. */
static bool paints(stage *s, const lob_scene *scene, ticks *sums, bool is_all) {
    lob_picture picture = {0};
    lob_scene_info info;
    lob_buf png;
    char hex[65];
    lob_arena_reset(s->ctx->arena);
    lob_buf_init(&png, 0);
    ticks t = now();
    bool fine = lob_picture_new(s->ctx, WIDTH, HEIGHT, scene->mode, &picture) == LOB_OK &&
                lob_scene_draw(s->ctx, s->cover, scene, &picture, &info) == LOB_OK;
    add_since(&sums[0], &t);
    if (fine && is_all) {
        fine = lob_picture_digest(s->ctx, &picture, hex) == LOB_OK;
        add_since(&sums[1], &t);
        fine = fine && lob_png_make(s->ctx, &picture, false, &png) == LOB_OK;
        add_since(&sums[2], &t);
    }
    lob_buf_release(&png);
    lob_picture_release(&picture);
    return say(s, fine);
}

static lob_box64 window_at(lob_box64 box, int64_t side, int i) {
    int64_t x = box.left + (box.right - box.left) / 211 * (i % 211);
    int64_t y = box.bottom + (box.top - box.bottom) / 197 * ((i * 31) % 197);
    return (lob_box64){x, y, x + side, y + side};
}

static bool measure_far(stage *s, lob_box64 box, ticks *v) {
    lob_scene scene = {.cell = s->top, .mode = LOB_PICTURE_LIGHT, .layers = s->layers, .layer_count = s->layer_count};
    scene.grid = lob_grid_fit(box, WIDTH, HEIGHT);
    bool fine = paints(s, &scene, &v[FIRST], false);
    for (int i = 1; i <= FAR_COUNT && fine; i++) {
        int64_t by = (box.right - box.left) / 100 * i;
        lob_scene_layer layers[LAYERS_MAX];
        ticks one = {0, 0};
        scene.layer_count = 0;
        for (uint32_t k = 0; k < s->layer_count; k++) { /* one layer less, other colours */
            if (k != (uint32_t)i % s->layer_count) {
                layers[scene.layer_count++] =
                    (lob_scene_layer){s->layers[k].layer, lob_palette_style(k + (uint32_t)i, LOB_PICTURE_LIGHT)};
            }
        }
        scene.layers = layers;
        scene.mode = i % 2 ? LOB_PICTURE_DARK : LOB_PICTURE_LIGHT;
        scene.grid = lob_grid_fit((lob_box64){box.left + by, box.bottom + by / 2, box.right - by / 3, box.top + by},
                                  WIDTH, HEIGHT);
        fine = paints(s, &scene, &one, false);
        v[LATER].cpu += one.cpu / FAR_COUNT;
        v[LATER].wall += one.wall / FAR_COUNT;
        v[WORST].cpu = one.cpu > v[WORST].cpu ? one.cpu : v[WORST].cpu;
        v[WORST].wall = one.wall > v[WORST].wall ? one.wall : v[WORST].wall;
    }
    return fine;
}

static bool measure_near(stage *s, lob_box64 box, int64_t side, ticks *v) {
    lob_scene scene = {.cell = s->top, .mode = LOB_PICTURE_LIGHT, .layers = s->layers, .layer_count = s->layer_count};
    bool fine = true;
    for (int round = 0; round < ROUNDS && fine; round++) {
        ticks sums[4] = {{0, 0}};
        for (int i = 0; i < NEAR_COUNT && fine; i++) {
            scene.grid = lob_grid_fit(window_at(box, side, 4 * i), WIDTH, HEIGHT);
            ticks t = now();
            fine = draws(s, &scene.grid);
            add_since(&sums[0], &t);
            fine = fine && paints(s, &scene, sums + 1, true);
        }
        for (int k = 0; k < 4; k++) {
            ticks *best = &v[WINDOW + k];
            best->cpu = round == 0 || sums[k].cpu / NEAR_COUNT < best->cpu ? sums[k].cpu / NEAR_COUNT : best->cpu;
            best->wall = round == 0 || sums[k].wall / NEAR_COUNT < best->wall ? sums[k].wall / NEAR_COUNT : best->wall;
        }
    }
    return fine;
}

static bool measure(stage *s) {
    const lob_layout *layout = lob_cover_layout(s->cover);
    lob_box64 box = lob_layout_cell(layout, s->top)->box;
    ticks v[PARTS] = {{0, 0}};
    for (; s->layer_count < lob_layout_layer_count(layout) && s->layer_count < LAYERS_MAX; s->layer_count++) {
        s->layers[s->layer_count] =
            (lob_scene_layer){s->layer_count, lob_palette_style(s->layer_count, LOB_PICTURE_LIGHT)};
    }
    if (!measure_far(s, box, v) || !measure_near(s, box, (int64_t)(50 / lob_layout_dbu(layout)), v)) {
        return false;
    }
    for (int i = 0; i < PARTS; i++) {
        printf("%s%.3f %.3f", i ? " " : "", v[i].cpu, v[i].wall);
    }
    printf("\n");
    return true;
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
    if (lob_cover_new(&ctx, read.layout, UINT64_C(1) << 28, &s.cover) == LOB_OK && measure(&s)) {
        status = 0;
    }
    lob_cover_release(s.cover);
    lob_layout_drop(read.layout);
    lob_arena_drop(arena);
    lob_arena_drop(layout_arena);
    return status;
}

static bool render_there(bench *b, const char *file, const char *name) {
    static const struct {
        const char *key, *label;
    } parts[PARTS] = {{"first", "whole view in colours, the first"},
                      {"later", "whole view in colours, later ones"},
                      {"worst", "whole view in colours, the slowest later one"},
                      {"window", "50 um window, coverage"},
                      {"picture", "50 um window, in colours"},
                      {"digest", "50 um window, its digest"},
                      {"png", "50 um window, its PNG"}};
    char out[PATH_MAX + 16];
    char path[PATH_MAX + 64];
    char key[64];
    char label[96];
    ticks v[PARTS];
    int got = 0;
    snprintf(out, sizeof out, "%s/render.txt", b->dir);
    snprintf(path, sizeof path, "%s/%s", b->dir, file);
    char *const argv[] = {b->self, (char[]){"--render"}, path, NULL};
    FILE *in = run_program(argv, out) >= 0 ? fopen(out, "r") : NULL;
    while (in && got < PARTS && fscanf(in, "%lf %lf", &v[got].cpu, &v[got].wall) == 2) {
        got++;
    }
    if (in) {
        fclose(in);
    }
    for (int i = 0; i < got; i++) {
        snprintf(key, sizeof key, "render_%s_%s_ms", name, parts[i].key);
        snprintf(label, sizeof label, "%s reticle, %s, processor", name, parts[i].label);
        report(b, key, v[i].cpu, "ms", label);
        snprintf(key, sizeof key, "render_%s_%s_wall_ms", name, parts[i].key);
        snprintf(label, sizeof label, "%s reticle, %s", name, parts[i].label);
        report(b, key, v[i].wall, "ms", label);
    }
    if (got == PARTS) {
        snprintf(key, sizeof key, "render_%s_window_png_digest_ms", name);
        snprintf(label, sizeof label, "%s reticle, 50 um window with digest and PNG, processor", name);
        report(b, key, v[PICTURE].cpu + v[DIGEST].cpu + v[PNG].cpu, "ms", label);
    }
    return got == PARTS;
}

bool measure_render(bench *b) {
    return render_there(b, "reticle_flat.gds", "flat") && render_there(b, "reticle_hier.gds", "hier");
}
