/* What the files of module recognition share: transistors and nets by number. Not for other folders. */
#ifndef LOB_DESIGN_MODULES_IMPL_H
#define LOB_DESIGN_MODULES_IMPL_H

#include "design/modules.h"

enum { LOB_NO_MOS = UINT32_MAX, LOB_NO_HOME = UINT32_MAX };

/* Devices of one type with the same gate, drain and source: sorted[first .. first + count), `lead` the first of them.
 */
typedef struct lob_mos {
    uint32_t gate, drain, source; /* nets */
    uint32_t first, count, lead;
    bool is_pmos;
} lob_mos;

/* Of one type on one net: how many, and the first ones. */
typedef struct lob_net_use {
    uint32_t sources, drains, gates;
    uint32_t pair_drains; /* those of differential pairs */
    uint32_t source[2], drain;
} lob_net_use;

/* A transistor with what puts it beside others. */
typedef struct lob_keyed_mos {
    uint64_t first, second;
    uint32_t mos;
} lob_keyed_mos;

typedef struct lob_recognition {
    lob_ctx *ctx;
    lob_circuit *circuit;
    uint32_t *sorted; /* devices */
    lob_mos *mos;     /* in the order of their first device */
    uint32_t mos_count;
    lob_net_use (*uses)[2]; /* [net][is_pmos] */
    bool *has_resistor;     /* of nets */
    uint32_t *home;         /* of transistors: the pair, else the mirror, that it is in, as a place among the modules */
    lob_keyed_mos *keyed;   /* room for each transistor once */
    uint32_t *run_at;       /* likewise */
    uint32_t *members;      /* room for each transistor twice */
} lob_recognition;

bool lob_is_signal(const lob_recognition *r, uint32_t net);

/* Transistors that are one module. `count_matched`: so many, from the first on, must match. */
typedef struct lob_module_draft {
    lob_module_type type;
    const uint32_t *mos;
    uint32_t count, count_matched;
    uint32_t reference; /* of a mirror, else LOB_NO_MOS */
    uint32_t net;       /* that of which the words tell */
} lob_module_draft;
/* modules_text.c: appends it, its devices in the order of the circuit. */
lob_status lob_module_add(lob_recognition *r, const lob_module_draft *draft);

/* modules_rules.c, in this order: each looks at what the ones before it found. */
lob_status lob_find_pairs(lob_recognition *r);
lob_status lob_find_tails(lob_recognition *r);
lob_status lob_find_mirrors(lob_recognition *r);
lob_status lob_find_cascodes(lob_recognition *r);

#endif
