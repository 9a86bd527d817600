/* What our rasteriser says each pixel is covered by, against exact areas of KLayout's merged polygons (the oracle
 * render_ref.py of the corpus): every image of CORPUS/expected/render_ref, every pixel within 1/255.
 *
 *   render CORPUS
 *
 * The oracle's pixels are not square: width and height of the box are spread over the picture for themselves. KLayout's
 * merge rounds crossings to the grid, which can move edges: where the two differ by up to 4/255, the region engine, on
 * a grid as many times finer as the picture has pixels, decides; such pixels are counted.
 */
#include <fcntl.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "db/figure.h"
#include "geom/region.h"
#include "io/read.h"
#include "render/cover.h"
#include "tests/corpus/view.h"

enum { MOVED_MAX = 4 };

static unsigned long images, pixels, mixed, moved;
static int worst;

typedef struct job {
    view_check *c;
    lob_ctx *ctx;
    lob_cover *cover;
    lob_cell_index cell;
    const char *folder; /* of the pictures */
} job;

static bool load_png(const char *path, png_image *image, png_bytep *data) {
    *image = (png_image){.version = PNG_IMAGE_VERSION};
    if (!png_image_begin_read_from_file(image, path)) {
        return false;
    }
    image->format = PNG_FORMAT_GRAY;
    *data = malloc(PNG_IMAGE_SIZE(*image));
    return *data && png_image_finish_read(image, NULL, *data, 0, NULL);
}

static lob_box64 box_of(const cJSON *e) {
    double v[4] = {0};
    const cJSON *n = e ? e->child : NULL;
    for (int i = 0; i < 4 && n; i++, n = n->next) {
        v[i] = n->valuedouble;
    }
    return (lob_box64){(int64_t)v[0], (int64_t)v[1], (int64_t)v[2], (int64_t)v[3]};
}

/* Figures near the pixel, merged on the finer grid; then their polygons and holes with the pixel. */
static double region_share(job *j, lob_layer_index layer, lob_box64 b, unsigned side, unsigned x, unsigned y) {
    lob_walk *walk;
    const lob_hit *hit = NULL;
    lob_region *all;
    lob_region *parts[2];
    lob_polygons merged;
    lob_region_measures m[2];
    int64_t scale = side;
    lob_box64 pixel = {b.left * scale + (b.right - b.left) * x, b.top * scale - (b.top - b.bottom) * (y + 1),
                       b.left * scale + (b.right - b.left) * (x + 1), b.top * scale - (b.top - b.bottom) * y};
    lob_walk_options options = {
        .window = {pixel.left / scale - 2, pixel.bottom / scale - 2, pixel.right / scale + 2, pixel.top / scale + 2},
        .what = LOB_WALK_SHAPES,
        .layers = &layer,
        .layer_count = 1,
        .depth_max = UINT32_MAX};
    bool fine = lob_region_new(j->ctx, scale, &all) == LOB_OK && lob_region_new(j->ctx, 1, &parts[0]) == LOB_OK &&
                lob_region_new(j->ctx, 1, &parts[1]) == LOB_OK &&
                lob_walk_open(j->ctx, j->c->layout, j->cell, &options, &walk) == LOB_OK;
    while (fine && lob_walk_next(walk, &hit) == LOB_OK && hit) {
        lob_figure f;
        fine = lob_figure_make(j->ctx, j->c->layout, hit->shapes, hit->kind, hit->index, hit->member, hit->trans, &f) ==
                   LOB_OK &&
               lob_region_add(j->ctx, all, 0, f.ring, f.ring_count) == LOB_OK;
    }
    fine = fine && lob_region_polygons(j->ctx, all, LOB_REGION_OR, &merged) == LOB_OK;
    for (uint32_t i = 0; fine && i < merged.contour_count; i++) {
        const lob_contour *c = &merged.contours[i];
        fine = lob_region_add(j->ctx, parts[c->is_hole], 0, merged.points + c->first, c->count) == LOB_OK;
    }
    for (int i = 0; i < 2 && fine; i++) {
        fine = lob_region_add_box(j->ctx, parts[i], 1, pixel) == LOB_OK &&
               lob_region_measure(j->ctx, parts[i], LOB_REGION_AND, &m[i]) == LOB_OK;
    }
    double area = (double)(pixel.right - pixel.left) * (double)(pixel.top - pixel.bottom);
    return fine ? (m[0].area - m[1].area) / area : -1;
}

static int compare(job *j, lob_layer_index layer, lob_box64 box, const lob_raster *raster, const png_image *image,
                   const unsigned char *theirs, unsigned *far) {
    int most = 0;
    for (unsigned y = 0; y < image->height; y++) {
        const uint16_t *row = lob_raster_row(raster, y);
        for (unsigned x = 0; x < image->width; x++) {
            double share = 255 * lob_cover_area(row[x]);
            int apart = abs((int)(share + 0.5) - (int)theirs[y * image->width + x]);
            mixed += row[x] != 0 && row[x] != LOB_COVER_FULL;
            pixels++;
            if (apart > 1 && apart <= MOVED_MAX && image->width == image->height &&
                fabs(share - 255 * region_share(j, layer, box, image->width, x, y)) < 0.5) {
                moved++;
                continue;
            }
            most = apart > most ? apart : most;
            *far += apart > 1;
        }
    }
    return most;
}

static void check_image(job *j, const cJSON *e) {
    char path[8192];
    unsigned layer = 0;
    unsigned datatype = 0;
    png_image image;
    png_bytep theirs = NULL;
    lob_raster *raster = NULL;
    lob_cover_info info;
    snprintf(path, sizeof path, "%s/%s", j->folder, view_get(e, "png")->valuestring);
    const char *key = view_get(e, "layer")->valuestring;
    if (!load_png(path, &image, &theirs)) {
        view_die("a picture of the corpus cannot be read");
    }
    lob_layer_index index = LOB_NONE;
    if (sscanf(key, "%u/%u", &layer, &datatype) == 2) {
        index = lob_layout_find_layer(j->c->layout, layer, datatype);
    }
    lob_box64 b = box_of(view_get(e, "box"));
    lob_grid grid = {(double)b.left,
                     (double)b.top,
                     image.width / (double)(b.right - b.left),
                     image.height / (double)(b.top - b.bottom),
                     image.width,
                     image.height};
    unsigned far = 0;
    char text[64];
    if (index == LOB_NONE) {
        view_differ(j->c, key, "layer", "absent", "present");
    } else if (lob_raster_new(j->ctx, image.width, image.height, &raster) != LOB_OK ||
               lob_cover_draw(j->ctx, j->cover, j->cell, index, &grid, raster, &info) != LOB_OK) {
        view_differ(j->c, key, "picture", j->ctx->error.message, "drawn");
    } else {
        int most = compare(j, index, b, raster, &image, theirs, &far);
        worst = most > worst ? most : worst;
        if (far > 0) {
            snprintf(text, sizeof text, "%u pixels, at most %d/255%s", far, most, info.is_exact ? "" : " (far)");
            view_differ(j->c, view_get(e, "png")->valuestring, key, text, "within 1/255");
        }
    }
    images++;
    lob_raster_release(raster);
    free(theirs);
}

static void check_layout(view_check *c, lob_ctx *ctx, const cJSON *expected, const char *folder) {
    job j = {.c = c, .ctx = ctx, .cell = LOB_NONE, .folder = folder};
    const char *name = view_get(expected, "cell")->valuestring;
    for (uint32_t i = 0; i < lob_layout_cell_count(c->layout); i++) {
        if (strcmp(view_safe_name(c, lob_layout_cell(c->layout, i)->name), name) == 0) {
            j.cell = i;
        }
    }
    lob_layout *layout = (lob_layout *)(uintptr_t)c->layout;
    if (j.cell == LOB_NONE) {
        view_differ(c, name, "cell", "absent", "present");
    } else if (lob_cover_new(ctx, layout, UINT64_C(1) << 28, &j.cover) != LOB_OK) {
        view_die("out of memory");
    }
    for (const cJSON *e = j.cover ? view_get(expected, "images")->child : NULL; e; e = e->next) {
        check_image(&j, e);
    }
    lob_cover_release(j.cover);
    *(c->lines ? &c->totals->failed : &c->totals->passed) += 1;
}

static void check_file(void *arg, const char *layout_path, const char *expected_path) {
    view_totals *totals = arg;
    view_check c = {.path = layout_path, .arena = lob_arena_new(0), .totals = totals};
    lob_ctx ctx;
    lob_read_options options = {.inflated_max = 2000000000};
    lob_read_result result = {0};
    char folder[4096];
    if (!c.arena) {
        view_die("out of memory");
    }
    snprintf(folder, sizeof folder, "%s", expected_path);
    *strrchr(folder, '/') = '\0';
    lob_ctx_init(&ctx, c.arena);
    cJSON *expected = view_load(&c, expected_path);
    int fd = open(layout_path, O_RDONLY | O_CLOEXEC);
    if (!expected || fd < 0) {
        printf("FAIL %s: %s\n", layout_path, expected ? "cannot be opened" : "its expected values cannot be read");
        totals->failed++;
    } else if (!view_get(expected, "images")) {
        totals->skipped++; /* KLayout has no picture */
        close(fd);
    } else if (lob_read_layout(&ctx, fd, &options, &result) == LOB_OK) {
        c.layout = result.layout;
        check_layout(&c, &ctx, expected, folder);
    } else {
        printf("SKIP %s: %s\n", layout_path, ctx.error.message);
        totals->skipped++;
    }
    cJSON_Delete(expected);
    lob_layout_drop(result.layout);
    lob_arena_drop(c.arena);
    fflush(stdout);
}

int main(int argc, char **argv) {
    char expected[4096];
    view_totals totals = {0};
    if (argc != 2) {
        fprintf(stderr, "usage: render CORPUS\n");
        return 2;
    }
    snprintf(expected, sizeof expected, "%s/expected/render_ref", argv[1]);
    if (access(expected, R_OK) != 0) {
        printf("  SKIPPED: no pictures of the corpus of public layouts (%s)\n0 passed, 0 failed, 1 skipped\n",
               "CORPUS=");
        return 0;
    }
    view_each(argv[1], expected, check_file, &totals);
    printf("  pictures: %lu, pixels %lu, covered in part %lu, worst %d/255, merged elsewhere by KLayout %lu\n", images,
           pixels, mixed, worst, moved);
    printf("%u passed, %u failed, %u skipped\n", totals.passed, totals.failed, totals.skipped);
    return totals.failed ? 1 : 0;
}
