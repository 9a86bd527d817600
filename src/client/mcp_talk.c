/* Replies are matched to requests, whatever order they come in, and everything that breaks the protocol is told.
 *
 * Invariant: a request has a slot on the shelf from before it is sent until its reply is taken. A reply without a slot
 * is the server's fault, but for answers to lines that the caller wrote himself.
 */
#include "client/mcp_talk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "json/reader.h"
#include "json/writer.h"

/* Of one wait: far more than any server has to say. Time is looked at again after some lines, for a flood. */
enum { LINE_COUNT_MAX = 100000, LINE_COUNT_CLOCK = 1024 };
#define NOTIFICATION_SIZE_MAX (2 * LOB_MCP_SIZE_MAX)
#define NS_PER_MS             INT64_C(1000000)

/* ---- the beginning and the end ---- */

void lob_mcp_talk_begin(lob_mcp_client *client, int64_t timeout_ms) {
    *client = (lob_mcp_client){.timeout_ms = timeout_ms};
    lob_buf_init(&client->notifications, NOTIFICATION_SIZE_MAX);
}

lob_status lob_mcp_talk_through(lob_ctx *ctx, lob_mcp_client *client, lob_mcp_transport *transport, lob_mcp_state state,
                                const char *what) {
    if (transport == NULL) {
        return state == LOB_MCP_MEMORY ? lob_fail_memory(ctx) : lob_mcp_break(ctx, client, "spawn", "%s", what);
    }
    client->transport = transport;
    client->pid = transport->pid;
    client->shelf = lob_mcp_shelf_new();
    return client->shelf != NULL ? LOB_OK : lob_fail_memory(ctx);
}

lob_mcp_end lob_mcp_talk_end(lob_mcp_client *client, bool with_kill) {
    lob_mcp_end end = {.status = -1};
    if (client->transport != NULL) {
        end = client->transport->kind->close(client->transport, client->timeout_ms, with_kill);
    }
    lob_mcp_shelf_drop(client->shelf);
    lob_buf_release(&client->notifications);
    client->pid = 0;
    client->transport = NULL;
    client->shelf = NULL;
    return end;
}

/* ---- verdicts ---- */

static const char *method_of(const lob_mcp_client *client, int64_t id) {
    const lob_mcp_slot *slot = id != 0 ? lob_mcp_shelf_find(client->shelf, id) : NULL;
    return slot != NULL ? slot->method : "what was sent";
}

lob_status lob_mcp_wait_over(lob_ctx *ctx, lob_mcp_client *client, const lob_mcp_wait *wait) {
    const char *more = client->transport->what;
    return lob_mcp_break(ctx, client, "timeout", "no answer to %s within %lld ms%s%s", method_of(client, wait->id),
                         (long long)wait->timeout_ms, more[0] != '\0' ? ": " : "", more);
}

static lob_status tell_text(lob_ctx *ctx, lob_mcp_client *client, const char *reason, const char *what, lob_str text) {
    char excerpt[LOB_MCP_EXCERPT_SIZE];
    return lob_mcp_break(ctx, client, reason, "%s: %s", what, lob_mcp_excerpt(text, excerpt));
}

static lob_status tell_no_json(lob_ctx *ctx, lob_mcp_client *client, lob_str text, const lob_json_fault *fault) {
    char what[200];
    bool is_piped = client->pid != 0;
    if (text.size == 0) {
        return lob_mcp_break(ctx, client, "malformed", "%s",
                             is_piped ? "wrote an empty line to standard output" : "answered with an empty message");
    }
    if (text.data[0] == '{' || text.data[0] == '[') {
        snprintf(what, sizeof what, "sent invalid JSON (%s, at byte %zu)", fault->what, fault->offset);
    } else {
        snprintf(what, sizeof what, "%s",
                 is_piped ? "wrote to standard output something that is not JSON"
                          : "answered with something that is not JSON");
    }
    return tell_text(ctx, client, "malformed", what, text);
}

static void tap(const lob_mcp_client *client, bool is_ours, lob_str line) {
    if (client->tap != NULL) {
        line.size -= line.size > 0 && line.data[line.size - 1] == '\n';
        client->tap(client->tap_arg, is_ours, line);
    }
}

/* What ends a connection whatever was under way. */
static lob_status give_up(lob_ctx *ctx, lob_mcp_client *client, lob_mcp_state state) {
    return state == LOB_MCP_MEMORY ? lob_fail_memory(ctx)
                                   : lob_mcp_break(ctx, client, state == LOB_MCP_REFUSED ? "closed" : "malformed", "%s",
                                                   client->transport->what);
}

/* ---- out ---- */

lob_status lob_mcp_talk_put(lob_ctx *ctx, lob_mcp_client *client, const lob_mcp_message *message) {
    lob_mcp_transport *t = client->transport;
    const char *method = message->method != NULL ? message->method : "a line";
    t->what[0] = '\0';
    tap(client, true, message->text);
    const lob_mcp_state state = t->kind->send(t, message, lob_clock_ns() + client->timeout_ms * NS_PER_MS);
    switch (state) {
    case LOB_MCP_FINE:
        return LOB_OK;
    case LOB_MCP_TIMEOUT:
        return lob_mcp_break(ctx, client, "timeout", "did not take %s within %lld ms: %s", method,
                             (long long)client->timeout_ms, t->what);
    case LOB_MCP_CLOSED:
        return lob_mcp_break(ctx, client, "closed", "%s before it took %s", t->what, method);
    case LOB_MCP_REFUSED:
    case LOB_MCP_MALFORMED:
    case LOB_MCP_MEMORY:
        break;
    }
    return give_up(ctx, client, state);
}

lob_status lob_mcp_talk_send(lob_ctx *ctx, lob_mcp_client *client, int64_t id, const char *method, lob_str params,
                             const char *tool) {
    lob_buf line;
    lob_buf_init(&line, 0);
    lob_mcp_write_message(&line, client, id, method, params);
    lob_mcp_message message = {{line.data, line.size}, method, tool, id != 0};
    lob_status status = line.failed == LOB_BUF_FINE ? lob_mcp_talk_put(ctx, client, &message) : lob_fail_memory(ctx);
    lob_buf_release(&line);
    return status;
}

lob_status lob_mcp_talk_ask(lob_ctx *ctx, lob_mcp_client *client, const char *method, lob_str params, const char *tool,
                            int64_t *id) {
    *id = ++client->last_id;
    if (lob_mcp_shelf_add(client->shelf, *id, method) == NULL) {
        return lob_fail_memory(ctx);
    }
    return lob_mcp_talk_send(ctx, client, *id, method, params, tool);
}

lob_status lob_mcp_talk_ask_as(lob_ctx *ctx, lob_mcp_client *client, lob_str name, const char *method, lob_str params,
                               const char *tool, int64_t *id) {
    *id = ++client->last_id;
    lob_mcp_slot *slot = lob_mcp_shelf_add(client->shelf, *id, method);
    if (slot == NULL) {
        return lob_fail_memory(ctx);
    }
    if (!lob_mcp_shelf_name(slot, name)) {
        lob_mcp_shelf_remove(client->shelf, slot);
        return lob_fail_memory(ctx);
    }
    return lob_mcp_talk_send(ctx, client, *id, method, params, tool);
}

lob_status lob_mcp_talk_give_up(lob_ctx *ctx, lob_mcp_client *client, int64_t id, const char *why) {
    lob_mcp_slot *slot = lob_mcp_shelf_find(client->shelf, id);
    lob_buf params; /* of the notification */
    lob_jsonw w;
    slot->is_given_up = true;
    lob_buf_init(&params, 0);
    lob_jsonw_init(&w, &params);
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "requestId");
    lob_mcp_write_id(&w, slot);
    lob_jsonw_key(&w, "reason");
    lob_jsonw_text(&w, why);
    lob_jsonw_end_object(&w);
    lob_status status = params.failed == LOB_BUF_FINE ? lob_mcp_talk_send(ctx, client, 0, "notifications/cancelled",
                                                                          (lob_str){params.data, params.size}, NULL)
                                                      : lob_fail_memory(ctx);
    lob_buf_release(&params);
    return status;
}

/* ---- in ---- */

void lob_mcp_wait_begin(const lob_mcp_client *client, int64_t id, int64_t timeout_ms, lob_mcp_wait *wait) {
    client->transport->what[0] = '\0';
    *wait = (lob_mcp_wait){.id = id,
                           .timeout_ms = timeout_ms,
                           .end_ns = lob_clock_ns() + timeout_ms * NS_PER_MS,
                           .size_before = client->transport->received_size};
}

/* The next text of any kind; *over: none came in time. */
static lob_status next_text(lob_ctx *ctx, lob_mcp_client *client, lob_mcp_wait *wait, lob_str *text, bool *over) {
    lob_mcp_transport *t = client->transport;
    wait->line_count++;
    if (t->received_size - wait->size_before > LOB_MCP_SIZE_MAX) {
        return lob_mcp_break(ctx, client, "malformed", "wrote %zu MiB without an answer to %s", LOB_MCP_SIZE_MAX >> 20,
                             method_of(client, wait->id));
    }
    if (wait->line_count > LINE_COUNT_MAX) {
        return lob_mcp_break(ctx, client, "malformed", "wrote %d lines without an answer to %s", LINE_COUNT_MAX,
                             method_of(client, wait->id));
    }
    *over = wait->line_count % LINE_COUNT_CLOCK == 0 && lob_clock_ns() > wait->end_ns;
    if (*over) {
        return LOB_OK;
    }
    const lob_mcp_state state = t->kind->receive(t, ctx->arena, wait->end_ns, text);
    switch (state) {
    case LOB_MCP_FINE:
        tap(client, false, *text);
        return LOB_OK;
    case LOB_MCP_TIMEOUT:
        *over = true;
        return LOB_OK;
    case LOB_MCP_CLOSED:
        return lob_mcp_break(ctx, client, "closed", "%s before it answered %s", t->what, method_of(client, wait->id));
    case LOB_MCP_REFUSED:
    case LOB_MCP_MALFORMED:
    case LOB_MCP_MEMORY:
        break;
    }
    return give_up(ctx, client, state);
}

static lob_status keep_notification(lob_ctx *ctx, lob_mcp_client *client, lob_str line) {
    lob_buf_add(&client->notifications, line.data, line.size);
    lob_buf_add_byte(&client->notifications, '\n');
    client->notification_count++;
    if (client->notifications.failed == LOB_BUF_TOO_LARGE) {
        return lob_mcp_break(ctx, client, "malformed", "sent more than %zu MiB of notifications",
                             NOTIFICATION_SIZE_MAX >> 20);
    }
    return client->notifications.failed == LOB_BUF_FINE ? LOB_OK : lob_fail_memory(ctx);
}

/* A request of the server: up to 2025-11-25 a ping is its right; all else was never offered. */
static lob_status take_request(lob_ctx *ctx, lob_mcp_client *client, lob_str text, lob_str id, lob_str method) {
    if (!lob_str_equal(method, LOB_STR("\"ping\"")) || strcmp(client->protocol, LOB_MCP_STATELESS) == 0) {
        return tell_text(ctx, client, "unexpected", "sent a request, which the client never offered to answer", text);
    }
    lob_buf line;
    lob_buf_init(&line, 0);
    lob_buf_add_text(&line, "{\"jsonrpc\":\"2.0\",\"id\":");
    lob_buf_add(&line, id.data, id.size);
    lob_buf_add_text(&line, ",\"result\":{}}\n");
    lob_mcp_message message = {{line.data, line.size}, "the answer to its ping", NULL, false};
    lob_status status = line.failed == LOB_BUF_FINE ? lob_mcp_talk_put(ctx, client, &message) : lob_fail_memory(ctx);
    lob_buf_release(&line);
    return status;
}

/* The id as this client writes it: digits and no more. */
static bool parse_id(lob_str raw, int64_t *id) {
    *id = 0;
    if (raw.size == 0 || raw.size > 18 || raw.data[0] == '0') {
        return false;
    }
    for (size_t i = 0; i < raw.size; i++) {
        if (raw.data[i] < '0' || raw.data[i] > '9') {
            return false;
        }
        *id = *id * 10 + (raw.data[i] - '0');
    }
    return true;
}

bool lob_mcp_reply_id(lob_str text, int64_t *id) {
    static const char *const keys[] = {"method", "id"};
    lob_str of[2];
    if (text.size == 0 || text.data[0] != '{') {
        return false;
    }
    lob_json_raw_members(text, keys, 2, of);
    return of[0].data == NULL && parse_id(of[1], id);
}

/* The request that a reply with this id answers, or NULL. *slot NULL for want of memory is a failure. */
static lob_status find_asked(lob_ctx *ctx, const lob_mcp_client *client, lob_str raw, lob_mcp_slot **slot) {
    int64_t number;
    *slot = NULL;
    if (parse_id(raw, &number)) {
        *slot = lob_mcp_shelf_find(client->shelf, number);
        *slot = *slot != NULL && (*slot)->name == NULL ? *slot : NULL;
    } else if (raw.size > 0 && raw.data[0] == '"') { /* a server may escape it otherwise than we do */
        lob_json_fault fault;
        cJSON *name = lob_json_parse(raw, &fault);
        if (name != NULL) {
            *slot = lob_mcp_shelf_find_name(client->shelf, lob_str_from(name->valuestring));
        } else if (strcmp(fault.what, "out of memory") == 0) {
            return lob_fail_memory(ctx);
        }
        cJSON_Delete(name);
    }
    return LOB_OK;
}

/* A reply that fits no request of ours. */
static lob_status tell_stray(lob_ctx *ctx, lob_mcp_client *client, const lob_mcp_wait *wait, lob_str text) {
    lob_str raw = lob_json_raw_member(text, "id");
    char excerpt[LOB_MCP_EXCERPT_SIZE];
    int64_t id;
    if (raw.data == NULL || lob_str_equal(raw, LOB_STR("null"))) {
        return tell_text(ctx, client, "unexpected", "answered without the id of a request", text);
    }
    if (parse_id(raw, &id) && id <= client->last_id) {
        return lob_mcp_break(ctx, client, "unexpected", "answered request %lld twice", (long long)id);
    }
    const char *name = raw.data[0] == '"' ? lob_mcp_excerpt((lob_str){raw.data + 1, raw.size - 2}, excerpt) : NULL;
    if (name == NULL) { /* a number: without quotes */
        snprintf(excerpt, sizeof excerpt, "%.*s", raw.size < 40 ? (int)raw.size : 40, raw.data);
        name = excerpt;
    }
    return lob_mcp_break(ctx, client, "unexpected",
                         wait->id != 0 ? "answered request %s when asked %lld"
                                       : "answered request %s, which was never made",
                         name, (long long)wait->id);
}

enum { ID, VERSION, METHOD, RESULT, ERROR, MEMBERS };
static const char *const members[MEMBERS] = {"id", "jsonrpc", "method", "result", "error"};

typedef enum lob_mcp_sort { SORT_DONE, SORT_REPLY, SORT_OTHER } lob_mcp_sort;

/* What a text is. Notifications and pings are dealt with here: DONE. REPLY: to *slot. OTHER: any JSON else, only where
 * that is fine. */
static lob_status sort(lob_ctx *ctx, lob_mcp_client *client, const lob_mcp_wait *wait, lob_str text, lob_mcp_sort *what,
                       lob_mcp_slot **slot) {
    lob_json_fault fault;
    if (!lob_json_check(text, true, &fault)) {
        return strcmp(fault.what, "out of memory") == 0 ? lob_fail_memory(ctx)
                                                        : tell_no_json(ctx, client, text, &fault);
    }
    bool takes_any = wait->id == 0;
    size_t at = strspn(text.data, " \t\r\n");
    *what = SORT_OTHER;
    if (text.data[at] != '{') {
        return takes_any ? LOB_OK : tell_text(ctx, client, "malformed", "sent JSON that is not an object", text);
    }
    lob_str of[MEMBERS];
    lob_json_raw_members(text, members, MEMBERS, of);
    if (client->is_strict && !takes_any && !lob_str_equal(of[VERSION], LOB_STR("\"2.0\""))) {
        return tell_text(ctx, client, "malformed", "sent a message without \"jsonrpc\": \"2.0\"", text);
    }
    if (of[METHOD].data != NULL) {
        if (of[ID].data != NULL && takes_any && !lob_str_equal(of[METHOD], LOB_STR("\"ping\""))) {
            return LOB_OK;
        }
        *what = SORT_DONE;
        return of[ID].data == NULL ? keep_notification(ctx, client, text)
                                   : take_request(ctx, client, text, of[ID], of[METHOD]);
    }
    LOB_TRY(find_asked(ctx, client, of[ID], slot));
    bool is_known = *slot != NULL && !(*slot)->is_here;
    if (!is_known && !takes_any && client->shelf->loose_expected == 0) {
        return tell_stray(ctx, client, wait, text);
    }
    bool has_result = of[RESULT].data != NULL;
    if (!takes_any && is_known && has_result == (of[ERROR].data != NULL)) {
        return tell_text(ctx, client, "unexpected",
                         has_result ? "sent a reply with both a result and an error"
                                    : "sent a reply with neither a result nor an error",
                         text);
    }
    if (is_known && (*slot)->is_given_up) {
        lob_mcp_shelf_remove(client->shelf, *slot);
        *what = SORT_DONE;
        return LOB_OK;
    }
    *what = is_known ? SORT_REPLY : SORT_OTHER;
    return LOB_OK;
}

/* Puts a text away for its turn. `slot` NULL: one that answers nothing of ours. */
static lob_status put_away(lob_ctx *ctx, lob_mcp_client *client, lob_mcp_slot *slot, lob_str text) {
    lob_mcp_shelf *shelf = client->shelf;
    if (shelf->kept_size + text.size > LOB_MCP_SIZE_MAX) {
        return lob_mcp_break(ctx, client, "malformed", "sent more than %zu MiB of replies that were not requested yet",
                             LOB_MCP_SIZE_MAX >> 20);
    }
    if (slot == NULL) {
        slot = lob_mcp_shelf_add(shelf, 0, "");
        shelf->loose_expected -= shelf->loose_expected > 0;
    }
    if (slot == NULL) {
        return lob_fail_memory(ctx);
    }
    if (!lob_mcp_shelf_keep(shelf, slot, text)) {
        if (slot->id == 0) {
            lob_mcp_shelf_remove(shelf, slot);
        }
        return lob_fail_memory(ctx);
    }
    return LOB_OK;
}

lob_status lob_mcp_wait_for(lob_ctx *ctx, lob_mcp_client *client, lob_mcp_wait *wait, lob_str *text, bool *found) {
    bool over = false;
    *found = false;
    for (;;) {
        LOB_TRY(next_text(ctx, client, wait, text, &over));
        if (over) {
            return LOB_OK;
        }
        lob_mcp_sort what = SORT_DONE;
        lob_mcp_slot *slot = NULL;
        LOB_TRY(sort(ctx, client, wait, *text, &what, &slot));
        if (what == SORT_DONE) {
            continue;
        }
        if (wait->id == 0 || (what == SORT_REPLY && slot->id == wait->id)) {
            *found = true;
            return LOB_OK;
        }
        LOB_TRY(put_away(ctx, client, what == SORT_REPLY ? slot : NULL, *text));
    }
}

lob_status lob_mcp_talk_try(lob_ctx *ctx, lob_mcp_client *client, int64_t id, int64_t timeout_ms, lob_mcp_reply *reply,
                            bool *found) {
    lob_mcp_slot *slot = lob_mcp_shelf_find(client->shelf, id);
    lob_str text = {NULL, 0};
    if (slot == NULL || id == 0) {
        return lob_mcp_break(ctx, client, "unexpected", "has no request %lld to answer", (long long)id);
    }
    if (slot->is_here) {
        text = (lob_str){lob_arena_strdup(ctx->arena, slot->text, slot->size), slot->size};
        if (text.data == NULL) {
            return lob_fail_memory(ctx);
        }
    } else {
        lob_mcp_wait wait;
        lob_mcp_wait_begin(client, id, timeout_ms, &wait);
        LOB_TRY(lob_mcp_wait_for(ctx, client, &wait, &text, found));
        if (!*found) {
            return LOB_OK;
        }
    }
    *found = true;
    lob_mcp_shelf_remove(client->shelf, lob_mcp_shelf_find(client->shelf, id));
    *reply = (lob_mcp_reply){
        .text = text, .result = lob_json_raw_member(text, "result"), .error = lob_json_raw_member(text, "error")};
    return LOB_OK;
}

lob_status lob_mcp_talk_take(lob_ctx *ctx, lob_mcp_client *client, int64_t id, int64_t timeout_ms,
                             lob_mcp_reply *reply) {
    bool found;
    LOB_TRY(lob_mcp_talk_try(ctx, client, id, timeout_ms, reply, &found));
    lob_mcp_wait wait = {.id = id, .timeout_ms = timeout_ms};
    return found ? LOB_OK : lob_mcp_wait_over(ctx, client, &wait);
}

lob_status lob_mcp_wait_put_back(lob_ctx *ctx, lob_mcp_client *client, lob_str text) {
    int64_t id = 0;
    lob_mcp_slot *slot = lob_mcp_reply_id(text, &id) ? lob_mcp_shelf_find(client->shelf, id) : NULL;
    return put_away(ctx, client, slot != NULL && !slot->is_here ? slot : NULL, text);
}
