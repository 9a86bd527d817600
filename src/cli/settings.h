/* The options that commands share, and the configuration they make together with the environment. */
#ifndef LOB_CLI_SETTINGS_H
#define LOB_CLI_SETTINGS_H

#include "cli/options.h"
#include "crew/crew.h"

typedef struct lob_settings {
    bool pretty, json, help, version;
    lob_switch progress; /* of cli/bar.h */
    bool is_server;      /* layouts that were read are kept for the next time; ids hold in their session */
    bool keep;           /* of main/files.h, as out: the folders of sessions stay */
    lob_toolset toolset;
    lob_isolation isolation;  /* USUAL: what the environment says */
    char roots[4096];         /* colon-separated; "": what the environment says */
    char artifact_root[4096]; /* "": what the environment says */
    bool out_is_folder;
    char out_path[4096]; /* "": files of an answer are not copied */
    /* As given; lob_settings_finish() makes the members above of them. */
    lob_option_list root_list;
    const char *artifact_root_given, *toolset_given, *out_given;
    const char *shard, *parts, *merge; /* for main/shard.h; NULL: not given */
    lob_switch isolate;
} lob_settings;

/* Which of these options a command takes. */
enum {
    LOB_TAKES_HELP = 1 << 0,     /* --help, --version; all do */
    LOB_TAKES_ROOT = 1 << 1,     /* --root */
    LOB_TAKES_STORE = 1 << 2,    /* --artifact-root, --toolset, --isolate */
    LOB_TAKES_JSON = 1 << 3,     /* --json, --pretty */
    LOB_TAKES_PROGRESS = 1 << 4, /* --progress */
    LOB_TAKES_FILES = 1 << 5,    /* --keep, -o */
    LOB_TAKES_SHARD = 1 << 6     /* --shard, --parts, --merge */
};
enum { LOB_SETTINGS_GROUP_COUNT = 7 };

/* The rows of 1 << `group`, their fields in `settings`, which may be NULL where nothing is read. */
lob_option_group lob_settings_group(unsigned group, lob_settings *settings);
/* Checks what the options gave and makes paths absolute. False: said on err. */
bool lob_settings_finish(lob_settings *settings, const lob_cli *cli, const char *verb);

/* "layout-observer WORD: MESSAGE. HINT", and below it what the error is about, a line each; control and direction
 * characters are escaped. word: "" for none. */
/* The message; where it begins with a member of a request, the option of a command that gives it: --deck for
 * script_path. */
void lob_say_message(lob_buf *out, const lob_error *error);
void lob_say_details(lob_buf *out, const lob_error *error); /* those lines alone */
void lob_say_error(const lob_cli *cli, const char *word, const lob_error *error);
void lob_say_tool_error(const lob_cli *cli, const char *tool, const lob_error *error); /* with the tool's own options */
/* Why a command failed: the same, or with --json the ErrorObject on out. */
void lob_say_failure(const lob_cli *cli, const lob_settings *settings, const char *word, const lob_error *error);
/* Prints one JSON value as a line, or pretty. Exit status. */
int lob_print_json(const lob_cli *cli, const lob_settings *settings, lob_str json);

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
