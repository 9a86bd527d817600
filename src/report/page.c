/* What stands around the sections: the head with its policy, what was found at a glance, what the file is, the end. */
#include "base/base64.h"
#include "base/digest.h"
#include "report/style.h"
#include "report/zoom.h"

static lob_str title_of(const lob_reporter *r) {
    return r->ask->title.data ? r->ask->title : lob_report_file_name(r->opened.source.path);
}

static void put_digest(lob_buf *out, const char *text, size_t size) {
    uint8_t digest[32];
    lob_sha256 *state = lob_sha256_new();
    const bool is_fine = state && lob_sha256_add(state, text, size) && lob_sha256_end(state, digest);
    lob_sha256_drop(state);
    if (!is_fine) {
        out->failed = LOB_BUF_NO_MEMORY;
        return;
    }
    lob_buf_add_text(out, "'sha256-");
    lob_base64_add(out, (lob_str){(const char *)digest, sizeof digest});
    lob_buf_add_text(out, "'; ");
}

/* Pictures from the page itself, this one style sheet and this one script by their digests, and nothing else. */
static void put_policy(lob_buf *out) {
    lob_buf_add_text(out, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
                          "style-src ");
    put_digest(out, lob_report_style, lob_report_style_size);
    lob_buf_add_text(out, "script-src ");
    put_digest(out, lob_report_script, lob_report_script_size);
    lob_buf_add_text(out, "base-uri 'none'; form-action 'none'\"/>\n");
}

static void put_top(lob_reporter *r) {
    lob_buf *out = r->out;
    lob_buf_add_text(out, "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
                          "<meta charset=\"utf-8\"/>\n");
    put_policy(out);
    lob_buf_add_text(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
                          "<meta name=\"referrer\" content=\"no-referrer\"/>\n<meta name=\"generator\" content=\"");
    lob_html_text(out, r->ask->maker);
    lob_buf_add_text(out, "\"/>\n<link rel=\"icon\" href=\"data:,\"/>\n<title>");
    lob_html_text_cut(out, title_of(r), 300);
    lob_buf_add_text(out, "</title>\n<style>");
    lob_buf_add(out, lob_report_style, lob_report_style_size);
    lob_buf_add_text(out, "</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#main\">Skip to content</a>\n");
}

/* ---- at a glance ---- */

static void put_glance(lob_buf *out, const char *kind, uint64_t count, const char *one, const char *many) {
    lob_buf_printf(out, "<li class=\"%s\"><b>", kind);
    lob_html_count(out, count);
    lob_buf_printf(out, "</b><span>%s</span></li>\n", count == 1 ? one : many);
}

static void put_size(lob_reporter *r) {
    const lob_micron_box b = r->opened.bbox_um;
    lob_buf_add_text(r->out, "<li><b>");
    if (r->opened.has_bbox_empty && r->opened.bbox_empty) {
        lob_buf_add_text(r->out, "empty");
    } else {
        lob_html_um(r->out, b.right - b.left);
        lob_buf_add_text(r->out, " \xc3\x97 ");
        lob_html_um(r->out, b.top - b.bottom);
    }
    lob_buf_add_text(r->out, "</b><span>micrometres, width and height</span></li>\n");
}

static void put_glances(lob_reporter *r) {
    const lob_report_told *t = r->told;
    lob_buf *out = r->out;
    lob_buf_add_text(out, "<ul class=\"glance\" aria-label=\"At a glance\">\n");
    put_size(r);
    put_glance(out, "", (uint64_t)r->opened.cell_count, "cell", "cells");
    put_glance(out, "", (uint64_t)r->opened.layer_count, "layer", "layers");
    put_glance(out, "", (uint64_t)r->opened.shape_count, "shape or text, expanded", "shapes and texts, expanded");
    put_glance(out, t->warning_count ? "warn" : "good", (uint64_t)t->warning_count, "kind of warning while reading",
               "kinds of warnings while reading");
    put_glance(out, t->odd_count ? "warn" : "good", (uint64_t)t->odd_count, "figure without extent",
               "figures without extent");
    if (t->connectivity_count >= 0) {
        put_glance(out, t->connectivity_count ? "warn" : "good", (uint64_t)t->connectivity_count, "finding at ports",
                   "findings at ports");
    }
    if (t->has_rules) {
        put_glance(out, t->marker_count ? "bad" : "good", t->marker_count, "marker of the rules",
                   "markers of the rules");
    } else {
        lob_buf_add_text(out, "<li><b>\xe2\x80\x93</b><span>no rules were run</span></li>\n");
    }
    lob_buf_add_text(out, "</ul>\n");
}

/* ---- what the file is ---- */

static void begin_fact(lob_buf *out, const char *name) {
    lob_buf_printf(out, "<dt>%s</dt><dd>", name);
}

static void end_fact(lob_buf *out) {
    lob_buf_add_text(out, "</dd>\n");
}

static void put_file(lob_reporter *r) {
    static const char *const formats[] = {"GDSII", "OASIS"};
    const lob_open_layout_response_source *s = &r->opened.source;
    lob_buf *out = r->out;
    begin_fact(out, "File");
    lob_html_name(out, lob_report_file_name(s->path), (lob_str){0});
    lob_buf_add_text(out, ", ");
    lob_html_counted(out, (uint64_t)s->size_bytes, "byte", "bytes");
    end_fact(out);
    begin_fact(out, "Format");
    lob_buf_printf(out, "%s%s", formats[s->format], s->is_gzip ? ", gzip" : "");
    end_fact(out);
    begin_fact(out, "SHA-256");
    lob_buf_add_text(out, "<code>");
    lob_html_text(out, s->sha256);
    lob_buf_add_text(out, "</code>");
    end_fact(out);
    begin_fact(out, "Content hash");
    lob_buf_add_text(out, "<code>");
    lob_html_text(out, r->opened.content_hash);
    lob_buf_add_text(out, "</code> <small>equal for equal content in any format</small>");
    end_fact(out);
}

static void put_tops(lob_reporter *r) {
    enum { TOPS_SHOWN = 24 };
    const lob_open_layout_response *o = &r->opened;
    const uint64_t all = (uint64_t)o->top_cells.count + (uint64_t)o->truncation.top_cells_dropped;
    lob_buf *out = r->out;
    begin_fact(out, all == 1 ? "Top cell" : "Top cells");
    for (size_t i = 0; i < o->top_cells.count && i < TOPS_SHOWN; i++) {
        lob_buf_add_text(out, i ? ", " : "");
        lob_html_name(out, o->top_cells.items[i], (lob_str){0});
    }
    if (all > TOPS_SHOWN) {
        lob_buf_add_text(out, " and ");
        lob_html_counted(out, all - TOPS_SHOWN, "more", "more");
    }
    end_fact(out);
    if (all != 1 || !lob_str_equal(o->top_cells.items[0], o->selected_top_cell)) {
        begin_fact(out, "This page covers");
        lob_html_name(out, o->selected_top_cell, (lob_str){0});
        lob_buf_add_text(out, " and everything below it, except where it says the whole file");
        end_fact(out);
    }
}

static void put_extent(lob_reporter *r) {
    const lob_open_layout_response *o = &r->opened;
    lob_buf *out = r->out;
    begin_fact(out, "Database unit");
    lob_html_um(out, o->dbu * 1000);
    lob_buf_add_text(out, " nm");
    end_fact(out);
    begin_fact(out, "Box");
    if (o->has_bbox_empty && o->bbox_empty) {
        lob_buf_add_text(out, "none: the cell is empty");
    } else {
        lob_html_box(out, o->bbox_um.left, o->bbox_um.bottom, o->bbox_um.right, o->bbox_um.top);
        lob_buf_printf(out, " \xc2\xb5m <small>(%lld, %lld to %lld, %lld database units)</small>",
                       (long long)o->bbox_dbu.left, (long long)o->bbox_dbu.bottom, (long long)o->bbox_dbu.right,
                       (long long)o->bbox_dbu.top);
    }
    end_fact(out);
}

static void put_facts(lob_reporter *r) {
    lob_buf *out = r->out;
    lob_buf_add_text(out, "<dl class=\"facts\">\n");
    put_file(r);
    put_tops(r);
    put_extent(r);
    begin_fact(out, "Placements");
    lob_html_count(out, (uint64_t)r->opened.instance_count);
    lob_buf_add_text(out, ", arrays and all levels expanded");
    end_fact(out);
    if (r->opened.lyp) {
        begin_fact(out, "Layer properties");
        lob_html_name(out, lob_report_file_name(r->opened.lyp->path), (lob_str){0});
        end_fact(out);
    }
    if (r->ask->date.data) {
        begin_fact(out, "Date");
        lob_html_text_cut(out, r->ask->date, 100);
        end_fact(out);
    }
    lob_buf_add_text(out, "</dl>\n");
}

static void put_nav(lob_buf *out) {
    static const struct {
        const char *id, *title;
    } links[] = {{"picture", "Picture"}, {"findings", "Findings"},   {"rules", "Rules"},
                 {"layers", "Layers"},   {"hierarchy", "Hierarchy"}, {"ports", "Ports and waveguides"}};
    lob_buf_add_text(out, "<nav aria-label=\"Sections\"><ul>\n");
    for (size_t i = 0; i < sizeof links / sizeof links[0]; i++) {
        lob_buf_printf(out, "<li><a href=\"#%s\">%s</a></li>\n", links[i].id, links[i].title);
    }
    lob_buf_add_text(out, "</ul></nav>\n");
}

void lob_report_head(lob_reporter *r, lob_buf *page) {
    lob_buf *sections = r->out;
    r->out = page;
    put_top(r);
    lob_buf_add_text(page, "<header>\n<h1>");
    lob_html_text_cut(page, title_of(r), 300);
    lob_buf_add_text(page, "</h1>\n<p class=\"sub\">Layout report of the cell ");
    lob_html_name(page, r->opened.selected_top_cell, (lob_str){0});
    lob_buf_add_text(page, "</p>\n");
    put_glances(r);
    put_facts(r);
    lob_buf_add_text(page, "</header>\n");
    put_nav(page);
    lob_buf_add_text(page, "<main id=\"main\">\n");
    r->out = sections;
}

void lob_report_foot(lob_reporter *r, lob_buf *page) {
    lob_buf_add_text(page, "</main>\n<footer><p>Made by ");
    lob_html_text(page, r->ask->maker);
    lob_buf_add_text(
        page, ". Names are text from the file. Lengths are in micrometres unless another unit is given. The page is "
              "self-contained: it loads nothing, and its only script moves the first picture.</p></footer>\n<script>");
    lob_buf_add(page, lob_report_script, lob_report_script_size);
    lob_buf_add_text(page, "</script>\n</body>\n</html>\n");
}
