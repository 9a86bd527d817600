/* Images onto grids: each texel is spread evenly over its square, so a pixel takes of each texel the part that lies in
 * it. Along the axes that is done one way after the other: the rows of texels that a row of pixels takes from are added
 * up with their parts, then each pixel adds up its columns. Blocks in which no texel holds anything are passed by. */
#include <string.h>

#include "base/alloc.h"
#include "render/cover_impl.h"

enum { CELLS_A_STEP = 64 }; /* texels or pixels that cost as much as a step of the walk */

typedef float four_floats __attribute__((vector_size(16)));
typedef int32_t four_ints __attribute__((vector_size(16)));
typedef uint16_t four_shorts __attribute__((vector_size(8)));

/* How pixels take from texels along one axis. */
typedef struct axis {
    double from, per; /* texel coordinate of pixel 0's edge, counted from the end when turned; texels a pixel, > 0 */
    uint32_t texels;
    bool is_turned;      /* texels run against the pixels */
    uint32_t first, end; /* pixels that meet texels, and perhaps one more */
} axis;

static take part_of(const axis *a, uint32_t pixel) {
    double low = lob_most(0, a->from + pixel * a->per);
    double high = lob_least(a->texels, a->from + (pixel + 1) * a->per);
    take t = {.is_any = low < high};
    if (!t.is_any) {
        return t;
    }
    t.first = (uint32_t)low;
    t.last = (uint32_t)high;
    t.last = t.last >= high ? t.last - 1 : t.last;
    t.first_part = (float)(t.first == t.last ? high - low : t.first + 1 - low);
    t.last_part = (float)(t.first == t.last ? 0 : high - t.last);
    if (a->is_turned) {
        bool is_one = t.first == t.last;
        return (take){.first = a->texels - 1 - t.last,
                      .last = a->texels - 1 - t.first,
                      .first_part = is_one ? t.first_part : t.last_part,
                      .last_part = is_one ? 0 : t.first_part,
                      .is_any = true};
    }
    return t;
}

/* The same for columns, with all parts at hand; all are 0 when there are no texels. */
static take take_of(const axis *a, uint32_t pixel) {
    take t = part_of(a, pixel);
    t.is_wide = t.last - t.first >= LOB_TAKE_PARTS;
    if (t.is_any && !t.is_wide) {
        for (uint32_t i = t.first; i <= t.last; i++) {
            t.parts[i - t.first] = i == t.first ? t.first_part : i == t.last ? t.last_part : 1;
        }
    }
    return t;
}

/* Pixels of a `count` that texel coordinates [low, high) may meet. */
static void pixels_of(const axis *a, double low, double high, uint32_t count, uint32_t *first, uint32_t *end) {
    double from = floor((low - a->from) / a->per) - 1;
    double to = ceil((high - a->from) / a->per) + 1;
    *first = from <= 0 ? 0 : from >= count ? count : (uint32_t)from;
    *end = to <= 0 ? 0 : to >= count ? count : (uint32_t)to;
}

static axis axis_of(double from, double per, uint32_t texels, bool is_turned, uint32_t pixels) {
    axis a = {.from = from, .per = per, .texels = texels, .is_turned = is_turned};
    pixels_of(&a, 0, texels, pixels, &a.first, &a.end);
    return a;
}

static bool room(lob_resampler *r, uint32_t texels, uint32_t pixels) {
    if (texels > r->texels) {
        lob_free(r->sums);
        r->sums = lob_calloc(texels + LOB_TAKE_PARTS, sizeof *r->sums); /* zeros between uses */
        r->texels = r->sums ? texels : 0;
    }
    if (pixels > r->pixels) {
        lob_free(r->takes);
        r->takes = lob_malloc(pixels * sizeof *r->takes);
        r->pixels = r->takes ? pixels : 0;
    }
    return r->sums && r->takes;
}

void lob_resampler_release(lob_resampler *r) {
    lob_free(r->sums);
    lob_free(r->takes);
    *r = (lob_resampler){0};
}

static inline four_floats four_of(const uint16_t *values) {
    four_shorts v;
    memcpy(&v, values, sizeof v);
    return __builtin_convertvector(__builtin_convertvector(v, four_ints), four_floats);
}

/* Texels [first, end) of the rows that `t` takes, with their parts; first and last of t differ. */
static void add_rows(const lob_image *image, const take *t, uint32_t first, uint32_t end, float *sums) {
    const uint16_t *top = image->values + (size_t)t->first * image->width;
    const uint16_t *bottom = image->values + (size_t)t->last * image->width;
    uint32_t i = first;
    for (; i + 8 <= end; i += 8) {
        four_floats a = four_of(top + i) * t->first_part + four_of(bottom + i) * t->last_part;
        four_floats b = four_of(top + i + 4) * t->first_part + four_of(bottom + i + 4) * t->last_part;
        for (const uint16_t *row = top + image->width; row < bottom; row += image->width) {
            a += four_of(row + i);
            b += four_of(row + i + 4);
        }
        memcpy(sums + i, &a, sizeof a);
        memcpy(sums + i + 4, &b, sizeof b);
    }
    for (; i < end; i++) {
        float sum = (float)top[i] * t->first_part + (float)bottom[i] * t->last_part;
        for (const uint16_t *row = top + image->width; row < bottom; row += image->width) {
            sum += (float)row[i];
        }
        sums[i] = sum;
    }
}

/* Few columns are added four at a time, those beyond with a part of 0. */
static inline float add_columns(const float *sums, const take *t) {
    if (t->is_wide) {
        float sum = sums[t->first] * t->first_part + sums[t->last] * t->last_part;
        for (uint32_t i = t->first + 1; i < t->last; i++) {
            sum += sums[i];
        }
        return sum;
    }
    four_floats a;
    four_floats b;
    four_floats pa;
    four_floats pb;
    memcpy(&a, sums + t->first, sizeof a);
    memcpy(&b, sums + t->first + 4, sizeof b);
    memcpy(&pa, t->parts, sizeof pa);
    memcpy(&pb, t->parts + 4, sizeof pb);
    a = a * pa + b * pb;
    return (a[0] + a[1]) + (a[2] + a[3]);
}

/* Adds up the rows of one row of pixels; those of the blocks `seen` that hold something. Undone by clear_row(). */
static uint64_t begin_row(const lob_image *image, const take *t, uint64_t seen, float *sums) {
    uint64_t blocks = 0;
    for (uint32_t k = t->first; k <= t->last; k++) {
        blocks |= image->blocks[k];
    }
    blocks &= seen;
    uint32_t first;
    uint32_t end = 0;
    while (lob_block_run(blocks, image->block_bits, image->width, &first, &end)) {
        add_rows(image, t, first, end, sums);
    }
    return blocks;
}

static void clear_row(const lob_image *image, uint64_t blocks, float *sums) {
    uint32_t first;
    uint32_t end = 0;
    while (lob_block_run(blocks, image->block_bits, image->width, &first, &end)) {
        memset(sums + first, 0, (end - first) * sizeof *sums);
    }
}

/* For each block of columns the pixels that meet it. */
typedef struct spans {
    uint32_t from[64], to[64];
    uint64_t seen; /* blocks that some pixel meets */
} spans;

static void spans_of(const axis *x, const lob_image *image, spans *s) {
    s->seen = 0;
    for (uint32_t b = 0; b < 64 && b << image->block_bits < image->width; b++) {
        uint32_t first = b << image->block_bits;
        uint32_t end = first + (UINT32_C(1) << image->block_bits);
        end = end < image->width ? end : image->width;
        double low = x->is_turned ? x->texels - end : first;
        double high = x->is_turned ? x->texels - first : end;
        pixels_of(x, low, high, x->end, &s->from[b], &s->to[b]);
        s->from[b] = s->from[b] < x->first ? x->first : s->from[b];
        s->seen |= (uint64_t)(s->from[b] < s->to[b]) << b;
    }
}

/* The pixels that meet columns [first, end), whole blocks of the image. */
static void span_of(const axis *x, const lob_image *image, const spans *s, uint32_t first, uint32_t end, uint32_t *from,
                    uint32_t *to) {
    uint32_t low = first >> image->block_bits;
    uint32_t high = (end - 1) >> image->block_bits;
    *from = s->from[x->is_turned ? high : low];
    *to = s->to[x->is_turned ? low : high];
}

/* ---- averaging ---- */

/* Values are 1 + 65534 a, but 0 for nothing, and so is their mean: what is there stays at least 1. */
static uint16_t value_of(float value) {
    return value <= 0 ? 0 : value >= 65534.5f ? LOB_COVER_FULL : value < 1 ? 1 : (uint16_t)(value + 0.5f);
}

lob_status lob_image_average(lob_ctx *ctx, lob_cover *c, const lob_image *image, const lob_grid *grid,
                             lob_raster *raster) {
    double texel = (double)(INT64_C(1) << image->level);
    axis x = axis_of(grid->left / texel - (double)image->x, 1 / (grid->sx * texel), image->width, false, grid->width);
    axis y = axis_of((double)image->y - grid->top / texel, 1 / (grid->sy * texel), image->height, false, grid->height);
    lob_resampler *r = &c->resampler;
    if (!room(r, image->width, grid->width)) {
        return lob_fail_memory(ctx);
    }
    uint16_t row[64];
    spans of_blocks;
    float per_pixel = (float)(1 / (x.per * y.per));
    spans_of(&x, image, &of_blocks);
    for (uint32_t i = x.first; i < x.end; i++) {
        r->takes[i] = take_of(&x, i);
    }
    for (uint32_t j = y.first; j < y.end; j++) {
        take t = part_of(&y, j);
        uint64_t blocks = t.is_any ? begin_row(image, &t, of_blocks.seen, r->sums) : 0;
        uint32_t first;
        uint32_t end = 0;
        while (lob_block_run(blocks, image->block_bits, image->width, &first, &end)) {
            uint32_t from;
            uint32_t to;
            span_of(&x, image, &of_blocks, first, end, &from, &to);
            while (from < to) {
                uint32_t count = to - from < 64 ? to - from : 64;
                for (uint32_t i = 0; i < count; i++) {
                    const take *own = &r->takes[from + i];
                    row[i] = value_of(add_columns(r->sums, own) * per_pixel);
                }
                lob_raster_put(raster, j, from, count, row);
                from += count;
            }
        }
        clear_row(image, blocks, r->sums);
        if (j % 64 == 63) {
            LOB_TRY(lob_poll(ctx));
        }
    }
    return LOB_OK;
}

/* ---- adding ---- */

/* The image with x and y exchanged: what stood at (x, y) of the plane stands at (y, x). */
lob_status lob_image_turn(lob_ctx *ctx, const lob_image *image, lob_image *out) {
    *out = (lob_image){.level = image->level,
                       .x = image->y - image->height,
                       .y = image->x + image->width,
                       .width = image->height,
                       .height = image->width};
    LOB_TRY(lob_image_room(ctx, out));
    for (uint32_t j = 0; j < image->height; j++) {
        const uint16_t *row = image->values + (size_t)j * image->width;
        uint32_t first;
        uint32_t end = 0;
        while (lob_block_run(image->blocks[j], image->block_bits, image->width, &first, &end)) {
            uint32_t x = image->height - 1 - j;
            for (uint32_t i = first; i < end; i++) {
                uint32_t y = image->width - 1 - i;
                if (row[i] != 0) {
                    out->values[(size_t)y * out->width + x] = row[i];
                    out->blocks[y] |= lob_block_count(out->block_bits, x, x + 1);
                }
            }
        }
    }
    return LOB_OK;
}

static void add_row(lob_sums *sums, uint32_t j, uint32_t from, uint32_t to, const take *takes, const float *texels,
                    float per_value) {
    float *at = lob_sums_plain(sums, j, from, to);
    for (uint32_t i = from; i < to; i++) {
        at[i - from] += add_columns(texels, &takes[i]) * per_value;
    }
}

/* Along the axes: pixels meet texels x by x and y by y. */
static lob_status add_along(lob_ctx *ctx, lob_cover *c, const lob_image *image, const axis *x, const axis *y,
                            lob_sums *sums) {
    lob_resampler *r = &c->resampler;
    if (!room(r, image->width, sums->width)) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = x->first; i < x->end; i++) {
        r->takes[i] = take_of(x, i);
    }
    spans of_blocks;
    float per_value = (float)(1 / (x->per * y->per * 65535));
    spans_of(x, image, &of_blocks);
    for (uint32_t j = y->first; j < y->end; j++) {
        take t = part_of(y, j);
        uint64_t blocks = t.is_any ? begin_row(image, &t, of_blocks.seen, r->sums) : 0;
        uint32_t first;
        uint32_t end = 0;
        uint32_t done = x->is_turned ? x->end : x->first; /* a pixel takes all of its texels at once */
        while (lob_block_run(blocks, image->block_bits, image->width, &first, &end)) {
            uint32_t from;
            uint32_t to;
            span_of(x, image, &of_blocks, first, end, &from, &to);
            if (x->is_turned) { /* runs come from the right */
                to = to < done ? to : done;
                done = from < done ? from : done;
            } else {
                from = from < done ? done : from;
                done = to > done ? to : done;
            }
            if (from < to) {
                add_row(sums, j, from, to, r->takes, r->sums, per_value);
            }
        }
        clear_row(image, blocks, r->sums);
    }
    return LOB_OK;
}

/* Where texel corners fall: pixel = x + ax * column + bx * row, and y alike. */
typedef struct affine {
    double x, ax, bx, y, ay, by;
} affine;

static affine affine_of(const lob_image *image, bool is_turned, const lob_trans *trans, const lob_grid *grid) {
    double texel = (double)(INT64_C(1) << image->level);
    lob_trans linear = lob_trans_linear(trans);
    const int64_t far = INT64_C(1) << 20; /* so that rounding does not matter */
    lob_point64 along = {far, 0};
    lob_point64 up = {0, far};
    lob_point64 ex = lob_trans_point(&linear, is_turned ? up : along);
    lob_point64 ey = lob_trans_point(&linear, is_turned ? along : up);
    affine a = {.ax = (double)ex.x / (double)far * texel * grid->sx,
                .ay = -(double)ex.y / (double)far * texel * grid->sy,
                .bx = -(double)ey.x / (double)far * texel * grid->sx, /* rows go down */
                .by = (double)ey.y / (double)far * texel * grid->sy};
    double x = (trans->is_orthogonal ? (double)trans->x : trans->dx) - grid->left;
    double y = grid->top - (trans->is_orthogonal ? (double)trans->y : trans->dy);
    a.x = x * grid->sx + a.ax * (double)image->x - a.bx * (double)image->y;
    a.y = y * grid->sy + a.ay * (double)image->x - a.by * (double)image->y;
    return a;
}

/* Pixel = at + per * texel of `texels`, per != 0. */
static axis axis_along(double at, double per, uint32_t texels, uint32_t pixels) {
    double edge = per > 0 ? at : at + per * texels; /* where the texels begin */
    double size = fabs(per);
    return axis_of(-edge / size, 1 / size, texels, per < 0, pixels);
}

/* At any angle: each texel as a square around its middle. */
static void add_texels(const lob_image *image, const affine *a, double half_x, double half_y, lob_sums *sums) {
    for (uint32_t j = 0; j < image->height; j++) {
        const uint16_t *row = image->values + (size_t)j * image->width;
        uint32_t first;
        uint32_t end = 0;
        while (lob_block_run(image->blocks[j], image->block_bits, image->width, &first, &end)) {
            for (uint32_t i = first; i < end; i++) {
                if (row[i] == 0) {
                    continue;
                }
                double x = a->x + a->ax * (i + 0.5) + a->bx * (j + 0.5);
                double y = a->y + a->ay * (i + 0.5) + a->by * (j + 0.5);
                lob_sums_box(sums, x - half_x, y - half_y, x + half_x, y + half_y, row[i] / 65535.0);
            }
        }
    }
}

/* Texels of an image that lie on so many pixels along an axis, where one is `across` pixels wide. */
static uint64_t texels_of(uint64_t pixels, double across, uint32_t texels) {
    const double most = (double)pixels / fabs(across) + 1;
    return most < (double)texels ? (uint64_t)most : texels;
}

lob_status lob_image_add(lob_ctx *ctx, lob_cover *c, const lob_image *image, bool is_turned, const lob_trans *trans,
                         const lob_grid *grid, lob_sums *sums) {
    affine a = affine_of(image, is_turned, trans, grid);
    if (!trans->is_orthogonal || a.ax == 0) {
        double texel = (double)(INT64_C(1) << image->level);
        LOB_TRY(lob_cover_charge(ctx, c, (uint64_t)image->width * image->height / CELLS_A_STEP));
        add_texels(image, &a, texel * grid->sx * trans->mag / 2, texel * grid->sy * trans->mag / 2, sums);
        return LOB_OK;
    }
    axis x = axis_along(a.x, a.ax, image->width, grid->width);
    axis y = axis_along(a.y, a.by, image->height, grid->height);
    const uint64_t columns = x.end > x.first ? x.end - x.first : 0, rows = y.end > y.first ? y.end - y.first : 0;
    LOB_TRY(lob_cover_charge(
        ctx, c,
        (columns * rows + texels_of(columns, a.ax, image->width) * texels_of(rows, a.by, image->height)) /
            CELLS_A_STEP));
    return add_along(ctx, c, image, &x, &y, sums);
}

static void array_axis(lob_array_axis *to, double at, double per, uint32_t texels) {
    to->from = per > 0 ? at : at + per * texels;
    to->size = fabs(per);
    to->texels = texels;
    to->is_turned = per < 0;
}

lob_status lob_image_array(lob_ctx *ctx, const lob_image *image, bool is_turned, const lob_trans *first,
                           const lob_grid *grid, lob_array_axis *x, lob_array_axis *y, lob_sums *sums) {
    const affine a = affine_of(image, is_turned, first, grid);
    array_axis(x, a.x, a.ax, image->width);
    array_axis(y, a.y, a.by, image->height);
    return lob_array_add(ctx, sums, x, y, image->values);
}
