/* src/base/errors.h, src/base/errors.c, src/base/limits.h */
#include <inttypes.h>

#include "emit.h"

static const char *status(const sc_emit *e, const sc_error *error) {
    return sc_constant(e->model, "E", error->code);
}

void sc_emit_errors(sc_emit *e) {
    const sc_model *model = e->model;
    sc_begin_header(e, "base/errors.h", "The error codes of the contract.");
    sc_line(e, 0, "typedef enum lob_status {");
    sc_line(e, 4, "LOB_OK = 0,");
    for (size_t i = 0; i < model->error_count; i++) {
        sc_line(e, 4, "%s,%s", status(e, &model->errors[i]),
                model->errors[i].internal ? " /* internal: never leaves the server */" : "");
    }
    sc_line(e, 4, "LOB_STATUS_COUNT");
    sc_line(e, 0, "} lob_status;\n");
    sc_line(e, 0, "/* The code as the contract spells it, \"FILE_NOT_FOUND\"; \"OK\" for LOB_OK. */");
    sc_line(e, 0, "const char *lob_status_name(lob_status status);");
    sc_line(e, 0, "/* What usually helps, a sentence; \"\" when there is nothing to say. */");
    sc_line(e, 0, "const char *lob_status_recovery(lob_status status);");
    sc_end_header(e);

    sc_begin(e, "base/errors.c", "Names and recoveries of the error codes.");
    sc_line(e, 0, "#include \"base/errors.h\"\n");
    sc_line(e, 0, "static const struct {");
    sc_line(e, 4, "const char *name, *recovery;");
    sc_line(e, 0, "} codes[LOB_STATUS_COUNT] = {");
    sc_line(e, 4, "[LOB_OK] = {\"OK\", \"\"},");
    for (size_t i = 0; i < model->error_count; i++) {
        const sc_error *error = &model->errors[i];
        lob_buf_printf(e->out, "    [%s] = {\"%s\",\n        ", status(e, error), error->code);
        sc_literal(e->out, 8, error->recovery ? error->recovery : "");
        lob_buf_add_text(e->out, "},\n");
    }
    sc_line(e, 0, "};\n");
    sc_line(e, 0, "const char *lob_status_name(lob_status status) { return codes[status].name; }\n");
    sc_line(e, 0, "const char *lob_status_recovery(lob_status status) { return codes[status].recovery; }");
}

void sc_emit_limits(sc_emit *e) {
    sc_begin_header(e, "base/limits.h", "The limits of the product.");
    sc_line(e, 0, "#include <stdint.h>\n");
    for (size_t i = 0; i < e->model->limit_count; i++) {
        const sc_limit *limit = &e->model->limits[i];
        const char *unit = limit->unit ? sc_format(e->model->load, " (%s%s%s)", limit->unit,
                                                   limit->error ? "; beyond: " : "", limit->error ? limit->error : "")
                                       : "";
        sc_comment(e, 0, sc_format(e->model->load, "%s%s", limit->description, unit));
        sc_line(e, 0, limit->value > INT32_MAX ? "#define %s INT64_C(%" PRId64 ")" : "#define %s %" PRId64,
                sc_constant(e->model, "LIMIT", limit->name), limit->value);
    }
    sc_end_header(e);
}
