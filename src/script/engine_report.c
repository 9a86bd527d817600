/* What a deck says: its report, its end, and what it cannot do or did wrong. */
#include "base/list.h"
#include "script/engine_impl.h"

static lob_status do_report(lob_script_call *c) {
    lob_script_engine *e = c->engine;
    lob_cell_index cell;
    if (!lob_script_cell(c, &cell)) {
        return lob_talk_fail(c->ctx);
    }
    if (e->report.is_begun) {
        return lob_script_refuse(c->ctx, "a second report");
    }
    LOB_TRY(lob_script_report_begin(c->ctx, &e->report, e->arena, lob_layout_dbu(e->layout), c->args[1].text,
                                    lob_layout_cell(e->layout, cell)->name));
    e->report.has_box = e->part.has_box;
    e->report.box = e->part.box;
    return LOB_OK;
}

/* From here on the deck's layers go to a layout, which is not kept. */
static lob_status do_target(lob_script_call *c) {
    c->engine->has_target = true;
    return LOB_OK;
}

static bool is_wanted(const lob_script_engine *e, lob_str category) {
    bool is_wanted = e->part.only_count == 0;
    for (size_t i = 0; i < e->part.only_count; i++) {
        is_wanted = is_wanted || lob_str_equal(e->part.only[i], category);
    }
    return is_wanted;
}

static lob_status do_output(lob_script_call *c) {
    if (!c->engine->report.is_begun) {
        return lob_script_refuse(c->ctx, "output without a report before it");
    }
    if (!is_wanted(c->engine, c->args[1].text)) {
        return lob_talk_fail(c->ctx);
    }
    lob_script_engine *e = c->engine;
    const uint32_t before = e->report.item_count;
    if (e->part.share_count > 0 && e->own_at == e->own_count) {
        return lob_talk_fail(c->ctx);
    }
    LOB_TRY(lob_script_report_add(c->ctx, &e->report, value_at(c, 0), c->args[1].text, c->args[2].text));
    if (e->part.share_count > 0) {
        e->own_items[e->own_at++] = e->report.item_count - before;
    }
    return LOB_OK;
}

/* Comes for each output of the deck before any is worked out: whether this share does it. Every share knows all
 * categories, in the order of the deck. */
static lob_status do_share(lob_script_call *c) {
    lob_script_engine *e = c->engine;
    if (!e->report.is_begun || e->part.share_count == 0 || e->output_count == UINT32_MAX) {
        return lob_talk_fail(c->ctx);
    }
    const bool is_own = e->output_count++ % e->part.share_count == e->part.share;
    LOB_TRY(lob_script_report_name(c->ctx, &e->report, c->args[0].text, c->args[1].text));
    if (is_own) {
        LOB_TRY(LOB_LIST_ROOM(c->ctx, e->arena, e->own_items, e->own_count, e->own_room));
        e->own_items[e->own_count++] = 0;
    }
    lob_talk_put_integer(c->out, is_own);
    return LOB_OK;
}

/* A category of the deck that is not wanted; some are kept to help those who name one that is not there. */
static lob_status do_left_out(lob_script_call *c) {
    lob_script_engine *e = c->engine;
    const lob_str name = c->args[0].text;
    if (is_wanted(e, name)) {
        return lob_talk_fail(c->ctx);
    }
    for (uint32_t i = 0; i < e->left_out_count; i++) {
        if (lob_str_equal(e->left_out[i], name)) {
            return LOB_OK;
        }
    }
    if (e->left_out_count == LOB_SCRIPT_LEFT_OUT_MAX) {
        return LOB_OK;
    }
    e->left_out = e->left_out ? e->left_out : LOB_NEW_ARRAY(e->arena, lob_str, LOB_SCRIPT_LEFT_OUT_MAX);
    const char *copy = e->left_out ? lob_arena_strdup(e->arena, name.data, name.size) : NULL;
    if (!copy) {
        return lob_fail_memory(c->ctx);
    }
    e->left_out[e->left_out_count++] = (lob_str){copy, name.size};
    return LOB_OK;
}

static lob_status do_done(lob_script_call *c) {
    c->engine->is_done = true;
    return LOB_OK;
}

/* method, why: what the built-in engine does not have. */
static lob_status do_refuse(lob_script_call *c) {
    lob_status status = lob_script_refuse(c->ctx, "it uses an unsupported feature");
    lob_error_text(&c->ctx->error, "method", c->args[0].text);
    lob_error_text(&c->ctx->error, "deck_error", c->args[1].text);
    return status;
}

/* method, why: a box does not do, for that method looks far. */
static lob_status do_refuse_box(lob_script_call *c) {
    lob_status status =
        lob_fail(c->ctx, LOB_E_DRC_RUN_FAILED, "The deck has rules that are not local, so a box is not enough");
    lob_hint(c->ctx, "Select categories of local rules with only, or leave out box.");
    lob_error_text(&c->ctx->error, "reason", LOB_STR("not_local"));
    lob_error_text(&c->ctx->error, "method", c->args[0].text);
    lob_error_text(&c->ctx->error, "deck_error", c->args[1].text);
    return status;
}

/* Where in the client's files; the line is of the prepared deck, 0: not known. */
void lob_script_tell_place(lob_script_call *c, int64_t line) {
    const lob_script_engine *e = c->engine;
    lob_str file;
    uint32_t file_line;
    if (e->deck && line > 0 && line <= UINT32_MAX) {
        lob_deck_place(e->deck, (uint32_t)line, &file, &file_line);
        lob_error_text(&c->ctx->error, "deck_file", file);
        lob_error_integer(&c->ctx->error, "deck_line", file_line);
    }
}

/* line, message: the deck's own error. */
static lob_status do_fail(lob_script_call *c) {
    lob_status status = lob_fail(c->ctx, LOB_E_DRC_RUN_FAILED, "The deck ended with an error");
    lob_hint(c->ctx, "Read details.deck_error and fix the deck at details.deck_line.");
    lob_error_text(&c->ctx->error, "reason", LOB_STR("deck_error"));
    lob_error_text(&c->ctx->error, "deck_error", c->args[1].text);
    lob_script_tell_place(c, whole(c, 0));
    return status;
}

const lob_script_row lob_script_report_rows[] = {
    {"done", "", do_done},          {"fail", "is", do_fail},
    {"left_out", "s", do_left_out}, {"output", "Ass", do_output},
    {"refuse", "ss", do_refuse},    {"refuse_box", "ss", do_refuse_box},
    {"report", "is", do_report},    {"share", "ss", do_share},
    {"target", "", do_target},      {0},
};
