/* Made by tools/schemac from spec/. Do not edit. Readers of the shared types. */
#include "gen/parse.h"

#include "gen/limits.h"

void lob_sample_box_read(lob_wire *w, const cJSON *json, lob_sample_box *out) {
    static const char *const members[] = {"left", "right", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .numbers = members,
        .number_count = 2,
        .form = "{\"left\": 0, \"right\": 0}",
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
    if ((value = lob_wire_member(w, json, "right", "number")) != NULL) {
        lob_wire_number(w, value, &out->right);
        lob_wire_leave(w);
    }
}

lob_status lob_sample_box_parse(lob_ctx *ctx, const cJSON *json, lob_sample_box *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "box", false);
    lob_sample_box_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_sample_mode_read(lob_wire *w, const cJSON *json, lob_sample_mode *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_sample_mode_names, LOB_SAMPLE_MODE_COUNT, &choice)) {
        *out = (lob_sample_mode)choice;
    }
}

void lob_sample_shape_read(lob_wire *w, const cJSON *json, lob_sample_shape *out) {
    static const char *const members[] = {"box", "mode", "outline", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"box\": {...}, \"mode\": \"top\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    lob_wire_absent(w, LOB_E_INVALID_BOX, "send {\"left\": 0, \"right\": 0}");
    if ((value = lob_wire_member(w, json, "box", "object")) != NULL) {
        lob_sample_box_read(w, value, &out->box);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "mode", "string")) != NULL) {
        lob_sample_mode_read(w, value, &out->mode);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "outline", NULL)) != NULL) {
        out->has_outline = true;
        if (lob_wire_array(w, value) && lob_wire_limit(w, value, LOB_LIMIT_SAMPLE_POINTS, LOB_E_QUERY_TOO_LARGE)) {
            out->outline.count = lob_wire_count(value);
            out->outline.items = lob_wire_alloc(w, out->outline.count, sizeof *out->outline.items);
            const cJSON *item0 = out->outline.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                if (lob_wire_array(w, item0) && lob_wire_max_items(w, item0, 2)) {
                    lob_wire_min_items(w, item0, 2);
                    out->outline.items[i0].count = lob_wire_count(item0);
                    out->outline.items[i0].items = lob_wire_alloc(w, out->outline.items[i0].count,
                        sizeof *out->outline.items[i0].items);
                    const cJSON *item1 = out->outline.items[i0].items ? item0->child : NULL;
                    for (size_t i1 = 0; item1; i1++, item1 = item1->next) {
                        lob_wire_enter_item(w, i1);
                        lob_wire_int(w, item1, &out->outline.items[i0].items[i1]);
                        lob_wire_leave(w);
                    }
                }
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
}

lob_status lob_sample_shape_parse(lob_ctx *ctx, const cJSON *json, lob_sample_shape *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "sample_shape", false);
    lob_sample_shape_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_sample_units_read(lob_wire *w, const cJSON *json, lob_sample_units *out) {
    static const char *const members[] = {"length", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"length\": \"um\"}",
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
}

lob_status lob_sample_units_parse(lob_ctx *ctx, const cJSON *json, lob_sample_units *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "sample_units", false);
    lob_sample_units_read(&w, json, out);
    return lob_wire_end(&w);
}
