/* Ports by markers: a figure on a pin layer, read by its rule.
 *
 * A figure is looked at as it is drawn in its own cell. What does not have the rule's shape is no marker of that rule
 * and no fault. Every direction points out of the component.
 */
#include <math.h>
#include <stdlib.h>

#include "base/list.h"
#include "base/sort.h"
#include "db/figure.h"
#include "geom/distance.h"
#include "geom/round.h"
#include "geom/rtree.h"
#include "measure/centre.h"
#include "pic/pic_impl.h"

/* ---- directions ---- */

double lob_angle_of(double dx, double dy) {
    if (dy == 0) {
        return dx < 0 ? 180 : 0;
    }
    if (dx == 0) {
        return dy > 0 ? 90 : 270;
    }
    double angle = atan2(dy, dx) * (180 / 3.14159265358979323846);
    angle = angle < 0 ? angle + 360 : angle;
    return angle < 360 ? angle : 0;
}

double lob_angle_apart(double a, double b) {
    double apart = fmod(fabs(a - b), 360);
    return apart > 180 ? 360 - apart : apart;
}

/* ---- names ---- */

enum { NAMES_MAX = 2000000, FIRST_REACH = 16 };

static int by_place(const void *a, const void *b, void *unused) {
    (void)unused;
    const lob_name_place *p = a, *q = b;
    if (p->at.x != q->at.x) {
        return p->at.x < q->at.x ? -1 : 1;
    }
    if (p->at.y != q->at.y) {
        return p->at.y < q->at.y ? -1 : 1;
    }
    return p->order < q->order ? -1 : p->order > q->order;
}

static lob_status collect_names(lob_ctx *ctx, const lob_pic *pic, lob_walk *walk, lob_name_places *names) {
    const lob_hit *hit;
    uint32_t room = 0;
    for (;;) {
        LOB_TRY(lob_walk_next(walk, &hit));
        if (!hit) {
            return LOB_OK;
        }
        if (names->count == NAMES_MAX) {
            lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "A cell has too many texts to name its ports");
            lob_error_text(&ctx->error, "reason", LOB_STR("names_of_cell"));
            lob_error_integer(&ctx->error, "limit", NAMES_MAX);
            lob_hint(ctx, "Give a convention file whose ports take their names from fewer texts.");
            return status;
        }
        LOB_TRY(LOB_LIST_ROOM(ctx, ctx->arena, names->items, names->count, room));
        lob_str text = lob_layout_string(pic->layout, hit->shapes->texts[hit->index].string);
        names->items[names->count] =
            (lob_name_place){.at = {hit->box.left, hit->box.bottom}, .text = text, .order = names->count};
        names->count++;
    }
}

/* Of names at one place the first alone is ever taken. */
static lob_status plant_names(lob_ctx *ctx, lob_name_places *names) {
    if (names->count == 0) {
        return LOB_OK;
    }
    LOB_TRY(lob_sort(ctx, names->items, names->count, sizeof *names->items, by_place, NULL));
    uint32_t kept = 1;
    for (uint32_t i = 1; i < names->count; i++) {
        const lob_point64 a = names->items[kept - 1].at, b = names->items[i].at;
        if (a.x != b.x || a.y != b.y) {
            names->items[kept++] = names->items[i];
        }
    }
    names->count = kept;
    lob_box *boxes = LOB_NEW_ARRAY(ctx->arena, lob_box, kept);
    void *block = lob_arena_alloc(ctx->arena, lob_rtree_size(kept));
    void *scratch = lob_arena_alloc(ctx->arena, lob_rtree_scratch_size(kept));
    if (!boxes || !block || !scratch) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < kept; i++) {
        const lob_point64 p = names->items[i].at;
        boxes[i] = lob_box_cut((lob_box64){p.x, p.y, p.x, p.y});
    }
    return lob_rtree_make(ctx, &names->tree, boxes, kept, block, scratch);
}

lob_status lob_pic_names(lob_ctx *ctx, const lob_pic *pic, lob_cell_index cell, const lob_pic_rule *rule,
                         lob_name_places *names) {
    *names = (lob_name_places){0};
    if (rule->name.from != LOB_CONVENTION_PORT_NAME_FROM_TEXT || rule->name_on == LOB_NONE) {
        return LOB_OK;
    }
    bool is_below = rule->name.scope == LOB_CONVENTION_PORT_NAME_SCOPE_BELOW;
    lob_walk_options options = {.window = LOB_WALK_EVERYTHING,
                                .what = LOB_WALK_TEXTS,
                                .layers = &rule->name_on,
                                .layer_count = 1,
                                .depth_max = is_below ? UINT32_MAX : 0};
    lob_walk *walk;
    LOB_TRY(lob_walk_open(ctx, pic->layout, cell, &options, &walk));
    LOB_TRY(collect_names(ctx, pic, walk, names));
    return plant_names(ctx, names);
}

static bool is_inside(const lob_point64 *ring, uint32_t count, lob_point64 at) {
    bool on_border;
    lob_trace trace = {.points = ring, .count = count, .is_closed = true, .has_area = true};
    return !ring || lob_trace_winding(&trace, at, &on_border) != 0 || on_border;
}

static lob_box64 square_about(lob_vec2 at, double r) {
    return (lob_box64){lob_round(floor(at.x - r)), lob_round(floor(at.y - r)), lob_round(ceil(at.x + r)),
                       lob_round(ceil(at.y + r))};
}

static lob_box64 box_meet(lob_box64 a, lob_box64 b) {
    return (lob_box64){a.left > b.left ? a.left : b.left, a.bottom > b.bottom ? a.bottom : b.bottom,
                       a.right < b.right ? a.right : b.right, a.top < b.top ? a.top : b.top};
}

lob_str lob_pic_name_of(const lob_pic *pic, const lob_pic_rule *rule, const lob_name_places *names, lob_box64 box,
                        const lob_point64 *ring, uint32_t ring_count, lob_vec2 at, lob_cell_index cell) {
    if (rule->name.from == LOB_CONVENTION_PORT_NAME_FROM_CELL) {
        return lob_layout_cell(pic->layout, cell)->name;
    }
    double reach = rule->name.distance_um / lob_layout_dbu(pic->layout);
    bool is_nearest = rule->name.where == LOB_CONVENTION_PORT_NAME_WHERE_NEAREST;
    if (is_nearest) {
        box = square_about(at, reach);
    }
    /* Squares about the place, each four times as wide, until one holds the nearest name or all of the box. */
    const double span = fmax(fmax(fabs((double)box.left - at.x), fabs((double)box.right - at.x)),
                             fmax(fabs((double)box.bottom - at.y), fabs((double)box.top - at.y)));
    const lob_name_place *best = NULL;
    if (names->count == 0) {
        return LOB_STR("");
    }
    for (double r = FIRST_REACH;; r *= 4) {
        const bool is_all = r >= span;
        const lob_box64 square = is_all ? box : square_about(at, r);
        const lob_rtree_query query = lob_rtree_query_window(box_meet(box, square));
        lob_rtree_cursor cursor;
        uint32_t item;
        uint64_t work = 0;
        double least = INFINITY;
        best = NULL;
        lob_rtree_begin(&names->tree, &cursor);
        while (lob_rtree_next(&names->tree, &cursor, &query, &item, &work)) {
            if (item == LOB_RTREE_PAUSE) {
                continue;
            }
            const lob_name_place *n = &names->items[names->tree.ids[item]];
            const double d = hypot((double)n->at.x - at.x, (double)n->at.y - at.y);
            const bool is_near = n->at.x >= box.left && n->at.x <= box.right && n->at.y >= box.bottom &&
                                 n->at.y <= box.top && (!is_nearest || d <= reach);
            if (is_near && (d < least || (d == least && n->order < best->order)) &&
                (rule->name.where != LOB_CONVENTION_PORT_NAME_WHERE_INSIDE || is_inside(ring, ring_count, n->at))) {
                best = n;
                least = d;
            }
        }
        if (is_all || least <= r - 1) {
            return best ? best->text : LOB_STR("");
        }
    }
}

/* ---- what connects ---- */

static double distance_to_ring(const lob_figure *f, lob_vec2 p) {
    double least = INFINITY;
    for (uint32_t i = 0; i < f->ring_count; i++) {
        lob_point64 a = f->ring[i], b = f->ring[i + 1 < f->ring_count ? i + 1 : 0];
        double dx = (double)(b.x - a.x), dy = (double)(b.y - a.y), px = p.x - (double)a.x, py = p.y - (double)a.y;
        double length2 = dx * dx + dy * dy, t = length2 > 0 ? (px * dx + py * dy) / length2 : 0;
        t = t < 0 ? 0 : t > 1 ? 1 : t;
        least = fmin(least, hypot(px - t * dx, py - t * dy));
    }
    return least;
}

static lob_status touches(lob_ctx *ctx, const lob_pic *pic, const lob_hit *hit, lob_vec2 at, bool *result) {
    lob_figure f;
    LOB_TRY(lob_figure_make(ctx, pic->layout, hit->shapes, hit->kind, hit->index, hit->member, hit->trans, &f));
    lob_point64 near = {llround(at.x), llround(at.y)};
    *result = distance_to_ring(&f, at) <= 1.5 || is_inside(f.ring, f.ring_count, near);
    return LOB_OK;
}

static lob_status has_figure_at(lob_ctx *ctx, const lob_pic *pic, lob_cell_index cell, lob_vec2 at,
                                lob_layer_index layer, bool *found) {
    const lob_box64 window = {(int64_t)floor(at.x) - 1, (int64_t)floor(at.y) - 1, (int64_t)ceil(at.x) + 1,
                              (int64_t)ceil(at.y) + 1};
    const lob_walk_options options = lob_walk_shapes(window, &layer, 1);
    lob_walk *walk;
    const lob_hit *hit;
    LOB_TRY(lob_walk_open(ctx, pic->layout, cell, &options, &walk));
    for (*found = false; !*found;) {
        LOB_TRY(lob_walk_next(walk, &hit));
        if (!hit) {
            break;
        }
        LOB_TRY(touches(ctx, pic, hit, at, found));
    }
    return LOB_OK;
}

lob_status lob_pic_layer_at(lob_ctx *ctx, const lob_pic *pic, lob_cell_index cell, lob_vec2 at,
                            const lob_layer_list *layers, lob_layer_index *layer) {
    *layer = LOB_NONE;
    if (!(fabs(at.x) < (double)LOB_COORD_MAX && fabs(at.y) < (double)LOB_COORD_MAX)) {
        return LOB_OK;
    }
    const lob_cell *c = lob_layout_cell(pic->layout, cell);
    for (uint32_t i = 0; i < layers->count && *layer == LOB_NONE; i++) {
        bool found = false;
        for (uint32_t k = 0; k < c->layer_box_count && !found; k++) {
            if (c->layer_boxes[k].layer == layers->items[i]) {
                LOB_TRY(has_figure_at(ctx, pic, cell, at, layers->items[i], &found));
            }
        }
        *layer = found ? layers->items[i] : LOB_NONE;
    }
    return LOB_OK;
}

/* ---- outlines ---- */

lob_box64 lob_pic_device_box(const lob_pic *pic, lob_cell_index cell, const char **rule) {
    const lob_cell *c = lob_layout_cell(pic->layout, cell);
    *rule = NULL;
    for (uint32_t d = 0; d < pic->book.device_count; d++) {
        for (uint32_t i = 0; i < c->shapes_count; i++) {
            const lob_shapes *s = &c->shapes[i];
            if (s->layer != pic->book.devices[d].on) {
                continue;
            }
            lob_box64 box = LOB_BOX64_EMPTY;
            for (lob_kind kind = LOB_KIND_BOX; kind < LOB_KIND_TEXT; kind++) {
                for (uint32_t k = 0; k < s->count[kind]; k++) {
                    box = lob_box64_join(box, lob_shape_box(pic->layout, s, kind, k));
                }
            }
            if (!lob_box64_is_empty(box)) {
                *rule = pic->book.devices[d].id;
                return box;
            }
        }
    }
    return LOB_BOX64_EMPTY;
}

lob_box64 lob_pic_outline(const lob_pic *pic, lob_cell_index cell) {
    const lob_cell *c = lob_layout_cell(pic->layout, cell);
    const char *rule;
    lob_box64 box = lob_pic_device_box(pic, cell, &rule);
    for (uint32_t i = 0; i < pic->book.guides.count && !rule; i++) {
        for (uint32_t k = 0; k < c->layer_box_count; k++) {
            if (c->layer_boxes[k].layer == pic->book.guides.items[i]) {
                box = lob_box64_join(box, c->layer_boxes[k].box);
            }
        }
    }
    return box;
}

/* ---- shapes ---- */

typedef struct marking {
    lob_ctx *ctx;
    lob_pic *pic;
    lob_cell_index cell;
    const lob_pic_rule *rule;
    lob_name_places names;
    lob_box64 outline;
    lob_port_list *list;
} marking;

typedef struct reading { /* of one marker */
    lob_vec2 at;
    bool has_angle;
    double angle_deg, width, confidence;
} reading;

static lob_vec2 middle(lob_vec2 a, lob_vec2 b) {
    return (lob_vec2){(a.x + b.x) / 2, (a.y + b.y) / 2};
}

static lob_vec2 vec(lob_point64 p) {
    return (lob_vec2){(double)p.x, (double)p.y};
}

static bool read_path(const lob_pic_rule *rule, const lob_figure *f, reading *r) {
    if (f->kind != LOB_KIND_PATH || f->line_count != 2) {
        return false;
    }
    lob_vec2 a = vec(f->line[0]), b = vec(f->line[1]);
    bool is_back = rule->direction == LOB_CONVENTION_MARKER_DIRECTION_P2_TO_P1;
    r->has_angle = rule->direction != LOB_CONVENTION_MARKER_DIRECTION_NONE && (a.x != b.x || a.y != b.y);
    r->angle_deg = r->has_angle ? lob_angle_of(is_back ? a.x - b.x : b.x - a.x, is_back ? a.y - b.y : b.y - a.y) : 0;
    r->at = rule->position == LOB_CONVENTION_MARKER_POSITION_P1   ? a
            : rule->position == LOB_CONVENTION_MARKER_POSITION_P2 ? b
                                                                  : middle(a, b);
    r->width = rule->width == LOB_CONVENTION_MARKER_WIDTH_PATH_WIDTH ? f->width : 0;
    return true;
}

static lob_box64 box_of(const lob_figure *f) {
    lob_box64 box = LOB_BOX64_EMPTY;
    for (uint32_t i = 0; i < f->ring_count; i++) {
        box = lob_box64_add_point(box, f->ring[i].x, f->ring[i].y);
    }
    return box;
}

static lob_vec2 box_centre(lob_box64 b) {
    return (lob_vec2){((double)b.left + (double)b.right) / 2, ((double)b.bottom + (double)b.top) / 2};
}

/* Sides: 0 right, 1 top, 2 left, 3 bottom; times 90 degrees the way they face. */
static double side_gap(lob_box64 outline, lob_box64 box, bool by_border, int side) {
    lob_vec2 c = box_centre(box);
    switch (side) {
    case 0:
        return fabs((by_border ? (double)box.right : c.x) - (double)outline.right);
    case 1:
        return fabs((by_border ? (double)box.top : c.y) - (double)outline.top);
    case 2:
        return fabs((by_border ? (double)box.left : c.x) - (double)outline.left);
    default:
        return fabs((by_border ? (double)box.bottom : c.y) - (double)outline.bottom);
    }
}

/* On exactly one side: that; else a rectangle faces along its short side; else the nearest. */
static int facing_side(lob_box64 outline, lob_box64 box, bool by_border) {
    int flush = -1, count = 0, best = -1;
    int64_t w = box.right - box.left, h = box.top - box.bottom;
    for (int side = 0; side < 4; side++) {
        if (side_gap(outline, box, by_border, side) <= 1) {
            flush = side;
            count++;
        }
    }
    if (count == 1) {
        return flush;
    }
    for (int side = 0; side < 4; side++) {
        bool is_along_x = side % 2 == 0;
        bool is_open = w == h || is_along_x == (w < h);
        if (is_open &&
            (best < 0 || side_gap(outline, box, by_border, side) < side_gap(outline, box, by_border, best))) {
            best = side;
        }
    }
    return best;
}

static void read_side(const lob_pic_rule *rule, lob_box64 outline, lob_box64 box, reading *r) {
    bool by_border = rule->marker->shape == LOB_CONVENTION_MARKER_SHAPE_RECT_INSIDE;
    if (lob_box64_is_empty(outline)) {
        return;
    }
    int side = facing_side(outline, box, by_border);
    r->has_angle = true;
    r->angle_deg = 90 * side;
    r->confidence = side_gap(outline, box, by_border, side) <= 1 ? 1 : 0.8;
    if (rule->position == LOB_CONVENTION_MARKER_POSITION_SIDE) {
        r->at.x = side == 0 ? (double)box.right : side == 2 ? (double)box.left : r->at.x;
        r->at.y = side == 1 ? (double)box.top : side == 3 ? (double)box.bottom : r->at.y;
    }
    if (rule->width == LOB_CONVENTION_MARKER_WIDTH_ACROSS) {
        r->width = (double)(side % 2 == 0 ? box.top - box.bottom : box.right - box.left);
    }
}

static bool read_area(const marking *m, const lob_figure *f, reading *r) {
    lob_box64 box, rectangle;
    lob_convention_marker_shape shape = m->rule->marker->shape;
    bool is_rectangle = lob_ring_is_rectangle(f->ring, f->ring_count, &rectangle);
    bool needs_rectangle =
        shape == LOB_CONVENTION_MARKER_SHAPE_RECT_HALF_OUT || shape == LOB_CONVENTION_MARKER_SHAPE_RECT_INSIDE;
    if (f->kind == LOB_KIND_PATH || (shape == LOB_CONVENTION_MARKER_SHAPE_BOX && !is_rectangle) ||
        (shape == LOB_CONVENTION_MARKER_SHAPE_POLYGON && f->kind == LOB_KIND_BOX && m->rule->marker->has_direction) ||
        (needs_rectangle && !is_rectangle)) {
        return false;
    }
    box = box_of(f);
    double w = (double)(box.right - box.left), h = (double)(box.top - box.bottom);
    r->at = box_centre(box);
    r->width = m->rule->width == LOB_CONVENTION_MARKER_WIDTH_MIN_SIDE   ? fmin(w, h)
               : m->rule->width == LOB_CONVENTION_MARKER_WIDTH_MAX_SIDE ? fmax(w, h)
                                                                        : 0;
    if (m->rule->direction == LOB_CONVENTION_MARKER_DIRECTION_NEAREST_SIDE) {
        read_side(m->rule, m->outline, box, r);
    }
    return true;
}

static double length_of(lob_point64 a, lob_point64 b) {
    return hypot((double)(b.x - a.x), (double)(b.y - a.y));
}

/* The tip joins the two sides that are equal, to the grid; when all are, there is no tip. */
static bool read_triangle(const lob_pic_rule *rule, const lob_figure *f, reading *r) {
    if (f->kind != LOB_KIND_POLYGON || f->ring_count != 3) {
        return false;
    }
    int tip = -1, count = 0;
    double least = INFINITY;
    for (int i = 0; i < 3; i++) {
        double apart = fabs(length_of(f->ring[i], f->ring[(i + 1) % 3]) - length_of(f->ring[i], f->ring[(i + 2) % 3]));
        count += apart <= 1.5;
        tip = apart < least ? i : tip;
        least = fmin(least, apart);
    }
    if (count != 1) {
        return false;
    }
    lob_vec2 t = vec(f->ring[tip]), a = vec(f->ring[(tip + 1) % 3]), b = vec(f->ring[(tip + 2) % 3]);
    lob_vec2 base = middle(a, b);
    bool is_back = rule->direction == LOB_CONVENTION_MARKER_DIRECTION_TIP_OPPOSITE;
    r->has_angle = rule->direction != LOB_CONVENTION_MARKER_DIRECTION_NONE;
    /* Across the base, which is longer than the way to the tip: the grid turns it less. */
    double dx = b.y - a.y, dy = a.x - b.x;
    double sign = dx * (t.x - base.x) + dy * (t.y - base.y) < 0 ? -1 : 1;
    sign = is_back ? -sign : sign;
    r->angle_deg = r->has_angle ? lob_angle_of(sign * dx, sign * dy) : 0;
    r->at = rule->position == LOB_CONVENTION_MARKER_POSITION_TIP ? t : base;
    r->width = rule->width == LOB_CONVENTION_MARKER_WIDTH_BASE ? hypot(dx, dy) : 0;
    return true;
}

/* ---- arrows: mirror images of themselves about the line through their tip ---- */

static bool is_axis(const lob_figure *f, uint32_t tip, lob_vec2 *along) {
    uint32_t n = f->ring_count;
    double sx = 0, sy = 0;
    for (uint32_t k = 1; k <= (n - 1) / 2; k++) {
        lob_point64 p = f->ring[(tip + k) % n], q = f->ring[(tip + n - k) % n];
        if (fabs(length_of(f->ring[tip], p) - length_of(f->ring[tip], q)) > 1.5) {
            return false;
        }
        sx += (double)(p.x + q.x) / 2 - (double)f->ring[tip].x;
        sy += (double)(p.y + q.y) / 2 - (double)f->ring[tip].y;
    }
    double size = hypot(sx, sy);
    if (size == 0) {
        return false;
    }
    *along = (lob_vec2){-sx / size, -sy / size};
    for (uint32_t k = 1; k <= (n - 1) / 2; k++) { /* pairs lie across the axis */
        lob_point64 p = f->ring[(tip + k) % n], q = f->ring[(tip + n - k) % n];
        if (fabs((double)(p.x - q.x) * along->x + (double)(p.y - q.y) * along->y) > 1.5) {
            return false;
        }
    }
    return true;
}

/* Of the corners in the axis the tip is the one farthest along. */
static bool read_arrow(const lob_pic_rule *rule, const lob_figure *f, reading *r) {
    if (f->kind != LOB_KIND_POLYGON || f->ring_count < 3 || f->ring_count > 64) {
        return false;
    }
    lob_vec2 along, best = {0, 0};
    uint32_t count = 0, tip = 0;
    for (uint32_t i = 0; i < f->ring_count; i++) {
        if (!is_axis(f, i, &along)) {
            continue;
        }
        bool is_farthest = true;
        for (uint32_t k = 0; k < f->ring_count; k++) {
            double ahead =
                (double)(f->ring[k].x - f->ring[i].x) * along.x + (double)(f->ring[k].y - f->ring[i].y) * along.y;
            is_farthest = is_farthest && ahead <= 0.5;
        }
        if (is_farthest) {
            tip = i;
            best = along;
            count++;
        }
    }
    if (count != 1) {
        return false;
    }
    bool is_back = rule->direction == LOB_CONVENTION_MARKER_DIRECTION_TIP_OPPOSITE;
    r->has_angle = rule->direction != LOB_CONVENTION_MARKER_DIRECTION_NONE;
    r->angle_deg = r->has_angle ? lob_angle_of(is_back ? -best.x : best.x, is_back ? -best.y : best.y) : 0;
    r->at = vec(f->ring[tip]);
    return true;
}

/* ---- a rule ---- */

static bool read_marker(const marking *m, const lob_figure *f, reading *r) {
    *r = (reading){.confidence = 1};
    switch (m->rule->marker->shape) {
    case LOB_CONVENTION_MARKER_SHAPE_PATH2:
        return read_path(m->rule, f, r);
    case LOB_CONVENTION_MARKER_SHAPE_TRIANGLE:
        return read_triangle(m->rule, f, r);
    case LOB_CONVENTION_MARKER_SHAPE_ARROW:
        return read_arrow(m->rule, f, r);
    case LOB_CONVENTION_MARKER_SHAPE_EDGE_ON_BOUNDARY:
        return false;
    default:
        return read_area(m, f, r);
    }
}

static lob_status add_marker(marking *m, const lob_hit *hit) {
    lob_figure f;
    reading r;
    LOB_TRY(lob_figure_make(m->ctx, m->pic->layout, hit->shapes, hit->kind, hit->index, hit->member, hit->trans, &f));
    if (!read_marker(m, &f, &r)) {
        return LOB_OK;
    }
    lob_port port = lob_port_blank(m->cell, LOB_PORT_MARKER, m->rule->id);
    port.at = r.at;
    port.has_angle = r.has_angle;
    port.angle_deg = r.angle_deg;
    port.width = r.width;
    port.confidence = r.confidence;
    port.type = m->rule->marker->type;
    port.name = lob_pic_name_of(m->pic, m->rule, &m->names, f.box, f.ring, f.ring_count, r.at, m->cell);
    LOB_TRY(lob_pic_layer_at(m->ctx, m->pic, m->cell, r.at, &m->rule->connects, &port.layer));
    return lob_port_list_add(m->ctx, m->list, &port);
}

static lob_status by_rule(marking *m) {
    lob_walk_options options = {.window = LOB_WALK_EVERYTHING,
                                .what = LOB_WALK_SHAPES,
                                .layers = &m->rule->on,
                                .layer_count = 1,
                                .depth_max = 0};
    lob_walk *walk;
    const lob_hit *hit;
    LOB_TRY(lob_pic_names(m->ctx, m->pic, m->cell, m->rule, &m->names));
    LOB_TRY(lob_walk_open(m->ctx, m->pic->layout, m->cell, &options, &walk));
    for (;;) {
        LOB_TRY(lob_walk_next(walk, &hit));
        if (!hit) {
            return LOB_OK;
        }
        LOB_TRY(add_marker(m, hit));
    }
}

lob_status lob_pic_marker_ports(lob_ctx *ctx, lob_pic *pic, lob_cell_index cell, lob_port_list *list) {
    const lob_cell *c = lob_layout_cell(pic->layout, cell);
    marking m = {.ctx = ctx, .pic = pic, .cell = cell, .list = list, .outline = lob_pic_outline(pic, cell)};
    for (uint32_t i = 0; i < pic->book.rule_count; i++) {
        m.rule = &pic->book.rules[i];
        for (uint32_t k = 0; k < c->shapes_count; k++) {
            if (c->shapes[k].layer == m.rule->on &&
                m.rule->marker->shape != LOB_CONVENTION_MARKER_SHAPE_EDGE_ON_BOUNDARY) {
                LOB_TRY(by_rule(&m));
            }
        }
    }
    return LOB_OK;
}
