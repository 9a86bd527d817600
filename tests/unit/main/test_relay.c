/* relay as whole command lines, against servers of shell.
 * A program of its own: its tools stand in for the generated ones. */
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "cli_rig.h"

#define GREETED  "read -r a; echo '{\"id\":1,\"result\":{\"protocolVersion\":\"2025-11-25\"}}'; read -r b; "
#define CALL(id) "{\"name\":\"n\",\"input\":{\"v\":[1]},\"trace_id\":\"" id "\"}\n"

static void assert_starts(const char *text, const char *start) {
    if (strncmp(text, start, strlen(start)) != 0) {
        fail_msg("%s\n does not begin with %s", text, start);
    }
}

static void a_line_for_a_line(void **state) {
    (void)state;
    rig r =
        RUN(CALL("x") "\n  \nnonsense\n{\"name\":\"n\"}\n" CALL("y"), "relay", "--", "sh", "-c",
            GREETED "read -r c; echo '{\"id\":\"x\",\"result\":{\"structuredContent\":{\"p\":1}}}'; read -r d; "
                    "echo '{\"id\":\"y\",\"result\":{\"isError\":true,\"structuredContent\":{\"code\":\"INVALID_BOX\","
                    "\"message\":\"m\"}}}'; cat >/dev/null");
    static const char *const starts[] = {
        "{\"ok\":true,\"error\":null,\"data\":{\"p\":1},\"duration_ms\":",
        "{\"ok\":false,\"error\":{\"code\":\"INVALID_PARAM\",\"message\":\"The line is not JSON: ",
        ("{\"ok\":false,\"error\":{\"code\":\"INVALID_PARAM\",\"message\":\"The tool_call_request has 2 faults; the "
         "first: input: "),
        ("{\"ok\":false,\"error\":{\"code\":\"INVALID_PARAM\",\"message\":\"m\",\"details\":{\"contract_code\":"
         "\"INVALID_BOX\"}},\"data\":null,\"duration_ms\":")};
    const char *at = r.out;
    for (int i = 0; i < 4; i++) {
        assert_starts(at, starts[i]);
        at = strchr(at, '\n') + 1;
    }
    assert_string_equal(at, "");
    assert_string_equal(r.err, "");
    assert_int_equal(r.code, 1);
    rig_release(&r);
}

static void all_is_well(void **state) {
    (void)state;
    rig r =
        RUN(CALL("x"), "relay", "--start-timeout", "20000", "--", "sh", "-c",
            GREETED "read -r c; echo '{\"method\":\"notifications/message\"}'; echo '{\"id\":\"x\",\"result\":{}}'; "
                    "cat >/dev/null");
    assert_starts(r.out, "{\"ok\":true,\"error\":null,\"data\":{},");
    assert_int_equal(r.code, 0);
    rig_release(&r);
    r = RUN("", "relay", "--", "sh", "-c", GREETED "cat >/dev/null");
    assert_string_equal(r.out, "");
    assert_int_equal(r.code, 0);
    rig_release(&r);
    r = RUN("", "relay", "--help");
    assert_non_null(strstr(r.out, "relay [--start-timeout MS] -- COMMAND ARGS"));
    assert_int_equal(r.code, 0);
    rig_release(&r);
}

/* Every call that waits gets an envelope; one that is wrong in itself its own. */
static void servers_that_do_not_start(void **state) {
    (void)state;
    static const struct {
        const char *script, *said;
    } rows[] = {{"exit 3", "The server is not available: it ended with exit status 3 before it "},
                {"read -r a; echo '{\"id\":1,\"error\":{\"code\":-32602,\"message\":\"no\"}}'; cat >/dev/null",
                 "The server refused to start: {"},
                {"read -r a; echo hello; cat >/dev/null",
                 "The server is not available: it wrote to standard output something that is not JSON"},
                {"cat >/dev/null", "The server is not available: no answer to initialize within 300 ms"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        lob_case("%zu: %s", i, rows[i].script);
        char start[256], err[256];
        const char *at;
        snprintf(start, sizeof start, "{\"ok\":false,\"error\":{\"code\":\"SERVICE_UNAVAILABLE\",\"message\":\"%s",
                 rows[i].said);
        snprintf(err, sizeof err, "relay: %s", rows[i].said);
        rig r = RUN(CALL("x") "nonsense\n" CALL("y"), "relay", "--start-timeout", i == 3 ? "300" : "20000", "--", "sh",
                    "-c", rows[i].script);
        assert_non_null(strstr(r.err, err));
        assert_starts(r.out, start);
        assert_non_null(strstr(r.out, "\"details\":{\"reason\":\"closed\"}},\"data\":null,\"duration_ms\":"));
        at = strchr(r.out, '\n') + 1;
        assert_starts(at, "{\"ok\":false,\"error\":{\"code\":\"INVALID_PARAM\",\"message\":\"The line is not JSON: ");
        at = strchr(at, '\n') + 1;
        assert_starts(at, start);
        assert_string_equal(strchr(at, '\n'), "\n");
        assert_int_equal(r.code, 2);
        rig_release(&r);
    }
    rig r = RUN(CALL("x"), "relay", "--", "/nonexistent/server");
    assert_starts(r.out, "{\"ok\":false,\"error\":{\"code\":\"SERVICE_UNAVAILABLE\",\"message\":\"The server is not "
                         "available: it could not be started");
    assert_int_equal(r.code, 2);
    rig_release(&r);
    r = RUN("", "relay", "--", "false");
    assert_string_equal(r.out, "");
    assert_int_equal(r.code, 2);
    rig_release(&r);
}

static void wrong_words(void **state) {
    (void)state;
    static const char *const rows[][5] = {{"relay"},
                                          {"relay", "--"},
                                          {"relay", "true"},
                                          {"relay", "--start-timeout", "x", "--", "true"},
                                          {"relay", "--start-timeout", "0", "--", "true"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        lob_case("%s", rows[i][0]);
        const char *words[6] = {rows[i][0], rows[i][1], rows[i][2], rows[i][3], rows[i][4], NULL};
        rig r = rig_run("", words);
        assert_non_null(strstr(r.err, i == 2  ? "relay: unexpected argument true; this command takes only options"
                                      : i < 2 ? "relay: the server's command follows --"
                                              : "--start-timeout takes a whole number from 1"));
        assert_int_equal(r.code, 2);
        rig_release(&r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_for_a_line),
        cmocka_unit_test(all_is_well),
        cmocka_unit_test(servers_that_do_not_start),
        cmocka_unit_test(wrong_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
