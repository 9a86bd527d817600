/* SARIF 2.1.0: one run, a result a marker. A layout has no lines or characters, so a place is the file, the cell as a
 * logical location, and the box among the properties. */
#include <stdio.h>

#include "markers/export.h"

static void put(lob_jsonw *w, const char *key, const char *value) {
    lob_jsonw_key(w, key);
    lob_jsonw_text(w, value);
}

static void put_message(lob_jsonw *w, const char *key, lob_str text) {
    lob_jsonw_key(w, key);
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "text");
    lob_jsonw_str(w, text);
    lob_jsonw_end_object(w);
}

/* What stands in a URI as it is (RFC 3986: unreserved, and / between the parts). */
static bool is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (c && strchr("-._~/", c));
}

static lob_status put_uri(lob_exporter *e) {
    const lob_str path = e->what->layout_path;
    lob_buf uri;
    lob_buf_init(&uri, 0);
    lob_buf_add_text(&uri, "file://");
    for (size_t i = 0; i < path.size; i++) {
        if (is_plain(path.data[i])) {
            lob_buf_add_byte(&uri, path.data[i]);
        } else {
            lob_buf_printf(&uri, "%%%02X", (unsigned)(unsigned char)path.data[i]);
        }
    }
    const lob_status status = uri.failed ? lob_fail_memory(e->ctx) : LOB_OK;
    if (status == LOB_OK) {
        lob_jsonw_key(&e->json, "uri");
        lob_jsonw_str(&e->json, (lob_str){uri.data, uri.size});
    }
    lob_buf_release(&uri);
    return status;
}

static lob_status put_tool(lob_exporter *e) {
    const lob_markers *markers = e->what->markers;
    lob_jsonw *w = &e->json;
    lob_jsonw_key(w, "tool");
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "driver");
    lob_jsonw_begin_object(w);
    put(w, "name", "Layout Observer");
    lob_jsonw_key(w, "rules");
    lob_jsonw_begin_array(w);
    for (uint32_t i = 0; i < markers->rule_count; i++) {
        const lob_marker_rule *rule = &markers->rules[i];
        lob_jsonw_begin_object(w);
        lob_jsonw_key(w, "id");
        lob_jsonw_str(w, rule->name);
        if (rule->description.size) {
            put_message(w, "shortDescription", rule->description);
        }
        lob_jsonw_end_object(w);
        LOB_TRY(lob_exporter_flush(e, false));
    }
    lob_jsonw_end_array(w);
    lob_jsonw_end_object(w);
    lob_jsonw_end_object(w);
    return LOB_OK;
}

static void put_location(lob_exporter *e, const lob_marker *marker) {
    lob_jsonw *w = &e->json;
    lob_jsonw_key(w, "locations");
    lob_jsonw_begin_array(w);
    lob_jsonw_begin_object(w);
    if (e->what->layout_path.data) {
        lob_jsonw_key(w, "physicalLocation");
        lob_jsonw_begin_object(w);
        lob_jsonw_key(w, "artifactLocation");
        lob_jsonw_begin_object(w);
        lob_jsonw_key(w, "index");
        lob_jsonw_int(w, 0);
        lob_jsonw_end_object(w);
        lob_jsonw_end_object(w);
    }
    lob_jsonw_key(w, "logicalLocations");
    lob_jsonw_begin_array(w);
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "name");
    lob_jsonw_str(w, e->what->markers->cells[marker->cell]);
    put(w, "kind", "module");
    lob_jsonw_end_object(w);
    lob_jsonw_end_array(w);
    lob_jsonw_end_object(w);
    lob_jsonw_end_array(w);
}

static void put_suppressions(lob_exporter *e, const lob_marker *marker) {
    lob_jsonw *w = &e->json;
    lob_str reason;
    lob_jsonw_key(w, "suppressions"); /* empty: looked at, not suppressed; so all results have it, or none */
    lob_jsonw_begin_array(w);
    if (lob_exporter_reason(e, marker, &reason)) {
        lob_jsonw_begin_object(w);
        put(w, "kind", "external");
        lob_jsonw_key(w, "justification");
        lob_jsonw_str(w, reason);
        lob_jsonw_end_object(w);
    }
    lob_jsonw_end_array(w);
}

static void put_properties(lob_exporter *e, uint32_t i, const lob_marker *marker) {
    lob_jsonw *w = &e->json;
    const lob_rdb_value *shown = lob_marker_shown(marker);
    double distance;
    lob_jsonw_key(w, "properties");
    lob_jsonw_begin_object(w);
    lob_exporter_put_box(e, "box_um", marker);
    if (shown) {
        put(w, "kind", lob_marker_kind(shown));
    }
    if (shown && lob_marker_distance_um(shown, &distance)) {
        lob_jsonw_key(w, "distance_um");
        lob_jsonw_um(w, distance);
    }
    if (marker->is_unplaced) {
        lob_jsonw_key(w, "in_cell_coordinates");
        lob_jsonw_bool(w, true);
    }
    if (e->what->clusters && e->what->clusters[i]) {
        lob_jsonw_key(w, "cluster");
        lob_jsonw_uint(w, e->what->clusters[i]);
    }
    lob_jsonw_end_object(w);
}

static void put_result(lob_exporter *e, uint32_t i) {
    const lob_marker *marker = lob_exporter_marker(e, i);
    const lob_marker_rule *rule = &e->what->markers->rules[marker->rule];
    lob_jsonw *w = &e->json;
    char id[LOB_MARKER_ID_SIZE + 1];
    lob_marker_print_id(marker->id, id);
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "ruleId");
    lob_jsonw_str(w, rule->name);
    lob_jsonw_key(w, "ruleIndex");
    lob_jsonw_uint(w, marker->rule);
    put(w, "level", marker->is_warning ? "warning" : "error");
    put_message(w, "message", rule->description.size ? rule->description : rule->name);
    put_location(e, marker);
    lob_jsonw_key(w, "partialFingerprints");
    lob_jsonw_begin_object(w);
    put(w, "markerId/v1", id);
    lob_jsonw_end_object(w);
    if (e->what->waivers) {
        put_suppressions(e, marker);
    }
    put_properties(e, i, marker);
    lob_jsonw_end_object(w);
}

static lob_status put_artifacts(lob_exporter *e) {
    lob_jsonw *w = &e->json;
    lob_jsonw_key(w, "artifacts");
    lob_jsonw_begin_array(w);
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "location");
    lob_jsonw_begin_object(w);
    LOB_TRY(put_uri(e));
    lob_jsonw_end_object(w);
    lob_jsonw_end_object(w);
    lob_jsonw_end_array(w);
    return LOB_OK;
}

lob_status lob_export_sarif(lob_exporter *e) {
    lob_jsonw *w = &e->json;
    lob_jsonw_begin_object(w);
    put(w, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    put(w, "version", "2.1.0");
    lob_jsonw_key(w, "runs");
    lob_jsonw_begin_array(w);
    lob_jsonw_begin_object(w);
    LOB_TRY(put_tool(e));
    if (e->what->layout_path.data) {
        LOB_TRY(put_artifacts(e));
    }
    lob_jsonw_key(w, "results");
    lob_jsonw_begin_array(w);
    for (uint32_t i = 0; i < e->what->count; i++) {
        put_result(e, i);
        LOB_TRY(lob_exporter_flush(e, false));
    }
    lob_jsonw_end_array(w);
    lob_jsonw_end_object(w);
    lob_jsonw_end_array(w);
    lob_jsonw_end_object(w);
    return LOB_OK;
}
