/* The schema compiler as a function, for main.c and the tests. */
#ifndef SCHEMAC_SCHEMAC_H
#define SCHEMAC_SCHEMAC_H

/* Runs with the arguments of the command line; returns the exit status. Ends the program (exit 1) when out of memory.
 */
int sc_run(int argc, char **argv);

#endif
