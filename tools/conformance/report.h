/* What a run found: a table for people, TAP, JUnit, JSON and a badge for machines; and the known failures.
 *
 * Order is that of the cases, whatever order they ended in; no times but in JUnit and JSON. Files are written whole or
 * not at all.
 */
#ifndef TOOLS_CONFORMANCE_REPORT_H
#define TOOLS_CONFORMANCE_REPORT_H

#include "base/buf.h"
#include "cases.h"

typedef enum conf_standing {
    CONF_FINE,   /* passed */
    CONF_WRONG,  /* failed, broken or faulty */
    CONF_KNOWN,  /* failed, and the list of known failures says so */
    CONF_STALE,  /* passed, though listed: the list must be mended */
    CONF_NOT_RUN /* skipped */
} conf_standing;

typedef struct conf_run {
    const conf_cases *cases;
    const size_t *chosen;       /* indices into cases, ascending */
    const conf_result *results; /* one for each chosen */
    conf_standing *standings;   /* one for each chosen */
    size_t count;
    const char *server; /* name and version as it said, "" if it did not */
    const char *protocol;
    lob_conformance_level bar;    /* cases up to this level decide: required by default */
    bool is_broken_off;           /* by a signal: some cases were not run, so this is no verdict */
    const char *version;          /* of the cases; "" when their folder has none */
    struct conf_journal *journal; /* where results go as cases end; NULL: nowhere */
    const bool *is_done;          /* of each chosen: its result is there already; NULL: of none */
    size_t unknown_count;         /* entries of the list of known failures that have no case, or come twice */
} conf_run;

/* Reads the list of known failures and fills the standings. Ids that no case has are stale, too: run->unknown_count.
 * `path` NULL: no list. *complaints: a line each of what is stale, "" when nothing is; memory: ctx->arena. */
lob_status conf_known(lob_ctx *ctx, const char *path, const conf_cases *cases, conf_run *run, lob_str *complaints);
/* Fails as conf_known() will if the list cannot be read. */
lob_status conf_known_check(lob_ctx *ctx, const char *path);
/* True: nothing up to the bar is wrong, nothing is stale, something was run, and it was not broken off. */
bool conf_is_conformant(const conf_run *run);
bool conf_decides(const conf_run *run, size_t index); /* the level of chosen[index] is up to the bar */

/* What the last line of a run counts. `failed`: wrong up to the bar, and stale. `skipped`: all else that did not pass.
 */
typedef struct conf_totals {
    size_t passed, failed, skipped;
    size_t known, below, not_run; /* what `skipped` is made of; below: wrong, but beyond the bar */
} conf_totals;

conf_totals conf_count(const conf_run *run);

void conf_print_failures(const conf_run *run, lob_buf *out); /* a line or two each, with the requirement */
void conf_print_table(const conf_run *run, lob_buf *out);    /* area x level, passed of run; the verdict; totals */
void conf_write_tap(const conf_run *run, lob_buf *out);      /* TAP 14 */
void conf_write_junit(const conf_run *run, lob_buf *out);
void conf_write_json(const conf_run *run, lob_buf *out);
void conf_write_badge(const conf_run *run, lob_buf *out); /* shields.io endpoint: {"schemaVersion":1,"label",...} */
/* compare.c: two JSON reports. Prints the cases that came out differently, then how many; *differs says whether any
 * did. Fails when a file is no report, with details.path. */
lob_status conf_compare(lob_ctx *ctx, const char *path_a, const char *path_b, lob_buf *out, bool *differs);
/* A list of known failures of what is wrong now, reasons of the old list kept; for `update`. */
void conf_write_known(lob_ctx *ctx, const conf_run *run, const char *old_path, lob_buf *out);

/* trace.c: which requirement has which cases. Returns the count of complaints: a MUST of the contract without a
 * required case, a rule of contract-notes without a case of its level (MUST, SHOULD: recommended or stronger; MAY:
 * any). */
size_t conf_trace(lob_ctx *ctx, const conf_places *places, const conf_cases *cases, bool is_brief, lob_buf *out);

#endif
