/* A line ends with \n, \r or \r\n; an empty line ends an event.
 *
 * Invariant: sse->line holds what came since the last line end, so whatever the pieces are, lines are the same.
 */
#include "bridge/mcp_sse.h"

#include <string.h>

void lob_mcp_sse_open(lob_mcp_sse *sse, size_t size_max) {
    *sse = (lob_mcp_sse){.is_other = false};
    lob_buf_init(&sse->line, size_max);
    lob_buf_init(&sse->data, size_max);
}

void lob_mcp_sse_drop(lob_mcp_sse *sse) {
    lob_buf_release(&sse->line);
    lob_buf_release(&sse->data);
}

static bool end_event(lob_mcp_sse *sse, lob_mcp_sse_fn *tell, void *arg) {
    bool goes_on = true;
    if (sse->data.size > 0 && !sse->is_other) {
        goes_on = tell(arg, (lob_str){sse->data.data, sse->data.size - 1});
    }
    lob_buf_clear(&sse->data);
    sse->is_other = false;
    return goes_on;
}

static bool end_line(lob_mcp_sse *sse, lob_mcp_sse_fn *tell, void *arg) {
    lob_str line = {sse->line.size > 0 ? sse->line.data : "", sse->line.size};
    if (!sse->has_begun && line.size >= 3 && memcmp(line.data, "\xef\xbb\xbf", 3) == 0) {
        line.data += 3;
        line.size -= 3;
    }
    sse->has_begun = true;
    if (line.size == 0) {
        return end_event(sse, tell, arg);
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
    size_t at = 0;
    while (at < bytes.size) {
        if (sse->skips_feed) {
            sse->skips_feed = false;
            if (bytes.data[at] == '\n') {
                at++;
                continue;
            }
        }
        size_t end = at;
        while (end < bytes.size && bytes.data[end] != '\n' && bytes.data[end] != '\r') {
            end++;
        }
        lob_buf_add(&sse->line, bytes.data + at, end - at);
        if (sse->line.failed != LOB_BUF_FINE) {
            return false;
        }
        if (end < bytes.size) {
            sse->skips_feed = bytes.data[end] == '\r';
            if (!end_line(sse, tell, arg)) {
                return false;
            }
            lob_buf_clear(&sse->line);
            end++;
        }
        at = end;
    }
    return true;
}
