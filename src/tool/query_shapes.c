/* The shapes and texts of query_region, as answers show them. */
#include <math.h>

#include "base/num.h"
#include "query/area.h"
#include "tool/describe.h"
#include "tool/query_region.h"
#include "tool/room.h"

enum { SHAPE_WEIGHT = 1400, TEXT_WEIGHT = 950, STEP_WEIGHT = 8, MEMBER_WEIGHT = 110, POINT_WEIGHT = 90 };

typedef lob_query_region_response_texts_item text_item;

/* ---- paths ---- */

static bool is_last_path(const lob_region_answer *r, const lob_found *found) {
    if (r->path.count != (size_t)found->depth + 1) {
        return false;
    }
    lob_cell_index cell = r->query.cell;
    for (uint32_t i = 0; i < found->depth; i++) {
        cell = lob_layout_cell(r->query.layout, cell)->insts[found->path[i].inst].child;
        if (r->path.cells[i + 1] != cell) {
            return false;
        }
    }
    return true;
}

static lob_status name_cells(lob_region_answer *r, const lob_found *found) {
    lob_ctx *ctx = r->call->ctx;
    size_t count = (size_t)found->depth + 1;
    r->path = (lob_region_path){.names = LOB_NEW_ARRAY(ctx->arena, lob_str, count),
                                .cells = LOB_NEW_ARRAY(ctx->arena, lob_cell_index, count)};
    if (!r->path.names || !r->path.cells) {
        return lob_fail_memory(ctx);
    }
    lob_cell_index cell = r->query.cell;
    for (size_t i = 0; i < count; i++) {
        lob_shown name;
        const lob_cell *at = lob_layout_cell(r->query.layout, cell);
        LOB_TRY(lob_name_show(ctx, at->name, LOB_LIMIT_NAME_TEXT_SIZE, &name));
        r->path.names[i] = name.text;
        r->path.cells[i] = cell;
        cell = i < found->depth ? at->insts[found->path[i].inst].child : cell;
    }
    r->path.count = count;
    return LOB_OK;
}

lob_status lob_region_path_show(lob_region_answer *r, const lob_found *found, lob_shown_path *shown, size_t *weight) {
    lob_ctx *ctx = r->call->ctx;
    *shown = (lob_shown_path){.names = r->cell_name, .name_count = 1};
    if (r->query.is_flat || found->depth == 0) {
        *weight += STEP_WEIGHT + lob_text_weight(*r->cell_name);
        return LOB_OK;
    }
    if (!is_last_path(r, found)) {
        LOB_TRY(name_cells(r, found));
    }
    lob_path_member *members = LOB_NEW_ARRAY(ctx->arena, lob_path_member, found->depth);
    if (!members) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < found->depth; i++) {
        members[i] = (lob_path_member){found->path[i].inst, lob_count_show(found->path[i].member)};
    }
    for (size_t i = 0; i < r->path.count; i++) {
        *weight += STEP_WEIGHT + MEMBER_WEIGHT + lob_text_weight(r->path.names[i]);
    }
    *shown = (lob_shown_path){r->path.names, r->path.count, members, found->depth};
    return LOB_OK;
}

static lob_status leaf_name(lob_region_answer *r, const lob_found *found, lob_str *name) {
    if (found->depth == 0) {
        *name = *r->cell_name;
        return LOB_OK;
    }
    lob_shown shown;
    LOB_TRY(lob_name_show(r->call->ctx, lob_layout_cell(r->query.layout, found->leaf)->name, LOB_LIMIT_NAME_TEXT_SIZE,
                          &shown));
    *name = shown.text;
    return LOB_OK;
}

/* The last name of the path says it, but for flat queries. */
static void leave_out_leaf(const lob_region_answer *r, const lob_found *found, lob_str *name) {
    if (r->call->is_lean && (!r->query.is_flat || found->depth == 0)) {
        *name = (lob_str){0};
    }
}

static lob_status issue(lob_region_answer *r, const lob_found *found, lob_str *id) {
    const lob_object object = lob_found_object(&r->query, found);
    return lob_call_issue(r->call, &object, id);
}

/* ---- shapes ---- */

static const lob_outline *outline_of(const lob_region_answer *r, const lob_found *found) {
    const lob_shapes *shapes = found->shapes;
    return lob_layout_outline(r->query.layout, found->kind == LOB_KIND_PATH ? shapes->paths[found->index].outline
                                                                            : shapes->polygons[found->index].outline);
}

static void show_path_width(const lob_region_answer *r, double width, double begin, double end, bool is_round,
                            lob_shape_ref *shape) {
    shape->has_path_width_um = shape->has_path_begin_ext_um = shape->has_path_end_ext_um = true;
    shape->path_width_um = lob_num_round_um(width * r->dbu);
    shape->path_begin_ext_um = lob_num_round_um(begin * r->dbu);
    shape->path_end_ext_um = lob_num_round_um(end * r->dbu);
    shape->has_path_width_dbu = width == floor(width);
    shape->path_width_dbu = shape->has_path_width_dbu ? (int64_t)width : 0;
    shape->has_round_ends = true;
    shape->round_ends = is_round;
}

/* Square micrometres of square database units, without the noise of the last digits where that is plain. */
static double area_um2(double area_dbu2, double dbu) {
    double area = area_dbu2 * dbu * dbu;
    return fabs(area) < 9e6 && dbu >= 1e-4 ? round(area * 1e9) / 1e9 : area;
}

static lob_status show_points(lob_region_answer *r, const lob_figure *figure, lob_shape_ref *shape) {
    const bool is_path = figure->kind == LOB_KIND_PATH;
    const lob_point64 *points = is_path ? figure->line : figure->ring;
    const uint32_t count = is_path ? figure->line_count : figure->ring_count;
    const uint64_t listed = count < r->points_left ? count : r->points_left;
    lob_point_dbu *items = LOB_NEW_ARRAY(r->call->ctx->arena, lob_point_dbu, listed);
    if (!items) {
        return lob_fail_memory(r->call->ctx);
    }
    for (uint64_t i = 0; i < listed; i++) {
        items[i] = lob_point_show_dbu(points[i].x, points[i].y);
    }
    shape->has_points_dbu = true;
    shape->points_dbu.items = items;
    shape->points_dbu.count = listed;
    shape->has_points_dropped = listed < count;
    shape->points_dropped = (int64_t)(count - listed);
    return LOB_OK;
}

static lob_status show_figure(lob_region_answer *r, const lob_figure *figure, lob_shape_ref *shape) {
    if (figure->kind == LOB_KIND_PATH) {
        show_path_width(r, figure->width, figure->begin_ext, figure->end_ext, figure->round_ends, shape);
    }
    if (r->request->include_points) {
        LOB_TRY(show_points(r, figure, shape));
    }
    if (r->request->include_area) {
        lob_extent extent;
        lob_status status = lob_figure_extent(&r->own, figure, &extent);
        LOB_TRY(lob_ctx_join(r->call->ctx, &r->own, status));
        shape->has_area_um2 = shape->has_perimeter_um = true;
        shape->area_um2 = area_um2(extent.area, r->dbu);
        shape->perimeter_um = lob_num_round_um(extent.perimeter * r->dbu);
    }
    return LOB_OK;
}

/* Whatever needs the figure as drawn. Most questions do not. */
static lob_status show_drawn(lob_region_answer *r, const lob_found *found, lob_shape_ref *shape) {
    const bool is_path = found->kind == LOB_KIND_PATH;
    if (is_path && found->trans.is_orthogonal) {
        const lob_path *path = &found->shapes->paths[found->index];
        show_path_width(r, path->width, path->begin_ext, path->end_ext, path->round_ends, shape);
    }
    if (!r->request->include_points && !r->request->include_area && (!is_path || found->trans.is_orthogonal)) {
        return LOB_OK;
    }
    lob_figure figure;
    lob_status status = lob_figure_make(&r->own, r->query.layout, found->shapes, found->kind, found->index,
                                        found->member, &found->trans, &figure);
    if (lob_ctx_join(r->call->ctx, &r->own, status) == LOB_OK) {
        status = show_figure(r, &figure, shape);
    }
    lob_arena_reset(r->own.arena);
    return status;
}

static lob_status show_props(const lob_region_answer *r, const lob_found *found, lob_shown_props *shown,
                             size_t *weight) {
    uint32_t set = lob_attrs_find(&found->shapes->props[found->kind], found->index);
    LOB_TRY(lob_props_show(r->call->ctx, r->query.layout, set, shown));
    *weight += lob_props_weight(shown->items, shown->count);
    return LOB_OK;
}

static lob_status show_shape(lob_region_answer *r, const lob_found *found, lob_shape_ref *shape, size_t *weight) {
    static const lob_shape_ref_kind kinds[] = {
        [LOB_KIND_BOX] = LOB_SHAPE_REF_KIND_BOX,
        [LOB_KIND_PATH] = LOB_SHAPE_REF_KIND_PATH,
        [LOB_KIND_POLYGON] = LOB_SHAPE_REF_KIND_POLYGON,
    };
    lob_shown_path path;
    lob_shown_props props;
    *weight = SHAPE_WEIGHT;
    *shape = (lob_shape_ref){.kind = kinds[found->kind], .cell = *r->cell_name};
    LOB_TRY(lob_layer_show(r->call, lob_layout_layer(r->query.layout, found->shapes->layer), &shape->layer));
    LOB_TRY(leaf_name(r, found, &shape->leaf_cell));
    LOB_TRY(lob_region_path_show(r, found, &path, weight));
    leave_out_leaf(r, found, &shape->leaf_cell);
    shape->instance_path.items = path.names;
    shape->instance_path.count = path.name_count;
    shape->has_path_members = path.members != NULL;
    shape->path_members.items = path.members;
    shape->path_members.count = path.member_count;
    lob_box_show(found->box, r->dbu, &shape->bbox_um, &shape->bbox_dbu);
    shape->point_count = found->kind == LOB_KIND_BOX ? 4 : outline_of(r, found)->count;
    LOB_TRY(show_drawn(r, found, shape));
    LOB_TRY(show_props(r, found, &props, weight));
    shape->has_properties = props.count > 0;
    shape->properties.items = props.items;
    shape->properties.count = props.count;
    shape->has_properties_dropped = props.dropped > 0;
    shape->properties_dropped = props.dropped;
    *weight += POINT_WEIGHT * shape->points_dbu.count + lob_text_weight(shape->cell) +
               lob_text_weight(shape->leaf_cell) + lob_text_weight(shape->layer.name) +
               lob_text_weight(shape->layer.raw_hex);
    return LOB_OK;
}

lob_status lob_region_shapes(lob_region_answer *r, const lob_found_page *page, lob_query_region_response *response) {
    lob_shape_ref *shapes = LOB_NEW_ARRAY(r->call->ctx->arena, lob_shape_ref, page->count);
    if (!shapes) {
        return lob_fail_memory(r->call->ctx);
    }
    response->shapes.items = shapes;
    for (size_t i = 0; i < page->count; i++) {
        size_t weight;
        LOB_TRY(show_shape(r, &page->items[i], &shapes[i], &weight));
        if (!lob_room_fits(&r->room, "shapes", &shapes[i], weight, i == 0)) {
            break;
        }
        LOB_TRY(issue(r, &page->items[i], &shapes[i].id));
        r->points_left -= shapes[i].points_dbu.count;
        response->truncation.points_dropped += shapes[i].points_dropped;
        response->shapes.count++;
    }
    response->truncation.has_points_dropped = response->truncation.points_dropped > 0;
    return LOB_OK;
}

/* ---- texts ---- */

static lob_status show_text(lob_region_answer *r, const lob_found *found, text_item *item, size_t *weight) {
    const lob_text *text = &found->shapes->texts[found->index];
    lob_shown shown;
    lob_shown_path path;
    lob_shown_props props;
    lob_dbu_box exact; /* position_dbu says the same */
    *weight = TEXT_WEIGHT;
    LOB_TRY(lob_name_show(r->call->ctx, lob_layout_string(r->query.layout, text->string), LOB_LIMIT_LABEL_TEXT_SIZE,
                          &shown));
    *item = (text_item){.text = shown.text,
                        .raw_hex = shown.raw_hex,
                        .has_bytes_cut = shown.cut > 0,
                        .bytes_cut = (int64_t)shown.cut,
                        .cell = *r->cell_name,
                        .position_um = lob_point_show_um(found->box.left, found->box.bottom, r->dbu),
                        .position_dbu = lob_point_show_dbu(found->box.left, found->box.bottom)};
    lob_box_show(found->box, r->dbu, &item->bbox_um, &exact);
    LOB_TRY(lob_layer_show(r->call, lob_layout_layer(r->query.layout, found->shapes->layer), &item->layer));
    LOB_TRY(leaf_name(r, found, &item->leaf_cell));
    LOB_TRY(lob_region_path_show(r, found, &path, weight));
    leave_out_leaf(r, found, &item->leaf_cell);
    item->has_instance_path = !r->call->is_lean || path.name_count > 1;
    item->instance_path.items = path.names;
    item->instance_path.count = path.name_count;
    item->has_path_members = path.members != NULL;
    item->path_members.items = path.members;
    item->path_members.count = path.member_count;
    LOB_TRY(show_props(r, found, &props, weight));
    item->has_properties = props.count > 0;
    item->properties.items = props.items;
    item->properties.count = props.count;
    item->has_properties_dropped = props.dropped > 0;
    item->properties_dropped = props.dropped;
    *weight += lob_text_weight(item->text) + lob_text_weight(item->raw_hex) + lob_text_weight(item->cell) +
               lob_text_weight(item->leaf_cell) + lob_text_weight(item->layer.name) +
               lob_text_weight(item->layer.raw_hex);
    return LOB_OK;
}

lob_status lob_region_texts(lob_region_answer *r, const lob_found_page *page, lob_query_region_response *response) {
    text_item *texts = LOB_NEW_ARRAY(r->call->ctx->arena, text_item, page->count);
    if (!texts) {
        return lob_fail_memory(r->call->ctx);
    }
    response->texts.items = texts;
    for (size_t i = 0; i < page->count; i++) {
        size_t weight;
        LOB_TRY(show_text(r, &page->items[i], &texts[i], &weight));
        if (!lob_room_fits(&r->room, "texts", &texts[i], weight, i == 0)) {
            break;
        }
        LOB_TRY(issue(r, &page->items[i], &texts[i].id));
        response->texts.count++;
    }
    return LOB_OK;
}
