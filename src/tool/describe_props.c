/* Properties as answers show them: values are numbers and strings of the file, bounded, as JSON. */
#include "base/buf.h"
#include "tool/describe.h"
#include "tool/room.h"
#include "json/writer.h"

enum { VALUE_JSON_SIZE = 6 * LOB_LIMIT_LABEL_TEXT_SIZE + 64 }; /* every byte as \u00XX */

static void write_value(lob_jsonw *w, const lob_prop_value *value, lob_str text) {
    switch (value->kind) {
    case LOB_PROP_UINT:
    case LOB_PROP_STRING_REF: /* a frozen layout has none left but of names never given */
        lob_jsonw_uint(w, value->u);
        break;
    case LOB_PROP_INT:
        lob_jsonw_int(w, value->i);
        break;
    case LOB_PROP_REAL:
        lob_jsonw_number(w, value->real);
        break;
    case LOB_PROP_STRING:
        lob_jsonw_str(w, text);
        break;
    }
}

/* `out` is scratch. */
static lob_status show_value(lob_ctx *ctx, const lob_prop_value *value, lob_buf *out, lob_property *property,
                             lob_str *json) {
    lob_shown shown = {.text = LOB_STR("")};
    if (value->kind == LOB_PROP_STRING) {
        LOB_TRY(lob_name_show(ctx, value->string, LOB_LIMIT_LABEL_TEXT_SIZE, &shown));
    }
    if (!property->raw_hex.data) {
        property->raw_hex = shown.raw_hex;
    }
    if (shown.cut > 0) {
        property->has_bytes_cut = true;
        property->bytes_cut += (int64_t)shown.cut;
    }
    lob_buf_clear(out);
    lob_jsonw w;
    lob_jsonw_init(&w, out);
    write_value(&w, value, shown.text);
    char *copy = out->failed ? NULL : lob_arena_strdup(ctx->arena, out->data, out->size);
    if (!copy) {
        return lob_fail_memory(ctx);
    }
    *json = (lob_str){copy, out->size};
    return LOB_OK;
}

static lob_status show_property(lob_ctx *ctx, const lob_prop *prop, lob_buf *out, lob_property *property) {
    *property = (lob_property){.has_attribute = !prop->name.data, .attribute = prop->attr};
    if (prop->name.data) {
        lob_shown name;
        LOB_TRY(lob_name_show(ctx, prop->name, LOB_LIMIT_LABEL_TEXT_SIZE, &name));
        property->name = name.text;
    }
    uint32_t count = prop->value_count < LOB_LIMIT_PROPERTIES_LISTED ? prop->value_count : LOB_LIMIT_PROPERTIES_LISTED;
    lob_str *values = LOB_NEW_ARRAY(ctx->arena, lob_str, count);
    if (!values) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        LOB_TRY(show_value(ctx, &prop->values[i], out, property, &values[i]));
    }
    property->values.items = values;
    property->values.count = count;
    property->has_values_dropped = prop->value_count > count;
    property->values_dropped = prop->value_count - count;
    return LOB_OK;
}

lob_status lob_props_show(lob_ctx *ctx, const lob_layout *layout, uint32_t set, lob_shown_props *shown) {
    *shown = (lob_shown_props){0};
    if (set == LOB_NONE) {
        return LOB_OK;
    }
    uint32_t count;
    const lob_prop *props = lob_layout_props(layout, set, &count);
    uint32_t listed = count < LOB_LIMIT_PROPERTIES_LISTED ? count : LOB_LIMIT_PROPERTIES_LISTED;
    lob_property *items = LOB_NEW_ARRAY(ctx->arena, lob_property, listed);
    if (!items) {
        return lob_fail_memory(ctx);
    }
    lob_buf out;
    lob_buf_init(&out, VALUE_JSON_SIZE);
    lob_status status = LOB_OK;
    for (uint32_t i = 0; i < listed && status == LOB_OK; i++) {
        status = show_property(ctx, &props[i], &out, &items[i]);
    }
    lob_buf_release(&out);
    *shown = (lob_shown_props){items, listed, count - listed};
    return status;
}

size_t lob_props_weight(const lob_property *items, size_t count) {
    enum { PROPERTY_WEIGHT = 200, VALUE_WEIGHT = 16 };
    size_t weight = 0;
    for (size_t i = 0; i < count; i++) {
        weight += PROPERTY_WEIGHT + lob_text_weight(items[i].name);
        for (size_t k = 0; k < items[i].values.count; k++) {
            weight += VALUE_WEIGHT + lob_text_weight(items[i].values.items[k]);
        }
    }
    return weight;
}
