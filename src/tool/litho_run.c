/* From a request's text to the bytes of the report. */
#include "tool/litho_run.h"

#include <stdio.h>

#include "gen/parse.h"
#include "litho/ranks.h"
#include "tool/litho_window.h"
#include "json/reader.h"

lob_status lob_litho_parse(lob_ctx *ctx, lob_str arguments, cJSON **tree) {
    lob_json_fault fault;
    *tree = lob_json_parse(arguments, &fault);
    if (*tree) {
        return LOB_OK;
    }
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "The request is not JSON: %s", fault.what);
    lob_error_integer(&ctx->error, "offset", (int64_t)fault.offset);
    lob_hint(ctx, "Correct the JSON at byte details.offset.");
    return status;
}

/* ---- evaluate ---- */

void lob_litho_take_checks(const lob_evaluate_request *request, lob_litho_setup *setup) {
    static const unsigned bits[LOB_EVALUATE_REQUEST_CHECKS_ITEM_COUNT] = {LOB_CHECK_DRC, LOB_CHECK_MRC, LOB_CHECK_EPE,
                                                                          LOB_CHECK_PVBAND, LOB_CHECK_SHOTS};
    if (request->has_checks) {
        setup->checks = 0;
        for (size_t i = 0; i < request->checks.count; i++) {
            setup->checks |= bits[request->checks.items[i]];
        }
    }
}

void lob_litho_compact(lob_buf *text) {
    size_t kept = 0;
    bool in_string = false;
    for (size_t i = 0; i < text->size; i++) {
        const char c = text->data[i];
        if (in_string || (c != ' ' && c != '\n')) {
            text->data[kept++] = c;
        }
        if (c == '"') {
            in_string = !in_string;
        } else if (c == '\\' && in_string && i + 1 < text->size) {
            text->data[kept++] = text->data[++i];
        }
    }
    text->size = kept;
}

static lob_status write_report(lob_ctx *ctx, const lob_litho_run *run, const lob_evaluate_request *request,
                               const lob_litho_scene *scene, const lob_litho_result *result, lob_buf *out) {
    if (request->report_level == LOB_EVALUATE_REQUEST_REPORT_LEVEL_DETAILED) {
        LOB_TRY(lob_litho_report_detailed(ctx, &scene->setup, result, out));
    } else {
        LOB_TRY(lob_litho_report_aggregate(ctx, &scene->setup, result, out));
        if (run->is_line && !out->failed) {
            lob_litho_compact(out);
        }
    }
    if (!out->failed && out->size && out->data[out->size - 1] == '\n') {
        out->size--;
    }
    return lob_litho_window_put(ctx, scene, out);
}

static lob_status remember(lob_ctx *ctx, const lob_litho_run *run, lob_str arguments, const lob_litho_scene *scene,
                           const lob_litho_result *result) {
    lob_litho_past past = {.arguments = arguments, .violations = result->violations};
    if (run->memory == NULL) {
        return LOB_OK;
    }
    snprintf(past.artifact_id, sizeof past.artifact_id, "%s", scene->artifact_id);
    return lob_litho_memory_keep(ctx, run->memory, &past);
}

static lob_status draw(lob_ctx *ctx, const lob_litho_run *run, const lob_litho_scene *scene,
                       const lob_litho_result *result) {
    lob_litho_laid laid;
    LOB_TRY(lob_litho_window_lay(ctx, scene, result, LOB_LITHO_PICTURE_SHEET, &laid));
    const lob_status status = lob_litho_keep_picture(ctx, &laid, run->picture);
    lob_litho_laid_release(&laid);
    return status;
}

static lob_status evaluate(lob_ctx *ctx, const lob_litho_run *run, lob_str arguments,
                           const lob_evaluate_request *request, lob_buf *out) {
    const lob_litho_ask ask = lob_litho_ask_of_evaluate(request);
    lob_litho_scene scene;
    lob_litho_result result;
    lob_share_about about = {.command = "eval", .key_count = 2, .keys[1].name = "arguments"};
    LOB_TRY(lob_ranks_are_several() ? lob_share_digest(ctx, arguments, &about.keys[1].value) : LOB_OK);
    LOB_TRY(lob_litho_scene_open(ctx, &ask, run->place, &scene));
    if (run->told && scene.artifact_id[0]) {
        run->told(run->told_arg, scene.artifact_id);
    }
    lob_litho_take_checks(request, &scene.setup);
    const bool draws = run->picture.data && request->inline_image;
    scene.setup.keeps_gauges = run->keeps_gauges || draws;
    scene.setup.by_windows = !run->needs_planes && !draws && !request->process_window;
    about.keys[0] = (lob_share_key){"layout", lob_str_from(scene.artifact_id)};
    scene.setup.about = lob_ranks_are_several() ? &about : NULL;
    scene.setup.violations_max = run->violations_max ? run->violations_max : (uint32_t)request->max_violations;
    lob_status status = lob_litho_evaluate(ctx, &scene.setup, &scene.input, &result);
    const bool is_part = scene.setup.about && !lob_ranks_has_all();
    scene.setup.about = NULL; /* what follows is done by one */
    if (status == LOB_OK && is_part) {
        lob_litho_result_drop(&result);
    } else if (status == LOB_OK) {
        status = remember(ctx, run, arguments, &scene, &result);
        status = status == LOB_OK ? lob_litho_window_find(ctx, request, &scene) : status;
        if (status == LOB_OK && run->see) {
            status = run->see(run->see_arg, ctx, &scene, &result);
        }
        if (status == LOB_OK && draws) {
            status = draw(ctx, run, &scene, &result);
        }
        if (status == LOB_OK) {
            status = write_report(ctx, run, request, &scene, &result, out);
        }
        lob_litho_result_drop(&result);
    }
    lob_litho_scene_drop(&scene);
    return status;
}

lob_status lob_litho_run_evaluate(lob_ctx *ctx, const lob_litho_run *run, lob_str arguments, lob_buf *out) {
    cJSON *tree;
    lob_evaluate_request request = {.report_level = 0}; /* the parser fills what is there */
    LOB_TRY(lob_litho_parse(ctx, arguments, &tree));
    lob_status status = lob_evaluate_request_parse(ctx, tree, &request);
    cJSON_Delete(tree);
    return status == LOB_OK ? evaluate(ctx, run, arguments, &request, out) : status;
}
