/* Made by tools/schemac from spec/. Do not edit. Reading and writing of find_cells. */
#include "gen/limits.h"
#include "gen/parse.h"
#include "gen/write.h"

static void find_cells_request_read(lob_wire *w, const cJSON *json, lob_find_cells_request *out) {
    static const char *const members[] = {"session_id", "name", "pattern", "ignore_case", "below", "all",
        "include_places", "max_places", "limit", "cursor", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{\"session_id\": \"...\"}",
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
    if ((value = lob_wire_member(w, json, "name", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->name)) {
            lob_wire_min_length(w, value, 1);
            lob_wire_limit(w, value, LOB_LIMIT_NAME_SIZE, LOB_E_INVALID_TARGET);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "pattern", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->pattern)) {
            lob_wire_min_length(w, value, 1);
            lob_wire_limit(w, value, LOB_LIMIT_PATTERN_SIZE, LOB_E_INVALID_TARGET);
        }
        lob_wire_leave(w);
    }
    out->ignore_case = false;
    if ((value = lob_wire_member(w, json, "ignore_case", NULL)) != NULL) {
        lob_wire_bool(w, value, &out->ignore_case);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "below", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->below)) {
            lob_wire_min_length(w, value, 1);
            lob_wire_limit(w, value, LOB_LIMIT_NAME_SIZE, LOB_E_INVALID_TARGET);
        }
        lob_wire_leave(w);
    }
    out->all = false;
    if ((value = lob_wire_member(w, json, "all", NULL)) != NULL) {
        lob_wire_bool(w, value, &out->all);
        lob_wire_leave(w);
    }
    out->include_places = true;
    if ((value = lob_wire_member(w, json, "include_places", NULL)) != NULL) {
        lob_wire_bool(w, value, &out->include_places);
        lob_wire_leave(w);
    }
    out->max_places = 3;
    if ((value = lob_wire_member(w, json, "max_places", NULL)) != NULL) {
        if (lob_wire_int(w, value, &out->max_places)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_limit(w, value, LOB_LIMIT_FIND_PLACES, LOB_E_QUERY_TOO_LARGE);
        }
        lob_wire_leave(w);
    }
    out->limit = 10;
    if ((value = lob_wire_member(w, json, "limit", NULL)) != NULL) {
        if (lob_wire_int(w, value, &out->limit)) {
            lob_wire_minimum(w, value, 1);
            lob_wire_limit(w, value, LOB_LIMIT_FIND_CELLS_MAX, LOB_E_QUERY_TOO_LARGE);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cursor", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->cursor)) {
            lob_wire_limit(w, value, LOB_LIMIT_CURSOR_SIZE, LOB_E_INVALID_TARGET);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_find_cells_request_parse(lob_ctx *ctx, const cJSON *json, lob_find_cells_request *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "request", false);
    find_cells_request_read(&w, json, out);
    return lob_wire_end(&w);
}

static void find_cells_response_cells_item_places_item_read(lob_wire *w, const cJSON *json,
    lob_find_cells_response_cells_item_places_item *out) {
    static const char *const members[] = {"instance_path", "path_members", "transform", "bbox_um", "bbox_dbu", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"instance_path\": [...], \"path_members\": [...], \"transform\": {...}, \"bbox_um\": {...}, \"bbox"
                "_dbu\": {...}}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
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
    if ((value = lob_wire_member(w, json, "path_members", "array")) != NULL) {
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
}

static void find_cells_response_cells_item_read(lob_wire *w, const cJSON *json,
    lob_find_cells_response_cells_item *out) {
    static const char *const members[] = {"name", "raw_hex", "is_top", "is_ghost", "bbox_um", "bbox_dbu", "bbox_empty",
        "shape_count", "text_count", "expanded_shape_count", "parent_count", "instance_count", "member_count",
        "place_count", "places", "places_dropped", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"name\": \"...\", \"is_top\": true, \"bbox_um\": {...}, \"bbox_dbu\": {...}, \"shape_count\": 0, \""
                "text_count\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "name", "string")) != NULL) {
        lob_wire_string(w, value, &out->name);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "raw_hex", NULL)) != NULL) {
        lob_wire_string(w, value, &out->raw_hex);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "is_top", "boolean")) != NULL) {
        lob_wire_bool(w, value, &out->is_top);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "is_ghost", NULL)) != NULL) {
        out->has_is_ghost = true;
        lob_wire_bool(w, value, &out->is_ghost);
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
    if ((value = lob_wire_member(w, json, "shape_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->shape_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "text_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->text_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "expanded_shape_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->expanded_shape_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "parent_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->parent_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "instance_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->instance_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "member_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->member_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "place_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->place_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "places", NULL)) != NULL) {
        out->has_places = true;
        if (lob_wire_array(w, value)) {
            out->places.count = lob_wire_count(value);
            out->places.items = lob_wire_alloc(w, out->places.count, sizeof *out->places.items);
            const cJSON *item0 = out->places.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                find_cells_response_cells_item_places_item_read(w, item0, &out->places.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "places_dropped", NULL)) != NULL) {
        out->has_places_dropped = true;
        lob_wire_int(w, value, &out->places_dropped);
        lob_wire_leave(w);
    }
}

static void find_cells_response_truncation_read(lob_wire *w, const cJSON *json,
    lob_find_cells_response_truncation *out) {
    static const char *const members[] = {"limit", "cells_dropped", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = members,
        .number_count = 2,
        .form = "{\"limit\": 0, \"cells_dropped\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "limit", "integer")) != NULL) {
        lob_wire_int(w, value, &out->limit);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cells_dropped", "integer")) != NULL) {
        lob_wire_int(w, value, &out->cells_dropped);
        lob_wire_leave(w);
    }
}

static void find_cells_response_read(lob_wire *w, const cJSON *json, lob_find_cells_response *out) {
    static const char *const members[] = {"schema_version", "session_id", "dbu", "units", "below", "match_count",
        "cells", "candidates", "truncation", "notes", "next_cursor", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"schema_version\": \"1.0.0\", \"session_id\": \"...\", \"dbu\": 0, \"units\": {...}, \"match_count"
                "\": 0, \"cells\": [...]}",
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
    if ((value = lob_wire_member(w, json, "below", NULL)) != NULL) {
        lob_wire_string(w, value, &out->below);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "match_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->match_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cells", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->cells.count = lob_wire_count(value);
            out->cells.items = lob_wire_alloc(w, out->cells.count, sizeof *out->cells.items);
            const cJSON *item0 = out->cells.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                find_cells_response_cells_item_read(w, item0, &out->cells.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "candidates", NULL)) != NULL) {
        out->has_candidates = true;
        if (lob_wire_array(w, value)) {
            out->candidates.count = lob_wire_count(value);
            out->candidates.items = lob_wire_alloc(w, out->candidates.count, sizeof *out->candidates.items);
            const cJSON *item0 = out->candidates.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_string(w, item0, &out->candidates.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "truncation", "object")) != NULL) {
        find_cells_response_truncation_read(w, value, &out->truncation);
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

lob_status lob_find_cells_response_parse(lob_ctx *ctx, const cJSON *json, lob_find_cells_response *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "response", true);
    find_cells_response_read(&w, json, out);
    return lob_wire_end(&w);
}

static void find_cells_response_cells_item_places_item_write(lob_jsonw *out,
    const lob_find_cells_response_cells_item_places_item *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "instance_path");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->instance_path.count; i0++) {
        lob_jsonw_str(out, value->instance_path.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "path_members");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->path_members.count; i0++) {
        lob_path_member_write(out, &value->path_members.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "transform");
    lob_transform_write(out, &value->transform);
    lob_jsonw_key(out, "bbox_um");
    lob_micron_box_write(out, &value->bbox_um);
    lob_jsonw_key(out, "bbox_dbu");
    lob_dbu_box_write(out, &value->bbox_dbu);
    lob_jsonw_end_object(out);
}

static void find_cells_response_cells_item_write(lob_jsonw *out, const lob_find_cells_response_cells_item *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "name");
    lob_jsonw_str(out, value->name);
    if (value->raw_hex.data) {
        lob_jsonw_key(out, "raw_hex");
        lob_jsonw_str(out, value->raw_hex);
    }
    lob_jsonw_key(out, "is_top");
    lob_jsonw_bool(out, value->is_top);
    if (value->has_is_ghost) {
        lob_jsonw_key(out, "is_ghost");
        lob_jsonw_bool(out, value->is_ghost);
    }
    lob_jsonw_key(out, "bbox_um");
    lob_micron_box_write(out, &value->bbox_um);
    lob_jsonw_key(out, "bbox_dbu");
    lob_dbu_box_write(out, &value->bbox_dbu);
    if (value->has_bbox_empty) {
        lob_jsonw_key(out, "bbox_empty");
        lob_jsonw_bool(out, value->bbox_empty);
    }
    lob_jsonw_key(out, "shape_count");
    lob_jsonw_int(out, value->shape_count);
    lob_jsonw_key(out, "text_count");
    lob_jsonw_int(out, value->text_count);
    lob_jsonw_key(out, "expanded_shape_count");
    lob_jsonw_int(out, value->expanded_shape_count);
    lob_jsonw_key(out, "parent_count");
    lob_jsonw_int(out, value->parent_count);
    lob_jsonw_key(out, "instance_count");
    lob_jsonw_int(out, value->instance_count);
    lob_jsonw_key(out, "member_count");
    lob_jsonw_int(out, value->member_count);
    lob_jsonw_key(out, "place_count");
    lob_jsonw_int(out, value->place_count);
    if (value->has_places) {
        lob_jsonw_key(out, "places");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->places.count; i0++) {
            find_cells_response_cells_item_places_item_write(out, &value->places.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    if (value->has_places_dropped) {
        lob_jsonw_key(out, "places_dropped");
        lob_jsonw_int(out, value->places_dropped);
    }
    lob_jsonw_end_object(out);
}

static void find_cells_response_truncation_write(lob_jsonw *out, const lob_find_cells_response_truncation *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "limit");
    lob_jsonw_int(out, value->limit);
    lob_jsonw_key(out, "cells_dropped");
    lob_jsonw_int(out, value->cells_dropped);
    lob_jsonw_end_object(out);
}

void lob_find_cells_response_write(lob_jsonw *out, const lob_find_cells_response *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "schema_version");
    lob_jsonw_text(out, "1.0.0");
    lob_jsonw_key(out, "session_id");
    lob_jsonw_str(out, value->session_id);
    lob_jsonw_key(out, "dbu");
    lob_jsonw_number(out, value->dbu);
    lob_jsonw_key(out, "units");
    lob_units_write(out, &value->units);
    if (value->below.data) {
        lob_jsonw_key(out, "below");
        lob_jsonw_str(out, value->below);
    }
    lob_jsonw_key(out, "match_count");
    lob_jsonw_int(out, value->match_count);
    lob_jsonw_key(out, "cells");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->cells.count; i0++) {
        find_cells_response_cells_item_write(out, &value->cells.items[i0]);
    }
    lob_jsonw_end_array(out);
    if (value->has_candidates) {
        lob_jsonw_key(out, "candidates");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->candidates.count; i0++) {
            lob_jsonw_str(out, value->candidates.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    lob_jsonw_key(out, "truncation");
    find_cells_response_truncation_write(out, &value->truncation);
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
