/* gen/types.h, gen/types.c: structs and enums. */
#include "emit.h"

static const char *scalar_text(const sc_model *model, const sc_type *type) {
    switch (type->kind) {
    case SC_NUMBER:
        return "double";
    case SC_INTEGER:
        return "int64_t";
    case SC_BOOLEAN:
        return "bool";
    case SC_OBJECT:
    case SC_ENUM:
        return sc_format(model->load, "lob_%s", type->name);
    default:
        return "lob_str";
    }
}

/* "double x;", "struct { double *items; size_t count; } x;": the star of a pointer stands before the name. */
static const char *field_text(const sc_model *model, const sc_type *type, const char *name) {
    if (type->kind != SC_ARRAY && type->kind != SC_MAP) {
        return sc_format(model->load, "%s %s;", scalar_text(model, type), name);
    }
    return sc_format(model->load, "struct { %s%s size_t count; } %s;", type->kind == SC_MAP ? "lob_str *names; " : "",
                     field_text(model, type->item, "*items"), name);
}

/* Its own words stand above the type. */
static bool is_said_by_type(const sc_type *type, const char *description) {
    while (type->kind == SC_ARRAY || type->kind == SC_MAP) {
        type = type->item;
    }
    return sc_is_extern(type) && type->description && strcmp(type->description, description) == 0;
}

static void emit_member(sc_emit *e, const sc_member *member) {
    const sc_type *type = member->type;
    if (type->kind == SC_CONST) {
        return;
    }
    bool is_optional = sc_is_optional(member);
    const bool has_flag = is_optional && type->kind != SC_STRING && type->kind != SC_ANY && type->kind != SC_OBJECT;
    bool is_pointer = is_optional && type->kind == SC_OBJECT;
    const char *name = is_pointer ? sc_format(e->model->load, "*%s", member->c_name) : member->c_name;
    const char *flag = has_flag ? sc_format(e->model->load, "bool has_%s; ", member->name) : "";
    const bool is_said = !member->description || is_said_by_type(type, member->description);
    sc_field(e, 4, sc_format(e->model->load, "%s%s", flag, field_text(e->model, type, name)),
             is_said ? "" : member->description);
}

static void emit_object(sc_emit *e, const sc_type *type) {
    sc_line(e, 0, "typedef struct lob_%s {", type->name);
    for (size_t i = 0; i < type->member_count; i++) {
        emit_member(e, &type->members[i]);
    }
    if (!sc_has_fields(type)) {
        sc_line(e, 4, "char unused; /* constants alone */");
    }
    sc_line(e, 0, "} lob_%s;\n", type->name);
}

static const char *values_text(const sc_model *model, const sc_type *type, bool is_quoted) {
    const char *text = "";
    for (size_t i = 0; i < type->value_count; i++) {
        text =
            sc_format(model->load, "%s%s%s", text, i ? ", " : "",
                      is_quoted ? sc_quoted(model, type->values[i]) : sc_constant(model, type->name, type->values[i]));
    }
    return text;
}

static void emit_enum(sc_emit *e, const sc_type *type) {
    sc_line(e, 0, "typedef enum lob_%s {", type->name);
    sc_line(e, 4, "%s", values_text(e->model, type, false));
    sc_line(e, 0, "} lob_%s;", type->name);
    sc_line(e, 0, "enum { %s = %zu }; extern const char *const lob_%s_names[%zu];\n",
            sc_constant(e->model, type->name, "COUNT"), type->value_count, type->name, type->value_count);
}

static void emit_enum_names(sc_emit *e, const sc_type *type) {
    sc_line(e, 0, "const char *const lob_%s_names[%zu] = {%s};", type->name, type->value_count,
            values_text(e->model, type, true));
}

static void emit_groups(sc_emit *e) {
    const sc_model *model = e->model;
    if (model->group_count == 0) {
        return;
    }
    sc_line(e, 0, "/* Groups of tools: a bit each, and the place of its words. */");
    sc_line(e, 0, "enum {");
    for (size_t i = 0; i < model->group_count; i++) {
        sc_comment(e, 4, model->groups[i].description);
        sc_line(e, 4, "%s = %u,", sc_constant(model, "group", model->groups[i].name), 1u << i);
    }
    sc_line(e, 4, "LOB_GROUP_COUNT = %zu", model->group_count);
    sc_line(e, 0, "};");
    sc_line(e, 0, "extern const char *const lob_group_names[%zu];", model->group_count);
    sc_line(e, 0, "extern const char *const lob_group_abouts[%zu];\n", model->group_count);
}

static void emit_group_words(sc_emit *e, const char *table, bool is_name) {
    const sc_model *model = e->model;
    sc_line(e, 0, "const char *const lob_group_%s[%zu] = {", table, model->group_count);
    for (size_t i = 0; i < model->group_count; i++) {
        const sc_group *group = &model->groups[i];
        sc_line(e, 4, "%s,", sc_quoted(model, is_name ? group->name : group->description));
    }
    sc_line(e, 0, "};");
}

void sc_emit_types(sc_emit *e) {
    sc_begin_header(e, "types.h", "The types of the contract.");
    sc_line(e, 0, "#include <stdbool.h>\n#include <stdint.h>\n\n#include \"base/str.h\"\n");
    sc_line(e, 0, "#define LOB_SCHEMA_VERSION \"%s\"\n", e->model->schema_version);
    emit_groups(e);
    for (size_t i = 0; i < e->model->type_count; i++) {
        const sc_type *type = e->model->types[i];
        if (!sc_is_emitted(type)) {
            continue;
        }
        if (sc_is_extern(type) && type->description) {
            sc_comment(e, 0, type->description);
        }
        type->kind == SC_ENUM ? emit_enum(e, type) : emit_object(e, type);
    }
    sc_line(e, 0, "#endif");

    sc_begin(e, "types.c", "The spellings of enums and groups.");
    sc_line(e, 0, "#include \"gen/types.h\"\n");
    for (size_t i = 0; i < e->model->type_count; i++) {
        if (sc_is_emitted(e->model->types[i]) && e->model->types[i]->kind == SC_ENUM) {
            emit_enum_names(e, e->model->types[i]);
        }
    }
    if (e->model->group_count > 0) {
        emit_group_words(e, "names", true);
        emit_group_words(e, "abouts", false);
    }
}
