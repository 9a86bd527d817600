/* The instances of query_region, as answers show them. */
#include "tool/describe.h"
#include "tool/placement.h"
#include "tool/query_region.h"
#include "tool/room.h"

enum { INSTANCE_WEIGHT = 1600 };

typedef lob_query_region_response_instances_item instance_item;

bool lob_region_lists_insts(const lob_region_answer *r) {
    return r->request->has_include_instances ? r->request->include_instances : r->request->layers.count == 0;
}

static lob_status show_parts(lob_region_answer *r, const lob_found *found, instance_item *item, size_t *weight) {
    lob_ctx *ctx = r->call->ctx;
    const lob_cell *parent = lob_layout_cell(r->query.layout, found->leaf);
    lob_shown_path path;
    lob_shown_props props;
    LOB_TRY(lob_region_path_show(r, found, &path, weight));
    item->has_instance_path = !r->call->is_lean || path.name_count > 1;
    item->instance_path.items = path.names;
    item->instance_path.count = path.name_count;
    item->has_path_members = path.members != NULL;
    item->path_members.items = path.members;
    item->path_members.count = path.member_count;
    LOB_TRY(lob_props_show(ctx, r->query.layout, lob_attrs_find(&parent->inst_props, found->index), &props));
    item->has_properties = props.count > 0;
    item->properties.items = props.items;
    item->properties.count = props.count;
    item->has_properties_dropped = props.dropped > 0;
    item->properties_dropped = props.dropped;
    *weight += lob_props_weight(props.items, props.count);
    return LOB_OK;
}

static lob_status show_instance(lob_region_answer *r, const lob_found *found, instance_item *item, size_t *weight) {
    lob_ctx *ctx = r->call->ctx;
    const lob_layout *layout = r->query.layout;
    const lob_inst *inst = &lob_layout_cell(layout, found->leaf)->insts[found->index];
    const lob_cell *child = lob_layout_cell(layout, inst->child);
    lob_shown name;
    LOB_TRY(lob_name_show(ctx, child->name, LOB_LIMIT_NAME_TEXT_SIZE, &name));
    *item = (instance_item){.child_cell = name.text,
                            .raw_hex = name.raw_hex,
                            .has_is_ghost = child->is_ghost,
                            .is_ghost = child->is_ghost,
                            .members_in_box = lob_count_show(found->member_count),
                            .transform = lob_transform_show(layout, inst, &found->trans, r->dbu)};
    lob_box64 box = lob_box64_is_empty(child->box) ? LOB_BOX64_EMPTY : found->box;
    item->has_bbox_empty = item->bbox_empty = lob_box_show(box, r->dbu, &item->bbox_um, &item->bbox_dbu);
    LOB_TRY(lob_array_show(r->call, inst, &found->trans, &item->array));
    LOB_TRY(lob_placement_name(ctx, name.text, found->index, &item->name));
    *weight = INSTANCE_WEIGHT + 2 * lob_text_weight(name.text) + lob_text_weight(name.raw_hex);
    return show_parts(r, found, item, weight);
}

lob_status lob_region_insts(lob_region_answer *r, const lob_found_page *page, lob_query_region_response *response) {
    instance_item *items = LOB_NEW_ARRAY(r->call->ctx->arena, instance_item, page->count);
    if (!items) {
        return lob_fail_memory(r->call->ctx);
    }
    response->instances.items = items;
    for (size_t i = 0; i < page->count; i++) {
        size_t weight;
        LOB_TRY(show_instance(r, &page->items[i], &items[i], &weight));
        if (!lob_room_fits(&r->room, "instances", &items[i], weight, i == 0)) {
            break;
        }
        const lob_object object = lob_found_object(&r->query, &page->items[i]);
        LOB_TRY(lob_call_issue(r->call, &object, &items[i].id));
        response->instances.count++;
    }
    return LOB_OK;
}
