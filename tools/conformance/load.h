/* What cases.c, examples.c, validate.c, known.c and trace.c share: files read whole, faults noted, requirements. */
#ifndef TOOLS_CONFORMANCE_LOAD_H
#define TOOLS_CONFORMANCE_LOAD_H

#include "base/buf.h"
#include "cases.h"

enum { CONF_FILE_SIZE_MAX = 4 << 20 };

/* Reads a file into ctx->arena. FILE_NOT_FOUND with details.path when that cannot be done; memory. */
lob_status conf_read_file(lob_ctx *ctx, const char *path, lob_str *text);
/* What the file VERSION beside the cases says, "" where there is none. Memory: ctx->arena. */
const char *conf_cases_version(lob_ctx *ctx, const char *cases);
/* "%s/%s" in ctx->arena; NULL: no memory, told in ctx. */
const char *conf_join(lob_ctx *ctx, const char *folder, const char *name);
/* The text of a buffer in ctx->arena; releases the buffer. data NULL: no memory, told in ctx. */
lob_str conf_buf_text(lob_ctx *ctx, lob_buf *buf);

/* Notes "ID: WHAT". What is cut to 900 bytes. */
lob_status conf_fault(lob_ctx *ctx, conf_cases *cases, lob_str id, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* One fault line is of this case. */
bool conf_fault_is_of(lob_str fault, lob_str id);
/* Parses the text of one case and adds it, or its faults; `id` is the one it must have, `shown` its file. Only want of
 * memory is a failure. */
lob_status conf_cases_add(lob_ctx *ctx, conf_cases *cases, lob_str id, const char *path, lob_str text);

/* examples.c: the examples of spec/tools as cases. */
lob_status conf_examples_load(lob_ctx *ctx, const char *folder, conf_cases *cases);

/* transcripts.c: the transcripts of FIXTURES/transcripts as cases; no such folder: none. */
lob_status conf_transcripts_load(lob_ctx *ctx, const char *fixtures, conf_cases *cases);

typedef struct conf_requirements {
    lob_requirement *items; /* in the order of the file */
    size_t count;
} conf_requirements;

/* requirements.json; FILE_NOT_FOUND, INVALID_TARGET. */
lob_status conf_requirements_load(lob_ctx *ctx, const char *path, conf_requirements *requirements);
const lob_requirement *conf_requirement_find(const conf_requirements *requirements, lob_str id); /* NULL: none */

/* validate.c: which action a step is, "" when it has none; for people. */
const char *conf_step_action(const lob_conformance_step *step);

#endif
