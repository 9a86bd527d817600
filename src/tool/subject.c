/* See subject.h. */
#include "tool/subject.h"

#include <string.h>

#include "session/violations.h"
#include "tool/runs.h"
#include "tool/seek.h"

static bool begins_with(lob_str id, const char *prefix) {
    return id.size >= strlen(prefix) && memcmp(id.data, prefix, strlen(prefix)) == 0;
}

static lob_status make_box(lob_ctx *ctx, lob_box64 b, lob_figure *figure) {
    lob_point64 *ring = LOB_NEW_ARRAY(ctx->arena, lob_point64, 4);
    if (!ring) {
        return lob_fail_memory(ctx);
    }
    ring[0] = (lob_point64){b.left, b.bottom};
    ring[1] = (lob_point64){b.left, b.top};
    ring[2] = (lob_point64){b.right, b.top};
    ring[3] = (lob_point64){b.right, b.bottom};
    *figure =
        (lob_figure){.kind = LOB_KIND_POLYGON, .box = b, .ring = ring, .ring_count = 4, .is_exact = true, .grid = 1};
    return LOB_OK;
}

/* ---- instances: the box of all their places ---- */

static lob_status find_inst(lob_call *call, lob_str id, lob_subject *s) {
    const lob_layout *layout = call->session->layout;
    lob_trans trans;
    LOB_TRY(lob_call_find_id(call, id, &s->object));
    const lob_stored *stored = &s->object.stored;
    LOB_TRY(lob_path_trans(call->ctx, layout, s->object.cell, stored->path, stored->depth, &trans, NULL));
    const lob_inst *inst = &lob_layout_cell(layout, stored->leaf)->insts[stored->index];
    lob_box64 box = lob_inst_box(layout, inst);
    if (lob_box64_is_empty(box)) { /* an empty child is where its origin is */
        box = (lob_box64){inst->at.x, inst->at.y, inst->at.x, inst->at.y};
    }
    s->text = lob_layout_cell(layout, inst->child)->name;
    return make_box(call->ctx, lob_trans_box(&trans, box), &s->figure);
}

/* ---- markers: of the newest run that has them ---- */

static lob_status refuse_marker(lob_ctx *ctx, const char *reason, const char *message) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "%s", message);
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    lob_hint(ctx, "extract_markers gives the ids of a run's markers, and the boxes of those that have a position.");
    return status;
}

static const lob_marker *marker_of(const lob_markers *markers, uint64_t id) {
    for (uint32_t i = 0; i < markers->count; i++) {
        if (markers->items[i].id == id) {
            return &markers->items[i];
        }
    }
    return NULL;
}

/* The cell that was checked, when the layout has it. */
static lob_cell_index checked_cell(const lob_call *call, const lob_markers *markers) {
    bool is_ambiguous;
    const lob_cell_index cell = lob_cell_by_shown_name(call->session->layout, markers->rdb->top_cell, &is_ambiguous);
    return cell == LOB_NONE ? call->session->top : cell;
}

static lob_status take_marker(lob_call *call, const lob_markers *markers, const lob_marker *marker, lob_subject *s) {
    if (lob_box64_is_empty(marker->box) || marker->is_unplaced) {
        return refuse_marker(call->ctx, "no_place", "The marker has no position in the layout");
    }
    s->object.cell = checked_cell(call, markers);
    s->text = markers->rules[marker->rule].name;
    return make_box(call->ctx, marker->box, &s->figure);
}

/* *markers NULL: the run has none that can be read. */
static lob_status markers_of(lob_call *call, lob_drc_run *run, lob_markers **markers) {
    *markers = NULL;
    const lob_status status = run->state == LOB_DRC_DONE ? lob_call_markers(call, run, markers, NULL) : LOB_OK;
    if (status == LOB_E_DRC_RUN_FAILED) {
        lob_error_clear(&call->ctx->error);
        *markers = NULL;
    }
    return *markers || status == LOB_E_DRC_RUN_FAILED ? LOB_OK : status;
}

static lob_status find_marker(lob_call *call, lob_str text, lob_subject *s) {
    uint64_t id;
    for (uint32_t i = lob_marker_parse_id(text, &id) ? lob_drc_count(call->session) : 0; i > 0; i--) {
        lob_markers *markers;
        LOB_TRY(markers_of(call, call->session->runs->items[i - 1], &markers));
        const lob_marker *marker = markers ? marker_of(markers, id) : NULL;
        if (marker) {
            return take_marker(call, markers, marker, s);
        }
    }
    return refuse_marker(call->ctx, "unknown", "No run of this session has this marker");
}

/* ---- violations: of check_rules ---- */

static lob_status find_violation(lob_call *call, lob_str id, lob_subject *s) {
    const lob_kept_violation *v = lob_violation_find(call->session, id);
    if (!v) {
        lob_status status =
            lob_fail(call->ctx, LOB_E_INVALID_TARGET, "No check_rules answer of this session lists this violation");
        lob_error_text(&call->ctx->error, "reason", LOB_STR("unknown"));
        lob_hint(call->ctx, "Call check_rules in this session and use the id of a violation; the last %d are known.",
                 LOB_VIOLATIONS_KEPT);
        return status;
    }
    s->object.cell = v->cell;
    s->text.data = lob_arena_strdup(call->ctx->arena, v->rule, strlen(v->rule));
    s->text.size = strlen(v->rule);
    return s->text.data ? make_box(call->ctx, v->box, &s->figure) : lob_fail_memory(call->ctx);
}

/* ---- anything ---- */

static lob_status find_figure(lob_call *call, lob_cell_index frame, lob_str id, lob_subject *s) {
    lob_target target;
    LOB_TRY(lob_targets_find_below(call, frame, &id, 1, &target));
    s->object = target.object;
    s->figure = target.figure;
    s->text = target.text;
    s->is_point = target.figure.kind == LOB_KIND_TEXT;
    return LOB_OK;
}

lob_status lob_subject_find(lob_call *call, lob_cell_index frame, lob_str id, lob_subject *subject) {
    *subject = (lob_subject){0};
    const lob_status status = begins_with(id, "ins_")   ? find_inst(call, id, subject)
                              : begins_with(id, "mrk_") ? find_marker(call, id, subject)
                              : begins_with(id, "vio_") ? find_violation(call, id, subject)
                                                        : find_figure(call, frame, id, subject);
    if (status != LOB_OK) {
        lob_error_text(&call->ctx->error, "target_id", id);
        return status;
    }
    const lob_box64 b = subject->figure.box;
    subject->at = (lob_vec2){((double)b.left + (double)b.right) / 2, ((double)b.bottom + (double)b.top) / 2};
    return LOB_OK;
}
