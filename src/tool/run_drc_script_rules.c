/* run_drc_script with a rule deck: the built-in engine over the selected top
 * cell, its violations as the report that KLayout would have left. Nothing of
 * the deck is run as a program. */
#include <unistd.h>

#include "base/limits.h"
#include "design/rule_checks.h"
#include "litho/ranks.h"
#include "tool/run_drc_script.h"

enum { MISSING_SHOWN = 4 };

typedef struct rules_work {
    lob_drc_work *w;
    lob_str text;
    lob_rules_deck deck;
    lob_bound_rules bound;
    lob_verdict verdict;
    lob_rdb rdb;
} rules_work;

static lob_status refuse_params(const lob_drc_work *w) {
    lob_ctx *ctx = w->call->ctx;
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "A rule deck has no params");
    lob_hint(ctx, "Leave out params and write the values into the deck, or check single rules with check_rules.");
    lob_error_text(&ctx->error, "argument", LOB_STR("params"));
    lob_error_text(&ctx->error, "reason", LOB_STR("json_params"));
    return status;
}

static lob_status read_deck(rules_work *r) {
    lob_drc_work *w = r->w;
    lob_ctx *ctx = w->call->ctx;
    struct stat info;
    int fd = -1;
    r->text = w->request->script_text;
    if (r->text.data) {
        return LOB_OK;
    }
    lob_status status = lob_file_open_input(ctx, lob_sessions_roots(w->call->sessions), w->request->script_path,
                                            LOB_LIMIT_RULE_DECK_SIZE, &fd, &info);
    if (status == LOB_OK) {
        status = lob_file_read_all(ctx, fd, LOB_LIMIT_RULE_DECK_SIZE, &r->text);
        close(fd);
    }
    if (status != LOB_OK) {
        lob_error_text(&ctx->error, "argument", LOB_STR("script_path"));
    }
    return status;
}

static lob_status take_deck(rules_work *r) {
    lob_drc_work *w = r->w;
    if (w->request->params.count > 0) {
        return refuse_params(w);
    }
    LOB_TRY(read_deck(r));
    const lob_rules_ground ground = {.dbu = lob_layout_dbu(w->session->layout)};
    LOB_TRY(lob_checkable_deck_read(w->call->ctx, r->text, &ground, &r->deck));
    return lob_rules_deck_bind(w->call->ctx, &r->deck, w->session->layout, NULL, 0, &r->bound);
}

static lob_status note_missing(rules_work *r) {
    for (uint32_t i = 0; i < r->bound.missing_count && i < MISSING_SHOWN; i++) {
        LOB_TRY(lob_note(r->w->call->ctx, &r->w->notes,
                         "The layout has no layer %u/%u of the deck; it counts as empty.", r->bound.missing[i].layer,
                         r->bound.missing[i].datatype));
    }
    return r->bound.missing_count <= MISSING_SHOWN
               ? LOB_OK
               : lob_note(r->w->call->ctx, &r->w->notes, "%u more layers of the deck are not in the layout.",
                          r->bound.missing_count - MISSING_SHOWN);
}

static lob_status fill_report(rules_work *r, int fd) {
    lob_outfile out;
    lob_status status = lob_outfile_begin(r->w->call->ctx, &out, fd, false);
    if (status == LOB_OK) {
        status = lob_rdb_write(r->w->call->ctx, &r->rdb, &out);
    }
    if (status == LOB_OK) {
        status = lob_outfile_end(&out);
    }
    lob_outfile_release(&out);
    return status;
}

static lob_status write_report(rules_work *r) {
    lob_drc_work *w = r->w;
    lob_ctx *ctx = w->call->ctx;
    lob_drc_stream stream;
    lob_str path;
    LOB_TRY(lob_drc_begin(ctx, w->session, &w->run, &w->dir_fd));
    LOB_TRY(lob_drc_stream_begin(ctx, w->session, w->run, LOB_DRC_REPORT, &stream));
    return lob_drc_stream_end(ctx, w->session, w->run, &stream, fill_report(r, stream.fd), &path);
}

/* The counts of the answer are of all violations, listed or not. */
static lob_status note_cut(rules_work *r) {
    r->w->rules = &r->bound.rules;
    r->w->totals = r->verdict.totals;
    return lob_note(r->w->call->ctx, &r->w->notes,
                    "All violations are counted, but the report and markers.json "
                    "list only %u of them; check_rules "
                    "with a box, or fewer rules, lists others.",
                    r->verdict.count);
}

/* ---- shared with other ranks ---- */

static lob_status say_about(rules_work *r, lob_share_about *about) {
    const lob_session *session = r->w->session;
    const lob_str cell = lob_layout_cell(session->layout, r->w->cell)->name;
    *about = (lob_share_about){.command = "drc", .key_count = 3};
    about->keys[0] = (lob_share_key){"layout", lob_str_from(session->sha256)};
    about->keys[1] = (lob_share_key){"cell", cell};
    about->keys[2].name = "deck";
    return lob_share_digest(r->w->call->ctx, r->text, &about->keys[2].value);
}

/* The part of this rank, and then, where all parts come together, the whole. */
static lob_status check_shared(rules_work *r, const lob_rules_question *whole) {
    lob_ctx *ctx = r->w->call->ctx;
    lob_rules_question question = *whole;
    lob_share_about about;
    lob_shares parts;
    lob_buf bytes;
    question.share = lob_ranks_own();
    question.share_count = lob_ranks_count();
    LOB_TRY(say_about(r, &about));
    lob_buf_init(&bytes, 0);
    lob_status status = LOB_OK;
    if (lob_ranks_works()) {
        status = lob_rules_run(ctx, &question, &r->bound.rules, &r->verdict);
        status = status == LOB_OK ? lob_verdict_put(ctx, &r->bound.rules, &r->verdict, &bytes) : status;
    }
    status = status == LOB_OK ? lob_ranks_gather(ctx, &about, bytes.data, bytes.size, &parts) : status;
    if (status == LOB_OK && lob_ranks_has_all()) {
        status = lob_verdict_join(ctx, &r->bound.rules, parts.blocks, parts.sizes, parts.count, &r->verdict);
    }
    lob_buf_release(&bytes);
    return status;
}

lob_status lob_drc_run_rules(lob_drc_work *w) {
    rules_work *r = LOB_NEW(w->call->ctx->arena, rules_work);
    lob_ctx *ctx = w->call->ctx;
    if (!r) {
        return lob_fail_memory(ctx);
    }
    r->w = w;
    LOB_TRY(take_deck(r));
    LOB_TRY(note_missing(r));
    const lob_layout *layout = w->session->layout;
    const lob_rules_question question = {.layout = layout, .cell = w->cell};
    LOB_TRY(lob_ranks_are_several() ? check_shared(r, &question)
                                    : lob_rules_run(ctx, &question, &r->bound.rules, &r->verdict));
    if (!lob_ranks_has_all()) {
        return LOB_OK;
    }
    LOB_TRY(lob_rdb_of_verdict(ctx, layout, w->cell, &r->bound.rules, &r->verdict, &r->rdb));
    LOB_TRY(write_report(r));
    return r->verdict.is_cut ? note_cut(r) : LOB_OK;
}
