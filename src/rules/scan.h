/* The scan: what of a cell must be checked, each kind of neighbourhood once.
 *
 * Idea: figures that come within `reach` of each other belong to one patch; figures further apart have nothing to do
 * with each other in any check up to that distance. Patches that are equal but for their place are one, with a list of
 * places. A placed cell that keeps its distance from all else is not opened: it is a job of its own, once for each way
 * it is turned, and its parent points to it; one that comes near something is opened, one level at a time, and its
 * contents count as the parent's. So the work is that of the different neighbourhoods, flat or hierarchical, and the
 * result is exact.
 *
 * Boxes, or those of parts, decide what is near, so a patch may hold more than need be, never less. A patch may be as
 * large as the cell, when everything touches.
 */
#ifndef LOB_RULES_SCAN_H
#define LOB_RULES_SCAN_H

#include "base/team.h"
#include "rules/forms.h"

typedef struct lob_scan_question {
    const lob_layout *layout;
    lob_cell_index cell;
    const lob_layer_index *layers; /* sorted, at least one */
    uint32_t layer_count;
    int64_t reach;    /* dbu, >= 0 */
    bool takes_parts; /* of figures along the axes not the boxes count but what they cover, as parts (forms.h) */
    bool has_window;  /* only figures whose boxes touch `window` are taken, and everything is opened */
    lob_box64 window; /* dbu of the cell */
    /* With a window, so that polygons are whole: where follows[row * layer_count + column], by places in `layers`, a
     * figure of the row's layer brings those of the column's whose boxes touch its own, and they theirs. NULL: none. */
    const bool *follows;
    uint32_t follow_max;  /* figures taken so; more: is_local */
    uint64_t count_max;   /* figures and placements held at a time; beyond: QUERY_TOO_LARGE; 0: LOB_SCAN_COUNT_MAX */
    const lob_team *team; /* NULL: this thread alone; the result is the same */
} lob_scan_question;

enum { LOB_SCAN_COUNT_MAX = 50 * 1000 * 1000 };

typedef struct lob_patch_figure {
    uint32_t form;
    lob_point64 at; /* relative to the place of the patch */
} lob_patch_figure;

typedef struct lob_patch {
    const lob_patch_figure *figures;
    uint32_t count;
} lob_patch;

typedef struct lob_patch_place {
    uint32_t patch;
    lob_point64 at;
} lob_patch_place;

typedef struct lob_scan_child {
    uint32_t job;
    lob_point64 at;     /* of the first member */
    const lob_rep *rep; /* NULL: one place */
    uint8_t code;       /* turns the displacements of `rep` */
} lob_scan_child;

typedef struct lob_scan_job { /* coordinates: of the cell, turned by `code` */
    lob_cell_index cell;
    uint8_t code;
    const lob_patch_place *places;
    uint32_t place_count;
    const lob_scan_child *children;
    uint32_t child_count;
} lob_scan_job;

typedef struct lob_scan { /* in ctx->arena but for the forms */
    const lob_layout *layout;
    lob_forms *forms;
    const lob_patch *patches;
    uint32_t patch_count;
    const lob_scan_job *jobs; /* the first is the asked cell's; parents come before their children */
    uint32_t job_count;
    bool is_local; /* follow_max was met */
} lob_scan;

/* QUERY_TOO_LARGE, TOOL_LIMIT_EXCEEDED, LOB_E_CANCELLED. lob_scan_release() also after a failure. */
lob_status lob_scan_make(lob_ctx *ctx, const lob_scan_question *question, lob_scan *scan);
void lob_scan_release(lob_scan *scan);

/* How often each patch lies in the asked cell: array of patch_count, saturating. The same of jobs. */
lob_status lob_scan_job_totals(lob_ctx *ctx, const lob_scan *scan, uint64_t **totals);
lob_status lob_scan_totals(lob_ctx *ctx, const lob_scan *scan, uint64_t **totals);

/* Every place of every patch, parents before children, until `each` fails or sets *done. `wants` (NULL: all) is asked
 * once of each place within its job: what lies below jobs that hold none of interest is passed by whole. */
typedef lob_status lob_scan_each(void *who, uint32_t patch, lob_point64 at, bool *done);
typedef bool lob_scan_wants(void *who, uint32_t patch, lob_point64 at);
lob_status lob_scan_places(lob_ctx *ctx, const lob_scan *scan, lob_scan_wants *wants, lob_scan_each *each, void *who);

#endif
