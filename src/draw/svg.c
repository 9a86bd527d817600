/* The document: head, ground, a group for each layer, marks. See svg.h. */
#include "draw/svg.h"

#include <stdlib.h>

#include "base/num.h"
#include "draw/svg_impl.h"

/* ---- head ---- */

static void put_um(lob_buf *out, double dbu, double dbu_um) {
    char text[LOB_NUM_TEXT_SIZE];
    lob_buf_add(out, text, lob_num_print(text, lob_num_round_um(dbu * dbu_um)));
}

static void put_size(lob_buf *out, uint32_t width, uint32_t height) {
    lob_svg_attribute(out, "width", width);
    lob_svg_attribute(out, "height", height);
}

/* Title: the cell; description: the box shown, in micrometres. */
static void put_place(const lob_svg *svg) {
    const lob_grid *grid = &svg->scene->grid;
    const double dbu_um = lob_layout_dbu(svg->layout);
    lob_buf *out = svg->out;
    lob_buf_add_text(out, "<title>");
    lob_svg_escape(out, lob_layout_cell(svg->layout, svg->scene->cell)->name);
    lob_buf_add_text(out, "</title>\n<desc>left ");
    put_um(out, grid->left, dbu_um);
    lob_buf_add_text(out, ", bottom ");
    put_um(out, grid->top - grid->height / grid->sy, dbu_um);
    lob_buf_add_text(out, ", right ");
    put_um(out, grid->left + grid->width / grid->sx, dbu_um);
    lob_buf_add_text(out, ", top ");
    put_um(out, grid->top, dbu_um);
    lob_buf_add_text(out, " (um)</desc>\n");
}

static void put_head(const lob_svg *svg) {
    const lob_grid *grid = &svg->scene->grid;
    lob_buf *out = svg->out;
    lob_buf_add_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                          "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\""
                          " xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" version=\"1.1\"");
    put_size(out, grid->width, grid->height);
    lob_buf_add_text(out, " viewBox=\"0 0 ");
    lob_svg_milli(out, INT64_C(1000) * grid->width);
    lob_buf_add_byte(out, ' ');
    lob_svg_milli(out, INT64_C(1000) * grid->height);
    lob_buf_add_text(out, "\">\n");
    if (svg->layout) {
        put_place(svg);
    }
    lob_buf_add_text(out, "<clipPath id=\"view\"><rect");
    put_size(out, grid->width, grid->height);
    lob_buf_add_text(out, "/></clipPath>\n<rect id=\"ground\"");
    put_size(out, grid->width, grid->height);
    lob_svg_color(out, "fill", svg->scene->mode == LOB_PICTURE_LIGHT ? 0xffffff : 0);
    lob_buf_add_text(out, "/>\n<g clip-path=\"url(#view)\" fill-rule=\"nonzero\" stroke-linejoin=\"miter\""
                          " stroke-miterlimit=\"4\" stroke-linecap=\"square\">\n");
}

/* ---- layers ---- */

/* Set bits as rectangles of one path, row by row, runs joined. */
static void put_pattern(lob_buf *out, const lob_style *style, uint32_t index) {
    lob_buf_add_text(out, "<pattern id=\"fill-");
    lob_svg_number(out, index, 0);
    lob_buf_add_text(out, "\" patternUnits=\"userSpaceOnUse\"");
    put_size(out, style->pattern_width, style->pattern_height);
    lob_buf_add_text(out, "><path");
    lob_svg_color(out, "fill", style->fill);
    lob_buf_add_text(out, " d=\"");
    for (uint32_t y = 0; y < style->pattern_height; y++) {
        for (uint32_t x = 0; x < style->pattern_width; x++) {
            uint32_t first = x;
            while (x < style->pattern_width && style->pattern[y] >> x & 1) {
                x++;
            }
            if (x > first) {
                const int64_t left = INT64_C(1000) * first, right = INT64_C(1000) * x;
                const int64_t top = INT64_C(1000) * y, bottom = top + 1000;
                const lob_point64 run[4] = {{left, top}, {right, top}, {right, bottom}, {left, bottom}};
                lob_svg_ring_write(out, run, 4, false);
            }
        }
    }
    lob_buf_add_text(out, "\"/></pattern>\n");
}

static bool is_patterned(const lob_style *style) {
    return style->pattern_width > 0 && style->pattern_height > 0;
}

/* ` name="colour or pattern"`. */
static void put_paint(lob_buf *out, const char *name, const lob_style *style, uint32_t index) {
    if (!is_patterned(style)) {
        lob_svg_color(out, name, style->fill);
        return;
    }
    lob_buf_add_byte(out, ' ');
    lob_buf_add_text(out, name);
    lob_buf_add_text(out, "=\"url(#fill-");
    lob_svg_number(out, index, 0);
    lob_buf_add_text(out, ")\"");
}

static void put_data(lob_buf *out, const lob_buf *data) {
    lob_buf_add_text(out, " d=\"");
    lob_buf_add(out, data->data, data->size);
    lob_buf_add_text(out, "\"/>\n");
}

/* Lines that stay as wide as they are, however far a viewer zooms. */
#define STEADY " style=\"vector-effect:non-scaling-stroke\""

static void put_opacity(lob_buf *out, const char *name, uint8_t alpha) {
    if (alpha < 255) {
        lob_svg_alpha(out, name, alpha);
    }
}

static void put_shape_name(lob_buf *out, uint32_t index) {
    lob_buf_add_text(out, "shape-");
    lob_svg_number(out, index, 0);
}

static void put_use(lob_buf *out, uint32_t index) {
    lob_buf_add_text(out, "<use xlink:href=\"#");
    put_shape_name(out, index);
    lob_buf_add_text(out, "\"/>\n");
}

static void put_frame(lob_buf *out, const lob_style *style, const char *opacity) {
    lob_svg_color(out, "stroke", style->frame);
    lob_svg_attribute(out, "stroke-width", style->frame_width);
    lob_buf_add_text(out, style->is_dashed ? " stroke-dasharray=\"6 4\"" : "");
    put_opacity(out, opacity, style->frame_alpha);
}

/* All that is filled, in one path or in a group whose opacity counts once. */
static void put_fills(const lob_svg *svg, const lob_style *style, uint32_t index, bool is_one) {
    const lob_svg_paths *paths = &svg->paths;
    lob_buf *out = svg->out;
    if (is_one) {
        lob_buf_add_text(out, "<path");
        put_paint(out, "fill", style, index);
        put_opacity(out, "fill-opacity", style->fill_alpha);
        put_data(out, &paths->fill[0]);
        return;
    }
    lob_buf_add_text(out, "<g");
    put_paint(out, "fill", style, index);
    put_opacity(out, "opacity", style->fill_alpha);
    lob_buf_add_text(out, ">\n");
    if (paths->both.size > 0) {
        put_use(out, index);
    }
    for (unsigned k = 0; k < LOB_SVG_WIDTHS; k++) {
        if (paths->fill[k].size > 0) {
            lob_buf_add_text(out, k > 0 ? "<path" STEADY : "<path");
            if (k > 0) {
                put_paint(out, "stroke", style, index);
                lob_svg_attribute(out, "stroke-width", k * LOB_SVG_HAIRLINE / 100.0);
            }
            put_data(out, &paths->fill[k]);
        }
    }
    lob_buf_add_text(out, "</g>\n");
}

static void put_frames(const lob_svg *svg, const lob_style *style, uint32_t index) {
    const lob_svg_paths *paths = &svg->paths;
    lob_buf *out = svg->out;
    lob_buf_add_text(out, "<g fill=\"none\"");
    put_frame(out, style, "opacity");
    lob_buf_add_text(out, ">\n");
    if (paths->both.size > 0) {
        put_use(out, index);
    }
    if (paths->frame.size > 0) {
        lob_buf_add_text(out, "<path" STEADY);
        put_data(out, &paths->frame);
    }
    lob_buf_add_text(out, "</g>\n");
}

/* In most layers one element does. Rings that are filled and framed beside others that are not are defined once. */
static void put_paths(const lob_svg *svg, const lob_style *style, uint32_t index) {
    const lob_svg_paths *paths = &svg->paths;
    lob_buf *out = svg->out;
    bool has_hairlines = false;
    for (unsigned k = 1; k < LOB_SVG_WIDTHS; k++) {
        has_hairlines = has_hairlines || paths->fill[k].size > 0;
    }
    const bool has_both = paths->both.size > 0;
    const bool has_fill = has_hairlines || paths->fill[0].size > 0;
    if (is_patterned(style) && (has_both || has_fill)) {
        put_pattern(out, style, index);
    }
    if (has_both && !has_fill && paths->frame.size == 0) {
        lob_buf_add_text(out, "<path" STEADY);
        put_paint(out, "fill", style, index);
        put_opacity(out, "fill-opacity", style->fill_alpha);
        put_frame(out, style, "stroke-opacity");
        put_data(out, &paths->both);
        return;
    }
    if (has_both) {
        lob_buf_add_text(out, "<defs><path" STEADY " id=\"");
        put_shape_name(out, index);
        lob_buf_add_byte(out, '"');
        lob_buf_add_text(out, " d=\"");
        lob_buf_add(out, paths->both.data, paths->both.size);
        lob_buf_add_text(out, "\"/></defs>\n");
    }
    if (has_both || has_fill) {
        put_fills(svg, style, index, !has_both && !has_hairlines);
    }
    if (has_both || paths->frame.size > 0) {
        put_frames(svg, style, index);
    }
}

static lob_status need_raster(lob_svg *svg) {
    const lob_grid *grid = &svg->scene->grid;
    return svg->raster ? LOB_OK : lob_cover_raster(svg->ctx, svg->cover, grid->width, grid->height, &svg->raster);
}

/* Without frames all of each figure is frame, as in scene.c. */
static lob_status put_figures(lob_svg *svg, const lob_scene_layer *layer, uint32_t index) {
    const uint64_t figures = svg->counts[layer->layer].shapes;
    lob_style style = layer->style;
    lob_svg_what what = {.layers = &layer->layer, .layer_count = 1, .keeps_thin = true};
    svg->info->figures = lob_u64_add_sat(svg->info->figures, figures);
    if (figures > LOB_COVER_FRAMES_COUNT) {
        style.pattern_width = 0;
        style.fill_alpha =
            style.frame_width > 0 && style.frame_alpha > style.fill_alpha ? style.frame_alpha : style.fill_alpha;
    }
    if (figures > LOB_SVG_FIGURE_MAX) {
        lob_cover_info one;
        svg->info->far_count++;
        LOB_TRY(need_raster(svg));
        LOB_TRY(lob_cover_shade(svg->ctx, svg->cover, svg->scene->cell, layer->layer, &svg->scene->grid, svg->raster,
                                &one));
        return lob_svg_image(svg->ctx, svg->raster, &svg->scene->grid, style.fill, style.fill_alpha, one.is_exact,
                             svg->out);
    }
    what.has_fill = style.fill_alpha > 0;
    what.frame_width = figures <= LOB_COVER_FRAMES_COUNT && style.frame_alpha > 0 ? style.frame_width : 0;
    LOB_TRY(lob_svg_figures(svg, &what));
    put_paths(svg, &style, index);
    return LOB_OK;
}

static void put_name(const lob_svg *svg, const lob_str *names, uint32_t index, bool is_id) {
    if (names && is_id) {
        lob_svg_id(svg->out, names[index]);
    } else if (names) {
        lob_svg_escape(svg->out, names[index]);
    } else {
        const lob_layer *layer = lob_layout_layer(svg->layout, svg->scene->layers[index].layer);
        lob_svg_number(svg->out, layer->layer, 0);
        lob_buf_add_byte(svg->out, is_id ? '_' : '/');
        lob_svg_number(svg->out, layer->datatype, 0);
    }
}

static lob_status put_layer(lob_svg *svg, const lob_str *names, uint32_t index) {
    lob_buf *out = svg->out;
    lob_buf_add_text(out, "<g id=\"layer-");
    lob_svg_number(out, index, 0);
    lob_buf_add_byte(out, '-');
    put_name(svg, names, index, true);
    lob_buf_add_text(out, "\" inkscape:groupmode=\"layer\" inkscape:label=\"");
    put_name(svg, names, index, false);
    lob_buf_add_text(out, "\">\n<title>");
    put_name(svg, names, index, false);
    lob_buf_add_text(out, "</title>\n");
    LOB_TRY(put_figures(svg, &svg->scene->layers[index], index));
    lob_buf_add_text(out, "</g>\n");
    return lob_svg_check(svg->ctx, out);
}

/* ---- mask ---- */

static lob_status put_union(lob_svg *svg, const lob_svg_what *what) {
    static const lob_style white = {.fill = 0xffffff, .fill_alpha = 255, .is_visible = true};
    for (uint32_t i = 0; i < what->layer_count; i++) {
        svg->info->figures = lob_u64_add_sat(svg->info->figures, svg->counts[what->layers[i]].shapes);
    }
    if (svg->info->figures <= LOB_SVG_FIGURE_MAX) {
        LOB_TRY(lob_svg_figures(svg, what));
        put_paths(svg, &white, 0);
        return LOB_OK;
    }
    lob_cover_info one;
    svg->info->far_count = what->layer_count;
    LOB_TRY(need_raster(svg));
    LOB_TRY(lob_cover_union(svg->ctx, svg->cover, svg->scene->cell, what->layers, what->layer_count, &svg->scene->grid,
                            svg->raster, &one));
    return lob_svg_image(svg->ctx, svg->raster, &svg->scene->grid, white.fill, white.fill_alpha, false, svg->out);
}

static lob_status put_mask(lob_svg *svg, const lob_str *names) {
    const lob_scene *scene = svg->scene;
    bool is_first = true;
    lob_buf_add_text(svg->out, "<g id=\"mask\">\n<title>");
    for (uint32_t i = 0; i < scene->layer_count; i++) {
        if (scene->layers[i].style.is_visible) {
            lob_buf_add_text(svg->out, is_first ? "" : ", ");
            put_name(svg, names, i, false);
            is_first = false;
        }
    }
    lob_buf_add_text(svg->out, "</title>\n");
    if (svg->visible_count > 0) {
        const lob_svg_what what = {.layers = svg->visible, .layer_count = svg->visible_count, .has_fill = true};
        LOB_TRY(put_union(svg, &what));
    }
    lob_buf_add_text(svg->out, "</g>\n");
    return lob_svg_check(svg->ctx, svg->out);
}

/* ---- all ---- */

static int by_index(const void *a, const void *b) {
    lob_layer_index x = *(const lob_layer_index *)a;
    lob_layer_index y = *(const lob_layer_index *)b;
    return x < y ? -1 : x > y;
}

/* The layers that are drawn, each once, sorted; and their figures, counted in one walk. */
static lob_status count_layers(lob_svg *svg) {
    const lob_scene *scene = svg->scene;
    svg->visible = LOB_NEW_ARRAY(svg->ctx->arena, lob_layer_index, scene->layer_count + UINT64_C(1));
    if (!svg->visible) {
        return lob_fail_memory(svg->ctx);
    }
    uint32_t all = 0;
    for (uint32_t i = 0; i < scene->layer_count; i++) {
        if (scene->layers[i].style.is_visible) {
            svg->visible[all++] = scene->layers[i].layer;
        }
    }
    qsort(svg->visible, all, sizeof *svg->visible, by_index);
    for (uint32_t i = 0; i < all; i++) {
        if (i == 0 || svg->visible[i] != svg->visible[i - 1]) {
            svg->visible[svg->visible_count++] = svg->visible[i];
        }
    }
    return lob_svg_count(svg);
}

static lob_status put_all(lob_svg *svg, const lob_str *names, const lob_marks *marks) {
    const lob_scene *scene = svg->scene;
    put_head(svg);
    LOB_TRY(lob_svg_check(svg->ctx, svg->out));
    LOB_TRY(count_layers(svg));
    if (scene->mode == LOB_PICTURE_MASK) {
        LOB_TRY(put_mask(svg, names));
    }
    for (uint32_t i = 0; scene->mode != LOB_PICTURE_MASK && i < scene->layer_count; i++) {
        if (scene->layers[i].style.is_visible) {
            LOB_TRY(put_layer(svg, names, i));
        }
        lob_progress(svg->ctx, i + 1.0, scene->layer_count, "drawing layers");
    }
    if (marks && marks->count > 0) {
        LOB_TRY(lob_svg_marks(svg, marks));
    }
    lob_buf_add_text(svg->out, "</g>\n</svg>\n");
    return lob_svg_check(svg->ctx, svg->out);
}

static void release(lob_svg *svg) {
    for (unsigned i = 0; i < LOB_SVG_WIDTHS; i++) {
        lob_buf_release(&svg->paths.fill[i]);
    }
    lob_buf_release(&svg->paths.both);
    lob_buf_release(&svg->paths.frame);
    lob_ring_release(&svg->figure);
    lob_svg_ring_release(&svg->ring);
    if (svg->raster) {
        lob_cover_raster_end(svg->cover);
    }
    lob_ctx_drop(&svg->part);
}

static lob_status check_size(lob_ctx *ctx, const lob_grid *grid) {
    if (grid->width >= 1 && grid->height >= 1 && grid->width <= LOB_SIDE_MAX && grid->height <= LOB_SIDE_MAX) {
        return LOB_OK;
    }
    lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "The picture is larger than allowed");
    lob_hint(ctx, "Ask for 1 to %d pixels along each side", LOB_SIDE_MAX);
    lob_error_text(&ctx->error, "limit_name", LOB_STR("image_side"));
    lob_error_integer(&ctx->error, "limit", LOB_SIDE_MAX);
    return status;
}

lob_status lob_svg_make(lob_ctx *ctx, lob_cover *cover, const lob_scene *scene, const lob_str *names,
                        const lob_marks *marks, lob_buf *out, lob_scene_info *info) {
    *info = (lob_scene_info){0};
    lob_buf_clear(out);
    LOB_TRY(check_size(ctx, &scene->grid));
    LOB_TRY(lob_poll(ctx));
    lob_svg *svg = LOB_NEW(ctx->arena, lob_svg);
    if (!svg) {
        return lob_fail_memory(ctx);
    }
    svg->ctx = ctx;
    svg->cover = cover;
    svg->layout = cover ? lob_cover_layout(cover) : NULL;
    svg->scene = scene;
    svg->out = out;
    svg->info = info;
    for (unsigned i = 0; i < LOB_SVG_WIDTHS; i++) {
        lob_buf_init(&svg->paths.fill[i], out->size_max);
    }
    lob_buf_init(&svg->paths.both, out->size_max);
    lob_buf_init(&svg->paths.frame, out->size_max);
    LOB_TRY(lob_ctx_child(ctx, &svg->part, 0));
    lob_status status = put_all(svg, names, marks);
    release(svg);
    return status;
}
