/* Event streams against the rules of the HTML standard (9.2.6, with its examples), whole and split at every byte. */
#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "client/mcp_sse.h"

/* Events joined by '|'. */
static bool join(void *arg, lob_str data) {
    lob_buf *told = arg;
    lob_buf_add(told, data.data, data.size);
    lob_buf_add_byte(told, '|');
    return true;
}

static void assert_told(lob_str stream, const char *expected) {
    for (size_t split = 0; split <= stream.size + 1; split++) { /* the last: byte by byte */
        lob_mcp_sse sse;
        lob_buf told;
        lob_buf_init(&told, 0);
        lob_mcp_sse_open(&sse, 1000);
        if (split <= stream.size) {
            assert_true(lob_mcp_sse_feed(&sse, (lob_str){stream.data, split}, join, &told));
            assert_true(lob_mcp_sse_feed(&sse, (lob_str){stream.data + split, stream.size - split}, join, &told));
        }
        for (size_t i = 0; split > stream.size && i < stream.size; i++) {
            assert_true(lob_mcp_sse_feed(&sse, (lob_str){stream.data + i, 1}, join, &told));
        }
        size_t size = told.size > 0 ? told.size - 1 : 0; /* without the last | */
        assert_int_equal(size, strlen(expected));
        if (size != 0) {
            assert_memory_equal(told.data, expected, size);
        }
        lob_mcp_sse_drop(&sse);
        lob_buf_release(&told);
        assert_int_equal(lob_alloc_live(), 0);
    }
}

static void events_are_told(void **state) {
    (void)state;
    assert_told(LOB_STR("data: {\"a\":1}\n\n"), "{\"a\":1}");
    assert_told(LOB_STR("data: one\n\ndata: two\r\n\r\ndata: three\r\rdata: four\n\n"), "one|two|three|four");
    assert_told(LOB_STR("event: message\nid: 7\ndata: x\nretry: 10\n\n"), "x");
    assert_told(LOB_STR("\xef\xbb\xbf"
                        "data: x\n\n"),
                "x");
    assert_told(LOB_STR("data:x\n\ndata:  y\n\n"), "x| y");
}

static void examples_of_the_standard(void **state) {
    (void)state;
    assert_told(LOB_STR("data: YHOO\ndata: +2\ndata: 10\n\n"), "YHOO\n+2\n10");
    assert_told(LOB_STR(": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n"),
                "first event|second event| third event");
    /* Two events, the second of one empty line more; the third never ends. MCP has no use for empty data, but they are
     * told, as one line each. */
    assert_told(LOB_STR("data\n\ndata\ndata\n\ndata:"), "|\n");
    assert_told(LOB_STR("data:test\n\ndata: test\n\n"), "test|test");
}

static void all_else_is_left_out(void **state) {
    (void)state;
    assert_told(LOB_STR(""), "");
    assert_told(LOB_STR("\n\n\n"), "");
    assert_told(LOB_STR(": ping\n\nid: 3\n\n"), "");
    assert_told(LOB_STR("event: endpoint\ndata: /sse\n\ndata: x\n\n"), "x");
    assert_told(LOB_STR("data: cut off\n"), "");
    assert_told(LOB_STR("data: cut"), "");
    assert_told(LOB_STR("dat: x\nDATA: y\ndataset: z\n\n"), "");
    assert_told(LOB_STR("\xef\xbb\xbf\ndata: x\n\xef\xbb\xbf"
                        "data: y\n\n"),
                "x");
}

static bool stop(void *arg, lob_str data) {
    (void)data;
    ++*(int *)arg;
    return false;
}

static void it_stops_when_told(void **state) {
    (void)state;
    lob_mcp_sse sse;
    int count = 0;
    lob_mcp_sse_open(&sse, 1000);
    assert_false(lob_mcp_sse_feed(&sse, LOB_STR("data: 1\n\ndata: 2\n\n"), stop, &count));
    assert_int_equal(count, 1);
    lob_mcp_sse_drop(&sse);
}

static void long_lines_and_events_are_stopped(void **state) {
    (void)state;
    char text[64];
    int count = 0;
    memset(text, 'x', sizeof text);
    lob_mcp_sse sse;
    lob_mcp_sse_open(&sse, 100);
    assert_true(lob_mcp_sse_feed(&sse, (lob_str){text, 64}, stop, &count));
    assert_false(lob_mcp_sse_feed(&sse, (lob_str){text, 64}, stop, &count));
    assert_int_equal(sse.lines.line.failed, LOB_BUF_TOO_LARGE);
    lob_mcp_sse_drop(&sse);
    lob_mcp_sse_open(&sse, 100);
    memcpy(text, "data: ", 6);
    text[63] = '\n';
    assert_true(lob_mcp_sse_feed(&sse, (lob_str){text, 64}, stop, &count));
    assert_false(lob_mcp_sse_feed(&sse, (lob_str){text, 64}, stop, &count));
    assert_int_equal(sse.data.failed, LOB_BUF_TOO_LARGE);
    lob_mcp_sse_drop(&sse);
    assert_int_equal(count, 0);
}

static void memory_may_fail(void **state) {
    (void)state;
    for (uint64_t nth = 1; nth <= 2; nth++) {
        lob_mcp_sse sse;
        int count = 0;
        lob_mcp_sse_open(&sse, 0);
        lob_alloc_fail_at(nth, 0);
        assert_false(lob_mcp_sse_feed(&sse, LOB_STR("data: 1\n\n"), stop, &count));
        lob_alloc_fail_at(0, 0);
        assert_int_equal(nth == 1 ? sse.lines.line.failed : sse.data.failed, LOB_BUF_NO_MEMORY);
        assert_int_equal(count, 0);
        lob_mcp_sse_drop(&sse);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_are_told),      cmocka_unit_test(examples_of_the_standard),
        cmocka_unit_test(all_else_is_left_out), cmocka_unit_test(it_stops_when_told),
        cmocka_unit_test(memory_may_fail),      cmocka_unit_test(long_lines_and_events_are_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
