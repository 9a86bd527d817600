/* The OASIS reader: one handler a record type, and the loop that calls them.
 *
 * Invariant: every record begins with its id; what a record leaves out comes from the modal variables, which a CELL and
 * every name record reset. See stream.h for bytes, reader.h for the state.
 */
#include <string.h>

#include "base/alloc.h"
#include "io/oas/oas.h"
#include "io/oas/reader.h"

static const char magic[] = "%SEMI-OASIS\r\n";

static lob_status xy_mode(oas_reader *r, unsigned id) {
    r->m.relative = id == OAS_XYRELATIVE;
    return LOB_OK;
}

/* Where a record may begin a zero byte is a PAD, so a run of them is skipped at once: a bomb is made of nothing else.
 */
static lob_status pad(oas_reader *r, unsigned id) {
    (void)id;
    oas_stream *s = &r->s;
    const uint8_t *from = s->cur;
    uint64_t eight;
    while (s->end - s->cur >= 8 && (memcpy(&eight, s->cur, 8), eight == 0)) {
        s->cur += 8;
    }
    while (s->cur < s->end && *s->cur == 0) {
        s->cur++;
    }
    s->record_index += (uint64_t)(s->cur - from);
    oas_strict_pads(r);
    return lob_source_pad(s->source, (uint64_t)(s->cur - from));
}

static lob_status cblock(oas_reader *r, unsigned id) {
    (void)id;
    return oas_block_enter(&r->s);
}

static const struct {
    const char *name;
    oas_handler *handle;
} records[OAS_RECORD_COUNT] = {
    [OAS_PAD] = {"PAD", pad},
    [OAS_START] = {"START", oas_start},
    [OAS_END] = {"END", oas_end},
    [3] = {"CELLNAME", oas_table_name},
    [4] = {"CELLNAME", oas_table_name},
    [5] = {"TEXTSTRING", oas_table_name},
    [6] = {"TEXTSTRING", oas_table_name},
    [7] = {"PROPNAME", oas_table_name},
    [8] = {"PROPNAME", oas_table_name},
    [9] = {"PROPSTRING", oas_table_name},
    [10] = {"PROPSTRING", oas_table_name},
    [OAS_LAYERNAME] = {"LAYERNAME", oas_layer_name},
    [OAS_LAYERNAME_TEXT] = {"LAYERNAME", oas_layer_name},
    [OAS_CELL_REF] = {"CELL", oas_cell},
    [OAS_CELL_NAME] = {"CELL", oas_cell},
    [OAS_XYABSOLUTE] = {"XYABSOLUTE", xy_mode},
    [OAS_XYRELATIVE] = {"XYRELATIVE", xy_mode},
    [OAS_PLACEMENT] = {"PLACEMENT", oas_placement},
    [OAS_PLACEMENT_MAG] = {"PLACEMENT", oas_placement},
    [OAS_TEXT] = {"TEXT", oas_text},
    [OAS_RECTANGLE] = {"RECTANGLE", oas_rectangle},
    [OAS_POLYGON] = {"POLYGON", oas_polygon},
    [OAS_PATH] = {"PATH", oas_path},
    [OAS_TRAPEZOID] = {"TRAPEZOID", oas_trapezoid},
    [OAS_TRAPEZOID_A] = {"TRAPEZOID", oas_trapezoid},
    [OAS_TRAPEZOID_B] = {"TRAPEZOID", oas_trapezoid},
    [OAS_CTRAPEZOID] = {"CTRAPEZOID", oas_ctrapezoid},
    [OAS_CIRCLE] = {"CIRCLE", oas_circle},
    [OAS_PROPERTY] = {"PROPERTY", oas_property},
    [OAS_PROPERTY_LAST] = {"PROPERTY", oas_property},
    [OAS_XNAME] = {"XNAME", oas_xname},
    [31] = {"XNAME", oas_xname},
    [OAS_XELEMENT] = {"XELEMENT", oas_xname},
    [OAS_XGEOMETRY] = {"XGEOMETRY", oas_xgeometry},
    [OAS_CBLOCK] = {"CBLOCK", cblock},
};

lob_status oas_handle_record(oas_reader *r, unsigned id) {
    return records[id].handle(r, id);
}

/* A record of a file that several threads read. */
static lob_status shared_record(oas_reader *r, unsigned id) {
    bool is_taken = false;
    const bool is_cell = id == OAS_CELL_REF || id == OAS_CELL_NAME;
    if (r->is_part && (oas_is_outside_cells(id) || (is_cell && r->s.in_block))) {
        return oas_fail(&r->s, "parts", "a part holds more than its cells", NULL);
    }
    if (r->cutter && !r->s.in_block) {
        LOB_TRY(r->cut(r, id, &is_taken));
    }
    return is_taken ? LOB_OK : records[id].handle(r, id);
}

static lob_status one_record(oas_reader *r) {
    oas_stream *s = &r->s;
    s->record_offset = oas_offset(s);
    s->record_name = "record id";
    uint64_t id = *s->cur; /* there is a byte: oas_more() has seen it */
    if (id < 0x80) {
        s->cur++;
    } else {
        LOB_TRY(oas_uint_far(s, &id));
    }
    if (id >= OAS_RECORD_COUNT) {
        return oas_fail(s, "unknown_record", "the record id is above 34", NULL);
    }
    s->record_name = records[id].name;
    if (!r->started && id != OAS_START && id != OAS_PAD) {
        return oas_fail(s, "no_start", "the file does not begin with START", NULL);
    }
    lob_status status = r->is_shared ? shared_record(r, (unsigned)id) : records[id].handle(r, (unsigned)id);
    if (status != LOB_OK) { /* the sink does not know where the reader is */
        if (status == LOB_E_UNSUPPORTED_FORMAT) {
            oas_error_place(s);
        }
        return status;
    }
    if ((++s->record_index & 0xfff) == 0) {
        LOB_TRY(lob_poll(r->ctx));
        lob_progress(r->ctx, lob_source_fraction(s->source), 1, "reading OASIS");
    }
    return LOB_OK;
}

static lob_status read_all(oas_reader *r) {
    oas_stream *s = &r->s;
    char head[sizeof magic - 1];
    LOB_TRY(oas_bytes(s, head, sizeof head));
    if (memcmp(head, magic, sizeof head) != 0) {
        return oas_fail(s, "magic", "the file does not begin with the OASIS magic bytes", NULL);
    }
    while (!r->ended) {
        bool more;
        LOB_TRY(oas_more(s, &more));
        if (!more) {
            s->record_offset = oas_offset(s);
            s->record_name = r->started ? "END" : "START";
            return oas_fail(s, "truncated", "the file ends before it", "The file is cut off: copy or write it again.");
        }
        LOB_TRY(one_record(r));
    }
    return LOB_OK;
}

static void release(oas_reader *r) {
    oas_stream_release(&r->s);
    lob_free(r->m.polygon.items);
    lob_free(r->m.path.items);
    lob_free(r->m.rep_list);
    lob_free(r->points);
    lob_free(r->props);
    lob_buf_release(&r->m.placement_cell.text);
    lob_buf_release(&r->m.text_string.text);
    lob_buf_release(&r->m.prop_name.text);
    lob_buf_release(&r->scratch);
    lob_buf_release(&r->cell_name);
    oas_values_release(&r->values);
    oas_recall_release(&r->recall);
    oas_strict_release(&r->strict);
    lob_arena_drop(r->prop_arena);
}

static lob_status read_cells(oas_reader *r) {
    bool more;
    LOB_TRY(oas_more(&r->s, &more));
    while (more) {
        LOB_TRY(one_record(r));
        LOB_TRY(oas_more(&r->s, &more));
    }
    return oas_close_cell(r);
}

static lob_status read_by(oas_reader *r, lob_source *source, lob_status (*read)(oas_reader *r)) {
    oas_stream_init(&r->s, r->ctx, source);
    if (r->is_part) {
        r->s.work_free = r->s.work_allowed = 0;
        r->s.sums_crc32 = r->s.sums_checksum32 = false;
    }
    lob_buf_init(&r->m.placement_cell.text, OAS_STRING_SIZE_MAX);
    lob_buf_init(&r->m.text_string.text, OAS_STRING_SIZE_MAX);
    lob_buf_init(&r->m.prop_name.text, OAS_STRING_SIZE_MAX);
    lob_buf_init(&r->scratch, OAS_STRING_SIZE_MAX);
    lob_buf_init(&r->cell_name, OAS_STRING_SIZE_MAX);
    lob_buf_init(&r->values.text, OAS_STRING_SIZE_MAX);
    oas_recall_init(&r->recall);
    r->prop_arena = lob_arena_new(0);
    lob_status status = r->prop_arena ? read(r) : lob_fail_memory(r->ctx);
    lob_source_tell_work(source, r->s.work, oas_bytes_seen(&r->s));
    release(r);
    return status;
}

lob_status oas_read_with(lob_ctx *ctx, lob_source *source, const lob_sink *sink, bool is_strict, oas_cutter *cutter,
                         oas_cut *cut) {
    oas_reader r = {
        .ctx = ctx, .sink = sink, .is_strict = is_strict, .cutter = cutter, .cut = cut, .is_shared = cutter != NULL};
    return read_by(&r, source, read_all);
}

lob_status oas_read_cells(lob_ctx *ctx, lob_source *source, const lob_sink *sink, bool is_strict) {
    oas_reader r = {
        .ctx = ctx, .sink = sink, .is_strict = is_strict, .is_part = true, .is_shared = true, .started = true};
    return read_by(&r, source, read_cells);
}

lob_status lob_oas_read(lob_ctx *ctx, lob_source *source, const lob_sink *sink, bool is_strict) {
    return oas_read_with(ctx, source, sink, is_strict, NULL, NULL);
}
