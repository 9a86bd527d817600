/* Two layouts as one, as KLayout has it after reading a file into an open layout. */
#ifndef LOB_BRIDGE_TCP_MERGE_H
#define LOB_BRIDGE_TCP_MERGE_H

#include "db/layout.h"

/* The cells of both, one reference in *merged. INVALID_TARGET: reason `dbu` when their database units differ, `cells`
 * when both define a cell of one name. TOOL_LIMIT_EXCEEDED. */
lob_status lob_tcp_merge(lob_ctx *ctx, const lob_layout *first, const lob_layout *second, lob_layout **merged);

#endif
