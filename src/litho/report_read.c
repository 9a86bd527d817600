/* A detailed report read back: the violations that optimize(violation_id) chooses from.
 *
 * Invariant: a record that comes out of here is the one that was written: its id, its group, its deck and the place of
 * its group hold together, for all of them go into the ids. What a newer writer added is passed over; a frame or a step
 * that is not known becomes UNKNOWN, and lob_violation_to_native() refuses it.
 */
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "gen/parse.h"
#include "litho/evaluate.h"
#include "json/reader.h"

static lob_status refuse(lob_ctx *ctx, const char *reason, const char *what) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "The report cannot be used: %s", what);
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    lob_hint(ctx, "Use an unchanged report of this version of evaluate, or evaluate again.");
    return status;
}

static lob_status refuse_record(lob_ctx *ctx, size_t index, const char *what) {
    lob_error_integer(&ctx->error, "record_index", (int64_t)index);
    return refuse(ctx, "violation_id", what);
}

/* ---- steps ---- */

static bool take_number(const cJSON *json, double *value) {
    *value = cJSON_IsNumber(json) ? json->valuedouble : 0;
    return cJSON_IsNumber(json);
}

static bool take_params(const cJSON *params, lob_litho_step *step) {
    const cJSON *origin = cJSON_GetObjectItemCaseSensitive(params, "origin");
    switch (step->op) {
    case LOB_OP_TRANSLATE:
        return take_number(cJSON_GetObjectItemCaseSensitive(params, "dx_nm"), &step->a) &&
               take_number(cJSON_GetObjectItemCaseSensitive(params, "dy_nm"), &step->b);
    case LOB_OP_SCALE:
        return take_number(cJSON_GetObjectItemCaseSensitive(params, "factor"), &step->a);
    case LOB_OP_ROTATE:
        return take_number(cJSON_GetObjectItemCaseSensitive(params, "angle_deg"), &step->a);
    case LOB_OP_TILE_STITCH:
        return cJSON_IsArray(origin) && cJSON_GetArraySize(origin) == 2 &&
               take_number(cJSON_GetArrayItem(origin, 0), &step->a) &&
               take_number(cJSON_GetArrayItem(origin, 1), &step->b);
    default: /* mirror_x has none; those of an unknown step are unknown */
        return true;
    }
}

static lob_status take_step(lob_ctx *ctx, const lob_litho_report_transform *from, lob_litho_step *step) {
    lob_json_fault fault;
    cJSON *params = lob_json_parse(from->params, &fault);
    if (!params) { /* it was read once: only memory can be wanting */
        return lob_fail_memory(ctx);
    }
    *step = (lob_litho_step){.op = lob_transform_op_named(from->op)};
    if (!cJSON_IsObject(params) || !take_params(params, step)) {
        step->op = LOB_OP_UNKNOWN;
    }
    cJSON_Delete(params);
    return LOB_OK;
}

/* A chain longer than any that is known is a step that is not known. */
static lob_status take_steps(lob_ctx *ctx, const lob_litho_report_violation *from, lob_litho_violation *to) {
    if (from->transforms.count > LOB_TRANSFORMS_MAX) {
        to->transforms[0] = (lob_litho_step){.op = LOB_OP_UNKNOWN};
        to->transform_count = 1;
        return LOB_OK;
    }
    for (size_t i = 0; i < from->transforms.count; i++) {
        LOB_TRY(take_step(ctx, &from->transforms.items[i], &to->transforms[i]));
    }
    to->transform_count = (uint32_t)from->transforms.count;
    return LOB_OK;
}

/* ---- records ---- */

static void take_context(const lob_litho_report_context *from, lob_litho_violation *to) {
    char *end;
    if (!from) {
        return;
    }
    to->tile_x_nm = from->tile_local_nm.items[0];
    to->tile_y_nm = from->tile_local_nm.items[1];
    if (from->tile_id.size > 2 && memcmp(from->tile_id.data, "T_", 2) == 0) {
        to->tile_column = (uint32_t)strtoul(from->tile_id.data + 2, &end, 10);
        to->tile_row = *end == '_' ? (uint32_t)strtoul(end + 1, NULL, 10) : 0;
    }
}

static lob_status check_record(lob_ctx *ctx, const lob_litho_report_violation *from, const char *deck_hash,
                               size_t index, lob_litho_violation *to) {
    const lob_litho_report_dedup *dedup = &from->dedup_provenance;
    const double *canonical = dedup->canonical_location_nm.items;
    lob_violation_key key;
    char group[LOB_GROUP_ID_SIZE + 1], deck[2 * sizeof key.deck + 1] = {0};
    if (!lob_violation_id_parse(from->violation_id, &key)) {
        return refuse_record(ctx, index, "a violation_id is invalid");
    }
    for (unsigned i = 0; i < sizeof key.deck; i++) {
        static const char hex[] = "0123456789abcdef";
        deck[2 * i] = hex[key.deck[i] >> 4];
        deck[2 * i + 1] = hex[key.deck[i] & 15];
    }
    if (!lob_str_equal(dedup->rule_deck_hash, lob_str_from(deck_hash)) || memcmp(deck, deck_hash + 7, 16) != 0) {
        return refuse_record(ctx, index, "a violation belongs to another rule deck");
    }
    lob_group_id(deck_hash, dedup->radius_nm, canonical[0], canonical[1], from->rule_id, group);
    if (!lob_str_equal(from->violation_group_id, lob_str_from(group)) || strcmp(key.group_id, group) != 0) {
        return refuse_record(ctx, index, "a violation does not belong to the group that it names");
    }
    to->record = key.record;
    to->is_shadow = !lob_str_equal(from->dedup_strategy, LOB_STR("canonical"));
    if (to->is_shadow != (key.record != 0)) {
        return refuse_record(ctx, index, "a canonical record is not the first of its group");
    }
    if (key.record == 0 && to->frame == LOB_FRAME_POST_TRANSFORM_CANVAS &&
        (to->x_nm != canonical[0] || to->y_nm != canonical[1])) {
        return refuse_record(ctx, index, "a canonical record and its group have different positions");
    }
    memcpy(to->group_id, group, sizeof group);
    memcpy(to->id, from->violation_id.data, LOB_VIOLATION_ID_SIZE);
    return LOB_OK;
}

static lob_status take_record(lob_ctx *ctx, const lob_litho_report_violation *from, const char *deck_hash, size_t index,
                              lob_litho_violation *to) {
    *to = (lob_litho_violation){.rule_id = from->rule_id,
                                .is_warning = lob_str_equal(from->severity, LOB_STR("warning")),
                                .x_nm = from->location_nm.items[0],
                                .y_nm = from->location_nm.items[1],
                                .frame = lob_coordinate_frame_named(from->coordinate_frame),
                                .radius_nm = from->dedup_provenance.radius_nm,
                                .has_actual = from->has_actual,
                                .actual = from->actual,
                                .has_required = from->has_required,
                                .required = from->required,
                                .unit = from->unit.data,
                                .has_box = from->has_box_nm};
    if (from->has_box_nm) {
        memcpy(to->box_nm, from->box_nm.items, sizeof to->box_nm);
    }
    take_context(from->context, to);
    LOB_TRY(take_steps(ctx, from, to));
    return check_record(ctx, from, deck_hash, index, to);
}

static bool is_hash(lob_str text) {
    return text.size == LOB_DECK_HASH_SIZE && memcmp(text.data, "sha256:", 7) == 0 &&
           strspn(text.data + 7, "0123456789abcdef") == LOB_DECK_HASH_SIZE - 7;
}

static lob_status take_records(lob_ctx *ctx, const lob_litho_detailed_report *report, lob_violations *violations) {
    const size_t count = report->violations.count;
    const lob_litho_report_violation *records = report->violations.items;
    const lob_litho_report_provenance *provenance = report->provenance;
    const lob_str hash = provenance  ? provenance->rule_deck_hash
                         : count > 0 ? records[0].dedup_provenance.rule_deck_hash
                                     : (lob_str){0};
    violations->deck_name = provenance ? provenance->rule_deck : count > 0 ? records[0].rule_deck : (lob_str){0};
    violations->items = LOB_NEW_ARRAY(ctx->arena, lob_litho_violation, count);
    if (!violations->items) {
        return lob_fail_memory(ctx);
    }
    if (hash.data || count > 0) {
        if (!is_hash(hash)) {
            return refuse(ctx, "violation_id", "rule_deck_hash is not \"sha256:\" with 64 hex digits");
        }
        memcpy(violations->deck_hash, hash.data, LOB_DECK_HASH_SIZE);
    }
    for (size_t i = 0; i < count; i++) {
        lob_litho_violation *to = &violations->items[i];
        LOB_TRY(take_record(ctx, &records[i], violations->deck_hash, i, to));
        violations->group_count += i == 0 || strcmp(to[-1].group_id, to->group_id) != 0;
        to->group = violations->group_count - 1;
    }
    violations->count = (uint32_t)count;
    return LOB_OK;
}

/* ---- the report ---- */

/* Another major version may mean other things by the same words, so nothing else of it is looked at. */
static lob_status check_version(lob_ctx *ctx, const cJSON *json) {
    const cJSON *version = cJSON_GetObjectItemCaseSensitive(json, "schema_version");
    char *end;
    if (cJSON_IsString(version) && (strtoul(version->valuestring, &end, 10) != LOB_LITHO_SCHEMA_MAJOR || *end != '.')) {
        lob_error_text(&ctx->error, "expected", LOB_STR(LOB_LITHO_SCHEMA_VERSION));
        return refuse(ctx, "schema_version", "it has another major version of the schema");
    }
    return LOB_OK;
}

static lob_status read_report(lob_ctx *ctx, const cJSON *json, lob_violations *violations) {
    lob_litho_detailed_report *report = LOB_NEW(ctx->arena, lob_litho_detailed_report);
    if (!report) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(check_version(ctx, json));
    LOB_TRY(lob_litho_detailed_report_parse(ctx, json, report));
    return take_records(ctx, report, violations);
}

lob_status lob_litho_report_read(lob_ctx *ctx, lob_str text, lob_violations *violations) {
    lob_json_fault fault;
    *violations = (lob_violations){0};
    lob_json_init();
    cJSON *json = lob_json_parse(text, &fault);
    if (!json && strcmp(fault.what, "out of memory") == 0) {
        return lob_fail_memory(ctx);
    }
    if (!json) {
        lob_error_text(&ctx->error, "fault", lob_str_from(fault.what));
        lob_error_integer(&ctx->error, "offset", (int64_t)fault.offset);
        return refuse(ctx, "json", "it is not valid JSON");
    }
    lob_status status = read_report(ctx, json, violations);
    cJSON_Delete(json);
    return status;
}
