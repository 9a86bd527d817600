/* Decks: what each member becomes, each fault with the place it is told at, and the hash against Python's
 * hashlib.sha256(json.dumps(deck, sort_keys=True, separators=(",", ":"), ensure_ascii=False)), numbers that are whole
 * given as such. */
#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "litho/deck.h"

typedef struct bench {
    lob_arena *arena;
    lob_ctx ctx;
} bench;

static bench begin(void) {
    bench b = {.arena = lob_arena_new(0)};
    lob_ctx_init(&b.ctx, b.arena);
    return b;
}

/* The example of RFC 0003, and its members in another order, spelled otherwise. */
#define FREEPDK45                                                                                                      \
    "{\"schema_version\":\"1\",\"process_node\":\"freepdk45\",\"layer\":\"metal1\",\"polarity\":\"clear\","            \
    "\"pixel_size_nm\":1.0,\"rules\":{\"min_width_nm\":65.0,\"min_spacing_nm\":65.0,"                                  \
    "\"min_curvature_radius_nm\":25.0,\"min_feature_area_nm2\":4225.0},\"notes\":\"a \\\"b\\\" \\\\ \\u00b5 "          \
    "\\n\\u0001\"}"
#define FREEPDK45_AGAIN                                                                                                \
    "{ \"notes\" : \"a \\u0022b\\u0022 \\\\ \xc2\xb5 \\n\\u0001\", \"rules\":{\"min_feature_area_nm2\":4.225e3,"       \
    "\"min_curvature_radius_nm\":25,\"min_spacing_nm\":65,\"min_width_nm\":65},\n\"pixel_size_nm\":1e0,"               \
    "\"polarity\":\"clear\",\"layer\":\"metal1\",\"process_node\":\"freepdk45\",\"schema_version\":\"1\"}"
#define FREEPDK45_HASH "sha256:2bd8838d3e06887e8e1f86a936b4fdb62bc0cfe51de62a4aa322279def1f6f7a"

static void assert_read(bench *b, const char *text, lob_litho_deck *deck) {
    const lob_status status = lob_litho_deck_read(&b->ctx, lob_str_from(text), deck);
    if (status != LOB_OK) {
        print_message("%s: %s at %s\n", text, b->ctx.error.message, b->ctx.error.issues[0].path);
    }
    assert_int_equal(status, LOB_OK);
}

static void members_become_limits(void **unused) {
    (void)unused;
    bench b = begin();
    lob_litho_deck deck;
    assert_read(&b, FREEPDK45, &deck);
    assert_true(lob_str_equal(deck.name, LOB_STR("freepdk45_metal1")));
    assert_true(lob_str_equal(deck.process_node, LOB_STR("freepdk45")));
    assert_true(lob_str_equal(deck.layer, LOB_STR("metal1")));
    assert_eq(deck.width_nm, 65);
    assert_eq(deck.spacing_nm, 65);
    assert_eq(deck.radius_nm, 25);
    assert_eq(deck.area_nm2, 4225);
    assert_eq(deck.drc_area_nm2, 4225);
    assert_eq(deck.notch_nm, 0);
    assert_eq(deck.pixel_nm, 1);
    assert_true(!deck.is_dark);
    assert_eq(deck.dedup_width_nm, 65); /* RFC 0006: about the least feature */
    assert_eq(deck.dedup_spacing_nm, 65);
    assert_eq(deck.dedup_area_nm, 65);
    assert_eq(deck.dedup_mrc_nm, 0);
    assert_eq(deck.dedup_gauge_nm, 0);
    assert_string_equal(deck.hash, FREEPDK45_HASH);
    lob_arena_drop(b.arena);
}

static void spelling_does_not_change_the_hash(void **unused) {
    (void)unused;
    bench b = begin();
    lob_litho_deck deck;
    assert_read(&b, FREEPDK45_AGAIN, &deck);
    assert_string_equal(deck.hash, FREEPDK45_HASH);
    lob_arena_drop(b.arena);
}

#define HEAD "{\"schema_version\":\"1\",\"process_node\":\"n\",\"layer\":\"l\","
#define RULE "\"rules\":{\"min_width_nm\":18.5}"

static void radii_and_sources(void **unused) {
    (void)unused;
    bench b = begin();
    lob_litho_deck deck;
    assert_read(&b,
                HEAD RULE
                ",\"polarity\":\"dark\",\"source\":{\"vendor\":\"v\\b\\t\\f\\r\",\"translated_from\":\"svrf\",\"year\":"
                "2026,\"final\":true,\"draft\":false,\"by\":null},\"dedup_radius_nm\":{\"width\":1,\"spacing\":2,"
                "\"area\":3,\"mrc\":4,\"gauge\":5.5}}",
                &deck);
    assert_eq(deck.width_nm, 18.5);
    assert_eq(deck.spacing_nm, 0);
    assert_eq(deck.radius_nm, 0);
    assert_eq(deck.area_nm2, 0);
    assert_true(deck.is_dark);
    assert_eq(deck.pixel_nm, 0);
    assert_eq(deck.dedup_width_nm, 1);
    assert_eq(deck.dedup_spacing_nm, 2);
    assert_eq(deck.dedup_area_nm, 3);
    assert_eq(deck.dedup_mrc_nm, 4);
    assert_eq(deck.dedup_gauge_nm, 5.5);
    assert_string_equal(deck.hash, "sha256:bf2d327aee2be34e3e4dbeeac7c4352e8e54f86c2c281a86d85bfcd1d6d7bd0c");
    lob_arena_drop(b.arena);
}

static void the_usual_deck(void **unused) {
    (void)unused;
    bench b = begin();
    lob_litho_deck deck, alike;
    assert_int_equal(lob_litho_deck_usual(&b.ctx, NULL, &deck), LOB_OK);
    assert_eq(deck.width_nm, 40);
    assert_eq(deck.spacing_nm, 40);
    assert_eq(deck.radius_nm, 20);
    assert_eq(deck.area_nm2, 1600);
    assert_eq(deck.notch_nm, 30);
    assert_eq(deck.drc_area_nm2, 100);
    assert_eq(deck.dedup_area_nm, 40);
    /* hashlib.sha256 of Python's json.dumps(sort_keys, no spaces) of all six limits */
    assert_string_equal(deck.hash, "sha256:a5618b9d05d30c2e8b7183f4eb629f1f38750e6cd234bf851b608f4fa41cf420");
    assert_read(
        &b,
        "{\"schema_version\":\"1\",\"process_node\":\"usual\",\"layer\":\"mask\",\"rules\":{\"min_width_nm\":40,"
        "\"min_spacing_nm\":40,\"min_curvature_radius_nm\":20,\"min_feature_area_nm2\":1600}}",
        &alike); /* its other limits are its own: notch 40, area 1600 */
    assert_string_not_equal(alike.hash, deck.hash);
    /* Of a node by its pitch: 12 / 40 of each length. */
    assert_int_equal(lob_litho_deck_usual(&b.ctx, lob_litho_node_find(LOB_STR("2nm-euv")), &deck), LOB_OK);
    assert_eq(deck.width_nm, 12);
    assert_eq(deck.spacing_nm, 12);
    assert_eq(deck.radius_nm, 6);
    assert_eq(deck.area_nm2, 144);
    assert_eq(deck.notch_nm, 9);
    assert_eq(deck.drc_area_nm2, 9);
    assert_string_equal(deck.hash, "sha256:096077f6a3d6f43f1d959dedda73c7930898e996d609edda1e416a70284d64d1");
    assert_true(lob_str_equal(deck.name, LOB_STR("2nm-euv_mask")));
    lob_arena_drop(b.arena);
}

/* The first fault is told at `path`. */
static void assert_refused(const char *text, const char *path) {
    bench b = begin();
    lob_litho_deck deck;
    assert_int_equal(lob_litho_deck_read(&b.ctx, lob_str_from(text), &deck), LOB_E_INVALID_TARGET);
    bool found = false;
    for (unsigned i = 0; i < b.ctx.error.issue_count; i++) {
        found = found || strcmp(b.ctx.error.issues[i].path, path) == 0;
    }
    if (!found) {
        print_message("%s: %s at %s, not at %s\n", text, b.ctx.error.message, b.ctx.error.issues[0].path, path);
    }
    assert_true(found);
    assert_ne(b.ctx.error.hint[0], '\0');
    lob_arena_drop(b.arena);
}

static void faults_are_told_where_they_are(void **unused) {
    (void)unused;
    static const char *const cases[][2] = {
        {"[]", "$"},
        {"{\"schema_version\":\"2\",\"process_node\":\"n\",\"layer\":\"l\"," RULE "}", "$.schema_version"},
        {"{\"schema_version\":1,\"process_node\":\"n\",\"layer\":\"l\"," RULE "}", "$.schema_version"},
        {"{\"process_node\":\"n\",\"layer\":\"l\"," RULE "}", "$.schema_version"},
        {"{\"schema_version\":\"1\",\"layer\":\"l\"," RULE "}", "$.process_node"},
        {HEAD "\"rules\":{}}", "$.rules"},
        {"{\"schema_version\":\"1\",\"process_node\":\"n\",\"layer\":\"l\"}", "$.rules"},
        {HEAD "\"rules\":{\"min_width_nm\":0}}", "$.rules.min_width_nm"},
        {HEAD "\"rules\":{\"min_spacing_nm\":-1}}", "$.rules.min_spacing_nm"},
        {HEAD "\"rules\":{\"min_width_nm\":\"65\"}}", "$.rules.min_width_nm"},
        {HEAD "\"rules\":{\"min_with_nm\":65}}", "$.rules.min_with_nm"},
        {HEAD RULE ",\"colour\":1}", "$.colour"},
        {HEAD RULE ",\"polarity\":\"grey\"}", "$.polarity"},
        {HEAD RULE ",\"pixel_size_nm\":0}", "$.pixel_size_nm"},
        {HEAD RULE ",\"source\":{\"translated_from\":\"dreams\"}}", "$.source.translated_from"},
        {HEAD RULE ",\"source\":{\"more\":{\"deep\":1}}}", "$.source"},
        {HEAD RULE ",\"source\":{\"more\":[1]}}", "$.source"},
        {HEAD RULE ",\"dedup_radius_nm\":{\"width\":-1}}", "$.dedup_radius_nm.width"},
        {HEAD RULE ",\"dedup_radius_nm\":{\"widht\":1}}", "$.dedup_radius_nm.widht"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%s", cases[i][0]);
        assert_refused(cases[i][0], cases[i][1]);
    }
}

/* The words of the type are not those of its reader. */
static void faults_name_the_deck(void **unused) {
    (void)unused;
    bench b = begin();
    lob_litho_deck deck;
    assert_int_equal(lob_litho_deck_read(&b.ctx, LOB_STR("{}"), &deck), LOB_E_INVALID_TARGET);
    assert_eq(strncmp(b.ctx.error.message, "The rule deck has ", 18), 0);
    assert_null(strstr(b.ctx.error.message, "litho_deck_file"));
    lob_error_clear(&b.ctx.error);
    assert_int_equal(lob_litho_deck_read(&b.ctx, LOB_STR(HEAD "\"rules\":{}}"), &deck), LOB_E_INVALID_TARGET);
    assert_non_null(strstr(b.ctx.error.issues[0].expected, "min_width_nm"));
    assert_string_equal(b.ctx.error.issues[0].got, "none of them");
    lob_arena_drop(b.arena);
}

static void what_is_no_json_is_refused(void **unused) {
    (void)unused;
    bench b = begin();
    lob_litho_deck deck;
    assert_int_equal(lob_litho_deck_read(&b.ctx, LOB_STR("{\n\"a\":01}"), &deck), LOB_E_INVALID_TARGET);
    bool has_line = false;
    for (unsigned i = 0; i < b.ctx.error.detail_count; i++) {
        has_line = has_line || (strcmp(b.ctx.error.details[i].key, "line") == 0 && b.ctx.error.details[i].integer == 2);
    }
    assert_true(has_line);
    lob_arena_drop(b.arena);
}

static bool run_once(void *arg) {
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_litho_deck deck;
    if (!arena) {
        return false;
    }
    lob_ctx_init(&ctx, arena);
    const lob_status status = lob_litho_deck_read(&ctx, lob_str_from(arg), &deck);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_arena_drop(arena);
    return status == LOB_OK;
}

static void survives_every_failing_allocation(void **unused) {
    (void)unused;
    static char text[] = FREEPDK45;
    assert_gt(sweep_allocations(run_once, text), 1);
}

/* litho-notes.md 6.4: wavelength, NA, sigma inner and outer, pixel, pitch, reach. */
static void nodes_have_their_defaults(void **unused) {
    (void)unused;
    const lob_litho_node nodes[] = {
        {"2nm-euv", 13.5, .55, .2, .9, .5, 12, 250}, {"3nm-euv", 13.5, .55, .2, .9, .5, 14, 250},
        {"5nm-euv", 13.5, .33, .3, .8, 1, 20, 400},  {"7nm", 13.5, .33, .4, .8, 1, 28, 400},
        {"28nm", 193, 1.35, .5, .8, 1, 28, 1500},    {"45nm", 193, 1.35, .5, .8, 1, 40, 1500}};
    for (unsigned i = 0; i < 6; i++) {
        const lob_litho_node *node = lob_litho_node_find(lob_str_from(nodes[i].name));
        assert_non_null(node);
        assert_eq(node->wavelength_nm, nodes[i].wavelength_nm);
        assert_eq(node->na, nodes[i].na);
        assert_eq(node->sigma_inner, nodes[i].sigma_inner);
        assert_eq(node->sigma_outer, nodes[i].sigma_outer);
        assert_eq(node->pixel_nm, nodes[i].pixel_nm);
        assert_eq(node->pitch_nm, nodes[i].pitch_nm);
        assert_eq(node->reach_nm, nodes[i].reach_nm);
    }
    assert_null(lob_litho_node_find(LOB_STR("7")));
    assert_null(lob_litho_node_find(LOB_STR("7nmm")));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_become_limits),
        cmocka_unit_test(spelling_does_not_change_the_hash),
        cmocka_unit_test(radii_and_sources),
        cmocka_unit_test(the_usual_deck),
        cmocka_unit_test(faults_are_told_where_they_are),
        cmocka_unit_test(faults_name_the_deck),
        cmocka_unit_test(what_is_no_json_is_refused),
        cmocka_unit_test(survives_every_failing_allocation),
        cmocka_unit_test(nodes_have_their_defaults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
