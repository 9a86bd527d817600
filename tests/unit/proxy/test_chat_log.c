/* llm.log: its lines, its secrets, and files that are none. */
#include "tests/support/lob_test.h"

#include "rig.h"

#include <sys/resource.h>

#include "base/alloc.h"
#include "proxy/chat_log.h"

static char text[RIG_TEXT_SIZE];

static void lines_and_secrets(void **state) {
    char path[64], what[LOB_LLM_WHAT_SIZE];
    lob_chat_log log;
    struct stat info;
    (void)state;
    rig_log_path(path);
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    assert_int_equal(write(fd, "of before\n", 10), 10);
    close(fd);
    assert_true(lob_chat_log_open(&log, path, what));
    lob_str key = LOB_STR("sk-1234567");
    lob_chat_log_add(&log, "模型请求：", LOB_STR("{\"k\":\"sk-1234567\",\"l\":\"sk-123456sk-1234567x\"}"), key);
    lob_chat_log_add(&log, "", LOB_STR("short"), LOB_STR("short"));
    lob_chat_log_add_heard(&log, LOB_STR("data: {}"), key);
    lob_chat_log_add_heard(&log, LOB_STR(" \t[KLAYOUT] response: {\"ok\":true} sk-1234567"), key);
    lob_chat_log_add_heard(&log, LOB_STR("[PROXY] x"), (lob_str){0});
    lob_chat_log_add_heard(&log, LOB_STR("[KLAYOUT"), (lob_str){0});
    lob_chat_log_close(&log);
    lob_chat_log_close(&log);
    rig_slurp(path, text);
    assert_string_equal(text, "模型请求：{\"k\":\"[key]\",\"l\":\"sk-123456[key]x\"}\nshort\ndata: {}\n"
                              "\\ \t[KLAYOUT] response: {\"ok\":true} [key]\n\\[PROXY] x\n[KLAYOUT\n");
    unlink(path);
    assert_true(lob_chat_log_open(&log, path, what));
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    lob_chat_log_close(&log);
    unlink(path);
}

static void what_is_no_log(void **state) {
    char path[64], what[LOB_LLM_WHAT_SIZE];
    lob_chat_log log;
    (void)state;
    assert_false(lob_chat_log_open(&log, "/nonexistent/llm.log", what));
    assert_string_equal(what, "the log cannot be written: No such file or directory");
    assert_false(lob_chat_log_open(&log, "/tmp", what));
    assert_string_equal(what, "the log cannot be written: Is a directory");
    assert_false(lob_chat_log_open(&log, "/dev/null", what));
    assert_string_equal(what, "the log cannot be written: it is not a regular file");
    rig_log_path(path);
    unlink(path);
    assert_int_equal(symlink("/tmp/lob-nowhere", path), 0);
    assert_false(lob_chat_log_open(&log, path, what));
    assert_string_equal(what, "the log cannot be written: it is a symbolic link");
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_false(lob_chat_log_open(&log, path, what));
    unlink(path);
}

/* No room, no memory: what is written stays whole lines, and no secret gets out. */
static void a_log_that_cannot_grow(void **state) {
    char path[64], what[LOB_LLM_WHAT_SIZE];
    lob_chat_log log;
    struct rlimit before, none;
    (void)state;
    signal(SIGXFSZ, SIG_IGN);
    rig_log_path(path);
    assert_true(lob_chat_log_open(&log, path, what));
    getrlimit(RLIMIT_FSIZE, &before);
    none = (struct rlimit){0, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &none);
    lob_chat_log_add(&log, "", LOB_STR("lost"), (lob_str){0});
    lob_chat_log_add(&log, "", LOB_STR("lost"), (lob_str){0});
    setrlimit(RLIMIT_FSIZE, &before);
    assert_true(atomic_load(&log.is_broken));
    lob_alloc_fail_at(1, 1);
    lob_chat_log_add(&log, "", LOB_STR("lost"), (lob_str){0});
    lob_alloc_fail_at(0, 0);
    lob_chat_log_add(&log, "", LOB_STR("there"), (lob_str){0});
    lob_chat_log_close(&log);
    rig_slurp(path, text);
    assert_string_equal(text, "there\n");
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_and_secrets),
        cmocka_unit_test(what_is_no_log),
        cmocka_unit_test(a_log_that_cannot_grow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
