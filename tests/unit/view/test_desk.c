/* Desks: how many there are, which one a tile gets, and that one waits when all that fit are taken. */
#include "tests/support/lob_test.h"

#include "../render/rig.h"
#include "base/alloc.h"
#include "tests/support/arena_rig.h"
#include "view/viewer.h"

static lob_layout *layout_of_a_box(void) {
    rig r = rig_begin(&ctx);
    rig_cell(&r, "TOP");
    rig_box(&r, 1, NULL, (lob_box){0, 0, 10, 10});
    rig_end_cell(&r);
    return rig_end(&r);
}

static lob_view_desk *take(lob_viewer *v, lob_layout *layout, bool is_far) {
    lob_view_desk *desk = NULL;
    assert_int_equal(lob_view_desk_take(v, &ctx, layout, is_far, &desk), LOB_OK);
    assert_non_null(desk->cover);
    return desk;
}

static void test_count(void **state) {
    (void)state;
    static const struct {
        long cores;
        unsigned desks;
    } cases[] = {{-1, 2}, {0, 2}, {1, 2}, {2, 3}, {3, 4}, {4, 4}, {1000, 4}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%ld cores", cases[i].cores);
        lob_viewer v = {.port = 0};
        lob_view_desks_open(&v, cases[i].cores);
        assert_int_equal(v.desk_count, cases[i].desks);
        lob_view_desks_close(&v);
    }
}

/* Far tiles at the first desk alone, near ones never there. */
static void test_places(void **state) {
    (void)state;
    lob_layout *layout = layout_of_a_box();
    lob_viewer v = {.port = 0};
    lob_view_desks_open(&v, 2);
    lob_view_desk *a = take(&v, layout, false), *b = take(&v, layout, false), *far = take(&v, layout, true);
    assert_ptr_equal(a, &v.desks[1]);
    assert_ptr_equal(b, &v.desks[2]);
    assert_ptr_equal(far, &v.desks[0]);
    const lob_cover *cover = a->cover;
    lob_view_desk_leave(a);
    a = take(&v, layout, false);
    assert_ptr_equal(a, &v.desks[1]);
    assert_ptr_equal(a->cover, cover);
    lob_view_desk_leave(a);
    lob_view_desk_leave(b);
    lob_view_desk_leave(far);
    lob_view_desks_close(&v);
    lob_layout_drop(layout);
}

typedef struct waiting {
    lob_viewer *viewer;
    lob_layout *layout;
    atomic_bool has_it;
} waiting;

static void *wait_for_desk(void *arg) {
    waiting *w = arg;
    lob_ctx own;
    lob_view_desk *desk;
    lob_ctx_init(&own, lob_arena_new(0));
    if (lob_view_desk_take(w->viewer, &own, w->layout, false, &desk) == LOB_OK) {
        atomic_store(&w->has_it, true);
        lob_view_desk_leave(desk);
    }
    lob_arena_drop(own.arena);
    return NULL;
}

/* The only near desk is taken: who asks is counted before it waits, and has it when it is left. */
static void test_waits(void **state) {
    (void)state;
    lob_layout *layout = layout_of_a_box();
    lob_viewer v = {.port = 0};
    waiting w = {.viewer = &v, .layout = layout};
    pthread_t thread;
    lob_view_desks_open(&v, 1);
    lob_view_desk *desk = take(&v, layout, false);
    assert_int_equal(pthread_create(&thread, NULL, wait_for_desk, &w), 0);
    while (atomic_load(&v.next_desk) == 0) {
        sched_yield();
    }
    assert_false(atomic_load(&w.has_it));
    lob_view_desk_leave(desk);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_true(atomic_load(&w.has_it));
    lob_view_desks_close(&v);
    lob_layout_drop(layout);
}

/* Without memory the desk is left: the next one gets it. */
static void test_failing(void **state) {
    (void)state;
    lob_layout *layout = layout_of_a_box();
    lob_viewer v = {.port = 0};
    lob_view_desk *desk;
    lob_view_desks_open(&v, 1);
    lob_alloc_fail_at(1, 1);
    const lob_status status = lob_view_desk_take(&v, &ctx, layout, true, &desk);
    lob_alloc_fail_at(0, 0);
    assert_int_equal(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    lob_error_clear(&ctx.error);
    lob_view_desk_leave(take(&v, layout, true));
    lob_view_desks_close(&v);
    lob_layout_drop(layout);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_count, setup, teardown),
        cmocka_unit_test_setup_teardown(test_places, setup, teardown),
        cmocka_unit_test_setup_teardown(test_waits, setup, teardown),
        cmocka_unit_test_setup_teardown(test_failing, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
