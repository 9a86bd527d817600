/* What --help prints, and the part of the man page that lists commands: made from the tables of commands. */
#ifndef LOB_CLI_HELP_H
#define LOB_CLI_HELP_H

#include "cli/command.h"

/* Each prints on cli->out and returns the exit status. */
int lob_help_command(const lob_cli *cli, const lob_command *command);
int lob_help_version(const lob_cli *cli);
int lob_help_all(const lob_cli *cli, const lob_command *const *commands, size_t count);

/* The commands and shared options as a part of a man page (man(7)): docs/man/layout-observer.1 has it word for word. */
void lob_help_man(const lob_command *const *commands, size_t count, lob_buf *out);

#endif
