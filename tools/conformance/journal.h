/* What cases gave, kept in a file as they end, so that a run that a signal, a crash or a power cut ended goes on where
 * it was.
 *
 * The file has a line of JSON for the server and the version of the cases, then one for each case: {"id", "outcome",
 * "step", "reason", "elapsed_ms"}. A line is written whole; a last line cut short is taken off when the file is opened.
 */
#ifndef TOOLS_CONFORMANCE_JOURNAL_H
#define TOOLS_CONFORMANCE_JOURNAL_H

#include "report.h"

typedef struct conf_journal conf_journal;

/* Opens or makes the file, and fills results and is_done (both of run->count) with what it has of the chosen cases.
 * Fails with details.path: it cannot be written, is no journal, or is one of another server, revision or version of the
 * cases. Memory: ctx->arena. */
lob_status conf_journal_open(lob_ctx *ctx, const char *path, const conf_run *run, conf_result *results, bool *is_done,
                             conf_journal **journal);
/* Any thread. A line that could not be written costs only that the case runs again. */
void conf_journal_add(conf_journal *journal, lob_str id, const conf_result *result);
void conf_journal_close(conf_journal *journal); /* NULL is fine */

#endif
