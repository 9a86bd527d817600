/* The operator's settings: defaults, every variable, every bad value. */
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "session/config.h"

static const char *names[8], *values[8];
static lob_ctx ctx;
static lob_config config;

static const char *fake_getenv(const char *name) {
    for (int i = 0; i < 8 && names[i]; i++) {
        if (strcmp(names[i], name) == 0) {
            return values[i];
        }
    }
    return NULL;
}

/* Reads with one variable set, and a home. */
static lob_status read_with(const char *name, const char *value) {
    memset(names, 0, sizeof names);
    names[0] = name, values[0] = value;
    names[1] = "HOME", values[1] = "/home/someone";
    lob_ctx_init(&ctx, NULL);
    memset(&config, 0, sizeof config);
    return lob_config_read(&ctx, fake_getenv, &config);
}

static void test_defaults_of_the_contract(void **state) {
    (void)state;
    assert_int_equal(read_with("OTHER", ""), LOB_OK);
    assert_int_equal(config.session_ttl_ms, 3600000);
    assert_string_equal(config.klayout_bin, "klayout");
    assert_string_equal(config.roots, "");
    assert_int_equal(config.drc_timeout_ms, 600000);
    assert_int_equal(config.toolset, LOB_TOOLSET_FULL);
    assert_int_equal(config.artifact_root[0], '/');
    assert_gt(config.session_count_max, 0);
    assert_gt(config.file_size_max, 0);
    assert_gt(config.artifact_quota_size, 0);
    assert_eq(config.layout_cache_size, UINT64_C(4294967296));
    lob_config first = config;
    assert_int_equal(read_with("KLAYOUT_MCP_SESSION_TTL_SECONDS", ""), LOB_OK); /* empty is unset */
    assert_memory_equal(&first, &config, sizeof config);
}

static void test_values(void **state) {
    (void)state;
    assert_int_equal(read_with("KLAYOUT_MCP_SESSION_TTL_SECONDS", "31536000"), LOB_OK);
    assert_int_equal(config.session_ttl_ms, 31536000000);
    assert_int_equal(read_with("KLAYOUT_MCP_MAX_SESSIONS", "2"), LOB_OK);
    assert_int_equal(config.session_count_max, 2);
    assert_int_equal(read_with("KLAYOUT_MCP_MAX_FILE_BYTES", "1000000000000"), LOB_OK);
    assert_int_equal(config.file_size_max, 1000000000000);
    assert_int_equal(read_with("KLAYOUT_MCP_DRC_TIMEOUT_SECONDS", "7"), LOB_OK);
    assert_int_equal(config.drc_timeout_ms, 7000);
    assert_int_equal(read_with("KLAYOUT_MCP_ARTIFACT_QUOTA_BYTES", "1"), LOB_OK);
    assert_int_equal(config.artifact_quota_size, 1);
    assert_int_equal(read_with("KLAYOUT_MCP_LAYOUT_CACHE_BYTES", "7"), LOB_OK);
    assert_int_equal(config.layout_cache_size, 7);
    assert_int_equal(read_with("KLAYOUT_MCP_LAYOUT_CACHE_BYTES", "off"), LOB_OK);
    assert_int_equal(config.layout_cache_size, 0);
    assert_int_equal(read_with("KLAYOUT_BIN", "/opt/klayout"), LOB_OK);
    assert_string_equal(config.klayout_bin, "/opt/klayout");
    assert_int_equal(read_with("KLAYOUT_MCP_ROOTS", "/a:/b"), LOB_OK);
    assert_string_equal(config.roots, "/a:/b");
    assert_int_equal(read_with("KLAYOUT_MCP_ARTIFACT_ROOT", "/x/y"), LOB_OK);
    assert_string_equal(config.artifact_root, "/x/y");
    assert_int_equal(read_with("KLAYOUT_MCP_TOOLSET", "contract"), LOB_OK);
    assert_int_equal(config.toolset, LOB_TOOLSET_CONTRACT);
    assert_int_equal(read_with("KLAYOUT_MCP_TOOLSET", "check,contract,check"), LOB_OK);
    assert_int_equal(config.toolset, LOB_GROUP_CHECK | LOB_GROUP_CONTRACT);
    assert_int_equal(read_with("KLAYOUT_MCP_TOOLSET", "check,full"), LOB_OK);
    assert_int_equal(config.toolset, LOB_TOOLSET_FULL);
    assert_int_equal(read_with("KLAYOUT_MCP_TOOLSET", "full"), LOB_OK);
    assert_int_equal(config.toolset, LOB_TOOLSET_FULL);
    assert_int_equal(read_with("KLAYOUT_MCP_SANDBOX", "off"), LOB_OK);
    assert_true(config.has_no_sandbox);
    assert_int_equal(read_with("KLAYOUT_MCP_SANDBOX", "required"), LOB_OK);
    assert_false(config.has_no_sandbox);
    assert_int_equal(read_with("KLAYOUT_MCP_ISOLATE", "on"), LOB_OK);
    assert_int_equal(config.isolation, LOB_ISOLATION_ON);
    assert_int_equal(read_with("KLAYOUT_MCP_ISOLATE", "off"), LOB_OK);
    assert_int_equal(config.isolation, LOB_ISOLATION_OFF);
    assert_false(config.has_no_crash_reports);
    assert_eq(config.worker_size_max, UINT64_C(6442450944));
    assert_int_equal(read_with("KLAYOUT_MCP_CRASH_REPORTS", "off"), LOB_OK);
    assert_int_equal(config.isolation, LOB_ISOLATION_USUAL);
    assert_true(config.has_no_crash_reports);
    assert_int_equal(read_with("KLAYOUT_MCP_CRASH_REPORTS", "on"), LOB_OK);
    assert_false(config.has_no_crash_reports);
    assert_int_equal(read_with("KLAYOUT_MCP_CLIENT_ROOTS", "off"), LOB_OK);
    assert_int_equal(read_with("KLAYOUT_MCP_RESOURCE_LINKS", "off"), LOB_OK);
    assert_true(config.has_no_links);
    assert_int_equal(read_with("KLAYOUT_MCP_WORKER_BYTES", "1000000000"), LOB_OK);
    assert_false(config.has_no_links);
    assert_int_equal(config.worker_size_max, 1000000000);
    assert_int_equal(read_with("KLAYOUT_MCP_LITHO_ENGINE", "subprocess"), LOB_OK);
    assert_int_equal(config.litho_engine, LOB_LITHO_SUBPROCESS);
    assert_int_equal(read_with("KLAYOUT_MCP_LITHO_ENGINE", "in_process"), LOB_OK);
    assert_int_equal(config.litho_engine, LOB_LITHO_IN_PROCESS);
    assert_int_equal(read_with("KLAYOUT_MCP_LITHO_ENGINE", ""), LOB_OK);
    assert_int_equal(config.litho_engine, LOB_LITHO_IN_PROCESS);
}

/* PATH and HOME are the system's, not settings of ours: what is too long is cut or left out, never refused. */
static void test_system(void **state) {
    (void)state;
    static char longest[5000];
    memset(longest, 'x', sizeof longest - 1);
    assert_int_equal(read_with("PATH", "/usr/bin:/bin"), LOB_OK);
    assert_string_equal(config.search_path, "/usr/bin:/bin");
    assert_int_equal(read_with("PATH", longest), LOB_OK);
    assert_string_equal(config.search_path, "");
    memcpy(longest + 4000, ":/a", 3);
    assert_int_equal(read_with("PATH", longest), LOB_OK);
    assert_int_equal(strlen(config.search_path), 4000);
    assert_int_equal(read_with("HOME", "/home/a"), LOB_OK);
    assert_string_equal(config.home, "/home/a");
    assert_int_equal(read_with("HOME", longest), LOB_OK);
    assert_string_equal(config.home, "");
}

static void check_bad(const char *name, const char *value) {
    assert_int_equal(read_with(name, value), LOB_E_INVALID_TARGET);
    assert_string_equal(ctx.error.details[0].key, "argument");
    assert_true(lob_str_equal(ctx.error.details[0].text, lob_str_from(name)));
    assert_ne(ctx.error.hint[0], '\0');
}

static void test_bad_values(void **state) {
    (void)state;
    static const char *const integers[] = {"KLAYOUT_MCP_SESSION_TTL_SECONDS",  "KLAYOUT_MCP_MAX_SESSIONS",
                                           "KLAYOUT_MCP_MAX_FILE_BYTES",       "KLAYOUT_MCP_DRC_TIMEOUT_SECONDS",
                                           "KLAYOUT_MCP_ARTIFACT_QUOTA_BYTES", "KLAYOUT_MCP_WORKER_BYTES",
                                           "KLAYOUT_MCP_LAYOUT_CACHE_BYTES"};
    static const char *const bad[] = {
        "0", "-1", "x", "1.5", "1e3", " 1", "99999999999999999999", "9223372036854775807"};
    check_bad("KLAYOUT_MCP_SESSION_TTL_SECONDS", "0");
    assert_non_null(strstr(ctx.error.hint, "0 would end each session before its first call"));
    assert_non_null(strstr(ctx.error.hint, "31536000"));
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++) {
        lob_case("integers[%zu]", i);
        for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
            check_bad(integers[i], bad[k]);
        }
    }
    static char longest[5000];
    memset(longest, 'x', sizeof longest - 1);
    longest[0] = '/';
    check_bad("KLAYOUT_MCP_SESSION_TTL_SECONDS", "31536001");
    check_bad("KLAYOUT_MCP_TOOLSET", "Full");
    check_bad("KLAYOUT_MCP_TOOLSET", ",");
    check_bad("KLAYOUT_MCP_TOOLSET", "full,");
    check_bad("KLAYOUT_MCP_TOOLSET", "contract check");
    check_bad("KLAYOUT_MCP_SANDBOX", "on");
    check_bad("KLAYOUT_MCP_ISOLATE", "yes");
    check_bad("KLAYOUT_MCP_CRASH_REPORTS", "0");
    check_bad("KLAYOUT_MCP_RESOURCE_LINKS", "0");
    check_bad("KLAYOUT_MCP_CLIENT_ROOTS", "no");
    check_bad("KLAYOUT_MCP_LITHO_ENGINE", "Subprocess");
    check_bad("KLAYOUT_MCP_LITHO_ENGINE", "thread");
    check_bad("KLAYOUT_MCP_ARTIFACT_ROOT", longest + 1); /* relative: longer still with the current folder */
    check_bad("KLAYOUT_MCP_ARTIFACT_ROOT", longest);
    check_bad("KLAYOUT_BIN", longest);
    check_bad("KLAYOUT_MCP_ROOTS", longest);
}

static void check_root(const char *expected) {
    lob_ctx_init(&ctx, NULL);
    lob_status status = lob_config_read(&ctx, fake_getenv, &config);
    assert_int_equal(status, expected ? LOB_OK : LOB_E_INVALID_TARGET);
    if (expected) {
        assert_string_equal(config.artifact_root, expected);
    }
}

static void make_file(const char *path) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
}

static void test_default_root(void **state) {
    (void)state;
    char base[64] = "/tmp/lob_config.XXXXXX", real[PATH_MAX], path[PATH_MAX + 32], old[PATH_MAX];
    assert_non_null(getcwd(old, sizeof old));
    assert_non_null(mkdtemp(base));
    assert_non_null(realpath(base, real));
    assert_int_equal(chdir(real), 0);
    memset(names, 0, sizeof names);
    names[0] = "XDG_CACHE_HOME", values[0] = "/cache";
    names[1] = "HOME", values[1] = "/home/someone";
    check_root("/cache/layout-observer");
    values[0] = "relative";
    check_root("/home/someone/.cache/layout-observer");
    values[1] = "";
    check_root(NULL);
    values[0] = "/cache";
    mkdir("checkout", 0700);
    mkdir("checkout/.git", 0700);
    mkdir("checkout/below", 0700);
    assert_int_equal(chdir("checkout/below"), 0);
    check_root("/cache/layout-observer"); /* somebody else's repository */
    mkdir("../include", 0700);
    mkdir("../include/lob", 0700);
    make_file("../include/lob/lob.h");
    check_root("/cache/layout-observer");
    mkdir("../spec", 0700);
    mkdir("../spec/tools", 0700);
    make_file("../spec/tools/open_layout.json");
    snprintf(path, sizeof path, "%s/checkout/.artifacts", real);
    check_root(path);
    assert_int_equal(chdir(".."), 0);
    check_root(path);
    mkdir("below/.git", 0700); /* a repository of others within */
    assert_int_equal(chdir("below"), 0);
    check_root("/cache/layout-observer");
    assert_int_equal(rmdir(".git") | chdir("..") | rmdir("below") | rmdir(".git"), 0);
    check_root("/cache/layout-observer"); /* the same files, but no checkout */
    assert_int_equal(unlink("include/lob/lob.h") | rmdir("include/lob") | rmdir("include"), 0);
    assert_int_equal(unlink("spec/tools/open_layout.json") | rmdir("spec/tools") | rmdir("spec"), 0);
    assert_int_equal(chdir("..") | rmdir("checkout") | chdir(old) | rmdir(base), 0);
}

/* A relative root belongs to the folder that the server was started in. */
static void test_relative_root(void **state) {
    (void)state;
    char old[PATH_MAX], expected[PATH_MAX + 32];
    assert_non_null(getcwd(old, sizeof old));
    assert_int_equal(chdir("/tmp"), 0);
    assert_non_null(getcwd(expected, PATH_MAX));
    strcat(expected, "/some/where");
    assert_int_equal(read_with("KLAYOUT_MCP_ARTIFACT_ROOT", "some/where"), LOB_OK);
    assert_string_equal(config.artifact_root, expected);
    assert_int_equal(chdir("/"), 0);
    assert_int_equal(read_with("KLAYOUT_MCP_ARTIFACT_ROOT", "some/where"), LOB_OK);
    assert_string_equal(config.artifact_root, "/some/where");
    char gone[] = "/tmp/lob_gone_XXXXXX";
    assert_non_null(mkdtemp(gone));
    assert_int_equal(chdir(gone), 0);
    assert_int_equal(rmdir(gone), 0);
    check_bad("KLAYOUT_MCP_ARTIFACT_ROOT", "some/where");
    assert_int_equal(read_with("KLAYOUT_MCP_ARTIFACT_ROOT", "/some/where"), LOB_OK);
    assert_int_equal(chdir(old), 0);
}

/* Who names the root needs no home, and what the environment says of it does not matter, be it wrong. */
static void test_given_root(void **state) {
    (void)state;
    memset(names, 0, sizeof names);
    names[0] = "KLAYOUT_MCP_ARTIFACT_ROOT", values[0] = "relative";
    names[1] = "KLAYOUT_MCP_MAX_SESSIONS", values[1] = "3";
    static const char *const roots[] = {"/given", ""};
    for (unsigned i = 0; i < 2; i++) {
        lob_ctx_init(&ctx, NULL);
        memset(&config, 0, sizeof config);
        assert_int_equal(lob_config_read_rooted(&ctx, fake_getenv, roots[i], &config), LOB_OK);
        assert_string_equal(config.artifact_root, roots[i]);
        assert_eq(config.session_count_max, 3);
        assert_eq(config.session_ttl_ms, 3600000);
    }
    values[1] = "none";
    lob_ctx_init(&ctx, NULL);
    assert_int_equal(lob_config_read_rooted(&ctx, fake_getenv, "/given", &config), LOB_E_INVALID_TARGET);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_defaults_of_the_contract),
                                       cmocka_unit_test(test_values),
                                       cmocka_unit_test(test_system),
                                       cmocka_unit_test(test_bad_values),
                                       cmocka_unit_test(test_default_root),
                                       cmocka_unit_test(test_relative_root),
                                       cmocka_unit_test(test_given_root)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
