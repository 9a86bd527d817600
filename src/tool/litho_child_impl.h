/* What the files of litho_child share. Not for others. */
#ifndef LOB_TOOL_LITHO_CHILD_IMPL_H
#define LOB_TOOL_LITHO_CHILD_IMPL_H

#include "base/ctx.h"

/* True: the line is an ErrorObject, which is now the error of ctx. */
bool lob_litho_child_error(lob_ctx *ctx, lob_str line, lob_status *status);
/* A line of progress goes on; any other is passed by. */
void lob_litho_child_progress(lob_ctx *ctx, lob_str line);

#endif
