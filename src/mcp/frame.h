/* Lines out of a byte stream: the framing of the stdio transport.
 *
 * One message a line. Blocks of any size come in, whole lines without their end go out; white space around a line and
 * blank lines are dropped, \r\n counts as \n. A line above the limit is reported once, as soon as it is known, and then
 * thrown away up to its newline without being stored. Invariant: bytes [begin, scanned) of the buffer hold no newline,
 * [scanned, size) are unseen.
 */
#ifndef LOB_MCP_FRAME_H
#define LOB_MCP_FRAME_H

#include "base/buf.h"
#include "base/str.h"

typedef struct lob_framer {
    lob_buf bytes; /* owned */
    size_t begin, scanned;
    size_t line_size_max;
    bool skipping; /* inside a line that was given up */
} lob_framer;

typedef enum { LOB_FRAME_LINE, LOB_FRAME_MORE, LOB_FRAME_TOO_LARGE } lob_frame_state;

void lob_frame_init(lob_framer *frame, size_t line_size_max);
void lob_frame_release(lob_framer *frame);

/* Where the next block may be read to, and how much at most. NULL: out of memory; what was read of the present line is
 * lost. */
char *lob_frame_room(lob_framer *frame, size_t *size);
void lob_frame_added(lob_framer *frame, size_t size);

/* The next line, valid until the next lob_frame_room(). MORE: read on. TOO_LARGE: one line was refused; call again. */
lob_frame_state lob_frame_next(lob_framer *frame, lob_str *line);
/* After the end of input: a last line that has no newline. False when there is none. */
bool lob_frame_last(lob_framer *frame, lob_str *line);

#endif
