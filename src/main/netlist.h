/* layout-observer netlist FILE.sp -o netlist.json: a SPICE or CDL netlist as netlist.json. */
#ifndef LOB_MAIN_NETLIST_H
#define LOB_MAIN_NETLIST_H

#include "cli/command.h"

extern const lob_command lob_netlist_command;

/* argv[1] is "netlist". Without -o, or with -o -, the netlist goes to standard output, and what was left out to
 * standard error; else {input, output, top, cells, devices, nets, not_converted, warnings} is printed. An ErrorObject
 * when the file is wrong. Exit status. */
int lob_cli_netlist(lob_cli *cli, int argc, char **argv);

#endif
