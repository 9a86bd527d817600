/* DRC runs of a session: what was run, how it ended, and the folder in which its files lie.
 *
 * A run has an id, `drc_` and 8 hex digits that count up (lob_session_print_id), and the folder
 * ROOT/sessions/ID/drc/RUN_ID, 0700, in which the names below have a fixed meaning. It begins as RUNNING and ends once,
 * as DONE (its report is there, whole) or FAILED (what it said is there). Bytes in the folder count against the
 * session's quota: those written through here as they are written, what others put there (KLayout, a stream) when the
 * run ends or by lob_drc_recount().
 *
 * Threads: none of its own; calls of one session run in order. A run lives as long as its session.
 */
#ifndef LOB_SESSION_RUNS_H
#define LOB_SESSION_RUNS_H

#include "session/artifacts.h"

#define LOB_DRC_REPORT  "report.lyrdb"
#define LOB_DRC_MARKERS "markers.json"
#define LOB_DRC_STDOUT  "stdout.txt"
#define LOB_DRC_STDERR  "stderr.txt"
/* The copy of the layout is layout.gds or layout.oas. */

enum { LOB_DRC_ID_SIZE = 12, LOB_DRC_FOLDER_SIZE = 4 + LOB_DRC_ID_SIZE /* "drc/" ID */ };

typedef enum { LOB_DRC_RUNNING, LOB_DRC_DONE, LOB_DRC_FAILED } lob_drc_state;

typedef struct lob_drc_run {
    char id[LOB_DRC_ID_SIZE + 1];
    char folder[LOB_DRC_FOLDER_SIZE + 1]; /* "drc/drc_00000001", in the session's: for lob_artifact.folder */
    lob_drc_state state;
    int return_code;         /* of what ran; 0 while it runs */
    uint64_t size;           /* bytes of its folder that count against the quota */
    void *kept;              /* what a reader of the report made of it, for the next question; NULL: nothing */
    void (*drop)(void *arg); /* of `kept` */
} lob_drc_run;

typedef struct lob_drc_runs { /* all of a session, in the order they began */
    lob_drc_run **items;      /* owned, each */
    uint32_t count, capacity;
    uint32_t begun; /* of all times: the last number given out */
} lob_drc_runs;

/* A new run with an empty folder; *dir_fd, the caller's to close, is of that folder. TOOL_LIMIT_EXCEEDED: memory, what
 * the system refused, or limit_name drc_runs_kept. Leaves nothing when it fails. */
lob_status lob_drc_begin(lob_ctx *ctx, lob_session *session, lob_drc_run **run, int *dir_fd);
/* Ends it, counts what lies in its folder, and writes session.json anew. TOOL_LIMIT_EXCEEDED (limit_name
 * artifact_quota_size): the folder is larger than the quota spares; the run is then removed, the pointer dead. */
lob_status lob_drc_end(lob_ctx *ctx, lob_session *session, lob_drc_run *run, lob_drc_state state, int return_code);
/* The run was never there: its folder and all in it goes, its id does not come again. */
void lob_drc_remove(lob_session *session, lob_drc_run *run);

/* By its id. INVALID_TARGET: unknown (candidates: the last ones), or reason `no_runs`. DRC_RUN_FAILED: it has no
 * report, reason `running` or `failed`. */
lob_status lob_drc_find(lob_ctx *ctx, lob_session *session, lob_str id, lob_drc_run **run);
static inline uint32_t lob_drc_count(const lob_session *session) {
    return session->runs ? session->runs->count : 0;
}
/* 0: the first that began. */
static inline const lob_drc_run *lob_drc_at(const lob_session *session, uint32_t index) {
    return session->runs->items[index];
}

/* The run's folder, the caller's to close. DRC_RUN_FAILED when it is gone. */
lob_status lob_drc_open_dir(lob_ctx *ctx, const lob_session *session, const lob_drc_run *run, int *dir_fd);
/* ARTIFACT_PATH/drc/RUN_ID/NAME in ctx->arena; `name` may hold a slash. data NULL: out of memory. */
lob_str lob_drc_path(lob_ctx *ctx, const lob_session *session, const lob_drc_run *run, const char *name);
/* Keeps a picture as crops/NAME, whole or not at all; an older file of that name is replaced and no longer counts.
 * TOOL_LIMIT_EXCEEDED: memory, quota. RENDER_FAILED: what the system refuses, with its reason. */
lob_status lob_drc_write_crop(lob_ctx *ctx, lob_session *session, lob_drc_run *run, const char *name, const void *data,
                              size_t size, lob_str *path);

/* A file too large for memory: written through `fd` under another name; lob_drc_stream_end() must follow a begin that
 * went well. */
typedef struct lob_drc_stream {
    int dir_fd, fd;
    char name[64];
} lob_drc_stream;
lob_status lob_drc_stream_begin(lob_ctx *ctx, const lob_session *session, const lob_drc_run *run, const char *name,
                                lob_drc_stream *stream);
/* `status`: of what was written; unless LOB_OK, or when the quota has no room, nothing is left and an older file of
 * that name stays. */
lob_status lob_drc_stream_end(lob_ctx *ctx, lob_session *session, lob_drc_run *run, lob_drc_stream *stream,
                              lob_status status, lob_str *path);

/* Counts the folder anew. */
lob_status lob_drc_recount(lob_ctx *ctx, lob_session *session, lob_drc_run *run);
/* Keeps what was made of the report; takes over. Only the run used last keeps anything, so that memory is that of one
 * list a session. */
void lob_drc_keep(lob_session *session, lob_drc_run *run, void *kept, void (*drop)(void *arg));

/* For the session. */
void lob_drc_runs_drop(lob_drc_runs *runs); /* NULL is fine */

#endif
