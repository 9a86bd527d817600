/* The program that speaks HTTP; `layout-observer serve --http`, `view`, `llm-proxy` and `roundtrip`
 * become it. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/version.h"
#include "cli/signals.h"
#include "cli/streams.h"
#include "crew/crew.h"
#include "http/run.h"
#include "proxy/run.h"
#include "tool/registry.h"
#include "view/run.h"

static int work(void) {
    const lob_crew_trade trade = {lob_tools, lob_tool_count, LOB_VERSION};
    return lob_crew_work(&trade);
}

static const char *read_environment(const char *name) {
    return getenv(name);
}

int main(int argc, char **argv) {
    lob_memory_setup();
    if (!lob_streams_fill()) {
        return LOB_EXIT_TOOL_ERROR;
    }
    if (argc == 2 && strcmp(argv[1], LOB_CREW_WORD) == 0) {
        return work();
    }
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
        .in_fd = -1,
        .out_fd = -1,
        .stop_fd = -1,
        .has_workers = true,
        .getenv_fn = read_environment,
    };
    if (argc > 1 && strcmp(argv[1], "view") == 0) {
        return lob_view_run(&cli, argc, argv);
    }
    if (argc < 2 || strcmp(argv[1], "serve") != 0) {
        return lob_proxy_run(&cli, argc, argv); /* waits for signals by itself */
    }
    const lob_signals signals = lob_signals_install();
    cli.stop_fd = signals.stop_fd;
    cli.cancel = signals.cancel;
    cli.signal_number = signals.number;
    return lob_http_run(&cli, argc, argv);
}
