/* Sources of points: what a table may hold, every fault of it, and the grid that its power goes to. */
#include <math.h>

#include "tests/support/lob_test.h"

#include "base/buf.h"
#include "close_sweep.h"
#include "litho/source.h"

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

static lob_str detail(const char *key) {
    for (unsigned i = 0; i < ctx.error.detail_count; i++) {
        if (strcmp(ctx.error.details[i].key, key) == 0) {
            return ctx.error.details[i].text;
        }
    }
    return (lob_str){NULL, 0};
}

static void a_table_is_read(void **state) {
    (void)state;
    lob_source_points points;
    const lob_str csv =
        LOB_STR("# a quasar\nweight, sigma_x ,sigma_y\r\n1,.6,.6\n.5,-.6,.6 # dim\n\n0,1,0\n2,0.3,-0.4\n");
    assert_int_equal(lob_source_points_read(&ctx, csv, &points), LOB_OK);
    assert_int_equal(points.count, 4);
    assert_eq(points.items[1].x, -.6);
    assert_eq(points.items[1].weight, .5);
    assert_eq(points.items[3].y, -.4);
    assert_eq(points.radius, sqrt(.72)); /* what is dark reaches nowhere */
    const lob_str edge = LOB_STR("sigma_x,sigma_y,weight\n0.8,0.6000001,1\n");
    assert_int_equal(lob_source_points_read(&ctx, edge, &points), LOB_OK);
    assert_eq(points.radius, 1);
}

static void faults_are_named(void **state) {
    (void)state;
    static const struct {
        const char *csv, *reason, *column;
    } cases[] = {
        {"", NULL, "sigma_x"},
        {"sigma_x,sigma_y\n", NULL, "weight"},
        {"sigma_x,sigma_y,weight,power\n", NULL, NULL},
        {"sigma_x,sigma_y,weight\n", "source_points", NULL},
        {"sigma_x,sigma_y,weight\n0,0,0\n.5,.5,0\n", "source_power", NULL},
        {"sigma_x,sigma_y,weight\n.8,.7,1\n", "source_outside", NULL},
        {"sigma_x,sigma_y,weight\n.8,-.7,0\n", "source_outside", NULL},
        {"sigma_x,sigma_y,weight\n0,nan,1\n", NULL, "sigma_y"},
        {"sigma_x,sigma_y,weight\n0,0,inf\n", NULL, "weight"},
        {"sigma_x,sigma_y,weight\n0,0,-1\n", NULL, "weight"},
        {"sigma_x,sigma_y,weight\n0,0\n", NULL, "weight"},
        {"sigma_x,sigma_y,weight\n0;0;1\n", NULL, "sigma_x"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("cases[%zu]", i);
        lob_source_points points;
        assert_int_equal(lob_source_points_read(&ctx, lob_str_from(cases[i].csv), &points), LOB_E_INVALID_TARGET);
        assert_true(lob_str_equal(detail("reason"), lob_str_from(cases[i].reason)));
        assert_true(lob_str_equal(detail("column"), lob_str_from(cases[i].column)));
        assert_gt(strlen(ctx.error.hint), 10);
        lob_error_clear(&ctx.error);
    }
}

static void many_points_are_refused(void **state) {
    (void)state;
    lob_buf csv;
    lob_source_points points;
    lob_buf_init(&csv, 0);
    lob_buf_add_text(&csv, "sigma_x,sigma_y,weight\n");
    for (int i = 0; i < LOB_SOURCE_POINTS_MAX; i++) {
        lob_buf_add_text(&csv, "0,0,1\n");
    }
    assert_int_equal(lob_source_points_read(&ctx, (lob_str){csv.data, csv.size}, &points), LOB_OK);
    assert_int_equal(points.count, LOB_SOURCE_POINTS_MAX);
    lob_buf_add_text(&csv, "0,0,1\n");
    assert_int_equal(lob_source_points_read(&ctx, (lob_str){csv.data, csv.size}, &points), LOB_E_INVALID_TARGET);
    assert_true(lob_str_equal(detail("reason"), LOB_STR("source_points")));
    lob_buf_release(&csv);
}

static bool read_once(void *arg) {
    const lob_str *const csv = arg;
    lob_arena *const own_arena = lob_arena_new(0);
    if (own_arena == NULL) {
        return false;
    }
    lob_ctx own;
    lob_source_points points;
    lob_ctx_init(&own, own_arena);
    const lob_status status = lob_source_points_read(&own, *csv, &points);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_arena_drop(own_arena);
    return status == LOB_OK;
}

static void memory_may_run_out(void **state) {
    (void)state;
    lob_buf csv;
    lob_buf_init(&csv, 0);
    lob_buf_add_text(&csv, "sigma_x,sigma_y,weight\n");
    for (int i = 0; i < 10000; i++) {
        lob_buf_add_text(&csv, "0,0,1\n");
    }
    lob_str text = {csv.data, csv.size};
    assert_ge(sweep_allocations_by("1", read_once, &text, false), 2);
    lob_buf_release(&csv);
}

enum { MAX = 4, SIDE = 2 * MAX + 1 };

static lob_status spread(const lob_source_point *items, uint32_t count, double *grid, lob_source_symmetry *symmetry) {
    const lob_source_points points = {items, count, 1};
    return lob_source_spread(&ctx, &points, 4, MAX, grid, symmetry);
}

/* Power and place of each point stay, also between grid points and on the border. */
static void power_goes_to_the_nearest_frequencies(void **state) {
    (void)state;
    double grid[SIDE * SIDE];
    lob_source_symmetry symmetry;
    const lob_source_point two[] = {{.3125, .125, 1}, {-.3125, -.125, 1}}; /* steps: 1.25, 0.5 */
    assert_int_equal(spread(two, 2, grid, &symmetry), LOB_OK);
    assert_int_equal(symmetry, LOB_SYMMETRY_HALF_TURN);
    assert_eq(grid[MAX * SIDE + MAX + 1], 1);
    assert_eq(grid[(MAX + 1) * SIDE + MAX + 1], 1);
    assert_eq(grid[MAX * SIDE + MAX + 2], 1. / 3);
    assert_eq(grid[(MAX - 1) * SIDE + MAX - 2], 1. / 3);
    assert_eq(grid[MAX * SIDE + MAX], 0);
    const lob_source_point border[] = {{1, 0, 3}, {-1, 0, 3}, {0, 1, 1}, {0, -1, 1}};
    assert_int_equal(spread(border, 4, grid, &symmetry), LOB_OK);
    assert_int_equal(symmetry, LOB_SYMMETRY_BOTH_AXES);
    assert_eq(grid[MAX * SIDE], 1);
    assert_eq(grid[MAX * SIDE + SIDE - 1], 1);
    assert_eq(grid[MAX], 1. / 3);
    assert_eq(grid[(SIDE - 1) * SIDE + MAX], 1. / 3);
}

static void what_is_not_symmetric_is_refused(void **state) {
    (void)state;
    double grid[SIDE * SIDE];
    lob_source_symmetry symmetry;
    const lob_source_point lone[] = {{.5, 0, 1}};
    assert_int_equal(spread(lone, 1, grid, &symmetry), LOB_E_INVALID_TARGET);
    assert_true(lob_str_equal(detail("reason"), LOB_STR("source_symmetry")));
    lob_error_clear(&ctx.error);
    const lob_source_point tilted[] = {{.5, 0, 1}, {-.5, 0, 1.01}};
    assert_int_equal(spread(tilted, 2, grid, &symmetry), LOB_E_INVALID_TARGET);
    lob_error_clear(&ctx.error);
    const lob_source_point rounded[] = {{.5, 0, 1}, {-.5, 0, 1.001}}; /* as files round: made even */
    assert_int_equal(spread(rounded, 2, grid, &symmetry), LOB_OK);
    assert_int_equal(symmetry, LOB_SYMMETRY_BOTH_AXES);
    assert_eq(grid[MAX * SIDE + MAX - 2], 1);
    assert_eq(grid[MAX * SIDE + MAX + 2], 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_table_is_read),
        TEST(faults_are_named),
        TEST(many_points_are_refused),
        TEST(memory_may_run_out),
        TEST(power_goes_to_the_nearest_frequencies),
        TEST(what_is_not_symmetric_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
