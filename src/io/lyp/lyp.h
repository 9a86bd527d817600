/* Layer properties of KLayout (.lyp): what a layer is called, whether it is shown, how it is drawn.
 *
 * Groups are resolved: what comes out is the list of leaves in the order of the file, each with what KLayout calls its
 * real values: colours, patterns, widths and layout of a group override those of its members (as in KLayout, where a
 * group's colour paints all of it), brightness adds up, an entry is valid and visible when all groups around it are.
 * All memory is the arena's. A value that does not parse is left out and counted; broken XML is an error.
 */
#ifndef LOB_IO_LYP_LYP_H
#define LOB_IO_LYP_LYP_H

#include "io/source.h"

enum {
    LOB_LYP_ENTRY_MAX = 65536, /* leaves and groups */
    LOB_LYP_CUSTOM_MAX = 4096, /* patterns of a file */
    LOB_LYP_ANY = -1,          /* a layer, datatype or layout not said: every */
    LOB_LYP_UNSET = -1,        /* a pattern, line style or width not said */
    LOB_PATTERN_BUILTIN_COUNT = 47,
    LOB_LINE_STYLE_BUILTIN_COUNT = 8,
    LOB_PATTERN_SIZE_MAX = 32
};

/* A fill pattern that repeats. Bit x of rows[y] is column x, both counted from the left and the top. */
typedef struct lob_pattern {
    uint8_t width, height; /* 1..LOB_PATTERN_SIZE_MAX */
    uint32_t rows[LOB_PATTERN_SIZE_MAX];
    lob_str name; /* of a custom one; may be empty */
} lob_pattern;

/* A dashed line: bit x is pixel x of the period; width 0 is a solid line. */
typedef struct lob_line_style {
    uint8_t width;
    uint32_t bits;
    lob_str name;
} lob_line_style;

/* A source string: "NAME L/D@LAYOUT ...". */
typedef struct lob_lyp_source {
    lob_str text;            /* as it stands */
    lob_str name;            /* data NULL: none */
    int32_t layer, datatype; /* LOB_LYP_ANY: every */
    int32_t layout;          /* from 0; LOB_LYP_ANY: every ("@*") */
    bool is_indexed;         /* "%3": a layer by its number in the database, matches nothing here */
    bool is_special;         /* "!CellFrame" */
    bool has_conditions;     /* a transformation, cells, properties or levels: read over, not applied */
} lob_lyp_source;

typedef struct lob_lyp_entry {
    lob_str name; /* its own, as written; may be empty */
    lob_lyp_source source;
    uint32_t fill_color, frame_color; /* 0xRRGGBB, brightness applied */
    bool has_fill_color, has_frame_color;
    int32_t fill_brightness, frame_brightness;
    int32_t pattern;    /* built-in below LOB_PATTERN_BUILTIN_COUNT, then custom ones */
    int32_t line_style; /* built-in below LOB_LINE_STYLE_BUILTIN_COUNT, then custom ones */
    int32_t width, animation;
    bool valid, visible, transparent, marked, xfill;
    uint32_t depth; /* groups around it */
} lob_lyp_entry;

typedef struct lob_lyp {
    const lob_lyp_entry *entries; /* leaves */
    uint32_t entry_count, group_count;
    const lob_pattern *patterns; /* custom ones, C0 first */
    uint32_t pattern_count;
    const lob_line_style *line_styles;
    uint32_t line_style_count;
    uint32_t tab_count;     /* above 1: only the first was read */
    uint32_t fault_count;   /* values that did not parse */
    uint64_t unknown_count; /* elements of no known name */
} lob_lyp;

/* Reads all of `source`. Errors: as lob_xml_parse() with UNSUPPORTED_FORMAT; also reason "entries" or "patterns" above
 * the limits; TOOL_LIMIT_EXCEEDED out of memory. */
lob_status lob_lyp_read(lob_ctx *ctx, lob_source *source, lob_arena *arena, lob_lyp *lyp);

/* Reads a source string. False when KLayout would refuse it. */
bool lob_lyp_source_parse(lob_arena *arena, lob_str text, lob_lyp_source *source, bool *no_memory);

/* The built-in pattern or the custom one of that number; NULL when there is none: KLayout then fills the whole, and
 * draws solid lines. */
const lob_pattern *lob_lyp_pattern(const lob_lyp *lyp, int32_t pattern);
const lob_line_style *lob_lyp_line_style(const lob_lyp *lyp, int32_t line_style);

/* KLayout's brightness: channels scaled towards black (below 0) or white, by a factor of 2 for 128. */
uint32_t lob_lyp_brighter(uint32_t color, int32_t brightness);

/* What an entry says about a layer of a layout that is the only one open. */
typedef struct lob_lyp_match {
    const lob_lyp_entry *entry; /* the first that names the layer, else the first wildcard; NULL: none fits */
    lob_str name;               /* the entry's name, else that of its source; data NULL when neither says one */
    bool visible;               /* any fitting entry is valid and visible; false when none fits */
} lob_lyp_match;
/* Entries that say layer and datatype fit those; others that say a name fit the layer's own name (may be absent);
 * wildcards fit what no other entry fits. O(entries). */
lob_lyp_match lob_lyp_find(const lob_lyp *lyp, int32_t layer, int32_t datatype, lob_str name);

#endif
