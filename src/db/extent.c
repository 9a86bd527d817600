/* Boxes of figures as KLayout has them: a path's is that of its outline, a text is a point.
 *
 * Invariant: line_of[outline] - 1 is the index of a line made of that outline, or line_of[outline] is 0.
 */
#include "db/extent.h"

#include "base/alloc.h"
#include "base/num.h"

typedef struct line { /* a path figure whose box is known */
    int32_t width, begin_ext, end_ext;
    uint8_t round_ends;
    lob_box64 box;
} line;

bool lob_extents_open(lob_extents *extents, lob_layout *layout, uint32_t outline_count) {
    *extents = (lob_extents){.layout = layout};
    extents->line_of = lob_calloc((size_t)outline_count + 1, sizeof *extents->line_of);
    return extents->line_of != NULL;
}

void lob_extents_close(lob_extents *extents) {
    lob_column_release(&extents->layout->budget, &extents->lines, sizeof(line));
    lob_free(extents->line_of);
    extents->line_of = NULL;
}

static uint64_t rep_count(const lob_layout *layout, uint32_t rep) {
    return rep == LOB_NONE ? 1 : lob_rep_count(lob_layout_rep(layout, rep));
}

static uint64_t boxes_add(const lob_layout *layout, const lob_shapes *shapes, uint32_t from, lob_box64 *box) {
    uint32_t count = shapes->count[LOB_KIND_BOX];
    if (from >= count) {
        return 0;
    }
    lob_box all = shapes->boxes[from];
    for (uint32_t i = from + 1; i < count; i++) {
        lob_box one = shapes->boxes[i];
        all.left = one.left < all.left ? one.left : all.left;
        all.bottom = one.bottom < all.bottom ? one.bottom : all.bottom;
        all.right = one.right > all.right ? one.right : all.right;
        all.top = one.top > all.top ? one.top : all.top;
    }
    *box = lob_box64_join(*box, lob_box64_from(all));
    uint64_t members = count - from;
    for (uint32_t i = 0; i < shapes->box_reps.count; i++) {
        lob_attr attr = shapes->box_reps.items[i];
        *box = lob_box64_join(*box, lob_shape_box(layout, shapes, LOB_KIND_BOX, attr.index));
        members = lob_u64_add_sat(members, rep_count(layout, attr.value) - 1);
    }
    return members;
}

static uint64_t polygons_add(const lob_layout *layout, const lob_shapes *shapes, uint32_t from, lob_box64 *box) {
    lob_box64 all = *box;
    uint64_t members = 0;
    for (uint32_t i = from; i < shapes->count[LOB_KIND_POLYGON]; i++) {
        uint32_t rep = shapes->polygons[i].rep;
        all = lob_box64_join(all, lob_shape_box(layout, shapes, LOB_KIND_POLYGON, i));
        members = lob_u64_add_sat(members, rep_count(layout, rep));
    }
    *box = all;
    return members;
}

static bool same_line(const line *l, const lob_path *path) {
    return l->width == path->width && l->begin_ext == path->begin_ext && l->end_ext == path->end_ext &&
           l->round_ends == path->round_ends;
}

/* Outlining a path costs as much as reading it many times over, and most paths of a flat layout are copies. */
static lob_box64 line_box(lob_extents *extents, const lob_path *path) {
    uint32_t *place = &extents->line_of[path->outline];
    if (*place && same_line(LOB_AT(extents->lines, line, *place - 1), path)) {
        return LOB_AT(extents->lines, line, *place - 1)->box;
    }
    line made = {path->width, path->begin_ext, path->end_ext, path->round_ends,
                 lob_path_box_at_origin(extents->layout, path)};
    line *slot = *place ? NULL : lob_column_push(&extents->layout->budget, &extents->lines, sizeof *slot);
    if (slot) { /* without room for it the next copy is outlined again */
        *slot = made;
        *place = extents->lines.count;
    }
    return made.box;
}

static uint64_t paths_add(lob_extents *extents, const lob_shapes *shapes, uint32_t from, lob_box64 *box) {
    uint64_t members = 0;
    for (uint32_t i = from; i < shapes->count[LOB_KIND_PATH]; i++) {
        const lob_path *path = &shapes->paths[i];
        *box = lob_box64_join(*box, lob_path_box_placed(extents->layout, path, line_box(extents, path)));
        members = lob_u64_add_sat(members, rep_count(extents->layout, path->rep));
    }
    return members;
}

static uint64_t texts_add(const lob_layout *layout, const lob_shapes *shapes, uint32_t from, lob_box64 *box) {
    uint64_t members = 0;
    for (uint32_t i = from; i < shapes->count[LOB_KIND_TEXT]; i++) {
        *box = lob_box64_join(*box, lob_shape_box(layout, shapes, LOB_KIND_TEXT, i));
        members = lob_u64_add_sat(members, rep_count(layout, shapes->texts[i].rep));
    }
    return members;
}

uint64_t lob_extents_add(lob_extents *extents, const lob_shapes *shapes, lob_kind kind, uint32_t from, lob_box64 *box) {
    switch (kind) {
    case LOB_KIND_BOX:
        return boxes_add(extents->layout, shapes, from, box);
    case LOB_KIND_POLYGON:
        return polygons_add(extents->layout, shapes, from, box);
    case LOB_KIND_PATH:
        return paths_add(extents, shapes, from, box);
    case LOB_KIND_TEXT:
    case LOB_KIND_COUNT:
    default:
        return texts_add(extents->layout, shapes, from, box);
    }
}
