/* The list of a report: every placement of an item, its order, its ids. Boxes of the nested report are KLayout's
 * (pya.ReportDatabase of 0.28.5, DCplxTrans of the references). */
#include "tests/support/lob_test.h"

#include "markers_support.h"

#include "base/limits.h"

/* c.'d e' in B:1, which lies in A turned by 30 and in the top cell; A lies twice. */
static const char nested[] =
    "<report-database><top-cell>T</top-cell><categories><category><name>c</name><categories><category><name>d e</name>"
    "</category></categories></category></categories><cells>" CELL("T") PLACED(
        "A", REF("T", "r90 *1 1,2")
                 REF("T", "m0 *2 5,0")) "<cell><name>B</name><variant>1</variant><references>" REF("A", "r30 *1 0.5,0")
        REF("T", "0,0") "</references></cell></cells><items><item><tags/><category>c.'d e'"
                        "</category><cell>B:1</cell><visited>true</visited><values><value>box: "
                        "(0,0;1,1)</value></values></item></items></report-database>";

static void test_frames(void **state) {
    (void)state;
    lob_markers *m = markers_of(lob_str_from(nested));
    assert_int_equal(m->count, 3);
    assert_true(is_box(lob_marker_box_um(&m->items[0]), 5, -2.73205, 7.73205, 0));
    assert_true(is_box(lob_marker_box_um(&m->items[1]), 0, 0, 1, 1));
    assert_true(is_box(lob_marker_box_um(&m->items[2]), -0.36603, 2, 1, 3.36603));
    assert_int_equal(m->items[0].values->kind, LOB_RDB_POLYGON); /* a box no longer */
    assert_int_equal(m->items[1].values->kind, LOB_RDB_BOX);
    assert_eq(m->items[1].box.right, 1000);
    assert_eq(m->items[2].box.left, -366);
    assert_int_equal(m->rule_count, 2);
    assert_true(lob_str_equal(m->rules[1].name, LOB_STR("c.'d e'")));
    assert_eq(m->rules[1].count, 3);
    assert_eq(m->rules[0].count, 0);
    assert_true(lob_str_equal(m->cells[m->items[0].cell], LOB_STR("B:1")));
    lob_markers_drop(m);
}

/* All kinds in a turned and mirrored cell: (x, y) -> (-y, -x) + (10, 20) is m135. */
static void test_kinds_turned(void **state) {
    (void)state;
    static const char text[] =
        REPORT(RULE("c", ""), CELL("TOP") PLACED("A", REF("TOP", "m135 *2 10,20")),
               ITEM_OF("c", "A",
                       VALUE("box: (1,2;3,5)") VALUE("edge: (1,2;3,5)") VALUE("polygon: (0,0;0,1;1,1)")
                           VALUE("path: (0,0;4,0) w=1 bx=0 ex=0 r=false") VALUE("label: ('x',r0 1,2)") VALUE("box: ()")
                               VALUE("text: 'a'")));
    lob_markers *m = markers_of(lob_str_from(text));
    const lob_rdb_value *v = m->items[0].values;
    assert_int_equal(m->count, 1);
    assert_eq(v[0].kind, LOB_RDB_BOX);
    assert_true(is_box(lob_rdb_value_box(&v[0], NULL), 0, 14, 6, 18));
    assert_close(v[1].points[0].x, 6, 1e-9);
    assert_close(v[1].points[0].y, 18, 1e-9);
    assert_close(v[1].points[1].x, 0, 1e-9);
    assert_close(v[1].points[1].y, 14, 1e-9);
    assert_true(is_box(lob_rdb_value_box(&v[2], NULL), 8, 18, 10, 20));
    assert_lt(fabs(v[3].path->width - 2), 1e-12);
    assert_true(is_box(lob_marker_box_um(&m->items[0]), 0, 12, 11, 20));
    assert_lt(fabs(v[4].label->trans.x - 6), 1e-9);
    assert_lt(fabs(v[4].label->trans.y - 18), 1e-9);
    assert_eq(v[5].point_count, 0);
    assert_eq(v[6].kind, LOB_RDB_TEXT);
    lob_markers_drop(m);
}

/* By rule, then those without a box, then bottom, left, top, right, then cell. */
static void test_order(void **state) {
    (void)state;
    static const char text[] = REPORT(
        RULE("z", "") RULE("a", "first") RULE("z", "again"), CELL("TOP") CELL("B") PLACED("A", REF("TOP", "0,0")),
        ITEM("z", "TOP", "box: (0,0;1,1)") ITEM("a", "TOP", "box: (5,0;6,1)") ITEM("a", "TOP", "box: (1,0;6,2)")
            ITEM("a", "TOP", "box: (1,0;6,1)") ITEM("a", "TOP", "box: (1,0;2,1)") ITEM("a", "A", "box: (1,0;2,1)")
                ITEM("a", "TOP", "text: 'x'") ITEM("a", "TOP", "box: (-9,-1;0,0)") ITEM("a", "B", "box: (0,-5;1,0)"));
    static const uint32_t order[] = {6, 8, 7, 5, 4, 3, 2, 1, 0};
    lob_markers *m = markers_of(lob_str_from(text));
    assert_eq(m->count, 9);
    assert_eq(m->rule_count, 2);
    assert_eq(m->unplaced_count, 1);
    for (int i = 0; i < 9; i++) {
        assert_int_equal(m->items[i].item, order[i]);
    }
    assert_true(m->items[1].is_unplaced);
    assert_false(m->items[0].is_unplaced);
    assert_true(lob_str_equal(m->rules[0].description, LOB_STR("first")));
    lob_markers_drop(m);
}

/* Equal ones are numbered; ids are unique and the same whatever the order of the report. */
static char *shuffled(uint64_t seed) {
    enum { COUNT = 300 };
    static char text[1 << 17];
    uint32_t order[COUNT];
    size_t size = 0;
    for (uint32_t i = 0; i < COUNT; i++) {
        const uint32_t k = seed ? next_random(&seed) % (i + 1) : i;
        order[i] = order[k];
        order[k] = i;
    }
    size += (size_t)sprintf(text, "%s",
                            "<report-database><top-cell>TOP</top-cell><categories>" RULE("a", "") RULE("b", "")
                                RULE("c", "") "</categories><cells>" CELL("TOP")
                                    PLACED("A", REF("TOP", "0,0") REF("TOP", "r90 *1 3,3")) "</cells><items>");
    for (uint32_t i = 0; i < COUNT; i++) {
        const uint32_t n = order[i];
        size += (size_t)sprintf(text + size,
                                "<item><category>%c</category><cell>%s</cell><values><value>box: (%u,%u;9,9)</value>"
                                "</values></item>",
                                'a' + n % 3, n % 7 ? "TOP" : "A", n % 5, n % 4);
    }
    sprintf(text + size, "</items></report-database>");
    return text;
}

static int by_id(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void test_stable(void **state) {
    (void)state;
    lob_markers *first = markers_of(lob_str_from(shuffled(0)));
    uint64_t *ids = LOB_NEW_ARRAY(arena, uint64_t, first->count);
    assert_int_equal(first->count, 300 + 43);
    for (uint32_t i = 0; i < first->count; i++) {
        ids[i] = first->items[i].id;
    }
    for (uint64_t seed = 1; seed < 20; seed++) {
        lob_markers *other = markers_of(lob_str_from(shuffled(seed)));
        assert_int_equal(other->count, first->count);
        for (uint32_t i = 0; i < first->count; i++) {
            assert_eq(other->items[i].id, ids[i]);
            assert_eq(other->items[i].rule, first->items[i].rule);
            assert_memory_equal(&other->items[i].box, &first->items[i].box, sizeof first->items[i].box);
        }
        lob_markers_drop(other);
    }
    qsort(ids, first->count, sizeof *ids, by_id);
    for (uint32_t i = 1; i < first->count; i++) {
        assert_ne(ids[i], ids[i - 1]);
    }
    lob_markers_drop(first);
}

static void test_id_text(void **state) {
    (void)state;
    char text[LOB_MARKER_ID_SIZE + 1];
    uint64_t id = 0;
    lob_marker_print_id(0x0123456789abcdefu, text);
    assert_string_equal(text, "mrk_0123456789abcdef");
    assert_true(lob_marker_parse_id(lob_str_from(text), &id));
    assert_eq(id, 0x0123456789abcdefu);
    static const char *const bad[] = {"mrk_0123456789abcdeF",  "mrk_0123456789abcde", "shp_0123456789abcdef", "",
                                      "mrk_0123456789abcdef0", "mrk_0123456789abcde:"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lob_case("%s", bad[i]);
        assert_false(lob_marker_parse_id(lob_str_from(bad[i]), &id));
    }
}

static void test_warning(void **state) {
    (void)state;
    static const char text[] =
        "<report-database><top-cell>TOP</top-cell><tags><tag><name>warning</name></tag></tags>"
        "<categories>" RULE("c", "") "</categories><cells>" CELL(
            "TOP") "</cells><items><item><tags>#other,#warning</tags><category>c</category><cell>TOP</cell>"
                   "<values/></item></items></report-database>";
    lob_markers *m = markers_of(lob_str_from(text));
    assert_eq(m->count, 1);
    assert_true(m->items[0].is_warning);
    assert_eq(m->items[0].value_count, 0);
    assert_null(lob_marker_shown(&m->items[0]));
    lob_markers_drop(m);
}

/* ---- bounds and faults ---- */

static void test_count_max(void **state) {
    (void)state;
    lob_markers *m = NULL;
    assert_int_equal(try_markers(&ctx, lob_str_from(nested), 2, &m), LOB_OK);
    assert_eq(m->count, 2);
    assert_true(m->is_cut);
    lob_markers_drop(m);
    assert_int_equal(try_markers(&ctx, lob_str_from(nested), 3, &m), LOB_OK);
    assert_eq(m->count, 3);
    assert_true(!m->is_cut);
    lob_markers_drop(m);
    static const char two[] =
        REPORT(RULE("c", ""), CELL("TOP"), ITEM("c", "TOP", "box: (0,0;1,1)") ITEM("c", "TOP", "box: (0,0;1,2)"));
    assert_int_equal(try_markers(&ctx, lob_str_from(two), 1, &m), LOB_OK);
    assert_eq(m->count, 1);
    assert_true(m->is_cut);
    lob_markers_drop(m);
}

/* A report of two thousand cells in a chain, each placed twice in the next: 2^2000 ways. */
static void test_bomb(void **state) {
    (void)state;
    lob_buf b;
    lob_markers *m = NULL;
    lob_buf_init(&b, 0);
    lob_buf_add_text(
        &b, "<report-database><top-cell>TOP</top-cell><categories>" RULE("c", "") "</categories><cells>" CELL("TOP"));
    for (int i = 0; i < 2000; i++) {
        char parent[16] = "TOP";
        if (i) {
            snprintf(parent, sizeof parent, "A%d", i - 1);
        }
        lob_buf_printf(
            &b,
            "<cell><name>A%d</name><references><ref><parent>%s</parent><trans>1,0</trans></ref><ref><parent>%s"
            "</parent><trans>r90 *1 0,1</trans></ref></references></cell>",
            i, parent, parent);
    }
    lob_buf_add_text(&b, "</cells><items>" ITEM("c", "A1999", "box: (0,0;1,1)") "</items></report-database>");
    assert_int_equal(try_markers(&ctx, (lob_str){b.data, b.size}, 1000, &m), LOB_OK);
    assert_eq(m->count, 1000);
    assert_true(m->is_cut);
    lob_markers_drop(m);
    lob_buf_release(&b);
}

/* 36 kB and less that would become millions of markers: copies have a budget, of what they and their text take. */
static void test_copies(void **state) {
    (void)state;
    static const char *const kinds[] = {"box: (0,0;1,1)", "text: 'LONG'", "label: ('LONG',r0 0,0)"};
    char word[1001];
    memset(word, 'x', 1000);
    word[1000] = '\0';
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        lob_case("kinds[%zu]", k);
        lob_buf b;
        lob_markers *m = NULL;
        char value[1100];
        const char *at = strstr(kinds[k], "LONG");
        snprintf(value, sizeof value, "%.*s%s%s", at ? (int)(at - kinds[k]) : 100, kinds[k], at ? word : "",
                 at ? at + 4 : "");
        lob_buf_init(&b, 0);
        lob_buf_add_text(&b, "<report-database><top-cell>TOP</top-cell><categories>" RULE(
                                 "c", "") "</categories><cells>" CELL("TOP"));
        for (int i = 0; i < 21; i++) { /* 2^21 places */
            char parent[16] = "TOP";
            if (i) {
                snprintf(parent, sizeof parent, "A%d", i - 1);
            }
            lob_buf_printf(&b,
                           "<cell><name>A%d</name><references><ref><parent>%s</parent><trans>r0 *1 1,0</trans></ref>"
                           "<ref><parent>%s</parent><trans>r0 *1 0,%d</trans></ref></references></cell>",
                           i, parent, parent, 2 << i);
        }
        lob_buf_printf(&b,
                       "</cells><items><item><category>c</category><cell>A20</cell><values><value>%s</value>"
                       "</values></item></items></report-database>",
                       value);
        assert_int_equal(try_markers(&ctx, (lob_str){b.data, b.size}, 0, &m), LOB_OK);
        assert_true(m->is_cut);
        assert_gt(m->count, 1000);
        assert_lt((uint64_t)m->count * (at ? 1000 : sizeof(lob_marker)), LOB_LIMIT_MARKERS_COPIES_SIZE);
        lob_markers_drop(m);
        lob_buf_release(&b);
    }
}

static void test_cut_off(void **state) {
    (void)state;
    lob_markers *m = NULL;
    for (size_t size = 0; size + 1 < sizeof nested; size += 7) {
        lob_ctx_init(&ctx, arena);
        assert_int_equal(try_markers(&ctx, (lob_str){nested, size}, 0, &m), LOB_E_DRC_RUN_FAILED);
    }
}

static void test_empty(void **state) {
    (void)state;
    lob_markers *m = markers_of(LOB_STR("<report-database/>"));
    assert_eq(m->count, 0);
    assert_eq(m->rule_count, 0);
    assert_eq(m->cell_count, 0);
    lob_markers_drop(m);
}

static bool run_once(void *arg) {
    lob_arena *memory = lob_arena_new(0);
    lob_ctx own;
    lob_markers *m = NULL;
    if (!memory) {
        return false;
    }
    lob_ctx_init(&own, memory);
    const lob_status status = try_markers(&own, lob_str_from(arg), 0, &m);
    const bool is_told = status == LOB_OK || status == LOB_E_TOOL_LIMIT_EXCEEDED;
    lob_markers_drop(m);
    lob_arena_drop(memory);
    return is_told && status == LOB_OK;
}

static void test_memory(void **state) {
    (void)state;
    static char text[sizeof nested];
    memcpy(text, nested, sizeof nested);
    assert_gt(sweep_allocations(run_once, text), 10);
}

static void test_cancel(void **state) {
    (void)state;
    lob_cancel cancel;
    lob_markers *m = NULL;
    atomic_init(&cancel.requested, true);
    ctx.cancel = &cancel;
    assert_int_equal(try_markers(&ctx, lob_str_from(nested), 0, &m), LOB_E_CANCELLED);
    ctx.cancel = NULL;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_frames, setup, teardown),
        cmocka_unit_test_setup_teardown(test_kinds_turned, setup, teardown),
        cmocka_unit_test_setup_teardown(test_order, setup, teardown),
        cmocka_unit_test_setup_teardown(test_stable, setup, teardown),
        cmocka_unit_test_setup_teardown(test_id_text, setup, teardown),
        cmocka_unit_test_setup_teardown(test_warning, setup, teardown),
        cmocka_unit_test_setup_teardown(test_count_max, setup, teardown),
        cmocka_unit_test_setup_teardown(test_copies, setup, teardown),
        cmocka_unit_test_setup_teardown(test_bomb, setup, teardown),
        cmocka_unit_test_setup_teardown(test_cut_off, setup, teardown),
        cmocka_unit_test_setup_teardown(test_empty, setup, teardown),
        cmocka_unit_test_setup_teardown(test_memory, setup, teardown),
        cmocka_unit_test_setup_teardown(test_cancel, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
