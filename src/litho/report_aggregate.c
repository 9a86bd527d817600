/* The leaderboard's row: the flat object that OpenLithoHub's `eval --format json` writes for one sample, byte for byte
 * as Python's json.dumps(d, indent=2) would: metrics in the order of their names, then what says where they come from.
 *
 * Invariant: nothing here depends on the detailed report; these bytes stay when that grows.
 */
#include <math.h>
#include <string.h>

#include "base/num.h"
#include "base/utf8.h"
#include "litho/evaluate.h"

enum { REPR_POINT_MAX = 16, REPR_POINT_MIN = -4, KEY_SIZE = 64 };

typedef struct object { /* being written */
    lob_buf *out;
    bool has_members;
} object;

/* ---- Python's forms ---- */

static void put_key(object *o, const char *key) {
    lob_buf_printf(o->out, "%s\n  \"%s\": ", o->has_members ? "," : "{", key);
    o->has_members = true;
}

/* The digits of a positive number as lob_num_print() writes it, and its point: value = 0.DIGITS * 10^point. */
static int take_apart(const char *text, char digits[LOB_NUM_TEXT_SIZE], int *point) {
    bool is_behind = false;
    int count = 0;
    *point = 0;
    for (; *text != '\0' && *text != 'e'; text++) {
        if (*text == '.') {
            is_behind = true;
        } else if (count == 0 && *text == '0') {
            *point -= is_behind;
        } else {
            digits[count++] = *text;
            *point += !is_behind;
        }
    }
    int64_t exponent = 0;
    if (*text == 'e') {
        lob_num_parse_int(text + 1 + (text[1] == '+'), -400, 400, &exponent);
    }
    *point += (int)exponent;
    while (digits[count - 1] == '0') { /* of an integer: there is a digit that is not 0 */
        count--;
    }
    return count;
}

/* float.__repr__: the shortest digits, an exponent from 1e+16 on and below 1e-04, always a point or an exponent. */
static void put_float(lob_buf *out, double value) {
    char text[LOB_NUM_TEXT_SIZE], digits[LOB_NUM_TEXT_SIZE];
    int point;
    if (signbit(value)) {
        lob_buf_add_byte(out, '-');
    }
    if (value == 0) {
        lob_buf_add_text(out, "0.0");
        return;
    }
    lob_num_print(text, fabs(value));
    const int count = take_apart(text, digits, &point);
    if (point > REPR_POINT_MAX || point - 1 < REPR_POINT_MIN) {
        lob_buf_add(out, digits, 1);
        if (count > 1) {
            lob_buf_add_byte(out, '.');
            lob_buf_add(out, digits + 1, (size_t)count - 1);
        }
        lob_buf_printf(out, "e%c%02d", point > 0 ? '+' : '-', point > 0 ? point - 1 : 1 - point);
        return;
    }
    if (point <= 0) {
        lob_buf_printf(out, "0.%.*s%.*s", -point, "0000", count, digits);
    } else if (point >= count) {
        lob_buf_printf(out, "%.*s%.*s.0", count, digits, point - count, "0000000000000000");
    } else {
        lob_buf_printf(out, "%.*s.%.*s", point, digits, count - point, digits + point);
    }
}

static void put_string(lob_buf *out, lob_str text) {
    static const char letters[] = "btn?fr"; /* 8 to 13 */
    lob_buf_add_byte(out, '"');
    for (size_t at = 0; at < text.size;) {
        uint32_t code;
        const unsigned size = lob_utf8_decode(text, at, &code);
        code = size ? code : 0xfffd;
        at += size ? size : 1;
        if (code == '"' || code == '\\') {
            lob_buf_printf(out, "\\%c", (char)code);
        } else if (code >= 8 && code <= 13 && code != 11) {
            lob_buf_printf(out, "\\%c", letters[code - 8]);
        } else if (code >= ' ' && code <= '~') {
            lob_buf_add_byte(out, (char)code);
        } else if (code < 0x10000) {
            lob_buf_printf(out, "\\u%04x", code);
        } else {
            lob_buf_printf(out, "\\u%04x\\u%04x", 0xd800 + ((code - 0x10000) >> 10), 0xdc00 + (code & 0x3ff));
        }
    }
    lob_buf_add_byte(out, '"');
}

/* ---- the row ---- */

/* A number that is none is left out and counted, so that one empty sample cannot spoil a mean. */
static void put_metric(object *o, const char *key, double value) {
    char dropped[KEY_SIZE + sizeof "_dropped_nonfinite"];
    if (isfinite(value)) {
        put_key(o, key);
        put_float(o->out, value);
        return;
    }
    size_t size = strlen(key);
    memcpy(dropped, key, size);
    memcpy(dropped + size, "_dropped_nonfinite", sizeof "_dropped_nonfinite");
    put_key(o, dropped);
    lob_buf_add_byte(o->out, '1');
}

static void put_text(object *o, const char *key, lob_str value) {
    put_key(o, key);
    put_string(o->out, value);
}

static void put_bool(object *o, const char *key, bool value) {
    put_key(o, key);
    lob_buf_add_text(o->out, value ? "true" : "false");
}

static void put_metrics(object *o, const lob_litho_setup *setup, const lob_litho_metrics *m) {
    const double pixel_nm2 = setup->pixel_nm * setup->pixel_nm;
    if (setup->checks & LOB_CHECK_EPE) {
        put_metric(o, "epe_max_nm", m->edges_mask.max_nm);
        put_metric(o, "epe_mean_nm", m->edges_mask.mean_nm);
        put_metric(o, "epe_std_nm", m->edges_mask.std_nm);
        put_metric(o, "epe_wafer_max_nm", m->edges_wafer.max_nm);
        put_metric(o, "epe_wafer_mean_nm", m->edges_wafer.mean_nm);
        put_metric(o, "epe_wafer_std_nm", m->edges_wafer.std_nm);
    }
    put_metric(o, "l2_error_nm2", (double)m->l2_pixels * pixel_nm2);
    put_metric(o, "l2_error_pixels", (double)m->l2_pixels);
    if (setup->checks & LOB_CHECK_PVBAND) {
        put_metric(o, "pvband_max_nm", m->band.max_nm);
        put_metric(o, "pvband_mean_nm", m->band.mean_nm);
    }
}

lob_status lob_litho_report_aggregate(lob_ctx *ctx, const lob_litho_setup *setup, const lob_litho_result *result,
                                      lob_buf *out) {
    const lob_litho_metrics *m = &result->metrics;
    object o = {.out = out};
    put_metrics(&o, setup, m);
    put_text(&o, "model", lob_str_from(setup->model));
    put_text(&o, "dataset", setup->dataset);
    put_text(&o, "node", lob_str_from(setup->node ? setup->node->name : "custom"));
    put_key(&o, "num_samples");
    lob_buf_add_byte(out, '1');
    if (setup->checks & LOB_CHECK_MRC) {
        const uint64_t violating = m->mrc.width_pixels + m->mrc.spacing_pixels;
        put_bool(&o, "mrc_passed_all", violating == 0 && m->mrc_count == 0);
        if (m->mrc.total_pixels > 0) {
            put_metric(&o, "mrc_violation_rate", (double)violating / (double)m->mrc.total_pixels);
        }
    }
    if (setup->checks & LOB_CHECK_DRC) {
        put_bool(&o, "drc_passed_all", m->drc_count == 0);
    }
    lob_buf_add_text(out, "\n}\n");
    return out->failed == LOB_BUF_FINE ? LOB_OK : lob_fail_memory(ctx);
}
