/* Checks: width 0.1 um and space 0.15 um on layer 1/0 of one flattened die and of the hierarchical reticle, ours and
 * KLayout's (flat, and deep on the hierarchy), the count of violations beside; and check_rules in a window. */
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

#include "base/clock.h"
#include "bench.h"
#include "io/read.h"
#include "rules/rule.h"

enum { WINDOW_CALLS = 200 };

static const struct {
    const char *name;
    lob_rule_type type;
    int64_t min;
} checks[2] = {{"width", LOB_RULE_WIDTH, 100}, {"space", LOB_RULE_SPACE, 150}};

static double cpu_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* `bench --rules FILE`: a line a check: seconds of the processor, peak memory in KiB, violations. */
int rules_here(const char *path) {
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_read_options options = {.inflated_max = UINT64_C(1) << 36};
    lob_read_result read = {0};
    lob_ctx_init(&ctx, arena);
    bool fine = lob_read_layout(&ctx, open(path, O_RDONLY | O_CLOEXEC), &options, &read) == LOB_OK;
    for (int i = 0; fine && i < 2; i++) {
        const lob_layers_node node = {.layer = lob_layout_find_layer(read.layout, 1, 0)};
        const lob_rule rule = {
            .id = lob_str_from(checks[i].name), .type = checks[i].type, .b = LOB_NONE, .min = checks[i].min};
        const lob_rules rules = {&node, 1, &rule, 1};
        const lob_rules_question question = {
            .layout = read.layout, .cell = lob_layout_top(read.layout, 0), .list_max = 1000};
        lob_verdict verdict;
        struct rusage usage;
        double began = cpu_s();
        fine = lob_rules_run(&ctx, &question, &rules, &verdict) == LOB_OK;
        double took = cpu_s() - began;
        getrusage(RUSAGE_SELF, &usage);
        printf("%.6f %ld %llu\n", took, usage.ru_maxrss, fine ? (unsigned long long)verdict.totals[0] : 0);
    }
    if (!fine) {
        fprintf(stderr, "bench: %s\n", ctx.error.message);
    }
    lob_layout_drop(read.layout);
    lob_arena_drop(arena);
    return fine ? 0 : 1;
}

typedef struct figures {
    double seconds, peak_kib, count;
} figures;

static bool read_figures(const char *path, figures *f, int count) {
    FILE *in = fopen(path, "r");
    int got = 0;
    while (in && got < count && fscanf(in, "%lf %lf %lf", &f[got].seconds, &f[got].peak_kib, &f[got].count) == 3) {
        got++;
    }
    if (in) {
        fclose(in);
    }
    return got == count;
}

static bool run_klayout(bench *b, const char *file, const char *const extra[4], figures *f) {
    char file_word[PATH_MAX + 8], words[4][PATH_MAX + 16], out[PATH_MAX + 16];
    char *argv[16] = {
        (char[]){"klayout"}, (char[]){"-zz"}, (char[]){"-b"}, (char[]){"-r"}, (char[]){"tools/bench/klayout_check.py"},
        (char[]){"-rd"},     file_word};
    int n = 7;
    snprintf(file_word, sizeof file_word, "file=%s", file);
    snprintf(out, sizeof out, "%s/rules.txt", b->dir);
    for (int i = 0; i < 4 && extra[i]; i++) {
        snprintf(words[i], sizeof words[i], "%s", extra[i]);
        argv[n++] = argv[5];
        argv[n++] = words[i];
    }
    return run_program(argv, out) >= 0 && (!f || read_figures(out, f, 1));
}

bool bench_make_die(bench *b, char die[PATH_MAX]) {
    char write[PATH_MAX + 8];
    struct stat info;
    snprintf(die, PATH_MAX, "%.4000s/die_flat.gds", b->dir);
    snprintf(write, sizeof write, "write=%s", die);
    const char *const extra[4] = {"cell=DIE", write};
    return stat(die, &info) == 0 || run_klayout(b, b->small, extra, NULL);
}

static bool compare(bench *b, const char *file, const char *name, bool is_deep) {
    char out[PATH_MAX + 16], path[PATH_MAX], key[64], label[96];
    figures ours[2], theirs;
    snprintf(path, sizeof path, "%s", file);
    snprintf(out, sizeof out, "%s/rules.txt", b->dir);
    char *const argv[] = {b->self, (char[]){"--rules"}, path, NULL};
    if (run_program(argv, out) < 0 || !read_figures(out, ours, 2)) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        char check[32], value[32];
        snprintf(check, sizeof check, "check=%s", checks[i].name);
        snprintf(value, sizeof value, "value=%lld", (long long)checks[i].min);
        const char *const extra[4] = {check, value, is_deep ? "deep=1" : NULL};
        if (!run_klayout(b, file, extra, &theirs)) {
            return false;
        }
        snprintf(key, sizeof key, "rules_%s_%s_s", name, checks[i].name);
        snprintf(label, sizeof label, "%s, %s, processor", name, checks[i].name);
        report(b, key, ours[i].seconds, "s", label);
        snprintf(key, sizeof key, "rules_%s_%s_klayout_over", name, checks[i].name);
        snprintf(label, sizeof label, "%s, %s: KLayout%s / ours", name, checks[i].name, is_deep ? " (deep)" : "");
        report(b, key, theirs.seconds / ours[i].seconds, "x", label);
        snprintf(key, sizeof key, "rules_%s_%s_peak_over", name, checks[i].name);
        snprintf(label, sizeof label, "%s, %s: peak memory / KLayout's", name, checks[i].name);
        report(b, key, ours[i].peak_kib / theirs.peak_kib, "x", label);
        if (ours[i].count != theirs.count) {
            printf("  %s, %s: %.0f violations, KLayout says %.0f%s\n", name, checks[i].name, ours[i].count,
                   theirs.count, is_deep ? " (deep, each once a context)" : "");
        }
    }
    return true;
}

/* check_rules of a width and a space in 100 um of the flat reticle, asked again and again. */
static bool measure_window(bench *b) {
    static const char deck[] =
        ",\"box\":{\"left\":200,\"bottom\":200,\"right\":300,\"top\":300},\"rules\":[{\"id\":\"w\",\"type\":\"width\","
        "\"layer\":\"1/0\",\"min_um\":0.1},{\"id\":\"s\",\"type\":\"space\",\"layer\":\"1/0\",\"min_um\":0.15}]}";
    peer p;
    char session[128], arguments[512];
    if (!peer_open(&p, b->server)) {
        return false;
    }
    bool fine = peer_open_layout(&p, b->large, session, sizeof session);
    int length = (int)strcspn(session, "}");
    snprintf(arguments, sizeof arguments, "%.*s%s", length, session, deck);
    double best = 1e9;
    for (int i = 0; fine && i < WINDOW_CALLS; i++) {
        int64_t began = lob_clock_ns();
        fine = peer_call(&p, "check_rules", lob_str_from(arguments), NULL);
        double took = (double)(lob_clock_ns() - began) / 1e6;
        best = took < best ? took : best;
    }
    peer_close(&p);
    report(b, "check_rules_window_ms", best, "ms", "check_rules in a 100 um window, fastest round trip");
    return fine;
}

bool measure_rules(bench *b) {
    char die[PATH_MAX];
    return bench_make_die(b, die) && compare(b, die, "die", false) && compare(b, b->small, "hier", true) &&
           measure_window(b);
}
