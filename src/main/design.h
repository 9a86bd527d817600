/* layout-observer parse-netlist|parse-drc-rules|parse-objectives FILE, evaluate-layout LAYOUT: design data from a
 * shell.
 */
#ifndef LOB_MAIN_DESIGN_H
#define LOB_MAIN_DESIGN_H

#include "main/cli.h"

extern const char lob_design_help[]; /* its lines of --help */

/* argv[1] is one of the four. The file stands first; options are those of the tool of that name. Prints what the tool
 * answers. Exit status as of a tool. */
int lob_cli_design(lob_cli *cli, int argc, char **argv);

#endif
