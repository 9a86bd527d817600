/* Matching where it searches, against trying everything; where it walks, against trees that were changed in one known
 * place; and with failing allocations, where a search that fell short must not look like an answer. */
#include "tests/support/lob_test.h"

#include "tests/unit/tools/conformance_rig.h"

#include "tests/unit/base/sweep.h"

/* ---- against trying everything ---- */

static uint64_t seed = 1;

static unsigned draw(unsigned count) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (unsigned)(seed % count);
}

static unsigned rounds_of(unsigned many) {
    return getenv("LOB_TEST_QUICK") ? many / 20 : many;
}

enum { FEW = 5 };

typedef struct simple {
    unsigned kind, a, b; /* 0: any, 1: at least a, 2: at most a, 3: a or b, 4: a */
} simple;

static bool simple_fits(const simple *p, unsigned value) {
    return p->kind == 0 || (p->kind == 1 && value >= p->a) || (p->kind == 2 && value <= p->a) ||
           (p->kind == 3 && (value == p->a || value == p->b)) || (p->kind == 4 && value == p->a);
}

/* Whether the first `count` patterns can have elements of their own, trying all ways. */
static bool can_assign(const simple *patterns, unsigned count, const unsigned *values, unsigned value_count,
                       unsigned used) {
    if (count == 0) {
        return true;
    }
    for (unsigned i = 0; i < value_count; i++) {
        if ((used & 1u << i) == 0 && simple_fits(&patterns[count - 1], values[i]) &&
            can_assign(patterns, count - 1, values, value_count, used | 1u << i)) {
            return true;
        }
    }
    return false;
}

static void print_simple(const simple *p, char *out, size_t size) {
    static const char *const forms[] = {"{\"$any\":true}", "{\"$min\":%u}", "{\"$max\":%u}", "{\"$one_of\":[%u,%u]}",
                                        "%u"};
    char number[2][16];
    snprintf(number[0], sizeof number[0], "%u", p->a);
    snprintf(number[1], sizeof number[1], "%u", p->b);
    out[0] = '\0';
    for (const char *at = forms[p->kind], *next = number[0]; *at != '\0'; at++) {
        if (*at == '%') {
            strncat(out, next, size - strlen(out) - 1);
            next = number[1];
            at++;
        } else {
            strncat(out, at, 1);
        }
    }
}

static void test_sets_by_all_ways(void **state) {
    rig *r = *state;
    unsigned fitting = 0, telling = 0;
    for (unsigned round = 0; round < rounds_of(20000); round++) {
        simple patterns[FEW];
        unsigned values[FEW + 1], count = draw(FEW + 1), value_count = draw(2) ? count : draw(FEW + 2);
        char text[1024] = "", actual[256] = "[", forms[FEW][64];
        bool is_set = draw(2);
        snprintf(text, sizeof text, "{\"%s\":[", is_set ? "$set" : "$has");
        for (unsigned i = 0; i < count; i++) {
            patterns[i] = (simple){draw(5), draw(4), draw(4)};
            print_simple(&patterns[i], forms[i], sizeof forms[i]);
            strcat(strcat(text, i > 0 ? "," : ""), forms[i]);
        }
        strcat(text, "]}");
        for (unsigned i = 0; i < value_count; i++) {
            values[i] = draw(4);
            snprintf(actual + strlen(actual), 16, "%s%u", i > 0 ? "," : "", values[i]);
        }
        strcat(actual, "]");
        bool right = can_assign(patterns, count, values, value_count, 0) && (!is_set || value_count == count);
        conf_difference d;
        bool fine = matches(r, text, actual, &d);
        if (fine != right) {
            fail_msg("%s against %s: %d", actual, text, fine);
        }
        fitting += right;
        if (!fine && strcmp(d.path, "$") == 0) {
            /* The pattern that is told is the first without which those before it had places. */
            unsigned first = 1;
            while (can_assign(patterns, first, values, value_count, 0)) {
                first++;
            }
            assert_memory_equal(d.expected, "another element ", 16);
            assert_string_equal(d.expected + 16, forms[first - 1]);
            telling++;
        }
    }
    assert_gt(fitting, rounds_of(20000) / 20);
    assert_gt(telling, rounds_of(20000) / 20);
}

/* Chains where every earlier pattern must move: i fits elements i and i + 1 only, the last one the first only. */
static void test_sets_with_long_chains(void **state) {
    rig *r = *state;
    enum { LONG = 200 };
    cJSON *pattern = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(pattern, "$set"),
          *actual = cJSON_CreateArray();
    for (unsigned i = 0; i < LONG; i++) {
        cJSON *either = cJSON_CreateObject(), *two = cJSON_AddArrayToObject(either, "$one_of");
        cJSON_AddItemToArray(two, cJSON_CreateNumber(i + 1 < LONG ? i : 0));
        cJSON_AddItemToArray(two, cJSON_CreateNumber(i + 1 < LONG ? i + 1 : 0));
        cJSON_AddItemToArray(list, either);
        cJSON_AddItemToArray(actual, cJSON_CreateNumber(i));
    }
    conf_difference d;
    assert_true(conf_match(&r->ctx, pattern, actual, NULL, 0, &d));
    cJSON_SetNumberValue(cJSON_GetArrayItem(actual, 77), 500);
    assert_false(conf_match(&r->ctx, pattern, actual, NULL, 0, &d));
    cJSON_Delete(pattern);
    cJSON_Delete(actual);
}

static void print_ring(char *out, size_t size, unsigned (*points)[2], unsigned count, bool is_closed) {
    snprintf(out, size, "[");
    for (unsigned i = 0; i < count + is_closed; i++) {
        size_t used = strlen(out);
        snprintf(out + used, size - used, "%s[%u,%u]", i > 0 ? "," : "", points[i % count][0], points[i % count][1]);
    }
    strcat(out, "]");
}

static bool same_ring(unsigned (*a)[2], unsigned (*b)[2], unsigned count) {
    for (unsigned start = 0; start < count; start++) {
        bool forward = true, backward = true;
        for (unsigned i = 0; i < count; i++) {
            forward = forward && memcmp(a[i], b[(start + i) % count], sizeof a[i]) == 0;
            backward = backward && memcmp(a[i], b[(start + count - i) % count], sizeof a[i]) == 0;
        }
        if (forward || backward) {
            return true;
        }
    }
    return false;
}

static void test_polygons_by_all_turns(void **state) {
    rig *r = *state;
    unsigned fitting = 0;
    for (unsigned round = 0; round < rounds_of(20000); round++) {
        unsigned a[6][2], b[6][2], count = 3 + draw(4), start = draw(count), is_backward = draw(2);
        for (unsigned i = 0; i < count; i++) {
            a[i][0] = draw(2);
            a[i][1] = draw(2);
        }
        for (unsigned i = 0; i < count; i++) {
            memcpy(b[i], a[(is_backward ? start + count - i : start + i) % count], sizeof b[i]);
        }
        if (draw(2)) {
            b[draw(count)][draw(2)] ^= 1;
        }
        /* A ring that ends where it begins is closed already, one point shorter. */
        if (memcmp(a[0], a[count - 1], sizeof a[0]) == 0 || memcmp(b[0], b[count - 1], sizeof b[0]) == 0) {
            continue;
        }
        char ring[128], pattern[160], actual[128];
        print_ring(ring, sizeof ring, a, count, draw(2));
        print_ring(actual, sizeof actual, b, count, draw(2));
        snprintf(pattern, sizeof pattern, "{\"$polygon\":%s}", ring);
        bool right = same_ring(a, b, count);
        conf_difference d;
        if (matches(r, pattern, actual, &d) != right) {
            fail_msg("%s against %s: %d", actual, pattern, !right);
        }
        fitting += right;
    }
    assert_gt(fitting, rounds_of(20000) / 10);
}

/* A ring of many points, turned and turned over; above 2000 the difference is that of the first way. */
static void test_large_rings(void **state) {
    rig *r = *state;
    enum { MANY = 2500, TURN = 777 };
    cJSON *pattern = cJSON_CreateObject(), *ring = cJSON_AddArrayToObject(pattern, "$polygon");
    cJSON *actual = cJSON_CreateArray();
    for (int i = 0; i < MANY; i++) {
        cJSON_AddItemToArray(ring, cJSON_CreateIntArray((int[]){i, i * i % 1009}, 2));
        int k = (TURN + MANY - i) % MANY;
        cJSON_AddItemToArray(actual, cJSON_CreateIntArray((int[]){k, k * k % 1009}, 2));
    }
    conf_difference d;
    assert_true(conf_match(&r->ctx, pattern, actual, NULL, 0, &d));
    cJSON_SetNumberValue(cJSON_GetArrayItem(cJSON_GetArrayItem(actual, 2000), 0), -1);
    assert_false(conf_match(&r->ctx, pattern, actual, NULL, 0, &d));
    assert_string_equal(d.path, "$[0]");
    assert_string_equal(d.expected, "[0,0]");
    assert_string_equal(d.got, "[777,347]"); /* 777 * 777 = 598 * 1009 + 347 */
    cJSON_Delete(pattern);
    cJSON_Delete(actual);
}

/* Small values that often are the same, each in two notations. */
static const char *const notations[][2] = {{"0", "-0.0"},
                                           {"1", "1e0"},
                                           {"\"a\"", "\"\\u0061\""},
                                           {"[1,2]", "[1.0,2]"},
                                           {"[2,1]", "[2,1]"},
                                           {"{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}"},
                                           {"{\"a\":2,\"b\":1}", "{\"b\":1,\"a\":2}"},
                                           {"true", "true"},
                                           {"null", "null"},
                                           {"{}", "{}"},
                                           {"[]", "[]"}};

static void test_unique_by_all_pairs(void **state) {
    rig *r = *state;
    for (unsigned round = 0; round < rounds_of(10000); round++) {
        unsigned values[6], count = draw(7), found = count;
        char actual[512] = "[", path[16] = "";
        for (unsigned i = 0; i < count; i++) {
            values[i] = draw(COUNT(notations));
            strcat(strcat(strcat(actual, i > 0 ? ",{\"v\":" : "{\"v\":"), notations[values[i]][draw(2)]), "}");
            for (unsigned k = 0; k < i && found == count; k++) {
                found = values[k] == values[i] ? i : found;
            }
        }
        strcat(actual, "]");
        if (found < count) {
            snprintf(path, sizeof path, "$[%u]", found);
        }
        conf_difference d;
        assert_int_equal(matches(r, "{'$unique': ['v']}", actual, &d), found == count);
        assert_string_equal(d.path, path);
    }
}

static void test_sorted_by_all_pairs(void **state) {
    rig *r = *state;
    for (unsigned round = 0; round < rounds_of(10000); round++) {
        unsigned a[6], b[6], count = draw(7), found = count;
        char actual[512] = "[", path[16] = "";
        for (unsigned i = 0; i < count; i++) {
            a[i] = i > 0 && draw(3) ? a[i - 1] + draw(2) : draw(3);
            b[i] = draw(3);
            snprintf(actual + strlen(actual), 64, "%s{\"s\":\"%c\",\"n\":[%u]}", i > 0 ? "," : "", 'a' + a[i], b[i]);
            bool is_less = i > 0 && (a[i] < a[i - 1] || (a[i] == a[i - 1] && b[i] < b[i - 1]));
            found = is_less && found == count ? i : found;
        }
        strcat(actual, "]");
        if (found < count) {
            snprintf(path, sizeof path, "$[%u]", found);
        }
        conf_difference d;
        assert_int_equal(matches(r, "{'$sorted': ['s', 'n[0]']}", actual, &d), found == count);
        assert_string_equal(d.path, path);
    }
}

/* ---- trees that differ in one known place ---- */

typedef struct change {
    unsigned leaf, count; /* which leaf is changed, and how many were met */
    char path[256];
} change;

static cJSON *random_tree(unsigned depth) {
    unsigned kind = draw(depth > 3 ? 3 : 6), count = draw(4);
    if (kind < 3) {
        return kind == 0 ? cJSON_CreateNumber(draw(9)) : kind == 1 ? cJSON_CreateString("s") : cJSON_CreateTrue();
    }
    cJSON *tree = kind == 3 ? cJSON_CreateArray() : cJSON_CreateObject();
    for (unsigned i = 0; i < count; i++) {
        char name[8];
        snprintf(name, sizeof name, "m%u", i);
        kind == 3 ? cJSON_AddItemToArray(tree, random_tree(depth + 1))
                  : cJSON_AddItemToObject(tree, name, random_tree(depth + 1));
    }
    return tree;
}

/* A copy with the members of objects backwards, in which the chosen leaf is null. */
static cJSON *changed_copy(const cJSON *tree, change *c, const char *path) {
    if (!cJSON_IsArray(tree) && !cJSON_IsObject(tree)) {
        bool is_it = c->count++ == c->leaf;
        if (is_it) {
            snprintf(c->path, sizeof c->path, "%s", path);
        }
        return is_it ? cJSON_CreateNull() : cJSON_Duplicate(tree, true);
    }
    cJSON *copy = cJSON_IsArray(tree) ? cJSON_CreateArray() : cJSON_CreateObject();
    unsigned index = 0;
    for (const cJSON *each = tree->child; each != NULL; each = each->next, index++) {
        char below[256];
        if (cJSON_IsArray(tree)) {
            snprintf(below, sizeof below, "%s[%u]", path, index);
            cJSON_AddItemToArray(copy, changed_copy(each, c, below));
        } else {
            snprintf(below, sizeof below, "%s.%s", path, each->string);
            cJSON *value = changed_copy(each, c, below);
            cJSON_AddItemToObject(copy, each->string, value);
            /* To the front. */
            if (copy->child != value) {
                cJSON_DetachItemViaPointer(copy, value);
                cJSON_InsertItemInArray(copy, 0, value);
            }
        }
    }
    return copy;
}

static void test_one_changed_leaf(void **state) {
    rig *r = *state;
    unsigned changed = 0;
    for (unsigned round = 0; round < rounds_of(4000); round++) {
        cJSON *tree = random_tree(0);
        cJSON *exact = cJSON_CreateObject();
        cJSON_AddItemReferenceToObject(exact, "$exact", tree);
        change c = {.leaf = draw(12)};
        cJSON *same = changed_copy(tree, &(change){.leaf = 9999}, "$"), *other = changed_copy(tree, &c, "$");
        conf_difference d;
        assert_true(conf_match(&r->ctx, tree, same, NULL, 0, &d));
        assert_true(conf_match(&r->ctx, exact, same, NULL, 0, &d));
        bool is_changed = c.leaf < c.count;
        assert_int_equal(conf_match(&r->ctx, tree, other, NULL, 0, &d), !is_changed);
        assert_string_equal(d.path, c.path);
        assert_string_equal(d.got, is_changed ? "null" : "");
        assert_int_equal(conf_match(&r->ctx, exact, other, NULL, 0, &d), !is_changed);
        assert_string_equal(d.path, c.path);
        changed += is_changed;
        cJSON_Delete(exact);
        cJSON_Delete(tree);
        cJSON_Delete(same);
        cJSON_Delete(other);
    }
    assert_gt(changed, rounds_of(4000) / 20);
}

/* ---- failing allocations ---- */

typedef struct sweep_case {
    const cJSON *pattern, *actual;
} sweep_case;

static bool run_match(void *arg) {
    sweep_case *s = arg;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    conf_difference d;
    if (arena == NULL) {
        return false;
    }
    lob_ctx_init(&ctx, arena);
    bool fine = conf_match(&ctx, s->pattern, s->actual, NULL, 0, &d);
    if (!fine) {
        assert_string_equal(d.expected, "a sound pattern");
        assert_string_equal(d.got, "out of memory");
    }
    lob_arena_drop(arena);
    return fine;
}

static void test_matching_without_memory(void **state) {
    (void)state;
    static const char *const pairs[][2] = {
        {"{'$set': [2, {'$has': [{'$any': true}]}]}", "[[1], 2]"},
        {"{'$keyed': ['a'], 'items': [{'a': 1}]}", "[{'a': 1}]"},
        {"{'$unique': []}", "[1, 2]"},
        {"{'$polygon': [[0, 0], [1, 0], [1, 1]]}", "[[1, 1], [1, 0], [0, 0]]"},
        {"{'$string': true, 'json': {'a': [1]}}", "'{\\u0022a\\u0022: [1]}'"},
        /* A search that fell short is no answer that differs. */
        {"{'$not': {'$set': [1]}}", "[2]"},
        {"{'$not': {'$unique': []}}", "[2, 2]"},
        {"{'$not': {'$string': true, 'json': 2}}", "'1'"},
        {"{'$one_of': [{'$polygon': [[0, 0]]}, {'$any': true}]}", "[[1, 1]]"},
    };
    for (size_t i = 0; i < COUNT(pairs); i++) {
        cJSON *pattern = json(pairs[i][0]), *actual = json(pairs[i][1]);
        sweep_case s = {pattern, actual};
        assert_gt(sweep_allocations(run_match, &s), 1);
        cJSON_Delete(pattern);
        cJSON_Delete(actual);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_sets_by_all_ways, setup, teardown),
        cmocka_unit_test_setup_teardown(test_sets_with_long_chains, setup, teardown),
        cmocka_unit_test_setup_teardown(test_polygons_by_all_turns, setup, teardown),
        cmocka_unit_test_setup_teardown(test_large_rings, setup, teardown),
        cmocka_unit_test_setup_teardown(test_unique_by_all_pairs, setup, teardown),
        cmocka_unit_test_setup_teardown(test_sorted_by_all_pairs, setup, teardown),
        cmocka_unit_test_setup_teardown(test_one_changed_leaf, setup, teardown),
        cmocka_unit_test_setup_teardown(test_matching_without_memory, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
