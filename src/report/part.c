/* What the sections of a report are made of: a context of its own for each, and pieces of the page. */
#include "report/report_impl.h"

#include "base/limits.h"
#include "base/num.h"

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
