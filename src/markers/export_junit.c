/* JUnit XML, as build servers read it: testsuites > testsuite (a rule) > testcase (a marker). The markers picked are in
 * the order of their rules, so that one pass writes one suite after another. */
#include "base/utf8.h"
#include "markers/export.h"

/* What XML 1.0 can hold, in an attribute between "". */
static void put_attribute(lob_buf *out, const char *name, lob_str text) {
    lob_buf_printf(out, " %s=\"", name);
    for (size_t at = 0; at < text.size;) {
        uint32_t code;
        const unsigned size = lob_utf8_decode(text, at, &code);
        const bool is_bad = size == 0 || (code < 0x20 && code != '\t' && code != '\n' && code != '\r') ||
                            code == 0xFFFE || code == 0xFFFF;
        if (is_bad) {
            lob_buf_add_text(out, "\xEF\xBF\xBD");
        } else if (code < 0x20 || code == '&' || code == '<' || code == '>' || code == '"') {
            lob_buf_printf(out, "&#%u;", (unsigned)code);
        } else {
            lob_buf_add(out, text.data + at, size);
        }
        at += size ? size : 1;
    }
    lob_buf_add_byte(out, '"');
}

typedef struct suite {
    uint32_t first, count, waived;
} suite;

static suite suite_of(const lob_exporter *e, uint32_t rule, uint32_t first) {
    suite s = {.first = first};
    lob_str reason;
    while (first + s.count < e->what->count && lob_exporter_marker(e, first + s.count)->rule == rule) {
        s.waived += lob_exporter_reason(e, lob_exporter_marker(e, first + s.count), &reason) != NULL;
        s.count++;
    }
    return s;
}

static void put_counts(lob_buf *out, uint32_t tests, uint32_t failures, uint32_t skipped) {
    lob_buf_printf(out, " tests=\"%u\" failures=\"%u\" errors=\"0\" skipped=\"%u\"", tests, failures, skipped);
}

static void put_message(lob_exporter *e, const lob_marker *marker) {
    lob_buf text;
    lob_buf_init(&text, 0);
    lob_exporter_put_message(e, marker, &text);
    put_attribute(&e->buf, "message", (lob_str){text.data ? text.data : "", text.size});
    e->buf.failed = e->buf.failed ? e->buf.failed : text.failed;
    lob_buf_release(&text);
}

static void put_case(lob_exporter *e, const lob_marker *marker) {
    const lob_marker_rule *rule = &e->what->markers->rules[marker->rule];
    char id[LOB_MARKER_ID_SIZE + 1];
    lob_str reason;
    lob_marker_print_id(marker->id, id);
    lob_buf_add_text(&e->buf, "  <testcase");
    put_attribute(&e->buf, "classname", rule->name);
    put_attribute(&e->buf, "name", lob_str_from(id));
    lob_buf_add_text(&e->buf, ">\n");
    if (lob_exporter_reason(e, marker, &reason)) {
        lob_buf_add_text(&e->buf, "   <skipped");
        put_attribute(&e->buf, "message", reason);
    } else {
        lob_buf_add_text(&e->buf, "   <failure");
        put_attribute(&e->buf, "type", marker->is_warning ? LOB_STR("warning") : LOB_STR("error"));
        put_message(e, marker);
    }
    lob_buf_add_text(&e->buf, "/>\n  </testcase>\n");
}

static lob_status put_suite(lob_exporter *e, uint32_t rule, suite s) {
    const lob_marker_rule *about = &e->what->markers->rules[rule];
    lob_buf_add_text(&e->buf, " <testsuite");
    put_attribute(&e->buf, "name", about->name);
    put_counts(&e->buf, s.count ? s.count : 1, s.count - s.waived, s.waived);
    lob_buf_add_text(&e->buf, ">\n");
    if (s.count == 0) {
        lob_buf_add_text(&e->buf, "  <testcase");
        put_attribute(&e->buf, "classname", about->name);
        put_attribute(&e->buf, "name", LOB_STR("no markers"));
        lob_buf_add_text(&e->buf, "/>\n");
    }
    for (uint32_t i = 0; i < s.count; i++) {
        put_case(e, lob_exporter_marker(e, s.first + i));
        LOB_TRY(lob_exporter_flush(e, false));
    }
    lob_buf_add_text(&e->buf, " </testsuite>\n");
    return LOB_OK;
}

static uint32_t rule_count(const lob_exporter *e) {
    return e->what->rules ? e->what->rule_count : e->what->markers->rule_count;
}

static uint32_t rule_at(const lob_exporter *e, uint32_t i) {
    return e->what->rules ? e->what->rules[i] : i;
}

lob_status lob_export_junit(lob_exporter *e) {
    uint32_t tests = 0, failures = 0, skipped = 0, first = 0;
    for (uint32_t i = 0; i < rule_count(e); i++) {
        const suite s = suite_of(e, rule_at(e, i), first);
        first += s.count;
        tests += s.count ? s.count : 1;
        failures += s.count - s.waived;
        skipped += s.waived;
    }
    lob_buf_add_text(&e->buf, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"Layout Observer\"");
    put_counts(&e->buf, tests, failures, skipped);
    lob_buf_add_text(&e->buf, ">\n");
    first = 0;
    for (uint32_t i = 0; i < rule_count(e); i++) {
        const suite s = suite_of(e, rule_at(e, i), first);
        first += s.count;
        LOB_TRY(put_suite(e, rule_at(e, i), s));
        LOB_TRY(lob_exporter_flush(e, false));
    }
    lob_buf_add_text(&e->buf, "</testsuites>\n");
    return LOB_OK;
}
