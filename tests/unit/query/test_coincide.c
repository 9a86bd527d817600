/* Coincident objects against brute force: in random cells every member of everything is written down as text that says
 * what it is and where, and counted. */
#include "tests/support/lob_test.h"

#include <time.h>

#include "../base/sweep.h"
#include "base/limits.h"
#include "db/builder.h"
#include "db/figure.h"
#include "query/coincide.h"
#include "tests/support/arena_rig.h"

enum { CELLS = 3, WORDS_MAX = 4000, WORD_SIZE = 200 };

static int draw(int below) {
    return rand() % below;
}

static const lob_rep *draw_rep(void) {
    static const lob_point list[3] = {{0, 0}, {2, 0}, {2, 2}};
    static const lob_rep reps[3] = {{.kind = LOB_REP_LATTICE, .na = 3, .nb = 2, .a = {2, 0}, .b = {0, 1}},
                                    {.kind = LOB_REP_LATTICE, .na = 2, .nb = 2, .a = {1, 1}, .b = {1, 1}},
                                    {.kind = LOB_REP_LIST, .na = 1, .nb = 1, .list = list, .list_count = 3}};
    return draw(4) ? NULL : &reps[draw(3)];
}

/* An L, its mirror image, a square and a hair, from any vertex, either way round. */
static void draw_polygon(const lob_sink *s) {
    static const lob_point rings[4][6] = {{{0, 0}, {4, 0}, {4, 2}, {2, 2}, {2, 4}, {0, 4}},
                                          {{0, 0}, {4, 0}, {4, 4}, {2, 4}, {2, 2}, {0, 2}},
                                          {{0, 0}, {2, 0}, {2, 2}, {0, 2}},
                                          {{0, 0}, {3, 0}, {3, 1}, {0, 1}}};
    const int which = draw(4), count = which < 2 ? 6 : 4, first = draw(count), turns = draw(2);
    const int x = draw(3), y = draw(3);
    lob_point points[6];
    for (int i = 0; i < count; i++) {
        const lob_point p = rings[which][(first + (turns ? count - i : i)) % count];
        points[i] = (lob_point){p.x + x, p.y + y};
    }
    const lob_element element = {.layer = (uint32_t)draw(2), .rep = draw_rep()};
    assert_int_equal(s->polygon(s->self, &element, points, (uint32_t)count), LOB_OK);
}

static void draw_thing(const lob_sink *s, int above) {
    const lob_element element = {.layer = (uint32_t)draw(2), .rep = draw_rep()};
    const int x = draw(3), y = draw(3), kind = draw(above > 0 ? 4 : 3);
    if (kind == 0) {
        assert_int_equal(s->box(s->self, &element, (lob_box){x, y, x + 2 + draw(2), y + 1 + draw(2)}), LOB_OK);
    } else if (kind == 1) {
        draw_polygon(s);
    } else if (kind == 2) {
        const lob_text_event text = {.string = draw(2) ? LOB_STR("a") : LOB_STR("b"), .at = {x, y}, .mag = 1};
        assert_int_equal(s->text(s->self, &element, &text), LOB_OK);
    } else {
        static const double angles[4] = {0, 90, 30, 30};
        char name[8];
        snprintf(name, sizeof name, "C%d", draw(above));
        const lob_instance_event inst = {.cell = lob_str_from(name),
                                         .mirror = draw(2),
                                         .angle_deg = angles[draw(4)],
                                         .mag = draw(4) ? 1 : 2,
                                         .at = {x, y}};
        assert_int_equal(s->instance(s->self, &element, &inst), LOB_OK);
    }
}

static lob_layout *draw_layout(unsigned seed) {
    srand(seed);
    lob_builder *builder = lob_builder_new(&ctx, NULL);
    const lob_sink *s = lob_builder_sink(builder);
    lob_layout *layout;
    assert_int_equal(s->begin_layout(s->self, &(lob_layout_event){.format = "oas", .dbu_um = 0.001}), LOB_OK);
    for (int c = 0; c < CELLS; c++) {
        char name[8];
        snprintf(name, sizeof name, "C%d", c);
        assert_int_equal(s->begin_cell(s->self, lob_str_from(name)), LOB_OK);
        for (int i = draw(25); i > 0; i--) {
            draw_thing(s, c);
        }
        assert_int_equal(s->end_cell(s->self), LOB_OK);
    }
    assert_int_equal(s->end_layout(s->self), LOB_OK);
    assert_int_equal(lob_builder_freeze(builder, &layout), LOB_OK);
    lob_builder_drop(builder);
    return layout;
}

/* ---- brute force ---- */

static char words[WORDS_MAX][WORD_SIZE];
static size_t word_count;

static uint64_t members(const lob_layout *layout, uint32_t rep) {
    return rep == LOB_NONE ? 1 : lob_rep_count(lob_layout_rep(layout, rep));
}

/* A ring as its corners in the least of all orders that go round it. */
static void write_ring(char *out, const lob_figure *f) {
    char least[WORD_SIZE] = "";
    for (uint32_t first = 0; first < f->ring_count; first++) {
        for (int turns = 0; turns < 2; turns++) {
            char text[WORD_SIZE];
            size_t size = 0;
            for (uint32_t i = 0; i < f->ring_count; i++) {
                const uint32_t k = turns ? f->ring_count - i : i;
                const lob_point64 p = f->ring[(first + k) % f->ring_count];
                size += (size_t)snprintf(text + size, sizeof text - size, "%d,%d ", (int)p.x, (int)p.y);
            }
            if (!least[0] || strcmp(text, least) < 0) {
                memcpy(least, text, sizeof least);
            }
        }
    }
    memcpy(out, least, sizeof least);
}

static void write_cell(const lob_layout *layout, const lob_cell *cell) {
    const lob_trans identity = lob_trans_identity();
    word_count = 0;
    for (uint32_t i = 0; i < cell->inst_count; i++) {
        const lob_inst *inst = &cell->insts[i];
        for (uint64_t m = 0; m < members(layout, inst->rep); m++) {
            lob_trans t = lob_inst_trans(layout, inst);
            if (inst->rep != LOB_NONE) {
                t = lob_trans_moved(&t, lob_rep_at(lob_layout_rep(layout, inst->rep), m));
            }
            snprintf(words[word_count++], WORD_SIZE, "i %u %d %g %g %d %d", inst->child, t.code & 4, t.angle_deg, t.mag,
                     (int)t.x, (int)t.y);
        }
    }
    for (uint32_t s = 0; s < cell->shapes_count; s++) {
        const lob_shapes *shapes = &cell->shapes[s];
        for (lob_kind kind = LOB_KIND_BOX; kind < LOB_KIND_COUNT; kind++) {
            for (uint32_t i = 0; i < shapes->count[kind]; i++) {
                const uint64_t count = members(layout, lob_shape_rep_index(shapes, kind, i));
                for (uint64_t m = 0; m < count; m++) {
                    lob_figure f;
                    char ring[WORD_SIZE];
                    assert_int_equal(lob_figure_make(&ctx, layout, shapes, kind, i, m, &identity, &f), LOB_OK);
                    write_ring(ring, &f);
                    const lob_str text =
                        kind == LOB_KIND_TEXT ? lob_layout_string(layout, shapes->texts[i].string) : LOB_STR("");
                    snprintf(words[word_count++], WORD_SIZE, "%c %u %.*s %.150s", kind == LOB_KIND_TEXT ? 't' : 's',
                             shapes->layer, (int)text.size, text.data, ring);
                }
            }
        }
    }
}

static int compare_words(const void *a, const void *b) {
    return strcmp(a, b);
}

typedef struct sums {
    uint64_t sets[3], things[3]; /* of instances, shapes, texts */
} sums;

static sums count_words(void) {
    sums n = {{0}, {0}};
    qsort(words, word_count, WORD_SIZE, compare_words);
    for (size_t i = 0, end; i < word_count; i = end) {
        end = i + 1;
        while (end < word_count && strcmp(words[i], words[end]) == 0) {
            end++;
        }
        const int of = words[i][0] == 'i' ? 0 : words[i][0] == 's' ? 1 : 2;
        n.sets[of] += end - i > 1;
        n.things[of] += end - i > 1 ? end - i : 0;
    }
    return n;
}

/* ---- tests ---- */

static int group_of(const lob_twin *t) {
    return t->kind == LOB_KIND_COUNT ? 0 : t->kind == LOB_KIND_TEXT ? 2 : 1;
}

static void check_cell(const lob_layout *layout, lob_cell_index cell) {
    bool is_asked[CELLS] = {false};
    lob_coincidences found, page;
    sums got = {{0}, {0}};
    is_asked[cell] = true;
    const lob_coincide_ask ask = {.layout = layout, .is_asked = is_asked, .instances = true, .shapes = true};
    assert_int_equal(lob_query_coincident(&ctx, &ask, 0, WORDS_MAX, &found), LOB_OK);
    for (size_t i = 0; i < found.count; i++) {
        const lob_twins *t = &found.items[i];
        assert_eq(t->cell, cell);
        assert_ge(t->count, 2);
        assert_eq(t->kept, t->count < LOB_TWINS_KEPT ? t->count : LOB_TWINS_KEPT);
        got.sets[group_of(&t->items[0])]++;
        got.things[group_of(&t->items[0])] += t->count;
    }
    write_cell(layout, lob_layout_cell(layout, cell));
    const sums expected = count_words();
    assert_memory_equal(&got, &expected, sizeof got);
    assert_eq(found.instance_total, expected.sets[0]);
    assert_eq(found.shape_total, expected.sets[1]);
    assert_eq(found.text_total, expected.sets[2]);
    if (found.count > 2) { /* a page is a part of the list */
        assert_int_equal(lob_query_coincident(&ctx, &ask, 1, 2, &page), LOB_OK);
        assert_eq(page.count, 2);
        assert_eq(page.items[1].at.x, found.items[2].at.x);
        assert_eq(page.items[1].items[1].index, found.items[2].items[1].index);
        assert_eq(page.shape_total, found.shape_total);
    }
    const lob_layer_index none = 7;
    const lob_coincide_ask other = {
        .layout = layout, .is_asked = is_asked, .instances = true, .shapes = true, .layers = &none, .layer_count = 1};
    assert_int_equal(lob_query_coincident(&ctx, &other, 0, 1, &page), LOB_OK);
    assert_eq(page.shape_total + page.text_total, 0);
    assert_eq(page.instance_total, expected.sets[0]);
}

static void test_random(void **state) {
    (void)state;
    const unsigned seeds = getenv("LOB_TEST_QUICK") ? 20 : 300;
    for (unsigned seed = 1; seed <= seeds; seed++) {
        lob_layout *layout = draw_layout(seed);
        for (uint32_t c = 0; c < lob_layout_cell_count(layout); c++) {
            lob_case("seed %u cell %u", seed, c);
            check_cell(layout, c);
        }
        lob_layout_drop(layout);
        lob_arena_reset(arena);
    }
}

static bool attempt(void *arg) {
    const lob_coincide_ask *ask = arg;
    lob_arena *own = lob_arena_new(0);
    lob_ctx c;
    lob_coincidences found;
    if (!own) {
        return false;
    }
    lob_ctx_init(&c, own);
    const bool fine = lob_query_coincident(&c, ask, 0, 10, &found) == LOB_OK;
    lob_arena_drop(own);
    return fine;
}

/* An array of more members than are compared is refused at once; everything else fails or is cancelled cleanly. */
static void test_faults(void **state) {
    (void)state;
    const bool all[CELLS] = {true, true, true};
    lob_cancel cancel = {.requested = true};
    lob_coincidences found;
    lob_layout *layout = draw_layout(5);
    lob_coincide_ask ask = {.layout = layout, .is_asked = all, .instances = true, .shapes = true};
    assert_gt(sweep_allocations(attempt, &ask), 1);
    ctx.cancel = &cancel;
    assert_int_equal(lob_query_coincident(&ctx, &ask, 0, 10, &found), LOB_E_CANCELLED);
    ctx.cancel = NULL;
    lob_error_clear(&ctx.error);
    lob_layout_drop(layout);
    lob_builder *builder = lob_builder_new(&ctx, NULL);
    const lob_sink *s = lob_builder_sink(builder);
    const lob_rep rep = {.kind = LOB_REP_LATTICE, .na = 5000, .nb = 5000, .a = {10, 0}, .b = {0, 10}};
    const lob_element element = {.layer = 1, .rep = &rep};
    assert_int_equal(s->begin_layout(s->self, &(lob_layout_event){.format = "oas", .dbu_um = 0.001}), LOB_OK);
    assert_int_equal(s->begin_cell(s->self, LOB_STR("C0")), LOB_OK);
    assert_int_equal(s->box(s->self, &element, (lob_box){0, 0, 1, 1}), LOB_OK);
    assert_int_equal(s->end_cell(s->self), LOB_OK);
    assert_int_equal(s->end_layout(s->self), LOB_OK);
    assert_int_equal(lob_builder_freeze(builder, &layout), LOB_OK);
    lob_builder_drop(builder);
    ask.layout = layout;
    assert_int_equal(lob_query_coincident(&ctx, &ask, 0, 10, &found), LOB_E_QUERY_TOO_LARGE);
    assert_non_null(strstr(ctx.error.hint, "layers"));
    ask.shapes = false;
    lob_error_clear(&ctx.error);
    assert_int_equal(lob_query_coincident(&ctx, &ask, 0, 10, &found), LOB_OK);
    lob_layout_drop(layout);
}

/* The processor seconds that it takes to compare a ring that turns a square n times and another once with the same ring
 * written from another vertex. */
static double compare_rings(size_t loops) {
    const size_t size = 4 * (loops + 1);
    const lob_element element = {.layer = 1};
    lob_point *points = LOB_NEW_ARRAY(arena, lob_point, size);
    const bool all[CELLS] = {true};
    lob_builder *builder = lob_builder_new(&ctx, NULL);
    const lob_sink *s = lob_builder_sink(builder);
    lob_coincidences found;
    lob_layout *layout;
    assert_non_null(points);
    assert_int_equal(s->begin_layout(s->self, &(lob_layout_event){.format = "oas", .dbu_um = 0.001}), LOB_OK);
    assert_int_equal(s->begin_cell(s->self, LOB_STR("C0")), LOB_OK);
    for (size_t other = loops / 2; other <= loops; other += loops - loops / 2) {
        for (size_t i = 0; i < size; i++) {
            const int32_t side = i / 4 == other ? 20 : 10;
            points[i] = (lob_point){i % 4 > 1 ? side : 0, i % 4 == 1 || i % 4 == 2 ? side : 0};
        }
        assert_int_equal(s->polygon(s->self, &element, points, (uint32_t)size), LOB_OK);
    }
    assert_int_equal(s->end_cell(s->self), LOB_OK);
    assert_int_equal(s->end_layout(s->self), LOB_OK);
    assert_int_equal(lob_builder_freeze(builder, &layout), LOB_OK);
    lob_builder_drop(builder);
    const lob_coincide_ask ask = {.layout = layout, .is_asked = all, .shapes = true};
    const clock_t begin = clock();
    assert_int_equal(lob_query_coincident(&ctx, &ask, 0, 10, &found), LOB_OK);
    assert_eq(found.shape_total, 1);
    const double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    lob_layout_drop(layout);
    return seconds;
}

/* Eight times the length takes some eight times as long, not 64 times, on any machine and in any build. */
static void test_long_rings(void **state) {
    (void)state;
    if (getenv("LOB_TEST_QUICK") != NULL) {
        compare_rings(1000);
        return;
    }
    const double brief = compare_rings(10000);
    assert_lt(compare_rings(80000), 24 * (brief < 0.01 ? 0.01 : brief));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_random, setup, teardown),
        cmocka_unit_test_setup_teardown(test_faults, setup, teardown),
        cmocka_unit_test_setup_teardown(test_long_rings, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
