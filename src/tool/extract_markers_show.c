/* A marker as the answer has it. Points beyond POINTS_SHOWN of one value, values beyond VALUES_SHOWN of one marker, and
 * long texts are counted: markers.json has them all. */
#include "tool/extract_markers.h"

#include "base/limits.h"
#include "base/num.h"

enum {
    POINTS_SHOWN = 16,
    VALUES_SHOWN = 8,
    ITEM_WEIGHT = 700,
    VALUE_WEIGHT = 80,
    POINT_WEIGHT = 60,
    NUMBER_WEIGHT = 12
};

static double um(double value) {
    const double rounded = lob_num_round_um(value);
    return rounded == 0 ? 0 : rounded;
}

/* ---- texts ---- */

static lob_status show_text(extractor *x, lob_str raw, lob_marker_geometry *shown) {
    lob_shown text;
    LOB_TRY(lob_name_show(x->call->ctx, raw, LOB_LIMIT_LABEL_TEXT_SIZE, &text));
    shown->text = text.text;
    shown->has_text_cut = text.cut > 0;
    shown->text_cut = (int64_t)text.cut;
    return LOB_OK;
}

static lob_status show_name(extractor *x, lob_str raw, lob_str *name) {
    lob_shown text;
    LOB_TRY(lob_name_show(x->call->ctx, raw, LOB_LIMIT_NAME_TEXT_SIZE, &text));
    *name = text.text;
    return LOB_OK;
}

/* ---- values ---- */

static lob_status show_points(extractor *x, const lob_um_point *points, uint32_t count, lob_marker_geometry *shown) {
    uint32_t kept = count < POINTS_SHOWN ? count : POINTS_SHOWN;
    kept = kept < x->points_left ? kept : (uint32_t)x->points_left;
    lob_point_um *items = LOB_NEW_ARRAY(x->call->ctx->arena, lob_point_um, kept);
    if (!items) {
        return lob_fail_memory(x->call->ctx);
    }
    for (uint32_t i = 0; i < kept; i++) {
        items[i] = (lob_point_um){um(points[i].x), um(points[i].y)};
    }
    x->points_left -= kept;
    shown->has_points_um = true;
    shown->points_um.items = items;
    shown->points_um.count = kept;
    shown->has_points_dropped = kept < count;
    shown->points_dropped = count - kept;
    return LOB_OK;
}

static lob_status show_contours(extractor *x, const lob_rdb_value *value, lob_marker_geometry *shown) {
    const uint32_t count = value->contour_count < POINTS_SHOWN ? value->contour_count : POINTS_SHOWN;
    int64_t *ends = LOB_NEW_ARRAY(x->call->ctx->arena, int64_t, count);
    if (!ends) {
        return lob_fail_memory(x->call->ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        ends[i] = value->contours[i];
    }
    shown->has_contour_ends = true;
    shown->contour_ends.items = ends;
    shown->contour_ends.count = count;
    return LOB_OK;
}

static lob_marker_geometry_kind kind_of(const lob_rdb_value *value) {
    static const uint8_t kinds[] = {
        [LOB_RDB_TEXT] = LOB_MARKER_GEOMETRY_KIND_STRING,         [LOB_RDB_FLOAT] = LOB_MARKER_GEOMETRY_KIND_FLOAT,
        [LOB_RDB_POLYGON] = LOB_MARKER_GEOMETRY_KIND_POLYGON,     [LOB_RDB_EDGE] = LOB_MARKER_GEOMETRY_KIND_EDGE,
        [LOB_RDB_EDGE_PAIR] = LOB_MARKER_GEOMETRY_KIND_EDGE_PAIR, [LOB_RDB_BOX] = LOB_MARKER_GEOMETRY_KIND_BOX,
        [LOB_RDB_PATH] = LOB_MARKER_GEOMETRY_KIND_PATH,           [LOB_RDB_LABEL] = LOB_MARKER_GEOMETRY_KIND_TEXT,
        [LOB_RDB_RAW] = LOB_MARKER_GEOMETRY_KIND_STRING};
    return (lob_marker_geometry_kind)kinds[value->kind];
}

static lob_status show_value(extractor *x, const lob_rdb_value *value, lob_marker_geometry *shown) {
    *shown = (lob_marker_geometry){.kind = kind_of(value)};
    if (value->point_count) {
        LOB_TRY(show_points(x, value->points, value->point_count, shown));
    }
    switch (value->kind) {
    case LOB_RDB_POLYGON:
        return value->contour_count > 1 ? show_contours(x, value, shown) : LOB_OK;
    case LOB_RDB_PATH:
        shown->has_width_um = true;
        shown->width_um = um(value->path->width);
        return LOB_OK;
    case LOB_RDB_FLOAT:
        shown->has_value = true;
        shown->value = value->number;
        return LOB_OK;
    case LOB_RDB_TEXT:
    case LOB_RDB_RAW:
        return show_text(x, value->text, shown);
    case LOB_RDB_LABEL:
        LOB_TRY(show_text(x, value->label->text, shown));
        return show_points(x, &(lob_um_point){value->label->trans.x, value->label->trans.y}, 1, shown);
    default:
        return LOB_OK;
    }
}

static size_t weight_of(const lob_marker_geometry *shown) {
    return VALUE_WEIGHT + POINT_WEIGHT * shown->points_um.count + NUMBER_WEIGHT * shown->contour_ends.count +
           lob_text_weight(shown->text);
}

static lob_status show_values(extractor *x, const lob_marker *marker, lob_marker_item *item, size_t *weight) {
    const lob_rdb_value *first = lob_marker_shown(marker);
    const uint32_t count = marker->value_count < VALUES_SHOWN ? marker->value_count : VALUES_SHOWN;
    lob_marker_geometry *geometry = LOB_NEW_ARRAY(x->call->ctx->arena, lob_marker_geometry, (size_t)count + 1);
    if (!geometry) {
        return lob_fail_memory(x->call->ctx);
    }
    if (!first) {
        return LOB_OK;
    }
    LOB_TRY(show_value(x, first, &geometry[0]));
    *weight += weight_of(&geometry[0]);
    item->geometry = &geometry[0];
    item->more.items = &geometry[1];
    for (uint32_t i = 0; i < marker->value_count && item->more.count + 1 < count; i++) {
        if (&marker->values[i] != first) {
            lob_marker_geometry *next = &geometry[1 + item->more.count++];
            LOB_TRY(show_value(x, &marker->values[i], next));
            *weight += weight_of(next);
        }
    }
    item->has_more = item->more.count > 0;
    item->has_values_dropped = marker->value_count > count;
    item->values_dropped = marker->value_count - count;
    item->has_distance_um = lob_marker_distance_um(first, &item->distance_um);
    return LOB_OK;
}

/* ---- the marker ---- */

static void show_box(const extractor *x, const lob_marker *marker, lob_marker_item *item) {
    item->has_bbox_empty = item->bbox_empty = lob_box_show(marker->box, x->dbu, &item->box_um, &item->box_dbu);
    if (!item->bbox_empty) { /* as the report has it: off the grid as well */
        const lob_um_box box = lob_marker_box_um(marker);
        item->box_um = (lob_micron_box){um(box.left), um(box.bottom), um(box.right), um(box.top)};
    }
}

static lob_status show_waiver(extractor *x, const lob_marker *marker, lob_marker_item *item) {
    if (marker->waiver == LOB_MARKERS_NONE || !x->waivers) {
        return LOB_OK;
    }
    const lob_waiver *waiver = &x->waivers->waivers.items[marker->waiver];
    item->waived = LOB_NEW(x->call->ctx->arena, lob_extract_markers_response_markers_item_waived);
    if (!item->waived) {
        return lob_fail_memory(x->call->ctx);
    }
    item->waived->reason = waiver->reason;
    item->waived->expires = waiver->expires;
    return LOB_OK;
}

lob_status lob_extract_show(extractor *x, uint32_t index, lob_marker_item *item, bool *fits) {
    const lob_marker *marker = &x->markers->items[x->picked[index]];
    const lob_marker_rule *rule = &x->markers->rules[marker->rule];
    const uint32_t multiplicity = x->markers->rdb->items[marker->item].multiplicity;
    char *id = lob_arena_alloc(x->call->ctx->arena, LOB_MARKER_ID_SIZE + 1);
    size_t weight = ITEM_WEIGHT;
    if (!id) {
        return lob_fail_memory(x->call->ctx);
    }
    lob_marker_print_id(marker->id, id);
    *item = (lob_marker_item){.id = {id, LOB_MARKER_ID_SIZE}};
    LOB_TRY(show_name(x, rule->name, &item->rule));
    LOB_TRY(show_name(x, x->markers->cells[marker->cell], &item->cell));
    if (rule->description.size) {
        LOB_TRY(show_name(x, rule->description, &item->description));
    }
    show_box(x, marker, item);
    item->has_in_cell_coordinates = item->in_cell_coordinates = marker->is_unplaced;
    item->has_severity = true;
    item->severity = marker->is_warning ? LOB_EXTRACT_MARKERS_RESPONSE_MARKERS_ITEM_SEVERITY_WARNING
                                        : LOB_EXTRACT_MARKERS_RESPONSE_MARKERS_ITEM_SEVERITY_ERROR;
    item->has_multiplicity = multiplicity != 1;
    item->multiplicity = multiplicity;
    item->has_cluster = x->clusters && x->clusters[index];
    item->cluster = item->has_cluster ? x->clusters[index] : 0;
    LOB_TRY(show_waiver(x, marker, item));
    LOB_TRY(show_values(x, marker, item, &weight));
    weight += lob_text_weight(item->rule) + lob_text_weight(item->cell) + lob_text_weight(item->description) +
              (item->waived ? lob_text_weight(item->waived->reason) : 0);
    *fits = lob_room_fits(&x->room, "markers", item, weight, index == x->first);
    return LOB_OK;
}
