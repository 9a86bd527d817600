/* Shapes, point lists, repetitions, placements: records that writers hardly ever use. Each kind of thing has a layer of
 * its own, so that counts, boxes and areas tell which of them went wrong. */
#include "oasis.h"

enum { W = 100, H = 40 };

/* ---- trapezoids ---- */

/* Type, width, height, and the area: the box less the triangles that are cut off. Types 16-19, 22, 23 and 25 have no
 * height, 20 and 21 no width. */
static void ctrapezoids(ox_file *x) {
    static const struct {
        int64_t w, h, box_w, box_h, area;
    } types[26] = {
        [0 ... 3] = {W, H, W, H, W * H - H * H / 2},  /* one triangle of height h */
        [4 ... 7] = {W, H, W, H, W * H - H * H},      /* two */
        [8 ... 11] = {H, W, H, W, W * H - H * H / 2}, /* one of width w */
        [12 ... 15] = {H, W, H, W, W * H - H * H},    /* two */
        [16 ... 19] = {W, -1, W, W, W * W / 2},       /* right, both legs w */
        [20 ... 21] = {-1, H, 2 * H, H, H * H},       /* right, hypotenuse 2h along x */
        [22 ... 23] = {H, -1, H, 2 * H, H * H},       /* along y */
        [24] = {W, H, W, H, W * H},
        [25] = {W, -1, W, W, W * W},
    };
    ox_begin(x);
    for (unsigned t = 0; t < 26; t++) {
        bool has_w = types[t].w >= 0, has_h = types[t].h >= 0;
        ox_head(x, 26, 0x9b | (has_w ? 0x40u : 0) | (has_h ? 0x20u : 0), t, 0);
        o_uint(&x->f, t);
        if (has_w) {
            o_uint(&x->f, (uint64_t)types[t].w);
        }
        if (has_h) {
            o_uint(&x->f, (uint64_t)types[t].h);
        }
        o_sint(&x->f, 1000 * (int64_t)t);
        o_sint(&x->f, -7);
        ox_want(x, t, 0, "polygon", 1,
                OX_BOX(1000 * (int64_t)t, -7, 1000 * (int64_t)t + types[t].box_w, -7 + types[t].box_h), types[t].area);
    }
    ox_end(x);
}

static int64_t above(int64_t value) {
    return value > 0 ? value : 0;
}

/* Records 23 (both deltas), 24 (a), 25 (b); lying and standing; all signs of the deltas. The parallel sides have the
 * length of the box less what the deltas take from them. */
static void trapezoids(ox_file *x) {
    static const int64_t deltas[5][2] = {{10, 20}, {10, -20}, {-10, 20}, {-10, -20}, {0, 0}};
    ox_begin(x);
    for (unsigned id = 23; id <= 25; id++) {
        for (unsigned standing = 0; standing < 2; standing++) {
            for (unsigned i = 0; i < 5; i++) {
                int64_t a = id == 25 ? 0 : deltas[i][0], b = id == 24 ? 0 : deltas[i][1];
                unsigned layer = id * 10 + standing * 5 + i;
                int64_t w = standing ? H : W, h = standing ? W : H; /* the deltas lie along the longer side */
                ox_head(x, id, 0x7b | standing << 7, layer, 1);
                o_uint(&x->f, (uint64_t)w);
                o_uint(&x->f, (uint64_t)h);
                if (id != 25) {
                    o_sint(&x->f, a);
                }
                if (id != 24) {
                    o_sint(&x->f, b);
                }
                o_sint(&x->f, 500 * (int64_t)layer);
                o_sint(&x->f, 0);
                int64_t first = W - above(-a) - above(b), second = W - above(a) - above(-b);
                ox_want(x, layer, 1, "polygon", 1, OX_BOX(500 * (int64_t)layer, 0, 500 * (int64_t)layer + w, h),
                        H * (first + second) / 2);
            }
        }
    }
    ox_end(x);
}

/* ---- repetitions ---- */

/* Where the members of each type lie: how many, and the box of their places. 0 is the one before once more. */
static const struct {
    int64_t count, left, bottom, right, top;
} places[12] = {
    {3, 0, -70, 200, 230}, {6, 0, 0, 400, 300},  {3, 0, 0, 400, 0},     {3, 0, 0, 0, 600},
    {3, 0, 0, 400, 0},     {3, 0, 0, 400, 0},    {3, 0, 0, 0, 400},     {3, 0, 0, 0, 400},
    {6, -30, 0, 400, 400}, {3, 0, -140, 400, 0}, {3, 0, -70, 200, 230}, {3, 0, -70, 200, 230},
};

static void put_numbers(bad_file *f, size_t count, const int64_t *values) {
    for (size_t i = 0; i < count; i++) {
        o_uint(f, (uint64_t)values[i]);
    }
}

static void repetition(bad_file *f, unsigned type) {
    o_uint(f, type);
    switch (type) {
    case 1: /* 3 x 2 */
        put_numbers(f, G_VALUES(1, 0, 200, 300));
        break;
    case 2:
        put_numbers(f, G_VALUES(1, 200));
        break;
    case 3:
        put_numbers(f, G_VALUES(1, 300));
        break;
    case 4:
    case 6:
        put_numbers(f, G_VALUES(1, 150, 250));
        break;
    case 5:
    case 7: /* on a grid of 50 */
        put_numbers(f, G_VALUES(1, 50, 3, 5));
        break;
    case 8:
        put_numbers(f, G_VALUES(1, 0));
        ox_g_delta(f, 200, 50);
        ox_g_delta(f, -30, 300);
        break;
    case 9:
        put_numbers(f, G_VALUES(1));
        ox_g_delta(f, 200, -70);
        break;
    case 10:
        put_numbers(f, G_VALUES(1));
        ox_g_delta(f, 200, -70);
        ox_g_delta(f, -50, 300);
        break;
    case 11: /* the same on a grid of 10 */
        put_numbers(f, G_VALUES(1, 10));
        ox_g_delta(f, 20, -7);
        ox_g_delta(f, -5, 30);
        break;
    default:
        break;
    }
}

/* What can be repeated: record id, the bits of its info byte beside layer, datatype and repetition, the bytes between
 * the datatype and the place, the box, and the area. */
static const struct {
    unsigned id, info;
    lob_str body;
    const char *kind;
    int64_t box[4], area;
} elements[7] = {
    {20, 0x78, BAD_BYTES("\x64\x28"), "box", {0, 0, 100, 40}, 4000},
    {21, 0x38, BAD_BYTES("\0\2\xc8\1\x50"), "polygon", {0, 0, 100, 40}, 4000}, /* type 0: 100 east, 40 north, closed */
    {22, 0xf8, BAD_BYTES("\x0a\5\0\1\xa0\1"), "path", {0, -10, 80, 10}, 1600},
    {23, 0x78, BAD_BYTES("\x64\x28\x14\x29"), "polygon", {0, 0, 100, 40}, 3400}, /* sides 100 and 70 */
    {26, 0xf8, BAD_BYTES("\4\x64\x28"), "polygon", {0, 0, 100, 40}, 2400},
    {27, 0x38, BAD_BYTES("\x14"), "path", {-20, -20, 20, 20}, OX_NO_AREA},
    {19, 0x58, BAD_BYTES("\1T"), "text", {0, 0, 0, 0}, OX_NO_AREA},
};

/* Box of the members of an element in place (x, y). */
static void want_repeated(ox_file *x, unsigned layer, unsigned type, const char *kind, const int64_t box[4], int64_t at,
                          int64_t area) {
    ox_want(x, layer, type, kind, places[type].count,
            OX_BOX(box[0] + places[type].left + at, box[1] + places[type].bottom, box[2] + places[type].right + at,
                   box[3] + places[type].top),
            area < 0 ? area : area * places[type].count);
}

static void repetitions(ox_file *x) {
    ox_begin(x);
    for (unsigned e = 0; e < 7; e++) {
        for (unsigned i = 1; i <= 12; i++) {
            unsigned type = i % 12; /* 0 comes last: type 11 once more */
            bool is_text = elements[e].id == 19;
            int64_t at = 2000 * (int64_t)(12 * e + type);
            bad_byte(&x->f, elements[e].id);
            bad_byte(&x->f, elements[e].info | 7);
            x->f.records++;
            if (is_text) {
                bad_raw(&x->f, elements[e].body.data, elements[e].body.size);
            }
            o_uint(&x->f, elements[e].id);
            o_uint(&x->f, type);
            if (!is_text) {
                bad_raw(&x->f, elements[e].body.data, elements[e].body.size);
            }
            o_sint(&x->f, at);
            o_sint(&x->f, 0);
            repetition(&x->f, type);
            want_repeated(x, elements[e].id, type, elements[e].kind, elements[e].box, at, elements[e].area);
        }
    }
    ox_end(x);
}

/* PLACEMENT 17 and 18 of a cell for each type, which holds one RECTANGLE. */
static void placement_repetitions(ox_file *x) {
    ox_begin(x);
    for (unsigned id = 17; id <= 18; id++) {
        for (unsigned i = 1; i <= 12; i++) {
            unsigned type = i % 12;
            int64_t at = 2000 * (int64_t)(12 * (id - 17) + type);
            char name[8] = {'P', (char)('0' + id - 10), (char)('a' + type)};
            o_id(&x->f, id);
            bad_byte(&x->f, 0xb8);
            o_text(&x->f, name);
            o_sint(&x->f, at);
            o_sint(&x->f, 0);
            repetition(&x->f, type);
            want_repeated(x, id, type, "box", OX_BOX(0, 0, W, H), at, W * H);
        }
    }
    for (unsigned id = 17; id <= 18; id++) {
        for (unsigned type = 0; type < 12; type++) {
            char name[8] = {'P', (char)('0' + id - 10), (char)('a' + type)};
            ox_cell(x, name);
            ox_head(x, 20, 0x7b, id, type);
            o_uint(&x->f, W);
            o_uint(&x->f, H);
            bad_raw(&x->f, "\0\0", 2);
        }
    }
    ox_end(x);
}

/* ---- point lists ---- */

/* type, count, deltas. Polygons of 0 and 1 end with a vertex that is not written. */
static const struct {
    lob_str list;
    int64_t box[4], area;
} polygons[6] = {
    /* E100 N50 W40 N30, then west to x 0 and south: 100 x 50 and 60 x 30 */
    {BAD_BYTES("\0\4\xc8\1\x64\x51\x3c"), {0, 0, 100, 80}, 6800},
    {BAD_BYTES("\1\4\xc8\1\x64\x51\x3c"), {0, 0, 80, 100}, 6800}, /* the same about the diagonal */
    {BAD_BYTES("\2\3\x90\3\xc9\1\x92\3"), {0, 0, 100, 50}, 5000}, /* E100 N50 W100 */
    /* E100 N50 NW50 W50: a square less a corner of 50 x 50 */
    {BAD_BYTES("\3\4\xa0\6\x91\3\x95\3\x92\3"), {0, 0, 100, 100}, 8750},
    {BAD_BYTES("\4\2\xc0\x0c\x7b\x78"), {0, 0, 100, 60}, 3000},   /* E100 as an octant, then (-30, 60) */
    {BAD_BYTES("\5\2\xc0\x0c\x8b\4\x78"), {0, 0, 100, 60}, 3000}, /* E100, then (-130, 60) more than that */
};

/* Flush paths of width 10; with right-angled bends the area is width times length. */
static const struct {
    lob_str list;
    int64_t box[4], area;
} paths[6] = {
    {BAD_BYTES("\0\2\xc8\1\x64"), {0, -5, 105, 50}, 1500}, /* E100 N50 */
    {BAD_BYTES("\1\2\xc8\1\x64"), {-5, 0, 50, 105}, 1500}, /* N100 E50 */
    {BAD_BYTES("\2\2\x90\3\xc9\1"), {0, -5, 105, 50}, 1500},
    {BAD_BYTES("\3\2\xa0\6\x91\3"), {0, -5, 105, 50}, 1500},
    {BAD_BYTES("\4\2\xc0\x0c\1\x64"), {0, -5, 105, 50}, 1500},     /* E100, (0, 50) */
    {BAD_BYTES("\5\2\xc0\x0c\x93\3\x64"), {0, -5, 105, 50}, 1500}, /* E100, (-100, 50) more */
};

static void want_at(ox_file *x, unsigned layer, unsigned datatype, const char *kind, const int64_t box[4], int64_t at,
                    int64_t area) {
    ox_want(x, layer, datatype, kind, 1, OX_BOX(box[0] + at, box[1], box[2] + at, box[3]), area);
}

static void point_lists(ox_file *x) {
    ox_begin(x);
    for (unsigned type = 0; type < 6; type++) {
        int64_t at = 1000 * (int64_t)type;
        ox_head(x, 21, 0x3b, type, 0);
        bad_raw(&x->f, polygons[type].list.data, polygons[type].list.size);
        o_sint(&x->f, at);
        o_sint(&x->f, 0);
        want_at(x, type, 0, "polygon", polygons[type].box, at, polygons[type].area);
        ox_head(x, 22, 0xfb, type, 1);
        bad_raw(&x->f, "\5\5", 2); /* half-width 5, both ends flush */
        bad_raw(&x->f, paths[type].list.data, paths[type].list.size);
        o_sint(&x->f, at);
        o_sint(&x->f, 0);
        want_at(x, type, 1, "path", paths[type].box, at, paths[type].area);
    }
    ox_end(x);
}

/* All 16 extension schemes: each end as before, flush, half the width, given. `begin` and `end` keep what was set. */
static void path_ends(ox_file *x) {
    int64_t begin = 0, end = 0;
    ox_begin(x);
    for (unsigned i = 5; i < 21; i++) { /* 5 first: both are given then */
        unsigned scheme = i % 16, ss = scheme >> 2, ee = scheme & 3;
        int64_t at = 1000 * (int64_t)scheme;
        begin = ss == 1 ? 0 : ss == 2 ? 10 : ss == 3 ? 30 + (int64_t)ee : begin;
        end = ee == 1 ? 0 : ee == 2 ? 10 : ee == 3 ? -20 - (int64_t)ss : end;
        ox_head(x, 22, 0xfb, scheme, 2);
        o_uint(&x->f, 10);
        o_uint(&x->f, scheme);
        if (ss == 3) {
            o_sint(&x->f, begin);
        }
        if (ee == 3) {
            o_sint(&x->f, end);
        }
        bad_raw(&x->f, "\0\1\xc8\1", 4); /* E100 */
        o_sint(&x->f, at);
        o_sint(&x->f, 0);
        ox_want(x, scheme, 2, "path", 1, OX_BOX(at - begin, -10, at + 100 + end, 10), 20 * (100 + begin + end));
    }
    ox_end(x);
}

/* ---- placements ---- */

/* Child: 100 x 40 at the origin, on the layer of its number. */
static void child(ox_file *x, unsigned number) {
    char name[3] = {'C', (char)('A' + number)};
    ox_cell(x, name);
    ox_head(x, 20, 0x7b, number, 3);
    o_uint(&x->f, W);
    o_uint(&x->f, H);
    bad_raw(&x->f, "\0\0", 2);
}

static void place(ox_file *x, unsigned id, unsigned info, unsigned number, lob_str reals, const int64_t box[4]) {
    char name[3] = {'C', (char)('A' + number)};
    int64_t at = 1000 * (int64_t)number;
    o_id(&x->f, id);
    bad_byte(&x->f, 0xb0 | info);
    o_text(&x->f, name);
    bad_raw(&x->f, reals.data, reals.size);
    o_sint(&x->f, at);
    o_sint(&x->f, 0);
    ox_want(x, number, 3, "box", 1, OX_BOX(box[0] + at, box[1], box[2] + at, box[3]),
            (box[2] - box[0]) * (box[3] - box[1]));
}

/* 17: quarter turns and the flip, which comes before the turn. 18: magnification and angle as reals of all types. */
static void placements(ox_file *x) {
    static const struct {
        unsigned id, info;
        lob_str reals;
        int64_t box[4];
    } rows[] = {
        {17, 0x00, BAD_BYTES(""), {0, 0, 100, 40}},
        {17, 0x02, BAD_BYTES(""), {-40, 0, 0, 100}},
        {17, 0x04, BAD_BYTES(""), {-100, -40, 0, 0}},
        {17, 0x06, BAD_BYTES(""), {0, -100, 40, 0}},
        {17, 0x01, BAD_BYTES(""), {0, -40, 100, 0}},
        {17, 0x03, BAD_BYTES(""), {0, 0, 40, 100}},
        {17, 0x05, BAD_BYTES(""), {-100, 0, 0, 40}},
        {17, 0x07, BAD_BYTES(""), {-40, -100, 0, 0}},
        {18, 0x00, BAD_BYTES(""), {0, 0, 100, 40}},                             /* neither: 1 and 0 */
        {18, 0x04, BAD_BYTES("\0\3"), {0, 0, 300, 120}},                        /* type 0: 3 */
        {18, 0x04, BAD_BYTES("\2\4"), {0, 0, 25, 10}},                          /* 2: 1/4 */
        {18, 0x04, BAD_BYTES("\4\3\2"), {0, 0, 150, 60}},                       /* 4: 3/2 */
        {18, 0x04, BAD_BYTES("\6\0\0\0\x3f"), {0, 0, 50, 20}},                  /* 6: float 0.5 */
        {18, 0x04, BAD_BYTES("\7\0\0\0\0\0\0\0\x40"), {0, 0, 200, 80}},         /* 7: double 2 */
        {18, 0x02, BAD_BYTES("\0\x5a"), {-40, 0, 0, 100}},                      /* 90 */
        {18, 0x02, BAD_BYTES("\1\x5a"), {0, -100, 40, 0}},                      /* 1: -90 */
        {18, 0x02, BAD_BYTES("\4\xb4\1\1"), {-100, -40, 0, 0}},                 /* 180/1 */
        {18, 0x02, BAD_BYTES("\5\xb4\1\2"), {0, -100, 40, 0}},                  /* 5: -180/2 */
        {18, 0x02, BAD_BYTES("\6\0\0\x87\x43"), {0, -100, 40, 0}},              /* float 270 */
        {18, 0x07, BAD_BYTES("\0\2\7\0\0\0\0\0\x80\x56\x40"), {0, 0, 80, 200}}, /* flip, 2, double 90 */
    };
    unsigned count = sizeof rows / sizeof rows[0];
    for (unsigned i = 0; i < count; i++) {
        if (i == 0) {
            ox_begin(x);
        }
        place(x, rows[i].id, rows[i].info, i, rows[i].reals, rows[i].box);
    }
    for (unsigned i = 0; i < count; i++) {
        child(x, i);
    }
    ox_end(x);
}

/* ---- where things are ---- */

/* XYRELATIVE: every place adds to the last of its own sort (geometry, text, placement); XYABSOLUTE ends that. A new
 * cell is absolute. */
static void xy_modes(ox_file *x) {
    ox_begin(x);
    o_id(&x->f, 16);
    for (unsigned i = 1; i <= 4; i++) {
        ox_head(x, 20, 0x7b, i, 0);
        o_uint(&x->f, 10);
        o_uint(&x->f, 10);
        o_sint(&x->f, 100);
        o_sint(&x->f, -20);
        int64_t at = 100 * (int64_t)i, y = -20 * (int64_t)i;
        ox_want(x, i, 0, "box", 1, OX_BOX(at, y, at + 10, y + 10), 100);
        o_id(&x->f, 19);
        bad_raw(&x->f, "\x5b\1t", 3);
        o_uint(&x->f, i);
        o_uint(&x->f, 1);
        o_sint(&x->f, 7);
        o_sint(&x->f, 1000);
        ox_want(x, i, 1, "text", 1, OX_BOX(7 * (int64_t)i, 1000 * (int64_t)i, 7 * (int64_t)i, 1000 * (int64_t)i),
                OX_NO_AREA);
        char name[3] = {'C', (char)('A' + i)};
        o_id(&x->f, 17);
        bad_byte(&x->f, 0xb0);
        o_text(&x->f, name);
        o_sint(&x->f, -500);
        o_sint(&x->f, 0);
        ox_want(x, i, 3, "box", 1, OX_BOX(-500 * (int64_t)i, 0, -500 * (int64_t)i + W, H), W * H);
    }
    o_id(&x->f, 15);
    ox_head(x, 20, 0x7b, 9, 0);
    bad_raw(&x->f, "\x0a\x0a\2\2", 4);
    ox_want(x, 9, 0, "box", 1, OX_BOX(1, 1, 11, 11), 100);
    for (unsigned i = 1; i <= 4; i++) {
        child(x, i);
    }
    ox_end(x);
}

/* Info bytes of 0: all from before, which is what a modal variable is for. A square takes its height along. */
static void modal(ox_file *x) {
    ox_begin(x);
    ox_head(x, 20, 0xdb, 1, 0); /* square of 50 */
    o_uint(&x->f, 50);
    o_sint(&x->f, 10);
    o_sint(&x->f, 20);
    o_id(&x->f, 20); /* moved along x alone: 50 x 50 still */
    bad_byte(&x->f, 0x10);
    o_sint(&x->f, 110);
    ox_want(x, 1, 0, "box", 2, OX_BOX(10, 20, 160, 70), 5000);
    ox_head(x, 26, 0x83, 2, 0); /* CTRAPEZOID of type 24: width and height of the square */
    o_uint(&x->f, 24);
    ox_want(x, 2, 0, "polygon", 1, OX_BOX(110, 20, 160, 70), 2500);
    ox_head(x, 21, 0x3b, 3, 0);
    bad_raw(&x->f, "\0\2\x64\x64", 4); /* 50 x 50 by two deltas */
    bad_raw(&x->f, "\0\0", 2);
    o_id(&x->f, 21);
    bad_byte(&x->f, 0x08);
    o_sint(&x->f, 300);
    ox_want(x, 3, 0, "polygon", 2, OX_BOX(0, 0, 50, 350), 5000);
    ox_end(x);
}

const ox_row ox_shape_rows[] = {
    {"ctrapezoids", "All 26 types of CTRAPEZOID, type n on layer n.", ctrapezoids},
    {"trapezoids", "TRAPEZOID 23, 24 and 25, lying and standing, with all signs of the deltas.", trapezoids},
    {"repetitions", "Repetition types 0 to 11 (the datatype) on every kind of element (the layer is its record id).",
     repetitions},
    {"placement_repetitions", "The same of PLACEMENT 17 and 18.", placement_repetitions},
    {"point_lists", "Point-list types 0 to 5 (the layer), of POLYGON (datatype 0) and PATH (1).", point_lists},
    {"path_ends", "All 16 extension schemes of PATH (the layer).", path_ends},
    {"placements", "Quarter turns, the flip, and magnification and angle as reals of types 0 to 7 without 3.",
     placements},
    {"xy_modes", "XYRELATIVE and XYABSOLUTE for geometry, texts and placements.", xy_modes},
    {"modal", "Fields left out that the record before has set.", modal},
};
const unsigned ox_shape_count = sizeof ox_shape_rows / sizeof ox_shape_rows[0];
