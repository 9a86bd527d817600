/* Shared by the files of connectivity. */
#ifndef LOB_PIC_CONNECT_IMPL_H
#define LOB_PIC_CONNECT_IMPL_H

#include "pic/connect.h"

typedef struct lob_connecting {
    lob_ctx *ctx;
    lob_arena *looks; /* what is looked at: the context's arena between lob_connect_look_begin() and _end() */
    lob_arena *kept;  /* the context's own then */
    const lob_connect_question *q;
    lob_connectivity *result;
    double distance, reach, angle_tol, width_tol;
    uint64_t work, work_max;
    uint64_t overlap_figures; /* looked at so far, of all pairs */
    lob_finding *items;       /* grown in the arena */
    uint32_t count, room;
    uint32_t *component_of; /* by port; LOB_NONE: the checked cell itself */
    uint32_t *net_of;       /* by component: a component of the same net, itself at the root */
    uint32_t *alone;        /* ports without another at their place, ascending */
    uint32_t alone_count;
} lob_connecting;

/* connect_find.c */
/* Counts a finding, keeps it when it is asked for and lies in the window. */
lob_status lob_connect_find(lob_connecting *c, const lob_finding *finding);
/* A finding of one or two ports with all differences filled in. b LOB_NONE: of a alone. */
lob_finding lob_connect_pair(const lob_connecting *c, lob_finding_kind kind, uint32_t a, uint32_t b, bool is_exposure);
/* How far two ports are from facing each other, or of an exposure from pointing alike. */
double lob_connect_angle_error(const lob_port *a, const lob_port *b, bool is_exposure);
bool lob_connect_is_electrical(lob_str type); /* begins with that word */
bool lob_connect_in_window(const lob_connecting *c, lob_vec2 at);
/* QUERY_TOO_LARGE beyond the limit; looks for a cancellation now and then. */
lob_status lob_connect_work(lob_connecting *c, uint64_t more);
/* The way of a is the beginning of that of b, and shorter. */
bool lob_path_is_above(const lob_step *a, uint32_t a_depth, const lob_step *b, uint32_t b_depth);
int lob_path_compare(const lob_step *a, uint32_t a_depth, const lob_step *b, uint32_t b_depth);
lob_status lob_connect_too_large(lob_ctx *ctx, uint64_t work_max);

/* Between them ctx->arena is c->looks; _end empties it and passes the status on. */
void lob_connect_look_begin(lob_connecting *c);
lob_status lob_connect_look_end(lob_connecting *c, lob_status status);

/* connect_near.c */
typedef lob_status lob_connect_pair_fn(void *arg, uint32_t a, uint32_t b);
/* Calls fn for every two of the ports that are no further apart than r; of ports at the very same place only the first
 * meets others, and it meets the rest of them once each. Order: deterministic. */
lob_status lob_connect_pairs_within(lob_connecting *c, const uint32_t *ports, uint32_t count, double r,
                                    lob_connect_pair_fn *fn, void *arg);
/* Pairs of ports that are alone and close: found, and taken out of c->alone. */
lob_status lob_connect_near_misses(lob_connecting *c);

/* connect_shapes.c */
/* *goes_on: a figure of the guide layers that is none of the port's component lies just outside of it. */
lob_status lob_connect_goes_on(lob_connecting *c, uint32_t port, bool *goes_on);
lob_status lob_connect_overlaps(lob_connecting *c);

/* connect_nets.c */
void lob_connect_net_join(lob_connecting *c, uint32_t port_a, uint32_t port_b);
lob_status lob_connect_nets(lob_connecting *c);

#endif
