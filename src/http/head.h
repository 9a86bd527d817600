/* What the headers of a request say, and whether that is as the protocol wants it. Pure: text in, a verdict out.
 *
 * The protocol is Streamable HTTP, revisions 2025-03-26 to 2026-07-28 (basic/transports there). The newest one has no
 * sessions and repeats parts of each message in headers; who reads only headers and who reads only the body must not
 * come to different ends, so both have to say the same.
 */
#ifndef LOB_HTTP_HEAD_H
#define LOB_HTTP_HEAD_H

#include "mcp/rpc.h"

enum { LOB_HTTP_HEADER_MISMATCH = -32020 };

typedef struct lob_head {
    lob_str accept, content_type, content_length; /* data NULL: not there */
    lob_str session_id, protocol, method, name;   /* Mcp-Session-Id, MCP-Protocol-Version, Mcp-Method, Mcp-Name */
} lob_head;

/* A value as it stands in a line, without the blanks around it, which are no part of it. NULL gives data NULL. */
lob_str lob_head_value(const char *text);

typedef struct lob_refusal {
    unsigned status; /* of HTTP; 0: none, all is fine */
    int code;        /* of JSON-RPC */
    const char *message;
} lob_refusal;

/* Of a POST, before its body is read: types and size. */
lob_refusal lob_head_judge_post(const lob_head *head);

/* Does the header name the revision without sessions? */
bool lob_head_names_stateless(const lob_head *head);
/* Is the message of that revision? Body or header says so. */
bool lob_head_is_stateless(const lob_head *head, const lob_rpc_message *message);
/* Of a message that is: do the headers repeat it? */
lob_refusal lob_head_judge_stateless(const lob_head *head, const lob_rpc_message *message);
/* Of one that is not: is the revision of the header one of those with sessions? */
lob_refusal lob_head_judge_session(const lob_head *head);

/* The status for an answer of the core: that of an error under the revision without sessions, or of one that names no
 * request; else 200. */
unsigned lob_head_status(lob_str answer, bool is_stateless);

#endif
