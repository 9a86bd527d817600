/* The legend: a panel in the upper right with a swatch and a name for each layer, in as many columns as it needs and
 * the picture spares. Swatches look as the layer does: its fill where the pattern has a bit, counted from the picture's
 * corner, and its frame. */
#include "draw/annotate_impl.h"

#define MARGIN  8.0 /* that the widest plan leaves */
#define PADDING 6.0
#define COLUMN  12.0 /* between columns */
#define LEAST   8    /* a panel of fewer rows is not cut into columns */

enum { SWATCH_WIDTH = 20, SWATCH_HEIGHT = 11 };

typedef struct plan {
    uint32_t count; /* entries shown, the rest is told as a number */
    uint32_t rows, columns;
    bool has_rest;
    double row, text; /* height of a row, width of the widest name */
    double width, height;
    lob_text_cut *names;
    lob_str rest;
} plan;

/* One ring around all bits set, run by run from the left border and back: what joins them has no width and lies on the
 * borders of pixels. */
static lob_status put_pattern(annotator *a, const lob_style *style, uint32_t x0, uint32_t y0) {
    enum { RUNS_MAX = SWATCH_HEIGHT * (SWATCH_WIDTH / 2), RUN_POINTS = 7 };
    lob_pixel ring[RUNS_MAX * RUN_POINTS];
    uint32_t count = 0;
    for (uint32_t y = y0; y < y0 + SWATCH_HEIGHT; y++) {
        uint32_t bits = style->pattern[y % style->pattern_height];
        for (uint32_t x = x0; x < x0 + SWATCH_WIDTH; x++) {
            uint32_t first = x;
            while (x < x0 + SWATCH_WIDTH && (bits >> (x % style->pattern_width) & 1)) {
                x++;
            }
            if (x > first) {
                const lob_pixel run[RUN_POINTS] = {{x0, y},        {first, y}, {x, y}, {x, y + 1},
                                                   {first, y + 1}, {first, y}, {x0, y}};
                for (int i = 0; i < RUN_POINTS; i++) {
                    ring[count++] = run[i];
                }
            }
        }
    }
    return count > 0 ? lob_sketch_area(a, ring, count, style->fill, style->fill_alpha) : LOB_OK;
}

static lob_status put_swatch(annotator *a, const lob_style *style, uint32_t x, uint32_t y) {
    const lob_rect r = {x, y, x + SWATCH_WIDTH, y + SWATCH_HEIGHT};
    if (a->mode == LOB_PICTURE_MASK) {
        return lob_sketch_rect(a, r, 0xffffff, 255);
    }
    LOB_TRY(lob_sketch_rect(a, r, a->ground, 255));
    if (!style->is_visible) {
        return LOB_OK;
    }
    if (style->pattern_width > 0 && style->pattern_height > 0) {
        LOB_TRY(put_pattern(a, style, x, y));
    } else if (style->fill_alpha > 0) {
        LOB_TRY(lob_sketch_rect(a, r, style->fill, style->fill_alpha));
    }
    double width = fmin(style->frame_width, 4);
    if (width <= 0 || style->frame_alpha == 0) {
        return LOB_OK;
    }
    const lob_rect middle = {r.left + width / 2, r.top + width / 2, r.right - width / 2, r.bottom - width / 2};
    const pen frame = {.width = width,
                       .color = style->frame,
                       .alpha = style->frame_alpha,
                       .dash_on = style->is_dashed ? 4 : 0,
                       .gap = style->is_dashed ? 2.5 : 0};
    return lob_sketch_frame(a, middle, &frame);
}

/* Columns of equal width, as few as will do within the room; what is left over is a number in the last place. */
static lob_status make_plan(annotator *a, const lob_annotation *n, double top, plan *p) {
    double room_x = fmax(a->width * 0.6, fmin(a->width - 2 * MARGIN, 140)) - 2 * PADDING;
    double room_y = a->height * 0.92 - top - 2 * PADDING;
    double swatch = SWATCH_WIDTH + PADDING;
    *p = (plan){.row = fmax(a->line + 3, SWATCH_HEIGHT + 4), .count = n->legend_count};
    p->names = LOB_NEW_ARRAY(a->ctx->arena, lob_text_cut, p->count);
    if (!p->names) {
        return lob_fail_memory(a->ctx);
    }
    for (uint32_t i = 0; i < p->count; i++) {
        LOB_TRY(lob_text_fit(a, n->legend[i].name, fmin(room_x - swatch, fmax(a->width / 4, 90)), true, &p->names[i]));
        p->text = fmax(p->text, p->names[i].width);
    }
    double column = swatch + p->text;
    uint32_t rows_max = room_y < p->row ? 0 : (uint32_t)(room_y / p->row);
    uint32_t columns_max = room_x < column ? 0 : 1 + (uint32_t)((room_x - column) / (column + COLUMN));
    uint64_t places = (uint64_t)rows_max * columns_max;
    if (places < p->count) {
        p->has_rest = true;
        p->count = places < 2 ? 0 : (uint32_t)places - 1;
        LOB_TRY(lob_text_decimal(a, n->legend_count - p->count, 0, "more", &p->rest));
        if (p->count == 0 || lob_text_width(p->rest, a->size) > swatch + p->text) {
            p->has_rest = false;
            p->count = (uint32_t)places;
        }
    }
    uint32_t shown = p->count + p->has_rest;
    if (shown == 0) {
        return LOB_OK;
    }
    p->columns = (shown + rows_max - 1) / rows_max;
    p->rows = (shown + p->columns - 1) / p->columns;
    p->width = ceil(p->columns * column + (p->columns - 1) * COLUMN + 2 * PADDING);
    p->height = ceil(p->rows * p->row + 2 * PADDING);
    return LOB_OK;
}

static lob_status put_entry(annotator *a, const lob_annotation *n, const plan *p, uint32_t i, lob_rect panel,
                            uint32_t color) {
    const uint32_t column = i / p->rows, row = i % p->rows;
    double x = panel.left + PADDING + column * (SWATCH_WIDTH + PADDING + p->text + COLUMN);
    double y = panel.top + PADDING + row * p->row;
    double top = floor(y + (p->row - a->line) / 2 + 0.5);
    if (i == p->count) {
        a->info->words_placed++;
        return lob_word_put(a, p->rest, floor(x + 0.5), top, color, a->ground);
    }
    LOB_TRY(put_swatch(a, &n->legend[i].style, (uint32_t)x, (uint32_t)(y + (p->row - SWATCH_HEIGHT) / 2)));
    if (p->names[i].text.size == 0) {
        return LOB_OK;
    }
    a->info->words_placed++;
    return lob_word_put(a, p->names[i].text, floor(x + SWATCH_WIDTH + PADDING + 0.5), top, color, a->ground);
}

lob_status lob_legend_room(annotator *a, const lob_annotation *n, lob_panel_room *room) {
    plan p = {0};
    const double margin = lob_panel_margin(a);
    if (n->legend_count > 0) {
        LOB_TRY(make_plan(a, n, margin, &p));
    }
    if (p.width > 0) {
        *room = (lob_panel_room){p.width + margin, p.height + margin};
    }
    return LOB_OK;
}

/* The usual corner is the upper right, one legend below the other; *top: of the next. */
lob_status lob_annotate_legend(annotator *a, const lob_annotation *n, uint32_t color, double *top) {
    plan p;
    const double margin = lob_panel_margin(a);
    const bool is_low = n->corner == LOB_PANEL_SE || n->corner == LOB_PANEL_SW;
    const bool is_left = n->corner == LOB_PANEL_NW || n->corner == LOB_PANEL_SW;
    const bool is_usual = !is_low && !is_left;
    double from = fmax(is_usual ? *top : 0, margin);
    if (n->legend_count == 0) {
        return LOB_OK;
    }
    LOB_TRY(make_plan(a, n, from, &p));
    uint32_t shown = p.count + p.has_rest;
    lob_rect panel = {.left = is_left ? ceil(margin + a->axis_x) : floor(a->width - margin) - p.width,
                      .top = is_low ? floor(a->height - margin - a->axis_y) - p.height : ceil(from)};
    panel.right = panel.left + p.width;
    panel.bottom = panel.top + p.height;
    if (shown == 0 || !lob_place_is_free(a, panel, false)) {
        a->info->layers_dropped += n->legend_count;
        return LOB_OK;
    }
    a->info->layers_drawn += p.count;
    a->info->layers_dropped += n->legend_count - p.count;
    lob_place_take(a, panel);
    *top = is_usual ? panel.bottom + margin : *top;
    LOB_TRY(lob_sketch_rect(a, panel, a->ground, 230));
    const lob_rect rim = {panel.left + 0.5, panel.top + 0.5, panel.right - 0.5, panel.bottom - 0.5};
    LOB_TRY(lob_sketch_frame(a, rim, &(pen){.width = 1, .color = a->ink, .alpha = 110}));
    for (uint32_t i = 0; i < shown; i++) {
        LOB_TRY(put_entry(a, n, &p, i, panel, lob_color_readable(color, a->ground)));
    }
    return LOB_OK;
}
