/* Properties as OASIS records. An attribute of GDSII becomes the standard property S_GDS_PROPERTY (number, text), which
 * the layout builder turns back into an attribute. Strings that are worth it stand in a table; a name or a list of
 * values that the record before had is not written again.
 */
#include <string.h>

#include "io/oas/writer.h"

enum {
    RECORD = 28,
    RECORD_LAST = 29,
    STANDARD = 0x01,
    BY_NUMBER = 0x02,
    NAME_FOLLOWS = 0x04,
    LAST_VALUES = 0x08,
    COUNT_FOLLOWS = 15,
    TABLE_SIZE_MIN = 4
};

static lob_status put_string_value(oas_writer *w, lob_str string) {
    uint32_t ref;
    if (string.size < TABLE_SIZE_MIN) {
        lob_buf_add_byte(&w->prop_values, 11);
        oas_put_string(&w->prop_values, string);
        return LOB_OK;
    }
    LOB_TRY(oas_name_ref(w, &w->prop_strings, string, &ref));
    lob_buf_add_byte(&w->prop_values, 14);
    oas_put_uint(&w->prop_values, ref);
    return LOB_OK;
}

static lob_status put_value(oas_writer *w, const lob_prop_value *value) {
    lob_buf *out = &w->prop_values;
    switch (value->kind) {
    case LOB_PROP_UINT:
        lob_buf_add_byte(out, 8);
        oas_put_uint(out, value->u);
        return LOB_OK;
    case LOB_PROP_INT:
        lob_buf_add_byte(out, 9);
        oas_put_sint(out, value->i);
        return LOB_OK;
    case LOB_PROP_REAL:
        oas_put_real(out, value->real);
        return LOB_OK;
    default:
        return put_string_value(w, value->string);
    }
}

/* The list of values into w->prop_values, its count first: equal lists are equal bytes. */
static lob_status put_values(oas_writer *w, const lob_prop *prop, bool is_gds) {
    lob_buf_clear(&w->prop_values);
    if (is_gds) {
        lob_buf_add_byte(&w->prop_values, 8);
        oas_put_uint(&w->prop_values, prop->attr);
    }
    for (uint32_t i = 0; i < prop->value_count; i++) {
        LOB_TRY(put_value(w, &prop->values[i]));
    }
    return w->prop_values.failed ? lob_fail_memory(w->ctx) : LOB_OK;
}

static bool same_bytes(const lob_buf *a, const lob_buf *b) {
    return a->size == b->size && (a->size == 0 || memcmp(a->data, b->data, a->size) == 0);
}

lob_status oas_write_prop(oas_writer *w, lob_buf *out, const lob_prop *prop) {
    const bool is_gds = prop->name.data == NULL;
    const bool is_standard = is_gds || prop->is_standard;
    uint32_t ref;
    LOB_TRY(oas_name_ref(w, &w->props, is_gds ? LOB_STR("S_GDS_PROPERTY") : prop->name, &ref));
    LOB_TRY(put_values(w, prop, is_gds));
    const bool same_name = w->prop_set && w->prop_name == ref && w->prop_is_standard == is_standard;
    const bool same_values = w->prop_set && same_bytes(&w->prop_values, &w->last_values);
    if (same_name && same_values) {
        oas_put_uint(out, RECORD_LAST);
        return out->failed ? lob_fail_memory(w->ctx) : LOB_OK;
    }
    const uint32_t count = prop->value_count + (is_gds ? 1u : 0u);
    const unsigned short_count = same_values ? 0 : count < COUNT_FOLLOWS ? count : COUNT_FOLLOWS;
    oas_put_uint(out, RECORD);
    lob_buf_add_byte(out, (char)(short_count << 4 | (same_values ? LAST_VALUES : 0) |
                                 (same_name ? 0 : NAME_FOLLOWS | BY_NUMBER) | (is_standard ? STANDARD : 0)));
    if (!same_name) {
        oas_put_uint(out, ref);
    }
    if (short_count == COUNT_FOLLOWS) {
        oas_put_uint(out, count);
    }
    if (!same_values) {
        lob_buf_add(out, w->prop_values.data, w->prop_values.size);
    }
    lob_buf_clear(&w->last_values);
    lob_buf_add(&w->last_values, w->prop_values.data, w->prop_values.size);
    w->prop_set = true;
    w->prop_name = ref;
    w->prop_is_standard = is_standard;
    return out->failed || w->last_values.failed ? lob_fail_memory(w->ctx) : LOB_OK;
}

lob_status oas_write_props(oas_writer *w, uint32_t set) {
    uint32_t count = 0;
    const lob_prop *props = set == LOB_NONE ? NULL : lob_layout_props(w->layout, set, &count);
    lob_buf_clear(&w->fields);
    for (uint32_t i = 0; i < count; i++) {
        LOB_TRY(oas_write_prop(w, &w->fields, &props[i]));
    }
    bool fine = !w->fields.failed;
    for (unsigned k = 0; k < OAS_BODY_COUNT; k++) { /* an element is there */
        lob_buf_add(&w->body[k], w->fields.data, w->fields.size);
        fine = fine && !w->body[k].failed;
    }
    lob_buf_clear(&w->fields);
    return fine ? LOB_OK : lob_fail_memory(w->ctx);
}
