/* Lines of letters, of one stroke or of several that touch. See around.h.
 *
 * Strokes that touch are a letter together: small, while what touches a guide goes on and on. A line of letters has
 * four at least, of one height, with gaps below it; a third of them are no guides, and where they are drawn of strokes
 * not all are alike, as devices in a row would be. */
#include "geom/distance.h"
#include "geom/round.h"
#include "pic/around_impl.h"

enum { LETTERS_MIN = 4, LETTERS_LOOKED_AT = 8, LETTER_POINTS_MAX = 2000, STROKES_MAX = 24, COMPARED_MAX = 1000 };

static const double LETTER_UM = 500, STROKES_LONG = 20 /* of a letter in widths of its strokes */;

typedef struct letter {
    double from, to, low, high; /* along the line of letters, and across it */
    lob_box64 box;
    double area, around; /* of its strokes together */
    uint32_t strokes;
    const lob_near *stroke; /* the first */
} letter;

typedef struct letters {
    lob_judging *j;
    bool is_upright; /* the line runs along y */
    letter items[LOB_NEAR_MAX + 1];
    uint32_t count, own; /* own: the one the figure belongs to */
    bool has_strokes;    /* one of those counted has several */
    bool has_other;      /* and one differs from the figure's own */
    uint32_t found, odd;
} letters;

/* ---- strokes that touch ---- */

static bool boxes_touch(lob_box64 a, lob_box64 b) {
    return a.left <= b.right + 1 && b.left <= a.right + 1 && a.bottom <= b.top + 1 && b.bottom <= a.top + 1;
}

/* Within a unit of the grid. Of outlines with many points the boxes alone decide. */
static lob_status touch(lob_ctx *ctx, const lob_near *a, const lob_near *b, bool *result) {
    const lob_trace traces[2] = {{.points = a->ring, .count = a->ring_count, .is_closed = true, .has_area = true},
                                 {.points = b->ring, .count = b->ring_count, .is_closed = true, .has_area = true}};
    int64_t apart = 0;
    bool is_whole;
    *result = true;
    if (a->ring_count <= LETTER_POINTS_MAX && b->ring_count <= LETTER_POINTS_MAX) {
        lob_distance d;
        LOB_TRY(lob_distance_find(ctx, &traces[0], &traces[1], 0, &d));
        if (d.relation == LOB_RELATION_APART) {
            (void)lob_ratio_root(&d.d2, &apart, &is_whole);
        }
        *result = apart <= 1;
    }
    return LOB_OK;
}

static uint32_t head_of(uint32_t *heads, uint32_t i) {
    while (heads[i] != i) {
        heads[i] = heads[heads[i]];
        i = heads[i];
    }
    return i;
}

static void add_stroke(letter *l, const lob_near *n) {
    l->box = lob_box64_join(l->box, n->box);
    l->stroke = l->strokes++ ? l->stroke : n;
    double area = 0;
    for (uint32_t i = 0; i < n->ring_count; i++) {
        lob_point64 a = n->ring[i], b = n->ring[i + 1 < n->ring_count ? i + 1 : 0], o = n->ring[0];
        area += ((double)(a.x - o.x) * (double)(b.y - o.y) - (double)(b.x - o.x) * (double)(a.y - o.y)) / 2;
        l->around += hypot((double)(b.x - a.x), (double)(b.y - a.y));
    }
    l->area += fabs(area);
}

/* The groups of figures that touch, the judged one behind the items among them. *is_all false: too many to compare. */
static lob_status group(letters *all, const lob_near *items, uint32_t count, bool *is_all) {
    uint32_t heads[LOB_NEAR_MAX + 1], letter_of[LOB_NEAR_MAX + 1], compared = 0;
    for (uint32_t i = 0; i <= count; i++) {
        const lob_near *one = i < count ? &items[i] : all->j->self;
        heads[i] = i;
        for (uint32_t k = 0; k < i; k++) {
            bool is_touched = false;
            if (head_of(heads, k) != i && boxes_touch(one->box, items[k].box)) {
                if (!(*is_all = ++compared <= COMPARED_MAX)) {
                    return LOB_OK;
                }
                LOB_TRY(touch(all->j->ctx, one, &items[k], &is_touched));
            }
            if (is_touched) {
                heads[head_of(heads, k)] = i;
            }
        }
    }
    all->count = 0;
    for (uint32_t k = count + 1; k > 0; k--) { /* heads lie behind those they lead */
        const uint32_t i = k - 1;
        const uint32_t head = head_of(heads, i);
        if (head == i) {
            letter_of[i] = all->count;
            all->items[all->count++] = (letter){.box = LOB_BOX64_EMPTY};
        }
        add_stroke(&all->items[letter_of[head]], i < count ? &items[i] : all->j->self);
        all->own = i == count ? letter_of[head] : all->own;
    }
    return LOB_OK;
}

static lob_status gather(letters *all, lob_box64 window, bool *is_all) {
    const lob_judging *j = all->j;
    const lob_near *items;
    uint32_t count;
    LOB_TRY(j->source->find(j->ctx, j->source->closure, window, &items, &count, is_all));
    if (!*is_all) {
        return LOB_OK;
    }
    LOB_TRY(group(all, items, count, is_all));
    if (!*is_all) {
        return LOB_OK;
    }
    for (uint32_t i = 0; i < all->count; i++) {
        letter *l = &all->items[i];
        const double x0 = (double)l->box.left, x1 = (double)l->box.right;
        const double y0 = (double)l->box.bottom, y1 = (double)l->box.top;
        l->from = all->is_upright ? y0 : x0;
        l->to = all->is_upright ? y1 : x1;
        l->low = all->is_upright ? x0 : y0;
        l->high = all->is_upright ? x1 : y1;
    }
    return LOB_OK;
}

/* ---- a line of them ---- */

/* Of about the height of the own one, standing or hanging at the same line, not longer than a letter is, and as bold.
 */
static bool is_letter(const letter *own, const letter *l, double bold) {
    double h = own->high - own->low, k = l->high - l->low;
    bool is_aligned = fabs(l->low - own->low) <= h / 8 || fabs(l->high - own->high) <= h / 8;
    return lob_is_like(h, k, 2) && is_aligned && l->to - l->from <= 2 * fmax(h, k) && l->strokes <= STROKES_MAX &&
           lob_is_like(2 * l->area / l->around, bold, 2.5);
}

/* No guide by itself: strokes that touch and are no straight line together, or a figure that is none. */
static lob_status is_odd(const letters *all, const letter *l, bool *result) {
    const double bold = all->j->guide->width_median;
    const lob_near *n = l->stroke;
    lob_guide guide;
    bool found = false;
    if (l->strokes > 1) {
        *result = fmin(l->to - l->from, l->high - l->low) >= 2 * bold;
        return LOB_OK;
    }
    if (n->ring_count <= LETTER_POINTS_MAX) {
        LOB_TRY(lob_guide_from_rings(all->j->ctx, &n->ring, &n->ring_count, 1, &found, &guide));
    }
    *result = !found;
    return LOB_OK;
}

static bool is_alike(const letter *a, const letter *b) {
    return a->strokes == b->strokes && lob_is_like(a->to - a->from, b->to - b->from, 1.02) &&
           lob_is_like(a->area, b->area, 1.02);
}

/* Letters follow each other to one side with gaps below their height. */
static lob_status count_letters(letters *all, int side) {
    const letter *own = &all->items[all->own];
    double h = own->high - own->low, edge = side > 0 ? own->to : -own->from;
    for (uint32_t n = 0; n < LETTERS_LOOKED_AT; n++) {
        const letter *next = NULL;
        double best = edge + h;
        bool is;
        for (uint32_t i = 0; i < all->count; i++) {
            const letter *l = &all->items[i];
            double from = side > 0 ? l->from : -l->to;
            if (from > edge && from < best && is_letter(own, l, all->j->guide->width_median)) {
                next = l;
                best = from;
            }
        }
        if (!next) {
            return LOB_OK;
        }
        LOB_TRY(is_odd(all, next, &is));
        all->odd += is;
        all->found++;
        all->has_strokes = all->has_strokes || next->strokes > 1;
        all->has_other = all->has_other || !is_alike(own, next);
        edge = side > 0 ? next->to : -next->from;
    }
    return LOB_OK;
}

/* The letter that the figure is or belongs to: all that touches it, if that is small. */
static lob_status find_own(letters *all, lob_box64 *box, bool *is_small) {
    const lob_judging *j = all->j;
    const double high = STROKES_LONG * j->guide->width_median;
    const int64_t reach = lob_round(high) + 2;
    const lob_box64 window = {j->self->box.left - reach, j->self->box.bottom - reach, j->self->box.right + reach,
                              j->self->box.top + reach};
    bool is_all = false;
    *box = j->self->box;
    *is_small = fmax((double)(box->right - box->left), (double)(box->top - box->bottom)) <= 2 * high;
    if (*is_small) {
        LOB_TRY(gather(all, window, &is_all));
    }
    if (is_all) { /* among too many it stands for itself */
        *box = all->items[all->own].box;
        all->has_strokes = all->items[all->own].strokes > 1;
    }
    return LOB_OK;
}

static lob_status look_for_line(letters *all, lob_box64 own_box) {
    const lob_judging *j = all->j;
    const double bold = j->guide->width_median;
    const double w = (double)(own_box.right - own_box.left), v = (double)(own_box.top - own_box.bottom);
    const double h = all->is_upright ? w : v, length = all->is_upright ? v : w;
    bool is_all;
    if (h > STROKES_LONG * bold || h < 2.5 * bold || h > LETTER_UM / j->dbu || length > 2 * h) {
        return LOB_OK;
    }
    const int64_t reach = lob_round(8 * h), side = lob_round(h / 8);
    const lob_box64 window = {
        own_box.left - (all->is_upright ? side : reach), own_box.bottom - (all->is_upright ? reach : side),
        own_box.right + (all->is_upright ? side : reach), own_box.top + (all->is_upright ? reach : side)};
    LOB_TRY(gather(all, window, &is_all));
    if (!is_all) {
        return LOB_OK;
    }
    const letter *own = &all->items[all->own];
    all->found = 1;
    all->odd = own->strokes > 1 && fmin(w, v) >= 2 * bold;
    all->has_other = false;
    LOB_TRY(count_letters(all, -1));
    LOB_TRY(count_letters(all, 1));
    bool is_varied = !all->has_strokes || all->has_other;
    if (all->found >= LETTERS_MIN && all->odd >= 2 && 3 * all->odd >= all->found - 1 && is_varied) {
        *j->around = (lob_around){.kind = LOB_AROUND_LETTER, .count = all->found};
    }
    return LOB_OK;
}

lob_status lob_around_letters(lob_judging *j, bool is_free) {
    letters *all = LOB_NEW(j->ctx->arena, letters);
    lob_box64 box;
    bool is_small;
    if (!all) {
        return lob_fail_memory(j->ctx);
    }
    all->j = j;
    LOB_TRY(find_own(all, &box, &is_small));
    if (!is_small || (!is_free && !all->has_strokes)) {
        return LOB_OK;
    }
    const bool has_strokes = all->has_strokes;
    for (int upright = 0; upright < 2 && j->around->kind == LOB_AROUND_GUIDE; upright++) {
        all->is_upright = upright;
        all->has_strokes = has_strokes;
        LOB_TRY(look_for_line(all, box));
    }
    return LOB_OK;
}
