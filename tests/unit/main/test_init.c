/* init: what it prints for each host, and what becomes of a host's file. Files are read back by cJSON.
 * A program of its own: its tools stand in for the generated ones. */
#include "tests/support/lob_test.h"

#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/main/cli_rig.h"

static char home[64], before[4096];
static const char *npm;

static const char *environment(const char *name) {
    return strcmp(name, "HOME") == 0 ? (home[0] ? home : NULL) : strcmp(name, "npm_command") == 0 ? npm : NULL;
}

#define INIT(...)                                                                                                      \
    rig_run_line(&(rig_line){.environment = environment},                                                              \
                 (const char *const[]){"init" __VA_OPT__(, ) __VA_ARGS__, NULL})

/* A home folder that is the current one as well, with a folder of Claude's. */
static int setup(void **state) {
    (void)state;
    assert_non_null(getcwd(before, sizeof before));
    strcpy(home, "/tmp/lob_init_XXXXXX");
    assert_non_null(mkdtemp(home));
    npm = NULL;
    if (chdir(home) != 0) {
        return -1;
    }
    return mkdir(".config", 0700) || mkdir(".config/Claude", 0700);
}

static int teardown(void **state) {
    char command[96];
    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", home);
    return chdir(before) || system(command);
}

static void put(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_ge(fputs(text, file), 0);
    assert_int_equal(fclose(file), 0);
}

static char *get(const char *path) {
    static char text[4096];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    assert_int_equal(fclose(file), 0);
    return text;
}

static const cJSON *at(const cJSON *tree, const char *a, const char *b, const char *c) {
    const char *const names[] = {a, b, c};
    for (int i = 0; i < 3 && names[i]; i++) {
        tree = cJSON_GetObjectItemCaseSensitive(tree, names[i]);
    }
    return tree;
}

static void lists_hosts(void **state) {
    (void)state;
    rig r = INIT();
    assert_int_equal(r.code, 0);
    assert_non_null(strstr(r.out, "claude-desktop  found "));
    assert_non_null(strstr(r.out, "zed             not found"));
    rig_release(&r);
}

static void shows_entries(void **state) {
    (void)state;
    static const struct {
        const char *host, *member, *root, *type;
    } rows[] = {
        {"claude-code", "mcpServers", "${PWD}", "stdio"},
        {"cursor", "mcpServers", "${workspaceFolder}", "stdio"},
        {"vscode", "servers", "${workspaceFolder}", "stdio"},
        {"claude-desktop", "mcpServers", NULL, NULL},
        {"windsurf", "mcpServers", NULL, NULL},
        {"gemini", "mcpServers", NULL, NULL},
        {"zed", "context_servers", NULL, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        lob_case("%s", rows[i].host);
        rig r = rows[i].root ? INIT(rows[i].host) : INIT(rows[i].host, "--root", "/tmp", "--root", "/usr");
        assert_int_equal(r.code, 0);
        cJSON *tree = cJSON_Parse(r.out);
        const cJSON *entry = at(tree, rows[i].member, "layout-observer", NULL);
        const cJSON *arguments = at(entry, "args", NULL, NULL);
        assert_non_null(entry);
        assert_int_equal(at(entry, "command", NULL, NULL)->valuestring[0], '/');
        assert_eq(at(entry, "type", NULL, NULL) != NULL, rows[i].type != NULL);
        assert_string_equal(cJSON_GetArrayItem(arguments, 0)->valuestring, "serve");
        assert_string_equal(cJSON_GetArrayItem(arguments, 2)->valuestring, rows[i].root ? rows[i].root : "/tmp");
        assert_int_equal(cJSON_GetArraySize(arguments), rows[i].root ? 3 : 5);
        cJSON_Delete(tree);
        rig_release(&r);
    }
    npm = "exec"; /* started by npx: the program may be gone tomorrow */
    rig r = INIT("codex", "--root", "/tmp");
    assert_string_equal(r.out, "[mcp_servers.layout-observer]\ncommand = \"npx\"\n"
                               "args = [\"-y\",\"layout-observer\",\"serve\",\"--root\",\"/tmp\"]\n");
    rig_release(&r);
}

static void keeps_what_is_there(void **state) {
    (void)state;
    static const char old[] =
        "{\"b\": [1, 2.5, \"\\u00e9\"], \"mcpServers\": {\"x\": {\"command\": \"y\"}}, \"a\": null}";
    struct stat info;
    put(".mcp.json", old);
    assert_int_equal(chmod(".mcp.json", 0640), 0);
    assert_int_equal(symlink(".mcp.json", "link"), 0);
    put(".mcp.json.bak", "mine"); /* a file of the user's own */
    rig r = INIT("claude-code", "--write");
    assert_int_equal(r.code, 0);
    assert_non_null(strstr(r.out, ".mcp.json.bak.1"));
    rig_release(&r);
    cJSON *tree = cJSON_Parse(get(".mcp.json"));
    assert_string_equal(at(tree, "mcpServers", "x", "command")->valuestring, "y");
    assert_non_null(at(tree, "mcpServers", "layout-observer", "command"));
    assert_int_equal(cJSON_GetArraySize(at(tree, "mcpServers", NULL, NULL)), 2);
    assert_string_equal(tree->child->string, "b"); /* in the same order */
    assert_string_equal(cJSON_GetArrayItem(at(tree, "b", NULL, NULL), 2)->valuestring, "\xc3\xa9");
    assert_true(cJSON_IsNull(at(tree, "a", NULL, NULL)));
    cJSON_Delete(tree);
    assert_int_equal(stat(".mcp.json", &info), 0);
    assert_int_equal(info.st_mode & 0777, 0640);
    assert_string_equal(get(".mcp.json.bak.1"), old);
    assert_string_equal(get(".mcp.json.bak"), "mine");
    r = INIT("claude-code", "--write"); /* the same once more changes nothing */
    assert_int_equal(r.code, 0);
    assert_non_null(strstr(r.out, "already"));
    assert_int_not_equal(access(".mcp.json.bak.2", F_OK), 0);
    rig_release(&r);
    r = INIT("claude-code", "--root", "/tmp", "--write"); /* another entry takes its place */
    assert_int_equal(r.code, 0);
    rig_release(&r);
    assert_non_null(strstr(get(".mcp.json"), "/tmp"));
    assert_null(strstr(get(".mcp.json"), "${PWD}"));
    assert_non_null(strstr(get(".mcp.json.bak.2"), "${PWD}"));
}

static void makes_what_is_missing(void **state) {
    (void)state;
    put(".config/Claude/claude_desktop_config.json", " \n");
    rig r = INIT("vscode", "--write");
    assert_int_equal(r.code, 0);
    rig_release(&r);
    cJSON *tree = cJSON_Parse(get(".vscode/mcp.json"));
    assert_non_null(at(tree, "servers", "layout-observer", NULL));
    cJSON_Delete(tree);
    r = INIT("claude-desktop", "--root", "/tmp", "--write");
    assert_int_equal(r.code, 0);
    rig_release(&r);
    tree = cJSON_Parse(get(".config/Claude/claude_desktop_config.json"));
    assert_non_null(at(tree, "mcpServers", "layout-observer", NULL));
    cJSON_Delete(tree);
}

static void leaves_alone_what_it_cannot_keep(void **state) {
    (void)state;
    static const struct {
        const char *text, *word;
    } rows[] = {
        {"{ // comment\n}", "comments are not supported"},
        {"{\n\"a\": 1e400}", "line: 2"},
        {"[1]", "not a JSON object"},
        {"{\"mcpServers\": 7}", "is not an object"},
        {"{\"id\": 12345678901234567}", "too long"},
        {"{\"a\": \"12345678901234567\", \"mcpServers\": []}", "is not an object"}, /* in a string it is no number */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        lob_case("%s", rows[i].text);
        put(".mcp.json", rows[i].text);
        rig r = INIT("claude-code", "--write");
        assert_int_equal(r.code, 1);
        assert_non_null(strstr(r.err, rows[i].word));
        assert_non_null(strstr(r.err, "layout-observer init claude-code"));
        assert_string_equal(get(".mcp.json"), rows[i].text);
        assert_int_not_equal(access(".mcp.json.bak", F_OK), 0);
        rig_release(&r);
    }
    rig r = INIT("gemini", "--root", "/tmp", "--write"); /* no folder of the host's */
    assert_int_equal(r.code, 1);
    assert_non_null(strstr(r.err, "no folder"));
    rig_release(&r);
    r = INIT("codex", "--root", "/tmp", "--write");
    assert_int_equal(r.code, 1);
    assert_non_null(strstr(r.err, "not JSON"));
    rig_release(&r);
    assert_int_equal(unlink(".mcp.json") || mkdir(".mcp.json", 0700), 0);
    r = INIT("claude-code", "--write");
    assert_int_equal(r.code, 1);
    rig_release(&r);
}

static void wrong_words(void **state) {
    (void)state;
    static const char *const words[][3] = {
        {"emacs"}, {"--write"}, {"claude-desktop"}, {"vscode", "--tool"}, {"a", "b"}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        rig r = rig_run_line(&(rig_line){.environment = environment},
                             (const char *const[]){"init", words[i][0], words[i][1], NULL});
        lob_case("%zu", i);
        assert_int_equal(r.code, 2);
        assert_eq(r.out[0], '\0');
        rig_release(&r);
    }
    home[0] = '\0';
    rig r = INIT("zed", "--root", "/tmp");
    assert_int_equal(r.code, 2);
    assert_non_null(strstr(r.err, "HOME"));
    rig_release(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(lists_hosts, setup, teardown),
        cmocka_unit_test_setup_teardown(shows_entries, setup, teardown),
        cmocka_unit_test_setup_teardown(keeps_what_is_there, setup, teardown),
        cmocka_unit_test_setup_teardown(makes_what_is_missing, setup, teardown),
        cmocka_unit_test_setup_teardown(leaves_alone_what_it_cannot_keep, setup, teardown),
        cmocka_unit_test_setup_teardown(wrong_words, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
