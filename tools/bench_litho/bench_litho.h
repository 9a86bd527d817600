/* The figures of lithography, each part in a file of its own. */
#ifndef TOOLS_BENCH_LITHO_BENCH_LITHO_H
#define TOOLS_BENCH_LITHO_BENCH_LITHO_H

#include "base/ctx.h"

enum { RUNS_MAX = 64 };

/* Processor seconds of the calling thread. */
double thread_seconds(void);

typedef struct figure {
    double seconds[RUNS_MAX]; /* sorted by figure_best_and_median() */
    uint32_t count;
} figure;
void figure_best_and_median(figure *f, double *best, double *median);

/* forward.c: the aerial image of a tile against transforms of its size, and against the full-size way. Returns whether
 * it holds what it is meant to. */
bool bench_forward(lob_ctx *ctx);
/* clips.c: the ten clips of ICCAD 2013, as they are and optimised; held when on none of them, by either reading of the
 * kernels, L2 + PVB is above that of SimpleILT run again. Without the data it says so, and holds. */
bool bench_clips(lob_ctx *ctx);
/* cancel.c: from cancelling a job to its end, 100 of evaluate and 100 of optimize at moments anywhere on their way;
 * held when the 99th of a hundred is below 100 ms. */
bool bench_cancel(lob_ctx *ctx);

#endif
