/* Cases are run against a server that says what the case tells it to say: this program itself, started with "serve".
 * What must come out is written down beside each case, from the rules of tools/conformance/run.h; hashes come from the
 * examples of FIPS 180-2, pictures are made here pixel by pixel. */
#include <dirent.h>
#include <fcntl.h>
#include <png.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "base/file.h"
#include "gen/parse.h"
#include "tests/unit/base/sweep.h"
#include "tests/unit/tools/conformance_teller.h"
#include "tools/conformance/run_impl.h"
#include "json/reader.h"

static char *self; /* argv[0] */

/* ---- the rig ---- */

typedef struct rig {
    lob_arena *arena;
    lob_ctx ctx;
    char folder[64], fixtures[96];
    char *argv[4];
    conf_target target;
} rig;

static const char *in(const char *folder, const char *name) {
    static char paths[8][256];
    static unsigned next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static void put(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static int setup(void **state) {
    rig *r = calloc(1, sizeof *r);
    r->arena = lob_arena_new(0);
    lob_ctx_init(&r->ctx, r->arena);
    lob_json_init();
    snprintf(r->folder, sizeof r->folder, "%s", "/tmp/lob_test_conformance_XXXXXX");
    if (mkdtemp(r->folder) == NULL) {
        return 1;
    }
    snprintf(r->fixtures, sizeof r->fixtures, "%s/fixtures", r->folder);
    mkdir(r->fixtures, 0700);
    mkdir(in(r->folder, "run"), 0700);
    put(in(r->fixtures, "abc"), "abc");
    memcpy(r->argv, (char *[]){self, "serve", "", NULL}, sizeof r->argv);
    char *runs = lob_arena_strdup(r->arena, in(r->folder, "run"), strlen(in(r->folder, "run")));
    r->target = (conf_target){.argv = r->argv,
                              .protocol = "2025-11-25",
                              .fixtures = r->fixtures,
                              .folder = runs,
                              .timeout_ms = 10000,
                              .has_klayout = true};
    *state = r;
    return 0;
}

static int teardown(void **state) {
    rig *r = *state;
    bool removed;
    int parent = open("/tmp", O_PATH | O_DIRECTORY | O_CLOEXEC);
    lob_ctx_init(&r->ctx, r->arena);
    bool fine = lob_dir_remove_at(&r->ctx, parent, r->folder + strlen("/tmp/"), &removed) == LOB_OK;
    close(parent);
    lob_arena_drop(r->arena);
    free(r);
    return fine ? 0 : 1;
}

/* Members of a case beside the steps: "" or such as "\"level\": \"optional\"," (the last of two counts nowhere: none
 * may stand twice). */
static conf_case make_case(rig *r, const char *members, const char *steps) {
    char *text = lob_arena_alloc(r->arena, 65536);
    int size = snprintf(text, 65536,
                        "{\"id\": \"area/name\", \"about\": \"x\", \"profile\": \"core\", %s%s \"requirements\": "
                        "[\"R1\"], \"since\": \"1\", \"steps\": %s}",
                        strstr(members, "level") == NULL ? "\"level\": \"required\", " : "", members, steps);
    conf_case item = {.path = "area/name.json", .raw = {text, (size_t)size}};
    lob_json_fault fault;
    cJSON *tree = lob_json_parse(item.raw, &fault);
    if (tree == NULL) {
        fail_msg("%s at %zu: %s", fault.what, fault.offset, text);
    }
    lob_ctx_init(&r->ctx, r->arena);
    if (lob_conformance_case_parse(&r->ctx, tree, &item.is) != LOB_OK) {
        fail_msg("%s %s", r->ctx.error.message, r->ctx.error.issues[0].path);
    }
    cJSON_Delete(tree);
    return item;
}

static conf_result run_with(rig *r, const char *members, const char *steps) {
    conf_case item = make_case(r, members, steps);
    conf_result result;
    lob_ctx_init(&r->ctx, r->arena);
    conf_run_case(&r->ctx, &r->target, &item, &result);
    return result;
}

static conf_result run(rig *r, const char *steps) {
    return run_with(r, "", steps);
}

static void must_be(conf_result result, conf_outcome outcome, const char *reason) {
    if (result.outcome != outcome || strcmp(result.reason, reason) != 0) {
        fail_msg("outcome %d: %s\n   wanted %d: %s", (int)result.outcome, result.reason, (int)outcome, reason);
    }
}

static void must_pass(rig *r, const char *steps) {
    must_be(run(r, steps), CONF_PASSED, "");
}

typedef struct row {
    const char *steps;
    conf_outcome outcome;
    const char *reason;
} row;

static void all_must_be(rig *r, const row *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        must_be(run(r, rows[i].steps), rows[i].outcome, rows[i].reason);
    }
}
#define ALL(r, rows) all_must_be((r), (rows), sizeof(rows) / sizeof(rows)[0])

/* ---- answers ---- */

static void answers_are_held_to_the_kind_and_to_the_pattern(void **state) {
    static const row rows[] = {
        {"[{\"call\": \"say\", \"arguments\": {\"result\": {\"structuredContent\": {\"a\": 1}}}, \"expect\": {\"a\": "
         "1}}]",
         CONF_PASSED, ""},
        {"[{\"wait_ms\": 0}, {\"call\": \"say\", \"arguments\": {\"result\": {\"structuredContent\": {\"a\": 2}}}, "
         "\"expect\": {\"a\": 3}}]",
         CONF_FAILED, "step 2 (say): $.a: expected 3, got 2"},
        {"[{\"call\": \"say\", \"arguments\": {\"result\": {\"structuredContent\": {\"a\": 2.5}}}, \"expect\": {\"a\": "
         "3}, \"tolerance\": {\"$.a\": 0.5}}]",
         CONF_PASSED, ""},
        {"[{\"call\": \"say\", \"arguments\": {\"result\": {\"isError\": true, \"structuredContent\": {\"code\": "
         "\"INVALID_BOX\", \"message\": \"Box is\\nempty\"}}}}]",
         CONF_FAILED, "step 1 (say): $.code: expected a success, got INVALID_BOX: Box is\\u000aempty"},
        {"[{\"call\": \"say\", \"arguments\": {\"result\": {\"isError\": true, \"structuredContent\": {\"a\": 1}}}}]",
         CONF_FAILED, "step 1 (say): $.code: expected a success, got isError without a code: no message"},
        {"[{\"call\": \"say\", \"arguments\": {\"result\": {\"structuredContent\": {\"code\": \"X\", \"message\": "
         "\"m\"}}}, \"error\": {\"code\": \"X\"}}]",
         CONF_PASSED, ""},
        {"[{\"call\": \"say\", \"arguments\": {\"result\": {\"structuredContent\": {\"code\": \"X\", \"message\": "
         "\"m\"}}}, \"error\": {\"code\": \"Y\"}}]",
         CONF_FAILED, "step 1 (say): $.code: expected \"Y\", got \"X\""},
        {"[{\"call\": \"say\", \"error\": {\"code\": \"Y\"}}]", CONF_FAILED,
         "step 1 (say): $.code: expected an ErrorObject, got a success"},
        {"[{\"call\": \"refuse\", \"arguments\": {\"error\": {\"code\": -32602, \"message\": \"no\"}}, \"error\": "
         "{\"code\": \"Y\"}}]",
         CONF_FAILED, "step 1 (refuse): $: expected an ErrorObject, got the protocol error -32602: no"},
        {"[{\"call\": \"refuse\", \"arguments\": {\"error\": {\"code\": -32602, \"message\": \"no\"}}}]", CONF_FAILED,
         "step 1 (refuse): $: expected a success, got the protocol error -32602: no"},
        {"[{\"call\": \"refuse\", \"arguments\": {\"error\": {\"code\": -32602, \"message\": \"no\", \"data\": [1]}}, "
         "\"rpc_error\": {\"code\": -32602, \"data\": [1]}}]",
         CONF_PASSED, ""},
        {"[{\"call\": \"refuse\", \"arguments\": {\"error\": {\"code\": -32602, \"message\": \"no\"}}, \"rpc_error\": "
         "{\"code\": -32601}}]",
         CONF_FAILED, "step 1 (refuse): $.code: expected -32601, got -32602"},
        {"[{\"call\": \"say\", \"rpc_error\": {\"code\": -32601}}]", CONF_FAILED,
         "step 1 (say): $: expected a protocol error, got a success"},
        {"[{\"call\": \"say\", \"arguments\": {\"result\": {\"content\": [{\"type\": \"text\", \"text\": \"oh, "
         "no\"}]}}}]",
         CONF_FAILED,
         "step 1 (say): $: expected a JSON object in structuredContent or as the first text block, got the text \"oh, "
         "no\""},
        {"[{\"call\": \"say\", \"arguments\": {\"result\": {\"isError\": true, \"content\": [{\"type\": \"text\", "
         "\"text\": \"oh, no\"}]}}, \"error\": {\"code\": \"X\"}}]",
         CONF_FAILED,
         "step 1 (say): $: expected an ErrorObject {code, message} in structuredContent or as the first text block, "
         "got the text \"oh, no\""},
        {"[{\"call\": \"say\", \"arguments\": {\"result\": {\"content\": []}}}]", CONF_FAILED,
         "step 1 (say): $: expected a JSON object in structuredContent or as the first text block, got neither"},
        {"[{\"request\": \"nonsense\", \"rpc_error\": {\"code\": -32601, \"data\": {\"method\": 1}}}]", CONF_PASSED,
         ""},
        {"[{\"request\": \"nonsense\"}]", CONF_FAILED,
         "step 1 (request nonsense): $: expected a success, got the protocol error -32601: no such method"},
        {"[{\"request\": \"tools/call\", \"params\": {\"name\": \"say\", \"arguments\": {\"result\": {\"isError\": "
         "true}}}, \"expect\": {\"isError\": true, \"content\": {\"$absent\": true}}}]",
         CONF_PASSED, ""},
    };
    ALL(*state, rows);
}

static void what_was_saved_is_put_in(void **state) {
    must_pass(*state, "[{\"call\": \"say\", \"arguments\": {\"result\": {\"structuredContent\": {\"list\": [{\"id\": "
                      "\"a b\", \"n\": 7}]}}}, \"save\": {\"first\": \"$.list[0]\", \"n\": \"$.list[0].n\"}},"
                      " {\"call\": \"echo\", \"arguments\": {\"id\": \"${first.id}\", \"n\": \"${n}\", \"t\": "
                      "\"n=${n}\", \"w\": \"${fixtures}\"}, \"expect\": {\"$exact\": {\"id\": \"a b\", \"n\": 7, "
                      "\"t\": \"n=7\", \"w\": \"${fixtures}\"}}, \"save\": {\"got\": \"$\"}},"
                      " {\"check\": {\"got\": \"${got}\", \"again\": [\"${n}\"]}, \"expect\": {\"got\": {\"n\": "
                      "\"${n}\"}, \"again\": [7]}}]");
    static const row rows[] = {
        {"[{\"call\": \"say\", \"save\": {\"x\": \"$.absent\"}}]", CONF_FAILED, NULL},
        {"[{\"call\": \"echo\", \"arguments\": {\"x\": \"${nobody}\"}}]", CONF_FAULTY, NULL},
        {"[{\"call\": \"echo\", \"expect\": {\"x\": \"${nobody}\"}}]", CONF_FAULTY, NULL},
        {"[{\"call\": \"echo\", \"expect\": {\"x\": {\"$nonsense\": 1}}}]", CONF_FAULTY, NULL},
        {"[{\"send\": \"${nobody}\"}]", CONF_FAULTY, NULL},
        {"[{\"request\": \"${nobody}\"}]", CONF_FAULTY, NULL},
        {"[{\"notify\": \"x\", \"params\": {\"a\": \"${nobody}\"}}]", CONF_FAULTY, NULL},
        {"[{\"check\": \"${nobody}\"}]", CONF_FAULTY, NULL},
        {"[{\"check\": 1, \"save\": {\"x\": \"$.${nobody}\"}}]", CONF_FAULTY, NULL},
        {"[{\"check\": {\"a\": 1}, \"expect\": {\"a\": 2}}]", CONF_FAILED, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        conf_result result = run(*state, rows[i].steps);
        if (result.outcome != rows[i].outcome || strncmp(result.reason, "step 1 (", 8) != 0) {
            fail_msg("%s: %d: %s", rows[i].steps, (int)result.outcome, result.reason);
        }
    }
    must_be(run(*state, rows[0].steps), CONF_FAILED, run(*state, rows[0].steps).reason);
    assert_non_null(
        strstr(run(*state, rows[0].steps).reason, "$.absent: expected a value, kept as x for later steps, got none"));
}

typedef struct unwrapping {
    const char *result, *answer; /* NULL: none */
    bool is_error;
} unwrapping;

static void answers_are_unwrapped(void **state) {
    static const unwrapping rows[] = {
        {"{\"structuredContent\":{\"a\":1},\"content\":[{\"type\":\"text\",\"text\":\"{}\"}]}", "{\"a\":1}", false},
        {"{\"structuredContent\":{\"result\":{\"a\":1}}}", "{\"a\":1}", false},
        {"{\"structuredContent\":{\"result\":\"{\\\"a\\\":1}\"}}", "{\"a\":1}", false},
        {"{\"structuredContent\":{\"result\":\"[1]\"}}", "{\"result\":\"[1]\"}", false},
        {"{\"structuredContent\":{\"result\":\"words\"}}", "{\"result\":\"words\"}", false},
        {"{\"structuredContent\":{\"result\":[1]}}", "{\"result\":[1]}", false},
        {"{\"structuredContent\":{\"result\":{\"a\":1},\"b\":2}}", "{\"result\":{\"a\":1},\"b\":2}", false},
        {"{\"structuredContent\":{\"other\":{\"a\":1}}}", "{\"other\":{\"a\":1}}", false},
        {"{\"structuredContent\":{}}", "{}", false},
        {"{\"structuredContent\":[1],\"content\":[{\"type\":\"image\",\"text\":\"{}\"},{\"type\":\"text\",\"text\":"
         "\"{\\\"b\\\":2}\"},{\"type\":\"text\",\"text\":\"{}\"}]}",
         "{\"b\":2}", false},
        {"{\"structuredContent\":null,\"content\":[{\"type\":\"text\",\"text\":\"{\\\"code\\\":\\\"X\\\","
         "\\\"message\\\":\\\"m\\\"}\"}]}",
         "{\"code\":\"X\",\"message\":\"m\"}", true},
        {"{\"structuredContent\":{\"result\":{\"code\":\"X\",\"message\":\"m\"}}}",
         "{\"code\":\"X\",\"message\":\"m\"}", true},
        {"{\"structuredContent\":{\"code\":1,\"message\":\"m\"}}", "{\"code\":1,\"message\":\"m\"}", false},
        {"{\"structuredContent\":{\"code\":\"X\"}}", "{\"code\":\"X\"}", false},
        {"{\"isError\":true,\"structuredContent\":{\"a\":1}}", "{\"a\":1}", true},
        {"{\"content\":[{\"type\":\"text\",\"text\":\"[1]\"}]}", NULL, false},
        {"{\"content\":[{\"type\":\"text\",\"text\":\"no\"},{\"type\":\"text\",\"text\":\"{}\"}]}", NULL, false},
        {"{\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"no\"}]}", NULL, true},
        {"{\"content\":[]}", NULL, false},
        {"{\"content\":7}", NULL, false},
        {"[]", NULL, false},
        {"{\"structuredContent\":{\"a\":\"\\u0000\"}}", NULL, false},
    };
    rig *r = *state;
    served = r->arena;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        lob_case("%zu: %s", i, rows[i].result);
        bool is_error = !rows[i].is_error;
        const char *why = NULL;
        cJSON *answer = conf_unwrap(&r->ctx, lob_str_from(rows[i].result), &is_error, &why);
        assert_string_equal(answer != NULL ? raw(answer) : "none", rows[i].answer != NULL ? rows[i].answer : "none");
        assert_int_equal(is_error, rows[i].is_error);
        if (answer == NULL) {
            assert_eq(strncmp(why, "expected ", 9), 0);
        }
        cJSON_Delete(answer);
    }
}

/* ---- the conversation ---- */

static void requests_run_beside_each_other(void **state) {
    static const row rows[] = {
        {"[{\"call\": \"echo\", \"arguments\": {\"n\": 1}, \"as\": \"one\"}, {\"call\": \"echo\", \"arguments\": "
         "{\"n\": 2}, \"as\": \"two\"}, {\"await\": \"two\", \"expect\": {\"n\": 2}}, {\"await\": \"one\", \"expect\": "
         "{\"n\": 1}}]",
         CONF_PASSED, ""},
        {"[{\"request\": \"nonsense\", \"as\": \"one\"}, {\"await\": \"one\", \"rpc_error\": {\"code\": -32601}}]",
         CONF_PASSED, ""},
        {"[{\"request\": \"nonsense\", \"as\": \"one\"}, {\"await\": \"one\"}]", CONF_FAILED,
         "step 2 (await one): $: expected a success, got the protocol error -32601: no such method"},
        {"[{\"call\": \"never\", \"as\": \"one\"}, {\"silent\": \"one\", \"within_ms\": 30}, {\"check\": \"${one.id}\","
         " \"expect\": {\"$type\": \"integer\"}}]",
         CONF_PASSED, ""},
        {"[{\"call\": \"say\", \"as\": \"one\"}, {\"silent\": \"one\", \"within_ms\": 5000}]", CONF_FAILED,
         "step 2 (silent one): expected no answer within 5000 ms, got one"},
        {"[{\"call\": \"late\", \"arguments\": {\"ms\": 300}, \"as\": \"one\"}, {\"silent\": \"one\", \"within_ms\": "
         "20}, {\"await\": \"one\", \"expect\": {}}]",
         CONF_PASSED, ""},
        {"[{\"await\": \"nobody\"}]", CONF_FAULTY, "step 1 (await nobody): nothing of that name is running"},
        {"[{\"call\": \"say\", \"as\": \"one\"}, {\"await\": \"one\"}, {\"await\": \"one\"}]", CONF_FAULTY,
         "step 3 (await one): nothing of that name is running"},
        {"[{\"call\": \"never\", \"as\": \"one\"}, {\"restart\": \"kill\"}, {\"await\": \"one\"}]", CONF_FAULTY,
         "step 3 (await one): nothing of that name is running"},
        {"[{\"notify\": \"notifications/x\", \"within_ms\": 20}, {\"notify\": \"notifications/y\"}, {\"call\": "
         "\"say\"}]",
         CONF_PASSED, ""},
        {"[{\"call\": \"say\", \"as\": \"one\"}, {\"notify\": \"notifications/x\", \"within_ms\": 5000}]", CONF_FAILED,
         "step 2 (notify notifications/x): expected no answer within 5000 ms, got one"},
    };
    ALL(*state, rows);
}

static void lines_go_as_they_are(void **state) {
    static const row rows[] = {
        {"[{\"request\": \"greeted\", \"expect\": {\"greeted\": true}}, {\"send\": \"{nonsense\", \"expect\": "
         "{\"id\": null, \"error\": {\"code\": -32700}}, \"save\": {\"text\": \"$.error.message\"}}, {\"check\": "
         "\"${text}\", \"expect\": \"no JSON\"}]",
         CONF_PASSED, ""},
        {"[{\"send\": \"{nonsense\", \"expect\": {\"error\": {\"code\": -32600}}}]", CONF_FAILED,
         "step 1 (send): $.error.code: expected -32600, got -32700"},
        /* The case speaks first, so nobody greets. */
        {"[{\"send\": \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":\\\"q\\\",\\\"method\\\":\\\"greeted\\\"}\", "
         "\"expect\": {\"id\": \"q\", \"result\": {\"greeted\": false}}}, {\"request\": \"greeted\", \"expect\": "
         "{\"greeted\": false}}]",
         CONF_PASSED, ""},
        {"[{\"request\": \"initialize\", \"params\": {}, \"expect\": {\"protocolVersion\": \"2025-06-18\"}}, "
         "{\"request\": \"greeted\", \"expect\": {\"greeted\": false}}]",
         CONF_PASSED, ""},
        {"[{\"send\": \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"method\\\":\\\"notifications/x\\\"}\", \"within_ms\": 20}]",
         CONF_PASSED, ""},
        {"[{\"send\": \"{nonsense\", \"within_ms\": 5000}]", CONF_FAILED,
         "step 1 (send): expected no answer within 5000 ms, got one"},
        {"[{\"send\": \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"method\\\":\\\"notifications/x\\\"}\"}, {\"request\": "
         "\"greeted\"}]",
         CONF_PASSED, ""},
    };
    ALL(*state, rows);
}

static void servers_that_break(void **state) {
    rig *r = *state;
    r->target.timeout_ms = 10000;
    static const struct {
        const char *steps, *has[2];
    } rows[] = {
        {"[{\"call\": \"die\"}]",
         {"step 1 (die): the server ", "last on its standard error: \"last \\u001b[31mwords\""}},
        {"[{\"call\": \"crash\"}]", {"step 1 (crash): the server ", "SIGSEGV"}},
        {"[{\"call\": \"hang\", \"timeout_ms\": 50}]", {"step 1 (hang): no answer to tools/call", " 50 ms"}},
        {"[{\"call\": \"garbage\"}]", {"step 1 (garbage): the server ", "INFO starting"}},
        {"[{\"call\": \"never\", \"as\": \"x\"}, {\"call\": \"die\"}]", {"step 2 (die): the server ", "ended"}},
        {"[{\"call\": \"die\", \"as\": \"x\"}, {\"silent\": \"x\", \"within_ms\": 5000}]",
         {"step 2 (silent x): the server ", "ended"}},
        {"[{\"call\": \"leave\"}]", {"after the last step: the server left 1 process behind", ""}},
        {"[{\"call\": \"leave\"}, {\"restart\": \"close\"}]", {"step 2 (restart): the server left 1 process", ""}},
        {"[{\"call\": \"abort\"}]", {"after the last step: the server ended by signal 6 (SIGABRT)", ""}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        conf_result result = run(r, rows[i].steps);
        if (result.outcome != CONF_BROKEN || strncmp(result.reason, rows[i].has[0], strlen(rows[i].has[0])) != 0 ||
            strstr(result.reason, rows[i].has[1]) == NULL) {
            fail_msg("%s: %d: %s", rows[i].steps, (int)result.outcome, result.reason);
        }
    }
    r->target.timeout_ms = 2000; /* of the handshake as well: a busy machine takes a while for it */
    must_be(run(r, "[{\"call\": \"linger\"}]"), CONF_BROKEN,
            "after the last step: the server did not end within 2000 ms after its input was closed");
    r->target.timeout_ms = 10000;
    must_be(run(r, "[{\"call\": \"linger\"}, {\"restart\": \"close\", \"timeout_ms\": 50}]"), CONF_BROKEN,
            "step 2 (restart): the server did not end within 50 ms after its input was closed");
    r->target.timeout_ms = 2000;
    /* A failure stays the verdict. */
    must_be(run(r, "[{\"call\": \"linger\", \"error\": {}}]"), CONF_FAILED,
            "step 1 (linger): $.code: expected an ErrorObject, got a success");
    r->target.timeout_ms = 10000;
    r->argv[2] = "refuse";
    must_be(run(r, "[{\"wait_ms\": 1}, {\"call\": \"say\"}]"), CONF_FAILED,
            "step 2 (say): the server refused the handshake: {\"code\":-32000,\"message\":\"not today\"}");
    r->argv[0] = "/nobody/is/here";
    conf_result result = run(r, "[{\"call\": \"say\"}]");
    assert_int_equal(result.outcome, CONF_BROKEN);
    assert_gt(strlen(result.reason), strlen("step 1 (say): the server "));
}

static void servers_are_started_anew(void **state) {
    must_pass(*state, "[{\"call\": \"env\", \"arguments\": {\"env\": \"HOME\"}, \"save\": {\"a\": \"$.pid\"}}, "
                      "{\"call\": \"env\", \"arguments\": {\"env\": \"HOME\"}, \"expect\": {\"pid\": \"${a}\"}}, "
                      "{\"restart\": \"close\"},"
                      " {\"call\": \"env\", \"arguments\": {\"env\": \"HOME\"}, \"expect\": {\"pid\": {\"$not\": "
                      "\"${a}\"}}, \"save\": {\"b\": \"$.pid\"}}, {\"restart\": \"kill\"}, {\"request\": \"greeted\", "
                      "\"expect\": {\"greeted\": true}}, {\"call\": \"env\", \"arguments\": {\"env\": "
                      "\"KLAYOUT_MCP_ARTIFACT_ROOT\"}, \"expect\": {\"pid\": {\"$not\": {\"$one_of\": [\"${a}\", "
                      "\"${b}\"]}}, \"value\": \"${artifacts}\"}}]");
    must_pass(*state, "[{\"restart\": \"kill\"}, {\"call\": \"say\"}]");
}

static void the_environment_is_the_runners_without_settings(void **state) {
    rig *r = *state;
    setenv("KLAYOUT_MCP_MAX_SESSIONS", "7", 1);
    setenv("KLAYOUT_MCP_ARTIFACT_ROOT", "/elsewhere", 1);
    setenv("KLAYOUT_BIN", "/bin/klayout", 1);
    setenv("LOB_TEST_STAYS", "yes", 1);
    conf_result result = run_with(
        r, "\"env\": {\"KLAYOUT_MCP_ROOTS\": \"${fixtures}:${work}\", \"LOB_TEST_STAYS\": \"no\", \"NEW\": \"1\"},",
        "[{\"call\": \"env\", \"arguments\": {\"env\": \"KLAYOUT_MCP_MAX_SESSIONS\"}, \"expect\": {\"value\": "
        "{\"$absent\": true}}}, {\"call\": \"env\", \"arguments\": {\"env\": \"KLAYOUT_MCP_ARTIFACT_ROOT\"}, "
        "\"expect\": {\"value\": \"${artifacts}\"}}, {\"call\": \"env\", \"arguments\": {\"env\": \"KLAYOUT_BIN\"}, "
        "\"expect\": {\"value\": \"/bin/klayout\"}}, {\"call\": \"env\", \"arguments\": {\"env\": "
        "\"KLAYOUT_MCP_ROOTS\"}, \"expect\": {\"value\": \"${fixtures}:${work}\"}}, {\"call\": \"env\", \"arguments\": "
        "{\"env\": \"LOB_TEST_STAYS\"}, \"expect\": {\"value\": \"no\"}}, {\"call\": \"env\", \"arguments\": {\"env\": "
        "\"NEW\"}, \"expect\": {\"value\": \"1\"}}, {\"file\": \"${artifacts}\", \"expect\": {\"kind\": \"folder\", "
        "\"names\": []}}]");
    must_be(result, CONF_PASSED, "");
    must_be(run(r, "[{\"call\": \"env\", \"arguments\": {\"env\": \"LOB_TEST_STAYS\"}, \"expect\": {\"value\": "
                   "\"yes\"}}]"),
            CONF_PASSED, "");
    must_be(run_with(r, "\"env\": {\"KLAYOUT_MCP_ARTIFACT_ROOT\": \"${work}/other\"},",
                     "[{\"call\": \"env\", \"arguments\": {\"env\": \"KLAYOUT_MCP_ARTIFACT_ROOT\"}, \"expect\": "
                     "{\"value\": \"${work}/other\"}}]"),
            CONF_PASSED, "");
    result = run_with(r, "\"env\": {\"A\": \"${nobody}\"},", "[{\"call\": \"say\"}]");
    assert_int_equal(result.outcome, CONF_FAULTY);
    assert_int_equal(result.step, 0);
    unsetenv("KLAYOUT_MCP_MAX_SESSIONS");
    unsetenv("KLAYOUT_MCP_ARTIFACT_ROOT");
    unsetenv("KLAYOUT_BIN");
}

/* ---- what cannot be asked ---- */

static void some_cases_are_not_run(void **state) {
    rig *r = *state;
    static const char *const tools[] = {"say", "env", NULL};
    const char *steps = "[{\"call\": \"say\"}, {\"call\": \"missing\"}]";
    r->target.tools = tools;
    must_be(run(r, "[{\"call\": \"say\"}]"), CONF_PASSED, "");
    must_be(run(r, steps), CONF_FAILED, "step 2 (missing): tool missing is not offered");
    must_be(run_with(r, "\"level\": \"recommended\",", steps), CONF_SKIPPED, "tool missing is not offered");
    must_be(run_with(r, "\"level\": \"optional\",", steps), CONF_SKIPPED, "tool missing is not offered");
    must_be(run_with(r, "\"level\": \"reference\",", steps), CONF_SKIPPED, "tool missing is not offered");
    /* Asked for on purpose. */
    must_be(run(r, "[{\"call\": \"refuse\", \"arguments\": {\"error\": {\"code\": 1}}, \"rpc_error\": {\"code\": 1}}]"),
            CONF_PASSED, "");
    r->target.tools = NULL;
    must_be(run_with(r, "\"needs\": [\"klayout\", \"stdio\"],", "[{\"call\": \"say\"}]"), CONF_PASSED, "");
    r->target.has_klayout = false;
    must_be(run_with(r, "\"needs\": [\"stdio\", \"klayout\"],", "[{\"call\": \"say\"}]"), CONF_SKIPPED,
            "needs KLayout");
    r->target.has_klayout = true;
    r->target.argv = NULL;
    r->target.url = "http://127.0.0.1:1/";
    const char *reason = "needs a server over stdio";
    must_be(run_with(r, "\"needs\": [\"stdio\"],", "[{\"call\": \"say\"}]"), CONF_SKIPPED, reason);
    must_be(run_with(r, "\"env\": {\"A\": \"1\"},", "[{\"call\": \"say\"}]"), CONF_SKIPPED, reason);
    must_be(run(r, "[{\"call\": \"say\"}, {\"restart\": \"close\"}]"), CONF_SKIPPED, reason);
    must_be(run(r, "[{\"send\": \"x\"}]"), CONF_SKIPPED, reason);
    must_be(run(r, "[{\"file\": \"${artifacts}/x\"}]"), CONF_SKIPPED, reason);
    must_be(run(r, "[{\"check\": 1, \"expect\": 1}]"), CONF_PASSED, "");
}

static void faulty_steps_are_told(void **state) {
    static const row rows[] = {
        {"[{\"check\": 1}, {\"about\": \"x\"}]", CONF_FAULTY, "step 2 (?): a step without an action"},
        {"[{\"call\": \"say\", \"wait_ms\": 1}]", CONF_FAULTY, "step 1 (say): a step with more than one action"},
        {"[{\"call\": \"x\", \"expect\": {}, \"error\": {}}]", CONF_FAULTY,
         "step 1 (x): only one of expect, error and rpc_error can come"},
    };
    ALL(*state, rows);
}

/* ---- files ---- */

/* SHA-256 of "abc": FIPS 180-2, B.1; of nothing: known. */
static void files_are_made_and_looked_at(void **state) {
    must_pass(*state,
              "[{\"make\": \"${work}/a/b/text\", \"text\": \"abc\"}, {\"file\": \"${work}/a/b/text\", \"expect\": "
              "{\"$exact\": {\"kind\": \"file\", \"mode\": \"0644\", \"size\": 3, \"sha256\": "
              "\"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\"}}},"
              " {\"make\": \"copied\", \"copy\": \"${fixtures}/abc\", \"mode\": \"0600\"}, {\"file\": \"copied\", "
              "\"expect\": {\"mode\": \"0600\", \"size\": 3, \"sha256\": "
              "\"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\"}, \"save\": {\"n\": \"$.size\"}},"
              " {\"make\": \"copied\", \"text\": \"{\\\"n\\\": ${n}}\"}, {\"file\": \"copied\", \"expect\": {\"json\": "
              "{\"n\": 3}}}, {\"make\": \"empty\", \"text\": \"\"}, {\"file\": \"empty\", \"expect\": {\"size\": 0, "
              "\"json\": {\"$absent\": true}, \"sha256\": "
              "\"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\"}}]");
    must_pass(*state,
              "[{\"make\": \"f\", \"kind\": \"folder\"}, {\"file\": \"f\", \"expect\": {\"$exact\": {\"kind\": "
              "\"folder\", \"mode\": \"0755\", \"names\": []}}}, {\"make\": \"f/b\", \"text\": \"1\"}, {\"make\": "
              "\"f/a\", \"link\": \"b\"}, {\"make\": \"f/C\", \"kind\": \"fifo\", \"mode\": \"0000\"}, {\"file\": "
              "\"f\", \"expect\": {\"names\": [\"C\", \"a\", \"b\"]}}, {\"file\": \"f/a\", \"expect\": {\"kind\": "
              "\"link\", \"size\": {\"$absent\": true}}}, {\"file\": \"f/C\", \"expect\": {\"kind\": \"other\", "
              "\"mode\": \"0000\"}}, {\"file\": \"f/nobody\", \"expect\": {\"$exact\": {\"kind\": \"absent\"}}}, "
              "{\"file\": \"f/b/c\", \"expect\": {\"kind\": \"absent\"}}, {\"make\": \"f\", \"kind\": \"folder\", "
              "\"mode\": \"0500\"}, {\"file\": \"f\", \"expect\": {\"mode\": \"0500\"}}, {\"file\": "
              "\"/dev/null\", \"expect\": {\"kind\": \"other\"}}, {\"make\": \"f/a\", \"text\": \"2\"}, {\"file\": "
              "\"f/b\", \"expect\": {\"json\": 1}}]");
    /* Prepared before the server starts. */
    must_pass(*state, "[{\"make\": \"${artifacts}/sessions/ses_000000000000\", \"kind\": \"folder\"}, {\"call\": "
                      "\"say\"}, {\"file\": \"${artifacts}/sessions\", \"expect\": {\"names\": "
                      "[\"ses_000000000000\"]}}]");
}

static void what_cannot_be_made_is_a_fault_of_the_case(void **state) {
    static const row rows[] = {
        {"[{\"make\": \"/tmp/x\", \"text\": \"\"}]", CONF_FAULTY, "step 1 (make /tmp/x): make: not below ${work}"},
        {"[{\"make\": \"${work}x\", \"text\": \"\"}]", CONF_FAULTY, "step 1 (make ${work}x): make: not below ${work}"},
        {"[{\"make\": \"a/../b\", \"text\": \"\"}]", CONF_FAULTY,
         "step 1 (make a/../b): make: a path with an empty or dotted part"},
        {"[{\"make\": \"a//b\", \"text\": \"\"}]", CONF_FAULTY,
         "step 1 (make a//b): make: a path with an empty or dotted part"},
        {"[{\"make\": \"./b\", \"text\": \"\"}]", CONF_FAULTY,
         "step 1 (make ./b): make: a path with an empty or dotted part"},
        {"[{\"make\": \"a/\", \"text\": \"\"}]", CONF_FAULTY,
         "step 1 (make a/): make: a path with an empty or dotted part"},
        {"[{\"make\": \"out\", \"link\": \"/tmp\"}, {\"make\": \"out/x\", \"text\": \"\"}]", CONF_FAULTY,
         "step 2 (make out/x): make: Not a directory"},
        {"[{\"make\": \"a\"}]", CONF_FAULTY, "step 1 (make a): make needs exactly one of copy, text, link and kind"},
        {"[{\"make\": \"a\", \"text\": \"\", \"link\": \"x\"}]", CONF_FAULTY,
         "step 1 (make a): make needs exactly one of copy, text, link and kind"},
        {"[{\"make\": \"a\", \"copy\": \"${fixtures}/nobody\"}]", CONF_FAULTY,
         "step 1 (make a): copy: No such file or directory"},
        {"[{\"make\": \"a\", \"copy\": \"${fixtures}\"}]", CONF_FAULTY, "step 1 (make a): copy: no regular file"},
        {"[{\"make\": \"a\", \"text\": \"\", \"mode\": \"\"}]", CONF_FAULTY,
         "step 1 (make a): mode: octal, as 0600, and not of a link"},
        {"[{\"make\": \"a\", \"text\": \"\", \"mode\": \"0800\"}]", CONF_FAULTY,
         "step 1 (make a): mode: octal, as 0600, and not of a link"},
        {"[{\"make\": \"a\", \"text\": \"\", \"mode\": \"017777\"}]", CONF_FAULTY,
         "step 1 (make a): mode: octal, as 0600, and not of a link"},
        {"[{\"make\": \"a\", \"link\": \"b\", \"mode\": \"0600\"}]", CONF_FAULTY,
         "step 1 (make a): mode: octal, as 0600, and not of a link"},
        {"[{\"make\": \"a\", \"kind\": \"folder\"}, {\"make\": \"a\", \"text\": \"\"}]", CONF_FAULTY,
         "step 2 (make a): make: File exists"},
        {"[{\"make\": \"a\", \"kind\": \"folder\"}, {\"make\": \"a\", \"link\": \"x\"}]", CONF_FAULTY,
         "step 2 (make a): make: File exists"},
        {"[{\"make\": \"a\", \"text\": \"\"}, {\"make\": \"a\", \"kind\": \"folder\"}]", CONF_FAULTY,
         "step 2 (make a): make: File exists"},
    };
    ALL(*state, rows);
}

/* The one entry of the folder of the run; "" when it is empty. */
static const char *only_entry(rig *r) {
    static char name[256];
    DIR *folder = opendir(r->target.folder);
    name[0] = '\0';
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] != '.') {
            assert_string_equal(name, "");
            snprintf(name, sizeof name, "%s", entry->d_name);
        }
    }
    closedir(folder);
    return name;
}

static void the_folder_goes_or_stays(void **state) {
    rig *r = *state;
    const char *steps = "[{\"make\": \"deep/er/text\", \"text\": \"x\"}, {\"make\": \"deep\", \"kind\": "
                        "\"folder\", \"mode\": \"0000\"}, {\"call\": \"die\"}]";
    assert_int_equal(run(r, steps).outcome, CONF_BROKEN);
    assert_string_equal(only_entry(r), "");
    r->target.keep = true;
    assert_int_equal(run(r, steps).outcome, CONF_BROKEN);
    assert_int_equal(strncmp(only_entry(r), "area.name.", 10), 0);
    struct stat info;
    char kept[256];
    snprintf(kept, sizeof kept, "%s/%s", r->target.folder, only_entry(r));
    chmod(in(kept, "work/deep"), 0700);
    assert_int_equal(stat(in(kept, "work/deep/er/text"), &info), 0);
    assert_int_equal(stat(in(kept, "stderr.txt"), &info), 0);
    assert_gt(info.st_size, 0);
}

/* Each line of a trace by itself is JSON. */
static void a_trace_tells_every_line(void **state) {
    static const char *const wanted[] = {
        "{\"step\":2,\"at_ms\":", "\"started\":true}",
        "{\"step\":2,\"at_ms\":", "\"to\":{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"",
        "{\"step\":2,\"at_ms\":", "\"from\":{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":",
        "{\"step\":2,\"at_ms\":", "\"method\":\"notifications/initialized\"",
        "{\"step\":2,\"at_ms\":", "\"to\":{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"greeted\"",
        "{\"step\":2,\"at_ms\":", "\"from\":{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"greeted\":true}}}",
        "{\"step\":3,\"at_ms\":", "\"to\":\"{nonsense\"}",
        "{\"step\":3,\"at_ms\":", "\"from\":{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":",
        "{\"step\":3,\"at_ms\":", "\"ended\":\"closed\"}",
    };
    rig *r = *state;
    r->target.keep = true;
    must_pass(r,
              "[{\"wait_ms\": 0}, {\"request\": \"greeted\"}, {\"send\": \"{nonsense\", \"expect\": {\"id\": null}}]");
    char kept[256], line[4096];
    snprintf(kept, sizeof kept, "%s/%s", r->target.folder, only_entry(r));
    FILE *file = fopen(in(kept, "trace.jsonl"), "r");
    assert_non_null(file);
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i += 2) {
        lob_case("%s", wanted[i]);
        lob_json_fault fault;
        assert_non_null(fgets(line, sizeof line, file));
        assert_true(lob_json_check(lob_str_from(line), false, &fault));
        assert_int_equal(strncmp(line, wanted[i], strlen(wanted[i])), 0);
        assert_non_null(strstr(line, wanted[i + 1]));
    }
    assert_null(fgets(line, sizeof line, file));
    fclose(file);
}

/* Nobody is kept out of folders of his own for long. */
static void a_locked_folder_goes_too(void **state) {
    rig *r = *state;
    enum { NOBODY = 65534 };
    bool is_root = geteuid() == 0;
    if (is_root) {
        assert_int_equal(chmod(r->folder, 0755), 0);
        assert_int_equal(chown(r->target.folder, NOBODY, NOBODY), 0);
        assert_int_equal(seteuid(NOBODY), 0);
    }
    conf_result result = run(
        r, "[{\"make\": \"deep/er/text\", \"text\": \"x\"}, {\"make\": \"deep/er\", \"kind\": \"folder\", \"mode\": "
           "\"0000\"}, {\"make\": \"deep\", \"kind\": \"folder\", \"mode\": \"0000\"}, {\"file\": \"deep/er\", "
           "\"expect\": {\"kind\": \"other\"}}, {\"file\": \"deep\", \"expect\": {\"kind\": \"folder\", \"names\": "
           "{\"$absent\": true}}}]");
    if (is_root) {
        assert_int_equal(seteuid(0), 0);
    }
    must_be(result, CONF_PASSED, "");
    assert_string_equal(only_entry(r), "");
}

/* ---- beside each other ---- */

typedef struct runner {
    const conf_target *target;
    const conf_case *item;
    unsigned count, passed;
} runner;

static void *run_some(void *arg) {
    runner *one = arg;
    for (unsigned i = 0; i < one->count; i++) {
        lob_arena *arena = lob_arena_new(0);
        lob_ctx ctx;
        conf_result result;
        lob_ctx_init(&ctx, arena);
        conf_run_case(&ctx, one->target, one->item, &result);
        one->passed += result.outcome == CONF_PASSED;
        lob_arena_drop(arena);
    }
    return NULL;
}

/* A server's end of input must not wait for the servers of other threads, and each writes to its own folder. */
static void cases_run_beside_each_other(void **state) {
    rig *r = *state;
    conf_case item =
        make_case(r, "",
                  "[{\"make\": \"one\", \"text\": \"x\"}, {\"call\": \"late\", \"arguments\": {\"ms\": 5}}, "
                  "{\"restart\": \"close\"}, {\"file\": \".\", \"expect\": {\"names\": [\"artifacts\", "
                  "\"one\"]}}]");
    pthread_t threads[3];
    runner runners[3];
    for (unsigned i = 0; i < 3; i++) {
        runners[i] = (runner){&r->target, &item, getenv("LOB_TEST_QUICK") ? 2 : 6, 0};
        assert_int_equal(pthread_create(&threads[i], NULL, run_some, &runners[i]), 0);
    }
    for (unsigned i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(runners[i].passed, runners[i].count);
    }
    assert_string_equal(only_entry(r), "");
}

/* ---- pictures ---- */

static void pictures_are_probed(void **state) {
    rig *r = *state;
    static const uint8_t pixels[] = {255, 0, 0, 255, 0, 0, 255, 255};
    png_image image = {.version = PNG_IMAGE_VERSION, .width = 2, .height = 1, .format = PNG_FORMAT_RGBA};
    assert_true(png_image_write_to_file(&image, in(r->fixtures, "two.png"), 0, pixels, 0, NULL));
#define SHOW(name, wanted)                                                                                             \
    "[{\"call\": \"echo\", \"arguments\": {\"image\": {\"kind\": \"render\", \"path\": \"${fixtures}/" name            \
    "\", \"media_type\": \"image/png\"}}, \"picture\": " wanted "}]"
    static const row rows[] = {
        {SHOW("two.png", "{\"size\": [2, 1], \"probes\": [{\"at_px\": [0, 0], \"color\": \"#ff0000\"}, {\"at_px\": "
                         "[1, 0], \"color\": \"#0000ff\"}]}"),
         CONF_PASSED, ""},
        {SHOW("two.png", "{\"size\": [1, 2]}"), CONF_FAILED,
         "step 1 (echo): picture: 1 x 2 pixels expected, 2 x 1 are there"},
        {SHOW("abc", "{\"size\": [1, 2]}"), CONF_FAILED,
         "step 1 (echo): $.image.path: the picture is no PNG (${fixtures}/abc)"},
        {SHOW("nobody.png", "{}"), CONF_FAILED,
         "step 1 (echo): $.image.path: there is no file of the picture (${fixtures}/nobody.png)"},
        {"[{\"call\": \"echo\", \"arguments\": {}, \"picture\": {}}]", CONF_FAILED,
         "step 1 (echo): $.image: expected a picture, image/png, got none"},
        {"[{\"file\": \"${fixtures}/two.png\", \"expect\": {\"png\": {\"width\": 2, \"height\": 1}}}]", CONF_PASSED,
         ""},
    };
    ALL(r, rows);
    conf_result result = run(r, SHOW("two.png", "{\"probes\": [{\"at_px\": [0, 0], \"color\": \"#00ff00\"}]}"));
    assert_int_equal(result.outcome, CONF_FAILED);
    assert_non_null(strstr(result.reason, "probes[0]"));
    assert_int_equal(run(r, SHOW("two.png", "{\"size\": \"${nobody}\"}")).outcome, CONF_FAULTY);
}

/* ---- the first look ---- */

static void a_probe_lists_all_pages(void **state) {
    rig *r = *state;
    conf_told told;
    const char *why = NULL;
    const char *const *names = conf_probe(&r->ctx, &r->target, &told, &why);
    assert_non_null(names);
    assert_string_equal(names[0], "say");
    assert_string_equal(names[1], "env");
    assert_string_equal(names[2], "last");
    assert_null(names[3]);
    assert_string_equal(told.server, "teller 1.2");
    assert_string_equal(told.protocol, "2025-06-18");
    r->target.protocol = "2026-07-28";
    assert_non_null(conf_probe(&r->ctx, &r->target, &told, &why));
    assert_string_equal(told.server, "modern");
    assert_string_equal(told.protocol, "2026-07-28");
    r->target.protocol = NULL;
    assert_non_null(conf_probe(&r->ctx, &r->target, &told, &why));
    static const char *const rows[][2] = {
        {"refuse", "the handshake was refused: {\"code\":-32000,\"message\":\"not today\"}"},
        {"endless", "tools/list has no end: it gives the same cursor again, or too many pages"},
        {"nameless", "tools/list named a tool that has no name"},
        {"listless", "tools/list answered without an array of tools"},
        {"toolless", "tools/list was refused: {\"code\":-32601,\"message\":\"no tools here\"}"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        lob_case("%s", rows[i][0]);
        r->argv[2] = (char *)(uintptr_t)rows[i][0];
        lob_ctx_init(&r->ctx, r->arena);
        assert_null(conf_probe(&r->ctx, &r->target, &told, &why));
        assert_string_equal(why, rows[i][1]);
    }
    r->argv[2] = "dying";
    lob_ctx_init(&r->ctx, r->arena);
    assert_null(conf_probe(&r->ctx, &r->target, &told, &why));
    assert_int_equal(strncmp(why, "the server ended with exit status 4", 35), 0);
    r->argv[0] = "/nobody/is/here";
    lob_ctx_init(&r->ctx, r->arena);
    assert_null(conf_probe(&r->ctx, &r->target, &told, &why));
    assert_int_equal(strncmp(why, "the server ", 11), 0);
    r->target.folder = "/nobody/is/here";
    assert_null(conf_probe(&r->ctx, &r->target, &told, &why));
    assert_string_equal(why, "no folder could be made: No such file or directory");
    must_be(run(r, "[{\"check\": 1}]"), CONF_FAULTY, "no folder could be made: No such file or directory");
}

/* ---- memory ---- */

typedef struct work {
    const conf_target *target;
    const conf_case *item;
} work;

static bool run_once(void *arg) {
    work *w = arg;
    lob_arena *arena = lob_arena_new(0);
    if (arena == NULL) {
        return false;
    }
    lob_ctx ctx;
    conf_result result;
    lob_ctx_init(&ctx, arena);
    conf_run_case(&ctx, w->target, w->item, &result);
    lob_arena_drop(arena);
    if (result.outcome != CONF_PASSED && result.outcome != CONF_FAULTY) {
        fail_msg("%d: %s", (int)result.outcome, result.reason);
    }
    return result.outcome == CONF_PASSED;
}

static void failing_allocations_are_no_fault_of_the_server(void **state) {
    rig *r = *state;
    conf_case files = make_case(
        r, "\"env\": {\"A\": \"${work}\"},",
        "[{\"make\": \"a/b\", \"text\": \"{\\\"n\\\": [1]}\"}, {\"make\": \"c\", \"copy\": \"${work}/a/b\"}, "
        "{\"make\": \"l\", \"link\": \"c\"}, {\"file\": \"a/b\", \"expect\": {\"json\": {\"n\": [1]}}, \"save\": "
        "{\"n\": \"$.json.n\"}}, {\"file\": \".\", \"expect\": {\"kind\": \"folder\"}}, {\"check\": \"${n}\", "
        "\"expect\": [1]}]");
    work w = {.target = &r->target, .item = &files};
    assert_gt(sweep_allocations_sparing(run_once, &w, true), 20);
    if (getenv("LOB_TEST_QUICK") != NULL) {
        return;
    }
    conf_case talk = make_case(r, "",
                               "[{\"call\": \"echo\", \"arguments\": {\"a\": \"${work}\"}, \"as\": \"x\"}, "
                               "{\"await\": \"x\", \"expect\": {\"a\": \"${work}\"}, \"save\": {\"a\": \"$.a\"}}]");
    w.item = &talk;
    assert_gt(sweep_allocations_sparing(run_once, &w, true), 20);
}

static bool probe_once(void *arg) {
    lob_arena *arena = lob_arena_new(0);
    if (arena == NULL) {
        return false;
    }
    lob_ctx ctx;
    conf_told told;
    const char *why = NULL;
    lob_ctx_init(&ctx, arena);
    const char *const *names = conf_probe(&ctx, arg, &told, &why);
    bool fine = names != NULL && strcmp(names[2], "last") == 0;
    if (names == NULL) {
        assert_non_null(why);
    }
    lob_arena_drop(arena);
    return fine;
}

static void failing_allocations_of_a_probe(void **state) {
    rig *r = *state;
    if (getenv("LOB_TEST_QUICK") == NULL) {
        sweep_allocations_sparing(probe_once, &r->target, true);
    }
}

/* Words are cut, and what is nested too deep is not written. */
static void long_words_and_deep_trees(void **state) {
    rig *r = *state;
    char text[3000], deep[201];
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    assert_int_equal(strlen(conf_format(&r->ctx, "%s", text)), 2047);
    memset(deep, '[', 100);
    memset(deep + 100, ']', 100);
    deep[200] = '\0';
    cJSON *tree = cJSON_Parse(deep);
    assert_non_null(tree);
    assert_null(conf_compact(&r->ctx, tree).data);
    cJSON_Delete(tree);
}

static bool unwrap_once(void *arg) {
    lob_arena *arena = lob_arena_new(0);
    if (arena == NULL) {
        return false;
    }
    lob_ctx ctx;
    bool is_error;
    const char *why = "";
    lob_ctx_init(&ctx, arena);
    cJSON *answer = conf_unwrap(&ctx, lob_str_from(arg), &is_error, &why);
    bool is_told = answer != NULL || strcmp(why, "out of memory") == 0;
    cJSON_Delete(answer);
    lob_arena_drop(arena);
    assert_true(is_told);
    return answer != NULL;
}

static void failing_allocations_of_answers(void **state) {
    (void)state;
    char *results[] = {"{\"structuredContent\":{\"result\":\"{\\\"a\\\":1}\"}}",
                       "{\"content\":[{\"type\":\"text\",\"text\":\"{\\\"a\\\":[1,2]}\"}]}"};
    sweep_allocations(unwrap_once, results[0]);
    sweep_allocations(unwrap_once, results[1]);
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "serve") == 0) {
        return serve(argc > 2 ? argv[2] : "");
    }
    self = argv[0];
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(answers_are_held_to_the_kind_and_to_the_pattern),
        TEST(what_was_saved_is_put_in),
        TEST(answers_are_unwrapped),
        TEST(requests_run_beside_each_other),
        TEST(lines_go_as_they_are),
        TEST(servers_that_break),
        TEST(servers_are_started_anew),
        TEST(the_environment_is_the_runners_without_settings),
        TEST(some_cases_are_not_run),
        TEST(faulty_steps_are_told),
        TEST(files_are_made_and_looked_at),
        TEST(what_cannot_be_made_is_a_fault_of_the_case),
        TEST(the_folder_goes_or_stays),
        TEST(a_trace_tells_every_line),
        TEST(a_locked_folder_goes_too),
        TEST(cases_run_beside_each_other),
        TEST(pictures_are_probed),
        TEST(a_probe_lists_all_pages),
        TEST(failing_allocations_are_no_fault_of_the_server),
        TEST(failing_allocations_of_answers),
        TEST(long_words_and_deep_trees),
        TEST(failing_allocations_of_a_probe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
