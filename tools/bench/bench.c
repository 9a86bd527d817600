/* bench --server P --echo P --dir DIR --out FILE: what the server costs, as ratios to things measured in the same run.
 *
 * Absolute times depend on the machine and on what else it does; a ratio to `openssl sha256` of the same file, to
 * KLayout's own read of it and to an empty loop over the same pipes much less. The layout is made once by KLayout (888
 * MB, in DIR); without KLayout that part is skipped and said to be. Prints a table, and the same as JSON.
 */
#include <cjson/cJSON.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "bench.h"
#include "json/reader.h"

enum { START_COUNT = 21, ROUND_COUNT = 2000 };

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

static double percentile(double *values, size_t count, double part) {
    qsort(values, count, sizeof *values, by_value);
    size_t at = (size_t)((double)count * part);
    return values[at < count ? at : count - 1];
}

/* ---- start ---- */

static bool measure_start(bench *b) {
    double ms[START_COUNT];
    for (int i = 0; i < START_COUNT; i++) {
        int64_t began = lob_clock_ns();
        peer p;
        if (!peer_open(&p, b->server)) {
            return false;
        }
        ms[i] = (double)(lob_clock_ns() - began) / 1e6;
        peer_close(&p);
    }
    report(b, "start_ms_p50", percentile(ms, START_COUNT, 0.5), "ms", "start to answered initialize, p50");
    report(b, "start_ms_max", ms[START_COUNT - 1], "ms", "start to answered initialize, slowest of 21");
    return true;
}

/* ---- round trips ---- */

static bool measure_rounds(peer *p, lob_str arguments, double *us) {
    for (int i = 0; i < ROUND_COUNT; i++) {
        int64_t began = lob_clock_ns();
        if (!peer_call(p, "list_layers", arguments, NULL)) {
            return false;
        }
        us[i] = (double)(lob_clock_ns() - began) / 1e3;
    }
    return true;
}

static bool measure_latency(bench *b) {
    static double server_us[ROUND_COUNT];
    static double echo_us[ROUND_COUNT];
    peer server;
    peer echo;
    if (!peer_open(&server, b->server)) {
        return false;
    }
    char arguments[128];
    bool fine = peer_open_layout(&server, b->small, arguments, sizeof arguments);
    fine = fine && peer_open(&echo, b->echo);
    if (!fine) {
        peer_close(&server);
        return false;
    }
    fine = measure_rounds(&server, lob_str_from(arguments), server_us) &&
           measure_rounds(&echo, lob_str_from(arguments), echo_us);
    peer_close(&server);
    peer_close(&echo);
    if (!fine) {
        return false;
    }
    double server_50 = percentile(server_us, ROUND_COUNT, 0.5);
    double echo_50 = percentile(echo_us, ROUND_COUNT, 0.5);
    report(b, "list_layers_us_p50", server_50, "us", "list_layers round trip, p50");
    report(b, "list_layers_us_p99", percentile(server_us, ROUND_COUNT, 0.99), "us", "list_layers round trip, p99");
    report(b, "echo_us_p50", echo_50, "us", "empty loop over the same pipes, p50");
    report(b, "echo_us_p99", percentile(echo_us, ROUND_COUNT, 0.99), "us", "empty loop over the same pipes, p99");
    report(b, "list_layers_over_echo", server_50 / echo_50, "x", "list_layers / empty loop");
    return true;
}

/* ---- the large file ---- */

static void make_layouts(bench *b) {
    struct stat info;
    if (stat(b->large, &info) == 0 && stat(b->small, &info) == 0) {
        b->has_large = true;
        return;
    }
    printf("  making the layouts with KLayout in %s (once, about a minute)\n", b->dir);
    fflush(stdout);
    char out[PATH_MAX + 8];
    snprintf(out, sizeof out, "out=%s", b->dir);
    char *const argv[] = {(char[]){"klayout"},
                          (char[]){"-zz"},
                          (char[]){"-b"},
                          (char[]){"-r"},
                          (char[]){"tools/bench/gen_reticle.py"},
                          (char[]){"-rd"},
                          out,
                          NULL};
    b->has_large = run_program(argv, "/dev/null") >= 0 && stat(b->large, &info) == 0;
}

/* `only`: the name of one part; NULL: all. */
static bool measure_parts(bench *b, const char *only) {
    static const struct {
        const char *name;
        bool (*run)(bench *b);
    } parts[] = {{"start", measure_start},     {"latency", measure_latency}, {"large", measure_large},
                 {"queries", measure_queries}, {"render", measure_render},   {"rules", measure_rules},
                 {"diff", measure_diff},       {"formats", measure_formats}};
    bool fine = true;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (only == NULL || only[0] == '\0' || strcmp(only, parts[i].name) == 0) {
            fine = parts[i].run(b) && fine;
        }
    }
    return fine;
}

static const char *option(int argc, char **argv, const char *name) {
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], name) == 0) {
            return argv[i + 1];
        }
    }
    return NULL;
}

int main(int argc, char **argv) {
    if (argc > 1 && (strcmp(argv[1], "--read") == 0 || strcmp(argv[1], "--write") == 0)) {
        return measure_here(argc, argv);
    }
    if (argc == 3 && strcmp(argv[1], "--render") == 0) {
        return render_here(argv[2]);
    }
    if (argc == 3 && strcmp(argv[1], "--rules") == 0) {
        return rules_here(argv[2]);
    }
    if (argc == 3 && strcmp(argv[1], "--walk") == 0) {
        return walk_here(argv[2]);
    }
    if (argc == 5 && strcmp(argv[1], "--answers") == 0) {
        return answers_here(argv[2], argv[3], argv[4]);
    }
    bench b = {.self = argv[0], .dir = option(argc, argv, "--dir"), .out = option(argc, argv, "--out")};
    const char *server = option(argc, argv, "--server");
    const char *echo = option(argc, argv, "--echo");
    char dir[PATH_MAX];
    if (b.dir == NULL || b.out == NULL || server == NULL || echo == NULL || realpath(b.dir, dir) == NULL) {
        fprintf(stderr,
                "usage: bench --server PROGRAM --echo PROGRAM --dir DIR --out FILE [--only PART] [--gdstk DIR]\n");
        return 2;
    }
    b.dir = dir;
    b.server = realpath(server, NULL);
    b.echo = realpath(echo, NULL);
    lob_json_init();
    b.gdstk = option(argc, argv, "--gdstk");
    snprintf(b.small, sizeof b.small, "%.4000s/reticle_hier.gds", dir);
    snprintf(b.large, sizeof b.large, "%.4000s/reticle_flat.gds", dir);
    figures_begin(&b);
    bool fine = true;
    make_layouts(&b);
    if (b.has_large) {
        fine = measure_parts(&b, option(argc, argv, "--only"));
    } else {
        fine = measure_start(&b);
        printf("  SKIPPED: no KLayout to make the layouts; round trips, the large file and the formats were not "
               "measured\n");
    }
    fine = figures_write(&b) && fine;
    free(b.server);
    free(b.echo);
    printf("%u figures, %u targets missed%s\n", b.figure_count, b.missed_count, fine ? "" : "; a part failed");
    return fine ? 0 : 1;
}
