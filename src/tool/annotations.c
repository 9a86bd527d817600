/* See annotations.h. A kind takes what it can use of target_ids, points and box, and refuses when that is too little;
 * members that it has no use for are passed by. */
#include "tool/annotations.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "measure/measure.h"
#include "tool/annotations_impl.h"

enum { RING_COUNT_MIN = 3, TITLE_PART_SIZE = 200 };

#define TITLE_BETWEEN " \xe2\x80\x93 "

/* ---- faults ---- */

static lob_status refuse_missing(lob_resolver *r, const char *member, const char *hint) {
    return lob_annotation_refuse(r, member, "missing", "The annotation lacks what its kind needs", hint);
}

/* ---- colours, boxes, points ---- */

static unsigned digit(char c) {
    return (unsigned)(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
}

/* #rgb or #rrggbb; the schema has checked the characters. */
static lob_status take_color(lob_resolver *r) {
    lob_str text = r->item->color;
    if (!text.data) {
        return LOB_OK;
    }
    if (text.size != 4 && text.size != 7) {
        return lob_annotation_refuse(r, "color", "alpha", "Colours of annotations have no alpha",
                                     "Write the color as #rrggbb, e.g. #ff3b30.");
    }
    const unsigned step = text.size == 4 ? 1 : 2;
    for (unsigned i = 0; i < 3; i++) {
        const unsigned high = digit(text.data[1 + i * step]), low = digit(text.data[step + i * step]);
        r->out->color = r->out->color << 8 | high << 4 | low;
    }
    r->out->has_color = true;
    return LOB_OK;
}

static lob_status take_box(lob_resolver *r) {
    lob_ctx own;
    lob_call probe = *r->call;
    bool is_off_grid;
    if (!r->item->box) {
        return LOB_OK;
    }
    lob_ctx_init(&own, r->call->ctx->arena);
    probe.ctx = &own; /* which box it is stands in its error otherwise */
    lob_status status = lob_call_box(&probe, r->item->box, &r->out->box, &is_off_grid);
    if (status != LOB_OK) {
        lob_fail(r->call->ctx, status, "%s", own.error.message);
        lob_annotation_blame(r, "box");
        lob_hint(r->call->ctx, "%s", own.error.hint);
        return status;
    }
    r->out->has_box = true;
    return LOB_OK;
}

/* `room` more places may follow. */
static lob_status take_points(lob_resolver *r, size_t room, lob_vec2 **points) {
    const double dbu = lob_layout_dbu(r->layout);
    const size_t count = r->item->points.count;
    *points = LOB_NEW_ARRAY(r->call->ctx->arena, lob_vec2, count + room);
    if (!*points) {
        return lob_fail_memory(r->call->ctx);
    }
    for (size_t i = 0; i < count; i++) {
        const lob_point_in *p = &r->item->points.items[i];
        (*points)[i] = (lob_vec2){p->x / dbu, p->y / dbu};
        if (!(fabs((*points)[i].x) <= (double)LOB_COORD_MAX) || !(fabs((*points)[i].y) <= (double)LOB_COORD_MAX)) {
            return lob_annotation_refuse(r, "points", "range", "A point is outside of the coordinate range",
                                         "Points are in micrometres, in the coordinates of the drawn cell.");
        }
    }
    r->out->points = *points;
    r->out->point_count = (uint32_t)count;
    return LOB_OK;
}

/* The places of the targets after the points. */
static lob_status take_places(lob_resolver *r, const lob_subject *subjects, uint32_t count) {
    lob_vec2 *points;
    LOB_TRY(take_points(r, count, &points));
    for (uint32_t i = 0; i < count; i++) {
        points[r->out->point_count++] = subjects[i].at;
    }
    return LOB_OK;
}

/* ---- kinds ---- */

/* The outlines of the targets; a polygon of points is one more. */
static lob_status take_rings(lob_resolver *r, const lob_subject *subjects, uint32_t count, bool takes_polygon) {
    lob_ring_dbu *rings = LOB_NEW_ARRAY(r->call->ctx->arena, lob_ring_dbu, (size_t)count + 1);
    const size_t point_count = takes_polygon ? r->item->points.count : 0;
    lob_point64 *polygon = LOB_NEW_ARRAY(r->call->ctx->arena, lob_point64, point_count);
    lob_vec2 *points;
    if (!rings || !polygon) {
        return lob_fail_memory(r->call->ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!subjects[i].is_point) {
            rings[r->out->ring_count++] = (lob_ring_dbu){subjects[i].figure.ring, subjects[i].figure.ring_count};
        }
    }
    if (point_count >= RING_COUNT_MIN) {
        LOB_TRY(take_points(r, 0, &points));
        r->out->point_count = 0;
        for (size_t i = 0; i < point_count; i++) {
            polygon[i] = (lob_point64){llround(points[i].x), llround(points[i].y)};
        }
        rings[r->out->ring_count++] = (lob_ring_dbu){polygon, (uint32_t)point_count};
    }
    r->out->rings = rings;
    return LOB_OK;
}

static lob_status refuse_point_target(lob_resolver *r, const lob_subject *subjects, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (subjects[i].is_point) {
            return lob_annotation_refuse(r, "target_ids", "no_outline", "A text or port is a point without an outline",
                                         "Use kind point, marker, label or ports for it, or the id of a shape or "
                                         "instance.");
        }
    }
    return LOB_OK;
}

static lob_status take_outline(lob_resolver *r, const lob_subject *subjects, uint32_t count) {
    LOB_TRY(refuse_point_target(r, subjects, count));
    LOB_TRY(take_rings(r, subjects, count, true));
    return r->out->ring_count ? LOB_OK
                              : refuse_missing(r, "target_ids",
                                               "Send target_ids of shapes or instances, or three or more points of a "
                                               "polygon.");
}

static lob_status take_frame(lob_resolver *r, const lob_subject *subjects, uint32_t count) {
    LOB_TRY(refuse_point_target(r, subjects, count));
    LOB_TRY(take_box(r));
    LOB_TRY(take_rings(r, subjects, count, false));
    return r->out->has_box || count
               ? LOB_OK
               : refuse_missing(r, "box", "Send box {left, bottom, right, top} in um, or target_ids.");
}

static lob_status take_marker(lob_resolver *r, const lob_subject *subjects, uint32_t count) {
    lob_vec2 *points;
    LOB_TRY(take_box(r));
    LOB_TRY(take_rings(r, subjects, count, false));
    LOB_TRY(take_points(r, count, &points));
    for (uint32_t i = 0; i < count; i++) {
        if (subjects[i].is_point) {
            points[r->out->point_count++] = subjects[i].at;
        }
    }
    return r->out->has_box || count || r->out->point_count
               ? LOB_OK
               : refuse_missing(r, "target_ids", "Send target_ids, points or a box to mark.");
}

static lob_status take_point(lob_resolver *r, const lob_subject *subjects, uint32_t count) {
    LOB_TRY(take_places(r, subjects, count));
    return r->out->point_count ? LOB_OK : refuse_missing(r, "points", "Send points [{x, y}] in um, or target_ids.");
}

/* Words at the targets: that of the request, else their own. */
static lob_status take_label(lob_resolver *r, const lob_subject *subjects, uint32_t count) {
    lob_named_box *names = LOB_NEW_ARRAY(r->call->ctx->arena, lob_named_box, count);
    lob_vec2 *points;
    const bool has_text = r->item->text.size > 0;
    if (!names) {
        return lob_fail_memory(r->call->ctx);
    }
    LOB_TRY(take_points(r, 0, &points));
    if (count == 0 && r->out->point_count == 0) {
        return refuse_missing(r, "points", "Send a point and text, or target_ids of texts.");
    }
    if (r->out->point_count && !has_text) {
        return refuse_missing(r, "text", "Send the text to write at the point.");
    }
    for (uint32_t i = 0; i < count; i++) {
        const lob_subject *s = &subjects[i];
        const int64_t x = llround(s->at.x), y = llround(s->at.y);
        names[i].box = (lob_box64){x, y, x, y};
        names[i].name = r->item->text;
        if (!has_text && s->text.size == 0) {
            return refuse_missing(r, "text", "A shape has no text: send the text to write there.");
        }
        if (!has_text) {
            LOB_TRY(lob_annotation_name(r, s->text, &names[i].name));
        }
    }
    r->out->names = names;
    r->out->name_count = count;
    return LOB_OK;
}

/* Between two targets: what measure_geometry says is nearest. */
static lob_status take_gap(lob_resolver *r, const lob_subject *a, const lob_subject *b) {
    lob_measure gap;
    lob_vec2 *points = LOB_NEW_ARRAY(r->call->ctx->arena, lob_vec2, 2);
    if (!points) {
        return lob_fail_memory(r->call->ctx);
    }
    r->out->points = points;
    r->out->point_count = 2;
    if (a->is_point && b->is_point) {
        points[0] = a->at;
        points[1] = b->at;
        return LOB_OK;
    }
    lob_status status =
        a->is_point || b->is_point
            ? lob_measure_figures(r->call->ctx, LOB_MEASURE_LABEL_DISTANCE, a->is_point ? &a->figure : &b->figure,
                                  a->is_point ? &b->figure : &a->figure, &gap)
            : lob_measure_figures(r->call->ctx, LOB_MEASURE_EDGE_GAP, &a->figure, &b->figure, &gap);
    if (status != LOB_OK) {
        lob_annotation_blame(r, "target_ids");
        return status;
    }
    for (unsigned i = 0; i < 2; i++) {
        const lob_vec2 *at = &gap.points[gap.point_count == 2 ? i : 0];
        points[i] = (lob_vec2){at->x, at->y};
    }
    return LOB_OK;
}

static lob_status take_ruler(lob_resolver *r, const lob_subject *subjects, uint32_t count) {
    if (count == 2 && r->item->points.count == 0) {
        return take_gap(r, &subjects[0], &subjects[1]);
    }
    LOB_TRY(take_places(r, subjects, count));
    return r->out->point_count == 2
               ? LOB_OK
               : refuse_missing(r, "points", "A ruler has two ends: send two points, two target_ids, or one of each.");
}

static lob_status take_arrow(lob_resolver *r, const lob_subject *subjects, uint32_t count) {
    LOB_TRY(take_places(r, subjects, count));
    return r->out->point_count >= 2
               ? LOB_OK
               : refuse_missing(r, "points",
                                "An arrow goes from its first point to its last: send two or more points; "
                                "targets come after the points.");
}

/* That of the request, else the cell and its file. */
static lob_status take_title(lob_resolver *r) {
    lob_shown cell, file;
    const lob_str path = r->call->session->source_path;
    size_t begin = path.size;
    while (begin > 0 && path.data[begin - 1] != '/') {
        begin--;
    }
    if (r->item->text.size > 0) {
        return LOB_OK;
    }
    LOB_TRY(
        lob_name_show(r->call->ctx, lob_layout_cell(r->layout, r->drawing->view.cell)->name, TITLE_PART_SIZE, &cell));
    LOB_TRY(lob_name_show(r->call->ctx, (lob_str){path.data + begin, path.size - begin}, TITLE_PART_SIZE, &file));
    const size_t size = cell.text.size + file.text.size + sizeof TITLE_BETWEEN;
    char *text = lob_arena_alloc(r->call->ctx->arena, size);
    if (!text) {
        return lob_fail_memory(r->call->ctx);
    }
    const int used = snprintf(text, size, "%.*s" TITLE_BETWEEN "%.*s", (int)cell.text.size, cell.text.data,
                              (int)file.text.size, file.text.data);
    r->out->text = (lob_str){text, (size_t)used};
    return LOB_OK;
}

static lob_status take_kind(lob_resolver *r) {
    const lob_subject *subjects;
    uint32_t count;
    LOB_TRY(take_color(r));
    if (r->out->kind == LOB_ANNOTATION_PORTS) {
        return lob_annotation_ports(r);
    }
    if (r->out->kind == LOB_ANNOTATION_CELL_FRAMES) {
        return lob_annotation_cells(r);
    }
    if (r->out->kind == LOB_ANNOTATION_LEGEND) {
        return lob_annotation_legend(r);
    }
    LOB_TRY(lob_subjects_find(r, &subjects, &count));
    switch (r->out->kind) {
    case LOB_ANNOTATION_SHAPE_OUTLINE:
    case LOB_ANNOTATION_SHAPE_FILL:
        return take_outline(r, subjects, count);
    case LOB_ANNOTATION_BOX:
        return take_frame(r, subjects, count);
    case LOB_ANNOTATION_MARKER:
        return take_marker(r, subjects, count);
    case LOB_ANNOTATION_POINT:
        return take_point(r, subjects, count);
    case LOB_ANNOTATION_LABEL:
        return take_label(r, subjects, count);
    case LOB_ANNOTATION_RULER:
        return take_ruler(r, subjects, count);
    case LOB_ANNOTATION_ARROW:
        return take_arrow(r, subjects, count);
    case LOB_ANNOTATION_CROSSHAIR:
        return take_places(r, subjects, count);
    case LOB_ANNOTATION_TITLE:
        return take_title(r);
    default: /* scale_bar, grid: nothing to look up */
        return LOB_OK;
    }
}

/* The enum of the schema has the order of lob_annotation_kind. */
_Static_assert((int)LOB_RENDER_VIEW_REQUEST_ANNOTATIONS_ITEM_KIND_SHAPE_OUTLINE == (int)LOB_ANNOTATION_SHAPE_OUTLINE &&
                   (int)LOB_RENDER_VIEW_REQUEST_ANNOTATIONS_ITEM_KIND_MARKER == (int)LOB_ANNOTATION_MARKER &&
                   (int)LOB_RENDER_VIEW_REQUEST_ANNOTATIONS_ITEM_KIND_RULER == (int)LOB_ANNOTATION_RULER &&
                   (int)LOB_RENDER_VIEW_REQUEST_ANNOTATIONS_ITEM_KIND_PORTS == (int)LOB_ANNOTATION_PORTS &&
                   (int)LOB_RENDER_VIEW_REQUEST_ANNOTATIONS_ITEM_KIND_GRID == (int)LOB_ANNOTATION_GRID &&
                   (int)LOB_RENDER_VIEW_REQUEST_ANNOTATIONS_ITEM_KIND_CROSSHAIR == (int)LOB_ANNOTATION_CROSSHAIR &&
                   (int)LOB_RENDER_VIEW_REQUEST_ANNOTATIONS_ITEM_KIND_TITLE == (int)LOB_ANNOTATION_TITLE &&
                   (int)LOB_RENDER_VIEW_REQUEST_ANNOTATIONS_ITEM_KIND_COUNT == (int)LOB_ANNOTATION_KIND_COUNT,
               "annotation kinds of the schema and of draw/annotate.h");

lob_status lob_annotations_resolve(lob_call *call, lob_drawing *drawing,
                                   const lob_render_view_request_annotations_item *items, size_t count,
                                   lob_annotation **annotations) {
    *annotations = LOB_NEW_ARRAY(call->ctx->arena, lob_annotation, count);
    if (!*annotations) {
        return lob_fail_memory(call->ctx);
    }
    for (size_t i = 0; i < count; i++) {
        lob_resolver r = {.call = call,
                          .drawing = drawing,
                          .layout = call->session->layout,
                          .item = &items[i],
                          .index = i,
                          .out = &(*annotations)[i]};
        r.out->kind = (lob_annotation_kind)items[i].kind;
        r.out->text = items[i].text.data ? items[i].text : LOB_STR("");
        LOB_TRY(lob_poll(call->ctx));
        LOB_TRY(take_kind(&r));
    }
    return LOB_OK;
}
