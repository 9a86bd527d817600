/* JSON as Python's json.dumps() writes it: what clients of the original TCP server compare with, byte for byte.
 *
 * ", " and ": " between items, everything outside printable ASCII as \uXXXX (pairs above U+FFFF), integers digit by
 * digit, other numbers as Python's repr(float).
 */
#ifndef LOB_BRIDGE_TCP_JSON_H
#define LOB_BRIDGE_TCP_JSON_H

#include "base/buf.h"
#include "base/str.h"

/* Adds json.dumps(json.loads(json)); `json` is one value that lob_json_check() took. */
void lob_tcp_json_add(lob_buf *out, lob_str json);

#endif
