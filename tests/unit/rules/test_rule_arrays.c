/* Arrays of a thousand million members: answered from the lattice, or refused before memory is spent. Vertices off a
 * grid against each box looked at alone; places that are passed by against all of them. */
#include "tests/support/lob_test.h"

#include "../render/rig.h"
#include "rules/rule_impl.h"
#include "tests/support/stride.h"

enum { SMALL = 1 << 20 };

typedef struct scene {
    lob_arena *arena;
    lob_ctx ctx;
    rig r;
    lob_layout *layout;
} scene;

typedef struct array {
    uint64_t na, nb;
    lob_point64 a, b;
} array;

static void add_level(scene *s, const char *name, const char *below, const array *way, lob_point at) {
    const lob_rep rep = {.kind = LOB_REP_LATTICE, .na = way->na, .nb = way->nb, .a = way->a, .b = way->b};
    rig_cell(&s->r, name);
    rig_inst(&s->r, below, &rep, at.x, at.y, false, 0, 1);
    rig_end_cell(&s->r);
}

/* A box in an array in an array. */
static void begin(scene *s, lob_box box, const array *inner, const array *outer, lob_point at) {
    s->arena = lob_arena_new(0);
    lob_ctx_init(&s->ctx, s->arena);
    s->r = rig_begin(&s->ctx);
    rig_cell(&s->r, "C0");
    rig_box(&s->r, 1, NULL, box);
    rig_end_cell(&s->r);
    add_level(s, "C1", "C0", inner, at);
    add_level(s, "TOP", "C1", outer, (lob_point){0, 0});
    s->layout = rig_end(&s->r);
}

static void end(scene *s) {
    lob_layout_drop(s->layout);
    lob_arena_drop(s->arena);
}

static lob_status run(scene *s, lob_rule rule, lob_verdict *verdict) {
    const lob_layers_node node = {.layer = lob_layout_find_layer(s->layout, 1, 0)};
    const lob_rules deck = {&node, 1, &rule, 1};
    const lob_rules_question q = {.layout = s->layout, .cell = lob_layout_find_cell(s->layout, LOB_STR("TOP"))};
    rule.b = LOB_NONE;
    rule.id = LOB_STR("R");
    return lob_rules_run(&s->ctx, &q, &deck, verdict);
}

static const array touching = {1000, 1000, {100, 0}, {0, 100}}, apart = {1000, 1000, {400, 0}, {0, 400}};
static const array blocks = {10, 100, {90000, 0}, {0, 90000}}, far_blocks = {10, 100, {500000, 0}, {0, 500000}};

/* 1000 blocks that overlap, of a million boxes that touch. */
static void test_refused_at_once(void **unused) {
    (void)unused;
    scene s;
    lob_verdict v;
    begin(&s, (lob_box){0, 0, 100, 100}, &touching, &blocks, (lob_point){0, 0});
    const uint64_t asked = lob_alloc_count();
    assert_int_equal(run(&s, (lob_rule){.type = LOB_RULE_SPACE, .min = 10}, &v), LOB_E_QUERY_TOO_LARGE);
    assert_lt(lob_alloc_count() - asked, 1000);
    assert_lt(lob_arena_size(s.arena), SMALL);
    end(&s);
}

static void test_answered_from_the_lattice(void **unused) {
    (void)unused;
    scene s;
    lob_verdict v;
    begin(&s, (lob_box){0, 0, 102, 100}, &apart, &far_blocks, (lob_point){0, 0});
    assert_int_equal(run(&s, (lob_rule){.type = LOB_RULE_SPACE, .min = 298}, &v), LOB_OK);
    assert_eq(v.totals[0], 0);
    assert_int_equal(run(&s, (lob_rule){.type = LOB_RULE_GRID, .grid = 4}, &v), LOB_OK); /* two corners of each */
    assert_eq(v.totals[0], 2000000000);
    assert_true(v.is_cut);
    assert_int_equal(run(&s, (lob_rule){.type = LOB_RULE_GRID, .grid = 2}, &v), LOB_OK);
    assert_eq(v.totals[0], 0);
    assert_eq(v.count, 0);
    assert_int_equal(run(&s, (lob_rule){.type = LOB_RULE_GRID, .grid = 3}, &v), LOB_E_QUERY_TOO_LARGE);
    end(&s);
}

static uint64_t off_grid(lob_box box, const array *inner, const array *outer, lob_point at, int64_t grid) {
    uint64_t count = 0;
    for (uint64_t i = 0; i < inner->na * inner->nb * outer->na * outer->nb; i++) {
        const int64_t p = (int64_t)(i % inner->na), q = (int64_t)(i / inner->na % inner->nb);
        const int64_t m = (int64_t)(i / inner->na / inner->nb % outer->na),
                      n = (int64_t)(i / inner->na / inner->nb / outer->na);
        const int64_t x = at.x + p * inner->a.x + q * inner->b.x + m * outer->a.x + n * outer->b.x;
        const int64_t y = at.y + p * inner->a.y + q * inner->b.y + m * outer->a.y + n * outer->b.y;
        const int64_t xs[2] = {x + box.left, x + box.right}, ys[2] = {y + box.bottom, y + box.top};
        for (int k = 0; k < 4; k++) {
            count += xs[k & 1] % grid != 0 || ys[k >> 1] % grid != 0;
        }
    }
    return count;
}

/* Arrays whose steps lie on the grid, whose steps do not, and whose place does not. */
static void test_off_grid(void **unused) {
    (void)unused;
    const lob_box box = {0, 0, 106, 100};
    for (int64_t step = 400; step < 404; step++) {
        for (int32_t at = 0; at < 4; at++) {
            for (int64_t grid = 1; grid < 9; grid++) {
                const array inner = {3, 4, {step, 0}, {0, 400}}, outer = {2, 3, {5000, 0}, {0, 8000 + step}};
                scene s;
                lob_verdict v;
                begin(&s, box, &inner, &outer, (lob_point){at, 0});
                assert_int_equal(run(&s, (lob_rule){.type = LOB_RULE_GRID, .grid = grid}, &v), LOB_OK);
                assert_eq(v.totals[0], off_grid(box, &inner, &outer, (lob_point){at, 0}, grid));
                assert_int_equal(v.count, v.totals[0]);
                end(&s);
            }
        }
    }
}

/* One violation beside a thousand million clean places: those are passed by. */
static void test_passed_by(void **unused) {
    (void)unused;
    scene s = {.arena = lob_arena_new(0)};
    lob_verdict v;
    lob_ctx_init(&s.ctx, s.arena);
    s.r = rig_begin(&s.ctx);
    rig_cell(&s.r, "C0");
    rig_box(&s.r, 1, NULL, (lob_box){0, 0, 100, 100});
    rig_end_cell(&s.r);
    add_level(&s, "C1", "C0", &apart, (lob_point){0, 0});
    add_level(&s, "C2", "C1", &far_blocks, (lob_point){0, 0});
    rig_cell(&s.r, "TOP");
    rig_box(&s.r, 1, NULL, (lob_box){-1000, 0, -991, 200});
    rig_inst(&s.r, "C2", NULL, 0, 0, false, 0, 1);
    rig_end_cell(&s.r);
    s.layout = rig_end(&s.r);
    assert_int_equal(run(&s, (lob_rule){.type = LOB_RULE_WIDTH, .min = 10}, &v), LOB_OK);
    assert_eq(v.totals[0], 1);
    assert_eq(v.count, 1);
    assert_eq(v.items[0].box.left, -1000);
    end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refused_at_once),
        cmocka_unit_test(test_answered_from_the_lattice),
        cmocka_unit_test(test_off_grid),
        cmocka_unit_test(test_passed_by),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
