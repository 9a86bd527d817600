/* Command lines as a user types them: what goes to which stream, and the exit status.
 * A program of its own: its tools stand in for the generated ones. */
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "base/version.h"
#include "cli_rig.h"

static void expect(rig r, int code, const char *out, const char *in_err) {
    if (out) {
        assert_string_equal(r.out, out);
    }
    if (in_err) {
        assert_non_null(strstr(r.err, in_err));
    } else {
        assert_string_equal(r.err, "");
    }
    assert_int_equal(r.code, code);
    rig_release(&r);
}

static void help_and_version(void **state) {
    (void)state;
    expect(RUN("", "--version"), 0, LOB_NAME " " LOB_VERSION "\n", NULL);
    rig r = RUN("", );
    assert_non_null(strstr(r.out, "Usage:"));
    assert_non_null(strstr(r.out, "list_cells"));
    assert_non_null(strstr(r.out, "Exit status"));
    expect(r, 0, NULL, NULL);
    expect(RUN("", "--help"), 0, NULL, NULL);
    expect(RUN("", "help", "nothing"), 2, "", "there is no command nothing");
    static const char *const ways[][2] = {{"list_cells", "--help"}, {"help", "list_cells"}};
    for (int i = 0; i < 2; i++) {
        rig tool = RUN("", ways[i][0], ways[i][1]);
        assert_non_null(strstr(tool.out, "--max-depth N"));
        assert_non_null(strstr(tool.out, "--path TEXT"));
        expect(tool, 0, NULL, NULL);
    }
    rig open = RUN("", "open_layout", "-h");
    assert_non_null(strstr(open.out, "--format gds|oas"));
    expect(open, 0, NULL, NULL);
}

/* What a shell asks to complete a word; each word that may stand there is a line. */
static void words_are_completed(void **state) {
    (void)state;
    static const struct {
        const char *words[3], *is_offered, *is_not;
    } cases[] = {
        {{NULL}, "--version\n", "--max-depth"},
        {{"help", ""}, "serve\n", "--max-depth"},
        {{"call", ""}, "list_cells\n", "serve\n"},
        {{"list_cells", "--"}, "--max-depth", "serve\n"},
        {{"serve", "--"}, "--artifact-root", "list_cells\n"},
        {{"nothing", "--"}, "", "-"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%s", cases[i].words[0] ? cases[i].words[0] : "no word");
        rig r = rig_run("", (const char *const[]){"complete", cases[i].words[0], cases[i].words[1], NULL});
        assert_non_null(strstr(r.out, cases[i].is_offered));
        assert_null(strstr(r.out, cases[i].is_not));
        expect(r, 0, NULL, NULL);
    }
}

static void help_as_a_page(void **state) {
    (void)state;
    rig page = RUN("", "help", "--man");
    assert_non_null(strstr(page.out, "serve"));
    expect(page, 0, NULL, NULL);
    rig tools = RUN("", "help", "tools");
    assert_non_null(strstr(tools.out, "Prints the tools with their schemas"));
    expect(tools, 0, NULL, NULL);
    expect(RUN("", "help", "--nonsense"), 2, "", "--nonsense");
    expect(RUN("", "serve", "--nonsense"), 2, "", "--nonsense");
}

static void misspelt_commands_are_met_with_the_nearest(void **state) {
    (void)state;
    expect(RUN("", "list_cell", "--path", "/x"), 2, "", "did you mean list_cells?");
    expect(RUN("", "srve"), 2, "", "did you mean serve?");
    expect(RUN("", "zzzzzzzzzzzzzzzzzzzz"), 2, "", "there is no command zzzzzzzzzzzzzzzzzzzz; see");
}

static void a_verb_opens_runs_and_closes(void **state) {
    (void)state;
#define GOT(rest) "{\"got\":{\"session_id\":\"ses_000000000001\"" rest "}}\n"
    expect(RUN("", "list_cells", "--path", "/a.gds"), 0, GOT(""), NULL);
    expect(RUN("", "list-cells", "/a.gds", "--no-progress"), 0, GOT(""), NULL);
    expect(RUN("", "list_cells", "--deep", "true", "/a.gds"), 0, GOT(",\"deep\":true"), NULL);
    expect(RUN("", "list_cells", "--deep", "false", "/a.gds"), 0, GOT(",\"deep\":false"), NULL);
    expect(RUN("", "list_cells", "--deep", "--", "/a.gds"), 0, GOT(",\"deep\":true"), NULL);
    expect(RUN("", "list_cells", "--path=/a.gds", "--max-depth", "2", "--ratio=-0.5", "--deep", "--cell", "A \"b\""), 0,
           GOT(",\"max_depth\":2,\"ratio\":-0.5,\"deep\":true,\"cell\":\"A \\\"b\\\"\""), NULL);
    expect(RUN("", "list_cells", "--path", "/a.gds", "--max_depth=3", "--no-deep", "--top-cell", "T"), 0,
           GOT(",\"max_depth\":3,\"deep\":false"), NULL);
    expect(RUN("", "list_cells", "--path", "/a.gds", "--deep=false", "--box", "{\"left\":0}", "--layers",
               "[{\"layer\":1}]"),
           0, GOT(",\"deep\":false,\"box\":{\"left\":0},\"layers\":[{\"layer\":1}]"), NULL);
    expect(RUN("", "list_cells", "--path", "/a.gds", "--pretty"), 0,
           "{\n  \"got\": {\n    \"session_id\": \"ses_000000000001\"\n  }\n}\n", NULL);
    /* A tool's own failure comes as its error object. */
    expect(RUN("", "list_cells", "/missing.gds"), 1, "",
           "layout-observer list_cells: There is no such file. Give an absolute path");
    expect(RUN("", "list_cells", "--path", "/missing.gds", "--json"), 1,
           "{\"code\":\"FILE_NOT_FOUND\",\"message\":\"There is no such file\","
           "\"details\":{\"hint\":\"Give an absolute path of an existing file inside the allowed folders.\"}}\n",
           NULL);
    expect(RUN("", "list_cells", "--session-id", "ses_x"), 0, "{\"got\":{\"session_id\":\"ses_x\"}}\n", NULL);
    expect(RUN("", "interrupted"), 128 + 15, "", NULL);
}

/* A job ends with its process: the answer is the last of poll. */
static void jobs_are_waited_for(void **state) {
    (void)state;
    fake_end = "completed";
    expect(RUN("", "start_job"), 0, "{\"job_id\":\"job_1\",\"status\":\"completed\"}\n", NULL);
    assert_int_equal(fake_polls, 3);
    fake_end = "failed";
    expect(RUN("", "start_job"), 1, "{\"job_id\":\"job_1\",\"status\":\"failed\"}\n", NULL);
    fake_end = "lost";
    expect(RUN("", "start_job"), 1, "", "No job has this id");
    fake_end = "completed";
}

static void boxes_layers_and_lists_have_a_short_form(void **state) {
    (void)state;
    expect(RUN("", "list_cells", "/a.gds", "--view", "0,-1.5,2e1,3", "--on", "1/0,2/5", "--ids", "a,b"), 0,
           GOT(",\"view\":{\"left\":0,\"bottom\":-1.5,\"right\":20,\"top\":3},\"on\":[{\"layer\":1,\"datatype\":0},"
               "{\"layer\":2,\"datatype\":5}],\"ids\":[\"a\",\"b\"]"),
           NULL);
    /* Numbers that only a description names. */
    expect(RUN("", "list_cells", "/a.gds", "--spot", "1,2.5", "--kind", "1/0", "--loose", "{\"a\":1}"), 0,
           GOT(",\"spot\":{\"x_um\":1,\"y_um\":2.5},\"kind\":{\"layer\":1,\"datatype\":0},\"loose\":{\"a\":1}"), NULL);
    /* A place that may have more than its two numbers. */
    expect(RUN("", "list_cells", "/a.gds", "--start", "-1,2"), 0, GOT(",\"start\":{\"x_um\":-1,\"y_um\":2}"), NULL);
    expect(RUN("", "list_cells", "/a.gds", "--start", "{\"port\":\"p\"}"), 0, GOT(",\"start\":{\"port\":\"p\"}"), NULL);
    expect(RUN("", "list_cells", "/a.gds", "--view={}", "--on=[]", "--ids", "[1]"), 0,
           GOT(",\"view\":{},\"on\":[],\"ids\":[1]"), NULL);
    static const char *const wrong[][3] = {{"--view", "0,1,2", "--view: L,B,R,T is expected, or JSON"},
                                           {"--view", "0,1,2,3,4", "--view: L,B,R,T is expected, or JSON"},
                                           {"--view", "0/1/2/3", "--view: L,B,R,T is expected, or JSON"},
                                           {"--view", "", "--view: JSON is expected"},
                                           {"--spot", "1", "--spot: X,Y is expected, or JSON"},
                                           {"--start", "1,2,3", "--start: X,Y is expected, or JSON"},
                                           {"--loose", "1,2", "--loose: JSON is expected"},
                                           {"--on", "1", "--on: L/D,... is expected, or JSON"},
                                           {"--on", "1/0,", "--on: L/D,... is expected, or JSON"},
                                           {"--on", "1/0/2", "--on: L/D,... is expected, or JSON"},
                                           {"--ids", "a,,b", "--ids: TEXT,... is expected, or JSON"},
                                           {"--ids", "a\xff", "--ids: TEXT,... is expected, or JSON"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        lob_case("%s %s", wrong[i][0], wrong[i][1]);
        expect(RUN("", "list_cells", "/a.gds", wrong[i][0], wrong[i][1]), 2, "", wrong[i][2]);
    }
}

static void relative_paths_are_of_the_working_directory(void **state) {
    (void)state;
    char directory[4096], expected[8192];
    assert_non_null(getcwd(directory, sizeof directory));
    snprintf(expected, sizeof expected, "{\"session_id\":\"ses_000000000001\",\"path\":\"%s/a.gds\"}\n", directory);
    expect(RUN("", "open_layout", "--path", "a.gds"), 0, expected, NULL);
    expect(RUN("", "open_layout", "--path", "./a.gds"), 0, expected, NULL);
    snprintf(expected, sizeof expected,
             "{\"got\":{\"session_id\":\"ses_000000000001\",\"script_path\":\"%s/d.drc\"}}\n", directory);
    expect(RUN("", "list_cells", "--path", "a.gds", "--script-path", "d.drc"), 0, expected, NULL);
    expect(RUN("", "open_layout", "--path", "/usr/../a.gds"), 0,
           "{\"session_id\":\"ses_000000000001\",\"path\":\"/usr/../a.gds\"}\n", NULL);
}

static void wrong_options_run_nothing(void **state) {
    (void)state;
    expect(RUN("", "list_cells"), 2, "", "FILE is missing");
    expect(RUN("", "list_cells", "--path"), 2, "", "--path needs a value");
    expect(RUN("", "list_cells", "--path", "/a", "--path", "/b"), 2, "", "given twice");
    expect(RUN("", "list_cells", "--path", "/a", "--max-dept", "2"), 2, "", "did you mean --max-depth?");
    expect(RUN("", "list_cells", "--path", "/a", "--qqqqqqqq", "2"), 2, "", "unknown option --qqqqqqqq; see");
    expect(RUN("", "list_cells", "--path", "/a", "--max-depth", "two"), 2, "", "a number is expected");
    expect(RUN("", "list_cells", "--path", "/a", "--max-depth", "\"2\""), 2, "", "a number is expected");
    expect(RUN("", "list_cells", "--path", "/a", "--ratio", "01"), 2, "", "a number is expected");
    expect(RUN("", "list_cells", "--path", "/a", "--box", "{left:0}"), 2, "", "JSON is expected");
    expect(RUN("", "list_cells", "--path", "/a", "--deep=maybe"), 2, "", "true or false");
    expect(RUN("", "list_cells", "--path", "/a", "--no-max-depth"), 2, "", "unknown option --no-max-depth");
    expect(RUN("", "list_cells", "--path", "/a", "--cell", "\xff"), 2, "", "not UTF-8");
    expect(RUN("", "list_cells", "/a", "/b"), 2, "", "unexpected argument /b after FILE");
    expect(RUN("", "list_cells", "/a", "--path", "/b"), 2, "", "--path and the argument /a mean the same");
    expect(RUN("", "list_cells", "--path", "/b", "/a"), 2, "", "FILE and --path mean the same");
    expect(RUN("", "list_cells", ""), 2, "", "FILE is empty");
    expect(RUN("", "list_cells", "/a", "--cell", "--deep"), 2, "", "--cell needs a value, but the option --deep");
    expect(RUN("", "list_cells", "/a", "--deep", "--no-deep"), 2, "", "--no-deep is given twice");
    expect(RUN("", "list_cells", "--BAD", "1"), 2, "", "unknown option --BAD");
    expect(RUN("", "list_cells", "--path", "/a", "--toolset", "half"), 2, "", "full, or a list");
    expect(RUN("", "list_cells", "--path", "/a", "--root", "a:b"), 2, "", "colon");
    expect(RUN("", "list_cells", "--path", "/a", "--root"), 2, "", "--root needs a value");
    expect(RUN("", "list_cells", "--path", "/a", "--artifact-root="), 2, "", "--artifact-root needs a value");
    expect(RUN("", "serve", "--quux"), 2, "", "unknown option --quux");
    expect(RUN("", "tools", "x"), 2, "", "unexpected argument x; this command takes only options");
}

static void a_wrong_environment_is_said(void **state) {
    (void)state;
    rig_toolset = "half";
    expect(RUN("", "list_cells", "--path", "/a"), 2, "", "KLAYOUT_MCP_TOOLSET");
    expect(RUN("", "serve"), 2, "", "KLAYOUT_MCP_TOOLSET");
    rig_toolset = NULL;
    expect(RUN("", "list_cells", "--path", "/a", "--root", "/nonexistent/root"), 2, "", "layout-observer:");
}

static void call_takes_json_from_everywhere(void **state) {
    (void)state;
    char name[] = "/tmp/lob_cli_XXXXXX", at_name[64];
    int fd = mkstemp(name);
    assert_int_equal(write(fd, " {\"a\":1}\n", 9), 9);
    close(fd);
    snprintf(at_name, sizeof at_name, "@%s", name);
    expect(RUN("", "call", "list_cells", "{\"a\":1}"), 0, "{\"got\":{\"a\":1}}\n", NULL);
    expect(RUN("", "call", "list_cells"), 0, "{\"got\":{}}\n", NULL);
    expect(RUN("{\"a\":1}", "call", "list_cells", "-"), 0, "{\"got\":{\"a\":1}}\n", NULL);
    expect(RUN("", "call", "list_cells", at_name), 0, "{\"got\":{\"a\":1}}\n", NULL);
    unlink(name);
    expect(RUN("", "call", "list_cells", at_name), 2, "", "cannot be opened");
    expect(RUN("", "call", "list_cells", "@/"), 2, "", "cannot be read");
    expect(RUN("", "call", "list_cells", "{\"a\":01}"), 2, "", "column 6: number has a leading zero");
    expect(RUN("", "call", "list_cells", "[]"), 2, "", "must be a JSON object");
    expect(RUN("", "call", "list_cells", ""), 2, "", "JSON is empty");
    expect(RUN("", "call", "list_cell", "{}"), 2, "", "did you mean list_cells?");
    expect(RUN("", "call"), 2, "", "TOOL is missing");
    expect(RUN("", "call", "a", "b", "c"), 2, "", "unexpected argument c after JSON");
    expect(RUN("", "call", "-", "{}"), 2, "", "call - takes no arguments");
    expect(RUN("", "call", "-", "-o", "x"), 2, "", "give --keep instead of -o");
    expect(RUN("", "call", "list_cells", "-o"), 2, "", "-o needs a value");
    expect(RUN("", "call", "list_cells", "--keep"), 0, "{\"got\":{}}\n", NULL);
    expect(RUN("", "list_cells", "--path", "/x", "-o", ""), 2, "", "-o needs a value");
    expect(RUN("", "call", "open_layout", "{\"path\":\"/missing\"}", "--pretty"), 1,
           "{\n  \"code\": \"FILE_NOT_FOUND\",\n  \"message\": \"There is no such file\",\n  \"details\": {\n    "
           "\"hint\": "
           "\"Give an absolute path of an existing file inside the allowed folders.\"\n  }\n}\n",
           NULL);
}

static void a_sequence_answers_line_by_line(void **state) {
    (void)state;
    expect(RUN("{\"tool\":\"open_layout\",\"arguments\":{\"path\":\"/a\"}}\n"
               "\n"
               "{\"tool\":\"list_cells\",\"arguments\":{\"session_id\":\"$last\",\"max_depth\":1}}\r\n"
               "{\"tool\":\"open_layout\",\"arguments\":{\"path\":\"/b\"}}\n"
               "{\"tool\":\"list_cells\",\"arguments\":{\"session_id\":\"$session\"}}",
               "call", "-"),
           0,
           "{\"session_id\":\"ses_000000000001\",\"path\":\"/a\"}\n"
           "{\"got\":{\"session_id\":\"ses_000000000001\",\"max_depth\":1}}\n"
           "{\"session_id\":\"ses_000000000002\",\"path\":\"/b\"}\n"
           "{\"got\":{\"session_id\":\"ses_000000000002\"}}\n",
           NULL);
    rig r = RUN("{\"tool\":\"list_cells\",\"arguments\":{\"session_id\":\"$last\"}}\nnonsense\n{\"tool\":\"nothing\"}\n"
                "{\"tool\":\"list_cells\",\"arguments\":[]}\n{\"tool\":\"list_cells\"}\n",
                "call", "-");
    unsigned lines = 0, errors = 0;
    for (const char *at = r.out; (at = strchr(at, '\n')) != NULL; at++) {
        lines++;
    }
    for (const char *at = r.out; (at = strstr(at, "INVALID_TARGET")) != NULL; at++) {
        errors++;
    }
    assert_int_equal(lines, 5); /* an answer for each line, whatever it was */
    assert_int_equal(errors, 3);
    assert_int_equal(strncmp(r.out, "{\"got\":{\"session_id\":\"$last\"}}", 30), 0);
    expect(r, 1, NULL, NULL);
    expect(RUN("{\"tool\":\"interrupted\"}\n{\"tool\":\"list_cells\"}\n", "call", "-"), 128 + 15, "", NULL);
    expect(RUN("", "call", "-"), 0, "", NULL);
}

static void tools_are_printed_as_a_client_sees_them(void **state) {
    (void)state;
    lob_json_fault fault;
    static const char *const sets[] = {"full", "contract"};
    for (int i = 0; i < 2; i++) {
        rig r = RUN("", "tools", "--toolset", sets[i]);
        cJSON *tree = lob_json_parse((lob_str){r.out, r.out_size}, &fault);
        assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(tree, "tools")), i ? 2 : 5);
        cJSON_Delete(tree);
        expect(r, 0, NULL, NULL);
    }
}

/* The fake tools, by hand: two of the contract, three in all; none has an output schema. */
static void toolsets_are_printed_with_their_sizes(void **state) {
    (void)state;
    lob_json_fault fault;
    rig r = RUN("", "toolsets", "--json");
    cJSON *tree = lob_json_parse((lob_str){r.out, r.out_size}, &fault);
    const cJSON *sets = cJSON_GetObjectItem(tree, "toolsets"), *contract = cJSON_GetArrayItem(sets, 0);
    const cJSON *full = cJSON_GetArrayItem(sets, LOB_GROUP_COUNT);
    assert_int_equal(cJSON_GetArraySize(sets), LOB_GROUP_COUNT + 1);
    assert_string_equal(cJSON_GetObjectItem(contract, "name")->valuestring, "contract");
    assert_int_equal(cJSON_GetObjectItem(contract, "tool_count")->valueint, 2);
    assert_int_equal(cJSON_GetObjectItem(full, "tool_count")->valueint, 5);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(full, "tools")), 5);
    assert_int_equal(cJSON_GetObjectItem(cJSON_GetArrayItem(sets, 1), "input_characters")->valueint, 2);
    rig listed = RUN("", "tools");
    assert_eq(cJSON_GetObjectItem(full, "list_characters")->valueint, listed.out_size - strlen("{\"tools\":}\n"));
    assert_eq(cJSON_GetObjectItem(full, "input_characters")->valueint,
              cJSON_GetObjectItem(full, "list_characters")->valueint);
    cJSON_Delete(tree);
    expect(listed, 0, NULL, NULL);
    expect(r, 0, NULL, NULL);
    r = RUN("", "toolsets");
    assert_non_null(strstr(r.out, "\ncontract       2 "));
    assert_non_null(strstr(r.out, "open_layout list_cells\n"));
    expect(r, 0, NULL, NULL);
    expect(RUN("", "toolsets", "contract"), 2, "", "this command takes only options");
    for (uint64_t nth = 1, met = 1; met; nth++) {
        lob_alloc_fail_at(nth, 1);
        r = RUN("", "toolsets");
        met = lob_alloc_count() >= nth;
        lob_alloc_fail_at(0, 0);
        if (met) {
            assert_ne(r.code, 0);
            assert_eq(r.out_size, 0);
        } else {
            assert_eq(r.code, 0);
        }
        rig_release(&r);
    }
}

static void memory_may_run_out_anywhere(void **state) {
    (void)state;
    for (uint64_t nth = 1, met = 1; met; nth++) {
        uint64_t live = lob_alloc_live();
        lob_alloc_fail_at(nth, 1);
        rig r = RUN("", "list_cells", "--path", "/a.gds", "--max-depth", "2", "--pretty");
        met = lob_alloc_count() >= nth;
        lob_alloc_fail_at(0, 0);
        assert_int_equal(lob_alloc_live(), live);
        if (met) {
            if (r.code != 1 && r.code != 2) {
                assert_gt(r.out_size, 0);
            }
        } else {
            assert_eq(r.code, 0);
        }
        assert_lt(nth, 1000);
        rig_release(&r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(help_and_version),
        cmocka_unit_test(words_are_completed),
        cmocka_unit_test(help_as_a_page),
        cmocka_unit_test(jobs_are_waited_for),
        cmocka_unit_test(misspelt_commands_are_met_with_the_nearest),
        cmocka_unit_test(a_verb_opens_runs_and_closes),
        cmocka_unit_test(boxes_layers_and_lists_have_a_short_form),
        cmocka_unit_test(relative_paths_are_of_the_working_directory),
        cmocka_unit_test(wrong_options_run_nothing),
        cmocka_unit_test(a_wrong_environment_is_said),
        cmocka_unit_test(call_takes_json_from_everywhere),
        cmocka_unit_test(a_sequence_answers_line_by_line),
        cmocka_unit_test(tools_are_printed_as_a_client_sees_them),
        cmocka_unit_test(toolsets_are_printed_with_their_sizes),
        cmocka_unit_test(memory_may_run_out_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
