/* The picture of check_connectivity: see connectivity.h. Findings of the page are numbered as the answer lists them;
 * ports that they are about are drawn with their directions; some are drawn again, enlarged. */
#include <stdio.h>

#include "tool/connectivity.h"
#include "tool/map_page.h"

enum { NUMBERED_MAX = 60, TEXT_SIZE = 400, NAME_SHOWN = 60, INSET_PARTS = 6, INSET_APART_PARTS = 16, FAR_SIZE = 64 };

#define INSET_UM_MIN 2.0

#define MICRO "\xc2\xb5m"

typedef struct drawer {
    lob_checking *c;
    lob_map_page page;
    uint32_t count; /* findings drawn */
    lob_annotation *list;
    uint32_t list_count;
} drawer;

static const lob_finding *finding_at(const drawer *d, uint32_t i) {
    return &d->c->found.items[d->c->first + i];
}

static uint32_t color_of(const lob_finding *f) {
    return f->severity == LOB_SEVERITY_ERROR     ? LOB_MAP_ERROR
           : f->severity == LOB_SEVERITY_WARNING ? LOB_MAP_WARNING
                                                 : LOB_MAP_INFO;
}

/* ---- the map ---- */

static lob_status put_ports(drawer *d) {
    lob_checking *c = d->c;
    uint32_t room = 0, count = 0;
    for (uint32_t i = 0; i < d->count; i++) {
        room += finding_at(d, i)->port_count < LOB_FINDING_PORTS_KEPT ? finding_at(d, i)->port_count
                                                                      : LOB_FINDING_PORTS_KEPT;
    }
    lob_port_mark *marks = LOB_NEW_ARRAY(c->call->ctx->arena, lob_port_mark, room + 1);
    if (!marks) {
        return lob_fail_memory(c->call->ctx);
    }
    for (uint32_t i = 0; i < d->count; i++) {
        const lob_finding *f = finding_at(d, i);
        for (uint32_t k = 0; k < f->port_count && k < LOB_FINDING_PORTS_KEPT; k++) {
            const lob_port *p = &c->question.ports[f->ports[k]];
            marks[count++] =
                (lob_port_mark){.at = p->at, .has_angle = p->has_angle, .angle_deg = p->angle_deg, .width = p->width};
        }
    }
    d->list[d->list_count++] = (lob_annotation){.kind = LOB_ANNOTATION_PORTS, .ports = marks, .port_count = count};
    return LOB_OK;
}

static lob_status put_map(drawer *d) {
    lob_ctx *ctx = d->c->call->ctx;
    lob_vec2 *at = LOB_NEW_ARRAY(ctx->arena, lob_vec2, d->count + 1);
    d->list = LOB_NEW_ARRAY(ctx->arena, lob_annotation, d->count + 2);
    if (!at || !d->list) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(put_ports(d));
    for (uint32_t i = 0; i < d->count; i++) {
        const lob_finding *f = finding_at(d, i);
        lob_annotation *n = &d->list[d->list_count++];
        *n = (lob_annotation){.kind = LOB_ANNOTATION_MARKER, .has_color = true, .color = color_of(f)};
        if (f->components[0] != LOB_NONE && !lob_box64_is_empty(f->box) && f->area > 0) {
            n->has_box = true;
            n->box = f->box;
        } else {
            at[i] = f->at;
            n->points = &at[i];
            n->point_count = 1;
        }
    }
    d->list[d->list_count++] = (lob_annotation){.kind = LOB_ANNOTATION_SCALE_BAR};
    return lob_map_page_annotate(&d->page, d->list, d->list_count);
}

/* ---- the list ---- */

static int say_port(const drawer *d, const lob_finding *f, uint32_t k, char *out, size_t size) {
    lob_shown name;
    const lob_port *p = &d->c->question.ports[f->ports[k]];
    if (lob_name_show(d->c->call->ctx, p->name, NAME_SHOWN, &name) != LOB_OK) {
        return 0;
    }
    return snprintf(out, size, "%s%.*s", k ? " \xe2\x80\x93 " : "", (int)name.text.size, name.text.data);
}

static size_t say_what(const drawer *d, const lob_finding *f, char text[TEXT_SIZE]) {
    const char *kind = lob_finding_kind_name_names[f->kind];
    int used = snprintf(text, TEXT_SIZE, "%s  ", kind);
    for (int i = 0; i < used; i++) {
        text[i] = (char)(text[i] == '_' ? ' ' : text[i]);
    }
    for (uint32_t k = 0; k < f->port_count && k < 2; k++) {
        used += say_port(d, f, k, text + used, TEXT_SIZE - (size_t)used);
    }
    return (size_t)used;
}

static size_t say_where(const drawer *d, const lob_finding *f, char text[TEXT_SIZE]) {
    const double dbu = d->c->dbu;
    char x[40], y[40], far[40];
    lob_chart_number(x, sizeof x, f->at.x * dbu, 3);
    lob_chart_number(y, sizeof y, f->at.y * dbu, 3);
    int used = snprintf(text, TEXT_SIZE, "at (%s, %s) " MICRO, x, y);
    if (f->has_offset && (f->offset.x != 0 || f->offset.y != 0)) {
        lob_chart_number(far, sizeof far, hypot(f->offset.x, f->offset.y) * dbu, 4);
        used += snprintf(text + used, TEXT_SIZE - (size_t)used, ", %s " MICRO " apart", far);
    }
    if (f->has_angle && f->angle_error_deg > 0) {
        lob_chart_number(far, sizeof far, f->angle_error_deg, 3);
        used += snprintf(text + used, TEXT_SIZE - (size_t)used, ", %s\xc2\xb0 off", far);
    }
    if (f->has_width && f->width_difference != 0) {
        lob_chart_number(far, sizeof far, f->width_difference * dbu, 4);
        used += snprintf(text + used, TEXT_SIZE - (size_t)used, ", width differs by %s " MICRO, far);
    }
    return (size_t)used;
}

static void put_list(drawer *d) {
    const lob_checking *c = d->c;
    char title[TEXT_SIZE], under[TEXT_SIZE];
    const lob_check_connectivity_response *a = c->response;
    const int size = snprintf(title, sizeof title, "Connections of %.*s",
                              (int)(c->cell_name.size < 200 ? c->cell_name.size : 200), c->cell_name.data);
    const int size2 =
        snprintf(under, sizeof under, "%d ports, %d joined; %d errors, %d warnings", (int)a->summary.port_count,
                 (int)a->summary.joined_count, (int)a->summary.error_count, (int)a->summary.warning_count);
    lob_map_page_heading(&d->page, (lob_str){title, (size_t)size}, (lob_str){under, (size_t)size2});
    for (uint32_t i = 0; i < d->count; i++) {
        const lob_finding *f = finding_at(d, i);
        char text[TEXT_SIZE], detail[TEXT_SIZE];
        const size_t text_size = say_what(d, f, text), detail_size = say_where(d, f, detail);
        lob_map_page_entry(&d->page, i + 1, color_of(f), (lob_str){text, text_size}, (lob_str){detail, detail_size});
    }
    if (d->count == 0) {
        lob_map_page_entry(&d->page, 0, LOB_MAP_INFO, LOB_STR("Nothing was found."), LOB_STR(""));
    }
}

/* ---- enlarged ---- */

static double apart_of(const lob_finding *f) {
    return f->has_offset ? hypot(f->offset.x, f->offset.y) : 0;
}

/* Of ports a little apart a corner is shown, where gaps and steps of a thousandth of the width can be seen. */
static lob_vec2 corner_of(const lob_port *p) {
    const double turn = p->angle_deg * acos(-1) / 180, half = p->has_angle ? p->width / 2 : 0;
    return (lob_vec2){p->at.x - half * sin(turn), p->at.y + half * cos(turn)};
}

static double size_of(const drawer *d, const lob_finding *f) {
    double width = 0;
    for (uint32_t k = 0; k < f->port_count && k < LOB_FINDING_PORTS_KEPT; k++) {
        width = fmax(width, d->c->question.ports[f->ports[k]].width);
    }
    return apart_of(f) > 0 ? INSET_APART_PARTS * apart_of(f) : fmax(INSET_PARTS * width, INSET_UM_MIN / d->c->dbu);
}

static lob_status put_inset(drawer *d, uint32_t i) {
    lob_ctx *ctx = d->c->call->ctx;
    const lob_finding *f = finding_at(d, i);
    char *text = lob_arena_zalloc(ctx->arena, TEXT_SIZE, 1);
    lob_port_mark *marks = LOB_NEW_ARRAY(ctx->arena, lob_port_mark, LOB_FINDING_PORTS_KEPT);
    lob_vec2 *ends = LOB_NEW_ARRAY(ctx->arena, lob_vec2, 2);
    if (!text || !marks || !ends) {
        return lob_fail_memory(ctx);
    }
    uint32_t count = 0;
    for (uint32_t k = 0; k < f->port_count && k < LOB_FINDING_PORTS_KEPT; k++) {
        const lob_port *p = &d->c->question.ports[f->ports[k]];
        marks[count++] =
            (lob_port_mark){.at = p->at, .has_angle = p->has_angle, .angle_deg = p->angle_deg, .width = p->width};
    }
    lob_annotation list[3] = {{.kind = LOB_ANNOTATION_PORTS, .ports = marks, .port_count = count},
                              {.kind = LOB_ANNOTATION_SCALE_BAR}};
    uint32_t list_count = 2;
    const bool is_apart = count >= 2 && apart_of(f) > 0;
    if (is_apart) {
        char *far = lob_arena_zalloc(ctx->arena, FAR_SIZE, 1);
        if (!far) {
            return lob_fail_memory(ctx);
        }
        char number[FAR_SIZE - sizeof " " MICRO];
        lob_chart_number(number, sizeof number, apart_of(f) * d->c->dbu, 4);
        snprintf(far, FAR_SIZE, "%s " MICRO, number);
        const lob_port *const ports[2] = {&d->c->question.ports[f->ports[0]], &d->c->question.ports[f->ports[1]]};
        ends[0] = corner_of(ports[0]);
        /* The other one faces the first: its corner is at the other end of its bar. */
        ends[1] = (lob_vec2){2 * ports[1]->at.x - corner_of(ports[1]).x, 2 * ports[1]->at.y - corner_of(ports[1]).y};
        list[list_count++] = (lob_annotation){.kind = LOB_ANNOTATION_RULER,
                                              .points = ends,
                                              .point_count = 2,
                                              .text = lob_str_from(far),
                                              .has_color = true,
                                              .color = color_of(f)};
    }
    const lob_map_inset inset = {.number = i + 1,
                                 .color = color_of(f),
                                 .middle = is_apart ? ends[0] : f->at,
                                 .size = size_of(d, f),
                                 .caption = {text, say_what(d, f, text)},
                                 .annotations = list,
                                 .annotation_count = list_count};
    return lob_map_page_inset(&d->page, &inset);
}

/* The first of those that lie a little apart, then of the others that are not connected. */
static lob_status put_insets(drawer *d) {
    for (int others = 0; others < 2; others++) {
        for (uint32_t i = 0; i < d->count && d->page.inset_count < LOB_MAP_INSETS_MAX; i++) {
            const lob_finding *f = finding_at(d, i);
            if (f->port_count > 0 && f->severity != LOB_SEVERITY_INFO && (apart_of(f) > 0) == (others == 0)) {
                LOB_TRY(put_inset(d, i));
            }
        }
    }
    return LOB_OK;
}

static lob_status draw(drawer *d) {
    LOB_TRY(put_map(d));
    put_list(d);
    return put_insets(d);
}

lob_status lob_connectivity_draw(lob_checking *c) {
    drawer d = {.c = c};
    const size_t listed = c->response->findings.count;
    const lob_box64 box = c->request->box ? c->window : lob_layout_cell(c->layout, c->query.cell)->box;
    d.count = listed < NUMBERED_MAX ? (uint32_t)listed : NUMBERED_MAX;
    LOB_TRY(lob_map_page_begin(c->call, c->query.cell, box, &d.page));
    const lob_status status = draw(&d);
    if (status != LOB_OK) {
        lob_map_page_drop(&d.page);
        return status;
    }
    return lob_map_page_send(&d.page, "check_connectivity", &c->response->image, &c->response->image_svg);
}
