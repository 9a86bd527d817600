/* Legends: swatches look as the formula of the style says, pixel by pixel; entries are drawn or counted, in order. */
#include "tests/support/lob_test.h"

#include "annotated.h"
#include "draw/scene.h"

enum { ENTRIES = 200 };

static lob_legend_entry entries[ENTRIES];
static char names[ENTRIES][32];

static void make_entries(void) {
    for (int i = 0; i < ENTRIES; i++) {
        snprintf(names[i], sizeof names[i], "L%d %d/0", i, i);
        entries[i] = (lob_legend_entry){lob_str_from(names[i]), lob_palette_style((uint32_t)i, LOB_PICTURE_LIGHT)};
    }
}

static lob_annotation legend_of(uint32_t count) {
    return (lob_annotation){.kind = LOB_ANNOTATION_LEGEND, .legend = entries, .legend_count = count};
}

/* A swatch begins with a rectangle of the ground, which covers all. */
static const lob_mark *swatch_of(const stage *s, uint32_t index) {
    uint32_t ground = s->mode == LOB_PICTURE_LIGHT ? 0xffffff : 0x000000;
    for (uint32_t i = 0; i < s->marks.count; i++) {
        const lob_mark *mark = &s->marks.items[i];
        if (mark->kind == LOB_MARK_AREA && mark->color == ground && mark->alpha == 255 && index-- == 0) {
            return mark;
        }
    }
    return NULL;
}

static void check_swatch(const stage *s, const lob_picture *p, uint32_t index, const lob_style *style) {
    extent e = points_extent(swatch_of(s, index));
    double ground = s->mode == LOB_PICTURE_LIGHT ? 255 : 0;
    assert_ge(e.right - e.left, 12);
    assert_ge(e.bottom - e.top, 8);
    for (uint32_t y = (uint32_t)e.top + 1; y + 1 < (uint32_t)e.bottom; y++) {
        for (uint32_t x = (uint32_t)e.left + 1; x + 1 < (uint32_t)e.right; x++) {
            bool is_on = style->pattern_width == 0 ||
                         (style->pattern[y % style->pattern_height] >> (x % style->pattern_width) & 1);
            double alpha = is_on ? style->fill_alpha / 255.0 : 0;
            for (int k = 0; k < 3; k++) {
                double want = ground * (1 - alpha) + (style->fill >> (16 - 8 * k) & 255) * alpha;
                double got = p->rgba[4 * (y * p->width + x) + (uint32_t)k];
                if (fabs(got - want) > 1.01) {
                    fail_msg("swatch %u, pixel %u %u: %g, not %g", index, x, y, got, want);
                }
            }
        }
    }
    if (style->frame_width == 1) { /* its corner is all frame */
        const uint8_t *at = p->rgba + 4 * ((uint32_t)e.top * p->width + (uint32_t)e.left + 3);
        for (int k = 0; k < 3; k++) {
            assert_le(fabs(at[k] - (double)(style->frame >> (16 - 8 * k) & 255)), 1);
        }
    }
}

static void test_swatches(void **state) {
    (void)state;
    make_entries();
    entries[1].style.pattern_width = 3; /* 20 is no multiple of it */
    entries[1].style.pattern_height = 5;
    for (uint32_t y = 0; y < 5; y++) {
        entries[1].style.pattern[y] = y % 3 + 1;
    }
    entries[2].style.pattern_width = entries[2].style.pattern_height = 1;
    entries[2].style.pattern[0] = 0; /* nothing but the frame */
    entries[3].style.frame_width = 0;
    entries[4].style.fill_alpha = 0;
    for (int mode = 0; mode < 2; mode++) {
        stage s = stage_new((lob_box64){0, 0, 1000, 1000}, 400, 900);
        lob_picture p;
        s.mode = (lob_picture_mode)mode;
        const lob_annotation n = legend_of(30);
        annotate(&s, &n, 1);
        assert_int_equal(s.info.layers_drawn, 30);
        assert_int_equal(lob_picture_new(&s.ctx, 400, 900, s.mode, &p), LOB_OK);
        assert_int_equal(lob_marks_draw(&s.ctx, &s.marks, &p), LOB_OK);
        for (uint32_t i = 0; i < 30; i++) {
            check_swatch(&s, &p, i, &entries[i].style);
            const lob_mark *word = word_of(&s, names[i]);
            extent e = points_extent(swatch_of(&s, i));
            assert_gt(word_extent(word).left, e.right); /* beside it, in its row */
            assert_close((word_extent(word).top + word_extent(word).bottom) / 2, (e.top + e.bottom) / 2, 2.5);
        }
        words_are_apart(&s);
        lob_picture_release(&p);
        stage_drop(&s);
    }
}

/* A mask has one colour; a layer that is not visible has an empty swatch. */
static void test_mask_and_hidden(void **state) {
    (void)state;
    make_entries();
    stage s = stage_new((lob_box64){0, 0, 1000, 1000}, 400, 300);
    s.mode = LOB_PICTURE_MASK;
    lob_annotation n = legend_of(3);
    annotate(&s, &n, 1);
    const lob_mark *white = NULL;
    assert_int_equal(colored(&s, LOB_MARK_AREA, 0xffffff, &white), 3);
    s.mode = LOB_PICTURE_LIGHT;
    entries[0].style.is_visible = false;
    annotate(&s, &n, 1);
    assert_int_equal(colored(&s, LOB_MARK_AREA, entries[0].style.fill, &white), 0);
    assert_int_equal(colored(&s, LOB_MARK_AREA, entries[1].style.fill, &white), 1);
    assert_int_equal(s.info.layers_drawn, 3);
    stage_drop(&s);
}

/* What does not fit is told: the names that stand are the first ones, the rest is a number. */
static void test_room(void **state) {
    (void)state;
    make_entries();
    uint64_t seed = 31;
    uint32_t cut = 0;
    for (int i = 0; i < 200; i++) {
        uint32_t count = draw_number(&seed) % (ENTRIES + 1);
        stage s =
            stage_new((lob_box64){0, 0, 1000, 1000}, 20 + draw_number(&seed) % 900, 20 + draw_number(&seed) % 900);
        const lob_annotation n = legend_of(count);
        annotate(&s, &n, 1);
        assert_int_equal(s.info.layers_drawn + s.info.layers_dropped, count);
        for (uint32_t k = 0; k < count && s.grid.width >= 250; k++) { /* narrow ones shorten names */
            assert_int_equal(word_of(&s, names[k]) != NULL, k < s.info.layers_drawn);
        }
        if (s.info.layers_dropped > 0 && s.info.layers_drawn > 1) {
            char rest[32];
            snprintf(rest, sizeof rest, "%u more", s.info.layers_dropped);
            assert_non_null(word_of(&s, rest));
            cut++;
        }
        if (s.grid.width >= 400 && s.grid.height >= 300 && count <= 12) {
            assert_int_equal(s.info.layers_dropped, 0);
        }
        words_are_apart(&s);
        if (s.marks.count > 0) { /* the panel: in the upper right */
            extent e = points_extent(&s.marks.items[0]);
            assert_le(e.right, s.grid.width);
            assert_gt(e.right, s.grid.width - 20);
            assert_ge(e.top, 0);
            assert_lt(e.top, 20);
            assert_le(e.bottom, s.grid.height);
            assert_ge(e.left, 0);
        }
        stage_drop(&s);
    }
    assert_gt(cut, 10);
}

/* A second legend stands below the first; other words keep off both. */
static void test_two(void **state) {
    (void)state;
    make_entries();
    stage s = stage_new((lob_box64){0, 0, 1000, 1000}, 500, 400);
    const lob_named_box label = {{900, 950, 900, 950}, LOB_STR("a label in the corner")};
    lob_annotation n[4] = {
        legend_of(3), legend_of(2), {.kind = LOB_ANNOTATION_LABEL, .names = &label, .name_count = 1}, legend_of(0)};
    n[1].legend = entries + 3;
    annotate(&s, n, 4);
    assert_int_equal(s.info.layers_drawn, 5);
    assert_gt(word_of(&s, names[3])->at.y, word_of(&s, names[2])->at.y);
    words_are_apart(&s);
    const lob_mark *word = word_of(&s, "a label in the corner");
    if (word && word_extent(word).top <= word_of(&s, names[4])->at.y) {
        assert_lt(word_extent(word).right, 430);
    }
    stage_drop(&s);
}

static void test_long_names(void **state) {
    (void)state;
    make_entries();
    static char name[5000];
    memset(name, 'm', sizeof name);
    entries[0].name = (lob_str){name, sizeof name};
    entries[1].name = (lob_str){0};
    stage s = stage_new((lob_box64){0, 0, 1000, 1000}, 600, 400);
    const lob_annotation n = legend_of(3);
    annotate(&s, &n, 1);
    assert_int_equal(s.info.layers_drawn, 3);
    assert_int_equal(word_count(&s), 2);
    assert_gt(points_extent(&s.marks.items[0]).left, 300);
    words_are_apart(&s);
    stage_drop(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_swatches), cmocka_unit_test(test_mask_and_hidden), cmocka_unit_test(test_room),
        cmocka_unit_test(test_two),      cmocka_unit_test(test_long_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
