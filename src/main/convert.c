/* convert: read a layout, write it in another format. Invariant: the output appears whole or not at all, and never in
 * the place of the input. What the new format cannot hold is told in `warnings`, with what reading found. */
#include "main/convert.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "gen/limits.h"
#include "io/write.h"
#include "main/run.h"
#include "tool/call.h"
#include "json/writer.h"

typedef struct conversion {
    lob_cli *cli;
    lob_ctx *ctx;
    const char *words[2]; /* IN OUT as given */
    char in[4096], out[4096];
    lob_write_options options;
    lob_settings settings;
    lob_config config;
    lob_roots *roots;
    lob_read_result result;
    lob_write_warnings warnings;
} conversion;

static int usage(const lob_cli *cli, const char *what) {
    fprintf(cli->err, "%s convert: %s; see %s --help\n", cli->product.name, what, cli->product.name);
    return LOB_EXIT_USAGE;
}

/* ---- the command line ---- */

static bool ends_in_gz(const char *path) {
    size_t size = strlen(path);
    return size > 3 && (strcmp(path + size - 3, ".gz") == 0 || strcmp(path + size - 3, ".GZ") == 0);
}

static const char *option_value(const char *name, int argc, char **argv, int *at) {
    size_t size = strlen(name);
    const char *text = argv[*at];
    if (strncmp(text, name, size) == 0 && text[size] == '=') {
        (*at)++;
        return text + size + 1;
    }
    if (strcmp(text, name) == 0 && *at + 1 < argc) {
        *at += 2;
        return argv[*at - 1];
    }
    return NULL;
}

/* One word of the command line; LOB_EXIT_OK when it was understood. */
static int take_word(conversion *c, int argc, char **argv, int *at) {
    const char *format = option_value("--format", argc, argv, at);
    if (format) {
        bool is_gds = strcmp(format, "gds") == 0, is_oas = strcmp(format, "oas") == 0;
        c->options.format = is_gds ? LOB_FORMAT_GDS : LOB_FORMAT_OAS;
        return is_gds || is_oas ? LOB_EXIT_OK : usage(c->cli, "--format takes gds or oas");
    }
    if (strcmp(argv[*at], "--gz") == 0) {
        c->options.gzip = true;
        (*at)++;
        return LOB_EXIT_OK;
    }
    if (strcmp(argv[*at], "--without-context") == 0) {
        c->options.without_context = true;
        (*at)++;
        return LOB_EXIT_OK;
    }
    lob_option option = lob_settings_take(&c->settings, c->cli, argc, argv, at);
    if (option != LOB_OPTION_OTHER) {
        return option == LOB_OPTION_TAKEN ? LOB_EXIT_OK : LOB_EXIT_USAGE;
    }
    unsigned given = c->words[0] ? (c->words[1] ? 2 : 1) : 0;
    if (given == 2 || (argv[*at][0] == '-' && argv[*at][1] != '\0')) {
        return usage(c->cli, "an argument is not understood");
    }
    c->words[given] = argv[(*at)++];
    return LOB_EXIT_OK;
}

static int read_words(conversion *c, int argc, char **argv) {
    for (int at = 2; at < argc;) {
        int code = take_word(c, argc, argv, &at);
        if (code != LOB_EXIT_OK) {
            return code;
        }
    }
    if (c->settings.help) {
        return LOB_EXIT_OK;
    }
    if (!c->words[1] || c->words[0][0] == '\0' || c->words[1][0] == '\0') {
        return usage(c->cli,
                     "an input and an output are needed: convert IN OUT [--format gds|oas] [--gz] [--without-context]");
    }
    c->options.gzip = c->options.gzip || ends_in_gz(c->words[1]);
    if (c->options.format == LOB_FORMAT_UNKNOWN) {
        c->options.format = lob_format_from_name(lob_str_from(c->words[1]));
    }
    if (c->options.format == LOB_FORMAT_UNKNOWN) {
        return usage(c->cli, "the name of the output does not end in .gds or .oas (or either with .gz): give --format");
    }
    return lob_path_absolute(c->words[0], c->in, sizeof c->in) && lob_path_absolute(c->words[1], c->out, sizeof c->out)
               ? LOB_EXIT_OK
               : usage(c->cli, "a path is too long");
}

static int read_config(conversion *c) {
    lob_ctx *ctx = c->ctx;
    lob_status status = lob_config_read_rooted(ctx, c->cli->getenv_fn, "", &c->config); /* keeps nothing */
    const char *roots = c->settings.roots[0] ? c->settings.roots : c->config.roots;
    if (status == LOB_OK) {
        status = lob_roots_open(ctx, roots, &c->roots);
    }
    if (status != LOB_OK) {
        lob_say_error(c->cli, "convert", &ctx->error);
        return LOB_EXIT_USAGE;
    }
    return LOB_EXIT_OK;
}

/* ---- the work ---- */

static lob_status refuse_same(lob_ctx *ctx) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "Input and output are the same file");
    lob_hint(ctx, "Name another output.");
    lob_error_text(&ctx->error, "reason", LOB_STR("same_file"));
    return status;
}

static lob_status read_input(conversion *c) {
    struct stat in, out;
    int fd;
    LOB_TRY(lob_file_open_input(c->ctx, c->roots, lob_str_from(c->in), c->config.file_size_max, &fd, &in));
    lob_status status = LOB_OK;
    if (stat(c->out, &out) == 0) {
        status = in.st_dev == out.st_dev && in.st_ino == out.st_ino ? refuse_same(c->ctx) : LOB_OK;
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
        return LOB_EXIT_SIGNAL + (c->cli->signal_number ? *c->cli->signal_number : 0);
    }
    lob_buf_init(&json, 0);
    lob_jsonw_init(&out, &json);
    if (status == LOB_OK) {
        put_result(c, &out);
    } else {
        lob_error_write(&c->ctx->error, &out);
    }
    int code = status == LOB_OK ? LOB_EXIT_OK : LOB_EXIT_TOOL_ERROR;
    if (json.failed) {
        fprintf(c->cli->err, "%s: out of memory\n", c->cli->product.name);
        code = LOB_EXIT_TOOL_ERROR;
    } else if (lob_print_json(c->cli, &c->settings, (lob_str){json.data, json.size}) != LOB_EXIT_OK) {
        code = LOB_EXIT_TOOL_ERROR;
    }
    lob_buf_release(&json);
    return code;
}

static int run(conversion *c, int argc, char **argv) {
    int code = read_words(c, argc, argv);
    if (code != LOB_EXIT_OK) {
        return code;
    }
    if (c->settings.help) {
        fprintf(c->cli->out,
                "%s convert IN OUT [--format gds|oas] [--gz] [--without-context] [--root DIR]... [--pretty]\n",
                c->cli->product.name);
        return fflush(c->cli->out) == 0 ? LOB_EXIT_OK : LOB_EXIT_TOOL_ERROR;
    }
    code = read_config(c);
    if (code != LOB_EXIT_OK) {
        return code;
    }
    code = answer(c, convert(c));
    lob_layout_drop(c->result.layout);
    return code;
}

int lob_cli_convert(lob_cli *cli, int argc, char **argv) {
    lob_arena *arena = lob_arena_new(0);
    conversion *c = arena ? LOB_NEW(arena, conversion) : NULL;
    lob_ctx *ctx = c ? LOB_NEW(arena, lob_ctx) : NULL;
    int code = LOB_EXIT_TOOL_ERROR;
    if (ctx) {
        lob_ctx_init(ctx, arena);
        ctx->cancel = cli->cancel;
        c->cli = cli;
        c->ctx = ctx;
        code = run(c, argc, argv);
        lob_roots_close(c->roots);
    } else {
        fprintf(cli->err, "%s: out of memory\n", cli->product.name);
    }
    lob_arena_drop(arena);
    return code;
}
