/* All patches of a scan under one rule, shared among threads: patch i is task i, and what it finds has place i. A patch
 * that is a good part of all the work would leave the other threads idle at the end; such ones are checked before the
 * others, one after another, and all threads share the edges of each.
 *
 * Each patch is checked in memory of its own, emptied afterwards: a large layout has millions of them. What is kept is
 * copied, under a lock. */
#include <string.h>

#include "base/limits.h"
#include "rules/rule_impl.h"

enum { POLL_EVERY = 4096 };

typedef struct patches_run {
    const rule_patches *asked;
    rule_keeper *keeper;
    const uint32_t *patches; /* of the tasks */
    lob_team alone;          /* of one thread; parts as large as the team's */
} patches_run;

static lob_status keep_found(lob_ctx *ctx, rule_keeper *keeper, const rule_violations *found, rule_violations *kept) {
    lob_violation *items;
    if (found->count == 0) {
        *kept = (rule_violations){0};
        return LOB_OK;
    }
    LOB_TRY(lob_rule_keep(ctx, keeper, found->items, found->count * sizeof *items, &items));
    for (uint32_t i = 0; i < found->count; i++) {
        LOB_TRY(lob_rule_keep(ctx, keeper, items[i].points, items[i].count * sizeof(lob_point64), &items[i].points));
        LOB_TRY(i % POLL_EVERY == 0 ? lob_poll(ctx) : LOB_OK);
    }
    *kept = (rule_violations){items, found->count};
    return LOB_OK;
}

static lob_status check_patch(const patches_run *r, lob_ctx *own, uint32_t patch, const lob_team *team) {
    const rule_patches *p = r->asked;
    rule_violations seen;
    rule_place place = {.scan = p->scan,
                        .patch = patch,
                        .cache = p->cache,
                        .keeper = r->keeper,
                        .team = team,
                        .has_window = p->windows != NULL};
    place.window = p->windows ? p->windows[patch] : place.window;
    lob_arena_reset(own->arena);
    LOB_TRY(lob_rule_patch(own, p->alone, &place, &seen));
    return keep_found(own, r->keeper, &seen, &p->found[patch]);
}

static lob_status check_task(void *arg, lob_ctx *own, uint32_t task) {
    const patches_run *r = arg;
    return check_patch(r, own, r->patches[task], &r->alone);
}

/* Points of its figures. */
static uint64_t work_of(const lob_scan *scan, uint32_t patch) {
    uint64_t work = 0;
    for (uint32_t i = 0; i < scan->patches[patch].count; i++) {
        work += lob_forms_get(scan->forms, scan->patches[patch].figures[i].form)->count;
    }
    return work;
}

static lob_status check_alone(lob_ctx *ctx, const patches_run *r) {
    lob_ctx own;
    LOB_TRY(lob_ctx_child(ctx, &own, LOB_LIMIT_REQUEST_MEMORY_SIZE));
    lob_status status = LOB_OK;
    for (uint32_t i = 0; status == LOB_OK && i < r->asked->scan->patch_count; i++) {
        status = check_patch(r, &own, i, r->asked->team);
    }
    status = lob_ctx_join(ctx, &own, status);
    lob_ctx_drop(&own);
    return status;
}

static lob_status check_shared(lob_ctx *ctx, patches_run *r, uint64_t total) {
    const lob_scan *scan = r->asked->scan;
    const lob_team *team = r->asked->team;
    uint32_t *small = LOB_NEW_ARRAY(ctx->arena, uint32_t, scan->patch_count + 1);
    const uint64_t part = total / lob_team_threads(team) / 2;
    uint32_t count = 0;
    lob_ctx own;
    if (!small) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(lob_ctx_child(ctx, &own, LOB_LIMIT_REQUEST_MEMORY_SIZE));
    lob_status status = LOB_OK;
    for (uint32_t i = 0; status == LOB_OK && i < scan->patch_count; i++) { /* after a failure only those before it */
        if (work_of(scan, i) > part && lob_team_tasks(team, work_of(scan, i)) > 1) {
            status = check_patch(r, &own, i, team);
        } else {
            small[count++] = i;
        }
    }
    r->patches = small;
    const lob_status rest = lob_team_run(ctx, team, count, check_task, r);
    status = rest == LOB_OK ? lob_ctx_join(ctx, &own, status) : rest;
    lob_ctx_drop(&own);
    return status;
}

lob_status lob_rule_patches(lob_ctx *ctx, const rule_patches *asked) {
    rule_keeper keeper = {.arena = ctx->arena, .lock = PTHREAD_MUTEX_INITIALIZER};
    patches_run run = {.asked = asked, .keeper = &keeper, .alone = {.thread_count = 1, .grain = asked->team->grain}};
    uint64_t total = 0;
    for (uint32_t i = 0; i < asked->scan->patch_count; i++) {
        total += work_of(asked->scan, i);
    }
    lob_status status =
        lob_team_tasks(asked->team, total) == 1 ? check_alone(ctx, &run) : check_shared(ctx, &run, total);
    pthread_mutex_destroy(&keeper.lock);
    return status;
}
