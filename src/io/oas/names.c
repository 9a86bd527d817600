/* The records around the cells: START and END, name tables, layer names, CELL.
 *
 *   START 1  version, unit (real, database units a micron), offset flag, [table offsets]
 *   END   2  [table offsets], padding, validation scheme (0 none, 1 CRC32, 2 CHECKSUM32), [4 bytes]: 256 bytes in all
 *   CELLNAME 3/4  TEXTSTRING 5/6  PROPNAME 7/8  PROPSTRING 9/10: string, and in the even ones its number; else 0, 1, 2
 * ... LAYERNAME 11/12  name, layers, datatypes: each 0 all | 1 ..a | 2 a.. | 3 a | 4 a..b Names may come after their
 * uses, so the sink is told of each and resolves numbers at the end.
 */
#include <math.h>
#include <string.h>

#include "io/oas/reader.h"

enum { END_SIZE = 256, RECORDS_BEGIN = 14 };

lob_status oas_name_read(oas_reader *r, bool by_ref, oas_string_kind kind, oas_name *name) {
    name->by_ref = by_ref;
    return by_ref ? oas_uint(&r->s, &name->ref) : oas_string(&r->s, kind, &name->text);
}

lob_status oas_close_cell(oas_reader *r) {
    LOB_TRY(oas_flush(r));
    if (r->in_cell) {
        r->in_cell = false;
        r->s.cell = (lob_str){NULL, 0};
        LOB_TRY(r->sink->end_cell(r->sink->self));
    }
    oas_modal_reset(&r->m);
    r->prop_target = OAS_PROPS_NAME;
    return LOB_OK;
}

lob_status oas_table_name(oas_reader *r, unsigned id) {
    LOB_TRY(oas_close_cell(r));
    bool is_explicit = !(id & 1);
    unsigned table = (id - OAS_CELLNAME) / 2;
    static const lob_table kinds[4] = {LOB_TABLE_CELL, LOB_TABLE_TEXT, LOB_TABLE_PROP, LOB_TABLE_PROP_STRING};
    static const oas_string_kind strings[4] = {OAS_N_STRING, OAS_A_STRING, OAS_N_STRING, OAS_B_STRING};
    if (r->table_mode[table] != OAS_MODE_OPEN && (r->table_mode[table] == OAS_MODE_EXPLICIT) != is_explicit) {
        return oas_fail(&r->s, "name_mode", "one table mixes explicit and implicit numbers", NULL);
    }
    r->table_mode[table] = is_explicit ? OAS_MODE_EXPLICIT : OAS_MODE_IMPLICIT;
    LOB_TRY(oas_string(&r->s, strings[table], &r->scratch));
    uint64_t ref = r->table_count[table]++;
    if (is_explicit) {
        LOB_TRY(oas_uint(&r->s, &ref));
    }
    lob_str text = {r->scratch.size ? r->scratch.data : "", r->scratch.size};
    oas_strict_name(r, (oas_table_kind)table);
    if (table == OAS_IN_CELLNAMES) {
        oas_strict_cellname(r, ref, text);
        r->prop_target = OAS_PROPS_CELLNAME;
    } else if (table == OAS_IN_PROPNAMES) {
        oas_strict_propname(r, ref, text);
    }
    return r->sink->define(r->sink->self, kinds[table], ref, text, r->s.record_offset);
}

/* False in *is_any: no layer can lie in it. */
static lob_status interval(oas_reader *r, uint32_t *low, uint32_t *high, bool *is_any) {
    uint64_t type, a = 0, b = UINT32_MAX;
    LOB_TRY(oas_uint_max(&r->s, 4, "an interval has a type above 4", &type));
    if (type == 1) {
        LOB_TRY(oas_uint(&r->s, &b));
    } else if (type >= 2) {
        LOB_TRY(oas_uint(&r->s, &a));
        b = type == 3 ? a : UINT32_MAX;
    }
    if (type == 4) {
        LOB_TRY(oas_uint(&r->s, &b));
    }
    if (a > b || a > UINT32_MAX) {
        *is_any = false;
        return oas_forgive(r, "layer_interval", "interval",
                           "an interval of layers ends before it begins, or is above 2^32", NULL);
    }
    *low = (uint32_t)a;
    *high = b > UINT32_MAX ? UINT32_MAX : (uint32_t)b;
    return LOB_OK;
}

lob_status oas_layer_name(oas_reader *r, unsigned id) {
    (void)id;
    LOB_TRY(oas_close_cell(r));
    LOB_TRY(oas_string(&r->s, OAS_A_STRING, &r->scratch));
    lob_layer_range range;
    bool is_any = true;
    LOB_TRY(interval(r, &range.layer_low, &range.layer_high, &is_any));
    LOB_TRY(interval(r, &range.datatype_low, &range.datatype_high, &is_any));
    lob_str name = {r->scratch.size ? r->scratch.data : "", r->scratch.size};
    oas_strict_name(r, OAS_IN_LAYERNAMES);
    return is_any ? r->sink->layer_range(r->sink->self, &range, name) : LOB_OK;
}

lob_status oas_xname(oas_reader *r, unsigned id) {
    uint64_t attribute;
    LOB_TRY(oas_flush(r));
    if (id != OAS_XELEMENT) {
        LOB_TRY(oas_close_cell(r));
        oas_strict_name(r, OAS_IN_XNAMES);
    }
    LOB_TRY(oas_uint(&r->s, &attribute));
    LOB_TRY(oas_string(&r->s, OAS_B_STRING, &r->scratch));
    if (id == OAS_XNAME + 1) {
        LOB_TRY(oas_uint(&r->s, &attribute));
    }
    r->prop_target = OAS_PROPS_NAME;
    return r->sink->warning(r->sink->self, id == OAS_XELEMENT ? "xelement" : "xname",
                            "an XELEMENT or XNAME record has no defined meaning and was omitted", r->s.record_offset);
}

lob_status oas_cell(oas_reader *r, unsigned id) {
    LOB_TRY(oas_close_cell(r));
    if (id == OAS_CELL_REF) {
        uint64_t ref;
        LOB_TRY(oas_uint(&r->s, &ref));
        LOB_TRY(oas_strict_cell_number(r, ref));
        LOB_TRY(r->sink->begin_cell_ref(r->sink->self, ref));
    } else {
        LOB_TRY(oas_string(&r->s, OAS_N_STRING, &r->cell_name));
        r->s.cell = (lob_str){r->cell_name.data, r->cell_name.size};
        LOB_TRY(oas_strict_cell_name(r, r->s.cell));
        LOB_TRY(r->sink->begin_cell(r->sink->self, r->s.cell));
    }
    r->in_cell = true;
    r->prop_target = OAS_PROPS_CELL;
    return LOB_OK;
}

lob_status oas_start(oas_reader *r, unsigned id) {
    (void)id;
    if (r->started) {
        return oas_fail(&r->s, "second_start", "START appears twice", NULL);
    }
    LOB_TRY(oas_string(&r->s, OAS_A_STRING, &r->scratch));
    if (!lob_str_equal((lob_str){r->scratch.data, r->scratch.size}, LOB_STR("1.0"))) {
        return oas_fail(&r->s, "version", "the version is not 1.0",
                        "Only OASIS 1.0 (SEMI P39) exists: convert the file.");
    }
    LOB_TRY(oas_real(&r->s, &r->unit));
    if (!(r->unit >= 1e-6) || !(r->unit <= 1e6)) {
        return oas_fail(&r->s, "unit", "the unit is not between 1e-6 and 1e6 database units a micron", NULL);
    }
    uint64_t flag;
    LOB_TRY(oas_uint_max(&r->s, 1, "the offset flag is neither 0 nor 1", &flag));
    r->offsets_at_end = flag;
    if (!flag) {
        LOB_TRY(oas_table_offsets(r, RECORDS_BEGIN));
    }
    r->started = true;
    r->prop_target = OAS_PROPS_LAYOUT;
    lob_layout_event event = {.format = "oas", .dbu_um = 1 / r->unit, .library = LOB_STR(""), .version = 100};
    return r->sink->begin_layout(r->sink->self, &event);
}

static uint32_t little_endian(const uint8_t b[4]) {
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* The signature covers every byte of the file before it. The sum is missing when bytes follow END. */
static lob_status check_signature(oas_reader *r, uint64_t scheme) {
    uint32_t sum;
    bool is_known = oas_sum(&r->s, scheme, &sum), more = false;
    uint8_t stored[4];
    LOB_TRY(oas_bytes(&r->s, stored, sizeof stored));
    if (!is_known) {
        LOB_TRY(oas_more(&r->s, &more));
    }
    if (is_known ? little_endian(stored) != sum : !more) {
        return oas_forgive(r, LOB_WARNING_CONTENT_DAMAGED, "signature",
                           "the validation signature does not match: the file changed after it was written",
                           "The file is damaged: copy it again from its source.");
    }
    return LOB_OK;
}

/* What lies behind END; its bytes are part of the file's SHA-256. */
static lob_status skip_rest(oas_reader *r) {
    bool more = true;
    while (more) {
        r->s.cur = r->s.end;
        LOB_TRY(lob_poll(r->ctx));
        LOB_TRY(oas_more(&r->s, &more));
    }
    return LOB_OK;
}

lob_status oas_end(oas_reader *r, unsigned id) {
    (void)id;
    LOB_TRY(oas_close_cell(r));
    if (r->s.in_block) {
        return oas_fail(&r->s, "end_in_cblock", "END is inside a CBLOCK", NULL);
    }
    if (r->offsets_at_end) {
        LOB_TRY(oas_table_offsets(r, RECORDS_BEGIN));
    }
    LOB_TRY(oas_string(&r->s, OAS_B_STRING, &r->scratch));
    uint64_t scheme;
    LOB_TRY(oas_uint_max(&r->s, 2, "the validation scheme is above 2", &scheme));
    if (scheme) {
        LOB_TRY(check_signature(r, scheme));
    }
    if (oas_offset(&r->s) - r->s.record_offset != END_SIZE) {
        LOB_TRY(oas_forgive(r, "end_size", "end_size", "the END record is not 256 bytes long", NULL));
    }
    bool more;
    LOB_TRY(oas_more(&r->s, &more));
    if (more) {
        LOB_TRY(oas_forgive(r, "junk_after_end", "after_end", "the file has bytes after the END record", NULL));
        LOB_TRY(skip_rest(r));
    }
    LOB_TRY(oas_strict_check(r));
    r->ended = true;
    return r->sink->end_layout(r->sink->self);
}
