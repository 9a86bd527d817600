/* What eval says on err: how far it is, and why it failed. Invariants: nothing here knows of out; texts of layouts
 * reach a terminal only with their control and direction characters escaped, as JSON escapes them. */
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/num.h"
#include "litho/ranks.h"
#include "main/eval_impl.h"
#include "json/writer.h"

enum { BAR_SIZE = 30, LINE_WIDTH = 72 };

/* ---- progress ---- */

void lob_eval_progress_begin(lob_eval_progress *told, const lob_cli *cli, bool is_wanted, bool is_json) {
    *told = (lob_eval_progress){.cli = cli, .is_wanted = is_wanted, .is_json = is_json};
    told->is_terminal = !is_json && isatty(fileno(cli->err)) == 1;
}

/* One text, and where there is progress its numbers before it. */
static void put_json(FILE *err, bool is_progress, double done, double total, const char *key, const char *text) {
    lob_buf line;
    lob_jsonw w;
    lob_buf_init(&line, 0);
    lob_jsonw_init(&w, &line);
    lob_jsonw_begin_object(&w);
    if (is_progress) {
        lob_jsonw_key(&w, "done");
        lob_jsonw_number(&w, done);
        lob_jsonw_key(&w, "total");
        lob_jsonw_number(&w, total);
    }
    lob_jsonw_key(&w, key);
    lob_jsonw_text(&w, text);
    lob_jsonw_end_object(&w);
    lob_buf_add_byte(&line, '\n');
    if (!line.failed) {
        fwrite(line.data, 1, line.size, err);
        fflush(err);
    }
    lob_buf_release(&line);
}

void lob_eval_tell_artifact(void *arg, const char *artifact_id) {
    const lob_eval_progress *told = arg;
    put_json(told->cli->err, false, 0, 0, "layout_artifact_id", artifact_id);
}

void lob_eval_progress_tell(void *arg, double done, double total, const char *message) {
    lob_eval_progress *told = arg;
    FILE *err = told->cli->err;
    if (!told->is_wanted && !told->is_terminal) {
        return;
    }
    if (told->is_json) {
        put_json(err, true, done, total, "message", message);
        return;
    }
    const double share = total > 0 ? fmin(done / total, 1) : 0;
    const int percent = (int)(100 * share), filled = (int)(BAR_SIZE * share);
    if (told->is_terminal) {
        fprintf(err, "\r[%.*s%*s] %3d %%  %-*.*s", filled, "##############################", BAR_SIZE - filled, "",
                percent, LINE_WIDTH - BAR_SIZE - 11, LINE_WIDTH - BAR_SIZE - 11, message);
        told->has_line = true;
    } else {
        fprintf(err, "%s: %lld of %lld, %d %%\n", message, (long long)done, (long long)total, percent);
    }
    fflush(err);
}

void lob_eval_progress_end(lob_eval_progress *told) {
    if (told->has_line) {
        fprintf(told->cli->err, "\r%*s\r", LINE_WIDTH, "");
        fflush(told->cli->err);
        told->has_line = false;
    }
}

/* ---- errors ---- */

static void put_text(const lob_eval_command *e, lob_buf *out) {
    const lob_error *error = &e->ctx->error;
    lob_buf_printf(out, "%s eval: ", e->cli->product.name);
    if (lob_ranks_count() > 1) {
        lob_buf_printf(out, "rank %u: ", lob_ranks_own());
    }
    lob_buf_add_text(out, "could not evaluate: ");
    lob_say_message(out, error);
    lob_buf_printf(out, " (%s). %s\n", lob_status_name(error->code), error->hint);
    lob_say_details(out, error);
}

void lob_eval_say_error(const lob_eval_command *e) {
    lob_buf out;
    lob_buf_init(&out, 0);
    if (e->request) {
        lob_jsonw w;
        lob_jsonw_init(&w, &out);
        lob_error_write(&e->ctx->error, &w);
        lob_buf_add_byte(&out, '\n');
    } else {
        put_text(e, &out);
    }
    if (out.failed) {
        fprintf(e->cli->err, "%s eval: could not evaluate: out of memory\n", e->cli->product.name);
    } else {
        fwrite(out.data, 1, out.size, e->cli->err);
    }
    fflush(e->cli->err);
    lob_buf_release(&out);
}
