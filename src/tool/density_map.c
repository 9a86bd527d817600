/* density_map: coverage of merged layers, a tile of a grid.
 *
 * Everything is taken to database units first: the box, tile and step to the nearest, equal parts to the unit below.
 * The answer says what was looked at. Densities are written with 6 decimals, one for each window.
 */
#include <math.h>

#include "base/limits.h"
#include "base/num.h"
#include "query/density.h"
#include "tool/common.h"
#include "tool/density_map_draw.h"
#include "tool/filter.h"
#include "tool/question.h"
#include "tool/registry.h"

enum { BIN_COUNT = 10, PARTS_DEFAULT = 10 };

typedef struct mapper {
    lob_call *call;
    const lob_density_map_request *request;
    lob_query query;
    double dbu;
    lob_windows x, y;
    lob_density density;
    lob_notes notes;
} mapper;

/* ---- the question ---- */

static lob_status take_box(mapper *m) {
    lob_ctx *ctx = m->call->ctx;
    bool is_off_grid = false;
    lob_box64 box = lob_layout_cell(m->query.layout, m->query.cell)->box;
    if (m->request->box) {
        LOB_TRY(lob_call_box(m->call, m->request->box, &m->query.window, &is_off_grid));
    } else if (lob_box64_is_empty(box) || box.left == box.right || box.bottom == box.top) {
        lob_status status = lob_fail(ctx, LOB_E_INVALID_BOX, "The cell has no area to map");
        lob_error_text(&ctx->error, "argument", LOB_STR("box"));
        lob_error_text(&ctx->error, "reason", LOB_STR("no_area"));
        lob_hint(ctx, "Send a box, or the name of a cell that contains figures.");
        return status;
    } else {
        m->query.window = box;
    }
    return is_off_grid
               ? lob_note(
                     ctx, &m->notes,
                     "Sides of the box were rounded to the nearest database unit; box_um is the box that was used.")
               : LOB_OK;
}

/* Larger than the box is as good as the box. */
static int64_t size_of(double um, double dbu, int64_t length) {
    double units = round(um / dbu);
    return units < (double)length ? (int64_t)units : length;
}

/* Numbers for a sentence. */
static double round_up(double um) {
    double unit = pow(10, floor(log10(um)) - 2);
    return ceil(um / unit * (1 - 1e-12)) * unit;
}

/* How many windows there would be, whatever the limit. */
static double count_of(const lob_windows *w, double grow) {
    double rest = (double)(w->to - w->from) - (double)w->tile * grow;
    return rest > 0 ? 1 + ceil(rest / ((double)w->step * grow)) : 1;
}

static lob_status refuse_count(mapper *m, bool is_stepped) {
    lob_ctx *ctx = m->call->ctx;
    lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "There would be too many tiles");
    lob_error_text(&ctx->error, "limit_name", LOB_STR("density_tiles"));
    lob_error_integer(&ctx->error, "limit", LOB_LIMIT_DENSITY_TILES);
    if (!m->request->tile_um) {
        lob_hint(ctx, "Ask for fewer tiles: nx times ny is at most %d.", LOB_LIMIT_DENSITY_TILES);
        return status;
    }
    double grow = 1;
    while (count_of(&m->x, grow) * count_of(&m->y, grow) > LOB_LIMIT_DENSITY_TILES) {
        grow *= 1.02;
    }
    char x[LOB_NUM_TEXT_SIZE], y[LOB_NUM_TEXT_SIZE];
    const double by = grow * m->dbu;
    lob_num_print(x, lob_num_round_um(round_up((double)(is_stepped ? m->x.step : m->x.tile) * by)));
    lob_num_print(y, lob_num_round_um(round_up((double)(is_stepped ? m->y.step : m->y.tile) * by)));
    lob_hint(ctx, "Ask for a smaller box, or for %s of %s by %s um%s, which is enough for this one.",
             is_stepped ? "steps" : "tiles", x, y, is_stepped ? " with tiles enlarged as much" : "");
    return status;
}

static lob_status take_sizes(mapper *m) {
    const lob_density_map_request *q = m->request;
    lob_ctx *ctx = m->call->ctx;
    const lob_box64 w = m->query.window;
    const int64_t width = w.right - w.left, height = w.top - w.bottom;
    const int64_t tile_x = size_of(q->tile_um->x, m->dbu, width), tile_y = size_of(q->tile_um->y, m->dbu, height);
    const int64_t step_x = q->step_um ? size_of(q->step_um->x, m->dbu, width) : tile_x;
    const int64_t step_y = q->step_um ? size_of(q->step_um->y, m->dbu, height) : tile_y;
    if (tile_x < 1 || tile_y < 1 || step_x < 1 || step_y < 1) {
        return lob_fail_argument(
            ctx, tile_x < 1 || tile_y < 1 ? "tile_um" : "step_um", "below_dbu",
            "A tile or step is smaller than the database grid",
            "Sizes are in micrometres, rounded to the nearest database unit (dbu); make them larger.");
    }
    if (step_x > tile_x || step_y > tile_y) {
        return lob_fail_argument(ctx, "step_um", "gaps", "The step is larger than the tile",
                                 "Tiles would leave gaps: step_um must be at most tile_um, in x and in y.");
    }
    const bool shifts = q->border == LOB_DENSITY_MAP_REQUEST_BORDER_SHIFT;
    const bool x_fits = lob_windows_make(w.left, w.right, tile_x, step_x, shifts, LOB_LIMIT_DENSITY_TILES, &m->x);
    const bool y_fits = lob_windows_make(w.bottom, w.top, tile_y, step_y, shifts, LOB_LIMIT_DENSITY_TILES, &m->y);
    if (!x_fits || !y_fits || (uint64_t)m->x.count * m->y.count > LOB_LIMIT_DENSITY_TILES) {
        return refuse_count(m, q->step_um != NULL);
    }
    return LOB_OK;
}

static lob_status take_parts(mapper *m) {
    const lob_box64 w = m->query.window;
    const bool is_asked = m->request->tiles != NULL;
    int64_t nx = is_asked ? m->request->tiles->nx : PARTS_DEFAULT;
    int64_t ny = is_asked ? m->request->tiles->ny : PARTS_DEFAULT;
    const int64_t width = w.right - w.left, height = w.top - w.bottom;
    if (is_asked && (nx > width || ny > height)) {
        return lob_fail_argument(m->call->ctx, "tiles", "below_dbu",
                                 "The tiles would be smaller than the database grid",
                                 "Ask for fewer tiles, or for a larger box.");
    }
    nx = nx > width ? width : nx;
    ny = ny > height ? height : ny;
    m->x = (lob_windows){.from = w.left, .to = w.right, .count = (uint32_t)nx};
    m->y = (lob_windows){.from = w.bottom, .to = w.top, .count = (uint32_t)ny};
    return nx * ny > LOB_LIMIT_DENSITY_TILES ? refuse_count(m, false) : LOB_OK;
}

static lob_status take_question(mapper *m) {
    const lob_density_map_request *q = m->request;
    m->query.layout = m->call->session->layout;
    m->dbu = lob_layout_dbu(m->query.layout);
    if (q->tile_um && q->tiles) {
        return lob_fail_argument(m->call->ctx, "tiles", "both", "tile_um and tiles exclude each other",
                                 "Send the size of a tile (tile_um) or their number (tiles).");
    }
    if (q->step_um && !q->tile_um) {
        return lob_fail_argument(m->call->ctx, "step_um", "no_tile", "step_um needs tile_um",
                                 "Send tile_um as well; tiles makes equal parts without overlap.");
    }
    LOB_TRY(lob_call_cell(m->call, q->cell, &m->query.cell));
    LOB_TRY(lob_filter_layers_needed(m->call->ctx, m->query.layout, q->layers.items, q->layers.count, &m->query.layers,
                                     &m->query.layer_count));
    LOB_TRY(take_box(m));
    return q->tile_um ? take_sizes(m) : take_parts(m);
}

/* ---- the answer ---- */

static lob_box64 window_at(const mapper *m, uint32_t column, uint32_t row) {
    return (lob_box64){lob_windows_low(&m->x, column), lob_windows_low(&m->y, row), lob_windows_high(&m->x, column),
                       lob_windows_high(&m->y, row)};
}

static double area_of(lob_box64 b) {
    return (double)(b.right - b.left) * (double)(b.top - b.bottom);
}

/* Never above 1 by the last digit of a sum. */
static double shown(double density) {
    return density >= 1 ? 1 : round(density * 1e6) / 1e6;
}

static lob_density_tile show_tile(const mapper *m, double density, uint32_t column, uint32_t row) {
    lob_density_tile item = {.density = density, .column = column, .row = row};
    lob_box_show(window_at(m, column, row), m->dbu, &item.box_um, &item.box_dbu);
    return item;
}

typedef struct extremes {
    double min, max, sum;
    uint32_t min_column, min_row, max_column, max_row;
} extremes;

static void take_in(extremes *e, double density, uint32_t column, uint32_t row) {
    const bool is_first = column == 0 && row == 0;
    if (is_first || density < e->min) {
        e->min = density;
        e->min_column = column;
        e->min_row = row;
    }
    if (is_first || density > e->max) {
        e->max = density;
        e->max_column = column;
        e->max_row = row;
    }
    e->sum += density;
}

static lob_status show_tiles(mapper *m, lob_density_map_response *response) {
    lob_arena *arena = m->call->ctx->arena;
    extremes e = {0};
    int64_t *bins = LOB_NEW_ARRAY(arena, int64_t, BIN_COUNT);
    double *densities = LOB_NEW_ARRAY(arena, double, (size_t)m->x.count * m->y.count);
    response->densities.items = lob_arena_zalloc(arena, m->y.count, sizeof *response->densities.items);
    if (!bins || !densities || !response->densities.items) {
        return lob_fail_memory(m->call->ctx);
    }
    for (uint32_t row = 0; row < m->y.count; row++) {
        double *line = densities + (size_t)row * m->x.count;
        for (uint32_t column = 0; column < m->x.count; column++) {
            double area = m->density.areas[(size_t)row * m->x.count + column];
            line[column] = shown(area / area_of(window_at(m, column, row)));
            take_in(&e, line[column], column, row);
            int bin = (int)(line[column] * BIN_COUNT + 1e-9);
            bins[bin < BIN_COUNT ? bin : BIN_COUNT - 1]++;
        }
        response->densities.items[row].items = line;
        response->densities.items[row].count = m->x.count;
    }
    response->densities.count = m->y.count;
    response->histogram.items = bins;
    response->histogram.count = BIN_COUNT;
    response->mean = shown(e.sum / ((double)m->x.count * m->y.count));
    response->min = show_tile(m, e.min, e.min_column, e.min_row);
    response->max = show_tile(m, e.max, e.max_column, e.max_row);
    return LOB_OK;
}

static lob_status show_layers(mapper *m, lob_density_map_response *response) {
    lob_ctx *ctx = m->call->ctx;
    lob_layer_ref *items = LOB_NEW_ARRAY(ctx->arena, lob_layer_ref, m->query.layer_count);
    if (!items) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < m->query.layer_count; i++) {
        LOB_TRY(lob_layer_show(m->call, lob_layout_layer(m->query.layout, m->query.layers[i]), &items[i]));
    }
    response->layers.items = items;
    response->layers.count = m->query.layer_count;
    return LOB_OK;
}

static lob_point_um size_show(const mapper *m, const lob_windows *x, const lob_windows *y, bool is_step) {
    double parts_x = (double)(x->to - x->from) / x->count, parts_y = (double)(y->to - y->from) / y->count;
    double dx = x->tile == 0 ? parts_x : (double)(is_step ? x->step : x->tile);
    double dy = y->tile == 0 ? parts_y : (double)(is_step ? y->step : y->tile);
    return (lob_point_um){.x = lob_num_round_um(dx * m->dbu), .y = lob_num_round_um(dy * m->dbu)};
}

static lob_status add_notes(mapper *m, lob_density_map_response *response) {
    lob_ctx *ctx = m->call->ctx;
    const lob_box64 all = lob_layout_cell(m->query.layout, m->query.cell)->box, w = m->query.window;
    if (lob_box64_is_empty(all) || all.left >= w.right || all.right <= w.left || all.bottom >= w.top ||
        all.top <= w.bottom) {
        LOB_TRY(lob_note(ctx, &m->notes, "The box is outside of the contents of the cell."));
    } else if (m->density.total == 0) {
        LOB_TRY(lob_note(ctx, &m->notes, "The box has nothing on these layers."));
    }
    if (m->x.tile > 0 && !m->x.shifts &&
        ((m->x.to - m->x.from - m->x.tile) % m->x.step != 0 || (m->y.to - m->y.from - m->y.tile) % m->y.step != 0)) {
        LOB_TRY(lob_note(ctx, &m->notes, "The last tiles are cut at the box; border shift keeps them whole."));
    }
    return lob_notes_show(ctx, &m->notes, &response->notes.items, &response->notes.count, &response->has_notes);
}

lob_status lob_tool_density_map(lob_call *call, const lob_density_map_request *request,
                                lob_density_map_response *response) {
    LOB_TRY(lob_call_session(call, request->session_id));
    mapper m = {.call = call, .request = request};
    lob_shown name;
    LOB_TRY(take_question(&m));
    LOB_TRY(lob_query_density(call->ctx, &m.query, &m.x, &m.y, &m.density));
    LOB_TRY(
        lob_name_show(call->ctx, lob_layout_cell(m.query.layout, m.query.cell)->name, LOB_LIMIT_NAME_TEXT_SIZE, &name));
    response->session_id = request->session_id;
    response->dbu = m.dbu;
    response->cell = name.text;
    LOB_TRY(show_layers(&m, response));
    lob_box_show(m.query.window, m.dbu, &response->box_um, &response->box_dbu);
    response->mode = LOB_DENSITY_MAP_RESPONSE_MODE_MERGED;
    response->columns = m.x.count;
    response->rows = m.y.count;
    response->tile_um = size_show(&m, &m.x, &m.y, false);
    response->step_um = size_show(&m, &m.x, &m.y, true);
    response->border = (lob_density_map_response_border)request->border;
    response->area_um2 = m.density.total * m.dbu * m.dbu;
    response->has_area_error_um2 = m.density.area_error > 0;
    response->area_error_um2 = m.density.area_error * m.dbu * m.dbu;
    response->density = shown(m.density.total / area_of(m.query.window));
    LOB_TRY(show_tiles(&m, response));
    LOB_TRY(add_notes(&m, response));
    return request->inline_image ? lob_density_map_draw(call, &m.x, &m.y, m.dbu, response) : LOB_OK;
}
