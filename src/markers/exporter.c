/* What the formats of export.h share: the marker at its place, words and numbers about it, and the buffer's way out. */
#include "base/num.h"
#include "markers/export.h"

const lob_marker *lob_exporter_marker(const lob_exporter *e, uint32_t i) {
    return &e->what->markers->items[e->what->picked ? e->what->picked[i] : i];
}

const char *lob_exporter_reason(const lob_exporter *e, const lob_marker *marker, lob_str *reason) {
    if (marker->waiver == LOB_MARKERS_NONE || !e->what->waivers) {
        return NULL;
    }
    *reason = e->what->waivers->waivers.items[marker->waiver].reason;
    return reason->data;
}

lob_status lob_exporter_flush(lob_exporter *e, bool all) {
    if (e->buf.failed) {
        return lob_fail_memory(e->ctx);
    }
    if (all || e->buf.size >= LOB_EXPORT_FLUSH_SIZE) {
        lob_outfile_add(e->out, e->buf.data, e->buf.size);
        lob_buf_clear(&e->buf);
        LOB_TRY(lob_poll(e->ctx));
    }
    return LOB_OK;
}

void lob_exporter_put_points(lob_exporter *e, const lob_um_point *points, uint32_t count) {
    lob_jsonw_begin_array(&e->json);
    for (uint32_t i = 0; i < count; i++) {
        lob_jsonw_begin_array(&e->json);
        lob_jsonw_um(&e->json, points[i].x);
        lob_jsonw_um(&e->json, points[i].y);
        lob_jsonw_end_array(&e->json);
    }
    lob_jsonw_end_array(&e->json);
}

void lob_exporter_put_message(lob_exporter *e, const lob_marker *marker, lob_buf *out) {
    const lob_marker_rule *rule = &e->what->markers->rules[marker->rule];
    const lob_str about = rule->description.size ? rule->description : rule->name,
                  cell = e->what->markers->cells[marker->cell];
    const lob_um_box box = lob_marker_box_um(marker);
    const double sides[4] = {box.left, box.bottom, box.right, box.top};
    char text[4][LOB_NUM_TEXT_SIZE];
    lob_marker_measure measure;
    lob_buf_add(out, about.data, about.size);
    lob_buf_add_byte(out, ':');
    if (lob_marker_measured(marker, &measure)) {
        lob_num_print(text[0], lob_num_round_um(measure.value) + 0.0); /* never -0 */
        lob_buf_printf(out, " measured %s %s%s", measure.word, text[0], measure.unit);
    }
    if (box.left <= box.right) {
        for (int i = 0; i < 4; i++) {
            lob_num_print(text[i], lob_num_round_um(sides[i]) + 0.0);
        }
        lob_buf_printf(out, " at (%s, %s) to (%s, %s) um", text[0], text[1], text[2], text[3]);
    }
    lob_buf_add_text(out, " in cell ");
    lob_buf_add(out, cell.data, cell.size);
}

static void put_um(lob_jsonw *w, const char *key, double value) {
    lob_jsonw_key(w, key);
    lob_jsonw_um(w, value);
}

void lob_exporter_put_box(lob_exporter *e, const char *key, const lob_marker *marker) {
    const lob_um_box box = lob_marker_box_um(marker);
    if (box.left <= box.right) {
        lob_jsonw_key(&e->json, key);
        lob_jsonw_begin_object(&e->json);
        put_um(&e->json, "left", box.left);
        put_um(&e->json, "bottom", box.bottom);
        put_um(&e->json, "right", box.right);
        put_um(&e->json, "top", box.top);
        lob_jsonw_end_object(&e->json);
    }
}

void lob_exporter_put_place(lob_exporter *e, uint32_t i, const lob_marker *marker) {
    if (marker->is_unplaced) {
        lob_jsonw_key(&e->json, "in_cell_coordinates");
        lob_jsonw_bool(&e->json, true);
    }
    if (e->what->clusters && e->what->clusters[i]) {
        lob_jsonw_key(&e->json, "cluster");
        lob_jsonw_uint(&e->json, e->what->clusters[i]);
    }
}
