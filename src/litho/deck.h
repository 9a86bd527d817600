/* Rule decks of RFC 0003 (with the dedup radii of RFC 0006), and the nodes' defaults.
 *
 * {"schema_version": "1", "process_node", "layer", "rules": {"min_width_nm", "min_spacing_nm",
 * "min_curvature_radius_nm", "min_feature_area_nm2"}, optional "polarity": "clear" | "dark", "pixel_size_nm", "source":
 * {"vendor", "translated_from": "svrf" | "icv" | "manual" | "other", "reference"}, "notes", "dedup_radius_nm":
 * {"width", "spacing", "area", "mrc", "gauge"}}; each rule may be left out, not all; unknown members are refused (but
 * in `source`), another schema_version as well. The schema is spec/types/litho_deck.json.
 */
#ifndef LOB_LITHO_DECK_H
#define LOB_LITHO_DECK_H

#include "litho/violation.h"

typedef struct lob_litho_deck { /* strings in ctx->arena */
    lob_str name;               /* process_node and layer: "freepdk45_metal1" where they say so */
    lob_str process_node, layer;
    double width_nm, spacing_nm, radius_nm, area_nm2; /* 0: not asked; at least one is. area: of mask rules */
    double drc_area_nm2;                              /* of design rules; as area_nm2 but in the usual deck */
    double notch_nm;                                  /* of design rules; 0: as spacing */
    bool is_dark;
    double pixel_nm; /* 0: not said */
    double dedup_width_nm, dedup_spacing_nm, dedup_area_nm, dedup_mrc_nm,
        dedup_gauge_nm;                /* by default: width and spacing their limits, area its root, MRC and gauges 0 */
    char hash[LOB_DECK_HASH_SIZE + 1]; /* of the deck as canonical JSON (RFC 8785), whatever its spelling */
} lob_litho_deck;

/* INVALID_TARGET with details.issues, or details.line of what is no JSON; TOOL_LIMIT_EXCEEDED (memory). */
lob_status lob_litho_deck_read(lob_ctx *ctx, lob_str text, lob_litho_deck *deck);

/* A node's defaults; docs/LITHO.md has the table. pitch: the smallest feature and space (litho-notes: OpenLithoHub's
 * min_feature). */
typedef struct lob_litho_node {
    const char *name; /* "2nm-euv", "3nm-euv", "5nm-euv", "7nm", "28nm", "45nm" */
    double wavelength_nm, na, sigma_inner, sigma_outer;
    double pixel_nm, pitch_nm, reach_nm; /* reach: optical interaction range */
} lob_litho_node;
/* The deck that stands in for none: DRC 40/40/100/30, MRC 40/40, radius 20, area 1600; of a node, these by its pitch /
 * 40 nm. Its hash is of all of them: as of a deck whose rules also held min_notch_nm and min_drc_area_nm2, which no
 * deck of a request may have. */
lob_status lob_litho_deck_usual(lob_ctx *ctx, const lob_litho_node *node, lob_litho_deck *deck);
const lob_litho_node *lob_litho_node_find(lob_str name); /* NULL: unknown */

#endif
