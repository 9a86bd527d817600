/* What the handlers of records and the emitters of elements share. Private to src/io/gds. */
#ifndef LOB_IO_GDS_READER_H
#define LOB_IO_GDS_READER_H

#include "base/buf.h"
#include "db/sink.h"
#include "io/gds/record.h"

/* Where in the grammar the reader stands; an element has a state of its own for each kind. */
typedef enum gds_state {
    GDS_AT_START,
    GDS_IN_HEAD,      /* after HEADER, before the first cell */
    GDS_IN_LIBRARY,   /* between cells */
    GDS_IN_CELL_HEAD, /* after BGNSTR */
    GDS_IN_CELL,
    GDS_IN_BOUNDARY,
    GDS_IN_PATH,
    GDS_IN_SREF,
    GDS_IN_AREF,
    GDS_IN_TEXT,
    GDS_IN_NODE,
    GDS_IN_BOX,
    GDS_AT_END,
    GDS_STATE_COUNT
} gds_state;

typedef struct gds_property {
    uint16_t attr;
    bool has_value;
    size_t start, size; /* in gds_reader.strings */
} gds_property;

/* An element while its records come in. `seen` has a bit for each record type that was there; what was not is not
 * valid, except that the reader puts in the defaults of the format. */
typedef struct gds_element {
    uint64_t seen;
    uint16_t layer, type; /* type: DATATYPE, TEXTTYPE, NODETYPE, BOXTYPE */
    uint16_t strans, presentation;
    uint16_t pathtype, columns, rows;
    int32_t width, begin_ext, end_ext;
    double mag, angle;
    size_t name_start, name_size; /* SNAME or STRING, in gds_reader.strings */
    uint32_t point_count;
    uint32_t prop_count;
} gds_element;

typedef struct gds_reader {
    lob_ctx *ctx;
    const lob_sink *sink;
    lob_gds_lexer lexer;
    gds_state state;
    uint64_t head_seen;
    int version;
    double user_unit, unit_m;
    lob_buf library, cell_name; /* bytes */
    bool in_context;            /* the cell is KLayout's $$$CONTEXT_INFO$$$ */
    bool has_layout;            /* begin_layout went out */
    bool is_strict;             /* deviations are refused, not forgiven */
    gds_element element;
    uint64_t element_offset, element_index;
    lob_buf points;  /* lob_point[] */
    lob_buf strings; /* of the element */
    lob_buf props;   /* gds_property[] */
    lob_buf events;  /* lob_prop[], then lob_prop_value[] */
} gds_reader;

#define GDS_SEEN(type) (UINT64_C(1) << (type))

/* What an outline is when it goes around a rectangle, closed or not. */
bool lob_gds_rectangle(const lob_point *points, uint32_t count, lob_box *box);
/* Hands the finished element to the sink. */
lob_status lob_gds_emit(gds_reader *reader);
/* The same for an element of $$$CONTEXT_INFO$$$: context strings. */
lob_status lob_gds_context_element(gds_reader *reader);

/* Bytes of a file in memory: its head, which begins at offset 0 and ends before the first BGNSTR, or whole cells. */
typedef struct lob_gds_run {
    const uint8_t *data;
    size_t size;
    uint64_t offset;
} lob_gds_run;

/* Reads them alone: the head gives begin_layout, cells give cells. An error says that there is one, and not where it is
 * in the file. */
lob_status lob_gds_read_run(lob_ctx *ctx, const lob_gds_run *run, const lob_sink *sink, bool is_strict);

#endif
