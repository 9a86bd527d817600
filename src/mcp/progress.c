/* Progress notifications. Invariant: each one sent has more done than the one before. */
#include "mcp/progress.h"

#include <math.h>

#include "base/clock.h"
#include "mcp/rpc.h"

enum { INTERVAL_MS = 250, LINE_SIZE_MAX = 64 * 1024 };

static void write_line(const lob_progress_state *state, double done, double total, const char *message, lob_buf *line) {
    lob_jsonw w;
    lob_rpc_begin_notification(&w, line, "notifications/progress");
    lob_jsonw_key(&w, "progressToken");
    lob_jsonw_raw(&w, state->token);
    lob_jsonw_key(&w, "progress");
    lob_jsonw_number(&w, done);
    if (total > 0 && isfinite(total)) {
        lob_jsonw_key(&w, "total");
        lob_jsonw_number(&w, total);
    }
    lob_jsonw_key(&w, "message");
    lob_jsonw_text(&w, message ? message : "working");
    lob_rpc_end_notification(&w, line);
}

void lob_progress_send(void *arg, double done, double total, const char *message) {
    lob_progress_state *state = arg;
    int64_t now_ms = lob_clock_ms();
    if (!isfinite(done) || (state->any && (now_ms - state->sent_ms < INTERVAL_MS || done <= state->sent_done)) ||
        atomic_load(&state->cancel->requested)) {
        return;
    }
    lob_buf line;
    lob_buf_init(&line, LINE_SIZE_MAX);
    write_line(state, done, total, message, &line);
    if (!line.failed && state->connection->send(state->connection, LOB_LINE_NOTICE, (lob_str){line.data, line.size})) {
        state->any = true;
        state->sent_ms = now_ms;
        state->sent_done = done;
    }
    lob_buf_release(&line);
}
