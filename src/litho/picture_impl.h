/* What the files of pictures share. Not for others. */
#ifndef LOB_LITHO_PICTURE_IMPL_H
#define LOB_LITHO_PICTURE_IMPL_H

#include "draw/heat.h"
#include "draw/marks.h"
#include "litho/picture.h"

typedef struct lob_litho_drawing {
    const lob_litho_setup *setup;
    const lob_litho_result *result;
    lob_litho_picture_kind kind;
    lob_litho_view view;
    lob_litho_laid *out;
    double right;  /* of the place that the words below may take */
    bool has_rows; /* the length has a row of its own */
} lob_litho_drawing;

/* ---- picture.c ---- */

/* `view` with its zoom for a longer side of so many picture pixels, its plot's size and factor of arrows. */
lob_litho_view lob_litho_view_fit(const lob_litho_setup *setup, const lob_litho_result *result, lob_litho_view view,
                                  uint32_t side);
/* Planes and lines at d->view, without words. */
lob_status lob_litho_lay_plot(lob_ctx *ctx, lob_litho_drawing *d, const lob_litho_input *input);
/* A picture of one kind, with its size. */
lob_status lob_litho_lay_one(lob_ctx *ctx, lob_litho_drawing *d, const lob_litho_input *input);

/* ---- picture_marks.c ---- */

/* Of a place in nm. */
lob_pixel lob_litho_place_of(const lob_litho_drawing *d, double x_nm, double y_nm);
lob_status lob_litho_draw_arrows(lob_ctx *ctx, lob_litho_drawing *d);
lob_status lob_litho_draw_legend(lob_ctx *ctx, lob_litho_drawing *d);
bool lob_litho_mask_differs(const lob_litho_drawing *d);
/* A color between a (share 0) and b (1). */
uint32_t lob_litho_mix(uint32_t a, uint32_t b, double share);

#endif
