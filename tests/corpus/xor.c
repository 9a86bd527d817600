/* The XOR of two layouts, for tests/oracle/xor.py to hold against KLayout's.
 *
 *   xor [-w WIDTH] [-f FIGURES] LIST
 *
 * LIST has lines "A<tab>B<tab>OUT": layouts to compare, by their first tops, and a file to write, a line a layer
 * (L layer datatype polygons area_a area_b error left bottom right top) and a line a contour behind (H or P for hole or
 * hull, then the points), in units of the common grid. WIDTH: what is narrower is left out. FIGURES: of a tile.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "diff/xor.h"
#include "io/read.h"

typedef struct sink {
    FILE *out;
    const lob_diff_layer *layers;
    unsigned long contours;
} sink;

static lob_status put_contour(void *who, uint32_t layer, const lob_point64 *points, uint32_t count, bool is_hole) {
    sink *s = who;
    fprintf(s->out, "%c %u %u", is_hole ? 'H' : 'P', s->layers[layer].layer, s->layers[layer].datatype);
    for (uint32_t i = 0; i < count; i++) {
        fprintf(s->out, " %lld %lld", (long long)points[i].x, (long long)points[i].y);
    }
    fputc('\n', s->out);
    s->contours++;
    return LOB_OK;
}

static lob_layout *read_layout(lob_ctx *ctx, const char *path) {
    lob_read_result result = {0};
    lob_read_options options = {.expected = lob_format_from_name(lob_str_from(path)),
                                .inflated_max = LOB_LIMIT_INFLATED_SIZE,
                                .layout_size_max = LOB_LIMIT_LAYOUT_SIZE};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    return fd >= 0 && lob_read_layout(ctx, fd, &options, &result) == LOB_OK ? result.layout : NULL;
}

static bool compare(lob_ctx *ctx, lob_layout *const layouts[2], int64_t width, uint32_t figures, FILE *out) {
    lob_diff_layer *layers;
    lob_xor_question q = {.layouts = {layouts[0], layouts[1]}, .width_min = (double)width, .figures_max = figures};
    lob_xor result;
    if (lob_layout_top_count(layouts[0]) == 0 || lob_layout_top_count(layouts[1]) == 0 ||
        !lob_diff_grid_make(lob_layout_dbu(layouts[0]), lob_layout_dbu(layouts[1]), &q.grid) ||
        lob_diff_layers(ctx, q.layouts, &layers, &q.layer_count) != LOB_OK) {
        return false;
    }
    sink s = {.out = out, .layers = layers};
    q.layers = layers;
    q.item_max = 100;
    q.cells[0] = lob_layout_top(layouts[0], 0);
    q.cells[1] = lob_layout_top(layouts[1], 0);
    fprintf(out, "D %.17g\n", q.grid.dbu);
    if (lob_xor_make(ctx, &q, put_contour, &s, &result) != LOB_OK) {
        return false;
    }
    for (uint32_t i = 0; i < q.layer_count; i++) {
        const lob_xor_sum *l = &result.layers[i];
        fprintf(out, "L %u %u %llu %.17g %.17g %.17g %lld %lld %lld %lld\n", layers[i].layer, layers[i].datatype,
                (unsigned long long)l->count, l->area[0], l->area[1], l->area_error, (long long)l->box.left,
                (long long)l->box.bottom, (long long)l->box.right, (long long)l->box.top);
    }
    for (uint32_t i = 0; i < result.item_count; i++) {
        const lob_xor_item *item = &result.items[i];
        fprintf(out, "I %u %u %.17g %.17g %lld %lld %lld %lld\n", layers[item->layer].layer,
                layers[item->layer].datatype, item->area[0], item->area[1], (long long)item->box.left,
                (long long)item->box.bottom, (long long)item->box.right, (long long)item->box.top);
    }
    return true;
}

static bool run_line(char *line, int64_t width, uint32_t figures) {
    const char *names[3] = {strtok(line, "\t\n"), strtok(NULL, "\t\n"), strtok(NULL, "\t\n")};
    lob_arena *arena = lob_arena_new(0);
    lob_ctx *ctx = calloc(1, sizeof *ctx);
    bool fine = false;
    if (arena && ctx && names[2]) {
        lob_ctx_init(ctx, arena);
        lob_layout *layouts[2] = {read_layout(ctx, names[0]), read_layout(ctx, names[1])};
        FILE *out = fopen(names[2], "wbe");
        fine = layouts[0] && layouts[1] && out && compare(ctx, layouts, width, figures, out);
        fine = out && fclose(out) == 0 && fine;
        lob_layout_drop(layouts[0]);
        lob_layout_drop(layouts[1]);
    }
    if (!fine) {
        fprintf(stderr, "%s: %s\n", names[0] ? names[0] : "?", ctx && ctx->error.code ? ctx->error.message : "failed");
    }
    free(ctx);
    lob_arena_drop(arena);
    return fine;
}

int main(int argc, char **argv) {
    int64_t width = 0;
    uint32_t figures = 0;
    int option;
    while ((option = getopt(argc, argv, "w:f:")) != -1) {
        if (option == '?') {
            return 2;
        }
        *(option == 'w' ? &width : &(int64_t){0}) = atoll(optarg);
        figures = option == 'f' ? (uint32_t)atoi(optarg) : figures;
    }
    FILE *list = optind < argc ? fopen(argv[optind], "rbe") : NULL;
    char line[9000];
    int status = list ? 0 : 2;
    while (list && fgets(line, sizeof line, list)) {
        status = run_line(line, width, figures) ? status : 1;
    }
    if (list) {
        fclose(list);
    }
    return status;
}
