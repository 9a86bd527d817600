/* Warnings about a measured guide in words, the same in every tool. */
#ifndef LOB_TOOL_GUIDE_WARNINGS_H
#define LOB_TOOL_GUIDE_WARNINGS_H

#include "measure/waveguide.h"

/* `set`: sum of lob_guide_warning; the words are static, the list is in ctx->arena. */
lob_status lob_guide_warnings_show(lob_ctx *ctx, unsigned set, lob_str **items, size_t *count);

#endif
