/* What eval wants of an evaluation beside its report: how many violations there are, which an aggregate one does not
 * say, and the planes of a picture. */
#include "draw/png_out.h"
#include "litho/ranks.h"
#include "main/eval_impl.h"
#include "tool/litho_window.h"

static lob_status draw(lob_eval_work *e, lob_ctx *ctx, const lob_litho_laid *laid) {
    lob_picture picture;
    if (e->picture) {
        LOB_TRY(lob_litho_laid_draw(ctx, laid, &picture));
        const lob_status status = e->kind == LOB_LITHO_PICTURE_SHEET ? lob_png_pack(ctx, &picture, false, &e->png)
                                                                     : lob_png_make(ctx, &picture, false, &e->png);
        lob_picture_release(&picture);
        LOB_TRY(status);
    }
    return e->picture_svg ? lob_litho_laid_svg(ctx, laid, &e->svg) : LOB_OK;
}

lob_status lob_eval_look(void *arg, lob_ctx *ctx, const lob_litho_scene *scene, const lob_litho_result *result) {
    lob_eval_work *e = arg;
    lob_litho_laid laid;
    e->violation_count = result->violations_total;
    if ((!e->picture && !e->picture_svg) || !lob_ranks_has_all()) {
        return LOB_OK;
    }
    LOB_TRY(lob_litho_window_lay(ctx, scene, result, e->kind, &laid));
    const lob_status status = draw(e, ctx, &laid);
    lob_litho_laid_release(&laid);
    return status;
}
