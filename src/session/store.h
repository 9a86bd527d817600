/* What the files of src/session share: the whole of a session, and the work on its folder. Not for other folders. */
#ifndef LOB_SESSION_STORE_H
#define LOB_SESSION_STORE_H

#include <stdatomic.h>

#include "session/files.h"

/* Invariant: `shown` comes first, so that the pointer handed out leads back here. References: one while the store knows
 * the session, one for each request that found it. */
typedef struct lob_session_entry {
    lob_session shown;
    struct lob_session_entry *next; /* of a list of sessions taken out of the store */
    uint64_t number;                /* the 48 bits of the id */
    uint64_t alias;                 /* of another id by which it is found; equal to `number`: none */
    atomic_uint reference_count;
    atomic_int_fast64_t last_used_ms; /* lob_clock_ms() */
    char created[24], last_used[24];  /* UTC, for session.json */
    int parent_fd;                    /* ROOT/sessions */
    bool is_kept;                     /* its folder stays */
    int lock_fd;
} lob_session_entry;

enum { LOB_SESSION_ID_SIZE = 16 };

/* The 48 bits of a well-formed id; false otherwise. */
bool lob_session_parse_id(lob_str id, uint64_t *number);

/* Makes ROOT/sessions/<id> with its lock held; fills the descriptors and artifact_path of the entry. Leaves nothing
 * behind when it fails. */
lob_status lob_session_dir_make(lob_ctx *ctx, lob_session_entry *entry, const char *root);
/* Removes the folder and all in it, unless it is kept; whether it went. */
bool lob_session_dir_remove(const lob_session_entry *entry);
/* The files in the folder of a session that it kept for its callers: all but session.json and the lock. */
uint64_t lob_session_dir_count(const char *root, const char *id);
/* Each of those. `path`: below the session's folder; NULL when a URI would have to escape it. In no order. */
typedef void lob_session_dir_visit(void *arg, const char *path, uint64_t size);
void lob_session_dir_walk(const char *root, const char *id, lob_session_dir_visit *visit, void *arg);
void lob_session_dir_close(const lob_session_entry *entry);
/* Removes the folders of processes that died. */
lob_status lob_session_dir_sweep(lob_ctx *ctx, const char *root);

/* Writes session.json anew. */
lob_status lob_session_json_write(lob_ctx *ctx, lob_session_entry *entry);

#endif
