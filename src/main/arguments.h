/* The arguments of a tool as a table of options, derived from its input schema: --max-depth 2 becomes {"max_depth":2}.
 * FILE is the layout: the path of open_layout for a tool that works on a session, else the tool's own member. */
#ifndef LOB_MAIN_ARGUMENTS_H
#define LOB_MAIN_ARGUMENTS_H

#include "cli/command.h"

typedef struct lob_arguments {
    lob_buf json;      /* owned: the members of the tool's arguments, "" or `"a":1,"b":2` */
    lob_buf open_json; /* owned: the same for open_layout, of a tool that takes a session */
    bool has_session_id, needs_session;
} lob_arguments;

void lob_arguments_release(lob_arguments *arguments);

typedef struct lob_verb lob_verb; /* a tool as a command */

/* NULL: out of memory. */
lob_verb *lob_verb_new(const lob_cli *cli, const lob_tool *tool);
void lob_verb_drop(lob_verb *verb);
const lob_command *lob_verb_command(const lob_verb *verb);

/* Reads the words behind argv[1]; as lob_command_read(). */
bool lob_verb_read(lob_verb *verb, int argc, char **argv, lob_settings *settings, lob_arguments *arguments, int *code);

/* By its name, with hyphens or underscores. NULL: unknown. */
const lob_tool *lob_cli_tool(const lob_cli *cli, const char *name);

#endif
