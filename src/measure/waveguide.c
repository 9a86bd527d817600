/* See waveguide.h. */
#include "measure/waveguide.h"

#include <math.h>
#include <stdlib.h>

enum { PAIRS_MAX = 20000000, POLL_EVERY = 65536 };

/* ---- does the line meet itself ---- */

typedef struct piece {
    lob_point64 a, b;
    int64_t left, right, bottom, top;
    uint32_t index;
} piece;

static int compare_pieces(const void *a, const void *b) {
    const piece *p = a, *q = b;
    return p->left != q->left ? (p->left < q->left ? -1 : 1) : p->index < q->index ? -1 : 1;
}

/* Sign of the turn a, b, c: exact, in units of a fine grid on which stored lines and those of rectangles lie. */
static int turn(lob_point64 a, lob_point64 b, lob_point64 c) {
    __int128 left = (__int128)(b.x - a.x) * (c.y - a.y), right = (__int128)(b.y - a.y) * (c.x - a.x);
    return left > right ? 1 : left < right ? -1 : 0;
}

static lob_point64 fine(lob_vec2 at) {
    const double scale = 256; /* coordinates stay below 2^53, so differences below 2^62 */
    return (lob_point64){(int64_t)floor(at.x * scale + 0.5), (int64_t)floor(at.y * scale + 0.5)};
}

static bool is_between(const piece *p, lob_point64 c) {
    return c.x >= p->left && c.x <= p->right && c.y >= p->bottom && c.y <= p->top;
}

static bool meets(const piece *p, const piece *q) {
    int c = turn(p->a, p->b, q->a), d = turn(p->a, p->b, q->b);
    int e = turn(q->a, q->b, p->a), f = turn(q->a, q->b, p->b);
    if (c * d < 0 && e * f < 0) {
        return true;
    }
    return (c == 0 && is_between(p, q->a)) || (d == 0 && is_between(p, q->b)) || (e == 0 && is_between(q, p->a)) ||
           (f == 0 && is_between(q, p->b));
}

static bool is_neighbour(const piece *p, const piece *q, uint32_t count, bool is_closed) {
    uint32_t low = p->index < q->index ? p->index : q->index, high = p->index < q->index ? q->index : p->index;
    return high - low == 1 || (is_closed && low == 0 && high == count - 1);
}

static bool ends_together(const lob_guide *g) {
    lob_vec2 a = g->points[0].at, b = g->points[g->count - 1].at;
    return a.x == b.x && a.y == b.y;
}

static void make_pieces(const lob_guide *g, piece *pieces) {
    for (uint32_t i = 1; i < g->count; i++) {
        lob_point64 a = fine(g->points[i - 1].at), b = fine(g->points[i].at);
        pieces[i - 1] = (piece){.a = a,
                                .b = b,
                                .left = a.x < b.x ? a.x : b.x,
                                .right = a.x < b.x ? b.x : a.x,
                                .bottom = a.y < b.y ? a.y : b.y,
                                .top = a.y < b.y ? b.y : a.y,
                                .index = i - 1};
    }
    qsort(pieces, g->count - 1, sizeof *pieces, compare_pieces);
}

/* A sweep from the left: each segment against those that begin before it ends. A line that ends where it begins, as a
 * closed path does, meets itself there on purpose. */
static lob_status find_crossing(lob_ctx *ctx, const lob_guide *g, unsigned *warnings) {
    uint32_t count = g->count - 1;
    piece *pieces = LOB_NEW_ARRAY(ctx->arena, piece, count);
    if (!pieces) {
        return lob_fail_memory(ctx);
    }
    make_pieces(g, pieces);
    bool is_closed = g->is_closed || ends_together(g);
    uint64_t work = 0;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = i + 1; k < count && pieces[k].left <= pieces[i].right; k++) {
            if (++work % POLL_EVERY == 0) {
                LOB_TRY(lob_poll(ctx));
            }
            if (work > PAIRS_MAX) {
                *warnings |= LOB_GUIDE_NOT_CHECKED;
                return LOB_OK;
            }
            bool apart = pieces[k].bottom > pieces[i].top || pieces[k].top < pieces[i].bottom;
            if (!apart && !is_neighbour(&pieces[i], &pieces[k], count, is_closed) && meets(&pieces[i], &pieces[k])) {
                *warnings |= LOB_GUIDE_CROSSES_ITSELF;
                return LOB_OK;
            }
        }
    }
    return LOB_OK;
}

/* ---- ends, widths, warnings ---- */

/* The end edge lies an extension beyond the line's end. */
static void set_ends(lob_waveguide *w, const lob_figure *f) {
    const lob_guide *g = &w->centre.guide;
    if (g->is_closed) {
        return;
    }
    w->end_count = 2;
    for (int i = 0; i < 2; i++) {
        w->ends[i] = g->ends[i];
        if (f->kind != LOB_KIND_PATH) {
            continue;
        }
        lob_vec2 at = g->points[i == 0 ? 0 : g->count - 1].at, before = g->points[i == 0 ? 1 : g->count - 2].at;
        double dx = at.x - before.x, dy = at.y - before.y, length = hypot(dx, dy);
        double ext = i == 0 ? f->begin_ext : f->end_ext;
        double angle = atan2(dy, dx) * 180 / 3.14159265358979323846;
        w->ends[i] = (lob_guide_end){
            {at.x + dx / length * ext, at.y + dy / length * ext}, angle < 0 ? angle + 360 : angle, f->width};
    }
}

static bool turns_back(const lob_guide *g) {
    for (uint32_t i = 2; i < g->count; i++) {
        lob_point64 a = fine(g->points[i - 2].at), b = fine(g->points[i - 1].at), c = fine(g->points[i].at);
        __int128 along = (__int128)(b.x - a.x) * (c.x - b.x) + (__int128)(b.y - a.y) * (c.y - b.y);
        if (turn(a, b, c) == 0 && along < 0) {
            return true;
        }
    }
    return false;
}

lob_status lob_guide_warnings(lob_ctx *ctx, const lob_figure *figure, const lob_centre *centre,
                              const lob_radius *radius, unsigned *warnings) {
    const double rounding = 2.83; /* dbu: half a diagonal of the grid for each side, at both places */
    const lob_guide *g = &centre->guide;
    bool is_path = figure->kind == LOB_KIND_PATH, is_arc = radius && radius->source == LOB_RADIUS_ARC_FIT;
    double width = is_path ? figure->width : g->width_median;
    *warnings = width == 0 ? LOB_GUIDE_ZERO_WIDTH : 0;
    if (centre->source == LOB_CENTRE_POINT) {
        *warnings |= LOB_GUIDE_ONE_POINT;
        return LOB_OK;
    }
    *warnings |= !is_path && g->width_max - g->width_min > rounding ? LOB_GUIDE_WIDTH_VARIES : 0;
    *warnings |= is_arc && radius->value < width / 2 ? LOB_GUIDE_TIGHT : 0;
    *warnings |= is_arc && radius->error > 0.01 * radius->value ? LOB_GUIDE_RADIUS_UNSURE : 0;
    *warnings |= radius && radius->undetermined_count > 0 ? LOB_GUIDE_RADIUS_UNKNOWN : 0;
    *warnings |= centre->source == LOB_CENTRE_STORED && turns_back(g) ? LOB_GUIDE_TURNS_BACK : 0;
    return centre->is_straight ? LOB_OK : find_crossing(ctx, g, warnings);
}

static lob_status refuse(lob_ctx *ctx, const char *reason, const char *message, const char *hint) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "%s", message);
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    lob_hint(ctx, "%s", hint);
    return status;
}

static void set_widths(lob_waveguide *w, const lob_figure *f) {
    const lob_guide *g = &w->centre.guide;
    w->width = w->width_min = w->width_mean = w->width_max = f->width;
    if (f->kind != LOB_KIND_PATH) {
        w->width = g->width_median;
        w->width_min = g->width_min;
        w->width_mean = g->width_mean;
        w->width_max = g->width_max;
        w->width_error = w->centre.source == LOB_CENTRE_MEDIAL ? g->width_error : 0;
        w->has_profile_places = w->centre.source == LOB_CENTRE_MEDIAL;
    }
}

lob_status lob_waveguide_analyze(lob_ctx *ctx, const lob_figure *figure, bool allow_polygon, lob_waveguide *waveguide) {
    lob_waveguide *w = waveguide;
    *w = (lob_waveguide){.width = 0};
    bool is_path = figure->kind == LOB_KIND_PATH;
    if (figure->kind == LOB_KIND_TEXT || (!is_path && !allow_polygon)) {
        return refuse(ctx, "kind", "The target is not a path",
                      figure->kind == LOB_KIND_TEXT
                          ? "Use the id of a path, or of a polygon with allow_polygon true; trace_waveguide follows "
                            "the guide from a port or a point."
                          : "Set allow_polygon true to analyze a box or polygon that is drawn as a waveguide; "
                            "measure_geometry (path_width, segment_length) needs no such option.");
    }
    LOB_TRY(lob_centre_find(ctx, figure, &w->centre));
    if (w->centre.source == LOB_CENTRE_NONE) {
        return lob_centre_refuse(ctx, &w->centre,
                                 "The figure is not drawn along a line: no two long sides between two ends",
                                 "Waveguides are paths, rectangles that are not squares, and polygons with two long "
                                 "sides; query_region with include_points shows the outline.");
    }
    set_widths(w, figure);
    if (w->centre.source == LOB_CENTRE_POINT) {
        return lob_guide_warnings(ctx, figure, &w->centre, NULL, &w->warnings);
    }
    LOB_TRY(lob_centre_radius(ctx, &w->centre, &w->bends, &w->radius));
    w->length = lob_centre_length(&w->centre, &w->bends, &w->length_error);
    set_ends(w, figure);
    return lob_guide_warnings(ctx, figure, &w->centre, &w->radius, &w->warnings);
}
