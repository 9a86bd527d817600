/* What the parts of the runner share: a case while it runs.
 *
 * Invariant: the first verdict stands (conf_say()), and after one no further step runs. All functions that judge return
 * false once there is a verdict, so a step is a chain of them.
 */
#ifndef TOOLS_CONFORMANCE_RUN_IMPL_H
#define TOOLS_CONFORMANCE_RUN_IMPL_H

#include <limits.h>

#include "client/mcp_client.h"
#include "run.h"
#include "vars.h"

/* As the reader of JSON says it, too. */
#define CONF_NO_MEMORY "out of memory"
/* What the runner asks for when target->protocol is NULL. */
#define CONF_PROTOCOL "2025-11-25"
/* The name under which it greets. */
#define CONF_CLIENT "conformance"

/* ---- server.c: a server's folder, environment, start and end ---- */

typedef struct conf_server {
    char folder[PATH_MAX];         /* of this run: standard error, and work; "" before conf_server_prepare() */
    char work[PATH_MAX + 8];       /* folder/work */
    char artifacts[PATH_MAX + 24]; /* folder/work/artifacts */
    char log[PATH_MAX + 16];       /* folder/stderr.txt */
    char **environment;            /* NULL-terminated; ctx->arena */
    int trace_fd;                  /* folder/trace.jsonl, with target->keep; else -1 */
    unsigned step;                 /* that the trace speaks of */
    int64_t start_ms;
    lob_mcp_client client;
    bool is_running;
} conf_server;

/* A new folder below target->folder, named after `name`, and the environment of a server, with room for `room` further
 * variables. NULL, or what is wrong. */
const char *conf_server_prepare(lob_ctx *ctx, const conf_target *target, const char *name, size_t room,
                                conf_server *server);
/* Adds NAME=VALUE, or puts it in place of what stood there. False: out of memory. */
bool conf_server_set(lob_ctx *ctx, conf_server *server, const char *name, const char *value);
/* The command started, or the URL at hand; no word said yet. */
lob_status conf_server_open(lob_ctx *ctx, const conf_target *target, conf_server *server);
/* NULL: it ended as it should, else what was wrong, in ctx->arena or static. Fine when it does not run. */
const char *conf_server_close(lob_ctx *ctx, const conf_target *target, conf_server *server, bool with_kill);
/* Removes its folder, or leaves it with target->keep. */
void conf_server_drop(lob_ctx *ctx, const conf_target *target, conf_server *server);
/* What went wrong in the last exchange, for people: "the server ended ...", and the last line that it wrote to standard
 * error, if any. NULL: it is not the server's fault (memory). */
const char *conf_server_verdict(lob_ctx *ctx, const conf_server *server);

/* ---- run.c ---- */

/* A request that was left running. */
typedef struct conf_pending {
    lob_str name; /* as */
    int64_t id;
    bool is_call, is_taken;
} conf_pending;

typedef struct conf_case_run {
    lob_ctx *ctx;
    const conf_target *target;
    const conf_case *item;
    conf_result *result;
    conf_vars vars;
    conf_server server;
    conf_pending *pending; /* room for one a step */
    size_t pending_count;
    bool was_greeted;   /* the server that runs, by the runner or by the case itself */
    int64_t timeout_ms; /* of the step that runs */
    bool is_over;       /* there is a verdict */
    char label[128];    /* of the step that runs, "" between steps */
} conf_case_run;

/* The verdict; returns false. Paths of the case's folders are told as ${work} and so on, unsafe characters are escaped,
 * the rest is cut. */
bool conf_say(conf_case_run *r, conf_outcome outcome, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Starts the server when none runs. `with_greeting`: and greets it, when that was not done yet. */
bool conf_need_server(conf_case_run *r, bool with_greeting);
/* Ends the server that runs (starts one first when there is none) and starts and greets another. */
bool conf_restart(conf_case_run *r, bool with_kill);
/* CONF_BROKEN with what the client says, or CONF_FAULTY when memory was short. */
bool conf_say_broken(conf_case_run *r);

/* ---- steps.c ---- */

/* NULL, or why a step cannot be run: not exactly one action, or several kinds of answer. The rest is for the check of
 * cases to tell; members that do not go with an action are not looked at. */
const char *conf_step_fault(const lob_conformance_step *step);
/* What a step is called in reasons: query_region, request tools/list, await job, ... */
void conf_step_label(const lob_conformance_step *step, char *out, size_t size);
/* True: go on. */
bool conf_step_run(conf_case_run *r, const lob_conformance_step *step);

/* Texts with saved values put in; NULL: there is a verdict. `what` is the member, for the verdict. */
const char *conf_fill_text(conf_case_run *r, const char *what, lob_str text);
/* Holds `actual` to a pattern (raw JSON, data NULL: anything goes) with the tolerances of the step. */
bool conf_hold(conf_case_run *r, const lob_conformance_step *step, const char *what, lob_str pattern,
               const cJSON *actual);
/* Saves what the step wants to keep of `actual`. */
bool conf_keep(conf_case_run *r, const lob_conformance_step *step, const cJSON *actual);

/* ---- files.c ---- */

bool conf_make(conf_case_run *r, const lob_conformance_step *step);
bool conf_file(conf_case_run *r, const lob_conformance_step *step);

/* ---- answer.c ---- */

/* printf into ctx->arena; never NULL. */
const char *conf_format(lob_ctx *ctx, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Compact JSON; data NULL: out of memory, or nested too deep. ctx->arena. */
lob_str conf_compact(lob_ctx *ctx, const cJSON *tree);

#endif
