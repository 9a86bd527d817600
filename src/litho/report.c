/* The detailed report: what was measured, each record of the checks, and what the numbers come from, as the generated
 * writer puts it (spec/types/litho_report.json): one line, members in the order of the schema, numbers in their
 * shortest form. Nothing in it depends on time, machine or threads.
 */
#include <math.h>
#include <string.h>

#include "base/num.h"
#include "base/version.h"
#include "gen/types.h"
#include "gen/write.h"
#include "litho/evaluate.h"

/* What a record points to. */
typedef struct parts {
    double location[2], location_um[2], local[2], origin[2], canonical[2], box[4], box_um[4];
    char message[LOB_SENTENCE_SIZE];
    lob_litho_report_transform transforms[LOB_TRANSFORMS_MAX];
    lob_litho_report_context context;
    char tile_id[2 * LOB_NUM_TEXT_SIZE];
} parts;

/* ---- metrics ---- */

typedef struct number_place { /* a number's place in the metrics, and that of its count when it is none */
    bool *has;
    double *value;
    bool *has_dropped;
    int64_t *dropped;
} number_place;

static void put(number_place to, double value) {
    *to.has = isfinite(value);
    *to.has_dropped = !*to.has;
    *to.value = *to.has ? value : 0;
    *to.dropped = !*to.has;
}

#define FINITE(m, name)                                                                                                \
    ((number_place){&(m)->has_##name, &(m)->name, &(m)->has_##name##_dropped_nonfinite, &(m)->name##_dropped_nonfinite})
/* A member that is there when `when` holds and the value is a number. */
#define PUT(m, name, when, number)                                                                                     \
    ((m)->name = (when) ? (number) : 0, (m)->has_##name = (when) && isfinite((double)(m)->name))

static void put_edges(const lob_litho_metrics *from, lob_litho_report_metrics *m) {
    put(FINITE(m, epe_mean_nm), from->edges_mask.mean_nm);
    put(FINITE(m, epe_max_nm), from->edges_mask.max_nm);
    put(FINITE(m, epe_std_nm), from->edges_mask.std_nm);
    put(FINITE(m, epe_wafer_mean_nm), from->edges_wafer.mean_nm);
    put(FINITE(m, epe_wafer_max_nm), from->edges_wafer.max_nm);
    put(FINITE(m, epe_wafer_std_nm), from->edges_wafer.std_nm);
}

static void put_metrics(const lob_litho_setup *setup, const lob_litho_metrics *from, lob_litho_report_metrics *m) {
    const double pixel_nm2 = setup->pixel_nm * setup->pixel_nm;
    const bool epe = setup->checks & LOB_CHECK_EPE, band = setup->checks & LOB_CHECK_PVBAND;
    const bool mrc = setup->checks & LOB_CHECK_MRC, drc = setup->checks & LOB_CHECK_DRC;
    const bool shots = setup->checks & LOB_CHECK_SHOTS, tiles = from->tile_count > 0;
    if (epe) {
        put_edges(from, m);
    }
    PUT(m, epe_edge_pixels, epe, (int64_t)from->edges_mask.count);
    PUT(m, epe_wafer_edge_pixels, epe, (int64_t)from->edges_wafer.count);
    PUT(m, epe_gauge_count, epe, from->gauge_count);
    PUT(m, epe_gauge_violations, epe, from->gauge_violations);
    PUT(m, l2_error_pixels, true, (int64_t)from->l2_pixels);
    PUT(m, l2_error_nm2, true, (double)from->l2_pixels * pixel_nm2);
    PUT(m, pvband_pixels, band, (int64_t)from->band_pixels);
    PUT(m, pvband_area_nm2, band, (double)from->band_pixels * pixel_nm2);
    PUT(m, pvband_mean_nm, band, from->band.mean_nm);
    PUT(m, pvband_max_nm, band, from->band.max_nm);
    PUT(m, target_pixels, true, (int64_t)from->target_pixels);
    PUT(m, printed_pixels, true, (int64_t)from->printed_pixels);
    PUT(m, intensity_max, true, from->intensity_max);
    const uint64_t violating = from->mrc.width_pixels + from->mrc.spacing_pixels;
    PUT(m, mrc_pass_rate, mrc && tiles, (double)from->tiles_mrc_clean / from->tile_count);
    PUT(m, mrc_violation_rate, mrc && from->mrc.total_pixels > 0, (double)violating / (double)from->mrc.total_pixels);
    PUT(m, mrc_width_pixels, mrc, (int64_t)from->mrc.width_pixels);
    PUT(m, mrc_spacing_pixels, mrc, (int64_t)from->mrc.spacing_pixels);
    PUT(m, mrc_total_pixels, mrc, (int64_t)from->mrc.total_pixels);
    PUT(m, mrc_violations, mrc, (int64_t)from->mrc_count);
    PUT(m, drc_pass_rate, drc && tiles, (double)from->tiles_drc_clean / from->tile_count);
    PUT(m, drc_violations, drc, (int64_t)from->drc_count);
    PUT(m, shots_vsb, shots, (int64_t)from->shots_vsb);
    PUT(m, shots_mbmw, shots, from->shots_mbmw);
    m->tile_count = from->tile_count;
}

/* ---- records ---- */

static lob_str params_of(lob_ctx *ctx, const lob_litho_step *step) {
    static const char *const forms[][3] = {
        [LOB_OP_TRANSLATE] = {"{\"dx_nm\":", ",\"dy_nm\":", "}"}, [LOB_OP_SCALE] = {"{\"factor\":", NULL, "}"},
        [LOB_OP_ROTATE] = {"{\"angle_deg\":", NULL, "}"},         [LOB_OP_MIRROR_X] = {"{", NULL, "}"},
        [LOB_OP_TILE_STITCH] = {"{\"origin\":[", ",", "]}"},      [LOB_OP_UNKNOWN] = {"{", NULL, "}"}};
    const char *const *form = forms[step->op];
    char text[2 * LOB_NUM_TEXT_SIZE + 32];
    size_t size = strlen(form[0]);
    memcpy(text, form[0], size);
    if (size > 1) {
        size += lob_num_print(text + size, step->a);
    }
    if (form[1]) {
        memcpy(text + size, form[1], strlen(form[1]));
        size += strlen(form[1]);
        size += lob_num_print(text + size, step->b);
    }
    memcpy(text + size, form[2], strlen(form[2]));
    size += strlen(form[2]);
    const char *kept = lob_arena_strdup(ctx->arena, text, size);
    return (lob_str){kept, kept ? size : 0};
}

static lob_str tile_id(parts *p, const lob_litho_violation *v) {
    char *at = p->tile_id;
    *at++ = 'T';
    *at++ = '_';
    at += lob_num_print_uint(at, v->tile_column);
    *at++ = '_';
    at += lob_num_print_uint(at, v->tile_row);
    return (lob_str){p->tile_id, (size_t)(at - p->tile_id)};
}

static lob_status put_transforms(lob_ctx *ctx, const lob_litho_violation *v, parts *p, lob_litho_report_violation *to) {
    for (uint32_t i = 0; i < v->transform_count; i++) {
        const lob_litho_step *step = &v->transforms[i];
        p->transforms[i] = (lob_litho_report_transform){.op = lob_str_from(lob_transform_op_name(step->op)),
                                                        .params = params_of(ctx, step)};
        if (!p->transforms[i].params.data) {
            return lob_fail_memory(ctx);
        }
    }
    to->transforms.items = p->transforms;
    to->transforms.count = v->transform_count;
    return LOB_OK;
}

static void put_context(const lob_litho_violation *v, parts *p, lob_litho_report_violation *to) {
    const bool is_stitched = v->transform_count > 0 && v->transforms[v->transform_count - 1].op == LOB_OP_TILE_STITCH;
    if (!is_stitched) {
        return; /* no tile saw it */
    }
    const lob_litho_step *stitch = &v->transforms[v->transform_count - 1];
    p->local[0] = v->tile_x_nm;
    p->local[1] = v->tile_y_nm;
    p->origin[0] = stitch->a;
    p->origin[1] = stitch->b;
    p->context = (lob_litho_report_context){
        .tile_id = tile_id(p, v), .tile_local_nm = {p->local, 2}, .tile_origin_nm = {p->origin, 2}};
    to->context = &p->context;
}

static lob_status put_record(lob_ctx *ctx, const lob_violations *all, const lob_litho_violation *v,
                             const lob_litho_violation *canonical, parts *p, lob_litho_report_violation *to) {
    p->location[0] = v->x_nm;
    p->location[1] = v->y_nm;
    p->canonical[0] = canonical->x_nm;
    p->canonical[1] = canonical->y_nm;
    memcpy(p->box, v->box_nm, sizeof p->box);
    for (int i = 0; i < 4; i++) {
        p->location_um[i / 2] = p->location[i / 2] / 1000;
        p->box_um[i] = p->box[i] / 1000;
    }
    const size_t size = lob_violation_sentence(v, p->message);
    *to = (lob_litho_report_violation){
        .violation_id = lob_str_from(v->id),
        .violation_group_id = lob_str_from(v->group_id),
        .same_defect_as = {v->same_id[0] ? v->same_id : NULL, strlen(v->same_id)},
        .rule_id = v->rule_id,
        .message = {p->message, size},
        .rule_deck = all->deck_name,
        .severity = v->is_warning ? LOB_STR("warning") : LOB_STR("error"),
        .coordinate_frame = lob_str_from(lob_coordinate_frame_name(v->frame)),
        .location_nm = {p->location, 2},
        .has_location_um = true,
        .location_um = {p->location_um, 2},
        .dedup_strategy = v->is_shadow ? LOB_STR("shadow") : LOB_STR("canonical"),
        .dedup_provenance = {.rule_deck_hash = lob_str_from(all->deck_hash),
                             .radius_nm = v->radius_nm,
                             .rule_id = v->rule_id,
                             .canonical_location_nm = {p->canonical, 2}},
        .has_actual = v->has_actual && isfinite(v->actual),
        .actual = v->actual,
        .has_required = v->has_required && isfinite(v->required),
        .required = v->required,
        .unit = lob_str_from(v->unit),
        .has_box_nm = v->has_box,
        .box_nm = {p->box, 4},
        .has_box_um = v->has_box,
        .box_um = {p->box_um, 4},
    };
    put_context(v, p, to);
    return put_transforms(ctx, v, p, to);
}

static lob_status put_records(lob_ctx *ctx, const lob_violations *all, uint32_t count,
                              lob_litho_detailed_report *report) {
    report->violations.items = LOB_NEW_ARRAY(ctx->arena, lob_litho_report_violation, count);
    parts *kept = LOB_NEW_ARRAY(ctx->arena, parts, count);
    if (!report->violations.items || !kept) {
        return lob_fail_memory(ctx);
    }
    const lob_litho_violation *canonical = all->items;
    for (uint32_t i = 0; i < count; i++) {
        canonical = all->items[i].is_shadow ? canonical : &all->items[i];
        LOB_TRY(put_record(ctx, all, &all->items[i], canonical, &kept[i], &report->violations.items[i]));
    }
    report->violations.count = count;
    return LOB_OK;
}

/* ---- provenance ---- */

static lob_str source_name(lob_illumination source) {
    static const char *const names[] = {"circular", "annular", "dipole", "quasar", "file"};
    return lob_str_from(names[source]);
}

static void put_optics(const lob_litho_setup *setup, lob_litho_report_optics *to) {
    const lob_optics *from = &setup->optics;
    const bool is_read = setup->kernels_dir_fd >= 0;
    *to = (lob_litho_report_optics){
        .wavelength_nm = from->wavelength_nm,
        .na = from->na,
        .source = source_name(from->source),
        .sigma_outer = from->sigma_outer,
        .sigma_inner = from->sigma_inner,
        .has_opening_deg = from->source == LOB_SOURCE_DIPOLE || from->source == LOB_SOURCE_QUASAR,
        .opening_deg = from->opening_deg,
        .source_sha256 = setup->source_sha256[0] ? lob_str_from(setup->source_sha256) : (lob_str){NULL, 0},
        .kernels = is_read ? LOB_STR("iccad13") : LOB_STR("computed"),
        .kernel_count = from->count,
        .has_kernel_offset = is_read,
        .kernel_offset = setup->kernels_offset,
    };
}

static lob_status put_canvas(lob_ctx *ctx, const lob_tiling *tiling, lob_litho_report_tiling *to) {
    const lob_frame *canvas = &tiling->canvas;
    double *sides = LOB_NEW_ARRAY(ctx->arena, double, 4);
    if (!sides) {
        return lob_fail_memory(ctx);
    }
    sides[0] = lob_frame_x_nm(canvas, 0);
    sides[1] = lob_frame_y_nm(canvas, 0);
    sides[2] = lob_frame_x_nm(canvas, canvas->width);
    sides[3] = lob_frame_y_nm(canvas, canvas->height);
    *to = (lob_litho_report_tiling){.tile_side_pixels = tiling->side,
                                    .halo_pixels = tiling->halo,
                                    .columns = tiling->columns,
                                    .rows = tiling->rows,
                                    .canvas_nm = {sides, 4}};
    return LOB_OK;
}

/* Out of focus by all that it was imaged with: corners are said from the optics' own defocus. */
static lob_litho_report_corner corner_of(const lob_litho_setup *setup, const lob_corner *corner) {
    return (lob_litho_report_corner){.dose = corner->dose, .defocus_nm = setup->optics.defocus_nm + corner->defocus_nm};
}

static lob_status put_lists(lob_ctx *ctx, const lob_litho_setup *setup, lob_litho_report_provenance *to) {
    static const struct {
        unsigned check;
        const char *name;
    } checks[] = {{LOB_CHECK_DRC, "drc"},
                  {LOB_CHECK_MRC, "mrc"},
                  {LOB_CHECK_EPE, "epe"},
                  {LOB_CHECK_PVBAND, "pvband"},
                  {LOB_CHECK_SHOTS, "shots"}};
    enum { CHECK_COUNT = sizeof checks / sizeof checks[0] };
    to->corners.items = LOB_NEW_ARRAY(ctx->arena, lob_litho_report_corner, setup->corner_count);
    to->checks.items = LOB_NEW_ARRAY(ctx->arena, lob_str, CHECK_COUNT);
    if (!to->corners.items || !to->checks.items) {
        return lob_fail_memory(ctx);
    }
    to->corners.count = setup->corner_count;
    for (uint32_t i = 0; i < setup->corner_count; i++) {
        to->corners.items[i] = corner_of(setup, &setup->corners[i]);
    }
    for (unsigned i = 0; i < CHECK_COUNT; i++) {
        if (setup->checks & checks[i].check) {
            to->checks.items[to->checks.count++] = lob_str_from(checks[i].name);
        }
    }
    return LOB_OK;
}

static lob_status put_provenance(lob_ctx *ctx, const lob_litho_setup *setup, const lob_litho_result *result,
                                 lob_litho_report_provenance *to) {
    *to = (lob_litho_report_provenance){
        .engine = LOB_STR("layout-observer"),
        .engine_version = LOB_STR(LOB_VERSION),
        .model = lob_str_from(setup->model),
        .dataset = setup->dataset,
        .node = lob_str_from(setup->node ? setup->node->name : "custom"),
        .threshold = setup->threshold,
        .has_mask_blur_nm = setup->mask_blur_nm > 0,
        .mask_blur_nm = setup->mask_blur_nm,
        .has_resist_blur_nm = setup->resist_blur_nm > 0,
        .resist_blur_nm = setup->resist_blur_nm,
        .pixel_nm = setup->pixel_nm,
        .dose_meaning = setup->dose_meaning == LOB_DOSE_MASK ? LOB_STR("mask") : LOB_STR("aerial"),
        .nominal = corner_of(setup, &setup->nominal),
        .rule_deck = setup->deck.name,
        .rule_deck_hash = lob_str_from(setup->deck.hash),
    };
    put_optics(setup, &to->optics);
    LOB_TRY(put_canvas(ctx, &result->tiling, &to->tiling));
    return put_lists(ctx, setup, to);
}

/* ---- the report ---- */

lob_status lob_litho_report_detailed(lob_ctx *ctx, const lob_litho_setup *setup, const lob_litho_result *result,
                                     lob_buf *out) {
    lob_litho_detailed_report *report = LOB_NEW(ctx->arena, lob_litho_detailed_report);
    lob_litho_report_provenance *provenance = LOB_NEW(ctx->arena, lob_litho_report_provenance);
    if (!report || !provenance) {
        return lob_fail_memory(ctx);
    }
    const lob_violations *all = &result->violations;
    const uint32_t listed = all->count < setup->violations_max ? all->count : setup->violations_max;
    report->schema_version = LOB_STR(LOB_LITHO_SCHEMA_VERSION);
    report->report_level = result->is_degraded ? LOB_STR("aggregate") : LOB_STR("detailed");
    report->degraded_to_aggregate = result->is_degraded;
    report->violations_total = (int64_t)result->violations_total;
    report->violation_groups_total = all->group_count;
    if (!result->is_degraded) {
        const lob_litho_violation *first = lob_violations_first(all, listed);
        report->has_defects_total = true;
        report->defects_total = lob_violations_defects(all);
        report->repair_first = first ? lob_str_from(first->id) : (lob_str){NULL, 0};
    }
    report->provenance = provenance;
    put_metrics(setup, &result->metrics, &report->metrics);
    LOB_TRY(put_records(ctx, all, result->is_degraded ? 0 : listed, report));
    LOB_TRY(put_provenance(ctx, setup, result, provenance));
    lob_jsonw w;
    lob_jsonw_init(&w, out);
    lob_litho_detailed_report_write(&w, report);
    lob_buf_add_byte(out, '\n');
    return out->failed == LOB_BUF_FINE ? LOB_OK : lob_fail_memory(ctx);
}
