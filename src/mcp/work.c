/* Running one tool call, and sending answers. Invariant: a request gets exactly one answer, or none once it was
 * cancelled. */
#include "mcp/ask.h"
#include "mcp/notice.h"
#include "mcp/roots.h"
#include "mcp/state.h"

#include <string.h>

#include "base/alloc.h"
#include "mcp/tasks.h"
#include "json/reader.h"

enum { CAPACITY_KEPT_MAX = 1024 * 1024 };

/* Answers */

/* Needs no memory. */
static const char no_memory[] = "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32603,\"message\":\"Out of memory\"}}\n";

static bool send_no_memory(lob_connection *connection) {
    return connection->send(connection, LOB_LINE_ANSWER, LOB_STR(no_memory));
}

static void add_to_batch(lob_batch *batch, lob_worker *worker, lob_str id) {
    pthread_mutex_lock(&batch->lock);
    if (batch->answers.size + worker->line.size > LOB_MCP_LINE_SIZE_MAX) {
        lob_buf_clear(&worker->line);
        lob_rpc_error(&worker->line, id, LOB_RPC_INTERNAL_ERROR,
                      "The answers of this batch are too long in total; send fewer requests", (lob_str){0});
    }
    if (batch->answers.size > 1) {
        lob_buf_add_byte(&batch->answers, ',');
    }
    lob_buf_add(&batch->answers, worker->line.data, worker->line.size - 1); /* without its newline */
    pthread_mutex_unlock(&batch->lock);
}

/* A buffer that one answer made large is given back. */
static void shrink(lob_buf *buf) {
    if (buf->capacity > CAPACITY_KEPT_MAX) {
        lob_buf_release(buf);
        lob_buf_reserve(buf, LOB_WORKER_BUFFER_SIZE);
        lob_buf_clear(buf);
    }
}

bool lob_work_answer(lob_worker *worker, lob_connection *connection, lob_str id, lob_batch *batch) {
    if (worker->line.failed) {
        lob_buf_clear(&worker->line);
        lob_rpc_error(&worker->line, id, LOB_RPC_INTERNAL_ERROR, "Out of memory", (lob_str){0});
    }
    bool sent = true;
    if (worker->line.failed) {
        sent = send_no_memory(connection);
    } else if (batch) {
        add_to_batch(batch, worker, id);
    } else {
        sent = connection->send(connection, LOB_LINE_ANSWER, (lob_str){worker->line.data, worker->line.size});
    }
    shrink(&worker->line);
    return sent;
}

/* Batches */

lob_batch *lob_batch_new(lob_connection *connection) {
    lob_batch *batch = lob_calloc(1, sizeof *batch);
    if (!batch) {
        return NULL;
    }
    lob_buf_init(&batch->answers, 0);
    lob_buf_add_byte(&batch->answers, '[');
    if (batch->answers.failed || pthread_mutex_init(&batch->lock, NULL) != 0) {
        lob_buf_release(&batch->answers);
        lob_free(batch);
        return NULL;
    }
    batch->connection = connection;
    lob_connection_use(connection);
    batch->due = 1;
    return batch;
}

void lob_batch_done(lob_server *server, lob_batch *batch) {
    pthread_mutex_lock(&batch->lock);
    bool is_last = --batch->due == 0;
    pthread_mutex_unlock(&batch->lock);
    if (!is_last) {
        return;
    }
    bool has_answers = batch->answers.size > 1 || batch->answers.failed;
    lob_buf_add_text(&batch->answers, "]\n");
    if (has_answers && !lob_dispatch_is_stopping(server->dispatch)) {
        const lob_str all = {batch->answers.data, batch->answers.size};
        (void)(batch->answers.failed ? send_no_memory(batch->connection)
                                     : batch->connection->send(batch->connection, LOB_LINE_ANSWER, all));
    }
    lob_connection_release(batch->connection);
    pthread_mutex_destroy(&batch->lock);
    lob_buf_release(&batch->answers);
    lob_free(batch);
}

/* Tool calls */

/* The result does not fit into a line, or into memory: an error that says so instead. */
static void write_refusal(lob_worker *worker) {
    lob_jsonw w;
    bool is_memory = worker->result.failed == LOB_BUF_NO_MEMORY || worker->line.failed == LOB_BUF_NO_MEMORY;
    lob_error_clear(&worker->ctx.error);
    if (is_memory) {
        lob_fail_memory(&worker->ctx);
    } else {
        lob_fail(&worker->ctx, LOB_E_TOOL_LIMIT_EXCEEDED, "The answer is longer than the server may send");
        lob_error_text(&worker->ctx.error, "reason", LOB_STR("answer_size"));
        lob_error_integer(&worker->ctx.error, "limit_bytes", LOB_MCP_LINE_SIZE_MAX);
        lob_hint(&worker->ctx,
                 "Narrow the request: a smaller box, fewer layers, a lower limit or max_*, and page with cursor.");
    }
    lob_buf_clear(&worker->result);
    lob_jsonw_init(&w, &worker->result);
    lob_error_write(&worker->ctx.error, &w);
}

/* A tool that says "cancelled" though nobody asked. */
static void write_bug(lob_worker *worker) {
    lob_jsonw w;
    lob_error_clear(&worker->ctx.error);
    lob_fail(&worker->ctx, LOB_E_INTERNAL_ERROR, "The tool returned no answer");
    lob_buf_clear(&worker->result);
    lob_jsonw_init(&w, &worker->result);
    lob_error_write(&worker->ctx.error, &w);
}

static void write_answer(const lob_server *server, lob_worker *worker, const lob_job *job, bool is_error) {
    const bool has_links = !is_error && job->has_links && server->options.product.offers_files &&
                           !lob_sessions_config(server->options.sessions)->has_no_links;
    lob_tools_result result = {.id = job->id,
                               .root = has_links ? lob_sessions_config(server->options.sessions)->artifact_root : NULL,
                               .json = {worker->result.data, worker->result.size},
                               .images = is_error ? NULL : &worker->images,
                               .is_error = is_error,
                               .modern = job->modern};
    lob_buf_clear(&worker->line);
    if (worker->result.failed) { /* not even an error could be written */
        lob_rpc_error(&worker->line, job->id, LOB_RPC_INTERNAL_ERROR, "Out of memory", (lob_str){0});
    } else {
        lob_tools_answer_call(&server->options.product, &result, &worker->line);
    }
}

/* The client will never hear of the session that this call opened. */
static void close_untold(const lob_server *server, lob_worker *worker) {
    lob_str id = lob_json_raw_member((lob_str){worker->result.data, worker->result.size}, "session_id");
    if (id.size > 2) {
        (void)lob_session_close(&worker->ctx, server->options.sessions, (lob_str){id.data + 1, id.size - 2}, NULL);
    }
}

static void prepare(lob_worker *worker, lob_job *job) {
    lob_arena_reset(worker->arena);
    lob_buf_clear(&worker->result);
    lob_ctx_init(&worker->ctx, worker->arena);
    worker->ctx.cancel = &job->cancel;
    job->told.connection = job->connection;
    job->told.token = job->token;
    job->told.cancel = &job->cancel;
    if (job->token.data) {
        worker->ctx.progress = lob_progress_send;
        worker->ctx.progress_arg = &job->told;
    }
}

/* ---- notices ---- */

static lob_str string_member(const lob_buf *json, const char *key) {
    const lob_str raw = lob_json_raw_member((lob_str){json->data, json->size}, key);
    return raw.size > 2 && raw.data[0] == '"' ? (lob_str){raw.data + 1, raw.size - 2} : (lob_str){0};
}

static void tell_begin(lob_job *job) {
    lob_notice_send(job->connection, job->notices,
                    &(lob_notice){.level = LOB_NOTICE_DEBUG, .event = "call", .tool = job->tool->name});
}

/* What became of the call, before its answer. */
static void tell_end(lob_worker *worker, lob_job *job, lob_status status, bool opened) {
    lob_notice notice = {.level = LOB_NOTICE_INFO, .event = "session_opened", .tool = job->tool->name};
    if (job->notices == LOB_NOTICE_NONE) {
        return;
    }
    if (status != LOB_OK) {
        notice.level = status == LOB_E_INTERNAL_ERROR ? LOB_NOTICE_ERROR : LOB_NOTICE_WARNING;
        notice.event = "failed";
        notice.code = lob_str_from(lob_status_name(status));
        notice.message = lob_json_raw_member((lob_str){worker->result.data, worker->result.size}, "message");
    } else if (opened || strcmp(job->tool->name, "close_session") == 0) {
        notice.event = opened ? "session_opened" : "session_closed";
        notice.session_id = string_member(&worker->result, "session_id");
    } else {
        return;
    }
    lob_notice_send(job->connection, job->notices, &notice);
}

/* A session belongs to the client that opened it: his lists have it. */
static void own_session(const lob_server *server, const lob_worker *worker, const lob_job *job) {
    const lob_str id = string_member(&worker->result, "session_id");
    if (job->client != 0 && id.data) {
        lob_session_own(server->options.sessions, id, job->client);
    }
}

static lob_status run_tool(lob_server *server, lob_worker *worker, lob_job *job, bool *opened) {
    lob_call call = {.ctx = &worker->ctx, .sessions = server->options.sessions, .memory_held = job->message.tree_size};
    prepare(worker, job);
    if (call.sessions) {
        lob_sessions_expire(call.sessions);
    }
    lob_status status = LOB_OK;
    if (job->roots) {
        status = lob_client_roots_check(&worker->ctx, job->roots, job->arguments);
    }
    if (status == LOB_OK) {
        status = lob_runner_run(&server->options.product.runner, &call, job->tool, job->arguments, &worker->result);
    } else {
        lob_jsonw w;
        lob_jsonw_init(&w, &worker->result);
        lob_error_write(&worker->ctx.error, &w);
    }
    worker->images = call.images;
    lob_call_end(&call);
    *opened = status == LOB_OK && call.opened_session;
    return status;
}

static lob_tasks_ask ask_of(const lob_server *server, lob_worker *worker, const lob_job *job) {
    return (lob_tasks_ask){.product = &server->options.product,
                           .sessions = server->options.sessions,
                           .ctx = &worker->ctx,
                           .id = job->id,
                           .method = job->method,
                           .form = job->tasks,
                           .params = job->message.params,
                           .json = &worker->result};
}

/* A call that was to become a task. False: its result is to be answered as any other. */
static bool answer_task(lob_server *server, lob_worker *worker, const lob_job *job, lob_status status) {
    const lob_tasks_ask ask = ask_of(server, worker, job);
    if (status == LOB_OK) {
        lob_tasks_answer_created(&ask, &worker->line);
    } else if (job->tasks == LOB_TASK_CORE) {
        lob_tasks_answer_refused(&ask, &worker->line);
    } else {
        return false;
    }
    lob_work_answer(worker, job->connection, job->id, job->batch);
    return true;
}

/* tasks/get and the others. False: not over yet. */
static bool run_tasks(lob_server *server, lob_worker *worker, lob_job *job) {
    prepare(worker, job);
    const lob_tasks_ask ask = ask_of(server, worker, job);
    const lob_tasks_state state = lob_tasks_answer(&ask, job->was_run, &worker->line);
    if (state == LOB_TASKS_AGAIN) {
        return atomic_load(&job->cancel.requested);
    }
    if (state == LOB_TASKS_ANSWERED && !atomic_load(&job->cancel.requested)) {
        if (worker->line.failed == LOB_BUF_TOO_LARGE) {
            lob_buf_clear(&worker->line);
            lob_rpc_error(&worker->line, job->id, LOB_RPC_INTERNAL_ERROR,
                          "The result is longer than the server may send; the artifact root has it", (lob_str){0});
        }
        shrink(&worker->result);
        lob_work_answer(worker, job->connection, job->id, job->batch);
    }
    return true;
}

/* Prompts, completions, resources. */
static bool run_ask(lob_server *server, lob_worker *worker, lob_job *job) {
    prepare(worker, job);
    lob_sessions_expire(server->options.sessions);
    const lob_ask ask = {.product = &server->options.product,
                         .sessions = server->options.sessions,
                         .ctx = &worker->ctx,
                         .id = job->id,
                         .modern = job->modern,
                         .client = job->client,
                         .params = job->message.params,
                         .json = &worker->result};
    lob_buf_clear(&worker->line);
    switch (job->method) {
    case LOB_METHOD_PROMPTS_GET:
        lob_prompts_get(&ask, &worker->line);
        break;
    case LOB_METHOD_COMPLETE:
        lob_complete(&ask, &worker->line);
        break;
    case LOB_METHOD_RESOURCES_READ:
        lob_resources_read(&ask, &worker->line);
        break;
    default:
        lob_resources_list(&ask, &worker->line);
        break;
    }
    if (!atomic_load(&job->cancel.requested)) {
        lob_work_answer(worker, job->connection, job->id, job->batch);
    }
    shrink(&worker->result);
    lob_arena_reset(worker->arena);
    lob_memory_settle();
    return true;
}

/* Nobody will hear of what the call began. */
static void undo_untold(const lob_server *server, lob_worker *worker, const lob_job *job, bool opened, bool began) {
    if (opened) {
        close_untold(server, worker);
    }
    if (began) {
        const lob_tasks_ask ask = ask_of(server, worker, job);
        lob_tasks_forget(&ask);
    }
}

static void run_call(lob_server *server, lob_worker *worker, lob_job *job) {
    bool opened;
    tell_begin(job);
    lob_status status = run_tool(server, worker, job, &opened);
    if (opened) {
        own_session(server, worker, job);
    }
    if (atomic_load(&job->cancel.requested)) {
        undo_untold(server, worker, job, opened, job->tasks != LOB_TASK_NONE && status == LOB_OK);
        return;
    }
    bool is_refused = worker->result.failed != LOB_BUF_FINE;
    if (is_refused) {
        write_refusal(worker);
    } else if (status == LOB_E_CANCELLED || worker->result.size == 0) {
        write_bug(worker);
        status = LOB_E_INTERNAL_ERROR;
    } else if (job->tasks != LOB_TASK_NONE && answer_task(server, worker, job, status)) {
        return;
    }
    tell_end(worker, job, is_refused ? worker->ctx.error.code : status, opened);
    write_answer(server, worker, job, is_refused || status != LOB_OK);
    if (worker->line.failed) {
        undo_untold(server, worker, job, opened, false);
        opened = false;
        write_refusal(worker);
        write_answer(server, worker, job, true);
    }
    if (!lob_work_answer(worker, job->connection, job->id, job->batch)) {
        undo_untold(server, worker, job, opened, false);
    }
    shrink(&worker->result);
}

bool lob_work_run(void *arg, unsigned me, lob_job *job) {
    lob_server *server = arg;
    lob_worker *worker = &server->workers[me];
    if (atomic_load(&job->cancel.requested)) {
        return true;
    }
    if (job->method >= LOB_METHOD_TASKS_GET) {
        return run_tasks(server, worker, job);
    }
    if (job->method != LOB_METHOD_TOOLS_CALL) {
        return run_ask(server, worker, job);
    }
    if (job->roots && lob_client_roots_concern(job->arguments) &&
        !lob_client_roots_ready(job->roots, job->connection)) {
        return false;
    }
    run_call(server, worker, job);
    lob_arena_reset(worker->arena); /* not at the next call: that may be long from now */
    lob_memory_settle();
    return true;
}

void lob_work_drop(void *server, lob_job *job) {
    lob_rpc_drop(&job->message);
    if (job->batch) {
        lob_batch_done(server, job->batch);
        job->batch = NULL;
    }
    if (job->connection) {
        lob_connection_release(job->connection);
        job->connection = NULL;
    }
}
