/* The one way out: whole lines, one at a time, whoever sends them.
 *
 * A write never blocks for good: while the other side does not read, the writer waits in poll() where the end of the
 * server reaches it. Invariant: after the first failure nothing is written any more, so a broken pipe cannot garble
 * what was sent.
 */
#ifndef LOB_MCP_OUT_H
#define LOB_MCP_OUT_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/str.h"

typedef struct lob_out {
    int fd;
    int wake_fds[2]; /* readable: give up; -1: none */
    int in_fd;       /* where the other side writes; -1: none. Once it hung up, a reader that stalls is gone */
    pthread_mutex_t lock;
    atomic_bool broken;
} lob_out;

bool lob_out_init(lob_out *out, int fd, int wake_fd, int stop_fd); /* in_fd is -1 */
void lob_out_release(lob_out *out);
/* Will nothing more be written to this descriptor by the other side? */
bool lob_out_hung_up(int in_fd);
/* `line` ends with its newline. False: the other side is gone or the server ends. */
bool lob_out_send(lob_out *out, lob_str line);

#endif
