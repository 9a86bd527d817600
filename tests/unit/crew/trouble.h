/* Tools that make trouble in the worker that runs them, beside the product's own. */
#ifndef TESTS_UNIT_CREW_TROUBLE_H
#define TESTS_UNIT_CREW_TROUBLE_H

#include <signal.h>
#include <unistd.h>

#include <cjson/cJSON.h>

#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "tool/registry.h"

enum { TOOL_COUNT_MAX = 64, LARGE_SIZE = 8 * 1024 * 1024 };
static lob_tool tools[TOOL_COUNT_MAX];
static size_t tool_count;

static lob_status wait_for_cancel(lob_ctx *ctx) {
    for (;;) {
        LOB_TRY(lob_poll(ctx));
        usleep(1000);
    }
}

static lob_status take_memory(lob_ctx *ctx) {
    enum { BLOCK = 16 * 1024 * 1024, BLOCK_COUNT = 64 };
    char *blocks[BLOCK_COUNT] = {NULL};
    bool failed = false;
    for (int i = 0; i < BLOCK_COUNT && !failed; i++) {
        blocks[i] = lob_malloc(BLOCK);
        failed = blocks[i] == NULL;
        if (!failed) {
            memset(blocks[i], i, BLOCK);
        }
    }
    for (int i = 0; i < BLOCK_COUNT; i++) {
        lob_free(blocks[i]);
    }
    return failed ? lob_fail_memory(ctx) : LOB_OK;
}

static volatile bool for_ever = true;

static lob_status make_trouble(lob_call *call, const cJSON *arguments, lob_jsonw *out) {
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(arguments, "session_id");
    const cJSON *what = cJSON_GetObjectItemCaseSensitive(arguments, "what");
    const char *word = cJSON_IsString(what) ? what->valuestring : "";
    if (cJSON_IsString(id)) {
        LOB_TRY(lob_call_session(call, lob_str_from(id->valuestring)));
    }
    if (strcmp(word, "signal") == 0) {
        raise((int)cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(arguments, "number")));
    } else if (strcmp(word, "exit") == 0) {
        _exit(5);
    } else if (strcmp(word, "hang") == 0) {
        while (for_ever) {
        }
    } else if (strcmp(word, "sleep") == 0) {
        for (;;) {
            pause();
        }
    } else if (strcmp(word, "obey") == 0) {
        return wait_for_cancel(call->ctx);
    } else if (strcmp(word, "memory") == 0) {
        LOB_TRY(take_memory(call->ctx));
    } else if (strcmp(word, "nonsense") == 0) {
        char zeros[256] = {0};
        (void)!write(3, zeros, sizeof zeros);
        pause();
    } else if (strcmp(word, "progress") == 0) {
        call->ctx->progress_last_ms = 0;
        lob_progress(call->ctx, 1, 4, "a quarter");
    } else if (strcmp(word, "large") == 0) {
        char *large = lob_arena_alloc(call->ctx->arena, LARGE_SIZE);
        memset(large, 'x', LARGE_SIZE);
        call->images = (lob_images){{{large, LARGE_SIZE}}, 1};
    } else if (strcmp(word, "long") == 0) {
        lob_jsonw_begin_array(out);
        for (int i = 0; i < 1000000 && !out->out->failed; i++) {
            lob_jsonw_int(out, 1000000);
        }
        lob_jsonw_end_array(out);
        return LOB_OK;
    } else if (strcmp(word, "image") == 0) {
        call->images = (lob_images){{LOB_STR("PNG"), LOB_STR("GNP")}, 2};
    } else if (strcmp(word, "fail") == 0) {
        lob_status status = lob_fail(call->ctx, LOB_E_INVALID_BOX, "no box");
        lob_hint(call->ctx, "send one");
        return status;
    }
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "pid");
    lob_jsonw_int(out, getpid());
    lob_jsonw_end_object(out);
    return LOB_OK;
}

static void make_tools(void) {
    static const char *const names[] = {"trouble", "trouble_here", "stranger"};
    assert_le(lob_tool_count + 3, TOOL_COUNT_MAX);
    memcpy(tools, lob_tools, lob_tool_count * sizeof *tools);
    tool_count = lob_tool_count;
    for (int i = 0; i < 3; i++) {
        tools[tool_count++] = (lob_tool){.name = names[i], .has_session = i == 1, .invoke = make_trouble};
    }
}

#endif
