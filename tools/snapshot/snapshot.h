/* Snapshot cases: what is asked of the real server over its pipes, and what it must answer, exactly.
 *
 * A case is a JSON file: {name, about, env?, steps: [{tool, arguments, expect | error | rpc_error}, {wait_ms}]}.
 * Everything is kept as raw JSON text, so numbers are compared as they were written. Values that change from run to run
 * are replaced: $FIXTURES, $ARTIFACTS   absolute folders            $SESSION1, $SESSION2   ids that open_layout gave,
 * in order $CURSOR1                cursors that answers gave, in order
 */
#ifndef TOOLS_SNAPSHOT_SNAPSHOT_H
#define TOOLS_SNAPSHOT_SNAPSHOT_H

#include "base/buf.h"
#include "base/ctx.h"
#include "bridge/mcp_client.h"

enum { NAME_COUNT_MAX = 64, TOOL_COUNT_MAX = 64, CODE_COUNT_MAX = 32 };

typedef struct names {
    char actual[NAME_COUNT_MAX][512];
    char shown[NAME_COUNT_MAX][32];
    unsigned count, session_count, cursor_count;
} names;

typedef struct totals {
    const char *fixtures;   /* absolute */
    const char *write_path; /* folder to write the cases to with the answers of today; NULL: compare */
    char *const *server;    /* command */
    unsigned long passed, failed;
    bool called[TOOL_COUNT_MAX];    /* by index of lob_tools */
    bool code_seen[CODE_COUNT_MAX]; /* by lob_status */
} totals;

/* One case. Prints its faults under its name. */
void run_case(totals *all, const char *path);
/* tools/list is complete and small enough for a host to take. */
void check_listing(totals *all);

/* ---- text.c: raw JSON ---- */
/* The elements of a raw array, one by one: *rest begins as the array and shrinks. False at the end. */
bool next_element(lob_str *rest, lob_str *element);
void add_compact(lob_buf *out, lob_str raw); /* without white space */
/* One member a line, and one element a line for arrays directly in it; all below on one line. */
void add_golden(lob_buf *out, lob_str raw, unsigned indent);
void add_inline(lob_buf *out, lob_str raw); /* ", " and ": " */
/* The bytes of a raw string without escapes, NUL-terminated, in the arena; "" for anything else. */
const char *plain_text(lob_arena *arena, lob_str raw);

/* ---- names.c ---- */
bool names_add(names *known, const char *shown, lob_str actual);
/* Learns session ids and cursors of an answer of `tool`. */
void names_learn(names *known, const char *tool, lob_str structured);
void names_hide(const names *known, lob_buf *out, lob_str text); /* actual -> shown */
void names_show(const names *known, lob_buf *out, lob_str text); /* shown -> actual */

/* ---- check.c ---- */
/* What holds for every answer, expected or not: text block, flag, strict schema. NULL when fine, else what is wrong. */
const char *check_answer(totals *all, lob_ctx *ctx, const char *tool, lob_str result, lob_str *structured,
                         bool *is_error);

#endif
