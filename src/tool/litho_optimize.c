/* From a request to optimize to the bytes of its report: the scene of the evaluation, the violation in it, the engine,
 * the file.
 */
#include <stdio.h>

#include "gen/parse.h"
#include "litho/optimize.h"
#include "litho/resolve.h"
#include "tool/litho_run.h"

typedef struct optimization {
    const lob_litho_run *run;
    const lob_litho_before *before;
    lob_optimize_request request;
    lob_litho_scene scene;
    lob_optimize_setup setup;
    lob_resolution resolution;
    lob_violations group;
} optimization;

static lob_status read_request(lob_ctx *ctx, lob_str arguments, lob_optimize_request *request) {
    cJSON *tree;
    LOB_TRY(lob_litho_parse(ctx, arguments, &tree));
    lob_status status = lob_optimize_request_parse(ctx, tree, request);
    cJSON_Delete(tree);
    return status;
}

static lob_status check_artifact(lob_ctx *ctx, const optimization *o) {
    const lob_str expected = o->before->artifact_id;
    if (expected.data == NULL || lob_str_equal(expected, lob_str_from(o->scene.artifact_id))) {
        return LOB_OK;
    }
    lob_status status = lob_fail(ctx, LOB_E_LAYOUT_NOT_PINNED, "The layout file changed since it was evaluated");
    lob_error_text(&ctx->error, "reason", LOB_STR("layout_changed"));
    lob_error_text(&ctx->error, "layout_artifact_id", lob_str_from(o->scene.artifact_id));
    lob_hint(ctx, "Call evaluate on the current file, and use a violation_id from that report.");
    return status;
}

/* The scene as the evaluation had it. */
static lob_status open_scene(lob_ctx *ctx, optimization *o) {
    if (o->before->arguments.data == NULL) {
        const lob_litho_ask ask = lob_litho_ask_of_optimize(&o->request);
        return lob_litho_scene_open(ctx, &ask, o->run->place, &o->scene);
    }
    cJSON *tree;
    lob_evaluate_request request = {.report_level = 0};
    LOB_TRY(lob_litho_parse(ctx, o->before->arguments, &tree));
    lob_status status = lob_evaluate_request_parse(ctx, tree, &request);
    cJSON_Delete(tree);
    LOB_TRY(status);
    const lob_litho_ask ask = lob_litho_ask_of_evaluate(&request);
    LOB_TRY(lob_litho_scene_open(ctx, &ask, o->run->place, &o->scene));
    lob_litho_take_checks(&request, &o->scene.setup);
    return LOB_OK;
}

/* ---- the violation ---- */

static lob_status find_violations(lob_ctx *ctx, const optimization *o, lob_violations *violations) {
    lob_litho_past past = {.artifact_id = ""};
    bool found = false;
    if (o->run->memory) {
        LOB_TRY(lob_litho_memory_find(ctx, o->run->memory, o->request.violation_id, &found, &past));
    }
    if (found && !past.is_cut) {
        *violations = past.violations;
        return LOB_OK;
    }
    lob_litho_result result;
    LOB_TRY(lob_litho_evaluate(ctx, &o->scene.setup, &o->scene.input, &result));
    *violations = result.violations; /* in the arena */
    lob_litho_result_drop(&result);
    return LOB_OK;
}

static lob_status fail_unresolved(lob_ctx *ctx, const optimization *o) {
    lob_status status =
        lob_fail(ctx, LOB_E_INVALID_TARGET, "This layout has no violation with this id under these rules");
    lob_error_text(&ctx->error, "reason", lob_str_from(lob_resolve_reason(o->resolution.verdict)));
    lob_error_text(&ctx->error, "violation_id", o->request.violation_id);
    lob_hint(ctx, "Call evaluate with report_level detailed, and use a violation_id from its report.");
    return status;
}

static lob_status take_violation(lob_ctx *ctx, optimization *o) {
    lob_violations violations;
    if (o->request.violation_id.data == NULL) {
        return LOB_OK;
    }
    const lob_resolve_scope scope =
        o->request.scope == LOB_OPTIMIZE_REQUEST_SCOPE_RECORD_ONLY ? LOB_RESOLVE_RECORD_ONLY : LOB_RESOLVE_GROUP;
    LOB_TRY(find_violations(ctx, o, &violations));
    LOB_TRY(lob_violation_resolve(ctx, &violations, o->request.violation_id, scope, &o->resolution));
    if (o->resolution.verdict != LOB_RESOLVE_FOUND) {
        return fail_unresolved(ctx, o);
    }
    o->setup.violation = o->resolution.target;
    o->group = violations;
    o->group.count = o->resolution.count;
    o->group.items = LOB_NEW_ARRAY(ctx->arena, lob_litho_violation, o->resolution.count);
    if (o->group.items == NULL) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < o->resolution.count; i++) {
        o->group.items[i] = *o->resolution.members[i];
    }
    return LOB_OK;
}

/* ---- the work ---- */

static lob_status write_result(lob_ctx *ctx, const optimization *o, const lob_optimize_result *result, lob_str path,
                               lob_buf *out) {
    const bool is_gds = o->request.format == LOB_OPTIMIZE_REQUEST_FORMAT_GDS;
    char name[4400];
    const int size = snprintf(name, sizeof name, "%.*s%s", (int)path.size, path.data, is_gds ? ".gds" : ".oas");
    const bool has_own_target =
        o->scene.target_layer != o->scene.layer || o->scene.target_datatype != o->scene.datatype;
    const lob_optimize_file file = {.path = {name, (size_t)size},
                                    .cell = o->scene.cell,
                                    .layer = o->scene.layer,
                                    .datatype = o->scene.datatype,
                                    .target = &o->scene.input.target,
                                    .target_layer = o->scene.target_layer,
                                    .target_datatype = o->scene.target_datatype + (has_own_target ? 0 : 1),
                                    .is_oasis = !is_gds};
    LOB_TRY(lob_optimize_write(ctx, &result->mask, &file));
    LOB_TRY(lob_optimize_report(ctx, &o->setup, result, o->setup.violation ? &o->group : NULL, &file, out));
    out->size--; /* the newline */
    return LOB_OK;
}

static lob_status draw(lob_ctx *ctx, const optimization *o, const lob_optimize_result *result) {
    const lob_mask *target = &o->scene.input.target;
    const lob_litho_input inputs[2] = {{.mask = result->was, .target = *target},
                                       {.mask = result->mask, .target = *target}};
    const lob_litho_result *const results[2] = {&result->before, &result->after};
    lob_litho_laid laid;
    LOB_TRY(lob_litho_lay_both(ctx, &o->setup.evaluation, inputs, results, &laid));
    const lob_status status = lob_litho_keep_picture(ctx, &laid, o->run->picture);
    lob_litho_laid_release(&laid);
    return status;
}

static lob_status optimize(lob_ctx *ctx, optimization *o, lob_str path, lob_buf *out) {
    const bool draws = o->run->picture.data && o->request.inline_image;
    lob_optimize_result result;
    LOB_TRY(check_artifact(ctx, o));
    o->setup.evaluation = o->scene.setup;
    o->setup.evaluation.keeps_gauges = draws;
    o->setup.model = o->request.method == LOB_OPTIMIZE_REQUEST_METHOD_LEVEL_SET ? LOB_ILT_LEVEL_SET : LOB_ILT_PIXEL;
    o->setup.iterations = o->request.has_iterations ? (uint32_t)o->request.iterations : 0;
    o->setup.manhattan = o->request.manhattan;
    LOB_TRY(take_violation(ctx, o));
    LOB_TRY(lob_optimize_run(ctx, &o->setup, &o->scene.input, &result));
    lob_status status = draws ? draw(ctx, o, &result) : LOB_OK;
    status = status == LOB_OK ? write_result(ctx, o, &result, path, out) : status;
    lob_optimize_result_drop(&result);
    return status;
}

lob_status lob_litho_run_optimize(lob_ctx *ctx, const lob_litho_run *run, lob_str arguments,
                                  const lob_litho_before *before, lob_str path, lob_buf *out) {
    optimization *o = LOB_NEW(ctx->arena, optimization);
    if (o == NULL) {
        return lob_fail_memory(ctx);
    }
    o->run = run;
    o->before = before;
    LOB_TRY(read_request(ctx, arguments, &o->request));
    LOB_TRY(open_scene(ctx, o));
    if (run->told && o->scene.artifact_id[0]) {
        run->told(run->told_arg, o->scene.artifact_id);
    }
    lob_status status = optimize(ctx, o, path, out);
    lob_litho_scene_drop(&o->scene);
    return status;
}
