/* What our walk finds in a window against what KLayout finds, as the oracle region_query.py of the corpus wrote it.
 *
 *   regions CORPUS     CORPUS/expected/region_query/PATH.json[.gz] for CORPUS/PATH
 *   regions LAYOUT EXPECTED.json ...
 *
 * Each query: counts by layer and kind of what touches and what overlaps, the list of shapes with boxes and paths, the
 * texts, the instances of the cell itself. Where the two differ on purpose:
 * - A box without area (a text, a line) overlaps in KLayout when it lies strictly inside and the box of its layer in
 *   each cell on the way overlaps too, in the walk when it touches: where such are found, KLayout's count must lie
 *   between that of the boxes with area and that of all.
 * - Below a transformation off the axes KLayout decides in the child's coordinates, with the box around the turned
 *   window; the walk decides on the box of what is drawn. So either may find more. There the counts are not compared,
 *   but of KLayout's list those whose drawn box touches the window must be ours.
 * - Members of a repetition in one place count once in KLayout.
 * - KLayout lists an array by the box around all its members, the walk only when a member meets; and sometimes
 *   instances of empty cells.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "db/figure.h"
#include "db/walk.h"
#include "tests/corpus/view.h"
#include "json/reader.h"

enum { LIST_MAX = 150, LINE_SIZE = 1024 };

typedef struct shown { /* one line of a list; sorted as text */
    const char *text;
} shown;

typedef struct shown_list {
    shown *items;
    size_t count, capacity;
} shown_list;

typedef struct query {
    view_check *c;
    lob_ctx *ctx;
    lob_cell_index cell;
    lob_box64 box;
    char name[80];
    bool is_turned; /* something in the hierarchy is off the axes */
} query;

typedef struct tally {
    uint64_t touching[LOB_KIND_COUNT], overlapping[LOB_KIND_COUNT], flat[LOB_KIND_COUNT]; /* flat: no area */
} tally;

static const char *const kind_names[LOB_KIND_COUNT] = {"box", "path", "polygon", "text"};
static unsigned long queries_done, counts_left, counts_flat, lists_done, queries_turned;

static void add_shown(view_check *c, shown_list *list, const char *text) {
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 256;
        shown *items = view_need(c, capacity, sizeof *items);
        if (list->count) {
            memcpy(items, list->items, list->count * sizeof *items);
        }
        list->items = items;
        list->capacity = capacity;
    }
    size_t size = strlen(text) + 1;
    char *copy = view_need(c, size, 1);
    memcpy(copy, text, size);
    list->items[list->count++].text = copy;
}

static int compare_shown(const void *a, const void *b) {
    return strcmp(((const shown *)a)->text, ((const shown *)b)->text);
}

static void sort_shown(shown_list *list) {
    if (list->count) {
        qsort(list->items, list->count, sizeof *list->items, compare_shown);
    }
}

static bool touches(lob_box64 a, lob_box64 b) {
    return a.left <= b.right && a.right >= b.left && a.bottom <= b.top && a.top >= b.bottom;
}

static lob_box64 box_of(const cJSON *e) {
    double v[4] = {0};
    const cJSON *n = e ? e->child : NULL;
    for (int i = 0; i < 4 && n; i++, n = n->next) {
        v[i] = n->valuedouble;
    }
    return (lob_box64){(int64_t)v[0], (int64_t)v[1], (int64_t)v[2], (int64_t)v[3]};
}

static void layer_key(const query *q, lob_layer_index layer, char key[32]) {
    const lob_layer *l = lob_layout_layer(q->c->layout, layer);
    snprintf(key, 32, "%u/%u", l->layer, l->datatype);
}

/* ---- our side ---- */

static const char *path_text(query *q, const lob_hit *hit) {
    char line[LINE_SIZE] = "";
    size_t size = 0;
    lob_cell_index at = q->cell;
    for (uint32_t i = 0; i < hit->depth && size < sizeof line; i++) {
        at = lob_layout_cell(q->c->layout, at)->insts[hit->path[i].inst].child;
        int more = snprintf(line + size, sizeof line - size, "%s%s", i ? "/" : "",
                            view_safe_name(q->c, lob_layout_cell(q->c->layout, at)->name));
        size += more > 0 ? (size_t)more : 0;
    }
    char *copy = view_need(q->c, strlen(line) + 1, 1);
    return strcpy(copy, line);
}

/* KLayout lists the box of the outline; that of a round path is not the one it selects by. */
static lob_box64 listed_box(query *q, const lob_hit *hit) {
    if (hit->kind != LOB_KIND_PATH || !hit->shapes->paths[hit->index].round_ends) {
        return hit->box;
    }
    lob_figure figure;
    if (lob_figure_make(q->ctx, q->c->layout, hit->shapes, hit->kind, hit->index, hit->member, hit->trans, &figure) !=
        LOB_OK) {
        view_die("a figure cannot be made");
    }
    return figure.box;
}

static void list_hit(query *q, const lob_hit *hit, shown_list *shapes, shown_list *texts) {
    char line[3 * LINE_SIZE], key[32];
    layer_key(q, hit->shapes->layer, key);
    lob_box64 b = listed_box(q, hit);
    const char *path = path_text(q, hit);
    if (hit->kind == LOB_KIND_TEXT) {
        lob_str string = lob_layout_string(q->c->layout, hit->shapes->texts[hit->index].string);
        snprintf(line, sizeof line, "%s %s %lld %lld %s", view_safe_name(q->c, string), key, (long long)b.left,
                 (long long)b.bottom, path);
        add_shown(q->c, texts, line);
    } else {
        snprintf(line, sizeof line, "%s %s [%lld %lld %lld %lld] %s %s", key, kind_names[hit->kind], (long long)b.left,
                 (long long)b.bottom, (long long)b.right, (long long)b.top, path,
                 view_safe_name(q->c, lob_layout_cell(q->c->layout, hit->leaf)->name));
        add_shown(q->c, shapes, line);
    }
}

static void walk_query(query *q, lob_meet meet, tally *tallies, shown_list *shapes, shown_list *texts) {
    lob_walk_options options = {
        .window = q->box, .meet = meet, .what = LOB_WALK_SHAPES | LOB_WALK_TEXTS, .depth_max = UINT32_MAX};
    lob_walk *walk;
    const lob_hit *hit = NULL;
    if (lob_walk_open(q->ctx, q->c->layout, q->cell, &options, &walk) != LOB_OK) {
        view_die("a walk cannot be opened");
    }
    while (lob_walk_next(walk, &hit) == LOB_OK && hit) {
        tally *t = &tallies[hit->shapes->layer];
        bool has_area = hit->box.left < hit->box.right && hit->box.bottom < hit->box.top;
        if (meet == LOB_MEET_TOUCH) {
            t->touching[hit->kind]++;
            t->flat[hit->kind] += !has_area;
            if (shapes) {
                list_hit(q, hit, shapes, texts);
            }
        } else {
            t->overlapping[hit->kind] += has_area;
        }
    }
    if (q->ctx->error.code != LOB_OK) {
        view_die(q->ctx->error.message);
    }
}

static void check_counts_alone(query *q, const tally *tallies) {
    lob_walk_options options = {.window = q->box, .what = LOB_WALK_SHAPES | LOB_WALK_TEXTS, .depth_max = UINT32_MAX};
    uint32_t layers = lob_layout_layer_count(q->c->layout);
    lob_walk_count *counts = view_need(q->c, layers + 1, sizeof *counts);
    uint64_t insts;
    if (lob_walk_counts(q->ctx, q->c->layout, q->cell, &options, counts, &insts) != LOB_OK) {
        view_die(q->ctx->error.message);
    }
    for (uint32_t i = 0; i < layers; i++) {
        const uint64_t *t = tallies[i].touching;
        uint64_t shapes = t[LOB_KIND_BOX] + t[LOB_KIND_PATH] + t[LOB_KIND_POLYGON];
        if (counts[i].shapes != shapes || counts[i].texts != t[LOB_KIND_TEXT]) {
            view_differ(q->c, q->name, "lob_walk_counts", "other than", "the hits of the walk");
        }
    }
}

/* ---- against theirs ---- */

/* Files that reach beyond 2^31, where KLayout's boxes wrap. */
static bool is_beyond(const char *path) {
    static const char *const files[] = {"malformed/g_flip_05.gds", "malformed/g_path_w_max.gds"};
    size_t size = strlen(path);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        size_t end = strlen(files[i]);
        if (size >= end && strcmp(path + size - end, files[i]) == 0) {
            return true;
        }
    }
    return false;
}

static void check_counts(query *q, const tally *tallies, const cJSON *counts) {
    static const char *const fields[2] = {"bbox_touching", "bbox_overlapping"};
    for (int f = 0; f < 2; f++) {
        const cJSON *theirs = view_get(counts, fields[f]);
        unsigned layers = 0;
        for (uint32_t i = 0; i < lob_layout_layer_count(q->c->layout); i++) {
            char key[32], field[80];
            layer_key(q, i, key);
            const cJSON *by_kind = view_get(theirs, key);
            layers += by_kind != NULL;
            for (int kind = 0; kind < LOB_KIND_COUNT; kind++) {
                const cJSON *n = view_get(by_kind, kind_names[kind]);
                double ours = (double)(f ? tallies[i].overlapping[kind] : tallies[i].touching[kind]);
                double want = n ? n->valuedouble : 0;
                snprintf(field, sizeof field, "%s %s %s", fields[f], key, kind_names[kind]);
                bool is_between = f && ours <= want && want <= ours + (double)tallies[i].flat[kind];
                if (q->is_turned || (q->c->has_coincident && ours > want)) {
                    counts_left += ours != want;
                } else if (is_between) {
                    counts_flat += tallies[i].flat[kind] > 0;
                } else {
                    cJSON number = {.type = cJSON_Number, .valuedouble = want};
                    view_same_number(q->c, q->name, field, ours, &number, 0);
                }
            }
        }
        if (theirs && (unsigned)cJSON_GetArraySize(theirs) != layers) {
            view_differ(q->c, q->name, fields[f], "a layer is missing", "is there");
        }
    }
}

static const char *text_at(const cJSON *row, int index) {
    const cJSON *e = cJSON_GetArrayItem(row, index);
    return e && e->valuestring ? e->valuestring : "";
}
static long long number_at(const cJSON *row, int index) {
    const cJSON *e = cJSON_GetArrayItem(row, index);
    return e ? (long long)e->valuedouble : 0;
}

static void compare_lists(query *q, const char *field, shown_list *ours, shown_list *theirs, bool is_whole) {
    sort_shown(ours);
    sort_shown(theirs);
    size_t i = 0;
    if (is_whole && ours->count != theirs->count && !q->c->has_coincident) {
        view_differ(q->c, q->name, field, "another number", "of lines");
    }
    for (size_t k = 0; k < theirs->count; k++) { /* theirs is a part of ours when cut */
        while (i < ours->count && strcmp(ours->items[i].text, theirs->items[k].text) < 0) {
            i++;
        }
        if (i == ours->count || strcmp(ours->items[i].text, theirs->items[k].text) != 0) {
            view_differ(q->c, q->name, field, i < ours->count ? ours->items[i].text : "-", theirs->items[k].text);
            return;
        }
        i++;
    }
    lists_done++;
}

static void check_lists(query *q, const cJSON *e, shown_list *shapes, shown_list *texts) {
    shown_list theirs = {0}, their_texts = {0};
    char line[3 * LINE_SIZE];
    bool has_lossy = false;
    for (const cJSON *s = view_get(e, "shapes")->child; s; s = s->next) {
        lob_box64 b = box_of(cJSON_GetArrayItem(s, 2));
        if (q->is_turned && !touches(b, q->box)) {
            continue; /* what KLayout finds beyond the window */
        }
        snprintf(line, sizeof line, "%s %s [%lld %lld %lld %lld] %s %s", text_at(s, 0), text_at(s, 1),
                 (long long)b.left, (long long)b.bottom, (long long)b.right, (long long)b.top, text_at(s, 3),
                 text_at(s, 4));
        add_shown(q->c, &theirs, line);
    }
    for (const cJSON *t = view_get(e, "texts")->child; t; t = t->next) {
        lob_box64 b = {number_at(t, 2), number_at(t, 3), number_at(t, 2), number_at(t, 3)};
        has_lossy = has_lossy || strcmp(text_at(t, 0), "<not UTF-8>") == 0;
        if (q->is_turned && !touches(b, q->box)) {
            continue;
        }
        snprintf(line, sizeof line, "%s %s %lld %lld %s", text_at(t, 0), text_at(t, 1), number_at(t, 2),
                 number_at(t, 3), text_at(t, 4));
        add_shown(q->c, &their_texts, line);
    }
    bool is_cut = view_get(e, "n_shapes")->valuedouble > LIST_MAX;
    compare_lists(q, "shapes", shapes, &theirs, !is_cut && !q->is_turned);
    if (!has_lossy) {
        compare_lists(q, "texts", texts, &their_texts,
                      view_get(e, "n_texts")->valuedouble <= LIST_MAX && !q->is_turned);
    }
}

static bool is_listed(const shown_list *list, const char *text) {
    for (size_t i = 0; i < list->count; i++) {
        if (strcmp(list->items[i].text, text) == 0) {
            return true;
        }
    }
    return false;
}

static void check_insts(query *q, const cJSON *e) {
    lob_walk_options options = {.window = q->box, .meet = LOB_MEET_OVERLAP, .what = LOB_WALK_INSTS, .depth_max = 0};
    lob_walk *walk;
    const lob_hit *hit = NULL;
    shown_list ours = {0}, theirs = {0};
    char line[2 * LINE_SIZE];
    if (lob_walk_open(q->ctx, q->c->layout, q->cell, &options, &walk) != LOB_OK) {
        view_die("a walk cannot be opened");
    }
    while (lob_walk_next(walk, &hit) == LOB_OK && hit) {
        const lob_inst *inst = &lob_layout_cell(q->c->layout, hit->leaf)->insts[hit->index];
        const lob_cell *child = lob_layout_cell(q->c->layout, inst->child);
        if (lob_box64_is_empty(child->box)) {
            continue; /* KLayout finds no instance of an empty cell */
        }
        const lob_rep *rep = inst->rep == LOB_NONE ? NULL : lob_layout_rep(q->c->layout, inst->rep);
        if (rep && rep->kind != LOB_REP_LATTICE) {
            return; /* KLayout reads such as many instances */
        }
        snprintf(line, sizeof line, "%s %d %d [%lld %lld %lld %lld]", view_safe_name(q->c, child->name), inst->at.x,
                 inst->at.y, (long long)hit->box.left, (long long)hit->box.bottom, (long long)hit->box.right,
                 (long long)hit->box.top);
        add_shown(q->c, &ours, line);
    }
    for (const cJSON *i = view_get(e, "child_insts")->child; i; i = i->next) {
        lob_box64 b = box_of(cJSON_GetArrayItem(i, 7));
        if (!cJSON_IsArray(cJSON_GetArrayItem(i, 7))) {
            continue; /* of an empty cell */
        }
        snprintf(line, sizeof line, "%s %lld %lld [%lld %lld %lld %lld]", text_at(i, 0), number_at(i, 4),
                 number_at(i, 5), (long long)b.left, (long long)b.bottom, (long long)b.right, (long long)b.top);
        if (number_at(i, 6) == 1 || is_listed(&ours, line)) {
            add_shown(q->c, &theirs, line);
        }
    }
    double count = view_get(e, "n_child_insts_overlapping")->valuedouble;
    compare_lists(q, "child_insts", &ours, &theirs, count <= LIST_MAX);
}

/* ---- files ---- */

/* Whether the window, or what is near it, shows anything below a transformation off the axes. */
static bool has_turned(query *q) {
    int64_t by = (q->box.right - q->box.left) + (q->box.top - q->box.bottom) + 1000;
    lob_walk_options options = {.window = {q->box.left - by, q->box.bottom - by, q->box.right + by, q->box.top + by},
                                .what = LOB_WALK_SHAPES | LOB_WALK_TEXTS,
                                .depth_max = UINT32_MAX};
    lob_walk *walk;
    const lob_hit *hit = NULL;
    if (lob_walk_open(q->ctx, q->c->layout, q->cell, &options, &walk) != LOB_OK) {
        view_die("a walk cannot be opened");
    }
    while (lob_walk_next(walk, &hit) == LOB_OK && hit) {
        if (!hit->trans->is_orthogonal) {
            return true;
        }
    }
    return false;
}

static int compare_points(const void *a, const void *b) {
    const lob_point64 *p = a, *q = b;
    return p->x != q->x ? (p->x < q->x ? -1 : 1) : p->y != q->y ? (p->y < q->y ? -1 : 1) : 0;
}

static bool has_coincident(view_check *c, uint32_t rep_index) {
    if (rep_index == LOB_NONE) {
        return false;
    }
    const lob_rep *rep = lob_layout_rep(c->layout, rep_index);
    uint64_t count = lob_rep_count(rep);
    lob_point64 *places = view_need(c, count, sizeof *places);
    for (uint64_t i = 0; i < count; i++) {
        places[i] = lob_rep_at(rep, i);
    }
    qsort(places, count, sizeof *places, compare_points);
    for (uint64_t i = 1; i < count; i++) {
        if (compare_points(&places[i], &places[i - 1]) == 0) {
            return true;
        }
    }
    return false;
}

static bool coincident_in(view_check *c, const lob_shapes *s) {
    bool any = false;
    for (uint32_t k = 0; k < s->box_reps.count && !any; k++) {
        any = has_coincident(c, s->box_reps.items[k].value);
    }
    for (uint32_t k = 0; k < s->count[LOB_KIND_POLYGON] && !any; k++) {
        any = has_coincident(c, s->polygons[k].rep);
    }
    for (uint32_t k = 0; k < s->count[LOB_KIND_PATH] && !any; k++) {
        any = has_coincident(c, s->paths[k].rep);
    }
    for (uint32_t k = 0; k < s->count[LOB_KIND_TEXT] && !any; k++) {
        any = has_coincident(c, s->texts[k].rep);
    }
    return any;
}

static bool any_coincident(view_check *c) {
    for (uint32_t i = 0; i < lob_layout_cell_count(c->layout); i++) {
        const lob_cell *cell = lob_layout_cell(c->layout, i);
        for (uint32_t s = 0; s < cell->shapes_count; s++) {
            if (coincident_in(c, &cell->shapes[s])) {
                return true;
            }
        }
    }
    return false;
}

static void check_query(view_check *c, lob_ctx *ctx, lob_cell_index cell, const cJSON *e) {
    query q = {.c = c, .ctx = ctx, .cell = cell, .box = box_of(view_get(e, "box"))};
    q.is_turned = has_turned(&q);
    queries_turned += q.is_turned;
    snprintf(q.name, sizeof q.name, "[%lld %lld %lld %lld]", (long long)q.box.left, (long long)q.box.bottom,
             (long long)q.box.right, (long long)q.box.top);
    if (view_get(e, "skipped")) {
        return;
    }
    tally *tallies = view_need(c, lob_layout_layer_count(c->layout) + 1, sizeof *tallies);
    memset(tallies, 0, (lob_layout_layer_count(c->layout) + 1) * sizeof *tallies);
    shown_list shapes = {0}, texts = {0};
    bool has_lists = !view_get(e, "list_skipped");
    walk_query(&q, LOB_MEET_TOUCH, tallies, has_lists ? &shapes : NULL, &texts);
    walk_query(&q, LOB_MEET_OVERLAP, tallies, NULL, NULL);
    check_counts(&q, tallies, view_get(e, "counts"));
    check_counts_alone(&q, tallies);
    if (has_lists) {
        check_lists(&q, e, &shapes, &texts);
    }
    check_insts(&q, e);
    queries_done++;
}

static lob_cell_index find_cell(view_check *c, const char *name) {
    for (uint32_t i = 0; i < lob_layout_cell_count(c->layout); i++) {
        if (strcmp(view_safe_name(c, lob_layout_cell(c->layout, i)->name), name) == 0) {
            return i;
        }
    }
    return LOB_NONE;
}

static void check_layout(view_check *c, lob_ctx *ctx, const cJSON *expected) {
    const cJSON *name = view_get(expected, "cell");
    if (!cJSON_IsString(name)) {
        c->totals->skipped++;
        return;
    }
    lob_cell_index cell = find_cell(c, name->valuestring);
    if (cell == LOB_NONE) {
        view_differ(c, name->valuestring, "cell", "absent", "present");
    }
    c->has_coincident = any_coincident(c);
    for (const cJSON *e = cell == LOB_NONE ? NULL : view_get(expected, "queries")->child; e; e = e->next) {
        check_query(c, ctx, cell, e);
    }
    *(c->lines ? &c->totals->failed : &c->totals->passed) += 1;
}

static const char *skips(const char *path, const cJSON *expected) {
    (void)expected;
    return is_beyond(path) ? "wider than 2^31: KLayout's boxes wrap" : NULL;
}

int main(int argc, char **argv) {
    view_totals totals = {0};
    lob_json_init();
    const view_work work = {
        .folder = "region_query", .missing = NULL, .member = "queries", .skips = skips, .check = check_layout};
    if (!view_run(&work, argc, argv, &totals)) {
        fputs("usage: regions CORPUS | LAYOUT EXPECTED.json ...\n", stderr);
        return 2;
    }
    printf("%lu queries, %lu lists equal; %lu queries with turned cells, %lu counts that differ there; %lu counts with "
           "flat boxes between\n",
           queries_done, lists_done, queries_turned, counts_left, counts_flat);
    printf("%u passed, %u failed, %u skipped\n", totals.passed, totals.failed, totals.skipped);
    return totals.failed || !totals.passed;
}
