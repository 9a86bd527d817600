/* A mask: polygons of one layer, merged, and what becomes of them on a grid.
 *
 * Polygons come from a layout, from a clip of the ICCAD 2013 contest (.glp), or from a set of pixels (contours). On a
 * plane each pixel holds the share of it that lies inside, exact to a part in 65,534 (render/raster.h).
 */
#ifndef LOB_LITHO_MASK_H
#define LOB_LITHO_MASK_H

#include "db/layout.h"
#include "litho/plane.h"

typedef struct lob_mask {  /* in ctx->arena of who made it */
    lob_polygons polygons; /* merged, as geom/region.h has them */
    lob_box64 box;         /* empty when there is nothing */
    double unit_nm;        /* of coordinates */
} lob_mask;

/* Figures of a layer (all datatypes given) that meet `window` (dbu; NULL: all), merged. QUERY_TOO_LARGE,
 * TOOL_LIMIT_EXCEEDED, LOB_E_CANCELLED. */
lob_status lob_mask_of_layout(lob_ctx *ctx, const lob_layout *layout, lob_cell_index cell, lob_layer_index layer,
                              const lob_box64 *window, lob_mask *mask);
/* RECT and PGON of the level M1 of the first CELL; EQUIV 1 1000 MICRON: a unit is a nanometre. UNSUPPORTED_FORMAT with
 * details.line. */
lob_status lob_mask_of_glp(lob_ctx *ctx, lob_str text, lob_mask *mask);
/* What the mask leaves of a box. */
lob_status lob_mask_ground(lob_ctx *ctx, const lob_mask *mask, lob_box64 within, lob_mask *ground);
/* The mask moved by whole units. */
void lob_mask_move(lob_mask *mask, int64_t dx, int64_t dy);

/* Shares of pixels, 0..1. */
lob_status lob_mask_draw(lob_ctx *ctx, const lob_mask *mask, lob_plane *plane);
/* Pixels whose middle lies inside (on the border: the lower and left border counts, the others do not: half-open, so
 * that shapes that abut neither overlap nor part). */
lob_status lob_mask_fill(lob_ctx *ctx, const lob_mask *mask, lob_bits *bits);
/* As OpenILT draws clips: half-open cells and the pixels its borders lie on, so shapes are a pixel wider (litho-notes:
 * fillPoly). For comparing with numbers made that way. */
lob_status lob_mask_fill_with_borders(lob_ctx *ctx, const lob_mask *mask, lob_bits *bits);

/* Outlines of a set of pixels, unit_nm = pixel_nm, coordinates in whole pixels of the grid: exactly the pixels
 * (Manhattan). */
lob_status lob_mask_of_bits(lob_ctx *ctx, const lob_bits *bits, lob_mask *mask);
/* Contours of a plane at a level by linear interpolation (marching squares over pixel middles, saddles by the mean), in
 * units of unit_nm (a divisor of pixel_nm), merged; parts below area_min_nm2 are left out. */
lob_status lob_mask_of_plane(lob_ctx *ctx, const lob_plane *plane, float level, double unit_nm, double area_min_nm2,
                             lob_mask *mask);

#endif
