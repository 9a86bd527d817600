/* The order of a report's sections, and what they all need. See report.h.
 *
 * Sections are written before the head, for that begins with what they found.
 */
#include "report/report_impl.h"

#include "base/num.h"
#include "gen/limits.h"
#include "gen/registry.h"

/* ---- parts ---- */

lob_status lob_report_begin(lob_reporter *r, lob_report_part *part) {
    LOB_TRY(lob_ctx_child(r->call->ctx, &part->ctx, LOB_LIMIT_REQUEST_MEMORY_SIZE));
    part->call = *r->call;
    part->call.ctx = &part->ctx;
    return LOB_OK;
}

lob_status lob_report_end(lob_reporter *r, lob_report_part *part, lob_status status) {
    status = lob_ctx_join(r->call->ctx, &part->ctx, status);
    lob_ctx_drop(&part->ctx);
    return status;
}

bool lob_report_is_told(lob_reporter *r, const lob_report_part *part, lob_status status, const char *what) {
    if (status != LOB_E_QUERY_TOO_LARGE && status != LOB_E_INVALID_BOX) {
        return false;
    }
    lob_buf_printf(r->out, "<p class=\"left-out\">%s: ", what);
    lob_html_text(r->out, lob_str_from(part->ctx.error.message));
    lob_buf_add_text(r->out, ".</p>\n");
    return true;
}

/* ---- pieces of a page ---- */

lob_str lob_report_file_name(lob_str path) {
    size_t at = path.size;
    while (at > 0 && path.data[at - 1] != '/') {
        at--;
    }
    return (lob_str){path.data + at, path.size - at};
}

double lob_report_um(const lob_reporter *r, double value_dbu) {
    return lob_num_round_um(value_dbu * r->dbu);
}

void lob_report_section(lob_reporter *r, const char *id, const char *title) {
    lob_buf_printf(r->out, "<section id=\"%s\" aria-labelledby=\"h-%s\">\n<h2 id=\"h-%s\">%s</h2>\n", id, id, id,
                   title);
}

void lob_report_table(lob_reporter *r, const char *caption, const char *const *heads) {
    lob_buf_printf(r->out,
                   "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"%s\"><table>\n"
                   "<caption>%s</caption>\n<thead><tr>",
                   caption, caption);
    for (; *heads; heads++) {
        const bool is_number = **heads == '#';
        lob_buf_printf(r->out, "<th scope=\"col\"%s>%s</th>", is_number ? " class=\"n\"" : "", *heads + is_number);
    }
    lob_buf_add_text(r->out, "</tr></thead>\n<tbody>\n");
}

void lob_report_table_end(lob_reporter *r) {
    lob_buf_add_text(r->out, "</tbody></table></div>\n");
}

void lob_report_notes(lob_reporter *r, const lob_str *items, size_t count) {
    if (count == 0) {
        return;
    }
    lob_buf_add_text(r->out, "<ul class=\"notes\">\n");
    for (size_t i = 0; i < count; i++) {
        lob_buf_add_text(r->out, "<li>");
        lob_html_text_cut(r->out, items[i], 1000);
        lob_buf_add_text(r->out, "</li>\n");
    }
    lob_buf_add_text(r->out, "</ul>\n");
}

void lob_report_layer(lob_buf *out, int64_t layer, int64_t datatype, lob_str name, lob_str hex) {
    lob_buf_printf(out, "<span class=\"layer\">%lld/%lld</span>", (long long)layer, (long long)datatype);
    if (name.size) {
        lob_buf_add_byte(out, ' ');
        lob_html_name(out, name, hex);
    }
}

/* ---- the whole ---- */

/* As wide as the page, or as high as a screen. */
static void size_overview(lob_report_view *view) {
    enum { WIDE = 1152, HIGH = 760, LEAST = 300 };
    const double w = (double)(view->box.right - view->box.left), h = (double)(view->box.top - view->box.bottom);
    const double scale = w * HIGH > h * WIDE ? WIDE / w : HIGH / h;
    view->width = w * scale < LEAST ? LEAST : (uint32_t)(w * scale);
    view->height = h * scale < LEAST ? LEAST : (uint32_t)(h * scale);
}

lob_status lob_report_overview(lob_reporter *r) {
    lob_report_view view = {.cell = r->call->session->top, .layer = LOB_NONE};
    lob_buf alt;
    view.box = lob_report_fit(r, lob_layout_cell(r->layout, view.cell)->box);
    size_overview(&view);
    lob_report_section(r, "picture", "The whole layout");
    lob_buf_init(&alt, 0);
    lob_buf_add_text(&alt, "All layers of the cell ");
    lob_buf_add(&alt, r->opened.selected_top_cell.data, r->opened.selected_top_cell.size);
    lob_buf_add_text(r->out, "<figure class=\"whole\">");
    lob_status status =
        alt.failed ? lob_fail_memory(r->call->ctx) : lob_report_draw(r, &view, (lob_str){alt.data, alt.size}, NULL);
    lob_buf_release(&alt);
    LOB_TRY(status);
    lob_buf_add_text(r->out, "<figcaption>Cell ");
    lob_html_name(r->out, r->opened.selected_top_cell, (lob_str){0});
    lob_buf_add_text(r->out, ", all layers that are shown, with a margin. Lengths are micrometres.</figcaption>"
                             "</figure>\n</section>\n");
    return LOB_OK;
}

typedef lob_status section_fn(lob_reporter *r);
static section_fn *const sections[] = {lob_report_overview, lob_report_findings,  lob_report_markers,
                                       lob_report_layers,   lob_report_hierarchy, lob_report_photonics};

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
