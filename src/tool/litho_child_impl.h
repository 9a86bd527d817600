/* What the files of litho_child share. Not for others. */
#ifndef LOB_TOOL_LITHO_CHILD_IMPL_H
#define LOB_TOOL_LITHO_CHILD_IMPL_H

#include "tool/litho_child.h"

/* True: the line is an ErrorObject, which is now the error of ctx. */
bool lob_litho_child_error(lob_ctx *ctx, lob_str line, lob_status *status);
/* Progress goes on, and so does what file was read; any other line is passed by. */
void lob_litho_child_hear(lob_ctx *ctx, const lob_litho_child *child, lob_str line);

#endif
