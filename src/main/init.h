/* layout-observer init: makes the server known to a host, an application that starts MCP servers. */
#ifndef LOB_MAIN_INIT_H
#define LOB_MAIN_INIT_H

#include "cli/command.h"

extern const lob_command lob_init_command;

/* argv[1] is "init". Without a host: which there are, and which are found. With one: what belongs into its file, or
 * with
 * --write that put there, the rest of the file as it was and the old one kept beside it. Exit status: 1 when the file
 * cannot be read as JSON or written. */
int lob_cli_init(lob_cli *cli, int argc, char **argv);

#endif
