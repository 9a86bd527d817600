/* Messages: what is put is read again; every cut and every flipped byte is an error or values within the frame. */
#include "tests/support/lob_test.h"

#include "script/talk.h"

static void fill(lob_buf *out) {
    lob_buf_init(out, 0);
    lob_talk_begin(out);
    lob_talk_put_text(out, LOB_STR("name"));
    lob_talk_put_integer(out, INT64_MIN);
    lob_talk_put_number(out, -0.125);
    lob_talk_put_nothing(out);
    lob_talk_put_text(out, LOB_STR(""));
    lob_talk_end(out);
}

static void test_there_and_back(void **unused) {
    (void)unused;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_buf b;
    size_t size;
    bool is_bad;
    lob_talk_args args;
    lob_ctx_init(&ctx, arena);
    fill(&b);
    assert_true(lob_talk_whole((lob_str){b.data, b.size}, &size, &is_bad));
    assert_eq(size, b.size);
    assert_int_equal(lob_talk_read(&ctx, (lob_str){b.data + 4, b.size - 4}, &args), LOB_OK);
    assert_eq(args.count, 5);
    assert_true(lob_str_equal(args.items[0].text, LOB_STR("name")));
    assert_eq(args.items[1].integer, INT64_MIN);
    assert_float_equal(args.items[2].number, -0.125, 0);
    assert_int_equal(args.items[3].type, 'n');
    assert_eq(args.items[4].text.size, 0);
    lob_buf_release(&b);
    lob_arena_drop(arena);
}

static void test_damage(void **unused) {
    (void)unused;
    lob_buf b;
    size_t size;
    bool is_bad;
    fill(&b);
    for (size_t cut = 0; cut < b.size; cut++) {
        lob_case("cut %zu", cut);
        assert_false(lob_talk_whole((lob_str){b.data, cut}, &size, &is_bad));
        assert_false(is_bad);
    }
    for (size_t at = 4; at < b.size; at++) {
        for (int bit = 0; bit < 8; bit++) {
            lob_arena *arena = lob_arena_new(0);
            lob_ctx ctx;
            lob_talk_args args;
            lob_ctx_init(&ctx, arena);
            b.data[at] = (char)(b.data[at] ^ 1 << bit);
            const lob_status status = lob_talk_read(&ctx, (lob_str){b.data + 4, b.size - 4}, &args);
            for (uint32_t i = 0; status == LOB_OK && i < args.count; i++) {
                const lob_str text = args.items[i].text;
                assert_true(args.items[i].type != 's' ||
                            (text.data >= b.data && text.data + text.size <= b.data + b.size));
            }
            b.data[at] = (char)(b.data[at] ^ 1 << bit);
            lob_arena_drop(arena);
        }
    }
    assert_false(lob_talk_whole(LOB_STR("\xff\xff\xff\xff"), &size, &is_bad));
    assert_true(is_bad);
    lob_buf_release(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_there_and_back), cmocka_unit_test(test_damage)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
