/* Made by tools/schemac from spec/. Do not edit. Reading and writing of list_cells. */
#include "gen/limits.h"
#include "gen/parse.h"
#include "gen/write.h"

static void list_cells_request_read(lob_wire *w, const cJSON *json, lob_list_cells_request *out) {
    static const char *const members[] = {"session_id", "max_depth", "limit", "cursor", NULL};
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
    if ((value = lob_wire_member(w, json, "max_depth", NULL)) != NULL) {
        out->has_max_depth = true;
        if (lob_wire_int(w, value, &out->max_depth)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_limit(w, value, LOB_LIMIT_MAX_DEPTH, LOB_E_QUERY_TOO_LARGE);
        }
        lob_wire_leave(w);
    }
    out->limit = 200;
    if ((value = lob_wire_member(w, json, "limit", NULL)) != NULL) {
        if (lob_wire_int(w, value, &out->limit)) {
            lob_wire_minimum(w, value, 1);
            lob_wire_limit(w, value, LOB_LIMIT_LIST_CELLS_MAX, LOB_E_QUERY_TOO_LARGE);
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

lob_status lob_list_cells_request_parse(lob_ctx *ctx, const cJSON *json, lob_list_cells_request *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "request", false);
    list_cells_request_read(&w, json, out);
    return lob_wire_end(&w);
}

static void list_cells_response_cells_item_children_item_read(lob_wire *w, const cJSON *json,
    lob_list_cells_response_cells_item_children_item *out) {
    static const char *const members[] = {"cell", "count", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"cell\": \"...\", \"count\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "cell", "string")) != NULL) {
        lob_wire_string(w, value, &out->cell);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->count);
        lob_wire_leave(w);
    }
}

static void list_cells_response_cells_item_read(lob_wire *w, const cJSON *json,
    lob_list_cells_response_cells_item *out) {
    static const char *const members[] = {"name", "raw_hex", "is_top", "is_ghost", "bbox_um", "bbox_dbu", "bbox_empty",
        "child_instance_count", "shape_count", "text_count", "expanded_instance_count", "expanded_shape_count",
        "children", "children_dropped", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"name\": \"...\", \"is_top\": true, \"bbox_um\": {...}, \"bbox_dbu\": {...}, \"child_instance_coun"
                "t\": 0, \"shape_count\": 0}",
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
    if ((value = lob_wire_member(w, json, "child_instance_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->child_instance_count);
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
    if ((value = lob_wire_member(w, json, "expanded_instance_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->expanded_instance_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "expanded_shape_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->expanded_shape_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "children", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->children.count = lob_wire_count(value);
            out->children.items = lob_wire_alloc(w, out->children.count, sizeof *out->children.items);
            const cJSON *item0 = out->children.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                list_cells_response_cells_item_children_item_read(w, item0, &out->children.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "children_dropped", NULL)) != NULL) {
        out->has_children_dropped = true;
        lob_wire_int(w, value, &out->children_dropped);
        lob_wire_leave(w);
    }
}

static void list_cells_response_truncation_read(lob_wire *w, const cJSON *json,
    lob_list_cells_response_truncation *out) {
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

static void list_cells_response_read(lob_wire *w, const cJSON *json, lob_list_cells_response *out) {
    static const char *const members[] = {"schema_version", "session_id", "dbu", "units", "cell_count", "cells",
        "truncation", "next_cursor", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"schema_version\": \"1.0.0\", \"session_id\": \"...\", \"dbu\": 0, \"units\": {...}, \"cell_count\""
                ": 0, \"cells\": [...]}",
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
    if ((value = lob_wire_member(w, json, "cell_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->cell_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cells", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->cells.count = lob_wire_count(value);
            out->cells.items = lob_wire_alloc(w, out->cells.count, sizeof *out->cells.items);
            const cJSON *item0 = out->cells.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                list_cells_response_cells_item_read(w, item0, &out->cells.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "truncation", "object")) != NULL) {
        list_cells_response_truncation_read(w, value, &out->truncation);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "next_cursor", NULL)) != NULL) {
        lob_wire_string(w, value, &out->next_cursor);
        lob_wire_leave(w);
    }
}

lob_status lob_list_cells_response_parse(lob_ctx *ctx, const cJSON *json, lob_list_cells_response *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "response", true);
    list_cells_response_read(&w, json, out);
    return lob_wire_end(&w);
}

static void list_cells_response_cells_item_children_item_write(lob_jsonw *out,
    const lob_list_cells_response_cells_item_children_item *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "cell");
    lob_jsonw_str(out, value->cell);
    lob_jsonw_key(out, "count");
    lob_jsonw_int(out, value->count);
    lob_jsonw_end_object(out);
}

static void list_cells_response_cells_item_write(lob_jsonw *out, const lob_list_cells_response_cells_item *value) {
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
    lob_jsonw_key(out, "child_instance_count");
    lob_jsonw_int(out, value->child_instance_count);
    lob_jsonw_key(out, "shape_count");
    lob_jsonw_int(out, value->shape_count);
    lob_jsonw_key(out, "text_count");
    lob_jsonw_int(out, value->text_count);
    lob_jsonw_key(out, "expanded_instance_count");
    lob_jsonw_int(out, value->expanded_instance_count);
    lob_jsonw_key(out, "expanded_shape_count");
    lob_jsonw_int(out, value->expanded_shape_count);
    lob_jsonw_key(out, "children");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->children.count; i0++) {
        list_cells_response_cells_item_children_item_write(out, &value->children.items[i0]);
    }
    lob_jsonw_end_array(out);
    if (value->has_children_dropped) {
        lob_jsonw_key(out, "children_dropped");
        lob_jsonw_int(out, value->children_dropped);
    }
    lob_jsonw_end_object(out);
}

static void list_cells_response_truncation_write(lob_jsonw *out, const lob_list_cells_response_truncation *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "limit");
    lob_jsonw_int(out, value->limit);
    lob_jsonw_key(out, "cells_dropped");
    lob_jsonw_int(out, value->cells_dropped);
    lob_jsonw_end_object(out);
}

void lob_list_cells_response_write(lob_jsonw *out, const lob_list_cells_response *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "schema_version");
    lob_jsonw_text(out, "1.0.0");
    lob_jsonw_key(out, "session_id");
    lob_jsonw_str(out, value->session_id);
    lob_jsonw_key(out, "dbu");
    lob_jsonw_number(out, value->dbu);
    lob_jsonw_key(out, "units");
    lob_units_write(out, &value->units);
    lob_jsonw_key(out, "cell_count");
    lob_jsonw_int(out, value->cell_count);
    lob_jsonw_key(out, "cells");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->cells.count; i0++) {
        list_cells_response_cells_item_write(out, &value->cells.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "truncation");
    list_cells_response_truncation_write(out, &value->truncation);
    if (value->next_cursor.data) {
        lob_jsonw_key(out, "next_cursor");
        lob_jsonw_str(out, value->next_cursor);
    }
    lob_jsonw_end_object(out);
}
