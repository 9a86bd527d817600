/* eval: the arguments of evaluate put together, the engine run, its bytes passed on. Invariants: the bytes come from
 * lob_litho_run_evaluate() and nowhere else; nothing but a whole report ever reaches out, not even what a library
 * prints there; an output appears whole or not at all, and never in the place of an input.
 *
 * With ranks each reads the layout by itself and prints its tiles; the first alone speaks and writes.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "io/write.h"
#include "litho/ranks.h"
#include "main/eval_impl.h"
#include "main/stage.h"

typedef lob_eval_work command;

/* ---- out, kept clean ---- */

typedef struct hush { /* what is written to the descriptor of out meanwhile goes to that of err */
    int out_fd, kept_fd;
} hush;

static hush hush_begin(const command *e) {
    hush h = {fileno(e->cli->out), -1};
    const int err_fd = fileno(e->cli->err);
    if (h.out_fd >= 0 && err_fd >= 0 && fflush(e->cli->out) == 0) {
        h.kept_fd = fcntl(h.out_fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    }
    if (h.kept_fd >= 0) {
        dup2(err_fd, h.out_fd);
    }
    return h;
}

static void hush_end(const command *e, hush h) {
    if (h.kept_fd >= 0) {
        fflush(e->cli->out); /* what a library left there */
        dup2(h.kept_fd, h.out_fd);
        close(h.kept_fd);
    }
}

/* ---- before the work that may take long ---- */

static lob_status check_output(command *e, const char *path) {
    const char *const inputs[] = {e->input ? e->input : "", e->deck ? e->deck : "", e->source ? e->source : ""};
    return path[0] ? lob_stage_output(e->ctx, path, inputs, sizeof inputs / sizeof inputs[0]) : LOB_OK;
}

static lob_status open_place(command *e) {
    LOB_TRY(lob_config_read_rooted(e->ctx, e->cli->getenv_fn, "", &e->config));
    if (e->settings.roots[0]) {
        memcpy(e->config.roots, e->settings.roots, sizeof e->settings.roots);
    }
    LOB_TRY(lob_roots_open(e->ctx, e->config.roots, &e->roots));
    e->place = (lob_litho_place){.roots = e->roots, .file_size_max = e->config.file_size_max};
    LOB_TRY(check_output(e, e->out));
    LOB_TRY(check_output(e, e->picture_out));
    return check_output(e, e->svg_out);
}

/* ---- the work ---- */

static lob_status evaluate(command *e) {
    const lob_litho_run run = {.place = &e->place,
                               .violations_max = e->violations_max,
                               .told = e->bar.wanted == LOB_SWITCH_ON && e->bar.is_json ? lob_eval_tell_artifact : NULL,
                               .told_arg = &e->bar,
                               .is_line = !(e->format && strcmp(e->format, "json") == 0),
                               .needs_planes = e->picture || e->picture_svg,
                               .keeps_gauges = (e->picture || e->picture_svg) && e->kind >= LOB_LITHO_PICTURE_EPE,
                               .see = lob_eval_look,
                               .see_arg = e};
    LOB_TRY(open_place(e));
    LOB_TRY(lob_litho_run_evaluate(e->ctx, &run, e->arguments, &e->report));
    lob_buf_add_byte(&e->report, '\n');
    return e->report.failed ? lob_fail_memory(e->ctx) : lob_poll(e->ctx);
}

static lob_status give_out(command *e) {
    FILE *out = e->cli->out;
    const lob_buf *report = &e->report;
    if (e->picture) {
        LOB_TRY(lob_write_bytes(e->ctx, (lob_str){e->png.data, e->png.size}, e->picture_out));
    }
    if (e->picture_svg) {
        LOB_TRY(lob_write_bytes(e->ctx, (lob_str){e->svg.data, e->svg.size}, e->svg_out));
    }
    if (e->output) {
        return lob_write_bytes(e->ctx, (lob_str){report->data, report->size}, e->out);
    }
    const bool is_asked_for = e->level || e->format; /* --quiet leaves out what nobody named */
    if ((!e->quiet || is_asked_for) &&
        (fwrite(report->data, 1, report->size, out) != report->size || fflush(out) != 0)) {
        return lob_outfile_fail(e->ctx, errno);
    }
    return LOB_OK;
}

static int end(command *e, lob_status status) {
    const bool is_part = status == LOB_OK && !lob_ranks_has_all();
    int code = e->violation_count && !is_part ? LOB_EVAL_VIOLATIONS : LOB_EVAL_CLEAN;
    if (is_part) {
        lob_shard_say(e->cli, "eval");
    }
    if (status == LOB_E_CANCELLED) {
        code = lob_signal_status(e->cli);
    } else if (status != LOB_OK) {
        lob_eval_say_error(e);
        code = LOB_EVAL_NOT_DONE;
    }
    if (status != LOB_OK) {
        lob_ranks_abort(code);
    }
    return code;
}

static int work(command *e) {
    const bool is_last = lob_ranks_has_all(); /* the others leave their part to it */
    const bool hides = lob_ranks_own() != 0 || (e->quiet && e->settings.progress != LOB_SWITCH_ON);
    lob_bar_begin(&e->bar, e->cli, hides ? LOB_SWITCH_OFF : e->settings.progress, e->request != NULL);
    lob_bar_attach(&e->bar, e->ctx);
    const hush h = hush_begin(e);
    lob_status status = evaluate(e);
    hush_end(e, h);
    lob_bar_clear(&e->bar);
    if (status == LOB_OK && is_last) {
        status = give_out(e);
    }
    return end(e, status);
}

static int run(command *e, int argc, char **argv, lob_buf *json) {
    int code = lob_eval_words(e, argc, argv);
    if (e->has_ended) {
        return code;
    }
    if (code == LOB_EXIT_OK) {
        code = lob_eval_request(e, json);
    }
    return code == LOB_EXIT_OK ? work(e) : code;
}

static int run_as_rank(command *e, int argc, char **argv, lob_buf *json) {
    if (lob_ranks_begin(e->ctx, &argc, &argv) != LOB_OK) {
        lob_eval_say_error(e);
        return LOB_EVAL_NOT_DONE;
    }
    lob_buf_init(&e->report, 0);
    lob_buf_init(&e->png, 0);
    lob_buf_init(&e->svg, 0);
    const int code = run(e, argc, argv, json);
    lob_buf_release(&e->svg);
    lob_buf_release(&e->png);
    lob_buf_release(&e->report);
    lob_roots_close(e->roots);
    lob_ranks_end();
    return code;
}

int lob_cli_eval(lob_cli *cli, int argc, char **argv) {
    lob_stage stage;
    command *e = lob_stage_begin(&stage, cli, sizeof *e, 0);
    int code = LOB_EVAL_NOT_DONE;
    if (e) {
        e->cli = cli;
        e->ctx = stage.ctx;
        code = run_as_rank(e, argc, argv, &stage.json);
    } else {
        fprintf(cli->err, "%s eval: could not evaluate: out of memory\n", cli->product.name);
    }
    lob_stage_end(&stage);
    return code;
}
