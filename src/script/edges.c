/* Edges on one line, joined and combined.
 *
 * A line is known by its direction in lowest terms and by its distance from the origin in that measure. One pass along
 * it counts how many edges of each operand run either way: as in KLayout, the majority gives the direction, and edges
 * that cancel each other leave nothing.
 */
#include <string.h>

#include "base/num.h"
#include "base/sort.h"
#include "script/ops.h"

typedef __int128 wide;

typedef struct on_line {
    lob_edge64 e;
    int64_t dx, dy; /* lowest terms, pointing right, or up */
    wide offset;
    bool is_turned; /* against that direction */
    int operand;    /* 0 or 1 */
} on_line;

static on_line line_of(lob_edge64 e, int operand) {
    on_line l = {.e = e, .operand = operand, .dx = e.to.x - e.from.x, .dy = e.to.y - e.from.y};
    l.is_turned = l.dx < 0 || (l.dx == 0 && l.dy < 0);
    const int64_t unit = (l.is_turned ? -1 : 1) * lob_i64_divisor(l.dx, l.dy);
    l.dx /= unit;
    l.dy /= unit;
    l.offset = (wide)l.dx * e.from.y - (wide)l.dy * e.from.x;
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
    return (x->offset > y->offset) - (x->offset < y->offset);
}

/* ---- along one line ---- */

typedef struct event { /* an edge begins or ends here */
    lob_point64 at;
    int change[2]; /* of the edges that run along the line less those against it, by operand */
} event;

static int by_place(const void *a, const void *b, void *unused) {
    (void)unused;
    const event *x = a, *y = b;
    return x->at.x != y->at.x ? (x->at.x > y->at.x) - (x->at.x < y->at.x) : (x->at.y > y->at.y) - (x->at.y < y->at.y);
}

/* The direction of the result where the operands have these balances; 0: nothing. */
static int outcome(lob_region_op op, const int balance[2]) {
    const int a = (balance[0] > 0) - (balance[0] < 0), b = (balance[1] > 0) - (balance[1] < 0);
    switch (op) {
    case LOB_REGION_AND:
        return b ? a : 0;
    case LOB_REGION_NOT:
        return b ? 0 : a;
    case LOB_REGION_XOR:
        return !b ? a : !a ? b : 0;
    default:
        return a;
    }
}

typedef struct edge_list {
    lob_edge64 *items;
    uint32_t count;
} edge_list;

static void sweep(const event *events, uint32_t n, lob_region_op op, edge_list *out) {
    int balance[2] = {0, 0}, direction = 0;
    lob_point64 from = {0, 0};
    for (uint32_t i = 0; i < n;) {
        const lob_point64 at = events[i].at;
        for (; i < n && events[i].at.x == at.x && events[i].at.y == at.y; i++) {
            balance[0] += events[i].change[0];
            balance[1] += events[i].change[1];
        }
        const int next = outcome(op, balance);
        if (next == direction) {
            continue;
        }
        if (direction != 0) {
            out->items[out->count++] = direction > 0 ? (lob_edge64){from, at} : (lob_edge64){at, from};
        }
        from = at;
        direction = next;
    }
}

/* Lines are sorted; a line is swept when all its edges have given their events. */
static lob_status sweep_lines(lob_ctx *ctx, const on_line *lines, uint32_t n, lob_region_op op, edge_list *out) {
    event *events = lob_arena_alloc(ctx->arena, (2 * (size_t)n + 1) * sizeof *events);
    if (!events) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < n;) {
        uint32_t count = 0;
        const on_line *first = &lines[i];
        for (; i < n && by_line(first, &lines[i], NULL) == 0; i++) {
            const on_line *l = &lines[i];
            const int step = l->is_turned ? -1 : 1;
            event low = {.at = l->is_turned ? l->e.to : l->e.from}, high = {.at = l->is_turned ? l->e.from : l->e.to};
            low.change[l->operand] = step;
            high.change[l->operand] = -step;
            events[count++] = low;
            events[count++] = high;
        }
        LOB_TRY(lob_sort(ctx, events, count, sizeof *events, by_place, NULL));
        sweep(events, count, op, out);
        LOB_TRY(i % 4096 == 0 ? lob_poll(ctx) : LOB_OK);
    }
    return LOB_OK;
}

static bool is_dot(lob_edge64 e) {
    return e.from.x == e.to.x && e.from.y == e.to.y;
}

static lob_status combine(lob_ctx *ctx, const lob_value *const of[2], lob_region_op op, edge_list *out) {
    const size_t total = (size_t)of[0]->count + (of[1] ? of[1]->count : 0);
    on_line *lines = lob_arena_alloc(ctx->arena, (total + 1) * sizeof *lines);
    uint32_t n = 0;
    *out = (edge_list){.items = lob_arena_alloc(ctx->arena, (2 * total + 1) * sizeof *out->items)};
    if (!lines || !out->items || total > UINT32_MAX / 2) {
        return lob_fail_memory(ctx);
    }
    for (int k = 0; k < 2 && of[k]; k++) {
        for (uint32_t i = 0; i < of[k]->count; i++) {
            const lob_edge64 e = of[k]->edges[i];
            if (!is_dot(e)) {
                lines[n++] = line_of(e, k);
            }
        }
    }
    LOB_TRY(lob_sort(ctx, lines, n, sizeof *lines, by_line, NULL));
    return sweep_lines(ctx, lines, n, op, out);
}

/* ---- what scripts ask ---- */

/* Edges as operations look at them. Dots alone are not merged, and dots among edges are lost, as in KLayout. */
lob_status lob_edges_merged(lob_ctx *ctx, const lob_value *a, lob_edge64 **edges, uint32_t *count) {
    edge_list list;
    uint32_t dots = 0;
    for (uint32_t i = 0; i < a->count && !a->is_merged; i++) {
        dots += is_dot(a->edges[i]);
    }
    if (a->is_merged || (dots > 0 && dots == a->count)) {
        *count = a->count;
        *edges = lob_arena_alloc(ctx->arena, ((size_t)a->count + 1) * sizeof **edges);
        if (!*edges) {
            return lob_fail_memory(ctx);
        }
        if (a->count > 0) {
            memcpy(*edges, a->edges, a->count * sizeof **edges);
        }
        return LOB_OK;
    }
    LOB_TRY(combine(ctx, (const lob_value *const[2]){a, NULL}, LOB_REGION_OR, &list));
    *edges = list.items;
    *count = list.count;
    return LOB_OK;
}

lob_status lob_op_edges_merged(lob_ctx *ctx, const lob_value *a, lob_value *result) {
    edge_list list;
    LOB_TRY(combine(ctx, (const lob_value *const[2]){a, NULL}, LOB_REGION_OR, &list));
    result->is_merged = true;
    return lob_value_put_edges(ctx, result, list.items, list.count);
}

lob_status lob_op_edges_boolean(lob_ctx *ctx, const lob_value *a, const lob_value *b, lob_region_op op,
                                lob_value *result) {
    edge_list list;
    LOB_TRY(combine(ctx, (const lob_value *const[2]){a, b}, op, &list));
    result->is_merged = true;
    return lob_value_put_edges(ctx, result, list.items, list.count);
}
