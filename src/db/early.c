/* Invariant: a share is only changed once all of a step is known, so a step that fails leaves no trace: its figures are
 * taken at the end. Memory is bounded: outlines above OUTLINE_COUNT_MAX are left to the end as well. */
#include "db/early.h"

#include "base/alloc.h"
#include "db/extent.h"
#include "db/weigh.h"

enum { OUTLINE_COUNT_MAX = 1 << 15, POINT_COUNT_MAX = 8192 };

struct lob_early {
    const lob_layout *layout;
    bool weigh;
    lob_extents extents;
    lob_weigher weigher; /* empty without `weigh` */
};

lob_early *lob_early_new(lob_layout *layout, bool weigh) {
    lob_early *e = lob_calloc(1, sizeof *e);
    if (!e) {
        return NULL;
    }
    e->layout = layout;
    e->weigh = weigh;
    bool fine = lob_extents_open(&e->extents, layout, OUTLINE_COUNT_MAX) &&
                (!weigh || lob_weigher_open(&e->weigher, NULL, layout, OUTLINE_COUNT_MAX));
    if (!fine) {
        lob_early_drop(e);
        return NULL;
    }
    return e;
}

void lob_early_drop(lob_early *e) {
    if (e) {
        lob_extents_close(&e->extents);
        lob_weigher_close(&e->weigher);
        lob_free(e);
    }
}

static bool is_plain(const lob_early *e, uint32_t outline, uint32_t rep) {
    return rep == LOB_NONE && outline < OUTLINE_COUNT_MAX &&
           lob_layout_outline(e->layout, outline)->count <= POINT_COUNT_MAX;
}

/* The first figure from `from` on that is not plain. */
static uint32_t plain_end(const lob_early *e, const lob_shapes *s, lob_kind kind, uint32_t from) {
    const lob_attrs *props = &s->props[kind];
    uint32_t end = props->count ? props->items[0].index : s->count[kind];
    uint32_t i = from;
    switch (kind) {
    case LOB_KIND_BOX:
        i = s->box_reps.count && s->box_reps.items[0].index < end ? s->box_reps.items[0].index : end;
        break;
    case LOB_KIND_POLYGON:
        while (i < end && is_plain(e, s->polygons[i].outline, s->polygons[i].rep)) {
            i++;
        }
        break;
    case LOB_KIND_PATH:
        while (i < end && is_plain(e, s->paths[i].outline, s->paths[i].rep)) {
            i++;
        }
        break;
    case LOB_KIND_TEXT:
    case LOB_KIND_COUNT:
    default: /* a string known by number alone has no data yet */
        while (i < end && s->texts[i].rep == LOB_NONE && lob_layout_string(e->layout, s->texts[i].string).data) {
            i++;
        }
        break;
    }
    return i;
}

bool lob_early_take(lob_early *e, const lob_shapes *shapes, lob_kind kind, lob_share *share) {
    const uint32_t from = share->count[kind];
    lob_shapes part = *shapes;
    lob_share next = *share;
    next.count[kind] = part.count[kind] = plain_end(e, shapes, kind, from);
    part.box_reps.count = 0; /* they are of figures behind these */
    part.props[kind].count = 0;
    if (next.count[kind] == from || (e->weigh && !lob_weigh_figures(&e->weigher, &part, kind, from, &next.sum))) {
        return false;
    }
    lob_extents_add(&e->extents, &part, kind, from, &next.box);
    *share = next;
    return true;
}
