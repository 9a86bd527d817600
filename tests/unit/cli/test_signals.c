/* Signals become a readable descriptor and a cancel token; the second one is the system's again. */
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "cli/signals.h"

static void the_first_signal_asks_and_the_second_ends(void **state) {
    (void)state;
    static const int numbers[] = {SIGTERM, SIGINT, SIGHUP};
    for (int i = 0; i < 3; i++) {
        pid_t child = fork();
        assert_ge(child, 0);
        if (child == 0) {
            lob_signals signals = lob_signals_install();
            struct pollfd fd = {signals.stop_fd, POLLIN, 0};
            bool quiet = poll(&fd, 1, 0) == 0 && !atomic_load(&signals.cancel->requested);
            raise(SIGPIPE);
            raise(numbers[i]);
            bool told =
                poll(&fd, 1, 0) == 1 && atomic_load(&signals.cancel->requested) && *signals.number == numbers[i];
            if (!quiet || !told) {
                _exit(1);
            }
            raise(numbers[i]);
            _exit(2);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        assert_eq(WTERMSIG(status), numbers[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_first_signal_asks_and_the_second_ends)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
