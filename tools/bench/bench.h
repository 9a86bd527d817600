/* The servers and programs that the benchmark measures: started, asked, watched. */
#ifndef TOOLS_BENCH_BENCH_H
#define TOOLS_BENCH_BENCH_H

#include <limits.h>

#include "client/mcp_client.h"

typedef struct bench {
    char *server, *echo;
    char *self; /* this program */
    const char *dir, *out;
    const char *gdstk; /* where its Python package lies; NULL or "": not measured */
    char small[PATH_MAX], large[PATH_MAX];
    lob_buf json;
    unsigned figure_count, missed_count;
    bool has_large;
} bench;

/* figures.c. One line of the table and one member of the JSON; its peer and its target stand there. */
void report(bench *b, const char *key, double value, const char *unit, const char *label);
/* A ratio to `against` that may be at most `most`. */
void report_most(bench *b, const char *key, double ratio, double most, const char *against, const char *label);
void figures_begin(bench *b);
bool figures_write(bench *b);

/* large.c: opening the flat reticle. */
bool measure_large(bench *b);

/* What a program of one read says in its last line: {"wall_s": W, "cpu_s": C, "peak_kib": P}. formats.c. */
typedef struct cost {
    double wall_s, cpu_s, peak_kib;
} cost;

bool run_cost(bench *b, char *const *argv, cost *now);
void cost_least(cost *best, const cost *now);

/* formats.c: sizes, speed and memory of writers and readers; needs KLayout and both reticles. */
bool measure_formats(bench *b);

/* queries.c: windows of both reticles; and `bench --walk FILE`. */
bool measure_queries(bench *b);
int walk_here(const char *path);

/* render.c: pictures of both reticles; and `bench --render FILE`. */
bool measure_render(bench *b);
int render_here(const char *path);

/* rules.c: checks of a die and of the hierarchical reticle against KLayout's; and `bench --rules FILE`. */
bool measure_rules(bench *b);
/* One die of the reticle, flattened by KLayout, as a file; made when it is not there. */
bool bench_make_die(bench *b, char die[PATH_MAX]);

/* diff.c: XOR of two layouts against KLayout's. */
bool measure_diff(bench *b);
int rules_here(const char *path);

/* answers.c: characters of the answers over a corpus. */
int answers_here(char *server, const char *corpus, const char *dir);

typedef struct peer {
    lob_arena *arena;
    lob_ctx ctx;
    lob_mcp_client client;
} peer;

/* Starts it and waits for the answer to initialize. */
bool peer_open(peer *p, char *program);
void peer_close(peer *p);
/* One tools/call, its memory given back. `structured`: NULL, or filled with its content (in the arena, until the next
 * call). */
bool peer_call(peer *p, const char *tool, lob_str arguments, lob_str *structured);
/* open_layout; then {"session_id": ...} as the arguments of later calls. */
bool peer_open_layout(peer *p, const char *path, char *arguments, size_t size);
double peer_peak_mib(const peer *p);

/* What `bench --read` and `bench --write` do; measure.c says it. */
int measure_here(int argc, char **argv);

/* Seconds that a program took, its output in a file; -1 when it failed. */
double run_program(char *const *argv, const char *out_path);
/* One line on the processor and the memory; as an object into the JSON. */
void print_machine(lob_buf *json);

#endif
