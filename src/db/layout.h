/* The layout: layers, cells, shapes, instances, immutable once frozen.
 *
 * Idea: nothing is expanded and nothing is stored twice. Point lists are kept relative to their first point and
 * interned, repetitions stay repetitions, rare attributes (properties, repetitions of boxes) sit in sparse side tables.
 * A frozen layout is read by any number of threads without locks. Indices, not pointers, tie the parts together.
 *
 * Ownership: a lob_layout owns all it points to (its own arena and columns); lob_layout_keep/drop count references.
 * Units: int32 dbu for stored coordinates, int64 dbu for boxes of cells (children included), um only above src/tool.
 */
#ifndef LOB_DB_LAYOUT_H
#define LOB_DB_LAYOUT_H

#include "db/sink.h"
#include "geom/path.h"
#include "geom/trans.h"

typedef struct lob_layout lob_layout;
typedef uint32_t lob_cell_index;
typedef uint32_t lob_layer_index; /* dense, sorted by (layer, datatype) after freezing */

typedef enum { LOB_KIND_BOX, LOB_KIND_PATH, LOB_KIND_POLYGON, LOB_KIND_TEXT, LOB_KIND_COUNT } lob_kind;
typedef enum { LOB_NAME_NONE, LOB_NAME_LYP, LOB_NAME_OASIS, LOB_NAME_CONVENTION } lob_name_source;

typedef struct lob_layer {
    uint32_t layer, datatype;
    lob_str name; /* empty when unknown */
    lob_name_source name_source;
} lob_layer;

/* Interned outline: points[first .. first + count), relative to the first point (so points[first] is (0, 0) unless the
 * figure is wider than 2^31, then they are absolute and the displacement is (0, 0)). `box` relative alike. */
typedef struct lob_outline {
    uint32_t first, count;
    lob_box box;
} lob_outline;

typedef struct lob_polygon {
    lob_point at;     /* displacement */
    uint32_t outline; /* index of lob_outline */
    uint32_t rep;     /* index of lob_rep, LOB_NONE without */
} lob_polygon;

typedef struct lob_path {
    lob_point at;
    uint32_t outline; /* centre line */
    uint32_t rep;
    int32_t width, begin_ext, end_ext;
    uint8_t pathtype, round_ends, width_is_absolute;
} lob_path;

typedef struct lob_text {
    lob_point at;
    uint32_t string; /* index of lob_layout_string() */
    uint32_t rep;
    float mag, angle_deg;
    int32_t width;
    uint8_t code, presentation;
} lob_text;

typedef struct lob_attr { /* sparse: `value` of shape or instance `index`; tables are sorted by index */
    uint32_t index, value;
} lob_attr;

#define LOB_NONE UINT32_MAX

typedef struct lob_attrs {
    lob_attr *items;
    uint32_t count;
} lob_attrs;

/* All shapes of one cell on one layer, in file order within each kind. */
typedef struct lob_shapes {
    lob_layer_index layer;
    uint32_t share; /* what reading worked out of it; for src/db alone */
    lob_box *boxes;
    lob_path *paths;
    lob_polygon *polygons;
    lob_text *texts;
    uint32_t count[LOB_KIND_COUNT];
    lob_attrs box_reps;              /* values: index of lob_rep */
    lob_attrs props[LOB_KIND_COUNT]; /* values: index of a property set */
    lob_box64 box;                   /* of this cell's own shapes here, repetitions and path widths included */
} lob_shapes;

typedef struct lob_inst {
    lob_cell_index child;
    lob_point at;
    uint32_t rep;  /* LOB_NONE without */
    uint32_t cplx; /* index into lob_layout_cplx(), LOB_NONE when orthogonal with magnification 1 */
    uint8_t code;  /* orthogonal part 0..7; with cplx only the mirror bit counts */
} lob_inst;

typedef struct lob_cplx {
    double angle_deg, mag;
    bool mag_is_absolute, angle_is_absolute;
} lob_cplx;

typedef struct lob_layer_box {
    lob_layer_index layer;
    lob_box64 box;                       /* children included */
    uint64_t shape_count;                /* expanded, texts included, saturating */
    uint64_t kind_count[LOB_KIND_COUNT]; /* the same by kind */
} lob_layer_box;

/* The cell below which has all that there is of a layer, where the cells between pass it on: each by one instance that
 * does not repeat, turn off the axes or magnify. */
typedef struct lob_anchor {
    lob_cell_index cell;
    lob_point at;
    uint8_t code; /* with `at`: from that cell's coordinates */
} lob_anchor;

typedef struct lob_cell {
    lob_str name;
    bool is_ghost;      /* referenced but not defined */
    bool is_top;        /* not placed by any other cell; ghosts are never tops */
    lob_shapes *shapes; /* sorted by layer; only layers that hold something */
    uint32_t shapes_count;
    lob_inst *insts; /* file order */
    uint32_t inst_count;
    lob_attrs inst_props;
    uint32_t props;             /* property set of the cell, LOB_NONE without */
    uint32_t context;           /* of lob_layout_context(), LOB_NONE without */
    lob_layer_box *layer_boxes; /* sorted by layer; children included */
    uint32_t layer_box_count;
    lob_anchor *anchors;    /* of layer_boxes; NULL: each is the cell itself */
    lob_box64 box_figures;  /* of layers with figures, children included */
    lob_box64 box_own, box; /* box: children included, texts and child boxes as KLayout does */
    uint64_t shape_count;   /* this cell alone, texts included; each member of a shape repetition counts, as in KLayout;
                             * an instance array is one of inst_count and all its members are in inst_count_expanded */
    uint64_t text_count;
    uint64_t inst_count_expanded;       /* array members of this cell's own instances, saturating */
    uint64_t shape_count_expanded;      /* with all children, saturating */
    uint64_t inst_count_expanded_total; /* with all children, saturating */
    /* For the walk. */
    lob_box64 box_placed;       /* box, and the origins of instances of empty cells, children included */
    uint64_t inst_placed_count; /* inst_count, and that of each child once for each of its places; saturating */
    uint32_t height;            /* levels below */
    int64_t slack; /* how far what is drawn may stand out of the boxes of its instances, dbu: 0 unless a transformation
                    * below rounds */
} lob_cell;

typedef struct lob_warning {
    const char *kind; /* static word */
    const char *text;
    uint64_t offset; /* of the first */
    uint64_t count;
} lob_warning;

/* ---- reading a frozen layout ---- */
lob_layout *lob_layout_keep(lob_layout *layout);
void lob_layout_drop(lob_layout *layout); /* NULL is fine */
/* Has anybody else a reference? Of use to who holds one and gives none away meanwhile. */
bool lob_layout_is_shared(const lob_layout *layout);

const char *lob_layout_format(const lob_layout *layout); /* "gds" | "oas" */
double lob_layout_dbu(const lob_layout *layout);         /* um, snapped (lob_num_snap_dbu) */

uint32_t lob_layout_layer_count(const lob_layout *layout);
const lob_layer *lob_layout_layer(const lob_layout *layout, lob_layer_index layer);
lob_layer_index lob_layout_find_layer(const lob_layout *layout, uint32_t layer, uint32_t datatype); /* LOB_NONE */

uint32_t lob_layout_cell_count(const lob_layout *layout);
const lob_cell *lob_layout_cell(const lob_layout *layout, lob_cell_index cell);
lob_cell_index lob_layout_find_cell(const lob_layout *layout, lob_str name); /* LOB_NONE */
/* Cells sorted by name (bytes), and in topological order (children before parents); arrays of cell_count. */
const lob_cell_index *lob_layout_cells_by_name(const lob_layout *layout);
const lob_cell_index *lob_layout_cells_bottom_up(const lob_layout *layout);
uint32_t lob_layout_top_count(const lob_layout *layout);
lob_cell_index lob_layout_top(const lob_layout *layout, uint32_t index); /* sorted by name */

/* Nearest cell names by edit distance, for "did you mean": up to LOB_CANDIDATE_COUNT_MAX into the error. */
void lob_layout_suggest_cells(const lob_layout *layout, lob_str name, lob_error *error);

lob_str lob_layout_string(const lob_layout *layout, uint32_t string);
uint32_t lob_layout_string_count(const lob_layout *layout);
const lob_outline *lob_layout_outline(const lob_layout *layout, uint32_t outline);
const lob_point *lob_layout_points(const lob_layout *layout, const lob_outline *outline); /* relative */
const lob_rep *lob_layout_rep(const lob_layout *layout, uint32_t rep);
const lob_cplx *lob_layout_cplx(const lob_layout *layout, uint32_t cplx);
/* The properties of a set, in file order. */
const lob_prop *lob_layout_props(const lob_layout *layout, uint32_t set, uint32_t *count);
uint32_t lob_layout_own_props(const lob_layout *layout); /* the layout's own set, LOB_NONE without */
/* KLayout's context strings (PCells, meta data; db/meta.h reads them), whole, not empty, in KLayout's order. Never
 * among the properties, never in the content hash. */
const lob_str *lob_layout_context(const lob_layout *layout, uint32_t context, uint32_t *count);
uint32_t lob_layout_own_context(const lob_layout *layout);       /* the layout's own list, LOB_NONE without */
uint32_t lob_attrs_find(const lob_attrs *attrs, uint32_t index); /* LOB_NONE when absent */

uint32_t lob_layout_warning_count(const lob_layout *layout);
const lob_warning *lob_layout_warning(const lob_layout *layout, uint32_t index);
uint64_t lob_layout_size(const lob_layout *layout); /* bytes held */

uint32_t lob_shape_rep_index(const lob_shapes *shapes, lob_kind kind, uint32_t index); /* LOB_NONE: once */
/* What freezing knows of a layer beneath a cell, by bisection; NULL: nothing is there. */
const lob_layer_box *lob_cell_layer_box(const lob_cell *cell, lob_layer_index layer);
/* Down to the cell that has all of the layer, where those between pass it on; `trans`, off whose axes nothing jumps,
 * goes along. */
lob_cell_index lob_layout_jump(const lob_layout *layout, lob_cell_index cell, lob_layer_index layer, lob_trans *trans);
lob_trans lob_inst_trans(const lob_layout *layout, const lob_inst *inst); /* of the first member */
lob_box64 lob_inst_box(const lob_layout *layout, const lob_inst *inst);   /* all members; empty when the child is */
lob_box64 lob_shape_box(const lob_layout *layout, const lob_shapes *shapes, lob_kind kind,
                        uint32_t index); /* all members */

/* 32 hex digits of a hash of geometry, names and hierarchy; not of timestamps, order of cells or elements, compression.
 */
lob_status lob_layout_content_hash(lob_ctx *ctx, const lob_layout *layout, char out[33]);

#endif
