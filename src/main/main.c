/* The program: the real streams, tools and signals around lob_cli_run(). */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/version.h"
#include "cli/signals.h"
#include "cli/streams.h"
#include "crew/crew.h"
#include "main/commands.h"
#include "tool/registry.h"

static int work(void) {
    const lob_crew_trade trade = {lob_tools, lob_tool_count, LOB_VERSION};
    return lob_crew_work(&trade);
}

static const char *read_environment(const char *name) {
    return getenv(name);
}

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
    if (argc == 2 && strcmp(argv[1], LOB_CREW_WORD) == 0) {
        return work();
    }
    lob_signals signals = lob_signals_install();
    lob_cli cli = {
        .product = {.name = LOB_NAME,
                    .title = LOB_TITLE,
                    .version = LOB_VERSION,
                    .icon = LOB_ICON,
                    .instructions = lob_instructions,
                    .tools = lob_tools,
                    .tool_count = lob_tool_count,
                    .prompts = lob_prompts,
                    .prompt_count = lob_prompt_count,
                    .offers_files = true},
        .in = stdin,
        .out = stdout,
        .err = stderr,
        .in_fd = STDIN_FILENO,
        .out_fd = STDOUT_FILENO,
        .stop_fd = signals.stop_fd,
        .cancel = signals.cancel,
        .signal_number = signals.number,
        .in_is_terminal = isatty(STDIN_FILENO) != 0,
        .has_colour = wants_colour(),
        .has_workers = true,
        .getenv_fn = read_environment,
    };
    return lob_cli_run(&cli, argc, argv);
}
