/* How many of the first 256 descriptors are open: a test compares before and after. */
#ifndef TESTS_SUPPORT_DESCRIPTORS_H
#define TESTS_SUPPORT_DESCRIPTORS_H

#include <fcntl.h>

static inline unsigned open_descriptors(void) {
    unsigned count = 0;
    for (int fd = 0; fd < 256; fd++) {
        count += fcntl(fd, F_GETFD) >= 0;
    }
    return count;
}

#endif
