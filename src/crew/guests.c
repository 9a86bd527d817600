/* Sessions of other workers, opened here for one call. Invariant: a guest is the same file that its session has read,
 * byte for byte, or there is none. */
#include "crew/crew_impl.h"

#include <string.h>

#include "json/reader.h"

static lob_status fail_changed(lob_ctx *ctx, lob_str id) {
    lob_error_clear(&ctx->error);
    lob_status status = lob_fail(ctx, LOB_E_LAYOUT_NOT_PINNED, "The file of the session changed after it was opened");
    lob_error_text(&ctx->error, "reason", LOB_STR("layout_changed"));
    lob_error_text(&ctx->error, "session_id", id);
    lob_hint(ctx, "Call open_layout on the file again, and use the session_id of its answer.");
    return status;
}

/* Runs open_layout with the arguments of the session. False: no session. */
static bool open_again(lob_ctx *ctx, lob_sessions *sessions, const lob_tool *opener, lob_str opened, char id[17]) {
    lob_json_fault fault;
    lob_call call = {.ctx = ctx, .sessions = sessions};
    lob_buf out;
    cJSON *arguments = lob_json_parse(opened, &fault);
    bool fine = false;
    lob_buf_init(&out, 0);
    if (arguments && lob_tool_run(&call, opener, arguments, &out) == LOB_OK && !out.failed) {
        const lob_str raw = lob_json_raw_member((lob_str){out.data, out.size}, "session_id");
        fine = raw.size == 18; /* with its quotes */
        if (fine) {
            memcpy(id, raw.data + 1, 16);
            id[16] = '\0';
        }
    }
    cJSON_Delete(arguments);
    lob_buf_release(&out);
    return fine;
}

static bool is_same_file(lob_ctx *ctx, lob_sessions *sessions, const char *id, lob_str sha256) {
    lob_session *session;
    if (lob_session_find(ctx, sessions, lob_str_from(id), &session) != LOB_OK) {
        return false;
    }
    const bool is_same = lob_str_equal(lob_str_from(session->sha256), sha256);
    lob_session_drop(session);
    return is_same;
}

lob_status lob_crew_guests_open(lob_ctx *ctx, lob_sessions *sessions, const lob_tool *opener,
                                const lob_crew_message *message, uint32_t from, lob_crew_guests *guests) {
    enum { ROOM = sizeof guests->ids / sizeof guests->ids[0] };
    guests->count = 0;
    for (uint32_t i = from; i + 3 <= message->part_count && guests->count < ROOM; i += 3) {
        const lob_str id = message->parts[i];
        char *own = guests->ids[guests->count];
        const bool is_open =
            opener && message->parts[i + 1].data && open_again(ctx, sessions, opener, message->parts[i + 1], own);
        guests->count += is_open;
        LOB_TRY(lob_poll(ctx));
        if (ctx->error.code == LOB_E_TOOL_LIMIT_EXCEEDED) {
            return ctx->error.code;
        }
        if (!is_open || !is_same_file(ctx, sessions, own, message->parts[i + 2]) ||
            !lob_session_alias(sessions, lob_str_from(own), id)) {
            return fail_changed(ctx, id);
        }
    }
    return LOB_OK;
}

void lob_crew_guests_close(lob_ctx *ctx, lob_sessions *sessions, const lob_crew_guests *guests) {
    for (unsigned i = 0; i < guests->count; i++) {
        (void)lob_session_close(ctx, sessions, lob_str_from(guests->ids[i]), NULL);
    }
}
