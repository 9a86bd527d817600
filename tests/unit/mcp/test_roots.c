/* A client's roots: the question, the answers that count, and arguments held against them. The client is a connection
 * that writes down what it is sent; folders are real. Expected verdicts follow from where the files lie. */
#include "tests/support/lob_test.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "mcp/roots.h"
#include "json/reader.h"

typedef struct client {
    lob_connection connection;
    char sent[128];
    int count;
    bool is_gone;
} client;

static bool take(lob_connection *connection, lob_line_kind kind, lob_str line) {
    client *c = (client *)connection;
    assert_int_equal(kind, LOB_LINE_NOTICE);
    snprintf(c->sent, sizeof c->sent, "%.*s", (int)line.size, line.data);
    c->count++;
    return !c->is_gone;
}

static char home[64];
static lob_arena *arena;
static lob_ctx ctx;

static void make_file(const char *name) {
    char path[160];
    snprintf(path, sizeof path, "%s/%s", home, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fclose(file), 0);
}

static void make_dir(const char *name) {
    char path[160];
    snprintf(path, sizeof path, "%s/%s", home, name);
    assert_int_equal(mkdir(path, 0700), 0);
}

/* HOME/in, HOME/in more with a file each, HOME/inner beside them, HOME/out.gds, and links that lead out and in. */
static int setup(void **state) {
    char from[160], to[160];
    (void)state;
    strcpy(home, "/tmp/lob_roots_XXXXXX");
    lob_log_set_level(LOB_LOG_ERROR);
    arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    assert_non_null(mkdtemp(home));
    make_dir("in");
    make_dir("in more");
    make_dir("inner");
    make_file("in/a.gds");
    make_file("in more/b.gds");
    make_file("inner/c.gds");
    make_file("out.gds");
    snprintf(from, sizeof from, "%s/in/link.gds", home);
    snprintf(to, sizeof to, "%s/out.gds", home);
    assert_int_equal(symlink(to, from), 0);
    snprintf(from, sizeof from, "%s/door", home);
    snprintf(to, sizeof to, "%s/in", home);
    return symlink(to, from);
}

static int teardown(void **state) {
    char command[128];
    (void)state;
    lob_arena_drop(arena);
    snprintf(command, sizeof command, "rm -rf '%s'", home);
    return system(command);
}

/* The client says `text`, in which every $ stands for the folder of the test. */
static void say(lob_client_roots *roots, const char *text) {
    char line[512];
    size_t size = 0;
    for (; *text; text++) {
        size += (size_t)snprintf(line + size, sizeof line - size, "%.*s", *text == '$' ? (int)strlen(home) : 1,
                                 *text == '$' ? home : text);
    }
    lob_rpc_message message;
    lob_rpc_read((lob_str){line, size}, &message);
    assert_int_equal(message.kind, LOB_RPC_RESPONSE);
    lob_client_roots_hear(roots, &message);
    lob_rpc_drop(&message);
}

static lob_status check(lob_client_roots *roots, const char *member, const char *name) {
    char path[160];
    cJSON *arguments = cJSON_CreateObject();
    snprintf(path, sizeof path, "%s%s%s", name[0] == '=' ? "" : home, name[0] == '=' ? "" : "/",
             name[0] == '=' ? name + 1 : name);
    cJSON_AddStringToObject(cJSON_AddObjectToObject(arguments, "deep"), member, path);
    lob_error_clear(&ctx.error);
    const lob_status status = lob_client_roots_check(&ctx, roots, arguments);
    assert_eq(lob_client_roots_concern(arguments), access(path, F_OK) == 0 && path[0] == '/');
    cJSON_Delete(arguments);
    return status;
}

static client new_client(void) {
    return (client){.connection = {.send = take}};
}

static void asks_once_and_again_after_a_change(void **state) {
    (void)state;
    client c = new_client();
    lob_client_roots *roots = lob_client_roots_new();
    assert_true(lob_client_roots_ready(roots, &c.connection)); /* not offered */
    assert_int_equal(c.count, 0);
    lob_client_roots_offer(roots, true);
    assert_false(lob_client_roots_ready(roots, &c.connection));
    assert_false(lob_client_roots_ready(roots, &c.connection));
    assert_int_equal(c.count, 1);
    assert_string_equal(c.sent, "{\"jsonrpc\":\"2.0\",\"id\":\"roots-1\",\"method\":\"roots/list\"}\n");
    say(roots, "{\"jsonrpc\":\"2.0\",\"id\":\"roots-7\",\"result\":{\"roots\":[]}}"); /* no question of ours */
    say(roots, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"roots\":[]}}");
    assert_false(lob_client_roots_ready(roots, &c.connection));
    say(roots, "{\"jsonrpc\":\"2.0\",\"id\":\"roots-1\",\"result\":{\"roots\":[{\"uri\":\"file://$/in\"}]}}");
    assert_true(lob_client_roots_ready(roots, &c.connection));
    assert_int_equal(check(roots, "path", "in/a.gds"), LOB_OK);
    assert_int_equal(check(roots, "path", "out.gds"), LOB_E_FILE_NOT_FOUND);
    lob_client_roots_forget(roots);
    assert_int_equal(check(roots, "path", "out.gds"), LOB_E_FILE_NOT_FOUND); /* until the new list is there */
    assert_false(lob_client_roots_ready(roots, &c.connection));
    assert_int_equal(c.count, 2);
    say(roots, "{\"jsonrpc\":\"2.0\",\"id\":\"roots-2\",\"result\":{\"roots\":[{\"uri\":\"file://$\"}]}}");
    assert_true(lob_client_roots_ready(roots, &c.connection));
    assert_int_equal(check(roots, "path", "out.gds"), LOB_OK);
    lob_client_roots_offer(roots, false); /* greeted anew, without */
    assert_true(lob_client_roots_ready(roots, &c.connection));
    assert_int_equal(c.count, 2);
    lob_client_roots_drop(roots);
    lob_client_roots_drop(NULL);
}

/* Roots that are none of this machine, or nothing at all. */
#define ODD_ROOTS                                                                                                      \
    "{\"jsonrpc\":\"2.0\",\"id\":\"roots-1\",\"result\":{\"roots\":[7,{},{\"uri\":3},{\"uri\":\"http://a/b\"},"        \
    "{\"uri\":\"file://other/b\"},{\"uri\":\"file:///a%00b\"},{\"uri\":\"file://\"}]}}"

static void who_does_not_answer_narrows_nothing(void **state) {
    (void)state;
    static const char *const answers[] = {
        "{\"jsonrpc\":\"2.0\",\"id\":\"roots-1\",\"error\":{\"code\":-32601,\"message\":\"no\"}}",
        "{\"jsonrpc\":\"2.0\",\"id\":\"roots-1\",\"result\":{\"roots\":[]}}",
        "{\"jsonrpc\":\"2.0\",\"id\":\"roots-1\",\"result\":{\"roots\":7}}",
        ODD_ROOTS,
    };
    for (size_t i = 0; i <= sizeof answers / sizeof answers[0]; i++) {
        lob_case("answers[%zu]", i);
        client c = new_client();
        lob_client_roots *roots = lob_client_roots_new();
        lob_client_roots_offer(roots, true);
        assert_false(lob_client_roots_ready(roots, &c.connection));
        if (i < sizeof answers / sizeof answers[0]) {
            say(roots, answers[i]);
        } else { /* silence */
            lob_clock_shift_ms(LOB_ROOTS_WAIT_MS);
        }
        assert_true(lob_client_roots_ready(roots, &c.connection));
        assert_int_equal(check(roots, "path", "out.gds"), LOB_OK);
        lob_client_roots_drop(roots);
    }
    client gone = new_client();
    gone.is_gone = true;
    lob_client_roots *roots = lob_client_roots_new();
    lob_client_roots_offer(roots, true);
    assert_true(lob_client_roots_ready(roots, &gone.connection));
    lob_client_roots_drop(roots);
}

static void holds_arguments_against_folders(void **state) {
    (void)state;
    static const struct {
        const char *roots, *path;
        bool is_inside;
    } rows[] = {
        {"file://$/in", "in/a.gds", true},
        {"file://$/in", "in", true},
        {"file://$/in", "inner/c.gds", false}, /* a name that begins alike */
        {"file://$/in", "in/../out.gds", false},
        {"file://$/in", "in/link.gds", false}, /* leads out */
        {"file://$/door", "in/a.gds", true},   /* a root by a link */
        {"file://$/in", "door/a.gds", true},
        {"file://localhost$/in/", "in/a.gds", true},
        {"file://$/in%20more", "in more/b.gds", true},
        {"file://$/in%20more", "in/a.gds", false},
        {"file://$/i%6E", "in/a.gds", true},
        {"file://$/in%2", "in/a.gds", false},   /* a percent sign that is one: no such folder */
        {"file://$/absent", "in/a.gds", false}, /* a folder that is not there holds nothing */
        {"file://$/in", "in/absent.gds", true}, /* what is not there is the tool's to refuse */
        {"file://$/in", "=relative.gds", true}, /* likewise */
        {"file://$/in", "=/", false},
        {"file:///", "out.gds", true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char answer[256];
        client c = new_client();
        lob_client_roots *roots = lob_client_roots_new();
        lob_case("%s %s", rows[i].roots, rows[i].path);
        snprintf(answer, sizeof answer,
                 "{\"jsonrpc\":\"2.0\",\"id\":\"roots-1\",\"result\":{\"roots\":[{\"uri\":\"%s\"}]}}", rows[i].roots);
        lob_client_roots_offer(roots, true);
        assert_false(lob_client_roots_ready(roots, &c.connection));
        say(roots, answer);
        assert_int_equal(check(roots, "a", rows[i].path), rows[i].is_inside ? LOB_OK : LOB_E_FILE_NOT_FOUND);
        lob_client_roots_drop(roots);
    }
}

static void the_error_says_what_to_do(void **state) {
    (void)state;
    client c = new_client();
    char in[96];
    lob_client_roots *roots = lob_client_roots_new();
    lob_client_roots_offer(roots, true);
    assert_false(lob_client_roots_ready(roots, &c.connection));
    say(roots, "{\"jsonrpc\":\"2.0\",\"id\":\"roots-1\",\"result\":{\"roots\":[{\"uri\":\"file://$/in\"},"
               "{\"uri\":\"file://$/inner\"}]}}");
    assert_int_equal(check(roots, "script_path", "out.gds"), LOB_E_FILE_NOT_FOUND);
    snprintf(in, sizeof in, "%s/in", home);
    assert_eq(ctx.error.candidate_count, 2);
    assert_true(lob_str_equal(ctx.error.candidates[0], lob_str_from(in)));
    assert_non_null(strstr(ctx.error.hint, "KLAYOUT_MCP_CLIENT_ROOTS=off"));
    lob_client_roots_drop(roots);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(asks_once_and_again_after_a_change),
        cmocka_unit_test(who_does_not_answer_narrows_nothing),
        cmocka_unit_test(holds_arguments_against_folders),
        cmocka_unit_test(the_error_says_what_to_do),
    };
    lob_json_init();
    return cmocka_run_group_tests(tests, setup, teardown);
}
