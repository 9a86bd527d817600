/* The server whose engine works in a process of its own (KLAYOUT_MCP_LITHO_ENGINE=subprocess): the same bytes as in
 * process, of files and of sessions; the same memory of violations; nothing of it left when a job is cancelled, fails,
 * or its client is gone.
 * A program of its own: it starts itself. */
#include "tests/support/lob_test.h"

#include "eval_rig.h"

static const char *mark(void) { /* what the other process writes its id to */
    return in_folder("mark");
}

static void engine_apart(bool is_apart) {
    unlink(mark());
    setenv("KLAYOUT_MCP_LITHO_ENGINE", is_apart ? "subprocess" : "in_process", 1);
    setenv("LOB_TEST_MARK", mark(), 1);
}

static bool was_apart(void) {
    const bool was = access(mark(), F_OK) == 0;
    unlink(mark());
    return was;
}

static bool has_text(lob_str json, const char *key, const char *text) {
    const lob_str value = lob_json_raw_member(json, key);
    return value.size == strlen(text) + 2 && memcmp(value.data + 1, text, value.size - 2) == 0;
}

static const char *session_of(server *s, const char *path, char id[64]) {
    char arguments[1200];
    snprintf(arguments, sizeof arguments, "{\"path\":\"%s\"}", path);
    const lob_str session = lob_json_raw_member(ask(s, "open_layout", arguments), "session_id");
    assert_true(session.data);
    assert_lt(session.size, 64);
    snprintf(id, 64, "%.*s", (int)session.size - 2, session.data + 1);
    return id;
}

static void copy_to(const char *from, const char *to) {
    char command[2400];
    snprintf(command, sizeof command, "cp '%s' '%s'", from, to);
    assert_int_equal(system(command), 0);
}

/* The shape that begins at x = 12.05 now begins at 12.06: another file, in which all that is asked for is found. */
static void move_shape(const char *path) {
    FILE *file = fopen(path, "r+b");
    unsigned char content[1 << 16];
    const size_t size = file ? fread(content, 1, sizeof content, file) : 0;
    unsigned count = 0;
    for (size_t i = 0; i + 4 <= size; i++) {
        if (memcmp(content + i, "\x00\x00\x2f\x12", 4) == 0) { /* 12050 */
            content[i + 3] = 0x1c;
            count++;
        }
    }
    assert_gt(count, 0);
    assert_eq(fseek(file, 0, SEEK_SET), 0);
    assert_eq(fwrite(content, 1, size, file), size);
    fclose(file);
}

/* In process, by a second one, of a file and of a session: the same bytes, and the same file told. */
static void test_apart_same_bytes(void **state) {
    (void)state;
    char here[1024], path[1200], id[64], request[2048];
    assert_non_null(getcwd(here, sizeof here));
    for (int is_detailed = 0; is_detailed < 2; is_detailed++) {
        told t = told_new();
        server s;
        const char *asked = request_of(is_detailed ? "detailed" : "aggregate");
        assert_int_equal(in_process(t.ctx, asked, true, &t.out), LOB_OK);
        engine_apart(true);
        server_open(t.ctx, &s);
        lob_str answer = ask_to_the_end(&s, "evaluate", asked);
        compare(lob_json_raw_member(answer, "result"), bytes(&t.out));
        assert_true(was_apart());
        const lob_str artifact = lob_json_raw_member(answer, "layout_artifact_id");
        snprintf(path, sizeof path, "%s", in_folder("chip.gds"));
        copy_to(FIXTURE, path);
        snprintf(request, sizeof request, "{\"session_id\":\"%s\"%s", session_of(&s, path, id),
                 strstr(asked, ",\"layer\""));
        answer = ask_to_the_end(&s, "evaluate", request);
        compare(lob_json_raw_member(answer, "result"), bytes(&t.out));
        compare(lob_json_raw_member(answer, "layout_artifact_id"), artifact);
        assert_true(was_apart());
        /* Another file in its place, then none: the session's layout is what counts, and only this process has it. */
        for (int has_file = 1; has_file >= 0; has_file--) {
            if (has_file) {
                move_shape(path);
            } else {
                unlink(path);
            }
            answer = ask_to_the_end(&s, "evaluate", request);
            compare(lob_json_raw_member(answer, "result"), bytes(&t.out));
            compare(lob_json_raw_member(answer, "layout_artifact_id"), artifact);
        }
        assert_int_equal(lob_mcp_client_close(&s.client), 0);
        told_drop(&t);
    }
    engine_apart(false);
}

/* What is drawn over there is found here: the picture's file, and the same bytes as in process. */
static void test_apart_picture(void **state) {
    (void)state;
    char request[2048], path[2][1200];
    const char *const asked = request_of("aggregate");
    snprintf(request, sizeof request, "{\"inline_image\":true,%s", asked + 1);
    for (int is_apart = 0; is_apart < 2; is_apart++) {
        told t = told_new();
        server s;
        engine_apart(is_apart);
        server_open(t.ctx, &s);
        const lob_str image = lob_json_raw_member(ask_to_the_end(&s, "evaluate", request), "image");
        assert_true(image.data);
        const lob_str named = lob_json_raw_member(image, "path");
        snprintf(path[is_apart], sizeof path[0], "%.*s", (int)named.size - 2, named.data + 1);
        assert_int_equal(was_apart(), is_apart);
        if (is_apart) {
            char command[2600];
            snprintf(command, sizeof command, "cmp -s '%s' '%s'", path[0], path[1]);
            assert_int_equal(system(command), 0);
        }
        assert_int_equal(lob_mcp_client_close(&s.client), 0);
        told_drop(&t);
    }
    engine_apart(false);
}

#define RULES                                                                                                          \
    "{\"layout\":\"%s/fixtures/rules.gds\",\"layer\":{\"layer\":1,\"datatype\":0},\"box\":{\"left\":0,\"bottom\":0,"   \
    "\"right\":2,\"top\":2},\"pixel_nm\":10,\"process\":{\"tile_px\":128,\"kernel_count\":4},\"checks\":[\"drc\"],"    \
    "\"report_level\":"                                                                                                \
    "\"detailed\",\"max_violations\":%d,\"rule_deck\":{\"schema_version\":\"1\",\"process_node\":\"n45\",\"layer\":"   \
    "\"M1\",\"rules\":{\"min_width_nm\":120}}}"

/* A violation is mended by its id alone, with the whole of its group, also when the report listed only one of it. */
static void test_apart_is_remembered(void **state) {
    (void)state;
    char here[1024], request[2048], reports[4][2048];
    assert_non_null(getcwd(here, sizeof here));
    for (int i = 0; i < 4; i++) {
        told t = told_new();
        server s;
        engine_apart(i & 1);
        server_open(t.ctx, &s);
        snprintf(request, sizeof request, RULES, here, i & 2 ? 1 : 100);
        const lob_str found = lob_json_raw_member(ask_to_the_end(&s, "evaluate", request), "result");
        assert_eq(was_apart(), (bool)(i & 1));
        const char *at = strstr(found.data, "\"violation_id\":\"");
        assert_non_null(at);
        snprintf(request, sizeof request, "{\"violation_id\":\"%.*s\",\"manhattan\":true}", (int)strcspn(at + 16, "\""),
                 at + 16);
        const lob_str report = lob_json_raw_member(ask_to_the_end(&s, "optimize", request), "result");
        assert_non_null(report.data);
        snprintf(reports[i], sizeof reports[i], "%.*s", (int)(strstr(report.data, ",\"file\"") - report.data),
                 report.data);
        assert_non_null(strstr(reports[i], "\"is_resolved\":true"));
        assert_string_equal(reports[i], reports[0]);
        assert_int_equal(lob_mcp_client_close(&s.client), 0);
        told_drop(&t);
    }
    engine_apart(false);
}

/* Cancelled while the other process works: it is gone within a second, and the job says how it ended. */
static void test_apart_cancelled(void **state) {
    (void)state;
    char here[1024], request[2048], id[64];
    told t = told_new();
    server s;
    assert_non_null(getcwd(here, sizeof here));
    engine_apart(true);
    server_open(t.ctx, &s);
    snprintf(request, sizeof request,
             "{\"layout\":\"%s/" FIXTURE
             "\",\"layer\":{\"layer\":1,\"datatype\":0},\"pixel_nm\":0.5,\"box\":{\"left\":0,"
             "\"bottom\":0,\"right\":6,\"top\":6},\"process\":{\"tile_px\":4096}}",
             here);
    char arguments[128];
    snprintf(arguments, sizeof arguments, "{\"job_id\":\"%s\"}", id_of(ask(&s, "evaluate", request), id));
    long pid = 0;
    for (int i = 0; i < 2000 && pid == 0; i++) { /* a loaded machine */
        usleep(10000);
        pid = strtol(content_of(mark()), NULL, 10);
    }
    assert_gt(pid, 0);
    assert_eq(kill((pid_t)pid, 0), 0);
    usleep(200000); /* in the midst of it */
    const int64_t began = lob_clock_ms();
    lob_str answer = ask(&s, "cancel_job", arguments);
    const int64_t took = lob_clock_ms() - began;
    for (int i = 0; i < 100 && !has_text(answer, "status", "cancelled"); i++) {
        answer = ask(&s, "poll", arguments);
        usleep(10000);
    }
    assert_true(has_text(answer, "status", "cancelled"));
    assert_null(lob_json_raw_member(answer, "result").data);
    assert_int_equal(kill((pid_t)pid, 0), -1);
    assert_int_equal(errno, ESRCH);
    if (took >= 1000) {
        assert_non_null(getenv("LOB_TEST_STRIDE"));
    }
    assert_int_equal(lob_mcp_client_close(&s.client), 0);
    told_drop(&t);
    engine_apart(false);
}

/* A client that is gone: no process stays behind. */
static void test_apart_deserted(void **state) {
    (void)state;
    char here[1024], request[2048];
    told t = told_new();
    server s;
    assert_non_null(getcwd(here, sizeof here));
    engine_apart(true);
    server_open(t.ctx, &s);
    snprintf(request, sizeof request,
             "{\"layout\":\"%s/" FIXTURE
             "\",\"layer\":{\"layer\":1,\"datatype\":0},\"pixel_nm\":0.5,\"box\":{\"left\":0,"
             "\"bottom\":0,\"right\":6,\"top\":6},\"process\":{\"tile_px\":4096}}",
             here);
    ask(&s, "evaluate", request);
    long pid = 0;
    for (int i = 0; i < 2000 && pid == 0; i++) {
        usleep(10000);
        pid = strtol(content_of(mark()), NULL, 10);
    }
    assert_gt(pid, 0);
    assert_int_equal(lob_mcp_client_close(&s.client), 0);
    assert_eq(kill((pid_t)pid, 0), -1);
    assert_eq(errno, ESRCH);
    told_drop(&t);
    engine_apart(false);
}

static void rename_top(const char *path) { /* to what is no text */
    FILE *file = fopen(path, "r+b");
    char content[1 << 16];
    const size_t size = file ? fread(content, 1, sizeof content, file) : 0;
    char *const name = size > 0 ? memmem(content, size, "drc_known", 9) : NULL;
    assert_non_null(name);
    name[3] = (char)0xff;
    assert_eq(fseek(file, 0, SEEK_SET), 0);
    assert_eq(fwrite(content, 1, size, file), size);
    fclose(file);
}

/* A question that cannot be asked of the file by name is answered by the process that has the layout; a cell that is
 * named can. */
static void test_apart_only_by_name(void **state) {
    (void)state;
    char path[1200], id[64], request[2048];
    for (int has_name = 0; has_name < 2; has_name++) {
        lob_str results[2];
        told t = told_new();
        snprintf(path, sizeof path, "%s", in_folder("odd.gds"));
        copy_to(FIXTURE, path);
        if (!has_name) {
            rename_top(path);
        }
        for (int i = 0; i < 2; i++) {
            server s;
            engine_apart(i == 1);
            server_open(t.ctx, &s);
            snprintf(request, sizeof request, "{\"session_id\":\"%s\"%s%s", session_of(&s, path, id),
                     has_name ? ",\"cell\":\"drc_known\"" : "", strstr(request_of("aggregate"), ",\"layer\""));
            results[i] = lob_json_raw_member(ask_to_the_end(&s, "evaluate", request), "result");
            assert_non_null(results[i].data);
            assert_int_equal(was_apart(), i == 1 && has_name);
            assert_int_equal(lob_mcp_client_close(&s.client), 0);
        }
        compare(results[0], results[1]);
        told_drop(&t);
    }
    engine_apart(false);
}

/* What fails over there fails here, as a job with the same error. */
static void test_apart_fails(void **state) {
    (void)state;
    char here[1024], request[2048];
    lob_str errors[2];
    told t = told_new();
    assert_non_null(getcwd(here, sizeof here));
    snprintf(request, sizeof request,
             "{\"layout\":\"%s/" FIXTURE "\",\"layer\":{\"layer\":1,\"datatype\":0},\"cell\":\"drc_knowm\"}", here);
    for (int i = 0; i < 2; i++) {
        server s;
        engine_apart(i == 1);
        server_open(t.ctx, &s);
        const lob_str answer = ask_to_the_end(&s, "evaluate", request);
        assert_true(has_text(answer, "status", "failed"));
        assert_eq(was_apart(), i == 1);
        errors[i] = lob_json_raw_member(answer, "error");
        assert_int_equal(lob_mcp_client_close(&s.client), 0);
    }
    compare(errors[0], errors[1]);
    told_drop(&t);
    engine_apart(false);
}

int main(int argc, char **argv) {
    EVAL_RIG_MAIN(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_apart_picture),       cmocka_unit_test(test_apart_same_bytes),
        cmocka_unit_test(test_apart_is_remembered), cmocka_unit_test(test_apart_cancelled),
        cmocka_unit_test(test_apart_deserted),      cmocka_unit_test(test_apart_fails),
        cmocka_unit_test(test_apart_only_by_name),
    };
    return cmocka_run_group_tests(tests, setup, folder_remove);
}
