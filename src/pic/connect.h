/* Connectivity: which ports meet, which should and do not, and what is wrong where they do.
 *
 * Ports stand at one place when they are no further apart than the convention's distance (at least half a unit, what
 * rounding does). Two ports of two components at one place that look at each other are joined. A port of a component
 * that another one is placed in, at the same place, stands for the inner one, which is then exposed and takes no part
 * itself. Ports that lead off the chip (fiber, pad, ...) are never missed. docs/mechanisms/ports.md has all
 * rules.
 *
 * Units: dbu of the checked cell as doubles; angles in degrees. Nothing is changed, nothing is guessed beyond what the
 * ports say: a finding is as sure as its least sure port. O(n log n) for n ports, but for those that crowd within the
 * reach of a near miss.
 */
#ifndef LOB_PIC_CONNECT_H
#define LOB_PIC_CONNECT_H

#include "pic/pic.h"

typedef enum { /* in the order in which findings of one severity stand */
               LOB_FIND_NEAR_MISS,
               LOB_FIND_ANGLE,         /* one place, other directions: not joined */
               LOB_FIND_TYPE,          /* optical at electrical: not joined */
               LOB_FIND_LAYER,         /* not joined */
               LOB_FIND_WIDTH,         /* joined all the same */
               LOB_FIND_CROSS_SECTION, /* joined all the same */
               LOB_FIND_OVERLOADED,    /* more than two ports at one place: none is joined */
               LOB_FIND_DANGLING,
               LOB_FIND_UNMATCHED_GEOMETRY, /* dangling, but a figure goes on there */
               LOB_FIND_DEVICE_OVERLAP,     /* figures of two components share area on a guide layer */
               LOB_FIND_SHAPE_OVERLAP,      /* a figure of the cell itself and one of a component do */
               LOB_FIND_CONNECTED,
               LOB_FIND_EXPOSED,
               LOB_FINDING_KIND_COUNT
} lob_finding_kind;

typedef enum { LOB_SEVERITY_ERROR, LOB_SEVERITY_WARNING, LOB_SEVERITY_INFO, LOB_SEVERITY_COUNT } lob_severity;

enum { LOB_FINDING_PORTS_KEPT = 8 };

typedef struct lob_finding {
    lob_finding_kind kind;
    lob_severity severity;
    lob_vec2 at; /* of the first port; of an overlap the middle of its box */
    uint32_t
        ports[LOB_FINDING_PORTS_KEPT]; /* indices into the question's; ascending, but of an exposure inner, outer */
    uint32_t port_count;               /* above LOB_FINDING_PORTS_KEPT the rest is only counted */
    uint32_t components[2];            /* overlaps: LOB_NONE without */
    bool is_exposure;                  /* the second port stands for the first, and should look the same way */
    bool has_offset;                   /* NEAR_MISS and pairs at one place: from the first port to the second */
    lob_vec2 offset;
    bool has_gap; /* the first port has a direction: the offset along it, and across it (left positive) */
    double gap, shift;
    bool has_angle; /* off the direction that the second should have; 0..180 */
    double angle_error_deg;
    bool has_width; /* of the second minus that of the first */
    double width_difference;
    lob_box64 box;     /* overlaps: of the shared area */
    double area;       /* overlaps: dbu2 */
    double confidence; /* least of the ports; 1 for overlaps */
} lob_finding;

typedef struct lob_nets {
    uint64_t net_count; /* groups of two and more components that joined ports hold together */
    uint64_t component_alone_count;
    uint64_t component_count_max; /* of the largest group */
    uint64_t guide_count;         /* components that are guides */
    uint64_t guide_measured_count;
    double guide_length;     /* of those measured, along the chords */
    double guide_length_max; /* greatest sum in one net */
} lob_nets;

typedef struct lob_connectivity {
    const lob_finding *items; /* by severity, kind, place (x, y), ports */
    uint32_t count;
    uint64_t counts[LOB_FINDING_KIND_COUNT]; /* of all kinds, kept or not; a port pair may have several */
    uint64_t severities[LOB_SEVERITY_COUNT];
    uint64_t joined_count;   /* pairs of ports that hold a net together */
    uint64_t external_count; /* ports that lead off the chip */
    uint64_t own_count;      /* ports of the checked cell itself */
    lob_nets nets;
    bool overlaps_checked; /* false: no layer is known to guide, or no layout was given */
    bool overlaps_cut;     /* the limit of overlapping boxes came first: there may be more */
} lob_connectivity;

typedef struct lob_connect_question {
    const lob_port *ports; /* of the checked cell and what is placed in it */
    uint32_t port_count;
    const lob_component *components;
    uint32_t component_count;
    lob_connect connect;
    double near;       /* reach of a near miss; at most LOB_CONNECT_NEAR_MAX; 0: ten times the distance, 5 at least */
    lob_box64 window;  /* only what lies in it (closed) is found; give ports of lob_connect_reach() around it as well */
    unsigned kinds;    /* sum of 1 << lob_finding_kind: what is kept; all are counted */
    uint64_t work_max; /* pairs looked at; 0: LOB_LIMIT_QUERY_WORK */
    const lob_layout *layout; /* NULL: ports alone are judged, no geometry */
    lob_cell_index cell;
    const lob_layer_index *guides; /* sorted; layers that guide */
    uint32_t guide_count;
    uint64_t overlap_max;         /* pairs of boxes whose figures are compared; 0: LOB_CONNECT_OVERLAPS_MAX */
    uint64_t overlap_figures_max; /* figures of all these pairs; 0: LOB_CONNECT_OVERLAP_FIGURES_MAX */
} lob_connect_question;

enum { LOB_CONNECT_OVERLAPS_MAX = 20000, LOB_CONNECT_OVERLAP_FIGURES_MAX = 4000000 };
#define LOB_CONNECT_NEAR_MAX 1e9

/* How near ports count as one, and as near misses. */
double lob_connect_distance(const lob_connect_question *question);
double lob_connect_reach(const lob_connect_question *question);
/* How far off they may look (deg); at least a thousandth, what sines leave. */
double lob_connect_angle_tolerance(const lob_connect_question *question);
/* Ports of this type lead off the chip, or mark something else than a way of light or current. */
bool lob_connect_is_external(lob_str type);

/* Memory: ctx->arena. QUERY_TOO_LARGE (reason "work"), LOB_E_CANCELLED. */
lob_status lob_connect_check(lob_ctx *ctx, const lob_connect_question *question, lob_connectivity *result);

#endif
