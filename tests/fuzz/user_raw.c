/* Files made record by record: what our writers never write, and others do. Outlines of one and two points, closed or
 * not; boxes and nodes; trapezoids, circles and every kind of point list and repetition; values at the ends of fields.
 *
 * Most of them can be read; the rest must be refused in good order.
 */
#include "user.h"

#include <math.h>
#include <string.h>

enum { CELLS_MAX = 3, ELEMENTS_MAX = 6, POINTS_MAX = 6 };

static void add(lob_buf *out, const void *data, size_t size) {
    lob_buf_add(out, data, size);
}

static void add_byte(lob_buf *out, uint64_t value) {
    const uint8_t byte = (uint8_t)(value & 255);
    add(out, &byte, 1);
}

/* ---- GDSII: length (2 bytes), type, kind, data; the high byte first ---- */

enum { KIND_NONE, KIND_BITS, KIND_INT2, KIND_INT4, KIND_REAL = 5, KIND_TEXT };

static void add_int(lob_buf *out, int64_t value, unsigned size) {
    for (unsigned i = size; i > 0; i--) {
        add_byte(out, ((uint64_t)value >> (8 * (i - 1))) & 255);
    }
}

static void record(lob_buf *out, unsigned type, unsigned kind, const int64_t *values, unsigned count) {
    const unsigned size = kind == KIND_INT4 ? 4 : kind == KIND_REAL ? 8 : 2;
    add_int(out, 4 + size * count, 2);
    add_byte(out, type);
    add_byte(out, kind);
    for (unsigned i = 0; i < count; i++) {
        add_int(out, values[i], size);
    }
}

static void record_one(lob_buf *out, unsigned type, unsigned kind, int64_t value) {
    record(out, type, kind, &value, 1);
}

static void record_text(lob_buf *out, unsigned type, const char *text) {
    const size_t size = strlen(text), even = size + size % 2;
    add_int(out, (int64_t)(4 + even), 2);
    add_byte(out, type);
    add_byte(out, KIND_TEXT);
    add(out, text, size);
    if (even > size) {
        add_byte(out, 0);
    }
}

/* An excess-64 real; 1 where none can be made. */
static int64_t real_bits(double value) {
    int exponent = 64;
    double part = fabs(value);
    if (!(part > 1e-70 && part < 1e70)) {
        return 0x4110000000000000;
    }
    for (; part >= 1; part /= 16) {
        exponent++;
    }
    for (; part < 0.0625; part *= 16) {
        exponent--;
    }
    const uint64_t bits = (uint64_t)exponent << 56 | (uint64_t)(part * 0x1p56);
    return (int64_t)(value < 0 ? bits | UINT64_C(1) << 63 : bits);
}

static int64_t odd_number(user_dice *d, int64_t usual) {
    static const int64_t odd[] = {0, 1, -1, 32767, -32768, 65535, INT32_MAX, INT32_MIN};
    return user_one_in(d, 10) ? odd[user_roll(d, 8)] : usual;
}

static void gds_points(user_dice *d, const user_frame *f, lob_buf *out, unsigned least) {
    int64_t xy[2 * POINTS_MAX + 2];
    unsigned n = least + (unsigned)user_roll(d, POINTS_MAX - least + 1);
    for (unsigned i = 0; i < n; i++) {
        const bool is_same = i > 0 && user_one_in(d, 6);
        xy[2 * i] = is_same ? xy[2 * i - 2] : user_coordinate(d, f->x, f);
        xy[2 * i + 1] = is_same ? xy[2 * i - 1] : user_coordinate(d, f->y, f);
    }
    if (n > 0 && !user_one_in(d, 5)) {
        xy[2 * n] = xy[0];
        xy[2 * n + 1] = xy[1];
        n++;
    }
    record(out, 0x10, KIND_INT4, xy, 2 * n);
}

static void gds_transform(user_dice *d, lob_buf *out) {
    static const double angles[] = {0, 90, 180, 270, 45, 30.000001, -90, 360, 1e-9, 720};
    static const double mags[] = {1, 2, 0.5, 0, -1, 1e-9, 1e9, 1.0000001};
    if (user_one_in(d, 2)) {
        record_one(out, 0x1a, KIND_BITS, user_one_in(d, 3) ? 0x8000 : user_one_in(d, 8) ? 0x8006 : 0);
        if (user_one_in(d, 3)) {
            record_one(out, 0x1b, KIND_REAL, real_bits(mags[user_roll(d, 8)]));
        }
        if (user_one_in(d, 2)) {
            record_one(out, 0x1c, KIND_REAL, real_bits(angles[user_roll(d, 10)]));
        }
    }
}

static void gds_instance(user_dice *d, const user_frame *f, lob_buf *out, unsigned cell) {
    static const char *const names[] = {"C0", "C1", "C2", "NONE"};
    const bool is_array = user_one_in(d, 2);
    record(out, is_array ? 0x0b : 0x0a, KIND_NONE, NULL, 0);
    record_text(out, 0x12, names[cell + user_roll(d, 4 - cell)]);
    gds_transform(d, out);
    if (is_array) {
        const int64_t counts[2] = {odd_number(d, 1 + (int64_t)user_roll(d, 9)),
                                   odd_number(d, 1 + (int64_t)user_roll(d, 9))};
        record(out, 0x13, KIND_INT2, counts, 2);
        int64_t xy[6];
        for (unsigned i = 0; i < 6; i++) {
            xy[i] = user_coordinate(d, i % 2 ? f->y : f->x, f);
        }
        if (!user_one_in(d, 3)) { /* along the axes, a whole number of pitches */
            const int64_t pitch = 1 + f->span / 16;
            xy[2] = xy[0] + pitch * counts[0];
            xy[3] = xy[1];
            xy[4] = xy[0];
            xy[5] = xy[1] + pitch * counts[1];
        }
        record(out, 0x10, KIND_INT4, xy, 6);
    } else {
        const int64_t xy[2] = {user_coordinate(d, f->x, f), user_coordinate(d, f->y, f)};
        record(out, 0x10, KIND_INT4, xy, 2);
    }
}

static void gds_path(user_dice *d, const user_frame *f, lob_buf *out) {
    const int64_t type = odd_number(d, (int64_t)user_roll(d, 3));
    record_one(out, 0x21, KIND_INT2, user_one_in(d, 4) ? 4 : type);
    if (!user_one_in(d, 5)) {
        record_one(out, 0x0f, KIND_INT4, odd_number(d, (int64_t)user_roll(d, 200)));
    }
    if (user_one_in(d, 3)) {
        record_one(out, 0x30, KIND_INT4, odd_number(d, (int64_t)user_roll(d, 200) - 100));
        record_one(out, 0x31, KIND_INT4, odd_number(d, (int64_t)user_roll(d, 200) - 100));
    }
    gds_points(d, f, out, 1);
}

static void gds_text(user_dice *d, const user_frame *f, lob_buf *out) {
    const int64_t xy[2] = {user_coordinate(d, f->x, f), user_coordinate(d, f->y, f)};
    if (user_one_in(d, 3)) {
        record_one(out, 0x17, KIND_BITS, (int64_t)user_roll(d, 64));
    }
    gds_transform(d, out);
    record(out, 0x10, KIND_INT4, xy, 2);
    record_text(out, 0x19, user_one_in(d, 2) ? "opt1" : "");
}

static void gds_element(user_dice *d, const user_frame *f, lob_buf *out, unsigned cell) {
    static const uint8_t elements[] = {0x08, 0x08, 0x08, 0x09,
                                       0x09, 0x2d, 0x15, 0x0c}; /* BOUNDARY PATH BOX NODE TEXT */
    static const uint8_t types[] = {0x0e, 0x0e, 0x0e, 0x0e, 0x0e, 0x2e, 0x2a, 0x16};
    const unsigned kind = (unsigned)user_roll(d, 9);
    if (kind == 8) {
        gds_instance(d, f, out, cell);
    } else {
        record(out, elements[kind], KIND_NONE, NULL, 0);
        record_one(out, 0x0d, KIND_INT2, odd_number(d, 1));
        record_one(out, types[kind], KIND_INT2, odd_number(d, user_one_in(d, 4) ? 10 : 0));
        if (kind == 7) {
            gds_text(d, f, out);
        } else if (kind == 3 || kind == 4) {
            gds_path(d, f, out);
        } else {
            gds_points(d, f, out, 1);
        }
    }
    if (user_one_in(d, 8)) {
        record_one(out, 0x2b, KIND_INT2, odd_number(d, 1));
        record_text(out, 0x2c, "a value");
    }
    record(out, 0x11, KIND_NONE, NULL, 0);
}

void user_raw_gds(user_dice *d, const user_frame *frame, lob_buf *out) {
    static const char *const names[CELLS_MAX] = {"C0", "C1", "C2"};
    static const double units[] = {1e-9, 1e-9, 1e-9, 5e-10, 1e-12, 1e-6, 2.5e-10, 1};
    const unsigned cells = 1 + (unsigned)user_roll(d, CELLS_MAX);
    const int64_t dates[12] = {0}, units_of[2] = {real_bits(1e-3), real_bits(units[user_roll(d, 8)])};
    record_one(out, 0x00, KIND_INT2, 600);
    record(out, 0x01, KIND_INT2, dates, 12);
    record_text(out, 0x02, "LIB");
    record(out, 0x03, KIND_REAL, units_of, 2);
    for (unsigned cell = cells; cell > 0; cell--) {
        const uint64_t elements = 1 + user_roll(d, ELEMENTS_MAX);
        record(out, 0x05, KIND_INT2, dates, 12);
        record_text(out, 0x06, names[cell - 1]);
        for (uint64_t i = 0; i < elements; i++) {
            gds_element(d, frame, out, cell);
        }
        record(out, 0x07, KIND_NONE, NULL, 0);
    }
    record(out, 0x04, KIND_NONE, NULL, 0);
}

/* ---- OASIS: numbers of 7 bits a byte, the low ones first ---- */

static void add_uint(lob_buf *out, uint64_t value) {
    for (; value > 127; value >>= 7) {
        add_byte(out, (value & 127) | 128);
    }
    add_byte(out, value);
}

static uint64_t magnitude(int64_t value) {
    return value < 0 ? ~(uint64_t)value + 1 : (uint64_t)value;
}

static void add_sint(lob_buf *out, int64_t value) {
    add_uint(out, magnitude(value) << 1 | (value < 0));
}

static void add_string(lob_buf *out, const char *text) {
    add_uint(out, strlen(text));
    add(out, text, strlen(text));
}

static int64_t step(user_dice *d, const user_frame *f) {
    return odd_number(d, user_between(d, -f->span, f->span));
}

static void add_g_delta(user_dice *d, const user_frame *f, lob_buf *out) {
    if (user_one_in(d, 2)) {
        add_uint(out, magnitude(step(d, f)) << 4 | user_roll(d, 8) << 1);
    } else {
        const int64_t x = step(d, f);
        add_uint(out, magnitude(x) << 2 | (uint64_t)(x < 0) << 1 | 1);
        add_sint(out, step(d, f));
    }
}

static void add_point_list(user_dice *d, const user_frame *f, lob_buf *out) {
    const uint64_t type = user_roll(d, 6), count = user_one_in(d, 30) ? 0 : 1 + user_roll(d, POINTS_MAX);
    add_uint(out, type);
    add_uint(out, count);
    for (uint64_t i = 0; i < count; i++) {
        if (type <= 1) {
            add_sint(out, step(d, f));
        } else if (type <= 3) {
            const unsigned bits = type == 2 ? 2 : 3;
            add_uint(out, magnitude(step(d, f)) << bits | user_roll(d, UINT64_C(1) << bits));
        } else {
            add_g_delta(d, f, out);
        }
    }
}

static void add_repetition(user_dice *d, const user_frame *f, lob_buf *out) {
    const uint64_t type = 1 + user_roll(d, 11), n = user_roll(d, 5), m = user_roll(d, 5);
    const bool is_huge = f->is_heavy && user_one_in(d, 4);
    add_uint(out, type);
    add_uint(out, is_huge && type < 4 ? 1000000000 : n);
    if (type == 1 || type == 8) {
        add_uint(out, is_huge ? 1000000000 : m);
    }
    if (type <= 3) {
        for (unsigned i = 0; i < (type == 1 ? 2 : 1); i++) {
            add_uint(out, magnitude(step(d, f)));
        }
    } else if (type <= 7) { /* 5, 7: on a grid */
        if (type % 2) {
            add_uint(out, 1 + user_roll(d, 10));
        }
        for (uint64_t i = 0; i <= n; i++) {
            add_uint(out, magnitude(step(d, f)));
        }
    } else {
        const uint64_t deltas = type == 8 ? 2 : type == 9 ? 1 : n + 1;
        if (type == 11) {
            add_uint(out, 1 + user_roll(d, 10));
        }
        for (uint64_t i = 0; i < deltas; i++) {
            add_g_delta(d, f, out);
        }
    }
}

enum { HAS_PLACE = 0x18, HAS_REPETITION = 0x04, HAS_LAYER = 0x03 };

static void add_place(user_dice *d, const user_frame *f, lob_buf *out, bool has_repetition) {
    add_sint(out, user_coordinate(d, f->x, f));
    add_sint(out, user_coordinate(d, f->y, f));
    if (has_repetition) {
        add_repetition(d, f, out);
    }
}

static void oas_path(user_dice *d, const user_frame *f, lob_buf *out) {
    const uint64_t scheme = user_roll(d, 16);
    add_uint(out, magnitude(odd_number(d, (int64_t)user_roll(d, 200))));
    add_uint(out, scheme);
    if ((scheme & 12) == 12) {
        add_sint(out, step(d, f));
    }
    if ((scheme & 3) == 3) {
        add_sint(out, step(d, f));
    }
    add_point_list(d, f, out);
}

static void oas_shape(user_dice *d, const user_frame *f, lob_buf *out) {
    static const uint8_t ids[] = {20, 21, 21, 21, 22, 22, 23, 24, 25, 26, 27, 33};
    static const uint8_t parts[] = {0x60, 0x20, 0x20, 0x20, 0xe0, 0xe0, 0x60, 0x60, 0x60, 0xe0, 0x20, 0x00};
    const unsigned kind = (unsigned)user_roll(d, sizeof ids);
    const bool is_repeated = user_one_in(d, 4), is_upright = user_one_in(d, 2);
    uint64_t info = parts[kind] | HAS_PLACE | HAS_LAYER | (is_repeated ? HAS_REPETITION : 0);
    info |= ids[kind] >= 23 && ids[kind] <= 25 && is_upright ? 0x80 : 0;
    add_uint(out, ids[kind]);
    add_byte(out, info);
    if (ids[kind] == 33) { /* XGEOMETRY: attribute, layer, datatype, bytes */
        add_uint(out, 7);
    }
    add_uint(out, magnitude(odd_number(d, 1)));
    add_uint(out, magnitude(odd_number(d, 0)));
    if (ids[kind] == 21) {
        add_point_list(d, f, out);
    } else if (ids[kind] == 22) {
        oas_path(d, f, out);
    } else if (ids[kind] == 33) {
        add_string(out, "bytes");
    } else if (ids[kind] == 27) {
        add_uint(out, magnitude(step(d, f)));
    } else {
        if (ids[kind] == 26) {
            add_uint(out, user_roll(d, 26));
        }
        add_uint(out, magnitude(step(d, f)));
        add_uint(out, magnitude(step(d, f)));
        for (unsigned i = 0; ids[kind] >= 23 && ids[kind] <= 25 && i < (ids[kind] == 23 ? 2 : 1); i++) {
            add_sint(out, step(d, f) / 4);
        }
    }
    add_place(d, f, out, is_repeated);
}

static void oas_element(user_dice *d, const user_frame *f, lob_buf *out, unsigned cell) {
    static const char *const names[] = {"C0", "C1", "C2", "NONE"};
    const unsigned kind = (unsigned)user_roll(d, 8);
    const bool is_repeated = user_one_in(d, 3);
    if (kind < 6) {
        oas_shape(d, f, out);
    } else if (kind == 6) {
        add_uint(out, 19);
        add_byte(out, 0x40u | HAS_PLACE | HAS_LAYER | (is_repeated ? HAS_REPETITION : 0u));
        add_string(out, user_one_in(d, 2) ? "opt1" : "");
        add_uint(out, magnitude(odd_number(d, 1)));
        add_uint(out, magnitude(odd_number(d, 0)));
        add_place(d, f, out, is_repeated);
    } else {
        const bool has_reals = user_one_in(d, 3);
        const uint64_t turn = user_roll(d, 4) << 1, flip = user_roll(d, 2);
        add_uint(out, has_reals ? 18 : 17);
        add_byte(out, 0xb0u | (is_repeated ? 8u : 0u) | (has_reals ? 6u : turn) | flip);
        add_string(out, names[cell + user_roll(d, 4 - cell)]);
        for (unsigned i = 0; has_reals && i < 2; i++) { /* a ratio: magnification, angle */
            add_uint(out, 4);
            add_uint(out, i ? 45 * user_roll(d, 9) : 1 + user_roll(d, 5));
            add_uint(out, 1 + user_roll(d, 3));
        }
        add_place(d, f, out, is_repeated);
    }
}

void user_raw_oas(user_dice *d, const user_frame *frame, lob_buf *out) {
    static const char *const names[CELLS_MAX] = {"C0", "C1", "C2"};
    static const uint64_t units[] = {1000, 1000, 1000, 2000, 1, 1000000, 4000, 200};
    const unsigned cells = 1 + (unsigned)user_roll(d, CELLS_MAX);
    const char zeros[253] = {0};
    add(out, "%SEMI-OASIS\r\n", 13);
    add_uint(out, 1);
    add_string(out, "1.0");
    add_uint(out, 0);
    add_uint(out, units[user_roll(d, 8)]);
    add(out, zeros, 13); /* offsets stand here: none */
    for (unsigned cell = cells; cell > 0; cell--) {
        const uint64_t elements = 1 + user_roll(d, ELEMENTS_MAX);
        add_uint(out, 14);
        add_string(out, names[cell - 1]);
        if (user_one_in(d, 6)) {
            add_uint(out, 16); /* XYRELATIVE */
        }
        for (uint64_t i = 0; i < elements; i++) {
            oas_element(d, frame, out, cell);
        }
    }
    add_uint(out, 2);
    add_uint(out, 252);
    add(out, zeros, 253);
}
