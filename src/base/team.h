/* Teams: numbered tasks of one piece of work, done by several threads.
 *
 * Who does a task, and when, must not matter: a task writes only to what is its own, and what comes of it is put
 * together by number. Then results are the same whatever the number of threads and the size of the tasks, and so are
 * failures: the failure of the lowest task is the one that is told.
 */
#ifndef LOB_BASE_TEAM_H
#define LOB_BASE_TEAM_H

#include "base/ctx.h"

typedef struct lob_team {
    uint32_t thread_count; /* 0: one for each processor that the process may use, at most LOB_TEAM_THREADS_USUAL */
    uint32_t grain;        /* work that is worth a task: points, edges, figures; 0: LOB_TEAM_GRAIN */
} lob_team;

enum { LOB_TEAM_THREADS_USUAL = 8, LOB_TEAM_THREADS_MAX = 64, LOB_TEAM_GRAIN = 4096, LOB_TEAM_TASKS_WORTH = 4 };

/* How many threads it has. NULL: one. */
uint32_t lob_team_threads(const lob_team *team);
/* How many tasks so much work makes, whoever does them: 1 when it is little. NULL: 1. */
uint32_t lob_team_parts(const lob_team *team, uint64_t work);
/* The same for work that is better left in one piece by one thread. Part i of n is the items from
 * lob_team_part(work, n, i) up to lob_team_part(work, n, i + 1). */
uint32_t lob_team_tasks(const lob_team *team, uint64_t work);
uint64_t lob_team_part(uint64_t work, uint32_t task_count, uint32_t task);

/* `ctx`: of the thread that does the task; its arena is emptied before each, its token to cancel is the caller's. */
typedef lob_status lob_team_task(void *arg, lob_ctx *ctx, uint32_t task);

/* Runs the tasks; the calling thread is one of the team, and returns when all have ended. After a failure no task with
 * a higher number is begun. Threads that cannot be had are done without. */
lob_status lob_team_run(lob_ctx *ctx, const lob_team *team, uint32_t task_count, lob_team_task *task, void *arg);

#endif
