/* SARIF 2.1.0 as GitHub's code scanning reads it: one run, a result a marker. A layout has no lines or characters, but
 * GitHub wants a region, so that is the file's first character; the cell is a logical location, the box a property.
 * Invariant: nothing depends on where the checkout lies, on the run or on the time. */
#include <stdio.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/version.h"
#include "markers/export.h"

/* GitHub cuts descriptions and names there. */
enum { TEXT_SIZE_MAX = 1024, NAME_SIZE_MAX = 255 };

static void put(lob_jsonw *w, const char *key, const char *value) {
    lob_jsonw_key(w, key);
    lob_jsonw_text(w, value);
}

/* At most so many bytes, to the end of a character. */
static lob_str cut(lob_str text, size_t size) {
    if (text.size > size) {
        while (size > 0 && ((unsigned char)text.data[size] & 0xC0) == 0x80) {
            size--;
        }
        text.size = size;
    }
    return text;
}

static void put_message(lob_jsonw *w, const char *key, lob_str text) {
    lob_jsonw_key(w, key);
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "text");
    lob_jsonw_str(w, cut(text, TEXT_SIZE_MAX));
    lob_jsonw_end_object(w);
}

/* What stands in a URI as it is (RFC 3986: unreserved, and / between the parts). */
static bool is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (c && strchr("-._~/", c));
}

static bool has_dots(lob_str path) {
    for (size_t i = 0; i + 1 < path.size; i++) {
        const bool begins = i == 0 || path.data[i - 1] == '/';
        if (begins && path.data[i] == '.' && (path.data[i + 1] == '/' || path.data[i + 1] == '.')) {
            return true;
        }
    }
    return false;
}

/* Relative to the working directory, which is a checkout's root in build servers; of what lies elsewhere the name. */
static lob_str told_path(lob_str path) {
    char folder[4096];
    size_t size = getcwd(folder, sizeof folder) ? strlen(folder) : 0;
    size -= size == 1; /* "/" */
    lob_str inside = {NULL, 0};
    if (size > 0 && path.size > size + 1 && memcmp(path.data, folder, size) == 0 && path.data[size] == '/') {
        inside = (lob_str){path.data + size + 1, path.size - size - 1};
    }
    if (inside.data && !has_dots(inside)) {
        return inside;
    }
    size_t at = path.size;
    while (at > 0 && path.data[at - 1] != '/') {
        at--;
    }
    return at < path.size ? (lob_str){path.data + at, path.size - at} : LOB_STR("layout");
}

static void put_artifact_location(lob_exporter *e, bool has_index) {
    lob_jsonw *w = &e->json;
    const lob_str path = told_path(e->what->layout_path);
    lob_buf uri;
    lob_buf_init(&uri, 0);
    for (size_t i = 0; i < path.size; i++) {
        if (is_plain(path.data[i])) {
            lob_buf_add_byte(&uri, path.data[i]);
        } else {
            lob_buf_printf(&uri, "%%%02X", (unsigned)(unsigned char)path.data[i]);
        }
    }
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "uri");
    lob_jsonw_str(w, (lob_str){uri.data ? uri.data : "", uri.size});
    put(w, "uriBaseId", "%SRCROOT%");
    if (has_index) {
        lob_jsonw_key(w, "index");
        lob_jsonw_int(w, 0);
    }
    lob_jsonw_end_object(w);
    e->buf.failed = e->buf.failed ? e->buf.failed : uri.failed;
    lob_buf_release(&uri);
}

static void put_rule_level(lob_jsonw *w, const char *level) {
    lob_jsonw_key(w, "defaultConfiguration");
    lob_jsonw_begin_object(w);
    put(w, "level", level);
    lob_jsonw_end_object(w);
    lob_jsonw_key(w, "properties");
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "tags");
    lob_jsonw_begin_array(w);
    lob_jsonw_text(w, "drc");
    lob_jsonw_end_array(w);
    put(w, "problem.severity", level);
    lob_jsonw_end_object(w);
}

/* What GitHub shows beside an alert. */
static void put_help(lob_exporter *e, const lob_marker_rule *rule, lob_str about) {
    lob_buf text;
    lob_buf_init(&text, 0);
    lob_buf_add_text(&text, "Design rule ");
    lob_buf_add(&text, rule->name.data, rule->name.size);
    lob_buf_add_text(&text, ": ");
    lob_buf_add(&text, about.data, about.size);
    lob_buf_add_text(&text,
                     "\nOpen the layout at the position in the message and properties.box_um, in the cell of the "
                     "logical location.");
    put_message(&e->json, "help", (lob_str){text.data ? text.data : "", text.size});
    e->buf.failed = e->buf.failed ? e->buf.failed : text.failed;
    lob_buf_release(&text);
}

/* A rule warns when all of its markers do. */
static bool *find_warnings(lob_exporter *e) {
    const lob_markers *markers = e->what->markers;
    bool *warns = lob_malloc(markers->rule_count + 1);
    for (uint32_t i = 0; warns && i < markers->rule_count; i++) {
        warns[i] = markers->rules[i].count > 0;
    }
    for (uint32_t i = 0; warns && i < markers->count; i++) {
        warns[markers->items[i].rule] &= markers->items[i].is_warning;
    }
    return warns;
}

static lob_status put_rules(lob_exporter *e, const bool *warns) {
    const lob_markers *markers = e->what->markers;
    lob_jsonw *w = &e->json;
    lob_jsonw_key(w, "rules");
    lob_jsonw_begin_array(w);
    for (uint32_t i = 0; i < markers->rule_count; i++) {
        const lob_marker_rule *rule = &markers->rules[i];
        const lob_str about = rule->description.size ? rule->description : rule->name;
        lob_jsonw_begin_object(w);
        lob_jsonw_key(w, "id");
        lob_jsonw_str(w, rule->name);
        lob_jsonw_key(w, "name");
        lob_jsonw_str(w, cut(rule->name, NAME_SIZE_MAX));
        put_message(w, "shortDescription", about);
        put_message(w, "fullDescription", about);
        put_help(e, rule, about);
        put_rule_level(w, warns[i] ? "warning" : "error");
        lob_jsonw_end_object(w);
        LOB_TRY(lob_exporter_flush(e, false));
    }
    lob_jsonw_end_array(w);
    return LOB_OK;
}

static lob_status put_tool(lob_exporter *e) {
    lob_jsonw *w = &e->json;
    bool *warns = find_warnings(e);
    LOB_TRY(warns ? LOB_OK : lob_fail_memory(e->ctx));
    lob_jsonw_key(w, "tool");
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "driver");
    lob_jsonw_begin_object(w);
    put(w, "name", LOB_TITLE);
    put(w, "version", LOB_VERSION);
    put(w, "semanticVersion", LOB_VERSION);
    put(w, "informationUri", LOB_URL);
    const lob_status status = put_rules(e, warns);
    lob_free(warns);
    LOB_TRY(status);
    lob_jsonw_end_object(w);
    lob_jsonw_end_object(w);
    return LOB_OK;
}

static void put_region(lob_jsonw *w) {
    static const char *const sides[] = {"startLine", "startColumn", "endLine", "endColumn"};
    lob_jsonw_key(w, "region");
    lob_jsonw_begin_object(w);
    for (int i = 0; i < 4; i++) {
        lob_jsonw_key(w, sides[i]);
        lob_jsonw_int(w, 1);
    }
    lob_jsonw_end_object(w);
}

static void put_location(lob_exporter *e, const lob_marker *marker) {
    lob_jsonw *w = &e->json;
    lob_jsonw_key(w, "locations");
    lob_jsonw_begin_array(w);
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "physicalLocation");
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "artifactLocation");
    put_artifact_location(e, true);
    put_region(w);
    lob_jsonw_end_object(w);
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
    lob_marker_measure measure;
    char key[32];
    lob_jsonw_key(w, "properties");
    lob_jsonw_begin_object(w);
    lob_exporter_put_box(e, "box_um", marker);
    if (shown) {
        put(w, "kind", lob_marker_kind(shown));
    }
    if (lob_marker_measured(marker, &measure)) {
        snprintf(key, sizeof key, "%s%s%s", measure.word, measure.unit[0] ? "_" : "",
                 measure.unit[0] ? measure.unit + 1 : "");
        lob_jsonw_key(w, key);
        lob_jsonw_um(w, measure.value);
    }
    lob_exporter_put_place(e, i, marker);
    lob_jsonw_end_object(w);
}

/* `[text](target)` would be a link, and a layout could name a cell so. */
static void put_plain_message(lob_exporter *e, lob_str text) {
    lob_buf plain;
    lob_buf_init(&plain, 0);
    for (size_t i = 0; i < text.size; i++) {
        if (i > 0 && text.data[i] == '(' && text.data[i - 1] == ']') {
            lob_buf_add_byte(&plain, ' ');
        }
        lob_buf_add_byte(&plain, text.data[i]);
    }
    put_message(&e->json, "message", (lob_str){plain.data ? plain.data : "", plain.size});
    e->buf.failed = e->buf.failed ? e->buf.failed : plain.failed;
    lob_buf_release(&plain);
}

static void put_result(lob_exporter *e, uint32_t i) {
    const lob_marker *marker = lob_exporter_marker(e, i);
    const lob_marker_rule *rule = &e->what->markers->rules[marker->rule];
    lob_jsonw *w = &e->json;
    char id[LOB_MARKER_ID_SIZE + 1], hash[LOB_MARKER_ID_SIZE + 3];
    lob_buf message;
    lob_marker_print_id(marker->id, id);
    snprintf(hash, sizeof hash, "%s:1", id + sizeof "mrk_" - 1);
    lob_buf_init(&message, 0);
    lob_exporter_put_message(e, marker, &message);
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "ruleId");
    lob_jsonw_str(w, rule->name);
    lob_jsonw_key(w, "ruleIndex");
    lob_jsonw_uint(w, marker->rule);
    put(w, "level", marker->is_warning ? "warning" : "error");
    put_plain_message(e, (lob_str){message.data ? message.data : "", message.size});
    e->buf.failed = e->buf.failed ? e->buf.failed : message.failed;
    lob_buf_release(&message);
    put_location(e, marker);
    lob_jsonw_key(w, "partialFingerprints");
    lob_jsonw_begin_object(w);
    put(w, "primaryLocationLineHash", hash); /* the one that GitHub compares */
    put(w, "markerId/v1", id);
    lob_jsonw_end_object(w);
    if (e->what->waivers) {
        put_suppressions(e, marker);
    }
    put_properties(e, i, marker);
    lob_jsonw_end_object(w);
}

static void put_artifacts(lob_exporter *e) {
    lob_jsonw *w = &e->json;
    lob_jsonw_key(w, "artifacts");
    lob_jsonw_begin_array(w);
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "location");
    put_artifact_location(e, false);
    lob_jsonw_end_object(w);
    lob_jsonw_end_array(w);
}

/* Says how many markers were left out, in the invocation: SARIF has no other place for it. */
static void put_invocation(lob_exporter *e, uint32_t left_out) {
    lob_jsonw *w = &e->json;
    char text[120];
    lob_jsonw_key(w, "invocations");
    lob_jsonw_begin_array(w);
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "executionSuccessful");
    lob_jsonw_bool(w, true);
    if (left_out > 0 || e->what->markers->is_cut) {
        snprintf(text, sizeof text, "%u more markers are not listed here%s", left_out,
                 e->what->markers->is_cut ? ", and the list of the run was cut" : "");
        lob_jsonw_key(w, "toolExecutionNotifications");
        lob_jsonw_begin_array(w);
        lob_jsonw_begin_object(w);
        put(w, "level", "warning");
        put_message(w, "message", lob_str_from(text));
        lob_jsonw_end_object(w);
        lob_jsonw_end_array(w);
    }
    lob_jsonw_end_object(w);
    lob_jsonw_end_array(w);
}

lob_status lob_export_sarif(lob_exporter *e) {
    lob_jsonw *w = &e->json;
    const uint32_t count = e->what->count < LOB_SARIF_RESULTS_MAX ? e->what->count : LOB_SARIF_RESULTS_MAX;
    lob_jsonw_begin_object(w);
    put(w, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    put(w, "version", "2.1.0");
    lob_jsonw_key(w, "runs");
    lob_jsonw_begin_array(w);
    lob_jsonw_begin_object(w);
    LOB_TRY(put_tool(e));
    put_invocation(e, e->what->count - count);
    put_artifacts(e);
    lob_jsonw_key(w, "results");
    lob_jsonw_begin_array(w);
    for (uint32_t i = 0; i < count; i++) {
        put_result(e, i);
        LOB_TRY(lob_exporter_flush(e, false));
    }
    lob_jsonw_end_array(w);
    lob_jsonw_end_object(w);
    lob_jsonw_end_array(w);
    lob_jsonw_end_object(w);
    return LOB_OK;
}
