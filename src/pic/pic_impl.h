/* Shared by the files of pic.h: the whole of a pic, and the sources of a cell's ports. */
#ifndef LOB_PIC_PIC_IMPL_H
#define LOB_PIC_PIC_IMPL_H

#include "geom/region.h"
#include "geom/rtree.h"
#include "pic/convention.h"
#include "pic/meta_ports.h"
#include "pic/pic.h"

enum { LOB_PIC_CHAIN_MAX = 8 };

enum { /* of lob_pic_cell.flags */
       LOB_PIC_PORTS_KNOWN = 1,
       LOB_PIC_INFERRED_KNOWN = 2,
       LOB_PIC_COMPONENT = 4, /* the cell is one */
       LOB_PIC_HAS_BELOW = 8, /* a component is placed somewhere below it */
       LOB_PIC_GUIDE_KNOWN = 16,
       LOB_PIC_GUIDE = 32
};

typedef struct lob_pic_cell {
    const lob_port *ports; /* meta, known, markers; in a cell with a device outline also inferred */
    const lob_port *inferred;
    uint32_t port_count, inferred_count;
    uint32_t flags;
    const char *rule; /* why it is a component */
    lob_box64 device; /* its outline; empty without a marker */
    lob_box64 reach;  /* box of all that is in it, ports of all levels included; once components are known */
} lob_pic_cell;

struct lob_pic {
    lob_layout *layout;
    lob_arena *arena; /* everything that is kept */
    lob_convention_chain chains[LOB_PIC_CHAIN_MAX];
    lob_detection detections[LOB_PIC_CHAIN_MAX];
    unsigned chain_count;
    lob_rulebook book;
    lob_port_library library;
    lob_pic_cell *cells; /* by cell */
    bool components_known, is_cut;
};

typedef struct lob_port_list { /* grows in an arena */
    lob_port *items;
    uint32_t count, room;
} lob_port_list;

enum { LOB_CELL_PORTS_MAX = 200000 };
/* A port with everything open filled in: unknown layer, no path. QUERY_TOO_LARGE when a cell has too many. */
lob_status lob_port_list_add(lob_ctx *ctx, lob_port_list *list, const lob_port *port);
lob_port lob_port_blank(lob_cell_index owner, lob_port_source source, const char *rule);
/* Adds `more`, of one less trusted source or marker rule after another, to `all`: what stands there already under
 * another rule is completed, or noted as a conflict. Ports of one rule are never joined with each other: two pins at
 * one place are two pins. About O(n). */
lob_status lob_ports_join(lob_ctx *ctx, lob_port_list *all, const lob_port_list *more);

/* Makes sure that `ports` and `rule` of the cell are known. */
lob_status lob_pic_know(lob_ctx *ctx, lob_pic *pic, lob_cell_index cell);

/* Which built-in conventions the layout follows: fills chains and detections, best first. */
lob_status lob_pic_detect(lob_ctx *ctx, lob_pic *pic);

/* Outline of the cell by the device rules, in its own coordinates; empty without. *rule: which. */
lob_box64 lob_pic_device_box(const lob_pic *pic, lob_cell_index cell, const char **rule);
/* The outline, or else the box of what guides in the cell (markers left out); may be empty. */
lob_box64 lob_pic_outline(const lob_pic *pic, lob_cell_index cell);

/* Ports by markers, rule after rule, and by edges on the outline. Lists grow in ctx->arena. */
lob_status lob_pic_marker_ports(lob_ctx *ctx, lob_pic *pic, lob_cell_index cell, lob_port_list *list);
lob_status lob_pic_infer_ports(lob_ctx *ctx, lob_pic *pic, lob_cell_index cell, bool *is_too_large,
                               lob_port_list *list);

/* Shapes of the cell itself on a layer, texts left out. */
uint64_t lob_pic_shapes_on(const lob_cell *cell, lob_layer_index layer);
/* The union of what the cell and all below it has on a layer; *is_too_large: it has too much, and is not merged. */
lob_status lob_pic_merge_layer(lob_ctx *ctx, const lob_pic *pic, lob_cell_index cell, lob_layer_index layer,
                               lob_polygons *polygons, bool *is_too_large);

/* Whether the cell is nothing but a waveguide between its two ports. */
lob_status lob_pic_is_guide(lob_ctx *ctx, lob_pic *pic, lob_cell_index cell, bool *result);

/* What connects at a place of the cell: the first of `layers` with a figure there, LOB_NONE without. */
lob_status lob_pic_layer_at(lob_ctx *ctx, const lob_pic *pic, lob_cell_index cell, lob_vec2 at,
                            const lob_layer_list *layers, lob_layer_index *layer);

/* Texts of a cell on a layer, to be found by place. */
typedef struct lob_name_place {
    lob_point64 at;
    lob_str text;
    uint32_t order;
} lob_name_place;
typedef struct lob_name_places {
    lob_name_place *items; /* by x, y */
    uint32_t count;
    lob_rtree tree; /* over them */
} lob_name_places;
lob_status lob_pic_names(lob_ctx *ctx, const lob_pic *pic, lob_cell_index cell, const lob_pic_rule *rule,
                         lob_name_places *names);
/* The name by the rule of a port at `at` whose marker has that box (and ring, for `inside`); empty without. */
lob_str lob_pic_name_of(const lob_pic *pic, const lob_pic_rule *rule, const lob_name_places *names, lob_box64 box,
                        const lob_point64 *ring, uint32_t ring_count, lob_vec2 at, lob_cell_index cell);

/* What finding takes on the way lives in an arena of its own: a cell may have very many markers. */
lob_status lob_pic_in_scratch(lob_ctx *ctx, lob_pic *pic, lob_cell_index cell,
                              lob_status (*work)(lob_ctx *, lob_pic *, lob_cell_index));

double lob_angle_of(double dx, double dy);          /* 0 <= angle < 360; exact along the axes */
double lob_angle_apart(double a_deg, double b_deg); /* 0..180 */

#endif
