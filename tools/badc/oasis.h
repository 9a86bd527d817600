/* OASIS files for what no real file uses, made byte by byte (fixtures/oasis).
 *
 * A recipe writes a record and, in the same breath, what it is worth: layer, kind, how many, the box of all of them,
 * and the area that they cover. The values come from the standard and from formulas, never from a reader.
 */
#ifndef LOB_TOOLS_BADC_OASIS_H
#define LOB_TOOLS_BADC_OASIS_H

#include "badc.h"

enum { OX_LAYER_COUNT_MAX = 160, OX_NO_AREA = -1 };

typedef struct ox_layer { /* of the top cell, with everything below */
    unsigned layer, datatype;
    const char *kind; /* box, polygon, path, text */
    int64_t count, box[4];
    int64_t area; /* merged, square database units; OX_NO_AREA: round, or of no area */
} ox_layer;

typedef struct ox_file {
    bad_file f;
    ox_layer layers[OX_LAYER_COUNT_MAX];
    unsigned count, cells;
    const char *warnings; /* kinds, with blanks between */
    const char *top;
} ox_file;

typedef struct ox_row {
    const char *name, *why;
    void (*make)(ox_file *x);
} ox_row;

extern const ox_row ox_shape_rows[], ox_name_rows[];
extern const unsigned ox_shape_count, ox_name_count;

void ox_want(ox_file *x, unsigned layer, unsigned datatype, const char *kind, int64_t count, const int64_t box[4],
             int64_t area);
#define OX_BOX(...) ((const int64_t[4]){__VA_ARGS__})
/* Magic, START and CELL TOP; CELL alone counts a cell. */
void ox_begin(ox_file *x);
void ox_cell(ox_file *x, const char *name);
void ox_end(ox_file *x); /* END without validation */
/* Info byte and layer/datatype of a record. */
void ox_head(ox_file *x, unsigned id, unsigned info, unsigned layer, unsigned datatype);
void ox_g_delta(bad_file *f, int64_t x, int64_t y); /* second form */

/* Writes FOLDER/NAME.oas and NAME.json, or compares; then every file through the reader. */
void ox_folder(const char *folder, bool check, bad_tally *tally);

/* The file of a row, read: the values as its recipe says. */
bool ox_reads_right(const ox_row *row);

#endif
