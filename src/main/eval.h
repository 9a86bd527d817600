/* layout-observer eval FILE --layer L/D: lithography of a layer, for people, for build servers, and for a server that
 * has its engine in a process of its own (--request).
 */
#ifndef LOB_MAIN_EVAL_H
#define LOB_MAIN_EVAL_H

#include "cli/command.h"

extern const lob_command lob_eval_command;

/* argv[1] is "eval". Exit status: 0 evaluated and nothing is violated; 1 there are violations; 2 it could not be
 * evaluated, which is said on err; 128 + n ended by signal n. The only thing on out is the whole report. */
int lob_cli_eval(lob_cli *cli, int argc, char **argv);

#endif
