/* What the parsers of design data share. Not for other folders.
 *
 * Between lob_document_open() and _close() a document holds the tree of a file whose version has been found fit. Number
 * nodes know how they were written (valueint is their place among `numbers`): Python, whose summaries are matched,
 * keeps integers and floats apart, cJSON does not.
 */
#ifndef LOB_DESIGN_DOCUMENT_IMPL_H
#define LOB_DESIGN_DOCUMENT_IMPL_H

#include "design/document.h"
#include "json/wire.h"

typedef struct lob_document {
    lob_ctx *ctx;
    lob_design_kind kind;
    cJSON *json;
    lob_str version; /* that of the file; of the arena */
    bool is_migrated;
    const lob_str *numbers; /* as written, in the order of the text, into it */
    lob_design_notes notes;
} lob_document;

/* Errors: JSON, version, memory. Close it whatever comes. */
lob_status lob_document_open(lob_ctx *ctx, lob_design_kind kind, lob_str text, lob_document *document);
/* To the newest version. Apart from opening, for faults that come before the schema's are told of the file as it is. */
lob_status lob_document_migrate(lob_document *document);
void lob_document_close(lob_document *document);

/* How Python prints a number of the tree; "None" for NULL. data NULL: no memory. */
lob_str lob_document_printed(const lob_document *document, const cJSON *number);
/* A float as Python's repr() has it: 2e-06, 1.0, 1e+16. Returns the length; out has LOB_NUM_TEXT_SIZE bytes. */
size_t lob_python_float(char *out, double value);

/* Members of a tree that need not be there or be of the right type; NULL then. */
const cJSON *lob_document_array(const cJSON *object, const char *name);
/* data NULL when it is no string. */
lob_str lob_document_text(const cJSON *object, const char *name);

/* TEXT: the seed's words, as in "Unknown device type", then ": NAME". */
lob_status lob_document_fail(lob_ctx *ctx, lob_design_kind kind, const char *reason, const char *text, lob_str name);
/* `Schema validation failed: PATH - expected EXPECTED, got GOT`; a path of our words and indices alone. */
lob_status lob_document_refuse(lob_ctx *ctx, lob_design_kind kind, const char *path, const char *expected,
                               const char *got);
/* Ends a reading by generated code: LOB_OK, memory, or the first issue in those words. */
lob_status lob_document_end(lob_wire *w, lob_design_kind kind);
/* A value that is printed where Python would: NAME cut to 120 bytes, without what must not leave raw. */
lob_str lob_document_quoted(lob_str name, char out[128]);

/* `kind` and `message` are static. The first message of a kind stays, the others are counted. */
lob_status lob_document_note(lob_document *document, const char *kind, const char *message);

#endif
