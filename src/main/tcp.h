/* The command `tcp`: JSON over TCP for programs on this machine. */
#ifndef LOB_MAIN_TCP_H
#define LOB_MAIN_TCP_H

#include "cli/command.h"

extern const lob_command lob_tcp_command;

/* argv[1] is "tcp". Exit status: 0 ended by a signal or a client, 1 the layout of --open cannot be read, 2 the command
 * line, the environment or the port is wrong. */
int lob_cli_tcp(lob_cli *cli, int argc, char **argv);

#endif
