/* run_drc_script: rule decks; KLayout itself on a layout whose violations are worked out by hand in its recipe; and a
 * program in KLayout's place, this one, that ends in every way a deck can. What needs KLayout or the walls is skipped,
 * and said, where they are not.
 * A program of its own: it starts itself, or what lies beside it. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include "tests/support/lob_test.h"

#include "base/clock.h"
#include "bench_rig.h"
#include "klayout/run.h"
#include "tests/support/stride.h"
#include "tool_sweep.h"

static char here[4096];
static const char *known; /* the session on fixtures/drc_known.gds */

static char own_program[4096];

/* ---- the rig ---- */

static void reopen(const char *klayout, int64_t timeout_ms, uint64_t quota) {
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_sessions_close(t.sessions);
    snprintf(t.config.klayout_bin, sizeof t.config.klayout_bin, "%s", klayout);
    snprintf(t.config.search_path, sizeof t.config.search_path, "%s", getenv("PATH"));
    t.config.drc_timeout_ms = timeout_ms;
    t.config.artifact_quota_size = quota;
    assert_int_equal(lob_sessions_open(&ctx, &t.config, &t.sessions), LOB_OK);
    lob_arena_drop(arena);
    char path[4200];
    snprintf(path, sizeof path, "%s/fixtures/drc_known.gds", here);
    known = open_session(&t, path, NULL);
}

static int setup(void **state) {
    (void)state;
    bench_open(&t);
    assert_non_null(getcwd(here, sizeof here));
    assert_gt(readlink("/proc/self/exe", own_program, sizeof own_program - 1), 0);
    reopen("klayout", 60000, 1 << 30);
    return 0;
}

static const char *deck(const char *name, const char *text) {
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", t.folder, name);
    FILE *file = fopen(path, "w");
    assert_true(file);
    assert_ge(fputs(text, file), 0);
    fclose(file);
    return path;
}

#define RUN(status, session, path, ...) run_deck(status, session, path, "" __VA_ARGS__)

static cJSON *run_deck(lob_status status, const char *session, const char *path, const char *more) {
    return run(&t, status, "run_drc_script", "{\"session_id\":\"%s\",\"script_path\":\"%s\"%s}", session, path, more);
}

#define JSON ",\"script_type\":\"json\""

static const char *own_deck(const char *name) {
    static char path[4200];
    snprintf(path, sizeof path, "%s/tests/decks/%s", here, name);
    return path;
}

/* Entries of the session's folder of runs, or of the session itself that are logs: what a failure must not leave. */
static unsigned runs_left(const char *session) {
    char path[256];
    unsigned count = 0;
    snprintf(path, sizeof path, "%s/artifacts/sessions/%s/drc", t.folder, session);
    DIR *dir = opendir(path);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        count += entry->d_name[0] != '.';
    }
    if (dir) {
        closedir(dir);
    }
    snprintf(path, sizeof path, "%s/artifacts/sessions/%s", t.folder, session);
    dir = opendir(path);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        count += strstr(entry->d_name, ".log") ? 100 : 0;
    }
    closedir(dir);
    return count;
}

static void read_file(const char *path, char *text, size_t size) {
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
}

static const char *artifact(const cJSON *json, int index, const char *kind) {
    char path[32];
    snprintf(path, sizeof path, "artifacts/%d/kind", index);
    assert_string_equal(text_at(json, path), kind);
    snprintf(path, sizeof path, "artifacts/%d/path", index);
    assert_int_equal(access(text_at(json, path), R_OK), 0);
    return text_at(json, path);
}

/* What extract_markers lists of the run is what was counted. */
static void assert_extracted(const char *session, const cJSON *json) {
    cJSON *list = run(&t, LOB_OK, "extract_markers", "{\"session_id\":\"%s\",\"run_id\":\"%s\"}", session,
                      text_at(json, "run_id"));
    assert_eq(number_at(list, "marker_count"), number_at(json, "marker_count"));
    assert_eq(count_at(list, "markers"), (int)number_at(json, "marker_count"));
    cJSON_Delete(list);
}

/* The same as text of the call. */
static cJSON *run_text(lob_status status, const char *session, const char *script, const char *more) {
    cJSON *text = cJSON_CreateString(script);
    char *printed = cJSON_PrintUnformatted(text);
    cJSON *json =
        run(&t, status, "run_drc_script", "{\"session_id\":\"%s\",\"script_text\":%s%s}", session, printed, more);
    cJSON_free(printed);
    cJSON_Delete(text);
    return json;
}

/* ---- rule decks ---- */

/* By the recipe of the layout: two widths, one notch, the lid 0.02 from the edge of its box; an area rule that holds.
 */
static const char rules[] = "{\"rule_deck\":\"1.0\",\"name\":\"own\",\"rules\":["
                            "{\"id\":\"W\",\"type\":\"width\",\"layer\":\"1/0\",\"min_um\":0.06},"
                            "{\"id\":\"N\",\"type\":\"notch\",\"layer\":\"1/0\",\"min_um\":0.07},"
                            "{\"id\":\"E\",\"type\":\"enclosure\",\"layer\":\"2/0\",\"layer2\":\"1/0\",\"min_um\":0.1},"
                            "{\"id\":\"A\",\"type\":\"area\",\"layer\":\"1/0\",\"min_um2\":0.01}]}";

static void test_rules(void **state) {
    (void)state;
    char text[65536];
    cJSON *json = RUN(LOB_OK, known, deck("rules.json", rules), JSON);
    const unsigned long long first = strtoull(text_at(json, "run_id") + 4, NULL, 16);
    assert_memory_equal(text_at(json, "run_id"), "drc_", 4);
    assert_string_equal(text_at(json, "script_type"), "json");
    assert_eq(number_at(json, "return_code"), 0);
    assert_eq(number_at(json, "marker_count"), 4);
    assert_eq(number_at(json, "rule_counts/W"), 2);
    assert_eq(number_at(json, "rule_counts/N"), 1);
    assert_eq(number_at(json, "rule_counts/E"), 1);
    assert_eq(number_at(json, "rule_counts/A"), 0);
    assert_int_equal(count_at(json, "artifacts"), 2);
    read_file(artifact(json, 0, "drc_report"), text, sizeof text);
    assert_non_null(strstr(text, "<top-cell>drc_known</top-cell>"));
    read_file(artifact(json, 1, "markers"), text, sizeof text);
    cJSON *list = cJSON_Parse(text);
    assert_eq(number_at(list, "marker_count"), 4);
    assert_int_equal(count_at(list, "markers"), 4);
    cJSON_Delete(list);
    assert_null(find(json, "sandbox"));
    assert_null(find(json, "seconds"));
    assert_extracted(known, json);
    cJSON_Delete(json);
    json = RUN(LOB_OK, known,
               deck("rules.json", "{\"rule_deck\":\"1.0\",\"rules\":[{\"id\":\"W\",\"type\":\"width\",\"layer\":"
                                  "\"1/0\",\"min_um\":0.04},{\"id\":\"X\",\"type\":\"width\",\"layer\":\"77/0\","
                                  "\"min_um\":1}]}"),
               JSON);
    assert_eq(strtoull(text_at(json, "run_id") + 4, NULL, 16), (uint32_t)(first + 1));
    assert_eq(number_at(json, "marker_count"), 0);
    assert_non_null(strstr(text_at(json, "notes/0"), "no layer 77/0"));
    assert_string_equal(text_at(json, "notes/1"), "No rule is violated.");
    cJSON_Delete(json);
    assert_int_equal(runs_left(known), 2);
}

static void test_rules_as_text(void **state) {
    (void)state;
    reopen("klayout", 60000, 1 << 30);
    cJSON *json = run_text(LOB_OK, known, rules, JSON);
    assert_string_equal(text_at(json, "script_path"), "inline");
    assert_eq(number_at(json, "marker_count"), 4);
    assert_eq(number_at(json, "rule_counts/W"), 2);
    assert_extracted(known, json);
    cJSON_Delete(json);
}

static void assert_text_refused(lob_status status, const char *text, const char *more, const char *argument,
                                const char *reason) {
    const unsigned before = runs_left(known);
    cJSON *json = run_text(status, known, text, more);
    if (argument) {
        assert_string_equal(text_at(json, "details/argument"), argument);
    }
    if (reason) {
        assert_string_equal(text_at(json, "details/reason"), reason);
    }
    cJSON_Delete(json);
    assert_int_equal(runs_left(known), before);
}

static void test_text_refused(void **state) {
    (void)state;
    reopen("klayout", 60000, 1 << 30);
    assert_text_refused(LOB_E_INVALID_TARGET, "", "", NULL, NULL);
    assert_text_refused(LOB_E_INVALID_TARGET, "", JSON, NULL, NULL);
    assert_text_refused(LOB_E_INVALID_TARGET, "{\"rule_deck\":", JSON, NULL, NULL);
    assert_text_refused(LOB_E_INVALID_TARGET, rules, JSON ",\"params\":{\"A\":\"1\"}", "params", "json_params");
    assert_text_refused(LOB_E_INVALID_TARGET, rules, ",\"script_path\":\"/a.drc\"", "script_path", "excluded");
    assert_text_refused(LOB_E_DRC_RUN_FAILED, "# %include a.drc\n", "", "script_text", "include_path");
    assert_text_refused(LOB_E_DRC_RUN_FAILED, "# %include /etc/passwd\n", "", "script_text", "include_path");
    cJSON *json = run(&t, LOB_E_INVALID_TARGET, "run_drc_script", "{\"session_id\":\"%s\"}", known);
    assert_string_equal(text_at(json, "details/reason"), "missing");
    assert_non_null(strstr(text_at(json, "details/hint"), "script_text"));
    cJSON_Delete(json);
}

static void assert_refused(lob_status status, const char *path, const char *more, const char *reason) {
    const unsigned before = runs_left(known);
    cJSON *json = run_deck(status, known, path, more);
    if (reason) {
        assert_string_equal(text_at(json, "details/reason"), reason);
    }
    cJSON_Delete(json);
    assert_int_equal(runs_left(known), before);
}

static void test_refused(void **state) {
    (void)state;
    const char *const kinds[] = {JSON, ""};
    for (int i = 0; i < 2; i++) {
        assert_refused(LOB_E_FILE_NOT_FOUND, "rules.json", kinds[i], "not_absolute");
        assert_refused(LOB_E_UNSUPPORTED_FORMAT, t.folder, kinds[i], "directory");
        assert_refused(LOB_E_FILE_NOT_FOUND, i ? "/nowhere/a.drc" : "/nowhere/a.json", kinds[i], "absent");
        const char *large = deck(i ? "large.drc" : "large.json", "");
        assert_int_equal(truncate(large, i ? LOB_LIMIT_DRC_DECK_SIZE + 1 : LOB_LIMIT_RULE_DECK_SIZE + 1), 0);
        assert_refused(LOB_E_TOOL_LIMIT_EXCEEDED, large, kinds[i], "file_size");
    }
    assert_refused(LOB_E_INVALID_TARGET, deck("rules.json", rules), JSON ",\"params\":{\"A\":\"1\"}", "json_params");
    assert_refused(LOB_E_INVALID_TARGET, deck("bad.json", "{\"rule_deck\":\"1.0\",\"rules\":[{}]}"), JSON, NULL);
    assert_refused(LOB_E_INVALID_TARGET, deck("cut.json", "{\"rule_deck\":"), JSON, NULL);
    assert_refused(LOB_E_DRC_RUN_FAILED, deck("rules.json", rules), "", "kind");
    const char *plain = deck("a.drc", "");
    assert_refused(LOB_E_INVALID_TARGET, plain, ",\"params\":{\"1a\":\"1\"}", "identifier");
    assert_refused(LOB_E_INVALID_TARGET, plain, ",\"params\":{\"input_path\":\"x\"}", NULL);
    assert_refused(LOB_E_INVALID_TARGET, plain, ",\"params\":{\"x\":\"pipe:id\"}", NULL);
    cJSON_Delete(RUN(LOB_E_SESSION_NOT_FOUND, "ses_000000000000", plain));
}

static void test_without_klayout(void **state) {
    (void)state;
    reopen("no-such-klayout", 60000, 1 << 30);
    assert_refused(LOB_E_DRC_RUN_FAILED, deck("a.drc", ""), "", "not_found");
    assert_refused(LOB_E_FILE_NOT_FOUND, "/nowhere/a.drc", "", "absent"); /* the deck is looked at first */
    cJSON_Delete(RUN(LOB_OK, known, deck("rules.json", rules), JSON));
    assert_int_equal(runs_left(known), 1);
    reopen("klayout", 60000, 1 << 30);
}

static void test_quota(void **state) {
    (void)state;
    reopen("klayout", 60000, 1000); /* the report alone is larger */
    assert_refused(LOB_E_TOOL_LIMIT_EXCEEDED, deck("rules.json", rules), JSON, "artifact_quota");
    if (lob_jail_support().standing == (LOB_WALL_LANDLOCK | LOB_WALL_SECCOMP)) {
        assert_refused(LOB_E_TOOL_LIMIT_EXCEEDED, own_deck("plain/known.drc"), "", "artifact_quota"); /* the copy */
    }
    reopen("klayout", 60000, 1 << 30);
}

/* ---- failing allocations ---- */

/* As sweep_tool(), but a run that went well stays with its session: the session is closed after it. A failed call
 * leaves no run, but for those allocations that only write the answer of one that is done: the last ones. */
static void sweep(const char *path, const char *more) {
    char layout[4200], arguments[1024];
    const lob_tool *tool = lob_tool_find(LOB_STR("run_drc_script"), LOB_TOOLSET_FULL);
    snprintf(layout, sizeof layout, "%s/fixtures/drc_known.gds", here);
    for (int persistent = 0; persistent < 2; persistent++) {
        bool met = true;
        unsigned left = 0, count = 0, nth;
        for (nth = 1; met; nth = persistent ? sweep_next(nth, true) : nth + 1) {
            assert_lt(nth, 3000);
            const char *session = open_session(&t, layout, NULL);
            snprintf(arguments, sizeof arguments, "{\"session_id\":\"%s\",\"script_path\":\"%s\"%s}", session, path,
                     more);
            lob_json_fault fault;
            cJSON *json = lob_json_parse(lob_str_from(arguments), &fault);
            lob_arena *arena = lob_arena_new(0);
            lob_ctx ctx;
            lob_buf out;
            lob_ctx_init(&ctx, arena);
            lob_call call = {.ctx = &ctx, .sessions = t.sessions};
            lob_buf_init(&out, LOB_LIMIT_RESULT_SIZE);
            lob_alloc_fail_at(nth, persistent);
            lob_status status = lob_tool_run(&call, tool, json, &out);
            met = lob_alloc_count() >= nth;
            lob_alloc_fail_at(0, 0);
            if (status != (met ? LOB_E_TOOL_LIMIT_EXCEEDED : LOB_OK)) {
                print_error("allocation %u: %s\n", nth, ctx.error.message);
            }
            assert_int_equal(status, met ? LOB_E_TOOL_LIMIT_EXCEEDED : LOB_OK);
            if (met) {
                assert_true(says_memory(&ctx.error));
            }
            assert_le(runs_left(session), 1);
            assert_ge(runs_left(session), left);
            left = runs_left(session);
            count += left;
            lob_buf_release(&out);
            lob_arena_drop(arena);
            cJSON_Delete(json);
            cJSON_Delete(run(&t, LOB_OK, "close_session", "{\"session_id\":\"%s\"}", session));
        }
        assert_ge(count, 1);
        assert_lt(count, 20);
        print_message("%u allocations\n", nth);
    }
}

static void test_memory(void **state) {
    (void)state;
    const char *one =
        "{\"rule_deck\":\"1.0\",\"rules\":[{\"id\":\"W\",\"type\":\"width\",\"layer\":\"1/0\",\"min_um\":0.06}]}";
    sweep(deck("one.json", one), JSON); /* what leaks shows at the end: bench_close() */
}

/* ---- this program in KLayout's place ---- */

/* 450 rules; one has an item in the top cell, one an item in a cell that lies nowhere, of a value that does not parse.
 */
static void put_many(FILE *file) {
    static const char item[] =
        "  <item><category>%s</category><cell>%s</cell><values><value>%s</value></values></item>\n";
    fprintf(file, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<report-database>\n <top-cell>drc_known</top-cell>\n"
                  " <categories>\n");
    for (int i = 0; i < 450; i++) {
        fprintf(file, "  <category><name>r%03d</name><description/></category>\n", i);
    }
    fprintf(file, " </categories>\n <cells>\n  <cell><name>drc_known</name></cell>\n  <cell><name>far</name></cell>\n"
                  " </cells>\n <items>\n");
    fprintf(file, item, "r007", "drc_known", "box: (1,2;3,4)");
    fprintf(file, item, "r449", "far", "no: such value");
    fprintf(file, " </items>\n</report-database>\n");
}

/* A million boxes of half a um, one in each of 1000 x 1000 squares, in no order; the upper 400 rows are of rule b. */
static void put_million(FILE *file) {
    fprintf(file, "<report-database>\n <top-cell>drc_known</top-cell>\n <categories>\n"
                  "  <category><name>a</name></category>\n  <category><name>b</name></category>\n </categories>\n"
                  " <cells>\n  <cell><name>drc_known</name></cell>\n </cells>\n <items>\n");
    for (unsigned i = 0; i < 1000000; i++) {
        const unsigned place = (unsigned)((uint64_t)i * 379009 % 1000000), x = place % 1000, y = place / 1000;
        fprintf(file,
                "  <item>\n   <tags/>\n   <category>%s</category>\n   <cell>drc_known</cell>\n"
                "   <visited>false</visited>\n   <multiplicity>1</multiplicity>\n   <values>\n"
                "    <value>polygon: (%u,%u;%u,%u.5;%u.5,%u.5;%u.5,%u)</value>\n   </values>\n  </item>\n",
                y < 600 ? "a" : "b", x, y, x, y, x, y, x, y);
    }
    fprintf(file, " </items>\n</report-database>\n");
}

/* The deck's first word says what is done; the deck is text that the server copied. */
static int act(int argc, char **argv) {
    static const char report[] =
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<report-database>\n <description/>\n <original-file/>\n"
        " <generator/>\n <top-cell>drc_known</top-cell>\n <tags/>\n <categories>\n  <category>\n   <name>r</name>\n"
        "   <description/>\n   <categories/>\n  </category>\n </categories>\n <cells>\n  <cell>\n"
        "   <name>drc_known</name>\n   <variant/>\n   <layout-name/>\n   <references/>\n  </cell>\n </cells>\n"
        " <items>\n  <item>\n   <tags/>\n   <category>r</category>\n   <cell>drc_known</cell>\n"
        "   <visited>false</visited>\n   <multiplicity>1</multiplicity>\n   <comment/>\n   <image/>\n   <values>\n"
        "    <value>box: (1,2;3,4)</value>\n   </values>\n  </item>\n </items>\n</report-database>\n";
    char text[4096] = "", word[64] = "";
    const int deck_at = argc > 4 && strcmp(argv[3], "-rm") == 0 ? 6 : 4; /* -zz -b [-rm PRELUDE] -r DECK */
    FILE *file = argc > deck_at ? fopen(argv[deck_at], "r") : NULL;
    if (!file || fread(text, 1, sizeof text - 1, file) == 0) {
        return 99;
    }
    fclose(file);
    char *at = strstr(text, "act:");
    sscanf(at ? at + 4 : "none", "%63s", word);
    if (strcmp(word, "nap") == 0) {
        printf("%lld ", (long long)lob_clock_ms());
        nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
        printf("%lld\n", (long long)lob_clock_ms());
    } else if (strcmp(word, "hang") == 0) {
        for (;;) {
            pause();
        }
    } else if (strcmp(word, "abort") == 0) {
        raise(SIGSEGV);
    }
    if (strcmp(word, "many") == 0 || strcmp(word, "million") == 0 || strcmp(word, "empty") == 0) {
        file = fopen("report.lyrdb", "w");
        if (strcmp(word, "million") == 0) {
            put_million(file);
        } else if (word[0] == 'm') {
            put_many(file);
        } else {
            fprintf(file, "<report-database>\n</report-database>\n");
        }
        fclose(file);
    } else if (strcmp(word, "none") != 0) {
        file = fopen("report.lyrdb", "w");
        fwrite(report, 1, strcmp(word, "cut") == 0 ? sizeof report / 2 : sizeof report - 1, file);
        fclose(file);
    }
    if (strcmp(word, "files") == 0) {
        const char *const names[] = {"stdout.txt", "markers.json", ".tmp-markers.json", "crops", "mine.txt"};
        for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
            fclose(fopen(names[i], "w"));
        }
        printf("said\n");
    }
    fprintf(stderr, "the last words\n");
    return strcmp(word, "three") == 0 ? 3 : 0;
}

static bool is_sanitized(void) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return true;
#else
    return false;
#endif
}

/* Sanitizers need an address space that the sandbox does not give; valgrind has no walls. */
static void need_stand_in(int64_t timeout_ms) {
    if (is_sanitized() || lob_jail_support().standing != (LOB_WALL_LANDLOCK | LOB_WALL_SECCOMP)) {
        print_message("sanitizer, or no walls here: NOT TESTED\n");
        skip();
    }
    reopen(own_program, timeout_ms, 1 << 30);
}

static const char *act_deck(const char *what) {
    char text[128], name[64];
    snprintf(text, sizeof text, "# $input_path $report_path act:%s\n", what);
    snprintf(name, sizeof name, "%s.drc", what);
    return deck(name, text);
}

static cJSON *act_fails(const char *what, const char *reason) {
    const unsigned before = runs_left(known);
    cJSON *json = RUN(LOB_E_DRC_RUN_FAILED, known, act_deck(what));
    assert_string_equal(text_at(json, "details/reason"), reason);
    assert_int_equal(runs_left(known), before + 1); /* what it said can be read */
    assert_int_equal(access(text_at(json, "details/stderr_path"), R_OK), 0);
    assert_int_equal(access(text_at(json, "details/stdout_path"), R_OK), 0);
    cJSON *list = run(&t, LOB_E_DRC_RUN_FAILED, "extract_markers", "{\"session_id\":\"%s\",\"run_id\":\"%s\"}", known,
                      text_at(json, "details/run_id"));
    assert_string_equal(text_at(list, "details/reason"), "failed");
    cJSON_Delete(list);
    return json;
}

static void test_ends(void **state) {
    (void)state;
    char text[256];
    need_stand_in(2000); /* of which the one that hangs takes all */
    cJSON *json = RUN(LOB_OK, known, act_deck("well"));
    assert_eq(number_at(json, "marker_count"), 1);
    assert_eq(number_at(json, "rule_counts/r"), 1);
    assert_int_equal(count_at(json, "artifacts"), 4);
    assert_extracted(known, json);
    cJSON_Delete(json);
    json = act_fails("three", "exit_code"); /* with a report, a whole one */
    assert_eq(number_at(json, "details/exit_code"), 3);
    assert_string_equal(text_at(json, "details/stderr_tail"), "the last words\n");
    cJSON_Delete(json);
    json = act_fails("none", "no_report");
    assert_eq(number_at(json, "details/exit_code"), 0);
    assert_string_equal(text_at(json, "details/stderr_tail"), "the last words\n");
    cJSON_Delete(json);
    json = act_fails("cut", "malformed");
    assert_eq(number_at(json, "details/exit_code"), 0);
    cJSON_Delete(json);
    json = act_fails("abort", "crash");
    assert_eq(number_at(json, "details/signal"), SIGSEGV);
    assert_null(find(json, "details/exit_code"));
    cJSON_Delete(json);
    cJSON_Delete(act_fails("hang", "timeout"));
    json = RUN(LOB_OK, known, act_deck("files")); /* names of the server's are the server's */
    read_file(artifact(json, 1, "markers"), text, sizeof text);
    assert_memory_equal(text, "{\"schema_version\"", 17);
    read_file(artifact(json, 2, "stdout"), text, sizeof text);
    assert_string_equal(text, "said\n");
    cJSON_Delete(run(&t, LOB_OK, "extract_markers", "{\"session_id\":\"%s\",\"run_id\":\"%s\",\"include_crops\":true}",
                     known, text_at(json, "run_id")));
    cJSON_Delete(json);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no child is left */
    assert_int_equal(errno, ECHILD);
}

static void test_stand_in_memory(void **state) {
    (void)state;
    need_stand_in(60000);
    if (getenv("LOB_TEST_QUICK") && !stride_is_on()) { /* valgrind skipped it above */
        skip();
    }
    sweep(act_deck("well"), ",\"params\":{\"A\":\"1\"}");
}

static void test_odd_reports(void **state) {
    (void)state;
    need_stand_in(60000);
    cJSON *json = RUN(LOB_OK, known, act_deck("many"));
    assert_eq(number_at(json, "marker_count"), 2);
    assert_int_equal(cJSON_GetArraySize(at(json, "rule_counts")), 2); /* of so many only those that found something */
    assert_eq(number_at(json, "rule_counts/r007"), 1);
    assert_eq(number_at(json, "rule_counts/r449"), 1);
    assert_true(has_note(json, "448 rules without markers"));
    assert_true(has_note(json, "1 markers are in cells that are not below the top cell"));
    assert_true(has_note(json, "1 values of the report could not be parsed"));
    assert_extracted(known, json);
    cJSON_Delete(json);
    json = RUN(LOB_OK, known, act_deck("empty"));
    assert_eq(number_at(json, "marker_count"), 0);
    assert_true(has_note(json, "names no rules, so"));
    cJSON_Delete(json);
}

static long resident_peak_kb(void) {
    struct rusage usage;
    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_maxrss;
}

static void assert_square(const cJSON *json, int index, int x, int y) {
    char path[64];
    static const char *const sides[] = {"left", "bottom", "right", "top"};
    const double expected[] = {x, y, x + 0.5, y + 0.5};
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "markers/%d/box_um/%s", index, sides[i]);
        assert_eq(number_at(json, path), expected[i]);
    }
}

/* A million markers are counted by rule, and read by pages, in order, in bounded memory: 250 MB of XML take no 600. */
static void test_million(void **state) {
    (void)state;
    need_stand_in(120000);
    volume_skip();
    const long before_kb = resident_peak_kb();
    const int64_t start_ms = lob_clock_ms();
    cJSON *json = RUN(LOB_OK, known, act_deck("million"));
    const int64_t run_ms = lob_clock_ms();
    assert_eq(number_at(json, "marker_count"), 1000000);
    assert_eq(number_at(json, "rule_counts/a"), 600000);
    assert_eq(number_at(json, "rule_counts/b"), 400000);
    cJSON *page = run(&t, LOB_OK, "extract_markers", "{\"session_id\":\"%s\",\"run_id\":\"%s\",\"limit\":1500}", known,
                      text_at(json, "run_id"));
    const int64_t page_ms = lob_clock_ms();
    assert_eq(number_at(page, "marker_count"), 1000000);
    assert_string_equal(text_at(page, "markers/0/rule"), "a");
    const int shown = count_at(page, "markers");
    assert_in_range(shown, 100, 1500);
    for (int i = 0; i < shown; i++) {
        assert_square(page, i, i % 1000, i / 1000);
    }
    cJSON *next =
        run(&t, LOB_OK, "extract_markers", "{\"session_id\":\"%s\",\"run_id\":\"%s\",\"limit\":1500,\"cursor\":\"%s\"}",
            known, text_at(json, "run_id"), text_at(page, "next_cursor"));
    assert_square(next, 0, shown % 1000, shown / 1000);
    cJSON_Delete(next);
    cJSON_Delete(page);
    page = run(&t, LOB_OK, "extract_markers", "{\"session_id\":\"%s\",\"run_id\":\"%s\",\"rules\":[\"b\"]}", known,
               text_at(json, "run_id"));
    assert_eq(number_at(page, "marker_count"), 400000);
    assert_square(page, 0, 0, 600);
    cJSON_Delete(page);
    cJSON_Delete(json);
    const long used_kb = resident_peak_kb() - before_kb;
    print_message("a million markers: run %lld ms, page of %d %lld ms, %ld MB\n", (long long)(run_ms - start_ms), shown,
                  (long long)(page_ms - run_ms), used_kb / 1024);
    assert_in_range(used_kb, 1024, 600 * 1024);
    assert_lt((page_ms - run_ms) * 4, run_ms - start_ms); /* the list is kept: a page costs no reading */
}

/* Without a wall nothing runs, unless the operator said so, and then the answer does as well. */
static void test_no_sandbox(void **state) {
    (void)state;
    need_stand_in(60000);
    for (int i = 0; i < 2; i++) {
        lob_jail_pretend_missing(i ? LOB_WALL_SECCOMP : LOB_WALL_LANDLOCK);
        assert_refused(LOB_E_DRC_RUN_FAILED, act_deck("well"), "", "no_sandbox");
    }
    t.config.has_no_sandbox = true;
    reopen(own_program, 60000, 1 << 30);
    cJSON *json = RUN(LOB_OK, known, act_deck("well"));
    assert_string_equal(text_at(json, "sandbox/state"), "off");
    for (int i = 0; i < count_at(json, "sandbox/walls"); i++) {
        char path[32];
        snprintf(path, sizeof path, "sandbox/walls/%d", i);
        assert_null(strstr("landlock seccomp network_namespace", text_at(json, path)));
    }
    assert_eq(number_at(json, "marker_count"), 1);
    assert_non_null(strstr(text_at(json, "notes/0"), "KLAYOUT_MCP_SANDBOX"));
    cJSON_Delete(json);
    lob_jail_pretend_missing(0);
    t.config.has_no_sandbox = false;
    reopen("klayout", 60000, 1 << 30);
}

typedef struct caller {
    pthread_t thread;
    lob_cancel cancel;
    char arguments[512];
    lob_status status;
    int64_t ended_ms;
    char stdout_path[512];
} caller;

static void *call_it(void *arg) {
    caller *c = arg;
    lob_json_fault fault;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    ctx.cancel = &c->cancel;
    lob_call call = {.ctx = &ctx, .sessions = t.sessions};
    lob_buf out;
    lob_buf_init(&out, 1 << 20);
    cJSON *json = lob_json_parse(lob_str_from(c->arguments), &fault);
    c->status = lob_tool_run(&call, lob_tool_find(LOB_STR("run_drc_script"), LOB_TOOLSET_FULL), json, &out);
    c->ended_ms = lob_clock_ms();
    cJSON_Delete(json);
    json = c->status == LOB_OK ? lob_json_parse((lob_str){out.data, out.size}, &fault) : NULL;
    if (json) {
        snprintf(c->stdout_path, sizeof c->stdout_path, "%s", text_at(json, "artifacts/2/path"));
    }
    cJSON_Delete(json);
    lob_buf_release(&out);
    lob_arena_drop(arena);
    return NULL;
}

static void begin_call(caller *c, const char *session, const char *path) {
    snprintf(c->arguments, sizeof c->arguments, "{\"session_id\":\"%s\",\"script_path\":\"%s\"}", session, path);
    assert_int_equal(pthread_create(&c->thread, NULL, call_it, c), 0);
}

static void test_cancel(void **state) {
    (void)state;
    static caller c;
    need_stand_in(60000);
    const unsigned before = runs_left(known);
    begin_call(&c, known, act_deck("hang"));
    nanosleep(&(struct timespec){.tv_nsec = 150000000}, NULL);
    const int64_t asked_ms = lob_clock_ms();
    atomic_store(&c.cancel.requested, true);
    pthread_join(c.thread, NULL);
    assert_int_equal(c.status, LOB_E_CANCELLED);
    print_message("cancelled after %lld ms\n", (long long)(c.ended_ms - asked_ms));
    assert_lt(c.ended_ms - asked_ms, 1000); /* 100 ms where nothing else runs */
    assert_int_equal(runs_left(known), before);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

/* Four calls of four sessions, each of 0.2 s: at no time more than drc_runs of them run. */
static void test_few_at_once(void **state) {
    (void)state;
    static caller calls[4];
    long long begin[4], end[4];
    char layout[4200], text[128], path[256];
    need_stand_in(60000);
    snprintf(layout, sizeof layout, "%s/fixtures/drc_known.gds", here);
    snprintf(path, sizeof path, "%s", act_deck("nap"));
    for (int i = 0; i < 4; i++) {
        begin_call(&calls[i], open_session(&t, layout, NULL), path);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(calls[i].thread, NULL);
        assert_int_equal(calls[i].status, LOB_OK);
        read_file(calls[i].stdout_path, text, sizeof text);
        assert_int_equal(sscanf(text, "%lld %lld", &begin[i], &end[i]), 2);
    }
    for (int i = 0; i < 4; i++) {
        int together = 0;
        for (int k = 0; k < 4; k++) {
            together += begin[k] <= begin[i] && begin[i] < end[k];
        }
        assert_le(together, LOB_LIMIT_DRC_RUNS);
    }
}

/* ---- KLayout ---- */

static bool is_covered(void) {
    return getenv("LOB_COVERAGE") != NULL;
}

/* Each start takes more than a second. LOB_TEST_QUICK leaves those of `is_quick`; for coverage these are also those
 * whose answers only KLayout gives. */
static void need_klayout(bool is_quick) {
    static int is_there = -1;
    if (is_there < 0) {
        lob_arena *arena = lob_arena_new(0);
        lob_ctx ctx;
        lob_klayout *found = LOB_NEW(arena, lob_klayout);
        lob_ctx_init(&ctx, arena);
        is_there = lob_klayout_find(&ctx, "klayout", getenv("PATH"), getenv("HOME"), found) == LOB_OK;
        lob_arena_drop(arena);
    }
    if (!is_there || lob_jail_support().standing != (LOB_WALL_LANDLOCK | LOB_WALL_SECCOMP)) {
        print_message("no KLayout, or no walls here: NOT TESTED\n");
        skip();
    }
    if (!is_quick && getenv("LOB_TEST_QUICK")) {
        skip();
    }
    reopen("klayout", 120000, 1 << 30);
}

static void test_known(void **state) {
    (void)state;
    char text[65536];
    need_klayout(true);
    cJSON *json =
        RUN(LOB_OK, known, own_deck("plain/known.drc"), ",\"params\":{\"MIN_WIDTH\":\"0.06\",\"MIN_SPACE\":\"0.07\"}");
    assert_eq(number_at(json, "return_code"), 0);
    assert_eq(number_at(json, "marker_count"), 5);
    assert_eq(number_at(json, "rule_counts/width"), 2);
    assert_eq(number_at(json, "rule_counts/space"), 2);
    assert_eq(number_at(json, "rule_counts/notch"), 1);
    assert_int_equal(count_at(json, "artifacts"), 4);
    artifact(json, 0, "drc_report");
    artifact(json, 3, "stderr");
    assert_string_equal(text_at(json, "sandbox/state"), "walls");
    assert_ge(number_at(json, "sandbox/landlock_abi"), 1);
    assert_string_equal(text_at(json, "sandbox/walls/0"), "landlock");
    assert_string_equal(text_at(json, "sandbox/walls/1"), "seccomp");
    assert_gt(number_at(json, "seconds"), 0.1);
    assert_gt(number_at(json, "memory_peak_bytes"), 1e8);
    read_file(artifact(json, 1, "markers"), text, sizeof text);
    assert_non_null(strstr(text, "\"distance_um\":0.059"));
    assert_extracted(known, json);
    cJSON_Delete(json);
}

static void test_window_deck(void **state) {
    (void)state;
    need_klayout(is_covered());
    cJSON *json = RUN(LOB_OK, known, own_deck("plain/window.lydrc"));
    assert_eq(number_at(json, "rule_counts/width"), 2);
    assert_eq(number_at(json, "rule_counts/space"), 2);
    assert_non_null(strstr(text_at(json, "notes/0"), "source"));
    cJSON_Delete(json);
}

static void test_syntax_error(void **state) {
    (void)state;
    need_klayout(is_covered());
    deck("part.drc", "# a line\nx = = 3\n");
    cJSON *json = RUN(LOB_E_DRC_RUN_FAILED, known,
                      deck("whole.drc", "source($input)\nreport(\"x\", $report)\n# %include part.drc\n"));
    assert_string_equal(text_at(json, "details/reason"), "exit_code");
    assert_non_null(strstr(text_at(json, "details/deck_error"), "syntax error"));
    assert_string_equal(text_at(json, "details/deck_file"), "part.drc");
    assert_eq(number_at(json, "details/deck_line"), 2);
    cJSON_Delete(json);
}

/* What decks ask for their logs is answered without a program. Out of the folder nothing is read or written, no program
 * runs, and the deck's own files are not taken for ours. */
static void test_hostile(void **state) {
    (void)state;
    char text[65536], script[2048], outside[128];
    need_klayout(false);
    snprintf(outside, sizeof outside, "%s/escaped", t.folder);
    snprintf(script, sizeof script,
             "source($input)\nreport(\"x\", $report)\ninput(1, 0).width(0.06).output(\"width\")\n"
             "$stdout.puts `\"nproc\"`.to_i > 0, `pmap #{Process.pid} | tail -1`[10, 40].strip\n"
             "$stdout.puts File.readable?(\"/proc/self/status\"), File.readable?($input)\n"
             "[-> { File.write(\"%s\", \"x\") }, -> { $stdout.puts File.read(\"/etc/passwd\") },\n"
             " -> { system(\"touch %s\") }, -> { require \"socket\"; TCPServer.new(\"127.0.0.1\", 0) }].each do |act|\n"
             "  begin\n    r = act.call\n    $stdout.puts(r ? \"DONE\" : \"refused\")\n"
             "  rescue SystemCallError, LoadError => e\n    $stdout.puts \"refused\"\n  end\nend\n"
             "File.write(\"stderr.txt\", \"fake\")\nFile.write(\"markers.json\", \"fake\")\n",
             outside, outside);
    for (int as_text = 0; as_text < 2; as_text++) { /* the same jail */
        lob_case("%s", as_text ? "text" : "file");
        cJSON *json = as_text ? run_text(LOB_OK, known, script, "") : RUN(LOB_OK, known, deck("hostile.drc", script));
        assert_eq(number_at(json, "rule_counts/width"), 2);
        read_file(artifact(json, 2, "stdout"), text, sizeof text);
        assert_string_equal(text, "true\nunknown\nfalse\ntrue\nrefused\nrefused\nrefused\nrefused\n");
        read_file(artifact(json, 3, "stderr"), text, sizeof text);
        assert_null(strstr(text, "fake"));
        read_file(artifact(json, 1, "markers"), text, sizeof text);
        assert_memory_equal(text, "{\"schema_version\"", 17);
        assert_int_equal(access(outside, F_OK), -1);
        cJSON_Delete(json);
    }
}

/* KLayout 0.28.5 refuses a file with a figure among the context strings; newer ones write it for their layout. The box
 * in TOP is 0.05 um wide. */
static void test_context(void **state) {
    (void)state;
    lob_buf b;
    need_klayout(false);
    gds_begin(&b);
    gds_cell(&b, "$$$CONTEXT_INFO$$$");
    const int32_t nothing[10] = {0};
    gds_record(&b, 0x08, 0, NULL, 0);
    gds_int16(&b, 0x0d, 0);
    gds_int16(&b, 0x0e, 0);
    gds_int32s(&b, 0x10, 10, nothing);
    gds_property(&b, 0, "META(a)='b'", 11);
    gds_element_end(&b);
    gds_cell_end(&b);
    gds_cell(&b, "TOP");
    gds_box(&b, 1, 0, 0, 0, 50, 1000);
    gds_cell_end(&b);
    gds_end(&b);
    const char *session = open_session(&t, bench_file(&t, "context.gds", &b), NULL);
    cJSON *json = RUN(LOB_OK, session, own_deck("plain/known.drc"),
                      ",\"params\":{\"MIN_WIDTH\":\"0.06\",\"MIN_SPACE\":\"0.07\"}");
    assert_eq(number_at(json, "rule_counts/width"), 1);
    assert_eq(number_at(json, "marker_count"), 1);
    cJSON_Delete(json);
}

/* A deck that names no top cell ends, in KLayout, at a layout with several; here it checks the selected one. */
static void test_several_tops(void **state) {
    (void)state;
    static const char *const tops[] = {"WIDE", "THIN", "SUB"}; /* with boxes 0.1, 0.05 and, placed in THIN, 0.04 wide */
    static const int markers[] = {0, 2, 1};
    lob_buf b;
    need_klayout(is_covered());
    gds_begin(&b);
    gds_cell(&b, "SUB");
    gds_box(&b, 1, 0, 0, 0, 40, 1000);
    gds_cell_end(&b);
    gds_cell(&b, "THIN");
    gds_box(&b, 1, 0, 500, 0, 550, 1000);
    gds_sref(&b, "SUB", false, false, 0, 0);
    gds_element_end(&b);
    gds_cell_end(&b);
    gds_cell(&b, "WIDE");
    gds_box(&b, 1, 0, 0, 0, 100, 1000);
    gds_cell_end(&b);
    gds_end(&b);
    const char *path = bench_file(&t, "tops.gds", &b);
    for (int i = (int)stride_pick(0, 1); i < 3; i += (int)stride_pick(1, 2)) {
        const char *session = open_session(&t, path, tops[i]);
        cJSON *json = RUN(LOB_OK, session,
                          deck("tops.drc", "source($input)\nreport(\"x\", $report)\n"
                                           "input(1, 0).width(0.06).output(\"width\")\n"));
        assert_eq(number_at(json, "marker_count"), markers[i]);
        assert_true(has_note(json, "was given the selected one"));
        cJSON_Delete(json);
    }
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "-zz") == 0) {
        int code = act(argc, argv);
        fflush(NULL);
        _exit(code); /* what a build with coverage writes at its end lies beyond the walls */
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules),           cmocka_unit_test(test_refused),
        cmocka_unit_test(test_without_klayout), cmocka_unit_test(test_quota),
        cmocka_unit_test(test_memory),          cmocka_unit_test(test_ends),
        cmocka_unit_test(test_stand_in_memory), cmocka_unit_test(test_cancel),
        cmocka_unit_test(test_no_sandbox),      cmocka_unit_test(test_odd_reports),
        cmocka_unit_test(test_million),         cmocka_unit_test(test_several_tops),
        cmocka_unit_test(test_few_at_once),     cmocka_unit_test(test_known),
        cmocka_unit_test(test_window_deck),     cmocka_unit_test(test_rules_as_text),
        cmocka_unit_test(test_text_refused),    cmocka_unit_test(test_syntax_error),
        cmocka_unit_test(test_hostile),         cmocka_unit_test(test_context),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
