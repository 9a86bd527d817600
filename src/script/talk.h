/* Messages between the engine and the interpreter: a length, then values with a tag each.
 *
 *     4 bytes   size of the rest, little-endian
 *     'i' 8     a whole number        'd' 8     a number, IEEE 754
 *     's' 4 n   n bytes of text       'n'       nothing
 *
 * A request is the name of an operation, the line of the deck that asks and the arguments; a reply is values alone.
 * What the interpreter sends is hostile: sizes are bounded, types are checked against the operation's signature before
 * it runs.
 */
#ifndef LOB_SCRIPT_TALK_H
#define LOB_SCRIPT_TALK_H

#include "base/buf.h"
#include "base/ctx.h"

enum { LOB_TALK_FRAME_MAX = 16 << 20, LOB_TALK_ARGS_MAX = 4096 };

typedef struct lob_talk_arg {
    char type; /* 'i', 'd', 's', 'n' */
    int64_t integer;
    double number; /* of 'i' as well */
    lob_str text;  /* into the frame */
} lob_talk_arg;

typedef struct lob_talk_args {
    lob_talk_arg *items;
    uint32_t count;
} lob_talk_args;

/* Whether `bytes` begin with a whole frame; its size with the length in front. False, *size 0: not yet. *is_bad: longer
 * than allowed. */
bool lob_talk_whole(lob_str bytes, size_t *size, bool *is_bad);
/* Values of a frame, without its length; in ctx->arena. DRC_RUN_FAILED reason "wire". */
lob_status lob_talk_read(lob_ctx *ctx, lob_str frame, lob_talk_args *args);
lob_status lob_talk_fail(lob_ctx *ctx);

void lob_talk_begin(lob_buf *out); /* a frame whose length lob_talk_end() fills in */
void lob_talk_put_integer(lob_buf *out, int64_t value);
void lob_talk_put_number(lob_buf *out, double value);
void lob_talk_put_text(lob_buf *out, lob_str text);
void lob_talk_put_nothing(lob_buf *out);
void lob_talk_end(lob_buf *out);

#endif
