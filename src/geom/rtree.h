/* A packed R-tree over boxes: built once, read by any number of threads.
 *
 * Idea: the items are put in the order of a Hilbert curve through the middles of their boxes; a node of level L + 1 is
 * the box around 16 neighbours of level L. So no pointers are needed, the boxes of an answer lie side by side, and a
 * place in the tree is a level and a number. Boxes are of 32 bits: what reaches further is cut off at the edge of that
 * range, which only makes the tree let through more; who asks decides on the exact box.
 *
 * Memory: one block of lob_rtree_size() bytes, the caller's. Boxes and windows are closed.
 */
#ifndef LOB_GEOM_RTREE_H
#define LOB_GEOM_RTREE_H

#include <stddef.h>

#include "base/ctx.h"
#include "geom/trans.h"

enum { LOB_RTREE_FAN = 16, LOB_RTREE_LEVELS = 9, LOB_RTREE_COUNT_MAX = 0x70000000 };

typedef struct lob_rtree {
    uint32_t count;                   /* items */
    uint32_t levels;                  /* 0: empty; level 0 holds the items, the last has one box */
    uint32_t start[LOB_RTREE_LEVELS]; /* of each level in `boxes` */
    uint32_t size[LOB_RTREE_LEVELS];
    const lob_box *boxes;
    const uint32_t *ids; /* of the items, in the order of level 0 */
    bool is_marked;      /* the owner's: some ids are more than numbers */
} lob_rtree;

/* Bytes of the block, and of the memory that building needs; count <= LOB_RTREE_COUNT_MAX. */
size_t lob_rtree_size(uint32_t count);
size_t lob_rtree_scratch_size(uint32_t count);
/* Items are numbered as they stand in `boxes`; none may be empty. Both blocks aligned to 8. O(count). Polls every
 * million items. LOB_E_CANCELLED. */
lob_status lob_rtree_make(lob_ctx *ctx, lob_rtree *tree, const lob_box *boxes, uint32_t count, void *block,
                          void *scratch);

/* A box of 64 bits cut off at the edges of 32 bits. */
lob_box lob_box_cut(lob_box64 box);

/* Where a search stands; zeroed by lob_rtree_begin(). */
typedef struct lob_rtree_cursor {
    uint32_t level, at;
    uint32_t run; /* items of the last answer: *item .. *item + run - 1 */
} lob_rtree_cursor;

/* What is searched for: boxes that touch a window, either as they stand or seen through a transformation. */
typedef struct lob_rtree_query {
    lob_box window;   /* is_turned: unused */
    bool gives_whole; /* a node wholly inside the window comes as one run; not with is_turned */
    bool is_turned;
    /* Seen through: middle m and half size h of a box go to A m + d and |A| h; that must touch the window. */
    double a[4], dx, dy;
    double left, bottom, right, top;
} lob_rtree_query;

/* For a transformation off the axes: boxes whose transform (the box around it) touches `window` widened by `margin`. */
lob_rtree_query lob_rtree_query_turned(const lob_trans *t, lob_box64 window, double margin);
lob_rtree_query lob_rtree_query_window(lob_box64 window);

void lob_rtree_begin(const lob_rtree *tree, lob_rtree_cursor *cursor);
/* The next item in tree order that matches; *item is its place: boxes[*item], ids[*item]. False at the end. *work grows
 * by the number of boxes looked at. The query may become narrower between two calls. Stops early, with true and
 * *item = LOB_RTREE_PAUSE, after some ten thousand boxes, so that the caller can look up. */
#define LOB_RTREE_PAUSE UINT32_MAX
bool lob_rtree_next(const lob_rtree *tree, lob_rtree_cursor *cursor, const lob_rtree_query *query, uint32_t *item,
                    uint64_t *work);

#endif
