/* The options that every command takes, and the configuration they make together with the environment. */
#ifndef LOB_MAIN_SETTINGS_H
#define LOB_MAIN_SETTINGS_H

#include "crew/crew.h"
#include "main/cli.h"

typedef struct lob_settings {
    bool has_toolset;
    lob_toolset toolset;
    char roots[4096];         /* colon-separated; "": what the environment says */
    char artifact_root[4096]; /* "": what the environment says */
    lob_isolation isolation;  /* USUAL: what the environment says */
    bool pretty;
    bool help;
    bool keep; /* of main/files.h, as the next two: the folders of sessions stay */
    bool out_is_folder;
    char out_path[4096]; /* "": files of an answer are not copied */
} lob_settings;

typedef enum { LOB_OPTION_TAKEN, LOB_OPTION_OTHER, LOB_OPTION_BAD } lob_option;

/* If argv[*at] is one of these options, takes it and its value and moves *at behind it. BAD: said on err. */
lob_option lob_settings_take(lob_settings *settings, const lob_cli *cli, int argc, char **argv, int *at);

/* "layout-observer WORD: MESSAGE. HINT", and below it what the error is about, a line each; control and direction
 * characters are escaped. word: "" for none. */
/* The message; where it begins with a member of a request, the option of a command that gives it: --deck for
 * script_path. */
void lob_say_message(lob_buf *out, const lob_error *error);
void lob_say_details(lob_buf *out, const lob_error *error); /* those lines alone */
void lob_say_error(const lob_cli *cli, const char *word, const lob_error *error);

/* Environment, then options over it; opens the session store. False: said on err. */
bool lob_settings_open(const lob_settings *settings, const lob_cli *cli, lob_sessions **sessions);

/* Starts workers for the tools, where the operator wants them, or where they are usual and he says nothing; *crew is
 * NULL otherwise. Sets the runner of cli->product. False: said on err. */
bool lob_settings_crew(lob_cli *cli, lob_sessions *sessions, bool is_usual, lob_crew **crew);

/* Ends the workers, if there are any, and the store. */
void lob_settings_close(lob_sessions *sessions, lob_crew *crew);

/* An absolute path of `path` in `out`: relative ones are taken from the working directory. False: too long, no such
 * directory. */
bool lob_path_absolute(const char *path, char *out, size_t size);

#endif
