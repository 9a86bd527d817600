/* layout-observer process-window FILE --layer L/D --gauges FILE.csv: critical dimensions at gauges over dose and focus.
 */
#ifndef LOB_MAIN_PROCESS_WINDOW_H
#define LOB_MAIN_PROCESS_WINDOW_H

#include "cli/command.h"

extern const lob_command lob_process_window_command;

/* argv[1] is "process-window". Exit status: 0 every gauge prints within tolerance at dose 1 in focus; 1 not every one;
 * 2 nothing could be found out, which is said on err. */
int lob_cli_process_window(lob_cli *cli, int argc, char **argv);

#endif
