/* Shared by the engine's files: what an operation is given, and how it gives a value back.
 *
 * A row says what arguments an operation takes; they are checked before it runs:
 *
 *     R region   E edges   P pairs   V these   T texts   A any of them   N region or texts   M meetings   i whole
 * number   d number s text   * the rest, unchecked
 */
#ifndef LOB_SCRIPT_ENGINE_IMPL_H
#define LOB_SCRIPT_ENGINE_IMPL_H

#include "script/engine.h"

typedef struct lob_script_call {
    lob_ctx *ctx; /* of this operation: its arena is emptied after it */
    lob_script_engine *engine;
    const lob_talk_arg *args; /* behind the name and the line */
    uint32_t count;
    lob_buf *out;
} lob_script_call;

typedef struct lob_script_row {
    const char *name, *arguments;
    lob_status (*run)(lob_script_call *c);
} lob_script_row;

/* By name; each ends with a row without one. */
extern const lob_script_row lob_script_value_rows[], lob_script_input_rows[], lob_script_shape_rows[],
    lob_script_net_rows[], lob_script_report_rows[];

/* Whether an argument is what a letter of a row says. */
bool lob_script_suits(const lob_script_engine *e, char wanted, const lob_talk_arg *arg);

static inline lob_value *value_at(const lob_script_call *c, uint32_t i) {
    return c->engine->values[c->args[i].integer];
}

static inline int64_t whole(const lob_script_call *c, uint32_t i) {
    return c->args[i].integer;
}

/* Lengths are of 32 bits, as coordinates of files are. */
lob_status lob_script_check_length(const lob_script_call *c, uint32_t i);
/* Keeps the value and puts its number into the reply, or drops it after a failure. */
lob_status lob_script_finish(lob_script_call *c, lob_value *value, lob_status status);

#define RESULT(kind)                                                                                                   \
    lob_value *result;                                                                                                 \
    LOB_TRY(lob_value_new(c->ctx, (kind), &result))

/* The first argument as a cell. False: there is none. */
bool lob_script_cell(const lob_script_call *c, lob_cell_index *cell);
/* Puts nothing for an empty box. */
void lob_script_put_box(lob_script_call *c, lob_box64 box);
/* Where in the client's files; the line is of the prepared deck, 0: not known. */
void lob_script_tell_place(lob_script_call *c, int64_t line);

#endif
