/* The arena: a pointer that moves through blocks, each twice as large as the one before, up to 1 MiB.
 *
 * Invariant: [at, end) is the free rest of the newest small block, blocks->next are full; what would waste a good part
 * of a block lives in a block of its own in `large`, so that a reset can always keep the newest small block, and only
 * that.
 */
#include "base/arena.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/alloc.h"
#include "base/limits.h"

enum { BLOCK_SIZE_MIN = 4096, BLOCK_SIZE_MAX = 1 << 20, LARGE_FRACTION = 4 };

#ifdef LOB_HOSTILE
enum { HOSTILE = 1 };
#else
enum { HOSTILE = 0 };
#endif

typedef struct block {
    struct block *next;
    size_t size; /* header included */
    alignas(max_align_t) char data[];
} block;

struct lob_arena {
    block *blocks; /* newest first */
    block *large;
    char *at, *end;
    size_t size; /* bytes held from the system, this struct included */
    size_t size_max;
    size_t next_size;
};

lob_arena *lob_arena_new(size_t size_max) {
    lob_arena *arena = lob_calloc(1, sizeof *arena);
    if (arena) {
        arena->size = sizeof *arena;
        arena->size_max = size_max ? size_max : SIZE_MAX;
        arena->next_size = BLOCK_SIZE_MIN;
    }
    return arena;
}

static void free_blocks(lob_arena *arena, block *list) {
    while (list) {
        block *next = list->next;
        arena->size -= list->size;
        if (HOSTILE) {
            memset(list->data, 0xdd, list->size - sizeof *list); /* whoever still reads it will notice */
        }
        lob_free(list);
        list = next;
    }
}

void lob_arena_drop(lob_arena *arena) {
    if (arena) {
        free_blocks(arena, arena->blocks);
        free_blocks(arena, arena->large);
        lob_free(arena);
    }
}

void lob_arena_reset(lob_arena *arena) {
    free_blocks(arena, arena->large);
    arena->large = NULL;
    if (arena->blocks) {
        free_blocks(arena, arena->blocks->next);
        arena->blocks->next = NULL;
        arena->at = arena->blocks->data;
    }
}

/* A block with room for `size` bytes, `wanted` altogether if the limit allows it. */
static block *new_block(lob_arena *arena, size_t size, size_t wanted) {
    size_t room = arena->size_max > arena->size ? arena->size_max - arena->size : 0;
    if (room < sizeof(block) || size > room - sizeof(block)) {
        if (arena->size_max == LOB_LIMIT_REQUEST_MEMORY_SIZE) { /* the arena of a request says so as its account does */
            lob_account_note_refusal("request_memory_size", LOB_LIMIT_REQUEST_MEMORY_SIZE);
        }
        return NULL;
    }
    size_t total = size + sizeof(block);
    if (wanted > total) {
        total = wanted < room ? wanted : room;
    }
    block *fresh = lob_malloc(total);
    if (fresh) {
        fresh->size = total;
        arena->size += total;
    }
    return fresh;
}

static void *alloc_large(lob_arena *arena, size_t size) {
    block *fresh = new_block(arena, size, 0);
    if (!fresh) {
        return NULL;
    }
    fresh->next = arena->large;
    arena->large = fresh;
    return fresh->data;
}

static void *alloc_in_new_block(lob_arena *arena, size_t size) {
    if (HOSTILE || size > arena->next_size / LARGE_FRACTION) {
        return alloc_large(arena, size);
    }
    block *fresh = new_block(arena, size, arena->next_size);
    if (!fresh) {
        return NULL;
    }
    if (arena->next_size < BLOCK_SIZE_MAX) {
        arena->next_size *= 2;
    }
    fresh->next = arena->blocks;
    arena->blocks = fresh;
    arena->at = fresh->data + size;
    arena->end = (char *)fresh + fresh->size;
    return fresh->data;
}

static void *bump(lob_arena *arena, size_t size, size_t alignment) {
    size_t padding = ~((uintptr_t)arena->at + alignment - 1) & (alignment - 1);
    size_t room = (size_t)(arena->end - arena->at);
    if (!arena->blocks || room < padding || size > room - padding) {
        return alloc_in_new_block(arena, size);
    }
    char *start = arena->at + padding;
    arena->at = start + size;
    return start;
}

void *lob_arena_alloc(lob_arena *arena, size_t size) {
    return bump(arena, size, alignof(max_align_t));
}

void *lob_arena_zalloc(lob_arena *arena, size_t count, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total)) {
        return NULL;
    }
    void *memory = lob_arena_alloc(arena, total);
    return memory ? memset(memory, 0, total) : NULL;
}

char *lob_arena_strdup(lob_arena *arena, const char *data, size_t size) {
    char *copy = size < SIZE_MAX ? bump(arena, size + 1, 1) : NULL;
    if (copy) {
        if (size) {
            memcpy(copy, data, size);
        }
        copy[size] = '\0';
    }
    return copy;
}

size_t lob_arena_size(const lob_arena *arena) {
    return arena->size;
}
