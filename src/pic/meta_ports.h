/* The ports that kfactory and gdsfactory store with a cell, as KLayout meta information.
 *
 *     META(kfactory:ports:<i>)={name, cross_section, trans | dcplx_trans, port_type, info}        v3
 *     META(kfactory:ports:<i>:<field>)=...   the same, and width, layer, info:<key>               v1, v2
 *     META(kfactory:cross_section:<name>)={layer_enclosure, width}       of the layout
 *     META(kfactory:layer_enclosure:<name>)={main_layer, ...}            of the layout
 *
 * A port looks out of the component: angle 0 is to the right. v3 gives width and layer by the cross section alone, they
 * are looked up there. Ports without a place are left out and counted; whatever else is missing is marked as unknown.
 * All texts are the file's: data.
 */
#ifndef LOB_PIC_META_PORTS_H
#define LOB_PIC_META_PORTS_H

#include "db/meta.h"

/* The layout's cross sections: read once, used for all cells. */
typedef struct lob_port_library {
    const lob_layout *layout; /* borrowed */
    lob_meta meta;
    const lob_meta_entry **by_name; /* meta.infos, sorted */
} lob_port_library;

typedef struct lob_meta_port {
    uint32_t number;     /* <i> */
    lob_str name;        /* empty when it has none */
    double x_dbu, y_dbu; /* in the cell */
    double angle_deg;    /* 0 <= angle < 360 */
    bool mirror;         /* of the port's own frame; the direction is angle_deg all the same */
    double width_dbu;    /* 0: unknown */
    lob_str layer_text;  /* as KLayout writes it: "1/0", "WG (1/0)", "name"; empty: unknown */
    bool has_layer;      /* the text has numbers, and they are: */
    uint32_t layer, datatype;
    lob_str port_type;          /* "optical", "electrical", ...; empty: unknown */
    lob_str cross_section;      /* empty: unknown */
    const lob_meta_value *info; /* a MAP; NULL without */
} lob_meta_port;

typedef struct lob_meta_port_list {
    lob_meta_port *items; /* by number */
    uint32_t count;
    uint32_t bad_count; /* left out: without a transformation that can be read */
} lob_meta_port_list;

/* Both fail for want of memory alone; what they give lives in `arena` and the layout. Linear, but for sorting. */
lob_status lob_port_library_read(lob_ctx *ctx, lob_arena *arena, const lob_layout *layout, lob_port_library *library);
lob_status lob_meta_ports(lob_ctx *ctx, lob_arena *arena, const lob_port_library *library, lob_cell_index cell,
                          lob_meta_port_list *ports);

/* Numbers out of a layer's text: "1/0" or "name (1/0)". */
bool lob_meta_layer_numbers(lob_str text, uint32_t *layer, uint32_t *datatype);

#endif
