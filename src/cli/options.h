/* Options as rows of a table, and the reader of a command line. The parser, the help, the man page and the completion
 * of a shell read the same rows, so none of them can say what another does not. */
#ifndef LOB_CLI_OPTIONS_H
#define LOB_CLI_OPTIONS_H

#include "cli/cli.h"

typedef enum {
    LOB_OPTION_TEXT,   /* const char *: any text that is not empty */
    LOB_OPTION_RAW,    /* const char *: any text */
    LOB_OPTION_CHOICE, /* const char *: one of `value`, as "gds|oas" */
    LOB_OPTION_NUMBER, /* int64_t from min to max */
    LOB_OPTION_FLAG,   /* bool: --name, --no-name, --name=false, --name false */
    LOB_OPTION_SWITCH, /* lob_switch: the same, and whether it was given at all */
    LOB_OPTION_LIST    /* lob_option_list: may be given several times */
} lob_option_kind;

typedef enum { LOB_SWITCH_UNSET, LOB_SWITCH_ON, LOB_SWITCH_OFF } lob_switch;

enum { LOB_OPTION_LIST_MAX = 64, LOB_OPTION_GROUP_MAX = 8, LOB_OPTION_COUNT_MAX = 64 /* of a group */ };

typedef struct lob_option_list {
    unsigned count;
    const char *items[LOB_OPTION_LIST_MAX];
} lob_option_list;

typedef struct lob_option {
    const char *name, *alias; /* without the dashes; alias NULL: none */
    char letter;              /* 'o': -o; '\0': none */
    lob_option_kind kind;
    size_t offset;     /* of the field, in the struct of the group */
    const char *value; /* what help calls the value; of a choice, and where completion can help, "a|b|c" */
    const char *about; /* one or two sentences for help; NULL: not shown there */
    int64_t min, max;  /* of a number */
    bool is_required;
    bool shows_no; /* help shows --no-name, since the other is what happens anyway */
} lob_option;

/* Rows as tables write them; `at`: the offset. Below: those that several commands have. */
#define LOB_ROW(called, of, at, what, text)                                                                            \
    { .name = called, .kind = LOB_OPTION_##of, .offset = at, .value = what, .about = text }
#define LOB_ROW_TEXT(called, at, what, text)   LOB_ROW(called, TEXT, at, what, text)
#define LOB_ROW_CHOICE(called, at, what, text) LOB_ROW(called, CHOICE, at, what, text)
#define LOB_ROW_LIST(called, at, what, text)   LOB_ROW(called, LIST, at, what, text)
#define LOB_ROW_FLAG(called, at, text)         LOB_ROW(called, FLAG, at, NULL, text)
#define LOB_ROW_NUMBER(called, at, what, least, most, text)                                                            \
    { .name = called, .kind = LOB_OPTION_NUMBER, .offset = at, .value = what, .min = least, .max = most, .about = text }
#define LOB_ROW_PATH(at) LOB_ROW_TEXT("path", at, "FILE", "The same as FILE.")
#define LOB_ROW_LYP(at)                                                                                                \
    LOB_ROW_TEXT("lyp", at, "FILE", "KLayout layer properties; default: the .lyp beside the layout, if any.")
#define LOB_ROW_CONVENTION(at) LOB_ROW_TEXT("convention", at, "FILE", "How ports are marked; default: detected.")
#define LOB_ROW_OUTPUT(at, what, is_needed, text)                                                                      \
    {                                                                                                                  \
        .name = "output", .alias = "out", .letter = 'o', .kind = LOB_OPTION_TEXT, .offset = at, .value = what,         \
        .about = text, .is_required = is_needed                                                                        \
    }
/* The members of a group or a command that say which rows it has. */
#define LOB_ROWS(rows) .options = rows, .option_count = sizeof(rows) / sizeof(rows)[0]

bool lob_option_is_boolean(const lob_option *option);

enum { LOB_WORDS_MAX = 1024 };

typedef struct lob_word_list {
    unsigned count;
    const char *items[LOB_WORDS_MAX];
} lob_word_list;

/* A word that is no option. The last of a table may be "FILE...", which takes all that follow. */
typedef struct lob_positional {
    const char *name; /* in help: FILE; NULL ends a list */
    size_t offset;    /* of a const char *, which an option may fill as well (--path); of FILE...: a lob_word_list */
    bool is_required;
} lob_positional;

typedef struct lob_option_group {
    const lob_option *options;
    size_t count;
    void *base; /* the struct of the fields, whose texts begin as NULL; NULL where nothing is read */
} lob_option_group;

typedef struct lob_option_line {
    const lob_cli *cli;
    const char *verb; /* "": none */
    lob_option_group groups[LOB_OPTION_GROUP_MAX];
    size_t group_count;
    const lob_positional *words;
    void *base;      /* of the words */
    bool takes_rest; /* what follows -- is left to the command */
} lob_option_line;

/* Reads argv[at..argc). *rest: with takes_rest the index behind --, else argc. False: said on err; nothing was opened
 * or started, and what the fields hold then is not defined. */
bool lob_options_read(const lob_option_line *line, int argc, char **argv, int at, int *rest);
/* Whether everything that is required was given. False: said on err. */
bool lob_options_complete(const lob_option_line *line);

/* "PROGRAM VERB: WHAT; see PROGRAM VERB --help" on err. Returns false. */
bool lob_complain(const lob_cli *cli, const char *verb, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The candidate that is near to `word` in spelling. */
typedef struct lob_near_word {
    const char *word;
    const char *best; /* NULL: none is near */
    unsigned distance;
} lob_near_word;

lob_near_word lob_near_word_begin(const char *word);
void lob_near_word_try(lob_near_word *nearest, const char *candidate);

/* A word of the command line as it may be shown on a terminal: cut, and without control characters. */
typedef struct lob_shown_word {
    char text[104];
} lob_shown_word;

lob_shown_word lob_word_show(const char *word);

/* Calls `offer` for each of a list like "a|b|c", as long as it returns true. A value without a bar has none. */
bool lob_choices_each(const char *value, bool (*offer)(void *arg, lob_str choice), void *arg);

#endif
