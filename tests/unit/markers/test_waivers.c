/* Waivers: which markers they fit, when they have expired, and what a file may not say. */
#include "tests/support/lob_test.h"

#include "markers_support.h"

static const char report[] =
    REPORT(RULE("a", "") RULE("b", ""), CELL("TOP") CELL("LOST"),
           ITEM("a", "TOP", "box: (0,0;1,1)") ITEM("a", "TOP", "box: (5,0;6,1)") ITEM("b", "TOP", "box: (0,2;1,3)")
               ITEM("b", "TOP", "text: 'x'") ITEM("a", "LOST", "box: (0,9;1,9.5)"));
/* In order: a (0,0), a (5,0), a of LOST, b 'x', b (0,2). */

static lob_waivers waivers;

static lob_status parse(const char *text) {
    lob_ctx_init(&ctx, arena);
    waivers = (lob_waivers){0};
    return lob_waiver_file_parse(&ctx, lob_str_from(text), &waivers);
}

#define FILE_OF(items) "{\"version\":1,\"waivers\":[" items "]}"
#define BOX_WAIVER(rule, l, b, r, t, more)                                                                             \
    "{\"rule\":\"" rule "\",\"box_um\":{\"left\":" #l ",\"bottom\":" #b ",\"right\":" #r ",\"top\":" #t                \
    "},\"reason\":\"why\"" more "}"

static lob_waivers_told apply(lob_markers *m, const char *today) {
    lob_waivers_told told;
    assert_int_equal(lob_waivers_apply(&ctx, m, &waivers, lob_str_from(today), &told), LOB_OK);
    return told;
}

static void test_boxes(void **state) {
    (void)state;
    lob_markers *m = markers_of(lob_str_from(report));
    assert_int_equal(parse(FILE_OF(BOX_WAIVER("a", 0, 0, 1, 1, ""))), LOB_OK);
    lob_waivers_told told = apply(m, "2026-01-01");
    assert_eq(told.waived_count, 1);
    assert_eq(m->items[0].waiver, 0);
    assert_eq(m->items[1].waiver, LOB_MARKERS_NONE);
    assert_eq(m->rules[0].waived_count, 1);
    assert_eq(m->rules[1].waived_count, 0);
    assert_int_equal(parse(FILE_OF(BOX_WAIVER("a", 0, 0, 0.999, 1, ""))), LOB_OK); /* does not hold it */
    told = apply(m, "2026-01-01");
    assert_eq(told.waived_count, 0);
    assert_eq(told.unknown_count, 1);
    assert_eq(told.unknown[0], 0);
    assert_eq(m->items[0].waiver, LOB_MARKERS_NONE);
    assert_eq(m->rules[0].waived_count, 0);
    assert_int_equal(parse(FILE_OF(BOX_WAIVER("b", -9, -9, 99, 99, ""))), LOB_OK); /* the text lies nowhere */
    assert_int_equal(apply(m, "2026-01-01").waived_count, 1);
    assert_int_equal(parse(FILE_OF(BOX_WAIVER("a", -9, -9, 99, 99, ""))), LOB_OK); /* nor the one of LOST in TOP */
    assert_int_equal(apply(m, "2026-01-01").waived_count, 2);
    assert_int_equal(parse(FILE_OF(BOX_WAIVER("c", -9, -9, 99, 99, ""))), LOB_OK);
    assert_int_equal(apply(m, "2026-01-01").waived_count, 0);
    lob_markers_drop(m);
}

/* The first in the file counts; a second that fits as well is not unknown. */
static void test_first(void **state) {
    (void)state;
    lob_markers *m = markers_of(lob_str_from(report));
    assert_int_equal(parse(FILE_OF(BOX_WAIVER("b", 0, 2, 1, 3, "") "," BOX_WAIVER("a", 0, 0, 9, 9, "") "," BOX_WAIVER(
                         "a", 0, 0, 1, 1, ""))),
                     LOB_OK);
    lob_waivers_told told = apply(m, "2026-01-01");
    assert_eq(told.waived_count, 3);
    assert_eq(told.unknown_count, 0);
    assert_eq(m->items[0].waiver, 1);
    assert_eq(m->items[1].waiver, 1);
    assert_eq(m->items[4].waiver, 0);
    assert_int_equal(parse(FILE_OF(BOX_WAIVER("a", 0, 0, 1, 1, "") "," BOX_WAIVER("a", 0, 0, 9, 9, ""))), LOB_OK);
    told = apply(m, "2026-01-01");
    assert_eq(m->items[0].waiver, 0);
    assert_eq(m->items[1].waiver, 1);
    lob_markers_drop(m);
}

static void test_ids(void **state) {
    (void)state;
    char text[256], id[LOB_MARKER_ID_SIZE + 1];
    lob_markers *m = markers_of(lob_str_from(report));
    lob_marker_print_id(m->items[3].id, id); /* one that no box can name */
    snprintf(text, sizeof text, FILE_OF("{\"ids\":[\"mrk_00000000000000aa\",\"%s\"],\"reason\":\"seen\"}"), id);
    assert_int_equal(parse(text), LOB_OK);
    lob_waivers_told told = apply(m, "2026-01-01");
    assert_eq(told.waived_count, 1);
    assert_eq(m->items[3].waiver, 0);
    assert_eq(told.unknown_count, 0);
    lob_markers_drop(m);
}

/* To the end of its day. */
static void test_expiry(void **state) {
    (void)state;
    lob_markers *m = markers_of(lob_str_from(report));
    assert_int_equal(parse(FILE_OF(BOX_WAIVER("a", 0, 0, 1, 1, ",\"expires\":\"2024-02-29\""))), LOB_OK);
    assert_int_equal(apply(m, "2024-02-28").waived_count, 1);
    assert_int_equal(apply(m, "2024-02-29").waived_count, 1);
    lob_waivers_told told = apply(m, "2024-03-01");
    assert_eq(told.waived_count, 0);
    assert_eq(told.expired_count, 1);
    assert_eq(told.expired[0], 0);
    assert_eq(told.unknown_count, 0);
    assert_int_equal(lob_waivers_apply(&ctx, m, NULL, LOB_STR("2024-03-01"), &told), LOB_OK);
    assert_eq(told.waived_count, 0);
    assert_eq(told.expired_count, 0);
    lob_markers_drop(m);
}

static void test_many(void **state) {
    (void)state;
    lob_buf b;
    lob_markers *m = markers_of(lob_str_from(report));
    lob_buf_init(&b, 0);
    lob_buf_add_text(&b, "{\"version\":1,\"waivers\":[");
    for (int i = 0; i < 50; i++) {
        lob_buf_add_text(&b, BOX_WAIVER("a", 50, 50, 51, 51, ",\"expires\":\"2020-01-01\"") ",");
        lob_buf_add_text(&b, i < 49 ? BOX_WAIVER("a", 50, 50, 51, 51, "") "," : BOX_WAIVER("a", 5, 0, 6, 1, ""));
    }
    lob_buf_add_text(&b, "]}");
    assert_int_equal(parse(b.data), LOB_OK);
    lob_waivers_told told = apply(m, "2026-01-01");
    assert_eq(told.expired_count, 50);
    assert_eq(told.unknown_count, 49);
    assert_eq(told.waived_count, 1);
    assert_eq(told.expired[7], 14);
    assert_eq(told.unknown[7], 15);
    assert_eq(m->items[1].waiver, 99);
    lob_buf_release(&b);
    lob_markers_drop(m);
}

static void test_faults(void **state) {
    (void)state;
    static const char *const bad[] = {
        "",
        "{\"version\":1,\"waivers\":[],\"waivers\":[]}",
        "{\"version\":2,\"waivers\":[]}",
        "{\"waivers\":[]}",
        FILE_OF("{}"),
        FILE_OF("{\"reason\":\"x\"}"),
        FILE_OF("{\"rule\":\"a\",\"reason\":\"x\"}"),
        FILE_OF("{\"ids\":[],\"reason\":\"x\"}"),
        FILE_OF("{\"ids\":[\"mrk_1\"],\"reason\":\"x\"}"),
        FILE_OF("{\"ids\":[\"mrk_00000000000000aa\"],\"rule\":\"a\",\"reason\":\"x\"}"),
        FILE_OF("{\"ids\":[\"mrk_00000000000000aa\"],\"reason\":\"\"}"),
        FILE_OF("{\"ids\":[\"mrk_00000000000000aa\"],\"reason\":\"x\",\"until\":\"2027-01-01\"}"),
        FILE_OF(BOX_WAIVER("a", 1, 0, 0, 1, "")),
        FILE_OF(BOX_WAIVER("a", 0, 1, 1, 0, "")),
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lob_case("%s", bad[i]);
        assert_int_equal(parse(bad[i]), LOB_E_INVALID_TARGET);
        assert_ne(ctx.error.hint[0], '\0');
    }
    static const char *const dates[] = {"2026-02-29", "2026-13-01", "2026-00-01", "2026-04-31", "26-01-01",
                                        "2026/01/01", "2026-01-0a", "1900-02-29", "2026-01-00"};
    for (size_t i = 0; i < sizeof dates / sizeof *dates; i++) {
        lob_case("%s", dates[i]);
        char text[256];
        snprintf(text, sizeof text, FILE_OF("{\"ids\":[\"mrk_00000000000000aa\"],\"reason\":\"x\",\"expires\":\"%s\"}"),
                 dates[i]);
        assert_int_equal(parse(text), LOB_E_INVALID_TARGET);
        assert_string_equal(ctx.error.issues[0].path, "$.waivers[0].expires");
    }
    assert_int_equal(parse(FILE_OF("{\"ids\":[\"mrk_00000000000000aa\"],\"reason\":\"x\",\"expires\":\"2000-02-29\"}")),
                     LOB_OK);
}

static bool run_once(void *arg) {
    lob_arena *memory = lob_arena_new(0);
    lob_ctx own;
    lob_waivers read = {0};
    lob_waivers_told told;
    if (!memory) {
        return false;
    }
    lob_ctx_init(&own, memory);
    lob_status status = lob_waiver_file_parse(
        &own,
        LOB_STR(FILE_OF(BOX_WAIVER("a", 0, 0, 1, 1, "") ",{\"ids\":[\"mrk_00000000000000aa\"],\"reason\":\"x\"}")),
        &read);
    if (status == LOB_OK) {
        status = lob_waivers_apply(&own, arg, &read, LOB_STR("2026-01-01"), &told);
    }
    const bool is_told = status == LOB_OK || status == LOB_E_TOOL_LIMIT_EXCEEDED;
    lob_arena_drop(memory);
    return is_told && status == LOB_OK;
}

static void test_memory(void **state) {
    (void)state;
    lob_markers *m = markers_of(lob_str_from(report));
    assert_gt(sweep_allocations(run_once, m), 5);
    lob_markers_drop(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_boxes, setup, teardown),
        cmocka_unit_test_setup_teardown(test_first, setup, teardown),
        cmocka_unit_test_setup_teardown(test_ids, setup, teardown),
        cmocka_unit_test_setup_teardown(test_expiry, setup, teardown),
        cmocka_unit_test_setup_teardown(test_many, setup, teardown),
        cmocka_unit_test_setup_teardown(test_faults, setup, teardown),
        cmocka_unit_test_setup_teardown(test_memory, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
