/* From a body to the core: which era the message is of, whose session, and what is refused before the core sees it. */
#include "http/asked.h"

/* ---- whose it is ---- */

/* The session that the header names, for the caller to give back. NULL: refused, *result is that. */
static lob_http_session *need_session(lob_asked *a, lob_str id, bool *result) {
    if (a->head.session_id.data == NULL) {
        *result = lob_asked_refuse(a, LOB_HTTP_BAD_REQUEST, id, LOB_RPC_INVALID_REQUEST,
                                   "Mcp-Session-Id is missing: send initialize first, and the id of its answer with "
                                   "each request after it; or use revision 2026-07-28, which needs none");
        return NULL;
    }
    lob_http_session *session = lob_http_session_find(&a->daemon->sessions, a->head.session_id);
    if (session == NULL) {
        *result = lob_asked_refuse(a, LOB_HTTP_NOT_FOUND, id, LOB_RPC_INVALID_REQUEST,
                                   "No such session: it ended, or this server was started anew; send initialize");
    }
    return session;
}

static bool is_initialize(const lob_rpc_message *message) {
    return message->kind == LOB_RPC_REQUEST && strcmp(message->method, "initialize") == 0;
}

/* Sets post.session. False: refused. */
static bool take_session(lob_asked *a, const lob_rpc_message *message, bool *result) {
    lob_http_post *post = &a->post;
    if (!is_initialize(message)) {
        post->session = need_session(a, message->id, result);
        return post->session != NULL;
    }
    if (a->head.session_id.data != NULL) {
        post->session = need_session(a, message->id, result);
        if (post->session != NULL) {
            *result =
                lob_asked_refuse(a, LOB_HTTP_BAD_REQUEST, message->id, LOB_RPC_INVALID_REQUEST,
                                 "This session is initialized: send initialize without Mcp-Session-Id for another");
        }
        return false;
    }
    post->session = lob_http_session_new();
    a->is_initialize = post->session != NULL;
    if (!a->is_initialize) {
        *result = lob_asked_refuse(a, LOB_HTTP_INTERNAL_ERROR, message->id, LOB_RPC_INTERNAL_ERROR, "Out of memory");
    }
    return a->is_initialize;
}

/* ---- a message, a batch ---- */

static bool hand_over(lob_asked *a) {
    a->is_posted = lob_http_post_begin(&a->post);
    if (!a->is_posted) {
        lob_rpc_drop(&a->post.message);
        return false;
    }
    return lob_asked_answer(a);
}

static bool refuse_with(lob_asked *a, lob_str id, lob_refusal refusal) {
    return lob_asked_refuse(a, refusal.status, id, refusal.code, refusal.message);
}

/* False: refused, or (202) nothing is left to do. */
static bool judge(lob_asked *a, const lob_rpc_message *message, bool *result) {
    lob_refusal refusal = {0};
    if (message->kind == LOB_RPC_FAULT) {
        const bool is_memory = message->fault_code == LOB_RPC_INTERNAL_ERROR;
        refusal = (lob_refusal){is_memory ? LOB_HTTP_INTERNAL_ERROR : LOB_HTTP_BAD_REQUEST, message->fault_code,
                                message->fault};
    } else if (lob_head_is_stateless(&a->head, message)) {
        a->post.is_stateless = true;
        refusal = lob_head_judge_stateless(&a->head, message);
    } else {
        refusal = lob_head_judge_session(&a->head);
    }
    if (refusal.status != 0) {
        *result = refuse_with(a, message->id, refusal);
        return false;
    }
    if (a->post.is_stateless && message->kind != LOB_RPC_REQUEST) {
        *result = lob_asked_acknowledge(a, LOB_HTTP_ACCEPTED); /* nothing of that revision is for a server to hear */
        return false;
    }
    return a->post.is_stateless || take_session(a, message, result);
}

static bool post_message(lob_asked *a, lob_str body) {
    bool result = false;
    lob_rpc_read(body, &a->post.message);
    if (judge(a, &a->post.message, &result)) {
        return hand_over(a);
    }
    lob_rpc_drop(&a->post.message);
    return result;
}

/* Of revision 2025-03-26 alone, which the core sees to. */
static bool post_batch(lob_asked *a, lob_str body) {
    bool result = false;
    const lob_refusal refusal = lob_head_judge_session(&a->head);
    if (refusal.status != 0) {
        return refuse_with(a, (lob_str){0}, refusal);
    }
    a->post.session = need_session(a, (lob_str){0}, &result);
    a->post.text = body;
    return a->post.session != NULL ? hand_over(a) : result;
}

bool lob_asked_post(lob_asked *a) {
    const lob_str body = {a->body.data != NULL ? a->body.data : "", a->body.size};
    a->post.held = &a->daemon->held;
    return lob_rpc_is_batch(body) ? post_batch(a, body) : post_message(a, body);
}

bool lob_asked_delete(lob_asked *a) {
    bool result = false;
    lob_http_session *session = need_session(a, (lob_str){0}, &result);
    if (session == NULL) {
        return result;
    }
    lob_http_session_end(&a->daemon->sessions, session);
    lob_core_cancel(a->daemon->server, session, (lob_str){0});
    lob_http_session_give_back(&a->daemon->sessions, session);
    return lob_asked_acknowledge(a, LOB_HTTP_NO_CONTENT);
}
