/* What the files of the netlist share: cells with their nets numbered. Not for other folders. */
#ifndef LOB_DESIGN_NETLIST_IMPL_H
#define LOB_DESIGN_NETLIST_IMPL_H

#include "base/map.h"
#include "design/document_impl.h"
#include "design/netlist.h"

enum { LOB_FLAT_NET_USED = 1, LOB_FLAT_NET_DECLARED = 2, LOB_FLAT_NET_PORT = 4 };

/* A cell that the top cell reaches. Its nets are numbered in the order in which devices, nets, instances, types and
 * ports name them. */
typedef struct lob_flat_cell {
    const lob_netlist_cell *source;
    const cJSON *json;
    lob_name_map nets;  /* by name */
    lob_str *net_names; /* by number */
    lob_net_type *net_types;
    uint8_t *flags;            /* of nets */
    const uint32_t *terminals; /* the nets of all terminals of all devices */
    const uint32_t *placed;    /* the cells of the instances */
    lob_printed_size *printed; /* of devices */
    lob_circuit_device_params *params;
    enum { LOB_FLAT_NEW, LOB_FLAT_OPEN, LOB_FLAT_DONE } state;
    /* Of the cell with all that is in it; saturated. */
    uint64_t device_count, terminal_count, net_count, instance_count, text_size;
    unsigned depth;
} lob_flat_cell;

typedef struct lob_flattening {
    lob_document *document;
    const lob_netlist *source;
    lob_name_map by_name; /* cells */
    lob_flat_cell *cells; /* one for each of the source */
} lob_flattening;

/* netlist_cell.c: numbers the nets of one cell, finds the cells of its instances, keeps what is printed of its devices.
 */
lob_status lob_flat_cell_make(lob_flattening *f, uint32_t cell);
/* netlist_expand.c: the circuit of the cell `top`, names apart. */
lob_status lob_flat_expand(lob_flattening *f, uint32_t top, lob_parsed_netlist *netlist);

#endif
