/* Our checks against KLayout's, as the oracle drc_native.py of the corpus wrote them: all pairs of edges that violate a
 * distance, in eight checks and six sets of options.
 *
 *   checks CORPUS     CORPUS/expected/drc_native/PATH.json[.gz] for CORPUS/PATH
 *   checks LAYOUT EXPECTED.json ...
 *
 * Counts must agree, and the first pairs one by one. The same checks as rules, over the hierarchy, must give what the
 * flat merged layer gives, all pairs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/figure.h"
#include "rules/check.h"
#include "rules/rule.h"
#include "tests/corpus/view.h"
#include "json/reader.h"

static unsigned long checks_same, checks_bounded, checks_different, pairs_compared, engine_same, engine_different;

static lob_cell_index find_cell(view_check *c, const cJSON *name) {
    for (uint32_t i = 0; i < lob_layout_cell_count(c->layout); i++) {
        if (strcmp(view_safe_name(c, lob_layout_cell(c->layout, i)->name), name->valuestring) == 0) {
            return i;
        }
    }
    return LOB_NONE;
}

static void add_figures(lob_ctx *ctx, const lob_layout *layout, lob_cell_index cell, lob_layer_index layer,
                        lob_region *region) {
    const lob_walk_options options = {.window = LOB_WALK_EVERYTHING,
                                      .what = LOB_WALK_SHAPES,
                                      .layers = &layer,
                                      .layer_count = 1,
                                      .depth_max = UINT32_MAX};
    lob_walk *walk;
    const lob_hit *hit;
    lob_figure f;
    lob_status status = lob_walk_open(ctx, layout, cell, &options, &walk);
    while (status == LOB_OK && (status = lob_walk_next(walk, &hit)) == LOB_OK && hit) {
        status = lob_figure_make(ctx, layout, hit->shapes, hit->kind, hit->index, hit->member, hit->trans, &f);
        if (status == LOB_OK) {
            status = lob_region_add(ctx, region, 0, f.ring, f.ring_count);
        }
    }
    if (status != LOB_OK) {
        view_die("the figures of a layer cannot be had");
    }
}

/* A layer by its name "1/0"; merged once. */
typedef struct merged_layer {
    char name[32];
    lob_polygons polygons;
} merged_layer;

static const lob_polygons *find_merged(view_check *c, lob_ctx *ctx, lob_cell_index cell, merged_layer list[2],
                                       const char *name) {
    int i = 0;
    while (i < 2 && list[i].name[0] && strcmp(list[i].name, name) != 0) {
        i++;
    }
    if (i == 2) {
        view_die("more than two layers");
    }
    if (!list[i].name[0]) {
        uint32_t number = 0, datatype = 0;
        lob_region *region;
        if (sscanf(name, "%u/%u", &number, &datatype) != 2 || lob_region_new(ctx, 1, &region) != LOB_OK) {
            view_die("a layer is no layer");
        }
        snprintf(list[i].name, sizeof list[i].name, "%s", name);
        add_figures(ctx, c->layout, cell, lob_layout_find_layer(c->layout, number, datatype), region);
        if (lob_region_polygons(ctx, region, LOB_REGION_OR, &list[i].polygons) != LOB_OK) {
            view_die("a layer cannot be merged");
        }
    }
    return &list[i].polygons;
}

static const struct {
    const char *name;
    lob_check_kind kind;
    lob_check_scope scope;
} kinds[] = {
    {"width", LOB_CHECK_WIDTH, LOB_SCOPE_WITHIN},      {"notch", LOB_CHECK_SPACE, LOB_SCOPE_WITHIN},
    {"space", LOB_CHECK_SPACE, LOB_SCOPE_BOTH},        {"isolated", LOB_CHECK_SPACE, LOB_SCOPE_BETWEEN},
    {"separation", LOB_CHECK_SPACE, LOB_SCOPE_LAYERS}, {"enclosing", LOB_CHECK_OVERLAP, LOB_SCOPE_LAYERS},
    {"overlap", LOB_CHECK_WIDTH, LOB_SCOPE_LAYERS},    {"inside", LOB_CHECK_INSIDE, LOB_SCOPE_LAYERS},
};

static lob_check check_of(const char *name, const char *set, int64_t value) {
    lob_check check = {.rule = lob_check_rule_of(LOB_CHECK_WIDTH, value)};
    size_t i = 0;
    while (i < sizeof kinds / sizeof kinds[0] && strcmp(kinds[i].name, name) != 0) {
        i++;
    }
    if (i == sizeof kinds / sizeof kinds[0]) {
        view_die("a check of no known name");
    }
    check.rule.kind = kinds[i].kind;
    check.scope = kinds[i].scope;
    check.rule.metrics = strcmp(set, "square") == 0       ? LOB_METRICS_SQUARE
                         : strcmp(set, "projection") == 0 ? LOB_METRICS_PROJECTION
                                                          : LOB_METRICS_EUCLIDIAN;
    check.rule.whole_edges = strcmp(set, "whole") == 0;
    check.rule.projection_min = strcmp(set, "minproj") == 0 ? value : 0;
    check.ignores_shields = strcmp(set, "unshielded") == 0;
    return check;
}

/* Eight numbers, as the oracle writes a pair: each edge its lower point first, by x; the lower edge first. */
typedef struct flat_pair {
    int64_t n[8];
} flat_pair;

static int compare_numbers(const int64_t *a, const int64_t *b, int count) {
    for (int i = 0; i < count; i++) {
        if (a[i] != b[i]) {
            return a[i] < b[i] ? -1 : 1;
        }
    }
    return 0;
}

static int compare_flat(const void *a, const void *b) {
    return compare_numbers(((const flat_pair *)a)->n, ((const flat_pair *)b)->n, 8);
}

static void put_edge(int64_t n[4], lob_edge64 e) {
    const int64_t forth[4] = {e.from.x, e.from.y, e.to.x, e.to.y}, back[4] = {e.to.x, e.to.y, e.from.x, e.from.y};
    memcpy(n, compare_numbers(forth, forth + 2, 2) <= 0 ? forth : back, sizeof forth);
}

static flat_pair *flatten(view_check *c, const lob_edge_pairs *pairs) {
    flat_pair *list = view_need(c, pairs->count + 1, sizeof *list);
    for (uint32_t i = 0; i < pairs->count; i++) {
        flat_pair p, q;
        put_edge(p.n, pairs->items[i].first);
        put_edge(p.n + 4, pairs->items[i].second);
        memcpy(q.n, p.n + 4, 4 * sizeof *q.n);
        memcpy(q.n + 4, p.n, 4 * sizeof *q.n);
        list[i] = compare_numbers(p.n, p.n + 4, 4) <= 0 ? p : q;
    }
    qsort(list, pairs->count, sizeof *list, compare_flat);
    return list;
}

static flat_pair theirs_at(const cJSON *pair) {
    flat_pair p;
    for (int i = 0; i < 8; i++) {
        p.n[i] = (int64_t)cJSON_GetArrayItem(cJSON_GetArrayItem(pair, i / 4), i % 4)->valuedouble;
    }
    return p;
}

/* Whether each item of `few` is one of `many`, both sorted, as often as it stands there; `few` from before `end` alone
 * when there is one. */
static bool is_among(const flat_pair *few, uint32_t few_count, const flat_pair *many, uint32_t many_count,
                     const flat_pair *end) {
    uint32_t k = 0;
    for (uint32_t i = 0; i < few_count && (!end || compare_flat(&few[i], end) < 0); i++) {
        while (k < many_count && compare_flat(&many[k], &few[i]) < 0) {
            k++;
        }
        if (k == many_count || compare_flat(&many[k++], &few[i]) != 0) {
            return false;
        }
    }
    return true;
}

/* Within one polygon some pairs are shielded or not by the order in which KLayout's scanner meets their edges
 * (check.h). Then KLayout's pairs must hold all that are unshielded in whichever order, and none that is shielded in
 * both. */
static bool lies_between(view_check *c, lob_ctx *ctx, const lob_check *check, lob_check_polygons polygons,
                         const cJSON *theirs) {
    lob_check few = *check, many = *check;
    lob_edge_pairs least, most;
    few.shields = LOB_SHIELDS_EITHER_WAY;
    many.shields = LOB_SHIELDS_BOTH_WAYS;
    if (check->scope == LOB_SCOPE_LAYERS || check->ignores_shields || !theirs ||
        lob_check_run(ctx, &few, polygons, &least) != LOB_OK || lob_check_run(ctx, &many, polygons, &most) != LOB_OK) {
        return false;
    }
    const cJSON *list = view_get(theirs, "pairs"), *item;
    const uint32_t total = (uint32_t)view_get(theirs, "n")->valuedouble, listed = (uint32_t)cJSON_GetArraySize(list);
    flat_pair *seen = view_need(c, listed + 1, sizeof *seen);
    uint32_t count = 0;
    cJSON_ArrayForEach(item, list) {
        seen[count++] = theirs_at(item);
    }
    const flat_pair *low = flatten(c, &least), *high = flatten(c, &most);
    return least.count <= total && total <= most.count && is_among(seen, listed, high, most.count, NULL) &&
           is_among(low, least.count, seen, listed, listed < total ? &seen[listed - 1] : NULL);
}

static bool compare_lists(view_check *c, const lob_edge_pairs *pairs, const cJSON *theirs, char a[200], char b[200]) {
    const flat_pair *ours = flatten(c, pairs);
    uint32_t i = 0;
    const cJSON *item;
    bool is_same = theirs ? pairs->count == (uint32_t)view_get(theirs, "n")->valuedouble : pairs->count == 0;
    const cJSON *list = theirs ? view_get(theirs, "pairs") : NULL;
    cJSON_ArrayForEach(item, list) {
        flat_pair p = theirs_at(item);
        is_same = is_same && i < pairs->count && compare_flat(&p, &ours[i]) == 0;
        pairs_compared++;
        if (!is_same) {
            break;
        }
        i++;
    }
    snprintf(a, 200, "%u pairs", pairs->count);
    snprintf(b, 200, "%d pairs", theirs ? (int)view_get(theirs, "n")->valuedouble : 0);
    if (i < pairs->count) {
        const int64_t *n = ours[i].n;
        snprintf(a, 200, "%u pairs, #%u (%ld,%ld;%ld,%ld)|(%ld,%ld;%ld,%ld)", pairs->count, i, (long)n[0], (long)n[1],
                 (long)n[2], (long)n[3], (long)n[4], (long)n[5], (long)n[6], (long)n[7]);
    }
    if (item) {
        flat_pair p = theirs_at(item);
        snprintf(b, 200, "%d pairs, (%ld,%ld;%ld,%ld)|(%ld,%ld;%ld,%ld)", (int)view_get(theirs, "n")->valuedouble,
                 (long)p.n[0], (long)p.n[1], (long)p.n[2], (long)p.n[3], (long)p.n[4], (long)p.n[5], (long)p.n[6],
                 (long)p.n[7]);
    }
    return is_same;
}

/* The same check by the engine: patches of a scan instead of one merged layer, and three threads instead of one. */
static void compare_engine(view_check *c, lob_ctx *ctx, lob_cell_index cell, const char *const names[3],
                           const lob_check *check, const char *where, const lob_edge_pairs *flat) {
    static const lob_rule_type types[] = {LOB_RULE_WIDTH,    LOB_RULE_NOTCH,      LOB_RULE_SPACE,
                                          LOB_RULE_ISOLATED, LOB_RULE_SEPARATION, LOB_RULE_EXTENSION,
                                          LOB_RULE_OVERLAP,  LOB_RULE_ENCLOSURE};
    lob_layers_node nodes[2] = {0};
    size_t k = 0;
    while (strcmp(kinds[k].name, names[0]) != 0) {
        k++;
    }
    for (int i = 0; i < 2; i++) {
        uint32_t number = 0, datatype = 0;
        nodes[i].layer = sscanf(names[i + 1], "%u/%u", &number, &datatype) == 2
                             ? lob_layout_find_layer(c->layout, number, datatype)
                             : LOB_NONE;
    }
    const lob_rule rule = {.type = types[k],
                           .b = check->scope == LOB_SCOPE_LAYERS ? 1 : LOB_NONE,
                           .min = check->rule.distance,
                           .metrics = check->rule.metrics,
                           .projection_min = check->rule.projection_min,
                           .whole_edges = check->rule.whole_edges};
    const lob_rules rules = {nodes, 2, &rule, 1};
    const lob_rules_question question = {.layout = c->layout, .cell = cell, .team = {.thread_count = 3, .grain = 200}};
    lob_verdict verdict;
    if (lob_rules_run(ctx, &question, &rules, &verdict) != LOB_OK) {
        view_differ(c, where, "engine", ctx->error.message, "an answer");
        return;
    }
    lob_edge_pair *pairs = view_need(c, verdict.count + 1, sizeof *pairs);
    lob_edge_pairs ours = {.items = pairs};
    for (uint32_t i = 0; i < verdict.count; i++) {
        const lob_point64 *p = verdict.items[i].points;
        if (verdict.items[i].kind == LOB_VIOLATION_EDGE_PAIR) {
            pairs[ours.count++] = (lob_edge_pair){{p[0], p[1]}, {p[2], p[3]}};
        }
    }
    const flat_pair *a = flatten(c, &ours), *b = flatten(c, flat);
    uint32_t i = 0;
    while (i < ours.count && i < flat->count && compare_flat(&a[i], &b[i]) == 0) {
        i++;
    }
    bool is_same = i == ours.count && i == flat->count;
    *(is_same ? &engine_same : &engine_different) += 1;
    if (!is_same) {
        char x[64], y[64];
        snprintf(x, sizeof x, "%u by the scan", ours.count);
        snprintf(y, sizeof y, "%u flat", flat->count);
        view_differ(c, where, "engine", x, y);
    }
}

static void run_one(view_check *c, lob_ctx *ctx, lob_cell_index cell, merged_layer merged[2], const char *names[3],
                    const char *set, int64_t value, const cJSON *theirs) {
    char where[160], ours_text[200], theirs_text[200];
    lob_check check = check_of(names[0], set, value);
    lob_check_polygons polygons = {.a = find_merged(c, ctx, cell, merged, names[1])};
    lob_edge_pairs pairs;
    if (check.scope == LOB_SCOPE_LAYERS) {
        polygons.b = find_merged(c, ctx, cell, merged, names[2]);
    }
    snprintf(where, sizeof where, "%s %s %s %ld", names[0], names[1], set, (long)value);
    if (lob_check_run(ctx, &check, polygons, &pairs) != LOB_OK) {
        view_differ(c, where, "check", ctx->error.message, "an answer");
        return;
    }
    if (compare_lists(c, &pairs, theirs, ours_text, theirs_text)) {
        checks_same++;
    } else if (lies_between(c, ctx, &check, polygons, theirs)) {
        checks_bounded++;
    } else {
        checks_different++;
        view_differ(c, where, "pairs", ours_text, theirs_text);
    }
    if (!check.ignores_shields) {
        compare_engine(c, ctx, cell, names, &check, where, &pairs);
    }
}

static void check_layout(view_check *c, lob_ctx *ctx, const cJSON *expected) {
    lob_cell_index cell = find_cell(c, view_get(expected, "cell"));
    const cJSON *layers = view_get(expected, "layers"), *item, *zero;
    merged_layer merged[2] = {0};
    if (cell == LOB_NONE) {
        view_differ(c, "", "cell", "absent", view_get(expected, "cell")->valuestring);
    }
    const char *second = cJSON_GetArraySize(layers) > 1 ? cJSON_GetArrayItem(layers, 1)->valuestring : "";
    cJSON_ArrayForEach(item, view_get(cell == LOB_NONE ? NULL : expected, "checks")) {
        const cJSON *zeros = cJSON_GetObjectItem(item, "zero");
        if (!zeros) {
            const char *names[3] = {view_get(item, "check")->valuestring, view_get(item, "layer")->valuestring, second};
            run_one(c, ctx, cell, merged, names, view_get(item, "set")->valuestring,
                    (int64_t)view_get(item, "value")->valuedouble, item);
        }
        cJSON_ArrayForEach(zero, zeros) {
            const char *names[3] = {cJSON_GetArrayItem(zero, 0)->valuestring, cJSON_GetArrayItem(zero, 1)->valuestring,
                                    second};
            run_one(c, ctx, cell, merged, names, cJSON_GetArrayItem(zero, 3)->valuestring,
                    (int64_t)cJSON_GetArrayItem(zero, 2)->valuedouble, NULL);
        }
    }
    *(c->lines ? &c->totals->failed : &c->totals->passed) += 1;
    if (c->lines) {
        printf("FAIL %s\n", c->path);
    }
}

static const char *skips(const char *path, const cJSON *expected) {
    (void)path;
    return cJSON_GetObjectItem(expected, "skipped") ? "" : NULL;
}

int main(int argc, char **argv) {
    view_totals totals = {0};
    lob_json_init();
    const view_work work = {.folder = "drc_native",
                            .missing = "checks against KLayout",
                            .member = "checks",
                            .skips = skips,
                            .check = check_layout};
    if (!view_run(&work, argc, argv, &totals)) {
        fputs("usage: checks CORPUS | LAYOUT EXPECTED.json ...\n", stderr);
        return 2;
    }
    printf(
        "%lu checks equal, %lu hang on KLayout's order of edges and lie within it, %lu different, %lu pairs compared "
        "one by one\n",
        checks_same, checks_bounded, checks_different, pairs_compared);
    printf("%lu times the engine equals the flat check, %lu times not\n", engine_same, engine_different);
    printf("%u passed, %u failed, %u skipped\n", totals.passed, totals.failed, totals.skipped);
    return totals.failed || (!totals.passed && !totals.skipped);
}
