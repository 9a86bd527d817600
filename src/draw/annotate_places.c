/* Places for words: a map of the picture with a bit for each LOB_PLACE_CELL pixels along a side, so that a try costs
 * the rows of a word, however many words stand already.
 *
 * Invariant: a bit of `taken` is set where a word, a badge or a panel lies, so boxes that are free never overlap what
 * was taken. `shaded` has the lines and points of marks, which words hide only when there is no other place; `framed`
 * the frames of cells, in which no other cell's name is put. */
#include "draw/annotate_impl.h"

#define GAP LOB_WORD_GAP
/* A halo this far from a line shares no cell of the map with it: the diagonal of a cell, and rounding to pixels. */
#define CLEAR (M_SQRT2 * LOB_PLACE_CELL + M_SQRT1_2)

enum { WAYS = 8, FRAMED_WORK_MAX = 20 * 1000 * 1000 };

/* ---- the map ---- */

lob_status lob_places_init(annotator *a) {
    a->columns = a->grid->width / LOB_PLACE_CELL + 1;
    a->rows = a->grid->height / LOB_PLACE_CELL + 1;
    a->stride = a->columns / 64 + 1;
    a->taken = LOB_NEW_ARRAY(a->ctx->arena, uint64_t, (size_t)a->stride * a->rows);
    a->shaded = LOB_NEW_ARRAY(a->ctx->arena, uint64_t, (size_t)a->stride * a->rows);
    a->framed = LOB_NEW_ARRAY(a->ctx->arena, uint64_t, (size_t)a->stride * a->rows);
    return a->taken && a->shaded && a->framed ? LOB_OK : lob_fail_memory(a->ctx);
}

typedef struct cells { /* columns [left, right], rows [top, bottom] */
    uint32_t left, top, right, bottom;
} cells;

static uint32_t cell_of(double pixel, uint32_t count) {
    return pixel <= 0 ? 0 : pixel >= (double)count * LOB_PLACE_CELL ? count - 1 : (uint32_t)(pixel / LOB_PLACE_CELL);
}

static cells cells_of(const annotator *a, lob_rect r) {
    return (cells){cell_of(r.left, a->columns), cell_of(r.top, a->rows), cell_of(r.right, a->columns),
                   cell_of(r.bottom, a->rows)};
}

/* The bits [left, right] that lie in word `i` of a row. */
static uint64_t bits_in(uint32_t i, uint32_t left, uint32_t right) {
    uint32_t first = left > i * 64 ? left - i * 64 : 0;
    uint32_t last = right < i * 64 + 63 ? right - i * 64 : 63;
    return (UINT64_MAX << first) & (UINT64_MAX >> (63 - last));
}

static bool any_set(const annotator *a, const uint64_t *map, cells c) {
    for (uint32_t row = c.top; row <= c.bottom; row++) {
        for (uint32_t i = c.left / 64; i <= c.right / 64; i++) {
            if (map[(size_t)row * a->stride + i] & bits_in(i, c.left, c.right)) {
                return true;
            }
        }
    }
    return false;
}

static void set_all(const annotator *a, uint64_t *map, cells c) {
    for (uint32_t row = c.top; row <= c.bottom; row++) {
        for (uint32_t i = c.left / 64; i <= c.right / 64; i++) {
            map[(size_t)row * a->stride + i] |= bits_in(i, c.left, c.right);
        }
    }
}

/* Whole within the picture, a pixel from its border. */
static bool is_inside(const annotator *a, lob_rect r) {
    return r.left >= 1 && r.top >= 1 && r.right <= a->width - 1 && r.bottom <= a->height - 1;
}

bool lob_place_is_free(const annotator *a, lob_rect r, bool avoids_shade) {
    if (!is_inside(a, r)) {
        return false;
    }
    cells c = cells_of(a, r);
    return !any_set(a, a->taken, c) && !(avoids_shade && any_set(a, a->shaded, c));
}

void lob_place_take(annotator *a, lob_rect r) {
    set_all(a, a->taken, cells_of(a, r));
}

static bool meets_picture(const annotator *a, lob_rect r) {
    return r.right >= 0 && r.bottom >= 0 && r.left <= a->width && r.top <= a->height;
}

void lob_place_shade(annotator *a, lob_rect r) {
    if (meets_picture(a, r)) {
        set_all(a, a->shaded, cells_of(a, r));
    }
}

void lob_place_enclose(annotator *a, lob_rect r) {
    cells c = cells_of(a, r);
    a->framed_work += (uint64_t)(c.bottom - c.top + 1) * ((c.right - c.left) / 64 + 1);
    if (a->framed_work <= FRAMED_WORK_MAX) {
        set_all(a, a->framed, c);
    }
}

bool lob_place_is_open(const annotator *a, lob_rect r) {
    return a->framed_work <= FRAMED_WORK_MAX && !any_set(a, a->framed, cells_of(a, r));
}

/* Steps of at most a cell. Shades, or tells whether something taken is met. */
static bool along(const annotator *a, lob_pixel p, lob_pixel q, bool shades) {
    if (!lob_sketch_clip(a, 0, &p, &q)) {
        return false;
    }
    double length = fmax(fabs(q.x - p.x), fabs(q.y - p.y));
    uint32_t steps = (uint32_t)(length / LOB_PLACE_CELL) + 1;
    for (uint32_t i = 0; i <= steps; i++) {
        double x = p.x + (q.x - p.x) * i / steps;
        double y = p.y + (q.y - p.y) * i / steps;
        cells c = cells_of(a, (lob_rect){x, y, x, y});
        if (shades) {
            set_all(a, a->shaded, c);
        } else if (any_set(a, a->taken, c)) {
            return true;
        }
    }
    return false;
}

void lob_place_shade_line(annotator *a, lob_pixel p, lob_pixel q) {
    along(a, p, q, true);
}

bool lob_place_is_crossed(const annotator *a, lob_pixel p, lob_pixel q) {
    return along(a, p, q, false);
}

/* ---- where a word may stand ---- */

static void add(tries *t, double x, double y) {
    if (t->count < LOB_TRIES_MAX) {
        t->items[t->count++] = (try_at){.x = floor(x + 0.5), .y = floor(y + 0.5)};
    }
}

static double slid(double at, double size, double limit) {
    return fmin(fmax(at, 1), fmax(limit - 1 - size, 1));
}

/* Along an edge a word may slide back into the picture. */
static void add_slid_x(tries *t, double x, double y) {
    add(t, slid(x, t->w, t->a->width), y);
}

static void add_slid_y(tries *t, double x, double y) {
    add(t, x, slid(y, t->h, t->a->height));
}

/* East, west, north, south, then the corners. */
static const double ways[WAYS][2] = {{1, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {1, 1}, {-1, -1}, {-1, 1}};

/* Beside a box, `gap` off. */
static void add_around(tries *t, lob_rect r, double gap) {
    for (int i = 0; i < WAYS; i++) {
        double reach = ways[i][0] != 0 && ways[i][1] != 0 ? gap * 0.7 : gap;
        double x = ways[i][0] > 0   ? r.right + reach
                   : ways[i][0] < 0 ? r.left - reach - t->w
                                    : (r.left + r.right - t->w) / 2;
        double y = ways[i][1] > 0   ? r.bottom + reach
                   : ways[i][1] < 0 ? r.top - reach - t->h
                                    : (r.top + r.bottom - t->h) / 2;
        add(t, x, y);
    }
}

/* Further and further off, with a leader from the thing, whose box this is. */
static void add_far(tries *t, lob_rect r, double reach) {
    static const double rings[LOB_RINGS_MAX] = {14, 28, 44, 64, 96};
    for (int i = 0; i < t->rings; i++) {
        uint32_t first = t->count;
        add_around(t, r, reach + rings[i]);
        for (uint32_t k = first; k < t->count; k++) {
            try_at *at = &t->items[k];
            at->has_leader = true;
            at->anchor = lob_rect_nearest(r, (lob_pixel){at->x + t->w / 2, at->y + t->h / 2});
        }
    }
}

static lob_rect point_box(lob_pixel p) {
    return (lob_rect){p.x, p.y, p.x, p.y};
}

static void add_at_box(tries *t, lob_rect r) {
    add_slid_x(t, r.left, r.top - GAP - t->h);
    add_slid_x(t, r.left, r.bottom + GAP);
    add_slid_x(t, r.right - t->w, r.top - GAP - t->h);
    add_slid_x(t, r.right - t->w, r.bottom + GAP);
    add_slid_y(t, r.right + GAP, r.top);
    add_slid_y(t, r.left - GAP - t->w, r.top);
    add_slid_y(t, r.right + GAP, r.bottom - t->h);
    add_slid_y(t, r.left - GAP - t->w, r.bottom - t->h);
    add_slid_x(t, r.left + GAP, r.top + GAP);
    add_slid_x(t, r.right - GAP - t->w, r.top + GAP);
    add_slid_x(t, r.left + GAP, r.bottom - GAP - t->h);
    add_slid_x(t, r.right - GAP - t->w, r.bottom - GAP - t->h);
    add_far(t, r, 2);
}

static void add_inside(tries *t, lob_rect r) {
    if (t->w + 2 * GAP <= r.right - r.left && t->h + GAP <= r.bottom - r.top) {
        add(t, r.left + GAP, r.top + GAP / 2.0);
        add(t, r.left + GAP, r.bottom - GAP / 2.0 - t->h);
        add(t, (r.left + r.right - t->w) / 2, (r.top + r.bottom - t->h) / 2);
        add(t, r.right - GAP - t->w, r.top + GAP / 2.0);
        add(t, r.right - GAP - t->w, r.bottom - GAP / 2.0 - t->h);
    }
}

/* The middle of a word at `along` of a line stands off so that its box touches nothing. */
static void add_beside(tries *t, lob_pixel p, lob_pixel q, double along_line, double more) {
    double length = hypot(q.x - p.x, q.y - p.y);
    double ux = length > 0 ? (q.x - p.x) / length : 1;
    double uy = length > 0 ? (q.y - p.y) / length : 0;
    double nx = uy; /* the side that is up, or right of an upright line */
    double ny = -ux;
    if (ny > 1e-9 || (ny > -1e-9 && nx < 0)) {
        nx = -nx;
        ny = -ny;
    }
    double off = ((t->w + 2 * LOB_HALO) * fabs(nx) + (t->h + 2) * fabs(ny)) / 2 + CLEAR + more;
    lob_pixel m = {p.x + along_line * (q.x - p.x), p.y + along_line * (q.y - p.y)};
    add(t, m.x + nx * off - t->w / 2, m.y + ny * off - t->h / 2);
    add(t, m.x - nx * off - t->w / 2, m.y - ny * off - t->h / 2);
}

static void add_beyond(tries *t, lob_pixel tip, double ux, double uy) {
    double off = (t->w * fabs(ux) + t->h * fabs(uy)) / 2 + GAP;
    add(t, tip.x + ux * off - t->w / 2, tip.y + uy * off - t->h / 2);
}

static void add_line(tries *t, lob_pixel p, lob_pixel q) {
    static const double parts[6] = {0.35, 0.65, 0.2, 0.8, 0, 1};
    double length = hypot(q.x - p.x, q.y - p.y);
    add_beside(t, p, q, 0.5, 0);
    if (length < t->w + 2 * GAP) {
        add_beside(t, p, q, 0.5, 6); /* beyond the ticks at its ends */
    }
    for (int i = 0; i < 6; i++) {
        add_beside(t, p, q, parts[i], 0);
    }
    if (length > 0) {
        add_beyond(t, q, (q.x - p.x) / length, (q.y - p.y) / length);
        add_beyond(t, p, (p.x - q.x) / length, (p.y - q.y) / length);
    }
    add(t, (p.x + q.x - t->w) / 2, (p.y + q.y - t->h) / 2);
    add_far(t, point_box((lob_pixel){(p.x + q.x) / 2, (p.y + q.y) / 2}), 2);
}

/* In the quarters of a crosshair, then along its lines. */
static void add_cross(tries *t, lob_pixel p, double reach) {
    double right = t->a->width - t->w - GAP;
    double bottom = t->a->height - t->a->axis_y - t->h - GAP;
    double left = t->a->axis_x + GAP;
    const double xs[8] = {p.x + reach,  p.x - reach - t->w, right,       left,
                          right * 0.75, right * 0.25,       right * 0.5, right * 0.6};
    const double ys[8] = {p.y - reach - t->h, p.y + reach,   GAP,          bottom,
                          bottom * 0.25,      bottom * 0.75, bottom * 0.5, bottom * 0.4};
    for (int i = 0; i < 4; i++) {
        add(t, xs[i % 2], ys[i / 2]);
    }
    for (int i = 2; i < 8; i++) {
        add(t, xs[i], ys[0]);
        add(t, xs[i], ys[1]);
        add(t, xs[0], ys[i]);
        add(t, xs[1], ys[i]);
    }
}

void lob_tries_make(tries *t, const lob_word *word) {
    lob_rect r = {word->a.x, word->a.y, word->b.x, word->b.y};
    double reach = word->b.x;
    switch ((word_kind)word->kind) {
    case WORD_AROUND:
        if (word->b.y != 0) {
            add(t, word->a.x - t->w / 2, word->a.y - t->h / 2);
        }
        add_around(t, point_box(word->a), reach);
        add_far(t, point_box(word->a), reach);
        break;
    case WORD_BOX:
        add_at_box(t, r);
        break;
    case WORD_INSIDE:
        add_inside(t, r);
        break;
    case WORD_LINE:
        add_line(t, word->a, word->b);
        break;
    case WORD_HEADING:
        add_beyond(t, word->a, word->b.x, word->b.y);
        add_around(t, point_box(word->a), GAP);
        add_far(t, point_box(word->a), 2);
        break;
    case WORD_CROSS:
        add_cross(t, word->a, reach);
        break;
    case WORD_AT:
        add(t, word->a.x, word->a.y);
        break;
    }
}
