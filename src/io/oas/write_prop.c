/* Properties as OASIS records. An attribute of GDSII becomes the standard property S_GDS_PROPERTY (number, text), which
 * the layout builder turns back into an attribute. */
#include "io/oas/writer.h"

enum { RECORD = 28, STANDARD = 0x01, BY_NUMBER = 0x02, NAME_FOLLOWS = 0x04, COUNT_FOLLOWS = 15 };

static void put_value(lob_buf *out, const lob_prop_value *value) {
    switch (value->kind) {
    case LOB_PROP_UINT:
        lob_buf_add_byte(out, 8);
        oas_put_uint(out, value->u);
        break;
    case LOB_PROP_INT:
        lob_buf_add_byte(out, 9);
        oas_put_sint(out, value->i);
        break;
    case LOB_PROP_REAL:
        oas_put_real(out, value->real);
        break;
    default:
        lob_buf_add_byte(out, 11);
        oas_put_string(out, value->string);
        break;
    }
}

lob_status oas_write_prop(oas_writer *w, const lob_prop *prop) {
    bool is_gds = prop->name.data == NULL;
    bool is_standard = is_gds || prop->is_standard;
    uint32_t ref;
    LOB_TRY(oas_name_ref(w, &w->props, is_gds ? LOB_STR("S_GDS_PROPERTY") : prop->name, &ref));
    uint32_t count = prop->value_count + (is_gds ? 1u : 0u);
    unsigned short_count = count < COUNT_FOLLOWS ? count : COUNT_FOLLOWS;
    oas_put_uint(&w->body, RECORD);
    lob_buf_add_byte(&w->body, (char)(short_count << 4 | NAME_FOLLOWS | BY_NUMBER | (is_standard ? STANDARD : 0)));
    oas_put_uint(&w->body, ref);
    if (short_count == COUNT_FOLLOWS) {
        oas_put_uint(&w->body, count);
    }
    if (is_gds) {
        put_value(&w->body, &(lob_prop_value){.kind = LOB_PROP_UINT, .u = prop->attr});
    }
    for (uint32_t i = 0; i < prop->value_count; i++) {
        put_value(&w->body, &prop->values[i]);
    }
    return w->body.failed ? lob_fail_memory(w->ctx) : LOB_OK;
}

lob_status oas_write_props(oas_writer *w, uint32_t set) {
    uint32_t count = 0;
    const lob_prop *props = set == LOB_NONE ? NULL : lob_layout_props(w->layout, set, &count);
    for (uint32_t i = 0; i < count; i++) {
        LOB_TRY(oas_write_prop(w, &props[i]));
    }
    return LOB_OK;
}
