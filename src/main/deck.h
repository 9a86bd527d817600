/* layout-observer deck RULES.json -o OUT.drc: a deck of rules as a DRC script of KLayout. */
#ifndef LOB_MAIN_DECK_H
#define LOB_MAIN_DECK_H

#include "cli/command.h"

extern const lob_command lob_deck_command;

/* argv[1] is "deck". Without -o, or with -o -, the script goes to standard output; else {input, output, rules,
 * left_out} is printed: how many rules the script has, and those that it lacks. An ErrorObject when the deck is wrong.
 * Exit status.
 */
int lob_cli_deck(lob_cli *cli, int argc, char **argv);

#endif
