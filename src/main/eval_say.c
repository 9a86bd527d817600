/* What eval says on err: how far it is, and why it failed. Invariants: nothing here knows of out; texts of layouts
 * reach a terminal only with their control and direction characters escaped, as JSON escapes them. */
#include "litho/ranks.h"
#include "main/eval_impl.h"
#include "json/writer.h"

void lob_eval_tell_artifact(void *bar, const char *artifact_id) {
    lob_bar_tell_json(bar, "layout_artifact_id", artifact_id);
}

static void put_text(const lob_eval_work *e, lob_buf *out) {
    const lob_error *error = &e->ctx->error;
    lob_buf_printf(out, "%s eval: ", e->cli->product.name);
    if (lob_ranks_count() > 1) {
        lob_buf_printf(out, "rank %u: ", lob_ranks_own());
    }
    lob_buf_add_text(out, "could not evaluate: ");
    lob_say_message(out, error);
    lob_buf_printf(out, " (%s). %s\n", lob_status_name(error->code),
                   error->hint[0] ? error->hint : lob_status_recovery(error->code));
    lob_say_details(out, error);
}

void lob_eval_say_error(const lob_eval_work *e) {
    if (e->settings.json && !e->request) {
        lob_say_failure(e->cli, &e->settings, "eval", &e->ctx->error);
        return;
    }
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
