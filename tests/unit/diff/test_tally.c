/* What two lists of weights do not have in common, as lists and as sets, against sorting and comparing. */
#include "tests/support/lob_test.h"

#include "diff/tally.h"

enum { ITEMS = 30000, VALUES = 9000 };

typedef struct item {
    lob_weight weight;
    uint64_t number;
} item;

static int by_number(const void *a, const void *b) {
    const item *x = a, *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

static item item_of(uint64_t value, uint64_t number) {
    const uint64_t mixed = value * UINT64_C(0x9e3779b97f4a7c15);
    return (item){{{mixed & LOB_WEIGHT_P, value}}, number};
}

static size_t fill(item *items, unsigned *times, size_t count, uint64_t values) {
    for (size_t i = 0; i < count; i++) {
        const uint64_t value = (uint64_t)rand() % values;
        times[value]++;
        items[i] = item_of(value, count - i);
    }
    return count;
}

/* As a list: as often as one side has it more; as a set: once where only one side has it. Numbers of equals rise. */
static void check(const item *items, size_t count, const unsigned *ours, const unsigned *theirs, bool is_set) {
    static unsigned left[VALUES];
    memset(left, 0, sizeof left);
    for (size_t i = 0; i < count; i++) {
        left[items[i].weight.v[1]]++;
        if (!is_set && i != 0 && items[i - 1].weight.v[1] == items[i].weight.v[1]) {
            assert_lt(items[i - 1].number, items[i].number);
        }
    }
    for (int i = 0; i < VALUES; i++) {
        const unsigned more = ours[i] > theirs[i] ? ours[i] - theirs[i] : 0;
        assert_int_equal(left[i], is_set ? ours[i] > 0 && theirs[i] == 0 : more);
    }
}

static void test_against_counting(void **state) {
    (void)state;
    static item a[ITEMS], b[ITEMS];
    static unsigned times[2][VALUES];
    lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    srand(4);
    for (int round = 0; round < 8; round++) {
        const bool is_set = round % 2;
        const uint64_t values = round < 4 ? VALUES : 3;
        memset(times, 0, sizeof times);
        size_t a_count = fill(a, times[0], round == 6 ? 10 : ITEMS, values),
               b_count = fill(b, times[1], ITEMS / 2, values);
        assert_int_equal(is_set
                             ? lob_weights_differ(&ctx, (char *)a, &a_count, (char *)b, &b_count, sizeof *a)
                             : lob_weights_cancel(&ctx, (char *)a, &a_count, (char *)b, &b_count, sizeof *a, by_number),
                         LOB_OK);
        check(a, a_count, times[0], times[1], is_set);
        check(b, b_count, times[1], times[0], is_set);
    }
    lob_cancel cancel = {true};
    ctx.cancel = &cancel;
    size_t a_count = fill(a, times[0], ITEMS, VALUES), b_count = fill(b, times[1], ITEMS, VALUES);
    assert_int_equal(lob_weights_differ(&ctx, (char *)a, &a_count, (char *)b, &b_count, sizeof *a), LOB_E_CANCELLED);
    assert_int_equal(lob_weights_cancel(&ctx, (char *)a, &a_count, (char *)b, &b_count, sizeof *a, NULL),
                     LOB_E_CANCELLED);
    lob_arena_drop(arena);
}

/* Two streams of which all but a few things are common: the second pass keeps those few, and what shares their buckets.
 */
static void test_two_passes(void **state) {
    (void)state;
    enum { COMMON = 3000, OTHERS = 5 };
    lob_ctx ctx;
    lob_tally tally;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    for (int round = 0; round < 2; round++) {
        const bool keeps_all = round == 1;
        assert_int_equal(lob_tally_start(&ctx, &tally, sizeof(item), 2 * (COMMON + OTHERS), keeps_all), LOB_OK);
        for (int pass = keeps_all ? 1 : 0; pass < 2; pass++) {
            for (uint64_t i = 0; i < 2 * COMMON + OTHERS; i++) {
                const int side = i < COMMON || i >= 2 * COMMON ? 0 : 1;
                const item one = item_of(i >= 2 * COMMON ? i : i % COMMON, i);
                if (pass == 0) {
                    lob_tally_add(&tally, side, one.weight);
                } else if (lob_tally_wants(&tally, one.weight)) {
                    assert_int_equal(lob_tally_keep(&tally, side, &one), LOB_OK);
                }
            }
            if (!keeps_all) {
                assert_false(lob_tally_is_equal(&tally));
            }
        }
        if (keeps_all) {
            assert_eq(tally.count[0], COMMON + OTHERS);
        } else {
            assert_lt(tally.count[0], COMMON / 10);
        }
        assert_int_equal(lob_tally_cancel(&tally, by_number, NULL), LOB_OK);
        assert_int_equal(tally.count[0], OTHERS);
        assert_int_equal(tally.count[1], 0);
        for (uint64_t i = 0; i < OTHERS; i++) {
            assert_int_equal(((item *)(void *)tally.items[0])[i].number, 2 * COMMON + i);
        }
        lob_tally_release(&tally);
    }
    lob_arena_drop(arena);
}

/* Weights that differ in their second word alone, nothing at all, and more than may be kept. */
static void test_bounds(void **state) {
    (void)state;
    lob_ctx ctx;
    lob_tally tally;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    const item a = {{{7, 1}}, 0}, b = {{{7, 2}}, 0}, far = {{{8, 1}}, 0};
    assert_int_equal(lob_tally_start(&ctx, &tally, sizeof(item), 3, false), LOB_OK);
    assert_true(lob_tally_is_equal(&tally));
    lob_tally_add(&tally, 0, a.weight);
    lob_tally_add(&tally, 1, b.weight);
    assert_true(lob_tally_wants(&tally, a.weight));
    assert_false(lob_tally_wants(&tally, far.weight));
    for (int i = 0; i < 3; i++) {
        assert_int_equal(lob_tally_keep(&tally, i % 2, i % 2 ? &b : &a), LOB_OK);
    }
    assert_int_equal(lob_tally_keep(&tally, 1, &b), LOB_E_QUERY_TOO_LARGE);
    assert_int_equal(lob_tally_cancel(&tally, NULL, NULL), LOB_OK);
    assert_eq(tally.count[0], 2);
    assert_eq(tally.count[1], 1);
    lob_tally_release(&tally);
    lob_arena_drop(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_counting), cmocka_unit_test(test_two_passes),
                                       cmocka_unit_test(test_bounds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
