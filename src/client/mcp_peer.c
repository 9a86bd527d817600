/* The client for the conformance suite: any revision, any transport, several requests at a time, raw lines. */
#include <stdio.h>
#include <string.h>

#include "client/mcp_talk.h"
#include "json/reader.h"

/* A batch may be answered in pieces: so many at most. */
enum { BATCH_ANSWER_COUNT = 64 };

static void copy_name(char *to, size_t size, const char *from) {
    snprintf(to, size, "%s", from != NULL ? from : "");
}

lob_status lob_mcp_peer_open(lob_ctx *ctx, const lob_mcp_peer_options *options, lob_mcp_client *client) {
    lob_mcp_state state;
    char what[LOB_MCP_WHAT_SIZE] = "";
    lob_mcp_talk_begin(client, options->timeout_ms);
    client->is_strict = true;
    copy_name(client->protocol, sizeof client->protocol, options->protocol);
    lob_mcp_transport *transport =
        options->argv != NULL ? lob_mcp_pipes_open(options, &state, what) : lob_mcp_http_open(options, &state, what);
    return lob_mcp_talk_through(ctx, client, transport, state, what);
}

/* ---- the handshake ---- */

/* A revision that the server may name: as long as ours, and nothing that could not stand in a header. */
static void agree(lob_mcp_client *client, lob_str result) {
    lob_str raw = lob_json_raw_member(result, "protocolVersion");
    if (raw.size != 2 + strlen("2025-11-25") || raw.data[0] != '"') {
        return;
    }
    for (size_t i = 1; i < raw.size - 1; i++) {
        if ((raw.data[i] < '0' || raw.data[i] > '9') && raw.data[i] != '-') {
            return;
        }
    }
    memcpy(client->protocol, raw.data + 1, raw.size - 2);
    client->protocol[raw.size - 2] = '\0';
    if (client->transport->kind->agree != NULL) {
        client->transport->kind->agree(client->transport, client->protocol);
    }
}

/* An initialize that the caller made himself counts as well. */
lob_status lob_mcp_peer_take(lob_ctx *ctx, lob_mcp_client *client, int64_t id, int64_t timeout_ms,
                             lob_mcp_reply *reply) {
    const lob_mcp_slot *slot = lob_mcp_shelf_find(client->shelf, id);
    bool is_initialize = slot != NULL && strcmp(slot->method, "initialize") == 0;
    LOB_TRY(lob_mcp_talk_take(ctx, client, id, timeout_ms, reply));
    if (is_initialize && reply->result.data != NULL) {
        agree(client, reply->result);
    }
    return LOB_OK;
}

lob_status lob_mcp_peer_greet(lob_ctx *ctx, lob_mcp_client *client, const char *name, lob_mcp_reply *reply) {
    int64_t id;
    copy_name(client->name, sizeof client->name, name);
    if (strcmp(client->protocol, LOB_MCP_STATELESS) == 0) {
        LOB_TRY(lob_mcp_talk_ask(ctx, client, "server/discover", (lob_str){NULL, 0}, NULL, &id));
        return lob_mcp_talk_take(ctx, client, id, client->timeout_ms, reply);
    }
    lob_buf params;
    lob_buf_init(&params, 0);
    lob_mcp_write_initialize(&params, client->protocol, name);
    lob_status status = params.failed == LOB_BUF_FINE ? lob_mcp_talk_ask(ctx, client, "initialize",
                                                                         (lob_str){params.data, params.size}, NULL, &id)
                                                      : lob_fail_memory(ctx);
    lob_buf_release(&params);
    LOB_TRY(status);
    LOB_TRY(lob_mcp_peer_take(ctx, client, id, client->timeout_ms, reply));
    if (reply->result.data == NULL) {
        return LOB_OK;
    }
    return lob_mcp_talk_send(ctx, client, 0, "notifications/initialized", (lob_str){NULL, 0}, NULL);
}

/* ---- requests ---- */

/* The tool that a call names: over HTTP it stands in a header as well. */
static lob_status find_tool(lob_ctx *ctx, lob_str params, const char **tool) {
    lob_json_fault fault;
    cJSON *json = lob_json_parse(params, &fault);
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(json, "name");
    *tool = cJSON_IsString(name) ? lob_arena_strdup(ctx->arena, name->valuestring, strlen(name->valuestring)) : NULL;
    bool fine = *tool != NULL || !cJSON_IsString(name);
    cJSON_Delete(json);
    return fine ? LOB_OK : lob_fail_memory(ctx);
}

lob_status lob_mcp_peer_send(lob_ctx *ctx, lob_mcp_client *client, const char *method, lob_str params, int64_t *id) {
    const char *tool = NULL;
    if (client->pid == 0 && strcmp(method, "tools/call") == 0 && params.data != NULL) {
        LOB_TRY(find_tool(ctx, params, &tool));
    }
    return lob_mcp_talk_ask(ctx, client, method, params, tool, id);
}

lob_status lob_mcp_peer_notify(lob_ctx *ctx, lob_mcp_client *client, const char *method, lob_str params) {
    return lob_mcp_talk_send(ctx, client, 0, method, params, NULL);
}

/* ---- lines ---- */

lob_status lob_mcp_peer_send_line(lob_ctx *ctx, lob_mcp_client *client, lob_str line) {
    lob_buf text;
    lob_buf_init(&text, 0);
    lob_buf_add(&text, line.data, line.size);
    lob_buf_add_byte(&text, '\n');
    client->shelf->loose_expected += line.size > 0 && line.data[0] == '[' ? BATCH_ANSWER_COUNT : 1;
    lob_mcp_message message = {{text.data, text.size}, NULL, NULL, true};
    lob_status status = text.failed == LOB_BUF_FINE ? lob_mcp_talk_put(ctx, client, &message) : lob_fail_memory(ctx);
    lob_buf_release(&text);
    return status;
}

static lob_status take_kept(lob_ctx *ctx, lob_mcp_client *client, lob_mcp_slot *slot, lob_str *line) {
    *line = (lob_str){lob_arena_strdup(ctx->arena, slot->text, slot->size), slot->size};
    if (line->data == NULL) {
        return lob_fail_memory(ctx);
    }
    lob_mcp_shelf_remove(client->shelf, slot);
    return LOB_OK;
}

lob_status lob_mcp_peer_take_line(lob_ctx *ctx, lob_mcp_client *client, int64_t timeout_ms, lob_str *line) {
    lob_mcp_slot *slot = lob_mcp_shelf_find(client->shelf, 0);
    if (slot != NULL) {
        return take_kept(ctx, client, slot, line);
    }
    lob_mcp_wait wait;
    bool found;
    lob_mcp_wait_begin(client, 0, timeout_ms, &wait);
    LOB_TRY(lob_mcp_wait_for(ctx, client, &wait, line, &found));
    if (!found) {
        return lob_mcp_wait_over(ctx, client, &wait);
    }
    int64_t id = 0;
    slot = lob_mcp_reply_id(*line, &id) ? lob_mcp_shelf_find(client->shelf, id) : NULL;
    if (slot != NULL && !slot->is_here) {
        lob_mcp_shelf_remove(client->shelf, slot);
    } else {
        client->shelf->loose_expected -= client->shelf->loose_expected > 0;
    }
    return LOB_OK;
}

static bool has_kept(const lob_mcp_client *client, int64_t id) {
    for (size_t i = 0; i < client->shelf->count; i++) {
        const lob_mcp_slot *slot = &client->shelf->slots[i];
        if (slot->is_here && (id == 0 || slot->id == id)) {
            return true;
        }
    }
    return false;
}

bool lob_mcp_peer_is_silent(lob_ctx *ctx, lob_mcp_client *client, int64_t id, int64_t within_ms) {
    lob_mcp_wait wait;
    lob_str text;
    bool found;
    if (has_kept(client, id)) {
        return false;
    }
    lob_mcp_wait_begin(client, id, within_ms, &wait);
    if (lob_mcp_wait_for(ctx, client, &wait, &text, &found) != LOB_OK) {
        return false;
    }
    if (found) {
        (void)lob_mcp_wait_put_back(ctx, client, text);
    }
    return !found;
}

/* ---- the end ---- */

lob_mcp_end lob_mcp_peer_close(lob_mcp_client *client, bool with_kill) {
    lob_mcp_end end = lob_mcp_talk_end(client, with_kill);
    if (client->verdict[0] == '\0' && !with_kill && end.was_killed) {
        snprintf(client->verdict, sizeof client->verdict,
                 "did not end within %lld ms after its input was closed, and was killed",
                 (long long)client->timeout_ms);
    } else if (client->verdict[0] == '\0' && !with_kill && end.left_count > 0) {
        snprintf(client->verdict, sizeof client->verdict, "left %u process%s behind, which had to be killed",
                 end.left_count, end.left_count == 1 ? "" : "es");
    }
    return end;
}
