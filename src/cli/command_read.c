/* From a command's table to its fields. Invariant: --help and --version are answered before anything is missed. */
#include "cli/command.h"
#include "cli/help.h"

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
