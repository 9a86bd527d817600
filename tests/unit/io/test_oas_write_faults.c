/* The OASIS writer where something fails: each allocation while it writes scenes that make every list grow, a full disk
 * in the middle of a body, a request to stop; and the ends of the ranges of what it holds in another way. */
#include "tests/support/lob_test.h"

#include "tests/unit/io/layout_rig.h"

#include <fcntl.h>

#include "io/oas/oas.h"
#include "io/oas/regroup.h"
#include "tests/support/stride.h"
#include "tests/unit/base/sweep_short.h"

static uint64_t state64 = 5;

static int32_t random32(int32_t n) {
    state64 = state64 * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (int32_t)((state64 >> 33) % (uint64_t)n);
}

static layout_rig rig;
static const lob_element on_1 = {.layer = 1};

static void begin(void) {
    rig_begin(&rig, "oas", 0.001);
    assert_int_equal(rig.s->begin_cell(rig.s->self, LOB_STR("TOP")), LOB_OK);
}

static lob_layout *end(void) {
    assert_int_equal(rig.s->end_cell(rig.s->self), LOB_OK);
    return rig_end(&rig);
}

static void box_of(const lob_element *e, int32_t x, int32_t y, int32_t w, int32_t h) {
    assert_int_equal(rig.s->box(rig.s->self, e, (lob_box){x, y, x + w, y + h}), LOB_OK);
}

static void box(int32_t x, int32_t y) {
    box_of(&on_1, x, y, 5, 5);
}

static void path(int32_t x, int32_t y, int32_t dx, int32_t dy, int32_t width, bool round) {
    const lob_point points[2] = {{x, y}, {(int32_t)((int64_t)x + dx), (int32_t)((int64_t)y + dy)}};
    const bool is_dot = dx == 0 && dy == 0;
    lob_path_event event = {.points = points, .count = is_dot ? 1 : 2, .width = width, .round_ends = round};
    event.begin_ext = event.end_ext = round ? width / 2 : 0;
    assert_int_equal(rig.s->path(rig.s->self, &on_1, &event), LOB_OK);
}

static bool run_write(void *arg) {
    lob_write_warnings warnings = {0};
    lob_outfile out = {0};
    lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    if (!arena) {
        return false;
    }
    lob_ctx_init(&ctx, arena);
    lob_status status = lob_outfile_begin(&ctx, &out, -1, false);
    status = status == LOB_OK ? lob_write_layout(&ctx, arg, LOB_FORMAT_OAS, &out, &warnings) : status;
    status = status == LOB_OK ? lob_outfile_end(&out) : status;
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    assert_int_equal(ctx.error.code, status);
    lob_outfile_release(&out);
    lob_arena_drop(arena);
    return status == LOB_OK;
}

static void expect_all(lob_layout *layout, unsigned allocations) {
    written w;
    write_layout(&w, layout, LOB_FORMAT_OAS, -1, false);
    assert_int_equal(w.status, LOB_OK);
    lob_layout *back = layout_of(lob_outfile_bytes(&w.out));
    assert_non_null(back);
    assert_same_lines(layout, back);
    lob_layout_drop(back);
    written_release(&w);
    if (allocations) {
        assert_ge(sweep_allocations_short(run_write, layout), allocations);
    }
    lob_layout_drop(layout);
}

/* ---- scenes in which every list grows ---- */

/* Tables each larger than the one before, properties and context of the cell larger than all of its records. */
static void test_tables(void **state) {
    (void)state;
    enum { VALUES = 3000, CONTEXT = 60000 };
    static char context[CONTEXT];
    lob_prop_value *values = calloc(VALUES, sizeof *values);
    char name[64];
    begin();
    for (unsigned k = 0; k < VALUES; k++) {
        values[k] = (lob_prop_value){.kind = LOB_PROP_UINT, .u = UINT64_MAX - k};
    }
    const lob_prop many = {.name = LOB_STR("many"), .values = values, .value_count = VALUES};
    assert_int_equal(rig.s->property(rig.s->self, &many), LOB_OK);
    for (int k = 0; k < 300; k++) {
        snprintf(name, sizeof name, "layer with a long name of its own %d", k);
        assert_int_equal(rig.s->layer_name(rig.s->self, (uint32_t)k, 0, lob_str_from(name)), LOB_OK);
        const lob_element on_k = {.layer = (uint32_t)k};
        box_of(&on_k, k, k, 1, 1);
        if (k < 20) {
            lob_text_event text = {.at = {k, k}, .mag = 1};
            snprintf(name, sizeof name, "text %d", k);
            text.string = lob_str_from(name);
            assert_int_equal(rig.s->text(rig.s->self, &on_1, &text), LOB_OK);
        }
        lob_prop_value value = {.kind = LOB_PROP_STRING};
        char words[64];
        snprintf(words, sizeof words, "value %d of a property", k % 150);
        value.string = lob_str_from(words);
        snprintf(name, sizeof name, "property %d", k % 70);
        const lob_prop prop = {.name = lob_str_from(name), .values = &value, .value_count = 1};
        const lob_element with = {.layer = 1, .props = &prop, .prop_count = 1};
        box_of(&with, k, 0, 2, 2);
    }
    free(values);
    assert_int_equal(rig.s->end_cell(rig.s->self), LOB_OK);
    for (size_t k = 0; k < CONTEXT; k++) {
        context[k] = (char)('a' + random32(26));
    }
    lob_str strings[20];
    for (unsigned k = 0; k < 20; k++) {
        strings[k] = (lob_str){context + k, k ? 9 : CONTEXT - 20};
    }
    assert_int_equal(rig.s->context(rig.s->self, LOB_STR("TOP"), strings, 20), LOB_OK);
    expect_all(rig_end(&rig), 40);
}

/* The same property a thousand times: a byte each but the first; and properties without values. */
static void test_equal_properties(void **state) {
    (void)state;
    enum { PROPS = 1000 };
    const lob_prop_value value = {.kind = LOB_PROP_UINT, .u = 5};
    lob_prop *props = calloc(PROPS, sizeof *props);
    begin();
    for (unsigned k = 0; k < PROPS; k++) {
        props[k] = (lob_prop){.name = LOB_STR("p"), .values = &value, .value_count = 1};
    }
    box_of(&(lob_element){.layer = 1, .props = props, .prop_count = PROPS}, 0, 0, 3, 3);
    const lob_prop bare[] = {{.name = LOB_STR("a")}, {.name = LOB_STR("b")}, {.name = LOB_STR("b")}};
    box_of(&(lob_element){.layer = 1, .props = bare, .prop_count = 3}, 0, 0, 4, 4);
    free(props);
    expect_all(end(), 20);
}

/* Lattices by the hundred, and places that are in none. */
static void draw_rows(int32_t alone) {
    for (int32_t k = 0; k < 90; k++) {
        const int32_t x = random32(1 << 28), y = random32(1 << 28);
        for (int32_t i = 0; i < 20; i++) {
            box(x + i * 10, y);
        }
    }
    for (int32_t k = 0; k < alone; k++) {
        box(random32(1 << 28), random32(1 << 28));
    }
}

/* The arena of a layer takes memory in large blocks: each of these scenes comes to the end of one somewhere else. */
static void test_blocks_of_groups(void **state) {
    (void)state;
    enum { SCENES = 24, LAST = 30 };
    for (int32_t scene = 0; scene < SCENES;
         scene += (int32_t)stride_pick(getenv("LOB_TEST_QUICK") || getenv("LOB_COVERAGE") ? 3 : 1, 7)) {
        begin();
        draw_rows(60 * scene);
        lob_layout *layout = end();
        lob_alloc_fail_at(UINT64_MAX, 0); /* counts */
        assert_true(run_write(layout));
        const uint64_t count = lob_alloc_count();
        for (uint64_t nth = count > LAST ? count - LAST : 1; nth <= count; nth += stride_pick(1, 4)) {
            const uint64_t live = lob_alloc_live();
            lob_alloc_fail_at(nth, 0);
            const bool done = run_write(layout);
            lob_alloc_fail_at(0, 0);
            assert_false(done);
            assert_int_equal(lob_alloc_live(), live);
        }
        lob_layout_drop(layout);
    }
}

/* With placements that have nothing in common. */
static void test_groups(void **state) {
    (void)state;
    begin();
    draw_rows(1);
    for (int32_t k = 0; k < 200; k++) {
        lob_instance_event inst = {.cell = LOB_STR("G"), .mag = 1, .angle_deg = 0.25 + k, .at = {k * k, k}};
        assert_int_equal(rig.s->instance(rig.s->self, &(lob_element){0}, &inst), LOB_OK);
    }
    expect_all(end(), 60);
}

static void test_expanded(void **state) {
    (void)state;
    enum { BENDS = 600 };
    static lob_point bends[BENDS];
    for (int32_t k = 0; k < BENDS; k++) {
        bends[k] = (lob_point){k * 100, k % 2 * 50};
    }
    begin();
    const lob_path_event odd = {.points = bends, .count = BENDS, .width = 7, .pathtype = 0};
    assert_int_equal(rig.s->path(rig.s->self, &on_1, &odd), LOB_OK);
    const lob_rep uneven = {.kind = LOB_REP_FRACTION, .na = 50, .nb = 20, .a = {101, 0}, .b = {0, 57}};
    const lob_element array = {.layer = 2, .rep = &uneven};
    lob_instance_event inst = {.cell = LOB_STR("G"), .mag = 1, .at = {0, 0}};
    assert_int_equal(rig.s->instance(rig.s->self, &array, &inst), LOB_OK);
    inst.at.x = 7; /* the same list of places, elsewhere, and one as long */
    assert_int_equal(rig.s->instance(rig.s->self, &array, &inst), LOB_OK);
    const lob_rep wider = {.kind = LOB_REP_FRACTION, .na = 50, .nb = 20, .a = {103, 0}, .b = {0, 57}};
    const lob_element wide_array = {.layer = 2, .rep = &wider};
    assert_int_equal(rig.s->instance(rig.s->self, &wide_array, &inst), LOB_OK);
    lob_layout *layout = end();
    assert_true(run_write(layout));
    assert_ge(sweep_allocations_short(run_write, layout), 30);
    lob_layout_drop(layout);
}

/* Copies of one figure at one place, each a set of its own; lattices too far apart for one list. */
static void test_no_list_for_all(void **state) {
    (void)state;
    begin();
    for (unsigned k = 0; k < 200; k++) {
        box(7, 7);
    }
    expect_all(end(), 0);
    begin();
    for (int32_t k = 0; k < 80; k++) {
        for (int32_t i = 0; i < 20; i++) {
            box((k & 1 ? 1000000000 : -2000000000) + i * (10 + k), (k & 2 ? 1000000000 : -2000000000) + k * 1000);
        }
    }
    expect_all(end(), 0);
}

/* ---- a body that is written before its group has ended ---- */

static void test_large_group(void **state) {
    (void)state;
    enum { VALUES = 3000 };
    const unsigned boxes = stride_pick(200, 12);
    lob_prop_value *values = calloc(VALUES, sizeof *values);
    const lob_prop many = {.name = LOB_STR("many"), .values = values, .value_count = VALUES};
    begin();
    for (unsigned k = 0; k < boxes; k++) {
        for (unsigned n = 0; n < VALUES; n++) {
            random32(1);
            values[n] = (lob_prop_value){.kind = LOB_PROP_UINT, .u = state64}; /* nothing packs these */
        }
        box_of(&(lob_element){.layer = 1, .props = &many, .prop_count = 1}, (int32_t)k * 10, 0, 5, 5);
    }
    free(values);
    lob_layout *layout = end();
    written w;
    const int full = open("/dev/full", O_WRONLY);
    write_layout(&w, layout, LOB_FORMAT_OAS, full, false);
    assert_int_equal(w.status, LOB_E_TOOL_LIMIT_EXCEEDED);
    close(full);
    written_release(&w);
    expect_all(layout, 0);
}

static void test_stopped(void **state) {
    (void)state;
    begin();
    box(1, 2); /* alone in its group */
    lob_layout *layout = end();
    lob_cancel cancel = {true};
    lob_write_warnings warnings = {0};
    lob_outfile out;
    lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    assert_int_equal(lob_outfile_begin(&ctx, &out, -1, false), LOB_OK);
    ctx.cancel = &cancel;
    assert_int_equal(lob_oas_write(&ctx, layout, &(lob_write_options){0}, &out, &warnings), LOB_E_CANCELLED);
    lob_outfile_release(&out);
    lob_arena_drop(arena);
    lob_layout_drop(layout);
}

/* ---- paths that become polygons, or cannot ---- */

/* Whether the polygon of one path is there, and its box. */
static void expect_outline(int32_t x, int32_t y, int32_t dx, int32_t dy, int32_t width, bool round,
                           const lob_box *box) {
    written w;
    begin();
    path(x, y, dx, dy, width, round);
    lob_layout *layout = end();
    write_layout(&w, layout, LOB_FORMAT_OAS, -1, false);
    assert_int_equal(w.status, LOB_OK);
    assert_int_equal(warned(&w.warnings, "path_without_outline"), box == NULL);
    assert_int_equal(warned(&w.warnings, round ? "round_path_ends" : "odd_path_width"), box != NULL);
    lob_layout *back = layout_of(lob_outfile_bytes(&w.out));
    const lob_cell *top = lob_layout_cell(back, lob_layout_top(back, 0));
    assert_int_equal(top->shape_count, box != NULL);
    if (box) {
        assert_int_equal(top->shapes[0].count[LOB_KIND_POLYGON], 1);
        const int64_t got[] = {top->box.left, top->box.bottom, top->box.right, top->box.top};
        assert_int_equal(got[0], box->left);
        assert_int_equal(got[1], box->bottom);
        assert_int_equal(got[2], box->right);
        assert_int_equal(got[3], box->top);
    }
    lob_layout_drop(back);
    written_release(&w);
    lob_layout_drop(layout);
}

/* A round dot of odd width, whose radius is no whole number, is as wide as it says, to a unit. */
static void test_odd_dot(void **state) {
    (void)state;
    begin();
    path(0, 0, 0, 0, 5, true);
    lob_layout *layout = end();
    written w;
    write_layout(&w, layout, LOB_FORMAT_OAS, -1, false);
    lob_layout *back = layout_of(lob_outfile_bytes(&w.out));
    const lob_cell *top = lob_layout_cell(back, lob_layout_top(back, 0));
    assert_int_equal(top->shapes[0].count[LOB_KIND_POLYGON], 1);
    assert_in_range(top->box.right - top->box.left, 4, 6);
    assert_in_range(top->box.top - top->box.bottom, 4, 6);
    lob_layout_drop(back);
    written_release(&w);
    lob_layout_drop(layout);
}

static void test_outlines(void **state) {
    (void)state;
    const int32_t min = INT32_MIN, max = INT32_MAX;
    expect_outline(0, 0, 100, 0, 0, true, NULL); /* no area */
    expect_outline(0, 0, 0, 100, 0, true, NULL);
    /* The outline of a width of 10 with round ends at the edges of the plane, and one unit beyond. */
    for (int32_t off = 0; off < 2; off++) {
        const lob_box low = {min, min, min + 110, min + 10}, high = {max - 110, max - 10, max, max};
        expect_outline(min + 5 - off, min + 5, 100, 0, 10, true, off ? NULL : &low);
        expect_outline(min + 5, min + 5 - off, 100, 0, 10, true, off ? NULL : &low);
        expect_outline(max - 5 + off, max - 5, -100, 0, 10, true, off ? NULL : &high);
        expect_outline(max - 5, max - 5 + off, -100, 0, 10, true, off ? NULL : &high);
    }
    expect_outline(-1500000000, 0, max, 0, 10, true, NULL); /* wider than a list of points may be */
    expect_outline(0, -1500000000, 0, max, 10, true, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables),      cmocka_unit_test(test_equal_properties),
        cmocka_unit_test(test_groups),      cmocka_unit_test(test_blocks_of_groups),
        cmocka_unit_test(test_expanded),    cmocka_unit_test(test_no_list_for_all),
        cmocka_unit_test(test_large_group), cmocka_unit_test(test_stopped),
        cmocka_unit_test(test_odd_dot),     cmocka_unit_test(test_outlines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
