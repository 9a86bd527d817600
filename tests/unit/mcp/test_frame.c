/* Framing: whatever the blocks, the lines are those of a plain split at newlines. */
#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "mcp/frame.h"

/* Feeds `text` in blocks of `step` bytes; lines found are joined with '|', a refused one is '#'. */
static void split(const char *text, size_t step, size_t line_size_max, char *out) {
    lob_framer frame;
    lob_str line;
    size_t size = strlen(text), room_size;
    lob_frame_init(&frame, line_size_max);
    *out = '\0';
    for (size_t at = 0; at < size; at += step) {
        size_t count = size - at < step ? size - at : step;
        char *room = lob_frame_room(&frame, &room_size);
        assert_non_null(room);
        assert_ge(room_size, count);
        memcpy(room, text + at, count);
        lob_frame_added(&frame, count);
        lob_frame_state state;
        while ((state = lob_frame_next(&frame, &line)) != LOB_FRAME_MORE) {
            if (state == LOB_FRAME_LINE) {
                strncat(out, line.data, line.size);
                strcat(out, "|");
            } else {
                strcat(out, "#|");
            }
        }
    }
    if (lob_frame_last(&frame, &line)) {
        strncat(out, line.data, line.size);
        strcat(out, "$");
    }
    assert_false(lob_frame_last(&frame, &line));
    lob_frame_release(&frame);
}

static void every_way_of_cutting_gives_the_same_lines(void **state) {
    (void)state;
    static const struct {
        const char *text, *lines;
    } cases[] = {
        {"a\nb\n", "a|b|"},
        {"a\r\nbb\r\n", "a|bb|"},
        {"\n\n \t\r\na\n\n", "a|"},
        {"  a b \t\nc", "a b|c$"},
        {"", ""},
        {"\n", ""},
        {"x", "x$"},
        {"x\n   ", "x|"},
        {"12345678\nok\n", "12345678|ok|"},
        {"123456789\nok\n", "#|ok|"},
        {"123456789012345678901234567890\n\nok\n", "#|ok|"},
        {"ok\n123456789", "ok|#|"},
        {"123456789\n123456789\nz\n", "#|#|z|"},
    };
    char out[256];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].text);
        for (size_t step = 1; step <= 40; step++) {
            split(cases[i].text, step, 8, out);
            /* A last line without newline is refused only once it is known to be too long. */
            assert_string_equal(out, cases[i].lines);
        }
    }
}

static void a_refused_line_is_not_stored(void **state) {
    (void)state;
    enum { LINE_MAX = 1 << 20, BLOCKS = 200 };
    lob_framer frame;
    lob_str line;
    size_t size;
    unsigned refused = 0;
    lob_frame_init(&frame, LINE_MAX);
    for (int i = 0; i < BLOCKS; i++) { /* 12 MiB without a newline */
        char *room = lob_frame_room(&frame, &size);
        assert_non_null(room);
        memset(room, 'x', size);
        lob_frame_added(&frame, size);
        refused += lob_frame_next(&frame, &line) == LOB_FRAME_TOO_LARGE;
        assert_lt(frame.bytes.capacity, 3 * LINE_MAX);
    }
    assert_int_equal(refused, 1);
    char *room = lob_frame_room(&frame, &size);
    memcpy(room, "\nnext\n", 6);
    lob_frame_added(&frame, 6);
    assert_int_equal(lob_frame_next(&frame, &line), LOB_FRAME_LINE);
    assert_int_equal(line.size, 4);
    assert_memory_equal(line.data, "next", 4);
    assert_int_equal(lob_frame_next(&frame, &line), LOB_FRAME_MORE);
    lob_frame_room(&frame, &size); /* empty now: the large buffer is given back */
    assert_lt(frame.bytes.capacity, LINE_MAX);
    lob_frame_release(&frame);
}

static void no_memory_loses_the_line_only(void **state) {
    (void)state;
    lob_framer frame;
    lob_str line;
    size_t size;
    uint64_t live = lob_alloc_live();
    lob_frame_init(&frame, 1 << 20);
    lob_alloc_fail_at(1, 0);
    assert_null(lob_frame_room(&frame, &size));
    for (int i = 0; i < 2; i++) { /* half a line, then no room for the rest */
        char *room = lob_frame_room(&frame, &size);
        assert_non_null(room);
        memset(room, 'y', size);
        lob_frame_added(&frame, size);
        assert_int_equal(lob_frame_next(&frame, &line), LOB_FRAME_MORE);
        lob_alloc_fail_at(i == 0 ? 0 : 1, 0);
    }
    assert_null(lob_frame_room(&frame, &size));
    lob_alloc_fail_at(0, 0);
    char *room = lob_frame_room(&frame, &size);
    memcpy(room, "rest\nnext\n", 10);
    lob_frame_added(&frame, 10);
    assert_int_equal(lob_frame_next(&frame, &line), LOB_FRAME_LINE);
    assert_memory_equal(line.data, "next", 4);
    lob_frame_release(&frame);
    assert_int_equal(lob_alloc_live(), live);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_way_of_cutting_gives_the_same_lines),
        cmocka_unit_test(a_refused_line_is_not_stored),
        cmocka_unit_test(no_memory_loses_the_line_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
