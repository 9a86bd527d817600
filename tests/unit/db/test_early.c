/* What is worked out while a layout is read is what is worked out at its end: against the same figures on a layer each
 * cell of which is too small to be worth it, and against sums over single figures. */
#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "base/ctx.h"
#include "db/builder.h"
#include "db/early.h"
#include "db/weigh.h"
#include "tests/support/stride.h"

enum { OUTLINES_BEYOND = 40000, LARGE_OUTLINE = 9000 };

/* Where the figures stop being plain; each of its own kind. */
typedef enum { ALL_PLAIN, WITH_REP, WITH_PROP, MANY_OUTLINES, LARGE_OUTLINES, LATE_STRINGS, FORM_COUNT } oddity;

/* Some steps, and a rest; the figures that are odd by their repetition or property begin in the second step. */
static uint32_t figure_count(oddity form) {
    return stride_pick(3, form == WITH_REP || form == WITH_PROP ? 2 : 1) * LOB_EARLY_STEP + 100;
}

typedef struct rig {
    lob_arena *arena;
    lob_ctx ctx;
    lob_builder *builder;
    const lob_sink *sink;
    lob_layout *layout;
} rig;

static bool rig_open(rig *r, bool weigh) {
    *r = (rig){.arena = lob_arena_new(0)};
    if (!r->arena) {
        return false;
    }
    lob_ctx_init(&r->ctx, r->arena);
    r->builder = lob_builder_new(&r->ctx, &(lob_builder_options){.weigh = weigh});
    r->sink = r->builder ? lob_builder_sink(r->builder) : NULL;
    return r->sink && r->sink->begin_layout(r->sink->self, &(lob_layout_event){.format = "gds", .dbu_um = 0.001}) == 0;
}

static void rig_close(rig *r) {
    lob_builder_drop(r->builder);
    lob_layout_drop(r->layout);
    lob_arena_drop(r->arena);
}

static uint32_t mixed(uint32_t i) {
    i = (i ^ i >> 15) * 0x2c1b3c6du;
    i = (i ^ i >> 12) * 0x297a2d39u;
    return i ^ i >> 15;
}

static lob_status draw_box(const lob_sink *s, const lob_element *e, uint32_t i, lob_point at) {
    lob_box box = {at.x, at.y, at.x + (int32_t)(i % 7), at.y + (int32_t)(i % 11)};
    return s->box(s->self, e, box);
}

static lob_status draw_polygon(const lob_sink *s, const lob_element *e, uint32_t i, lob_point at, oddity form) {
    static lob_point large[LARGE_OUTLINE];
    int32_t size = form == MANY_OUTLINES ? (int32_t)i : (int32_t)(i % 5);
    lob_point p[4] = {at, {at.x + 50 + size, at.y}, {at.x + 9, at.y + 40}, {at.x - 3, at.y + 8}};
    if (form == LARGE_OUTLINES && i % 1000 == 999) {
        for (int k = 0; k < LARGE_OUTLINE; k++) {
            large[k] = (lob_point){at.x + k, at.y + k % 2 * 5};
        }
        return s->polygon(s->self, e, large, LARGE_OUTLINE);
    }
    return s->polygon(s->self, e, p, 4);
}

static lob_status draw_path(const lob_sink *s, const lob_element *e, uint32_t i, lob_point at) {
    lob_point p[3] = {at, {at.x + 100, at.y}, {at.x + 100, at.y + 30 + (int32_t)(i % 3)}};
    lob_path_event path = {.points = p, .count = 3, .width = 4 + 2 * (int32_t)(i % 4), .begin_ext = 1, .end_ext = 2};
    return s->path(s->self, e, &path);
}

static lob_status draw_text(const lob_sink *s, const lob_element *e, uint32_t i, lob_point at, oddity form) {
    char name[16] = {'t', (char)('a' + i % 26)};
    lob_text_event text = {.string = {name, 2}, .at = at, .mag = 1};
    if (form == LATE_STRINGS && i % 1000 == 999) {
        text.string = (lob_str){NULL, 0};
        text.string_ref = 5;
    }
    return s->text(s->self, e, &text);
}

/* The ith figure of a kind: the same wherever it is drawn. */
static lob_status draw(const lob_sink *s, lob_kind kind, uint32_t i, uint32_t layer, oddity form) {
    const lob_prop_value value = {.kind = LOB_PROP_STRING, .string = LOB_STR("v")};
    const lob_prop prop = {.attr = 7, .values = &value, .value_count = 1};
    const lob_rep rep = {.kind = LOB_REP_LATTICE, .na = 3, .nb = 2, .a = {1000, 7}, .b = {-9, 2000}};
    lob_point at = {(int32_t)mixed(i) / 1024, (int32_t)mixed(i + 77777) / 1024};
    lob_element e = {.layer = layer};
    bool is_odd = i % 5000 == 4999;
    e.rep = form == WITH_REP && is_odd ? &rep : NULL;
    e.props = form == WITH_PROP && is_odd ? &prop : NULL;
    e.prop_count = e.props ? 1 : 0;
    switch (kind) {
    case LOB_KIND_BOX:
        return draw_box(s, &e, i, at);
    case LOB_KIND_POLYGON:
        return draw_polygon(s, &e, i, at, form);
    case LOB_KIND_PATH:
        return draw_path(s, &e, i, at);
    default:
        return draw_text(s, &e, i, at, form);
    }
}

/* A cell of all kinds on two layers, and one of few figures. */
static bool build(rig *r, oddity form, uint32_t count) {
    const lob_sink *s = r->sink;
    bool fine = s->begin_cell(s->self, LOB_STR("MANY")) == LOB_OK;
    for (uint32_t i = 0; fine && i < count; i++) {
        for (int kind = 0; fine && kind < LOB_KIND_COUNT; kind++) {
            fine = draw(s, (lob_kind)kind, i, kind == LOB_KIND_PATH ? 3 : 2, form) == LOB_OK;
        }
    }
    fine = fine && s->begin_cell(s->self, LOB_STR("FEW")) == LOB_OK && draw(s, LOB_KIND_BOX, 1, 2, form) == LOB_OK;
    fine = fine && s->define(s->self, LOB_TABLE_TEXT, 5, LOB_STR("late"), 0) == LOB_OK;
    return fine && s->end_layout(s->self) == LOB_OK && lob_builder_freeze(r->builder, &r->layout) == LOB_OK;
}

static const lob_shapes *shapes_of(const rig *r, uint32_t index) {
    return &lob_layout_cell(r->layout, lob_layout_find_cell(r->layout, LOB_STR("MANY")))->shapes[index];
}

/* Box and number from the figures one by one. */
static void check_summary(const rig *r, oddity form) {
    for (uint32_t k = 0; k < 2; k++) {
        const lob_shapes *s = shapes_of(r, k);
        lob_box64 box = LOB_BOX64_EMPTY;
        uint64_t total = 0, repeated = 0;
        for (int kind = 0; kind < LOB_KIND_COUNT; kind++) {
            for (uint32_t i = 0; i < s->count[kind]; i++) {
                box = lob_box64_join(box, lob_shape_box(r->layout, s, (lob_kind)kind, i));
                repeated += form == WITH_REP && i % 5000 == 4999;
            }
            total += s->count[kind];
        }
        assert_memory_equal(&box, &s->box, sizeof box);
        const lob_cell *cell = lob_layout_cell(r->layout, lob_layout_find_cell(r->layout, LOB_STR("MANY")));
        assert_int_equal(cell->layer_boxes[k].shape_count, total + 5 * repeated);
    }
}

/* How many figures of each kind must have been taken early: none behind the first that is not plain. */
static uint32_t due(lob_kind kind, oddity form) {
    const uint32_t whole = figure_count(form) / LOB_EARLY_STEP * LOB_EARLY_STEP;
    if (form == WITH_REP || form == WITH_PROP) {
        return 4999;
    }
    if ((form == LARGE_OUTLINES && kind == LOB_KIND_POLYGON) || (form == LATE_STRINGS && kind == LOB_KIND_TEXT)) {
        return 999;
    }
    return whole;
}

static void check_shares(const rig *r, oddity form) {
    for (uint32_t k = 0; k < 2; k++) {
        const lob_shapes *s = shapes_of(r, k);
        const lob_share *share = lob_layout_share(r->layout, s);
        assert_non_null(share);
        for (int kind = 0; kind < LOB_KIND_COUNT; kind++) {
            assert_int_equal(share->count[kind], s->count[kind] ? due((lob_kind)kind, form) : 0);
        }
    }
    const lob_cell *few = lob_layout_cell(r->layout, lob_layout_find_cell(r->layout, LOB_STR("FEW")));
    assert_null(lob_layout_share(r->layout, &few->shapes[0]));
}

static void test_early_is_late(void **state) {
    (void)state;
    for (oddity form = stride_pick(ALL_PLAIN, WITH_REP); form < FORM_COUNT; form++) {
        char hash[2][33];
        for (int weigh = 0; weigh < 2; weigh++) {
            rig r;
            assert_true(rig_open(&r, weigh));
            assert_true(build(&r, form, figure_count(form)));
            if (weigh || !stride_is_on()) {
                check_summary(&r, form);
            }
            if (form != MANY_OUTLINES) {
                check_shares(&r, form);
            }
            assert_int_equal(lob_layout_content_hash(&r.ctx, r.layout, hash[weigh]), LOB_OK);
            rig_close(&r);
        }
        assert_string_equal(hash[0], hash[1]);
    }
}

/* Outlines beyond those that are kept in mind: the first are taken, the others are left, and nothing differs. */
static void test_many_outlines(void **state) {
    (void)state;
    char hash[2][33];
    uint32_t taken = 0;
    for (int weigh = 0; weigh < 2; weigh++) {
        rig r;
        assert_true(rig_open(&r, weigh));
        assert_int_equal(r.sink->begin_cell(r.sink->self, LOB_STR("MANY")), LOB_OK);
        for (uint32_t i = 0; i < OUTLINES_BEYOND; i++) {
            assert_int_equal(draw(r.sink, LOB_KIND_POLYGON, i, 2, MANY_OUTLINES), LOB_OK);
        }
        assert_int_equal(lob_builder_freeze(r.builder, &r.layout), LOB_OK);
        taken = lob_layout_share(r.layout, shapes_of(&r, 0))->count[LOB_KIND_POLYGON];
        assert_int_equal(lob_layout_content_hash(&r.ctx, r.layout, hash[weigh]), LOB_OK);
        rig_close(&r);
    }
    assert_in_range(taken, LOB_EARLY_STEP, OUTLINES_BEYOND - LOB_EARLY_STEP);
    assert_string_equal(hash[0], hash[1]);
}

/* Memory that runs out on the way means less done early or an error, never another answer. */
static bool build_once(void *arg) {
    static char known[33];
    char hash[33];
    bool *is_alike = arg;
    rig r;
    bool fine = rig_open(&r, true) && build(&r, ALL_PLAIN, LOB_EARLY_STEP + 10) &&
                lob_layout_content_hash(&r.ctx, r.layout, hash) == LOB_OK;
    if (fine) {
        memcpy(known, known[0] ? known : hash, sizeof known);
        *is_alike = *is_alike && strcmp(hash, known) == 0;
    }
    rig_close(&r);
    return fine;
}

static void test_allocation_failures(void **state) {
    (void)state;
    bool is_alike = true;
    assert_true(build_once(&is_alike));
    assert_in_range(sweep_allocations_sparing(build_once, &is_alike, true), 30, 500);
    assert_true(is_alike);
}

/* A request that is cancelled stops weighing. */
static void test_cancelled(void **state) {
    (void)state;
    for (int kind = 0; kind < LOB_KIND_COUNT; kind++) {
        rig r;
        lob_cancel cancel = {0};
        lob_weigher weigher;
        lob_weight sum = LOB_WEIGHT_ZERO;
        assert_true(rig_open(&r, false));
        assert_int_equal(r.sink->begin_cell(r.sink->self, LOB_STR("MANY")), LOB_OK);
        assert_int_equal(draw(r.sink, (lob_kind)kind, 1, 2, ALL_PLAIN), LOB_OK);
        assert_int_equal(lob_builder_freeze(r.builder, &r.layout), LOB_OK);
        r.ctx.cancel = &cancel;
        atomic_store(&cancel.requested, true);
        assert_true(lob_weigher_open(&weigher, &r.ctx, r.layout, 2));
        assert_false(lob_weigh_figures(&weigher, shapes_of(&r, 0), (lob_kind)kind, 0, &sum));
        assert_int_equal(r.ctx.error.code, LOB_E_CANCELLED);
        lob_weigher_close(&weigher);
        rig_close(&r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_early_is_late),
        cmocka_unit_test(test_many_outlines),
        cmocka_unit_test(test_allocation_failures),
        cmocka_unit_test(test_cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
