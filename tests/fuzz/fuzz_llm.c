/* What a model may send: the first two bytes say where the stream is cut in two, the rest is the stream. Lines, text,
 * calls, commands and near misses are the same cut or whole; each command is strict JSON; nothing is kept. The same
 * bytes as a text: the commands are those of an oracle that tries each brace by the grammar. */
#include "fuzz.h"

#include "base/alloc.h"
#include "base/lines.h"
#include "proxy/reply.h"
#include "tests/support/json_oracle.h"
#include "json/reader.h"

typedef struct heard {
    lob_llm_reply reply;
    lob_buf commands, near;
} heard;

static bool on_command(void *arg, const lob_llm_call *call, lob_str command) {
    heard *h = arg;
    lob_json_fault fault;
    FUZZ_REQUIRE(lob_json_check(command, false, &fault) && command.data[0] == '{');
    lob_buf_add(&h->commands, command.data, command.size);
    lob_buf_add_byte(&h->commands, call != NULL ? '\1' : '\2');
    return true;
}

static void on_near(void *arg, const char *text) {
    heard *h = arg;
    FUZZ_REQUIRE(strchr(text, '\n') == NULL);
    lob_buf_add_text(&h->near, text);
}

static bool on_line(void *arg, lob_str line) {
    heard *h = arg;
    return lob_llm_reply_line(&h->reply, line);
}

static void hear(heard *h, lob_str stream, size_t cut) {
    lob_text_lines lines;
    lob_buf_init(&h->commands, 0);
    lob_buf_init(&h->near, 0);
    lob_llm_reply_open(&h->reply, true, on_command, on_near, h);
    lob_lines_open(&lines, LOB_LLM_SIZE_MAX);
    FUZZ_REQUIRE(lob_lines_feed(&lines, (lob_str){stream.data, cut}, on_line, h));
    FUZZ_REQUIRE(lob_lines_feed(&lines, (lob_str){stream.data + cut, stream.size - cut}, on_line, h));
    FUZZ_REQUIRE(lob_lines_end(&lines, on_line, h));
    FUZZ_REQUIRE(lob_llm_reply_end(&h->reply));
    lob_lines_close(&lines);
}

static bool is_equal(const lob_buf *a, const lob_buf *b) {
    return lob_str_equal((lob_str){a->data, a->size}, (lob_str){b->data, b->size});
}

/* ---- the bytes as a text ---- */

/* A command of the text, by cJSON alone. */
static bool is_command(lob_str object) {
    lob_json_fault fault;
    cJSON *tree = lob_json_parse(object, &fault);
    const cJSON *tool = cJSON_GetObjectItemCaseSensitive(tree, "tool");
    bool is = cJSON_IsString(tool) && strcmp(tool->valuestring, "klayout") == 0;
    cJSON_Delete(tree);
    return is;
}

static lob_llm_verdict judge(void *arg, lob_str object, lob_llm_flaw *flaw) {
    (void)flaw;
    if (!is_command(object)) {
        return LOB_LLM_OBJECT_OTHER;
    }
    lob_buf_add(arg, object.data, object.size);
    lob_buf_add_byte(arg, '\n');
    return LOB_LLM_OBJECT_COMMAND;
}

static void on_miss(void *arg, const lob_llm_miss *miss) {
    (void)arg;
    FUZZ_REQUIRE(miss->seen.size <= LOB_LLM_MISS_SEEN_SIZE && miss->at > 0);
}

static void check_scan(lob_str text, size_t cut) {
    lob_llm_scan scan;
    lob_buf expected, got;
    lob_buf_init(&expected, 0);
    lob_buf_init(&got, 0);
    lob_llm_scan_open(&scan, judge, on_miss, &got);
    FUZZ_REQUIRE(lob_llm_scan_feed(&scan, (lob_str){text.data, cut}));
    FUZZ_REQUIRE(lob_llm_scan_feed(&scan, (lob_str){text.data + cut, text.size - cut}));
    FUZZ_REQUIRE(lob_llm_scan_end(&scan));
    FUZZ_REQUIRE(scan.text.size == 0 && scan.look_count <= LOB_LLM_SCAN_LOOKS_MAX * (uint64_t)text.size);
    for (size_t at = 0; at < text.size;) {
        lob_str object = {text.data + at, oracle_object(text.data, text.size, at)};
        bool is = object.size > 0 && is_command(object);
        lob_buf_add(&expected, object.data, is ? object.size : 0);
        lob_buf_add(&expected, "\n", is ? 1 : 0);
        at += is ? object.size : 1;
    }
    FUZZ_REQUIRE(is_equal(&expected, &got));
    lob_llm_scan_close(&scan);
    lob_buf_release(&expected);
    lob_buf_release(&got);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static heard whole, cut;
    lob_json_init();
    uint64_t live = lob_alloc_live();
    lob_str stream = {size > 2 ? (const char *)data + 2 : "", size > 2 ? size - 2 : 0};
    size_t at = size > 2 ? (size_t)(data[0] | data[1] << 8) % (stream.size + 1) : 0;
    hear(&whole, stream, stream.size);
    hear(&cut, stream, at);
    FUZZ_REQUIRE(is_equal(&whole.commands, &cut.commands) && is_equal(&whole.near, &cut.near));
    FUZZ_REQUIRE(is_equal(&whole.reply.content, &cut.reply.content));
    FUZZ_REQUIRE(whole.reply.call_count == cut.reply.call_count && whole.reply.call_count <= LOB_LLM_CALL_COUNT_MAX);
    FUZZ_REQUIRE(whole.reply.malformed_count <= whole.reply.event_count);
    FUZZ_REQUIRE(whole.reply.scan.text.size == 0);
    check_scan(stream, at);
    lob_llm_reply_close(&whole.reply);
    lob_llm_reply_close(&cut.reply);
    lob_buf_release(&whole.commands);
    lob_buf_release(&cut.commands);
    lob_buf_release(&whole.near);
    lob_buf_release(&cut.near);
    FUZZ_REQUIRE(lob_alloc_live() == live);
    return 0;
}
