/* What eval wants of an evaluation beside its report: how many violations there are, which an aggregate one does not
 * say, and the planes of a picture. */
#include "draw/png_out.h"
#include "litho/ranks.h"
#include "main/eval_impl.h"

lob_status lob_eval_look(void *arg, lob_ctx *ctx, const lob_litho_scene *scene, const lob_litho_result *result) {
    lob_eval_work *e = arg;
    lob_picture picture;
    e->violation_count = result->violations_total;
    if (!e->picture || lob_ranks_own() != 0) {
        return LOB_OK;
    }
    LOB_TRY(lob_litho_picture(ctx, &scene->setup, &scene->input, result, e->kind, &picture));
    lob_status status = lob_png_make(ctx, &picture, false, &e->png);
    lob_picture_release(&picture);
    return status;
}
