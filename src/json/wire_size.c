/* How long an item of an answer is as JSON, before it is known whether there is room for it. */
#include <string.h>

#include "json/table.h"

static const lob_wire_field *find_field(const lob_wire_table *table, const char *name, size_t size) {
    for (unsigned i = 0; i < table->count; i++) {
        const lob_wire_field *field = &table->fields[i];
        if (field->name_size == size && memcmp(field->name, name, size) == 0) {
            return field;
        }
    }
    return NULL;
}

const lob_wire_field *lob_wire_items(const lob_wire_table *table, const char *list) {
    for (;;) {
        const size_t size = strcspn(list, ".");
        const lob_wire_field *field = find_field(table, list, size);
        if (!field || list[size] == '\0') {
            return field && field->kind == LOB_WIRE_ARRAY ? &field->of.list->item : NULL;
        }
        if (field->kind == LOB_WIRE_ARRAY) {
            field = &field->of.list->item;
        }
        if (field->kind != LOB_WIRE_OBJECT) {
            return NULL;
        }
        table = field->of.table;
        list += size + 1;
    }
}

size_t lob_wire_size(const lob_wire_field *as, const void *value, bool is_lean, size_t otherwise) {
    char text[LOB_WIRE_SIZE_MAX + 1];
    lob_buf buf = {.data = text, .capacity = sizeof text, .size_max = LOB_WIRE_SIZE_MAX};
    lob_jsonw out;
    lob_jsonw_init(&out, &buf);
    out.is_lean = is_lean;
    lob_wire_write_value(&out, as, value);
    return buf.failed == LOB_BUF_FINE ? buf.size : otherwise;
}
