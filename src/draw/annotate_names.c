/* What has a name in the layout: labels, placements of cells. */
#include "draw/annotate_impl.h"

/* Frames with a rim of the ground's colour, to be seen on dense figures; smaller ones would be all rim. */
#define CASED_MIN 24.0

lob_status lob_annotate_names(annotator *a, const lob_annotation *n, uint32_t color) {
    for (uint32_t i = 0; i < n->name_count; i++) {
        const lob_named_box *named = &n->names[i];
        lob_pixel at = lob_sketch_at(a, ((double)named->box.left + (double)named->box.right) / 2,
                                     ((double)named->box.bottom + (double)named->box.top) / 2);
        if (!lob_sketch_sees(a, at)) {
            a->info->words_outside += named->name.size > 0;
            continue;
        }
        const lob_rect dot = {at.x - 1.5, at.y - 1.5, at.x + 1.5, at.y + 1.5};
        LOB_TRY(lob_sketch_rect(a, (lob_rect){at.x - 2.5, at.y - 2.5, at.x + 2.5, at.y + 2.5}, a->ground, 160));
        LOB_TRY(lob_sketch_rect(a, dot, color, 255));
        lob_place_shade(a, dot);
        const lob_word word = {
            .text = named->name, .color = color, .turn = WORDS_LABELS, .kind = WORD_AROUND, .a = at, .b = {5, 0}};
        LOB_TRY(lob_word_add(a, &word));
    }
    return LOB_OK;
}

/* Whether the picture lies whole inside the box, so that no edge is seen; or whole outside. */
static bool shows_edge(const annotator *a, lob_rect r) {
    bool meets = r.right >= 0 && r.left <= a->width && r.bottom >= 0 && r.top <= a->height;
    bool is_around = r.left < 0 && r.right > a->width && r.top < 0 && r.bottom > a->height;
    return meets && !is_around;
}

static lob_status put_cell(annotator *a, const lob_named_box *named, uint32_t color) {
    lob_pixel p = lob_sketch_at(a, (double)named->box.left, (double)named->box.top);
    lob_pixel q = lob_sketch_at(a, (double)named->box.right, (double)named->box.bottom);
    lob_rect r = {p.x, p.y, q.x, q.y};
    double side = fmax(r.right - r.left, r.bottom - r.top);
    if (lob_box64_is_empty(named->box) || !shows_edge(a, r)) {
        a->info->frames_outside++;
        return LOB_OK;
    }
    if (side < LOB_CELL_FRAME_MIN) {
        a->info->frames_dropped++;
        return LOB_OK;
    }
    a->info->frames_drawn++;
    LOB_TRY(lob_sketch_frame(a, r, &(pen){.width = 1, .color = color, .alpha = 255, .is_cased = side >= CASED_MIN}));
    lob_place_enclose(a, r);
    if (side < LOB_CELL_NAME_MIN) {
        return LOB_OK;
    }
    const lob_word word = {.text = named->name,
                           .color = color,
                           .turn = WORDS_CELLS,
                           .kind = WORD_INSIDE,
                           .a = {fmax(r.left, 0), fmax(r.top, 0)},
                           .b = {fmin(r.right, a->width), fmin(r.bottom, a->height)}};
    return lob_word_add(a, &word);
}

lob_status lob_annotate_cells(annotator *a, const lob_annotation *n, uint32_t color) {
    for (uint32_t i = 0; i < n->name_count; i++) {
        LOB_TRY(put_cell(a, &n->names[i], color));
        if (i % 1024 == 0) {
            LOB_TRY(lob_poll(a->ctx));
        }
    }
    return LOB_OK;
}
