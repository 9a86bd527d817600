/* DRC errors of evaluate_layout. The number is known when every rule of the file was checked whole, and only then. */
#include <inttypes.h>

#include "base/num.h"
#include "design/rule_checks.h"
#include "tool/evaluate_layout.h"

enum { COUNTS_SHOWN = 100 };

static lob_status show_counts(lob_layout_evaluation *e, const lob_rules *rules, const uint64_t *totals) {
    lob_evaluate_layout_response_drc *drc = e->response->drc;
    uint64_t sum = 0;
    drc->counts.items = LOB_NEW_ARRAY(e->call->ctx->arena, lob_rule_count, COUNTS_SHOWN);
    if (!drc->counts.items) {
        return lob_fail_memory(e->call->ctx);
    }
    for (uint32_t i = 0; i < rules->count; i++) {
        sum = lob_u64_add_sat(sum, totals[i]);
        if (totals[i] > 0 && drc->counts.count < COUNTS_SHOWN) {
            drc->counts.items[drc->counts.count++] = (lob_rule_count){.rule = rules->items[i].id,
                                                                      .has_type = true,
                                                                      .type = (lob_deck_rule_type)rules->items[i].type,
                                                                      .severity = LOB_RULE_COUNT_SEVERITY_ERROR,
                                                                      .count = lob_count_show(totals[i])};
        } else if (totals[i] > 0) {
            drc->has_counts_dropped = true;
            drc->counts_dropped++;
        }
    }
    drc->rules_checked = rules->count;
    drc->violation_count = lob_count_show(sum);
    return LOB_OK;
}

lob_status lob_layout_evaluate_drc(lob_layout_evaluation *e) {
    lob_ctx *ctx = e->call->ctx;
    lob_evaluate_layout_response_drc *drc = e->response->drc = LOB_NEW(ctx->arena, lob_evaluate_layout_response_drc);
    lob_checkable_rules rules;
    lob_bound_rules bound;
    lob_verdict verdict;
    if (!drc) {
        return lob_fail_memory(ctx);
    }
    const lob_rules_question question = {.layout = e->layout, .cell = e->cell, .list_max = 1};
    const lob_rules_ground ground = {e->dbu, e->layout};
    LOB_TRY(lob_checkable_rules_of(ctx, &e->rules.rules, &ground, &rules));
    LOB_TRY(lob_rules_deck_bind(ctx, &rules.deck, e->layout, NULL, 0, &bound));
    LOB_TRY(lob_rules_run(ctx, &question, &bound.rules, &verdict));
    drc->tech = e->rules.rules.tech;
    drc->not_checked.items = rules.unchecked;
    drc->not_checked.count = rules.unchecked_count;
    LOB_TRY(show_counts(e, &bound.rules, verdict.totals));
    e->metrics.has_drc_error_count = rules.unchecked_count == 0;
    e->metrics.drc_error_count = drc->violation_count;
    if (rules.unchecked_count > 0) {
        LOB_TRY(lob_note(ctx, &e->notes,
                         "%zu of the rules could not be checked, or only in part (drc.not_checked): the number "
                         "of DRC errors is not known, %" PRId64 " were found.",
                         rules.unchecked_count, drc->violation_count));
    }
    return LOB_OK;
}
