/* Where the devices of a netlist lie in a layout.
 *
 * An instance bears a name when one of its properties has it as a text (whatever the property's key), else when its
 * cell is called so. A device is placed by each instance that bears its id: each is a unit of it, members of arrays one
 * by one, with the box of the instance's cell. The device M1 of a sub-cell's instance X1, X1/M1, is placed by what
 * bears X1/M1, or M1 within an instance that bears X1. Other instances are looked through; a device is not looked into.
 */
#ifndef LOB_TOOL_DESIGN_PLACES_H
#define LOB_TOOL_DESIGN_PLACES_H

#include "db/layout.h"
#include "design/compare.h"

typedef struct lob_design_place { /* of one device; in ctx->arena */
    lob_placed_unit *units;       /* um of the cell, in the order of the walk */
    size_t count;
    size_t askew_count; /* further units that stand at no multiple of 90 degrees: they cannot be held against others */
    lob_drawn_parameters parameters; /* of the properties of all its units, the first to say it */
} lob_design_place;

typedef struct lob_design_extra { /* looks like a device, and is none of the netlist */
    lob_str name;                 /* its property of a key under which devices have their ids; else its cell's name */
    lob_cell_index cell;
    uint64_t count; /* members of the array */
    double x, y;    /* um, of the first */
} lob_design_extra;

typedef struct lob_design_extras { /* in ctx->arena, in the order of the walk */
    lob_design_extra *items;       /* the first LOB_COMPARED_SHOWN */
    size_t count;
    uint64_t total; /* instances, arrays once */
} lob_design_extras;

typedef struct lob_design_search {
    const lob_layout *layout;
    lob_cell_index cell;
    const lob_str *ids; /* of all devices of the netlist */
    size_t count;
} lob_design_search;

/* places: of each device. extras: instances that bear no id, but a property of a key under which other instances do, or
 * the cell of such an instance; only in cells that are entered. Cells that lead to no name are not entered.
 * QUERY_TOO_LARGE (reason "units" or "work"), for want of memory, LOB_E_CANCELLED. */
lob_status lob_design_places_find(lob_ctx *ctx, const lob_design_search *search, lob_design_place *places,
                                  lob_design_extras *extras);

#endif
