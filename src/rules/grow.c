/* Capacities double, so that adding n items moves fewer than 2 n. */
#include "rules/grow.h"

#include <string.h>

#include "base/alloc.h"

lob_status lob_list_grow(lob_ctx *ctx, void *list, uint32_t count, uint32_t *capacity, size_t size) {
    void *items;
    if (count < *capacity) {
        return LOB_OK;
    }
    uint32_t more = *capacity ? 2 * *capacity : 256;
    memcpy(&items, list, sizeof items); /* a pointer to any type */
    void *grown = more > *capacity ? lob_realloc(items, more * size) : NULL;
    if (!grown) {
        return lob_fail_memory(ctx);
    }
    memcpy(list, &grown, sizeof grown);
    *capacity = more;
    return LOB_OK;
}
