/* The servers and programs that the benchmark measures: started, asked, watched. */
#ifndef TOOLS_BENCH_BENCH_H
#define TOOLS_BENCH_BENCH_H

#include <limits.h>

#include "bridge/mcp_client.h"

typedef struct bench {
    char *server, *echo;
    char *self; /* this program */
    const char *dir, *out;
    char small[PATH_MAX], large[PATH_MAX];
    lob_buf json;
    bool has_large;
} bench;

/* One line of the table and one member of the JSON. */
void report(bench *b, const char *key, double value, const char *unit, const char *label);

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
int rules_here(const char *path);

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
/* One line on the processor and the memory; also into the JSON. */
void print_machine(lob_buf *json);

#endif
