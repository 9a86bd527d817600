/* The context of a request: nothing in it is owned, so there is nothing to release. A child owns its arena. */
#include "base/ctx.h"

#include <string.h>

#include "base/alloc.h"
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
    const char *limit_name;
    int64_t limit;
    if (ctx->error.code != LOB_OK) {
        return ctx->error.code;
    }
    if (!lob_account_refusal(&limit_name, &limit)) {
        lob_fail(ctx, LOB_E_TOOL_LIMIT_EXCEEDED, "The server ran out of memory for this request");
        lob_error_text(&ctx->error, "reason", LOB_STR("memory"));
        lob_hint(ctx, "Close sessions that are no longer needed with close_session, or request less, then try again.");
        return ctx->error.code;
    }
    lob_fail(ctx, LOB_E_TOOL_LIMIT_EXCEEDED, "This would need more memory than its limit allows");
    lob_error_text(&ctx->error, "reason", LOB_STR("memory"));
    lob_error_text(&ctx->error, "limit_name", lob_str_from(limit_name));
    lob_error_integer(&ctx->error, "limit", limit);
    if (strcmp(limit_name, "layout_size") == 0) {
        lob_hint(ctx, "Open a smaller layout: fewer cells or layers, or one block of it as a separate file.");
    } else {
        lob_hint(ctx, "Ask for less at a time: a smaller box, fewer layers, one cell, fewer rules or tiles.");
    }
    return ctx->error.code;
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
