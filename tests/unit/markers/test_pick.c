/* Choosing by rule and box, and groups against all pairs. */
#include "tests/support/lob_test.h"

#include "base/clock.h"
#include "markers_support.h"
#include "tests/support/stride.h"

/* `count` boxes somewhere in a square of `extent` dbu, as a report. */
static lob_markers *random_markers(uint64_t *seed, uint32_t count, uint32_t extent, uint32_t side) {
    lob_buf b;
    lob_buf_init(&b, 0);
    lob_buf_add_text(&b, "<report-database><top-cell>TOP</top-cell><categories>" RULE("a", "")
                             RULE("b", "") "</categories><cells>" CELL("TOP") "</cells><items>");
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t x = next_random(seed) % extent, y = next_random(seed) % extent;
        const uint32_t w = next_random(seed) % (side + 1), h = next_random(seed) % (side + 1);
        if (i % 17 == 16) {
            lob_buf_add_text(&b, ITEM("a", "TOP", "text: 'x'"));
            continue;
        }
        lob_buf_printf(&b,
                       "<item><category>%c</category><cell>TOP</cell><values><value>box: (%.3f,%.3f;%.3f,%.3f)</value>"
                       "</values></item>",
                       i % 3 ? 'a' : 'b', x * DBU, y * DBU, (x + w) * DBU, (y + h) * DBU);
    }
    lob_buf_add_text(&b, "</items></report-database>");
    assert_int_equal(b.failed, LOB_BUF_FINE);
    lob_markers *m = markers_of((lob_str){b.data, b.size});
    lob_buf_release(&b);
    return m;
}

/* ---- choosing ---- */

static void test_pick(void **state) {
    (void)state;
    uint64_t seed = 3;
    lob_markers *m = random_markers(&seed, 400, 1000, 60);
    for (int round = 0; round < 100; round++) {
        const uint32_t rule = next_random(&seed) % 2;
        const int64_t left = next_random(&seed) % 1000, bottom = next_random(&seed) % 1000;
        const lob_marker_filter filter = {.rules = round % 2 ? &rule : NULL,
                                          .rule_count = 1,
                                          .has_box = round % 3 > 0,
                                          .box = {left, bottom, left + 100, bottom + next_random(&seed) % 200}};
        const uint32_t *picked;
        uint32_t count, expected = 0;
        assert_int_equal(lob_markers_pick(&ctx, m, &filter, &picked, &count), LOB_OK);
        for (uint32_t i = 0; i < m->count; i++) {
            const lob_box64 b = m->items[i].box;
            const bool lies = b.left <= b.right;
            const bool meets = lies && !(b.right < filter.box.left || b.left > filter.box.right ||
                                         b.top < filter.box.bottom || b.bottom > filter.box.top);
            if ((!filter.rules || m->items[i].rule == rule) && (!filter.has_box || meets)) {
                assert_lt(expected, count);
                assert_eq(picked[expected], i);
                expected++;
            }
        }
        assert_int_equal(expected, count);
    }
    lob_markers_drop(m);
}

static void test_names(void **state) {
    (void)state;
    static const char text[] =
        "<report-database><top-cell>T</top-cell><categories><category><name>a</name><categories><category><name>b</"
        "name>"
        "<categories><category><name>c</name></category></categories></category></categories></category><category>"
        "<name>ab</name></category></categories><cells/><items/></report-database>";
    uint32_t found[4];
    lob_markers *m = markers_of(lob_str_from(text));
    assert_int_equal(m->rule_count, 4); /* a, a.b, a.b.c, ab */
    assert_int_equal(lob_markers_rules_named(m, LOB_STR("a"), found), 3);
    assert_int_equal(lob_markers_rules_named(m, LOB_STR("a.b"), found), 2);
    assert_eq(found[0], 1);
    assert_eq(found[1], 2);
    assert_int_equal(lob_markers_rules_named(m, LOB_STR("ab"), found), 1);
    assert_int_equal(lob_markers_rules_named(m, LOB_STR("b"), found), 0);
    assert_int_equal(lob_markers_rules_named(m, LOB_STR(""), found), 0);
    lob_markers_drop(m);
}

/* ---- groups ---- */

static int64_t apart(int64_t low, int64_t high, int64_t other_low, int64_t other_high) {
    return other_low > high ? other_low - high : low > other_high ? low - other_high : 0;
}

static bool near(lob_box64 a, lob_box64 b, int64_t distance) {
    const int64_t dx = apart(a.left, a.right, b.left, b.right), dy = apart(a.bottom, a.top, b.bottom, b.top);
    return dx * dx + dy * dy < distance * distance || (dx == 0 && dy == 0);
}

/* Numbers spread over all pairs until nothing changes; then numbered in order. */
static void brute(const lob_markers *m, int64_t distance, uint32_t *groups) {
    bool changes = true;
    for (uint32_t i = 0; i < m->count; i++) {
        groups[i] = i;
    }
    while (changes) {
        changes = false;
        for (uint32_t i = 0; i < m->count; i++) {
            for (uint32_t k = 0; k < m->count; k++) {
                if (groups[k] < groups[i] && !lob_box64_is_empty(m->items[i].box) &&
                    !lob_box64_is_empty(m->items[k].box) && near(m->items[i].box, m->items[k].box, distance)) {
                    groups[i] = groups[k];
                    changes = true;
                }
            }
        }
    }
    uint32_t next = 0;
    for (uint32_t i = 0; i < m->count; i++) {
        const uint32_t first = groups[i];
        groups[i] = lob_box64_is_empty(m->items[i].box) ? 0 : first == i ? ++next : groups[first];
    }
}

static void test_clusters(void **state) {
    (void)state;
    uint64_t seed = 11;
    for (int round = 0; round < 40; round++) {
        static const uint32_t extents[] = {10, 300, 3000, 30000};
        lob_markers *m = random_markers(&seed, 1 + next_random(&seed) % 300, extents[round % 4], round % 5 * 20);
        uint32_t *expected = LOB_NEW_ARRAY(arena, uint32_t, m->count);
        const int64_t distance = next_random(&seed) % (extents[round % 4] / 8 + 2);
        const uint32_t *picked, *clusters;
        uint32_t count, cluster_count, most = 0;
        assert_int_equal(lob_markers_pick(&ctx, m, &(lob_marker_filter){0}, &picked, &count), LOB_OK);
        assert_int_equal(lob_markers_cluster(&ctx, m, picked, count, distance, &clusters, &cluster_count), LOB_OK);
        brute(m, distance, expected);
        for (uint32_t i = 0; i < m->count; i++) {
            assert_int_equal(clusters[i], expected[i]);
            most = expected[i] > most ? expected[i] : most;
        }
        assert_int_equal(cluster_count, most);
        lob_markers_drop(m);
    }
}

/* Far outside of 32 bits, where the tree cuts boxes off: what decides is exact. */
static void test_far(void **state) {
    (void)state;
    static const char text[] =
        REPORT(RULE("c", ""), CELL("TOP"),
               ITEM("c", "TOP", "box: (9000000,0;9000001,1)") ITEM("c", "TOP", "box: (9000003,0;9000004,1)")
                   ITEM("c", "TOP", "box: (9000010,0;9000011,1)"));
    const uint32_t *picked, *clusters;
    uint32_t count, cluster_count;
    lob_markers *m = markers_of(lob_str_from(text));
    assert_int_equal(lob_markers_pick(&ctx, m, &(lob_marker_filter){0}, &picked, &count), LOB_OK);
    assert_int_equal(lob_markers_cluster(&ctx, m, picked, count, 2001, &clusters, &cluster_count), LOB_OK);
    assert_eq(cluster_count, 2);
    assert_eq(clusters[0], 1);
    assert_eq(clusters[1], 1);
    assert_eq(clusters[2], 2);
    assert_int_equal(lob_markers_cluster(&ctx, m, picked, count, 2000, &clusters, &cluster_count), LOB_OK);
    assert_int_equal(cluster_count, 3); /* nearer than, not as near as */
    assert_int_equal(lob_markers_cluster(&ctx, m, picked, 0, 2000, &clusters, &cluster_count), LOB_OK);
    assert_int_equal(cluster_count, 0);
    lob_markers_drop(m);
}

/* All pairs of these would be two hundred million. */
static void test_dense(void **state) {
    (void)state;
    uint64_t seed = 5;
    const uint32_t *picked, *clusters;
    uint32_t count, cluster_count;
    lob_markers *m = random_markers(&seed, getenv("LOB_TEST_QUICK") ? 2000 : 20000, 100, 50);
    const int64_t begin = lob_clock_ms();
    assert_int_equal(lob_markers_pick(&ctx, m, &(lob_marker_filter){0}, &picked, &count), LOB_OK);
    assert_int_equal(lob_markers_cluster(&ctx, m, picked, count, 100, &clusters, &cluster_count), LOB_OK);
    assert_int_equal(cluster_count, 1);
    assert_lt(lob_clock_ms() - begin, 2000);
    lob_markers_drop(m);
}

static lob_markers *some;

static bool run_once(void *arg) {
    (void)arg;
    lob_arena *memory = lob_arena_new(0);
    lob_ctx own;
    const uint32_t *picked, *clusters;
    uint32_t count, cluster_count, rule = 0;
    if (!memory) {
        return false;
    }
    lob_ctx_init(&own, memory);
    const lob_marker_filter filter = {.rules = &rule, .rule_count = 1};
    lob_status status = lob_markers_pick(&own, some, &filter, &picked, &count);
    if (status == LOB_OK) {
        status = lob_markers_cluster(&own, some, picked, count, 100, &clusters, &cluster_count);
    }
    lob_arena_drop(memory);
    return status == LOB_OK;
}

static void test_memory(void **state) {
    (void)state;
    uint64_t seed = 5;
    some = random_markers(&seed, stride_pick(30000, 5000), 100000, 50);
    assert_ge(sweep_allocations(run_once, NULL), 4);
    lob_markers_drop(some);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_pick, setup, teardown),
        cmocka_unit_test_setup_teardown(test_names, setup, teardown),
        cmocka_unit_test_setup_teardown(test_clusters, setup, teardown),
        cmocka_unit_test_setup_teardown(test_far, setup, teardown),
        cmocka_unit_test_setup_teardown(test_dense, setup, teardown),
        cmocka_unit_test_setup_teardown(test_memory, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
