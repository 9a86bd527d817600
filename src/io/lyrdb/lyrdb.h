/* Marker databases of KLayout (.lyrdb): categories, cells and how they lie in each other, items with values.
 *
 * Coordinates are micrometres as written, doubles, in the coordinates of the item's cell; lob_rdb_frames() leads to the
 * top cell. Texts are data of whoever ran the check. Arrays are plain, so that a database can also be put together by
 * hand and written.
 */
#ifndef LOB_IO_LYRDB_LYRDB_H
#define LOB_IO_LYRDB_LYRDB_H

#include "io/outfile.h"
#include "io/source.h"

#define LOB_RDB_NONE UINT32_MAX

typedef struct lob_um_point {
    double x, y;
} lob_um_point;

typedef struct lob_um_box { /* empty when left > right */
    double left, bottom, right, top;
} lob_um_box;

/* p -> (x, y) + mag * turned by angle(mirrored at the x axis when is_mirrored, p) */
typedef struct lob_um_trans {
    bool is_mirrored;
    double angle; /* degrees, [0, 360) */
    double mag;   /* > 0 */
    double x, y;
} lob_um_trans;

typedef enum {
    LOB_RDB_TEXT,
    LOB_RDB_FLOAT,
    LOB_RDB_POLYGON,
    LOB_RDB_EDGE,
    LOB_RDB_EDGE_PAIR,
    LOB_RDB_BOX,
    LOB_RDB_PATH,
    LOB_RDB_LABEL,
    LOB_RDB_RAW /* did not parse: the whole text as it stands */
} lob_rdb_kind;

typedef struct lob_rdb_path {
    double width, begin_ext, end_ext;
    bool is_round;
} lob_rdb_path;

typedef struct lob_rdb_label {
    lob_str text;
    lob_um_trans trans; /* mag 1 */
} lob_rdb_label;

typedef struct lob_rdb_tag {
    lob_str name;
    bool is_user; /* written with a # */
} lob_rdb_tag;

typedef struct lob_rdb_value {
    uint8_t kind;
    bool is_symmetric;      /* EDGE_PAIR: the two edges have no order ("|") */
    uint32_t point_count;   /* EDGE 2, EDGE_PAIR 4, BOX 0 (empty) or 2 (lower left, upper right) */
    uint32_t contour_count; /* POLYGON: 1 and its holes; 0 without points */
    const lob_um_point *points;
    const lob_rdb_tag *tag; /* NULL: none */
    union {
        lob_str text;               /* TEXT, RAW */
        double number;              /* FLOAT */
        const uint32_t *contours;   /* POLYGON: where each contour ends, in points */
        const lob_rdb_path *path;   /* PATH */
        const lob_rdb_label *label; /* LABEL */
    };
} lob_rdb_value;

typedef struct lob_rdb_item {
    uint32_t category, cell; /* indices */
    uint32_t value_count, tag_count;
    const lob_rdb_value *values;
    const lob_rdb_tag *tags;
    const lob_str *comment, *image; /* NULL: none; the image is base64 of a PNG, as written */
    uint32_t multiplicity;
    bool is_visited;
} lob_rdb_item;

typedef struct lob_rdb_category {
    lob_str name, description;
    uint32_t parent;     /* index, smaller than its own; LOB_RDB_NONE at the top */
    uint64_t item_count; /* of its own, those of sub-categories not counted */
} lob_rdb_category;

typedef struct lob_rdb_reference {
    uint32_t parent; /* cell */
    lob_um_trans trans;
} lob_rdb_reference;

typedef struct lob_rdb_cell {
    lob_str name, variant, layout_name;  /* variant and layout_name may be empty */
    const lob_rdb_reference *references; /* where it lies; no cycle */
    uint32_t reference_count;
} lob_rdb_cell;

typedef struct lob_rdb_tag_info {
    lob_str name, description;
} lob_rdb_tag_info;

typedef struct lob_rdb {
    lob_str description, original_file, generator, top_cell;
    const lob_rdb_tag_info *tags;
    const lob_rdb_category *categories; /* in the order of the file, parents first */
    const lob_rdb_cell *cells;
    const lob_rdb_item *items; /* in the order of the file */
    uint32_t tag_count, category_count, cell_count, item_count;
    uint64_t raw_count;            /* values kept as RAW */
    uint64_t fault_count;          /* other values that did not parse and have their default */
    uint64_t unknown_count;        /* elements of no known name */
    struct lob_rdb_memory *memory; /* what lob_rdb_drop() gives back; NULL of one put together by hand */
} lob_rdb;

typedef struct lob_rdb_options {
    lob_status refusal;      /* code of a refused file; LOB_OK stands for UNSUPPORTED_FORMAT */
    size_t size_max;         /* bytes of memory the database may take; 0: 1 GiB */
    uint32_t item_count_max; /* 0: 10 million */
} lob_rdb_options;

/* Reads all of `source`; `options` may be NULL. Errors: as lob_xml_parse(); and with reason
 *     category, cell, parent    named but not declared
 *     trans                     a reference whose transformation does not parse
 *     cycle                     cells that lie in themselves
 *     items, memory_limit       more than the options allow (TOOL_LIMIT_EXCEEDED)
 * details.item is the index of the item at fault. A file without its end is an error: there is no short list. */
lob_status lob_rdb_read(lob_ctx *ctx, lob_source *source, const lob_rdb_options *options, lob_rdb *rdb);
void lob_rdb_drop(lob_rdb *rdb);

/* "cell:variant" or "cell", "'a.b'.c": as items name them. Appended to `out`. */
void lob_rdb_put_cell_name(lob_buf *out, const lob_rdb_cell *cell);
lob_status lob_rdb_put_category_path(lob_ctx *ctx, lob_buf *out, const lob_rdb *rdb, uint32_t category);
/* "edge: (0,0;1,1)", with its tag; numbers are the shortest that read back the same. */
void lob_rdb_put_value(lob_buf *out, const lob_rdb_value *value);

/* Writes the file as KLayout does. The same database gives the same bytes. Bytes that are not UTF-8 and characters that
 * XML cannot hold become U+FFFD in names and descriptions; in values they are escaped. */
lob_status lob_rdb_write(lob_ctx *ctx, const lob_rdb *rdb, lob_outfile *out);

/* ---- coordinates ---- */
lob_um_point lob_um_apply(const lob_um_trans *trans, lob_um_point point);
/* First b, then a. */
lob_um_trans lob_um_compose(const lob_um_trans *a, const lob_um_trans *b);

/* Every transformation from `cell` to the top cell, in the order of its references, at most `count_max`; one, the
 * identity, for the top cell itself. A report whose top cell is not among its cells: to every cell without references.
 * Count 0: the cell does not lie in the top cell. Memory: the request arena. O(frames * depth). */
lob_status lob_rdb_frames(lob_ctx *ctx, const lob_rdb *rdb, uint32_t cell, uint32_t count_max,
                          const lob_um_trans **frames, uint32_t *count, bool *truncated);
/* Box of a value under `trans` (NULL: as it stands). Empty for TEXT, FLOAT, RAW. Of a path: a box around its outline,
 * tight where it is axis-parallel at its ends. */
lob_um_box lob_rdb_value_box(const lob_rdb_value *value, const lob_um_trans *trans);
/* The nearest multiple of dbu_um, half away from zero; false outside of +-2^53. */
bool lob_rdb_um_to_dbu(double um, double dbu_um, int64_t *dbu);

/* ---- shared by the parts of this folder ---- */
struct lob_xml_scan;
/* "r90 *1 1,2", "m45 *0.5 1,2", "1,2". */
bool lob_rdb_scan_trans(struct lob_xml_scan *scan, lob_um_trans *trans);
/* Tags "a,#'b c'" of an item. */
lob_status lob_rdb_parse_tags(lob_ctx *ctx, lob_arena *arena, lob_str text, lob_rdb_item *item, bool *fine);
/* A value of any kind; RAW when it does not parse. `text` lives as long as the arena. `fail`: out of memory. */
lob_status lob_rdb_parse_value(lob_ctx *ctx, lob_arena *arena, lob_str text, lob_rdb_value *value);

#endif
