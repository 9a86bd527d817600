/* Corners that are too sharp are rounded. What comes out is held against geometry: the area that an arc of a corner
 * takes, and a disc that must fit everywhere (in each pixel of the figure, of the ground for a notch); what has no room
 * for the radius is said to be there still. */
#include "tests/support/lob_test.h"

#include "close_sweep.h"
#include "mask_support.h"
#include "scenes.h"

#include "litho/optimize.h"
#include "tests/support/stride.h"

#define RADIUS_NM 20.0

static lob_mask mask_of(const lob_point64 *hull, uint32_t count, const lob_point64 *hole, uint32_t hole_count,
                        double unit_nm) {
    lob_region *region;
    lob_mask mask = {.unit_nm = unit_nm, .box = LOB_BOX64_EMPTY};
    assert_int_equal(lob_region_new(&ctx, 1, &region), LOB_OK);
    assert_int_equal(lob_region_add(&ctx, region, 0, hull, count), LOB_OK);
    assert_int_equal(lob_region_add(&ctx, region, 1, hole, hole_count), LOB_OK);
    assert_int_equal(lob_region_polygons(&ctx, region, LOB_REGION_NOT, &mask.polygons), LOB_OK);
    for (uint32_t i = 0; i < mask.polygons.point_count; i++) {
        mask.box = lob_box64_add_point(mask.box, mask.polygons.points[i].x, mask.polygons.points[i].y);
    }
    return mask;
}

static lob_optimize_setup usual(void) {
    lob_optimize_setup s = {.model = LOB_ILT_LEVEL_SET};
    lob_litho_setup_usual(&s.evaluation);
    lob_litho_setup *e = &s.evaluation;
    e->optics.count = 1;
    take_small_source(&e->optics);
    e->pixel_nm = 8;
    e->tile_side = 128;
    e->corner_count = 0;
    e->checks = LOB_CHECK_MRC;
    e->team.thread_count = 1;
    assert_int_equal(lob_litho_deck_usual(&ctx, NULL, &e->deck), LOB_OK);
    e->deck.width_nm = e->deck.spacing_nm = e->deck.area_nm2 = 0;
    e->deck.radius_nm = RADIUS_NM;
    return s;
}

static bool is_sharp(const lob_litho_violation *v) {
    const char name[] = "MRC.R.MIN";
    const size_t size = sizeof name - 1;
    return v->rule_id.size >= size && memcmp(v->rule_id.data + v->rule_id.size - size, name, size) == 0;
}

static uint32_t count_sharp(const lob_violations *all) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        count += !all->items[i].is_shadow && is_sharp(&all->items[i]);
    }
    return count;
}

/* The violation nearest to a corner. */
static const lob_litho_violation *find_at(const lob_violations *all, double x, double y) {
    const lob_litho_violation *best = NULL;
    double least = RADIUS_NM;
    for (uint32_t i = 0; i < all->count; i++) {
        const double off = hypot(all->items[i].x_nm - x, all->items[i].y_nm - y);
        if (is_sharp(&all->items[i]) && off < least) {
            least = off;
            best = &all->items[i];
        }
    }
    return best;
}

/* ---- a disc that rolls along a side of the contour ---- */

enum { WINDOW = 160 }; /* pixels of 1 nm around the corner */

/* For each pixel whether one of `hits` is nearer than `reach`. Beyond the window goes on what is at its border, which
 * is nearer, so nobody has to look there. */
static void meet(uint8_t hits[WINDOW][WINDOW], double reach, uint8_t met[WINDOW][WINDOW]) {
    static int aside[WINDOW][WINDOW]; /* from the nearest in the row */
    const int r = (int)ceil(reach);
    for (int j = 0; j < WINDOW; j++) {
        int last = -WINDOW;
        for (int i = 0; i < WINDOW; i++) {
            last = hits[j][i] ? i : last;
            aside[j][i] = i - last;
        }
        last = 2 * WINDOW;
        for (int i = WINDOW - 1; i >= 0; i--) {
            last = hits[j][i] ? i : last;
            aside[j][i] = last - i < aside[j][i] ? last - i : aside[j][i];
        }
    }
    for (int j = 0; j < WINDOW; j++) {
        const int from = j > r ? j - r : 0, to = j + r < WINDOW - 1 ? j + r : WINDOW - 1;
        for (int i = 0; i < WINDOW; i++) {
            met[j][i] = false;
            for (int d = from; d <= to && !met[j][i]; d++) {
                met[j][i] = aside[d][i] * aside[d][i] + (d - j) * (d - j) < reach * reach;
            }
        }
    }
}

/* Pixels of the figure (or of the ground) that no disc reaches that lies in it, within `near` of the corner, but those
 * right at the border, which a pixel's middle may miss. */
static uint32_t unreached(const lob_mask *mask, double x, double y, double radius, bool is_ground, double near) {
    static uint8_t out[WINDOW][WINDOW], clear[WINDOW][WINDOW], met[WINDOW][WINDOW];
    lob_bits bits = new_bits((lob_frame){llround(x) - WINDOW / 2, llround(y) - WINDOW / 2, WINDOW, WINDOW, 1});
    assert_int_equal(lob_mask_fill(&ctx, mask, &bits), LOB_OK);
    for (int j = 0; j < WINDOW; j++) {
        for (int i = 0; i < WINDOW; i++) {
            out[j][i] = lob_bits_at(&bits, (uint32_t)i, (uint32_t)j) == is_ground;
        }
    }
    lob_bits_drop(&bits);
    meet(out, radius, met);
    for (int j = 0; j < WINDOW; j++) {
        for (int i = 0; i < WINDOW; i++) {
            clear[j][i] = !met[j][i]; /* middles of discs */
        }
    }
    uint32_t count = 0;
    meet(clear, radius + 1.5, met); /* what a disc reaches, a pixel and a half wider */
    for (int j = 0; j < WINDOW; j++) {
        for (int i = 0; i < WINDOW; i++) {
            count += !out[j][i] && !met[j][i] && hypot(i - WINDOW / 2, j - WINDOW / 2) < near;
        }
    }
    return count;
}

/* ---- corners ---- */

typedef struct corner {
    double x, y;
    double turn; /* of the contour, radians */
    bool is_notch;
} corner;

/* Of an arc that touches both sides. */
static double arc_area(double radius, double turn) {
    return radius * radius * (tan(turn / 2) - turn / 2);
}

static void check_corner(const lob_mask *mask, const corner *at) {
    lob_optimize_setup setup = usual();
    const lob_litho_input input = {.mask = *mask, .target = *mask};
    lob_litho_result before;
    lob_optimize_result result;
    assert_int_equal(lob_litho_evaluate(&ctx, &setup.evaluation, &input, &before), LOB_OK);
    setup.violation = find_at(&before.violations, at->x, at->y);
    assert_non_null(setup.violation);
    const uint32_t sharp = count_sharp(&before.violations);
    lob_litho_result_drop(&before);
    assert_int_equal(lob_optimize_run(&ctx, &setup, &input, &result), LOB_OK);
    assert_true(result.is_resolved);
    assert_null(find_at(&result.after.violations, at->x, at->y));
    assert_int_equal(count_sharp(&result.after.violations), sharp - 1); /* the others are as they were */
    assert_int_equal(result.violations_new, 0);

    const double taken = (area_of(mask) - area_of(&result.mask)) * (at->is_notch ? -1 : 1);
    /* Points on the grid are up to half a diagonal of a unit off, along three radii. */
    const double rough = 3 * 3.2 * RADIUS_NM * .71 * result.mask.unit_nm;
    assert_ge(taken, .8 * arc_area(RADIUS_NM, at->turn));
    assert_le(taken, arc_area(3.2 * RADIUS_NM, at->turn) + rough); /* the widest that is tried */
    assert_gt(unreached(mask, at->x, at->y, .8 * RADIUS_NM, at->is_notch, 60), 5);
    assert_int_equal(unreached(&result.mask, at->x, at->y, .8 * RADIUS_NM, at->is_notch, 60), 0);
    lob_optimize_result_drop(&result);
}

static double turn_at(lob_point64 a, lob_point64 p, lob_point64 b) {
    const double ux = (double)(p.x - a.x), uy = (double)(p.y - a.y), vx = (double)(b.x - p.x), vy = (double)(b.y - p.y);
    return atan2(ux * vy - uy * vx, ux * vx + uy * vy);
}

/* Each corner of a ring (counter-clockwise) in turn, in the short form every third: of an arrow's a tip and the notch.
 */
static void check_ring(const lob_point64 *ring, uint32_t count, double unit_nm) {
    for (uint32_t i = 0; i < stride_pick(count, 1); i += quick_is_on() ? 3 : 1) {
        const lob_mask mask = mask_of(ring, count, NULL, 0, unit_nm);
        const double turn = turn_at(ring[(i + count - 1) % count], ring[i], ring[(i + 1) % count]);
        const corner at = {(double)ring[i].x * unit_nm, (double)ring[i].y * unit_nm, fabs(turn), turn < 0};
        check_corner(&mask, &at);
        lob_arena_reset(arena);
    }
}

static void corners_become_arcs(void **state) {
    (void)state;
    const lob_point64 triangle[] = {{200, 200}, {600, 200}, {380, 600}};
    check_ring(triangle, 3, 1);
    if (stride_is_on()) {
        return; /* the others differ in numbers only */
    }
    const lob_point64 diamond[] = {{400, 150}, {650, 400}, {400, 650}, {150, 400}};
    check_ring(diamond, 4, 1);
    const lob_point64 arrow[] = {{400, 150}, {700, 450}, {550, 600}, {400, 450}, {250, 600}, {100, 450}};
    check_ring(arrow, 6, 1);
}

/* Corners of another kind of contour, and on another grid: of 2 nm, where the radius has ten units, and finer ones. */
static void holes_and_grids(void **state) {
    (void)state;
    const lob_point64 hull[] = {{0, 0}, {800, 10}, {810, 800}, {10, 790}};
    const lob_point64 hole[] = {{400, 150}, {650, 400}, {400, 650}, {150, 400}};
    const lob_mask mask = mask_of(hull, 4, hole, 4, 1);
    const double right = acos(-1) / 2;
    for (uint32_t i = 0; i < stride_pick(4, 1); i += quick_is_on() ? 3 : 1) {
        /* Rounded, a hole is smaller: the ground is what is rounded. */
        const corner at = {(double)hole[i].x, (double)hole[i].y, right, true};
        check_corner(&mask, &at);
    }
    lob_arena_reset(arena);
    if (stride_is_on()) {
        return; /* the grids differ in numbers only */
    }
    const lob_point64 coarse[] = {{200, 75}, {325, 200}, {200, 325}, {75, 200}};
    check_ring(coarse, 4, 2);
    const lob_point64 fine[] = {{4000, 1500}, {6500, 4000}, {4000, 6500}, {1500, 4000}};
    check_ring(fine, 4, .1);
    const lob_point64 units[] = {{50, 18}, {82, 50}, {50, 82}, {18, 50}}; /* of 8 nm: rounded on a finer grid */
    check_ring(units, 4, 8);
}

/* ---- what has no room ---- */

static void check_unresolved(lob_optimize_setup *setup, const lob_mask *mask, double x, double y) {
    const lob_litho_input input = {.mask = *mask, .target = *mask};
    lob_litho_result before;
    lob_optimize_result result;
    assert_int_equal(lob_litho_evaluate(&ctx, &setup->evaluation, &input, &before), LOB_OK);
    setup->violation = find_at(&before.violations, x, y);
    assert_non_null(setup->violation);
    lob_litho_result_drop(&before);
    assert_int_equal(lob_optimize_run(&ctx, setup, &input, &result), LOB_OK);
    assert_false(result.is_resolved);
    assert_true(same_mask(&result.mask, mask));
    assert_non_null(find_at(&result.after.violations, x, y));
    assert_int_equal(result.violations_new, 0);
    lob_optimize_result_drop(&result);
    lob_arena_reset(arena);
}

static void what_has_no_room_stays(void **state) {
    (void)state;
    lob_optimize_setup setup = usual();
    lob_point64 ring[24];
    for (int i = 0; i < 24; i++) { /* a disc of 14 nm, all of it too sharp */
        ring[i] =
            (lob_point64){4000 + llround(140 * cos(i * acos(-1) / 12)), 4000 + llround(140 * sin(i * acos(-1) / 12))};
    }
    lob_mask mask = mask_of(ring, 24, NULL, 0, .1);
    check_unresolved(&setup, &mask, (double)mask.box.right * .1, 400);

    /* A bar of 28 nm, slanting: its ends would need 40. */
    setup = usual();
    const lob_point64 bar[] = {{200, 200}, {500, 500}, {480, 520}, {180, 220}};
    mask = mask_of(bar, 4, NULL, 0, 1);
    if (!stride_is_on()) { /* radius after radius */
        check_unresolved(&setup, &mask, 500, 500);
    }

    /* Where nothing may move as far as the arc begins. */
    setup = usual();
    setup.reach_nm = 8;
    const lob_point64 diamond[] = {{400, 150}, {650, 400}, {400, 650}, {150, 400}};
    mask = mask_of(diamond, 4, NULL, 0, 1);
    check_unresolved(&setup, &mask, 400, 150);
}

/* Rounding may not break another rule: a notch rounded would fill half of a part that stands in it. */
static void contours_do_not_cross(void **state) {
    (void)state;
    stride_skip(); /* refused as what has no room is */
    lob_optimize_setup setup = usual();
    lob_region *region;
    lob_mask mask = {.unit_nm = 1, .box = {100, 150, 700, 700}};
    const lob_point64 arrow[] = {{400, 150}, {700, 450}, {550, 600}, {400, 450}, {250, 600}, {100, 450}};
    assert_int_equal(lob_region_new(&ctx, 1, &region), LOB_OK);
    assert_int_equal(lob_region_add(&ctx, region, 0, arrow, 6), LOB_OK);
    assert_int_equal(lob_region_add_box(&ctx, region, 0, (lob_box64){399, 452, 401, 600}), LOB_OK);
    assert_int_equal(lob_region_polygons(&ctx, region, LOB_REGION_OR, &mask.polygons), LOB_OK);
    assert_int_equal(mask.polygons.contour_count, 2);
    check_unresolved(&setup, &mask, 400, 450);
}

/* ---- memory ---- */

typedef struct attempt_of {
    const lob_litho_input *input;
    lob_optimize_setup setup;
} attempt_of;

static bool attempt(void *arg) {
    const attempt_of *a = arg;
    lob_optimize_result result;
    lob_arena *const outer = ctx.arena;
    ctx.arena = lob_arena_new(0);
    const bool is_fine = ctx.arena && lob_optimize_run(&ctx, &a->setup, a->input, &result) == LOB_OK;
    if (is_fine) {
        assert_true(result.is_resolved);
        lob_optimize_result_drop(&result);
    }
    if (!is_fine && ctx.arena) {
        assert_eq(ctx.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_error_clear(&ctx.error);
    lob_arena_drop(ctx.arena);
    ctx.arena = outer;
    return is_fine;
}

static void out_of_memory(void **state) {
    (void)state;
    const lob_point64 diamond[] = {{100, 0}, {200, 100}, {100, 200}, {0, 100}};
    const lob_mask mask = mask_of(diamond, 4, NULL, 0, 1);
    const lob_litho_input input = {.mask = mask, .target = mask};
    attempt_of a = {.input = &input, .setup = usual()};
    lob_litho_result before;
    assert_int_equal(lob_litho_evaluate(&ctx, &a.setup.evaluation, &input, &before), LOB_OK);
    a.setup.violation = find_at(&before.violations, 100, 0);
    assert_non_null(a.setup.violation);
    lob_litho_result_drop(&before);
    sweep_allocations_by("5", attempt, &a, true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(corners_become_arcs, setup, teardown),
        cmocka_unit_test_setup_teardown(holes_and_grids, setup, teardown),
        cmocka_unit_test_setup_teardown(what_has_no_room_stays, setup, teardown),
        cmocka_unit_test_setup_teardown(contours_do_not_cross, setup, teardown),
        cmocka_unit_test_setup_teardown(out_of_memory, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
