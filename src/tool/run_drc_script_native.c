/* run_drc_script with a deck of KLayout on the built-in engine: the deck's Ruby behind walls in the run folder, the
 * polygons here (script/script.h). The layout is not written: the session's is asked.
 *
 * With engine auto what the engine does not have sends the deck to KLayout, from the start; so does an error of the
 * deck, which KLayout may not have.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/num.h"
#include "base/sort.h"
#include "litho/ranks.h"
#include "script/script.h"
#include "tool/run_drc_script_impl.h"

enum { PROFILE_SHOWN = 1000 };

static lob_status fill_report(lob_ctx *ctx, const lob_rdb *rdb, int fd) {
    lob_outfile out;
    lob_status status = lob_outfile_begin(ctx, &out, fd, false);
    if (status == LOB_OK) {
        status = lob_rdb_write(ctx, rdb, &out);
    }
    if (status == LOB_OK) {
        status = lob_outfile_end(&out);
    }
    lob_outfile_release(&out);
    return status;
}

static lob_status write_report(lob_drc_work *w, const lob_rdb *rdb) {
    lob_ctx *ctx = w->call->ctx;
    lob_drc_stream stream;
    lob_str path;
    unlinkat(w->dir_fd, LOB_DRC_REPORT, 0); /* should the deck have made one of this name */
    LOB_TRY(lob_drc_stream_begin(ctx, w->session, w->run, LOB_DRC_REPORT, &stream));
    return lob_drc_stream_end(ctx, w->session, w->run, &stream, fill_report(ctx, rdb, stream.fd), &path);
}

/* ---- a part of a deck ---- */

static bool wants_part(const lob_run_drc_script_request *q) {
    return q->only.count > 0 || q->box || q->profile;
}

static lob_status refuse_shared(lob_ctx *ctx) {
    lob_status status =
        lob_fail(ctx, LOB_E_INVALID_TARGET, "Only the built-in engine shares a deck, without a profile");
    lob_hint(ctx, "Give --engine native with --shard, --merge or mpirun, and leave --profile out.");
    lob_error_text(&ctx->error, "reason", LOB_STR("engine"));
    return status;
}

/* KLayout knows no parts and no profile, and rule decks have check_rules for parts. */
lob_status lob_drc_refuse_part(const lob_drc_work *w) {
    const lob_run_drc_script_request *q = w->request;
    lob_ctx *ctx = w->call->ctx;
    if (lob_ranks_are_several() && q->script_type != LOB_RUN_DRC_SCRIPT_REQUEST_SCRIPT_TYPE_JSON) {
        return refuse_shared(ctx);
    }
    if (!wants_part(q)) {
        return LOB_OK;
    }
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "only, box and profile are for the built-in engine");
    if (q->script_type == LOB_RUN_DRC_SCRIPT_REQUEST_SCRIPT_TYPE_JSON) {
        lob_hint(ctx, "Check parts of a rule deck with check_rules: only, box.");
    } else {
        lob_hint(ctx, "Send engine native as well, or leave them out.");
    }
    lob_error_text(&ctx->error, "argument",
                   q->only.count > 0 ? LOB_STR("only")
                   : q->box          ? LOB_STR("box")
                                     : LOB_STR("profile"));
    return status;
}

static lob_status take_part(lob_drc_work *w, lob_script_part *part) {
    const lob_run_drc_script_request *q = w->request;
    bool is_off_grid = false;
    *part = (lob_script_part){.only = q->only.items, .only_count = q->only.count, .has_profile = q->profile};
    if (lob_ranks_are_several()) {
        part->share = lob_ranks_own();
        part->share_count = lob_ranks_count();
    }
    if (q->box) {
        LOB_TRY(lob_call_box(w->call, q->box, &part->box, &is_off_grid));
        part->has_box = true;
        LOB_TRY(lob_note(w->call->ctx, &w->notes,
                         "Only markers that touch the box are listed; far outside of the box a marker may have "
                         "another shape than in a run on the whole cell."));
    }
    if (is_off_grid) {
        LOB_TRY(lob_note(w->call->ctx, &w->notes, "Sides of the box were rounded to the nearest database unit."));
    }
    return LOB_OK;
}

static int by_time(const void *a, const void *b, void *unused) {
    (void)unused;
    const lob_script_spent *x = *(const lob_script_spent *const *)a, *y = *(const lob_script_spent *const *)b;
    return x->ns != y->ns ? (x->ns < y->ns) - (x->ns > y->ns) : (x > y) - (x < y);
}

static int by_place(const void *a, const void *b, void *unused) {
    (void)unused;
    const lob_script_spent *x = *(const lob_script_spent *const *)a, *y = *(const lob_script_spent *const *)b;
    return (x > y) - (x < y);
}

/* In the order of the run; of very many those that took longest. */
static lob_status show_profile(const lob_deck_work *k, const lob_script_result *result) {
    lob_run_drc_script_response *a = k->w->response;
    lob_ctx *ctx = k->w->call->ctx;
    const uint32_t total = result->spent_count, count = total < PROFILE_SHOWN ? total : PROFILE_SHOWN;
    const lob_script_spent **list = LOB_NEW_ARRAY(ctx->arena, const lob_script_spent *, (size_t)total + 1);
    a->profile.items = LOB_NEW_ARRAY(ctx->arena, lob_run_drc_script_response_profile_item, (size_t)count + 1);
    if (!list || !a->profile.items) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < total; i++) {
        list[i] = &result->spent[i];
    }
    LOB_TRY(lob_sort(ctx, list, total, sizeof *list, by_time, NULL));
    LOB_TRY(lob_sort(ctx, list, count, sizeof *list, by_place, NULL));
    a->has_profile = true;
    for (uint32_t i = 0; i < count; i++) {
        const lob_script_spent *spent = list[i];
        lob_str file = LOB_STR("");
        uint32_t line = 0;
        if (spent->line > 0) {
            lob_deck_place(&k->deck, spent->line, &file, &line);
        }
        a->profile.items[a->profile.count++] =
            (lob_run_drc_script_response_profile_item){.file = file,
                                                       .line = line,
                                                       .operation = lob_str_from(spent->operation),
                                                       .calls = lob_count_show(spent->calls),
                                                       .shapes = lob_count_show(spent->shapes),
                                                       .seconds = lob_num_round_um((double)spent->ns / 1e9)};
    }
    return count == total ? LOB_OK
                          : lob_note(ctx, &k->w->notes, "The profile has the %u slowest of %u lines.", count, total);
}

static lob_status run_script(lob_deck_work *k, lob_script_result *result) {
    lob_drc_work *w = k->w;
    lob_ctx *ctx = w->call->ctx;
    const lob_config *config = lob_sessions_config(w->call->sessions);
    lob_script_part part;
    LOB_TRY(take_part(w, &part));
    const lob_script_question question = {.layout = w->session->layout,
                                          .cell = w->cell,
                                          .deck = &k->deck,
                                          .input_path = k->input_path,
                                          .report_path = k->report_path,
                                          .search_path = config->search_path,
                                          .home = config->home[0] ? config->home : NULL,
                                          .part = part,
                                          .command = lob_deck_work_command(k)};
    LOB_TRY(lob_deck_work_enter(ctx, question.command.limits.timeout_ms));
    lob_status status = lob_script_run(ctx, &question, result);
    lob_deck_work_leave();
    k->result = result->run;
    w->was_entered = status == LOB_OK;
    w->return_code = result->run.exit_code;
    w->said = result->run.err.tail;
    return status;
}

/* The box is named in a note; who joins runs nothing, and says it as well. */
static lob_status join(lob_deck_work *k, const lob_shares *all) {
    lob_joined_report joined = {.count = 0};
    lob_script_part part;
    lob_status status = lob_ranks_works() ? LOB_OK : take_part(k->w, &part);
    status = status == LOB_OK ? lob_deck_work_join(k, all, &joined) : status;
    status = status == LOB_OK ? write_report(k->w, &joined.rdb) : status;
    status = status == LOB_OK ? lob_deck_work_show(k) : status;
    lob_joined_report_drop(&joined);
    return status;
}

static lob_status run_shared(lob_deck_work *k) {
    lob_script_result result = {0};
    lob_shares all;
    const bool works = lob_ranks_works();
    LOB_TRY(lob_deck_work_prepare(k));
    LOB_TRY(lob_deck_work_open_log(k));
    lob_status status = works ? run_script(k, &result) : LOB_OK;
    status = status == LOB_OK ? lob_deck_work_gather(k, works ? &result : NULL, &all) : status;
    status = status == LOB_OK && lob_ranks_has_all() ? join(k, &all) : status;
    lob_script_result_drop(&result);
    return status;
}

static lob_status run(lob_deck_work *k) {
    lob_script_result result = {0};
    if (lob_ranks_are_several()) {
        return run_shared(k);
    }
    LOB_TRY(lob_deck_work_prepare(k));
    LOB_TRY(lob_deck_work_open_log(k));
    lob_status status = run_script(k, &result);
    if (status == LOB_OK) {
        status = lob_deck_work_move_log(k);
    }
    if (status == LOB_OK) {
        status = write_report(k->w, &result.rdb);
    }
    if (status == LOB_OK) {
        status = lob_deck_work_show(k);
    }
    if (status == LOB_OK && result.has_target) {
        status =
            lob_note(k->w->call->ctx, &k->w->notes,
                     "Layers that the deck writes to its target are not kept: only what goes to its report is here.");
    }
    if (status == LOB_OK && k->w->request->profile) {
        status = show_profile(k, &result);
    }
    lob_script_result_drop(&result);
    return status;
}

static lob_status run_native(lob_drc_work *w) {
    lob_deck_work *k;
    LOB_TRY(lob_deck_work_begin(w, &k));
    lob_status status = run(k);
    lob_deck_work_remove_log(k);
    return status;
}

/* A detail of the error; empty: there is none. */
static lob_str detail(const lob_error *error, const char *key, int64_t *integer) {
    for (unsigned i = 0; i < error->detail_count; i++) {
        if (strcmp(error->details[i].key, key) == 0) {
            *integer = error->details[i].integer;
            return error->details[i].text;
        }
    }
    *integer = 0;
    return LOB_STR("");
}

/* What the native run began is taken back, and why it did not go on becomes a note. */
static lob_status give_up(lob_drc_work *w) {
    lob_ctx *ctx = w->call->ctx;
    int64_t line, none;
    char why[128];
    const lob_str method = detail(&ctx->error, "method", &none);
    (void)detail(&ctx->error, "deck_line", &line);
    snprintf(why, sizeof why, "%.*s", method.size < sizeof why ? (int)method.size : (int)sizeof why - 1, method.data);
    for (char *c = why; *c; c++) {
        *c = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') ? *c : '_';
    }
    lob_error_clear(&ctx->error);
    lob_drc_remove(w->session, w->run);
    w->run = NULL;
    close(w->dir_fd);
    w->dir_fd = -1;
    w->was_entered = false;
    return why[0] ? lob_note(ctx, &w->notes, "KLayout ran the deck: the built-in engine has no %s (line %lld).", why,
                             (long long)line)
                  : lob_note(ctx, &w->notes, "KLayout ran the deck: the built-in engine could not.");
}

lob_status lob_drc_run_native(lob_drc_work *w) {
    lob_ctx *ctx = w->call->ctx;
    int64_t none;
    const bool is_auto = w->request->engine == LOB_RUN_DRC_SCRIPT_REQUEST_ENGINE_AUTO;
    if (lob_ranks_are_several() && (is_auto || w->request->profile)) {
        return refuse_shared(ctx); /* one rank could choose KLayout, another not */
    }
    lob_status status = run_native(w);
    const bool is_refused = status == LOB_E_DRC_RUN_FAILED && w->run &&
                            (lob_str_equal(detail(&ctx->error, "reason", &none), LOB_STR("unsupported")) ||
                             lob_str_equal(detail(&ctx->error, "reason", &none), LOB_STR("deck_error")));
    w->response->has_engine = true;
    w->response->engine = LOB_RUN_DRC_SCRIPT_RESPONSE_ENGINE_NATIVE;
    if (is_auto && is_refused && !wants_part(w->request)) {
        LOB_TRY(give_up(w));
        w->response->engine = LOB_RUN_DRC_SCRIPT_RESPONSE_ENGINE_KLAYOUT;
        return lob_drc_run_klayout(w);
    }
    return status;
}
