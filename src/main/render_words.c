/* The command line of render: words into a work order, values into the JSON that render_view takes. Invariant: whether
 * a value is right is for the request's parser to say, as it does for every client; here only its form is looked at. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "base/utf8.h"
#include "main/render_impl.h"

typedef lob_render_work work;

enum { SIZE_MAX_READ = 1000000000 };

const char lob_render_help[] =
    "  layout-observer render FILE -o OUT.png|OUT.svg [--cell NAME] [--box LEFT,BOTTOM,RIGHT,TOP] [--size WxH]\n"
    "      [--layers 1/0,NAME,...] [--lyp FILE] [--style light|dark|mask] [--annotate KIND,...]\n"
    "      [--convention FILE] [--progress] [--quiet] [--root DIR]... [--pretty]\n"
    "      Draws a cell, the whole of it or a box in um, and writes the picture. KIND: scale_bar, grid, legend, "
    "ports,\n"
    "      cell_frames, crosshair. An OUT that is there is replaced.\n";

static int usage(const lob_cli *cli, const char *what) {
    fprintf(cli->err, "%s render: %s; see %s render --help\n", cli->product.name, what, cli->product.name);
    return LOB_EXIT_USAGE;
}

/* Takes the next part of a comma-separated list; size 0: it is empty. False: there is none left. */
bool lob_render_next_part(const char **list, lob_str *part) {
    if (!*list) {
        return false;
    }
    size_t size = strcspn(*list, ",");
    *part = (lob_str){*list, size};
    *list = (*list)[size] == ',' ? *list + size + 1 : NULL;
    return true;
}

/* ---- the command line ---- */

static const struct {
    const char *name;
    size_t offset;
} value_options[] = {
    {"-o", offsetof(work, output)},           {"--output", offsetof(work, output)},
    {"--cell", offsetof(work, cell)},         {"--box", offsetof(work, box)},
    {"--size", offsetof(work, size)},         {"--layers", offsetof(work, layers)},
    {"--lyp", offsetof(work, lyp)},           {"--style", offsetof(work, style)},
    {"--annotate", offsetof(work, annotate)}, {"--convention", offsetof(work, convention)},
};

/* *taken: argv[*at] was one of these. */
static int take_value(work *w, int argc, char **argv, int *at, bool *taken) {
    const char *text = argv[*at];
    for (size_t i = 0; i < sizeof value_options / sizeof value_options[0]; i++) {
        const char *name = value_options[i].name;
        size_t size = strlen(name);
        bool has_value = strncmp(text, name, size) == 0 && name[1] == '-' && text[size] == '=';
        if (!has_value && strcmp(text, name) != 0) {
            continue;
        }
        const char **field = (const char **)((char *)w + value_options[i].offset);
        *taken = true;
        if (*field) {
            return usage(w->cli, "an option is given twice");
        }
        *field = has_value ? text + size + 1 : *at + 1 < argc ? argv[++*at] : "";
        (*at)++;
        return (*field)[0] ? LOB_EXIT_OK : usage(w->cli, "an option lacks its value");
    }
    return LOB_EXIT_OK;
}

static int take_word(work *w, int argc, char **argv, int *at) {
    bool taken = false;
    int code = take_value(w, argc, argv, at, &taken);
    if (taken || code != LOB_EXIT_OK) {
        return code;
    }
    const char *text = argv[*at];
    if (strcmp(text, "--quiet") == 0 || strcmp(text, "--progress") == 0) {
        *(text[2] == 'q' ? &w->quiet : &w->progress) = true;
        (*at)++;
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

static bool ends_in(const char *text, const char *ending) {
    size_t size = strlen(text), end = strlen(ending);
    return size > end && strcasecmp(text + size - end, ending) == 0;
}

static int read_paths(work *w) {
    const char *given[4] = {w->input, w->output, w->lyp, w->convention};
    char *absolute[4] = {w->in, w->out, w->lyp_path, w->convention_path};
    if (!w->input || !w->output) {
        return usage(w->cli, "a layout and a picture are needed: render FILE -o OUT.png");
    }
    w->is_svg = ends_in(w->output, ".svg");
    if (!w->is_svg && !ends_in(w->output, ".png")) {
        return usage(w->cli, "the name of the picture does not end in .png or .svg");
    }
    for (unsigned i = 0; i < 4; i++) {
        if (given[i] && !lob_path_absolute(given[i], absolute[i], sizeof w->in)) {
            return usage(w->cli, "a path is too long");
        }
    }
    return LOB_EXIT_OK;
}

/* ---- the request, as render_view would get it ---- */

static const char *put_box(const char *text, lob_jsonw *out) {
    static const char *const sides[4] = {"left", "bottom", "right", "top"};
    lob_jsonw_key(out, "box");
    lob_jsonw_begin_object(out);
    for (unsigned i = 0; i < 4; i++) {
        char *end;
        double value = lob_num_strtod(text, &end);
        bool is_plain = strspn(text, "0123456789+-.eE") >= (size_t)(end - text); /* no hex, no words */
        if (end == text || !is_plain || !isfinite(value) || *end != (i < 3 ? ',' : '\0')) {
            return "--box takes four numbers in um: LEFT,BOTTOM,RIGHT,TOP";
        }
        lob_jsonw_key(out, sides[i]);
        lob_jsonw_number(out, value);
        text = end + 1;
    }
    lob_jsonw_end_object(out);
    return NULL;
}

static const char *put_size(const char *text, lob_jsonw *out) {
    static const char *const fault = "--size takes WIDTHxHEIGHT in pixels, as in 1200x800";
    char width_text[16];
    size_t size = strcspn(text, "x");
    int64_t width, height;
    if (size >= sizeof width_text || text[size] != 'x') {
        return fault;
    }
    memcpy(width_text, text, size);
    width_text[size] = '\0';
    if (!lob_num_parse_int(width_text, 0, SIZE_MAX_READ, &width) ||
        !lob_num_parse_int(text + size + 1, 0, SIZE_MAX_READ, &height)) {
        return fault;
    }
    lob_jsonw_key(out, "image_size");
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "width");
    lob_jsonw_int(out, width);
    lob_jsonw_key(out, "height");
    lob_jsonw_int(out, height);
    lob_jsonw_end_object(out);
    return NULL;
}

/* Those that need no more than their name. */
static const char *put_annotations(const char *list, lob_jsonw *out) {
    static const char *const kinds[] = {"scale_bar", "grid", "legend", "ports", "cell_frames", "crosshair"};
    lob_jsonw_key(out, "annotations");
    lob_jsonw_begin_array(out);
    for (lob_str part; lob_render_next_part(&list, &part);) {
        size_t i = 0, count = sizeof kinds / sizeof kinds[0];
        while (i < count && !lob_str_equal(part, lob_str_from(kinds[i]))) {
            i++;
        }
        if (i == count) {
            return "--annotate takes scale_bar, grid, legend, ports, cell_frames or crosshair, with commas between";
        }
        lob_jsonw_begin_object(out);
        lob_jsonw_key(out, "kind");
        lob_jsonw_text(out, kinds[i]);
        lob_jsonw_end_object(out);
    }
    lob_jsonw_end_array(out);
    return NULL;
}

/* NULL, or what is wrong with the command line. The layers come when the layout is open. */
static const char *put_request(const work *w, lob_jsonw *out) {
    const char *fault = NULL;
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "session_id");
    lob_jsonw_text(out, "ses_000000000000"); /* the call has its session */
    fault = w->box ? put_box(w->box, out) : NULL;
    fault = !fault && w->size ? put_size(w->size, out) : fault;
    fault = !fault && w->annotate ? put_annotations(w->annotate, out) : fault;
    if (!fault && w->cell) {
        lob_jsonw_key(out, "cell");
        lob_jsonw_text(out, w->cell);
        fault = lob_utf8_valid(lob_str_from(w->cell)) ? NULL : "--cell is not UTF-8";
    }
    if (!fault && w->style) {
        lob_jsonw_key(out, "style");
        lob_jsonw_text(out, w->style);
        fault = lob_utf8_valid(lob_str_from(w->style)) ? NULL : "--style is not UTF-8";
    }
    if (!fault) {
        lob_jsonw_end_object(out);
    }
    return fault;
}

int lob_render_words(work *w, int argc, char **argv, lob_buf *request) {
    int code = LOB_EXIT_OK;
    for (int at = 2; at < argc && code == LOB_EXIT_OK;) {
        code = take_word(w, argc, argv, &at);
    }
    if (code != LOB_EXIT_OK || w->settings.help) {
        return code;
    }
    code = read_paths(w);
    const char *list = w->layers;
    for (lob_str part; code == LOB_EXIT_OK && lob_render_next_part(&list, &part);) {
        code = part.size ? code : usage(w->cli, "--layers takes LAYER/DATATYPE or names, with commas between");
    }
    if (code == LOB_EXIT_OK) {
        lob_jsonw out;
        lob_jsonw_init(&out, request);
        const char *fault = put_request(w, &out);
        code = fault ? usage(w->cli, fault) : code;
    }
    return code;
}
