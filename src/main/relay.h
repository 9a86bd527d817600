/* layout-observer relay -- COMMAND ARGS: lines of ToolCallRequest in, lines of ToolCallResult out, with the tools of
 * any MCP server between them. For orchestrators that speak the envelope of the data model (docs/DESIGN-DATA.md). */
#ifndef LOB_MAIN_RELAY_H
#define LOB_MAIN_RELAY_H

#include "cli/command.h"

extern const lob_command lob_relay_command;

/* One answer a line of cli->in, in order, whatever the line was. Exit status: 0 every call was ok, 1 one was not, 2 the
 * command line is wrong or the server could not be started; then every call is answered with SERVICE_UNAVAILABLE. */
int lob_cli_relay(lob_cli *cli, int argc, char **argv);

#endif
