/* Structs to canonical JSON, by table: members in the order of the schema, what is absent left out or null. */
#include "json/table.h"

static void write_map(lob_jsonw *out, const lob_wire_list *list, const lob_wire_map_field *map) {
    lob_jsonw_begin_object(out);
    const char *item = map->items;
    for (size_t i = 0; i < map->count; i++, item += list->size) {
        lob_jsonw_key_str(out, map->names[i]);
        lob_wire_write_value(out, &list->item, item);
    }
    lob_jsonw_end_object(out);
}

static void write_array(lob_jsonw *out, const lob_wire_list *list, const lob_wire_array_field *array) {
    lob_jsonw_begin_array(out);
    const char *item = array->items;
    for (size_t i = 0; i < array->count; i++, item += list->size) {
        lob_wire_write_value(out, &list->item, item);
    }
    lob_jsonw_end_array(out);
}

void lob_wire_write_value(lob_jsonw *out, const lob_wire_field *as, const void *value) {
    switch (as->kind) {
    case LOB_WIRE_OBJECT:
        lob_wire_write(out, as->of.table, value);
        break;
    case LOB_WIRE_MAP:
        write_map(out, as->of.list, value);
        break;
    case LOB_WIRE_ARRAY:
        write_array(out, as->of.list, value);
        break;
    case LOB_WIRE_STRING:
        lob_jsonw_str(out, *(const lob_str *)value);
        break;
    case LOB_WIRE_ENUM:
        lob_jsonw_text(out, as->of.names[*(const int *)value]);
        break;
    case LOB_WIRE_CONST:
        lob_jsonw_text(out, as->of.text);
        break;
    case LOB_WIRE_NUMBER:
        lob_jsonw_number(out, *(const double *)value);
        break;
    case LOB_WIRE_MICRONS:
        lob_jsonw_um(out, *(const double *)value);
        break;
    case LOB_WIRE_INTEGER:
        lob_jsonw_int(out, *(const int64_t *)value);
        break;
    case LOB_WIRE_BOOLEAN:
        lob_jsonw_bool(out, *(const bool *)value);
        break;
    default:
        lob_jsonw_raw(out, *(const lob_str *)value);
        break;
    }
}

/* The value of a member in its struct; NULL when it is absent. */
static const char *find_value(const lob_wire_field *field, const char *value) {
    const char *at = value + field->offset;
    if (!field->is_optional) {
        return at;
    }
    switch (field->kind) {
    case LOB_WIRE_OBJECT:
        return *(const char *const *)at;
    case LOB_WIRE_STRING:
    case LOB_WIRE_ANY:
        return ((const lob_str *)at)->data ? at : NULL;
    default:
        return *(const bool *)(value + field->flag) ? at : NULL;
    }
}

void lob_wire_write(lob_jsonw *out, const lob_wire_table *table, const void *value) {
    lob_jsonw_begin_object(out);
    for (const lob_wire_field *field = table->fields, *end = field + table->count; field < end; field++) {
        if (field->is_full && out->is_lean) {
            continue;
        }
        const char *at = find_value(field, value);
        if (at) {
            lob_jsonw_key_own(out, field->name, field->name_size);
            lob_wire_write_value(out, field, at);
        } else if (field->is_nullable) {
            lob_jsonw_key_own(out, field->name, field->name_size);
            lob_jsonw_null(out);
        }
    }
    lob_jsonw_end_object(out);
}
