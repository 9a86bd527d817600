/* What the files of the scan share. Not for other folders. */
#ifndef LOB_RULES_SCAN_IMPL_H
#define LOB_RULES_SCAN_IMPL_H

#include "base/list.h"
#include "base/map.h"
#include "geom/rtree.h"
#include "rules/scan.h"

/* A figure, or cells placed but not opened. Boxes are of the job's coordinates. */
typedef struct scan_item {
    lob_box64 box;
    lob_point64 at;
    uint32_t what; /* a form, or a cell */
    uint8_t code;  /* of a placement */
    bool is_placement;
    bool is_opened;     /* its contents stand in the list now */
    const lob_rep *rep; /* placement: NULL, or displacements turned by rep_code */
    uint8_t rep_code;
} scan_item;

typedef struct scan_run {
    lob_ctx *ctx;
    const lob_scan_question *question;
    lob_forms *forms;
    /* of the job at work; heap */
    scan_item *items;
    uint32_t item_count, item_capacity;
    lob_rtree tree;
    void *tree_block;
    uint32_t rounds;   /* of opening, one level each */
    uint32_t distinct; /* items, when equal ones were last forgotten */
    bool repeats;      /* most were equal to others then */
    bool opens_whole;  /* what is opened, down to the leaves */
    /* of all; heap while growing */
    lob_name_map patch_map;
    lob_patch *patches;
    uint32_t patch_count, patch_capacity;
    lob_id_map job_map;
    lob_scan_job *jobs;
    uint32_t job_count, job_capacity;
    bool is_local;
} scan_run;

/* scan_gather.c: items of one job, all that come near each other opened; then the tree over them. */
lob_status lob_scan_gather(scan_run *run, lob_cell_index cell, uint8_t code);
/* scan_items.c */
lob_status lob_scan_add_item(scan_run *run, const scan_item *item);
lob_status lob_scan_add_figure(scan_run *run, const lob_shapes *shapes, lob_kind kind, uint32_t index, uint64_t member,
                               const lob_trans *trans);
/* Before memory is spent on them: QUERY_TOO_LARGE when so many more items are too many. */
lob_status lob_scan_expect(scan_run *run, uint64_t more);
/* scan_window.c: the figures of a window and those that it is followed by. */
lob_status lob_scan_window(scan_run *run);

/* scan_patch.c: the figures of the job at work as places of patches. */
lob_status lob_scan_patches(scan_run *run, lob_scan_job *job);

#endif
