/* Rules: what a deck asks of a layout, and what violates it.
 *
 * A deck is a list of layer expressions and a list of rules on them; it may come from a file (deck.h) or be put
 * together by hand. Lengths are database units, rounded as KLayout rounds them; a length equal to a limit is allowed.
 * What violates is, as in KLayout (docs/mechanisms/rules.md has the correspondence, type by type):
 *
 *     WIDTH        a.width(min)          SPACE       a.space(min)
 *                  and what of a is wider than max: a.sized(-max / 2).sized(max / 2) & a
 *     NOTCH        a.notch(min)          ISOLATED    a.isolated(min)
 *     SEPARATION   a.separation(b, min)  OVERLAP     a.overlap(b, min)
 *     ENCLOSURE    a.enclosed(b, min) and a.not(b): a must lie in b, that far from its border
 *     EXTENSION    a.enclosing(b, min): where a goes beyond b, it does so that far
 *     AREA         polygons of a below min or above max
 *     GRID         vertices of a that are no multiple of `grid`
 *     ANGLE        edges of a at no multiple of `angle_step`
 *     DENSITY      windows in which the share of a is below or above: from the lower left corner of the cell's box on,
 *                  the last ones cut at it
 *
 * A question with a window of its own gives exactly those of the whole cell's violations that touch it: what a pair of
 * edges or a polygon spans, not its box. (A density without windows is then that of the question's window.)
 *
 * A share of the question is checked by itself: share i of n gives violations of the whole cell, as the whole run lists
 * them, and each violation is of exactly one share. The cell's box is cut into n windows, which are half open and to
 * the outside without end, and a violation belongs to the window that its lowest point lies in (of those the leftmost):
 * a point of its own, so the violation touches that window and is among what the window finds. Where polygons cannot be
 * followed from a window the share checks the whole cell and keeps what is its own; rule r of those that look at whole
 * cells (whole_edges, a greatest width, a density without windows) is of share r mod n alone.
 */
#ifndef LOB_RULES_RULE_H
#define LOB_RULES_RULE_H

#include "base/buf.h"
#include "base/team.h"
#include "db/layout.h"
#include "rules/relation.h"

typedef enum {
    LOB_RULE_WIDTH,
    LOB_RULE_SPACE,
    LOB_RULE_NOTCH,
    LOB_RULE_ISOLATED,
    LOB_RULE_SEPARATION,
    LOB_RULE_ENCLOSURE,
    LOB_RULE_EXTENSION,
    LOB_RULE_OVERLAP,
    LOB_RULE_AREA,
    LOB_RULE_GRID,
    LOB_RULE_ANGLE,
    LOB_RULE_DENSITY,
    LOB_RULE_TYPE_COUNT
} lob_rule_type;

typedef enum { LOB_LAYERS_STORED, LOB_LAYERS_OR, LOB_LAYERS_AND, LOB_LAYERS_NOT, LOB_LAYERS_XOR } lob_layers_op;

typedef struct lob_layers_node { /* operands have smaller numbers than the node */
    lob_layers_op op;
    lob_layer_index layer; /* STORED; LOB_NONE: a layer that the layout does not have, empty */
    uint32_t left, right;
} lob_layers_node;

typedef struct lob_rule {
    lob_str id, description; /* description may be empty */
    lob_str severity;        /* "error" or "warning" */
    lob_rule_type type;
    uint32_t a, b;       /* nodes; b LOB_NONE but for types of two layers */
    int64_t min;         /* lengths, dbu; of WIDTH 0: none */
    int64_t max;         /* WIDTH: dbu; 0: none */
    lob_metrics metrics; /* the rest of the pair types: as lob_check_rule has it */
    int64_t projection_min;
    double ignore_angle; /* degrees; 0 stands for 90 */
    bool is_exact, whole_edges;
    uint64_t pairs_max; /* of one patch, or as many as it has edges; more are QUERY_TOO_LARGE; 0: LOB_CHECK_PAIRS_MAX */
    int64_t tolerance;  /* dbu: a pair nearer than min by no more than this is let pass; 0: none */
    bool has_low, has_high;
    double low, high;     /* AREA: dbu2; DENSITY: 0..1 */
    int64_t grid;         /* GRID: dbu, > 0 */
    double angle_step;    /* ANGLE: degrees, > 0 */
    int64_t window, step; /* DENSITY: dbu; window 0: the cell's box as one; step 0: the window */
} lob_rule;

typedef struct lob_rules {
    const lob_layers_node *nodes;
    uint32_t node_count;
    const lob_rule *items;
    uint32_t count;
} lob_rules;

typedef enum {
    LOB_VIOLATION_EDGE_PAIR,
    LOB_VIOLATION_POLYGON,
    LOB_VIOLATION_EDGE,
    LOB_VIOLATION_POINT,
    LOB_VIOLATION_BOX
} lob_violation_kind;

typedef struct lob_violation { /* dbu of the checked cell */
    uint32_t rule;
    lob_violation_kind kind;
    uint32_t count;            /* EDGE_PAIR 4 (first, second), EDGE 2, POINT 1, BOX 2 (lower left, upper right) */
    const lob_point64 *points; /* POLYGON: one ring, holes by cut lines */
    lob_box64 box;
    double value; /* EDGE_PAIR: distance, dbu; POLYGON: area, dbu2; EDGE: angle, degrees; BOX: density */
} lob_violation;

typedef struct lob_verdict {    /* in ctx->arena */
    const lob_violation *items; /* by rule, then box (bottom, left, top, right), then points */
    uint32_t count;
    uint64_t *totals; /* of each rule, all of them, listed or not; saturating */
    bool is_cut;      /* not all are listed */
    bool is_local;    /* polygons went on further around the window than they were followed (follow_max): what is near
                       * the window is right, but a violation may be shorter than in the whole, and shapes that hang
                       * together far away may be taken for two */
} lob_verdict;

typedef struct lob_rules_question {
    const lob_layout *layout;
    lob_cell_index cell;
    bool has_window; /* only what touches `window` */
    lob_box64 window;
    uint32_t list_max;           /* violations listed; 0: LOB_VIOLATIONS_LISTED */
    uint64_t count_max;          /* figures held at a time, as of the scan; 0: its own */
    uint32_t follow_max;         /* figures outside the window that polygons are followed to; 0: LOB_FOLLOW_MAX */
    uint32_t share, share_count; /* count 0: all of it; else no window: share.c makes one */
    lob_team team;               /* zeros: the machine's processors, where threads pay; the result is the same */
} lob_rules_question;

enum { LOB_VIOLATIONS_LISTED = 1000000, LOB_FOLLOW_MAX = 100000 };

/* Tells progress by rules. QUERY_TOO_LARGE (an area whose polygon cannot be followed: reason "follow"),
 * TOOL_LIMIT_EXCEEDED, LOB_E_CANCELLED. */
lob_status lob_rules_run(lob_ctx *ctx, const lob_rules_question *question, const lob_rules *rules,
                         lob_verdict *verdict);

/* A verdict as bytes, and those of all shares as one verdict, the same as the whole run's. INVALID_TARGET reason
 * `part`: bytes that no verdict of these rules gives; QUERY_TOO_LARGE reason `listed`: more violations than one run
 * lists, of which it shows some (LOB_VIOLATIONS_LISTED). */
lob_status lob_verdict_put(lob_ctx *ctx, const lob_rules *rules, const lob_verdict *verdict, lob_buf *out);
lob_status lob_verdict_join(lob_ctx *ctx, const lob_rules *rules, const uint8_t *const *blocks, const size_t *sizes,
                            uint32_t count, lob_verdict *verdict);

#endif
