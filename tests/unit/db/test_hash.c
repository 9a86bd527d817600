/* The content hash: what it must see, and what it must not. */
#include "tests/support/lob_test.h"

#include "base/ctx.h"
#include "db/builder.h"
#include "db/weight.h"
#include "tests/unit/base/sweep.h"

typedef void draw_fn(const lob_sink *s, int variant);

static lob_layout *layout_of(lob_ctx *ctx, draw_fn *draw, int variant) {
    lob_builder *builder = lob_builder_new(ctx, NULL);
    const lob_sink *s = lob_builder_sink(builder);
    lob_layout *layout;
    lob_layout_event event = {
        .format = variant & 1 ? "oas" : "gds", .dbu_um = variant == 77 ? 0.002 : 0.001, .library = LOB_STR("LIB")};
    event.library.size -= variant & 1;
    assert_int_equal(s->begin_layout(s->self, &event), LOB_OK);
    draw(s, variant);
    assert_int_equal(lob_builder_freeze(builder, &layout), LOB_OK);
    lob_builder_drop(builder);
    return layout;
}

static void hash_of(draw_fn *draw, int variant, char out[33]) {
    lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    lob_layout *layout = layout_of(&ctx, draw, variant);
    assert_int_equal(lob_layout_content_hash(&ctx, layout, out), LOB_OK);
    lob_layout_drop(layout);
    lob_arena_drop(arena);
}

/* Variants 0 .. same - 1 must hash alike, same .. count - 1 unlike the first and unlike each other. */
static void check(draw_fn *draw, int same, int count) {
    char hash[16][33];
    assert_in_range(count, 1, 16);
    for (int i = 0; i < count; i++) {
        hash_of(draw, i, hash[i]);
        assert_int_equal(strlen(hash[i]), 32);
        for (int k = 0; k < i; k++) {
            if ((strcmp(hash[i], hash[k]) == 0) != (i < same)) {
                fail_msg("variants %d and %d", i, k);
            }
        }
    }
}

static void polygon(const lob_sink *s, const lob_element *e, const lob_point *p, uint32_t count) {
    assert_int_equal(s->polygon(s->self, e, p, count), LOB_OK);
}

static void draw_polygon(const lob_sink *s, int variant) {
    static const lob_point five[5] = {{0, 0}, {10, 0}, {10, 7}, {4, 9}, {0, 0}}; /* the first point doubled */
    lob_point p[5];
    lob_element e = {.layer = variant == 10 ? 2 : 1, .datatype = variant == 11 ? 2 : 0};
    for (int i = 0; i < 5; i++) {
        int from = variant < 5 ? (i + variant) % 5 : variant < 10 ? 4 - (i + variant) % 5 : i;
        p[i] = (lob_point){five[from].x - 1000, five[from].y + 77};
    }
    p[2].x += variant == 12;
    p[0].y += variant == 13 ? INT32_MAX - 77 : 0;
    s->begin_cell(s->self, LOB_STR("A"));
    polygon(s, &e, p, 5);
    if (variant == 14) {
        polygon(s, &e, p, 5);
    }
}

/* No point twice: every beginning and both directions, with the least point at each place; then its mirror image. */
static void draw_plain(const lob_sink *s, int variant) {
    static const lob_point five[5] = {{-10, 3}, {7, -20}, {12, 7}, {4, 9}, {-10, 8}};
    lob_point p[5];
    lob_element e = {.layer = 1};
    for (int i = 0; i < 5; i++) {
        p[i] = five[variant < 5 ? (i + variant) % 5 : variant < 10 ? 4 - (i + variant) % 5 : i];
        p[i].x = variant == 10 ? -p[i].x : p[i].x;
    }
    s->begin_cell(s->self, LOB_STR("A"));
    polygon(s, &e, p, 5);
}

static void draw_rectangle(const lob_sink *s, int variant) {
    const lob_point up[4] = {{3, 4}, {3, 20}, {9, 20}, {9, 4}};
    const lob_point down[4] = {{9, 20}, {9, 4}, {3, 4}, {3, 20}};
    lob_element e = {.layer = 1};
    s->begin_cell(s->self, LOB_STR("A"));
    if (variant == 1) {
        polygon(s, &e, up, 4);
    } else if (variant == 2) {
        polygon(s, &e, down, 4);
    } else {
        s->box(s->self, &e, (lob_box){3, 4, 9, 20 + (variant == 3)});
    }
}

/* A flat box, and triangles on its line; then shorter, elsewhere, and not flat. */
static void draw_flat(const lob_sink *s, int variant) {
    static const lob_point rings[7][3] = {
        {{3, 4}, {3, 4}, {3, 4}},  {{3, 4}, {3, 20}, {3, 9}}, {{3, 20}, {3, 20}, {3, 4}}, {{3, 4}, {3, 19}, {3, 10}},
        {{4, 4}, {4, 20}, {4, 9}}, {{3, 4}, {3, 20}, {4, 9}}, {{3, 4}, {3, 4}, {3, 4}}};
    lob_element e = {.layer = 1};
    s->begin_cell(s->self, LOB_STR("A"));
    if (variant == 0) {
        s->box(s->self, &e, (lob_box){3, 4, 3, 20});
    } else {
        polygon(s, &e, rings[variant], 3);
    }
}

/* 3 x 2 placements: one by one, as a lattice, as a list, and in other order; then different ones. */
static void draw_array(const lob_sink *s, int variant) {
    static const lob_point list[6] = {{0, 0}, {20, 1}, {10, 0}, {0, 30}, {10, 30}, {20, 31}};
    const lob_point skewed[6] = {{0, 0}, {20, 2}, {10, 1}, {-1, 30}, {9, 31}, {19, 32}};
    const lob_rep as_list = {.kind = LOB_REP_LIST, .list = skewed, .list_count = 6};
    const lob_rep lattice = {.kind = LOB_REP_LATTICE, .na = 3, .nb = 2, .a = {10, 1}, .b = {-1, 30}};
    const lob_rep fraction = {.kind = LOB_REP_FRACTION, .na = 3, .nb = 2, .a = {30, 3}, .b = {-2, 60}};
    const lob_rep *reps[4] = {NULL, &lattice, &as_list, &fraction};
    lob_element e = {.layer = 1, .rep = variant < 4 ? reps[variant] : NULL};
    lob_instance_event place = {.cell = LOB_STR("B"), .mag = 1, .at = {5, 6}};
    (void)list;
    s->begin_cell(s->self, LOB_STR("A"));
    for (int i = 0; i < (e.rep ? 1 : 6); i++) {
        lob_point d = e.rep ? (lob_point){0, 0} : skewed[i];
        d.x += variant == 5 && i == 3;
        place.at = (lob_point){5 + d.x, 6 + d.y};
        place.mirror = variant == 6;
        place.angle_deg = variant == 7 ? 90 : variant == 8 ? 30 : 0;
        place.mag = variant == 9 ? 2 : 1;
        place.cell = variant == 10 ? LOB_STR("C") : LOB_STR("B");
        assert_int_equal(s->instance(s->self, &e, &place), LOB_OK);
        assert_int_equal(s->box(s->self, &e, (lob_box){d.x, d.y, d.x + 4, d.y + 4}), LOB_OK);
    }
    s->begin_cell(s->self, LOB_STR("B"));
}

static void draw_order(const lob_sink *s, int variant) {
    static const char *const names[2] = {"first", "second"};
    static const lob_point p[3] = {{0, 0}, {100, 0}, {100, 50}};
    static const lob_point q[3] = {{100, 50}, {100, 0}, {0, 0}};
    for (int i = 0; i < 2; i++) {
        int c = variant & 1 ? 1 - i : i;
        lob_path_event path = {.points = variant & 1 ? q : p, .count = 3, .width = 10, .pathtype = 2};
        path.begin_ext = variant & 1 ? 5 : 3;
        path.end_ext = variant & 1 ? 3 : 5;
        path.width += variant == 2;
        lob_text_event text = {.string = LOB_STR("label"), .at = {c, 8}, .mag = 1 + variant, .code = (uint8_t)variant};
        text.string.size -= variant == 3;
        lob_element e = {.layer = 7};
        s->begin_cell(s->self, lob_str_from(names[c]));
        if (variant & 1) {
            s->text(s->self, &e, &text);
        }
        s->path(s->self, &e, &path);
        if (!(variant & 1)) {
            s->text(s->self, &e, &text);
        }
        s->end_cell(s->self);
    }
}

static void draw_props(const lob_sink *s, int variant) {
    const lob_prop_value oasis[2] = {{.kind = LOB_PROP_UINT, .u = 5},
                                     {.kind = LOB_PROP_STRING, .string = LOB_STR("v")}};
    const lob_prop_value number = {.kind = LOB_PROP_INT, .i = 12};
    const lob_prop_value text = {.kind = LOB_PROP_STRING, .string = LOB_STR("12")};
    lob_prop gds = {.attr = variant == 2 ? 6 : 5, .values = &oasis[1], .value_count = 1};
    lob_prop standard = {.name = LOB_STR("S_GDS_PROPERTY"), .is_standard = true, .values = oasis, .value_count = 2};
    lob_prop named = {.name = LOB_STR("k"), .values = variant & 1 ? &text : &number, .value_count = 1};
    lob_prop set[2] = {variant & 1 ? named : gds, variant & 1 ? standard : named};
    lob_element e = {.layer = 7, .props = set, .prop_count = variant == 4 ? 1 : 2};
    s->begin_cell(s->self, LOB_STR("A"));
    s->box(s->self, &e, (lob_box){0, 0, 1, 1});
    if (variant == 6) {
        s->property(s->self, &named);
    }
    s->end_cell(s->self);
    if (variant == 8) {
        s->property(s->self, &named);
    }
}

/* An attribute of GDSII, and as OASIS keeps it; what only looks like it: a value more, a signed number, another name.
 */
static void draw_attr(const lob_sink *s, int variant) {
    const lob_prop_value values[3] = {{.kind = variant == 3 ? LOB_PROP_INT : LOB_PROP_UINT, .u = 5},
                                      {.kind = LOB_PROP_STRING, .string = LOB_STR("v")},
                                      {.kind = LOB_PROP_STRING, .string = LOB_STR("v")}};
    lob_prop prop = {.name = variant == 4 ? LOB_STR("S_GDS_PROPERTX") : LOB_STR("S_GDS_PROPERTY"),
                     .is_standard = true,
                     .values = values,
                     .value_count = variant == 2 ? 3 : 2};
    if (variant == 0) {
        prop = (lob_prop){.attr = 5, .values = &values[1], .value_count = 1};
    }
    lob_element e = {.layer = 7, .props = &prop, .prop_count = 1};
    s->begin_cell(s->self, LOB_STR("A"));
    s->box(s->self, &e, (lob_box){0, 0, 1, 1});
    s->end_cell(s->self);
}

/* 1: the other way round; 2: points doubled; 3: another PATHTYPE of the same extents. */
static void draw_path(const lob_sink *s, int variant) {
    static const lob_point there[3] = {{5, 5}, {15, 5}, {15, 9}}, back[3] = {{15, 9}, {15, 5}, {5, 5}};
    static const lob_point doubled[5] = {{5, 5}, {5, 5}, {15, 5}, {15, 9}, {15, 9}};
    lob_element e = {.layer = 1};
    lob_path_event path = {.points = variant == 1   ? back
                                     : variant == 2 ? doubled
                                                    : there,
                           .count = variant == 2 ? 5 : 3,
                           .width = variant == 4 ? 6 : 4,
                           .begin_ext = variant == 1 || variant == 5 ? 3 : 1,
                           .end_ext = variant == 1 || variant == 5 ? 1 : 3,
                           .round_ends = variant == 6,
                           .pathtype = variant == 3 ? 0 : 4};
    s->begin_cell(s->self, LOB_STR("A"));
    assert_int_equal(s->path(s->self, &e, &path), LOB_OK);
}

/* A path of one place, which OASIS has to double. */
static void draw_dot(const lob_sink *s, int variant) {
    static const lob_point twice[2] = {{5, 5}, {5, 5}};
    lob_element e = {.layer = 1};
    lob_path_event path = {.points = twice, .count = variant == 1 ? 2 : 1, .width = variant == 2 ? 6 : 4};
    s->begin_cell(s->self, LOB_STR("A"));
    assert_int_equal(s->path(s->self, &e, &path), LOB_OK);
}

/* What OASIS says of the file is not of the layout. */
static void draw_file_props(const lob_sink *s, int variant) {
    const lob_prop_value value = {.kind = LOB_PROP_UINT, .u = 4};
    lob_prop of_file = {
        .name = LOB_STR("S_MAX_SIGNED_INTEGER_WIDTH"), .is_standard = true, .values = &value, .value_count = 1};
    lob_prop own = {.name = LOB_STR("own"), .values = &value, .value_count = 1};
    if (variant % 2 == 1) {
        s->property(s->self, &of_file);
    }
    if (variant == 2) {
        s->property(s->self, &own);
    }
    s->begin_cell(s->self, LOB_STR("A"));
}

static void test_paths(void **state) {
    (void)state;
    check(draw_path, 4, 7);
    check(draw_dot, 2, 3);
}
static void test_file_props(void **state) {
    (void)state;
    check(draw_file_props, 2, 3);
}
static void test_polygons(void **state) {
    (void)state;
    check(draw_polygon, 10, 15);
}
static void test_plain_polygons(void **state) {
    (void)state;
    check(draw_plain, 10, 11);
}

static void test_rectangles(void **state) {
    (void)state;
    check(draw_rectangle, 3, 4);
    check(draw_flat, 3, 7);
}
static void test_arrays(void **state) {
    (void)state;
    check(draw_array, 5, 11);
}
static void test_order(void **state) {
    (void)state;
    check(draw_order, 2, 4);
}

static void test_props(void **state) {
    (void)state;
    check(draw_attr, 2, 5);
    char hash[9][33];
    const int variants[6] = {0, 1, 2, 4, 6, 8};
    for (int i = 0; i < 6; i++) {
        hash_of(draw_props, variants[i], hash[i]);
        for (int k = 0; k < i; k++) {
            assert_int_equal(strcmp(hash[i], hash[k]) == 0, i == 1);
        }
    }
}

static void test_dbu(void **state) {
    (void)state;
    char hash[2][33];
    hash_of(draw_rectangle, 0, hash[0]);
    hash_of(draw_rectangle, 77, hash[1]);
    assert_string_not_equal(hash[0], hash[1]);
}

/* The table of powers against powers by squaring. */
static void test_moves(void **state) {
    (void)state;
    static const int32_t at[] = {INT32_MIN, INT32_MIN + 1, -4096, -2048, -1, 0, 1, 2047, 2048, 1 << 22, INT32_MAX};
    const size_t count = sizeof at / sizeof at[0];
    lob_weight_table *table = malloc(sizeof *table);
    assert_non_null(table);
    lob_weight_table_fill(table);
    for (size_t i = 0; i < count * count; i++) {
        const lob_point by = {at[i % count], at[i / count]};
        const lob_weight fast = lob_weight_move(table, by), slow = lob_weight_shift((lob_point64){by.x, by.y});
        assert_eq(fast.v[0], slow.v[0]);
        assert_eq(fast.v[1], slow.v[1]);
    }
    free(table);
}

static bool hash_again(void *arg) {
    lob_arena *arena = lob_arena_new(0);
    if (!arena) {
        return false;
    }
    lob_ctx ctx;
    char hash[33];
    lob_ctx_init(&ctx, arena);
    const lob_status status = lob_layout_content_hash(&ctx, arg, hash);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_arena_drop(arena);
    return status == LOB_OK;
}

static void test_memory_and_cancel(void **state) {
    (void)state;
    draw_fn *const draws[] = {draw_polygon, draw_path, draw_array, draw_props, draw_file_props};
    static const char *const names[] = {"polygon", "path", "array", "properties", "properties of the file"};
    for (size_t i = 0; i < sizeof draws / sizeof draws[0]; i++) {
        lob_case("%s", names[i]);
        lob_ctx ctx;
        lob_arena *arena = lob_arena_new(0);
        lob_ctx_init(&ctx, arena);
        lob_layout *layout = layout_of(&ctx, draws[i], 2);
        assert_gt(sweep_allocations(hash_again, layout), 1);
        if (draws[i] == draw_polygon) {
            lob_cancel cancel = {true};
            char hash[33];
            ctx.cancel = &cancel;
            assert_int_equal(lob_layout_content_hash(&ctx, layout, hash), LOB_E_CANCELLED);
        }
        lob_layout_drop(layout);
        lob_arena_drop(arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_polygons),
        cmocka_unit_test(test_plain_polygons),
        cmocka_unit_test(test_rectangles),
        cmocka_unit_test(test_arrays),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_props),
        cmocka_unit_test(test_dbu),
        cmocka_unit_test(test_paths),
        cmocka_unit_test(test_file_props),
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_memory_and_cancel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
