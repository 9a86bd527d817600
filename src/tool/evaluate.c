/* evaluate: checks what can be checked at once, starts the job, answers.
 *
 * The engine works in this process or, when the operator says so, in one of its own (tool/litho_child.h). A session's
 * layout is of this process alone: the other one reads its file, and what it says counts only when that is still the
 * file that the session has read. Invariant: the bytes and what is remembered are the same either way.
 */
#include <stdio.h>

#include "base/utf8.h"
#include "tool/common.h"
#include "tool/job.h"
#include "tool/litho_child.h"
#include "tool/litho_window.h"
#include "tool/registry.h"
#include "json/reader.h"

typedef struct hearing { /* what file the other process has read */
    char artifact_id[72];
    lob_job_teller *of; /* NULL: the job knows already */
} hearing;

static void hear(void *arg, const char *artifact_id) {
    hearing *h = arg;
    snprintf(h->artifact_id, sizeof h->artifact_id, "%s", artifact_id);
    if (h->of) {
        lob_job_tell(h->of, artifact_id);
    }
}

/* ---- a session's question as one of its file ---- */

/* The name by which the session's top is found in the file; data NULL: there is none. */
static lob_str name_of_top(const lob_litho_place *place) {
    bool ambiguous = false;
    const lob_str name = lob_layout_cell(place->layout, place->top)->name;
    const bool is_found = lob_utf8_valid(name) && lob_cell_by_shown_name(place->layout, name, &ambiguous) == place->top;
    return is_found ? name : (lob_str){NULL, 0};
}

static bool put_member(lob_ctx *ctx, cJSON *tree, const char *name, lob_str value) {
    const char *text = lob_arena_strdup(ctx->arena, value.data, value.size); /* ends with a 0 */
    return text && cJSON_AddStringToObject(tree, name, text) != NULL;
}

/* `asked`: data NULL when the session's question cannot be asked of its file. */
static lob_status ask_of_file(lob_ctx *ctx, const lob_job_task *task, lob_str *asked) {
    const lob_str top = name_of_top(&task->place);
    cJSON *tree;
    *asked = (lob_str){NULL, 0};
    if (!lob_utf8_valid(task->source_path)) {
        return LOB_OK;
    }
    LOB_TRY(lob_litho_parse(ctx, task->arguments, &tree));
    const bool has_cell = cJSON_HasObjectItem(tree, "cell");
    lob_status status = LOB_OK;
    if (has_cell || top.data) {
        cJSON_DeleteItemFromObjectCaseSensitive(tree, "session_id");
        const bool is_whole =
            put_member(ctx, tree, "layout", task->source_path) && (has_cell || put_member(ctx, tree, "cell", top));
        status = is_whole ? lob_job_text_of(ctx, tree, asked) : lob_fail_memory(ctx);
    }
    cJSON_Delete(tree);
    return status;
}

/* ---- the work ---- */

/* For optimize(violation_id). An aggregate report names no violation, so nobody can ask for one of it. */
static lob_status remember(lob_ctx *ctx, const lob_job_task *task, const char *artifact_id, const lob_buf *report) {
    const lob_str text = {report->data, report->size};
    const lob_str total = lob_json_raw_member(text, "violations_total");
    lob_litho_past past = {.arguments = task->arguments};
    char count[24];
    if (!total.data) {
        return LOB_OK;
    }
    LOB_TRY(lob_litho_report_read(ctx, text, &past.violations));
    snprintf(past.artifact_id, sizeof past.artifact_id, "%s", artifact_id);
    snprintf(count, sizeof count, "%u", past.violations.count);
    past.is_cut = !lob_str_equal(total, lob_str_from(count));
    return lob_litho_memory_keep(ctx, task->memory, &past);
}

/* `is_answered` false, with LOB_OK: it is for this process to answer. */
static lob_status evaluate_apart(lob_ctx *ctx, const lob_job_task *task, lob_job_teller *of, lob_str path, lob_buf *out,
                                 bool *is_answered) {
    const bool is_session = task->place.layout != NULL;
    hearing heard = {.of = is_session ? NULL : of};
    const bool draws = lob_str_equal(lob_json_raw_member(task->arguments, "inline_image"), LOB_STR("true"));
    const lob_litho_child child = {.roots = task->config->roots,
                                   .is_line = true,
                                   .told = hear,
                                   .told_arg = &heard,
                                   .picture = draws ? path : (lob_str){NULL, 0}};
    lob_str asked = task->arguments;
    *is_answered = false;
    if (is_session) {
        LOB_TRY(ask_of_file(ctx, task, &asked));
        if (!asked.data) {
            return LOB_OK;
        }
        lob_job_tell(of, task->place.artifact_id);
    }
    lob_status status = lob_litho_child_evaluate(ctx, &child, asked, out);
    if (is_session && status != LOB_E_CANCELLED && strcmp(heard.artifact_id, task->place.artifact_id) != 0) {
        lob_error_clear(&ctx->error);
        lob_buf_clear(out);
        return LOB_OK;
    }
    *is_answered = true;
    return status == LOB_OK && !out->failed ? remember(ctx, task, heard.artifact_id, out) : status;
}

static lob_status work(void *arg, lob_ctx *ctx, const char *id, lob_buf *out) {
    const lob_job_task *task = arg;
    lob_job_teller of = {task->jobs, id};
    const lob_str path = lob_jobs_path(task->jobs, ctx->arena, id, LOB_JOB_PRINT);
    const lob_litho_run run = lob_job_run_of(task, &of, path);
    bool is_answered = false;
    if (path.data == NULL) {
        return lob_fail_memory(ctx);
    }
    if (task->apart) {
        lob_job_listener listener = {of, ""};
        LOB_TRY(lob_job_run_by(ctx, task, "evaluate", path, &listener, out));
        return out->failed ? LOB_OK : remember(ctx, task, listener.artifact_id, out);
    }
    if (task->config->litho_engine == LOB_LITHO_SUBPROCESS) {
        LOB_TRY(evaluate_apart(ctx, task, &of, path, out, &is_answered));
    }
    return is_answered ? LOB_OK : lob_litho_run_evaluate(ctx, &run, task->arguments, out);
}

lob_status lob_tool_evaluate(lob_call *call, const lob_evaluate_request *request, lob_evaluate_response *response) {
    const lob_litho_ask ask = lob_litho_ask_of_evaluate(request);
    lob_job_task *task;
    lob_job_status status;
    lob_window_ask *window;
    LOB_TRY(request->process_window ? lob_litho_window_ask(call->ctx, request, &window) : LOB_OK);
    LOB_TRY(lob_job_task_new(call, &ask, &task));
    LOB_TRY(lob_job_begin(call, "evaluate", work, task, request->wait_ms, &status));
    LOB_JOB_SHOW(call->ctx, &status, response);
    return lob_job_show_picture(call, &status, &response->image, &response->image_svg);
}
