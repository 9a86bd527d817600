/* Context strings in the database: from events and from the property KLAYOUT_CONTEXT to lists of cells, and back. */
#include "tests/support/lob_test.h"

#include "base/buf.h"
#include "db/builder.h"
#include "db/emit.h"
#include "tests/unit/base/sweep.h"

typedef struct rig {
    lob_arena *arena;
    lob_ctx ctx;
    lob_builder *builder;
    const lob_sink *s;
} rig;

static bool rig_begin(rig *r, uint64_t size_max) {
    lob_layout_event event = {.format = "gds", .dbu_um = 0.001, .library = LOB_STR("LIB"), .version = 600};
    r->builder = NULL;
    r->arena = lob_arena_new(0);
    if (!r->arena) {
        return false;
    }
    lob_ctx_init(&r->ctx, r->arena);
    r->builder = lob_builder_new(&r->ctx, &(lob_builder_options){.size_max = size_max});
    r->s = r->builder ? lob_builder_sink(r->builder) : NULL;
    return r->builder && r->s->begin_layout(r->s->self, &event) == LOB_OK;
}

static lob_layout *rig_end(rig *r, bool fine) {
    lob_layout *layout = NULL;
    if (!fine || r->s->end_layout(r->s->self) != LOB_OK || lob_builder_freeze(r->builder, &layout) != LOB_OK) {
        layout = NULL;
    }
    lob_builder_drop(r->builder);
    lob_arena_drop(r->arena);
    return layout;
}

static bool context(rig *r, const char *cell, const char *a, const char *b) {
    const lob_str strings[2] = {lob_str_from(a), lob_str_from(b)};
    return r->s->context(r->s->self, lob_str_from(cell), strings, b ? 2 : 1) == LOB_OK;
}

static bool cell(rig *r, const char *name) {
    return r->s->begin_cell(r->s->self, lob_str_from(name)) == LOB_OK && r->s->end_cell(r->s->self) == LOB_OK;
}

/* The list as one text, "" without. */
static const char *joined(const lob_layout *layout, uint32_t list) {
    static char text[500];
    uint32_t count = 0;
    size_t size = 0;
    const lob_str *strings = list == LOB_NONE ? NULL : lob_layout_context(layout, list, &count);
    for (uint32_t i = 0; i < count; i++) {
        memcpy(text + size, strings[i].data, strings[i].size);
        size += strings[i].size;
        text[size++] = i + 1 < count ? '|' : '\0';
    }
    text[size] = '\0';
    return text;
}

static const char *of_cell(const lob_layout *layout, const char *name) {
    lob_cell_index index = lob_layout_find_cell(layout, lob_str_from(name));
    return joined(layout, lob_layout_cell(layout, index)->context);
}

static uint64_t warned(const lob_layout *layout) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < lob_layout_warning_count(layout); i++) {
        const lob_warning *warning = lob_layout_warning(layout, i);
        count += strcmp(warning->kind, "context") == 0 ? warning->count : 0;
    }
    return count;
}

/* ---- events ---- */

static void test_events(void **state) {
    (void)state;
    rig r;
    assert_true(rig_begin(&r, 0));
    bool fine = context(&r, "B", "b1", "b2") && context(&r, NULL, "own1", NULL) &&
                context(&r, "NOT_THERE", "x", NULL) && cell(&r, "A") && cell(&r, "B") && context(&r, "A", "a1", "") &&
                context(&r, "B", "b3", "b1") && context(&r, NULL, "own2", "own3") && cell(&r, "C") &&
                context(&r, "C", "", NULL);
    lob_layout *layout = rig_end(&r, fine);
    assert_non_null(layout);
    assert_int_equal(lob_layout_cell_count(layout), 3); /* a name alone makes no cell */
    assert_string_equal(of_cell(layout, "A"), "a1");
    assert_string_equal(of_cell(layout, "B"), "b1|b2|b3|b1");
    assert_int_equal(lob_layout_cell(layout, lob_layout_find_cell(layout, LOB_STR("C")))->context, LOB_NONE);
    assert_string_equal(joined(layout, lob_layout_own_context(layout)), "own1|own2|own3");
    assert_int_equal(warned(layout), 1);
    lob_layout_drop(layout);
}

static void test_ghosts_have_none(void **state) {
    (void)state;
    rig r;
    lob_element element = {0};
    lob_instance_event instance = {.cell = LOB_STR("GHOST"), .mag = 1};
    assert_true(rig_begin(&r, 0));
    bool fine = context(&r, "GHOST", "g", NULL) && r.s->begin_cell(r.s->self, LOB_STR("TOP")) == LOB_OK &&
                r.s->instance(r.s->self, &element, &instance) == LOB_OK;
    lob_layout *layout = rig_end(&r, fine);
    assert_non_null(layout);
    assert_string_equal(of_cell(layout, "GHOST"), "");
    assert_int_equal(lob_layout_own_context(layout), LOB_NONE);
    assert_int_equal(warned(layout), 1);
    lob_layout_drop(layout);
}

/* ---- the property ---- */

static bool property(rig *r, const char *name, const lob_prop_value *values, uint32_t count) {
    lob_prop prop = {.name = lob_str_from(name), .values = values, .value_count = count};
    if (!name) {
        prop.name_by_ref = true;
        prop.name_ref = 7;
    }
    return r->s->property(r->s->self, &prop) == LOB_OK;
}

#define TEXT(text)                                                                                                     \
    { .kind = LOB_PROP_STRING, .string = LOB_STR(text) }

/* As an OASIS file gives it: names by number, defined behind their use, strings too. */
static lob_layout *with_properties(rig *r, bool *fine) {
    const lob_prop_value own[] = {TEXT("own")};
    const lob_prop_value list[] = {TEXT("c1"), {.kind = LOB_PROP_STRING_REF, .u = 3}, {.kind = LOB_PROP_UINT, .u = 5}};
    const lob_prop_value other[] = {TEXT("v")};
    *fine = property(r, "KLAYOUT_CONTEXT", own, 1) && property(r, "OTHER", other, 1) &&
            r->s->begin_cell(r->s->self, LOB_STR("A")) == LOB_OK && property(r, "BEFORE", other, 1) &&
            property(r, NULL, list, 3) && property(r, "AFTER", other, 1) && property(r, "KLAYOUT_CONTEXT", own, 1) &&
            r->s->end_cell(r->s->self) == LOB_OK && r->s->begin_cell(r->s->self, LOB_STR("B")) == LOB_OK &&
            property(r, "KLAYOUT_CONTEXT", list, 1) && r->s->end_cell(r->s->self) == LOB_OK &&
            r->s->define(r->s->self, LOB_TABLE_PROP, 7, LOB_STR("KLAYOUT_CONTEXT"), 0) == LOB_OK &&
            r->s->define(r->s->self, LOB_TABLE_PROP_STRING, 3, LOB_STR("c2"), 0) == LOB_OK;
    return rig_end(r, *fine);
}

static void test_property_is_context(void **state) {
    (void)state;
    rig r;
    bool fine;
    assert_true(rig_begin(&r, 0));
    lob_layout *layout = with_properties(&r, &fine);
    assert_non_null(layout);
    assert_string_equal(of_cell(layout, "A"), "c1|c2|own");
    assert_string_equal(of_cell(layout, "B"), "c1");
    assert_string_equal(joined(layout, lob_layout_own_context(layout)), "own");
    assert_int_equal(warned(layout), 1); /* the value that is no string */
    uint32_t count;
    const lob_cell *a = lob_layout_cell(layout, lob_layout_find_cell(layout, LOB_STR("A")));
    const lob_prop *props = lob_layout_props(layout, a->props, &count);
    assert_int_equal(count, 2);
    assert_true(lob_str_equal(props[0].name, LOB_STR("BEFORE")));
    assert_true(lob_str_equal(props[1].name, LOB_STR("AFTER")));
    assert_int_equal(lob_layout_cell(layout, lob_layout_find_cell(layout, LOB_STR("B")))->props, LOB_NONE);
    props = lob_layout_props(layout, lob_layout_own_props(layout), &count);
    assert_int_equal(count, 1);
    assert_true(lob_str_equal(props[0].name, LOB_STR("OTHER")));
    lob_layout_drop(layout);
}

/* A shape may have a property of that name, and so may a standard property; neither is context. */
static void test_other_properties_stay(void **state) {
    (void)state;
    rig r;
    const lob_prop_value value[] = {TEXT("v")};
    lob_prop prop = {.name = LOB_STR("KLAYOUT_CONTEXT"), .values = value, .value_count = 1};
    lob_element element = {.layer = 1, .props = &prop, .prop_count = 1};
    assert_true(rig_begin(&r, 0));
    bool fine = r.s->begin_cell(r.s->self, LOB_STR("A")) == LOB_OK &&
                r.s->box(r.s->self, &element, (lob_box){0, 0, 1, 1}) == LOB_OK;
    prop.is_standard = true;
    fine = fine && r.s->property(r.s->self, &prop) == LOB_OK;
    lob_layout *layout = rig_end(&r, fine);
    assert_non_null(layout);
    const lob_cell *a = lob_layout_cell(layout, 0);
    assert_int_equal(a->context, LOB_NONE);
    assert_int_not_equal(a->props, LOB_NONE);
    assert_int_equal(a->shapes[0].props[LOB_KIND_BOX].count, 1);
    lob_layout_drop(layout);
}

/* ---- out again ---- */

static lob_status log_context(void *self, lob_str name, const lob_str *strings, uint32_t count) {
    lob_buf_printf(self, "[%.*s]", (int)name.size, name.data ? name.data : "");
    for (uint32_t i = 0; i < count; i++) {
        lob_buf_printf(self, " %.*s", (int)strings[i].size, strings[i].data);
    }
    return LOB_OK;
}

static lob_status log_cell(void *self, lob_str name) {
    lob_buf_printf(self, " cell %.*s ", (int)name.size, name.data);
    return LOB_OK;
}

static lob_status log_nothing(void *self) {
    (void)self;
    return LOB_OK;
}

static lob_status log_layout(void *self, const lob_layout_event *event) {
    (void)event;
    return log_nothing(self);
}

static void test_emit(void **state) {
    (void)state;
    rig r;
    lob_buf log;
    lob_buf_init(&log, 0);
    lob_sink sink = {.self = &log,
                     .begin_layout = log_layout,
                     .begin_cell = log_cell,
                     .end_cell = log_nothing,
                     .end_layout = log_nothing,
                     .context = log_context};
    assert_true(rig_begin(&r, 0));
    bool fine = cell(&r, "B") && cell(&r, "A") && context(&r, "A", "a", NULL) && context(&r, "B", "b", "b2") &&
                context(&r, NULL, "own", NULL);
    lob_layout *layout = rig_end(&r, fine);
    assert_non_null(layout);
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    assert_int_equal(lob_layout_emit(&ctx, layout, &sink), LOB_OK);
    assert_string_equal(log.data, "[] own[B] b b2[A] a cell B  cell A ");
    lob_buf_clear(&log);
    sink.context = NULL; /* a sink need not take them */
    assert_int_equal(lob_layout_emit(&ctx, layout, &sink), LOB_OK);
    assert_string_equal(log.data, " cell B  cell A ");
    lob_buf_release(&log);
    lob_arena_drop(arena);
    lob_layout_drop(layout);
}

static void hash_of(bool with_context, bool as_property, char hash[33]) {
    rig r;
    const lob_prop_value value[] = {TEXT("PCELL=X")};
    lob_element element = {.layer = 1};
    assert_true(rig_begin(&r, 0));
    bool fine = !with_context || (context(&r, "A", "PCELL=X", NULL) && context(&r, NULL, "META(a)=#1", NULL));
    fine = fine && r.s->begin_cell(r.s->self, LOB_STR("A")) == LOB_OK &&
           r.s->box(r.s->self, &element, (lob_box){0, 0, 1, 1}) == LOB_OK &&
           (!as_property || property(&r, "KLAYOUT_CONTEXT", value, 1));
    lob_layout *layout = rig_end(&r, fine);
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    assert_non_null(layout);
    lob_ctx_init(&ctx, arena);
    assert_int_equal(lob_layout_content_hash(&ctx, layout, hash), LOB_OK);
    lob_arena_drop(arena);
    lob_layout_drop(layout);
}

static void test_content_hash_is_of_the_geometry(void **state) {
    (void)state;
    char plain[33], events[33], property_hash[33];
    hash_of(false, false, plain);
    hash_of(true, false, events);
    hash_of(false, true, property_hash);
    assert_string_equal(plain, events);
    assert_string_equal(plain, property_hash);
}

/* ---- want of memory ---- */

static bool build_events(void *arg) {
    rig r;
    (void)arg;
    bool fine = rig_begin(&r, 0) && context(&r, "A", "a1", "a2") && context(&r, NULL, "own", NULL) && cell(&r, "A") &&
                context(&r, "A", "a3", NULL);
    lob_layout *layout = r.arena ? rig_end(&r, fine) : NULL;
    lob_layout_drop(layout);
    return layout != NULL;
}

static bool build_properties(void *arg) {
    rig r;
    (void)arg;
    bool fine = rig_begin(&r, 0);
    lob_layout *layout = fine ? with_properties(&r, &fine) : r.arena ? rig_end(&r, false) : NULL;
    lob_layout_drop(layout);
    return layout != NULL;
}

static void test_allocations(void **state) {
    (void)state;
    assert_gt(sweep_allocations_sparing(build_events, NULL, true), 10);
    assert_gt(sweep_allocations_sparing(build_properties, NULL, true), 10);
}

/* The strings count against the size a layout may have. */
static void test_budget(void **state) {
    (void)state;
    rig r;
    lob_str strings[64];
    for (unsigned i = 0; i < 64; i++) {
        strings[i] = LOB_STR("the same string again and again");
    }
    assert_true(rig_begin(&r, 1 << 20));
    lob_status status = LOB_OK;
    for (unsigned i = 0; i < 2000 && status == LOB_OK; i++) {
        status = r.s->context(r.s->self, LOB_STR("A"), strings, 64);
    }
    assert_int_equal(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_null(rig_end(&r, false));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_events),
        cmocka_unit_test(test_ghosts_have_none),
        cmocka_unit_test(test_property_is_context),
        cmocka_unit_test(test_other_properties_stay),
        cmocka_unit_test(test_emit),
        cmocka_unit_test(test_content_hash_is_of_the_geometry),
        cmocka_unit_test(test_allocations),
        cmocka_unit_test(test_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
