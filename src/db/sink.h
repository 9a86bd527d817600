/* What a reader drives: the events of a layout in file order. The layout builder, the writers, the text dump and the
 * fuzz targets are all sinks, so a reader knows nothing of storage.
 *
 * Order of events: begin_layout, then cells (begin_cell, their contents, end_cell), then end_layout; layer_name,
 * property and warning may come at any time, context between cells. A sink returns LOB_OK or an error it has set in its
 * own ctx; the reader stops at once. All pointers are borrowed for the call. Coordinates are int32 as in the file;
 * readers refuse what does not fit.
 */
#ifndef LOB_DB_SINK_H
#define LOB_DB_SINK_H

#include "base/ctx.h"
#include "geom/repetition.h"

/* OASIS may use a name by its number before the table that defines it: then the string in an event has data == NULL and
 * the number stands beside it; `define` tells the string, `end_layout` resolves. GDSII readers never do this. */
typedef enum { LOB_TABLE_CELL, LOB_TABLE_TEXT, LOB_TABLE_PROP, LOB_TABLE_PROP_STRING, LOB_TABLE_COUNT } lob_table;

typedef struct lob_layer_range { /* inclusive */
    uint32_t layer_low, layer_high, datatype_low, datatype_high;
} lob_layer_range;

typedef enum { LOB_PROP_UINT, LOB_PROP_INT, LOB_PROP_REAL, LOB_PROP_STRING, LOB_PROP_STRING_REF } lob_prop_kind;

typedef struct lob_prop_value {
    lob_prop_kind kind;
    uint64_t u; /* UINT, and the number of a STRING_REF */
    int64_t i;
    double real;
    lob_str string;
} lob_prop_value;

/* GDSII: attribute number with one string. OASIS: a name with any values. */
typedef struct lob_prop {
    lob_str name; /* data NULL: `attr` is the key, or `name_ref` when name_by_ref */
    uint64_t name_ref;
    bool name_by_ref;
    uint16_t attr;    /* PROPATTR, 1..65535 */
    bool is_standard; /* OASIS S_... property */
    const lob_prop_value *values;
    uint32_t value_count;
} lob_prop;

/* What every element can have. */
typedef struct lob_element {
    uint32_t layer, datatype; /* texts: layer and texttype; instances: 0 */
    const lob_rep *rep;       /* NULL: once */
    const lob_prop *props;
    uint32_t prop_count;
} lob_element;

typedef struct lob_text_event {
    lob_str string; /* data NULL: string_ref */
    uint64_t string_ref;
    lob_point at;
    uint8_t code;          /* orthogonal orientation 0..7 (GDSII; OASIS texts have none: 0) */
    uint8_t presentation;  /* GDSII PRESENTATION: bits 0-1 horizontal, 2-3 vertical, 4-5 font */
    double angle_deg, mag; /* as stored, 0 and 1 when absent */
    int32_t width;         /* GDSII WIDTH of the text, 0 when absent */
} lob_text_event;

typedef struct lob_path_event {
    const lob_point *points;
    uint32_t count;
    int32_t width; /* >= 0 */
    int32_t begin_ext, end_ext;
    bool round_ends;
    bool width_is_absolute; /* GDSII: negative WIDTH */
    uint8_t pathtype;       /* GDSII number as stored: 0, 1, 2, 4; OASIS: 4 */
} lob_path_event;

typedef struct lob_instance_event {
    lob_str cell; /* name; need not be defined yet, or at all; data NULL: cell_ref */
    uint64_t cell_ref;
    bool mirror;
    double angle_deg, mag;
    bool mag_is_absolute, angle_is_absolute; /* GDSII STRANS bits, kept and otherwise ignored (warned about) */
    lob_point at;
} lob_instance_event;

typedef struct lob_layout_event {
    const char *format; /* "gds" | "oas" */
    double dbu_um;      /* database unit in um, finite, 1e-6 .. 1e6 */
    double user_unit;   /* GDSII: dbu in user units (0.001); OASIS: 0 */
    lob_str library;    /* GDSII LIBNAME, else empty */
    int version;        /* GDSII HEADER (600, 7, 5, 3), OASIS 100 */
} lob_layout_event;

/* The kind of the gravest warning, which a layout lists first: bytes changed after the file was written. */
#define LOB_WARNING_CONTENT_DAMAGED "content_damaged"

typedef struct lob_sink {
    void *self;
    lob_status (*begin_layout)(void *self, const lob_layout_event *layout);
    lob_status (*layer_name)(void *self, uint32_t layer, uint32_t datatype, lob_str name);
    lob_status (*begin_cell)(void *self, lob_str name);
    lob_status (*box)(void *self, const lob_element *element, lob_box box);
    /* Not closed: the last point differs from the first (unless the outline truly doubles it). count >= 3. */
    lob_status (*polygon)(void *self, const lob_element *element, const lob_point *points, uint32_t count);
    lob_status (*path)(void *self, const lob_element *element, const lob_path_event *path);
    lob_status (*text)(void *self, const lob_element *element, const lob_text_event *text);
    lob_status (*instance)(void *self, const lob_element *element, const lob_instance_event *instance);
    /* Of the cell that is open, else of the layout. */
    lob_status (*property)(void *self, const lob_prop *prop);
    lob_status (*end_cell)(void *self);
    /* `kind` is a static word (e.g. "absolute_angle"), `text` a sentence without layout text; offset in the (inflated)
     * file. */
    lob_status (*warning)(void *self, const char *kind, const char *text, uint64_t offset);
    lob_status (*end_layout)(void *self);
    /* OASIS alone. */
    lob_status (*begin_cell_ref)(void *self, uint64_t ref);
    /* offset: of the record, for a warning. */
    lob_status (*define)(void *self, lob_table table, uint64_t ref, lob_str string, uint64_t offset);
    lob_status (*layer_range)(void *self, const lob_layer_range *range, lob_str name); /* LAYERNAME */
    /* KLayout's context strings (PCells, meta data) of the cell `cell`, or of the layout when cell.data is NULL: whole
     * and in order. Several events for one cell add up. NULL: the sink takes none. An OASIS reader passes them on as
     * what they are in the file, the property KLAYOUT_CONTEXT; the builder knows it. */
    lob_status (*context)(void *self, lob_str cell, const lob_str *strings, uint32_t count);
    /* All three or none (NULL): a list of points that many elements have is given once, relative to its first point,
     * which is (0, 0); *outline, never LOB_SINK_NO_OUTLINE, stands for it from then on. The first point of the element
     * lies at `at`; all of them fit into 32 bits. path->points is NULL. */
    lob_status (*outline)(void *self, const lob_point *points, uint32_t count, uint32_t *outline);
    lob_status (*polygon_of)(void *self, const lob_element *element, uint32_t outline, lob_point at);
    lob_status (*path_of)(void *self, const lob_element *element, const lob_path_event *path, uint32_t outline,
                          lob_point at);
} lob_sink;

#define LOB_SINK_NO_OUTLINE UINT32_MAX

#endif
