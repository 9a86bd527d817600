/* Tools run from the command line, on sessions of this process. */
#ifndef LOB_MAIN_RUN_H
#define LOB_MAIN_RUN_H

#include "main/arguments.h"

/* One verb: opens the layout of open_json if the tool takes a session, runs, prints. Exit status. */
int lob_run_verb(lob_cli *cli, const lob_settings *settings, const lob_tool *tool, const lob_arguments *arguments);
/* `call TOOL JSON`; json is checked and an object. */
int lob_run_call(lob_cli *cli, const lob_settings *settings, const lob_tool *tool, lob_str json);
/* `call -`: one call a line of cli->in, one answer a line. */
int lob_run_sequence(lob_cli *cli, const lob_settings *settings);
/* Reads a stream to its end, at most 16 MiB. False: said on err. */
bool lob_read_stream(const lob_cli *cli, FILE *stream, lob_buf *content);
/* Reads one line without its end. False: the end of input (*any false), or it is too long. */
bool lob_read_line(FILE *in, lob_buf *line, bool *any);
bool lob_line_is_blank(const lob_buf *line);

#endif
