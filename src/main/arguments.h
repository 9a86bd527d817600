/* The arguments of a tool as options, derived from its input schema: --max-depth 2 becomes {"max_depth":2}. */
#ifndef LOB_MAIN_ARGUMENTS_H
#define LOB_MAIN_ARGUMENTS_H

#include "main/settings.h"

typedef struct lob_arguments {
    lob_buf json; /* owned: the members of the tool's arguments, "" or `"a":1,"b":2` */
    lob_buf
        open_json; /* owned: the same for open_layout (--path, --top-cell, --format of a tool that takes a session) */
    bool has_session_id;
} lob_arguments;

void lob_arguments_release(lob_arguments *arguments);

/* Reads argv[at..argc). Common options go to `settings`. False: said on err. */
bool lob_arguments_read(const lob_cli *cli, const lob_tool *tool, int argc, char **argv, int at, lob_settings *settings,
                        lob_arguments *arguments);

/* Lists a tool's options for people. False: out of memory. */
bool lob_arguments_help(const lob_cli *cli, const lob_tool *tool);

const lob_tool *lob_cli_tool(const lob_cli *cli, const char *name); /* NULL: unknown */

#endif
