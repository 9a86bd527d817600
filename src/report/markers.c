/* Rules: a deck run over the layout, its markers by rule, and pictures of where they lie.
 *
 * Counts are those of the run, which knows of more markers than its list may hold; a rule whose markers all fell behind
 * the end of that list is not clean, and said to be so.
 *
 * Markers of a rule that are nearer than CLUSTER_UM are one cluster and share a picture. Bounds: MARKERS_LISTED lines
 * and PICTURES_OF_RULE pictures a rule, PICTURES_MAX in all, RULES_SHOWN rules with sections of their own.
 */
#include "report/markers_draw.h"
#include "tool/registry.h"
#include "tool/runs.h"

enum { MARKERS_LISTED = 8, PICTURES_OF_RULE = 4, PICTURES_MAX = 48, RULES_SHOWN = 100, RULES_LISTED = 1000 };
#define CLUSTER_UM 2.0

typedef struct checked {
    lob_reporter *r;
    lob_report_part part;
    lob_run_drc_script_response ran;
    lob_markers *markers;
    uint32_t pictures;
} checked;

static lob_status run_deck(checked *c) {
    lob_reporter *r = c->r;
    lob_drc_run *run;
    const lob_run_drc_script_request request = {.session_id = r->opened.session_id,
                                                .script_path = r->ask->deck_path,
                                                .script_type = r->ask->deck_is_json
                                                                   ? LOB_RUN_DRC_SCRIPT_REQUEST_SCRIPT_TYPE_JSON
                                                                   : LOB_RUN_DRC_SCRIPT_REQUEST_SCRIPT_TYPE_RUBY};
    LOB_TRY(lob_tool_run_drc_script(&c->part.call, &request, &c->ran));
    LOB_TRY(lob_drc_find(&c->part.ctx, c->part.call.session, c->ran.run_id, &run));
    return lob_call_markers(&c->part.call, run, &c->markers, NULL);
}

/* Of a rule, listed or not, as the run counts; rules beyond those that the run names have what is listed. */
static uint64_t count_of(const checked *c, uint32_t rule) {
    const lob_str name = c->markers->rules[rule].name;
    for (size_t i = 0; i < c->ran.rule_counts.count; i++) {
        if (lob_str_equal(c->ran.rule_counts.names[i], name)) {
            return (uint64_t)c->ran.rule_counts.items[i];
        }
    }
    return c->markers->rules[rule].count;
}

/* ---- all rules ---- */

static void put_rules(checked *c) {
    static const char *const heads[] = {"Rule", "#Markers", "What it says", NULL};
    lob_buf *out = c->r->out;
    lob_report_table(c->r, "Rules and how many markers each has", heads);
    for (uint32_t i = 0; i < c->markers->rule_count && i < RULES_LISTED; i++) {
        const lob_marker_rule *rule = &c->markers->rules[i];
        const uint64_t count = count_of(c, i);
        lob_buf_add_text(out, "<tr><th scope=\"row\">");
        if (count && i < RULES_SHOWN) {
            lob_buf_printf(out, "<a href=\"#rule-%u\">", i + 1);
        }
        lob_html_name(out, rule->name, (lob_str){0});
        lob_buf_add_text(out, count && i < RULES_SHOWN ? "</a></th>" : "</th>");
        lob_buf_printf(out, "<td class=\"n\"><span class=\"tag %s\">", count ? "error" : "clean");
        lob_html_count(out, count);
        lob_buf_add_text(out, "</span></td><td>");
        lob_html_text_cut(out, rule->description, 300);
        lob_buf_add_text(out, "</td></tr>\n");
    }
    lob_report_table_end(c->r);
    if (c->markers->rule_count > RULES_LISTED) {
        lob_buf_printf(out, "<p class=\"left-out\">Not shown: rules after the first %d.</p>\n", RULES_LISTED);
    }
}

/* ---- one rule ---- */

static void put_marker(checked *c, const lob_marker *marker) {
    char id[LOB_MARKER_ID_SIZE + 1];
    double distance;
    const lob_rdb_value *value = lob_marker_shown(marker);
    const lob_um_box box = lob_marker_box_um(marker);
    lob_buf *out = c->r->out;
    lob_marker_print_id(marker->id, id);
    lob_buf_printf(out, "<tr><th scope=\"row\"><code>%s</code></th><td>%s</td><td>", id,
                   value ? lob_marker_kind(value) : "");
    if (box.left <= box.right) {
        lob_html_box(out, box.left, box.bottom, box.right, box.top);
    } else {
        lob_buf_add_text(out, "<small>no position</small>");
    }
    lob_buf_add_text(out, "</td><td class=\"n\">");
    if (value && lob_marker_distance_um(value, &distance)) {
        lob_html_um(out, distance);
    }
    lob_buf_add_text(out, "</td><td>");
    lob_html_name(out, c->markers->cells[marker->cell], (lob_str){0});
    lob_buf_add_text(out,
                     marker->is_warning ? " <span class=\"tag warning\">warning</span></td></tr>\n" : "</td></tr>\n");
}

static void put_list(checked *c, const uint32_t *picked, uint32_t count, uint64_t all) {
    static const char *const heads[] = {"Marker", "Kind", "Box, \xc2\xb5m", "#Distance, \xc2\xb5m", "Cell", NULL};
    const uint32_t shown = count < MARKERS_LISTED ? count : MARKERS_LISTED;
    lob_report_table(c->r, "The first markers of the rule", heads);
    for (uint32_t i = 0; i < shown; i++) {
        put_marker(c, &c->markers->items[picked[i]]);
    }
    lob_report_table_end(c->r);
    if (all > shown) {
        lob_buf_add_text(c->r->out, "<p class=\"left-out\">Not shown: ");
        lob_html_counted(c->r->out, all - shown, "marker", "markers");
        lob_buf_printf(c->r->out, " after the first %u; the command drc lists and exports them.</p>\n", shown);
    }
}

/* The markers of a cluster, gathered to the front of `mine`. */
static uint32_t gather(const uint32_t *picked, const uint32_t *clusters, uint32_t count, uint32_t cluster,
                       uint32_t *mine) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (clusters[i] == cluster) {
            mine[found++] = picked[i];
        }
    }
    return found;
}

static lob_status put_pictures(checked *c, const uint32_t *picked, uint32_t count) {
    const uint32_t *clusters;
    uint32_t cluster_count, shown = 0;
    uint32_t *mine = LOB_NEW_ARRAY(c->part.ctx.arena, uint32_t, count);
    lob_buf *out = c->r->out;
    if (!mine) {
        return lob_fail_memory(&c->part.ctx);
    }
    LOB_TRY(lob_markers_cluster(&c->part.ctx, c->markers, picked, count, (int64_t)(CLUSTER_UM / c->r->dbu), &clusters,
                                &cluster_count));
    lob_buf_add_text(out, "<div class=\"grid\">\n");
    for (; shown < cluster_count && shown < PICTURES_OF_RULE && c->pictures < PICTURES_MAX; shown++) {
        const uint32_t size = gather(picked, clusters, count, shown + 1, mine);
        LOB_TRY(lob_report_draw_cluster(c->r, c->markers, mine, size));
        c->pictures++;
    }
    lob_buf_add_text(out, shown ? "</div>\n" : "<p>No marker of this rule is drawn here.</p></div>\n");
    if (cluster_count > shown) {
        lob_buf_add_text(out, "<p class=\"left-out\">Not shown: pictures of ");
        lob_html_counted(out, cluster_count - shown, "more cluster", "more clusters");
        lob_buf_add_text(out, ".</p>\n");
    }
    return LOB_OK;
}

static lob_status put_rule(checked *c, uint32_t index) {
    const lob_marker_filter filter = {.rules = &index, .rule_count = 1};
    const uint32_t *picked;
    uint32_t count;
    lob_buf *out = c->r->out;
    LOB_TRY(lob_markers_pick(&c->part.ctx, c->markers, &filter, &picked, &count));
    lob_buf_printf(out, "<h3 id=\"rule-%u\">", index + 1);
    lob_html_name(out, c->markers->rules[index].name, (lob_str){0});
    lob_buf_add_text(out, ": ");
    lob_html_counted(out, count_of(c, index), "marker", "markers");
    lob_buf_add_text(out, "</h3>\n");
    if (count == 0) {
        lob_buf_add_text(out, "<p class=\"left-out\">The run lists none of them, because too many markers come "
                              "before: run a deck with only this rule.</p>\n");
        return LOB_OK;
    }
    put_list(c, picked, count, count_of(c, index));
    return put_pictures(c, picked, count);
}

/* ---- the section ---- */

static void put_summary(checked *c) {
    const lob_markers *m = c->markers;
    uint32_t violated = 0;
    lob_buf *out = c->r->out;
    for (uint32_t i = 0; i < m->rule_count; i++) {
        violated += count_of(c, i) > 0;
    }
    lob_buf_add_text(out, "<p>The deck ");
    lob_html_name(out, lob_report_file_name(c->r->ask->deck_path), (lob_str){0});
    lob_buf_add_text(out, " checked this cell: ");
    lob_html_counted(out, c->r->told->marker_count, "marker", "markers");
    lob_buf_add_text(out, " of ");
    lob_html_counted(out, violated, "rule", "rules");
    lob_buf_add_text(out, "; it names ");
    lob_html_counted(out, m->rule_count, "rule", "rules");
    lob_buf_add_text(out, c->r->told->marker_count == 0 ? ". <span class=\"tag clean\">clean</span></p>\n" : ".</p>\n");
    if (m->is_cut) {
        lob_buf_add_text(out, "<p class=\"left-out\">There are more markers than one run keeps; the others are not "
                              "listed here.</p>\n");
    }
}

static lob_status put_run(checked *c) {
    lob_reporter *r = c->r;
    LOB_TRY(run_deck(c));
    lob_report_notes(r, c->ran.notes.items, c->ran.has_notes ? c->ran.notes.count : 0);
    if (c->markers->rule_count == 0) {
        lob_buf_add_text(r->out,
                         "<p><span class=\"tag warning\">nothing checked</span> The report of the deck names no "
                         "rules.</p>\n");
        return LOB_OK;
    }
    r->told->has_rules = true;
    r->told->marker_count = (uint64_t)c->ran.marker_count;
    put_summary(c);
    put_rules(c);
    for (uint32_t i = 0; i < c->markers->rule_count && i < RULES_SHOWN; i++) {
        if (count_of(c, i)) {
            LOB_TRY(put_rule(c, i));
        }
        LOB_TRY(lob_poll(&c->part.ctx));
    }
    return LOB_OK;
}

lob_status lob_report_markers(lob_reporter *r) {
    checked c = {.r = r};
    lob_report_section(r, "rules", "Rules");
    if (!r->ask->deck_path.data) {
        lob_buf_add_text(r->out, "<p>No rules were run: give a deck with <code>--rules</code> or "
                                 "<code>--drc</code>.</p>\n</section>\n");
        return LOB_OK;
    }
    LOB_TRY(lob_report_begin(r, &c.part));
    lob_status status = put_run(&c);
    lob_buf_add_text(r->out, "</section>\n");
    return lob_report_end(r, &c.part, status);
}
