/* Coverage as an image: PNG (ISO 15948) of one colour in 256 opacities, as a data URI.
 *
 * A palette of 256 equal colours, entry i with opacity i, makes a pixel one byte. Filter Up, no interlace, no chunk but
 * IHDR, PLTE, tRNS, IDAT, IEND; each chunk is length, type, data, CRC-32 of type and data, numbers big-endian.
 */
#include <string.h>
#include <zlib.h>

#include "base/alloc.h"
#include "base/base64.h"
#include "draw/svg_impl.h"

enum { LEVEL = 6, FILTER_UP = 2, DEPTH = 8, INDEXED = 3, COLORS = 256, STEP_SIZE = 4096 };

typedef struct part { /* of a raster, pixels; right and bottom are beyond it */
    uint32_t left, top, right, bottom;
} part;

typedef struct ink {
    uint32_t color, alpha; /* of 255 */
    uint32_t least;        /* coverage of a pixel that is met, of 65535 */
} ink;

static part part_of(const lob_raster *raster, const lob_grid *grid) {
    part p = {grid->width, grid->height, 0, 0};
    for (uint32_t y = 0; y < grid->height; y++) {
        uint32_t first;
        uint32_t end;
        lob_raster_extent(raster, y, &first, &end);
        end = end < grid->width ? end : grid->width;
        if (first < end) {
            p.left = first < p.left ? first : p.left;
            p.right = end > p.right ? end : p.right;
            p.top = y < p.top ? y : p.top;
            p.bottom = y + 1;
        }
    }
    return p;
}

/* ---- PNG ---- */

static void put_number(uint8_t out[4], uint32_t value) {
    for (int i = 0; i < 4; i++) {
        out[i] = (uint8_t)(value >> (24 - 8 * i));
    }
}

static void put_chunk(lob_buf *png, const char type[5], const void *data, size_t size) {
    uint8_t number[4];
    put_number(number, (uint32_t)size);
    lob_buf_add(png, number, 4);
    lob_buf_add(png, type, 4);
    lob_buf_add(png, data, size);
    uLong crc = crc32_z(crc32_z(0, NULL, 0), (const Bytef *)type, 4);
    if (size > 0) { /* without data zlib would begin anew */
        crc = crc32_z(crc, data, size);
    }
    put_number(number, (uint32_t)crc);
    lob_buf_add(png, number, 4);
}

static void put_head(lob_buf *png, const part *p, uint32_t color) {
    static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    uint8_t head[13] = {0};
    uint8_t colors[3 * COLORS];
    uint8_t opacities[COLORS];
    put_number(head, p->right - p->left);
    put_number(head + 4, p->bottom - p->top);
    head[8] = DEPTH;
    head[9] = INDEXED;
    for (unsigned i = 0; i < COLORS; i++) {
        const uint8_t rgb[3] = {(uint8_t)(color >> 16), (uint8_t)(color >> 8), (uint8_t)color};
        memcpy(colors + 3 * (size_t)i, rgb, 3);
        opacities[i] = (uint8_t)i;
    }
    lob_buf_add(png, signature, sizeof signature);
    put_chunk(png, "IHDR", head, sizeof head);
    put_chunk(png, "PLTE", colors, sizeof colors);
    put_chunk(png, "tRNS", opacities, sizeof opacities);
}

static voidpf allocate(voidpf unused, uInt count, uInt size) {
    (void)unused;
    return lob_calloc(count, size);
}

static void release(voidpf unused, voidpf block) {
    (void)unused;
    lob_free(block);
}

/* False: the buffer failed, and says why. */
static bool deflate_into(z_stream *z, int flush, lob_buf *to) {
    Bytef step[STEP_SIZE];
    do {
        z->next_out = step;
        z->avail_out = STEP_SIZE;
        deflate(z, flush); /* cannot fail: there is always room and it ends once */
        lob_buf_add(to, step, STEP_SIZE - z->avail_out);
    } while (z->avail_out == 0 && to->failed == LOB_BUF_FINE);
    return to->failed == LOB_BUF_FINE;
}

/* Opacity of each pixel of a row of the part, in 255. */
static void opacities_of(const lob_raster *raster, uint32_t y, const part *p, const ink *with, uint8_t *out) {
    const uint16_t *values = lob_raster_row(raster, y);
    for (uint32_t x = p->left; x < p->right; x++) {
        uint32_t cover = values[x];
        if (cover > 0 && cover < with->least) {
            cover = with->least;
        }
        out[x - p->left] = (uint8_t)((cover * with->alpha + 32767) / 65535);
    }
}

/* rows: two of the part's width, and one of a byte more. */
static bool put_rows(z_stream *z, const lob_raster *raster, const part *p, const ink *with, uint8_t *rows,
                     lob_buf *to) {
    const uint32_t width = p->right - p->left;
    uint8_t *now = rows;
    uint8_t *above = rows + width;
    uint8_t *line = above + width;
    memset(rows, 0, (size_t)width * 2);
    line[0] = FILTER_UP;
    for (uint32_t y = p->top; y < p->bottom; y++) {
        opacities_of(raster, y, p, with, now);
        for (uint32_t x = 0; x < width; x++) {
            line[1 + x] = (uint8_t)(now[x] - above[x]);
        }
        z->next_in = line;
        z->avail_in = width + 1;
        if (!deflate_into(z, y + 1 == p->bottom ? Z_FINISH : Z_NO_FLUSH, to)) {
            return false;
        }
        uint8_t *used = above;
        above = now;
        now = used;
    }
    return true;
}

static lob_status make_png(lob_ctx *ctx, const lob_raster *raster, const part *p, const ink *with, lob_buf *png) {
    lob_buf data;
    lob_buf_init(&data, png->size_max);
    z_stream z = {.zalloc = allocate, .zfree = release};
    uint8_t *rows = lob_malloc((size_t)(p->right - p->left) * 3 + 1);
    if (!rows || deflateInit(&z, LEVEL) != Z_OK) {
        lob_free(rows);
        return lob_fail_memory(ctx);
    }
    put_rows(&z, raster, p, with, rows, &data);
    deflateEnd(&z);
    lob_free(rows);
    lob_status status = lob_svg_check(ctx, &data);
    if (status == LOB_OK) {
        put_head(png, p, with->color);
        put_chunk(png, "IDAT", data.data, data.size);
        put_chunk(png, "IEND", "", 0);
        status = lob_svg_check(ctx, png);
    }
    lob_buf_release(&data);
    return status;
}

/* ---- the element ---- */

lob_status lob_svg_image(lob_ctx *ctx, const lob_raster *raster, const lob_grid *grid, uint32_t color, uint8_t alpha,
                         bool keeps_thin, lob_buf *out) {
    const part p = part_of(raster, grid);
    if (p.left >= p.right || alpha == 0) {
        return LOB_OK;
    }
    const ink with = {color, alpha, keeps_thin ? LOB_VISIBLE_MIN * UINT32_C(257) : 0};
    lob_buf png;
    lob_buf_init(&png, out->size_max);
    lob_status status = make_png(ctx, raster, &p, &with, &png);
    if (status == LOB_OK) {
        lob_buf_add_text(out, "<image");
        lob_svg_attribute(out, "x", p.left);
        lob_svg_attribute(out, "y", p.top);
        lob_svg_attribute(out, "width", p.right - p.left);
        lob_svg_attribute(out, "height", p.bottom - p.top);
        lob_buf_add_text(out, " xlink:href=\"data:image/png;base64,");
        lob_base64_add(out, (lob_str){png.data, png.size});
        lob_buf_add_text(out, "\"/>\n");
        status = lob_svg_check(ctx, out);
    }
    lob_buf_release(&png);
    return status;
}
