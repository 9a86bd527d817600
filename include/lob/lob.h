/* liblob: chip layouts for programs. Open a GDSII or OASIS file, ask what lies where, measure, draw, check, write.
 *
 * Two handles. A lob_doc is an opened layout; it never changes, so any number of threads may read one at once. A
 * lob_desk is where one thread works: it holds what the calls of that thread gave back, and its last error. A desk is
 * used by one thread at a time; only lob_desk_cancel() may be called by others.
 *
 * Errors: functions that can fail return 0, or -1 with the story at the desk: a code ("FILE_NOT_FOUND"), a message, a
 * hint that says how to recover, and details. Codes are those of the server's contract, and "CANCELLED". A failed call
 * leaves its results unset. Running out of memory is an error like any other ("TOOL_LIMIT_EXCEEDED").
 *
 * Ownership: what a call gives back through a pointer (arrays, rings, names, PNG bytes) belongs to the desk, or, where
 * so said, to the doc. A desk forgets its results at lob_desk_clear() or lob_desk_drop(), not before: a loop of many
 * questions clears between them. Results about a doc may hold names of that doc, so they die with it as well.
 *
 * Units: coordinates and lengths are database units of the doc (info.dbu_um micrometres each), areas are square
 * database units. Coordinates are whole numbers within +-(2^53 - 1). Names are bytes of the file with a size and a NUL
 * behind; they may hold any byte, NUL too, and what they say is the file's, not ours: show them escaped.
 *
 * ABI: structs are filled by the library and only ever grow with a new LOB_API.
 */
#ifndef LOB_LOB_H
#define LOB_LOB_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LOB_API      1
#define LOB_DOC_NONE UINT32_MAX /* no such layer or cell */

int lob_api_version(void); /* LOB_API of the library: compare it with the header's */

/* ---- the desk ---- */
typedef struct lob_desk lob_desk;

typedef struct lob_desk_detail {
    const char *key;
    const char *text; /* NULL: a number. Bytes that may be the file's or the caller's; not NUL-terminated */
    size_t text_size;
    int64_t number;
} lob_desk_detail;

lob_desk *lob_desk_new(void);        /* the caller's, given back with lob_desk_drop(); NULL: out of memory */
void lob_desk_drop(lob_desk *desk);  /* and all results it holds. NULL is fine */
void lob_desk_clear(lob_desk *desk); /* forgets results, the error and a cancellation */
/* From any thread: the running call, and those to come until lob_desk_clear(), end with "CANCELLED" where they poll. */
void lob_desk_cancel(lob_desk *desk);
/* Of the last call that failed; "OK" and "" when the last one did not. Valid until the next call at this desk. */
const char *lob_desk_code(const lob_desk *desk);
const char *lob_desk_message(const lob_desk *desk);
const char *lob_desk_hint(const lob_desk *desk);
/* Details by number from 0: 0, or -1 when there is no such detail. */
int lob_desk_detail_at(const lob_desk *desk, unsigned index, lob_desk_detail *detail);

/* ---- the layout ---- */
typedef struct lob_doc lob_doc;

typedef struct lob_doc_point {
    int64_t x, y;
} lob_doc_point;

typedef struct lob_doc_box { /* closed; left <= right, bottom <= top */
    int64_t left, bottom, right, top;
} lob_doc_box;

typedef struct lob_doc_info {
    const char *format; /* "gds" | "oas" */
    int is_gzip;
    double dbu_um;      /* one database unit in micrometres */
    uint64_t file_size; /* bytes as on disk */
    char sha256[65];    /* of the file as on disk, lower-case hex */
    uint32_t layer_count, cell_count, top_count, warning_count;
} lob_doc_info;

typedef struct lob_doc_layer {
    uint32_t layer, datatype;
    const char *name; /* as the file has it; size 0: none. The doc's */
    size_t name_size;
} lob_doc_layer;

typedef struct lob_doc_cell {
    const char *name; /* the doc's */
    size_t name_size;
    int is_top;           /* placed by no other cell */
    int is_ghost;         /* placed, but not in the file */
    int has_box;          /* 0: nothing is in it */
    lob_doc_box box;      /* with all children */
    uint64_t shape_count; /* of this cell alone, texts included, members of repetitions one by one; saturating */
    uint64_t shape_count_expanded; /* with all children; saturating */
    uint64_t instance_count;       /* members of arrays one by one; saturating */
} lob_doc_cell;

typedef struct lob_doc_warning { /* what reading or writing had to pass over */
    const char *kind, *text;     /* static */
    uint64_t count;
} lob_doc_warning;

/* Reads a file, GDSII or OASIS, plain or gzip, told apart by its bytes; takes it whole into memory. `path` may be
 * relative. *doc is the caller's until lob_doc_close(). FILE_NOT_FOUND; UNSUPPORTED_FORMAT with details offset, record,
 * cell, reason; TOOL_LIMIT_EXCEEDED. */
int lob_doc_open(lob_desk *desk, const char *path, lob_doc **doc);
void lob_doc_close(lob_doc *doc); /* NULL is fine. No call on the doc may be running */
void lob_doc_describe(const lob_doc *doc, lob_doc_info *info);
/* By index; 0, or -1 beyond the last. Layers are sorted by (layer, datatype), tops by name; cells are in file order. */
int lob_doc_layer_at(const lob_doc *doc, uint32_t index, lob_doc_layer *layer);
int lob_doc_cell_at(const lob_doc *doc, uint32_t index, lob_doc_cell *cell);
int lob_doc_warning_at(const lob_doc *doc, uint32_t index, lob_doc_warning *warning);
uint32_t lob_doc_top_at(const lob_doc *doc, uint32_t index); /* a cell's index, or LOB_DOC_NONE */
uint32_t lob_doc_find_layer(const lob_doc *doc, uint32_t layer, uint32_t datatype); /* index or LOB_DOC_NONE */
uint32_t lob_doc_find_cell(const lob_doc *doc, const char *name, size_t name_size);

/* ---- what lies in a box ---- */
typedef struct lob_doc_view { /* of which cell, where, on which layers */
    uint32_t cell;            /* index; the cell's coordinates are those of box and results */
    const lob_doc_box *box;   /* NULL: the whole cell. Must have an area, else INVALID_BOX */
    const uint32_t *layers;   /* indices, NULL: all. In any order; an unknown one is INVALID_LAYER */
    uint32_t layer_count;
} lob_doc_view;

typedef struct lob_doc_shape {
    uint32_t layer;   /* index */
    const char *kind; /* "box" | "path" | "polygon" */
    lob_doc_box box;
    const lob_doc_point *ring; /* outline as drawn, not closed, whole database units; holes by cut lines */
    uint32_t ring_count;
} lob_doc_shape;

typedef struct lob_doc_text {
    uint32_t layer;
    lob_doc_point at;
    const char *text; /* the doc's */
    size_t text_size;
} lob_doc_text;

/* Shapes whose box shares more than a border with the view's, through the hierarchy, at most `count_max`, ordered by
 * layer, kind, box, path of cells. *more is 1 when there are others. QUERY_TOO_LARGE when the work is beyond bounds. */
int lob_doc_find_shapes(lob_desk *desk, const lob_doc *doc, const lob_doc_view *view, size_t count_max,
                        const lob_doc_shape **shapes, size_t *count, int *more);
/* The same of texts, a text being its point: ordered by layer, text, place. */
int lob_doc_find_texts(lob_desk *desk, const lob_doc *doc, const lob_doc_view *view, size_t count_max,
                       const lob_doc_text **texts, size_t *count, int *more);

/* ---- measuring: exact for the outlines as drawn ---- */
typedef struct lob_doc_gap {
    double distance;                   /* of the borders; 0 when the shapes share a point */
    int is_whole;                      /* `distance` is a whole number, so exact as a double */
    int is_touching;                   /* they share at least a point */
    double from_x, from_y, to_x, to_y; /* nearest points, on the first and on the second */
} lob_doc_gap;

int lob_doc_measure_gap(lob_desk *desk, const lob_doc_shape *first, const lob_doc_shape *second, lob_doc_gap *gap);
/* Parts of a shape that overlap themselves count once. */
int lob_doc_measure_area(lob_desk *desk, const lob_doc_shape *shape, double *area);
/* Of each layer of the doc (an array of info.layer_count, the caller's): what its shapes cover of the view, overlaps
 * once; 0 for layers that the view leaves out. QUERY_TOO_LARGE above two million shapes. */
int lob_doc_measure_layers(lob_desk *desk, const lob_doc *doc, const lob_doc_view *view, double *areas);

/* ---- pictures ---- */
typedef enum { LOB_DOC_LIGHT, LOB_DOC_DARK, LOB_DOC_MASK } lob_doc_ground; /* white, black; mask: coverage in grey */

/* Draws the view, the same scale both ways, its middle in the picture's: a PNG of width x height pixels, 1 to 16384
 * each, 2^25 in all (QUERY_TOO_LARGE). The same doc and view give the same pixels on every machine. */
int lob_doc_draw(lob_desk *desk, const lob_doc *doc, const lob_doc_view *view, uint32_t width, uint32_t height,
                 lob_doc_ground ground, const void **png, size_t *png_size);
/* Writes bytes to a file, whole or not at all; an existing regular file is replaced. Errors: as lob_doc_write(). */
int lob_desk_save(lob_desk *desk, const char *path, const void *bytes, size_t size);

/* ---- writing ---- */
/* As GDSII or OASIS: `format` "gds", "oas" or NULL, by the name (.gds .gdsii .oas .oasis, each also .gz, which
 * compresses). Whole or not at all; an existing regular file is replaced. The same layout gives the same bytes. What
 * the format could not hold is told in *warnings (NULL: do not tell). INVALID_TARGET: no such format, or the name is
 * taken by what is no file; FILE_NOT_FOUND: no such folder; TOOL_LIMIT_EXCEEDED, INTERNAL_ERROR: what the system
 * refused. */
int lob_doc_write(lob_desk *desk, const lob_doc *doc, const char *path, const char *format,
                  const lob_doc_warning **warnings, size_t *count);

/* ---- rules ---- */
typedef struct lob_doc_finding {
    const char *rule, *description, *severity; /* of the deck, NUL-terminated; severity "error" | "warning" */
    const char *kind;                          /* "edge_pair" | "polygon" | "edge" | "point" | "box" */
    const lob_doc_point *points; /* edge_pair 4 (first edge, second edge), edge 2, point 1, box 2, polygon a ring */
    uint32_t point_count;
    lob_doc_box box;
    double value; /* edge_pair: distance; polygon: area; edge: angle in degrees; box: density, 0..1 */
} lob_doc_finding;

/* Runs a rule deck (JSON text: spec/types/rule_deck.json or drc_rules.json, docs/mechanisms/rules.md) over a cell; of
 * the view its cell and box count. At most a million findings are listed; *total counts all. INVALID_TARGET with the
 * place in the deck. */
int lob_doc_run_rules(lob_desk *desk, const lob_doc *doc, const lob_doc_view *view, const char *deck, size_t deck_size,
                      const lob_doc_finding **findings, size_t *count, uint64_t *total);

#ifdef __cplusplus
}
#endif
#endif
