/* Rule decks over a view, and what violates them, in the order of the deck. */
#include "api/api_impl.h"
#include "base/num.h"
#include "design/rule_checks.h"

/* The head of a rule's findings, copied once: rule, description, severity. NULL: out of memory. */
static lob_doc_finding *show_rules(lob_desk *desk, const lob_bound_rules *bound) {
    lob_doc_finding *heads = LOB_NEW_ARRAY(desk->arena, lob_doc_finding, bound->rules.count);
    bool is_whole = heads != NULL;
    for (uint32_t i = 0; is_whole && i < bound->rules.count; i++) {
        const lob_rule *rule = &bound->rules.items[i];
        heads[i].rule = lob_api_text(desk, rule->id);
        heads[i].description = lob_api_text(desk, rule->description);
        heads[i].severity = lob_api_text(desk, rule->severity);
        is_whole = heads[i].rule && heads[i].description && heads[i].severity;
    }
    return is_whole ? heads : NULL;
}

static void show_all(const lob_doc_finding *heads, const lob_verdict *verdict, lob_doc_finding *findings) {
    static const char *const kinds[] = {[LOB_VIOLATION_EDGE_PAIR] = "edge_pair",
                                        [LOB_VIOLATION_POLYGON] = "polygon",
                                        [LOB_VIOLATION_EDGE] = "edge",
                                        [LOB_VIOLATION_POINT] = "point",
                                        [LOB_VIOLATION_BOX] = "box"};
    for (uint32_t i = 0; i < verdict->count; i++) {
        const lob_violation *v = &verdict->items[i];
        findings[i] = heads[v->rule];
        findings[i].kind = kinds[v->kind];
        findings[i].points = lob_doc_points_from(v->points);
        findings[i].point_count = v->count;
        findings[i].box = lob_doc_box_from(v->box);
        findings[i].value = v->value;
    }
}

static uint64_t sum_of(const lob_verdict *verdict, uint32_t rules) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < rules; i++) {
        sum = lob_u64_add_sat(sum, verdict->totals[i]);
    }
    return sum;
}

static lob_status run(lob_desk *desk, const lob_doc *doc, const lob_doc_view *view, lob_str text,
                      lob_doc_finding **findings, lob_verdict *verdict, uint64_t *total) {
    lob_ctx *ctx = lob_api_begin(desk);
    lob_seen seen;
    lob_rules_deck deck;
    lob_bound_rules bound;
    LOB_TRY(lob_api_look(ctx, doc, view, &seen));
    LOB_TRY(lob_checkable_deck_read(ctx, text, &(lob_rules_ground){.dbu = lob_layout_dbu(doc->layout)}, &deck));
    LOB_TRY(lob_rules_deck_bind(ctx, &deck, doc->layout, NULL, 0, &bound));
    const lob_rules_question question = {
        .layout = doc->layout, .cell = seen.cell, .has_window = seen.has_box, .window = seen.box};
    LOB_TRY(lob_rules_run(ctx, &question, &bound.rules, verdict));
    *findings = LOB_NEW_ARRAY(ctx->arena, lob_doc_finding, verdict->count);
    const lob_doc_finding *heads = show_rules(desk, &bound);
    if (!*findings || !heads) {
        return lob_fail_memory(ctx);
    }
    show_all(heads, verdict, *findings);
    *total = sum_of(verdict, bound.rules.count);
    return LOB_OK;
}

int lob_doc_run_rules(lob_desk *desk, const lob_doc *doc, const lob_doc_view *view, const char *deck, size_t deck_size,
                      const lob_doc_finding **findings, size_t *count, uint64_t *total) {
    lob_doc_finding *fresh;
    lob_verdict verdict;
    uint64_t sum = 0;
    lob_status status = run(desk, doc, view, (lob_str){deck, deck_size}, &fresh, &verdict, &sum);
    if (status == LOB_OK) {
        *findings = fresh;
        *count = verdict.count;
        *total = sum;
    }
    return lob_api_end(status);
}
