/* The OASIS writer: bytes against SEMI P39, and layouts that come back as they went. */
#include "tests/support/lob_test.h"

#include "tests/unit/io/layout_rig.h"

#include <fcntl.h>
#include <glob.h>
#include <sys/stat.h>

#include "io/oas/oas.h"
#include "tests/support/stride.h"
#include "tests/unit/base/sweep.h"
#include "tests/unit/io/oas_bytes.h"

static uint64_t state64 = 11;

static int32_t random32(int32_t n) {
    state64 = state64 * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (int32_t)((state64 >> 33) % (uint64_t)n);
}

static void box(const layout_rig *r, const lob_element *e, int32_t x, int32_t y, int32_t w, int32_t h) {
    assert_int_equal(r->s->box(r->s->self, e, (lob_box){x, y, x + w, y + h}), LOB_OK);
}

static void cell(const layout_rig *r, const char *name) {
    assert_int_equal(r->s->begin_cell(r->s->self, lob_str_from(name)), LOB_OK);
}

static void end(const layout_rig *r) {
    assert_int_equal(r->s->end_cell(r->s->self), LOB_OK);
}

static void place(const layout_rig *r, const lob_element *e, const char *child, bool mirror, double angle, double mag,
                  int32_t x, int32_t y) {
    lob_instance_event event = {
        .cell = lob_str_from(child), .mirror = mirror, .angle_deg = angle, .mag = mag, .at = {x, y}};
    assert_int_equal(r->s->instance(r->s->self, e, &event), LOB_OK);
}

static void text(const layout_rig *r, const lob_element *e, const char *string, int32_t x, int32_t y) {
    lob_text_event event = {.string = lob_str_from(string), .at = {x, y}, .mag = 1};
    assert_int_equal(r->s->text(r->s->self, e, &event), LOB_OK);
}

/* ---- one of everything that OASIS can hold ---- */

static const lob_prop_value some_values[16] = {{.kind = LOB_PROP_UINT, .u = UINT64_MAX},
                                               {.kind = LOB_PROP_INT, .i = -77},
                                               {.kind = LOB_PROP_REAL, .real = 0.3},
                                               {.kind = LOB_PROP_REAL, .real = -4},
                                               {.kind = LOB_PROP_STRING, .string = {"a\0b\xff", 4}}};
static const lob_prop_value attr_value = {.kind = LOB_PROP_STRING, .string = {"net", 3}};
static const lob_prop_value no_text = {.kind = LOB_PROP_STRING, .string = {"", 0}};
static const lob_prop some_props[] = {
    {.attr = 7, .values = &attr_value, .value_count = 1},
    {.name = {"long", 4}, .values = some_values, .value_count = 16},
    {.attr = 65535, .values = &no_text, .value_count = 1},
    {.name = {"none", 4}},
    {.name = {"short", 5}, .values = some_values, .value_count = 5},
};
static const lob_prop file_prop = {
    .name = {"S_TOP_CELL", 10}, .is_standard = true, .values = &attr_value, .value_count = 1};

static void draw_polygons(const layout_rig *r, const lob_element *e) {
    static const lob_point ell[6] = {{0, 0}, {0, 9}, {4, 9}, {4, 4}, {9, 4}, {9, 0}}, tri[3] = {{0, 0}, {9, 5}, {2, 8}};
    static const lob_point wide[4] = {{INT32_MIN, -5}, {INT32_MIN, 5}, {INT32_MAX, INT32_MAX}, {INT32_MAX, INT32_MIN}};
    for (int32_t i = 0; i < 30; i++) {
        lob_point p[6];
        for (int k = 0; k < 6; k++) {
            p[k] = (lob_point){ell[k].x + i / 10 * 100, ell[k].y + i % 10 * 37};
        }
        assert_int_equal(r->s->polygon(r->s->self, e, p, 6), LOB_OK);
        assert_int_equal(r->s->polygon(r->s->self, e, (lob_point[]){{i * i, i}, {i * i + 9, i + 5}, {i, 90}}, 3),
                         LOB_OK);
    }
    assert_int_equal(r->s->polygon(r->s->self, e, tri, 3), LOB_OK);
    assert_int_equal(r->s->polygon(r->s->self, e, wide, 4), LOB_OK);
}

static void draw_paths(const layout_rig *r, const lob_element *e) {
    static const lob_point bent[3] = {{100, 100}, {100, 300}, {400, 500}}, dot[1] = {{7, 8}};
    static const struct {
        int32_t width, begin, end;
        uint8_t round, count;
    } paths[] = {{20, 0, 0, 0, 3},  {20, 10, 10, 0, 3}, {20, 0, 10, 0, 3}, {20, -3, 99, 0, 3}, {0, 0, 0, 0, 3},
                 {20, 10, 5, 0, 2}, {10, 5, 5, 0, 1},   {10, 5, 5, 1, 1},  {20, 10, 10, 0, 3}, {0, 4, 0, 0, 2}};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        lob_case("%zu: width %d, begin %d", i, paths[i].width, paths[i].begin);
        lob_path_event p = {.points = paths[i].count == 1 ? dot : bent,
                            .count = paths[i].count,
                            .width = paths[i].width,
                            .begin_ext = paths[i].begin,
                            .end_ext = paths[i].end,
                            .round_ends = paths[i].round,
                            .pathtype = paths[i].round ? 1 : 4};
        assert_int_equal(r->s->path(r->s->self, e, &p), LOB_OK);
    }
}

static void draw_shapes(const layout_rig *r) {
    static const lob_point list[4] = {{0, 0}, {50, 3}, {-7, 900}, {12, 12}};
    lob_rep by_list = {.kind = LOB_REP_LIST, .list = list, .list_count = 4};
    lob_rep by_grid = {.kind = LOB_REP_LATTICE, .na = 3, .nb = 4, .a = {100, 0}, .b = {0, -90}};
    lob_rep single = {.kind = LOB_REP_LATTICE, .na = 1, .nb = 1, .a = {5, 5}};
    lob_element e[] = {{.layer = 1},
                       {.layer = 1, .datatype = 2},
                       {.layer = UINT32_MAX - 1, .datatype = 300},
                       {.layer = 1, .rep = &by_list},
                       {.layer = 1, .rep = &by_grid, .props = some_props, .prop_count = 2},
                       {.layer = 1, .props = some_props + 2, .prop_count = 3},
                       {.layer = 1, .rep = &single}};
    for (size_t i = 0; i < sizeof e / sizeof e[0]; i++) {
        lob_case("element %zu: layer %u/%u, %u properties", i, e[i].layer, e[i].datatype, (unsigned)e[i].prop_count);
        for (int32_t k = 0; k < 40; k++) {
            box(r, &e[i], k % 8 * 100, k / 8 * 70, k < 20 ? 10 : 12, k < 30 ? 10 : 5);
            box(r, &e[i], random32(100000), -random32(100000), 3, 1);
        }
        box(r, &e[i], 5, 5, 0, 7);
        draw_polygons(r, &e[i]);
        draw_paths(r, &e[i]);
        text(r, &e[i], "one", -5, 6);
        text(r, &e[i], "two words\nand a line", 5, 6);
        text(r, &e[i], "one", -5, 6);
        text(r, &e[i], "", 5, 6);
        text(r, &e[i], "\xff\xfe", 100, 100);
    }
}

static void draw_placements(const layout_rig *r) {
    static const lob_point list[3] = {{0, 0}, {5000, 3000}, {-700, 900}};
    lob_rep reps[] = {{.kind = LOB_REP_LIST, .list = list, .list_count = 3},
                      {.kind = LOB_REP_LATTICE, .na = 5, .nb = 1, .a = {1000, 10}},
                      {.kind = LOB_REP_LATTICE, .na = 1, .nb = 7, .b = {0, 1000}},
                      {.kind = LOB_REP_LATTICE, .na = 4, .nb = 6, .a = {0, -1000}, .b = {1000, 0}},
                      {.kind = LOB_REP_FRACTION, .na = 3, .nb = 2, .a = {1000, 0}, .b = {0, 777}}};
    lob_element plain = {0}, described = {.props = some_props, .prop_count = 5};
    for (int turn = 0; turn < 8; turn++) {
        place(r, turn % 3 ? &plain : &described, "A", turn >= 4, 90.0 * (turn % 4), 1, 1000 * turn, -turn);
        place(r, &plain, "B", turn >= 4, 90.0 * (turn % 4), 2.5, 0, 0);
        place(r, &plain, "B", turn >= 4, 12.5 + turn, turn % 2 ? 1 : 0.1, INT32_MAX, INT32_MIN);
    }
    for (size_t i = 0; i < sizeof reps / sizeof reps[0]; i++) {
        lob_case("repetition %zu of kind %d", i, (int)reps[i].kind);
        place(r, &(lob_element){.rep = &reps[i]}, "A", false, 0, 1, 50, 60);
        place(r, &(lob_element){.rep = &reps[i], .props = some_props, .prop_count = 1}, "ghost 2", true, 90, 1, 5, 6);
    }
    place(r, &plain, "ghost 1", false, 0, 1, 5, 6);
}

static lob_layout *make_sample(void) {
    layout_rig r;
    rig_begin(&r, "oas", 0.001);
    for (size_t i = 0; i < sizeof some_props / sizeof some_props[0]; i++) {
        r.s->property(r.s->self, &some_props[i]);
    }
    r.s->property(r.s->self, &file_prop);
    r.s->layer_name(r.s->self, 1, 0, LOB_STR("WAVEGUIDE"));
    r.s->layer_name(r.s->self, 1, 2, LOB_STR("two words"));
    r.s->layer_name(r.s->self, 99, 2, LOB_STR("unused"));
    cell(&r, "TOP");
    r.s->property(r.s->self, &some_props[4]);
    draw_placements(&r);
    end(&r);
    cell(&r, "A");
    draw_shapes(&r);
    end(&r);
    cell(&r, "caf\xc3\xa9 $1");
    end(&r);
    cell(&r, "B");
    place(&r, &(lob_element){0}, "A", false, 0, 1, 0, 0);
    box(&r, &(lob_element){.layer = 3}, 0, 0, 5, 5);
    end(&r);
    return rig_end(&r);
}

static void content_hash(const lob_layout *layout, char out[33]) {
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    assert_int_equal(lob_layout_content_hash(&ctx, layout, out), LOB_OK);
    lob_arena_drop(arena);
}

/* Written, read and written again: equal layouts, equal bytes. Returns how many elements were not kept as they are. */
static uint64_t check_round_trip(const lob_layout *layout, bool gzip) {
    written w, again;
    char before[33], after[33];
    write_layout(&w, layout, LOB_FORMAT_OAS, -1, gzip);
    assert_int_equal(w.status, LOB_OK);
    lob_layout *back = layout_of(lob_outfile_bytes(&w.out));
    assert_non_null(back);
    write_layout(&again, back, LOB_FORMAT_OAS, -1, gzip);
    assert_int_equal(again.status, LOB_OK);
    uint64_t changed = warned(&w.warnings, "odd_path_width") + warned(&w.warnings, "round_path_ends") +
                       warned(&w.warnings, "path_without_outline");
    if (!changed) {
        assert_same_lines(layout, back);
        content_hash(layout, before);
        content_hash(back, after);
        assert_string_equal(before, after);
        assert_int_equal(w.out.offset, again.out.offset);
        assert_memory_equal(lob_outfile_bytes(&w.out).data, lob_outfile_bytes(&again.out).data,
                            lob_outfile_bytes(&w.out).size);
    }
    assert_int_equal(warned(&again.warnings, "odd_path_width") + warned(&again.warnings, "round_path_ends") +
                         warned(&again.warnings, "text_transformation"),
                     0);
    lob_layout_drop(back);
    written_release(&w);
    written_release(&again);
    return changed;
}

static void test_round_trip(void **state) {
    (void)state;
    lob_layout *layout = make_sample();
    for (int gzip = (int)stride_pick(0, 1); gzip < 2; gzip++) {
        assert_int_equal(check_round_trip(layout, gzip), 0);
    }
    written w;
    write_layout(&w, layout, LOB_FORMAT_OAS, -1, false);
    assert_int_equal(w.warnings.count, 0);
    lob_str bytes = lob_outfile_bytes(&w.out);
    assert_null(memmem(bytes.data, bytes.size, "S_TOP_CELL", 10));
    assert_non_null(memmem(bytes.data, bytes.size, "S_GDS_PROPERTY", 14));
    written_release(&w);
    lob_layout_drop(layout);
}

/* The smallest file, byte by byte from the tables of the format. */
static void test_bytes(void **state) {
    (void)state;
    static oas_file f;
    layout_rig r;
    rig_begin(&r, "gds", 0.001);
    cell(&r, "TOP");
    box(&r, &(lob_element){.layer = 300, .datatype = 2}, -3, 0, 10, 5);
    end(&r);
    lob_layout *layout = rig_end(&r);
    f.size = 0;
    raw(&f,
        "%SEMI-OASIS\r\n\x01\x03"
        "1.0\x00\xe8\x07\x01",
        22); /* 1000 grid steps a micron, offsets in END */
    size_t cell_at = f.size;
    raw(&f, "\x0d\x00", 2);                         /* CELL 0 */
    raw(&f, "\x14\x73\xac\x02\x02\x0a\x05\x07", 8); /* RECTANGLE W H X D L: 300/2, 10 x 5 at x = -3 */
    size_t names_at = f.size;
    raw(&f, "\x03\x03TOP\x1c\x17\x00\x08", 9); /* CELLNAME, PROPERTY of one unsigned value */
    u(&f, cell_at);
    size_t props_at = f.size;
    raw(&f, "\x07\x0dS_CELL_OFFSET", 15);
    u(&f, 2);
    const uint64_t tables[6] = {names_at, 0, props_at, 0, 0, 0};
    for (int k = 0; k < 6; k++) {
        u(&f, 1);
        u(&f, tables[k]);
    }
    size_t padding = props_at + 15 + 256 - f.size - 7;
    u(&f, padding);
    memset(f.data + f.size, 0, padding);
    f.size += padding;
    u(&f, 1);
    uint32_t sum = (uint32_t)crc32(0, f.data, (unsigned)f.size);
    for (int k = 0; k < 4; k++) {
        b(&f, sum >> (8 * k) & 255);
    }
    written w;
    write_layout(&w, layout, LOB_FORMAT_OAS, -1, false);
    assert_int_equal(w.out.offset, f.size);
    assert_memory_equal(lob_outfile_bytes(&w.out).data, f.data, f.size);
    written_release(&w);
    lob_layout_drop(layout);
}

static bool comes_back(double dbu_um) {
    layout_rig r;
    rig_begin(&r, "gds", dbu_um);
    lob_layout *layout = rig_end(&r); /* no cell at all */
    written w;
    write_layout(&w, layout, LOB_FORMAT_OAS, -1, false);
    assert_int_equal(w.status, LOB_OK);
    lob_layout *back = layout_of(lob_outfile_bytes(&w.out));
    assert_non_null(back);
    const double was = lob_layout_dbu(layout), is = lob_layout_dbu(back);
    assert_gt(is, was * (1 - 1e-15));
    assert_lt(is, was * (1 + 1e-15));
    assert_int_equal(lob_layout_cell_count(back), 0);
    bool is_told = w.warnings.count == 1 && strcmp(w.warnings.items[0].kind, "database_unit") == 0;
    assert_int_equal(w.warnings.count, is != was); /* what is not the same is told */
    assert_int_equal(is_told, is != was);
    lob_layout_drop(back);
    written_release(&w);
    lob_layout_drop(layout);
    return is == was;
}

/* OASIS has units a micrometre, and 1 / (1 / x) is x for most numbers alone. */
static void test_units(void **state) {
    (void)state;
    static const double dbus[] = {0.001, 0.0005, 0.005, 1, 2.5, 0.003, 1e-6, 1.0 / 3};
    for (size_t i = 0; i < sizeof dbus / sizeof dbus[0]; i++) {
        lob_case("%g", dbus[i]);
        assert_true(comes_back(dbus[i]));
    }
    assert_false(comes_back(0.00011648274064646109)); /* found by fuzzing */
    uint64_t seed = 1, held = 0;
    for (int i = 0; i < 500; i++) {
        seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        held += comes_back(1e-5 * (1 + (double)(seed >> 11) * 0x1p-53));
    }
    assert_in_range(held, 200, 499); /* each way was taken */
}

/* ---- what OASIS cannot hold ---- */

static void draw_lossy(const layout_rig *r) {
    static const lob_point line[2] = {{0, 0}, {100, 0}}, corner[2] = {{0, 0}, {INT32_MIN, INT32_MIN}};
    static const lob_point edge[2] = {{INT32_MIN, 5}, {0, 5}};
    lob_element e = {.layer = 1};
    lob_path_event odd = {.points = line, .count = 2, .width = 5, .pathtype = 0};
    lob_path_event round = {.points = line, .count = 2, .width = 10, .begin_ext = 5, .end_ext = 5, .round_ends = true};
    lob_path_event dot = {.points = line, .count = 1, .width = 5, .pathtype = 0};
    lob_path_event far = {.points = corner, .count = 2, .width = 7, .pathtype = 0};
    lob_path_event over = {.points = edge, .count = 2, .width = 7, .begin_ext = 4, .end_ext = 4, .pathtype = 4};
    lob_path_event absolute = {.points = line, .count = 2, .width = 6, .width_is_absolute = true};
    lob_path_event *all[] = {&odd, &round, &dot, &far, &over, &absolute, &odd};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        lob_case("path %zu of width %d", i, (int)all[i]->width);
        assert_int_equal(r->s->path(r->s->self, &e, all[i]), LOB_OK);
    }
    lob_text_event t[6] = {{.mag = 1, .angle_deg = 30}, {.mag = 2},
                           {.mag = 1, .code = 1},       {.mag = 1, .presentation = 5},
                           {.mag = 1, .width = 7},      {.mag = 1}};
    for (size_t i = 0; i < 6; i++) {
        t[i].string = LOB_STR("x");
        assert_int_equal(r->s->text(r->s->self, &e, &t[i]), LOB_OK);
    }
    lob_instance_event inst = {.cell = LOB_STR("G"), .mag = 1, .angle_deg = 90, .angle_is_absolute = true};
    assert_int_equal(r->s->instance(r->s->self, &(lob_element){0}, &inst), LOB_OK);
    inst.angle_is_absolute = false;
    inst.mag_is_absolute = true;
    inst.mag = 3;
    assert_int_equal(r->s->instance(r->s->self, &(lob_element){0}, &inst), LOB_OK);
}

static void test_losses(void **state) {
    (void)state;
    layout_rig r;
    rig_begin(&r, "gds", 0.001);
    cell(&r, "TOP");
    draw_lossy(&r);
    end(&r);
    lob_layout *layout = rig_end(&r);
    written w;
    write_layout(&w, layout, LOB_FORMAT_OAS, -1, false);
    assert_int_equal(w.status, LOB_OK);
    assert_int_equal(warned(&w.warnings, "odd_path_width"), 2);
    assert_int_equal(warned(&w.warnings, "round_path_ends"), 1);
    assert_int_equal(warned(&w.warnings, "path_without_outline"), 3);
    assert_int_equal(warned(&w.warnings, "text_transformation"), 5);
    assert_int_equal(warned(&w.warnings, "absolute_flag"), 3);
    assert_int_equal(w.warnings.count, 5);
    lob_layout *back = layout_of(lob_outfile_bytes(&w.out));
    const lob_cell *top = lob_layout_cell(back, lob_layout_top(back, 0));
    assert_int_equal(top->shapes[0].count[LOB_KIND_POLYGON], 3);
    assert_int_equal(top->shapes[0].count[LOB_KIND_PATH], 1);
    /* The round ends reach 5 beyond the line. */
    lob_box64 whole = top->box;
    assert_eq(whole.left, -5);
    assert_eq(whole.right, 105);
    assert_eq(whole.bottom, -5);
    assert_eq(whole.top, 5);
    check_round_trip(back, false);
    lob_layout_drop(back);
    written_release(&w);
    lob_layout_drop(layout);
}

static void expect_refused(layout_rig *r, lob_status code, const char *reason) {
    lob_layout *layout = rig_end(r);
    written w;
    write_layout(&w, layout, LOB_FORMAT_OAS, -1, false);
    assert_int_equal(w.status, code);
    assert_true(lob_str_equal(w.ctx.error.details[0].text, lob_str_from(reason)));
    assert_true(w.ctx.error.hint[0]);
    written_release(&w);
    lob_layout_drop(layout);
}

static void test_refusals(void **state) {
    (void)state;
    static const char *const names[] = {"a\nb", "\x7f", ""};
    layout_rig r;
    for (size_t i = 0; i < 3; i++) {
        rig_begin(&r, "gds", 0.001);
        cell(&r, names[i]);
        end(&r);
        expect_refused(&r, LOB_E_UNSUPPORTED_FORMAT, "cell_name");
    }
    static const lob_rep reps[] = {
        {.kind = LOB_REP_FRACTION, .na = 32767, .nb = 32767, .a = {1000000, 0}, .b = {0, 1000000}},
        {.kind = LOB_REP_FRACTION, .na = 3, .nb = 1, .a = {INT64_C(4000000000), 0}},
        {.kind = LOB_REP_FRACTION, .na = 3, .nb = 1, .a = {INT64_C(-4000000000), 0}},
        {.kind = LOB_REP_FRACTION, .na = 1, .nb = 3, .b = {0, INT64_C(4000000000)}},
        {.kind = LOB_REP_FRACTION, .na = 1, .nb = 3, .b = {0, INT64_C(-4000000000)}}};
    for (size_t i = 0; i < sizeof reps / sizeof reps[0]; i++) {
        lob_case("kind %d, %u by %u", (int)reps[i].kind, (unsigned)reps[i].na, (unsigned)reps[i].nb);
        rig_begin(&r, "gds", 0.001);
        cell(&r, "TOP");
        place(&r, &(lob_element){.rep = &reps[i]}, "A", false, 0, 1, 0, 0);
        end(&r);
        expect_refused(&r, LOB_E_TOOL_LIMIT_EXCEEDED, "repetition_size");
    }
}

/* ---- attributes of GDSII ---- */

static void test_attributes(void **state) {
    (void)state;
    const lob_prop_value good[2] = {{.kind = LOB_PROP_UINT, .u = 65535}, attr_value};
    const lob_prop_value large[2] = {{.kind = LOB_PROP_UINT, .u = 65536}, attr_value};
    const lob_prop_value turned[2] = {attr_value, {.kind = LOB_PROP_UINT, .u = 7}};
    const lob_prop_value number[2] = {{.kind = LOB_PROP_UINT, .u = 7}, {.kind = LOB_PROP_UINT, .u = 7}};
    const lob_str name = LOB_STR("S_GDS_PROPERTY");
    const lob_prop props[] = {
        {.name = name, .is_standard = true, .values = good, .value_count = 2},
        {.name_ref = 5, .name_by_ref = true, .is_standard = true, .values = good, .value_count = 2},
        {.name = name, .values = good, .value_count = 2},
        {.name = name, .is_standard = true, .values = good, .value_count = 1},
        {.name = name, .is_standard = true, .values = large, .value_count = 2},
        {.name = name, .is_standard = true, .values = turned, .value_count = 2},
        {.name = name, .is_standard = true, .values = number, .value_count = 2},
        {.name = LOB_STR("S_OTHER"), .is_standard = true, .values = good, .value_count = 2},
    };
    layout_rig r;
    rig_begin(&r, "oas", 0.001);
    cell(&r, "TOP");
    box(&r, &(lob_element){.layer = 1, .props = props, .prop_count = 8}, 0, 0, 1, 1);
    end(&r);
    assert_int_equal(r.s->define(r.s->self, LOB_TABLE_PROP, 5, name, 0), LOB_OK); /* after its use */
    lob_layout *layout = rig_end(&r);
    const lob_cell *top = lob_layout_cell(layout, 0);
    uint32_t count;
    const lob_prop *got = lob_layout_props(layout, lob_attrs_find(&top->shapes[0].props[LOB_KIND_BOX], 0), &count);
    assert_int_equal(count, 8);
    for (uint32_t i = 0; i < count; i++) {
        bool is_attr = got[i].name.data == NULL;
        assert_int_equal(is_attr, i < 2);
        assert_int_equal(got[i].value_count, is_attr || i == 3 ? 1 : 2);
        if (is_attr) {
            assert_int_equal(got[i].attr, 65535);
            assert_false(got[i].is_standard);
            assert_false(got[i].name_by_ref);
            assert_true(lob_str_equal(got[i].values[0].string, LOB_STR("net")));
        }
    }
    check_round_trip(layout, false);
    lob_layout_drop(layout);
}

/* ---- size, failures ---- */

/* A body above the size of a block, and figures that do not repeat. */
static lob_layout *make_large(int32_t count) {
    layout_rig r;
    rig_begin(&r, "gds", 0.001);
    cell(&r, "TOP");
    lob_point *points = calloc((size_t)count, sizeof *points);
    for (int32_t k = 0; k < 3; k++) {
        for (int32_t i = 0; i < count; i++) {
            points[i] = (lob_point){random32(INT32_MAX), random32(INT32_MAX)};
        }
        assert_int_equal(r.s->polygon(r.s->self, &(lob_element){.layer = 1}, points, (uint32_t)count), LOB_OK);
    }
    free(points);
    for (int32_t i = 0; i < (int32_t)stride_pick(6000, 500); i++) {
        box(&r, &(lob_element){.layer = 2}, random32(1000), random32(1000), i, 3 * i);
    }
    for (int32_t i = 0; i < (int32_t)stride_pick(9000, 800); i++) {
        box(&r, &(lob_element){.layer = 3}, random32(1000), random32(100000), 5, 5);
        place(&r, &(lob_element){0}, "G", false, 0, 1, random32(1 << 30), random32(1 << 30));
    }
    end(&r);
    return rig_end(&r);
}

static void test_large(void **state) {
    (void)state;
    lob_layout *layout = make_large((int32_t)stride_pick(getenv("LOB_TEST_QUICK") ? 100000
                                                         : getenv("LOB_COVERAGE") ? 200000
                                                                                  : 600000,
                                                         10000));
    assert_int_equal(check_round_trip(layout, false), 0);
    written w;
    int full = open("/dev/full", O_WRONLY);
    for (int gzip = 0; gzip < 2; gzip++) {
        write_layout(&w, layout, LOB_FORMAT_OAS, full, gzip);
        assert_int_equal(w.status, LOB_E_TOOL_LIMIT_EXCEEDED);
        assert_true(lob_str_equal(w.ctx.error.details[0].text, LOB_STR("disk_full")));
        written_release(&w);
    }
    close(full);
    lob_layout_drop(layout);
}

/* Pictures: of 64 lattices and more, so that one list is tried as well. In the first, rows that repeat at random
 * places, lattices are less; in the second, rings of dots, a list is. Both come back. */
static lob_layout *make_picture(bool dots) {
    layout_rig r;
    rig_begin(&r, "gds", 0.001);
    cell(&r, "TOP");
    for (int32_t k = 0; k < 80; k++) {
        int32_t x = dots ? 0 : random32(1 << 28), y = dots ? k * 10 : random32(1 << 28);
        for (int32_t i = 0; i < (dots ? 120 : 40); i++) {
            if (!dots || (i * i + k * k) / 150 % 2 == 0) { /* rings */
                box(&r, &(lob_element){.layer = 1}, x + i * 10, y, 10, 10);
            }
        }
        place(&r, &(lob_element){0}, "G", false, 90, 1, k % 9 * 100, k / 9 * 100);
        place(&r, &(lob_element){0}, "G", true, 33.5, 2, k % 9 * 100, k / 9 * 100);
    }
    end(&r);
    return rig_end(&r);
}

/* A text of 33,000 bytes stands in the file as it is: KLayout does not read it out of a CBLOCK. One of 31,000 is
 * packed. */
static void test_long_text(void **state) {
    (void)state;
    for (size_t size = 31000; size <= 33000; size += 2000) {
        static char long_text[33001];
        memset(long_text, 'x', size);
        long_text[size] = '\0';
        layout_rig r;
        rig_begin(&r, "gds", 0.001);
        cell(&r, "TOP");
        text(&r, &(lob_element){.layer = 1}, long_text, 0, 0);
        end(&r);
        lob_layout *layout = rig_end(&r);
        assert_int_equal(check_round_trip(layout, false), 0);
        written w;
        write_layout(&w, layout, LOB_FORMAT_OAS, -1, false);
        lob_str bytes = lob_outfile_bytes(&w.out);
        bool is_plain = memmem(bytes.data, bytes.size, long_text, size) != NULL;
        assert_int_equal(is_plain, size > 32000);
        written_release(&w);
        lob_layout_drop(layout);
    }
}

static void test_pictures(void **state) {
    (void)state;
    for (int dots = 0; dots < 2; dots++) {
        lob_layout *layout = make_picture(dots);
        assert_int_equal(check_round_trip(layout, false), 0);
        written w;
        write_layout(&w, layout, LOB_FORMAT_OAS, -1, false);
        lob_layout *back = layout_of(lob_outfile_bytes(&w.out));
        const lob_cell *top = lob_layout_cell(back, lob_layout_find_cell(back, LOB_STR("TOP")));
        assert_int_equal(top->inst_count, 4); /* 72 of 9 x 8 and a row of 8, twice */
        assert_int_equal(top->inst_count_expanded, 160);
        uint32_t records = top->shapes[0].count[LOB_KIND_BOX];
        if (dots) {
            assert_int_equal(records, 1);
        } else {
            assert_in_range(records, 64, 80);
        }
        lob_layout_drop(back);
        written_release(&w);
        lob_layout_drop(layout);
    }
}

/* A CELL resets the modal variables: the second of two equal cells must say everything again. */
static void test_equal_cells(void **state) {
    (void)state;
    static const char *const names[] = {"A", "B"};
    static const lob_rep row = {.kind = LOB_REP_LATTICE, .na = 9, .nb = 1, .a = {7, 0}};
    const lob_element plain = {.layer = 1, .props = some_props, .prop_count = 1}, rows = {.layer = 1, .rep = &row};
    for (int kind = 0; kind < 6; kind++) { /* alone, so that nothing else comes between */
        layout_rig r;
        rig_begin(&r, "oas", 0.001);
        for (int i = 0; i < 2; i++) {
            cell(&r, names[i]);
            const lob_element *e = kind < 5 ? &rows : &plain;
            if (kind == 0 || kind == 5) {
                box(&r, e, 1, 2, 3, 4);
            } else if (kind == 1) {
                assert_int_equal(r.s->polygon(r.s->self, e, (lob_point[]){{5, 6}, {9, 7}, {8, 9}}, 3), LOB_OK);
            } else if (kind == 2 || kind == 3) {
                lob_path_event p = {.points = (lob_point[]){{7, 8}, {90, 8}},
                                    .count = kind == 2 ? 2 : 1,
                                    .width = 10,
                                    .begin_ext = 5,
                                    .end_ext = 5,
                                    .round_ends = kind == 3,
                                    .pathtype = kind == 3 ? 1 : 2};
                assert_int_equal(r.s->path(r.s->self, e, &p), LOB_OK);
            } else {
                text(&r, e, "label", 3, 3);
                place(&r, e, "G", false, 0, 1, 3, 3);
            }
            end(&r);
        }
        lob_layout *layout = rig_end(&r);
        assert_int_equal(check_round_trip(layout, false), 0);
        lob_layout_drop(layout);
    }
}

static void test_cancelled(void **state) {
    (void)state;
    lob_layout *layout = make_sample();
    lob_cancel cancel = {true};
    lob_write_warnings warnings = {0};
    lob_outfile out;
    lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    ctx.cancel = &cancel;
    assert_int_equal(lob_outfile_begin(&ctx, &out, -1, false), LOB_OK);
    assert_int_equal(lob_oas_write(&ctx, layout, &(lob_write_options){0}, &out, &warnings), LOB_E_CANCELLED);
    lob_outfile_release(&out);
    lob_arena_drop(arena);
    lob_layout_drop(layout);
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
    if (status == LOB_OK) {
        status = lob_write_layout(&ctx, arg, LOB_FORMAT_OAS, &out, &warnings);
    }
    if (status == LOB_OK) {
        status = lob_outfile_end(&out);
    }
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_outfile_release(&out);
    lob_arena_drop(arena);
    return status == LOB_OK;
}

static void test_allocations(void **state) {
    (void)state;
    lob_layout *layout = make_sample();
    assert_ge(sweep_allocations(run_write, layout), 20);
    lob_layout_drop(layout);
    layout_rig r;
    rig_begin(&r, "gds", 0.001);
    cell(&r, "TOP");
    draw_lossy(&r);
    for (int32_t i = 0; i < 200; i++) {
        char name[32];
        snprintf(name, sizeof name, "label number %d", i);
        text(&r, &(lob_element){.layer = 1}, name, i, i);
    }
    for (int32_t i = 0; i < 40; i++) {
        char name[32];
        snprintf(name, sizeof name, "cell %d", i);
        end(&r);
        cell(&r, name);
    }
    end(&r);
    layout = rig_end(&r);
    assert_ge(sweep_allocations(run_write, layout), 20);
    lob_layout_drop(layout);
}

/* ---- files ---- */

/* Round trips are compared shape by shape: a file of 300 bytes may hold 10^8. */
static bool is_small(const lob_layout *layout) {
    for (uint32_t i = 0; i < lob_layout_cell_count(layout); i++) {
        if (lob_layout_cell(layout, i)->shape_count_expanded > 1000000) {
            return false;
        }
    }
    return true;
}

/* Every `step`th file of at most `size_max` bytes; files that do not open are not of interest. */
static unsigned check_files(const char *pattern, unsigned step, off_t size_max) {
    glob_t found;
    unsigned checked = 0;
    if (glob(pattern, 0, NULL, &found) != 0) {
        return 0;
    }
    for (size_t i = 0; i < found.gl_pathc; i += step) {
        struct stat info;
        if (stat(found.gl_pathv[i], &info) != 0 || info.st_size > size_max) {
            continue;
        }
        char *bytes = malloc((size_t)info.st_size);
        int fd = open(found.gl_pathv[i], O_RDONLY);
        assert_int_equal(read(fd, bytes, (size_t)info.st_size), info.st_size);
        close(fd);
        lob_layout *layout = layout_of((lob_str){bytes, (size_t)info.st_size});
        if (layout && is_small(layout)) {
            check_round_trip(layout, false);
            checked++;
        }
        lob_layout_drop(layout);
        free(bytes);
    }
    globfree(&found);
    return checked;
}

static void test_fixtures(void **state) {
    (void)state;
    if (check_files("fixtures/*.gds", 1, 1 << 20) == 0) {
        skip();
    }
}

/* Public layouts, where they are beside the checkout. */
static void test_corpus(void **state) {
    (void)state;
    unsigned step = getenv("LOB_TEST_QUICK") ? 40 : 4;
    const off_t size_max = stride_pick(200000, 20000);
    if (check_files("../shared/corpus/[a-ln-z]*/*.gds", step, size_max) +
            check_files("../shared/corpus/[a-ln-z]*/*.oas", step, size_max) ==
        0) {
        skip();
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),  cmocka_unit_test(test_bytes),     cmocka_unit_test(test_units),
        cmocka_unit_test(test_losses),      cmocka_unit_test(test_refusals),  cmocka_unit_test(test_attributes),
        cmocka_unit_test(test_large),       cmocka_unit_test(test_cancelled), cmocka_unit_test(test_allocations),
        cmocka_unit_test(test_fixtures),    cmocka_unit_test(test_corpus),    cmocka_unit_test(test_pictures),
        cmocka_unit_test(test_equal_cells), cmocka_unit_test(test_long_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
