/* The context of a request: nothing in it is owned, so there is nothing to release. A child owns its arena. */
#include "base/ctx.h"

#include "base/clock.h"

enum { PROGRESS_INTERVAL_MS = 250 };

void lob_ctx_init(lob_ctx *ctx, lob_arena *arena) {
    ctx->arena = arena;
    ctx->cancel = NULL;
    ctx->progress = NULL;
    ctx->progress_arg = NULL;
    ctx->progress_last_ms = 0;
    lob_error_clear(&ctx->error);
}

lob_status lob_ctx_child(lob_ctx *ctx, lob_ctx *child, size_t size_max) {
    lob_ctx_init(child, lob_arena_new(size_max));
    child->cancel = ctx->cancel;
    return child->arena ? LOB_OK : lob_fail_memory(ctx);
}

void lob_ctx_drop(lob_ctx *child) {
    lob_arena_drop(child->arena);
    child->arena = NULL;
}

lob_status lob_ctx_join(lob_ctx *ctx, const lob_ctx *child, lob_status status) {
    if (status != LOB_OK) {
        lob_error_take(&ctx->error, &child->error);
    }
    return status;
}

lob_status lob_fail_memory(lob_ctx *ctx) {
    bool first = ctx->error.code == LOB_OK;
    lob_status status = lob_fail(ctx, LOB_E_TOOL_LIMIT_EXCEEDED, "The server ran out of memory for this request");
    if (first) {
        lob_error_text(&ctx->error, "reason", LOB_STR("memory"));
        lob_hint(ctx, "Close sessions that are no longer needed with close_session, or ask for less, then try again.");
    }
    return status;
}

lob_status lob_poll(lob_ctx *ctx) {
    if (!ctx->cancel || !atomic_load_explicit(&ctx->cancel->requested, memory_order_relaxed)) {
        return LOB_OK;
    }
    return lob_fail(ctx, LOB_E_CANCELLED, "The request was cancelled");
}

void lob_progress(lob_ctx *ctx, double done, double total, const char *message) {
    if (!ctx->progress) {
        return;
    }
    int64_t now_ms = lob_clock_ms();
    if (ctx->progress_last_ms != 0 && now_ms - ctx->progress_last_ms < PROGRESS_INTERVAL_MS) {
        return;
    }
    ctx->progress_last_ms = now_ms;
    ctx->progress(ctx->progress_arg, done, total, message);
}
