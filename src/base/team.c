/* See team.h. Invariant: tasks are begun in the order of their numbers, so when one fails all lower ones have been
 * begun, and end. Each member writes to its own place; the others read it after it has ended. */
#include "base/team.h"

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/platform.h"

typedef struct team_run {
    lob_team_task *task;
    void *arg;
    lob_account *account;  /* of who asked: all work under it */
    atomic_uint next, end; /* tasks from `end` on are not begun */
} team_run;

typedef struct member {
    team_run *run;
    lob_ctx ctx;
    pthread_t thread;
    bool has_thread;
    lob_status status;
    uint32_t failed; /* the task, when there is a status */
} member;

static uint32_t processor_count(void) {
#if LOB_HAS_AFFINITY
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? (uint32_t)CPU_COUNT(&set) : 1;
#else
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (uint32_t)count : 1;
#endif
}

uint32_t lob_team_threads(const lob_team *team) {
    if (!team) {
        return 1;
    }
    const uint32_t most = team->thread_count ? LOB_TEAM_THREADS_MAX : LOB_TEAM_THREADS_USUAL;
    const uint32_t count = team->thread_count ? team->thread_count : processor_count();
    return count < most ? count : most;
}

static uint64_t grain_of(const lob_team *team) {
    return team->grain ? team->grain : LOB_TEAM_GRAIN;
}

uint32_t lob_team_parts(const lob_team *team, uint64_t work) {
    if (!team || work / LOB_TEAM_TASKS_WORTH < grain_of(team)) {
        return 1;
    }
    const uint64_t count = work / grain_of(team);
    return count < UINT32_MAX / 2 ? (uint32_t)count : UINT32_MAX / 2;
}

uint32_t lob_team_tasks(const lob_team *team, uint64_t work) {
    const uint32_t count = lob_team_parts(team, work);
    return count == 1 || lob_team_threads(team) == 1 ? 1 : count;
}

uint64_t lob_team_part(uint64_t work, uint32_t task_count, uint32_t task) {
    return work / task_count * task + (work % task_count < task ? work % task_count : task);
}

static void stop_at(team_run *r, uint32_t task) {
    unsigned end = atomic_load(&r->end);
    while (task < end && !atomic_compare_exchange_weak(&r->end, &end, task)) {
    }
}

static void *work(void *arg) {
    member *m = arg;
    team_run *r = m->run;
    lob_account *before = lob_account_enter(r->account);
    while (m->status == LOB_OK) {
        const uint32_t task = atomic_fetch_add(&r->next, 1);
        if (task >= atomic_load(&r->end)) {
            break;
        }
        lob_arena_reset(m->ctx.arena);
        m->status = r->task(r->arg, &m->ctx, task);
        if (m->status != LOB_OK) {
            m->failed = task;
            stop_at(r, task);
        }
    }
    lob_account_enter(before);
    return NULL;
}

static lob_status first_failure(lob_ctx *ctx, const member *members, uint32_t count) {
    const member *first = NULL;
    for (uint32_t i = 0; i < count; i++) {
        if (members[i].status != LOB_OK && (!first || members[i].failed < first->failed)) {
            first = &members[i];
        }
    }
    return first ? lob_ctx_join(ctx, &first->ctx, first->status) : LOB_OK;
}

lob_status lob_team_run(lob_ctx *ctx, const lob_team *team, uint32_t task_count, lob_team_task *task, void *arg) {
    const uint32_t threads = lob_team_threads(team), count = threads < task_count ? threads : task_count;
    team_run run = {.task = task, .arg = arg, .account = lob_account_current(), .end = task_count};
    member *members = lob_calloc(count + 1, sizeof *members);
    lob_status status = members ? LOB_OK : lob_fail_memory(ctx);
    uint32_t made = 0;
    while (status == LOB_OK && made < count) {
        members[made].run = &run;
        status = lob_ctx_child(ctx, &members[made].ctx, LOB_LIMIT_REQUEST_MEMORY_SIZE);
        made += status == LOB_OK;
    }
    if (status == LOB_OK && count > 0) {
        for (uint32_t i = 1; i < count; i++) {
            members[i].has_thread = pthread_create(&members[i].thread, NULL, work, &members[i]) == 0;
        }
        work(&members[0]);
        for (uint32_t i = 1; i < count; i++) {
            if (members[i].has_thread) {
                pthread_join(members[i].thread, NULL);
            }
        }
        status = first_failure(ctx, members, count);
    }
    for (uint32_t i = 0; i < made; i++) {
        lob_ctx_drop(&members[i].ctx);
    }
    lob_free(members);
    return status;
}
