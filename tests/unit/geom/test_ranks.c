/* Regular sets: drawn ones are found as they were drawn, with holes, strangers and turns; of any points, what is said
 * holds, point by point. */
#include "tests/support/lob_test.h"

#include "geom/ranks.h"
#include "tests/support/arena_rig.h"
#include "tests/unit/base/sweep.h"

enum { MAX = 400 };

static lob_point64 points[MAX];
static bool is_on[MAX];
static size_t count;

static int draw(int below) {
    return rand() % below;
}

static void put(int64_t x, int64_t y) {
    points[count++] = (lob_point64){x, y};
}

static void put_grid(lob_point64 at, lob_point64 a, int na, lob_point64 b, int nb) {
    for (int i = 0; i < na * nb; i++) {
        put(at.x + i % na * a.x + i / na * b.x, at.y + i % na * a.y + i / na * b.y);
    }
}

static void shuffle(void) {
    for (size_t i = count; i > 1; i--) {
        const size_t k = (size_t)draw((int)i);
        const lob_point64 kept = points[k];
        points[k] = points[i - 1];
        points[i - 1] = kept;
    }
}

static lob_ranks find(void) {
    lob_ranks grid;
    assert_int_equal(lob_ranks_find(&ctx, points, count, &grid, is_on), LOB_OK);
    return grid;
}

/* Of equal points the first is meant. */
static bool is_repeated(size_t index) {
    for (size_t i = 0; i < index; i++) {
        if (points[i].x == points[index].x && points[i].y == points[index].y) {
            return true;
        }
    }
    return false;
}

/* The place of a point, by trying all. */
static bool has_place(const lob_ranks *g, lob_point64 p) {
    for (int64_t k = 0; k < (int64_t)(g->column_count * g->row_count); k++) {
        const int64_t i = k % (int64_t)g->column_count, j = k / (int64_t)g->column_count;
        if (g->origin.x + i * g->column.x + j * g->row.x == p.x &&
            g->origin.y + i * g->column.y + j * g->row.y == p.y) {
            return true;
        }
    }
    return false;
}

static void assert_true_to(const lob_ranks *g) {
    size_t on = 0, different = 0, placed = 0;
    for (size_t i = 0; i < count; i++) {
        on += is_on[i];
        different += !is_repeated(i);
        placed += !is_repeated(i) && g->fit_count > 0 && has_place(g, points[i]);
        if (is_on[i]) {
            assert_true(has_place(g, points[i]));
        }
    }
    assert_eq(on, g->fit_count);
    if (g->fit_count == 0) {
        return;
    }
    assert_eq(placed, on); /* none is left out */
    assert_ge(g->fit_count, g->row_count > 1 && g->column_count > 1 ? 4 : 3);
    assert_ge(2 * on, different);
    assert_ge(2 * on, g->column_count * g->row_count);
    if (g->column_count != 1) {
        assert_gt(g->column.x, 0);
    }
    if (g->row_count != 1 && g->row.y <= 0) {
        assert_eq(g->row.y, 0);
        assert_gt(g->row.x, 0);
    }
}

static void assert_grid(lob_ranks g, int64_t x, int64_t y, lob_point64 column, uint64_t columns, lob_point64 row,
                        uint64_t rows, size_t fit) {
    assert_true_to(&g);
    assert_eq(g.origin.x, x);
    assert_eq(g.origin.y, y);
    assert_eq(g.column.x, column.x);
    assert_eq(g.column.y, column.y);
    assert_eq(g.column_count, columns);
    assert_eq(g.row.x, row.x);
    assert_eq(g.row.y, row.y);
    assert_eq(g.row_count, rows);
    assert_eq(g.fit_count, fit);
}

#define P(x, y) ((lob_point64){x, y})

static void test_plain(void **state) {
    (void)state;
    count = 0;
    put_grid(P(100, -50), P(0, 250), 7, P(500, 0), 3);
    assert_grid(find(), 100, -50, P(500, 0), 3, P(0, 250), 7, 21);
    count = 0; /* a row, and one upright */
    put_grid(P(9, 9), P(-40, 0), 5, P(0, 0), 1);
    assert_grid(find(), -151, 9, P(40, 0), 5, P(0, 0), 1, 5);
    count = 0;
    put_grid(P(9, 9), P(0, 40), 5, P(0, 0), 1);
    assert_grid(find(), 9, 9, P(0, 0), 1, P(0, 40), 5, 5);
    count = 0; /* turned by 3-4-5 */
    put_grid(P(0, 0), P(400, 300), 6, P(-300, 400), 4);
    assert_grid(find(), 0, 0, P(400, 300), 6, P(-300, 400), 4, 24);
    count = 0; /* far apart */
    put_grid(P(-LOB_COORD_MAX, -LOB_COORD_MAX), P(LOB_COORD_MAX, 0), 3, P(0, LOB_COORD_MAX), 3);
    assert_grid(find(), -LOB_COORD_MAX, -LOB_COORD_MAX, P(LOB_COORD_MAX, 0), 3, P(0, LOB_COORD_MAX), 3, 9);
}

static void test_holes_and_strangers(void **state) {
    (void)state;
    count = 0;
    put_grid(P(0, 0), P(10, 0), 6, P(0, 20), 5);
    points[7] = points[--count]; /* a hole within */
    points[3] = points[--count]; /* and one at the border */
    put(3, 4);                   /* off the grid */
    put(1000, 20);               /* in step with it, but far away */
    put(0, 0);                   /* twice */
    const lob_ranks g = find();
    assert_grid(g, 0, 0, P(10, 0), 6, P(0, 20), 5, 28);
    assert_false(is_on[count - 2]);
    assert_false(is_on[count - 3]);
    assert_ne(is_on[0], is_on[count - 1]);
    count = 0; /* a row that goes on in step, with a gap in it */
    put_grid(P(0, 0), P(7, 7), 10, P(0, 0), 1);
    put(7 * 40, 7 * 40);
    assert_grid(find(), 0, 0, P(7, 7), 10, P(0, 0), 1, 10);
}

static void test_none(void **state) {
    (void)state;
    static const lob_point64 sets[4][5] = {{{0, 0}, {5, 0}, {5, 0}, {0, 0}, {5, 0}},      /* two places */
                                           {{0, 0}, {10, 1}, {25, 7}, {31, 40}, {2, 60}}, /* no two pairs alike */
                                           {{0, 0}, {1, 0}, {100, 3}, {101, 3}, {50, 60}},
                                           {{4, 4}, {4, 4}, {4, 4}, {4, 4}, {4, 4}}};
    for (int i = 0; i < 4; i++) {
        lob_case("set %d", i);
        memcpy(points, sets[i], sizeof sets[i]);
        count = 5;
        const lob_ranks g = find();
        assert_true_to(&g);
        assert_eq(g.fit_count, i == 2 ? 4 : 0); /* the third is a grid of two by two, slanted */
    }
    count = 0;
    assert_eq(find().fit_count, 0);
}

/* Whole grids of any shape come back as drawn; with a tenth of holes and a tenth of strangers what is said holds. */
static void test_random(void **state) {
    (void)state;
    const int rounds = getenv("LOB_TEST_QUICK") ? 60 : 1500;
    srand(7);
    for (int round = 0; round < rounds; round++) {
        const int na = 2 + draw(9), nb = 1 + draw(8);
        const lob_point64 a = {10 + draw(90), draw(9)}, b = {-draw(9), 10 + draw(90)};
        lob_case("round %d: %d x %d", round, na, nb);
        count = 0;
        put_grid(P(draw(500) - 250, draw(500) - 250), a, na, b, nb);
        shuffle();
        lob_ranks g = find();
        assert_true_to(&g);
        if ((na > 2 || nb > 2) && na * nb >= 3) {
            assert_eq(g.fit_count, count);
            assert_eq(g.column_count * g.row_count, count);
        }
        for (int i = na * nb / 10; i > 0; i--) {
            points[draw((int)count)] = points[count - 1];
            count--;
            put(draw(900) - 450, draw(900) - 450);
        }
        g = find();
        assert_true_to(&g);
        count = (size_t)draw(30); /* any points: mostly none */
        for (size_t i = 0; i < count; i++) {
            points[i] = P(draw(12), draw(12));
        }
        g = find();
        assert_true_to(&g);
        lob_arena_reset(arena);
    }
}

static bool attempt(void *arg) {
    (void)arg;
    lob_arena *own = lob_arena_new(0);
    lob_ctx c;
    lob_ranks grid;
    if (!own) {
        return false;
    }
    lob_ctx_init(&c, own);
    const bool fine = lob_ranks_find(&c, points, count, &grid, is_on) == LOB_OK;
    lob_arena_drop(own);
    return fine;
}

static void test_faults(void **state) {
    (void)state;
    lob_cancel cancel = {.requested = true};
    lob_ranks grid;
    count = 0;
    put_grid(P(0, 0), P(10, 0), 20, P(0, 20), 20);
    assert_gt(sweep_allocations(attempt, NULL), 1);
    ctx.cancel = &cancel;
    assert_int_equal(lob_ranks_find(&ctx, points, count, &grid, is_on), LOB_E_CANCELLED);
    ctx.cancel = NULL;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_plain, setup, teardown),
        cmocka_unit_test_setup_teardown(test_holes_and_strangers, setup, teardown),
        cmocka_unit_test_setup_teardown(test_none, setup, teardown),
        cmocka_unit_test_setup_teardown(test_random, setup, teardown),
        cmocka_unit_test_setup_teardown(test_faults, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
