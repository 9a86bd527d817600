/* XOR against a bitmap: random boxes in random hierarchies on a field small enough to paint, each unit a cell of it.
 * Areas of either side, polygons (parts joined by sides), the box around all, and openings by squares. */
#include <math.h>

#include "tests/support/lob_test.h"

#include "../render/rig.h"
#include "db/figure.h"
#include "diff/xor.h"
#include "tests/support/stride.h"
#include "tests/unit/base/sweep_short.h"

enum { SIZE = 96, SCENES = 20 };

typedef struct field {
    bool on[SIZE][SIZE];
} field;

static uint64_t state;

static int32_t below(int32_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int32_t)((state >> 33) % (uint32_t)n);
}

/* `seed` and `moved`: layouts of the same seed differ in the box number `moved` alone. */
static lob_layout *make_layout(lob_ctx *ctx, uint64_t seed, int moved, int32_t unit, double dbu, bool is_flat) {
    const lob_rep rep = {.kind = LOB_REP_LATTICE, .na = 2, .nb = 3, .a = {9 * unit, 0}, .b = {unit, 11 * unit}};
    lob_builder *builder = lob_builder_new(ctx, NULL);
    rig r = {.builder = builder, .s = lob_builder_sink(builder)};
    assert_int_equal(r.s->begin_layout(r.s->self, &(lob_layout_event){.format = "gds", .dbu_um = dbu}), LOB_OK);
    state = seed;
    lob_box own[6], leaf[3];
    for (int i = 0; i < 6; i++) {
        int32_t x = 8 + below(60), y = 8 + below(60);
        own[i] = (lob_box){x + (i == moved), y, x + 2 + below(16) + (i == moved), y + 2 + below(16)};
    }
    for (int i = 0; i < 3; i++) {
        int32_t x = below(6), y = below(6);
        leaf[i] = (lob_box){x, y + (i + 6 == moved), x + 1 + below(5), y + 1 + below(5) + (i + 6 == moved)};
    }
    const int32_t at_x = 30 + below(30), at_y = 30 + below(30), turn = below(4), mirror = below(2);
    const int32_t rx = 10 + below(40), ry = 10 + below(40);
    rig_cell(&r, "LEAF");
    for (int i = 0; i < 3; i++) {
        rig_box(&r, 1, NULL,
                (lob_box){leaf[i].left * unit, leaf[i].bottom * unit, leaf[i].right * unit, leaf[i].top * unit});
    }
    rig_end_cell(&r);
    rig_cell(&r, "TOP");
    for (int i = 0; i < 6; i++) {
        const lob_box b = {own[i].left * unit, own[i].bottom * unit, own[i].right * unit, own[i].top * unit};
        const lob_point ring[4] = {{b.right, b.bottom}, {b.left, b.bottom}, {b.left, b.top}, {b.right, b.top}};
        if (is_flat) {
            rig_polygon(&r, 1, NULL, ring, 4);
        } else {
            rig_box(&r, 1, NULL, b);
        }
    }
    rig_inst(&r, "LEAF", NULL, at_x * unit, at_y * unit, mirror, 90 * turn, 1);
    for (uint64_t i = 0; is_flat && i < 6; i++) {
        const lob_point64 by = lob_rep_at(&rep, i);
        rig_inst(&r, "LEAF", NULL, rx * unit + (int32_t)by.x, ry * unit + (int32_t)by.y, false, 90, 1);
    }
    if (!is_flat) {
        rig_inst(&r, "LEAF", &rep, rx * unit, ry * unit, false, 90, 1);
    }
    rig_end_cell(&r);
    return rig_end(&r);
}

static void paint(lob_ctx *ctx, const lob_layout *layout, int32_t unit, field *f) {
    const lob_walk_options options = {
        .window = LOB_WALK_EVERYTHING, .what = LOB_WALK_SHAPES, .depth_max = UINT32_MAX, .meet = LOB_MEET_TOUCH};
    lob_walk *walk;
    const lob_hit *hit;
    memset(f, 0, sizeof *f);
    assert_int_equal(lob_walk_open(ctx, layout, lob_layout_find_cell(layout, LOB_STR("TOP")), &options, &walk), LOB_OK);
    for (assert_int_equal(lob_walk_next(walk, &hit), LOB_OK); hit;
         assert_int_equal(lob_walk_next(walk, &hit), LOB_OK)) {
        for (int64_t y = hit->box.bottom / unit; y < hit->box.top / unit; y++) {
            for (int64_t x = hit->box.left / unit; x < hit->box.right / unit; x++) {
                assert_ge(x, 0);
                assert_ge(y, 0);
                assert_lt(x, SIZE);
                assert_lt(y, SIZE);
                f->on[y][x] = true;
            }
        }
    }
}

/* What squares of side w within `f` cover. */
static void open_field(const field *f, int w, field *opened) {
    memset(opened, 0, sizeof *opened);
    for (int y = 0; y + w <= SIZE; y++) {
        for (int x = 0; x + w <= SIZE; x++) {
            bool is_full = true;
            for (int i = 0; i < w * w; i++) {
                is_full = is_full && f->on[y + i / w][x + i % w];
            }
            for (int i = 0; is_full && i < w * w; i++) {
                opened->on[y + i / w][x + i % w] = true;
            }
        }
    }
}

static unsigned parts_of(const field *f) {
    static field left;
    static int stack[SIZE * SIZE][2];
    unsigned parts = 0;
    left = *f;
    for (int i = 0; i < SIZE * SIZE; i++) {
        int count = 0;
        if (!left.on[i / SIZE][i % SIZE]) {
            continue;
        }
        parts++;
        left.on[i / SIZE][i % SIZE] = false;
        stack[count][0] = i % SIZE;
        stack[count++][1] = i / SIZE;
        while (count > 0) {
            const int x = stack[--count][0], y = stack[count][1];
            const int next[4][2] = {{x + 1, y}, {x - 1, y}, {x, y + 1}, {x, y - 1}};
            for (int k = 0; k < 4; k++) {
                const int nx = next[k][0], ny = next[k][1];
                if (nx >= 0 && ny >= 0 && nx < SIZE && ny < SIZE && left.on[ny][nx]) {
                    left.on[ny][nx] = false;
                    stack[count][0] = nx;
                    stack[count++][1] = ny;
                }
            }
        }
    }
    return parts;
}

typedef struct pair {
    lob_layout *a, *b;
    int32_t unit[2];
} pair;

static void drop_pair(pair *p) {
    lob_layout_drop(p->a);
    lob_layout_drop(p->b);
}

static lob_xor_question question_of(const pair *p) {
    static const lob_diff_layer layer = {1, 0};
    lob_xor_question q = {.layouts = {p->a, p->b}, .layers = &layer, .layer_count = 1, .item_max = 50};
    q.cells[0] = lob_layout_find_cell(p->a, LOB_STR("TOP"));
    q.cells[1] = lob_layout_find_cell(p->b, LOB_STR("TOP"));
    assert_true(lob_diff_grid_make(lob_layout_dbu(p->a), lob_layout_dbu(p->b), &q.grid));
    return q;
}

/* unit: of the fields, on the common grid. */
static void check(lob_ctx *ctx, const pair *p, int64_t unit, int width, uint32_t figures_max, const lob_box64 *window) {
    static field a, b, diff, opened;
    lob_xor_question q = question_of(p);
    lob_xor result;
    double area[2] = {0, 0};
    lob_box64 box = LOB_BOX64_EMPTY;
    q.width_min = (double)(width * unit);
    q.figures_max = figures_max;
    q.window = window;
    paint(ctx, p->a, p->unit[0], &a);
    paint(ctx, p->b, p->unit[1], &b);
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            const bool is_seen = !window || (x * unit >= window->left && x * unit < window->right &&
                                             y * unit >= window->bottom && y * unit < window->top);
            diff.on[y][x] = is_seen && a.on[y][x] != b.on[y][x];
        }
    }
    open_field(&diff, width ? width : 1, &opened);
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            if (opened.on[y][x]) {
                area[a.on[y][x] ? 0 : 1] += 1;
                box = lob_box64_join(box, (lob_box64){x * unit, y * unit, (x + 1) * unit, (y + 1) * unit});
            }
        }
    }
    assert_int_equal(lob_xor_make(ctx, &q, NULL, NULL, &result), LOB_OK);
    const lob_xor_sum *sum = &result.layers[0];
    assert_eq(sum->area[0], area[0] * (double)(unit * unit));
    assert_eq(sum->area[1], area[1] * (double)(unit * unit));
    assert_eq(sum->area_error, 0);
    assert_int_equal(sum->count, parts_of(&opened));
    assert_memory_equal(&sum->box, &box, sizeof box);
    double told[2] = {0, 0};
    for (uint32_t i = 0; i < result.item_count; i++) {
        told[0] += result.items[i].area[0];
        told[1] += result.items[i].area[1];
        assert_le(result.items[i > 0 ? i - 1 : 0].box.left, result.items[i].box.left);
    }
    if (sum->count <= 50) {
        assert_eq(told[0], sum->area[0]);
        assert_eq(told[1], sum->area[1]);
    }
}

static void test_random(void **unused) {
    (void)unused;
    static lob_ctx ctx;
    const int scenes = getenv("LOB_TEST_QUICK") ? SCENES / 6 : SCENES;
    for (int i = 0; i < scenes; i++) {
        lob_arena *arena = lob_arena_new(0);
        lob_ctx_init(&ctx, arena);
        const bool is_other = i % 3 == 0, is_fine = i % 5 == 0;
        pair p = {.unit = {10, is_fine ? 20 : 10}};
        p.a = make_layout(&ctx, (uint64_t)i, -1, 10, 0.001, false);
        p.b =
            make_layout(&ctx, (uint64_t)i + (is_other ? 1000 : 0), i % 10, p.unit[1], is_fine ? 0.0005 : 0.001, i % 2);
        const int64_t unit = is_fine ? 20 : 10;
        const lob_box64 window = {20 * unit, 24 * unit, 50 * unit, 60 * unit};
        check(&ctx, &p, unit, 0, 0, NULL);
        check(&ctx, &p, unit, 0, 3, NULL);
        check(&ctx, &p, unit, 2 + i % 3, i % 2 ? 4 : 0, NULL);
        check(&ctx, &p, unit, 0, i % 2 ? 2 : 0, &window);
        drop_pair(&p);
        lob_arena_drop(arena);
    }
}

static void test_itself(void **unused) {
    (void)unused;
    static lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    pair p = {.a = make_layout(&ctx, 5, -1, 10, 0.001, false), .b = make_layout(&ctx, 5, -1, 10, 0.001, true)};
    lob_xor_question q = question_of(&p);
    lob_xor result;
    assert_int_equal(lob_xor_make(&ctx, &q, NULL, NULL, &result), LOB_OK);
    assert_int_equal(result.count, 0);
    assert_int_equal(result.item_count, 0);
    static const lob_diff_layer none = {77, 3};
    q.layers = &none;
    assert_int_equal(lob_xor_make(&ctx, &q, NULL, NULL, &result), LOB_OK);
    assert_int_equal(result.count, 0);
    drop_pair(&p);
    lob_arena_drop(arena);
}

static void test_grid(void **unused) {
    (void)unused;
    lob_diff_grid grid;
    assert_true(lob_diff_grid_make(0.001, 0.001, &grid));
    assert_eq(grid.scale[0], 1);
    assert_eq(grid.scale[1], 1);
    assert_eq(grid.dbu, 0.001);
    assert_true(lob_diff_grid_make(0.001, 0.0005, &grid));
    assert_eq(grid.scale[0], 2);
    assert_eq(grid.scale[1], 1);
    assert_true(lob_diff_grid_make(0.002, 0.005, &grid));
    assert_eq(grid.scale[0], 2);
    assert_eq(grid.scale[1], 5);
    assert_false(lob_diff_grid_make(0.001, 0.00123456789, &grid));
    assert_false(lob_diff_grid_make(1, 0.000001, &grid));
}

/* An angle of three arms, placed as `code` and, in a cell between, turned once more. */
static lob_layout *place_turned(lob_ctx *ctx, int code, int between) {
    static const lob_point ring[6] = {{0, 0}, {70, 0}, {70, 10}, {20, 10}, {20, 40}, {0, 40}};
    rig r = rig_begin(ctx);
    rig_cell(&r, "LEAF");
    rig_polygon(&r, 1, NULL, ring, 6);
    rig_end_cell(&r);
    rig_cell(&r, "MIDDLE");
    rig_inst(&r, "LEAF", NULL, 5, 0, code & 4, 90 * (code & 3), 1);
    rig_end_cell(&r);
    rig_cell(&r, "TOP");
    rig_inst(&r, "MIDDLE", NULL, 0, 0, between & 4, 90 * (between & 3), 1);
    rig_end_cell(&r);
    return rig_end(&r);
}

/* No two of the eight ways to place it cover the same. */
static void test_turns(void **unused) {
    (void)unused;
    static lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    for (int i = 0; i < 128; i += (int)stride_pick(1, 3)) {
        const int between = i / 64 * 5;
        pair p = {.a = place_turned(&ctx, i % 8, between), .b = place_turned(&ctx, i / 8 % 8, between)};
        lob_xor_question q = question_of(&p);
        lob_xor result;
        assert_int_equal(lob_xor_make(&ctx, &q, NULL, NULL, &result), LOB_OK);
        assert_eq(result.count == 0, i % 8 == i / 8 % 8);
        drop_pair(&p);
    }
    lob_arena_drop(arena);
}

/* A box three times over, as an array or one by one, below an odd angle; and once at (0, 0). */
static lob_layout *make_odd(lob_ctx *ctx, bool is_array, bool is_list, double angle_deg) {
    const lob_point list[3] = {{0, 0}, {100, 7}, {30, 200}};
    const lob_rep lattice = {.kind = LOB_REP_LATTICE, .na = 3, .nb = 1, .a = {100, 7}};
    const lob_rep places = {.kind = LOB_REP_LIST, .list = list, .list_count = 3};
    const lob_rep *rep = is_list ? &places : &lattice;
    rig r = rig_begin(ctx);
    rig_cell(&r, "LEAF");
    for (uint64_t i = 0; i < 3; i++) {
        const lob_point64 by = is_array ? (lob_point64){0, 0} : lob_rep_at(rep, i);
        const int32_t x = (int32_t)by.x, y = (int32_t)by.y;
        if (i == 0 || !is_array) {
            rig_box(&r, 1, is_array ? rep : NULL, (lob_box){x, y, x + 50, y + 20});
        }
    }
    rig_end_cell(&r);
    rig_cell(&r, "TOP");
    rig_inst(&r, "LEAF", NULL, 1000, 900, true, angle_deg, 1);
    rig_box(&r, 1, NULL, (lob_box){0, 0, is_array ? 10 : 12, 10});
    rig_end_cell(&r);
    return rig_end(&r);
}

static void test_arrays_at_odd_angles(void **unused) {
    (void)unused;
    static lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    for (int i = 0; i < 8; i++) {
        pair p = {.a = make_odd(&ctx, true, i & 1, 33.5), .b = make_odd(&ctx, false, i & 1, i & 2 ? 33.5 : 213.5)};
        const lob_box64 window = {-2000, -2000, 5000, 5000};
        lob_xor_question q = question_of(&p);
        lob_xor result;
        q.window = i & 4 ? &window : NULL;
        assert_int_equal(lob_xor_make(&ctx, &q, NULL, NULL, &result), LOB_OK);
        assert_int_equal(result.count, i & 2 ? 1 : 7); /* the box at (0, 0), and what lies the other way round */
        drop_pair(&p);
    }
    lob_arena_drop(arena);
}

/* LEAF, placed twice in one place n times over; or, `levels` 0, an array of 10^9 of an array of 10^9. */
static lob_layout *make_many(lob_ctx *ctx, int levels, int32_t width) {
    const lob_rep rep = {.kind = LOB_REP_LATTICE, .na = 32767, .nb = 32767, .a = {20, 0}, .b = {0, 20}};
    rig r = rig_begin(ctx);
    char name[16] = "LEAF", below_name[16];
    rig_cell(&r, name);
    rig_box(&r, 1, NULL, (lob_box){0, 0, width, 10});
    rig_end_cell(&r);
    for (int i = 0; i < (levels ? levels : 2); i++) {
        memcpy(below_name, name, sizeof name);
        snprintf(name, sizeof name, i + 1 == (levels ? levels : 2) ? "TOP" : "C%d", i);
        rig_cell(&r, name);
        rig_inst(&r, below_name, levels ? NULL : &rep, 0, 0, false, 0, 1);
        if (levels) {
            rig_inst(&r, below_name, NULL, 0, 0, false, 0, 1);
        }
        rig_end_cell(&r);
    }
    return rig_end(&r);
}

/* 10^18 figures: equal ones cost nothing, others are refused before they are looked at, what a window shows is told;
 * 2^60 in one place are one. */
static void test_many(void **unused) {
    (void)unused;
    static lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    lob_xor result;
    pair same = {.a = make_many(&ctx, 0, 10), .b = make_many(&ctx, 0, 10)};
    pair other = {.a = same.a, .b = make_many(&ctx, 0, 12)};
    lob_xor_question q = question_of(&same);
    assert_int_equal(lob_xor_make(&ctx, &q, NULL, NULL, &result), LOB_OK);
    assert_int_equal(result.count, 0);
    q = question_of(&other);
    assert_int_equal(lob_xor_make(&ctx, &q, NULL, NULL, &result), LOB_E_QUERY_TOO_LARGE);
    lob_error_clear(&ctx.error);
    const lob_box64 corner = {0, 0, 55, 35};
    q.window = &corner;
    assert_int_equal(lob_xor_make(&ctx, &q, NULL, NULL, &result), LOB_OK);
    assert_int_equal(result.count, 6); /* three columns, two rows, and no more of the arrays was looked at */
    assert_eq(result.layers[0].area[0], 0);
    assert_eq(result.layers[0].area[1], 120);
    pair doubled = {.a = make_many(&ctx, 60, 10), .b = make_many(&ctx, 60, 12)};
    q = question_of(&doubled);
    assert_int_equal(lob_xor_make(&ctx, &q, NULL, NULL, &result), LOB_OK);
    assert_int_equal(result.count, 1);
    assert_eq(result.layers[0].area[0], 0);
    assert_eq(result.layers[0].area[1], 20);
    lob_layout_drop(same.a);
    lob_layout_drop(same.b);
    lob_layout_drop(other.b);
    lob_layout_drop(doubled.a);
    lob_layout_drop(doubled.b);
    lob_arena_drop(arena);
}

enum { CELLS = 90 };

/* A cell a layer, each placed twice in TOP, which has a box on every fifth; `wide`: the layer that is other. */
static lob_layout *make_layers(lob_ctx *ctx, uint32_t wide) {
    rig r = rig_begin(ctx);
    char name[16];
    for (uint32_t i = 0; i < CELLS; i++) {
        snprintf(name, sizeof name, "C%u", i);
        rig_cell(&r, name);
        rig_box(&r, i, NULL, (lob_box){0, 0, i == wide ? 12 : 10, 10});
        rig_end_cell(&r);
    }
    rig_cell(&r, "TOP");
    for (uint32_t i = 0; i < 2 * CELLS; i++) {
        snprintf(name, sizeof name, "C%u", i % CELLS);
        rig_inst(&r, name, NULL, (int32_t)(20 * i), 0, i & 1, i & 2 ? 90 : 0, 1);
        if (i < CELLS && i % 5 == 0) {
            rig_box(&r, i, NULL, (lob_box){0, 100, 10, 110});
        }
    }
    rig_end_cell(&r);
    return rig_end(&r);
}

/* Instances of TOP go by lists of their layers. */
static void test_many_layers(void **unused) {
    (void)unused;
    static lob_ctx ctx;
    lob_diff_layer *layers;
    lob_xor result;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    pair p = {.a = make_layers(&ctx, 35), .b = make_layers(&ctx, 36)};
    lob_xor_question q = question_of(&p);
    const lob_layout *const both[2] = {p.a, p.b};
    assert_int_equal(lob_diff_layers(&ctx, both, &layers, &q.layer_count), LOB_OK);
    q.layers = layers;
    const lob_box64 window = {-100, -100, 20 * CELLS - 1, 1000};
    for (int is_windowed = 0; is_windowed < 2; is_windowed++) {
        q.window = is_windowed ? &window : NULL;
        assert_int_equal(lob_xor_make(&ctx, &q, NULL, NULL, &result), LOB_OK);
        for (uint32_t i = 0; i < CELLS; i++) {
            const double more = is_windowed ? 20 : 40;
            assert_int_equal(result.layers[i].count, i == 35 || i == 36 ? 2 - is_windowed : 0);
            assert_eq(result.layers[i].area[0], i == 35 ? more : 0);
            assert_eq(result.layers[i].area[1], i == 36 ? more : 0);
        }
    }
    drop_pair(&p);
    lob_arena_drop(arena);
}

/* `piles` boxes on each other, each a little wider than the last, and a small one within. */
static lob_layout *make_pile(lob_ctx *ctx, int piles, bool has_small, double dbu) {
    lob_builder *builder = lob_builder_new(ctx, NULL);
    rig r = {.builder = builder, .s = lob_builder_sink(builder)};
    assert_int_equal(r.s->begin_layout(r.s->self, &(lob_layout_event){.format = "gds", .dbu_um = dbu}), LOB_OK);
    const int32_t unit = dbu < 0.001 ? 2 : 1;
    rig_cell(&r, "TOP");
    for (int i = 0; i < piles; i++) {
        rig_box(&r, 1, NULL, (lob_box){0, 0, (1000 + i) * unit, 1000 * unit});
    }
    if (has_small) {
        rig_box(&r, 1, NULL, (lob_box){100 * unit, 100 * unit, 110 * unit, 110 * unit});
    }
    rig_end_cell(&r);
    return rig_end(&r);
}

/* Where one of many figures covers all, that one is enough. */
static void test_covered(void **unused) {
    (void)unused;
    static lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    static const struct {
        int piles[2];
        bool small[2];
        double area[2];
        uint64_t count;
    } cases[] = {
        {{40, 40}, {true, false}, {0, 0}, 0},     {{40, 0}, {true, true}, {1038900, 0}, 1},
        {{0, 40}, {true, true}, {0, 1038900}, 1}, {{40, 39}, {true, false}, {1000, 0}, 1},
        {{40, 1}, {false, true}, {39000, 0}, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("cases[%zu]", i);
        for (int way = 0; way < 4; way++) {
            const bool is_fine = way & 1;
            pair p = {.a = make_pile(&ctx, cases[i].piles[0], cases[i].small[0], 0.001),
                      .b = make_pile(&ctx, cases[i].piles[1], cases[i].small[1], is_fine ? 0.0005 : 0.001)};
            lob_xor_question q = question_of(&p);
            lob_xor result;
            q.figures_max = way & 2 ? 20 : 0;
            assert_int_equal(lob_xor_make(&ctx, &q, NULL, NULL, &result), LOB_OK);
            const double unit2 = is_fine ? 4 : 1;
            assert_int_equal(result.count, cases[i].count);
            assert_eq(result.layers[0].area[0], cases[i].area[0] * unit2);
            assert_eq(result.layers[0].area[1], cases[i].area[1] * unit2);
            drop_pair(&p);
        }
    }
    lob_arena_drop(arena);
}

/* An array of `na` times `nb` boxes as instances below an angle, or (flat) as boxes one by one, and one box more. */
static lob_layout *make_array(lob_ctx *ctx, uint64_t na, uint64_t nb, double angle_deg, bool is_flat, int32_t more) {
    const lob_rep rep = {.kind = LOB_REP_LATTICE, .na = na, .nb = nb, .a = {20, 0}, .b = {0, 20}};
    rig r = rig_begin(ctx);
    rig_cell(&r, "LEAF");
    rig_box(&r, 1, NULL, (lob_box){0, 0, 10, 10});
    rig_end_cell(&r);
    rig_cell(&r, "MIDDLE");
    for (uint64_t i = 0; is_flat && i < na * nb; i++) {
        const lob_point64 by = lob_rep_at(&rep, i);
        rig_box(&r, 1, NULL, (lob_box){(int32_t)by.x, (int32_t)by.y, (int32_t)by.x + 10, (int32_t)by.y + 10});
    }
    if (!is_flat) {
        rig_inst(&r, "LEAF", &rep, 0, 0, false, 0, 1);
    }
    rig_end_cell(&r);
    rig_cell(&r, "TOP");
    rig_inst(&r, "MIDDLE", NULL, 0, 0, false, angle_deg, 1);
    rig_box(&r, 1, NULL, (lob_box){-100, -100, -90 + more, -90});
    rig_end_cell(&r);
    return rig_end(&r);
}

static void test_more_than_few(void **unused) {
    (void)unused;
    static lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    const lob_box64 window = {-5000, -5000, 5000, 5000};
    lob_xor result;
    for (int i = 0; i < 8; i++) {
        const double angle = i & 2 ? 33.5 : 90;
        pair p = {.a = make_array(&ctx, 70, 70, angle, false, 0), .b = make_array(&ctx, 70, 70, angle, i & 1, 1)};
        lob_xor_question q = question_of(&p);
        q.window = i & 4 ? &window : NULL;
        assert_int_equal(lob_xor_make(&ctx, &q, NULL, NULL, &result), LOB_OK);
        assert_int_equal(result.count, 1);
        assert_eq(result.layers[0].area[1], 10);
        drop_pair(&p);
    }
    pair p = {.a = make_array(&ctx, 4000, 4000, 90, false, 0), .b = make_array(&ctx, 1, 1, 90, false, 1)};
    lob_xor_question q = question_of(&p);
    assert_int_equal(lob_xor_make(&ctx, &q, NULL, NULL, &result), LOB_E_QUERY_TOO_LARGE);
    lob_error_clear(&ctx.error);
    const lob_box64 corner = {-50, -5, 5, 95};
    q.window = &corner;
    assert_int_equal(lob_xor_make(&ctx, &q, NULL, NULL, &result), LOB_OK);
    assert_int_equal(result.count, 3 * 5 - 1); /* three columns of five, less the one that b has */
    drop_pair(&p);
    lob_arena_drop(arena);
}

/* X, which holds a box; and, `has_more`, `na` times four blocks apart from each other, each of `inner` times `inner`
 * boxes and one by itself below two cells. */
static lob_layout *make_closed(lob_ctx *ctx, bool has_more, uint64_t na, uint64_t inner) {
    const lob_rep boxes = {.kind = LOB_REP_LATTICE, .na = inner, .nb = inner, .a = {20, 0}, .b = {0, 20}};
    const lob_rep blocks = {.kind = LOB_REP_LATTICE, .na = na, .nb = 4, .a = {100000, 0}, .b = {0, 100000}};
    rig r = rig_begin(ctx);
    rig_cell(&r, "LEAF");
    rig_box(&r, 1, NULL, (lob_box){0, 0, 10, 10});
    rig_end_cell(&r);
    rig_cell(&r, "X");
    rig_inst(&r, "LEAF", NULL, -1000, -1000, false, 0, 1);
    rig_end_cell(&r);
    rig_cell(&r, "BLOCK");
    rig_inst(&r, "LEAF", &boxes, 0, 0, false, 0, 1);
    rig_inst(&r, "LEAF", NULL, -200, 0, false, 0, 1);
    rig_end_cell(&r);
    rig_cell(&r, "TOP");
    rig_inst(&r, "X", NULL, 0, 0, false, 0, 1);
    if (has_more) {
        rig_inst(&r, "BLOCK", &blocks, 0, 0, false, 0, 1);
    }
    rig_end_cell(&r);
    return rig_end(&r);
}

/* What one side alone has is never opened: its figures go by through arrays of arrays; by a window where they are many.
 */
static void test_closed(void **unused) {
    (void)unused;
    static lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    const lob_box64 corner = {-300, -5, 55, 35};
    static const struct {
        uint64_t na, inner, count, in_window;
    } cases[] = {{3, 5, 12 * 26, 7}, {2, 25, 8 * 626, 7}, {3, 4000, 0, 7}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("cases[%zu]", i);
        pair p = {.a = make_closed(&ctx, true, cases[i].na, cases[i].inner),
                  .b = make_closed(&ctx, false, cases[i].na, cases[i].inner)};
        lob_xor_question q = question_of(&p);
        lob_xor result;
        if (cases[i].count > 0) {
            assert_int_equal(lob_xor_make(&ctx, &q, NULL, NULL, &result), LOB_OK);
            assert_int_equal(result.count, cases[i].count);
            assert_eq(result.layers[0].area[0], 100 * (double)cases[i].count);
        }
        q.window = &corner;
        assert_int_equal(lob_xor_make(&ctx, &q, NULL, NULL, &result), LOB_OK);
        assert_int_equal(result.count, cases[i].in_window);
        assert_eq(result.layers[0].area[0], 100 * (double)cases[i].in_window);
        assert_eq(result.layers[0].area[1], 0);
        drop_pair(&p);
    }
    lob_arena_drop(arena);
}

/* `count` boxes of 10 by 10 apart from each other, each drawn `copies` times as a path, or once as a box; `wide`: the
 * one that is 12 wide. */
static lob_layout *make_lines(lob_ctx *ctx, int count, int copies, int wide) {
    rig r = rig_begin(ctx);
    rig_cell(&r, "TOP");
    for (int i = 0; i < count; i++) {
        const int32_t x = 40 * i, width = i == wide ? 12 : 10;
        const lob_point points[2] = {{x, 5}, {x + width, 5}};
        const lob_element element = {.layer = 1};
        const lob_path_event path = {.points = points, .count = 2, .width = 10};
        for (int k = 0; k < copies; k++) {
            assert_int_equal(r.s->path(r.s->self, &element, &path), LOB_OK);
        }
        if (copies == 0) {
            rig_box(&r, 1, NULL, (lob_box){x, 0, x + width, 10});
        }
    }
    rig_end_cell(&r);
    return rig_end(&r);
}

static lob_status add_some(void *who, uint32_t layer, const lob_point64 *p, uint32_t count, bool is_hole) {
    (void)layer;
    (void)p;
    (void)is_hole;
    *(double *)who += count;
    return LOB_OK;
}

static lob_status add_areas(void *who, uint32_t layer, const lob_point64 *p, uint32_t count, bool is_hole) {
    double *area = who;
    assert_eq(layer, 0);
    assert_true(!is_hole);
    for (uint32_t i = 0; i < count; i++) {
        const lob_point64 next = p[(i + 1) % count];
        area[0] += (double)(p[i].x * next.y - next.x * p[i].y) / 2;
    }
    return LOB_OK;
}

/* Paths, copies of them too, are the boxes they draw; and polygons are handed out though none is to be told. */
static void test_lines(void **unused) {
    (void)unused;
    static lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    enum { LINES = 5000 };
    for (int copies = 0; copies < 4; copies++) {
        pair p = {.a = make_lines(&ctx, LINES, copies, -1), .b = make_lines(&ctx, LINES, 1, 77)};
        lob_xor_question q = question_of(&p);
        lob_xor result;
        double area = 0;
        q.item_max = 0;
        assert_int_equal(lob_xor_make(&ctx, &q, add_areas, &area, &result), LOB_OK);
        assert_eq(result.count, 1);
        assert_eq(result.item_count, 0);
        assert_eq(area, 20);
        assert_eq(result.layers[0].area[0], 0);
        assert_eq(result.layers[0].area[1], 20);
        drop_pair(&p);
    }
    lob_arena_drop(arena);
}

/* `count` triangles, slanted, of which `by` moves one corner; `at`: where the first lies. */
static lob_layout *make_triangles(lob_ctx *ctx, int count, int32_t at, int32_t by, double dbu) {
    lob_builder *builder = lob_builder_new(ctx, NULL);
    rig r = {.builder = builder, .s = lob_builder_sink(builder)};
    assert_int_equal(r.s->begin_layout(r.s->self, &(lob_layout_event){.format = "gds", .dbu_um = dbu}), LOB_OK);
    rig_cell(&r, "TOP");
    for (int i = 0; i < count; i++) {
        const int32_t x = at + 300 * i;
        const lob_point ring[3] = {{x, 0}, {x + 900, 130}, {x + 400 + by, 707 - 2 * by}};
        rig_polygon(&r, 1, NULL, ring, 3);
    }
    rig_end_cell(&r);
    return rig_end(&r);
}

static bool holds(lob_box64 a, lob_box64 b) {
    return a.left <= b.left && a.bottom <= b.bottom && a.right >= b.right && a.top >= b.top;
}

/* Slanted slivers: the wider the tolerance the less is left, on each side, within what was there; in one piece, in
 * tiles, in a window; far from the origin on a grid that is less fine. */
static void test_slivers(void **unused) {
    (void)unused;
    static const double widths[] = {0, 0.7, 1, 1.5, 2, 4};
    static const lob_box64 window = {100, 50, 1500, 600};
    static lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    for (int round = 0; round < 4; round++) {
        const int32_t at = round == 3 ? 1500000000 : 0, by = 3;
        pair p = {.a = make_triangles(&ctx, 5, at, 0, 0.001),
                  .b = make_triangles(&ctx, 5, at, by, round == 3 ? 0.0009999 : 0.001)};
        lob_xor_question q = question_of(&p);
        lob_xor_sum before = {0};
        q.item_max = 2000;
        q.figures_max = round == 1 ? 2 : 0;
        q.window = round == 2 ? &window : NULL;
        for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
            lob_case("widths[%zu]", i);
            lob_xor result;
            double told[2] = {0, 0}, area = 0;
            q.width_min = widths[i] * (double)q.grid.scale[0];
            assert_int_equal(lob_xor_make(&ctx, &q, i % 2 ? add_some : NULL, &area, &result), LOB_OK);
            const lob_xor_sum now = result.layers[0];
            assert_true(now.area[0] > 0 || widths[i] > 2);
            if (i != 0) {
                assert_le(now.area[0], before.area[0]);
                assert_le(now.area[1], before.area[1]);
            }
            assert_true(i == 0 || now.count == 0 || holds(before.box, now.box));
            for (uint32_t k = 0; k < result.item_count; k++) {
                told[0] += result.items[k].area[0];
                told[1] += result.items[k].area[1];
            }
            assert_le(fabs(told[0] - now.area[0]), 1e-6 + now.area_error);
            assert_le(fabs(told[1] - now.area[1]), 1e-6 + now.area_error);
            before = now;
        }
        drop_pair(&p);
    }
    lob_arena_drop(arena);
}

/* More figures in one unit than a tile may hold: it cannot be halved and is done all the same. */
static void test_no_halves(void **unused) {
    (void)unused;
    static lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    rig r = rig_begin(&ctx);
    rig_cell(&r, "TOP");
    for (int32_t i = 0; i < 8; i++) {
        rig_box(&r, 1, NULL, (lob_box){0, 0, 1 + i % 2, 1 + i / 2});
    }
    rig_end_cell(&r);
    pair p = {.a = rig_end(&r)};
    r = rig_begin(&ctx);
    rig_cell(&r, "TOP");
    rig_end_cell(&r);
    p.b = rig_end(&r);
    lob_xor_question q = question_of(&p);
    lob_xor result;
    q.figures_max = 1;
    assert_int_equal(lob_xor_make(&ctx, &q, NULL, NULL, &result), LOB_OK);
    assert_int_equal(result.count, 1);
    assert_eq(result.layers[0].area[0], 8);
    assert_eq(result.layers[0].area[1], 0);
    drop_pair(&p);
    lob_arena_drop(arena);
}

static bool run_in_window(void *arg) {
    const pair *p = arg;
    static lob_ctx ctx;
    const lob_box64 window = {0, 0, 55, 35};
    lob_arena *arena = lob_arena_new(0);
    lob_xor result;
    if (!arena) {
        return false;
    }
    lob_ctx_init(&ctx, arena);
    lob_xor_question q = question_of(p);
    q.window = &window;
    const lob_status status = lob_xor_make(&ctx, &q, NULL, NULL, &result);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_arena_drop(arena);
    return status == LOB_OK;
}

static void test_memory_of_arrays(void **unused) {
    (void)unused;
    static lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    pair pairs[] = {{.a = make_many(&ctx, 0, 10), .b = make_many(&ctx, 0, 12)},
                    {.a = make_layers(&ctx, 1), .b = make_layers(&ctx, 2)},
                    {.a = make_pile(&ctx, 40, false, 0.001), .b = make_pile(&ctx, 0, true, 0.001)},
                    {.a = make_odd(&ctx, true, false, 33.5), .b = make_odd(&ctx, false, false, 30)}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        lob_case("pairs[%zu]", i);
        assert_true(run_in_window(&pairs[i]));
        assert_gt(sweep_allocations_short(run_in_window, &pairs[i]), 10);
        lob_cancel cancel = {true};
        lob_xor result;
        lob_xor_question q = question_of(&pairs[i]);
        ctx.cancel = &cancel;
        assert_int_equal(lob_xor_make(&ctx, &q, NULL, NULL, &result), LOB_E_CANCELLED);
        ctx.cancel = NULL;
        lob_error_clear(&ctx.error);
        lob_layout_drop(pairs[i].a);
        lob_layout_drop(pairs[i].b);
    }
    lob_arena_drop(arena);
}

static bool run_xor(void *arg) {
    const pair *p = arg;
    static lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_xor result;
    if (!arena) {
        return false;
    }
    lob_ctx_init(&ctx, arena);
    lob_xor_question q = question_of(p);
    q.width_min = getenv("LOB_TEST_QUICK") ? 0 : 20;
    q.figures_max = getenv("LOB_TEST_QUICK") ? 0 : 12;
    const lob_status status = lob_xor_make(&ctx, &q, NULL, NULL, &result);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_arena_drop(arena);
    return status == LOB_OK;
}

static bool run_slivers(void *arg) {
    const pair *p = arg;
    static lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_xor result;
    double points = 0;
    if (!arena) {
        return false;
    }
    lob_ctx_init(&ctx, arena);
    lob_xor_question q = question_of(p);
    q.width_min = 1.5;
    const lob_status status = lob_xor_make(&ctx, &q, add_some, &points, &result);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_arena_drop(arena);
    return status == LOB_OK;
}

static void test_memory_of_slivers(void **unused) {
    (void)unused;
    static lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    pair p = {.a = make_triangles(&ctx, 1, 0, 0, 0.001), .b = make_triangles(&ctx, 1, 0, 3, 0.001)};
    assert_true(run_slivers(&p));
    assert_gt(sweep_allocations_short(run_slivers, &p), 30);
    drop_pair(&p);
    lob_arena_drop(arena);
}

static void test_memory(void **unused) {
    (void)unused;
    static lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    pair p = {.a = make_layout(&ctx, 5, -1, 10, 0.001, false), .b = make_layout(&ctx, 5, 7, 10, 0.001, true)};
    assert_true(run_xor(&p)); /* the trees of the layouts are made once */
    assert_gt(sweep_allocations_short(run_xor, &p), 30);
    drop_pair(&p);
    lob_arena_drop(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_itself),
        cmocka_unit_test(test_grid),
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_many),
        cmocka_unit_test(test_many_layers),
        cmocka_unit_test(test_covered),
        cmocka_unit_test(test_more_than_few),
        cmocka_unit_test(test_closed),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_slivers),
        cmocka_unit_test(test_no_halves),
        cmocka_unit_test(test_memory_of_arrays),
        cmocka_unit_test(test_arrays_at_odd_angles),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_memory_of_slivers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
