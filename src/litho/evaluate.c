/* An evaluation from end to end: canvas, tiles, prints, metrics, checks.
 *
 * Invariant: everything behind the tiles works on the stitched canvas, so nothing but the aerial image itself can
 * depend on how it was cut.
 */
#include "litho/evaluate_impl.h"

#include <math.h>

#include "base/limits.h"
#include "litho/ranks.h"

#define LEAST_HALO     1.8    /* of wavelength / na */
#define LEAST_FIELD    14.0   /* of wavelength / na: of a tile chosen by the canvas; 2000 nm for 193 nm immersion */
#define USUAL_REACH_NM 1500.0 /* optical interaction range of 193 nm immersion */

void lob_litho_setup_usual(lob_litho_setup *setup) {
    *setup = (lob_litho_setup){
        .optics = {.wavelength_nm = 193,
                   .na = 1.35,
                   .source = LOB_SOURCE_CIRCULAR,
                   .sigma_outer = .7,
                   .opening_deg = 30,
                   .count = 24},
        .kernels_dir_fd = -1,
        .kernels_defocus_fd = -1,
        .kernels_offset = 24,
        .threshold = .225,
        .pixel_nm = 1,
        .tile_side = 2048,
        .halo = UINT32_MAX,
        .nominal = {1, 0},
        .corners = {{1.05, 20}, {.95, 20}, {1.05, -20}, {.95, -20}},
        .corner_count = 4,
        .checks = LOB_CHECK_DRC | LOB_CHECK_MRC | LOB_CHECK_EPE | LOB_CHECK_PVBAND | LOB_CHECK_SHOTS,
        .gauges = lob_gauge_rule_usual(),
        .violations_max = LOB_LIMIT_LITHO_VIOLATIONS,
        .canvas_area_max_nm2 = 5e10,
        .violation_count_max = LOB_LIMIT_LITHO_VIOLATIONS_SEEN,
        .model = "identity",
        .dataset = LOB_STR("layout"),
    };
}

void lob_litho_setup_node(lob_litho_setup *setup, const lob_litho_node *node) {
    setup->node = node;
    setup->optics.wavelength_nm = node->wavelength_nm;
    setup->optics.na = node->na;
    setup->optics.sigma_inner = node->sigma_inner;
    setup->optics.sigma_outer = node->sigma_outer;
    setup->optics.source = node->sigma_inner > 0 ? LOB_SOURCE_ANNULAR : LOB_SOURCE_CIRCULAR;
    setup->pixel_nm = node->pixel_nm;
    /* The contest's check points were made for features of 40 nm and more. */
    const double scale = node->pitch_nm / 40;
    const lob_gauge_rule usual = lob_gauge_rule_usual();
    setup->gauges = (lob_gauge_rule){usual.interval_nm * scale, usual.edge_min_nm * scale, usual.start_nm * scale,
                                     usual.tolerance_nm * scale, usual.reach_nm * scale};
}

/* ---- the canvas ---- */

static lob_status fail_canvas(lob_ctx *ctx, double pixels) {
    lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "The canvas has too many pixels");
    lob_error_text(&ctx->error, "limit_name", LOB_STR("litho_canvas_pixels"));
    lob_error_integer(&ctx->error, "limit", LOB_LIMIT_LITHO_CANVAS_PIXELS);
    lob_error_integer(&ctx->error, "actual", pixels < 9e15 ? (int64_t)pixels : INT64_MAX);
    lob_hint(ctx, "Ask for a smaller window, or use larger pixels (pixel_nm).");
    return status;
}

static lob_status fail_empty(lob_ctx *ctx) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET,
                                 "There is nothing to evaluate: the mask and the target "
                                 "are empty");
    lob_error_text(&ctx->error, "reason", LOB_STR("empty_canvas"));
    lob_hint(ctx, "Name a layer that has figures in this cell (list_layers), or give a box.");
    return status;
}

static lob_box64 cover_both(const lob_box64 *a, const lob_box64 *b) {
    if (a->left > a->right) {
        return *b;
    }
    if (b->left > b->right) {
        return *a;
    }
    return (lob_box64){a->left < b->left ? a->left : b->left, a->bottom < b->bottom ? a->bottom : b->bottom,
                       a->right > b->right ? a->right : b->right, a->top > b->top ? a->top : b->top};
}

static double openings_of(const lob_litho_setup *setup) {
    return setup->checks & LOB_CHECK_MRC ? fmax(setup->deck.width_nm, setup->deck.spacing_nm) : 0;
}

static double pixels_max(const lob_litho_setup *setup) {
    return (double)(setup->canvas_pixels_max ? setup->canvas_pixels_max : LOB_LIMIT_LITHO_CANVAS_PIXELS);
}

/* Left, bottom, right and top of the canvas, in pixels. False: there is nothing. */
static bool sides_of(const lob_litho_setup *setup, const lob_litho_input *input, double sides[4]) {
    const lob_box64 box = input->has_window ? input->window : cover_both(&input->mask.box, &input->target.box);
    /* What prints beside the figures counts as well, a check point on their border looks both ways, and so wide must
     * ground and figures go on that an opening there does not take the canvas' border for theirs. */
    const double widest = fmax(setup->gauges.reach_nm, openings_of(setup));
    const double scale = input->mask.unit_nm / setup->pixel_nm, margin = ceil(widest / setup->pixel_nm);
    sides[0] = floor((double)box.left * scale) - margin;
    sides[1] = floor((double)box.bottom * scale) - margin;
    sides[2] = ceil((double)box.right * scale) + margin;
    sides[3] = ceil((double)box.top * scale) + margin;
    return box.left < box.right && box.bottom < box.top;
}

uint32_t lob_litho_tile_side(const lob_litho_setup *setup, const lob_litho_input *input) {
    static const uint32_t smaller[] = {256, 512, 1024};
    const double resolution = setup->optics.wavelength_nm / setup->optics.na / setup->pixel_nm;
    const double halo = setup->halo != UINT32_MAX ? setup->halo : ceil(LEAST_HALO * resolution) + 16;
    double sides[4];
    if (!setup->tile_by_canvas || setup->kernels_dir_fd >= 0 || !sides_of(setup, input, sides)) {
        return setup->tile_side;
    }
    const double needed = fmax(fmax(sides[2] - sides[0], sides[3] - sides[1]) + 2 * halo, LEAST_FIELD * resolution);
    for (size_t i = 0; i < sizeof smaller / sizeof smaller[0]; i++) {
        if (smaller[i] >= needed && smaller[i] < setup->tile_side) {
            return smaller[i];
        }
    }
    return setup->tile_side;
}

static lob_status make_canvas(lob_ctx *ctx, const lob_litho_setup *setup, const lob_litho_input *input,
                              lob_frame *canvas) {
    double sides[4];
    if (!sides_of(setup, input, sides)) {
        return fail_empty(ctx);
    }
    const double left = sides[0], bottom = sides[1], right = sides[2], top = sides[3];
    const bool is_countable = right - left < (double)UINT32_MAX && top - bottom < (double)UINT32_MAX;
    if (!is_countable || (!setup->by_windows && (right - left) * (top - bottom) > pixels_max(setup))) {
        return fail_canvas(ctx, (right - left) * (top - bottom));
    }
    *canvas = (lob_frame){(int64_t)left, (int64_t)bottom, (uint32_t)(right - left), (uint32_t)(top - bottom),
                          setup->pixel_nm};
    return LOB_OK;
}

/* ---- lenses ---- */

static lob_status make_kernels(lob_ctx *ctx, const lob_litho_setup *setup, double defocus_nm, lob_kernels *kernels) {
    if (setup->kernels_dir_fd >= 0) {
        const int fd = defocus_nm != 0 ? setup->kernels_defocus_fd : setup->kernels_dir_fd;
        return lob_kernels_read(ctx, fd, setup->optics.count, setup->kernels_offset, kernels);
    }
    lob_optics optics = setup->optics;
    optics.defocus_nm = defocus_nm;
    return lob_kernels_compute(ctx, &optics, setup->tile_side * setup->pixel_nm, kernels);
}

static lob_status find_lens(lob_ctx *ctx, const lob_litho_setup *setup, double defocus_nm, lob_lenses *lenses,
                            uint32_t *index) {
    for (*index = 0; *index < lenses->count; ++*index) {
        if (lenses->defocus_nm[*index] == defocus_nm) {
            return LOB_OK;
        }
    }
    lob_kernels kernels;
    LOB_TRY(lob_poll(ctx));
    LOB_TRY(make_kernels(ctx, setup, defocus_nm, &kernels));
    kernels.blur_nm = setup->resist_blur_nm;
    kernels.mask_blur_nm = setup->mask_blur_nm;
    LOB_TRY(lob_imager_new(ctx, setup->tile_side, setup->pixel_nm, &kernels, &lenses->items[lenses->count]));
    lenses->defocus_nm[lenses->count++] = defocus_nm;
    return LOB_OK;
}

lob_status lob_lenses_make(lob_ctx *ctx, const lob_litho_setup *setup, lob_lenses *lenses) {
    *lenses = (lob_lenses){.count = 0};
    for (uint32_t i = 0; i <= setup->corner_count; i++) {
        /* A real mask's image is the same on both sides of the focus. */
        const double defocus = fabs(lob_corner_at(setup, i).defocus_nm + setup->optics.defocus_nm);
        lob_status status = find_lens(ctx, setup, defocus, lenses, &lenses->of_corner[i]);
        if (status != LOB_OK) {
            lob_lenses_drop(lenses);
            return status;
        }
    }
    return LOB_OK;
}

void lob_lenses_drop(lob_lenses *lenses) {
    for (uint32_t i = 0; i < lenses->count; i++) {
        lob_imager_drop(lenses->items[i]);
    }
    lenses->count = 0;
}

/* ---- all of it ---- */

static lob_status make_planes(lob_ctx *ctx, const lob_litho_input *input, lob_litho_result *result) {
    const lob_frame canvas = result->tiling.canvas;
    LOB_TRY(lob_bits_new(ctx, canvas, &result->target));
    LOB_TRY(lob_bits_new(ctx, canvas, &result->mask));
    LOB_TRY(lob_bits_new(ctx, canvas, &result->nominal));
    LOB_TRY(lob_bits_new(ctx, canvas, &result->outer));
    LOB_TRY(lob_bits_new(ctx, canvas, &result->inner));
    if ((uint64_t)canvas.width * canvas.height <= LOB_LIMIT_LITHO_AERIAL_PIXELS) {
        LOB_TRY(lob_plane_new(ctx, canvas, &result->aerial));
    }
    LOB_TRY(lob_mask_fill(ctx, &input->target, &result->target));
    return lob_mask_fill(ctx, &input->mask, &result->mask);
}

/* `whole`: of the canvas, `view`: of what is asked; the same without a window. */
static lob_status measure(lob_ctx *ctx, const lob_litho_setup *setup, const lob_litho_result *whole,
                          lob_litho_result *view) {
    lob_litho_metrics *metrics = &view->metrics;
    const lob_frame *asked = whole == view ? NULL : &whole->asked;
    metrics->target_pixels = lob_bits_count(&view->target);
    metrics->printed_pixels = lob_bits_count(&view->nominal);
    LOB_TRY(lob_poll(ctx));
    metrics->l2_pixels = lob_bits_differ(&view->nominal, &view->target);
    metrics->band_pixels = lob_bits_differ(&view->outer, &view->inner);
    LOB_TRY(lob_poll(ctx));
    LOB_TRY(lob_edge_error_within(ctx, &whole->mask, &whole->target, asked, &metrics->edges_mask));
    LOB_TRY(lob_poll(ctx));
    LOB_TRY(lob_edge_error_within(ctx, &whole->nominal, &whole->target, asked, &metrics->edges_wafer));
    LOB_TRY(lob_poll(ctx));
    LOB_TRY(lob_band_of(ctx, &view->outer, &view->inner, &metrics->band));
    if (setup->checks & LOB_CHECK_SHOTS) {
        lob_status status = LOB_OK;
        metrics->shots_vsb = lob_shots_vsb(ctx, &view->mask, &status);
        metrics->shots_mbmw = lob_shots_mbmw(&view->mask);
        return status;
    }
    return LOB_OK;
}

static lob_status crop(lob_ctx *ctx, const lob_bits *from, const lob_frame *asked, lob_bits *to) {
    LOB_TRY(lob_bits_new(ctx, *asked, to));
    lob_bits_copy(from, (uint32_t)(asked->column - from->frame.column), (uint32_t)(asked->row - from->frame.row),
                  asked->width, asked->height, to, 0, 0);
    return LOB_OK;
}

/* Of a window the margin counts for nothing. */
static lob_status measure_window(lob_ctx *ctx, const lob_litho_setup *setup, lob_litho_result *result) {
    lob_litho_result view = {.metrics = result->metrics};
    const lob_frame *asked = &result->asked;
    const lob_bits *const from[] = {&result->target, &result->mask, &result->nominal, &result->outer, &result->inner};
    lob_bits *const to[] = {&view.target, &view.mask, &view.nominal, &view.outer, &view.inner};
    lob_status status = LOB_OK;
    for (size_t i = 0; i < sizeof to / sizeof to[0] && status == LOB_OK; i++) {
        status = crop(ctx, from[i], asked, to[i]);
    }
    if (status == LOB_OK) {
        status = measure(ctx, setup, result, &view);
        result->metrics = view.metrics;
    }
    lob_litho_result_drop(&view);
    return status;
}

/* The window in whole pixels; it lies in the canvas, which is that and more. */
static lob_frame frame_asked(const lob_litho_setup *setup, const lob_litho_input *input, const lob_frame *canvas) {
    if (!input->has_window) {
        return *canvas;
    }
    const double scale = input->mask.unit_nm / setup->pixel_nm;
    const double left = floor((double)input->window.left * scale), right = ceil((double)input->window.right * scale);
    const double bottom = floor((double)input->window.bottom * scale), top = ceil((double)input->window.top * scale);
    return (lob_frame){(int64_t)left, (int64_t)bottom, (uint32_t)(right - left), (uint32_t)(top - bottom),
                       setup->pixel_nm};
}

static bool is_too_large(const lob_litho_setup *setup, const lob_frame *canvas) {
    const double pixel = canvas->pixel_nm;
    return canvas->width * pixel * (canvas->height * pixel) > setup->canvas_area_max_nm2;
}

/* No more than a quarter of the tile, so that half of it counts: what lies further than that adds little (docs/LITHO.md
 * has figures). A canvas that is one tile with a little less around it is one. */
static uint32_t usual_halo(const lob_litho_setup *setup, const lob_frame *canvas) {
    const double reach = setup->node ? setup->node->reach_nm : USUAL_REACH_NM;
    const uint32_t halo = lob_tiles_halo(reach, setup->pixel_nm, 0, setup->tile_side), most = setup->tile_side / 32 * 8;
    const uint32_t usual = halo < most ? halo : most,
                   longer = canvas->width > canvas->height ? canvas->width : canvas->height;
    const uint32_t left = longer < setup->tile_side ? (setup->tile_side - longer) / 16 * 8 : 0;
    const double least = LEAST_HALO * setup->optics.wavelength_nm / setup->optics.na / setup->pixel_nm;
    return left < usual && left >= least ? left : usual;
}

/* Of a dark mask the features are what the figures leave: so far around the canvas that no tile sees where it ends. */
static lob_status take_ground(lob_ctx *ctx, const lob_litho_setup *setup, const lob_frame *canvas,
                              const lob_litho_input *input, lob_litho_input *ground) {
    const double unit = setup->pixel_nm / input->mask.unit_nm;
    const double side = setup->tile_side, right = (double)canvas->column + canvas->width + side;
    const double top = (double)canvas->row + canvas->height + side;
    const lob_box64 within = {(int64_t)floor(((double)canvas->column - side) * unit),
                              (int64_t)floor(((double)canvas->row - side) * unit), (int64_t)ceil(right * unit),
                              (int64_t)ceil(top * unit)};
    *ground = *input;
    LOB_TRY(lob_mask_ground(ctx, &input->mask, within, &ground->mask));
    ground->target = ground->mask;
    return input->target.polygons.points == input->mask.polygons.points
               ? LOB_OK
               : lob_mask_ground(ctx, &input->target, within, &ground->target);
}

static lob_status evaluate_canvas(lob_ctx *ctx, const lob_litho_setup *setup, const lob_litho_input *input,
                                  const lob_lenses *lenses, lob_litho_result *result) {
    const lob_frame canvas = result->tiling.canvas;
    lob_litho_input ground;
    if (setup->deck.is_dark) {
        LOB_TRY(take_ground(ctx, setup, &canvas, input, &ground));
        input = &ground;
    }
    LOB_TRY(make_planes(ctx, input, result));
    LOB_TRY(lob_evaluate_tiles(ctx, setup, &input->mask, lenses, result));
    LOB_TRY(lob_poll(ctx));
    if (setup->about && !lob_ranks_has_all()) {
        return LOB_OK; /* another has it all */
    }
    LOB_TRY(input->has_window ? measure_window(ctx, setup, result) : measure(ctx, setup, result, result));
    LOB_TRY(lob_evaluate_checks(ctx, setup, input, result));
    result->is_degraded = is_too_large(setup, &canvas) || result->violations_total > setup->violation_count_max;
    return LOB_OK;
}

static lob_evaluate_part evaluate_with;

static lob_status evaluate(lob_ctx *ctx, const lob_litho_setup *setup, const lob_litho_input *input,
                           const lob_lenses *lenses, lob_litho_result *result) {
    lob_frame canvas = {0};
    LOB_TRY(make_canvas(ctx, setup, input, &canvas));
    const uint32_t halo = setup->halo != UINT32_MAX ? setup->halo : usual_halo(setup, &canvas);
    LOB_TRY(lob_tiles_make(ctx, canvas, setup->tile_side, halo, &result->tiling));
    result->metrics.tile_count = lob_tiles_count(&result->tiling);
    result->asked = frame_asked(setup, input, &canvas);
    const bool is_whole = !setup->by_windows || (double)canvas.width * canvas.height <= pixels_max(setup);
    lob_lenses own = {.count = 0};
    const bool works = !setup->about || lob_ranks_works(); /* who joins prints nothing */
    LOB_TRY(lenses || !works ? LOB_OK : lob_lenses_make(ctx, setup, &own));
    lenses = lenses ? lenses : &own;
    lob_status status = is_whole ? evaluate_canvas(ctx, setup, input, lenses, result)
                                 : lob_evaluate_windows(ctx, setup, input, lenses, evaluate_with, result);
    lob_lenses_drop(&own);
    return status;
}

static lob_status evaluate_with(lob_ctx *ctx, const lob_litho_setup *setup, const lob_litho_input *input,
                                const lob_lenses *lenses, lob_litho_result *result) {
    *result = (lob_litho_result){.gauge_count = 0};
    lob_status status = evaluate(ctx, setup, input, lenses, result);
    if (status != LOB_OK) {
        lob_litho_result_drop(result);
    }
    return status;
}

static bool has_figures(const lob_mask *mask, const lob_box64 *window) {
    const lob_polygons *polygons = &mask->polygons;
    for (uint32_t i = 0; i < polygons->contour_count; i++) {
        const lob_contour *c = &polygons->contours[i];
        lob_box64 box = {INT64_MAX, INT64_MAX, INT64_MIN, INT64_MIN};
        for (uint32_t k = 0; k < c->count; k++) {
            const lob_point64 p = polygons->points[c->first + k];
            box.left = p.x < box.left ? p.x : box.left;
            box.right = p.x > box.right ? p.x : box.right;
            box.bottom = p.y < box.bottom ? p.y : box.bottom;
            box.top = p.y > box.top ? p.y : box.top;
        }
        if (box.left < window->right && box.right > window->left && box.bottom < window->top &&
            box.top > window->bottom) {
            return true;
        }
    }
    return false;
}

/* Nothing would be clean, and say nothing. The features of a dark mask are what its figures leave. */
static lob_status check_window(lob_ctx *ctx, const lob_litho_setup *setup, const lob_litho_input *input) {
    const lob_box64 *window = &input->window;
    if (!input->has_window || setup->deck.is_dark || has_figures(&input->mask, window) ||
        has_figures(&input->target, window)) {
        return LOB_OK;
    }
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "The box has no figure of the mask or the target");
    lob_error_text(&ctx->error, "reason", LOB_STR("empty_window"));
    lob_hint(ctx, "Give a box that contains figures of the layer (query_region lists them), or no box.");
    return status;
}

lob_status lob_litho_evaluate(lob_ctx *ctx, const lob_litho_setup *setup, const lob_litho_input *input,
                              lob_litho_result *result) {
    *result = (lob_litho_result){.gauge_count = 0};
    LOB_TRY(check_window(ctx, setup, input));
    lob_litho_setup own = *setup;
    own.tile_side = lob_litho_tile_side(setup, input);
    return evaluate_with(ctx, &own, input, NULL, result);
}
