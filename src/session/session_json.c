/* session.json: what a session was about, for people and tools that look into the folder. Written whole and renamed
 * into place; never read back. */
#include "base/clock.h"
#include "base/num.h"
#include "session/runs.h"
#include "session/store.h"
#include "json/writer.h"

#define SCHEMA_VERSION "1.0.0"

enum { JSON_SIZE_MAX = 1 << 20 };

static void write_source(lob_jsonw *w, const lob_session *session) {
    lob_jsonw_key(w, "source");
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "path");
    lob_jsonw_str(w, session->source_path);
    lob_jsonw_key(w, "format");
    lob_jsonw_text(w, session->format);
    lob_jsonw_key(w, "sha256");
    lob_jsonw_text(w, session->sha256);
    lob_jsonw_end_object(w);
}

static void write_side(lob_jsonw *w, const char *key, int64_t dbu_count, double dbu) {
    lob_jsonw_key(w, key);
    lob_jsonw_number(w, lob_num_um_from_dbu(dbu_count, dbu));
}

static void write_view(lob_jsonw *w, const lob_session *session) {
    const lob_session_view *view = &session->view;
    const double dbu = lob_layout_dbu(session->layout);
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "cell");
    lob_jsonw_str(w, lob_layout_cell(session->layout, view->cell)->name);
    lob_jsonw_key(w, "box_um");
    lob_jsonw_begin_object(w);
    write_side(w, "left", view->box.left, dbu);
    write_side(w, "bottom", view->box.bottom, dbu);
    write_side(w, "right", view->box.right, dbu);
    write_side(w, "top", view->box.top, dbu);
    lob_jsonw_end_object(w);
    lob_jsonw_key(w, "layers");
    lob_jsonw_begin_array(w);
    for (uint32_t i = 0; i < view->layer_count; i++) {
        const lob_layer *layer = lob_layout_layer(session->layout, view->layers[i]);
        lob_jsonw_begin_object(w);
        lob_jsonw_key(w, "layer");
        lob_jsonw_int(w, layer->layer);
        lob_jsonw_key(w, "datatype");
        lob_jsonw_int(w, layer->datatype);
        lob_jsonw_end_object(w);
    }
    lob_jsonw_end_array(w);
    lob_jsonw_end_object(w);
}

static void write_session(lob_jsonw *w, const lob_session_entry *entry) {
    const lob_session *session = &entry->shown;
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "schema_version");
    lob_jsonw_text(w, SCHEMA_VERSION);
    lob_jsonw_key(w, "id");
    lob_jsonw_text(w, session->id);
    lob_jsonw_key(w, "session_id"); /* the same, under the name that answers use */
    lob_jsonw_text(w, session->id);
    write_source(w, session);
    if (session->content_hash[0]) {
        lob_jsonw_key(w, "content_hash");
        lob_jsonw_text(w, session->content_hash);
    }
    lob_jsonw_key(w, "top_cell");
    lob_jsonw_str(w, lob_layout_cell(session->layout, session->top)->name);
    lob_jsonw_key(w, "dbu");
    lob_jsonw_number(w, lob_layout_dbu(session->layout));
    lob_jsonw_key(w, "created");
    lob_jsonw_text(w, entry->created);
    lob_jsonw_key(w, "last_used");
    lob_jsonw_text(w, entry->last_used);
    lob_jsonw_key(w, "view");
    if (session->view.is_set) {
        write_view(w, session);
    } else {
        lob_jsonw_null(w);
    }
    lob_jsonw_key(w, "runs");
    lob_jsonw_begin_array(w);
    for (uint32_t i = 0; i < lob_drc_count(session); i++) {
        lob_jsonw_text(w, lob_drc_at(session, i)->id);
    }
    lob_jsonw_end_array(w);
    lob_jsonw_end_object(w);
}

lob_status lob_session_json_write(lob_ctx *ctx, lob_session_entry *entry) {
    lob_buf json;
    lob_jsonw w;
    lob_buf_init(&json, JSON_SIZE_MAX);
    lob_jsonw_init(&w, &json);
    lob_clock_utc(entry->last_used);
    write_session(&w, entry);
    lob_buf_add_byte(&json, '\n');
    lob_status status = lob_jsonw_fine(&w)
                            ? lob_file_write_at(ctx, entry->shown.dir_fd, "session.json", json.data, json.size)
                            : lob_fail_memory(ctx);
    lob_buf_release(&json);
    return status;
}
