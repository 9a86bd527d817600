/* Made by tools/schemac from spec/. Do not edit. Reading and writing of query_region. */
#include "gen/limits.h"
#include "gen/parse.h"
#include "gen/write.h"

static void query_region_request_hierarchy_mode_read(lob_wire *w, const cJSON *json,
    lob_query_region_request_hierarchy_mode *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_query_region_request_hierarchy_mode_names,
        LOB_QUERY_REGION_REQUEST_HIERARCHY_MODE_COUNT, &choice)) {
        *out = (lob_query_region_request_hierarchy_mode)choice;
    }
}

static void query_region_request_match_read(lob_wire *w, const cJSON *json, lob_query_region_request_match *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_query_region_request_match_names, LOB_QUERY_REGION_REQUEST_MATCH_COUNT, &choice)) {
        *out = (lob_query_region_request_match)choice;
    }
}

static void query_region_request_read(lob_wire *w, const cJSON *json, lob_query_region_request *out) {
    static const char *const members[] = {"session_id", "box", "cell", "layers", "hierarchy_mode", "match",
        "max_shapes", "max_instances", "max_texts", "include_points", "include_area", "include_statistics", "cursor",
        NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{\"session_id\": \"...\", \"box\": {...}}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "session_id", "string")) != NULL) {
        if (lob_wire_string(w, value, &out->session_id)) {
            lob_wire_limit(w, value, LOB_LIMIT_SESSION_ID_SIZE, LOB_E_INVALID_TARGET);
        }
        lob_wire_leave(w);
    }
    lob_wire_absent(w, LOB_E_INVALID_BOX, "send {\"left\": 0, \"bottom\": 0, \"right\": 0, \"top\": 0}");
    if ((value = lob_wire_member(w, json, "box", "object")) != NULL) {
        lob_query_box_read(w, value, &out->box);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cell", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->cell)) {
            lob_wire_min_length(w, value, 1);
            lob_wire_limit(w, value, LOB_LIMIT_NAME_SIZE, LOB_E_INVALID_TARGET);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layers", NULL)) != NULL) {
        out->has_layers = true;
        if (lob_wire_array(w, value) && lob_wire_limit(w, value, LOB_LIMIT_LAYERS_IN_REQUEST, LOB_E_QUERY_TOO_LARGE)) {
            out->layers.count = lob_wire_count(value);
            out->layers.items = lob_wire_alloc(w, out->layers.count, sizeof *out->layers.items);
            const cJSON *item0 = out->layers.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_layer_filter_read(w, item0, &out->layers.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    out->hierarchy_mode = LOB_QUERY_REGION_REQUEST_HIERARCHY_MODE_RECURSIVE;
    if ((value = lob_wire_member(w, json, "hierarchy_mode", NULL)) != NULL) {
        query_region_request_hierarchy_mode_read(w, value, &out->hierarchy_mode);
        lob_wire_leave(w);
    }
    out->match = LOB_QUERY_REGION_REQUEST_MATCH_BBOX;
    if ((value = lob_wire_member(w, json, "match", NULL)) != NULL) {
        query_region_request_match_read(w, value, &out->match);
        lob_wire_leave(w);
    }
    out->max_shapes = 200;
    if ((value = lob_wire_member(w, json, "max_shapes", NULL)) != NULL) {
        if (lob_wire_int(w, value, &out->max_shapes)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_limit(w, value, LOB_LIMIT_MAX_SHAPES, LOB_E_QUERY_TOO_LARGE);
        }
        lob_wire_leave(w);
    }
    out->max_instances = 100;
    if ((value = lob_wire_member(w, json, "max_instances", NULL)) != NULL) {
        if (lob_wire_int(w, value, &out->max_instances)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_limit(w, value, LOB_LIMIT_MAX_INSTANCES, LOB_E_QUERY_TOO_LARGE);
        }
        lob_wire_leave(w);
    }
    out->max_texts = 200;
    if ((value = lob_wire_member(w, json, "max_texts", NULL)) != NULL) {
        if (lob_wire_int(w, value, &out->max_texts)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_limit(w, value, LOB_LIMIT_MAX_TEXTS, LOB_E_QUERY_TOO_LARGE);
        }
        lob_wire_leave(w);
    }
    out->include_points = false;
    if ((value = lob_wire_member(w, json, "include_points", NULL)) != NULL) {
        lob_wire_bool(w, value, &out->include_points);
        lob_wire_leave(w);
    }
    out->include_area = false;
    if ((value = lob_wire_member(w, json, "include_area", NULL)) != NULL) {
        lob_wire_bool(w, value, &out->include_area);
        lob_wire_leave(w);
    }
    out->include_statistics = false;
    if ((value = lob_wire_member(w, json, "include_statistics", NULL)) != NULL) {
        lob_wire_bool(w, value, &out->include_statistics);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cursor", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->cursor)) {
            lob_wire_limit(w, value, LOB_LIMIT_CURSOR_SIZE, LOB_E_INVALID_TARGET);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_query_region_request_parse(lob_ctx *ctx, const cJSON *json, lob_query_region_request *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "request", false);
    query_region_request_read(&w, json, out);
    return lob_wire_end(&w);
}

static void query_region_response_hierarchy_mode_read(lob_wire *w, const cJSON *json,
    lob_query_region_response_hierarchy_mode *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_query_region_response_hierarchy_mode_names,
        LOB_QUERY_REGION_RESPONSE_HIERARCHY_MODE_COUNT, &choice)) {
        *out = (lob_query_region_response_hierarchy_mode)choice;
    }
}

static void query_region_response_match_read(lob_wire *w, const cJSON *json, lob_query_region_response_match *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_query_region_response_match_names, LOB_QUERY_REGION_RESPONSE_MATCH_COUNT, &choice)) {
        *out = (lob_query_region_response_match)choice;
    }
}

static void query_region_response_summary_read(lob_wire *w, const cJSON *json, lob_query_region_response_summary *out) {
    static const char *const members[] = {"shape_count", "instance_count", "text_count", "lower_bound", NULL};
    static const char *const required[] = {"shape_count", "instance_count", "text_count", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = required,
        .number_count = 3,
        .form = "{\"shape_count\": 0, \"instance_count\": 0, \"text_count\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "shape_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->shape_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "instance_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->instance_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "text_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->text_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "lower_bound", NULL)) != NULL) {
        out->has_lower_bound = true;
        lob_wire_bool(w, value, &out->lower_bound);
        lob_wire_leave(w);
    }
}

static void query_region_response_instances_item_read(lob_wire *w, const cJSON *json,
    lob_query_region_response_instances_item *out) {
    static const char *const members[] = {"id", "name", "child_cell", "is_ghost", "raw_hex", "instance_path",
        "path_members", "array", "members_in_box", "transform", "bbox_um", "bbox_dbu", "bbox_empty", "properties",
        "properties_dropped", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"id\": \"...\", \"name\": \"...\", \"child_cell\": \"...\", \"instance_path\": [...], \"array\": {"
                "...}, \"members_in_box\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "id", "string")) != NULL) {
        lob_wire_string(w, value, &out->id);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "name", "string")) != NULL) {
        lob_wire_string(w, value, &out->name);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "child_cell", "string")) != NULL) {
        lob_wire_string(w, value, &out->child_cell);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "is_ghost", NULL)) != NULL) {
        out->has_is_ghost = true;
        lob_wire_bool(w, value, &out->is_ghost);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "raw_hex", NULL)) != NULL) {
        lob_wire_string(w, value, &out->raw_hex);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "instance_path", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->instance_path.count = lob_wire_count(value);
            out->instance_path.items = lob_wire_alloc(w, out->instance_path.count, sizeof *out->instance_path.items);
            const cJSON *item0 = out->instance_path.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_string(w, item0, &out->instance_path.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "path_members", NULL)) != NULL) {
        out->has_path_members = true;
        if (lob_wire_array(w, value)) {
            out->path_members.count = lob_wire_count(value);
            out->path_members.items = lob_wire_alloc(w, out->path_members.count, sizeof *out->path_members.items);
            const cJSON *item0 = out->path_members.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_path_member_read(w, item0, &out->path_members.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "array", "object")) != NULL) {
        lob_array_info_read(w, value, &out->array);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "members_in_box", "integer")) != NULL) {
        lob_wire_int(w, value, &out->members_in_box);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "transform", "object")) != NULL) {
        lob_transform_read(w, value, &out->transform);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "bbox_um", "object")) != NULL) {
        lob_micron_box_read(w, value, &out->bbox_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "bbox_dbu", "object")) != NULL) {
        lob_dbu_box_read(w, value, &out->bbox_dbu);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "bbox_empty", NULL)) != NULL) {
        out->has_bbox_empty = true;
        lob_wire_bool(w, value, &out->bbox_empty);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "properties", NULL)) != NULL) {
        out->has_properties = true;
        if (lob_wire_array(w, value)) {
            out->properties.count = lob_wire_count(value);
            out->properties.items = lob_wire_alloc(w, out->properties.count, sizeof *out->properties.items);
            const cJSON *item0 = out->properties.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_property_read(w, item0, &out->properties.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "properties_dropped", NULL)) != NULL) {
        out->has_properties_dropped = true;
        lob_wire_int(w, value, &out->properties_dropped);
        lob_wire_leave(w);
    }
}

static void query_region_response_texts_item_read(lob_wire *w, const cJSON *json,
    lob_query_region_response_texts_item *out) {
    static const char *const members[] = {"id", "text", "raw_hex", "bytes_cut", "cell", "leaf_cell", "instance_path",
        "path_members", "layer", "bbox_um", "position_um", "position_dbu", "properties", "properties_dropped", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"id\": \"...\", \"text\": \"...\", \"cell\": \"...\", \"leaf_cell\": \"...\", \"instance_path\": ["
                "...], \"layer\": {...}}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "id", "string")) != NULL) {
        lob_wire_string(w, value, &out->id);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "text", "string")) != NULL) {
        lob_wire_string(w, value, &out->text);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "raw_hex", NULL)) != NULL) {
        lob_wire_string(w, value, &out->raw_hex);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "bytes_cut", NULL)) != NULL) {
        out->has_bytes_cut = true;
        lob_wire_int(w, value, &out->bytes_cut);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cell", "string")) != NULL) {
        lob_wire_string(w, value, &out->cell);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "leaf_cell", "string")) != NULL) {
        lob_wire_string(w, value, &out->leaf_cell);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "instance_path", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->instance_path.count = lob_wire_count(value);
            out->instance_path.items = lob_wire_alloc(w, out->instance_path.count, sizeof *out->instance_path.items);
            const cJSON *item0 = out->instance_path.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_string(w, item0, &out->instance_path.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "path_members", NULL)) != NULL) {
        out->has_path_members = true;
        if (lob_wire_array(w, value)) {
            out->path_members.count = lob_wire_count(value);
            out->path_members.items = lob_wire_alloc(w, out->path_members.count, sizeof *out->path_members.items);
            const cJSON *item0 = out->path_members.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_path_member_read(w, item0, &out->path_members.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layer", "object")) != NULL) {
        lob_layer_ref_read(w, value, &out->layer);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "bbox_um", "object")) != NULL) {
        lob_micron_box_read(w, value, &out->bbox_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "position_um", "object")) != NULL) {
        lob_point_um_read(w, value, &out->position_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "position_dbu", "object")) != NULL) {
        lob_point_dbu_read(w, value, &out->position_dbu);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "properties", NULL)) != NULL) {
        out->has_properties = true;
        if (lob_wire_array(w, value)) {
            out->properties.count = lob_wire_count(value);
            out->properties.items = lob_wire_alloc(w, out->properties.count, sizeof *out->properties.items);
            const cJSON *item0 = out->properties.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_property_read(w, item0, &out->properties.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "properties_dropped", NULL)) != NULL) {
        out->has_properties_dropped = true;
        lob_wire_int(w, value, &out->properties_dropped);
        lob_wire_leave(w);
    }
}

static void query_region_response_statistics_item_read(lob_wire *w, const cJSON *json,
    lob_query_region_response_statistics_item *out) {
    static const char *const members[] = {"layer", "shape_count", "area_um2", "density", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"layer\": {...}, \"shape_count\": 0, \"area_um2\": 0, \"density\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "layer", "object")) != NULL) {
        lob_layer_ref_read(w, value, &out->layer);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "shape_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->shape_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "area_um2", "number")) != NULL) {
        lob_wire_number(w, value, &out->area_um2);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "density", "number")) != NULL) {
        lob_wire_number(w, value, &out->density);
        lob_wire_leave(w);
    }
}

static void query_region_response_truncation_read(lob_wire *w, const cJSON *json,
    lob_query_region_response_truncation *out) {
    static const char *const members[] = {"shapes_dropped", "instances_dropped", "texts_dropped", "points_dropped",
        "layers_dropped", NULL};
    static const char *const required[] = {"shapes_dropped", "instances_dropped", "texts_dropped", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = required,
        .number_count = 3,
        .form = "{\"shapes_dropped\": 0, \"instances_dropped\": 0, \"texts_dropped\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "shapes_dropped", "integer")) != NULL) {
        lob_wire_int(w, value, &out->shapes_dropped);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "instances_dropped", "integer")) != NULL) {
        lob_wire_int(w, value, &out->instances_dropped);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "texts_dropped", "integer")) != NULL) {
        lob_wire_int(w, value, &out->texts_dropped);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "points_dropped", NULL)) != NULL) {
        out->has_points_dropped = true;
        lob_wire_int(w, value, &out->points_dropped);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layers_dropped", NULL)) != NULL) {
        out->has_layers_dropped = true;
        lob_wire_int(w, value, &out->layers_dropped);
        lob_wire_leave(w);
    }
}

static void query_region_response_read(lob_wire *w, const cJSON *json, lob_query_region_response *out) {
    static const char *const members[] = {"schema_version", "session_id", "dbu", "units", "box_um", "box_dbu", "cell",
        "hierarchy_mode", "match", "summary", "shapes", "instances", "texts", "statistics", "truncation", "notes",
        "next_cursor", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"schema_version\": \"1.0.0\", \"session_id\": \"...\", \"dbu\": 0, \"units\": {...}, \"box_um\": {"
                "...}, \"box_dbu\": {...}}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "schema_version", "string")) != NULL) {
        lob_wire_const(w, value, "1.0.0");
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "session_id", "string")) != NULL) {
        lob_wire_string(w, value, &out->session_id);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "dbu", "number")) != NULL) {
        lob_wire_number(w, value, &out->dbu);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "units", "object")) != NULL) {
        lob_units_read(w, value, &out->units);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "box_um", "object")) != NULL) {
        lob_micron_box_read(w, value, &out->box_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "box_dbu", "object")) != NULL) {
        lob_dbu_box_read(w, value, &out->box_dbu);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cell", "string")) != NULL) {
        lob_wire_string(w, value, &out->cell);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "hierarchy_mode", "string")) != NULL) {
        query_region_response_hierarchy_mode_read(w, value, &out->hierarchy_mode);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "match", "string")) != NULL) {
        query_region_response_match_read(w, value, &out->match);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "summary", "object")) != NULL) {
        query_region_response_summary_read(w, value, &out->summary);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "shapes", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->shapes.count = lob_wire_count(value);
            out->shapes.items = lob_wire_alloc(w, out->shapes.count, sizeof *out->shapes.items);
            const cJSON *item0 = out->shapes.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_shape_ref_read(w, item0, &out->shapes.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "instances", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->instances.count = lob_wire_count(value);
            out->instances.items = lob_wire_alloc(w, out->instances.count, sizeof *out->instances.items);
            const cJSON *item0 = out->instances.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                query_region_response_instances_item_read(w, item0, &out->instances.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "texts", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->texts.count = lob_wire_count(value);
            out->texts.items = lob_wire_alloc(w, out->texts.count, sizeof *out->texts.items);
            const cJSON *item0 = out->texts.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                query_region_response_texts_item_read(w, item0, &out->texts.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "statistics", NULL)) != NULL) {
        out->has_statistics = true;
        if (lob_wire_array(w, value)) {
            out->statistics.count = lob_wire_count(value);
            out->statistics.items = lob_wire_alloc(w, out->statistics.count, sizeof *out->statistics.items);
            const cJSON *item0 = out->statistics.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                query_region_response_statistics_item_read(w, item0, &out->statistics.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "truncation", "object")) != NULL) {
        query_region_response_truncation_read(w, value, &out->truncation);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "notes", NULL)) != NULL) {
        out->has_notes = true;
        if (lob_wire_array(w, value)) {
            out->notes.count = lob_wire_count(value);
            out->notes.items = lob_wire_alloc(w, out->notes.count, sizeof *out->notes.items);
            const cJSON *item0 = out->notes.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_string(w, item0, &out->notes.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "next_cursor", NULL)) != NULL) {
        lob_wire_string(w, value, &out->next_cursor);
        lob_wire_leave(w);
    }
}

lob_status lob_query_region_response_parse(lob_ctx *ctx, const cJSON *json, lob_query_region_response *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "response", true);
    query_region_response_read(&w, json, out);
    return lob_wire_end(&w);
}

static void query_region_response_summary_write(lob_jsonw *out, const lob_query_region_response_summary *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "shape_count");
    lob_jsonw_int(out, value->shape_count);
    lob_jsonw_key(out, "instance_count");
    lob_jsonw_int(out, value->instance_count);
    lob_jsonw_key(out, "text_count");
    lob_jsonw_int(out, value->text_count);
    if (value->has_lower_bound) {
        lob_jsonw_key(out, "lower_bound");
        lob_jsonw_bool(out, value->lower_bound);
    }
    lob_jsonw_end_object(out);
}

static void query_region_response_instances_item_write(lob_jsonw *out,
    const lob_query_region_response_instances_item *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "id");
    lob_jsonw_str(out, value->id);
    lob_jsonw_key(out, "name");
    lob_jsonw_str(out, value->name);
    lob_jsonw_key(out, "child_cell");
    lob_jsonw_str(out, value->child_cell);
    if (value->has_is_ghost) {
        lob_jsonw_key(out, "is_ghost");
        lob_jsonw_bool(out, value->is_ghost);
    }
    if (value->raw_hex.data) {
        lob_jsonw_key(out, "raw_hex");
        lob_jsonw_str(out, value->raw_hex);
    }
    lob_jsonw_key(out, "instance_path");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->instance_path.count; i0++) {
        lob_jsonw_str(out, value->instance_path.items[i0]);
    }
    lob_jsonw_end_array(out);
    if (value->has_path_members) {
        lob_jsonw_key(out, "path_members");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->path_members.count; i0++) {
            lob_path_member_write(out, &value->path_members.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    lob_jsonw_key(out, "array");
    lob_array_info_write(out, &value->array);
    lob_jsonw_key(out, "members_in_box");
    lob_jsonw_int(out, value->members_in_box);
    lob_jsonw_key(out, "transform");
    lob_transform_write(out, &value->transform);
    lob_jsonw_key(out, "bbox_um");
    lob_micron_box_write(out, &value->bbox_um);
    lob_jsonw_key(out, "bbox_dbu");
    lob_dbu_box_write(out, &value->bbox_dbu);
    if (value->has_bbox_empty) {
        lob_jsonw_key(out, "bbox_empty");
        lob_jsonw_bool(out, value->bbox_empty);
    }
    if (value->has_properties) {
        lob_jsonw_key(out, "properties");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->properties.count; i0++) {
            lob_property_write(out, &value->properties.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    if (value->has_properties_dropped) {
        lob_jsonw_key(out, "properties_dropped");
        lob_jsonw_int(out, value->properties_dropped);
    }
    lob_jsonw_end_object(out);
}

static void query_region_response_texts_item_write(lob_jsonw *out, const lob_query_region_response_texts_item *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "id");
    lob_jsonw_str(out, value->id);
    lob_jsonw_key(out, "text");
    lob_jsonw_str(out, value->text);
    if (value->raw_hex.data) {
        lob_jsonw_key(out, "raw_hex");
        lob_jsonw_str(out, value->raw_hex);
    }
    if (value->has_bytes_cut) {
        lob_jsonw_key(out, "bytes_cut");
        lob_jsonw_int(out, value->bytes_cut);
    }
    lob_jsonw_key(out, "cell");
    lob_jsonw_str(out, value->cell);
    lob_jsonw_key(out, "leaf_cell");
    lob_jsonw_str(out, value->leaf_cell);
    lob_jsonw_key(out, "instance_path");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->instance_path.count; i0++) {
        lob_jsonw_str(out, value->instance_path.items[i0]);
    }
    lob_jsonw_end_array(out);
    if (value->has_path_members) {
        lob_jsonw_key(out, "path_members");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->path_members.count; i0++) {
            lob_path_member_write(out, &value->path_members.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    lob_jsonw_key(out, "layer");
    lob_layer_ref_write(out, &value->layer);
    lob_jsonw_key(out, "bbox_um");
    lob_micron_box_write(out, &value->bbox_um);
    lob_jsonw_key(out, "position_um");
    lob_point_um_write(out, &value->position_um);
    lob_jsonw_key(out, "position_dbu");
    lob_point_dbu_write(out, &value->position_dbu);
    if (value->has_properties) {
        lob_jsonw_key(out, "properties");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->properties.count; i0++) {
            lob_property_write(out, &value->properties.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    if (value->has_properties_dropped) {
        lob_jsonw_key(out, "properties_dropped");
        lob_jsonw_int(out, value->properties_dropped);
    }
    lob_jsonw_end_object(out);
}

static void query_region_response_statistics_item_write(lob_jsonw *out,
    const lob_query_region_response_statistics_item *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "layer");
    lob_layer_ref_write(out, &value->layer);
    lob_jsonw_key(out, "shape_count");
    lob_jsonw_int(out, value->shape_count);
    lob_jsonw_key(out, "area_um2");
    lob_jsonw_um(out, value->area_um2);
    lob_jsonw_key(out, "density");
    lob_jsonw_number(out, value->density);
    lob_jsonw_end_object(out);
}

static void query_region_response_truncation_write(lob_jsonw *out, const lob_query_region_response_truncation *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "shapes_dropped");
    lob_jsonw_int(out, value->shapes_dropped);
    lob_jsonw_key(out, "instances_dropped");
    lob_jsonw_int(out, value->instances_dropped);
    lob_jsonw_key(out, "texts_dropped");
    lob_jsonw_int(out, value->texts_dropped);
    if (value->has_points_dropped) {
        lob_jsonw_key(out, "points_dropped");
        lob_jsonw_int(out, value->points_dropped);
    }
    if (value->has_layers_dropped) {
        lob_jsonw_key(out, "layers_dropped");
        lob_jsonw_int(out, value->layers_dropped);
    }
    lob_jsonw_end_object(out);
}

void lob_query_region_response_write(lob_jsonw *out, const lob_query_region_response *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "schema_version");
    lob_jsonw_text(out, "1.0.0");
    lob_jsonw_key(out, "session_id");
    lob_jsonw_str(out, value->session_id);
    lob_jsonw_key(out, "dbu");
    lob_jsonw_number(out, value->dbu);
    lob_jsonw_key(out, "units");
    lob_units_write(out, &value->units);
    lob_jsonw_key(out, "box_um");
    lob_micron_box_write(out, &value->box_um);
    lob_jsonw_key(out, "box_dbu");
    lob_dbu_box_write(out, &value->box_dbu);
    lob_jsonw_key(out, "cell");
    lob_jsonw_str(out, value->cell);
    lob_jsonw_key(out, "hierarchy_mode");
    lob_jsonw_text(out, lob_query_region_response_hierarchy_mode_names[value->hierarchy_mode]);
    lob_jsonw_key(out, "match");
    lob_jsonw_text(out, lob_query_region_response_match_names[value->match]);
    lob_jsonw_key(out, "summary");
    query_region_response_summary_write(out, &value->summary);
    lob_jsonw_key(out, "shapes");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->shapes.count; i0++) {
        lob_shape_ref_write(out, &value->shapes.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "instances");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->instances.count; i0++) {
        query_region_response_instances_item_write(out, &value->instances.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "texts");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->texts.count; i0++) {
        query_region_response_texts_item_write(out, &value->texts.items[i0]);
    }
    lob_jsonw_end_array(out);
    if (value->has_statistics) {
        lob_jsonw_key(out, "statistics");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->statistics.count; i0++) {
            query_region_response_statistics_item_write(out, &value->statistics.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    lob_jsonw_key(out, "truncation");
    query_region_response_truncation_write(out, &value->truncation);
    if (value->has_notes) {
        lob_jsonw_key(out, "notes");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->notes.count; i0++) {
            lob_jsonw_str(out, value->notes.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    if (value->next_cursor.data) {
        lob_jsonw_key(out, "next_cursor");
        lob_jsonw_str(out, value->next_cursor);
    }
    lob_jsonw_end_object(out);
}
