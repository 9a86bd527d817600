/* Parameters of a subcircuit as values. Definitions may come in any order: passes are made as long as each finds a
 * value more; what is left then has none, and is a fault only where it is used. */
#include <math.h>

#include "design/spice_impl.h"

lob_spice_verdict lob_spice_scope_lookup(const void *arg, lob_str name, double *value) {
    for (const lob_spice_scope *scope = arg; scope; scope = scope->file) {
        const uint32_t place = lob_spice_find(scope->s, LOB_SPICE_KEY_PARAM, scope->subckt, name);
        if (place != LOB_MAP_NONE) {
            *value = scope->values[place];
            return (lob_spice_verdict)scope->verdicts[place];
        }
    }
    return LOB_SPICE_UNKNOWN;
}

static void set_value(lob_spice_scope *scope, size_t place, const lob_spice_scope *of, lob_str text) {
    lob_str unknown;
    scope->verdicts[place] =
        (uint8_t)lob_spice_evaluate(text, lob_spice_scope_lookup, of, &scope->values[place], &unknown);
}

/* Those that the instance gives, in the scope around it. */
static void set_given(lob_spice_scope *scope, const lob_spice_subckt *subckt, const lob_spice_scope *outer,
                      const lob_spice_card *card) {
    for (size_t i = 0; card && i < subckt->settable_count; i++) {
        for (size_t k = 0; k < card->pins_from; k++) {
            if (lob_str_equal(card->params[k].name, subckt->params[i].name)) {
                set_value(scope, i, outer, card->params[k].value);
                /* what waits for the outer scope waits for ever */
                scope->verdicts[i] = scope->verdicts[i] == LOB_SPICE_PENDING ? LOB_SPICE_UNKNOWN : scope->verdicts[i];
            }
        }
    }
}

static void set_defaults(lob_spice_scope *scope, const lob_spice_subckt *subckt) {
    bool has_more = true;
    while (has_more) {
        has_more = false;
        for (size_t i = 0; i < subckt->param_count; i++) {
            if (scope->verdicts[i] == LOB_SPICE_PENDING) {
                set_value(scope, i, scope, subckt->params[i].value);
                has_more = has_more || scope->verdicts[i] != LOB_SPICE_PENDING;
            }
        }
    }
    for (size_t i = 0; i < subckt->param_count; i++) {
        scope->verdicts[i] = scope->verdicts[i] == LOB_SPICE_PENDING ? LOB_SPICE_UNKNOWN : scope->verdicts[i];
    }
}

static lob_status set_multiplier(lob_spice *s, lob_spice_scope *scope, const lob_spice_scope *outer,
                                 const lob_spice_card *card) {
    const lob_spice_param *m = lob_spice_card_param(card, "m");
    double own = 1;
    scope->multiplier = outer->multiplier;
    if (!m ||
        lob_spice_find(s, LOB_SPICE_KEY_PARAM, scope->subckt, m->name) < s->subckts[scope->subckt].settable_count) {
        return LOB_OK; /* a subcircuit with an m of its own says itself what it is for */
    }
    LOB_TRY(lob_spice_scope_value(s, outer, m, &own));
    if (own < 1 || own != floor(own) || own > 1e6) {
        return lob_spice_fail(s, &card->at, "The m of an instance is not a whole number from 1 to a million",
                              "Give a whole number, or write the instance several times.", m->value);
    }
    scope->multiplier *= own;
    return LOB_OK;
}

lob_status lob_spice_scope_open(lob_spice *s, uint32_t subckt, const lob_spice_scope *outer, const lob_spice_card *card,
                                const lob_spice_scope *file, lob_spice_scope *scope) {
    const lob_spice_subckt *of = &s->subckts[subckt];
    *scope = (lob_spice_scope){.s = s, .subckt = subckt, .file = file, .multiplier = 1};
    scope->values = LOB_NEW_ARRAY(s->ctx->arena, double, of->param_count);
    scope->verdicts = LOB_NEW_ARRAY(s->ctx->arena, uint8_t, of->param_count);
    if (!scope->values || !scope->verdicts) {
        return lob_fail_memory(s->ctx);
    }
    memset(scope->verdicts, LOB_SPICE_PENDING, of->param_count);
    if (card) {
        LOB_TRY(set_multiplier(s, scope, outer, card));
    }
    set_given(scope, of, outer, card);
    set_defaults(scope, of);
    return LOB_OK;
}

lob_status lob_spice_scope_value(lob_spice *s, const lob_spice_scope *scope, const lob_spice_param *param,
                                 double *value) {
    lob_str unknown;
    switch (lob_spice_evaluate(param->value, lob_spice_scope_lookup, scope, value, &unknown)) {
    case LOB_SPICE_FINE:
        return LOB_OK;
    case LOB_SPICE_UNKNOWN:
    case LOB_SPICE_PENDING:
        return lob_spice_fail(s, &param->at, "A parameter or function in the expression is unknown or has no value",
                              "Define it with .param in the file or in the subcircuit.", unknown);
    case LOB_SPICE_INFINITE:
        return lob_spice_fail(s, &param->at, "The expression has no finite value", "Correct it.", param->value);
    case LOB_SPICE_SYNTAX:
        break;
    }
    return lob_spice_fail(s, &param->at, "This is neither a number nor a supported expression",
                          "Numbers may end in f p n u m k meg g t mil; expressions may have + - * / ( ) and "
                          "parameters.",
                          param->value);
}
