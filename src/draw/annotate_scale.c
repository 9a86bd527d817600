/* What is written with lengths and coordinates: rulers, the scale bar, the grid, the crosshair.
 *
 * Invariant: what is drawn has the length or place that is written, exactly: nothing is moved to whole pixels. */
#include "draw/annotate_impl.h"

#include "base/num.h"

#define MICROMETRE "\xc2\xb5m"
#define TICK       5.0  /* half the length of an end tick of a ruler */
#define PITCH_MIN  60.0 /* pixels between lines of a grid; at most 2.5 times that */
#define MARGIN     8.0  /* of the scale bar */
#define PADDING    5.0
#define BAR        4.0
#define INDEX_MAX  9e15 /* lines are counted with doubles */

lob_status lob_annotate_ruler(annotator *a, const lob_annotation *n, uint32_t color) {
    if (n->point_count < 2) {
        return LOB_OK;
    }
    const lob_vec2 *p = n->points;
    lob_pixel ends[2] = {lob_sketch_at(a, p[0].x, p[0].y), lob_sketch_at(a, p[1].x, p[1].y)};
    double length = hypot(ends[1].x - ends[0].x, ends[1].y - ends[0].y);
    double ux = length > 0 ? (ends[1].x - ends[0].x) / length : 1;
    double uy = length > 0 ? (ends[1].y - ends[0].y) / length : 0;
    const pen line = {.width = 1.5, .color = color, .alpha = 255, .is_cased = true};
    if (length > 0) {
        LOB_TRY(lob_sketch_line(a, ends, 2, false, &line));
    }
    for (int i = 0; i < 2; i++) {
        const lob_pixel tick[2] = {{ends[i].x - uy * TICK, ends[i].y + ux * TICK},
                                   {ends[i].x + uy * TICK, ends[i].y - ux * TICK}};
        LOB_TRY(lob_sketch_line(a, tick, 2, false, &line));
        lob_place_shade_line(a, tick[0], tick[1]);
    }
    lob_word word = {.text = n->text, .color = color, .turn = WORDS_CALLER, .kind = WORD_LINE};
    if (word.text.size == 0) {
        word.is_fixed_text = true;
        LOB_TRY(lob_text_length(a, hypot(p[1].x - p[0].x, p[1].y - p[0].y), &word.text));
    }
    if (!lob_sketch_clip(a, 0, &ends[0], &ends[1])) {
        a->info->words_outside++;
        return LOB_OK;
    }
    lob_place_shade_line(a, ends[0], ends[1]);
    word.a = ends[0];
    word.b = ends[1];
    return lob_word_add(a, &word);
}

/* The unit in which a round length is a whole number if it can be: nm, um or mm. */
static lob_status length_text(annotator *a, round_number r, lob_str *text) {
    if (r.exponent >= 3) {
        return lob_text_decimal(a, r.factor, r.exponent - 3, "mm", text);
    }
    if (r.exponent >= 0) {
        return lob_text_decimal(a, r.factor, r.exponent, MICROMETRE, text);
    }
    return lob_text_decimal(a, r.factor, r.exponent + 3, "nm", text);
}

typedef struct bar {
    lob_str text;
    double length, word, inner; /* pixels; inner: the longer of both */
    double height;              /* of the panel */
} bar;

static lob_status make_bar(annotator *a, bar *b) {
    const double px_per_um = a->grid->sx / lob_num_snap_dbu(a->dbu);
    const round_number r = lob_round_below(a->width / 4 / px_per_um);
    LOB_TRY(length_text(a, r, &b->text));
    b->length = r.value * px_per_um;
    b->word = lob_text_width(b->text, a->size);
    b->inner = fmax(b->length, b->word);
    b->height = a->line + BAR + 2 * PADDING + 1;
    return LOB_OK;
}

double lob_panel_margin(const annotator *a) {
    return fmin(MARGIN, fmin(a->width, a->height) / 40 + 1);
}

lob_status lob_scale_bar_room(annotator *a, lob_panel_room *room) {
    bar b;
    LOB_TRY(make_bar(a, &b));
    *room = (lob_panel_room){b.inner + 2 * PADDING + lob_panel_margin(a), b.height + lob_panel_margin(a)};
    return LOB_OK;
}

lob_status lob_annotate_scale_bar(annotator *a, lob_panel_corner corner, uint32_t color) {
    const double margin = lob_panel_margin(a);
    bar b;
    LOB_TRY(make_bar(a, &b));
    lob_rect panel = {.left = margin + a->axis_x, .bottom = a->height - margin - a->axis_y};
    if (corner == LOB_PANEL_NE || corner == LOB_PANEL_SE) {
        panel.left = floor(a->width - margin - b.inner - 2 * PADDING);
    }
    if (corner == LOB_PANEL_NE || corner == LOB_PANEL_NW) {
        panel.bottom = ceil(margin + b.height);
    }
    panel.right = panel.left + b.inner + 2 * PADDING;
    panel.top = floor(panel.bottom - b.height);
    if (!lob_place_is_free(a, panel, false)) {
        a->info->words_dropped++;
        return LOB_OK;
    }
    lob_place_take(a, panel);
    a->info->words_placed++;
    LOB_TRY(lob_sketch_rect(a, panel, a->ground, 216));
    double left = panel.left + PADDING + (b.inner - b.length) / 2;
    double bottom = panel.bottom - PADDING;
    LOB_TRY(lob_sketch_rect(a, (lob_rect){left, bottom - BAR, left + b.length, bottom}, color, 255));
    return lob_word_put(a, b.text, floor(panel.left + PADDING + (b.inner - b.word) / 2 + 0.5), panel.top + PADDING - 1,
                        lob_color_readable(color, a->ground), a->ground);
}

/* ---- grid ---- */

typedef struct axis {
    bool is_x;
    round_number pitch; /* um */
    double first, last; /* numbers of the lines */
    double step;        /* dbu */
    uint32_t each;      /* every how manieth line has a coordinate; 0: none */
    double room;        /* the widest coordinate; its height for y */
} axis;

static lob_pixel line_at(const annotator *a, const axis *x, double i) {
    return x->is_x ? (lob_pixel){lob_sketch_at(a, i * x->step, 0).x, 0}
                   : (lob_pixel){0, lob_sketch_at(a, 0, i * x->step).y};
}

static lob_status coordinate_text(annotator *a, const axis *x, double i, bool has_unit, lob_str *text) {
    return lob_text_decimal(a, (int64_t)i * x->pitch.factor, x->pitch.exponent, has_unit ? MICROMETRE : "", text);
}

static bool is_labelled(const axis *x, double i) {
    return x->each > 0 && fmod(i, x->each) == 0;
}

/* The lines in view, and which of them have room for a coordinate. False: so far from the origin that none counts. */
static lob_status axis_of(annotator *a, bool is_x, axis *x, bool *has_lines) {
    const lob_grid *g = a->grid;
    double um = lob_num_snap_dbu(a->dbu);
    *x = (axis){.is_x = is_x, .pitch = lob_round_above(PITCH_MIN * um / fmin(g->sx, g->sy)), .each = 1};
    x->step = x->pitch.value / um;
    double from = is_x ? g->left : g->top - g->height / g->sy;
    double to = is_x ? g->left + g->width / g->sx : g->top;
    x->first = ceil(from / x->step);
    x->last = floor(to / x->step);
    *has_lines = fabs(x->first) < INDEX_MAX / 5 && fabs(x->last) < INDEX_MAX / 5 && x->first <= x->last;
    if (!*has_lines) {
        return LOB_OK;
    }
    for (double i = x->first; i <= x->last; i += fmax(1, x->last - x->first)) {
        lob_str text;
        LOB_TRY(coordinate_text(a, x, i, true, &text));
        x->room = fmax(x->room, lob_text_width(text, a->size));
    }
    double pitch = x->step * (is_x ? g->sx : g->sy);
    double need = (is_x ? x->room : a->line) + 8;
    while (x->each < 1000 && pitch * x->each < need) {
        x->each = x->each == 1 ? 2 : x->each == 2 ? 5 : x->each * 2;
    }
    return LOB_OK;
}

static lob_status put_axis(annotator *a, const axis *x, uint32_t color) {
    bool has_unit = true;
    for (double i = x->first; i <= x->last; i++) {
        lob_pixel at = line_at(a, x, i);
        lob_pixel ends[2] = {at, x->is_x ? (lob_pixel){at.x, a->height} : (lob_pixel){a->width, at.y}};
        LOB_TRY(lob_sketch_line(a, ends, 2, false, &(pen){.width = 3, .color = a->ground, .alpha = 90}));
        LOB_TRY(lob_sketch_line(a, ends, 2, false, &(pen){.width = 1, .color = color, .alpha = i == 0 ? 230 : 130}));
        lob_word word = {.color = a->ink, .turn = WORDS_GRID, .kind = WORD_AT, .is_fixed_text = true};
        /* The corner where both axes would write stays free; so do the borders. */
        double from = x->is_x ? a->axis_x : 0;
        double to = x->is_x ? a->width : a->height - a->axis_y;
        if (!is_labelled(x, i)) {
            continue;
        }
        LOB_TRY(coordinate_text(a, x, i, has_unit, &word.text));
        double half = (x->is_x ? lob_text_width(word.text, a->size) : a->line) / 2 + LOB_HALO + 1;
        double middle = x->is_x ? at.x : at.y;
        if (middle - half < from || middle + half > to) {
            continue;
        }
        word.a = x->is_x ? (lob_pixel){middle - half + LOB_HALO + 1, a->height - a->line - 2}
                         : (lob_pixel){LOB_HALO + 2, middle - a->line / 2};
        LOB_TRY(lob_word_add(a, &word));
        has_unit = false;
    }
    return LOB_OK;
}

lob_status lob_annotate_grid(annotator *a, uint32_t color) {
    axis x;
    axis y;
    bool has_x;
    bool has_y;
    LOB_TRY(axis_of(a, true, &x, &has_x));
    LOB_TRY(axis_of(a, false, &y, &has_y));
    a->axis_y = has_x ? a->line + 4 : 0;
    a->axis_x = has_y ? y.room + 2 * LOB_HALO + 6 : 0;
    if (a->axis_x > a->width / 3 || a->axis_y > a->height / 4) { /* no room for coordinates */
        x.each = y.each = 0;
        a->axis_x = a->axis_y = 0;
    }
    LOB_TRY(has_x ? put_axis(a, &x, color) : LOB_OK);
    return has_y ? put_axis(a, &y, color) : LOB_OK;
}

lob_status lob_annotate_crosshair(annotator *a, const lob_annotation *n, uint32_t color) {
    const lob_grid *g = a->grid;
    lob_vec2 spot = {g->left + g->width / g->sx / 2, g->top - g->height / g->sy / 2};
    spot = n->point_count > 0 ? n->points[0] : spot;
    lob_pixel at = lob_sketch_at(a, spot.x, spot.y);
    const pen line = {.width = 1, .color = color, .alpha = 255, .is_cased = true};
    const lob_pixel lines[2][2] = {{{0, at.y}, {a->width, at.y}}, {{at.x, 0}, {at.x, a->height}}};
    for (int i = 0; i < 2; i++) {
        LOB_TRY(lob_sketch_line(a, lines[i], 2, false, &line));
        lob_place_shade_line(a, lines[i][0], lines[i][1]);
    }
    if (!lob_sketch_sees(a, at)) {
        a->info->words_outside++;
        return LOB_OK;
    }
    lob_word word = {
        .a = at, .b = {6, 0}, .color = color, .turn = WORDS_CALLER, .kind = WORD_CROSS, .is_fixed_text = true};
    LOB_TRY(lob_text_place(a, spot.x, spot.y, &word.text));
    return lob_word_add(a, &word);
}
