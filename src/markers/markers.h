/* The markers of a run: a marker database as one flat list in the top cell, in an order and with ids of its own.
 *
 * An item of a cell that is placed n times gives n markers. The order is by rule, box (bottom, left, top, right; those
 * without a box first), cell, id: nothing of it depends on the order of the report, which changes with KLayout's
 * threads. An id is a hash of rule, cell and geometry in dbu; equal markers get ids of their own, numbered in order.
 * Rules are called by the name of their category; in a report with nested categories by its whole path, 'a'.b.c, as
 * KLayout writes it. Texts are data of whoever ran the check.
 *
 * Threads: a list is read by one at a time, for waivers are noted in it.
 */
#ifndef LOB_MARKERS_MARKERS_H
#define LOB_MARKERS_MARKERS_H

#include "geom/point.h"
#include "io/lyrdb/lyrdb.h"
#include "rules/rule.h"

enum { LOB_MARKER_ID_SIZE = 20 /* "mrk_" and 16 hex */ };
#define LOB_MARKERS_NONE UINT32_MAX

typedef struct lob_marker_rule {
    lob_str name, description; /* description may be empty */
    uint32_t count;            /* markers */
    uint32_t waived_count;     /* of them, by the last lob_waivers_apply() */
} lob_marker_rule;

typedef struct lob_marker {
    uint64_t id;
    uint32_t rule, cell;         /* indices */
    uint32_t item;               /* of the report */
    uint32_t waiver;             /* index in the waivers last applied; LOB_MARKERS_NONE: not waived */
    const lob_rdb_value *values; /* um of the top cell; of an unplaced one, of its own cell */
    uint32_t value_count;
    bool is_unplaced; /* its cell does not lie in the top cell, as far as the report says */
    bool is_warning;  /* the item has the tag `warning`; else an error */
    lob_box64 box;    /* around all values, dbu, each side to the nearest; empty for texts and numbers */
} lob_marker;

typedef struct lob_markers {
    const lob_marker_rule *rules; /* by name, bytes; those without markers as well */
    const lob_str *cells;         /* distinct names, "cell" or "cell:variant", sorted */
    const lob_marker *items;
    uint32_t rule_count, cell_count, count;
    uint32_t unplaced_count;
    bool is_cut; /* there were more than it may hold */
    double dbu;  /* um */
    const lob_rdb *rdb;
} lob_markers;

/* Takes the database over, also when it fails. dbu: um a database unit, > 0. count_max: 0 stands for the limit
 * markers_kept. O(n log n). TOOL_LIMIT_EXCEEDED: memory, or reason `markers_work` for a report whose cells are placed
 * in too involved a way; LOB_E_CANCELLED. */
lob_status lob_markers_make(lob_ctx *ctx, lob_rdb *rdb, double dbu, uint32_t count_max, lob_markers **markers);
/* Reads a .lyrdb, plain or gzip; takes fd over. Errors of lob_rdb_read() with DRC_RUN_FAILED for a file refused. */
lob_status lob_markers_read(lob_ctx *ctx, int fd, double dbu, lob_markers **markers);
void lob_markers_drop(lob_markers *markers); /* NULL is fine */

void lob_marker_print_id(uint64_t id, char out[LOB_MARKER_ID_SIZE + 1]);
bool lob_marker_parse_id(lob_str text, uint64_t *id);

/* What is shown of a marker: its first value that lies somewhere, else its first; NULL: it has none. */
const lob_rdb_value *lob_marker_shown(const lob_marker *marker);
/* "box", "edge", "edge_pair", "polygon", "path", "text" (a label), "float", "string". */
const char *lob_marker_kind(const lob_rdb_value *value);
/* Around all values, not rounded; empty (left > right) where there is nothing. */
lob_um_box lob_marker_box_um(const lob_marker *marker);
/* The distance of an edge pair's edges, 0 when they meet; false for other values. */
bool lob_marker_distance_um(const lob_rdb_value *value, double *distance);

typedef struct lob_marker_measure {
    const char *word; /* "distance": of a pair; "area": of a polygon; "value": a number beside the geometry */
    const char *unit; /* " um", " um2" or "" */
    double value;
} lob_marker_measure;

/* False: nothing was measured. */
bool lob_marker_measured(const lob_marker *marker, lob_marker_measure *measure);

/* Violations of the built-in engine as a marker database, the same that KLayout would have left: one cell, a category a
 * rule, in um. A category's description is that of the rule, and what the rule demands: "space of 1/0 at least 0.2 um".
 * All of it in ctx->arena. Items of rules of severity "warning" have that tag. A list that was cut says so in its
 * description. Polygons with holes come with cut lines, as they are. */
lob_status lob_rdb_of_verdict(lob_ctx *ctx, const lob_layout *layout, lob_cell_index cell, const lob_rules *rules,
                              const lob_verdict *verdict, lob_rdb *rdb);

/* ---- choosing ---- */

typedef struct lob_marker_filter {
    const uint32_t *rules; /* sorted indices; NULL: all */
    uint32_t rule_count;
    bool has_box; /* only markers whose box touches it, dbu */
    lob_box64 box;
} lob_marker_filter;

/* Indices of the markers that pass, in the order of the list; in ctx->arena. */
lob_status lob_markers_pick(lob_ctx *ctx, const lob_markers *markers, const lob_marker_filter *filter,
                            const uint32_t **picked, uint32_t *count);
/* Rules of that name, or below it ('a' stands for 'a.b' as well): indices are added to `found`, which has room for all.
 * 0: none. */
uint32_t lob_markers_rules_named(const lob_markers *markers, lob_str name, uint32_t *found);

/* Groups the picked markers: two belong together when their boxes touch or are nearer than `distance` dbu (>= 0),
 * straight measured, or when others link them. clusters[i]: of picked[i], from 1, numbered in the order of their first
 * marker; 0 for markers without a box. In ctx->arena. Near O(n log n), also where all lie on one place. */
lob_status lob_markers_cluster(lob_ctx *ctx, const lob_markers *markers, const uint32_t *picked, uint32_t count,
                               int64_t distance, const uint32_t **clusters, uint32_t *cluster_count);

/* ---- of this folder ---- */

/* A value as seen through a frame, in `arena`; false: out of memory. */
bool lob_marker_see(lob_arena *arena, const lob_rdb_value *value, const lob_um_trans *frame, lob_rdb_value *seen);
/* The box of values in dbu; empty when there is none, or it lies out of the range. */
lob_box64 lob_marker_box(const lob_rdb_value *values, uint32_t count, double dbu);
/* Appends what tells the geometry of a value from others, whatever the machine. */
void lob_marker_put_key(lob_buf *out, const lob_rdb_value *value, double dbu);

#endif
