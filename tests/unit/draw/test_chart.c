/* Charts: numbers, ticks and places by hand; every figure is a mark that PNG and SVG draw alike. */
#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "draw/chart.h"
#include "draw/font.h"
#include "draw/heat.h"

static lob_arena *arena;
static lob_ctx ctx;
static lob_marks marks;
static lob_chart chart;

static int setup(void **state) {
    (void)state;
    arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    lob_marks_init(&marks, arena);
    chart = lob_chart_begin(&ctx, &marks);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    lob_arena_drop(arena);
    return 0;
}

/* The nth word, from 0; NULL: there are fewer. */
static const lob_mark *word(unsigned nth) {
    for (uint32_t i = 0; i < marks.count; i++) {
        if (marks.items[i].kind == LOB_MARK_TEXT && nth-- == 0) {
            return &marks.items[i];
        }
    }
    return NULL;
}

static void assert_word(unsigned nth, const char *text) {
    const lob_mark *mark = word(nth);
    assert_non_null(mark);
    assert_int_equal(mark->text.size, strlen(text));
    assert_memory_equal(mark->text.data, text, strlen(text));
}

static unsigned count_of(lob_mark_kind kind) {
    unsigned count = 0;
    for (uint32_t i = 0; i < marks.count; i++) {
        count += marks.items[i].kind == kind;
    }
    return count;
}

static void test_numbers(void **state) {
    (void)state;
    static const struct {
        const char *name, *text;
        double value;
        int decimals;
    } cases[] = {{"whole", "12", 12, 4},         {"cut", "0.1235", 0.12346, 4}, {"no zero behind", "2.5", 2.5, 4},
                 {"never -0", "0", -0.00001, 4}, {"large", "1e+21", 1e21, 4},   {"negative", "-3.2", -3.24, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[40];
        lob_case("%s", cases[i].name);
        assert_int_equal(lob_chart_number(text, sizeof text, cases[i].value, cases[i].decimals), strlen(cases[i].text));
        assert_string_equal(text, cases[i].text);
    }
    char small[3];
    assert_int_equal(lob_chart_number(small, sizeof small, 1234, 0), 0);
}

static void test_round(void **state) {
    (void)state;
    assert_close(lob_chart_round_above(0.1), 0.1, 1e-15);
    assert_close(lob_chart_round_above(0.11), 0.2, 1e-15);
    assert_close(lob_chart_round_above(30), 50, 1e-12);
    assert_close(lob_chart_round_above(51), 100, 1e-12);
    assert_eq(lob_chart_round_above(0), 1);
    assert_eq(lob_chart_round_above(INFINITY), 1);
    assert_eq(lob_chart_round_above(NAN), 1);
}

/* 0 to 10 over 500 pixels, a tick every 100: steps of 2. */
static void test_axis(void **state) {
    (void)state;
    const lob_chart_axis across = {.start = 50, .end = 550, .across = 300, .to = 10, .pitch = 90, .unit = "um"};
    lob_chart_axis_draw(&chart, &across);
    assert_int_equal(chart.status, LOB_OK);
    assert_int_equal(count_of(LOB_MARK_TEXT), 6);
    assert_word(0, "0");
    assert_word(1, "2");
    assert_word(5, "10 um");
    assert_close(word(1)->at.x, 150, 1e-9);
    assert_int_equal(word(1)->anchor, LOB_TEXT_MIDDLE);
    assert_int_equal(count_of(LOB_MARK_LINE), 7); /* the axis and its ticks */
    const lob_chart_axis nothing = {.start = 1, .end = 1, .to = 1, .pitch = 10, .unit = ""};
    const lob_chart_axis empty = {.end = 100, .pitch = 10, .unit = ""};
    lob_chart_axis_draw(&chart, &nothing);
    lob_chart_axis_draw(&chart, &empty);
    assert_int_equal(count_of(LOB_MARK_TEXT), 6);
}

/* Upwards, from -0.03 to 0.03 by steps of 0.02 or so: values grow towards the smaller y. */
static void test_axis_up(void **state) {
    (void)state;
    lob_chart_axis up = {
        .is_vertical = true, .start = 200, .end = 80, .across = 40, .from = -0.03, .to = 0.03, .pitch = 40, .unit = ""};
    lob_chart_axis_draw(&chart, &up);
    assert_word(0, "-0.02");
    assert_word(1, "0");
    assert_word(2, "0.02");
    assert_int_equal(word(0)->anchor, LOB_TEXT_END);
    assert_lt(word(2)->at.y, word(0)->at.y);
    assert_close(word(1)->at.y, 140 + LOB_CHART_SMALL * 0.36, 1e-9);
    up.is_right = true;
    lob_chart_axis_draw(&chart, &up);
    assert_int_equal(word(3)->anchor, LOB_TEXT_START);
    assert_gt(word(3)->at.x, 40);
}

static void test_scale(void **state) {
    (void)state;
    lob_picture picture;
    lob_chart_scale(&chart, (lob_chart_rect){10, 10, 30, 138}, 50, "%");
    assert_int_equal(lob_picture_new(&ctx, 90, 150, LOB_PICTURE_LIGHT, &picture), LOB_OK);
    assert_int_equal(lob_marks_draw(&ctx, &marks, &picture), LOB_OK);
    for (int i = 1; i < 63; i++) { /* two rows a colour */
        const uint8_t *p = picture.rgba + 4 * ((size_t)(138 - 2 * i - 1) * 90 + 20);
        assert_int_equal((uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2], lob_heat_color((i + 0.5) / 64));
    }
    assert_word(0, "0");
    assert_word(count_of(LOB_MARK_TEXT) - 1, "40 %");
    lob_picture_release(&picture);
}

static void test_words(void **state) {
    (void)state;
    const lob_chart_type wide = {.size = 12, .room = 1000}, narrow = {.size = 12, .room = 60},
                         none = {.size = 12, .room = 1};
    assert_close(lob_chart_word(&chart, (lob_pixel){0, 0}, &wide, LOB_STR("waveguide")),
                 lob_text_width(LOB_STR("waveguide"), 12), 1e-9);
    assert_le(lob_chart_word(&chart, (lob_pixel){0, 0}, &narrow, LOB_STR("a name that is much too long")), 60);
    assert_word(0, "waveguide");
    const lob_str cut = word(1)->text;
    assert_memory_equal(cut.data, "a name", 6);
    assert_memory_equal(cut.data + cut.size - 3, "\xe2\x80\xa6", 3);
    lob_chart_word(&chart, (lob_pixel){0, 0}, &none, LOB_STR("a"));
    assert_word(2, "\xe2\x80\xa6");
    /* Two bytes a letter: never cut within one. */
    lob_chart_word(&chart, (lob_pixel){0, 0}, &narrow,
                   LOB_STR("\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4"
                           "\xc3\xa4\xc3\xa4\xc3\xa4"));
    assert_int_equal((word(3)->text.size - 3) % 2, 0);
    lob_chart_say(&chart, (lob_pixel){0, 0}, &wide, "%d of %d", 3, 4);
    assert_word(4, "3 of 4");
    char long_text[700];
    memset(long_text, 'i', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = '\0';
    const lob_chart_type any = {.size = 1};
    lob_chart_say(&chart, (lob_pixel){0, 0}, &any, "%s", long_text);
    assert_int_equal(word(5)->text.size, 511);
}

static void test_lengths(void **state) {
    (void)state;
    assert_true(lob_chart_length(&chart, 10, 200, 50, 0, LOB_STR("5")));
    assert_word(0, "5");
    assert_close(word(0)->at.x, 105, 1e-9);
    assert_int_equal(count_of(LOB_MARK_AREA), 2); /* heads */
    assert_true(lob_chart_length(&chart, 10, 25, 50, 0, LOB_STR("5")));
    assert_int_equal(count_of(LOB_MARK_AREA), 2); /* no room for them */
    assert_false(lob_chart_length(&chart, 10, 12, 50, 0, LOB_STR("0.1234")));
    assert_int_equal(count_of(LOB_MARK_TEXT), 2);
}

static void test_figures(void **state) {
    (void)state;
    lob_picture picture, small;
    assert_int_equal(lob_picture_new(&ctx, 40, 40, LOB_PICTURE_LIGHT, &picture), LOB_OK);
    assert_int_equal(lob_picture_new(&ctx, 4, 4, LOB_PICTURE_DARK, &small), LOB_OK);
    lob_chart_area(&chart, (lob_chart_rect){2, 3, 12, 13}, 0x123456, 255);
    lob_chart_frame(&chart, (lob_chart_rect){20, 20, 30, 30}, 2, 0xff0000);
    lob_chart_line(&chart, (lob_pixel){0, 35}, (lob_pixel){40, 35}, 2, 0x00ff00);
    lob_chart_image(&chart, (lob_pixel){37.6, -2}, &small); /* half of it outside, both ways */
    lob_chart_image(&chart, (lob_pixel){-3, 10.2}, &small);
    lob_chart_image(&chart, (lob_pixel){400, 400}, &small);
    lob_chart_image(&chart, (lob_pixel){NAN, 0}, &small);
    assert_int_equal(lob_marks_draw(&ctx, &marks, &picture), LOB_OK);
    static const struct {
        const char *name;
        uint32_t x, y, color;
    } cases[] = {{"area", 2, 3, 0x123456},          {"beside it", 12, 3, 0xffffff}, {"frame", 19, 25, 0xff0000},
                 {"inside", 25, 25, 0xffffff},      {"line", 39, 34, 0x00ff00},     {"image", 38, 1, 0x000000},
                 {"left of it", 37, 1, 0xffffff},   {"below it", 39, 2, 0xffffff},  {"at the left", 0, 13, 0x000000},
                 {"right of that", 1, 13, 0xffffff}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const uint8_t *p = picture.rgba + 4 * ((size_t)cases[i].y * 40 + cases[i].x);
        lob_case("%s", cases[i].name);
        assert_int_equal((uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2], cases[i].color);
    }
    lob_chart_dot(&chart, (lob_pixel){20, 20}, 7, 0x000000);
    lob_chart_dot(&chart, (lob_pixel){20, 20}, 107, 0x000000);
    assert_word(0, "7");
    assert_word(1, "107");
    assert_lt(word(1)->size, word(0)->size);
    lob_picture_release(&picture);
    lob_picture_release(&small);
}

static void draw_all(void) {
    chart = lob_chart_begin(&ctx, &marks);
    const lob_chart_type type = {.size = 12};
    lob_picture any = {1, 1, (uint8_t[]){0, 0, 0, 255}};
    for (int i = 0; i < 10; i++) {
        lob_chart_word(&chart, (lob_pixel){0, 0}, &type, LOB_STR("text"));
        lob_chart_frame(&chart, (lob_chart_rect){0, 0, 1, 1}, 1, 0);
        lob_chart_line(&chart, (lob_pixel){0, 0}, (lob_pixel){1, 1}, 1, 0);
        lob_chart_area(&chart, (lob_chart_rect){0, 0, 1, 1}, 0, 255);
        lob_chart_image(&chart, (lob_pixel){0, 0}, &any);
    }
}

/* The first failure stays. */
static void test_no_memory(void **state) {
    (void)state;
    lob_arena *small = lob_arena_new(0);
    marks.arena = small;
    lob_alloc_fail_at(1, 1);
    draw_all();
    lob_alloc_fail_at(0, 0);
    assert_int_equal(chart.status, LOB_E_TOOL_LIMIT_EXCEEDED);
    lob_arena_drop(small);
}

static void test_heat(void **state) {
    (void)state;
    assert_int_equal(lob_heat_color(-1), lob_heat_color(0));
    assert_int_equal(lob_heat_color(2), lob_heat_color(1));
    assert_ne(lob_heat_color(0.5), lob_heat_color(0.6));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_numbers, setup, teardown),
        cmocka_unit_test_setup_teardown(test_round, setup, teardown),
        cmocka_unit_test_setup_teardown(test_axis, setup, teardown),
        cmocka_unit_test_setup_teardown(test_axis_up, setup, teardown),
        cmocka_unit_test_setup_teardown(test_scale, setup, teardown),
        cmocka_unit_test_setup_teardown(test_words, setup, teardown),
        cmocka_unit_test_setup_teardown(test_lengths, setup, teardown),
        cmocka_unit_test_setup_teardown(test_figures, setup, teardown),
        cmocka_unit_test_setup_teardown(test_no_memory, setup, teardown),
        cmocka_unit_test_setup_teardown(test_heat, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
