/* A small library with every element and most records, for the tests that damage it. */
#ifndef TESTS_UNIT_IO_GDS_SAMPLE_H
#define TESTS_UNIT_IO_GDS_SAMPLE_H

#include "tests/unit/io/gds_bytes.h"

#define SAMPLE_EVENTS                                                                                                  \
    "layout gds 0.001 0.001 v600 LIB\n"                                                                                \
    "cell A\n"                                                                                                         \
    "box 1/0 0,0 10,5 7=seven 8=\n"                                                                                    \
    "polygon 2/1 0,0 10,0 5,5\n"                                                                                       \
    "path 3/0 t4 w6 2..-1 0,0 50,0 50,50\n"                                                                            \
    "end\n"                                                                                                            \
    "cell TOP\n"                                                                                                       \
    "inst A 5,6 mirror angle 90 mag 2 1=p\n"                                                                           \
    "inst A 0,0 angle 0 mag 1 *lattice 3x2 0,10 10,0\n"                                                                \
    "inst A 0,0 angle 0 mag 1 *fraction 1x3 0,10 10,1\n"                                                               \
    "text 4/9 'hello' 1,2 code 1 pres 5 angle 90 mag 0.25 width 7 2=t\n"                                               \
    "box 5/3 0,0 9,9\n"                                                                                                \
    "end\n"                                                                                                            \
    "done\n"

static inline void sample_cell_a(bytes *b) {
    begin_cell(b, "A");
    begin_boundary(b, 1, 0);
    XY(b, 0, 0, 10, 0, 10, 5, 0, 5, 0, 0);
    rec_i2(b, 0x2b02, 7);
    rec_s(b, 0x2c06, "seven");
    rec_i2(b, 0x2b02, 8);
    rec_s(b, 0x2c06, "");
    end_element(b);
    begin_boundary(b, 2, 1);
    XY(b, 0, 0, 10, 0, 5, 5, 0, 0);
    end_element(b);
    begin_shape(b, 0x0900, 0x0e02, 3, 0);
    rec_i2(b, 0x2102, 4);
    REC_I4(b, 0x0f03, 6);
    REC_I4(b, 0x3003, 2);
    REC_I4(b, 0x3103, -1);
    XY(b, 0, 0, 50, 0, 50, 50);
    end_element(b);
    end_cell(b);
}

static inline void sample_aref(bytes *b, const char *colrow, int64_t x, int64_t y) {
    rec0(b, 0x0b00);
    rec_s(b, 0x1206, "A");
    rec(b, 0x1302, colrow, 4);
    XY(b, 0, 0, x, y, 0, colrow[3] * 10);
    end_element(b);
}

static inline void sample(bytes *b) {
    head(b);
    sample_cell_a(b);
    begin_cell(b, "TOP");
    rec0(b, 0x0a00);
    rec_s(b, 0x1206, "A");
    rec_i2(b, 0x1a01, 0x8000);
    rec_n(b, 0x1b05, 0x4120000000000000);
    rec_n(b, 0x1c05, 0x425a000000000000);
    XY(b, 5, 6);
    rec_i2(b, 0x2b02, 1);
    rec_s(b, 0x2c06, "p");
    end_element(b);
    sample_aref(b, "\0\2\0\3", 20, 0);
    sample_aref(b, "\0\3\0\1", 10, 1);
    begin_shape(b, 0x0c00, 0x1602, 4, 9);
    rec_i2(b, 0x1701, 5);
    REC_I4(b, 0x0f03, 7);
    rec_i2(b, 0x1a01, 0);
    rec_n(b, 0x1b05, 0x4040000000000000);
    rec_n(b, 0x1c05, 0x425a000000000000);
    XY(b, 1, 2);
    rec_s(b, 0x1906, "hello");
    rec_i2(b, 0x2b02, 2);
    rec_s(b, 0x2c06, "t");
    end_element(b);
    begin_shape(b, 0x2d00, 0x2e02, 5, 3);
    XY(b, 0, 0, 9, 0, 9, 9, 0, 9, 0, 0);
    end_element(b);
    end_cell(b);
    end_library(b);
}

#endif
