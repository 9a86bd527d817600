/* Properties: the modal name and value list, and whom they belong to.
 *
 *   PROPERTY 28   UUUU V C N S, [name or number], [count], [values]      29: the last name and values once more
 *   value         0-7 real, 8 unsigned, 9 signed, 10 a-string, 11 b-string, 12 n-string, 13-15 the same by PROPSTRING
 * number Properties of elements wait with the element; those of the file and of a cell go to the sink at once; those of
 * name and layer tables have no place in the database: standard ones (bounding boxes, offsets) are recomputed, others
 * are warned about.
 */
#include <string.h>

#include "base/alloc.h"
#include "io/oas/reader.h"

void oas_values_release(oas_values *values) {
    lob_free(values->items);
    lob_free(values->text_at);
    lob_buf_release(&values->text);
}

static lob_status values_grow(oas_reader *r) {
    oas_values *v = &r->values;
    if (v->count < v->capacity) {
        return LOB_OK;
    }
    uint32_t capacity = v->capacity;
    lob_prop_value *items = oas_grown(v->items, sizeof *items, v->count + UINT64_C(1), &capacity);
    if (!items) {
        return lob_fail_memory(r->ctx);
    }
    v->items = items;
    size_t *text_at = lob_realloc(v->text_at, capacity * sizeof *text_at);
    if (!text_at) {
        return lob_fail_memory(r->ctx);
    }
    v->text_at = text_at;
    v->capacity = capacity;
    return LOB_OK;
}

static lob_status value_string(oas_reader *r, uint64_t type, lob_prop_value *value, size_t *text_at) {
    static const oas_string_kind kinds[3] = {OAS_A_STRING, OAS_B_STRING, OAS_N_STRING};
    LOB_TRY(oas_string(&r->s, kinds[type - 10], &r->scratch));
    *text_at = r->values.text.size;
    value->kind = LOB_PROP_STRING;
    value->string.size = r->scratch.size;
    lob_buf_add(&r->values.text, r->scratch.data, r->scratch.size);
    if (r->values.text.failed == LOB_BUF_TOO_LARGE) {
        return oas_fail(&r->s, "string_size", "the strings of a property are longer than the limit", NULL);
    }
    return r->values.text.failed ? lob_fail_memory(r->ctx) : LOB_OK;
}

static lob_status read_value(oas_reader *r) {
    LOB_TRY(values_grow(r));
    lob_prop_value *value = &r->values.items[r->values.count];
    *value = (lob_prop_value){.kind = LOB_PROP_REAL};
    uint64_t type;
    LOB_TRY(oas_uint_max(&r->s, 15, "a property value has a type above 15", &type));
    if (type < 8) {
        LOB_TRY(oas_real_of_type(&r->s, type, &value->real));
    } else if (type == 8) {
        value->kind = LOB_PROP_UINT;
        LOB_TRY(oas_uint(&r->s, &value->u));
    } else if (type == 9) {
        value->kind = LOB_PROP_INT;
        LOB_TRY(oas_sint(&r->s, &value->i));
    } else if (type < 13) {
        LOB_TRY(value_string(r, type, value, &r->values.text_at[r->values.count]));
    } else {
        value->kind = LOB_PROP_STRING_REF;
        LOB_TRY(oas_uint(&r->s, &value->u));
    }
    r->values.count++;
    return LOB_OK;
}

static lob_status read_values(oas_reader *r, unsigned info) {
    uint64_t count = info >> 4;
    if (count == 15) {
        LOB_TRY(oas_uint(&r->s, &count));
    }
    r->m.set &= ~(uint32_t)OAS_M_PROP_VALUES;
    r->values.count = 0;
    lob_buf_clear(&r->values.text);
    for (uint64_t i = 0; i < count; i++) {
        LOB_TRY(read_value(r));
    }
    r->m.set |= OAS_M_PROP_VALUES;
    return LOB_OK;
}

/* A copy of the modal values whose strings point into memory of the pending element. */
static lob_status copy_values(oas_reader *r, lob_prop *prop) {
    const oas_values *v = &r->values;
    lob_prop_value *values = lob_arena_alloc(r->prop_arena, v->count * sizeof *values);
    char *text = v->text.size ? lob_arena_strdup(r->prop_arena, v->text.data, v->text.size) : NULL;
    if (!values || (v->text.size && !text)) {
        return lob_fail_memory(r->ctx);
    }
    for (uint32_t i = 0; i < v->count; i++) {
        values[i] = v->items[i];
        if (values[i].kind == LOB_PROP_STRING) {
            values[i].string.data = text ? text + v->text_at[i] : "";
        }
    }
    prop->values = values;
    prop->value_count = v->count;
    return LOB_OK;
}

static lob_status make_prop(oas_reader *r, lob_prop *prop) {
    const oas_name *name = &r->m.prop_name;
    *prop = (lob_prop){.is_standard = r->m.prop_is_standard};
    if (name->by_ref) {
        prop->name_ref = name->ref;
        prop->name_by_ref = true;
    } else {
        prop->name.size = name->text.size;
        prop->name.data = lob_arena_strdup(r->prop_arena, name->text.data, name->text.size);
        if (!prop->name.data) {
            return lob_fail_memory(r->ctx);
        }
    }
    return copy_values(r, prop);
}

static lob_status pend_prop(oas_reader *r, const lob_prop *prop) {
    if (r->prop_count == r->prop_capacity) {
        lob_prop *props = oas_grown(r->props, sizeof *props, r->prop_count + UINT64_C(1), &r->prop_capacity);
        if (!props) {
            return lob_fail_memory(r->ctx);
        }
        r->props = props;
    }
    r->props[r->prop_count++] = *prop;
    return LOB_OK;
}

static lob_status take_props(oas_reader *r) {
    LOB_TRY(oas_need(r, OAS_M_PROP_NAME | OAS_M_PROP_VALUES));
    if (r->prop_target == OAS_PROPS_CELLNAME) {
        LOB_TRY(oas_strict_cellname_prop(r));
    }
    if (r->prop_target >= OAS_PROPS_CELLNAME) {
        return r->m.prop_is_standard
                   ? LOB_OK
                   : r->sink->warning(r->sink->self, "name_property",
                                      "a property of a name or of an omitted record is not allowed here",
                                      r->s.record_offset);
    }
    lob_prop prop;
    size_t name_size = r->m.prop_name.by_ref ? 0 : r->m.prop_name.text.size;
    LOB_TRY(oas_work(&r->s, 1 + 8 * (uint64_t)r->values.count + (r->values.text.size + name_size) / 16));
    LOB_TRY(make_prop(r, &prop));
    if (r->prop_target == OAS_PROPS_ELEMENT) {
        return pend_prop(r, &prop);
    }
    lob_status status = r->sink->property(r->sink->self, &prop);
    lob_arena_reset(r->prop_arena);
    return status;
}

lob_status oas_property(oas_reader *r, unsigned id) {
    if (id == OAS_PROPERTY_LAST) {
        return take_props(r);
    }
    uint8_t info;
    LOB_TRY(oas_byte(&r->s, &info));
    if (info & 0x04) {
        LOB_TRY(oas_name_read(r, info & 0x02, OAS_N_STRING, &r->m.prop_name));
        r->m.set |= OAS_M_PROP_NAME;
    }
    r->m.prop_is_standard = info & 0x01;
    if (!(info & 0x08)) {
        LOB_TRY(read_values(r, info));
    } else if (info & 0xf0) {
        if (!(r->m.set & OAS_M_PROP_VALUES)) {
            return oas_fail(&r->s, "info_byte", "a property repeats values that no record has set", NULL);
        }
        LOB_TRY(oas_forgive(r, "property_count", "info_byte",
                            "a property both repeats values and gives new ones: the repeated ones are used", NULL));
    }
    return take_props(r);
}
