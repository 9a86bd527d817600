/* The packed R-tree. A search is a walk over (level, number) in order: down into a box that matches, else on to the
 * next sibling, up where a node ends. So it needs no stack, and can stop and go on anywhere. */
#include "geom/rtree.h"

#include <math.h>
#include <string.h>

enum { FAN_BITS = 4, KEY_BITS = 11, PAUSE_AFTER = 16384, AHEAD = 24, POLL_EVERY = 1 << 20 };

static uint32_t above(uint32_t count) {
    return count / LOB_RTREE_FAN + (count % LOB_RTREE_FAN != 0);
}

static uint32_t box_count(uint32_t count) {
    uint32_t all = count;
    while (count > 1) {
        count = above(count);
        all += count;
    }
    return all;
}

size_t lob_rtree_size(uint32_t count) {
    return (size_t)box_count(count) * sizeof(lob_box) + (size_t)count * sizeof(uint32_t);
}

size_t lob_rtree_scratch_size(uint32_t count) {
    return (size_t)count * 2 * sizeof(uint64_t);
}

lob_box lob_box_cut(lob_box64 box) {
    const int64_t low = INT32_MIN;
    const int64_t high = INT32_MAX;
    return (lob_box){(int32_t)(box.left < low    ? low
                               : box.left > high ? high
                                                 : box.left),
                     (int32_t)(box.bottom < low    ? low
                               : box.bottom > high ? high
                                                   : box.bottom),
                     (int32_t)(box.right < low    ? low
                               : box.right > high ? high
                                                  : box.right),
                     (int32_t)(box.top < low    ? low
                               : box.top > high ? high
                                                : box.top)};
}

/* ---- building ---- */

/* Place of (x, y), 16 bits each, along a Hilbert curve: the classic loop over bits, all in registers. */
static uint32_t hilbert(uint32_t x, uint32_t y) {
    uint32_t key = 0;
    for (uint32_t s = 1U << 15; s > 0; s >>= 1) {
        uint32_t rx = (x & s) != 0;
        uint32_t ry = (y & s) != 0;
        key = key << 2 | ((3 * rx) ^ ry);
        if (ry == 0) {
            uint32_t flip = rx ? 0xffff : 0;
            uint32_t swap = x ^ flip;
            x = y ^ flip;
            y = swap;
        }
    }
    return key;
}

static lob_box join(lob_box a, lob_box b) {
    return (lob_box){a.left < b.left ? a.left : b.left, a.bottom < b.bottom ? a.bottom : b.bottom,
                     a.right > b.right ? a.right : b.right, a.top > b.top ? a.top : b.top};
}

static uint32_t chunk_end(uint32_t first, uint32_t count) {
    return count - first > POLL_EVERY ? first + POLL_EVERY : count;
}

static lob_box box_around(const lob_box *boxes, uint32_t count) {
    lob_box all = boxes[0];
    for (uint32_t i = 1; i < count; i++) {
        all = join(all, boxes[i]);
    }
    return all;
}

/* Key in the upper half, number in the lower: equal keys keep the order of the numbers. */
static lob_status make_keys(lob_ctx *ctx, const lob_box *boxes, uint32_t count, uint64_t *keys) {
    lob_box all = boxes[0];
    for (uint32_t first = 0, end; first < count; first = end) {
        end = chunk_end(first, count);
        all = join(all, box_around(boxes + first, end - first));
        LOB_TRY(lob_poll(ctx));
    }
    /* Middles doubled are of 33 bits and a sign; both axes get one scale so that cells of the curve are squares. */
    int64_t low_x = 2 * (int64_t)all.left;
    int64_t low_y = 2 * (int64_t)all.bottom;
    int64_t wide = (int64_t)all.right - all.left;
    int64_t high = (int64_t)all.top - all.bottom;
    uint64_t reach = (uint64_t)(wide > high ? wide : high) * 2 + 1;
    double scale = 65535.0 / (double)reach;
    for (uint32_t first = 0, end; first < count; first = end) {
        end = chunk_end(first, count);
        for (uint32_t i = first; i < end; i++) {
            int64_t x = (int64_t)boxes[i].left + boxes[i].right - low_x;
            int64_t y = (int64_t)boxes[i].bottom + boxes[i].top - low_y;
            keys[i] = (uint64_t)hilbert((uint32_t)((double)x * scale), (uint32_t)((double)y * scale)) << 32 | i;
        }
        LOB_TRY(lob_poll(ctx));
    }
    return LOB_OK;
}

/* By the upper 32 bits, least significant digit first. *sorted: `keys` or `other`. */
static lob_status radix_sort(lob_ctx *ctx, uint64_t *keys, uint64_t *other, uint32_t count, uint64_t **sorted) {
    for (unsigned shift = 32; shift < 64; shift += KEY_BITS) {
        uint32_t places[1 << KEY_BITS] = {0};
        const uint64_t mask = (1 << KEY_BITS) - 1;
        for (uint32_t first = 0, end; first < count; first = end) {
            end = chunk_end(first, count);
            for (uint32_t i = first; i < end; i++) {
                places[keys[i] >> shift & mask]++;
            }
            LOB_TRY(lob_poll(ctx));
        }
        if (places[keys[0] >> shift & mask] == count) {
            continue;
        }
        uint32_t sum = 0;
        for (uint32_t i = 0; i < 1 << KEY_BITS; i++) {
            uint32_t here = places[i];
            places[i] = sum;
            sum += here;
        }
        for (uint32_t first = 0, end; first < count; first = end) {
            end = chunk_end(first, count);
            for (uint32_t i = first; i < end; i++) {
                other[places[keys[i] >> shift & mask]++] = keys[i];
            }
            LOB_TRY(lob_poll(ctx));
        }
        uint64_t *swap = keys;
        keys = other;
        other = swap;
    }
    *sorted = keys;
    return LOB_OK;
}

static uint64_t *insertion_sort(uint64_t *keys, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        uint64_t key = keys[i];
        uint32_t k = i;
        for (; k > 0 && keys[k - 1] > key; k--) {
            keys[k] = keys[k - 1];
        }
        keys[k] = key;
    }
    return keys;
}

static void make_levels(lob_rtree *tree, lob_box *boxes) {
    uint32_t level = 0;
    while (tree->size[level] > 1) {
        const lob_box *from = boxes + tree->start[level];
        uint32_t size = above(tree->size[level]);
        tree->start[level + 1] = tree->start[level] + tree->size[level];
        tree->size[level + 1] = size;
        lob_box *to = boxes + tree->start[level + 1];
        for (uint32_t i = 0; i < size; i++) {
            uint32_t first = i * LOB_RTREE_FAN;
            uint32_t end = first + LOB_RTREE_FAN < tree->size[level] ? first + LOB_RTREE_FAN : tree->size[level];
            to[i] = from[first];
            for (uint32_t k = first + 1; k < end; k++) {
                to[i] = join(to[i], from[k]);
            }
        }
        level++;
    }
    tree->levels = level + 1;
}

/* Boxes and ids in the order of the keys. */
static void put(const lob_box *boxes, const uint64_t *keys, uint32_t first, uint32_t end, uint32_t count, lob_box *to,
                uint32_t *ids) {
    for (uint32_t i = first; i < end; i++) {
        ids[i] = (uint32_t)keys[i];
        to[i] = boxes[ids[i]];
        if (i + AHEAD < count) { /* neighbours on the curve lie anywhere in the input */
            __builtin_prefetch(&boxes[(uint32_t)keys[i + AHEAD]]);
        }
    }
}

lob_status lob_rtree_make(lob_ctx *ctx, lob_rtree *tree, const lob_box *boxes, uint32_t count, void *block,
                          void *scratch) {
    *tree = (lob_rtree){.count = count};
    if (count == 0) {
        return LOB_OK;
    }
    lob_box *to = block;
    uint32_t *ids = (uint32_t *)(to + box_count(count));
    uint64_t *keys = scratch;
    LOB_TRY(make_keys(ctx, boxes, count, keys));
    if (count <= 2 * LOB_RTREE_FAN) {
        keys = insertion_sort(keys, count);
    } else {
        LOB_TRY(radix_sort(ctx, keys, keys + count, count, &keys));
    }
    for (uint32_t first = 0, end; first < count; first = end) {
        end = chunk_end(first, count);
        put(boxes, keys, first, end, count, to, ids);
        LOB_TRY(lob_poll(ctx));
    }
    tree->size[0] = count;
    tree->boxes = to;
    tree->ids = ids;
    make_levels(tree, to);
    return LOB_OK;
}

/* ---- searching ---- */

lob_rtree_query lob_rtree_query_window(lob_box64 window) {
    return (lob_rtree_query){.window = lob_box_cut(window)};
}

lob_rtree_query lob_rtree_query_turned(const lob_trans *t, lob_box64 window, double margin) {
    double flip = t->code & 4 ? -t->mag : t->mag;
    return (lob_rtree_query){.is_turned = true,
                             .a = {t->cos * t->mag, -t->sin * flip, t->sin * t->mag, t->cos * flip},
                             .dx = t->dx,
                             .dy = t->dy,
                             .left = (double)window.left - margin,
                             .bottom = (double)window.bottom - margin,
                             .right = (double)window.right + margin,
                             .top = (double)window.top + margin};
}

/* A box cut off at the edge of 32 bits stands for one that goes on beyond it. */
static bool meets_turned(const lob_box *b, const lob_rtree_query *q) {
    if (b->left == INT32_MIN || b->bottom == INT32_MIN || b->right == INT32_MAX || b->top == INT32_MAX) {
        return true;
    }
    double mx = ((double)b->left + b->right) / 2;
    double my = ((double)b->bottom + b->top) / 2;
    double hx = (double)b->right - mx;
    double hy = (double)b->top - my;
    double x = q->a[0] * mx + q->a[1] * my + q->dx;
    double y = q->a[2] * mx + q->a[3] * my + q->dy;
    double rx = fabs(q->a[0]) * hx + fabs(q->a[1]) * hy;
    double ry = fabs(q->a[2]) * hx + fabs(q->a[3]) * hy;
    return x - rx <= q->right && x + rx >= q->left && y - ry <= q->top && y + ry >= q->bottom;
}

static inline bool meets(const lob_box *b, const lob_box *w) {
    return (b->left <= w->right) & (b->right >= w->left) & (b->bottom <= w->top) & (b->top >= w->bottom);
}

static inline bool is_inside(const lob_box *b, const lob_box *w) {
    return (b->left >= w->left) & (b->right <= w->right) & (b->bottom >= w->bottom) & (b->top <= w->top);
}

/* The items below node `at` of a level. */
static uint32_t items_of(const lob_rtree *tree, uint32_t level, uint32_t at, uint32_t *first) {
    uint64_t begin = (uint64_t)at << (FAN_BITS * level);
    uint64_t end = (uint64_t)(at + 1) << (FAN_BITS * level);
    *first = (uint32_t)begin;
    return (uint32_t)((end < tree->count ? end : tree->count) - begin);
}

void lob_rtree_begin(const lob_rtree *tree, lob_rtree_cursor *cursor) {
    *cursor = (lob_rtree_cursor){.level = tree->levels};
    if (tree->levels) {
        cursor->level = tree->levels - 1;
    }
}

bool lob_rtree_next(const lob_rtree *tree, lob_rtree_cursor *cursor, const lob_rtree_query *query, uint32_t *item,
                    uint64_t *work) {
    uint32_t level = cursor->level;
    uint32_t at = cursor->at;
    uint32_t top = tree->levels;
    uint32_t seen = 0;
    bool found = false;
    while (level < top && !found) {
        const lob_box *box = &tree->boxes[tree->start[level] + at];
        bool hit = query->is_turned ? meets_turned(box, query) : meets(box, &query->window);
        seen++;
        if (hit && level > 0 && !(query->gives_whole && is_inside(box, &query->window))) {
            level--;
            at <<= FAN_BITS;
            continue;
        }
        if (hit) {
            cursor->run = items_of(tree, level, at, item);
            found = true;
        } else if (seen >= PAUSE_AFTER) {
            *item = LOB_RTREE_PAUSE;
            found = true;
        }
        at++;
        while (level < top && (at == tree->size[level] || (at & (LOB_RTREE_FAN - 1)) == 0)) {
            at = (at + LOB_RTREE_FAN - 1) >> FAN_BITS;
            level++;
        }
    }
    *work += seen;
    cursor->level = level;
    cursor->at = at;
    return found;
}
