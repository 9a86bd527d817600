/* Nets: polygons of a deck's layers that touch each other over its connections, and what hangs on the gates of a net.
 *
 * Polygons are whole ones (value.h), so those of one layer never touch; layers meet where a connection says so. Texts
 * are members of nets like polygons: who has the same text is of one net, and texts of one name are where names join.
 */
#ifndef LOB_SCRIPT_NETS_H
#define LOB_SCRIPT_NETS_H

#include "script/ops.h"

typedef struct lob_net_link { /* of layers a and b: which polygons or texts meet */
    uint32_t a, b;
    const lob_value *meetings;
} lob_net_link;

typedef struct lob_net_ground { /* all polygons of the layer are of one net with those of the same group */
    uint32_t layer, group;
} lob_net_ground;

typedef struct lob_net_names { /* texts and groups of these names are one net, whatever lies between */
    const lob_str *items;
    uint32_t count;
} lob_net_names;

typedef struct lob_script_nets {
    lob_value **layers; /* REGION or TEXTS */
    const lob_net_link *links;
    const lob_net_ground *grounds;
    const lob_str *groups;       /* their names */
    lob_net_names patterns;      /* each text that one of them fits joins all that say the same */
    const lob_net_names *joined; /* each list joins all of its names */
    uint32_t layer_count, link_count, ground_count, group_count, joined_count;
} lob_script_nets;

typedef struct lob_antenna_side {
    uint32_t layer;
    double by_area, by_perimeter;
} lob_antenna_side;

typedef struct lob_antenna_diode { /* factor 0: any of it makes the net fine, else its area makes the limit higher */
    uint32_t layer;
    double factor;
} lob_antenna_diode;

typedef struct lob_antenna_ask {
    lob_antenna_side gate, metal;
    double limit, dbu; /* micrometres a unit: areas and perimeters are added in micrometres */
    const lob_antenna_diode *diodes;
    uint32_t diode_count;
} lob_antenna_ask;

typedef struct lob_antenna { /* a net above its limit, in micrometres */
    lob_point64 at;          /* the lowest point of its metal, of those the leftmost */
    double gate_area, gate_perimeter, metal_area, metal_perimeter;
    double gate, metal, limit;
    const double *diodes; /* their areas */
} lob_antenna;

/* The metal of nets above the limit becomes the result; the nets in ctx->arena, in the order of their first polygon. */
lob_status lob_op_antenna(lob_ctx *ctx, const lob_script_nets *nets, const lob_antenna_ask *ask, lob_value *result,
                          const lob_antenna **found, uint32_t *count);

#endif
