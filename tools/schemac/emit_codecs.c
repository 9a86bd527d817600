/* gen/parse.h, gen/parse.c, gen/write.h, gen/write.c for the shared types; gen/tools/NAME.c for each tool. */
#include "emit.h"

static bool belongs(const sc_type *type, const sc_tool *owner) {
    return type->owner == owner;
}

static void declare_parsers(sc_emit *e) {
    sc_begin_header(e, "parse.h", "JSON to structs: strict, all faults at once.");
    sc_line(e, 0, "#include \"gen/types.h\"\n#include \"json/wire.h\"\n");
    sc_line(e, 0,
            "/* _parse reads a whole text and sets the error; _read is a step inside a parse. The struct must be "
            "zeroed. */");
    for (size_t i = 0; i < e->model->type_count; i++) {
        const sc_type *type = e->model->types[i];
        if (!sc_is_emitted(type) || !sc_is_extern(type, "parse")) {
            continue;
        }
        if (type->kind == SC_OBJECT) {
            sc_line(e, 0, "lob_status lob_%s_parse(lob_ctx *ctx, const cJSON *json, lob_%s *out);", type->name,
                    type->name);
        }
        if (sc_is_extern(type, "read")) {
            sc_line(e, 0, "void lob_%s_read(lob_wire *w, const cJSON *json, lob_%s *out);", type->name, type->name);
        }
    }
    sc_end_header(e);
}

static bool has_writer(const sc_type *type) {
    return type->kind == SC_OBJECT && sc_is_emitted(type) && (!type->owner || type->is_response);
}

static void declare_writers(sc_emit *e) {
    sc_begin_header(e, "write.h", "Structs to canonical JSON.");
    sc_line(e, 0, "#include \"gen/types.h\"\n#include \"json/writer.h\"\n");
    for (size_t i = 0; i < e->model->type_count; i++) {
        const sc_type *type = e->model->types[i];
        if (has_writer(type) && sc_is_extern(type, "write")) {
            sc_line(e, 0, "void lob_%s_write(lob_jsonw *out, const lob_%s *value);", type->name, type->name);
        }
    }
    sc_end_header(e);
}

static void emit_readers(sc_emit *e, const sc_tool *owner) {
    for (size_t i = 0; i < e->model->type_count; i++) {
        const sc_type *type = e->model->types[i];
        if (belongs(type, owner)) {
            sc_emit_reader(e, type);
            if (type->kind == SC_OBJECT && sc_is_extern(type, "parse")) {
                sc_emit_parse(e, type);
            }
        }
    }
}

static void emit_writers(sc_emit *e, const sc_tool *owner) {
    for (size_t i = 0; i < e->model->type_count; i++) {
        if (belongs(e->model->types[i], owner) && has_writer(e->model->types[i])) {
            sc_emit_writer(e, e->model->types[i]);
        }
    }
}

void sc_emit_codecs(sc_emit *e) {
    declare_parsers(e);
    sc_begin(e, "parse.c", "Readers of the shared types.");
    sc_line(e, 0, "#include \"gen/parse.h\"\n\n#include \"gen/limits.h\"");
    emit_readers(e, NULL);
    declare_writers(e);
    sc_begin(e, "write.c", "Writers of the shared types.");
    sc_line(e, 0, "#include \"gen/write.h\"");
    emit_writers(e, NULL);
    for (size_t i = 0; i < e->model->registered_count; i++) {
        const sc_tool *tool = e->model->registered[i];
        sc_begin(e, sc_format(e->model->load, "tools/%s.c", tool->name),
                 sc_format(e->model->load, "Reading and writing of %s.", tool->name));
        sc_line(e, 0, "#include \"gen/limits.h\"\n#include \"gen/parse.h\"\n#include \"gen/write.h\"");
        emit_readers(e, tool);
        emit_writers(e, tool);
    }
}
