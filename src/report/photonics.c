/* Ports, what they are connected to, and the routes that begin at them: the answers of list_ports, check_connectivity
 * and trace_waveguide, bounded. Where a layout is too large for one of them, that is said in its place. */
#include <math.h>

#include "gen/types.h"
#include "report/report_impl.h"
#include "tool/registry.h"

enum { PORTS_DRAWN = 400, FINDINGS_SHOWN = 60 };

typedef struct photonics {
    lob_reporter *r;
    lob_report_part part;
    lob_list_ports_response ports;
    lob_check_connectivity_response check;
    bool has_check;
} photonics;

/* ---- ports ---- */

static void put_conventions(photonics *p) {
    lob_buf *out = p->r->out;
    for (size_t i = 0; i < p->ports.conventions.count; i++) {
        const lob_convention_used *c = &p->ports.conventions.items[i];
        lob_buf_add_text(out, i ? ", " : "<p>Conventions in use: ");
        lob_html_name(out, c->name, (lob_str){0});
        lob_buf_add_text(out, " <small>(confidence ");
        lob_html_um(out, c->confidence);
        lob_buf_add_text(out, ")</small>");
    }
    lob_buf_add_text(out, p->ports.conventions.count ? ".</p>\n" : "");
}

static void put_optional(lob_buf *out, bool has, double value) {
    lob_buf_add_text(out, "<td class=\"n\">");
    if (has) {
        lob_html_um(out, value);
    }
    lob_buf_add_text(out, "</td>");
}

static void put_port(lob_buf *out, const lob_port_item *port) {
    lob_buf_add_text(out, "<tr><th scope=\"row\">");
    lob_html_name(out, port->name, port->raw_hex);
    lob_buf_add_text(out, "</th><td>");
    lob_html_name(out, port->component, (lob_str){0});
    lob_buf_add_text(out, "</td><td>");
    lob_html_text(out, port->type);
    lob_buf_add_text(out, "</td>");
    put_optional(out, true, port->at_um.x);
    put_optional(out, true, port->at_um.y);
    put_optional(out, port->has_angle_deg, port->angle_deg);
    put_optional(out, port->has_width_um, port->width_um);
    lob_buf_add_text(out, "<td>");
    if (port->layer) {
        lob_report_layer(out, port->layer->layer, port->layer->datatype, port->layer->name, port->layer->raw_hex);
    }
    lob_buf_add_text(out, "</td><td><code>");
    lob_html_text(out, port->rule);
    lob_buf_add_text(out, "</code>");
    if (port->confidence < 1) {
        lob_buf_add_text(out, " <small>");
        lob_html_um(out, port->confidence);
        lob_buf_add_text(out, "</small>");
    }
    lob_buf_add_text(out, "</td></tr>\n");
}

static void put_list(photonics *p) {
    static const char *const heads[] = {
        "Name",           "Component",         "Type",  "#x, \xc2\xb5m", "#y, \xc2\xb5m",
        "#Out, \xc2\xb0", "#Width, \xc2\xb5m", "Layer", "Source",        NULL};
    lob_buf *out = p->r->out;
    const size_t shown = p->ports.ports.count < LOB_REPORT_PORTS_MAX ? p->ports.ports.count : LOB_REPORT_PORTS_MAX;
    lob_buf_add_text(out, "<h3>Ports</h3>\n");
    lob_report_table(p->r, "Ports in the coordinates of this cell", heads);
    for (size_t i = 0; i < shown; i++) {
        put_port(out, &p->ports.ports.items[i]);
    }
    lob_report_table_end(p->r);
    if ((uint64_t)p->ports.port_count > shown) {
        lob_buf_add_text(out, "<p class=\"left-out\">Not shown: ");
        lob_html_counted(out, (uint64_t)p->ports.port_count - shown, "port", "ports");
        lob_buf_printf(out, " after the first %d; list_ports has all.</p>\n", LOB_REPORT_PORTS_MAX);
    }
}

static void put_ports(photonics *p) {
    lob_buf *out = p->r->out;
    lob_buf_add_text(out, "<p>");
    lob_html_counted(out, (uint64_t)p->ports.port_count, "port was", "ports were");
    lob_buf_add_text(out, " found.</p>\n");
    put_conventions(p);
    lob_report_notes(p->r, p->ports.notes.items, p->ports.notes.count);
}

static lob_status put_picture(photonics *p) {
    lob_reporter *r = p->r;
    const size_t count = p->ports.ports.count;
    lob_port_mark *marks = LOB_NEW_ARRAY(p->part.ctx.arena, lob_port_mark, count);
    lob_annotation ports = {.kind = LOB_ANNOTATION_PORTS, .ports = marks, .port_count = (uint32_t)count};
    lob_report_view view = {.cell = r->call->session->top,
                            .layer = LOB_NONE,
                            .width = 1152,
                            .height = 720,
                            .annotations = &ports,
                            .annotation_count = 1};
    if (!marks) {
        return lob_fail_memory(&p->part.ctx);
    }
    for (size_t i = 0; i < count; i++) {
        const lob_port_item *port = &p->ports.ports.items[i];
        const double width =
            port->has_conflict_width_um ? fmin(port->width_um, port->conflict_width_um) : port->width_um;
        marks[i] = (lob_port_mark){.at = {port->at_dbu.x, port->at_dbu.y},
                                   .angle_deg = port->angle_deg,
                                   .has_angle = port->has_angle_deg,
                                   .width = port->has_width_um ? width / r->dbu : 0,
                                   .name = port->name};
    }
    view.box = lob_report_fit(r, lob_layout_cell(r->layout, view.cell)->box);
    lob_buf_add_text(r->out, "<figure class=\"whole\">");
    LOB_TRY(lob_report_draw(r, &view, LOB_STR("The cell with its ports as arrows that point out of their components"),
                            NULL));
    lob_buf_add_text(r->out, "<figcaption>");
    lob_html_counted(r->out, count, "port", "ports");
    lob_buf_add_text(r->out, " drawn; names without a free place are left out.</figcaption></figure>\n");
    return LOB_OK;
}

/* ---- connectivity ---- */

static void put_finding(lob_buf *out, const lob_finding_item *f) {
    const char *severity = lob_finding_item_severity_names[f->severity];
    lob_buf_printf(out, "<tr><td><span class=\"tag %s\">%s</span></td><th scope=\"row\"><code>%s</code></th><td>",
                   severity, severity, lob_finding_kind_name_names[f->kind]);
    for (size_t i = 0; i < f->ports.count; i++) {
        lob_buf_add_text(out, i ? ", " : "");
        lob_html_name(out, f->ports.items[i].component, (lob_str){0});
        lob_buf_add_text(out, " ");
        lob_html_name(out, f->ports.items[i].name, f->ports.items[i].raw_hex);
    }
    for (size_t i = 0; f->has_components && i < f->components.count; i++) {
        lob_buf_add_text(out, i ? ", " : "");
        lob_html_name(out, f->components.items[i].component, f->components.items[i].raw_hex);
    }
    lob_buf_add_text(out, "</td>");
    put_optional(out, true, f->at_um.x);
    put_optional(out, true, f->at_um.y);
    lob_buf_add_text(out, "<td>");
    lob_html_text(out, f->remedy);
    lob_buf_add_text(out, "</td></tr>\n");
}

static void put_nets(photonics *p) {
    const lob_check_connectivity_response_nets *n = &p->check.nets;
    const lob_check_connectivity_response_summary *s = &p->check.summary;
    lob_buf *out = p->r->out;
    lob_buf_add_text(out, "<p>");
    lob_html_counted(out, (uint64_t)s->component_count, "component", "components");
    lob_buf_add_text(out, ", ");
    lob_html_counted(out, (uint64_t)s->joined_count, "joined pair of ports", "joined pairs of ports");
    lob_buf_add_text(out, ", ");
    lob_html_counted(out, (uint64_t)n->net_count, "net", "nets");
    lob_buf_add_text(out, " of two and more components, ");
    lob_html_counted(out, (uint64_t)n->components_alone, "component", "components");
    lob_buf_add_text(out, " alone. ");
    lob_html_counted(out, (uint64_t)n->guide_count, "component is a waveguide", "components are waveguides");
    if (n->has_guide_length_um && n->guides_measured > 0) {
        lob_buf_add_text(out, "; ");
        lob_html_count(out, (uint64_t)n->guides_measured);
        lob_buf_add_text(out, " of them measured along their centre lines, ");
        lob_html_um(out, n->guide_length_um);
        lob_buf_add_text(out, " \xc2\xb5m together");
    }
    lob_buf_add_text(out, ".</p>\n");
}

static void put_check(photonics *p) {
    static const char *const heads[] = {
        "Severity", "Kind", "Ports or components", "#x, \xc2\xb5m", "#y, \xc2\xb5m", "How to fix it", NULL};
    const lob_check_connectivity_response_summary *s = &p->check.summary;
    lob_buf *out = p->r->out;
    p->r->told->connectivity_count = s->error_count + s->warning_count;
    lob_buf_add_text(out, "<h3>Connectivity</h3>\n");
    put_nets(p);
    lob_report_notes(p->r, p->check.notes.items, p->check.notes.count);
    if (p->check.findings.count == 0) {
        lob_buf_add_text(out, "<p><span class=\"tag clean\">clean</span> There are no findings at ports.</p>\n");
        return;
    }
    lob_report_table(p->r, "Findings at ports, the most serious first", heads);
    for (size_t i = 0; i < p->check.findings.count; i++) {
        put_finding(out, &p->check.findings.items[i]);
    }
    lob_report_table_end(p->r);
    if (p->check.truncation.findings_dropped) {
        lob_buf_add_text(out, "<p class=\"left-out\">Not shown: ");
        lob_html_counted(out, (uint64_t)p->check.truncation.findings_dropped, "finding", "findings");
        lob_buf_printf(out, " after the first %d; check_connectivity has all.</p>\n", FINDINGS_SHOWN);
    }
}

static lob_status check(photonics *p) {
    lob_report_part own;
    lob_check_connectivity_request request = {.session_id = p->r->opened.session_id, .limit = FINDINGS_SHOWN};
    LOB_TRY(lob_report_begin(p->r, &own));
    lob_status status = lob_tool_check_connectivity(&own.call, &request, &p->check);
    if (status == LOB_OK) {
        put_check(p);
    } else if (lob_report_is_told(p->r, &own, status, "Connectivity was not checked")) {
        status = LOB_OK;
    }
    return lob_report_end(p->r, &own, status);
}

static lob_status write(photonics *p) {
    lob_reporter *r = p->r;
    lob_list_ports_request request = {.session_id = r->opened.session_id, .limit = PORTS_DRAWN};
    r->told->connectivity_count = -1;
    lob_status status = lob_tool_list_ports(&p->part.call, &request, &p->ports);
    if (status != LOB_OK) {
        return lob_report_is_told(r, &p->part, status, "Ports were not searched") ? LOB_OK : status;
    }
    put_ports(p);
    if (p->ports.port_count == 0) {
        return LOB_OK;
    }
    LOB_TRY(put_picture(p));
    LOB_TRY(check(p));
    LOB_TRY(lob_report_routes(r, &p->part, &p->ports));
    put_list(p);
    return LOB_OK;
}

lob_status lob_report_photonics(lob_reporter *r) {
    photonics p = {.r = r};
    LOB_TRY(lob_report_begin(r, &p.part));
    lob_report_section(r, "ports", "Ports and waveguides");
    lob_status status = write(&p);
    lob_buf_add_text(r->out, "</section>\n");
    return lob_report_end(r, &p.part, status);
}
