/* What has a name in the layout: ports, labels, placements of cells. */
#include "draw/annotate_impl.h"

#define ARROW 18.0 /* of a port, with its head */
#define HEAD  8.0
/* Frames with a rim of the ground's colour, to be seen on dense figures; smaller ones would be all rim. */
#define CASED_MIN 24.0

/* Outwards, in pixels; quarter turns without an error. */
static void heading_of(const annotator *a, double angle_deg, double *ux, double *uy) {
    double turn = fmod(angle_deg, 360);
    double angle = turn * (M_PI / 180);
    double x = fmod(turn, 90) == 0 ? round(cos(angle)) : cos(angle);
    double y = fmod(turn, 90) == 0 ? round(sin(angle)) : sin(angle);
    double length = hypot(x * a->grid->sx, y * a->grid->sy);
    *ux = x * a->grid->sx / length;
    *uy = -y * a->grid->sy / length;
}

/* A bar across, as wide as the port. */
static lob_status put_bar(annotator *a, lob_pixel at, double ux, double uy, double width_px, uint32_t color) {
    double half = fmax(width_px / 2, 3);
    const lob_pixel bar[2] = {{at.x - uy * half, at.y + ux * half}, {at.x + uy * half, at.y - ux * half}};
    lob_place_shade_line(a, bar[0], bar[1]);
    return lob_sketch_line(a, bar, 2, false, &(pen){.width = 2, .color = color, .alpha = 255, .is_cased = true});
}

static lob_status put_port(annotator *a, const lob_port_mark *port, uint32_t color) {
    lob_pixel at = lob_sketch_at(a, port->at.x, port->at.y);
    lob_word word = {
        .text = port->name, .color = color, .turn = WORDS_PORTS, .kind = WORD_AROUND, .a = at, .b = {6, 0}};
    if (!lob_sketch_sees(a, at)) {
        a->info->words_outside += port->name.size > 0;
        return LOB_OK;
    }
    if (!port->has_angle || !isfinite(port->angle_deg)) {
        lob_pixel dot[LOB_CIRCLE_POINTS];
        lob_sketch_circle(at, 3, dot);
        LOB_TRY(lob_sketch_line(a, dot, LOB_CIRCLE_POINTS, true, &(pen){.width = 2, .color = a->ground, .alpha = 160}));
        LOB_TRY(lob_sketch_area(a, dot, LOB_CIRCLE_POINTS, color, 255));
        lob_place_shade(a, (lob_rect){at.x - 3, at.y - 3, at.x + 3, at.y + 3});
        return lob_word_add(a, &word);
    }
    double ux;
    double uy;
    heading_of(a, port->angle_deg, &ux, &uy);
    double across = ux * ux * a->grid->sy + uy * uy * a->grid->sx; /* the same when both scales are */
    LOB_TRY(put_bar(a, at, ux, uy, fmin(fabs(port->width) * across, 4e4), color));
    lob_pixel tip = {at.x + ux * ARROW, at.y + uy * ARROW};
    const lob_pixel shaft[2] = {at, {tip.x - ux * HEAD, tip.y - uy * HEAD}};
    LOB_TRY(lob_sketch_line(a, shaft, 2, false, &(pen){.width = 2, .color = color, .alpha = 255, .is_cased = true}));
    LOB_TRY(lob_sketch_head(a, tip, ux, uy, HEAD, color));
    lob_place_shade_line(a, at, tip);
    word.kind = WORD_HEADING;
    word.a = tip;
    word.b = (lob_pixel){ux, uy};
    return lob_word_add(a, &word);
}

lob_status lob_annotate_ports(annotator *a, const lob_annotation *n, uint32_t color) {
    for (uint32_t i = 0; i < n->port_count; i++) {
        LOB_TRY(put_port(a, &n->ports[i], color));
    }
    return LOB_OK;
}

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
