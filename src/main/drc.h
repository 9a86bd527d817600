/* layout-observer drc FILE --deck DECK: a deck over a layout, for people and for build servers. */
#ifndef LOB_MAIN_DRC_H
#define LOB_MAIN_DRC_H

#include "cli/command.h"

extern const lob_command lob_drc_command;

/* argv[1] is "drc". Exit status: 0 the deck ran to its end and nothing is violated, or all of it is waived; 1 there are
 * violations; 2 it could not be checked, which is said on err: a wrong command line, a deck that failed, a report that
 * names no rules; 128 + n ended by signal n. Never 0 without a whole report. */
int lob_cli_drc(lob_cli *cli, int argc, char **argv);

#endif
