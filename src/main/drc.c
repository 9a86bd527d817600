/* drc: open a layout, run a deck on it, say what it found. Invariants: the exit status is 0 only after the whole of a
 * report with rules in it was read and passed on; an output file appears whole or not at all, and never in the place of
 * the layout or the deck.
 *
 * Layout and deck go through the handlers of open_layout and run_drc_script in a session of this process, in a folder
 * of this run that is gone when it ends.
 */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/limits.h"
#include "gen/parse.h"
#include "io/write.h"
#include "main/drc_impl.h"
#include "main/stage.h"
#include "tool/registry.h"
#include "tool/runs.h"
#include "json/reader.h"

typedef lob_drc_task command;

static lob_status parse_request(command *d, const lob_buf *json) {
    lob_json_fault fault;
    cJSON *tree = json->failed ? NULL : lob_json_parse((lob_str){json->data, json->size}, &fault);
    lob_status status = tree ? lob_run_drc_script_request_parse(d->ctx, tree, &d->request) : lob_fail_memory(d->ctx);
    cJSON_Delete(tree);
    return status;
}

static lob_status check_output(const command *d) {
    const char *const inputs[] = {d->in, d->deck_path, d->waivers_path};
    return d->output ? lob_stage_output(d->ctx, d->out, inputs, sizeof inputs / sizeof inputs[0]) : LOB_OK;
}

/* ---- waivers ---- */

static lob_status read_waivers(command *d) {
    struct stat info;
    lob_str text;
    int fd = -1;
    if (!d->waivers_name) {
        return LOB_OK;
    }
    lob_status status = lob_file_open_input(d->ctx, lob_sessions_roots(d->sessions), lob_str_from(d->waivers_path),
                                            LOB_LIMIT_WAIVERS_SIZE, &fd, &info);
    if (status == LOB_OK) {
        status = lob_file_read_all(d->ctx, fd, LOB_LIMIT_WAIVERS_SIZE, &text);
        close(fd);
    }
    if (status == LOB_OK) {
        status = lob_waiver_file_parse(d->ctx, text, &d->waivers);
    }
    if (status != LOB_OK) {
        lob_error_text(&d->ctx->error, "argument", LOB_STR("--waivers"));
    }
    d->has_waivers = true;
    return status;
}

static lob_status apply_waivers(command *d) {
    char now[24];
    lob_clock_utc(now);
    LOB_TRY(lob_waivers_apply(d->ctx, d->markers, d->has_waivers ? &d->waivers : NULL, (lob_str){now, LOB_DATE_SIZE},
                              &d->told));
    d->open_count = d->markers->count - d->told.waived_count;
    return LOB_OK;
}

/* ---- the check ---- */

/* KLayout names each rule that is output, also when it found nothing: where there is none, parameters may have switched
 * all of them off. Some decks output only what they find; their users say so. */
static lob_status refuse_nothing(command *d) {
    lob_status status = lob_fail(d->ctx, LOB_E_DRC_RUN_FAILED, "The report names no rules: nothing was checked");
    lob_hint(d->ctx,
             "See which parameters switch the rules of the deck on, and give them with --param; or give --allow-empty "
             "when it names only rules that are violated.");
    lob_error_text(&d->ctx->error, "reason", LOB_STR("no_rules"));
    return status;
}

/* A deck sees one top cell and what is below it. That the others were not looked at would not be told by the status. */
static lob_status need_one_top(command *d) {
    if (d->top || d->opened.top_cells.count < 2) {
        return LOB_OK;
    }
    lob_status status =
        lob_fail(d->ctx, LOB_E_DRC_RUN_FAILED, "The layout has several top cells, and a deck checks one of them");
    lob_hint(d->ctx, "Give one of details.candidates with --top, and check each that counts.");
    lob_error_text(&d->ctx->error, "reason", LOB_STR("several_tops"));
    for (size_t i = 0; i < d->opened.top_cells.count; i++) {
        lob_error_candidate(&d->ctx->error, d->opened.top_cells.items[i]);
    }
    return status;
}

static lob_status check(command *d, lob_call *call) {
    lob_drc_run *run;
    const lob_open_layout_request open = {.path = lob_str_from(d->in),
                                          .top_cell = d->top ? lob_str_from(d->top) : (lob_str){NULL, 0}};
    LOB_TRY(read_waivers(d));
    LOB_TRY(lob_tool_open_layout(call, &open, &d->opened));
    LOB_TRY(need_one_top(d));
    LOB_TRY(lob_tool_run_drc_script(call, &d->request, &d->ran));
    if (!lob_ranks_has_all()) {
        return LOB_OK;
    }
    LOB_TRY(lob_drc_find(d->ctx, call->session, d->ran.run_id, &run));
    LOB_TRY(lob_call_markers(call, run, &d->markers, NULL));
    return d->markers->rule_count > 0 || d->allow_empty ? apply_waivers(d) : refuse_nothing(d);
}

/* ---- what is given out ---- */

/* In the order of the run, as run_drc_script answers it. */
static void write_profile(const command *d, lob_buf *out) {
    lob_jsonw w;
    lob_jsonw_init(&w, out);
    lob_jsonw_begin_array(&w);
    for (size_t i = 0; i < d->ran.profile.count; i++) {
        const lob_run_drc_script_response_profile_item *item = &d->ran.profile.items[i];
        lob_jsonw_begin_object(&w);
        lob_jsonw_key(&w, "file");
        lob_jsonw_str(&w, item->file);
        lob_jsonw_key(&w, "line");
        lob_jsonw_int(&w, item->line);
        lob_jsonw_key(&w, "operation");
        lob_jsonw_str(&w, item->operation);
        lob_jsonw_key(&w, "calls");
        lob_jsonw_int(&w, item->calls);
        lob_jsonw_key(&w, "shapes");
        lob_jsonw_int(&w, item->shapes);
        lob_jsonw_key(&w, "seconds");
        lob_jsonw_number(&w, item->seconds);
        lob_jsonw_end_object(&w);
    }
    lob_jsonw_end_array(&w);
}

static lob_status export(command *d, const lob_marker_export *what, lob_buf *out) {
    lob_outfile file;
    lob_status status = lob_outfile_begin(d->ctx, &file, -1, false);
    if (status == LOB_OK) {
        status = lob_markers_export(d->ctx, what, (lob_export_format)d->format, &file);
    }
    if (status == LOB_OK) {
        status = lob_outfile_end(&file);
    }
    if (status == LOB_OK) {
        const lob_str bytes = lob_outfile_bytes(&file);
        lob_buf_add(out, bytes.data, bytes.size);
        status = out->failed ? lob_fail_memory(d->ctx) : LOB_OK;
    }
    lob_outfile_release(&file);
    return status;
}

static lob_status make_output(command *d, lob_buf *out) {
    lob_buf profile;
    lob_marker_export what = {
        .markers = d->markers, .waivers = d->has_waivers ? &d->waivers : NULL, .layout_path = lob_str_from(d->in)};
    if (d->format == LOB_DRC_TEXT) {
        lob_drc_put_text(d, d->cli->has_colour && !d->output, out);
        return out->failed ? lob_fail_memory(d->ctx) : LOB_OK;
    }
    lob_buf_init(&profile, 0);
    if (d->ran.has_profile) {
        write_profile(d, &profile);
        what.profile = (lob_str){profile.data, profile.size};
    }
    lob_status status = profile.failed ? lob_fail_memory(d->ctx) : export(d, &what, out);
    lob_buf_release(&profile);
    return status;
}

static lob_status print(command *d, const lob_buf *text) {
    if (fwrite(text->data, 1, text->size, d->cli->out) == text->size && fflush(d->cli->out) == 0) {
        return LOB_OK;
    }
    return lob_outfile_fail(d->ctx, errno);
}

static lob_status give_out(command *d, lob_buf *out) {
    LOB_TRY(make_output(d, out));
    if (!d->output) {
        return d->quiet ? LOB_OK : print(d, out);
    }
    LOB_TRY(lob_write_bytes(d->ctx, (lob_str){out->data, out->size}, d->out));
    if (d->quiet) {
        return LOB_OK;
    }
    lob_buf_clear(out);
    lob_drc_put_text(d, d->cli->has_colour, out);
    return out->failed ? lob_fail_memory(d->ctx) : print(d, out);
}

static lob_status work(command *d, const lob_buf *json) {
    lob_call call = {.ctx = d->ctx, .sessions = d->sessions};
    lob_buf out;
    LOB_TRY(parse_request(d, json));
    LOB_TRY(check_output(d));
    lob_buf_init(&out, 0);
    lob_status status = check(d, &call);
    lob_bar_clear(&d->bar);
    if (status == LOB_OK && lob_ranks_has_all()) {
        status = give_out(d, &out);
    }
    lob_buf_release(&out);
    lob_call_end(&call);
    return status;
}

static int end(command *d, lob_status status) {
    if (status != LOB_OK) {
        const int code = status == LOB_E_CANCELLED ? lob_signal_status(d->cli) : LOB_DRC_NOT_CHECKED;
        if (status != LOB_E_CANCELLED) {
            lob_drc_say_error(d);
        }
        lob_ranks_abort(code);
        return code;
    }
    if (!lob_ranks_has_all()) {
        lob_shard_say(d->cli, "drc");
        return LOB_DRC_CLEAN;
    }
    lob_drc_say_waivers(d);
    return d->open_count > 0 ? LOB_DRC_VIOLATIONS : LOB_DRC_CLEAN;
}

static int run(command *d, int argc, char **argv, lob_buf *json) {
    int code = lob_drc_words(d, argc, argv, json);
    if (code != LOB_EXIT_OK || d->has_ended) {
        return code;
    }
    if (!lob_stage_open(&d->scratch, d->cli, &d->settings, &d->sessions)) {
        return LOB_EXIT_USAGE;
    }
    lob_bar_begin(&d->bar, d->cli, lob_ranks_own() == 0 ? d->settings.progress : LOB_SWITCH_OFF, false);
    lob_bar_attach(&d->bar, d->ctx);
    code = end(d, work(d, json));
    lob_stage_close(&d->scratch, d->sessions);
    return code;
}

int lob_cli_drc(lob_cli *cli, int argc, char **argv) {
    lob_stage stage;
    command *d = lob_stage_begin(&stage, cli, sizeof *d, LOB_LIMIT_REQUEST_MEMORY_SIZE);
    int code = LOB_DRC_NOT_CHECKED;
    if (d) {
        d->cli = cli;
        d->ctx = stage.ctx;
        code = lob_ranks_begin(d->ctx, &argc, &argv) == LOB_OK ? run(d, argc, argv, &stage.json)
                                                               : end(d, d->ctx->error.code);
        lob_ranks_end();
    } else {
        fprintf(cli->err, "%s drc: could not check: out of memory\n", cli->product.name);
    }
    lob_stage_end(&stage);
    return code;
}
