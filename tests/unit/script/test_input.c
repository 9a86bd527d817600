/* Layers as values: as many figures as the array has members, and too many refused before one is read. */
#include "tests/support/lob_test.h"

#include "../render/rig.h"
#include "base/alloc.h"
#include "script/ops.h"

typedef struct scene {
    lob_arena *arena;
    lob_ctx ctx;
    lob_layout *layout;
} scene;

static void begin(scene *s, uint64_t na, uint64_t nb) {
    const lob_rep rep = {.kind = LOB_REP_LATTICE, .na = na, .nb = nb, .a = {300, 0}, .b = {0, 300}};
    s->arena = lob_arena_new(64 << 20);
    lob_ctx_init(&s->ctx, s->arena);
    rig r = rig_begin(&s->ctx);
    rig_cell(&r, "C0");
    rig_box(&r, 1, NULL, (lob_box){0, 0, 100, 100});
    rig_end_cell(&r);
    rig_cell(&r, "TOP");
    rig_inst(&r, "C0", &rep, 0, 0, false, 0, 1);
    rig_end_cell(&r);
    s->layout = rig_end(&r);
}

static void end(scene *s) {
    lob_layout_drop(s->layout);
    lob_arena_drop(s->arena);
}

static lob_status read_layer(scene *s, lob_str selection, lob_box64 window, uint32_t *count) {
    const lob_layer_index layer = lob_layout_find_layer(s->layout, 1, 0);
    const lob_input_ask ask = {.layout = s->layout,
                               .cell = lob_layout_find_cell(s->layout, LOB_STR("TOP")),
                               .layers = &layer,
                               .layer_count = 1,
                               .window = window,
                               .meet = LOB_MEET_TOUCH,
                               .selection = selection};
    lob_value *value;
    assert_eq(lob_value_new(&s->ctx, LOB_VALUE_REGION, &value), LOB_OK);
    const lob_status status = lob_op_input(&s->ctx, &ask, value);
    *count = value->raw.contour_count;
    lob_value_drop(value);
    return status;
}

static void test_all_and_some(void **state) {
    scene s;
    uint32_t count;
    (void)state;
    begin(&s, 20, 30);
    assert_eq(read_layer(&s, LOB_STR(""), LOB_WALK_EVERYTHING, &count), LOB_OK);
    assert_eq(count, 600);
    assert_eq(read_layer(&s, LOB_STR(""), (lob_box64){0, 0, 650, 350}, &count), LOB_OK);
    assert_eq(count, 6);
    assert_eq(read_layer(&s, LOB_STR("-C0\n"), LOB_WALK_EVERYTHING, &count), LOB_OK);
    assert_eq(count, 0);
    end(&s);
}

/* The arena of 64 MiB holds not a twentieth of them. */
static void test_too_many(void **state) {
    scene s;
    uint32_t count;
    (void)state;
    begin(&s, 1000000, 1000);
    assert_eq(read_layer(&s, LOB_STR(""), LOB_WALK_EVERYTHING, &count), LOB_E_DRC_RUN_FAILED);
    lob_error_clear(&s.ctx.error);
    assert_eq(read_layer(&s, LOB_STR(""), (lob_box64){0, 0, 650, 350}, &count), LOB_OK);
    assert_eq(count, 6);
    end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_and_some),
        cmocka_unit_test(test_too_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
