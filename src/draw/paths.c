/* See paths.h. */
#include "draw/paths.h"

#include "base/alloc.h"

static bool grow(void **items, uint32_t *capacity, uint64_t need, size_t size) {
    if (need <= *capacity) {
        return true;
    }
    uint64_t more = need + need / 2 + 64;
    void *block = more < UINT32_MAX ? lob_realloc(*items, more * size) : NULL;
    if (block) {
        *items = block;
        *capacity = (uint32_t)more;
    }
    return block != NULL;
}

void lob_paths_clear(lob_paths *p) {
    p->point_count = p->run_count = 0;
}

void lob_paths_release(lob_paths *p) {
    lob_free(p->points);
    lob_free(p->runs);
    *p = (lob_paths){0};
}

lob_status lob_paths_room(lob_ctx *ctx, lob_paths *p, uint64_t count) {
    bool fine = grow((void **)&p->points, &p->point_capacity, p->point_count + count, sizeof *p->points);
    return fine ? LOB_OK : lob_fail_memory(ctx);
}

lob_status lob_paths_begin(lob_ctx *ctx, lob_paths *p, uint64_t count, uint8_t known) {
    LOB_TRY(lob_paths_room(ctx, p, count));
    if (!grow((void **)&p->runs, &p->run_capacity, p->run_count + UINT64_C(1), sizeof *p->runs)) {
        return lob_fail_memory(ctx);
    }
    p->runs[p->run_count++] = (lob_path_run){p->point_count, 0, known};
    return LOB_OK;
}

void lob_paths_put(lob_paths *p, lob_pixel at) {
    const double far = LOB_PIXEL_FAR;
    p->points[p->point_count++] =
        (lob_pixel){lob_least(lob_most(at.x, -far), far), lob_least(lob_most(at.y, -far), far)};
    p->runs[p->run_count - 1].count++;
}
