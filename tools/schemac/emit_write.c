/* Bodies of the writers (struct to canonical JSON). */
#include <string.h>

#include "emit.h"

static void emit_value(sc_emit *e, int indent, const sc_type *type, const char *value, unsigned level);

static void emit_items(sc_emit *e, int indent, const sc_type *type, const char *value, unsigned level) {
    sc_load *load = e->model->load;
    const char *index = sc_format(load, "i%u", level), *bracket = type->kind == SC_MAP ? "object" : "array";
    sc_line(e, indent, "lob_jsonw_begin_%s(out);", bracket);
    sc_line(e, indent, "for (size_t %s = 0; %s < %s.count; %s++) {", index, index, value, index);
    if (type->kind == SC_MAP) {
        sc_line(e, indent + 4, "lob_jsonw_key_str(out, %s.names[%s]);", value, index);
    }
    emit_value(e, indent + 4, type->item, sc_format(load, "%s.items[%s]", value, index), level + 1);
    sc_line(e, indent, "}");
    sc_line(e, indent, "lob_jsonw_end_%s(out);", bracket);
}

static void emit_value(sc_emit *e, int indent, const sc_type *type, const char *value, unsigned level) {
    bool is_um = type->unit && (strcmp(type->unit, "um") == 0 || strcmp(type->unit, "um2") == 0);
    switch (type->kind) {
    case SC_OBJECT:
        sc_line(e, indent, "%s(out, &%s);", sc_function(e->model, type, "write"), value);
        break;
    case SC_MAP:
    case SC_ARRAY:
        emit_items(e, indent, type, value, level);
        break;
    case SC_ENUM:
        sc_line(e, indent, "lob_jsonw_text(out, lob_%s_names[%s]);", type->name, value);
        break;
    case SC_CONST:
        lob_buf_printf(e->out, "%*slob_jsonw_text(out, ", indent, "");
        sc_literal(e->out, indent + 4, type->text);
        lob_buf_add_text(e->out, ");\n");
        break;
    case SC_NUMBER:
        sc_line(e, indent, "lob_jsonw_%s(out, %s);", is_um ? "um" : "number", value);
        break;
    case SC_INTEGER:
        sc_line(e, indent, "lob_jsonw_int(out, %s);", value);
        break;
    case SC_BOOLEAN:
        sc_line(e, indent, "lob_jsonw_bool(out, %s);", value);
        break;
    case SC_STRING:
        sc_line(e, indent, "lob_jsonw_str(out, %s);", value);
        break;
    case SC_ANY:
        sc_line(e, indent, "lob_jsonw_raw(out, %s);", value);
        break;
    }
}

/* The C test for "this optional member is there". */
static const char *presence(const sc_emit *e, const sc_member *member) {
    sc_load *load = e->model->load;
    switch (member->type->kind) {
    case SC_STRING:
    case SC_ANY:
        return sc_format(load, "value->%s.data", member->c_name);
    case SC_OBJECT:
        return sc_format(load, "value->%s", member->c_name);
    default:
        return sc_format(load, "value->has_%s", member->name);
    }
}

static void emit_member(sc_emit *e, const sc_member *member) {
    bool is_optional = sc_is_optional(member) && member->type->kind != SC_CONST;
    bool is_pointer = is_optional && member->type->kind == SC_OBJECT;
    int indent = is_optional ? 8 : 4;
    if (is_optional && !member->is_nullable) {
        sc_line(e, 4, "if (%s) {", presence(e, member));
        sc_line(e, 8, "lob_jsonw_key(out, \"%s\");", member->name);
    } else {
        sc_line(e, 4, "lob_jsonw_key(out, \"%s\");", member->name);
        if (is_optional) {
            sc_line(e, 4, "if (%s) {", presence(e, member));
        }
    }
    if (is_pointer) {
        sc_line(e, indent, "%s(out, value->%s);", sc_function(e->model, member->type, "write"), member->c_name);
    } else {
        emit_value(e, indent, member->type, sc_format(e->model->load, "value->%s", member->c_name), 0);
    }
    if (is_optional && member->is_nullable) {
        sc_line(e, 4, "} else {");
        sc_line(e, 8, "lob_jsonw_null(out);");
    }
    if (is_optional) {
        sc_line(e, 4, "}");
    }
}

void sc_emit_writer(sc_emit *e, const sc_type *type) {
    lob_buf_add_byte(e->out, '\n');
    sc_line(e, 0, "%svoid %s(lob_jsonw *out, const lob_%s *value) {", sc_is_extern(type, "write") ? "" : "static ",
            sc_function(e->model, type, "write"), type->name);
    if (!sc_has_fields(type)) {
        sc_line(e, 4, "(void)value;");
    }
    sc_line(e, 4, "lob_jsonw_begin_object(out);");
    for (size_t i = 0; i < type->member_count; i++) {
        emit_member(e, &type->members[i]);
    }
    sc_line(e, 4, "lob_jsonw_end_object(out);");
    sc_line(e, 0, "}");
}
