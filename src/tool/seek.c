/* See seek.h. */
#include "tool/seek.h"

#include "base/limits.h"
#include "query/seek.h"
#include "tool/ports.h"

/* Ports as seen from one cell. */
static lob_status seek_port_below(lob_call *call, lob_cell_index cell, const lob_object_key *key, lob_buf *scratch,
                                  lob_object *object, bool *found) {
    lob_ports ports;
    LOB_TRY(lob_call_ports_below(call, cell, &ports));
    for (uint32_t i = 0; i < ports.count && !*found; i++) {
        *object = lob_port_object(cell, &ports.items[i]);
        *found = lob_object_has_key(call->session->layout, key, object, scratch);
    }
    return scratch->failed ? lob_fail_memory(call->ctx) : LOB_OK;
}

static lob_status seek_port(lob_call *call, const lob_object_key *key, lob_object *object, bool *found) {
    const lob_cell_index top = call->session->top, count = lob_layout_cell_count(call->session->layout);
    lob_buf scratch;
    lob_buf_init(&scratch, 0);
    *found = false;
    lob_status status = seek_port_below(call, top, key, &scratch, object, found);
    for (lob_cell_index cell = 0; status == LOB_OK && cell < count && !*found; cell++) {
        status = cell == top ? LOB_OK : seek_port_below(call, cell, key, &scratch, object, found);
    }
    lob_buf_release(&scratch);
    return status;
}

static lob_status seek(lob_call *call, const lob_object_key *key, lob_object *object, bool *found) {
    const lob_session *session = call->session;
    if (key->type == LOB_ID_PORT) {
        return seek_port(call, key, object, found);
    }
    return lob_object_seek(call->ctx, session->layout, session->top, key, LOB_LIMIT_SOUGHT_OBJECTS, object, found);
}

static lob_status refuse(lob_ctx *ctx, lob_str id) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "Nothing in this layout has that id");
    lob_hint(ctx, "Use an id from an answer about this file, with the same options; ids change when the file changes.");
    lob_error_text(&ctx->error, "id", id);
    lob_error_text(&ctx->error, "reason", LOB_STR("unknown"));
    return status;
}

lob_status lob_call_find_id(lob_call *call, lob_str id, lob_object *object) {
    lob_object_key key;
    lob_str again;
    bool found = false;
    lob_status status = lob_ids_find(call->ctx, call->session->ids, id, object);
    if (status != LOB_E_INVALID_TARGET || !lob_sessions_config(call->sessions)->seeks_ids ||
        !lob_ids_key(call->session->ids, id, &key)) {
        return status;
    }
    lob_error_clear(&call->ctx->error);
    LOB_TRY(seek(call, &key, object, &found));
    if (found) {
        LOB_TRY(lob_call_issue(call, object, &again));
        found = lob_str_equal(id, again); /* no, when two hashes are equal */
    }
    return found ? LOB_OK : refuse(call->ctx, id);
}
