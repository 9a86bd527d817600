/* Sessions: one opened layout each, with an artifact folder, found by id, gone when unused for the TTL.
 *
 * Ids are ses_ + 12 hex of the kernel's random source, never reused in a process. Expiry is lazy: whatever operation
 * comes next first removes every expired session. A closed, expired or unknown id is told apart. At start-up folders of
 * dead processes are swept: each live session's folder holds a locked file. All functions are thread-safe; a session
 * found is kept until lob_session_drop(), so closing it under a running request only takes its name away.
 */
#ifndef LOB_SESSION_SESSION_H
#define LOB_SESSION_SESSION_H

#include "base/buf.h"
#include "base/file.h"
#include "db/layout.h"
#include "pic/pic.h"
#include "render/cover.h"
#include "session/config.h"
#include "session/ids.h"
#include "session/looks.h"

typedef struct lob_sessions lob_sessions;
struct lob_jobs; /* session/jobs.h */

/* What set_view stored: what a picture shows when its request does not say. */
typedef struct lob_session_view {
    bool is_set;
    lob_cell_index cell;
    lob_box64 box;                 /* has an area */
    const lob_layer_index *layers; /* sorted, the session's own; layer_count 0: all */
    uint32_t layer_count;
} lob_session_view;

/* Another process that keeps the layout and the folder of a session (src/crew). */
typedef struct lob_session_host {
    void *arg;
    /* Closes the session there, once; true: its folder is gone. `last`, unless NULL, is called just before, when no
     * call of the session runs. NULL: no host. */
    bool (*end)(void *arg, void (*last)(void *last_arg), void *last_arg);
    void (*drop)(void *arg); /* after the last use */
} lob_session_host;

typedef struct lob_session {
    char id[17];         /* "ses_" + 12 hex */
    lob_layout *layout;  /* one reference; NULL: the host has it */
    lob_str source_path; /* absolute, as the client named it */
    const char *format;  /* "gds" | "oas" */
    char sha256[65];
    char content_hash[33];
    char key[17];       /* 16 hex of file, top cell and conventions: sessions with the same one give the same answers */
    lob_cell_index top; /* selected top cell */
    lob_ids *ids;       /* owned: given out by answers of this session */
    lob_pic *pic;       /* owned: conventions and ports; NULL until first asked for (tool/ports.h) */
    lob_looks *looks;   /* owned: names of layers and the .lyp; NULL: only what the layout says */
    lob_session_view view;    /* lob_session_view_set() */
    lob_cover *cover;         /* owned: kept images of layers; NULL until lob_session_cover() */
    char artifact_path[4096]; /* absolute: ROOT/sessions/ID */
    int dir_fd;               /* of that folder */
    uint64_t artifact_size;   /* bytes of the files that artifacts.h counts */
    uint64_t artifact_size_max;
    uint32_t render_count;                  /* pictures kept so far */
    struct lob_drc_runs *runs;              /* owned: runs.h; NULL: none yet */
    struct lob_kept_violations *violations; /* owned: violations.h; NULL: none yet */
    lob_session_host host;                  /* owned. A hosted session has only id, sha256, opened and this */
    uint64_t client;                        /* whose it is: lob_session_own(); 0: nobody's */
    bool is_damaged;                        /* of a hosted session: its file does not match its own signature */
    lob_str opened;                         /* owned, of a hosted session: the arguments of its open_layout, JSON */
} lob_session;

/* Creates the store; makes no folder before the first session. FILE_NOT_FOUND / TOOL_LIMIT_EXCEEDED for unusable roots.
 */
lob_status lob_sessions_open(lob_ctx *ctx, const lob_config *config, lob_sessions **sessions);
/* Drops every session and removes their folders. */
void lob_sessions_close(lob_sessions *sessions);

const lob_config *lob_sessions_config(const lob_sessions *sessions);
const lob_roots *lob_sessions_roots(const lob_sessions *sessions);
struct lob_layout_cache *lob_sessions_layouts(const lob_sessions *sessions); /* NULL: none is kept */
/* The jobs of this process, made at first use. Borrowed. TOOL_LIMIT_EXCEEDED. */
lob_status lob_sessions_jobs(lob_ctx *ctx, lob_sessions *sessions, struct lob_jobs **jobs);
/* What a layer above keeps as long as the process runs: made once, by the first who asks. NULL: `make` could not. */
void *lob_sessions_shelf(lob_sessions *sessions, void *(*make)(void), void (*drop)(void *thing));

/* Runs the work of jobs in other processes; set once, before the first job. */
typedef struct lob_apart_job {
    const char *kind;                /* "evaluate" or "optimize" */
    lob_str arguments, before, path; /* as of tool/litho_run.h; data NULL: none */
    const char *artifact_id;         /* optimize: the file must still be this one; "": any */
    lob_str session_id, opened;      /* of a hosted session that the arguments name; data NULL: none */
    const char *sha256;
    void (*told)(void *arg, const char *artifact_id);
    void *told_arg;
} lob_apart_job;
typedef struct lob_apart {
    void *arg;
    lob_status (*run)(void *arg, lob_ctx *ctx, const lob_apart_job *job, lob_buf *out);
} lob_apart;
void lob_sessions_set_apart(lob_sessions *sessions, const lob_apart *apart);
const lob_apart *lob_sessions_apart(const lob_sessions *sessions); /* NULL: jobs run in this process */

typedef struct lob_session_new {
    lob_layout *layout; /* the session takes its own reference */
    lob_str source_path;
    const char *format;
    const char *sha256;
    const char *content_hash; /* NULL: not computed */
    lob_str convention;       /* the text of the convention file that was given; data NULL: none */
    lob_cell_index top;
    lob_pic *pic;     /* NULL: none yet; the session's from a successful call on */
    lob_looks *looks; /* likewise */
} lob_session_new;

/* Creates folder and session.json. TOOL_LIMIT_EXCEEDED (reason "sessions") when there are too many: the hint names
 * close_session. */
lob_status lob_session_create(lob_ctx *ctx, lob_sessions *sessions, const lob_session_new *what, lob_session **session);
/* A session that another process has made. Takes over the host when it succeeds. TOOL_LIMIT_EXCEEDED as above. */
typedef struct lob_session_hosted {
    lob_str id;         /* as the other process made it */
    const char *sha256; /* of its file */
    lob_str opened;     /* copied */
    bool is_damaged;
    lob_session_host host;
} lob_session_hosted;
lob_status lob_session_adopt(lob_ctx *ctx, lob_sessions *sessions, const lob_session_hosted *what,
                             lob_session **session);
/* Its host has died: later calls with this id are told so. An id that is not open is left alone. */
void lob_session_lose(lob_sessions *sessions, lob_str id);
/* The session `id` is found as `alias`, too. False: there is none of this id, or `alias` is no id. */
bool lob_session_alias(lob_sessions *sessions, lob_str id, lob_str alias);
/* Removes the folders of processes that died, as lob_sessions_open() does. */
lob_status lob_sessions_sweep(lob_ctx *ctx, const lob_sessions *sessions);
/* Finds and touches. SESSION_NOT_FOUND (candidates: open ids) or SESSION_EXPIRED. The caller drops. */
lob_status lob_session_find(lob_ctx *ctx, lob_sessions *sessions, lob_str id, lob_session **session);
void lob_session_drop(lob_session *session);
/* PREFIX and 8 hex digits for the n-th picture or run of this session. They count up from a number that the session's
 * id gives, so that another session does not know them: of two sessions with 100 each, one pair in 2e7 has some in
 * common. */
enum { LOB_NUMBER_ID_SIZE = 12 };
void lob_session_print_id(const lob_session *session, const char prefix[5], uint32_t number,
                          char out[LOB_NUMBER_ID_SIZE + 1]);
/* What the layer is called and whether it is shown: the one place where tools ask for it. */
lob_layer_look lob_session_layer(const lob_session *session, lob_layer_index layer);
/* Its layer properties; NULL without. */
const lob_lyp *lob_session_lyp(const lob_session *session);
/* Replaces the whole view and writes session.json anew; layers are copied. When it fails the old view stands. */
lob_status lob_session_view_set(lob_ctx *ctx, lob_session *session, const lob_session_view *view);
/* The images that pictures of this session share, made at first use. Borrowed; calls of one session run in order. */
lob_status lob_session_cover(lob_ctx *ctx, lob_session *session, lob_cover **cover);
typedef struct lob_session_closed {
    bool is_closed, is_dir_deleted;
    uint64_t file_count; /* deleted: pictures and what runs left; session.json is not counted */
} lob_session_closed;
/* Unknown or expired: LOB_OK and all zero. `closed` NULL: nobody asks. */
lob_status lob_session_close(lob_ctx *ctx, lob_sessions *sessions, lob_str id, lob_session_closed *closed);
unsigned lob_sessions_count(lob_sessions *sessions);
/* The session belongs to a client from now on; a number that its transport gave it, not 0. */
void lob_session_own(lob_sessions *sessions, lob_str id, uint64_t client);
/* The ids of the sessions of a client, in ascending order, in ctx->arena. No memory: TOOL_LIMIT_EXCEEDED. */
lob_status lob_sessions_of(lob_ctx *ctx, lob_sessions *sessions, uint64_t client, lob_str **ids, unsigned *count);
/* Removes what has expired. Every operation above does so first; this one is for calls that fail before they get there.
 */
void lob_sessions_expire(lob_sessions *sessions);

#endif
