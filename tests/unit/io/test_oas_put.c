/* Primitive values of OASIS as bytes: against the examples of SEMI P39 and read back by the stream reader. */
#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "io/oas/put.h"
#include "io/oas/reader.h"

static lob_buf out;

static int setup(void **state) {
    (void)state;
    lob_buf_init(&out, 0);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    lob_buf_release(&out);
    return 0;
}

#define EXPECT_BYTES(...)                                                                                              \
    do {                                                                                                               \
        const uint8_t expected[] = {__VA_ARGS__};                                                                      \
        assert_int_equal(out.size, sizeof expected);                                                                   \
        assert_memory_equal(out.data, expected, sizeof expected);                                                      \
        lob_buf_clear(&out);                                                                                           \
    } while (0)

/* ---- the reader behind the bytes ---- */

typedef struct reading {
    lob_arena *arena;
    lob_ctx ctx;
    lob_source *source;
    oas_reader r;
} reading;

static void open_bytes(reading *x) {
    x->arena = lob_arena_new(0);
    lob_ctx_init(&x->ctx, x->arena);
    assert_int_equal(lob_source_open_memory(&x->ctx, out.data, out.size, &(lob_source_options){0}, &x->source), LOB_OK);
    static const lob_sink none; /* takes no outlines, so points stay where they are read */
    x->r = (oas_reader){.ctx = &x->ctx, .sink = &none};
    oas_stream_init(&x->r.s, &x->ctx, x->source);
}

/* Everything must have been read. */
static void close_bytes(reading *x) {
    bool more;
    assert_int_equal(oas_more(&x->r.s, &more), LOB_OK);
    assert_false(more);
    oas_stream_release(&x->r.s);
    lob_free(x->r.m.polygon.items);
    lob_free(x->r.m.rep_list);
    lob_source_close(x->source);
    lob_arena_drop(x->arena);
    lob_buf_clear(&out);
}

static uint64_t state64;

static uint64_t next64(void) {
    state64 = state64 * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return state64 >> 31;
}

static int32_t coordinate(void) {
    return (int32_t)(uint32_t)(next64() >> (next64() % 2 ? 1 : 20));
}

/* ---- numbers ---- */

static void test_integers(void **state) {
    (void)state;
    oas_put_uint(&out, 0);
    EXPECT_BYTES(0x00);
    oas_put_uint(&out, 127);
    EXPECT_BYTES(0x7f);
    oas_put_uint(&out, 128);
    EXPECT_BYTES(0x80, 0x01);
    oas_put_uint(&out, 16383);
    EXPECT_BYTES(0xff, 0x7f);
    oas_put_uint(&out, 16384);
    EXPECT_BYTES(0x80, 0x80, 0x01);
    oas_put_uint(&out, UINT64_MAX);
    EXPECT_BYTES(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01);
    oas_put_sint(&out, 0);
    EXPECT_BYTES(0x00);
    oas_put_sint(&out, 1);
    EXPECT_BYTES(0x02);
    oas_put_sint(&out, -1);
    EXPECT_BYTES(0x03);
    oas_put_sint(&out, 63);
    EXPECT_BYTES(0x7e);
    oas_put_sint(&out, -64);
    EXPECT_BYTES(0x81, 0x01);
    oas_put_sint(&out, 8191);
    EXPECT_BYTES(0xfe, 0x7f);
    oas_put_sint(&out, -8192);
    EXPECT_BYTES(0x81, 0x80, 0x01);
}

static void test_integers_read_back(void **state) {
    (void)state;
    for (unsigned bit = 0; bit < 62; bit++) {
        for (int64_t by = -1; by <= 1; by++) {
            int64_t value = (INT64_C(1) << bit) + by, back = 0, negative = 0;
            uint64_t raw;
            oas_put_uint(&out, (uint64_t)value);
            oas_put_sint(&out, value);
            oas_put_sint(&out, -value);
            reading x;
            open_bytes(&x);
            assert_int_equal(oas_uint(&x.r.s, &raw), LOB_OK);
            assert_int_equal(oas_sint(&x.r.s, &back), LOB_OK);
            assert_int_equal(oas_sint(&x.r.s, &negative), LOB_OK);
            assert_eq(raw, (uint64_t)value);
            assert_eq(back, value);
            assert_eq(negative, -value);
            close_bytes(&x);
        }
    }
}

static void test_reals(void **state) {
    (void)state;
    oas_put_real(&out, 0);
    EXPECT_BYTES(0x00, 0x00);
    oas_put_real(&out, 1000);
    EXPECT_BYTES(0x00, 0xe8, 0x07);
    oas_put_real(&out, -2);
    EXPECT_BYTES(0x01, 0x02);
    oas_put_real(&out, 0.5); /* IEEE 754: 3fe0000000000000, little endian */
    EXPECT_BYTES(0x07, 0, 0, 0, 0, 0, 0, 0xe0, 0x3f);
    const double values[] = {1e15, 9007199254740992.0, 1e300, -1e-300, 0.1, -3.25, 1.0 / 3, 4e15 + 0.5};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        lob_case("%g", values[i]);
        double back;
        oas_put_real(&out, values[i]);
        reading x;
        open_bytes(&x);
        assert_int_equal(oas_real(&x.r.s, &back), LOB_OK);
        assert_memory_equal(&back, &values[i], sizeof back);
        close_bytes(&x);
    }
}

static void test_strings(void **state) {
    (void)state;
    oas_put_string(&out, LOB_STR(""));
    EXPECT_BYTES(0x00);
    oas_put_string(&out, LOB_STR("a\0b"));
    EXPECT_BYTES(0x03, 'a', 0, 'b');
    char *text = calloc(200, 1);
    oas_put_string(&out, (lob_str){text, 200});
    assert_int_equal(out.size, 202);
    assert_memory_equal(out.data, "\xc8\x01", 2);
    lob_buf_clear(&out);
    free(text);
}

/* ---- deltas and points ---- */

/* Form 1 (bit 0 clear): octant in bits 1-3: E N W S NE NW SW SE; form 2: bit 1 west, |x|, then y. */
static void test_g_deltas(void **state) {
    (void)state;
    static const int64_t steps[8][2] = {{3, 0}, {0, 3}, {-3, 0}, {0, -3}, {3, 3}, {-3, 3}, {-3, -3}, {3, -3}};
    for (unsigned i = 0; i < 8; i++) {
        oas_put_gdelta(&out, steps[i][0], steps[i][1]);
        EXPECT_BYTES((uint8_t)(3 << 4 | i << 1));
    }
    oas_put_gdelta(&out, 5, -2);
    EXPECT_BYTES(5 << 2 | 1, 2 << 1 | 1);
    oas_put_gdelta(&out, -5, 2);
    EXPECT_BYTES(5 << 2 | 2 | 1, 2 << 1);
    oas_put_gdelta(&out, 0, 0);
    EXPECT_BYTES(0x00);
    for (unsigned i = 0; i < 2000; i++) {
        int64_t x = (int64_t)coordinate() - coordinate(), y = i % 3 ? (int64_t)coordinate() - coordinate() : -x;
        oas_delta back;
        oas_put_gdelta(&out, x, y);
        reading r;
        open_bytes(&r);
        assert_int_equal(oas_delta_g(&r.r.s, &back), LOB_OK);
        assert_eq(back.x, x);
        assert_eq(back.y, y);
        close_bytes(&r);
    }
}

static void expect_points(const lob_point *points, uint32_t count, bool is_polygon, unsigned type) {
    oas_put_points(&out, points, count, is_polygon, true);
    assert_int_equal(out.data[0], type);
    reading x;
    open_bytes(&x);
    assert_int_equal(oas_point_list(&x.r, is_polygon, &x.r.m.polygon), LOB_OK);
    assert_int_equal(x.r.m.polygon.count, count);
    for (uint32_t i = 0; i < count; i++) {
        assert_eq(x.r.m.polygon.items[i].x, (int64_t)points[i].x - points[0].x);
        assert_eq(x.r.m.polygon.items[i].y, (int64_t)points[i].y - points[0].y);
    }
    close_bytes(&x);
}

static void test_point_lists(void **state) {
    (void)state;
    const lob_point across[] = {{0, 0}, {5, 0}, {5, 7}, {9, 7}, {9, 9}, {0, 9}};
    const lob_point up[] = {{0, 0}, {0, 9}, {9, 9}, {9, 7}, {5, 7}, {5, 0}};
    const lob_point odd[] = {{0, 0}, {5, 0}, {5, 7}, {5, 9}, {0, 9}};
    const lob_point slant[] = {{0, 0}, {5, 0}, {3, 7}};
    const lob_point wide[] = {{INT32_MIN, INT32_MIN}, {INT32_MAX, INT32_MIN}, {INT32_MAX, INT32_MAX}};
    const lob_point doubled[] = {{0, 0}, {0, 0}};
    expect_points(across, 6, true, 0);
    expect_points(across, 6, false, 0);
    expect_points(across, 5, false, 0);
    expect_points(up, 6, true, 1);
    expect_points(up, 5, false, 1);
    expect_points(odd, 5, true, 2);
    expect_points(across, 5, true, 3); /* closes at 45 degrees */
    expect_points(odd, 4, false, 2);
    expect_points(slant, 3, true, 5);
    expect_points(wide, 3, true, 3);
    expect_points(wide, 3, false, 0);
    expect_points(doubled, 2, false, 0);
    expect_points(doubled, 1, false, 2);
}

/* Octangular outlines, and the two forms of the others, byte by byte. */
static void test_point_list_bytes(void **state) {
    (void)state;
    const lob_point octagon[] = {{0, 0}, {4, 0}, {6, 2}, {6, 5}, {3, 8}, {0, 5}};
    oas_put_points(&out, octagon, 6, true, false);
    EXPECT_BYTES(3, 5, 4 << 3 | 0, 2 << 3 | 4, 3 << 3 | 1, 3 << 3 | 5, 3 << 3 | 6);
    const lob_point open[] = {{0, 0}, {4, 0}, {6, 2}, {6, 5}, {3, 8}, {1, 6}}; /* does not close so */
    oas_put_points(&out, open, 6, true, false);
    assert_int_equal(out.data[0], 4);
    lob_buf_clear(&out);
    expect_points(open, 6, false, 3);
    const lob_point curve[] = {{0, 0}, {100, 10}, {200, 21}, {300, 33}};
    oas_put_points(&out, curve, 4, true, false); /* (100, 10): 1 + 2 bytes and so on */
    EXPECT_BYTES(4, 3, 0x91, 0x03, 20, 0x91, 0x03, 22, 0x91, 0x03, 24);
    oas_put_points(&out, curve, 4, true, true); /* then (0, 1) twice: one byte each */
    EXPECT_BYTES(5, 3, 0x91, 0x03, 20, 1 << 4 | 1 << 1, 1 << 4 | 1 << 1);
    const lob_point jagged[] = {{0, 0}, {1, 2}, {0, 5}}; /* equally long: the simpler one */
    oas_put_points(&out, jagged, 3, true, true);
    assert_int_equal(out.data[0], 4);
    lob_buf_clear(&out);
}

static void test_random_points(void **state) {
    (void)state;
    for (unsigned i = 0; i < 3000; i++) {
        lob_point p[16];
        uint32_t count = 3 + (uint32_t)(next64() % 13);
        p[0] = (lob_point){coordinate(), coordinate()};
        for (uint32_t k = 1; k < count; k++) {
            p[k] = (lob_point){coordinate(), coordinate()};
            if (i % 3) { /* along an axis: west, east, south or north, sometimes nowhere */
                p[k] = next64() % 2 ? (lob_point){p[k - 1].x, p[k].y} : (lob_point){p[k].x, p[k - 1].y};
            }
        }
        bool is_polygon = next64() % 2;
        oas_put_points(&out, p, count, is_polygon, true);
        unsigned type = (unsigned)out.data[0];
        lob_buf_clear(&out);
        expect_points(p, count, is_polygon, type);
    }
}

/* ---- repetitions ---- */

static void expect_repetition(const lob_rep *rep, unsigned type) {
    oas_put_repetition(&out, rep);
    assert_int_equal(out.data[0], type);
    reading x;
    open_bytes(&x);
    assert_int_equal(oas_repetition(&x.r), LOB_OK);
    uint64_t count = lob_rep_count(rep);
    assert_int_equal(lob_rep_count(&x.r.m.rep), count);
    bool *seen = calloc(count, sizeof *seen);
    for (uint64_t i = 0; i < count; i++) { /* type 1 may turn rows into columns */
        lob_point64 want = lob_rep_at(rep, i);
        uint64_t k = 0;
        for (; k < count; k++) {
            lob_point64 have = lob_rep_at(&x.r.m.rep, k);
            if (!seen[k] && have.x == want.x && have.y == want.y) {
                break;
            }
        }
        assert_lt(k, count);
        seen[k] = true;
    }
    free(seen);
    close_bytes(&x);
}

static lob_rep lattice(uint64_t na, uint64_t nb, lob_point64 a, lob_point64 b) {
    return (lob_rep){.kind = LOB_REP_LATTICE, .na = na, .nb = nb, .a = a, .b = b};
}

static void test_repetitions(void **state) {
    (void)state;
    const lob_point list[] = {{0, 0}, {5, -7}, {5, -7}, {INT32_MAX, INT32_MIN}};
    const lob_point64 none = {0, 0}, east = {10, 0}, north = {0, 20}, west = {-10, 0}, south = {0, -3}, slant = {3, 4};
    lob_rep r = lattice(5, 1, east, none);
    expect_repetition(&r, 2);
    r = lattice(1, 5, slant, east); /* the other axis */
    expect_repetition(&r, 2);
    r = lattice(4, 1, north, none);
    expect_repetition(&r, 3);
    r = lattice(4, 1, west, none);
    expect_repetition(&r, 9);
    r = lattice(4, 1, slant, none);
    expect_repetition(&r, 9);
    r = lattice(3, 4, east, north);
    expect_repetition(&r, 1);
    r = lattice(3, 4, north, east);
    expect_repetition(&r, 1);
    r = lattice(3, 4, south, east);
    expect_repetition(&r, 8);
    r = lattice(2, 2, east, slant);
    expect_repetition(&r, 8);
    r = (lob_rep){.kind = LOB_REP_LIST, .list = list, .list_count = 4};
    expect_repetition(&r, 10);
    r = (lob_rep){.kind = LOB_REP_FRACTION, .na = 3, .nb = 2, .a = {10, 1}, .b = {0, 7}};
    expect_repetition(&r, 10);
    r = lattice(UINT32_MAX, 7, east, north);
    oas_put_repetition(&out, &r);
    EXPECT_BYTES(0x01, 0xfd, 0xff, 0xff, 0xff, 0x0f, 0x05, 0x0a, 0x14);
}

static void expect_list(const lob_point *list, uint32_t count, unsigned type) {
    expect_repetition(&(lob_rep){.kind = LOB_REP_LIST, .list = list, .list_count = count}, type);
}

/* Lists along an axis, and on a grid where that is shorter. */
static void test_lists(void **state) {
    (void)state;
    const lob_point wide[] = {{0, 0}, {INT32_MIN, 0}};
    const lob_point row[] = {{0, 0}, {5, 0}, {12, 0}}, back[] = {{0, 0}, {5, 0}, {3, 0}};
    const lob_point column[] = {{0, 0}, {0, 5}, {0, 12}}, down[] = {{0, 0}, {0, -5}, {0, -12}};
    const lob_point far[] = {{0, 0}, {1000, 0}, {3000, 0}, {6000, 0}},
                    high[] = {{0, 0}, {0, 1000}, {0, 3000}, {0, 7000}};
    const lob_point grid[] = {{0, 0}, {1000, 500}, {-3000, 1500}, {2000, 2500}}, same[] = {{0, 0}, {0, 0}};
    const lob_point near[] = {{0, 0}, {2, 4}};
    expect_list(row, 3, 4);
    expect_list(wide, 2, 10); /* on a grid of more than a grid may be */
    expect_list(back, 3, 10);
    expect_list(column, 3, 6);
    expect_list(down, 3, 10);
    expect_list(far, 4, 5);
    expect_list(high, 4, 7);
    expect_list(grid, 4, 11);
    expect_list(same, 2, 4);
    expect_list(near, 2, 10);
    oas_put_repetition(&out, &(lob_rep){.kind = LOB_REP_LIST, .list = far, .list_count = 4});
    EXPECT_BYTES(5, 2, 0xe8, 0x07, 1, 2, 3); /* SEMI P39: count - 2, grid, spaces */
    oas_put_repetition(&out, &(lob_rep){.kind = LOB_REP_LIST, .list = grid, .list_count = 4});
    EXPECT_BYTES(11, 2, 0xf4, 0x03, 2 << 2 | 1, 1 << 1, 0x23, 2 << 1, 0x29, 2 << 1);
    for (unsigned round = 0; round < 2000; round++) {
        lob_point list[9] = {{0, 0}};
        uint32_t count = 2 + (uint32_t)(next64() % 8);
        int32_t step = round % 5 ? (int32_t)(next64() % 100) : 1;
        for (uint32_t i = 1; i < count; i++) {
            list[i].x = round % 3 == 1 ? 0 : (int32_t)(next64() % 10000) * step;
            list[i].y = round % 3 == 2 ? 0 : (int32_t)(next64() % 10000) * step;
        }
        const lob_rep rep = {.kind = LOB_REP_LIST, .list = list, .list_count = count};
        oas_put_repetition(&out, &rep);
        unsigned type = (unsigned)out.data[0];
        lob_buf_clear(&out);
        expect_repetition(&rep, type);
    }
}

/* The buffer keeps a failure. */
static void test_no_memory(void **state) {
    (void)state;
    lob_buf fresh;
    lob_buf_init(&fresh, 0);
    lob_alloc_fail_at(1, 1);
    oas_put_uint(&fresh, 5);
    oas_put_real(&fresh, 0.1);
    lob_alloc_fail_at(0, 0);
    assert_int_equal(fresh.failed, LOB_BUF_NO_MEMORY);
    lob_buf_release(&fresh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers),      cmocka_unit_test(test_integers_read_back),
        cmocka_unit_test(test_reals),         cmocka_unit_test(test_strings),
        cmocka_unit_test(test_g_deltas),      cmocka_unit_test(test_point_lists),
        cmocka_unit_test(test_random_points), cmocka_unit_test(test_repetitions),
        cmocka_unit_test(test_lists),         cmocka_unit_test(test_point_list_bytes),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
