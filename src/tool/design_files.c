/* See design_files.h. */
#include "tool/design_files.h"

#include <stdio.h>
#include <string.h>

#include "design/spice.h"

enum { SUMMARY_SIZE = 3000 };

lob_status lob_design_blame(lob_ctx *ctx, const char *argument, lob_status status) {
    const lob_error *error = &ctx->error;
    bool is_fixed = false; /* messages of a kind have the words of the data model */
    for (unsigned i = 0; i < error->detail_count; i++) {
        is_fixed = is_fixed || strcmp(error->details[i].key, "kind") == 0;
    }
    if (status != LOB_OK && is_fixed) {
        lob_error_note(&ctx->error, "argument", lob_str_from(argument));
    } else if (status != LOB_OK) {
        lob_error_text(&ctx->error, "argument", lob_str_from(argument));
    }
    return status;
}

lob_status lob_call_design_file(lob_call *call, lob_design_kind kind, const char *argument, lob_str path,
                                lob_str *text) {
    return lob_design_blame(call->ctx, argument,
                            lob_design_read_file(call->ctx, kind, lob_sessions_roots(call->sessions), path, text));
}

lob_status lob_call_netlist_file(lob_call *call, const char *argument, lob_str path, lob_str *text,
                                 lob_design_notes *notes) {
    lob_spice_netlist spice;
    *notes = (lob_design_notes){0};
    LOB_TRY(lob_call_design_file(call, LOB_DESIGN_NETLIST, argument, path, text));
    if (!lob_spice_is_name(path)) {
        return LOB_OK;
    }
    LOB_TRY(lob_design_blame(call->ctx, argument, lob_spice_read(call->ctx, path, *text, NULL, &spice)));
    *text = spice.json;
    *notes = spice.notes;
    return LOB_OK;
}

lob_status lob_design_notes_join(lob_ctx *ctx, const lob_design_notes *more, lob_design_notes *notes) {
    const size_t count = notes->count + more->count;
    lob_warning_item *items = LOB_NEW_ARRAY(ctx->arena, lob_warning_item, count + 1);
    if (!items) {
        return lob_fail_memory(ctx);
    }
    if (notes->count > 0) {
        memcpy(items, notes->items, notes->count * sizeof *items);
    }
    if (more->count > 0) {
        memcpy(items + notes->count, more->items, more->count * sizeof *items);
    }
    *notes = (lob_design_notes){items, count};
    return LOB_OK;
}

lob_status lob_design_shorten(lob_ctx *ctx, lob_str *text) {
    char more[64];
    size_t size = SUMMARY_SIZE, lines = 0;
    if (text->size <= SUMMARY_SIZE) {
        return LOB_OK;
    }
    while (size > 0 && text->data[size] != '\n') {
        size--;
    }
    for (size_t i = size; i < text->size; i++) {
        lines += text->data[i] == '\n';
    }
    const int more_size = snprintf(more, sizeof more, "\n... (%zu)", lines);
    char *copy = lob_arena_alloc(ctx->arena, size + (size_t)more_size + 1);
    if (!copy) {
        return lob_fail_memory(ctx);
    }
    memcpy(copy, text->data, size);
    memcpy(copy + size, more, (size_t)more_size + 1);
    *text = (lob_str){copy, size + (size_t)more_size};
    return LOB_OK;
}
