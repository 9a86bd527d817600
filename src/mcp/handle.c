/* What to do with a message. Only the thread with the reader role is here. */
#include "mcp/state.h"

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

/* The message becomes the job's. */
static lob_read_state start_call(lob_server *server, unsigned me, lob_rpc_message *request, bool modern,
                                 lob_batch *batch, lob_job **job) {
    lob_buf *line = new_line(server, me);
    lob_tools_call call = lob_tools_read_call(&server->options.product, request, line);
    if (!call.tool) {
        return answer(server, me, request->id, batch) ? LOB_READ_END : LOB_READ_ABORT;
    }
    lob_job *fresh = lob_dispatch_take(server->dispatch);
    if (!fresh) {
        return LOB_READ_ABORT;
    }
    if (!copy_texts(fresh, request->id, call.progress_token)) {
        lob_dispatch_untake(server->dispatch, fresh);
        lob_rpc_error(line, request->id, LOB_RPC_INTERNAL_ERROR, "Out of memory", (lob_str){0});
        return answer(server, me, request->id, batch) ? LOB_READ_END : LOB_READ_ABORT;
    }
    fresh->message = *request;
    request->tree = NULL;
    fresh->tool = call.tool;
    fresh->arguments = call.arguments;
    fresh->modern = modern;
    fresh->key = key_of(call.session_id);
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

/* Requests */

static lob_read_state handle_request(lob_server *server, unsigned me, lob_rpc_message *request, lob_batch *batch,
                                     lob_job **job) {
    const lob_product *product = &server->options.product;
    lob_buf *line = new_line(server, me);
    lob_route route = lob_lifecycle_route(request, server->agreed, line);
    switch (route.method) {
    case LOB_METHOD_TOOLS_CALL:
        return start_call(server, me, request, route.modern, batch, job);
    case LOB_METHOD_TOOLS_LIST:
        lob_tools_answer_list(product, request, route.modern, (lob_str){server->list.data, server->list.size}, line);
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
