/* The context: first parameter of everything above geom. One a request; not shared between threads, but for `cancel`.
 */
#ifndef LOB_BASE_CTX_H
#define LOB_BASE_CTX_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"

/* Set by another thread (a cancel notification, the end of input); polled by whoever does long work. */
typedef struct lob_cancel {
    atomic_bool requested;
} lob_cancel;

/* done/total in any unit (total 0: unknown), a message for people. Called at most 4 times a second; see lob_progress().
 */
typedef void lob_progress_fn(void *arg, double done, double total, const char *message);

typedef struct lob_ctx {
    lob_arena *arena;          /* request lifetime, borrowed */
    lob_cancel *cancel;        /* borrowed, may be NULL */
    lob_progress_fn *progress; /* may be NULL */
    void *progress_arg;
    int64_t progress_last_ms;
    lob_error error;
} lob_ctx;

void lob_ctx_init(lob_ctx *ctx, lob_arena *arena);

/* A context for one part of the work of `ctx` after another: an arena of its own, which its user empties between the
 * parts, an error of its own, the same token to cancel; it tells no progress. size_max: as of lob_arena_new(). Dropped
 * with lob_ctx_drop(), also after a failure. Fails in ctx, for want of memory. */
lob_status lob_ctx_child(lob_ctx *ctx, lob_ctx *child, size_t size_max);
void lob_ctx_drop(lob_ctx *child);
/* Passes `status` on, and when it is a failure what the child says about it, unless ctx knows already. */
lob_status lob_ctx_join(lob_ctx *ctx, const lob_ctx *child, lob_status status);

#define lob_fail(ctx, code, ...) lob_error_set(&(ctx)->error, (code), __VA_ARGS__)
#define lob_hint(ctx, ...)       lob_error_hint(&(ctx)->error, __VA_ARGS__)

/* TOOL_LIMIT_EXCEEDED with reason "memory". */
lob_status lob_fail_memory(lob_ctx *ctx);
/* LOB_OK, or LOB_E_CANCELLED once the token is set. Cheap enough for every few thousand steps. */
lob_status lob_poll(lob_ctx *ctx);
/* Passes progress on when a quarter of a second has gone by since the last. */
void lob_progress(lob_ctx *ctx, double done, double total, const char *message);

#endif
