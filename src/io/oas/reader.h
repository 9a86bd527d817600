/* State of the OASIS reader, shared by its files: modal variables, the element that waits for its properties, tables.
 *
 * PROPERTY records follow the element they belong to, and a sink wants them with it: so an element is parsed into
 * `pending` and handed on when the next record that is no PROPERTY begins.
 */
#ifndef LOB_IO_OAS_READER_H
#define LOB_IO_OAS_READER_H

#include "db/sink.h"
#include "io/oas/recall.h"
#include "io/oas/stream.h"
#include "io/oas/strict.h"

/* Record ids. */
enum {
    OAS_PAD = 0,
    OAS_START = 1,
    OAS_END = 2,
    OAS_CELLNAME = 3,
    OAS_TEXTSTRING = 5,
    OAS_PROPNAME = 7,
    OAS_PROPSTRING = 9,
    OAS_LAYERNAME = 11,
    OAS_LAYERNAME_TEXT = 12,
    OAS_CELL_REF = 13,
    OAS_CELL_NAME = 14,
    OAS_XYABSOLUTE = 15,
    OAS_XYRELATIVE = 16,
    OAS_PLACEMENT = 17,
    OAS_PLACEMENT_MAG = 18,
    OAS_TEXT = 19,
    OAS_RECTANGLE = 20,
    OAS_POLYGON = 21,
    OAS_PATH = 22,
    OAS_TRAPEZOID = 23,
    OAS_TRAPEZOID_A = 24,
    OAS_TRAPEZOID_B = 25,
    OAS_CTRAPEZOID = 26,
    OAS_CIRCLE = 27,
    OAS_PROPERTY = 28,
    OAS_PROPERTY_LAST = 29,
    OAS_XNAME = 30,
    OAS_XELEMENT = 32,
    OAS_XGEOMETRY = 33,
    OAS_CBLOCK = 34,
    OAS_RECORD_COUNT = 35
};

/* Modal variables; a bit of `set` says that one has a value. */
typedef enum {
    OAS_M_REPETITION = 1 << 0,
    OAS_M_PLACEMENT_CELL = 1 << 1,
    OAS_M_LAYER = 1 << 2,
    OAS_M_DATATYPE = 1 << 3,
    OAS_M_TEXTLAYER = 1 << 4,
    OAS_M_TEXTTYPE = 1 << 5,
    OAS_M_TEXT_STRING = 1 << 6,
    OAS_M_WIDTH = 1 << 7,
    OAS_M_HEIGHT = 1 << 8,
    OAS_M_POLYGON_POINTS = 1 << 9,
    OAS_M_PATH_HALFWIDTH = 1 << 10,
    OAS_M_PATH_POINTS = 1 << 11,
    OAS_M_PATH_START = 1 << 12,
    OAS_M_PATH_END = 1 << 13,
    OAS_M_CTRAPEZOID_TYPE = 1 << 14,
    OAS_M_RADIUS = 1 << 15,
    OAS_M_PROP_NAME = 1 << 16,
    OAS_M_PROP_VALUES = 1 << 17
} oas_modal_bit;

/* A name given as text or by number. */
typedef struct oas_name {
    lob_buf text; /* owned; meaningful when !by_ref */
    uint64_t ref;
    bool by_ref;
} oas_name;

typedef struct oas_modal {
    uint32_t set;
    uint32_t was_set; /* in any cell so far */
    bool relative;
    int64_t placement_x, placement_y, text_x, text_y, geometry_x, geometry_y;
    oas_name placement_cell, text_string, prop_name;
    bool prop_is_standard;
    uint32_t layer, datatype, textlayer, texttype;
    uint64_t width, height, halfwidth, radius, ctrapezoid_type;
    int64_t path_start, path_end;
    oas_points polygon, path;
    lob_rep rep;
    lob_point *rep_list; /* owned; what rep.list points to */
    uint32_t rep_capacity;
} oas_modal;

/* Property values of the modal list; strings lie behind each other in `text`. */
typedef struct oas_values {
    lob_prop_value *items; /* owned; string.data is an offset until resolved, see property.c */
    size_t *text_at;       /* owned */
    uint32_t count, capacity;
    lob_buf text; /* owned */
} oas_values;

/* Who takes cells for parts (oas_parts.c), and what is asked for each record at the level of the file: the record `id`
 * is one for a part, or the parts are done first. */
typedef struct oas_cutter oas_cutter;
struct oas_reader;
typedef lob_status oas_cut(struct oas_reader *r, unsigned id, bool *is_taken);

typedef enum { OAS_NOTHING, OAS_BOX, OAS_POLY, OAS_PATHS, OAS_TEXTS, OAS_INSTANCE } oas_pending_kind;

typedef struct oas_reader {
    oas_stream s;
    lob_ctx *ctx;
    const lob_sink *sink;
    oas_modal m;
    oas_values values; /* modal last-value-list */
    /* The element that waits. */
    oas_pending_kind pending;
    lob_element element;
    lob_box box;
    lob_point *points; /* owned: absolute points of a polygon or path, or relative ones on their way to the sink */
    uint32_t point_count, point_capacity;
    uint32_t outline; /* LOB_SINK_NO_OUTLINE: `points` count; else the first lies at `at` */
    lob_point at;
    oas_recall recall;
    lob_path_event path;
    lob_text_event text;
    lob_instance_event instance;
    lob_prop *props; /* owned, prop_count used; their values and texts in prop_arena */
    uint32_t prop_count, prop_capacity;
    lob_arena *prop_arena;
    enum { OAS_PROPS_LAYOUT, OAS_PROPS_CELL, OAS_PROPS_ELEMENT, OAS_PROPS_CELLNAME, OAS_PROPS_NAME } prop_target;
    bool in_cell, started, ended, offsets_at_end;
    oas_cutter *cutter;      /* borrowed; NULL: all is read here */
    oas_cut *cut;            /* of the cutter */
    bool is_part, is_shared; /* is_part: cells alone; is_shared: one of both */
    bool is_strict;          /* deviations are refused, not forgiven */
    uint64_t table_count[4]; /* implicit numbers used, by lob_table */
    enum { OAS_MODE_OPEN, OAS_MODE_IMPLICIT, OAS_MODE_EXPLICIT } table_mode[4];
    oas_strict strict;
    double unit; /* dbu a micron */
    lob_buf scratch, cell_name;
} oas_reader;

typedef lob_status oas_handler(oas_reader *r, unsigned id);

/* reader.c */
lob_status oas_flush(oas_reader *r); /* hands the pending element on */
void oas_modal_reset(oas_modal *m);
/* Of unset modal variables: numbers that no record of the file has set become 0, with a warning; all others, and a
 * value of the cell before, are refused. */
lob_status oas_need(oas_reader *r, uint32_t bits);
/* A deviation that leaves no doubt about the layout: a warning of this kind, or refused as `reason` when strict. */
lob_status oas_forgive(oas_reader *r, const char *kind, const char *reason, const char *message, const char *hint);

/* oas_read.c: a file, by its cutter when there is one; and cells alone, without START and END. */
lob_status oas_read_with(lob_ctx *ctx, lob_source *source, const lob_sink *sink, bool is_strict, oas_cutter *cutter,
                         oas_cut *cut);
lob_status oas_read_cells(lob_ctx *ctx, lob_source *source, const lob_sink *sink, bool is_strict);
lob_status oas_handle_record(oas_reader *r, unsigned id);
/* START, END and names. */
static inline bool oas_is_outside_cells(unsigned id) {
    const unsigned x_names = 2; /* with and without a number */
    return id - OAS_START <= OAS_LAYERNAME_TEXT - OAS_START || id - OAS_XNAME < x_names;
}

/* geometry.c */
oas_handler oas_rectangle, oas_polygon, oas_path, oas_trapezoid, oas_ctrapezoid, oas_circle, oas_text, oas_placement,
    oas_xgeometry;
/* points.c */
/* A block of at least `need` items out of `items`, which is given up for it; NULL: out of memory, or more than 2^32
 * items, and `items` is as it was. */
void *oas_grown(void *items, size_t item_size, uint64_t need, uint32_t *capacity);
lob_status oas_points_room(oas_reader *r, uint32_t count); /* of r->points */
lob_status oas_point_list(oas_reader *r, bool is_polygon, oas_points *points);
lob_status oas_repetition(oas_reader *r);
/* property.c */
oas_handler oas_property;
void oas_values_release(oas_values *values);
/* strict.c. Six pairs of (strict, offset); records begin at `low`. */
lob_status oas_table_offsets(oas_reader *r, uint64_t low);
void oas_strict_pads(oas_reader *r); /* the PADs from the record to here */
void oas_strict_name(oas_reader *r, oas_table_kind kind);
void oas_strict_cellname(oas_reader *r, uint64_t number, lob_str name);
void oas_strict_propname(oas_reader *r, uint64_t number, lob_str name);
lob_status oas_strict_cell_number(oas_reader *r, uint64_t number); /* of a CELL */
lob_status oas_strict_cell_name(oas_reader *r, lob_str name);
lob_status oas_strict_cellname_prop(oas_reader *r); /* the modal name and values belong to the last CELLNAME */
lob_status oas_strict_check(oas_reader *r);         /* at the end of the file */
void oas_strict_release(oas_strict *t);
/* names.c */
oas_handler oas_table_name, oas_layer_name, oas_xname, oas_cell, oas_start, oas_end;
lob_status oas_close_cell(oas_reader *r); /* of which there may be none */
lob_status oas_name_read(oas_reader *r, bool by_ref, oas_string_kind kind, oas_name *name);

#endif
