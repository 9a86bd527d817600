/* `layout-observer view FILE`: a page for people, to be looked at with a browser on this machine. docs/VIEW.md */
#ifndef LOB_VIEW_RUN_H
#define LOB_VIEW_RUN_H

#include "cli/cli.h"

/* Waits for signals by itself. Exit status. */
int lob_view_run(lob_cli *cli, int argc, char **argv);

#endif
