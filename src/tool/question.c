/* See question.h. */
#include "tool/question.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { NOTE_SIZE = 320 };

/* ---- boxes ---- */

/* To the nearest unit, half away from zero; false beyond +-LOB_COORD_MAX. */
static bool to_dbu(double um, double dbu, int64_t *value) {
    double units = round(um / dbu);
    if (!(fabs(units) <= (double)LOB_COORD_MAX)) {
        return false;
    }
    *value = (int64_t)units;
    return true;
}

static lob_status refuse_box(lob_ctx *ctx, const char *reason, const char *message, const char *hint) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_BOX, "%s", message);
    lob_error_text(&ctx->error, "argument", LOB_STR("box"));
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    lob_hint(ctx, "%s", hint);
    return status;
}

/* By more than what the writing of a number can be off. */
static bool is_off(double um, int64_t units, double dbu) {
    return fabs(um / dbu - (double)units) > 1e-6 * (1 + fabs((double)units) * 1e-9);
}

lob_status lob_call_box(lob_call *call, const lob_query_box *box, lob_box64 *w, bool *is_off_grid) {
    lob_ctx *ctx = call->ctx;
    const double dbu = lob_layout_dbu(call->session->layout);
    if (!to_dbu(box->left, dbu, &w->left) || !to_dbu(box->bottom, dbu, &w->bottom) ||
        !to_dbu(box->right, dbu, &w->right) || !to_dbu(box->top, dbu, &w->top)) {
        return refuse_box(ctx, "range", "A side of the box is outside of the coordinate range",
                          "Sides are in micrometres; list_cells and list_layers give the boxes of cells and layers.");
    }
    if (!(box->left < box->right) || !(box->bottom < box->top)) {
        return refuse_box(ctx, "no_area", "The box has no area",
                          "left must be less than right and bottom less than top, in micrometres.");
    }
    if (w->left == w->right || w->bottom == w->top) {
        return refuse_box(ctx, "below_dbu", "The box is smaller than the database grid",
                          "Sides are rounded to the nearest database unit (dbu micrometres); make the box larger.");
    }
    *is_off_grid = is_off(box->left, w->left, dbu) || is_off(box->bottom, w->bottom, dbu) ||
                   is_off(box->right, w->right, dbu) || is_off(box->top, w->top, dbu);
    return LOB_OK;
}

lob_status lob_call_point(lob_call *call, const char *argument, lob_point_in point, lob_point64 *at,
                          bool *is_off_grid) {
    const double dbu = lob_layout_dbu(call->session->layout);
    if (!to_dbu(point.x, dbu, &at->x) || !to_dbu(point.y, dbu, &at->y)) {
        return lob_fail_argument(call->ctx, argument, "range", "The point is outside of the coordinate range",
                                 "Coordinates are in micrometres; list_cells and list_layers give the boxes of cells "
                                 "and layers.");
    }
    *is_off_grid = *is_off_grid || is_off(point.x, at->x, dbu) || is_off(point.y, at->y, dbu);
    return LOB_OK;
}

/* ---- notes ---- */

lob_status lob_note(lob_ctx *ctx, lob_notes *notes, const char *format, ...) {
    char text[NOTE_SIZE];
    va_list args;
    va_start(args, format);
    int size = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    size = size < NOTE_SIZE ? size : NOTE_SIZE - 1;
    const char *copy = lob_arena_strdup(ctx->arena, text, (size_t)size);
    if (!copy) {
        return lob_fail_memory(ctx);
    }
    if (notes->count < LOB_NOTES_MAX) {
        notes->items[notes->count++] = (lob_str){copy, (size_t)size};
    }
    return LOB_OK;
}

lob_status lob_notes_show(lob_ctx *ctx, const lob_notes *notes, lob_str **items, size_t *count, bool *are_there) {
    *items = LOB_NEW_ARRAY(ctx->arena, lob_str, LOB_NOTES_MAX);
    if (!*items) {
        return lob_fail_memory(ctx);
    }
    memcpy(*items, notes->items, notes->count * sizeof *notes->items);
    *count = notes->count;
    *are_there = notes->count > 0;
    return LOB_OK;
}
