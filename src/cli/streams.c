/* Whoever starts a program may have closed 0, 1 or 2; then the next file that is opened gets that number, and what is
 * meant for the client ends up in it, or the server reads its own wake-up calls. Invariant: afterwards all three are
 * open. */
#include "cli/streams.h"

#include <fcntl.h>
#include <unistd.h>

bool lob_streams_fill(void) {
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        /* Those below are open, so the lowest free number is this one. */
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDWR) != fd) {
            return false;
        }
    }
    return true;
}
