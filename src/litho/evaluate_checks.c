/* Checks of one evaluation and the records of what violates.
 *
 * Every defect is found once, on the whole canvas, so that its place does not hang on the tiles; then each tile whose
 * core it touches tells of it, as a check tile by tile would. Those are the records that violation.h brings together.
 */
#include "litho/evaluate_impl.h"

#include <math.h>
#include <stdio.h>

#include "base/alloc.h"
#include "litho/metrics_impl.h"
#include "rules/check.h"

typedef struct records {
    const lob_litho_setup *setup;
    const lob_litho_input *input;
    lob_litho_result *result;
    lob_litho_violation *items; /* heap */
    uint32_t count, capacity;
    lob_bits narrow, tight; /* pixels that violate width and spacing of the mask */
    uint8_t *dirty; /* of each tile: LOB_CHECK_DRC | LOB_CHECK_MRC where such a defect touches its core; NULL: no memory
                       for it */
} records;

typedef struct defect {
    lob_str rule_id;
    unsigned check; /* of lob_litho_checks */
    double x_nm, y_nm, radius_nm;
    double box_nm[4]; /* left, bottom, right, top; of no extent: the place alone */
    bool has_actual;
    double actual, required;
    const char *unit;
} defect;

/* ---- records ---- */

static lob_status add_record(lob_ctx *ctx, records *r, const defect *d, const lob_tile *tile) {
    if (r->count >= r->setup->violation_count_max) {
        return LOB_OK; /* counted already; the report says that it is cut */
    }
    if (r->count == r->capacity) {
        const uint32_t capacity = r->capacity ? 2 * r->capacity : 64;
        lob_litho_violation *items = lob_realloc(r->items, capacity * sizeof *items);
        if (items == NULL) {
            return lob_fail_memory(ctx);
        }
        r->items = items;
        r->capacity = capacity;
    }
    const double x = lob_frame_x_nm(&tile->core, 0), y = lob_frame_y_nm(&tile->core, 0);
    lob_litho_violation *v = &r->items[r->count++];
    *v = (lob_litho_violation){.rule_id = d->rule_id,
                               .x_nm = d->x_nm,
                               .y_nm = d->y_nm,
                               .frame = LOB_FRAME_POST_TRANSFORM_CANVAS,
                               .transforms = {{LOB_OP_TILE_STITCH, x, y}},
                               .transform_count = 1,
                               .tile_column = tile->column,
                               .tile_row = tile->row,
                               .tile_x_nm = d->x_nm - x,
                               .tile_y_nm = d->y_nm - y,
                               .radius_nm = d->radius_nm,
                               .has_actual = d->has_actual,
                               .actual = d->actual,
                               .has_required = true,
                               .required = d->required,
                               .unit = d->unit,
                               .has_box = d->box_nm[0] < d->box_nm[2] || d->box_nm[1] < d->box_nm[3]};
    memcpy(v->box_nm, d->box_nm, sizeof v->box_nm);
    return LOB_OK;
}

static bool touches(const lob_tile *tile, const defect *d) {
    const lob_frame *core = &tile->core;
    return d->box_nm[0] <= lob_frame_x_nm(core, core->width) && d->box_nm[2] >= lob_frame_x_nm(core, 0) &&
           d->box_nm[1] <= lob_frame_y_nm(core, core->height) && d->box_nm[3] >= lob_frame_y_nm(core, 0);
}

/* The first tile of a line of tiles whose core may reach up to `at_nm`; `across`: tiles are counted by columns. */
static uint32_t first_tile(const lob_tiling *tiling, double at_nm, bool across) {
    const uint32_t count = across ? tiling->columns : tiling->rows;
    const double pitch = (tiling->side - 2 * tiling->halo) * tiling->canvas.pixel_nm;
    const double from = across ? lob_frame_x_nm(&tiling->canvas, 0) : lob_frame_y_nm(&tiling->canvas, 0);
    const double index = floor((at_nm - from) / pitch) - 1;
    return index < 0 ? 0 : index > count - 1 ? count - 1 : (uint32_t)index;
}

static lob_status add_defect(lob_ctx *ctx, records *r, const defect *d) {
    const lob_tiling *tiling = &r->result->tiling;
    for (uint32_t row = first_tile(tiling, d->box_nm[1], false); row < tiling->rows; row++) {
        for (uint32_t column = first_tile(tiling, d->box_nm[0], true); column < tiling->columns; column++) {
            const lob_tile tile = lob_tiles_at(tiling, row * tiling->columns + column);
            /* The last but one and the last may change places when the last was shifted inwards. */
            if (lob_frame_x_nm(&tile.core, 0) > d->box_nm[2] && column + 2 < tiling->columns) {
                column = tiling->columns - 2;
                continue;
            }
            if (touches(&tile, d)) {
                r->result->violations_total++;
                r->dirty[tile.number] |= (uint8_t)d->check;
                LOB_TRY(add_record(ctx, r, d, &tile));
            }
        }
        const lob_tile lowest = lob_tiles_at(tiling, row * tiling->columns);
        if (lob_frame_y_nm(&lowest.core, 0) > d->box_nm[3] && row + 2 < tiling->rows) {
            row = tiling->rows - 2;
        }
    }
    return LOB_OK;
}

static lob_status rule_name(lob_ctx *ctx, const records *r, const char *suffix, lob_str *name) {
    char text[256];
    const lob_str layer = r->setup->deck.layer;
    snprintf(text, sizeof text, "%.*s.%s", (int)(layer.size < 200 ? layer.size : 200), layer.data, suffix);
    *name = lob_str_from(lob_arena_strdup(ctx->arena, text, strlen(text)));
    return name->data ? LOB_OK : lob_fail_memory(ctx);
}

/* ---- design rules: edges of polygons ---- */

static void widen(double box[4], lob_edge64 edge, double unit) {
    const lob_point64 ends[2] = {edge.from, edge.to};
    for (int i = 0; i < 2; i++) {
        const double x = (double)ends[i].x * unit, y = (double)ends[i].y * unit;
        box[0] = fmin(box[0], x);
        box[1] = fmin(box[1], y);
        box[2] = fmax(box[2], x);
        box[3] = fmax(box[3], y);
    }
}

static void place_in_middle(defect *d) {
    d->x_nm = (d->box_nm[0] + d->box_nm[2]) / 2;
    d->y_nm = (d->box_nm[1] + d->box_nm[3]) / 2;
}

typedef struct pair_rule {
    const char *suffix;
    lob_check_kind kind;
    lob_check_scope scope;
    double limit_nm, radius_nm;
    lob_bits *seen; /* a mask rule, of curved contours alone: pixels where it is violated are added; NULL: a design rule
                       of all contours */
} pair_rule;

/* The ground of a dark mask goes on beyond the canvas, and ends there in corners that nobody drew. */
static bool is_on_canvas(const records *r, const double box[4]) {
    const lob_frame *canvas = &r->result->tiling.canvas;
    return box[0] <= lob_frame_x_nm(canvas, canvas->width) && box[2] >= lob_frame_x_nm(canvas, 0) &&
           box[1] <= lob_frame_y_nm(canvas, canvas->height) && box[3] >= lob_frame_y_nm(canvas, 0);
}

/* Of a window nothing counts that lies in the canvas' margin alone. */
static bool is_asked_for(const records *r, const double box[4]) {
    const lob_litho_input *input = r->input;
    const double unit = input->mask.unit_nm;
    if (r->setup->deck.is_dark && !is_on_canvas(r, box)) {
        return false;
    }
    return !input->has_window ||
           (box[2] >= (double)input->window.left * unit && box[0] <= (double)input->window.right * unit &&
            box[3] >= (double)input->window.bottom * unit && box[1] <= (double)input->window.top * unit);
}

/* A place inside the window that was asked for; the box stays that of the whole defect. */
static void place_inside(const records *r, defect *d) {
    const lob_litho_input *input = r->input;
    const double unit = input->mask.unit_nm;
    if (input->has_window) {
        const double left = fmax(d->box_nm[0], (double)input->window.left * unit);
        const double right = fmin(d->box_nm[2], (double)input->window.right * unit);
        const double bottom = fmax(d->box_nm[1], (double)input->window.bottom * unit);
        const double top = fmin(d->box_nm[3], (double)input->window.top * unit);
        d->x_nm = d->x_nm < left || d->x_nm > right ? (left + right) / 2 : d->x_nm;
        d->y_nm = d->y_nm < bottom || d->y_nm > top ? (bottom + top) / 2 : d->y_nm;
    }
}

static uint32_t pixel_of(double at, uint32_t most) {
    return at < 0 ? 0 : at > most ? most : (uint32_t)at;
}

/* At least one pixel. */
static void mark(lob_bits *bits, const double box[4]) {
    const lob_frame *f = &bits->frame;
    const double x = lob_frame_x_nm(f, 0), y = lob_frame_y_nm(f, 0), pixel = f->pixel_nm;
    const uint32_t left = pixel_of(floor((box[0] - x) / pixel), f->width - 1);
    const uint32_t bottom = pixel_of(floor((box[1] - y) / pixel), f->height - 1);
    const uint32_t right = pixel_of(ceil((box[2] - x) / pixel), f->width);
    const uint32_t top = pixel_of(ceil((box[3] - y) / pixel), f->height);
    for (uint32_t row = bottom; row == bottom || row < top; row++) {
        for (uint32_t column = left; column == left || column < right; column++) {
            lob_bits_set(bits, column, row);
        }
    }
}

static lob_status add_pair(lob_ctx *ctx, records *r, const pair_rule *rule, defect *d) {
    uint64_t *count = rule->seen ? &r->result->metrics.mrc_count : &r->result->metrics.drc_count;
    place_inside(r, d);
    ++*count;
    if (rule->seen) {
        mark(rule->seen, d->box_nm);
    }
    return add_defect(ctx, r, d);
}

static lob_status check_pairs(lob_ctx *ctx, records *r, const lob_mask *mask, const lob_edge_way *ways,
                              const pair_rule *rule) {
    lob_edge_pairs pairs;
    /* Upwards: what is shorter than the limit is shorter than so many units, whatever the grid. */
    const double units = ceil(rule->limit_nm / mask->unit_nm * (1 - 1e-12));
    if (units < 1 || units > (double)LOB_REGION_COORD_MAX) {
        return LOB_OK;
    }
    const lob_check check = {
        .rule = lob_check_rule_of(rule->kind, (int64_t)units), .scope = rule->scope, .team = &r->setup->team};
    const lob_check_polygons polygons = {&mask->polygons, NULL};
    defect d = {.check = rule->seen ? LOB_CHECK_MRC : LOB_CHECK_DRC,
                .radius_nm = rule->radius_nm,
                .required = rule->limit_nm,
                .unit = "nm",
                .has_actual = true};
    LOB_TRY(rule_name(ctx, r, rule->suffix, &d.rule_id));
    LOB_TRY(lob_check_run(ctx, &check, polygons, &pairs));
    for (uint32_t i = 0; i < pairs.count; i++) {
        const lob_edge_pair *pair = &pairs.items[i];
        const lob_edge_way a = ways[pairs.owners[i].first], b = ways[pairs.owners[i].second];
        d.box_nm[0] = d.box_nm[1] = INFINITY;
        d.box_nm[2] = d.box_nm[3] = -INFINITY;
        widen(d.box_nm, pair->first, mask->unit_nm);
        widen(d.box_nm, pair->second, mask->unit_nm);
        place_in_middle(&d);
        d.actual = lob_pair_distance(pair) * mask->unit_nm;
        const bool is_meant = lob_edges_face(a, b) && (!rule->seen || a.is_curved || b.is_curved);
        if (is_meant && d.actual < rule->limit_nm && is_asked_for(r, d.box_nm)) {
            LOB_TRY(add_pair(ctx, r, rule, &d));
        }
    }
    return LOB_OK;
}

/* Twice the signed area of a contour, from its first point on, so that the products stay small. */
static __int128 twice_area(const lob_polygons *polygons, const lob_contour *contour) {
    const lob_point64 *p = polygons->points + contour->first;
    __int128 sum = 0;
    for (uint32_t i = 1; i + 1 < contour->count; i++) {
        sum +=
            (__int128)(p[i].x - p[0].x) * (p[i + 1].y - p[0].y) - (__int128)(p[i + 1].x - p[0].x) * (p[i].y - p[0].y);
    }
    return sum;
}

static void box_of_contour(const lob_mask *mask, const lob_contour *contour, double box[4]) {
    box[0] = box[1] = INFINITY;
    box[2] = box[3] = -INFINITY;
    for (uint32_t i = 0; i < contour->count; i++) {
        const lob_point64 p = mask->polygons.points[contour->first + i];
        widen(box, (lob_edge64){p, p}, mask->unit_nm);
    }
}

static lob_status check_areas(lob_ctx *ctx, records *r, const lob_mask *mask) {
    const double limit = r->setup->deck.drc_area_nm2, unit = mask->unit_nm;
    defect d = {.check = LOB_CHECK_DRC, .radius_nm = r->setup->deck.dedup_area_nm, .required = limit, .unit = "nm2"};
    LOB_TRY(rule_name(ctx, r, "A.MIN", &d.rule_id));
    const lob_polygons *polygons = &mask->polygons;
    for (uint32_t i = 0; i < polygons->contour_count;) {
        const lob_contour *hull = &polygons->contours[i];
        __int128 area2 = twice_area(polygons, hull);
        for (i++; i < polygons->contour_count && polygons->contours[i].is_hole; i++) {
            area2 += twice_area(polygons, &polygons->contours[i]);
        }
        d.has_actual = true;
        d.actual = (double)area2 / 2 * unit * unit;
        if (d.actual < limit) {
            box_of_contour(mask, hull, d.box_nm);
            place_in_middle(&d);
            if (is_asked_for(r, d.box_nm)) {
                place_inside(r, &d);
                r->result->metrics.drc_count++;
                LOB_TRY(add_defect(ctx, r, &d));
            }
        }
    }
    return LOB_OK;
}

static lob_status check_design(lob_ctx *ctx, records *r, const lob_mask *mask) {
    const lob_litho_deck *deck = &r->setup->deck;
    const pair_rule rules[] = {
        {"W.MIN", LOB_CHECK_WIDTH, LOB_SCOPE_WITHIN, deck->width_nm, deck->dedup_width_nm, NULL},
        {"S.MIN", LOB_CHECK_SPACE, deck->notch_nm > 0 ? LOB_SCOPE_BETWEEN : LOB_SCOPE_BOTH, deck->spacing_nm,
         deck->dedup_spacing_nm, NULL},
        {"N.MIN", LOB_CHECK_SPACE, LOB_SCOPE_WITHIN, deck->notch_nm, deck->dedup_spacing_nm, NULL},
    };
    lob_edge_way *ways;
    LOB_TRY(lob_edge_ways_of(ctx, &mask->polygons, &ways));
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        LOB_TRY(check_pairs(ctx, r, mask, ways, &rules[i]));
    }
    return deck->drc_area_nm2 > 0 ? check_areas(ctx, r, mask) : LOB_OK;
}

/* ---- mask rules: pixels ---- */

/* A part that goes on beyond the canvas of a window: its area is not known. */
static bool is_cut(const records *r, const lob_litho_spot *spot) {
    const lob_frame *canvas = &r->result->tiling.canvas;
    return r->input->has_window &&
           (spot->left == canvas->column || spot->bottom == canvas->row ||
            spot->right == canvas->column + canvas->width || spot->top == canvas->row + canvas->height);
}

/* Pixels of a set within a box of pixels of the grid. */
static uint64_t count_in(const lob_bits *bits, int64_t left, int64_t bottom, int64_t right, int64_t top) {
    const lob_frame *frame = &bits->frame;
    uint64_t count = 0;
    for (int64_t row = bottom; row < top; row++) {
        for (int64_t column = left; column < right; column++) {
            count += lob_bits_at(bits, (uint32_t)(column - frame->column), (uint32_t)(row - frame->row));
        }
    }
    return count;
}

static int64_t greater(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static int64_t lesser(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* A part may lie around a window and yet have nothing in it; else its place is its first pixel in there. */
static bool see(const records *r, const lob_bits *violating, const lob_litho_spot *spot, defect *d) {
    const lob_frame *asked = &r->result->asked;
    const int64_t left = greater(spot->left, asked->column), right = lesser(spot->right, asked->column + asked->width);
    const int64_t bottom = greater(spot->bottom, asked->row), top = lesser(spot->top, asked->row + asked->height);
    if (!r->input->has_window || violating == NULL) {
        place_inside(r, d);
        return true;
    }
    const double x = d->x_nm / asked->pixel_nm, y = d->y_nm / asked->pixel_nm;
    if (x >= (double)left && x < (double)right && y >= (double)bottom && y < (double)top) {
        return true;
    }
    for (int64_t row = bottom; row < top; row++) {
        for (int64_t column = left; column < right; column++) {
            if (lob_bits_at(violating, (uint32_t)(column - violating->frame.column),
                            (uint32_t)(row - violating->frame.row))) {
                d->x_nm = ((double)column + .5) * asked->pixel_nm;
                d->y_nm = ((double)row + .5) * asked->pixel_nm;
                place_inside(r, d); /* pixels reach beyond a window that is off their grid */
                return true;
            }
        }
    }
    return false;
}

/* `violating`: the pixels whose parts they are; NULL: they are none. `step_nm`: what the spots' boxes count in, pixels
 * or the mask's units. */
static lob_status add_spots(lob_ctx *ctx, records *r, const char *suffix, const lob_bits *violating,
                            const lob_litho_spot *spots, uint32_t count, uint64_t total, double step_nm,
                            double required, const char *unit) {
    const bool is_area = strcmp(unit, "nm2") == 0;
    defect d = {.check = LOB_CHECK_MRC,
                .radius_nm = r->setup->deck.dedup_mrc_nm,
                .has_actual = true,
                .required = required,
                .unit = unit};
    LOB_TRY(rule_name(ctx, r, suffix, &d.rule_id));
    r->result->metrics.mrc_count += total - count; /* those that were not kept */
    r->result->violations_total += total - count;
    for (uint32_t i = 0; i < count; i++) {
        const lob_litho_spot *spot = &spots[i];
        d.x_nm = spot->x_nm;
        d.y_nm = spot->y_nm;
        d.actual = spot->actual_nm;
        d.box_nm[0] = (double)spot->left * step_nm;
        d.box_nm[1] = (double)spot->bottom * step_nm;
        d.box_nm[2] = (double)spot->right * step_nm;
        d.box_nm[3] = (double)spot->top * step_nm;
        if (is_asked_for(r, d.box_nm) && !(is_area && is_cut(r, spot)) && see(r, violating, spot, &d)) {
            r->result->metrics.mrc_count++;
            LOB_TRY(add_defect(ctx, r, &d));
        }
    }
    return LOB_OK;
}

/* ---- curved contours ---- */

/* Polygons with a contour that is not all along the axes; holes go with their hulls. */
static lob_status take_curved(lob_ctx *ctx, const lob_mask *mask, lob_mask *curved) {
    const lob_polygons *from = &mask->polygons;
    lob_contour *kept = LOB_NEW_ARRAY(ctx->arena, lob_contour, (size_t)from->contour_count + 1);
    uint32_t count = 0;
    if (kept == NULL) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0, next; i < from->contour_count; i = next) {
        bool is_curved = false;
        for (next = i; next < from->contour_count && (next == i || from->contours[next].is_hole); next++) {
            is_curved = is_curved || !lob_contour_is_manhattan(from, &from->contours[next]);
        }
        for (uint32_t k = i; k < next && is_curved; k++) {
            kept[count++] = from->contours[k];
        }
    }
    *curved = *mask;
    curved->polygons.contours = kept;
    curved->polygons.contour_count = count;
    return LOB_OK;
}

/* Spots of `from` whose box, and a pixel more, meets the set. */
static lob_status leave_spots(lob_ctx *ctx, const lob_bits *curved, lob_bits *from) {
    const lob_frame *f = &from->frame;
    lob_parts parts;
    LOB_TRY(lob_parts_of(ctx, from, &parts));
    uint8_t *is_near = lob_calloc(parts.part_count + (size_t)1, 1);
    if (is_near == NULL) {
        lob_parts_drop(&parts);
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < parts.run_count; i++) {
        const lob_pixel_run *run = &parts.runs[i];
        const uint32_t top = run->row + 2 < f->height ? run->row + 2 : f->height;
        const uint32_t right = run->end + 1 < f->width ? run->end + 1 : f->width;
        for (uint32_t y = run->row ? run->row - 1 : 0; y < top && !is_near[run->part]; y++) {
            for (uint32_t x = run->first ? run->first - 1 : 0; x < right && !is_near[run->part]; x++) {
                is_near[run->part] = lob_bits_at(curved, x, y);
            }
        }
    }
    for (uint32_t i = 0; i < parts.run_count; i++) {
        const lob_pixel_run *run = &parts.runs[i];
        for (uint32_t x = run->first; x < run->end && is_near[run->part]; x++) {
            from->words[(size_t)run->row * from->stride + x / 64] &= ~(UINT64_C(1) << x % 64);
        }
    }
    lob_free(is_near);
    lob_parts_drop(&parts);
    return LOB_OK;
}

/* A square finds a round end narrow whatever its width: curved contours are measured by their edges instead. */
static lob_status leave_curved(lob_ctx *ctx, records *r, const lob_mask *mask) {
    lob_mask curved;
    lob_bits bits;
    LOB_TRY(take_curved(ctx, mask, &curved));
    if (curved.polygons.contour_count == 0) {
        return LOB_OK;
    }
    LOB_TRY(lob_bits_new(ctx, r->narrow.frame, &bits));
    lob_status status = lob_mask_fill(ctx, &curved, &bits);
    status = status == LOB_OK ? leave_spots(ctx, &bits, &r->narrow) : status;
    status = status == LOB_OK ? leave_spots(ctx, &bits, &r->tight) : status;
    lob_bits_drop(&bits);
    return status;
}

static lob_status check_curved(lob_ctx *ctx, records *r, const lob_mask *mask) {
    const lob_litho_deck *deck = &r->setup->deck;
    const pair_rule rules[] = {
        {"MRC.W.MIN", LOB_CHECK_WIDTH, LOB_SCOPE_WITHIN, deck->width_nm, deck->dedup_mrc_nm, &r->narrow},
        {"MRC.S.MIN", LOB_CHECK_SPACE, LOB_SCOPE_BOTH, deck->spacing_nm, deck->dedup_mrc_nm, &r->tight}};
    lob_edge_way *ways;
    LOB_TRY(lob_edge_ways_of(ctx, &mask->polygons, &ways));
    LOB_TRY(check_pairs(ctx, r, mask, ways, &rules[0]));
    return check_pairs(ctx, r, mask, ways, &rules[1]);
}

static lob_status check_openings(lob_ctx *ctx, records *r, const lob_mask *mask) {
    const lob_litho_deck *deck = &r->setup->deck;
    lob_litho_metrics *metrics = &r->result->metrics;
    const uint32_t most = r->setup->violation_count_max;
    const double pixel = r->setup->pixel_nm;
    lob_litho_spot *spots;
    uint32_t count;
    uint64_t total;
    bool is_clean;
    lob_bits *const narrow = &r->narrow, *const tight = &r->tight;
    LOB_TRY(lob_bits_new(ctx, r->result->mask.frame, narrow));
    LOB_TRY(lob_bits_new(ctx, r->result->mask.frame, tight));
    LOB_TRY(lob_mrc_open(ctx, &r->result->mask, deck->width_nm, deck->spacing_nm, narrow, tight, &metrics->mrc));
    if (r->input->has_window) {
        const lob_frame *a = &r->result->asked;
        metrics->mrc.width_pixels = count_in(narrow, a->column, a->row, a->column + a->width, a->row + a->height);
        metrics->mrc.spacing_pixels = count_in(tight, a->column, a->row, a->column + a->width, a->row + a->height);
        metrics->mrc.total_pixels = (uint64_t)a->width * a->height;
    }
    LOB_TRY(
        lob_mrc_open_whole(ctx, &r->result->mask, deck->width_nm, deck->spacing_nm, false, narrow, tight, &is_clean));
    LOB_TRY(leave_curved(ctx, r, mask));
    LOB_TRY(lob_spots_of(ctx, narrow, most, &spots, &count, &total));
    LOB_TRY(add_spots(ctx, r, "MRC.W.MIN", narrow, spots, count, total, pixel, deck->width_nm, "nm"));
    LOB_TRY(lob_spots_of(ctx, tight, most, &spots, &count, &total));
    return add_spots(ctx, r, "MRC.S.MIN", tight, spots, count, total, pixel, deck->spacing_nm, "nm");
}

/* Each contour by itself: a slanting one elsewhere does not make the corners of squares sharp. */
static lob_status check_curvature(lob_ctx *ctx, records *r, const lob_mask *mask) {
    const double limit = r->setup->deck.radius_nm;
    lob_contour *curved = LOB_NEW_ARRAY(ctx->arena, lob_contour, mask->polygons.contour_count + 1);
    lob_mask some = *mask;
    lob_litho_spot *spots;
    uint32_t count;
    uint64_t total;
    if (curved == NULL) {
        return lob_fail_memory(ctx);
    }
    some.polygons.contours = curved;
    some.polygons.contour_count = 0;
    for (uint32_t i = 0; i < mask->polygons.contour_count; i++) {
        if (!lob_contour_is_manhattan(&mask->polygons, &mask->polygons.contours[i])) {
            curved[some.polygons.contour_count++] = mask->polygons.contours[i];
        }
    }
    LOB_TRY(lob_mrc_curvature(ctx, &some, limit, r->setup->violation_count_max, &spots, &count, &total));
    return add_spots(ctx, r, "MRC.R.MIN", NULL, spots, count, total, mask->unit_nm, limit, "nm");
}

static lob_status check_mask(lob_ctx *ctx, records *r, const lob_mask *mask) {
    const lob_litho_deck *deck = &r->setup->deck;
    const uint32_t most = r->setup->violation_count_max;
    lob_litho_spot *spots;
    uint32_t count;
    uint64_t total;
    LOB_TRY(check_openings(ctx, r, mask));
    LOB_TRY(check_curved(ctx, r, mask));
    if (deck->area_nm2 > 0) {
        LOB_TRY(lob_mrc_areas(ctx, &r->result->mask, deck->area_nm2, most, &spots, &count, &total));
        LOB_TRY(add_spots(ctx, r, "MRC.A.MIN", &r->result->mask, spots, count, total, r->setup->pixel_nm,
                          deck->area_nm2, "nm2"));
    }
    return deck->radius_nm > 0 ? check_curvature(ctx, r, mask) : LOB_OK;
}

/* ---- check points ---- */

static lob_status check_gauges(lob_ctx *ctx, records *r) {
    const lob_gauge_rule *rule = &r->setup->gauges;
    lob_litho_result *result = r->result;
    defect d = {.check = LOB_CHECK_EPE,
                .radius_nm = r->setup->deck.dedup_gauge_nm,
                .required = rule->tolerance_nm,
                .unit = "nm"};
    LOB_TRY(rule_name(ctx, r, "EPE.MAX", &d.rule_id));
    lob_gauges_measure(&result->nominal, rule, result->gauges, result->gauge_count);
    for (uint32_t i = 0; i < result->gauge_count; i++) {
        const lob_gauge *gauge = &result->gauges[i];
        if (gauge->is_violated) {
            result->metrics.gauge_violations++;
        }
        if (gauge->is_violated && r->setup->checks & LOB_CHECK_EPE) {
            d.x_nm = d.box_nm[0] = d.box_nm[2] = gauge->x_nm;
            d.y_nm = d.box_nm[1] = d.box_nm[3] = gauge->y_nm;
            d.has_actual = true;
            d.actual = gauge->error_nm;
            LOB_TRY(add_defect(ctx, r, &d));
        }
    }
    return LOB_OK;
}

/* The band's width at a check point: from the inner print's contour to the outer one's. */
static lob_status check_band(lob_ctx *ctx, records *r) {
    lob_litho_result *result = r->result;
    const lob_gauge_rule *rule = &r->setup->gauges;
    const uint32_t count = result->gauge_count;
    lob_gauge *outer = LOB_NEW_ARRAY(ctx->arena, lob_gauge, count + 1);
    lob_gauge *inner = LOB_NEW_ARRAY(ctx->arena, lob_gauge, count + 1);
    defect d = {.check = LOB_CHECK_PVBAND,
                .radius_nm = r->setup->deck.dedup_gauge_nm,
                .required = r->setup->band_max_nm,
                .unit = "nm",
                .has_actual = true};
    if (outer == NULL || inner == NULL) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(rule_name(ctx, r, "PVB.MAX", &d.rule_id));
    if (count) {
        memcpy(outer, result->gauges, count * sizeof *outer);
        memcpy(inner, result->gauges, count * sizeof *inner);
    }
    lob_gauges_measure(&result->outer, rule, outer, count);
    lob_gauges_measure(&result->inner, rule, inner, count);
    for (uint32_t i = 0; i < count; i++) {
        d.actual = outer[i].error_nm - inner[i].error_nm;
        if (d.actual > r->setup->band_max_nm) {
            d.x_nm = d.box_nm[0] = d.box_nm[2] = outer[i].x_nm;
            d.y_nm = d.box_nm[1] = d.box_nm[3] = outer[i].y_nm;
            LOB_TRY(add_defect(ctx, r, &d));
        }
    }
    return LOB_OK;
}

static lob_status place_gauges(lob_ctx *ctx, const lob_litho_input *input, records *r) {
    lob_litho_result *result = r->result;
    uint32_t count, kept = 0;
    LOB_TRY(lob_gauges_place(ctx, &input->target, &r->setup->gauges, &result->gauges, &count));
    for (uint32_t i = 0; i < count; i++) {
        const lob_gauge *gauge = &result->gauges[i];
        const double at[4] = {gauge->x_nm, gauge->y_nm, gauge->x_nm, gauge->y_nm};
        if (is_asked_for(r, at)) {
            result->gauges[kept++] = *gauge;
        }
    }
    result->gauge_count = kept;
    result->metrics.gauge_count = kept;
    return LOB_OK;
}

/* ---- all ---- */

static lob_status run_checks(lob_ctx *ctx, const lob_litho_input *input, records *r) {
    const lob_litho_setup *setup = r->setup;
    if (setup->checks & LOB_CHECK_DRC) {
        LOB_TRY(check_design(ctx, r, &input->mask));
        LOB_TRY(lob_poll(ctx));
    }
    if (setup->checks & LOB_CHECK_MRC) {
        LOB_TRY(check_mask(ctx, r, &input->mask));
        LOB_TRY(lob_poll(ctx));
    }
    if (setup->keeps_gauges || setup->checks & (LOB_CHECK_EPE | LOB_CHECK_PVBAND)) {
        LOB_TRY(place_gauges(ctx, input, r));
    }
    if (setup->keeps_gauges || setup->checks & LOB_CHECK_EPE) {
        LOB_TRY(check_gauges(ctx, r));
    }
    return setup->checks & LOB_CHECK_PVBAND && setup->band_max_nm > 0 ? check_band(ctx, r) : LOB_OK;
}

static lob_status hand_over(lob_ctx *ctx, const records *r) {
    lob_litho_result *result = r->result;
    lob_violations *violations = &result->violations;
    const uint32_t tiles = result->metrics.tile_count;
    for (uint32_t i = 0; i < tiles; i++) {
        result->metrics.tiles_drc_clean += !(r->dirty[i] & LOB_CHECK_DRC);
        result->metrics.tiles_mrc_clean += !(r->dirty[i] & LOB_CHECK_MRC);
    }
    violations->items = LOB_NEW_ARRAY(ctx->arena, lob_litho_violation, r->count + 1);
    if (violations->items == NULL) {
        return lob_fail_memory(ctx);
    }
    if (r->count) {
        memcpy(violations->items, r->items, r->count * sizeof *r->items);
    }
    violations->count = r->count;
    violations->deck_name = r->setup->deck.name;
    memcpy(violations->deck_hash, r->setup->deck.hash, sizeof violations->deck_hash);
    LOB_TRY(lob_violations_dedup(ctx, violations));
    return lob_violations_link(ctx, violations, &r->narrow, &r->tight);
}

lob_status lob_evaluate_checks(lob_ctx *ctx, const lob_litho_setup *setup, const lob_litho_input *input,
                               lob_litho_result *result) {
    records r = {.setup = setup, .input = input, .result = result};
    r.dirty = LOB_NEW_ARRAY(ctx->arena, uint8_t, result->metrics.tile_count + 1);
    lob_status status = r.dirty ? run_checks(ctx, input, &r) : lob_fail_memory(ctx);
    if (status == LOB_OK) {
        status = hand_over(ctx, &r);
    }
    lob_bits_drop(&r.narrow);
    lob_bits_drop(&r.tight);
    lob_free(r.items);
    return status;
}
