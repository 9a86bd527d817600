/* State of the OASIS writer, shared by write.c (file, tables), write_prop.c (properties) and write_cell.c (elements).
 */
#ifndef LOB_IO_OAS_WRITER_H
#define LOB_IO_OAS_WRITER_H

#include "base/alloc.h"
#include "base/map.h"
#include "db/layout.h"
#include "io/oas/put.h"
#include "io/oas/regroup.h"
#include "io/outfile.h"

typedef enum {
    OAS_LOST_ODD_WIDTH,
    OAS_LOST_ROUND_ENDS,
    OAS_LOST_PATH,
    OAS_LOST_TEXT_TRANS,
    OAS_LOST_ABSOLUTE,
    OAS_LOST_COUNT
} oas_lost;

/* Names in order of first use; the place of one is its reference number. */
typedef struct oas_names {
    lob_name_map map;
    lob_str *items; /* owned; the texts are the layout's */
    uint32_t count, capacity;
} oas_names;

typedef struct oas_writer {
    lob_ctx *ctx;
    const lob_layout *layout;
    lob_outfile *out;
    lob_arena *arena;     /* of one layer of one cell, reset after it */
    lob_buf body, packed; /* records not yet written; their CBLOCK */
    lob_buf fields;       /* of the record being made */
    z_stream z;
    bool zlib_ready;
    uint32_t *cell_ref;    /* by cell index */
    lob_cell_index *cells; /* by reference number: defined ones children first, then ghosts by name */
    uint32_t defined_count;
    uint64_t *cell_offset; /* by reference number */
    oas_names texts, props;
    uint64_t lost[OAS_LOST_COUNT];
    /* Modal state of the writer, within one cell. */
    bool layer_set, text_layer_set, width_set, height_set, child_set;
    uint32_t layer, datatype, text_layer, texttype, child;
    int64_t width, height, x, y, text_x, text_y, place_x, place_y;
} oas_writer;

/* write.c */
lob_status
oas_write_body(oas_writer *w); /* writes what is in `body`, as a CBLOCK where that is shorter, and empties it */
lob_status oas_name_ref(oas_writer *w, oas_names *names, lob_str name, uint32_t *ref);
/* write_prop.c */
lob_status oas_write_prop(oas_writer *w, const lob_prop *prop);
lob_status oas_write_props(oas_writer *w, uint32_t set); /* LOB_NONE: nothing */
/* write_cell.c */
lob_status oas_write_cell(oas_writer *w, const lob_cell *cell);

#endif
