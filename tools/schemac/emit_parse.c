/* Bodies of the readers (cJSON to struct) and of the parse functions around them. */
#include <inttypes.h>
#include <string.h>

#include "base/num.h"
#include "emit.h"

static const char *number_text(const sc_emit *e, double value) {
    char digits[LOB_NUM_TEXT_SIZE];
    size_t size = lob_num_print(digits, value);
    return sc_format(e->model->load, "%.*s", (int)size, digits);
}

/* The checks that follow a value of the right type: lines inside an if. */
static void emit_checks(sc_emit *e, int indent, const sc_type *type, const char *json) {
    static const char *const formats[][2] = {{"absolute-path", "ABSOLUTE_PATH"},
                                             {"identifier", "IDENTIFIER"},
                                             {"session-id", "SESSION_ID"},
                                             {"color", "COLOR"}};
    const char *sized = type->kind == SC_ARRAY ? "items" : "length";
    if (type->has_minimum) {
        sc_line(e, indent, "lob_wire_%s(w, %s, %s);", type->is_exclusive ? "above" : "minimum", json,
                number_text(e, type->minimum));
    }
    if (type->has_maximum) {
        sc_line(e, indent, "lob_wire_maximum(w, %s, %s);", json, number_text(e, type->maximum));
    }
    if (type->has_size_min) {
        sc_line(e, indent, "lob_wire_min_%s(w, %s, %" PRId64 ");", sized, json, type->size_min);
    }
    if (type->has_size_max) {
        sc_line(e, indent, "lob_wire_max_%s(w, %s, %" PRId64 ");", sized, json, type->size_max);
    }
    for (size_t i = 0; type->format && i < sizeof formats / sizeof *formats; i++) {
        if (strcmp(type->format, formats[i][0]) == 0) {
            sc_line(e, indent, "lob_wire_format(w, %s, LOB_FORMAT_%s);", json, formats[i][1]);
        }
    }
    if (type->limit) {
        sc_line(e, indent, "lob_wire_limit(w, %s, %s, %s);", json, sc_constant(e->model, "LIMIT", type->limit->name),
                sc_constant(e->model, "E", type->limit->error));
    }
}

static bool has_checks(const sc_type *type) {
    return type->has_minimum || type->has_maximum || type->has_size_min || type->has_size_max || type->format ||
           type->limit;
}

static void emit_value(sc_emit *e, int indent, const sc_type *type, const char *json, const char *target,
                       unsigned level);

static void emit_items(sc_emit *e, int indent, const sc_type *type, const char *json, const char *target,
                       unsigned level) {
    sc_load *load = e->model->load;
    const char *item = sc_format(load, "item%u", level), *index = sc_format(load, "i%u", level);
    bool is_map = type->kind == SC_MAP;
    sc_line(e, indent, "%s.count = lob_wire_count(%s);", target, json);
    sc_line(e, indent, "%s.items = lob_wire_alloc(w, %s.count, sizeof *%s.items);", target, target, target);
    if (is_map) {
        sc_line(e, indent, "%s.names = lob_wire_alloc(w, %s.count, sizeof *%s.names);", target, target, target);
    }
    sc_line(e, indent, "const cJSON *%s = %s.items%s%s%s ? %s->child : NULL;", item, target, is_map ? " && " : "",
            is_map ? target : "", is_map ? ".names" : "", json);
    sc_line(e, indent, "for (size_t %s = 0; %s; %s++, %s = %s->next) {", index, item, index, item, item);
    if (is_map) {
        sc_line(e, indent + 4, "%s.names[%s] = lob_wire_text(w, %s->string);", target, index, item);
        sc_line(e, indent + 4, "lob_wire_enter_key(w, %s->string);", item);
    } else {
        sc_line(e, indent + 4, "lob_wire_enter_item(w, %s);", index);
    }
    emit_value(e, indent + 4, type->item, item, sc_format(load, "%s.items[%s]", target, index), level + 1);
    sc_line(e, indent + 4, "lob_wire_leave(w);");
    sc_line(e, indent, "}");
}

static void emit_list(sc_emit *e, int indent, const sc_type *type, const char *json, const char *target,
                      unsigned level) {
    const char *test = sc_format(e->model->load, "lob_wire_%s(w, %s)", type->kind == SC_MAP ? "map" : "array", json);
    if (type->has_size_max) {
        test = sc_format(e->model->load, "%s && lob_wire_max_items(w, %s, %" PRId64 ")", test, json, type->size_max);
    }
    if (type->limit) {
        test = sc_format(e->model->load, "%s && lob_wire_limit(w, %s, %s, %s)", test, json,
                         sc_constant(e->model, "LIMIT", type->limit->name),
                         sc_constant(e->model, "E", type->limit->error));
    }
    sc_line(e, indent, "if (%s) {", test);
    if (type->has_size_min) {
        sc_line(e, indent + 4, "lob_wire_min_items(w, %s, %" PRId64 ");", json, type->size_min);
    }
    emit_items(e, indent + 4, type, json, target, level);
    sc_line(e, indent, "}");
}

/* Reads `json` (the name of a C variable) into `target`; shared arrays and strings carry their own x-error. */
static void emit_value(sc_emit *e, int indent, const sc_type *type, const char *json, const char *target,
                       unsigned level) {
    static const char *const readers[] = {
        [SC_STRING] = "string", [SC_NUMBER] = "number", [SC_INTEGER] = "int", [SC_BOOLEAN] = "bool", [SC_ANY] = "any"};
    if (type->error && type->kind != SC_OBJECT) {
        sc_line(e, indent, "lob_wire_code(w, %s);", sc_constant(e->model, "E", type->error));
    }
    switch (type->kind) {
    case SC_OBJECT:
    case SC_ENUM:
        sc_line(e, indent, "%s(w, %s, &%s);", sc_function(e->model, type, "read"), json, target);
        return;
    case SC_CONST:
        lob_buf_printf(e->out, "%*slob_wire_const(w, %s, ", indent, "", json);
        sc_literal(e->out, indent + 4, type->text);
        lob_buf_add_text(e->out, ");\n");
        return;
    case SC_ARRAY:
    case SC_MAP:
        emit_list(e, indent, type, json, target, level);
        return;
    default:
        break;
    }
    const char *call = sc_format(e->model->load, "lob_wire_%s(w, %s, &%s)", readers[type->kind], json, target);
    if (!has_checks(type)) {
        sc_line(e, indent, "%s;", call);
        return;
    }
    sc_line(e, indent, "if (%s) {", call);
    emit_checks(e, indent + 4, type, json);
    sc_line(e, indent, "}");
}

/* out->x = the default */
static void emit_default(sc_emit *e, int indent, const sc_member *member) {
    const cJSON *value = member->preset;
    switch (member->type->kind) {
    case SC_ENUM:
        sc_line(e, indent, "out->%s = %s;", member->c_name,
                sc_constant(e->model, member->type->name, value->valuestring));
        break;
    case SC_STRING:
        lob_buf_printf(e->out, "%*sout->%s = LOB_STR(", indent, "", member->c_name);
        sc_literal(e->out, indent + 4, value->valuestring);
        lob_buf_add_text(e->out, ");\n");
        break;
    case SC_BOOLEAN:
        sc_line(e, indent, "out->%s = %s;", member->c_name, cJSON_IsTrue(value) ? "true" : "false");
        break;
    default:
        sc_line(e, indent, "out->%s = %s;", member->c_name, number_text(e, value->valuedouble));
        break;
    }
}

static void emit_optional_object(sc_emit *e, const sc_member *member) {
    sc_line(e, 8, "out->%s = lob_wire_alloc(w, 1, sizeof *out->%s);", member->c_name, member->c_name);
    sc_line(e, 8, "if (out->%s) {", member->c_name);
    sc_line(e, 12, "%s(w, value, out->%s);", sc_function(e->model, member->type, "read"), member->c_name);
    sc_line(e, 8, "}");
}

/* {"left": 0, "layer": {...}}: how the object looks, for hints. */
static const char *form_of(const sc_emit *e, const sc_type *type) {
    sc_load *load = e->model->load;
    const char *form = "{";
    unsigned count = 0;
    for (size_t i = 0; i < type->member_count && count < 6; i++) {
        const sc_member *member = &type->members[i];
        static const char *const values[] = {"{...}", "{...}", "[...]", "\"...\"", "", "", "0", "0", "true", "..."};
        const char *value = values[member->type->kind];
        if (member->type->kind == SC_ENUM) {
            value = sc_format(load, "\"%s\"", member->type->values[0]);
        } else if (member->type->kind == SC_CONST) {
            value = sc_format(load, "\"%s\"", member->type->text);
        }
        if (member->is_required) {
            form = sc_format(load, "%s%s\"%s\": %s", form, count++ ? ", " : "", member->name, value);
        }
    }
    return sc_format(load, "%s}", form);
}

/* What a fault says when an object of a request is missing: the code of such an object, and how it looks. */
static void emit_absent(sc_emit *e, const sc_member *member) {
    const sc_type *type = member->type;
    const char *code = member->error ? member->error : type->error;
    if (member->is_required && type->kind == SC_OBJECT && type->closed) {
        lob_buf_printf(e->out, "    lob_wire_absent(w, %s, ", code ? sc_constant(e->model, "E", code) : "LOB_OK");
        sc_literal(e->out, 20, sc_format(e->model->load, "send %s", form_of(e, type)));
        lob_buf_add_text(e->out, ");\n");
    }
}

static void emit_member(sc_emit *e, const sc_member *member) {
    const sc_type *type = member->type;
    const char *required = member->is_required ? sc_format(e->model->load, "\"%s\"", sc_expected(type->kind)) : "NULL";
    bool is_optional = sc_is_optional(member);
    if (member->preset) {
        emit_default(e, 4, member);
    }
    emit_absent(e, member);
    sc_line(e, 4, "if ((value = lob_wire_%s(w, json, \"%s\", %s)) != NULL) {",
            member->is_nullable ? "nullable" : "member", member->name, required);
    if (member->error) {
        sc_line(e, 8, "lob_wire_code(w, %s);", sc_constant(e->model, "E", member->error));
    }
    if (is_optional && type->kind == SC_OBJECT) {
        emit_optional_object(e, member);
    } else {
        if (is_optional && type->kind != SC_STRING && type->kind != SC_ANY && type->kind != SC_CONST) {
            sc_line(e, 8, "out->has_%s = true;", member->name);
        }
        emit_value(e, 8, type, "value", sc_format(e->model->load, "out->%s", member->c_name), 0);
    }
    sc_line(e, 8, "lob_wire_leave(w);");
    sc_line(e, 4, "}");
}

static void emit_names(sc_emit *e, const sc_type *type, const char *variable, bool required_only) {
    const char *line = sc_format(e->model->load, "static const char *const %s[] = {", variable);
    for (size_t i = 0; i < type->member_count; i++) {
        if (!required_only || type->members[i].is_required) {
            line = sc_format(e->model->load, "%s\"%s\", ", line, type->members[i].name);
        }
    }
    sc_line(e, 4, "%sNULL};", line);
}

static void emit_shape(sc_emit *e, const sc_type *type) {
    bool numbers = true;
    unsigned required = 0;
    for (size_t i = 0; i < type->member_count; i++) {
        const sc_member *member = &type->members[i];
        required += member->is_required;
        numbers =
            numbers && (!member->is_required || member->type->kind == SC_NUMBER || member->type->kind == SC_INTEGER);
    }
    numbers = numbers && required > 0;
    emit_names(e, type, "members", false);
    bool all = required == type->member_count;
    if (numbers && !all) {
        emit_names(e, type, "required", true);
    }
    sc_line(e, 4, "static const lob_wire_shape shape = {");
    sc_line(e, 8, ".members = members,");
    if (type->closed) {
        sc_line(e, 8, ".closed = true,");
    }
    if (numbers) {
        sc_line(e, 8, ".numbers = %s,", all ? "members" : "required");
        sc_line(e, 8, ".number_count = %u,", required);
    }
    lob_buf_add_text(e->out, "        .form = ");
    sc_literal(e->out, 16, form_of(e, type));
    lob_buf_add_text(e->out, ",\n");
    sc_line(e, 4, "};");
}

static void emit_object_reader(sc_emit *e, const sc_type *type) {
    emit_shape(e, type);
    if (type->error) {
        sc_line(e, 4, "lob_wire_code(w, %s);", sc_constant(e->model, "E", type->error));
    }
    sc_line(e, 4, "if (!lob_wire_object(w, json, &shape)) {");
    sc_line(e, 8, "return;");
    sc_line(e, 4, "}");
    if (!sc_has_fields(type)) {
        sc_line(e, 4, "out->unused = 0;");
    }
    if (type->member_count) {
        sc_line(e, 4, "const cJSON *value;");
    }
    for (size_t i = 0; i < type->member_count; i++) {
        emit_member(e, &type->members[i]);
    }
}

void sc_emit_reader(sc_emit *e, const sc_type *type) {
    lob_buf_add_byte(e->out, '\n');
    sc_line(e, 0, "%svoid %s(lob_wire *w, const cJSON *json, lob_%s *out) {",
            sc_is_extern(type, "read") ? "" : "static ", sc_function(e->model, type, "read"), type->name);
    if (type->kind == SC_OBJECT) {
        emit_object_reader(e, type);
    } else {
        sc_line(e, 4, "int choice;");
        sc_line(e, 4, "if (lob_wire_enum(w, json, lob_%s_names, %s, &choice)) {", type->name,
                sc_constant(e->model, type->name, "COUNT"));
        sc_line(e, 8, "*out = (lob_%s)choice;", type->name);
        sc_line(e, 4, "}");
    }
    sc_line(e, 0, "}");
}

void sc_emit_parse(sc_emit *e, const sc_type *type) {
    bool is_response = type->owner && type == type->owner->response;
    const char *subject = is_response ? "response" : type->owner ? "request" : type->title ? type->title : type->name;
    lob_buf_add_byte(e->out, '\n');
    sc_line(e, 0, "lob_status lob_%s_parse(lob_ctx *ctx, const cJSON *json, lob_%s *out) {", type->name, type->name);
    sc_line(e, 4, "lob_wire w;");
    sc_line(e, 4, "lob_wire_begin(&w, ctx, \"%s\", %s);", subject, is_response ? "true" : "false");
    sc_line(e, 4, "%s(&w, json, out);", sc_function(e->model, type, "read"));
    sc_line(e, 4, "return lob_wire_end(&w);");
    sc_line(e, 0, "}");
}
