/* report: open a layout, write a page about it. Invariants: the page appears whole or not at all, and never in the
 * place of what it was made from; nothing in it tells when, where or by whom it was made unless that was given.
 */
#include "main/report.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "base/limits.h"
#include "cli/bar.h"
#include "io/write.h"
#include "main/stage.h"
#include "report/report.h"
#include "json/writer.h"

typedef struct work {
    lob_cli *cli;
    lob_ctx *ctx;
    lob_settings settings;
    lob_scratch scratch;
    lob_bar bar;
    const char *input, *output, *rules, *drc, *top, *lyp, *convention, *title, *date; /* as given; NULL: not */
    bool quiet, to_stdout;
    char in[4096], out[4096], deck[4096], lyp_path[4096], convention_path[4096], maker[128];
    lob_sessions *sessions;
    lob_report_told told;
    size_t page_size;
} work;

/* ---- the command line ---- */

static int usage(const lob_cli *cli, const char *what) {
    lob_complain(cli, "report", "%s", what);
    return LOB_EXIT_USAGE;
}

#define AT(field) offsetof(work, field)

static const lob_option option_rows[] = {
    LOB_ROW_PATH(AT(input)),
    LOB_ROW_OUTPUT(AT(output), "OUT", true, "The page; - is standard output."),
    LOB_ROW_TEXT("rules", AT(rules), "DECK.json", "Checks the layout with this rule deck."),
    LOB_ROW_TEXT("drc", AT(drc), "DECK.drc", "Checks the layout with this KLayout DRC deck."),
    LOB_ROW_TEXT("top", AT(top), "CELL", "Reports on this cell."),
    LOB_ROW_LYP(AT(lyp)),
    LOB_ROW_CONVENTION(AT(convention)),
    LOB_ROW_TEXT("title", AT(title), "TEXT", "The title of the page."),
    LOB_ROW_TEXT("date", AT(date), "TEXT", "Prints a date on the page; without it the same file gives the same bytes."),
    LOB_ROW_FLAG("quiet", AT(quiet), "Prints nothing on success."),
};

static const lob_positional word_rows[] = {{"FILE", AT(input), true}, {NULL, 0, false}};

const lob_command lob_report_command = {
    .name = "report",
    .usage = "FILE -o OUT.html [options]",
    .title = "Writes one self-contained HTML page about a layout",
    .about = "The page has identity, findings, rules with pictures of their markers, layers, hierarchy, ports and "
             "waveguides. Markers do not change the exit status; use drc for that.",
    .examples = "report chip.gds -o chip.html\nreport chip.gds -o chip.html --rules rules.json --title \"Chip 7\"",
    LOB_ROWS(option_rows),
    .words = word_rows,
    .takes = LOB_TAKES_ROOT | LOB_TAKES_STORE | LOB_TAKES_JSON | LOB_TAKES_PROGRESS,
};

static int check_words(work *w) {
    if (w->rules && w->drc) {
        return usage(w->cli, "give --rules or --drc, not both");
    }
    w->to_stdout = strcmp(w->output, "-") == 0;
    const char *deck = w->rules ? w->rules : w->drc;
    const char *given[] = {w->input, w->to_stdout ? NULL : w->output, deck, w->lyp, w->convention};
    char *absolute[] = {w->in, w->out, w->deck, w->lyp_path, w->convention_path};
    return lob_stage_paths(w->cli, "report", given, absolute, sizeof given / sizeof given[0]) ? LOB_EXIT_OK
                                                                                              : LOB_EXIT_USAGE;
}

/* ---- the work ---- */

static lob_status check_output(const work *w) {
    const char *const inputs[] = {w->in, w->deck, w->lyp_path, w->convention_path};
    return w->to_stdout ? LOB_OK : lob_stage_output(w->ctx, w->out, inputs, sizeof inputs / sizeof inputs[0]);
}

static lob_str given(const char *text, const char *use) {
    return text ? lob_str_from(use) : (lob_str){NULL, 0};
}

static lob_status make(work *w, lob_call *call, lob_buf *page) {
    snprintf(w->maker, sizeof w->maker, "%s %s", w->cli->product.name, w->cli->product.version);
    const lob_report_ask ask = {.open = {.path = lob_str_from(w->in),
                                         .top_cell = given(w->top, w->top),
                                         .lyp_path = given(w->lyp, w->lyp_path),
                                         .convention_path = given(w->convention, w->convention_path),
                                         .detail = LOB_DETAIL_FULL},
                                .deck_path = given(w->rules ? w->rules : w->drc, w->deck),
                                .deck_is_json = w->rules != NULL,
                                .title = given(w->title, w->title),
                                .date = given(w->date, w->date),
                                .maker = lob_str_from(w->maker)};
    LOB_TRY(check_output(w));
    LOB_TRY(lob_report_make(call, &ask, page, &w->told));
    w->page_size = page->size;
    if (!w->to_stdout) {
        return lob_write_bytes(w->ctx, (lob_str){page->data, page->size}, w->out);
    }
    const bool fine = fwrite(page->data, 1, page->size, w->cli->out) == page->size && fflush(w->cli->out) == 0;
    return fine ? LOB_OK : lob_outfile_fail(w->ctx, errno);
}

/* ---- the answer ---- */

static void put_result(const work *w, lob_jsonw *out) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "input");
    lob_jsonw_text(out, w->in);
    lob_jsonw_key(out, "output");
    lob_jsonw_text(out, w->out);
    lob_jsonw_key(out, "size_bytes");
    lob_jsonw_uint(out, w->page_size);
    lob_jsonw_key(out, "pictures");
    lob_jsonw_uint(out, w->told.picture_count);
    lob_jsonw_key(out, "warnings");
    lob_jsonw_int(out, w->told.warning_count);
    if (w->told.connectivity_count >= 0) {
        lob_jsonw_key(out, "connectivity_findings");
        lob_jsonw_int(out, w->told.connectivity_count);
    }
    if (w->told.has_rules) {
        lob_jsonw_key(out, "markers");
        lob_jsonw_uint(out, w->told.marker_count);
    }
    lob_jsonw_end_object(out);
}

static int answer(work *w, lob_status status) {
    lob_buf json;
    lob_jsonw out;
    if (status == LOB_E_CANCELLED) {
        return lob_signal_status(w->cli);
    }
    if (status == LOB_OK && (w->quiet || w->to_stdout)) {
        return LOB_EXIT_OK;
    }
    if (status != LOB_OK) {
        lob_say_failure(w->cli, &w->settings, "report", &w->ctx->error);
        return LOB_EXIT_TOOL_ERROR;
    }
    lob_buf_init(&json, 0);
    lob_jsonw_init(&out, &json);
    put_result(w, &out);
    return lob_print_made(w->cli, &w->settings, &json);
}

static lob_status report(work *w) {
    lob_call call = {.ctx = w->ctx, .sessions = w->sessions};
    lob_buf page;
    lob_buf_init(&page, 0);
    lob_status status = make(w, &call, &page);
    lob_buf_release(&page);
    lob_bar_clear(&w->bar);
    lob_call_end(&call);
    return status;
}

static int run(work *w, int argc, char **argv) {
    int code;
    if (!lob_command_read(w->cli, &lob_report_command, &w->settings, w, argc, argv, NULL, &code)) {
        return code;
    }
    code = check_words(w);
    if (code != LOB_EXIT_OK) {
        return code;
    }
    if (!lob_stage_open(&w->scratch, w->cli, &w->settings, &w->sessions)) {
        return LOB_EXIT_USAGE;
    }
    lob_bar_begin(&w->bar, w->cli, w->settings.progress, false);
    lob_bar_attach(&w->bar, w->ctx);
    code = answer(w, report(w));
    lob_stage_close(&w->scratch, w->sessions);
    return code;
}

int lob_cli_report(lob_cli *cli, int argc, char **argv) {
    lob_stage stage;
    work *w = lob_stage_begin(&stage, cli, sizeof *w, LOB_LIMIT_REQUEST_MEMORY_SIZE);
    int code = LOB_EXIT_TOOL_ERROR;
    if (w) {
        w->cli = cli;
        w->ctx = stage.ctx;
        code = run(w, argc, argv);
    } else {
        lob_say_no_memory(cli);
    }
    lob_stage_end(&stage);
    return code;
}
