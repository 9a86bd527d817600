/* measure_many: measure_geometry several times. What one measurement cannot do stands in its result; what ends a call
 * (cancelled, no memory) ends all. */
#include <string.h>

#include "tool/common.h"
#include "tool/registry.h"

enum { ALL_MAX = 9 };

typedef lob_measure_many_response_results_item result_item;
typedef lob_measure_many_response_results_item_error error_item;

/* The modes stand in one order. */
_Static_assert((int)LOB_MEASURE_MANY_REQUEST_MEASUREMENTS_ITEM_MODE_PORT_SPACING ==
                       (int)LOB_MEASURE_GEOMETRY_REQUEST_MODE_PORT_SPACING &&
                   (int)LOB_MEASURE_MANY_RESPONSE_RESULTS_ITEM_MODE_PORT_SPACING ==
                       (int)LOB_MEASURE_GEOMETRY_REQUEST_MODE_PORT_SPACING,
               "modes");

static lob_status keep_error(lob_ctx *ctx, lob_status status, result_item *item) {
    lob_error *e = &ctx->error;
    item->error = LOB_NEW(ctx->arena, error_item);
    if (!item->error) {
        return lob_fail_memory(ctx);
    }
    const size_t message = strlen(e->message), hint = strlen(e->hint);
    *item->error = (error_item){.code = lob_str_from(lob_status_name(status)),
                                .message = {lob_arena_strdup(ctx->arena, e->message, message), message}};
    if (hint > 0) {
        item->error->hint = (lob_str){lob_arena_strdup(ctx->arena, e->hint, hint), hint};
    }
    if (!item->error->message.data || (hint > 0 && !item->error->hint.data)) {
        return lob_fail_memory(ctx);
    }
    lob_error_clear(e);
    return LOB_OK;
}

static void keep_value(const lob_measure_geometry_response *one, result_item *item) {
    const lob_measure_geometry_response_details *d = &one->details;
    item->has_value_um = true;
    item->value_um = one->value_um;
    item->has_uncertainty_um = d->has_uncertainty_um;
    item->uncertainty_um = d->uncertainty_um;
    item->has_overlapping = d->has_overlapping;
    item->overlapping = d->overlapping;
    item->has_min_um = d->has_min_um;
    item->min_um = d->min_um;
    item->has_max_um = d->has_max_um;
    item->max_um = d->max_um;
    item->has_min_max_uncertainty_um = d->has_min_max_uncertainty_um;
    item->min_max_uncertainty_um = d->min_max_uncertainty_um;
    item->has_dx_um = d->has_dx_um;
    item->dx_um = d->dx_um;
    item->has_dy_um = d->has_dy_um;
    item->dy_um = d->dy_um;
    item->has_points_um = d->has_points_um;
    item->points_um.items = d->points_um.items;
    item->points_um.count = d->points_um.count;
    item->has_analysis_warnings = d->has_analysis_warnings;
    item->analysis_warnings.items = d->analysis_warnings.items;
    item->analysis_warnings.count = d->analysis_warnings.count;
}

static lob_status measure(lob_call *call, lob_measure_geometry_request_mode mode, lob_str *ids, size_t count,
                          lob_measure_many_response *response) {
    lob_measure_geometry_request request = {.session_id = response->session_id, .mode = mode};
    lob_measure_geometry_response one = {0};
    result_item *item = &response->results.items[response->results.count++];
    *item = (result_item){.mode = (lob_measure_many_response_results_item_mode)mode};
    item->target_ids.items = request.target_ids.items = ids;
    item->target_ids.count = request.target_ids.count = count;
    LOB_TRY(lob_poll(call->ctx));
    const lob_status status = lob_tool_measure_geometry(call, &request, &one);
    if (status == LOB_E_INVALID_TARGET || status == LOB_E_QUERY_TOO_LARGE) {
        return keep_error(call->ctx, status, item);
    }
    LOB_TRY(status);
    keep_value(&one, item);
    response->measured_count++;
    return LOB_OK;
}

/* Of one: the modes of one target; of two: those of each, then what lies between them. */
static lob_status measure_all(lob_call *call, lob_str *ids, size_t count, lob_measure_many_response *response) {
    static const lob_measure_geometry_request_mode alone[] = {LOB_MEASURE_GEOMETRY_REQUEST_MODE_PATH_WIDTH,
                                                              LOB_MEASURE_GEOMETRY_REQUEST_MODE_SEGMENT_LENGTH,
                                                              LOB_MEASURE_GEOMETRY_REQUEST_MODE_BEND_RADIUS_ESTIMATE};
    static const lob_measure_geometry_request_mode both[] = {LOB_MEASURE_GEOMETRY_REQUEST_MODE_EDGE_GAP,
                                                             LOB_MEASURE_GEOMETRY_REQUEST_MODE_OVERLAP,
                                                             LOB_MEASURE_GEOMETRY_REQUEST_MODE_CENTERLINE_DISTANCE};
    for (size_t k = 0; count == 2 && k < sizeof both / sizeof *both; k++) {
        LOB_TRY(measure(call, both[k], ids, 2, response));
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < sizeof alone / sizeof *alone; k++) {
            LOB_TRY(measure(call, alone[k], &ids[i], 1, response));
        }
    }
    return LOB_OK;
}

lob_status lob_tool_measure_many(lob_call *call, const lob_measure_many_request *request,
                                 lob_measure_many_response *response) {
    lob_ctx *ctx = call->ctx;
    LOB_TRY(lob_call_session(call, request->session_id));
    if (request->has_target_ids == request->has_measurements) {
        return lob_fail_argument(ctx, "measurements", request->has_target_ids ? "both" : "neither",
                                 request->has_target_ids ? "target_ids and measurements exclude each other"
                                                         : "Neither target_ids nor measurements were given",
                                 "Send target_ids for everything about one or two shapes, or measurements, a list like "
                                 "[{\"mode\":\"edge_gap\",\"target_ids\":[\"shp_a\",\"shp_b\"]}].");
    }
    response->session_id = request->session_id;
    response->dbu = lob_layout_dbu(call->session->layout);
    response->results.items = LOB_NEW_ARRAY(ctx->arena, result_item, request->measurements.count + ALL_MAX);
    if (!response->results.items) {
        return lob_fail_memory(ctx);
    }
    if (request->has_target_ids) {
        return measure_all(call, request->target_ids.items, request->target_ids.count, response);
    }
    for (size_t i = 0; i < request->measurements.count; i++) {
        const lob_measure_many_request_measurements_item *m = &request->measurements.items[i];
        LOB_TRY(measure(call, (lob_measure_geometry_request_mode)m->mode, m->target_ids.items, m->target_ids.count,
                        response));
    }
    return LOB_OK;
}
