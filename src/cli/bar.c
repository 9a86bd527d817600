/* Progress for people and for programs. Invariant: without --progress nothing is written where err is no terminal. */
#include "cli/bar.h"

#include <math.h>
#include <unistd.h>

#include "base/clock.h"
#include "json/writer.h"

enum { SLOW_MS = 1000, BAR_SIZE = 30, LINE_WIDTH = 72 };

void lob_bar_begin(lob_bar *bar, const lob_cli *cli, lob_switch wanted, bool is_json) {
    *bar = (lob_bar){.cli = cli, .wanted = wanted, .is_json = is_json, .started_ms = lob_clock_ms()};
    bar->is_terminal = !is_json && wanted != LOB_SWITCH_OFF && isatty(fileno(cli->err)) == 1;
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

void lob_bar_tell_json(const lob_bar *bar, const char *key, const char *text) {
    put_json(bar->cli->err, false, 0, 0, key, text);
}

static void put_line(FILE *err, double done, double total, int percent, const char *message) {
    if (total > 1) {
        fprintf(err, "%s: %lld of %lld, %d %%\n", message, (long long)done, (long long)total, percent);
    } else if (total > 0) {
        fprintf(err, "%s: %d %%\n", message, percent);
    } else {
        fprintf(err, "%s\n", message);
    }
}

void lob_bar_tell(void *arg, double done, double total, const char *message) {
    lob_bar *bar = arg;
    FILE *err = bar->cli->err;
    const double share = total > 0 ? fmin(done / total, 1) : 0;
    const int percent = (int)(100 * share), filled = (int)(BAR_SIZE * share);
    const bool is_wanted = bar->wanted == LOB_SWITCH_ON;
    if (bar->is_terminal && (is_wanted || lob_clock_ms() - bar->started_ms >= SLOW_MS)) {
        fprintf(err, "\r[%.*s%*s] %3d %%  %-*.*s", filled, "##############################", BAR_SIZE - filled, "",
                percent, LINE_WIDTH - BAR_SIZE - 11, LINE_WIDTH - BAR_SIZE - 11, message);
        bar->has_line = true;
        fflush(err);
    } else if (is_wanted && bar->is_json) {
        put_json(err, true, done, total, "message", message);
    } else if (is_wanted && !bar->is_terminal) {
        put_line(err, done, total, percent, message);
        fflush(err);
    }
}

void lob_bar_attach(lob_bar *bar, lob_ctx *ctx) {
    ctx->progress = lob_bar_tell;
    ctx->progress_arg = bar;
}

void lob_bar_clear(lob_bar *bar) {
    if (bar->has_line) {
        fprintf(bar->cli->err, "\r%*s\r", LINE_WIDTH, "");
        fflush(bar->cli->err);
        bar->has_line = false;
    }
}
