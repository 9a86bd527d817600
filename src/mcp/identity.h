/* What the server says of itself in results: name and version, and what every result of 2026-07-28 carries. */
#ifndef LOB_MCP_IDENTITY_H
#define LOB_MCP_IDENTITY_H

#include "mcp/product.h"
#include "json/writer.h"

/* {"name":...,"title":...,"version":...}, and "icons" when asked for and there is one. */
void lob_identity_write(lob_jsonw *w, const lob_product *product, bool has_icon);
/* A tail of members, comma first: ,"resultType":"complete","_meta":{...} */
void lob_modern_tail(const lob_product *product, lob_buf *out);
/* The same with the icon, for the answer to a greeting. */
void lob_modern_greeting(const lob_product *product, lob_buf *out);
/* The same as the tail without the comma, and of another resultType. */
void lob_modern_members(const lob_product *product, const char *type, lob_buf *out);

#endif
