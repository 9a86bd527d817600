/* See guide_warnings.h. */
#include "tool/guide_warnings.h"

/* In the order of the bits of lob_guide_warning. */
static const char *const words[] = {
    "zero_width: nothing is drawn",
    "one_point: the path has no length and no direction",
    "crosses_itself: the centre line meets itself",
    "turns_back: a corner of 180 degrees",
    "width_varies: by more than rounding to the grid explains; see the least and greatest width",
    "tight_bend: the least radius is below half the width",
    "radius_uncertain: facets or grid allow more than 1 % of error; see the stated uncertainty",
    "crossing_not_checked: too many segments lie near each other",
    "radius_undetermined: the vertices do not determine the radius of a bend, which may be the tightest; see bends",
    "no_guide_marker: the layer has pins, outlines, texts or other marks; nothing on it guides light",
    "no_guide_pad: short, wide and joined to nothing of its width",
    "no_guide_teeth: one of a row at a small pitch, like the teeth of a grating or slices of a body",
    "no_guide_letter: one of a line of letters",
    "no_guide_branches: several pieces leave it side by side or at its sides, like the body of a splitter",
    "no_guide_body: part of a straight body that much narrower pieces join at both ends",
    "no_guide_part: another figure joins a side for most of its length; the width is only that of this part",
};

enum { WORD_COUNT = sizeof words / sizeof *words };

lob_status lob_guide_warnings_show(lob_ctx *ctx, unsigned set, lob_str **items, size_t *count) {
    *items = LOB_NEW_ARRAY(ctx->arena, lob_str, WORD_COUNT);
    *count = 0;
    if (!*items) {
        return lob_fail_memory(ctx);
    }
    for (unsigned i = 0; i < WORD_COUNT; i++) {
        if (set & 1u << i) {
            (*items)[(*count)++] = lob_str_from(words[i]);
        }
    }
    return LOB_OK;
}
