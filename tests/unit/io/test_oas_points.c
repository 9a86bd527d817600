/* Point lists and repetitions at the ends of their ranges: sums that 64 bits do not hold, coordinates that 32 do not,
 * lists longer than what is decoded at once, and each allocation for them failing. What is expected is worked out here
 * from the numbers of each list. A sink that keeps outlines is told the same as one that does not. */
#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "io/oas/reader.h"
#include "tests/unit/base/sweep.h"
#include "tests/unit/io/oas_watch.h"

/* ---- a sink that keeps outlines and tells what they stand for ---- */

enum { OUTLINE_MAX = 16, POINTS_MAX = 64 };

static struct {
    lob_point points[POINTS_MAX];
    uint32_t count;
} outlines[OUTLINE_MAX];
static uint32_t outline_count;

static lob_status keep_outline(void *self, const lob_point *points, uint32_t count, uint32_t *outline) {
    (void)self;
    assert_lt(outline_count, OUTLINE_MAX);
    assert_le(count, POINTS_MAX);
    memcpy(outlines[outline_count].points, points, count * sizeof *points);
    outlines[outline_count].count = count;
    *outline = outline_count++;
    return LOB_OK;
}

static uint32_t placed(uint32_t outline, lob_point at, lob_point *points) {
    for (uint32_t k = 0; k < outlines[outline].count; k++) {
        points[k].x = at.x + outlines[outline].points[k].x;
        points[k].y = at.y + outlines[outline].points[k].y;
    }
    return outlines[outline].count;
}

static lob_status tell_polygon_of(void *self, const lob_element *e, uint32_t outline, lob_point at) {
    lob_point points[POINTS_MAX];
    return on_polygon(self, e, points, placed(outline, at, points));
}

static lob_status tell_path_of(void *self, const lob_element *e, const lob_path_event *p, uint32_t outline,
                               lob_point at) {
    lob_point points[POINTS_MAX];
    lob_path_event path = *p;
    path.count = placed(outline, at, points);
    path.points = points;
    return on_path(self, e, &path);
}

static lob_status read_file(bool keeps) {
    lob_sink sink = teller;
    lob_source *source = NULL;
    const lob_source_options options = {0};
    renew();
    outline_count = 0;
    if (keeps) {
        sink.outline = keep_outline;
        sink.polygon_of = tell_polygon_of;
        sink.path_of = tell_path_of;
    }
    assert_int_equal(lob_source_open_memory(&ctx, file.data, file.size, &options, &source), LOB_OK);
    const lob_status status = lob_oas_read(&ctx, source, &sink, true);
    lob_source_close(source);
    return status;
}

static void cell(void) {
    oas_begin(&file);
    U(14);
    s(&file, "A");
}

static void finish(void) {
    oas_finish(&file, 0);
}

/* ---- what is refused ---- */

/* Signed integers and g-deltas as they are stored. */
static uint64_t stored(int64_t value) {
    return value < 0 ? (uint64_t)-value << 1 | 1 : (uint64_t)value << 1;
}

static uint64_t stored_x(int64_t x) {
    return stored(x) << 1 | 1;
}

#define G(x, y)     stored_x(x), stored(y)
#define ALONG(d, n) ((uint64_t)(n) << 4 | (d) << 1) /* E N W S NE NW SW SE */

static const int64_t largest = INT64_MAX, largest_gx = (INT64_C(1) << 62) - 1, distant = INT64_C(1) << 41,
                     farther = INT64_C(1) << 50;

typedef struct lie {
    const char *words; /* of the message */
    unsigned count;
    uint64_t numbers[14];
} lie;

#define LIE(words, ...)                                                                                                \
    {                                                                                                                  \
        words, sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t), {                                           \
            __VA_ARGS__                                                                                                \
        }                                                                                                              \
    }

static void expect_lies(const lie *lies, size_t count, bool is_list) {
    for (size_t k = 0; k < count; k++) {
        for (unsigned kind = 0; kind < (is_list ? 4u : 2u); kind++) {
            cell();
            record(is_list ? kind / 2 ? 22 : 21 : 20, is_list ? kind / 2 ? 0xfb : 0x3b : 0x7f);
            U(1, 0);
            if (is_list) {
                kind / 2 ? U(3, 5) : (void)0;
                numbers(lies[k].numbers, lies[k].count);
                U(0, 0);
            } else {
                U(4, 4, 0, 0);
                numbers(lies[k].numbers, lies[k].count);
            }
            finish();
            const lob_status status = read_file(kind % 2);
            if (status != LOB_E_UNSUPPORTED_FORMAT || !strstr(ctx.error.message, lies[k].words)) {
                fail_msg("%zu of kind %u: %s", k, kind, ctx.error.message);
            }
            assert_non_null(strstr(reason(), "range")); /* "range" of a number, "coordinate_range" of a sum */
            assert_string_equal(told.data, "layout oas dbu 0.001\ncell A\n");
        }
    }
}

static void test_lists_out_of_range(void **state) {
    (void)state;
    static const char sum[] = "a sum of coordinates needs more than 64 bits", small[] = "needs more than 32 bits";
    const lie lies[] = {
        LIE(sum, 0, 3, stored(largest), stored(1), stored(1)),
        LIE(sum, 0, 3, stored(-largest), stored(1), stored(-2)),
        LIE(sum, 1, 3, stored(largest), stored(1), stored(1)),
        LIE(sum, 1, 3, stored(-largest), stored(1), stored(-2)),
        /* the delta of deltas alone: it is 0, 1, 2, 3 times the largest while the points come back */
        LIE(sum, 5, 5, G(-largest_gx, 0), G(largest_gx, 0), G(largest_gx, 0), G(largest_gx, 0), G(largest_gx, 0)),
        LIE(sum, 5, 4, G(0, -largest), G(0, largest), G(0, largest), G(0, 1)),
        /* a small one behind the largest, whose sum modulo 2^64 would come back to the first point */
        LIE(sum, 5, 2, G(0, largest), G(0, 1)),
        /* far away and back */
        LIE(small, 2, 3, (uint64_t)distant << 2, (uint64_t)distant << 2 | 2, 4 << 2 | 1),
        LIE(small, 2, 3, (uint64_t)distant << 2 | 1, (uint64_t)distant << 2 | 3, 4 << 2),
        LIE(small, 3, 3, (uint64_t)distant << 3 | 4, (uint64_t)distant << 3 | 6, 4 << 3),
        LIE(small, 5, 5, G(-farther, 0), G(2 * farther, 0), G(-farther + 5, 0), G(0, 5), G(0, 5)),
        LIE(small, 5, 5, G(0, -farther), G(0, 2 * farther), G(0, -farther + 5), G(5, 0), G(5, 0)),
        LIE(small, 4, 2, G(INT64_C(1) << 31, 0), G(0, 5)),
        LIE(small, 4, 2, G(0, INT64_C(1) << 31), G(5, 0)),
        LIE(small, 4, 2, G(-(INT64_C(1) << 31) - 1, 0), G(0, 5)),
        LIE(small, 4, 2, G(0, -(INT64_C(1) << 31) - 1), G(5, 0)),
    };
    expect_lies(lies, sizeof lies / sizeof *lies, true);
}

/* Small steps, each of which is near, around the ring of 64 bits. */
static void test_around_64_bits(void **state) {
    (void)state;
    enum { STEPS = 2050 };
    for (unsigned direction = 0; direction < 4; direction++) {
        cell();
        record(22, 0xfb);
        U(1, 0, 3, 5, 2, STEPS);
        for (unsigned k = 0; k < STEPS; k++) {
            U(UINT64_C(1) << 54 | direction);
        }
        U(0, 0);
        finish();
        assert_int_equal(read_file(false), LOB_E_UNSUPPORTED_FORMAT);
        assert_non_null(strstr(ctx.error.message, "a sum of coordinates needs more than 64 bits"));
    }
}

static void test_repetitions_out_of_range(void **state) {
    (void)state;
    static const char pitch[] = "the pitch of a repetition is out of range",
                      out[] = "an offset in a repetition is out of range",
                      wide[] = "an offset in a repetition needs more than 32 bits",
                      many[] = "a repetition has more than 2^63 members",
                      sum[] = "a sum of coordinates needs more than 64 bits";
    const uint64_t beyond = LOB_COORD_MAX + UINT64_C(1), large = UINT64_C(1) << 31, grid = INT32_MAX;
    const lie lies[] = {
        LIE(pitch, 9, 0, ALONG(0, beyond)),
        LIE(pitch, 9, 0, ALONG(1, beyond)),
        LIE(pitch, 9, 0, ALONG(2, beyond)),
        LIE(pitch, 9, 0, ALONG(3, beyond)),
        LIE(pitch, 8, 0, 0, ALONG(0, 4), ALONG(0, beyond)),
        LIE(pitch, 8, 0, 0, ALONG(0, 4), ALONG(1, beyond)),
        LIE(pitch, 8, 0, 0, ALONG(0, 4), ALONG(2, beyond)),
        LIE(pitch, 8, 0, 0, ALONG(0, 4), ALONG(3, beyond)),
        LIE(many, 1, (UINT64_C(1) << 32) - 2, (UINT64_C(1) << 31) - 1, 4, 4),
        LIE(many, 2, UINT64_MAX - 2, 0),
        LIE(pitch, 1, 0, 0, beyond, 4),
        LIE(pitch, 1, 0, 0, 4, beyond),
        LIE(pitch, 2, 0, beyond),
        LIE(pitch, 3, 0, beyond),
        LIE(pitch, 4, 2, 4, beyond, 4),
        LIE(pitch, 7, 2, 3, 4, beyond, 4),
        LIE(out, 11, 0, grid, G(largest_gx, 0)),
        LIE(out, 11, 0, grid, G(0, largest)),
        LIE(out, 11, 0, 1 << 19, ALONG(0, UINT64_C(1) << 45)), /* modulo 2^64 it is 0 */
        LIE(out, 11, 0, 1 << 19, ALONG(3, UINT64_C(1) << 45)),
        LIE(out, 5, 0, 1 << 19, UINT64_C(1) << 45),
        LIE("the grid of a repetition is out of range", 5, 0, UINT64_C(1) << 31, 0),
        LIE("the grid of a repetition is out of range", 11, 0, UINT64_C(1) << 31, 1, 0),
        LIE(sum, 11, 1, 2, G(50, 0), G(largest_gx, 0)),
        LIE(wide, 10, 0, ALONG(0, large)),
        LIE(wide, 10, 0, ALONG(1, large)),
        LIE(wide, 10, 0, ALONG(2, large + 1)),
        LIE(wide, 10, 0, ALONG(3, large + 1)),
        LIE(wide, 4, 2, large - 1, 1, 1),
        LIE(wide, 6, 2, large - 1, 1, 1),
        LIE(wide, 5, 2, grid, 1, 1, 1),
    };
    expect_lies(lies, sizeof lies / sizeof *lies, false);
}

/* A list at a corner of the plane, and one step beyond it, in each direction. */
static void test_corners(void **state) {
    (void)state;
    for (unsigned id = 21; id <= 22; id++) {
        for (unsigned k = 0; k < 8; k++) {
            const int64_t x = k & 1 ? INT32_MAX - 4 : INT32_MIN + 4, y = k & 2 ? INT32_MAX - 4 : INT32_MIN + 4;
            const int64_t dx = k & 1 ? 4 : -4, dy = k & 2 ? 4 : -4;
            for (unsigned off = 0; off < 3; off++) { /* fits, is beyond in x, in y */
                cell();
                record(id, id == 21 ? 0x3b : 0xfb);
                U(1, 0);
                id == 21 ? (void)0 : U(3, 5);
                if (k & 4) { /* x and y first: the last corner is the first point's opposite */
                    U(4, 2, G(dx, dy), G(0, -dy));
                } else {
                    U(4, 2, G(0, dy), G(dx, -dy));
                }
                i(&file, off == 1 ? x + dx / 4 : x);
                i(&file, off == 2 ? y + dy / 4 : y);
                finish();
                for (int keeps = 0; keeps < 2; keeps++) {
                    const lob_status status = read_file(keeps);
                    assert_int_equal(status, off ? LOB_E_UNSUPPORTED_FORMAT : LOB_OK);
                    assert_string_equal(reason(), off ? "coordinate_range" : "");
                    char line[256];
                    const long long third_x = x + dx, third_y = y;
                    snprintf(line, sizeof line, " %lld,%lld %lld,%lld %lld,%lld\n", (long long)x, (long long)y,
                             (long long)(k & 4 ? x + dx : x), (long long)(y + dy), third_x, third_y);
                    assert_int_equal(strstr(told.data, line) != NULL, off == 0);
                }
            }
        }
    }
}

/* ---- what is no polygon ---- */

static void test_fewer_than_three_points(void **state) {
    (void)state;
    for (int keeps = 0; keeps < 2; keeps++) {
        for (unsigned type = 0; type < 6; type++) { /* without a delta, whatever its type */
            cell();
            record(21, 0x3b);
            U(1, 0, type, 0, 0, 0);
            finish();
            assert_int_equal(read_file(keeps), LOB_OK);
            assert_string_equal(strstr(told.data, "cell A\n"), "cell A\nwarning degenerate_polygon\nend cell\nend\n");
        }
        for (unsigned count = 0; count <= 2; count++) {
            cell();
            record(21, 0x3b);
            U(1, 0, 4, count);
            for (unsigned k = 0; k < count; k++) {
                U(G(5, 7 * k));
            }
            U(0, 0);
            finish();
            assert_int_equal(read_file(keeps), LOB_OK);
            assert_int_equal(outline_count, keeps && count == 2);
            assert_string_equal(strstr(told.data, "cell A\n"),
                                count < 2 ? "cell A\nwarning degenerate_polygon\nend cell\nend\n"
                                          : "cell A\npolygon 1/0 0,0 5,0 10,7\nend cell\nend\n");
        }
    }
}

/* ---- long lists ---- */

static struct { uint64_t points, sum, places, boxes; } met;

static lob_status meet_outline(void *self, const lob_point *points, uint32_t count, uint32_t *outline) {
    (void)self;
    met.points += count;
    for (uint32_t k = 0; k < count; k++) {
        met.sum += (uint64_t)points[k].x + 3 * (uint64_t)points[k].y;
    }
    *outline = 0;
    return LOB_OK;
}
static lob_status meet_polygon(void *self, const lob_element *e, uint32_t outline, lob_point at) {
    (void)self;
    (void)e;
    (void)outline;
    (void)at;
    met.boxes++;
    return LOB_OK;
}
static lob_status meet_box(void *self, const lob_element *e, lob_box box) {
    (void)self;
    (void)box;
    met.boxes++;
    met.places += e->rep ? e->rep->list_count : 0;
    for (uint32_t k = 0; e->rep && k < e->rep->list_count; k++) {
        met.sum += (uint64_t)e->rep->list[k].x + 3 * (uint64_t)e->rep->list[k].y;
    }
    for (uint32_t k = 0; k < e->prop_count; k++) {
        met.places += e->props[k].value_count;
    }
    return LOB_OK;
}
static lob_status meet_layout(void *self, const lob_layout_event *e) {
    (void)self;
    (void)e;
    return LOB_OK;
}
static lob_status meet_cell(void *self, lob_str name) {
    (void)self;
    (void)name;
    return LOB_OK;
}
static lob_status meet_end(void *self) {
    (void)self;
    return LOB_OK;
}

static const lob_sink meeting = {.begin_layout = meet_layout,
                                 .begin_cell = meet_cell,
                                 .outline = meet_outline,
                                 .polygon_of = meet_polygon,
                                 .box = meet_box,
                                 .end_cell = meet_end,
                                 .end_layout = meet_end};

static bool run_meet(void *arg) {
    (void)arg;
    lob_arena *arena = lob_arena_new(0);
    if (!arena) {
        return false;
    }
    lob_ctx own;
    lob_source *source = NULL;
    const lob_source_options options = {0};
    memset(&met, 0, sizeof met);
    lob_ctx_init(&own, arena);
    lob_status status = lob_source_open_memory(&own, file.data, file.size, &options, &source);
    status = status == LOB_OK ? lob_oas_read(&own, source, &meeting, true) : status;
    assert_int_equal(own.error.code, status);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_source_close(source);
    lob_arena_drop(arena);
    return status == LOB_OK;
}

/* Two bytes each, and one of five that is not near, so that the ways to read a list take turns. */
enum { LONG = 9000, AWAY = LONG / 2 };

static void put_long(unsigned type) {
    uint64_t x = 0, y = 0;
    memset(&met, 0, sizeof met);
    cell();
    if (type == 10) {
        record(20, 0x7f);
        U(1, 0, 4, 4, 0, 0, 10, LONG - 1);
    } else {
        record(21, 0x3b);
        U(1, 0, 4, LONG);
    }
    for (uint64_t k = 0; k < LONG; k++) {
        const int64_t dx = k & 1 ? 1 : 3, dy = k & 2 ? -1 : 2;
        if (k == AWAY) { /* the same, in more bytes than one looks at at once */
            raw(&file, "\x8d\x80\x80\x80\x80\x80\x80\x80\x80\0", 10);
            U(stored(dy));
            x += 3;
        } else {
            U(G(dx, dy));
            x += (uint64_t)dx;
        }
        y += (uint64_t)dy;
        met.sum += x + 3 * y;
    }
    type == 10 ? (void)0 : U(0, 0);
    finish();
}

static void test_long_lists(void **state) {
    (void)state;
    for (unsigned type = 4; type <= 10; type += 6) {
        put_long(type);
        const uint64_t sum = met.sum;
        assert_true(run_meet(NULL));
        assert_int_equal(met.boxes, 1);
        assert_int_equal(met.sum, sum);
        assert_int_equal(type == 4 ? met.points : met.places, LONG + 1);
        assert_gt(sweep_allocations(run_meet, NULL), 4);
    }
}

/* More properties of an element than there is room for at first, each with text that fills the arena anew; and one
 * with many values. */
static void test_many_properties(void **state) {
    (void)state;
    enum { PROPS = 150, TEXT = 60, VALUES = 100, LARGE = 20000 };
    static char text[LARGE + 1];
    memset(text, 'v', LARGE);
    cell();
    rectangle(1, 0, 4, 4, 0, 0);
    record(28, 0xf4);
    s(&file, "P");
    U(VALUES);
    for (unsigned k = 0; k < VALUES; k++) {
        U(11);
        s(&file, "");
    }
    record(28, 0x10);
    U(11);
    s(&file, text);
    text[TEXT] = '\0';
    for (unsigned k = 0; k < PROPS; k++) {
        record(28, 0x10);
        U(11);
        s(&file, text);
    }
    finish();
    assert_true(run_meet(NULL));
    assert_int_equal(met.places, VALUES + 1 + PROPS);
    assert_gt(sweep_allocations(run_meet, NULL), 6);
}

/* ---- lists known again ---- */

/* Lists in turn: what the sink was told of once it is not told again. */
static void test_lists_kept(void **state) {
    (void)state;
    cell();
    for (unsigned k = 0; k < 9; k++) {
        record(21, 0x3b);
        U(1, 0, 4, 20);
        for (unsigned n = 0; n < 20; n++) {
            U(G(1 + k % 3, n % 5));
        }
        U(0, 0);
    }
    finish();
    assert_int_equal(read_file(true), LOB_OK);
    assert_int_equal(outline_count, 3);
}

/* 70,000 bytes, more than are kept, and twice. */
static void test_list_too_long_to_keep(void **state) {
    (void)state;
    static uint8_t data[1 << 18];
    enum { COUNT = 35000 };
    size_t size;
    uint64_t sum = 0;
    cell();
    memcpy(data, file.data, size = file.size);
    for (unsigned k = 0; k < 2; k++) {
        file.size = 0;
        record(21, k ? 0x38 : 0x3b);
        k ? (void)0 : U(1, 0);
        U(4, COUNT);
        memcpy(data + size, file.data, file.size);
        size += file.size;
        uint64_t x = 0, y = 0;
        for (uint64_t n = 0; n < COUNT; n++) {
            file.size = 0;
            U(G(1, n % 5));
            memcpy(data + size, file.data, file.size);
            size += file.size;
            x++;
            y += n % 5;
            sum += x + 3 * y;
        }
        file.size = 0;
        U(0, 0);
        memcpy(data + size, file.data, file.size);
        size += file.size;
    }
    file.size = 0;
    finish();
    memcpy(data + size, file.data, file.size);
    size += file.size;
    lob_source *source = NULL;
    const lob_source_options options = {0};
    renew();
    memset(&met, 0, sizeof met);
    assert_int_equal(lob_source_open_memory(&ctx, data, size, &options, &source), LOB_OK);
    assert_int_equal(lob_oas_read(&ctx, source, &meeting, true), LOB_OK);
    lob_source_close(source);
    assert_int_equal(met.boxes, 2);
    assert_int_equal(met.points, 2 * (COUNT + 1)); /* told anew each time: it was not kept */
    assert_int_equal(met.sum, sum);
}

/* ---- room ---- */

/* Room doubles, holds what is asked for, and never has more items than 32 bits count. */
static void test_room(void **state) {
    (void)state;
    uint32_t capacity = 0;
    uint64_t *items = oas_grown(NULL, sizeof *items, 1, &capacity);
    assert_non_null(items);
    const uint32_t first = capacity;
    assert_ge(first, 1);
    items[first - 1] = 7;
    items = oas_grown(items, sizeof *items, first + UINT64_C(1), &capacity);
    assert_non_null(items);
    assert_int_equal(capacity, 2 * first);
    assert_int_equal(items[first - 1], 7);
    items = oas_grown(items, sizeof *items, 1000, &capacity);
    assert_non_null(items);
    assert_int_equal(capacity, 1000);
    assert_null(oas_grown(items, sizeof *items, UINT64_C(1) << 32, &capacity));
    assert_int_equal(capacity, 1000);
    uint32_t many = UINT32_C(1) << 31; /* twice as many would be 0 */
    assert_null(oas_grown(items, 1, many + UINT64_C(1), &many));
    assert_int_equal(many, UINT32_C(1) << 31);
    lob_alloc_fail_at(1, 0);
    assert_null(oas_grown(items, sizeof *items, 1001, &capacity));
    lob_alloc_fail_at(0, 0);
    assert_int_equal(capacity, 1000);
    lob_free(items);
}

static int done(void **state) {
    (void)state;
    lob_arena_drop(ctx.arena);
    lob_buf_release(&told);
    return 0;
}

int main(void) {
    lob_buf_init(&told, 1 << 20);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lists_out_of_range),      cmocka_unit_test(test_repetitions_out_of_range),
        cmocka_unit_test(test_around_64_bits),          cmocka_unit_test(test_corners),
        cmocka_unit_test(test_fewer_than_three_points), cmocka_unit_test(test_long_lists),
        cmocka_unit_test(test_many_properties),         cmocka_unit_test(test_lists_kept),
        cmocka_unit_test(test_list_too_long_to_keep),   cmocka_unit_test(test_room),
    };
    return cmocka_run_group_tests(tests, NULL, done);
}
