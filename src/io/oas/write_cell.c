/* The elements of one cell, in order and in groups, so that repetitions are found again.
 *
 * Order: layers as sorted, kinds box, path, polygon, text, then placements. Within a kind elements are sorted by what
 * they are, then by their repetition, then by place: not by numbers of the database, so that writing what was read from
 * here gives the same bytes again, and what can stay in the modal variables stands side by side. Equal elements without
 * properties or a stored repetition are regrouped.
 */
#include <stdlib.h>

#include "io/oas/writer.h"

enum { BODY_SIZE = 1 << 22, FRACTION_COUNT_MAX = 1 << 24, LATTICE_COUNT_MANY = 64, LIST_COUNT_MIN = 1024 };
enum { PLACEMENTS = LOB_KIND_COUNT };

/* All figures of one kind on one layer, or all placements of a cell; items are their indices. */
typedef struct layer_job {
    oas_writer *w;
    const lob_shapes *shapes; /* NULL: placements */
    const lob_cell *cell;
    unsigned kind;
    uint32_t *items;
    uint32_t count;
} layer_job;

/* ---- the order of figures ---- */

static int order(int64_t a, int64_t b) {
    return (a > b) - (a < b);
}

static int compare_outlines(const lob_layout *layout, uint32_t a, uint32_t b) {
    if (a == b) { /* interned: equal outlines have one number */
        return 0;
    }
    const lob_outline *p = lob_layout_outline(layout, a), *q = lob_layout_outline(layout, b);
    if (p->count != q->count) {
        return order(p->count, q->count);
    }
    const lob_point *s = lob_layout_points(layout, p), *t = lob_layout_points(layout, q);
    int result = 0;
    for (uint32_t i = 0; i < p->count && result == 0; i++) {
        result = s[i].x != t[i].x ? order(s[i].x, t[i].x) : order(s[i].y, t[i].y);
    }
    return result;
}

static int compare_paths(const lob_layout *layout, const lob_path *p, const lob_path *q) {
    const int64_t keys[4][2] = {
        {p->width, q->width}, {p->begin_ext, q->begin_ext}, {p->end_ext, q->end_ext}, {p->round_ends, q->round_ends}};
    int result = 0;
    for (unsigned i = 0; i < 4 && result == 0; i++) {
        result = order(keys[i][0], keys[i][1]);
    }
    return result ? result : compare_outlines(layout, p->outline, q->outline);
}

static int compare_boxes(const lob_box *p, const lob_box *q) {
    int result = order((int64_t)p->right - p->left, (int64_t)q->right - q->left);
    return result ? result : order((int64_t)p->top - p->bottom, (int64_t)q->top - q->bottom);
}

static int order_real(double a, double b) {
    return (a > b) - (a < b);
}

/* By the number of the cell in the file, then by the transformation that is written. */
static int compare_placements(const layer_job *job, const lob_inst *p, const lob_inst *q) {
    const oas_writer *w = job->w;
    if (p->child != q->child) {
        return order(w->cell_ref[p->child], w->cell_ref[q->child]);
    }
    const lob_trans s = lob_inst_trans(w->layout, p), t = lob_inst_trans(w->layout, q);
    if (s.is_orthogonal != t.is_orthogonal) {
        return order(t.is_orthogonal, s.is_orthogonal);
    }
    if (s.is_orthogonal) {
        return order(s.code, t.code);
    }
    if ((s.code & 4) != (t.code & 4)) {
        return order(s.code & 4, t.code & 4);
    }
    return s.mag != t.mag ? order_real(s.mag, t.mag) : order_real(s.angle_deg, t.angle_deg);
}

/* By what they are; 0: one record could stand for both. */
static int compare_figures(const layer_job *job, uint32_t a, uint32_t b) {
    const lob_shapes *s = job->shapes;
    const lob_layout *layout = job->w->layout;
    switch (job->kind) {
    case PLACEMENTS:
        return compare_placements(job, &job->cell->insts[a], &job->cell->insts[b]);
    case LOB_KIND_BOX:
        return compare_boxes(&s->boxes[a], &s->boxes[b]);
    case LOB_KIND_PATH:
        return compare_paths(layout, &s->paths[a], &s->paths[b]);
    case LOB_KIND_POLYGON:
        return compare_outlines(layout, s->polygons[a].outline, s->polygons[b].outline);
    default:
        return s->texts[a].string == s->texts[b].string
                   ? 0
                   : lob_str_compare(lob_layout_string(layout, s->texts[a].string),
                                     lob_layout_string(layout, s->texts[b].string));
    }
}

static lob_point place_of(const layer_job *job, uint32_t i) {
    const lob_shapes *s = job->shapes;
    switch (job->kind) {
    case PLACEMENTS:
        return job->cell->insts[i].at;
    case LOB_KIND_BOX:
        return (lob_point){s->boxes[i].left, s->boxes[i].bottom};
    case LOB_KIND_PATH:
        return s->paths[i].at;
    case LOB_KIND_POLYGON:
        return s->polygons[i].at;
    default:
        return s->texts[i].at;
    }
}

static int compare_places(lob_point a, lob_point b) {
    return a.y != b.y ? order(a.y, b.y) : order(a.x, b.x);
}

static int by_figure_and_place(const void *a, const void *b, void *arg) {
    const layer_job *job = arg;
    uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
    int result = compare_figures(job, p, q);
    result = result ? result : compare_places(place_of(job, p), place_of(job, q));
    return result ? result : order(p, q);
}

/* Two displacements a member: lists that differ, differ soon. */
static int compare_lists(const lob_rep *p, const lob_rep *q) {
    if (p->list_count != q->list_count || p->list == q->list) {
        return order(p->list_count, q->list_count);
    }
    int result = 0;
    for (uint32_t i = 0; i < p->list_count && result == 0; i++) {
        result = compare_places(p->list[i], q->list[i]);
    }
    return result;
}

static int compare_reps(const lob_rep *p, const lob_rep *q) {
    if (!p || !q) {
        return order(p != NULL, q != NULL);
    }
    if (p->kind != q->kind) {
        return order(p->kind, q->kind);
    }
    if (p->kind == LOB_REP_LIST) {
        return compare_lists(p, q);
    }
    const int64_t keys[6][2] = {{(int64_t)p->na, (int64_t)q->na},
                                {(int64_t)p->nb, (int64_t)q->nb},
                                {p->a.x, q->a.x},
                                {p->a.y, q->a.y},
                                {p->b.x, q->b.x},
                                {p->b.y, q->b.y}};
    int result = 0;
    for (unsigned i = 0; i < 6 && result == 0; i++) {
        result = order(keys[i][0], keys[i][1]);
    }
    return result;
}

/* Of those without properties at one place all are alike; the others keep the order they came in. */
static int by_rep_and_place(const void *a, const void *b) {
    const oas_spot *p = a, *q = b;
    int result = compare_reps(p->rep, q->rep);
    result = result ? result : compare_places(p->at, q->at);
    result = result ? result : order(p->props != LOB_NONE, q->props != LOB_NONE);
    return result || p->props == LOB_NONE ? result : order(p->index, q->index);
}

/* ---- spots ---- */

static uint32_t rep_of(const layer_job *job, uint32_t i) {
    switch (job->kind) {
    case PLACEMENTS:
        return job->cell->insts[i].rep;
    case LOB_KIND_BOX:
        return lob_attrs_find(&job->shapes->box_reps, i);
    case LOB_KIND_PATH:
        return job->shapes->paths[i].rep;
    case LOB_KIND_POLYGON:
        return job->shapes->polygons[i].rep;
    default:
        return job->shapes->texts[i].rep;
    }
}

/* A fractional array is written member by member. */
static lob_status expand_fraction(oas_writer *w, lob_rep *rep) {
    lob_box64 extent = lob_rep_extent(rep);
    uint64_t count = lob_rep_count(rep);
    if (count > FRACTION_COUNT_MAX || extent.left < INT32_MIN || extent.bottom < INT32_MIN ||
        extent.right > INT32_MAX || extent.top > INT32_MAX) {
        lob_status status = lob_fail(w->ctx, LOB_E_TOOL_LIMIT_EXCEEDED,
                                     "An array with a pitch that is not whole is too large to be written as OASIS.");
        lob_hint(w->ctx, "Write GDSII, or give the array a pitch of whole database units.");
        lob_error_text(&w->ctx->error, "reason", LOB_STR("repetition_size"));
        return status;
    }
    lob_point *list = LOB_NEW_ARRAY(w->arena, lob_point, count);
    if (!list) {
        return lob_fail_memory(w->ctx);
    }
    for (uint64_t i = 0; i < count; i++) {
        lob_point64 at = lob_rep_at(rep, i);
        list[i] = (lob_point){(int32_t)at.x, (int32_t)at.y};
    }
    *rep = (lob_rep){.kind = LOB_REP_LIST, .list = list, .list_count = (uint32_t)count};
    return LOB_OK;
}

static lob_status spot_of(const layer_job *job, uint32_t i, oas_spot *spot) {
    const lob_attrs *props = job->kind == PLACEMENTS ? &job->cell->inst_props : &job->shapes->props[job->kind];
    const uint32_t index = rep_of(job, i);
    const lob_rep *stored = index == LOB_NONE ? NULL : lob_layout_rep(job->w->layout, index);
    *spot = (oas_spot){i, place_of(job, i), NULL, lob_attrs_find(props, i)};
    if (!stored || lob_rep_count(stored) < 2) {
        return LOB_OK;
    }
    lob_rep *rep = LOB_NEW_ARRAY(job->w->arena, lob_rep, 1);
    if (!rep) {
        return lob_fail_memory(job->w->ctx);
    }
    *rep = oas_rep_normal(stored);
    spot->rep = rep;
    return rep->kind == LOB_REP_FRACTION ? expand_fraction(job->w, rep) : LOB_OK;
}

/* ---- groups ---- */

static lob_status put_spot(const layer_job *job, const oas_spot *at) {
    return job->kind == PLACEMENTS ? oas_write_placement(job->w, job->cell, at)
                                   : oas_write_figure(job->w, job->shapes, (lob_kind)job->kind, at);
}

/* Equal elements, sorted by place: spots[0 .. *kept) stand for themselves, the places of the others are in `plain`. */
static lob_status split_group(const layer_job *job, const uint32_t *items, uint32_t count, oas_spot *spots,
                              uint32_t *kept, lob_point *plain) {
    uint32_t alone = 0, plain_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        LOB_TRY(spot_of(job, items[i], &spots[alone]));
        if (spots[alone].rep || spots[alone].props != LOB_NONE) {
            alone++;
        } else {
            plain[plain_count++] = spots[alone].at;
        }
    }
    *kept = alone;
    return LOB_OK;
}

/* What stands for itself and what was regrouped, in the order they are written. */
static oas_spot *merge_spots(const layer_job *job, uint32_t index, const oas_spot *own, uint32_t own_count,
                             const oas_placed *placed, uint32_t placed_count) {
    oas_spot *spots = LOB_NEW_ARRAY(job->w->arena, oas_spot, (size_t)own_count + placed_count);
    if (!spots) {
        return NULL;
    }
    for (uint32_t i = 0; i < own_count; i++) {
        spots[i] = own[i];
    }
    for (uint32_t i = 0; i < placed_count; i++) {
        bool once = placed[i].rep.kind == LOB_REP_NONE;
        spots[own_count + i] = (oas_spot){index, placed[i].at, once ? NULL : &placed[i].rep, LOB_NONE};
    }
    qsort(spots, (size_t)own_count + placed_count, sizeof *spots, by_rep_and_place);
    return spots;
}

/* Roughly what places and repetitions of these records deflate to. */
static lob_status estimate(const layer_job *job, const oas_placed *placed, uint32_t count, size_t *size) {
    oas_writer *w = job->w;
    const oas_spot *spots = merge_spots(job, 0, NULL, 0, placed, count);
    lob_buf *bytes = &w->fields;
    if (!spots) {
        return lob_fail_memory(w->ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        const lob_point before = i ? spots[i - 1].at : (lob_point){0, 0};
        oas_put_sint(bytes, (int64_t)spots[i].at.x - before.x);
        oas_put_sint(bytes, (int64_t)spots[i].at.y - before.y);
        if (i && compare_reps(spots[i].rep, spots[i - 1].rep) == 0) {
            oas_put_uint(bytes, 0);
        } else if (spots[i].rep) {
            oas_put_repetition(bytes, spots[i].rep);
        }
    }
    lob_status status = oas_packed_size(w, bytes, size);
    lob_buf_clear(bytes);
    return status;
}

/* Lattices, or one list where that is less: pictures made of dots have thousands of small lattices. */
static lob_status regroup(const layer_job *job, lob_point *plain, uint32_t count, oas_placed **placed,
                          uint32_t *placed_count) {
    oas_writer *w = job->w;
    size_t size, list_size;
    uint32_t list_count;
    oas_placed *list;
    lob_point *copy = NULL;
    if (count >= LIST_COUNT_MIN && !(copy = LOB_NEW_ARRAY(w->arena, lob_point, count))) {
        return lob_fail_memory(w->ctx);
    }
    for (uint32_t i = 0; copy && i < count; i++) {
        copy[i] = plain[i];
    }
    if (!oas_regroup(w->arena, plain, count, placed, placed_count)) {
        return lob_fail_memory(w->ctx);
    }
    if (*placed_count < LATTICE_COUNT_MANY || !copy) {
        return LOB_OK;
    }
    if (!oas_regroup_lists(w->arena, copy, count, &list, &list_count)) {
        return lob_fail_memory(w->ctx);
    }
    if (list_count > 1) { /* copies, or places too far apart */
        return LOB_OK;
    }
    LOB_TRY(estimate(job, *placed, *placed_count, &size));
    LOB_TRY(estimate(job, list, list_count, &list_size));
    if (list_size < size) {
        *placed = list;
        *placed_count = list_count;
    }
    return LOB_OK;
}

static lob_status put_group(const layer_job *job, const uint32_t *items, uint32_t count) {
    oas_writer *w = job->w;
    oas_placed *placed = NULL;
    uint32_t placed_count = 0, kept = 0;
    lob_point *plain = LOB_NEW_ARRAY(w->arena, lob_point, count);
    oas_spot *own = LOB_NEW_ARRAY(w->arena, oas_spot, count);
    if (!plain || !own) {
        return lob_fail_memory(w->ctx);
    }
    LOB_TRY(split_group(job, items, count, own, &kept, plain));
    LOB_TRY(kept < count ? regroup(job, plain, count - kept, &placed, &placed_count) : LOB_OK);
    const oas_spot *spots = merge_spots(job, items[0], own, kept, placed, placed_count);
    if (!spots) {
        return lob_fail_memory(w->ctx);
    }
    for (uint32_t i = 0; i < kept + placed_count; i++) {
        LOB_TRY(put_spot(job, &spots[i]));
        LOB_TRY(w->body[0].size >= BODY_SIZE ? oas_write_body(w) : LOB_OK);
    }
    return lob_poll(w->ctx);
}

/* A figure that is written once is not worth the trouble of a group. */
static lob_status put_groups(const layer_job *job) {
    oas_writer *w = job->w;
    for (uint32_t i = 0, n; i < job->count; i += n) {
        for (n = 1; i + n < job->count && compare_figures(job, job->items[i], job->items[i + n]) == 0; n++) {
        }
        if (n > 1) {
            LOB_TRY(put_group(job, job->items + i, n));
            continue;
        }
        oas_spot only;
        LOB_TRY(spot_of(job, job->items[i], &only));
        LOB_TRY(put_spot(job, &only));
        LOB_TRY(w->body[0].size >= BODY_SIZE ? oas_write_body(w) : LOB_OK);
        LOB_TRY(i % 4096 == 0 ? lob_poll(w->ctx) : LOB_OK);
    }
    return LOB_OK;
}

/* Whether the element can be written at all; counts what is lost of it. */
static bool is_written(const layer_job *job, uint32_t i) {
    oas_writer *w = job->w;
    if (job->kind == LOB_KIND_PATH) {
        return oas_path_is_written(w, &job->shapes->paths[i]);
    }
    if (job->kind == LOB_KIND_TEXT) {
        const lob_text *t = &job->shapes->texts[i];
        w->lost[OAS_LOST_TEXT_TRANS] += t->mag != 1 || t->angle_deg != 0 || t->code || t->presentation || t->width;
    }
    if (job->kind == PLACEMENTS && job->cell->insts[i].cplx != LOB_NONE) {
        const lob_cplx *cplx = lob_layout_cplx(w->layout, job->cell->insts[i].cplx);
        w->lost[OAS_LOST_ABSOLUTE] += cplx->mag_is_absolute || cplx->angle_is_absolute;
    }
    return true;
}

static lob_status put_all(layer_job job, uint32_t count) {
    if (count == 0) {
        return LOB_OK;
    }
    job.items = LOB_NEW_ARRAY(job.w->arena, uint32_t, count);
    if (!job.items) {
        return lob_fail_memory(job.w->ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (is_written(&job, i)) {
            job.items[job.count++] = i;
        }
    }
    qsort_r(job.items, job.count, sizeof *job.items, by_figure_and_place, &job);
    return put_groups(&job);
}

static void reset_modal(oas_writer *w) {
    w->mode = OAS_ABSOLUTE;
    w->layer_set = w->text_layer_set = w->prop_set = false;
    w->text = w->child = w->polygon = w->path = LOB_NONE;
    w->width = w->height = w->halfwidth = w->radius = -1;
    w->x = w->y = w->text_x = w->text_y = w->place_x = w->place_y = 0;
    lob_buf_clear(&w->last_rep);
}

lob_status oas_write_cell(oas_writer *w, const lob_cell *cell) {
    reset_modal(w);
    for (uint32_t s = 0; s < cell->shapes_count; s++) {
        for (unsigned kind = 0; kind < LOB_KIND_COUNT; kind++) {
            const lob_shapes *shapes = &cell->shapes[s];
            LOB_TRY(put_all((layer_job){.w = w, .shapes = shapes, .kind = kind}, shapes->count[kind]));
        }
        lob_arena_reset(w->arena);
    }
    LOB_TRY(put_all((layer_job){.w = w, .cell = cell, .kind = PLACEMENTS}, cell->inst_count));
    lob_arena_reset(w->arena);
    return LOB_OK;
}
