/* The program that speaks HTTP; `layout-observer llm-proxy` and `layout-observer roundtrip` start it. */
#include <stdlib.h>
#include <unistd.h>

#include "proxy/run.h"

static const char *read_environment(const char *name) {
    return getenv(name);
}

int main(int argc, char **argv) {
    const lob_proxy_streams streams = {STDOUT_FILENO, STDERR_FILENO, read_environment};
    return lob_proxy_run(&streams, argc, argv);
}
