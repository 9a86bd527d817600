/* Edges joined: what lies on one line and meets becomes one edge.
 *
 * A line is known by its direction in lowest terms and by its distance from the origin in that measure; edges sorted by
 * line and by where they begin on it are joined in one pass.
 */
#include <string.h>

#include "base/sort.h"
#include "script/ops.h"

typedef __int128 wide;

typedef struct on_line {
    lob_edge64 e;
    int64_t dx, dy; /* lowest terms, pointing right, or up */
    wide offset;
    int64_t from, to; /* along the line, from < to */
    bool is_turned;   /* against that direction */
} on_line;

static int64_t common(int64_t a, int64_t b) {
    a = a < 0 ? -a : a;
    b = b < 0 ? -b : b;
    while (b) {
        const int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static on_line line_of(lob_edge64 e) {
    on_line l = {.e = e, .dx = e.to.x - e.from.x, .dy = e.to.y - e.from.y};
    l.is_turned = l.dx < 0 || (l.dx == 0 && l.dy < 0);
    const int64_t unit = (l.is_turned ? -1 : 1) * common(l.dx, l.dy);
    l.dx /= unit;
    l.dy /= unit;
    l.offset = (wide)l.dx * e.from.y - (wide)l.dy * e.from.x;
    const int64_t a = l.dx ? e.from.x : e.from.y, b = l.dx ? e.to.x : e.to.y;
    l.from = a < b ? a : b;
    l.to = a < b ? b : a;
    return l;
}

static int by_line(const void *a, const void *b, void *unused) {
    (void)unused;
    const on_line *x = a, *y = b;
    if (x->dx != y->dx) {
        return x->dx < y->dx ? -1 : 1;
    }
    if (x->dy != y->dy) {
        return x->dy < y->dy ? -1 : 1;
    }
    if (x->offset != y->offset) {
        return x->offset < y->offset ? -1 : 1;
    }
    return x->from != y->from ? (x->from > y->from) - (x->from < y->from) : (x->to > y->to) - (x->to < y->to);
}

static bool is_same_line(const on_line *a, const on_line *b) {
    return a->dx == b->dx && a->dy == b->dy && a->offset == b->offset;
}

/* The edge from where the first begins to where the one with the furthest end ends. */
static lob_edge64 span(const on_line *first, const on_line *last) {
    const lob_point64 low = first->is_turned ? first->e.to : first->e.from;
    const lob_point64 high = last->is_turned ? last->e.from : last->e.to;
    return first->is_turned ? (lob_edge64){high, low} : (lob_edge64){low, high};
}

static lob_status join(lob_ctx *ctx, const on_line *lines, uint32_t n, lob_edge64 *edges, uint32_t *count) {
    for (uint32_t i = 0; i < n;) {
        const on_line *first = &lines[i], *last = first;
        for (i++; i < n && is_same_line(first, &lines[i]) && lines[i].from <= last->to; i++) {
            if (lines[i].is_turned != first->is_turned) {
                return lob_script_refuse(ctx, "merging of edges of opposite directions that meet on one line");
            }
            last = lines[i].to > last->to ? &lines[i] : last;
        }
        edges[(*count)++] = span(first, last);
    }
    return LOB_OK;
}

lob_status lob_edges_merged(lob_ctx *ctx, const lob_value *a, lob_edge64 **edges, uint32_t *count) {
    uint32_t n = 0;
    *count = 0;
    *edges = lob_arena_alloc(ctx->arena, ((size_t)a->count + 1) * sizeof **edges);
    on_line *lines = a->is_merged ? NULL : lob_arena_alloc(ctx->arena, ((size_t)a->count + 1) * sizeof *lines);
    if (!*edges || (!lines && !a->is_merged)) {
        return lob_fail_memory(ctx);
    }
    if (a->is_merged) {
        *count = a->count;
        if (a->count > 0) {
            memcpy(*edges, a->edges, a->count * sizeof **edges);
        }
        return LOB_OK;
    }
    for (uint32_t i = 0; i < a->count; i++) {
        const lob_edge64 e = a->edges[i];
        if (e.from.x != e.to.x || e.from.y != e.to.y) {
            lines[n++] = line_of(e);
        }
    }
    LOB_TRY(lob_sort(ctx, lines, n, sizeof *lines, by_line, NULL));
    return join(ctx, lines, n, *edges, count);
}
