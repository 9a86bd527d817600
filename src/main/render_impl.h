/* What the parts of `render` share: the command line (render_words.c) and the work (render.c). */
#ifndef LOB_MAIN_RENDER_IMPL_H
#define LOB_MAIN_RENDER_IMPL_H

#include "cli/bar.h"
#include "main/render.h"
#include "main/scratch.h"
#include "tool/drawing.h"

typedef struct lob_render_work {
    lob_cli *cli;
    lob_ctx *ctx;
    lob_settings settings;
    /* As given; NULL: not. */
    const char *input, *output, *cell, *box, *size, *layers, *lyp, *style, *annotate, *convention;
    bool quiet, is_svg, has_ended; /* ended: by --help */
    char in[4096], out[4096], lyp_path[4096], convention_path[4096];
    lob_sessions *sessions;
    lob_render_view_request request;
    lob_open_layout_response opened;
    lob_drawing drawing;
    lob_scene_info info;
    char digest[65];
    lob_scratch scratch;
    lob_bar bar;
} lob_render_work;

/* Reads the command line. The request goes to `request` as render_view takes it, but for the layers, which may be named
 * and wait until the layout is open. Exit status; what is wrong is said on err. */
int lob_render_words(lob_render_work *w, int argc, char **argv, lob_buf *request);

#endif
