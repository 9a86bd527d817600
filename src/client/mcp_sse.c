/* Lines to events: an empty line ends one. */
#include "client/mcp_sse.h"

#include <string.h>

void lob_mcp_sse_open(lob_mcp_sse *sse, size_t size_max) {
    *sse = (lob_mcp_sse){.is_other = false};
    lob_lines_open(&sse->lines, size_max);
    lob_buf_init(&sse->data, size_max);
}

void lob_mcp_sse_drop(lob_mcp_sse *sse) {
    lob_lines_close(&sse->lines);
    lob_buf_release(&sse->data);
}

static bool end_event(lob_mcp_sse *sse) {
    bool goes_on = true;
    if (sse->data.size > 0 && !sse->is_other) {
        goes_on = sse->tell(sse->arg, (lob_str){sse->data.data, sse->data.size - 1});
    }
    lob_buf_clear(&sse->data);
    sse->is_other = false;
    return goes_on;
}

static bool take_line(void *arg, lob_str line) {
    lob_mcp_sse *sse = arg;
    if (!sse->has_begun && line.size >= 3 && memcmp(line.data, "\xef\xbb\xbf", 3) == 0) {
        line.data += 3;
        line.size -= 3;
    }
    sse->has_begun = true;
    if (line.size == 0) {
        return end_event(sse);
    }
    const char *colon = memchr(line.data, ':', line.size);
    lob_str name = {line.data, colon != NULL ? (size_t)(colon - line.data) : line.size};
    lob_str value = {line.data + line.size, 0};
    if (colon != NULL) {
        size_t at = name.size + 1;
        at += at < line.size && line.data[at] == ' ';
        value = (lob_str){line.data + at, line.size - at};
    }
    if (lob_str_equal(name, LOB_STR("data"))) {
        lob_buf_add(&sse->data, value.data, value.size);
        lob_buf_add_byte(&sse->data, '\n');
    } else if (lob_str_equal(name, LOB_STR("event"))) {
        sse->is_other = value.size > 0 && !lob_str_equal(value, LOB_STR("message"));
    }
    return sse->data.failed == LOB_BUF_FINE;
}

bool lob_mcp_sse_feed(lob_mcp_sse *sse, lob_str bytes, lob_mcp_sse_fn *tell, void *arg) {
    sse->tell = tell;
    sse->arg = arg;
    return lob_lines_feed(&sse->lines, bytes, take_line, sse);
}
