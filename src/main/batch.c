/* batch: the arguments of `eval` for many files, one after the other, each with memory of its own.
 *
 * Invariant: a clip that cannot be done is a row of the table and costs no other; the table is written whole, also
 * when a signal ends the work early.
 */
#include "main/batch.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/num.h"
#include "io/write.h"
#include "main/batch_impl.h"
#include "main/run.h"
#include "main/stage.h"
#include "json/reader.h"

enum { CLEAN = 0, VIOLATIONS = 1, NOT_DONE = 2 };

typedef struct command {
    lob_eval_work e; /* mask and process, in words; the present file */
    lob_word_list files;
    const char *layer, *target_layer, *cell; /* as given; clips have none */
    const char *masks, *more;
    char masks_path[4096];
    bool optimizes;
    lob_batch_rows rows;
    lob_batch_row *row; /* the present one */
    lob_arena *arena;   /* of the present one */
    lob_buf json, table;
} command;

#define AT(field) offsetof(command, field)

static const lob_option option_rows[] = {
    LOB_ROW_TEXT("layer", AT(layer), "L/D", "The mask layer of layouts."),
    LOB_ROW_TEXT("target-layer", AT(target_layer), "L/D", "What should be printed; default: the mask layer."),
    LOB_ROW_TEXT("cell", AT(cell), "NAME", "Takes this cell of each layout."),
    LOB_ROW_TEXT("box", AT(e.box), "L,B,R,T", "Takes this box in um of each."),
    LOB_ROW_TEXT("node", AT(e.node), "NAME", "The process node."),
    LOB_ROW_TEXT("pixel-nm", AT(e.pixel), "P", "The size of a pixel."),
    LOB_ROW_TEXT("deck", AT(e.deck), "DECK.json", "The rule deck of the checks drc and mrc."),
    LOB_ROW_TEXT("checks", AT(e.checks), "drc,mrc,epe,pvband,shots", "Which checks to run; not with --optimize."),
    LOB_ROW_TEXT("process", AT(e.process), "JSON|@FILE", "Process conditions, as the tool takes them."),
    LOB_ROW_TEXT("source", AT(e.source), "FILE.csv", "The light source as points: columns sigma_x,sigma_y,weight."),
    LOB_ROW_FLAG("optimize", AT(optimizes), "Makes a better mask of each; needs --masks."),
    LOB_ROW_TEXT("masks", AT(masks), "DIR", "Writes NAME_mask.oas of each clip NAME into this folder."),
    LOB_ROW_TEXT("with", AT(more), "JSON", "Further arguments of the tool, as '{\"iterations\":50}'."),
    LOB_ROW_CHOICE("format", AT(e.format), "csv|json", "What the table is; default: csv."),
    LOB_ROW_OUTPUT(AT(e.output), "OUT", false, "Writes the table to this file."),
};

static const lob_positional word_rows[] = {{"FILE...", AT(files), true}, {NULL, 0, false}};

const lob_command lob_batch_command = {
    .name = "batch",
    .usage = "FILE|FOLDER... [--layer L/D] [--optimize --masks DIR] [options]",
    .title = "Evaluates or optimizes many masks and prints one table",
    .about = "Files are layouts and .glp clips; of a folder all that lie in it. Works as the tools evaluate and "
             "optimize do. A file that cannot be done is a row of the table and costs no other.",
    .examples = "batch clips/ --node 45nm --deck rules.json -o table.csv\n"
                "batch a.gds b.gds --layer 1/0 --optimize --masks masks/ --format json",
    .status = "0 no clip has a violation, 1 some have, 2 some clip could not be done.",
    LOB_ROWS(option_rows),
    .words = word_rows,
    .takes = LOB_TAKES_ROOT | LOB_TAKES_STORE | LOB_TAKES_JSON | LOB_TAKES_PROGRESS,
};

/* ---- the command line ---- */

static int usage(const command *c, const char *what) {
    lob_complain(c->e.cli, lob_batch_command.name, "%s", what);
    return LOB_EXIT_USAGE;
}

static int read_words(command *c, int argc, char **argv) {
    int code;
    if (!lob_command_read(c->e.cli, &lob_batch_command, &c->e.settings, c, argc, argv, NULL, &code)) {
        c->e.has_ended = true;
        return code;
    }
    if (c->optimizes != (c->masks != NULL)) {
        return usage(c, c->masks ? "--masks needs --optimize" : "--optimize needs --masks DIR");
    }
    if (c->optimizes && c->e.checks) {
        return usage(c, "--checks is of evaluations; leave it out with --optimize");
    }
    const char *const given[] = {c->masks, c->e.output};
    char *const absolute[] = {c->masks_path, c->e.out};
    return lob_stage_paths(c->e.cli, lob_batch_command.name, given, absolute, 2) ? LOB_EXIT_OK : LOB_EXIT_USAGE;
}

/* ---- before the work ---- */

/* The name of a file without folder and ending. */
static lob_str stem_of(const char *path) {
    const char *const slash = strrchr(path, '/'), *const name = slash ? slash + 1 : path;
    const char *const dot = strchr(name + (name[0] == '.'), '.');
    return (lob_str){name, dot ? (size_t)(dot - name) : strlen(name)};
}

static lob_status fail_files(lob_ctx *ctx, const char *reason, const char *path, const char *message,
                             const char *hint) {
    const lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "%s", message);
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    lob_error_text(&ctx->error, "path", lob_str_from(path));
    lob_hint(ctx, "%s", hint);
    return status;
}

/* Two clips of one name would write one mask. */
static lob_status check_masks(command *c) {
    struct stat info;
    if (!c->optimizes) {
        return LOB_OK;
    }
    if (stat(c->masks_path, &info) != 0 || !S_ISDIR(info.st_mode)) {
        return fail_files(c->e.ctx, "not_a_folder", c->masks, "--masks names no folder", "Make the folder first.");
    }
    for (uint32_t i = 0; i < c->rows.count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            if (lob_str_equal(stem_of(c->rows.items[i].file), stem_of(c->rows.items[k].file))) {
                return fail_files(c->e.ctx, "same_name", c->rows.items[i].file, "Two clips would write the same mask",
                                  "Rename one, or run them apart.");
            }
        }
    }
    return LOB_OK;
}

static lob_status prepare(command *c) {
    lob_eval_work *const e = &c->e;
    LOB_TRY(lob_config_read_rooted(e->ctx, e->cli->getenv_fn, "", &e->config));
    if (e->settings.roots[0]) {
        memcpy(e->config.roots, e->settings.roots, sizeof e->settings.roots);
    }
    LOB_TRY(lob_roots_open(e->ctx, e->config.roots, &e->roots));
    e->place = (lob_litho_place){.roots = e->roots, .file_size_max = e->config.file_size_max};
    for (unsigned i = 0; i < c->files.count; i++) {
        LOB_TRY(lob_batch_add(e->ctx, c->files.items[i], &c->rows));
    }
    LOB_TRY(check_masks(c));
    for (uint32_t i = 0; e->out[0] && i < c->rows.count; i++) {
        const char *const inputs[] = {c->rows.items[i].file, e->deck ? e->deck : "", e->source ? e->source : ""};
        LOB_TRY(lob_stage_output(e->ctx, e->out, inputs, sizeof inputs / sizeof inputs[0]));
    }
    return LOB_OK;
}

/* ---- a clip ---- */

static lob_status see(void *arg, lob_ctx *ctx, const lob_litho_scene *scene, const lob_litho_result *result) {
    lob_batch_row *const row = ((command *)arg)->row;
    const lob_litho_metrics *const m = &result->metrics;
    const unsigned checks = scene->setup.checks;
    (void)ctx;
    row->after[LOB_BATCH_L2] = (int64_t)m->l2_pixels;
    row->after[LOB_BATCH_BAND] = (int64_t)m->band_pixels;
    row->after[LOB_BATCH_EPE] = checks & LOB_CHECK_EPE ? (int64_t)m->gauge_violations : -1;
    row->after[LOB_BATCH_SHOTS] = checks & LOB_CHECK_SHOTS ? (int64_t)m->shots_vsb : -1;
    row->after[LOB_BATCH_DRC] = checks & LOB_CHECK_DRC ? (int64_t)m->drc_count : -1;
    row->after[LOB_BATCH_MRC] = checks & LOB_CHECK_MRC ? (int64_t)m->mrc_count : -1;
    row->after[LOB_BATCH_VIOLATIONS] = (int64_t)result->violations_total;
    return LOB_OK;
}

static void take_report(lob_str report, int64_t *numbers) {
    static const char *const names[LOB_BATCH_COUNT] = {"l2_error_pixels", "pvband_pixels",  "epe_gauge_violations",
                                                       "shots_vsb",       "drc_violations", "mrc_violations",
                                                       "violations_total"};
    for (unsigned k = 0; k < LOB_BATCH_COUNT; k++) {
        const lob_str value = lob_json_raw_member(report, names[k]);
        char text[24] = "";
        if (value.data && value.size < sizeof text) {
            memcpy(text, value.data, value.size);
            if (!lob_num_parse_int(text, 0, INT64_MAX, &numbers[k])) {
                numbers[k] = -1;
            }
        }
    }
}

static lob_status optimize(command *c, lob_ctx *ctx, lob_buf *report) {
    static const lob_litho_before none = {{NULL, 0}, {NULL, 0}};
    const lob_litho_run run = {.place = &c->e.place};
    const lob_str stem = stem_of(c->row->file);
    char path[4300];
    const int size = snprintf(path, sizeof path, "%s/%.*s_mask", c->masks_path, (int)stem.size, stem.data);
    LOB_TRY(lob_litho_run_optimize(ctx, &run, c->e.arguments, &none, (lob_str){path, (size_t)size}, report));
    const lob_str text = {report->data, report->size};
    take_report(lob_json_raw_member(text, "before"), c->row->before);
    take_report(lob_json_raw_member(text, "after"), c->row->after);
    const lob_str file = lob_json_raw_member(text, "file");
    const char *const ending = file.size > 5 && memcmp(file.data + file.size - 5, ".gds\"", 5) == 0 ? ".gds" : ".oas";
    snprintf(c->row->mask, sizeof c->row->mask, "%s%s", path, ending);
    return LOB_OK;
}

static lob_status do_clip(command *c, lob_ctx *ctx) {
    lob_buf report;
    lob_buf_init(&report, 0);
    const lob_litho_run run = {.place = &c->e.place, .is_line = true, .see = see, .see_arg = c};
    lob_status status =
        c->optimizes ? optimize(c, ctx, &report) : lob_litho_run_evaluate(ctx, &run, c->e.arguments, &report);
    lob_buf_release(&report);
    return status == LOB_OK ? lob_poll(ctx) : status;
}

/* What --with has joins the request. */
static const char *add_more(const command *c, lob_buf *json) {
    lob_json_fault fault;
    if (!c->more) {
        return NULL;
    }
    const lob_str more = lob_str_from(c->more);
    const size_t start = strspn(more.data, " \t\r\n");
    if (!lob_json_check(more, false, &fault) || more.data[start] != '{') {
        return "--with takes a JSON object";
    }
    if (more.data[start + 1 + strspn(more.data + start + 1, " \t\r\n")] == '}') {
        return NULL;
    }
    json->size--; /* the brace */
    lob_buf_add_byte(json, ',');
    lob_buf_add(json, more.data + start + 1, more.size - start - 1);
    return NULL;
}

/* Exit status. */
static int ask(command *c, const char *file) {
    const size_t size = strlen(file);
    const bool is_glp = size > 4 && strcmp(file + size - 4, ".glp") == 0;
    c->e.input = file;
    c->e.layer = is_glp ? NULL : c->layer;
    c->e.target_layer = is_glp ? NULL : c->target_layer;
    c->e.cell = is_glp ? NULL : c->cell;
    lob_buf_clear(&c->json);
    const int code = lob_eval_request(&c->e, &c->json);
    if (code != LOB_EXIT_OK) {
        return code;
    }
    const char *const fault = add_more(c, &c->json);
    c->e.arguments = (lob_str){c->json.data, c->json.size};
    return fault ? usage(c, fault) : LOB_EXIT_OK;
}

static void keep_error(command *c, const lob_error *error) {
    lob_batch_row *const row = c->row;
    row->state = LOB_BATCH_FAILED;
    row->code = lob_status_name(error->code);
    snprintf(row->message, sizeof row->message, "%s", error->message);
    snprintf(row->hint, sizeof row->hint, "%s", error->hint[0] ? error->hint : lob_status_recovery(error->code));
    lob_bar_clear(&c->e.bar);
    lob_buf said;
    lob_buf_init(&said, 0);
    lob_buf_printf(&said, "%s batch: %s: ", c->e.cli->product.name, row->file);
    lob_say_message(&said, error);
    lob_buf_printf(&said, " (%s). %s\n", row->code, row->hint);
    fwrite(said.data, 1, said.size, c->e.cli->err);
    lob_buf_release(&said);
}

static void refuse_name(lob_batch_row *row) {
    row->state = LOB_BATCH_FAILED;
    row->code = lob_status_name(LOB_E_INVALID_TARGET);
    snprintf(row->message, sizeof row->message, "The name of the file is too long, or not UTF-8");
    snprintf(row->hint, sizeof row->hint, "Rename it.");
}

static lob_status run_clip(command *c) {
    lob_ctx own;
    lob_ctx_init(&own, c->arena);
    own.cancel = c->e.cli->cancel;
    lob_bar_attach(&c->e.bar, &own);
    const int64_t began = lob_clock_ms();
    const lob_status status = do_clip(c, &own);
    c->row->elapsed_ms = lob_clock_ms() - began;
    if (status == LOB_OK) {
        c->row->state = c->row->after[LOB_BATCH_VIOLATIONS] > 0 ? LOB_BATCH_VIOLATED : LOB_BATCH_CLEAN;
    } else if (status != LOB_E_CANCELLED) {
        keep_error(c, &own.error);
    }
    lob_arena_reset(c->arena);
    return status == LOB_E_CANCELLED ? status : LOB_OK;
}

/* ---- all of them ---- */

static lob_status give_out(command *c) {
    lob_eval_work *const e = &c->e;
    const bool is_json = e->format && strcmp(e->format, "json") == 0;
    (is_json ? lob_batch_json : lob_batch_csv)(&c->rows, c->optimizes, &c->table);
    if (c->table.failed) {
        return lob_fail_memory(e->ctx);
    }
    if (e->output) {
        return lob_write_bytes(e->ctx, (lob_str){c->table.data, c->table.size}, e->out);
    }
    const bool fine = fwrite(c->table.data, 1, c->table.size, e->cli->out) == c->table.size;
    return fine && fflush(e->cli->out) == 0 ? LOB_OK : lob_outfile_fail(e->ctx, errno);
}

static int code_of(const command *c) {
    int code = CLEAN;
    for (uint32_t i = 0; i < c->rows.count; i++) {
        const lob_batch_state state = c->rows.items[i].state;
        const int own = state == LOB_BATCH_FAILED ? NOT_DONE : state == LOB_BATCH_VIOLATED ? VIOLATIONS : CLEAN;
        code = own > code ? own : code;
    }
    return code;
}

static int say(command *c) {
    lob_say_failure(c->e.cli, &c->e.settings, lob_batch_command.name, &c->e.ctx->error);
    return NOT_DONE;
}

static int work(command *c) {
    lob_eval_work *const e = &c->e;
    lob_status status = prepare(c);
    if (status != LOB_OK) {
        return say(c);
    }
    const int wrong = ask(c, "clip.gds"); /* words that are wrong for every file */
    if (wrong != LOB_EXIT_OK) {
        return wrong;
    }
    lob_bar_begin(&e->bar, e->cli, e->settings.progress, false);
    for (uint32_t i = 0; status == LOB_OK && i < c->rows.count; i++) {
        c->row = &c->rows.items[i];
        if (ask(c, c->row->file) == LOB_EXIT_OK) {
            status = run_clip(c);
        } else {
            refuse_name(c->row);
        }
    }
    lob_bar_clear(&e->bar);
    const lob_status given = give_out(c);
    if (given != LOB_OK) {
        return say(c);
    }
    return status == LOB_E_CANCELLED ? lob_signal_status(e->cli) : code_of(c);
}

int lob_cli_batch(lob_cli *cli, int argc, char **argv) {
    lob_stage stage;
    command *const c = lob_stage_begin(&stage, cli, sizeof *c, 0);
    int code = NOT_DONE;
    if (c) {
        c->arena = lob_arena_new(0);
    }
    if (c && c->arena) {
        c->e.verb = lob_batch_command.name;
        c->e.cli = cli;
        c->e.ctx = stage.ctx;
        lob_buf_init(&c->json, 0);
        lob_buf_init(&c->table, 0);
        code = read_words(c, argc, argv);
        code = c->e.has_ended || code != LOB_EXIT_OK ? code : work(c);
        lob_batch_rows_drop(&c->rows);
        lob_buf_release(&c->table);
        lob_buf_release(&c->json);
        lob_roots_close(c->e.roots);
        lob_arena_drop(c->arena);
    } else {
        code = lob_say_no_memory(cli);
    }
    lob_stage_end(&stage);
    return code;
}
