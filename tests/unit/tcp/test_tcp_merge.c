/* Two layouts as one. What KLayout makes of the same two files (layout.read() twice) was compared by hand: 6 cells, the
 * same shapes and instances. */
#include "tests/support/lob_test.h"

#include "../base/sweep.h"

#include <fcntl.h>
#include <unistd.h>

#include "io/read.h"
#include "io/write.h"
#include "tcp/tcp_merge.h"
#include "tests/support/arena_rig.h"

static lob_layout *read_fixture(const char *path) {
    lob_read_result result = {0};
    lob_read_options options = {.inflated_max = 1 << 28, .layout_size_max = 1 << 28};
    int fd = open(path, O_RDONLY);
    assert_int_equal(lob_read_layout(&ctx, fd, &options, &result), LOB_OK);
    return result.layout;
}

static const lob_cell *cell_of(const lob_layout *layout, const char *name) {
    lob_cell_index index = lob_layout_find_cell(layout, lob_str_from(name));
    assert_int_not_equal(index, LOB_NONE);
    return lob_layout_cell(layout, index);
}

static void both_are_in_it_unchanged(void **state) {
    (void)state;
    lob_layout *a = read_fixture("fixtures/reticle.gds"), *b = read_fixture("fixtures/coupler.gds"), *both = NULL;
    assert_int_equal(lob_tcp_merge(&ctx, a, b, &both), LOB_OK);
    assert_int_equal(lob_layout_cell_count(both), lob_layout_cell_count(a) + lob_layout_cell_count(b));
    assert_eq(lob_layout_dbu(both), lob_layout_dbu(a));
    const lob_layout *parts[] = {a, b};
    for (int k = 0; k < 2; k++) {
        for (uint32_t i = 0; i < lob_layout_cell_count(parts[k]); i++) {
            const lob_cell *before = lob_layout_cell(parts[k], i);
            char name[64];
            snprintf(name, sizeof name, "%.*s", (int)before->name.size, before->name.data);
            const lob_cell *after = cell_of(both, name);
            assert_int_equal(after->shape_count, before->shape_count);
            assert_int_equal(after->text_count, before->text_count);
            assert_int_equal(after->inst_count, before->inst_count);
            assert_int_equal(after->shape_count_expanded, before->shape_count_expanded);
            assert_memory_equal(&after->box, &before->box, sizeof after->box);
        }
    }
    lob_layout_drop(a);
    lob_layout_drop(b);
    lob_layout_drop(both);
}

static void what_contradicts_is_refused(void **state) {
    (void)state;
    lob_layout *a = read_fixture("fixtures/coupler.gds"), *both = NULL;
    assert_int_equal(lob_tcp_merge(&ctx, a, a, &both), LOB_E_INVALID_TARGET);
    assert_true(lob_str_equal(ctx.error.details[0].text, LOB_STR("cells")));
    lob_error_clear(&ctx.error);
    lob_layout *fine = read_fixture("fixtures/dbu_5_nm.gds");
    assert_ne(lob_layout_dbu(fine), lob_layout_dbu(a));
    assert_int_equal(lob_tcp_merge(&ctx, a, fine, &both), LOB_E_INVALID_TARGET);
    assert_true(lob_str_equal(ctx.error.details[0].text, LOB_STR("dbu")));
    lob_error_clear(&ctx.error);
    lob_layout_drop(fine);
    lob_layout_drop(a);
}

typedef struct pair {
    lob_layout *a, *b;
} pair;

static bool merge_once(void *arg) {
    const pair *p = arg;
    lob_ctx child;
    lob_layout *both = NULL;
    lob_error_clear(&ctx.error);
    bool fine = lob_ctx_child(&ctx, &child, 0) == LOB_OK && lob_tcp_merge(&child, p->a, p->b, &both) == LOB_OK;
    lob_ctx_drop(&child);
    lob_layout_drop(fine ? both : NULL);
    return fine;
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    pair p = {read_fixture("fixtures/reticle.gds"), read_fixture("fixtures/coupler.gds")};
    assert_gt(sweep_allocations_sparing(merge_once, &p, true), 10);
    lob_layout_drop(p.a);
    lob_layout_drop(p.b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_are_in_it_unchanged),
        cmocka_unit_test(what_contradicts_is_refused),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
