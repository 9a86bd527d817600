/* The OASIS reader against files made byte by byte; what each means is worked out by hand from SEMI P39's tables. */
#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "base/buf.h"
#include "io/oas/oas.h"
#include "oas_bytes.h"
#include "oas_told.h"

/* ---- elements ---- */

static void rectangles_and_modal_variables(void **state) {
    (void)state;
    begin_cell_a();
    rectangle(1, 2, 10, 20, -5, 7);
    u(&file, 20); /* all fields as before */
    b(&file, 0x00);
    u(&file, 20); /* a square: height follows the width */
    b(&file, 0xc0);
    u(&file, 4);
    u(&file, 20); /* keeps the height 4 of the square */
    b(&file, 0x40);
    u(&file, 6);
    u(&file, 16); /* XYRELATIVE */
    u(&file, 20);
    b(&file, 0x18);
    i(&file, 100);
    i(&file, -100);
    u(&file, 15); /* XYABSOLUTE */
    u(&file, 20);
    b(&file, 0x10);
    i(&file, 1);
    expect_cell("box 1/2 -5,7 5,27\nbox 1/2 -5,7 5,27\nbox 1/2 -5,7 -1,11\nbox 1/2 -5,7 1,11\n"
                "box 1/2 95,-93 101,-89\nbox 1/2 1,-93 7,-89\n");
}

static void polygon_head(void) {
    u(&file, 21);
    b(&file, 0x3b);
    u(&file, 1);
    u(&file, 0);
}

static void polygon_tail(void) {
    i(&file, 1000);
    i(&file, 2000);
}

static void point_list_types(void **state) {
    (void)state;
    begin_cell_a();
    polygon_head(); /* 0: right 6, up 4: closed over (1000, 2004) */
    u(&file, 0);
    u(&file, 2);
    i(&file, 6);
    i(&file, 4);
    polygon_tail();
    polygon_head(); /* 1: up 4, right 6: closed over (1006, 2000) */
    u(&file, 1);
    u(&file, 2);
    i(&file, 4);
    i(&file, 6);
    polygon_tail();
    polygon_head(); /* 2: east 5, north 5, west 2 */
    u(&file, 2);
    u(&file, 3);
    u(&file, 5 << 2 | 0);
    u(&file, 5 << 2 | 1);
    u(&file, 2 << 2 | 2);
    polygon_tail();
    polygon_head(); /* 3: all eight directions, 3 each */
    u(&file, 3);
    u(&file, 8);
    for (unsigned d = 0; d < 8; d++) {
        u(&file, 3 << 3 | d);
    }
    polygon_tail();
    polygon_head(); /* 4: form 1 (north-east 7), form 2 (-2, 5), form 2 (3, -4) */
    u(&file, 4);
    u(&file, 3);
    u(&file, 7 << 4 | 4 << 1);
    u(&file, 2 << 2 | 2 | 1);
    i(&file, 5);
    u(&file, 3 << 2 | 1);
    i(&file, -4);
    polygon_tail();
    polygon_head(); /* 5: deltas of deltas: (10,0), +(0,5) -> (10,5), +(-20,0) -> (-10,5) */
    u(&file, 5);
    u(&file, 3);
    u(&file, 10 << 4 | 0 << 1);
    u(&file, 5 << 4 | 1 << 1);
    u(&file, 20 << 4 | 2 << 1);
    polygon_tail();
    expect_cell("polygon 1/0 1000,2000 1006,2000 1006,2004 1000,2004\n"
                "polygon 1/0 1000,2000 1000,2004 1006,2004 1006,2000\n"
                "polygon 1/0 1000,2000 1005,2000 1005,2005 1003,2005\n"
                "polygon 1/0 1000,2000 1003,2000 1003,2003 1000,2003 1000,2000 1003,2003 1000,2006 997,2003 1000,2000\n"
                "polygon 1/0 1000,2000 1007,2007 1005,2012 1008,2008\n"
                "polygon 1/0 1000,2000 1010,2000 1020,2005 1010,2010\n");
}

/* 7.7.2 and 7.7.3: a polygon of type 0 or 1 has an even count. An odd one is warned of; the point that closes it is the
 * one KLayout gives it. A path may have any. */
static void odd_point_lists(void **state) {
    (void)state;
    for (unsigned type = 0; type < 2; type++) {
        for (unsigned count = 1; count <= 4; count++) {
            char expected[256];
            const int x[5] = {0, type ? 0 : 6, 6, type ? 6 : 8, 8}, y[5] = {0, type ? 4 : 0, 4, type ? 7 : 4, 7};
            size_t size = (size_t)snprintf(expected, sizeof expected, "%spolygon 1/0",
                                           count % 2 ? "warning odd_point_list\n" : "");
            begin_cell_a();
            polygon_head();
            u(&file, type);
            u(&file, count);
            for (unsigned k = 0; k <= count; k++) {
                if (k > 0) {
                    i(&file, (x[k] - x[k - 1]) + (y[k] - y[k - 1])); /* one of them is 0 */
                }
                size += (size_t)snprintf(expected + size, sizeof expected - size, " %d,%d", 1000 + x[k], 2000 + y[k]);
            }
            polygon_tail();
            const bool level = (count + type) % 2 == 0; /* the next edge would be */
            snprintf(expected + size, sizeof expected - size, " %d,%d\n", level ? 1000 : 1000 + x[count],
                     level ? 2000 + y[count] : 2000);
            expect_cell(expected);
        }
    }
    begin_cell_a();
    raw(&file, "\x16\xfb\1\0\5\5\0\3\x0c\x08\4\0\0", 13);
    expect_cell("path 1/0 w10 0 0 0,0 6,0 6,4 8,4\n");
}

static void paths_and_extensions(void **state) {
    (void)state;
    begin_cell_a();
    u(&file, 22); /* E W P X Y D L: half-width 5, start flush, end half the width */
    b(&file, 0xfb);
    u(&file, 3);
    u(&file, 4);
    u(&file, 5);
    u(&file, 1 << 2 | 2);
    u(&file, 4);
    u(&file, 1);
    u(&file, 9 << 4 | 0 << 1);
    i(&file, 1);
    i(&file, 2);
    u(&file, 22); /* explicit -3 and 8, same points */
    b(&file, 0x80);
    u(&file, 3 << 2 | 3);
    i(&file, -3);
    i(&file, 8);
    u(&file, 22); /* scheme 0 keeps both */
    b(&file, 0x80);
    u(&file, 0);
    u(&file, 27); /* CIRCLE of radius 50 */
    b(&file, 0x20);
    u(&file, 50);
    expect_cell("path 3/4 w10 0 5 1,2 10,2\npath 3/4 w10 -3 8 1,2 10,2\npath 3/4 w10 -3 8 1,2 10,2\n"
                "path 3/4 w100 50 50 round 1,2\n");
}

/* Width 100, height 40 wherever both count; corners as SEMI P39's figure of the 26 types has them. */
static const char *const ctrapezoids[26] = {
    "0,0 0,40 60,40 100,0",  "0,0 0,40 100,40 60,0",  "0,0 40,40 100,40 100,0", "40,0 0,40 100,40 100,0",
    "0,0 40,40 60,40 100,0", "40,0 0,40 100,40 60,0", "0,0 40,40 100,40 60,0",  "40,0 0,40 60,40 100,0",
    "0,0 0,100 40,60 40,0",  "0,0 0,60 40,100 40,0",  "0,0 0,100 40,100 40,40", "0,40 0,100 40,100 40,0",
    "0,0 0,100 40,60 40,40", "0,40 0,60 40,100 40,0", "0,0 0,60 40,100 40,40",  "0,40 0,100 40,60 40,0",
    "0,0 0,40 40,0",         "0,0 0,40 40,40",        "0,0 40,40 40,0",         "0,40 40,40 40,0",
    "0,0 40,40 80,0",        "0,40 80,40 40,0",       "0,0 0,80 40,40",         "40,0 0,40 40,80",
    "0,0 0,40 100,40 100,0", "0,0 0,40 40,40 40,0",
};

static void all_ctrapezoids(void **state) {
    (void)state;
    begin_cell_a();
    rectangle(1, 0, 1, 1, 0, 0);
    char expected[4096] = "box 1/0 0,0 1,1\n";
    for (unsigned type = 0; type < 26; type++) {
        bool tall = (type >= 8 && type < 16) || type == 22 || type == 23;
        bool only_width = (type >= 16 && type < 20) || type == 22 || type == 23 || type == 25;
        bool only_height = type == 20 || type == 21;
        u(&file, 26);
        b(&file, 0x80 | (only_height ? 0 : 0x40) | (only_width ? 0 : 0x20) | 0x18);
        u(&file, type);
        if (!only_height) {
            u(&file, tall || only_width ? 40 : 100);
        }
        if (!only_width) {
            u(&file, tall ? 100 : 40);
        }
        i(&file, 0);
        i(&file, 0);
        strcat(expected, "polygon 1/0 ");
        strcat(expected, ctrapezoids[type]);
        strcat(expected, "\n");
    }
    expect_cell(expected);
}

/* The side that a type implies is the modal one of the next record (KLayout 0.28.5 reads these bytes so; gdstk too, but
 * for type 25). */
static void ctrapezoids_set_the_implied_side(void **state) {
    (void)state;
    static const unsigned types[5] = {16, 22, 25, 20, 21};
    begin_cell_a();
    rectangle(1, 0, 50, 30, 0, 0);
    for (unsigned k = 0; k < 5; k++) {
        u(&file, 26);
        b(&file, 0x80 | (types[k] == 20 || types[k] == 21 ? 0x20 : 0x40));
        u(&file, types[k]);
        u(&file, 40);
        u(&file, 20); /* RECTANGLE, all modal */
        b(&file, 0);
    }
    expect_cell("box 1/0 0,0 50,30\npolygon 1/0 0,0 0,40 40,0\nbox 1/0 0,0 40,40\npolygon 1/0 0,0 0,80 40,40\n"
                "box 1/0 0,0 40,80\npolygon 1/0 0,0 0,40 40,40 40,0\nbox 1/0 0,0 40,40\n"
                "polygon 1/0 0,0 40,40 80,0\nbox 1/0 0,0 80,40\npolygon 1/0 0,40 80,40 40,0\nbox 1/0 0,0 80,40\n");
}

static void trapezoids(void **state) {
    (void)state;
    begin_cell_a();
    rectangle(1, 0, 1, 1, 0, 0);
    u(&file, 23); /* horizontal 100 x 40, a = 10 (top left moved right), b = -20 (top right moved left) */
    b(&file, 0x60);
    u(&file, 100);
    u(&file, 40);
    i(&file, 10);
    i(&file, -20);
    u(&file, 24); /* only a = -10: bottom left moved right */
    b(&file, 0x00);
    i(&file, -10);
    u(&file, 25); /* vertical, only b = -5: top left lower by 5 */
    b(&file, 0x80);
    i(&file, -5);
    expect_cell("box 1/0 0,0 1,1\npolygon 1/0 0,0 10,40 80,40 100,0\npolygon 1/0 10,0 0,40 100,40 100,0\n"
                "polygon 1/0 0,0 0,35 100,40 100,0\n");
}

static void repetition(unsigned type, const int64_t *numbers, unsigned count) {
    u(&file, 20);
    b(&file, 0x04);
    u(&file, type);
    for (unsigned k = 0; k < count; k++) {
        u(&file, (uint64_t)numbers[k]);
    }
}

#define REPETITION(type, ...)                                                                                          \
    do {                                                                                                               \
        const int64_t numbers_[] = {__VA_ARGS__};                                                                      \
        repetition(type, numbers_, sizeof numbers_ / sizeof numbers_[0]);                                              \
    } while (0)

static void repetition_types(void **state) {
    (void)state;
    begin_cell_a();
    rectangle(1, 0, 1, 1, 0, 0);
    REPETITION(1, 1, 2, 10, 20);                              /* 3 x 4 */
    repetition(0, NULL, 0);                                   /* the same again */
    REPETITION(2, 0, 7);                                      /* 2 in x */
    REPETITION(3, 3, 8);                                      /* 5 in y */
    REPETITION(4, 1, 5, 6);                                   /* x 0 5 11 */
    REPETITION(5, 1, 10, 5, 6);                               /* x 0 50 110 */
    REPETITION(6, 0, 9);                                      /* y 0 9 */
    REPETITION(7, 0, 3, 9);                                   /* y 0 27 */
    REPETITION(8, 0, 1, 5 << 4 | 0 << 1, 7 << 4 | 4 << 1);    /* 2 east 5, 3 north-east 7 */
    REPETITION(9, 2, 4 << 2 | 2 | 1, 3 << 1);                 /* 4 along (-4, 3) */
    REPETITION(10, 1, 5 << 4 | 1 << 1, 6 << 4 | 2 << 1);      /* (0,5), then (-6,0) on */
    REPETITION(11, 1, 100, 5 << 4 | 1 << 1, 6 << 4 | 2 << 1); /* the same by 100 */
    expect_cell("box 1/0 0,0 1,1\n"
                "box 1/0 0,0 1,1 lattice 3x4 (10,0) (0,20)\nbox 1/0 0,0 1,1 lattice 3x4 (10,0) (0,20)\n"
                "box 1/0 0,0 1,1 lattice 2x1 (7,0) (0,0)\nbox 1/0 0,0 1,1 lattice 1x5 (0,0) (0,8)\n"
                "box 1/0 0,0 1,1 list (0,0) (5,0) (11,0)\nbox 1/0 0,0 1,1 list (0,0) (50,0) (110,0)\n"
                "box 1/0 0,0 1,1 list (0,0) (0,9)\nbox 1/0 0,0 1,1 list (0,0) (0,27)\n"
                "box 1/0 0,0 1,1 lattice 2x3 (5,0) (7,7)\nbox 1/0 0,0 1,1 lattice 4x1 (-4,3) (0,0)\n"
                "box 1/0 0,0 1,1 list (0,0) (0,5) (-6,5)\nbox 1/0 0,0 1,1 list (0,0) (0,500) (-600,500)\n");
}

static void texts_placements_and_names(void **state) {
    (void)state;
    begin_cell_a();
    u(&file, 19); /* TEXT with its string, textlayer, texttype, x, y */
    b(&file, 0x5b);
    s(&file, "hello there");
    u(&file, 10);
    u(&file, 3);
    i(&file, 5);
    i(&file, -6);
    u(&file, 19); /* by number */
    b(&file, 0x60);
    u(&file, 4);
    u(&file, 19); /* no characters */
    b(&file, 0x40);
    s(&file, "");
    u(&file, 17); /* PLACEMENT of B at 1,2, 270 degrees, flipped */
    b(&file, 0xb7);
    s(&file, "B");
    i(&file, 1);
    i(&file, 2);
    u(&file, 18); /* by number 9, magnification 5/2, angle 30.5 (float64) */
    b(&file, 0xc6);
    u(&file, 9);
    u(&file, 4);
    u(&file, 5);
    u(&file, 2);
    u(&file, 7);
    raw(&file, "\0\0\0\0\0\x80\x3e\x40", 8);
    u(&file, 5); /* TEXTSTRING implicit: ends the cell */
    s(&file, "t0");
    u(&file, 4); /* CELLNAME explicit */
    s(&file, "B");
    u(&file, 9);
    u(&file, 11); /* LAYERNAME: layers 4..6, all datatypes */
    s(&file, "WG");
    u(&file, 4);
    u(&file, 4);
    u(&file, 6);
    u(&file, 0);
    u(&file, 12); /* for texts: up to 3, exactly 7 */
    s(&file, "LBL");
    u(&file, 1);
    u(&file, 3);
    u(&file, 3);
    u(&file, 7);
    oas_finish(&file, 0);
    expect_told("text 10/3 5,-6 'hello there'\ntext 10/3 5,-6 #4\ntext 10/3 5,-6 ''\nplace B 1,2 270 x1 flip\nplace #9 "
                "1,2 30.5 x2.5\n"
                "end cell\ndefine text #0 t0\ndefine cell #9 B\nlayer 4-6/0-4294967295 WG\nlayer 0-3/7-7 LBL\nend\n");
}

/* Zeros above the last group of bits change nothing, however many there are; a bit above the 64th is too much. */
static void overlong_integers(void **state) {
    (void)state;
    for (unsigned size = 2; size <= 20; size++) {
        for (unsigned bit = 0; bit < 2; bit++) {
            begin_cell_a();
            u(&file, 20);
            b(&file, 0x7b);
            b(&file, 0x85); /* layer 5 */
            for (unsigned k = 2; k < size; k++) {
                b(&file, 0x80);
            }
            b(&file, bit ? size < 10 ? 0 : size == 10 ? 2 : 1 : 0);
            raw(&file, "\3\4\6\2\2", 5);
            if (bit && size >= 10) {
                oas_finish(&file, 0);
                expect_refused("integer_range");
            } else {
                expect_cell("box 5/3 1,1 5,7\n");
            }
        }
    }
}

static void properties(void **state) {
    (void)state;
    begin_cell_a();
    u(&file, 28); /* of the cell: name P, one a-string */
    b(&file, 0x14);
    s(&file, "P");
    u(&file, 10);
    s(&file, "of the cell");
    rectangle(1, 0, 1, 1, 0, 0);
    u(&file, 28); /* standard name by number 3, two values: unsigned 7, signed -8 */
    b(&file, 0x27);
    u(&file, 3);
    u(&file, 8);
    u(&file, 7);
    u(&file, 9);
    i(&file, -8);
    u(&file, 29); /* once more */
    u(&file, 28); /* other name, the values as before */
    b(&file, 0x0c);
    s(&file, "Q");
    u(&file, 28); /* modal name, fifteen and more values by count: real types 0-5, string number */
    b(&file, 0xf0);
    u(&file, 7);
    u(&file, 0);
    u(&file, 5);
    u(&file, 1);
    u(&file, 5);
    u(&file, 2);
    u(&file, 4);
    u(&file, 3);
    u(&file, 4);
    u(&file, 4);
    u(&file, 3);
    u(&file, 4);
    u(&file, 5);
    u(&file, 3);
    u(&file, 4);
    u(&file, 14);
    u(&file, 2);
    expect_cell("property {P: 'of the cell'}\n"
                "box 1/0 0,0 1,1 {#3!: 7 -8} {#3!: 7 -8} {Q: 7 -8} {Q: 5 -5 0.25 -0.25 0.75 -0.75 #2}\n");
}

/* ---- CBLOCK and signatures ---- */

static void compressed(const uint8_t *data, size_t size, int64_t claim_off, int64_t packed_off) {
    uint8_t packed[4096];
    z_stream z = {0};
    assert_int_equal(deflateInit2(&z, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY), Z_OK);
    z.next_in = (Bytef *)(uintptr_t)data;
    z.avail_in = (unsigned)size;
    z.next_out = packed;
    z.avail_out = sizeof packed;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    u(&file, 34);
    u(&file, 0);
    u(&file, (uint64_t)((int64_t)size + claim_off));
    u(&file, (uint64_t)((int64_t)z.total_out + packed_off));
    raw(&file, packed, z.total_out);
    deflateEnd(&z);
}

static size_t make_records(uint8_t *out) {
    static oas_file inner;
    oas_file keep = file;
    file.size = 0;
    rectangle(1, 0, 2, 3, 4, 5);
    for (unsigned k = 0; k < 50; k++) {
        u(&file, 20);
        b(&file, 0x10);
        i(&file, k);
    }
    inner = file;
    file = keep;
    memcpy(out, inner.data, inner.size);
    return inner.size;
}

static void cblocks(void **state) {
    (void)state;
    static uint8_t records[4096];
    begin_cell_a();
    size_t size = make_records(records);
    compressed(records, size, 0, 0);
    u(&file, 20); /* modal variables outlive the block */
    b(&file, 0x10);
    i(&file, 77);
    oas_finish(&file, 1);
    assert_int_equal(read_bytes(file.data, file.size), LOB_OK);
    assert_non_null(strstr(told.data, "box 1/0 4,5 6,8\nbox 1/0 0,5 2,8\n"));
    assert_non_null(strstr(told.data, "box 1/0 49,5 51,8\nbox 1/0 77,5 79,8\n"));
}

static void cblock_lies(void **state) {
    (void)state;
    static uint8_t records[4096];
    static const struct {
        int64_t claim, packed;
        const char *reason;
    } lies[] = {{-1, 0, "cblock_size"},
                {1, 0, "cblock_size"},
                {1LL << 60, 0, "cblock_size"},
                {0, 1LL << 40, "cblock_size"},
                {0, 1, "cblock_size"}};
    for (size_t k = 0; k < sizeof lies / sizeof lies[0]; k++) {
        lob_case("%zu: %s", k, lies[k].reason);
        begin_cell_a();
        size_t size = make_records(records);
        compressed(records, size, lies[k].claim, lies[k].packed);
        oas_finish(&file, 0);
        expect_refused(lies[k].reason);
    }
    begin_cell_a();
    size_t size = make_records(records);
    compressed(records, size - 1, 0, 0);
    oas_finish(&file, 0);
    expect_refused("cblock_end");
}

static void signatures(void **state) {
    (void)state;
    for (unsigned scheme = 0; scheme < 3; scheme++) {
        begin_cell_a();
        rectangle(1, 0, 1, 1, 0, 0);
        oas_finish(&file, scheme);
        assert_int_equal(read_bytes(file.data, file.size), LOB_OK);
        file.data[40] ^= 1; /* some byte of the cell's name or after */
        if (scheme) {
            assert_int_equal(read_bytes(file.data, file.size), LOB_E_UNSUPPORTED_FORMAT);
        }
    }
}

/* Bytes behind END are told as such, whether or not the sum was taken that the scheme asks for: it is when the fifth
 * byte from the end says so. */
static void signatures_and_more(void **state) {
    (void)state;
    static const uint8_t tails[3][6] = {{0, 0, 0, 0, 0, 0}, {0, 1, 0, 0, 0, 0}, {0, 2, 0, 0, 0, 0}};
    for (unsigned scheme = 0; scheme < 3; scheme++) {
        for (unsigned tail = 0; tail < 3; tail++) {
            begin_cell_a();
            rectangle(1, 0, 1, 1, 0, 0);
            oas_finish(&file, scheme);
            raw(&file, tails[tail], sizeof tails[tail]);
            expect_refused("after_end");
        }
    }
    begin_cell_a();
    rectangle(1, 0, 1, 1, 0, 0);
    oas_finish(&file, 2);
    file.data[file.size - 1] ^= 0x40;
    expect_refused("signature");
}

/* ---- refusals ---- */

static void modal_variables_unset(void **state) {
    (void)state;
    begin_cell_a();
    u(&file, 20);
    b(&file, 0);
    oas_finish(&file, 0);
    expect_refused("modal_unset");
    begin_cell_a(); /* a CELL resets them */
    rectangle(1, 0, 1, 1, 0, 0);
    u(&file, 14);
    s(&file, "B");
    u(&file, 20);
    b(&file, 0x03);
    u(&file, 1);
    u(&file, 0);
    oas_finish(&file, 0);
    expect_refused("modal_unset");
    begin_cell_a();
    rectangle(1, 0, 1, 1, 0, 0);
    repetition(0, NULL, 0);
    oas_finish(&file, 0);
    expect_refused("modal_unset");
}

static void other_refusals(void **state) {
    (void)state;
    begin_cell_a();
    u(&file, 200);
    oas_finish(&file, 0);
    expect_refused("unknown_record");
    oas_begin(&file);
    rectangle(1, 0, 1, 1, 0, 0);
    oas_finish(&file, 0);
    expect_refused("outside_cell");
    begin_cell_a();
    oas_finish(&file, 0);
    b(&file, 0);
    expect_refused("after_end");
    begin_cell_a();
    rectangle(1, 0, 4000000000u, 1, 2000000000, 0);
    oas_finish(&file, 0);
    expect_refused("coordinate_range");
    for (int k = 0; k < 4; k++) { /* a polygon with one corner beyond 32 bits, or beyond 64 together with its place */
        const int64_t width[4] = {INT32_MAX, 10, INT64_C(1) << 33, INT64_MAX};
        const int64_t x[4] = {1, INT32_MAX - 5, 0, INT64_MAX};
        begin_cell_a();
        polygon_head();
        u(&file, 0);
        u(&file, 2);
        i(&file, width[k]);
        i(&file, 4);
        i(&file, x[k]);
        i(&file, 0);
        oas_finish(&file, 0);
        expect_refused("coordinate_range");
    }
    begin_cell_a();
    REPETITION(10, 1LL << 40);
    oas_finish(&file, 0);
    expect_refused("modal_unset");
    begin_cell_a();
    rectangle(1, 0, 1, 1, 0, 0);
    REPETITION(12, 1);
    oas_finish(&file, 0);
    expect_refused("range");
    begin_cell_a();
    u(&file, 14);
    s(&file, "");
    oas_finish(&file, 0);
    expect_refused("string");
    oas_begin(&file);
    u(&file, 3);
    s(&file, "A");
    u(&file, 4);
    s(&file, "B");
    u(&file, 1);
    oas_finish(&file, 0);
    expect_refused("name_mode");
}

/* Everything at once: cut anywhere it is refused, with any byte changed it is read or refused, and nothing leaks. */
static void make_everything(void) {
    static uint8_t records[4096];
    begin_cell_a();
    size_t size = make_records(records);
    compressed(records, size, 0, 0);
    polygon_head();
    u(&file, 4);
    u(&file, 3);
    u(&file, 7 << 4 | 4 << 1);
    u(&file, 2 << 2 | 2 | 1);
    i(&file, 5);
    u(&file, 3 << 2 | 1);
    i(&file, -4);
    polygon_tail();
    REPETITION(10, 1, 5 << 4 | 1 << 1, 6 << 4 | 2 << 1);
    u(&file, 28);
    b(&file, 0x27);
    u(&file, 3);
    u(&file, 10);
    s(&file, "abc");
    u(&file, 9);
    i(&file, -8);
    u(&file, 19);
    b(&file, 0x5b);
    s(&file, "hello");
    u(&file, 10);
    u(&file, 3);
    i(&file, 5);
    i(&file, -6);
    u(&file, 17);
    b(&file, 0xb7);
    s(&file, "B");
    i(&file, 1);
    i(&file, 2);
    oas_finish(&file, 0);
}

static void cut_anywhere(void **state) {
    (void)state;
    make_everything();
    assert_int_equal(read_bytes(file.data, file.size), LOB_OK);
    for (size_t size = 0; size < file.size; size++) {
        assert_int_equal(read_bytes(file.data, size), LOB_E_UNSUPPORTED_FORMAT);
    }
}

static void any_byte_changed(void **state) {
    (void)state;
    make_everything();
    static oas_file copy;
    for (size_t at = 0; at + 250 < file.size; at++) {
        for (unsigned bit = 0; bit < 8; bit++) {
            copy = file;
            copy.data[at] ^= (uint8_t)(1u << bit);
            lob_status status = read_bytes(copy.data, copy.size);
            if (status != LOB_OK) {
                assert_eq(status, LOB_E_UNSUPPORTED_FORMAT);
            }
        }
    }
}

static void each_allocation_fails(void **state) {
    (void)state;
    make_everything();
    assert_int_equal(read_bytes(file.data, file.size), LOB_OK);
    lob_buf_release(&told);
    uint64_t live = lob_alloc_live();
    for (uint64_t nth = 1;; nth++) {
        lob_ctx_init(&ctx, ctx.arena);
        lob_buf_init(&told, 1 << 20);
        lob_source *source = NULL;
        lob_source_options options = {0};
        lob_alloc_fail_at(nth, 0);
        lob_status status = lob_source_open_memory(&ctx, file.data, file.size, &options, &source);
        if (status == LOB_OK) {
            status = lob_oas_read(&ctx, source, &teller, true);
        }
        lob_source_close(source);
        bool done = lob_alloc_count() < nth;
        lob_alloc_fail_at(0, 0);
        lob_buf_release(&told);
        assert_int_equal(lob_alloc_live(), live);
        if (done) {
            assert_int_equal(status, LOB_OK);
            break;
        }
        if (status != LOB_OK) {
            assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
        }
    }
}

int main(void) {
    lob_buf_init(&told, 1 << 20);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rectangles_and_modal_variables),
        cmocka_unit_test(point_list_types),
        cmocka_unit_test(odd_point_lists),
        cmocka_unit_test(paths_and_extensions),
        cmocka_unit_test(all_ctrapezoids),
        cmocka_unit_test(ctrapezoids_set_the_implied_side),
        cmocka_unit_test(trapezoids),
        cmocka_unit_test(repetition_types),
        cmocka_unit_test(texts_placements_and_names),
        cmocka_unit_test(properties),
        cmocka_unit_test(overlong_integers),
        cmocka_unit_test(cblocks),
        cmocka_unit_test(cblock_lies),
        cmocka_unit_test(signatures),
        cmocka_unit_test(signatures_and_more),
        cmocka_unit_test(modal_variables_unset),
        cmocka_unit_test(other_refusals),
        cmocka_unit_test(cut_anywhere),
        cmocka_unit_test(any_byte_changed),
        cmocka_unit_test(each_allocation_fails),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    lob_arena_drop(ctx.arena);
    lob_buf_release(&told);
    return failed;
}
