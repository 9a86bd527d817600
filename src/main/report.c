/* report: open a layout, write a page about it. Invariants: the page appears whole or not at all, and never in the
 * place of what it was made from; nothing in it tells when, where or by whom it was made unless that was given.
 */
#include "main/report.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>

#include "gen/limits.h"
#include "io/write.h"
#include "main/run.h"
#include "main/scratch.h"
#include "report/report.h"
#include "json/reader.h"
#include "json/writer.h"

const char lob_report_help[] =
    "  layout-observer report FILE -o OUT.html [--rules DECK.json | --drc DECK.drc] [--top CELL] [--lyp FILE]\n"
    "      [--convention FILE] [--title TEXT] [--date TEXT] [--progress] [--quiet] [--root DIR]...\n"
    "      Writes one self-contained HTML page: identity, findings, rules with pictures of their markers, layers,\n"
    "      hierarchy, ports and waveguides. -o - writes it to stdout. The same bytes each time; a date stands in it\n"
    "      only when given. Markers do not change the exit status; drc has one for them.\n";

typedef struct work {
    lob_cli *cli;
    lob_ctx *ctx;
    lob_settings settings;
    lob_scratch scratch;
    const char *input, *output, *rules, *drc, *top, *lyp, *convention, *title, *date; /* as given; NULL: not */
    bool quiet, progress, to_stdout;
    char in[4096], out[4096], deck[4096], lyp_path[4096], convention_path[4096], maker[128];
    lob_sessions *sessions;
    lob_report_told told;
    size_t page_size;
} work;

/* ---- the command line ---- */

static int usage(const lob_cli *cli, const char *what) {
    fprintf(cli->err, "%s report: %s; see %s report --help\n", cli->product.name, what, cli->product.name);
    return LOB_EXIT_USAGE;
}

static const struct {
    const char *name;
    size_t offset;
} value_options[] = {
    {"-o", offsetof(work, output)},
    {"--output", offsetof(work, output)},
    {"--rules", offsetof(work, rules)},
    {"--drc", offsetof(work, drc)},
    {"--top", offsetof(work, top)},
    {"--lyp", offsetof(work, lyp)},
    {"--title", offsetof(work, title)},
    {"--date", offsetof(work, date)},
    {"--convention", offsetof(work, convention)},
};

/* The value of argv[*at] when that is `name`, with = or as the next word; *at then stands behind it. */
static bool take_value(int argc, char **argv, int *at, const char *name, const char **value) {
    const char *text = argv[*at];
    const size_t size = strlen(name);
    const bool has_value = strncmp(text, name, size) == 0 && name[1] == '-' && text[size] == '=';
    if (!has_value && strcmp(text, name) != 0) {
        return false;
    }
    *value = has_value ? text + size + 1 : *at + 1 < argc ? argv[++*at] : "";
    ++*at;
    return true;
}

static int take_option(work *w, int argc, char **argv, int *at, bool *taken) {
    const char *value;
    for (size_t i = 0; i < sizeof value_options / sizeof value_options[0]; i++) {
        if (!take_value(argc, argv, at, value_options[i].name, &value)) {
            continue;
        }
        const char **field = (const char **)((char *)w + value_options[i].offset);
        *taken = true;
        if (*field) {
            return usage(w->cli, "an option is given twice");
        }
        *field = value;
        return value[0] ? LOB_EXIT_OK : usage(w->cli, "an option lacks its value");
    }
    return LOB_EXIT_OK;
}

static int take_word(work *w, int argc, char **argv, int *at) {
    bool taken = false;
    int code = take_option(w, argc, argv, at, &taken);
    if (taken || code != LOB_EXIT_OK) {
        return code;
    }
    const char *text = argv[*at];
    if (strcmp(text, "--quiet") == 0 || strcmp(text, "--progress") == 0) {
        *(text[2] == 'q' ? &w->quiet : &w->progress) = true;
        ++*at;
        return LOB_EXIT_OK;
    }
    lob_option option = lob_settings_take(&w->settings, w->cli, argc, argv, at);
    if (option != LOB_OPTION_OTHER) {
        return option == LOB_OPTION_TAKEN ? LOB_EXIT_OK : LOB_EXIT_USAGE;
    }
    if (w->input || text[0] == '\0' || text[0] == '-') {
        return usage(w->cli, "an argument is not understood");
    }
    w->input = argv[(*at)++];
    return LOB_EXIT_OK;
}

static int read_words(work *w, int argc, char **argv) {
    int code = LOB_EXIT_OK;
    for (int at = 2; at < argc && code == LOB_EXIT_OK;) {
        code = take_word(w, argc, argv, &at);
    }
    if (code != LOB_EXIT_OK || w->settings.help) {
        return code;
    }
    if (!w->input || !w->output) {
        return usage(w->cli, "a layout and an output are needed: report FILE -o OUT.html");
    }
    if (w->rules && w->drc) {
        return usage(w->cli, "give --rules or --drc, not both");
    }
    w->to_stdout = strcmp(w->output, "-") == 0;
    const char *deck = w->rules ? w->rules : w->drc;
    const char *given[] = {w->input, w->to_stdout ? NULL : w->output, deck, w->lyp, w->convention};
    char *absolute[] = {w->in, w->out, w->deck, w->lyp_path, w->convention_path};
    for (unsigned i = 0; i < sizeof given / sizeof given[0]; i++) {
        if (given[i] && !lob_path_absolute(given[i], absolute[i], sizeof w->in)) {
            return usage(w->cli, "a path is too long");
        }
    }
    return LOB_EXIT_OK;
}

/* ---- the work ---- */

/* Before the work that may take long: the output is none of the inputs, and its folder is there. */
static lob_status check_output(work *w) {
    const char *const inputs[] = {w->in, w->deck, w->lyp_path, w->convention_path};
    struct stat in, out;
    if (w->to_stdout) {
        return LOB_OK;
    }
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        if (inputs[i][0] && stat(inputs[i], &in) == 0 && stat(w->out, &out) == 0 && in.st_dev == out.st_dev &&
            in.st_ino == out.st_ino) {
            lob_status status = lob_fail(w->ctx, LOB_E_INVALID_TARGET, "Input and output are the same file");
            lob_hint(w->ctx, "Name another output.");
            lob_error_text(&w->ctx->error, "reason", LOB_STR("same_file"));
            return status;
        }
    }
    char *folder = lob_arena_strdup(w->ctx->arena, w->out, strlen(w->out));
    if (!folder) {
        return lob_fail_memory(w->ctx);
    }
    strrchr(folder, '/')[1] = '\0';
    return stat(folder, &out) == 0 ? LOB_OK : lob_outfile_fail(w->ctx, errno);
}

static lob_str given(const char *text, const char *use) {
    return text ? lob_str_from(use) : (lob_str){NULL, 0};
}

static lob_status make(work *w, lob_call *call, lob_buf *page) {
    snprintf(w->maker, sizeof w->maker, "%s %s", w->cli->product.name, w->cli->product.version);
    const lob_report_ask ask = {.open = {.path = lob_str_from(w->in),
                                         .top_cell = given(w->top, w->top),
                                         .lyp_path = given(w->lyp, w->lyp_path),
                                         .convention_path = given(w->convention, w->convention_path)},
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

static void say_error(const work *w, const lob_buf *json) {
    fprintf(w->cli->err, "%s report: ", w->cli->product.name);
    fwrite(json->data, 1, json->size, w->cli->err);
    fputc('\n', w->cli->err);
}

static int answer(work *w, lob_status status) {
    lob_buf json;
    lob_jsonw out;
    int code = status == LOB_OK ? LOB_EXIT_OK : LOB_EXIT_TOOL_ERROR;
    if (status == LOB_E_CANCELLED) {
        return LOB_EXIT_SIGNAL + (w->cli->signal_number ? *w->cli->signal_number : 0);
    }
    if (status == LOB_OK && (w->quiet || w->to_stdout)) {
        return code;
    }
    lob_buf_init(&json, 0);
    lob_jsonw_init(&out, &json);
    if (status == LOB_OK) {
        put_result(w, &out);
    } else {
        lob_error_write(&w->ctx->error, &out);
    }
    if (json.failed) {
        fprintf(w->cli->err, "%s: out of memory\n", w->cli->product.name);
        code = LOB_EXIT_TOOL_ERROR;
    } else if (w->to_stdout) {
        say_error(w, &json);
    } else {
        const int printed = lob_print_json(w->cli, &w->settings, (lob_str){json.data, json.size});
        code = code == LOB_EXIT_OK ? printed : code;
    }
    lob_buf_release(&json);
    return code;
}

static lob_status report(work *w) {
    lob_call call = {.ctx = w->ctx, .sessions = w->sessions};
    lob_buf page;
    lob_buf_init(&page, 0);
    lob_status status = make(w, &call, &page);
    lob_buf_release(&page);
    lob_scratch_clear_line(&w->scratch);
    lob_call_end(&call);
    return status;
}

static int run(work *w, int argc, char **argv) {
    int code = read_words(w, argc, argv);
    if (code != LOB_EXIT_OK) {
        return code;
    }
    if (w->settings.help) {
        fputs(lob_report_help, w->cli->out);
        return fflush(w->cli->out) == 0 ? LOB_EXIT_OK : LOB_EXIT_TOOL_ERROR;
    }
    lob_scratch_begin(&w->scratch, w->cli, w->progress);
    if (!lob_scratch_root(&w->scratch, &w->settings)) {
        return LOB_EXIT_USAGE;
    }
    code = LOB_EXIT_USAGE;
    if (lob_settings_open(&w->settings, w->cli, &w->sessions)) {
        code = answer(w, report(w));
        lob_sessions_close(w->sessions);
    }
    lob_scratch_end(&w->scratch);
    return code;
}

int lob_cli_report(lob_cli *cli, int argc, char **argv) {
    lob_arena *home = lob_arena_new(0), *arena = lob_arena_new(LOB_LIMIT_REQUEST_MEMORY_SIZE);
    work *w = home && arena ? LOB_NEW(home, work) : NULL;
    lob_ctx *ctx = w ? LOB_NEW(home, lob_ctx) : NULL;
    int code = LOB_EXIT_TOOL_ERROR;
    lob_json_init();
    if (ctx) {
        lob_ctx_init(ctx, arena);
        ctx->cancel = cli->cancel;
        ctx->progress = lob_scratch_progress;
        ctx->progress_arg = &w->scratch;
        w->cli = cli;
        w->ctx = ctx;
        code = run(w, argc, argv);
    } else {
        fprintf(cli->err, "%s: out of memory\n", cli->product.name);
    }
    lob_arena_drop(arena);
    lob_arena_drop(home);
    return code;
}
