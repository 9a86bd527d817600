/* The instances of describe_cell: a walk over stored instances down to `depth`, ordered by child cell, box, path.
 *
 * Idea: an explicit stack of at most LOB_LIMIT_DESCRIBE_DEPTH cells; what lies below an array is seen through its first
 * member, so the walk visits stored instances only. Hierarchies can still multiply: beyond depth 1 it has a budget.
 */
#include "base/smallest.h"
#include "tool/describe.h"
#include "tool/placement.h"
#include "tool/room.h"

typedef lob_describe_cell_response_instances_item instance_item;

enum { POLL_EVERY = 65536 };

typedef struct entry {
    const lob_inst *inst;
    const lob_cell *parent;
    lob_trans to_described; /* of the parent */
    lob_box64 box;          /* in the described cell */
    uint32_t steps[LOB_LIMIT_DESCRIBE_DEPTH];
    unsigned step_count;
} entry;

typedef struct frame {
    const lob_cell *cell;
    lob_trans to_described;
    uint32_t next;
} frame;

static int compare_steps(const entry *x, const entry *y) {
    for (unsigned i = 0; i < x->step_count && i < y->step_count; i++) {
        int order = lob_order(x->steps[i], y->steps[i]);
        if (order) {
            return order;
        }
    }
    return lob_order(x->step_count, y->step_count);
}

static int compare(const void *arg, const void *a, const void *b) {
    const lob_describe *d = arg;
    const entry *x = a, *y = b;
    int order = 0;
    if (x->inst->child != y->inst->child) {
        order = lob_str_compare(lob_layout_cell(d->layout, x->inst->child)->name,
                                lob_layout_cell(d->layout, y->inst->child)->name);
    }
    order = order ? order : lob_order(x->box.left, y->box.left);
    order = order ? order : lob_order(x->box.bottom, y->box.bottom);
    order = order ? order : lob_order(x->box.right, y->box.right);
    order = order ? order : lob_order(x->box.top, y->box.top);
    return order ? order : compare_steps(x, y);
}

/* The entry of instance `index` of the cell of `at`; steps above it are already in place. */
static void make_entry(const lob_describe *d, const frame *at, uint32_t index, unsigned level, entry *e) {
    e->inst = &at->cell->insts[index];
    e->parent = at->cell;
    e->to_described = at->to_described;
    lob_box64 box = lob_inst_box(d->layout, e->inst);
    e->box = lob_box64_is_empty(box) ? LOB_BOX64_EMPTY : lob_trans_box(&e->to_described, box);
    e->steps[level] = index;
    e->step_count = level + 1;
}

static frame below(const lob_describe *d, const entry *e) {
    lob_trans own = lob_inst_trans(d->layout, e->inst);
    return (frame){.cell = lob_layout_cell(d->layout, e->inst->child),
                   .to_described = lob_trans_compose(&e->to_described, &own)};
}

/* The entry at a place of an earlier page; false when there is none. */
static bool find_entry(const lob_describe *d, const lob_describe_place *place, entry *e) {
    if (place->step_count == 0 || place->step_count > (uint64_t)d->depth) {
        return false;
    }
    frame at = {.cell = d->cell, .to_described = lob_trans_identity()};
    for (unsigned level = 0; level < place->step_count; level++) {
        if (place->steps[level] >= at.cell->inst_count) {
            return false;
        }
        make_entry(d, &at, place->steps[level], level, e);
        at = below(d, e);
    }
    return true;
}

static lob_status budget_spent(lob_ctx *ctx) {
    lob_status status =
        lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "There are too many nested instances to describe at this depth");
    lob_error_text(&ctx->error, "limit_name", LOB_STR("describe_work"));
    lob_error_integer(&ctx->error, "limit", LOB_LIMIT_DESCRIBE_WORK);
    lob_hint(ctx, "Ask for a smaller depth, or describe one of the child cells.");
    return status;
}

static lob_status walk(const lob_describe *d, const entry *after, lob_smallest *page, uint64_t *total) {
    frame stack[LOB_LIMIT_DESCRIBE_DEPTH];
    unsigned count = 0;
    entry e = {.step_count = 0};
    if (d->depth > 0) {
        stack[count++] = (frame){.cell = d->cell, .to_described = lob_trans_identity()};
    }
    while (count > 0) {
        frame *at = &stack[count - 1];
        if (at->next == at->cell->inst_count) {
            count--;
            continue;
        }
        make_entry(d, at, at->next++, count - 1, &e);
        if (++*total % POLL_EVERY == 0) {
            LOB_TRY(lob_poll(d->call->ctx));
        }
        if (d->depth > 1 && *total > LOB_LIMIT_DESCRIBE_WORK) {
            return budget_spent(d->call->ctx);
        }
        if (!after || compare(d, &e, after) > 0) {
            lob_smallest_offer(page, &e);
        }
        if (count < (uint64_t)d->depth) {
            stack[count++] = below(d, &e);
        }
    }
    return LOB_OK;
}

/* Names of the cells the steps lead through, the described cell first. */
static lob_status show_path(const lob_describe *d, const entry *e, instance_item *item) {
    lob_str *names = LOB_NEW_ARRAY(d->call->ctx->arena, lob_str, e->step_count);
    if (!names) {
        return lob_fail_memory(d->call->ctx);
    }
    const lob_cell *cell = d->cell;
    for (unsigned i = 0; i < e->step_count; i++) {
        lob_shown name;
        LOB_TRY(lob_name_show(d->call->ctx, cell->name, LOB_LIMIT_NAME_TEXT_SIZE, &name));
        names[i] = name.text;
        cell = lob_layout_cell(d->layout, cell->insts[e->steps[i]].child);
    }
    item->has_instance_path = true;
    item->instance_path.items = names;
    item->instance_path.count = e->step_count;
    return LOB_OK;
}

static lob_status show_props(const lob_describe *d, const entry *e, instance_item *item) {
    uint32_t set = lob_attrs_find(&e->parent->inst_props, e->steps[e->step_count - 1]);
    if (set == LOB_NONE) {
        return LOB_OK;
    }
    lob_shown_props props;
    LOB_TRY(lob_props_show(d->call->ctx, d->layout, set, &props));
    item->has_properties = true;
    item->properties.items = props.items;
    item->properties.count = props.count;
    item->has_properties_dropped = props.dropped > 0;
    item->properties_dropped = props.dropped;
    return LOB_OK;
}

static lob_status show(const lob_describe *d, const entry *e, instance_item *item) {
    const lob_cell *child = lob_layout_cell(d->layout, e->inst->child);
    lob_shown name;
    LOB_TRY(lob_name_show(d->call->ctx, child->name, LOB_LIMIT_NAME_TEXT_SIZE, &name));
    *item = (instance_item){.child_cell = name.text,
                            .raw_hex = name.raw_hex,
                            .has_is_ghost = child->is_ghost,
                            .is_ghost = child->is_ghost,
                            .transform = lob_transform_show(d->layout, e->inst, &e->to_described, d->dbu)};
    item->bbox_empty = lob_box_show(e->box, d->dbu, &item->bbox_um, &item->bbox_dbu);
    item->has_bbox_empty = item->bbox_empty;
    LOB_TRY(lob_array_show(d->call, e->inst, &e->to_described, &item->array));
    LOB_TRY(lob_placement_name(d->call->ctx, name.text, e->steps[e->step_count - 1], &item->name));
    if (d->depth > 1) {
        LOB_TRY(show_path(d, e, item));
    }
    return show_props(d, e, item);
}

static size_t weight_of(const instance_item *item) {
    enum { INSTANCE_WEIGHT = 1500, STEP_WEIGHT = 8 };
    size_t weight = INSTANCE_WEIGHT + lob_text_weight(item->child_cell) + lob_text_weight(item->name) +
                    lob_text_weight(item->raw_hex);
    for (size_t i = 0; i < item->instance_path.count; i++) {
        weight += STEP_WEIGHT + lob_text_weight(item->instance_path.items[i]);
    }
    return weight + lob_props_weight(item->properties.items, item->properties.count);
}

/* As many of the page as there is room for. */
static lob_status show_all(lob_describe *d, const lob_smallest *page, lob_describe_cell_response *response) {
    instance_item *items = LOB_NEW_ARRAY(d->call->ctx->arena, instance_item, page->count);
    if (!items) {
        return lob_fail_memory(d->call->ctx);
    }
    response->instances.items = items;
    for (size_t i = 0; i < page->count; i++) {
        LOB_TRY(show(d, lob_smallest_at(page, i), &items[i]));
        if (!lob_room_fits(&d->room, "instances", &items[i], weight_of(&items[i]), i == 0)) {
            break;
        }
        response->instances.count++;
    }
    return LOB_OK;
}

lob_status lob_describe_instances(lob_describe *d, lob_describe_place *place, lob_describe_cell_response *response) {
    entry last;
    if (place->given > 0 && !find_entry(d, place, &last)) {
        return lob_cursor_refuse(d->call->ctx);
    }
    lob_smallest page;
    uint64_t total = 0;
    size_t capacity = (size_t)d->request->max_instances;
    LOB_TRY(lob_smallest_init(d->call->ctx, &page, sizeof(entry), capacity, compare, d));
    LOB_TRY(walk(d, place->given > 0 ? &last : NULL, &page, &total));
    lob_smallest_sort(&page);
    if (place->given > total || page.count > total - place->given) {
        return lob_cursor_refuse(d->call->ctx);
    }
    LOB_TRY(show_all(d, &page, response));
    size_t shown = response->instances.count;
    place->given += shown;
    if (shown > 0) {
        const entry *end = lob_smallest_at(&page, shown - 1);
        memcpy(place->steps, end->steps, sizeof place->steps);
        place->step_count = end->step_count;
    }
    response->summary.instance_count = lob_count_show(total);
    response->truncation.instances_dropped = lob_count_show(total - place->given);
    return LOB_OK;
}
