/* What a model may send: the first two bytes say where the stream is cut in two, the rest is the stream. Lines, text,
 * calls and commands are the same cut or whole; each command is strict JSON; nothing is kept. */
#include "fuzz.h"

#include "base/alloc.h"
#include "base/lines.h"
#include "proxy/reply.h"
#include "json/reader.h"

typedef struct heard {
    lob_llm_reply reply;
    lob_buf commands;
} heard;

static bool on_command(void *arg, const lob_llm_call *call, lob_str command) {
    heard *h = arg;
    lob_json_fault fault;
    FUZZ_REQUIRE(lob_json_check(command, false, &fault) && command.data[0] == '{');
    lob_buf_add(&h->commands, command.data, command.size);
    lob_buf_add_byte(&h->commands, call != NULL ? '\1' : '\2');
    return true;
}

static bool on_line(void *arg, lob_str line) {
    heard *h = arg;
    return lob_llm_reply_line(&h->reply, line);
}

static void hear(heard *h, lob_str stream, size_t cut) {
    lob_text_lines lines;
    lob_buf_init(&h->commands, 0);
    lob_llm_reply_open(&h->reply, true, on_command, h);
    lob_lines_open(&lines, LOB_LLM_SIZE_MAX);
    FUZZ_REQUIRE(lob_lines_feed(&lines, (lob_str){stream.data, cut}, on_line, h));
    FUZZ_REQUIRE(lob_lines_feed(&lines, (lob_str){stream.data + cut, stream.size - cut}, on_line, h));
    FUZZ_REQUIRE(lob_lines_end(&lines, on_line, h));
    lob_lines_close(&lines);
}

static bool is_equal(const lob_buf *a, const lob_buf *b) {
    return lob_str_equal((lob_str){a->data, a->size}, (lob_str){b->data, b->size});
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static heard whole, cut;
    lob_json_init();
    uint64_t live = lob_alloc_live();
    lob_str stream = {size > 2 ? (const char *)data + 2 : "", size > 2 ? size - 2 : 0};
    size_t at = size > 2 ? (size_t)(data[0] | data[1] << 8) % (stream.size + 1) : 0;
    hear(&whole, stream, stream.size);
    hear(&cut, stream, at);
    FUZZ_REQUIRE(is_equal(&whole.commands, &cut.commands) && is_equal(&whole.reply.content, &cut.reply.content));
    FUZZ_REQUIRE(whole.reply.call_count == cut.reply.call_count && whole.reply.call_count <= LOB_LLM_CALL_COUNT_MAX);
    FUZZ_REQUIRE(whole.reply.malformed_count <= whole.reply.event_count);
    FUZZ_REQUIRE(whole.reply.scan.text.size <= LOB_LLM_SCAN_HELD_MAX);
    lob_llm_reply_close(&whole.reply);
    lob_llm_reply_close(&cut.reply);
    lob_buf_release(&whole.commands);
    lob_buf_release(&cut.commands);
    FUZZ_REQUIRE(lob_alloc_live() == live);
    return 0;
}
