/* Made by tools/schemac from spec/. Do not edit. Reading and writing of diff_layouts. */
#include "gen/limits.h"
#include "gen/parse.h"
#include "gen/write.h"

static void diff_layouts_request_mode_read(lob_wire *w, const cJSON *json, lob_diff_layouts_request_mode *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_diff_layouts_request_mode_names, LOB_DIFF_LAYOUTS_REQUEST_MODE_COUNT, &choice)) {
        *out = (lob_diff_layouts_request_mode)choice;
    }
}

static void diff_layouts_request_read(lob_wire *w, const cJSON *json, lob_diff_layouts_request *out) {
    static const char *const members[] = {"a", "b", "cell_a", "cell_b", "layers", "box", "mode", "tolerance_um",
        "with_properties", "limit", "cursor", "picture", "session_id", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{\"a\": \"...\", \"b\": \"...\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "a", "string")) != NULL) {
        if (lob_wire_string(w, value, &out->a)) {
            lob_wire_min_length(w, value, 1);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "b", "string")) != NULL) {
        if (lob_wire_string(w, value, &out->b)) {
            lob_wire_min_length(w, value, 1);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cell_a", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->cell_a)) {
            lob_wire_min_length(w, value, 1);
            lob_wire_limit(w, value, LOB_LIMIT_NAME_SIZE, LOB_E_INVALID_TARGET);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cell_b", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->cell_b)) {
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
    if ((value = lob_wire_member(w, json, "box", NULL)) != NULL) {
        out->box = lob_wire_alloc(w, 1, sizeof *out->box);
        if (out->box) {
            lob_query_box_read(w, value, out->box);
        }
        lob_wire_leave(w);
    }
    out->mode = LOB_DIFF_LAYOUTS_REQUEST_MODE_BOTH;
    if ((value = lob_wire_member(w, json, "mode", NULL)) != NULL) {
        diff_layouts_request_mode_read(w, value, &out->mode);
        lob_wire_leave(w);
    }
    out->tolerance_um = 0;
    if ((value = lob_wire_member(w, json, "tolerance_um", NULL)) != NULL) {
        if (lob_wire_number(w, value, &out->tolerance_um)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    out->with_properties = false;
    if ((value = lob_wire_member(w, json, "with_properties", NULL)) != NULL) {
        lob_wire_bool(w, value, &out->with_properties);
        lob_wire_leave(w);
    }
    out->limit = 12;
    if ((value = lob_wire_member(w, json, "limit", NULL)) != NULL) {
        if (lob_wire_int(w, value, &out->limit)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_limit(w, value, LOB_LIMIT_DIFF_ITEMS, LOB_E_QUERY_TOO_LARGE);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cursor", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->cursor)) {
            lob_wire_limit(w, value, LOB_LIMIT_CURSOR_SIZE, LOB_E_INVALID_TARGET);
        }
        lob_wire_leave(w);
    }
    out->picture = false;
    if ((value = lob_wire_member(w, json, "picture", NULL)) != NULL) {
        lob_wire_bool(w, value, &out->picture);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "session_id", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->session_id)) {
            lob_wire_limit(w, value, LOB_LIMIT_SESSION_ID_SIZE, LOB_E_INVALID_TARGET);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_diff_layouts_request_parse(lob_ctx *ctx, const cJSON *json, lob_diff_layouts_request *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "request", false);
    diff_layouts_request_read(&w, json, out);
    return lob_wire_end(&w);
}

static void diff_layouts_response_mode_read(lob_wire *w, const cJSON *json, lob_diff_layouts_response_mode *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_diff_layouts_response_mode_names, LOB_DIFF_LAYOUTS_RESPONSE_MODE_COUNT, &choice)) {
        *out = (lob_diff_layouts_response_mode)choice;
    }
}

static void diff_layouts_response_hierarchy_cells_item_in_read(lob_wire *w, const cJSON *json,
    lob_diff_layouts_response_hierarchy_cells_item_in *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_diff_layouts_response_hierarchy_cells_item_in_names,
        LOB_DIFF_LAYOUTS_RESPONSE_HIERARCHY_CELLS_ITEM_IN_COUNT, &choice)) {
        *out = (lob_diff_layouts_response_hierarchy_cells_item_in)choice;
    }
}

static void diff_layouts_response_hierarchy_cells_item_read(lob_wire *w, const cJSON *json,
    lob_diff_layouts_response_hierarchy_cells_item *out) {
    static const char *const members[] = {"cell", "in", "only_a", "only_b", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"cell\": \"...\", \"in\": \"a\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "cell", "string")) != NULL) {
        lob_wire_string(w, value, &out->cell);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "in", "string")) != NULL) {
        diff_layouts_response_hierarchy_cells_item_in_read(w, value, &out->in);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "only_a", NULL)) != NULL) {
        out->only_a = lob_wire_alloc(w, 1, sizeof *out->only_a);
        if (out->only_a) {
            lob_diff_counts_read(w, value, out->only_a);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "only_b", NULL)) != NULL) {
        out->only_b = lob_wire_alloc(w, 1, sizeof *out->only_b);
        if (out->only_b) {
            lob_diff_counts_read(w, value, out->only_b);
        }
        lob_wire_leave(w);
    }
}

static void diff_layouts_response_hierarchy_differences_item_in_read(lob_wire *w, const cJSON *json,
    lob_diff_layouts_response_hierarchy_differences_item_in *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_diff_layouts_response_hierarchy_differences_item_in_names,
        LOB_DIFF_LAYOUTS_RESPONSE_HIERARCHY_DIFFERENCES_ITEM_IN_COUNT, &choice)) {
        *out = (lob_diff_layouts_response_hierarchy_differences_item_in)choice;
    }
}

static void diff_layouts_response_hierarchy_differences_item_kind_read(lob_wire *w, const cJSON *json,
    lob_diff_layouts_response_hierarchy_differences_item_kind *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_diff_layouts_response_hierarchy_differences_item_kind_names,
        LOB_DIFF_LAYOUTS_RESPONSE_HIERARCHY_DIFFERENCES_ITEM_KIND_COUNT, &choice)) {
        *out = (lob_diff_layouts_response_hierarchy_differences_item_kind)choice;
    }
}

static void diff_layouts_response_hierarchy_differences_item_read(lob_wire *w, const cJSON *json,
    lob_diff_layouts_response_hierarchy_differences_item *out) {
    static const char *const members[] = {"cell", "in", "kind", "layer", "datatype", "of", "box_um", "count", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"cell\": \"...\", \"in\": \"a\", \"kind\": \"polygon\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "cell", "string")) != NULL) {
        lob_wire_string(w, value, &out->cell);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "in", "string")) != NULL) {
        diff_layouts_response_hierarchy_differences_item_in_read(w, value, &out->in);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "kind", "string")) != NULL) {
        diff_layouts_response_hierarchy_differences_item_kind_read(w, value, &out->kind);
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
    if ((value = lob_wire_member(w, json, "of", NULL)) != NULL) {
        lob_wire_string(w, value, &out->of);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "box_um", NULL)) != NULL) {
        out->box_um = lob_wire_alloc(w, 1, sizeof *out->box_um);
        if (out->box_um) {
            lob_micron_box_read(w, value, out->box_um);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "count", NULL)) != NULL) {
        out->has_count = true;
        lob_wire_int(w, value, &out->count);
        lob_wire_leave(w);
    }
}

static void diff_layouts_response_hierarchy_read(lob_wire *w, const cJSON *json,
    lob_diff_layouts_response_hierarchy *out) {
    static const char *const members[] = {"cells_only_a", "cells_only_b", "cells_different", "cells_equal",
        "difference_count", "cells", "differences", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"cells_only_a\": 0, \"cells_only_b\": 0, \"cells_different\": 0, \"cells_equal\": 0, \"difference_"
                "count\": 0, \"cells\": [...]}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "cells_only_a", "integer")) != NULL) {
        lob_wire_int(w, value, &out->cells_only_a);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cells_only_b", "integer")) != NULL) {
        lob_wire_int(w, value, &out->cells_only_b);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cells_different", "integer")) != NULL) {
        lob_wire_int(w, value, &out->cells_different);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cells_equal", "integer")) != NULL) {
        lob_wire_int(w, value, &out->cells_equal);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "difference_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->difference_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cells", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->cells.count = lob_wire_count(value);
            out->cells.items = lob_wire_alloc(w, out->cells.count, sizeof *out->cells.items);
            const cJSON *item0 = out->cells.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                diff_layouts_response_hierarchy_cells_item_read(w, item0, &out->cells.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "differences", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->differences.count = lob_wire_count(value);
            out->differences.items = lob_wire_alloc(w, out->differences.count, sizeof *out->differences.items);
            const cJSON *item0 = out->differences.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                diff_layouts_response_hierarchy_differences_item_read(w, item0, &out->differences.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
}

static void diff_layouts_response_xor_layers_item_read(lob_wire *w, const cJSON *json,
    lob_diff_layouts_response_xor_layers_item *out) {
    static const char *const members[] = {"layer", "datatype", "polygon_count", "area_a_um2", "area_b_um2",
        "area_error_um2", "box_um", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"layer\": 0, \"datatype\": 0, \"polygon_count\": 0, \"area_a_um2\": 0, \"area_b_um2\": 0, \"box_um"
                "\": {...}}",
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
    if ((value = lob_wire_member(w, json, "polygon_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->polygon_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "area_a_um2", "number")) != NULL) {
        lob_wire_number(w, value, &out->area_a_um2);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "area_b_um2", "number")) != NULL) {
        lob_wire_number(w, value, &out->area_b_um2);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "area_error_um2", NULL)) != NULL) {
        out->has_area_error_um2 = true;
        lob_wire_number(w, value, &out->area_error_um2);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "box_um", "object")) != NULL) {
        lob_micron_box_read(w, value, &out->box_um);
        lob_wire_leave(w);
    }
}

static void diff_layouts_response_xor_polygons_item_in_read(lob_wire *w, const cJSON *json,
    lob_diff_layouts_response_xor_polygons_item_in *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_diff_layouts_response_xor_polygons_item_in_names,
        LOB_DIFF_LAYOUTS_RESPONSE_XOR_POLYGONS_ITEM_IN_COUNT, &choice)) {
        *out = (lob_diff_layouts_response_xor_polygons_item_in)choice;
    }
}

static void diff_layouts_response_xor_polygons_item_read(lob_wire *w, const cJSON *json,
    lob_diff_layouts_response_xor_polygons_item *out) {
    static const char *const members[] = {"layer", "datatype", "in", "area_um2", "box_um", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"layer\": 0, \"datatype\": 0, \"in\": \"a\", \"area_um2\": 0, \"box_um\": {...}}",
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
    if ((value = lob_wire_member(w, json, "in", "string")) != NULL) {
        diff_layouts_response_xor_polygons_item_in_read(w, value, &out->in);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "area_um2", "number")) != NULL) {
        lob_wire_number(w, value, &out->area_um2);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "box_um", "object")) != NULL) {
        lob_micron_box_read(w, value, &out->box_um);
        lob_wire_leave(w);
    }
}

static void diff_layouts_response_xor_read(lob_wire *w, const cJSON *json, lob_diff_layouts_response_xor *out) {
    static const char *const members[] = {"layers_compared", "polygon_count", "layers", "polygons", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"layers_compared\": 0, \"polygon_count\": 0, \"layers\": [...], \"polygons\": [...]}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "layers_compared", "integer")) != NULL) {
        lob_wire_int(w, value, &out->layers_compared);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "polygon_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->polygon_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layers", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->layers.count = lob_wire_count(value);
            out->layers.items = lob_wire_alloc(w, out->layers.count, sizeof *out->layers.items);
            const cJSON *item0 = out->layers.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                diff_layouts_response_xor_layers_item_read(w, item0, &out->layers.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "polygons", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->polygons.count = lob_wire_count(value);
            out->polygons.items = lob_wire_alloc(w, out->polygons.count, sizeof *out->polygons.items);
            const cJSON *item0 = out->polygons.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                diff_layouts_response_xor_polygons_item_read(w, item0, &out->polygons.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
}

static void diff_layouts_response_truncation_read(lob_wire *w, const cJSON *json,
    lob_diff_layouts_response_truncation *out) {
    static const char *const members[] = {"cells_dropped", "differences_dropped", "polygons_dropped", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = members,
        .number_count = 3,
        .form = "{\"cells_dropped\": 0, \"differences_dropped\": 0, \"polygons_dropped\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "cells_dropped", "integer")) != NULL) {
        lob_wire_int(w, value, &out->cells_dropped);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "differences_dropped", "integer")) != NULL) {
        lob_wire_int(w, value, &out->differences_dropped);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "polygons_dropped", "integer")) != NULL) {
        lob_wire_int(w, value, &out->polygons_dropped);
        lob_wire_leave(w);
    }
}

static void diff_layouts_response_view_layers_item_read(lob_wire *w, const cJSON *json,
    lob_diff_layouts_response_view_layers_item *out) {
    static const char *const members[] = {"layer", "datatype", "color", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"layer\": 0, \"datatype\": 0, \"color\": \"...\"}",
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
    if ((value = lob_wire_member(w, json, "color", "string")) != NULL) {
        lob_wire_string(w, value, &out->color);
        lob_wire_leave(w);
    }
}

static void diff_layouts_response_view_read(lob_wire *w, const cJSON *json, lob_diff_layouts_response_view *out) {
    static const char *const members[] = {"box_um", "width", "height", "um_per_px", "layers", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"box_um\": {...}, \"width\": 0, \"height\": 0, \"um_per_px\": 0, \"layers\": [...]}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "box_um", "object")) != NULL) {
        lob_micron_box_read(w, value, &out->box_um);
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
    if ((value = lob_wire_member(w, json, "um_per_px", "number")) != NULL) {
        lob_wire_number(w, value, &out->um_per_px);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layers", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->layers.count = lob_wire_count(value);
            out->layers.items = lob_wire_alloc(w, out->layers.count, sizeof *out->layers.items);
            const cJSON *item0 = out->layers.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                diff_layouts_response_view_layers_item_read(w, item0, &out->layers.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
}

static void diff_layouts_response_read(lob_wire *w, const cJSON *json, lob_diff_layouts_response *out) {
    static const char *const members[] = {"schema_version", "equal", "mode", "a", "b", "dbu", "units", "layers_only_a",
        "layers_only_b", "hierarchy", "xor", "truncation", "next_cursor", "image", "before", "after", "view", "notes",
        NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"schema_version\": \"1.0.0\", \"equal\": true, \"mode\": \"both\", \"a\": {...}, \"b\": {...}, \"d"
                "bu\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "schema_version", "string")) != NULL) {
        lob_wire_const(w, value, "1.0.0");
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "equal", "boolean")) != NULL) {
        lob_wire_bool(w, value, &out->equal);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "mode", "string")) != NULL) {
        diff_layouts_response_mode_read(w, value, &out->mode);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "a", "object")) != NULL) {
        lob_diff_side_read(w, value, &out->a);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "b", "object")) != NULL) {
        lob_diff_side_read(w, value, &out->b);
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
    if ((value = lob_wire_member(w, json, "layers_only_a", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->layers_only_a.count = lob_wire_count(value);
            out->layers_only_a.items = lob_wire_alloc(w, out->layers_only_a.count, sizeof *out->layers_only_a.items);
            const cJSON *item0 = out->layers_only_a.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_layer_ref_read(w, item0, &out->layers_only_a.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layers_only_b", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->layers_only_b.count = lob_wire_count(value);
            out->layers_only_b.items = lob_wire_alloc(w, out->layers_only_b.count, sizeof *out->layers_only_b.items);
            const cJSON *item0 = out->layers_only_b.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_layer_ref_read(w, item0, &out->layers_only_b.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "hierarchy", NULL)) != NULL) {
        out->hierarchy = lob_wire_alloc(w, 1, sizeof *out->hierarchy);
        if (out->hierarchy) {
            diff_layouts_response_hierarchy_read(w, value, out->hierarchy);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "xor", NULL)) != NULL) {
        out->xor = lob_wire_alloc(w, 1, sizeof *out->xor);
        if (out->xor) {
            diff_layouts_response_xor_read(w, value, out->xor);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "truncation", "object")) != NULL) {
        diff_layouts_response_truncation_read(w, value, &out->truncation);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "next_cursor", NULL)) != NULL) {
        lob_wire_string(w, value, &out->next_cursor);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "image", NULL)) != NULL) {
        out->image = lob_wire_alloc(w, 1, sizeof *out->image);
        if (out->image) {
            lob_artifact_ref_read(w, value, out->image);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "before", NULL)) != NULL) {
        out->before = lob_wire_alloc(w, 1, sizeof *out->before);
        if (out->before) {
            lob_artifact_ref_read(w, value, out->before);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "after", NULL)) != NULL) {
        out->after = lob_wire_alloc(w, 1, sizeof *out->after);
        if (out->after) {
            lob_artifact_ref_read(w, value, out->after);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "view", NULL)) != NULL) {
        out->view = lob_wire_alloc(w, 1, sizeof *out->view);
        if (out->view) {
            diff_layouts_response_view_read(w, value, out->view);
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

lob_status lob_diff_layouts_response_parse(lob_ctx *ctx, const cJSON *json, lob_diff_layouts_response *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "response", true);
    diff_layouts_response_read(&w, json, out);
    return lob_wire_end(&w);
}

static void diff_layouts_response_hierarchy_cells_item_write(lob_jsonw *out,
    const lob_diff_layouts_response_hierarchy_cells_item *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "cell");
    lob_jsonw_str(out, value->cell);
    lob_jsonw_key(out, "in");
    lob_jsonw_text(out, lob_diff_layouts_response_hierarchy_cells_item_in_names[value->in]);
    if (value->only_a) {
        lob_jsonw_key(out, "only_a");
        lob_diff_counts_write(out, value->only_a);
    }
    if (value->only_b) {
        lob_jsonw_key(out, "only_b");
        lob_diff_counts_write(out, value->only_b);
    }
    lob_jsonw_end_object(out);
}

static void diff_layouts_response_hierarchy_differences_item_write(lob_jsonw *out,
    const lob_diff_layouts_response_hierarchy_differences_item *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "cell");
    lob_jsonw_str(out, value->cell);
    lob_jsonw_key(out, "in");
    lob_jsonw_text(out, lob_diff_layouts_response_hierarchy_differences_item_in_names[value->in]);
    lob_jsonw_key(out, "kind");
    lob_jsonw_text(out, lob_diff_layouts_response_hierarchy_differences_item_kind_names[value->kind]);
    if (value->has_layer) {
        lob_jsonw_key(out, "layer");
        lob_jsonw_int(out, value->layer);
    }
    if (value->has_datatype) {
        lob_jsonw_key(out, "datatype");
        lob_jsonw_int(out, value->datatype);
    }
    if (value->of.data) {
        lob_jsonw_key(out, "of");
        lob_jsonw_str(out, value->of);
    }
    if (value->box_um) {
        lob_jsonw_key(out, "box_um");
        lob_micron_box_write(out, value->box_um);
    }
    if (value->has_count) {
        lob_jsonw_key(out, "count");
        lob_jsonw_int(out, value->count);
    }
    lob_jsonw_end_object(out);
}

static void diff_layouts_response_hierarchy_write(lob_jsonw *out, const lob_diff_layouts_response_hierarchy *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "cells_only_a");
    lob_jsonw_int(out, value->cells_only_a);
    lob_jsonw_key(out, "cells_only_b");
    lob_jsonw_int(out, value->cells_only_b);
    lob_jsonw_key(out, "cells_different");
    lob_jsonw_int(out, value->cells_different);
    lob_jsonw_key(out, "cells_equal");
    lob_jsonw_int(out, value->cells_equal);
    lob_jsonw_key(out, "difference_count");
    lob_jsonw_int(out, value->difference_count);
    lob_jsonw_key(out, "cells");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->cells.count; i0++) {
        diff_layouts_response_hierarchy_cells_item_write(out, &value->cells.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "differences");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->differences.count; i0++) {
        diff_layouts_response_hierarchy_differences_item_write(out, &value->differences.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_end_object(out);
}

static void diff_layouts_response_xor_layers_item_write(lob_jsonw *out,
    const lob_diff_layouts_response_xor_layers_item *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "layer");
    lob_jsonw_int(out, value->layer);
    lob_jsonw_key(out, "datatype");
    lob_jsonw_int(out, value->datatype);
    lob_jsonw_key(out, "polygon_count");
    lob_jsonw_int(out, value->polygon_count);
    lob_jsonw_key(out, "area_a_um2");
    lob_jsonw_um(out, value->area_a_um2);
    lob_jsonw_key(out, "area_b_um2");
    lob_jsonw_um(out, value->area_b_um2);
    if (value->has_area_error_um2) {
        lob_jsonw_key(out, "area_error_um2");
        lob_jsonw_um(out, value->area_error_um2);
    }
    lob_jsonw_key(out, "box_um");
    lob_micron_box_write(out, &value->box_um);
    lob_jsonw_end_object(out);
}

static void diff_layouts_response_xor_polygons_item_write(lob_jsonw *out,
    const lob_diff_layouts_response_xor_polygons_item *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "layer");
    lob_jsonw_int(out, value->layer);
    lob_jsonw_key(out, "datatype");
    lob_jsonw_int(out, value->datatype);
    lob_jsonw_key(out, "in");
    lob_jsonw_text(out, lob_diff_layouts_response_xor_polygons_item_in_names[value->in]);
    lob_jsonw_key(out, "area_um2");
    lob_jsonw_um(out, value->area_um2);
    lob_jsonw_key(out, "box_um");
    lob_micron_box_write(out, &value->box_um);
    lob_jsonw_end_object(out);
}

static void diff_layouts_response_xor_write(lob_jsonw *out, const lob_diff_layouts_response_xor *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "layers_compared");
    lob_jsonw_int(out, value->layers_compared);
    lob_jsonw_key(out, "polygon_count");
    lob_jsonw_int(out, value->polygon_count);
    lob_jsonw_key(out, "layers");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->layers.count; i0++) {
        diff_layouts_response_xor_layers_item_write(out, &value->layers.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "polygons");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->polygons.count; i0++) {
        diff_layouts_response_xor_polygons_item_write(out, &value->polygons.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_end_object(out);
}

static void diff_layouts_response_truncation_write(lob_jsonw *out, const lob_diff_layouts_response_truncation *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "cells_dropped");
    lob_jsonw_int(out, value->cells_dropped);
    lob_jsonw_key(out, "differences_dropped");
    lob_jsonw_int(out, value->differences_dropped);
    lob_jsonw_key(out, "polygons_dropped");
    lob_jsonw_int(out, value->polygons_dropped);
    lob_jsonw_end_object(out);
}

static void diff_layouts_response_view_layers_item_write(lob_jsonw *out,
    const lob_diff_layouts_response_view_layers_item *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "layer");
    lob_jsonw_int(out, value->layer);
    lob_jsonw_key(out, "datatype");
    lob_jsonw_int(out, value->datatype);
    lob_jsonw_key(out, "color");
    lob_jsonw_str(out, value->color);
    lob_jsonw_end_object(out);
}

static void diff_layouts_response_view_write(lob_jsonw *out, const lob_diff_layouts_response_view *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "box_um");
    lob_micron_box_write(out, &value->box_um);
    lob_jsonw_key(out, "width");
    lob_jsonw_int(out, value->width);
    lob_jsonw_key(out, "height");
    lob_jsonw_int(out, value->height);
    lob_jsonw_key(out, "um_per_px");
    lob_jsonw_number(out, value->um_per_px);
    lob_jsonw_key(out, "layers");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->layers.count; i0++) {
        diff_layouts_response_view_layers_item_write(out, &value->layers.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_end_object(out);
}

void lob_diff_layouts_response_write(lob_jsonw *out, const lob_diff_layouts_response *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "schema_version");
    lob_jsonw_text(out, "1.0.0");
    lob_jsonw_key(out, "equal");
    lob_jsonw_bool(out, value->equal);
    lob_jsonw_key(out, "mode");
    lob_jsonw_text(out, lob_diff_layouts_response_mode_names[value->mode]);
    lob_jsonw_key(out, "a");
    lob_diff_side_write(out, &value->a);
    lob_jsonw_key(out, "b");
    lob_diff_side_write(out, &value->b);
    lob_jsonw_key(out, "dbu");
    lob_jsonw_number(out, value->dbu);
    lob_jsonw_key(out, "units");
    lob_units_write(out, &value->units);
    lob_jsonw_key(out, "layers_only_a");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->layers_only_a.count; i0++) {
        lob_layer_ref_write(out, &value->layers_only_a.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "layers_only_b");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->layers_only_b.count; i0++) {
        lob_layer_ref_write(out, &value->layers_only_b.items[i0]);
    }
    lob_jsonw_end_array(out);
    if (value->hierarchy) {
        lob_jsonw_key(out, "hierarchy");
        diff_layouts_response_hierarchy_write(out, value->hierarchy);
    }
    if (value->xor) {
        lob_jsonw_key(out, "xor");
        diff_layouts_response_xor_write(out, value->xor);
    }
    lob_jsonw_key(out, "truncation");
    diff_layouts_response_truncation_write(out, &value->truncation);
    if (value->next_cursor.data) {
        lob_jsonw_key(out, "next_cursor");
        lob_jsonw_str(out, value->next_cursor);
    }
    if (value->image) {
        lob_jsonw_key(out, "image");
        lob_artifact_ref_write(out, value->image);
    }
    if (value->before) {
        lob_jsonw_key(out, "before");
        lob_artifact_ref_write(out, value->before);
    }
    if (value->after) {
        lob_jsonw_key(out, "after");
        lob_artifact_ref_write(out, value->after);
    }
    if (value->view) {
        lob_jsonw_key(out, "view");
        diff_layouts_response_view_write(out, value->view);
    }
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
