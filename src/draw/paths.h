/* Runs of points one behind another, for marks on their way to the rasteriser; blocks that grow and are used again. */
#ifndef LOB_DRAW_PATHS_H
#define LOB_DRAW_PATHS_H

#include "base/ctx.h"
#include "render/grid.h"

typedef struct lob_path_run {
    uint32_t first, count; /* points */
    uint8_t known;         /* what the rasteriser knows of a ring */
} lob_path_run;

typedef struct lob_paths { /* zeroed by the owner */
    lob_pixel *points;
    uint32_t point_count, point_capacity;
    lob_path_run *runs;
    uint32_t run_count, run_capacity;
} lob_paths;

/* Points are kept within this: what lies beyond counts as lying there. */
#define LOB_PIXEL_FAR 1e12

void lob_paths_clear(lob_paths *paths); /* keeps the blocks */
void lob_paths_release(lob_paths *paths);
/* Room for so many more points. TOOL_LIMIT_EXCEEDED: memory. */
lob_status lob_paths_room(lob_ctx *ctx, lob_paths *paths, uint64_t count);
/* A new run, with room for so many points. The same errors. */
lob_status lob_paths_begin(lob_ctx *ctx, lob_paths *paths, uint64_t count, uint8_t known);
/* To the last run, which has room; `at` is finite. */
void lob_paths_put(lob_paths *paths, lob_pixel at);

#endif
