/* What the writers and readers of the formats cost against KLayout's, each figure with its target.
 *
 *   bytes of our OASIS           at most 1.1 x KLayout's at its best compression (both reticles, DIR/mosaic.oas)
 *   time of writing GDSII        at most 1/3 (flat reticle, to memory; to disk beside it)
 *   time of reading OASIS        at most 1/8 (the flat reticle as KLayout writes it, plain and compressed; mosaic)
 *   peak memory of reading it    at most 0.4
 *
 * Writing is timed inside both processes, without the reading before it; a read is a process of its own on both sides.
 * Each is the least of ROUND_COUNT runs. The clock tells of the disk and of other load as well: the time of the
 * processor stands beside it. The mosaic is made of the files of $CORPUS (../shared/corpus); without them it is left
 * out.
 */
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "bench.h"

enum { ROUND_COUNT = 5 };

/* "key": number in the last line of a file; -1 when it is not there. */
static double figure_of(const char *path, const char *key) {
    char line[1024] = "";
    char quoted[64];
    FILE *in = fopen(path, "r");
    while (in != NULL && fgets(line, sizeof line, in) != NULL) {
    }
    if (in != NULL) {
        fclose(in);
    }
    snprintf(quoted, sizeof quoted, "\"%s\": ", key);
    const char *at = strstr(line, quoted);
    return at != NULL ? strtod(at + strlen(quoted), NULL) : -1;
}

static void target(bench *b, const char *key, double ratio, double most, const char *label) {
    report_most(b, key, ratio, most, "KLayout", label);
}

static double size_of(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 ? (double)info.st_size : -1;
}

void cost_least(cost *best, const cost *now) {
    best->wall_s = now->wall_s < best->wall_s ? now->wall_s : best->wall_s;
    best->cpu_s = now->cpu_s < best->cpu_s ? now->cpu_s : best->cpu_s;
    best->peak_kib = now->peak_kib < best->peak_kib ? now->peak_kib : best->peak_kib;
}

bool run_cost(bench *b, char *const *argv, cost *now) {
    char out[PATH_MAX];
    snprintf(out, sizeof out, "%.4000s/figures.txt", b->dir);
    if (run_program(argv, out) < 0) {
        return false;
    }
    *now = (cost){figure_of(out, "wall_s"), figure_of(out, "cpu_s"), figure_of(out, "peak_kib")};
    return now->wall_s >= 0 && now->cpu_s >= 0 && now->peak_kib >= 0;
}

/* One process ROUND_COUNT times. */
static bool run_rounds(bench *b, char *const *argv, cost *best) {
    *best = (cost){1e9, 1e9, 1e12};
    for (int i = 0; i < ROUND_COUNT; i++) {
        cost now;
        if (!run_cost(b, argv, &now)) {
            return false;
        }
        cost_least(best, &now);
    }
    return true;
}

static bool read_ours(bench *b, char *file, cost *best) {
    char *const argv[] = {b->self, (char[]){"--read"}, file, NULL};
    return run_rounds(b, argv, best);
}

static bool run_klayout(const char *script, const char *const *settings, const char *out) {
    char *argv[16] = {(char[]){"klayout"}, (char[]){"-zz"}, (char[]){"-b"}, (char[]){"-r"}};
    char define[] = "-rd";
    char path[PATH_MAX];
    unsigned count = 4;
    snprintf(path, sizeof path, "tools/bench/%s", script);
    argv[count++] = path;
    for (; *settings != NULL && count < 14; settings++) {
        argv[count++] = define;
        argv[count++] = (char *)(uintptr_t)*settings;
    }
    argv[count] = NULL;
    return run_program(argv, out) >= 0;
}

static bool read_klayout(char *file, bench *b, cost *best) {
    char setting[PATH_MAX + 8];
    snprintf(setting, sizeof setting, "file=%s", file);
    char *const argv[] = {(char[]){"klayout"},
                          (char[]){"-zz"},
                          (char[]){"-b"},
                          (char[]){"-r"},
                          (char[]){"tools/bench/klayout_read.py"},
                          (char[]){"-rd"},
                          setting,
                          NULL};
    return run_rounds(b, argv, best);
}

/* ---- the parts ---- */

static bool measure_read(bench *b, const char *name, char *file) {
    cost ours;
    cost theirs;
    char key[96];
    char label[96];
    if (!read_ours(b, file, &ours) || !read_klayout(file, b, &theirs)) {
        return false;
    }
    printf("  %s: %.1f MiB of OASIS, ours %.3f s (processor %.3f), KLayout %.3f s (%.3f)\n", name,
           size_of(file) / 1048576, ours.wall_s, ours.cpu_s, theirs.wall_s, theirs.cpu_s);
    snprintf(key, sizeof key, "oas_read_%s_over_klayout", name);
    snprintf(label, sizeof label, "OASIS %s, read / KLayout's", name);
    target(b, key, ours.wall_s / theirs.wall_s, 1.0 / 8, label);
    snprintf(key, sizeof key, "oas_read_%s_cpu_over_klayout", name);
    snprintf(label, sizeof label, "OASIS %s, read, processor", name);
    target(b, key, ours.cpu_s / theirs.cpu_s, 1.0 / 8, label);
    snprintf(key, sizeof key, "oas_read_%s_peak_over_klayout", name);
    snprintf(label, sizeof label, "OASIS %s, peak memory", name);
    target(b, key, ours.peak_kib / theirs.peak_kib, 0.4, label);
    return true;
}

/* A folder in memory with room for a copy of both, else that of the benchmark. */
static const char *memory_folder(const bench *b) {
    static const char shared[] = "/dev/shm";
    struct statvfs room;
    bool fits = statvfs(shared, &room) == 0 && access(shared, W_OK) == 0 &&
                (double)room.f_bavail * (double)room.f_frsize > 2 * size_of(b->large);
    return fits ? shared : b->dir;
}

static bool write_gds(bench *b, char *file, const char *folder, const char *figures_path) {
    char written[PATH_MAX];
    char count[16];
    snprintf(written, sizeof written, "%.4000s/layout-observer-bench.gds", folder);
    snprintf(count, sizeof count, "%d", ROUND_COUNT);
    char *const argv[] = {b->self, (char[]){"--write"}, (char[]){"gds"}, written, count, file, NULL};
    bool fine = run_program(argv, figures_path) >= 0;
    unlink(written);
    return fine;
}

/* Against the figures of KLayout in `theirs`. A disk takes as long for both; so the target is for memory, and what the
 * disk does to it stands beside. */
static bool measure_gds(bench *b, char *file, const char *theirs) {
    char ours[PATH_MAX];
    snprintf(ours, sizeof ours, "%.4000s/figures.txt", b->dir);
    if (!write_gds(b, file, memory_folder(b), ours)) {
        return false;
    }
    target(b, "gds_write_over_klayout", figure_of(ours, "wall_s") / figure_of(theirs, "gds_wall_s"), 1.0 / 3,
           "GDSII flat, write to memory / KLayout's");
    target(b, "gds_write_cpu_over_klayout", figure_of(ours, "cpu_s") / figure_of(theirs, "gds_cpu_s"), 1.0 / 3,
           "GDSII flat, write, processor");
    if (!write_gds(b, file, b->dir, ours)) {
        return false;
    }
    report(b, "gds_write_disk_over_klayout", figure_of(ours, "wall_s") / figure_of(theirs, "gds_disk_wall_s"), "x",
           "GDSII flat, write to disk / KLayout's");
    report(b, "gds_write_sync_s", figure_of(ours, "sync_s"), "s", "fsync after it, which KLayout leaves out");
    return true;
}

/* Our OASIS of a layout against KLayout's smallest; GDSII where `rounds` is not "0". */
static bool measure_write(bench *b, const char *name, char *file, const char *rounds) {
    char out[PATH_MAX];
    char written[PATH_MAX];
    char settings[4][PATH_MAX + 16];
    char key[96];
    char label[96];
    snprintf(out, sizeof out, "%.4000s/klayout_write.txt", b->dir);
    snprintf(written, sizeof written, "%.4000s/ours.out", b->dir);
    snprintf(settings[0], sizeof settings[0], "file=%s", file);
    snprintf(settings[1], sizeof settings[1], "dir=%s", b->dir);
    snprintf(settings[2], sizeof settings[2], "rounds=%s", rounds);
    snprintf(settings[3], sizeof settings[3], "memory=%s", memory_folder(b));
    const char *const given[] = {settings[0], settings[1], settings[2], settings[3], NULL};
    if (!run_klayout("klayout_write.py", given, out) || figure_of(out, "oas_bytes") <= 0) {
        return false;
    }
    char ours_txt[PATH_MAX];
    snprintf(ours_txt, sizeof ours_txt, "%.4000s/figures.txt", b->dir);
    char *const to_oas[] = {b->self, (char[]){"--write"}, (char[]){"oas"}, written, (char[]){"1"}, file, NULL};
    if (run_program(to_oas, ours_txt) < 0) {
        return false;
    }
    snprintf(key, sizeof key, "oas_bytes_%s_over_klayout", name);
    snprintf(label, sizeof label, "OASIS %s, %.0f bytes / KLayout's %.0f", name, size_of(written),
             figure_of(out, "oas_bytes"));
    target(b, key, size_of(written) / figure_of(out, "oas_bytes"), 1.1, label);
    bool fine = strcmp(rounds, "0") == 0 || measure_gds(b, file, out);
    unlink(written);
    return fine;
}

static bool make_mosaic(const char *path) {
    static const char *const names[] = {
        "tinytapeout_sky25b/tt_um_kianV_rv32ima_uLinux_SoC.oas", "tinytapeout_04/tt_um_urish_simon.gds.gz",
        "openroad_platforms/sky130_sram_1rw1r_44x64_8.gds.gz", "openebl_2024_10/EBL_Framework_1cm_PCM_static.oas"};
    const char *corpus = getenv("CORPUS") != NULL ? getenv("CORPUS") : "../shared/corpus";
    char files[4 * PATH_MAX] = "files=";
    char out[PATH_MAX + 8];
    if (size_of(path) > 0) {
        return true;
    }
    for (unsigned i = 0; i < 4; i++) {
        char file[PATH_MAX];
        snprintf(file, sizeof file, "%.3000s/%s", corpus, names[i]);
        if (size_of(file) < 0) {
            return false;
        }
        size_t size = strlen(files);
        snprintf(files + size, sizeof files - size, "%s%s", i > 0 ? ":" : "", file);
    }
    printf("  making the mosaic of real layouts with KLayout (once, about a minute)\n");
    fflush(stdout);
    snprintf(out, sizeof out, "out=%s", path);
    return run_klayout("gen_mosaic.py", (const char *const[]){files, out, "copies=8", NULL}, "/dev/null") &&
           size_of(path) > 0;
}

bool measure_formats(bench *b) {
    char plain[PATH_MAX];
    char best[PATH_MAX];
    char mosaic[PATH_MAX];
    snprintf(plain, sizeof plain, "%.4000s/klayout_plain.oas", b->dir);
    snprintf(best, sizeof best, "%.4000s/klayout_best.oas", b->dir);
    snprintf(mosaic, sizeof mosaic, "%.4000s/mosaic.oas", b->dir);
    printf("  formats: the least of %d runs\n", ROUND_COUNT);
    bool fine = measure_write(b, "hier", b->small, "0") && measure_write(b, "flat", b->large, "5") &&
                measure_read(b, "flat_plain", plain) && measure_read(b, "flat_best", best);
    if (!make_mosaic(mosaic)) {
        printf("  SKIPPED: no corpus of real layouts (CORPUS=); the mosaic was not measured\n");
        return fine;
    }
    return fine && measure_read(b, "mosaic", mosaic) && measure_write(b, "mosaic", mosaic, "0");
}
