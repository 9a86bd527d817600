/* The drc command as a whole command line with the real tools. Violations are worked out by hand in the recipe of
 * fixtures/drc_known: two widths below 0.06 um, one notch below 0.07. Where a deck has to crash, this program stands in
 * for KLayout.
 * A program of its own: it starts itself, or what lies beside it. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libxml/parser.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cjson/cJSON.h>

#include "tests/support/lob_test.h"

#include "base/file.h"
#include "klayout/jail.h"
#include "tests/unit/main/folder_rig.h"
#include "tests/unit/main/line_rig.h"

static char own_program[4096];

static bool holds(const char *path, const char *text) {
    static char content[1 << 16];
    FILE *file = fopen(path, "r");
    size_t size = file ? fread(content, 1, sizeof content - 1, file) : 0;
    if (file) {
        fclose(file);
    }
    content[size] = '\0';
    return strstr(content, text) != NULL;
}

static void assert_contains(const char *text, const char *part) {
    if (!strstr(text, part)) {
        fail_msg("no \"%s\" in: %s", part, text);
    }
}

static int setup(void **state) {
    (void)state;
    if (!folder_make("drc") || readlink("/proc/self/exe", own_program, sizeof own_program - 1) <= 0) {
        return 1;
    }
    put_text("rules.json",
             "{\"rule_deck\":\"1.0\",\"rules\":[{\"id\":\"W\",\"type\":\"width\",\"layer\":\"1/0\",\"min_um\":0.06,"
             "\"description\":\"thin \\u202e\"},"
             "{\"id\":\"N\",\"type\":\"notch\",\"layer\":\"1/0\",\"min_um\":0.07},"
             "{\"id\":\"A\",\"type\":\"area\",\"layer\":\"1/0\",\"min_um2\":0.01}]}");
    put_text("clean.json",
             "{\"rule_deck\":\"1.0\",\"rules\":[{\"id\":\"W\",\"type\":\"width\",\"layer\":\"1/0\",\"min_um\":0.04}]}");
    put_text("warning.json",
             "{\"rule_deck\":\"1.0\",\"rules\":[{\"id\":\"W\",\"type\":\"width\",\"layer\":\"1/0\",\"min_um\":0.06,"
             "\"severity\":\"warning\"}]}");
    put_text("nothing.json", "{\"rule_deck\":\"1.0\",\"rules\":[]}");
    return 0;
}

static const char *tmpdir; /* NULL: in the folder */

static const char *environment(const char *name) {
    return strcmp(name, "TMPDIR") == 0                            ? (tmpdir ? tmpdir : in_folder("tmp"))
           : strcmp(name, "KLAYOUT_BIN") == 0                     ? own_program
           : strcmp(name, "PATH") == 0                            ? getenv("PATH")
           : strcmp(name, "KLAYOUT_MCP_DRC_TIMEOUT_SECONDS") == 0 ? "1"
                                                                  : NULL;
}

static lob_cancel cancel;
static char *out, *err;
static bool has_colour; /* out is a terminal */

/* Runs `drc WORDS`; `to` NULL: into `out`. */
static int drc_to(FILE *to, const char *const *words) {
    free(out);
    free(err);
    const rig r = rig_run_line(
        &(rig_line){.out = to, .cancel = &cancel, .environment = environment, .has_colour = has_colour}, words);
    out = r.out;
    err = r.err;
    assert_int_equal(entries(in_folder("tmp")), 0); /* the folder of the run is gone, however it ended */
    return r.code;
}

#define DRC(...) drc_to(NULL, (const char *const[]){"drc", __VA_ARGS__, NULL})
#define KNOWN    "fixtures/drc_known.gds"

/* On a terminal the verdicts have a colour; a file and other formats never have. */
static void test_colour(void **state) {
    (void)state;
    has_colour = true;
    assert_int_equal(DRC(KNOWN, "--deck", in_folder("clean.json")), 0);
    assert_non_null(strstr(out, ": 1 rule checked, \033[1;32m0 violations\033[0m\n"));
    assert_int_equal(DRC(KNOWN, "--deck", in_folder("rules.json"), "-o", in_folder("plain")), 1);
    assert_non_null(strstr(out, ": 3 rules checked, \033[1;31m3 violations\033[0m of 2 rules\n"));
    assert_non_null(strstr(out, "\n         0  A  "));
    assert_non_null(strstr(out, "\n\033[1;31m         2\033[0m  W  "));
    assert_true(holds(in_folder("plain"), "3 violations of 2 rules"));
    assert_false(holds(in_folder("plain"), "\033"));
    assert_int_equal(DRC(KNOWN, "--deck", in_folder("rules.json"), "--format", "json"), 1);
    assert_null(strchr(out, '\033'));
    has_colour = false;
}

static void test_status(void **state) {
    (void)state;
    assert_int_equal(DRC(KNOWN, "--deck", in_folder("clean.json")), 0);
    assert_non_null(strstr(out, ": 1 rule checked, 0 violations\n"));
    assert_string_equal(err, "");
    assert_int_equal(DRC(KNOWN, "--deck", in_folder("rules.json")), 1);
    assert_non_null(strstr(out, "cell drc_known: 3 rules checked, 3 violations of 2 rules\n"));
    assert_non_null(strstr(out, "         0  A  area of "));
    assert_non_null(strstr(out, "         1  N  "));
    assert_non_null(strstr(out, "         2  W  thin \\u202e: width of ")); /* no raw byte for the terminal */
    assert_non_null(strstr(out, "(0, 0; 5, 0.04) um in drc_known, distance 0.04 um\n"));
    assert_non_null(strstr(out, "(0, 2; 5, 2.059) um in drc_known, distance 0.059 um\n"));
    assert_non_null(strstr(out, "(21, 1; 21.05, 3) um in drc_known, distance 0.05 um\n"));
    assert_int_equal(DRC(KNOWN, "--deck", in_folder("rules.json"), "--quiet"), 1);
    assert_string_equal(out, "");
    assert_int_equal(DRC(KNOWN, "--deck", in_folder("warning.json")), 1);
    assert_non_null(strstr(out, "(warning)"));
}

static void test_not_checked(void **state) {
    (void)state;
    assert_int_equal(DRC(KNOWN, "--deck", in_folder("absent.json")), 2);
    assert_non_null(strstr(err, "could not check: --deck: The file does not exist: \""));
    assert_string_equal(out, "");
    assert_int_equal(DRC("absent.gds", "--deck", in_folder("clean.json")), 2);
    assert_int_equal(DRC(KNOWN, "--deck", in_folder("clean.json"), "--top", "NONE"), 2);
    assert_non_null(strstr(err, "candidate: drc_known"));
    assert_int_equal(DRC(KNOWN, "--deck", in_folder("nothing.json")), 2); /* no rules: nothing was checked */
    assert_non_null(strstr(err, "no_rules"));
    assert_int_equal(DRC(KNOWN, "--deck", in_folder("nothing.json"), "--allow-empty"), 0);
    assert_non_null(strstr(out, "note: The report names no rules, so"));
    assert_int_equal(DRC(KNOWN, "--deck", put_text("bad.json", "{")), 2);
    assert_int_equal(DRC(KNOWN, "--deck", in_folder("clean.json"), "--type", "python"), 2);
    assert_int_equal(DRC(KNOWN, "--deck", in_folder("clean.json"), "--param", "A=1"), 2);
    assert_non_null(strstr(err, "json_params"));
    assert_int_equal(DRC(KNOWN, "--deck", in_folder("clean.json"), "--waivers", in_folder("absent")), 2);
    assert_int_equal(DRC(KNOWN, "--deck", in_folder("clean.json"), "--output", in_folder("no/out")), 2);
    FILE *full = fopen("/dev/full", "w");
    setvbuf(full, NULL, _IONBF, 0);
    assert_int_equal(drc_to(full, (const char *const[]){"drc", KNOWN, "--deck", in_folder("clean.json"), NULL}), 2);
    fclose(full);
}

/* What a status of 0 would not tell: that other tops were not looked at. */
static void test_several_tops(void **state) {
    (void)state;
    assert_int_equal(DRC("fixtures/two_tops.gds", "--deck", in_folder("clean.json")), 2);
    assert_non_null(strstr(err, "several_tops"));
    assert_non_null(strstr(err, "top_b"));
    assert_int_equal(DRC("fixtures/two_tops.gds", "--deck", in_folder("clean.json"), "--top", "top_a"), 0);
}

static void test_words(void **state) {
    (void)state;
    const char *deck = in_folder("clean.json");
    assert_int_equal(DRC(KNOWN), 2);
    assert_non_null(strstr(err, "--deck DECK is missing"));
    assert_int_equal(DRC("--deck", deck), 2);
    assert_int_equal(DRC(KNOWN, "--deck"), 2);
    assert_int_equal(DRC(KNOWN, "--deck", deck, "--deck", deck), 2);
    assert_int_equal(DRC(KNOWN, KNOWN, "--deck", deck), 2);
    assert_int_equal(DRC(KNOWN, "--deck", deck, "--format", "html"), 2);
    assert_int_equal(DRC(KNOWN, "--deck", deck, "--param", "A"), 2);
    assert_int_equal(DRC(KNOWN, "--deck", deck, "--param", "=A"), 2);
    assert_int_equal(DRC(KNOWN, "--deck", deck, "--param", "A=1", "--param=A=2"), 2);
    assert_non_null(strstr(err, "twice"));
    assert_int_equal(DRC(KNOWN, "--deck", deck, "--param", "A=\xff"), 2);
    assert_int_equal(DRC(KNOWN, "--deck", deck, "--unknown"), 2);
    assert_int_equal(DRC(KNOWN, "--deck=rel\xff.json"), 2);
    assert_int_equal(DRC("--help"), 0);
    assert_non_null(strstr(out, "Exit status: 0 clean, 1 violations, 2 could not check"));
}

static void test_formats(void **state) {
    (void)state;
    const char *deck = in_folder("rules.json");
    assert_int_equal(DRC(KNOWN, "--deck", deck, "--format", "json"), 1);
    cJSON *json = cJSON_Parse(out);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(json, "markers")), 3);
    cJSON_Delete(json);
    assert_int_equal(DRC(KNOWN, "--deck", deck, "--format", "sarif"), 1);
    json = cJSON_Parse(out);
    assert_string_equal(cJSON_GetObjectItem(json, "version")->valuestring, "2.1.0");
    const cJSON *sarif = cJSON_GetArrayItem(cJSON_GetObjectItem(json, "runs"), 0);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(sarif, "results")), 3);
    cJSON_Delete(json);
    assert_int_equal(DRC(KNOWN, "--deck", deck, "--format", "geojson"), 1);
    json = cJSON_Parse(out);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(json, "features")), 3);
    cJSON_Delete(json);
    const char *const xml[] = {"junit", "lyrdb"}, *const roots[] = {"testsuites", "report-database"};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(DRC(KNOWN, "--deck", deck, "--format", xml[i]), 1);
        xmlDoc *document = xmlReadMemory(out, (int)strlen(out), NULL, NULL, XML_PARSE_NONET);
        assert_string_equal(xmlDocGetRootElement(document)->name, roots[i]);
        xmlFreeDoc(document);
    }
}

static void test_output(void **state) {
    (void)state;
    const char *to = in_folder("out.sarif"), *deck = in_folder("rules.json");
    assert_int_equal(DRC(KNOWN, "--deck", deck, "--format", "sarif", "-o", to), 1);
    assert_true(holds(to, "\"version\":\"2.1.0\""));
    assert_non_null(strstr(out, "3 rules checked, 3 violations of 2 rules"));
    assert_int_equal(DRC(KNOWN, "--deck", deck, "--output", deck), 2); /* never over the deck */
    assert_non_null(strstr(err, "same_file"));
    assert_true(holds(deck, "\"rule_deck\""));
    assert_int_equal(DRC(KNOWN, "--deck", in_folder("absent.json"), "--format", "sarif", "-o", in_folder("no.sarif")),
                     2);
    assert_int_equal(access(in_folder("no.sarif"), F_OK), -1);
}

static void test_waivers(void **state) {
    (void)state;
    const char *deck = in_folder("rules.json"), *all, *some;
    all = put_text("all.json",
                   "{\"version\":1,\"waivers\":[{\"rule\":\"W\",\"box_um\":{\"left\":0,\"bottom\":0,\"right\":5,"
                   "\"top\":3},\"reason\":\"ours\"},{\"rule\":\"N\",\"box_um\":{\"left\":21,\"bottom\":1,"
                   "\"right\":22,\"top\":3},\"reason\":\"ours\",\"expires\":\"9999-12-31\"}]}");
    assert_int_equal(DRC(KNOWN, "--deck", deck, "--waivers", all), 0);
    assert_non_null(strstr(out, ": 3 rules checked, 0 violations, 3 waived\n"));
    some = put_text("some.json",
                    "{\"version\":1,\"waivers\":[{\"rule\":\"W\",\"box_um\":{\"left\":0,\"bottom\":0,\"right\":5,"
                    "\"top\":1},\"reason\":\"ours\"},{\"rule\":\"N\",\"box_um\":{\"left\":21,\"bottom\":1,"
                    "\"right\":22,\"top\":3},\"reason\":\"old\",\"expires\":\"2020-01-01\"},"
                    "{\"ids\":[\"mrk_0000000000000000\"],\"reason\":\"gone\"}]}");
    assert_int_equal(DRC(KNOWN, "--deck", deck, "--waivers", some), 1);
    assert_non_null(strstr(out, ": 3 rules checked, 2 violations of 2 rules, 1 waived\n"));
    assert_null(strstr(out, "(0, 0; 5, 0.04)"));
    assert_non_null(strstr(err, "waiver 2 of the file has expired"));
    assert_non_null(strstr(err, "waiver 3 of the file fits no marker"));
    assert_int_equal(DRC(KNOWN, "--deck", deck, "--waivers", put_text("w.json", "{}")), 2);
    assert_int_equal(DRC(KNOWN, "--deck", deck, "--waivers", some, "--format", "sarif"), 1);
    assert_non_null(strstr(out, "suppressions"));
}

static void test_cancelled(void **state) {
    (void)state;
    atomic_store(&cancel.requested, true);
    assert_int_equal(DRC(KNOWN, "--deck", in_folder("clean.json")), 128 + 15);
    atomic_store(&cancel.requested, false);
}

/* ---- this program in KLayout's place: what it does stands in the deck ---- */

static int act(char **argv) {
    char text[4096] = "";
    FILE *file = fopen(argv[strcmp(argv[3], "-rm") == 0 ? 6 : 4], "r"); /* -zz -b [-rm PRELUDE] -r DECK */
    if (!file || fread(text, 1, sizeof text - 1, file) == 0) {
        return 99;
    }
    fclose(file);
    if (strstr(text, "act:crash")) {
        raise(SIGSEGV);
    } else if (strstr(text, "act:hang")) {
        pause();
    }
    file = fopen("report.lyrdb", "w");
    fputs("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<report-database>\n <categories>\n", file);
    if (strstr(text, "act:rule")) {
        fputs("  <category>\n   <name>r</name>\n   <description/>\n  </category>\n", file);
    }
    fputs(strstr(text, "act:cut") ? "" : " </categories>\n</report-database>\n", file);
    fclose(file);
    return strstr(text, "act:fail") ? 1 : 0;
}

/* Whatever KLayout leaves: 0 needs an exit code of 0 and a whole report that names a rule. */
static void test_crash(void **state) {
    (void)state;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    print_message("sanitizers do not fit the sandbox: NOT TESTED\n");
    skip();
#endif
    if (lob_jail_support().standing != (LOB_WALL_LANDLOCK | LOB_WALL_SECCOMP)) {
        print_message("no walls here: NOT TESTED\n");
        skip();
    }
    const char *const bad[] = {"crash", "hang", "cut rule", "fail rule", "none"};
    const char *const reasons[] = {"reason: crash", "reason: timeout", "reason: malformed", "reason: exit_code",
                                   "reason: no_rules"};
    for (int i = 0; i < 5; i++) {
        char text[64];
        snprintf(text, sizeof text, "# $input_path $report_path act:%s act:%s\n", bad[i],
                 strchr(bad[i], ' ') ? "rule" : "");
        assert_int_equal(DRC(KNOWN, "--deck", put_text("a.drc", text)), 2);
        assert_non_null(strstr(err, reasons[i]));
        assert_null(strstr(err, "run_id"));
        assert_string_equal(out, "");
    }
    const char *fine = put_text("a.drc", "# $input_path $report_path act:rule\n");
    assert_int_equal(DRC(KNOWN, "--deck", fine, "--param", "A=1"), 0);
    assert_int_equal(DRC(KNOWN, "--deck", put_text("b.drc", "# $input_path $report_path act:hang\n"), "--progress"), 2);
    assert_non_null(strstr(err, "KLayout runs the deck"));
    tmpdir = "/nowhere";
    assert_int_equal(DRC(KNOWN, "--deck", fine), 2);
    assert_non_null(strstr(err, "no temporary folder can be made"));
    tmpdir = NULL;
}

/* A part of a deck, and a profile: by the built-in engine without --engine. Skipped, and said, without Ruby or walls.
 */
static void test_part(void **state) {
    (void)state;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    print_message("sanitizers do not fit the sandbox: NOT TESTED\n");
    skip();
#endif
    if (access("/usr/bin/ruby", X_OK) != 0 || lob_jail_support().standing != (LOB_WALL_LANDLOCK | LOB_WALL_SECCOMP)) {
        print_message("no Ruby, or no walls here: NOT TESTED\n");
        skip();
    }
    put_text("part.drc", "source($input)\nreport(\"x\", $report)\na = input(1, 0)\na.width(0.06).output(\"W\")\n"
                         "a.notch(0.07).output(\"N\")\n");
    assert_int_equal(DRC(KNOWN, "--deck", in_folder("part.drc"), "--only", "N", "--profile"), 1);
    assert_contains(out, "1 rule checked, 1 violation of 1 rule, by the built-in engine");
    assert_contains(out, "profile: ");
    assert_contains(out, "check      part.drc:5\n");
    assert_null(strstr(out, "part.drc:4\n"));
    assert_int_equal(DRC(KNOWN, "--deck", in_folder("part.drc"), "--profile", "--format", "json"), 1);
    assert_contains(out,
                    "\"profile\":[{\"file\":\"part.drc\",\"line\":3,\"operation\":\"input\",\"calls\":1,\"shapes\":");
    assert_int_equal(DRC(KNOWN, "--deck", in_folder("part.drc"), "--box", "900,900,901,901", "--engine", "auto"), 2);
    assert_contains(err, "reason: not_local");
    assert_int_equal(DRC(KNOWN, "--deck", in_folder("part.drc"), "--box", "900,900,901,901", "--only", "W"), 0);
    assert_contains(out, "1 rule checked, 0 violations");
    assert_int_equal(DRC(KNOWN, "--deck", in_folder("part.drc"), "--box", "9,9,1", "--only", "W"), 2);
    assert_contains(err, "--box takes four numbers");
    assert_int_equal(DRC(KNOWN, "--deck", in_folder("part.drc"), "--engine", "klayout", "--only", "W"), 2);
    assert_contains(err, "only, box and profile are for the built-in engine");
    assert_int_equal(DRC(KNOWN, "--deck", in_folder("rules.json"), "--only", "W"), 2);
    assert_contains(err, "check_rules");
}

int main(int argc, char **argv) {
    if (argc > 4 && strcmp(argv[1], "-zz") == 0) {
        return act(argv);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_status),       cmocka_unit_test(test_colour),  cmocka_unit_test(test_not_checked),
        cmocka_unit_test(test_several_tops), cmocka_unit_test(test_words),   cmocka_unit_test(test_formats),
        cmocka_unit_test(test_output),       cmocka_unit_test(test_waivers), cmocka_unit_test(test_cancelled),
        cmocka_unit_test(test_crash),        cmocka_unit_test(test_part),
    };
    int failed = cmocka_run_group_tests(tests, setup, folder_remove);
    free(out);
    free(err);
    return failed;
}
