/* layout-observer render FILE -o OUT: a picture of a layout. */
#ifndef LOB_MAIN_RENDER_H
#define LOB_MAIN_RENDER_H

#include "cli/command.h"

extern const lob_command lob_render_command;

/* argv[1] is "render". Prints what was drawn, {input, output, format, cell, box_um, visible_box_um, width, height,
 * um_per_px, style, layers, figures, pixels_sha256 (PNG), notes, warnings}, or the ErrorObject. Exit status. */
int lob_cli_render(lob_cli *cli, int argc, char **argv);

#endif
