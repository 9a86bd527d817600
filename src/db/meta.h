/* KLayout's context strings, understood: PCells, library cells and meta information of a cell or a layout.
 *
 *     LIB=name   PCELL=name   CELL=name   P(name)=value   META(name[,description])=value
 *
 * Names are words or quoted; values are KLayout's variants as text (db/meta.c has the table). Nothing in these strings
 * is ever an error: a value that does not parse is kept as it stands (LOB_META_RAW), a string of another form is
 * counted in `unknown_count`. Values come from files: their texts are data.
 */
#ifndef LOB_DB_META_H
#define LOB_DB_META_H

#include "db/layout.h"

typedef enum {
    LOB_META_NIL,
    LOB_META_BOOL,
    LOB_META_INT,
    LOB_META_UINT, /* above INT64_MAX */
    LOB_META_REAL,
    LOB_META_STRING,
    LOB_META_LIST,
    LOB_META_MAP,
    LOB_META_OBJECT, /* [class:text], a KLayout object as its to_s gives it: [trans:r0 10,0], [layer:WG (1/0)] */
    LOB_META_RAW
} lob_meta_kind;

enum { LOB_META_DEPTH_MAX = 64 }; /* lists and maps in each other; deeper ones are raw */

typedef struct lob_meta_value {
    lob_meta_kind kind;
    bool boolean;
    int64_t i;
    uint64_t u;
    double real;                        /* INT and UINT have it as well */
    lob_str string;                     /* STRING; of an OBJECT what follows the colon; RAW: the whole text */
    lob_str class_name;                 /* OBJECT: in lower case, as KLayout writes it */
    uint32_t item_count;                /* LIST, MAP */
    const struct lob_meta_value *items; /* the first item; the others by `next` */
    const struct lob_meta_value *next;  /* in the list or map it stands in */
    const struct lob_meta_value *key;   /* in a map; NULL elsewhere */
} lob_meta_value;

typedef struct lob_meta_entry {
    lob_str name, description; /* decoded; the description of META alone, else empty */
    lob_meta_value value;
} lob_meta_entry;

typedef struct lob_meta {
    lob_str library, pcell, cell; /* data NULL when absent */
    const lob_meta_entry *params; /* P(...), in the order of the strings */
    const lob_meta_entry *infos;  /* META(...) */
    uint32_t param_count, info_count;
    uint32_t raw_count;     /* values that did not parse */
    uint32_t unknown_count; /* strings of no known form */
} lob_meta;

/* Reads the strings of a cell or layout (lob_layout_context()); all of *meta lives in `arena`, texts that need no
 * decoding in the strings. Fails for want of memory alone. Linear. */
lob_status lob_meta_parse(lob_ctx *ctx, lob_arena *arena, const lob_str *strings, uint32_t count, lob_meta *meta);
/* One value, whole; RAW when it does not parse. False: out of memory. */
bool lob_meta_parse_value(lob_arena *arena, lob_str text, lob_meta_value *value);

/* The member of a map under a string key; NULL when there is none, when `map` is NULL or no map. */
const lob_meta_value *lob_meta_member(const lob_meta_value *map, const char *key);
/* The text of a STRING, "" otherwise (NULL as well). */
lob_str lob_meta_text(const lob_meta_value *value);

#endif
