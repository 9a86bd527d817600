/* Violations: ids against those that Python's hashlib makes of the byte layout (tests/oracle/litho_acceptance.py has
 * the functions), groups against a comparison of all pairs, chains of transforms against numbers worked out by hand. */
#include <math.h>

#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "litho/violation.h"

/* Of "{}". */
#define DECK_HASH "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"

typedef struct bench {
    lob_arena *arena;
    lob_ctx ctx;
} bench;

static bench begin(void) {
    bench b = {.arena = lob_arena_new(0)};
    lob_ctx_init(&b.ctx, b.arena);
    return b;
}

static bool has_reason(const lob_ctx *ctx, const char *reason) {
    for (unsigned i = 0; i < ctx->error.detail_count; i++) {
        if (strcmp(ctx->error.details[i].key, "reason") == 0) {
            return lob_str_equal(ctx->error.details[i].text, lob_str_from(reason));
        }
    }
    return false;
}

/* ---- ids ---- */

static void group_ids_are_those_of_hashlib(void **unused) {
    (void)unused;
    char long_rule[200];
    memset(long_rule, 'X', sizeof long_rule);
    const struct {
        double radius, x, y;
        lob_str rule;
        const char *id;
    } cases[] = {
        {18, 12450, 8300, LOB_STR("M1.W.MIN"), "02bc121c9e1fa7c8"},
        {0, 0, 0, LOB_STR(""), "e051bd278d238791"},
        {.0005, .0015, .0025, LOB_STR("a"), "23f6f1f93323dc2b"}, /* halves go to the even: 0, 2, 2 */
        {-.0005, -.0015, -123456.789, LOB_STR("\xc2\xb5.W"), "16b463443139d946"},
        {65, -1e9, 1e9, {long_rule, sizeof long_rule}, "6ace6807711b0e8f"},
        {(double)NAN, INFINITY, -1e300, LOB_STR("r"), "20de78cecd9436d6"}, /* 0, 2^63 - 1, -2^63 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].id);
        char id[LOB_GROUP_ID_SIZE + 1];
        lob_group_id(DECK_HASH, cases[i].radius, cases[i].x, cases[i].y, cases[i].rule, id);
        assert_string_equal(id, cases[i].id);
    }
}

static void violation_ids_are_those_of_hashlib(void **unused) {
    (void)unused;
    const struct {
        lob_violation_key key;
        const char *id;
    } cases[] = {
        {{{1, 0, 0}, {0x44, 0x13, 0x6f, 0xa3, 0x55, 0xb3, 0x67, 0x8a}, "02bc121c9e1fa7c8", 0},
         "vaeaaaratn6rvlm3hriblyeq4typ2psaaaaaab6fc"},
        {{{1, 0, 0}, {0x44, 0x13, 0x6f, 0xa3, 0x55, 0xb3, 0x67, 0x8a}, "02bc121c9e1fa7c8", 1},
         "vaeaaaratn6rvlm3hriblyeq4typ2psaaaaaacs3q"},
        {{{1, 0, 0}, {0x44, 0x13, 0x6f, 0xa3, 0x55, 0xb3, 0x67, 0x8a}, "02bc121c9e1fa7c8", 0xfedcba98},
         "vaeaaaratn6rvlm3hriblyeq4typ2psh63s5jrdas"},
        {{{255, 255, 255}, {255, 255, 255, 255, 255, 255, 255, 255}, "ffffffffffffffff", 0xffffffff},
         "v7777777777777777777777777777777777777mcd"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].id);
        char id[LOB_VIOLATION_ID_SIZE + 1], upper[LOB_VIOLATION_ID_SIZE + 1];
        lob_violation_key key;
        lob_violation_id_print(&cases[i].key, id);
        assert_string_equal(id, cases[i].id);
        assert_true(lob_violation_id_parse(lob_str_from(id), &key));
        assert_memory_equal(&key, &cases[i].key, sizeof key);
        for (unsigned k = 0; k <= LOB_VIOLATION_ID_SIZE; k++) {
            upper[k] = (char)(id[k] >= 'a' && id[k] <= 'z' ? id[k] - 32 : id[k]);
        }
        assert_true(lob_violation_id_parse(lob_str_from(upper), &key));
        assert_memory_equal(&key, &cases[i].key, sizeof key);
    }
}

/* A single wrong letter is found (two bytes of check: one in 65,536 would not be; none of these). */
static void what_is_no_id_is_refused(void **unused) {
    (void)unused;
    static const char alphabet[] = "abcdefghijklmnopqrstuvwxyz234567";
    const char good[] = "vaeaaaratn6rvlm3hriblyeq4typ2psaaaaaab6fc";
    static const char *const bad[] = {"",
                                      "v",
                                      "vaeaaaratn6rvlm3hriblyeq4typ2psaaaaaab6f",
                                      "vaeaaaratn6rvlm3hriblyeq4typ2psaaaaaab6fcc",
                                      "waeaaaratn6rvlm3hriblyeq4typ2psaaaaaab6fc",
                                      "vaeaaaratn6rvlm3hriblyeq4typ2ps1aaaaab6fc",
                                      "vaeaaaratn6rvlm3hriblyeq4typ2ps=aaaaab6fc",
                                      "vaeaaaratn6rvlm3hriblyeq4typ2ps8aaaaab6fc"};
    lob_violation_key key;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        lob_case("%zu: %s", i, bad[i]);
        assert_false(lob_violation_id_parse(lob_str_from(bad[i]), &key));
    }
    for (unsigned at = 1; at < LOB_VIOLATION_ID_SIZE; at++) {
        for (unsigned letter = 0; letter < 32; letter++) {
            char id[sizeof good];
            memcpy(id, good, sizeof good);
            id[at] = alphabet[letter];
            assert_int_equal(lob_violation_id_parse(lob_str_from(id), &key), id[at] == good[at]);
        }
    }
}

/* ---- groups ---- */

static uint64_t random_state;

static uint32_t random_below(uint32_t n) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((random_state >> 33) % n);
}

enum { SCENE_MAX = 400 };

typedef struct scene {
    lob_litho_violation items[SCENE_MAX];
    uint32_t count;
} scene;

static lob_litho_violation record_at(const char *rule, double radius, double x, double y, uint32_t column,
                                     uint32_t row) {
    return (lob_litho_violation){.rule_id = lob_str_from(rule),
                                 .radius_nm = radius,
                                 .x_nm = x,
                                 .y_nm = y,
                                 .frame = LOB_FRAME_POST_TRANSFORM_CANVAS,
                                 .tile_column = column,
                                 .tile_row = row,
                                 .unit = "nm"};
}

static void make_scene(scene *s, uint64_t seed) {
    static const char *const rules[] = {"M1.S.MIN", "M1.W.MIN", "MRC.W.MIN"};
    static const double radii[] = {20, 2.5, 0};
    random_state = seed;
    s->count = 1 + random_below(SCENE_MAX);
    const uint32_t extent = 1 + random_below(seed % 3 == 0 ? 12 : 700), grid = 1 + random_below(4);
    for (uint32_t i = 0; i < s->count; i++) {
        const unsigned rule = random_below(3);
        const double x = (int32_t)(random_below(extent) - extent / 2) / (double)grid;
        const double y = (int32_t)(random_below(extent) - extent / 2) / (double)grid;
        s->items[i] = record_at(rules[rule], radii[rule], x, y, random_below(2), random_below(2));
        s->items[i].has_actual = true;
        s->items[i].actual = random_below(3);
    }
}

static void shuffle(scene *s) {
    for (uint32_t i = s->count; i > 1; i--) {
        const uint32_t k = random_below(i);
        const lob_litho_violation kept = s->items[i - 1];
        s->items[i - 1] = s->items[k];
        s->items[k] = kept;
    }
}

static lob_violations group(bench *b, scene *s) {
    lob_violations v = {.items = s->items, .count = s->count, .deck_name = LOB_STR("deck"), .deck_hash = DECK_HASH};
    assert_int_equal(lob_violations_dedup(&b->ctx, &v), LOB_OK);
    assert_int_equal(v.count, s->count);
    return v;
}

static int64_t pm(double nm) {
    return llrint(nm * 1000);
}

static bool is_near(const lob_litho_violation *a, const lob_litho_violation *b) {
    const int64_t dx = pm(a->x_nm) - pm(b->x_nm), dy = pm(a->y_nm) - pm(b->y_nm), r = pm(a->radius_nm);
    return lob_str_equal(a->rule_id, b->rule_id) && r == pm(b->radius_nm) && dx * dx + dy * dy <= r * r;
}

static bool is_below(const lob_litho_violation *a, const lob_litho_violation *b) {
    const int64_t left[] = {pm(a->y_nm), pm(a->x_nm), a->tile_row, a->tile_column};
    const int64_t right[] = {pm(b->y_nm), pm(b->x_nm), b->tile_row, b->tile_column};
    unsigned i = 0;
    while (i < 3 && left[i] == right[i]) {
        i++;
    }
    return left[i] < right[i];
}

/* All pairs, until nothing changes: label[i] is the lowest record that i is joined to. */
static void label_all(const lob_violations *v, uint32_t *label) {
    bool is_changed = true;
    for (uint32_t i = 0; i < v->count; i++) {
        label[i] = i;
    }
    while (is_changed) {
        is_changed = false;
        for (uint32_t i = 0; i < v->count; i++) {
            for (uint32_t k = 0; k < i; k++) {
                if (label[i] != label[k] && is_near(&v->items[i], &v->items[k])) {
                    label[i] = label[k] = label[i] < label[k] ? label[i] : label[k];
                    is_changed = true;
                }
            }
        }
    }
}

static void check_order(const lob_violations *v) {
    for (uint32_t i = 0; i < v->count; i++) {
        const lob_litho_violation *at = &v->items[i], *before = at - 1;
        assert_int_equal(at->is_shadow, at->record > 0);
        if (i == 0) {
            assert_int_equal(at->group, 0);
        } else if (at->record > 0) {
            assert_int_equal(at->group, before->group);
            assert_int_equal(at->record, before->record + 1);
            assert_false(is_below(at, before));
            assert_string_equal(at->group_id, before->group_id);
        } else {
            const lob_litho_violation *canonical = before - before->record;
            assert_int_equal(at->group, before->group + 1);
            const int order = lob_str_compare(canonical->rule_id, at->rule_id);
            if (order >= 0) {
                assert_eq(order, 0);
                assert_true(is_below(canonical, at));
            }
        }
        if (at->record == 0) {
            char id[LOB_GROUP_ID_SIZE + 1];
            lob_group_id(v->deck_hash, at->radius_nm, at->x_nm, at->y_nm, at->rule_id, id);
            assert_string_equal(at->group_id, id);
        }
    }
}

static void groups_are_those_of_all_pairs(void **unused) {
    (void)unused;
    static scene s;
    const uint64_t rounds = getenv("LOB_TEST_QUICK") ? 30 : 300;
    for (uint64_t seed = 1; seed <= rounds; seed++) {
        uint32_t label[SCENE_MAX];
        bench b = begin();
        make_scene(&s, seed);
        const lob_violations v = group(&b, &s);
        label_all(&v, label);
        uint32_t groups = 0;
        for (uint32_t i = 0; i < v.count; i++) {
            groups += label[i] == i;
            for (uint32_t k = 0; k < i; k++) {
                assert_int_equal(v.items[i].group == v.items[k].group, label[i] == label[k]);
            }
        }
        assert_int_equal(v.group_count, groups);
        check_order(&v);
        lob_arena_drop(b.arena);
    }
}

static void the_order_of_records_does_not_matter(void **unused) {
    (void)unused;
    static scene s;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        bench b = begin();
        make_scene(&s, seed);
        const lob_violations first = group(&b, &s);
        for (int round = 0; round < 3; round++) {
            shuffle(&s);
            const lob_violations again = group(&b, &s);
            assert_memory_equal(first.items, again.items, first.count * sizeof *first.items);
        }
        lob_arena_drop(b.arena);
    }
}

/* Defects more than their radius apart, each seen by all tiles of the one or the other tiling. */
static void tiles_do_not_matter(void **unused) {
    (void)unused;
    static scene few, many;
    bench b = begin();
    few.count = many.count = 0;
    for (uint32_t i = 0; i < 30; i++) {
        const double x = 37.5 * (i % 6), y = 41.25 * (i / 6);
        few.items[few.count++] = record_at("W", 20, x, y, 0, 0);
        for (uint32_t tile = 0; tile < 1 + i % 4; tile++) {
            many.items[many.count++] = record_at("W", 20, x, y, 3 + tile % 2, 7 - tile / 2);
        }
    }
    const lob_violations one = group(&b, &few), other = group(&b, &many);
    assert_int_equal(one.group_count, 30);
    assert_int_equal(other.group_count, 30);
    for (uint32_t i = 0, k = 0; i < one.count; i++, k++) {
        while (other.items[k].is_shadow) {
            k++;
        }
        assert_string_equal(one.items[i].id, other.items[k].id);
        assert_string_equal(one.items[i].group_id, other.items[k].group_id);
    }
    lob_arena_drop(b.arena);
}

static void the_radius_itself_is_near(void **unused) {
    (void)unused;
    const struct {
        double radius, dx, dy;
        uint32_t groups;
    } cases[] = {{5, 3, 4, 1},       {5, 3, 4.001, 2},         {0, 0, 0, 1},       {0, .001, 0, 2},
                 {0, .0004, 0, 1},   {.001, .001, 0, 1},       {.002, 0, .002, 1}, {.001, .001, .001, 2},
                 {1e6, 6e5, 8e5, 1}, {1e6, 6e5, 800000.001, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: radius %g, dx %g", i, cases[i].radius, cases[i].dx);
        for (int sign = -1; sign <= 1; sign += 2) {
            scene *s = calloc(1, sizeof *s);
            bench b = begin();
            s->items[0] = record_at("W", cases[i].radius, 100, -100, 0, 0);
            s->items[1] = record_at("W", cases[i].radius, 100 + sign * cases[i].dx, -100 + cases[i].dy, 1, 0);
            s->count = 2;
            assert_int_equal(group(&b, s).group_count, cases[i].groups);
            lob_arena_drop(b.arena);
            free(s);
        }
    }
}

static void chains_count_and_rules_do_not_mix(void **unused) {
    (void)unused;
    static scene s;
    bench b = begin();
    s.count = 0;
    for (uint32_t i = 0; i < 100; i++) { /* one spiral chain, ends 600 nm apart; and another rule over it */
        s.items[s.count++] = record_at("A", 10, 6 * (double)i, 8 * (double)(i % 2), 0, 0);
        s.items[s.count++] = record_at("B", 9.999, 6 * (double)i, 8 * (double)(i % 2), 0, 0);
    }
    const lob_violations v = group(&b, &s);
    assert_int_equal(v.group_count, 101);
    assert_int_equal(v.items[99].record, 99);
    /* one rule with two radii, as two decks would have it: their records do not join */
    s.items[0] = record_at("C", 5, 0, 0, 0, 0);
    s.items[1] = record_at("C", 6, 0, 0, 0, 0);
    s.items[2] = record_at("C", 5, 0, 1, 0, 0);
    s.count = 3;
    assert_int_equal(group(&b, &s).group_count, 2);
    lob_arena_drop(b.arena);
}

static void none_is_fine(void **unused) {
    (void)unused;
    bench b = begin();
    lob_violations v = {.deck_hash = DECK_HASH};
    assert_int_equal(lob_violations_dedup(&b.ctx, &v), LOB_OK);
    assert_int_equal(v.group_count, 0);
    lob_arena_drop(b.arena);
}

static void places_that_are_none_are_refused(void **unused) {
    (void)unused;
    static char long_rule[5000];
    memset(long_rule, 'r', sizeof long_rule - 1);
    const lob_litho_violation bad[] = {record_at("W", 1, (double)NAN, 0, 0, 0), record_at("W", 1, 0, INFINITY, 0, 0),
                                       record_at("W", 1, 2e12, 0, 0, 0),        record_at("W", -1, 0, 0, 0, 0),
                                       record_at("W", 2e6, 0, 0, 0, 0),         record_at("W", (double)NAN, 0, 0, 0, 0),
                                       record_at(long_rule, 1, 0, 0, 0, 0)};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        lob_case("%.8s of radius %g at %g, %g", bad[i].rule_id.data, bad[i].radius_nm, bad[i].x_nm, bad[i].y_nm);
        bench b = begin();
        lob_litho_violation items[2] = {record_at("W", 1, 0, 0, 0, 0), bad[i]};
        lob_violations v = {.items = items, .count = 2, .deck_hash = DECK_HASH};
        assert_int_equal(lob_violations_dedup(&b.ctx, &v), LOB_E_INVALID_TARGET);
        assert_true(has_reason(&b.ctx, "place"));
        lob_arena_drop(b.arena);
    }
}

static void it_can_be_cancelled(void **unused) {
    (void)unused;
    enum { COUNT = 70000 };
    bench b = begin();
    lob_cancel cancel = {.requested = true};
    lob_litho_violation *items = calloc(COUNT, sizeof *items);
    for (uint32_t i = 0; i < COUNT; i++) {
        items[i] = record_at("W", 1, 10.0 * (i % 300), 10.0 * (i / 300), 0, 0);
    }
    lob_violations v = {.items = items, .count = COUNT, .deck_hash = DECK_HASH};
    b.ctx.cancel = &cancel;
    assert_int_equal(lob_violations_dedup(&b.ctx, &v), LOB_E_CANCELLED);
    lob_arena_drop(b.arena);
    free(items);
}

static bool run_once(void *arg) {
    scene *s = arg;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    if (!arena) {
        return false;
    }
    lob_ctx_init(&ctx, arena);
    lob_violations v = {.items = s->items, .count = s->count, .deck_hash = DECK_HASH};
    const lob_status status = lob_violations_dedup(&ctx, &v);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_arena_drop(arena);
    return status == LOB_OK;
}

static void survives_every_failing_allocation(void **unused) {
    (void)unused;
    static scene s;
    make_scene(&s, 7);
    assert_gt(sweep_allocations(run_once, &s), 1);
}

/* ---- frames ---- */

/* (1000, 200): moved to (500, 450), turned to (-450, 500), mirrored to (-450, -500), halved to (-225, -250); in the
 * tile at (-300, -300): (75, 50). */
static lob_litho_violation chained(lob_coordinate_frame frame) {
    return (lob_litho_violation){.frame = frame,
                                 .transforms = {{LOB_OP_TRANSLATE, -500, 250},
                                                {LOB_OP_ROTATE, 90, 0},
                                                {LOB_OP_MIRROR_X, 0, 0},
                                                {LOB_OP_SCALE, .5, 0},
                                                {LOB_OP_TILE_STITCH, -300, -300}},
                                 .transform_count = 5};
}

static void chains_go_there_and_back(void **unused) {
    (void)unused;
    const struct {
        lob_coordinate_frame frame;
        double x, y;
    } cases[] = {{LOB_FRAME_INPUT_LAYOUT_NATIVE, 1000, 200},
                 {LOB_FRAME_POST_TRANSFORM_CANVAS, -225, -250},
                 {LOB_FRAME_TILE_LOCAL, 75, 50}};
    for (size_t i = 0; i < 3; i++) {
        bench b = begin();
        const lob_litho_violation v = chained(cases[i].frame);
        double x = 1000, y = 200;
        assert_int_equal(lob_violation_from_native(&b.ctx, &v, &x, &y), LOB_OK);
        assert_eq(x, cases[i].x);
        assert_eq(y, cases[i].y);
        assert_int_equal(lob_violation_to_native(&b.ctx, &v, &x, &y), LOB_OK);
        assert_eq(x, 1000);
        assert_eq(y, 200);
        lob_arena_drop(b.arena);
    }
}

static void turns_are_counter_clockwise(void **unused) {
    (void)unused;
    const struct {
        double angle, x, y;
    } cases[] = {{0, 3, 1}, {90, -1, 3}, {180, -3, -1}, {270, 1, -3}, {360, 3, 1}, {-90, 1, -3}, {-450, 1, -3}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: angle %g, x %g", i, cases[i].angle, cases[i].x);
        bench b = begin();
        const lob_litho_violation v = {.frame = LOB_FRAME_POST_TRANSFORM_CANVAS,
                                       .transforms = {{LOB_OP_ROTATE, cases[i].angle, 0}},
                                       .transform_count = 1};
        double x = 3, y = 1;
        assert_int_equal(lob_violation_from_native(&b.ctx, &v, &x, &y), LOB_OK);
        assert_eq(x, cases[i].x);
        assert_eq(y, cases[i].y);
        assert_int_equal(lob_violation_to_native(&b.ctx, &v, &x, &y), LOB_OK);
        assert_eq(x, 3);
        assert_eq(y, 1);
        lob_arena_drop(b.arena);
    }
}

static void assert_unmoved(const lob_litho_violation *v, const char *reason) {
    for (int way = 0; way < 2; way++) {
        bench b = begin();
        double x = 12, y = 34;
        const lob_status status =
            way ? lob_violation_to_native(&b.ctx, v, &x, &y) : lob_violation_from_native(&b.ctx, v, &x, &y);
        assert_int_equal(status, LOB_E_INVALID_TARGET);
        assert_true(has_reason(&b.ctx, reason));
        assert_eq(x, 12);
        assert_eq(y, 34);
        lob_arena_drop(b.arena);
    }
}

static void what_is_not_understood_is_refused(void **unused) {
    (void)unused;
    const lob_litho_step bad[] = {{LOB_OP_UNKNOWN, 0, 0},
                                  {LOB_OP_SCALE, 0, 0},
                                  {LOB_OP_SCALE, -1, 0},
                                  {LOB_OP_SCALE, INFINITY, 0},
                                  {LOB_OP_ROTATE, 45, 0},
                                  {LOB_OP_ROTATE, (double)NAN, 0},
                                  {LOB_OP_TRANSLATE, (double)NAN, 0},
                                  {LOB_OP_TRANSLATE, 0, INFINITY},
                                  {LOB_OP_TILE_STITCH, 0, 0}}; /* the last: not at the end */
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        lob_case("operation %d by %g, %g", (int)bad[i].op, bad[i].a, bad[i].b);
        for (int frame = 0; frame < 3; frame++) {
            lob_litho_violation v = chained((lob_coordinate_frame)frame);
            v.transforms[1] = bad[i];
            assert_unmoved(&v, "unknown_transform");
        }
    }
    lob_litho_violation v = chained(LOB_FRAME_POST_TRANSFORM_CANVAS);
    v.transforms[4].a = (double)NAN;
    assert_unmoved(&v, "unknown_transform");
    v = chained(LOB_FRAME_POST_TRANSFORM_CANVAS);
    v.transforms[4].b = INFINITY;
    assert_unmoved(&v, "unknown_transform");
    v = chained(LOB_FRAME_TILE_LOCAL);
    v.transform_count = 4; /* in a tile, which one is not said */
    assert_unmoved(&v, "unknown_transform");
    v.transform_count = 0;
    assert_unmoved(&v, "unknown_transform");
    v = chained(LOB_FRAME_WAFER_GLOBAL);
    assert_unmoved(&v, "unknown_frame");
    v = chained(LOB_FRAME_UNKNOWN);
    assert_unmoved(&v, "unknown_frame");
}

static void names_go_both_ways(void **unused) {
    (void)unused;
    static const char *const frames[] = {"input_layout_native", "post_transform_canvas", "tile_local", "wafer_global"};
    static const char *const ops[] = {"translate", "scale", "rotate", "mirror_x", "tile_stitch"};
    for (int i = 0; i < 4; i++) {
        assert_string_equal(lob_coordinate_frame_name((lob_coordinate_frame)i), frames[i]);
        assert_int_equal(lob_coordinate_frame_named(lob_str_from(frames[i])), i);
    }
    for (int i = 0; i < 5; i++) {
        assert_string_equal(lob_transform_op_name((lob_transform_op)i), ops[i]);
        assert_int_equal(lob_transform_op_named(lob_str_from(ops[i])), i);
    }
    assert_int_equal(lob_coordinate_frame_named(LOB_STR("moon")), LOB_FRAME_UNKNOWN);
    assert_int_equal(lob_transform_op_named(LOB_STR("shear")), LOB_OP_UNKNOWN);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(group_ids_are_those_of_hashlib),
        cmocka_unit_test(violation_ids_are_those_of_hashlib),
        cmocka_unit_test(what_is_no_id_is_refused),
        cmocka_unit_test(groups_are_those_of_all_pairs),
        cmocka_unit_test(the_order_of_records_does_not_matter),
        cmocka_unit_test(tiles_do_not_matter),
        cmocka_unit_test(the_radius_itself_is_near),
        cmocka_unit_test(chains_count_and_rules_do_not_mix),
        cmocka_unit_test(none_is_fine),
        cmocka_unit_test(places_that_are_none_are_refused),
        cmocka_unit_test(it_can_be_cancelled),
        cmocka_unit_test(survives_every_failing_allocation),
        cmocka_unit_test(chains_go_there_and_back),
        cmocka_unit_test(turns_are_counter_clockwise),
        cmocka_unit_test(what_is_not_understood_is_refused),
        cmocka_unit_test(names_go_both_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
