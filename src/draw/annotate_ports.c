/* Ports: a bar across, an arrow outwards, a name. A chip has hundreds of them, most of them where two components meet:
 * ports at one place share a word, two that face each other need no arrows, and where many are near each other their
 * number stands for their names.
 *
 * Invariant: every port in the picture has its bar or its dot, whatever becomes of its name. */
#include <stdlib.h>

#include "draw/annotate_impl.h"

#define ARROW 18.0 /* of a port, with its head */
#define HEAD  8.0
#define NEAR  80.0 /* side of a group's square, in pixels */

enum { GROUP_MIN = 4, FACING_DEG = 180 };

typedef struct seen_port {
    const lob_port_mark *port;
    lob_pixel at;
    int64_t x, y; /* place in dbu, to tell whether two are the same */
    uint32_t index;
    uint32_t square; /* of the picture that it lies in */
    bool is_facing;  /* another one of its place points the other way */
    bool is_named;   /* it has the word of its place */
    bool is_grouped;
} seen_port;

static int by_place(const void *a, const void *b) {
    const seen_port *p = a, *q = b;
    if (p->x != q->x) {
        return p->x < q->x ? -1 : 1;
    }
    if (p->y != q->y) {
        return p->y < q->y ? -1 : 1;
    }
    return p->index < q->index ? -1 : p->index > q->index;
}

static int by_square(const void *a, const void *b) {
    const seen_port *p = a, *q = b;
    if (p->square != q->square) {
        return p->square < q->square ? -1 : 1;
    }
    return p->index < q->index ? -1 : p->index > q->index;
}

static bool has_heading(const lob_port_mark *port) {
    return port->has_angle && isfinite(port->angle_deg);
}

static bool are_facing(const lob_port_mark *p, const lob_port_mark *q) {
    const double turn = has_heading(p) && has_heading(q) ? fmod(fabs(p->angle_deg - q->angle_deg), 360) : 0;
    return fabs(turn - FACING_DEG) < 1;
}

/* Of those at one place: which face each other, and who has the word; equal names are one. */
static void judge_place(seen_port *list, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        list[i].is_named = true;
        for (uint32_t k = 0; k < i; k++) {
            const bool faces = are_facing(list[i].port, list[k].port);
            list[i].is_facing = list[i].is_facing || faces;
            list[k].is_facing = list[k].is_facing || faces;
            list[i].is_named = list[i].is_named && !lob_str_equal(list[i].port->name, list[k].port->name);
        }
    }
}

static void judge_places(seen_port *list, uint32_t count) {
    enum { PLACE_MAX = 64 }; /* more at one place are not compared with each other */
    for (uint32_t i = 0; i < count;) {
        uint32_t end = i + 1;
        while (end < count && end - i < PLACE_MAX && list[end].x == list[i].x && list[end].y == list[i].y) {
            end++;
        }
        judge_place(list + i, end - i);
        i = end;
    }
}

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
static lob_status put_bar(annotator *a, const seen_port *s, double ux, double uy, uint32_t color) {
    const double across = ux * ux * a->grid->sy + uy * uy * a->grid->sx; /* the same when both scales are */
    const double half = fmax(fmin(fabs(s->port->width) * across, 4e4) / 2, 3);
    const lob_pixel at = s->at;
    const lob_pixel bar[2] = {{at.x - uy * half, at.y + ux * half}, {at.x + uy * half, at.y - ux * half}};
    lob_place_shade_line(a, bar[0], bar[1]);
    pen with = {.width = 2, .color = color, .alpha = 255, .is_cased = true};
    if (s->port->is_inferred) {
        with.dash_on = 3;
        with.gap = 2;
    }
    return lob_sketch_line(a, bar, 2, false, &with);
}

static lob_status put_dot(annotator *a, const seen_port *s, uint32_t color) {
    const lob_pixel at = s->at;
    lob_pixel dot[LOB_CIRCLE_POINTS];
    lob_sketch_circle(at, 3, dot);
    LOB_TRY(lob_sketch_line(a, dot, LOB_CIRCLE_POINTS, true, &(pen){.width = 2, .color = a->ground, .alpha = 160}));
    lob_place_shade(a, (lob_rect){at.x - 3, at.y - 3, at.x + 3, at.y + 3});
    if (s->port->is_inferred) {
        return lob_sketch_line(a, dot, LOB_CIRCLE_POINTS, true, &(pen){.width = 1.5, .color = color, .alpha = 255});
    }
    return lob_sketch_area(a, dot, LOB_CIRCLE_POINTS, color, 255);
}

static lob_status put_arrow(annotator *a, const seen_port *s, double ux, double uy, uint32_t color) {
    const lob_pixel at = s->at, tip = {at.x + ux * ARROW, at.y + uy * ARROW};
    const lob_pixel neck = {tip.x - ux * HEAD, tip.y - uy * HEAD};
    const lob_pixel shaft[2] = {at, neck};
    LOB_TRY(lob_sketch_line(a, shaft, 2, false, &(pen){.width = 2, .color = color, .alpha = 255, .is_cased = true}));
    lob_place_shade_line(a, at, tip);
    if (!s->port->is_inferred) {
        return lob_sketch_head(a, tip, ux, uy, HEAD, color);
    }
    const double half = HEAD * 0.42;
    const lob_pixel head[3] = {tip, {neck.x - uy * half, neck.y + ux * half}, {neck.x + uy * half, neck.y - ux * half}};
    LOB_TRY(lob_sketch_area(a, head, 3, a->ground, 255));
    return lob_sketch_line(a, head, 3, true, &(pen){.width = 1.2, .color = color, .alpha = 255});
}

static lob_status put_port(annotator *a, const seen_port *s, bool is_crowd, uint32_t color) {
    const bool wants_word = s->is_named && !s->is_grouped && !(is_crowd && s->is_facing);
    lob_word word = {
        .text = s->port->name, .color = color, .turn = WORDS_PORTS, .kind = WORD_AROUND, .a = s->at, .b = {6, 0}};
    if (!has_heading(s->port)) {
        LOB_TRY(put_dot(a, s, color));
        return wants_word ? lob_word_add(a, &word) : LOB_OK;
    }
    double ux;
    double uy;
    heading_of(a, s->port->angle_deg, &ux, &uy);
    LOB_TRY(put_bar(a, s, ux, uy, color));
    if (!s->is_facing && !s->is_grouped) {
        LOB_TRY(put_arrow(a, s, ux, uy, color));
        word.kind = WORD_HEADING;
        word.a = (lob_pixel){s->at.x + ux * ARROW, s->at.y + uy * ARROW};
        word.b = (lob_pixel){ux, uy};
    }
    a->info->ports_grouped += !wants_word && s->is_named && s->port->name.size > 0;
    return wants_word ? lob_word_add(a, &word) : LOB_OK;
}

/* One word for the ports of a square that are not joined to another. */
static lob_status put_group(annotator *a, seen_port *list, uint32_t count, uint32_t color) {
    lob_pixel middle = {0, 0};
    uint32_t open_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!list[i].is_facing && list[i].is_named) {
            middle = (lob_pixel){middle.x + list[i].at.x, middle.y + list[i].at.y};
            open_count++;
        }
    }
    if (open_count < GROUP_MIN) {
        return LOB_OK;
    }
    for (uint32_t i = 0; i < count; i++) {
        list[i].is_grouped = !list[i].is_facing;
    }
    lob_word word = {.color = color,
                     .turn = WORDS_PORTS,
                     .kind = WORD_AROUND,
                     .a = {middle.x / open_count, middle.y / open_count},
                     .b = {10, 0},
                     .is_fixed_text = true};
    LOB_TRY(lob_text_decimal(a, open_count, 0, "ports", &word.text));
    return lob_word_add(a, &word);
}

static lob_status put_groups(annotator *a, seen_port *list, uint32_t count, uint32_t color) {
    qsort(list, count, sizeof *list, by_square);
    for (uint32_t i = 0; i < count;) {
        uint32_t end = i + 1;
        while (end < count && list[end].square == list[i].square) {
            end++;
        }
        LOB_TRY(put_group(a, list + i, end - i, color));
        i = end;
    }
    return LOB_OK;
}

lob_status lob_annotate_ports(annotator *a, const lob_annotation *n, uint32_t color) {
    seen_port *list = LOB_NEW_ARRAY(a->ctx->arena, seen_port, n->port_count);
    const uint32_t columns = (uint32_t)(a->width / NEAR) + 1;
    uint32_t count = 0;
    if (!list) {
        return lob_fail_memory(a->ctx);
    }
    for (uint32_t i = 0; i < n->port_count; i++) {
        const lob_port_mark *port = &n->ports[i];
        const lob_pixel at = lob_sketch_at(a, port->at.x, port->at.y);
        if (!lob_sketch_sees(a, at)) {
            a->info->words_outside += port->name.size > 0;
            continue;
        }
        list[count] = (seen_port){.port = port, .at = at, .index = i};
        list[count].x = (int64_t)floor(port->at.x + 0.5);
        list[count].y = (int64_t)floor(port->at.y + 0.5);
        list[count++].square = (uint32_t)(at.y / NEAR) * columns + (uint32_t)(at.x / NEAR);
    }
    if (count == 0) {
        return LOB_OK;
    }
    qsort(list, count, sizeof *list, by_place);
    judge_places(list, count);
    const bool is_crowd = count >= LOB_PORT_GROUP_FROM;
    LOB_TRY(is_crowd ? put_groups(a, list, count, color) : LOB_OK);
    for (uint32_t i = 0; i < count; i++) {
        LOB_TRY(put_port(a, &list[i], is_crowd, color));
        if (i % 1024 == 0) {
            LOB_TRY(lob_poll(a->ctx));
        }
    }
    return LOB_OK;
}
