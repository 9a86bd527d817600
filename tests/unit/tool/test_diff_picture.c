/* The pictures of a comparison, looked into by micrometres: what colour a place must have follows from the layouts.
 *
 * diff_old and diff_new (fixtures, by their recipes): both have 2/0 at 0,10;20,12, three teeth of 1/0 from 0,5 on every
 * 4 um, and a bar of 1/0 at 0,0;20,0.5, which diff_new has moved by 1 nm; only diff_new has 5/0 at 30,0;32,2. */
#include "tests/support/lob_test.h"

#include "picture_support.h"
#include "tests/support/stride.h"
#include "tool_sweep.h"

#include "bench_rig.h"
#include "draw/scene.h"
#include "tool/diff_layouts.h"

enum { GROUND = 0xffffff };

static char path_old[512], path_new[512];

static int setup(void **state) {
    (void)state;
    char here[400];
    bench_open(&t);
    assert_non_null(getcwd(here, sizeof here));
    snprintf(path_old, sizeof path_old, "%s/fixtures/diff_old.gds", here);
    snprintf(path_new, sizeof path_new, "%s/fixtures/diff_new.oas", here);
    return 0;
}

/* ---- the three pictures of an answer ---- */

typedef struct shots {
    cJSON *json;
    shot picture[LOB_DIFF_PICTURE_COUNT];
} shots;

static shots look(cJSON *json) {
    static const char *const members[] = {"image", "before", "after"};
    static const char *const kinds[] = {"diff", "diff_before", "diff_after"};
    shots s = {.json = json};
    for (int i = 0; i < LOB_DIFF_PICTURE_COUNT; i++) {
        char path[32];
        snprintf(path, sizeof path, "%s/path", members[i]);
        png_decode(text_at(json, path), &s.picture[i]);
        assert_eq(s.picture[i].width, number_at(json, "view/width"));
        assert_eq(s.picture[i].height, number_at(json, "view/height"));
        snprintf(path, sizeof path, "%s/kind", members[i]);
        assert_string_equal(text_at(json, path), kinds[i]);
        snprintf(path, sizeof path, "%s/media_type", members[i]);
        assert_string_equal(text_at(json, path), "image/png");
    }
    return s;
}

static shots compare(const char *a, const char *b, const char *rest) {
    char id[32];
    snprintf(id, sizeof id, "%s", open_session(&t, path_old, "chip"));
    return look(run(&t, LOB_OK, "diff_layouts", "{\"a\":\"%s\",\"b\":\"%s\",\"picture\":true,\"session_id\":\"%s\"%s}",
                    a, b, id, rest));
}

static void release(shots *s) {
    for (int i = 0; i < LOB_DIFF_PICTURE_COUNT; i++) {
        free(s->picture[i].rgba);
    }
    cJSON_Delete(s->json);
}

/* um_per_px, but exact. */
static double step_of(const shots *s) {
    return (number_at(s->json, "view/box_um/right") - number_at(s->json, "view/box_um/left")) /
           number_at(s->json, "view/width");
}

static uint32_t at_um(const shots *s, lob_diff_picture which, double x, double y) {
    const double step = step_of(s);
    const double left = number_at(s->json, "view/box_um/left"), top = number_at(s->json, "view/box_um/top");
    return pixel_at(&s->picture[which], (uint32_t)floor((x - left) / step), (uint32_t)floor((top - y) / step));
}

/* The fill of the layer that is `order`th of all layers of both, over white; two fifths, by draw/scene.h. */
static uint32_t fill_of(uint32_t order) {
    return mixed(lob_palette_color(order, LOB_PICTURE_LIGHT), GROUND, 0.4);
}

static void expect(const shots *s, double x, double y, uint32_t overlay, uint32_t before, uint32_t after) {
    assert_near(at_um(s, LOB_DIFF_OVERLAY, x, y), overlay);
    assert_near(at_um(s, LOB_DIFF_BEFORE, x, y), before);
    assert_near(at_um(s, LOB_DIFF_AFTER, x, y), after);
}

/* Whether a pixel within 10 of a place has the colour. */
static bool is_around(const shots *s, lob_diff_picture which, double x, double y, uint32_t color) {
    const double step = step_of(s);
    bool found = false;
    for (int i = -10; i <= 10; i++) {
        for (int k = -10; k <= 10; k++) {
            found = found || at_um(s, which, x + i * step, y + k * step) == color;
        }
    }
    return found;
}

/* ---- tests ---- */

enum { ON_1_0, ON_2_0, ON_5_0 }; /* 10/0 has texts alone, and comes last */

static void test_sides(void **state) {
    (void)state;
    for (int is_swapped = (int)stride_pick(0, 1); is_swapped < 2; is_swapped++) {
        shots s = compare(is_swapped ? path_new : path_old, is_swapped ? path_old : path_new, "");
        const uint32_t mark = fill_of(ON_5_0);
        expect(&s, 10, 11, LOB_DIFF_GREY, fill_of(ON_2_0), fill_of(ON_2_0));
        expect(&s, 10, 0.25, LOB_DIFF_GREY, fill_of(ON_1_0), fill_of(ON_1_0));
        for (int i = 0; i < 3; i++) { /* an array in one, placements in the other */
            expect(&s, 4 * i + 0.5, 5.5, LOB_DIFF_GREY, fill_of(ON_1_0), fill_of(ON_1_0));
            expect(&s, 4 * i + 2, 5.5, GROUND, GROUND, GROUND);
        }
        if (is_swapped) {
            expect(&s, 31, 1, LOB_DIFF_RED, mark, GROUND);
        } else {
            expect(&s, 31, 1, LOB_DIFF_BLUE, GROUND, mark);
        }
        /* A nanometre is too small for a pixel: rings in the overlay, and only there. */
        for (int end = 0; end < 2; end++) {
            const uint32_t ring = (end != is_swapped) ? LOB_DIFF_BLUE : LOB_DIFF_RED;
            assert_true(is_around(&s, LOB_DIFF_OVERLAY, 20 * end, 0.25, ring));
            assert_false(is_around(&s, LOB_DIFF_OVERLAY, 20 * end, 0.25, LOB_DIFF_BLUE ^ LOB_DIFF_RED ^ ring));
            assert_false(is_around(&s, LOB_DIFF_BEFORE, 20 * end, 0.25, ring));
            assert_false(is_around(&s, LOB_DIFF_AFTER, 20 * end, 0.25, ring));
        }
        release(&s);
    }
}

static void test_view(void **state) {
    (void)state;
    shots s = compare(path_old, path_new, "");
    static const int numbers[3] = {1, 2, 5};
    assert_int_equal(count_at(s.json, "view/layers"), 3); /* texts are no figures */
    for (unsigned i = 0; i < 3; i++) {
        char path[40], color[8];
        snprintf(path, sizeof path, "view/layers/%u/layer", i);
        assert_eq(number_at(s.json, path), numbers[i]);
        snprintf(path, sizeof path, "view/layers/%u/color", i);
        snprintf(color, sizeof color, "#%06x", lob_palette_color(i, LOB_PICTURE_LIGHT));
        assert_string_equal(text_at(s.json, path), color);
    }
    /* All of both is in sight: 0,0 to 32,12 um. */
    assert_lt(number_at(s.json, "view/box_um/left"), 0);
    assert_gt(number_at(s.json, "view/box_um/right"), 32);
    assert_lt(number_at(s.json, "view/box_um/bottom"), 0);
    assert_gt(number_at(s.json, "view/box_um/top"), 12);
    release(&s);
    /* A window, and a layer of several: it keeps its colour. */
    const double top = stride_is_on() ? .25 : 1, middle = top / 2;
    char window[200];
    snprintf(window, sizeof window,
             ",\"layers\":[{\"layer\":5,\"datatype\":0},{\"layer\":10,\"datatype\":0}]"
             ",\"box\":{\"left\":29,\"bottom\":%g,\"right\":33,\"top\":%g}",
             -top, top);
    s = compare(path_old, path_new, window);
    assert_int_equal(s.picture[0].width, LOB_DIFF_SIDE);
    assert_int_equal(s.picture[0].height, (uint32_t)(LOB_DIFF_SIDE * top / 2));
    assert_close(step_of(&s), 4.0 / LOB_DIFF_SIDE, 1e-12);
    assert_eq(number_at(s.json, "view/um_per_px"), round(4e6 / LOB_DIFF_SIDE) / 1e6);
    expect(&s, 31, middle, LOB_DIFF_BLUE, GROUND, fill_of(ON_5_0));
    expect(&s, 29.99, middle, GROUND, GROUND, GROUND); /* its borders, by two pixels and a half */
    expect(&s, 32.01, middle, GROUND, GROUND, GROUND);
    expect(&s, 31, -0.01, GROUND, GROUND, GROUND);
    expect(&s, 30.01, middle, LOB_DIFF_BLUE, GROUND, fill_of(ON_5_0));
    expect(&s, 31.99, 0.01, LOB_DIFF_BLUE, GROUND, fill_of(ON_5_0));
    assert_int_equal(count_at(s.json, "view/layers"), 1);
    release(&s);
    s = compare(path_old, path_new,
                stride_is_on() ? ",\"mode\":\"hierarchy\",\"box\":{\"left\":8,\"bottom\":0.8,\"right\":32,\"top\":1.2}"
                               : ",\"mode\":\"hierarchy\"");
    expect(&s, 31, 1, LOB_DIFF_BLUE, GROUND, fill_of(ON_5_0));
    if (!stride_is_on()) {
        expect(&s, 10, 11, LOB_DIFF_GREY, fill_of(ON_2_0), fill_of(ON_2_0));
    }
    release(&s);
}

/* 1/0: 10 x 10 um at the origin and at (20, 0), that one without its upper half in the other file, which has twice the
 * numbers in half the unit; 2/0 over part of the first. */
static const char *write_square(const char *name, bool is_fine) {
    const int32_t u = is_fine ? 2 : 1;
    lob_buf b;
    gds_begin(&b);
    if (is_fine) { /* the numbers 0.0005 and 5e-10 as the format stores them: half of 0.001 and 1e-9 */
        memcpy(b.data + b.size - 16, "\x3e\x20\xc4\x9b\xa5\xe3\x53\xf8\x39\x22\x5c\x17\xd0\x4d\xad\x2a", 16);
    }
    gds_cell(&b, "TOP");
    gds_box(&b, 1, 0, 0, 0, 10000 * u, 10000 * u);
    gds_box(&b, 1, 0, 20000 * u, 0, 30000 * u, (is_fine ? 5000 : 10000) * u);
    gds_box(&b, 2, 0, 5000 * u, 0, 10000 * u, 10000 * u);
    gds_cell_end(&b);
    gds_end(&b);
    return bench_file(&t, name, &b);
}

static void test_units(void **state) {
    (void)state;
    char a[300], b[300];
    snprintf(a, sizeof a, "%s", write_square("whole.gds", false));
    snprintf(b, sizeof b, "%s", write_square("fine.gds", true));
    shots s = compare(a, b, "");
    const uint32_t one = fill_of(0), both = mixed(lob_palette_color(1, LOB_PICTURE_LIGHT), one, 0.4);
    assert_eq(number_at(s.json, "dbu"), 0.0005);
    expect(&s, 2, 5, LOB_DIFF_GREY, one, one);
    expect(&s, 7, 5, LOB_DIFF_GREY, both, both); /* the later layer above */
    expect(&s, 25, 2, LOB_DIFF_GREY, one, one);
    expect(&s, 25, 7, LOB_DIFF_RED, one, GROUND);
    expect(&s, 15, 5, GROUND, GROUND, GROUND);
    release(&s);
}

/* 6000 squares have no frames; they let the layer beneath shine through, on both sides alike. */
static void test_crowded(void **state) {
    (void)state;
    char paths[2][300];
    const int columns = (int)stride_pick(100, 200), rows[] = {(int)stride_pick(60, 26), (int)stride_pick(40, 6)};
    const double both = stride_pick(10, 3) + .5, one_side = stride_pick(50, 20) + .5;
    for (int k = 0; k < 2; k++) {
        lob_buf b;
        gds_begin(&b);
        gds_cell(&b, "TOP");
        gds_box(&b, 1, 0, 0, 0, 500 * columns, 1000 * rows[0]); /* neither half covers three fifths */
        gds_box(&b, 1, 0, 500 * columns, 0, 1000 * columns, 1000 * rows[0]);
        gds_aref(&b, "LEAF", columns, rows[k], 0, 0, 1000, 1000);
        gds_element_end(&b);
        gds_cell_end(&b);
        gds_cell(&b, "LEAF");
        gds_box(&b, 2, 0, 0, 0, 1000, 1000);
        gds_cell_end(&b);
        gds_end(&b);
        snprintf(paths[k], sizeof paths[k], "%s", bench_file(&t, k ? "few.gds" : "many.gds", &b));
    }
    shots s = compare(paths[0], paths[1], "");
    const uint32_t one = fill_of(0), blue = lob_palette_color(1, LOB_PICTURE_LIGHT);
    assert_near(at_um(&s, LOB_DIFF_BEFORE, 50.5, both), mixed(blue, one, 0.6)); /* 153 of 255 */
    assert_near(at_um(&s, LOB_DIFF_AFTER, 50.5, both), mixed(blue, one, 0.4));
    expect(&s, 50.5, one_side, LOB_DIFF_RED, mixed(blue, one, 0.6), one);
    release(&s);
}

/* A ground covers all of both, 20 x 10 and 30 x 10: it hides nothing, and its outline has the side's colour. */
static void test_ground(void **state) {
    (void)state;
    char paths[2][300];
    for (int k = 0; k < 2; k++) {
        lob_buf b;
        gds_begin(&b);
        gds_cell(&b, "TOP");
        gds_box(&b, 1, 0, 2000, 2000, 6000, 8000);
        if (k) {
            gds_box(&b, 1, 0, 12000, 2000, 16000, 8000);
        }
        gds_box(&b, 9, 0, 0, 0, k ? 30000 : 20000, 10000);
        gds_cell_end(&b);
        gds_end(&b);
        snprintf(paths[k], sizeof paths[k], "%s", bench_file(&t, k ? "wide.gds" : "narrow.gds", &b));
    }
    shots s = compare(paths[0], paths[1], "");
    const uint32_t tint = mixed(lob_palette_color(1, LOB_PICTURE_LIGHT), GROUND, 10 / 255.0);
    expect(&s, 9, 5, GROUND, tint, tint);
    expect(&s, 25, 5, GROUND, GROUND, tint);
    assert_near(at_um(&s, LOB_DIFF_OVERLAY, 4, 5), LOB_DIFF_GREY);
    assert_near(at_um(&s, LOB_DIFF_OVERLAY, 14, 5), LOB_DIFF_BLUE);
    assert_true(is_around(&s, LOB_DIFF_OVERLAY, 30, 5, LOB_DIFF_BLUE));
    assert_true(is_around(&s, LOB_DIFF_OVERLAY, 20, 5, LOB_DIFF_RED));
    release(&s);
}

static void test_stored(void **state) {
    (void)state;
    char id[32];
    snprintf(id, sizeof id, "%s", open_session(&t, path_old, "chip"));
    for (unsigned i = 1; i <= stride_pick(2, 1); i++) {
        cJSON_Delete(run(&t, LOB_OK, "diff_layouts",
                         "{\"a\":\"%s\",\"b\":\"%s\",\"picture\":true,\"session_id\":\"%s\"}", id, path_new, id));
        assert_int_equal(entries_of(renders_of(&t, id)), 5 * i);
    }
    cJSON *json = run(&t, LOB_OK, "diff_layouts", "{\"a\":\"%s\",\"b\":\"%s\"}", id, path_new);
    assert_null(find(json, "image"));
    assert_null(find(json, "view"));
    cJSON_Delete(json);
    cJSON_Delete(run(&t, LOB_E_SESSION_NOT_FOUND, "diff_layouts",
                     "{\"a\":\"%s\",\"b\":\"%s\",\"picture\":true,\"session_id\":\"ses_000000000000\"}", id, path_new));
}

static void open_small(bench *small, uint64_t quota_size) {
    bench_open(small);
    lob_sessions_close(small->sessions);
    small->config.artifact_quota_size = quota_size;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    assert_int_equal(lob_sessions_open(&ctx, &small->config, &small->sessions), LOB_OK);
    lob_arena_drop(arena);
}

/* Room for one picture, or for two, is none. */
static void test_quota(void **state) {
    (void)state;
    bench small;
    char id[32];
    open_small(&small, 34000); /* the three have 37 kB, the two largest 33 */
    snprintf(id, sizeof id, "%s", open_session(&small, path_old, "chip"));
    cJSON *json = run(&small, LOB_E_TOOL_LIMIT_EXCEEDED, "diff_layouts",
                      "{\"a\":\"%s\",\"b\":\"%s\",\"picture\":true,\"session_id\":\"%s\"}", path_old, path_new, id);
    assert_string_equal(text_at(json, "details/limit_name"), "artifact_quota_size");
    cJSON_Delete(json);
    assert_int_equal(entries_of(renders_of(&small, id)), 0);
    bench_close(&small);
}

static void test_memory(void **state) {
    (void)state;
    char arguments[1400], a[32], b[32];
    snprintf(a, sizeof a, "%s", open_session(&t, path_old, "chip"));
    snprintf(b, sizeof b, "%s", open_session(&t, path_new, "chip"));
    snprintf(
        arguments, sizeof arguments,
        "{\"a\":\"%s\",\"b\":\"%s\",\"picture\":true,\"session_id\":\"%s\",\"layers\":[{\"layer\":5,\"datatype\":0}],"
        "\"box\":{\"left\":30,\"bottom\":0,\"right\":32,\"top\":0.01}}",
        a, b, a);
    cJSON_Delete(run(&t, LOB_OK, "diff_layouts", "%s", arguments));
    if (!getenv("LOB_TEST_QUICK")) {
        assert_gt(sweep_tool(&t, "diff_layouts", arguments), 60);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sides),   cmocka_unit_test(test_view),   cmocka_unit_test(test_units),
        cmocka_unit_test(test_crowded), cmocka_unit_test(test_ground), cmocka_unit_test(test_stored),
        cmocka_unit_test(test_quota),   cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
