/* Our reader's view of layouts against KLayout's, as tests/oracle/layout_dump.py wrote it, field by field.
 *
 *   compare LAYOUT EXPECTED.json[.gz] ...     pairs
 *   compare --manifest CORPUS                 CORPUS/expected/layout_dump/PATH.json[.gz] for CORPUS/PATH
 *   compare --folder LAYOUTS EXPECTED         EXPECTED/PATH.json[.gz] for LAYOUTS/PATH
 *
 * One line a field that differs, then "N passed, N failed, N skipped". Where KLayout differs on purpose it is said in
 * `exceptions` below, with the reason; nothing is compared loosely but merged areas of layers whose edges cross off the
 * grid (see merged.c). Not compared: merged_polygons (a matter of taste where corners touch) and the size of texts
 * (KLayout's scaling of MAG).
 */
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "base/utf8.h"
#include "io/read.h"
#include "tests/corpus/merged.h"
#include "tests/corpus/view.h"
#include "json/reader.h"

/* Files of the corpus whose difference is meant. `ours` is what must happen instead: "read" or the reason of an error.
 */
typedef struct exception {
    const char *path; /* end of the path */
    const char *ours;
    const char *why;
} exception;

static const exception exceptions[] = {
    {"malformed/g_units_short.gds", "refused", "UNITS of 8 bytes; KLayout goes on without units"},
    {"malformed/g_units_tiny.gds", "refused", "a database unit that no drawing has"},
    {"malformed/g_xy_not_mult8.gds", "refused", "half a point; KLayout drops the outline with a warning"},
    {"malformed/g_flip_05.gds", "differs", "wider than 2^31: KLayout's 32-bit boxes and areas wrap"},
    {"malformed/o_cblock_split.oas", "refused", "a record that crosses the end of its CBLOCK; KLayout reads on"},
    {"malformed/o_flip_04.oas", "refused", "a CBLOCK of another size than it states; KLayout does not notice"},
    {NULL, NULL, NULL},
};

/* ---- shapes ---- */

typedef struct tally {
    double n[LOB_KIND_COUNT];
    double area, points, path_length, with_props;
    bool has_area;
    view_lines texts;
} tally;

static int compare_points(const void *a, const void *b) {
    const lob_point *p = a, *q = b;
    return p->x != q->x ? (p->x < q->x ? -1 : 1) : p->y != q->y ? (p->y < q->y ? -1 : 1) : 0;
}

/* The displacements of a repetition as KLayout sees them: members in one place count once. (OASIS files hold such:
 * writers that join equal shapes make a repetition of pitch 0 of exact duplicates. We count what is in the file.) */
static lob_point *rep_places(view_check *c, uint32_t rep_index, uint64_t *count) {
    static lob_point once[1];
    *count = 1;
    if (rep_index == LOB_NONE) {
        return once;
    }
    const lob_rep *rep = lob_layout_rep(c->layout, rep_index);
    uint64_t all = lob_rep_count(rep), unique = 0;
    lob_point *places = view_need(c, all, sizeof *places);
    for (uint64_t i = 0; i < all; i++) {
        lob_point64 at = lob_rep_at(rep, i);
        places[i] = (lob_point){(int32_t)at.x, (int32_t)at.y};
    }
    qsort(places, all, sizeof *places, compare_points);
    for (uint64_t i = 0; i < all; i++) {
        if (i == 0 || compare_points(&places[i], &places[i - 1]) != 0) {
            places[unique++] = places[i];
        }
    }
    c->has_coincident = c->has_coincident || unique != all;
    *count = unique;
    return places;
}

static double polygon_area(const lob_point *p, uint32_t count) {
    __int128 twice = 0;
    for (uint32_t i = 0, j = count - 1; i < count; j = i++) {
        twice += (__int128)p[j].x * p[i].y - (__int128)p[i].x * p[j].y;
    }
    twice = twice < 0 ? -twice : twice;
    return (double)(twice / 2);
}

static void add_text(view_check *c, tally *t, const lob_text *text, lob_point64 by) {
    lob_str string = lob_layout_string(c->layout, text->string);
    view_line *l = view_add_line(c, &t->texts);
    bool fine = lob_utf8_valid(string);
    char *name = view_need(c, string.size + 20, 1);
    memcpy(name, fine ? string.data : "<not UTF-8>", fine ? string.size : 11);
    long long x = text->at.x + by.x, y = text->at.y + by.y;
    size_t size = strlen(name) + 80;
    char *all = view_need(c, size, 1);
    snprintf(all, size, "%s|%lld|%lld|%u", name, x, y, text->code);
    *l = (view_line){name, {(double)x, (double)y, text->code}, 3, all};
}

static uint32_t box_rep(const lob_shapes *s, uint32_t index) {
    return s->box_reps.count ? lob_attrs_find(&s->box_reps, index) : LOB_NONE;
}

static uint32_t shape_rep(const lob_shapes *s, lob_kind kind, uint32_t i) {
    switch (kind) {
    case LOB_KIND_BOX:
        return box_rep(s, i);
    case LOB_KIND_PATH:
        return s->paths[i].rep;
    case LOB_KIND_POLYGON:
        return s->polygons[i].rep;
    default:
        return s->texts[i].rep;
    }
}

/* Of the segments, without extensions. */
static double path_length(const lob_path_shape *path) {
    double length = 0;
    for (uint32_t i = 1; i < path->count; i++) {
        double dx = (double)path->points[i].x - path->points[i - 1].x;
        double dy = (double)path->points[i].y - path->points[i - 1].y;
        length += sqrt(dx * dx + dy * dy);
    }
    return length;
}

static void tally_shape(view_check *c, const lob_shapes *s, lob_kind kind, uint32_t i, tally *t) {
    const lob_layout *layout = c->layout;
    uint32_t rep = shape_rep(s, kind, i);
    uint64_t count;
    const lob_point *places = rep_places(c, rep, &count);
    double times = (double)count;
    t->n[kind] += times;
    if (lob_attrs_find(&s->props[kind], i) != LOB_NONE) {
        t->with_props += times;
    }
    if (kind == LOB_KIND_BOX) {
        lob_box64 b = lob_box64_from(s->boxes[i]);
        t->area += times * (double)(b.right - b.left) * (double)(b.top - b.bottom);
    } else if (kind == LOB_KIND_POLYGON) {
        const lob_outline *o = lob_layout_outline(layout, s->polygons[i].outline);
        t->area += times * polygon_area(lob_layout_points(layout, o), o->count);
        t->points += times * o->count;
    } else if (kind == LOB_KIND_PATH) {
        const lob_outline *o = lob_layout_outline(layout, s->paths[i].outline);
        lob_path_shape path = {.points = lob_layout_points(layout, o), .count = o->count};
        t->points += times * o->count;
        t->path_length += times * path_length(&path);
    } else {
        for (uint64_t k = 0; k < count; k++) {
            add_text(c, t, &s->texts[i], (lob_point64){places[k].x, places[k].y});
        }
    }
}

static tally tally_shapes(view_check *c, const lob_shapes *s) {
    tally t = {0};
    for (int kind = 0; kind < LOB_KIND_COUNT; kind++) {
        for (uint32_t i = 0; i < s->count[kind]; i++) {
            tally_shape(c, s, (lob_kind)kind, i, &t);
        }
    }
    return t;
}

static const char *const kind_names[LOB_KIND_COUNT] = {"box", "path", "polygon", "text"};

static const char *layer_key(const view_check *c, lob_layer_index index, char out[32]) {
    const lob_layer *layer = lob_layout_layer(c->layout, index);
    snprintf(out, 32, "%u/%u", layer->layer, layer->datatype);
    return out;
}

static void same_counts(view_check *c, const char *cell, const char *key, const double n[LOB_KIND_COUNT],
                        const cJSON *theirs) {
    char field[80];
    for (int kind = 0; kind < LOB_KIND_COUNT; kind++) {
        snprintf(field, sizeof field, "%s n.%s", key, kind_names[kind]);
        view_same_number(c, cell, field, n[kind], view_get(theirs, kind_names[kind]), 0);
    }
}

static double check_own(view_check *c, const char *cell, const lob_shapes *s, const cJSON *theirs,
                        double *layer_totals) {
    char key[32], field[80];
    layer_key(c, s->layer, key);
    tally t = tally_shapes(c, s);
    same_counts(c, cell, key, t.n, view_get(theirs, "n"));
    snprintf(field, sizeof field, "%s area", key);
    view_same_number(c, cell, field, t.area, view_get(theirs, "area"), t.area < 9e15 ? 0 : t.area * 1e-15);
    snprintf(field, sizeof field, "%s pts", key);
    view_same_number(c, cell, field, t.points, view_get(theirs, "pts"), 0);
    snprintf(field, sizeof field, "%s path_len", key);
    view_same_number(c, cell, field, t.path_length, view_get(theirs, "path_len"), 0.0011 + t.path_length * 1e-12);
    snprintf(field, sizeof field, "%s bbox", key);
    view_same_box(c, cell, field, s->box, view_get(theirs, "bbox"));
    if (t.texts.count) {
        unsigned before = c->lines;
        snprintf(field, sizeof field, "%s texts_sha", key);
        view_same_hash(c, cell, field, &t.texts, view_get(theirs, "texts_sha"));
        if (c->lines != before) {
            view_show_lines(c, cell, "texts", &t.texts, view_get(theirs, "texts"), 4);
        }
    }
    for (int kind = 0; kind < LOB_KIND_COUNT; kind++) {
        layer_totals[s->layer * LOB_KIND_COUNT + (unsigned)kind] += t.n[kind];
    }
    return t.with_props;
}

static void check_shapes(view_check *c, const char *name, const lob_cell *cell, const cJSON *theirs,
                         double *layer_totals) {
    const cJSON *own = view_get(theirs, "own");
    double with_props = 0;
    unsigned found = 0;
    char key[32];
    for (uint32_t i = 0; i < cell->shapes_count; i++) {
        const cJSON *layer = view_get(own, layer_key(c, cell->shapes[i].layer, key));
        found += layer != NULL;
        with_props += check_own(c, name, &cell->shapes[i], layer, layer_totals);
    }
    if (found != (unsigned)cJSON_GetArraySize(own)) {
        view_same_number(c, name, "layers in own", found,
                         &(cJSON){.type = cJSON_Number, .valuedouble = cJSON_GetArraySize(own)}, 0);
    }
    view_same_number(c, name, "shapes_with_props", with_props, view_get(theirs, "shapes_with_props"), 0);
}

/* ---- instances ---- */

static void add_inst(view_check *c, view_lines *list, const lob_inst *inst, lob_point64 by, const lob_rep *array) {
    lob_trans t = lob_inst_trans(c->layout, inst);
    const char *child = view_safe_name(c, lob_layout_cell(c->layout, inst->child)->name);
    char angle[LOB_NUM_TEXT_SIZE], mag[LOB_NUM_TEXT_SIZE];
    double angle_deg = round(t.angle_deg * 1e9) / 1e9, mag_round = round(t.mag * 1e9) / 1e9;
    bool mirror = t.code & 4;
    lob_num_print(angle, angle_deg);
    lob_num_print(mag, mag_round);
    long long x = t.x + by.x, y = t.y + by.y;
    size_t size = strlen(child) + 300;
    char *text = view_need(c, size, 1);
    int at = snprintf(text, size, "%s|%s|%s|%s|%lld|%lld", child, mirror ? "True" : "False", angle, mag, x, y);
    view_line l = {child, {mirror, angle_deg, mag_round, (double)x, (double)y}, 5, text};
    if (array) {
        lob_point64 a = array->a, b = array->b;
        uint64_t na = array->na, nb = array->nb;
        snprintf(text + at, size - (size_t)at, "|%lld|%lld|%llu|%lld|%lld|%llu", (long long)a.x, (long long)a.y,
                 (unsigned long long)na, (long long)b.x, (long long)b.y, (unsigned long long)nb);
        const double more[5] = {(double)a.x, (double)a.y, (double)na, (double)b.x, (double)b.y};
        memcpy(l.key + 5, more, sizeof more);
        l.keys = 10;
    }
    *view_add_line(c, list) = l;
}

/* Every member by itself: for cells with arrays of fractional pitch, which KLayout splits into several arrays. */
static void add_members(view_check *c, view_lines *list, const lob_inst *inst) {
    const lob_rep *rep = inst->rep == LOB_NONE ? NULL : lob_layout_rep(c->layout, inst->rep);
    uint64_t count = rep ? lob_rep_count(rep) : 1;
    for (uint64_t i = 0; i < count && i < 2000000; i++) {
        add_inst(c, list, inst, rep ? lob_rep_at(rep, i) : (lob_point64){0, 0}, NULL);
    }
}

static double number_at(const cJSON *array, int index) {
    const cJSON *item = cJSON_GetArrayItem(array, index);
    return cJSON_IsBool(item) ? cJSON_IsTrue(item) : item ? item->valuedouble : 0;
}

/* KLayout's split arrays expanded; compared as sets of places. */
static void check_split(view_check *c, const char *name, const lob_cell *cell, const cJSON *theirs) {
    view_lines ours = {0}, other = {0};
    for (uint32_t i = 0; i < cell->inst_count; i++) {
        add_members(c, &ours, &cell->insts[i]);
    }
    for (const cJSON *e = cJSON_IsArray(view_get(theirs, "inst_list")) ? view_get(theirs, "inst_list")->child : NULL; e;
         e = e->next) {
        int na = cJSON_GetArraySize(e) > 6 ? (int)number_at(e, 8) : 1,
            nb = cJSON_GetArraySize(e) > 6 ? (int)number_at(e, 11) : 1;
        for (int k = 0; k < na * nb; k++) {
            int i = k % na, j = k / na;
            double x = number_at(e, 4) + i * number_at(e, 6) + j * number_at(e, 9);
            double y = number_at(e, 5) + i * number_at(e, 7) + j * number_at(e, 10);
            *view_add_line(c, &other) = (view_line){
                e->child->valuestring, {number_at(e, 1), number_at(e, 2), number_at(e, 3), x, y}, 5, "split"};
        }
    }
    bool same = ours.count == other.count && ours.count;
    if (same) {
        qsort(ours.items, ours.count, sizeof(view_line), view_compare_lines);
        qsort(other.items, other.count, sizeof(view_line), view_compare_lines);
    }
    for (size_t i = 0; same && i < ours.count; i++) {
        same = view_compare_lines(&ours.items[i], &other.items[i]) == 0;
    }
    if (!same) {
        view_differ(c, name, "members of arrays with fractional pitch", "differ", "differ");
    }
}

typedef struct inst_tally {
    double expanded, arrays, with_props;
    bool has_fraction;
    view_lines list;
} inst_tally;

static void tally_inst(view_check *c, const lob_inst *inst, inst_tally *t, double *stored) {
    const lob_rep *rep = inst->rep == LOB_NONE ? NULL : lob_layout_rep(c->layout, inst->rep);
    double count = rep ? (double)lob_rep_count(rep) : 1;
    t->expanded += count;
    if (rep && rep->kind == LOB_REP_LIST) { /* single instances to KLayout */
        *stored += count;
        add_members(c, &t->list, inst);
        return;
    }
    *stored += 1;
    t->arrays += rep ? 1 : 0;
    t->has_fraction = t->has_fraction || (rep && rep->kind == LOB_REP_FRACTION);
    add_inst(c, &t->list, inst, (lob_point64){0, 0}, rep);
}

static int compare_items(const void *a, const void *b) {
    const cJSON *x = *(cJSON *const *)a, *y = *(cJSON *const *)b;
    int order = strcmp(x->child->valuestring, y->child->valuestring);
    int count_x = cJSON_GetArraySize(x), count_y = cJSON_GetArraySize(y);
    for (int i = 1; order == 0 && i < count_x && i < count_y; i++) {
        order = number_at(x, i) < number_at(y, i) ? -1 : number_at(x, i) > number_at(y, i);
    }
    return order ? order : count_x - count_y;
}

/* One entry of KLayout's list as we see it. True: it is an array of one column and one row, which is a plain instance
 * to us; it loses its array part. */
static bool normalise_entry(cJSON *item) {
    if (cJSON_GetArraySize(item) != 12) {
        return false;
    }
    if (number_at(item, 8) * number_at(item, 11) == 1) {
        for (int i = 11; i >= 6; i--) {
            cJSON_DeleteItemFromArray(item, i);
        }
        return true;
    }
    return false;
}

/* Returns the number of arrays that are none to us. */
static double normalise_list(const cJSON *theirs) {
    cJSON *list = cJSON_GetObjectItemCaseSensitive(theirs, "inst_list");
    cJSON *items[400];
    int count = 0, single = 0;
    for (cJSON *item = list ? list->child : NULL; item && count < 400; item = item->next) {
        items[count++] = item;
        single += normalise_entry(item);
    }
    for (int i = 0; i < count; i++) {
        cJSON_DetachItemViaPointer(list, items[i]);
    }
    qsort(items, (size_t)count, sizeof *items, compare_items);
    for (int i = 0; i < count; i++) {
        cJSON_AddItemToArray(list, items[i]);
    }
    return single;
}

static void check_insts(view_check *c, const char *name, const lob_cell *cell, const cJSON *theirs) {
    inst_tally t = {0};
    double stored = 0;
    for (uint32_t i = 0; i < cell->inst_count; i++) {
        tally_inst(c, &cell->insts[i], &t, &stored);
    }
    view_same_number(c, name, "insts_expanded", t.expanded, view_get(theirs, "insts_expanded"), 0);
    view_same_number(c, name, "insts_expanded (cell)", (double)cell->inst_count_expanded,
                     view_get(theirs, "insts_expanded"), 0);
    if (t.has_fraction) {
        check_split(c, name, cell, theirs);
        return;
    }
    double single = normalise_list(theirs);
    const cJSON *list = view_get(theirs, "inst_list"), *arrays = view_get(theirs, "arrays");
    bool is_whole = stored == cJSON_GetArraySize(list);
    view_same_number(c, name, "insts", stored, view_get(theirs, "insts"), 0);
    view_same_number(c, name, "arrays", t.arrays + single, arrays, 0);
    view_same_number(c, name, "insts_with_props", cell->inst_props.count, view_get(theirs, "insts_with_props"), 0);
    if (t.list.count) {
        qsort(t.list.items, t.list.count, sizeof(view_line), view_compare_lines);
        view_show_lines(c, name, "inst_list", &t.list, list, 12);
    }
    /* Where the list is whole the digest says no more; and it holds 30.0 where KLayout's 29.999999999999996 was
     * rounded. */
    if (t.list.count && !is_whole) {
        view_same_hash(c, name, "inst_sha", &t.list, view_get(theirs, "inst_sha"));
    }
}

/* ---- the layout ---- */

typedef struct named {
    const char *name;
    const cJSON *theirs;
    const lob_cell *ours;
} named;

static int compare_named(const void *a, const void *b) {
    return strcmp(((const named *)a)->name, ((const named *)b)->name);
}

static void check_cells(view_check *c, const cJSON *expected, double *layer_totals) {
    const cJSON *cells = view_get(expected, "cells");
    uint32_t count = lob_layout_cell_count(c->layout);
    view_same_number(c, "", "number of cells", count,
                     &(cJSON){.type = cJSON_Number, .valuedouble = cJSON_GetArraySize(cells)}, 0);
    named *list = view_need(c, count + 1, sizeof *list);
    for (uint32_t i = 0; i < count; i++) {
        list[i].ours = lob_layout_cell(c->layout, i);
        list[i].name = view_safe_name(c, list[i].ours->name);
    }
    qsort(list, count, sizeof *list, compare_named);
    for (const cJSON *e = cells ? cells->child : NULL; e; e = e->next) {
        named wanted = {.name = view_get(e, "name")->valuestring};
        named *found = bsearch(&wanted, list, count, sizeof *list, compare_named);
        if (!found) {
            view_differ(c, wanted.name, "cell", "absent", "present");
            continue;
        }
        view_same_box(c, found->name, "bbox", found->ours->box, view_get(e, "bbox"));
        view_same_box(c, found->name, "bbox_own", found->ours->box_own, view_get(e, "bbox_own"));
        view_same_number(c, found->name, "ghost", found->ours->is_ghost,
                         &(cJSON){.type = cJSON_Number, .valuedouble = cJSON_IsTrue(view_get(e, "ghost"))}, 0);
        check_shapes(c, found->name, found->ours, e, layer_totals);
        check_insts(c, found->name, found->ours, e);
    }
}

static void check_layers(view_check *c, const cJSON *expected, const double *layer_totals) {
    const cJSON *layers = view_get(expected, "layers");
    uint32_t count = lob_layout_layer_count(c->layout);
    view_same_number(c, "", "number of layers", count,
                     &(cJSON){.type = cJSON_Number, .valuedouble = cJSON_GetArraySize(layers)}, 0);
    uint32_t i = 0;
    for (const cJSON *e = layers ? layers->child : NULL; e && i < count; e = e->next, i++) {
        char key[32];
        view_same_text(c, "", "layer", layer_key(c, i, key), view_get(e, "key"));
        same_counts(c, "all cells", key, layer_totals + (size_t)i * LOB_KIND_COUNT, view_get(e, "own"));
    }
}

static void check_top(view_check *c, const char *name, const lob_cell *cell, const cJSON *theirs) {
    unsigned found = 0;
    char key[32], field[80];
    for (uint32_t i = 0; i < cell->layer_box_count; i++) {
        const lob_layer_box *b = &cell->layer_boxes[i];
        const cJSON *e = view_get(theirs, layer_key(c, b->layer, key));
        found += e != NULL;
        snprintf(field, sizeof field, "tops %s flat", key);
        if (!c->has_coincident) {
            view_same_number(c, name, field, (double)b->shape_count, view_get(e, "flat"), 0);
        }
        snprintf(field, sizeof field, "tops %s bbox", key);
        view_same_box(c, name, field, b->box, view_get(e, "bbox"));
        snprintf(field, sizeof field, "tops %s merged_area", key);
        view_merged(c, name, field, cell, b->layer, view_get(e, "merged_area"));
    }
    view_same_number(c, name, "layers in tops", found,
                     &(cJSON){.type = cJSON_Number, .valuedouble = cJSON_GetArraySize(theirs)}, 0);
}

static void check_tops(view_check *c, const cJSON *expected) {
    const cJSON *names = view_get(expected, "top_cells");
    uint32_t count = lob_layout_top_count(c->layout);
    view_same_number(c, "", "number of top cells", count,
                     &(cJSON){.type = cJSON_Number, .valuedouble = cJSON_GetArraySize(names)}, 0);
    named *list = view_need(c, count + 1, sizeof *list);
    for (uint32_t i = 0; i < count; i++) {
        list[i].ours = lob_layout_cell(c->layout, lob_layout_top(c->layout, i));
        list[i].name = view_safe_name(c, list[i].ours->name);
    }
    qsort(list, count, sizeof *list, compare_named);
    uint32_t i = 0;
    for (const cJSON *e = names ? names->child : NULL; e && i < count; e = e->next, i++) {
        view_same_text(c, "", "top_cells", list[i].name, e);
        check_top(c, list[i].name, list[i].ours, view_get(view_get(expected, "tops"), list[i].name));
    }
}

static void check_layout(view_check *c, const cJSON *expected) {
    view_same_text(c, "", "format", strcmp(lob_layout_format(c->layout), "gds") == 0 ? "GDS2" : "OASIS",
                   view_get(expected, "format"));
    const cJSON *dbu = view_get(expected, "dbu");
    view_same_number(c, "", "dbu", lob_layout_dbu(c->layout), dbu, fabs(lob_layout_dbu(c->layout)) * 1e-12);
    double *layer_totals =
        view_need(c, (size_t)lob_layout_layer_count(c->layout) * LOB_KIND_COUNT + 1, sizeof *layer_totals);
    check_cells(c, expected, layer_totals);
    check_layers(c, expected, layer_totals);
    check_tops(c, expected);
    if (c->has_coincident) {
        printf("NOTE %s: repetitions with members in one place, which KLayout counts once; flat counts not compared\n",
               c->path);
    }
}

/* ---- files ---- */

static const exception *find_exception(const char *path) {
    size_t size = strlen(path);
    for (const exception *e = exceptions; e->path; e++) {
        size_t end = strlen(e->path);
        if (size >= end && strcmp(path + size - end, e->path) == 0) {
            return e;
        }
    }
    return NULL;
}

static void say_error(const char *word, const char *path, const lob_error *error) {
    printf("%s %s: %s", word, path, error->message);
    for (unsigned i = 0; i < error->detail_count; i++) {
        const lob_error_detail *d = &error->details[i];
        if (d->is_text) {
            printf(" %s=%.*s", d->key, (int)d->text.size, d->text.data);
        } else {
            printf(" %s=%lld", d->key, (long long)d->integer);
        }
    }
    printf("\n");
}

static void judge(view_check *c, const cJSON *expected, lob_ctx *ctx, lob_status status) {
    const char *no_verdict = view_get(expected, "error")             ? "error"
                             : view_get(expected, "oracle_failed")   ? "oracle_failed"
                             : view_get(expected, "oracle_unusable") ? "oracle_unusable"
                                                                     : NULL;
    const exception *e = find_exception(c->path);
    if (no_verdict) {
        c->totals->passed++;
        *(status == LOB_OK ? &c->totals->accepted : &c->totals->refused) += 1;
        printf("NOTE %s: KLayout has no view (%s); we %s it\n", c->path, no_verdict,
               status == LOB_OK ? "read" : "refuse");
        return;
    }
    c->is_known = e != NULL;
    if (status == LOB_OK) {
        check_layout(c, expected);
    } else if (e && strcmp(e->ours, "refused") == 0) {
        printf("NOTE %s: refused on purpose: %s\n", c->path, e->why);
    } else {
        c->lines++;
        say_error("FAIL", c->path, &ctx->error);
    }
    if (e && status == LOB_OK && (!c->lines || strcmp(e->ours, "refused") == 0)) {
        printf("FAIL %s: listed as an exception (%s) that is none any more; take it off the list\n", c->path, e->why);
        c->lines++;
    } else if (c->lines && e && strcmp(e->ours, "differs") == 0) {
        printf("NOTE %s: differs on purpose: %s\n", c->path, e->why);
        c->lines = 0;
    }
    *(c->lines ? &c->totals->failed : &c->totals->passed) += 1;
}

static bool has_reason(const lob_error *error, const char *reason) {
    for (unsigned i = 0; i < error->detail_count; i++) {
        const lob_error_detail *d = &error->details[i];
        if (strcmp(d->key, "reason") == 0 && lob_str_equal(d->text, lob_str_from(reason))) {
            return true;
        }
    }
    return false;
}

static void check_file(void *arg, const char *layout_path, const char *expected_path) {
    view_totals *totals = arg;
    view_check c = {.path = layout_path, .arena = lob_arena_new(0), .totals = totals};
    lob_ctx ctx;
    lob_read_options options = {.inflated_max = 2000000000};
    lob_read_result result = {0};
    if (!c.arena) {
        view_die("out of memory");
    }
    lob_ctx_init(&ctx, c.arena);
    cJSON *expected = view_load(&c, expected_path);
    int fd = open(layout_path, O_RDONLY | O_CLOEXEC);
    if (!expected || fd < 0) {
        printf("FAIL %s: %s\n", layout_path, expected ? "cannot be opened" : "its expected values cannot be read");
        totals->failed++;
    } else {
        lob_status status = lob_read_layout(&ctx, fd, &options, &result);
        if (status != LOB_OK && has_reason(&ctx.error, "oasis_not_supported")) {
            printf("SKIP %s: OASIS is not read yet\n", layout_path);
            totals->skipped++;
        } else {
            c.layout = result.layout;
            judge(&c, expected, &ctx, status);
        }
    }
    cJSON_Delete(expected);
    lob_layout_drop(result.layout);
    lob_arena_drop(c.arena);
    fflush(stdout);
}

int main(int argc, char **argv) {
    view_totals totals = {0};
    lob_json_init();
    if (argc == 3 && strcmp(argv[1], "--manifest") == 0) {
        char expected[4096];
        snprintf(expected, sizeof expected, "%s/expected/layout_dump", argv[2]);
        view_each(argv[2], expected, check_file, &totals);
    } else if (argc == 4 && strcmp(argv[1], "--folder") == 0) {
        view_each(argv[2], argv[3], check_file, &totals);
    } else if (argc >= 3 && argc % 2 == 1 && argv[1][0] != '-') {
        for (int i = 1; i < argc; i += 2) {
            check_file(&totals, argv[i], argv[i + 1]);
        }
    } else {
        fputs("usage: compare LAYOUT EXPECTED.json ... | --manifest CORPUS | --folder LAYOUTS EXPECTED\n", stderr);
        return 2;
    }
    printf("merged areas: %u the same, %u within the bound of rounding, %u skipped (KLayout's too large)\n",
           totals.merged_same, totals.merged_close, totals.merged_skipped);
    printf("not compared: merged_polygons, text size; without KLayout's view: %u read, %u refused\n", totals.accepted,
           totals.refused);
    printf("%u passed, %u failed, %u skipped\n", totals.passed, totals.failed, totals.skipped);
    return totals.failed || !totals.passed;
}
