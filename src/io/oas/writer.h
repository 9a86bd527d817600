/* State of the OASIS writer, shared by write.c (file, tables) and write_cell.c (elements). */
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
    OAS_LOST_TEXT_TRANS,
    OAS_LOST_ABSOLUTE,
    OAS_LOST_PATH_ONE_POINT,
    OAS_LOST_COUNT
} oas_lost;

typedef struct oas_writer {
    lob_ctx *ctx;
    const lob_layout *layout;
    lob_outfile *out;
    lob_arena *arena;      /* of one cell, reset after it */
    lob_buf body, packed;  /* records of one cell; their CBLOCK */
    uint32_t *cell_ref;    /* by cell index */
    uint64_t *cell_offset; /* by reference number */
    lob_id_map text_refs;  /* string index -> reference number */
    uint32_t *texts;       /* string index by reference number */
    uint32_t text_count, text_capacity;
    lob_name_map prop_refs; /* name -> reference number */
    lob_str *prop_names;
    uint32_t prop_name_count, prop_name_capacity;
    uint64_t lost[OAS_LOST_COUNT];
    /* Modal state of the writer, within one cell. */
    bool layer_set, text_layer_set, rep_set, prop_set, width_set, height_set, child_set;
    uint32_t layer, datatype, text_layer, texttype, child;
    int64_t width, height, x, y, text_x, text_y, place_x, place_y;
    const lob_prop *prop; /* last one written */
} oas_writer;

lob_status oas_write_cell(oas_writer *w, const lob_cell *cell);
lob_status oas_write_props(oas_writer *w, uint32_t set); /* LOB_NONE: nothing */

#endif
