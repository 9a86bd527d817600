/* Reading and writing through the library alone, inside this process:
 *   bench --read FILE [PROCESSORS]       {"wall_s": W, "cpu_s": C, "peak_kib": P}
 *   bench --write FORMAT OUT ROUNDS FILE the least of ROUNDS writes, the reading before them not counted; and "sync_s"
 * One read a process, so that the peak is that of the read. cpu_s is the time of all threads, without that of the
 * kernel. KLayout does not force what it writes to disk, so neither is that in wall_s; sync_s, the least of ROUNDS as
 * well, is what it adds where the product writes.
 */
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/num.h"
#include "bench.h"
#include "io/write.h"

typedef struct stopwatch {
    int64_t wall_ns;
    double cpu_s;
} stopwatch;

static double user_s(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec / 1e6;
}

static stopwatch stopwatch_start(void) {
    return (stopwatch){lob_clock_ns(), user_s()};
}

static stopwatch stopwatch_lap(stopwatch from) {
    return (stopwatch){lob_clock_ns() - from.wall_ns, user_s() - from.cpu_s};
}

/* VmHWM of this process; ru_maxrss would be that of the parent as well. */
static long peak_kib(void) {
    char line[256];
    long kib = 0;
    FILE *in = fopen("/proc/self/status", "r");
    while (in != NULL && fgets(line, sizeof line, in) != NULL) {
        sscanf(line, "VmHWM: %ld", &kib);
    }
    if (in != NULL) {
        fclose(in);
    }
    return kib;
}

static int show(stopwatch took, double sync_s) {
    printf("{\"wall_s\": %.6f, \"cpu_s\": %.6f, \"peak_kib\": %ld, \"sync_s\": %.6f}\n", (double)took.wall_ns / 1e9,
           took.cpu_s, peak_kib(), sync_s);
    return 0;
}

static lob_layout *read_file(lob_ctx *ctx, const char *path) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    lob_read_result result;
    if (fd < 0 || lob_read_layout(ctx, fd, &(lob_read_options){0}, &result) != LOB_OK) {
        fprintf(stderr, "bench: %s was not read: %s\n", path, ctx->error.message);
        return NULL;
    }
    return result.layout;
}

static bool write_once(lob_ctx *ctx, const lob_layout *layout, lob_format format, const char *path) {
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    lob_write_warnings warnings = {0};
    lob_outfile out;
    bool fine = fd >= 0 && lob_outfile_begin(ctx, &out, fd, false) == LOB_OK;
    if (fine) {
        fine = lob_write_layout(ctx, layout, format, &out, &warnings) == LOB_OK && lob_outfile_end(&out) == LOB_OK;
        lob_outfile_release(&out);
    }
    return fd >= 0 && close(fd) == 0 && fine;
}

/* Seconds that forcing the file to disk takes. */
static double sync_file(const char *path) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    stopwatch began = stopwatch_start();
    bool fine = fd >= 0 && fsync(fd) == 0;
    double seconds = (double)stopwatch_lap(began).wall_ns / 1e9;
    return fd >= 0 && close(fd) == 0 && fine ? seconds : 1e9;
}

static int measure_write(lob_ctx *ctx, char **argv) {
    lob_format format = strcmp(argv[2], "gds") == 0 ? LOB_FORMAT_GDS : LOB_FORMAT_OAS;
    int64_t rounds;
    if (!lob_num_parse_int(argv[4], 1, 1000, &rounds)) {
        fprintf(stderr, "bench: ROUNDS is a whole number from 1 to 1000\n");
        return 2;
    }
    lob_layout *layout = read_file(ctx, argv[5]);
    stopwatch best = {INT64_MAX, 1e9};
    double sync_s = 1e9;
    if (layout == NULL) {
        return 1;
    }
    for (int64_t i = 0; i < rounds; i++) {
        stopwatch began = stopwatch_start();
        if (!write_once(ctx, layout, format, argv[3])) {
            fprintf(stderr, "bench: %s was not written: %s\n", argv[3], ctx->error.message);
            lob_layout_drop(layout);
            return 1;
        }
        stopwatch took = stopwatch_lap(began);
        best.wall_ns = took.wall_ns < best.wall_ns ? took.wall_ns : best.wall_ns;
        best.cpu_s = took.cpu_s < best.cpu_s ? took.cpu_s : best.cpu_s;
        double synced = sync_file(argv[3]);
        sync_s = synced < sync_s ? synced : sync_s;
        if (i + 1 < rounds) {
            unlink(argv[3]); /* or the next would be timed with giving its memory back */
        }
    }
    lob_layout_drop(layout);
    return show(best, sync_s);
}

/* This process and its threads on the first `count` of the processors that it may use. */
static bool keep_to(int64_t count) {
    cpu_set_t all, some;
    CPU_ZERO(&some);
    if (sched_getaffinity(0, sizeof all, &all) != 0) {
        return false;
    }
    for (int i = 0; i < CPU_SETSIZE && CPU_COUNT(&some) < count; i++) {
        if (CPU_ISSET(i, &all)) {
            CPU_SET(i, &some);
        }
    }
    return sched_setaffinity(0, sizeof some, &some) == 0;
}

static int measure_read(lob_ctx *ctx, char **argv) {
    int64_t processors;
    if (argv[3] && (!lob_num_parse_int(argv[3], 1, 1024, &processors) || !keep_to(processors))) {
        fprintf(stderr, "bench: PROCESSORS is a whole number from 1 to 1024\n");
        return 2;
    }
    stopwatch began = stopwatch_start();
    lob_layout *layout = read_file(ctx, argv[2]);
    if (layout == NULL) {
        return 1;
    }
    stopwatch took = stopwatch_lap(began);
    lob_layout_drop(layout);
    return show(took, 0);
}

int measure_here(int argc, char **argv) {
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    int status = 2;
    if (arena == NULL) {
        return 1;
    }
    lob_ctx_init(&ctx, arena);
    if ((argc == 3 || argc == 4) && strcmp(argv[1], "--read") == 0) {
        status = measure_read(&ctx, argv);
    } else if (argc == 6 && strcmp(argv[1], "--write") == 0) {
        status = measure_write(&ctx, argv);
    }
    lob_arena_drop(arena);
    return status;
}
