/* bench_litho: prints the figures of src/litho that docs state. Each part can be asked for by name: bench_litho
 * forward. Status 1 when a figure is not held. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench_litho.h"

double thread_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void figure_best_and_median(figure *f, double *best, double *median) {
    qsort(f->seconds, f->count, sizeof f->seconds[0], by_size);
    *best = f->seconds[0];
    *median = (f->seconds[(f->count - 1) / 2] + f->seconds[f->count / 2]) / 2;
}

static const struct {
    const char *name;
    bool (*run)(lob_ctx *ctx);
} parts[] = {
    {"forward", bench_forward},
    {"clips", bench_clips},
    {"cancel", bench_cancel},
};

int main(int argc, char **argv) {
    bool all_held = true;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (argc > 1 && strcmp(argv[1], parts[i].name) != 0) {
            continue;
        }
        lob_ctx ctx;
        lob_arena *arena = lob_arena_new(0);
        if (arena == NULL) {
            return 2;
        }
        lob_ctx_init(&ctx, arena);
        if (!parts[i].run(&ctx)) {
            fprintf(stderr, "bench_litho: %s: %s\n", parts[i].name,
                    ctx.error.code != LOB_OK ? ctx.error.message : "a figure is not held");
            all_held = false;
        }
        lob_arena_drop(arena);
    }
    return all_held ? 0 : 1;
}
