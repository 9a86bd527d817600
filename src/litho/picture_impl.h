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
    lob_picture *picture;
    lob_marks marks;
} lob_litho_drawing;

/* ---- picture_marks.c ---- */

/* Of a place in nm. */
lob_pixel lob_litho_place_of(const lob_litho_drawing *d, double x_nm, double y_nm);
lob_status lob_litho_draw_arrows(lob_ctx *ctx, lob_litho_drawing *d);
lob_status lob_litho_draw_legend(lob_ctx *ctx, lob_litho_drawing *d);
bool lob_litho_mask_differs(const lob_litho_drawing *d);
/* A color between a (share 0) and b (1). */
uint32_t lob_litho_mix(uint32_t a, uint32_t b, double share);

#endif
