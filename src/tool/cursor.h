/* Cursors: where the next page begins, as opaque text that only fits the same tool, layout and arguments: one of
 * another session, even of another process, is as good when the file is the same.
 *
 * A cursor is `cur_`, the state in hex (a list of u32), and a checksum over state and binding. Nothing is kept in the
 * server. The checksum keeps honest callers from mixing cursors up; it is no signature, so a handler still checks the
 * state it gets.
 */
#ifndef LOB_TOOL_CURSOR_H
#define LOB_TOOL_CURSOR_H

#include "tool/call.h"

enum { LOB_CURSOR_WORD_COUNT_MAX = 48, LOB_BINDING_SIZE = 128 };

typedef struct lob_cursor {
    uint32_t words[LOB_CURSOR_WORD_COUNT_MAX];
    unsigned count;
} lob_cursor;

/* `binding`: tool, key of the session and all arguments but limit and cursor, written in any unambiguous way. */
lob_status lob_cursor_print(lob_ctx *ctx, const lob_cursor *cursor, lob_str binding, lob_str *text);
/* INVALID_TARGET when it is no cursor or one of another question. */
lob_status lob_cursor_parse(lob_ctx *ctx, lob_str text, lob_str binding, lob_cursor *cursor);
/* The error for a state that no page of ours could have ended with. */
lob_status lob_cursor_refuse(lob_ctx *ctx);

/* Two words for a count. */
void lob_cursor_add_u64(lob_cursor *cursor, uint64_t value);
uint64_t lob_cursor_u64(const lob_cursor *cursor, unsigned at);

/* Cursors that only say how many items were given before. An absent text is 0. */
lob_status lob_cursor_parse_position(lob_ctx *ctx, lob_str text, lob_str binding, uint64_t *position);
lob_status lob_cursor_print_position(lob_ctx *ctx, uint64_t position, lob_str binding, lob_str *text);

#endif
