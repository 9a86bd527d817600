/* The program: the real streams, tools and signals around lob_cli_run(). */
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "gen/registry.h"
#include "main/cli.h"
#include "main/signals.h"
#include "main/streams.h"
#include "main/version.h"

static const char *read_environment(const char *name) {
    return getenv(name);
}

int main(int argc, char **argv) {
    lob_memory_setup();
    if (!lob_streams_fill()) {
        return LOB_EXIT_TOOL_ERROR;
    }
    lob_signals signals = lob_signals_install();
    lob_cli cli = {
        .product = {.name = LOB_NAME,
                    .title = LOB_TITLE,
                    .version = LOB_VERSION,
                    .instructions = lob_instructions,
                    .tools = lob_tools,
                    .tool_count = lob_tool_count},
        .in = stdin,
        .out = stdout,
        .err = stderr,
        .in_fd = STDIN_FILENO,
        .out_fd = STDOUT_FILENO,
        .stop_fd = signals.stop_fd,
        .cancel = signals.cancel,
        .signal_number = signals.number,
        .in_is_terminal = isatty(STDIN_FILENO) != 0,
        .getenv_fn = read_environment,
    };
    return lob_cli_run(&cli, argc, argv);
}
