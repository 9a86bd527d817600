/* The client for tools: one request after another to a command that is trusted to end when it is told to. */
#include "client/mcp_client.h"

#include "client/mcp_talk.h"

#define PROTOCOL "2025-11-25"

lob_status lob_mcp_client_open(lob_ctx *ctx, const lob_mcp_client_options *options, lob_mcp_client *client) {
    lob_mcp_peer_options all = {
        .argv = options->argv, .environment = options->environment, .stderr_path = options->stderr_path};
    lob_mcp_state state;
    char what[LOB_MCP_WHAT_SIZE] = "";
    lob_mcp_talk_begin(client, options->timeout_ms);
    lob_mcp_transport *transport = lob_mcp_pipes_open(&all, &state, what);
    return lob_mcp_talk_through(ctx, client, transport, state, what);
}

lob_status lob_mcp_client_notify(lob_ctx *ctx, lob_mcp_client *client, const char *method, lob_str params) {
    return lob_mcp_talk_send(ctx, client, 0, method, params, NULL);
}

lob_status lob_mcp_client_request(lob_ctx *ctx, lob_mcp_client *client, const char *method, lob_str params,
                                  lob_mcp_reply *reply) {
    int64_t id;
    LOB_TRY(lob_mcp_talk_ask(ctx, client, method, params, NULL, &id));
    return lob_mcp_talk_take(ctx, client, id, client->timeout_ms, reply);
}

static lob_status request_with(lob_ctx *ctx, lob_mcp_client *client, const char *method, lob_buf *params,
                               lob_mcp_reply *reply) {
    lob_status status = params->failed == LOB_BUF_FINE
                            ? lob_mcp_client_request(ctx, client, method, (lob_str){params->data, params->size}, reply)
                            : lob_fail_memory(ctx);
    lob_buf_release(params);
    return status;
}

lob_status lob_mcp_client_initialize(lob_ctx *ctx, lob_mcp_client *client, const char *name, lob_mcp_reply *reply) {
    lob_buf params;
    lob_buf_init(&params, 0);
    lob_mcp_write_initialize(&params, PROTOCOL, name);
    LOB_TRY(request_with(ctx, client, "initialize", &params, reply));
    return lob_mcp_client_notify(ctx, client, "notifications/initialized", (lob_str){NULL, 0});
}

lob_status lob_mcp_client_call(lob_ctx *ctx, lob_mcp_client *client, const char *tool, lob_str arguments,
                               lob_mcp_reply *reply) {
    lob_buf params;
    lob_buf_init(&params, 0);
    lob_mcp_write_call(&params, tool, arguments);
    return request_with(ctx, client, "tools/call", &params, reply);
}

int lob_mcp_client_close(lob_mcp_client *client) {
    return lob_mcp_talk_end(client, false).status;
}
