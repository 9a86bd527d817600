/* Joining of ports against the rule as it is said, tried on each pair; and many pins at once. */
#include <math.h>

#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "pic/pic_impl.h"
#include "tests/support/arena_rig.h"
#include "tests/support/stride.h"

enum { COUNT_MAX = 48 };

static const char *const rules[] = {"meta", "known", "marker:a", "marker:b"};
static const lob_port_source sources[] = {LOB_PORT_META, LOB_PORT_KNOWN, LOB_PORT_MARKER, LOB_PORT_MARKER};
static const char *const names[] = {"", "", "in", "out", "a"};

static lob_port port_of(unsigned rule, double x, double y) {
    lob_port port = lob_port_blank(0, sources[rule], rules[rule]);
    port.at = (lob_vec2){x, y};
    return port;
}

/* ---- by pairs ---- */

static bool is_near(const lob_port *a, const lob_port *b) {
    return fabs(a->at.x - b->at.x) <= 1 && fabs(a->at.y - b->at.y) <= 1;
}

static bool is_same_way(const lob_port *a, const lob_port *b) {
    return !a->has_angle || !b->has_angle || a->angle_deg == b->angle_deg;
}

/* What becomes of a port: joined with or in conflict with number *with, or a new one. */
typedef enum { IS_NEW, IS_SAME, IS_CONFLICT } fate;

static fate fate_of(const lob_port *all, uint32_t count, const lob_port *new, uint32_t *with) {
    for (uint32_t k = 0, named = LOB_NONE; k < count; k++) {
        const lob_port *old = &all[k];
        if (old->rule == new->rule) {
            continue;
        }
        if (named == LOB_NONE && new->name.size && old->source != new->source &&lob_str_equal(old->name, new->name)) {
            named = k;
        }
        if (is_near(old, new) || k + 1 == count) {
            const bool is_here = is_near(old, new), is_other = old->source != new->source;
            *with = is_here && (is_same_way(old, new) || is_other) ? k : named;
            return is_here && is_same_way(old, new) ? IS_SAME : *with != LOB_NONE ? IS_CONFLICT : IS_NEW;
        }
        *with = named;
    }
    return IS_NEW;
}

static lob_port random_port(unsigned rule) {
    lob_port port = port_of(rule, rand() % 24 / 2.0 - 6, rand() % 12 / 2.0 - 3);
    port.name = lob_str_from(names[rand() % 5]);
    port.has_angle = rand() % 2;
    port.angle_deg = port.has_angle ? 90 * (rand() % 2) : 0;
    return port;
}

static void fill(lob_port_list *list, unsigned first_rule, unsigned rule_count, uint32_t count) {
    for (unsigned r = 0; r < rule_count; r++) {
        for (uint32_t i = 0; i < count / rule_count; i++) {
            const lob_port port = random_port(first_rule + r);
            assert_int_equal(lob_port_list_add(&ctx, list, &port), LOB_OK);
        }
    }
}

static void test_pairs(void **state) {
    (void)state;
    srand(3);
    unsigned seen[3] = {0};
    for (int round = 0; round < (int)stride_pick(3000, 300); round++) {
        lob_port_list all = {0}, more = {0};
        fill(&all, 0, 1 + (unsigned)rand() % 2, (uint32_t)rand() % 8);
        fill(&more, 2, 2, (uint32_t)rand() % COUNT_MAX);
        for (uint32_t i = 0; i < more.count; i++) {
            /* One by one, so that each step is seen; the whole list must give the same. */
            lob_port_list one = {&more.items[i], 1, 1};
            uint32_t with = LOB_NONE, before = all.count;
            lob_port old[2 * COUNT_MAX];
            for (uint32_t k = 0; k < all.count; k++) {
                old[k] = all.items[k];
            }
            fate expected = fate_of(all.items, all.count, &more.items[i], &with);
            if (expected == IS_NEW && with != LOB_NONE) {
                expected = IS_CONFLICT;
            }
            assert_int_equal(lob_ports_join(&ctx, &all, &one), LOB_OK);
            seen[expected]++;
            assert_int_equal(all.count, before + (expected == IS_NEW));
            if (expected == IS_SAME && old[with].name.size == 0) {
                assert_true(lob_str_equal(all.items[with].name, more.items[i].name));
            }
            if (expected == IS_CONFLICT) {
                assert_true(all.items[with].has_conflict);
                if (!old[with].has_conflict) {
                    assert_eq(all.items[with].conflict.x, more.items[i].at.x);
                }
            }
        }
        lob_arena_reset(arena);
    }
    const unsigned least = stride_pick(1000, 100);
    assert_gt(seen[IS_NEW], least);
    assert_gt(seen[IS_SAME], least);
    assert_gt(seen[IS_CONFLICT], least);
}

/* One list at once is one port after another. */
static void test_at_once(void **state) {
    (void)state;
    srand(4);
    for (int round = 0; round < (int)stride_pick(1000, 100); round++) {
        lob_port_list all = {0}, single = {0}, more = {0};
        fill(&all, 0, 2, (uint32_t)rand() % 8);
        for (uint32_t i = 0; i < all.count; i++) {
            assert_int_equal(lob_port_list_add(&ctx, &single, &all.items[i]), LOB_OK);
        }
        fill(&more, 2, 2, (uint32_t)rand() % COUNT_MAX);
        assert_int_equal(lob_ports_join(&ctx, &all, &more), LOB_OK);
        for (uint32_t i = 0; i < more.count; i++) {
            lob_port_list one = {&more.items[i], 1, 1};
            assert_int_equal(lob_ports_join(&ctx, &single, &one), LOB_OK);
        }
        assert_int_equal(all.count, single.count);
        for (uint32_t i = 0; i < all.count; i++) {
            const lob_port *a = &all.items[i], *b = &single.items[i];
            assert_eq(a->at.x, b->at.x);
            assert_eq(a->at.y, b->at.y);
            assert_eq(a->has_conflict, b->has_conflict);
            assert_eq(a->conflict.x, b->conflict.x);
            assert_eq(a->conflict.y, b->conflict.y);
            assert_eq(a->rule, b->rule);
            assert_true(lob_str_equal(a->name, b->name));
            assert_eq(a->has_angle, b->has_angle);
        }
        lob_arena_reset(arena);
    }
}

/* ---- many ---- */

/* Pins of one rule in rows, all of one name; then those of another, half of them at the same places. A square of this
 * would take a minute. */
static void test_many(void **state) {
    (void)state;
    const int many = (int)stride_pick(100000, 30000);
    lob_port_list all = {0}, more = {0};
    for (unsigned rule = 2; rule < 4; rule++) {
        for (int i = 0; i < many / 2; i++) {
            lob_port port = port_of(rule, i % 300 * 10.0, i / 300 * (rule == 2 ? 10.0 : 20.0));
            port.name = LOB_STR("opt1");
            assert_int_equal(lob_port_list_add(&ctx, &more, &port), LOB_OK);
        }
    }
    assert_int_equal(lob_ports_join(&ctx, &all, &more), LOB_OK);
    /* Rows of the second at 20 k: below the height of the first for half of its places. */
    uint32_t same = 0;
    for (int i = 0; i < many / 2; i++) {
        same += i / 300 * 2 * 300 + i % 300 < many / 2;
    }
    assert_int_equal(all.count, many - same);
    lob_arena_reset(arena);
}

/* All at one place: two pins at one place are two pins. */
static void test_one_place(void **state) {
    (void)state;
    const int many = (int)stride_pick(100000, 30000);
    lob_port_list all = {0}, more = {0};
    for (int i = 0; i < many; i++) {
        const lob_port port = port_of(2 + (i == many - 1), 5, 5);
        assert_int_equal(lob_port_list_add(&ctx, &more, &port), LOB_OK);
    }
    assert_int_equal(lob_ports_join(&ctx, &all, &more), LOB_OK);
    assert_int_equal(all.count, many - 1);
    lob_cancel cancel;
    atomic_init(&cancel.requested, true);
    ctx.cancel = &cancel;
    assert_int_equal(lob_ports_join(&ctx, &all, &more), LOB_E_CANCELLED);
    ctx.cancel = NULL;
    lob_error_clear(&ctx.error);
    lob_arena_reset(arena);
}

static bool run(void *arg) {
    (void)arg;
    lob_ctx own;
    lob_ctx_init(&own, lob_arena_new(0));
    lob_port ports[2] = {port_of(0, 0, 0), port_of(2, 100, 0)};
    lob_port_list all = {0}, more = {&ports[1], 1, 1};
    ports[0].name = ports[1].name = LOB_STR("in");
    bool fine = own.arena && lob_port_list_add(&own, &all, &ports[0]) == LOB_OK &&
                lob_ports_join(&own, &all, &more) == LOB_OK && all.count == 1 && all.items[0].has_conflict;
    lob_arena_drop(own.arena);
    return fine;
}

static void test_allocations(void **state) {
    (void)state;
    assert_gt(sweep_allocations(run, NULL), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pairs), cmocka_unit_test(test_at_once),
                                       cmocka_unit_test(test_many), cmocka_unit_test(test_one_place),
                                       cmocka_unit_test(test_allocations)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
