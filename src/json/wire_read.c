/* JSON to structs, by table: strict, all faults at once.
 *
 * One walk over the table, never over the caller's text: members are asked for in the order of the schema, so that
 * issues come in that order, unknown members first. Depth is that of the table. Values and checks are those of wire.c.
 */
#include <string.h>

#include "json/issue.h"
#include "json/table.h"

static void read_value(lob_wire *w, const cJSON *json, const lob_wire_field *as, char *target);

static const lob_wire_rules no_rules;

/* The checks of a number or string whose type is right. */
static void check(lob_wire *w, const cJSON *json, const lob_wire_rules *rules) {
    if (rules->has_minimum) {
        lob_wire_minimum(w, json, rules->minimum);
    }
    if (rules->has_above) {
        lob_wire_above(w, json, rules->minimum);
    }
    if (rules->has_maximum) {
        lob_wire_maximum(w, json, rules->maximum);
    }
    if (rules->size_min > 0) {
        lob_wire_min_length(w, json, rules->size_min);
    }
    if (rules->has_size_max) {
        lob_wire_max_length(w, json, rules->size_max);
    }
    if (rules->has_format) {
        lob_wire_format(w, json, (lob_wire_format_kind)rules->format);
    }
    if (rules->has_limit) {
        lob_wire_limit(w, json, rules->limit, (lob_status)rules->limit_code, rules->limit_name);
    }
}

/* An array or map that is too long is not read at all. */
static bool is_list(lob_wire *w, const cJSON *json, bool is_map, const lob_wire_rules *rules) {
    return (is_map ? lob_wire_map(w, json) : lob_wire_array(w, json)) &&
           (!rules->has_size_max || lob_wire_max_items(w, json, rules->size_max)) &&
           (!rules->has_limit ||
            lob_wire_limit(w, json, rules->limit, (lob_status)rules->limit_code, rules->limit_name));
}

static void read_list(lob_wire *w, const cJSON *json, const lob_wire_field *as, char *target) {
    const lob_wire_rules *rules = as->rules ? as->rules : &no_rules;
    const bool is_map = as->kind == LOB_WIRE_MAP;
    if (!is_list(w, json, is_map, rules)) {
        return;
    }
    if (rules->size_min > 0) {
        lob_wire_min_items(w, json, rules->size_min);
    }
    const size_t count = lob_wire_count(json), size = as->of.list->size;
    char *items = lob_wire_alloc(w, count, size);
    lob_str *names = NULL;
    if (is_map) {
        names = lob_wire_alloc(w, count, sizeof *names);
        *(lob_wire_map_field *)target = (lob_wire_map_field){names, items, count};
    } else {
        *(lob_wire_array_field *)target = (lob_wire_array_field){items, count};
    }
    const cJSON *item = items && (names || !is_map) ? json->child : NULL;
    for (size_t i = 0; item; i++, item = item->next) {
        if (is_map) {
            names[i] = lob_wire_text(w, item->string);
            lob_wire_enter_key(w, item->string);
        } else {
            lob_wire_enter_item(w, i);
        }
        read_value(w, item, &as->of.list->item, items + i * size);
        lob_wire_leave(w);
    }
}

static bool read_scalar(lob_wire *w, const cJSON *json, lob_wire_kind kind, void *target) {
    switch (kind) {
    case LOB_WIRE_STRING:
        return lob_wire_string(w, json, target);
    case LOB_WIRE_INTEGER:
        return lob_wire_int(w, json, target);
    case LOB_WIRE_BOOLEAN:
        return lob_wire_bool(w, json, target);
    case LOB_WIRE_ANY:
        return lob_wire_any(w, json, target);
    default:
        return lob_wire_number(w, json, target);
    }
}

/* The value at the present place, whose field in C is at `target`. */
static void read_value(lob_wire *w, const cJSON *json, const lob_wire_field *as, char *target) {
    if (as->rules && as->rules->code != LOB_OK) {
        lob_wire_code(w, (lob_status)as->rules->code);
    }
    switch (as->kind) {
    case LOB_WIRE_OBJECT:
        lob_wire_read(w, json, as->of.table, target);
        return;
    case LOB_WIRE_MAP:
    case LOB_WIRE_ARRAY:
        read_list(w, json, as, target);
        return;
    case LOB_WIRE_ENUM:
        lob_wire_enum(w, json, as->of.names, (int)as->choices, (int *)target);
        return;
    case LOB_WIRE_CONST:
        lob_wire_const(w, json, as->of.text);
        return;
    default:
        break;
    }
    if (read_scalar(w, json, (lob_wire_kind)as->kind, target) && as->rules) {
        check(w, json, as->rules);
    }
}

static void fill_preset(const lob_wire_field *field, void *target) {
    const lob_wire_rules *rules = field->rules;
    switch (field->kind) {
    case LOB_WIRE_STRING:
        *(lob_str *)target = lob_str_from(rules->preset.text);
        break;
    case LOB_WIRE_ENUM:
        *(int *)target = (int)rules->preset.number;
        break;
    case LOB_WIRE_INTEGER:
        *(int64_t *)target = (int64_t)rules->preset.number;
        break;
    case LOB_WIRE_BOOLEAN:
        *(bool *)target = rules->preset.number != 0;
        break;
    default:
        *(double *)target = rules->preset.number;
        break;
    }
}

/* Enters the member and returns it, or NULL (nothing entered) when it is absent. */
static const cJSON *find_member(lob_wire *w, const cJSON *json, const lob_wire_field *field) {
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(json, field->name);
    const bool null_is_absent = field->is_nullable || !(field->is_required || w->is_response);
    if (!member) {
        if (field->is_required && !field->is_full) {
            lob_issue_absent(w, field);
        }
        return NULL;
    }
    if (null_is_absent && cJSON_IsNull(member)) {
        return NULL;
    }
    lob_wire_enter(w, field->name);
    return member;
}

/* Where the value of a member goes: the field, or the object that an optional one points to. NULL: no memory. */
static char *make_room(lob_wire *w, const lob_wire_field *field, char *out) {
    if (!field->is_optional) {
        return out + field->offset;
    }
    if (field->kind == LOB_WIRE_OBJECT) {
        return *(void **)(out + field->offset) = lob_wire_alloc(w, 1, field->of.table->size);
    }
    if (field->kind != LOB_WIRE_STRING && field->kind != LOB_WIRE_ANY) {
        *(bool *)(out + field->flag) = true;
    }
    return out + field->offset;
}

static void read_field(lob_wire *w, const cJSON *json, const lob_wire_field *field, char *out) {
    if (field->has_preset) {
        fill_preset(field, out + field->offset);
    }
    const cJSON *value = find_member(w, json, field);
    if (!value) {
        return;
    }
    char *target = make_room(w, field, out);
    if (target) {
        read_value(w, value, field, target);
    }
    lob_wire_leave(w);
}

static void check_unknown(lob_wire *w, const cJSON *json, const lob_wire_table *table) {
    for (const cJSON *member = json->child; member; member = member->next) {
        size_t i = 0;
        while (i < table->count && strcmp(table->fields[i].name, member->string) != 0) {
            i++;
        }
        if (i == table->count) {
            lob_issue_unknown(w, member->string, table);
        }
    }
}

void lob_wire_read(lob_wire *w, const cJSON *json, const lob_wire_table *table, void *out) {
    if (table->code != LOB_OK) {
        lob_wire_code(w, (lob_status)table->code);
    }
    if (json && !cJSON_IsObject(json)) {
        lob_issue_shape(w, json, table);
        return;
    }
    if (table->is_closed && json) {
        check_unknown(w, json, table);
    }
    for (size_t i = 0; i < table->count; i++) {
        read_field(w, json, &table->fields[i], out);
    }
}

lob_status lob_wire_parse(lob_ctx *ctx, const cJSON *json, const lob_wire_table *table, const char *subject,
                          bool is_response, void *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, subject, is_response);
    lob_wire_read(&w, json, table, out);
    return lob_wire_end(&w);
}
