/* Snapshot cases: what is asked of the real server over its pipes, and what it must answer, exactly.
 *
 * A case is a JSON file: {name, about, env?, steps: [{tool, arguments, leave_out?, picture?, expect | error |
 * rpc_error}, {wait_ms}]}; leave_out names members that no two runs have alike. Everything is kept as raw JSON text, so
 * numbers are compared as they were written. The picture of an answer is kept as pictures/CASE_STEP.png beside the
 * cases. Values that change from run to run are replaced: $FIXTURES, $ARTIFACTS   absolute folders $SESSION1, $SESSION2
 * ids that open_layout gave, in order $RENDER1                ids of pictures, in order $JOB1                   ids of
 * jobs, in order $CURSOR1                cursors that answers gave, in order
 */
#ifndef TOOLS_SNAPSHOT_SNAPSHOT_H
#define TOOLS_SNAPSHOT_SNAPSHOT_H

#include "base/buf.h"
#include "base/ctx.h"
#include "client/mcp_client.h"
#include "tools/shared/picture.h"

enum { NAME_COUNT_MAX = 64, TOOL_COUNT_MAX = 64, CODE_COUNT_MAX = 32 };

typedef struct names {
    char actual[NAME_COUNT_MAX][512];
    char shown[NAME_COUNT_MAX][32];
    unsigned count, session_count, render_count, cursor_count, job_count, run_count;
} names;

typedef struct page page;

/* Three ways to run: compare (no write_path); accept (write_path is that of the cases); show (a page as well, and the
 * pictures of both sides in write_path). */
typedef struct totals {
    const char *fixtures;   /* absolute */
    const char *cases;      /* folder of the cases */
    const char *write_path; /* folder to write the cases to with the answers of today; NULL: compare */
    page *page;             /* what differs, for people; NULL: none */
    lob_buf seen;           /* names of pictures that answers had, each between line ends */
    bool is_incomplete;     /* a case broke off: what no step has had may still be wanted */
    char *const *server;    /* command */
    unsigned long passed, failed;
    bool called[TOOL_COUNT_MAX];    /* by index of lob_tools */
    bool code_seen[CODE_COUNT_MAX]; /* by lob_status */
} totals;

/* ---- host.c: the server of one case, or of one layout ---- */
typedef struct host {
    totals *all;
    lob_ctx *ctx;
    const char *title; /* what faults are told of */
    char place[96];    /* and where: "step 3" */
    lob_mcp_client client;
    names known;
    lob_buf fault_text;  /* what was wrong, a line each */
    char artifacts[256]; /* folder of this run */
    unsigned faults;
} host;

void host_begin(host *h, totals *all, lob_ctx *ctx, const char *title);
void host_end(host *h); /* counts it as passed or failed */
/* False: a fault was told, and there is nothing to stop. */
bool host_make_folder(host *h);
/* `env`: a raw array of "NAME=VALUE", or absent. host_stop() is needed either way. */
bool host_start(host *h, lob_str env);
void host_stop(host *h);
void wrong(host *h, const char *what);
void print_side(const char *side, lob_str text, size_t at);
/* Both compact; shows where they part. */
bool compare(host *h, lob_str expected, lob_str got, const char *fault);
lob_str held(lob_ctx *ctx, lob_buf *buf); /* its bytes in the arena; releases it */
lob_str compact(lob_ctx *ctx, lob_str raw);
lob_str hidden(host *h, lob_str text); /* actual -> shown */
lob_str shown(host *h, lob_str text);  /* shown -> actual */

/* ---- case.c ---- */
/* One case. Prints its faults under its name. */
void run_case(totals *all, const char *path);

/* ---- sweep.c: every question of a plan to every layout ---- */
/* `plan_path`: snapshots/sweep.json; the answers lie in CASES/sweep. False: the plan is no good, or nothing was asked.
 */
bool run_sweep(totals *all, const char *plan_path);

/* ---- text.c: raw JSON ---- */
/* The elements of a raw array, one by one: *rest begins as the array and shrinks. False at the end. */
bool next_element(lob_str *rest, lob_str *element);
void add_compact(lob_buf *out, lob_str raw); /* without white space */
/* One member a line, and one element a line for arrays directly in it; all below on one line. */
void add_golden(lob_buf *out, lob_str raw, unsigned indent);
void add_golden_close(lob_buf *out, lob_str raw, unsigned indent); /* the same with "," and ":" */
void add_inline(lob_buf *out, lob_str raw);                        /* ", " and ": " */
/* Compact text without the members of these names, wherever they are. */
void add_without(lob_buf *out, lob_str raw, const lob_str *keys, size_t key_count);
/* The bytes of a raw string without escapes, NUL-terminated, in the arena; "" for anything else. */
const char *plain_text(lob_arena *arena, lob_str raw);
enum { PICK_MAX = 4096 };
/* The values at a path such as "cells[is_top=false].name" in a raw object, in order: [] takes all elements of an array,
 * [2] the one of this number, [key=value] the first that has it. Returns how many, at most out_max. Not reentrant. */
size_t pick(lob_str text, lob_str path, lob_str *out, size_t out_max);

/* ---- names.c ---- */
bool names_add(names *known, const char *shown, lob_str actual);
/* Learns the ids of sessions and pictures, and cursors, of an answer of `tool`. */
void names_learn(names *known, const char *tool, lob_str structured);
void names_hide(const names *known, lob_buf *out, lob_str text); /* actual -> shown */
void names_show(const names *known, lob_buf *out, lob_str text); /* shown -> actual */

/* ---- check.c ---- */
/* What holds for every answer, expected or not: text block, flag, strict schema. NULL when fine, else what is wrong. */
const char *check_answer(totals *all, lob_ctx *ctx, const char *tool, lob_str result, lob_str *structured,
                         bool *is_error);

/* ---- shelf.c: the stored pictures ---- */
typedef struct picture_change {
    unsigned step;
    const char *file;
    lob_picture expected; /* rgba NULL: none is stored */
    lob_picture actual;
    picture_difference difference;
    struct picture_change *next;
} picture_change;

/* An answer has the picture of this file, be it readable or not. */
void shelf_note(totals *all, const char *file);
/* The picture of an answer, under the name of its file. Compares it with the stored one, or stores it. NULL, or what is
 * wrong; *change is then what differs (NULL: nothing to show). Memory: ctx->arena. */
const char *shelf_take(totals *all, lob_ctx *ctx, const char *file, lob_str bytes, const lob_picture *actual,
                       picture_change **change);
/* After all cases: stored pictures that no answer had are faults; accepting removes them. */
void shelf_finish(totals *all);
bool write_bytes(const char *path, const void *data, size_t size);

/* ---- html.c: a page of what differs ---- */
page *page_new(void); /* NULL: out of memory */
void page_drop(page *p);
/* `about`: raw JSON. `stored` and `today` are whole texts of a case; faults: a line each. Adds nothing when there is
 * nothing to show. */
void page_add_case(page *p, lob_ctx *ctx, lob_str name, lob_str about, lob_str stored, lob_str today, lob_str faults,
                   const picture_change *changes);
void page_add_stale(page *p, const char *file);
bool page_write(const page *p, const char *path);

#endif
