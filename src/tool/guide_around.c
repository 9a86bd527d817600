/* See guide_around.h. */
#include "tool/guide_around.h"

#include "base/num.h"
#include "measure/waveguide.h"
#include "tool/ports.h"

lob_status lob_target_around(lob_call *call, const lob_target *target, const lob_guide *guide, lob_around *around) {
    lob_centre centre = {.source = LOB_CENTRE_NONE};
    lob_pic *pic;
    *around = (lob_around){.kind = LOB_AROUND_GUIDE};
    if (target->object.type != LOB_ID_SHAPE || target->figure.kind == LOB_KIND_PATH) {
        return LOB_OK;
    }
    if (!guide) {
        LOB_TRY(lob_centre_find(call->ctx, &target->figure, &centre));
        guide = &centre.guide;
        if (centre.source <= LOB_CENTRE_POINT) {
            return LOB_OK;
        }
    }
    LOB_TRY(lob_call_pic(call, &pic));
    return lob_pic_around(call->ctx, pic, target->object.cell, &target->object.stored, &target->figure, guide, around);
}

lob_status lob_around_refuse(lob_call *call, const lob_around *around) {
    static const struct {
        const char *reason, *message;
    } words[] = {
        [LOB_AROUND_MARK] = {"marker",
                             "The figure is on a layer of pins, outlines, texts or other marks, which guides no light"},
        [LOB_AROUND_PAD] = {"pad",
                            "The figure is short, wide and joined to nothing of its width: a pad or a plate, not a "
                            "waveguide"},
        [LOB_AROUND_TEETH] = {"teeth",
                              "The figure is one of a row at a small pitch, like the teeth of a grating or slices of "
                              "a body: not a waveguide"},
        [LOB_AROUND_LETTER] = {"letter", "The figure is one of a line of letters, not a waveguide"},
        [LOB_AROUND_BRANCH] = {"branches",
                               "Several pieces leave the figure side by side or at its sides: it is the body "
                               "of a splitter, not one waveguide"},
        [LOB_AROUND_BODY] = {"body",
                             "The figure is or belongs to a straight body that much narrower pieces join at both "
                             "ends, like a multimode interferometer: not a waveguide"},
        [LOB_AROUND_PART] = {"part",
                             "Another figure of the layer joins a side of this one for most of its length: it is part "
                             "of something wider, and its width is not the width of a waveguide"}};
    lob_ctx *ctx = call->ctx;
    if (around->kind == LOB_AROUND_GUIDE) {
        return LOB_OK;
    }
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "%s", words[around->kind].message);
    lob_error_text(&ctx->error, "reason", lob_str_from(words[around->kind].reason));
    if (around->count > 0) {
        lob_error_integer(&ctx->error, "count", around->count);
    }
    if (around->pitch > 0) {
        char pitch[LOB_NUM_TEXT_SIZE];
        lob_num_print(pitch, lob_num_round_um(around->pitch * lob_layout_dbu(call->session->layout)));
        lob_error_text(&ctx->error, "pitch_um", lob_str_from(pitch));
    }
    lob_hint(ctx, "To describe only this figure anyway, give at, a point in it in um; measure_geometry measures its "
                  "width and length with a warning.");
    return status;
}

unsigned lob_around_warning(const lob_around *around) {
    static const unsigned bits[] = {
        [LOB_AROUND_MARK] = LOB_GUIDE_IS_MARK,     [LOB_AROUND_PAD] = LOB_GUIDE_IS_PAD,
        [LOB_AROUND_TEETH] = LOB_GUIDE_IS_TOOTH,   [LOB_AROUND_LETTER] = LOB_GUIDE_IS_LETTER,
        [LOB_AROUND_BRANCH] = LOB_GUIDE_IS_BRANCH, [LOB_AROUND_BODY] = LOB_GUIDE_IS_BODY,
        [LOB_AROUND_PART] = LOB_GUIDE_IS_PART};
    return bits[around->kind];
}
