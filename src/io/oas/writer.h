/* State of the OASIS writer, shared by write.c (file, tables), write_cell.c (order and groups), write_figure.c
 * (records of elements) and write_prop.c (properties).
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
    OAS_LOST_CONTEXT,
    OAS_LOST_UNIT,
    OAS_LOST_COUNT
} oas_lost;

/* Names in order of first use; the place of one is its reference number. */
typedef struct oas_names {
    lob_name_map map;
    lob_str *items; /* owned; the texts are the layout's */
    uint32_t count, capacity;
} oas_names;

/* One record to be: figure or placement `index` at a place. */
typedef struct oas_spot {
    uint32_t index;
    lob_point at;
    const lob_rep *rep; /* NULL: once; as oas_rep_normal() makes it */
    uint32_t props;
} oas_spot;

typedef enum { OAS_ABSOLUTE, OAS_RELATIVE } oas_mode;
enum { OAS_BODY_COUNT = 4 };

typedef struct oas_writer {
    lob_ctx *ctx;
    const lob_layout *layout;
    lob_outfile *out;
    lob_arena *arena; /* of one layer of one cell, reset after it */
    /* Records not yet written. Those of a cell are made in four ways, of which the shortest is written: in mode k % 2,
     * beginning with the record that says so, and with point lists of type 5 from k = 2 on. Tables have body[0] alone.
     */
    lob_buf body[OAS_BODY_COUNT];
    lob_buf packed[OAS_BODY_COUNT]; /* their CBLOCKs */
    bool points_differ;             /* body[2 and 3] are not body[0 and 1] */
    lob_buf fields;                 /* of the record being made, up to points and place */
    lob_buf points[2];              /* its point list, without and with type 5 */
    lob_buf rep;                    /* its repetition */
    z_stream z;
    bool zlib_ready;
    uint32_t *cell_ref;    /* by cell index */
    lob_cell_index *cells; /* by reference number: defined ones children first, then ghosts by name */
    uint32_t defined_count;
    uint64_t *cell_offset; /* by reference number */
    oas_names texts, props, prop_strings;
    uint64_t lost[OAS_LOST_COUNT];
    bool without_context, has_inline_names; /* see write_context.c */
    /* Modal state of the writer, within one cell. What is LOB_NONE or -1 or empty is not set. */
    oas_mode mode; /* of what was written */
    bool layer_set, text_layer_set, prop_set;
    uint32_t layer, datatype, text_layer, texttype, text, child;
    uint32_t polygon, path; /* outlines of the point lists */
    int64_t width, height, x, y, text_x, text_y, place_x, place_y, halfwidth, radius;
    int64_t path_begin, path_end; /* extensions */
    lob_buf last_rep, prop_values, last_values;
    uint32_t prop_name;
    bool prop_is_standard;
} oas_writer;

/* writer.c */
/* Writes the records of a cell as a CBLOCK, where that is shorter, in the shorter mode, and empties the bodies. */
lob_status oas_write_body(oas_writer *w);
/* Writes a name table out of the first body likewise, and empties it. */
lob_status oas_write_table(oas_writer *w);
/* What `bytes` deflate to. */
lob_status oas_packed_size(oas_writer *w, const lob_buf *bytes, size_t *size);
lob_status oas_name_ref(oas_writer *w, oas_names *names, lob_str name, uint32_t *ref);
/* write_prop.c */
lob_status oas_write_prop(oas_writer *w, lob_buf *out, const lob_prop *prop);
lob_status oas_write_props(oas_writer *w, uint32_t set); /* of the element written last; LOB_NONE: nothing */
/* write_figure.c: the record of one spot. */
lob_status oas_write_figure(oas_writer *w, const lob_shapes *shapes, lob_kind kind, const oas_spot *at);
lob_status oas_write_placement(oas_writer *w, const lob_cell *cell, const oas_spot *at);
/* Whether OASIS can hold the path in some way; counts what is lost of it. */
bool oas_path_is_written(oas_writer *w, const lob_path *path);
/* write_context.c */
lob_status oas_write_context(oas_writer *w, lob_buf *out, uint32_t context); /* LOB_NONE: nothing */
/* write_cell.c */
lob_status oas_write_cell(oas_writer *w, const lob_cell *cell);

#endif
