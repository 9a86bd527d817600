/* Freezing, second part: cells children first, tops, and names in order. One depth-first walk with its own stack finds
 * the order and refuses cycles; it touches each instance once. */
#include <stdlib.h>

#include "base/alloc.h"
#include "db/layout_impl.h"

typedef struct frame {
    lob_cell_index cell;
    uint32_t next; /* instance to look at */
} frame;

enum { UNSEEN, OPEN, DONE };

typedef struct order {
    lob_ctx *ctx;
    lob_layout *layout;
    uint8_t *state; /* of each cell */
    uint8_t *placed;
    frame *stack;
    uint32_t depth;
    uint32_t done;
} order;

/* "A/B/A": as much of it as fits, the names are the file's. */
static lob_status refuse_cycle(const order *o, lob_cell_index again) {
    char path[1024];
    size_t size = 0;
    uint32_t from = o->depth;
    while (o->stack[from - 1].cell != again) {
        from--;
    }
    for (uint32_t i = from - 1; i <= o->depth; i++) {
        lob_cell_index cell = i < o->depth ? o->stack[i].cell : again;
        lob_str name = lob_layout_cell(o->layout, cell)->name;
        size_t room = sizeof path - size;
        if (name.size + 1 > room) {
            break;
        }
        if (i != from - 1) {
            path[size++] = '/';
        }
        memcpy(path + size, name.data, name.size);
        size += name.size;
    }
    lob_status status = lob_fail(o->ctx, LOB_E_UNSUPPORTED_FORMAT, "A cell of the file contains itself.");
    lob_hint(o->ctx, "Remove one of the placements along details.cell and export the file again.");
    lob_error_text(&o->ctx->error, "reason", LOB_STR("cycle"));
    lob_error_text(&o->ctx->error, "cell", (lob_str){path, size});
    return status;
}

static void push(order *o, lob_cell_index cell) {
    o->state[cell] = OPEN;
    o->stack[o->depth++] = (frame){cell, 0};
}

static lob_status walk(order *o, lob_cell_index root) {
    push(o, root);
    while (o->depth > 0) {
        frame *top = &o->stack[o->depth - 1];
        const lob_cell *cell = lob_layout_cell(o->layout, top->cell);
        if (top->next == cell->inst_count) {
            o->state[top->cell] = DONE;
            o->layout->bottom_up[o->done++] = top->cell;
            o->depth--;
            continue;
        }
        lob_cell_index child = cell->insts[top->next++].child;
        o->placed[child] = 1;
        if (o->state[child] == OPEN) {
            return refuse_cycle(o, child);
        }
        if (o->state[child] == UNSEEN) {
            push(o, child);
        }
    }
    return LOB_OK;
}

static lob_status walk_all(order *o) {
    uint32_t count = o->layout->cells.count;
    for (lob_cell_index i = 0; i < count; i++) {
        if (o->state[i] == UNSEEN) {
            LOB_TRY(lob_poll(o->ctx));
            LOB_TRY(walk(o, i));
        }
    }
    for (lob_cell_index i = 0; i < count; i++) {
        lob_cell *cell = LOB_AT(o->layout->cells, lob_cell, i);
        cell->is_top = !o->placed[i] && !cell->is_ghost;
    }
    return LOB_OK;
}

static int compare_names(const void *a, const void *b, void *arg) {
    const lob_layout *layout = arg;
    const lob_cell *x = lob_layout_cell(layout, *(const lob_cell_index *)a);
    const lob_cell *y = lob_layout_cell(layout, *(const lob_cell_index *)b);
    return lob_str_compare(x->name, y->name);
}

static lob_status sort_names(lob_ctx *ctx, lob_layout *layout) {
    uint32_t count = layout->cells.count;
    uint32_t tops = 0;
    for (lob_cell_index i = 0; i < count; i++) {
        layout->by_name[i] = i;
        tops += lob_layout_cell(layout, i)->is_top;
    }
    if (count > 1) { /* glibc sorts in place when it has no memory to merge */
        qsort_r(layout->by_name, count, sizeof *layout->by_name, compare_names, layout);
    }
    layout->tops = LOB_NEW_ARRAY(layout->arena, lob_cell_index, tops);
    if (!layout->tops) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (lob_layout_cell(layout, layout->by_name[i])->is_top) {
            layout->tops[layout->top_count++] = layout->by_name[i];
        }
    }
    return LOB_OK;
}

lob_status lob_layout_order(lob_ctx *ctx, lob_layout *layout) {
    uint32_t count = layout->cells.count;
    order o = {.ctx = ctx, .layout = layout};
    layout->by_name = LOB_NEW_ARRAY(layout->arena, lob_cell_index, count);
    layout->bottom_up = LOB_NEW_ARRAY(layout->arena, lob_cell_index, count);
    o.state = lob_calloc(2 * (size_t)count + 1, 1);
    o.stack = lob_malloc(((size_t)count + 1) * sizeof *o.stack);
    lob_status status = LOB_OK;
    if (!layout->by_name || !layout->bottom_up || !o.state || !o.stack) {
        status = lob_fail_memory(ctx);
    } else {
        o.placed = o.state + count;
        status = walk_all(&o);
    }
    lob_free(o.state);
    lob_free(o.stack);
    return status == LOB_OK ? sort_names(ctx, layout) : status;
}
