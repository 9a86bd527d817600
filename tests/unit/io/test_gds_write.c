/* Writing GDSII: bytes against the format, and reading back what was written. */
#include <math.h>

#include "tests/support/lob_test.h"

#include "io/gds/record.h"
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
    status = status == LOB_OK ? lob_gds_read(&w->ctx, source, w->sink, true) : status;
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
    assert_true(writing_open(&first));
    assert_true(writing_open(&second));
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
        lob_case("%u", counts[k]);
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
        lob_case("%g", metres[i]);
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
    assert_gt(strlen(w.ctx.error.hint), 0);
    expect_refusal(&w, LOB_E_UNSUPPORTED_FORMAT, LOB_E_UNSUPPORTED_FORMAT, "unit");
    begin(&w);
    lob_instance_event steep = {.cell = LOB_STR("A"), .mag = 1, .angle_deg = 1e300};
    assert_int_equal(w.sink->instance(w.sink->self, &e, &steep), LOB_E_UNSUPPORTED_FORMAT);
    assert_gt(strlen(w.ctx.error.hint), 0);
    expect_refusal(&w, LOB_E_UNSUPPORTED_FORMAT, LOB_E_UNSUPPORTED_FORMAT, "number");
    begin(&w);
    assert_int_equal(w.sink->define(w.sink->self, LOB_TABLE_CELL, 1, LOB_STR("x"), 0), LOB_OK);
    assert_int_equal(w.sink->layer_range(w.sink->self, NULL, LOB_STR("x")), LOB_OK);
    w.out.size_max = w.out.size + 10;
    expect_refusal(&w, w.sink->box(w.sink->self, &e, (lob_box){0, 0, 1, 1}), LOB_E_TOOL_LIMIT_EXCEEDED, "output_size");
}

/* Each coordinate alone can leave the 32 bits, below and above, and a repeated element with it. */
static void test_beyond(void **state) {
    (void)state;
    const lob_point ends[2] = {{INT32_MAX, 0}, {0, INT32_MAX}};
    const lob_path_event path = {.points = ends, .count = 2, .width = 2};
    const lob_text_event text = {.string = LOB_STR("T"), .at = {0, INT32_MIN}, .mag = 1};
    const lob_point64 steps[] = {{1, 0}, {0, 1}, {-1 - (int64_t)INT32_MAX * 2, 0}, {0, -1}};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        lob_case("steps[%zu]", i);
        lob_rep rep = {.kind = LOB_REP_LATTICE, .na = 2, .nb = 1, .a = steps[i]};
        lob_element e = {.layer = 1, .rep = &rep};
        bool is_text = i == 3;
        writing w;
        begin(&w);
        expect_refusal(&w, is_text ? w.sink->text(w.sink->self, &e, &text) : w.sink->path(w.sink->self, &e, &path),
                       LOB_E_UNSUPPORTED_FORMAT, "coordinate_range");
    }
}

/* An array whose corners do not fit goes out as single references, whichever coordinate it is: back they are the
 * members that were meant. */
static void test_arrays_beyond(void **state) {
    (void)state;
    static const struct {
        lob_rep rep;
        const char *events;
    } cases[] = {
        {{.kind = LOB_REP_LATTICE, .na = 2, .nb = 1, .a = {0, INT32_MAX - 5}},
         "inst A 1,2 angle 0 mag 1\ninst A 1,2147483644 angle 0 mag 1\n"},
        {{.kind = LOB_REP_LATTICE, .na = 2, .nb = 1, .a = {0, INT32_MIN + 5}},
         "inst A 1,2 angle 0 mag 1\ninst A 1,-2147483641 angle 0 mag 1\n"},
        {{.kind = LOB_REP_LATTICE, .na = 2, .nb = 1, .a = {INT32_MIN + 5, 0}},
         "inst A 1,2 angle 0 mag 1\ninst A -2147483642,2 angle 0 mag 1\n"},
        {{.kind = LOB_REP_LATTICE, .na = 1, .nb = 2, .b = {INT32_MAX - 5, 0}},
         "inst A 1,2 angle 0 mag 1\ninst A 2147483643,2 angle 0 mag 1\n"},
        {{.kind = LOB_REP_LATTICE, .na = 1, .nb = 1, .b = {INT64_C(1) << 40, 0}}, "inst A 1,2 angle 0 mag 1\n"},
        {{.kind = LOB_REP_LATTICE, .na = 1, .nb = 1, .a = {0, -(INT64_C(1) << 40)}}, "inst A 1,2 angle 0 mag 1\n"},
        {{.kind = LOB_REP_FRACTION, .na = 1, .nb = 2, .a = {7, 0}, .b = {INT32_MAX + INT64_C(1), 2}},
         "inst A 1,2 angle 0 mag 1\ninst A 1073741825,3 angle 0 mag 1\n"},
        {{.kind = LOB_REP_FRACTION, .na = 2, .nb = 2, .a = {0, 5}, .b = {5, 0}},
         "warning fractional_pitch @98\ninst A 1,2 angle 0 mag 1 *fraction 2x2 0,5 5,0\n"},
    };
    lob_instance_event inst = {.cell = LOB_STR("A"), .mag = 1, .at = {1, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("cases[%zu]", i);
        char events[512];
        lob_element e = {.rep = &cases[i].rep};
        writing w;
        begin(&w);
        assert_int_equal(w.sink->instance(w.sink->self, &e, &inst), LOB_OK);
        snprintf(events, sizeof events, BEFORE "%s" AFTER, cases[i].events);
        expect_written(&w, events);
    }
    /* An array that is no AREF's, since its count is not, or whose start is outside. */
    static const struct {
        lob_rep rep;
        size_t count;
    } many[] = {{{.kind = LOB_REP_FRACTION, .na = 40000, .nb = 1, .a = {3, 0}}, 40000},
                {{.kind = LOB_REP_FRACTION, .na = 1, .nb = 40000, .b = {3, 0}}, 40000}};
    for (size_t i = 0; i < sizeof many / sizeof *many; i++) {
        lob_case("many[%zu]", i);
        lob_element e = {.rep = &many[i].rep};
        writing w;
        begin(&w);
        const size_t before = w.out.size;
        assert_int_equal(w.sink->instance(w.sink->self, &e, &inst), LOB_OK);
        assert_int_equal(w.out.size - before, many[i].count * 26); /* SREF SNAME XY ENDEL */
        writing_close(&w);
    }
    /* More than a thousand arrays each way are not written as such, and as references they are too many. */
    lob_rep tall = {.kind = LOB_REP_LATTICE, .na = 4, .nb = 32767 * 1001, .b = {1, 0}};
    lob_element e = {.rep = &tall};
    writing w;
    begin(&w);
    expect_refusal(&w, w.sink->instance(w.sink->self, &e, &inst), LOB_E_TOOL_LIMIT_EXCEEDED, "repetition_size");
}

/* What the sink alone refuses, since a file leaves it out or never has it. */
static void test_more_refusals(void **state) {
    (void)state;
    static char name[65532];
    memset(name, 'n', sizeof name);
    const lob_str long_text = {name, 65531};
    const lob_point ends[2] = {{0, 0}, {1, 0}};
    lob_rep many = {.kind = LOB_REP_LATTICE, .na = 1 << 20, .nb = 1 << 20, .a = {1, 0}, .b = {0, 1}};
    lob_rep grid = {.kind = LOB_REP_LATTICE, .na = 2, .nb = 2, .a = {1, 0}, .b = {0, 1}};
    lob_element e = {.rep = &many}, single = {0}, array = {.rep = &grid};
    lob_path_event path = {.points = ends, .count = 2};
    lob_instance_event inst = {.cell = long_text, .mag = 1}, huge = {.cell = LOB_STR("A"), .mag = 1e300};
    lob_text_event text = {.string = long_text, .mag = 1};
    const lob_prop_value long_value = {.kind = LOB_PROP_STRING, .string = long_text};
    const lob_prop prop = {.attr = 1, .values = &long_value, .value_count = 1};
    const lob_element with = {.props = &prop, .prop_count = 1};
    writing w;
    begin(&w);
    expect_refusal(&w, w.sink->polygon(w.sink->self, &e, ends, 2), LOB_E_TOOL_LIMIT_EXCEEDED, "repetition_size");
    begin(&w);
    expect_refusal(&w, w.sink->path(w.sink->self, &e, &path), LOB_E_TOOL_LIMIT_EXCEEDED, "repetition_size");
    begin(&w);
    expect_refusal(&w, w.sink->instance(w.sink->self, &single, &inst), LOB_E_UNSUPPORTED_FORMAT, "string_size");
    begin(&w);
    expect_refusal(&w, w.sink->instance(w.sink->self, &array, &inst), LOB_E_UNSUPPORTED_FORMAT, "string_size");
    begin(&w);
    expect_refusal(&w, w.sink->instance(w.sink->self, &array, &huge), LOB_E_UNSUPPORTED_FORMAT, "number");
    begin(&w);
    expect_refusal(&w, w.sink->text(w.sink->self, &single, &text), LOB_E_UNSUPPORTED_FORMAT, "string_size");
    begin(&w);
    text.string = LOB_STR("T");
    expect_refusal(&w, w.sink->text(w.sink->self, &(lob_element){.layer = 65536}, &text), LOB_E_UNSUPPORTED_FORMAT,
                   "layer_range");
    begin(&w);
    expect_refusal(&w, w.sink->box(w.sink->self, &with, (lob_box){0, 0, 1, 1}), LOB_E_UNSUPPORTED_FORMAT,
                   "string_size");
    assert_true(writing_open(&w));
    const lob_layout_event named = {.format = "gds", .dbu_um = 0.001, .library = long_text};
    expect_refusal(&w, w.sink->begin_layout(w.sink->self, &named), LOB_E_UNSUPPORTED_FORMAT, "string_size");
    assert_true(writing_open(&w));
    const lob_layout_event large = {.format = "gds", .dbu_um = 1e300, .user_unit = 1};
    expect_refusal(&w, w.sink->begin_layout(w.sink->self, &large), LOB_E_UNSUPPORTED_FORMAT, "unit");
}

/* Versions that are GDSII's are kept; those of other formats, and those that do not fit, become 600. */
static void test_versions(void **state) {
    (void)state;
    static const struct {
        const char *format;
        int version, written;
    } cases[] = {{"gds", 7, 7}, {"gds", 65535, 65535}, {"gds", 65536, 600}, {"gds", 0, 600}, {"oas", 7, 600}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("%s", cases[i].format);
        writing w;
        assert_true(writing_open(&w));
        const lob_layout_event layout = {
            .format = cases[i].format, .dbu_um = 0.001, .library = LOB_STR("x"), .version = cases[i].version};
        assert_int_equal(w.sink->begin_layout(w.sink->self, &layout), LOB_OK);
        assert_int_equal(lob_gds_u16((const uint8_t *)w.out.data + 4), cases[i].written);
        writing_close(&w);
    }
}

/* 0.99034372519327e-6 m has no double whose micrometres are that number again: the nearest one is written. */
static void test_unit_without_exact_form(void **state) {
    (void)state;
    const double dbu_um = 0.99034372519327;
    const lob_layout_event layout = {.format = "gds", .dbu_um = dbu_um, .user_unit = 0.001};
    writing w;
    assert_true(writing_open(&w));
    assert_int_equal(w.sink->begin_layout(w.sink->self, &layout), LOB_OK);
    const double unit_m = lob_gds_real8((const uint8_t *)w.out.data + w.out.size - 8);
    assert_eq(unit_m, dbu_um / 1e6);
    assert_ne(unit_m * 1e6, dbu_um);
    assert_close(unit_m * 1e6, dbu_um, 1e-15);
    writing_close(&w);
}

/* Below 16^-64 the format loses digits, and at last all of them: what is not 0 stays above it. */
static void test_tiny_numbers(void **state) {
    (void)state;
    static const double mags[] = {0x1p-300 * (1 + 0x1p-52), 0x1p-400, 1e-308};
    for (size_t i = 0; i < sizeof mags / sizeof *mags; i++) {
        lob_case("mags[%zu]", i);
        const lob_instance_event inst = {.cell = LOB_STR("A"), .mag = mags[i]};
        const lob_element e = {0};
        writing w;
        begin(&w);
        assert_int_equal(w.sink->instance(w.sink->self, &e, &inst), LOB_OK);
        /* MAG is followed by XY (12 bytes) and ENDEL (4). */
        const double mag = lob_gds_real8((const uint8_t *)w.out.data + w.out.size - 16 - 8);
        assert_gt(mag, 0);
        assert_lt(mag, 0x1p-299);
        if (i <= 0) {
            assert_eq(mag, 0x1p-300);
        }
        writing_close(&w);
    }
}

static void test_absolute_and_extended(void **state) {
    (void)state;
    const lob_point ends[2] = {{0, 0}, {9, 0}};
    const lob_prop_value words[2] = {{.kind = LOB_PROP_STRING, .string = LOB_STR("a")},
                                     {.kind = LOB_PROP_STRING, .string = LOB_STR("b")}};
    const lob_prop props[3] = {{.attr = 1, .values = words, .value_count = 2},
                               {.attr = 2, .values = words, .value_count = 1, .name_by_ref = true},
                               {.attr = 3, .values = words, .value_count = 1}};
    const lob_element e = {.layer = 1}, with = {.props = props, .prop_count = 3};
    const lob_path_event end = {.points = ends, .count = 2, .width = 4, .end_ext = 3};
    const lob_path_event begins = {.points = ends, .count = 2, .width = 4, .begin_ext = 3};
    const lob_instance_event inst = {
        .cell = LOB_STR("A"), .mag = 2, .angle_deg = 30, .mag_is_absolute = true, .angle_is_absolute = true};
    writing w;
    begin(&w);
    assert_int_equal(w.sink->path(w.sink->self, &e, &end), LOB_OK);
    assert_int_equal(w.sink->path(w.sink->self, &e, &begins), LOB_OK);
    assert_int_equal(w.sink->instance(w.sink->self, &with, &inst), LOB_OK);
    expect_written(&w, BEFORE "path 1/0 t0 w4 0..3 0,0 9,0\npath 1/0 t0 w4 3..0 0,0 9,0\n"
                              "warning absolute_mag @238\nwarning absolute_angle @238\n"
                              "inst A 0,0 angle 30abs mag 2abs 3=a\n" AFTER);
}

/* Context strings of a cell whose name no file can hold are not begun: the cell itself is refused. */
static void test_context_of_long_name(void **state) {
    (void)state;
    static char name[65532];
    memset(name, 'n', sizeof name);
    const lob_str string = LOB_STR("x");
    for (size_t size = 65530; size <= 65531; size++) {
        writing w;
        begin(&w);
        const size_t before = w.out.size;
        assert_int_equal(w.sink->context(w.sink->self, (lob_str){name, size}, &string, 1), LOB_OK);
        assert_int_equal(w.out.size > before, size == 65530);
        writing_close(&w);
    }
}

/* NULs at the end are padding to whoever reads: they are not written (and counted, which the fuzz target rw sees). */
static void test_trailing_nul(void **state) {
    (void)state;
    static const lob_str texts[] = {{"T\1\0", 3}, {"T\1", 2}, {"\0\0\0", 3}, {"", 0}};
    const lob_element e = {.layer = 1};
    lob_buf first = {0};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        lob_case("texts[%zu]", i);
        const lob_text_event text = {.string = texts[i]};
        writing w;
        begin(&w);
        assert_int_equal(w.sink->text(w.sink->self, &e, &text), LOB_OK);
        if (i % 2 == 0) {
            lob_buf_init(&first, 0);
            lob_buf_add(&first, w.out.data, w.out.size);
        } else {
            assert_int_equal(w.out.size, first.size);
            assert_memory_equal(w.out.data, first.data, first.size);
            lob_buf_release(&first);
        }
        writing_close(&w);
    }
}

/* Whatever the ceiling of the output, it is that which is told, and nothing is written beyond it. */
static void test_every_ceiling(void **state) {
    (void)state;
    const lob_prop_value word = {.kind = LOB_PROP_STRING, .string = LOB_STR("w")};
    const lob_prop prop = {.attr = 1, .values = &word, .value_count = 1};
    const lob_point ends[2] = {{0, 0}, {9, 0}};
    const lob_rep grid = {.kind = LOB_REP_LATTICE, .na = 2, .nb = 2, .a = {1, 0}, .b = {0, 1}};
    const lob_element e = {.layer = 1, .props = &prop, .prop_count = 1}, array = {.rep = &grid};
    const lob_path_event path = {.points = ends, .count = 2, .width = 4, .end_ext = 3};
    const lob_text_event text = {.string = LOB_STR("T"), .presentation = 1, .width = 1, .code = 5, .mag = 2};
    const lob_instance_event inst = {.cell = LOB_STR("A"), .mag = 2, .angle_deg = 30};
    const lob_layout_event layout = {.format = "gds", .dbu_um = 0.001};
    lob_status status = LOB_E_TOOL_LIMIT_EXCEEDED;
    for (size_t size_max = 1; status != LOB_OK; size_max++) {
        writing w;
        assert_lt(size_max, 1000);
        assert_true(writing_open(&w));
        w.out.size_max = size_max;
        const lob_sink *s = w.sink;
        status = s->begin_layout(s->self, &layout);
        status = status == LOB_OK ? s->begin_cell(s->self, LOB_STR("TOP")) : status;
        status = status == LOB_OK ? s->box(s->self, &e, (lob_box){0, 0, 1, 1}) : status;
        status = status == LOB_OK ? s->path(s->self, &e, &path) : status;
        status = status == LOB_OK ? s->text(s->self, &e, &text) : status;
        status = status == LOB_OK ? s->instance(s->self, &array, &inst) : status;
        status = status == LOB_OK ? s->end_cell(s->self) : status;
        status = status == LOB_OK ? s->end_layout(s->self) : status;
        assert_le(w.out.size, size_max);
        if (status != LOB_OK) {
            assert_int_equal(status, LOB_E_TOOL_LIMIT_EXCEEDED);
            assert_detail_text(&w.ctx.error, "reason", "output_size");
        }
        writing_close(&w);
    }
}

static bool run_copy(void *arg) {
    (void)arg;
    writing w;
    lob_status status = writing_open(&w) ? copy(&w, b.data, b.size) : LOB_E_TOOL_LIMIT_EXCEEDED;
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    writing_close(&w);
    return status == LOB_OK;
}

static void test_allocations(void **state) {
    (void)state;
    sample(&b);
    assert_ge(sweep_allocations(run_copy, NULL), 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_repeated_shapes),
        cmocka_unit_test(test_instances),
        cmocka_unit_test(test_large_polygons),
        cmocka_unit_test(test_properties),
        cmocka_unit_test(test_units),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_allocations),
        cmocka_unit_test(test_beyond),
        cmocka_unit_test(test_arrays_beyond),
        cmocka_unit_test(test_more_refusals),
        cmocka_unit_test(test_versions),
        cmocka_unit_test(test_tiny_numbers),
        cmocka_unit_test(test_trailing_nul),
        cmocka_unit_test(test_every_ceiling),
        cmocka_unit_test(test_unit_without_exact_form),
        cmocka_unit_test(test_absolute_and_extended),
        cmocka_unit_test(test_context_of_long_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
