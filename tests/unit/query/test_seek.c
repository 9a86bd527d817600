/* Every object of a layout is found by its key, from the cell it was seen from, and nothing else is; the limit, memory
 * and cancelling. */
#include "tests/support/lob_test.h"

#include "db/builder.h"
#include "query/seek.h"
#include "tests/support/arena_rig.h"

enum { BITS = 52, SEED = 77 };

static void add_cell(const lob_sink *s, const char *name, const char *child) {
    static const lob_rep rep = {.kind = LOB_REP_LATTICE, .na = 3, .nb = 2, .a = {100, 0}, .b = {0, 120}};
    static const lob_point corners[3] = {{0, 0}, {30, 0}, {0, 40}};
    assert_int_equal(s->begin_cell(s->self, lob_str_from(name)), LOB_OK);
    for (uint32_t layer = 0; layer < 2; layer++) {
        const lob_element element = {.layer = layer, .rep = layer ? &rep : NULL};
        assert_int_equal(s->box(s->self, &element, (lob_box){0, 0, 10, 20}), LOB_OK);
        assert_int_equal(s->polygon(s->self, &element, corners, 3), LOB_OK);
        const lob_text_event text = {.string = LOB_STR("A"), .at = {1, 2}, .mag = 1};
        assert_int_equal(s->text(s->self, &element, &text), LOB_OK);
        if (child) {
            const lob_instance_event event = {.cell = lob_str_from(child), .mag = 1, .at = {7, 9}};
            assert_int_equal(s->instance(s->self, &element, &event), LOB_OK);
        }
    }
    assert_int_equal(s->end_cell(s->self), LOB_OK);
}

static lob_layout *make_layout(void) {
    lob_builder *builder = lob_builder_new(&ctx, NULL);
    const lob_sink *s = lob_builder_sink(builder);
    lob_layout *layout;
    assert_int_equal(s->begin_layout(s->self, &(lob_layout_event){.format = "gds", .dbu_um = 0.001}), LOB_OK);
    add_cell(s, "LEAF", NULL);
    add_cell(s, "MID", "LEAF");
    add_cell(s, "TOP", "MID");
    assert_int_equal(s->end_layout(s->self), LOB_OK);
    assert_int_equal(lob_builder_freeze(builder, &layout), LOB_OK);
    lob_builder_drop(builder);
    return layout;
}

static bool is_same(const lob_object *a, const lob_object *b) {
    return a->type == b->type && a->cell == b->cell && a->stored.leaf == b->stored.leaf &&
           a->stored.kind == b->stored.kind && a->stored.layer == b->stored.layer &&
           a->stored.index == b->stored.index && a->stored.member == b->stored.member &&
           a->stored.depth == b->stored.depth;
}

static lob_object_key key_of(const lob_layout *layout, const lob_object *object) {
    lob_buf scratch;
    uint64_t hash;
    lob_buf_init(&scratch, 0);
    assert_true(lob_object_hash(layout, SEED, object, &scratch, &hash));
    lob_buf_release(&scratch);
    return (lob_object_key){.type = object->type, .seed = SEED, .hash = hash >> (64 - BITS), .bits = BITS};
}

/* From the cell it was seen from; one in eleven from the other cells as well. */
static void find_again(const lob_layout *layout, const lob_object *object, uint32_t number) {
    const lob_object_key key = key_of(layout, object);
    for (lob_cell_index first = 0; first < lob_layout_cell_count(layout); first++) {
        if (first != object->cell && number % 11 != 0) {
            continue;
        }
        lob_object again;
        bool found;
        assert_int_equal(lob_object_seek(&ctx, layout, first, &key, 1000000, &again, &found), LOB_OK);
        assert_true(found);
        assert_true(is_same(object, &again));
        for (uint32_t i = 0; i < object->stored.depth; i++) {
            assert_eq(object->stored.path[i].inst, again.stored.path[i].inst);
            assert_eq(object->stored.path[i].member, again.stored.path[i].member);
        }
    }
}

/* Every object seen from the cell; their number. */
static uint32_t find_all(const lob_layout *layout, lob_cell_index cell, lob_id_type type, unsigned what) {
    const lob_walk_options options = {.window = LOB_WALK_EVERYTHING, .what = what, .depth_max = UINT32_MAX};
    lob_walk *walk;
    const lob_hit *hit;
    uint32_t count = 0;
    assert_int_equal(lob_walk_open(&ctx, layout, cell, &options, &walk), LOB_OK);
    while (lob_walk_next(walk, &hit) == LOB_OK && hit) {
        const bool is_inst = type == LOB_ID_INST;
        const lob_object object = {.type = type,
                                   .cell = cell,
                                   .stored = {.path = hit->path,
                                              .depth = hit->depth,
                                              .leaf = hit->leaf,
                                              .layer = is_inst ? 0 : hit->shapes->layer,
                                              .kind = is_inst ? 0 : hit->kind,
                                              .index = hit->index,
                                              .member = is_inst ? 0 : hit->member}};
        find_again(layout, &object, count++);
    }
    return count;
}

static void test_all(void **state) {
    (void)state;
    lob_layout *layout = make_layout();
    const uint32_t counts[3][3] = {{14, 7, 0}, {14 + 98, 7 + 49, 2}, {14 + 98 + 686, 7 + 49 + 343, 2 + 14}};
    for (uint32_t cell = 0; cell < 3; cell++) {
        assert_int_equal(find_all(layout, cell, LOB_ID_SHAPE, LOB_WALK_SHAPES), counts[cell][0]);
        assert_int_equal(find_all(layout, cell, LOB_ID_TEXT, LOB_WALK_TEXTS), counts[cell][1]);
        assert_int_equal(find_all(layout, cell, LOB_ID_INST, LOB_WALK_INSTS), counts[cell][2]);
    }
    lob_layout_drop(layout);
}

static void test_limits(void **state) {
    (void)state;
    lob_layout *layout = make_layout();
    lob_object object = {.type = LOB_ID_SHAPE, .cell = 2, .stored = {.leaf = 2, .layer = 1, .kind = LOB_KIND_POLYGON}};
    object.stored.member = 5;
    lob_object_key key = key_of(layout, &object);
    lob_object again;
    bool found;
    /* 14 shapes of the cell itself, this one the last of them */
    assert_int_equal(lob_object_seek(&ctx, layout, 2, &key, 800, &again, &found), LOB_OK);
    assert_true(found);
    assert_int_equal(lob_object_seek(&ctx, layout, 2, &key, 1, &again, &found), LOB_OK);
    assert_false(found);
    key.hash ^= 1;
    assert_int_equal(lob_object_seek(&ctx, layout, 2, &key, 1000000, &again, &found), LOB_OK);
    assert_false(found);
    lob_cancel cancel = {.requested = true};
    ctx.cancel = &cancel;
    assert_int_equal(lob_object_seek(&ctx, layout, 2, &key, 1000000, &again, &found), LOB_E_CANCELLED);
    lob_layout_drop(layout);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_all, setup, teardown),
        cmocka_unit_test_setup_teardown(test_limits, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
