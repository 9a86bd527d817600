/* The command line of render: words into a work order, values into the JSON that render_view takes. Invariant: whether
 * a value is right is for the request's parser to say, as it does for every client; here only its form is looked at. */
#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "base/num.h"
#include "base/utf8.h"
#include "main/render_impl.h"
#include "main/stage.h"
#include "main/words.h"

typedef lob_render_work work;

enum { SIZE_MAX_READ = 1000000000 };

static int usage(const lob_cli *cli, const char *what) {
    lob_complain(cli, "render", "%s", what);
    return LOB_EXIT_USAGE;
}

/* ---- the command line ---- */

#define AT(field) offsetof(work, field)

static const lob_option option_rows[] = {
    LOB_ROW_PATH(AT(input)),
    LOB_ROW_OUTPUT(AT(output), "OUT", true,
                   "The picture; its name ends in .png or .svg. An existing file is replaced."),
    LOB_ROW_TEXT("cell", AT(cell), "NAME", "Draws this cell; default: the top cell, or the first of several by name."),
    LOB_ROW_TEXT("box", AT(box), "L,B,R,T", "Draws this box in um; default: the whole cell with a margin."),
    LOB_ROW_TEXT("size", AT(size), "WxH",
                 "In pixels; default: 1200x800 for a box, else the same area in the shape of the cell."),
    LOB_ROW_TEXT("layers", AT(layers), "1/0,NAME,...",
                 "Draws these layers, by number or by name; default: all visible layers."),
    LOB_ROW_LYP(AT(lyp)),
    LOB_ROW_TEXT("style", AT(style), "light|dark|mask", "mask is exact coverage, white on black; default: light."),
    LOB_ROW_TEXT("annotate", AT(annotate), "KIND,...",
                 "Draws over the layers: scale_bar, grid, legend, ports, cell_frames, crosshair, title."),
    LOB_ROW_CONVENTION(AT(convention)),
    LOB_ROW_FLAG("quiet", AT(quiet), "Prints nothing on success."),
};

static const lob_positional word_rows[] = {{"FILE", AT(input), true}, {NULL, 0, false}};

const lob_command lob_render_command = {
    .name = "render",
    .usage = "FILE -o OUT.png|OUT.svg [options]",
    .title = "Draws a layout as PNG or SVG",
    .about =
        "OUT is written completely or not at all, and must not be FILE. x and y have the same scale, so the picture "
        "may show more than the box. Prints what was drawn: boxes in um, um_per_px, layers, the number of figures, "
        "and for a PNG the SHA-256 of its pixels.",
    .examples = "render chip.gds -o chip.png\nrender chip.gds -o coupler.svg --cell COUPLER --box 0,0,20,10 --layers "
                "1/0,2/0 --annotate scale_bar,ports",
    LOB_ROWS(option_rows),
    .words = word_rows,
    .takes = LOB_TAKES_ROOT | LOB_TAKES_STORE | LOB_TAKES_JSON | LOB_TAKES_PROGRESS,
};

static bool ends_in(const char *text, const char *ending) {
    size_t size = strlen(text), end = strlen(ending);
    return size > end && strcasecmp(text + size - end, ending) == 0;
}

static int read_paths(work *w) {
    const char *given[4] = {w->input, w->output, w->lyp, w->convention};
    char *absolute[4] = {w->in, w->out, w->lyp_path, w->convention_path};
    w->is_svg = ends_in(w->output, ".svg");
    if (!w->is_svg && !ends_in(w->output, ".png")) {
        return usage(w->cli, "the name of the picture does not end in .png or .svg");
    }
    return lob_stage_paths(w->cli, "render", given, absolute, 4) ? LOB_EXIT_OK : LOB_EXIT_USAGE;
}

/* ---- the request, as render_view would get it ---- */

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
    static const char *const kinds[] = {"scale_bar", "grid", "legend", "ports", "cell_frames", "crosshair", "title"};
    lob_jsonw_key(out, "annotations");
    lob_jsonw_begin_array(out);
    for (lob_str part; lob_words_next(&list, &part);) {
        size_t i = 0, count = sizeof kinds / sizeof kinds[0];
        while (i < count && !lob_str_equal(part, lob_str_from(kinds[i]))) {
            i++;
        }
        if (i == count) {
            return "--annotate takes scale_bar, grid, legend, ports, cell_frames, crosshair or title, with commas "
                   "between";
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
    fault = w->box ? lob_words_put_box(w->box, out) : NULL;
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
    int code;
    if (!lob_command_read(w->cli, &lob_render_command, &w->settings, w, argc, argv, NULL, &code)) {
        w->has_ended = true;
        return code;
    }
    code = read_paths(w);
    const char *list = w->layers;
    for (lob_str part; code == LOB_EXIT_OK && lob_words_next(&list, &part);) {
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
