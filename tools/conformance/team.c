/* Cases beside each other. Each has an arena and a context of its own; the cases and the target are only read. A result
 * has one writer, the thread that took its index, so that neither order nor number of threads shows in the results.
 * Cases that wait long begin first: else the last of them would wait alone. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "cli.h"
#include "journal.h"
#include "load.h"

enum { JOB_COUNT_MAX = 64 };

lob_cancel conf_stop;

static const char broken_off[] = "the run was broken off";

typedef struct turn {
    int64_t wait_ms;
    size_t index; /* of run->chosen */
} turn;

typedef struct team {
    const conf_target *target;
    const conf_run *run;
    conf_result *results;
    const turn *turns; /* NULL: in the order of run->chosen */
    atomic_size_t next, done;
    FILE *progress;
} team;

static void say(conf_result *result, conf_outcome outcome, const char *reason) {
    result->outcome = outcome;
    snprintf(result->reason, sizeof result->reason, "%s", reason);
}

/* Its first fault, behind the id; NULL: none. */
static const char *fault_of(const conf_cases *cases, lob_str id) {
    for (size_t i = 0; i < cases->faults.count; i++) {
        if (conf_fault_is_of(cases->faults.items[i], id)) {
            return cases->faults.items[i].data + id.size + strlen(": ");
        }
    }
    return NULL;
}

static void run_one(const team *t, const conf_case *item, conf_result *result) {
    const char *fault = fault_of(t->run->cases, item->is.id);
    if (fault != NULL) {
        say(result, CONF_FAULTY, fault);
        return;
    }
    lob_arena *arena = lob_arena_new(0);
    if (arena == NULL) {
        say(result, CONF_FAULTY, "out of memory");
        return;
    }
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    ctx.cancel = &conf_stop;
    conf_run_case(&ctx, t->target, item, result);
    if (atomic_load(&conf_stop.requested)) {
        say(result, CONF_SKIPPED, broken_off); /* a wait cut short may pass or fail: no verdict on the server */
    }
    lob_arena_drop(arena);
}

/* What was broken off is asked again. */
static void keep(const team *t, size_t i) {
    if (t->run->journal != NULL && strcmp(t->results[i].reason, broken_off) != 0) {
        conf_journal_add(t->run->journal, t->run->cases->items[t->run->chosen[i]].is.id, &t->results[i]);
    }
}

static void *work(void *arg) {
    team *t = arg;
    for (size_t at; (at = atomic_fetch_add(&t->next, 1)) < t->run->count;) {
        size_t i = t->turns != NULL ? t->turns[at].index : at;
        const bool is_done = t->run->is_done != NULL && t->run->is_done[i];
        if (!is_done) {
            t->results[i] = (conf_result){.outcome = CONF_SKIPPED};
        }
        if (is_done) {
            /* an earlier run asked it */
        } else if (atomic_load(&conf_stop.requested)) {
            say(&t->results[i], CONF_SKIPPED, broken_off);
        } else {
            run_one(t, &t->run->cases->items[t->run->chosen[i]], &t->results[i]);
            keep(t, i);
        }
        size_t done = atomic_fetch_add(&t->done, 1) + 1;
        if (t->progress != NULL) {
            fprintf(t->progress, "\r%zu of %zu%s", done, t->run->count, done == t->run->count ? "\r\033[K" : "");
        }
    }
    return NULL;
}

static int compare_turns(const void *a, const void *b) {
    const turn *x = a, *y = b;
    int by_index = (x->index > y->index) - (x->index < y->index);
    return x->wait_ms != y->wait_ms ? (x->wait_ms < y->wait_ms) - (x->wait_ms > y->wait_ms) : by_index;
}

/* What the steps of a case wait for, by the clock alone. NULL: no memory, which only costs time. */
static turn *take_turns(const conf_run *run) {
    turn *turns = lob_calloc(run->count, sizeof *turns);
    for (size_t i = 0; turns != NULL && i < run->count; i++) {
        const lob_conformance_case *is = &run->cases->items[run->chosen[i]].is;
        turns[i].index = i;
        for (size_t k = 0; k < is->steps.count; k++) {
            turns[i].wait_ms += is->steps.items[k].wait_ms + is->steps.items[k].within_ms;
        }
    }
    if (turns != NULL) {
        qsort(turns, run->count, sizeof *turns, compare_turns);
    }
    return turns;
}

void conf_run_all(const conf_target *target, conf_run *run, conf_result *results, unsigned jobs, FILE *progress) {
    team t = {.target = target, .run = run, .results = results, .progress = progress};
    pthread_t threads[JOB_COUNT_MAX];
    unsigned count = 0;
    turn *turns = take_turns(run);
    t.turns = turns;
    atomic_init(&t.next, 0);
    atomic_init(&t.done, 0);
    while (count + 1 < jobs && count + 1 < run->count && count < JOB_COUNT_MAX &&
           pthread_create(&threads[count], NULL, work, &t) == 0) {
        count++;
    }
    work(&t); /* this thread is one of them, so that work is done even when no other could start */
    while (count > 0) {
        pthread_join(threads[--count], NULL);
    }
    lob_free(turns);
    run->results = results;
}
