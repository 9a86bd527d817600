/* src/tool/registry.h, src/tool/registry.c: the tools that are registered. */
#include "emit.h"

static void declare(sc_emit *e) {
    sc_begin_header(e, "tool/registry.h", "The registered tools, in the order of tools/list.");
    sc_line(e, 0, "#include \"gen/types.h\"\n#include \"tool/call.h\"\n");
    sc_line(e, 0, "extern const lob_tool lob_tools[];");
    sc_line(e, 0, "extern const size_t lob_tool_count;");
    sc_line(e, 0, "extern const char *const lob_instructions[]; /* sentences; NULL ends them */\n");
    sc_line(e, 0, "/* The handlers, written by hand in src/tool. */");
    for (size_t i = 0; i < e->model->registered_count; i++) {
        const char *name = e->model->registered[i]->name;
        sc_line(e, 0,
                "lob_status lob_tool_%s(lob_call *call, const lob_%s_request *request, lob_%s_response *response);",
                name, name, name);
    }
    sc_end_header(e);
}

static void emit_text(sc_emit *e, const char *field, const char *text) {
    lob_buf_printf(e->out, "%8s.%s =%s%s", "", field, text ? "\n" : " NULL", text ? "            " : "");
    if (text) {
        sc_literal(e->out, 12, text);
    }
    lob_buf_add_text(e->out, ",\n");
}

static void emit_groups(sc_emit *e, const sc_tool *tool) {
    const char *groups = "";
    for (size_t i = 0; i < e->model->group_count; i++) {
        if (tool->groups & 1u << i) {
            groups = sc_format(e->model->load, "%s%s%s", groups, groups[0] ? " | " : "",
                               sc_constant(e->model, "group", e->model->groups[i].name));
        }
    }
    if (groups[0]) {
        sc_line(e, 8, ".groups = %s,", groups);
    }
}

static void emit_entry(sc_emit *e, const sc_tool *tool) {
    sc_line(e, 4, "{");
    sc_line(e, 8, ".name = \"%s\",", tool->name);
    emit_text(e, "title", tool->title);
    emit_text(e, "description", tool->description);
    sc_line(e, 8, ".input_schema = lob_%s_input_schema,", tool->name);
    sc_line(e, 8, ".output_schema = lob_%s_output_schema,", tool->name);
    if (tool->meta) {
        emit_text(e, "meta", tool->meta);
    }
    const struct {
        const char *name;
        bool value;
    } flags[] = {{"read_only", tool->read_only},
                 {"destructive", tool->destructive},
                 {"idempotent", tool->idempotent},
                 {"open_world", tool->open_world},
                 {"has_session", tool->has_session}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        sc_line(e, 8, ".%s = %s,", flags[i].name, flags[i].value ? "true" : "false");
    }
    emit_groups(e, tool);
    sc_line(e, 8, ".invoke = invoke_%s,", tool->name);
    sc_line(e, 8, ".response = &lob_%s_response_table,", tool->name);
    sc_line(e, 4, "},");
}

static void emit_schema(sc_emit *e, const sc_tool *tool, const char *kind, const char *text) {
    lob_buf_printf(e->out, "\nconst char lob_%s_%s_schema[] =\n    ", tool->name, kind);
    sc_literal(e->out, 4, text);
    lob_buf_add_text(e->out, ";\n");
}

/* What hosts are shown, as text. */
static void emit_schemas(sc_emit *e) {
    const sc_model *model = e->model;
    sc_begin_header(e, "schemas.h", "JSON schemas of the tools, as hosts see them.");
    for (size_t i = 0; i < model->registered_count; i++) {
        const sc_tool *tool = model->registered[i];
        sc_line(e, 0, "extern const char lob_%s_input_schema[];", tool->name);
        sc_line(e, 0, "extern const char lob_%s_output_schema[];", tool->name);
    }
    sc_end_header(e);
    sc_begin(e, "schemas.c", "JSON schemas of the tools, as hosts see them.");
    sc_line(e, 0, "#include \"gen/schemas.h\"");
    for (size_t i = 0; i < model->registered_count; i++) {
        const sc_tool *tool = model->registered[i];
        emit_schema(e, tool, "input", sc_input_schema(model, tool));
        emit_schema(e, tool, "output", sc_output_schema(model, tool));
    }
}

void sc_emit_registry(sc_emit *e) {
    const sc_model *model = e->model;
    declare(e);
    emit_schemas(e);
    sc_begin(e, "tool/registry.c", "The registered tools.");
    sc_line(e, 0, "#include \"tool/registry.h\"\n\n#include \"gen/schemas.h\"\n#include \"gen/tables.h\"\n");
    for (size_t i = 0; i < model->registered_count; i++) {
        sc_line(e, 0, "LOB_TOOL_INVOKE(%s)", model->registered[i]->name);
    }
    sc_line(e, 0, "\nconst lob_tool lob_tools[] = {");
    for (size_t i = 0; i < model->registered_count; i++) {
        emit_entry(e, model->registered[i]);
    }
    if (model->registered_count == 0) {
        sc_line(e, 4, "{0},");
    }
    sc_line(e, 0, "};\n");
    sc_line(e, 0, "const size_t lob_tool_count = %zu;\n", model->registered_count);
    sc_line(e, 0, "const char *const lob_instructions[] = {");
    for (size_t i = 0; i < model->instruction_count; i++) {
        lob_buf_add_text(e->out, "    ");
        sc_literal(e->out, 4, model->instructions[i]);
        lob_buf_add_text(e->out, ",\n");
    }
    sc_line(e, 4, "NULL};");
}
