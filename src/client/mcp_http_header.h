/* Headers and addresses of HTTP, as far as MCP has rules for them. */
#ifndef LOB_BRIDGE_MCP_HTTP_HEADER_H
#define LOB_BRIDGE_MCP_HTTP_HEADER_H

#include <stddef.h>

#include "base/str.h"

/* True: `line` is that header, whatever the case of its name; *value without space around it. */
bool lob_http_header_is(lob_str line, const char *name, lob_str *value);
/* "application/json; charset=utf-8" is application/json. */
bool lob_http_type_is(lob_str value, const char *type);
bool lob_http_is_visible(lob_str value); /* one character or more of 0x21 ... 0x7e */
/* A value of Mcp-Name: as it is when it is printable ASCII, otherwise =?base64?...?=. False: it does not fit. */
bool lob_http_encode(lob_str value, char *out, size_t size);

bool lob_http_is_url(const char *url); /* http: or https: with a host */
bool lob_http_is_local(const char *url);
bool lob_http_same_origin(const char *a, const char *b);

#endif
