/* Lines of a stream that comes in pieces of any size. A line ends with \n, \r or \r\n (text/event-stream of the HTML
 * standard). */
#ifndef LOB_BASE_LINES_H
#define LOB_BASE_LINES_H

#include "base/buf.h"
#include "base/str.h"

/* Without its end. False stops the reading. */
typedef bool lob_line_fn(void *arg, lob_str line);

typedef struct lob_text_lines {
    lob_buf line;    /* what came since the last end of a line */
    bool skips_feed; /* a \r came: a \n right after it belongs to it */
} lob_text_lines;

void lob_lines_open(lob_text_lines *lines, size_t size_max); /* of one line */
void lob_lines_close(lob_text_lines *lines);
/* False: `tell` stopped it, or lines->line.failed says why. */
bool lob_lines_feed(lob_text_lines *lines, lob_str bytes, lob_line_fn *tell, void *arg);
/* The stream is over: tells a last line without an end. */
bool lob_lines_end(lob_text_lines *lines, lob_line_fn *tell, void *arg);

#endif
