/* An arena: many allocations, one release.
 *
 * Invariant: memory handed out stays where it is until the arena is dropped or reset. Three lifetimes exist in the
 * product (process, layout, request); each is one arena, and a pointer may point to a longer life, never to a shorter.
 * Not thread-safe. In LOB_HOSTILE builds every allocation is its own block and a reset poisons, so valgrind sees
 * overruns.
 */
#ifndef LOB_BASE_ARENA_H
#define LOB_BASE_ARENA_H

#include <stddef.h>

#include "base/str.h"

typedef struct lob_arena lob_arena;

/* `size_max`: total bytes it may ever hold (0: no limit). NULL when out of memory. */
lob_arena *lob_arena_new(size_t size_max);
void lob_arena_drop(lob_arena *arena);  /* NULL is fine */
void lob_arena_reset(lob_arena *arena); /* forget everything, keep one block for the next user */

/* Uninitialised memory of `size` bytes, aligned for any type. NULL: out of memory or above size_max. size 0 gives a
 * valid pointer. */
void *lob_arena_alloc(lob_arena *arena, size_t size);
void *lob_arena_zalloc(lob_arena *arena, size_t count, size_t size);     /* zeroed; checks the product */
char *lob_arena_strdup(lob_arena *arena, const char *data, size_t size); /* adds a NUL */
size_t lob_arena_size(const lob_arena *arena);                           /* bytes held from the system */

#define LOB_NEW(arena, type)              ((type *)lob_arena_zalloc((arena), 1, sizeof(type)))
#define LOB_NEW_ARRAY(arena, type, count) ((type *)lob_arena_zalloc((arena), (count), sizeof(type)))

#endif
