/* Tasks over jobs. Invariant: a task that was told can be asked for: its job has a record before its id is known. */
#include "mcp/tasks.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "mcp/identity.h"
#include "mcp/tools.h"
#include "session/jobs.h"
#include "json/reader.h"

enum { POLL_INTERVAL_MS = 500 };

void lob_tasks_hasten(cJSON *arguments) {
    cJSON *wait = cJSON_GetObjectItemCaseSensitive(arguments, "wait_ms");
    if (cJSON_IsNumber(wait) && wait->valuedouble > 0 && wait->valuedouble <= LOB_LIMIT_JOB_WAIT_MS) {
        cJSON_SetNumberValue(wait, 0);
    }
}

/* ---- a task ---- */

/* `began` and so many milliseconds, as a time; the epoch when nobody knows. */
static void write_time(lob_jsonw *w, const char *key, const char *began, int64_t more_ms) {
    struct tm parts = {0};
    char text[32];
    const char *end = strptime(began, "%Y-%m-%dT%H:%M:%SZ", &parts);
    time_t at = end != NULL && *end == '\0' ? timegm(&parts) + (time_t)(more_ms / 1000) : 0;
    memset(&parts, 0, sizeof parts);
    if (gmtime_r(&at, &parts) == NULL || strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts) == 0) {
        snprintf(text, sizeof text, "1970-01-01T00:00:00Z");
    }
    lob_jsonw_key(w, key);
    lob_jsonw_text(w, text);
}

static const char *state_shown(const lob_tasks_ask *ask, lob_job_state state) {
    switch (state) {
    case LOB_JOB_QUEUED:
    case LOB_JOB_WORKING:
        return "working"; /* a task begins so */
    case LOB_JOB_FAILED:
        return ask->form == LOB_TASK_EXTENSION ? "completed" : "failed";
    default:
        return lob_job_state_name(state);
    }
}

static void write_message(lob_jsonw *w, const lob_job_status *status) {
    char text[1100];
    switch (status->state) {
    case LOB_JOB_QUEUED:
        snprintf(text, sizeof text, "waits for its turn");
        break;
    case LOB_JOB_FAILED:
        snprintf(text, sizeof text, "%s: %s. %s", lob_status_name(status->error.code), status->error.message,
                 status->error.hint);
        break;
    case LOB_JOB_CANCELLED:
        snprintf(text, sizeof text, "cancelled");
        break;
    default:
        snprintf(text, sizeof text, "%s", status->message);
    }
    if (text[0] != '\0') {
        lob_jsonw_key(w, "statusMessage");
        lob_jsonw_text(w, text);
    }
}

/* The members of a Task, into an object that is open. */
static void write_members(const lob_tasks_ask *ask, const lob_job_status *status, lob_jsonw *w) {
    const bool is_core = ask->form == LOB_TASK_CORE;
    lob_jsonw_key(w, "taskId");
    lob_jsonw_text(w, status->id);
    lob_jsonw_key(w, "status");
    lob_jsonw_text(w, state_shown(ask, status->state));
    write_message(w, status);
    write_time(w, "createdAt", status->began, 0);
    write_time(w, "lastUpdatedAt", status->began, status->elapsed_ms);
    lob_jsonw_key(w, is_core ? "ttl" : "ttlMs");
    lob_jsonw_int(w, LOB_TASK_TTL_MS);
    if (status->state < LOB_JOB_COMPLETED) {
        lob_jsonw_key(w, is_core ? "pollInterval" : "pollIntervalMs");
        lob_jsonw_int(w, POLL_INTERVAL_MS);
    }
}

/* ---- errors ---- */

static lob_tasks_state refuse(const lob_tasks_ask *ask, int code, const char *what, lob_buf *line) {
    lob_rpc_error(line, ask->id, code, what, (lob_str){0});
    return LOB_TASKS_ANSWERED;
}

static bool is_the_askers_fault(lob_status status) {
    return status != LOB_E_TOOL_LIMIT_EXCEEDED && status != LOB_E_INTERNAL_ERROR;
}

static lob_tasks_state refuse_status(const lob_tasks_ask *ask, lob_status status, lob_buf *line) {
    if (status == LOB_E_CANCELLED) {
        return LOB_TASKS_SILENT;
    }
    if (status == LOB_E_INVALID_TARGET && strcmp(ask->ctx->error.message, "No job has this id") == 0) {
        return refuse(ask, LOB_RPC_INVALID_PARAMS, "Unknown task: no task has this taskId, or it was removed", line);
    }
    char text[1100];
    snprintf(text, sizeof text, "%s. %s", ask->ctx->error.message, ask->ctx->error.hint);
    return refuse(ask, is_the_askers_fault(status) ? LOB_RPC_INVALID_PARAMS : LOB_RPC_INTERNAL_ERROR, text, line);
}

/* data NULL: there is none; an error line was written. */
static lob_str task_id(const lob_tasks_ask *ask, lob_buf *line) {
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(ask->params, "taskId");
    if (!cJSON_IsString(id)) {
        refuse(ask, LOB_RPC_INVALID_PARAMS, "Invalid params: taskId must be a string", line);
        return (lob_str){0};
    }
    return lob_str_from(id->valuestring);
}

/* ---- results ---- */

/* What `poll` answers, into ask->json; the job has ended. */
static lob_status take_result(const lob_tasks_ask *ask, const lob_job_status *status) {
    const lob_tool *poll = lob_tools_find(ask->product, "poll");
    lob_call call = {.ctx = ask->ctx, .sessions = ask->sessions};
    cJSON *arguments = cJSON_CreateObject();
    if (!poll || !cJSON_AddStringToObject(arguments, "job_id", status->id)) {
        cJSON_Delete(arguments);
        return lob_fail_memory(ask->ctx);
    }
    lob_buf_clear(ask->json);
    const lob_status ran = lob_tool_run(&call, poll, arguments, ask->json);
    lob_call_end(&call);
    cJSON_Delete(arguments);
    if (ran == LOB_OK && ask->json->failed) {
        return lob_fail_memory(ask->ctx);
    }
    return ran;
}

static lob_tools_result result_of(const lob_tasks_ask *ask, const lob_job_status *status) {
    return (lob_tools_result){.id = ask->id,
                              .json = {ask->json->data, ask->json->size},
                              .is_error = status->state != LOB_JOB_COMPLETED,
                              .task_id = lob_str_from(status->id)};
}

static lob_tasks_state answer_result(const lob_tasks_ask *ask, const lob_job_status *status, lob_buf *line) {
    if (status->state < LOB_JOB_COMPLETED) {
        return LOB_TASKS_AGAIN;
    }
    const lob_status taken = take_result(ask, status);
    if (taken != LOB_OK) {
        return refuse_status(ask, taken, line);
    }
    const lob_tools_result result = result_of(ask, status);
    lob_tools_answer_call(ask->product, &result, line);
    return LOB_TASKS_ANSWERED;
}

static void end_answer(const lob_tasks_ask *ask, lob_buf *line) {
    if (ask->form == LOB_TASK_EXTENSION) {
        lob_modern_tail(ask->product, line);
    }
    lob_buf_add_byte(line, '}');
    lob_rpc_end_result(line);
}

static lob_tasks_state answer_state(const lob_tasks_ask *ask, const lob_job_status *status, lob_buf *line) {
    const bool has_result = ask->form == LOB_TASK_EXTENSION && ask->method == LOB_METHOD_TASKS_GET &&
                            (status->state == LOB_JOB_COMPLETED || status->state == LOB_JOB_FAILED);
    if (has_result) {
        const lob_status taken = take_result(ask, status);
        if (taken != LOB_OK) {
            return refuse_status(ask, taken, line);
        }
    }
    lob_jsonw w;
    lob_rpc_begin_result(line, ask->id);
    lob_jsonw_init(&w, line);
    lob_jsonw_begin_object(&w);
    write_members(ask, status, &w);
    if (has_result) {
        const lob_tools_result result = result_of(ask, status);
        lob_buf_add_text(line, ",\"result\":");
        lob_tools_begin_result(&result, line);
        lob_buf_add_text(line, ",\"resultType\":\"complete\"}");
    }
    end_answer(ask, line);
    return LOB_TASKS_ANSWERED;
}

/* Nothing but that it was heard. */
static lob_tasks_state answer_heard(const lob_tasks_ask *ask, lob_buf *line) {
    lob_rpc_begin_result(line, ask->id);
    lob_buf_add_byte(line, '{');
    lob_modern_members(ask->product, "complete", line);
    lob_buf_add_byte(line, '}');
    lob_rpc_end_result(line);
    return LOB_TASKS_ANSWERED;
}

/* ---- methods ---- */

/* CORE: the answer waits until the task is cancelled. `status` is from before. */
static lob_tasks_state cancel(const lob_tasks_ask *ask, lob_jobs *jobs, lob_job_status *status, bool was_asked,
                              lob_buf *line) {
    if (ask->form == LOB_TASK_CORE && status->state >= LOB_JOB_COMPLETED) {
        if (was_asked && status->state == LOB_JOB_CANCELLED) {
            return answer_state(ask, status, line);
        }
        char text[96];
        snprintf(text, sizeof text, "Cannot cancel the task: it has ended, with status %s",
                 lob_job_state_name(status->state));
        return refuse(ask, LOB_RPC_INVALID_PARAMS, text, line);
    }
    const lob_status cancelled = lob_jobs_cancel(ask->ctx, jobs, lob_str_from(status->id));
    if (cancelled != LOB_OK) {
        return refuse_status(ask, cancelled, line);
    }
    return ask->form == LOB_TASK_CORE ? LOB_TASKS_AGAIN : answer_heard(ask, line);
}

static lob_tasks_state update(const lob_tasks_ask *ask, lob_buf *line) {
    /* No task of ours asks for input, so there is nothing that a response could be to. */
    return cJSON_IsObject(cJSON_GetObjectItemCaseSensitive(ask->params, "inputResponses"))
               ? answer_heard(ask, line)
               : refuse(ask, LOB_RPC_INVALID_PARAMS, "Invalid params: inputResponses must be an object", line);
}

static lob_tasks_state list(const lob_tasks_ask *ask, lob_jobs *jobs, lob_buf *line) {
    const cJSON *cursor = cJSON_GetObjectItemCaseSensitive(ask->params, "cursor");
    char ids[LOB_TASK_PAGE_COUNT + 1][LOB_JOB_ID_SIZE + 1];
    uint32_t count = LOB_TASK_PAGE_COUNT + 1;
    const bool has_cursor = cursor && !cJSON_IsNull(cursor);
    const lob_str after = cJSON_IsString(cursor) ? lob_str_from(cursor->valuestring) : (lob_str){0};
    if ((has_cursor && !after.data) || !lob_jobs_list(jobs, after, ids, &count)) {
        return refuse(ask, LOB_RPC_INVALID_PARAMS, "Invalid params: unknown cursor", line);
    }
    lob_job_status *status = LOB_NEW(ask->ctx->arena, lob_job_status);
    if (!status) {
        return refuse(ask, LOB_RPC_INTERNAL_ERROR, "Out of memory", line);
    }
    lob_jsonw w;
    lob_rpc_begin_result(line, ask->id);
    lob_jsonw_init(&w, line);
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "tasks");
    lob_jsonw_begin_array(&w);
    for (uint32_t i = 0; i < count && i < LOB_TASK_PAGE_COUNT; i++) {
        lob_error_clear(&ask->ctx->error);
        const lob_status looked = lob_jobs_look(ask->ctx, jobs, lob_str_from(ids[i]), status);
        if (looked == LOB_OK) { /* else it was removed just now */
            lob_jsonw_begin_object(&w);
            write_members(ask, status, &w);
            lob_jsonw_end_object(&w);
        }
    }
    lob_jsonw_end_array(&w);
    if (count > LOB_TASK_PAGE_COUNT) {
        lob_jsonw_key(&w, "nextCursor");
        lob_jsonw_text(&w, ids[LOB_TASK_PAGE_COUNT - 1]);
    }
    lob_jsonw_end_object(&w);
    lob_rpc_end_result(line);
    return LOB_TASKS_ANSWERED;
}

static lob_tasks_state answer_one(const lob_tasks_ask *ask, lob_jobs *jobs, bool was_asked, lob_buf *line) {
    const lob_str id = task_id(ask, line);
    if (!id.data) {
        return LOB_TASKS_ANSWERED;
    }
    lob_job_status *status = LOB_NEW(ask->ctx->arena, lob_job_status);
    if (!status) {
        return refuse(ask, LOB_RPC_INTERNAL_ERROR, "Out of memory", line);
    }
    const bool waits = ask->method == LOB_METHOD_TASKS_RESULT || was_asked;
    const lob_status found = waits ? lob_jobs_poll(ask->ctx, jobs, id, LOB_TASK_SLICE_MS, false, status)
                                   : lob_jobs_look(ask->ctx, jobs, id, status);
    if (found != LOB_OK) {
        return refuse_status(ask, found, line);
    }
    switch (ask->method) {
    case LOB_METHOD_TASKS_RESULT:
        return answer_result(ask, status, line);
    case LOB_METHOD_TASKS_CANCEL:
        return cancel(ask, jobs, status, was_asked, line);
    case LOB_METHOD_TASKS_UPDATE:
        return update(ask, line);
    default:
        return answer_state(ask, status, line);
    }
}

lob_tasks_state lob_tasks_answer(const lob_tasks_ask *ask, bool was_asked, lob_buf *line) {
    lob_jobs *jobs;
    lob_buf_clear(line);
    const lob_status status = lob_sessions_jobs(ask->ctx, ask->sessions, &jobs);
    if (status != LOB_OK) {
        return refuse_status(ask, status, line);
    }
    return ask->method == LOB_METHOD_TASKS_LIST ? list(ask, jobs, line) : answer_one(ask, jobs, was_asked, line);
}

/* ---- creation ---- */

/* Of the job that ask->json tells of. */
static lob_status look_at_job(const lob_tasks_ask *ask, lob_jobs **jobs, lob_job_status *status) {
    const lob_str raw = lob_json_raw_member((lob_str){ask->json->data, ask->json->size}, "job_id");
    const lob_str id = raw.size > 2 ? (lob_str){raw.data + 1, raw.size - 2} : (lob_str){"", 0};
    LOB_TRY(lob_sessions_jobs(ask->ctx, ask->sessions, jobs));
    return lob_jobs_look(ask->ctx, *jobs, id, status);
}

void lob_tasks_answer_created(const lob_tasks_ask *ask, lob_buf *line) {
    lob_jobs *jobs;
    lob_buf_clear(line);
    lob_job_status *status = LOB_NEW(ask->ctx->arena, lob_job_status);
    const lob_status found = status ? look_at_job(ask, &jobs, status) : lob_fail_memory(ask->ctx);
    if (found != LOB_OK) {
        refuse_status(ask, found, line);
        return;
    }
    lob_jsonw w;
    lob_rpc_begin_result(line, ask->id);
    lob_jsonw_init(&w, line);
    lob_jsonw_begin_object(&w);
    if (ask->form == LOB_TASK_CORE) {
        lob_jsonw_key(&w, "task");
        lob_jsonw_begin_object(&w);
        write_members(ask, status, &w);
        lob_jsonw_end_object(&w);
    } else {
        write_members(ask, status, &w);
        lob_buf_add_byte(line, ',');
        lob_modern_members(ask->product, "task", line);
    }
    lob_buf_add_byte(line, '}');
    lob_rpc_end_result(line);
}

void lob_tasks_answer_refused(const lob_tasks_ask *ask, lob_buf *line) {
    char text[1100];
    const lob_error *error = &ask->ctx->error;
    snprintf(text, sizeof text, "No task was made: %s. %s", error->message, error->hint);
    lob_str data = {NULL, 0};
    if (!ask->json->failed) {
        data = (lob_str){ask->json->data, ask->json->size};
    }
    lob_buf_clear(line);
    lob_rpc_error(line, ask->id, is_the_askers_fault(error->code) ? LOB_RPC_INVALID_PARAMS : LOB_RPC_INTERNAL_ERROR,
                  text, data);
}

void lob_tasks_forget(const lob_tasks_ask *ask) {
    lob_jobs *jobs;
    lob_job_status *status = LOB_NEW(ask->ctx->arena, lob_job_status);
    if (status && look_at_job(ask, &jobs, status) == LOB_OK) {
        (void)lob_jobs_cancel(ask->ctx, jobs, lob_str_from(status->id));
    }
}
