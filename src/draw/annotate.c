/* See annotate.h. Marks are made kind by kind while words are remembered; when all lines are known words look for
 * their places, so that they can keep off them. */
#include "draw/annotate_impl.h"

#include "base/num.h"

#define WORD_SIZE       12.0
#define WORD_SIZE_SMALL 10.0
enum { SMALL_SIDE = 300 }; /* pictures below this many pixels along a side have smaller words */

#define INK_LIGHT 0x16181c
#define INK_DARK  0xf4f4f4

uint32_t lob_annotation_color(lob_annotation_kind kind, lob_picture_mode mode) {
    static const uint32_t colors[LOB_ANNOTATION_KIND_COUNT][2] = {
        [LOB_ANNOTATION_SHAPE_OUTLINE] = {0xd0021b, 0xff5247}, [LOB_ANNOTATION_SHAPE_FILL] = {0xd0021b, 0xff5247},
        [LOB_ANNOTATION_BOX] = {0x0050d0, 0x62b0ff},           [LOB_ANNOTATION_MARKER] = {0xc8102e, 0xff4d4d},
        [LOB_ANNOTATION_POINT] = {0xc8102e, 0xff4d4d},         [LOB_ANNOTATION_LABEL] = {INK_LIGHT, INK_DARK},
        [LOB_ANNOTATION_RULER] = {INK_LIGHT, 0xffe14d},        [LOB_ANNOTATION_ARROW] = {0xa64b00, 0xffb04d},
        [LOB_ANNOTATION_PORTS] = {0x006b3c, 0x4dff9a},         [LOB_ANNOTATION_CELL_FRAMES] = {0x4a4f57, 0xb4bac4},
        [LOB_ANNOTATION_SCALE_BAR] = {INK_LIGHT, INK_DARK},    [LOB_ANNOTATION_GRID] = {0x7a8794, 0x7a8794},
        [LOB_ANNOTATION_LEGEND] = {INK_LIGHT, INK_DARK},       [LOB_ANNOTATION_CROSSHAIR] = {0xa3007a, 0xff7ad9},
        [LOB_ANNOTATION_TITLE] = {INK_LIGHT, INK_DARK},
    };
    return (unsigned)kind < LOB_ANNOTATION_KIND_COUNT ? colors[kind][mode != LOB_PICTURE_LIGHT] : 0x808080;
}

/* ---- shapes, boxes, markers ---- */

static lob_status ring_pixels(annotator *a, const lob_ring_dbu *ring, lob_pixel **points) {
    *points = LOB_NEW_ARRAY(a->ctx->arena, lob_pixel, ring->count);
    if (!*points) {
        return lob_fail_memory(a->ctx);
    }
    for (uint32_t i = 0; i < ring->count; i++) {
        (*points)[i] = lob_sketch_at(a, (double)ring->points[i].x, (double)ring->points[i].y);
    }
    return LOB_OK;
}

static lob_rect box_pixels(const annotator *a, lob_box64 box) {
    lob_pixel p = lob_sketch_at(a, (double)box.left, (double)box.top);
    lob_pixel q = lob_sketch_at(a, (double)box.right, (double)box.bottom);
    return (lob_rect){p.x, p.y, q.x, q.y};
}

static lob_rect ring_box(const annotator *a, const lob_ring_dbu *ring) {
    lob_box64 box = LOB_BOX64_EMPTY;
    for (uint32_t i = 0; i < ring->count; i++) {
        box = lob_box64_add_point(box, ring->points[i].x, ring->points[i].y);
    }
    return box_pixels(a, box);
}

static lob_rect grown(lob_rect r, double by) {
    return (lob_rect){r.left - by, r.top - by, r.right + by, r.bottom + by};
}

/* Around the same middle, at least `side` long both ways. */
static lob_rect at_least(lob_rect r, double side) {
    double x = fmax(side - (r.right - r.left), 0) / 2;
    double y = fmax(side - (r.bottom - r.top), 0) / 2;
    return (lob_rect){r.left - x, r.top - y, r.right + x, r.bottom + y};
}

static bool meets_picture(const annotator *a, lob_rect r) {
    return r.right >= 0 && r.left <= a->width && r.bottom >= 0 && r.top <= a->height;
}

/* A word beside the part of a box that is seen. */
static lob_status word_at_box(annotator *a, lob_str text, uint32_t number, lob_rect r, uint32_t color) {
    if (!meets_picture(a, r)) {
        a->info->words_outside += (text.size > 0) + (number > 0);
        return LOB_OK;
    }
    const lob_word word = {.text = text,
                           .number = number,
                           .color = color,
                           .turn = number > 0 ? WORDS_NUMBERS : WORDS_CALLER,
                           .kind = WORD_BOX,
                           .a = {fmax(r.left, 0), fmax(r.top, 0)},
                           .b = {fmin(r.right, a->width), fmin(r.bottom, a->height)}};
    return lob_word_add(a, &word);
}

/* What an annotation is about, one after the other: its box, its rings, its points (when `has_points`). */
typedef struct thing {
    lob_rect box;             /* pixels */
    const lob_ring_dbu *ring; /* NULL: the box or a point */
    bool is_point, is_nothing;
} thing;

static uint32_t thing_count(const lob_annotation *n, bool has_points) {
    return (n->has_box && !lob_box64_is_empty(n->box)) + n->ring_count + (has_points ? n->point_count : 0);
}

static thing thing_at(const annotator *a, const lob_annotation *n, uint32_t i) {
    uint32_t boxes = n->has_box && !lob_box64_is_empty(n->box);
    if (i < boxes) {
        return (thing){.box = box_pixels(a, n->box)};
    }
    i -= boxes;
    if (i < n->ring_count) {
        return (thing){.box = ring_box(a, &n->rings[i]), .ring = &n->rings[i], .is_nothing = n->rings[i].count == 0};
    }
    const lob_vec2 *p = &n->points[i - n->ring_count];
    lob_pixel at = lob_sketch_at(a, p->x, p->y);
    return (thing){.box = {at.x, at.y, at.x, at.y}, .is_point = true};
}

static lob_status put_shape(annotator *a, const thing *t, bool is_filled, uint32_t color) {
    lob_pixel corners[4] = {{t->box.left, t->box.top},
                            {t->box.right, t->box.top},
                            {t->box.right, t->box.bottom},
                            {t->box.left, t->box.bottom}};
    lob_pixel *points = corners;
    uint32_t count = 4;
    if (t->ring) {
        LOB_TRY(ring_pixels(a, t->ring, &points));
        count = t->ring->count;
    }
    if (is_filled) {
        LOB_TRY(lob_sketch_area(a, points, count, color, 128));
    }
    return lob_sketch_line(a, points, count, true, &(pen){.width = is_filled ? 1 : 2, .color = color, .alpha = 255});
}

static void shade_box(annotator *a, lob_rect r) {
    const lob_pixel c[4] = {{r.left, r.top}, {r.right, r.top}, {r.right, r.bottom}, {r.left, r.bottom}};
    for (int i = 0; i < 4; i++) {
        lob_place_shade_line(a, c[i], c[(i + 1) % 4]);
    }
}

static lob_status put_shapes(annotator *a, const lob_annotation *n, uint32_t color) {
    uint32_t count = thing_count(n, false);
    lob_str text = n->text; /* for the first */
    for (uint32_t i = 0; i < count; i++) {
        thing t = thing_at(a, n, i);
        if (t.is_nothing) {
            continue;
        }
        if (meets_picture(a, grown(t.box, 2)) && n->kind == LOB_ANNOTATION_BOX) {
            lob_rect r = at_least(t.box, 6);
            shade_box(a, r);
            LOB_TRY(lob_sketch_frame(a, r, &(pen){.width = 2, .color = color, .alpha = 255, .is_cased = true}));
        } else if (meets_picture(a, grown(t.box, 2))) {
            LOB_TRY(put_shape(a, &t, n->kind == LOB_ANNOTATION_SHAPE_FILL, color));
        }
        LOB_TRY(word_at_box(a, text, 0, grown(t.box, 1), color));
        text = (lob_str){0};
    }
    return LOB_OK;
}

static lob_status put_marker(annotator *a, lob_rect box, lob_str text, uint32_t color) {
    lob_rect r = at_least(grown(box, 4), 14);
    if (meets_picture(a, r)) {
        shade_box(a, r);
        LOB_TRY(lob_sketch_frame(a, r, &(pen){.width = 2, .color = color, .alpha = 255, .is_cased = true}));
    }
    return word_at_box(a, text, ++a->marker_count, r, color);
}

static lob_status put_markers(annotator *a, const lob_annotation *n, uint32_t color) {
    uint32_t count = thing_count(n, true);
    lob_str text = n->text; /* for the first */
    lob_rect all = {0};
    bool has_any = false;
    for (uint32_t i = 0; i < count; i++) {
        thing t = thing_at(a, n, i);
        lob_rect r = t.box;
        if (t.is_nothing) {
            continue;
        }
        if (!n->is_one) {
            LOB_TRY(put_marker(a, r, text, color));
            text = (lob_str){0};
            continue;
        }
        all = !has_any ? r
                       : (lob_rect){fmin(all.left, r.left), fmin(all.top, r.top), fmax(all.right, r.right),
                                    fmax(all.bottom, r.bottom)};
        has_any = true;
    }
    return has_any ? put_marker(a, all, n->text, color) : LOB_OK;
}

/* ---- points, labels, arrows ---- */

static lob_status put_points(annotator *a, const lob_annotation *n, uint32_t color) {
    for (uint32_t i = 0; i < n->point_count; i++) {
        lob_pixel at = lob_sketch_at(a, n->points[i].x, n->points[i].y);
        lob_pixel ring[LOB_CIRCLE_POINTS];
        if (!lob_sketch_sees(a, at)) {
            a->info->words_outside += i == 0 && n->text.size > 0;
            continue;
        }
        lob_sketch_circle(at, 6.5, ring);
        LOB_TRY(lob_sketch_line(a, ring, LOB_CIRCLE_POINTS, true,
                                &(pen){.width = 1.5, .color = color, .alpha = 255, .is_cased = true}));
        lob_sketch_circle(at, 2.5, ring);
        LOB_TRY(lob_sketch_area(a, ring, LOB_CIRCLE_POINTS, color, 255));
        lob_place_shade(a, (lob_rect){at.x - 7, at.y - 7, at.x + 7, at.y + 7});
        if (i == 0) {
            const lob_word word = {
                .text = n->text, .color = color, .turn = WORDS_CALLER, .kind = WORD_AROUND, .a = at, .b = {12, 0}};
            LOB_TRY(lob_word_add(a, &word));
        }
    }
    return LOB_OK;
}

static lob_status put_label(annotator *a, const lob_annotation *n, uint32_t color) {
    if (n->point_count > 0 && n->text.size > 0) {
        lob_word word = {.text = n->text, .color = color, .turn = WORDS_CALLER, .kind = WORD_AROUND, .b = {4, 1}};
        word.a = lob_sketch_at(a, n->points[0].x, n->points[0].y);
        if (lob_sketch_sees(a, word.a)) {
            LOB_TRY(lob_word_add(a, &word));
        } else {
            a->info->words_outside++;
        }
    }
    return lob_annotate_names(a, n, color);
}

/* The line ends at the head's base; the head points as the last part of the line that has a length. */
static lob_status put_arrow(annotator *a, const lob_annotation *n, uint32_t color) {
    enum { HEAD = 12 };
    lob_pixel *points = LOB_NEW_ARRAY(a->ctx->arena, lob_pixel, n->point_count);
    uint32_t count = n->point_count;
    if (!points) {
        return lob_fail_memory(a->ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        points[i] = lob_sketch_at(a, n->points[i].x, n->points[i].y);
        if (i > 0) {
            lob_place_shade_line(a, points[i - 1], points[i]);
        }
    }
    if (count == 0) {
        return LOB_OK;
    }
    lob_pixel tip = points[count - 1];
    while (count > 1 && hypot(tip.x - points[count - 1].x, tip.y - points[count - 1].y) < 0.01) {
        count--;
    }
    double length = hypot(tip.x - points[count - 1].x, tip.y - points[count - 1].y);
    double ux = length > 0 ? (tip.x - points[count - 1].x) / length : 0;
    double uy = length > 0 ? (tip.y - points[count - 1].y) / length : -1;
    if (length > HEAD) {
        points[count++] = (lob_pixel){tip.x - ux * HEAD, tip.y - uy * HEAD};
    }
    LOB_TRY(
        lob_sketch_line(a, points, count, false, &(pen){.width = 2, .color = color, .alpha = 255, .is_cased = true}));
    LOB_TRY(lob_sketch_head(a, tip, ux, uy, HEAD, color));
    lob_pixel at = points[0];
    if (!lob_sketch_sees(a, at)) {
        a->info->words_outside += n->text.size > 0;
        return LOB_OK;
    }
    lob_word word = {.text = n->text, .color = color, .turn = WORDS_CALLER, .kind = WORD_AROUND, .a = at, .b = {6, 0}};
    double away = count > 1 ? hypot(at.x - points[1].x, at.y - points[1].y) : 0;
    if (away > 0) { /* behind the start */
        word.kind = WORD_HEADING;
        word.b = (lob_pixel){(at.x - points[1].x) / away, (at.y - points[1].y) / away};
    }
    return lob_word_add(a, &word);
}

/* ---- all of them ---- */

static lob_status put_one(annotator *a, const lob_annotation *n, uint32_t color) {
    switch (n->kind) {
    case LOB_ANNOTATION_SHAPE_OUTLINE:
    case LOB_ANNOTATION_SHAPE_FILL:
    case LOB_ANNOTATION_BOX:
        return put_shapes(a, n, color);
    case LOB_ANNOTATION_MARKER:
        return put_markers(a, n, color);
    case LOB_ANNOTATION_POINT:
        return put_points(a, n, color);
    case LOB_ANNOTATION_LABEL:
        return put_label(a, n, color);
    case LOB_ANNOTATION_RULER:
        return lob_annotate_ruler(a, n, color);
    case LOB_ANNOTATION_ARROW:
        return put_arrow(a, n, color);
    case LOB_ANNOTATION_PORTS:
        return lob_annotate_ports(a, n, color);
    case LOB_ANNOTATION_CELL_FRAMES:
        return lob_annotate_cells(a, n, color);
    case LOB_ANNOTATION_GRID:
        return lob_annotate_grid(a, color);
    case LOB_ANNOTATION_SCALE_BAR:
        return lob_annotate_scale_bar(a, n->corner, color);
    case LOB_ANNOTATION_CROSSHAIR:
        return lob_annotate_crosshair(a, n, color);
    case LOB_ANNOTATION_TITLE:
        return lob_annotate_title(a, n, color);
    case LOB_ANNOTATION_LEGEND:
    case LOB_ANNOTATION_KIND_COUNT:
        break;
    }
    return LOB_OK;
}

/* Lowest first; a panel takes its corner before any word looks for a place. */
static int level_of(lob_annotation_kind kind) {
    switch (kind) {
    case LOB_ANNOTATION_GRID:
        return 0;
    case LOB_ANNOTATION_CELL_FRAMES:
        return 1;
    case LOB_ANNOTATION_TITLE:
        return 3;
    case LOB_ANNOTATION_SCALE_BAR:
    case LOB_ANNOTATION_LEGEND:
        return 4;
    default:
        return 2;
    }
}

static uint32_t color_of(const annotator *a, const lob_annotation *n) {
    return n->has_color ? n->color & 0xffffff : lob_annotation_color(n->kind, a->mode);
}

static lob_status put_level(annotator *a, const lob_annotation *annotations, uint32_t count, int level) {
    bool has_grid = false;
    bool has_bar = false;
    double legend_top = 0;
    for (uint32_t i = 0; i < count; i++) {
        const lob_annotation *n = &annotations[i];
        bool *once = n->kind == LOB_ANNOTATION_GRID ? &has_grid : n->kind == LOB_ANNOTATION_SCALE_BAR ? &has_bar : NULL;
        if (level_of(n->kind) != level || (once && *once)) {
            continue;
        }
        if (once) {
            *once = true;
        }
        LOB_TRY(n->kind == LOB_ANNOTATION_LEGEND ? lob_annotate_legend(a, n, color_of(a, n), &legend_top)
                                                 : put_one(a, n, color_of(a, n)));
        LOB_TRY(lob_poll(a->ctx));
    }
    return LOB_OK;
}

static annotator annotator_of(lob_ctx *ctx, const lob_grid *grid, lob_picture_mode mode, double dbu) {
    annotator a = {.ctx = ctx,
                   .grid = grid,
                   .mode = mode,
                   .dbu = dbu,
                   .width = grid->width,
                   .height = grid->height,
                   .ground = mode == LOB_PICTURE_LIGHT ? 0xffffff : 0x000000,
                   .ink = mode == LOB_PICTURE_LIGHT ? INK_LIGHT : INK_DARK};
    a.size = grid->width < SMALL_SIDE || grid->height < SMALL_SIDE ? WORD_SIZE_SMALL : WORD_SIZE;
    a.ascent = ceil(lob_text_ascent(a.size));
    a.line = a.ascent + ceil(lob_text_descent(a.size));
    return a;
}

lob_status lob_annotate_room(lob_ctx *ctx, const lob_annotation *n, const lob_grid *grid, double dbu,
                             lob_panel_room *room) {
    annotator a = annotator_of(ctx, grid, LOB_PICTURE_LIGHT, dbu);
    *room = (lob_panel_room){0};
    return n->kind == LOB_ANNOTATION_LEGEND      ? lob_legend_room(&a, n, room)
           : n->kind == LOB_ANNOTATION_SCALE_BAR ? lob_scale_bar_room(&a, room)
           : n->kind == LOB_ANNOTATION_TITLE     ? lob_title_room(&a, n, room)
                                                 : LOB_OK;
}

lob_status lob_annotate(lob_ctx *ctx, const lob_annotation *annotations, uint32_t count, const lob_grid *grid,
                        lob_picture_mode mode, double dbu, lob_marks *marks, lob_annotate_info *info) {
    annotator a = annotator_of(ctx, grid, mode, dbu);
    a.marks = marks;
    a.info = info;
    *info = (lob_annotate_info){0};
    if (count == 0) {
        return LOB_OK;
    }
    LOB_TRY(lob_places_init(&a));
    for (int level = 0; level < 5; level++) {
        LOB_TRY(put_level(&a, annotations, count, level));
    }
    return lob_words_place(&a);
}
