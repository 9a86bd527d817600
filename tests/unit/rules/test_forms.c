/* Parts of forms against a bitmap: together they cover what the ring does, and forms are near when any of their units
 * are. */
#include <string.h>

#include "tests/support/lob_test.h"

#include "../render/rig.h"
#include "rules/forms.h"

enum { SIDE = 24, SCENES = 400, CORNERS_MAX = 40 };

static uint64_t state = 7;

static int32_t below(int32_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int32_t)((state >> 33) % (uint32_t)n);
}

/* A closed walk along the axes that may cross itself, wind twice and go back on its own way. */
static uint32_t random_ring(lob_point *ring) {
    const uint32_t pairs = 2 + (uint32_t)below(CORNERS_MAX / 2 - 2);
    int32_t x = below(SIDE), y = below(SIDE);
    const int32_t first_x = x;
    for (uint32_t i = 0; i < pairs; i++) {
        ring[2 * i] = (lob_point){x, y};
        y = i + 1 < pairs ? below(SIDE) : ring[0].y;
        ring[2 * i + 1] = (lob_point){x, y};
        x = below(SIDE);
    }
    ring[2 * pairs - 1] = (lob_point){ring[2 * pairs - 2].x, ring[0].y};
    assert_eq(ring[0].x, first_x);
    return 2 * pairs;
}

typedef struct bitmap {
    bool on[SIDE][SIDE];
} bitmap;

static void paint(const lob_point *ring, uint32_t count, bitmap *b) {
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            int winding = 0;
            for (uint32_t i = 0; i < count; i++) {
                const lob_point p = ring[i], q = ring[(i + 1) % count];
                winding += p.x == q.x && p.x <= x ? (p.y <= y && q.y > y) - (q.y <= y && p.y > y) : 0;
            }
            b->on[y][x] = winding != 0;
        }
    }
}

static lob_layout *one_polygon(lob_ctx *ctx, const lob_point *ring, uint32_t count) {
    rig r = rig_begin(ctx);
    rig_cell(&r, "TOP");
    rig_polygon(&r, 1, NULL, ring, count);
    rig_end_cell(&r);
    return rig_end(&r);
}

/* Units of two bitmaps, the second one moved, that are no further apart than reach. */
static bool are_near(const bitmap *a, const bitmap *b, int dx, int dy, int reach) {
    for (int i = 0; i < SIDE * SIDE; i++) {
        for (int k = 0; a->on[i / SIDE][i % SIDE] && k < SIDE * SIDE; k++) {
            const int x = k % SIDE + dx - i % SIDE, y = k / SIDE + dy - i / SIDE;
            if (b->on[k / SIDE][k % SIDE] && abs(x) - 1 <= reach && abs(y) - 1 <= reach) {
                return true;
            }
        }
    }
    return false;
}

typedef struct known {
    lob_layout *layout;
    lob_forms *forms;
    const lob_form *form;
    lob_point64 at;
    bitmap covered;
} known;

static void make(lob_ctx *ctx, known *k) {
    lob_point ring[CORNERS_MAX];
    uint32_t number;
    const uint32_t count = random_ring(ring);
    const lob_trans identity = lob_trans_identity();
    paint(ring, count, &k->covered);
    k->layout = one_polygon(ctx, ring, count);
    const lob_shapes *shapes = &lob_layout_cell(k->layout, lob_layout_top(k->layout, 0))->shapes[0];
    const lob_kind kind = shapes->count[LOB_KIND_BOX] ? LOB_KIND_BOX : LOB_KIND_POLYGON;
    assert_int_equal(lob_forms_new(ctx, k->layout, &k->forms), LOB_OK);
    assert_int_equal(lob_forms_add(k->forms, shapes, kind, 0, 0, &identity, &number, &k->at), LOB_OK);
    k->form = lob_forms_get(k->forms, number);
}

static void check_parts(const known *k) {
    bitmap seen = {0};
    for (uint32_t i = 0; i < k->form->part_count; i++) {
        const lob_box64 p = k->form->parts[i];
        for (int64_t y = p.bottom + k->at.y; y < p.top + k->at.y; y++) {
            for (int64_t x = p.left + k->at.x; x < p.right + k->at.x; x++) {
                seen.on[y][x] = true;
            }
        }
    }
    assert_memory_equal(&seen, &k->covered, sizeof seen);
}

static void test_parts(void **unused) {
    (void)unused;
    static lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    unsigned with_parts = 0, both = 0, apart = 0;
    lob_ctx_init(&ctx, arena);
    for (int i = 0; i < SCENES; i++) {
        known a, b;
        make(&ctx, &a);
        make(&ctx, &b);
        if (a.form->part_count) {
            check_parts(&a);
            with_parts++;
        }
        const int dx = below(2 * SIDE) - SIDE, dy = below(2 * SIDE) - SIDE, reach = below(6);
        const lob_point64 at = {b.at.x + dx, b.at.y + dy};
        const bool is_near = lob_forms_are_near(a.form, a.at, b.form, at, reach);
        assert_eq(is_near, lob_forms_are_near(b.form, at, a.form, a.at, reach));
        if (a.form->part_count && b.form->part_count) {
            assert_eq(is_near, are_near(&a.covered, &b.covered, dx, dy, reach));
            both++;
            apart += !is_near;
        }
        lob_forms_release(a.forms);
        lob_forms_release(b.forms);
        lob_layout_drop(a.layout);
        lob_layout_drop(b.layout);
        lob_arena_reset(arena);
    }
    assert_gt(with_parts, 50);
    assert_gt(both, 10);
    assert_gt(apart, 2);
    lob_arena_drop(arena);
}

/* Slanted rings and those of very many corners count as their boxes. */
static void test_without_parts(void **unused) {
    (void)unused;
    static lob_ctx ctx;
    enum { TEETH = 30 };
    lob_point comb[4 * TEETH + 2];
    const lob_point slanted[5] = {{0, 0}, {9, 0}, {9, 9}, {4, 9}, {0, 4}};
    const lob_trans identity = lob_trans_identity();
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    for (int32_t i = 0; i < TEETH; i++) {
        const lob_point tooth[4] = {{4 * i, 1}, {4 * i, 10}, {4 * i + 2, 10}, {4 * i + 2, 1}};
        memcpy(comb + 4 * i, tooth, sizeof tooth);
    }
    comb[4 * TEETH] = (lob_point){4 * TEETH - 2, 0};
    comb[4 * TEETH + 1] = (lob_point){0, 0};
    for (int i = 0; i < 3; i++) { /* of eleven teeth there are twelve parts */
        const uint32_t count = i == 0 ? 5 : i == 1 ? 4 * TEETH + 2 : 4 * 11 + 2;
        if (i == 2) {
            comb[4 * 11] = (lob_point){4 * 11 - 2, 0};
            comb[4 * 11 + 1] = (lob_point){0, 0};
        }
        lob_layout *layout = one_polygon(&ctx, i == 0 ? slanted : comb, count);
        const lob_shapes *shapes = &lob_layout_cell(layout, lob_layout_top(layout, 0))->shapes[0];
        lob_forms *forms;
        lob_point64 at;
        uint32_t number;
        assert_int_equal(lob_forms_new(&ctx, layout, &forms), LOB_OK);
        assert_int_equal(lob_forms_add(forms, shapes, LOB_KIND_POLYGON, 0, 0, &identity, &number, &at), LOB_OK);
        assert_eq(lob_forms_get(forms, number)->part_count, i == 2 ? 12 : 0);
        lob_forms_release(forms);
        lob_layout_drop(layout);
    }
    lob_arena_drop(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_parts), cmocka_unit_test(test_without_parts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
