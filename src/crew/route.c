/* Which worker answers what:
 *
 *   open_layout                 a spare worker, which keeps the session
 *   a tool with a session       the session's worker
 *   diff_layouts                the worker of its session_id, else a spare one; the sides come to it as guests
 *   evaluate, optimize, poll,   this process, which has the jobs; their work goes to a spare worker
 *   cancel_job, close_session   this process, which has the table
 *   the rest                    a spare worker, which is spare again afterwards
 *
 * Invariant: a session that is not open here is refused here, by the tool itself, in its own words.
 */
#include <stdio.h>
#include <string.h>

#include "crew/crew.h"
#include "crew/crew_impl.h"
#include "tool/job.h"
#include "tool/litho_child_impl.h"
#include "json/reader.h"

typedef struct errand {
    lob_crew *crew;
    lob_call *call;
    const lob_tool *tool;
    const cJSON *arguments;
    lob_buf *out;
    lob_crew_message request;
} errand;

static lob_str text_member(const cJSON *arguments, const char *name) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(arguments, name);
    return cJSON_IsString(item) ? lob_str_from(item->valuestring) : (lob_str){0};
}

/* ---- requests and answers ---- */

static lob_status write_request(errand *e) {
    lob_ctx *ctx = e->call->ctx;
    e->request = (lob_crew_message){.kind = LOB_CREW_CALL, .number = ctx->progress != NULL, .part_count = 2};
    e->request.held = (uint32_t)(e->call->memory_held < UINT32_MAX ? e->call->memory_held : UINT32_MAX);
    e->request.parts[0] = lob_str_from(e->tool->name);
    return e->arguments ? lob_job_text_of(ctx, e->arguments, &e->request.parts[1]) : LOB_OK;
}

static lob_status fail(const errand *e, lob_status status) {
    if (status == LOB_E_CANCELLED) {
        lob_buf_clear(e->out);
    } else {
        lob_call_write_error(e->call->ctx, e->out);
    }
    return status;
}

/* What the worker said becomes what the tool says. */
static lob_status take_answer(const errand *e, const lob_crew_message *answer) {
    lob_ctx *ctx = e->call->ctx;
    const lob_status status = (lob_status)answer->number;
    const lob_str json = answer->parts[0];
    lob_status known;
    lob_buf_add(e->out, json.data ? json.data : "", json.data ? json.size : 0);
    if (status != LOB_OK) {
        (void)lob_litho_child_error(ctx, json, &known); /* for those who look at the context */
        return status;
    }
    for (uint32_t i = LOB_CREW_IMAGES_FROM; i < answer->part_count && e->call->images.count < LOB_IMAGE_COUNT_MAX;
         i++) {
        const lob_str image = answer->parts[i];
        const char *copy = image.data ? lob_arena_strdup(ctx->arena, image.data, image.size) : NULL;
        if (!copy) {
            lob_buf_clear(e->out);
            return fail(e, lob_fail_memory(ctx));
        }
        e->call->images.items[e->call->images.count++] = (lob_str){copy, image.size};
    }
    return LOB_OK;
}

static lob_status run_here(const errand *e) {
    lob_error_clear(&e->call->ctx->error);
    return lob_tool_run(e->call, e->tool, e->arguments, e->out);
}

/* ---- a worker for one call ---- */

typedef struct hired {
    lob_crew_worker *worker; /* locked; NULL: there was none to be had */
    lob_crew_message answer;
    lob_status talked;
} hired;

static lob_status hire_and_ask(errand *e, hired *h) {
    h->talked = lob_crew_hire(e->call->ctx, e->crew, &h->worker);
    if (h->talked != LOB_OK) {
        h->worker = NULL;
        return fail(e, h->talked);
    }
    pthread_mutex_lock(&h->worker->lock);
    h->talked = lob_crew_talk(e->call->ctx, h->worker, &e->request, NULL, &h->answer);
    return h->talked == LOB_OK ? take_answer(e, &h->answer) : fail(e, h->talked);
}

static lob_status run_spare(errand *e, bool is_short) {
    hired h;
    const lob_status status = hire_and_ask(e, &h);
    lob_crew_worker *worker = h.worker;
    if (!worker) {
        return status;
    }
    pthread_mutex_unlock(&worker->lock);
    if (h.talked != LOB_OK) {
        lob_crew_worker_drop(worker);
        lob_crew_clean(e->crew);
    } else if (is_short) {
        lob_crew_return(worker);
    } else {
        lob_crew_dismiss(worker);
    }
    return status;
}

/* ---- open_layout ---- */

static bool end_host(void *arg, void (*last)(void *last_arg), void *last_arg) {
    lob_crew_worker *worker = arg;
    pthread_mutex_lock(&worker->lock);
    if (last) {
        last(last_arg);
    }
    const bool is_clean = lob_crew_worker_end(worker, false);
    pthread_mutex_unlock(&worker->lock);
    return is_clean;
}

static void drop_host(void *arg) {
    lob_crew_worker_drop(arg);
}

/* The session gets the caller's reference to the worker when this goes well. */
static lob_status adopt(const errand *e, lob_crew_worker *worker, const lob_crew_message *answer) {
    char id[sizeof worker->session], sha256[65];
    lob_session *session;
    snprintf(id, sizeof id, "%.*s", (int)answer->parts[1].size, answer->parts[1].data ? answer->parts[1].data : "");
    snprintf(sha256, sizeof sha256, "%.*s", (int)answer->parts[2].size,
             answer->parts[2].data ? answer->parts[2].data : "");
    const lob_str json = {e->out->data, e->out->size};
    const lob_session_hosted what = {.id = lob_str_from(id),
                                     .sha256 = sha256,
                                     .is_damaged = lob_json_raw_member(json, "content_damaged").data != NULL,
                                     .opened = e->request.parts[1],
                                     .host = {worker, end_host, drop_host}};
    LOB_TRY(lob_session_adopt(e->call->ctx, e->call->sessions, &what, &session));
    memcpy(worker->session, id, sizeof id);
    lob_session_drop(session);
    e->call->opened_session = true;
    return LOB_OK;
}

static lob_status run_open(errand *e) {
    hired h;
    lob_status status = hire_and_ask(e, &h);
    lob_crew_worker *worker = h.worker;
    if (!worker) {
        return status;
    }
    if (status == LOB_OK) {
        status = adopt(e, worker, &h.answer);
        if (status != LOB_OK) {
            lob_buf_clear(e->out);
            status = fail(e, status);
        }
    }
    pthread_mutex_unlock(&worker->lock);
    if (h.talked != LOB_OK) {
        lob_crew_worker_drop(worker);
        lob_crew_clean(e->crew);
    } else if (status != LOB_OK) {
        lob_crew_dismiss(worker);
    }
    return status;
}

/* ---- a tool with a session ---- */

static void lose(const errand *e, lob_str id) {
    lob_session_lose(e->call->sessions, id);
    lob_crew_clean(e->crew);
}

/* True: the session is hosted, and a reference to it was taken. */
static bool find_hosted(const errand *e, lob_str id, lob_session **session) {
    const bool found = id.data && lob_session_find(e->call->ctx, e->call->sessions, id, session) == LOB_OK;
    lob_error_clear(&e->call->ctx->error);
    if (found && !(*session)->host.arg) {
        lob_session_drop(*session);
        return false;
    }
    return found;
}

static lob_status run_session(errand *e, lob_str id) {
    lob_session *session;
    lob_crew_message answer;
    lob_status status = LOB_OK;
    if (!find_hosted(e, id, &session)) {
        return run_here(e);
    }
    lob_crew_worker *worker = session->host.arg;
    pthread_mutex_lock(&worker->lock);
    const bool was_gone = lob_crew_worker_is_gone(worker);
    if (was_gone) { /* not by this request */
        lob_crew_worker_end(worker, true);
    } else {
        status = lob_crew_talk(e->call->ctx, worker, &e->request, NULL, &answer);
        status = status == LOB_OK ? take_answer(e, &answer) : fail(e, status);
    }
    const bool is_lost = worker->is_over;
    pthread_mutex_unlock(&worker->lock);
    if (is_lost) {
        lose(e, id);
    }
    lob_session_drop(session);
    if (was_gone) { /* told as to those who ask later */
        status = lob_session_find(e->call->ctx, e->call->sessions, id, &session);
        return fail(e, status == LOB_OK ? lob_fail(e->call->ctx, LOB_E_INTERNAL_ERROR, "A lost session was found")
                                        : status);
    }
    return status;
}

/* ---- guests: sessions of other workers, named by a call ---- */

static lob_status add_guest(const errand *e, const lob_session *session, lob_crew_message *request) {
    const lob_str parts[3] = {lob_str_from(session->id), session->opened, lob_str_from(session->sha256)};
    for (int i = 0; i < 3; i++) {
        const char *copy = lob_arena_strdup(e->call->ctx->arena, parts[i].data, parts[i].size);
        if (!copy) {
            return lob_fail_memory(e->call->ctx);
        }
        request->parts[request->part_count++] = (lob_str){copy, parts[i].size};
    }
    return LOB_OK;
}

/* The worker does not know the table: an unknown session is refused in the words of this process. */
static lob_status refuse_unknown(const errand *e, lob_status status) {
    static const char *const sides[] = {"a", "b", "session_id"};
    lob_ctx *ctx = e->call->ctx;
    for (size_t i = 0; status == LOB_E_SESSION_NOT_FOUND && i < sizeof sides / sizeof sides[0]; i++) {
        const lob_str id = text_member(e->arguments, sides[i]);
        lob_session *session;
        lob_error_clear(&ctx->error);
        if (!id.data || (i < 2 && strncmp(id.data, "ses_", 4) != 0)) {
            continue;
        }
        const lob_status found = lob_session_find(ctx, e->call->sessions, id, &session);
        if (found == LOB_OK) {
            lob_session_drop(session);
            continue;
        }
        if (i < 2) {
            lob_error_text(&ctx->error, "argument", lob_str_from(sides[i]));
        }
        lob_buf_clear(e->out);
        return fail(e, found);
    }
    return status;
}

static lob_status run_diff(errand *e) {
    static const char *const sides[] = {"a", "b"};
    lob_session *session;
    const lob_str home = text_member(e->arguments, "session_id");
    lob_status status = LOB_OK;
    for (size_t i = 0; i < 2 && status == LOB_OK; i++) {
        const lob_str id = text_member(e->arguments, sides[i]);
        const bool is_new = !(home.data && id.data && lob_str_equal(id, home)) &&
                            !(i == 1 && id.data && lob_str_equal(id, text_member(e->arguments, "a")));
        if (is_new && find_hosted(e, id, &session)) {
            status = add_guest(e, session, &e->request);
            lob_session_drop(session);
        }
    }
    if (status != LOB_OK) {
        return fail(e, status);
    }
    if (find_hosted(e, home, &session)) {
        lob_session_drop(session);
        status = run_session(e, home);
    } else {
        status = run_spare(e, false);
    }
    return refuse_unknown(e, status);
}

/* ---- the whole ---- */

static bool is_for_here(const char *name) {
    static const char *const names[] = {"close_session", "evaluate", "optimize", "poll", "cancel_job"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* As of lob_runner; `arg` is a lob_crew. */
static lob_status run_tool(void *arg, lob_call *call, const lob_tool *tool, const cJSON *arguments, lob_buf *out) {
    errand e = {.crew = arg, .call = call, .tool = tool, .arguments = arguments, .out = out};
    if (is_for_here(tool->name) || !call->sessions) {
        return run_here(&e);
    }
    const lob_status written = write_request(&e);
    if (written != LOB_OK) {
        return fail(&e, written);
    }
    if (strcmp(tool->name, "open_layout") == 0) {
        return run_open(&e);
    }
    if (strcmp(tool->name, "diff_layouts") == 0) {
        return run_diff(&e);
    }
    return tool->has_session ? run_session(&e, text_member(arguments, "session_id")) : run_spare(&e, true);
}

lob_runner lob_crew_runner(lob_crew *crew) {
    return (lob_runner){crew, run_tool};
}

/* ---- jobs ---- */

/* As of lob_apart; `arg` is a lob_crew. */
static lob_status run_job(void *arg, lob_ctx *ctx, const lob_apart_job *job, lob_buf *out) {
    lob_crew *crew = arg;
    lob_crew_worker *worker;
    lob_crew_message answer;
    lob_crew_message request = {.kind = LOB_CREW_JOB,
                                .number = 1,
                                .part_count = job->session_id.data ? 8 : 5,
                                .parts = {lob_str_from(job->kind), job->arguments, job->before, job->path,
                                          lob_str_from(job->artifact_id), job->session_id, job->opened,
                                          lob_str_from(job->sha256 ? job->sha256 : "")}};
    LOB_TRY(lob_crew_hire(ctx, crew, &worker));
    pthread_mutex_lock(&worker->lock);
    lob_status status = lob_crew_talk(ctx, worker, &request, job, &answer);
    const bool talked = status == LOB_OK;
    if (talked) {
        const lob_str json = answer.parts[0];
        status = (lob_status)answer.number;
        if (status == LOB_OK) {
            lob_buf_add(out, json.data ? json.data : "", json.data ? json.size : 0);
        } else if (!lob_litho_child_error(ctx, json, &status)) {
            status = status == LOB_E_CANCELLED ? lob_fail(ctx, LOB_E_CANCELLED, "The request was cancelled")
                                               : lob_fail(ctx, LOB_E_INTERNAL_ERROR, "A worker gave no error");
        }
    }
    pthread_mutex_unlock(&worker->lock);
    if (talked) {
        lob_crew_dismiss(worker);
    } else {
        lob_crew_worker_drop(worker);
        lob_crew_clean(crew);
    }
    return status;
}

lob_status lob_crew_open(lob_ctx *ctx, const lob_crew_setup *setup, lob_crew **crew) {
    LOB_TRY(lob_crew_begin(ctx, setup, crew));
    const lob_apart apart = {*crew, run_job};
    lob_sessions_set_apart(setup->sessions, &apart);
    return LOB_OK;
}
