/* What elements become. The expected events are what KLayout 0.28.5 reports for the same bytes, unless a comment says
 * otherwise. */
#include "tests/support/lob_test.h"

#include "tests/unit/io/gds_case.h"

#define BEFORE "layout gds 0.001 0.001 v600 LIB\ncell TOP\n"
#define AFTER  "end\ndone\n"

static bytes b;

static void begin(void) {
    head(&b);
    begin_cell(&b, "TOP");
}

static void expect(const char *events) {
    char all[2000];
    end_cell(&b);
    end_library(&b);
    snprintf(all, sizeof all, BEFORE "%s" AFTER, events);
    expect_events(&b, all);
}

static void boundary(const int64_t *xy, size_t count) {
    begin_boundary(&b, 1, 0);
    rec_i4(&b, 0x1003, xy, count);
    end_element(&b);
}
#define BOUNDARY(...) boundary((const int64_t[]){__VA_ARGS__}, sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t))

static void test_polygons(void **state) {
    (void)state;
    begin();
    BOUNDARY(0, 0, 10, 0, 5, 5, 0, 0);                          /* closed */
    BOUNDARY(0, 0, 10, 0, 5, 5);                                /* not closed */
    BOUNDARY(0, 0, 0, 10, 0, 20, 0, 0);                         /* collinear */
    BOUNDARY(0, 0, 10, 0, 10, 0, 10, 10, 0, 10, 0, 0);          /* doubled corner */
    BOUNDARY(0, 0, 5, 0, 10, 0, 10, 10, 0, 10, 0, 0);           /* point on an edge */
    BOUNDARY(0, 0, 10, 0, 10, 10, 0, 10, 0, 0, 0, 0);           /* closed twice: one closing point goes */
    BOUNDARY(0, 0, 0, 0, 10, 0, 10, 10, 0, 10, 0, 0);           /* begins twice */
    BOUNDARY(0, 0, 10, 10, 10, 0, 0, 10, 0, 0);                 /* bow tie */
    BOUNDARY(0, 0, 10, 0, 0, 0, 10, 0, 0, 0);                   /* to and fro */
    BOUNDARY(INT32_MIN, INT32_MIN, INT32_MAX, 0, 0, INT32_MAX); /* the edges of the number range */
    expect("polygon 1/0 0,0 10,0 5,5\n"
           "polygon 1/0 0,0 10,0 5,5\n"
           "polygon 1/0 0,0 0,10 0,20\n"
           "polygon 1/0 0,0 10,0 10,0 10,10 0,10\n"
           "polygon 1/0 0,0 5,0 10,0 10,10 0,10\n"
           "polygon 1/0 0,0 10,0 10,10 0,10 0,0\n"
           "polygon 1/0 0,0 0,0 10,0 10,10 0,10\n"
           "polygon 1/0 0,0 10,10 10,0 0,10\n"
           "polygon 1/0 0,0 10,0 0,0 10,0\n"
           "polygon 1/0 -2147483648,-2147483648 2147483647,0 0,2147483647\n");
}

static void test_rectangles(void **state) {
    (void)state;
    begin();
    BOUNDARY(0, 0, 10, 0, 10, 5, 0, 5, 0, 0);
    BOUNDARY(0, 0, 0, 5, 10, 5, 10, 0);
    BOUNDARY(10, 10, 0, 10, 0, 0, 10, 0, 10, 10);
    BOUNDARY(0, 0, 0, 10, 0, 10, 0, 0, 0, 0); /* flat */
    BOUNDARY(0, 0, 0, 10, 0, 10, 0, 0);
    BOUNDARY(0, 0, 10, 0, 10, 0, 0, 0);
    BOUNDARY(5, 5, 5, 5, 5, 5, 5, 5, 5, 5);
    BOUNDARY(INT32_MIN, INT32_MIN, INT32_MAX, INT32_MIN, INT32_MAX, INT32_MAX, INT32_MIN, INT32_MAX);
    expect("box 1/0 0,0 10,5\nbox 1/0 0,0 10,5\nbox 1/0 0,0 10,10\n"
           "box 1/0 0,0 0,10\nbox 1/0 0,0 0,10\nbox 1/0 0,0 10,0\nbox 1/0 5,5 5,5\n"
           "box 1/0 -2147483648,-2147483648 2147483647,2147483647\n");
}

/* One corner beside the rectangle, each in turn and both ways around: all of them are outlines. */
static void test_nearly_rectangles(void **state) {
    (void)state;
    static const int64_t corners[2][8] = {{0, 0, 0, 5, 9, 5, 9, 0}, {0, 0, 9, 0, 9, 5, 0, 5}};
    for (unsigned way = 0; way < 2; way++) {
        for (unsigned i = 0; i < 8; i++) {
            int64_t xy[10];
            char events[100];
            memcpy(xy, corners[way], sizeof corners[way]);
            xy[i]++;
            xy[8] = xy[0], xy[9] = xy[1];
            snprintf(events, sizeof events, "polygon 1/0 %d,%d %d,%d %d,%d %d,%d\n", (int)xy[0], (int)xy[1], (int)xy[2],
                     (int)xy[3], (int)xy[4], (int)xy[5], (int)xy[6], (int)xy[7]);
            begin();
            boundary(xy, 10);
            expect(events);
        }
    }
}

static void test_too_few_points(void **state) {
    (void)state;
    for (int points = 0; points <= 3; points++) {
        begin();
        size_t at = b.size;
        begin_boundary(&b, 1, 0);
        rec_i4(&b, 0x1003, (const int64_t[]){0, 0, 9, 0, 0, 0}, (size_t)(2 * points)); /* the third closes */
        end_element(&b);
        char text[100];
        snprintf(text, sizeof text, "warning degenerate_boundary @%zu\n", at);
        expect(text);
    }
}

static void test_layers_are_unsigned(void **state) {
    (void)state;
    begin();
    begin_boundary(&b, -1, 32768);
    XY(&b, 0, 0, 10, 0, 5, 5);
    end_element(&b);
    expect("polygon 65535/32768 0,0 10,0 5,5\n");
}

/* XY in parts, records in any order, ELFLAGS and PLEX ignored. */
static void test_split_xy(void **state) {
    (void)state;
    begin();
    rec0(&b, 0x0800);
    XY(&b, 0, 0, 10, 0);
    rec_i2(&b, 0x2601, 3);
    rec_i2(&b, 0x0e02, 7);
    XY(&b, 5, 5);
    REC_I4(&b, 0x2f03, 9);
    rec_i2(&b, 0x0d02, 4);
    XY(&b, 0, 0);
    end_element(&b);
    expect("polygon 4/7 0,0 10,0 5,5\n");
}

/* A BOX that is no rectangle stays an outline (KLayout makes it its bounding box). */
static void test_box(void **state) {
    (void)state;
    begin();
    const int64_t xy[3][10] = {
        {0, 0, 10, 0, 10, 5, 0, 5, 0, 0}, {0, 0, 10, 0, 15, 5, 0, 5, 0, 0}, {10, 10, 0, 0, 0, 0, 0, 0, 0, 0}};
    const size_t counts[3] = {10, 10, 4};
    for (int i = 0; i < 3; i++) {
        begin_shape(&b, 0x2d00, 0x2e02, 1, 3);
        rec_i4(&b, 0x1003, xy[i], counts[i]);
        end_element(&b);
    }
    expect("box 1/3 0,0 10,5\npolygon 1/3 0,0 10,0 15,5 0,5\nbox 1/3 0,0 10,10\n");
}

static void test_node(void **state) {
    (void)state;
    begin();
    size_t at = begin_shape(&b, 0x1500, 0x2a02, 1, 3);
    XY(&b, 0, 0);
    end_element(&b);
    char text[100];
    snprintf(text, sizeof text, "warning node @%zu\n", at);
    expect(text);
}

/* ---- paths ---- */

enum { ABSENT = -1 };

static void path(int pathtype, int64_t width, int64_t begin_ext, int64_t end_ext, size_t points) {
    begin_shape(&b, 0x0900, 0x0e02, 1, 0);
    if (pathtype != ABSENT) {
        rec_i2(&b, 0x2102, pathtype);
    }
    REC_I4(&b, 0x0f03, width);
    if (begin_ext != ABSENT) {
        REC_I4(&b, 0x3003, begin_ext);
    }
    if (end_ext != ABSENT) {
        REC_I4(&b, 0x3103, end_ext);
    }
    rec_i4(&b, 0x1003, (const int64_t[]){0, 0, 100, 0, 100, 0, 100, 50}, 2 * points);
    end_element(&b);
}

static void test_paths(void **state) {
    (void)state;
    begin();
    path(2, 5, ABSENT, ABSENT, 2); /* half an odd width is rounded down */
    path(1, 5, ABSENT, ABSENT, 2);
    path(0, 5, ABSENT, ABSENT, 2);
    path(ABSENT, 5, ABSENT, ABSENT, 2);
    path(2, 1, ABSENT, ABSENT, 2);
    path(2, INT32_MAX, ABSENT, ABSENT, 2);
    path(4, 5, 7, -3, 2);
    path(4, 5, 7, ABSENT, 2);
    path(4, 5, ABSENT, ABSENT, 2);
    path(2, 4, 7, ABSENT, 2); /* an extension counts whatever the type */
    path(0, 6, 7, -3, 2);
    path(1, 6, ABSENT, ABSENT, 1);
    path(0, 6, ABSENT, ABSENT, 4);
    expect("path 1/0 t2 w5 2..2 0,0 100,0\n"
           "path 1/0 t1 w5 2..2 round 0,0 100,0\n"
           "path 1/0 t0 w5 0..0 0,0 100,0\n"
           "path 1/0 t0 w5 0..0 0,0 100,0\n"
           "path 1/0 t2 w1 0..0 0,0 100,0\n"
           "path 1/0 t2 w2147483647 1073741823..1073741823 0,0 100,0\n"
           "path 1/0 t4 w5 7..-3 0,0 100,0\n"
           "path 1/0 t4 w5 7..0 0,0 100,0\n"
           "path 1/0 t4 w5 0..0 0,0 100,0\n"
           "path 1/0 t2 w4 7..2 0,0 100,0\n"
           "path 1/0 t0 w6 7..-3 0,0 100,0\n"
           "path 1/0 t1 w6 3..3 round 0,0\n"
           "path 1/0 t0 w6 0..0 0,0 100,0 100,0 100,50\n");
}

/* Not KLayout's: it gives a negative width negative extensions. A round end has no other length than its radius. */
static void test_paths_of_our_own(void **state) {
    (void)state;
    begin();
    path(2, -5, ABSENT, ABSENT, 2);
    path(1, 6, 7, -3, 2);
    begin_shape(&b, 0x0900, 0x0e02, 1, 0);
    XY(&b, 0, 0, 100, 0);
    end_element(&b);
    expect("path 1/0 t2 w5abs 2..2 0,0 100,0\npath 1/0 t1 w6 3..3 round 0,0 100,0\npath 1/0 t0 w0 0..0 0,0 100,0\n");
}

static void test_bad_paths(void **state) {
    (void)state;
    begin();
    size_t at = b.size;
    path(0, 5, ABSENT, ABSENT, 0);
    char text[100];
    snprintf(text, sizeof text, "warning empty_path @%zu\n", at);
    expect(text);
    static const int types[] = {3, 5, 7, 99, 65535};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        lob_case("types[%zu]", i);
        begin();
        begin_shape(&b, 0x0900, 0x0e02, 1, 0);
        at = rec_i2(&b, 0x2102, types[i]);
        expect_refused(&b, at, "PATHTYPE", "pathtype");
    }
    begin();
    begin_shape(&b, 0x0900, 0x0e02, 1, 0);
    at = REC_I4(&b, 0x0f03, INT32_MIN);
    expect_refused(&b, at, "WIDTH", "width");
}

/* ---- texts ---- */

static void text_at(uint64_t angle, int strans, const char *string) {
    begin_shape(&b, 0x0c00, 0x1602, 2, 5);
    if (strans != ABSENT) {
        rec_i2(&b, 0x1a01, strans);
    }
    if (angle) {
        rec_n(&b, 0x1c05, angle);
    }
    rec_s(&b, 0x1906, string); /* before XY, as some writers have it */
    XY(&b, 3, -4);
    end_element(&b);
}

static void test_text_orientation(void **state) {
    (void)state;
    begin();
    text_at(0, ABSENT, "A");
    text_at(0x422d000000000000, 0, "A");      /* 45: the quarter turn above */
    text_at(0x421e000000000000, 0, "A");      /* 30 */
    text_at(0x425a000000000000, 0x8000, "A"); /* 90 mirrored */
    text_at(0xc25a000000000000, 0, "A");      /* -90 */
    text_at(0x4316800000000000, 0, "A");      /* 360 */
    text_at(0x4315e00000000000, 0, "A");      /* 350 */
#define TAIL " mag 1 width 0\n"
    expect("text 2/5 'A' 3,-4 code 0 pres 0 angle 0" TAIL "text 2/5 'A' 3,-4 code 1 pres 0 angle 45" TAIL
           "text 2/5 'A' 3,-4 code 0 pres 0 angle 30" TAIL "text 2/5 'A' 3,-4 code 5 pres 0 angle 90" TAIL
           "text 2/5 'A' 3,-4 code 3 pres 0 angle 270" TAIL "text 2/5 'A' 3,-4 code 0 pres 0 angle 0" TAIL
           "text 2/5 'A' 3,-4 code 0 pres 0 angle 350" TAIL);
}

/* Padding goes, NULs inside stay (KLayout cuts there). */
static void test_text_strings(void **state) {
    (void)state;
    begin();
    text_at(0, ABSENT, "");
    begin_shape(&b, 0x0c00, 0x1602, 2, 5);
    rec_i2(&b, 0x1701, 0x8015);
    REC_I4(&b, 0x0f03, -20);
    rec_i2(&b, 0x2102, 1);
    rec_n(&b, 0x1b05, 0x4040000000000000);
    rec(&b, 0x1906, "A\0\nB\0\0", 6);
    XY(&b, 0, 0);
    end_element(&b);
    expect("text 2/5 '' 3,-4 code 0 pres 0 angle 0 mag 1 width 0\n"
           "text 2/5 'A\\x00\\x0aB' 0,0 code 0 pres 21 angle 0 mag 0.25 width -20\n");
}

/* ---- instances ---- */

static void test_srefs(void **state) {
    (void)state;
    begin();
    rec0(&b, 0x0a00);
    rec_s(&b, 0x1206, "ABC");
    XY(&b, 1, 2);
    end_element(&b);
    size_t at = rec0(&b, 0x0a00);
    XY(&b, 1, 2);
    rec_i2(&b, 0x1a01, 0x8006);
    rec_n(&b, 0x1b05, 0x4120000000000000);
    rec_n(&b, 0x1c05, 0xc25a000000000000); /* -90 */
    rec_s(&b, 0x1206, "ABC");
    end_element(&b);
    char text[300];
    snprintf(text, sizeof text,
             "inst ABC 1,2 angle 0 mag 1\nwarning absolute_mag @%zu\nwarning absolute_angle @%zu\n"
             "inst ABC 1,2 mirror angle 270abs mag 2abs\n",
             at, at);
    expect(text);
}

static size_t aref(int columns, int rows, const int64_t xy[6]) {
    size_t at = rec0(&b, 0x0b00);
    uint8_t colrow[4] = {(uint8_t)(columns >> 8), (uint8_t)columns, (uint8_t)(rows >> 8), (uint8_t)rows};
    rec_s(&b, 0x1206, "A");
    rec(&b, 0x1302, colrow, 4);
    rec_i4(&b, 0x1003, xy, 6);
    end_element(&b);
    return at;
}
#define AREF(c, r, ...) aref(c, r, (const int64_t[6]){__VA_ARGS__})

static void test_arefs(void **state) {
    (void)state;
    begin();
    AREF(3, 2, 7, 7, 37, 7, 7, 57);
    AREF(2, 3, 0, 0, 0, 20, -30, 0);
    AREF(3, 3, 0, 0, 30, 9, -6, 30);
    AREF(1, 1, 5, 6, 9, 9, 9, 9);
    AREF(2, 1, INT32_MAX, INT32_MIN, INT32_MIN + 1, INT32_MAX - 1, 0, 0);
    AREF(32767, 32767, 0, 0, 32767, 0, 0, 0);
    size_t at = AREF(3, 4, 0, 0, 10, 0, 0, -10);
    char text[600];
    snprintf(text, sizeof text,
             "inst A 7,7 angle 0 mag 1 *lattice 2x3 0,25 10,0\n"
             "inst A 0,0 angle 0 mag 1 *lattice 3x2 -10,0 0,10\n"
             "inst A 0,0 angle 0 mag 1 *lattice 3x3 -2,10 10,3\n"
             "inst A 5,6 angle 0 mag 1\n"
             "inst A 2147483647,-2147483648 angle 0 mag 1 *lattice 1x2 -2147483647,2147483648 "
             "-2147483647,2147483647\n"
             "inst A 0,0 angle 0 mag 1 *lattice 32767x32767 0,0 1,0\n"
             "warning fractional_pitch @%zu\n"
             "inst A 0,0 angle 0 mag 1 *fraction 4x3 0,-10 10,0\n",
             at);
    expect(text);
}

static void test_bad_instances(void **state) {
    (void)state;
    static const int counts[][2] = {{0, 5}, {5, 0}, {-1, 1}, {1, -32768}};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        lob_case("counts[%zu]", i);
        begin();
        size_t at = AREF(counts[i][0], counts[i][1], 0, 0, 9, 0, 0, 9);
        expect_refused(&b, at + 4 + 6, "COLROW", "colrow");
    }
    static const struct {
        unsigned code;
        uint64_t bits;
        const char *name, *reason;
    } reals[] = {
        {0x1b05, 0, "MAG", "mag"},
        {0x1b05, 0xc120000000000000, "MAG", "mag"},
        {0x1b05, 0x7fffffffffffffff, "MAG", "mag"},
        {0x1b05, 0x45f4241000000000, "MAG", "mag"}, /* 1000001 */
        {0x1c05, 0x7fffffffffffffff, "ANGLE", "angle"},
    };
    for (size_t i = 0; i < sizeof reals / sizeof reals[0]; i++) {
        lob_case("reals[%zu]", i);
        begin();
        rec0(&b, 0x0a00);
        size_t at = rec_n(&b, reals[i].code, reals[i].bits);
        expect_refused(&b, at, reals[i].name, reals[i].reason);
    }
    begin();
    rec0(&b, 0x0a00);
    rec_n(&b, 0x1b05, 0x45f4240000000000); /* 1000000 */
    rec_n(&b, 0x1c05, 0x433e800000000000); /* 1000 degrees: 280 more than twice around */
    rec_s(&b, 0x1206, "A");
    XY(&b, 0, 0);
    end_element(&b);
    expect("inst A 0,0 angle 280 mag 1000000\n");
}

/* ---- what is missing ---- */

static void test_missing_records(void **state) {
    (void)state;
    static const struct {
        unsigned code, type_code;
        const char *name;
    } shapes[] = {{0x0800, 0x0e02, "BOUNDARY"},
                  {0x0900, 0x0e02, "PATH"},
                  {0x0c00, 0x1602, "TEXT"},
                  {0x1500, 0x2a02, "NODE"},
                  {0x2d00, 0x2e02, "BOX"}};
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        lob_case("shapes[%zu]", i);
        for (unsigned left_out = 0; left_out < 3; left_out++) {
            begin();
            size_t at = rec0(&b, shapes[i].code);
            if (left_out != 0) {
                rec_i2(&b, 0x0d02, 1);
            }
            if (left_out != 1) {
                rec_i2(&b, shapes[i].type_code, 1);
            }
            if (left_out != 2) {
                XY(&b, 0, 0);
            }
            if (shapes[i].code == 0x0c00) {
                rec_s(&b, 0x1906, "A");
            }
            end_element(&b);
            expect_refused(&b, at, shapes[i].name, "missing_record");
        }
    }
}

static void test_missing_in_others(void **state) {
    (void)state;
    begin();
    size_t at = begin_shape(&b, 0x0c00, 0x1602, 1, 0);
    XY(&b, 0, 0);
    end_element(&b);
    expect_refused(&b, at, "TEXT", "missing_record"); /* no STRING */
    b.size = at;
    rec0(&b, 0x0a00);
    XY(&b, 0, 0);
    end_element(&b);
    expect_refused(&b, at, "SREF", "missing_record");
    b.size = at;
    rec0(&b, 0x0b00);
    rec_s(&b, 0x1206, "A");
    XY(&b, 0, 0, 1, 1, 2, 2);
    end_element(&b);
    expect_refused(&b, at, "AREF", "missing_record");
}

static void test_point_counts(void **state) {
    (void)state;
    for (size_t points = 0; points <= 4; points++) {
        const int64_t xy[8] = {0};
        begin();
        size_t at = rec0(&b, 0x0a00);
        rec_s(&b, 0x1206, "A");
        rec_i4(&b, 0x1003, xy, 2 * points);
        end_element(&b);
        if (points != 1) {
            expect_refused(&b, at, "SREF", "point_count");
        }
        b.size = at;
        begin_shape(&b, 0x0c00, 0x1602, 1, 0);
        rec_s(&b, 0x1906, "A");
        rec_i4(&b, 0x1003, xy, 2 * points);
        end_element(&b);
        if (points != 1) {
            expect_refused(&b, at, "TEXT", "point_count");
        }
        b.size = at;
        rec0(&b, 0x0b00);
        rec_s(&b, 0x1206, "A");
        rec(&b, 0x1302, "\0\1\0\1", 4);
        rec_i4(&b, 0x1003, xy, 2 * points);
        end_element(&b);
        if (points != 3) {
            expect_refused(&b, at, "AREF", "point_count");
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_polygons),
        cmocka_unit_test(test_rectangles),
        cmocka_unit_test(test_nearly_rectangles),
        cmocka_unit_test(test_too_few_points),
        cmocka_unit_test(test_layers_are_unsigned),
        cmocka_unit_test(test_split_xy),
        cmocka_unit_test(test_box),
        cmocka_unit_test(test_node),
        cmocka_unit_test(test_paths),
        cmocka_unit_test(test_paths_of_our_own),
        cmocka_unit_test(test_bad_paths),
        cmocka_unit_test(test_text_orientation),
        cmocka_unit_test(test_text_strings),
        cmocka_unit_test(test_srefs),
        cmocka_unit_test(test_arefs),
        cmocka_unit_test(test_bad_instances),
        cmocka_unit_test(test_missing_records),
        cmocka_unit_test(test_missing_in_others),
        cmocka_unit_test(test_point_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
