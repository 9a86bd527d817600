/* Findings: what the reader warned of, figures that print nothing, and the grid that everything lies on. */
#include "base/num.h"
#include "report/report_impl.h"

typedef struct odd {
    uint64_t flat, thin, ghosts, turned;
    int64_t grid; /* of all layers; 0: nothing is stored */
} odd;

static void count_cells(const lob_layout *layout, odd *o) {
    for (uint32_t c = 0; c < lob_layout_cell_count(layout); c++) {
        const lob_cell *cell = lob_layout_cell(layout, c);
        o->ghosts += cell->is_ghost;
        for (uint32_t i = 0; i < cell->inst_count; i++) {
            o->turned += cell->insts[i].cplx != LOB_NONE;
        }
    }
}

static void put_warnings(lob_reporter *r) {
    static const char *const heads[] = {"Kind", "What", "#How often", "#First at byte", NULL};
    const lob_open_layout_response *o = &r->opened;
    lob_buf *out = r->out;
    r->told->warning_count = (int64_t)o->warnings.count + o->truncation.warnings_dropped;
    if (o->warnings.count == 0) {
        lob_buf_add_text(out, "<p><span class=\"tag clean\">clean</span> The reader found nothing unusual.</p>\n");
        return;
    }
    lob_report_table(r, "Warnings of the reader", heads);
    for (size_t i = 0; i < o->warnings.count; i++) {
        const lob_warning_item *w = &o->warnings.items[i];
        lob_buf_add_text(out, "<tr><th scope=\"row\"><code>");
        lob_html_text(out, w->kind);
        lob_buf_add_text(out, "</code></th><td>");
        lob_html_text(out, w->message);
        lob_buf_add_text(out, "</td><td class=\"n\">");
        lob_html_count(out, (uint64_t)w->count);
        lob_buf_add_text(out, "</td><td class=\"n\">");
        if (w->has_offset) {
            lob_html_count(out, (uint64_t)w->offset);
        }
        lob_buf_add_text(out, "</td></tr>\n");
    }
    lob_report_table_end(r);
    if (o->truncation.warnings_dropped) {
        lob_buf_add_text(out, "<p class=\"left-out\">Not shown: ");
        lob_html_counted(out, (uint64_t)o->truncation.warnings_dropped, "kind of warning", "kinds of warnings");
        lob_buf_add_text(out, ".</p>\n");
    }
}

static void put_odd(lob_buf *out, uint64_t count, const char *what, const char *means) {
    lob_buf_printf(out, "<tr><th scope=\"row\">%s</th><td class=\"n\">", what);
    lob_html_count(out, count);
    lob_buf_printf(out, "</td><td>%s</td></tr>\n", means);
}

static void put_odds(lob_reporter *r, const odd *o) {
    static const char *const heads[] = {"Stored in the whole file", "#Count", "What it means", NULL};
    lob_buf *out = r->out;
    r->told->odd_count = (int64_t)(o->flat + o->thin);
    lob_report_table(r, "Checks of the geometry", heads);
    put_odd(out, o->flat, "Boxes and polygons without area", "they print nothing");
    put_odd(out, o->thin, "Paths without width", "they print nothing; often helper lines");
    put_odd(out, o->ghosts, "Cells placed but not defined", "their contents are missing");
    put_odd(out, o->turned, "Placements at odd angles or magnified",
            "their corners are rounded to the grid where they are placed");
    lob_report_table_end(r);
    if (o->grid) {
        lob_buf_add_text(out, "<p>Stored coordinates of all figures are multiples of ");
        lob_html_counted(out, (uint64_t)o->grid, "database unit", "database units");
        lob_buf_add_text(out, " (");
        lob_html_um(out, (double)o->grid * r->dbu * 1000);
        lob_buf_add_text(out, " nm), the coarsest grid that fits. <a href=\"#layers\">Layers</a> has the grid of "
                              "each.</p>\n");
    }
}

static lob_status look(lob_reporter *r, lob_report_part *part) {
    lob_report_geometry *layers;
    odd o = {0};
    LOB_TRY(lob_report_look(&part->ctx, r->layout, &layers));
    for (uint32_t i = 0; i < lob_layout_layer_count(r->layout); i++) {
        o.flat += layers[i].flat_count;
        o.thin += layers[i].thin_count;
        o.grid = lob_i64_divisor(o.grid, layers[i].grid);
    }
    count_cells(r->layout, &o);
    put_odds(r, &o);
    return LOB_OK;
}

lob_status lob_report_findings(lob_reporter *r) {
    lob_report_part part;
    LOB_TRY(lob_report_begin(r, &part));
    lob_report_section(r, "findings", "Findings");
    put_warnings(r);
    lob_status status = look(r, &part);
    lob_buf_add_text(r->out, "<p>Findings at ports are under <a href=\"#ports\">Ports and waveguides</a>, rule "
                             "violations under <a href=\"#rules\">Rules</a>.</p>\n</section>\n");
    return lob_report_end(r, &part, status);
}
