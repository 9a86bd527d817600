/* See layer_paint.h. What is made lies over what is noted: grounds and markers are outlines beneath, large quiet
 * figures come before small ones, guides last. Colours go to made layers first, in the order of their numbers, then to
 * markers; so the first of the palette, which are the most different, are spent on what matters. */
#include "tool/layer_paint.h"

#include <math.h>

#include "db/figure.h"

enum { GROUND_FIGURES_MAX = 64, HATCH_COUNT = 8, HATCH_SIDE = 8, SIZE_CLASSES = 64 };

static const double GROUND_SHARE = 0.6;     /* of the cell's box: where one of few figures covers it, it is a ground */
static const double HATCH_SHARE = 1.0 / 20; /* of it: figures of such a size are hatched when layers are many */

typedef struct painter {
    lob_call *call;
    const lob_cell *cell;
    lob_cell_index index;
    uint32_t count;              /* layers of the layout */
    const lob_layer_role *known; /* guesses about a cell move no colour */
    lob_layer_role *roles;
    double *sizes; /* of a figure on average, as a share of the cell's box; 0: no figures */
    bool *is_guessed;
    lob_layer_paint *paints;
    uint32_t filled_count; /* layers of the cell that are filled */
} painter;

static double area_of(lob_box64 b) {
    return lob_box64_is_empty(b) ? 0 : ((double)b.right - (double)b.left) * ((double)b.top - (double)b.bottom);
}

static uint64_t figures_of(const lob_layer_box *box) {
    return box ? box->shape_count - box->kind_count[LOB_KIND_TEXT] : 0;
}

/* ---- grounds that nothing names ---- */

static lob_status figure_area(lob_ctx *ctx, const lob_layout *layout, const lob_hit *hit, double *area) {
    lob_figure figure;
    *area = area_of(hit->box);
    if (hit->kind == LOB_KIND_BOX) {
        return LOB_OK;
    }
    LOB_TRY(lob_figure_make(ctx, layout, hit->shapes, hit->kind, hit->index, hit->member, hit->trans, &figure));
    double sum = 0;
    for (uint32_t i = 0; i < figure.ring_count; i++) {
        const lob_point64 a = figure.ring[i], b = figure.ring[i + 1 < figure.ring_count ? i + 1 : 0];
        sum += ((double)a.x - (double)figure.box.left) * ((double)b.y - (double)figure.box.bottom) -
               ((double)b.x - (double)figure.box.left) * ((double)a.y - (double)figure.box.bottom);
    }
    *area = fabs(sum) / 2;
    return LOB_OK;
}

lob_status lob_layer_covers(lob_ctx *ctx, const lob_layout *layout, lob_cell_index index, lob_layer_index layer,
                            bool *covers) {
    const lob_cell *cell = lob_layout_cell(layout, index);
    const lob_layer_box *box = lob_cell_layer_box(cell, layer);
    const double needed = GROUND_SHARE * area_of(cell->box_figures);
    const lob_walk_options options = lob_walk_shapes(LOB_WALK_EVERYTHING, &layer, 1);
    lob_walk *walk;
    const lob_hit *hit;
    *covers = false;
    if (figures_of(box) == 0 || figures_of(box) > GROUND_FIGURES_MAX || area_of(box->box) < needed) {
        return LOB_OK;
    }
    LOB_TRY(lob_walk_open(ctx, layout, index, &options, &walk));
    LOB_TRY(lob_walk_next(walk, &hit));
    while (hit && !*covers) {
        double area;
        LOB_TRY(figure_area(ctx, layout, hit, &area));
        *covers = area >= needed;
        LOB_TRY(lob_walk_next(walk, &hit));
    }
    return LOB_OK;
}

/* Where every filled layer would be a ground none is: something has to be seen. */
static lob_status guess_grounds(painter *p) {
    uint32_t guessed = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        if (p->roles[i] == LOB_ROLE_OTHER) {
            LOB_TRY(lob_layer_covers(p->call->ctx, p->call->session->layout, p->index, i, &p->is_guessed[i]));
        }
        guessed += p->is_guessed[i];
        p->filled_count += p->sizes[i] > 0 && p->roles[i] > LOB_ROLE_MARKER;
    }
    for (uint32_t i = 0; i < p->count && guessed; i++) {
        if (p->is_guessed[i] && guessed < p->filled_count) {
            p->roles[i] = LOB_ROLE_GROUND;
        }
        p->is_guessed[i] = p->is_guessed[i] && guessed < p->filled_count;
    }
    p->filled_count -= guessed < p->filled_count ? guessed : 0;
    return LOB_OK;
}

/* ---- how ---- */

static const uint8_t alphas[LOB_ROLE_COUNT] = {
    [LOB_ROLE_GROUND] = 10, [LOB_ROLE_MARKER] = 14, [LOB_ROLE_IMPLANT] = 64, [LOB_ROLE_OTHER] = 102,
    [LOB_ROLE_SLAB] = 84,   [LOB_ROLE_ETCH] = 76,   [LOB_ROLE_METAL] = 92,   [LOB_ROLE_HEATER] = 120,
    [LOB_ROLE_VIA] = 160,   [LOB_ROLE_CORE] = 170,
};

/* Rising, falling, level, upright lines, rising ones twice as near, crossed ones, dots, rising ones of two pixels. */
static const uint8_t hatches[HATCH_COUNT][HATCH_SIDE] = {
    {0x80, 0x40, 0x20, 0x10, 0x08, 0x04, 0x02, 0x01}, {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80},
    {0xff, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00}, {0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10},
    {0x88, 0x44, 0x22, 0x11, 0x88, 0x44, 0x22, 0x11}, {0x81, 0x42, 0x24, 0x18, 0x18, 0x24, 0x42, 0x81},
    {0x11, 0x00, 0x44, 0x00, 0x11, 0x00, 0x44, 0x00}, {0xc0, 0x60, 0x30, 0x18, 0x0c, 0x06, 0x03, 0x81},
};

static void put_hatch(lob_style *style, uint32_t order) {
    style->pattern_width = style->pattern_height = HATCH_SIDE;
    for (unsigned y = 0; y < HATCH_SIDE; y++) {
        style->pattern[y] = hatches[order % HATCH_COUNT][y];
    }
    style->fill_alpha = 190;
}

static void put_paint(painter *p, lob_layer_index layer, uint32_t order, lob_picture_mode mode) {
    lob_layer_paint *paint = &p->paints[layer];
    const lob_layer_role role = p->roles[layer];
    const double size = p->sizes[layer];
    const bool is_mark = role <= LOB_ROLE_MARKER;
    *paint = (lob_layer_paint){
        .style = lob_palette_style(order, mode), .is_mark = is_mark, .is_implant = role == LOB_ROLE_IMPLANT};
    paint->crowded_alpha = is_mark                                 ? 40
                           : role == LOB_ROLE_CORE                 ? 200
                           : p->filled_count > LOB_PAINT_BLEND_MAX ? 110
                                                                   : 153;
    const unsigned alpha = alphas[role] + (mode == LOB_PICTURE_DARK && !is_mark ? alphas[role] / 4 : 0);
    paint->style.fill_alpha = (uint8_t)alpha;
    if (is_mark) {
        paint->style.pattern_width = paint->style.pattern_height = 0;
        paint->style.frame_alpha = 200;
        paint->style.is_dashed = role == LOB_ROLE_MARKER;
    } else if (p->filled_count > LOB_PAINT_BLEND_MAX && role != LOB_ROLE_CORE && size >= HATCH_SHARE) {
        put_hatch(&paint->style, order);
    }
    const int below = size > 0 ? (int)lround(-log2(size) / 2) : SIZE_CLASSES - 1; /* steps of four in area */
    const unsigned step = below < 0 ? 0 : below >= SIZE_CLASSES ? SIZE_CLASSES - 1 : (unsigned)below;
    paint->rank = (uint32_t)role * SIZE_CLASSES + (role == LOB_ROLE_OTHER || is_mark ? step : 0);
}

static lob_status begin(lob_call *call, lob_cell_index cell, painter *p) {
    *p = (painter){.call = call,
                   .cell = lob_layout_cell(call->session->layout, cell),
                   .index = cell,
                   .count = lob_layout_layer_count(call->session->layout)};
    LOB_TRY(lob_call_roles(call, &p->known));
    p->roles = LOB_NEW_ARRAY(call->ctx->arena, lob_layer_role, p->count);
    p->sizes = LOB_NEW_ARRAY(call->ctx->arena, double, p->count);
    p->is_guessed = LOB_NEW_ARRAY(call->ctx->arena, bool, p->count);
    p->paints = LOB_NEW_ARRAY(call->ctx->arena, lob_layer_paint, p->count);
    if (!p->roles || !p->sizes || !p->is_guessed || !p->paints) {
        return lob_fail_memory(call->ctx);
    }
    const double all = fmax(area_of(p->cell->box_figures), 1);
    for (uint32_t i = 0; i < p->count; i++) {
        const lob_layer_box *box = lob_cell_layer_box(p->cell, i);
        const uint64_t figures = figures_of(box);
        p->roles[i] = p->known[i];
        p->sizes[i] = figures ? fmax(area_of(box->box), 1) / (double)figures / all : 0;
    }
    return LOB_OK;
}

lob_status lob_layer_paints(lob_call *call, lob_cell_index cell, lob_picture_mode mode,
                            const lob_layer_paint **paints) {
    painter p;
    uint32_t order = 0;
    LOB_TRY(begin(call, cell, &p));
    LOB_TRY(guess_grounds(&p));
    for (int marks = 0; marks < 2; marks++) {
        for (uint32_t i = 0; i < p.count; i++) {
            if ((p.known[i] <= LOB_ROLE_MARKER) == (marks == 1)) {
                put_paint(&p, i, order++, mode);
            }
        }
    }
    *paints = p.paints;
    return LOB_OK;
}
