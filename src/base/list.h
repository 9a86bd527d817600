/* Lists that grow: in an arena, where a list that grows leaves its smaller ones behind, or on the heap. Rooms double,
 * so adding n items moves fewer than 2 n. */
#ifndef LOB_BASE_LIST_H
#define LOB_BASE_LIST_H

#include "base/ctx.h"

/* Room for `more` items of `size` bytes behind the first `count` of a list in the arena. `list`: the address of the
 * pointer to the items. TOOL_LIMIT_EXCEEDED (memory): the list is as before. */
lob_status lob_list_room(lob_ctx *ctx, lob_arena *arena, void *list, uint32_t count, uint32_t more, uint32_t *room,
                         size_t size);
#define LOB_LIST_ROOM(ctx, arena, items, count, room)                                                                  \
    lob_list_room((ctx), (arena), &(items), (count), 1, &(room), sizeof *(items))

/* Room for one more item of a list on the heap, which lob_free() gives back; otherwise the same. */
lob_status lob_list_grow(lob_ctx *ctx, void *list, uint32_t count, uint32_t *capacity, size_t size);

#endif
