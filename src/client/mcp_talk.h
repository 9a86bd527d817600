/* Requests and replies over any transport: what both halves of mcp_client.h are made of. */
#ifndef LOB_CLIENT_MCP_TALK_H
#define LOB_CLIENT_MCP_TALK_H

#include "client/mcp_shelf.h"
#include "client/mcp_transport.h"
#include "json/writer.h"

#define LOB_MCP_STATELESS "2026-07-28" /* the first revision without a handshake */

/* Everything zero, so that closing is always fine. */
void lob_mcp_talk_begin(lob_mcp_client *client, int64_t timeout_ms);
/* Takes what a transport's open gave: `transport` NULL is a failure, told by state and what. */
lob_status lob_mcp_talk_through(lob_ctx *ctx, lob_mcp_client *client, lob_mcp_transport *transport, lob_mcp_state state,
                                const char *what);
lob_mcp_end lob_mcp_talk_end(lob_mcp_client *client, bool with_kill);

/* The verdict, and an INTERNAL_ERROR with that details.reason. */
lob_status lob_mcp_break(lob_ctx *ctx, lob_mcp_client *client, const char *reason, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* `tool`: of tools/call, NULL otherwise. id 0: a notification. */
lob_status lob_mcp_talk_send(lob_ctx *ctx, lob_mcp_client *client, int64_t id, const char *method, lob_str params,
                             const char *tool);
/* Sends what is written. */
lob_status lob_mcp_talk_put(lob_ctx *ctx, lob_mcp_client *client, const lob_mcp_message *message);
/* A request with the next id, and its slot. */
lob_status lob_mcp_talk_ask(lob_ctx *ctx, lob_mcp_client *client, const char *method, lob_str params, const char *tool,
                            int64_t *id);
/* The same under an id that the caller made: a string, not that of a request under way. */
lob_status lob_mcp_talk_ask_as(lob_ctx *ctx, lob_mcp_client *client, lob_str name, const char *method, lob_str params,
                               const char *tool, int64_t *id);
/* *found false: the time is over, which is no failure here; the request still waits, or is given up next. */
lob_status lob_mcp_talk_try(lob_ctx *ctx, lob_mcp_client *client, int64_t id, int64_t timeout_ms, lob_mcp_reply *reply,
                            bool *found);
/* Tells the server that nobody waits any more; a reply that comes all the same is dropped. */
lob_status lob_mcp_talk_give_up(lob_ctx *ctx, lob_mcp_client *client, int64_t id, const char *why);
lob_status lob_mcp_talk_take(lob_ctx *ctx, lob_mcp_client *client, int64_t id, int64_t timeout_ms,
                             lob_mcp_reply *reply);

/* What is waited for. */
typedef struct lob_mcp_wait {
    int64_t id; /* 0: any line but notifications */
    int64_t timeout_ms, end_ns;
    uint64_t size_before, line_count;
} lob_mcp_wait;
void lob_mcp_wait_begin(const lob_mcp_client *client, int64_t id, int64_t timeout_ms, lob_mcp_wait *wait);
/* *found: it came, in *text, and its slot still stands. Otherwise the time is over, which is no failure here. */
lob_status lob_mcp_wait_for(lob_ctx *ctx, lob_mcp_client *client, lob_mcp_wait *wait, lob_str *text, bool *found);
lob_status lob_mcp_wait_over(lob_ctx *ctx, lob_mcp_client *client, const lob_mcp_wait *wait); /* the failure */
/* A text that was found is kept for its turn. */
lob_status lob_mcp_wait_put_back(lob_ctx *ctx, lob_mcp_client *client, lob_str text);
/* True: text is a reply that names a request as ours are named. */
bool lob_mcp_reply_id(lob_str text, int64_t *id);

/* A line; id 0: a notification. line->failed: no memory. */
void lob_mcp_write_message(lob_buf *line, const lob_mcp_client *client, int64_t id, const char *method, lob_str params);
void lob_mcp_write_id(lob_jsonw *w, const lob_mcp_slot *slot);
/* params of initialize or tools/call. */
void lob_mcp_write_initialize(lob_buf *params, const char *protocol, const char *name);
void lob_mcp_write_call(lob_buf *params, const char *tool, lob_str arguments);

#endif
