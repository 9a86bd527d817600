/* The reader of GDSII: a state, a table of handlers, one function a record type.
 *
 *     HEADER BGNLIB [LIBDIRSIZE SRFNAME LIBSECUR] LIBNAME [REFLIBS FONTS ATTRTABLE GENERATIONS FORMAT MASK.. ENDMASKS]
 * UNITS { BGNSTR STRNAME [STRCLASS] { element } ENDSTR } ENDLIB element: BOUNDARY | PATH | SREF | AREF | TEXT | NODE |
 * BOX, its records, { PROPATTR PROPVALUE }, ENDEL
 *
 * More liberal than the standard in this: the records of the head and those of an element may come in any order (files
 * have STRING before XY), and XY may be split over several records. What no record can mean is refused: a record out of
 * place, a second one of its kind, one that is missing.
 *
 * Invariant: a handler runs only in a state its table row allows. The cell $$$CONTEXT_INFO$$$, in which KLayout keeps
 * PCell and meta data, is checked like any other but told to the sink as context strings alone (read_context.c).
 */
#include "io/gds/gds.h"

#include <limits.h>
#include <math.h>

#include "base/limits.h"
#include "io/gds/reader.h"

enum {
    POINTS_SIZE_MAX = LOB_LIMIT_POINTS * 8,
    STRINGS_SIZE_MAX = 1 << 28,
    PROPS_SIZE_MAX = 1 << 27, /* 5 million properties on an element */
    POLL_MASK = 0x1fff        /* records between two looks at cancellation and progress */
};
static const double mag_max = 1e6, angle_max = 1e9;

typedef lob_status handler_fn(gds_reader *r, const lob_gds_record *record);

static lob_status refuse(gds_reader *r, const lob_gds_record *record, const char *reason, const char *message) {
    return lob_gds_refuse(r->ctx, lob_gds_rule_of(record->type)->name, record->offset, record->index, reason, "%s",
                          message);
}

static lob_status warn(gds_reader *r, const lob_gds_record *record, const char *kind, const char *text) {
    return r->sink->warning(r->sink->self, kind, text, record->offset);
}

/* How large and how turned a text is drawn is no geometry: odd values are replaced by the defaults. */
static bool is_forgiven_text(const gds_reader *r) {
    return r->state == GDS_IN_TEXT && !r->is_strict;
}

static lob_status forgive_text(gds_reader *r, const lob_gds_record *record) {
    return warn(r, record, "text_value",
                "A MAG, ANGLE, WIDTH or PATHTYPE of a TEXT is out of range: the default is used.");
}

/* ASCII without its padding. */
static lob_str text_of(const lob_gds_record *record) {
    size_t size = record->size;
    while (size && record->data[size - 1] == 0) {
        size--;
    }
    return (lob_str){(const char *)record->data, size};
}

static lob_status check_name(gds_reader *r, const lob_gds_record *record, lob_str name) {
    if (name.size == 0) {
        return refuse(r, record, "empty_name", "the name of a cell is empty.");
    }
    if (memchr(name.data, 0, name.size)) {
        return refuse(r, record, "nul_in_name", "the name of a cell contains a NUL.");
    }
    return LOB_OK;
}

/* ---- the library ---- */

static lob_status on_header(gds_reader *r, const lob_gds_record *record) {
    r->version = lob_gds_u16(record->data);
    r->state = GDS_IN_HEAD;
    return LOB_OK;
}

static lob_status on_libname(gds_reader *r, const lob_gds_record *record) {
    lob_str name = text_of(record);
    lob_buf_add(&r->library, name.data, name.size);
    return lob_gds_buf_status(r->ctx, &r->library);
}

static lob_status on_units(gds_reader *r, const lob_gds_record *record) {
    r->user_unit = lob_gds_real8(record->data);
    r->unit_m = lob_gds_real8(record->data + 8);
    if (!(r->unit_m >= 1e-12 && r->unit_m <= 1)) {
        return refuse(r, record, "units", "the database unit is not between 1e-12 and 1 metres.");
    }
    return LOB_OK;
}

static lob_status begin_layout(gds_reader *r, const lob_gds_record *record) {
    if (!(r->head_seen & GDS_SEEN(GDS_UNITS))) {
        return refuse(r, record, "missing_record", "no UNITS record came before it.");
    }
    if (!(r->head_seen & GDS_SEEN(GDS_BGNLIB))) {
        return refuse(r, record, "missing_record", "no BGNLIB record came before it.");
    }
    double dbu_um = r->unit_m * 1e6;
    lob_layout_event event = {
        .format = "gds",
        .dbu_um = dbu_um,
        .user_unit = r->user_unit > 0 ? r->user_unit : dbu_um,
        .library = {r->library.data ? r->library.data : "", r->library.size},
        .version = r->version,
    };
    r->has_layout = true;
    LOB_TRY(r->sink->begin_layout(r->sink->self, &event));
    if (!(r->user_unit > 0)) {
        return r->sink->warning(r->sink->self, "user_unit", "The user unit is not positive; micrometres are assumed.",
                                record->offset);
    }
    return LOB_OK;
}

static lob_status on_endlib(gds_reader *r, const lob_gds_record *record) {
    if (!r->has_layout) {
        LOB_TRY(begin_layout(r, record));
    }
    r->state = GDS_AT_END;
    return LOB_OK;
}

/* ---- cells ---- */

static lob_status on_bgnstr(gds_reader *r, const lob_gds_record *record) {
    if (!r->has_layout) {
        LOB_TRY(begin_layout(r, record));
    }
    r->state = GDS_IN_CELL_HEAD;
    return LOB_OK;
}

static lob_status on_strname(gds_reader *r, const lob_gds_record *record) {
    lob_str name = text_of(record);
    LOB_TRY(check_name(r, record, name));
    lob_buf_clear(&r->cell_name);
    lob_buf_add(&r->cell_name, name.data, name.size);
    LOB_TRY(lob_gds_buf_status(r->ctx, &r->cell_name));
    r->state = GDS_IN_CELL;
    r->in_context = lob_str_equal(name, LOB_STR("$$$CONTEXT_INFO$$$"));
    return r->in_context ? LOB_OK : r->sink->begin_cell(r->sink->self, name);
}

static lob_status on_endstr(gds_reader *r, const lob_gds_record *record) {
    (void)record;
    r->state = GDS_IN_LIBRARY;
    lob_buf_clear(&r->cell_name);
    bool is_told = !r->in_context;
    r->in_context = false;
    return is_told ? r->sink->end_cell(r->sink->self) : LOB_OK;
}

/* ---- elements ---- */

static lob_status begin_element(gds_reader *r, const lob_gds_record *record, gds_state state) {
    r->state = state;
    r->element_offset = record->offset;
    r->element_index = record->index;
    r->element.seen = 0;
    r->element.point_count = 0;
    r->element.prop_count = 0;
    r->points.size = 0;
    r->strings.size = 0;
    r->props.size = 0;
    return LOB_OK;
}

static lob_status on_boundary(gds_reader *r, const lob_gds_record *record) {
    return begin_element(r, record, GDS_IN_BOUNDARY);
}

static lob_status on_path(gds_reader *r, const lob_gds_record *record) {
    return begin_element(r, record, GDS_IN_PATH);
}

static lob_status on_sref(gds_reader *r, const lob_gds_record *record) {
    return begin_element(r, record, GDS_IN_SREF);
}

static lob_status on_aref(gds_reader *r, const lob_gds_record *record) {
    return begin_element(r, record, GDS_IN_AREF);
}

static lob_status on_text(gds_reader *r, const lob_gds_record *record) {
    return begin_element(r, record, GDS_IN_TEXT);
}

static lob_status on_node(gds_reader *r, const lob_gds_record *record) {
    return begin_element(r, record, GDS_IN_NODE);
}

static lob_status on_box(gds_reader *r, const lob_gds_record *record) {
    return begin_element(r, record, GDS_IN_BOX);
}

static lob_status on_layer(gds_reader *r, const lob_gds_record *record) {
    r->element.layer = lob_gds_u16(record->data);
    return LOB_OK;
}

/* DATATYPE, TEXTTYPE, NODETYPE, BOXTYPE. */
static lob_status on_type(gds_reader *r, const lob_gds_record *record) {
    r->element.type = lob_gds_u16(record->data);
    return LOB_OK;
}

static lob_status on_width(gds_reader *r, const lob_gds_record *record) {
    r->element.width = lob_gds_i32(record->data);
    if (r->element.width == INT32_MIN) {
        if (is_forgiven_text(r)) {
            r->element.width = 0;
            return forgive_text(r, record);
        }
        return refuse(r, record, "width", "a width of -2147483648 is not possible.");
    }
    return LOB_OK;
}

static lob_status on_pathtype(gds_reader *r, const lob_gds_record *record) {
    r->element.pathtype = lob_gds_u16(record->data);
    if (r->element.pathtype > 4 || r->element.pathtype == 3) {
        if (is_forgiven_text(r)) {
            return forgive_text(r, record);
        }
        return refuse(r, record, "pathtype", "the path type is not 0, 1, 2 or 4.");
    }
    return LOB_OK;
}

static lob_status on_bgnextn(gds_reader *r, const lob_gds_record *record) {
    r->element.begin_ext = lob_gds_i32(record->data);
    return LOB_OK;
}

static lob_status on_endextn(gds_reader *r, const lob_gds_record *record) {
    r->element.end_ext = lob_gds_i32(record->data);
    return LOB_OK;
}

/* Big-endian to native, a point at a time: both words are turned in one register. */
static void swap_points(lob_point *restrict out, const uint8_t *restrict in, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint64_t pair;
        memcpy(&pair, in + 8 * i, sizeof pair);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        pair = __builtin_bswap64(pair);
        pair = pair << 32 | pair >> 32;
#endif
        memcpy(out + i, &pair, sizeof pair);
    }
}

/* Points of several records are one list. */
static lob_status on_xy(gds_reader *r, const lob_gds_record *record) {
    void *room = lob_buf_reserve(&r->points, record->size);
    if (!room) {
        return lob_gds_buf_status(r->ctx, &r->points);
    }
    swap_points(room, record->data, record->size / sizeof(lob_point));
    r->points.size += record->size;
    r->element.point_count += record->size / (uint32_t)sizeof(lob_point);
    return LOB_OK;
}

static lob_status keep_string(gds_reader *r, lob_str text, size_t *start, size_t *size) {
    *start = r->strings.size;
    *size = text.size;
    lob_buf_add(&r->strings, text.data, text.size);
    return lob_gds_buf_status(r->ctx, &r->strings);
}

static lob_status on_sname(gds_reader *r, const lob_gds_record *record) {
    lob_str name = text_of(record);
    LOB_TRY(check_name(r, record, name));
    return keep_string(r, name, &r->element.name_start, &r->element.name_size);
}

static lob_status on_string(gds_reader *r, const lob_gds_record *record) {
    return keep_string(r, text_of(record), &r->element.name_start, &r->element.name_size);
}

enum { COLROW_MAX = INT16_MAX };

static bool is_count(uint16_t n) {
    return n > 0 && n <= COLROW_MAX;
}

static lob_status on_colrow(gds_reader *r, const lob_gds_record *record) {
    const uint16_t columns = lob_gds_u16(record->data), rows = lob_gds_u16(record->data + 2);
    r->element.columns = columns ? columns : 1;
    r->element.rows = rows ? rows : 1;
    if (r->is_strict && (!is_count(columns) || !is_count(rows))) {
        return refuse(r, record, "colrow", "an array must have 1 to 32767 columns and rows.");
    }
    if (!columns || !rows) {
        LOB_TRY(warn(r, record, "colrow_zero", "A count of 0 columns or rows is read as 1."));
    }
    if (columns > COLROW_MAX || rows > COLROW_MAX) {
        LOB_TRY(warn(r, record, "colrow_large", "A count of columns or rows above 32767 is read as unsigned."));
    }
    return LOB_OK;
}

static lob_status on_presentation(gds_reader *r, const lob_gds_record *record) {
    r->element.presentation = lob_gds_u16(record->data);
    return LOB_OK;
}

static lob_status on_strans(gds_reader *r, const lob_gds_record *record) {
    r->element.strans = lob_gds_u16(record->data);
    return LOB_OK;
}

static lob_status on_mag(gds_reader *r, const lob_gds_record *record) {
    r->element.mag = lob_gds_real8(record->data);
    if (!(r->element.mag > 0 && r->element.mag <= mag_max)) {
        if (is_forgiven_text(r)) {
            r->element.mag = 1;
            return forgive_text(r, record);
        }
        return refuse(r, record, "mag", "a magnification must be above 0 and at most 1000000.");
    }
    return LOB_OK;
}

static lob_status on_angle(gds_reader *r, const lob_gds_record *record) {
    double angle = lob_gds_real8(record->data); /* finite: real8 holds nothing else */
    if (!(fabs(angle) <= angle_max)) {
        if (is_forgiven_text(r)) {
            r->element.angle = 0;
            return forgive_text(r, record);
        }
        return refuse(r, record, "angle", "an angle above 1e9 degrees has no meaning.");
    }
    angle = fmod(angle, 360);
    angle = angle < 0 ? angle + 360 : angle;
    r->element.angle = angle < 360 ? angle : 0;
    return LOB_OK;
}

static bool ends_without_value(const gds_reader *r) {
    const gds_property *properties = (const gds_property *)(const void *)r->props.data;
    return r->element.prop_count && !properties[r->element.prop_count - 1].has_value;
}

static lob_status warn_property(gds_reader *r, const lob_gds_record *record) {
    return warn(r, record, "incomplete_property", "A PROPATTR without PROPVALUE, or the reverse, is skipped.");
}

static lob_status drop_property(gds_reader *r, const lob_gds_record *record, const char *message) {
    if (r->is_strict) {
        return refuse(r, record, "property", message);
    }
    r->element.prop_count--;
    r->props.size -= sizeof(gds_property);
    return warn_property(r, record);
}

static lob_status on_propattr(gds_reader *r, const lob_gds_record *record) {
    if (ends_without_value(r)) {
        LOB_TRY(drop_property(r, record, "the previous PROPATTR has no PROPVALUE."));
    }
    gds_property property = {.attr = lob_gds_u16(record->data)};
    lob_buf_add(&r->props, &property, sizeof property);
    r->element.prop_count++;
    return lob_gds_buf_status(r->ctx, &r->props);
}

static lob_status on_propvalue(gds_reader *r, const lob_gds_record *record) {
    gds_property *properties = (gds_property *)(void *)r->props.data;
    if (!r->element.prop_count || properties[r->element.prop_count - 1].has_value) {
        return r->is_strict ? refuse(r, record, "property", "it has no PROPATTR.") : warn_property(r, record);
    }
    gds_property *property = &properties[r->element.prop_count - 1];
    property->has_value = true;
    return keep_string(r, text_of(record), &property->start, &property->size);
}

static lob_status on_endel(gds_reader *r, const lob_gds_record *record) {
    if (ends_without_value(r)) {
        LOB_TRY(drop_property(r, record, "the last PROPATTR has no PROPVALUE."));
    }
    LOB_TRY(lob_gds_emit(r));
    r->state = GDS_IN_CELL;
    return LOB_OK;
}

static lob_status on_ignored(gds_reader *r, const lob_gds_record *record) {
    (void)r;
    (void)record;
    return LOB_OK;
}

static lob_status on_unused(gds_reader *r, const lob_gds_record *record) {
    if (r->in_context || !r->has_layout) {
        return LOB_OK;
    }
    return r->sink->warning(r->sink->self, "unused_record", "Records that GDSII names but does not define are skipped.",
                            record->offset);
}

/* ---- the table ---- */

#define S(state) (1u << (state))
#define ELEMENTS                                                                                                       \
    (S(GDS_IN_BOUNDARY) | S(GDS_IN_PATH) | S(GDS_IN_SREF) | S(GDS_IN_AREF) | S(GDS_IN_TEXT) | S(GDS_IN_NODE) |         \
     S(GDS_IN_BOX))
#define REFERENCES (S(GDS_IN_SREF) | S(GDS_IN_AREF))
#define HEAD       S(GDS_IN_HEAD)

typedef struct handler {
    handler_fn *run;
    uint32_t states; /* in which it may come */
    bool may_repeat;
} handler;

/* A row with no states: the record exists but has no place in any file. */
static const handler handlers[GDS_TYPE_COUNT] = {
    [GDS_HEADER] = {on_header, S(GDS_AT_START), false},
    [GDS_BGNLIB] = {on_ignored, HEAD, false},
    [GDS_LIBNAME] = {on_libname, HEAD, false},
    [GDS_UNITS] = {on_units, HEAD, false},
    [GDS_ENDLIB] = {on_endlib, HEAD | S(GDS_IN_LIBRARY), true},
    [GDS_BGNSTR] = {on_bgnstr, HEAD | S(GDS_IN_LIBRARY), true},
    [GDS_STRNAME] = {on_strname, S(GDS_IN_CELL_HEAD), true},
    [GDS_ENDSTR] = {on_endstr, S(GDS_IN_CELL), true},
    [GDS_BOUNDARY] = {on_boundary, S(GDS_IN_CELL), true},
    [GDS_PATH] = {on_path, S(GDS_IN_CELL), true},
    [GDS_SREF] = {on_sref, S(GDS_IN_CELL), true},
    [GDS_AREF] = {on_aref, S(GDS_IN_CELL), true},
    [GDS_TEXT] = {on_text, S(GDS_IN_CELL), true},
    [GDS_LAYER] = {on_layer, ELEMENTS & ~REFERENCES, false},
    [GDS_DATATYPE] = {on_type, S(GDS_IN_BOUNDARY) | S(GDS_IN_PATH), false},
    [GDS_WIDTH] = {on_width, S(GDS_IN_PATH) | S(GDS_IN_TEXT), false},
    [GDS_XY] = {on_xy, ELEMENTS, true},
    [GDS_ENDEL] = {on_endel, ELEMENTS, false},
    [GDS_SNAME] = {on_sname, REFERENCES, false},
    [GDS_COLROW] = {on_colrow, S(GDS_IN_AREF), false},
    [GDS_TEXTNODE] = {on_ignored, 0, false},
    [GDS_NODE] = {on_node, S(GDS_IN_CELL), true},
    [GDS_TEXTTYPE] = {on_type, S(GDS_IN_TEXT), false},
    [GDS_PRESENTATION] = {on_presentation, S(GDS_IN_TEXT), false},
    [GDS_SPACING] = {on_unused, ELEMENTS, true},
    [GDS_STRING] = {on_string, S(GDS_IN_TEXT), false},
    [GDS_STRANS] = {on_strans, REFERENCES | S(GDS_IN_TEXT), false},
    [GDS_MAG] = {on_mag, REFERENCES | S(GDS_IN_TEXT), false},
    [GDS_ANGLE] = {on_angle, REFERENCES | S(GDS_IN_TEXT), false},
    [GDS_UINTEGER] = {on_unused, ELEMENTS, true},
    [GDS_USTRING] = {on_unused, ELEMENTS, true},
    [GDS_REFLIBS] = {on_ignored, HEAD, false},
    [GDS_FONTS] = {on_ignored, HEAD, false},
    [GDS_PATHTYPE] = {on_pathtype, S(GDS_IN_PATH) | S(GDS_IN_TEXT), false},
    [GDS_GENERATIONS] = {on_ignored, HEAD, false},
    [GDS_ATTRTABLE] = {on_ignored, HEAD, false},
    [GDS_STYPTABLE] = {on_ignored, HEAD, false},
    [GDS_STRTYPE] = {on_unused, S(GDS_IN_CELL), true},
    [GDS_ELFLAGS] = {on_ignored, ELEMENTS, false},
    [GDS_ELKEY] = {on_unused, ELEMENTS, true},
    [GDS_LINKTYPE] = {on_unused, ELEMENTS | S(GDS_IN_CELL), true},
    [GDS_LINKKEYS] = {on_unused, ELEMENTS | S(GDS_IN_CELL), true},
    [GDS_NODETYPE] = {on_type, S(GDS_IN_NODE), false},
    [GDS_PROPATTR] = {on_propattr, ELEMENTS, true},
    [GDS_PROPVALUE] = {on_propvalue, ELEMENTS, true},
    [GDS_BOX] = {on_box, S(GDS_IN_CELL), true},
    [GDS_BOXTYPE] = {on_type, S(GDS_IN_BOX), false},
    [GDS_PLEX] = {on_ignored, ELEMENTS, false},
    [GDS_BGNEXTN] = {on_bgnextn, S(GDS_IN_PATH), false},
    [GDS_ENDEXTN] = {on_endextn, S(GDS_IN_PATH), false},
    [GDS_TAPENUM] = {on_ignored, HEAD, true},
    [GDS_TAPECODE] = {on_ignored, HEAD, true},
    [GDS_STRCLASS] = {on_ignored, S(GDS_IN_CELL), true},
    [GDS_RESERVED] = {on_unused, ELEMENTS | HEAD, true},
    [GDS_FORMAT] = {on_ignored, HEAD, false},
    [GDS_MASK] = {on_ignored, HEAD, true},
    [GDS_ENDMASKS] = {on_ignored, HEAD, false},
    [GDS_LIBDIRSIZE] = {on_ignored, HEAD, false},
    [GDS_SRFNAME] = {on_ignored, HEAD, false},
    [GDS_LIBSECUR] = {on_ignored, HEAD, false},
};

static const char *const places[GDS_STATE_COUNT] = {
    [GDS_AT_START] = "at the start of the file, where HEADER must be",
    [GDS_IN_HEAD] = "in the library header",
    [GDS_IN_LIBRARY] = "between cells",
    [GDS_IN_CELL_HEAD] = "after BGNSTR, where STRNAME must follow",
    [GDS_IN_CELL] = "in a cell, outside any element",
    [GDS_IN_BOUNDARY] = "in a BOUNDARY element",
    [GDS_IN_PATH] = "in a PATH element",
    [GDS_IN_SREF] = "in an SREF element",
    [GDS_IN_AREF] = "in an AREF element",
    [GDS_IN_TEXT] = "in a TEXT element",
    [GDS_IN_NODE] = "in a NODE element",
    [GDS_IN_BOX] = "in a BOX element",
    [GDS_AT_END] = "after ENDLIB",
};

static lob_status handle(gds_reader *r, const lob_gds_record *record) {
    const handler *h = &handlers[record->type];
    if (!(h->states & S(r->state))) {
        return lob_gds_refuse(r->ctx, lob_gds_rule_of(record->type)->name, record->offset, record->index,
                              "unexpected_record", "it is not allowed %s.", places[r->state]);
    }
    uint64_t *seen = r->state >= GDS_IN_BOUNDARY ? &r->element.seen : &r->head_seen;
    if (!h->may_repeat && *seen & GDS_SEEN(record->type)) {
        return refuse(r, record, "duplicate_record", "it may appear only once.");
    }
    *seen |= GDS_SEEN(record->type);
    return h->run(r, record);
}

/* ---- rectangles, most of what there is ----
 *
 * Most elements of a chip are BOUNDARY LAYER DATATYPE XY ENDEL with five points around a rectangle: always these 64
 * bytes, but for layer, type and corners. They are known by what does not change. Whatever differs in a bit goes
 * through the handlers. */

enum { RECTANGLE_SIZE = 64, RECTANGLE_RECORDS = 5, RECTANGLE_END = 60, RECTANGLE_POINTS = 20 };

static uint64_t word_at(const uint8_t *p) {
    uint64_t word;
    memcpy(&word, p, sizeof word);
    return word;
}

/* Corner i of five; two words of the file's order, compared as they are. */
static const uint8_t *corner(const uint8_t *element, unsigned i) {
    return element + RECTANGLE_POINTS + 8 * i;
}

static bool is_rectangle_element(const uint8_t *p) {
    static const uint8_t head[] = {0, 4, GDS_BOUNDARY, GDS_NONE, 0, 6, GDS_LAYER, GDS_INT16};
    static const uint8_t type[] = {0, 6, GDS_DATATYPE, GDS_INT16};
    static const uint8_t xy[] = {0, 44, GDS_XY, GDS_INT32};
    static const uint8_t end[] = {0, 4, GDS_ENDEL, GDS_NONE};
    return memcmp(p, head, sizeof head) == 0 && memcmp(p + 10, type, sizeof type) == 0 &&
           memcmp(p + 16, xy, sizeof xy) == 0 && memcmp(p + RECTANGLE_END, end, sizeof end) == 0 &&
           word_at(corner(p, 0)) == word_at(corner(p, 4));
}

/* Takes rectangles as long as there are any, up to the record at which it is time to poll. `record`: the last one, for
 * an error. */
static lob_status read_rectangles(gds_reader *r, lob_gds_record *record) {
    lob_gds_lexer *l = &r->lexer;
    while (l->end - l->at >= RECTANGLE_SIZE && (l->index & POLL_MASK) < POLL_MASK - RECTANGLE_RECORDS &&
           is_rectangle_element(l->at)) {
        lob_point points[4];
        lob_box box;
        swap_points(points, corner(l->at, 0), 4);
        if (!lob_gds_rectangle(points, 4, &box)) {
            return LOB_OK;
        }
        const lob_element element = {.layer = lob_gds_u16(l->at + 8), .datatype = lob_gds_u16(l->at + 14)};
        *record = (lob_gds_record){.type = GDS_ENDEL,
                                   .data = l->at + RECTANGLE_SIZE,
                                   .offset = l->offset + RECTANGLE_END,
                                   .index = l->index + RECTANGLE_RECORDS - 1};
        l->at += RECTANGLE_SIZE;
        l->offset += RECTANGLE_SIZE;
        l->index += RECTANGLE_RECORDS;
        LOB_TRY(r->sink->box(r->sink->self, &element, box));
    }
    return LOB_OK;
}

/* Errors of the sink do not know where in the file they arose, those of the lexer in which cell. */
static void add_place(gds_reader *r, const lob_gds_record *record) {
    lob_error *error = &r->ctx->error;
    if (error->code != LOB_E_UNSUPPORTED_FORMAT) {
        return;
    }
    if (record) {
        lob_error_integer(error, "offset", (int64_t)record->offset);
        lob_error_text(error, "record", lob_str_from(lob_gds_rule_of(record->type)->name));
        lob_error_integer(error, "record_index", (int64_t)record->index);
    }
    if (r->cell_name.size) {
        lob_error_text(error, "cell", (lob_str){r->cell_name.data, r->cell_name.size});
    }
}

static lob_status read_record(gds_reader *r) {
    lob_gds_record record;
    lob_status status = r->state == GDS_IN_CELL && !r->in_context ? read_rectangles(r, &record) : LOB_OK;
    if (status != LOB_OK) {
        add_place(r, &record);
        return status;
    }
    status = lob_gds_next(&r->lexer, &record);
    if (status != LOB_OK) {
        add_place(r, NULL);
        return status;
    }
    if ((record.index & POLL_MASK) == POLL_MASK) {
        LOB_TRY(lob_poll(r->ctx));
        if (r->lexer.source) {
            lob_progress(r->ctx, lob_source_fraction(r->lexer.source), 1, "reading the layout");
        }
    }
    status = handle(r, &record);
    if (status != LOB_OK) {
        add_place(r, &record);
    }
    return status;
}

static lob_status read_records(gds_reader *r) {
    while (r->state != GDS_AT_END) {
        LOB_TRY(read_record(r));
    }
    bool junk;
    uint64_t offset = 0;
    LOB_TRY(lob_gds_trailer(&r->lexer, &junk, &offset));
    if (junk) {
        LOB_TRY(r->sink->warning(r->sink->self, "junk_after_end", "The file has non-zero bytes after ENDLIB.", offset));
    }
    return r->sink->end_layout(r->sink->self);
}

/* The head goes on until the first BGNSTR, which is not among the bytes. */
static lob_status read_run(gds_reader *r, bool is_head) {
    while (r->lexer.at < r->lexer.end) {
        LOB_TRY(read_record(r));
    }
    const lob_gds_record next = {.type = GDS_BGNSTR, .offset = r->lexer.offset, .index = r->lexer.index};
    if (r->state != (is_head ? GDS_IN_HEAD : GDS_IN_LIBRARY)) {
        return refuse(r, &next, "unexpected_record", "the bytes end in a cell.");
    }
    return is_head ? begin_layout(r, &next) : LOB_OK;
}

static void reader_init(gds_reader *r) {
    lob_buf_init(&r->library, 0);
    lob_buf_init(&r->cell_name, 0);
    lob_buf_init(&r->points, POINTS_SIZE_MAX);
    lob_buf_init(&r->strings, STRINGS_SIZE_MAX);
    lob_buf_init(&r->props, PROPS_SIZE_MAX);
    lob_buf_init(&r->events, 0);
}

static void reader_release(gds_reader *r) {
    lob_buf_release(&r->library);
    lob_buf_release(&r->cell_name);
    lob_buf_release(&r->points);
    lob_buf_release(&r->strings);
    lob_buf_release(&r->props);
    lob_buf_release(&r->events);
}

lob_status lob_gds_read(lob_ctx *ctx, lob_source *source, const lob_sink *sink, bool is_strict) {
    gds_reader r = {.ctx = ctx, .sink = sink, .lexer = {.ctx = ctx, .source = source}, .is_strict = is_strict};
    reader_init(&r);
    lob_status status = read_records(&r);
    if (status == LOB_E_UNSUPPORTED_FORMAT) { /* after the last record nothing else tells where */
        lob_error_integer(&ctx->error, "offset", (int64_t)r.lexer.offset);
    }
    reader_release(&r);
    return status;
}

lob_status lob_gds_read_run(lob_ctx *ctx, const lob_gds_run *run, const lob_sink *sink, bool is_strict) {
    const bool is_head = run->offset == 0;
    gds_reader r = {
        .ctx = ctx,
        .sink = sink,
        .lexer = {.ctx = ctx, .at = run->data, .end = run->data + run->size, .offset = run->offset},
        .state = is_head ? GDS_AT_START : GDS_IN_LIBRARY,
        .has_layout = !is_head,
        .is_strict = is_strict,
    };
    reader_init(&r);
    lob_status status = read_run(&r, is_head);
    reader_release(&r);
    return status;
}
