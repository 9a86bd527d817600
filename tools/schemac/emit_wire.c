/* gen/tables.h, gen/tables.c and gen/tools/NAME.c: the tables of src/json/table.h, a line a member; gen/parse.h and
 * gen/write.h: typed functions over them. */
#include <inttypes.h>
#include <string.h>

#include "base/num.h"
#include "emit.h"

static const char *number_text(const sc_emit *e, double value) {
    char digits[LOB_NUM_TEXT_SIZE];
    size_t size = lob_num_print(digits, value);
    return sc_format(e->model->load, "%.*s", (int)size, digits);
}

static bool is_micrometres(const sc_type *type) {
    return type->unit && (strcmp(type->unit, "um") == 0 || strcmp(type->unit, "um2") == 0);
}

static const char *kind_text(const sc_type *type) {
    static const char *const names[] = {
        [SC_OBJECT] = "OBJECT",   [SC_MAP] = "MAP",     [SC_ARRAY] = "ARRAY",   [SC_STRING] = "STRING",
        [SC_ENUM] = "ENUM",       [SC_CONST] = "CONST", [SC_NUMBER] = "NUMBER", [SC_INTEGER] = "INTEGER",
        [SC_BOOLEAN] = "BOOLEAN", [SC_ANY] = "ANY"};
    return type->kind == SC_NUMBER && is_micrometres(type) ? "MICRONS" : names[type->kind];
}

/* Parts of a line that is being put together, each after ", ". */
__attribute__((format(printf, 3, 4))) static void add(const sc_emit *e, const char **line, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const char *part = sc_vformat(e->model->load, format, args);
    va_end(args);
    *line = sc_format(e->model->load, "%s%s%s", *line, **line ? ", " : "", part);
}

static void add_bounds(const sc_emit *e, const char **rules, const sc_type *type) {
    static const char *const formats[][2] = {{"absolute-path", "ABSOLUTE_PATH"},
                                             {"identifier", "IDENTIFIER"},
                                             {"session-id", "SESSION_ID"},
                                             {"color", "COLOR"}};
    if (type->has_minimum) {
        add(e, rules, "LOB_%s(%s)", type->is_exclusive ? "ABOVE" : "MINIMUM", number_text(e, type->minimum));
    }
    if (type->has_maximum) {
        add(e, rules, "LOB_MAXIMUM(%s)", number_text(e, type->maximum));
    }
    if (type->has_size_min && type->size_min > 0) {
        add(e, rules, "LOB_SIZE_MIN(%" PRId64 ")", type->size_min);
    }
    if (type->has_size_max) {
        add(e, rules, "LOB_SIZE_MAX(%" PRId64 ")", type->size_max);
    }
    for (size_t i = 0; type->format && i < sizeof formats / sizeof *formats; i++) {
        if (strcmp(type->format, formats[i][0]) == 0) {
            add(e, rules, "LOB_FORMAT(%s)", formats[i][1]);
        }
    }
    if (type->limit) {
        add(e, rules, "LOB_LIMITED(%s, %s)", sc_constant(e->model, "LIMIT", type->limit->name),
            sc_constant(e->model, "E", type->limit->error));
    }
}

static void add_preset(const sc_emit *e, const char **rules, const sc_type *type, const cJSON *value) {
    if (type->kind == SC_ENUM) {
        add(e, rules, "LOB_PRESET(%s)", sc_constant(e->model, type->name, value->valuestring));
    } else if (type->kind == SC_STRING) {
        add(e, rules, "LOB_PRESET_TEXT(%s)", sc_quoted(e->model, value->valuestring));
    } else if (type->kind == SC_BOOLEAN) {
        add(e, rules, "LOB_PRESET(%s)", cJSON_IsTrue(value) ? "true" : "false");
    } else {
        add(e, rules, "LOB_PRESET(%s)", number_text(e, value->valuedouble));
    }
}

/* The code beside a reference goes before that of the type; an object has its own in its table. */
static void add_rules(const sc_emit *e, const char **line, const sc_type *type, const sc_member *member) {
    const char *rules = "";
    const char *code = member && member->error ? member->error : type->kind != SC_OBJECT ? type->error : NULL;
    if (code) {
        add(e, &rules, "LOB_CODE(%s)", sc_constant(e->model, "E", code));
    }
    add_bounds(e, &rules, type);
    if (member && member->preset) {
        add_preset(e, &rules, type, member->preset);
    }
    if (*rules) {
        add(e, line, "LOB_RULES(%s)", rules);
    }
}

static const char *table_name(const sc_emit *e, const sc_type *type) {
    return sc_format(e->model->load, "%s%s", sc_is_extern(type) ? "lob_" : "", type->name);
}

static const char *size_text(const sc_emit *e, const sc_type *type) {
    static const char *const sizes[] = {[SC_MAP] = "lob_wire_map_field", [SC_ARRAY] = "lob_wire_array_field",
                                        [SC_STRING] = "lob_str",         [SC_CONST] = "lob_str",
                                        [SC_NUMBER] = "double",          [SC_INTEGER] = "int64_t",
                                        [SC_BOOLEAN] = "bool",           [SC_ANY] = "lob_str"};
    bool is_named = type->kind == SC_OBJECT || type->kind == SC_ENUM;
    return is_named ? sc_format(e->model->load, "lob_%s", type->name) : sizes[type->kind];
}

/* What belongs to the kind, and the rules. */
static void add_type(const sc_emit *e, const char **line, const sc_type *type, const sc_member *member) {
    if (type->kind == SC_OBJECT) {
        add(e, line, "LOB_OBJECT(%s)", table_name(e, type));
    } else if (type->kind == SC_ENUM) {
        add(e, line, "LOB_ONE_OF(%s, %zu)", type->name, type->value_count);
    } else if (type->kind == SC_CONST && !member) {
        add(e, line, ".of.text = %s", sc_quoted(e->model, type->text));
    } else if (type->kind == SC_ARRAY || type->kind == SC_MAP) {
        const char *item = sc_format(e->model->load, "LOB_ITEM(%s)", kind_text(type->item));
        add_type(e, &item, type->item, NULL);
        add(e, line, "LOB_LIST(sizeof(%s), %s)", size_text(e, type->item), item);
    }
    add_rules(e, line, type, member);
}

static void emit_field(sc_emit *e, const sc_type *owner, const sc_member *member) {
    const sc_type *type = member->type;
    const char *line = "", *kind = kind_text(type);
    bool is_optional = sc_is_optional(member);
    bool has_flag = is_optional && type->kind != SC_STRING && type->kind != SC_ANY && type->kind != SC_OBJECT;
    if (type->kind == SC_CONST) {
        add(e, &line, "LOB_SAYS(\"%s\", %s)", member->name, sc_quoted(e->model, type->text));
    } else if (strcmp(member->name, member->c_name) == 0) {
        const char *word = has_flag ? "HAS" : is_optional ? "MAY" : member->preset ? "FILL" : "NEED";
        add(e, &line, "LOB_%s(%s, %s, %s)", word, owner->name, member->name, kind);
    } else {
        add(e, &line, "LOB_PLACE(%s, %s, %s, \"%s\")", owner->name, member->c_name, kind, member->name);
        if (has_flag) {
            add(e, &line, ".flag = offsetof(lob_%s, has_%s)", owner->name, member->name);
        }
        add(e, &line, ".%s = 1", is_optional ? "is_optional" : member->preset ? "has_preset" : "is_required");
    }
    if (member->is_nullable) {
        add(e, &line, ".is_nullable = 1");
    }
    if (member->is_full) {
        add(e, &line, ".is_full = 1");
    }
    if (member->is_required && (type->kind == SC_CONST || is_optional)) {
        add(e, &line, ".is_required = 1");
    }
    add_type(e, &line, type, member);
    sc_line(e, 8, "{%s},", line);
}

/* The required members when all are numbers, else 0. */
static unsigned number_count(const sc_type *type) {
    unsigned count = 0;
    for (size_t i = 0; i < type->member_count; i++) {
        const sc_member *member = &type->members[i];
        if (member->is_required && member->type->kind != SC_NUMBER && member->type->kind != SC_INTEGER) {
            return 0;
        }
        count += member->is_required;
    }
    return count;
}

static void emit_table(sc_emit *e, const sc_type *type) {
    const char *line = "";
    add(e, &line, ".size = sizeof(lob_%s)", type->name);
    if (type->error) {
        add(e, &line, ".code = %s", sc_constant(e->model, "E", type->error));
    }
    if (type->closed) {
        add(e, &line, ".is_closed = true");
    }
    if (number_count(type)) {
        add(e, &line, ".number_count = %u", number_count(type));
    }
    sc_line(e, 0, "\n%sconst lob_wire_table %s_table = {", sc_is_extern(type) ? "" : "static ", table_name(e, type));
    sc_line(e, 4, "%s,", line);
    if (type->member_count) {
        sc_line(e, 4, ".count = %zu,", type->member_count);
        sc_line(e, 4, ".fields = (const lob_wire_field[]){");
        for (size_t i = 0; i < type->member_count; i++) {
            emit_field(e, type, &type->members[i]);
        }
        sc_line(e, 4, "},");
    }
    sc_line(e, 0, "};");
}

static void emit_tables(sc_emit *e, const sc_tool *owner) {
    for (size_t i = 0; i < e->model->type_count; i++) {
        const sc_type *type = e->model->types[i];
        if (type->owner == owner && type->kind == SC_OBJECT) {
            emit_table(e, type);
        }
    }
}

static bool is_public(const sc_type *type) {
    return type->kind == SC_OBJECT && sc_is_emitted(type) && sc_is_extern(type);
}

static void declare_tables(sc_emit *e) {
    sc_begin_header(e, "tables.h", "The tables of the types, for src/json/table.h.");
    sc_line(e, 0, "#include \"gen/types.h\"\n#include \"json/table.h\"\n");
    for (size_t i = 0; i < e->model->type_count; i++) {
        if (is_public(e->model->types[i])) {
            sc_line(e, 0, "extern const lob_wire_table lob_%s_table;", e->model->types[i]->name);
        }
    }
    sc_end_header(e);
}

static void declare_parsers(sc_emit *e) {
    sc_begin_header(e, "parse.h", "JSON to structs: strict, all faults at once.");
    sc_line(e, 0, "#include \"gen/tables.h\"\n");
    sc_line(e, 0,
            "/* lob_status lob_X_parse(lob_ctx *ctx, const cJSON *json, lob_X *out): a whole text. The struct must "
            "be zeroed. */");
    for (size_t i = 0; i < e->model->type_count; i++) {
        const sc_type *type = e->model->types[i];
        if (!is_public(type)) {
            continue;
        }
        bool is_response = type->owner && type == type->owner->response;
        const char *subject = is_response ? "response" : type->owner ? "request" : type->title;
        sc_line(e, 0, "LOB_WIRE_PARSER(%s, %s, %s)", type->name, sc_quoted(e->model, subject ? subject : type->name),
                is_response ? "true" : "false");
    }
    sc_end_header(e);
}

static void declare_writers(sc_emit *e) {
    sc_begin_header(e, "write.h", "Structs to canonical JSON.");
    sc_line(e, 0, "#include \"gen/tables.h\"\n");
    sc_line(e, 0, "/* void lob_X_write(lob_jsonw *out, const lob_X *value) */");
    for (size_t i = 0; i < e->model->type_count; i++) {
        const sc_type *type = e->model->types[i];
        if (is_public(type) && (!type->owner || type->is_response)) {
            sc_line(e, 0, "LOB_WIRE_WRITER(%s)", type->name);
        }
    }
    sc_end_header(e);
}

void sc_emit_wire(sc_emit *e) {
    declare_tables(e);
    declare_parsers(e);
    declare_writers(e);
    sc_begin(e, "tables.c", "The tables of the shared types.");
    sc_line(e, 0, "#include \"gen/tables.h\"\n\n#include \"base/limits.h\"");
    emit_tables(e, NULL);
    for (size_t i = 0; i < e->model->registered_count; i++) {
        const sc_tool *tool = e->model->registered[i];
        sc_begin(e, sc_format(e->model->load, "tools/%s.c", tool->name),
                 sc_format(e->model->load, "The tables of %s.", tool->name));
        sc_line(e, 0, "#include \"base/limits.h\"\n#include \"gen/tables.h\"");
        emit_tables(e, tool);
    }
}
