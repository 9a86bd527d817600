/* What an optimisation has done, as one line of JSON. Nothing in it depends on time, machine or threads. */
#include <stdio.h>

#include "base/num.h"
#include "litho/optimize_impl.h"
#include "json/writer.h"

static void put_uint(lob_jsonw *w, const char *key, uint64_t value) {
    lob_jsonw_key(w, key);
    lob_jsonw_uint(w, value);
}

/* Checks that were not requested are omitted. */
static void put_metrics(lob_jsonw *w, const char *key, unsigned checks, const lob_litho_result *result) {
    const lob_litho_metrics *m = &result->metrics;
    lob_jsonw_key(w, key);
    lob_jsonw_begin_object(w);
    put_uint(w, "l2_error_pixels", m->l2_pixels);
    put_uint(w, "pvband_pixels", m->band_pixels);
    if (checks & LOB_CHECK_EPE) {
        put_uint(w, "epe_gauge_violations", m->gauge_violations);
    }
    if (checks & LOB_CHECK_MRC) {
        put_uint(w, "mrc_violations", m->mrc_count);
    }
    if (checks & LOB_CHECK_DRC) {
        put_uint(w, "drc_violations", m->drc_count);
    }
    if (checks & LOB_CHECK_SHOTS) {
        put_uint(w, "shots_vsb", m->shots_vsb);
    }
    put_uint(w, "violations_total", result->violations_total);
    put_uint(w, "violation_groups_total", result->violations.group_count);
    lob_jsonw_end_object(w);
}

static void put_target(lob_jsonw *w, const lob_optimize_setup *setup, const lob_optimize_result *result,
                       const lob_violations *group) {
    lob_jsonw_key(w, "violation_id");
    lob_jsonw_text(w, setup->violation->id);
    lob_jsonw_key(w, "rule_id");
    lob_jsonw_str(w, setup->violation->rule_id);
    lob_jsonw_key(w, "is_resolved");
    lob_jsonw_bool(w, result->is_resolved);
    lob_jsonw_key(w, "resolved");
    lob_jsonw_begin_array(w);
    for (uint32_t i = 0; result->is_resolved && group && i < group->count; i++) {
        lob_jsonw_text(w, group->items[i].id);
    }
    lob_jsonw_end_array(w);
}

/* ---- lists ---- */

enum { LISTED_MAX = 100 };

static void put_numbers(lob_jsonw *w, const char *key, const double *values, unsigned count, double scale) {
    lob_jsonw_key(w, key);
    lob_jsonw_begin_array(w);
    for (unsigned i = 0; i < count; i++) {
        lob_jsonw_number(w, values[i] / scale);
    }
    lob_jsonw_end_array(w);
}

static void put_sentence(lob_jsonw *w, const lob_litho_violation *v) {
    char sentence[LOB_SENTENCE_SIZE];
    const size_t size = lob_violation_sentence(v, sentence);
    lob_jsonw_key(w, "message");
    lob_jsonw_str(w, (lob_str){sentence, size});
}

static void put_new(lob_jsonw *w, const lob_optimize_result *result) {
    const lob_violations *after = &result->after.violations;
    unsigned listed = 0;
    lob_jsonw_key(w, "new_violations");
    lob_jsonw_begin_array(w);
    for (uint32_t i = 0; i < after->count && listed < LISTED_MAX && listed < result->violations_new; i++) {
        const lob_litho_violation *v = &after->items[i];
        if (lob_optimize_is_new(&result->before.violations, v)) {
            const double place[2] = {v->x_nm, v->y_nm};
            lob_jsonw_begin_object(w);
            lob_jsonw_key(w, "violation_id");
            lob_jsonw_text(w, v->id);
            lob_jsonw_key(w, "rule_id");
            lob_jsonw_str(w, v->rule_id);
            put_numbers(w, "location_nm", place, 2, 1);
            put_numbers(w, "location_um", place, 2, 1000);
            put_sentence(w, v);
            lob_jsonw_end_object(w);
            listed++;
        }
    }
    lob_jsonw_end_array(w);
}

static void put_move(lob_jsonw *w, const lob_optimize_move *move) {
    const double *box = move->box_nm, width = box[2] - box[0], height = box[3] - box[1];
    const double by = width < height ? width : height, along = width < height ? height : width;
    char sentence[LOB_SENTENCE_SIZE];
    const double values[4] = {by, along, (box[0] + box[2]) / 2000, (box[1] + box[3]) / 2000};
    char text[4][LOB_NUM_TEXT_SIZE]; /* whatever the locale */
    int width_of[4];
    for (unsigned i = 0; i < 4; i++) {
        width_of[i] = (int)lob_num_print(text[i], lob_num_round_um(values[i]));
    }
    const int size = snprintf(sentence, sizeof sentence, "%s %.*s nm along %.*s nm, around (%.*s, %.*s) um",
                              move->is_added ? "added" : "removed", width_of[0], text[0], width_of[1], text[1],
                              width_of[2], text[2], width_of[3], text[3]);
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "what");
    lob_jsonw_text(w, move->is_added ? "added" : "removed");
    lob_jsonw_key(w, "area_nm2");
    lob_jsonw_number(w, move->area_nm2);
    lob_jsonw_key(w, "by_nm");
    lob_jsonw_number(w, by);
    put_numbers(w, "box_nm", box, 4, 1);
    put_numbers(w, "box_um", box, 4, 1000);
    lob_jsonw_key(w, "message");
    lob_jsonw_str(w, (lob_str){sentence, (size_t)size});
    lob_jsonw_end_object(w);
}

static lob_status put_moves(lob_ctx *ctx, lob_jsonw *w, const lob_optimize_result *result) {
    lob_optimize_move *moves;
    uint32_t count;
    LOB_TRY(lob_optimize_moves(ctx, &result->was, &result->mask, &moves, &count));
    put_uint(w, "moves_total", count);
    lob_jsonw_key(w, "moves");
    lob_jsonw_begin_array(w);
    for (uint32_t i = 0; i < count && i < LISTED_MAX; i++) {
        put_move(w, &moves[i]);
    }
    lob_jsonw_end_array(w);
    return LOB_OK;
}

/* ---- rules ---- */

static bool is_of_mask_or_design(const lob_litho_violation *v) {
    return !lob_optimize_is_of_rule(v->rule_id, "EPE.MAX") && !lob_optimize_is_of_rule(v->rule_id, "PVB.MAX");
}

/* Records come by rule. */
static void put_rules(lob_jsonw *w, unsigned checks, const lob_violations *after) {
    bool is_met = true;
    if (!(checks & (LOB_CHECK_DRC | LOB_CHECK_MRC))) {
        return;
    }
    for (uint32_t i = 0; i < after->count; i++) {
        is_met = is_met && !is_of_mask_or_design(&after->items[i]);
    }
    lob_jsonw_key(w, "rules_met");
    lob_jsonw_bool(w, is_met);
    lob_jsonw_key(w, "rules_failed");
    lob_jsonw_begin_array(w);
    for (uint32_t i = 0, next; i < after->count; i = next) {
        const lob_litho_violation *first = &after->items[i];
        uint64_t groups = 0;
        for (next = i; next < after->count && lob_str_equal(after->items[next].rule_id, first->rule_id); next++) {
            groups += !after->items[next].is_shadow;
        }
        if (is_of_mask_or_design(first)) {
            lob_jsonw_begin_object(w);
            lob_jsonw_key(w, "rule_id");
            lob_jsonw_str(w, first->rule_id);
            put_uint(w, "violations", groups);
            put_sentence(w, first);
            lob_jsonw_end_object(w);
        }
    }
    lob_jsonw_end_array(w);
}

/* ---- the file ---- */

static void put_layer(lob_jsonw *w, const char *key, uint32_t layer, uint32_t datatype) {
    lob_jsonw_key(w, key);
    lob_jsonw_begin_object(w);
    put_uint(w, "layer", layer);
    put_uint(w, "datatype", datatype);
    lob_jsonw_end_object(w);
}

/* What makes evaluate give the metrics of `after` again, beside layout, process and rules. */
static void put_file(lob_jsonw *w, const lob_optimize_result *result, const lob_optimize_file *file) {
    const double unit_um = result->was.unit_nm / 1000;
    const char *const sides[] = {"left", "bottom", "right", "top"};
    const int64_t values[] = {result->window.left, result->window.bottom, result->window.right, result->window.top};
    lob_jsonw_key(w, "file");
    lob_jsonw_str(w, file->path);
    if (file->target == NULL) {
        return;
    }
    lob_jsonw_key(w, "evaluate_again");
    lob_jsonw_begin_object(w);
    put_layer(w, "layer", file->layer, file->datatype);
    put_layer(w, "target_layer", file->target_layer, file->target_datatype);
    lob_jsonw_key(w, "box");
    lob_jsonw_begin_object(w);
    for (unsigned i = 0; i < 4; i++) {
        lob_jsonw_key(w, sides[i]);
        lob_jsonw_number(w, lob_num_round_um((double)values[i] * unit_um));
    }
    lob_jsonw_end_object(w);
    lob_jsonw_end_object(w);
}

lob_status lob_optimize_report(lob_ctx *ctx, const lob_optimize_setup *setup, const lob_optimize_result *result,
                               const lob_violations *group, const lob_optimize_file *file, lob_buf *out) {
    lob_jsonw w;
    lob_jsonw_init(&w, out);
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "schema_version");
    lob_jsonw_text(&w, LOB_LITHO_SCHEMA_VERSION);
    lob_jsonw_key(&w, "method");
    lob_jsonw_text(&w, setup->model == LOB_ILT_PIXEL ? "pixel" : "level_set");
    if (setup->violation) {
        put_target(&w, setup, result, group);
    }
    put_uint(&w, "violations_new", result->violations_new);
    put_new(&w, result);
    LOB_TRY(setup->violation ? put_moves(ctx, &w, result) : LOB_OK);
    put_uint(&w, "iterations", result->iterations);
    lob_jsonw_key(&w, "loss_first");
    lob_jsonw_number(&w, result->loss_first);
    lob_jsonw_key(&w, "loss_best");
    lob_jsonw_number(&w, result->loss_best);
    put_metrics(&w, "before", setup->evaluation.checks, &result->before);
    put_metrics(&w, "after", setup->evaluation.checks, &result->after);
    put_rules(&w, setup->evaluation.checks, &result->after.violations);
    if (file) {
        put_file(&w, result, file);
    }
    lob_jsonw_end_object(&w);
    lob_buf_add_byte(out, '\n');
    return out->failed == LOB_BUF_FINE ? LOB_OK : lob_fail_memory(ctx);
}
