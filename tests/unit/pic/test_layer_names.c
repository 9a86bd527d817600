/* Names of layers by conventions: which of several, which of a chain, and when none is sure enough. */
#include "tests/support/lob_test.h"

#include "pic_rig.h"

enum { LAYERS_MAX = 8 };

static void make(rig *r, uint32_t pin_layer, uint32_t pin_datatype, const char *convention) {
    rig_begin(r);
    cell_begin(r, "a");
    put_box(r, 1, 0, (lob_box){0, -250, 5000, 250});
    put_box(r, 4, 7, (lob_box){0, 0, 10, 10});
    put_box(r, 68, 0, (lob_box){0, -500, 5000, 500});
    put_pin(r, pin_layer, pin_datatype, (lob_point){10, 0}, (lob_point){-10, 0}, 500);
    put_text(r, pin_layer, pin_datatype, (lob_point){0, 0}, "opt1");
    cell_end(r);
    rig_finish(r);
    rig_open(r, convention);
}

static void assert_name(const rig *r, uint32_t layer, uint32_t datatype, const char *name) {
    lob_str names[LAYERS_MAX] = {0};
    assert_le(lob_layout_layer_count(r->layout), LAYERS_MAX);
    lob_pic_layer_names(r->pic, names);
    lob_layer_index index = lob_layout_find_layer(r->layout, layer, datatype);
    assert_ne(index, LOB_NONE);
    assert_int_equal(names[index].data != NULL, name != NULL);
    if (name) {
        assert_true(lob_str_equal(names[index], lob_str_from(name)));
    }
}

static void sure(void **state) {
    (void)state;
    rig r;
    make(&r, 1, 10, NULL);
    assert_name(&r, 1, 0, "Si");
    assert_name(&r, 1, 10, "PinRec");
    assert_name(&r, 68, 0, "DevRec");
    assert_name(&r, 4, 7, NULL);
    lob_str names[LAYERS_MAX] = {LOB_STR("mine")};
    lob_pic_layer_names(r.pic, names);
    assert_true(lob_str_equal(names[0], LOB_STR("mine"))); /* what is there stays */
    rig_drop(&r);
}

/* siepic-ebeam-2016 is 0.85 at most. */
static void not_sure(void **state) {
    (void)state;
    rig r;
    uint32_t count;
    make(&r, 69, 0, NULL);
    assert_eq(lob_pic_detections(r.pic, &count)[0].confidence, 0.85);
    assert_name(&r, 1, 0, NULL);
    assert_name(&r, 69, 0, NULL);
    rig_drop(&r);
}

/* A name that the file gives to another layer is the old layer's no longer. */
static void given(void **state) {
    (void)state;
    rig r;
    make(&r, 1, 10,
         "{\"schema_version\":\"1.0\",\"name\":\"mine\",\"extends\":\"siepic-ebeam\",\"layers\":{\"PinRec\":{\"layer\":"
         "4,"
         "\"datatype\":7,\"role\":\"port\"},\"Again\":{\"layer\":4,\"datatype\":7,\"role\":\"other\"}}}");
    assert_name(&r, 4, 7, "PinRec");
    assert_name(&r, 1, 10, NULL);
    assert_name(&r, 1, 0, "Si");
    rig_drop(&r);
}

static bool find_role(const rig *r, uint32_t layer, uint32_t datatype, lob_convention_layer_role *role) {
    lob_convention_layer_role roles[LAYERS_MAX];
    bool is_known[LAYERS_MAX];
    const lob_layer_index index = lob_layout_find_layer(r->layout, layer, datatype);
    assert_ne(index, LOB_NONE);
    lob_pic_layer_roles(r->pic, roles, is_known);
    *role = roles[index];
    return is_known[index];
}

/* Roles need less than names: siepic-ebeam-2016 gives them. The nearest file of a chain decides. */
static void roles(void **state) {
    (void)state;
    rig r;
    lob_convention_layer_role role;
    make(&r, 69, 0, NULL);
    assert_true(find_role(&r, 1, 0, &role));
    assert_eq(role, LOB_CONVENTION_LAYER_ROLE_WAVEGUIDE);
    assert_true(find_role(&r, 69, 0, &role));
    assert_eq(role, LOB_CONVENTION_LAYER_ROLE_PORT);
    assert_true(find_role(&r, 68, 0, &role));
    assert_eq(role, LOB_CONVENTION_LAYER_ROLE_DEVICE);
    assert_false(find_role(&r, 4, 7, &role));
    rig_drop(&r);
    make(&r, 1, 10,
         "{\"schema_version\":\"1.0\",\"name\":\"mine\",\"extends\":\"siepic-ebeam\",\"layers\":{\"PinRec\":{\"layer\":"
         "4,\"datatype\":7,\"role\":\"metal\"}}}");
    assert_true(find_role(&r, 4, 7, &role));
    assert_eq(role, LOB_CONVENTION_LAYER_ROLE_METAL);
    assert_false(find_role(&r, 1, 10, &role));
    assert_true(find_role(&r, 1, 0, &role));
    rig_drop(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(sure), cmocka_unit_test(not_sure), cmocka_unit_test(given),
                                       cmocka_unit_test(roles)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
