/* gap FILE [LAYER/DATATYPE]: what a layout covers, layer by layer, and how far apart the first two shapes of a layer
 * are. A program of liblob: it knows <lob/lob.h> and nothing else of the product. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <lob/lob.h>

/* What went wrong, and what to do about it. */
static int fail(const lob_desk *desk) {
    fprintf(stderr, "gap: %s: %s. %s\n", lob_desk_code(desk), lob_desk_message(desk), lob_desk_hint(desk));
    return -1;
}

static int print_areas(lob_desk *desk, const lob_doc *doc, uint32_t cell) {
    lob_doc_info info;
    lob_doc_describe(doc, &info);
    double *areas = calloc(info.layer_count + 1, sizeof *areas);
    const lob_doc_view view = {.cell = cell};
    int status = areas ? lob_doc_measure_layers(desk, doc, &view, areas) : -1;
    for (uint32_t i = 0; status == 0 && i < info.layer_count; i++) {
        lob_doc_layer layer;
        lob_doc_layer_at(doc, i, &layer);
        printf("layer %" PRIu32 "/%" PRIu32 ": %.6g um2\n", layer.layer, layer.datatype,
               areas[i] * info.dbu_um * info.dbu_um);
    }
    free(areas);
    return status == 0 ? 0 : fail(desk);
}

static int print_gap(lob_desk *desk, const lob_doc *doc, uint32_t cell, uint32_t layer) {
    const lob_doc_shape *shapes;
    size_t count;
    int more;
    lob_doc_gap gap;
    lob_doc_info info;
    const lob_doc_view view = {.cell = cell, .layers = &layer, .layer_count = 1};
    lob_doc_describe(doc, &info);
    if (lob_doc_find_shapes(desk, doc, &view, 2, &shapes, &count, &more) != 0) {
        return fail(desk);
    }
    if (count < 2) {
        printf("fewer than two shapes: no gap\n");
        return 0;
    }
    if (lob_doc_measure_gap(desk, &shapes[0], &shapes[1], &gap) != 0) {
        return fail(desk);
    }
    printf("a %s and a %s are %.6g um apart, from (%.6g, %.6g) to (%.6g, %.6g)\n", shapes[0].kind, shapes[1].kind,
           gap.distance * info.dbu_um, gap.from_x * info.dbu_um, gap.from_y * info.dbu_um, gap.to_x * info.dbu_um,
           gap.to_y * info.dbu_um);
    return 0;
}

static int run(lob_desk *desk, const char *path, unsigned long layer, unsigned long datatype) {
    lob_doc *doc;
    if (lob_doc_open(desk, path, &doc) != 0) {
        return fail(desk);
    }
    const uint32_t cell = lob_doc_top_at(doc, 0);
    const uint32_t index = lob_doc_find_layer(doc, (uint32_t)layer, (uint32_t)datatype);
    int status = cell == LOB_DOC_NONE ? 0 : print_areas(desk, doc, cell);
    if (status == 0 && cell != LOB_DOC_NONE && index != LOB_DOC_NONE) {
        status = print_gap(desk, doc, cell, index);
    }
    lob_doc_close(doc);
    return status;
}

int main(int argc, char **argv) {
    unsigned long layer = 1, datatype = 0;
    if (argc < 2 || argc > 3 || (argc == 3 && sscanf(argv[2], "%lu/%lu", &layer, &datatype) != 2)) {
        fprintf(stderr, "usage: gap FILE [LAYER/DATATYPE]\n");
        return 2;
    }
    lob_desk *desk = lob_desk_new();
    if (!desk) {
        fprintf(stderr, "gap: out of memory\n");
        return 1;
    }
    int status = run(desk, argv[1], layer, datatype);
    lob_desk_drop(desk);
    return status == 0 ? 0 : 1;
}
