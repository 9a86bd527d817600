/* The zoomable drawing: the SVG that render_view writes of the same scene, made fit for a page whose policy allows no
 * style attributes, and a legend that names its layers. See zoom.h. */
#include "report/zoom.h"

#include <string.h>

#include "draw/svg.h"

/* ---- the legend ---- */

/* As the drawing has the layer: its fill over the ground, its frame. */
static void put_swatch(lob_buf *out, const lob_style *style, bool is_dark) {
    lob_buf_printf(out,
                   "<svg class=\"swatch %s\" viewBox=\"0 0 12 12\" aria-hidden=\"true\" "
                   "xmlns=\"http://www.w3.org/2000/svg\"><rect width=\"12\" height=\"12\" fill=\"%s\"/>"
                   "<rect x=\".5\" y=\".5\" width=\"11\" height=\"11\" fill=\"#%06x\" fill-opacity=\".%03u\" "
                   "stroke=\"#%06x\" stroke-opacity=\".%03u\"%s/></svg>",
                   is_dark ? "on-dark" : "on-light", is_dark ? "#000" : "#fff", (unsigned)style->fill,
                   style->fill_alpha * 999U / 255, (unsigned)style->frame, style->frame_alpha * 999U / 255,
                   style->is_dashed ? " stroke-dasharray=\"3 2\"" : "");
}

static void put_legend(lob_buf *out, const lob_drawing *light, const lob_drawing *dark) {
    const uint32_t count = light->scene.layer_count;
    lob_buf_add_text(out, "<ul class=\"legend\" id=\"legend\" aria-label=\"Layers, the topmost first\">\n");
    for (uint32_t k = 0; k < count && k < LOB_REPORT_LEGEND_MAX; k++) {
        const uint32_t i = count - 1 - k;
        lob_buf_printf(
            out, "<li><label><input type=\"checkbox\" checked=\"checked\" disabled=\"disabled\" value=\"%u\"/>", i);
        put_swatch(out, &light->scene.layers[i].style, false);
        put_swatch(out, &dark->scene.layers[i].style, true);
        lob_html_name(out, light->layer_names[i], (lob_str){0});
        lob_buf_add_text(out, "</label></li>\n");
    }
    if (count > LOB_REPORT_LEGEND_MAX) {
        lob_buf_add_text(out, "<li>and ");
        lob_html_counted(out, count - LOB_REPORT_LEGEND_MAX, "more layer", "more layers");
        lob_buf_add_text(out, "</li>\n");
    }
    lob_buf_add_text(out, "</ul>\n");
}

/* ---- the drawing ---- */

/* Without the XML declaration, and without style attributes: the page's style sheet keeps lines as wide as they are. */
static void put_svg(lob_buf *out, const lob_buf *svg) {
    static const char steady[] = " style=\"vector-effect:non-scaling-stroke\"";
    const char *at = memchr(svg->data, '\n', svg->size), *end = svg->data + svg->size;
    while (at && at < end) {
        const char *next = memmem(at, (size_t)(end - at), steady, sizeof steady - 1);
        lob_buf_add(out, at, (size_t)((next ? next : end) - at));
        at = next ? next + sizeof steady - 1 : end;
    }
}

static void put_template(lob_reporter *r, const lob_grid *grid, const lob_buf *svg) {
    lob_buf *out = r->out;
    lob_buf_add_text(out, "<template id=\"zoomable\" data-um=\"");
    lob_html_um(out, r->dbu / grid->sx);
    lob_buf_add_text(out, "\" data-left=\"");
    lob_html_um(out, grid->left * r->dbu);
    lob_buf_add_text(out, "\" data-top=\"");
    lob_html_um(out, grid->top * r->dbu);
    lob_buf_add_text(out, "\">");
    put_svg(out, svg);
    lob_buf_add_text(
        out, "</template>\n<div class=\"zoom\"><div class=\"bar\" role=\"toolbar\" aria-label=\"View\">"
             "<button id=\"zoom-fit\" type=\"button\">Fit</button>"
             "<button id=\"zoom-in\" type=\"button\" aria-label=\"Zoom in\">+</button>"
             "<button id=\"zoom-out\" type=\"button\" aria-label=\"Zoom out\">\xe2\x88\x92</button>"
             "<button id=\"zoom-rule\" type=\"button\" aria-pressed=\"false\">Ruler</button>"
             "<span id=\"zoom-length\"></span><span id=\"zoom-place\"></span></div>\n"
             "<div id=\"zoom-pane\" tabindex=\"0\" role=\"application\" aria-label=\"The layout: drag to move, plus, "
             "minus and arrows on the keyboard, f for all of it\"><div id=\"zoom-bar\"></div></div>\n"
             "<p class=\"hint\">Drag to move. Click the drawing, then turn the wheel to zoom; double click zooms, "
             "too.</p></div>\n");
}

static void put_far(lob_buf *out, uint32_t far_count) {
    if (far_count) {
        lob_buf_add_text(out, "<p class=\"left-out\">");
        lob_html_counted(out, far_count, "layer has", "layers have");
        lob_buf_add_text(out, " so many figures that zooming shows pixels; <code>layout-observer view</code> draws "
                              "them sharply at any zoom.</p>\n");
    }
}

static lob_status draw(lob_reporter *r, lob_report_part *part, const lob_report_view *view, lob_buf *svg) {
    lob_drawing *light, *dark;
    lob_cover *cover;
    lob_scene_info info;
    LOB_TRY(lob_report_scene(r, &part->call, view, LOB_PICTURE_LIGHT, &light));
    LOB_TRY(lob_report_scene(r, &part->call, view, LOB_PICTURE_DARK, &dark));
    put_legend(r->out, light, dark);
    LOB_TRY(lob_call_cover(&part->call, &cover));
    LOB_TRY(lob_svg_make(&part->ctx, cover, &light->scene, light->layer_names, NULL, svg, &info));
    put_template(r, &light->scene.grid, svg);
    put_far(r->out, info.far_count);
    return LOB_OK;
}

lob_status lob_report_zoom(lob_reporter *r, const lob_report_view *view) {
    lob_report_part part;
    lob_buf svg;
    LOB_TRY(lob_report_begin(r, &part));
    lob_buf_init(&svg, LOB_REPORT_ZOOM_SIZE);
    lob_status status = draw(r, &part, view, &svg);
    lob_buf_release(&svg);
    if (status == LOB_E_RENDER_FAILED || status == LOB_E_QUERY_TOO_LARGE) {
        lob_error_clear(&part.ctx.error);
        status = LOB_OK;
        lob_buf_add_text(r->out, "<p class=\"left-out\">The layout has too many figures to zoom here; use "
                                 "<code>layout-observer view</code>.</p>\n");
    }
    return lob_report_end(r, &part, status);
}
