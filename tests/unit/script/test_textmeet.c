/* Texts and polygons against a look at each text and each polygon. */
#include "tests/support/lob_test.h"

#include "script/texts.h"

static uint64_t state = 11;

static int64_t below(uint32_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int64_t)((state >> 33) % n);
}

typedef struct rig {
    lob_arena *arena;
    lob_ctx ctx;
    lob_value *texts, *region, *result;
} rig;

static rig begin(const lob_value_text *texts, uint32_t count, const lob_polygons *polygons, lob_value_kind kind) {
    rig r = {.arena = lob_arena_new(0)};
    lob_ctx_init(&r.ctx, r.arena);
    assert_int_equal(lob_value_new(&r.ctx, LOB_VALUE_TEXTS, &r.texts), LOB_OK);
    assert_int_equal(lob_value_new(&r.ctx, LOB_VALUE_REGION, &r.region), LOB_OK);
    assert_int_equal(lob_value_new(&r.ctx, kind, &r.result), LOB_OK);
    assert_int_equal(lob_value_put_texts(&r.ctx, r.texts, texts, count), LOB_OK);
    assert_int_equal(lob_value_put_raw(&r.ctx, r.region, polygons), LOB_OK);
    return r;
}

static void end(rig *r) {
    lob_value_drop(r->texts);
    lob_value_drop(r->region);
    lob_value_drop(r->result);
    lob_arena_drop(r->arena);
}

/* Corners 4 k to 4 k + 3: the box k, of which the upper right corner may be cut off. Boxes are 20 apart. */
enum { BOXES = 9, TEXTS = 60 };

typedef struct scene {
    lob_point64 points[4 * BOXES];
    lob_contour contours[BOXES];
    lob_value_text texts[TEXTS];
} scene;

static void fill(scene *s) {
    for (uint32_t k = 0; k < BOXES; k++) {
        const int64_t x = k % 3 * 20, y = k / 3 * 20, w = 8 + below(12), h = 8 + below(12), cut = below(4);
        lob_point64 *p = s->points + 4 * k;
        p[0] = (lob_point64){x, y};
        p[1] = (lob_point64){x + w, y};
        p[2] = (lob_point64){x + w - cut, y + h - cut};
        p[3] = (lob_point64){x, y + h};
        s->contours[k] = (lob_contour){4 * k, 4, false};
    }
    for (uint32_t i = 0; i < TEXTS; i++) {
        s->texts[i] = (lob_value_text){{below(60), below(60)}, 0, LOB_STR("T")};
    }
}

/* The boxes are convex and turn left: no edge has the text on its right. */
static bool is_in(const scene *s, uint32_t k, lob_point64 t) {
    for (int i = 0; i < 4; i++) {
        const lob_point64 a = s->points[4 * k + i], b = s->points[4 * k + (i + 1) % 4];
        if ((b.x - a.x) * (t.y - a.y) - (b.y - a.y) * (t.x - a.x) < 0) {
            return false;
        }
    }
    return true;
}

static void chosen_texts(void **unused) {
    (void)unused;
    for (int round = 0; round < 200; round++) {
        scene s;
        fill(&s);
        const lob_polygons all = {s.points, s.contours, 4 * BOXES, BOXES};
        for (int inverse = 0; inverse < 2; inverse++) {
            rig r = begin(s.texts, TEXTS, &all, LOB_VALUE_TEXTS);
            assert_int_equal(lob_op_texts_select(&r.ctx, r.texts, r.region, inverse, r.result), LOB_OK);
            uint32_t next = 0;
            for (uint32_t i = 0; i < TEXTS; i++) {
                bool is_inside = false;
                for (uint32_t k = 0; k < BOXES; k++) {
                    is_inside = is_inside || is_in(&s, k, s.texts[i].at);
                }
                if (is_inside != (inverse != 0)) {
                    assert_lt(next, r.result->count);
                    assert_eq(r.result->texts[next].at.x, s.texts[i].at.x);
                    assert_eq(r.result->texts[next++].at.y, s.texts[i].at.y);
                }
            }
            assert_int_equal(next, r.result->count);
            end(&r);
        }
    }
}

static void chosen_polygons(void **unused) {
    (void)unused;
    for (int round = 0; round < 200; round++) {
        scene s;
        fill(&s);
        const lob_polygons all = {s.points, s.contours, 4 * BOXES, BOXES};
        const uint64_t low = 1 + (uint64_t)below(4), high = round % 2 ? UINT64_MAX : low + (uint64_t)below(3);
        const lob_select select = {
            .kind = LOB_SELECT_INTERACTING, .is_inverse = round % 3 == 0, .count_min = low, .count_max = high};
        rig r = begin(s.texts, TEXTS, &all, LOB_VALUE_REGION);
        assert_int_equal(lob_op_select_by_texts(&r.ctx, r.region, r.texts, &select, r.result), LOB_OK);
        uint32_t expected = 0;
        for (uint32_t k = 0; k < BOXES; k++) {
            uint64_t found = 0;
            for (uint32_t i = 0; i < TEXTS; i++) {
                found += is_in(&s, k, s.texts[i].at);
            }
            expected += (found >= low && found <= high) != select.is_inverse;
        }
        assert_int_equal(r.result->raw.contour_count, expected);
        end(&r);
    }
}

/* A hole is outside, its border is not; the way the contours turn means nothing. */
static void holes(void **unused) {
    (void)unused;
    lob_point64 points[] = {{0, 0}, {30, 0}, {30, 30}, {0, 30}, {10, 10}, {10, 20}, {20, 20}, {20, 10}};
    const lob_contour contours[] = {{0, 4, false}, {4, 4, true}};
    const lob_polygons one = {points, contours, 8, 2};
    const lob_value_text texts[] = {{{15, 15}, 0, LOB_STR("hole")},   {{10, 15}, 0, LOB_STR("border")},
                                    {{10, 10}, 0, LOB_STR("corner")}, {{5, 15}, 0, LOB_STR("in")},
                                    {{5, 20}, 0, LOB_STR("level")},   {{31, 10}, 0, LOB_STR("out")}};
    for (int turned = 0; turned < 2; turned++) {
        rig r = begin(texts, 6, &one, LOB_VALUE_TEXTS);
        assert_int_equal(lob_op_texts_select(&r.ctx, r.texts, r.region, true, r.result), LOB_OK);
        assert_int_equal(r.result->count, 2);
        assert_memory_equal(r.result->texts[0].text.data, "hole", 4);
        assert_memory_equal(r.result->texts[1].text.data, "out", 3);
        end(&r);
        const lob_point64 kept = points[5];
        points[5] = points[7];
        points[7] = kept;
    }
}

/* ---- who meets whom ---- */

static uint32_t box_at(const scene *s, lob_point64 low) {
    uint32_t k = 0;
    while (s->points[4 * k].x != low.x || s->points[4 * k].y != low.y) {
        k++;
    }
    return k;
}

/* Every polygon with every text, in the order of both; the other way round the same pairs. */
static void met_texts(void **unused) {
    (void)unused;
    for (int round = 0; round < 100; round++) {
        scene s;
        fill(&s);
        const lob_polygons all = {s.points, s.contours, 4 * BOXES, BOXES};
        const lob_polygons *whole;
        rig r = begin(s.texts, TEXTS, &all, LOB_VALUE_MEETINGS),
            turned = begin(s.texts, TEXTS, &all, LOB_VALUE_MEETINGS);
        assert_int_equal(lob_op_text_meetings(&r.ctx, r.region, r.texts, r.result), LOB_OK);
        assert_int_equal(lob_op_text_meetings(&r.ctx, turned.texts, turned.region, turned.result), LOB_OK);
        assert_int_equal(lob_value_whole(&r.ctx, r.region, &whole), LOB_OK);
        assert_int_equal(whole->contour_count, BOXES);
        uint32_t next = 0;
        for (uint32_t n = 0; n < BOXES; n++) {
            const uint32_t k = box_at(&s, whole->points[whole->contours[n].first]);
            for (uint32_t i = 0; i < TEXTS; i++) {
                if (is_in(&s, k, s.texts[i].at)) {
                    assert_lt(next, r.result->count);
                    assert_int_equal(r.result->meetings[next].a, n);
                    assert_int_equal(r.result->meetings[next++].b, i);
                }
            }
        }
        assert_int_equal(next, r.result->count);
        assert_int_equal(next, turned.result->count);
        for (uint32_t i = 1; i < next; i++) {
            const lob_meeting *m = turned.result->meetings + i;
            assert_true(m[-1].a < m->a || (m[-1].a == m->a && m[-1].b < m->b));
            assert_true(is_in(&s, box_at(&s, whole->points[whole->contours[m->b].first]), s.texts[m->a].at));
        }
        end(&r);
        end(&turned);
    }
}

/* Two texts meet where they stand at one place. */
static void texts_at_one_place(void **unused) {
    (void)unused;
    static const lob_polygons none = {0};
    const lob_value_text texts[] = {
        {{5, 5}, 0, LOB_STR("a")}, {{9, 9}, 0, LOB_STR("b")}, {{5, 5}, 2, LOB_STR("c")}, {{6, 5}, 0, LOB_STR("a")}};
    rig r = begin(texts, 4, &none, LOB_VALUE_MEETINGS);
    assert_int_equal(lob_op_text_meetings(&r.ctx, r.texts, r.texts, r.result), LOB_OK);
    static const lob_meeting expected[] = {{0, 0}, {0, 2}, {1, 1}, {2, 0}, {2, 2}, {3, 3}};
    assert_int_equal(r.result->count, 6);
    assert_memory_equal(r.result->meetings, expected, sizeof expected);
    end(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(met_texts),    cmocka_unit_test(texts_at_one_place),
        cmocka_unit_test(chosen_texts), cmocka_unit_test(chosen_polygons),
        cmocka_unit_test(holes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
