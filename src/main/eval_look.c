/* A second look at the same request, for what its report does not hold: how many violations an aggregate one has, and
 * the planes of a picture. Invariant: whether it is done depends on the request alone, so that all ranks do it.
 *
 * For counting alone no corner is printed but those that a check needs.
 */
#include <string.h>

#include "draw/png_out.h"
#include "gen/parse.h"
#include "litho/ranks.h"
#include "main/eval_impl.h"

typedef lob_eval_command command;

static unsigned checks_of(const lob_evaluate_request *request, unsigned usual) {
    static const unsigned bits[LOB_EVALUATE_REQUEST_CHECKS_ITEM_COUNT] = {LOB_CHECK_DRC, LOB_CHECK_MRC, LOB_CHECK_EPE,
                                                                          LOB_CHECK_PVBAND, LOB_CHECK_SHOTS};
    unsigned checks = request->has_checks ? 0 : usual;
    for (size_t i = 0; request->has_checks && i < request->checks.count; i++) {
        checks |= bits[request->checks.items[i]];
    }
    return checks;
}

static lob_status draw(command *e, const lob_litho_scene *scene, const lob_litho_result *result, lob_buf *png) {
    lob_picture picture;
    LOB_TRY(lob_litho_picture(e->ctx, &scene->setup, &scene->input, result, e->kind, &picture));
    lob_status status = lob_png_make(e->ctx, &picture, false, png);
    lob_picture_release(&picture);
    return status;
}

/* Records of what was asked for, when check points are there for the picture alone. */
static uint64_t count_others(const lob_violations *violations) {
    static const char ending[] = "EPE.MAX";
    const size_t size = sizeof ending - 1;
    uint64_t count = 0;
    for (uint32_t i = 0; i < violations->count; i++) {
        const lob_str rule = violations->items[i].rule_id;
        count += rule.size < size || memcmp(rule.data + rule.size - size, ending, size) != 0;
    }
    return count;
}

static lob_status look(command *e, const lob_evaluate_request *request, bool is_aggregate, lob_buf *png) {
    const lob_litho_ask ask = lob_litho_ask_of_evaluate(request);
    lob_litho_scene scene;
    lob_litho_result result;
    LOB_TRY(lob_litho_scene_open(e->ctx, &ask, &e->place, &scene));
    lob_litho_setup *setup = &scene.setup;
    setup->checks = checks_of(request, setup->checks) & ~(unsigned)LOB_CHECK_SHOTS;
    const bool is_extra = e->picture && e->kind == LOB_LITHO_PICTURE_EPE && !(setup->checks & LOB_CHECK_EPE);
    if (is_extra) {
        setup->checks |= LOB_CHECK_EPE; /* to be seen, not to be counted */
    }
    if (!e->picture && !(setup->checks & LOB_CHECK_PVBAND && setup->band_max_nm > 0)) {
        setup->corner_count = 0;
    }
    lob_status status = lob_litho_evaluate(e->ctx, setup, &scene.input, &result);
    if (status == LOB_OK) {
        if (is_aggregate) {
            e->violation_count = is_extra ? count_others(&result.violations) : result.violations_total;
        }
        status = e->picture && lob_ranks_own() == 0 ? draw(e, &scene, &result, png) : LOB_OK;
        lob_litho_result_drop(&result);
    }
    lob_litho_scene_drop(&scene);
    return status;
}

lob_status lob_eval_look(command *e, lob_buf *png) {
    cJSON *tree;
    lob_evaluate_request request = {.report_level = 0}; /* the parser fills what is there */
    LOB_TRY(lob_litho_parse(e->ctx, e->arguments, &tree));
    lob_status status = lob_evaluate_request_parse(e->ctx, tree, &request);
    cJSON_Delete(tree);
    LOB_TRY(status);
    const bool is_aggregate = request.report_level == LOB_EVALUATE_REQUEST_REPORT_LEVEL_AGGREGATE;
    return is_aggregate || e->picture ? look(e, &request, is_aggregate, png) : LOB_OK;
}
