/* Whole routes whose length and least radius are known by formula: bends that follow each other without a straight
 * part, waves, many turns, free curves between lines, stubs too short to be seen, corners between bends. What is said
 * of one has to hold within the bounds that it is said with. */
#include "tests/support/lob_test.h"

#include "geom/guide.h"
#include "guide_shapes.h"
#include "tests/support/stride.h"
#include "tests/unit/base/sweep_short.h"

static shape s, part;

typedef struct expected {
    const char *what;
    double radius, turn_deg; /* of bends and corners, without their signs; 0: not looked at */
    uint32_t corners;
    double radius_bound; /* relative, how large the stated bound may be */
} expected;

static void assert_near(const char *route, const char *what, double value, double wanted, double bound) {
    if (!(fabs(value - wanted) <= bound)) {
        fail_msg("%s: %s %.3f, expected %.3f within %.3f", route, what, value, wanted, bound);
    }
}

static void check_bends(const expected *e, const lob_bends *b) {
    double sum = 0, turn = 0, reached = 0, least = 0;
    uint32_t corners = 0;
    for (uint32_t i = 0; i < b->count; i++) {
        const lob_bend *bend = &b->items[i];
        sum += bend->length;
        turn += fabs(bend->angle_deg);
        corners += bend->kind == LOB_BEND_CORNER;
        assert_near(e->what, "begin of a part", bend->s0, reached, 8);
        assert_near(e->what, "length of a part", bend->s1 - bend->s0, bend->length, 1e-6);
        reached = bend->s1;
        if (bend->radius_min > 0 && (least == 0 || bend->radius_min < least)) {
            least = bend->radius_min;
        }
    }
    assert_near(e->what, "sum of the parts", sum, b->length, 8);
    assert_near(e->what, "length", b->length, s.length, b->length_error);
    assert_near(e->what, "bound of the length", b->length_error, 0, 2e-4 * s.length + 2);
    assert_int_equal(b->corner_count, e->corners);
    assert_int_equal(corners, e->corners);
    assert_near(e->what, "least radius of the parts", least, b->radius_min, 0);
    assert_near(e->what, "radius", b->radius_min, e->radius, b->radius_error);
    assert_near(e->what, "bound of the radius", b->radius_error, 0, e->radius_bound * e->radius);
    if (e->turn_deg > 0) {
        assert_near(e->what, "turn", turn, e->turn_deg, 2.4); /* a stub of 100 units bends a unit at most */
    }
}

/* Of `s`, turned, mirrored about x first, and moved. */
static void find_bends(lob_arena *arena, double angle, int mirror, lob_bends *bends) {
    shape_ring(&s, angle, mirror, 12345.6, -65432.1, 1);
    const lob_point64 *rings[1] = {s.ring};
    lob_ctx ctx;
    lob_guide guide;
    bool found = false;
    assert_non_null(arena);
    lob_ctx_init(&ctx, arena);
    assert_int_equal(lob_guide_from_rings(&ctx, rings, &s.ring_count, 1, &found, &guide), LOB_OK);
    assert_true(found);
    assert_int_equal(lob_guide_bends(&ctx, &guide, 1, bends), LOB_OK);
}

static void check(const expected *e) {
    static const double angles[] = {0, 0.3, -2.2};
    for (int a = 0; a < (getenv("LOB_TEST_QUICK") || getenv("LOB_COVERAGE") ? 1 : 3); a++) {
        lob_arena *arena = lob_arena_new(0);
        lob_bends bends;
        find_bends(arena, angles[a], a % 2, &bends);
        check_bends(e, &bends);
        lob_arena_drop(arena);
    }
}

/* A curve of `part` that begins at the origin to the right, from the pen on. */
static void append_part(void) {
    double c = cos(s.angle), d = sin(s.angle), x = s.x, y = s.y, angle = s.angle;
    for (uint32_t i = 1; i < part.count; i++) {
        s.x = x + c * part.points[i].x - d * part.points[i].y;
        s.y = y + d * part.points[i].x + c * part.points[i].y;
        s.angle = angle + part.points[i].angle;
        shape_mark(&s);
    }
    s.length += part.length;
}

static void test_arcs_without_lines(void **state) {
    (void)state;
    const double sagitta = stride_is_on() ? 15 : 0.5;
    static const double radii[] = {5000, 8000, 12000, 6000, 20000}, turns[] = {80, -60, 45, -70, 20};
    for (int count = (int)stride_pick(2, 3); count <= (int)stride_pick(5, 3); count++) {
        double least = INFINITY;
        shape_start(&s, 450);
        for (int i = 0; i < count; i++) {
            shape_arc(&s, radii[i], turns[i] * M_PI / 180, sagitta);
            least = fmin(least, radii[i]);
        }
        check(&(expected){"arcs without lines", least, 0, 0, 0.01});
    }
    /* To the same side, tighter and tighter. */
    shape_start(&s, 450);
    for (int i = (int)stride_pick(0, 2); i < 4; i++) {
        shape_arc(&s, 20000 - 4000 * i, M_PI / 5, sagitta);
    }
    check(&(expected){"tighter and tighter", 8000, stride_pick(144, 72), 0, 0.01});
}

/* y = A sin(k x): the least radius, 1 / (A k^2), is at each crest. Many waves are many bends, cut where it may be, and
 * what is said of a crest beside a cut is worth little: the bound has to say so. */
static void draw_wave(double amplitude, double k, int waves, int facets) {
    const int fine = getenv("LOB_TEST_QUICK") ? 20 : 200;
    double x = 0, y = 0;
    s = (shape){.width = 450};
    for (int i = 0; i <= waves * facets * fine; i++) {
        s.x = 2 * M_PI / k * i / (facets * fine);
        s.y = amplitude * sin(k * s.x);
        s.angle = atan(amplitude * k * cos(k * s.x));
        s.length += hypot(s.x - x, s.y - y);
        x = s.x;
        y = s.y;
        if (i % fine == 0) {
            shape_mark(&s);
        }
    }
}

static void test_wave(void **state) {
    (void)state;
    const double amplitude = 3000, k = 2 * M_PI / 30000;
    for (int waves = (int)stride_pick(1, 10); waves <= 9; /* under valgrind the one below alone */
         waves += getenv("LOB_TEST_QUICK") || getenv("LOB_COVERAGE") ? 8 : 4) {
        draw_wave(amplitude, k, waves, 120);
        check(&(expected){"wave", 1 / (amplitude * k * k), 0, 0, 0.3});
    }
    /* Chords that stand off by four units: the length is that of the curve, not theirs, which is 5.4 units less. */
    draw_wave(amplitude, k, (int)stride_pick(3, 1), 60);
    check(&(expected){"wave of long chords", 1 / (amplitude * k * k), 0, 0, 1});
}

/* Five turns of an Archimedean spiral are no one bend. */
static void test_many_turns(void **state) {
    (void)state;
    stride_skip();
    s = (shape){.width = 500};
    double x = 20000, y = 0, d = 2000 / (2 * M_PI);
    for (uint32_t i = 0; i <= 100000; i++) {
        double a = 2 * M_PI * 5 * i / 100000.0, r = 20000 + d * a;
        s.x = r * cos(a);
        s.y = r * sin(a);
        s.angle = atan2(d * sin(a) + r * cos(a), d * cos(a) - r * sin(a));
        s.length += hypot(s.x - x, s.y - y);
        x = s.x;
        y = s.y;
        if (i % 100 == 0) {
            shape_mark(&s);
        }
    }
    double q = 4e8 + d * d, turn = 1800 + (atan(30000 / d) - atan(20000 / d)) * 180 / M_PI;
    check(&(expected){"many turns", pow(q, 1.5) / (4e8 + 2 * d * d), turn, 0, 0.1});
}

static void test_bezier_between_lines(void **state) {
    (void)state;
    const double quarter[4][2] = {{0, 0}, {6000, 0}, {10000, 4000}, {10000, 10000}};
    const double s_bend[4][2] = {{0, 0}, {10000, 0}, {10000, 5000}, {20000, 5000}};
    for (int kind = 0; kind < 6; kind += (int)stride_pick(1, 6)) {
        double radius = shape_bezier(&part, kind % 2 ? s_bend : quarter, 450, 99);
        shape_start(&s, 450);
        if (kind / 2 != 1) {
            shape_line(&s, 7000);
        }
        append_part();
        if (kind / 2 != 2) {
            shape_line(&s, 7000);
        }
        check(&(expected){"Bezier between lines", radius, 0, 0, 0.2});
    }
}

static void test_stubs(void **state) {
    (void)state;
    for (int sides = 0; sides < 4; sides++) {
        for (int length = 10; length <= 160; length *= 4) {
            shape_start(&s, 450);
            if (sides & 1) {
                shape_line(&s, length);
            }
            shape_arc(&s, 5000, M_PI / 2, 0.5);
            if (sides & 2) {
                shape_line(&s, length);
            }
            check(&(expected){"stubs", 5000, 90, 0, 0.02});
        }
    }
}

/* Facets far shorter than what points are thinned to, which then end anywhere before the last. */
static void test_fine_facets(void **state) {
    (void)state;
    for (int turn = 60; turn <= 90; turn += (int)stride_pick(3, 15)) {
        shape_start(&s, 450);
        shape_arc(&s, 5000, turn * M_PI / 180, 0.002);
        check(&(expected){"fine facets", 5000, turn, 0, 0.01});
    }
}

/* Arcs that meet at 45 degrees. */
static void test_corners_between_bends(void **state) {
    (void)state;
    s = (shape){.width = 450};
    shape_mark(&s);
    shape_line(&s, 5000);
    shape_arc(&s, 6000, M_PI / 3, 0.5);
    s.count--;
    s.angle += M_PI / 8;
    s.width = 450 / cos(M_PI / 8);
    shape_mark(&s);
    s.angle += M_PI / 8;
    s.width = 450;
    shape_arc(&s, 9000, -M_PI / 3, 0.5);
    shape_line(&s, 5000);
    check(&(expected){"corner between arcs", 6000, 165, 1, 0.02});
}

/* Lines that meet at less than what makes a corner at a glance: each is as long as it is drawn, and where they meet is
 * a corner all the same. */
static void test_kinks(void **state) {
    (void)state;
    for (int degrees = 1; degrees <= 43; degrees += (int)stride_pick(6, 21)) {
        s = (shape){.width = 450};
        shape_mark(&s);
        for (int i = 0; i < 3; i++) {
            double turn = (i % 2 ? -degrees : degrees) * M_PI / 180;
            shape_line(&s, 30000 + 5000 * i);
            s.count -= i < 2;
            if (i < 2) {
                s.angle += turn / 2;
                s.width = 450 / cos(turn / 2);
                shape_mark(&s);
                s.angle += turn / 2;
                s.width = 450;
            }
        }
        check(&(expected){"kinks", 0, 2 * degrees, 2, 0});
    }
}

/* Facets that no arc goes through, of 800 units each: as long as they are, and as tight as the greatest turn says. */
static void test_facets(void **state) {
    (void)state;
    static const double turns[] = {10, 18, 6, 15, 4};
    lob_point64 line[8] = {{0, 0}, {9000, 0}};
    uint32_t count = 2;
    double x = 9000, y = 0, angle = 0, chords = 18000;
    for (int i = 0; i < 5; i++) {
        double step = i < 4 ? 800 : 9000;
        angle += turns[i] * M_PI / 180;
        x += step * cos(angle);
        y += step * sin(angle);
        line[count++] = (lob_point64){llround(x), llround(y)};
        chords += i < 4 ? step : 0;
    }
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_guide guide;
    lob_bends bends;
    lob_ctx_init(&ctx, arena);
    assert_int_equal(lob_guide_from_line(&ctx, line, count, 450, &guide), LOB_OK);
    assert_int_equal(lob_guide_bends(&ctx, &guide, 1, &bends), LOB_OK);
    assert_int_equal(bends.count, 3);
    const lob_bend *bend = &bends.items[1];
    assert_int_equal(bend->kind, LOB_BEND_OTHER);
    assert_near("facets", "turn", bend->angle_deg, 53, 0.2);
    assert_near("facets", "radius", bends.radius_min, 800 / (18 * M_PI / 180), 10);
    assert_near("facets", "bound of the radius", bends.radius_error, bends.radius_min / 4, 30);
    /* Of arcs over them: each turn's square times its length by 24. */
    double bow = 800 * (100 + 324 + 36 + 225 + 16) * pow(M_PI / 180, 2) / 24;
    assert_near("facets", "length", bends.length, chords + bow, 2);
    /* Eight times the grid was tried. */
    assert_lt(fabs(bends.length - chords - bow), bends.length_error);
    assert_lt(bends.length_error, bow + 1.5 * 8);
    lob_arena_drop(arena);
}

/* A wave so steep and so coarse that no curve fits its crests, whose facets turn by up to 18 degrees: they are as long
 * as they are, and their turn tells the radius. */
static void test_coarse_crests(void **state) {
    (void)state;
    stride_skip(); /* test_facets takes these paths */
    const double amplitude = 5606, k = 2 * M_PI / 17608;
    draw_wave(amplitude, k, (int)stride_pick(3, 1), 41);
    lob_arena *arena = lob_arena_new(0);
    lob_bends bends;
    find_bends(arena, 1.1, 0, &bends);
    assert_near("coarse crests", "length", bends.length, s.length, bends.length_error);
    assert_near("coarse crests", "bound of the length", bends.length_error, 0, 2e-3 * s.length);
    assert_near("coarse crests", "radius", bends.radius_min, 1 / (amplitude * k * k), bends.radius_error);
    lob_arena_drop(arena);
}

/* So few points that a curve's radius is a guess: its bound is great, and a number all the same. */
static void test_unknown_radius(void **state) {
    (void)state;
    const double amplitude = 4046, k = 2 * M_PI / 32640;
    s = (shape){.width = 450};
    for (int i = 0; i <= 26; i++) {
        s.x = 0.603 * 2 * M_PI / k * i / 26;
        s.y = amplitude * sin(k * s.x);
        s.angle = atan(amplitude * k * cos(k * s.x));
        shape_mark(&s);
    }
    bool is_unknown = false;
    lob_arena *arena = lob_arena_new(0);
    lob_bends bends;
    find_bends(arena, 0.4, 0, &bends);
    for (uint32_t i = 0; i < bends.count; i++) {
        const lob_bend *b = &bends.items[i];
        assert_ge(b->radius_error, 0);
        assert_le(b->radius_error, b->radius_min / 2);
        if (b->is_undetermined) {
            assert_eq(b->radius_min, 0);
            assert_eq(b->radius_error, 0);
        }
        is_unknown = is_unknown || b->is_undetermined;
    }
    assert_true(is_unknown);
    lob_arena_drop(arena);
}

static bool sweep(void *arg) {
    lob_arena *arena = lob_arena_new(0);
    if (!arena) {
        return false;
    }
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_bends bends;
    lob_status status = lob_guide_bends(&ctx, arg, 1, &bends);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_arena_drop(arena);
    return status == LOB_OK;
}

static void sweep_line(const lob_point64 *line, uint32_t count) {
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_guide guide;
    assert_int_equal(lob_guide_from_line(&ctx, line, count, 450, &guide), LOB_OK);
    assert_gt(sweep_allocations_short(sweep, &guide), 1);
    lob_arena_drop(arena);
}

/* Lines and arcs between corners: more bends than there is room for at first. One stretch of so many points that each
 * array is a block of its own. */
static void test_memory(void **state) {
    (void)state;
    static lob_point64 line[20000];
    uint32_t count = 0;
    for (int i = 0; i < 12; i++) {
        line[count++] = (lob_point64){20000 * i, 0};
        for (int j = 0; j <= 90; j++) {
            double a = -M_PI / 2 + M_PI / 2 * j / 90;
            line[count++] = (lob_point64){20000 * i + 10000 + llround(5000 * cos(a)), 5000 + llround(5000 * sin(a))};
        }
    }
    sweep_line(line, stride_pick(count, 2 * 92));
    const uint32_t many = stride_pick(19997, 1997);
    for (count = 0; count < many; count++) {
        line[count] = (lob_point64){10 * (int64_t)count, llround(count * (double)count / 20000)};
    }
    sweep_line(line, count);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arcs_without_lines),
        cmocka_unit_test(test_wave),
        cmocka_unit_test(test_many_turns),
        cmocka_unit_test(test_bezier_between_lines),
        cmocka_unit_test(test_stubs),
        cmocka_unit_test(test_fine_facets),
        cmocka_unit_test(test_corners_between_bends),
        cmocka_unit_test(test_kinks),
        cmocka_unit_test(test_facets),
        cmocka_unit_test(test_coarse_crests),
        cmocka_unit_test(test_unknown_radius),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
