/* Lengths of routes against those their files state: gdsfactory's META info (route_info_length, length) and the
 * wg_length that SiEPIC's waveguides carry in a text.
 *
 *   trace [-v] [-r] CORPUS ...    every .gds and .oas below; -r: along the chords alone, which is fast
 *
 * A cell with a stated length is traced from its first port, inwards, alone. What is stated is rounded to 1 nm, and
 * SiEPIC states the length before corners are replaced by other bends than arcs; so it is counted how near the two are,
 * and only what is far off fails. One line a file, then a line for each source, then "N passed, N failed, N skipped".
 */
#include <fcntl.h>
#include <fts.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "db/meta.h"
#include "io/read.h"
#include "pic/pic.h"
#include "pic/trace.h"

enum { SOURCES = 2, STEPS = 5 };
static const char *const source_names[SOURCES] = {"META", "wg_length"};
static const double steps[STEPS] = {1e-4, 1e-3, 1e-2, 1e-1, INFINITY};

/* Guides 0.4 wide whose text gives their area in um2 as the length; their `points` say what we say. */
static const char *const known[][2] = {
    {"SiEPIC_Tools_EBeam_PDK_Verification_Check2.gds", "Waveguide"},
    {"SiEPIC_Tools_EBeam_PDK_Verification_Check2.gds", "Waveguide$26"},
};

typedef struct tally {
    bool is_verbose, is_rough;
    unsigned near[SOURCES][STEPS], without[SOURCES], files;
    double worst[SOURCES];
} tally;

typedef struct check {
    tally *t;
    const char *path;
    lob_ctx *ctx;
    lob_layout *layout;
    lob_pic *pic;
    double dbu;
} check;

/* A cell without ports that a convention knows: both ways from its first figure that is a guide. */
static bool length_of_figure(check *c, lob_cell_index cell, lob_trace_route *route) {
    const lob_cell *at = lob_layout_cell(c->layout, cell);
    for (uint32_t i = 0; i < at->shapes_count; i++) {
        lob_walk_options options = {
            .window = LOB_WALK_EVERYTHING, .what = LOB_WALK_SHAPES, .layers = &at->shapes[i].layer, .layer_count = 1};
        lob_walk *walk;
        const lob_hit *hit;
        lob_figure figure;
        bool found = false;
        if (lob_walk_open(c->ctx, c->layout, cell, &options, &walk) != LOB_OK || lob_walk_next(walk, &hit) != LOB_OK ||
            !hit ||
            lob_figure_make(c->ctx, c->layout, hit->shapes, hit->kind, hit->index, hit->member, hit->trans, &figure) !=
                LOB_OK) {
            continue;
        }
        lob_trace_start start = {.cell = cell,
                                 .at = {(double)figure.ring[0].x, (double)figure.ring[0].y},
                                 .layers = &at->shapes[i].layer,
                                 .layer_count = 1,
                                 .angle_tol_deg = 2,
                                 .is_rough = c->t->is_rough,
                                 .segment_max = 10000};
        if (lob_trace_route_find(c->ctx, c->layout, &start, &found, route) == LOB_OK && found) {
            return true;
        }
    }
    return false;
}

/* The first port that has a direction; from it into the cell. */
static bool length_of(check *c, lob_cell_index cell, double *length_um, uint32_t *segments, lob_trace_reason *reason) {
    const lob_port *ports;
    uint32_t count, layer_count;
    if (lob_pic_cell_ports(c->ctx, c->pic, cell, &ports, &count) != LOB_OK) {
        return false;
    }
    const lob_layer_index *layers = lob_pic_guide_layers(c->pic, &layer_count);
    for (uint32_t i = 0; i < count; i++) {
        const lob_port *p = &ports[i];
        bool has_layer = p->layer != LOB_NONE;
        lob_trace_start start = {.cell = cell,
                                 .at = p->at,
                                 .has_angle = true,
                                 .angle_deg = p->angle_deg + 180,
                                 .width = p->width,
                                 .layers = has_layer     ? &p->layer
                                           : layer_count ? layers
                                                         : NULL,
                                 .layer_count = has_layer ? 1 : layer_count,
                                 .distance = 2,
                                 .angle_tol_deg = 2,
                                 .is_rough = c->t->is_rough,
                                 .segment_max = 10000};
        lob_trace_route route;
        bool found = false;
        if (p->has_angle && lob_trace_route_find(c->ctx, c->layout, &start, &found, &route) == LOB_OK && found) {
            *length_um = route.length * c->dbu;
            *segments = route.segment_count;
            *reason = route.ends[1].reason;
            return true;
        }
    }
    lob_trace_route route;
    if (count == 0 && length_of_figure(c, cell, &route)) {
        *length_um = route.length * c->dbu;
        *segments = route.segment_count;
        *reason = route.ends[1].reason;
        return true;
    }
    return false;
}

static void compare(check *c, int source, lob_cell_index cell, double stated_um) {
    double ours = 0;
    uint32_t segments = 0;
    lob_trace_reason reason = LOB_END_OPEN;
    lob_str name = lob_layout_cell(c->layout, cell)->name;
    if (!(stated_um > 0) || !length_of(c, cell, &ours, &segments, &reason)) {
        c->t->without[source]++;
        if (c->t->is_verbose) {
            printf("  %s %s %.*s: stated %.4f, no route\n", source_names[source], c->path, (int)name.size, name.data,
                   stated_um);
        }
        return;
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        size_t tail = strlen(known[i][0]), size = strlen(c->path);
        if (size >= tail && strcmp(c->path + size - tail, known[i][0]) == 0 &&
            lob_str_equal(name, lob_str_from(known[i][1]))) {
            c->t->without[source]++;
            return;
        }
    }
    double off = fmax(0, fabs(ours - stated_um) - 0.0006) / stated_um; /* stated to 1 nm */
    int step = 0;
    while (off > steps[step]) {
        step++;
    }
    c->t->near[source][step]++;
    c->t->worst[source] = fmax(c->t->worst[source], off);
    if (c->t->is_verbose && step > 0) {
        printf("  %s %s %.*s: stated %.4f, ours %.4f, %u segments, end %d\n", source_names[source], c->path,
               (int)name.size, name.data, stated_um, ours, segments, (int)reason);
    }
}

static bool is_number(const lob_meta_value *v) {
    return v && (v->kind == LOB_META_INT || v->kind == LOB_META_UINT || v->kind == LOB_META_REAL);
}

static const lob_meta_value *meta_find(const lob_meta_entry *entries, uint32_t count, lob_str name) {
    for (uint32_t i = 0; i < count; i++) {
        if (lob_str_equal(entries[i].name, name)) {
            return &entries[i].value;
        }
    }
    return NULL;
}

static void check_meta(check *c, lob_cell_index cell) {
    static const char *const keys[2] = {"route_info_length", "length"};
    uint32_t count = 0, context = lob_layout_cell(c->layout, cell)->context;
    lob_meta meta;
    const lob_str *strings = context == LOB_NONE ? NULL : lob_layout_context(c->layout, context, &count);
    if (count == 0 || lob_meta_parse(c->ctx, c->ctx->arena, strings, count, &meta) != LOB_OK) {
        return;
    }
    const lob_meta_value *info = meta_find(meta.infos, meta.info_count, LOB_STR("kfactory:info"));
    for (int i = 0; i < 2; i++) {
        char name[64];
        snprintf(name, sizeof name, "kfactory:info:%s", keys[i]);
        const lob_meta_value *v = lob_meta_member(info, keys[i]);
        v = is_number(v) ? v : meta_find(meta.infos, meta.info_count, lob_str_from(name));
        if (is_number(v)) {
            compare(c, 0, cell, v->real);
            return;
        }
    }
}

/* "...wg_length=8.053u ..."; without a letter below 0.01 metres, below 1 millimetres: both occur. */
static void check_texts(check *c, lob_cell_index cell) {
    const lob_cell *at = lob_layout_cell(c->layout, cell);
    for (uint32_t i = 0; i < at->shapes_count; i++) {
        const lob_shapes *s = &at->shapes[i];
        for (uint32_t k = 0; k < s->count[LOB_KIND_TEXT]; k++) {
            char text[512], *end;
            lob_str string = lob_layout_string(c->layout, s->texts[k].string);
            snprintf(text, sizeof text, "%.*s", (int)string.size, string.data);
            const char *found = strstr(text, "wg_length=");
            if (found) {
                double value = strtod(found + 10, &end);
                compare(c, 1, cell, *end == 'u' || value >= 1 ? value : value < 0.01 ? value * 1e6 : value * 1e3);
                return;
            }
        }
    }
}

static void check_file(tally *t, const char *path) {
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    const lob_read_options options = {0};
    lob_read_result result = {0};
    check c = {.t = t, .path = path, .ctx = &ctx};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd >= 0 && lob_read_layout(&ctx, fd, &options, &result) == LOB_OK &&
        lob_pic_open(&ctx, result.layout, NULL, &c.pic) == LOB_OK) {
        c.layout = result.layout;
        c.dbu = lob_layout_dbu(c.layout);
        t->files++;
        for (uint32_t i = 0; i < lob_layout_cell_count(c.layout); i++) {
            lob_error_clear(&ctx.error);
            check_meta(&c, i);
            check_texts(&c, i);
        }
    }
    lob_pic_drop(c.pic);
    lob_layout_drop(result.layout);
    lob_arena_drop(arena);
}

static int by_name(const FTSENT **a, const FTSENT **b) {
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

static bool is_layout(const char *name) {
    size_t size = strlen(name);
    return size > 4 && (strcmp(name + size - 4, ".gds") == 0 || strcmp(name + size - 4, ".oas") == 0);
}

int main(int argc, char **argv) {
    tally t = {.is_verbose = false};
    char **roots = argv + (argc > 0);
    for (; *roots && (*roots)[0] == '-'; roots++) {
        t.is_verbose = t.is_verbose || strcmp(*roots, "-v") == 0;
        t.is_rough = t.is_rough || strcmp(*roots, "-r") == 0;
    }
    FTS *tree = *roots ? fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, by_name) : NULL;
    if (!tree) {
        fprintf(stderr, "usage: trace [-v] [-r] CORPUS ...\n");
        return 2;
    }
    for (FTSENT *e = fts_read(tree); e; e = fts_read(tree)) {
        if (e->fts_info == FTS_F && is_layout(e->fts_name)) {
            check_file(&t, e->fts_path);
            fflush(stdout);
        }
    }
    fts_close(tree);
    unsigned passed = 0, failed = 0, skipped = 0;
    for (int i = 0; i < SOURCES; i++) {
        const unsigned *n = t.near[i];
        printf("  %s: %u within 0.01 %%, %u within 0.1 %%, %u within 1 %%, %u within 10 %%, %u further; %u without a "
               "route\n",
               source_names[i], n[0], n[1], n[2], n[3], n[4], t.without[i]);
        passed += n[0] + n[1] + n[2];
        failed += n[3] + n[4];
        skipped += t.without[i];
    }
    printf("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
    return failed > 0;
}
