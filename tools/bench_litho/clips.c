/* The ten clips of the ICCAD 2013 contest: as they are, and after our optimiser, by both readings of the kernels,
 * beside what SimpleILT is said to give and what an independent program of its method gave. Data of others: read where
 * they are (LOB_ICCAD13_DIR, else ../shared/corpus/iccad13).
 *
 * Definitions: target and mask on 2048 x 2048 pixels of 1 nm, the clip in the middle, drawn with its borders; printed
 * where the intensity is at least .225; L2: nominal print xor target; PVB: print in focus at dose 1.02 xor that out of
 * focus at .98, doses on the mask, so squared on the intensity. EPE: counted as the contest counts, off by 15 nm.
 */
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bench_litho.h"
#include "litho/ilt.h"

enum { SIDE = 2048, CLIPS = 10, KERNELS = 24, SHOT_SIDE = 512, READINGS = 2 };

typedef struct row {
    double l2, band;
    uint32_t epe;
    uint64_t shots;
} row;

/* Published by OpenILT for SimpleILT, and the same method run again from its description (docs/LITHO.md). */
static const row published[CLIPS] = {{43408, 52281, 3, 723}, {35326, 41865, 2, 623}, {75428, 78805, 43, 873},
                                     {13649, 22112, 2, 781}, {37330, 54977, 2, 604}, {35711, 51036, 0, 659},
                                     {29566, 44576, 0, 555}, {14327, 20727, 0, 876}, {45347, 64063, 0, 617},
                                     {8404, 16685, 0, 809}};
static const row again[CLIPS] = {{48898, 55022, 0, 0}, {37329, 46019, 0, 0}, {81325, 86684, 0, 0}, {16409, 26358, 0, 0},
                                 {37810, 57472, 0, 0}, {36710, 52566, 0, 0}, {29520, 47598, 0, 0}, {14291, 24268, 0, 0},
                                 {47368, 64929, 0, 0}, {8951, 19874, 0, 0}};
static const uint32_t offsets[READINGS] = {24, 20};

typedef struct bench {
    lob_imager *focus, *defocus;
    lob_imager_work *work;
    lob_plane target, image;
    lob_bits target_bits, nominal, outer, inner;
    lob_gauge *gauges;
    uint32_t gauge_count;
    double seconds;
} bench;

static double process_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static const char *folder(void) {
    const char *given = getenv("LOB_ICCAD13_DIR");
    return given && given[0] ? given : "../shared/corpus/iccad13";
}

static lob_status make_imager(lob_ctx *ctx, const char *name, uint32_t offset, lob_imager **imager) {
    char path[4096];
    lob_kernels kernels;
    snprintf(path, sizeof path, "%s/kernel/%s", folder(), name);
    const int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) {
        return lob_fail(ctx, LOB_E_FILE_NOT_FOUND, "kernels are not there; set LOB_ICCAD13_DIR");
    }
    const lob_status status = lob_kernels_read(ctx, fd, KERNELS, offset, &kernels);
    close(fd);
    return status == LOB_OK ? lob_imager_new(ctx, SIDE, 1, &kernels, imager) : status;
}

static lob_status read_clip(lob_ctx *ctx, int clip, lob_mask *mask) {
    char path[4096];
    static char text[1 << 20];
    snprintf(path, sizeof path, "%s/benchmark/ICCAD2013/M1_test%d.glp", folder(), clip);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return lob_fail(ctx, LOB_E_FILE_NOT_FOUND, "a clip is not there; set LOB_ICCAD13_DIR");
    }
    const size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    LOB_TRY(lob_mask_of_glp(ctx, (lob_str){text, size}, mask));
    lob_mask_move(mask, SIDE / 2 - (mask->box.left + mask->box.right) / 2,
                  SIDE / 2 - (mask->box.bottom + mask->box.top) / 2);
    return LOB_OK;
}

static void fill_plane(const lob_bits *bits, float *values) {
    for (size_t i = 0; i < (size_t)SIDE * SIDE; i++) {
        values[i] = lob_bits_at(bits, (uint32_t)(i % SIDE), (uint32_t)(i / SIDE)) ? 1.0f : 0.0f;
    }
}

static lob_status take_clip(lob_ctx *ctx, bench *b, int clip) {
    const lob_gauge_rule rule = lob_gauge_rule_usual();
    lob_mask mask;
    LOB_TRY(read_clip(ctx, clip, &mask));
    memset(b->target_bits.words, 0, (size_t)b->target_bits.stride * SIDE * sizeof(uint64_t));
    LOB_TRY(lob_mask_fill_with_borders(ctx, &mask, &b->target_bits));
    fill_plane(&b->target_bits, b->target.values);
    return lob_gauges_place(ctx, &mask, &rule, &b->gauges, &b->gauge_count);
}

static lob_status expose(lob_ctx *ctx, bench *b, const lob_imager *imager, double dose, lob_bits *print) {
    LOB_TRY(lob_imager_image(ctx, imager, b->work, b->image.values));
    lob_bits_from_plane(&b->image, (float)(.225 / (dose * dose)), print);
    return LOB_OK;
}

/* Apart from the optimiser's own judgement: what a mask of whole pixels prints. */
static lob_status measure(lob_ctx *ctx, bench *b, const lob_bits *mask, row *r) {
    const lob_gauge_rule rule = lob_gauge_rule_usual();
    lob_plane plane;
    LOB_TRY(lob_plane_new(ctx, b->target.frame, &plane));
    fill_plane(mask, plane.values);
    lob_imager_mask(b->focus, b->work, plane.values);
    lob_plane_drop(&plane);
    LOB_TRY(expose(ctx, b, b->focus, 1, &b->nominal));
    LOB_TRY(expose(ctx, b, b->focus, 1.02, &b->outer));
    LOB_TRY(expose(ctx, b, b->defocus, .98, &b->inner));
    *r = (row){.l2 = (double)lob_bits_differ(&b->nominal, &b->target_bits),
               .band = (double)lob_bits_differ(&b->outer, &b->inner)};
    lob_gauges_measure(&b->nominal, &rule, b->gauges, b->gauge_count);
    for (uint32_t i = 0; i < b->gauge_count; i++) {
        r->epe += b->gauges[i].contest_violations;
    }
    return lob_shots_rectangles(ctx, mask, SHOT_SIDE, &r->shots);
}

static lob_status optimise(lob_ctx *ctx, bench *b, const lob_ilt_level *levels, uint32_t count,
                           lob_ilt_result *result) {
    const lob_ilt_corner corners[] = {{b->focus, 1, 1}, {b->focus, 1.02 * 1.02, 1}, {b->defocus, .98 * .98, 1}};
    lob_ilt_setup setup;
    lob_ilt_setup_usual(&setup, LOB_ILT_PIXEL);
    setup.corners = corners;
    setup.corner_count = 3;
    setup.outer = 1;
    setup.inner = 2;
    const double start = process_seconds();
    LOB_TRY(lob_ilt_run_levels(ctx, &setup, levels, count, &b->target, NULL, result));
    b->seconds = process_seconds() - start;
    return LOB_OK;
}

static lob_status run_clip(lob_ctx *ctx, bench *b, int clip, row *identity, row *ours) {
    lob_ilt_level levels[LOB_ILT_LEVELS_MAX];
    lob_ilt_result result;
    LOB_TRY(take_clip(ctx, b, clip));
    LOB_TRY(measure(ctx, b, &b->target_bits, identity));
    LOB_TRY(optimise(ctx, b, levels, lob_ilt_levels_usual(b->focus, 1, 0, levels), &result));
    const lob_status status = measure(ctx, b, &result.mask, ours);
    const bool agrees = status == LOB_OK && ours->l2 == result.best.l2_pixels && ours->band == result.best.band_pixels;
    lob_ilt_result_drop(&result);
    LOB_TRY(status);
    return agrees ? LOB_OK : lob_fail(ctx, LOB_E_INTERNAL_ERROR, "the optimiser judged its mask otherwise");
}

/* ---- figures ---- */

/* Of one iteration: two transforms of the small grid for each kernel and focus, 5 N log2 N each, and four passes
 * between it and the tile, two products of (side / 4 + 1) x reach matrices for a column each. */
static double flops_of(const bench *b, uint32_t factor) {
    const double n = lob_imager_small_side(b->focus), side = (double)SIDE / factor, focuses = 2;
    const double r = lob_imager_kernels(b->focus)->radius;
    return focuses * (2 * KERNELS * 5 * n * n * log2(n * n) + 2 * side * (side / 4 + 1) * 2 * (2 * r + r));
}

static lob_status time_level(lob_ctx *ctx, bench *b, uint32_t factor, uint32_t few, uint32_t many) {
    double seconds[2];
    for (int i = 0; i < 2; i++) {
        const lob_ilt_level levels[] = {{factor, i ? many : few, 0}, {1, factor > 1 ? 0 : i ? many : few, 0}};
        lob_ilt_result result;
        LOB_TRY(optimise(ctx, b, factor > 1 ? levels : levels + 1, factor > 1 ? 2 : 1, &result));
        lob_ilt_result_drop(&result);
        seconds[i] = b->seconds;
    }
    const double each = (seconds[1] - seconds[0]) / (many - few), flops = flops_of(b, factor);
    printf(
        "an iteration on pixels of %u nm, two focuses, three doses: %.1f ms of CPU, %.1f a second; %.3f GFlop counted, "
        "%.2f GFlop/s\n",
        factor, 1e3 * each, 1 / each, 1e-9 * flops, 1e-9 * flops / each);
    return LOB_OK;
}

static void print_head(uint32_t offset) {
    printf("\nkernel_offset %u\n\n", offset);
    printf(
        "| clip | identity L2 / PVB / EPE | ours L2 / PVB / EPE / shots | sum | SimpleILT run again L2 / PVB | sum | "
        "published L2 / PVB / EPE / shots | CPU s |\n|---|---|---|---|---|---|---|---|\n");
}

static void print_row(const char *name, const row *i, const row *o, const row *a, const row *p, double seconds) {
    printf("| %s | %.0f / %.0f / %u | %.0f / %.0f / %u / %llu | %.0f | %.0f / %.0f | %.0f | %.0f / %.0f / %u / %llu | "
           "%.1f |\n",
           name, i->l2, i->band, i->epe, o->l2, o->band, o->epe, (unsigned long long)o->shots, o->l2 + o->band, a->l2,
           a->band, a->l2 + a->band, p->l2, p->band, p->epe, (unsigned long long)p->shots, seconds);
    fflush(stdout);
}

static void print_means(const row sums[4], double seconds) {
    printf("| mean | %.0f / %.0f / %.1f | %.0f / %.0f / %.1f / %.0f | %.0f | %.0f / %.0f | %.0f | %.0f / %.0f / %.1f / "
           "%.0f | "
           "%.1f |\n",
           sums[0].l2 / CLIPS, sums[0].band / CLIPS, (double)sums[0].epe / CLIPS, sums[1].l2 / CLIPS,
           sums[1].band / CLIPS, (double)sums[1].epe / CLIPS, (double)sums[1].shots / CLIPS,
           (sums[1].l2 + sums[1].band) / CLIPS, sums[2].l2 / CLIPS, sums[2].band / CLIPS,
           (sums[2].l2 + sums[2].band) / CLIPS, sums[3].l2 / CLIPS, sums[3].band / CLIPS, (double)sums[3].epe / CLIPS,
           (double)sums[3].shots / CLIPS, seconds / CLIPS);
}

static void add(row *sum, const row *r) {
    sum->l2 += r->l2;
    sum->band += r->band;
    sum->epe += r->epe;
    sum->shots += r->shots;
}

static void drop_reading(bench *b) {
    lob_imager_work_drop(b->work);
    lob_imager_drop(b->focus);
    lob_imager_drop(b->defocus);
    b->work = NULL;
    b->focus = b->defocus = NULL;
}

static lob_status run_reading(lob_ctx *ctx, bench *b, uint32_t offset, uint32_t *lost) {
    row sums[4] = {{0}};
    double seconds = 0;
    LOB_TRY(make_imager(ctx, "M1OPC", offset, &b->focus));
    LOB_TRY(make_imager(ctx, "M1OPC_def", offset, &b->defocus));
    LOB_TRY(lob_imager_work_new(ctx, b->focus, &b->work));
    print_head(offset);
    for (int i = 0; i < CLIPS; i++) {
        row identity, ours;
        char name[8];
        LOB_TRY(run_clip(ctx, b, i + 1, &identity, &ours));
        snprintf(name, sizeof name, "t%d", i + 1);
        print_row(name, &identity, &ours, &again[i], &published[i], b->seconds);
        *lost += ours.l2 + ours.band > again[i].l2 + again[i].band;
        seconds += b->seconds;
        add(&sums[0], &identity);
        add(&sums[1], &ours);
        add(&sums[2], &again[i]);
        add(&sums[3], &published[i]);
    }
    print_means(sums, seconds);
    printf("\nCPU of ten optimisations: %.1f s\n", seconds);
    return LOB_OK;
}

static lob_status run_readings(lob_ctx *ctx, bench *b, uint32_t *lost) {
    const lob_frame frame = {0, 0, SIDE, SIDE, 1};
    lob_bits *const sets[] = {&b->target_bits, &b->nominal, &b->outer, &b->inner};
    LOB_TRY(lob_plane_new(ctx, frame, &b->target));
    LOB_TRY(lob_plane_new(ctx, frame, &b->image));
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        LOB_TRY(lob_bits_new(ctx, frame, sets[i]));
    }
    for (int i = 0; i < READINGS; i++) {
        LOB_TRY(run_reading(ctx, b, offsets[i], lost));
        if (i + 1 < READINGS) {
            drop_reading(b);
        }
    }
    LOB_TRY(time_level(ctx, b, 8, 10, 40));
    return time_level(ctx, b, 1, 1, 4);
}

bool bench_clips(lob_ctx *ctx) {
    bench b = {0};
    uint32_t lost = 0;
    if (access(folder(), R_OK) != 0) {
        printf("clips: SKIPPED, no ICCAD 2013 data in %s (set LOB_ICCAD13_DIR)\n", folder());
        return true;
    }
    const lob_status status = run_readings(ctx, &b, &lost);
    drop_reading(&b);
    lob_plane_drop(&b.target);
    lob_plane_drop(&b.image);
    lob_bits_drop(&b.target_bits);
    lob_bits_drop(&b.nominal);
    lob_bits_drop(&b.outer);
    lob_bits_drop(&b.inner);
    if (status == LOB_OK && lost > 0) {
        printf("%u clips are worse than SimpleILT run again\n", lost);
    }
    return status == LOB_OK && lost == 0;
}
