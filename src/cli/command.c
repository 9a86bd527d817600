/* From a command's table to its fields. Invariant: --help and --version are answered before anything is missed. */
#include "cli/command.h"

#include "cli/help.h"

lob_option_line lob_command_line(const lob_cli *cli, const lob_command *command, lob_settings *settings, void *fields) {
    lob_option_line line = {.cli = cli,
                            .verb = command->name,
                            .groups = {{command->options, command->option_count, fields}},
                            .group_count = 1,
                            .words = command->words,
                            .base = fields,
                            .takes_rest = command->takes_rest};
    for (unsigned i = 0; i < LOB_SETTINGS_GROUP_COUNT; i++) {
        if ((command->takes | LOB_TAKES_HELP) & 1u << i) {
            line.groups[line.group_count++] = lob_settings_group(i, settings);
        }
    }
    return line;
}

int lob_say_no_memory(const lob_cli *cli) {
    fprintf(cli->err, "%s: out of memory\n", cli->product.name);
    return LOB_EXIT_TOOL_ERROR;
}

bool lob_command_read(const lob_cli *cli, const lob_command *command, lob_settings *settings, void *fields, int argc,
                      char **argv, int *rest, int *code) {
    const lob_option_line line = lob_command_line(cli, command, settings, fields);
    int end;
    *code = LOB_EXIT_USAGE;
    if (!lob_options_read(&line, argc, argv, argc < 2 ? argc : 2, &end)) {
        return false;
    }
    if (rest) {
        *rest = end;
    }
    if (settings->version || settings->help) {
        *code = settings->help ? lob_help_command(cli, command) : lob_help_version(cli);
        return false;
    }
    return lob_options_complete(&line) && lob_settings_finish(settings, cli, command->name);
}
