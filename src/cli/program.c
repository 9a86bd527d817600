/* The product both programs offer. Only files that make a process a program include this: it links every tool. */
#include "cli/program.h"

#include <stdlib.h>
#include <string.h>

#include "base/version.h"
#include "crew/crew.h"
#include "tool/registry.h"

static const char *read_environment(const char *name) {
    return getenv(name);
}

lob_cli lob_program_cli(void) {
    return (lob_cli){
        .product = {.name = LOB_NAME,
                    .title = LOB_TITLE,
                    .version = LOB_VERSION,
                    .icons = LOB_ICONS,
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
}

bool lob_program_is_worker(int argc, char **argv) {
    return argc == 2 && strcmp(argv[1], LOB_CREW_WORD) == 0;
}

int lob_program_work(void) {
    const lob_crew_trade trade = {lob_tools, lob_tool_count, LOB_VERSION};
    return lob_crew_work(&trade);
}
