/* What people read: failures, the table, the totals. Invariant: the exit status, the verdict and the last line say the
 * same: a run is conformant exactly when its last line has "0 failed" and something passed. */
#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "load.h"
#include "report.h"

conf_totals conf_count(const conf_run *run) {
    conf_totals n = {.failed = run->unknown_count};
    for (size_t i = 0; i < run->count; i++) {
        conf_standing standing = run->standings[i];
        bool is_wrong = standing == CONF_WRONG;
        n.passed += standing == CONF_FINE;
        n.failed += standing == CONF_STALE || (is_wrong && conf_decides(run, i));
        n.below += is_wrong && !conf_decides(run, i);
        n.known += standing == CONF_KNOWN;
        n.not_run += standing == CONF_NOT_RUN;
    }
    n.skipped = n.below + n.known + n.not_run;
    return n;
}

/* ---- failures ---- */

static const char *word(const conf_run *run, size_t i) {
    if (run->standings[i] == CONF_KNOWN) {
        return "KNOWN";
    }
    if (run->results[i].outcome == CONF_FAULTY) {
        return "FAULTY";
    }
    if (!conf_decides(run, i)) {
        return "BELOW";
    }
    return run->results[i].outcome == CONF_BROKEN ? "BROKEN" : "FAIL";
}

static void add_failure(const conf_run *run, size_t i, lob_buf *out) {
    const conf_case *item = &run->cases->items[run->chosen[i]];
    lob_buf_printf(out, "%s %s (%s", word(run, i), item->is.id.data, lob_conformance_level_names[item->is.level]);
    for (size_t k = 0; k < item->is.requirements.count; k++) {
        lob_buf_printf(out, ", %s", item->is.requirements.items[k].data);
    }
    lob_buf_printf(out, "): %s\n", run->results[i].reason);
}

/* One line for all cases that fail because a tool is not there; the first of them writes it. */
static void add_missing(const conf_run *run, size_t first, lob_buf *out) {
    const char *tool = run->results[first].missing_tool;
    size_t count = 0;
    for (size_t i = 0; i < run->count; i++) {
        bool is_such = run->standings[i] == run->standings[first] && run->results[i].missing_tool != NULL &&
                       strcmp(run->results[i].missing_tool, tool) == 0;
        if (is_such && i < first) {
            return;
        }
        count += is_such;
    }
    lob_buf_printf(out, "%s tool %s is not offered: %zu case%s, as %s\n", word(run, first), tool, count,
                   count == 1 ? "" : "s", run->cases->items[run->chosen[first]].is.id.data);
}

void conf_print_failures(const conf_run *run, lob_buf *out) {
    for (int decides = 1; decides >= 0; decides--) {
        for (size_t i = 0; i < run->count; i++) {
            bool is_wrong = run->standings[i] == CONF_WRONG, counts = is_wrong && conf_decides(run, i);
            if ((!is_wrong && run->standings[i] != CONF_KNOWN) || counts != (decides == 1)) {
                continue;
            }
            if (run->results[i].missing_tool != NULL) {
                add_missing(run, i, out);
            } else {
                add_failure(run, i, out);
            }
        }
    }
}

/* ---- the table ---- */

typedef struct row {
    size_t passed[LOB_CONFORMANCE_LEVEL_COUNT], run[LOB_CONFORMANCE_LEVEL_COUNT], skipped;
} row;

static void add_row(lob_buf *out, lob_str area, const row *r) {
    lob_buf_printf(out, "%-16.*s", (int)area.size, area.data);
    for (int level = 0; level < LOB_CONFORMANCE_LEVEL_COUNT; level++) {
        char cell[64] = "-";
        if (r->run[level] > 0) {
            snprintf(cell, sizeof cell, "%zu/%zu", r->passed[level], r->run[level]);
        }
        lob_buf_printf(out, " %12s", cell);
    }
    if (r->skipped > 0) {
        lob_buf_printf(out, " %9zu\n", r->skipped);
    } else {
        lob_buf_printf(out, " %9s\n", "-");
    }
}

static void count_in(row *r, conf_standing standing, lob_conformance_level level) {
    bool is_passed = standing == CONF_FINE || standing == CONF_STALE;
    r->passed[level] += is_passed;
    r->run[level] += standing != CONF_NOT_RUN;
    r->skipped += standing == CONF_NOT_RUN;
}

static lob_str area_of(lob_str id) {
    const char *slash = memchr(id.data, '/', id.size);
    return (lob_str){id.data, slash != NULL ? (size_t)(slash - id.data) : id.size};
}

static void add_rows(const conf_run *run, lob_buf *out) {
    row all = {.skipped = 0}, here = {.skipped = 0};
    for (size_t i = 0; i < run->count; i++) {
        const lob_conformance_case *is = &run->cases->items[run->chosen[i]].is;
        bool is_last = i + 1 == run->count;
        count_in(&all, run->standings[i], is->level);
        count_in(&here, run->standings[i], is->level);
        if (is_last || !lob_str_equal(area_of(is->id), area_of(run->cases->items[run->chosen[i + 1]].is.id))) {
            add_row(out, area_of(is->id), &here);
            here = (row){.skipped = 0};
        }
    }
    add_row(out, LOB_STR("all"), &all);
}

/* What to do next, where something is to be done. */
static void add_advice(const conf_run *run, const conf_totals *n, lob_buf *out) {
    for (size_t i = 0; i < run->count; i++) {
        if (run->standings[i] == CONF_WRONG && conf_decides(run, i)) {
            const char *id = run->cases->items[run->chosen[i]].is.id.data;
            lob_buf_printf(out,
                           "next: conformance explain %s says what it asks and why; --run %s --keep DIR shows what "
                           "went to and fro\n",
                           id, id);
            return;
        }
    }
    if (run->is_broken_off) {
        lob_buf_printf(out, "next: run it again; %zu of %zu cases were run\n", run->count - n->not_run, run->count);
    }
}

void conf_print_table(const conf_run *run, lob_buf *out) {
    conf_totals n = conf_count(run);
    lob_buf_printf(out, "%-16s %12s %12s %12s %12s %9s\n", "passed/run", "required", "recommended", "optional",
                   "reference", "skipped");
    add_rows(run, out);
    if (n.known + n.below > 0) {
        lob_buf_printf(out, "of the skipped below: %zu not run, %zu known failures, %zu failed beyond the level %s\n",
                       n.not_run, n.known, n.below, lob_conformance_level_names[run->bar]);
    }
    add_advice(run, &n, out);
    lob_buf_printf(out, "%s up to the level %s: %s%s%s\n",
                   run->is_broken_off        ? "broken off, no verdict"
                   : conf_is_conformant(run) ? "conformant"
                                             : "NOT conformant",
                   lob_conformance_level_names[run->bar], run->server[0] != '\0' ? run->server : "unnamed server",
                   run->protocol[0] != '\0' ? ", protocol " : "", run->protocol);
    lob_buf_printf(out, "%zu passed, %zu failed, %zu skipped\n", n.passed, n.failed, n.skipped);
}
