/* The program: the real streams, tools and signals around lob_cli_run(). */
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "cli/program.h"
#include "cli/signals.h"
#include "cli/streams.h"
#include "main/commands.h"

/* https://no-color.org: set and not empty means none. */
static bool wants_colour(void) {
    const char *no_colour = getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) == 1 && !(no_colour && no_colour[0]);
}

int main(int argc, char **argv) {
    lob_memory_setup();
    if (!lob_streams_fill()) {
        return LOB_EXIT_TOOL_ERROR;
    }
    if (lob_program_is_worker(argc, argv)) {
        return lob_program_work();
    }
    const lob_signals signals = lob_signals_install();
    lob_cli cli = lob_program_cli();
    cli.in_fd = STDIN_FILENO;
    cli.out_fd = STDOUT_FILENO;
    cli.stop_fd = signals.stop_fd;
    cli.cancel = signals.cancel;
    cli.signal_number = signals.number;
    cli.in_is_terminal = isatty(STDIN_FILENO) != 0;
    cli.has_colour = wants_colour();
    return lob_cli_run(&cli, argc, argv);
}
