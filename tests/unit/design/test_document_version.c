/* Versions: the examples of semver.org, what the seed's table supports, and the one migration there is. */
#include "tests/support/lob_test.h"

#include "bench.h"

#include "design/document.h"
#include "gen/write.h"
#include "json/reader.h"

static void versions_are_read(void **state) {
    (void)state;
    static const char *const good[] = {"0.0.4",
                                       "1.2.3",
                                       "10.20.30",
                                       "1.1.2-prerelease+meta",
                                       "1.1.2+meta",
                                       "1.0.0-alpha.beta.1",
                                       "1.0.0-0A.is.legal",
                                       "1.0.0--",
                                       "2.0.0+build.1848",
                                       "1.0.0+0.build.1-rc.10000aaa-kk-0.1",
                                       "18446744073709551615.0.0",
                                       "1.0.0-0",
                                       "1.0.0+001"};
    static const char *const bad[] = {"",
                                      "1",
                                      "1.2",
                                      "1.2.3-0123",
                                      "1.2.3-0123.0123",
                                      "1.1.2+.123",
                                      "+invalid",
                                      "-invalid",
                                      "alpha",
                                      "1.0.0-alpha_beta",
                                      "1.0.0-alpha..1",
                                      "01.1.1",
                                      "1.01.1",
                                      "1.1.01",
                                      "1.2.3.DEV",
                                      "1.2.3-",
                                      "1.2.3+",
                                      "1.2.3-a.",
                                      "1.2.3+a+b",
                                      " 1.2.3",
                                      "1.2.3 ",
                                      "18446744073709551616.0.0",
                                      "v1.0.0",
                                      "-1.0.3",
                                      "1..0",
                                      "1.0.x"};
    lob_semver version;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        lob_case("%zu: %s", i, good[i]);
        assert_true(lob_semver_parse(lob_str_from(good[i]), &version));
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        lob_case("%zu: %s", i, bad[i]);
        assert_false(lob_semver_parse(lob_str_from(bad[i]), &version));
    }
    assert_true(lob_semver_parse(LOB_STR("1.22.333-rc.1+b.2"), &version));
    assert_int_equal(version.major, 1);
    assert_int_equal(version.minor, 22);
    assert_int_equal(version.patch, 333);
    assert_text(version.prerelease, "rc.1");
    assert_text(version.build, "b.2");
}

static void compatibility_is_that_of_the_seed(void **state) {
    (void)state;
    static const struct {
        lob_design_kind kind;
        const char *version;
        bool compatible, migration, newer;
        const char *target;
    } cases[] = {
        {LOB_DESIGN_NETLIST, "1.0.0", true, false, false, "1.1.0"},
        {LOB_DESIGN_NETLIST, "1.1.0", true, false, false, "1.1.0"},
        {LOB_DESIGN_NETLIST, "1.0.7", true, true, false, "1.1.0"},
        {LOB_DESIGN_NETLIST, "1.1.9", true, true, false, "1.1.0"},
        {LOB_DESIGN_NETLIST, "1.2.0", true, true, true, "1.1.0"},
        {LOB_DESIGN_NETLIST, "2.0.0", false, false, false, NULL},
        {LOB_DESIGN_NETLIST, "10.0.0", false, false, false, NULL},
        {LOB_DESIGN_NETLIST, "0.9.0", false, false, false, NULL},
        {LOB_DESIGN_NETLIST, "1", false, false, false, NULL},
        {LOB_DESIGN_DRC_RULES, "1.0.0", true, false, false, "1.1.0"},
        {LOB_DESIGN_DRC_RULES, "1.1.0", true, false, false, "1.1.0"},
        {LOB_DESIGN_DRC_RULES, "1.2.0", true, true, true, "1.1.0"},
        {LOB_DESIGN_OBJECTIVES, "1.0.0", true, false, false, "1.0.0"},
        {LOB_DESIGN_OBJECTIVES, "3.0.0", false, false, false, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].version);
        const lob_design_compatibility fit = lob_design_check_version(cases[i].kind, lob_str_from(cases[i].version));
        assert_int_equal(fit.compatible, cases[i].compatible);
        assert_int_equal(fit.migration_needed, cases[i].migration);
        assert_int_equal(fit.is_newer, cases[i].newer);
        if (cases[i].target) {
            assert_string_equal(fit.target_version, cases[i].target);
        } else {
            assert_false(fit.target_version);
        }
    }
    assert_string_equal(lob_design_versions(LOB_DESIGN_NETLIST)[1], "1.1.0");
}

static const char old_text[] =
    "{\"cells\": [{\"name\": \"a\", \"devices\": [{\"id\": \"R\", \"type\": \"resistor\", \"terminals\": {\"p\": "
    "\"VDD\", \"n\": \"x\"}}], \"nets\": [\"x\", \"gnd\"], \"net_types\": 5, \"ports\": \"?\", \"subcells\": [{"
    "\"name\": \"X\", \"cell\": \"b\", \"connections\": {\"q\": \"Avss\"}}]}, 7], \"top\": \"a\"}";

static char *migrated(lob_ctx *ctx, const char *from, const char *to, lob_status *status) {
    lob_json_fault fault;
    cJSON *json = lob_json_parse(LOB_STR(old_text), &fault);
    *status = json ? lob_design_migrate(ctx, LOB_DESIGN_NETLIST, json, lob_str_from(from), lob_str_from(to))
                   : lob_fail_memory(ctx);
    char *text = *status == LOB_OK ? cJSON_PrintUnformatted(json) : NULL;
    cJSON_Delete(json);
    return text;
}

/* By hand: each net of the cell by its name, in the order of terminals, nets, connections; what 1.0.0 could not mean is
 * gone, and what is no cell is left for the parser. */
static void a_netlist_becomes_1_1_0(void **state) {
    (void)state;
    bench b;
    lob_status status;
    begin(&b);
    char *text = migrated(&b.ctx, "1.0.0", "1.1.0", &status);
    assert_int_equal(status, LOB_OK);
    assert_string_equal(
        text,
        "{\"cells\":[{\"name\":\"a\",\"devices\":[{\"id\":\"R\",\"type\":\"resistor\",\"terminals\":{\"p\":\"VDD\","
        "\"n\":\"x\"}}],\"nets\":[\"x\",\"gnd\"],\"subcells\":[{\"name\":\"X\",\"cell\":\"b\",\"connections\":{"
        "\"q\":\"Avss\"}}],\"net_types\":{\"VDD\":\"power\",\"x\":\"signal\",\"gnd\":\"ground\",\"Avss\":"
        "\"ground\"}},7],\"top\":\"a\",\"schema_version\":\"1.1.0\"}");
    cJSON_free(text);
    text = migrated(&b.ctx, "1.3.0", "1.1.0", &status); /* nothing to do but the number */
    assert_int_equal(status, LOB_OK);
    assert_non_null(strstr(text, "\"net_types\":5"));
    cJSON_free(text);
    end(&b);
}

static void there_is_no_way_back(void **state) {
    (void)state;
    static const char *const ways[][3] = {{"1.1.0", "1.0.0", "1.0.0"},
                                          {"1.0.0", "2.0.0", "2.0.0"},
                                          {"2.0.0", "1.1.0", "2.0.0"},
                                          {"1.0.0", "1.2.0", "1.2.0"},
                                          {"abc", "1.1.0", "abc"}};
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        lob_case("%s", ways[i][0]);
        bench b;
        lob_status status;
        char message[80];
        begin(&b);
        migrated(&b.ctx, ways[i][0], ways[i][1], &status);
        snprintf(message, sizeof message, "Unsupported schema version: %s", ways[i][2]);
        assert_error(&b.ctx.error, LOB_E_INVALID_TARGET, message, "NetlistParseError", "version");
        end(&b);
    }
}

static bool attempt(void *arg) {
    lob_status status = LOB_E_INTERNAL_ERROR;
    lob_arena *arena = lob_arena_new(0);
    (void)arg;
    if (arena) {
        lob_ctx ctx;
        lob_ctx_init(&ctx, arena);
        char *text = migrated(&ctx, "1.0.0", "1.1.0", &status);
        cJSON_free(text);
        status = text ? status : LOB_E_INTERNAL_ERROR;
    }
    lob_arena_drop(arena);
    return status == LOB_OK;
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    lob_json_init();
    assert_gt(sweep_allocations_sparing(attempt, NULL, true), 10); /* printing shrinks its text */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(versions_are_read),         cmocka_unit_test(compatibility_is_that_of_the_seed),
        cmocka_unit_test(a_netlist_becomes_1_1_0),   cmocka_unit_test(there_is_no_way_back),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
