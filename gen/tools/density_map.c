/* Made by tools/schemac from spec/. Do not edit. Reading and writing of density_map. */
#include "gen/limits.h"
#include "gen/parse.h"
#include "gen/write.h"

static void density_map_request_tile_um_read(lob_wire *w, const cJSON *json, lob_density_map_request_tile_um *out) {
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
        if (lob_wire_number(w, value, &out->x)) {
            lob_wire_above(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "y", "number")) != NULL) {
        if (lob_wire_number(w, value, &out->y)) {
            lob_wire_above(w, value, 0);
        }
        lob_wire_leave(w);
    }
}

static void density_map_request_step_um_read(lob_wire *w, const cJSON *json, lob_density_map_request_step_um *out) {
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
        if (lob_wire_number(w, value, &out->x)) {
            lob_wire_above(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "y", "number")) != NULL) {
        if (lob_wire_number(w, value, &out->y)) {
            lob_wire_above(w, value, 0);
        }
        lob_wire_leave(w);
    }
}

static void density_map_request_tiles_read(lob_wire *w, const cJSON *json, lob_density_map_request_tiles *out) {
    static const char *const members[] = {"nx", "ny", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .numbers = members,
        .number_count = 2,
        .form = "{\"nx\": 0, \"ny\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "nx", "integer")) != NULL) {
        if (lob_wire_int(w, value, &out->nx)) {
            lob_wire_minimum(w, value, 1);
            lob_wire_limit(w, value, LOB_LIMIT_DENSITY_TILES, LOB_E_QUERY_TOO_LARGE);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "ny", "integer")) != NULL) {
        if (lob_wire_int(w, value, &out->ny)) {
            lob_wire_minimum(w, value, 1);
            lob_wire_limit(w, value, LOB_LIMIT_DENSITY_TILES, LOB_E_QUERY_TOO_LARGE);
        }
        lob_wire_leave(w);
    }
}

static void density_map_request_border_read(lob_wire *w, const cJSON *json, lob_density_map_request_border *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_density_map_request_border_names, LOB_DENSITY_MAP_REQUEST_BORDER_COUNT, &choice)) {
        *out = (lob_density_map_request_border)choice;
    }
}

static void density_map_request_read(lob_wire *w, const cJSON *json, lob_density_map_request *out) {
    static const char *const members[] = {"session_id", "layers", "box", "cell", "tile_um", "step_um", "tiles",
        "border", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{\"session_id\": \"...\", \"layers\": [...]}",
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
    if ((value = lob_wire_member(w, json, "layers", "array")) != NULL) {
        if (lob_wire_array(w, value) && lob_wire_limit(w, value, LOB_LIMIT_LAYERS_IN_REQUEST, LOB_E_QUERY_TOO_LARGE)) {
            lob_wire_min_items(w, value, 1);
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
    if ((value = lob_wire_member(w, json, "tile_um", NULL)) != NULL) {
        out->tile_um = lob_wire_alloc(w, 1, sizeof *out->tile_um);
        if (out->tile_um) {
            density_map_request_tile_um_read(w, value, out->tile_um);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "step_um", NULL)) != NULL) {
        out->step_um = lob_wire_alloc(w, 1, sizeof *out->step_um);
        if (out->step_um) {
            density_map_request_step_um_read(w, value, out->step_um);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "tiles", NULL)) != NULL) {
        out->tiles = lob_wire_alloc(w, 1, sizeof *out->tiles);
        if (out->tiles) {
            density_map_request_tiles_read(w, value, out->tiles);
        }
        lob_wire_leave(w);
    }
    out->border = LOB_DENSITY_MAP_REQUEST_BORDER_CUT;
    if ((value = lob_wire_member(w, json, "border", NULL)) != NULL) {
        density_map_request_border_read(w, value, &out->border);
        lob_wire_leave(w);
    }
}

lob_status lob_density_map_request_parse(lob_ctx *ctx, const cJSON *json, lob_density_map_request *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "request", false);
    density_map_request_read(&w, json, out);
    return lob_wire_end(&w);
}

static void density_map_response_mode_read(lob_wire *w, const cJSON *json, lob_density_map_response_mode *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_density_map_response_mode_names, LOB_DENSITY_MAP_RESPONSE_MODE_COUNT, &choice)) {
        *out = (lob_density_map_response_mode)choice;
    }
}

static void density_map_response_border_read(lob_wire *w, const cJSON *json, lob_density_map_response_border *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_density_map_response_border_names, LOB_DENSITY_MAP_RESPONSE_BORDER_COUNT, &choice)) {
        *out = (lob_density_map_response_border)choice;
    }
}

static void density_map_response_read(lob_wire *w, const cJSON *json, lob_density_map_response *out) {
    static const char *const members[] = {"schema_version", "session_id", "dbu", "units", "cell", "layers", "box_um",
        "box_dbu", "mode", "columns", "rows", "tile_um", "step_um", "border", "area_um2", "area_error_um2", "density",
        "mean", "min", "max", "histogram", "densities", "notes", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"schema_version\": \"1.0.0\", \"session_id\": \"...\", \"dbu\": 0, \"units\": {...}, \"cell\": \"."
                "..\", \"layers\": [...]}",
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
    if ((value = lob_wire_member(w, json, "box_um", "object")) != NULL) {
        lob_micron_box_read(w, value, &out->box_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "box_dbu", "object")) != NULL) {
        lob_dbu_box_read(w, value, &out->box_dbu);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "mode", "string")) != NULL) {
        density_map_response_mode_read(w, value, &out->mode);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "columns", "integer")) != NULL) {
        lob_wire_int(w, value, &out->columns);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "rows", "integer")) != NULL) {
        lob_wire_int(w, value, &out->rows);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "tile_um", "object")) != NULL) {
        lob_point_um_read(w, value, &out->tile_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "step_um", "object")) != NULL) {
        lob_point_um_read(w, value, &out->step_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "border", "string")) != NULL) {
        density_map_response_border_read(w, value, &out->border);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "area_um2", "number")) != NULL) {
        lob_wire_number(w, value, &out->area_um2);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "area_error_um2", NULL)) != NULL) {
        out->has_area_error_um2 = true;
        lob_wire_number(w, value, &out->area_error_um2);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "density", "number")) != NULL) {
        lob_wire_number(w, value, &out->density);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "mean", "number")) != NULL) {
        lob_wire_number(w, value, &out->mean);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "min", "object")) != NULL) {
        lob_density_tile_read(w, value, &out->min);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "max", "object")) != NULL) {
        lob_density_tile_read(w, value, &out->max);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "histogram", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->histogram.count = lob_wire_count(value);
            out->histogram.items = lob_wire_alloc(w, out->histogram.count, sizeof *out->histogram.items);
            const cJSON *item0 = out->histogram.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_int(w, item0, &out->histogram.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "densities", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->densities.count = lob_wire_count(value);
            out->densities.items = lob_wire_alloc(w, out->densities.count, sizeof *out->densities.items);
            const cJSON *item0 = out->densities.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                if (lob_wire_array(w, item0)) {
                    out->densities.items[i0].count = lob_wire_count(item0);
                    out->densities.items[i0].items = lob_wire_alloc(w, out->densities.items[i0].count,
                        sizeof *out->densities.items[i0].items);
                    const cJSON *item1 = out->densities.items[i0].items ? item0->child : NULL;
                    for (size_t i1 = 0; item1; i1++, item1 = item1->next) {
                        lob_wire_enter_item(w, i1);
                        lob_wire_number(w, item1, &out->densities.items[i0].items[i1]);
                        lob_wire_leave(w);
                    }
                }
                lob_wire_leave(w);
            }
        }
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

lob_status lob_density_map_response_parse(lob_ctx *ctx, const cJSON *json, lob_density_map_response *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "response", true);
    density_map_response_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_density_map_response_write(lob_jsonw *out, const lob_density_map_response *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "schema_version");
    lob_jsonw_text(out, "1.0.0");
    lob_jsonw_key(out, "session_id");
    lob_jsonw_str(out, value->session_id);
    lob_jsonw_key(out, "dbu");
    lob_jsonw_number(out, value->dbu);
    lob_jsonw_key(out, "units");
    lob_units_write(out, &value->units);
    lob_jsonw_key(out, "cell");
    lob_jsonw_str(out, value->cell);
    lob_jsonw_key(out, "layers");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->layers.count; i0++) {
        lob_layer_ref_write(out, &value->layers.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "box_um");
    lob_micron_box_write(out, &value->box_um);
    lob_jsonw_key(out, "box_dbu");
    lob_dbu_box_write(out, &value->box_dbu);
    lob_jsonw_key(out, "mode");
    lob_jsonw_text(out, lob_density_map_response_mode_names[value->mode]);
    lob_jsonw_key(out, "columns");
    lob_jsonw_int(out, value->columns);
    lob_jsonw_key(out, "rows");
    lob_jsonw_int(out, value->rows);
    lob_jsonw_key(out, "tile_um");
    lob_point_um_write(out, &value->tile_um);
    lob_jsonw_key(out, "step_um");
    lob_point_um_write(out, &value->step_um);
    lob_jsonw_key(out, "border");
    lob_jsonw_text(out, lob_density_map_response_border_names[value->border]);
    lob_jsonw_key(out, "area_um2");
    lob_jsonw_um(out, value->area_um2);
    if (value->has_area_error_um2) {
        lob_jsonw_key(out, "area_error_um2");
        lob_jsonw_um(out, value->area_error_um2);
    }
    lob_jsonw_key(out, "density");
    lob_jsonw_number(out, value->density);
    lob_jsonw_key(out, "mean");
    lob_jsonw_number(out, value->mean);
    lob_jsonw_key(out, "min");
    lob_density_tile_write(out, &value->min);
    lob_jsonw_key(out, "max");
    lob_density_tile_write(out, &value->max);
    lob_jsonw_key(out, "histogram");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->histogram.count; i0++) {
        lob_jsonw_int(out, value->histogram.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "densities");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->densities.count; i0++) {
        lob_jsonw_begin_array(out);
        for (size_t i1 = 0; i1 < value->densities.items[i0].count; i1++) {
            lob_jsonw_number(out, value->densities.items[i0].items[i1]);
        }
        lob_jsonw_end_array(out);
    }
    lob_jsonw_end_array(out);
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
