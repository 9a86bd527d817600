/* Signals as a descriptor and a cancel token, so that nothing else has to know of them. */
#ifndef LOB_CLI_SIGNALS_H
#define LOB_CLI_SIGNALS_H

#include <signal.h>

#include "base/ctx.h"

typedef struct lob_signals {
    int stop_fd; /* readable once SIGTERM, SIGINT or SIGHUP came; -1: no descriptor was left */
    lob_cancel *cancel;
    const int *number; /* of that signal */
} lob_signals;

/* Installs the handlers, once a process. The first signal asks for a clean end, a second one ends. SIGPIPE is ignored.
 */
lob_signals lob_signals_install(void);
/* For who waits by itself: SIGTERM, SIGINT and SIGHUP are blocked and in `ends`, for sigwait(); SIGPIPE is ignored. */
void lob_signals_block(sigset_t *ends);

#endif
