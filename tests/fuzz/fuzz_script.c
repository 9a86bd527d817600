/* Requests of a DRC script's interpreter to the engine, one a line: the operation, then numbers of values, numbers and
 * "texts. Each is answered by a whole reply, or refused with a code, a message and a hint, and ends the script. Four
 * bytes in front say which allocation fails. An input whose first line begins with '=' is one frame of bytes. */
#include "fuzz.h"

#include <fcntl.h>
#include <string.h>

#include "base/alloc.h"
#include "script/engine.h"
#include "json/reader.h"

enum { LINES_MAX = 24 };

/* Read each time: what a layout keeps for its next question would look like a leak. */
static lob_layout *fixture(void) {
    lob_ctx ctx;
    lob_read_result result;
    const lob_read_options options = {0};
    lob_ctx_init(&ctx, lob_arena_new(0));
    FUZZ_REQUIRE(lob_read_layout(&ctx, open("fixtures/drc_known.gds", O_RDONLY | O_CLOEXEC), &options, &result) ==
                 LOB_OK);
    lob_arena_drop(ctx.arena);
    return result.layout;
}

/* A word: a text behind a quote, nothing, a whole number or another one. */
static void put_word(lob_buf *frame, const char *word, size_t size) {
    char text[64];
    if (word[0] == '"') {
        lob_talk_put_text(frame, (lob_str){word + 1, size - 1});
        return;
    }
    snprintf(text, sizeof text, "%.*s", (int)(size < 63 ? size : 63), word);
    if (text[0] == 'n' || text[0] == '\0') {
        lob_talk_put_nothing(frame);
    } else if (strpbrk(text, ".eN")) {
        lob_talk_put_number(frame, strtod(text, NULL));
    } else {
        lob_talk_put_integer(frame, strtoll(text, NULL, 10));
    }
}

static void make_frame(lob_buf *frame, const char *line, size_t size) {
    lob_talk_begin(frame);
    for (size_t at = 0, word = 0; at < size; word++) {
        const char *end = memchr(line + at, ' ', size - at);
        const size_t length = end ? (size_t)(end - line) - at : size - at;
        if (word == 0) {
            lob_talk_put_text(frame, (lob_str){line, length});
            lob_talk_put_integer(frame, 1); /* the line of a deck */
        } else {
            put_word(frame, line + at, length);
        }
        at += length + 1;
    }
    lob_talk_end(frame);
}

static lob_status ask(lob_ctx *ctx, lob_script_engine *engine, lob_str frame, lob_buf *reply) {
    size_t size;
    bool is_bad;
    const lob_status status = lob_script_engine_answer(ctx, engine, frame, reply);
    FUZZ_REQUIRE(status == ctx->error.code && (status == LOB_OK || ctx->error.message[0]));
    FUZZ_REQUIRE(status != LOB_OK ||
                 (lob_talk_whole((lob_str){reply->data, reply->size}, &size, &is_bad) && size == reply->size));
    return status;
}

static void run(lob_ctx *ctx, lob_script_engine *engine, lob_str text) {
    lob_buf frame, reply;
    lob_status status = LOB_OK;
    lob_buf_init(&frame, LOB_TALK_FRAME_MAX);
    lob_buf_init(&reply, 4 << 20);
    if (text.size > 0 && text.data[0] == '=') {
        (void)ask(ctx, engine, (lob_str){text.data + 1, text.size - 1}, &reply);
        text.size = 0;
    }
    for (int line = 0; line < LINES_MAX && text.size > 0 && status == LOB_OK; line++) {
        const char *end = memchr(text.data, '\n', text.size);
        const size_t size = end ? (size_t)(end - text.data) : text.size;
        lob_ctx own;
        make_frame(&frame, text.data, size);
        status = frame.failed ? LOB_E_TOOL_LIMIT_EXCEEDED : lob_ctx_child(ctx, &own, 0);
        if (status == LOB_OK) {
            status = ask(&own, engine, (lob_str){frame.data + 4, frame.size - 4}, &reply);
            lob_ctx_drop(&own);
        }
        text = (lob_str){text.data + size + (end != NULL), text.size - size - (end != NULL)};
    }
    lob_buf_release(&frame);
    lob_buf_release(&reply);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    lob_ctx ctx;
    const uint32_t prefix = fuzz_prefix(data, size);
    const size_t skip = size < FUZZ_PREFIX_SIZE ? size : FUZZ_PREFIX_SIZE;
    lob_json_init();
    const uint64_t live = lob_alloc_live();
    lob_layout *layout = fixture();
    lob_script_engine engine = {.layout = layout, .input_path = "in.gds", .report_path = "out.lyrdb"};
    lob_alloc_fail_at(prefix & 0x7FFFFFFF, prefix >> 31);
    lob_arena *arena = lob_arena_new(0);
    if (arena) {
        lob_ctx_init(&ctx, arena);
        if (lob_script_engine_open(&ctx, &engine) == LOB_OK) {
            run(&ctx, &engine, (lob_str){(const char *)data + skip, size - skip});
            lob_script_engine_close(&engine);
        }
    }
    lob_alloc_fail_at(0, 0);
    lob_arena_drop(arena);
    lob_layout_drop(layout);
    FUZZ_REQUIRE(lob_alloc_live() == live);
    return 0;
}
