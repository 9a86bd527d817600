/* The arena and the context that each test of a file starts with, for files that need no more. */
#ifndef TESTS_SUPPORT_ARENA_RIG_H
#define TESTS_SUPPORT_ARENA_RIG_H

#include "base/arena.h"
#include "base/ctx.h"

static lob_arena *arena;
static lob_ctx ctx;

static int setup(void **state) {
    (void)state;
    arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    lob_arena_drop(arena);
    return 0;
}

#endif
