/* The title: larger words in the upper left, whole or shortened, that no other word runs into. */
#include "tests/support/lob_test.h"

#include "annotated.h"

static const lob_box64 BOX = {0, 0, 40000, 20000};

static void test_title(void **state) {
    (void)state;
    stage s = stage_new(BOX, 400, 200);
    const lob_vec2 corner = {2000, 14000};
    const lob_annotation list[] = {
        {.kind = LOB_ANNOTATION_POINT, .points = &corner, .point_count = 1, .text = LOB_STR("here")},
        {.kind = LOB_ANNOTATION_TITLE, .text = LOB_STR("ring \xe2\x80\x93 chip.gds")}};
    annotate(&s, list, 2);
    const lob_mark *title = word_of(&s, "ring \xe2\x80\x93 chip.gds"), *here = word_of(&s, "here");
    assert_non_null(title);
    assert_non_null(here);
    assert_gt(title->size, here->size);
    assert_lt(title->at.x, 20);
    assert_lt(title->at.y, 30);
    assert_int_equal(s.info.words_placed, 2);
    words_are_apart(&s);
    stage_drop(&s);
}

static void test_room(void **state) {
    (void)state;
    char name[400];
    lob_panel_room room;
    memset(name, 'n', sizeof name);
    stage s = stage_new(BOX, 400, 200);
    const lob_annotation wide = {.kind = LOB_ANNOTATION_TITLE, .text = {name, sizeof name}}, none = {.kind = wide.kind};
    annotate(&s, &wide, 1);
    assert_int_equal(word_count(&s), 1); /* in the middle an ellipsis */
    words_are_apart(&s);
    assert_int_equal(lob_annotate_room(&s.ctx, &wide, &s.grid, s.dbu, &room), LOB_OK);
    assert_gt(room.height, 20);
    assert_int_equal(lob_annotate_room(&s.ctx, &none, &s.grid, s.dbu, &room), LOB_OK);
    assert_close(room.height, 0, 1e-9);
    annotate(&s, &none, 1);
    assert_int_equal(s.marks.count, 0);
    stage_drop(&s);
    s = stage_new(BOX, 40, 10); /* no room */
    annotate(&s, &wide, 1);
    assert_int_equal(word_count(&s), 0);
    assert_int_equal(s.info.words_dropped, 1);
    stage_drop(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_title), cmocka_unit_test(test_room)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
