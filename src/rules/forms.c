/* See forms.h. Invariant: keys[i] of the map leads to items[i]; keys lie in the arena. */
#include "rules/forms.h"

#include <string.h>

#include "base/alloc.h"
#include "base/list.h"
#include "base/map.h"
#include "base/wrap.h"
#include "db/figure.h"

/* What tells forms apart; compared byte by byte, so zeroed first. */
typedef struct form_key {
    uint32_t kind, layer, code, outline;
    int64_t size[4];
} form_key;

enum { RECENT_COUNT = 256 };

struct lob_forms {
    lob_ctx *ctx;
    const lob_layout *layout;
    lob_name_map map;
    lob_form *items;
    uint32_t count, capacity;
    /* The last found of some hundred keys: neighbours in a layout are mostly of few forms. */
    form_key recent_keys[RECENT_COUNT];
    uint32_t recent[RECENT_COUNT]; /* the form, + 1; 0: none */
};

enum { KIND_POINTS = LOB_KIND_COUNT };

lob_status lob_forms_new(lob_ctx *ctx, const lob_layout *layout, lob_forms **forms) {
    lob_forms *f = lob_calloc(1, sizeof *f);
    if (!f) {
        return lob_fail_memory(ctx);
    }
    f->ctx = ctx;
    f->layout = layout;
    lob_name_map_init(&f->map);
    *forms = f;
    return LOB_OK;
}

void lob_forms_release(lob_forms *forms) {
    if (forms) {
        lob_name_map_release(&forms->map);
        lob_free(forms->items);
        lob_free(forms);
    }
}

const lob_form *lob_forms_get(const lob_forms *forms, uint32_t form) {
    return &forms->items[form];
}

/* ---- parts ---- */

enum { PARTS_POINTS_MAX = 48 };

typedef struct upright { /* an edge of a ring */
    int64_t x, low, high;
    int winding;
} upright;

/* Its upright edges from left to right, and the places of its level ones, sorted; false: it has others. */
static bool take_edges(const lob_form *form, upright *edges, uint32_t *edge_count, int64_t *levels,
                       uint32_t *level_count) {
    *edge_count = *level_count = 0;
    for (uint32_t i = 0; i < form->count; i++) {
        const lob_point64 a = form->ring[i], b = form->ring[i + 1 == form->count ? 0 : i + 1];
        if (a.x != b.x && a.y != b.y) {
            return false;
        }
        uint32_t k = (*level_count)++;
        for (; k > 0 && levels[k - 1] > a.y; k--) {
            levels[k] = levels[k - 1];
        }
        levels[k] = a.y;
        if (a.y == b.y) {
            continue;
        }
        for (k = (*edge_count)++; k > 0 && edges[k - 1].x > a.x; k--) {
            edges[k] = edges[k - 1];
        }
        edges[k] = a.y < b.y ? (upright){a.x, a.y, b.y, 1} : (upright){a.x, b.y, a.y, -1};
    }
    return true;
}

/* Adds a part, or makes one below it taller; false: too many. */
static bool add_part(lob_box64 *parts, uint32_t *count, lob_box64 one) {
    for (uint32_t i = 0; i < *count; i++) {
        if (parts[i].left == one.left && parts[i].right == one.right && parts[i].top == one.bottom) {
            parts[i].top = one.top;
            return true;
        }
    }
    if (*count == LOB_FORM_PARTS_MAX) {
        return false;
    }
    parts[(*count)++] = one;
    return true;
}

/* Slab by slab, where the ring winds. */
static bool cut_up(const lob_form *form, lob_box64 *parts, uint32_t *count) {
    upright edges[PARTS_POINTS_MAX];
    int64_t levels[PARTS_POINTS_MAX];
    uint32_t edge_count, level_count;
    *count = 0;
    if (form->count > PARTS_POINTS_MAX || !take_edges(form, edges, &edge_count, levels, &level_count)) {
        return false;
    }
    for (uint32_t i = 1; i < level_count; i++) {
        const int64_t low = levels[i - 1], high = levels[i];
        int winding = 0;
        int64_t left = 0;
        for (uint32_t k = 0; low < high && k < edge_count; k++) {
            if (edges[k].low > low || edges[k].high < high) {
                continue;
            }
            left = winding == 0 ? edges[k].x : left;
            winding += edges[k].winding;
            if (winding == 0 && left < edges[k].x &&
                !add_part(parts, count, (lob_box64){left, low, edges[k].x, high})) {
                return false;
            }
        }
    }
    return *count > 1;
}

static lob_status keep_parts(lob_forms *f, lob_form *form) {
    lob_box64 parts[LOB_FORM_PARTS_MAX];
    uint32_t count;
    if (form->count <= 4 || !cut_up(form, parts, &count)) {
        return LOB_OK;
    }
    lob_box64 *kept = LOB_NEW_ARRAY(f->ctx->arena, lob_box64, count);
    if (!kept) {
        return lob_fail_memory(f->ctx);
    }
    memcpy(kept, parts, count * sizeof *kept);
    form->parts = kept;
    form->part_count = count;
    return LOB_OK;
}

bool lob_forms_are_near(const lob_form *a, lob_point64 at_a, const lob_form *b, lob_point64 at_b, int64_t reach) {
    const lob_box64 *pa = a->part_count ? a->parts : &a->box, *pb = b->part_count ? b->parts : &b->box;
    const uint32_t na = a->part_count ? a->part_count : 1, nb = b->part_count ? b->part_count : 1;
    const int64_t x = at_b.x - at_a.x, y = at_b.y - at_a.y;
    for (uint32_t k = 0; k < nb; k++) {
        const lob_box64 wide = {pb[k].left + x - reach, pb[k].bottom + y - reach, pb[k].right + x + reach,
                                pb[k].top + y + reach};
        for (uint32_t i = 0; i < na; i++) {
            if (lob_box64_touch(pa[i], wide)) {
                return true;
            }
        }
    }
    return false;
}

/* ---- adding ---- */

static lob_status keep(lob_forms *f, lob_str key, lob_form form, uint32_t *number) {
    LOB_TRY(lob_list_grow(f->ctx, &f->items, f->count, &f->capacity, sizeof *f->items));
    char *kept = lob_arena_strdup(f->ctx->arena, key.data, key.size);
    if (!kept || !lob_name_map_add(&f->map, (lob_str){kept, key.size}, f->count, number)) {
        return lob_fail_memory(f->ctx);
    }
    f->items[f->count++] = form;
    return LOB_OK;
}

/* The ring of a figure relative to `at`. */
static lob_status ring_of(lob_forms *f, const lob_figure *figure, lob_point64 at, lob_form *form) {
    lob_point64 *ring = LOB_NEW_ARRAY(f->ctx->arena, lob_point64, figure->ring_count);
    if (!ring) {
        return lob_fail_memory(f->ctx);
    }
    for (uint32_t i = 0; i < figure->ring_count; i++) {
        ring[i] = (lob_point64){figure->ring[i].x - at.x, figure->ring[i].y - at.y};
    }
    form->ring = ring;
    form->count = figure->ring_count;
    form->box = (lob_box64){figure->box.left - at.x, figure->box.bottom - at.y, figure->box.right - at.x,
                            figure->box.top - at.y};
    return keep_parts(f, form);
}

/* A figure at any angle: its points are the key. */
static lob_status add_by_points(lob_forms *f, const lob_shapes *shapes, const lob_figure *figure, uint32_t *number,
                                lob_point64 *at) {
    lob_form form = {.layer = shapes->layer};
    *at = figure->ring[0];
    LOB_TRY(ring_of(f, figure, *at, &form));
    size_t size = sizeof(form_key) + form.count * sizeof *form.ring;
    char *bytes = lob_arena_alloc(f->ctx->arena, size);
    if (!bytes) {
        return lob_fail_memory(f->ctx);
    }
    form_key key;
    memset(&key, 0, sizeof key);
    key.kind = KIND_POINTS;
    key.layer = shapes->layer;
    memcpy(bytes, &key, sizeof key);
    memcpy(bytes + sizeof key, form.ring, form.count * sizeof *form.ring);
    *number = lob_name_map_find(&f->map, (lob_str){bytes, size});
    return *number != LOB_MAP_NONE ? LOB_OK : keep(f, (lob_str){bytes, size}, form, number);
}

static lob_point64 moved(lob_point at, lob_point64 by) {
    return (lob_point64){at.x + by.x, at.y + by.y};
}

static lob_point64 member_at(const lob_layout *layout, const lob_shapes *shapes, lob_kind kind, uint32_t index,
                             uint64_t member) {
    uint32_t rep = kind == LOB_KIND_BOX    ? lob_attrs_find(&shapes->box_reps, index)
                   : kind == LOB_KIND_PATH ? shapes->paths[index].rep
                                           : shapes->polygons[index].rep;
    return rep == LOB_NONE ? (lob_point64){0, 0} : lob_rep_at(lob_layout_rep(layout, rep), member);
}

/* The key of a figure at a quarter turn, and its place. */
static form_key stored_key(const lob_shapes *shapes, lob_kind kind, uint32_t index, lob_point64 by,
                           const lob_trans *trans, lob_point64 *at) {
    form_key key;
    memset(&key, 0, sizeof key);
    key.kind = kind;
    key.layer = shapes->layer;
    if (kind == LOB_KIND_BOX) {
        const lob_box *b = &shapes->boxes[index];
        lob_box64 box =
            lob_trans_box(trans, (lob_box64){b->left + by.x, b->bottom + by.y, b->right + by.x, b->top + by.y});
        *at = (lob_point64){box.left, box.bottom};
        key.size[0] = box.right - box.left;
        key.size[1] = box.top - box.bottom;
        return key;
    }
    key.code = trans->code;
    if (kind == LOB_KIND_POLYGON) {
        const lob_polygon *p = &shapes->polygons[index];
        key.outline = p->outline;
        *at = lob_trans_point(trans, moved(p->at, by));
    } else {
        const lob_path *p = &shapes->paths[index];
        key.outline = p->outline;
        key.size[0] = p->width;
        key.size[1] = p->begin_ext;
        key.size[2] = p->end_ext;
        key.size[3] = p->round_ends;
        *at = lob_trans_point(trans, moved(p->at, by));
    }
    return key;
}

/* Any spread will do: a slot that is taken only costs a search. */
LOB_WRAPS static uint32_t slot_of(const form_key *key) {
    const uint64_t mix =
        (uint64_t)key->size[0] * UINT64_C(0x9e3779b97f4a7c15) + (uint64_t)key->size[1] * UINT64_C(0xc2b2ae3d27d4eb4f) +
        (uint64_t)(key->outline + 64 * key->code + 4096 * key->layer + key->kind) * UINT64_C(0x165667b19e3779f9);
    return (uint32_t)(mix >> 32) % RECENT_COUNT;
}

lob_status lob_forms_add(lob_forms *f, const lob_shapes *shapes, lob_kind kind, uint32_t index, uint64_t member,
                         const lob_trans *trans, uint32_t *number, lob_point64 *at) {
    lob_figure figure;
    if (!trans->is_orthogonal) {
        LOB_TRY(lob_figure_make(f->ctx, f->layout, shapes, kind, index, member, trans, &figure));
        return add_by_points(f, shapes, &figure, number, at);
    }
    form_key key = stored_key(shapes, kind, index, member_at(f->layout, shapes, kind, index, member), trans, at);
    const lob_str bytes = {(const char *)&key, sizeof key};
    const uint32_t slot = slot_of(&key);
    if (f->recent[slot] != 0 && memcmp(&f->recent_keys[slot], &key, sizeof key) == 0) {
        *number = f->recent[slot] - 1;
        return LOB_OK;
    }
    *number = lob_name_map_find(&f->map, bytes);
    if (*number != LOB_MAP_NONE) {
        f->recent_keys[slot] = key;
        f->recent[slot] = *number + 1;
        return LOB_OK;
    }
    lob_form form = {.layer = shapes->layer};
    LOB_TRY(lob_figure_make(f->ctx, f->layout, shapes, kind, index, member, trans, &figure));
    LOB_TRY(ring_of(f, &figure, *at, &form));
    return keep(f, bytes, form, number);
}
