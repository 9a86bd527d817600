/* What evaluate, optimize, poll and cancel_job share. */
#include "tool/job.h"

#include <stdio.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "json/reader.h"
#include "json/wire.h"

enum { PATH_SIZE = 4400, BLOCK_SIZE = 1 << 16 };

_Static_assert((int)LOB_JOB_QUEUED == (int)LOB_SHOWN_JOB_STATE_QUEUED &&
                   (int)LOB_JOB_WORKING == (int)LOB_SHOWN_JOB_STATE_WORKING &&
                   (int)LOB_JOB_COMPLETED == (int)LOB_SHOWN_JOB_STATE_COMPLETED &&
                   (int)LOB_JOB_FAILED == (int)LOB_SHOWN_JOB_STATE_FAILED &&
                   (int)LOB_JOB_CANCELLED == (int)LOB_SHOWN_JOB_STATE_CANCELLED,
               "states of jobs");

static lob_status keep_text(lob_ctx *ctx, lob_str text, lob_str *kept) {
    char *copy = lob_malloc(text.size + 1);
    if (copy == NULL) {
        return lob_fail_memory(ctx);
    }
    memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    *kept = (lob_str){copy, text.size};
    return LOB_OK;
}

static lob_status take_session(lob_call *call, const lob_litho_ask *ask, lob_job_task *task) {
    lob_litho_place *place = &task->place;
    if (ask->session_id.data == NULL) {
        return LOB_OK;
    }
    LOB_TRY(lob_call_session(call, ask->session_id));
    snprintf(place->artifact_id, sizeof place->artifact_id, "sha256:%s", call->session->sha256);
    if (call->session->host.arg) {
        LOB_TRY(keep_text(call->ctx, lob_str_from(call->session->id), &task->session_id));
        return keep_text(call->ctx, call->session->opened, &task->opened);
    }
    place->layout = lob_layout_keep(call->session->layout);
    place->top = call->session->top;
    return keep_text(call->ctx, call->session->source_path, &task->source_path);
}

lob_status lob_job_text_of(lob_ctx *ctx, const cJSON *json, lob_str *text) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "request", false);
    lob_wire_any(&w, json, text);
    return lob_wire_end(&w);
}

/* The arguments as compact text of the job's own. */
static lob_status keep_arguments(lob_ctx *ctx, const cJSON *arguments, lob_str *kept) {
    lob_str text = LOB_STR("{}");
    LOB_TRY(arguments ? lob_job_text_of(ctx, arguments, &text) : LOB_OK);
    return keep_text(ctx, text, kept);
}

static lob_status fill_task(lob_call *call, const lob_litho_ask *ask, lob_job_task *task) {
    LOB_TRY(keep_arguments(call->ctx, call->arguments, &task->arguments));
    task->place.roots = lob_sessions_roots(call->sessions);
    task->config = lob_sessions_config(call->sessions);
    task->place.file_size_max = task->config->file_size_max;
    task->apart = lob_sessions_apart(call->sessions);
    task->memory = lob_litho_memory_of(call->sessions);
    if (task->memory == NULL) {
        return lob_fail_memory(call->ctx);
    }
    LOB_TRY(take_session(call, ask, task));
    return lob_litho_ask_check(call->ctx, ask, &task->place);
}

lob_status lob_job_task_new(lob_call *call, const lob_litho_ask *ask, lob_job_task **task) {
    *task = lob_calloc(1, sizeof **task);
    if (*task == NULL) {
        return lob_fail_memory(call->ctx);
    }
    lob_status status = fill_task(call, ask, *task);
    if (status != LOB_OK) {
        lob_job_task_drop(*task);
        *task = NULL;
    }
    return status;
}

void lob_job_task_drop(void *arg) {
    lob_job_task *task = arg;
    lob_layout_drop(task->place.layout);
    lob_free((void *)(uintptr_t)task->arguments.data);
    lob_free((void *)(uintptr_t)task->before.data);
    lob_free((void *)(uintptr_t)task->source_path.data);
    lob_free((void *)(uintptr_t)task->session_id.data);
    lob_free((void *)(uintptr_t)task->opened.data);
    lob_free(task);
}

lob_status lob_job_begin(lob_call *call, const char *kind, lob_job_work *work, lob_job_task *task, int64_t wait_ms,
                         lob_job_status *status) {
    const lob_job_order order = {
        .kind = kind, .request = task->arguments, .work = work, .arg = task, .drop = lob_job_task_drop};
    char id[LOB_JOB_ID_SIZE + 1];
    lob_jobs *jobs;
    lob_status made = lob_sessions_jobs(call->ctx, call->sessions, &jobs);
    if (made != LOB_OK) {
        lob_job_task_drop(task);
        return made;
    }
    task->jobs = jobs;
    LOB_TRY(lob_jobs_start(call->ctx, jobs, &order, id));
    return lob_jobs_poll(call->ctx, jobs, lob_str_from(id), (uint32_t)wait_ms, true, status);
}

lob_status lob_job_ask(lob_call *call, lob_str id, int64_t wait_ms, lob_job_status *status) {
    lob_jobs *jobs;
    LOB_TRY(lob_sessions_jobs(call->ctx, call->sessions, &jobs));
    return lob_jobs_poll(call->ctx, jobs, id, (uint32_t)wait_ms, false, status);
}

static void listen(void *arg, const char *artifact_id) {
    lob_job_listener *listener = arg;
    snprintf(listener->artifact_id, sizeof listener->artifact_id, "%s", artifact_id);
    lob_job_tell(&listener->of, artifact_id);
}

lob_status lob_job_run_by(lob_ctx *ctx, const lob_job_task *task, const char *kind, lob_str path, lob_job_listener *of,
                          lob_buf *out) {
    const bool is_session = task->session_id.data != NULL;
    const lob_apart_job job = {.kind = kind,
                               .arguments = task->arguments,
                               .before = task->before,
                               .path = path,
                               .artifact_id = task->artifact_id,
                               .session_id = task->session_id,
                               .opened = task->opened,
                               .sha256 = is_session ? task->place.artifact_id + strlen("sha256:") : "",
                               .told = listen,
                               .told_arg = of};
    return task->apart->run(task->apart->arg, ctx, &job, out);
}

void lob_job_tell(void *arg, const char *artifact_id) {
    const lob_job_teller *of = arg;
    lob_jobs_tell(of->jobs, of->id, artifact_id);
}

lob_litho_run lob_job_run_of(const lob_job_task *task, lob_job_teller *of, lob_str path) {
    return (lob_litho_run){.place = &task->place,
                           .memory = task->memory,
                           .is_line = true,
                           .told = lob_job_tell,
                           .told_arg = of,
                           .picture = path};
}

/* ---- pictures ---- */

static bool is_there(const char *path) {
    return access(path, R_OK) == 0;
}

/* False: it is gone, or larger than what is sent along. */
static bool read_png(const char *path, lob_buf *png) {
    char block[BLOCK_SIZE];
    FILE *file = fopen(path, "rbe");
    size_t size;
    while (file && (size = fread(block, 1, sizeof block, file)) > 0) {
        lob_buf_add(png, block, size);
    }
    const bool is_read = file && !ferror(file) && !png->failed && png->size > 0;
    if (file) {
        fclose(file);
    }
    return is_read;
}

static lob_status send_png(lob_call *call, const char *path) {
    lob_buf png;
    lob_buf_init(&png, LOB_LIMIT_INLINE_IMAGE_SIZE);
    const lob_status status = read_png(path, &png) ? lob_call_add_image(call, &png) : LOB_OK;
    lob_buf_release(&png);
    return status;
}

static lob_status name_file(lob_ctx *ctx, const char *path, const char *media_type, lob_artifact_ref **ref) {
    *ref = LOB_NEW(ctx->arena, lob_artifact_ref);
    if (!*ref) {
        return lob_fail_memory(ctx);
    }
    **ref = (lob_artifact_ref){LOB_STR("render"), lob_job_text(ctx, path), lob_str_from(media_type)};
    return (*ref)->path.data ? LOB_OK : lob_fail_memory(ctx);
}

lob_status lob_job_show_picture(lob_call *call, const lob_job_status *status, lob_artifact_ref **image,
                                lob_artifact_ref **svg) {
    lob_ctx *ctx = call->ctx;
    char png[PATH_SIZE], drawn[PATH_SIZE];
    lob_jobs *jobs;
    LOB_TRY(lob_sessions_jobs(ctx, call->sessions, &jobs));
    const lob_str path = lob_jobs_path(jobs, ctx->arena, status->id,
                                       strcmp(status->kind, "optimize") == 0 ? LOB_JOB_MASK : LOB_JOB_PRINT);
    if (path.data == NULL) {
        return lob_fail_memory(ctx);
    }
    snprintf(png, sizeof png, "%.*s.png", (int)path.size, path.data);
    snprintf(drawn, sizeof drawn, "%.*s.svg", (int)path.size, path.data);
    if (status->state != LOB_JOB_COMPLETED || !is_there(png)) {
        return LOB_OK;
    }
    LOB_TRY(send_png(call, png));
    LOB_TRY(name_file(ctx, png, "image/png", image));
    return name_file(ctx, drawn, "image/svg+xml", svg);
}

lob_shown_job_kind lob_job_kind_shown(const char *kind) {
    for (int i = 0; i < LOB_SHOWN_JOB_KIND_COUNT; i++) {
        if (strcmp(kind, lob_shown_job_kind_names[i]) == 0) {
            return (lob_shown_job_kind)i;
        }
    }
    return LOB_SHOWN_JOB_KIND_UNKNOWN;
}

lob_str lob_job_text(lob_ctx *ctx, const char *text) {
    const size_t size = strlen(text);
    const char *copy = lob_arena_strdup(ctx->arena, text, size);
    return (lob_str){copy, copy ? size : 0};
}

static lob_str reason_of(const lob_error *error) {
    for (unsigned i = 0; i < error->detail_count; i++) {
        if (error->details[i].is_text && strcmp(error->details[i].key, "reason") == 0) {
            return error->details[i].text;
        }
    }
    return (lob_str){NULL, 0};
}

/* The details of the ErrorObject, as text in the arena. */
static lob_status details_of(lob_ctx *ctx, const lob_error *error, lob_str *details) {
    lob_buf text;
    lob_jsonw w;
    lob_buf_init(&text, 0);
    lob_jsonw_init(&w, &text);
    lob_error_write(error, &w);
    const lob_str own = lob_json_raw_member((lob_str){text.data, text.size}, "details");
    const bool is_whole = !text.failed && own.data;
    *details = (lob_str){is_whole ? lob_arena_strdup(ctx->arena, own.data, own.size) : NULL, own.size};
    lob_buf_release(&text);
    return details->data ? LOB_OK : lob_fail_memory(ctx);
}

lob_status lob_job_error_show(lob_ctx *ctx, const lob_job_status *status, lob_shown_job_error **error) {
    *error = NULL;
    if (status->state != LOB_JOB_FAILED) {
        return LOB_OK;
    }
    *error = LOB_NEW(ctx->arena, lob_shown_job_error);
    if (*error == NULL) {
        return lob_fail_memory(ctx);
    }
    (*error)->code = lob_str_from(lob_status_name(status->error.code));
    (*error)->message = lob_job_text(ctx, status->error.message);
    (*error)->hint = lob_job_text(ctx, status->error.hint);
    const lob_str reason = reason_of(&status->error);
    if (reason.data) {
        (*error)->reason = (lob_str){lob_arena_strdup(ctx->arena, reason.data, reason.size), reason.size};
    }
    LOB_TRY(details_of(ctx, &status->error, &(*error)->details));
    return (*error)->message.data && (*error)->hint.data && (!reason.data || (*error)->reason.data)
               ? LOB_OK
               : lob_fail_memory(ctx);
}
