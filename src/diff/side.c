/* See side.h. */
#include "diff/side.h"

#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"

/* ---- what has which layer ---- */

/* INSTS_LISTED: of so many instances and layers on there are lists. LISTS_MAX: entries of all of them. */
enum { TAG_BOX = 16, TAG_RING, INSTS_LISTED = 64, LISTS_MAX = 1 << 24 };

static lob_status find_odd(lob_side *side) {
    for (uint32_t i = 0; i < lob_layout_cell_count(side->layout) && !side->has_odd; i++) {
        const lob_cell *cell = lob_layout_cell(side->layout, i);
        LOB_TRY(i % 1024 == 0 ? lob_poll(side->ctx) : LOB_OK);
        for (uint32_t k = 0; k < cell->inst_count && !side->has_odd; k++) {
            side->has_odd =
                cell->insts[k].cplx != LOB_NONE && !lob_inst_trans(side->layout, &cell->insts[k]).is_orthogonal;
        }
    }
    return LOB_OK;
}

/* Whether a cell is listed under the k-th of its layers. */
static bool is_holder(const lob_side *side, lob_cell_index index, const lob_cell *cell, uint32_t k) {
    return side->has_odd || !cell->anchors || cell->anchors[k].cell == index;
}

static lob_status list_cells(lob_side *side) {
    const lob_layout *layout = side->layout;
    const uint32_t layers = lob_layout_layer_count(layout), cells = lob_layout_cell_count(layout);
    const lob_cell_index *order = lob_layout_cells_bottom_up(layout);
    size_t all = 0;
    side->cell_first = lob_calloc((size_t)layers + 2, sizeof *side->cell_first);
    for (uint32_t i = 0; side->cell_first && i < cells; i++) {
        const lob_cell *cell = lob_layout_cell(layout, i);
        LOB_TRY(i % 4096 == 0 ? lob_poll(side->ctx) : LOB_OK);
        for (uint32_t k = 0; k < cell->layer_box_count; k++) {
            const bool is_listed = is_holder(side, i, cell, k);
            side->cell_first[cell->layer_boxes[k].layer + 2] += is_listed;
            all += is_listed;
        }
    }
    side->cells = side->cell_first && all < UINT32_MAX ? lob_malloc((all + 1) * sizeof *side->cells) : NULL;
    if (!side->cells) {
        return lob_fail_memory(side->ctx);
    }
    for (uint32_t i = 2; i <= layers; i++) {
        side->cell_first[i + 1] += side->cell_first[i];
    }
    for (uint32_t i = 0; i < cells; i++) {
        const lob_cell *cell = lob_layout_cell(layout, order[i]);
        LOB_TRY(i % 4096 == 0 ? lob_poll(side->ctx) : LOB_OK);
        for (uint32_t k = 0; k < cell->layer_box_count; k++) {
            if (is_holder(side, order[i], cell, k)) {
                side->cells[side->cell_first[cell->layer_boxes[k].layer + 1]++] = order[i];
            }
        }
    }
    return LOB_OK;
}

static bool is_listed(const lob_cell *cell) {
    return cell->inst_count >= INSTS_LISTED && cell->layer_box_count >= INSTS_LISTED;
}

static int by_layer(const void *a, const void *b, void *unused) {
    const lob_layer_inst *x = a, *y = b;
    (void)unused;
    return x->layer != y->layer ? (x->layer > y->layer) - (x->layer < y->layer)
                                : (x->inst > y->inst) - (x->inst < y->inst);
}

/* How many entries the lists of a cell's instances have. */
static uint64_t count_entries(const lob_side *side, const lob_cell *cell) {
    uint64_t count = 0;
    for (uint32_t i = 0; is_listed(cell) && i < cell->inst_count; i++) {
        count += lob_layout_cell(side->layout, cell->insts[i].child)->layer_box_count;
    }
    return count;
}

static lob_status list_insts(lob_side *side) {
    const uint32_t cells = lob_layout_cell_count(side->layout);
    uint64_t all = 0;
    for (uint32_t i = 0; i < cells; i++) {
        const lob_cell *cell = lob_layout_cell(side->layout, i);
        LOB_TRY(i % 1024 == 0 ? lob_poll(side->ctx) : LOB_OK);
        all += count_entries(side, cell);
    }
    if (all == 0 || all > LISTS_MAX) {
        return LOB_OK;
    }
    side->inst_first = lob_malloc(((size_t)cells + 1) * sizeof *side->inst_first);
    side->insts = lob_malloc((size_t)all * sizeof *side->insts);
    if (!side->inst_first || !side->insts) {
        return lob_fail_memory(side->ctx);
    }
    uint32_t filled = 0;
    for (uint32_t i = 0; i < cells; i++) {
        const lob_cell *cell = lob_layout_cell(side->layout, i);
        side->inst_first[i] = filled;
        for (uint32_t k = 0; is_listed(cell) && k < cell->inst_count; k++) {
            const lob_cell *child = lob_layout_cell(side->layout, cell->insts[k].child);
            for (uint32_t l = 0; l < child->layer_box_count; l++) {
                side->insts[filled++] = (lob_layer_inst){child->layer_boxes[l].layer, k};
            }
        }
        LOB_TRY(lob_sort(side->ctx, side->insts + side->inst_first[i], filled - side->inst_first[i],
                         sizeof *side->insts, by_layer, NULL));
    }
    side->inst_first[cells] = filled;
    return LOB_OK;
}

/* Whether the next of the list is of the layer; *at counts them from 1 on. */
static bool next_listed(const lob_side *side, lob_cell_index cell, uint32_t *at, uint32_t *inst) {
    uint32_t low = side->inst_first[cell], high = side->inst_first[cell + 1];
    const uint32_t end = high;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        *(side->insts[middle].layer < side->layer ? &low : &high) =
            side->insts[middle].layer < side->layer ? middle + 1 : middle;
    }
    if (*at >= end - low || side->insts[low + *at].layer != side->layer) {
        return false;
    }
    *inst = side->insts[low + (*at)++].inst;
    return true;
}

bool lob_side_next_inst(const lob_side *side, lob_cell_index index, uint32_t *at, uint32_t *inst) {
    const lob_cell *cell = lob_layout_cell(side->layout, index);
    if (side->inst_first && is_listed(cell)) {
        return next_listed(side, index, at, inst);
    }
    while (*at < cell->inst_count) {
        *inst = (*at)++;
        if (lob_side_cell_sum(side, cell->insts[*inst].child)) {
            return true;
        }
    }
    return false;
}

/* ---- one side ---- */

lob_status lob_side_start(lob_ctx *ctx, lob_side *side, const lob_layout *layout, lob_cell_index top,
                          const lob_diff_key *key, int64_t scale) {
    *side = (lob_side){.ctx = ctx, .layout = layout, .top = top, .layer = LOB_NONE, .scale = scale};
    lob_id_map_init(&side->outlines);
    lob_name_map_init(&side->others);
    lob_id_map_init(&side->reps);
    side->is_started = true;
    side->table = lob_diff_table_new(key, scale);
    side->arena = lob_arena_new(0);
    side->scratch = lob_arena_new(0);
    return side->table && side->arena && side->scratch ? LOB_OK : lob_fail_memory(ctx);
}

lob_status lob_side_list(lob_side *side) {
    LOB_TRY(find_odd(side));
    LOB_TRY(list_cells(side));
    return list_insts(side);
}

void lob_side_release(lob_side *side) {
    if (side->is_started) {
        lob_id_map_release(&side->outlines);
        lob_name_map_release(&side->others);
        lob_id_map_release(&side->reps);
    }
    lob_diff_table_drop(side->table);
    lob_free(side->forms);
    lob_free(side->sums);
    lob_free(side->cell_first);
    lob_free(side->cells);
    lob_free(side->inst_first);
    lob_free(side->insts);
    lob_arena_drop(side->arena);
    lob_arena_drop(side->scratch);
    *side = (lob_side){0};
}

const lob_rep *lob_shape_rep(const lob_layout *layout, const lob_shapes *shapes, lob_kind kind, uint32_t index) {
    const uint32_t rep = lob_shape_rep_index(shapes, kind, index);
    return rep == LOB_NONE ? NULL : lob_layout_rep(layout, rep);
}

lob_status lob_side_rep(lob_side *side, uint32_t rep, uint8_t code, lob_weight *sum) {
    *sum = LOB_WEIGHT_ONE;
    if (rep == LOB_NONE) {
        return LOB_OK;
    }
    const uint64_t key = (uint64_t)rep << 3 | code;
    uint32_t number = lob_id_map_find(&side->reps, key);
    if (number != LOB_MAP_NONE) {
        *sum = side->sums[number];
        return LOB_OK;
    }
    LOB_TRY(lob_poll(side->ctx));
    *sum = lob_diff_of_rep(side->table, lob_layout_rep(side->layout, rep), code);
    if (side->sum_count == side->sum_capacity) {
        const uint32_t capacity = side->sum_capacity ? 2 * side->sum_capacity : 64;
        lob_weight *grown = lob_realloc(side->sums, capacity * sizeof *grown);
        if (!grown) {
            return lob_fail_memory(side->ctx);
        }
        side->sums = grown;
        side->sum_capacity = capacity;
    }
    side->sums[side->sum_count] = *sum;
    return lob_id_map_add(&side->reps, key, side->sum_count++, &number) ? LOB_OK : lob_fail_memory(side->ctx);
}

const lob_shapes *lob_side_shapes(const lob_side *side, const lob_cell *cell) {
    uint32_t low = 0, high = cell->shapes_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (cell->shapes[middle].layer < side->layer) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < cell->shapes_count && cell->shapes[low].layer == side->layer ? &cell->shapes[low] : NULL;
}

const lob_layer_box *lob_side_cell_sum(const lob_side *side, lob_cell_index index) {
    const lob_cell *cell = lob_layout_cell(side->layout, index);
    uint32_t low = 0, high = cell->layer_box_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (cell->layer_boxes[middle].layer < side->layer) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < cell->layer_box_count && cell->layer_boxes[low].layer == side->layer ? &cell->layer_boxes[low] : NULL;
}

lob_box64 lob_side_cell_box(const lob_side *side, lob_cell_index index) {
    const lob_layer_box *sum = lob_side_cell_sum(side, index);
    return sum ? sum->box : LOB_BOX64_EMPTY;
}

/* ---- rings ---- */

/* Whether b lies between a and c on a straight line, or is one of them. */
static bool is_idle(lob_point64 a, lob_point64 b, lob_point64 c) {
    const __int128 ux = b.x - a.x, uy = b.y - a.y, vx = c.x - b.x, vy = c.y - b.y;
    return ux * vy == uy * vx && ux * vx + uy * vy >= 0;
}

/* In place; leaves at least one point. */
static uint32_t drop_idle(lob_point64 *p, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        while (kept > 1 && is_idle(p[kept - 2], p[kept - 1], p[i])) {
            kept--;
        }
        if (kept == 0 || p[kept - 1].x != p[i].x || p[kept - 1].y != p[i].y) {
            p[kept++] = p[i];
        }
    }
    while (kept > 2 && is_idle(p[kept - 2], p[kept - 1], p[0])) {
        kept--;
    }
    uint32_t first = 0;
    while (kept - first > 2 && is_idle(p[kept - 1], p[first], p[first + 1])) {
        first++;
    }
    memmove(p, p + first, (kept - first) * sizeof *p);
    return kept - first;
}

static bool is_clockwise(const lob_point64 *p, uint32_t count) {
    __int128 twice = 0;
    for (uint32_t i = 0; i < count; i++) {
        const lob_point64 a = p[i], b = p[i + 1 == count ? 0 : i + 1];
        twice += (__int128)a.x * b.y - (__int128)b.x * a.y;
    }
    return twice < 0;
}

static void reverse(lob_point64 *p, uint32_t from, uint32_t to) {
    while (to > from + 1) {
        const lob_point64 kept = p[from];
        p[from++] = p[--to];
        p[to] = kept;
    }
}

/* Counter-clockwise, beginning with the lowest point, of those the leftmost. */
static void put_in_order(lob_point64 *p, uint32_t count) {
    if (is_clockwise(p, count)) {
        reverse(p, 0, count);
    }
    uint32_t first = 0;
    for (uint32_t i = 1; i < count; i++) {
        if (p[i].y < p[first].y || (p[i].y == p[first].y && p[i].x < p[first].x)) {
            first = i;
        }
    }
    reverse(p, 0, first);
    reverse(p, first, count);
    reverse(p, 0, count);
}

static lob_weight box_weight(const lob_side *side, int64_t width, int64_t height) {
    const int64_t size[2] = {width, height};
    return lob_diff_hash(side->table, size, sizeof size, TAG_BOX);
}

static bool is_rectangle(const lob_point64 *p, uint32_t count, lob_point64 size) {
    return count == 4 && p[0].x == 0 && p[0].y == 0 && p[1].x == size.x && p[1].y == 0 && p[2].x == size.x &&
           p[2].y == size.y && p[3].x == 0;
}

/* A form of a drawn figure whose place is `at`; its ring is in the scratch arena. */
static lob_status make_form(lob_side *side, const lob_figure *figure, lob_point64 at, lob_diff_form *form) {
    lob_point64 *ring = LOB_NEW_ARRAY(side->scratch, lob_point64, figure->ring_count);
    if (!ring) {
        return lob_fail_memory(side->ctx);
    }
    lob_box64 box = LOB_BOX64_EMPTY;
    for (uint32_t i = 0; i < figure->ring_count; i++) {
        box = lob_box64_add_point(box, figure->ring[i].x, figure->ring[i].y);
    }
    for (uint32_t i = 0; i < figure->ring_count; i++) {
        ring[i] =
            (lob_point64){(figure->ring[i].x - box.left) * side->scale, (figure->ring[i].y - box.bottom) * side->scale};
    }
    *form = (lob_diff_form){.ring = ring,
                            .size = {(box.right - box.left) * side->scale, (box.top - box.bottom) * side->scale},
                            .corner = {box.left - at.x, box.bottom - at.y}};
    form->count = drop_idle(ring, figure->ring_count);
    put_in_order(ring, form->count);
    form->is_box = is_rectangle(ring, form->count, form->size);
    form->weight = form->is_box ? box_weight(side, form->size.x, form->size.y)
                                : lob_diff_hash(side->table, ring, form->count * sizeof *ring, TAG_RING);
    return LOB_OK;
}

static lob_status draw_form(lob_side *side, const lob_member *m, const lob_trans *trans, lob_point64 at,
                            lob_diff_form *form) {
    lob_figure figure;
    lob_arena *const request = side->ctx->arena;
    lob_arena_reset(side->scratch);
    side->ctx->arena = side->scratch;
    lob_status status =
        lob_figure_make(side->ctx, side->layout, m->shapes, m->kind, m->index, m->member, trans, &figure);
    side->ctx->arena = request;
    LOB_TRY(status);
    return make_form(side, &figure, at, form);
}

static lob_status keep_form(lob_side *side, const lob_diff_form *form, uint32_t *number) {
    if (side->form_count == side->form_capacity) {
        uint32_t capacity = side->form_capacity ? 2 * side->form_capacity : 64;
        lob_diff_form *grown = lob_realloc(side->forms, capacity * sizeof *grown);
        if (!grown) {
            return lob_fail_memory(side->ctx);
        }
        side->forms = grown;
        side->form_capacity = capacity;
    }
    lob_point64 *ring = lob_arena_alloc(side->arena, form->count * sizeof *ring);
    if (!ring) {
        return lob_fail_memory(side->ctx);
    }
    memcpy(ring, form->ring, form->count * sizeof *ring);
    *number = side->form_count;
    side->forms[side->form_count] = *form;
    side->forms[side->form_count++].ring = ring;
    return LOB_OK;
}

static lob_status keep_named(lob_side *side, lob_str key, const lob_diff_form *form, uint32_t *number) {
    char *kept = lob_arena_strdup(side->arena, key.data, key.size);
    LOB_TRY(kept ? keep_form(side, form, number) : lob_fail_memory(side->ctx));
    return lob_name_map_add(&side->others, (lob_str){kept, key.size}, *number, number) ? LOB_OK
                                                                                       : lob_fail_memory(side->ctx);
}

/* ---- figures ---- */

static void put_at(const lob_side *side, uint32_t number, lob_point64 at, lob_diff_figure *figure) {
    const lob_diff_form *form = &side->forms[number];
    const lob_point64 low = {at.x + form->corner.x, at.y + form->corner.y};
    const int64_t x = low.x * side->scale, y = low.y * side->scale;
    figure->form = number;
    figure->box = (lob_box64){x, y, x + form->size.x, y + form->size.y};
    figure->weight = lob_weight_mul(form->weight, lob_diff_at(side->table, low));
}

static void put_box(const lob_side *side, lob_box64 b, lob_diff_figure *figure) {
    const int64_t s = side->scale;
    const lob_weight outline = box_weight(side, (b.right - b.left) * s, (b.top - b.bottom) * s);
    figure->form = LOB_NONE;
    figure->box = (lob_box64){b.left * s, b.bottom * s, b.right * s, b.top * s};
    figure->weight = lob_weight_mul(outline, lob_diff_at(side->table, (lob_point64){b.left, b.bottom}));
}

/* Forms are drawn once, at whatever place they are first met. */
static lob_status find_polygon(lob_side *side, const lob_member *m, const lob_trans *trans, lob_point64 at,
                               uint32_t *number) {
    const uint64_t key = (uint64_t)m->shapes->polygons[m->index].outline << 3 | trans->code;
    *number = lob_id_map_find(&side->outlines, key);
    if (*number != LOB_MAP_NONE) {
        return LOB_OK;
    }
    lob_diff_form form;
    LOB_TRY(draw_form(side, m, trans, at, &form));
    LOB_TRY(keep_form(side, &form, number));
    return lob_id_map_add(&side->outlines, key, *number, number) ? LOB_OK : lob_fail_memory(side->ctx);
}

static lob_status find_path(lob_side *side, const lob_member *m, const lob_trans *trans, lob_point64 at,
                            uint32_t *number) {
    const lob_path *p = &m->shapes->paths[m->index];
    const int64_t words[6] = {p->outline, p->width, p->begin_ext, p->end_ext, p->round_ends, trans->code};
    const lob_str key = {(const char *)words, sizeof words};
    *number = lob_name_map_find(&side->others, key);
    if (*number != LOB_MAP_NONE) {
        return LOB_OK;
    }
    lob_diff_form form;
    LOB_TRY(draw_form(side, m, trans, at, &form));
    return keep_named(side, key, &form, number);
}

/* At odd angles rounding hangs on the place, so a figure is known by its points alone. */
static lob_status add_turned(lob_side *side, const lob_member *m, const lob_trans *trans, lob_diff_figure *figure) {
    lob_diff_form form;
    LOB_TRY(draw_form(side, m, trans, (lob_point64){0, 0}, &form));
    const lob_point64 at = form.corner;
    form.corner = (lob_point64){0, 0};
    const lob_str key = {(const char *)&form.weight, sizeof form.weight};
    uint32_t number = lob_name_map_find(&side->others, key);
    if (number == LOB_MAP_NONE) {
        LOB_TRY(keep_named(side, key, &form, &number));
    }
    put_at(side, number, at, figure);
    return LOB_OK;
}

lob_status lob_side_figure(lob_side *side, const lob_member *m, const lob_trans *trans, lob_diff_figure *figure) {
    uint32_t number;
    if (!trans->is_orthogonal) {
        return add_turned(side, m, trans, figure);
    }
    if (m->kind == LOB_KIND_BOX) {
        const lob_box *b = &m->shapes->boxes[m->index];
        const lob_box64 box = {b->left + m->by.x, b->bottom + m->by.y, b->right + m->by.x, b->top + m->by.y};
        put_box(side, lob_trans_box(trans, box), figure);
        return LOB_OK;
    }
    const lob_point own = m->kind == LOB_KIND_PATH ? m->shapes->paths[m->index].at : m->shapes->polygons[m->index].at;
    const lob_point64 at = lob_trans_point(trans, (lob_point64){own.x + m->by.x, own.y + m->by.y});
    LOB_TRY(m->kind == LOB_KIND_PATH ? find_path(side, m, trans, at, &number)
                                     : find_polygon(side, m, trans, at, &number));
    put_at(side, number, at, figure);
    return LOB_OK;
}

bool lob_side_is_box(const lob_side *side, const lob_diff_figure *figure) {
    return figure->form == LOB_NONE || side->forms[figure->form].is_box;
}

lob_status lob_side_ring(lob_ctx *ctx, const lob_side *side, const lob_diff_figure *figure, const lob_point64 **ring,
                         uint32_t *count) {
    const lob_box64 b = figure->box;
    *count = figure->form == LOB_NONE ? 4 : side->forms[figure->form].count;
    lob_point64 *points = LOB_NEW_ARRAY(ctx->arena, lob_point64, *count);
    if (!points) {
        return lob_fail_memory(ctx);
    }
    if (figure->form == LOB_NONE) {
        points[0] = (lob_point64){b.left, b.bottom};
        points[1] = (lob_point64){b.right, b.bottom};
        points[2] = (lob_point64){b.right, b.top};
        points[3] = (lob_point64){b.left, b.top};
    }
    for (uint32_t i = 0; figure->form != LOB_NONE && i < *count; i++) {
        const lob_point64 p = side->forms[figure->form].ring[i];
        points[i] = (lob_point64){p.x + b.left, p.y + b.bottom};
    }
    *ring = points;
    return LOB_OK;
}
