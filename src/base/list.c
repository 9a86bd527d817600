/* The pointer to the items is read and written as bytes: its type is the caller's. See list.h. */
#include "base/list.h"

#include <string.h>

#include "base/alloc.h"

enum { ROOM_MIN = 16, HEAP_ROOM_MIN = 256 };

lob_status lob_list_room(lob_ctx *ctx, lob_arena *arena, void *list, uint32_t count, uint32_t more, uint32_t *room,
                         size_t size) {
    const uint64_t wanted = (uint64_t)count + more, twice = 2 * (uint64_t)*room;
    if (wanted <= *room) {
        return LOB_OK;
    }
    uint64_t larger = twice > wanted ? twice : wanted;
    larger = larger > ROOM_MIN ? larger : ROOM_MIN;
    void *grown = larger <= UINT32_MAX ? lob_arena_alloc(arena, larger * size) : NULL, *items;
    if (!grown) {
        return lob_fail_memory(ctx);
    }
    memcpy(&items, list, sizeof items);
    if (count > 0) {
        memcpy(grown, items, count * size);
    }
    memcpy(list, &grown, sizeof grown);
    *room = (uint32_t)larger;
    return LOB_OK;
}

lob_status lob_list_grow(lob_ctx *ctx, void *list, uint32_t count, uint32_t *capacity, size_t size) {
    void *items;
    if (count < *capacity) {
        return LOB_OK;
    }
    uint32_t more = *capacity ? 2 * *capacity : HEAP_ROOM_MIN;
    memcpy(&items, list, sizeof items); /* a pointer to any type */
    void *grown = more > *capacity ? lob_realloc(items, more * size) : NULL;
    if (!grown) {
        return lob_fail_memory(ctx);
    }
    memcpy(list, &grown, sizeof grown);
    *capacity = more;
    return LOB_OK;
}
