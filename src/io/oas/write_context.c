/* KLayout's context strings as OASIS has them: the property KLAYOUT_CONTEXT of a cell or of the file, a value a string.
 *
 * KLayout looks at it when the cell begins, before it has seen our tables at the end of the file, and would not know a
 * name or string given by number. So both stand in the record, and the END record does not call the tables of property
 * names and strings strict then. */
#include "io/oas/stream.h"
#include "io/oas/writer.h"

enum { RECORD = 28, NAME_FOLLOWS = 0x04, COUNT_FOLLOWS = 15, B_STRING = 11 };

/* Whether our own reader takes the list as one property. Half a list would be another PCell. */
static bool fits(const lob_str *strings, uint32_t count) {
    uint64_t size = 0;
    for (uint32_t i = 0; i < count; i++) {
        size += strings[i].size;
    }
    return size <= OAS_STRING_SIZE_MAX;
}

lob_status oas_write_context(oas_writer *w, lob_buf *out, uint32_t context) {
    uint32_t count;
    if (context == LOB_NONE || w->without_context) {
        return LOB_OK;
    }
    const lob_str *strings = lob_layout_context(w->layout, context, &count);
    if (!fits(strings, count)) {
        w->lost[OAS_LOST_CONTEXT]++;
        return LOB_OK;
    }
    unsigned short_count = count < COUNT_FOLLOWS ? count : COUNT_FOLLOWS;
    oas_put_uint(out, RECORD);
    lob_buf_add_byte(out, (char)(short_count << 4 | NAME_FOLLOWS));
    oas_put_string(out, LOB_STR("KLAYOUT_CONTEXT"));
    if (short_count == COUNT_FOLLOWS) {
        oas_put_uint(out, count);
    }
    for (uint32_t i = 0; i < count; i++) {
        lob_buf_add_byte(out, B_STRING);
        oas_put_string(out, strings[i]);
    }
    w->prop_set = false; /* the modal property is one that only this function writes */
    w->has_inline_names = true;
    return out->failed ? lob_fail_memory(w->ctx) : LOB_OK;
}
