/* Shares of a deck: for any number of them each violation of the whole run is of exactly one, also of polygons that go
 * through many windows, of rules that look at whole cells, and where polygons cannot be followed from a window. Bytes
 * of verdicts that were cut or changed are refused. */
#include "tests/support/lob_test.h"

#include "../render/rig.h"
#include "base/num.h"
#include "rules/rule_impl.h"

enum { RULES = 9, FIGURES = 120, CELLS = 3 };

typedef struct scene {
    lob_arena *arena;
    lob_ctx ctx;
    rig r;
    lob_layout *layout;
    lob_rule rules[RULES];
    lob_layers_node nodes[3];
    lob_rules deck;
} scene;

static uint32_t random_state;

static int32_t below(int32_t most) {
    random_state = random_state * 1664525u + 1013904223u;
    return (int32_t)((random_state >> 8) % (uint32_t)most);
}

/* Boxes that touch, overlap and stand near each other, some of them long, on two layers, in cells that are placed in
 * arrays. */
static void add_figures(scene *s) {
    for (int i = 0; i < FIGURES; i++) {
        const int32_t x = below(2000) - 1000, y = below(2000) - 1000;
        const int32_t w = 5 + below(i % 7 == 0 ? 1500 : 60), h = 5 + below(i % 11 == 0 ? 1500 : 60);
        rig_box(&s->r, (uint32_t)(1 + below(2)), NULL, (lob_box){x, y, x + w, y + h});
    }
}

static void begin(scene *s, uint32_t seed) {
    static const char *const names[CELLS] = {"C0", "C1", "C2"};
    random_state = seed;
    s->arena = lob_arena_new(0);
    lob_ctx_init(&s->ctx, s->arena);
    s->r = rig_begin(&s->ctx);
    for (int i = 0; i < CELLS; i++) {
        rig_cell(&s->r, names[i]);
        add_figures(s);
        rig_end_cell(&s->r);
    }
    rig_cell(&s->r, "TOP");
    add_figures(s);
    for (int i = 0; i < CELLS; i++) {
        const lob_rep rep = {.kind = LOB_REP_LATTICE, .na = 2, .nb = 3, .a = {2100, 7}, .b = {-3, 2300}};
        rig_inst(&s->r, names[i], &rep, below(6000), below(6000), i == 1, 90 * below(4), 1);
    }
    rig_end_cell(&s->r);
    s->layout = rig_end(&s->r);
    s->nodes[0] = (lob_layers_node){.layer = lob_layout_find_layer(s->layout, 1, 0)};
    s->nodes[1] = (lob_layers_node){.layer = lob_layout_find_layer(s->layout, 2, 0)};
    s->nodes[2] = (lob_layers_node){.op = LOB_LAYERS_NOT, .left = 0, .right = 1};
    const lob_rule rules[RULES] = {
        {.type = LOB_RULE_WIDTH, .min = 30, .b = LOB_NONE},
        {.type = LOB_RULE_SPACE, .min = 40, .a = 1, .b = LOB_NONE},
        {.type = LOB_RULE_SPACE, .min = 25, .b = LOB_NONE, .whole_edges = true},
        {.type = LOB_RULE_AREA, .has_low = true, .low = 4000, .a = 2, .b = LOB_NONE},
        {.type = LOB_RULE_SEPARATION, .min = 20, .b = 1},
        {.type = LOB_RULE_GRID, .grid = 5, .b = LOB_NONE},
        {.type = LOB_RULE_DENSITY, .has_high = true, .high = 0.05, .window = 700, .step = 300, .b = LOB_NONE},
        {.type = LOB_RULE_DENSITY, .has_high = true, .high = 0.01, .b = LOB_NONE},
        {.type = LOB_RULE_WIDTH, .max = 50, .b = LOB_NONE},
    };
    for (int i = 0; i < RULES; i++) {
        s->rules[i] = rules[i];
        s->rules[i].id = LOB_STR("R");
    }
    s->deck = (lob_rules){s->nodes, 3, s->rules, RULES};
}

static void end(scene *s) {
    lob_layout_drop(s->layout);
    lob_arena_drop(s->arena);
}

static lob_rules_question question_of(const scene *s) {
    return (lob_rules_question){.layout = s->layout, .cell = lob_layout_find_cell(s->layout, LOB_STR("TOP"))};
}

static void assert_same(const lob_verdict *a, const lob_verdict *b) {
    assert_int_equal(a->count, b->count);
    for (uint32_t i = 0; i < RULES; i++) {
        assert_int_equal(a->totals[i], b->totals[i]);
    }
    for (uint32_t i = 0; i < a->count; i++) {
        assert_int_equal(lob_violation_order(&a->items[i], &b->items[i], NULL), 0);
        assert_memory_equal(&a->items[i].value, &b->items[i].value, sizeof(double));
        assert_memory_equal(&a->items[i].box, &b->items[i].box, sizeof(lob_box64));
    }
}

static void join_shares(scene *s, const lob_rules_question *question, uint32_t count, lob_verdict *verdict) {
    const uint8_t *blocks[16];
    size_t sizes[16];
    lob_buf bytes[16];
    for (uint32_t i = 0; i < count; i++) {
        lob_rules_question q = *question;
        lob_verdict part;
        q.share = i;
        q.share_count = count;
        assert_int_equal(lob_rules_run(&s->ctx, &q, &s->deck, &part), LOB_OK);
        lob_buf_init(&bytes[i], 0);
        assert_int_equal(lob_verdict_put(&s->ctx, &s->deck, &part, &bytes[i]), LOB_OK);
        blocks[i] = (const uint8_t *)bytes[i].data;
        sizes[i] = bytes[i].size;
    }
    assert_int_equal(lob_verdict_join(&s->ctx, &s->deck, blocks, sizes, count, verdict), LOB_OK);
    for (uint32_t i = 0; i < count; i++) {
        lob_buf_release(&bytes[i]);
    }
}

static void test_shares_are_the_whole(void **state) {
    static const uint32_t counts[] = {1, 2, 3, 7, 13};
    (void)state;
    for (uint32_t seed = 1; seed <= 4; seed++) {
        scene s;
        begin(&s, seed);
        lob_rules_question q = question_of(&s);
        lob_verdict whole, joined;
        assert_int_equal(lob_rules_run(&s.ctx, &q, &s.deck, &whole), LOB_OK);
        for (uint32_t i = 0; i < RULES; i++) {
            assert_gt(whole.totals[i], 0); /* each rule has something to share */
        }
        for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
            join_shares(&s, &q, counts[i], &joined);
            assert_same(&joined, &whole);
        }
        q.follow_max = 1; /* no polygon can be followed */
        join_shares(&s, &q, 3, &joined);
        assert_same(&joined, &whole);
        end(&s);
    }
}

/* Every point of the plane is of one share, whatever the box: also one without width. */
static void test_shares_cover_the_plane(void **state) {
    static const lob_box64 cells[] = {{0, 0, 100, 37}, {-5, -5, -5, 1000}, {7, 7, 7, 7}, {1, 1, -1, -1}, {0, 0, 3, 3}};
    (void)state;
    for (size_t c = 0; c < sizeof cells / sizeof cells[0]; c++) {
        for (uint32_t count = 1; count <= 11; count++) {
            for (int64_t x = -8; x < 110; x += 3) {
                for (int64_t y = -8; y < 1010; y += 17) {
                    const lob_point64 at = {x, y};
                    const lob_violation v = {.kind = LOB_VIOLATION_POINT, .count = 1, .points = &at};
                    uint32_t owners = 0;
                    for (uint32_t i = 0; i < count; i++) {
                        lob_box64 window;
                        owners += lob_rule_owns(lob_rule_share(cells[c], i, count, &window), &v, (lob_point64){0, 0});
                    }
                    assert_int_equal(owners, 1);
                }
            }
        }
    }
}

static void test_wrong_bytes(void **state) {
    scene s;
    lob_verdict whole, joined;
    lob_buf bytes;
    (void)state;
    begin(&s, 9);
    const lob_rules_question q = question_of(&s);
    assert_int_equal(lob_rules_run(&s.ctx, &q, &s.deck, &whole), LOB_OK);
    lob_buf_init(&bytes, 0);
    assert_int_equal(lob_verdict_put(&s.ctx, &s.deck, &whole, &bytes), LOB_OK);
    uint8_t *copy = test_malloc(bytes.size);
    memcpy(copy, bytes.data, bytes.size);
    const uint8_t *block = copy;
    for (size_t at = 0; at < bytes.size && at < 4000; at += 8) {
        const size_t cut = at;
        lob_error_clear(&s.ctx.error);
        assert_int_equal(lob_verdict_join(&s.ctx, &s.deck, &block, &cut, 1, &joined), LOB_E_INVALID_TARGET);
        copy[at + 7] ^= 0x40; /* a count or a total beyond all: refused; a coordinate: no harm */
        lob_error_clear(&s.ctx.error);
        (void)lob_verdict_join(&s.ctx, &s.deck, &block, &bytes.size, 1, &joined);
        copy[at + 7] ^= 0x40;
    }
    lob_error_clear(&s.ctx.error);
    assert_int_equal(lob_verdict_join(&s.ctx, &s.deck, &block, &bytes.size, 1, &joined), LOB_OK);
    assert_same(&joined, &whole);
    copy[8] = 0x80; /* the total of the first rule */
    copy[8 + 3] = 0x7f;
    assert_int_equal(lob_verdict_join(&s.ctx, &s.deck, &block, &bytes.size, 1, &joined), LOB_E_QUERY_TOO_LARGE);
    test_free(copy);
    lob_buf_release(&bytes);
    end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shares_are_the_whole),
        cmocka_unit_test(test_shares_cover_the_plane),
        cmocka_unit_test(test_wrong_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
