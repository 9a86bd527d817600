/* layout-observer batch FILE|FOLDER...: many clips evaluated or optimized, one table of what came of each. */
#ifndef LOB_MAIN_BATCH_H
#define LOB_MAIN_BATCH_H

#include "cli/command.h"

extern const lob_command lob_batch_command;

/* argv[1] is "batch". Exit status: 0 no clip has a violation; 1 some have; 2 some clip could not be done, or nothing
 * was begun. A clip that fails is a row like the others. */
int lob_cli_batch(lob_cli *cli, int argc, char **argv);

#endif
