/* Pass 3, emit: the model as C and Markdown. Every emitter adds texts to the outputs; output.c writes what has changed.
 *
 * Names: type micron_box is lob_micron_box, its table lob_micron_box_table, its functions lob_micron_box_parse and
 * lob_micron_box_write. The table of an inline type is static and without the prefix.
 */
#ifndef SCHEMAC_EMIT_H
#define SCHEMAC_EMIT_H

#include "model.h"

/* Errors and limits stand in src/base and the registry in src/tool, where those that use them may include them. */
typedef enum { SC_GEN, SC_SRC, SC_DOCS } sc_home;

typedef struct sc_output {
    const char *path; /* below its home, "types.h", "base/errors.h" */
    sc_home home;
    lob_buf text;
} sc_output;

typedef struct sc_outputs {
    sc_output *items;
    size_t count, capacity;
} sc_outputs;

typedef struct sc_emit {
    const sc_model *model;
    sc_outputs *outputs;
    lob_buf *out; /* the file being made */
} sc_emit;

/* Each makes one or more files. */
void sc_emit_errors(sc_emit *e);
void sc_emit_limits(sc_emit *e);
void sc_emit_types(sc_emit *e);
void sc_emit_wire(sc_emit *e);
void sc_emit_registry(sc_emit *e);
void sc_emit_docs(sc_emit *e);
void sc_emit_conventions(sc_emit *e); /* nothing when spec/ has none */

/* Begins a file; e->out is its text. The first line says who made it. */
void sc_begin(sc_emit *e, const char *path, const char *about);
void sc_begin_header(sc_emit *e, const char *path, const char *about);
void sc_end_header(sc_emit *e);
/* One line, broken after a comma when it is too long. */
void sc_line(sc_emit *e, int indent, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* A C comment of any length, wrapped. */
void sc_comment(sc_emit *e, int indent, const char *text);
/* A line and a comment: behind it where there is room, else above. "": none. */
void sc_field(sc_emit *e, int indent, const char *line, const char *comment);
/* A C string literal, broken into lines that are indented; ends without a line break. */
void sc_literal(lob_buf *out, int indent, const char *text);

/* The same on one line, however long. */
const char *sc_quoted(const sc_model *model, const char *text);

/* LOB_HIERARCHY_MODE_TOP from hierarchy_mode and top. */
const char *sc_constant(const sc_model *model, const char *name, const char *value);
/* Shared types, requests and responses; those inside them are static. */
bool sc_is_extern(const sc_type *type);
/* Whether the type belongs in the generated code: shared, or of a registered tool. */
bool sc_is_emitted(const sc_type *type);
/* The JSON type, as documents say it: "number". */
const char *sc_expected(sc_kind kind);
/* False for an object made of constants alone. */
bool sc_has_fields(const sc_type *type);

/* hosts.c, hosts_output.c: JSON texts for tools/list. */
const char *sc_input_schema(const sc_model *model, const sc_tool *tool);
const char *sc_output_schema(const sc_model *model, const sc_tool *tool);
/* What was written, for good; releases `text`. */
const char *sc_host_text(const sc_model *model, lob_buf *text);

#endif
