/* A sink that writes GDSII.
 *
 * The same events give the same bytes: all dates are 1970-01-01 00:00:00, records come in one fixed order. Outlines of
 * more than 8191 points go into several XY records, which this reader and KLayout put together again. Repeated shapes
 * are written out one by one; a regular array of instances is an AREF (several above 32767 columns or rows), a list is
 * SREFs.
 *
 * What GDSII cannot hold as geometry (layers above 65535, coordinates beyond 32 bit, labels above 65530 bytes, arrays
 * of more than a hundred million parts that would have to be written out) the sink refuses, and lob_gds_write() leaves
 * out and counts. KLayout's context strings make the first structure. Left out in both and counted: properties of cells
 * and of the library, properties with a name instead of a number or without one string, layer names. Names of cells
 * above 65530 bytes are refused.
 */
#include <math.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/num.h"
#include "base/wrap.h"
#include "db/emit.h"
#include "io/gds/gds.h"
#include "io/gds/record.h"
#include "io/gds/write_context.h"

enum { XY_POINTS_MAX = 8191, COLROW_MAX = 32767, GDS_VERSION = 600 };
static const uint64_t copies_max = 100000000;

typedef enum {
    LOST_LAYER,
    LOST_RANGE,
    LOST_REPETITION,
    LOST_TEXT,
    LOST_PROPERTY,
    LOST_PROPERTY_LONG,
    LOST_OWN_PROPERTY,
    LOST_LAYER_NAME,
    LOST_UNIT,
    LOST_REAL,
    LOST_NUL,
    LOST_COUNT
} lost_kind;

static const struct {
    const char *kind, *text;
} lost_words[LOST_COUNT] = {
    [LOST_LAYER] = {"layer_range", "GDSII has layers and datatypes only up to 65535: elements above were omitted"},
    [LOST_RANGE] = {"coordinate_range", "elements with a coordinate that needs more than 32 bits were omitted"},
    [LOST_REPETITION] = {"repetition_size",
                         "repetitions of more than 100000000 members, which GDSII stores one by one, were omitted"},
    [LOST_TEXT] = {"text_size", "texts of more than 65530 bytes were omitted"},
    [LOST_PROPERTY] = {"named_property",
                       "GDSII properties are a number with one string: other properties of shapes and instances were "
                       "omitted"},
    [LOST_PROPERTY_LONG] = {"property_size", "property strings of more than 65530 bytes were omitted"},
    [LOST_OWN_PROPERTY] = {"cell_property", "GDSII has no properties of cells or of the layout: they were omitted"},
    [LOST_LAYER_NAME] = {"layer_name", "GDSII has no layer names: they were omitted"},
    [LOST_UNIT] = {"database_unit", "GDSII cannot store all digits of the database unit: it was rounded"},
    [LOST_REAL] = {"tiny_number", "magnifications and angles below 16^-64 are rounded in GDSII"},
    [LOST_NUL] = {"trailing_nul", "GDSII pads strings with NUL: NULs at the end of a string were omitted"},
};

struct lob_gds_writer {
    lob_ctx *ctx;
    lob_buf *out; /* borrowed */
    lob_sink sink;
    lob_outfile *file; /* borrowed; NULL: all stays in `out`, and what does not fit is refused */
    uint64_t lost[LOST_COUNT];
    bool leave_out;  /* the element that is being written */
    bool in_context; /* $$$CONTEXT_INFO$$$ is open */
    bool in_cell;
};

/* ---- records ---- */

static uint8_t *record(lob_gds_writer *w, lob_gds_type type, lob_gds_data data, size_t size) {
    uint8_t *at = (uint8_t *)lob_buf_reserve(w->out, GDS_HEADER_SIZE + size);
    if (!at) {
        return NULL;
    }
    at[0] = (uint8_t)((GDS_HEADER_SIZE + size) >> 8);
    at[1] = (uint8_t)(GDS_HEADER_SIZE + size);
    at[2] = (uint8_t)type;
    at[3] = (uint8_t)data;
    w->out->size += GDS_HEADER_SIZE + size;
    return at + GDS_HEADER_SIZE;
}

static void put16(uint8_t *at, uint32_t value) {
    at[0] = (uint8_t)(value >> 8);
    at[1] = (uint8_t)value;
}

static void put32(uint8_t *at, int32_t value) {
    put16(at, (uint32_t)value >> 16);
    put16(at + 2, (uint32_t)value);
}

static void write_empty(lob_gds_writer *w, lob_gds_type type) {
    record(w, type, GDS_NONE, 0);
}

static void write_short(lob_gds_writer *w, lob_gds_type type, lob_gds_data data, uint32_t value) {
    uint8_t *at = record(w, type, data, 2);
    if (at) {
        put16(at, value);
    }
}

static void write_long(lob_gds_writer *w, lob_gds_type type, int32_t value) {
    uint8_t *at = record(w, type, GDS_INT32, 4);
    if (at) {
        put32(at, value);
    }
}

static lob_status write_real(lob_gds_writer *w, lob_gds_type type, double value) {
    uint8_t *at = record(w, type, GDS_REAL8, 8);
    if (at && !lob_gds_real8_write(value, at)) {
        lob_fail(w->ctx, LOB_E_UNSUPPORTED_FORMAT, "A number is too large for GDSII.");
        lob_hint(w->ctx, "Write OASIS, or use smaller magnifications and angles.");
        lob_error_text(&w->ctx->error, "reason", LOB_STR("number"));
        return LOB_E_UNSUPPORTED_FORMAT;
    }
    if (at && lob_gds_real8(at) != value) {
        at[7] |= lob_gds_real8(at) == 0; /* a magnification of 0 would be none */
        w->lost[LOST_REAL]++;
    }
    return LOB_OK;
}

/* An element that GDSII cannot hold: refused by the sink, left out of a file. See element_done(). */
static lob_status unfit(lob_gds_writer *w, lost_kind kind, lob_status code, const char *message, const char *hint) {
    w->lost[kind]++;
    if (w->file) {
        w->leave_out = true;
        return code;
    }
    lob_fail(w->ctx, code, "%s", message);
    lob_hint(w->ctx, "%s", hint);
    lob_error_text(&w->ctx->error, "reason", lob_str_from(lost_words[kind].kind));
    return code;
}

/* Takes the records of an unfit element back. */
static lob_status element_done(lob_gds_writer *w, size_t start, lob_status status) {
    if (!w->leave_out) {
        return status;
    }
    w->leave_out = false;
    w->out->size = start;
    return LOB_OK;
}

/* Whoever reads takes NULs at the end for padding. */
static lob_status write_string(lob_gds_writer *w, lob_gds_type type, lob_str text) {
    bool is_cut = false;
    if (text.size > GDS_NAME_SIZE_MAX) {
        lob_fail(w->ctx, LOB_E_UNSUPPORTED_FORMAT, "A name or label is longer than a GDSII record.");
        lob_error_text(&w->ctx->error, "reason", LOB_STR("string_size"));
        lob_hint(w->ctx, "Write OASIS, or shorten the names and labels above %d bytes.", GDS_NAME_SIZE_MAX);
        return LOB_E_UNSUPPORTED_FORMAT;
    }
    while (text.size && text.data[text.size - 1] == '\0') {
        text.size--;
        is_cut = true;
    }
    w->lost[LOST_NUL] += is_cut;
    size_t padded = (text.size + 1) & ~(size_t)1;
    uint8_t *at = record(w, type, GDS_ASCII, padded);
    if (at && text.size) {
        at[padded - 1] = 0;
        memcpy(at, text.data, text.size);
    }
    return LOB_OK;
}

static void write_dates(lob_gds_writer *w, lob_gds_type type) {
    static const uint16_t epoch[6] = {1970, 1, 1, 0, 0, 0};
    uint8_t *at = record(w, type, GDS_INT16, 24);
    for (size_t i = 0; at && i < 12; i++) {
        put16(at + 2 * i, epoch[i % 6]);
    }
}

/* ---- XY ---- */

/* One list of points over as many records as it takes. Finish with xy_end(). */
typedef struct xy_list {
    uint8_t *at;
    uint32_t room;  /* points left in the open record */
    uint64_t count; /* points left in the list */
    lob_point64 by; /* displacement */
} xy_list;

/* Both coordinates at once, in the byte order of the file. */
static inline void put_point(uint8_t *at, uint32_t x, uint32_t y) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    const uint64_t both = (uint64_t)__builtin_bswap32(y) << 32 | __builtin_bswap32(x);
    memcpy(at, &both, sizeof both);
#else
    put32(at, (int32_t)x);
    put32(at + 4, (int32_t)y);
#endif
}

/* points + by; false when one needs more than 32 bits. A displacement has less than 63 bits, so no sum overflows. */
static bool put_points(uint8_t *at, const lob_point *points, uint32_t count, lob_point64 by) {
    const uint64_t half = UINT64_C(1) << 31;
    uint64_t beyond = 0;
    if (by.x == 0 && by.y == 0) {
        for (uint32_t i = 0; i < count; i++) {
            put_point(at + 8 * (size_t)i, (uint32_t)points[i].x, (uint32_t)points[i].y);
        }
        return true;
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t x = (uint64_t)(points[i].x + by.x), y = (uint64_t)(points[i].y + by.y);
        beyond |= lob_wrap_add(x, half) | lob_wrap_add(y, half);
        put_point(at + 8 * (size_t)i, (uint32_t)x, (uint32_t)y);
    }
    return beyond >> 32 == 0;
}

/* As many of `points` as the list has. */
static lob_status xy_add(lob_gds_writer *w, xy_list *list, const lob_point *points, uint32_t count) {
    while (count) {
        if (!list->room) {
            list->room = list->count < XY_POINTS_MAX ? (uint32_t)list->count : XY_POINTS_MAX;
            list->at = record(w, GDS_XY, GDS_INT32, 8 * (size_t)list->room);
        }
        uint32_t part = count < list->room ? count : list->room;
        if (list->at) {
            if (!put_points(list->at, points, part, list->by)) {
                return unfit(w, LOST_RANGE, LOB_E_UNSUPPORTED_FORMAT, "A coordinate is too large for GDSII.",
                             "Write OASIS, or use a larger database unit.");
            }
            list->at += 8 * (size_t)part;
        }
        list->room -= part;
        list->count -= part;
        points += part;
        count -= part;
    }
    return LOB_OK;
}

static lob_status write_xy(lob_gds_writer *w, const lob_point *points, uint32_t count, lob_point64 by, bool closed) {
    xy_list list = {.count = (uint64_t)count + (closed ? 1 : 0), .by = by};
    LOB_TRY(xy_add(w, &list, points, count));
    return closed ? xy_add(w, &list, points, 1) : LOB_OK;
}

/* ---- elements ---- */

/* Called after each element; passes full blocks on. */
static lob_status buf_status(lob_gds_writer *w) {
    enum { BLOCK_SIZE = 1 << 20 };
    if (w->file && !w->out->failed && w->out->size >= BLOCK_SIZE) {
        lob_outfile_add(w->file, w->out->data, w->out->size);
        lob_buf_clear(w->out);
        LOB_TRY(w->file->status);
        LOB_TRY(lob_poll(w->ctx));
    }
    if (w->out->failed == LOB_BUF_TOO_LARGE) {
        lob_fail(w->ctx, LOB_E_TOOL_LIMIT_EXCEEDED, "The GDSII file would be larger than %zu bytes.", w->out->size_max);
        lob_hint(w->ctx, "Write a smaller part of the layout.");
        lob_error_text(&w->ctx->error, "reason", LOB_STR("output_size"));
        return LOB_E_TOOL_LIMIT_EXCEEDED;
    }
    return w->out->failed ? lob_fail_memory(w->ctx) : LOB_OK;
}

static lob_status write_layer(lob_gds_writer *w, const lob_element *element, lob_gds_type type) {
    if (element->layer > UINT16_MAX || element->datatype > UINT16_MAX) {
        return unfit(w, LOST_LAYER, LOB_E_UNSUPPORTED_FORMAT,
                     "A layer or datatype does not fit into the 16 bits of "
                     "GDSII.",
                     "Write OASIS, or map the layer to a smaller number.");
    }
    write_short(w, GDS_LAYER, GDS_INT16, element->layer);
    write_short(w, type, GDS_INT16, element->datatype);
    return LOB_OK;
}

/* Properties and ENDEL. */
static lob_status end_element(lob_gds_writer *w, const lob_element *element) {
    for (uint32_t i = 0; i < element->prop_count; i++) {
        const lob_prop *prop = &element->props[i];
        bool fits =
            !prop->name.data && !prop->name_by_ref && prop->value_count == 1 && prop->values[0].kind == LOB_PROP_STRING;
        bool is_long = fits && w->file && prop->values[0].string.size > GDS_NAME_SIZE_MAX;
        w->lost[LOST_PROPERTY] += !fits;
        w->lost[LOST_PROPERTY_LONG] += is_long;
        if (fits && !is_long) {
            write_short(w, GDS_PROPATTR, GDS_INT16, prop->attr);
            LOB_TRY(write_string(w, GDS_PROPVALUE, prop->values[0].string));
        }
    }
    write_empty(w, GDS_ENDEL);
    return buf_status(w);
}

/* How often an element is to be written; refuses what nobody could want written out. */
static lob_status copies(lob_gds_writer *w, const lob_element *element, uint64_t *count) {
    *count = element->rep ? lob_rep_count(element->rep) : 1;
    if (*count <= copies_max) {
        return LOB_OK;
    }
    *count = 0;
    return element_done(w, w->out->size,
                        unfit(w, LOST_REPETITION, LOB_E_TOOL_LIMIT_EXCEEDED,
                              "A repetition has too many members to be written as GDSII.",
                              "Write a smaller part of the layout, or keep it as OASIS."));
}

static lob_point64 displacement(const lob_element *element, uint64_t index) {
    return element->rep ? lob_rep_at(element->rep, index) : (lob_point64){0, 0};
}

static lob_status write_boundary(lob_gds_writer *w, const lob_element *element, const lob_point *points, uint32_t count,
                                 lob_point64 by) {
    write_empty(w, GDS_BOUNDARY);
    LOB_TRY(write_layer(w, element, GDS_DATATYPE));
    LOB_TRY(write_xy(w, points, count, by, true));
    return end_element(w, element);
}

static lob_status on_polygon(void *self, const lob_element *element, const lob_point *points, uint32_t count) {
    lob_gds_writer *w = self;
    uint64_t n;
    LOB_TRY(copies(w, element, &n));
    for (uint64_t i = 0; i < n; i++) {
        size_t start = w->out->size;
        LOB_TRY(element_done(w, start, write_boundary(w, element, points, count, displacement(element, i))));
    }
    return LOB_OK;
}

static lob_status on_box(void *self, const lob_element *element, lob_box box) {
    lob_point corners[4] = {{box.left, box.bottom}, {box.left, box.top}, {box.right, box.top}, {box.right, box.bottom}};
    return on_polygon(self, element, corners, 4);
}

static lob_status write_path(lob_gds_writer *w, const lob_element *element, const lob_path_event *path,
                             lob_point64 by) {
    int32_t half = path->width / 2;
    int32_t usual = path->pathtype == 1 || path->pathtype == 2 ? half : 0;
    write_empty(w, GDS_PATH);
    LOB_TRY(write_layer(w, element, GDS_DATATYPE));
    write_short(w, GDS_PATHTYPE, GDS_INT16, path->pathtype);
    write_long(w, GDS_WIDTH, path->width_is_absolute ? -path->width : path->width);
    if (path->begin_ext != usual || path->end_ext != usual) {
        write_long(w, GDS_BGNEXTN, path->begin_ext);
        write_long(w, GDS_ENDEXTN, path->end_ext);
    }
    LOB_TRY(write_xy(w, path->points, path->count, by, false));
    return end_element(w, element);
}

static lob_status on_path(void *self, const lob_element *element, const lob_path_event *path) {
    lob_gds_writer *w = self;
    uint64_t n;
    LOB_TRY(copies(w, element, &n));
    for (uint64_t i = 0; i < n; i++) {
        size_t start = w->out->size;
        LOB_TRY(element_done(w, start, write_path(w, element, path, displacement(element, i))));
    }
    return LOB_OK;
}

/* STRANS, MAG and ANGLE, as far as they say anything. */
static lob_status write_strans(lob_gds_writer *w, unsigned bits, double mag, double angle) {
    if (!bits && mag == 1 && angle == 0) {
        return LOB_OK;
    }
    write_short(w, GDS_STRANS, GDS_BITS, bits);
    if (mag != 1) {
        LOB_TRY(write_real(w, GDS_MAG, mag));
    }
    return angle != 0 ? write_real(w, GDS_ANGLE, angle) : LOB_OK;
}

static lob_status refuse_reference(lob_gds_writer *w) {
    lob_status status =
        lob_fail(w->ctx, LOB_E_UNSUPPORTED_FORMAT, "The GDSII writer needs names, not numbers that are named later.");
    lob_hint(w->ctx, "Write OASIS, or read the whole layout before it is written.");
    return status;
}

static lob_status write_text(lob_gds_writer *w, const lob_element *element, const lob_text_event *text,
                             lob_point64 by) {
    double angle = text->angle_deg != 0 ? text->angle_deg : 90.0 * (text->code & 3);
    if (w->file && text->string.size > GDS_NAME_SIZE_MAX) {
        return unfit(w, LOST_TEXT, LOB_E_UNSUPPORTED_FORMAT, "", "");
    }
    write_empty(w, GDS_TEXT);
    LOB_TRY(write_layer(w, element, GDS_TEXTTYPE));
    if (text->presentation) {
        write_short(w, GDS_PRESENTATION, GDS_BITS, text->presentation);
    }
    if (text->width) {
        write_long(w, GDS_WIDTH, text->width);
    }
    LOB_TRY(write_strans(w, text->code & 4 ? 0x8000 : 0, text->mag, angle));
    LOB_TRY(write_xy(w, &text->at, 1, by, false));
    LOB_TRY(write_string(w, GDS_STRING, text->string));
    return end_element(w, element);
}

static lob_status on_text(void *self, const lob_element *element, const lob_text_event *text) {
    lob_gds_writer *w = self;
    uint64_t n;
    if (!text->string.data) {
        return refuse_reference(w);
    }
    LOB_TRY(copies(w, element, &n));
    for (uint64_t i = 0; i < n; i++) {
        size_t start = w->out->size;
        LOB_TRY(element_done(w, start, write_text(w, element, text, displacement(element, i))));
    }
    return LOB_OK;
}

/* ---- instances ---- */

static lob_status begin_instance(lob_gds_writer *w, const lob_instance_event *instance, lob_gds_type type) {
    unsigned bits = (instance->mirror ? 0x8000u : 0) | (instance->mag_is_absolute ? 4u : 0) |
                    (instance->angle_is_absolute ? 2u : 0);
    write_empty(w, type);
    LOB_TRY(write_string(w, GDS_SNAME, instance->cell));
    return write_strans(w, bits, instance->mag, instance->angle_deg);
}

static lob_status write_sref(lob_gds_writer *w, const lob_element *element, const lob_instance_event *instance,
                             lob_point64 by) {
    LOB_TRY(begin_instance(w, instance, GDS_SREF));
    LOB_TRY(write_xy(w, &instance->at, 1, by, false));
    return end_element(w, element);
}

typedef struct array {
    lob_point64 at;
    lob_point64 columns, rows; /* whole extents */
    uint32_t column_count, row_count;
} array;

static bool fits32(lob_point64 p) {
    return p.x >= INT32_MIN && p.x <= INT32_MAX && p.y >= INT32_MIN && p.y <= INT32_MAX;
}

static lob_point64 add(lob_point64 a, lob_point64 b) {
    return (lob_point64){a.x + b.x, a.y + b.y};
}

/* The first array begins where the instance is, the others in a corner of one that fits. */
static bool array_fits(const array *a) {
    return fits32(add(a->at, a->columns)) && fits32(add(a->at, a->rows));
}

static lob_status write_aref(lob_gds_writer *w, const lob_element *element, const lob_instance_event *instance,
                             const array *a) {
    LOB_TRY(begin_instance(w, instance, GDS_AREF));
    uint8_t *at = record(w, GDS_COLROW, GDS_INT16, 4);
    if (at) {
        put16(at, a->column_count);
        put16(at + 2, a->row_count);
    }
    const lob_point64 corners[3] = {a->at, add(a->at, a->columns), add(a->at, a->rows)};
    uint8_t *xy = record(w, GDS_XY, GDS_INT32, sizeof corners / 2);
    for (unsigned i = 0; xy && i < 3; i++) {
        put_point(xy + 8 * (size_t)i, (uint32_t)corners[i].x, (uint32_t)corners[i].y);
    }
    return end_element(w, element);
}

static lob_status write_srefs(lob_gds_writer *w, const lob_element *element, const lob_instance_event *instance) {
    uint64_t n;
    LOB_TRY(copies(w, element, &n));
    for (uint64_t i = 0; i < n; i++) {
        size_t start = w->out->size;
        LOB_TRY(element_done(w, start, write_sref(w, element, instance, displacement(element, i))));
    }
    return LOB_OK;
}

/* Where the members from (i, j), both below 2^25, on begin; false when a number is too large to be in any GDSII file.
 */
static bool array_from(const lob_instance_event *instance, const lob_rep *rep, uint64_t i, uint64_t j, array *a) {
    uint64_t na = rep->na - i, nb = rep->nb - j;
    a->row_count = (uint32_t)(na < COLROW_MAX ? na : COLROW_MAX);
    a->column_count = (uint32_t)(nb < COLROW_MAX ? nb : COLROW_MAX);
    lob_point64 start = {instance->at.x, instance->at.y};
    if (rep->kind == LOB_REP_FRACTION) { /* from an AREF, so it is one */
        *a = (array){start, rep->b, rep->a, a->column_count, a->row_count};
        return rep->na <= COLROW_MAX && rep->nb <= COLROW_MAX && array_fits(a);
    }
    if (!fits32(rep->a) || !fits32(rep->b)) {
        return false;
    }
    a->at = add(start, (lob_point64){(int64_t)i * rep->a.x + (int64_t)j * rep->b.x,
                                     (int64_t)i * rep->a.y + (int64_t)j * rep->b.y});
    a->columns = (lob_point64){a->column_count * rep->b.x, a->column_count * rep->b.y};
    a->rows = (lob_point64){a->row_count * rep->a.x, a->row_count * rep->a.y};
    return array_fits(a);
}

static lob_status write_arefs(lob_gds_writer *w, const lob_element *element, const lob_instance_event *instance) {
    const lob_rep *rep = element->rep;
    array a;
    bool fits = rep->na / COLROW_MAX < 1000 && rep->nb / COLROW_MAX < 1000;
    for (uint64_t j = 0; fits && j < rep->nb; j += COLROW_MAX) {
        for (uint64_t i = 0; fits && i < rep->na; i += COLROW_MAX) {
            fits = array_from(instance, rep, i, j, &a);
        }
    }
    if (!fits) {
        return write_srefs(w, element, instance);
    }
    for (uint64_t j = 0; j < rep->nb; j += COLROW_MAX) {
        for (uint64_t i = 0; i < rep->na; i += COLROW_MAX) {
            array_from(instance, rep, i, j, &a);
            LOB_TRY(write_aref(w, element, instance, &a));
        }
    }
    return LOB_OK;
}

static lob_status on_instance(void *self, const lob_element *element, const lob_instance_event *instance) {
    lob_gds_writer *w = self;
    if (!instance->cell.data) {
        return refuse_reference(w);
    }
    bool is_array = element->rep && (element->rep->kind == LOB_REP_LATTICE || element->rep->kind == LOB_REP_FRACTION);
    return is_array ? write_arefs(w, element, instance) : write_srefs(w, element, instance);
}

/* ---- library and cells ---- */

/* A number of metres whose micrometres are exactly dbu_um, so that reading gives back what was written; few have
 * none. */
static double metres(double dbu_um) {
    double value = dbu_um / 1e6;
    double near[3] = {value, nextafter(value, 0), nextafter(value, 1e9)};
    for (int i = 0; i < 3; i++) {
        if (near[i] * 1e6 == dbu_um) {
            return near[i];
        }
    }
    return value;
}

static lob_status on_begin_layout(void *self, const lob_layout_event *layout) {
    lob_gds_writer *w = self;
    bool is_gds = layout->version > 0 && layout->version <= UINT16_MAX && strcmp(layout->format, "gds") == 0;
    write_short(w, GDS_HEADER, GDS_INT16, is_gds ? (uint32_t)layout->version : GDS_VERSION);
    write_dates(w, GDS_BGNLIB);
    LOB_TRY(write_string(w, GDS_LIBNAME, layout->library.size ? layout->library : LOB_STR("LIB")));
    uint8_t *at = record(w, GDS_UNITS, GDS_REAL8, 16);
    double user_unit = layout->user_unit > 0 ? layout->user_unit : layout->dbu_um, unit_m = metres(layout->dbu_um);
    w->lost[LOST_UNIT] = lob_num_snap_dbu(unit_m * 1e6) != layout->dbu_um;
    if (at && (!lob_gds_real8_write(user_unit, at) || !lob_gds_real8_write(unit_m, at + 8))) {
        lob_fail(w->ctx, LOB_E_UNSUPPORTED_FORMAT, "The units are too large for GDSII.");
        lob_hint(w->ctx, "Write OASIS, or a layout with smaller units.");
        lob_error_text(&w->ctx->error, "reason", LOB_STR("unit"));
        return LOB_E_UNSUPPORTED_FORMAT;
    }
    return buf_status(w);
}

static lob_status on_context(void *self, lob_str cell, const lob_str *strings, uint32_t count) {
    lob_gds_writer *w = self;
    lob_gds_put_context(w->out, &w->in_context, cell, strings, count);
    return buf_status(w);
}

static lob_status on_begin_cell(void *self, lob_str name) {
    lob_gds_writer *w = self;
    w->in_cell = true;
    lob_gds_end_context(w->out, &w->in_context);
    write_dates(w, GDS_BGNSTR);
    LOB_TRY(write_string(w, GDS_STRNAME, name));
    return buf_status(w);
}

static lob_status on_end_cell(void *self) {
    lob_gds_writer *w = self;
    w->in_cell = false;
    write_empty(w, GDS_ENDSTR);
    return buf_status(w);
}

static lob_status on_end_layout(void *self) {
    lob_gds_writer *w = self;
    lob_gds_end_context(w->out, &w->in_context);
    write_empty(w, GDS_ENDLIB);
    return buf_status(w);
}

static lob_status skip_layer_name(void *self, uint32_t layer, uint32_t datatype, lob_str name) {
    (void)layer, (void)datatype, (void)name;
    ((lob_gds_writer *)self)->lost[LOST_LAYER_NAME]++;
    return LOB_OK;
}

static lob_status skip_property(void *self, const lob_prop *prop) {
    lob_gds_writer *w = self;
    /* Standard ones of the layout tell of the OASIS file that was read. */
    w->lost[LOST_OWN_PROPERTY] += w->in_cell || !prop->is_standard;
    return LOB_OK;
}

static lob_status skip_warning(void *self, const char *kind, const char *text, uint64_t offset) {
    (void)self, (void)kind, (void)text, (void)offset;
    return LOB_OK;
}

static lob_status skip_layer_range(void *self, const lob_layer_range *range, lob_str name) {
    (void)self, (void)range, (void)name;
    return LOB_OK;
}

static lob_status on_begin_cell_ref(void *self, uint64_t ref) {
    (void)ref;
    return refuse_reference(self);
}

static lob_status on_define(void *self, lob_table table, uint64_t ref, lob_str string, uint64_t offset) {
    (void)self, (void)table, (void)ref, (void)string, (void)offset;
    return LOB_OK;
}

lob_gds_writer *lob_gds_writer_new(lob_ctx *ctx, lob_buf *out) {
    lob_gds_writer *w = lob_calloc(1, sizeof *w);
    if (!w) {
        lob_fail_memory(ctx);
        return NULL;
    }
    w->ctx = ctx;
    w->out = out;
    w->sink = (lob_sink){
        .self = w,
        .begin_layout = on_begin_layout,
        .layer_name = skip_layer_name,
        .begin_cell = on_begin_cell,
        .box = on_box,
        .polygon = on_polygon,
        .path = on_path,
        .text = on_text,
        .instance = on_instance,
        .property = skip_property,
        .end_cell = on_end_cell,
        .warning = skip_warning,
        .end_layout = on_end_layout,
        .begin_cell_ref = on_begin_cell_ref,
        .define = on_define,
        .layer_range = skip_layer_range,
        .context = on_context,
    };
    return w;
}

void lob_gds_writer_drop(lob_gds_writer *w) {
    lob_free(w);
}

const lob_sink *lob_gds_writer_sink(lob_gds_writer *w) {
    return &w->sink;
}

static lob_status write_file(lob_gds_writer *w, const lob_layout *layout, lob_outfile *out) {
    w->file = out;
    LOB_TRY(lob_layout_emit(w->ctx, layout, &w->sink));
    lob_outfile_add(out, w->out->data, w->out->size);
    return out->status;
}

lob_status lob_gds_write(lob_ctx *ctx, const lob_layout *layout, const lob_write_options *options, lob_outfile *out,
                         lob_write_warnings *warnings) {
    lob_buf bytes;
    lob_buf_init(&bytes, 0);
    lob_gds_writer *w = lob_gds_writer_new(ctx, &bytes);
    if (w && options->without_context) {
        w->sink.context = NULL;
    }
    lob_status status = w ? write_file(w, layout, out) : ctx->error.code;
    for (unsigned i = 0; w && i < LOST_COUNT; i++) {
        lob_write_warn(warnings, lost_words[i].kind, lost_words[i].text, w->lost[i]);
    }
    lob_gds_writer_drop(w);
    lob_buf_release(&bytes);
    return status;
}
