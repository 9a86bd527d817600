/* Design data from a shell: the tools under names of a shell, with the file as the first word. Invariant: everything
 * behind the file is for the options of the tool. */
#include "main/design.h"

#include <string.h>

#include "main/run.h"
#include "json/reader.h"

enum { NAME_SIZE_MAX = 32 };

const char lob_design_help[] =
    "  layout-observer parse-netlist | parse-drc-rules | parse-objectives FILE.json [--language en|zh] [--pretty]\n"
    "      Design data as the tools read it, with a summary: circuit, rules, objectives.\n"
    "  layout-observer evaluate-layout LAYOUT [--netlist-path FILE] [--drc-rules-path FILE] [--objectives-path FILE]\n"
    "      [--cell NAME] [--metrics JSON] [--pretty]\n"
    "      Area, utilisation, DRC errors and matching of a layout, held against its objectives.\n";

static const lob_tool *find_tool(const lob_cli *cli, const char *verb) {
    char name[NAME_SIZE_MAX];
    snprintf(name, sizeof name, "%s", verb);
    for (char *at = strchr(name, '-'); at; at = strchr(at, '-')) {
        *at = '_';
    }
    return lob_cli_tool(cli, name);
}

static int run(lob_cli *cli, const lob_tool *tool, int argc, char **argv) {
    lob_settings settings = {0};
    lob_arguments arguments;
    int code = LOB_EXIT_USAGE;
    lob_json_init();
    if (lob_arguments_read(cli, tool, argc, argv, 0, &settings, &arguments)) {
        code = !settings.help                  ? lob_run_verb(cli, &settings, tool, &arguments)
               : lob_arguments_help(cli, tool) ? LOB_EXIT_OK
                                               : LOB_EXIT_TOOL_ERROR;
    }
    lob_arguments_release(&arguments);
    return code;
}

int lob_cli_design(lob_cli *cli, int argc, char **argv) {
    static char path_option[] = "--path";
    const lob_tool *tool = find_tool(cli, argv[1]);
    const bool asks_help = argc == 3 && (strcmp(argv[2], "--help") == 0 || strcmp(argv[2], "-h") == 0);
    if (!tool || (!asks_help && (argc < 3 || argv[2][0] == '\0' || argv[2][0] == '-'))) {
        fprintf(cli->err, "%s %s: the file comes first; see %s %s --help\n", cli->product.name, argv[1],
                cli->product.name, argv[1]);
        return LOB_EXIT_USAGE;
    }
    if (asks_help) {
        return run(cli, tool, argc - 2, argv + 2);
    }
    /* argv is the program's own to change: the verb gives its place to the option that the file is a value of. */
    char *const verb = argv[1];
    argv[1] = path_option;
    const int code = run(cli, tool, argc - 1, argv + 1);
    argv[1] = verb;
    return code;
}
