/* What tests of DRC scripts on the built-in engine share: Ruby and the walls, or the test is skipped and says so. */
#ifndef TESTS_UNIT_TOOL_SCRIPT_SUPPORT_H
#define TESTS_UNIT_TOOL_SCRIPT_SUPPORT_H

#include "klayout/find.h"
#include "klayout/jail.h"

static void need_ruby(void) {
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_klayout *found = LOB_NEW(arena, lob_klayout);
    lob_ctx_init(&ctx, arena);
    const bool is_there = lob_klayout_find(&ctx, "ruby", getenv("PATH"), getenv("HOME"), found) == LOB_OK;
    lob_arena_drop(arena);
    if (!is_there || lob_jail_support().standing != (LOB_WALL_LANDLOCK | LOB_WALL_SECCOMP)) {
        print_message("no Ruby, or no walls here: NOT TESTED\n");
        skip();
    }
}

/* A store that may run scripts, without KLayout. */
static void open_for_scripts(bench *b, const char *klayout, int64_t timeout_ms) {
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_sessions_close(b->sessions);
    snprintf(b->config.klayout_bin, sizeof b->config.klayout_bin, "%s", klayout);
    snprintf(b->config.search_path, sizeof b->config.search_path, "%s", getenv("PATH"));
    b->config.drc_timeout_ms = timeout_ms;
    b->config.artifact_quota_size = 1 << 30;
    assert_int_equal(lob_sessions_open(&ctx, &b->config, &b->sessions), LOB_OK);
    lob_arena_drop(arena);
}

#endif
