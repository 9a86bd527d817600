/* Made by tools/schemac from spec/. Do not edit. Readers of the shared types. */
#include "gen/parse.h"

#include "gen/limits.h"

void lob_artifact_ref_read(lob_wire *w, const cJSON *json, lob_artifact_ref *out) {
    static const char *const members[] = {"kind", "path", "media_type", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"kind\": \"...\", \"path\": \"...\", \"media_type\": \"...\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "kind", "string")) != NULL) {
        lob_wire_string(w, value, &out->kind);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "path", "string")) != NULL) {
        lob_wire_string(w, value, &out->path);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "media_type", "string")) != NULL) {
        lob_wire_string(w, value, &out->media_type);
        lob_wire_leave(w);
    }
}

lob_status lob_artifact_ref_parse(lob_ctx *ctx, const cJSON *json, lob_artifact_ref *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "artifact_ref", false);
    lob_artifact_ref_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_micron_box_read(lob_wire *w, const cJSON *json, lob_micron_box *out) {
    static const char *const members[] = {"left", "bottom", "right", "top", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = members,
        .number_count = 4,
        .form = "{\"left\": 0, \"bottom\": 0, \"right\": 0, \"top\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "left", "number")) != NULL) {
        lob_wire_number(w, value, &out->left);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "bottom", "number")) != NULL) {
        lob_wire_number(w, value, &out->bottom);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "right", "number")) != NULL) {
        lob_wire_number(w, value, &out->right);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "top", "number")) != NULL) {
        lob_wire_number(w, value, &out->top);
        lob_wire_leave(w);
    }
}

lob_status lob_micron_box_parse(lob_ctx *ctx, const cJSON *json, lob_micron_box *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "micron_box", false);
    lob_micron_box_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_dbu_box_read(lob_wire *w, const cJSON *json, lob_dbu_box *out) {
    static const char *const members[] = {"left", "bottom", "right", "top", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = members,
        .number_count = 4,
        .form = "{\"left\": 0, \"bottom\": 0, \"right\": 0, \"top\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "left", "integer")) != NULL) {
        lob_wire_int(w, value, &out->left);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "bottom", "integer")) != NULL) {
        lob_wire_int(w, value, &out->bottom);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "right", "integer")) != NULL) {
        lob_wire_int(w, value, &out->right);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "top", "integer")) != NULL) {
        lob_wire_int(w, value, &out->top);
        lob_wire_leave(w);
    }
}

lob_status lob_dbu_box_parse(lob_ctx *ctx, const cJSON *json, lob_dbu_box *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "dbu_box", false);
    lob_dbu_box_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_query_box_read(lob_wire *w, const cJSON *json, lob_query_box *out) {
    static const char *const members[] = {"left", "bottom", "right", "top", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .numbers = members,
        .number_count = 4,
        .form = "{\"left\": 0, \"bottom\": 0, \"right\": 0, \"top\": 0}",
    };
    lob_wire_code(w, LOB_E_INVALID_BOX);
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "left", "number")) != NULL) {
        lob_wire_number(w, value, &out->left);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "bottom", "number")) != NULL) {
        lob_wire_number(w, value, &out->bottom);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "right", "number")) != NULL) {
        lob_wire_number(w, value, &out->right);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "top", "number")) != NULL) {
        lob_wire_number(w, value, &out->top);
        lob_wire_leave(w);
    }
}

lob_status lob_query_box_parse(lob_ctx *ctx, const cJSON *json, lob_query_box *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "query_box", false);
    lob_query_box_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_units_read(lob_wire *w, const cJSON *json, lob_units *out) {
    static const char *const members[] = {"length", "database", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"length\": \"um\", \"database\": \"dbu\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    out->unused = 0;
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "length", "string")) != NULL) {
        lob_wire_const(w, value, "um");
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "database", "string")) != NULL) {
        lob_wire_const(w, value, "dbu");
        lob_wire_leave(w);
    }
}

lob_status lob_units_parse(lob_ctx *ctx, const cJSON *json, lob_units *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "units", false);
    lob_units_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_warning_item_read(lob_wire *w, const cJSON *json, lob_warning_item *out) {
    static const char *const members[] = {"kind", "message", "count", "offset", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"kind\": \"...\", \"message\": \"...\", \"count\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "kind", "string")) != NULL) {
        lob_wire_string(w, value, &out->kind);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "message", "string")) != NULL) {
        lob_wire_string(w, value, &out->message);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "offset", NULL)) != NULL) {
        out->has_offset = true;
        lob_wire_int(w, value, &out->offset);
        lob_wire_leave(w);
    }
}

lob_status lob_warning_item_parse(lob_ctx *ctx, const cJSON *json, lob_warning_item *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "warning_item", false);
    lob_warning_item_read(&w, json, out);
    return lob_wire_end(&w);
}

static void error_object_code_read(lob_wire *w, const cJSON *json, lob_error_object_code *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_error_object_code_names, LOB_ERROR_OBJECT_CODE_COUNT, &choice)) {
        *out = (lob_error_object_code)choice;
    }
}

void lob_argument_issue_read(lob_wire *w, const cJSON *json, lob_argument_issue *out) {
    static const char *const members[] = {"path", "rule", "expected", "got", "hint", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"path\": \"...\", \"rule\": \"...\", \"expected\": \"...\", \"got\": \"...\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "path", "string")) != NULL) {
        lob_wire_string(w, value, &out->path);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "rule", "string")) != NULL) {
        lob_wire_string(w, value, &out->rule);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "expected", "string")) != NULL) {
        lob_wire_string(w, value, &out->expected);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "got", "string")) != NULL) {
        lob_wire_string(w, value, &out->got);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "hint", NULL)) != NULL) {
        lob_wire_string(w, value, &out->hint);
        lob_wire_leave(w);
    }
}

lob_status lob_argument_issue_parse(lob_ctx *ctx, const cJSON *json, lob_argument_issue *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "argument_issue", false);
    lob_argument_issue_read(&w, json, out);
    return lob_wire_end(&w);
}

static void error_object_details_read(lob_wire *w, const cJSON *json, lob_error_object_details *out) {
    static const char *const members[] = {"hint", "issues", "issue_count", "candidates", "reason", "path", "offset",
        "record", "record_index", "cell", "layer", "datatype", "session_id", "target_id", "run_id", "argument",
        "limit", "limit_name", "size", "system_error", "ttl_seconds", "return_code", "stderr_tail", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "hint", NULL)) != NULL) {
        lob_wire_string(w, value, &out->hint);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "issues", NULL)) != NULL) {
        out->has_issues = true;
        if (lob_wire_array(w, value)) {
            out->issues.count = lob_wire_count(value);
            out->issues.items = lob_wire_alloc(w, out->issues.count, sizeof *out->issues.items);
            const cJSON *item0 = out->issues.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_argument_issue_read(w, item0, &out->issues.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "issue_count", NULL)) != NULL) {
        out->has_issue_count = true;
        lob_wire_int(w, value, &out->issue_count);
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
    if ((value = lob_wire_member(w, json, "reason", NULL)) != NULL) {
        lob_wire_string(w, value, &out->reason);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "path", NULL)) != NULL) {
        lob_wire_string(w, value, &out->path);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "offset", NULL)) != NULL) {
        out->has_offset = true;
        lob_wire_int(w, value, &out->offset);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "record", NULL)) != NULL) {
        lob_wire_string(w, value, &out->record);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "record_index", NULL)) != NULL) {
        out->has_record_index = true;
        lob_wire_int(w, value, &out->record_index);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cell", NULL)) != NULL) {
        lob_wire_string(w, value, &out->cell);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layer", NULL)) != NULL) {
        out->has_layer = true;
        lob_wire_int(w, value, &out->layer);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "datatype", NULL)) != NULL) {
        out->has_datatype = true;
        lob_wire_int(w, value, &out->datatype);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "session_id", NULL)) != NULL) {
        lob_wire_string(w, value, &out->session_id);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "target_id", NULL)) != NULL) {
        lob_wire_string(w, value, &out->target_id);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "run_id", NULL)) != NULL) {
        lob_wire_string(w, value, &out->run_id);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "argument", NULL)) != NULL) {
        lob_wire_string(w, value, &out->argument);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "limit", NULL)) != NULL) {
        out->has_limit = true;
        lob_wire_int(w, value, &out->limit);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "limit_name", NULL)) != NULL) {
        lob_wire_string(w, value, &out->limit_name);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "size", NULL)) != NULL) {
        out->has_size = true;
        lob_wire_int(w, value, &out->size);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "system_error", NULL)) != NULL) {
        out->has_system_error = true;
        lob_wire_int(w, value, &out->system_error);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "ttl_seconds", NULL)) != NULL) {
        out->has_ttl_seconds = true;
        lob_wire_int(w, value, &out->ttl_seconds);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "return_code", NULL)) != NULL) {
        out->has_return_code = true;
        lob_wire_int(w, value, &out->return_code);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "stderr_tail", NULL)) != NULL) {
        lob_wire_string(w, value, &out->stderr_tail);
        lob_wire_leave(w);
    }
}

void lob_error_object_read(lob_wire *w, const cJSON *json, lob_error_object *out) {
    static const char *const members[] = {"code", "message", "details", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"code\": \"FILE_NOT_FOUND\", \"message\": \"...\", \"details\": {...}}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "code", "string")) != NULL) {
        error_object_code_read(w, value, &out->code);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "message", "string")) != NULL) {
        lob_wire_string(w, value, &out->message);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "details", "object")) != NULL) {
        error_object_details_read(w, value, &out->details);
        lob_wire_leave(w);
    }
}

lob_status lob_error_object_parse(lob_ctx *ctx, const cJSON *json, lob_error_object *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "error_object", false);
    lob_error_object_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_transform_read(lob_wire *w, const cJSON *json, lob_transform *out) {
    static const char *const members[] = {"x_um", "y_um", "x_dbu", "y_dbu", "rotation", "mirror", "magnification",
        NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"x_um\": 0, \"y_um\": 0, \"x_dbu\": 0, \"y_dbu\": 0, \"rotation\": 0, \"mirror\": true}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "x_um", "number")) != NULL) {
        lob_wire_number(w, value, &out->x_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "y_um", "number")) != NULL) {
        lob_wire_number(w, value, &out->y_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "x_dbu", "integer")) != NULL) {
        lob_wire_int(w, value, &out->x_dbu);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "y_dbu", "integer")) != NULL) {
        lob_wire_int(w, value, &out->y_dbu);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "rotation", "number")) != NULL) {
        lob_wire_number(w, value, &out->rotation);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "mirror", "boolean")) != NULL) {
        lob_wire_bool(w, value, &out->mirror);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "magnification", "number")) != NULL) {
        lob_wire_number(w, value, &out->magnification);
        lob_wire_leave(w);
    }
}

lob_status lob_transform_parse(lob_ctx *ctx, const cJSON *json, lob_transform *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "transform", false);
    lob_transform_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_point_um_read(lob_wire *w, const cJSON *json, lob_point_um *out) {
    static const char *const members[] = {"x", "y", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = members,
        .number_count = 2,
        .form = "{\"x\": 0, \"y\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "x", "number")) != NULL) {
        lob_wire_number(w, value, &out->x);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "y", "number")) != NULL) {
        lob_wire_number(w, value, &out->y);
        lob_wire_leave(w);
    }
}

lob_status lob_point_um_parse(lob_ctx *ctx, const cJSON *json, lob_point_um *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "point_um", false);
    lob_point_um_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_point_dbu_read(lob_wire *w, const cJSON *json, lob_point_dbu *out) {
    static const char *const members[] = {"x", "y", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = members,
        .number_count = 2,
        .form = "{\"x\": 0, \"y\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "x", "integer")) != NULL) {
        lob_wire_int(w, value, &out->x);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "y", "integer")) != NULL) {
        lob_wire_int(w, value, &out->y);
        lob_wire_leave(w);
    }
}

lob_status lob_point_dbu_parse(lob_ctx *ctx, const cJSON *json, lob_point_dbu *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "point_dbu", false);
    lob_point_dbu_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_array_info_read(lob_wire *w, const cJSON *json, lob_array_info *out) {
    static const char *const members[] = {"is_array", "na", "nb", "a_um", "b_um", "a_dbu", "b_dbu", "irregular_count",
        NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"is_array\": true, \"na\": 0, \"nb\": 0, \"a_um\": {...}, \"b_um\": {...}, \"a_dbu\": {...}}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "is_array", "boolean")) != NULL) {
        lob_wire_bool(w, value, &out->is_array);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "na", "integer")) != NULL) {
        lob_wire_int(w, value, &out->na);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "nb", "integer")) != NULL) {
        lob_wire_int(w, value, &out->nb);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "a_um", "object")) != NULL) {
        lob_point_um_read(w, value, &out->a_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "b_um", "object")) != NULL) {
        lob_point_um_read(w, value, &out->b_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "a_dbu", "object")) != NULL) {
        lob_point_dbu_read(w, value, &out->a_dbu);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "b_dbu", "object")) != NULL) {
        lob_point_dbu_read(w, value, &out->b_dbu);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "irregular_count", NULL)) != NULL) {
        out->has_irregular_count = true;
        lob_wire_int(w, value, &out->irregular_count);
        lob_wire_leave(w);
    }
}

lob_status lob_array_info_parse(lob_ctx *ctx, const cJSON *json, lob_array_info *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "array_info", false);
    lob_array_info_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_layer_ref_read(lob_wire *w, const cJSON *json, lob_layer_ref *out) {
    static const char *const members[] = {"layer", "datatype", "name", "raw_hex", NULL};
    static const char *const required[] = {"layer", "datatype", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = required,
        .number_count = 2,
        .form = "{\"layer\": 0, \"datatype\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "layer", "integer")) != NULL) {
        lob_wire_int(w, value, &out->layer);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "datatype", "integer")) != NULL) {
        lob_wire_int(w, value, &out->datatype);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "name", NULL)) != NULL) {
        lob_wire_string(w, value, &out->name);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "raw_hex", NULL)) != NULL) {
        lob_wire_string(w, value, &out->raw_hex);
        lob_wire_leave(w);
    }
}

lob_status lob_layer_ref_parse(lob_ctx *ctx, const cJSON *json, lob_layer_ref *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "layer_ref", false);
    lob_layer_ref_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_label_read(lob_wire *w, const cJSON *json, lob_label *out) {
    static const char *const members[] = {"id", "text", "raw_hex", "bytes_cut", "layer", "position_um", "position_dbu",
        "count", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"id\": \"...\", \"text\": \"...\", \"layer\": {...}, \"position_um\": {...}, \"position_dbu\": {.."
                ".}}",
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
    if ((value = lob_wire_member(w, json, "layer", "object")) != NULL) {
        lob_layer_ref_read(w, value, &out->layer);
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
    if ((value = lob_wire_member(w, json, "count", NULL)) != NULL) {
        out->has_count = true;
        lob_wire_int(w, value, &out->count);
        lob_wire_leave(w);
    }
}

lob_status lob_label_parse(lob_ctx *ctx, const cJSON *json, lob_label *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "label", false);
    lob_label_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_layer_filter_read(lob_wire *w, const cJSON *json, lob_layer_filter *out) {
    static const char *const members[] = {"layer", "datatype", "name", NULL};
    static const char *const required[] = {"layer", "datatype", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .numbers = required,
        .number_count = 2,
        .form = "{\"layer\": 0, \"datatype\": 0}",
    };
    lob_wire_code(w, LOB_E_INVALID_LAYER);
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "layer", "integer")) != NULL) {
        if (lob_wire_int(w, value, &out->layer)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 4294967295);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "datatype", "integer")) != NULL) {
        if (lob_wire_int(w, value, &out->datatype)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 4294967295);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "name", NULL)) != NULL) {
        lob_wire_string(w, value, &out->name);
        lob_wire_leave(w);
    }
}

lob_status lob_layer_filter_parse(lob_ctx *ctx, const cJSON *json, lob_layer_filter *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "layer_filter", false);
    lob_layer_filter_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_point_in_read(lob_wire *w, const cJSON *json, lob_point_in *out) {
    static const char *const members[] = {"x", "y", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .numbers = members,
        .number_count = 2,
        .form = "{\"x\": 0, \"y\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "x", "number")) != NULL) {
        lob_wire_number(w, value, &out->x);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "y", "number")) != NULL) {
        lob_wire_number(w, value, &out->y);
        lob_wire_leave(w);
    }
}

lob_status lob_point_in_parse(lob_ctx *ctx, const cJSON *json, lob_point_in *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "point_in", false);
    lob_point_in_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_property_read(lob_wire *w, const cJSON *json, lob_property *out) {
    static const char *const members[] = {"name", "attribute", "values", "raw_hex", "bytes_cut", "values_dropped",
        NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"values\": [...]}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "name", NULL)) != NULL) {
        lob_wire_string(w, value, &out->name);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "attribute", NULL)) != NULL) {
        out->has_attribute = true;
        lob_wire_int(w, value, &out->attribute);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "values", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->values.count = lob_wire_count(value);
            out->values.items = lob_wire_alloc(w, out->values.count, sizeof *out->values.items);
            const cJSON *item0 = out->values.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_any(w, item0, &out->values.items[i0]);
                lob_wire_leave(w);
            }
        }
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
    if ((value = lob_wire_member(w, json, "values_dropped", NULL)) != NULL) {
        out->has_values_dropped = true;
        lob_wire_int(w, value, &out->values_dropped);
        lob_wire_leave(w);
    }
}

lob_status lob_property_parse(lob_ctx *ctx, const cJSON *json, lob_property *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "property", false);
    lob_property_read(&w, json, out);
    return lob_wire_end(&w);
}

static void shape_ref_kind_read(lob_wire *w, const cJSON *json, lob_shape_ref_kind *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_shape_ref_kind_names, LOB_SHAPE_REF_KIND_COUNT, &choice)) {
        *out = (lob_shape_ref_kind)choice;
    }
}

static void shape_ref_path_members_item_read(lob_wire *w, const cJSON *json, lob_shape_ref_path_members_item *out) {
    static const char *const members[] = {"instance", "member", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = members,
        .number_count = 2,
        .form = "{\"instance\": 0, \"member\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "instance", "integer")) != NULL) {
        lob_wire_int(w, value, &out->instance);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "member", "integer")) != NULL) {
        lob_wire_int(w, value, &out->member);
        lob_wire_leave(w);
    }
}

void lob_shape_ref_read(lob_wire *w, const cJSON *json, lob_shape_ref *out) {
    static const char *const members[] = {"id", "kind", "cell", "leaf_cell", "instance_path", "path_members", "layer",
        "bbox_um", "bbox_dbu", "point_count", "path_width_um", "path_width_dbu", "path_begin_ext_um",
        "path_end_ext_um", "round_ends", "points_dbu", "points_dropped", "area_um2", "perimeter_um", "properties",
        NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"id\": \"...\", \"kind\": \"box\", \"cell\": \"...\", \"leaf_cell\": \"...\", \"instance_path\": ["
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
    if ((value = lob_wire_member(w, json, "kind", "string")) != NULL) {
        shape_ref_kind_read(w, value, &out->kind);
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
                shape_ref_path_members_item_read(w, item0, &out->path_members.items[i0]);
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
    if ((value = lob_wire_member(w, json, "bbox_dbu", "object")) != NULL) {
        lob_dbu_box_read(w, value, &out->bbox_dbu);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "point_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->point_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "path_width_um", NULL)) != NULL) {
        out->has_path_width_um = true;
        lob_wire_number(w, value, &out->path_width_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "path_width_dbu", NULL)) != NULL) {
        out->has_path_width_dbu = true;
        lob_wire_int(w, value, &out->path_width_dbu);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "path_begin_ext_um", NULL)) != NULL) {
        out->has_path_begin_ext_um = true;
        lob_wire_number(w, value, &out->path_begin_ext_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "path_end_ext_um", NULL)) != NULL) {
        out->has_path_end_ext_um = true;
        lob_wire_number(w, value, &out->path_end_ext_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "round_ends", NULL)) != NULL) {
        out->has_round_ends = true;
        lob_wire_bool(w, value, &out->round_ends);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "points_dbu", NULL)) != NULL) {
        out->has_points_dbu = true;
        if (lob_wire_array(w, value)) {
            out->points_dbu.count = lob_wire_count(value);
            out->points_dbu.items = lob_wire_alloc(w, out->points_dbu.count, sizeof *out->points_dbu.items);
            const cJSON *item0 = out->points_dbu.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_point_dbu_read(w, item0, &out->points_dbu.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "points_dropped", NULL)) != NULL) {
        out->has_points_dropped = true;
        lob_wire_int(w, value, &out->points_dropped);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "area_um2", NULL)) != NULL) {
        out->has_area_um2 = true;
        lob_wire_number(w, value, &out->area_um2);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "perimeter_um", NULL)) != NULL) {
        out->has_perimeter_um = true;
        lob_wire_number(w, value, &out->perimeter_um);
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
}

lob_status lob_shape_ref_parse(lob_ctx *ctx, const cJSON *json, lob_shape_ref *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "shape_ref", false);
    lob_shape_ref_read(&w, json, out);
    return lob_wire_end(&w);
}
