/* The command `conformance`: its words, and its cases. Texts of cases are written here; what each fault is called is
 * what a person who wrote it must read. */
#include "tests/support/lob_test.h"

#include "tests/unit/base/sweep.h"
#include "tests/unit/tools/suite_rig.h"
#include "tools/conformance/cli.h"

/* ---- the command line ---- */

static bool parse(rig *r, const char *line, conf_options *options, const char **fault) {
    static char words[40][200];
    static char *argv[41];
    int count = 0;
    for (const char *at = line; *at != '\0' && count < 40;) {
        size_t size = strcspn(at, " ");
        snprintf(words[count], sizeof words[0], "%.*s", (int)size, at);
        argv[count] = words[count];
        count++;
        at += size + (at[size] == ' ');
    }
    argv[count] = NULL;
    *fault = "";
    return conf_options_parse(&r->ctx, count, argv, options, fault);
}

static void test_wrong_usage(void **state) {
    rig *r = *state;
    static const struct {
        const char *line, *fault;
    } cases[] = {
        {"conformance", "name the server: its command behind --, or --url"},
        {"conformance --", "name the server: its command behind --, or --url"},
        {"conformance --url http://a/ -- b", "either --url or a command behind --, not both"},
        {"conformance --url ftp://a/", "--url: give an http: or https: URL"},
        {"conformance server", "server: the server's command comes behind --"},
        {"conformance --bad -- a", "unknown option --bad"},
        {"conformance --runs=a -- a", "unknown option --runs"},
        {"conformance --run", "--run needs a value"},
        {"conformance --run -- a", "--run needs a value"},
        {"conformance --run= -- a", "--run: the value is empty"},
        {"conformance --skip= -- a", "--skip: the value is empty"},
        {"conformance --tap= -- a", "--tap: the value is empty"},
        {"conformance --protocol 2025-11-2 -- a", "--protocol: 2025-11-2 is no revision known here (2024-11-05, "
                                                  "2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28)"},
        {"conformance --protocol= -- a", "--protocol:  is no revision known here (2024-11-05, 2025-03-26, 2025-06-18, "
                                         "2025-11-25, 2026-07-28)"},
        {"conformance --profile core,cor -- a",
         "--profile: there is no profile cor (core, render, drc, pic, litho, all)"},
        {"conformance --profile core, -- a", "--profile: there is no profile  (core, render, drc, pic, litho, all)"},
        {"conformance --level must -- a",
         "--level: there is no level must (required, recommended, optional, reference)"},
        {"conformance --jobs 0 -- a", "--jobs: 0 is no number from 1 to 64"},
        {"conformance --jobs 65 -- a", "--jobs: 65 is no number from 1 to 64"},
        {"conformance --timeout-ms 1s -- a", "--timeout-ms: 1s is no number from 1 to 600000"},
        {"conformance list -- a", "this command asks no server"},
        {"conformance validate --url http://a/", "this command asks no server"},
        {"conformance explain", "explain needs the id of a case"},
        {"conformance explain a/b c/d", "c/d: the server's command comes behind --"},
        {"conformance update -- a", "update needs --baseline, the list to write"},
        {"conformance update --baseline f", "name the server: its command behind --, or --url"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].line);
        conf_options options;
        const char *fault;
        assert_false(parse(r, cases[i].line, &options, &fault));
        assert_string_equal(fault, cases[i].fault);
    }
}

static void test_words(void **state) {
    rig *r = *state;
    conf_options o;
    const char *fault;
    assert_true(parse(r, "conformance -- a --run b", &o, &fault));
    assert_int_equal(o.command, CONF_RUN);
    assert_int_equal(o.choice.profiles, 7); /* core, render, drc */
    assert_int_equal(o.bar, LOB_CONFORMANCE_LEVEL_REQUIRED);
    assert_int_equal(o.timeout_ms, 10000);
    assert_eq(o.jobs, 0);
    assert_eq(o.choice.run.count, 0);
    assert_eq(o.choice.skip.count, 0);
    assert_null(o.url);
    assert_string_equal(o.argv[0], "a");
    assert_string_equal(o.argv[2], "b");
    assert_true(parse(
        r,
        "conformance --profile=core,litho --run a* --skip b* --run=c --level optional --protocol 2026-07-28 --jobs 3 "
        "--tap t --junit u --json j --badge g --keep k --cases c -- s",
        &o, &fault));
    assert_int_equal(o.choice.profiles, 1 | 16);
    assert_int_equal(o.choice.run.count, 2);
    assert_string_equal(o.choice.run.items[0], "a*");
    assert_string_equal(o.choice.run.items[1], "c");
    assert_int_equal(o.choice.skip.count, 1);
    assert_string_equal(o.choice.skip.items[0], "b*");
    assert_int_equal(o.bar, LOB_CONFORMANCE_LEVEL_OPTIONAL);
    assert_string_equal(o.protocol, "2026-07-28");
    assert_int_equal(o.jobs, 3);
    assert_string_equal(o.tap, "t");
    assert_string_equal(o.junit, "u");
    assert_string_equal(o.json, "j");
    assert_string_equal(o.badge, "g");
    assert_string_equal(o.keep, "k");
    assert_true(
        parse(r, "conformance --url https://a/ --fixtures f --cases c --baseline=b --timeout-ms 1", &o, &fault));
    assert_string_equal(o.url, "https://a/");
    assert_string_equal(o.places.fixtures, "f");
    assert_string_equal(o.places.cases, "c");
    assert_string_equal(o.baseline, "b");
    assert_int_equal(o.timeout_ms, 1);
    assert_true(parse(r, "conformance trace --brief", &o, &fault));
    assert_eq(o.command, CONF_TRACE);
    assert_true(o.is_brief);
    assert_eq(o.choice.profiles, 31);
    assert_true(parse(r, "conformance list --profile all", &o, &fault));
    assert_eq(o.choice.profiles, 31);
    assert_true(parse(r, "conformance explain a/b", &o, &fault));
    assert_string_equal(o.id, "a/b");
    assert_true(parse(r, "conformance update --baseline b -- s", &o, &fault));
    assert_eq(o.command, CONF_UPDATE);
    assert_true(parse(r, "conformance --help", &o, &fault));
    assert_eq(o.command, CONF_HELP);
    assert_true(parse(r, "conformance --version", &o, &fault));
    assert_eq(o.command, CONF_VERSION);
}

static void test_globs_without_end(void **state) {
    rig *r = *state;
    conf_options o;
    const char *fault;
    char *words[2 * CONF_GLOB_COUNT_MAX + 6] = {"conformance"};
    for (int i = 0; i <= CONF_GLOB_COUNT_MAX; i++) {
        words[2 * i + 1] = "--skip";
        words[2 * i + 2] = "a*";
    }
    int count = 2 * CONF_GLOB_COUNT_MAX + 3;
    words[count] = "--";
    words[count + 1] = "s";
    assert_false(conf_options_parse(&r->ctx, count + 2, words, &o, &fault));
    assert_string_equal(fault, "--skip: more than 1024 of them");
    words[count - 2] = "--brief";
    words[count - 1] = "--brief";
    assert_true(conf_options_parse(&r->ctx, count + 2, words, &o, &fault));
    assert_int_equal(o.choice.skip.count, CONF_GLOB_COUNT_MAX);
}

static void test_choice(void **state) {
    (void)state;
    conf_case item = {.is = {.id = LOB_STR("query/box"), .profile = LOB_CONFORMANCE_PROFILE_DRC}};
    assert_true(conf_is_chosen(&(conf_choice){.profiles = 4}, &item));
    assert_false(conf_is_chosen(&(conf_choice){.profiles = 3}, &item));
    assert_true(conf_is_chosen(&(conf_choice){.profiles = 4, .run = {{"query/*"}, 1}}, &item));
    assert_true(conf_is_chosen(&(conf_choice){.profiles = 4, .run = {{"*box"}, 1}}, &item)); /* * goes over / */
    assert_false(conf_is_chosen(&(conf_choice){.profiles = 4, .run = {{"query"}, 1}}, &item));
    assert_false(conf_is_chosen(&(conf_choice){.profiles = 4, .run = {{"query/*"}, 1}, .skip = {{"*/b?x"}, 1}}, &item));
    assert_true(conf_is_chosen(&(conf_choice){.profiles = 4, .run = {{"cell/*", "query/*", "open/*"}, 3}}, &item));
    assert_false(conf_is_chosen(&(conf_choice){.profiles = 4, .run = {{"cell/*", "open/*"}, 2}}, &item));
    assert_false(conf_is_chosen(&(conf_choice){.profiles = 4, .skip = {{"cell/*", "query/box"}, 2}}, &item));
    assert_true(conf_is_chosen(&(conf_choice){.profiles = 4, .skip = {{"cell/*", "query/bo"}, 2}}, &item));
}

/* ---- reading cases ---- */

static void test_order_and_faults(void **state) {
    rig *r = *state;
    put_case(r, "b/b", "required", "", ping);
    put_case(r, "b/a", "required", "", ping);
    put_case(r, "a_b/z", "required", "", ping);
    put_case(r, "a/z", "required", "", ping);
    put(r, "share/cases/a/.hidden.json", "{");
    put(r, "share/cases/a/notes.md", "no case");
    put(r, "share/cases/c/cut.json", "{\"id\":\n");
    put(r, "share/cases/c/no_steps.json",
        "{\"id\":\"c/no_steps\",\"about\":\"\",\"profile\":\"core\",\"level\":\"must\",\"requirements\":[],"
        "\"since\":\"1\",\"extra\":1}");
    put(r, "share/cases/c/Odd-name.json", "{}");
    put(r, "share/cases/example/mine.json", "{}");
    put(r, "share/cases/lost.json", "{}");
    mkdir(in_folder(r, "share/cases/c/folder.json"), 0700);
    conf_cases cases = load(r);
    assert_int_equal(cases.count, 4);
    static const char *const ids[] = {"a/z", "a_b/z", "b/a", "b/b"}; /* '/' is before '_' */
    for (size_t i = 0; i < 4; i++) {
        assert_string_equal(cases.items[i].is.id.data, ids[i]);
    }
    assert_non_null(strstr(cases.items[0].path, "share/cases/a/z.json"));
    static const char *const faults[] = {
        "c/Odd-name: areas and names are of a-z, 0-9 and _, and the area example is for the examples of tools",
        "c/cut: line 2, column 1: ",
        "c/folder: cannot be read",
        "c/no_steps: $.about: ",
        "c/no_steps: $.level: ",
        "c/no_steps: $.requirements: ",
        "c/no_steps: $.steps: ",
        "c/no_steps: $.extra: ",
        "example/mine: areas and names",
        "lost.json: a case lies in the folder of its area",
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        bool found = false;
        for (size_t k = 0; k < cases.faults.count; k++) {
            found = found || strncmp(cases.faults.items[k].data, faults[i], strlen(faults[i])) == 0;
        }
        if (!found) {
            fail_msg("no fault %s", faults[i]);
        }
    }
    assert_int_equal(cases.faults.count, sizeof faults / sizeof faults[0]);
    r->places.cases = "/nonexistent";
    assert_int_equal(conf_cases_load(&r->ctx, &r->places, &cases), LOB_E_FILE_NOT_FOUND);
}

static void test_an_id_is_its_path(void **state) {
    rig *r = *state;
    put_case(r, "a/z", "required", "", ping);
    rename(in_folder(r, "share/cases/a/z.json"), in_folder(r, "share/cases/a/y.json"));
    conf_cases cases = load(r);
    assert_int_equal(cases.count, 1);
    assert_string_equal(cases.items[0].is.id.data, "a/y");
    assert_int_equal(cases.faults.count, 1);
    assert_string_equal(cases.faults.items[0].data, "a/y: its id is another one, a/z");
}

/* What the schema does not say: the steps of a case, and the one fault they have, "" for none. */
static const struct {
    const char *steps, *fault;
} step_faults[] = {
    {"{\"about\":\"x\"}", "step 1: no action"},
    {"{\"call\":\"list_cells\",\"wait_ms\":1}", "step 1: more than one action"},
    {"{\"wait_ms\":1,\"expect\":{}}", "step 1: expect does not belong to wait_ms"},
    {"{\"call\":\"list_cells\",\"params\":{}}", "step 1: params does not belong to call"},
    {"{\"request\":\"ping\",\"arguments\":{}}", "step 1: arguments does not belong to request"},
    {"{\"request\":\"ping\",\"picture\":{}}", "step 1: picture does not belong to request"},
    {"{\"call\":\"list_cells\",\"arguments\":[]}", "step 1: arguments are an object"},
    {"{\"call\":\"list_cells\",\"expect\":{},\"error\":{}}", "step 1: one of expect, error and rpc_error"},
    {"{\"call\":\"list_cells\",\"as\":\"a\",\"expect\":{}}",
     "step 1: what is left running is looked at where it is awaited"},
    {"{\"call\":\"trace_waveguide\"}", "step 1: required, but the contract has no tool trace_waveguide"},
    {"{\"call\":\"no_such_tool\",\"rpc_error\":{}}", ""},
    {"{\"await\":\"a\"}", "step 1: nothing is left running under the name a"},
    {"{\"call\":\"list_cells\",\"as\":\"a\"},{\"await\":\"a\"},{\"await\":\"a\"}",
     "step 3: nothing is left running under the name a"},
    {"{\"call\":\"list_cells\",\"as\":\"a\"},{\"silent\":\"a\",\"within_ms\":5},{\"await\":\"a\",\"expect\":{}}", ""},
    {"{\"call\":\"list_cells\",\"as\":\"a\"},{\"silent\":\"a\"}", "step 2: silent needs within_ms"},
    {"{\"call\":\"list_cells\",\"as\":\"a\"},{\"notify\":\"x\",\"params\":{\"requestId\":\"${a.id}\"}}", ""},
    {"{\"notify\":\"x\",\"params\":[1]}", "step 1: params of a notification are an object"},
    {"{\"file\":\"${work}/a\"}", "step 1: file needs expect"},
    {"{\"check\":\"${fixtures}\"}", "step 1: check needs expect"},
    {"{\"check\":1,\"expect\":1}", ""},
    {"{\"make\":\"${work}/a\"}", "step 1: make needs one of copy, text, link and kind"},
    {"{\"make\":\"${work}/a\",\"text\":\"\",\"link\":\"b\"}", "step 1: make needs one of copy, text, link and kind"},
    {"{\"make\":\"${work}/a\",\"kind\":\"fifo\",\"mode\":\"0600\"}", ""},
    {"{\"make\":\"${work}/a\",\"text\":\"\",\"mode\":\"0680\"}", "step 1: mode is octal, as 0600"},
    {"{\"call\":\"list_cells\",\"arguments\":{\"session_id\":\"${s}\"}}", "step 1: ${s} is used before it is saved"},
    {"{\"call\":\"list_cells\",\"save\":{\"s\":\"$.a\"}},{\"call\":\"list_cells\",\"arguments\":{\"a\":\"${s.b[0]}\"}}",
     ""},
    {"{\"call\":\"list_cells\",\"expect\":{\"a\":\"${s}\"},\"save\":{\"s\":\"$.a\"}}",
     "step 1: ${s} is used before it is saved"},
    {"{\"call\":\"list_cells\",\"arguments\":{\"a\":\"$${s} $ ${work}/b $\"}}", ""},
    {"{\"call\":\"list_cells\",\"save\":{\"s\":\"a\"}}", "step 1: save: a path begins with $"},
    {"{\"call\":\"list_cells\",\"save\":{\"work\":\"$\"}}", "step 1: the name work is taken"},
    {"{\"call\":\"list_cells\",\"save\":{\"1\":\"$\"}}", "step 1: 1 is no name: letters, digits and _"},
    {"{\"call\":\"list_cells\",\"expect\":1,\"tolerance\":{\"a\":1}}", "step 1: tolerance: a is no path"},
    {"{\"call\":\"list_cells\",\"expect\":1,\"tolerance\":{\"$.a[-1]\":1}}", "step 1: tolerance: $.a[-1] is no path"},
    {"{\"call\":\"list_cells\",\"expect\":{\"a\":{\"$matches\":\"(\"}}}", "step 1: expect: "},
    {"{\"call\":\"list_cells\",\"error\":{\"$what\":1}}", "step 1: error: "},
    {"{\"call\":\"list_cells\",\"rpc_error\":{\"code\":{\"$near\":\"x\"}}}", "step 1: rpc_error: "},
    {"{\"call\":\"list_cells\",\"expect\":{\"a\":{\"$matches\":\"^ses_[0-9a-f]{12}$\"}}}", ""},
    {"{\"call\":\"open_layout\",\"arguments\":{\"path\":\"${fixtures}/a.gds\"}}", ""},
    {"{\"call\":\"open_layout\",\"arguments\":{\"path\":\"${fixtures}/b.gds\"}}", "step 1: there is no fixture b.gds"},
    {"{\"make\":\"${work}/x\",\"copy\":\"${fixtures}/b\"}", "step 1: there is no fixture b"},
    {"{\"make\":\"${work}/x\",\"link\":\"${fixtures}/../b\"}", ""},
    {"{\"make\":\"${work}/x\",\"text\":\"${fixtures}:${work}/ ${fixtures}/\"}", ""},
    {"{\"send\":\"x\"}", "env, send and restart need stdio: say so in needs"},
    {"{\"restart\":\"kill\"}", "env, send and restart need stdio: say so in needs"},
};

static void test_faults_of_steps(void **state) {
    rig *r = *state;
    for (size_t i = 0; i < sizeof step_faults / sizeof step_faults[0]; i++) {
        put_case(r, "a/z", "required", "", step_faults[i].steps);
        conf_cases cases = load(r);
        size_t wanted = step_faults[i].fault[0] != '\0';
        if (cases.faults.count != wanted || (wanted && strncmp(cases.faults.items[0].data + 5, step_faults[i].fault,
                                                               strlen(step_faults[i].fault)) != 0)) {
            fail_msg("%s: %s", step_faults[i].steps, cases.faults.count > 0 ? cases.faults.items[0].data : "no fault");
        }
    }
}

static void test_faults_of_cases(void **state) {
    rig *r = *state;
    static const struct {
        const char *level, *more, *steps, *fault;
    } cases[] = {
        {"required", ",\"needs\":[\"stdio\"],\"env\":{\"A\":\"${work}\"}", "{\"send\":\"x\",\"within_ms\":9}", ""},
        {"required", ",\"needs\":[\"stdio\"]", "{\"send\":\"x\",\"within_ms\":9,\"expect\":{}}",
         "step 1: within_ms says that no line comes, so there is nothing to look at"},
        {"required", ",\"env\":{\"A\":\"b\"}", "{\"wait_ms\":1}", "env, send and restart need stdio: say so in needs"},
        {"required", ",\"needs\":[\"stdio\"],\"env\":{\"A\":\"${s}\"}", "{\"wait_ms\":1}",
         "${s} is used before it is saved"},
        {"recommended", "", "{\"call\":\"trace_waveguide\"}", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].level);
        put_case(r, "a/z", cases[i].level, cases[i].more, cases[i].steps);
        conf_cases found = load(r);
        assert_int_equal(found.faults.count, cases[i].fault[0] != '\0');
        if (found.faults.count > 0) {
            assert_string_equal(found.faults.items[0].data + 5, cases[i].fault);
        }
    }
}

static void test_levels_and_requirements(void **state) {
    rig *r = *state;
    static const struct {
        const char *level, *ids, *fault;
    } cases[] = {
        {"required", "\"R-A-02\",\"R-A-01\"", ""},
        {"required", "\"R-A-02\"",
         "a/z: required, but none of its requirements is of the contract: it can be recommended at most"},
        {"recommended", "\"R-A-02\"", ""},
        {"required", "\"R-A-04\"",
         "a/z: required, but none of its requirements is of the contract: it can be recommended at most"},
        {"optional", "\"R-A-04\"", ""},
        {"required", "\"R-A-01\",\"R-A-09\"", "a/z: there is no requirement R-A-09"},
        {"required", "\"R-A-01\",\"R-A-01\"", "a/z: requirement R-A-01 twice"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].level);
        char text[600];
        snprintf(text, sizeof text,
                 "{\"id\":\"a/z\",\"about\":\"x\",\"profile\":\"core\",\"level\":\"%s\",\"requirements\":[%s],"
                 "\"since\":\"1.0.0\",\"steps\":[%s]}",
                 cases[i].level, cases[i].ids, ping);
        put(r, "share/cases/a/z.json", text);
        conf_cases found = load(r);
        assert_int_equal(found.faults.count, cases[i].fault[0] != '\0');
        if (found.faults.count > 0) {
            assert_string_equal(found.faults.items[0].data, cases[i].fault);
        }
    }
    conf_cases found;
    put(r, "share/requirements.json", "{}");
    assert_int_equal(conf_cases_load(&r->ctx, &r->places, &found), LOB_OK);
    assert_int_equal(conf_cases_validate(&r->ctx, &r->places, &found), LOB_E_INVALID_TARGET);
    lob_error_clear(&r->ctx.error);
    put(r, "share/requirements.json", "[{\"id\":1}]");
    assert_int_equal(conf_cases_validate(&r->ctx, &r->places, &found), LOB_E_INVALID_TARGET);
}

/* ---- examples of tools ---- */

static void test_examples(void **state) {
    rig *r = *state;
    put(r, "share/tools/list_cells.json",
        "{\"groups\":[1,\"inspect\",\"contract\"],\"examples\":[\n "
        "{\"about\":\"a\",\"requirements\":[\"R-A-01\"],\"level\":\"required\","
        "\"before\":[ {\"call\":\"open_layout\",\"save\":{\"s\":\"$.session_id\"}} , {\"wait_ms\":1} ],"
        "\"arguments\":{\"a\":\"${s}\",\"b\":\"],[\\\"}\"},\"response\":[[1],{\"x\":[2,3]}],\"tolerance\":{\"$.x\":1}} "
        ","
        "{\"about\":\"b\",\"requirements\":[\"R-A-02\"],\"before\":[],\"arguments\":{},\"error\":{\"code\":\"X\"}}]}");
    put(r, "share/tools/render_view.json",
        "{\"examples\":[{\"about\":\"b\",\"requirements\":[\"R-A-02\"],"
        "\"arguments\":{},\"response\":{}}]}");
    put(r, "share/tools/run_drc_script.json",
        "{\"examples\":[{\"about\":\"b\",\"requirements\":[\"R-A-02\"],"
        "\"arguments\":{},\"response\":{}}]}");
    put(r, "share/tools/other.json",
        "{\"examples\":[{\"about\":\"b\",\"requirements\":[\"R-A-02\"],"
        "\"arguments\":{},\"response\":{}},{\"about\":\"b\",\"requirements\":"
        "[\"R-A-02\"],\"profile\":\"litho\",\"arguments\":{},\"response\":{}}]}");
    put(r, "share/tools/without.json", "{\"name\":\"without\"}");
    put_case(r, "z/z", "required", "", ping);
    r->places.tools = in_folder(r, "share/tools");
    conf_cases cases = load(r);
    static const struct {
        const char *id;
        lob_conformance_profile profile;
        lob_conformance_level level;
    } wanted[] = {
        {"example/list_cells_1", LOB_CONFORMANCE_PROFILE_CORE, LOB_CONFORMANCE_LEVEL_REQUIRED},
        {"example/list_cells_2", LOB_CONFORMANCE_PROFILE_CORE, LOB_CONFORMANCE_LEVEL_RECOMMENDED},
        {"example/other_1", LOB_CONFORMANCE_PROFILE_PIC, LOB_CONFORMANCE_LEVEL_RECOMMENDED},
        {"example/other_2", LOB_CONFORMANCE_PROFILE_LITHO, LOB_CONFORMANCE_LEVEL_RECOMMENDED},
        {"example/render_view_1", LOB_CONFORMANCE_PROFILE_RENDER, LOB_CONFORMANCE_LEVEL_RECOMMENDED},
        {"example/run_drc_script_1", LOB_CONFORMANCE_PROFILE_DRC, LOB_CONFORMANCE_LEVEL_RECOMMENDED},
        {"z/z", LOB_CONFORMANCE_PROFILE_CORE, LOB_CONFORMANCE_LEVEL_REQUIRED},
    };
    assert_int_equal(cases.faults.count, 0);
    assert_int_equal(cases.count, sizeof wanted / sizeof wanted[0]);
    for (size_t i = 0; i < cases.count; i++) {
        assert_string_equal(cases.items[i].is.id.data, wanted[i].id);
        assert_int_equal(cases.items[i].is.profile, wanted[i].profile);
        assert_int_equal(cases.items[i].is.level, wanted[i].level);
    }
    const lob_conformance_case *first = &cases.items[0].is, *second = &cases.items[1].is;
    assert_int_equal(first->steps.count, 3);
    assert_string_equal(first->steps.items[0].save.names[0].data, "s");
    assert_string_equal(first->steps.items[2].call.data, "list_cells");
    assert_string_equal(first->steps.items[2].arguments.data, "{\"a\":\"${s}\",\"b\":\"],[\\\"}\"}");
    assert_string_equal(first->steps.items[2].expect.data, "[[1],{\"x\":[2,3]}]");
    assert_int_equal(first->steps.items[2].tolerance.count, 1);
    assert_string_equal(first->since.data, LOB_SCHEMA_VERSION);
    assert_int_equal(second->steps.count, 1);
    assert_string_equal(second->steps.items[0].error.data, "{\"code\":\"X\"}");
}

static void test_faulty_examples(void **state) {
    rig *r = *state;
    static const struct {
        const char *example, *fault;
    } cases[] = {
        {"1", "example/t_1: an example is an object"},
        {"{\"arguments\":{}}", "example/t_1: an example has arguments, and response or error"},
        {"{\"arguments\":{},\"response\":1,\"error\":1}",
         "example/t_1: an example has arguments, and response or error"},
        {"{\"response\":1}", "example/t_1: an example has arguments, and response or error"},
        {"{\"arguments\":{},\"response\":1,\"respons\":1}",
         "example/t_1: an example has about, requirements, before, arguments, response or error, tolerance, level, "
         "profile"},
        {"{\"arguments\":{},\"response\":1,\"before\":{}}", "example/t_1: before is an array of steps"},
        {"{\"arguments\":{},\"response\":1,\"requirements\":[\"R-A-01\"]}", "example/t_1: $.about: "},
    };
    r->places.tools = in_folder(r, "share/tools");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].example);
        char text[400];
        snprintf(text, sizeof text, "{\"examples\":[%s]}", cases[i].example);
        put(r, "share/tools/t.json", text);
        conf_cases found = load(r);
        assert_int_equal(found.count, 0);
        assert_int_equal(found.faults.count, 1);
        assert_memory_equal(found.faults.items[0].data, cases[i].fault, strlen(cases[i].fault));
    }
    put(r, "share/tools/t.json", "{\"examples\":");
    conf_cases found = load(r);
    assert_int_equal(found.faults.count, 1);
    assert_memory_equal(found.faults.items[0].data, "t: the tool's file, line 1: ", 28);
    r->places.tools = "/nonexistent";
    assert_int_equal(conf_cases_load(&r->ctx, &r->places, &found), LOB_E_FILE_NOT_FOUND);
}

/* ---- transcripts ---- */

#define HEAD                                                                                                           \
    "{\"about\":\"a\",\"profile\":\"litho\",\"level\":\"optional\",\"requirements\":[\"R-A-01\"],\"since\":\"1.0.0\"}" \
    "\n"

static void test_transcripts(void **state) {
    rig *r = *state;
    put(r, "share/fixtures/transcripts/notes.md", "no transcript");
    put(r, "share/fixtures/transcripts/talk.jsonl",
        HEAD "{\"to\": {\"id\": 1, \"x\": \"\\\"\"}}\n{\"from\": {\"id\": 1}, \"save\": {\"v\": \"$.id\"}, "
             "\"timeout_ms\": 7}\n"
             "{\"to\": {}}\n{\"wait_ms\": 3}\n{\"to\": {\"id\": \"${v}\"}, \"silent_ms\": 5}");
    put_case(r, "a/z", "required", "", ping);
    r->places.fixtures = in_folder(r, "share/fixtures");
    conf_cases cases = load(r);
    assert_int_equal(cases.faults.count, 0);
    assert_int_equal(cases.count, 2);
    const lob_conformance_case *is = &cases.items[1].is;
    assert_string_equal(is->id.data, "transcript/talk");
    assert_int_equal(is->profile, LOB_CONFORMANCE_PROFILE_LITHO);
    assert_int_equal(is->needs.count, 1);
    assert_int_equal(is->steps.count, 4);
    assert_string_equal(is->steps.items[0].send.data, "{\"id\": 1, \"x\": \"\\\"\"}");
    assert_true(is->steps.items[0].has_timeout_ms);
    assert_eq(is->steps.items[0].timeout_ms, 7);
    assert_non_null(is->steps.items[0].expect.data);
    assert_null(is->steps.items[1].expect.data);
    assert_int_equal(is->steps.items[2].wait_ms, 3);
    assert_int_equal(is->steps.items[3].within_ms, 5);
}

static void test_faulty_transcripts(void **state) {
    rig *r = *state;
    static const struct {
        const char *text, *fault;
    } cases[] = {
        {"", "transcript/t: line 0: there is none"},
        {HEAD "{\"from\": {}}", "transcript/t: line 2: from answers no to"},
        {HEAD "{\"to\": {}}\n{\"from\": {}}\n{\"from\": {}}", "transcript/t: line 4: from answers no to"},
        {HEAD "{\"wait_ms\": 1}\n{\"from\": {}}", "transcript/t: line 3: from answers no to"},
        {HEAD "{\"too\": {}}", "transcript/t: line 2: neither to, from nor wait_ms"},
        {HEAD "{\"to\": {}}\n\n{\"from\": {}}", "transcript/t: line 3: no JSON object"},
        {HEAD "[1]", "transcript/t: line 2: no JSON object"},
        {HEAD, "transcript/t: $.steps: "},
        {"{\"about\":\"a\"}\n{\"to\":{}}", "transcript/t: $.profile: "},
    };
    put_case(r, "a/z", "required", "", ping);
    r->places.fixtures = in_folder(r, "share/fixtures");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].text);
        put(r, "share/fixtures/transcripts/t.jsonl", cases[i].text);
        conf_cases found = load(r);
        assert_int_equal(found.count, 1);
        assert_ge(found.faults.count, 1);
        assert_memory_equal(found.faults.items[0].data, cases[i].fault, strlen(cases[i].fault));
    }
}

/* ---- where things lie ---- */

static void test_places(void **state) {
    rig *r = *state;
    conf_places p = {.cases = NULL};
    put(r, "pre/bin/conformance", "x");
    assert_false(conf_places_find(&r->ctx, in_folder(r, "pre/bin/conformance"), &p));
    put(r, "pre/share/layout-observer/conformance/requirements.json", "[]");
    put(r, "pre/share/layout-observer/conformance/cases/a/b.json", "{}");
    put(r, "pre/share/layout-observer/conformance/fixtures/a.gds", "x");
    put(r, "pre/share/layout-observer/conformance/tools/t.json", "{}");
    p = (conf_places){.cases = NULL};
    assert_true(conf_places_find(&r->ctx, in_folder(r, "pre/bin/conformance"), &p));
    assert_string_equal(p.cases, in_folder(r, "pre/share/layout-observer/conformance/cases"));
    assert_string_equal(p.fixtures, in_folder(r, "pre/share/layout-observer/conformance/fixtures"));
    assert_string_equal(p.tools, in_folder(r, "pre/share/layout-observer/conformance/tools"));
    assert_string_equal(p.requirements, in_folder(r, "pre/share/layout-observer/conformance/requirements.json"));
    /* A source tree, two folders above the program. */
    put(r, "tree/build/x/conformance", "x");
    put(r, "tree/spec/conformance/a/b.json", "{}");
    put(r, "tree/spec/requirements.json", "[]");
    put(r, "tree/spec/tools/t.json", "{}");
    put(r, "tree/fixtures/a.gds", "x");
    p = (conf_places){.cases = NULL};
    assert_true(conf_places_find(&r->ctx, in_folder(r, "tree/build/x/conformance"), &p));
    assert_string_equal(p.cases, in_folder(r, "tree/spec/conformance"));
    assert_string_equal(p.fixtures, in_folder(r, "tree/fixtures"));
    assert_string_equal(p.requirements, in_folder(r, "tree/spec/requirements.json"));
    /* Cases of one's own bring what lies beside them, and no examples when there are none. */
    put(r, "own/cases/a/b.json", "{}");
    p = (conf_places){.cases = in_folder(r, "own/cases"), .fixtures = "/f"};
    assert_true(conf_places_find(&r->ctx, in_folder(r, "tree/build/x/conformance"), &p));
    assert_string_equal(p.cases, in_folder(r, "own/cases"));
    assert_string_equal(p.fixtures, "/f");
    assert_null(p.tools);
    assert_string_equal(p.requirements, in_folder(r, "tree/spec/requirements.json"));
    put(r, "own/requirements.json", "[]");
    put(r, "own/tools/t.json", "{}");
    p = (conf_places){.cases = in_folder(r, "own/cases")};
    assert_true(conf_places_find(&r->ctx, in_folder(r, "tree/build/x/conformance"), &p));
    assert_string_equal(p.requirements, in_folder(r, "own/requirements.json"));
    assert_string_equal(p.tools, in_folder(r, "own/tools"));
    assert_string_equal(p.fixtures, in_folder(r, "tree/fixtures"));
    p = (conf_places){.cases = NULL};
    assert_false(conf_places_find(&r->ctx, NULL, &p));
    assert_false(conf_places_find(&r->ctx, "/nonexistent/bin/conformance", &p));
}

static void test_klayout_is_looked_for(void **state) {
    rig *r = *state;
    const char *path = getenv("PATH"), *name = getenv("KLAYOUT_BIN");
    char *old_path = lob_arena_strdup(r->arena, path, strlen(path));
    char *old_name = name != NULL ? lob_arena_strdup(r->arena, name, strlen(name)) : NULL;
    char list[300];
    put(r, "one/klayout", "x");
    put(r, "two/klayout", "x");
    snprintf(list, sizeof list, "%s::%s", in_folder(r, "one"), in_folder(r, "two"));
    unsetenv("KLAYOUT_BIN");
    setenv("PATH", list, 1);
    assert_false(conf_has_klayout()); /* nothing there is executable */
    chmod(in_folder(r, "two/klayout"), 0700);
    assert_true(conf_has_klayout());
    setenv("KLAYOUT_BIN", "other", 1);
    assert_false(conf_has_klayout());
    setenv("KLAYOUT_BIN", in_folder(r, "two/klayout"), 1);
    assert_true(conf_has_klayout());
    setenv("KLAYOUT_BIN", in_folder(r, "two"), 1); /* a folder */
    assert_false(conf_has_klayout());
    setenv("PATH", old_path, 1);
    if (old_name != NULL) {
        setenv("KLAYOUT_BIN", old_name, 1);
    } else {
        unsetenv("KLAYOUT_BIN");
    }
}

/* ---- memory ---- */

static bool load_everything(void *arg) {
    rig *r = arg;
    lob_arena *arena = lob_arena_new(0);
    if (arena == NULL) {
        return false;
    }
    lob_ctx *ctx = calloc(1, sizeof *ctx);
    conf_cases cases;
    lob_buf out;
    lob_ctx_init(ctx, arena);
    lob_buf_init(&out, 0);
    bool fine =
        conf_cases_load(ctx, &r->places, &cases) == LOB_OK && conf_cases_validate(ctx, &r->places, &cases) == LOB_OK;
    bool is_whole = fine && cases.count == 3 && cases.faults.count == 3;
    if (fine) {
        conf_trace(ctx, &r->places, &cases, false, &out);
    }
    fine = fine && ctx->error.code == LOB_OK && out.failed == LOB_BUF_FINE && out.size > 0;
    if (!fine && ctx->error.code != LOB_OK) {
        assert_int_equal(ctx->error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    if (fine) { /* want of memory never looks like a fault of a case */
        assert_true(is_whole);
    }
    lob_buf_release(&out);
    lob_arena_drop(arena);
    free(ctx);
    return fine;
}

static void test_failing_allocations(void **state) {
    rig *r = *state;
    put_case(r, "a/z", "required", "", "{\"call\":\"list_cells\",\"save\":{\"s\":\"$.a\"},\"expect\":{\"a\":1}}");
    put_case(r, "a/bad", "required", "", "{\"about\":\"none\"}");
    put(r, "share/cases/a/cut.json", "{");
    put(r, "share/cases/a/no.json",
        "{\"id\":\"a/no\",\"about\":\"a\",\"profile\":\"core\",\"level\":\"required\","
        "\"requirements\":[\"R-A-01\"],\"since\":\"1.0.0\"}");
    put(r, "share/tools/list_cells.json",
        "{\"examples\":[{\"about\":\"a\",\"requirements\":[\"R-A-02\"],\"arguments\":{},\"response\":{\"$any\":true}}]"
        "}");
    r->places.tools = in_folder(r, "share/tools");
    assert_true(load_everything(r));
    unsigned count = sweep_allocations(load_everything, r);
    assert_gt(count, 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_wrong_usage, setup, teardown),
        cmocka_unit_test_setup_teardown(test_words, setup, teardown),
        cmocka_unit_test_setup_teardown(test_globs_without_end, setup, teardown),
        cmocka_unit_test(test_choice),
        cmocka_unit_test_setup_teardown(test_order_and_faults, setup, teardown),
        cmocka_unit_test_setup_teardown(test_an_id_is_its_path, setup, teardown),
        cmocka_unit_test_setup_teardown(test_faults_of_steps, setup, teardown),
        cmocka_unit_test_setup_teardown(test_faults_of_cases, setup, teardown),
        cmocka_unit_test_setup_teardown(test_levels_and_requirements, setup, teardown),
        cmocka_unit_test_setup_teardown(test_examples, setup, teardown),
        cmocka_unit_test_setup_teardown(test_faulty_examples, setup, teardown),
        cmocka_unit_test_setup_teardown(test_transcripts, setup, teardown),
        cmocka_unit_test_setup_teardown(test_faulty_transcripts, setup, teardown),
        cmocka_unit_test_setup_teardown(test_places, setup, teardown),
        cmocka_unit_test_setup_teardown(test_klayout_is_looked_for, setup, teardown),
        cmocka_unit_test_setup_teardown(test_failing_allocations, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
