/* What one job holds. Invariant when done: no placement that is left has another item within reach of its box. */
#include "base/alloc.h"
#include "base/limits.h"
#include "base/num.h"
#include "base/sort.h"
#include "rules/scan_impl.h"

enum { POLL_EVERY = 4096, SURELY_FEW = 65536, ROUNDS_MAX = 16 };
enum { EQUAL_ROUNDS = 4, EQUAL_MIN = 8192, EQUAL_GROWTH = 3 };

/* ---- figures ---- */

static lob_status add_kind(scan_run *r, const lob_shapes *shapes, lob_kind kind, const lob_trans *trans) {
    for (uint32_t i = 0; i < shapes->count[kind]; i++) {
        uint32_t rep = lob_shape_rep_index(shapes, kind, i);
        uint64_t count = rep == LOB_NONE ? 1 : lob_rep_count(lob_layout_rep(r->question->layout, rep));
        LOB_TRY(lob_scan_expect(r, count));
        for (uint64_t member = 0; member < count; member++) {
            LOB_TRY(lob_scan_add_figure(r, shapes, kind, i, member, trans));
        }
    }
    return LOB_OK;
}

static bool takes_layer(const lob_scan_question *q, lob_layer_index layer) {
    uint32_t low = 0, high = q->layer_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (q->layers[middle] < layer) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < q->layer_count && q->layers[low] == layer;
}

static lob_status add_own(scan_run *r, const lob_cell *cell, const lob_trans *trans) {
    for (uint32_t i = 0; i < cell->shapes_count; i++) {
        const lob_shapes *shapes = &cell->shapes[i];
        if (takes_layer(r->question, shapes->layer)) {
            LOB_TRY(add_kind(r, shapes, LOB_KIND_BOX, trans));
            LOB_TRY(add_kind(r, shapes, LOB_KIND_PATH, trans));
            LOB_TRY(add_kind(r, shapes, LOB_KIND_POLYGON, trans));
        }
    }
    return LOB_OK;
}

/* ---- placements ---- */

/* Box of what a cell holds on the layers. */
static lob_box64 cell_box(const lob_scan_question *q, const lob_cell *cell) {
    lob_box64 box = LOB_BOX64_EMPTY;
    for (uint32_t i = 0; i < cell->layer_box_count; i++) {
        const lob_layer_box *b = &cell->layer_boxes[i];
        if (takes_layer(q, b->layer) && b->shape_count > b->kind_count[LOB_KIND_TEXT]) {
            box = lob_box64_join(box, b->box);
        }
    }
    if (!lob_box64_is_empty(box) && cell->slack > 0) {
        box = (lob_box64){box.left - cell->slack, box.bottom - cell->slack, box.right + cell->slack,
                          box.top + cell->slack};
    }
    return box;
}

static lob_trans turn(uint8_t code, lob_point64 at) {
    return lob_trans_make((code & 4) != 0, 90.0 * (code & 3), 1, at.x, at.y);
}

static lob_point64 turned_vector(uint8_t code, lob_point64 v) {
    lob_trans t = turn(code, (lob_point64){0, 0});
    return lob_trans_point(&t, v);
}

static int64_t absolute(int64_t v) {
    return v < 0 ? -v : v;
}

/* Whether members of a lattice along the axes keep their distance; of others nothing is said. */
static bool members_are_apart(const lob_rep *rep, lob_box64 box, int64_t reach) {
    int64_t width = box.right - box.left, height = box.top - box.bottom;
    if (rep->kind != LOB_REP_LATTICE) {
        return lob_rep_count(rep) == 1;
    }
    lob_point64 x = rep->a, y = rep->b;
    uint64_t nx = rep->na, ny = rep->nb;
    if ((nx > 1 && x.x == 0) || (ny > 1 && y.y == 0)) {
        x = rep->b;
        y = rep->a;
        nx = rep->nb;
        ny = rep->na;
    }
    return (nx == 1 || (x.y == 0 && absolute(x.x) - width > reach)) &&
           (ny == 1 || (y.x == 0 && absolute(y.y) - height > reach));
}

/* Adds the members of an array one by one. */
static lob_status add_members(scan_run *r, const scan_item *array) {
    uint64_t count = lob_rep_count(array->rep);
    LOB_TRY(lob_scan_expect(r, count));
    for (uint64_t i = 0; i < count; i++) {
        lob_point64 by = turned_vector(array->rep_code, lob_rep_at(array->rep, i));
        scan_item one = *array;
        one.is_opened = false;
        one.rep = NULL;
        one.at = (lob_point64){array->at.x + by.x, array->at.y + by.y};
        const lob_trans t = turn(one.code, one.at);
        one.box = lob_trans_box(&t, cell_box(r->question, lob_layout_cell(r->question->layout, one.what)));
        LOB_TRY(lob_scan_add_item(r, &one));
    }
    return LOB_OK;
}

/* All members of an instance whose whole transformation keeps to quarter turns. `parent`: of its cell. */
static lob_status add_placement(scan_run *r, const lob_inst *inst, const lob_trans *parent, lob_box64 box) {
    const lob_layout *layout = r->question->layout;
    const lob_trans own = lob_inst_trans(layout, inst);
    const lob_trans t = lob_trans_compose(parent, &own);
    scan_item item = {.what = inst->child, .code = t.code, .at = {t.x, t.y}, .is_placement = true};
    lob_box64 first = lob_trans_box(&t, box);
    item.box = first;
    if (inst->rep == LOB_NONE) {
        return lob_scan_add_item(r, &item);
    }
    item.rep = lob_layout_rep(layout, inst->rep);
    item.rep_code = parent->code;
    lob_rep seen = *item.rep;
    seen.a = turned_vector(item.rep_code, seen.a);
    seen.b = turned_vector(item.rep_code, seen.b);
    if (!members_are_apart(&seen, first, r->question->reach)) {
        return add_members(r, &item);
    }
    const lob_trans direction = turn(item.rep_code, (lob_point64){0, 0});
    const lob_box64 extent = lob_trans_box(&direction, lob_rep_extent(item.rep));
    item.box = (lob_box64){first.left + extent.left, first.bottom + extent.bottom, first.right + extent.right,
                           first.top + extent.top};
    return lob_scan_add_item(r, &item);
}

/* A cell that is opened at once: its transformation is not one that a job can have. */
typedef struct opened_cell {
    lob_cell_index cell;
    lob_trans trans;
} opened_cell;

typedef struct opened_list {
    opened_cell *items;
    uint32_t count, capacity;
} opened_list;

static lob_status open_later(scan_run *r, opened_list *list, lob_cell_index cell, const lob_trans *trans) {
    LOB_TRY(lob_list_grow(r->ctx, &list->items, list->count, &list->capacity, sizeof *list->items));
    list->items[list->count++] = (opened_cell){cell, *trans};
    return LOB_OK;
}

static lob_status open_members(scan_run *r, opened_list *list, const lob_inst *inst, const lob_trans *parent) {
    const lob_layout *layout = r->question->layout;
    const lob_rep *rep = inst->rep == LOB_NONE ? NULL : lob_layout_rep(layout, inst->rep);
    uint64_t count = rep ? lob_rep_count(rep) : 1;
    const lob_trans own = lob_inst_trans(layout, inst);
    LOB_TRY(lob_scan_expect(r, lob_u64_add_sat(list->count, count)));
    for (uint64_t i = 0; i < count; i++) {
        const lob_trans member = rep ? lob_trans_moved(&own, lob_rep_at(rep, i)) : own;
        const lob_trans t = lob_trans_compose(parent, &member);
        LOB_TRY(i % POLL_EVERY == POLL_EVERY - 1 ? lob_poll(r->ctx) : LOB_OK);
        LOB_TRY(open_later(r, list, inst->child, &t));
    }
    return LOB_OK;
}

static lob_status add_insts(scan_run *r, opened_list *list, const lob_cell *cell, const lob_trans *trans) {
    const lob_layout *layout = r->question->layout;
    for (uint32_t i = 0; i < cell->inst_count; i++) {
        const lob_inst *inst = &cell->insts[i];
        const lob_box64 box = cell_box(r->question, lob_layout_cell(layout, inst->child));
        if (lob_box64_is_empty(box)) {
            continue;
        }
        const lob_trans own = lob_inst_trans(layout, inst);
        if (trans->is_orthogonal && own.is_orthogonal && !r->opens_whole) {
            LOB_TRY(add_placement(r, inst, trans, box));
        } else {
            LOB_TRY(open_members(r, list, inst, trans));
        }
    }
    return LOB_OK;
}

/* The contents of a cell, whatever is at odd angles in it opened to the leaves. */
static lob_status add_cell(scan_run *r, lob_cell_index cell, const lob_trans *trans) {
    opened_list list = {0};
    lob_status status = open_later(r, &list, cell, trans);
    while (status == LOB_OK && list.count > 0) {
        const opened_cell one = list.items[--list.count];
        const lob_cell *c = lob_layout_cell(r->question->layout, one.cell);
        status = add_own(r, c, &one.trans);
        if (status == LOB_OK) {
            status = add_insts(r, &list, c, &one.trans);
        }
    }
    lob_free(list.items);
    return status;
}

/* ---- opening what comes near something ---- */

static lob_status build_tree(scan_run *r) {
    uint32_t count = r->item_count;
    lob_free(r->tree_block);
    r->tree_block = lob_malloc(lob_rtree_size(count));
    lob_box *boxes = lob_malloc((size_t)count * sizeof *boxes + 1);
    void *scratch = lob_malloc(lob_rtree_scratch_size(count));
    lob_status status = r->tree_block && boxes && scratch ? LOB_OK : lob_fail_memory(r->ctx);
    if (status == LOB_OK) {
        for (uint32_t i = 0; i < count; i++) {
            boxes[i] = lob_box_cut(r->items[i].box);
        }
        status = lob_rtree_make(r->ctx, &r->tree, boxes, count, r->tree_block, scratch);
    }
    lob_free(boxes);
    lob_free(scratch);
    return status;
}

/* Whether something else lies within reach of the item's box. */
static lob_status has_neighbour(scan_run *r, uint32_t item, bool *has) {
    const lob_box64 b = r->items[item].box;
    const int64_t reach = r->question->reach;
    const lob_rtree_query query =
        lob_rtree_query_window((lob_box64){b.left - reach, b.bottom - reach, b.right + reach, b.top + reach});
    lob_rtree_cursor cursor;
    uint64_t work = 0;
    uint32_t place;
    *has = false;
    lob_rtree_begin(&r->tree, &cursor);
    while (!*has && lob_rtree_next(&r->tree, &cursor, &query, &place, &work)) {
        if (place == LOB_RTREE_PAUSE) {
            LOB_TRY(lob_poll(r->ctx));
        } else {
            *has = r->tree.ids[place] != item;
        }
    }
    return LOB_OK;
}

static lob_status open_item(scan_run *r, uint32_t index) {
    const scan_item item = r->items[index];
    if (item.rep) {
        return add_members(r, &item);
    }
    const lob_trans t = turn(item.code, item.at);
    return add_cell(r, item.what, &t);
}

/* ---- how many that will be ---- */

/* Figures below a placement, at all levels: no fewer than opening it can ever bring. */
static uint64_t figures_below(const scan_run *r, const scan_item *item) {
    const lob_cell *cell = lob_layout_cell(r->question->layout, item->what);
    uint64_t count = 0;
    for (uint32_t i = 0; i < cell->layer_box_count; i++) {
        if (takes_layer(r->question, cell->layer_boxes[i].layer)) {
            count = lob_u64_add_sat(count, cell->layer_boxes[i].shape_count);
        }
    }
    return lob_u64_mul_sat(count, item->rep ? lob_rep_count(item->rep) : 1);
}

static uint64_t own_figures(const scan_run *r, const lob_cell *cell) {
    static const lob_kind kinds[] = {LOB_KIND_BOX, LOB_KIND_PATH, LOB_KIND_POLYGON};
    uint64_t count = 0;
    for (uint32_t i = 0; i < cell->shapes_count; i++) {
        const lob_shapes *shapes = &cell->shapes[i];
        for (size_t k = 0; takes_layer(r->question, shapes->layer) && k < sizeof kinds / sizeof kinds[0]; k++) {
            for (uint32_t n = 0; n < shapes->count[kinds[k]]; n++) {
                const uint32_t rep = lob_shape_rep_index(shapes, kinds[k], n);
                const uint64_t members = rep == LOB_NONE ? 1 : lob_rep_count(lob_layout_rep(r->question->layout, rep));
                count = lob_u64_add_sat(count, members);
            }
        }
    }
    return count;
}

/* Items that a placement becomes when it is opened one level. */
static uint64_t opened_count(const scan_run *r, const scan_item *item) {
    const lob_layout *layout = r->question->layout;
    const lob_cell *cell = lob_layout_cell(layout, item->what);
    if (item->rep) {
        return lob_rep_count(item->rep);
    }
    uint64_t count = own_figures(r, cell);
    for (uint32_t i = 0; i < cell->inst_count; i++) {
        const lob_inst *inst = &cell->insts[i];
        const lob_box64 box = cell_box(r->question, lob_layout_cell(layout, inst->child));
        if (lob_box64_is_empty(box)) {
            continue;
        }
        const lob_trans own = lob_inst_trans(layout, inst), t = turn(item->code, item->at);
        const lob_trans whole = lob_trans_compose(&t, &own);
        lob_rep rep = inst->rep == LOB_NONE ? (lob_rep){0} : *lob_layout_rep(layout, inst->rep);
        rep.a = turned_vector(item->code, rep.a);
        rep.b = turned_vector(item->code, rep.b);
        const bool is_one =
            inst->rep == LOB_NONE ||
            (own.is_orthogonal && members_are_apart(&rep, lob_trans_box(&whole, box), r->question->reach));
        count = lob_u64_add_sat(count, is_one ? 1 : lob_rep_count(lob_layout_rep(layout, inst->rep)));
    }
    return count;
}

/* Speaks before memory is spent. What is below is looked at closely only where all of it might be too much. */
static lob_status expect_opened(scan_run *r, uint32_t count) {
    uint64_t most = 0, sum = 0, last = 0;
    const scan_item *before = NULL;
    for (uint32_t i = 0; i < count; i++) {
        most = r->items[i].is_opened ? lob_u64_add_sat(most, figures_below(r, &r->items[i])) : most;
    }
    /* A chain of cells would take a round for each; between rounds equal items can be forgotten. */
    r->opens_whole = ++r->rounds > ROUNDS_MAX && !r->repeats && most < (uint64_t)SURELY_FEW * r->rounds;
    if (most < SURELY_FEW || r->opens_whole) {
        return lob_scan_expect(r, r->opens_whole ? most : 0);
    }
    for (uint32_t i = 0; i < count; i++) {
        const scan_item *item = &r->items[i];
        if (item->is_opened) { /* neighbours are mostly of one cell */
            const bool is_same =
                before && !before->rep && !item->rep && before->what == item->what && before->code == item->code;
            last = is_same ? last : opened_count(r, item);
            sum = lob_u64_add_sat(sum, last);
            before = item;
        }
        LOB_TRY(i % POLL_EVERY == 0 ? lob_poll(r->ctx) : LOB_OK);
    }
    return lob_scan_expect(r, sum);
}

static void forget_opened(scan_run *r) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < r->item_count; i++) {
        if (!r->items[i].is_opened) {
            r->items[kept++] = r->items[i];
        }
    }
    r->item_count = kept;
}

/* ---- equal items in one place ---- */

static int by_what_and_place(const void *a, const void *b, void *arg) {
    const scan_run *r = arg;
    const scan_item *x = &r->items[*(const uint32_t *)a], *y = &r->items[*(const uint32_t *)b];
    const int place = lob_point_compare(x->at, y->at);
    if (x->what != y->what || x->is_placement != y->is_placement) {
        return x->what != y->what ? (x->what > y->what) - (x->what < y->what) : x->is_placement - y->is_placement;
    }
    if (x->code != y->code || x->rep_code != y->rep_code) {
        return x->code != y->code ? x->code - y->code : x->rep_code - y->rep_code;
    }
    return place != 0 ? place : ((uintptr_t)x->rep > (uintptr_t)y->rep) - ((uintptr_t)x->rep < (uintptr_t)y->rep);
}

static void keep_first_of_equal(scan_run *r, const uint32_t *order, uint8_t *is_double) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < r->item_count;) { /* equal ones follow each other: the one that came first stays */
        uint32_t first = order[i], next = i + 1;
        for (; next < r->item_count && by_what_and_place(&order[i], &order[next], r) == 0; next++) {
            is_double[order[next] > first ? order[next] : first] = 1;
            first = order[next] < first ? order[next] : first;
        }
        i = next;
    }
    for (uint32_t i = 0; i < r->item_count; i++) {
        if (!is_double[i]) {
            r->items[kept++] = r->items[i];
        }
    }
    r->item_count = kept;
}

/* An equal item in the same place adds nothing to what is merged; on some levels of cells that lie over each other
 * there are as many of those as there are ways down. Asked only after several rounds, and when the list has grown much.
 */
static lob_status forget_equal(scan_run *r) {
    if (r->rounds < EQUAL_ROUNDS || r->item_count < EQUAL_MIN || r->item_count / EQUAL_GROWTH < r->distinct) {
        return LOB_OK;
    }
    uint32_t *order = lob_malloc(r->item_count * sizeof *order);
    uint8_t *is_double = lob_calloc(r->item_count, sizeof *is_double);
    lob_status status = order && is_double ? LOB_OK : lob_fail_memory(r->ctx);
    for (uint32_t i = 0; status == LOB_OK && i < r->item_count; i++) {
        order[i] = i;
    }
    if (status == LOB_OK) {
        status = lob_sort(r->ctx, order, r->item_count, sizeof *order, by_what_and_place, r);
    }
    if (status == LOB_OK) {
        const uint32_t before = r->item_count;
        keep_first_of_equal(r, order, is_double);
        r->distinct = r->item_count;
        r->repeats = r->distinct < before / 2;
    }
    lob_free(order);
    lob_free(is_double);
    return status;
}

/* One level of all placements that have neighbours; *any: whether there were some. */
static lob_status open_near(scan_run *r, bool *any) {
    uint32_t count = r->item_count;
    *any = false;
    for (uint32_t i = 0; i < count; i++) {
        if (r->items[i].is_placement) {
            LOB_TRY(has_neighbour(r, i, &r->items[i].is_opened));
            *any = *any || r->items[i].is_opened;
        }
        LOB_TRY(i % POLL_EVERY == 0 ? lob_poll(r->ctx) : LOB_OK);
    }
    if (!*any) {
        return LOB_OK;
    }
    LOB_TRY(expect_opened(r, count));
    for (uint32_t i = 0; i < count; i++) {
        LOB_TRY(r->items[i].is_opened ? open_item(r, i) : LOB_OK);
    }
    r->opens_whole = false;
    forget_opened(r);
    return forget_equal(r);
}

lob_status lob_scan_gather(scan_run *r, lob_cell_index cell, uint8_t code) {
    bool any = true;
    r->item_count = r->rounds = r->distinct = 0;
    r->repeats = false;
    if (r->question->has_window) {
        LOB_TRY(lob_scan_window(r));
        return build_tree(r);
    }
    const lob_trans t = turn(code, (lob_point64){0, 0});
    LOB_TRY(add_cell(r, cell, &t));
    LOB_TRY(build_tree(r));
    while (any) {
        LOB_TRY(open_near(r, &any));
        if (any) {
            LOB_TRY(build_tree(r));
        }
    }
    return LOB_OK;
}
