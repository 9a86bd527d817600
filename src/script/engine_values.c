/* Values by number: how one is kept, made empty and forgotten. */
#include "script/engine_impl.h"

#include <stdlib.h>

#include "base/list.h"

bool lob_script_suits(const lob_script_engine *e, char wanted, const lob_talk_arg *arg) {
    if (wanted == 'i' || wanted == 's' || wanted == 'd') {
        return arg->type == wanted;
    }
    if (arg->type != 'i' || arg->integer < 0 || arg->integer >= e->value_count || !e->values[arg->integer]) {
        return false;
    }
    const lob_value_kind kind = e->values[arg->integer]->kind;
    return (wanted == 'A' && kind <= LOB_VALUE_TEXTS) || (wanted == 'T' && kind == LOB_VALUE_TEXTS) ||
           (wanted == 'V' && kind < LOB_VALUE_KINDS) || (wanted == 'M' && kind == LOB_VALUE_MEETINGS) ||
           (wanted == 'N' && (kind == LOB_VALUE_REGION || kind == LOB_VALUE_TEXTS)) ||
           (wanted == 'R' && kind == LOB_VALUE_REGION) || (wanted == 'E' && kind == LOB_VALUE_EDGES) ||
           (wanted == 'P' && kind == LOB_VALUE_PAIRS);
}

lob_status lob_script_check_length(const lob_script_call *c, uint32_t i) {
    return llabs(whole(c, i)) <= INT32_MAX ? LOB_OK : lob_script_refuse(c->ctx, "a length beyond 32 bits");
}

static lob_status keep(lob_script_call *c, lob_value *value) {
    lob_script_engine *e = c->engine;
    LOB_TRY(LOB_LIST_ROOM(c->ctx, e->arena, e->values, e->value_count, e->value_room));
    lob_talk_put_integer(c->out, e->value_count);
    e->values[e->value_count++] = value;
    return LOB_OK;
}

lob_status lob_script_finish(lob_script_call *c, lob_value *value, lob_status status) {
    status = status == LOB_OK ? keep(c, value) : status;
    if (status != LOB_OK) {
        lob_value_drop(value);
    }
    return status;
}

/* region or edges */
static lob_status do_as_drawn(lob_script_call *c) {
    const lob_value *a = value_at(c, 0);
    if (a->kind == LOB_VALUE_PAIRS) {
        return lob_talk_fail(c->ctx);
    }
    RESULT(a->kind);
    return lob_script_finish(c, result, lob_value_as_drawn(c->ctx, a, result));
}

static lob_status do_empty(lob_script_call *c) {
    RESULT((lob_value_kind)(whole(c, 0) >= 0 && whole(c, 0) < LOB_VALUE_KINDS ? whole(c, 0) : 0));
    const lob_polygons none = {0};
    return lob_script_finish(c, result,
                             result->kind == LOB_VALUE_REGION ? lob_value_put_merged(c->ctx, result, &none) : LOB_OK);
}

static lob_status do_forget(lob_script_call *c) {
    for (uint32_t i = 0; i < c->count; i++) {
        const int64_t number = c->args[i].type == 'i' ? whole(c, i) : -1;
        if (number >= 0 && number < c->engine->value_count) {
            lob_value_drop(c->engine->values[number]);
            c->engine->values[number] = NULL;
        }
    }
    return LOB_OK;
}

const lob_script_row lob_script_value_rows[] = {
    {"as_drawn", "V", do_as_drawn},
    {"empty", "i", do_empty},
    {"forget", "*", do_forget},
    {0},
};
