/* See coincide.h. Everything of a cell becomes a thing with a place and a hash of what it is but for its place; sorted,
 * equal ones stand together, and those with equal hashes are compared in full. */
#include "query/coincide.h"

#include <string.h>

#include "base/digest.h"
#include "base/limits.h"
#include "base/num.h"
#include "base/sort.h"
#include "base/wrap.h"

enum { POLL_EVERY = 4096, KIND_INSTANCE = -1 };

typedef struct thing {
    int kind;       /* that of the comparison: a rectangle is a box */
    uint32_t group; /* layer, or child */
    lob_point64 at;
    uint64_t hash;
    lob_twin twin;
    bool is_taken;
} thing;

typedef struct seeker {
    lob_ctx *ctx;
    lob_ctx own; /* emptied after each cell */
    const lob_coincide_ask *ask;
    const lob_layout *layout;
    lob_cell_index cell_index;
    const lob_cell *cell;
    thing *things;
    size_t count;
    uint64_t work_left;
    uint64_t first, seen;
    size_t count_max;
    lob_coincidences *found;
} seeker;

/* ---- things ---- */

static uint64_t hash_words(const int64_t *words, size_t count) {
    return lob_hash64_stable((const char *)words, count * sizeof *words);
}

static const lob_rep *rep_at(const lob_layout *layout, uint32_t rep) {
    return rep == LOB_NONE ? NULL : lob_layout_rep(layout, rep);
}

static uint64_t count_rep(const lob_rep *rep) {
    return rep ? lob_rep_count(rep) : 1;
}

/* One for each member. */
static lob_status add(seeker *s, thing t, const lob_rep *rep) {
    const lob_point64 at = t.at;
    for (uint64_t m = 0; m < count_rep(rep); m++) {
        const lob_point64 by = rep ? lob_rep_at(rep, m) : (lob_point64){0, 0};
        LOB_TRY(s->count % POLL_EVERY == 0 ? lob_poll(s->ctx) : LOB_OK);
        t.at = (lob_point64){at.x + by.x, at.y + by.y};
        t.twin.member = m;
        s->things[s->count++] = t;
    }
    return LOB_OK;
}

static lob_status add_instance(seeker *s, uint32_t index) {
    const lob_inst *inst = &s->cell->insts[index];
    const lob_trans t = lob_inst_trans(s->layout, inst);
    double numbers[2] = {t.angle_deg, t.mag};
    int64_t words[4] = {t.is_orthogonal, t.is_orthogonal ? t.code : t.code & 4};
    memcpy(&words[2], numbers, sizeof numbers);
    return add(s,
               (thing){.kind = KIND_INSTANCE,
                       .group = inst->child,
                       .at = {inst->at.x, inst->at.y},
                       .hash = hash_words(words, 4),
                       .twin = {.kind = LOB_KIND_COUNT, .index = index}},
               rep_at(s->layout, inst->rep));
}

/* Twice the area, by which way a ring goes round; exact up to 2^33 wide figures of many vertices. */
static __int128 area_of(const lob_point *p, uint32_t count) {
    __int128 sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        const lob_point a = p[i], b = p[i + 1 < count ? i + 1 : 0];
        sum += (__int128)a.x * b.y - (__int128)a.y * b.x;
    }
    return sum;
}

static bool is_rectangle(const lob_point *p, uint32_t count) {
    if (count != 4) {
        return false;
    }
    const bool begins_flat = p[0].y == p[1].y;
    for (int i = 0; i < 4; i++) {
        const lob_point a = p[i], b = p[(i + 1) % 4];
        if (((i % 2 == 0) == begins_flat) ? a.y != b.y || a.x == b.x : a.x != b.x || a.y == b.y) {
            return false;
        }
    }
    return true;
}

/* The same whichever vertex is the first and whichever way they go: a sum over directed edges, seen from the corner. */
static uint64_t hash_ring(const lob_point *p, uint32_t count, lob_point corner) {
    const bool turns = area_of(p, count) < 0;
    uint64_t sum = count;
    for (uint32_t i = 0; i < count; i++) {
        lob_point a = p[i], b = p[i + 1 < count ? i + 1 : 0];
        if (turns) {
            const lob_point kept = a;
            a = b;
            b = kept;
        }
        const int64_t words[4] = {(int64_t)a.x - corner.x, (int64_t)a.y - corner.y, (int64_t)b.x - corner.x,
                                  (int64_t)b.y - corner.y};
        sum = lob_wrap_add(sum, hash_words(words, 4));
    }
    return sum;
}

static lob_point corner_of(const lob_point *p, uint32_t count) {
    lob_point corner = p[0];
    for (uint32_t i = 1; i < count; i++) {
        corner = p[i].x < corner.x || (p[i].x == corner.x && p[i].y < corner.y) ? p[i] : corner;
    }
    return corner;
}

static thing box_thing(lob_layer_index layer, int64_t left, int64_t bottom, int64_t width, int64_t height) {
    const int64_t words[2] = {width, height};
    return (thing){.kind = LOB_KIND_BOX, .group = layer, .at = {left, bottom}, .hash = hash_words(words, 2)};
}

static thing polygon_thing(const seeker *s, const lob_shapes *shapes, const lob_polygon *polygon) {
    const lob_outline *outline = lob_layout_outline(s->layout, polygon->outline);
    const lob_point *p = lob_layout_points(s->layout, outline);
    const lob_point corner = corner_of(p, outline->count);
    const lob_point64 at = {(int64_t)polygon->at.x + corner.x, (int64_t)polygon->at.y + corner.y};
    if (is_rectangle(p, outline->count)) {
        return box_thing(shapes->layer, at.x, at.y, (int64_t)outline->box.right - outline->box.left,
                         (int64_t)outline->box.top - outline->box.bottom);
    }
    return (thing){
        .kind = LOB_KIND_POLYGON, .group = shapes->layer, .at = at, .hash = hash_ring(p, outline->count, corner)};
}

static thing path_thing(const lob_shapes *shapes, const lob_path *path) {
    const int64_t words[6] = {path->outline, path->width,    path->begin_ext,
                              path->end_ext, path->pathtype, path->round_ends};
    return (thing){
        .kind = LOB_KIND_PATH, .group = shapes->layer, .at = {path->at.x, path->at.y}, .hash = hash_words(words, 6)};
}

static thing text_thing(const lob_shapes *shapes, const lob_text *text) {
    const int64_t words[1] = {text->string};
    return (thing){
        .kind = LOB_KIND_TEXT, .group = shapes->layer, .at = {text->at.x, text->at.y}, .hash = hash_words(words, 1)};
}

static lob_status add_figures(seeker *s, uint32_t at) {
    const lob_shapes *shapes = &s->cell->shapes[at];
    for (lob_kind kind = LOB_KIND_BOX; kind < LOB_KIND_COUNT; kind++) {
        for (uint32_t i = 0; i < shapes->count[kind]; i++) {
            const lob_box *box = kind == LOB_KIND_BOX ? &shapes->boxes[i] : NULL;
            thing t = kind == LOB_KIND_BOX       ? box_thing(shapes->layer, box->left, box->bottom,
                                                             (int64_t)box->right - box->left, (int64_t)box->top - box->bottom)
                      : kind == LOB_KIND_PATH    ? path_thing(shapes, &shapes->paths[i])
                      : kind == LOB_KIND_POLYGON ? polygon_thing(s, shapes, &shapes->polygons[i])
                                                 : text_thing(shapes, &shapes->texts[i]);
            t.twin = (lob_twin){.kind = kind, .shapes = at, .index = i};
            LOB_TRY(add(s, t, rep_at(s->layout, lob_shape_rep_index(shapes, kind, i))));
        }
    }
    return LOB_OK;
}

/* ---- the same ---- */

static lob_point vertex(const lob_point *p, uint32_t count, uint32_t i, bool turns) {
    return p[turns ? count - 1 - i : i];
}

static int order(int64_t a, int64_t b) {
    return (a > b) - (a < b);
}

/* Are they rotations of each other? Linear: what was passed over in one is larger than a rotation of the other. */
static bool is_same_ring(const seeker *s, const lob_polygon *x, const lob_polygon *y) {
    const lob_outline *a = lob_layout_outline(s->layout, x->outline), *b = lob_layout_outline(s->layout, y->outline);
    const lob_point *p = lob_layout_points(s->layout, a), *q = lob_layout_points(s->layout, b);
    if (x->outline == y->outline) {
        return true;
    }
    if (a->count != b->count) {
        return false;
    }
    const lob_point ca = corner_of(p, a->count), cb = corner_of(q, b->count);
    const bool turns = (area_of(p, a->count) < 0) != (area_of(q, b->count) < 0);
    uint64_t i = 0, k = 0; /* no least rotation begins before these */
    while (i < a->count && k < a->count) {
        int o = 0;
        uint64_t same = 0;
        for (; same < a->count && o == 0; same += o == 0) {
            const lob_point u = p[(i + same) % a->count];
            const lob_point v = vertex(q, b->count, (uint32_t)((k + same) % b->count), turns);
            o = order((int64_t)u.x - ca.x, (int64_t)v.x - cb.x);
            o = o ? o : order((int64_t)u.y - ca.y, (int64_t)v.y - cb.y);
        }
        if (o == 0) {
            return true;
        }
        *(o > 0 ? &i : &k) += same + 1;
    }
    return false;
}

static bool is_same_place(const thing *a, const thing *b) {
    return a->kind == b->kind && a->group == b->group && a->at.x == b->at.x && a->at.y == b->at.y && a->hash == b->hash;
}

static lob_box64 box_of(const seeker *s, const lob_twin *t) {
    const lob_shapes *shapes = &s->cell->shapes[t->shapes];
    return t->kind == LOB_KIND_BOX
               ? lob_box64_from(shapes->boxes[t->index])
               : lob_box64_from(lob_layout_outline(s->layout, shapes->polygons[t->index].outline)->box);
}

/* Of two whose hashes agree. */
static bool is_same(const seeker *s, const thing *x, const thing *y) {
    const lob_twin *a = &x->twin, *b = &y->twin;
    if (x->kind == KIND_INSTANCE) {
        const lob_trans t = lob_inst_trans(s->layout, &s->cell->insts[a->index]);
        const lob_trans u = lob_inst_trans(s->layout, &s->cell->insts[b->index]);
        const bool same_turn = t.is_orthogonal ? t.code == u.code : (t.code & 4) == (u.code & 4);
        return t.is_orthogonal == u.is_orthogonal && same_turn && t.angle_deg == u.angle_deg && t.mag == u.mag;
    }
    const lob_shapes *shapes = &s->cell->shapes[a->shapes];
    if (x->kind == LOB_KIND_BOX) {
        const lob_box64 p = box_of(s, a), q = box_of(s, b);
        return p.right - p.left == q.right - q.left && p.top - p.bottom == q.top - q.bottom;
    }
    if (x->kind == LOB_KIND_PATH) {
        const lob_path *p = &shapes->paths[a->index], *q = &shapes->paths[b->index];
        return p->outline == q->outline && p->width == q->width && p->begin_ext == q->begin_ext &&
               p->end_ext == q->end_ext && p->pathtype == q->pathtype && p->round_ends == q->round_ends;
    }
    return x->kind == LOB_KIND_TEXT ? shapes->texts[a->index].string == shapes->texts[b->index].string
                                    : is_same_ring(s, &shapes->polygons[a->index], &shapes->polygons[b->index]);
}

/* ---- sets ---- */

static int by_place(const void *x, const void *y, void *arg) {
    const thing *a = x, *b = y;
    int o = order(a->kind, b->kind);
    (void)arg;
    o = o ? o : order(a->group, b->group);
    o = o ? o : order(a->at.x, b->at.x);
    o = o ? o : order(a->at.y, b->at.y);
    o = o || a->hash == b->hash ? o : (a->hash > b->hash ? 1 : -1);
    o = o ? o : order(a->twin.kind, b->twin.kind);
    return o ? o : order(a->twin.index, b->twin.index); /* members come in order: the sort is stable */
}

static lob_status keep(seeker *s, thing *const *set, uint64_t count) {
    const bool is_wanted = s->seen++ >= s->first && s->found->count < s->count_max;
    const int kind = set[0]->kind;
    uint64_t *total = kind == KIND_INSTANCE   ? &s->found->instance_total
                      : kind == LOB_KIND_TEXT ? &s->found->text_total
                                              : &s->found->shape_total;
    ++*total;
    if (!is_wanted) {
        return LOB_OK;
    }
    const uint32_t kept = count < LOB_TWINS_KEPT ? (uint32_t)count : LOB_TWINS_KEPT;
    lob_twin *items = LOB_NEW_ARRAY(s->ctx->arena, lob_twin, kept);
    if (!items) {
        return lob_fail_memory(s->ctx);
    }
    for (uint32_t i = 0; i < kept; i++) {
        items[i] = set[i]->twin;
    }
    s->found->items[s->found->count++] =
        (lob_twins){.cell = s->cell_index, .at = set[0]->at, .items = items, .kept = kept, .count = count};
    return LOB_OK;
}

/* Things at one place with one hash: mostly one set, unless hashes agree by chance. */
static lob_status take_run(seeker *s, size_t begin, size_t end) {
    for (size_t i = begin; i < end; i++) {
        thing *set[LOB_TWINS_KEPT] = {&s->things[i]};
        uint64_t count = 1;
        for (size_t k = i + 1; k < end && !s->things[i].is_taken; k++) {
            if (!s->things[k].is_taken && is_same(s, &s->things[i], &s->things[k])) {
                s->things[k].is_taken = true;
                if (count < LOB_TWINS_KEPT) {
                    set[count] = &s->things[k];
                }
                count++;
            }
        }
        LOB_TRY(count > 1 ? keep(s, set, count) : LOB_OK);
    }
    return LOB_OK;
}

static lob_status take_sets(seeker *s) {
    LOB_TRY(lob_sort(s->ctx, s->things, s->count, sizeof *s->things, by_place, NULL));
    for (size_t begin = 0, end; begin < s->count; begin = end) {
        end = begin + 1;
        while (end < s->count && is_same_place(&s->things[begin], &s->things[end])) {
            end++;
        }
        LOB_TRY(begin % POLL_EVERY == 0 ? lob_poll(s->ctx) : LOB_OK);
        LOB_TRY(end - begin > 1 ? take_run(s, begin, end) : LOB_OK);
    }
    return LOB_OK;
}

/* ---- cells ---- */

static bool is_layer_asked(const seeker *s, lob_layer_index layer) {
    bool is_asked = !s->ask->layers;
    for (uint32_t i = 0; s->ask->layers && i < s->ask->layer_count; i++) {
        is_asked = is_asked || s->ask->layers[i] == layer;
    }
    return is_asked;
}

static lob_status fail_work(seeker *s) {
    const lob_status status = lob_fail(s->ctx, LOB_E_QUERY_TOO_LARGE, "The cells draw too many objects to compare");
    lob_hint(s->ctx, "Ask for some layers, for one kind, or for a smaller cell.");
    lob_error_text(&s->ctx->error, "limit_name", LOB_STR("coincide_work"));
    lob_error_integer(&s->ctx->error, "limit", LOB_LIMIT_COINCIDE_WORK);
    return status;
}

static uint64_t count_things(const seeker *s) {
    uint64_t count = 0;
    for (uint32_t i = 0; s->ask->instances && i < s->cell->inst_count; i++) {
        count = lob_u64_add_sat(count, count_rep(rep_at(s->layout, s->cell->insts[i].rep)));
    }
    for (uint32_t k = 0; s->ask->shapes && k < s->cell->shapes_count; k++) {
        const lob_shapes *shapes = &s->cell->shapes[k];
        for (lob_kind kind = LOB_KIND_BOX; is_layer_asked(s, shapes->layer) && kind < LOB_KIND_COUNT; kind++) {
            for (uint32_t i = 0; i < shapes->count[kind]; i++) {
                count = lob_u64_add_sat(count, count_rep(rep_at(s->layout, lob_shape_rep_index(shapes, kind, i))));
            }
        }
    }
    return count;
}

static lob_status take_cell(seeker *s) {
    const uint64_t count = count_things(s);
    if (count > s->work_left) {
        return fail_work(s);
    }
    s->work_left -= count;
    s->count = 0;
    s->things = LOB_NEW_ARRAY(s->own.arena, thing, (size_t)count);
    if (!s->things) {
        return lob_fail_memory(s->ctx);
    }
    for (uint32_t i = 0; s->ask->instances && i < s->cell->inst_count; i++) {
        LOB_TRY(add_instance(s, i));
    }
    for (uint32_t k = 0; s->ask->shapes && k < s->cell->shapes_count; k++) {
        LOB_TRY(is_layer_asked(s, s->cell->shapes[k].layer) ? add_figures(s, k) : LOB_OK);
    }
    return take_sets(s);
}

lob_status lob_query_coincident(lob_ctx *ctx, const lob_coincide_ask *ask, uint64_t first, size_t count_max,
                                lob_coincidences *found) {
    seeker s = {.ctx = ctx,
                .ask = ask,
                .layout = ask->layout,
                .first = first,
                .count_max = count_max,
                .found = found,
                .work_left = LOB_LIMIT_COINCIDE_WORK};
    lob_status status = LOB_OK;
    *found = (lob_coincidences){.items = LOB_NEW_ARRAY(ctx->arena, lob_twins, count_max)};
    if (!found->items) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(lob_ctx_child(ctx, &s.own, LOB_LIMIT_REQUEST_MEMORY_SIZE));
    for (uint32_t i = 0; i < lob_layout_cell_count(ask->layout) && status == LOB_OK; i++) {
        s.cell_index = lob_layout_cells_by_name(ask->layout)[i];
        s.cell = lob_layout_cell(ask->layout, s.cell_index);
        if (ask->is_asked[s.cell_index]) {
            status = take_cell(&s);
            lob_arena_reset(s.own.arena);
        }
    }
    lob_ctx_drop(&s.own);
    return status;
}
