/* The title: one line of larger words in the upper left, shortened where the picture spares no more. */
#include "draw/annotate_impl.h"

#define LARGER  (4.0 / 3)
#define PADDING 4.0

/* With the size of its words; the places and marks are those of `a`. */
static annotator larger(const annotator *a) {
    annotator t = *a;
    t.size = round(a->size * LARGER);
    t.ascent = ceil(lob_text_ascent(t.size));
    t.line = t.ascent + ceil(lob_text_descent(t.size));
    return t;
}

lob_status lob_title_room(annotator *a, const lob_annotation *n, lob_panel_room *room) {
    const annotator t = larger(a);
    if (n->text.size > 0) {
        *room = (lob_panel_room){a->width, t.line + 2 * PADDING + lob_panel_margin(a)};
    }
    return LOB_OK;
}

lob_status lob_annotate_title(annotator *a, const lob_annotation *n, uint32_t color) {
    annotator t = larger(a);
    const double margin = lob_panel_margin(a);
    lob_text_cut text;
    if (n->text.size == 0) {
        return LOB_OK;
    }
    LOB_TRY(lob_text_fit(&t, n->text, a->width - 2 * margin - 2 * PADDING, true, &text));
    const lob_rect panel = {margin, margin, ceil(margin + text.width + 2 * PADDING),
                            ceil(margin + t.line + 2 * PADDING)};
    if (text.text.size == 0 || panel.bottom > a->height || !lob_place_is_free(a, panel, false)) {
        a->info->words_dropped++;
        return LOB_OK;
    }
    lob_place_take(a, panel);
    a->info->words_placed++;
    LOB_TRY(lob_sketch_rect(a, panel, a->ground, 230));
    return lob_word_put(&t, text.text, floor(panel.left + PADDING), floor(panel.top + PADDING),
                        lob_color_readable(color, a->ground), a->ground);
}
