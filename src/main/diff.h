/* layout-observer diff A B: whether two layouts are the same, for people, scripts and CI. */
#ifndef LOB_MAIN_DIFF_H
#define LOB_MAIN_DIFF_H

#include "cli/command.h"

extern const lob_command lob_diff_command;

/* As of diff(1). */
enum { LOB_DIFF_EQUAL = 0, LOB_DIFF_DIFFERENT = 1, LOB_DIFF_FAILED = 2 };

/* argv[1] is "diff". Prints what differs as text, or with --json the answer of diff_layouts; a failure's ErrorObject
 * with --json, else its message on err. 128 + n: ended by signal n. */
int lob_cli_diff(lob_cli *cli, int argc, char **argv);

#endif
