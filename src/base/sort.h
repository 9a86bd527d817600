/* Sorting that can be cancelled. */
#ifndef LOB_BASE_SORT_H
#define LOB_BASE_SORT_H

#include "base/ctx.h"

/* As qsort_r(); equal items keep their order. Polls every few thousand items. Scratch: as large as the items, from the
 * heap, for more than a few thousand. LOB_E_CANCELLED, TOOL_LIMIT_EXCEEDED (memory): the items are in some order. */
typedef int lob_compare(const void *a, const void *b, void *arg);
lob_status lob_sort(lob_ctx *ctx, void *items, size_t count, size_t size, lob_compare *compare, void *arg);

#endif
