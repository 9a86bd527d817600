/* The verbs llm-proxy and roundtrip of the program layout-observer-http: their words, their streams, their end. */
#ifndef LOB_PROXY_RUN_H
#define LOB_PROXY_RUN_H

#include "cli/cli.h"

/* argv[1] is "llm-proxy" or "roundtrip". llm-proxy runs until SIGTERM, SIGINT or SIGHUP, which it blocks for the whole
 * process. Exit status: 0 done, 1 it failed, 2 the command line or the environment is wrong, or nothing can be listened
 * on or logged. */
int lob_proxy_run(const lob_cli *cli, int argc, char **argv);

#endif
