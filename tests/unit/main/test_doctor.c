/* The doctor: each part found and missing, as a whole command line.
 * A program of its own: its tools stand in for the generated ones. */
#include "tests/support/lob_test.h"

#include "klayout/jail.h"
#include "tests/unit/main/cli_rig.h"

typedef struct variable {
    const char *name, *value;
} variable;

static variable variables[8];

static const char *environment(const char *name) {
    for (size_t i = 0; i < sizeof variables / sizeof variables[0] && variables[i].name; i++) {
        if (strcmp(variables[i].name, name) == 0) {
            return variables[i].value;
        }
    }
    return NULL;
}

/* Up to four variables; the folder of sessions is /tmp unless it is among them. */
static rig ask(const char *const *words, variable a, variable b) {
    variables[0] = a;
    variables[1] = b;
    variables[2] = (variable){"KLAYOUT_MCP_ARTIFACT_ROOT", "/tmp"};
    variables[3] = (variable){"KLAYOUT_MCP_ARTIFACT_QUOTA_BYTES", "1048576"};
    return rig_run_line(&(rig_line){.environment = environment}, words);
}

#define NOTHING ((variable){"", NULL})
#define DOCTOR(a, b, ...)                                                                                              \
    ask((const char *const[]){"doctor" __VA_OPT__(, ) __VA_ARGS__, NULL}, (variable)a, (variable)b)

/* The line of a part, cut at its end; what follows it is the advice. */
static const char *line_of(rig *r, const char *state, const char *part) {
    char begin[64];
    snprintf(begin, sizeof begin, "%-8s %-9s ", state, part);
    return strstr(r->out, begin);
}

static void test_all_there(void **state) {
    (void)state;
    rig r = DOCTOR(NOTHING, NOTHING, "--root", "/tmp");
    assert_int_equal(r.code, 0);
    assert_non_null(line_of(&r, "ok", "program"));
    assert_non_null(line_of(&r, "ok", "settings"));
    assert_non_null(line_of(&r, "ok", "sessions"));
    const char *roots = line_of(&r, "ok", "roots");
    assert_non_null(roots);
    assert_non_null(strstr(roots, "/tmp"));
    assert_eq(r.err[0], '\0');
    rig_release(&r);
}

static void test_what_is_missing(void **state) {
    (void)state;
    static const struct {
        variable a;
        const char *state, *part, *word, *advice;
        int code;
    } rows[] = {
        {{"", NULL}, "warning", "roots", "none", "KLAYOUT_MCP_ROOTS", 0},
        {{"KLAYOUT_MCP_ROOTS", "/none/such/root"}, "error", "roots", "/none/such/root", "/none/such/root", 1},
        {{"KLAYOUT_MCP_ROOTS", "/tmp"}, "ok", "roots", "/tmp", "", 0},
        {{"KLAYOUT_BIN", "/none/klayout"},
         "warning",
         "klayout",
         "not usable",
         ": \"/none/klayout\". Install KLayout",
         0},
        {{"KLAYOUT_MCP_SANDBOX", "off"}, "warning", "sandbox", "off", "decks you trust", 0},
        {{"KLAYOUT_MCP_SANDBOX", "perhaps"}, "error", "settings", "an invalid value", "KLAYOUT_MCP_SANDBOX", 1},
        {{"KLAYOUT_MCP_ARTIFACT_QUOTA_BYTES", "1099511627776"}, "warning", "sessions", "free", "make room", 0},
        {{"KLAYOUT_MCP_ARTIFACT_ROOT", "/dev/null/none"}, "error", "sessions", "is not writable", "ARTIFACT_ROOT", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        lob_case("%s=%s", rows[i].a.name, rows[i].a.value ? rows[i].a.value : "");
        rig r = ask((const char *const[]){"doctor", NULL}, rows[i].a, NOTHING);
        const char *line = line_of(&r, rows[i].state, rows[i].part);
        assert_non_null(line);
        assert_non_null(strstr(line, rows[i].word));
        assert_non_null(strstr(line, rows[i].advice));
        assert_int_equal(r.code, rows[i].code);
        rig_release(&r);
    }
}

static void test_no_walls(void **state) {
    (void)state;
    lob_jail_pretend_missing(LOB_WALL_LANDLOCK);
    rig r = DOCTOR(NOTHING, NOTHING);
    const char *line = line_of(&r, "warning", "sandbox");
    assert_non_null(line);
    assert_non_null(strstr(line, "Landlock no"));
    rig_release(&r);
    lob_jail_pretend_missing(0);
}

static void test_json(void **state) {
    (void)state;
    variable hostile = {"KLAYOUT_MCP_ROOTS", "/tmp/\x1b[31mred"};
    rig r = ask((const char *const[]){"doctor", "--json", NULL}, hostile, NOTHING);
    cJSON *json = cJSON_Parse(r.out);
    assert_non_null(json);
    const cJSON *checks = cJSON_GetObjectItemCaseSensitive(json, "checks");
    assert_int_equal(cJSON_GetArraySize(checks), 7);
    const cJSON *each;
    cJSON_ArrayForEach(each, checks) {
        const char *verdict = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(each, "state"));
        bool is_fine = strcmp(verdict, "ok") == 0;
        lob_case("%s", cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(each, "part")));
        assert_int_equal(is_fine, cJSON_GetObjectItemCaseSensitive(each, "advice") == NULL);
    }
    cJSON_Delete(json);
    assert_null(strchr(r.out, '\x1b'));
    assert_int_equal(r.code, 1);
    rig_release(&r);
    r = ask((const char *const[]){"doctor", NULL}, hostile, NOTHING);
    assert_null(strchr(r.out, '\x1b'));
    rig_release(&r);
}

static void test_words(void **state) {
    (void)state;
    static const char *const wrong[][3] = {{"doctor", "chip.gds", NULL}, {"doctor", "--cell", NULL}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        rig r = rig_run("", wrong[i]);
        lob_case("%s", wrong[i][1]);
        assert_int_equal(r.code, 2);
        assert_eq(r.out[0], '\0');
        rig_release(&r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_there), cmocka_unit_test(test_what_is_missing), cmocka_unit_test(test_no_walls),
        cmocka_unit_test(test_json),      cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
