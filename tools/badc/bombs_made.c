/* Large layouts that a program writes in no time, and what reading them may cost: many cells, deep and wide
 * hierarchies, many properties, and modal variables that stand for much. Whatever is refused is refused within a second
 * and 256 MiB; what is accepted grows with the file and not with what it would expand to. */
#include <stdio.h>

#include "bombs.h"

/* ---- hierarchies ---- */

static void cell_name(char name[24], int64_t number) {
    snprintf(name, 24, "C%lld", (long long)number);
}

static bool finish(bad_file *f, lob_buf *out) {
    *out = f->bytes;
    return f->bytes.failed == LOB_BUF_FINE;
}

static bool gds_cells(lob_buf *out, int64_t n) {
    bad_file f = bad_new();
    char name[24];
    g_head(&f);
    for (int64_t i = 0; i < n; i++) {
        cell_name(name, i);
        g_cell_begin(&f, name);
        g_cell_end(&f);
    }
    g_empty(&f, G_ENDLIB);
    return finish(&f, out);
}

/* Each cell places the one before; from below, or from the top. */
static bool gds_chain(lob_buf *out, int64_t n) {
    bad_file f = bad_new();
    char name[24];
    int64_t count = n < 0 ? -n : n;
    g_head(&f);
    for (int64_t i = 0; i < count; i++) {
        int64_t number = n < 0 ? count - 1 - i : i;
        cell_name(name, number);
        g_cell_begin(&f, name);
        cell_name(name, number - 1);
        if (number) {
            g_sref(&f, name);
        } else {
            g_box(&f);
        }
        g_cell_end(&f);
    }
    g_empty(&f, G_ENDLIB);
    return finish(&f, out);
}

static bool oas_chain(lob_buf *out, int64_t n) {
    bad_file f = bad_new();
    char name[24];
    o_magic(&f);
    o_start(&f);
    for (int64_t i = 0; i < n; i++) {
        cell_name(name, i);
        o_cell(&f, name);
        cell_name(name, i - 1);
        if (i) {
            o_place(&f, name);
        } else {
            o_rect(&f);
        }
    }
    o_end(&f);
    return finish(&f, out);
}

/* n levels, each places the one below ten times. */
static bool gds_tenfold(lob_buf *out, int64_t n) {
    bad_file f = bad_new();
    char name[24];
    g_head(&f);
    for (int64_t level = 0; level <= n; level++) {
        cell_name(name, level);
        g_cell_begin(&f, name);
        cell_name(name, level - 1);
        for (unsigned i = 0; i < 10 && level; i++) {
            g_sref(&f, name);
        }
        if (!level) {
            g_box(&f);
        }
        g_cell_end(&f);
    }
    g_empty(&f, G_ENDLIB);
    return finish(&f, out);
}

/* n levels of arrays of 32767 x 32767. */
static bool gds_arrays(lob_buf *out, int64_t n) {
    bad_file f = bad_new();
    char name[24];
    g_head(&f);
    for (int64_t level = 0; level <= n; level++) {
        cell_name(name, level);
        g_cell_begin(&f, name);
        cell_name(name, level - 1);
        if (level) {
            g_empty(&f, G_AREF);
            g_text(&f, G_SNAME, name);
            G_SHORTS(&f, G_COLROW, 32767, 32767);
            G_LONGS(&f, G_XY, 0, 0, 327670, 0, 0, 327670);
            g_empty(&f, G_ENDEL);
        } else {
            g_box(&f);
        }
        g_cell_end(&f);
    }
    g_empty(&f, G_ENDLIB);
    return finish(&f, out);
}

/* n levels of PLACEMENTs of 2^31 x 2^31. */
static bool oas_matrices(lob_buf *out, int64_t n) {
    bad_file f = bad_new();
    char name[24];
    o_magic(&f);
    o_start(&f);
    for (int64_t level = 0; level <= n; level++) {
        cell_name(name, level);
        o_cell(&f, name);
        if (!level) {
            o_rect(&f);
            continue;
        }
        cell_name(name, level - 1);
        o_id(&f, 17);
        bad_byte(&f, 0xb8);
        o_text(&f, name);
        bad_raw(&f, "\0\0\1", 3);
        o_uint(&f, UINT64_C(1) << 31);
        o_uint(&f, UINT64_C(1) << 31);
        bad_raw(&f, "\x0a\x0a", 2);
    }
    o_end(&f);
    return finish(&f, out);
}

static bool gds_properties(lob_buf *out, int64_t n) {
    bad_file f = bad_new();
    char value[24];
    g_head(&f);
    g_cell_begin(&f, "TOP");
    g_element_without(&f, G_BOUNDARY, G_ENDEL);
    for (int64_t i = 0; i < n; i++) {
        snprintf(value, sizeof value, "v%lld", (long long)i);
        G_SHORTS(&f, G_PROPATTR, i);
        g_text(&f, G_PROPVALUE, value);
    }
    g_empty(&f, G_ENDEL);
    g_cell_end(&f);
    g_empty(&f, G_ENDLIB);
    return finish(&f, out);
}

/* ---- one long thing, then a hundred thousand short records that mean it ---- */

enum { LENGTH = 100000, TIMES = 100000 };

static bad_file cell_top(void) {
    bad_file f = bad_new();
    o_magic(&f);
    o_start(&f);
    o_cell(&f, "TOP");
    return f;
}

static bool times(bad_file *f, lob_str record, lob_buf *out) {
    for (unsigned i = 0; i < TIMES; i++) {
        bad_raw(f, record.data, record.size);
    }
    o_end(f);
    return finish(f, out);
}

static void put_many(bad_file *f, const char *bytes, size_t size, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        bad_raw(f, bytes, size);
    }
}

/* 21: POLYGON, 22: PATH. A stair of 2-deltas. */
static bool modal_points(lob_buf *out, int64_t id) {
    bad_file f = cell_top();
    o_id(&f, (unsigned)id);
    bad_raw(&f, id == 21 ? "\x3b\1\0" : "\xfb\1\0\5\5", id == 21 ? 3 : 5);
    o_uint(&f, 2);
    o_uint(&f, LENGTH);
    put_many(&f, "\x10\x11", 2, LENGTH / 2);
    bad_raw(&f, "\0\0", 2);
    return times(&f, id == 21 ? LOB_STR("\x15\0") : LOB_STR("\x16\0"), out);
}

static bool modal_repetition(lob_buf *out, int64_t n) {
    bad_file f = cell_top();
    (void)n;
    o_id(&f, 20);
    bad_raw(&f, "\x7f\1\0\5\5\0\0\4", 8);
    o_uint(&f, LENGTH - 2);
    put_many(&f, "\7", 1, LENGTH - 1);
    return times(&f, LOB_STR("\x14\4\0"), out);
}

/* n 0: all the properties on one element, 1: one on each. */
static bool modal_values(lob_buf *out, int64_t n) {
    bad_file f = cell_top();
    o_rect(&f);
    bad_raw(&f, "\x1c\xf4\1P", 4);
    o_uint(&f, LENGTH);
    put_many(&f, "\x08\1", 2, LENGTH);
    return times(&f, n ? LOB_STR("\x14\0\x1d") : LOB_STR("\x1d"), out);
}

/* A string of a million bytes as the property value, the text or the name of the cell that is meant again and again. */
static bool modal_string(lob_buf *out, int64_t n) {
    bad_file f = cell_top();
    if (n == 0) {
        o_rect(&f);
        bad_raw(&f, "\x1c\x14\1P\x0b", 5);
    } else {
        bad_raw(&f, n == 19 ? "\x13\x5b" : "\x11\xb0", 2);
    }
    o_uint(&f, 1000000);
    put_many(&f, "a", 1, 1000000);
    bad_raw(&f, "\1\0\0\0", n == 19 ? 4 : n ? 2 : 0);
    return times(&f, n == 0 ? LOB_STR("\x14\0\x1d") : n == 19 ? LOB_STR("\x13\0") : LOB_STR("\x11\0"), out);
}

/* n LAYERNAMEs for every layer, and n layers. */
static bool layer_names(lob_buf *out, int64_t n) {
    bad_file f = bad_new();
    o_magic(&f);
    o_start(&f);
    for (int64_t i = 0; i < n; i++) {
        bad_raw(&f, "\x0b\1L\0\0", 5);
    }
    o_cell(&f, "TOP");
    for (int64_t i = 0; i < n; i++) {
        o_id(&f, 20);
        bad_byte(&f, 0x7b);
        o_uint(&f, (uint64_t)i);
        bad_raw(&f, "\0\5\5\0\0", 5);
    }
    o_end(&f);
    return finish(&f, out);
}

/* What is claimed is not there; or, of a string, n bytes of it are. */
static bool long_name(lob_buf *out, int64_t n) {
    bad_file f = bad_new();
    o_magic(&f);
    o_start(&f);
    o_id(&f, 14);
    o_uint(&f, UINT64_C(1) << 30);
    put_many(&f, "aaaaaaaaaaaaaaaa", 16, (unsigned)(n / 16));
    return finish(&f, out);
}

static bool repeated(lob_buf *out, int64_t n) {
    bad_file f = cell_top();
    o_id(&f, 20);
    bad_raw(&f, "\x7f\1\0\5\5\0\0\2", 8);
    o_uint(&f, UINT64_C(1) << n);
    o_uint(&f, 10);
    o_end(&f);
    return finish(&f, out);
}

static bool points_2_31(lob_buf *out, int64_t n) {
    bad_file f = cell_top();
    o_id(&f, 21);
    bad_raw(&f, "\x3b\1\0\2", 4);
    o_uint(&f, UINT64_C(1) << 31);
    put_many(&f, "\x10\x11\x10\x11\x10\x11\x10\x11", 8, (unsigned)(n / 8));
    return finish(&f, out);
}

static bool pads(lob_buf *out, int64_t n) {
    bad_file f = cell_top();
    o_rect(&f);
    bad_zeros(&f, (size_t)n);
    o_end(&f);
    return finish(&f, out);
}

/* The bounds of what is accepted are some times what a quiet machine needs, but for a chain of 20000 cells: that
 * it is read within 50 ms is promised for a quiet machine, and twice that is let pass. The program alone takes 10 MiB;
 * a cell takes up to 800 bytes while it is read: a column below 16 MiB that grows is copied, not moved. */
const bad_made_row bad_made[] = {
    {{"100000 empty cells", ".gds", NULL, 0.5, 12 + 100000 * 880.0 / (1 << 20)}, gds_cells, 100000},
    {{"chain of 20000 cells", ".gds", NULL, 0.1, 32}, gds_chain, 20000},
    {{"chain of 20000 cells, parents first", ".gds", NULL, 0.1, 32}, gds_chain, -20000},
    {{"chain of 20000 cells", ".oas", NULL, 0.1, 32}, oas_chain, 20000},
    {{"chain of a million cells", ".gds", NULL, 4, 840}, gds_chain, 1000000},
    {{"chain of a million cells", ".oas", NULL, 4, 840}, oas_chain, 1000000},
    {{"40 levels of ten", ".gds", NULL, 0.1, 32}, gds_tenfold, 40},
    {{"32767 x 32767 on four levels", ".gds", NULL, 0.1, 32}, gds_arrays, 4},
    {{"2^31 x 2^31 on three levels", ".oas", NULL, 0.1, 32}, oas_matrices, 3},
    {{"50000 properties on one element", ".gds", NULL, 0.3, 64}, gds_properties, 50000},
    {{"2^60 rectangles in a row of 10^19", ".oas", "coordinate_range", 0.1, 32}, repeated, 60},
    {{"20000 layer names for each of 20000 layers", ".oas", NULL, 0.5, 64}, layer_names, 20000},
    {{"4 MiB of PAD", ".oas", NULL, 0.1, 32}, pads, 4 << 20},
    {{"a name of 1 GiB, cut", ".oas", "truncated", 0.1, 32}, long_name, 1 << 20},
    {{"a name of 1 GiB, 32 MiB there", ".oas", "string_size", 1, 256}, long_name, 32 << 20},
    {{"a POLYGON of 2^31 points, 64 MiB there", ".oas", "range", 1, 256}, points_2_31, 64 << 20},
    {{"one outline, a hundred thousand POLYGONs", ".oas", "work", 1, 256}, modal_points, 21},
    {{"one outline, a hundred thousand PATHs", ".oas", "work", 1, 256}, modal_points, 22},
    {{"one list of places, a hundred thousand RECTANGLEs", ".oas", "work", 1, 256}, modal_repetition, 0},
    {{"one list of values, a hundred thousand times on an element", ".oas", "work", 1, 256}, modal_values, 0},
    {{"one list of values on a hundred thousand elements", ".oas", "work", 1, 256}, modal_values, 1},
    {{"one long value on a hundred thousand elements", ".oas", "work", 1, 256}, modal_string, 0},
    {{"one long string, a hundred thousand TEXTs", ".oas", "work", 3, 256}, modal_string, 19},
    {{"one long name, a hundred thousand PLACEMENTs", ".oas", "work", 3, 256}, modal_string, 17},
};
const unsigned bad_made_count = sizeof bad_made / sizeof bad_made[0];
