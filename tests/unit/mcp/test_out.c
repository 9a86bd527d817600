/* The writer alone: whole lines, a gone reader, a reader that sleeps. */
#include <fcntl.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "base/clock.h"
#include "mcp/out.h"
#include "mcp/progress.h"

typedef struct reader {
    int fd;
    size_t size;
    uint64_t sum;
} reader;

static void *read_all(void *arg) {
    reader *r = arg;
    unsigned char block[8192];
    ssize_t count;
    while ((count = read(r->fd, block, sizeof block)) > 0) {
        r->size += (size_t)count;
        for (ssize_t i = 0; i < count; i++) {
            r->sum = r->sum * 31 + block[i];
        }
    }
    return NULL;
}

static void long_lines_arrive_whole(void **state) {
    (void)state;
    for (int nonblocking = 0; nonblocking < 2; nonblocking++) {
        enum { SIZE = 3000001 };
        int fds[2];
        lob_out out;
        pthread_t thread;
        char *text = malloc(SIZE);
        uint64_t sum = 0;
        for (size_t i = 0; i < SIZE; i++) {
            text[i] = (char)('a' + i * i % 26);
            sum = sum * 31 + (unsigned char)text[i];
        }
        assert_int_equal(pipe(fds), 0);
        if (nonblocking) {
            fcntl(fds[1], F_SETFL, O_NONBLOCK);
        }
        reader r = {.fd = fds[0]};
        pthread_create(&thread, NULL, read_all, &r);
        assert_true(lob_out_init(&out, fds[1], -1, -1));
        assert_true(lob_out_send(&out, (lob_str){text, SIZE}));
        close(fds[1]);
        pthread_join(thread, NULL);
        assert_int_equal(r.size, SIZE);
        assert_eq(r.sum, sum);
        lob_out_release(&out);
        close(fds[0]);
        free(text);
    }
}

static void a_gone_reader_breaks_the_pipe_for_good(void **state) {
    (void)state;
    int fds[2];
    lob_out out;
    signal(SIGPIPE, SIG_IGN);
    assert_int_equal(pipe(fds), 0);
    lob_out_init(&out, fds[1], -1, -1);
    assert_true(lob_out_send(&out, LOB_STR("x\n")));
    close(fds[0]);
    assert_false(lob_out_send(&out, LOB_STR("x\n")));
    assert_true(atomic_load(&out.broken));
    assert_false(lob_out_send(&out, LOB_STR("x\n")));
    lob_out_release(&out);
    close(fds[1]);
    lob_out_init(&out, fds[1], -1, -1); /* closed */
    assert_false(lob_out_send(&out, LOB_STR("x\n")));
    lob_out_release(&out);
}

static void the_end_reaches_a_writer_that_waits(void **state) {
    (void)state;
    enum { SIZE = 1 << 20 };
    int fds[2], wake = eventfd(1, 0);
    lob_out out;
    char *text = calloc(1, SIZE);
    assert_int_equal(pipe(fds), 0);
    lob_out_init(&out, fds[1], -1, wake);
    assert_true(lob_out_send(&out, LOB_STR("still room\n"))); /* what fits is written even then */
    assert_false(lob_out_send(&out, (lob_str){text, SIZE}));
    lob_out_release(&out);
    close(fds[0]);
    close(fds[1]);
    close(wake);
    free(text);
}

typedef struct sink {
    lob_connection connection;
    char text[4096];
    bool any_answer;
} sink;

static bool keep_line(lob_connection *connection, lob_line_kind kind, lob_str line) {
    sink *to = (sink *)connection;
    to->any_answer = to->any_answer || kind != LOB_LINE_NOTICE;
    strncat(to->text, line.data, line.size);
    return true;
}

static void progress_keeps_its_distance(void **state) {
    (void)state;
    sink told = {.connection = {.send = keep_line}};
    lob_cancel cancel = {0};
    const char *text = told.text;
    lob_progress_state progress = {.connection = &told.connection, .token = LOB_STR("7"), .cancel = &cancel};
    for (int i = 0; i < 16; i++) { /* steps of 50 ms, which a slow machine may lengthen: at 0, 250, 500 and 750 ms */
        lob_progress_send(&progress, i + 1, 0, i ? "step" : NULL);
        lob_clock_shift_ms(50);
    }
    lob_clock_shift_ms(1000);
    lob_progress_send(&progress, 1e308 * 10, 0, "infinite");
    atomic_store(&cancel.requested, true);
    lob_progress_send(&progress, 1000, 0, "after the cancel");
    unsigned lines = 0;
    for (const char *at = text; (at = strchr(at, '\n')) != NULL; at++) {
        lines++;
    }
    assert_int_equal(lines, 4);
    assert_non_null(strstr(text, "\"progressToken\":7,\"progress\":1,\"message\":\"working\""));
    assert_non_null(strstr(text, "\"progress\":6,\"message\":\"step\""));
    assert_null(strstr(text, "total"));
    assert_false(told.any_answer);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_lines_arrive_whole),
        cmocka_unit_test(a_gone_reader_breaks_the_pipe_for_good),
        cmocka_unit_test(the_end_reaches_a_writer_that_waits),
        cmocka_unit_test(progress_keeps_its_distance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
