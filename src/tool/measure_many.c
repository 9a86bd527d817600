/* measure_many: measure_geometry several times. What one measurement cannot do stands in its result; what ends a call
 * (cancelled, no memory) ends all. A cursor is the number of results already given: the rest was not measured yet. */
#include <stdio.h>
#include <string.h>

#include "base/digest.h"
#include "tool/cursor.h"
#include "tool/registry.h"
#include "tool/room.h"

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

/* ---- what was asked ---- */

typedef struct task {
    lob_measure_geometry_request_mode mode;
    lob_str *ids;
    size_t count;
    lob_arm_at *at;
} task;

typedef struct measurer {
    lob_call *call;
    const lob_measure_many_request *request;
    lob_measure_many_response *response;
    task *tasks;
    size_t count;
} measurer;

/* Of one: the modes of one target; of two: those of each, then what lies between them. */
static void take_all(measurer *m) {
    static const lob_measure_geometry_request_mode alone[] = {LOB_MEASURE_GEOMETRY_REQUEST_MODE_PATH_WIDTH,
                                                              LOB_MEASURE_GEOMETRY_REQUEST_MODE_SEGMENT_LENGTH,
                                                              LOB_MEASURE_GEOMETRY_REQUEST_MODE_BEND_RADIUS_ESTIMATE};
    static const lob_measure_geometry_request_mode both[] = {LOB_MEASURE_GEOMETRY_REQUEST_MODE_EDGE_GAP,
                                                             LOB_MEASURE_GEOMETRY_REQUEST_MODE_OVERLAP,
                                                             LOB_MEASURE_GEOMETRY_REQUEST_MODE_CENTERLINE_DISTANCE};
    lob_str *ids = m->request->target_ids.items;
    const size_t count = m->request->target_ids.count;
    for (size_t k = 0; count == 2 && k < sizeof both / sizeof *both; k++) {
        m->tasks[m->count++] = (task){both[k], ids, 2, NULL};
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < sizeof alone / sizeof *alone; k++) {
            m->tasks[m->count++] = (task){alone[k], &ids[i], 1, m->request->at};
        }
    }
}

static lob_status check_members(measurer *m) {
    const lob_measure_many_request *q = m->request;
    lob_ctx *ctx = m->call->ctx;
    if (q->has_target_ids == q->has_measurements) {
        return lob_fail_argument(ctx, "measurements", q->has_target_ids ? "both" : "neither",
                                 q->has_target_ids ? "target_ids and measurements exclude each other"
                                                   : "Neither target_ids nor measurements was given",
                                 "Send target_ids for everything about one or two shapes, or measurements, a list like "
                                 "[{\"mode\":\"edge_gap\",\"target_ids\":[\"shp_a\",\"shp_b\"]}].");
    }
    if (q->at && (q->has_measurements || q->target_ids.count > 1)) {
        return lob_fail_argument(ctx, "at", q->has_measurements ? "excluded" : "two_targets",
                                 "with target_ids, at is the position of an arm of one shape",
                                 "Send one id in target_ids, or put at into the members of measurements.");
    }
    return LOB_OK;
}

static lob_status take_question(measurer *m) {
    const lob_measure_many_request *q = m->request;
    LOB_TRY(check_members(m));
    m->tasks = LOB_NEW_ARRAY(m->call->ctx->arena, task, q->measurements.count + ALL_MAX);
    if (!m->tasks) {
        return lob_fail_memory(m->call->ctx);
    }
    if (q->has_target_ids) {
        take_all(m);
    }
    for (size_t i = 0; i < q->measurements.count; i++) {
        const lob_measure_many_request_measurements_item *item = &q->measurements.items[i];
        m->tasks[m->count++] = (task){(lob_measure_geometry_request_mode)item->mode, item->target_ids.items,
                                      item->target_ids.count, item->at};
    }
    return LOB_OK;
}

static uint64_t mix(uint64_t sum, const void *data, size_t size) {
    const uint64_t both[2] = {sum, lob_hash64_stable(data, size)};
    return lob_hash64_stable(both, sizeof both);
}

static void bind(const measurer *m, char text[LOB_BINDING_SIZE]) {
    uint64_t sum = 0;
    for (size_t i = 0; i < m->count; i++) {
        const task *one = &m->tasks[i];
        const double at[3] = {one->at != NULL, one->at ? one->at->x_um : 0, one->at ? one->at->y_um : 0};
        const uint64_t numbers[2] = {(uint64_t)one->mode, one->count};
        sum = mix(mix(sum, numbers, sizeof numbers), at, sizeof at);
        for (size_t k = 0; k < one->count; k++) {
            sum = mix(sum, one->ids[k].data, one->ids[k].size);
        }
    }
    snprintf(text, LOB_BINDING_SIZE, "measure_many %s %016llx", m->call->session->key, (unsigned long long)sum);
}

/* ---- results ---- */

static lob_status measure(const measurer *m, const task *one, result_item *item) {
    lob_ctx *ctx = m->call->ctx;
    lob_measure_geometry_request request = {.session_id = m->request->session_id, .mode = one->mode, .at = one->at};
    lob_measure_geometry_response value = {0};
    *item = (result_item){.mode = (lob_measure_many_response_results_item_mode)one->mode};
    item->target_ids.items = request.target_ids.items = one->ids;
    item->target_ids.count = request.target_ids.count = one->count;
    LOB_TRY(lob_poll(ctx));
    const lob_status status = lob_tool_measure_geometry(m->call, &request, &value);
    if (status == LOB_E_INVALID_TARGET || status == LOB_E_QUERY_TOO_LARGE) {
        return keep_error(ctx, status, item);
    }
    LOB_TRY(status);
    keep_value(&value, item);
    return LOB_OK;
}

static size_t weight_of(const result_item *item) {
    enum { RESULT_WEIGHT = 1400 };
    size_t weight = RESULT_WEIGHT;
    for (size_t i = 0; i < item->target_ids.count; i++) {
        weight += lob_text_weight(item->target_ids.items[i]);
    }
    return weight + (item->error ? lob_text_weight(item->error->message) + lob_text_weight(item->error->hint) : 0);
}

static lob_status show_page(const measurer *m, uint64_t first, lob_str binding) {
    lob_ctx *ctx = m->call->ctx;
    lob_measure_many_response *a = m->response;
    if (first > 0 && first >= m->count) {
        return lob_cursor_refuse(ctx);
    }
    lob_room room = lob_room_open(m->call, &lob_measure_many_response_table, a);
    a->results.items = LOB_NEW_ARRAY(ctx->arena, result_item, m->count - first);
    if (!a->results.items) {
        return lob_fail_memory(ctx);
    }
    for (uint64_t i = first; i < m->count; i++) {
        result_item *item = &a->results.items[a->results.count];
        LOB_TRY(measure(m, &m->tasks[i], item));
        if (!lob_room_fits(&room, "results", item, weight_of(item), a->results.count == 0)) {
            break;
        }
        a->results.count++;
        a->measured_count += item->has_value_um;
    }
    const uint64_t given = first + a->results.count;
    a->truncation.results_dropped = (int64_t)(m->count - given);
    return given < m->count ? lob_cursor_print_position(ctx, given, binding, &a->next_cursor) : LOB_OK;
}

lob_status lob_tool_measure_many(lob_call *call, const lob_measure_many_request *request,
                                 lob_measure_many_response *response) {
    measurer m = {.call = call, .request = request, .response = response};
    char binding[LOB_BINDING_SIZE];
    uint64_t first;
    LOB_TRY(lob_call_session(call, request->session_id));
    LOB_TRY(take_question(&m));
    bind(&m, binding);
    LOB_TRY(lob_cursor_parse_position(call->ctx, request->cursor, lob_str_from(binding), &first));
    response->session_id = request->session_id;
    response->dbu = lob_layout_dbu(call->session->layout);
    return show_page(&m, first, lob_str_from(binding));
}
