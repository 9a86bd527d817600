/* Pictures of jobs, as files beside their results. An answer that has the result sends them along (job.h). */
#include <stdio.h>

#include "draw/png_out.h"
#include "io/write.h"
#include "tool/litho_run.h"

enum { PATH_SIZE = 4400 };

static lob_status keep(lob_ctx *ctx, lob_str path, const char *ending, const lob_buf *data) {
    char name[PATH_SIZE];
    snprintf(name, sizeof name, "%.*s%s", (int)path.size, path.data, ending);
    return lob_write_bytes(ctx, (lob_str){data->data, data->size}, name);
}

lob_status lob_litho_keep_picture(lob_ctx *ctx, const lob_litho_laid *laid, lob_str path) {
    lob_picture picture;
    lob_buf png, svg;
    LOB_TRY(lob_litho_laid_draw(ctx, laid, &picture));
    lob_buf_init(&png, 0);
    lob_buf_init(&svg, 0);
    lob_status status = lob_png_pack(ctx, &picture, false, &png);
    status = status == LOB_OK ? lob_litho_laid_svg(ctx, laid, &svg) : status;
    status = status == LOB_OK ? keep(ctx, path, ".svg", &svg) : status;
    status = status == LOB_OK ? keep(ctx, path, ".png", &png) : status;
    lob_buf_release(&svg);
    lob_buf_release(&png);
    lob_picture_release(&picture);
    return status;
}
