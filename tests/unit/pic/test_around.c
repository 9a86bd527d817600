/* Figures that look like guides, judged by what lies around them: teeth, letters, pads, bodies in pieces, marks; and
 * guides that lie among the like and stay guides. */
#include "pic_rig.h"

#include "measure/centre.h"
#include "pic/around.h"
#include "tests/unit/base/sweep.h"

/* The figure of index `index` among the boxes (or polygons) of 1/0 in cell `name`, seen from there. */
static lob_status judge_raw(rig *r, const char *name, lob_kind kind, uint32_t index, lob_around *around) {
    const lob_cell_index cell = cell_of(r, name);
    const lob_cell *c = lob_layout_cell(r->layout, cell);
    const lob_trans identity = lob_trans_identity();
    lob_figure figure;
    lob_centre centre;
    lob_stored self = {.leaf = cell, .layer = c->shapes[0].layer, .kind = kind, .index = index};
    LOB_TRY(lob_figure_make(&r->ctx, r->layout, &c->shapes[0], kind, index, 0, &identity, &figure));
    LOB_TRY(lob_centre_find(&r->ctx, &figure, &centre));
    assert_gt(centre.source, LOB_CENTRE_POINT);
    return lob_pic_around(&r->ctx, r->pic, cell, &self, &figure, &centre.guide, around);
}

static lob_around judge(rig *r, const char *name, lob_kind kind, uint32_t index) {
    lob_around around;
    assert_int_equal(judge_raw(r, name, kind, index, &around), LOB_OK);
    return around;
}

static void start(rig *r) {
    rig_begin(r);
    cell_begin(r, "a");
}

static void finish(rig *r) {
    cell_end(r);
    rig_finish(r);
    rig_open(r, NULL);
}

/* `count` strips side by side: width 300, `length` long, at a pitch. */
static void put_strips(rig *r, int count, int32_t pitch, int32_t length) {
    for (int i = 0; i < count; i++) {
        put_box(r, 1, 0, (lob_box){i * pitch, 0, i * pitch + 300, length});
    }
}

/* ---- teeth ---- */

static void test_teeth(void **state) {
    (void)state;
    rig r;
    start(&r);
    put_strips(&r, 6, 650, 10000);
    finish(&r);
    for (uint32_t i = 0; i < 6; i++) {
        lob_around a = judge(&r, "a", LOB_KIND_BOX, i);
        assert_int_equal(a.kind, LOB_AROUND_TEETH);
        assert_ge(a.count, 4);
        assert_le(a.count, 6);
        assert_eq(a.pitch, 650);
    }
    rig_drop(&r);
}

/* Three are no row; a wide pitch is none of a grating; a long strip is none of its teeth. */
static void test_no_teeth(void **state) {
    (void)state;
    static const struct {
        int count;
        int32_t pitch, length;
    } rows[] = {{3, 650, 10000}, {6, 2500, 10000}, {6, 650, 70000}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lob_case("rows[%zu]", i);
        rig r;
        start(&r);
        put_strips(&r, rows[i].count, rows[i].pitch, rows[i].length);
        finish(&r);
        assert_int_equal(judge(&r, "a", LOB_KIND_BOX, 1).kind, LOB_AROUND_GUIDE);
        rig_drop(&r);
    }
}

/* Parallel guides at a small pitch that go on at one end are guides: only what is free at both ends is a tooth. */
static void test_joined_row(void **state) {
    (void)state;
    rig r;
    start(&r);
    put_strips(&r, 6, 650, 10000);
    for (int i = 0; i < 6; i++) {
        put_box(&r, 1, 0, (lob_box){i * 650, 10000, i * 650 + 300, 30000});
    }
    finish(&r);
    assert_int_equal(judge(&r, "a", LOB_KIND_BOX, 2).kind, LOB_AROUND_GUIDE);
    rig_drop(&r);
}

/* Steps that change the pitch, or the width, or the length of the next end a row. */
static void test_broken_row(void **state) {
    (void)state;
    static const lob_box breaks[] = {{2650, 0, 2950, 10000}, {1950, 0, 3200, 10000}, {1950, 4900, 2250, 5100}};
    for (size_t i = 0; i < sizeof breaks / sizeof *breaks; i++) {
        lob_case("breaks[%zu]", i);
        rig r;
        start(&r);
        put_strips(&r, 3, 650, 10000);
        put_box(&r, 1, 0, breaks[i]);
        finish(&r);
        assert_int_equal(judge(&r, "a", LOB_KIND_BOX, 0).kind, LOB_AROUND_GUIDE);
        rig_drop(&r);
    }
}

/* Curved teeth, as focusing gratings have: the line across the middle of one meets each other twice at most. */
static void test_arcs(void **state) {
    (void)state;
    rig r;
    start(&r);
    for (int i = 0; i < 8; i++) {
        lob_point ring[42];
        for (int k = 0; k <= 20; k++) {
            double angle = (-20 + 2 * k) * (M_PI / 180), inner = 15000 + 630 * i, outer = inner + 320;
            ring[k] = (lob_point){(int32_t)lround(outer * cos(angle)), (int32_t)lround(outer * sin(angle))};
            ring[41 - k] = (lob_point){(int32_t)lround(inner * cos(angle)), (int32_t)lround(inner * sin(angle))};
        }
        put_polygon(&r, 1, 0, ring, 42);
    }
    finish(&r);
    for (uint32_t i = 0; i < 8; i++) {
        lob_around a = judge(&r, "a", LOB_KIND_POLYGON, i);
        assert_int_equal(a.kind, LOB_AROUND_TEETH);
        assert_lt(fabs(a.pitch - 630), 3);
    }
    rig_drop(&r);
}

/* A Bragg grating of slices that touch, in two halves whose ends touch as well: no wall of a slice guides along it.
 * Three slices are no row, yet parts of a body; eight with gaps whose ends are touched are neither. */
static void test_slices(void **state) {
    (void)state;
    static const struct {
        int count;
        int32_t pitch;
        lob_around_kind kind;
    } rows[] = {{8, 160, LOB_AROUND_TEETH}, {3, 160, LOB_AROUND_PART}, {8, 170, LOB_AROUND_GUIDE}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        rig r;
        start(&r);
        for (int i = 0; i < rows[k].count; i++) {
            const int32_t x = i * rows[k].pitch, high = i % 2 ? 225 : 275;
            put_box(&r, 1, 0, (lob_box){x, 0, x + 160, high});
            put_box(&r, 1, 0, (lob_box){x, -high, x + 160, 0});
        }
        finish(&r);
        for (uint32_t i = 0; i < 2 * (uint32_t)rows[k].count; i++) {
            lob_case("row %zu, slice %u", k, i);
            lob_around a = judge(&r, "a", LOB_KIND_BOX, i);
            assert_int_equal(a.kind, rows[k].kind);
            assert_eq(a.pitch, rows[k].kind == LOB_AROUND_TEETH ? 160 : 0);
            assert_eq(a.count, rows[k].kind == LOB_AROUND_TEETH ? rows[k].count : 0);
        }
        rig_drop(&r);
    }
}

/* Subwavelength gratings alternate wide and narrow teeth: each kind is a row of its own. */
static void test_alternating(void **state) {
    (void)state;
    rig r;
    start(&r);
    for (int i = 0; i < 6; i++) {
        put_box(&r, 1, 0, (lob_box){i * 1000, 0, i * 1000 + 575, 10000});
        put_box(&r, 1, 0, (lob_box){i * 1000 + 720, 0, i * 1000 + 860, 10000});
    }
    finish(&r);
    for (uint32_t i = 0; i < 12; i++) {
        lob_around a = judge(&r, "a", LOB_KIND_BOX, i);
        assert_int_equal(a.kind, LOB_AROUND_TEETH);
        assert_eq(a.pitch, 1000);
    }
    rig_drop(&r);
}

/* ---- bodies in pieces ---- */

/* Boxes, turned by `degrees` about the origin. */
static void put_turned(rig *r, const lob_box *boxes, size_t count, double degrees) {
    const double c = cos(degrees * M_PI / 180), s = sin(degrees * M_PI / 180);
    for (size_t i = 0; i < count; i++) {
        const lob_box b = boxes[i];
        const double xy[4][2] = {{b.left, b.bottom}, {b.right, b.bottom}, {b.right, b.top}, {b.left, b.top}};
        lob_point ring[4];
        for (int k = 0; k < 4; k++) {
            ring[k] =
                (lob_point){(int32_t)lround(c * xy[k][0] - s * xy[k][1]), (int32_t)lround(s * xy[k][0] + c * xy[k][1])};
        }
        put_polygon(r, 1, 0, ring, 4);
    }
}

/* A 1x1 interferometer whose body is one box, or three that touch: each piece is refused, its arms are guides. */
static void test_body(void **state) {
    (void)state;
    static const lob_box pieces[2][5] = {{{-10000, -250, 0, 250}, {12000, -250, 30000, 250}, {0, -1500, 12000, 1500}},
                                         {{-10000, -250, 0, 250},
                                          {12000, -250, 30000, 250},
                                          {0, -1500, 3500, 1500},
                                          {3500, -1500, 8000, 1500},
                                          {8000, -1500, 12000, 1500}}};
    for (int k = 0; k < 4; k++) {
        rig r;
        const size_t count = k % 2 ? 5 : 3;
        lob_case("%zu pieces at %d degrees", count, k / 2 * 37);
        start(&r);
        put_turned(&r, pieces[k % 2], count, k / 2 * 37);
        finish(&r);
        for (uint32_t i = 0; i < count; i++) {
            lob_around a = judge(&r, "a", LOB_KIND_POLYGON, i);
            assert_int_equal(a.kind, i < 2 ? LOB_AROUND_GUIDE : LOB_AROUND_BODY);
            assert_int_equal(a.count, i < 2 ? 0 : 2);
        }
        rig_drop(&r);
    }
}

/* A guide in two halves: no half has its width. A neighbour over half of a side, or beside a gap of 10 dbu, joins it
 * not; one over the whole of it does, as a broad figure does that covers a narrow one. */
static void test_part(void **state) {
    (void)state;
    static const struct {
        const char *what;
        lob_box pieces[2];
        lob_around_kind kinds[2];
    } rows[] = {{"halves", {{0, 0, 20000, 250}, {0, -250, 20000, 0}}, {LOB_AROUND_PART, LOB_AROUND_PART}},
                {"three quarters", {{0, 0, 20000, 250}, {0, -250, 15300, 0}}, {LOB_AROUND_PART, LOB_AROUND_PART}},
                {"half of a side", {{0, 0, 20000, 250}, {0, -250, 10000, 0}}, {LOB_AROUND_GUIDE, LOB_AROUND_PART}},
                {"a gap", {{0, 10, 20000, 250}, {0, -250, 20000, 0}}, {LOB_AROUND_GUIDE, LOB_AROUND_GUIDE}},
                {"covered", {{0, 0, 20000, 250}, {-100, -250, 20100, 500}}, {LOB_AROUND_PART, LOB_AROUND_GUIDE}},
                {"end to end", {{0, 0, 20000, 250}, {20000, 0, 40000, 250}}, {LOB_AROUND_GUIDE, LOB_AROUND_GUIDE}}};
    for (size_t k = 0; k < 2 * (sizeof rows / sizeof *rows); k++) {
        rig r;
        lob_case("%s at %d degrees", rows[k / 2].what, k % 2 ? 37 : 0);
        start(&r);
        put_turned(&r, rows[k / 2].pieces, 2, k % 2 ? 37 : 0);
        finish(&r);
        for (uint32_t i = 0; i < 2; i++) {
            assert_int_equal(judge(&r, "a", LOB_KIND_POLYGON, i).kind, rows[k / 2].kinds[i]);
        }
        rig_drop(&r);
    }
}

/* A splitter whose body is two pieces: the one without arms at its far end belongs to it all the same. */
static void test_parted_body(void **state) {
    (void)state;
    static const lob_box pieces[] = {{0, -1250, 4000, 1250},
                                     {4000, -1250, 7000, 1250},
                                     {-10000, -250, 0, 250},
                                     {7000, 375, 20000, 875},
                                     {7000, -875, 20000, -375}};
    rig r;
    start(&r);
    put_turned(&r, pieces, 5, 0);
    finish(&r);
    for (uint32_t i = 0; i < 5; i++) {
        assert_int_equal(judge(&r, "a", LOB_KIND_POLYGON, i).kind, i < 2 ? LOB_AROUND_BRANCH : LOB_AROUND_GUIDE);
    }
    rig_drop(&r);
}

/* Of guides the width does not step at both ends: it hardly changes, or at one end alone, or the guide is long, or goes
 * on as wide or wider, or along its rim, or in a stub no longer than wide; or it bends, or tapers. */
static void test_no_body(void **state) {
    (void)state;
    static const lob_box ends[][3] = {
        {{-10000, -1100, 0, 1100}, {12000, -1100, 30000, 1100}},
        {{-10000, -250, 0, 250}, {12000, -1500, 130000, 1500}, {130000, -250, 140000, 250}},
        {{-10000, -250, 0, 250}, {20000, -250, 30000, 250}},
        {{-10000, -250, 0, 250}, {12000, -2000, 30000, 2000}},
        {{-10000, -250, 0, 250}, {12000, 1000, 30000, 1500}},
        {{-10000, -250, 0, 250}, {12000, -250, 12100, 250}},
        {{-10000, -250, 0, 250}, {12000, -1500, 15000, 1500}, {14000, -3000, 15000, -1500}}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        rig r;
        lob_case("ends %zu", i);
        start(&r);
        put_box(&r, 1, 0, (lob_box){0, -1500, 12000, 1500});
        for (int k = 0; k < 3 && ends[i][k].right != ends[i][k].left; k++) {
            put_box(&r, 1, 0, ends[i][k]);
        }
        finish(&r);
        assert_int_equal(judge(&r, "a", LOB_KIND_BOX, 0).kind, LOB_AROUND_GUIDE);
        rig_drop(&r);
    }
    static const lob_point taper[4] = {{0, -1500}, {12000, -1100}, {12000, 1100}, {0, 1500}};
    rig r;
    start(&r);
    put_polygon(&r, 1, 0, taper, 4);
    put_box(&r, 1, 0, ends[1][0]);
    put_box(&r, 1, 0, (lob_box){12000, -250, 30000, 250});
    finish(&r);
    assert_int_equal(judge(&r, "a", LOB_KIND_POLYGON, 0).kind, LOB_AROUND_GUIDE);
    rig_drop(&r);
}

/* A splitter of boxes that abut: the body is refused, its arms are guides. Turned by 30 degrees as well. */
static void test_splitter(void **state) {
    (void)state;
    static const lob_box pieces[] = {
        {0, -1250, 5500, 1250}, {-10000, -250, 0, 250}, {5500, 375, 20000, 875}, {5500, -875, 20000, -375}};
    for (int turned = 0; turned < 2; turned++) {
        rig r;
        double c = cos(turned * M_PI / 6), s = sin(turned * M_PI / 6);
        start(&r);
        for (int i = 0; i < 4; i++) {
            const lob_box b = pieces[i];
            const double xy[4][2] = {{b.left, b.bottom}, {b.right, b.bottom}, {b.right, b.top}, {b.left, b.top}};
            lob_point ring[4];
            for (int k = 0; k < 4; k++) {
                ring[k] = (lob_point){(int32_t)lround(c * xy[k][0] - s * xy[k][1]),
                                      (int32_t)lround(s * xy[k][0] + c * xy[k][1])};
            }
            put_polygon(&r, 1, 0, ring, 4);
        }
        finish(&r);
        lob_around a = judge(&r, "a", LOB_KIND_POLYGON, 0);
        assert_int_equal(a.kind, LOB_AROUND_BRANCH);
        assert_int_equal(a.count, 2);
        for (uint32_t i = 1; i < 4; i++) {
            assert_int_equal(judge(&r, "a", LOB_KIND_POLYGON, i).kind, LOB_AROUND_GUIDE);
        }
        rig_drop(&r);
    }
}

/* A guide cut lengthwise goes on in two halves; corrugations of the next piece are no arms; nor are stubs. */
static void test_no_splitter(void **state) {
    (void)state;
    static const lob_box nexts[][3] = {{{10000, -250, 20000, 0}, {10000, 0, 20000, 250}},
                                       {{10000, -250, 10100, -50}, {10000, 50, 10100, 250}},
                                       {{10000, -250, 20000, -100}, {10000, 100, 20000, 250}},
                                       {{10000, -250, 20000, 250}, {10000, 0, 20000, 250}}};
    for (size_t i = 0; i < sizeof nexts / sizeof *nexts; i++) {
        lob_case("nexts[%zu]", i);
        rig r;
        start(&r);
        put_box(&r, 1, 0, (lob_box){0, -250, 10000, 250});
        put_box(&r, 1, 0, nexts[i][0]);
        put_box(&r, 1, 0, nexts[i][1]);
        finish(&r);
        assert_int_equal(judge(&r, "a", LOB_KIND_BOX, 0).kind, LOB_AROUND_GUIDE);
        rig_drop(&r);
    }
}

/* Arms at the sides of a short body, and two that cross a long guide, which stays one. */
static void test_sides(void **state) {
    (void)state;
    for (int32_t length = 10000; length <= 40000; length += 30000) {
        rig r;
        start(&r);
        put_box(&r, 1, 0, (lob_box){0, -500, length, 500});
        put_box(&r, 1, 0, (lob_box){4000, 500, 5000, 20000});
        put_box(&r, 1, 0, (lob_box){4000, -20000, 5000, -500});
        finish(&r);
        lob_around a = judge(&r, "a", LOB_KIND_BOX, 0);
        assert_int_equal(a.kind, length == 10000 ? LOB_AROUND_BRANCH : LOB_AROUND_GUIDE);
        assert_int_equal(a.count, length == 10000 ? 2 : 0);
        rig_drop(&r);
    }
}

/* Others beside it at its whole length are no arms: it is a part of them. */
static void test_beside(void **state) {
    (void)state;
    rig r;
    start(&r);
    put_box(&r, 1, 0, (lob_box){0, -250, 10000, 250});
    put_box(&r, 1, 0, (lob_box){0, 250, 10000, 750});
    put_box(&r, 1, 0, (lob_box){-100, -750, 9000, -250});
    finish(&r);
    assert_int_equal(judge(&r, "a", LOB_KIND_BOX, 0).kind, LOB_AROUND_PART);
    rig_drop(&r);
}

/* ---- pads and marks ---- */

static void test_pad(void **state) {
    (void)state;
    rig r;
    start(&r);
    put_box(&r, 1, 0, (lob_box){0, 0, 100000, 75000});
    cell_end(&r);
    cell_begin(&r, "joined"); /* as wide a piece goes on */
    put_box(&r, 1, 0, (lob_box){0, 0, 50000, 30000});
    put_box(&r, 1, 0, (lob_box){50000, 0, 500000, 30000});
    cell_end(&r);
    cell_begin(&r, "narrow"); /* short, but as narrow as guides are */
    put_box(&r, 1, 0, (lob_box){0, 0, 1000, 500});
    finish(&r);
    assert_int_equal(judge(&r, "a", LOB_KIND_BOX, 0).kind, LOB_AROUND_PAD);
    assert_int_equal(judge(&r, "joined", LOB_KIND_BOX, 0).kind, LOB_AROUND_GUIDE);
    assert_int_equal(judge(&r, "narrow", LOB_KIND_BOX, 0).kind, LOB_AROUND_GUIDE);
    rig_drop(&r);
}

#define LAYERS(role)                                                                                                   \
    "{\"schema_version\":\"1.0\",\"name\":\"mine\",\"layers\":{\"G\":{\"layer\":2,\"datatype\":0,\"role\":"            \
    "\"waveguide\"},\"X\":{\"layer\":1,\"datatype\":0,\"role\":\"" role "\"}}}"

/* On a layer of metal a short one is a pad; on one of marks nothing is a guide. */
static void test_roles(void **state) {
    (void)state;
    static const struct {
        const char *text;
        lob_around_kind kind;
    } roles[] = {{LAYERS("metal"), LOB_AROUND_PAD},   {LAYERS("port"), LOB_AROUND_MARK},
                 {LAYERS("device"), LOB_AROUND_MARK}, {LAYERS("text"), LOB_AROUND_MARK},
                 {LAYERS("fiber"), LOB_AROUND_MARK},  {LAYERS("other"), LOB_AROUND_MARK},
                 {LAYERS("slab"), LOB_AROUND_GUIDE},  {LAYERS("waveguide"), LOB_AROUND_GUIDE}};
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
        lob_case("roles[%zu]", i);
        rig r;
        start(&r);
        put_box(&r, 1, 0, (lob_box){0, 0, 10000, 5000});
        cell_end(&r);
        rig_finish(&r);
        rig_open(&r, roles[i].text);
        assert_int_equal(judge(&r, "a", LOB_KIND_BOX, 0).kind, roles[i].kind);
        uint32_t count;
        (void)lob_pic_mark_layers(r.pic, &count);
        assert_int_equal(count, roles[i].kind == LOB_AROUND_MARK);
        rig_drop(&r);
    }
}

/* ---- letters ---- */

/* An H of strokes 200 wide, 1400 high: no guide by itself. */
static void put_h(rig *r, int32_t x, int32_t y) {
    const lob_point ring[12] = {{x, y},
                                {x + 200, y},
                                {x + 200, y + 600},
                                {x + 800, y + 600},
                                {x + 800, y},
                                {x + 1000, y},
                                {x + 1000, y + 1400},
                                {x + 800, y + 1400},
                                {x + 800, y + 800},
                                {x + 200, y + 800},
                                {x + 200, y + 1400},
                                {x, y + 1400}};
    put_polygon(r, 1, 0, ring, 12);
}

/* H I H H: the I is a letter, whichever way the line runs; beside guides alone it is one itself. */
static void test_letters(void **state) {
    (void)state;
    rig r;
    start(&r);
    put_box(&r, 1, 0, (lob_box){1600, 0, 1800, 1400});
    put_h(&r, 0, 0);
    put_h(&r, 2400, 0);
    put_h(&r, 4000, 0);
    finish(&r);
    lob_around a = judge(&r, "a", LOB_KIND_BOX, 0);
    assert_int_equal(a.kind, LOB_AROUND_LETTER);
    assert_int_equal(a.count, 4);
    rig_drop(&r);

    start(&r);
    put_box(&r, 1, 0, (lob_box){1600, 0, 1800, 1400});
    put_box(&r, 1, 0, (lob_box){4200, 0, 4400, 1400});
    put_h(&r, 0, 0);
    put_h(&r, 2400, 100000);
    finish(&r);
    assert_int_equal(judge(&r, "a", LOB_KIND_BOX, 0).kind, LOB_AROUND_GUIDE);
    rig_drop(&r);
}

/* The same line turned by 90 degrees. */
static void test_upright_letters(void **state) {
    (void)state;
    rig r;
    rig_begin(&r);
    cell_begin(&r, "line");
    put_h(&r, 0, 0);
    put_h(&r, 2400, 0);
    put_h(&r, 4000, 0);
    cell_end(&r);
    cell_begin(&r, "a");
    put_box(&r, 1, 0, (lob_box){-1400, 1600, 0, 1800});
    put_inst(&r, "line", (lob_point){0, 0}, 90, NULL);
    finish(&r);
    assert_int_equal(judge(&r, "a", LOB_KIND_BOX, 0).kind, LOB_AROUND_LETTER);
    rig_drop(&r);
}

/* Strokes of letters 4200 high, 600 wide: H of three, L and T of two, I of one. */
static uint32_t put_strokes(rig *r, char letter, int32_t x) {
    static const lob_box h[] = {{0, 0, 200, 1400}, {200, 600, 800, 800}, {800, 0, 1000, 1400}};
    static const lob_box l[] = {{0, 0, 200, 1400}, {200, 0, 800, 200}};
    static const lob_box t[] = {{0, 1200, 900, 1400}, {350, 0, 550, 1200}};
    const lob_box *boxes = letter == 'H' ? h : letter == 'T' ? t : l;
    const uint32_t count = letter == 'H' ? 3 : letter == 'I' ? 1 : 2;
    for (uint32_t i = 0; i < count; i++) {
        const lob_box b = boxes[i];
        put_box(r, 1, 0, (lob_box){3 * b.left + x, 3 * b.bottom, 3 * b.right + x, 3 * b.top});
    }
    return count;
}

/* Every stroke is a letter's; of equal ones, as devices in a row are, none is; nor where they stand on a long guide, or
 * are too few. The foot of the L lies on that guide and is part of a wider one. */
static void test_strokes(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool is_joined;
        lob_around_kind kind;
    } lines[] = {{"HLTI", false, LOB_AROUND_LETTER},
                 {"TTLTTL", false, LOB_AROUND_LETTER},
                 {"LLLLL", false, LOB_AROUND_GUIDE},
                 {"HTL", false, LOB_AROUND_GUIDE},
                 {"HLTI", true, LOB_AROUND_GUIDE}};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        rig r;
        uint32_t count = 0;
        lob_case("%s", lines[i].text);
        start(&r);
        for (int32_t k = 0; lines[i].text[k]; k++) {
            count += put_strokes(&r, lines[i].text[k], 4500 * k);
        }
        if (lines[i].is_joined) {
            put_box(&r, 1, 0, (lob_box){0, -200, 100000, 0});
        }
        finish(&r);
        for (uint32_t k = 0; k < count; k++) {
            lob_case("%s, stroke %u", lines[i].text, k);
            const bool is_foot = lines[i].is_joined && k == 4;
            assert_int_equal(judge(&r, "a", LOB_KIND_BOX, k).kind, is_foot ? LOB_AROUND_PART : lines[i].kind);
        }
        rig_drop(&r);
    }
}

/* Outlines whose boxes overlap do not touch for that: a frame around the line belongs to none of its letters. */
static void test_framed_letters(void **state) {
    (void)state;
    static const lob_point frame[6] = {{-1000, -1000}, {29000, -1000}, {29000, 9000},
                                       {28800, 9000},  {28800, -800},  {-1000, -800}};
    rig r;
    start(&r);
    for (int32_t k = 0; k < 4; k++) {
        put_strokes(&r, "HLTI"[k], 4500 * k);
    }
    put_polygon(&r, 1, 0, frame, 6);
    finish(&r);
    for (uint32_t k = 0; k < 8; k++) {
        assert_int_equal(judge(&r, "a", LOB_KIND_BOX, k).kind, LOB_AROUND_LETTER);
    }
    rig_drop(&r);
}

/* ---- limits ---- */

/* More neighbours than are looked at: a guide. A copy of the figure is no neighbour. */
static void test_crowd(void **state) {
    (void)state;
    rig r;
    start(&r);
    put_strips(&r, 6, 650, 10000);
    for (int i = 0; i < 300; i++) {
        put_box(&r, 1, 0, (lob_box){305 + i, 4999, 306 + i, 5001});
    }
    finish(&r);
    assert_int_equal(judge(&r, "a", LOB_KIND_BOX, 1).kind, LOB_AROUND_GUIDE);
    rig_drop(&r);

    start(&r);
    put_box(&r, 1, 0, (lob_box){0, -250, 10000, 250});
    put_box(&r, 1, 0, (lob_box){0, -250, 10000, 250});
    finish(&r);
    assert_int_equal(judge(&r, "a", LOB_KIND_BOX, 0).kind, LOB_AROUND_GUIDE);
    rig_drop(&r);
}

/* Seen from a cell above: the figure itself is no neighbour, its like in the other places are. */
static void test_placed(void **state) {
    (void)state;
    rig r;
    rig_begin(&r);
    cell_begin(&r, "tooth");
    put_box(&r, 1, 0, (lob_box){0, 0, 300, 10000});
    cell_end(&r);
    cell_begin(&r, "a");
    for (int i = 0; i < 6; i++) {
        put_inst(&r, "tooth", (lob_point){650 * i, 0}, 0, NULL);
    }
    finish(&r);
    assert_int_equal(judge(&r, "tooth", LOB_KIND_BOX, 0).kind, LOB_AROUND_GUIDE);
    const lob_cell_index tooth = cell_of(&r, "tooth"), top = cell_of(&r, "a");
    const lob_shapes *shapes = &lob_layout_cell(r.layout, tooth)->shapes[0];
    for (uint32_t i = 0; i < 6; i++) {
        const lob_step step = {.inst = i};
        const lob_stored self = {.path = &step, .depth = 1, .leaf = tooth, .layer = shapes->layer};
        lob_trans trans;
        lob_figure figure;
        lob_centre centre;
        lob_around around;
        assert_int_equal(lob_path_trans(&r.ctx, r.layout, top, &step, 1, &trans, NULL), LOB_OK);
        assert_int_equal(lob_figure_make(&r.ctx, r.layout, shapes, LOB_KIND_BOX, 0, 0, &trans, &figure), LOB_OK);
        assert_int_equal(lob_centre_find(&r.ctx, &figure, &centre), LOB_OK);
        assert_int_equal(lob_pic_around(&r.ctx, r.pic, top, &self, &figure, &centre.guide, &around), LOB_OK);
        assert_int_equal(around.kind, LOB_AROUND_TEETH);
    }
    rig_drop(&r);
}

/* What is too long for a letter of its height, or stands on another line, is none; nor are two letters beside guides.
 */
static void test_no_letters(void **state) {
    (void)state;
    static const lob_box strokes[] = {{1600, 0, 1800, 1400}, {1600, 0, 1800, 5000}, {1600, 1000, 1620, 2400}};
    static const lob_box others[] = {{4000, 0, 4200, 1400}, {4000, 0, 9000, 200}, {4000, 700, 4200, 2100}};
    for (size_t i = 0; i < sizeof strokes / sizeof *strokes; i++) {
        lob_case("strokes[%zu]", i);
        rig r;
        start(&r);
        put_box(&r, 1, 0, strokes[i]);
        for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
            put_box(&r, 1, 0, others[k]);
        }
        put_h(&r, 0, 0);
        put_h(&r, 2400, 3000);
        finish(&r);
        assert_int_equal(judge(&r, "a", LOB_KIND_BOX, 0).kind, LOB_AROUND_GUIDE);
        rig_drop(&r);
    }
}

/* A ring has no ends. */
static void test_closed(void **state) {
    (void)state;
    const lob_guide ring = {.is_closed = true, .count = 2};
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_around around;
    lob_ctx_init(&ctx, arena);
    assert_int_equal(lob_around_judge(&ctx, &ring, &(lob_near){.ring_count = 0}, 0.001, false, NULL, &around), LOB_OK);
    assert_int_equal(around.kind, LOB_AROUND_GUIDE);
    lob_arena_drop(arena);
}

static rig swept;

static bool judge_letter(void *unused) {
    lob_around around;
    rig r = swept;
    (void)unused;
    r.arena = lob_arena_new(0);
    if (!r.arena) {
        return false;
    }
    lob_ctx_init(&r.ctx, r.arena);
    lob_status status = judge_raw(&r, "a", LOB_KIND_BOX, 0, &around);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_arena_drop(r.arena);
    return status == LOB_OK;
}

/* Every allocation fails once. */
static void test_memory(void **state) {
    (void)state;
    start(&swept);
    put_box(&swept, 1, 0, (lob_box){1600, 0, 1800, 1400});
    put_h(&swept, 0, 0);
    put_h(&swept, 2400, 0);
    put_h(&swept, 4000, 0);
    finish(&swept);
    assert_int_equal(judge(&swept, "a", LOB_KIND_BOX, 0).kind, LOB_AROUND_LETTER); /* search trees are there now */
    assert_gt(sweep_allocations(judge_letter, NULL), 2);
    rig_drop(&swept);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_teeth),          cmocka_unit_test(test_no_teeth), cmocka_unit_test(test_joined_row),
        cmocka_unit_test(test_broken_row),     cmocka_unit_test(test_arcs),     cmocka_unit_test(test_slices),
        cmocka_unit_test(test_alternating),    cmocka_unit_test(test_body),     cmocka_unit_test(test_parted_body),
        cmocka_unit_test(test_no_body),        cmocka_unit_test(test_part),     cmocka_unit_test(test_strokes),
        cmocka_unit_test(test_framed_letters), cmocka_unit_test(test_splitter), cmocka_unit_test(test_no_splitter),
        cmocka_unit_test(test_sides),          cmocka_unit_test(test_beside),   cmocka_unit_test(test_pad),
        cmocka_unit_test(test_roles),          cmocka_unit_test(test_letters),  cmocka_unit_test(test_upright_letters),
        cmocka_unit_test(test_crowd),          cmocka_unit_test(test_closed),   cmocka_unit_test(test_placed),
        cmocka_unit_test(test_no_letters),     cmocka_unit_test(test_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
