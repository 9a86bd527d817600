/* diff_layouts: the XOR of layer 1/0 of a flattened die with the same die in cells (nothing differs), and with itself
 * moved by one database unit (slivers along every edge), ours and KLayout's, both reads included, the polygons found
 * beside. */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "bench.h"
#include "json/reader.h"

enum { RUNS = 3 };

typedef struct case_of {
    const char *name, *label;
    char b_path[PATH_MAX];
    const char *cell_b; /* NULL: the top */
} case_of;

static bool run_klayout(bench *b, const char *const words[3]) {
    char held[3][PATH_MAX + 16], out[PATH_MAX + 16], set[] = "-rd";
    char *argv[12] = {(char[]){"klayout"}, (char[]){"-zz"}, (char[]){"-b"}, (char[]){"-r"},
                      (char[]){"tools/bench/klayout_xor.py"}};
    int n = 5;
    snprintf(out, sizeof out, "%s/xor.txt", b->dir);
    for (int i = 0; i < 3 && words[i]; i++) {
        snprintf(held[i], sizeof held[i], "%s", words[i]);
        argv[n++] = set;
        argv[n++] = held[i];
    }
    return run_program(argv, out) >= 0;
}

static bool klayout_xor(bench *b, const char *die, const case_of *c, double *seconds, double *count) {
    char a_word[PATH_MAX + 8], b_word[PATH_MAX + 8], cell_word[64], out[PATH_MAX + 16];
    double peak;
    snprintf(a_word, sizeof a_word, "a=%s", die);
    snprintf(b_word, sizeof b_word, "b=%s", c->b_path);
    snprintf(cell_word, sizeof cell_word, "cell_b=%s", c->cell_b ? c->cell_b : "");
    const char *const words[3] = {a_word, b_word, c->cell_b ? cell_word : NULL};
    if (!run_klayout(b, words)) {
        return false;
    }
    snprintf(out, sizeof out, "%s/xor.txt", b->dir);
    FILE *in = fopen(out, "r");
    bool fine = in && fscanf(in, "%lf %lf %lf", seconds, &peak, count) == 3;
    if (in) {
        fclose(in);
    }
    return fine;
}

/* A server of its own each time, so that nothing is kept from the run before. */
static bool our_xor(bench *b, const char *die, const case_of *c, double *seconds, double *count) {
    char arguments[3 * PATH_MAX], cell[96] = "";
    peer p;
    lob_str answer = {NULL, 0};
    if (c->cell_b) {
        snprintf(cell, sizeof cell, ",\"cell_b\":\"%s\"", c->cell_b);
    }
    snprintf(arguments, sizeof arguments,
             "{\"a\":\"%s\",\"b\":\"%s\"%s,\"mode\":\"xor\",\"layers\":[{\"layer\":1,\"datatype\":0}],\"limit\":1}",
             die, c->b_path, cell);
    if (!peer_open(&p, b->server)) {
        return false;
    }
    int64_t began = lob_clock_ns();
    bool fine = peer_call(&p, "diff_layouts", lob_str_from(arguments), &answer);
    *seconds = (double)(lob_clock_ns() - began) / 1e9;
    lob_str xor = fine ? lob_json_raw_member(answer, "xor") : answer;
    lob_str polygons = xor.data ? lob_json_raw_member(xor, "polygon_count") : xor;
    fine = polygons.data && sscanf(polygons.data, "%lf", count) == 1;
    if (!fine) {
        fprintf(stderr, "bench: %.*s\n", (int)answer.size, answer.data ? answer.data : "");
    }
    peer_close(&p);
    return fine;
}

static bool compare(bench *b, const char *die, const case_of *c) {
    double ours = 1e9, theirs = 1e9, our_count = 0, their_count = 0;
    char key[64], label[128];
    for (int i = 0; i < RUNS; i++) {
        double now, then;
        if (!our_xor(b, die, c, &now, &our_count) || !klayout_xor(b, die, c, &then, &their_count)) {
            return false;
        }
        ours = now < ours ? now : ours;
        theirs = then < theirs ? then : theirs;
    }
    snprintf(key, sizeof key, "diff_%s_s", c->name);
    snprintf(label, sizeof label, "diff_layouts, %s", c->label);
    report(b, key, ours, "s", label);
    snprintf(key, sizeof key, "diff_%s_klayout_over", c->name);
    snprintf(label, sizeof label, "diff_layouts, %s: KLayout / ours", c->label);
    report(b, key, theirs / ours, "x", label);
    if (our_count != their_count) {
        printf("  diff, %s: %.0f polygons, KLayout says %.0f\n", c->label, our_count, their_count);
    }
    return true;
}

bool measure_diff(bench *b) {
    char die[PATH_MAX], a_word[PATH_MAX + 8], move_word[PATH_MAX + 8];
    struct stat info;
    case_of cells = {.name = "cells", .label = "a flattened die against its cells", .cell_b = "DIE"};
    case_of moved = {.name = "moved", .label = "a flattened die against itself 1 nm aside"};
    if (!bench_make_die(b, die)) {
        return false;
    }
    snprintf(cells.b_path, sizeof cells.b_path, "%s", b->small);
    snprintf(moved.b_path, sizeof moved.b_path, "%.4000s/die_moved.gds", b->dir);
    snprintf(a_word, sizeof a_word, "a=%s", die);
    snprintf(move_word, sizeof move_word, "move=%s", moved.b_path);
    const char *const words[3] = {a_word, move_word, NULL};
    if (stat(moved.b_path, &info) != 0 && !run_klayout(b, words)) {
        return false;
    }
    return compare(b, die, &cells) && compare(b, die, &moved);
}
