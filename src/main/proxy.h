/* layout-observer serve --http, llm-proxy and roundtrip: the program layout-observer-http takes over. It is one of its
 * own so that the server for agents neither loads nor holds an HTTP stack. */
#ifndef LOB_MAIN_PROXY_H
#define LOB_MAIN_PROXY_H

#include "cli/cli.h"

/* Where layout-observer-http is: beside the program `self` (an absolute path), else in
 * ../libexec/layout-observer of its folder. False: in neither, or the path does not fit. */
bool lob_proxy_find(const char *self, char *out, size_t size);

/* argv[1] is "serve", "llm-proxy" or "roundtrip". Comes back only when the program cannot be started: exit status 2,
 * said on err. */
int lob_cli_proxy(lob_cli *cli, int argc, char **argv);

#endif
