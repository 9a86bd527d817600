/* Photonic meaning of a layout: which conventions it follows, its components and their ports.
 *
 * A lob_pic is made once for a layout and a set of conventions and kept with the session; what is found out about a
 * cell (its own ports, whether it is a component) is kept in it, in the cell's own coordinates, so that a thousand
 * placements of one coupler cost one look. Sources in order of trust: KLayout META, ports known from the convention
 * file, markers, inference from waveguide edges on the outline; the most trusted wins and what disagrees is reported,
 * never dropped.
 *
 * Units: dbu of the cell asked about, as doubles (META places are not always on the grid); angles in degrees, counter-
 * clockwise from +x, pointing out of the component. Texts are the file's: data. Calls of one session run in order, so
 * there are no locks.
 */
#ifndef LOB_PIC_PIC_H
#define LOB_PIC_PIC_H

#include "db/walk.h"
#include "gen/types.h"
#include "geom/guide.h"

typedef struct lob_pic lob_pic;

typedef enum { LOB_PORT_META, LOB_PORT_KNOWN, LOB_PORT_MARKER, LOB_PORT_INFERRED } lob_port_source;

typedef enum {
    LOB_EVIDENCE_GUIDE_END = 1, /* a figure that is a guide as a whole ends there, at the outline */
    LOB_EVIDENCE_EDGE = 2,      /* an edge on the outline, from which a guide goes inwards along both sides */
    LOB_EVIDENCE_LABEL = 4      /* a text names it */
} lob_port_evidence;

typedef struct lob_port {
    lob_str name; /* empty without */
    lob_vec2 at;
    bool has_angle;
    double angle_deg;      /* 0 <= angle < 360 */
    double width;          /* 0: unknown */
    lob_layer_index layer; /* of what connects there; LOB_NONE: unknown */
    lob_str type;          /* "optical", "electrical", "fiber", or the file's own word */
    lob_str cross_section; /* empty: unknown */
    lob_port_source source;
    const char *rule;        /* of the convention: "marker:pin_path", "meta", "known", "inferred:edge" */
    double confidence;       /* 0..1; below 1 it is a heuristic */
    bool has_conflict;       /* a less trusted source puts a port of this name or place elsewhere: */
    lob_vec2 conflict;       /* where, seen from here */
    bool has_angle_conflict; /* it points another way there: */
    double angle_conflict_deg;
    double width_conflict; /* above 0: a less trusted source finds it so wide */
    lob_cell_index owner;  /* the component that has it */
    const lob_step *path;  /* depth steps from the cell asked about to the owner */
    uint32_t depth;
    uint32_t index;    /* among the owner's own ports */
    unsigned evidence; /* of inferred ones: sum of lob_port_evidence */
} lob_port;

typedef struct lob_ports {
    const lob_port *items; /* by type, then place (x, y), then path, then index */
    uint32_t count;
    uint64_t count_total; /* above count when cut by the limit */
} lob_ports;

typedef struct lob_component { /* a placement of a cell that is one device */
    lob_cell_index cell;
    const lob_step *path; /* from the cell asked about */
    uint32_t depth;
    lob_trans trans;  /* its coordinates to the asked cell's */
    lob_box64 box;    /* its outline (device marker, else its box), in the asked cell */
    bool is_guide;    /* a waveguide: a cell that is nothing but a guide between two ports */
    const char *rule; /* why it counts as a component: "device:DevRec", "meta", "ports", "instance", "cell" */
} lob_component;

typedef struct lob_components {
    const lob_component *items; /* by box left, bottom, right, top, then path */
    uint32_t count;
    uint64_t count_total;
} lob_components;

typedef struct lob_detection {
    const char *name;  /* of the convention */
    double confidence; /* 0..1 */
    const char *why;   /* static sentence: what was seen */
    uint64_t evidence; /* how often */
} lob_detection;

/* convention NULL: the built-in ones, chosen by what the layout holds. Else the JSON text of a convention file, which
 * counts alone (with what it extends); a text that is none is INVALID_TARGET, with all its faults. The pic is the
 * caller's; the layout is kept, the text is not. Cost: a look at layers, figures on pin layers and META keys, no
 * geometry. */
lob_status lob_pic_open(lob_ctx *ctx, lob_layout *layout, const lob_str *convention, lob_pic **pic);
void lob_pic_drop(lob_pic *pic); /* NULL is fine */

/* Best first; borrowed. */
const lob_detection *lob_pic_detections(const lob_pic *pic, uint32_t *count);
/* The layers that guide light by the conventions, sorted; none: every layer may. */
const lob_layer_index *lob_pic_guide_layers(const lob_pic *pic, uint32_t *count);
/* The layers of pins, outlines, texts and other marks by the conventions, sorted: nothing there guides light. */
const lob_layer_index *lob_pic_mark_layers(const lob_pic *pic, uint32_t *count);
/* Names of layers by the conventions that are at least this sure, the surest first. `names`: one a layer; those whose
 * data is NULL are filled in, borrowed from the pic. */
#define LOB_PIC_NAMES_CONFIDENCE 0.9
void lob_pic_layer_names(const lob_pic *pic, lob_str *names);
/* Roles of layers by the conventions that are at least this sure, the surest first. `roles`, `is_known`: one a layer.
 */
#define LOB_PIC_ROLES_CONFIDENCE 0.5
void lob_pic_layer_roles(const lob_pic *pic, lob_convention_layer_role *roles, bool *is_known);
/* How far apart two ports may be and still be one (dbu, degrees): the convention's `connect`. */
typedef struct lob_connect {
    double distance, angle_tol_deg, width_tol;
    bool needs_touch; /* outlines of the two components must meet as well */
} lob_connect;
lob_connect lob_pic_connect(const lob_pic *pic);

/* A place in a placed cell, seen from above; fractions are kept. */
lob_vec2 lob_port_place(const lob_trans *trans, lob_vec2 at);

/* A cell's own ports, path empty; borrowed from the pic. Empty for cells that are no components. */
lob_status lob_pic_cell_ports(lob_ctx *ctx, lob_pic *pic, lob_cell_index cell, const lob_port **ports, uint32_t *count);

/* What texts on the device layer say of a cell, by the convention's `params`; in the order of the file. Memory:
 * ctx->arena; texts are the layout's and the convention's. At most LOB_PARAMS_MAX. */
enum { LOB_PARAMS_MAX = 256 };
typedef struct lob_param {
    lob_str key, value;
} lob_param;
lob_status lob_pic_params(lob_ctx *ctx, const lob_pic *pic, lob_cell_index cell, const lob_param **params,
                          uint32_t *count);

typedef struct lob_pic_query {
    lob_cell_index cell;
    lob_box64 window;   /* LOB_WALK_EVERYTHING: all; else ports in the closed window, components that touch it */
    uint32_t depth_max; /* levels below the cell */
    uint64_t limit;     /* items kept */
    const lob_cell_index *owner; /* NULL: all; else ports and components of this cell alone */
    lob_str type;                /* data NULL: all; else ports of this type alone */
    bool is_marked_only;         /* nothing is inferred */
} lob_pic_query;

/* Whether inference left out a cell asked about so far, for it has too many figures. */
bool lob_pic_is_cut(const lob_pic *pic);

/* Ports of all cells, each cell counted once wherever it is placed; without what inference would find. */
lob_status lob_pic_port_count(lob_ctx *ctx, lob_pic *pic, uint64_t *count);

/* All ports of all components below (and of the cell itself), transformed. Memory: ctx->arena. QUERY_TOO_LARGE. */
lob_status lob_pic_ports(lob_ctx *ctx, lob_pic *pic, const lob_pic_query *query, lob_ports *ports);
/* The asked cell itself comes with depth 0 when it is a component. Where no cell below is one, each instance directly
 * below the asked cell is taken for one ("instance"), or, when it has none, the cell itself ("cell"). */
lob_status lob_pic_components(lob_ctx *ctx, lob_pic *pic, const lob_pic_query *query, lob_components *components);
/* How many those are, by arithmetic; 0: not known, for window or depth leave some out. */
lob_status lob_pic_component_count(lob_ctx *ctx, lob_pic *pic, const lob_pic_query *query, uint64_t *count);

#endif
