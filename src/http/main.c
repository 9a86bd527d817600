/* The program that speaks HTTP; `layout-observer serve --http`, `view`, `llm-proxy` and `roundtrip`
 * become it. */
#include <string.h>

#include "base/alloc.h"
#include "cli/program.h"
#include "cli/signals.h"
#include "cli/streams.h"
#include "http/run.h"
#include "proxy/run.h"
#include "view/run.h"

int main(int argc, char **argv) {
    lob_memory_setup();
    if (!lob_streams_fill()) {
        return LOB_EXIT_TOOL_ERROR;
    }
    if (lob_program_is_worker(argc, argv)) {
        return lob_program_work();
    }
    lob_cli cli = lob_program_cli();
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
