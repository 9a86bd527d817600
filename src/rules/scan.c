/* See scan.h. Jobs wait in the order in which they were first met; a job's children have higher numbers than it unless
 * they were met before, so totals go by the height of the cells. */
#include "rules/scan.h"

#include "base/alloc.h"
#include "base/num.h"
#include "base/sort.h"
#include "rules/scan_impl.h"

static lob_status job_of(scan_run *r, lob_cell_index cell, uint8_t code, uint32_t *job) {
    uint64_t key = (uint64_t)cell << 3 | code;
    *job = lob_id_map_find(&r->job_map, key);
    if (*job != LOB_MAP_NONE) {
        return LOB_OK;
    }
    LOB_TRY(lob_list_grow(r->ctx, &r->jobs, r->job_count, &r->job_capacity, sizeof *r->jobs));
    if (!lob_id_map_add(&r->job_map, key, r->job_count, job)) {
        return lob_fail_memory(r->ctx);
    }
    r->jobs[r->job_count++] = (lob_scan_job){.cell = cell, .code = code};
    return LOB_OK;
}

static lob_status children_of(scan_run *r, lob_scan_job *job) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->item_count; i++) {
        count += r->items[i].is_placement;
    }
    lob_scan_child *children = LOB_NEW_ARRAY(r->ctx->arena, lob_scan_child, count + 1);
    if (!children) {
        return lob_fail_memory(r->ctx);
    }
    for (uint32_t i = 0; i < r->item_count; i++) {
        const scan_item *item = &r->items[i];
        if (item->is_placement) {
            lob_scan_child *child = &children[job->child_count++];
            *child = (lob_scan_child){.at = item->at, .rep = item->rep, .code = item->rep_code};
            LOB_TRY(job_of(r, item->what, item->code, &child->job));
        }
    }
    job->children = children;
    return LOB_OK;
}

static lob_status run_jobs(scan_run *r) {
    uint32_t first;
    LOB_TRY(job_of(r, r->question->cell, 0, &first));
    for (uint32_t i = 0; i < r->job_count; i++) {
        lob_scan_job job = r->jobs[i];
        LOB_TRY(lob_poll(r->ctx));
        LOB_TRY(lob_scan_gather(r, job.cell, job.code));
        LOB_TRY(lob_scan_patches(r, &job));
        LOB_TRY(children_of(r, &job));
        r->jobs[i] = job; /* the list may have moved meanwhile */
    }
    return LOB_OK;
}

static lob_status keep_lists(scan_run *r, lob_scan *scan) {
    lob_patch *patches = LOB_NEW_ARRAY(r->ctx->arena, lob_patch, r->patch_count + 1);
    lob_scan_job *jobs = LOB_NEW_ARRAY(r->ctx->arena, lob_scan_job, r->job_count + 1);
    if (!patches || !jobs) {
        return lob_fail_memory(r->ctx);
    }
    for (uint32_t i = 0; i < r->patch_count; i++) {
        patches[i] = r->patches[i];
    }
    for (uint32_t i = 0; i < r->job_count; i++) {
        jobs[i] = r->jobs[i];
    }
    scan->patches = patches;
    scan->patch_count = r->patch_count;
    scan->jobs = jobs;
    scan->job_count = r->job_count;
    scan->is_local = r->is_local;
    return LOB_OK;
}

lob_status lob_scan_make(lob_ctx *ctx, const lob_scan_question *question, lob_scan *scan) {
    scan_run r = {.ctx = ctx, .question = question};
    *scan = (lob_scan){.layout = question->layout};
    lob_name_map_init(&r.patch_map);
    lob_id_map_init(&r.job_map);
    lob_status status = lob_forms_new(ctx, question->layout, &scan->forms);
    if (status == LOB_OK) {
        r.forms = scan->forms;
        status = run_jobs(&r);
    }
    if (status == LOB_OK) {
        status = keep_lists(&r, scan);
    }
    lob_name_map_release(&r.patch_map);
    lob_id_map_release(&r.job_map);
    lob_free(r.items);
    lob_free(r.tree_block);
    lob_free(r.patches);
    lob_free(r.jobs);
    return status;
}

void lob_scan_release(lob_scan *scan) {
    lob_forms_release(scan->forms);
    scan->forms = NULL;
}

/* ---- all places ---- */

typedef struct ranked {
    uint32_t height, job;
} ranked;

static int highest_first(const void *a, const void *b, void *unused) {
    const ranked *x = a, *y = b;
    (void)unused;
    return x->height != y->height ? (x->height < y->height) - (x->height > y->height)
                                  : (x->job > y->job) - (x->job < y->job);
}

/* Parents before children. */
static lob_status rank_jobs(lob_ctx *ctx, const lob_scan *scan, ranked **ranks) {
    ranked *order = LOB_NEW_ARRAY(ctx->arena, ranked, scan->job_count + 1);
    *ranks = order;
    if (!order) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < scan->job_count; i++) {
        order[i] = (ranked){lob_layout_cell(scan->layout, scan->jobs[i].cell)->height, i};
    }
    return lob_sort(ctx, order, scan->job_count, sizeof *order, highest_first, NULL);
}

lob_status lob_scan_job_totals(lob_ctx *ctx, const lob_scan *scan, uint64_t **jobs) {
    ranked *order;
    uint64_t *totals = *jobs = LOB_NEW_ARRAY(ctx->arena, uint64_t, scan->job_count + 1);
    if (!totals) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(rank_jobs(ctx, scan, &order));
    totals[0] = 1;
    for (uint32_t i = 0; i < scan->job_count; i++) {
        const lob_scan_job *job = &scan->jobs[order[i].job];
        for (uint32_t k = 0; k < job->child_count; k++) {
            const lob_scan_child *child = &job->children[k];
            uint64_t places = lob_u64_mul_sat(totals[order[i].job], child->rep ? lob_rep_count(child->rep) : 1);
            totals[child->job] = lob_u64_add_sat(totals[child->job], places);
        }
    }
    return LOB_OK;
}

lob_status lob_scan_totals(lob_ctx *ctx, const lob_scan *scan, uint64_t **totals) {
    uint64_t *jobs;
    *totals = LOB_NEW_ARRAY(ctx->arena, uint64_t, scan->patch_count + 1);
    if (!*totals) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(lob_scan_job_totals(ctx, scan, &jobs));
    for (uint32_t i = 0; i < scan->job_count; i++) {
        for (uint32_t k = 0; k < scan->jobs[i].place_count; k++) {
            uint64_t *total = &(*totals)[scan->jobs[i].places[k].patch];
            *total = lob_u64_add_sat(*total, jobs[i]);
        }
    }
    return LOB_OK;
}

/* Jobs that hold, at whatever level, a place of interest. */
static lob_status find_wanted(lob_ctx *ctx, const lob_scan *scan, lob_scan_wants *wants, void *who, bool **wanted) {
    ranked *order;
    bool *is_wanted = *wanted = LOB_NEW_ARRAY(ctx->arena, bool, scan->job_count + 1);
    if (!is_wanted) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(rank_jobs(ctx, scan, &order));
    for (uint32_t i = scan->job_count; i > 0; i--) {
        const uint32_t number = order[i - 1].job;
        const lob_scan_job *job = &scan->jobs[number];
        is_wanted[number] = wants == NULL;
        for (uint32_t k = 0; k < job->place_count && !is_wanted[number]; k++) {
            is_wanted[number] = wants(who, job->places[k].patch, job->places[k].at);
        }
        for (uint32_t k = 0; k < job->child_count && !is_wanted[number]; k++) {
            is_wanted[number] = is_wanted[job->children[k].job];
        }
        LOB_TRY(lob_poll(ctx));
    }
    return LOB_OK;
}

/* One level of the way down: which child is next, and which member of it. */
typedef struct level {
    uint32_t job, child;
    uint64_t member;
    lob_point64 at;
} level;

static lob_status give_places(const lob_scan_job *job, lob_point64 at, lob_scan_each *each, void *who, bool *done) {
    for (uint32_t i = 0; i < job->place_count && !*done; i++) {
        const lob_patch_place *p = &job->places[i];
        LOB_TRY(each(who, p->patch, (lob_point64){p->at.x + at.x, p->at.y + at.y}, done));
    }
    return LOB_OK;
}

static lob_point64 member_place(const lob_scan_child *child, uint64_t member) {
    if (!child->rep) {
        return child->at;
    }
    const lob_trans turn = lob_trans_make((child->code & 4) != 0, 90.0 * (child->code & 3), 1, 0, 0);
    const lob_point64 by = lob_trans_point(&turn, lob_rep_at(child->rep, member));
    return (lob_point64){child->at.x + by.x, child->at.y + by.y};
}

/* Goes one step; *depth 0 afterwards: done. */
static lob_status step(const lob_scan *scan, const bool *is_wanted, level *levels, uint32_t *depth, lob_scan_each *each,
                       void *who, bool *done) {
    level *top = &levels[*depth - 1];
    const lob_scan_job *job = &scan->jobs[top->job];
    if (top->child == job->child_count) {
        (*depth)--;
        return LOB_OK;
    }
    const lob_scan_child *child = &job->children[top->child];
    if (!is_wanted[child->job]) {
        top->child++;
        return LOB_OK;
    }
    const lob_point64 by = member_place(child, top->member);
    const level below = {.job = child->job, .at = {top->at.x + by.x, top->at.y + by.y}};
    if (++top->member >= (child->rep ? lob_rep_count(child->rep) : 1)) {
        top->member = 0;
        top->child++;
    }
    levels[(*depth)++] = below;
    return give_places(&scan->jobs[below.job], below.at, each, who, done);
}

lob_status lob_scan_places(lob_ctx *ctx, const lob_scan *scan, lob_scan_wants *wants, lob_scan_each *each, void *who) {
    uint32_t height = lob_layout_cell(scan->layout, scan->jobs[0].cell)->height;
    level *levels = LOB_NEW_ARRAY(ctx->arena, level, height + 2);
    uint32_t depth = 1, steps = 0;
    bool done = false, *is_wanted;
    if (!levels) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(find_wanted(ctx, scan, wants, who, &is_wanted));
    LOB_TRY(give_places(&scan->jobs[0], levels[0].at, each, who, &done));
    while (depth > 0 && !done) {
        LOB_TRY(step(scan, is_wanted, levels, &depth, each, who, &done));
        if (++steps % 4096 == 0) {
            LOB_TRY(lob_poll(ctx));
        }
    }
    return LOB_OK;
}
