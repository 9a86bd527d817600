/* Invariant: lines->line holds what came since the last end of a line, so whatever the pieces are, lines are the same.
 */
#include "base/lines.h"

void lob_lines_open(lob_text_lines *lines, size_t size_max) {
    *lines = (lob_text_lines){.skips_feed = false};
    lob_buf_init(&lines->line, size_max);
}

void lob_lines_close(lob_text_lines *lines) {
    lob_buf_release(&lines->line);
}

static bool tell_line(lob_text_lines *lines, lob_line_fn *tell, void *arg) {
    bool goes_on = tell(arg, (lob_str){lines->line.size > 0 ? lines->line.data : "", lines->line.size});
    lob_buf_clear(&lines->line);
    return goes_on;
}

bool lob_lines_feed(lob_text_lines *lines, lob_str bytes, lob_line_fn *tell, void *arg) {
    size_t at = 0;
    while (at < bytes.size) {
        if (lines->skips_feed) {
            lines->skips_feed = false;
            if (bytes.data[at] == '\n') {
                at++;
                continue;
            }
        }
        size_t end = at;
        while (end < bytes.size && bytes.data[end] != '\n' && bytes.data[end] != '\r') {
            end++;
        }
        lob_buf_add(&lines->line, bytes.data + at, end - at);
        if (lines->line.failed != LOB_BUF_FINE) {
            return false;
        }
        if (end < bytes.size) {
            lines->skips_feed = bytes.data[end] == '\r';
            if (!tell_line(lines, tell, arg)) {
                return false;
            }
            end++;
        }
        at = end;
    }
    return true;
}

bool lob_lines_end(lob_text_lines *lines, lob_line_fn *tell, void *arg) {
    return lines->line.size == 0 || tell_line(lines, tell, arg);
}
