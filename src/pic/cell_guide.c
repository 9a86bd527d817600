/* Whether a cell is nothing but a waveguide between its two ports. */
#include <math.h>

#include "pic/pic_impl.h"

static bool has_port_at(const lob_port *ports, uint32_t count, const lob_guide_end *end) {
    for (uint32_t i = 0; i < count; i++) {
        if (hypot(ports[i].at.x - end->at.x, ports[i].at.y - end->at.y) <= 2) {
            return true;
        }
    }
    return false;
}

static lob_status find_guide(lob_ctx *ctx, lob_pic *pic, lob_cell_index cell) {
    const lob_port *ports;
    uint32_t count;
    LOB_TRY(lob_pic_cell_ports(ctx, pic, cell, &ports, &count));
    if (count != 2) {
        return LOB_OK;
    }
    uint32_t guides = 0;
    for (uint32_t i = 0; i < pic->book.guides.count; i++) {
        uint64_t shapes = lob_pic_shapes_on(lob_layout_cell(pic->layout, cell), pic->book.guides.items[i]);
        lob_polygons polygons = {0};
        bool is_too_large = shapes > 64, found = false;
        lob_guide guide;
        if (shapes && !is_too_large) {
            LOB_TRY(lob_pic_merge_layer(ctx, pic, cell, pic->book.guides.items[i], &polygons, &is_too_large));
        }
        if (shapes && (is_too_large || polygons.contour_count != 1 || polygons.contours[0].count > 20000)) {
            return LOB_OK;
        }
        if (shapes) {
            LOB_TRY(lob_guide_from_rings(ctx, &polygons.points, &polygons.contours[0].count, 1, &found, &guide));
            if (!found || guide.is_closed || !has_port_at(ports, count, &guide.ends[0]) ||
                !has_port_at(ports, count, &guide.ends[1])) {
                return LOB_OK;
            }
            guides++;
        }
    }
    pic->cells[cell].flags |= guides ? LOB_PIC_GUIDE : 0;
    return LOB_OK;
}

lob_status lob_pic_is_guide(lob_ctx *ctx, lob_pic *pic, lob_cell_index cell, bool *result) {
    if (!(pic->cells[cell].flags & LOB_PIC_GUIDE_KNOWN)) {
        LOB_TRY(lob_pic_in_scratch(ctx, pic, cell, find_guide));
        pic->cells[cell].flags |= LOB_PIC_GUIDE_KNOWN;
    }
    *result = (pic->cells[cell].flags & LOB_PIC_GUIDE) != 0;
    return LOB_OK;
}
