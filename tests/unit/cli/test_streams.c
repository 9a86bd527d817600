/* A program that is started with closed standard descriptors. POSIX: open() gives the lowest free number. */
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "cli/streams.h"

/* In a child without the descriptors of `closed` (a bit each): 0 when all three are open afterwards, these of them as
 * /dev/null and the others as they were. */
static int try_without(int closed) {
    struct stat before[3], after, null;
    stat("/dev/null", &null);
    for (int fd = 0; fd < 3; fd++) {
        fstat(fd, &before[fd]);
        if (closed & 1 << fd) {
            close(fd);
            before[fd] = null;
        }
    }
    if (!lob_streams_fill()) {
        return 1;
    }
    for (int fd = 0; fd < 3; fd++) {
        if (fstat(fd, &after) != 0 || after.st_rdev != before[fd].st_rdev || after.st_ino != before[fd].st_ino) {
            return 2;
        }
    }
    return 0;
}

static void closed_descriptors_are_filled(void **state) {
    (void)state;
    for (int closed = 0; closed < 8; closed++) {
        int status = -1;
        pid_t child = fork();
        if (child == 0) {
            _exit(try_without(closed));
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(closed_descriptors_are_filled)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
