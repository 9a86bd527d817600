/* Each allocation of one call of a tool fails in turn, alone and with all that follow: the call says so and keeps
 * nothing. What is made once for a session (trees, ports) and kept is made by a call before that succeeds. */
#ifndef TESTS_UNIT_TOOL_TOOL_SWEEP_H
#define TESTS_UNIT_TOOL_TOOL_SWEEP_H

#include "tests/unit/base/sweep.h"
#include "tool_support.h"

/* Whichever part of the work it was that told of it, the details come out whole. */
static UNUSED_OK bool says_memory(const lob_error *error) {
    bool says = false;
    for (unsigned i = 0; i < error->detail_count; i++) {
        const lob_error_detail *d = &error->details[i];
        says = says || (d->is_text && strcmp(d->key, "reason") == 0 && lob_str_equal(d->text, LOB_STR("memory")));
    }
    return says && error->hint[0] != '\0';
}

/* Returns how many allocations the call makes. */
static UNUSED_OK unsigned sweep_tool(bench *on, const char *name, const char *arguments) {
    const lob_tool *tool = lob_tool_find(lob_str_from(name), LOB_TOOLSET_FULL);
    unsigned count = 0;
    cJSON_Delete(run(on, LOB_OK, name, "%s", arguments));
    for (int persistent = 0; persistent < 2; persistent++) {
        bool met = true;
        for (unsigned nth = 1; met; nth = sweep_next(nth, persistent)) {
            assert_lt(nth, 5000);
            lob_json_fault fault;
            cJSON *json = lob_json_parse(lob_str_from(arguments), &fault);
            const uint64_t live = lob_alloc_live();
            lob_arena *arena = lob_arena_new(0);
            lob_ctx ctx;
            lob_buf out;
            lob_ctx_init(&ctx, arena);
            lob_call call = {.ctx = &ctx, .sessions = on->sessions};
            lob_buf_init(&out, LOB_LIMIT_RESULT_SIZE);
            lob_alloc_fail_at(nth, persistent);
            lob_status status = lob_tool_run(&call, tool, json, &out);
            count = (unsigned)lob_alloc_count();
            met = count >= nth;
            lob_alloc_fail_at(0, 0);
            assert_int_equal(status, met ? LOB_E_TOOL_LIMIT_EXCEEDED : LOB_OK);
            if (met) {
                assert_true(says_memory(&ctx.error));
            }
            lob_buf_release(&out);
            lob_arena_drop(arena);
            assert_int_equal(lob_alloc_live(), live);
            cJSON_Delete(json);
        }
    }
    return count;
}

#endif
