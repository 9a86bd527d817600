/* run_drc_script with a deck of KLayout on the built-in engine: the deck's Ruby behind walls in the run folder, the
 * polygons here (script/script.h). The layout is not written: the session's is asked.
 *
 * With engine auto what the engine does not have sends the deck to KLayout, from the start; so does an error of the
 * deck, which KLayout may not have.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "script/script.h"
#include "tool/run_drc_script_impl.h"

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

static lob_status run_script(lob_deck_work *k, lob_script_result *result) {
    lob_drc_work *w = k->w;
    lob_ctx *ctx = w->call->ctx;
    const lob_config *config = lob_sessions_config(w->call->sessions);
    const lob_script_question question = {.layout = w->session->layout,
                                          .cell = w->session->top,
                                          .deck = &k->deck,
                                          .input_path = k->input_path,
                                          .report_path = k->report_path,
                                          .search_path = config->search_path,
                                          .home = config->home[0] ? config->home : NULL,
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

static lob_status run(lob_deck_work *k) {
    lob_script_result result = {0};
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
    lob_status status = run_native(w);
    const bool is_auto = w->request->engine == LOB_RUN_DRC_SCRIPT_REQUEST_ENGINE_AUTO;
    const bool is_refused = status == LOB_E_DRC_RUN_FAILED && w->run &&
                            (lob_str_equal(detail(&ctx->error, "reason", &none), LOB_STR("unsupported")) ||
                             lob_str_equal(detail(&ctx->error, "reason", &none), LOB_STR("deck_error")));
    w->response->has_engine = true;
    w->response->engine = LOB_RUN_DRC_SCRIPT_RESPONSE_ENGINE_NATIVE;
    if (is_auto && is_refused) {
        LOB_TRY(give_up(w));
        w->response->engine = LOB_RUN_DRC_SCRIPT_RESPONSE_ENGINE_KLAYOUT;
        return lob_drc_run_klayout(w);
    }
    return status;
}
