/* One command over TCP: what is sent, what comes back, and each way in which it fails. */
#include "tests/support/lob_test.h"

#include "rig.h"

#include <sys/resource.h>
#include <sys/time.h>

#include "proxy/klayout_call.h"
#include "tests/unit/base/sweep.h"
#include "json/reader.h"

static lob_klayout_state call(int port, int timeout_ms, const char *command, char *line, char what[LOB_LLM_WHAT_SIZE]) {
    lob_buf got;
    lob_buf_init(&got, LOB_LLM_SIZE_MAX);
    lob_klayout_state state = lob_klayout_call(port, timeout_ms, lob_str_from(command), &got, what);
    snprintf(line, 256, "%s", got.size > 0 ? got.data : "");
    if (got.size < 256) {
        line[got.size] = '\0';
    }
    lob_buf_release(&got);
    return state;
}

static void a_command_and_its_response(void **state) {
    char line[256], what[LOB_LLM_WHAT_SIZE];
    rig_klayout k;
    (void)state;
    rig_klayout_open(&k, RIG_CELLS "\r\n{\"next\":1}\n");
    assert_int_equal(call(k.port, 3000, "{\"tool\":\"klayout\",\"method\":\"get_cell_list\"}", line, what),
                     LOB_KLAYOUT_RESPONSE);
    assert_string_equal(line, RIG_CELLS);
    assert_string_equal(what, "");
    /* Members as they were written: numbers beyond doubles, white space that would break the line. */
    assert_int_equal(call(k.port, 3000,
                          "{\"id\": 12345678901234567890 ,\n\"params\":{\"a\":\n\t1e400},\"method\":\"m\"}", line,
                          what),
                     LOB_KLAYOUT_RESPONSE);
    rig_klayout_close(&k);
    assert_string_equal(k.heard, "{\"id\":1,\"method\":\"get_cell_list\",\"params\":{}}\n"
                                 "{\"id\":12345678901234567890,\"method\":\"m\",\"params\":{\"a\":  1e400}}\n");
    assert_int_equal(atomic_load(&k.count), 2);
}

static void failures(void **state) {
    char line[256], what[LOB_LLM_WHAT_SIZE];
    rig_klayout k;
    (void)state;
    assert_int_equal(call(rig_dead_port(), 3000, "{\"method\":\"m\"}", line, what), LOB_KLAYOUT_CONNECT_ERROR);
    assert_string_equal(what, "[Errno 111] Connection refused");
    static const char *const without[] = {"{}", "{\"method\":\"\"}", "{\"method\":7}", "{\"method\":null}"};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(call(1, 3000, without[i], line, what), LOB_KLAYOUT_NO_METHOD);
    }
    rig_klayout_open(&k, "");
    assert_int_equal(call(k.port, 3000, "{\"method\":\"m\"}", line, what), LOB_KLAYOUT_EMPTY);
    rig_klayout_close(&k);
    rig_klayout_open(&k, "half a line");
    assert_int_equal(call(k.port, 3000, "{\"method\":\"m\"}", line, what), LOB_KLAYOUT_RESPONSE);
    assert_string_equal(line, "half a line");
    rig_klayout_close(&k);
    rig_klayout_open(&k, "a\x01\tb\n");
    assert_int_equal(call(k.port, 3000, "{\"method\":\"m\"}", line, what), LOB_KLAYOUT_RESPONSE);
    assert_string_equal(line, "a  b");
    rig_klayout_close(&k);
    rig_klayout_open(&k, NULL);
    assert_int_equal(call(k.port, 100, "{\"method\":\"m\"}", line, what), LOB_KLAYOUT_SEND_ERROR);
    assert_string_equal(what, "timed out");
    rig_klayout_close(&k);
    rig_klayout_open(&k, "");
    k.endless = 100U << 20;
    assert_int_equal(call(k.port, 3000, "{\"method\":\"m\"}", line, what), LOB_KLAYOUT_SEND_ERROR);
    assert_string_equal(what, "the response is longer than 1048576 bytes");
    rig_klayout_close(&k);
}

/* A command larger than what the kernel takes at once, to who does not read: the time is kept. */
static void a_server_that_does_not_read(void **state) {
    static char command[8 << 20];
    char line[256], what[LOB_LLM_WHAT_SIZE];
    int port, fd = rig_listen(&port);
    (void)state;
    int size = snprintf(command, sizeof command, "{\"method\":\"m\",\"params\":\"");
    memset(command + size, 'x', sizeof command - (size_t)size - 3);
    strcpy(command + sizeof command - 3, "\"}");
    assert_int_equal(call(port, 100, command, line, what), LOB_KLAYOUT_SEND_ERROR);
    assert_string_equal(what, "timed out");
    close(fd);
}

static void *reset(void *arg) {
    char piece[64];
    int fd = accept(*(int *)arg, NULL, NULL);
    recv(fd, piece, 8, 0); /* the rest unread: closing resets */
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &(struct linger){1, 0}, sizeof(struct linger));
    close(fd);
    return NULL;
}

static void connections_that_fail(void **state) {
    char line[256], what[LOB_LLM_WHAT_SIZE];
    struct rlimit before, none;
    int port, fd = rig_listen(&port), waiting[64];
    pthread_t thread;
    (void)state;
    pthread_create(&thread, NULL, reset, &fd);
    assert_int_equal(call(port, 3000, "{\"method\":\"m\"}", line, what), LOB_KLAYOUT_SEND_ERROR);
    assert_string_equal(what, "[Errno 104] Connection reset by peer");
    pthread_join(thread, NULL);
    getrlimit(RLIMIT_NOFILE, &before);
    none = (struct rlimit){0, before.rlim_max};
    setrlimit(RLIMIT_NOFILE, &none);
    lob_klayout_state state_without = call(port, 3000, "{\"method\":\"m\"}", line, what);
    setrlimit(RLIMIT_NOFILE, &before);
    assert_int_equal(state_without, LOB_KLAYOUT_CONNECT_ERROR);
    assert_string_equal(what, "[Errno 24] Too many open files");
    /* A full queue: nobody accepts, so the connecting takes its time. */
    for (int i = 0; i < 64; i++) {
        struct sockaddr_in address = {
            .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
        waiting[i] = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        (void)connect(waiting[i], (struct sockaddr *)&address, sizeof address);
    }
    assert_int_equal(call(port, 100, "{\"method\":\"m\"}", line, what), LOB_KLAYOUT_CONNECT_ERROR);
    assert_string_equal(what, "[Errno 110] Connection timed out");
    for (int i = 0; i < 64; i++) {
        close(waiting[i]);
    }
    close(fd);
}

static void on_alarm(int number) {
    (void)number;
}

/* Signals in between change neither the answer nor the time. */
static void signals_in_between(void **state) {
    struct sigaction alarm = {.sa_handler = on_alarm}, before;
    struct itimerval every = {{0, 5000}, {0, 5000}}, never = {{0, 0}, {0, 0}};
    char line[256], what[LOB_LLM_WHAT_SIZE];
    rig_klayout k;
    sigset_t set;
    (void)state;
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    pthread_sigmask(SIG_BLOCK, &set, NULL); /* of the thread that plays KLayout */
    rig_klayout_open(&k, NULL);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    sigaction(SIGALRM, &alarm, &before);
    setitimer(ITIMER_REAL, &every, NULL);
    lob_klayout_state got = call(k.port, 200, "{\"method\":\"m\"}", line, what);
    setitimer(ITIMER_REAL, &never, NULL);
    sigaction(SIGALRM, &before, NULL);
    assert_int_equal(got, LOB_KLAYOUT_SEND_ERROR);
    assert_string_equal(what, "timed out");
    rig_klayout_close(&k);
}

static bool attempt(void *arg) {
    char line[256], what[LOB_LLM_WHAT_SIZE];
    return call(*(int *)arg, 3000, "{\"method\":\"m\"}", line, what) == LOB_KLAYOUT_RESPONSE;
}

static void without_memory(void **state) {
    rig_klayout k;
    (void)state;
    rig_klayout_open(&k, RIG_CELLS "\n");
    assert_ge(sweep_allocations(attempt, &k.port), 2);
    rig_klayout_close(&k);
}

int main(void) {
    lob_json_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_command_and_its_response),  cmocka_unit_test(failures),
        cmocka_unit_test(a_server_that_does_not_read), cmocka_unit_test(connections_that_fail),
        cmocka_unit_test(signals_in_between),          cmocka_unit_test(without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
