/* What a command takes: its own rows and those that it shares with others. */
#include "cli/command.h"

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

int lob_signal_status(const lob_cli *cli) {
    return LOB_EXIT_SIGNAL + (cli->signal_number ? *cli->signal_number : 0);
}

int lob_say_no_memory(const lob_cli *cli) {
    fprintf(cli->err, "%s: out of memory\n", cli->product.name);
    return LOB_EXIT_TOOL_ERROR;
}

int lob_print_made(const lob_cli *cli, const lob_settings *settings, lob_buf *json) {
    const int code =
        json->failed ? lob_say_no_memory(cli) : lob_print_json(cli, settings, (lob_str){json->data, json->size});
    lob_buf_release(json);
    return code;
}
