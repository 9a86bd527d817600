/* check_rules with a DRC script of KLayout: the built-in engine runs it as run_drc_script does, its markers become
 * violations, its categories rules. The run is not kept: the answer is all of it, as with a rule deck.
 */
#include <math.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "tool/check_rules.h"
#include "tool/run_drc_script.h"
#include "tool/runs.h"

bool lob_check_rules_is_script(lob_str path) {
    static const char *const ends[] = {".drc", ".lydrc", ".rb"};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0] && path.data; i++) {
        const size_t size = strlen(ends[i]);
        if (path.size > size && strncasecmp(path.data + path.size - size, ends[i], size) == 0) {
            return true;
        }
    }
    return false;
}

/* ---- markers as violations ---- */

static lob_violation_kind kind_of(const lob_rdb_value *value) {
    switch (value->kind) {
    case LOB_RDB_EDGE_PAIR:
        return LOB_VIOLATION_EDGE_PAIR;
    case LOB_RDB_EDGE:
        return LOB_VIOLATION_EDGE;
    case LOB_RDB_POLYGON:
        return LOB_VIOLATION_POLYGON;
    default:
        return LOB_VIOLATION_POINT;
    }
}

static double value_of(const lob_rule_checker *c, const lob_marker *marker, const lob_rdb_value *shown,
                       const lob_violation *v) {
    double distance;
    lob_marker_measure measure;
    if (v->kind == LOB_VIOLATION_EDGE_PAIR && lob_marker_distance_um(shown, &distance)) {
        return distance / c->dbu;
    }
    if (v->kind == LOB_VIOLATION_POLYGON && lob_marker_measured(marker, &measure)) {
        return measure.value / (c->dbu * c->dbu);
    }
    if (v->kind == LOB_VIOLATION_EDGE) {
        const lob_point64 a = v->points[0], b = v->points[1];
        return atan2((double)(b.y - a.y), (double)(b.x - a.x)) * 180 / M_PI;
    }
    return 0;
}

/* A label, or a value without a place, is a point: the lower left of its box. */
static lob_status take_marker(const lob_rule_checker *c, const lob_marker *marker, lob_violation *v) {
    const lob_rdb_value *shown = lob_marker_shown(marker);
    const lob_um_point corner = {(double)marker->box.left * c->dbu, (double)marker->box.bottom * c->dbu};
    *v =
        (lob_violation){.rule = marker->rule, .kind = shown ? kind_of(shown) : LOB_VIOLATION_POINT, .box = marker->box};
    v->count = v->kind == LOB_VIOLATION_POINT     ? 1
               : v->kind == LOB_VIOLATION_POLYGON ? (shown->contour_count ? shown->contours[0] : 0)
                                                  : shown->point_count;
    const lob_um_point *from = v->kind == LOB_VIOLATION_POINT ? &corner : shown->points;
    lob_point64 *points = LOB_NEW_ARRAY(c->call->ctx->arena, lob_point64, (size_t)v->count + 1);
    if (!points) {
        return lob_fail_memory(c->call->ctx);
    }
    for (uint32_t i = 0; i < v->count; i++) {
        points[i] = (lob_point64){llround(from[i].x / c->dbu), llround(from[i].y / c->dbu)};
    }
    v->points = points;
    v->value = value_of(c, marker, shown, v);
    return LOB_OK;
}

static lob_str copied(lob_ctx *ctx, lob_str text) {
    return (lob_str){lob_arena_strdup(ctx->arena, text.data ? text.data : "", text.size), text.size};
}

/* What the markers hold goes with the run. */
static lob_status take_rules(lob_rule_checker *c, const lob_markers *markers) {
    lob_ctx *ctx = c->call->ctx;
    lob_rule *rules = LOB_NEW_ARRAY(ctx->arena, lob_rule, (size_t)markers->rule_count + 1);
    c->verdict.totals = LOB_NEW_ARRAY(ctx->arena, uint64_t, (size_t)markers->rule_count + 1);
    if (!rules || !c->verdict.totals) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < markers->rule_count; i++) {
        rules[i] = (lob_rule){.id = copied(ctx, markers->rules[i].name),
                              .description = copied(ctx, markers->rules[i].description),
                              .severity = LOB_STR("error"),
                              .b = LOB_NONE};
        c->verdict.totals[i] = markers->rules[i].count;
        if (!rules[i].id.data || !rules[i].description.data) {
            return lob_fail_memory(ctx);
        }
    }
    c->bound.rules.items = rules;
    c->bound.rules.count = markers->rule_count;
    return LOB_OK;
}

static lob_status take_markers(lob_rule_checker *c, const lob_markers *markers) {
    lob_ctx *ctx = c->call->ctx;
    const uint32_t count = markers->count < c->question.list_max ? markers->count : c->question.list_max;
    lob_violation *items = LOB_NEW_ARRAY(ctx->arena, lob_violation, (size_t)count + 1);
    if (!items) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        LOB_TRY(take_marker(c, &markers->items[i], &items[i]));
    }
    c->verdict.items = items;
    c->verdict.count = count;
    c->verdict.is_cut = markers->is_cut || count < markers->count;
    return take_rules(c, markers);
}

/* ---- the run ---- */

static lob_status run(lob_rule_checker *c, lob_drc_work *w) {
    bool has_json;
    LOB_TRY(lob_artifact_fits(c->call->ctx, w->session, 1));
    LOB_TRY(lob_drc_run_native(w));
    LOB_TRY(lob_call_markers(c->call, w->run, &w->markers, &has_json));
    if (w->markers->rule_count == 0) {
        LOB_TRY(lob_note(c->call->ctx, &w->notes,
                         "The script names no categories, so it is not known whether anything was checked."));
    }
    return take_markers(c, w->markers);
}

lob_status lob_check_rules_script(lob_rule_checker *c) {
    lob_ctx *ctx = c->call->ctx;
    lob_run_drc_script_response *response = LOB_NEW(ctx->arena, lob_run_drc_script_response);
    lob_drc_work *w = LOB_NEW(ctx->arena, lob_drc_work);
    if (!response || !w) {
        return lob_fail_memory(ctx);
    }
    const lob_run_drc_script_request request = {.session_id = c->request->session_id,
                                                .script_path = c->request->deck_path,
                                                .engine = LOB_RUN_DRC_SCRIPT_REQUEST_ENGINE_NATIVE,
                                                .only = {c->request->only.items, c->request->only.count},
                                                .box = c->request->box};
    *w = (lob_drc_work){.call = c->call,
                        .request = &request,
                        .response = response,
                        .session = c->call->session,
                        .cell = c->question.cell,
                        .argument = LOB_STR("deck_path"),
                        .script = c->request->deck_path,
                        .dir_fd = -1,
                        .notes = c->notes};
    lob_status status = run(c, w);
    if (status == LOB_E_DRC_RUN_FAILED) {
        ctx->error.hint[0] = 0; /* that one is about arguments of run_drc_script */
        lob_hint(ctx,
                 "Fix the script at details.deck_line, or let KLayout run it: run_drc_script with engine klayout.");
        lob_error_text(&ctx->error, "stderr_tail", w->said);
    }
    if (w->run) {
        lob_drc_remove(w->session, w->run);
    }
    if (w->dir_fd >= 0) {
        close(w->dir_fd);
    }
    c->notes = w->notes;
    return status;
}
