/* A canvas beyond the limit of pixels, evaluated window by window within the memory of one window; only numbers remain.
 *
 * Windows meet at whole multiples of their side on the grid, so pixels are counted once. A violation or check point
 * that lies across a border, or on it, counts in each window it meets; so does a shot.
 *
 * Window i belongs to rank i mod n (ranks.h). What is left of a window is a record of numbers; records are added in the
 * order of windows, so the sums are the same bits for any number of ranks.
 */
#include "litho/evaluate_impl.h"

#include <math.h>
#include <string.h>

#include "litho/ranks.h"

enum { WINDOW_SIDE = 8000 }; /* pixels; a multiple of 1000: whole units for pixels of up to three decimals */

/* ---- numbers of two windows together ---- */

static double squares_of(const lob_edge_error *e) {
    return e->count > 1 ? (double)(e->count - 1) * e->std_nm * e->std_nm : 0;
}

static void add_edges(const lob_edge_error *part, lob_edge_error *sum) {
    const double a = (double)sum->count, b = (double)part->count, n = a + b, apart = part->mean_nm - sum->mean_nm;
    if (!sum->is_valid || !part->is_valid) { /* somewhere one side has no edges at all */
        *sum = (lob_edge_error){INFINITY, INFINITY, (double)NAN, sum->count + part->count, false};
        return;
    }
    if (b > 0) {
        const double squares = squares_of(sum) + squares_of(part) + apart * apart * a * b / n;
        sum->mean_nm += apart * b / n;
        sum->max_nm = fmax(sum->max_nm, part->max_nm);
        sum->count += part->count;
        sum->std_nm = sum->count > 1 ? sqrt(squares / (n - 1)) : (double)NAN;
    }
}

static void add_band(const lob_band *part, lob_band *sum) {
    const double n = (double)(sum->pixels + part->pixels);
    if (part->pixels > 0) {
        sum->mean_nm = (sum->mean_nm * (double)sum->pixels + part->mean_nm * (double)part->pixels) / n;
        sum->max_nm = fmax(sum->max_nm, part->max_nm);
        sum->pixels += part->pixels;
    }
}

static void add_metrics(const lob_litho_metrics *part, lob_litho_metrics *sum) {
    add_edges(&part->edges_mask, &sum->edges_mask);
    add_edges(&part->edges_wafer, &sum->edges_wafer);
    add_band(&part->band, &sum->band);
    sum->target_pixels += part->target_pixels;
    sum->printed_pixels += part->printed_pixels;
    sum->l2_pixels += part->l2_pixels;
    sum->band_pixels += part->band_pixels;
    sum->gauge_count += part->gauge_count;
    sum->gauge_violations += part->gauge_violations;
    sum->intensity_max = fmax(sum->intensity_max, part->intensity_max);
    sum->mrc.width_pixels += part->mrc.width_pixels;
    sum->mrc.spacing_pixels += part->mrc.spacing_pixels;
    sum->mrc.total_pixels += part->mrc.total_pixels;
    sum->drc_count += part->drc_count;
    sum->mrc_count += part->mrc_count;
    sum->shots_vsb += part->shots_vsb;
    sum->shots_mbmw += part->shots_mbmw;
    sum->tile_count += part->tile_count;
    sum->tiles_drc_clean += part->tiles_drc_clean;
    sum->tiles_mrc_clean += part->tiles_mrc_clean;
}

/* ---- one window ---- */

typedef struct windows {
    const lob_litho_setup *setup;
    const lob_litho_input *input;
    const lob_lenses *lenses;
    lob_evaluate_part *part;
} windows;

typedef struct window_record { /* as it goes from rank to rank: between programs of one build */
    lob_litho_metrics metrics;
    uint64_t violations_total, group_count;
} window_record;

static bool is_near(const lob_polygons *polygons, const lob_contour *hull, const lob_box64 *near) {
    lob_box64 box = {INT64_MAX, INT64_MAX, INT64_MIN, INT64_MIN};
    for (uint32_t i = 0; i < hull->count; i++) {
        const lob_point64 p = polygons->points[hull->first + i];
        box.left = p.x < box.left ? p.x : box.left;
        box.right = p.x > box.right ? p.x : box.right;
        box.bottom = p.y < box.bottom ? p.y : box.bottom;
        box.top = p.y > box.top ? p.y : box.top;
    }
    return box.left <= near->right && box.right >= near->left && box.bottom <= near->top && box.top >= near->bottom;
}

/* Whole polygons that come near: none is cut, so edges, areas and check points are what they were. */
static lob_status take_near(lob_ctx *ctx, const lob_mask *mask, const lob_box64 *near, lob_mask *some) {
    const lob_polygons *from = &mask->polygons;
    lob_contour *kept = LOB_NEW_ARRAY(ctx->arena, lob_contour, (size_t)from->contour_count + 1);
    bool is_kept = false;
    *some = *mask;
    if (kept == NULL) {
        return lob_fail_memory(ctx);
    }
    some->polygons.contours = kept;
    some->polygons.contour_count = 0;
    for (uint32_t i = 0; i < from->contour_count; i++) {
        is_kept = from->contours[i].is_hole ? is_kept : is_near(from, &from->contours[i], near);
        if (is_kept) {
            kept[some->polygons.contour_count++] = from->contours[i];
        }
    }
    return LOB_OK;
}

static lob_status evaluate_window(lob_ctx *ctx, const windows *w, lob_box64 window, window_record *record) {
    const lob_litho_input *input = w->input;
    const int64_t by = (int64_t)ceil(2 * w->setup->tile_side * w->setup->pixel_nm / input->mask.unit_nm);
    const lob_box64 near = {window.left - by, window.bottom - by, window.right + by, window.top + by};
    const bool has_target = input->target.polygons.points != input->mask.polygons.points;
    lob_litho_setup own = *w->setup;
    lob_litho_input part = *input;
    lob_litho_result result;
    own.by_windows = false;
    own.about = NULL;
    own.canvas_pixels_max = 0;
    part.has_window = true;
    part.window = window;
    LOB_TRY(take_near(ctx, &input->mask, &near, &part.mask));
    part.target = part.mask;
    LOB_TRY(has_target ? take_near(ctx, &input->target, &near, &part.target) : LOB_OK);
    LOB_TRY(w->part(ctx, &own, &part, w->lenses, &result));
    memset(record, 0, sizeof *record); /* what lies between members, too */
    record->metrics = result.metrics;
    record->violations_total = result.violations_total;
    record->group_count = result.violations.group_count;
    lob_litho_result_drop(&result);
    return LOB_OK;
}

/* ---- all of them ---- */

static int64_t floor_div(int64_t a, int64_t b) {
    return a >= 0 ? a / b : -((-a + b - 1) / b);
}

/* Columns or rows `from` to `to` of window `index` of a line of pixels; units of the mask. */
static void span(int64_t first, int64_t count, int64_t index, int64_t side, double scale, int64_t *from, int64_t *to) {
    const int64_t low = (floor_div(first, side) + index) * side;
    *from = llround((double)(low > first ? low : first) * scale);
    *to = llround((double)(low + side < first + count ? low + side : first + count) * scale);
}

typedef struct window_grid {
    const lob_frame *asked;
    int64_t side, columns, rows;
    double scale;
} window_grid;

/* Windows own, own + step, ... one behind the other in `records`. */
static lob_status evaluate_own(lob_ctx *ctx, const windows *w, const window_grid *g, int64_t own, int64_t step,
                               window_record *records) {
    const lob_frame *asked = g->asked;
    lob_ctx child;
    LOB_TRY(lob_ctx_child(ctx, &child, 0));
    lob_status status = LOB_OK;
    for (int64_t i = own; i < g->columns * g->rows && status == LOB_OK; i += step) {
        lob_box64 window;
        span(asked->column, asked->width, i % g->columns, g->side, g->scale, &window.left, &window.right);
        span(asked->row, asked->height, i / g->columns, g->side, g->scale, &window.bottom, &window.top);
        status = lob_ctx_join(ctx, &child, evaluate_window(&child, w, window, records++));
        lob_arena_reset(child.arena);
        lob_progress(ctx, (double)(i + 1), (double)(g->columns * g->rows), "windows evaluated");
    }
    lob_ctx_drop(&child);
    return status;
}

static int64_t own_count(int64_t total, int64_t own, int64_t step) {
    return own < total ? (total - own - 1) / step + 1 : 0;
}

static lob_status add_all(lob_ctx *ctx, const lob_shares *all, int64_t total, lob_litho_result *result) {
    for (uint32_t rank = 0; rank < all->count; rank++) {
        const size_t size = (size_t)own_count(total, rank, all->count) * sizeof(window_record);
        LOB_TRY(all->sizes[rank] == size ? LOB_OK : lob_share_refuse(ctx, rank));
    }
    for (int64_t i = 0; i < total; i++) {
        window_record record;
        memcpy(&record, all->blocks[i % all->count] + (size_t)(i / all->count) * sizeof record, sizeof record);
        add_metrics(&record.metrics, &result->metrics);
        result->violations_total += record.violations_total;
        result->violations.group_count += (uint32_t)record.group_count;
    }
    return LOB_OK;
}

lob_status lob_evaluate_windows(lob_ctx *ctx, const lob_litho_setup *setup, const lob_litho_input *input,
                                const lob_lenses *lenses, lob_evaluate_part *part, lob_litho_result *result) {
    const windows w = {setup, input, lenses, part};
    const lob_frame *asked = &result->asked;
    const int64_t side = setup->window_side ? setup->window_side : WINDOW_SIDE;
    const window_grid g = {.asked = asked,
                           .side = side,
                           .columns =
                               floor_div(asked->column + asked->width - 1, side) - floor_div(asked->column, side) + 1,
                           .rows = floor_div(asked->row + asked->height - 1, side) - floor_div(asked->row, side) + 1,
                           .scale = setup->pixel_nm / input->mask.unit_nm};
    const bool is_shared = setup->about != NULL, works = !is_shared || lob_ranks_works();
    const int64_t own = is_shared ? lob_ranks_own() : 0, step = is_shared ? lob_ranks_count() : 1;
    const int64_t total = g.columns * g.rows, count = works ? own_count(total, own, step) : 0;
    result->metrics = (lob_litho_metrics){.edges_mask.is_valid = true, .edges_wafer.is_valid = true};
    result->is_degraded = true;
    memcpy(result->violations.deck_hash, setup->deck.hash, sizeof result->violations.deck_hash);
    result->violations.deck_name = setup->deck.name;
    window_record *records = LOB_NEW_ARRAY(ctx->arena, window_record, (size_t)count + 1);
    LOB_TRY(records ? LOB_OK : lob_fail_memory(ctx));
    LOB_TRY(works ? evaluate_own(ctx, &w, &g, own, step, records) : LOB_OK);
    const uint8_t *block = (const uint8_t *)records;
    size_t size = (size_t)count * sizeof *records;
    lob_shares all = {&block, &size, 1};
    LOB_TRY(is_shared ? lob_ranks_gather(ctx, setup->about, block, size, &all) : LOB_OK);
    return is_shared && !lob_ranks_has_all() ? LOB_OK : add_all(ctx, &all, total, result);
}
