/* What to do with a message. Only the thread with the reader role is here. */
#include "mcp/ask.h"
#include "mcp/notice.h"
#include "mcp/roots.h"
#include "mcp/state.h"
#include "mcp/tasks.h"

#include <string.h>

#include "base/digest.h"
#include "json/reader.h"

/* Who reads, for whom. */
typedef struct taker {
    lob_server *server;
    unsigned me; /* the thread */
    lob_connection *connection;
    lob_batch *batch; /* NULL: the message stands alone */
} taker;

/* Sends what was written into new_line(). ABORT: the server ends, perhaps because nobody takes it. */
static lob_read_state answer(const taker *t, lob_str id) {
    lob_server *server = t->server;
    bool sent = lob_work_answer(&server->workers[t->me], t->connection, id, t->batch);
    return sent || !lob_dispatch_is_stopping(server->dispatch) ? LOB_READ_MORE : LOB_READ_ABORT;
}

static lob_buf *new_line(const taker *t) {
    lob_buf_clear(&t->server->workers[t->me].line);
    return &t->server->workers[t->me].line;
}

static lob_read_state refuse(const taker *t, lob_str id, int code, const char *what) {
    const lob_revision revision = t->connection->is_modern ? LOB_REVISION_2026_07_28 : t->connection->agreed->revision;
    lob_rpc_error(new_line(t), id.data ? id : lob_revision_no_id(revision), code, what, (lob_str){0});
    return answer(t, id);
}

lob_read_state lob_core_take_fault(lob_server *server, unsigned me, lob_connection *connection, int code,
                                   const char *what) {
    const taker t = {server, me, connection, NULL};
    return refuse(&t, (lob_str){0}, code, what);
}

/* Calls */

/* What the job keeps of the line, which will be overwritten. */
static bool copy_texts(lob_job *job, lob_str id, lob_str token) {
    lob_buf_add(&job->text, id.data, id.size);
    lob_buf_add(&job->text, token.data, token.size);
    if (job->text.failed) {
        return false;
    }
    job->id = (lob_str){job->text.data, id.size};
    job->token = token.data ? (lob_str){job->text.data + id.size, token.size} : (lob_str){0};
    return true;
}

static uint64_t key_of(lob_str session_id) {
    return session_id.data ? lob_hash64_fast(session_id.data, session_id.size, 0) | 1 : 0;
}

/* The message becomes the job's. `call` has a tool, or is of tasks/... alone. */
static lob_read_state start(const taker *t, lob_rpc_message *request, const lob_route *route,
                            const lob_tools_call *call) {
    lob_dispatch *dispatch = t->server->dispatch;
    lob_job *fresh = lob_dispatch_take(dispatch);
    if (!fresh) {
        return LOB_READ_ABORT;
    }
    if (!copy_texts(fresh, request->id, call->progress_token)) {
        lob_dispatch_untake(dispatch, fresh);
        return refuse(t, request->id, LOB_RPC_INTERNAL_ERROR, "Out of memory");
    }
    fresh->message = *request;
    request->tree = NULL;
    fresh->connection = t->connection;
    fresh->scope = t->connection->scope;
    lob_connection_use(t->connection);
    fresh->method = route->method;
    fresh->tasks = route->tasks;
    fresh->tool = call->tool;
    fresh->is_dear = call->tool != NULL && lob_tools_is_dear(call->tool);
    fresh->arguments = call->arguments;
    fresh->modern = route->modern;
    fresh->client = t->connection->agreed->client;
    fresh->roots = route->modern ? NULL : t->connection->agreed->roots;
    fresh->notices = route->modern ? (int)lob_notice_level_of(lob_lifecycle_log_level(&fresh->message))
                                   : t->connection->agreed->notices;
    fresh->has_links = route->modern || t->connection->agreed->revision >= LOB_REVISION_2025_06_18;
    fresh->key = key_of(call->session_id);
    if (t->batch) {
        fresh->batch = t->batch;
        pthread_mutex_lock(&t->batch->lock);
        t->batch->due++;
        pthread_mutex_unlock(&t->batch->lock);
    }
    /* A batch is gone through to its end by the reader, so nothing of it may keep him. */
    return lob_dispatch_submit(dispatch, t->me, fresh, !t->batch);
}

/* Does the call become a task? Sets `form`; an error line was written when it returns false. */
static bool take_task(const lob_rpc_message *request, const lob_tool *tool, lob_task_form *form, lob_buf *line) {
    const cJSON *task = cJSON_GetObjectItemCaseSensitive(request->params, "task");
    const cJSON *ttl = cJSON_GetObjectItemCaseSensitive(task, "ttl");
    const char *fault = NULL;
    int code = LOB_RPC_INVALID_PARAMS;
    if (*form == LOB_TASK_EXTENSION || (*form == LOB_TASK_CORE && !task)) {
        *form = *form == LOB_TASK_EXTENSION && lob_tools_make_task(tool) ? LOB_TASK_EXTENSION : LOB_TASK_NONE;
    } else if (*form == LOB_TASK_CORE) {
        if (!cJSON_IsObject(task)) {
            fault = "Invalid params: task must be an object";
        } else if (ttl && !(cJSON_IsNumber(ttl) && ttl->valuedouble >= 0)) {
            fault = "Invalid params: task.ttl must be a number of milliseconds";
        } else if (!lob_tools_make_task(tool)) {
            fault = "This tool cannot be called as a task: execution.taskSupport of tools/list says which can";
            code = LOB_RPC_METHOD_NOT_FOUND;
        }
    }
    if (fault) {
        lob_rpc_error(line, request->id, code, fault, (lob_str){0});
    }
    return !fault;
}

static lob_read_state start_call(const taker *t, lob_rpc_message *request, lob_route route) {
    lob_buf *line = new_line(t);
    lob_tools_call call = lob_tools_read_call(&t->server->options.product, request, line);
    if (!call.tool || !take_task(request, call.tool, &route.tasks, line)) {
        return answer(t, request->id);
    }
    if (route.tasks != LOB_TASK_NONE) {
        cJSON *params = cJSON_GetObjectItemCaseSensitive(request->tree, "params");
        lob_tasks_hasten(cJSON_GetObjectItemCaseSensitive(params, "arguments"));
        call.progress_token = (lob_str){0}; /* the call itself is over at once */
    }
    return start(t, request, &route, &call);
}

static lob_read_state start_tasks(const taker *t, lob_rpc_message *request, const lob_route *route) {
    lob_tools_call call = {.tool = NULL};
    if (route->method == LOB_METHOD_TASKS_RESULT) {
        call.progress_token = lob_tools_progress_token(request);
    }
    return start(t, request, route, &call);
}

/* Prompts, completions, resources: what looks at sessions is a job. */
static lob_read_state start_ask(const taker *t, lob_rpc_message *request, const lob_route *route) {
    const lob_tools_call call = {.session_id = lob_ask_session(request->params)};
    return start(t, request, route, &call);
}

/* Requests */

static void set_level(const taker *t, const lob_rpc_message *request, lob_buf *line) {
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(request->params, "level"));
    const lob_notice_level level = lob_notice_level_of(name);
    if (level == LOB_NOTICE_NONE) {
        lob_rpc_error(line, request->id, LOB_RPC_INVALID_PARAMS,
                      "Invalid params: level must be debug, info, notice, warning, error, critical, alert or emergency",
                      (lob_str){0});
        return;
    }
    t->connection->agreed->notices = (int)level;
    lob_lifecycle_empty(request->id, line);
}

/* The first time a client offers roots they get an object, which stays until the client is gone. */
static void take_roots(const taker *t, const lob_rpc_message *request) {
    const lob_core_options *options = &t->server->options;
    lob_agreed *agreed = t->connection->agreed;
    const bool is_offered = lob_lifecycle_offers_roots(request) && options->sessions &&
                            !lob_sessions_config(options->sessions)->ignores_client_roots;
    if (is_offered && !agreed->roots) {
        agreed->roots = lob_client_roots_new();
    }
    if (agreed->roots) {
        lob_client_roots_offer(agreed->roots, is_offered);
    }
}

static lob_tools_form form_of(const lob_route *route, lob_revision agreed) {
    if (route->tasks == LOB_TASK_CORE) {
        return LOB_LIST_OF_TASKS;
    }
    return route->modern || agreed >= LOB_REVISION_2025_06_18 ? LOB_LIST_PLAIN : LOB_LIST_EARLY;
}

static void answer_tools(const taker *t, const lob_rpc_message *request, const lob_route *route, lob_buf *line) {
    lob_server *server = t->server;
    const lob_tools_form form = form_of(route, t->connection->agreed->revision);
    lob_buf *list = &server->lists[form];
    if (list->size == 0) {
        lob_buf_clear(list);
        lob_tools_write_list(&server->options.product, form, list);
    }
    if (list->failed) {
        lob_buf_release(list);
        lob_rpc_error(line, request->id, LOB_RPC_INTERNAL_ERROR, "Out of memory", (lob_str){0});
        return;
    }
    lob_tools_answer_list(&server->options.product, request, route->modern, (lob_str){list->data, list->size}, line);
}

static lob_read_state handle_request(const taker *t, lob_rpc_message *request) {
    lob_server *server = t->server;
    const lob_product *product = &server->options.product;
    lob_buf *line = new_line(t);
    t->connection->is_modern = lob_lifecycle_is_modern(request);
    lob_route route = lob_lifecycle_route(request, t->connection->agreed->revision, server->has_tasks, line);
    if (!lob_lifecycle_offers(product, route.method)) {
        lob_rpc_error(line, request->id, LOB_RPC_METHOD_NOT_FOUND, "Method not found", (lob_str){0});
        route.method = LOB_METHOD_UNKNOWN;
    }
    switch (route.method) {
    case LOB_METHOD_PROMPTS_GET:
    case LOB_METHOD_COMPLETE:
    case LOB_METHOD_RESOURCES_LIST:
    case LOB_METHOD_RESOURCES_READ:
        return start_ask(t, request, &route);
    case LOB_METHOD_PROMPTS_LIST:
        lob_prompts_list(product, request, route.modern, line);
        break;
    case LOB_METHOD_RESOURCES_TEMPLATES:
        lob_resources_templates(product, request, route.modern, line);
        break;
    case LOB_METHOD_SET_LEVEL:
        set_level(t, request, line);
        break;
    case LOB_METHOD_TOOLS_CALL:
        return start_call(t, request, route);
    case LOB_METHOD_TASKS_GET:
    case LOB_METHOD_TASKS_RESULT:
    case LOB_METHOD_TASKS_LIST:
    case LOB_METHOD_TASKS_CANCEL:
    case LOB_METHOD_TASKS_UPDATE:
        return start_tasks(t, request, &route);
    case LOB_METHOD_TOOLS_LIST:
        answer_tools(t, request, &route, line);
        break;
    case LOB_METHOD_PING:
        lob_lifecycle_empty(request->id, line);
        break;
    case LOB_METHOD_DISCOVER:
        lob_lifecycle_discover(product, request->id, line);
        break;
    case LOB_METHOD_INITIALIZE:
        if (t->batch) {
            lob_rpc_error(line, request->id, LOB_RPC_INVALID_REQUEST,
                          "Invalid request: initialize must not be part of a batch", (lob_str){0});
        } else {
            lob_lifecycle_initialize(product, request, &t->connection->agreed->revision, line);
            take_roots(t, request);
        }
        break;
    case LOB_METHOD_UNKNOWN:
        break; /* the error is written */
    }
    return answer(t, request->id);
}

static void handle_notification(const taker *t, const lob_rpc_message *message) {
    if (strcmp(message->method, "notifications/roots/list_changed") == 0 && t->connection->agreed->roots) {
        lob_client_roots_forget(t->connection->agreed->roots);
    }
    if (strcmp(message->method, "notifications/cancelled") == 0 && message->params) {
        const lob_str id = lob_json_raw_member(message->params_text, "requestId");
        if (id.data) {
            lob_dispatch_cancel(t->server->dispatch, t->connection->scope, id);
        }
    }
}

static lob_read_state handle_message(const taker *t, lob_rpc_message *message) {
    lob_read_state state = LOB_READ_MORE;
    switch (message->kind) {
    case LOB_RPC_REQUEST:
        state = handle_request(t, message);
        break;
    case LOB_RPC_NOTIFICATION:
        handle_notification(t, message);
        break;
    case LOB_RPC_RESPONSE:
        if (t->connection->agreed->roots) {
            lob_client_roots_hear(t->connection->agreed->roots, message);
        }
        break;
    case LOB_RPC_FAULT:
        state = refuse(t, message->id, message->fault_code, message->fault);
        break;
    }
    lob_rpc_drop(message);
    return state;
}

/* Batches */

static lob_read_state handle_batch(taker *t, lob_str line) {
    lob_json_fault fault;
    lob_str element;
    size_t at = 0;
    if (!lob_json_check(line, true, &fault)) {
        return refuse(t, (lob_str){0}, LOB_RPC_PARSE_ERROR, "Parse error: the batch is not JSON");
    }
    if (t->connection->agreed->revision != LOB_REVISION_2025_03_26) {
        return refuse(t, (lob_str){0}, LOB_RPC_INVALID_REQUEST,
                      "Invalid request: this protocol version does not support batches");
    }
    lob_batch *batch = lob_batch_new(t->connection);
    if (!batch) {
        return refuse(t, (lob_str){0}, LOB_RPC_INTERNAL_ERROR, "Out of memory");
    }
    lob_read_state state = LOB_READ_MORE;
    bool any = false;
    t->batch = batch;
    while (state != LOB_READ_ABORT && lob_rpc_batch_next(line, &at, &element)) {
        lob_rpc_message message;
        any = true;
        lob_rpc_read(element, &message);
        state = handle_message(t, &message);
    }
    t->batch = NULL;
    lob_batch_done(t->server, batch);
    return any ? state : refuse(t, (lob_str){0}, LOB_RPC_INVALID_REQUEST, "Invalid request: the batch is empty");
}

lob_read_state lob_core_take_message(lob_server *server, unsigned me, lob_connection *connection,
                                     lob_rpc_message *message) {
    const taker t = {server, me, connection, NULL};
    return handle_message(&t, message);
}

lob_read_state lob_core_take_text(lob_server *server, unsigned me, lob_connection *connection, lob_str text) {
    taker t = {server, me, connection, NULL};
    lob_rpc_message message;
    if (lob_rpc_is_batch(text)) {
        return handle_batch(&t, text);
    }
    lob_rpc_read(text, &message);
    return handle_message(&t, &message);
}
