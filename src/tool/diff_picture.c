/* Both layouts in one picture, by how much of each pixel they cover.
 *
 * The grid is that of a; b is drawn on the same one in its own units. Of each layer that differs the share that only
 * one side has is taken by pixel, and the largest over the layers; below lies, in grey, the union of all layers of
 * either side. Differences too small for a pixel have rings.
 */
#include <math.h>
#include <string.h>

#include "draw/marks.h"
#include "render/cover.h"
#include "tool/diff_layouts.h"

enum { IMAGES_SIZE = 64 << 20, RINGS_MAX = 200, RING_PX = 9, MARGIN_PERCENT = 5 };

typedef struct painter {
    lob_differ *d;
    lob_ctx *ctx;
    lob_cover *covers[2];
    lob_picture masks[2];
    lob_grid grids[2]; /* the same pixels in the units of each side */
    lob_grid common;
    uint8_t *planes[3]; /* both, only a, only b; in ctx->arena */
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

static void make_grids(painter *p) {
    const lob_box64 box = shown_box(p->d);
    const double w = (double)(box.right - box.left), h = (double)(box.top - box.bottom);
    const double width = w >= h ? LOB_DIFF_SIDE : ceil(LOB_DIFF_SIDE * w / h);
    const double height = h >= w ? LOB_DIFF_SIDE : ceil(LOB_DIFF_SIDE * h / w);
    p->common = lob_grid_fit(box, width < 64 ? 64 : (uint32_t)width, height < 64 ? 64 : (uint32_t)height);
    for (int k = 0; k < 2; k++) {
        const double s = (double)p->d->grid.scale[k];
        p->grids[k] = p->common;
        p->grids[k].left /= s;
        p->grids[k].top /= s;
        p->grids[k].sx *= s;
        p->grids[k].sy *= s;
    }
}

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

static lob_status cover_layers(painter *p, const lob_diff_layer *layers, uint32_t count, bool adds_both) {
    for (int k = 0; k < 2; k++) {
        lob_layer_index *found = LOB_NEW_ARRAY(p->ctx->arena, lob_layer_index, count + 1);
        uint32_t found_count = 0;
        if (!found) {
            return lob_fail_memory(p->ctx);
        }
        for (uint32_t i = 0; i < count; i++) {
            const lob_layer_index layer = lob_layout_find_layer(p->d->layouts[k], layers[i].layer, layers[i].datatype);
            found[found_count] = layer;
            found_count += layer != LOB_NONE;
        }
        LOB_TRY(cover_side(p, k, found, found_count));
    }
    take_masks(p, adds_both);
    return LOB_OK;
}

static uint8_t mixed(int ground, int color, int alpha) {
    return (uint8_t)((ground * (255 - alpha) + color * alpha + 127) / 255);
}

static void compose(painter *p, lob_picture *picture) {
    static const uint8_t colors[3][3] = {{0xb4, 0xb4, 0xb4}, {0xd6, 0x20, 0x20}, {0x1f, 0x4f, 0xe0}};
    for (size_t i = 0; i < p->pixels; i++) {
        uint8_t *pixel = picture->rgba + 4 * i;
        for (int layer = 0; layer < 3; layer++) {
            for (int c = 0; c < 3; c++) {
                pixel[c] = mixed(pixel[c], colors[layer][c], p->planes[layer][i]);
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
        const uint32_t color = item->area[1] <= 0 ? 0xd62020 : item->area[0] <= 0 ? 0x1f4fe0 : 0x8020a0;
        LOB_TRY(lob_marks_line(p->ctx, &marks, corners, 4, true, 1.5, color, 255));
    }
    return lob_marks_draw(p->ctx, &marks, picture);
}

static lob_status paint(painter *p, lob_picture *picture) {
    lob_differ *d = p->d;
    const bool has_xor = d->request->mode != LOB_DIFF_LAYOUTS_REQUEST_MODE_HIERARCHY;
    make_grids(p);
    p->pixels = (size_t)p->common.width * p->common.height;
    LOB_TRY(lob_picture_new(p->ctx, p->common.width, p->common.height, LOB_PICTURE_LIGHT, picture));
    for (int k = 0; k < 2; k++) {
        LOB_TRY(lob_cover_new(p->ctx, d->layouts[k], IMAGES_SIZE, &p->covers[k]));
        LOB_TRY(lob_picture_new(p->ctx, p->common.width, p->common.height, LOB_PICTURE_MASK, &p->masks[k]));
    }
    for (int i = 0; i < 3; i++) {
        p->planes[i] = lob_arena_zalloc(p->ctx->arena, p->pixels, 1);
        LOB_TRY(p->planes[i] ? LOB_OK : lob_fail_memory(p->ctx));
    }
    LOB_TRY(cover_layers(p, d->layers, d->layer_count, true));
    for (uint32_t i = 0; i < d->layer_count; i++) {
        if (!has_xor || d->xor.layers[i].count > 0) {
            LOB_TRY(cover_layers(p, &d->layers[i], 1, false));
        }
    }
    compose(p, picture);
    return ring_small(p, picture);
}

lob_status lob_differ_paint(lob_differ *differ, lob_picture *picture) {
    painter p = {.d = differ, .ctx = differ->call->ctx};
    *picture = (lob_picture){0};
    lob_status status = paint(&p, picture);
    for (int k = 0; k < 2; k++) {
        lob_cover_release(p.covers[k]);
        lob_picture_release(&p.masks[k]);
    }
    if (status != LOB_OK) {
        lob_picture_release(picture);
        *picture = (lob_picture){0};
    }
    return status;
}
