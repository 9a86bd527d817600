/* How soon a job is over once it is cancelled, and its memory given back: jobs as the tools start them, each cancelled
 * at a moment of its own, anywhere between its start and where it would have ended.
 *
 * Invariant: the moments come from a generator of its own, so that every run takes the same shares of the way. Jobs
 * that end before their moment count for nothing; others are started in their place.
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "bench_litho.h"
#include "session/jobs.h"
#include "tool/litho_run.h"
#include "json/reader.h"

enum { COUNT = 100, TRIES = 3 * COUNT, WAIT_MS = 20000, RESULT_SIZE = 1 << 24 };
static const double limit_ms = 100;

#define MASK                                                                                                           \
    "\"layout\":\"%s\",\"layer\":{\"layer\":1,\"datatype\":0},\"box\":{\"left\":11.5,\"bottom\":0,\"right\":12.5,"     \
    "\"top\":1}"
/* What one of each does: 2 x 2 tiles at 1 nm with all checks; a level set at 10 nm, tile by tile. */
static const struct {
    const char *name, *arguments;
} kinds[] = {{"evaluate", "{" MASK ",\"pixel_nm\":1,\"process\":{\"threads\":2},\"report_level\":\"detailed\"}"},
             {"optimize", "{" MASK ",\"pixel_nm\":10,\"process\":{\"tile_px\":256,\"threads\":2},\"iterations\":4}"}};

typedef struct course {
    lob_jobs *jobs;
    lob_litho_place place;
    char folder[64], layout[4096], mask[80];
    uint64_t seed;
    atomic_llong over_ns; /* when the work at hand was over */
} course;

typedef struct task {
    course *of;
    unsigned kind;
    char arguments[4096 + 512];
} task;

static double next_share(course *c) { /* xorshift64 */
    c->seed ^= c->seed << 13;
    c->seed ^= c->seed >> 7;
    c->seed ^= c->seed << 17;
    return (double)(c->seed >> 11) / 9007199254740992.0;
}

static lob_status work(void *arg, lob_ctx *ctx, const char *id, lob_buf *out) {
    const task *t = arg;
    lob_status status;
    const lob_litho_run run = {.place = &t->of->place, .is_line = true};
    const lob_litho_before none = {.arguments = {NULL, 0}};
    const lob_str arguments = lob_str_from(t->arguments);
    (void)id;
    status = t->kind == 0 ? lob_litho_run_evaluate(ctx, &run, arguments, out)
                          : lob_litho_run_optimize(ctx, &run, arguments, &none, lob_str_from(t->of->mask), out);
    atomic_store(&t->of->over_ns, lob_clock_ns());
    return status;
}

static lob_status start(lob_ctx *ctx, course *c, unsigned kind, char id[LOB_JOB_ID_SIZE + 1]) {
    task *t = calloc(1, sizeof *t);
    if (t == NULL) {
        return lob_fail_memory(ctx);
    }
    t->of = c;
    t->kind = kind;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(t->arguments, sizeof t->arguments, kinds[kind].arguments, c->layout);
#pragma GCC diagnostic pop
    const lob_job_order order = {.kind = kinds[kind].name, .work = work, .arg = t, .drop = free};
    return lob_jobs_start(ctx, c->jobs, &order, id);
}

static lob_status end_of(lob_ctx *ctx, const course *c, const char *id, lob_job_state *state) {
    lob_job_status status;
    LOB_TRY(lob_jobs_poll(ctx, c->jobs, lob_str_from(id), WAIT_MS, false, &status));
    *state = status.state;
    if (status.state == LOB_JOB_FAILED) {
        return lob_fail(ctx, LOB_E_INTERNAL_ERROR, "a job failed: %s", status.error.message);
    }
    return status.state < LOB_JOB_COMPLETED ? lob_fail(ctx, LOB_E_INTERNAL_ERROR, "a job did not end") : LOB_OK;
}

/* One job from its start to its end; *took_ms: by the clock. */
static lob_status time_one(lob_ctx *ctx, course *c, unsigned kind, double *took_ms) {
    char id[LOB_JOB_ID_SIZE + 1];
    lob_job_state state;
    const int64_t began = lob_clock_ns();
    LOB_TRY(start(ctx, c, kind, id));
    LOB_TRY(end_of(ctx, c, id, &state));
    *took_ms = 1e-6 * (double)(lob_clock_ns() - began);
    return LOB_OK;
}

static double cpu_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

typedef struct sample {
    double over_ms[2 * COUNT], cpu_ms[2 * COUNT], took_ms[2 * COUNT];
} sample;

/* Sorts them. The least that 99 of a hundred do not exceed. */
static double p99_of(double *ms, uint32_t count) {
    qsort(ms, count, sizeof *ms, by_size);
    return ms[(count * 99 + 99) / 100 - 1];
}

static void print_row(const char *name, double whole_ms, sample *all, uint32_t first, uint32_t count) {
    double *const times[] = {all->over_ms + first, all->cpu_ms + first, all->took_ms + first};
    double p99[3];
    printf("| %s | ", name);
    if (whole_ms > 0) {
        printf("%.0f", whole_ms);
    }
    for (int i = 0; i < 3; i++) {
        p99[i] = p99_of(times[i], count);
    }
    printf(" | %u | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f |\n", count, times[1][count / 2], p99[1],
           times[0][count / 2], p99[0], times[2][count / 2], p99[2], times[2][count - 1]);
    fflush(stdout);
}

/* Into place `at` of the sample: to the end of the work; processor time of all threads until then and after; until its
 * record is written and the job says how it ended. *is_cancelled false: it had ended before. */
static lob_status cancel_one(lob_ctx *ctx, course *c, unsigned kind, double after_ms, bool *is_cancelled, sample *all,
                             uint32_t at) {
    const struct timespec pause = {(time_t)(after_ms / 1000), (long)(1e6 * (after_ms - 1000 * floor(after_ms / 1000)))};
    char id[LOB_JOB_ID_SIZE + 1];
    lob_job_state state;
    LOB_TRY(start(ctx, c, kind, id));
    nanosleep(&pause, NULL);
    const int64_t began = lob_clock_ns();
    const double used_ms = cpu_ms();
    LOB_TRY(lob_jobs_cancel(ctx, c->jobs, lob_str_from(id)));
    LOB_TRY(end_of(ctx, c, id, &state));
    all->took_ms[at] = 1e-6 * (double)(lob_clock_ns() - began);
    all->cpu_ms[at] = cpu_ms() - used_ms;
    all->over_ms[at] = 1e-6 * (double)(atomic_load(&c->over_ns) - began);
    *is_cancelled = state == LOB_JOB_CANCELLED;
    return LOB_OK;
}

static lob_status measure_kind(lob_ctx *ctx, course *c, unsigned kind, sample *all) {
    double whole_ms;
    uint32_t count = 0;
    LOB_TRY(time_one(ctx, c, kind, &whole_ms)); /* plans of transforms are made once a process */
    LOB_TRY(time_one(ctx, c, kind, &whole_ms));
    for (uint32_t i = 0; i < TRIES && count < COUNT; i++) {
        bool is_cancelled;
        LOB_TRY(cancel_one(ctx, c, kind, whole_ms * next_share(c), &is_cancelled, all, kind * COUNT + count));
        count += is_cancelled;
    }
    if (count < COUNT) {
        return lob_fail(ctx, LOB_E_INTERNAL_ERROR, "too few jobs could be cancelled");
    }
    print_row(kinds[kind].name, whole_ms, all, kind * COUNT, count);
    return LOB_OK;
}

static lob_status measure(lob_ctx *ctx, course *c) {
    sample *all = LOB_NEW(ctx->arena, sample);
    if (all == NULL) {
        return lob_fail_memory(ctx);
    }
    printf(
        "| job | uncancelled ms | cancelled | CPU median ms | p99 | work over: median ms | p99 | job over: median ms | "
        "p99 | longest |\n|---|---|---|---|---|---|---|---|---|---|\n");
    fflush(stdout);
    for (unsigned kind = 0; kind < 2; kind++) {
        LOB_TRY(measure_kind(ctx, c, kind, all));
    }
    print_row("both", 0, all, 0, 2 * COUNT);
    return p99_of(all->took_ms, 2 * COUNT) < limit_ms
               ? LOB_OK
               : lob_fail(ctx, LOB_E_INTERNAL_ERROR, "cancelling takes 100 ms or longer (p99)");
}

static lob_status prepare(lob_ctx *ctx, course *c, lob_roots **roots) {
    char path[80];
    lob_json_init();
    snprintf(c->folder, sizeof c->folder, "/tmp/bench_litho_XXXXXX");
    if (!realpath("fixtures/drc_known.gds", c->layout) || !mkdtemp(c->folder)) {
        return lob_fail(ctx, LOB_E_INTERNAL_ERROR, "fixtures or a folder for jobs are missing: %s", strerror(errno));
    }
    snprintf(c->mask, sizeof c->mask, "%s/mask", c->folder);
    snprintf(path, sizeof path, "%s", c->folder);
    LOB_TRY(lob_roots_open(ctx, "", roots));
    c->place = (lob_litho_place){.roots = *roots, .file_size_max = 1 << 20};
    const lob_jobs_setup setup = {
        .artifact_root = path, .running_max = 2, .queued_max = 4, .kept_max = 4, .result_size_max = RESULT_SIZE};
    return lob_jobs_new(ctx, &setup, &c->jobs);
}

static void clear(course *c) {
    lob_ctx ctx;
    bool removed;
    lob_ctx_init(&ctx, NULL);
    const int parent = open("/tmp", O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (parent >= 0) {
        (void)lob_dir_remove_at(&ctx, parent, c->folder + strlen("/tmp/"), &removed);
        close(parent);
    }
}

bool bench_cancel(lob_ctx *ctx) {
    course c = {.seed = 0x9e3779b97f4a7c15};
    lob_roots *roots = NULL;
    lob_status status = prepare(ctx, &c, &roots);
    if (status == LOB_OK) {
        status = measure(ctx, &c);
    }
    lob_jobs_drop(c.jobs);
    lob_roots_close(roots);
    clear(&c);
    return status == LOB_OK;
}
