/* The addresses of what sessions keep, layout://SESSION/PATH, and links to them in answers. */
#ifndef LOB_MCP_LINKS_H
#define LOB_MCP_LINKS_H

#include "base/buf.h"
#include "base/str.h"

#define LOB_RESOURCE_SCHEME "layout://"

enum { LOB_RESOURCE_SESSION_SIZE = 16, LOB_RESOURCE_LINK_COUNT = 8 };

/* The media type, by the ending. */
const char *lob_resource_type(lob_str path);
/* Adds a block of type resource_link for each different file of a session's folder that an answer names, at most
 * LOB_RESOURCE_LINK_COUNT. `root`: the folder of artifacts. */
void lob_resource_links(lob_str json, const char *root, lob_buf *out);

#endif
