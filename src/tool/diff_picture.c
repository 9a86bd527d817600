/* Both layouts in one picture, by how much of each pixel they cover, and each alone in the colours of its layers.
 *
 * Invariant: all pictures have one grid, of the common units; each side is drawn on it in its own units. In the overlay
 * of each layer that differs the share that only one side has is taken by pixel, and the largest over the layers; below
 * lies, in grey, the union of all layers of either side. Differences too small for a pixel have rings. A layer looks
 * the same before and after: its colour, and whether its figures are too many for frames, hang on both sides together.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "base/num.h"
#include "draw/marks.h"
#include "draw/scene.h"
#include "tool/diff_layouts.h"
#include "tool/layer_paint.h"
#include "tool/room.h"

enum { IMAGES_SIZE = 64 << 20, RINGS_MAX = 200, RING_PX = 9, MARGIN_PERCENT = 5, SIDE_MIN = 64 };
enum { GROUND_ALPHA = 10, CROWDED_ALPHA = 153 }; /* of layers without frames, so that what lies beneath shows */
enum { LAYER_WEIGHT = 60, COLOR_SIZE = sizeof "#rrggbb" };

typedef struct painter {
    lob_differ *d;
    lob_ctx *ctx;
    lob_cover *covers[2];
    lob_picture masks[2];
    lob_grid grids[2]; /* the same pixels in the units of each side */
    lob_grid common;
    uint8_t *planes[3]; /* both, only a, only b; in ctx->arena */
    bool *is_ground;    /* of each layer: it covers most of a side, and hides what differs above it when it is filled */
    size_t pixels;
} painter;

static lob_box64 shown_box(const lob_differ *d) {
    if (d->request->box) {
        return d->window;
    }
    lob_box64 box = LOB_BOX64_EMPTY;
    for (int k = 0; k < 2; k++) {
        const lob_box64 own = lob_layout_cell(d->layouts[k], d->cells[k])->box;
        const int64_t s = d->grid.scale[k];
        if (!lob_box64_is_empty(own)) {
            box = lob_box64_join(box, (lob_box64){own.left * s, own.bottom * s, own.right * s, own.top * s});
        }
    }
    if (lob_box64_is_empty(box)) {
        box = (lob_box64){0, 0, 0, 0};
    }
    const int64_t x = (box.right - box.left) / 100 * MARGIN_PERCENT + 1,
                  y = (box.top - box.bottom) / 100 * MARGIN_PERCENT + 1;
    return (lob_box64){box.left - x, box.bottom - y, box.right + x, box.top + y};
}

lob_grid lob_differ_grid(const lob_differ *d) {
    const lob_box64 box = shown_box(d);
    const double w = (double)(box.right - box.left), h = (double)(box.top - box.bottom);
    const double width = w >= h ? LOB_DIFF_SIDE : ceil(LOB_DIFF_SIDE * w / h);
    const double height = h >= w ? LOB_DIFF_SIDE : ceil(LOB_DIFF_SIDE * h / w);
    return lob_grid_fit(box, width < SIDE_MIN ? SIDE_MIN : (uint32_t)width,
                        height < SIDE_MIN ? SIDE_MIN : (uint32_t)height);
}

static void make_grids(painter *p) {
    p->common = lob_differ_grid(p->d);
    for (int k = 0; k < 2; k++) {
        const double s = (double)p->d->grid.scale[k];
        p->grids[k] = p->common;
        p->grids[k].left /= s;
        p->grids[k].top /= s;
        p->grids[k].sx *= s;
        p->grids[k].sy *= s;
    }
}

static lob_layer_index layer_of(const painter *p, int k, uint32_t i) {
    return lob_layout_find_layer(p->d->layouts[k], p->d->layers[i].layer, p->d->layers[i].datatype);
}

/* Where all layers would be, none is. */
static lob_status find_grounds(painter *p) {
    const uint32_t count = p->d->layer_count;
    uint32_t found = 0;
    p->is_ground = LOB_NEW_ARRAY(p->ctx->arena, bool, count + 1);
    if (!p->is_ground) {
        return lob_fail_memory(p->ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        for (int k = 0; k < 2 && !p->is_ground[i]; k++) {
            if (layer_of(p, k, i) != LOB_NONE) {
                LOB_TRY(
                    lob_layer_covers(p->ctx, p->d->layouts[k], p->d->cells[k], layer_of(p, k, i), &p->is_ground[i]));
            }
        }
        found += p->is_ground[i];
    }
    for (uint32_t i = 0; i < count && found == count; i++) {
        p->is_ground[i] = false;
    }
    return LOB_OK;
}

/* ---- the overlay ---- */

/* Coverage of layers of a side, in each channel of its mask. */
static lob_status cover_side(painter *p, int k, const lob_layer_index *layers, uint32_t count) {
    lob_cover *cover = p->covers[k];
    const lob_grid *grid = &p->grids[k];
    lob_raster *raster;
    lob_cover_info info;
    memset(p->masks[k].rgba, 0, p->pixels * 4);
    if (count == 0) {
        return LOB_OK;
    }
    LOB_TRY(lob_cover_raster(p->ctx, cover, grid->width, grid->height, &raster));
    lob_status status = lob_cover_union(p->ctx, cover, p->d->cells[k], layers, count, grid, raster, &info);
    if (status == LOB_OK) {
        lob_picture_mask(&p->masks[k], raster);
    }
    lob_cover_raster_end(cover);
    return status;
}

static void raise(uint8_t *value, int to) {
    *value = to > *value ? (uint8_t)to : *value;
}

/* adds_both: into the plane of what both have, else into those of what one has. */
static void take_masks(painter *p, bool adds_both) {
    for (size_t i = 0; i < p->pixels; i++) {
        const int a = p->masks[0].rgba[4 * i], b = p->masks[1].rgba[4 * i];
        if (adds_both) {
            raise(&p->planes[0][i], a > b ? a : b);
        } else {
            raise(&p->planes[1][i], a - b);
            raise(&p->planes[2][i], b - a);
        }
    }
}

static lob_status cover_layers(painter *p, uint32_t first, uint32_t count, bool adds_both) {
    for (int k = 0; k < 2; k++) {
        lob_layer_index *found = LOB_NEW_ARRAY(p->ctx->arena, lob_layer_index, count + 1);
        uint32_t found_count = 0;
        if (!found) {
            return lob_fail_memory(p->ctx);
        }
        for (uint32_t i = 0; i < count; i++) {
            found[found_count] = layer_of(p, k, first + i);
            found_count += found[found_count] != LOB_NONE && !p->is_ground[first + i];
        }
        LOB_TRY(cover_side(p, k, found, found_count));
    }
    take_masks(p, adds_both);
    return LOB_OK;
}

static uint8_t mixed(unsigned ground, unsigned color, unsigned alpha) {
    return (uint8_t)((ground * (255 - alpha) + color * alpha + 127) / 255);
}

static void compose(painter *p, lob_picture *picture) {
    static const uint32_t colors[3] = {LOB_DIFF_GREY, LOB_DIFF_RED, LOB_DIFF_BLUE};
    for (size_t i = 0; i < p->pixels; i++) {
        uint8_t *pixel = picture->rgba + 4 * i;
        for (int layer = 0; layer < 3; layer++) {
            for (int c = 0; c < 3; c++) {
                pixel[c] = mixed(pixel[c], colors[layer] >> (16 - 8 * c) & 255, p->planes[layer][i]);
            }
        }
    }
}

/* A square around each of the first polygons that would be hard to see. */
static lob_status ring_small(painter *p, lob_picture *picture) {
    lob_marks marks;
    lob_marks_init(&marks, p->ctx->arena);
    for (uint32_t i = 0; i < p->d->xor.item_count && i < RINGS_MAX; i++) {
        const lob_xor_item *item = &p->d->xor.items[i];
        const lob_pixel low = lob_grid_at(&p->common, (double)item->box.left, (double)item->box.top);
        const lob_pixel high = lob_grid_at(&p->common, (double)item->box.right, (double)item->box.bottom);
        if (high.x - low.x >= RING_PX && high.y - low.y >= RING_PX) {
            continue;
        }
        const double x = (low.x + high.x) / 2, y = (low.y + high.y) / 2;
        const double w = fmax(high.x - low.x, RING_PX) / 2 + 2, h = fmax(high.y - low.y, RING_PX) / 2 + 2;
        const lob_pixel corners[4] = {{x - w, y - h}, {x + w, y - h}, {x + w, y + h}, {x - w, y + h}};
        const uint32_t color = item->area[1] <= 0 ? LOB_DIFF_RED : item->area[0] <= 0 ? LOB_DIFF_BLUE : LOB_DIFF_PURPLE;
        LOB_TRY(lob_marks_line(p->ctx, &marks, corners, 4, true, 1.5, color, 255));
    }
    return lob_marks_draw(p->ctx, &marks, picture);
}

/* Grounds by their boxes: in the colour of a side where they differ. */
static lob_status frame_grounds(painter *p, lob_picture *picture) {
    static const uint32_t colors[2] = {LOB_DIFF_RED, LOB_DIFF_BLUE};
    const bool has_xor = p->d->request->mode != LOB_DIFF_LAYOUTS_REQUEST_MODE_HIERARCHY;
    lob_marks marks;
    lob_marks_init(&marks, p->ctx->arena);
    for (uint32_t i = 0; i < p->d->layer_count; i++) {
        for (int k = 0; k < 2 && p->is_ground[i]; k++) {
            const lob_layer_index layer = layer_of(p, k, i);
            const lob_layer_box *box =
                layer == LOB_NONE ? NULL : lob_cell_layer_box(lob_layout_cell(p->d->layouts[k], p->d->cells[k]), layer);
            if (!box || lob_box64_is_empty(box->box)) {
                continue;
            }
            const lob_pixel low = lob_grid_at(&p->grids[k], (double)box->box.left, (double)box->box.bottom);
            const lob_pixel high = lob_grid_at(&p->grids[k], (double)box->box.right, (double)box->box.top);
            const lob_pixel corners[4] = {low, {high.x, low.y}, high, {low.x, high.y}};
            const bool differs = has_xor && p->d->xor.layers[i].count > 0;
            LOB_TRY(lob_marks_line(p->ctx, &marks, corners, 4, true, 2, differs ? colors[k] : LOB_DIFF_GREY, 255));
        }
    }
    return lob_marks_draw(p->ctx, &marks, picture);
}

static lob_status paint_overlay(painter *p, lob_picture *picture) {
    lob_differ *d = p->d;
    const bool has_xor = d->request->mode != LOB_DIFF_LAYOUTS_REQUEST_MODE_HIERARCHY;
    LOB_TRY(lob_picture_new(p->ctx, p->common.width, p->common.height, LOB_PICTURE_LIGHT, picture));
    for (int k = 0; k < 2; k++) {
        LOB_TRY(lob_picture_new(p->ctx, p->common.width, p->common.height, LOB_PICTURE_MASK, &p->masks[k]));
    }
    for (int i = 0; i < 3; i++) {
        p->planes[i] = lob_arena_zalloc(p->ctx->arena, p->pixels, 1);
        LOB_TRY(p->planes[i] ? LOB_OK : lob_fail_memory(p->ctx));
    }
    LOB_TRY(cover_layers(p, 0, d->layer_count, true));
    for (uint32_t i = 0; i < d->layer_count; i++) {
        if (!has_xor || d->xor.layers[i].count > 0) {
            LOB_TRY(cover_layers(p, i, 1, false));
        }
    }
    compose(p, picture);
    LOB_TRY(frame_grounds(p, picture));
    return ring_small(p, picture);
}

/* ---- before and after ---- */

/* Figures of a layer of the question in the cell of a side, as placed. */
static uint64_t figures_of(const lob_differ *d, int k, uint32_t layer) {
    const lob_layer_index index =
        lob_layout_find_layer(d->layouts[k], d->layers[layer].layer, d->layers[layer].datatype);
    const lob_cell *cell = lob_layout_cell(d->layouts[k], d->cells[k]);
    for (uint32_t i = 0; i < cell->layer_box_count; i++) {
        if (cell->layer_boxes[i].layer == index) {
            return cell->layer_boxes[i].shape_count - cell->layer_boxes[i].kind_count[LOB_KIND_TEXT];
        }
    }
    return 0;
}

static lob_style style_of(const lob_differ *d, uint32_t layer, bool is_ground) {
    lob_style style = lob_palette_style(d->orders[layer], LOB_PICTURE_LIGHT);
    if (figures_of(d, 0, layer) > LOB_COVER_FRAMES_COUNT || figures_of(d, 1, layer) > LOB_COVER_FRAMES_COUNT) {
        style.fill_alpha = style.fill_alpha < CROWDED_ALPHA ? style.fill_alpha : CROWDED_ALPHA;
        style.frame_alpha = CROWDED_ALPHA;
    }
    if (is_ground) {
        style.fill_alpha = GROUND_ALPHA;
        style.pattern_width = style.pattern_height = 0;
    }
    return style;
}

static lob_status paint_side(painter *p, int k, lob_picture *picture) {
    lob_differ *d = p->d;
    lob_scene_layer *layers = LOB_NEW_ARRAY(p->ctx->arena, lob_scene_layer, d->layer_count + 1);
    lob_scene scene = {.cell = d->cells[k], .grid = p->grids[k], .mode = LOB_PICTURE_LIGHT, .layers = layers};
    lob_scene_info info;
    if (!layers) {
        return lob_fail_memory(p->ctx);
    }
    for (uint32_t i = 0; i < d->layer_count; i++) {
        const lob_layer_index layer = lob_layout_find_layer(d->layouts[k], d->layers[i].layer, d->layers[i].datatype);
        if (layer != LOB_NONE) {
            layers[scene.layer_count++] = (lob_scene_layer){layer, style_of(d, i, p->is_ground[i])};
        }
    }
    LOB_TRY(lob_picture_new(p->ctx, p->common.width, p->common.height, LOB_PICTURE_LIGHT, picture));
    return lob_scene_draw(p->ctx, p->covers[k], &scene, picture, &info);
}

/* ---- all ---- */

static lob_status paint(painter *p, unsigned wanted, lob_picture pictures[LOB_DIFF_PICTURE_COUNT]) {
    make_grids(p);
    LOB_TRY(find_grounds(p));
    p->pixels = (size_t)p->common.width * p->common.height;
    for (int k = 0; k < 2; k++) {
        LOB_TRY(lob_cover_new(p->ctx, p->d->layouts[k], IMAGES_SIZE, &p->covers[k]));
    }
    LOB_TRY(wanted & 1u << LOB_DIFF_OVERLAY ? paint_overlay(p, &pictures[LOB_DIFF_OVERLAY]) : LOB_OK);
    LOB_TRY(wanted & 1u << LOB_DIFF_BEFORE ? paint_side(p, 0, &pictures[LOB_DIFF_BEFORE]) : LOB_OK);
    return wanted & 1u << LOB_DIFF_AFTER ? paint_side(p, 1, &pictures[LOB_DIFF_AFTER]) : LOB_OK;
}

lob_status lob_differ_paint(lob_differ *differ, unsigned wanted, lob_picture pictures[LOB_DIFF_PICTURE_COUNT]) {
    painter p = {.d = differ, .ctx = differ->call->ctx};
    for (int i = 0; i < LOB_DIFF_PICTURE_COUNT; i++) {
        pictures[i] = (lob_picture){0};
    }
    lob_status status = paint(&p, wanted, pictures);
    for (int k = 0; k < 2; k++) {
        lob_cover_release(p.covers[k]);
        lob_picture_release(&p.masks[k]);
    }
    if (status != LOB_OK) {
        lob_diff_pictures_release(pictures);
    }
    return status;
}

void lob_diff_pictures_release(lob_picture pictures[LOB_DIFF_PICTURE_COUNT]) {
    for (int i = 0; i < LOB_DIFF_PICTURE_COUNT; i++) {
        lob_picture_release(&pictures[i]);
        pictures[i] = (lob_picture){0};
    }
}

/* ---- what they show ---- */

static double um(double units, double dbu) {
    const double value = lob_num_round_um(units * dbu);
    return value == 0 ? 0 : value; /* never -0 */
}

static lob_status show_color(lob_differ *d, uint32_t layer, lob_str *text) {
    char *color = lob_arena_alloc(d->call->ctx->arena, COLOR_SIZE);
    if (!color) {
        return lob_fail_memory(d->call->ctx);
    }
    const unsigned value = style_of(d, layer, false).fill & 0xffffff;
    *text = (lob_str){color, (size_t)snprintf(color, COLOR_SIZE, "#%06x", value)};
    return LOB_OK;
}

static lob_status show_layers(lob_differ *d, lob_diff_layouts_response_view *view) {
    size_t room = LOB_LIMIT_PAGE_WEIGHT / 4;
    uint32_t left_out = 0;
    view->layers.items = lob_arena_zalloc(d->call->ctx->arena, (size_t)d->layer_count + 1, sizeof *view->layers.items);
    if (!view->layers.items) {
        return lob_fail_memory(d->call->ctx);
    }
    for (uint32_t i = 0; i < d->layer_count; i++) {
        if (figures_of(d, 0, i) == 0 && figures_of(d, 1, i) == 0) {
            continue;
        }
        if (!lob_room_take(&room, LAYER_WEIGHT, false)) {
            left_out++;
            continue;
        }
        lob_diff_layouts_response_view_layers_item *item = &view->layers.items[view->layers.count++];
        item->layer = d->layers[i].layer;
        item->datatype = d->layers[i].datatype;
        LOB_TRY(show_color(d, i, &item->color));
    }
    return left_out ? lob_note(d->call->ctx, &d->notes, "%u more layers are drawn than view lists.", left_out) : LOB_OK;
}

lob_status lob_differ_show_view(lob_differ *d, lob_diff_layouts_response *response) {
    const lob_grid g = lob_differ_grid(d);
    const double dbu = d->grid.dbu;
    lob_diff_layouts_response_view *view = LOB_NEW(d->call->ctx->arena, lob_diff_layouts_response_view);
    if (!view) {
        return lob_fail_memory(d->call->ctx);
    }
    response->view = view;
    view->box_um = (lob_micron_box){.left = um(g.left, dbu),
                                    .bottom = um(g.top - g.height / g.sy, dbu),
                                    .right = um(g.left + g.width / g.sx, dbu),
                                    .top = um(g.top, dbu)};
    view->width = g.width;
    view->height = g.height;
    view->um_per_px = lob_num_round_scale(dbu / g.sx);
    return show_layers(d, view);
}
