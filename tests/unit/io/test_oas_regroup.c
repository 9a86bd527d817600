/* Repetitions found again: every spot is covered once, whatever the order they come in. */
#include "tests/support/lob_test.h"

#include "io/oas/regroup.h"
#include "tests/unit/base/sweep.h"

enum { SPOT_COUNT_MAX = 4000 };

static lob_point spots[SPOT_COUNT_MAX];
static uint32_t spot_count;
static lob_arena *arena;

static uint64_t state64 = 7;

static uint32_t below(uint32_t n) {
    state64 = state64 * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state64 >> 33) % n;
}

static void spot(int64_t x, int64_t y) {
    assert_lt(spot_count, SPOT_COUNT_MAX);
    spots[spot_count++] = (lob_point){(int32_t)x, (int32_t)y};
}

static void grid(int32_t x, int32_t y, int32_t na, int32_t nb, int32_t ax, int32_t ay, int32_t bx, int32_t by) {
    for (int32_t j = 0; j < nb; j++) {
        for (int32_t i = 0; i < na; i++) {
            spot(x + i * ax + j * bx, y + i * ay + j * by);
        }
    }
}

static void shuffle(void) {
    for (uint32_t i = spot_count; i > 1; i--) {
        uint32_t k = below(i);
        lob_point kept = spots[i - 1];
        spots[i - 1] = spots[k];
        spots[k] = kept;
    }
}

static int compare(const void *a, const void *b) {
    const lob_point *p = a, *q = b;
    return p->y != q->y ? (p->y > q->y) - (p->y < q->y) : (p->x > q->x) - (p->x < q->x);
}

static bool same_rep(lob_rep a, lob_rep b) {
    return a.kind == b.kind && a.na == b.na && a.nb == b.nb && a.a.x == b.a.x && a.a.y == b.a.y && a.b.x == b.b.x &&
           a.b.y == b.b.y && a.list_count == b.list_count &&
           (a.list_count == 0 || memcmp(a.list, b.list, a.list_count * sizeof *a.list) == 0);
}

/* All members of the repetitions, sorted, are the spots, sorted; a list has no doubles; lattices are normal. */
static uint32_t check(void) {
    static lob_point all[SPOT_COUNT_MAX], work[SPOT_COUNT_MAX];
    oas_placed *placed;
    uint32_t count, covered = 0;
    memcpy(work, spots, sizeof work);
    assert_true(oas_regroup(arena, work, spot_count, &placed, &count));
    for (uint32_t i = 0; i < count; i++) {
        uint64_t members = lob_rep_count(&placed[i].rep);
        assert_true(same_rep(oas_rep_normal(&placed[i].rep), placed[i].rep));
        if (placed[i].rep.kind != LOB_REP_NONE) {
            assert_ge(members, 2);
        }
        for (uint64_t k = 0; k < members; k++) {
            lob_point64 by = lob_rep_at(&placed[i].rep, k);
            int64_t x = placed[i].at.x + by.x, y = placed[i].at.y + by.y;
            assert_lt(covered, spot_count);
            assert_eq(x, (int32_t)x);
            assert_eq(y, (int32_t)y);
            all[covered++] = (lob_point){(int32_t)x, (int32_t)y};
            if (k != 0) {
                assert_ne(compare(&all[covered - 1], &all[covered - 2]), 0);
            }
        }
    }
    assert_int_equal(covered, spot_count);
    qsort(all, covered, sizeof *all, compare);
    memcpy(work, spots, sizeof work);
    qsort(work, spot_count, sizeof *work, compare);
    assert_memory_equal(all, work, covered * sizeof *all);
    return count;
}

static bool same_placed(const oas_placed *a, const oas_placed *b) {
    return a->at.x == b->at.x && a->at.y == b->at.y && same_rep(a->rep, b->rep);
}

/* Any order of the same spots gives the same; what stays single, regrouped, stays single. */
static void check_fixed(void) {
    static lob_point work[SPOT_COUNT_MAX];
    oas_placed *first, *second;
    uint32_t count, again;
    memcpy(work, spots, sizeof work);
    assert_true(oas_regroup(arena, work, spot_count, &first, &count));
    shuffle();
    memcpy(work, spots, sizeof work);
    assert_true(oas_regroup(arena, work, spot_count, &second, &again));
    assert_int_equal(count, again);
    uint32_t single = 0;
    for (uint32_t i = 0; i < count; i++) {
        assert_true(same_placed(&first[i], &second[i]));
        if (first[i].rep.kind == LOB_REP_NONE) {
            work[single++] = first[i].at;
        }
    }
    assert_true(oas_regroup(arena, work, single, &second, &again));
    assert_int_equal(again, single);
}

static int setup(void **state) {
    (void)state;
    spot_count = 0;
    arena = lob_arena_new(0);
    return arena ? 0 : 1;
}

static int teardown(void **state) {
    (void)state;
    lob_arena_drop(arena);
    return 0;
}

static void test_nothing(void **state) {
    (void)state;
    assert_int_equal(check(), 0);
    spot(5, -7);
    assert_int_equal(check(), 1);
    spot(5, 7);
    assert_int_equal(check(), 1);
}

static void test_lattices(void **state) {
    (void)state;
    static const int32_t shapes[][6] = {{10, 7, 5, 0, 0, 6},    {3, 1, 5, 0, 0, 0},     {1, 9, 0, 0, 0, 4},
                                        {10, 7, 5, 0, 2, 6},    {4, 30, 100, 0, -3, 7}, {5, 5, 1, 0, 0, 1},
                                        {3, 3, 40000, 0, 0, 1}, {4, 2, 5, 0, 0, 1000}};
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        lob_case("%d by %d, (%d, %d), (%d, %d)", shapes[i][0], shapes[i][1], shapes[i][2], shapes[i][3], shapes[i][4],
                 shapes[i][5]);
        const int32_t *s = shapes[i];
        spot_count = 0;
        grid(-50, 13, s[0], s[1], s[2], s[3], s[4], s[5]);
        shuffle();
        assert_int_equal(check(), 1);
        check_fixed();
    }
    spot_count = 0; /* columns that stand aslant: no rows, one lattice of columns */
    grid(0, 0, 5, 4, 0, 10, 7, 3);
    assert_int_equal(check(), 1);
    check_fixed();
}

/* Two lattices of other steps, and noise, which becomes one list. */
static void test_mixture(void **state) {
    (void)state;
    grid(0, 0, 10, 10, 10, 0, 0, 10);
    grid(100000, 7, 6, 5, 11, 0, 0, 13);
    spot(-3, -3);
    spot(77777, 3);
    spot(55555, 5);
    assert_int_equal(check(), 3);
    check_fixed();
}

/* Two rows at a distance of their own: the second one begins the longer stack. */
static void test_stacks(void **state) {
    (void)state;
    static const int32_t rows[] = {0, 7, 10, 13, 16};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        grid(0, rows[i], 4, 1, 10, 0, 0, 0);
    }
    assert_int_equal(check(), 2);
    check_fixed();
    spot_count = 0; /* in line with each other: a lattice of them could have places twice */
    grid(0, 0, 20, 1, 10, 0, 0, 0);
    grid(1000, 0, 20, 1, 10, 0, 0, 0);
    assert_int_equal(check(), 2);
    spot_count = 0; /* few: one list is shorter than two records */
    grid(0, 0, 3, 1, 10, 0, 0, 0);
    grid(100, 0, 3, 1, 10, 0, 0, 0);
    assert_int_equal(check(), 1);
}

/* Dies of arrays, as a flattened chip has them: a record a die, all with the same lattice, though rows of different
 * dies lie in line. */
static void test_lattice_of_lattices(void **state) {
    (void)state;
    oas_placed *placed;
    uint32_t count;
    for (int32_t die = 0; die < 12; die++) {
        grid(die % 4 * 10000, die / 4 * 7000, 10, 12, 460, 0, 0, 400);
    }
    shuffle();
    assert_int_equal(check(), 12);
    check_fixed();
    assert_true(oas_regroup(arena, spots, spot_count, &placed, &count));
    for (uint32_t i = 0; i < count; i++) {
        lob_rep want = {.kind = LOB_REP_LATTICE, .na = 10, .nb = 12, .a = {460, 0}, .b = {0, 400}};
        assert_true(same_rep(placed[i].rep, want));
    }
    spot_count = 0; /* rows that are offset against each other, in blocks */
    for (int32_t block = 0; block < 6; block++) {
        grid(block * 46000, block % 2 * 100, 20, 12, 420, 0, 210, 364);
    }
    assert_int_equal(check(), 6);
    check_fixed();
}

/* Thousands at one place must not cost their square. */
static void test_many_copies(void **state) {
    (void)state;
    for (uint32_t i = 0; i < SPOT_COUNT_MAX / 2; i++) {
        spot(5, 5);
        spot((int32_t)(i % 3) * 100, 700);
    }
    check();
    check_fixed();
}

/* No lattice, though there is one: one list of all; and what is there twice is in two. */
static void test_lists_only(void **state) {
    (void)state;
    static lob_point work[SPOT_COUNT_MAX], sorted[SPOT_COUNT_MAX];
    oas_placed *placed;
    uint32_t count;
    grid(0, 0, 20, 20, 10, 0, 0, 10);
    spot(-5, 77);
    shuffle();
    memcpy(sorted, spots, sizeof sorted);
    qsort(sorted, spot_count, sizeof *sorted, compare);
    memcpy(work, spots, sizeof work);
    assert_true(oas_regroup_lists(arena, work, spot_count, &placed, &count));
    assert_int_equal(count, 1);
    assert_eq(placed[0].rep.kind, LOB_REP_LIST);
    assert_eq(placed[0].rep.list_count, spot_count);
    for (uint32_t i = 0; i < spot_count; i++) {
        assert_int_equal(placed[0].at.x + placed[0].rep.list[i].x, sorted[i].x);
        assert_int_equal(placed[0].at.y + placed[0].rep.list[i].y, sorted[i].y);
    }
    spot(-5, 77);
    memcpy(work, spots, sizeof work);
    assert_true(oas_regroup_lists(arena, work, spot_count, &placed, &count));
    assert_int_equal(count, 2);
}

/* All small lattices: the same places, one form for the same two directions. */
static void test_normal_of_all(void **state) {
    (void)state;
    for (unsigned k = 0; k < 9 * 81; k++) {
        const lob_point64 a = {(int)(k % 3) - 1, (int)(k / 3 % 3) - 1},
                          b = {(int)(k / 9 % 3) - 1, (int)(k / 27 % 3) - 1};
        const lob_rep rep = {
            .kind = LOB_REP_LATTICE, .na = 1 + k / 81 % 3, .nb = 1 + k / 243, .a = {a.x * 10, a.y * 10}, .b = b};
        if (lob_rep_count(&rep) == 1) { /* no repetition */
            continue;
        }
        const lob_rep n = oas_rep_normal(&rep), again = oas_rep_normal(&n);
        assert_true(same_rep(n, again));
        assert_int_equal(lob_rep_count(&n), lob_rep_count(&rep));
        lob_point from[9], to[9];
        const uint64_t count = lob_rep_count(&rep);
        for (uint64_t i = 0; i < count; i++) {
            const lob_point64 p = lob_rep_at(&rep, i), q = lob_rep_at(&n, i);
            from[i] = (lob_point){(int32_t)p.x, (int32_t)p.y};
            to[i] = (lob_point){(int32_t)q.x, (int32_t)q.y};
        }
        qsort(from, count, sizeof *from, compare);
        qsort(to, count, sizeof *to, compare);
        assert_memory_equal(from, to, count * sizeof *from);
        if (n.na <= 1) {
            assert_eq(n.nb, 1);
        }
        if (n.na > 1 && n.nb > 1 && n.a.x == 0 && n.a.y > 0) {
            if (n.b.x > 0) { /* what runs along x comes first */
                assert_ne(n.b.y, 0);
            }
        }
    }
}

static void test_normal(void **state) {
    (void)state;
    const lob_point64 none = {0, 0}, east = {7, 0}, north = {0, 9}, slant = {3, 4};
    const struct {
        lob_rep from, to;
    } cases[] = {
        {{.kind = LOB_REP_LATTICE, .na = 1, .nb = 5, .a = slant, .b = east},
         {.kind = LOB_REP_LATTICE, .na = 5, .nb = 1, .a = east, .b = none}},
        {{.kind = LOB_REP_LATTICE, .na = 5, .nb = 1, .a = slant, .b = east},
         {.kind = LOB_REP_LATTICE, .na = 5, .nb = 1, .a = slant, .b = none}},
        {{.kind = LOB_REP_LATTICE, .na = 5, .nb = 3, .a = north, .b = east},
         {.kind = LOB_REP_LATTICE, .na = 3, .nb = 5, .a = east, .b = north}},
        {{.kind = LOB_REP_LATTICE, .na = 5, .nb = 3, .a = east, .b = north},
         {.kind = LOB_REP_LATTICE, .na = 5, .nb = 3, .a = east, .b = north}},
        {{.kind = LOB_REP_LATTICE, .na = 5, .nb = 3, .a = slant, .b = north},
         {.kind = LOB_REP_LATTICE, .na = 5, .nb = 3, .a = slant, .b = north}},
        {{.kind = LOB_REP_FRACTION, .na = 1, .nb = 3, .a = slant, .b = north},
         {.kind = LOB_REP_FRACTION, .na = 1, .nb = 3, .a = slant, .b = north}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%u by %u, (%d, %d), (%d, %d)", (unsigned)cases[i].from.na, (unsigned)cases[i].from.nb,
                 (int)cases[i].from.a.x, (int)cases[i].from.a.y, (int)cases[i].from.b.x, (int)cases[i].from.b.y);
        assert_true(same_rep(oas_rep_normal(&cases[i].from), cases[i].to));
        assert_true(same_rep(oas_rep_normal(&cases[i].to), cases[i].to));
    }
}

static void test_duplicates(void **state) {
    (void)state;
    for (int i = 0; i < 5; i++) {
        spot(3, 4);
    }
    assert_int_equal(check(), 5);
    check_fixed();
    grid(0, 0, 4, 4, 10, 0, 0, 10);
    grid(0, 0, 4, 4, 10, 0, 0, 10);
    check();
    check_fixed();
}

/* Displacements above 32 bits cannot be in a list. */
static void test_far_apart(void **state) {
    (void)state;
    spot(INT32_MIN, INT32_MIN);
    spot(INT32_MAX, INT32_MIN + 1);
    spot(INT32_MIN, 0);
    spot(INT32_MAX, INT32_MAX);
    spot(INT32_MIN + 5, INT32_MAX);
    spot(0, 0);
    check();
    check_fixed();
    spot_count = 0;
    grid(INT32_MIN, INT32_MIN, 3, 1, INT32_MAX, 0, 0, 0);
    assert_int_equal(check(), 1);
}

/* Straight above each other, farther than a displacement may be. */
static void test_far_above(void **state) {
    (void)state;
    spot(5, INT32_MIN);
    spot(9, INT32_MIN + 3);
    spot(5, INT32_MAX);
    check();
    check_fixed();
}

/* Of more than 32,768 places some displacements alone are looked at. */
static void test_more_than_are_sampled(void **state) {
    (void)state;
    enum { SIDE = 200 };
    lob_point *many = calloc(SIDE * SIDE, sizeof *many);
    oas_placed *placed;
    uint32_t count;
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        many[i] = (lob_point){(int32_t)(i * 7 % SIDE) * 10, (int32_t)(i / SIDE) * 30};
    }
    assert_true(oas_regroup(arena, many, SIDE * SIDE, &placed, &count));
    assert_int_equal(count, 1);
    assert_int_equal(lob_rep_count(&placed[0].rep), SIDE * SIDE);
    free(many);
}

/* An arena that has no more than so many bytes left, for each number of them: wherever the last one goes, the answer is
 * that memory is out, and with enough of them it is the same as ever. */
static void test_arena_used_up(void **state) {
    (void)state;
    enum { HELD = 1 << 14 };
    static lob_point work[SPOT_COUNT_MAX];
    for (int32_t i = 0; i < 18; i++) {
        grid(i * i * 5000, i * 777, 3 + i, 1, 10, 0, 0, 0); /* rows of different lengths */
        spot(-10000 - i * i * i, -i * 31);
        spot(-10000 - i * i * i, -i * 31);
    }
    unsigned failed = 0, fine = 0;
    for (size_t used = 0; used < HELD && fine < 20; used += 16) {
        lob_arena *small = lob_arena_new(2 * HELD);
        oas_placed *placed;
        uint32_t count;
        assert_non_null(small);
        memcpy(work, spots, sizeof work);
        while (lob_arena_alloc(small, 16)) {
        }
        lob_arena_reset(small);
        for (size_t k = used; k < HELD && lob_arena_alloc(small, 16); k += 16) {
        }
        const bool done = oas_regroup(small, work, spot_count, &placed, &count);
        failed += !done;
        fine += done;
        lob_arena_drop(small);
    }
    assert_gt(failed, 20);
    assert_gt(fine, 0);
}

static void test_random(void **state) {
    (void)state;
    for (unsigned round = 0; round < 300; round++) {
        uint32_t span = 1 + below(round % 3 ? 12 : 100000);
        uint32_t count = 1 + below(200);
        spot_count = 0;
        for (uint32_t i = 0; i < count; i++) {
            spot(below(span), below(span));
        }
        check();
        check_fixed();
        lob_arena_reset(arena);
    }
}

static bool run_once(void *arg) {
    (void)arg;
    static lob_point work[SPOT_COUNT_MAX];
    oas_placed *placed;
    uint32_t count;
    memcpy(work, spots, sizeof work);
    lob_arena *small = lob_arena_new(0);
    bool fine = small && oas_regroup(small, work, spot_count, &placed, &count);
    lob_arena_drop(small);
    return fine;
}

static void test_allocations(void **state) {
    (void)state;
    grid(0, 0, 60, 30, 10, 0, 0, 10);
    for (uint32_t i = 0; i < 1800; i++) {
        spot(below(100000), below(100000) * 10 + i % 7);
    }
    for (int32_t i = 0; i < 20; i++) {
        grid(-1000000 + i * i * 10000, 5 + i, 3, 1, 10 + i, 0, 0, 0);
        grid(-3000000 + i, 7000000 + i * i * 1000, 1, 3, 0, 0, 0, 10 + i);
    }
    assert_ge(sweep_allocations(run_once, NULL), 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(test_lattices, setup, teardown),
        cmocka_unit_test_setup_teardown(test_mixture, setup, teardown),
        cmocka_unit_test_setup_teardown(test_stacks, setup, teardown),
        cmocka_unit_test_setup_teardown(test_duplicates, setup, teardown),
        cmocka_unit_test_setup_teardown(test_far_apart, setup, teardown),
        cmocka_unit_test_setup_teardown(test_lattice_of_lattices, setup, teardown),
        cmocka_unit_test_setup_teardown(test_many_copies, setup, teardown),
        cmocka_unit_test_setup_teardown(test_lists_only, setup, teardown),
        cmocka_unit_test_setup_teardown(test_normal, setup, teardown),
        cmocka_unit_test_setup_teardown(test_normal_of_all, setup, teardown),
        cmocka_unit_test_setup_teardown(test_far_above, setup, teardown),
        cmocka_unit_test_setup_teardown(test_more_than_are_sampled, setup, teardown),
        cmocka_unit_test_setup_teardown(test_arena_used_up, setup, teardown),
        cmocka_unit_test_setup_teardown(test_random, setup, teardown),
        cmocka_unit_test_setup_teardown(test_allocations, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
