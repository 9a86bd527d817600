/* A process window as JSON, and its Bossung data as a table. */
#include <math.h>

#include "base/num.h"
#include "litho/process_window.h"
#include "json/writer.h"

static const char *const kind_names[] = {[LOB_CD_LINE] = "line", [LOB_CD_SPACE] = "space", [LOB_CD_EDGE] = "edge"};

/* ---- JSON ---- */

static void put(lob_jsonw *w, const char *key, double value) {
    lob_jsonw_key(w, key);
    lob_jsonw_um(w, value);
}

static void put_list(lob_jsonw *w, const char *key, const double *values, uint32_t count) {
    lob_jsonw_key(w, key);
    lob_jsonw_begin_array(w);
    for (uint32_t i = 0; i < count; i++) {
        lob_jsonw_um(w, values[i]);
    }
    lob_jsonw_end_array(w);
}

static void put_range(lob_jsonw *w, lob_dose_range range) {
    const bool is_some = range.low <= range.high;
    put(w, "dose_low", is_some ? range.low : NAN);
    put(w, "dose_high", is_some ? range.high : NAN);
    put(w, "exposure_latitude_percent", lob_exposure_latitude(range));
}

/* By focus, then dose; nobody measures a thousandth of a nanometre. */
static void put_sizes(lob_jsonw *w, const lob_window_ask *ask, const double *sizes) {
    lob_jsonw_key(w, "sizes_nm");
    lob_jsonw_begin_array(w);
    for (uint32_t i = 0; i < ask->focus_count; i++) {
        lob_jsonw_begin_array(w);
        for (uint32_t d = 0; d < ask->dose_count; d++, sizes++) {
            lob_jsonw_um(w, round(*sizes * 1000) / 1000);
        }
        lob_jsonw_end_array(w);
    }
    lob_jsonw_end_array(w);
}

static void put_gauge(lob_jsonw *w, const lob_window_ask *ask, const lob_process_window *window, bool with_sizes,
                      uint32_t k) {
    const lob_cd_gauge *gauge = &ask->gauges.items[k];
    const lob_gauge_finding *found = &window->found[k];
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "name");
    lob_jsonw_str(w, gauge->name);
    lob_jsonw_key(w, "kind");
    lob_jsonw_text(w, kind_names[gauge->kind]);
    put(w, "x_um", gauge->x_nm / 1000);
    put(w, "y_um", gauge->y_nm / 1000);
    put(w, "angle_deg", gauge->angle_deg);
    put(w, "target_nm", gauge->target_nm);
    put(w, "printed_nm", found->nominal_nm);
    put(w, "error_nm", found->nominal_nm - gauge->target_nm);
    lob_jsonw_key(w, "within");
    lob_jsonw_bool(w, found->is_within);
    put_range(w, window->ranges[(size_t)k * ask->focus_count + window->nominal]);
    if (gauge->has_measured) {
        put(w, "measured_nm", gauge->measured_nm);
        put(w, "threshold", found->threshold);
    }
    if (with_sizes) {
        put_sizes(w, ask, window->sizes + (size_t)k * ask->focus_count * ask->dose_count);
    }
    lob_jsonw_end_object(w);
}

static void put_rectangle(lob_jsonw *w, const lob_window_ask *ask, const lob_window_rectangle *r) {
    lob_jsonw_begin_object(w);
    put(w, "depth_of_focus_nm", ask->focuses_nm[r->last] - ask->focuses_nm[r->first]);
    put_range(w, r->doses);
    put(w, "focus_low_nm", ask->focuses_nm[r->first]);
    put(w, "focus_high_nm", ask->focuses_nm[r->last]);
    lob_jsonw_end_object(w);
}

static void put_window(lob_jsonw *w, const lob_window_ask *ask, const lob_process_window *window) {
    lob_jsonw_key(w, "by_focus");
    lob_jsonw_begin_array(w);
    for (uint32_t i = 0; i < ask->focus_count; i++) {
        lob_jsonw_begin_object(w);
        put(w, "focus_nm", ask->focuses_nm[i]);
        put_range(w, window->common[i]);
        lob_jsonw_end_object(w);
    }
    lob_jsonw_end_array(w);
    lob_jsonw_key(w, "by_depth");
    lob_jsonw_begin_array(w);
    for (uint32_t i = 0; i + 1 < ask->focus_count; i++) {
        put_rectangle(w, ask, &window->curve[i]);
    }
    lob_jsonw_end_array(w);
    lob_jsonw_key(w, "largest_window");
    if (window->best.first > window->best.last) {
        lob_jsonw_null(w);
    } else {
        put_rectangle(w, ask, &window->best);
    }
}

static void put_calibration(lob_jsonw *w, const lob_window_ask *ask, const lob_window_calibration *c) {
    if (c->count + c->left_out == 0) {
        return;
    }
    lob_jsonw_key(w, "calibration");
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "gauges");
    lob_jsonw_uint(w, c->count);
    lob_jsonw_key(w, "left_out");
    lob_jsonw_uint(w, c->left_out);
    put(w, "threshold", c->count ? c->threshold : NAN);
    put(w, "dose", c->count ? c->dose : NAN);
    put(w, "rms_before_nm", c->count ? c->before_nm : NAN);
    put(w, "rms_after_nm", c->count ? c->after_nm : NAN);
    if (c->count) {
        put(w, "largest_error_nm", c->largest_nm);
        lob_jsonw_key(w, "largest_error_at");
        lob_jsonw_str(w, ask->gauges.items[c->largest].name);
    }
    lob_jsonw_end_object(w);
}

void lob_process_window_json(const lob_litho_setup *setup, const lob_window_ask *ask, const lob_process_window *window,
                             bool with_sizes, lob_buf *out) {
    lob_jsonw w;
    lob_jsonw_init(&w, out);
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "schema_version");
    lob_jsonw_text(&w, "1.0.0");
    put(&w, "pixel_nm", setup->pixel_nm);
    put(&w, "threshold", setup->threshold);
    put(&w, "tolerance_percent", ask->tolerance * 100);
    put(&w, "edge_within_nm", ask->edge_within_nm);
    lob_jsonw_key(&w, "gauge_count");
    lob_jsonw_uint(&w, ask->gauges.count);
    lob_jsonw_key(&w, "within_count");
    lob_jsonw_uint(&w, window->within_count);
    if (with_sizes) {
        put_list(&w, "focuses_nm", ask->focuses_nm, ask->focus_count);
        put_list(&w, "doses", ask->doses, ask->dose_count);
    }
    put_window(&w, ask, window);
    put_calibration(&w, ask, &window->calibration);
    lob_jsonw_key(&w, "gauges");
    lob_jsonw_begin_array(&w);
    for (uint32_t k = 0; k < ask->gauges.count; k++) {
        put_gauge(&w, ask, window, with_sizes, k);
    }
    lob_jsonw_end_array(&w);
    lob_jsonw_end_object(&w);
    lob_buf_add_byte(out, '\n');
}

/* ---- the table ---- */

static void put_number(lob_buf *out, double value) {
    char text[LOB_NUM_TEXT_SIZE];
    lob_buf_add(out, text, lob_num_print(text, lob_num_round_um(value)));
}

/* A field with a quote in it is quoted (RFC 4180); gauges of our own reading have none with a comma. */
static void put_name(lob_buf *out, lob_str name) {
    if (!memchr(name.data, '"', name.size)) {
        lob_buf_add(out, name.data, name.size);
        return;
    }
    lob_buf_add_byte(out, '"');
    for (size_t i = 0; i < name.size; i++) {
        lob_buf_add(out, "\"\"", name.data[i] == '"');
        lob_buf_add_byte(out, name.data[i]);
    }
    lob_buf_add_byte(out, '"');
}

void lob_process_window_csv(const lob_window_ask *ask, const lob_process_window *window, lob_buf *out) {
    lob_buf_add_text(out, "gauge,kind,focus_nm,dose,size_nm\n");
    const double *size = window->sizes;
    for (uint32_t k = 0; k < ask->gauges.count; k++) {
        for (uint32_t i = 0; i < ask->focus_count; i++) {
            for (uint32_t d = 0; d < ask->dose_count; d++, size++) {
                put_name(out, ask->gauges.items[k].name);
                lob_buf_printf(out, ",%s,", kind_names[ask->gauges.items[k].kind]);
                put_number(out, ask->focuses_nm[i]);
                lob_buf_add_byte(out, ',');
                put_number(out, ask->doses[d]);
                lob_buf_add_byte(out, ',');
                if (isfinite(*size)) {
                    put_number(out, *size);
                }
                lob_buf_add_byte(out, '\n');
            }
        }
    }
}
