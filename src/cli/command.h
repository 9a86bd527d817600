/* A command as a table: what it is called, what it takes, and what its help says. */
#ifndef LOB_CLI_COMMAND_H
#define LOB_CLI_COMMAND_H

#include "cli/settings.h"

typedef struct lob_command {
    const char *name;
    const char *usage;    /* what follows the name: "FILE -o OUT.png" */
    const char *title;    /* one line, for the list of commands */
    const char *about;    /* paragraphs, a line each; NULL: none */
    const char *examples; /* a line each, as typed behind the program's name; NULL: none */
    const char *status;   /* exit status; NULL: as of all commands */
    const lob_option *options;
    size_t option_count;
    const lob_positional *words; /* ends with a name of NULL; NULL: none */
    unsigned takes;              /* LOB_TAKES_... */
    bool takes_rest;             /* what follows -- is the command's */
} lob_command;

/* Reads the words behind argv[1] into `fields`, which the command's rows describe, and into `settings`; --help and
 * --version are answered. True: go on; *rest (may be NULL) is the index of the first word that was not read. False:
 * the command ends with *code. */
bool lob_command_read(const lob_cli *cli, const lob_command *command, lob_settings *settings, void *fields, int argc,
                      char **argv, int *rest, int *code);

/* What the command takes, as the reader, help and completion see it. fields, settings: NULL where nothing is read. */
lob_option_line lob_command_line(const lob_cli *cli, const lob_command *command, lob_settings *settings, void *fields);

/* The exit status of work that a signal cancelled. */
int lob_signal_status(const lob_cli *cli);

/* Out of memory before a command could begin: said on err. Returns the exit status. */
int lob_say_no_memory(const lob_cli *cli);
/* lob_print_json() of a buffer that may have failed, which it then says; releases it. */
int lob_print_made(const lob_cli *cli, const lob_settings *settings, lob_buf *json);

#endif
