/* The figures: a line of the table and an object of the JSON each, held against its peer or its limit.
 *
 *   {"schema_version": "1", "machine": {...}, "figures": [{"name", "label", "value", "unit", "peer", "ratio", "target",
 *    "bound", "met"}, ...]}, a figure a line
 *
 * `ratio` is the value over what it is measured against: that of a peer in the same run (the value itself, its unit is
 * x) or a limit of ours (peer "limit", target 1). `bound` says whether the ratio may be at_most or must be at_least the
 * target. Without a peer these are null: such a figure stands beside the ratio that is made of it.
 */
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "json/writer.h"

typedef struct known {
    const char *key, *peer;
    double target; /* of a ratio; of a limit the value itself; 0: none is set */
    bool at_least;
} known;

static const char limit[] = "limit";

static const known all_known[] = {
    {"start_ms_p50", limit, 10, false},
    {"list_layers_over_echo", "an empty loop over the same pipes", 0, false},
    {"open_over_sha256", "openssl sha256", 1.25, false},
    {"open_over_memcpy", "memcpy", 0, false},
    {"reference_over_open", "KLayout's read and the hash", 4.5, true},
    {"gdstk_over_open", "gdstk's read", 3, true},
    {"open_over_klayout", "KLayout's read", 0, false},
    {"peak_over_klayout", "KLayout", 0.6, false},
    {"peak_over_file", "the file's size", 0, false},
    {"read_on_1_over_sha256", "openssl sha256", 0, false},
    {"read_on_2_over_sha256", "openssl sha256", 0, false},
    {"flat_first_query_s", limit, 0.5, false},
    {"hier_first_query_s", limit, 0.5, false},
    {"flat_window_50um_us", limit, 20, false},
    {"hier_window_50um_us", limit, 20, false},
    {"flat_large_window_mhits", limit, 5, true},
    {"hier_large_window_mhits", limit, 5, true},
    {"flat_query_us_p50", limit, 100, false},
    {"hier_query_us_p50", limit, 100, false},
    {"render_flat_picture_ms", limit, 2, false},
    {"render_flat_window_png_digest_ms", limit, 12, false},
    {"render_flat_first_ms", limit, 1000, false},
    {"render_flat_worst_ms", limit, 200, false},
    {"render_hier_worst_ms", limit, 20, false},
    {"rules_die_width_klayout_over", "KLayout", 40, true},
    {"rules_die_space_klayout_over", "KLayout", 40, true},
    {"rules_hier_width_klayout_over", "KLayout's deep mode", 1, true},
    {"rules_hier_space_klayout_over", "KLayout's deep mode", 1, true},
    {"rules_die_width_peak_over", "KLayout", 0, false},
    {"rules_die_space_peak_over", "KLayout", 0, false},
    {"check_rules_window_ms", limit, 2, false},
};

static const known *find(const char *key) {
    for (size_t i = 0; i < sizeof all_known / sizeof all_known[0]; i++) {
        if (strcmp(all_known[i].key, key) == 0) {
            return &all_known[i];
        }
    }
    return NULL;
}

static void number_or_null(lob_jsonw *w, const char *key, bool is_there, double value) {
    lob_jsonw_key(w, key);
    if (is_there) {
        lob_jsonw_number(w, value);
    } else {
        lob_jsonw_null(w);
    }
}

static void text_or_null(lob_jsonw *w, const char *key, const char *value) {
    lob_jsonw_key(w, key);
    if (value) {
        lob_jsonw_text(w, value);
    } else {
        lob_jsonw_null(w);
    }
}

/* NULL `k`: a figure that nothing is held against. */
static void add(bench *b, const char *key, double value, const char *unit, const char *label, const known *k) {
    const bool is_limit = k && k->peer == limit, has_target = k && k->target > 0;
    const double ratio = is_limit ? value / k->target : value;
    const double target = is_limit ? 1 : k ? k->target : 0;
    const bool is_met = !has_target || (k->at_least ? ratio >= target : ratio <= target);
    char bound[64] = "";
    if (has_target) {
        snprintf(bound, sizeof bound, "  %.3g of %s, %s %.3g%s", ratio, k->peer, k->at_least ? "at least" : "at most",
                 target, is_met ? "" : "  MISSED");
    }
    printf("  %-58s %12.3f %-4s%s\n", label, value, unit, bound);
    fflush(stdout);
    b->missed_count += !is_met;
    lob_buf_add_text(&b->json, b->figure_count++ ? ",\n" : "\n");
    lob_jsonw w;
    lob_jsonw_init(&w, &b->json);
    lob_jsonw_begin_object(&w);
    text_or_null(&w, "name", key);
    text_or_null(&w, "label", label);
    number_or_null(&w, "value", true, value);
    text_or_null(&w, "unit", unit);
    text_or_null(&w, "peer", k ? k->peer : NULL);
    number_or_null(&w, "ratio", k != NULL, ratio);
    number_or_null(&w, "target", has_target, target);
    text_or_null(&w, "bound", has_target ? k->at_least ? "at_least" : "at_most" : NULL);
    lob_jsonw_key(&w, "met");
    if (has_target) {
        lob_jsonw_bool(&w, is_met);
    } else {
        lob_jsonw_null(&w);
    }
    lob_jsonw_end_object(&w);
}

void report(bench *b, const char *key, double value, const char *unit, const char *label) {
    add(b, key, value, unit, label, find(key));
}

void report_most(bench *b, const char *key, double ratio, double most, const char *against, const char *label) {
    const known k = {key, against, most, false};
    add(b, key, ratio, "x", label, &k);
}

void figures_begin(bench *b) {
    lob_buf_init(&b->json, 0);
    lob_buf_add_text(&b->json, "{\"schema_version\": \"1\",\n\"machine\": ");
    print_machine(&b->json);
    lob_buf_add_text(&b->json, ",\n\"figures\": [");
}

bool figures_write(bench *b) {
    lob_buf_add_text(&b->json, "\n]}\n");
    FILE *out = fopen(b->out, "w");
    bool fine = out && b->json.data && fwrite(b->json.data, 1, b->json.size, out) == b->json.size;
    fine = out && fclose(out) == 0 && fine;
    lob_buf_release(&b->json);
    return fine;
}
