/* Made by tools/schemac from spec/. Do not edit. Reading and writing of render_view. */
#include "gen/limits.h"
#include "gen/parse.h"
#include "gen/write.h"

static void render_view_request_image_size_read(lob_wire *w, const cJSON *json,
    lob_render_view_request_image_size *out) {
    static const char *const members[] = {"width", "height", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .numbers = members,
        .number_count = 2,
        .form = "{\"width\": 0, \"height\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "width", "integer")) != NULL) {
        if (lob_wire_int(w, value, &out->width)) {
            lob_wire_minimum(w, value, 1);
            lob_wire_limit(w, value, LOB_LIMIT_IMAGE_SIDE, LOB_E_QUERY_TOO_LARGE);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "height", "integer")) != NULL) {
        if (lob_wire_int(w, value, &out->height)) {
            lob_wire_minimum(w, value, 1);
            lob_wire_limit(w, value, LOB_LIMIT_IMAGE_SIDE, LOB_E_QUERY_TOO_LARGE);
        }
        lob_wire_leave(w);
    }
}

static void render_view_request_annotations_item_kind_read(lob_wire *w, const cJSON *json,
    lob_render_view_request_annotations_item_kind *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_render_view_request_annotations_item_kind_names,
        LOB_RENDER_VIEW_REQUEST_ANNOTATIONS_ITEM_KIND_COUNT, &choice)) {
        *out = (lob_render_view_request_annotations_item_kind)choice;
    }
}

static void render_view_request_annotations_item_read(lob_wire *w, const cJSON *json,
    lob_render_view_request_annotations_item *out) {
    static const char *const members[] = {"kind", "target_ids", "color", "box", "points", "text", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{\"kind\": \"shape_outline\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "kind", "string")) != NULL) {
        render_view_request_annotations_item_kind_read(w, value, &out->kind);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "target_ids", NULL)) != NULL) {
        out->has_target_ids = true;
        if (lob_wire_array(w, value) && lob_wire_limit(w, value, LOB_LIMIT_ANNOTATION_TARGETS, LOB_E_QUERY_TOO_LARGE)) {
            out->target_ids.count = lob_wire_count(value);
            out->target_ids.items = lob_wire_alloc(w, out->target_ids.count, sizeof *out->target_ids.items);
            const cJSON *item0 = out->target_ids.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                if (lob_wire_string(w, item0, &out->target_ids.items[i0])) {
                    lob_wire_min_length(w, item0, 1);
                    lob_wire_limit(w, item0, LOB_LIMIT_ID_SIZE, LOB_E_INVALID_TARGET);
                }
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "color", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->color)) {
            lob_wire_format(w, value, LOB_FORMAT_COLOR);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "box", NULL)) != NULL) {
        out->box = lob_wire_alloc(w, 1, sizeof *out->box);
        if (out->box) {
            lob_query_box_read(w, value, out->box);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "points", NULL)) != NULL) {
        out->has_points = true;
        if (lob_wire_array(w, value) && lob_wire_max_items(w, value, 1000)) {
            out->points.count = lob_wire_count(value);
            out->points.items = lob_wire_alloc(w, out->points.count, sizeof *out->points.items);
            const cJSON *item0 = out->points.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_point_in_read(w, item0, &out->points.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "text", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->text)) {
            lob_wire_limit(w, value, LOB_LIMIT_ANNOTATION_TEXT_SIZE, LOB_E_INVALID_TARGET);
        }
        lob_wire_leave(w);
    }
}

static void render_view_request_style_read(lob_wire *w, const cJSON *json, lob_render_view_request_style *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_render_view_request_style_names, LOB_RENDER_VIEW_REQUEST_STYLE_COUNT, &choice)) {
        *out = (lob_render_view_request_style)choice;
    }
}

static void render_view_request_read(lob_wire *w, const cJSON *json, lob_render_view_request *out) {
    static const char *const members[] = {"session_id", "box", "cell", "layers", "image_size", "annotations", "style",
        "inline_image", NULL};
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
    if ((value = lob_wire_member(w, json, "box", NULL)) != NULL) {
        out->box = lob_wire_alloc(w, 1, sizeof *out->box);
        if (out->box) {
            lob_query_box_read(w, value, out->box);
        }
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
    if ((value = lob_wire_member(w, json, "image_size", NULL)) != NULL) {
        out->image_size = lob_wire_alloc(w, 1, sizeof *out->image_size);
        if (out->image_size) {
            render_view_request_image_size_read(w, value, out->image_size);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "annotations", NULL)) != NULL) {
        out->has_annotations = true;
        if (lob_wire_array(w, value) && lob_wire_limit(w, value, LOB_LIMIT_ANNOTATIONS, LOB_E_QUERY_TOO_LARGE)) {
            out->annotations.count = lob_wire_count(value);
            out->annotations.items = lob_wire_alloc(w, out->annotations.count, sizeof *out->annotations.items);
            const cJSON *item0 = out->annotations.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                render_view_request_annotations_item_read(w, item0, &out->annotations.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    out->style = LOB_RENDER_VIEW_REQUEST_STYLE_LIGHT;
    if ((value = lob_wire_member(w, json, "style", NULL)) != NULL) {
        render_view_request_style_read(w, value, &out->style);
        lob_wire_leave(w);
    }
    out->inline_image = true;
    if ((value = lob_wire_member(w, json, "inline_image", NULL)) != NULL) {
        lob_wire_bool(w, value, &out->inline_image);
        lob_wire_leave(w);
    }
}

lob_status lob_render_view_request_parse(lob_ctx *ctx, const cJSON *json, lob_render_view_request *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "request", false);
    render_view_request_read(&w, json, out);
    return lob_wire_end(&w);
}

static void render_view_response_style_read(lob_wire *w, const cJSON *json, lob_render_view_response_style *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_render_view_response_style_names, LOB_RENDER_VIEW_RESPONSE_STYLE_COUNT, &choice)) {
        *out = (lob_render_view_response_style)choice;
    }
}

static void render_view_response_world_to_pixel_read(lob_wire *w, const cJSON *json,
    lob_render_view_response_world_to_pixel *out) {
    static const char *const members[] = {"a", "b", "c", "d", "e", "f", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = members,
        .number_count = 6,
        .form = "{\"a\": 0, \"b\": 0, \"c\": 0, \"d\": 0, \"e\": 0, \"f\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "a", "number")) != NULL) {
        lob_wire_number(w, value, &out->a);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "b", "number")) != NULL) {
        lob_wire_number(w, value, &out->b);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "c", "number")) != NULL) {
        lob_wire_number(w, value, &out->c);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "d", "number")) != NULL) {
        lob_wire_number(w, value, &out->d);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "e", "number")) != NULL) {
        lob_wire_number(w, value, &out->e);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "f", "number")) != NULL) {
        lob_wire_number(w, value, &out->f);
        lob_wire_leave(w);
    }
}

static void render_view_response_read(lob_wire *w, const cJSON *json, lob_render_view_response *out) {
    static const char *const members[] = {"schema_version", "session_id", "dbu", "units", "render_id", "box_um",
        "visible_box_um", "cell", "layers", "image", "width", "height", "style", "um_per_px", "world_to_pixel",
        "pixels_sha256", "notes", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"schema_version\": \"1.0.0\", \"session_id\": \"...\", \"dbu\": 0, \"units\": {...}, \"render_id\""
                ": \"...\", \"box_um\": {...}}",
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
    if ((value = lob_wire_member(w, json, "render_id", "string")) != NULL) {
        lob_wire_string(w, value, &out->render_id);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "box_um", "object")) != NULL) {
        lob_micron_box_read(w, value, &out->box_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "visible_box_um", "object")) != NULL) {
        lob_micron_box_read(w, value, &out->visible_box_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cell", "string")) != NULL) {
        lob_wire_string(w, value, &out->cell);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layers", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->layers.count = lob_wire_count(value);
            out->layers.items = lob_wire_alloc(w, out->layers.count, sizeof *out->layers.items);
            const cJSON *item0 = out->layers.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_layer_ref_read(w, item0, &out->layers.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "image", "object")) != NULL) {
        lob_artifact_ref_read(w, value, &out->image);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "width", "integer")) != NULL) {
        lob_wire_int(w, value, &out->width);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "height", "integer")) != NULL) {
        lob_wire_int(w, value, &out->height);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "style", "string")) != NULL) {
        render_view_response_style_read(w, value, &out->style);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "um_per_px", "number")) != NULL) {
        lob_wire_number(w, value, &out->um_per_px);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "world_to_pixel", "object")) != NULL) {
        render_view_response_world_to_pixel_read(w, value, &out->world_to_pixel);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "pixels_sha256", "string")) != NULL) {
        lob_wire_string(w, value, &out->pixels_sha256);
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
}

lob_status lob_render_view_response_parse(lob_ctx *ctx, const cJSON *json, lob_render_view_response *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "response", true);
    render_view_response_read(&w, json, out);
    return lob_wire_end(&w);
}

static void render_view_response_world_to_pixel_write(lob_jsonw *out,
    const lob_render_view_response_world_to_pixel *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "a");
    lob_jsonw_number(out, value->a);
    lob_jsonw_key(out, "b");
    lob_jsonw_number(out, value->b);
    lob_jsonw_key(out, "c");
    lob_jsonw_number(out, value->c);
    lob_jsonw_key(out, "d");
    lob_jsonw_number(out, value->d);
    lob_jsonw_key(out, "e");
    lob_jsonw_number(out, value->e);
    lob_jsonw_key(out, "f");
    lob_jsonw_number(out, value->f);
    lob_jsonw_end_object(out);
}

void lob_render_view_response_write(lob_jsonw *out, const lob_render_view_response *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "schema_version");
    lob_jsonw_text(out, "1.0.0");
    lob_jsonw_key(out, "session_id");
    lob_jsonw_str(out, value->session_id);
    lob_jsonw_key(out, "dbu");
    lob_jsonw_number(out, value->dbu);
    lob_jsonw_key(out, "units");
    lob_units_write(out, &value->units);
    lob_jsonw_key(out, "render_id");
    lob_jsonw_str(out, value->render_id);
    lob_jsonw_key(out, "box_um");
    lob_micron_box_write(out, &value->box_um);
    lob_jsonw_key(out, "visible_box_um");
    lob_micron_box_write(out, &value->visible_box_um);
    lob_jsonw_key(out, "cell");
    lob_jsonw_str(out, value->cell);
    lob_jsonw_key(out, "layers");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->layers.count; i0++) {
        lob_layer_ref_write(out, &value->layers.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "image");
    lob_artifact_ref_write(out, &value->image);
    lob_jsonw_key(out, "width");
    lob_jsonw_int(out, value->width);
    lob_jsonw_key(out, "height");
    lob_jsonw_int(out, value->height);
    lob_jsonw_key(out, "style");
    lob_jsonw_text(out, lob_render_view_response_style_names[value->style]);
    lob_jsonw_key(out, "um_per_px");
    lob_jsonw_number(out, value->um_per_px);
    lob_jsonw_key(out, "world_to_pixel");
    render_view_response_world_to_pixel_write(out, &value->world_to_pixel);
    lob_jsonw_key(out, "pixels_sha256");
    lob_jsonw_str(out, value->pixels_sha256);
    if (value->has_notes) {
        lob_jsonw_key(out, "notes");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->notes.count; i0++) {
            lob_jsonw_str(out, value->notes.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    lob_jsonw_end_object(out);
}
