/* What to do with a message. Only the thread with the reader role is here. */
#include "mcp/state.h"
#include "mcp/tasks.h"

#include <string.h>

#include "base/digest.h"
#include "json/reader.h"

static bool answer(lob_server *server, unsigned me, lob_str id, lob_batch *batch) {
    return lob_work_answer(server, &server->workers[me], id, batch);
}

static lob_buf *new_line(lob_server *server, unsigned me) {
    lob_buf_clear(&server->workers[me].line);
    return &server->workers[me].line;
}

bool lob_handle_fault(lob_server *server, unsigned me, int code, const char *what) {
    lob_rpc_error(new_line(server, me), (lob_str){0}, code, what, (lob_str){0});
    return answer(server, me, (lob_str){0}, NULL);
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

static lob_read_state refuse_request(lob_server *server, unsigned me, const lob_rpc_message *request, lob_batch *batch,
                                     int code, const char *what) {
    lob_rpc_error(new_line(server, me), request->id, code, what, (lob_str){0});
    return answer(server, me, request->id, batch) ? LOB_READ_END : LOB_READ_ABORT;
}

/* The message becomes the job's. `call` has a tool, or is of tasks/... alone. */
static lob_read_state start(lob_server *server, unsigned me, lob_rpc_message *request, const lob_route *route,
                            const lob_tools_call *call, lob_batch *batch, lob_job **job) {
    lob_job *fresh = lob_dispatch_take(server->dispatch);
    if (!fresh) {
        return LOB_READ_ABORT;
    }
    if (!copy_texts(fresh, request->id, call->progress_token)) {
        lob_dispatch_untake(server->dispatch, fresh);
        return refuse_request(server, me, request, batch, LOB_RPC_INTERNAL_ERROR, "Out of memory");
    }
    fresh->message = *request;
    request->tree = NULL;
    fresh->method = route->method;
    fresh->tasks = route->tasks;
    fresh->tool = call->tool;
    fresh->arguments = call->arguments;
    fresh->modern = route->modern;
    fresh->key = key_of(call->session_id);
    if (batch) {
        fresh->batch = batch;
        pthread_mutex_lock(&batch->lock);
        batch->due++;
        pthread_mutex_unlock(&batch->lock);
    }
    /* A batch is gone through to its end by the reader, so nothing of it may keep him. */
    if (!lob_dispatch_submit(server->dispatch, fresh, !batch)) {
        return LOB_READ_END;
    }
    *job = fresh;
    return LOB_READ_JOB;
}

/* Does the call become a task? Sets `form`; an error line was written when it returns false. */
static bool take_task(const lob_rpc_message *request, const lob_tool *tool, lob_task_form *form, lob_buf *line) {
    const cJSON *task = cJSON_GetObjectItemCaseSensitive(request->params, "task");
    const cJSON *ttl = cJSON_GetObjectItemCaseSensitive(task, "ttl");
    const char *fault = NULL;
    int code = LOB_RPC_INVALID_PARAMS;
    if (*form == LOB_TASK_EXTENSION || (*form == LOB_TASK_CORE && !task)) {
        *form = *form == LOB_TASK_EXTENSION && lob_tasks_take_tool(tool) ? LOB_TASK_EXTENSION : LOB_TASK_NONE;
    } else if (*form == LOB_TASK_CORE) {
        if (!cJSON_IsObject(task)) {
            fault = "Invalid params: task must be an object";
        } else if (ttl && !(cJSON_IsNumber(ttl) && ttl->valuedouble >= 0)) {
            fault = "Invalid params: task.ttl must be a number of milliseconds";
        } else if (!lob_tasks_take_tool(tool)) {
            fault = "This tool cannot be called as a task: execution.taskSupport of tools/list says which can";
            code = LOB_RPC_METHOD_NOT_FOUND;
        }
    }
    if (fault) {
        lob_rpc_error(line, request->id, code, fault, (lob_str){0});
    }
    return !fault;
}

static lob_read_state start_call(lob_server *server, unsigned me, lob_rpc_message *request, lob_route route,
                                 lob_batch *batch, lob_job **job) {
    lob_buf *line = new_line(server, me);
    lob_tools_call call = lob_tools_read_call(&server->options.product, request, line);
    if (!call.tool || !take_task(request, call.tool, &route.tasks, line)) {
        return answer(server, me, request->id, batch) ? LOB_READ_END : LOB_READ_ABORT;
    }
    if (route.tasks != LOB_TASK_NONE) {
        cJSON *params = cJSON_GetObjectItemCaseSensitive(request->tree, "params");
        lob_tasks_hasten(cJSON_GetObjectItemCaseSensitive(params, "arguments"));
        call.progress_token = (lob_str){0}; /* the call itself is over at once */
    }
    return start(server, me, request, &route, &call, batch, job);
}

static lob_read_state start_tasks(lob_server *server, unsigned me, lob_rpc_message *request, const lob_route *route,
                                  lob_batch *batch, lob_job **job) {
    lob_tools_call call = {.tool = NULL};
    if (route->method == LOB_METHOD_TASKS_RESULT) {
        call.progress_token = lob_tools_progress_token(request);
    }
    return start(server, me, request, route, &call, batch, job);
}

/* Requests */

static lob_read_state handle_request(lob_server *server, unsigned me, lob_rpc_message *request, lob_batch *batch,
                                     lob_job **job) {
    const lob_product *product = &server->options.product;
    lob_buf *line = new_line(server, me);
    const lob_buf *list;
    lob_route route = lob_lifecycle_route(request, server->agreed, server->has_tasks, line);
    switch (route.method) {
    case LOB_METHOD_TOOLS_CALL:
        return start_call(server, me, request, route, batch, job);
    case LOB_METHOD_TASKS_GET:
    case LOB_METHOD_TASKS_RESULT:
    case LOB_METHOD_TASKS_LIST:
    case LOB_METHOD_TASKS_CANCEL:
    case LOB_METHOD_TASKS_UPDATE:
        return start_tasks(server, me, request, &route, batch, job);
    case LOB_METHOD_TOOLS_LIST:
        list = route.tasks == LOB_TASK_CORE ? &server->list_with_tasks : &server->list;
        lob_tools_answer_list(product, request, route.modern, (lob_str){list->data, list->size}, line);
        break;
    case LOB_METHOD_PING:
        lob_lifecycle_empty(request->id, line);
        break;
    case LOB_METHOD_DISCOVER:
        lob_lifecycle_discover(product, request->id, line);
        break;
    case LOB_METHOD_INITIALIZE:
        if (batch) {
            lob_rpc_error(line, request->id, LOB_RPC_INVALID_REQUEST,
                          "Invalid request: initialize must not be part of a batch", (lob_str){0});
        } else {
            lob_lifecycle_initialize(product, request, &server->agreed, line);
        }
        break;
    case LOB_METHOD_UNKNOWN:
        break; /* the error is written */
    }
    return answer(server, me, request->id, batch) ? LOB_READ_END : LOB_READ_ABORT;
}

static void handle_notification(lob_server *server, const lob_rpc_message *message) {
    if (strcmp(message->method, "notifications/cancelled") == 0 && message->params) {
        lob_dispatch_cancel(server->dispatch, lob_json_raw_member(message->params_text, "requestId"));
    }
}

static lob_read_state handle_message(lob_server *server, unsigned me, lob_str text, lob_batch *batch, lob_job **job) {
    lob_read_state state = LOB_READ_END;
    lob_rpc_message message;
    lob_rpc_read(text, &message);
    switch (message.kind) {
    case LOB_RPC_REQUEST:
        state = handle_request(server, me, &message, batch, job);
        break;
    case LOB_RPC_NOTIFICATION:
        handle_notification(server, &message);
        break;
    case LOB_RPC_RESPONSE:
        break;
    case LOB_RPC_FAULT:
        lob_rpc_error(new_line(server, me), message.id, message.fault_code, message.fault, (lob_str){0});
        state = answer(server, me, message.id, batch) ? LOB_READ_END : LOB_READ_ABORT;
        break;
    }
    lob_rpc_drop(&message);
    return state;
}

/* Batches */

static lob_read_state refuse(lob_server *server, unsigned me, int code, const char *what) {
    return lob_handle_fault(server, me, code, what) ? LOB_READ_END : LOB_READ_ABORT;
}

static lob_read_state handle_batch(lob_server *server, unsigned me, lob_str line) {
    lob_json_fault fault;
    lob_str element;
    size_t at = 0;
    if (!lob_json_check(line, true, &fault)) {
        return refuse(server, me, LOB_RPC_PARSE_ERROR, "Parse error: the batch is no JSON");
    }
    if (server->agreed != LOB_REVISION_2025_03_26) {
        return refuse(server, me, LOB_RPC_INVALID_REQUEST, "Invalid request: this protocol version has no batches");
    }
    lob_batch *batch = lob_batch_new();
    if (!batch) {
        return refuse(server, me, LOB_RPC_INTERNAL_ERROR, "Out of memory");
    }
    lob_read_state state = LOB_READ_END;
    bool any = false;
    while (state != LOB_READ_ABORT && lob_rpc_batch_next(line, &at, &element)) {
        lob_job *job;
        any = true;
        state = handle_message(server, me, element, batch, &job);
    }
    lob_batch_done(server, batch);
    return any ? state : refuse(server, me, LOB_RPC_INVALID_REQUEST, "Invalid request: the batch is empty");
}

lob_read_state lob_handle_line(lob_server *server, unsigned me, lob_str line, lob_job **job) {
    return lob_rpc_is_batch(line) ? handle_batch(server, me, line) : handle_message(server, me, line, NULL, job);
}
