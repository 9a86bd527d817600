/* Windows: what a query costs inside the engine (bench --walk FILE, a process of its own) and as a round trip.
 *
 * Wall time, median; the same windows for everybody, by a fixed linear congruence over the layout's box.
 */
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "bench.h"
#include "db/walk.h"
#include "io/read.h"

enum { WINDOW_COUNT = 2001, TRIP_COUNT = 1001, LARGE_COUNT = 21 };

typedef struct windows {
    uint64_t state;
    double left, bottom, right, top; /* of the layout, dbu */
} windows;

static double fraction(windows *w) {
    w->state = w->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(w->state >> 11) / 9007199254740992.0;
}

static lob_box64 next_window(windows *w, double side) {
    double x = w->left + (w->right - w->left - side) * fraction(w);
    double y = w->bottom + (w->top - w->bottom - side) * fraction(w);
    return (lob_box64){(int64_t)x, (int64_t)y, (int64_t)(x + side), (int64_t)(y + side)};
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int count) {
    qsort(values, (size_t)count, sizeof *values, by_value);
    return values[count / 2];
}

/* ---- inside the engine ---- */

static uint64_t hits_in(lob_ctx *ctx, const lob_layout *layout, lob_cell_index cell, lob_box64 window) {
    lob_walk_options options = {
        .window = window, .meet = LOB_MEET_OVERLAP, .what = LOB_WALK_SHAPES | LOB_WALK_TEXTS, .depth_max = UINT32_MAX};
    lob_walk *walk;
    const lob_hit *hit = NULL;
    uint64_t count = 0;
    if (lob_walk_open(ctx, layout, cell, &options, &walk) != LOB_OK) {
        return 0;
    }
    while (lob_walk_next(walk, &hit) == LOB_OK && hit) {
        count++;
    }
    return count;
}

static void measure_windows(lob_ctx *ctx, const lob_layout *layout, lob_cell_index top, windows *w, double side_um,
                            int count) {
    static double us[WINDOW_COUNT];
    double side = side_um / lob_layout_dbu(layout), total = 0;
    uint64_t hits = 0;
    for (int i = 0; i < count; i++) {
        lob_box64 window = next_window(w, side);
        lob_arena_reset(ctx->arena);
        int64_t began = lob_clock_ns();
        hits += hits_in(ctx, layout, top, window);
        us[i] = (double)(lob_clock_ns() - began) / 1e3;
        total += us[i];
    }
    printf(" %.6g %.6g %.6g", median(us, count), (double)hits / count, (double)hits / total);
}

/* Prints: first query s; then median us, hits a window and million hits a second, for 50 um and for 5000 um. */
int walk_here(const char *path) {
    lob_arena *layout_arena = lob_arena_new(0), *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, layout_arena);
    lob_read_options options = {.inflated_max = UINT64_C(1) << 36};
    lob_read_result read = {0};
    if (lob_read_layout(&ctx, open(path, O_RDONLY | O_CLOEXEC), &options, &read) != LOB_OK) {
        fprintf(stderr, "bench: %s\n", ctx.error.message);
        return 1;
    }
    lob_cell_index top = lob_layout_top(read.layout, 0);
    lob_box64 box = lob_layout_cell(read.layout, top)->box;
    windows w = {1, (double)box.left, (double)box.bottom, (double)box.right, (double)box.top};
    lob_ctx_init(&ctx, arena);
    int64_t began = lob_clock_ns();
    hits_in(&ctx, read.layout, top, next_window(&w, 50 / lob_layout_dbu(read.layout)));
    printf("%.6g", (double)(lob_clock_ns() - began) / 1e9);
    measure_windows(&ctx, read.layout, top, &w, 50, WINDOW_COUNT);
    measure_windows(&ctx, read.layout, top, &w, 7500, LARGE_COUNT);
    printf("\n");
    lob_layout_drop(read.layout);
    lob_arena_drop(arena);
    lob_arena_drop(layout_arena);
    return 0;
}

static bool walk_there(bench *b, const char *file, const char *key, const char *name) {
    char out[PATH_MAX + 16], path[PATH_MAX + 64], label[96], member[64];
    snprintf(out, sizeof out, "%s/walk.txt", b->dir);
    snprintf(path, sizeof path, "%s/%s", b->dir, file);
    char *const argv[] = {b->self, (char[]){"--walk"}, path, NULL};
    double v[7];
    FILE *in = run_program(argv, out) >= 0 ? fopen(out, "r") : NULL;
    int got = 0;
    while (in && got < 7 && fscanf(in, "%lf", &v[got]) == 1) {
        got++;
    }
    if (in) {
        fclose(in);
    }
    if (got < 7) {
        return false;
    }
    const struct {
        const char *key, *label, *unit;
        double value;
    } rows[] = {
        {"first_query_s", "first query (the index is made), <= 0.5", "s", v[0]},
        {"window_50um_us", "50 um window inside the engine, p50, <= 20", "us", v[1]},
        {"window_50um_hits", "objects in it, mean", "", v[2]},
        {"large_window_hits", "objects in a 7.5 mm window, mean", "", v[5]},
        {"large_window_mhits", "million of them a second, >= 5", "M/s", v[6]},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        snprintf(member, sizeof member, "%s_%s", key, rows[i].key);
        snprintf(label, sizeof label, "%s: %s", name, rows[i].label);
        report(b, member, rows[i].value, rows[i].unit, label);
    }
    return true;
}

/* ---- as round trips ---- */

static bool ask_windows(peer *p, const char *session, windows *w, double *us) {
    for (int i = 0; i < TRIP_COUNT; i++) {
        char arguments[512];
        lob_box64 box = next_window(w, 50);
        snprintf(arguments, sizeof arguments,
                 "%.*s,\"box\":{\"left\":%ld,\"bottom\":%ld,\"right\":%ld,\"top\":%ld},\"max_shapes\":20}",
                 (int)strlen(session) - 1, session, (long)box.left, (long)box.bottom, (long)box.right, (long)box.top);
        int64_t began = lob_clock_ns();
        if (!peer_call(p, "query_region", lob_str_from(arguments), NULL)) {
            return false;
        }
        us[i] = (double)(lob_clock_ns() - began) / 1e3;
    }
    return true;
}

static bool ask_there(bench *b, const char *file, const char *key, const char *name) {
    static double us[TRIP_COUNT];
    char path[PATH_MAX + 64], session[128], label[96];
    peer p;
    snprintf(path, sizeof path, "%s/%s", b->dir, file);
    if (!peer_open(&p, b->server)) {
        return false;
    }
    windows w = {1, 1000, 1000, 15000, 15000}; /* um, inside either reticle */
    bool fine = peer_open_layout(&p, path, session, sizeof session) && ask_windows(&p, session, &w, us);
    peer_close(&p);
    if (fine) {
        snprintf(label, sizeof label, "%s: query_region round trip, p50, <= 100", name);
        report(b, key, median(us, TRIP_COUNT), "us", label);
    }
    return fine;
}

bool measure_queries(bench *b) {
    return walk_there(b, "reticle_flat.gds", "flat", "flat reticle") &&
           walk_there(b, "reticle_hier.gds", "hier", "hierarchical reticle") &&
           ask_there(b, "reticle_flat.gds", "flat_query_us_p50", "flat reticle") &&
           ask_there(b, "reticle_hier.gds", "hier_query_us_p50", "hierarchical reticle");
}
