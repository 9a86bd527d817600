/* Ids against what coreutils hashes, and the table against a list of all that was ever issued. The hash is weakened
 * where collisions are wanted: the program is linked with --wrap=lob_object_hash.
 * A program of its own: it holds a part of the product in a form of its own. */
#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "db/builder.h"
#include "session/ids.h"
#include "tests/support/stride.h"

static uint64_t hash_mask = UINT64_MAX;

bool __real_lob_object_hash(const lob_layout *in, uint64_t seed, const lob_object *object, lob_buf *scratch,
                            uint64_t *hash);
bool __wrap_lob_object_hash(const lob_layout *in, uint64_t seed, const lob_object *object, lob_buf *scratch,
                            uint64_t *hash);

/* The mask is that of the number in the id, which leaves 12 bits of a hash out. */
bool __wrap_lob_object_hash(const lob_layout *in, uint64_t seed, const lob_object *object, lob_buf *scratch,
                            uint64_t *hash) {
    bool fine = __real_lob_object_hash(in, seed, object, scratch, hash);
    *hash &= hash_mask == UINT64_MAX ? hash_mask : hash_mask << 12;
    return fine;
}

static lob_arena *arena;
static lob_ctx ctx;
static lob_layout *layout;

/* Cells A, B, TOP; a text and a box on 1/2, a box on 1/0 and 3/0, all in A. */
static int setup(void **state) {
    (void)state;
    arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    lob_builder *builder = lob_builder_new(&ctx, NULL);
    const lob_sink *s = lob_builder_sink(builder);
    const lob_layout_event event = {.format = "gds", .dbu_um = 0.001};
    assert_int_equal(s->begin_layout(s->self, &event), LOB_OK);
    static const char *const cells[3] = {"A", "B", "TOP"};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(s->begin_cell(s->self, lob_str_from(cells[i])), LOB_OK);
        for (uint32_t k = 0; k < 3 && i == 0; k++) {
            const lob_element element = {.layer = k == 2 ? 3 : 1, .datatype = k == 1 ? 2 : 0};
            assert_int_equal(s->box(s->self, &element, (lob_box){0, 0, 1, 1}), LOB_OK);
        }
        assert_int_equal(s->end_cell(s->self), LOB_OK);
    }
    assert_int_equal(s->end_layout(s->self), LOB_OK);
    assert_int_equal(lob_builder_freeze(builder, &layout), LOB_OK);
    lob_builder_drop(builder);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    lob_layout_drop(layout);
    lob_arena_drop(arena);
    return 0;
}

static int clear(void **state) {
    (void)state;
    hash_mask = UINT64_MAX;
    lob_error_clear(&ctx.error);
    return 0;
}

static lob_cell_index cell(const char *name) {
    return lob_layout_find_cell(layout, lob_str_from(name));
}

static lob_layer_index layer(uint32_t number, uint32_t datatype) {
    return lob_layout_find_layer(layout, number, datatype);
}

static lob_object shape(uint32_t index) {
    return (lob_object){.type = LOB_ID_SHAPE, .cell = cell("A"), .stored = {.leaf = cell("A"), .index = index}};
}

static bool same(const lob_object *a, const lob_object *b) {
    if (a->type != b->type || a->cell != b->cell) {
        return false;
    }
    const lob_stored *x = &a->stored, *y = &b->stored;
    if (x->depth != y->depth || x->leaf != y->leaf || x->layer != y->layer || x->kind != y->kind ||
        x->index != y->index || x->member != y->member) {
        return false;
    }
    for (uint32_t i = 0; i < x->depth; i++) {
        if (x->path[i].inst != y->path[i].inst || x->path[i].member != y->path[i].member) {
            return false;
        }
    }
    return true;
}

static void issue(lob_ids *ids, const lob_object *object, char id[LOB_ID_TEXT_SIZE]) {
    assert_int_equal(lob_ids_issue(&ctx, ids, layout, object, id), LOB_OK);
}

static bool knows(const lob_ids *ids, const char *id, const lob_object *object) {
    lob_object found;
    lob_error_clear(&ctx.error);
    if (lob_ids_find(&ctx, ids, lob_str_from(id), &found) != LOB_OK) {
        assert_int_equal(ctx.error.code, LOB_E_INVALID_TARGET);
        return false;
    }
    assert_true(same(&found, object));
    return true;
}

/* Three digits of the seed, then the first 13 of BLAKE2b-512 of seed, length of the name, depth, layer, datatype, kind,
 * index, member, path, name. */
static void test_value(void **state) {
    (void)state;
    const lob_step path[1] = {{5, 6}};
    const lob_object text = {.type = LOB_ID_TEXT,
                             .cell = cell("TOP"),
                             .stored = {.path = path,
                                        .depth = 1,
                                        .leaf = cell("A"),
                                        .layer = layer(1, 2),
                                        .kind = LOB_KIND_TEXT,
                                        .index = 3,
                                        .member = 4}};
    char id[LOB_ID_TEXT_SIZE], expected[32] = "txt_012";
    lob_ids *ids = lob_ids_new(4, (lob_id_seeds){.file = UINT64_C(0x0123456789abcdef)});
    issue(ids, &text, id);
    FILE *pipe = popen("printf "
                       "'\\001\\043\\105\\147\\211\\253\\315\\357\\0\\0\\0\\0\\0\\0\\0\\003\\0\\0\\0\\0\\0\\0\\0\\001\\"
                       "0\\0\\0\\0\\0\\0\\0\\001"
                       "\\0\\0\\0\\0\\0\\0\\0\\002\\0\\0\\0\\0\\0\\0\\0\\003\\0\\0\\0\\0\\0\\0\\0\\003"
                       "\\0\\0\\0\\0\\0\\0\\0\\004\\0\\0\\0\\0\\0\\0\\0\\005\\0\\0\\0\\0\\0\\0\\0\\006TOP' | b2sum",
                       "r");
    assert_non_null(pipe);
    assert_int_equal(fread(expected + 7, 1, 13, pipe), 13);
    pclose(pipe);
    assert_string_equal(id, expected);
    lob_ids_drop(ids);
}

/* Objects of which each differs from the others in one way or more; returns how many. */
static unsigned all_kinds(lob_object all[32]) {
    static const lob_step path[2] = {{1, 2}, {3, 4}}, same_size[2] = {{1, 2}, {3, 5}},
                          longer[2] = {{1, 2}, {3, 1u << 30}};
    const lob_cell_index a = cell("A"), b = cell("B");
    const lob_object objects[] = {
        {.type = LOB_ID_SHAPE, .cell = a, .stored = {.leaf = a}},
        {.type = LOB_ID_SHAPE, .cell = b, .stored = {.leaf = a}},
        {.type = LOB_ID_SHAPE, .cell = a, .stored = {.leaf = a, .layer = layer(1, 2)}},
        {.type = LOB_ID_SHAPE, .cell = a, .stored = {.leaf = a, .layer = layer(3, 0)}},
        {.type = LOB_ID_SHAPE, .cell = a, .stored = {.leaf = a, .kind = LOB_KIND_PATH}},
        {.type = LOB_ID_TEXT, .cell = a, .stored = {.leaf = a, .kind = LOB_KIND_TEXT}},
        {.type = LOB_ID_SHAPE, .cell = a, .stored = {.leaf = a, .index = 1}},
        {.type = LOB_ID_SHAPE, .cell = a, .stored = {.leaf = a, .member = 1}},
        {.type = LOB_ID_SHAPE, .cell = a, .stored = {.leaf = a, .path = path, .depth = 1}},
        {.type = LOB_ID_SHAPE, .cell = a, .stored = {.leaf = a, .path = path, .depth = 2}},
        {.type = LOB_ID_SHAPE, .cell = a, .stored = {.leaf = a, .path = same_size, .depth = 2}},
        {.type = LOB_ID_SHAPE, .cell = a, .stored = {.leaf = a, .path = longer, .depth = 2}},
        {.type = LOB_ID_INST, .cell = a, .stored = {.leaf = a}},
        {.type = LOB_ID_INST, .cell = a, .stored = {.leaf = a, .index = 1}},
        {.type = LOB_ID_PORT, .cell = a, .stored = {.leaf = a}},
        {.type = LOB_ID_PORT, .cell = a, .stored = {.leaf = a, .index = 1}},
        {.type = LOB_ID_PORT, .cell = a, .stored = {.leaf = a, .path = path, .depth = 1}},
    };
    const unsigned count = sizeof objects / sizeof objects[0];
    assert_le(count, 32);
    memcpy(all, objects, sizeof objects);
    return count;
}

/* Any difference of where an object is gives another id, even where all hashes are equal; asking again does not. */
static void check_different(bool by_hash) {
    static const char *const kinds[LOB_ID_TYPE_COUNT] = {"shp_", "txt_", "ins_", "prt_"};
    lob_object all[32];
    char id[32][LOB_ID_TEXT_SIZE], again[LOB_ID_TEXT_SIZE];
    const unsigned count = all_kinds(all);
    lob_ids *ids = lob_ids_new(100, (lob_id_seeds){0});
    for (unsigned i = 0; i < count; i++) {
        issue(ids, &all[i], id[i]);
        assert_int_equal(strlen(id[i]), 20);
        assert_memory_equal(id[i], kinds[all[i].type], 4);
        for (unsigned j = 0; j < i; j++) {
            assert_string_not_equal(id[i] + (by_hash ? 4 : 0), id[j] + (by_hash ? 4 : 0));
        }
    }
    for (unsigned i = 0; i < count; i++) {
        issue(ids, &all[i], again);
        assert_string_equal(id[i], again);
        assert_true(knows(ids, id[i], &all[i]));
    }
    assert_int_equal(lob_ids_count(ids), count);
    lob_ids_drop(ids);
}

static void test_different(void **state) {
    (void)state;
    check_different(true);
    hash_mask = 0;
    check_different(false);
}

/* Two objects in different leaves of one path: what the path leads to is not in the hash, but in the comparison. */
static void test_another_leaf(void **state) {
    (void)state;
    lob_object one = shape(1), two = one;
    char first[LOB_ID_TEXT_SIZE], second[LOB_ID_TEXT_SIZE];
    two.stored.leaf = cell("B");
    hash_mask = 0;
    lob_ids *ids = lob_ids_new(10, (lob_id_seeds){0});
    issue(ids, &one, first);
    issue(ids, &two, second);
    assert_string_not_equal(first, second);
    assert_true(knows(ids, first, &one));
    assert_true(knows(ids, second, &two));
    lob_ids_drop(ids);
}

/* An instance is all its members, whatever member a caller saw. */
static void test_instance_is_whole(void **state) {
    (void)state;
    lob_object a = {.type = LOB_ID_INST, .cell = cell("A"), .stored = {.leaf = cell("B"), .index = 2}}, b = a, found;
    b.stored.member = 7;
    b.stored.layer = 1;
    char one[LOB_ID_TEXT_SIZE], two[LOB_ID_TEXT_SIZE];
    lob_ids *ids = lob_ids_new(10, (lob_id_seeds){0});
    issue(ids, &a, one);
    issue(ids, &b, two);
    assert_string_equal(one, two);
    assert_int_equal(lob_ids_find(&ctx, ids, lob_str_from(one), &found), LOB_OK);
    assert_eq(found.stored.member, 0);
    assert_eq(found.stored.layer, 0);
    assert_eq(found.stored.index, 2);
    lob_ids_drop(ids);
}

enum { EVER = 4000, DEPTH_MAX = 40 };

typedef struct issued {
    lob_object object;
    lob_step path[DEPTH_MAX];
    char id[LOB_ID_TEXT_SIZE];
    unsigned last; /* number of the call */
} issued;

static void draw(issued *one, uint32_t number, uint32_t depth_max) {
    one->object = shape(number);
    one->object.stored.member = (uint64_t)rand() << 33 | number;
    one->object.stored.depth = depth_max ? (uint32_t)rand() % (depth_max + 1) : 0;
    one->object.stored.path = one->path;
    for (uint32_t i = 0; i < one->object.stored.depth; i++) {
        one->path[i] = (lob_step){(uint32_t)rand(), (uint64_t)rand() * (uint64_t)(rand() % 1000)};
    }
}

/* New objects and old ones again, with paths of any length: the last count_max / 2 are always known, and whatever is
 * known is right. */
static void check_table(uint32_t count_max, uint32_t depth_max, uint64_t mask) {
    const uint32_t many = stride_pick(EVER, EVER / 4);
    issued *ever = calloc(many, sizeof *ever);
    unsigned known = 0, call = 0;
    hash_mask = mask;
    srand(count_max + depth_max);
    lob_ids *ids = lob_ids_new(count_max, (lob_id_seeds){0});
    for (uint32_t i = 0; i < many; i++) {
        issued *one = &ever[i];
        draw(one, i, depth_max);
        issue(ids, &one->object, one->id);
        one->last = call++;
        if (rand() % 2) {
            issued *old = &ever[i - (uint32_t)rand() % (i < count_max ? i + 1 : count_max)];
            char id[LOB_ID_TEXT_SIZE];
            bool was_known = knows(ids, old->id, &old->object);
            issue(ids, &old->object, id);
            if (was_known) {
                assert_eq(strcmp(id, old->id), 0);
            }
            memcpy(old->id, id, sizeof id);
            old->last = call++;
        }
        assert_le(lob_ids_count(ids), count_max);
    }
    for (uint32_t i = 0; i < many; i++) {
        bool is_known = mask == UINT64_MAX ? knows(ids, ever[i].id, &ever[i].object) : false;
        if (!is_known && mask == UINT64_MAX) {
            assert_gt(call - ever[i].last, count_max / 2);
        }
        if (mask != UINT64_MAX && call - ever[i].last <= count_max / 2) {
            assert_true(knows(ids, ever[i].id, &ever[i].object));
        }
        known += is_known;
    }
    if (mask == UINT64_MAX) {
        assert_eq(known, lob_ids_count(ids));
    }
    lob_ids_drop(ids);
    free(ever);
}

static void test_table(void **state) {
    (void)state;
    check_table(1000000, 0, UINT64_MAX);
    check_table(1000000, 20, UINT64_MAX);
    check_table(1000, 3, UINT64_MAX);
    check_table(100, 2, UINT64_MAX);
    check_table(7, 4, UINT64_MAX);
    check_table(1, 0, UINT64_MAX);
}

/* Hashes of six bits: nearly all collide. */
static void test_collisions(void **state) {
    (void)state;
    const uint64_t few = 0x3f;
    char first[LOB_ID_TEXT_SIZE], second[LOB_ID_TEXT_SIZE], again[LOB_ID_TEXT_SIZE];
    lob_object a = shape(1), b = shape(2);
    hash_mask = 0;
    lob_ids *ids = lob_ids_new(10, (lob_id_seeds){0});
    issue(ids, &a, first);
    issue(ids, &b, second);
    assert_string_equal(first, "shp_0000000000000000");
    assert_string_equal(second, "shp_0000000000000001");
    issue(ids, &a, again);
    assert_string_equal(again, first);
    issue(ids, &b, again);
    assert_string_equal(again, second);
    assert_true(knows(ids, first, &a));
    assert_true(knows(ids, second, &b));
    lob_ids_drop(ids);
    check_table(1000000, 3, few);
}

/* Only new ids push old ones out, in the order in which they came. */
static void test_oldest_first(void **state) {
    (void)state;
    enum { COUNT = 20, ROOM = 8 };
    char id[COUNT][LOB_ID_TEXT_SIZE];
    lob_object all[COUNT];
    lob_ids *ids = lob_ids_new(ROOM, (lob_id_seeds){0});
    for (uint32_t i = 0; i < COUNT; i++) {
        all[i] = shape(i);
        issue(ids, &all[i], id[i]);
        for (uint32_t k = 0; k <= i; k++) {
            assert_int_equal(knows(ids, id[k], &all[k]), i - k < ROOM);
        }
    }
    for (int i = 0; i < 100; i++) { /* the newest over and over: nothing goes */
        issue(ids, &all[COUNT - 1], id[COUNT - 1]);
    }
    assert_int_equal(lob_ids_count(ids), ROOM);
    assert_true(knows(ids, id[COUNT - ROOM], &all[COUNT - ROOM]));
    issue(ids, &all[COUNT - ROOM], id[COUNT - ROOM]); /* the oldest becomes the newest */
    for (uint32_t i = 0; i < ROOM / 2; i++) {
        issue(ids, &all[i], id[i]);
    }
    assert_true(knows(ids, id[COUNT - ROOM], &all[COUNT - ROOM]));
    assert_false(knows(ids, id[COUNT - ROOM + 1], &all[COUNT - ROOM + 1]));
    lob_ids_drop(ids);
}

static void test_unknown(void **state) {
    (void)state;
    lob_ids *ids = lob_ids_new(100, (lob_id_seeds){0});
    lob_object found, one = shape(1);
    char id[LOB_ID_TEXT_SIZE], typo[32];
    static const char *const none[] = {"",
                                       "shp_",
                                       "shp_0123456789abcdeg",
                                       "shp_0123456789ABCDEF",
                                       "xyz_0123456789abcdef",
                                       "shp_0123456789abcdef0",
                                       "shp_0123456789abcde-"};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        lob_case("%zu: %s", i, none[i]);
        lob_error_clear(&ctx.error);
        assert_int_equal(lob_ids_find(&ctx, ids, lob_str_from(none[i]), &found), LOB_E_INVALID_TARGET);
        assert_string_equal(ctx.error.message, "This is not an id that a tool returned");
        assert_non_null(strstr(ctx.error.hint, "query_region"));
        assert_string_equal(ctx.error.details[0].key, "id");
    }
    lob_error_clear(&ctx.error);
    assert_int_equal(lob_ids_find(&ctx, ids, LOB_STR("shp_0003456789abcdef"), &found), LOB_E_INVALID_TARGET);
    assert_string_equal(ctx.error.message, "This session did not return that id, or no longer knows it");
    assert_int_equal(ctx.error.candidate_count, 0);
    issue(ids, &one, id);
    for (uint32_t i = 2; i < 60; i++) {
        lob_object more = shape(i);
        char other[LOB_ID_TEXT_SIZE];
        issue(ids, &more, other);
    }
    /* a digit wrong, one left out, one too many, the wrong kind */
    for (int i = 0; i < 4; i++) {
        snprintf(typo, sizeof typo, "%s", id);
        if (i == 0) {
            typo[9] = typo[9] == '0' ? '1' : '0';
        } else if (i == 1) {
            memmove(typo + 9, typo + 10, strlen(typo + 9));
        } else if (i == 2) {
            memmove(typo + 10, typo + 9, strlen(typo + 9) + 1);
        } else {
            memcpy(typo, "ins", 3);
        }
        lob_error_clear(&ctx.error);
        assert_int_equal(lob_ids_find(&ctx, ids, lob_str_from(typo), &found), LOB_E_INVALID_TARGET);
        assert_int_equal(ctx.error.candidate_count, 1);
        assert_int_equal(ctx.error.candidates[0].size, 20);
        assert_memory_equal(ctx.error.candidates[0].data, id, 20);
    }
    lob_ids_drop(ids);
}

static bool has_reason(const char *reason) {
    for (unsigned i = 0; i < ctx.error.detail_count; i++) {
        if (strcmp(ctx.error.details[i].key, "reason") == 0) {
            return lob_str_equal(ctx.error.details[i].text, lob_str_from(reason));
        }
    }
    return false;
}

/* One place in files of other bytes, or, of ports, under other conventions, has other ids; the error says which. */
static void test_seeds(void **state) {
    (void)state;
    const lob_id_seeds seeds[3] = {
        {UINT64_C(0x1110000000000000), 1}, {UINT64_C(0x2220000000000000), 2}, {UINT64_C(0x1110000000000000), 3}};
    const lob_object box = shape(1), port = {.type = LOB_ID_PORT, .cell = cell("A"), .stored = {.leaf = cell("A")}};
    char boxes[3][LOB_ID_TEXT_SIZE], ports[3][LOB_ID_TEXT_SIZE];
    lob_ids *ids[3];
    lob_object found;
    for (int i = 0; i < 3; i++) {
        ids[i] = lob_ids_new(10, seeds[i]);
        assert_eq(lob_ids_seeds(ids[i]).ports, seeds[i].ports);
        issue(ids[i], &box, boxes[i]);
        issue(ids[i], &port, ports[i]);
    }
    assert_memory_equal(boxes[0], "shp_111", 7);
    assert_memory_equal(boxes[1], "shp_222", 7);
    assert_string_not_equal(boxes[0] + 7, boxes[1] + 7);
    assert_string_equal(boxes[0], boxes[2]);
    assert_memory_equal(ports[0], "prt_111", 7);
    assert_string_not_equal(ports[0], ports[2]);
    assert_false(knows(ids[1], boxes[0], &box));
    assert_true(has_reason("other_layout"));
    assert_non_null(strstr(ctx.error.hint, "session_id"));
    assert_false(knows(ids[0], ports[2], &port));
    assert_true(has_reason("unknown"));
    /* What would be looked for: in the lower 52 bits the hash, by the seed of its kind. */
    lob_object_key key;
    assert_true(lob_ids_key(ids[0], LOB_STR("shp_1110000000000abc"), &key));
    assert_true(key.type == LOB_ID_SHAPE && key.seed == seeds[0].file && key.hash == 0xabc && key.bits == 52);
    assert_true(lob_ids_key(ids[0], lob_str_from(ports[2]), &key));
    assert_true(key.type == LOB_ID_PORT && key.seed == seeds[0].ports);
    assert_false(lob_ids_key(ids[0], LOB_STR("shp_2220000000000abc"), &key));
    assert_false(lob_ids_key(ids[0], LOB_STR("shp_111"), &key));
    static const char *const others[] = {"rnd_00000001",         "drc_00000001",     "mrk_0123456789abcdef",
                                         "vio_0123456789abcdef", "ses_0123456789ab", "cur_00"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        lob_case("%s", others[i]);
        lob_error_clear(&ctx.error);
        assert_int_equal(lob_ids_find(&ctx, ids[0], lob_str_from(others[i]), &found), LOB_E_INVALID_TARGET);
        assert_true(has_reason("other_kind"));
        assert_true(ctx.error.hint[0]);
    }
    for (int i = 0; i < 3; i++) {
        lob_ids_drop(ids[i]);
    }
}

/* Of many that are alike the nearest come first, and no more than there is room for. */
static void test_candidates(void **state) {
    (void)state;
    lob_ids *ids = lob_ids_new(100, (lob_id_seeds){0});
    char id[LOB_ID_TEXT_SIZE];
    lob_object found;
    hash_mask = 0;
    for (uint32_t i = 0; i < 40; i++) { /* shp_..00 to ..27 */
        lob_object one = shape(i);
        issue(ids, &one, id);
    }
    assert_int_equal(lob_ids_find(&ctx, ids, LOB_STR("shp_00000000000000f5"), &found), LOB_E_INVALID_TARGET);
    assert_int_equal(ctx.error.candidate_count, LOB_CANDIDATE_COUNT_MAX);
    static const char *const nearest[3] = {"shp_0000000000000025", "shp_0000000000000015", "shp_0000000000000005"};
    for (int i = 0; i < 3; i++) {
        assert_memory_equal(ctx.error.candidates[i].data, nearest[i], 20);
    }
    lob_ids_drop(ids);
}

/* A path too long for the table to hold is refused, not forgotten in silence. */
static void test_too_deep(void **state) {
    (void)state;
    enum { DEPTH = 3000 };
    lob_step *path = calloc(DEPTH, sizeof *path);
    lob_object one = shape(1);
    char id[LOB_ID_TEXT_SIZE];
    one.stored.path = path;
    one.stored.depth = DEPTH;
    lob_ids *ids = lob_ids_new(8, (lob_id_seeds){0});
    assert_int_equal(lob_ids_issue(&ctx, ids, layout, &one, id), LOB_E_QUERY_TOO_LARGE);
    assert_ne(ctx.error.hint[0], '\0');
    lob_ids_drop(ids);
    free(path);
}

/* Paths longer than the table reckons with: fewer ids are known, always the newest, and each of them is right. A table
 * of 100 has 6400 bytes for paths; each of these takes 20 steps of 10 bytes. */
static void test_long_paths(void **state) {
    (void)state;
    enum { COUNT = 80, DEPTH = 20, FIT = 6400 / (10 * DEPTH) };
    static issued ever[COUNT];
    lob_ids *ids = lob_ids_new(100, (lob_id_seeds){0});
    for (uint32_t i = 0; i < COUNT; i++) {
        issued *one = &ever[i];
        one->object = shape(i);
        one->object.stored.path = one->path;
        one->object.stored.depth = DEPTH;
        for (uint32_t k = 0; k < DEPTH; k++) {
            one->path[k] = (lob_step){UINT32_MAX - k - i, (UINT64_C(1) << 33) + i};
        }
        issue(ids, &one->object, one->id);
        for (uint32_t k = 0; k <= i; k++) {
            assert_int_equal(knows(ids, ever[k].id, &ever[k].object), i - k < FIT);
        }
    }
    assert_int_equal(lob_ids_count(ids), FIT);
    /* One in the older half of the bytes, though among the newest 50, moves to the front when it is asked for again. */
    char id[LOB_ID_TEXT_SIZE];
    issue(ids, &ever[COUNT - FIT].object, id);
    assert_string_equal(id, ever[COUNT - FIT].id);
    for (uint32_t i = 0; i < FIT / 2; i++) {
        issue(ids, &ever[i].object, id);
    }
    assert_true(knows(ids, ever[COUNT - FIT].id, &ever[COUNT - FIT].object));
    assert_false(knows(ids, ever[COUNT - FIT + 1].id, &ever[COUNT - FIT + 1].object));
    lob_ids_drop(ids);
}

/* One path of more bytes than the table begins with. */
static void test_one_long_path(void **state) {
    (void)state;
    enum { DEPTH = 3000 };
    lob_step *path = calloc(DEPTH, sizeof *path);
    lob_object one = shape(1);
    char id[LOB_ID_TEXT_SIZE];
    for (uint32_t i = 0; i < DEPTH; i++) {
        path[i] = (lob_step){i, UINT64_MAX - i};
    }
    one.stored.path = path;
    one.stored.depth = DEPTH;
    lob_ids *ids = lob_ids_new(1000, (lob_id_seeds){0});
    issue(ids, &one, id);
    assert_true(knows(ids, id, &one));
    lob_ids_drop(ids);
    free(path);
}

static bool fill_and_find(void *arg) {
    (void)arg;
    static lob_step path[30];
    lob_arena *own = lob_arena_new(0);
    lob_ids *ids = own ? lob_ids_new(5000, (lob_id_seeds){0}) : NULL;
    lob_ctx c;
    bool fine = ids != NULL;
    if (own) {
        lob_ctx_init(&c, own);
    }
    for (uint32_t i = 0; i < 300 && fine; i++) {
        char id[LOB_ID_TEXT_SIZE];
        lob_object one = shape(i), found;
        one.stored.path = path;
        one.stored.depth = 30;
        fine = lob_ids_issue(&c, ids, layout, &one, id) == LOB_OK &&
               lob_ids_find(&c, ids, lob_str_from(id), &found) == LOB_OK;
        if (!fine) {
            assert_eq(c.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
        }
    }
    lob_ids_drop(ids);
    lob_arena_drop(own);
    return fine;
}

static void test_no_memory(void **state) {
    (void)state;
    assert_gt(sweep_allocations(fill_and_find, NULL), 5);
}

static void test_shapes(void **state) {
    (void)state;
    lob_object one = shape(0);
    one.stored.layer = layer(3, 0);
    const lob_shapes *shapes = lob_object_shapes(layout, &one);
    assert_non_null(shapes);
    assert_int_equal(shapes->layer, one.stored.layer);
    one.stored.leaf = cell("B");
    assert_null(lob_object_shapes(layout, &one));
    one.type = LOB_ID_INST;
    assert_null(lob_object_shapes(layout, &one));
    lob_ids_drop(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup(test_seeds, clear),
                                       cmocka_unit_test_setup(test_value, clear),
                                       cmocka_unit_test_setup(test_different, clear),
                                       cmocka_unit_test_setup(test_another_leaf, clear),
                                       cmocka_unit_test_setup(test_table, clear),
                                       cmocka_unit_test_setup(test_long_paths, clear),
                                       cmocka_unit_test_setup(test_one_long_path, clear),
                                       cmocka_unit_test_setup(test_collisions, clear),
                                       cmocka_unit_test_setup(test_oldest_first, clear),
                                       cmocka_unit_test_setup(test_unknown, clear),
                                       cmocka_unit_test_setup(test_candidates, clear),
                                       cmocka_unit_test_setup(test_too_deep, clear),
                                       cmocka_unit_test_setup(test_no_memory, clear),
                                       cmocka_unit_test_setup(test_shapes, clear),
                                       cmocka_unit_test_setup(test_instance_is_whole, clear)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
