/* What the files of module recognition share: transistors and what lies on their nets. Not for other folders. */
#ifndef LOB_DESIGN_MODULES_IMPL_H
#define LOB_DESIGN_MODULES_IMPL_H

#include "base/map.h"
#include "design/modules.h"

enum { LOB_NO_MOS = UINT32_MAX, LOB_LINKS_MAX = 3 };

/* Devices of one type with the same gate on the same two nets: sorted[first .. first + count), `lead` the first of
 * them. Which net is the drain is what modules.h says of swapped ones. */
typedef struct lob_mos_run {
    uint32_t gate, drain, source; /* nets */
    uint32_t first, count, lead;
    bool is_pmos;
} lob_mos_run;

/* Of one type on one net: how many, and the first ones. */
typedef struct lob_net_use {
    uint32_t sources, drains, gates;
    uint32_t pair_drains; /* those of differential pairs */
    uint32_t source[2], drain;
} lob_net_use;

/* The nets at the other ends of a net's resistors, each once; LOB_LINKS_MAX + 1: more than are kept. */
typedef struct lob_net_links {
    uint32_t to[LOB_LINKS_MAX], count;
} lob_net_links;

/* A transistor with what puts it beside others. */
typedef struct lob_keyed_mos {
    uint64_t first, second;
    uint32_t mos;
} lob_keyed_mos;

typedef enum { LOB_PAIR_PLAIN, LOB_PAIR_CROSSED, LOB_PAIR_DEGENERATED, LOB_PAIR_PSEUDO } lob_pair_form;

typedef struct lob_recognition {
    lob_ctx *ctx;
    lob_circuit *circuit;
    uint32_t *sorted; /* devices */
    lob_mos_run *mos; /* in the order of their first device */
    uint32_t mos_count;
    lob_net_use (*uses)[2]; /* [net][is_pmos] */
    bool (*has_diode)[2];   /* likewise: one of the type has drain and gate there */
    bool *has_resistor;     /* of nets */
    lob_net_links *links;   /* of nets */
    uint32_t *partner;      /* of transistors: the other one of their pair */
    lob_pair_form *form;    /* of those that have a partner */
    uint32_t *home;         /* of transistors: the pair, else the mirror, that it is in, as a place among the modules */
    lob_keyed_mos *keyed;   /* room for each transistor once */
    uint32_t *run_at;       /* likewise */
    uint32_t *members;      /* room for each transistor twice */
} lob_recognition;

/* modules_mos.c: from the circuit's devices to all that is above; no partner, no home. */
lob_status lob_recognition_open(lob_recognition *r);
/* Sorts the first `count` of r->keyed; run_at[mos] of the first transistor of each run is then the run's place plus 1,
 * of all others 0. */
void lob_keyed_sort(lob_recognition *r, uint32_t count);
uint32_t lob_keyed_run(const lob_recognition *r, uint32_t start, uint32_t count); /* the size of a run */

/* modules_pairs.c: partner and form of all transistors. */
void lob_pairs_find(lob_recognition *r);

static inline const lob_net_use *lob_use_of(const lob_recognition *r, uint32_t net, bool is_pmos) {
    return &r->uses[net][is_pmos];
}
static inline uint64_t lob_typed(uint32_t net, bool is_pmos) {
    return (uint64_t)net << 1 | is_pmos;
}

#endif
