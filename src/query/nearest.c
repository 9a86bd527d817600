/* See nearest.h. The window is widened four times as far each time until something is in it; then once more, as far as
 * that something is away, since what lies off a corner is further than it looks. */
#include "query/nearest.h"

#include "base/limits.h"
#include "query/impl.h"

enum { NEAREST_WORK = 1000000, FIRST_REACH_MIN = 1000 };

typedef struct seeker {
    const lob_query *query;
    lob_nearest *nearest;
    double best; /* distance, when is_found */
} seeker;

static int64_t gap(int64_t low, int64_t high, int64_t from, int64_t to) {
    return low > to ? low - to : high < from ? high - from : 0;
}

static void look_at(seeker *s, const lob_hit *hit) {
    const lob_box64 w = s->query->window;
    int64_t dx = gap(hit->box.left, hit->box.right, w.left, w.right);
    int64_t dy = gap(hit->box.bottom, hit->box.top, w.bottom, w.top);
    double distance = __builtin_sqrt((double)dx * (double)dx + (double)dy * (double)dy);
    if (!s->nearest->is_found || distance < s->best) {
        s->best = distance;
        *s->nearest = (lob_nearest){true, hit->kind == LOB_KIND_TEXT, hit->shapes->layer, dx, dy};
    }
}

static int64_t bounded(int64_t value) {
    return value < -LOB_COORD_MAX ? -LOB_COORD_MAX : value > LOB_COORD_MAX ? LOB_COORD_MAX : value;
}

static lob_box64 widened(lob_box64 w, int64_t by) {
    return (lob_box64){bounded(w.left - by), bounded(w.bottom - by), bounded(w.right + by), bounded(w.top + by)};
}

static lob_status look_around(lob_ctx *ctx, seeker *s, int64_t reach) {
    lob_walk_options options = lob_query_options(s->query, LOB_WALK_SHAPES | LOB_WALK_TEXTS);
    options.window = widened(s->query->window, reach);
    options.meet = LOB_MEET_TOUCH;
    options.work_max = NEAREST_WORK;
    lob_walk *walk;
    LOB_TRY(lob_walk_open(ctx, s->query->layout, s->query->cell, &options, &walk));
    for (;;) {
        const lob_hit *hit;
        LOB_TRY(lob_walk_next(walk, &hit));
        if (!hit) {
            return LOB_OK;
        }
        look_at(s, hit);
    }
}

static bool holds(lob_box64 a, lob_box64 b) {
    return a.left <= b.left && a.right >= b.right && a.bottom <= b.bottom && a.top >= b.top;
}

static lob_status seek(lob_ctx *ctx, seeker *s) {
    const lob_box64 all = lob_layout_cell(s->query->layout, s->query->cell)->box, w = s->query->window;
    int64_t width = w.right - w.left, height = w.top - w.bottom;
    int64_t reach = width > height ? width : height;
    reach = reach > FIRST_REACH_MIN ? reach : FIRST_REACH_MIN;
    if (lob_box64_is_empty(all)) {
        return LOB_OK;
    }
    for (bool is_last = false; !is_last && !s->nearest->is_found; reach *= 4) {
        is_last = holds(widened(w, reach), all) || reach > LOB_COORD_MAX;
        LOB_TRY(look_around(ctx, s, reach));
        if (s->nearest->is_found && s->best > (double)reach) {
            LOB_TRY(look_around(ctx, s, (int64_t)s->best + 1));
        }
    }
    return LOB_OK;
}

lob_status lob_query_nearest(lob_ctx *ctx, const lob_query *query, lob_nearest *nearest) {
    *nearest = (lob_nearest){.is_found = false};
    seeker s = {.query = query, .nearest = nearest};
    lob_status status = seek(ctx, &s);
    if (status == LOB_E_QUERY_TOO_LARGE) {
        lob_error_clear(&ctx->error);
        nearest->is_found = false;
        status = LOB_OK;
    }
    return status;
}
