/* Point lists known again by their bytes: what comes out is worked out here from the deltas, for lists that come once,
 * come back, are taken from the modal variable, or begin like another. */
#include "tests/support/lob_test.h"

#include "io/oas/oas.h"
#include "io/oas/recall.h"
#include "tests/unit/base/sweep.h"
#include "tests/unit/io/layout_rig.h"
#include "tests/unit/io/oas_bytes.h"

enum { LISTS = 24, POINTS_MAX = 60, ELEMENTS = 200 };

static oas_file f;

typedef struct list {
    unsigned type, count; /* deltas */
    int64_t x[POINTS_MAX], y[POINTS_MAX];
} list;

static list lists[LISTS];

static uint32_t state_of_dice = 1;

static uint32_t dice(uint32_t sides) {
    state_of_dice = state_of_dice * 1664525u + 1013904223u;
    return (state_of_dice >> 8) % sides;
}

/* The first 20 deltas are the same in all of them, the first 8 in all that are short. */
static void make_lists(void) {
    for (unsigned k = 0; k < LISTS; k++) {
        list *l = &lists[k];
        l->type = k % 3 == 0 ? 1 : k % 3 == 1 ? 4 : 5;
        l->count = k % 4 == 0 ? 10 : 30 + dice(POINTS_MAX - 30);
        l->count &= ~1u; /* type 1 closes itself after an even number */
        for (unsigned i = 0; i < l->count; i++) {
            bool same = i < (l->count < 30 ? 8 : 20);
            int64_t dx = same ? (int64_t)i + 1 : (int64_t)dice(200000) - 100000;
            int64_t dy = same ? 3 : (int64_t)dice(2000) - 1000;
            l->x[i] = l->type == 1 && i % 2 == 0 ? 0 : dx;
            l->y[i] = l->type == 1 && i % 2 == 1 ? 0 : dy;
        }
    }
}

static void put_list(const list *l) {
    u(&f, l->type);
    u(&f, l->count);
    for (unsigned k = 0; k < l->count; k++) {
        if (l->type == 1) {
            i(&f, k % 2 == 0 ? l->y[k] : l->x[k]);
            continue;
        }
        uint64_t magnitude = (uint64_t)(l->x[k] < 0 ? -l->x[k] : l->x[k]);
        u(&f, magnitude << 2 | (l->x[k] < 0 ? 2 : 0) | 1);
        i(&f, l->y[k]);
    }
}

/* The points relative to the first. */
static unsigned points_of(const list *l, bool is_polygon, lob_point *p) {
    int64_t x = 0, y = 0, dx = 0, dy = 0;
    p[0] = (lob_point){0, 0};
    for (unsigned k = 0; k < l->count; k++) {
        dx = l->type == 5 ? dx + l->x[k] : l->x[k];
        dy = l->type == 5 ? dy + l->y[k] : l->y[k];
        x += dx;
        y += dy;
        p[k + 1] = (lob_point){(int32_t)x, (int32_t)y};
    }
    if (is_polygon && l->type == 1) { /* an even number ends with a level edge: one upright, one level lead back */
        p[l->count + 1] = (lob_point){(int32_t)x, 0};
        return l->count + 2;
    }
    return l->count + 1;
}

typedef struct drawn {
    unsigned list;
    bool is_polygon;
    lob_point at;
} drawn;

static drawn elements[ELEMENTS];

static void element(unsigned k, const drawn *d, const drawn *last) {
    bool again = last && last->list == d->list && k % 2;
    u(&f, d->is_polygon ? 21 : 22);
    b(&f, (again ? 0 : 0x20) | 0x18 | (k < 2 ? 3 : 0) | (d->is_polygon ? 0 : 0xc0));
    if (k < 2) {
        u(&f, 1);
        u(&f, 0);
    }
    if (!d->is_polygon) {
        u(&f, 5);
        u(&f, 5); /* flush ends */
    }
    if (!again) {
        put_list(&lists[d->list]);
    }
    i(&f, d->at.x);
    i(&f, d->at.y);
}

static void draw(void) {
    const drawn *last[2] = {NULL, NULL};
    make_lists();
    oas_begin(&f);
    u(&f, 14);
    s(&f, "TOP");
    for (unsigned k = 0; k < ELEMENTS; k++) {
        drawn *d = &elements[k];
        d->is_polygon = dice(3) > 0;
        d->list = last[d->is_polygon] && dice(4) == 0 ? last[d->is_polygon]->list : dice(LISTS);
        d->at = (lob_point){(int32_t)dice(1000000) - 500000, (int32_t)dice(1000000)};
        element(k, d, last[d->is_polygon]);
        last[d->is_polygon] = d;
    }
    oas_finish(&f, 1);
}

static void assert_outline(const lob_layout *layout, uint32_t outline, lob_point at, const drawn *d) {
    lob_point p[POINTS_MAX + 2];
    const unsigned count = points_of(&lists[d->list], d->is_polygon, p);
    const lob_outline *o = lob_layout_outline(layout, outline);
    assert_int_equal(o->count, count);
    assert_memory_equal(lob_layout_points(layout, o), p, count * sizeof *p);
    assert_int_equal(at.x, d->at.x);
    assert_int_equal(at.y, d->at.y);
}

/* Each polygon with an odd list is warned of, the third like the first. */
static void test_odd_lists(void **state) {
    (void)state;
    oas_begin(&f);
    u(&f, 14);
    s(&f, "TOP");
    for (unsigned k = 0; k < 3; k++) {
        u(&f, 21);
        b(&f, 0x3b);
        u(&f, 1);
        u(&f, 0);
        u(&f, 0);
        u(&f, 21);
        for (unsigned n = 1; n <= 21; n++) {
            i(&f, n);
        }
        i(&f, 0);
        i(&f, 0);
    }
    oas_finish(&f, 0);
    lob_layout *layout = layout_of((lob_str){(const char *)f.data, f.size});
    assert_non_null(layout);
    assert_int_equal(lob_layout_warning_count(layout), 1);
    assert_string_equal(lob_layout_warning(layout, 0)->kind, "odd_point_list");
    assert_int_equal(lob_layout_warning(layout, 0)->count, 3);
    lob_layout_drop(layout);
}

static void test_lists(void **state) {
    (void)state;
    for (unsigned round = 0; round < 20; round++) {
        draw();
        lob_layout *layout = layout_of((lob_str){(const char *)f.data, f.size});
        assert_non_null(layout);
        const lob_shapes *shapes = lob_layout_cell(layout, 0)->shapes;
        uint32_t polygons = 0, paths = 0;
        for (unsigned k = 0; k < ELEMENTS; k++) {
            const drawn *d = &elements[k];
            if (d->is_polygon) {
                const lob_polygon *polygon = &shapes->polygons[polygons++];
                assert_outline(layout, polygon->outline, polygon->at, d);
            } else {
                const lob_path *path = &shapes->paths[paths++];
                assert_int_equal(path->width, 10);
                assert_outline(layout, path->outline, path->at, d);
            }
        }
        assert_int_equal(shapes->count[LOB_KIND_POLYGON], polygons);
        assert_int_equal(shapes->count[LOB_KIND_PATH], paths);
        lob_layout_drop(layout);
    }
}

/* ---- the edge of the coordinates ---- */

static lob_status read_once(char reason[32]) {
    lob_arena *arena = lob_arena_new(0);
    lob_source *source = NULL;
    lob_ctx ctx;
    if (!arena) {
        return LOB_E_TOOL_LIMIT_EXCEEDED;
    }
    lob_ctx_init(&ctx, arena);
    lob_builder *builder = lob_builder_new(&ctx, NULL);
    lob_status status =
        builder ? lob_source_open_memory(&ctx, f.data, f.size, &(lob_source_options){0}, &source) : ctx.error.code;
    status = status == LOB_OK ? lob_oas_read(&ctx, source, lob_builder_sink(builder), true) : status;
    for (unsigned k = 0; k < ctx.error.detail_count; k++) {
        const lob_error_detail *d = &ctx.error.details[k];
        if (strcmp(d->key, "reason") == 0 && d->text.size < 32) {
            memcpy(reason, d->text.data, d->text.size);
        }
    }
    lob_builder_drop(builder);
    lob_source_close(source);
    lob_arena_drop(arena);
    return status;
}

/* A list first drawn at the origin, then, known again or modal, so that its right end lies at `right`. */
static lob_status read_at(int64_t right, bool modal, char reason[32]) {
    list l = {.type = 4, .count = 20};
    for (unsigned k = 0; k < l.count; k++) {
        l.x[k] = 10; /* ends 200 to the right */
        l.y[k] = k % 2 ? 1 : -1;
    }
    oas_begin(&f);
    u(&f, 14);
    s(&f, "TOP");
    for (unsigned k = 0; k < 2; k++) {
        u(&f, 21);
        b(&f, k == 0 ? 0x3b : modal ? 0x10 : 0x30);
        if (k == 0) {
            u(&f, 1);
            u(&f, 0);
        }
        if (k == 0 || !modal) {
            put_list(&l);
        }
        i(&f, k == 0 ? 0 : right - 200);
        if (k == 0) {
            i(&f, 7);
        }
    }
    oas_finish(&f, 0);
    memset(reason, 0, 32);
    return read_once(reason);
}

static void test_edges(void **state) {
    (void)state;
    char reason[32];
    for (int modal = 0; modal < 2; modal++) {
        assert_int_equal(read_at(INT32_MAX, modal, reason), LOB_OK);
        assert_int_equal(read_at(INT64_C(200) + INT32_MIN, modal, reason), LOB_OK);
        const int64_t beyond[] = {INT64_C(1) << 31, INT64_C(199) + INT32_MIN, INT64_MAX, INT64_MIN + 202};
        for (unsigned k = 0; k < 4; k++) {
            assert_int_equal(read_at(beyond[k], modal, reason), LOB_E_UNSUPPORTED_FORMAT);
            assert_string_equal(reason, "coordinate_range");
        }
    }
}

/* ---- what is remembered ---- */

static void test_forgets(void **state) {
    (void)state;
    enum { SIZE = 50000, COUNT = 3 * OAS_RECALL_SIZE / SIZE };
    uint8_t *data = malloc(SIZE + 16);
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    oas_recall m;
    lob_ctx_init(&ctx, arena);
    oas_recall_init(&m);
    memset(data, 5, SIZE + 16);
    data[0] = 4;
    data[1] = 0xe8; /* 1000 deltas */
    data[2] = 0x07;
    unsigned known = 0;
    for (int look = 0; look < 2; look++) {
        for (uint32_t k = 0; k < COUNT; k++) {
            memcpy(data + 5, &k, sizeof k); /* where the key looks */
            oas_stream s = {.cur = data, .end = data + SIZE + 16};
            oas_points points = {.count = 0};
            uint64_t key = oas_recall_key(&s, true);
            assert_ne(key, 0);
            assert_ne(key, oas_recall_key(&s, false));
            bool found = oas_recall_find(&m, &s, key, &points);
            if (!look) {
                assert_false(found);
            }
            if (found) {
                assert_int_equal(points.outline, k);
                assert_int_equal(points.count, k + 7);
                assert_int_equal(points.box.right, (int32_t)k);
                assert_ptr_equal(s.cur, data + SIZE);
                known++;
            } else if (!look) {
                points = (oas_points){.count = k + 7, .outline = k, .box = {0, 0, (int32_t)k, 1}};
                assert_int_equal(oas_recall_keep(&m, &ctx, key, data, SIZE, &points), LOB_OK);
            }
            assert_le(m.bytes.size, OAS_RECALL_SIZE);
        }
    }
    assert_gt(known, 0);
    assert_le(known, OAS_RECALL_SIZE / SIZE);
    oas_stream s = {.cur = data, .end = data + 2};
    assert_eq(oas_recall_key(&s, true), 0); /* not all there */
    s.end = data + 500;
    assert_eq(oas_recall_key(&s, true), 0);
    data[1] = 13;
    s.end = data + SIZE;
    assert_eq(oas_recall_key(&s, true), 0); /* too short */
    /* A list that begins the same and ends otherwise is another. */
    data[1] = 0xe8;
    oas_points points = {.outline = 1};
    uint64_t key = oas_recall_key(&s, true);
    assert_int_equal(oas_recall_keep(&m, &ctx, key, data, SIZE, &points), LOB_OK);
    data[SIZE - 1] ^= 1;
    s.cur = data;
    assert_false(oas_recall_find(&m, &s, key, &points));
    data[SIZE - 1] ^= 1;
    s.end = data + SIZE - 1; /* nor one whose end has not been read yet */
    assert_false(oas_recall_find(&m, &s, key, &points));
    s.end = data + SIZE;
    assert_true(oas_recall_find(&m, &s, key, &points));
    oas_recall_release(&m);
    lob_arena_drop(arena);
    free(data);
}

static bool run_read(void *arg) {
    (void)arg;
    char reason[32];
    lob_status status = read_once(reason);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    return status == LOB_OK;
}

static void test_allocations(void **state) {
    (void)state;
    draw();
    assert_gt(sweep_allocations(run_read, NULL), 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lists),   cmocka_unit_test(test_odd_lists),   cmocka_unit_test(test_edges),
        cmocka_unit_test(test_forgets), cmocka_unit_test(test_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
