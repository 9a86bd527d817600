/* When two edges violate a distance, and which parts of them: the kernel of every check of width, space, enclosure and
 * overlap.
 *
 * Edges are directed with the inside on their RIGHT (hulls clockwise, holes counter-clockwise), as KLayout's are;
 * results are rounded along that direction, so they come out the same. Two edges look at each other when the angle
 * between them is beyond 90 degrees less than opposite (`ignore_angle`), and each has a part on the side of the other
 * that counts (inside for width, outside for space) nearer than `distance`. A distance equal to the limit is none too
 * small. Near means EUCLIDIAN   within the limit of some point of the edge: its strip and a round cap at each end
 *     SQUARE      within the strip, made longer by the limit at both ends
 *     PROJECTION  within the strip
 * and the distance of parallel edges that are slanted is compared as KLayout computes it, rounded to the grid twice
 * (69.3 dbu may pass for 70), unless `is_exact`. Edges that only touch in
 * a corner are no violation; edges on one line that overlap or touch are, with distance 0.
 */
#ifndef LOB_RULES_RELATION_H
#define LOB_RULES_RELATION_H

#include "geom/region.h"

typedef enum {
    LOB_CHECK_WIDTH,   /* insides face each other */
    LOB_CHECK_SPACE,   /* outsides face each other */
    LOB_CHECK_OVERLAP, /* inside of a, outside of b: a encloses b by how much */
    LOB_CHECK_INSIDE   /* outside of a, inside of b: a lies in b by how much */
} lob_check_kind;

typedef enum { LOB_METRICS_EUCLIDIAN, LOB_METRICS_SQUARE, LOB_METRICS_PROJECTION } lob_metrics;

#define LOB_PROJECTION_MAX INT64_MAX

typedef struct lob_check_rule {
    lob_check_kind kind;
    lob_metrics metrics;
    int64_t distance;       /* dbu, > 0 */
    double ignore_angle;    /* degrees, (0, 180]; edges whose angle is this or more are passed by */
    int64_t projection_min; /* of one edge on the other, dbu; 0: any */
    int64_t projection_max; /* exclusive; LOB_PROJECTION_MAX: any */
    bool is_exact;          /* true distances of slanted edges, where KLayout rounds */
    bool whole_edges;       /* the result is the edges, not their near parts */
} lob_check_rule;

/* KLayout's defaults: Euclidian, 90 degrees, any projection, parts. */
lob_check_rule lob_check_rule_of(lob_check_kind kind, int64_t distance);

typedef struct lob_edge_pair {
    lob_edge64 first, second; /* a part may be a point */
} lob_edge_pair;

/* Coordinates within +-LOB_REGION_COORD_MAX. */
bool lob_edges_check(const lob_check_rule *rule, lob_edge64 a, lob_edge64 b, lob_edge_pair *pair);
/* The edges turned so that the lines joining their ends do not cross and the figure that they span lies on one side of
 * them all: on the right, when it has an area. */
lob_edge_pair lob_pair_normal(lob_edge_pair pair);
/* The two lines that join the ends of a pair. */
typedef struct lob_pair_joins {
    lob_edge64 one, other;
} lob_pair_joins;
lob_pair_joins lob_pair_joins_of(const lob_edge_pair *pair);
/* Whether edge q cuts through both, so that the pair looks at q and not at each other. Then q comes within a unit of
 * the box of either line. */
bool lob_joins_are_cut(const lob_pair_joins *joins, lob_edge64 q);
/* How near the two parts come: least distance of two segments, dbu. */
double lob_pair_distance(const lob_edge_pair *pair);

#endif
