/* A process window asked for with an evaluation: the request's gauges as those of a table, the window found beside the
 * evaluation, its report a member of that one's. */
#include "tool/litho_window.h"

#include <stdio.h>

#include "tool/common.h"

enum { NAME_SIZE = 16, SIZES_MAX = 20000, FOCUSES_USUAL = 9, DOSES_USUAL = 9 };

/* ---- what is asked ---- */

static lob_status take_gauge(lob_ctx *ctx, const lob_litho_gauge *from, size_t index, lob_cd_gauge *gauge) {
    const bool is_edge = from->has_kind && from->kind == LOB_LITHO_GAUGE_KIND_EDGE;
    char argument[64];
    if (from->has_target_nm == is_edge) {
        snprintf(argument, sizeof argument, "process_window.gauges[%zu].target_nm", index);
        return lob_fail_argument(ctx, argument, "target_nm",
                                 is_edge ? "An edge has no target width" : "A gauge lacks its target width",
                                 is_edge ? "Leave out target_nm." : "Give target_nm, or kind edge.");
    }
    *gauge = (lob_cd_gauge){.name = from->name,
                            .kind = from->has_kind ? (lob_cd_kind)from->kind : LOB_CD_LINE,
                            .has_kind = from->has_kind,
                            .x_nm = from->x_um * 1000,
                            .y_nm = from->y_um * 1000,
                            .angle_deg = from->angle_deg,
                            .target_nm = from->target_nm,
                            .has_measured = from->has_measured_nm,
                            .measured_nm = from->measured_nm};
    if (from->name.data == NULL) {
        char *const text = LOB_NEW_ARRAY(ctx->arena, char, NAME_SIZE);
        if (text == NULL) {
            return lob_fail_memory(ctx);
        }
        gauge->name = (lob_str){text, (size_t)snprintf(text, NAME_SIZE, "gauge %zu", index + 1)};
    }
    return LOB_OK;
}

_Static_assert((int)LOB_CD_LINE == (int)LOB_LITHO_GAUGE_KIND_LINE &&
                   (int)LOB_CD_SPACE == (int)LOB_LITHO_GAUGE_KIND_SPACE &&
                   (int)LOB_CD_EDGE == (int)LOB_LITHO_GAUGE_KIND_EDGE,
               "kinds");

static lob_status check_rising(lob_ctx *ctx, const char *argument, const double *values, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        if (!(values[i] > values[i - 1])) {
            return lob_fail_argument(ctx, argument, "order", "The values do not increase",
                                     "List each value once, the smallest first.");
        }
    }
    return LOB_OK;
}

static lob_status take_ranges(lob_ctx *ctx, const lob_litho_window *window, lob_window_ask *ask) {
    ask->focus_count = window->has_focuses_nm ? (uint32_t)window->focuses_nm.count : FOCUSES_USUAL;
    ask->dose_count = window->has_doses ? (uint32_t)window->doses.count : DOSES_USUAL;
    for (uint32_t i = 0; i < ask->focus_count; i++) {
        ask->focuses_nm[i] = window->has_focuses_nm ? window->focuses_nm.items[i] : -80 + 20 * (double)i;
    }
    for (uint32_t i = 0; i < ask->dose_count; i++) {
        ask->doses[i] = window->has_doses ? window->doses.items[i] : (80 + 5 * (double)i) / 100;
    }
    LOB_TRY(check_rising(ctx, "process_window.focuses_nm", ask->focuses_nm, ask->focus_count));
    return check_rising(ctx, "process_window.doses", ask->doses, ask->dose_count);
}

lob_status lob_litho_window_ask(lob_ctx *ctx, const lob_evaluate_request *request, lob_window_ask **ask) {
    const lob_litho_window *const window = request->process_window;
    lob_window_ask *const made = LOB_NEW(ctx->arena, lob_window_ask);
    lob_cd_gauge *const gauges = LOB_NEW_ARRAY(ctx->arena, lob_cd_gauge, window->gauges.count);
    if (made == NULL || gauges == NULL) {
        return lob_fail_memory(ctx);
    }
    *made = (lob_window_ask){.gauges = {gauges, (uint32_t)window->gauges.count},
                             .tolerance = window->tolerance_percent / 100};
    for (size_t i = 0; i < window->gauges.count; i++) {
        LOB_TRY(take_gauge(ctx, &window->gauges.items[i], i, &gauges[i]));
    }
    LOB_TRY(take_ranges(ctx, window, made));
    if (made->gauges.count * made->focus_count * made->dose_count > SIZES_MAX) {
        return lob_fail_argument(ctx, "process_window", "sizes", "The process window has more than 20000 sizes",
                                 "Ask for fewer gauges, focuses or doses; their product counts.");
    }
    if (request->inline_image && made->focus_count == 1) {
        return lob_fail_argument(ctx, "process_window.focuses_nm", "one_focus", "A curve needs several focuses",
                                 "Give two focuses or more, or leave out inline_image.");
    }
    *ask = made;
    return LOB_OK;
}

/* ---- what becomes of it ---- */

lob_status lob_litho_window_find(lob_ctx *ctx, const lob_evaluate_request *request, lob_litho_scene *scene) {
    if (request->process_window == NULL) {
        return LOB_OK;
    }
    lob_process_window *const window = LOB_NEW(ctx->arena, lob_process_window);
    if (window == NULL) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(lob_litho_window_ask(ctx, request, &scene->window_ask));
    scene->window_ask->edge_within_nm = scene->setup.gauges.tolerance_nm;
    LOB_TRY(lob_process_window_find(ctx, &scene->setup, &scene->input, scene->window_ask, window));
    scene->window = window;
    return LOB_OK;
}

lob_status lob_litho_window_put(lob_ctx *ctx, const lob_litho_scene *scene, lob_buf *report) {
    if (scene->window == NULL) {
        return LOB_OK;
    }
    lob_buf text;
    lob_buf_init(&text, 0);
    lob_process_window_json(&scene->setup, scene->window_ask, scene->window, true, &text);
    while (report->size > 0 && report->data[report->size - 1] != '}') {
        report->size--;
    }
    report->size -= report->size > 0;
    while (report->size > 0 && report->data[report->size - 1] == '\n') {
        report->size--;
    }
    lob_buf_add_text(report, ",\"process_window\":");
    lob_buf_add(report, text.data, text.size - (text.size > 0));
    lob_buf_add_byte(report, '}');
    const bool fine = !text.failed && !report->failed;
    lob_buf_release(&text);
    return fine ? LOB_OK : lob_fail_memory(ctx);
}

lob_status lob_litho_window_lay(lob_ctx *ctx, const lob_litho_scene *scene, const lob_litho_result *result,
                                lob_litho_picture_kind kind, lob_litho_laid *laid) {
    return scene->window && kind == LOB_LITHO_PICTURE_SHEET
               ? lob_process_window_lay(ctx, scene->window_ask, scene->window, laid)
               : lob_litho_lay(ctx, &scene->setup, &scene->input, result, kind, laid);
}
