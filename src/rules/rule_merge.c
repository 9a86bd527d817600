/* The figures of one layer in a patch, merged. Of a large patch whose edges all run along the axes, figures whose boxes
 * touch, directly or through others, are merged together and apart from the rest, by threads; such edges cross on the
 * grid, so none is moved and what does not touch cannot matter. The polygons are put into the order that merging
 * everything at once gives.
 *
 * With slanted edges everything is merged at once: as soon as one crossing is rounded, all edges of a merge are led
 * through the points near them (geom/region.h), so the parts would not be those of the whole. Which way is taken hangs
 * on the figures, never on the threads. */
#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "rules/near.h"
#include "rules/rule_impl.h"

static lob_status add_figure(lob_ctx *ctx, lob_region *region, const lob_form *form, lob_point64 at) {
    lob_point64 *ring = lob_arena_alloc(ctx->arena, form->count * sizeof *ring);
    if (!ring) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < form->count; i++) {
        ring[i] = (lob_point64){form->ring[i].x + at.x, form->ring[i].y + at.y};
    }
    return lob_region_add(ctx, region, 0, ring, form->count);
}

/* Whether the ring is its box: opposite corners differ in x and y, and the way leads through both others. */
static bool is_box(const lob_form *form) {
    const lob_point64 *r = form->ring;
    return form->count == 4 && r[0].x != r[2].x && r[0].y != r[2].y &&
           ((r[1].x == r[2].x && r[1].y == r[0].y && r[3].x == r[0].x && r[3].y == r[2].y) ||
            (r[1].x == r[0].x && r[1].y == r[2].y && r[3].x == r[2].x && r[3].y == r[0].y));
}

static lob_status give_box(lob_ctx *ctx, lob_box64 b, lob_point64 at, lob_polygons *polygons) {
    const lob_point64 corners[4] = {{b.left + at.x, b.bottom + at.y},
                                    {b.right + at.x, b.bottom + at.y},
                                    {b.right + at.x, b.top + at.y},
                                    {b.left + at.x, b.top + at.y}};
    lob_point64 *points = LOB_NEW_ARRAY(ctx->arena, lob_point64, 4);
    lob_contour *contour = LOB_NEW(ctx->arena, lob_contour);
    if (!points || !contour) {
        return lob_fail_memory(ctx);
    }
    memcpy(points, corners, sizeof corners);
    contour->count = 4;
    *polygons = (lob_polygons){points, contour, 4, 1};
    return LOB_OK;
}

static lob_status merge_all(lob_ctx *ctx, lob_layer_index layer, const rule_place *place, lob_polygons *polygons) {
    const lob_patch *p = &place->scan->patches[place->patch];
    lob_region *region;
    if (p->count == 1) { /* as most patches of vias and pads are */
        const lob_form *form = lob_forms_get(place->scan->forms, p->figures[0].form);
        if (form->layer == layer && is_box(form)) {
            return give_box(ctx, form->box, p->figures[0].at, polygons);
        }
    }
    LOB_TRY(lob_region_new(ctx, 1, &region));
    for (uint32_t i = 0; i < p->count; i++) {
        const lob_form *form = lob_forms_get(place->scan->forms, p->figures[i].form);
        if (form->layer == layer) {
            LOB_TRY(add_figure(ctx, region, form, p->figures[i].at));
        }
    }
    return lob_region_polygons(ctx, region, LOB_REGION_OR, polygons);
}

/* ---- group by group ---- */

typedef struct grouped { /* a figure and the first of its group */
    uint32_t group, figure;
} grouped;

typedef struct merging {
    const rule_place *place;
    grouped *figures; /* by group */
    uint32_t *starts; /* of the tasks in `figures`, and the end */
    uint32_t count, task_count;
    rule_keeper keeper;
    lob_polygons *parts; /* of the tasks */
} merging;

static const lob_form *form_of(const rule_place *place, uint32_t figure) {
    return lob_forms_get(place->scan->forms, place->scan->patches[place->patch].figures[figure].form);
}

static int by_group(const void *a, const void *b, void *unused) {
    (void)unused;
    const grouped *x = a, *y = b;
    return x->group != y->group ? (x->group > y->group) - (x->group < y->group)
                                : (x->figure > y->figure) - (x->figure < y->figure);
}

/* The figures of the layer, and the tree over their boxes; `group` is their place in the list, for now. */
static lob_status plant(lob_ctx *ctx, lob_layer_index layer, merging *m, lob_rtree *tree) {
    const lob_patch *p = &m->place->scan->patches[m->place->patch];
    lob_box *boxes = LOB_NEW_ARRAY(ctx->arena, lob_box, p->count + 1);
    m->figures = LOB_NEW_ARRAY(ctx->arena, grouped, p->count + 1);
    if (!boxes || !m->figures) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < p->count; i++) {
        const lob_form *form = form_of(m->place, i);
        const lob_point64 at = p->figures[i].at;
        if (form->layer == layer) {
            boxes[m->count] = lob_box_cut((lob_box64){form->box.left + at.x, form->box.bottom + at.y,
                                                      form->box.right + at.x, form->box.top + at.y});
            m->figures[m->count] = (grouped){m->count, i};
            m->count++;
        }
    }
    void *block = lob_arena_alloc(ctx->arena, lob_rtree_size(m->count));
    void *scratch = lob_arena_alloc(ctx->arena, lob_rtree_scratch_size(m->count));
    if (!block || !scratch) {
        return lob_fail_memory(ctx);
    }
    return lob_rtree_make(ctx, tree, boxes, m->count, block, scratch);
}

/* Whole groups are a task, as many as make `grain` points. */
static lob_status cut_tasks(lob_ctx *ctx, merging *m, uint64_t grain) {
    uint64_t points = 0;
    m->starts = LOB_NEW_ARRAY(ctx->arena, uint32_t, m->count + 1);
    if (!m->starts) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < m->count; i++) {
        if (points >= grain && m->figures[i].group != m->figures[i - 1].group) {
            m->starts[++m->task_count] = i;
            points = 0;
        }
        points += form_of(m->place, m->figures[i].figure)->count;
    }
    m->starts[++m->task_count] = m->count;
    m->parts = LOB_NEW_ARRAY(ctx->arena, lob_polygons, m->task_count);
    return m->parts ? LOB_OK : lob_fail_memory(ctx);
}

static lob_status group_figures(lob_ctx *ctx, lob_layer_index layer, merging *m, uint64_t grain) {
    lob_rtree tree;
    LOB_TRY(plant(ctx, layer, m, &tree));
    lob_near_parent *parents = lob_arena_alloc(ctx->arena, m->count * sizeof *parents + 1);
    if (!parents) {
        return lob_fail_memory(ctx);
    }
    const lob_near_question question = {.tree = &tree, .team = m->place->team};
    LOB_TRY(lob_near_groups(ctx, &question, parents));
    for (uint32_t i = 0; i < m->count; i++) {
        m->figures[i].group = lob_near_first(parents, i);
    }
    LOB_TRY(lob_sort(ctx, m->figures, m->count, sizeof *m->figures, by_group, NULL));
    return cut_tasks(ctx, m, grain);
}

static lob_status merge_task(void *arg, lob_ctx *ctx, uint32_t task) {
    merging *m = arg;
    const lob_patch *p = &m->place->scan->patches[m->place->patch];
    lob_region *region;
    lob_polygons seen;
    LOB_TRY(lob_region_new(ctx, 1, &region));
    for (uint32_t i = m->starts[task]; i < m->starts[task + 1]; i++) {
        const uint32_t figure = m->figures[i].figure;
        LOB_TRY(add_figure(ctx, region, form_of(m->place, figure), p->figures[figure].at));
    }
    LOB_TRY(lob_region_polygons(ctx, region, LOB_REGION_OR, &seen));
    return lob_rule_keep_polygons(ctx, &m->keeper, &seen, &m->parts[task]);
}

/* ---- one list of all ---- */

typedef struct hull { /* with its holes */
    lob_point64 lowest;
    uint32_t task, contour, count;
} hull;

static int by_lowest(const void *a, const void *b, void *unused) {
    (void)unused;
    const hull *x = a, *y = b;
    if (x->lowest.y != y->lowest.y) {
        return x->lowest.y < y->lowest.y ? -1 : 1;
    }
    if (x->lowest.x != y->lowest.x) {
        return x->lowest.x < y->lowest.x ? -1 : 1;
    }
    return (x->contour > y->contour) - (x->contour < y->contour); /* hulls that touch are of one task */
}

static uint32_t list_hulls(const merging *m, hull *hulls) {
    uint32_t count = 0;
    for (uint32_t t = 0; t < m->task_count; t++) {
        const lob_polygons *p = &m->parts[t];
        for (uint32_t i = 0; i < p->contour_count; i++) {
            if (p->contours[i].is_hole) {
                hulls[count - 1].count++;
            } else {
                hulls[count++] = (hull){p->points[p->contours[i].first], t, i, 1};
            }
        }
    }
    return count;
}

static lob_status gather(lob_ctx *ctx, const merging *m, lob_polygons *all) {
    uint64_t point_count = 0, contour_count = 0;
    for (uint32_t t = 0; t < m->task_count; t++) {
        point_count += m->parts[t].point_count;
        contour_count += m->parts[t].contour_count;
    }
    lob_point64 *points = LOB_NEW_ARRAY(ctx->arena, lob_point64, point_count + 1);
    lob_contour *contours = LOB_NEW_ARRAY(ctx->arena, lob_contour, contour_count + 1);
    hull *hulls = LOB_NEW_ARRAY(ctx->arena, hull, contour_count + 1);
    if (!points || !contours || !hulls || point_count > UINT32_MAX) {
        return lob_fail_memory(ctx);
    }
    const uint32_t count = list_hulls(m, hulls);
    LOB_TRY(lob_sort(ctx, hulls, count, sizeof *hulls, by_lowest, NULL));
    *all = (lob_polygons){points, contours, 0, 0};
    for (uint32_t i = 0; i < count; i++) {
        const lob_polygons *p = &m->parts[hulls[i].task];
        for (uint32_t k = hulls[i].contour; k < hulls[i].contour + hulls[i].count; k++) {
            const lob_contour c = p->contours[k];
            contours[all->contour_count++] = (lob_contour){all->point_count, c.count, c.is_hole};
            memcpy(points + all->point_count, p->points + c.first, c.count * sizeof *points);
            all->point_count += c.count;
        }
    }
    return LOB_OK;
}

static bool is_along_axes(const lob_form *form) {
    for (uint32_t i = 0; i < form->count; i++) {
        const lob_point64 a = form->ring[i], b = form->ring[i + 1 == form->count ? 0 : i + 1];
        if (a.x != b.x && a.y != b.y) {
            return false;
        }
    }
    return true;
}

/* Points of the layer's figures; 0 when some edge is slanted. */
static uint64_t points_along_axes(lob_layer_index layer, const rule_place *place) {
    uint64_t points = 0;
    for (uint32_t i = 0; i < place->scan->patches[place->patch].count; i++) {
        const lob_form *form = form_of(place, i);
        if (form->layer == layer) {
            if (!is_along_axes(form)) {
                return 0;
            }
            points += form->count;
        }
    }
    return points;
}

lob_status lob_rule_merge(lob_ctx *ctx, lob_layer_index layer, const rule_place *place, lob_polygons *polygons) {
    const uint64_t points = place->team ? points_along_axes(layer, place) : 0;
    const uint32_t parts = lob_team_parts(place->team, points);
    if (parts == 1) {
        return merge_all(ctx, layer, place, polygons);
    }
    merging m = {.place = place, .keeper = {.arena = ctx->arena, .lock = PTHREAD_MUTEX_INITIALIZER}};
    lob_status status = group_figures(ctx, layer, &m, points / parts);
    if (status == LOB_OK) {
        status = lob_team_run(ctx, place->team, m.task_count, merge_task, &m);
    }
    pthread_mutex_destroy(&m.keeper.lock);
    return status == LOB_OK ? gather(ctx, &m, polygons) : status;
}

lob_status lob_rule_keep_polygons(lob_ctx *ctx, rule_keeper *keeper, const lob_polygons *seen, lob_polygons *kept) {
    *kept = *seen;
    LOB_TRY(lob_rule_keep(ctx, keeper, seen->points, seen->point_count * sizeof *seen->points, &kept->points));
    return lob_rule_keep(ctx, keeper, seen->contours, seen->contour_count * sizeof *seen->contours, &kept->contours);
}

lob_status lob_rule_keep(lob_ctx *ctx, rule_keeper *keeper, const void *data, size_t size, void *kept) {
    pthread_mutex_lock(&keeper->lock);
    void *to = lob_arena_alloc(keeper->arena, size);
    pthread_mutex_unlock(&keeper->lock);
    if (!to) {
        return lob_fail_memory(ctx);
    }
    if (size > 0) {
        memcpy(to, data, size);
    }
    memcpy(kept, &to, sizeof to); /* a pointer to any type */
    return LOB_OK;
}
