/* What machines read: TAP 14, JUnit XML, JSON, a badge. Invariant: a failure there is what decides here; what does not
 * decide (known failures, levels beyond the bar) is TODO in TAP, skipped in JUnit, and told apart in JSON. */
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "load.h"
#include "report.h"
#include "json/writer.h"

static const char report_version[] = "1.1.0"; /* of the JSON report */

static const char *const outcome_names[] = {"passed", "failed", "broken", "skipped", "faulty"};
static const char *const standing_names[] = {"fine", "wrong", "known", "stale", "not_run"};
static const char stale_reason[] = "passes, though it is on the list of known failures";

static const lob_conformance_case *case_of(const conf_run *run, size_t i) {
    return &run->cases->items[run->chosen[i]].is;
}

static bool is_failure(const conf_run *run, size_t i) {
    return run->standings[i] == CONF_STALE || (run->standings[i] == CONF_WRONG && conf_decides(run, i));
}

/* NULL: it passed or failed; else why it does not count. */
static const char *excuse(const conf_run *run, size_t i) {
    switch (run->standings[i]) {
    case CONF_KNOWN:
        return "a known failure";
    case CONF_WRONG:
        return conf_decides(run, i) ? NULL : "beyond the level that decides";
    default:
        return NULL;
    }
}

static const char *reason_of(const conf_run *run, size_t i) {
    return run->standings[i] == CONF_STALE ? stale_reason : run->results[i].reason;
}

/* ---- TAP ---- */

/* A JSON string is a YAML string. */
static void add_yaml(lob_buf *out, const char *key, const char *value) {
    lob_jsonw writer;
    lob_buf_printf(out, "  %s: ", key);
    lob_jsonw_init(&writer, out);
    lob_jsonw_text(&writer, value);
    lob_buf_add_text(out, "\n");
}

/* Of a comment or a reason: "#" and "\" begin something in TAP. */
static void add_tap_text(lob_buf *out, const char *text) {
    for (; *text != '\0'; text++) {
        if (*text == '#' || *text == '\\') {
            lob_buf_add_byte(out, '\\');
        }
        lob_buf_add_byte(out, *text == '\n' || *text == '\r' ? ' ' : *text);
    }
}

void conf_write_tap(const conf_run *run, lob_buf *out) {
    lob_buf_printf(out, "TAP version 14\n1..%zu\n", run->count + (run->unknown_count > 0));
    for (size_t i = 0; i < run->count; i++) {
        const lob_conformance_case *is = case_of(run, i);
        bool is_ok = run->standings[i] == CONF_FINE || run->standings[i] == CONF_NOT_RUN;
        lob_buf_printf(out, "%s %zu - %s", is_ok ? "ok" : "not ok", i + 1, is->id.data);
        if (run->standings[i] == CONF_NOT_RUN) {
            lob_buf_add_text(out, " # SKIP ");
            add_tap_text(out, run->results[i].reason);
        } else if (excuse(run, i) != NULL) {
            lob_buf_printf(out, " # TODO %s", excuse(run, i));
        }
        lob_buf_add_text(out, "\n");
        if (!is_ok) {
            lob_buf_add_text(out, "  ---\n");
            add_yaml(out, "level", lob_conformance_level_names[is->level]);
            add_yaml(out, "requirement", is->requirements.items[0].data);
            lob_buf_printf(out, "  step: %u\n", run->results[i].step);
            add_yaml(out, "message", reason_of(run, i));
            lob_buf_add_text(out, "  ...\n");
        }
    }
    if (run->unknown_count > 0) {
        lob_buf_printf(out, "not ok %zu - entries of the list of known failures without a case: %zu\n", run->count + 1,
                       run->unknown_count);
    }
}

/* ---- JUnit ---- */

/* Text of an attribute: markup escaped, what XML 1.0 cannot hold as U+FFFD. */
static void add_xml(lob_buf *out, const char *text) {
    lob_str all = lob_str_from(text);
    for (size_t at = 0; at < all.size;) {
        uint32_t code = 0;
        unsigned size = lob_utf8_decode(all, at, &code);
        bool is_legal = size > 0 && (code >= 0x20 || code == '\n' || code == '\t') && code != 0xfffe && code != 0xffff;
        switch (is_legal ? code : 0) {
        case 0:
            lob_buf_add_text(out, "\xef\xbf\xbd");
            break;
        case '&':
            lob_buf_add_text(out, "&amp;");
            break;
        case '<':
            lob_buf_add_text(out, "&lt;");
            break;
        case '>':
            lob_buf_add_text(out, "&gt;");
            break;
        case '"':
            lob_buf_add_text(out, "&quot;");
            break;
        case '\n':
        case '\t':
            lob_buf_printf(out, "&#%u;", code);
            break;
        default:
            lob_buf_add(out, all.data + at, size);
        }
        at += size > 0 ? size : 1;
    }
}

static void add_seconds(lob_buf *out, int64_t ms) {
    lob_buf_printf(out, " time=\"%lld.%03lld\"", (long long)(ms / 1000), (long long)(ms % 1000));
}

static void add_message(lob_buf *out, const char *element, const char *before, const char *message) {
    lob_buf_printf(out, "      <%s message=\"", element);
    if (before != NULL) {
        add_xml(out, before);
        lob_buf_add_text(out, message[0] != '\0' ? ": " : "");
    }
    add_xml(out, message);
    lob_buf_add_text(out, "\"");
}

static void add_testcase(const conf_run *run, size_t i, lob_buf *out) {
    const lob_conformance_case *is = case_of(run, i);
    const char *slash = strchr(is->id.data, '/');
    int area = slash != NULL ? (int)(slash - is->id.data) : 0;
    lob_buf_printf(out, "    <testcase classname=\"conformance.%.*s\" name=\"", area, is->id.data);
    add_xml(out, slash != NULL ? slash + 1 : is->id.data);
    lob_buf_add_text(out, "\"");
    add_seconds(out, run->results[i].elapsed_ms);
    if (run->standings[i] == CONF_FINE) {
        lob_buf_add_text(out, "/>\n");
        return;
    }
    lob_buf_add_text(out, ">\n");
    if (is_failure(run, i)) {
        add_message(out, run->results[i].outcome == CONF_BROKEN ? "error" : "failure", NULL, reason_of(run, i));
        lob_buf_printf(out, " type=\"%s\"/>\n",
                       run->standings[i] == CONF_STALE ? "stale" : outcome_names[run->results[i].outcome]);
    } else {
        add_message(out, "skipped", excuse(run, i), run->results[i].reason);
        lob_buf_add_text(out, "/>\n");
    }
    lob_buf_add_text(out, "    </testcase>\n");
}

/* Of chosen[from, end), and of `more` failures beside. */
static void add_counts(const conf_run *run, size_t from, size_t end, size_t more, lob_buf *out) {
    size_t failures = more, errors = 0, skipped = 0;
    int64_t elapsed_ms = 0;
    for (size_t i = from; i < end; i++) {
        bool is_error = is_failure(run, i) && run->results[i].outcome == CONF_BROKEN;
        failures += is_failure(run, i) && !is_error;
        errors += is_error;
        skipped += !is_failure(run, i) && run->standings[i] != CONF_FINE;
        elapsed_ms += run->results[i].elapsed_ms;
    }
    lob_buf_printf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\"", end - from + more, failures,
                   errors, skipped);
    add_seconds(out, elapsed_ms);
}

static size_t area_end(const conf_run *run, size_t from) {
    size_t size = strcspn(case_of(run, from)->id.data, "/") + 1;
    size_t end = from + 1;
    while (end < run->count && strncmp(case_of(run, from)->id.data, case_of(run, end)->id.data, size) == 0) {
        end++;
    }
    return end;
}

void conf_write_junit(const conf_run *run, lob_buf *out) {
    lob_buf_add_text(out,
                     "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"layout observer conformance\"");
    add_counts(run, 0, run->count, run->unknown_count > 0, out);
    lob_buf_add_text(out, ">\n");
    for (size_t from = 0, end; from < run->count; from = end) {
        end = area_end(run, from);
        int area = (int)strcspn(case_of(run, from)->id.data, "/");
        lob_buf_printf(out, "  <testsuite name=\"conformance.%.*s\"", area, case_of(run, from)->id.data);
        add_counts(run, from, end, 0, out);
        lob_buf_add_text(out, ">\n");
        for (size_t i = from; i < end; i++) {
            add_testcase(run, i, out);
        }
        lob_buf_add_text(out, "  </testsuite>\n");
    }
    if (run->unknown_count > 0) {
        lob_buf_printf(out,
                       "  <testsuite name=\"conformance.known_failures\" tests=\"1\" failures=\"1\" errors=\"0\" "
                       "skipped=\"0\" time=\"0.000\">\n    <testcase classname=\"conformance.known_failures\" "
                       "name=\"entries\" time=\"0.000\">\n      <failure message=\"entries without a case: %zu\" "
                       "type=\"stale\"/>\n    </testcase>\n  </testsuite>\n",
                       run->unknown_count);
    }
    lob_buf_add_text(out, "</testsuites>\n");
}

/* ---- JSON ---- */

static void write_case(lob_jsonw *w, const conf_run *run, size_t i) {
    const lob_conformance_case *is = case_of(run, i);
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "id");
    lob_jsonw_str(w, is->id);
    lob_jsonw_key(w, "profile");
    lob_jsonw_text(w, lob_conformance_profile_names[is->profile]);
    lob_jsonw_key(w, "level");
    lob_jsonw_text(w, lob_conformance_level_names[is->level]);
    lob_jsonw_key(w, "requirements");
    lob_jsonw_begin_array(w);
    for (size_t k = 0; k < is->requirements.count; k++) {
        lob_jsonw_str(w, is->requirements.items[k]);
    }
    lob_jsonw_end_array(w);
    lob_jsonw_key(w, "outcome");
    lob_jsonw_text(w, outcome_names[run->results[i].outcome]);
    lob_jsonw_key(w, "standing");
    lob_jsonw_text(w, standing_names[run->standings[i]]);
    lob_jsonw_key(w, "decides");
    lob_jsonw_bool(w, conf_decides(run, i));
    if (run->results[i].outcome != CONF_PASSED) {
        lob_jsonw_key(w, "step");
        lob_jsonw_uint(w, run->results[i].step);
        lob_jsonw_key(w, "reason");
        lob_jsonw_text(w, run->results[i].reason);
    }
    lob_jsonw_key(w, "elapsed_ms");
    lob_jsonw_int(w, run->results[i].elapsed_ms);
    lob_jsonw_end_object(w);
}

static void write_totals(lob_jsonw *w, const conf_run *run) {
    conf_totals n = conf_count(run);
    const struct {
        const char *name;
        size_t count;
    } members[] = {{"passed", n.passed}, {"failed", n.failed},   {"skipped", n.skipped},         {"known", n.known},
                   {"below", n.below},   {"not_run", n.not_run}, {"unknown", run->unknown_count}};
    lob_jsonw_begin_object(w);
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        lob_jsonw_key(w, members[i].name);
        lob_jsonw_uint(w, members[i].count);
    }
    lob_jsonw_end_object(w);
}

void conf_write_json(const conf_run *run, lob_buf *out) {
    lob_jsonw w;
    lob_jsonw_init(&w, out);
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "schema_version");
    lob_jsonw_text(&w, report_version);
    lob_jsonw_key(&w, "server");
    lob_jsonw_text(&w, run->server);
    lob_jsonw_key(&w, "protocol");
    lob_jsonw_text(&w, run->protocol);
    lob_jsonw_key(&w, "cases_version");
    lob_jsonw_text(&w, run->version != NULL ? run->version : "");
    lob_jsonw_key(&w, "broken_off");
    lob_jsonw_bool(&w, run->is_broken_off);
    lob_jsonw_key(&w, "bar");
    lob_jsonw_text(&w, lob_conformance_level_names[run->bar]);
    lob_jsonw_key(&w, "conformant");
    lob_jsonw_bool(&w, conf_is_conformant(run));
    lob_jsonw_key(&w, "totals");
    write_totals(&w, run);
    lob_jsonw_key(&w, "cases");
    lob_jsonw_begin_array(&w);
    for (size_t i = 0; i < run->count; i++) {
        write_case(&w, run, i);
    }
    lob_jsonw_end_array(&w);
    lob_jsonw_end_object(&w);
    lob_buf_add_text(out, "\n");
}

/* ---- badge ---- */

void conf_write_badge(const conf_run *run, lob_buf *out) {
    size_t passed = 0, count = 0;
    for (size_t i = 0; i < run->count; i++) {
        bool counts = conf_decides(run, i) && run->standings[i] != CONF_NOT_RUN;
        count += counts;
        passed += counts && run->results[i].outcome == CONF_PASSED;
    }
    char message[96];
    snprintf(message, sizeof message, "%s %zu/%zu", lob_conformance_level_names[run->bar], passed, count);
    lob_jsonw w;
    lob_jsonw_init(&w, out);
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "schemaVersion");
    lob_jsonw_uint(&w, 1);
    lob_jsonw_key(&w, "label");
    lob_jsonw_text(&w, "layout observer conformance");
    lob_jsonw_key(&w, "message");
    lob_jsonw_text(&w, message);
    lob_jsonw_key(&w, "color");
    lob_jsonw_text(&w, run->is_broken_off         ? "lightgrey"
                       : !conf_is_conformant(run) ? "red"
                       : passed == count          ? "brightgreen"
                                                  : "yellow");
    lob_jsonw_end_object(&w);
    lob_buf_add_text(out, "\n");
}
