/* layout-observer serve --http: its words, its streams, its end. */
#ifndef LOB_HTTP_RUN_H
#define LOB_HTTP_RUN_H

#include "cli/cli.h"

/* argv[1] is "serve". Serves until cli->stop_fd; cli->in and the descriptors of the server are left alone. Exit status:
 * 0 done, 1 the server failed, 2 the command line or environment is wrong, or nothing can be listened on. */
int lob_http_run(lob_cli *cli, int argc, char **argv);

#endif
