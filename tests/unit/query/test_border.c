/* Who has its border at a point: the first shape whose outline passes there; none inside of a shape. */
#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "db/builder.h"
#include "query/border.h"
#include "tests/support/arena_rig.h"

static lob_layout *layout;

static void draw(void) {
    lob_builder *builder = lob_builder_new(&ctx, NULL);
    const lob_sink *s = lob_builder_sink(builder);
    const lob_instance_event placed = {.cell = LOB_STR("LEAF"), .at = {500, 0}, .mag = 1};
    assert_int_equal(s->begin_layout(s->self, &(lob_layout_event){.format = "gds", .dbu_um = 0.001}), LOB_OK);
    assert_int_equal(s->begin_cell(s->self, LOB_STR("LEAF")), LOB_OK);
    assert_int_equal(s->box(s->self, &(lob_element){.layer = 1}, (lob_box){0, 0, 100, 100}), LOB_OK);
    assert_int_equal(s->end_cell(s->self), LOB_OK);
    assert_int_equal(s->begin_cell(s->self, LOB_STR("TOP")), LOB_OK);
    assert_int_equal(s->box(s->self, &(lob_element){.layer = 1}, (lob_box){0, 0, 100, 100}), LOB_OK);
    assert_int_equal(s->box(s->self, &(lob_element){.layer = 1}, (lob_box){50, 0, 200, 100}), LOB_OK);
    assert_int_equal(s->instance(s->self, &(lob_element){.layer = 0}, &placed), LOB_OK);
    assert_int_equal(s->end_cell(s->self), LOB_OK);
    assert_int_equal(s->end_layout(s->self), LOB_OK);
    assert_int_equal(lob_builder_freeze(builder, &layout), LOB_OK);
    lob_builder_drop(builder);
}

static lob_status look(lob_ctx *with, int64_t x, int64_t y, lob_object *object, bool *is_found) {
    const lob_cell_index top = lob_layout_find_cell(layout, LOB_STR("TOP"));
    return lob_query_border(with, layout, top, lob_layout_find_layer(layout, 1, 0), (lob_point64){x, y}, object,
                            is_found);
}

static void test_places(void **state) {
    (void)state;
    static const struct {
        int64_t x, y;
        bool is_found;
        uint32_t index, depth;
    } cases[] = {
        {0, 50, true, 0, 0},   {100, 50, true, 0, 0},  {50, 50, true, 1, 0},  {200, 100, true, 1, 0},
        {20, 50, false, 0, 0}, {300, 50, false, 0, 0}, {600, 30, true, 0, 1},
    };
    lob_object object;
    bool is_found;
    draw();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("%d, %d", (int)cases[i].x, (int)cases[i].y);
        assert_int_equal(look(&ctx, cases[i].x, cases[i].y, &object, &is_found), LOB_OK);
        assert_int_equal(is_found, cases[i].is_found);
        if (is_found) {
            assert_int_equal(object.type, LOB_ID_SHAPE);
            assert_int_equal(object.stored.depth, cases[i].depth);
            assert_int_equal(object.stored.index, cases[i].index);
        }
    }
    lob_layout_drop(layout);
}

static bool attempt(void *arg) {
    (void)arg;
    lob_ctx own;
    lob_object object;
    bool is_found;
    lob_arena *inner = lob_arena_new(0);
    if (!inner) {
        return false;
    }
    lob_ctx_init(&own, inner);
    const bool fine = look(&own, 600, 30, &object, &is_found) == LOB_OK;
    lob_arena_drop(inner);
    return fine;
}

static void test_memory(void **state) {
    (void)state;
    lob_object object;
    bool is_found;
    draw();
    assert_int_equal(look(&ctx, 600, 30, &object, &is_found), LOB_OK); /* the trees stay */
    sweep_allocations(attempt, NULL);
    lob_layout_drop(layout);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_places, setup, teardown),
        cmocka_unit_test_setup_teardown(test_memory, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
