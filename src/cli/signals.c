/* The only state of the program that is global, because a signal handler can reach no other. */
#include "cli/signals.h"

#include <errno.h>
#include <signal.h>
#include <sys/eventfd.h>

static lob_cancel cancel;
static int stop_fd = -1;
static int signal_number;

static void on_signal(int number) {
    int saved = errno;
    signal_number = number;
    atomic_store(&cancel.requested, true);
    if (stop_fd >= 0) {
        eventfd_write(stop_fd, 1);
    }
    errno = saved;
}

lob_signals lob_signals_install(void) {
    struct sigaction end = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    stop_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    sigemptyset(&end.sa_mask);
    sigemptyset(&ignore.sa_mask);
    sigaction(SIGTERM, &end, NULL);
    sigaction(SIGINT, &end, NULL);
    sigaction(SIGHUP, &end, NULL);
    sigaction(SIGPIPE, &ignore, NULL);
    sigaction(SIGXFSZ, &ignore, NULL); /* a file above the limit is an error of write() */
    return (lob_signals){stop_fd, &cancel, &signal_number};
}

void lob_signals_block(sigset_t *ends) {
    sigemptyset(ends);
    sigaddset(ends, SIGTERM);
    sigaddset(ends, SIGINT);
    sigaddset(ends, SIGHUP);
    pthread_sigmask(SIG_BLOCK, ends, NULL);
    signal(SIGPIPE, SIG_IGN);
}
