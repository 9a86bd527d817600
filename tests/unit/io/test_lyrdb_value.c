/* Values of markers, both ways: texts as KLayout 0.28.5 prints them of its own objects, and forms that it refuses. */
#include "tests/support/lob_test.h"

#include "xml_rig.h"

#include <math.h>

#include "io/lyrdb/lyrdb.h"

static lob_rdb_value parse(const char *text) {
    lob_rdb_value value;
    assert_int_equal(lob_rdb_parse_value(&ctx, arena, lob_str_from(text), &value), LOB_OK);
    return value;
}

static void writes_what_klayout_writes(void **state) {
    (void)state;
    static const struct {
        const char *text;
        lob_rdb_kind kind;
        uint32_t points;
    } cases[] = {
        {"float: 1.5", LOB_RDB_FLOAT, 0},
        {"float: 0", LOB_RDB_FLOAT, 0},
        {"float: 123456789012", LOB_RDB_FLOAT, 0},
        {"text: 'text with \\'q\\' ; \\\\ \\302\\265 \\n new'", LOB_RDB_TEXT, 0},
        {"text: word", LOB_RDB_TEXT, 0},
        {"text: ''", LOB_RDB_TEXT, 0},
        {"text: a.b", LOB_RDB_TEXT, 0},
        {"text: '1a'", LOB_RDB_TEXT, 0},
        {"polygon: (0,0;0,1;1.0000001,1)", LOB_RDB_POLYGON, 3},
        {"polygon: (0,0;0,10;10,10;10,0/1,1;2,1;2,2;1,2)", LOB_RDB_POLYGON, 8},
        {"polygon: ()", LOB_RDB_POLYGON, 0},
        {"edge: (0,0;-1,0.25)", LOB_RDB_EDGE, 2},
        {"edge-pair: (0,0;1,1)/(2,2;3,3)", LOB_RDB_EDGE_PAIR, 4},
        {"edge-pair: (0,0;1,1)|(2,2;3,3)", LOB_RDB_EDGE_PAIR, 4},
        {"box: (0,0;1,2)", LOB_RDB_BOX, 2},
        {"box: ()", LOB_RDB_BOX, 0},
        {"path: (0,0;0,1.5) w=0.5 bx=0 ex=0 r=false", LOB_RDB_PATH, 2},
        {"path: (0,0;0,1.5) w=0.5 bx=1 ex=2 r=true", LOB_RDB_PATH, 2},
        {"label: ('hello w',r90 1,2)", LOB_RDB_LABEL, 0},
        {"label: ('x',m45 1,2)", LOB_RDB_LABEL, 0},
        {"[mytag] box: (1,2;3,4)", LOB_RDB_BOX, 2},
        {"[#'u t'] box: (1,2;3,4)", LOB_RDB_BOX, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].text);
        lob_rdb_value value = parse(cases[i].text);
        lob_buf out;
        lob_buf_init(&out, 0);
        assert_int_equal(value.kind, cases[i].kind);
        assert_int_equal(value.point_count, cases[i].points);
        lob_rdb_put_value(&out, &value);
        assert_string_equal(out.data, cases[i].text);
        lob_buf_release(&out);
    }
}

static void understands_values(void **state) {
    (void)state;
    assert_text(parse(" text :  'a\\\\b\\'\\101\\t' ").text, "a\\b'A\t");
    assert_text(parse("text:").text, "");
    lob_rdb_value v = parse("polygon: (0,0;0,10;10,10;10,0/1,1;2,1;2,2;1,2)");
    assert_eq(v.contour_count, 2);
    assert_eq(v.contours[0], 4);
    assert_eq(v.contours[1], 8);
    assert_eq(v.points[5].x, 2);
    assert_eq(v.points[5].y, 1);
    v = parse("edge-pair: ( 0 , 0 ; 1e3,-.5 ) | (2,2;+3,3)");
    assert_true(v.is_symmetric);
    assert_eq(v.points[1].x, 1000);
    assert_eq(v.points[1].y, -0.5);
    v = parse("path: (0,0;0,1.5) w=0.5 bx=1 ex=2 r=true");
    assert_eq(v.path->width, 0.5);
    assert_eq(v.path->begin_ext, 1);
    assert_eq(v.path->end_ext, 2);
    assert_true(v.path->is_round);
    v = parse("label: ('x',m45 1,2) s=2.5 f=1 ha=c va=t");
    assert_eq(v.kind, LOB_RDB_LABEL);
    assert_true(v.label->trans.is_mirrored);
    assert_eq(v.label->trans.angle, 90);
    assert_text(v.label->text, "x");
    v = parse("[a]box:(3,4;1,2)");
    assert_eq(v.points[0].x, 1);
    assert_eq(v.points[0].y, 2);
    assert_eq(v.points[1].x, 3);
    assert_eq(v.points[1].y, 4);
}

static const char *const raw_texts[] = {"",
                                        "nothing",
                                        "int: 5",
                                        "box (1,2;3,4)",
                                        "box: (1,2)",
                                        "box: (1,2;3,4;5,6)",
                                        "box: (1,2;3,4",
                                        "box: (1,2;3,4) x",
                                        "edge: (0,0;1,1;2,2)",
                                        "edge: 0,0;1,1",
                                        "edge-pair: (0,0;1,1)",
                                        "edge-pair: (0,0;1,1)&(0,0;1,1)",
                                        "polygon: (0,0;a,b)",
                                        "polygon: (0,0;1,1/)",
                                        "path: (0,0;1,1) w=x",
                                        "path: (0,0;1,1) w=1 r=maybe",
                                        "path: (0,0;1,1) bx=",
                                        "path: (0,0;1,1) ex=",
                                        "label: (a)",
                                        "label: ('a,r0 0,0)",
                                        "label: ('a',r0 0,0",
                                        "label: ('a',q 0,0)",
                                        "label: ('a',)",
                                        "label: ('a',r0 0,0) s=",
                                        "float: x",
                                        "float: 1e999",
                                        "float: nan",
                                        "float: 0x10",
                                        "text: 'open",
                                        "text: two words",
                                        "[tag box: (1,2;3,4)",
                                        "[] box: (1,2;3,4)",
                                        "box: 1,2;3,4",
                                        "box: (1,2;3)",
                                        "box: (x)",
                                        "box: (1;2,3)",
                                        "edge: (0,0)",
                                        "edge: (0,0;1,1",
                                        "edge: (0,0;1,x)",
                                        "edge: x",
                                        "edge-pair: x/(0,0;1,1)",
                                        "edge-pair: (0,0;1,1)/x",
                                        "edge-pair: (0,0;1,1)/(0,0)",
                                        "edge-pair: (0,0;1,1)|(0,0;1,1",
                                        "polygon: 0,0;1,1",
                                        "polygon: (0,0;1,1",
                                        "path: 0,0",
                                        "path: (0,0;1",
                                        "path: (0,0;1,1",
                                        "path: (0,0;1,1) r=truex",
                                        "path: (0,0;1,1) r=falsey",
                                        "label: x",
                                        "label: (,r0 1,2)",
                                        "label: ('a' r0 1,2)",
                                        "label: ('a',*x 1,2)",
                                        "label: ('a',*-1 1,2)",
                                        "label: ('a',r 1,2)",
                                        "label: ('a',m 1,2)",
                                        "label: ('a',rx 1,2)",
                                        "label: ('a',r90 1)",
                                        "label: ('a',r90 1,)",
                                        "label: ('a',r0 1,2) ha=-",
                                        "float:",
                                        "boxes: (1,2;3,4)"};

static void keeps_what_does_not_parse(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof raw_texts / sizeof *raw_texts; i++) {
        lob_case("%s", raw_texts[i]);
        lob_rdb_value value = parse(raw_texts[i]);
        assert_int_equal(value.kind, LOB_RDB_RAW);
        assert_text(value.text, raw_texts[i]);
        assert_true(!value.tag);
        assert_eq(value.point_count, 0);
    }
}

/* Forms that no report has, and that mean something all the same. */
static void understands_odd_forms(void **state) {
    (void)state;
    lob_rdb_value v = parse("path: () w=1");
    assert_eq(v.kind, LOB_RDB_PATH);
    assert_eq(v.point_count, 0);
    assert_eq(v.path->width, 1);
    v = parse("path: (0,0;1,1) r=true r=false w=2 w=3");
    assert_true(!v.path->is_round);
    assert_eq(v.path->width, 3);
    v = parse("label: ('a',1,2)");
    assert_eq(v.label->trans.x, 1);
    assert_eq(v.label->trans.y, 2);
    assert_eq(v.label->trans.mag, 1);
    v = parse("label: ('a',r-90 1,2)");
    assert_eq(v.label->trans.angle, 270);
    v = parse("label: ('a',m-45 *2.5 1,2)");
    assert_eq(v.label->trans.angle, 270);
    assert_true(v.label->trans.is_mirrored);
    assert_eq(v.label->trans.mag, 2.5);
    v = parse("label: ('a',r450 1,2)");
    assert_eq(v.label->trans.angle, 90);
    v = parse("box: (3,2;1,4)");
    assert_eq(v.points[0].x, 1);
    assert_eq(v.points[0].y, 2);
    assert_eq(v.points[1].x, 3);
    assert_eq(v.points[1].y, 4);
}

/* What was kept as text goes out as that text, byte by byte. */
static void writes_what_it_did_not_understand(void **state) {
    (void)state;
    lob_rdb_value v = parse("layer: 17/0 \xC2\xB5 ''");
    lob_buf out;
    lob_buf_init(&out, 0);
    assert_int_equal(v.kind, LOB_RDB_RAW);
    lob_rdb_put_value(&out, &v);
    assert_string_equal(out.data, "layer: 17/0 \xC2\xB5 ''");
    lob_buf_release(&out);
}

/* Each value, in an arena of each size below what it takes: memory is what is said to be wanting, and the value is no
 * half of one. */
static void holds_small_arenas(void **state) {
    (void)state;
    static const char *const texts[] = {"[a] box: (1,2;3,4)",
                                        "['t\\'g'] float: 1",
                                        "text: 'a\\'b'",
                                        "polygon: (0,0;1,1;2,0/3,3;4,4;5,5)",
                                        "edge-pair: (0,0;1,1)/(2,2;3,3)",
                                        "path: (0,0;1,1) w=1",
                                        "label: ('a\\'b',r0 1,2)",
                                        "label: ('a',r0 1,2) f='a\\'b'"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        lob_case("%s", texts[i]);
        lob_status status = LOB_E_TOOL_LIMIT_EXCEEDED;
        unsigned refused = 0;
        for (size_t size = 1; status != LOB_OK; size += 4) {
            lob_arena *small = lob_arena_new(size);
            lob_rdb_value value;
            assert_lt(size, 5000);
            lob_error_clear(&ctx.error);
            status = lob_rdb_parse_value(&ctx, small, lob_str_from(texts[i]), &value);
            assert_int_equal(value.kind == LOB_RDB_RAW, status != LOB_OK);
            if (status != LOB_OK) {
                assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
            }
            refused += status != LOB_OK;
            lob_arena_drop(small);
        }
        assert_gt(refused, 10);
    }
    lob_status status = LOB_E_TOOL_LIMIT_EXCEEDED;
    for (size_t size = 1; status != LOB_OK; size += 4) {
        lob_arena *small = lob_arena_new(size);
        lob_rdb_item item = {0};
        bool fine;
        assert_lt(size, 5000);
        lob_error_clear(&ctx.error);
        status = lob_rdb_parse_tags(&ctx, small, LOB_STR("a,#'b\\'c',d"), &item, &fine);
        if (status != LOB_E_TOOL_LIMIT_EXCEEDED) {
            assert_eq(status, LOB_OK);
            assert_true(fine);
            assert_eq(item.tag_count, 3);
        }
        lob_arena_drop(small);
    }
}

static void assert_box(lob_um_box box, double left, double bottom, double right, double top) {
    assert_close(box.left, left, 1e-9);
    assert_close(box.bottom, bottom, 1e-9);
    assert_close(box.right, right, 1e-9);
    assert_close(box.top, top, 1e-9);
}

static void has_boxes(void **state) {
    (void)state;
    lob_rdb_value v = parse("box: (0,0;2,1)");
    lob_um_trans t = {.angle = 90, .mag = 2, .x = 10, .y = 20};
    assert_box(lob_rdb_value_box(&v, NULL), 0, 0, 2, 1);
    assert_box(lob_rdb_value_box(&v, &t), 8, 20, 10, 24);
    t = (lob_um_trans){.angle = 45, .mag = 1}; /* a turned box keeps all its corners */
    assert_box(lob_rdb_value_box(&v, &t), -sqrt(0.5), 0, sqrt(2), 3 * sqrt(0.5));
    v = parse("edge-pair: (0,0;1,1)/(2,-2;3,3)");
    assert_box(lob_rdb_value_box(&v, NULL), 0, -2, 3, 3);
    v = parse("path: (0,0;0,4) w=2 bx=0 ex=3 r=false");
    lob_um_box box = lob_rdb_value_box(&v, NULL);
    assert_le(box.left, -1);
    assert_ge(box.right, 1);
    assert_le(box.bottom, 0);
    assert_ge(box.top, 7);
    v = parse("label: ('x',r0 1,2)");
    assert_box(lob_rdb_value_box(&v, NULL), 1, 2, 1, 2);
    v = parse("text: a");
    box = lob_rdb_value_box(&v, NULL);
    assert_gt(box.left, box.right);
}

/* KLayout: DCplxTrans(a) * DCplxTrans(b). */
static void composes(void **state) {
    (void)state;
    lob_um_trans a = {.is_mirrored = true, .angle = 90, .mag = 2, .x = 1, .y = 2},
                 b = {.angle = 30, .mag = 0.5, .x = 3, .y = 4};
    lob_um_trans c = lob_um_compose(&a, &b);
    assert_true(c.is_mirrored);
    assert_eq(c.angle, 60);
    assert_eq(c.mag, 1);
    assert_eq(c.x, 9);
    assert_eq(c.y, 8);
    lob_um_point p = {0.25, -7}, direct = lob_um_apply(&c, p), twice = lob_um_apply(&a, lob_um_apply(&b, p));
    assert_close(direct.x, twice.x, 1e-12);
    assert_close(direct.y, twice.y, 1e-12);
}

static void rounds_to_database_units(void **state) {
    (void)state;
    int64_t dbu;
    assert_true(lob_rdb_um_to_dbu(1.0005, 0.001, &dbu));
    assert_among(dbu, 1000, 1001);
    assert_true(lob_rdb_um_to_dbu(-2.5, 1, &dbu));
    assert_eq(dbu, -3);
    assert_true(lob_rdb_um_to_dbu(2.5, 1, &dbu));
    assert_eq(dbu, 3);
    assert_true(lob_rdb_um_to_dbu(0.1 + 0.2, 0.001, &dbu));
    assert_eq(dbu, 300);
    assert_false(lob_rdb_um_to_dbu(1e300, 0.001, &dbu));
    assert_false(lob_rdb_um_to_dbu(1, 0, &dbu));
    assert_false(lob_rdb_um_to_dbu(NAN, 1, &dbu));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin_test, end_test)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(writes_what_klayout_writes),
        TEST(understands_values),
        TEST(keeps_what_does_not_parse),
        TEST(understands_odd_forms),
        TEST(writes_what_it_did_not_understand),
        TEST(holds_small_arenas),
        TEST(has_boxes),
        TEST(composes),
        TEST(rounds_to_database_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
