/* Groups against joining all pairs of boxes that come near, one by one; by one thread and by several. */
#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "rules/near.h"
#include "tests/support/stride.h"

enum { COUNT_MAX = 300, HEAP_MAX = 16384 };

static uint64_t state = 11;

static uint32_t random_below(uint32_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % n);
}

typedef struct scene {
    lob_box boxes[COUNT_MAX];
    bool is_out[COUNT_MAX];
    uint32_t count, wanted[COUNT_MAX];
    int64_t reach;
    lob_rtree tree;
    void *block;
} scene;

static void plant(lob_rtree *tree, const lob_box *boxes, uint32_t count, void *block, void *scratch) {
    lob_ctx ctx;
    lob_ctx_init(&ctx, NULL);
    assert_int_equal(lob_rtree_make(&ctx, tree, boxes, count, block, scratch), LOB_OK);
}

/* Some long, some small, some left out. */
static void make_boxes(scene *s, uint32_t count, int64_t reach) {
    s->count = count;
    s->reach = reach;
    for (uint32_t i = 0; i < count; i++) {
        const int32_t x = (int32_t)random_below(3000) - 1500, y = (int32_t)random_below(3000) - 1500;
        const bool is_long = random_below(12) == 0;
        s->boxes[i] = (lob_box){x, y, x + (int32_t)random_below(is_long ? 1500 : 40), y + (int32_t)random_below(40)};
        s->is_out[i] = random_below(9) == 0;
    }
    void *scratch = lob_malloc(lob_rtree_scratch_size(count));
    s->block = lob_malloc(lob_rtree_size(count));
    plant(&s->tree, s->boxes, count, s->block, scratch);
    lob_free(scratch);
}

static bool are_near(const scene *s, uint32_t i, uint32_t k) {
    const lob_box a = s->boxes[i], b = s->boxes[k];
    return a.left <= b.right + s->reach && b.left <= a.right + s->reach && a.bottom <= b.top + s->reach &&
           b.bottom <= a.top + s->reach;
}

/* Everybody takes the least number of its neighbours until nothing changes. */
static uint32_t group_slowly(scene *s) {
    bool changes = true;
    uint32_t groups = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        s->wanted[i] = i;
    }
    while (changes) {
        changes = false;
        for (uint32_t i = 0; i < s->count; i++) {
            for (uint32_t k = 0; k < s->count; k++) {
                if (!s->is_out[i] && !s->is_out[k] && s->wanted[k] < s->wanted[i] && are_near(s, i, k)) {
                    s->wanted[i] = s->wanted[k];
                    changes = true;
                }
            }
        }
    }
    for (uint32_t i = 0; i < s->count; i++) {
        groups += s->wanted[i] == i;
    }
    return groups;
}

static const lob_team teams[] = {{1, 1}, {2, 1}, {3, 16}, {7, 1}};

static void test_groups(void **unused) {
    (void)unused;
    uint32_t groups = 0, count = 0;
    for (uint32_t n = 0; n < 60; n += stride_pick(1, 6)) {
        scene s;
        lob_near_parent parents[COUNT_MAX + 1];
        lob_arena *arena = lob_arena_new(0);
        lob_ctx ctx;
        lob_ctx_init(&ctx, arena);
        make_boxes(&s, n < 20 ? n : random_below(COUNT_MAX), n % 3 == 0 ? 0 : random_below(50));
        groups += group_slowly(&s);
        count += s.count;
        for (size_t i = 0; i < sizeof teams / sizeof teams[0]; i++) {
            lob_case("%u threads, grain %u", teams[i].thread_count, teams[i].grain);
            const lob_near_question q = {.tree = &s.tree, .reach = s.reach, .is_out = s.is_out, .team = &teams[i]};
            assert_int_equal(lob_near_groups(&ctx, &q, parents), LOB_OK);
            for (uint32_t k = 0; k < s.count; k++) {
                assert_int_equal(lob_near_first(parents, k), s.wanted[k]);
            }
        }
        lob_free(s.block);
        lob_arena_drop(arena);
    }
    assert_gt(groups, stride_pick(500, 50));
    assert_lt(groups, count - stride_pick(500, 50));
}

/* Boxes near each other are joined when who is asked says so, and always in heaps: the same by any threads. */
static bool is_of_one_kind(const void *who, uint32_t a, uint32_t b) {
    const uint32_t *kinds = who;
    return a % *kinds == b % *kinds;
}

static void test_asked(void **unused) {
    (void)unused;
    enum { MANY = 3000, KINDS = 5 };
    static lob_box boxes[MANY];
    static lob_near_parent parents[MANY], first[MANY];
    const uint32_t kinds = KINDS;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    void *block = lob_malloc(lob_rtree_size(MANY)), *scratch = lob_malloc(lob_rtree_scratch_size(MANY));
    for (int heaps = 0; heaps < 2; heaps++) {
        lob_case("%s", heaps ? "heaps" : "a row");
        for (int32_t i = 0; i < MANY; i++) {
            boxes[i] = heaps ? (lob_box){i % 7, i % 11, 1000 + i, 1000} : (lob_box){i * 10, 0, i * 10 + 45, 5};
        }
        lob_rtree tree;
        plant(&tree, boxes, MANY, block, scratch);
        uint32_t groups = 0;
        for (size_t i = 0; i < sizeof teams / sizeof teams[0]; i++) {
            lob_team team = teams[i];
            team.grain = 64;
            const lob_near_question q = {
                .tree = &tree, .reach = 5, .is_near = is_of_one_kind, .who = &kinds, .team = &team};
            assert_int_equal(lob_near_groups(&ctx, &q, i == 0 ? first : parents), LOB_OK);
            groups = 0;
            for (uint32_t k = 0; k < MANY; k++) {
                assert_eq(lob_near_first(i == 0 ? first : parents, k), lob_near_first(first, k));
                groups += lob_near_first(first, k) == k;
            }
        }
        assert_eq(groups, heaps ? 1 : KINDS);
    }
    lob_free(block);
    lob_free(scratch);
    lob_arena_drop(arena);
}

/* A gap of just the reach joins, one more does not. */
static void test_reach(void **unused) {
    (void)unused;
    for (int64_t reach = 0; reach < 3; reach++) {
        const lob_box boxes[3] = {{0, 0, 10, 10}, {20, 0, 30, 10}, {0, 21, 30, 30}};
        uint64_t block[200], scratch[200];
        lob_near_parent parents[3];
        lob_rtree tree;
        lob_arena *arena = lob_arena_new(0);
        lob_ctx ctx;
        lob_ctx_init(&ctx, arena);
        assert_le(lob_rtree_size(3), sizeof block);
        assert_le(lob_rtree_scratch_size(3), sizeof scratch);
        plant(&tree, boxes, 3, block, scratch);
        const lob_near_question q = {.tree = &tree, .reach = 9 + reach};
        assert_int_equal(lob_near_groups(&ctx, &q, parents), LOB_OK);
        assert_int_equal(lob_near_first(parents, 1), reach < 1);
        assert_int_equal(lob_near_first(parents, 2), reach < 2 ? 2 : 0);
        lob_arena_drop(arena);
    }
}

/* ---- heaps ---- */

enum { IDENTICAL, NESTED, STAGGERED, CROSSING, HEAP_KINDS };

static lob_box heap_box(int kind, int32_t i, int32_t n) {
    switch (kind) {
    case IDENTICAL:
        return (lob_box){0, 0, 100, 100};
    case NESTED:
        return (lob_box){-i, -i, i + 1, i + 1};
    case STAGGERED:
        return (lob_box){2 * i, i, 2 * i + 3 * n, i + 3 * n};
    default: /* strips, every other one upright */
        return i % 2 ? (lob_box){i, 0, i, n} : (lob_box){0, i, n, i};
    }
}

/* Boxes on each other, and as many alone among them: of the first kind all are one group. */
static uint64_t heap_steps(int kind, uint32_t n, const lob_team *team) {
    lob_box *boxes = lob_malloc(n * sizeof *boxes);
    lob_near_parent *parents = lob_malloc(n * sizeof *parents);
    void *block = lob_malloc(lob_rtree_size(n)), *scratch = lob_malloc(lob_rtree_scratch_size(n));
    atomic_uint_least64_t steps = 0;
    lob_rtree tree;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    for (uint32_t i = 0; i < n; i++) {
        const int32_t far = 10000000 + 10 * (int32_t)i;
        boxes[i] = i % 4 == 3 ? (lob_box){far, far, far + 2, far + 2} : heap_box(kind, (int32_t)i, (int32_t)n);
    }
    plant(&tree, boxes, n, block, scratch);
    const lob_near_question q = {.tree = &tree, .reach = 1, .team = team, .steps = &steps};
    assert_int_equal(lob_near_groups(&ctx, &q, parents), LOB_OK);
    for (uint32_t i = 0; i < n; i++) {
        assert_int_equal(lob_near_first(parents, i), i % 4 == 3 ? i : 0);
    }
    lob_arena_drop(arena);
    lob_free(boxes);
    lob_free(parents);
    lob_free(block);
    lob_free(scratch);
    return atomic_load(&steps);
}

/* Four times as many boxes take hardly more than four times the steps. */
static void test_heaps(void **unused) {
    (void)unused;
    for (int kind = 0; kind < HEAP_KINDS; kind++) {
        for (size_t i = 0; i < sizeof teams / sizeof teams[0]; i++) {
            lob_case("%u threads, grain %u", teams[i].thread_count, teams[i].grain);
            heap_steps(kind, 1000, &teams[i]);
        }
        const uint64_t few = heap_steps(kind, HEAP_MAX / 4, NULL), many = heap_steps(kind, HEAP_MAX, NULL);
        assert_lt(many, 6 * few);
    }
}

static void test_heap_faults(void **unused) {
    (void)unused;
    lob_box boxes[COUNT_MAX];
    lob_near_parent parents[COUNT_MAX];
    uint64_t block[COUNT_MAX * 4], scratch[COUNT_MAX * 2];
    lob_rtree tree;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    for (int32_t i = 0; i < COUNT_MAX; i++) {
        boxes[i] = heap_box(NESTED, i, COUNT_MAX);
    }
    assert_le(lob_rtree_size(COUNT_MAX), sizeof block);
    assert_le(lob_rtree_scratch_size(COUNT_MAX), sizeof scratch);
    plant(&tree, boxes, COUNT_MAX, block, scratch);
    const lob_near_question q = {.tree = &tree};
    lob_alloc_fail_at(1, 1);
    const lob_status status = lob_near_groups(&ctx, &q, parents);
    lob_alloc_fail_at(0, 0);
    assert_int_equal(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_int_equal(lob_near_groups(&ctx, &q, parents), LOB_OK);
    lob_arena_drop(arena);
}

static void test_cancel(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof teams / sizeof teams[0]; i++) {
        lob_case("%u threads, grain %u", teams[i].thread_count, teams[i].grain);
        scene s;
        lob_near_parent parents[COUNT_MAX];
        lob_cancel cancel = {true};
        lob_arena *arena = lob_arena_new(0);
        lob_ctx ctx;
        lob_ctx_init(&ctx, arena);
        ctx.cancel = &cancel;
        make_boxes(&s, 200, 5);
        const lob_near_question q = {.tree = &s.tree, .reach = 5, .team = &teams[i]};
        assert_int_equal(lob_near_groups(&ctx, &q, parents), LOB_E_CANCELLED);
        lob_free(s.block);
        lob_arena_drop(arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_groups), cmocka_unit_test(test_reach),       cmocka_unit_test(test_asked),
        cmocka_unit_test(test_heaps),  cmocka_unit_test(test_heap_faults), cmocka_unit_test(test_cancel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
