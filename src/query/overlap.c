/* How a ring overlaps a box.
 *
 * Idea: inside the open box the winding number changes at edges alone. So it is different from zero somewhere if it
 * changes anywhere, or if it is different from zero at one point. It changes where the edges through the box do not
 * cancel; edges can cancel only along the same line (the cut lines of holes run back and forth), so they are sorted by
 * line and position, and added up along each.
 */
#include "query/overlap.h"

#include "base/sort.h"

typedef __int128 wide;

/* Above zero when p is left of the line from a to b. */
static wide side(lob_point64 a, lob_point64 b, lob_point64 p) {
    return (wide)(b.x - a.x) * (p.y - a.y) - (wide)(b.y - a.y) * (p.x - a.x);
}

static int sign(wide value) {
    return (value > 0) - (value < 0);
}

static bool is_beside(lob_point64 a, lob_point64 b, lob_box64 box, int64_t gap) {
    int64_t left = a.x < b.x ? a.x : b.x, right = a.x < b.x ? b.x : a.x;
    int64_t bottom = a.y < b.y ? a.y : b.y, top = a.y < b.y ? b.y : a.y;
    return right < box.left + gap || left > box.right - gap || top < box.bottom + gap || bottom > box.top - gap;
}

/* Whether corners of the box lie right of the line, on it, left of it. */
typedef struct corner_sides {
    bool right, on, left;
} corner_sides;

static corner_sides sides_of(lob_point64 a, lob_point64 b, lob_box64 box) {
    const lob_point64 corners[4] = {
        {box.left, box.bottom}, {box.right, box.bottom}, {box.right, box.top}, {box.left, box.top}};
    corner_sides sides = {false, false, false};
    for (int i = 0; i < 4; i++) {
        wide s = side(a, b, corners[i]);
        sides.right = sides.right || s < 0;
        sides.on = sides.on || s == 0;
        sides.left = sides.left || s > 0;
    }
    return sides;
}

/* The segment has points in the open box. (Separating axes: x, y and the segment's normal.) */
static bool runs_through(lob_point64 a, lob_point64 b, lob_box64 box) {
    if (is_beside(a, b, box, 1)) {
        return false;
    }
    corner_sides sides = sides_of(a, b, box);
    return sides.right && sides.left;
}

/* The segment, or point, has points in the closed box. */
static bool touches(lob_point64 a, lob_point64 b, lob_box64 box) {
    if (is_beside(a, b, box, 0)) {
        return false;
    }
    corner_sides sides = sides_of(a, b, box);
    return sides.on || (sides.right && sides.left);
}

bool lob_ring_touches(const lob_point64 *ring, uint32_t count, lob_box64 box) {
    for (uint32_t i = 0; i < count; i++) {
        if (touches(ring[i], ring[i + 1 < count ? i + 1 : 0], box)) {
            return true;
        }
    }
    return false;
}

/* ---- edges through the box ---- */

typedef struct edge { /* from < to by (x, y) */
    lob_point64 from, to;
    int direction; /* 1: the ring runs from `from` to `to` */
} edge;

static int compare_points(lob_point64 a, lob_point64 b) {
    int x = (a.x > b.x) - (a.x < b.x);
    return x ? x : (a.y > b.y) - (a.y < b.y);
}

/* By slope, then by side: equal when on one line. All edges point right, or up. */
static int compare_lines(const edge *a, const edge *b) {
    wide turn =
        (wide)(b->to.x - b->from.x) * (a->to.y - a->from.y) - (wide)(b->to.y - b->from.y) * (a->to.x - a->from.x);
    return turn ? sign(turn) : sign(side(a->from, a->to, b->from));
}

/* An end of an edge on a line: how the sum of windings changes there. */
typedef struct change {
    const edge *of;
    lob_point64 at;
    int by;
} change;

static int compare_changes(const void *x, const void *y, void *unused) {
    (void)unused;
    const change *a = x, *b = y;
    int order = compare_lines(a->of, b->of);
    return order ? order : compare_points(a->at, b->at);
}

/* Whether along some line through the box the edges do not cancel. `changes`: two an edge, in order. */
static bool is_left_over(const change *changes, size_t count, lob_box64 box) {
    int64_t sum = 0;
    for (size_t i = 0; i + 1 < count; i++) {
        sum += changes[i].by; /* zero again at the end of each line */
        if (sum != 0 && compare_points(changes[i].at, changes[i + 1].at) != 0 &&
            runs_through(changes[i].at, changes[i + 1].at, box)) {
            return true;
        }
    }
    return false;
}

static lob_status check_edges(lob_ctx *ctx, const edge *edges, size_t count, lob_box64 box, bool *overlaps) {
    change *changes = LOB_NEW_ARRAY(ctx->arena, change, 2 * count);
    if (!changes) {
        return lob_fail_memory(ctx);
    }
    for (size_t i = 0; i < count; i++) {
        changes[2 * i] = (change){&edges[i], edges[i].from, edges[i].direction};
        changes[2 * i + 1] = (change){&edges[i], edges[i].to, -edges[i].direction};
    }
    LOB_TRY(lob_sort(ctx, changes, 2 * count, sizeof *changes, compare_changes, NULL));
    *overlaps = is_left_over(changes, 2 * count, box);
    return LOB_OK;
}

/* The winding number just right of and, by far less, above the lower left corner: the ray goes right, and what runs
 * through the corner itself is behind it. */
static int64_t winding(const lob_point64 *ring, uint32_t count, lob_point64 p) {
    int64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        lob_point64 a = ring[i], b = ring[i + 1 < count ? i + 1 : 0];
        if (a.y <= p.y && p.y < b.y) {
            sum += side(a, b, p) > 0;
        } else if (b.y <= p.y && p.y < a.y) {
            sum -= side(b, a, p) > 0;
        }
    }
    return sum;
}

/* Those that run through the box, in `edges` when that is not NULL. */
static size_t list_edges(const lob_point64 *ring, uint32_t count, lob_box64 box, edge *edges) {
    size_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        lob_point64 a = ring[i], b = ring[i + 1 < count ? i + 1 : 0];
        int order = compare_points(a, b);
        if (order == 0 || !runs_through(a, b, box)) {
            continue;
        }
        if (edges) {
            edges[found] = order < 0 ? (edge){a, b, 1} : (edge){b, a, -1};
        }
        found++;
    }
    return found;
}

lob_status lob_ring_overlaps(lob_ctx *ctx, const lob_point64 *ring, uint32_t count, lob_box64 box, bool *overlaps) {
    size_t through = list_edges(ring, count, box, NULL);
    *overlaps = through == 1; /* alone, nothing cancels it */
    if (through > 1) {
        edge *edges = LOB_NEW_ARRAY(ctx->arena, edge, through);
        if (!edges) {
            return lob_fail_memory(ctx);
        }
        list_edges(ring, count, box, edges);
        LOB_TRY(check_edges(ctx, edges, through, box, overlaps));
    }
    if (!*overlaps) {
        *overlaps = winding(ring, count, (lob_point64){box.left, box.bottom}) != 0;
    }
    return LOB_OK;
}
