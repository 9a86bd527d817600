/* Completion of a shell: which words may stand where the cursor is. packaging/completions asks for them. */
#ifndef LOB_CLI_COMPLETE_H
#define LOB_CLI_COMPLETE_H

#include "cli/command.h"

/* `words` are those behind the command up to the cursor, the last of them still incomplete. Prints a word a line. */
int lob_complete_command(const lob_cli *cli, const lob_command *command, int count, char **words);

#endif
