/* What the layers of an open layout are called and whether they are shown.
 *
 * The layout keeps its own names; here each layer has one look, made once when the layout is opened: its name comes
 * from the .lyp, else from OASIS LAYERNAME, else from a convention that is sure enough (LOB_PIC_NAMES_CONFIDENCE). A
 * layer that no entry of the .lyp fits is shown, for the .lyp says nothing of it.
 */
#ifndef LOB_SESSION_LOOKS_H
#define LOB_SESSION_LOOKS_H

#include "db/layout.h"
#include "io/lyp/lyp.h"
#include "pic/pic.h"

typedef struct lob_layer_look {
    lob_str name; /* data NULL: none */
    lob_name_source source;
    bool visible;
} lob_layer_look;

typedef struct lob_looks {
    lob_arena *arena;             /* all below */
    lob_lyp *lyp;                 /* NULL: there is none */
    lob_str lyp_path;             /* where it was read */
    lob_layer_look *layers;       /* by layer of the layout */
    uint32_t layer_count_matched; /* layers that an entry of the .lyp fits */
} lob_looks;

/* Entries times layers: what naming may take. */
#define LOB_LOOKS_WORK_MAX (UINT64_C(1) << 28)

/* `lyp` NULL: no .lyp. Names of conventions are borrowed from the pic, which must stay as long; pic NULL: none. Errors:
 * those of lob_lyp_read(); TOOL_LIMIT_EXCEEDED with reason lyp_work. The looks are the caller's. */
lob_status lob_looks_open(lob_ctx *ctx, const lob_layout *layout, const lob_pic *pic, lob_source *lyp, lob_str lyp_path,
                          lob_looks **looks);
void lob_looks_drop(lob_looks *looks); /* NULL is fine */

/* Without looks (NULL): as the layout itself says. */
lob_layer_look lob_looks_layer(const lob_looks *looks, const lob_layout *layout, lob_layer_index layer);

#endif
