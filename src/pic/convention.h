/* Convention files, and the rules that come of them for a layout.
 *
 * A convention is read by generated code; what a schema cannot say (names of layers that are there, markers whose
 * members fit their shape, expressions that compile) is checked here. A rulebook is what the conventions in force say
 * about one layout: names are resolved to its layers, what is left open is filled in by shape, and rules whose layer
 * the layout does not have are gone. Order: conventions best first, in each the file's own rules before those of the
 * one it extends.
 */
#ifndef LOB_PIC_CONVENTION_H
#define LOB_PIC_CONVENTION_H

#include "db/layout.h"
#include "gen/types.h"

enum { LOB_CONVENTION_CHAIN_MAX = 4, LOB_CONVENTION_SIZE_MAX = 1 << 20 };

/* A convention and those it extends, nearest first; a layer's name is looked up from the first on. */
typedef struct lob_convention_chain {
    const lob_convention *items[LOB_CONVENTION_CHAIN_MAX];
    unsigned count;
} lob_convention_chain;

/* From the JSON text of a file. Memory: ctx->arena. INVALID_TARGET with issues, or detail `reason`: json | extends. */
lob_status lob_convention_load(lob_ctx *ctx, lob_str text, lob_convention_chain *chain);
/* A built-in one by name; false when there is none. */
lob_status lob_convention_builtin(lob_ctx *ctx, lob_str name, bool *found, lob_convention_chain *chain);
/* The layer of that name; NULL without. */
const lob_convention_layer *lob_convention_find_layer(const lob_convention_chain *chain, lob_str name);

typedef struct lob_layer_list {
    lob_layer_index *items; /* first choice first, each once */
    uint32_t count;
} lob_layer_list;

typedef struct lob_pic_rule { /* a marker that the layout may hold */
    const lob_convention_marker *marker;
    const char *id;     /* "marker:pin_path" */
    lob_layer_index on; /* of edge_on_boundary LOB_NONE: all of `connects` */
    lob_convention_marker_direction direction;
    lob_convention_marker_position position;
    lob_convention_marker_width width;
    lob_convention_port_name name;
    lob_layer_index name_on; /* LOB_NONE: no names */
    lob_layer_list connects;
} lob_pic_rule;

typedef struct lob_device_rule {
    const lob_convention_device *device;
    lob_layer_index on;
    const char *id; /* "device:DevRec" */
} lob_device_rule;

typedef struct lob_known_port {
    const lob_convention_port *port;
    lob_cell_index cell;
    lob_layer_index layer; /* LOB_NONE: not said */
} lob_known_port;

typedef struct lob_rulebook {
    lob_pic_rule *rules;
    uint32_t rule_count;
    lob_device_rule *devices;
    uint32_t device_count;
    lob_known_port *known; /* by cell, then order of the file */
    uint32_t known_count;
    lob_layer_list guides; /* role waveguide, first choice first */
    lob_layer_list metals;
    lob_layer_list marks; /* roles port, device, text, fiber and other, by layer: nothing there guides or conducts */
    lob_layer_index *guides_sorted;        /* the same, by layer */
    const lob_convention_connect *connect; /* of the best that says it; NULL: none does */
    bool uses_meta, infers;
} lob_rulebook;

/* Memory: ctx->arena; the chains are borrowed. */
lob_status lob_rulebook_make(lob_ctx *ctx, const lob_layout *layout, const lob_convention_chain *chains,
                             unsigned chain_count, lob_rulebook *book);

#endif
