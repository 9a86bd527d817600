/* libpng into a buffer. Its errors come back by a jump, so one function holds the jump and nothing of ours lives
 * across it but what the caller owns. */
#include "draw/png_out.h"

#include <png.h>
#include <setjmp.h>
#include <string.h>
#include <zlib.h>

#include "base/alloc.h"

/* Fast: differences from the row above are mostly nothing, so runs are all that is looked for. Packed: pixels as they
 * are, whose patterns of fills and cells come again; two thirds of the size for dense layouts, a fifth for some, at two
 * to three times the time. */
typedef struct effort {
    int filter, level, strategy;
} effort;

static const effort fast = {PNG_FILTER_UP, 1, Z_RLE}, packed = {PNG_FILTER_NONE, 4, Z_DEFAULT_STRATEGY};

typedef struct target {
    lob_ctx *ctx;
    lob_buf *png;
    bool no_memory, is_cancelled;
    png_structp writer;
    png_infop info;
    png_bytep row; /* as it is written */
} target;

static void put(png_structp writer, png_bytep data, size_t size) {
    target *t = png_get_io_ptr(writer);
    lob_buf_add(t->png, data, size);
    if (t->png->failed != LOB_BUF_FINE) {
        png_error(writer, "full");
    }
}

static void flush(png_structp writer) {
    (void)writer;
}

static void failed(png_structp writer, png_const_charp message) {
    (void)message;
    png_longjmp(writer, 1);
}

static void warned(png_structp writer, png_const_charp message) {
    (void)writer;
    (void)message;
}

static png_voidp allocate(png_structp writer, png_alloc_size_t size) {
    target *t = png_get_mem_ptr(writer);
    void *block = lob_malloc(size);
    t->no_memory = t->no_memory || !block;
    return block;
}

static void release(png_structp writer, png_voidp block) {
    (void)writer;
    lob_free(block);
}

/* RGB of RGBA: four bytes at a time, the last of which the next pixel takes. */
static void pack(uint8_t *rgb, const uint8_t *rgba, uint32_t width) {
    for (uint32_t x = 0; x + 1 < width; x++) {
        memcpy(rgb + 3 * (size_t)x, rgba + 4 * (size_t)x, 4);
    }
    memcpy(rgb + 3 * ((size_t)width - 1), rgba + 4 * ((size_t)width - 1), 3);
}

static void write_rows(target *t, const lob_picture *p, bool is_grey, const effort *how) {
    png_set_IHDR(t->writer, t->info, p->width, p->height, 8, is_grey ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_filter(t->writer, PNG_FILTER_TYPE_BASE, how->filter);
    png_set_compression_level(t->writer, how->level);
    png_set_compression_strategy(t->writer, how->strategy);
    png_write_info(t->writer, t->info);
    for (uint32_t y = 0; y < p->height; y++) {
        png_bytep row = p->rgba + (size_t)y * p->width * 4;
        if (is_grey) {
            for (uint32_t x = 0; x < p->width; x++) {
                t->row[x] = row[4 * (size_t)x];
            }
        } else {
            pack(t->row, row, p->width);
        }
        png_write_row(t->writer, t->row);
        if (y % 16 == 15 && lob_poll(t->ctx) != LOB_OK) {
            t->is_cancelled = true;
            png_error(t->writer, "cancelled");
        }
    }
    png_write_end(t->writer, t->info);
}

/* False: the writer could not be made or jumped out. */
static bool run(target *t, const lob_picture *p, bool is_grey, const effort *how) {
    t->writer = png_create_write_struct_2(PNG_LIBPNG_VER_STRING, NULL, failed, warned, t, allocate, release);
    t->info = t->writer ? png_create_info_struct(t->writer) : NULL;
    if (!t->info) {
        t->no_memory = true;
        return false;
    }
    if (setjmp(png_jmpbuf(t->writer)) != 0) {
        return false;
    }
    png_set_write_fn(t->writer, t, put, flush);
    write_rows(t, p, is_grey, how);
    return true;
}

static lob_status refuse(lob_ctx *ctx, const char *reason) {
    lob_status status = lob_fail(ctx, LOB_E_RENDER_FAILED, "The picture could not be written");
    lob_hint(ctx, "Ask for a smaller picture, or free disk space in the artifact folder");
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    return status;
}

static lob_status make(lob_ctx *ctx, const lob_picture *p, bool is_grey, const effort *how, lob_buf *png) {
    target t = {.ctx = ctx, .png = png};
    lob_buf_clear(png);
    t.row = lob_malloc((size_t)p->width * 3);
    if (!t.row) {
        return lob_fail_memory(ctx);
    }
    bool fine = run(&t, p, is_grey, how);
    if (t.writer) {
        png_destroy_write_struct(&t.writer, &t.info);
    }
    lob_free(t.row);
    if (fine) {
        return LOB_OK;
    }
    if (t.is_cancelled) {
        return LOB_E_CANCELLED;
    }
    return t.no_memory || png->failed == LOB_BUF_NO_MEMORY ? lob_fail_memory(ctx) : refuse(ctx, "size");
}

lob_status lob_png_make(lob_ctx *ctx, const lob_picture *p, bool is_grey, lob_buf *png) {
    return make(ctx, p, is_grey, &fast, png);
}

lob_status lob_png_pack(lob_ctx *ctx, const lob_picture *p, bool is_grey, lob_buf *png) {
    return make(ctx, p, is_grey, &packed, png);
}
