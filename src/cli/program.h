/* What both programs are: the product with all its tools, the process's streams and environment, a worker's work. */
#ifndef LOB_CLI_PROGRAM_H
#define LOB_CLI_PROGRAM_H

#include "cli/cli.h"

/* Streams of the process for text; no descriptors, signals, terminal or colour: those are the program's to add. */
lob_cli lob_program_cli(void);
/* The process is a worker of the server (argv is LOB_CREW_WORD alone): works until it is told to end. */
bool lob_program_is_worker(int argc, char **argv);
int lob_program_work(void);

#endif
