/* Output schemas for tools/list.
 *
 * Clients validate every structured result against them, errors as well, so a schema admits both: the members of the
 * answer beside those of the error object, nothing required, unknown members allowed, enums as open strings. Everything
 * is inlined, since many hosts resolve no $ref, and shown to its last member: no type contains itself.
 */
#include <ctype.h>
#include <string.h>

#include "emit.h"
#include "json/writer.h"

/* Longer lists of values are left to docs/TOOLS.md. */
enum { VALUES_SHOWN = 8 };

typedef struct output {
    const sc_model *model;
    lob_jsonw w;
} output;

/* What is known of a schema beside its type. */
typedef struct about {
    const char *name, *description; /* NULL: none */
    bool is_nullable, knows_unit, is_root;
} about;

static void write_value(output *o, const sc_type *type, const about *a);

/* The first sentence, or what comes before a semicolon; no full stop at its end. "e.g. x" and "..." end none. */
static const char *first_sentence(const sc_model *model, const char *text) {
    size_t size = 0;
    for (; text[size] && text[size] != ';'; size++) {
        const bool may_end =
            text[size] == '.' && (text[size + 1] == ' ' || !text[size + 1]) && (size == 0 || text[size - 1] != '.');
        if (may_end && (!text[size + 1] || !islower((unsigned char)text[size + 2]))) {
            break;
        }
    }
    return sc_format(model->load, "%.*s", (int)size, text);
}

static const char *joined_values(const sc_model *model, const sc_type *type) {
    const char *text = "";
    for (size_t i = 0; i < type->value_count; i++) {
        text = sc_format(model->load, "%s%s%s", text, i ? ", " : "", type->values[i]);
    }
    return text;
}

static bool has_word(const char *text, const char *word) {
    return text && strstr(text, word);
}

/* Constants alone, as the units, are in the description. */
static bool shows_members(const sc_type *type) {
    return type->kind == SC_OBJECT && sc_has_fields(type);
}

/* NULL: none. The unit is added when neither the name nor the text says it. What a point or a box is, its members say,
 * but for the unit. */
static const char *describe(const output *o, const sc_type *type, const about *a) {
    const bool says_unit = has_word(a->description, " um") && !has_word(a->name, "_um");
    const bool goes_without_saying =
        !a->is_root && a->description == type->description && shows_members(type) && !says_unit;
    const char *text = a->description && !goes_without_saying ? first_sentence(o->model, a->description) : NULL;
    if (type->kind == SC_ENUM && type->value_count <= VALUES_SHOWN && (!text || a->is_root)) {
        text = sc_format(o->model->load, "%s%s%s", text ? text : "", text ? ": " : "", joined_values(o->model, type));
    }
    const bool lacks_unit =
        type->unit && a->name && !a->knows_unit && !has_word(a->name, type->unit) && !has_word(text, type->unit);
    if (lacks_unit) {
        text = sc_format(o->model->load, "%s%s%s", text ? text : "", text ? ", " : "", type->unit);
    }
    return text;
}

static void write_type(output *o, const sc_type *type, bool is_nullable) {
    if (type->kind == SC_ANY) {
        return;
    }
    lob_jsonw_key(&o->w, "type");
    if (is_nullable) {
        lob_jsonw_begin_array(&o->w);
    }
    lob_jsonw_text(&o->w, sc_expected(type->kind));
    if (is_nullable) {
        lob_jsonw_text(&o->w, "null");
        lob_jsonw_end_array(&o->w);
    }
}

static void write_members(output *o, const sc_type *type, const about *a) {
    for (size_t i = 0; i < type->member_count; i++) {
        const sc_member *member = &type->members[i];
        const bool knows_unit = has_word(a->name, "_um") || has_word(a->description, " um");
        const about inner = {.name = member->name,
                             .description = member->description,
                             .is_nullable = member->is_nullable,
                             .knows_unit = knows_unit,
                             .is_root = a->name == NULL};
        lob_jsonw_key(&o->w, member->name);
        write_value(o, member->type, &inner);
    }
}

static void write_value(output *o, const sc_type *type, const about *a) {
    const char *text = describe(o, type, a);
    lob_jsonw_begin_object(&o->w);
    write_type(o, type, a->is_nullable);
    if (text) {
        lob_jsonw_key(&o->w, "description");
        lob_jsonw_text(&o->w, text);
    }
    if (shows_members(type)) {
        lob_jsonw_key(&o->w, "properties");
        lob_jsonw_begin_object(&o->w);
        write_members(o, type, a);
        lob_jsonw_end_object(&o->w);
    } else if (type->kind == SC_ARRAY || type->kind == SC_MAP) {
        const about item = {.name = a->name,
                            .description = a->description ? NULL : type->item->description,
                            .knows_unit = true,
                            .is_root = a->is_root};
        lob_jsonw_key(&o->w, type->kind == SC_ARRAY ? "items" : "additionalProperties");
        write_value(o, type->item, &item);
    }
    lob_jsonw_end_object(&o->w);
}

static bool has_member(const sc_type *type, const char *name) {
    for (size_t i = 0; i < type->member_count; i++) {
        if (strcmp(type->members[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* What an error has instead. */
static void write_error(output *o, const sc_type *response) {
    const sc_type *error = sc_error_type(o->model);
    for (size_t i = 0; error && i < error->member_count; i++) {
        const sc_member *member = &error->members[i];
        if (has_member(response, member->name)) {
            continue;
        }
        lob_jsonw_key(&o->w, member->name);
        lob_jsonw_begin_object(&o->w);
        write_type(o, member->type, false);
        if (member->description) {
            lob_jsonw_key(&o->w, "description");
            lob_jsonw_text(&o->w, first_sentence(o->model, member->description));
        }
        lob_jsonw_end_object(&o->w);
    }
}

const char *sc_output_schema(const sc_model *model, const sc_tool *tool) {
    lob_buf text;
    output o = {.model = model};
    const about root = {.name = NULL};
    lob_buf_init(&text, 1 << 20);
    lob_jsonw_init(&o.w, &text);
    lob_jsonw_begin_object(&o.w);
    write_type(&o, tool->response, false);
    lob_jsonw_key(&o.w, "properties");
    lob_jsonw_begin_object(&o.w);
    write_members(&o, tool->response, &root);
    write_error(&o, tool->response);
    lob_jsonw_end_object(&o.w);
    lob_jsonw_end_object(&o.w);
    return sc_host_text(model, &text);
}
