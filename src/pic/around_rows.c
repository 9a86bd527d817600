/* Rows at a small pitch: teeth of gratings, free at both ends, and the slices that Bragg gratings and steps of
 * subwavelength tapers are drawn of, which touch each other along their sides. See around.h. */
#include "base/num.h"
#include "geom/distance.h"
#include "geom/round.h"
#include "pic/around_impl.h"

enum { TEETH_MIN = 4, TOUCH = 3 /* dbu: what is drawn to abut may be off where it is rotated */ };

static const double PITCH_MAX_UM = 2, TOOTH_UM = 60;

lob_vec2 lob_around_line_at(const lob_guide *g, double s, lob_vec2 *way, double *width) {
    uint32_t i = 1;
    while (i + 1 < g->count && g->points[i].s < s) {
        i++;
    }
    const lob_guide_point *p = &g->points[i - 1], *q = &g->points[i];
    double length = q->s - p->s, u = length > 0 ? (s - p->s) / length : 0;
    double dx = q->at.x - p->at.x, dy = q->at.y - p->at.y, size = hypot(dx, dy);
    *way = size > 0 ? (lob_vec2){dx / size, dy / size} : (lob_vec2){1, 0};
    *width = p->width + u * (q->width - p->width);
    return (lob_vec2){p->at.x + u * dx, p->at.y + u * dy};
}

bool lob_near_covers(const lob_near *n, lob_vec2 p) {
    const lob_point64 at = {lob_round(p.x), lob_round(p.y)};
    const lob_trace trace = {.points = n->ring, .count = n->ring_count, .is_closed = true, .has_area = true};
    bool on_border = false;
    return at.x >= n->box.left && at.x <= n->box.right && at.y >= n->box.bottom && at.y <= n->box.top &&
           (lob_trace_winding(&trace, at, &on_border) != 0 || on_border);
}

bool lob_around_cut(const lob_near *n, lob_vec2 at, lob_vec2 way, lob_crossed *crossed) {
    double cuts[16];
    uint32_t count = 0;
    for (uint32_t i = 0; i < n->ring_count; i++) {
        lob_point64 a = n->ring[i], b = n->ring[i + 1 < n->ring_count ? i + 1 : 0];
        double pa = ((double)a.x - at.x) * way.y - ((double)a.y - at.y) * way.x;
        double pb = ((double)b.x - at.x) * way.y - ((double)b.y - at.y) * way.x;
        if ((pa < 0) == (pb < 0)) {
            continue;
        }
        if (count == sizeof cuts / sizeof *cuts) {
            return false;
        }
        double u = pa / (pa - pb), x = (double)a.x + u * (double)(b.x - a.x) - at.x;
        double y = (double)a.y + u * (double)(b.y - a.y) - at.y;
        cuts[count++] = x * way.x + y * way.y;
    }
    for (uint32_t i = 1; i < count; i++) {
        for (uint32_t k = i; k > 0 && fabs(cuts[k]) < fabs(cuts[k - 1]); k--) {
            double swap = cuts[k];
            cuts[k] = cuts[k - 1];
            cuts[k - 1] = swap;
        }
    }
    *crossed = count > 1 ? (lob_crossed){fmin(cuts[0], cuts[1]), fmax(cuts[0], cuts[1])} : (lob_crossed){0, 0};
    return count > 1;
}

typedef struct row { /* outwards from a figure in the middle of it */
    const lob_crossed
        *teeth; /* as wide as it; what lies between them, as in gratings of wide and narrow ones, counts not */
    uint32_t count;
    double width, pitch_max, gap_max;
    double pitch; /* the first that was found */
} row;

/* The nearest that begins beyond `edge`, seen to one side. */
static const lob_crossed *next_tooth(const row *r, int side, double edge) {
    const lob_crossed *next = NULL;
    double best = INFINITY;
    for (uint32_t i = 0; i < r->count; i++) {
        double from = side > 0 ? r->teeth[i].from : -r->teeth[i].to;
        if (from >= edge - 0.5 && from < best) {
            next = &r->teeth[i];
            best = from;
        }
    }
    return best - edge <= r->gap_max ? next : NULL;
}

/* How many follow each other to one side at about one pitch. */
static uint32_t row_length(row *r, int side) {
    double at = 0, edge = r->width / 2, first = 0;
    for (uint32_t found = 0;; found++) {
        const lob_crossed *next = next_tooth(r, side, edge);
        if (!next) {
            return found;
        }
        double middle = fabs(next->from + next->to) / 2, step = middle - at;
        if (step > r->pitch_max || (found && !lob_is_like(step, first, 1.6))) {
            return found;
        }
        first = found ? first : step;
        r->pitch = found || r->pitch > 0 ? r->pitch : step;
        at = middle;
        edge = side > 0 ? next->to : -next->from;
    }
}

static double longer(lob_box64 b) {
    return fmax((double)(b.right - b.left), (double)(b.top - b.bottom));
}

/* Where light passes a slice of a row without gaps it goes along the row, not along the slice: its ends do not count
 * then. */
lob_status lob_around_teeth(lob_judging *j, bool is_free) {
    const lob_guide *g = j->guide;
    const double pitch_max = PITCH_MAX_UM / j->dbu, reach = (TEETH_MIN + 1) * pitch_max;
    lob_vec2 way;
    double width;
    const lob_vec2 middle = lob_around_line_at(g, g->chord_length / 2, &way, &width);
    const lob_vec2 across = {-way.y, way.x};
    const lob_near *items;
    lob_crossed teeth[LOB_NEAR_MAX];
    uint32_t count, found = 0;
    bool is_all;
    if (width > pitch_max || g->width_max > 3 * g->width_min || g->chord_length > TOOTH_UM / j->dbu) {
        return LOB_OK;
    }
    lob_box64 window = LOB_BOX64_EMPTY;
    for (int side = -1; side <= 1; side += 2) {
        window = lob_box64_add_point(window, lob_round(middle.x + side * reach * across.x),
                                     lob_round(middle.y + side * reach * across.y));
    }
    LOB_TRY(j->source->find(j->ctx, j->source->closure, window, &items, &count, &is_all));
    for (uint32_t i = 0; i < count && is_all; i++) {
        found += lob_is_like(longer(items[i].box), longer(j->self->box), 3) &&
                 lob_around_cut(&items[i], middle, across, &teeth[found]) &&
                 lob_is_like(teeth[found].to - teeth[found].from, width, 3);
    }
    row r = {
        .teeth = teeth, .count = found, .width = width, .pitch_max = pitch_max, .gap_max = is_free ? pitch_max : TOUCH};
    uint32_t length = 1;
    length += row_length(&r, 1);
    length += row_length(&r, -1);
    if (length >= TEETH_MIN) {
        *j->around = (lob_around){.kind = LOB_AROUND_TEETH, .count = length, .pitch = r.pitch};
    }
    return LOB_OK;
}
