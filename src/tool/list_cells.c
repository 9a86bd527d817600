/* list_cells: the cells within max_depth of the tops, by name, a page at a time.
 *
 * Idea: one breadth-first pass gives every cell its least level below a top; the page is then a run through the cells
 * in name order. A cursor is the number of cells already given.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/num.h"
#include "tool/cell_order.h"
#include "tool/common.h"
#include "tool/cursor.h"
#include "tool/registry.h"
#include "tool/room.h"

typedef lob_list_cells_response_cells_item cell_item;
typedef lob_list_cells_response_cells_item_children_item child_item;

enum { POLL_EVERY = 4096, NOT_REACHED = -1 };
enum { CELL_WEIGHT = 1000, CHILD_WEIGHT = 130 }; /* without their names; see lob_room_take() */

typedef struct lister {
    lob_ctx *ctx;
    const lob_session *session;
    const lob_layout *layout;
    double dbu;
    lob_cell_order order;
    int64_t *level;    /* least number of steps from a top, by cell */
    uint32_t *rank;    /* place in name order, by cell */
    uint64_t *placed;  /* all zero between cells: members placed of each child */
    uint32_t *touched; /* ranks of the children of one cell */
} lister;

static lob_status lister_init(lister *l, lob_call *call) {
    lob_ctx *ctx = call->ctx;
    const lob_layout *layout = call->session->layout;
    uint32_t count = lob_layout_cell_count(layout);
    *l = (lister){.ctx = ctx, .session = call->session, .layout = layout, .dbu = lob_layout_dbu(layout)};
    l->level = LOB_NEW_ARRAY(ctx->arena, int64_t, count);
    l->rank = LOB_NEW_ARRAY(ctx->arena, uint32_t, count);
    l->placed = LOB_NEW_ARRAY(ctx->arena, uint64_t, count);
    l->touched = LOB_NEW_ARRAY(ctx->arena, uint32_t, count);
    if (!l->level || !l->rank || !l->placed || !l->touched) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        l->level[i] = NOT_REACHED;
        l->rank[lob_layout_cells_by_name(layout)[i]] = i;
    }
    return LOB_OK;
}

/* Breadth first from all tops; the selected one is a top here even if others place it. */
static lob_status find_levels(lister *l) {
    uint32_t *queue = l->touched; /* not yet in use; each cell enters once */
    uint32_t head = 0, tail = 0;
    for (uint32_t i = 0; i < lob_layout_top_count(l->layout); i++) {
        queue[tail++] = lob_layout_top(l->layout, i);
        l->level[lob_layout_top(l->layout, i)] = 0;
    }
    if (l->level[l->session->top] == NOT_REACHED) {
        queue[tail++] = l->session->top;
        l->level[l->session->top] = 0;
    }
    while (head < tail) {
        uint32_t at = queue[head++];
        const lob_cell *cell = lob_layout_cell(l->layout, at);
        for (uint32_t i = 0; i < cell->inst_count; i++) {
            lob_cell_index child = cell->insts[i].child;
            if (l->level[child] == NOT_REACHED) {
                l->level[child] = l->level[at] + 1;
                queue[tail++] = child;
            }
        }
        if (head % POLL_EVERY == 0) {
            LOB_TRY(lob_poll(l->ctx));
        }
    }
    return LOB_OK;
}

static int compare_rank(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static lob_status show_children(lister *l, const lob_cell *cell, cell_item *item) {
    const lob_cell_index *by_name = lob_layout_cells_by_name(l->layout);
    uint32_t count = 0;
    for (uint32_t i = 0; i < cell->inst_count; i++) {
        const lob_inst *inst = &cell->insts[i];
        uint64_t members = inst->rep == LOB_NONE ? 1 : lob_rep_count(lob_layout_rep(l->layout, inst->rep));
        if (l->placed[inst->child] == 0) {
            l->touched[count++] = l->rank[inst->child];
        }
        l->placed[inst->child] = lob_u64_add_sat(l->placed[inst->child], members);
    }
    qsort(l->touched, count, sizeof *l->touched, compare_rank);
    uint32_t listed = count < LOB_LIMIT_CHILDREN_LISTED ? count : LOB_LIMIT_CHILDREN_LISTED;
    child_item *children = LOB_NEW_ARRAY(l->ctx->arena, child_item, listed);
    if (!children) {
        return lob_fail_memory(l->ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        lob_cell_index child = by_name[l->touched[i]];
        if (i < listed) {
            lob_shown name;
            LOB_TRY(lob_name_show(l->ctx, lob_layout_cell(l->layout, child)->name, LOB_LIMIT_NAME_TEXT_SIZE, &name));
            children[i] = (child_item){.cell = name.text, .count = lob_count_show(l->placed[child])};
        }
        l->placed[child] = 0;
    }
    item->children.items = children;
    item->children.count = listed;
    item->has_children_dropped = count > listed;
    item->children_dropped = count - listed;
    return LOB_OK;
}

static lob_status show_cell(lister *l, const lob_cell *cell, cell_item *item) {
    lob_shown name;
    LOB_TRY(lob_name_show(l->ctx, cell->name, LOB_LIMIT_NAME_TEXT_SIZE, &name));
    *item = (cell_item){.name = name.text,
                        .raw_hex = name.raw_hex,
                        .is_top = cell->is_top,
                        .has_is_ghost = cell->is_ghost,
                        .is_ghost = cell->is_ghost,
                        .child_instance_count = cell->inst_count,
                        .shape_count = lob_count_show(cell->shape_count),
                        .text_count = lob_count_show(cell->text_count),
                        .expanded_instance_count = lob_count_show(cell->inst_count_expanded_total),
                        .expanded_shape_count = lob_count_show(cell->shape_count_expanded)};
    item->bbox_empty = lob_box_show(cell->box, l->dbu, &item->bbox_um, &item->bbox_dbu);
    item->has_bbox_empty = item->bbox_empty;
    if (l->order.layer != LOB_NONE) {
        item->layer_bbox_um = LOB_NEW(l->ctx->arena, lob_micron_box);
        if (!item->layer_bbox_um) {
            return lob_fail_memory(l->ctx);
        }
        lob_dbu_box exact;
        lob_box_show(lob_cell_order_box(&l->order, cell), l->dbu, item->layer_bbox_um, &exact);
    }
    return show_children(l, cell, item);
}

static size_t weight_of(const cell_item *item) {
    size_t weight = CELL_WEIGHT + lob_text_weight(item->name) + lob_text_weight(item->raw_hex);
    for (size_t i = 0; i < item->children.count; i++) {
        weight += CHILD_WEIGHT + lob_text_weight(item->children.items[i].cell);
    }
    return weight;
}

static bool is_listed(const lister *l, const lob_list_cells_request *request, lob_cell_index cell) {
    int64_t level = l->level[cell];
    return !request->has_max_depth || (level != NOT_REACHED && level <= request->max_depth);
}

/* Fills the page that begins after `first` cells; the total is counted on the way. */
static lob_status show_page(lister *l, const lob_call *call, const lob_list_cells_request *request, uint64_t first,
                            lob_list_cells_response *response) {
    uint32_t count = l->order.count;
    uint64_t room = (uint64_t)request->limit < count ? (uint64_t)request->limit : count;
    uint64_t total = 0;
    lob_room left = lob_room_open(call, &lob_list_cells_response_table, response);
    bool is_full = false;
    cell_item *items = LOB_NEW_ARRAY(l->ctx->arena, cell_item, room);
    if (!items) {
        return lob_fail_memory(l->ctx);
    }
    response->cells.items = items;
    for (uint32_t i = 0; i < count; i++) {
        lob_cell_index cell = l->order.cells[i];
        if (!is_listed(l, request, cell)) {
            continue;
        }
        if (total >= first && response->cells.count < room && !is_full) {
            cell_item *item = &items[response->cells.count];
            LOB_TRY(lob_poll(l->ctx));
            LOB_TRY(show_cell(l, lob_layout_cell(l->layout, cell), item));
            is_full = !lob_room_fits(&left, "cells", item, weight_of(item), response->cells.count == 0);
            response->cells.count += !is_full;
        }
        total++;
    }
    if (first > 0 && first >= total) {
        return lob_cursor_refuse(l->ctx);
    }
    response->cell_count = lob_count_show(total);
    response->truncation.limit = request->limit;
    response->truncation.cells_dropped = lob_count_show(total - first - response->cells.count);
    return LOB_OK;
}

lob_status lob_tool_list_cells(lob_call *call, const lob_list_cells_request *request,
                               lob_list_cells_response *response) {
    LOB_TRY(lob_call_session(call, request->session_id));
    response->session_id = request->session_id;
    response->dbu = lob_layout_dbu(call->session->layout);
    char binding[LOB_BINDING_SIZE];
    long long depth = request->has_max_depth ? (long long)request->max_depth : -1;
    const lob_layer_filter *layer = request->layer;
    snprintf(binding, sizeof binding, "list_cells %s %lld %d %lld %lld", call->session->key, depth,
             (int)request->sort_by, layer ? (long long)layer->layer : -1, layer ? (long long)layer->datatype : -1);
    uint64_t first;
    LOB_TRY(lob_cursor_parse_position(call->ctx, request->cursor, lob_str_from(binding), &first));
    lister l;
    LOB_TRY(lister_init(&l, call));
    LOB_TRY(find_levels(&l));
    LOB_TRY(lob_cell_order_make(call->ctx, l.layout, (lob_cells_by)request->sort_by, layer, &l.order));
    LOB_TRY(show_page(&l, call, request, first, response));
    if (response->truncation.cells_dropped == 0) {
        return LOB_OK;
    }
    first += response->cells.count;
    return lob_cursor_print_position(call->ctx, first, lob_str_from(binding), &response->next_cursor);
}
