/* Texts and polygons: which texts lie in a polygon or on its border, which polygons have such texts. Exactly, by signs
 * of cross products. */
#include "base/list.h"
#include "base/sort.h"
#include "geom/rtree.h"
#include "script/texts.h"

typedef struct places { /* where the texts are */
    const lob_value_text *texts;
    lob_rtree tree;
} places;

static lob_status make_places(lob_ctx *ctx, const lob_value *texts, places *p) {
    const uint32_t n = texts->count;
    lob_box *boxes = lob_arena_alloc(ctx->arena, ((size_t)n + 1) * sizeof *boxes);
    void *block = lob_arena_alloc(ctx->arena, lob_rtree_size(n));
    void *scratch = lob_arena_alloc(ctx->arena, lob_rtree_scratch_size(n));
    if (!boxes || !block || !scratch) {
        return lob_fail_memory(ctx);
    }
    p->texts = texts->texts;
    for (uint32_t i = 0; i < n; i++) {
        const lob_point64 at = texts->texts[i].at;
        boxes[i] = lob_box_cut((lob_box64){at.x, at.y, at.x, at.y});
    }
    return lob_rtree_make(ctx, &p->tree, boxes, n, block, scratch);
}

static __int128 side(lob_point64 a, lob_point64 b, lob_point64 p) {
    return (__int128)(b.x - a.x) * (p.y - a.y) - (__int128)(b.y - a.y) * (p.x - a.x);
}

/* How often the ring winds around p, counter-clockwise; *is_on: p lies on it. */
static int windings(const lob_point64 *ring, uint32_t count, lob_point64 p, bool *is_on) {
    int turns = 0;
    for (uint32_t i = 0; i < count; i++) {
        const lob_point64 a = ring[i], b = ring[i + 1 == count ? 0 : i + 1];
        if (a.y == p.y && b.y == p.y) {
            *is_on = *is_on || (a.x <= p.x) != (b.x < p.x) || a.x == p.x;
        } else if ((a.y <= p.y) != (b.y <= p.y)) {
            const __int128 s = side(a, b, p);
            *is_on = *is_on || s == 0;
            turns += b.y > a.y ? s > 0 : -(s < 0);
        } else {
            *is_on = *is_on || (a.x == p.x && a.y == p.y) || (b.x == p.x && b.y == p.y);
        }
    }
    return turns;
}

static bool turns_left(const lob_point64 *ring, uint32_t count) {
    __int128 area = 0;
    for (uint32_t i = 0; i < count; i++) {
        const lob_point64 a = ring[i], b = ring[i + 1 == count ? 0 : i + 1];
        area += (__int128)a.x * b.y - (__int128)a.y * b.x;
    }
    return area > 0;
}

static bool holds(const lob_polygons *p, lob_polygon_at at, lob_point64 text) {
    int turns = 0;
    bool is_on = false;
    for (uint32_t c = at.contour; c < at.contour + at.count && !is_on; c++) {
        const lob_contour *contour = &p->contours[c];
        const lob_point64 *ring = p->points + contour->first;
        const int own = windings(ring, contour->count, text, &is_on);
        turns += turns_left(ring, contour->count) == contour->is_hole ? -own : own;
    }
    return is_on || turns != 0;
}

static lob_box64 box_of(const lob_polygons *p, lob_polygon_at at) {
    const lob_contour *hull = &p->contours[at.contour];
    lob_box64 box = LOB_BOX64_EMPTY;
    for (uint32_t i = hull->first; i < hull->first + hull->count; i++) {
        box = lob_box64_add_point(box, p->points[i].x, p->points[i].y);
    }
    return box;
}

/* How many texts the polygon has, `most` at most; each is marked. */
static lob_status texts_of(lob_ctx *ctx, const places *t, const lob_polygons *p, lob_polygon_at at, uint64_t most,
                           bool *marks, uint64_t *count) {
    const lob_rtree_query query = lob_rtree_query_window(box_of(p, at));
    lob_rtree_cursor cursor;
    uint64_t work = 0;
    uint32_t item;
    *count = 0;
    lob_rtree_begin(&t->tree, &cursor);
    for (uint32_t steps = 1; *count < most && lob_rtree_next(&t->tree, &cursor, &query, &item, &work); steps++) {
        LOB_TRY(item == LOB_RTREE_PAUSE || steps % 256 == 0 ? lob_poll(ctx) : LOB_OK);
        const uint32_t text = item == LOB_RTREE_PAUSE ? 0 : t->tree.ids[item];
        if (item != LOB_RTREE_PAUSE && !(marks && marks[text]) && holds(p, at, t->texts[text].at)) {
            ++*count;
            if (marks) {
                marks[text] = true;
            }
        }
    }
    return LOB_OK;
}

lob_status lob_op_texts_select(lob_ctx *ctx, const lob_value *a, const lob_value *b, bool is_inverse,
                               lob_value *result) {
    bool *marks = LOB_NEW_ARRAY(ctx->arena, bool, (size_t)a->count + 1);
    lob_value_text *kept = lob_arena_alloc(ctx->arena, ((size_t)a->count + 1) * sizeof *kept);
    lob_polygon_at at = {0};
    uint32_t count = 0;
    uint64_t found;
    places t;
    if (!marks || !kept) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(make_places(ctx, a, &t));
    while (lob_polygon_next(&b->raw, &at)) {
        LOB_TRY(texts_of(ctx, &t, &b->raw, at, UINT64_MAX, marks, &found));
    }
    for (uint32_t i = 0; i < a->count; i++) {
        if (marks[i] != is_inverse) {
            kept[count++] = a->texts[i];
        }
    }
    return lob_value_put_texts(ctx, result, kept, count);
}

lob_status lob_op_select_by_texts(lob_ctx *ctx, lob_value *a, const lob_value *b, const lob_select *select,
                                  lob_value *result) {
    const uint64_t most = select->count_max == UINT64_MAX ? select->count_min : select->count_max + 1;
    const lob_polygons *p;
    lob_polygon_list list = {0};
    lob_polygon_at at = {0};
    uint64_t found;
    places t;
    LOB_TRY(make_places(ctx, b, &t));
    LOB_TRY(lob_value_whole(ctx, a, &p));
    for (uint32_t n = 0; lob_polygon_next(p, &at); n++) {
        LOB_TRY(texts_of(ctx, &t, p, at, most, NULL, &found));
        if ((found >= select->count_min && found <= select->count_max) == select->is_inverse) {
            continue;
        }
        for (uint32_t c = at.contour; c < at.contour + at.count; c++) {
            const lob_contour *contour = &p->contours[c];
            LOB_TRY(lob_polygon_list_add(ctx, &list, p->points + contour->first, contour->count, contour->is_hole));
        }
        LOB_TRY(n % 4096 == 4095 ? lob_poll(ctx) : LOB_OK);
    }
    const lob_polygons all = lob_polygon_list_view(&list);
    return lob_value_put_raw(ctx, result, &all);
}

/* ---- who meets whom ---- */

typedef struct meetings {
    lob_meeting *items;
    uint32_t count, room;
} meetings;

static lob_status add_meeting(lob_ctx *ctx, meetings *m, uint32_t a, uint32_t b) {
    LOB_TRY(LOB_LIST_ROOM(ctx, ctx->arena, m->items, m->count, m->room));
    m->items[m->count++] = (lob_meeting){a, b};
    return LOB_OK;
}

static int by_numbers(const void *a, const void *b, void *unused) {
    (void)unused;
    const lob_meeting *x = a, *y = b;
    return x->a != y->a ? (x->a > y->a) - (x->a < y->a) : (x->b > y->b) - (x->b < y->b);
}

/* All texts that the shape with this box has, by what `holds` says of it; a text holds what stands where it stands. */
static lob_status meet_texts(lob_ctx *ctx, const places *t, lob_box64 box, const lob_polygons *p, lob_polygon_at at,
                             uint32_t number, bool is_turned, meetings *m) {
    const lob_rtree_query query = lob_rtree_query_window(box);
    lob_rtree_cursor cursor;
    uint64_t work = 0;
    uint32_t item;
    lob_rtree_begin(&t->tree, &cursor);
    for (uint32_t steps = 1; lob_rtree_next(&t->tree, &cursor, &query, &item, &work); steps++) {
        LOB_TRY(item == LOB_RTREE_PAUSE || steps % 256 == 0 ? lob_poll(ctx) : LOB_OK);
        const uint32_t text = item == LOB_RTREE_PAUSE ? 0 : t->tree.ids[item];
        if (item != LOB_RTREE_PAUSE && (!p || holds(p, at, t->texts[text].at))) {
            LOB_TRY(add_meeting(ctx, m, is_turned ? text : number, is_turned ? number : text));
        }
    }
    return LOB_OK;
}

lob_status lob_op_text_meetings(lob_ctx *ctx, lob_value *a, lob_value *b, lob_value *result) {
    const bool is_turned = b->kind != LOB_VALUE_TEXTS;
    const lob_value *const texts = is_turned ? a : b;
    lob_value *const others = is_turned ? b : a;
    meetings m = {0};
    places t;
    LOB_TRY(make_places(ctx, texts, &t));
    if (others->kind == LOB_VALUE_TEXTS) {
        for (uint32_t i = 0; i < others->count; i++) {
            const lob_point64 at = others->texts[i].at;
            LOB_TRY(meet_texts(ctx, &t, (lob_box64){at.x, at.y, at.x, at.y}, NULL, (lob_polygon_at){0}, i, false, &m));
        }
    } else {
        const lob_polygons *p;
        lob_polygon_at at = {0};
        LOB_TRY(lob_value_whole(ctx, others, &p));
        for (uint32_t n = 0; lob_polygon_next(p, &at); n++) {
            LOB_TRY(meet_texts(ctx, &t, box_of(p, at), p, at, n, is_turned, &m));
        }
    }
    LOB_TRY(m.count > 0 ? lob_sort(ctx, m.items, m.count, sizeof *m.items, by_numbers, NULL) : LOB_OK);
    return lob_value_put_meetings(ctx, result, m.items, m.count);
}
