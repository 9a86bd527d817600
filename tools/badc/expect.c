/* fixtures/bad/expected.json: what the reader must answer to each file, one line a file, sorted by name. */
#include <stdio.h>
#include <stdlib.h>

#include "badc.h"
#include "json/writer.h"

enum { ROW_COUNT_MAX = 1000 };

static int by_name(const void *a, const void *b) {
    return strcmp((*(const bad_row *const *)a)->name, (*(const bad_row *const *)b)->name);
}

const bad_row *const *bad_rows(unsigned *count) {
    static const bad_row *rows[ROW_COUNT_MAX];
    const struct {
        const bad_row *first;
        unsigned count;
    } tables[] = {{bad_gds_rows, bad_gds_count},         {bad_gds_order_rows, bad_gds_order_count},
                  {bad_gds_odd_rows, bad_gds_odd_count}, {bad_oas_rows, bad_oas_count},
                  {bad_oas_odd_rows, bad_oas_odd_count}, {bad_oas_strict_rows, bad_oas_strict_count},
                  {bad_other_rows, bad_other_count}};
    *count = 0;
    for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++) {
        for (unsigned i = 0; i < tables[t].count && *count < ROW_COUNT_MAX; i++) {
            rows[(*count)++] = &tables[t].first[i];
        }
    }
    qsort(rows, *count, sizeof *rows, by_name);
    return rows;
}

static void write_text(lob_jsonw *w, const char *key, const char *value) {
    if (value) {
        lob_jsonw_key(w, key);
        lob_jsonw_text(w, value);
    }
}

static void write_number(lob_jsonw *w, const char *key, int64_t value) {
    if (value != BAD_ABSENT) {
        lob_jsonw_key(w, key);
        lob_jsonw_int(w, value);
    }
}

static void write_warnings(lob_jsonw *w, const char *key, const char *kinds) {
    lob_jsonw_key(w, key);
    lob_jsonw_begin_array(w);
    while (*kinds) {
        size_t size = strcspn(kinds, " ");
        lob_jsonw_str(w, (lob_str){kinds, size});
        kinds += size + (kinds[size] == ' ');
    }
    lob_jsonw_end_array(w);
}

/* Above 2^53 a JSON number is not exact: the counts are decimal text. */
static void write_shapes(lob_jsonw *w, uint64_t shapes) {
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)shapes);
    write_text(w, "shapes_expanded", text);
}

static void write_row(lob_buf *out, const bad_row *row, const bad_expect *e) {
    lob_jsonw w;
    lob_jsonw_init(&w, out);
    lob_jsonw_begin_object(&w);
    write_text(&w, "file", row->name);
    write_text(&w, "why", *row->why ? row->why : NULL);
    write_text(&w, "code", e->reason ? "UNSUPPORTED_FORMAT" : "OK");
    write_text(&w, "reason", e->reason);
    write_text(&w, "record", e->record);
    write_number(&w, "offset", e->offset);
    write_number(&w, "record_index", e->index);
    write_text(&w, "cell", e->cell);
    write_number(&w, "reference", e->reference);
    if (!e->reason) {
        write_warnings(&w, "warnings", e->warnings);
        write_shapes(&w, e->shapes_expanded);
    }
    if (e->forgiven) {
        write_warnings(&w, "unless_strict", e->forgiven);
        write_shapes(&w, e->shapes_expanded);
    }
    write_text(&w, "known", e->known);
    lob_jsonw_end_object(&w);
}

bool bad_expected(lob_buf *out) {
    unsigned count;
    const bad_row *const *rows = bad_rows(&count);
    bool fine = true;
    lob_buf_add_text(out, "[\n");
    for (unsigned i = 0; i < count; i++) {
        bad_file file;
        fine &= bad_make(rows[i], &file);
        write_row(out, rows[i], &file.expect);
        lob_buf_release(&file.bytes);
        lob_buf_add_text(out, i + 1 < count ? ",\n" : "\n");
    }
    lob_buf_add_text(out, "]\n");
    return fine && !out->failed;
}
