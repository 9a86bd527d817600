/* See tcp_merge.h. Both layouts go as events into one builder; names connect them, so a cell that one places and the
 * other defines is found. Invariant: the builder hears of one layout: one beginning, one end. */
#include "tcp/tcp_merge.h"

#include "base/limits.h"
#include "db/builder.h"
#include "db/emit.h"

/* In place of the first event of the second layout, and of the last one of the first. */
static lob_status pass_over_begin(void *self, const lob_layout_event *event) {
    (void)self;
    (void)event;
    return LOB_OK;
}

static lob_status pass_over_end(void *self) {
    (void)self;
    return LOB_OK;
}

static lob_status refuse(lob_ctx *ctx, const char *reason, const char *message) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "%s", message);
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    lob_hint(ctx, "Open the file by itself with open_layout.");
    return status;
}

/* A cell that both define would have to be the sum of two, or one of them: neither is asked for. */
static lob_status check(lob_ctx *ctx, const lob_layout *first, const lob_layout *second) {
    if (lob_layout_dbu(first) != lob_layout_dbu(second)) {
        return refuse(ctx, "dbu", "The database unit of the file is not that of the layout");
    }
    for (uint32_t i = 0; i < lob_layout_cell_count(second); i++) {
        const lob_cell *cell = lob_layout_cell(second, i);
        lob_cell_index other = lob_layout_find_cell(first, cell->name);
        if (!cell->is_ghost && other != LOB_NONE && !lob_layout_cell(first, other)->is_ghost) {
            lob_status status = refuse(ctx, "cells", "The layout has a cell of the same name as the file");
            lob_error_text(&ctx->error, "cell", cell->name);
            return status;
        }
    }
    return LOB_OK;
}

lob_status lob_tcp_merge(lob_ctx *ctx, const lob_layout *first, const lob_layout *second, lob_layout **merged) {
    LOB_TRY(check(ctx, first, second));
    lob_builder *builder = lob_builder_new(ctx, &(lob_builder_options){.size_max = LOB_LIMIT_LAYOUT_SIZE});
    if (!builder) {
        return ctx->error.code;
    }
    lob_sink head = *lob_builder_sink(builder), tail = head;
    head.end_layout = pass_over_end;
    tail.begin_layout = pass_over_begin;
    lob_status status = lob_layout_emit(ctx, first, &head);
    if (status == LOB_OK) {
        status = lob_layout_emit(ctx, second, &tail);
    }
    if (status == LOB_OK) {
        status = lob_builder_freeze(builder, merged);
    }
    lob_builder_drop(builder);
    return status;
}
