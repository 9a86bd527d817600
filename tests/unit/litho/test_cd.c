/* Sizes along cuts through images that are formulas: a cosine's lines and spaces at any level, angle and place; and the
 * table of gauges, with what is wrong with others. */
#include <math.h>

#include "tests/support/lob_test.h"

#include "base/buf.h"
#include "litho/cd.h"
#include "scenes.h"

enum { SIDE = 256 };
static const double pixel = 4, pitch = 140, mean = 0.5, swing = 0.3;

/* Lines along y, one in the middle of x = 0. */
static lob_plane cosine(void) {
    lob_plane plane;
    const lob_frame frame = {-SIDE / 2, -SIDE / 2, SIDE, SIDE, pixel};
    assert_int_equal(lob_plane_new(&ctx, frame, &plane), LOB_OK);
    for (uint32_t y = 0; y < SIDE; y++) {
        for (uint32_t x = 0; x < SIDE; x++) {
            plane.values[y * SIDE + x] =
                (float)(mean + swing * cos(2 * M_PI * lob_frame_x_nm(&frame, x + 0.5) / pitch));
        }
    }
    return plane;
}

static double width_at(double level) {
    return pitch / M_PI * acos((level - mean) / swing);
}

static lob_cd_profile cut(const lob_plane *plane, lob_cd_gauge gauge) {
    lob_cd_profile profile;
    assert_int_equal(lob_cd_cut(&ctx, plane, &gauge, &profile), LOB_OK);
    return profile;
}

static void test_sizes(void **state) {
    (void)state;
    lob_plane plane = cosine();
    const double angles[] = {0, 180, 45, -30, 77.5};
    for (size_t i = 0; i < sizeof angles / sizeof angles[0]; i++) {
        lob_case("angles[%zu]", i);
        const double stretch = 1 / fabs(cos(angles[i] * M_PI / 180));
        lob_cd_gauge gauge = {.kind = LOB_CD_LINE, .x_nm = 3, .y_nm = -7.3, .angle_deg = angles[i], .target_nm = 140};
        lob_cd_profile line = cut(&plane, gauge);
        gauge.kind = LOB_CD_SPACE;
        gauge.x_nm = 75;
        lob_cd_profile space = cut(&plane, gauge);
        for (double level = 0.25; level < 0.76; level += 0.05) {
            assert_close(lob_cd_at(&line, level), width_at(level) * stretch, 0.02 * stretch);
            assert_close(lob_cd_at(&space, level), (pitch - width_at(level)) * stretch, 0.02 * stretch);
        }
        double level;
        assert_true(lob_cd_intensity(&line, 60 * stretch, &level));
        assert_close(level, mean + swing * cos(M_PI * 60 / pitch), 1e-4);
        assert_true(lob_cd_intensity(&space, 60 * stretch, &level));
        assert_close(level, mean + swing * cos(M_PI * 80 / pitch), 1e-4);
        assert_false(lob_cd_intensity(&line, 150 * stretch, &level));
        lob_cd_profile_release(&line);
        lob_cd_profile_release(&space);
    }
    lob_plane_drop(&plane);
}

/* Nothing prints, or all does; an edge that lies inside is negative. */
static void test_ends(void **state) {
    (void)state;
    lob_plane plane = cosine();
    lob_cd_gauge gauge = {.kind = LOB_CD_LINE, .target_nm = 70};
    lob_cd_profile line = cut(&plane, gauge);
    assert_true(isinf(lob_cd_at(&line, 0.1)) && lob_cd_at(&line, 0.1) > 0);
    assert_true(isinf(lob_cd_at(&line, 0.9)) && lob_cd_at(&line, 0.9) < 0);
    gauge.kind = LOB_CD_SPACE;
    lob_cd_profile space = cut(&plane, gauge); /* a line is there */
    assert_true(isinf(lob_cd_at(&space, 0.5)) && lob_cd_at(&space, 0.5) < 0);
    assert_true(isinf(lob_cd_at(&space, 0.9)) && lob_cd_at(&space, 0.9) > 0);
    gauge = (lob_cd_gauge){.kind = LOB_CD_EDGE, .x_nm = 35};
    lob_cd_profile edge = cut(&plane, gauge);
    for (double level = 0.3; level < 0.71; level += 0.1) {
        assert_close(lob_cd_at(&edge, level), width_at(level) / 2 - 35, 0.02);
    }
    gauge = (lob_cd_gauge){.kind = LOB_CD_EDGE, .x_nm = -35, .angle_deg = 180};
    lob_cd_profile other = cut(&plane, gauge);
    assert_close(lob_cd_at(&other, 0.4), width_at(0.4) / 2 - 35, 0.02);
    lob_cd_profile_release(&line);
    lob_cd_profile_release(&space);
    lob_cd_profile_release(&edge);
    lob_cd_profile_release(&other);
    gauge.x_nm = 513; /* a nanometre beyond the image */
    lob_cd_profile none;
    assert_int_equal(lob_cd_cut(&ctx, &plane, &gauge, &none), LOB_E_INVALID_TARGET);
    lob_plane_drop(&plane);
}

/* ---- the table ---- */

static void test_table(void **state) {
    (void)state;
    lob_cd_gauges g;
    const lob_str csv = LOB_STR("# gauges\r\n\n target_nm , x_um,y_um,kind,name,angle_deg,measured_nm # columns\n"
                                "70,1.5,-2,,a b,90,66.5\n40,0,0,space\n\n,0.5,0,edge,\"e\",0\n");
    assert_int_equal(lob_cd_gauges_read(&ctx, csv, &g), LOB_OK);
    assert_int_equal(g.count, 3);
    assert_false(g.items[0].has_kind);
    assert_eq(g.items[0].x_nm, 1500);
    assert_eq(g.items[0].y_nm, -2000);
    assert_eq(g.items[0].angle_deg, 90);
    assert_true(g.items[0].has_measured);
    assert_eq(g.items[0].measured_nm, 66.5);
    assert_true(lob_str_equal(g.items[0].name, LOB_STR("a b")));
    assert_int_equal(g.items[1].kind, LOB_CD_SPACE);
    assert_true(lob_str_equal(g.items[1].name, LOB_STR("line 5")));
    assert_false(g.items[1].has_measured);
    assert_int_equal(g.items[2].kind, LOB_CD_EDGE);
    assert_eq(g.items[2].target_nm, 0);
}

static void test_faults(void **state) {
    (void)state;
    static const struct {
        const char *csv;
        int line;
        const char *column; /* NULL: the error names none */
    } cases[] = {
        {"", 0, "x_um"},
        {"x_um,target_nm\n1,2\n", 1, "y_um"},
        {"x_um,y_um,width\n", 1, NULL},
        {"x_um,y_um,x_um\n", 1, "x_um"},
        {"x_um,y_um,target_nm\n", 1, NULL},
        {"x_um,y_um,target_nm\n1,2\n", 2, "target_nm"},
        {"x_um,y_um,target_nm\n1,2,0\n", 2, "target_nm"},
        {"x_um,y_um,target_nm\n1,2,-3\n", 2, "target_nm"},
        {"x_um,y_um,target_nm\n1,2x,3\n", 2, "y_um"},
        {"x_um,y_um,target_nm\n1,nan,3\n", 2, "y_um"},
        {"x_um,y_um,target_nm\n1,1e99,3\n", 2, "y_um"},
        {"x_um,y_um,target_nm\n,1,3\n", 2, "x_um"},
        {"x_um,y_um,kind\n1,1,hole\n", 2, "kind"},
        {"x_um,y_um,measured_nm,target_nm\n1,1,x,5\n", 2, "measured_nm"},
        {"x_um,y_um,kind,target_nm\n1,1,edge,x\n", 2, "target_nm"},
        {"x_um,y_um,kind,target_nm\n1,1,edge,5\n", 2, "target_nm"},
        {"x_um,y_um,angle_deg,target_nm\n1,1,400,5\n", 2, "angle_deg"},
        {"x_um,y_um,target_nm\n1,2,000000000000000000000000000000000000000000000000000000000000000000000003\n", 2,
         "target_nm"},
        {"x_um,y_um,target_nm\n,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,\n", 2, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("cases[%zu]", i);
        print_message("%s\n", cases[i].csv);
        lob_cd_gauges g;
        lob_str column = {NULL, 0};
        int64_t line = -1;
        assert_int_equal(lob_cd_gauges_read(&ctx, lob_str_from(cases[i].csv), &g), LOB_E_INVALID_TARGET);
        for (unsigned k = 0; k < ctx.error.detail_count; k++) {
            column = strcmp(ctx.error.details[k].key, "column") == 0 ? ctx.error.details[k].text : column;
            line = strcmp(ctx.error.details[k].key, "line") == 0 ? ctx.error.details[k].integer : line;
        }
        assert_eq(line, cases[i].line);
        assert_true(lob_str_equal(column, lob_str_from(cases[i].column)));
        lob_error_clear(&ctx.error);
    }
}

static void test_many(void **state) {
    (void)state;
    lob_buf csv;
    lob_cd_gauges g;
    lob_buf_init(&csv, 0);
    lob_buf_add_text(&csv, "x_um,y_um,target_nm\n");
    for (int i = 0; i < LOB_CD_GAUGES_MAX; i++) {
        lob_buf_printf(&csv, "%d,0,50\n", i);
    }
    assert_int_equal(lob_cd_gauges_read(&ctx, (lob_str){csv.data, csv.size}, &g), LOB_OK);
    assert_int_equal(g.count, LOB_CD_GAUGES_MAX);
    assert_eq(g.items[9999].x_nm, 9999000);
    lob_buf_add_text(&csv, "0,0,50\n");
    assert_int_equal(lob_cd_gauges_read(&ctx, (lob_str){csv.data, csv.size}, &g), LOB_E_INVALID_TARGET);
    lob_buf_release(&csv);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_sizes), TEST(test_ends), TEST(test_table), TEST(test_faults), TEST(test_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
