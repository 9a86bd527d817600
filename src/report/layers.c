/* Layers: counts and merged areas in a table, a picture of each. Areas are those of density_map for the whole cell; a
 * layer of more than AREA_SHAPES expanded shapes, or behind AREA_SHAPES_ALL of all layers, has none, which is said. */
#include <stdio.h>

#include "report/report_impl.h"
#include "tool/registry.h"

enum { AREA_SHAPES = 400000, AREA_SHAPES_ALL = 2000000 };

typedef lob_list_layers_response_layers_item layer_item;

typedef struct area {
    bool is_known;
    double area_um2, density;
    double error_um2; /* 0: exact */
} area;

typedef struct lister {
    lob_reporter *r;
    lob_report_part part;
    lob_list_layers_response answer;
    lob_report_geometry *geometry; /* by layer of the layout */
    area *areas;                   /* by item */
    uint32_t area_left_out;
} lister;

static bool has_extent(lob_box64 box) {
    return !lob_box64_is_empty(box) && box.left < box.right && box.bottom < box.top;
}

/* One tile as large as the cell. */
static lob_status ask_area(lister *l, const layer_item *item, area *a) {
    lob_reporter *r = l->r;
    lob_report_part own;
    lob_layer_filter filter = {.layer = item->layer, .datatype = item->datatype};
    lob_density_map_request_tiles one = {1, 1};
    lob_density_map_request request = {.session_id = r->opened.session_id, .tiles = &one};
    lob_density_map_response answer = {0};
    request.layers.items = &filter;
    request.layers.count = 1;
    LOB_TRY(lob_report_begin(r, &own));
    lob_status status = lob_tool_density_map(&own.call, &request, &answer);
    if (status == LOB_OK) {
        *a = (area){true, answer.area_um2, answer.density, answer.has_area_error_um2 ? answer.area_error_um2 : 0};
    } else if (status == LOB_E_QUERY_TOO_LARGE) {
        status = LOB_OK;
    }
    return lob_report_end(r, &own, status);
}

static lob_status ask_areas(lister *l) {
    const lob_box64 box = lob_layout_cell(l->r->layout, l->r->call->session->top)->box;
    int64_t left = AREA_SHAPES_ALL;
    for (size_t i = 0; i < l->answer.layers.count; i++) {
        const layer_item *item = &l->answer.layers.items[i];
        const int64_t shapes = item->expanded_shape_count;
        if (shapes == 0 || !has_extent(box)) {
            l->areas[i].is_known = true;
        } else if (shapes <= AREA_SHAPES && shapes <= left) {
            LOB_TRY(ask_area(l, item, &l->areas[i]));
            left -= shapes;
        }
        l->area_left_out += !l->areas[i].is_known;
        lob_progress(l->r->call->ctx, (double)i, (double)l->answer.layers.count, "areas of layers");
    }
    return LOB_OK;
}

/* ---- the table ---- */

static void put_area(lob_buf *out, const area *a) {
    if (!a->is_known) {
        lob_buf_add_text(out, "<td class=\"n\">\xe2\x80\x93</td><td class=\"n\">\xe2\x80\x93</td>");
        return;
    }
    lob_buf_add_text(out, "<td class=\"n\">");
    lob_html_um(out, a->area_um2);
    if (a->error_um2 > 0) {
        lob_buf_add_text(out, " <small>\xc2\xb1 ");
        lob_html_um(out, a->error_um2);
        lob_buf_add_text(out, "</small>");
    }
    lob_buf_add_text(out, "</td><td class=\"n\">");
    lob_html_um(out, a->density * 100);
    lob_buf_add_text(out, "</td>");
}

static void put_grid(const lob_reporter *r, lob_buf *out, const lob_report_geometry *g) {
    lob_buf_add_text(out, "<td class=\"n\">");
    if (g->grid) {
        lob_html_um(out, (double)g->grid * r->dbu * 1000);
    }
    lob_buf_add_text(out, "</td>");
}

static void put_box(lob_buf *out, const layer_item *item) {
    lob_buf_add_text(out, "<td>");
    if (item->bbox_empty) {
        lob_buf_add_text(out, "<small>not in this cell</small>");
    } else {
        lob_html_box(out, item->bbox_um.left, item->bbox_um.bottom, item->bbox_um.right, item->bbox_um.top);
    }
    lob_buf_add_text(out, "</td></tr>\n");
}

static void put_row(lister *l, size_t i) {
    const layer_item *item = &l->answer.layers.items[i];
    const int64_t counts[] = {item->shape_count, item->text_count, item->expanded_shape_count};
    lob_buf *out = l->r->out;
    lob_buf_add_text(out, "<tr><th scope=\"row\">");
    lob_report_layer(out, item->layer, item->datatype, item->name, item->raw_hex);
    lob_buf_add_text(out, item->visible ? "</th>" : " <small>hidden</small></th>");
    for (unsigned k = 0; k < 3; k++) {
        lob_buf_add_text(out, "<td class=\"n\">");
        lob_html_count(out, (uint64_t)counts[k]);
        lob_buf_add_text(out, "</td>");
    }
    put_area(out, &l->areas[i]);
    put_grid(l->r, out, &l->geometry[i]);
    put_box(out, item);
}

static void put_table(lister *l) {
    static const char *const heads[] = {"Layer",
                                        "#Stored shapes",
                                        "#of them texts",
                                        "#In the cell, expanded",
                                        "#Area, \xc2\xb5m\xc2\xb2",
                                        "#Density, %",
                                        "#Grid, nm",
                                        "Box in the cell, \xc2\xb5m",
                                        NULL};
    lob_report_table(l->r, "Layers: stored counts are of the whole file, the rest is of the cell", heads);
    for (size_t i = 0; i < l->answer.layers.count; i++) {
        put_row(l, i);
    }
    lob_report_table_end(l->r);
    lob_buf_add_text(l->r->out,
                     "<p>Areas are merged: what overlaps counts once. Densities are shares of the cell's box. The "
                     "grid is the coarsest one that contains all stored coordinates of the layer; for paths, those "
                     "of the centre line.</p>\n");
}

static void put_left_out(lister *l, size_t drawn, size_t pictures) {
    lob_buf *out = l->r->out;
    if (l->answer.truncation.layers_dropped) {
        lob_buf_add_text(out, "<p class=\"left-out\">Not shown: ");
        lob_html_counted(out, (uint64_t)l->answer.truncation.layers_dropped, "layer", "layers");
        lob_buf_printf(out, " after the first %d; list_layers has all.</p>\n", LOB_REPORT_LAYERS_MAX);
    }
    if (l->area_left_out) {
        lob_buf_add_text(out, "<p class=\"left-out\">Areas of ");
        lob_html_counted(out, l->area_left_out, "layer", "layers");
        lob_buf_printf(out,
                       " were not computed: the limit is %d expanded shapes for a layer and %d for all layers. "
                       "density_map computes any of them.</p>\n",
                       AREA_SHAPES, AREA_SHAPES_ALL);
    }
    if (pictures > drawn) {
        lob_buf_add_text(out, "<p class=\"left-out\">Pictures of ");
        lob_html_counted(out, pictures - drawn, "more layer", "more layers");
        lob_buf_printf(out, " after the first %d are not shown; render draws any layer.</p>\n",
                       LOB_REPORT_LAYERS_DRAWN);
    }
}

/* ---- the pictures ---- */

static lob_status put_picture(lister *l, const layer_item *item) {
    lob_reporter *r = l->r;
    lob_report_view view = {.cell = r->call->session->top, .width = 370, .height = 246};
    const lob_dbu_box b = item->bbox_dbu;
    char alt[80];
    uint32_t color = 0x808080;
    view.layer = lob_layout_find_layer(r->layout, (uint32_t)item->layer, (uint32_t)item->datatype);
    view.box = lob_report_fit(r, (lob_box64){b.left, b.bottom, b.right, b.top});
    snprintf(alt, sizeof alt, "Layer %lld/%lld alone", (long long)item->layer, (long long)item->datatype);
    lob_buf_add_text(r->out, "<figure>");
    LOB_TRY(lob_report_draw(r, &view, lob_str_from(alt), &color));
    lob_buf_printf(r->out,
                   "<figcaption><svg class=\"swatch\" viewBox=\"0 0 12 12\" aria-hidden=\"true\" "
                   "xmlns=\"http://www.w3.org/2000/svg\"><rect width=\"12\" height=\"12\" rx=\"2\" "
                   "fill=\"#%06x\"/></svg><b>",
                   (unsigned)color);
    lob_report_layer(r->out, item->layer, item->datatype, item->name, item->raw_hex);
    lob_buf_add_text(r->out, "</b>, scaled to its own box</figcaption></figure>\n");
    return LOB_OK;
}

/* In this cell, beside texts. */
static bool has_figures(const lister *l, const layer_item *item) {
    const lob_layout *layout = l->r->layout;
    const lob_cell *top = lob_layout_cell(layout, l->r->call->session->top);
    const lob_layer_index index = lob_layout_find_layer(layout, (uint32_t)item->layer, (uint32_t)item->datatype);
    for (uint32_t i = 0; i < top->layer_box_count; i++) {
        if (top->layer_boxes[i].layer == index) {
            return top->layer_boxes[i].shape_count > top->layer_boxes[i].kind_count[LOB_KIND_TEXT];
        }
    }
    return false;
}

static lob_status put_pictures(lister *l, size_t *drawn, size_t *pictures) {
    *drawn = *pictures = 0;
    lob_buf_add_text(l->r->out, "<h3>Each layer alone</h3>\n<div class=\"grid\">\n");
    for (size_t i = 0; i < l->answer.layers.count; i++) {
        const layer_item *item = &l->answer.layers.items[i];
        if (!has_figures(l, item)) {
            continue;
        }
        ++*pictures;
        if (*drawn < LOB_REPORT_LAYERS_DRAWN) {
            LOB_TRY(put_picture(l, item));
            ++*drawn;
        }
        lob_progress(l->r->call->ctx, (double)i, (double)l->answer.layers.count, "pictures of layers");
    }
    lob_buf_add_text(l->r->out, *drawn ? "</div>\n" : "<p>No layer has figures in this cell.</p></div>\n");
    return LOB_OK;
}

static lob_status list(lister *l) {
    lob_reporter *r = l->r;
    size_t drawn, pictures;
    const lob_list_layers_request request = {.session_id = r->opened.session_id, .limit = LOB_REPORT_LAYERS_MAX};
    LOB_TRY(lob_tool_list_layers(&l->part.call, &request, &l->answer));
    LOB_TRY(lob_report_look(&l->part.ctx, r->layout, &l->geometry));
    l->areas = LOB_NEW_ARRAY(l->part.ctx.arena, area, l->answer.layers.count);
    if (!l->areas) {
        return lob_fail_memory(&l->part.ctx);
    }
    LOB_TRY(ask_areas(l));
    lob_report_section(r, "layers", "Layers");
    put_table(l);
    LOB_TRY(put_pictures(l, &drawn, &pictures));
    put_left_out(l, drawn, pictures);
    lob_buf_add_text(r->out, "</section>\n");
    return LOB_OK;
}

lob_status lob_report_layers(lob_reporter *r) {
    lister l = {.r = r};
    LOB_TRY(lob_report_begin(r, &l.part));
    return lob_report_end(r, &l.part, list(&l));
}
