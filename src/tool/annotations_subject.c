/* Targets of annotations: shapes, texts, ports and instances by their ids, labels and ports by name, all as seen from
 * the drawn cell. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "tool/annotations_impl.h"

enum { MEMBER_SIZE = 40, ARGUMENT_SIZE = 64 };

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
    char member[MEMBER_SIZE];
    snprintf(member, sizeof member, "target_ids[%zu]", at);
    lob_status status = lob_subject_find(r->call, r->drawing->view.cell, id, s);
    if (status != LOB_OK) {
        lob_annotation_blame(r, member);
        return status;
    }
    return s->object.cell == r->drawing->view.cell ? LOB_OK : refuse_cell(r, s, member, id);
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
