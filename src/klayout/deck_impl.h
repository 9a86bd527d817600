/* Parts of a deck: its text put together (include.c), what it does with source and report (adapt.c), the names it is
 * given (params.c). */
#ifndef LOB_KLAYOUT_DECK_IMPL_H
#define LOB_KLAYOUT_DECK_IMPL_H

#include "base/buf.h"
#include "klayout/deck.h"

#define LOB_DECK_INPUT_NAMES  "input_path", "input", "in_gds", "gds_input"
#define LOB_DECK_REPORT_NAMES "report_path", "report", "output", "report_file"

/* ---- include.c ---- */
typedef struct lob_deck_text {
    lob_buf text; /* owned */
    lob_deck_section *sections;
    size_t section_count, section_capacity, files;
    bool is_ruby; /* a macro that says so */
} lob_deck_text;

/* Reads the deck and all it includes. The caller releases text->text, also after a failure. */
lob_status lob_deck_read(lob_ctx *ctx, const lob_deck_spec *spec, lob_deck_text *text);

/* ---- adapt.c ---- */
typedef struct lob_deck_words {
    bool names_source;   /* source() with an argument, or one of the input names */
    bool names_report;   /* report() with two arguments, a ReportDatabase, or one of the report names elsewhere */
    bool calls_source;   /* source() with an argument */
    bool has_title;      /* report() with one argument */
    bool opens_any_top;  /* source() with an input name and nothing else */
    bool outputs_layers; /* output() with a number */
    bool titles_report;  /* report() with one of the report names as its one argument, and none as its second */
    uint32_t opened;     /* bit i: lob_deck_alias(i) stands in a line that opens something */
} lob_deck_words;

/* Names that are defined whether or not the client does; NULL behind the last. */
const char *lob_deck_alias(unsigned index);
void lob_deck_scan(lob_str text, lob_deck_words *words);
/* Is a report added to such a deck? Not where there would be no source before it, and not where the deck makes layers.
 */
bool lob_deck_wants_report(const lob_deck_words *words);
typedef struct lob_deck_top {
    bool is_named;  /* there is a $top_cell */
    bool is_one_of; /* it goes to sources that name none */
} lob_deck_top;

/* Appends the deck with source and report added where `words` of it, as scanned, say that they are wanting. Returns how
 * many lines it put in front. */
unsigned lob_deck_adapt(lob_str text, const lob_deck_words *words, lob_deck_top top, lob_buf *out);

/* ---- params.c ---- */
lob_status lob_deck_define(lob_ctx *ctx, const lob_deck_spec *spec, const lob_deck_words *words, lob_deck *deck);

#endif
