/* What an optimisation has done, as one line of JSON. Nothing in it depends on time, machine or threads. */
#include "litho/optimize_impl.h"
#include "json/writer.h"

static void put_uint(lob_jsonw *w, const char *key, uint64_t value) {
    lob_jsonw_key(w, key);
    lob_jsonw_uint(w, value);
}

/* Of a check that was not asked for nothing is told. */
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

lob_status lob_optimize_report(lob_ctx *ctx, const lob_optimize_setup *setup, const lob_optimize_result *result,
                               const lob_violations *group, lob_str file, lob_buf *out) {
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
    put_uint(&w, "iterations", result->iterations);
    lob_jsonw_key(&w, "loss_first");
    lob_jsonw_number(&w, result->loss_first);
    lob_jsonw_key(&w, "loss_best");
    lob_jsonw_number(&w, result->loss_best);
    put_metrics(&w, "before", setup->evaluation.checks, &result->before);
    put_metrics(&w, "after", setup->evaluation.checks, &result->after);
    if (file.data) {
        lob_jsonw_key(&w, "file");
        lob_jsonw_str(&w, file);
    }
    lob_jsonw_end_object(&w);
    lob_buf_add_byte(out, '\n');
    return out->failed == LOB_BUF_FINE ? LOB_OK : lob_fail_memory(ctx);
}
