/* Lists on the heap that grow one by one. */
#ifndef LOB_RULES_GROW_H
#define LOB_RULES_GROW_H

#include "base/ctx.h"

/* Room for one more item of `size` bytes. `list`: the address of the pointer to the items, which lob_free() gives back.
 * TOOL_LIMIT_EXCEEDED (memory): the list is as before. */
lob_status lob_list_grow(lob_ctx *ctx, void *list, uint32_t count, uint32_t *capacity, size_t size);

#endif
