/* Operations on random boxes of a coarse grid against counting its squares: every corner lies on the grid, so a square
 * is covered whole or not at all, and what hangs together is found by flooding. */
#include "tests/support/lob_test.h"

#include "script/ops.h"

enum { SIDE = 12, STEP = 10, BOXES = 9, ROUNDS = 400 };

static uint64_t state = 7;

static uint32_t below(uint32_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % n);
}

typedef struct squares { /* label 0: not covered; else the number of the polygon, corners hang together */
    int at[SIDE][SIDE];
    int count;
} squares;

typedef struct rig {
    lob_arena *arena;
    lob_ctx ctx;
    lob_value *a, *b;
    squares sa, sb;
} rig;

/* Squares that share a corner belong together, as in KLayout. */
static void label(squares *s) {
    int stack[SIDE * SIDE][2];
    s->count = 0;
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            if (s->at[y][x] != -1) {
                continue;
            }
            int depth = 0;
            s->at[y][x] = ++s->count;
            stack[depth][0] = x;
            stack[depth++][1] = y;
            while (depth > 0) {
                const int cx = stack[--depth][0], cy = stack[depth][1];
                for (int k = 0; k < 9; k++) {
                    const int nx = cx + k % 3 - 1, ny = cy + k / 3 - 1;
                    if (nx >= 0 && nx < SIDE && ny >= 0 && ny < SIDE && s->at[ny][nx] == -1) {
                        s->at[ny][nx] = s->count;
                        stack[depth][0] = nx;
                        stack[depth++][1] = ny;
                    }
                }
            }
        }
    }
}

static lob_value *make(rig *r, squares *s) {
    lob_polygon_list list = {0};
    lob_value *value;
    *s = (squares){0};
    for (int i = 0; i < BOXES; i++) {
        const int x = (int)below(SIDE - 1), y = (int)below(SIDE - 1);
        const int w = 1 + (int)below(3), h = 1 + (int)below(3);
        const int right = x + w < SIDE ? x + w : SIDE, top = y + h < SIDE ? y + h : SIDE;
        const lob_point64 ring[] = {
            {x * STEP, y * STEP}, {right * STEP, y * STEP}, {right * STEP, top * STEP}, {x * STEP, top * STEP}};
        assert_int_equal(lob_polygon_list_add(&r->ctx, &list, ring, 4, false), LOB_OK);
        for (int cy = y; cy < top; cy++) {
            for (int cx = x; cx < right; cx++) {
                s->at[cy][cx] = -1;
            }
        }
    }
    label(s);
    const lob_polygons all = lob_polygon_list_view(&list);
    assert_int_equal(lob_value_new(&r->ctx, LOB_VALUE_REGION, &value), LOB_OK);
    assert_int_equal(lob_value_put_raw(&r->ctx, value, &all), LOB_OK);
    return value;
}

static rig begin(void) {
    rig r = {.arena = lob_arena_new(0)};
    lob_ctx_init(&r.ctx, r.arena);
    r.a = make(&r, &r.sa);
    r.b = make(&r, &r.sb);
    return r;
}

static void end(rig *r) {
    lob_value_drop(r->a);
    lob_value_drop(r->b);
    lob_arena_drop(r->arena);
}

static lob_value *fresh(rig *r) {
    lob_value *value;
    assert_int_equal(lob_value_new(&r->ctx, LOB_VALUE_REGION, &value), LOB_OK);
    return value;
}

static double area_of(rig *r, lob_value *value) {
    lob_value_sums sums;
    assert_int_equal(lob_op_sums(&r->ctx, value, &sums), LOB_OK);
    return sums.area2 / 2 / (STEP * STEP);
}

/* ---- booleans and sizes ---- */

static void test_booleans(void **unused) {
    (void)unused;
    for (int i = 0; i < ROUNDS / 4; i++) {
        rig r = begin();
        for (int op = LOB_REGION_OR; op <= LOB_REGION_XOR; op++) {
            int wanted = 0;
            for (int k = 0; k < SIDE * SIDE; k++) {
                const bool a = r.sa.at[k / SIDE][k % SIDE] != 0, b = r.sb.at[k / SIDE][k % SIDE] != 0;
                wanted += op == LOB_REGION_OR    ? a || b
                          : op == LOB_REGION_AND ? a && b
                          : op == LOB_REGION_NOT ? a && !b
                                                 : a != b;
            }
            lob_value *result = fresh(&r);
            lob_case("round %d, operation %d", i, op);
            assert_int_equal(lob_op_boolean(&r.ctx, r.a, r.b, (lob_region_op)op, result), LOB_OK);
            assert_float_equal(area_of(&r, result), wanted, 0);
            lob_value_drop(result);
        }
        end(&r);
    }
}

/* Grown by whole squares: each covers its neighbours; shrunk: who has an uncovered neighbour, or one of another
 * polygon, goes. */
static void test_sized(void **unused) {
    (void)unused;
    for (int i = 0; i < ROUNDS / 4; i++) {
        rig r = begin();
        lob_value *grown = fresh(&r), *small = fresh(&r);
        int more = 0, less = 0;
        for (int y = -1; y <= SIDE; y++) {
            for (int x = -1; x <= SIDE; x++) {
                int near = 0;
                for (int k = 0; k < 9; k++) {
                    const int nx = x + k % 3 - 1, ny = y + k / 3 - 1;
                    near += nx >= 0 && nx < SIDE && ny >= 0 && ny < SIDE && r.sa.at[ny][nx] != 0;
                }
                more += near > 0;
                less += near == 9;
            }
        }
        lob_case("round %d", i);
        assert_int_equal(lob_op_sized(&r.ctx, r.a, STEP, STEP, 2, grown), LOB_OK);
        assert_int_equal(lob_op_sized(&r.ctx, r.a, -STEP, -STEP, 2, small), LOB_OK);
        assert_float_equal(area_of(&r, grown), more, 0);
        assert_float_equal(area_of(&r, small), less, 0);
        lob_value_drop(grown);
        lob_value_drop(small);
        end(&r);
    }
}

/* ---- choices ---- */

typedef struct relation {                                   /* of polygon i of a */
    bool shares[SIDE * SIDE + 1], touches[SIDE * SIDE + 1]; /* with polygon k of b */
    bool is_inside;
} relation;

static void relate(const rig *r, int i, relation *of) {
    *of = (relation){.is_inside = true};
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            if (r->sa.at[y][x] != i) {
                continue;
            }
            of->shares[r->sb.at[y][x]] = true;
            of->is_inside = of->is_inside && r->sb.at[y][x] != 0;
            for (int k = 0; k < 9; k++) {
                const int nx = x + k % 3 - 1, ny = y + k / 3 - 1;
                if (nx >= 0 && nx < SIDE && ny >= 0 && ny < SIDE) {
                    of->touches[r->sb.at[ny][nx]] = true;
                }
            }
        }
    }
}

static bool sticks_out(const rig *r, int k) {
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            if (r->sb.at[y][x] == k && r->sa.at[y][x] == 0) {
                return true;
            }
        }
    }
    return false;
}

static bool wanted(const rig *r, int i, const lob_select *select) {
    relation of;
    uint64_t shares = 0, touches = 0;
    bool any_out = false;
    relate(r, i, &of);
    for (int k = 1; k <= r->sb.count; k++) {
        shares += of.shares[k];
        touches += of.touches[k];
        any_out = any_out || (of.shares[k] && sticks_out(r, k));
    }
    const uint64_t count = select->kind == LOB_SELECT_INTERACTING           ? touches
                           : select->kind == LOB_SELECT_COVERING && any_out ? 0
                                                                            : shares;
    switch (select->kind) {
    case LOB_SELECT_INSIDE:
        return of.is_inside;
    case LOB_SELECT_OUTSIDE:
        return shares == 0;
    default:
        return count >= select->count_min && count <= select->count_max;
    }
}

static void compare(rig *r, const lob_select *select) {
    double area = 0;
    lob_value *result = fresh(r);
    for (int i = 1; i <= r->sa.count; i++) {
        for (int k = 0; k < SIDE * SIDE; k++) {
            area += r->sa.at[k / SIDE][k % SIDE] == i && wanted(r, i, select) != select->is_inverse;
        }
    }
    assert_int_equal(lob_op_select(&r->ctx, r->a, r->b, select, result), LOB_OK);
    assert_float_equal(area_of(r, result), area, 0);
    lob_value_drop(result);
}

static void test_select(void **unused) {
    (void)unused;
    for (int i = 0; i < ROUNDS; i++) {
        rig r = begin();
        for (int kind = 0; kind < LOB_SELECT_KINDS; kind++) {
            const lob_select plain = {(lob_select_kind)kind, i % 2 == 1, 1, UINT64_MAX};
            const lob_select counted = {(lob_select_kind)kind, i % 2 == 1, 2, 3};
            lob_case("round %d, kind %d", i, kind);
            compare(&r, &plain);
            compare(&r, &counted);
        }
        end(&r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_booleans), cmocka_unit_test(test_sized),
                                       cmocka_unit_test(test_select)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
