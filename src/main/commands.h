/* The commands of the program: the server, and every tool as a verb of its own. */
#ifndef LOB_MAIN_COMMANDS_H
#define LOB_MAIN_COMMANDS_H

#include "base/buf.h"
#include "cli/cli.h"

/* argv[0] is the program. Returns the exit status. */
int lob_cli_run(lob_cli *cli, int argc, char **argv);

/* The part of the man page that lists commands and options. */
void lob_commands_man(lob_buf *out);

#endif
