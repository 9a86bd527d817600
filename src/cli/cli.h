/* What a program of ours runs in: streams, environment, tools and signals come in with lob_cli, so that a test can run
 * a whole command line in process. Exit status: 0 done, 1 a tool failed, 2 the command line or environment is wrong,
 * 128 + n ended by signal n.
 */
#ifndef LOB_CLI_CLI_H
#define LOB_CLI_CLI_H

#include <stdio.h>

#include "mcp/product.h"

enum { LOB_EXIT_OK = 0, LOB_EXIT_TOOL_ERROR = 1, LOB_EXIT_USAGE = 2, LOB_EXIT_SIGNAL = 128 };

typedef struct lob_cli {
    lob_product product;
    FILE *in, *out, *err;     /* borrowed */
    int in_fd, out_fd;        /* of the server */
    int stop_fd;              /* readable once a signal came; -1: none */
    lob_cancel *cancel;       /* requested once a signal came */
    const int *signal_number; /* which; NULL: unknown */
    bool in_is_terminal;
    bool has_colour;  /* out is a terminal, and NO_COLOR is not set */
    bool is_silent;   /* of several processes that read the same words, one complains */
    bool has_workers; /* the program itself can be a worker of src/crew */
    const char *(*getenv_fn)(const char *name);
} lob_cli;

#endif
