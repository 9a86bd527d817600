/* What the soak asks, and what it looks at meanwhile. */
#ifndef TOOLS_SOAK_SOAK_H
#define TOOLS_SOAK_SOAK_H

#include <stdio.h>
#include <sys/types.h>

#include "client/mcp_client.h"

/* ---- asks.c: the mixture ---- */

enum { SOAK_OPEN_COUNT = 4, SOAK_ASK_MAX = 32 };

typedef enum { ASK_ANSWER, ASK_TOOL_ERROR, ASK_RPC_ERROR } ask_end;

typedef struct ask {
    const char *name;   /* in the table */
    const char *method; /* NULL: tools/call of `tool` */
    const char *tool;
    const char *arguments; /* S stands for the id of a session, X and Y for a random place in um */
    unsigned weight;       /* how often, in parts of the sum */
    ask_end end;
} ask;

extern const ask soak_asks[];
extern const unsigned soak_ask_count;

/* Deterministic: the same `state` gives the same questions. */
unsigned soak_next(uint64_t *state);
/* The parameters of a request as raw JSON; false: they do not fit. */
bool soak_params(const ask *a, const char *session, uint64_t *state, char *out, size_t size);

/* ---- watch.c: the server from outside ---- */

typedef struct sample {
    long anonymous_kib, resident_kib;
    int descriptors, threads;
} sample;

bool soak_sample(pid_t pid, sample *s);

/* Latencies of each question. */
typedef struct times {
    float *us[SOAK_ASK_MAX];
    size_t count[SOAK_ASK_MAX], room[SOAK_ASK_MAX];
} times;

bool times_add(times *t, unsigned which, double us);
void times_print(times *t, const char *const *names, unsigned count, FILE *json);
void times_release(times *t);

#endif
