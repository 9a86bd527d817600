/* Tools for tests of the server: small, slow, failing and large ones. They take the place of the real registry. */
#ifndef LOB_TEST_FAKE_TOOLS_H
#define LOB_TEST_FAKE_TOOLS_H

#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "mcp/product.h"

extern const lob_tool lob_tools[];
extern const size_t lob_tool_count;

static atomic_int fake_started;   /* calls of gate that began */
static atomic_int fake_cancelled; /* calls of gate that saw their token */
static atomic_bool fake_open;     /* lets every gate end */
static int fake_order[1024];      /* n of the mark calls, as they ran; one session at a time writes here */
static atomic_int fake_order_count;

static inline void fake_sleep_ms(long ms) {
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

static inline int fake_number(const cJSON *arguments, const char *name) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(arguments, name);
    return cJSON_IsNumber(item) ? item->valueint : 0;
}

static lob_status fake_echo(lob_call *call, const cJSON *arguments, lob_jsonw *out) {
    const cJSON *text = cJSON_GetObjectItemCaseSensitive(arguments, "text");
    (void)call;
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "n");
    lob_jsonw_int(out, fake_number(arguments, "n"));
    lob_jsonw_key(out, "text");
    lob_jsonw_text(out, cJSON_IsString(text) ? text->valuestring : "");
    lob_jsonw_end_object(out);
    return LOB_OK;
}

/* Waits for fake_open or its cancellation. */
static lob_status fake_gate(lob_call *call, const cJSON *arguments, lob_jsonw *out) {
    atomic_fetch_add(&fake_started, 1);
    while (!atomic_load(&fake_open)) {
        if (lob_poll(call->ctx) != LOB_OK) {
            atomic_fetch_add(&fake_cancelled, 1);
            return LOB_E_CANCELLED;
        }
        fake_sleep_ms(1);
    }
    return fake_echo(call, arguments, out);
}

/* Sleeps `ms`, then notes its `n`. */
static lob_status fake_mark(lob_call *call, const cJSON *arguments, lob_jsonw *out) {
    fake_sleep_ms(fake_number(arguments, "ms"));
    fake_order[atomic_fetch_add(&fake_order_count, 1)] = fake_number(arguments, "n");
    return fake_echo(call, arguments, out);
}

static lob_status fake_fail(lob_call *call, const cJSON *arguments, lob_jsonw *out) {
    (void)arguments;
    (void)out;
    call->images = (lob_images){{LOB_STR("never sent")}, 1};
    lob_status status = lob_fail(call->ctx, LOB_E_INVALID_TARGET, "No such \"thing\"");
    lob_hint(call->ctx, "Name another.");
    return status;
}

/* A text of `size`, with a picture of the first `image` bytes of it. */
static lob_status fake_big(lob_call *call, const cJSON *arguments, lob_jsonw *out) {
    size_t size = (size_t)fake_number(arguments, "size");
    char *text = lob_arena_alloc(call->ctx->arena, size + 1);
    if (!text) {
        return lob_fail_memory(call->ctx);
    }
    memset(text, fake_number(arguments, "quotes") > 0 ? '"' : 'x', size);
    if (fake_number(arguments, "image") > 0) {
        call->images = (lob_images){{{text, (size_t)fake_number(arguments, "image")}}, 1};
    }
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "text");
    lob_jsonw_str(out, (lob_str){text, size});
    lob_jsonw_end_object(out);
    return LOB_OK;
}

/* Reports 1, 2, 2, 1, 3, and 4 too early; the clock is shifted between, but for the last. */
static lob_status fake_steps(lob_call *call, const cJSON *arguments, lob_jsonw *out) {
    static const double done[] = {1, 2, 2, 1, 3, 4};
    for (size_t i = 0; call->ctx->progress && i < sizeof done / sizeof done[0]; i++) {
        if (i < 5) {
            lob_clock_shift_ms(300);
        }
        call->ctx->progress(call->ctx->progress_arg, done[i], i % 2 ? 0 : 10, "reading");
    }
    return fake_echo(call, arguments, out);
}

static lob_status fake_liar(lob_call *call, const cJSON *arguments, lob_jsonw *out) {
    (void)call;
    (void)arguments;
    (void)out;
    return LOB_E_CANCELLED;
}

#define FAKE_SCHEMA                                                                                                    \
    "{\"type\":\"object\",\"properties\":{\"session_id\":{\"type\":\"string\"},\"n\":{\"type\":\"integer\"},"          \
    "\"text\":{\"type\":\"string\"}},\"additionalProperties\":false}"

#define FAKE_TOOL(tool, contract, session)                                                                             \
    {                                                                                                                  \
        .name = #tool, .title = "Fake " #tool, .description = "A fake tool.", .input_schema = FAKE_SCHEMA,             \
        .output_schema = "{\"type\":\"object\"}", .read_only = true, .idempotent = true,                               \
        .groups = (contract) ? LOB_GROUP_CONTRACT : 0, .has_session = session, .invoke = fake_##tool                   \
    }

const lob_tool lob_tools[] = {FAKE_TOOL(echo, true, true),
                              FAKE_TOOL(gate, true, true),
                              FAKE_TOOL(mark, true, true),
                              FAKE_TOOL(fail, false, true),
                              FAKE_TOOL(big, false, false),
                              FAKE_TOOL(steps, false, false),
                              FAKE_TOOL(liar, false, true),
                              {.name = "told",
                               .title = "Fake told",
                               .description = "A fake tool.",
                               .input_schema = FAKE_SCHEMA,
                               .output_schema = "{\"type\":\"object\"}",
                               .meta = "{\"fake/limits\":{\"least\":[1,0.5]}}",
                               .read_only = true,
                               .idempotent = true,
                               .has_session = true,
                               .invoke = fake_echo}};
const size_t lob_tool_count = sizeof lob_tools / sizeof lob_tools[0];

static const char *const fake_instructions[] = {"Do \"this\".", NULL};

static inline lob_product fake_product(void) {
    return (lob_product){.name = "fake",
                         .title = "Fake",
                         .version = "1.2.3",
                         .instructions = fake_instructions,
                         .tools = lob_tools,
                         .tool_count = lob_tool_count};
}

#endif
