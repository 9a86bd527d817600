/* From a body to the core: which era the message is of, whose session, and what is refused before the core sees it. */
#include "http/exchange.h"

/* ---- whose it is ---- */

/* The session that the header names, for the caller to give back. NULL: refused, *result is that. */
static lob_http_session *need_session(lob_http_exchange *x, lob_str id, bool *result) {
    if (x->head.session_id.data == NULL) {
        *result =
            lob_http_exchange_refuse(x, LOB_HTTP_BAD_REQUEST, id, LOB_RPC_INVALID_REQUEST,
                                     "Mcp-Session-Id is missing: send initialize first, and the id of its answer with "
                                     "each request after it; or use revision 2026-07-28, which needs none");
        return NULL;
    }
    lob_http_session *session = lob_http_session_find(&x->daemon->sessions, x->head.session_id);
    if (session == NULL) {
        *result = lob_http_exchange_refuse(x, LOB_HTTP_NOT_FOUND, id, LOB_RPC_INVALID_REQUEST,
                                           "No such session: it ended, or the server was restarted; send initialize");
    }
    return session;
}

static bool is_initialize(const lob_rpc_message *message) {
    return message->kind == LOB_RPC_REQUEST && strcmp(message->method, "initialize") == 0;
}

/* Sets message.session. False: refused. */
static bool take_session(lob_http_exchange *x, const lob_rpc_message *message, bool *result) {
    if (!is_initialize(message)) {
        x->message.session = need_session(x, message->id, result);
        return x->message.session != NULL;
    }
    if (x->head.session_id.data != NULL) {
        x->message.session = need_session(x, message->id, result);
        if (x->message.session != NULL) {
            *result = lob_http_exchange_refuse(
                x, LOB_HTTP_BAD_REQUEST, message->id, LOB_RPC_INVALID_REQUEST,
                "This session is initialized: send initialize without Mcp-Session-Id for another");
        }
        return false;
    }
    x->message.session = lob_http_session_new();
    x->is_initialize = x->message.session != NULL;
    if (!x->is_initialize) {
        *result =
            lob_http_exchange_refuse(x, LOB_HTTP_INTERNAL_ERROR, message->id, LOB_RPC_INTERNAL_ERROR, "Out of memory");
    }
    return x->is_initialize;
}

/* ---- a message, a batch ---- */

static bool hand_over(lob_http_exchange *x) {
    x->has_message = lob_http_message_begin(&x->message);
    if (!x->has_message) {
        lob_rpc_drop(&x->message.rpc);
        return false;
    }
    return lob_http_exchange_answer(x);
}

static bool refuse_with(lob_http_exchange *x, lob_str id, lob_refusal refusal) {
    return lob_http_exchange_refuse(x, refusal.status, id, refusal.code, refusal.message);
}

/* False: refused, or (202) nothing is left to do. */
static bool judge(lob_http_exchange *x, const lob_rpc_message *message, bool *result) {
    lob_refusal refusal = {0};
    if (message->kind == LOB_RPC_FAULT) {
        const bool is_memory = message->fault_code == LOB_RPC_INTERNAL_ERROR;
        refusal = (lob_refusal){is_memory ? LOB_HTTP_INTERNAL_ERROR : LOB_HTTP_BAD_REQUEST, message->fault_code,
                                message->fault};
    } else if (lob_head_is_stateless(&x->head, message)) {
        x->message.is_stateless = true;
        refusal = lob_head_judge_stateless(&x->head, message);
    } else {
        refusal = lob_head_judge_session(&x->head);
    }
    if (refusal.status != 0) {
        *result = refuse_with(x, message->id, refusal);
        return false;
    }
    if (x->message.is_stateless && message->kind != LOB_RPC_REQUEST) {
        /* Nothing of that revision is for a server to hear. */
        *result = lob_http_exchange_acknowledge(x, LOB_HTTP_ACCEPTED);
        return false;
    }
    return x->message.is_stateless || take_session(x, message, result);
}

static bool post_message(lob_http_exchange *x, lob_str body) {
    bool result = false;
    lob_rpc_read(body, &x->message.rpc);
    if (judge(x, &x->message.rpc, &result)) {
        return hand_over(x);
    }
    lob_rpc_drop(&x->message.rpc);
    return result;
}

/* Of revision 2025-03-26 alone, which the core sees to. */
static bool post_batch(lob_http_exchange *x, lob_str body) {
    bool result = false;
    const lob_refusal refusal = lob_head_judge_session(&x->head);
    if (refusal.status != 0) {
        return refuse_with(x, (lob_str){0}, refusal);
    }
    x->message.session = need_session(x, (lob_str){0}, &result);
    x->message.batch = body;
    return x->message.session != NULL ? hand_over(x) : result;
}

bool lob_http_exchange_post(lob_http_exchange *x) {
    const lob_str body = {x->body.data != NULL ? x->body.data : "", x->body.size};
    x->message.held = &x->daemon->held;
    return lob_rpc_is_batch(body) ? post_batch(x, body) : post_message(x, body);
}

bool lob_http_exchange_delete(lob_http_exchange *x) {
    bool result = false;
    lob_http_session *session = need_session(x, (lob_str){0}, &result);
    if (session == NULL) {
        return result;
    }
    lob_http_session_end(&x->daemon->sessions, session);
    lob_core_cancel(x->daemon->server, session, (lob_str){0});
    lob_http_session_give_back(&x->daemon->sessions, session);
    return lob_http_exchange_acknowledge(x, LOB_HTTP_NO_CONTENT);
}
