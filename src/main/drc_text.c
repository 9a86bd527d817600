/* What drc says to people: rules with counts and their first places; why a check failed. Invariant: texts of layouts,
 * decks and reports reach a terminal only with their control and direction characters escaped. */
#include <stdlib.h>
#include <string.h>

#include "cli/pretty.h"
#include "cli/settings.h"
#include "main/drc_impl.h"
#include "main/words.h"

enum { PLACES_SHOWN = 5, TEXT_SIZE_MAX = 240, PROFILE_SHOWN = 60 };

static void put_safe(lob_buf *out, lob_str text) {
    lob_words_put_safe((lob_str){text.data, text.size < TEXT_SIZE_MAX ? text.size : TEXT_SIZE_MAX}, out);
    lob_buf_add_text(out, text.size > TEXT_SIZE_MAX ? "..." : "");
}

static void put_place(const lob_drc_task *d, const lob_marker *marker, lob_buf *out) {
    const lob_um_box box = lob_marker_box_um(marker);
    const lob_rdb_value *value = lob_marker_shown(marker);
    lob_marker_measure measure;
    char id[LOB_MARKER_ID_SIZE + 1];
    lob_marker_print_id(marker->id, id);
    lob_buf_printf(out, "           %s ", id);
    if (box.left <= box.right) {
        lob_buf_printf(out, "(%.10g, %.10g; %.10g, %.10g) um ", box.left, box.bottom, box.right, box.top);
    }
    lob_buf_add_text(out, "in ");
    put_safe(out, d->markers->cells[marker->cell]);
    if (lob_marker_measured(marker, &measure)) {
        lob_buf_printf(out, ", %s %.6g%s", measure.word, measure.value, measure.unit);
    }
    if (value && (value->kind == LOB_RDB_TEXT || value->kind == LOB_RDB_RAW)) {
        lob_buf_add_text(out, ": ");
        put_safe(out, value->text);
    }
    lob_buf_add_text(out, marker->is_warning ? " (warning)\n" : "\n");
}

/* *at: the first marker of the rule, then of the next: the list is by rule. */
static void put_rule(const lob_drc_task *d, uint32_t rule, bool has_colour, uint32_t *at, lob_buf *out) {
    const lob_marker_rule *r = &d->markers->rules[rule];
    const uint32_t count = r->count - r->waived_count;
    uint32_t shown = 0;
    const bool stands_out = has_colour && count > 0;
    lob_buf_printf(out, "%s%10u%s  ", lob_colour_text(stands_out, LOB_COLOUR_BAD), count,
                   lob_colour_text(stands_out, LOB_COLOUR_END));
    put_safe(out, r->name);
    if (r->description.size && !lob_str_equal(r->description, r->name)) {
        lob_buf_add_text(out, "  ");
        put_safe(out, r->description);
    }
    if (r->waived_count) {
        lob_buf_printf(out, "  (%u waived)", r->waived_count);
    }
    lob_buf_add_byte(out, '\n');
    for (; *at < d->markers->count && d->markers->items[*at].rule == rule; ++*at) {
        if (d->markers->items[*at].waiver == LOB_MARKERS_NONE && shown < PLACES_SHOWN) {
            put_place(d, &d->markers->items[*at], out);
            shown++;
        }
    }
    if (count > shown) {
        lob_buf_printf(out, "           and %u more\n", count - shown);
    }
}

static int by_seconds(const void *a, const void *b) {
    const lob_run_drc_script_response_profile_item *x = a, *y = b;
    return x->seconds != y->seconds ? (x->seconds < y->seconds) - (x->seconds > y->seconds)
                                    : (x->line > y->line) - (x->line < y->line);
}

/* Those that took longest first. */
static void put_profile(const lob_drc_task *d, lob_buf *out) {
    const size_t count = d->ran.profile.count;
    double all = 0;
    qsort(d->ran.profile.items, count, sizeof *d->ran.profile.items, by_seconds);
    for (size_t i = 0; i < count; i++) {
        all += d->ran.profile.items[i].seconds;
    }
    lob_buf_printf(out, "profile: %.3f s in the engine (measured), %zu operations of lines\n", all, count);
    lob_buf_add_text(out, "   seconds    calls       shapes  operation, line\n");
    for (size_t i = 0; i < count && i < PROFILE_SHOWN; i++) {
        const lob_run_drc_script_response_profile_item *p = &d->ran.profile.items[i];
        lob_buf_printf(out, "%10.6f %8lld %12lld  %-10.*s ", p->seconds, (long long)p->calls, (long long)p->shapes,
                       (int)p->operation.size, p->operation.data);
        put_safe(out, p->file);
        lob_buf_printf(out, ":%lld\n", (long long)p->line);
    }
    if (count > PROFILE_SHOWN) {
        lob_buf_printf(out, "           and %zu more\n", count - PROFILE_SHOWN);
    }
}

void lob_drc_put_text(const lob_drc_task *d, bool has_colour, lob_buf *out) {
    const lob_markers *m = d->markers;
    uint32_t at = 0, violated = 0;
    for (uint32_t i = 0; i < m->rule_count; i++) {
        violated += m->rules[i].count > m->rules[i].waived_count;
    }
    put_safe(out, lob_str_from(d->in));
    lob_buf_add_text(out, ", cell ");
    put_safe(out, d->opened.selected_top_cell);
    lob_buf_printf(out, ": %u rule%s checked, %s%u violation%s%s", m->rule_count, m->rule_count == 1 ? "" : "s",
                   lob_colour_text(has_colour, d->open_count ? LOB_COLOUR_BAD : LOB_COLOUR_GOOD), d->open_count,
                   d->open_count == 1 ? "" : "s", lob_colour_text(has_colour, LOB_COLOUR_END));
    if (violated) {
        lob_buf_printf(out, " of %u rule%s", violated, violated == 1 ? "" : "s");
    }
    if (d->told.waived_count) {
        lob_buf_printf(out, ", %u waived", d->told.waived_count);
    }
    if (d->ran.has_engine) {
        lob_buf_add_text(out, d->ran.engine == LOB_RUN_DRC_SCRIPT_RESPONSE_ENGINE_NATIVE ? ", by the built-in engine"
                                                                                         : ", by KLayout");
    }
    lob_buf_add_byte(out, '\n');
    for (uint32_t i = 0; i < m->rule_count; i++) {
        put_rule(d, i, has_colour, &at, out);
    }
    for (size_t i = 0; i < d->ran.notes.count; i++) {
        lob_buf_add_text(out, "note: ");
        put_safe(out, d->ran.notes.items[i]);
        lob_buf_add_byte(out, '\n');
    }
    if (d->ran.has_profile) {
        put_profile(d, out);
    }
}

void lob_drc_say_waivers(const lob_drc_task *d) {
    const struct {
        uint32_t count;
        const uint32_t *items;
        const char *what;
    } lists[] = {{d->told.expired_count, d->told.expired, "has expired"},
                 {d->told.unknown_count, d->told.unknown, "fits no marker"}};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        for (uint32_t k = 0; k < lists[i].count && k < LOB_WAIVERS_TOLD; k++) {
            fprintf(d->cli->err, "%s drc: waiver %u of the file %s\n", d->cli->product.name, lists[i].items[k] + 1,
                    lists[i].what);
        }
        if (lists[i].count > LOB_WAIVERS_TOLD) {
            fprintf(d->cli->err, "%s drc: %u more waivers: each %s\n", d->cli->product.name,
                    lists[i].count - LOB_WAIVERS_TOLD, lists[i].what);
        }
    }
}

/* A line of the text a line. */
static void put_detail(const lob_error_detail *detail, lob_buf *out) {
    lob_str rest = detail->text;
    if (!detail->is_text) {
        lob_buf_printf(out, "  %s: %lld\n", detail->key, (long long)detail->integer);
        return;
    }
    lob_buf_printf(out, "  %s:", detail->key);
    const bool is_long = memchr(rest.data, '\n', rest.size) != NULL;
    do {
        const char *end = rest.size ? memchr(rest.data, '\n', rest.size) : NULL;
        const size_t size = end ? (size_t)(end - rest.data) : rest.size;
        lob_buf_add_text(out, is_long ? "\n    " : " ");
        put_safe(out, (lob_str){rest.data, size});
        rest = end ? (lob_str){end + 1, rest.size - size - 1} : (lob_str){rest.data + size, 0};
    } while (rest.size);
    lob_buf_add_byte(out, '\n');
}

/* What will be gone with the folder of this run. */
static bool is_of_run(const char *key) {
    return strcmp(key, "run_id") == 0 || strcmp(key, "stdout_path") == 0 || strcmp(key, "stderr_path") == 0;
}

void lob_drc_say_error(const lob_drc_task *d) {
    const lob_error *error = &d->ctx->error;
    lob_buf out;
    lob_buf_init(&out, 0);
    lob_buf_printf(&out, "%s drc: could not check: ", d->cli->product.name);
    lob_say_message(&out, error);
    lob_buf_printf(&out, " (%s). %s\n", lob_status_name(error->code),
                   error->hint[0] ? error->hint : lob_status_recovery(error->code));
    for (unsigned i = 0; i < error->detail_count; i++) {
        if (!is_of_run(error->details[i].key)) {
            put_detail(&error->details[i], &out);
        }
    }
    for (unsigned i = 0; i < error->candidate_count; i++) {
        lob_buf_add_text(&out, "  candidate: ");
        put_safe(&out, error->candidates[i]);
        lob_buf_add_byte(&out, '\n');
    }
    if (out.failed) {
        fprintf(d->cli->err, "%s drc: could not check: out of memory\n", d->cli->product.name);
    } else {
        fwrite(out.data, 1, out.size, d->cli->err);
    }
    lob_buf_release(&out);
}
