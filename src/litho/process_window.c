/* Sizes at every focus and dose, the doses that print each gauge within tolerance, and the rectangles that all of them
 * leave. Invariant: an image lives no longer than its focus; of the profiles only those of the nominal focus are kept,
 * where something was measured. */
#include "litho/process_window.h"

#include <math.h>

#include "base/alloc.h"

enum { HALVINGS = 50, SCANNED = 256 };
static const double dose_least = 0.25, dose_most = 4, penalty_nm = 1e4;

typedef struct finding {
    lob_ctx *ctx;
    const lob_litho_setup *setup;
    lob_window_ask *ask;
    lob_process_window *out;
    lob_cd_profile *kept; /* [gauge], of the nominal focus; NULL: nothing was measured */
    uint32_t focus;
} finding;

/* The intensity from which on it prints. */
static double level_at(const lob_litho_setup *setup, double dose) {
    return setup->threshold / (setup->dose_meaning == LOB_DOSE_MASK ? dose * dose : dose);
}

double lob_exposure_latitude(lob_dose_range range) {
    return range.low <= range.high ? 200 * (range.high - range.low) / (range.high + range.low) : 0;
}

/* ---- doses of a gauge ---- */

static lob_dose_range within_of(const finding *f, const lob_cd_gauge *gauge) {
    const double by = gauge->kind == LOB_CD_EDGE ? f->ask->edge_within_nm : gauge->target_nm * f->ask->tolerance;
    return (lob_dose_range){gauge->target_nm - by, gauge->target_nm + by};
}

/* Sizes grow with the dose, those of spaces fall: below it is too little light, or no longer. */
static bool has_light(const finding *f, const lob_cd_profile *p, lob_dose_range within, double dose) {
    const double size = lob_cd_at(p, level_at(f->setup, dose));
    return p->kind == LOB_CD_SPACE ? size <= within.high : size >= within.low;
}

static bool has_too_much(const finding *f, const lob_cd_profile *p, lob_dose_range within, double dose) {
    const double size = lob_cd_at(p, level_at(f->setup, dose));
    return p->kind == LOB_CD_SPACE ? size < within.low : size > within.high;
}

/* The dose at which `is_so` begins; *from is one at which it is not, *to one at which it is. */
static void halve(const finding *f, const lob_cd_profile *p, lob_dose_range within, double *from, double *to,
                  bool (*is_so)(const finding *, const lob_cd_profile *, lob_dose_range, double)) {
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = *from + (*to - *from) / 2;
        *(is_so(f, p, within, middle) ? to : from) = middle;
    }
}

static lob_dose_range doses_of(const finding *f, const lob_cd_profile *p, lob_dose_range within) {
    const lob_dose_range none = {1, 0};
    lob_dose_range range = {dose_least, dose_most};
    if (!has_light(f, p, within, dose_most) || has_too_much(f, p, within, dose_least)) {
        return none;
    }
    if (!has_light(f, p, within, dose_least)) {
        double from = dose_least, to = dose_most;
        halve(f, p, within, &from, &to, has_light);
        range.low = to;
    }
    if (has_too_much(f, p, within, dose_most)) {
        double from = dose_least, to = dose_most;
        halve(f, p, within, &from, &to, has_too_much);
        range.high = from;
    }
    return range.low <= range.high ? range : none;
}

/* ---- a focus ---- */

static bool is_target(const lob_litho_result *result, const lob_cd_gauge *gauge) {
    const lob_frame *frame = &result->target.frame;
    const double column = floor(gauge->x_nm / frame->pixel_nm) - (double)frame->column;
    const double row = floor(gauge->y_nm / frame->pixel_nm) - (double)frame->row;
    return column >= 0 && row >= 0 && column < frame->width && row < frame->height &&
           lob_bits_at(&result->target, (uint32_t)column, (uint32_t)row);
}

static void measure(finding *f, uint32_t k, const lob_cd_profile *profile) {
    const lob_window_ask *ask = f->ask;
    const lob_dose_range within = within_of(f, &ask->gauges.items[k]);
    double *sizes = f->out->sizes + ((size_t)k * ask->focus_count + f->focus) * ask->dose_count;
    for (uint32_t i = 0; i < ask->dose_count; i++) {
        sizes[i] = lob_cd_at(profile, level_at(f->setup, ask->doses[i]));
    }
    f->out->ranges[(size_t)k * ask->focus_count + f->focus] = doses_of(f, profile, within);
    if (f->focus == f->out->nominal) {
        const double nominal = lob_cd_at(profile, f->setup->threshold);
        const bool is_within = nominal >= within.low && nominal <= within.high;
        f->out->found[k] = (lob_gauge_finding){nominal, is_within, NAN};
        f->out->within_count += is_within;
    }
}

static lob_status look(finding *f, const lob_litho_result *result) {
    if (!result->aerial.values) {
        const lob_status status =
            lob_fail(f->ctx, LOB_E_INVALID_TARGET, "The canvas is too large to keep the aerial image");
        lob_error_text(&f->ctx->error, "reason", LOB_STR("no_aerial_image"));
        lob_hint(f->ctx, "Give a smaller box around the gauges, or larger pixels.");
        return status;
    }
    for (uint32_t k = 0; k < f->ask->gauges.count; k++) {
        lob_cd_gauge *gauge = &f->ask->gauges.items[k];
        lob_cd_profile profile;
        if (!gauge->has_kind) {
            gauge->kind = is_target(result, gauge) ? LOB_CD_LINE : LOB_CD_SPACE;
            gauge->has_kind = true;
        }
        LOB_TRY(lob_cd_cut(f->ctx, &result->aerial, gauge, &profile));
        measure(f, k, &profile);
        if (f->kept && f->focus == f->out->nominal && gauge->has_measured) {
            f->kept[k] = profile;
        } else {
            lob_cd_profile_release(&profile);
        }
        LOB_TRY(k % 64 == 0 ? lob_poll(f->ctx) : LOB_OK);
    }
    return LOB_OK;
}

static void copy_focus(const finding *f, uint32_t from) {
    const lob_window_ask *ask = f->ask;
    for (uint32_t k = 0; k < ask->gauges.count; k++) {
        const size_t to = (size_t)k * ask->focus_count + f->focus, old = (size_t)k * ask->focus_count + from;
        f->out->ranges[to] = f->out->ranges[old];
        memcpy(f->out->sizes + to * ask->dose_count, f->out->sizes + old * ask->dose_count,
               ask->dose_count * sizeof *f->out->sizes);
    }
}

/* The image of a focus is that of its mirror image, which was seen before; the nominal one is seen for itself. */
static lob_status image_focus(finding *f, const lob_litho_input *input) {
    const lob_window_ask *ask = f->ask;
    const double base = f->setup->optics.defocus_nm;
    for (uint32_t i = 0; i < f->focus && f->focus != f->out->nominal; i++) {
        if (fabs(ask->focuses_nm[i] + base) == fabs(ask->focuses_nm[f->focus] + base)) {
            copy_focus(f, i);
            return LOB_OK;
        }
    }
    lob_litho_setup setup = *f->setup;
    lob_litho_result result;
    setup.optics.defocus_nm += ask->focuses_nm[f->focus];
    setup.nominal = (lob_corner){1, 0};
    setup.corner_count = 0;
    setup.checks = 0;
    setup.keeps_gauges = setup.by_windows = false;
    LOB_TRY(lob_litho_evaluate(f->ctx, &setup, input, &result));
    const lob_status status = look(f, &result);
    lob_litho_result_drop(&result);
    return status;
}

/* ---- rectangles ---- */

static lob_dose_range meet(lob_dose_range a, lob_dose_range b) {
    return (lob_dose_range){fmax(a.low, b.low), fmin(a.high, b.high)};
}

static void find_common(const finding *f) {
    for (uint32_t i = 0; i < f->ask->focus_count; i++) {
        lob_dose_range all = {dose_least, dose_most};
        for (uint32_t k = 0; k < f->ask->gauges.count; k++) {
            all = meet(all, f->out->ranges[(size_t)k * f->ask->focus_count + i]);
        }
        f->out->common[i] = all;
    }
}

static double depth_of(const lob_window_ask *ask, const lob_window_rectangle *r) {
    return ask->focuses_nm[r->last] - ask->focuses_nm[r->first];
}

static void find_rectangles(const finding *f) {
    const lob_window_ask *ask = f->ask;
    double best = 0;
    f->out->best = (lob_window_rectangle){1, 0, {1, 0}};
    for (uint32_t span = 1; span < ask->focus_count; span++) {
        lob_window_rectangle *widest = &f->out->curve[span - 1];
        *widest = (lob_window_rectangle){0, span, {1, 0}};
        for (uint32_t i = 0; i + span < ask->focus_count; i++) {
            lob_window_rectangle one = {i, i + span, f->out->common[i]};
            for (uint32_t k = i + 1; k <= i + span; k++) {
                one.doses = meet(one.doses, f->out->common[k]);
            }
            if (lob_exposure_latitude(one.doses) > lob_exposure_latitude(widest->doses)) {
                *widest = one;
            }
            const double area = lob_exposure_latitude(one.doses) * depth_of(ask, &one);
            if (area > best) {
                best = area;
                f->out->best = one;
            }
        }
    }
}

/* ---- calibration ---- */

static double error_of(const finding *f, uint32_t k, double threshold) {
    return lob_cd_at(&f->kept[k], threshold) - f->ask->gauges.items[k].measured_nm;
}

/* Root of the mean square of errors; those beyond `most` count as that. */
static double spread(const finding *f, double threshold, double most) {
    double sum = 0;
    for (uint32_t k = 0; k < f->ask->gauges.count; k++) {
        if (!isnan(f->out->found[k].threshold)) {
            const double error = fmin(fabs(error_of(f, k, threshold)), most);
            sum += error * error;
        }
    }
    return sqrt(sum / f->out->calibration.count);
}

/* The least of a scan, then by thirds around it. */
static double best_threshold(const finding *f, double low, double high) {
    const double step = (high - low) / SCANNED;
    double best = low, least = INFINITY;
    for (int i = 0; i <= SCANNED; i++) {
        const double here = spread(f, low + step * i, penalty_nm);
        if (here < least) {
            least = here;
            best = low + step * i;
        }
    }
    double from = fmax(low, best - step), to = fmin(high, best + step);
    for (int i = 0; i < HALVINGS; i++) {
        const double a = from + (to - from) / 3, b = to - (to - from) / 3;
        *(spread(f, a, penalty_nm) <= spread(f, b, penalty_nm) ? &to : &from) =
            spread(f, a, penalty_nm) <= spread(f, b, penalty_nm) ? b : a;
    }
    const double middle = from + (to - from) / 2;
    return spread(f, middle, penalty_nm) < least ? middle : best;
}

static void calibrate(const finding *f) {
    lob_window_calibration *c = &f->out->calibration;
    double low = INFINITY, high = -INFINITY;
    for (uint32_t k = 0; f->kept && k < f->ask->gauges.count; k++) {
        double *threshold = &f->out->found[k].threshold;
        if (!f->ask->gauges.items[k].has_measured) {
            continue;
        }
        if (!lob_cd_intensity(&f->kept[k], f->ask->gauges.items[k].measured_nm, threshold) || *threshold <= 0) {
            *threshold = NAN;
            c->left_out++;
            continue;
        }
        low = fmin(low, *threshold);
        high = fmax(high, *threshold);
        c->count++;
    }
    if (c->count == 0) {
        return;
    }
    c->threshold = best_threshold(f, low, high);
    c->dose = f->setup->threshold / c->threshold;
    c->dose = f->setup->dose_meaning == LOB_DOSE_MASK ? sqrt(c->dose) : c->dose;
    c->before_nm = spread(f, f->setup->threshold, INFINITY);
    c->after_nm = spread(f, c->threshold, INFINITY);
    c->largest_nm = -1;
    for (uint32_t k = 0; k < f->ask->gauges.count; k++) {
        const double error = isnan(f->out->found[k].threshold) ? -1 : fabs(error_of(f, k, c->threshold));
        if (error > c->largest_nm) {
            c->largest_nm = error;
            c->largest = k;
        }
    }
}

/* ---- all of it ---- */

static lob_status make_room(finding *f) {
    const size_t gauges = f->ask->gauges.count, focuses = f->ask->focus_count;
    lob_arena *arena = f->ctx->arena;
    bool is_measured = false;
    f->out->sizes = LOB_NEW_ARRAY(arena, double, gauges *focuses * f->ask->dose_count);
    f->out->ranges = LOB_NEW_ARRAY(arena, lob_dose_range, gauges * focuses);
    f->out->common = LOB_NEW_ARRAY(arena, lob_dose_range, focuses);
    f->out->found = LOB_NEW_ARRAY(arena, lob_gauge_finding, gauges);
    f->out->curve = LOB_NEW_ARRAY(arena, lob_window_rectangle, focuses);
    for (size_t k = 0; k < gauges; k++) {
        is_measured = is_measured || f->ask->gauges.items[k].has_measured;
    }
    f->kept = is_measured ? lob_calloc(gauges, sizeof *f->kept) : NULL;
    const bool has_all = f->out->sizes && f->out->ranges && f->out->common && f->out->found && f->out->curve;
    return has_all && (f->kept || !is_measured) ? LOB_OK : lob_fail_memory(f->ctx);
}

/* Files hold the kernels of one focus, and of one defocus: no curve follows from them. */
static lob_status check_lens(const finding *f) {
    for (uint32_t i = 0; f->setup->kernels_dir_fd >= 0 && i < f->ask->focus_count; i++) {
        if (f->ask->focuses_nm[i] != 0) {
            const lob_status status =
                lob_fail(f->ctx, LOB_E_INVALID_TARGET, "Kernels from files have only their own focus");
            lob_error_text(&f->ctx->error, "reason", LOB_STR("kernel_files"));
            lob_hint(f->ctx, "Use only focus 0, or omit kernels_path.");
            return status;
        }
    }
    return LOB_OK;
}

static lob_status find_all(finding *f, const lob_litho_input *input) {
    LOB_TRY(check_lens(f));
    LOB_TRY(make_room(f));
    for (uint32_t i = 0; i < f->ask->focus_count; i++) {
        f->out->nominal = fabs(f->ask->focuses_nm[i]) < fabs(f->ask->focuses_nm[f->out->nominal]) ? i : f->out->nominal;
    }
    for (f->focus = 0; f->focus < f->ask->focus_count; f->focus++) {
        lob_progress(f->ctx, f->focus, f->ask->focus_count, "focuses imaged");
        LOB_TRY(image_focus(f, input));
    }
    find_common(f);
    find_rectangles(f);
    calibrate(f);
    return LOB_OK;
}

lob_status lob_process_window_find(lob_ctx *ctx, const lob_litho_setup *setup, const lob_litho_input *input,
                                   lob_window_ask *ask, lob_process_window *window) {
    finding f = {.ctx = ctx, .setup = setup, .ask = ask, .out = window};
    *window = (lob_process_window){.nominal = 0};
    const lob_status status = find_all(&f, input);
    for (uint32_t k = 0; f.kept && k < ask->gauges.count; k++) {
        lob_cd_profile_release(&f.kept[k]);
    }
    lob_free(f.kept);
    return status;
}
