/* optimize: finds what the violation's id means (this process remembers, or the request says enough to find it again),
 * starts the job, answers.
 */
#include "tool/registry.h"

#include <stdio.h>

#include "base/alloc.h"
#include "base/digest.h"
#include "gen/parse.h"
#include "tool/job.h"

static lob_status work(void *arg, lob_ctx *ctx, const char *id, lob_buf *out) {
    const lob_job_task *task = arg;
    lob_job_teller of = {task->jobs, id};
    const lob_str path = lob_jobs_path(task->jobs, ctx->arena, id, LOB_JOB_MASK);
    const lob_litho_run run = lob_job_run_of(task, &of, path);
    const lob_litho_before before = {.arguments = task->before,
                                     .artifact_id =
                                         task->artifact_id[0] ? lob_str_from(task->artifact_id) : (lob_str){NULL, 0}};
    if (path.data == NULL) {
        return lob_fail_memory(ctx);
    }
    if (task->apart) {
        lob_job_listener listener = {of, ""};
        return lob_job_run_by(ctx, task, "optimize", path, &listener, out);
    }
    return lob_litho_run_optimize(ctx, &run, task->arguments, &before, path, out);
}

/* ---- where the violation was found ---- */

static lob_status fail_id(lob_ctx *ctx, lob_str id) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "This is not the id of a violation");
    lob_error_text(&ctx->error, "argument", LOB_STR("violation_id"));
    lob_error_text(&ctx->error, "reason", LOB_STR("not_an_id"));
    lob_error_text(&ctx->error, "violation_id", id);
    lob_hint(ctx, "Use a violation_id of a report of evaluate (report_level detailed), unchanged.");
    return status;
}

static lob_status fail_unknown(lob_ctx *ctx, bool has_artifact) {
    lob_status status;
    if (has_artifact) {
        status = lob_fail(ctx, LOB_E_LAYOUT_NOT_PINNED, "The layout of this layout_artifact_id is not known here");
        lob_hint(ctx, "Send layout and layer as for evaluate, with violation_id: the violation is found again.");
        return status;
    }
    status = lob_fail(ctx, LOB_E_CACHE_EVICTED, "The evaluation that found this violation is no longer remembered");
    lob_hint(ctx,
             "Send layout_artifact_id of that evaluation, or layout and layer as for evaluate; or evaluate again.");
    return status;
}

/* ---- evaluations of earlier connections ---- */

static lob_status parse_request(lob_ctx *ctx, lob_str arguments, lob_evaluate_request *request) {
    cJSON *tree;
    LOB_TRY(lob_litho_parse(ctx, arguments, &tree));
    lob_status status = lob_evaluate_request_parse(ctx, tree, request);
    cJSON_Delete(tree);
    return status;
}

/* Whether the recorded request names a file and checks by the deck of the id. One that cannot be read is none. */
static lob_status check_recorded(lob_ctx *ctx, lob_str arguments, const uint8_t deck_start[8], bool *fits) {
    lob_evaluate_request *request = LOB_NEW(ctx->arena, lob_evaluate_request);
    char start[17];
    lob_litho_deck deck;
    lob_ctx quiet;
    *fits = false;
    if (request == NULL) {
        return lob_fail_memory(ctx);
    }
    lob_ctx_init(&quiet, ctx->arena);
    if (parse_request(&quiet, arguments, request) == LOB_OK && request->layout.data) {
        const lob_litho_ask ask = lob_litho_ask_of_evaluate(request);
        lob_hex(start, deck_start, 8);
        *fits = lob_litho_ask_deck(&quiet, &ask, &deck) == LOB_OK && memcmp(deck.hash + 7, start, 16) == 0;
    }
    return LOB_OK;
}

/* The records of jobs say what was asked of which file: that is enough to find the violation again. */
static lob_status find_recorded(lob_call *call, const lob_optimize_request *request, const lob_violation_key *key,
                                bool *found, lob_litho_past *past) {
    enum { PAGE = 64 };
    char ids[PAGE][LOB_JOB_ID_SIZE + 1], last[LOB_JOB_ID_SIZE + 1];
    lob_str after = {NULL, 0};
    uint32_t count = PAGE;
    lob_jobs *jobs;
    LOB_TRY(lob_sessions_jobs(call->ctx, call->sessions, &jobs));
    while (!*found && count == PAGE && lob_jobs_list(jobs, after, ids, &count)) {
        for (uint32_t i = 0; i < count && !*found; i++) {
            lob_str asked;
            LOB_TRY(lob_poll(call->ctx));
            LOB_TRY(lob_jobs_request(call->ctx, jobs, lob_str_from(ids[i]), request->layout_artifact_id, &asked));
            LOB_TRY(asked.data ? check_recorded(call->ctx, asked, key->deck, found) : LOB_OK);
            *past = (lob_litho_past){.arguments = asked, .is_cut = true};
        }
        snprintf(last, sizeof last, "%s", count ? ids[count - 1] : "");
        after = lob_str_from(last);
    }
    snprintf(past->artifact_id, sizeof past->artifact_id, "%.*s", (int)request->layout_artifact_id.size,
             request->layout_artifact_id.data);
    return LOB_OK;
}

static lob_status find_before(lob_call *call, const lob_optimize_request *request, bool *found, lob_litho_past *past) {
    lob_ctx *ctx = call->ctx;
    lob_violation_key key;
    lob_litho_memory *memory = lob_litho_memory_of(call->sessions);
    *found = false;
    if (memory == NULL) {
        return lob_fail_memory(ctx);
    }
    if (!lob_violation_id_parse(request->violation_id, &key)) {
        return fail_id(ctx, request->violation_id);
    }
    LOB_TRY(lob_litho_memory_find(ctx, memory, request->violation_id, found, past));
    if (*found || request->layout.data || request->session_id.data) {
        return LOB_OK;
    }
    if (request->layout_artifact_id.data) {
        LOB_TRY(lob_litho_memory_pinned(ctx, memory, request->layout_artifact_id, key.deck, found, past));
        LOB_TRY(*found ? LOB_OK : find_recorded(call, request, &key, found, past));
    }
    return *found ? LOB_OK : fail_unknown(ctx, request->layout_artifact_id.data != NULL);
}

/* ---- the task ---- */

static lob_status ask_before(lob_ctx *ctx, const lob_litho_past *past, lob_litho_ask *ask) {
    lob_evaluate_request *evaluated = LOB_NEW(ctx->arena, lob_evaluate_request);
    if (evaluated == NULL) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(parse_request(ctx, past->arguments, evaluated));
    *ask = lob_litho_ask_of_evaluate(evaluated);
    return LOB_OK;
}

static lob_status keep_before(lob_ctx *ctx, const lob_litho_past *past, lob_job_task *task) {
    char *copy = lob_malloc(past->arguments.size + 1);
    if (copy == NULL) {
        return lob_fail_memory(ctx);
    }
    memcpy(copy, past->arguments.data, past->arguments.size);
    copy[past->arguments.size] = '\0';
    task->before = (lob_str){copy, past->arguments.size};
    snprintf(task->artifact_id, sizeof task->artifact_id, "%s", past->artifact_id);
    return LOB_OK;
}

/* The recovery is another one than that of a path somebody sent. */
static lob_status fail_moved(lob_ctx *ctx, lob_str path) {
    lob_error_clear(&ctx->error);
    const lob_status status =
        lob_fail(ctx, LOB_E_LAYOUT_NOT_PINNED, "The file that was evaluated is no longer where it was");
    lob_error_text(&ctx->error, "reason", LOB_STR("layout_absent"));
    lob_error_text(&ctx->error, "path", path);
    lob_hint(ctx, "Put it back, or send layout and the other arguments of that evaluation with violation_id.");
    return status;
}

static lob_status make_task(lob_call *call, const lob_optimize_request *request, lob_job_task **task) {
    lob_litho_ask ask = lob_litho_ask_of_optimize(request);
    lob_litho_past past;
    bool found = false;
    if (request->violation_id.data) {
        LOB_TRY(find_before(call, request, &found, &past));
    }
    if (found) {
        LOB_TRY(ask_before(call->ctx, &past, &ask));
    }
    lob_status status = lob_job_task_new(call, &ask, task);
    if (status == LOB_E_FILE_NOT_FOUND && found) {
        return fail_moved(call->ctx, ask.layout);
    }
    LOB_TRY(status);
    if (found) {
        status = keep_before(call->ctx, &past, *task);
    } else if (request->layout_artifact_id.data) {
        snprintf((*task)->artifact_id, sizeof(*task)->artifact_id, "%.*s", (int)request->layout_artifact_id.size,
                 request->layout_artifact_id.data);
    }
    if (status != LOB_OK) {
        lob_job_task_drop(*task);
    }
    return status;
}

lob_status lob_tool_optimize(lob_call *call, const lob_optimize_request *request, lob_optimize_response *response) {
    lob_job_task *task;
    lob_job_status status;
    LOB_TRY(make_task(call, request, &task));
    LOB_TRY(lob_job_begin(call, "optimize", work, task, request->wait_ms, &status));
    LOB_JOB_SHOW(call->ctx, &status, response);
    return lob_job_show_picture(call, &status, &response->image, &response->image_svg);
}
