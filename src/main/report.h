/* layout-observer report FILE -o OUT.html: a layout as one page. */
#ifndef LOB_MAIN_REPORT_H
#define LOB_MAIN_REPORT_H

#include "cli/command.h"

extern const lob_command lob_report_command;

/* argv[1] is "report". Prints {input, output, size_bytes, pictures, warnings, connectivity_findings, markers} on out,
 * or the ErrorObject; with `-o -` the page itself, and an error on err. Markers are no failure of the report. Exit
 * status: 0 the page is there, 1 it is not, 2 wrong command line or environment, 128 + n ended by signal n. */
int lob_cli_report(lob_cli *cli, int argc, char **argv);

#endif
