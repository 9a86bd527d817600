/* Reading a frozen layout: plain look-ups, no state. */
#include "db/layout_impl.h"

const char *lob_layout_format(const lob_layout *layout) {
    return layout->format;
}
double lob_layout_dbu(const lob_layout *layout) {
    return layout->dbu_um;
}

uint32_t lob_layout_layer_count(const lob_layout *layout) {
    return layout->layers.count;
}

const lob_layer *lob_layout_layer(const lob_layout *layout, lob_layer_index layer) {
    return LOB_AT(layout->layers, const lob_layer, layer);
}

lob_layer_index lob_layout_find_layer(const lob_layout *layout, uint32_t layer, uint32_t datatype) {
    uint64_t key = (uint64_t)layer << 32 | datatype;
    uint32_t low = 0;
    uint32_t high = layout->layers.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const lob_layer *at = lob_layout_layer(layout, middle);
        uint64_t have = (uint64_t)at->layer << 32 | at->datatype;
        if (have == key) {
            return middle;
        }
        *(have < key ? &low : &high) = have < key ? middle + 1 : middle;
    }
    return LOB_NONE;
}

uint32_t lob_layout_cell_count(const lob_layout *layout) {
    return layout->cells.count;
}

const lob_cell *lob_layout_cell(const lob_layout *layout, lob_cell_index cell) {
    return LOB_AT(layout->cells, const lob_cell, cell);
}

lob_cell_index lob_layout_find_cell(const lob_layout *layout, lob_str name) {
    uint32_t low = 0;
    uint32_t high = layout->cells.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = lob_str_compare(lob_layout_cell(layout, layout->by_name[middle])->name, name);
        if (order == 0) {
            return layout->by_name[middle];
        }
        *(order < 0 ? &low : &high) = order < 0 ? middle + 1 : middle;
    }
    return LOB_NONE;
}

const lob_cell_index *lob_layout_cells_by_name(const lob_layout *layout) {
    return layout->by_name;
}
const lob_cell_index *lob_layout_cells_bottom_up(const lob_layout *layout) {
    return layout->bottom_up;
}
uint32_t lob_layout_top_count(const lob_layout *layout) {
    return layout->top_count;
}
lob_cell_index lob_layout_top(const lob_layout *layout, uint32_t index) {
    return layout->tops[index];
}

void lob_layout_suggest_cells(const lob_layout *layout, lob_str name, lob_error *error) {
    enum { DISTANCE_LIMIT = 4 };
    for (unsigned distance = 0; distance < DISTANCE_LIMIT; distance++) {
        for (uint32_t i = 0; i < layout->cells.count; i++) {
            lob_str have = lob_layout_cell(layout, layout->by_name[i])->name;
            size_t gap = have.size > name.size ? have.size - name.size : name.size - have.size;
            if (gap > distance || lob_str_distance(have, name, DISTANCE_LIMIT) != distance) {
                continue;
            }
            if (error->candidate_count >= LOB_CANDIDATE_COUNT_MAX) {
                return;
            }
            lob_error_candidate(error, have);
        }
    }
}

lob_str lob_layout_string(const lob_layout *layout, uint32_t string) {
    return *LOB_AT(layout->strings, const lob_str, string);
}

uint32_t lob_layout_string_count(const lob_layout *layout) {
    return layout->strings.count;
}

const lob_outline *lob_layout_outline(const lob_layout *layout, uint32_t outline) {
    return LOB_AT(layout->outlines, const lob_outline, outline);
}

const lob_point *lob_layout_points(const lob_layout *layout, const lob_outline *outline) {
    return LOB_AT(layout->points, const lob_point, outline->first);
}

const lob_rep *lob_layout_rep(const lob_layout *layout, uint32_t rep) {
    return LOB_AT(layout->reps, const lob_rep, rep);
}

const lob_cplx *lob_layout_cplx(const lob_layout *layout, uint32_t cplx) {
    return LOB_AT(layout->cplx, const lob_cplx, cplx);
}

const lob_prop *lob_layout_props(const lob_layout *layout, uint32_t set, uint32_t *count) {
    const lob_prop_set *at = LOB_AT(layout->sets, const lob_prop_set, set);
    *count = at->count;
    return LOB_AT(layout->props, const lob_prop, at->first);
}

const lob_str *lob_layout_context(const lob_layout *layout, uint32_t context, uint32_t *count) {
    const lob_prop_set *list = LOB_AT(layout->contexts, const lob_prop_set, context);
    *count = list->count;
    return LOB_AT(layout->context_strings, const lob_str, list->first);
}

uint32_t lob_layout_own_context(const lob_layout *layout) {
    return layout->own_context;
}

uint32_t lob_layout_own_props(const lob_layout *layout) {
    return layout->own_props;
}

uint32_t lob_attrs_find(const lob_attrs *attrs, uint32_t index) {
    uint32_t low = 0;
    uint32_t high = attrs->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (attrs->items[middle].index == index) {
            return attrs->items[middle].value;
        }
        *(attrs->items[middle].index < index ? &low : &high) = attrs->items[middle].index < index ? middle + 1 : middle;
    }
    return LOB_NONE;
}

uint32_t lob_layout_warning_count(const lob_layout *layout) {
    return layout->warnings.count;
}

const lob_warning *lob_layout_warning(const lob_layout *layout, uint32_t index) {
    return LOB_AT(layout->warnings, const lob_warning, index);
}

/* ---- boxes ---- */

uint32_t lob_shape_rep_index(const lob_shapes *shapes, lob_kind kind, uint32_t index) {
    switch (kind) {
    case LOB_KIND_BOX:
        return shapes->box_reps.count ? lob_attrs_find(&shapes->box_reps, index) : LOB_NONE;
    case LOB_KIND_PATH:
        return shapes->paths[index].rep;
    case LOB_KIND_POLYGON:
        return shapes->polygons[index].rep;
    case LOB_KIND_TEXT:
    case LOB_KIND_COUNT:
    default:
        return shapes->texts[index].rep;
    }
}

const lob_layer_box *lob_cell_layer_box(const lob_cell *cell, lob_layer_index layer) {
    uint32_t low = 0, high = cell->layer_box_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (cell->layer_boxes[middle].layer < layer) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < cell->layer_box_count && cell->layer_boxes[low].layer == layer ? &cell->layer_boxes[low] : NULL;
}

static lob_box64 box_spread(const lob_layout *layout, lob_box64 box, uint32_t rep) {
    if (rep == LOB_NONE || lob_box64_is_empty(box)) {
        return box;
    }
    lob_box64 extent = lob_rep_extent(lob_layout_rep(layout, rep));
    return (lob_box64){box.left + extent.left, box.bottom + extent.bottom, box.right + extent.right,
                       box.top + extent.top};
}

static lob_box64 box_shift(lob_box64 box, lob_point at) {
    return (lob_box64){box.left + at.x, box.bottom + at.y, box.right + at.x, box.top + at.y};
}

lob_box64 lob_path_box_at_origin(const lob_layout *layout, const lob_path *path) {
    const lob_outline *outline = lob_layout_outline(layout, path->outline);
    lob_path_shape shape = {.points = lob_layout_points(layout, outline),
                            .count = outline->count,
                            .width = path->width,
                            .begin_ext = path->begin_ext,
                            .end_ext = path->end_ext,
                            .round_ends = path->round_ends};
    return lob_path_box(&shape);
}

lob_box64 lob_path_box_placed(const lob_layout *layout, const lob_path *path, lob_box64 at_origin) {
    return box_spread(layout, box_shift(at_origin, path->at), path->rep);
}

lob_box64 lob_shape_box(const lob_layout *layout, const lob_shapes *shapes, lob_kind kind, uint32_t index) {
    switch (kind) {
    case LOB_KIND_BOX:
        return box_spread(layout, lob_box64_from(shapes->boxes[index]), lob_attrs_find(&shapes->box_reps, index));
    case LOB_KIND_PATH:
        return lob_path_box_placed(layout, &shapes->paths[index],
                                   lob_path_box_at_origin(layout, &shapes->paths[index]));
    case LOB_KIND_POLYGON: {
        const lob_polygon *polygon = &shapes->polygons[index];
        lob_box box = lob_layout_outline(layout, polygon->outline)->box;
        return box_spread(layout, box_shift(lob_box64_from(box), polygon->at), polygon->rep);
    }
    case LOB_KIND_TEXT:
    case LOB_KIND_COUNT:
    default: {
        const lob_text *text = &shapes->texts[index];
        return box_spread(layout, (lob_box64){text->at.x, text->at.y, text->at.x, text->at.y}, text->rep);
    }
    }
}

/* Off the axes each level rounds by itself. */
lob_cell_index lob_layout_jump(const lob_layout *layout, lob_cell_index index, lob_layer_index layer,
                               lob_trans *trans) {
    const lob_cell *cell = lob_layout_cell(layout, index);
    const lob_layer_box *sum = cell->anchors && trans->is_orthogonal ? lob_cell_layer_box(cell, layer) : NULL;
    if (!sum) {
        return index;
    }
    const lob_anchor *anchor = &cell->anchors[sum - cell->layer_boxes];
    const lob_trans own = {.code = anchor->code,
                           .is_orthogonal = true,
                           .angle_deg = 90.0 * (anchor->code & 3),
                           .mag = 1,
                           .x = anchor->at.x,
                           .y = anchor->at.y};
    *trans = lob_trans_compose(trans, &own);
    return anchor->cell;
}

lob_trans lob_inst_trans(const lob_layout *layout, const lob_inst *inst) {
    if (inst->cplx == LOB_NONE) {
        return (lob_trans){.code = inst->code,
                           .is_orthogonal = true,
                           .angle_deg = 90.0 * (inst->code & 3),
                           .mag = 1,
                           .x = inst->at.x,
                           .y = inst->at.y};
    }
    const lob_cplx *cplx = lob_layout_cplx(layout, inst->cplx);
    return lob_trans_make_placed(inst->code & 4, cplx->angle_deg, cplx->mag, inst->at.x, inst->at.y);
}

lob_box64 lob_inst_box(const lob_layout *layout, const lob_inst *inst) {
    lob_trans t = lob_inst_trans(layout, inst);
    return box_spread(layout, lob_trans_box(&t, lob_layout_cell(layout, inst->child)->box), inst->rep);
}
