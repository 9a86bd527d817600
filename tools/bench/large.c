/* The flat reticle: what open_layout takes of it, against `openssl sha256` and memcpy of the same bytes, the Python
 * reference's open_layout (KLayout's read, then the hash), KLayout's read, gdstk's where GDSTK= tells where it lies;
 * and reading on one and on two processors.
 *
 * Each time is the least of ROUND_COUNT, each in a process of its own, the file in memory.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "bench.h"

enum { ROUND_COUNT = 3, COPY_SIZE = 64 << 20 };

typedef struct opened {
    double seconds, peak_mib;
} opened;

static bool open_once(bench *b, opened *o) {
    peer p;
    char arguments[128];
    if (!peer_open(&p, b->server)) {
        return false;
    }
    int64_t began = lob_clock_ns();
    bool fine = peer_open_layout(&p, b->large, arguments, sizeof arguments);
    double seconds = (double)(lob_clock_ns() - began) / 1e9;
    o->seconds = seconds < o->seconds ? seconds : o->seconds;
    o->peak_mib = peer_peak_mib(&p);
    peer_close(&p);
    return fine;
}

/* The least of the rounds; -1 when one fails. */
static double program_s(char *const *argv) {
    double best = 1e9;
    for (int i = 0; i < ROUND_COUNT; i++) {
        double took = run_program(argv, "/dev/null");
        if (took < 0) {
            return -1;
        }
        best = took < best ? took : best;
    }
    return best;
}

/* Seconds that copying `size` bytes takes, from memory to memory, beyond any cache. */
static double copy_s(double size) {
    char *from = malloc(COPY_SIZE), *to = malloc(COPY_SIZE);
    double best = 1e9;
    for (int i = 0; i < 2 * ROUND_COUNT && from && to; i++) {
        memset(from, i + 1, COPY_SIZE);
        memset(to, i, COPY_SIZE);
        int64_t began = lob_clock_ns();
        memcpy(to, from, COPY_SIZE);
        double took = (double)(lob_clock_ns() - began) / 1e9;
        best = took < best && to[i] == (char)(i + 1) ? took : best;
    }
    free(from);
    free(to);
    return best * size / COPY_SIZE;
}

static bool figures_of(bench *b, char *const *argv, cost *best) {
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

static bool measure_klayout(bench *b, const opened *ours, double sha_s) {
    char file[PATH_MAX + 8];
    cost theirs;
    snprintf(file, sizeof file, "file=%s", b->large);
    char *const argv[] = {(char[]){"klayout"},
                          (char[]){"-zz"},
                          (char[]){"-b"},
                          (char[]){"-r"},
                          (char[]){"tools/bench/klayout_read.py"},
                          (char[]){"-rd"},
                          file,
                          NULL};
    if (!figures_of(b, argv, &theirs)) {
        return false;
    }
    report(b, "klayout_read_s", theirs.wall_s, "s", "KLayout's own read of it");
    report(b, "open_over_klayout", ours->seconds / theirs.wall_s, "x", "open_layout / KLayout's read");
    report(b, "reference_over_open", (theirs.wall_s + sha_s) / ours->seconds, "x",
           "Python reference (KLayout's read, hash) / open_layout");
    report(b, "klayout_peak_mib", theirs.peak_kib / 1024, "MiB", "KLayout's peak memory");
    report(b, "peak_over_klayout", ours->peak_mib / (theirs.peak_kib / 1024), "x", "peak memory / KLayout's");
    return true;
}

static bool measure_gdstk(bench *b, const opened *ours) {
    cost theirs;
    char *const argv[] = {(char[]){"python3"}, (char[]){"tools/bench/gdstk_read.py"}, b->large, NULL};
    if (!b->gdstk || b->gdstk[0] == '\0') {
        printf("  SKIPPED: gdstk (GDSTK=folder of the Python package)\n");
        return true;
    }
    if (setenv("PYTHONPATH", b->gdstk, 1) != 0 || !figures_of(b, argv, &theirs)) {
        return false;
    }
    report(b, "gdstk_read_s", theirs.wall_s, "s", "gdstk's read of it");
    report(b, "gdstk_over_open", theirs.wall_s / ours->seconds, "x", "gdstk's read / open_layout");
    return true;
}

/* The library's reader alone, its threads kept to one and to two processors. */
static bool measure_processors(bench *b, double sha_s) {
    for (int i = 1; i <= 2; i++) {
        cost f;
        char count[2] = {(char)('0' + i), '\0'}, key[64], label[96];
        char *const argv[] = {b->self, (char[]){"--read"}, b->large, count, NULL};
        if (!figures_of(b, argv, &f)) {
            return false;
        }
        snprintf(key, sizeof key, "read_on_%d_s", i);
        snprintf(label, sizeof label, "reading and hashing it on %d processor%s", i, i > 1 ? "s" : "");
        report(b, key, f.wall_s, "s", label);
        snprintf(key, sizeof key, "read_on_%d_cpu_s", i);
        snprintf(label, sizeof label, "the same, of the processor");
        report(b, key, f.cpu_s, "s", label);
        snprintf(key, sizeof key, "read_on_%d_over_sha256", i);
        snprintf(label, sizeof label, "reading on %d / openssl sha256", i);
        report(b, key, f.wall_s / sha_s, "x", label);
    }
    return true;
}

bool measure_large(bench *b) {
    struct stat info;
    if (stat(b->large, &info) != 0) {
        return false;
    }
    const double mib = (double)info.st_size / 1048576;
    char *const argv[] = {(char[]){"openssl"}, (char[]){"sha256"}, b->large, NULL};
    run_program(argv, "/dev/null"); /* once through, so that all read from memory */
    double sha_s = program_s(argv), memcpy_s = copy_s((double)info.st_size);
    opened ours = {1e9, 0};
    for (int i = 0; i < ROUND_COUNT; i++) {
        if (sha_s <= 0 || !open_once(b, &ours)) {
            return false;
        }
    }
    report(b, "file_mib", mib, "MiB", "flat reticle, GDSII");
    report(b, "open_s", ours.seconds, "s", "open_layout of it");
    report(b, "sha256_s", sha_s, "s", "openssl sha256 of it");
    report(b, "open_over_sha256", ours.seconds / sha_s, "x", "open_layout / openssl sha256");
    report(b, "memcpy_s", memcpy_s, "s", "memcpy of as many bytes");
    report(b, "open_over_memcpy", ours.seconds / memcpy_s, "x", "open_layout / memcpy");
    report(b, "peak_mib", ours.peak_mib, "MiB", "peak memory");
    report(b, "peak_over_file", ours.peak_mib / mib, "x", "peak memory / file");
    return measure_processors(b, sha_s) && measure_klayout(b, &ours, sha_s) && measure_gdstk(b, &ours);
}
