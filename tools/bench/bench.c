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

void report(bench *b, const char *key, double value, const char *unit, const char *label) {
    printf("  %-58s %12.3f %s\n", label, value, unit);
    lob_buf_printf(&b->json, "%s\n  \"%s\": %.6g", b->json.size > 1 ? "," : "", key, value);
}

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

/* {"wall_s": ..., "cpu_s": ..., "peak_kib": ...} as the last line of a file. */
static bool read_figures(const char *path, double *read_s, double *peak_mib) {
    char line[512] = "";
    FILE *in = fopen(path, "r");
    while (in != NULL && fgets(line, sizeof line, in) != NULL) {
    }
    if (in != NULL) {
        fclose(in);
    }
    double peak_kib = 0;
    bool fine = sscanf(line, "{\"wall_s\": %lf, \"cpu_s\": %*f, \"peak_kib\": %lf", read_s, &peak_kib) == 2;
    *peak_mib = peak_kib / 1024;
    return fine;
}

static bool measure_klayout(bench *b, double open_s, double peak_mib) {
    char file[PATH_MAX + 8];
    char figures[PATH_MAX];
    snprintf(file, sizeof file, "file=%s", b->large);
    snprintf(figures, sizeof figures, "%s/klayout.txt", b->dir);
    unlink(figures);
    char *const argv[] = {(char[]){"klayout"},
                          (char[]){"-zz"},
                          (char[]){"-b"},
                          (char[]){"-r"},
                          (char[]){"tools/bench/klayout_read.py"},
                          (char[]){"-rd"},
                          file,
                          NULL};
    double read_s = 0;
    double klayout_mib = 0;
    if (run_program(argv, figures) < 0 || !read_figures(figures, &read_s, &klayout_mib)) {
        return false;
    }
    report(b, "klayout_read_s", read_s, "s", "KLayout's own read of it");
    report(b, "open_over_klayout", open_s / read_s, "x", "open_layout / KLayout's read");
    report(b, "klayout_peak_mib", klayout_mib, "MiB", "KLayout's peak memory");
    report(b, "peak_over_klayout", peak_mib / klayout_mib, "x", "peak memory / KLayout's");
    return true;
}

static bool measure_open(bench *b, double *open_s, double *peak_mib) {
    peer p;
    if (!peer_open(&p, b->server)) {
        return false;
    }
    char arguments[128];
    int64_t began = lob_clock_ns();
    bool fine = peer_open_layout(&p, b->large, arguments, sizeof arguments);
    *open_s = (double)(lob_clock_ns() - began) / 1e9;
    *peak_mib = peer_peak_mib(&p);
    peer_close(&p);
    return fine;
}

static bool measure_large(bench *b) {
    struct stat info;
    if (stat(b->large, &info) != 0) {
        return false;
    }
    /* Once through, so that both read from memory. */
    char *const argv[] = {(char[]){"openssl"}, (char[]){"sha256"}, b->large, NULL};
    run_program(argv, "/dev/null");
    double sha_s = run_program(argv, "/dev/null");
    double open_s = 0;
    double peak_mib = 0;
    if (sha_s <= 0 || !measure_open(b, &open_s, &peak_mib)) {
        return false;
    }
    report(b, "file_mib", (double)info.st_size / 1048576, "MiB", "flat reticle, GDSII");
    report(b, "open_s", open_s, "s", "open_layout of it");
    report(b, "sha256_s", sha_s, "s", "openssl sha256 of it");
    report(b, "open_over_sha256", open_s / sha_s, "x", "open_layout / openssl sha256");
    report(b, "peak_mib", peak_mib, "MiB", "peak memory");
    report(b, "peak_over_file", peak_mib / ((double)info.st_size / 1048576), "x", "peak memory / file");
    return measure_klayout(b, open_s, peak_mib);
}

/* `only`: the name of one part; NULL: all. */
static bool measure_parts(bench *b, const char *only) {
    static const struct {
        const char *name;
        bool (*run)(bench *b);
    } parts[] = {{"start", measure_start},     {"latency", measure_latency}, {"large", measure_large},
                 {"queries", measure_queries}, {"render", measure_render},   {"rules", measure_rules},
                 {"formats", measure_formats}};
    bool fine = true;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (only == NULL || only[0] == '\0' || strcmp(only, parts[i].name) == 0) {
            fine = parts[i].run(b) && fine;
        }
    }
    return fine;
}

static bool write_json(bench *b) {
    lob_buf_add_text(&b->json, "\n}\n");
    FILE *out = fopen(b->out, "w");
    bool fine = out != NULL && fwrite(b->json.data, 1, b->json.size, out) == b->json.size;
    return out != NULL && fclose(out) == 0 && fine;
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
    bench b = {.self = argv[0], .dir = option(argc, argv, "--dir"), .out = option(argc, argv, "--out")};
    const char *server = option(argc, argv, "--server");
    const char *echo = option(argc, argv, "--echo");
    char dir[PATH_MAX];
    if (b.dir == NULL || b.out == NULL || server == NULL || echo == NULL || realpath(b.dir, dir) == NULL) {
        fprintf(stderr, "usage: bench --server PROGRAM --echo PROGRAM --dir DIR --out FILE\n");
        return 2;
    }
    b.dir = dir;
    b.server = realpath(server, NULL);
    b.echo = realpath(echo, NULL);
    lob_json_init();
    lob_buf_init(&b.json, 0);
    lob_buf_add_text(&b.json, "{");
    snprintf(b.small, sizeof b.small, "%.4000s/reticle_hier.gds", dir);
    snprintf(b.large, sizeof b.large, "%.4000s/reticle_flat.gds", dir);
    print_machine(&b.json);
    bool fine = true;
    make_layouts(&b);
    if (b.has_large) {
        fine = measure_parts(&b, option(argc, argv, "--only"));
    } else {
        fine = measure_start(&b);
        printf("  SKIPPED: no KLayout to make the layouts; round trips, the large file and the formats were not "
               "measured\n");
    }
    fine = write_json(&b) && fine;
    lob_buf_release(&b.json);
    free(b.server);
    free(b.echo);
    printf("%s\n", fine ? "done" : "bench: a part failed");
    return fine ? 0 : 1;
}
