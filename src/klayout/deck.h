/* A deck made ready: one text in the run folder, and the names it is given.
 *
 * KLayout decks come in three shapes: DRC scripts (.drc), macros that hold one as XML (.lydrc, .lym), plain Ruby (.rb).
 * What is copied is what KLayout would run, with `# %include file` put in place (a macro's text, a line's file). Decks
 * written for the window of KLayout, which say neither what they check nor where the report goes, get both:
 * `source($input_path, $top_cell)` in front, and `$report_path` as the file of their report; line numbers stay. Of a
 * layout with several top cells KLayout opens only one that is named: `source($input)` becomes `source($input,
 * $top_cell)`.
 *
 * Invariants: nothing is copied that lies outside the folder of the deck; no name of a file of the client reaches
 * KLayout; a parameter's value is data and no name that KLayout would open as a command or an address.
 */
#ifndef LOB_KLAYOUT_DECK_H
#define LOB_KLAYOUT_DECK_H

#include "base/file.h"

enum { LOB_DECK_INCLUDE_COUNT_MAX = 1000, LOB_DECK_DEPTH_MAX = 16, LOB_DECK_NAME_SIZE_MAX = 128 };

typedef enum { LOB_DECK_DRC, LOB_DECK_RUBY } lob_deck_kind;

typedef struct lob_deck_param {
    lob_str name, value;
} lob_deck_param;

typedef struct lob_deck_spec {
    lob_str path;           /* absolute, of the client */
    lob_str text;           /* data set: a DRC script in place of a file; path is its name, and it includes nothing */
    const lob_roots *roots; /* where it may lie */
    int dir_fd;             /* the run folder: the deck is written there */
    const char *input_path; /* absolute, the server's own: the copy of the layout */
    const char *report_path;
    lob_str top_cell;    /* data NULL: none is named */
    bool has_other_tops; /* top_cell is not the only top cell of the layout, or none: a source that names no cell gets
                            it */
    const lob_deck_param *params;
    size_t param_count;
} lob_deck_spec;

/* Lines `line_first` and on of the deck come from `file`, there at `line`. */
typedef struct lob_deck_section {
    uint32_t line_first, line; /* from 1 */
    lob_str file;              /* relative to the folder of the deck; untrusted text */
} lob_deck_section;

typedef struct lob_deck {
    char name[16]; /* of the file in the run folder: deck.drc, deck.rb */
    lob_deck_kind kind;
    bool source_added, report_added, top_added;
    const lob_str *definitions; /* "name=value" for -rd; NUL-terminated */
    size_t definition_count;
    const lob_deck_section *sections; /* ascending, from line 1 */
    size_t section_count;
    uint32_t lines_in_front; /* of the written deck, before the first of these */
    size_t size;             /* bytes written */
    size_t files;            /* read: the deck and what it includes, repeats counted */
} lob_deck;

/* Everything in the request arena. Errors:
 *   path       those of lob_file_open_input(), and TOOL_LIMIT_EXCEEDED reason file_size
 *   deck       DRC_RUN_FAILED with details.reason kind (not .drc, .lydrc, .lym, .rb) | text (NUL bytes) |
 *              macro (no text in it, or another language) | the reasons of lob_xml_parse();
 *              include_path (absolute, or out of the folder) | include_expression ("$(...)") | include_absent |
 *              include_depth | include_count | deck_size, with details.include and details.line
 *   params     INVALID_TARGET with an issue and details.argument: too many, names that are no identifiers or that Ruby
 *              keeps for itself, input_path, report_path, an alias that the deck opens, values too long, with a NUL, or
 *              that begin with a scheme */
lob_status lob_deck_prepare(lob_ctx *ctx, const lob_deck_spec *spec, lob_deck *deck);

/* Where a line of the written deck comes from. */
void lob_deck_place(const lob_deck *deck, uint32_t line, lob_str *file, uint32_t *file_line);

#endif
