/* The order of a report's sections. See report.h.
 *
 * Sections are written before the head, for that begins with what they found.
 */
#include "report/zoom.h"

#include "base/limits.h"
#include "base/num.h"
#include "tool/registry.h"

/* As wide as the page, or as high as a screen. */
static void size_overview(lob_report_view *view) {
    enum { WIDE = 1152, HIGH = 760, LEAST = 300 };
    const double w = (double)(view->box.right - view->box.left), h = (double)(view->box.top - view->box.bottom);
    const double scale = w * HIGH > h * WIDE ? WIDE / w : HIGH / h;
    view->width = w * scale < LEAST ? LEAST : (uint32_t)(w * scale);
    view->height = h * scale < LEAST ? LEAST : (uint32_t)(h * scale);
}

static lob_status overview(lob_reporter *r) {
    lob_report_view view = {.cell = r->call->session->top, .layer = LOB_NONE};
    lob_buf alt;
    view.box = lob_report_fit(r, lob_layout_cell(r->layout, view.cell)->box);
    size_overview(&view);
    lob_report_section(r, "picture", "The whole layout");
    lob_buf_init(&alt, 0);
    lob_buf_add_text(&alt, "All layers of the cell ");
    lob_buf_add(&alt, r->opened.selected_top_cell.data, r->opened.selected_top_cell.size);
    lob_buf_add_text(r->out, "<figure class=\"whole\" id=\"whole\">");
    lob_status status =
        alt.failed ? lob_fail_memory(r->call->ctx) : lob_report_draw(r, &view, (lob_str){alt.data, alt.size}, NULL);
    lob_buf_release(&alt);
    LOB_TRY(status);
    LOB_TRY(lob_report_zoom(r, &view));
    lob_buf_add_text(r->out, "<figcaption>Cell ");
    lob_html_name(r->out, r->opened.selected_top_cell, (lob_str){0});
    lob_buf_add_text(r->out, ", all visible layers, with a margin. Lengths are in "
                             "micrometres.</figcaption></figure>\n</section>\n");
    return LOB_OK;
}

typedef lob_status section_fn(lob_reporter *r);
static section_fn *const sections[] = {overview,          lob_report_findings,  lob_report_markers,
                                       lob_report_layers, lob_report_hierarchy, lob_report_photonics};

static lob_status write_sections(lob_reporter *r) {
    const double count = sizeof sections / sizeof sections[0];
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++) {
        lob_progress(r->call->ctx, (double)i, count, "writing the report");
        LOB_TRY(sections[i](r));
        LOB_TRY(lob_poll(r->call->ctx));
        if (r->out->failed) {
            return lob_fail_memory(r->call->ctx);
        }
    }
    return LOB_OK;
}

lob_status lob_report_make(lob_call *call, const lob_report_ask *ask, lob_buf *page, lob_report_told *told) {
    lob_reporter r = {.call = call, .ask = ask, .told = told};
    lob_buf written;
    *told = (lob_report_told){0};
    LOB_TRY(lob_tool_open_layout(call, &ask->open, &r.opened));
    r.layout = call->session->layout;
    r.dbu = lob_layout_dbu(r.layout);
    lob_buf_init(&written, 0);
    r.out = &written;
    lob_status status = write_sections(&r);
    if (status == LOB_OK) {
        lob_report_head(&r, page);
        lob_buf_add(page, written.data, written.size);
        lob_report_foot(&r, page);
        status = page->failed ? lob_fail_memory(call->ctx) : LOB_OK;
    }
    lob_buf_release(&written);
    return status;
}
