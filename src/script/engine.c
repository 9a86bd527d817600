/* Operations by name: a row is found and its arguments checked before it runs. */
#include "script/engine_impl.h"

#include <string.h>

#include "base/clock.h"

static bool fits(const lob_script_engine *e, const lob_script_row *row, const lob_talk_args *args) {
    uint32_t at = 2;
    const char *wanted = row->arguments;
    for (; *wanted && *wanted != '*'; wanted++, at++) {
        if (at >= args->count || !lob_script_suits(e, *wanted, &args->items[at])) {
            return false;
        }
    }
    return *wanted == '*' || at == args->count;
}

/* By the name, the line of the deck, the arguments. NULL: there is none, or they do not fit. */
static const lob_script_row *find(const lob_script_engine *e, const lob_talk_args *args) {
    const lob_script_row *const tables[] = {lob_script_value_rows, lob_script_input_rows, lob_script_shape_rows,
                                            lob_script_net_rows, lob_script_report_rows};
    for (size_t k = 0; k < sizeof tables / sizeof tables[0] && args->count >= 2; k++) {
        for (const lob_script_row *row = tables[k]; row->name; row++) {
            if (lob_str_equal(lob_str_from(row->name), args->items[0].text)) {
                return fits(e, row, args) ? row : NULL;
            }
        }
    }
    return NULL;
}

lob_status lob_script_engine_open(lob_ctx *ctx, lob_script_engine *engine) {
    engine->arena = lob_arena_new(0);
    return engine->arena ? LOB_OK : lob_fail_memory(ctx);
}

void lob_script_engine_close(lob_script_engine *engine) {
    for (uint32_t i = 0; i < engine->value_count; i++) {
        lob_value_drop(engine->values[i]);
    }
    lob_arena_drop(engine->arena);
    engine->arena = NULL;
    engine->value_count = 0;
}

lob_status lob_script_engine_answer(lob_ctx *ctx, lob_script_engine *engine, lob_str frame, lob_buf *out) {
    lob_talk_args args;
    LOB_TRY(lob_talk_read(ctx, frame, &args));
    const lob_script_row *row = find(engine, &args);
    if (!row || args.items[1].type != 'i') {
        return lob_talk_fail(ctx);
    }
    lob_script_call c = {.ctx = ctx, .engine = engine, .args = args.items + 2, .count = args.count - 2, .out = out};
    lob_talk_begin(out);
    const uint32_t before = engine->value_count;
    const int64_t start_ns = engine->part.has_profile ? lob_clock_ns() : 0;
    lob_status status = row->run(&c);
    if (status == LOB_OK && engine->part.has_profile &&
        (engine->value_count > before || strcmp(row->name, "output") == 0)) {
        const lob_value *made = engine->value_count > before ? engine->values[before] : NULL;
        const int64_t line = args.items[1].integer, ns = lob_clock_ns() - start_ns;
        status = lob_script_spend(ctx, engine, line, row->name, made, ns);
    }
    if (status != LOB_OK) {
        lob_error_text(&ctx->error, "method", args.items[0].text); /* unless a better name stands */
        lob_script_tell_place(&c, args.items[1].integer);
        return status;
    }
    lob_talk_end(out);
    return out->failed ? lob_fail_memory(ctx) : LOB_OK;
}
