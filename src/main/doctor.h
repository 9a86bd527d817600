/* layout-observer doctor: what this machine has that the product uses, and what to do about what it lacks. */
#ifndef LOB_MAIN_DOCTOR_H
#define LOB_MAIN_DOCTOR_H

#include "cli/command.h"

extern const lob_command lob_doctor_command;

/* argv[1] is "doctor". A line for each part, or with --json {checks: [{part, state, found, advice}]}; state is ok,
 * warning (something works less well) or error (the server does not start). Exit status: 1 with an error, else 0. */
int lob_cli_doctor(lob_cli *cli, int argc, char **argv);

#endif
