/* convert: read a layout, write it in another format. Invariant: the output appears whole or not at all, and never in
 * the place of the input. What the new format cannot hold is told in `warnings`, with what reading found. */
#include "main/convert.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/limits.h"
#include "cli/bar.h"
#include "io/write.h"
#include "main/stage.h"
#include "tool/call.h"
#include "json/writer.h"

typedef struct conversion {
    lob_cli *cli;
    lob_ctx *ctx;
    const char *words[2], *format; /* IN OUT as given */
    char in[4096], out[4096];
    lob_write_options options;
    lob_settings settings;
    lob_bar bar;
    lob_config config;
    lob_roots *roots;
    lob_read_result result;
    lob_write_warnings warnings;
} conversion;

/* ---- the command line ---- */

static bool ends_in_gz(const char *path) {
    size_t size = strlen(path);
    return size > 3 && (strcmp(path + size - 3, ".gz") == 0 || strcmp(path + size - 3, ".GZ") == 0);
}

#define AT(field) offsetof(conversion, field)

static const lob_option option_rows[] = {
    LOB_ROW_TEXT("path", AT(words[0]), "FILE", "The same as IN."),
    LOB_ROW_OUTPUT(AT(words[1]), "FILE", false, "The same as OUT."),
    LOB_ROW_CHOICE("format", AT(format), "gds|oas", "The format of OUT; default: by the file name."),
    LOB_ROW_FLAG("gz", AT(options.gzip), "Compresses OUT with gzip; so does a name that ends in .gz."),
    LOB_ROW_FLAG("without-context", AT(options.without_context),
                 "Leaves out KLayout's context information (PCells, meta data)."),
};

static const lob_positional word_rows[] = {{"IN", AT(words[0]), true}, {"OUT", AT(words[1]), true}, {NULL, 0, false}};

const lob_command lob_convert_command = {
    .name = "convert",
    .usage = "IN OUT [options]",
    .title = "Writes a layout as GDSII or OASIS",
    .about =
        "OUT is written completely or not at all, and must not be IN. The same layout gives the same bytes. Prints "
        "{input, output, format, cells, warnings}: the warnings count what the new format cannot store.",
    .examples = "convert chip.gds chip.oas\nconvert chip.oas chip.gds.gz",
    LOB_ROWS(option_rows),
    .words = word_rows,
    .takes = LOB_TAKES_ROOT | LOB_TAKES_JSON | LOB_TAKES_PROGRESS,
};

static int refuse(const conversion *c, const char *what) {
    lob_complain(c->cli, "convert", "%s", what);
    return LOB_EXIT_USAGE;
}

static int check_words(conversion *c) {
    c->options.gzip = c->options.gzip || ends_in_gz(c->words[1]);
    if (c->format) {
        c->options.format = strcmp(c->format, "gds") == 0 ? LOB_FORMAT_GDS : LOB_FORMAT_OAS;
    } else {
        c->options.format = lob_format_from_name(lob_str_from(c->words[1]));
    }
    if (c->options.format == LOB_FORMAT_UNKNOWN) {
        return refuse(c, "the name of the output does not end in .gds or .oas (or either with .gz): give --format");
    }
    char *const absolute[] = {c->in, c->out};
    return lob_stage_paths(c->cli, "convert", c->words, absolute, 2) ? LOB_EXIT_OK : LOB_EXIT_USAGE;
}

/* ---- the work ---- */

static lob_status read_input(conversion *c) {
    struct stat in, out;
    int fd;
    LOB_TRY(lob_file_open_input(c->ctx, c->roots, lob_str_from(c->in), c->config.file_size_max, &fd, &in));
    lob_status status = LOB_OK;
    if (stat(c->out, &out) == 0) {
        status = in.st_dev == out.st_dev && in.st_ino == out.st_ino ? lob_stage_refuse_same(c->ctx) : LOB_OK;
    } else if (errno != ENOENT && errno != ENOTDIR && errno != ELOOP && errno != ENAMETOOLONG) {
        status = lob_outfile_fail(c->ctx, errno); /* it may be the input after all */
    }
    if (status != LOB_OK) {
        close(fd);
        return status;
    }
    lob_read_options options = {.expected = lob_format_from_name(lob_str_from(c->in)),
                                .inflated_max = LOB_LIMIT_INFLATED_SIZE,
                                .layout_size_max = LOB_LIMIT_LAYOUT_SIZE};
    return lob_read_layout(c->ctx, fd, &options, &c->result);
}

static lob_status convert(conversion *c) {
    LOB_TRY(read_input(c));
    return lob_write_file(c->ctx, c->result.layout, &c->options, c->out, &c->warnings);
}

/* ---- the answer ---- */

static void put_warning(lob_jsonw *out, const char *kind, const char *message, uint64_t count) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "kind");
    lob_jsonw_text(out, kind);
    lob_jsonw_key(out, "message");
    lob_jsonw_text(out, message);
    lob_jsonw_key(out, "count");
    lob_jsonw_uint(out, count);
    lob_jsonw_end_object(out);
}

static void put_result(const conversion *c, lob_jsonw *out) {
    const lob_layout *layout = c->result.layout;
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "input");
    lob_jsonw_text(out, c->in);
    lob_jsonw_key(out, "output");
    lob_jsonw_text(out, c->out);
    lob_jsonw_key(out, "format");
    lob_jsonw_text(out, lob_format_name(c->options.format));
    lob_jsonw_key(out, "cells");
    lob_jsonw_uint(out, lob_layout_cell_count(layout));
    lob_jsonw_key(out, "warnings");
    lob_jsonw_begin_array(out);
    for (uint32_t i = 0; i < lob_layout_warning_count(layout); i++) {
        const lob_warning *warning = lob_layout_warning(layout, i);
        put_warning(out, warning->kind, warning->text, warning->count);
    }
    for (unsigned i = 0; i < c->warnings.count; i++) {
        put_warning(out, c->warnings.items[i].kind, c->warnings.items[i].text, c->warnings.items[i].count);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_end_object(out);
}

static int answer(const conversion *c, lob_status status) {
    lob_buf json;
    lob_jsonw out;
    if (status == LOB_E_CANCELLED) {
        return lob_signal_status(c->cli);
    }
    if (status != LOB_OK) {
        lob_say_failure(c->cli, &c->settings, "convert", &c->ctx->error);
        return LOB_EXIT_TOOL_ERROR;
    }
    lob_buf_init(&json, 0);
    lob_jsonw_init(&out, &json);
    put_result(c, &out);
    return lob_print_made(c->cli, &c->settings, &json);
}

static int run(conversion *c, int argc, char **argv) {
    int code;
    if (!lob_command_read(c->cli, &lob_convert_command, &c->settings, c, argc, argv, NULL, &code)) {
        return code;
    }
    code = check_words(c);
    if (code != LOB_EXIT_OK) {
        return code;
    }
    if (!lob_stage_roots(c->ctx, c->cli, &c->settings, "convert", &c->config, &c->roots)) {
        return LOB_EXIT_USAGE;
    }
    lob_bar_begin(&c->bar, c->cli, c->settings.progress, false);
    lob_bar_attach(&c->bar, c->ctx);
    const lob_status status = convert(c);
    lob_bar_clear(&c->bar);
    code = answer(c, status);
    lob_layout_drop(c->result.layout);
    return code;
}

int lob_cli_convert(lob_cli *cli, int argc, char **argv) {
    lob_stage stage;
    conversion *c = lob_stage_begin(&stage, cli, sizeof *c, 0);
    int code = LOB_EXIT_TOOL_ERROR;
    if (c) {
        c->cli = cli;
        c->ctx = stage.ctx;
        code = run(c, argc, argv);
        lob_roots_close(c->roots);
    } else {
        lob_say_no_memory(cli);
    }
    lob_stage_end(&stage);
    return code;
}
