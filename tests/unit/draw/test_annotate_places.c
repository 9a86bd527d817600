/* Places of words by brute force over the marks: none meets another or leaves the picture, badges and panels stay free,
 * counts add up, the same list gives the same marks; many placements do not take square time. */
#include <time.h>

#include "tests/support/lob_test.h"

#include "annotated.h"
#include "base/utf8.h"
#include "tests/support/stride.h"

#include "../base/sweep.h"

static const uint32_t BADGE = 0x123456; /* the colour of markers here, which nothing else has */

enum { ITEMS_MAX = 24, NAMES_MAX = 40, TEXTS = 6 };

typedef struct random_scene {
    lob_annotation items[ITEMS_MAX];
    lob_vec2 spots[ITEMS_MAX][3];
    lob_port_mark ports[ITEMS_MAX][6];
    lob_named_box names[ITEMS_MAX][NAMES_MAX];
    lob_point64 points[ITEMS_MAX][5];
    lob_ring_dbu rings[ITEMS_MAX];
    lob_legend_entry legend[NAMES_MAX];
    uint32_t count;
} random_scene;

static lob_str random_text(uint64_t *seed) {
    static const char *const texts[TEXTS] = {"a",
                                             "opt1",
                                             "ebeam_gc_te1550",
                                             "Wellenleiter \xc3\xbc"
                                             "ber alles",
                                             "a name that goes on and on and on and on and on and on and on and on and "
                                             "on and on and on and on and on and on",
                                             "bad \xff\xfe bytes"};
    return lob_str_from(texts[draw_number(seed) % TEXTS]);
}

static lob_vec2 random_spot(uint64_t *seed) {
    double reach = draw_number(seed) % 10 == 0 ? 1e12 : draw_number(seed) % 5 == 0 ? 90000 : 45000;
    return (lob_vec2){draw_between(seed, -reach, reach), draw_between(seed, -reach, reach)};
}

static lob_box64 random_box(uint64_t *seed) {
    lob_vec2 p = random_spot(seed);
    double size = pow(10, draw_between(seed, 0, 5));
    int64_t w = draw_number(seed) % 8 == 0 ? 0 : (int64_t)(size * draw_between(seed, 0.3, 1));
    return (lob_box64){(int64_t)p.x, (int64_t)p.y, (int64_t)p.x + w, (int64_t)(p.y + size)};
}

static void fill_lists(random_scene *r, uint32_t i, uint64_t *seed) {
    lob_annotation *n = &r->items[i];
    for (int k = 0; k < 6; k++) {
        r->ports[i][k] = (lob_port_mark){random_spot(seed),          draw_between(seed, -400, 400),
                                         draw_number(seed) % 4 != 0, draw_between(seed, 0, 5000),
                                         random_text(seed),          k % 2 == 1};
    }
    n->ports = r->ports[i];
    n->port_count = draw_number(seed) % 7;
    for (int k = 0; k < NAMES_MAX; k++) {
        r->names[i][k] = (lob_named_box){random_box(seed), random_text(seed)};
    }
    n->names = r->names[i];
    n->name_count = draw_number(seed) % (NAMES_MAX + 1);
    for (int k = 0; k < 5; k++) {
        lob_vec2 p = random_spot(seed);
        r->points[i][k] = (lob_point64){(int64_t)p.x, (int64_t)p.y};
    }
    r->rings[i] = (lob_ring_dbu){r->points[i], 5};
    n->rings = &r->rings[i];
    n->ring_count = draw_number(seed) % 2;
    n->legend = r->legend;
    n->legend_count = draw_number(seed) % NAMES_MAX;
}

static void random_items(random_scene *r, uint64_t *seed) {
    r->count = 1 + draw_number(seed) % ITEMS_MAX;
    for (int k = 0; k < NAMES_MAX; k++) {
        r->legend[k] = (lob_legend_entry){random_text(seed), lob_palette_style((uint32_t)k, LOB_PICTURE_LIGHT)};
    }
    for (uint32_t i = 0; i < r->count; i++) {
        lob_annotation *n = &r->items[i];
        *n = (lob_annotation){.kind = draw_number(seed) % LOB_ANNOTATION_KIND_COUNT, .points = r->spots[i]};
        n->has_color = n->kind == LOB_ANNOTATION_MARKER || draw_number(seed) % 4 == 0;
        n->color = n->kind == LOB_ANNOTATION_MARKER ? BADGE : (draw_number(seed) & 0xffffff);
        n->is_one = draw_number(seed) % 3 == 0;
        n->has_box = draw_number(seed) % 2;
        n->box = random_box(seed);
        for (int k = 0; k < 3; k++) {
            r->spots[i][k] = random_spot(seed);
        }
        n->point_count = draw_number(seed) % 4;
        n->text = draw_number(seed) % 3 ? random_text(seed) : (lob_str){0};
        fill_lists(r, i, seed);
    }
}

/* Badges: filled outlines of more than four corners in the colour of markers. A number lies whole within its own, no
 * other word and no other badge meets it. */
static void badges_are_free(const stage *s) {
    for (uint32_t i = 0; i < s->marks.count; i++) {
        const lob_mark *badge = &s->marks.items[i];
        if (badge->kind != LOB_MARK_AREA || badge->color != BADGE || badge->count <= 5 || badge->alpha != 255) {
            continue;
        }
        extent b = points_extent(badge);
        uint32_t inside = 0;
        assert_ge(b.left, 0);
        assert_ge(b.top, 0);
        assert_le(b.right, s->grid.width);
        assert_le(b.bottom, s->grid.height);
        for (uint32_t k = 0; k < s->marks.count; k++) {
            const lob_mark *other = &s->marks.items[k];
            if (other->kind == LOB_MARK_TEXT && extents_meet(b, word_extent(other))) {
                extent e = word_extent(other);
                inside++;
                assert_ge(e.left, b.left);
                assert_le(e.right, b.right);
                assert_ge(e.top, b.top - 1);
                assert_le(e.bottom, b.bottom + 1);
            } else if (k != i && other->kind == LOB_MARK_AREA && other->color == BADGE && other->count > 5 &&
                       other->alpha == 255) {
                assert_false(extents_meet(b, points_extent(other)));
            }
        }
        assert_int_equal(inside, 1);
    }
}

static uint64_t digest_of(const stage *s) { /* FNV-1a over what is seen */
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (uint32_t i = 0; i < s->marks.count; i++) {
        const lob_mark *m = &s->marks.items[i];
        const double numbers[3] = {m->color, m->at.x, m->at.y};
        const uint8_t *parts[3] = {(const uint8_t *)numbers, (const uint8_t *)m->points, (const uint8_t *)m->text.data};
        const size_t sizes[3] = {sizeof numbers, m->count * sizeof *m->points, m->text.size};
        for (int k = 0; k < 3; k++) {
            for (size_t j = 0; j < sizes[k]; j++) {
                h = (h ^ parts[k][j]) * UINT64_C(0x100000001b3);
            }
        }
    }
    return h;
}

static void test_random_scenes(void **state) {
    (void)state;
    static random_scene r;
    uint64_t seed = 3;
    uint32_t placed = 0;
    uint32_t dropped = 0;
    for (int i = 0; i < (int)stride_pick(200, 30); i++) {
        stage s = stage_new((lob_box64){-50000, -50000, 50000, 50000}, 30 + draw_number(&seed) % 1200,
                            30 + draw_number(&seed) % 900);
        s.mode = (lob_picture_mode)(i % 3);
        random_items(&r, &seed);
        annotate(&s, r.items, r.count);
        words_are_apart(&s);
        badges_are_free(&s);
        assert_int_equal(s.info.words_placed, word_count(&s));
        placed += s.info.words_placed;
        dropped += s.info.words_dropped;
        uint64_t before = digest_of(&s);
        lob_annotate_info info = s.info;
        annotate(&s, r.items, r.count);
        assert_eq(digest_of(&s), before);
        assert_memory_equal(&info, &s.info, sizeof info);
        stage_drop(&s);
    }
    assert_gt(placed, stride_pick(5000, 500));
    assert_gt(dropped, stride_pick(500, 50)); /* both ways were taken */
}

/* Words that are asked for are placed or dropped or outside, one by one. */
static void test_counts(void **state) {
    (void)state;
    uint64_t seed = 5;
    for (int i = 0; i < (int)stride_pick(50, 5); i++) {
        enum { COUNT = 120 };
        lob_named_box names[COUNT];
        lob_port_mark ports[COUNT];
        lob_vec2 spots[COUNT];
        for (int k = 0; k < COUNT; k++) {
            lob_vec2 p = random_spot(&seed);
            names[k] = (lob_named_box){{(int64_t)p.x, (int64_t)p.y, (int64_t)p.x, (int64_t)p.y}, LOB_STR("label")};
            ports[k] = (lob_port_mark){.at = random_spot(&seed), .has_angle = true, .name = LOB_STR("port")};
            ports[k].at = k < LOB_PORT_GROUP_FROM - 1 ? ports[k].at : (lob_vec2){1e9, 1e9}; /* none is in a group */
            spots[k] = random_spot(&seed);
        }
        const lob_annotation n[3] = {
            {.kind = LOB_ANNOTATION_LABEL, .names = names, .name_count = COUNT},
            {.kind = LOB_ANNOTATION_PORTS, .ports = ports, .port_count = COUNT},
            {.kind = LOB_ANNOTATION_MARKER, .points = spots, .point_count = COUNT, .text = LOB_STR("first")}};
        stage s = stage_new((lob_box64){-50000, -50000, 50000, 50000}, 500, 400);
        annotate(&s, n, 3);
        assert_int_equal(s.info.words_placed + s.info.words_dropped + s.info.words_outside, 3 * COUNT + 1);
        assert_int_equal(s.info.words_placed, word_count(&s));
        assert_gt(s.info.words_outside, 10);
        assert_gt(s.info.words_placed, 100);
        stage_drop(&s);
    }
}

/* Where there is room everything is placed, and beside what it names. */
static void test_room(void **state) {
    (void)state;
    stage s = stage_new((lob_box64){0, 0, 100000, 100000}, 1000, 1000);
    lob_named_box names[36];
    for (int i = 0; i < 36; i++) {
        int64_t x = 8000 + i % 6 * 16000;
        int64_t y = 8000 + i / 6 * 16000;
        names[i] = (lob_named_box){{x, y, x, y}, LOB_STR("waveguide")};
    }
    const lob_annotation n = {.kind = LOB_ANNOTATION_LABEL, .names = names, .name_count = 36};
    annotate(&s, &n, 1);
    assert_int_equal(s.info.words_placed, 36);
    uint32_t i = 0;
    for (uint32_t k = 0; k < s.marks.count; k++) {
        if (s.marks.items[k].kind == LOB_MARK_TEXT) {
            extent e = word_extent(&s.marks.items[k]);
            double x = (double)names[i].box.left / 100;
            double y = 1000 - (double)names[i].box.top / 100;
            assert_le(fabs(e.left - x - 5), 1);
            assert_le(fabs((e.top + e.bottom) / 2 - y), 1.5);
            i++;
        }
    }
    stage_drop(&s);
}

/* Where one word has room, the caller's gets it before one of the layout, whatever the order of the list; and a number
 * before both. */
static void test_order(void **state) {
    (void)state;
    stage s = stage_new((lob_box64){0, 0, 2000, 1000}, 40, 20);
    const lob_vec2 middle = {1000, 500};
    const lob_vec2 left = {100, 500};
    const lob_named_box name = {{100, 500, 100, 500}, LOB_STR("abc")};
    const lob_annotation n[3] = {
        {.kind = LOB_ANNOTATION_LABEL, .names = &name, .name_count = 1},
        {.kind = LOB_ANNOTATION_LABEL, .points = &middle, .point_count = 1, .text = LOB_STR("xyz")},
        {.kind = LOB_ANNOTATION_MARKER, .points = &left, .point_count = 1}};
    for (uint32_t count = 1; count <= 3; count++) {
        static const char *const first[3] = {"abc", "xyz", "1"};
        annotate(&s, n, count);
        assert_int_equal(s.info.words_placed, 1);
        assert_int_equal(s.info.words_dropped, count - 1);
        assert_non_null(word_of(&s, first[count - 1]));
    }
    stage_drop(&s);
}

/* A word keeps off lines while another place is free: the label's first place, right of it, is crossed by a ruler. */
static void test_shade(void **state) {
    (void)state;
    stage s = stage_new((lob_box64){0, 0, 1000, 1000}, 500, 500);
    const lob_named_box name = {{500, 500, 500, 500}, LOB_STR("waveguide")};
    const lob_vec2 ends[2] = {{540, -1000}, {540, 600}};
    const lob_annotation n[2] = {{.kind = LOB_ANNOTATION_LABEL, .names = &name, .name_count = 1}, ruler(ends)};
    annotate(&s, n, 1);
    extent e = word_extent(word_of(&s, "waveguide"));
    assert_lt(e.left, 270);
    assert_gt(e.right, 270);
    annotate(&s, n, 2);
    e = word_extent(word_of(&s, "waveguide"));
    assert_false(e.left < 270 && e.right > 270);
    stage_drop(&s);
}

/* No leader runs through a word that stood before it; it ends at its word. */
static void test_leaders(void **state) {
    (void)state;
    enum { COUNT = 200 };
    static lob_annotation n[COUNT];
    static lob_vec2 spots[COUNT];
    uint64_t seed = 59;
    uint32_t leaders = 0;
    for (int i = 0; i < COUNT; i++) {
        spots[i] = (lob_vec2){draw_between(&seed, 250, 750), draw_between(&seed, 250, 750)};
        n[i] = (lob_annotation){
            .kind = LOB_ANNOTATION_LABEL, .points = &spots[i], .point_count = 1, .text = LOB_STR("crowded")};
    }
    stage s = stage_new((lob_box64){0, 0, 1000, 1000}, 900, 900);
    annotate(&s, n, COUNT);
    for (uint32_t i = 0; i < s.marks.count; i++) {
        const lob_mark *line = &s.marks.items[i];
        if (line->kind != LOB_MARK_LINE || line->line_width != 1) {
            continue;
        }
        leaders++;
        for (int j = 0; j <= 300; j += (int)stride_pick(1, 15)) {
            double x = line->points[0].x + (line->points[1].x - line->points[0].x) * j / 300;
            double y = line->points[0].y + (line->points[1].y - line->points[0].y) * j / 300;
            for (uint32_t k = 0; k < i; k++) {
                if (s.marks.items[k].kind == LOB_MARK_TEXT) {
                    extent e = word_extent(&s.marks.items[k]);
                    assert_false(x > e.left && x < e.right && y > e.top && y < e.bottom);
                }
            }
        }
        extent e = word_extent(&s.marks.items[i + 1]);
        lob_pixel end = line->points[1];
        assert_gt(end.x, e.left - 4);
        assert_lt(end.x, e.right + 4);
        assert_gt(end.y, e.top - 4);
        assert_lt(end.y, e.bottom + 4);
    }
    assert_gt(leaders, 10);
    stage_drop(&s);
}

/* Names keep both ends, characters stay whole, and as much is kept as fits. */
static void test_shortened(void **state) {
    (void)state;
    stage s = stage_new((lob_box64){0, 0, 1000, 1000}, 200, 200);
    char name[4000];
    for (size_t i = 0; i < sizeof name; i += 2) {
        memcpy(name + i, "\xc3\xa4", 2);
    }
    memcpy(name, "begin_", 6);
    memcpy(name + sizeof name - 4, "_end", 4);
    const lob_named_box label = {{500, 500, 500, 500}, {name, sizeof name}};
    lob_annotation n = {.kind = LOB_ANNOTATION_LABEL, .names = &label, .name_count = 1};
    annotate(&s, &n, 1);
    assert_int_equal(s.info.words_placed, 1);
    const lob_mark *word = &s.marks.items[s.marks.count - 1];
    lob_str text = word->text;
    assert_gt(text.size, 10);
    assert_lt(text.size, 60);
    assert_true(lob_utf8_valid(text));
    assert_memory_equal(text.data, "begin_", 6);
    assert_memory_equal(text.data + text.size - 4, "_end", 4);
    double room = lob_text_width(text, word->size);
    assert_le(room, 120);
    assert_gt(room, 120 - 2 * lob_text_width(LOB_STR("\xc3\xa4"), word->size));
    words_are_apart(&s);
    /* What the caller wrote is cut at its end. */
    const lob_vec2 spot = {500, 500};
    n = (lob_annotation){.kind = LOB_ANNOTATION_LABEL, .points = &spot, .point_count = 1, .text = {name, sizeof name}};
    annotate(&s, &n, 1);
    text = s.marks.items[s.marks.count - 1].text;
    assert_true(lob_utf8_valid(text));
    assert_memory_equal(text.data + text.size - 3, "\xe2\x80\xa6", 3);
    words_are_apart(&s);
    s.grid = lob_grid_fit((lob_box64){0, 0, 1000, 1000}, 20, 20); /* room for an ellipsis, but for no letter */
    n.text = LOB_STR("wwwww");
    annotate(&s, &n, 1);
    assert_int_equal(word_count(&s), 0);
    assert_int_equal(s.info.words_dropped, 1);
    stage_drop(&s);
}

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* A hundred thousand names over each other, and side by side. */
static void test_many(void **state) {
    (void)state;
    const uint32_t count = stride_pick(getenv("LOB_TEST_QUICK") ? 5000 : 100000, 1500);
    lob_named_box *names = calloc(count, sizeof *names);
    assert_non_null(names);
    for (int heaped = 0; heaped < 2; heaped++) {
        for (uint32_t i = 0; i < count; i++) {
            int64_t x = heaped ? 1000 : (int64_t)(i % 316) * 300;
            int64_t y = heaped ? 1000 : (int64_t)(i / 316) * 300;
            names[i] = (lob_named_box){{x, y, x + 6000, y + 6000}, LOB_STR("placement")};
        }
        stage s = stage_new((lob_box64){0, 0, 100000, 100000}, 1200, 1200);
        const lob_annotation n = {.kind = LOB_ANNOTATION_CELL_FRAMES, .names = names, .name_count = count};
        double began = seconds();
        annotate(&s, &n, 1);
        assert_lt(seconds() - began, 5); /* square time would be minutes */
        assert_int_equal(s.info.frames_drawn, count);
        assert_int_equal(s.info.words_placed + s.info.words_dropped, count);
        assert_ge(s.info.words_placed, 2);
        stage_drop(&s);
    }
    free(names);
}

static void test_cancelled(void **state) {
    (void)state;
    stage s = stage_new((lob_box64){0, 0, 1000, 1000}, 200, 200);
    const lob_annotation n = {.kind = LOB_ANNOTATION_SCALE_BAR};
    lob_cancel cancel = {true};
    lob_ctx_init(&s.ctx, s.arena);
    s.ctx.cancel = &cancel;
    lob_marks_init(&s.marks, s.arena);
    assert_int_equal(lob_annotate(&s.ctx, &n, 1, &s.grid, s.mode, s.dbu, &s.marks, &s.info), LOB_E_CANCELLED);
    stage_drop(&s);
}

static bool run_sweep(void *arg) {
    const random_scene *r = arg;
    lob_arena *arena = lob_arena_new(0);
    if (!arena) {
        return false;
    }
    lob_ctx ctx;
    lob_marks marks;
    lob_annotate_info info;
    lob_grid grid = lob_grid_fit((lob_box64){-50000, -50000, 50000, 50000}, 700, 500);
    lob_ctx_init(&ctx, arena);
    lob_marks_init(&marks, arena);
    lob_status status = lob_annotate(&ctx, r->items, r->count, &grid, LOB_PICTURE_LIGHT, 0.001, &marks, &info);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    if (status != LOB_OK) {
        assert_eq(ctx.error.code, status);
    }
    lob_arena_drop(arena);
    return status == LOB_OK;
}

/* Arenas take large blocks, so one arena is small for each size in turn: every allocation fails at some size. */
static void test_failing(void **state) {
    (void)state;
    static random_scene r;
    uint64_t seed = 21;
    random_items(&r, &seed);
    assert_gt(sweep_allocations(run_sweep, &r), 0);
    int failed = 0;
    for (size_t size = 1000; size < 4000000; size += size / (getenv("LOB_TEST_QUICK") ? 8 : 40)) {
        lob_arena *small = lob_arena_new(size);
        lob_ctx ctx;
        lob_marks marks;
        lob_annotate_info info;
        lob_grid grid = lob_grid_fit((lob_box64){-50000, -50000, 50000, 50000}, 700, 500);
        assert_non_null(small);
        lob_ctx_init(&ctx, small);
        lob_marks_init(&marks, small);
        lob_status status = lob_annotate(&ctx, r.items, r.count, &grid, LOB_PICTURE_LIGHT, 0.001, &marks, &info);
        if (status != LOB_OK) {
            assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
        }
        failed += status != LOB_OK;
        lob_arena_drop(small);
    }
    assert_gt(failed, 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_scenes), cmocka_unit_test(test_counts), cmocka_unit_test(test_room),
        cmocka_unit_test(test_order),         cmocka_unit_test(test_shade),  cmocka_unit_test(test_leaders),
        cmocka_unit_test(test_shortened),     cmocka_unit_test(test_many),   cmocka_unit_test(test_cancelled),
        cmocka_unit_test(test_failing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
