/* Prompts, completions, resources, links and notices through the whole server, under both eras. What is expected is
 * from the MCP specification, revisions 2025-11-25 and 2026-07-28. */
#include "real_rig.h"

#include <sys/stat.h>

#include "base/log.h"
#include "mcp/links.h"

#define META                                                                                                           \
    "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/"                 \
    "clientCapabilities\":{}}"

static char layout[96];

/* TOP with guides on 1/0, a box on 2/0, cells "arm_1", "arm*2" and "Other". */
static int make_folder(void **state) {
    static const char *const cells[] = {"arm_1", "arm*2", "Other"};
    (void)state;
    lob_buf b;
    strcpy(folder, "/tmp/lob_asks_XXXXXX");
    lob_json_init();
    lob_log_set_level(LOB_LOG_ERROR);
    if (!mkdtemp(folder)) {
        return -1;
    }
    snprintf(layout, sizeof layout, "%s/some.gds", folder);
    gds_begin(&b);
    for (size_t i = 0; i < 3; i++) {
        gds_cell(&b, cells[i]);
        gds_box(&b, 1 + (int)(i & 1), 0, 0, 0, 1000, 500);
        gds_cell_end(&b);
    }
    gds_end(&b);
    FILE *file = fopen(layout, "wb");
    const bool fine = file && fwrite(b.data, 1, b.size, file) == b.size;
    lob_buf_release(&b);
    return file && fclose(file) == 0 && fine ? 0 : -1;
}

static int drop_folder(void **state) {
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

/* ---- helpers ---- */

static void start_rig(rig *r, const char *revision) {
    open_rig(r);
    run_rig(r);
    send_line(r, "{\"jsonrpc\":\"2.0\",\"id\":\"i\",\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"%s\"}}",
              revision);
    assert_non_null(strstr(read_line(r, PATIENCE_MS),
                           "\"capabilities\":{\"tools\":{},\"prompts\":{},\"resources\":{},\"completions\":{},"
                           "\"logging\":{}"));
}

static cJSON *call(rig *r, const char *tool, const char *arguments) {
    char params[512];
    snprintf(params, sizeof params, "\"name\":\"%s\",\"arguments\":{%s}", tool, arguments);
    return ask(r, "tools/call", params);
}

static void open_some(rig *r, char id[32]) {
    char arguments[256];
    snprintf(arguments, sizeof arguments, "\"path\":\"%s\",\"top_cell\":\"arm_1\"", layout);
    cJSON *answer = call(r, "open_layout", arguments);
    const cJSON *session = member_at(answer, "result.structuredContent.session_id");
    assert_non_null(session);
    snprintf(id, 32, "%s", session->valuestring);
    cJSON_Delete(answer);
}

/* The whole answer of render_view, which keeps one picture. */
static cJSON *render(rig *r, const char *session) {
    char arguments[128];
    snprintf(arguments, sizeof arguments, "\"session_id\":\"%s\",\"inline_image\":false", session);
    return call(r, "render_view", arguments);
}

/* The values, joined with commas. */
static void assert_values(rig *r, const char *ref, const char *argument, const char *context, const char *expected) {
    char params[512], joined[512] = "";
    const cJSON *value;
    snprintf(params, sizeof params, "\"ref\":{%s},\"argument\":{%s}%s", ref, argument, context);
    cJSON *answer = ask(r, "completion/complete", params);
    const cJSON *values = member_at(answer, "result.completion.values");
    assert_true(cJSON_IsArray(values));
    cJSON_ArrayForEach(value, values) {
        strcat(strcat(joined, joined[0] ? "," : ""), value->valuestring);
    }
    assert_string_equal(joined, expected);
    assert_eq(member_at(answer, "result.completion.total")->valueint, cJSON_GetArraySize(values));
    assert_true(cJSON_IsFalse(member_at(answer, "result.completion.hasMore")));
    cJSON_Delete(answer);
}

/* ---- roots ---- */

/* The client answers roots/list with `answer` while its call of open_layout waits. The whole answer of that call. */
static cJSON *open_with_roots(rig *r, const char *answer) {
    const char *line;
    send_line(r,
              "{\"jsonrpc\":\"2.0\",\"id\":\"o\",\"method\":\"tools/call\",\"params\":{\"name\":\"open_layout\","
              "\"arguments\":{\"path\":\"%s\"}}}",
              layout);
    line = read_line(r, PATIENCE_MS);
    assert_non_null(line);
    assert_non_null(strstr(line, "\"method\":\"roots/list\""));
    send_line(r, "{\"jsonrpc\":\"2.0\",\"id\":%.*s,%s}", (int)strcspn(strstr(line, "\"roots-"), ","),
              strstr(line, "\"roots-"), answer);
    line = read_line(r, PATIENCE_MS);
    assert_non_null(line);
    return cJSON_Parse(line);
}

static void roots_of_a_client_narrow(void **state) {
    (void)state;
    rig r;
    char inside[128];
    open_rig(&r);
    run_rig(&r);
    cJSON_Delete(ask(&r, "initialize", "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"roots\":{}}"));
    cJSON *answer = open_with_roots(&r, "\"result\":{\"roots\":[{\"uri\":\"file:///usr\"}]}");
    assert_string_equal(member_at(answer, "result.structuredContent.code")->valuestring, "FILE_NOT_FOUND");
    assert_string_equal(member_at(answer, "result.structuredContent.details.reason")->valuestring, "outside_roots");
    assert_string_equal(member_at(answer, "result.structuredContent.details.argument")->valuestring, "path");
    cJSON_Delete(answer);
    send_line(&r, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/roots/list_changed\"}");
    snprintf(inside, sizeof inside, "\"result\":{\"roots\":[{\"uri\":\"file://%s\"}]}", folder);
    answer = open_with_roots(&r, inside);
    assert_non_null(member_at(answer, "result.structuredContent.session_id"));
    cJSON_Delete(answer);
    close_rig(&r);
}

/* ---- prompts ---- */

/* Every tool that a text names is one of the registry; every hole names an argument. */
static void texts_name_what_there_is(void **state) {
    (void)state;
    static const char *const verbs[] = {"list_",  "describe_", "render_", "check_", "analyze_", "query_", "measure_",
                                        "trace_", "extract_",  "diff_",   "open_",  "run_",     "find_"};
    for (size_t i = 0; i < lob_prompt_count; i++) {
        const lob_prompt *prompt = &lob_prompts[i];
        lob_case("%s", prompt->name);
        for (const char *at = prompt->text; *at; at += strcspn(at, " \n:;,.") + (at[strcspn(at, " \n:;,.")] != '\0')) {
            const size_t size = strspn(at, "abcdefghijklmnopqrstuvwxyz_");
            for (size_t k = 0; k < sizeof verbs / sizeof verbs[0]; k++) {
                lob_case("verbs[%zu]", k);
                if (strncmp(at, verbs[k], strlen(verbs[k])) == 0) {
                    assert_non_null(lob_tool_find((lob_str){at, size}, LOB_TOOLSET_FULL));
                }
            }
        }
        for (const char *at = prompt->text; (at = strchr(at, '{')) != NULL; at++) {
            const size_t size = strcspn(at + 1, "|}");
            bool is_known = false;
            for (size_t k = 0; k < LOB_PROMPT_ARGUMENT_COUNT_MAX && prompt->arguments[k].name; k++) {
                const char *name = prompt->arguments[k].name;
                const bool is_it = strlen(name) == size && strncmp(name, at + 1, size) == 0;
                if (is_it) {
                    assert_eq(prompt->arguments[k].is_required, at[1 + size] == '}');
                }
                is_known |= is_it;
            }
            assert_true(is_known);
        }
    }
}

static void prompts_are_filled(void **state) {
    (void)state;
    rig r;
    char session[32], params[256];
    start_rig(&r, "2025-11-25");
    open_some(&r, session);
    cJSON *answer = ask(&r, "prompts/list", "");
    assert_eq(cJSON_GetArraySize(member_at(answer, "result.prompts")), lob_prompt_count);
    assert_text(cJSON_GetArrayItem(member_at(answer, "result.prompts"), 0), "name", "review_layout");
    assert_null(member_at(answer, "result.ttlMs"));
    cJSON_Delete(answer);
    assert_error(ask(&r, "prompts/list", "\"cursor\":\"x\""), -32602);
    snprintf(params, sizeof params, "\"name\":\"review_layout\",\"arguments\":{\"layout\":\"%s\",\"cell\":\"Other\"}",
             session);
    answer = ask(&r, "prompts/get", params);
    const cJSON *message = cJSON_GetArrayItem(member_at(answer, "result.messages"), 0);
    assert_text(message, "role", "user");
    assert_text(message, "content.type", "text");
    const char *text = member_at(message, "content.text")->valuestring;
    char begin[96];
    snprintf(begin, sizeof begin, "The layout is open as session %s.\nReview Other.\n", session);
    assert_memory_equal(text, begin, strlen(begin));
    assert_null(strchr(text, '{'));
    cJSON_Delete(answer);
    answer = ask(&r, "prompts/get", "\"name\":\"review_layout\",\"arguments\":{\"layout\":\"/a \\\"b\\\".gds\"}," META);
    text = member_at(cJSON_GetArrayItem(member_at(answer, "result.messages"), 0), "content.text")->valuestring;
    assert_non_null(strstr(text, "Open the layout \"/a \"b\".gds\" with open_layout.\nReview the top cell.\n"));
    assert_text(answer, "result.resultType", "complete");
    cJSON_Delete(answer);
    close_rig(&r);
}

static void prompts_refuse_what_is_not_there(void **state) {
    (void)state;
    static const struct {
        const char *params, *words;
    } cases[] = {{"\"name\":\"nothing\"", "prompts/list names them all"},
                 {"", "prompts/list names them all"},
                 {"\"name\":\"review_layout\"", "needs the argument \\\"layout\\\""},
                 {"\"name\":\"review_layout\",\"arguments\":[]", "arguments must be an object"},
                 {"\"name\":\"review_layout\",\"arguments\":{\"layout\":\"\"}", "needs the argument"},
                 {"\"name\":\"review_layout\",\"arguments\":{\"layout\":\"/a\",\"x\":\"y\"}",
                  "does not accept the argument \\\"x\\\""},
                 {"\"name\":\"review_layout\",\"arguments\":{\"layout\":7}", "each value is a string"},
                 {"\"name\":\"review_layout\",\"arguments\":{\"layout\":\"ses_000000000000\"}", "no such session"},
                 {"\"name\":\"compare_revisions\",\"arguments\":{\"old\":\"/a\"}", "needs the argument \\\"new\\\""}};
    rig r;
    char session[32], params[256];
    start_rig(&r, "2025-11-25");
    open_some(&r, session);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%s", cases[i].params);
        assert_error(ask(&r, "prompts/get", cases[i].params), -32602);
        assert_non_null(strstr(r.line, cases[i].words));
    }
    snprintf(params, sizeof params, "\"name\":\"review_layout\",\"arguments\":{\"layout\":\"%s\",\"cell\":\"oth\"}",
             session);
    assert_error(ask(&r, "prompts/get", params), -32602);
    assert_non_null(strstr(r.line, "has no cell \\\"oth\\\""));
    static const struct {
        const char *prompt, *argument, *value, *words;
    } lacks[] = {
        {"check_coupler", "layer", "7/0", "has no layer \\\"7/0\\\""},
        {"trace_waveguide", "port", "opt9", "has no port \\\"opt9\\\""},
        {"explain_violations", "run_id", "drc_00000000", "has no run \\\"drc_00000000\\\""},
        {"explain_violations", "rule", "W1", "has no violated rule \\\"W1\\\""},
    };
    for (size_t i = 0; i < sizeof lacks / sizeof lacks[0]; i++) {
        lob_case("%s", lacks[i].argument);
        snprintf(params, sizeof params, "\"name\":\"%s\",\"arguments\":{\"layout\":\"%s\",\"%s\":\"%s\"}",
                 lacks[i].prompt, session, lacks[i].argument, lacks[i].value);
        assert_error(ask(&r, "prompts/get", params), -32602);
        assert_non_null(strstr(r.line, lacks[i].words));
    }
    snprintf(params, sizeof params, "\"name\":\"check_coupler\",\"arguments\":{\"layout\":\"%s\",\"layer\":\"2/0\"}",
             session);
    cJSON *answer = ask(&r, "prompts/get", params);
    assert_non_null(member_at(answer, "result.messages"));
    cJSON_Delete(answer);
    close_rig(&r);
}

/* ---- completions ---- */

static void completions_are_what_the_session_has(void **state) {
    (void)state;
#define COUPLER               "\"type\":\"ref/prompt\",\"name\":\"check_coupler\""
#define FILES                 "\"type\":\"ref/resource\",\"uri\":\"layout://{session_id}/{+path}\""
#define ARGUMENT(name, value) "\"name\":\"" name "\",\"value\":\"" value "\""
    rig r;
    char session[32], other[32], context[128];
    start_rig(&r, "2025-11-25");
    assert_values(&r, COUPLER, ARGUMENT("layout", ""), "", "");
    assert_values(&r, COUPLER, ARGUMENT("cell", ""), "", "");
    open_some(&r, session);
    assert_values(&r, COUPLER, ARGUMENT("layout", "ses_"), "", session);
    assert_values(&r, COUPLER, ARGUMENT("layout", "/"), "", "");
    assert_values(&r, COUPLER, ARGUMENT("cell", "ARM"), "", "arm*2,arm_1");
    assert_values(&r, COUPLER, ARGUMENT("cell", "arm*"), "", "arm*2");
    assert_values(&r, COUPLER, ARGUMENT("layer", ""), "", "1/0,2/0");
    assert_values(&r, COUPLER, ARGUMENT("layer", "2"), "", "2/0");
    assert_values(&r, "\"type\":\"ref/prompt\",\"name\":\"trace_waveguide\"", ARGUMENT("port", "zz"), "", "");
    assert_values(&r, "\"type\":\"ref/prompt\",\"name\":\"compare_revisions\"", ARGUMENT("old", "/"), "", "");
    assert_values(&r, "\"type\":\"ref/prompt\",\"name\":\"explain_violations\"", ARGUMENT("run_id", ""), "", "");
    assert_values(&r, "\"type\":\"ref/prompt\",\"name\":\"explain_violations\"", ARGUMENT("rule", ""), "", "");
    assert_values(&r, FILES, ARGUMENT("session_id", ""), "", session);
    assert_values(&r, FILES, ARGUMENT("path", ""), "", "");
    /* Rules of the session's runs, without a run being named. */
    char deck[256];
    snprintf(
        deck, sizeof deck,
        "\"session_id\":\"%s\",\"script_type\":\"json\",\"script_text\":\"{\\\"rule_deck\\\":\\\"1.0\\\",\\\"rules\\\":"
        "[{\\\"id\\\":\\\"A1\\\",\\\"type\\\":\\\"area\\\",\\\"layer\\\":\\\"1/0\\\",\\\"min_um2\\\":1e9}]}\"",
        session);
    cJSON_Delete(call(&r, "run_drc_script", deck));
    assert_values(&r, "\"type\":\"ref/prompt\",\"name\":\"explain_violations\"", ARGUMENT("rule", "a"), "", "A1");
    cJSON_Delete(render(&r, session));
    cJSON *answer =
        ask(&r, "completion/complete", "\"ref\":{" FILES "},\"argument\":{" ARGUMENT("path", "renders/") "}");
    assert_eq(cJSON_GetArraySize(member_at(answer, "result.completion.values")), 1);
    cJSON_Delete(answer);
    /* Of two sessions the one that is named. */
    open_some(&r, other);
    assert_values(&r, COUPLER, ARGUMENT("cell", ""), "", "");
    snprintf(context, sizeof context, ",\"context\":{\"arguments\":{\"layout\":\"%s\"}}", other);
    assert_values(&r, COUPLER, ARGUMENT("cell", "O"), context, "Other");
    assert_error(ask(&r, "completion/complete", "\"ref\":{" COUPLER "}"), -32602);
    assert_error(ask(&r, "completion/complete", "\"ref\":{" COUPLER "},\"argument\":{" ARGUMENT("x", "") "}"), -32602);
    assert_error(ask(&r, "completion/complete", "\"ref\":{" FILES "},\"argument\":{" ARGUMENT("x", "") "}"), -32602);
    assert_error(ask(&r, "completion/complete", "\"ref\":{},\"argument\":{" ARGUMENT("x", "") "}"), -32602);
    close_rig(&r);
}

/* ---- resources ---- */

static void resources_are_the_files_of_open_sessions(void **state) {
    (void)state;
    rig r;
    char session[32], params[256], uri[128];
    start_rig(&r, "2025-11-25");
    open_some(&r, session);
    cJSON *answer = ask(&r, "resources/list", "");
    assert_eq(cJSON_GetArraySize(member_at(answer, "result.resources")), 0);
    cJSON_Delete(answer);
    answer = render(&r, session);
    const cJSON *link = cJSON_GetArrayItem(member_at(answer, "result.content"), 1);
    assert_text(link, "type", "resource_link");
    assert_text(link, "mimeType", "image/png");
    snprintf(uri, sizeof uri, "%s", member_at(link, "uri")->valuestring);
    cJSON_Delete(answer);
    answer = ask(&r, "resources/list", META);
    const cJSON *item = cJSON_GetArrayItem(member_at(answer, "result.resources"), 0);
    assert_text(item, "uri", uri);
    assert_memory_equal(member_at(item, "name")->valuestring, "renders/rnd_", 12);
    assert_text(answer, "result.cacheScope", "private");
    const double size = member_at(item, "size")->valuedouble;
    cJSON_Delete(answer);
    snprintf(params, sizeof params, "\"uri\":\"%s\"", uri);
    answer = ask(&r, "resources/read", params);
    const cJSON *content = cJSON_GetArrayItem(member_at(answer, "result.contents"), 0);
    assert_text(content, "uri", uri);
    assert_memory_equal(member_at(content, "blob")->valuestring, "iVBORw0KGgo", 11); /* the signature of PNG */
    assert_eq(strlen(member_at(content, "blob")->valuestring), ((size_t)size + 2) / 3 * 4);
    cJSON_Delete(answer);
    answer = ask(&r, "resources/templates/list", "");
    assert_eq(cJSON_GetArraySize(member_at(answer, "result.resourceTemplates")), 1);
    cJSON_Delete(answer);
    assert_error(ask(&r, "resources/templates/list", "\"cursor\":\"x\""), -32602);
    snprintf(params, sizeof params, "\"session_id\":\"%s\"", session);
    cJSON_Delete(call(&r, "close_session", params));
    answer = ask(&r, "resources/list", "");
    assert_eq(cJSON_GetArraySize(member_at(answer, "result.resources")), 0);
    cJSON_Delete(answer);
    snprintf(params, sizeof params, "\"uri\":\"%s\"", uri);
    answer = ask(&r, "resources/read", params);
    assert_text(answer, "error.data.uri", uri);
    assert_error(answer, -32002);
    snprintf(params, sizeof params, "\"uri\":\"%s\"," META, uri);
    assert_error(ask(&r, "resources/read", params), -32602);
    close_rig(&r);
}

static void write_file(const char *session, const char *name, const char *content) {
    char path[256];
    snprintf(path, sizeof path, "%s/artifacts/sessions/%s/renders", folder, session);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/artifacts/sessions/%s/renders/%s", folder, session, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(content, file);
    fclose(file);
}

static void lists_have_pages_in_order(void **state) {
    (void)state;
    enum { FILES_MADE = 230 };
    rig r;
    char session[32], name[32], params[256] = "", expected[96];
    int seen = 0, pages = 0;
    start_rig(&r, "2025-11-25");
    open_some(&r, session);
    for (int i = FILES_MADE - 1; i >= 0; i--) {
        snprintf(name, sizeof name, "%04d.txt", i);
        write_file(session, name, "words");
    }
    write_file(session, "odd name.txt", "not listed");
    write_file(session, ".hidden.txt", "not listed");
    for (bool has_more = true; has_more; pages++) {
        const cJSON *item;
        cJSON *answer = ask(&r, "resources/list", params);
        cJSON_ArrayForEach(item, member_at(answer, "result.resources")) {
            snprintf(expected, sizeof expected, "layout://%s/renders/%04d.txt", session, seen++);
            assert_text(item, "uri", expected);
            assert_text(item, "mimeType", "text/plain");
            assert_eq(member_at(item, "size")->valueint, 5);
        }
        const cJSON *next = member_at(answer, "result.nextCursor");
        has_more = next != NULL;
        if (next) {
            snprintf(params, sizeof params, "\"cursor\":\"%s\"", next->valuestring);
        }
        cJSON_Delete(answer);
    }
    assert_eq(seen, FILES_MADE);
    assert_eq(pages, 3);
    assert_error(ask(&r, "resources/list", "\"cursor\":\"x\""), -32602);
    assert_error(ask(&r, "resources/list", "\"cursor\":7"), -32602);
    close_rig(&r);
}

static void only_files_of_the_session_are_read(void **state) {
    (void)state;
    static const char *const bad[] = {"layout://%s/session.json",
                                      "layout://%s/lock",
                                      "layout://%s/../%s/session.json",
                                      "layout://%s/renders",
                                      "layout://%s/",
                                      "layout://%s/renders/../session.json",
                                      "layout://%s//etc/passwd",
                                      "layout://%s/renders/.hidden",
                                      "layout://%s/renders/link",
                                      "file:///etc/passwd",
                                      "layout://",
                                      "layout://%s/renders//a.txt"};
    rig r;
    char session[32], uri[160], params[256], path[256];
    start_rig(&r, "2025-11-25");
    open_some(&r, session);
    write_file(session, "a.txt", "r\xc3\xa4um\n");
    write_file(session, "b.txt", "\xff");
    write_file(session, ".hidden", "x");
    snprintf(path, sizeof path, "%s/artifacts/sessions/%s/renders/link", folder, session);
    assert_eq(symlink("/etc/passwd", path), 0);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        lob_case("%s", bad[i]);
        const char *at = strstr(bad[i], "%s");
        snprintf(uri, sizeof uri, "%.*s%s%s", (int)(at ? at - bad[i] : (long)strlen(bad[i])), bad[i], at ? session : "",
                 at ? at + 2 : "");
        snprintf(params, sizeof params, "\"uri\":\"%s\"", uri);
        assert_error(ask(&r, "resources/read", params), -32002);
    }
    assert_error(ask(&r, "resources/read", ""), -32602);
    snprintf(params, sizeof params, "\"uri\":\"layout://%s/renders/a.txt\"," META, session);
    cJSON *answer = ask(&r, "resources/read", params);
    assert_text(cJSON_GetArrayItem(member_at(answer, "result.contents"), 0), "text", "r\xc3\xa4um\n");
    cJSON_Delete(answer);
    snprintf(params, sizeof params, "\"uri\":\"layout://%s/renders/b.txt\"", session);
    answer = ask(&r, "resources/read", params);
    assert_text(cJSON_GetArrayItem(member_at(answer, "result.contents"), 0), "blob", "/w==");
    cJSON_Delete(answer);
    /* What does not fit into a message says where it lies. */
    snprintf(path, sizeof path, "%s/artifacts/sessions/%s/renders/b.txt", folder, session);
    assert_eq(truncate(path, 7 << 20), 0);
    assert_error(ask(&r, "resources/read", params), -32602);
    assert_non_null(strstr(r.line, "too large"));
    assert_non_null(strstr(r.line, path));
    close_rig(&r);
}

static void links_come_once_and_not_to_old_clients(void **state) {
    (void)state;
    static const char json[] =
        "{\"a\":\"/r/sessions/ses_0123456789ab/renders/a.png\",\"b\":[\"/r/sessions/"
        "ses_0123456789ab/renders/a.png\",\"/r/sessions/ses_0123456789ab/drc/run_1/report.lyrdb\","
        "\"/r/sessions/ses_0123456789ab/.x\",\"/r/sessions/short\",\"/s/sessions/"
        "ses_0123456789ab/c.png\",\"/r/sessions/ses_0123456789ab/odd name\",\"/r/sessions/";
    lob_buf out;
    lob_buf_init(&out, 0);
    lob_resource_links(LOB_STR(json), "/r", &out);
    assert_string_equal(out.data,
                        ",{\"type\":\"resource_link\",\"uri\":\"layout://ses_0123456789ab/renders/a.png\",\"name\":"
                        "\"renders/a.png\",\"mimeType\":\"image/png\"},{\"type\":\"resource_link\",\"uri\":\"layout://"
                        "ses_0123456789ab/drc/run_1/report.lyrdb\",\"name\":\"drc/run_1/report.lyrdb\",\"mimeType\":"
                        "\"application/xml\"}");
    lob_buf_release(&out);
    assert_string_equal(lob_resource_type(LOB_STR("a.unknown")), "application/octet-stream");
    rig r;
    char session[32];
    start_rig(&r, "2025-03-26");
    open_some(&r, session);
    cJSON *answer = render(&r, session);
    assert_eq(cJSON_GetArraySize(member_at(answer, "result.content")), 1);
    cJSON_Delete(answer);
    close_rig(&r);
}

/* ---- notices ---- */

static void assert_next(rig *r, const char *words) {
    const char *line = read_line(r, PATIENCE_MS);
    assert_non_null(line);
    assert_non_null(strstr(line, words));
}

static void notices_come_from_the_level_on(void **state) {
    (void)state;
#define OPEN(id, more)                                                                                                 \
    "{\"jsonrpc\":\"2.0\",\"id\":" id                                                                                  \
    ",\"method\":\"tools/call\",\"params\":{\"name\":\"open_layout\",\"arguments\":{"                                  \
    "\"path\":\"%s\",\"top_cell\":\"arm_1\"}" more "}}"
    rig r;
    start_rig(&r, "2025-11-25");
    send_line(&r, OPEN("1", ""), layout); /* nothing is told before it is asked for */
    assert_next(&r, "\"id\":1,");
    assert_error(ask(&r, "logging/setLevel", "\"level\":\"loud\""), -32602);
    assert_error(ask(&r, "logging/setLevel", ""), -32602);
    cJSON_Delete(ask(&r, "logging/setLevel", "\"level\":\"debug\""));
    send_line(&r, OPEN("2", ""), layout);
    assert_next(&r,
                "\"method\":\"notifications/message\",\"params\":{\"level\":\"debug\",\"logger\":\"tools\",\"data\":{"
                "\"event\":\"call\",\"tool\":\"open_layout\"}}}");
    assert_next(&r, "\"event\":\"session_opened\",\"tool\":\"open_layout\",\"session_id\":\"ses_");
    assert_next(&r, "\"id\":2,");
    cJSON_Delete(ask(&r, "logging/setLevel", "\"level\":\"warning\""));
    send_line(&r, OPEN("3", ""), layout);
    assert_next(&r, "\"id\":3,");
    send_line(&r, OPEN("4", ""), "/no\\\"where.gds");
    assert_next(&r,
                "{\"level\":\"warning\",\"logger\":\"tools\",\"data\":{\"event\":\"failed\",\"tool\":\"open_layout\","
                "\"code\":\"FILE_NOT_FOUND\",\"message\":\"");
    assert_next(&r, "\"id\":4,");
    /* 2026-07-28: each request for itself. */
    send_line(&r, OPEN("5", "," META), "/nowhere.gds");
    assert_next(&r, "\"id\":5,");
    send_line(&r,
              OPEN("6", ",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                        "\"io.modelcontextprotocol/clientCapabilities\":{},\"io.modelcontextprotocol/logLevel\":"
                        "\"info\"}"),
              layout);
    assert_next(&r, "\"event\":\"session_opened\"");
    assert_next(&r, "\"id\":6,");
    assert_error(ask(&r, "logging/setLevel", "\"level\":\"debug\"," META), -32601);
    close_rig(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roots_of_a_client_narrow),
        cmocka_unit_test(texts_name_what_there_is),
        cmocka_unit_test(prompts_are_filled),
        cmocka_unit_test(prompts_refuse_what_is_not_there),
        cmocka_unit_test(completions_are_what_the_session_has),
        cmocka_unit_test(resources_are_the_files_of_open_sessions),
        cmocka_unit_test(lists_have_pages_in_order),
        cmocka_unit_test(only_files_of_the_session_are_read),
        cmocka_unit_test(links_come_once_and_not_to_old_clients),
        cmocka_unit_test(notices_come_from_the_level_on),
    };
    return cmocka_run_group_tests(tests, make_folder, drop_folder);
}
