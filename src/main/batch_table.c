/* The table of a batch, as comma-separated values (RFC 4180) and as JSON. What was not measured is an empty field, and
 * no member. */
#include <string.h>

#include "main/batch_impl.h"
#include "json/writer.h"

static const char *const number_names[LOB_BATCH_COUNT] = {
    [LOB_BATCH_L2] = "l2_error_pixels",         [LOB_BATCH_BAND] = "pvband_pixels",
    [LOB_BATCH_EPE] = "epe_gauge_violations",   [LOB_BATCH_SHOTS] = "shots_vsb",
    [LOB_BATCH_DRC] = "drc_violations",         [LOB_BATCH_MRC] = "mrc_violations",
    [LOB_BATCH_VIOLATIONS] = "violations_total"};

static const char *const state_names[] = {[LOB_BATCH_WAITING] = "not_reached",
                                          [LOB_BATCH_CLEAN] = "clean",
                                          [LOB_BATCH_VIOLATED] = "violations",
                                          [LOB_BATCH_FAILED] = "failed"};

/* ---- CSV ---- */

static void put_field(lob_buf *out, const char *text) {
    if (!text[strcspn(text, ",\"\r\n")]) {
        lob_buf_add_text(out, text);
        return;
    }
    lob_buf_add_byte(out, '"');
    for (; *text; text++) {
        lob_buf_add(out, "\"\"", *text == '"');
        lob_buf_add_byte(out, *text);
    }
    lob_buf_add_byte(out, '"');
}

static void put_numbers(lob_buf *out, const int64_t *numbers) {
    for (unsigned k = 0; k < LOB_BATCH_COUNT; k++) {
        lob_buf_add_byte(out, ',');
        if (numbers[k] >= 0) {
            lob_buf_printf(out, "%lld", (long long)numbers[k]);
        }
    }
}

void lob_batch_csv(const lob_batch_rows *rows, bool is_optimized, lob_buf *out) {
    lob_buf_add_text(out, "file,status");
    for (unsigned k = 0; k < LOB_BATCH_COUNT; k++) {
        lob_buf_printf(out, ",%s", number_names[k]);
    }
    for (unsigned k = 0; k < LOB_BATCH_COUNT && is_optimized; k++) {
        lob_buf_printf(out, ",before_%s", number_names[k]);
    }
    lob_buf_add_text(out, is_optimized ? ",mask" : "");
    lob_buf_add_text(out, ",elapsed_ms,error,message\n");
    for (uint32_t i = 0; i < rows->count; i++) {
        const lob_batch_row *const row = &rows->items[i];
        put_field(out, row->file);
        lob_buf_printf(out, ",%s", state_names[row->state]);
        put_numbers(out, row->after);
        if (is_optimized) {
            put_numbers(out, row->before);
            lob_buf_add_byte(out, ',');
            put_field(out, row->mask);
        }
        lob_buf_printf(out, ",%lld,%s,", (long long)row->elapsed_ms, row->code ? row->code : "");
        put_field(out, row->message);
        lob_buf_add_byte(out, '\n');
    }
}

/* ---- JSON ---- */

static void put_members(lob_jsonw *w, const int64_t *numbers) {
    for (unsigned k = 0; k < LOB_BATCH_COUNT; k++) {
        if (numbers[k] >= 0) {
            lob_jsonw_key(w, number_names[k]);
            lob_jsonw_int(w, numbers[k]);
        }
    }
}

static void put_text(lob_jsonw *w, const char *key, const char *text) {
    if (text && text[0]) {
        lob_jsonw_key(w, key);
        lob_jsonw_text(w, text);
    }
}

static void put_clip(lob_jsonw *w, const lob_batch_row *row, bool is_optimized) {
    lob_jsonw_begin_object(w);
    put_text(w, "file", row->file);
    put_text(w, "status", state_names[row->state]);
    put_members(w, row->after);
    if (is_optimized && row->before[LOB_BATCH_L2] >= 0) {
        lob_jsonw_key(w, "before");
        lob_jsonw_begin_object(w);
        put_members(w, row->before);
        lob_jsonw_end_object(w);
    }
    put_text(w, "mask", row->mask);
    lob_jsonw_key(w, "elapsed_ms");
    lob_jsonw_int(w, row->elapsed_ms);
    if (row->code) {
        lob_jsonw_key(w, "error");
        lob_jsonw_begin_object(w);
        put_text(w, "code", row->code);
        put_text(w, "message", row->message);
        put_text(w, "hint", row->hint);
        lob_jsonw_end_object(w);
    }
    lob_jsonw_end_object(w);
}

/* Sums of those that were done, for means by whoever wants them. */
static void put_sums(lob_jsonw *w, const lob_batch_rows *rows) {
    lob_jsonw_key(w, "sums");
    lob_jsonw_begin_object(w);
    for (unsigned k = 0; k < LOB_BATCH_COUNT; k++) {
        int64_t sum = 0;
        bool is_measured = false;
        for (uint32_t i = 0; i < rows->count; i++) {
            const int64_t value = rows->items[i].after[k];
            is_measured = is_measured || value >= 0;
            sum += value >= 0 ? value : 0;
        }
        if (is_measured) {
            lob_jsonw_key(w, number_names[k]);
            lob_jsonw_int(w, sum);
        }
    }
    lob_jsonw_end_object(w);
}

void lob_batch_json(const lob_batch_rows *rows, bool is_optimized, lob_buf *out) {
    lob_jsonw w;
    lob_jsonw_init(&w, out);
    lob_jsonw_begin_object(&w);
    put_text(&w, "schema_version", "1.0.0");
    put_text(&w, "tool", is_optimized ? "optimize" : "evaluate");
    lob_jsonw_key(&w, "count");
    lob_jsonw_uint(&w, rows->count);
    for (unsigned state = 0; state < sizeof state_names / sizeof state_names[0]; state++) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < rows->count; i++) {
            count += rows->items[i].state == (lob_batch_state)state;
        }
        lob_jsonw_key(&w, state_names[state]);
        lob_jsonw_uint(&w, count);
    }
    put_sums(&w, rows);
    lob_jsonw_key(&w, "clips");
    lob_jsonw_begin_array(&w);
    for (uint32_t i = 0; i < rows->count; i++) {
        put_clip(&w, &rows->items[i], is_optimized);
    }
    lob_jsonw_end_array(&w);
    lob_jsonw_end_object(&w);
    lob_buf_add_byte(out, '\n');
}
