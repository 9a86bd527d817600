/* Targets of annotations: shapes, texts, ports and instances by their ids, labels and ports by name, all as seen from
 * the drawn cell. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "tool/annotations_impl.h"

enum { MEMBER_SIZE = 40, ARGUMENT_SIZE = 64 };

static const char inst_prefix[] = "ins_";

/* ---- instances: the box of all their places ---- */

static lob_status make_box(lob_resolver *r, lob_box64 b, lob_figure *figure) {
    lob_point64 *ring = LOB_NEW_ARRAY(r->call->ctx->arena, lob_point64, 4);
    if (!ring) {
        return lob_fail_memory(r->call->ctx);
    }
    ring[0] = (lob_point64){b.left, b.bottom};
    ring[1] = (lob_point64){b.left, b.top};
    ring[2] = (lob_point64){b.right, b.top};
    ring[3] = (lob_point64){b.right, b.bottom};
    *figure =
        (lob_figure){.kind = LOB_KIND_POLYGON, .box = b, .ring = ring, .ring_count = 4, .is_exact = true, .grid = 1};
    return LOB_OK;
}

static lob_status find_inst(lob_resolver *r, lob_str id, lob_subject *s) {
    lob_trans trans;
    LOB_TRY(lob_ids_find(r->call->ctx, r->call->session->ids, id, &s->object));
    const lob_stored *stored = &s->object.stored;
    LOB_TRY(lob_path_trans(r->call->ctx, r->layout, s->object.cell, stored->path, stored->depth, &trans, NULL));
    const lob_inst *inst = &lob_layout_cell(r->layout, stored->leaf)->insts[stored->index];
    lob_box64 box = lob_inst_box(r->layout, inst);
    if (lob_box64_is_empty(box)) { /* an empty child is where its origin is */
        box = (lob_box64){inst->at.x, inst->at.y, inst->at.x, inst->at.y};
    }
    s->text = lob_layout_cell(r->layout, inst->child)->name;
    return make_box(r, lob_trans_box(&trans, box), &s->figure);
}

/* ---- anything ---- */

static lob_status find_figure(lob_resolver *r, lob_str id, lob_subject *s) {
    lob_target target;
    LOB_TRY(lob_targets_find_below(r->call, r->drawing->view.cell, &id, 1, &target));
    s->object = target.object;
    s->figure = target.figure;
    s->text = target.text;
    s->is_point = target.figure.kind == LOB_KIND_TEXT;
    return LOB_OK;
}

static lob_status refuse_cell(lob_resolver *r, const lob_subject *s, const char *member, lob_str id) {
    lob_ctx *ctx = r->call->ctx;
    lob_shown name;
    LOB_TRY(lob_name_show(ctx, lob_layout_cell(r->layout, s->object.cell)->name, LOB_LIMIT_NAME_TEXT_SIZE, &name));
    lob_status status = lob_annotation_refuse(
        r, member, "other_cell", "The target is seen from another cell than the one drawn",
        "Draw details.cell, whose coordinates the target has, or query again with cell set to the one drawn.");
    lob_error_text(&ctx->error, "cell", name.text);
    lob_error_text(&ctx->error, "target_id", id);
    return status;
}

static lob_status find_subject(lob_resolver *r, size_t at, lob_subject *s) {
    const lob_str id = r->item->target_ids.items[at];
    const bool is_inst = id.size >= sizeof inst_prefix - 1 && memcmp(id.data, inst_prefix, sizeof inst_prefix - 1) == 0;
    char member[MEMBER_SIZE];
    snprintf(member, sizeof member, "target_ids[%zu]", at);
    *s = (lob_subject){0};
    lob_status status = is_inst ? find_inst(r, id, s) : find_figure(r, id, s);
    if (status != LOB_OK) {
        lob_annotation_blame(r, member);
        lob_error_text(&r->call->ctx->error, "target_id", id);
        return status;
    }
    if (s->object.cell != r->drawing->view.cell) {
        return refuse_cell(r, s, member, id);
    }
    const lob_box64 b = s->figure.box;
    s->at = (lob_vec2){((double)b.left + (double)b.right) / 2, ((double)b.bottom + (double)b.top) / 2};
    return LOB_OK;
}

lob_status lob_subjects_find(lob_resolver *r, const lob_subject **subjects, uint32_t *count) {
    const size_t asked = r->item->target_ids.count;
    lob_subject *list = LOB_NEW_ARRAY(r->call->ctx->arena, lob_subject, asked);
    if (!list) {
        return lob_fail_memory(r->call->ctx);
    }
    for (size_t i = 0; i < asked; i++) {
        LOB_TRY(find_subject(r, i, &list[i]));
    }
    *subjects = list;
    *count = (uint32_t)asked;
    return LOB_OK;
}

lob_status lob_annotation_refuse(lob_resolver *r, const char *member, const char *reason, const char *message,
                                 const char *hint) {
    lob_status status = lob_fail(r->call->ctx, LOB_E_INVALID_TARGET, "%s", message);
    lob_annotation_blame(r, member);
    lob_error_text(&r->call->ctx->error, "reason", lob_str_from(reason));
    lob_hint(r->call->ctx, "%s", hint);
    return status;
}

void lob_annotation_blame(lob_resolver *r, const char *member) {
    char argument[ARGUMENT_SIZE];
    snprintf(argument, sizeof argument, "annotations[%zu].%s", r->index, member);
    lob_error_text(&r->call->ctx->error, "argument", lob_str_from(argument));
}
