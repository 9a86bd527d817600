/* process-window: the mask, optics and resist of `eval`, gauges from a table, and what they print at. Invariant: an
 * output appears whole or not at all, and none of them is an input. */
#include "main/process_window.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/num.h"
#include "draw/png_out.h"
#include "gen/parse.h"
#include "io/write.h"
#include "litho/process_window.h"
#include "main/eval_impl.h"
#include "main/run.h"
#include "main/stage.h"
#include "json/reader.h"

enum { CLEAN = 0, OUTSIDE = 1, NOT_DONE = 2, FILE_MAX = 4 << 20, OUT_COUNT = 4 };

typedef struct command {
    lob_eval_work e; /* the mask and the process, in words */
    const char *gauges, *doses, *focuses, *tolerance, *csv;
    char gauges_path[4096], csv_out[4096];
    lob_window_ask ask;
    lob_process_window window;
    lob_buf table, csv_text, json;
} command;

#define AT(field) offsetof(command, field)

static const lob_option option_rows[] = {
    LOB_ROW_PATH(AT(e.input)),
    LOB_ROW_TEXT("layer", AT(e.layer), "L/D", "The mask layer."),
    LOB_ROW_TEXT("target-layer", AT(e.target_layer), "L/D", "What should print; default: the mask layer."),
    LOB_ROW_TEXT("cell", AT(e.cell), "NAME", "Evaluates this cell."),
    LOB_ROW_TEXT("box", AT(e.box), "L,B,R,T", "Evaluates this box in um."),
    LOB_ROW_TEXT("node", AT(e.node), "NAME", "The process node."),
    LOB_ROW_TEXT("pixel-nm", AT(e.pixel), "P", "The size of a pixel."),
    LOB_ROW_TEXT("process", AT(e.process), "JSON|@FILE", "Process conditions, as the tool evaluate takes them."),
    LOB_ROW_TEXT("source", AT(e.source), "FILE.csv", "The light source as points: columns sigma_x,sigma_y,weight."),
    LOB_ROW_TEXT("gauges", AT(gauges), "FILE.csv",
                 "Where to measure: a table with the columns x_um, y_um, target_nm and optionally name, angle_deg, "
                 "kind (line, space, edge) and measured_nm."),
    LOB_ROW_TEXT("doses", AT(doses), "A:B:STEP|D,D,...", "Doses of the table of sizes; default: 0.8:1.2:0.05."),
    LOB_ROW_TEXT("focuses", AT(focuses), "A:B:STEP|F,F,...", "Focuses in nm; default: -80:80:20."),
    LOB_ROW_TEXT("tolerance", AT(tolerance), "PERCENT",
                 "How far a width may be from its target; default: 10. For edges, epe_max_nm of the process (15 nm) "
                 "counts."),
    LOB_ROW_OUTPUT(AT(e.output), "OUT.json", false, "Writes the report to this file."),
    LOB_ROW_TEXT("csv", AT(csv), "OUT.csv", "Writes the sizes at every focus and dose (Bossung data) to this file."),
    LOB_ROW_TEXT("picture", AT(e.picture), "OUT.png", "Draws the window and Bossung curves."),
    LOB_ROW_TEXT("picture-svg", AT(e.picture_svg), "OUT.svg", "Draws them as SVG."),
};

static const lob_positional word_rows[] = {{"FILE", AT(e.input), false}, {NULL, 0, false}};

const lob_command lob_process_window_command = {
    .name = "process-window",
    .usage = "FILE --layer L/D --gauges FILE.csv [options]",
    .title = "Prints a mask layer at many doses and focuses and measures it at gauges",
    .about = "Prints depth of focus, exposure latitude and the size at each gauge as JSON. If the table has "
             "measured_nm, it also fits the threshold to these wafer measurements.",
    .examples = "process-window mask.gds --layer 1/0 --gauges cds.csv --node 45nm\n"
                "process-window clip.glp --gauges cds.csv --csv bossung.csv --picture-svg window.svg",
    .status = "0 all gauges print within tolerance at dose 1 in focus, 1 some do not, 2 could not evaluate.",
    LOB_ROWS(option_rows),
    .words = word_rows,
    .takes = LOB_TAKES_ROOT | LOB_TAKES_STORE | LOB_TAKES_JSON | LOB_TAKES_PROGRESS,
};

/* ---- the command line ---- */

static int usage(const command *c, const char *what) {
    lob_complain(c->e.cli, "process-window", "%s", what);
    return LOB_EXIT_USAGE;
}

static bool take_number(const char **text, double *value) {
    char *end;
    *value = lob_num_strtod(*text, &end);
    const bool fine = end != *text && isfinite(*value);
    *text = end;
    return fine;
}

/* Values from A to B, both within rounding of a step, or a list; rising. False: it is neither, or has too many. */
static bool take_values(const char *text, double *values, uint32_t most, uint32_t *count) {
    double from, to, step;
    const char *at = text;
    *count = 0;
    if (!take_number(&at, &from)) {
        return false;
    }
    if (*at == ':') {
        at++;
        if (!take_number(&at, &to) || *at++ != ':' || !take_number(&at, &step) || *at || !(step > 0) || to < from ||
            (to - from) / step > most - 1 + 1e-9) {
            return false;
        }
        for (double i = 0; from + i * step <= to + step * 1e-9; i++) {
            values[(*count)++] = round((from + i * step) * 1e9) / 1e9;
        }
        return true;
    }
    for (at = text; *count < most; at++) {
        if (!take_number(&at, &values[*count]) || (*count > 0 && values[*count] <= values[*count - 1])) {
            return false;
        }
        ++*count;
        if (*at != ',') {
            return *at == '\0';
        }
    }
    return false;
}

static int check_ranges(command *c) {
    lob_window_ask *ask = &c->ask;
    ask->tolerance = 10;
    if (!take_values(c->doses ? c->doses : "0.8:1.2:0.05", ask->doses, LOB_DOSES_MAX, &ask->dose_count) ||
        ask->doses[0] < 0.01 || ask->doses[ask->dose_count - 1] > 10) {
        return usage(c, "--doses takes at most 101 increasing doses from 0.01 to 10, such as 0.8:1.2:0.05 or "
                        "0.9,1,1.1");
    }
    if (!take_values(c->focuses ? c->focuses : "-80:80:20", ask->focuses_nm, LOB_FOCUSES_MAX, &ask->focus_count) ||
        ask->focuses_nm[0] < -10000 || ask->focuses_nm[ask->focus_count - 1] > 10000) {
        return usage(c, "--focuses takes at most 41 increasing focuses in nm, such as -80:80:20 or -40,0,40");
    }
    const char *percent = c->tolerance;
    if (percent &&
        (!take_number(&percent, &ask->tolerance) || *percent || !(ask->tolerance > 0) || ask->tolerance >= 100)) {
        return usage(c, "--tolerance takes a percentage above 0 and below 100");
    }
    ask->tolerance /= 100;
    return LOB_EXIT_OK;
}

static int read_words(command *c, int argc, char **argv) {
    int code;
    if (!lob_command_read(c->e.cli, &lob_process_window_command, &c->e.settings, c, argc, argv, NULL, &code)) {
        c->e.has_ended = true;
        return code;
    }
    if (!c->e.input || !c->gauges) {
        return usage(c, c->e.input ? "--gauges FILE.csv is missing" : "FILE is missing");
    }
    const char *const given[] = {c->gauges, c->e.output, c->csv, c->e.picture, c->e.picture_svg};
    char *const absolute[] = {c->gauges_path, c->e.out, c->csv_out, c->e.picture_out, c->e.svg_out};
    if (!lob_stage_paths(c->e.cli, "process-window", given, absolute, sizeof given / sizeof given[0])) {
        return LOB_EXIT_USAGE;
    }
    if ((c->e.picture || c->e.picture_svg) && c->focuses && !strpbrk(c->focuses, ":,")) {
        return usage(c, "a curve needs several focuses; give --focuses a range, or leave out the picture");
    }
    return check_ranges(c);
}

/* ---- the work ---- */

static lob_status read_gauges(command *c) {
    lob_ctx *ctx = c->e.ctx;
    FILE *file = fopen(c->gauges_path, "rbe");
    const bool fine = file && lob_read_stream(c->e.cli, file, &c->table);
    if (file) {
        fclose(file);
    }
    if (!fine || c->table.failed) {
        const lob_status status = lob_fail(ctx, LOB_E_FILE_NOT_FOUND, "The gauges cannot be read");
        lob_error_text(&ctx->error, "path", lob_str_from(c->gauges_path));
        lob_hint(ctx, "--gauges takes a CSV table of at most 4 MB whose first line is x_um,y_um,target_nm.");
        return status;
    }
    return lob_cd_gauges_read(ctx, (lob_str){c->table.data, c->table.size}, &c->ask.gauges);
}

static lob_status open_place(command *c) {
    lob_eval_work *e = &c->e;
    const char *const outs[OUT_COUNT] = {e->out, c->csv_out, e->picture_out, e->svg_out};
    const char *const inputs[] = {e->input, c->gauges_path, e->source ? e->source : ""};
    LOB_TRY(lob_config_read_rooted(e->ctx, e->cli->getenv_fn, "", &e->config));
    if (e->settings.roots[0]) {
        memcpy(e->config.roots, e->settings.roots, sizeof e->settings.roots);
    }
    LOB_TRY(lob_roots_open(e->ctx, e->config.roots, &e->roots));
    e->place = (lob_litho_place){.roots = e->roots, .file_size_max = e->config.file_size_max};
    for (size_t i = 0; i < OUT_COUNT; i++) {
        LOB_TRY(outs[i][0] ? lob_stage_output(e->ctx, outs[i], inputs, sizeof inputs / sizeof inputs[0]) : LOB_OK);
    }
    return LOB_OK;
}

static lob_status draw(command *c) {
    lob_eval_work *e = &c->e;
    lob_litho_laid laid;
    lob_picture picture;
    if (!e->picture && !e->picture_svg) {
        return LOB_OK;
    }
    LOB_TRY(lob_process_window_lay(e->ctx, &c->ask, &c->window, &laid));
    if (e->picture) {
        LOB_TRY(lob_litho_laid_draw(e->ctx, &laid, &picture));
        const lob_status status = lob_png_make(e->ctx, &picture, false, &e->png);
        lob_picture_release(&picture);
        LOB_TRY(status);
    }
    return e->picture_svg ? lob_litho_laid_svg(e->ctx, &laid, &e->svg) : LOB_OK;
}

static lob_status find(command *c, const lob_litho_scene *scene) {
    c->ask.edge_within_nm = scene->setup.gauges.tolerance_nm;
    LOB_TRY(lob_process_window_find(c->e.ctx, &scene->setup, &scene->input, &c->ask, &c->window));
    lob_process_window_json(&scene->setup, &c->ask, &c->window, false, &c->e.report);
    if (c->csv) {
        lob_process_window_csv(&c->ask, &c->window, &c->csv_text);
    }
    return c->e.report.failed || c->csv_text.failed ? lob_fail_memory(c->e.ctx) : draw(c);
}

static lob_status evaluate(command *c) {
    lob_eval_work *e = &c->e;
    cJSON *tree;
    lob_evaluate_request request = {.report_level = 0};
    lob_litho_scene scene;
    LOB_TRY(open_place(c));
    LOB_TRY(read_gauges(c));
    LOB_TRY(lob_litho_parse(e->ctx, e->arguments, &tree));
    lob_status status = lob_evaluate_request_parse(e->ctx, tree, &request);
    cJSON_Delete(tree);
    LOB_TRY(status);
    const lob_litho_ask ask = lob_litho_ask_of_evaluate(&request);
    LOB_TRY(lob_litho_scene_open(e->ctx, &ask, &e->place, &scene));
    status = find(c, &scene);
    lob_litho_scene_drop(&scene);
    return status;
}

static lob_status write_to(const command *c, const lob_buf *bytes, const char *path) {
    return path[0] ? lob_write_bytes(c->e.ctx, (lob_str){bytes->data, bytes->size}, path) : LOB_OK;
}

static lob_status give_out(command *c) {
    lob_eval_work *e = &c->e;
    LOB_TRY(write_to(c, &e->png, e->picture_out));
    LOB_TRY(write_to(c, &e->svg, e->svg_out));
    LOB_TRY(write_to(c, &c->csv_text, c->csv_out));
    if (e->output) {
        return write_to(c, &e->report, e->out);
    }
    const bool fine = fwrite(e->report.data, 1, e->report.size, e->cli->out) == e->report.size;
    return fine && fflush(e->cli->out) == 0 ? LOB_OK : lob_outfile_fail(e->ctx, errno);
}

static int work(command *c) {
    lob_eval_work *e = &c->e;
    lob_bar_begin(&e->bar, e->cli, e->settings.progress, false);
    lob_bar_attach(&e->bar, e->ctx);
    lob_status status = evaluate(c);
    lob_bar_clear(&e->bar);
    status = status == LOB_OK ? give_out(c) : status;
    if (status == LOB_E_CANCELLED) {
        return lob_signal_status(e->cli);
    }
    if (status != LOB_OK) {
        lob_say_failure(e->cli, &e->settings, "process-window", &e->ctx->error);
        return NOT_DONE;
    }
    return c->window.within_count == c->ask.gauges.count ? CLEAN : OUTSIDE;
}

static int run(command *c, int argc, char **argv, lob_buf *json) {
    int code = read_words(c, argc, argv);
    if (c->e.has_ended) {
        return code;
    }
    code = code == LOB_EXIT_OK ? lob_eval_request(&c->e, json) : code;
    return code == LOB_EXIT_OK ? work(c) : code;
}

int lob_cli_process_window(lob_cli *cli, int argc, char **argv) {
    lob_stage stage;
    command *c = lob_stage_begin(&stage, cli, sizeof *c, 0);
    int code = NOT_DONE;
    if (c) {
        c->e.verb = lob_process_window_command.name;
        c->e.cli = cli;
        c->e.ctx = stage.ctx;
        lob_buf *const made[] = {&c->table, &c->csv_text, &c->e.report, &c->e.png, &c->e.svg};
        for (size_t i = 0; i < sizeof made / sizeof made[0]; i++) {
            lob_buf_init(made[i], i == 0 ? FILE_MAX : 0);
        }
        code = run(c, argc, argv, &stage.json);
        for (size_t i = 0; i < sizeof made / sizeof made[0]; i++) {
            lob_buf_release(made[i]);
        }
        lob_roots_close(c->e.roots);
    } else {
        fprintf(cli->err, "%s process-window: out of memory\n", cli->product.name);
    }
    lob_stage_end(&stage);
    return code;
}
