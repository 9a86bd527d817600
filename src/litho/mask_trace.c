/* Outlines of a set of pixels, step by step.
 *
 * A step has a pixel of the set on its left and one outside on its right. Each ring crosses some row southwards, so it
 * is found where a pixel has none of the set to its west; `seen` holds such places that a ring has been through. Rings
 * meet no other, so along a row they open and close like brackets: that gives the parent of each.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/list.h"
#include "litho/mask_impl.h"

enum { POLL_EVERY_ROWS = 64 };

typedef struct crossing { /* of a row, by a step south or north */
    uint64_t key;         /* row, then column */
    uint32_t ring;
} crossing;

typedef struct tracing {
    lob_ctx *ctx;
    const lob_bits *bits;
    lob_trace_joins *joins;
    const void *arg;
    lob_pixel_trace *trace;
    lob_bits seen;
    crossing *crossings;
    uint32_t crossing_count, crossing_capacity;
    uint32_t *open; /* rings around a place of a row */
} tracing;

static bool is_inside(const tracing *t, int32_t column, int32_t row) {
    return column >= 0 && row >= 0 && (uint32_t)column < t->bits->frame.width &&
           (uint32_t)row < t->bits->frame.height && lob_bits_at(t->bits, (uint32_t)column, (uint32_t)row);
}

/* ---- one ring ---- */

static lob_status add_step(tracing *t, lob_pixel_trace_step step) {
    lob_pixel_trace *trace = t->trace;
    LOB_TRY(lob_list_grow(t->ctx, &trace->steps, trace->step_count, &trace->step_capacity, sizeof *trace->steps));
    trace->steps[trace->step_count++] = step;
    if (step.turn == LOB_TRACE_EAST || step.turn == LOB_TRACE_WEST) {
        return LOB_OK;
    }
    bool is_south = step.turn == LOB_TRACE_SOUTH;
    uint64_t row = (uint64_t)(step.row + (is_south ? 0 : 1)), column = (uint64_t)(step.column + 1);
    if (is_south) {
        lob_bits_set(&t->seen, (uint32_t)column, (uint32_t)row);
    }
    LOB_TRY(lob_list_grow(t->ctx, &t->crossings, t->crossing_count, &t->crossing_capacity, sizeof *t->crossings));
    t->crossings[t->crossing_count++] = (crossing){row << 32 | column, trace->ring_count};
    return LOB_OK;
}

/* Corners of a cell ahead of who has come into it: east, north, west, south. */
static const int8_t ahead_left[4][2] = {{1, 1}, {0, 1}, {0, 0}, {1, 0}};
static const int8_t ahead_right[4][2] = {{1, 0}, {1, 1}, {0, 1}, {0, 0}};
static const int8_t onward[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

static lob_pixel_trace_turn next_turn(const tracing *t, int32_t column, int32_t row, lob_pixel_trace_turn turn) {
    bool left = is_inside(t, column + ahead_left[turn][0], row + ahead_left[turn][1]);
    bool right = is_inside(t, column + ahead_right[turn][0], row + ahead_right[turn][1]);
    if (left && !right) {
        return turn;
    }
    bool turns_right = left || (right && t->joins && t->joins(t->arg, column, row));
    return (lob_pixel_trace_turn)((turn + (turns_right ? 3 : 1)) % 4);
}

/* The ring through the west side of a pixel. */
static lob_status follow(tracing *t, uint32_t column, uint32_t row) {
    lob_pixel_trace *trace = t->trace;
    const lob_pixel_trace_step start = {(int32_t)column - 1, (int32_t)row, LOB_TRACE_SOUTH};
    LOB_TRY(lob_list_grow(t->ctx, &trace->rings, trace->ring_count, &trace->ring_capacity, sizeof *trace->rings));
    lob_pixel_trace_ring *ring = &trace->rings[trace->ring_count];
    *ring = (lob_pixel_trace_ring){.first = trace->step_count, .parent = UINT32_MAX, .depth = UINT32_MAX};
    lob_pixel_trace_step step = start;
    do {
        LOB_TRY(add_step(t, step));
        step.column += onward[step.turn][0];
        step.row += onward[step.turn][1];
        step.turn = next_turn(t, step.column, step.row, step.turn);
    } while (step.column != start.column || step.row != start.row || step.turn != start.turn);
    ring->count = trace->step_count - ring->first;
    trace->ring_count++;
    return LOB_OK;
}

static lob_status follow_all(tracing *t) {
    const lob_bits *bits = t->bits;
    for (uint32_t row = 0; row < bits->frame.height; row++) {
        const uint64_t *words = bits->words + (size_t)row * bits->stride;
        const uint64_t *seen = t->seen.words + (size_t)row * bits->stride;
        LOB_TRY(row % POLL_EVERY_ROWS == 0 ? lob_poll(t->ctx) : LOB_OK);
        for (uint32_t w = 0; w < bits->stride; w++) {
            uint64_t before = w > 0 ? words[w - 1] >> 63 : 0, west = words[w] & ~(words[w] << 1 | before);
            while ((west & ~seen[w]) != 0) {
                LOB_TRY(follow(t, 64 * w + (uint32_t)__builtin_ctzll(west & ~seen[w]), row));
            }
        }
    }
    return LOB_OK;
}

/* ---- which lies in which ---- */

static int by_place(const void *a, const void *b) {
    const crossing *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

static lob_status nest(tracing *t) {
    lob_pixel_trace_ring *rings = t->trace->rings;
    uint32_t count = 0; /* of open rings */
    if (t->crossing_count == 0) {
        return LOB_OK;
    }
    t->open = lob_malloc(t->trace->ring_count * sizeof *t->open);
    if (!t->open) {
        return lob_fail_memory(t->ctx);
    }
    qsort(t->crossings, t->crossing_count, sizeof *t->crossings, by_place);
    for (uint32_t i = 0; i < t->crossing_count; i++) {
        uint32_t ring = t->crossings[i].ring;
        if (count > 0 && t->open[count - 1] == ring) {
            count--;
            continue;
        }
        if (rings[ring].depth == UINT32_MAX) {
            rings[ring].depth = count;
            rings[ring].parent = count > 0 ? t->open[count - 1] : UINT32_MAX;
        }
        t->open[count++] = ring;
    }
    return LOB_OK;
}

lob_status lob_trace_of(lob_ctx *ctx, const lob_bits *bits, lob_trace_joins *joins, const void *arg,
                        lob_pixel_trace *trace) {
    tracing t = {.ctx = ctx, .bits = bits, .joins = joins, .arg = arg, .trace = trace};
    *trace = (lob_pixel_trace){0};
    lob_status status = lob_bits_new(ctx, bits->frame, &t.seen);
    if (status == LOB_OK) {
        status = follow_all(&t);
    }
    if (status == LOB_OK) {
        status = nest(&t);
    }
    lob_bits_drop(&t.seen);
    lob_free(t.crossings);
    lob_free(t.open);
    return status;
}

void lob_trace_drop(lob_pixel_trace *trace) {
    lob_free(trace->steps);
    lob_free(trace->rings);
    *trace = (lob_pixel_trace){0};
}
