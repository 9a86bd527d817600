/* See notice.h. */
#include "mcp/notice.h"

#include <string.h>

#include "mcp/rpc.h"

enum { LINE_SIZE_MAX = 64 * 1024 };

static const char *const names[] = {"",      "debug",    "info",  "notice",   "warning",
                                    "error", "critical", "alert", "emergency"};

lob_notice_level lob_notice_level_of(const char *name) {
    for (int i = LOB_NOTICE_DEBUG; name && i <= LOB_NOTICE_EMERGENCY; i++) {
        if (strcmp(names[i], name) == 0) {
            return (lob_notice_level)i;
        }
    }
    return LOB_NOTICE_NONE;
}

static void write_member(lob_jsonw *w, const char *key, lob_str value) {
    if (value.data) {
        lob_jsonw_key(w, key);
        lob_jsonw_str(w, value);
    }
}

static void write_line(const lob_notice *notice, lob_buf *line) {
    lob_jsonw w;
    lob_rpc_begin_notification(&w, line, "notifications/message");
    lob_jsonw_key(&w, "level");
    lob_jsonw_text(&w, names[notice->level]);
    lob_jsonw_key(&w, "logger");
    lob_jsonw_text(&w, "tools");
    lob_jsonw_key(&w, "data");
    lob_jsonw_begin_object(&w);
    write_member(&w, "event", lob_str_from(notice->event));
    write_member(&w, "tool", lob_str_from(notice->tool));
    write_member(&w, "session_id", notice->session_id);
    write_member(&w, "code", notice->code);
    if (notice->message.data) {
        lob_jsonw_key(&w, "message");
        lob_jsonw_raw(&w, notice->message);
    }
    lob_jsonw_end_object(&w);
    lob_rpc_end_notification(&w, line);
}

void lob_notice_send(lob_connection *connection, int least, const lob_notice *notice) {
    if (least == LOB_NOTICE_NONE || (int)notice->level < least) {
        return;
    }
    lob_buf line;
    lob_buf_init(&line, LINE_SIZE_MAX);
    write_line(notice, &line);
    if (!line.failed) {
        (void)connection->send(connection, LOB_LINE_NOTICE, (lob_str){line.data, line.size});
    }
    lob_buf_release(&line);
}
