/* What of a deck is wanted, and what its lines took: categories by name, a profile of lines and operations. */
#include <string.h>

#include "script/engine.h"

/* ---- a profile ---- */

/* NULL: out of memory. */
static lob_script_spent *find_spent(lob_script_engine *e, uint32_t line, const char *name) {
    e->spent_of = e->spent_of ? e->spent_of : LOB_NEW_ARRAY(e->arena, uint32_t, LOB_SCRIPT_LINES_MAX);
    if (!e->spent_of) {
        return NULL;
    }
    for (uint32_t at = e->spent_of[line]; at > 0; at = e->spent[at - 1].next) {
        if (e->spent[at - 1].operation == name) {
            return &e->spent[at - 1];
        }
    }
    if (e->spent_count == e->spent_room) {
        const uint32_t room = 2 * e->spent_room + 256;
        lob_script_spent *grown = LOB_NEW_ARRAY(e->arena, lob_script_spent, room);
        if (!grown) {
            return NULL;
        }
        if (e->spent_count > 0) {
            memcpy(grown, e->spent, e->spent_count * sizeof *grown);
        }
        e->spent = grown;
        e->spent_room = room;
    }
    lob_script_spent *spent = &e->spent[e->spent_count++];
    *spent = (lob_script_spent){.line = line, .next = e->spent_of[line], .operation = name};
    e->spent_of[line] = e->spent_count;
    return spent;
}

static uint64_t shapes_of(const lob_value *value) {
    uint64_t count = value->count;
    lob_polygon_at at = {0};
    while (value->kind == LOB_VALUE_REGION && lob_polygon_next(&value->raw, &at)) {
        count++;
    }
    return count;
}

lob_status lob_script_spend(lob_ctx *ctx, lob_script_engine *e, int64_t line, const char *name, const lob_value *made,
                            int64_t ns) {
    const bool is_line = line > 0 && line < LOB_SCRIPT_LINES_MAX;
    lob_script_spent *spent = find_spent(e, is_line ? (uint32_t)line : 0, name);
    if (!spent) {
        return lob_fail_memory(ctx);
    }
    spent->calls++;
    spent->ns += ns;
    spent->shapes += made ? shapes_of(made) : 0;
    return LOB_OK;
}

lob_status lob_script_engine_check_only(lob_ctx *ctx, const lob_script_engine *e) {
    for (size_t i = 0; i < e->part.only_count; i++) {
        bool is_there = false;
        for (uint32_t k = 0; k < e->report.category_count; k++) {
            is_there = is_there || lob_str_equal(e->report.categories[k].name, e->part.only[i]);
        }
        if (is_there) {
            continue;
        }
        lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "The deck has no category with a name in only");
        lob_hint(ctx, e->left_out_count ? "Use a name from details.candidates."
                                        : "Run the deck without only to see its categories.");
        lob_error_text(&ctx->error, "argument", LOB_STR("only"));
        lob_error_text(&ctx->error, "category", e->part.only[i]);
        for (uint32_t k = 0; k < e->left_out_count; k++) {
            lob_error_candidate(&ctx->error, e->left_out[k]);
        }
        return status;
    }
    return LOB_OK;
}
