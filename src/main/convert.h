/* layout-observer convert IN OUT: a layout in another format. */
#ifndef LOB_MAIN_CONVERT_H
#define LOB_MAIN_CONVERT_H

#include "cli/command.h"

extern const lob_command lob_convert_command;

/* argv[1] is "convert". Prints {input, output, format, cells, warnings} or the ErrorObject. Exit status. */
int lob_cli_convert(lob_cli *cli, int argc, char **argv);

#endif
