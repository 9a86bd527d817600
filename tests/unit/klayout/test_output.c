/* What a child says, kept to its bounds when the system interrupts or refuses: reading and writing go on after a
 * signal, the first error of the log is told, no descriptor stays open. The calls are replaced at link time.
 * A program of its own: it stands in for functions of the libraries. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "klayout/run_impl.h"
#include "tests/support/descriptors.h"
#include "tests/unit/base/sweep.h"

/* ---- the replaced calls ---- */

static struct {
    int pipe, set_flags, close, write, read; /* the error with which the next such call fails, or 0 */
    int file_fd;                             /* to which close and write apply */
    bool is_flood;                           /* there is always more to read */
    unsigned flood_count;
} fault;

/* One failure for each that was armed. */
static bool fails(int *error) {
    const int now = *error;
    *error = 0;
    errno = now ? now : errno;
    return now != 0;
}

int pipe2(int ends[2], int flags) {
    return fails(&fault.pipe) ? -1 : (int)syscall(SYS_pipe2, ends, flags);
}

int fcntl(int fd, int command, ...) {
    va_list args;
    va_start(args, command);
    void *arg = va_arg(args, void *);
    va_end(args);
    return command == F_SETFL && fails(&fault.set_flags) ? -1 : (int)syscall(SYS_fcntl, fd, command, arg);
}

int close(int fd) {
    const int result = (int)syscall(SYS_close, fd); /* a close that fails has closed all the same */
    return fd == fault.file_fd && fails(&fault.close) ? -1 : result;
}

ssize_t write(int fd, const void *data, size_t size) {
    return fd == fault.file_fd && fails(&fault.write) ? -1 : syscall(SYS_write, fd, data, size);
}

ssize_t read(int fd, void *data, size_t size) {
    if (fault.is_flood) {
        memset(data, 'x', size);
        fault.flood_count++;
        return (ssize_t)size;
    }
    return fails(&fault.read) ? -1 : syscall(SYS_read, fd, data, size);
}

/* ---- helpers ---- */

static char base[64];
static int base_fd, to_parent; /* the child's end of the pipe */
static lob_arena *arena;
static lob_ctx ctx;
static lob_stream stream;

static int set_up(void **state) {
    (void)state;
    memset(&fault, 0, sizeof fault);
    fault.file_fd = -1;
    strcpy(base, "/tmp/lob_output.XXXXXX");
    arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    base_fd = mkdtemp(base) ? open(base, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    return arena && base_fd >= 0 ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    unlinkat(base_fd, "log", 0);
    close(base_fd);
    lob_arena_drop(arena);
    return rmdir(base);
}

static void begin(void) {
    assert_int_equal(lob_stream_open(&ctx, &stream, base_fd, "log", 1000, &to_parent), LOB_OK);
    fault.file_fd = stream.file_fd;
}

static void say(const char *text) {
    assert_int_equal(write(to_parent, text, strlen(text)), strlen(text));
}

static off_t log_size(void) {
    struct stat info;
    return fstatat(base_fd, "log", &info, 0) == 0 ? info.st_size : -1;
}

/* ---- tests ---- */

static void reports_what_cannot_be_opened(void **state) {
    (void)state;
    for (int which = 0; which < 2; which++) {
        const unsigned before = open_descriptors();
        *(which == 0 ? &fault.pipe : &fault.set_flags) = which == 0 ? EMFILE : EIO;
        assert_int_equal(lob_stream_open(&ctx, &stream, base_fd, "log", 1000, &to_parent), LOB_E_TOOL_LIMIT_EXCEEDED);
        assert_true(lob_str_equal(ctx.error.details[0].text, which == 0 ? LOB_STR("descriptors") : LOB_STR("io")));
        lob_stream_close(&stream); /* what the caller does of both ends */
        if (to_parent >= 0) {
            close(to_parent);
        }
        assert_int_equal(open_descriptors(), before);
        assert_int_equal(unlinkat(base_fd, "log", 0), 0);
        lob_ctx_init(&ctx, arena);
    }
}

static void goes_on_after_a_signal(void **state) {
    (void)state;
    lob_run_output output;
    begin();
    say("one\n");
    fault.read = EINTR;
    fault.write = EINTR;
    lob_stream_drain(&stream);
    assert_int_equal(stream.write_error, 0);
    assert_int_equal(log_size(), 4);
    close(to_parent);
    lob_stream_drain(&stream);
    assert_int_equal(lob_stream_result(&ctx, &stream, &output), LOB_OK);
    assert_string_equal(output.tail.data, "one\n");
    lob_stream_close(&stream);
}

/* Whoever always has more to say does not keep the watch from its work: one call takes a bounded part, all of it
 * counts. */
static void takes_a_part_of_a_flood(void **state) {
    (void)state;
    begin();
    fault.is_flood = true;
    lob_stream_drain(&stream);
    fault.is_flood = false;
    assert_in_range(fault.flood_count, 1, 1000);
    assert_in_range(stream.size, 1, 16 << 20);
    assert_int_equal(stream.kept_size, 1000);
    assert_ge(stream.read_fd, 0);
    close(to_parent);
    lob_stream_close(&stream);
}

/* What can be read no more is at its end; what was read before stays. */
static void ends_where_reading_fails(void **state) {
    (void)state;
    begin();
    say("one\n");
    lob_stream_drain(&stream);
    fault.read = EIO;
    lob_stream_drain(&stream);
    assert_int_equal(stream.read_fd, -1);
    assert_int_equal(stream.size, 4);
    close(to_parent);
    lob_stream_close(&stream);
}

/* A file system that has room for nothing may say so when the file is closed; an error before that is the one told. */
static void keeps_the_first_error_of_the_log(void **state) {
    (void)state;
    begin();
    say("one\n");
    lob_stream_drain(&stream);
    fault.close = EDQUOT;
    lob_stream_close(&stream);
    assert_int_equal(stream.write_error, EDQUOT);
    close(to_parent);
    assert_int_equal(unlinkat(base_fd, "log", 0), 0);
    begin();
    say("one\n");
    fault.write = ENOSPC;
    lob_stream_drain(&stream);
    fault.close = EDQUOT;
    lob_stream_close(&stream);
    assert_int_equal(stream.write_error, ENOSPC);
    assert_int_equal(stream.size, 4);
    assert_int_equal(log_size(), 0);
    close(to_parent);
}

/* One line that is longer than the tail has no beginning to cut at: its end is kept. */
static void keeps_the_end_of_one_long_line(void **state) {
    (void)state;
    static char line[3 * LOB_RUN_TAIL_SIZE + 1];
    lob_run_output output;
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 2] = '\n';
    begin();
    say(line);
    lob_stream_drain(&stream);
    assert_int_equal(lob_stream_result(&ctx, &stream, &output), LOB_OK);
    assert_int_equal(output.size, sizeof line - 1);
    assert_int_equal(output.kept_size, 1000);
    assert_int_equal(output.tail.size, LOB_RUN_TAIL_SIZE);
    assert_memory_equal(output.tail.data, line + sizeof line - 1 - LOB_RUN_TAIL_SIZE, LOB_RUN_TAIL_SIZE);
    close(to_parent);
    lob_stream_close(&stream);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(reports_what_cannot_be_opened, set_up, tear_down),
        cmocka_unit_test_setup_teardown(goes_on_after_a_signal, set_up, tear_down),
        cmocka_unit_test_setup_teardown(takes_a_part_of_a_flood, set_up, tear_down),
        cmocka_unit_test_setup_teardown(ends_where_reading_fails, set_up, tear_down),
        cmocka_unit_test_setup_teardown(keeps_the_first_error_of_the_log, set_up, tear_down),
        cmocka_unit_test_setup_teardown(keeps_the_end_of_one_long_line, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
