/* Writing GDSII: bytes against the format, and reading back what was written. */
#include "tests/unit/io/gds_case.h"
#include "tests/unit/io/gds_sample.h"

static bytes b;

typedef struct writing {
    lob_arena *arena;
    lob_ctx ctx;
    lob_buf out;
    lob_gds_writer *writer;
    const lob_sink *sink;
} writing;

static bool writing_open(writing *w) {
    w->writer = NULL;
    lob_buf_init(&w->out, 0);
    w->arena = lob_arena_new(0);
    if (!w->arena) {
        return false;
    }
    lob_ctx_init(&w->ctx, w->arena);
    w->writer = lob_gds_writer_new(&w->ctx, &w->out);
    w->sink = w->writer ? lob_gds_writer_sink(w->writer) : NULL;
    return w->writer;
}

static void writing_close(writing *w) {
    lob_gds_writer_drop(w->writer);
    lob_buf_release(&w->out);
    lob_arena_drop(w->arena);
}

static lob_status copy(writing *w, const void *data, size_t size) {
    lob_source_options options = {0};
    lob_source *source = NULL;
    lob_status status = lob_source_open_memory(&w->ctx, data, size, &options, &source);
    status = status == LOB_OK ? lob_gds_read(&w->ctx, source, w->sink) : status;
    lob_source_close(source);
    return status;
}

/* The smallest library, byte by byte from the format. Dates: year 1970 = 0x07b2. */
static void test_bytes(void **state) {
    (void)state;
    static const uint8_t dates[24] = {0x07, 0xb2, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0,
                                      0x07, 0xb2, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0};
    b.size = 0;
    rec_i2(&b, 0x0002, 600);
    rec(&b, 0x0102, dates, 24);
    rec_s(&b, 0x0206, "LIB");
    rec(&b, 0x0305, units_1nm, 16);
    rec(&b, 0x0502, dates, 24);
    rec_s(&b, 0x0606, "TOP");
    begin_boundary(&b, 65535, 2);
    XY(&b, 0, 0, 0, 5, 10, 5, 10, 0, 0, 0);
    end_element(&b);
    end_cell(&b);
    end_library(&b);
    writing w;
    assert_true(writing_open(&w));
    lob_layout_event layout = {.format = "oas", .dbu_um = 0.001, .version = 100};
    lob_element element = {.layer = 65535, .datatype = 2};
    assert_int_equal(w.sink->begin_layout(w.sink->self, &layout), LOB_OK);
    assert_int_equal(w.sink->layer_name(w.sink->self, 1, 2, LOB_STR("x")), LOB_OK);
    assert_int_equal(w.sink->begin_cell(w.sink->self, LOB_STR("TOP")), LOB_OK);
    assert_int_equal(w.sink->box(w.sink->self, &element, (lob_box){0, 0, 10, 5}), LOB_OK);
    assert_int_equal(w.sink->end_cell(w.sink->self), LOB_OK);
    assert_int_equal(w.sink->end_layout(w.sink->self), LOB_OK);
    assert_int_equal(w.out.size, b.size);
    assert_memory_equal(w.out.data, b.data, b.size);
    writing_close(&w);
}

/* Events, written and read again, are the same events; written again, the same bytes. */
static void test_round_trip(void **state) {
    (void)state;
    sample(&b);
    writing first, second;
    assert_true(writing_open(&first) && writing_open(&second));
    assert_int_equal(copy(&first, b.data, b.size), LOB_OK);
    assert_int_equal(copy(&second, first.out.data, first.out.size), LOB_OK);
    assert_int_equal(first.out.size, second.out.size);
    assert_memory_equal(first.out.data, second.out.data, first.out.size);
    gds_case c;
    case_open(&c);
    case_read(&c, first.out.data, first.out.size);
    assert_int_equal(c.status, LOB_OK);
    char *warning = strstr(c.rec.text.data, "warning fractional_pitch");
    assert_non_null(warning);
    char *rest = strchr(warning, '\n') + 1;
    memmove(warning, rest, strlen(rest) + 1);
    assert_string_equal(recorder_text(&c.rec), SAMPLE_EVENTS);
    case_close(&c);
    writing_close(&first);
    writing_close(&second);
}

static void expect_written(writing *w, const char *events) {
    gds_case c;
    case_open(&c);
    assert_int_equal(w->sink->end_cell(w->sink->self), LOB_OK);
    assert_int_equal(w->sink->end_layout(w->sink->self), LOB_OK);
    case_read(&c, w->out.data, w->out.size);
    assert_int_equal(c.status, LOB_OK);
    assert_string_equal(recorder_text(&c.rec), events);
    case_close(&c);
    writing_close(w);
}

static void begin(writing *w) {
    lob_layout_event layout = {.format = "gds", .dbu_um = 0.001, .user_unit = 0.001, .version = 600};
    assert_true(writing_open(w));
    assert_int_equal(w->sink->begin_layout(w->sink->self, &layout), LOB_OK);
    assert_int_equal(w->sink->begin_cell(w->sink->self, LOB_STR("TOP")), LOB_OK);
}
#define BEFORE "layout gds 0.001 0.001 v600 LIB\ncell TOP\n"
#define AFTER  "end\ndone\n"

static void test_repeated_shapes(void **state) {
    (void)state;
    writing w;
    begin(&w);
    const lob_point places[3] = {{0, 0}, {5, 0}, {-7, 9}}, outline[3] = {{0, 0}, {2, 0}, {0, 2}};
    lob_rep list = {.kind = LOB_REP_LIST, .list = places, .list_count = 3};
    lob_rep grid = {.kind = LOB_REP_LATTICE, .na = 2, .nb = 2, .a = {10, 1}, .b = {0, 20}};
    lob_element e = {.layer = 1, .rep = &list}, g = {.layer = 2, .rep = &grid};
    lob_path_event path = {.points = outline, .count = 2, .width = 4, .begin_ext = 2, .end_ext = 2, .pathtype = 2};
    lob_text_event text = {.string = LOB_STR("T"), .code = 6, .mag = 1};
    assert_int_equal(w.sink->box(w.sink->self, &g, (lob_box){0, 0, 1, 1}), LOB_OK);
    assert_int_equal(w.sink->polygon(w.sink->self, &e, outline, 3), LOB_OK);
    assert_int_equal(w.sink->path(w.sink->self, &e, &path), LOB_OK);
    assert_int_equal(w.sink->text(w.sink->self, &e, &text), LOB_OK);
    expect_written(&w, BEFORE "box 2/0 0,0 1,1\nbox 2/0 10,1 11,2\nbox 2/0 0,20 1,21\nbox 2/0 10,21 11,22\n"
                              "polygon 1/0 0,0 2,0 0,2\npolygon 1/0 5,0 7,0 5,2\npolygon 1/0 -7,9 -5,9 -7,11\n"
                              "path 1/0 t2 w4 2..2 0,0 2,0\npath 1/0 t2 w4 2..2 5,0 7,0\n"
                              "path 1/0 t2 w4 2..2 -7,9 -5,9\n"
                              "text 1/0 'T' 0,0 code 6 pres 0 angle 180 mag 1 width 0\n"
                              "text 1/0 'T' 5,0 code 6 pres 0 angle 180 mag 1 width 0\n"
                              "text 1/0 'T' -7,9 code 6 pres 0 angle 180 mag 1 width 0\n" AFTER);
}

static void test_instances(void **state) {
    (void)state;
    writing w;
    begin(&w);
    const lob_point places[2] = {{0, 0}, {5, -1}};
    lob_instance_event inst = {.cell = LOB_STR("A"), .mag = 1, .at = {1, 2}};
    lob_rep list = {.kind = LOB_REP_LIST, .list = places, .list_count = 2};
    lob_rep wide = {.kind = LOB_REP_LATTICE, .na = 40000, .nb = 1, .a = {2, 1}};
    lob_rep far = {
        .kind = LOB_REP_LATTICE, .na = 2, .nb = 1, .a = {INT32_MAX - 5, 0}}; /* its second corner is outside */
    lob_element e = {0};
    assert_int_equal(w.sink->instance(w.sink->self, &e, &inst), LOB_OK);
    e.rep = &list;
    assert_int_equal(w.sink->instance(w.sink->self, &e, &inst), LOB_OK);
    e.rep = &wide;
    assert_int_equal(w.sink->instance(w.sink->self, &e, &inst), LOB_OK);
    e.rep = &far;
    assert_int_equal(w.sink->instance(w.sink->self, &e, &inst), LOB_OK);
    expect_written(&w, BEFORE "inst A 1,2 angle 0 mag 1\n"
                              "inst A 1,2 angle 0 mag 1\ninst A 6,1 angle 0 mag 1\n"
                              "inst A 1,2 angle 0 mag 1 *lattice 32767x1 2,1 0,0\n"
                              "inst A 65535,32769 angle 0 mag 1 *lattice 7233x1 2,1 0,0\n"
                              "inst A 1,2 angle 0 mag 1\ninst A 2147483643,2 angle 0 mag 1\n" AFTER);
}

/* 8190 points and the closing one fill a record; more take several. */
static void test_large_polygons(void **state) {
    (void)state;
    static lob_point points[20000];
    static const uint32_t counts[] = {8190, 8191, 8192, 16381, 16382, 20000};
    for (uint32_t i = 0; i < 20000; i++) {
        points[i] = (lob_point){(int32_t)i, (int32_t)(i * i % 1009)};
    }
    for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
        writing w, again;
        begin(&w);
        lob_element e = {.layer = 1};
        assert_int_equal(w.sink->polygon(w.sink->self, &e, points, counts[k]), LOB_OK);
        w.sink->end_cell(w.sink->self);
        w.sink->end_layout(w.sink->self);
        assert_true(writing_open(&again));
        assert_int_equal(copy(&again, w.out.data, w.out.size), LOB_OK);
        assert_int_equal(again.out.size, w.out.size);
        assert_memory_equal(again.out.data, w.out.data, w.out.size);
        size_t records = (counts[k] + 1 + 8190) / 8191;
        assert_int_equal(w.out.size,
                         6 + 28 + 8 + 20 + 28 + 8 + 4 + 6 + 6 + records * 4 + (counts[k] + 1) * 8 + 4 + 4 + 4);
        writing_close(&w);
        writing_close(&again);
    }
}

static void test_properties(void **state) {
    (void)state;
    writing w;
    begin(&w);
    lob_prop_value text = {.kind = LOB_PROP_STRING, .string = LOB_STR("abc")}, number = {.kind = LOB_PROP_UINT, .u = 1};
    lob_prop props[3] = {{.attr = 3, .values = &text, .value_count = 1},
                         {.name = LOB_STR("NAMED"), .values = &text, .value_count = 1},
                         {.attr = 4, .values = &number, .value_count = 1}};
    lob_element e = {.layer = 1, .props = props, .prop_count = 3};
    assert_int_equal(w.sink->property(w.sink->self, &props[0]), LOB_OK);
    assert_int_equal(w.sink->warning(w.sink->self, "kind", "text", 0), LOB_OK);
    assert_int_equal(w.sink->box(w.sink->self, &e, (lob_box){0, 0, 1, 1}), LOB_OK);
    expect_written(&w, BEFORE "box 1/0 0,0 1,1 3=abc\n" AFTER);
}

/* Database units come back bit by bit, also those that real files hold. */
static void test_units(void **state) {
    (void)state;
    static const double metres[] = {
        1e-9, 9.999999999999999e-10, 1.0000000000000003e-09, 5e-10, 1e-10, 2.5e-10, 1e-8, 2.5e-9, 1e-12, 1, 3.3e-7};
    for (size_t i = 0; i < sizeof metres / sizeof metres[0]; i++) {
        writing w;
        lob_layout_event layout = {.format = "gds", .dbu_um = metres[i] * 1e6, .user_unit = 0.25, .version = 3};
        assert_true(writing_open(&w));
        assert_int_equal(w.sink->begin_layout(w.sink->self, &layout), LOB_OK);
        assert_int_equal(w.sink->begin_cell(w.sink->self, LOB_STR("C")), LOB_OK);
        char events[200];
        snprintf(events, sizeof events, "layout gds %.17g 0.25 v3 LIB\ncell C\n" AFTER, layout.dbu_um);
        expect_written(&w, events);
    }
}

static void expect_refusal(writing *w, lob_status status, lob_status expected, const char *reason) {
    assert_int_equal(status, expected);
    assert_int_equal(w->ctx.error.code, expected);
    if (reason) {
        assert_detail_text(&w->ctx.error, "reason", reason);
    }
    writing_close(w);
}

static void test_refusals(void **state) {
    (void)state;
    static char name[65532];
    const lob_point outline[3] = {{0, 0}, {INT32_MAX, 0}, {0, 2}};
    lob_rep shift = {.kind = LOB_REP_LATTICE, .na = 2, .nb = 1, .a = {1, 0}};
    lob_rep down = {.kind = LOB_REP_LATTICE, .na = 2, .nb = 1, .a = {0, INT32_MIN - INT64_C(1)}};
    lob_rep many = {.kind = LOB_REP_LATTICE, .na = 1 << 20, .nb = 1 << 20, .a = {1, 0}, .b = {0, 1}};
    lob_rep huge = {.kind = LOB_REP_LATTICE, .na = UINT64_MAX, .nb = 1, .a = {1, 0}};
    lob_element wide = {.layer = 65536}, type = {.datatype = 65536}, e = {0};
    lob_instance_event inst = {.cell = LOB_STR("A"), .mag = 1}, unnamed = {.mag = 1};
    lob_text_event text = {.mag = 1}, big = {.string = LOB_STR("x"), .mag = 1e300};
    lob_path_event path = {.points = outline, .count = 2};
    memset(name, 'n', sizeof name);
    writing w;
    begin(&w);
    expect_refusal(&w, w.sink->box(w.sink->self, &wide, (lob_box){0, 0, 1, 1}), LOB_E_UNSUPPORTED_FORMAT,
                   "layer_range");
    begin(&w);
    expect_refusal(&w, w.sink->path(w.sink->self, &type, &path), LOB_E_UNSUPPORTED_FORMAT, "layer_range");
    begin(&w);
    expect_refusal(&w, w.sink->begin_cell(w.sink->self, (lob_str){name, 65531}), LOB_E_UNSUPPORTED_FORMAT,
                   "string_size");
    begin(&w);
    e.rep = &shift;
    expect_refusal(&w, w.sink->polygon(w.sink->self, &e, outline, 3), LOB_E_UNSUPPORTED_FORMAT, "coordinate_range");
    begin(&w);
    e.rep = &down;
    expect_refusal(&w, w.sink->instance(w.sink->self, &e, &inst), LOB_E_UNSUPPORTED_FORMAT, "coordinate_range");
    begin(&w);
    e.rep = &many;
    expect_refusal(&w, w.sink->text(w.sink->self, &e, &big), LOB_E_TOOL_LIMIT_EXCEEDED, "repetition_size");
    begin(&w);
    e.rep = &huge;
    expect_refusal(&w, w.sink->instance(w.sink->self, &e, &inst), LOB_E_TOOL_LIMIT_EXCEEDED, "repetition_size");
    e.rep = NULL;
    begin(&w);
    expect_refusal(&w, w.sink->text(w.sink->self, &e, &big), LOB_E_UNSUPPORTED_FORMAT, NULL);
    begin(&w);
    expect_refusal(&w, w.sink->text(w.sink->self, &e, &text), LOB_E_UNSUPPORTED_FORMAT, NULL);
    begin(&w);
    expect_refusal(&w, w.sink->instance(w.sink->self, &e, &unnamed), LOB_E_UNSUPPORTED_FORMAT, NULL);
    begin(&w);
    expect_refusal(&w, w.sink->begin_cell_ref(w.sink->self, 3), LOB_E_UNSUPPORTED_FORMAT, NULL);
    begin(&w);
    lob_layout_event layout = {.format = "gds", .dbu_um = 1e300};
    assert_int_equal(w.sink->begin_layout(w.sink->self, &layout), LOB_E_UNSUPPORTED_FORMAT);
    assert_true(strlen(w.ctx.error.hint) > 0);
    expect_refusal(&w, LOB_E_UNSUPPORTED_FORMAT, LOB_E_UNSUPPORTED_FORMAT, "unit");
    begin(&w);
    lob_instance_event steep = {.cell = LOB_STR("A"), .mag = 1, .angle_deg = 1e300};
    assert_int_equal(w.sink->instance(w.sink->self, &e, &steep), LOB_E_UNSUPPORTED_FORMAT);
    assert_true(strlen(w.ctx.error.hint) > 0);
    expect_refusal(&w, LOB_E_UNSUPPORTED_FORMAT, LOB_E_UNSUPPORTED_FORMAT, "number");
    begin(&w);
    assert_int_equal(w.sink->define(w.sink->self, LOB_TABLE_CELL, 1, LOB_STR("x")), LOB_OK);
    assert_int_equal(w.sink->layer_range(w.sink->self, NULL, LOB_STR("x")), LOB_OK);
    w.out.size_max = w.out.size + 10;
    expect_refusal(&w, w.sink->box(w.sink->self, &e, (lob_box){0, 0, 1, 1}), LOB_E_TOOL_LIMIT_EXCEEDED, "output_size");
}

static bool run_copy(void *arg) {
    (void)arg;
    writing w;
    lob_status status = writing_open(&w) ? copy(&w, b.data, b.size) : LOB_E_TOOL_LIMIT_EXCEEDED;
    assert_true(status == LOB_OK || status == LOB_E_TOOL_LIMIT_EXCEEDED);
    writing_close(&w);
    return status == LOB_OK;
}

static void test_allocations(void **state) {
    (void)state;
    sample(&b);
    assert_true(sweep_allocations(run_copy, NULL) >= 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes),     cmocka_unit_test(test_round_trip),     cmocka_unit_test(test_repeated_shapes),
        cmocka_unit_test(test_instances), cmocka_unit_test(test_large_polygons), cmocka_unit_test(test_properties),
        cmocka_unit_test(test_units),     cmocka_unit_test(test_refusals),       cmocka_unit_test(test_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
