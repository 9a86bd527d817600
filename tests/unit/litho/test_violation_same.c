/* Records of one place: links against places laid by hand, sentences and the order of repair against tables. */
#include <math.h>

#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "litho/violation.h"

static lob_arena *arena;
static lob_ctx ctx;

static int setup(void **state) {
    (void)state;
    arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    lob_arena_drop(arena);
    return 0;
}

static lob_litho_violation boxed(const char *rule, double left, double bottom, double right, double top) {
    return (lob_litho_violation){.rule_id = lob_str_from(rule),
                                 .x_nm = (left + right) / 2,
                                 .y_nm = (bottom + top) / 2,
                                 .frame = LOB_FRAME_POST_TRANSFORM_CANVAS,
                                 .has_box = true,
                                 .box_nm = {left, bottom, right, top}};
}

static lob_violations grouped(lob_litho_violation *items, uint32_t count) {
    lob_violations all = {.items = items, .count = count, .deck_name = LOB_STR("d")};
    memcpy(all.deck_hash, "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a", 72);
    assert_int_equal(lob_violations_dedup(&ctx, &all), LOB_OK);
    return all;
}

/* The record whose box has this left side. */
static const lob_litho_violation *by_left(const lob_violations *all, const char *rule, double left) {
    for (uint32_t i = 0; i < all->count; i++) {
        if (lob_str_equal(all->items[i].rule_id, lob_str_from(rule)) && all->items[i].box_nm[0] == left) {
            return &all->items[i];
        }
    }
    return NULL;
}

static void each_kind_is_linked_to_its_own(void **state) {
    (void)state;
    lob_litho_violation items[] = {
        boxed("M1.MRC.W.MIN", 0, 0, 100, 34),      boxed("M1.W.MIN", 1, 0, 100, 34),
        boxed("M1.MRC.S.MIN", 200, 0, 300, 30),    boxed("M1.N.MIN", 201, 0, 300, 30),
        boxed("M1.MRC.A.MIN", 400, 0, 410, 10),    boxed("M1.A.MIN", 401, 0, 410, 10),
        boxed("M1.S.MIN", 2, 0, 100, 34),          boxed("M1.MRC.R.MIN", 3, 0, 100, 34),
        boxed("M1.MRC.W.MIN", 900, 900, 910, 910), boxed("M1.EPE.MAX", 5, 0, 100, 34),
    };
    lob_violations all = grouped(items, 10);
    assert_int_equal(lob_violations_link(&ctx, &all, NULL, NULL), LOB_OK);
    assert_string_equal(by_left(&all, "M1.MRC.W.MIN", 0)->same_id, by_left(&all, "M1.W.MIN", 1)->id);
    assert_string_equal(by_left(&all, "M1.MRC.S.MIN", 200)->same_id, by_left(&all, "M1.N.MIN", 201)->id);
    assert_string_equal(by_left(&all, "M1.MRC.A.MIN", 400)->same_id, by_left(&all, "M1.A.MIN", 401)->id);
    /* a space on a line, a radius, a print, and a spot elsewhere are defects of their own */
    assert_int_equal(lob_violations_defects(&all), 7);
}

/* Two design records on one spot, and a spot around everything: the smaller one has the place. */
static void the_first_record_leads_the_smallest_spot(void **state) {
    (void)state;
    lob_litho_violation items[] = {
        boxed("M1.W.MIN", 10, 10, 50, 40),
        boxed("M1.W.MIN", 60, 10, 90, 40),
        boxed("M1.MRC.W.MIN", 0, 0, 100, 50),
        boxed("M1.MRC.W.MIN", -500, -500, 500, 500),
    };
    lob_violations all = grouped(items, 4);
    assert_int_equal(lob_violations_link(&ctx, &all, NULL, NULL), LOB_OK);
    const char *leader = by_left(&all, "M1.W.MIN", 10)->id;
    assert_string_equal(by_left(&all, "M1.W.MIN", 10)->same_id, "");
    assert_string_equal(by_left(&all, "M1.W.MIN", 60)->same_id, leader);
    assert_string_equal(by_left(&all, "M1.MRC.W.MIN", 0)->same_id, leader);
    assert_string_equal(by_left(&all, "M1.MRC.W.MIN", -500)->same_id, "");
    assert_int_equal(lob_violations_defects(&all), 2);
}

/* A narrow ring's box holds much that is not narrow. */
static void pixels_decide_where_there_are_some(void **state) {
    (void)state;
    const lob_frame frame = {-10, -10, 40, 40, 10}; /* -100 to 300 nm */
    lob_bits narrow;
    assert_int_equal(lob_bits_new(&ctx, frame, &narrow), LOB_OK);
    lob_bits_set(&narrow, 10, 10); /* 0 to 10 nm */
    lob_litho_violation items[] = {
        boxed("M1.W.MIN", 5, 5, 15, 8), boxed("M1.W.MIN", 100, 100, 130, 130), boxed("M1.MRC.W.MIN", 0, 0, 200, 200),
        boxed("M1.W.MIN", 290, 290, 5000, 5000), /* beyond the frame */
    };
    lob_violations all = grouped(items, 4);
    assert_int_equal(lob_violations_link(&ctx, &all, &narrow, NULL), LOB_OK);
    assert_string_equal(by_left(&all, "M1.MRC.W.MIN", 0)->same_id, by_left(&all, "M1.W.MIN", 5)->id);
    assert_string_equal(by_left(&all, "M1.W.MIN", 100)->same_id, "");
    assert_string_equal(by_left(&all, "M1.W.MIN", 290)->same_id, "");
    lob_bits_drop(&narrow);
}

/* Every same_id names a record that leads, whatever lies where. */
static void links_have_one_step(void **state) {
    (void)state;
    enum { COUNT = 400 };
    static const char *const rules[] = {"W.MIN", "MRC.W.MIN", "S.MIN", "N.MIN", "MRC.S.MIN", "A.MIN", "MRC.A.MIN"};
    static lob_litho_violation items[COUNT];
    uint32_t random = 1, linked = 0;
    for (uint32_t i = 0; i < COUNT; i++) {
        double at[4];
        for (int k = 0; k < 4; k++) {
            random = random * 1664525 + 1013904223;
            at[k] = (double)(random >> 16) / (k < 2 ? 64 : 1024) + 1;
        }
        items[i] = boxed(rules[random >> 8 & 3 ? i % 7 : 0], at[0], at[1], at[0] + at[2], at[1] + at[3]);
        items[i].radius_nm = i % 3 ? 40 : 0;
    }
    lob_violations all = grouped(items, COUNT);
    assert_int_equal(lob_violations_link(&ctx, &all, NULL, NULL), LOB_OK);
    for (uint32_t i = 0; i < all.count; i++) {
        const lob_litho_violation *v = &all.items[i], *leader = NULL;
        for (uint32_t k = 0; k < all.count && v->same_id[0]; k++) {
            leader = strcmp(all.items[k].id, v->same_id) == 0 ? &all.items[k] : leader;
        }
        linked += v->same_id[0] != '\0';
        assert_false(v->is_shadow && v->same_id[0]);
        if (v->same_id[0]) {
            assert_non_null(leader);
            assert_string_equal(leader->same_id, "");
            assert_false(leader->is_shadow);
        }
    }
    assert_gt(linked, 20);
}

static void sentences_say_what_where(void **state) {
    (void)state;
    static const struct {
        const char *rule;
        double actual, required;
        const char *sentence;
    } cases[] = {
        {"M1.W.MIN", 34, 40, "line 34 nm wide, 40 nm required, at (12.45, -0.0083) um"},
        {"M1.MRC.W.MIN", 34, 40, "line 34 nm wide, 40 nm required, at (12.45, -0.0083) um"},
        {"M1.S.MIN", 28.284271247461902, 40, "space 28.284 nm wide, 40 nm required, at (12.45, -0.0083) um"},
        {"M1.N.MIN", 20, 30, "notch 20 nm wide, 30 nm required, at (12.45, -0.0083) um"},
        {"M1.A.MIN", 64, 100, "shape of 64 nm2, 100 nm2 required, at (12.45, -0.0083) um"},
        {"M1.MRC.R.MIN", 12.5, 20, "contour radius 12.5 nm, 20 nm required, at (12.45, -0.0083) um"},
        {"M1.EPE.MAX", 18, 15, "print 18 nm outside the target, at most 15 nm allowed, at (12.45, -0.0083) um"},
        {"M1.EPE.MAX", -18, 15, "print 18 nm inside the target, at most 15 nm allowed, at (12.45, -0.0083) um"},
        {"M1.PVB.MAX", 22, 20, "process band 22 nm wide, at most 20 nm allowed, at (12.45, -0.0083) um"},
        {"M1.EPE.MAX", (double)INFINITY, 15, "print off the target, at (12.45, -0.0083) um"},
        {"VENDOR", 1, 2, "rule violated, at (12.45, -0.0083) um"},
    };
    char text[LOB_SENTENCE_SIZE];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%s", cases[i].sentence);
        const lob_litho_violation v = {.rule_id = lob_str_from(cases[i].rule),
                                       .x_nm = 12450,
                                       .y_nm = -8.3,
                                       .has_actual = true,
                                       .actual = cases[i].actual,
                                       .has_required = true,
                                       .required = cases[i].required};
        assert_int_equal(lob_violation_sentence(&v, text), strlen(cases[i].sentence));
        assert_string_equal(text, cases[i].sentence);
    }
    const lob_litho_violation longest = {.rule_id = LOB_STR("M1.EPE.MAX"),
                                         .x_nm = -1.2345678901234567e12,
                                         .y_nm = -1.2345678901234567e12,
                                         .has_actual = true,
                                         .actual = -1.2345678901234567e-300,
                                         .has_required = true,
                                         .required = 1.2345678901234567e300};
    assert_lt(lob_violation_sentence(&longest, text), LOB_SENTENCE_SIZE);
}

static lob_litho_violation measured(const char *rule, double actual, double required) {
    return (lob_litho_violation){.rule_id = lob_str_from(rule),
                                 .has_actual = true,
                                 .actual = actual,
                                 .has_required = true,
                                 .required = required};
}

static void the_furthest_off_comes_first(void **state) {
    (void)state;
    lob_litho_violation items[] = {
        measured("M1.EPE.MAX", -100, 15), measured("M1.W.MIN", 36, 40),   measured("M1.S.MIN", 10, 40),
        measured("M1.W.MIN", 0, 40),      measured("M1.A.MIN", 10, 1600), measured("M1.W.MIN", 1, 0),
    };
    lob_violations all = {.items = items, .count = 6};
    assert_null(lob_violations_first(&all, 0));
    assert_ptr_equal(lob_violations_first(&all, 1), &items[0]); /* a print, when there is no rule */
    assert_ptr_equal(lob_violations_first(&all, 2), &items[1]);
    assert_ptr_equal(lob_violations_first(&all, 3), &items[2]);
    assert_ptr_equal(lob_violations_first(&all, 6), &items[3]);
    items[3].is_warning = true;
    assert_ptr_equal(lob_violations_first(&all, 6), &items[4]);
    memcpy(items[4].same_id, "v", 2);
    items[2].is_shadow = true;
    assert_ptr_equal(lob_violations_first(&all, 6), &items[1]);
}

static bool attempt(void *arg) {
    const lob_violations *from = arg;
    lob_arena *own = lob_arena_new(0);
    lob_ctx c;
    if (own == NULL) {
        return false;
    }
    lob_ctx_init(&c, own);
    lob_violations all = *from;
    const bool fine = lob_violations_link(&c, &all, NULL, NULL) == LOB_OK;
    lob_arena_drop(own);
    return fine;
}

static void survives_without_memory(void **state) {
    (void)state;
    enum { COUNT = 3000 };
    static lob_litho_violation items[COUNT];
    for (uint32_t i = 0; i < COUNT; i++) {
        items[i] = boxed(i % 2 ? "W.MIN" : "MRC.W.MIN", 50. * (i / 2), 0, 50. * (i / 2) + 30, 30);
    }
    lob_violations all = grouped(items, COUNT);
    assert_gt(sweep_allocations(attempt, &all), 1);
    assert_int_equal(lob_violations_defects(&all), COUNT / 2);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(each_kind_is_linked_to_its_own),
        TEST(the_first_record_leads_the_smallest_spot),
        TEST(pixels_decide_where_there_are_some),
        TEST(links_have_one_step),
        TEST(sentences_say_what_where),
        TEST(the_furthest_off_comes_first),
        TEST(survives_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
