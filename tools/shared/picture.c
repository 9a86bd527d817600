/* PNG files as RGBA pixels, and pixels against pixels. Invariant: nothing above PICTURE_SIDE_MAX is decoded. */
#include "tools/shared/picture.h"

#include <fcntl.h>
#include <png.h>
#include <string.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/file.h"
#include "draw/png_out.h"
#include "json/reader.h"

#define FILE_SIZE_MAX ((size_t)8 << 20)

/* ---- what the answer says ---- */

static const char *text_of(lob_ctx *ctx, const cJSON *object, const char *name) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    const char *copy =
        cJSON_IsString(item) ? lob_arena_strdup(ctx->arena, item->valuestring, strlen(item->valuestring)) : NULL;
    return copy != NULL ? copy : "";
}

static uint32_t count_of(const cJSON *object, const char *name) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsNumber(item) && item->valuedouble >= 0 && item->valuedouble <= UINT32_MAX
               ? (uint32_t)item->valuedouble
               : 0;
}

static bool take_map(const cJSON *map, picture_said *said) {
    double *values[6] = {&said->a, &said->b, &said->c, &said->d, &said->e, &said->f};
    for (unsigned i = 0; i < 6; i++) {
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(map, (const char[]){(char)('a' + i), '\0'});
        if (!cJSON_IsNumber(item)) {
            return false;
        }
        *values[i] = item->valuedouble;
    }
    return true;
}

bool picture_told(lob_ctx *ctx, lob_str structured, picture_said *said) {
    lob_json_fault fault;
    cJSON *answer = lob_json_parse(structured, &fault);
    const cJSON *image = cJSON_GetObjectItemCaseSensitive(answer, "image");
    bool is_there = strcmp(text_of(ctx, image, "media_type"), "image/png") == 0;
    *said = (picture_said){.path = text_of(ctx, image, "path"),
                           .style = text_of(ctx, answer, "style"),
                           .sha256 = text_of(ctx, answer, "pixels_sha256"),
                           .width = count_of(answer, "width"),
                           .height = count_of(answer, "height")};
    said->has_map = take_map(cJSON_GetObjectItemCaseSensitive(answer, "world_to_pixel"), said);
    cJSON_Delete(answer);
    return is_there;
}

/* ---- files ---- */

static const char *decode(lob_ctx *ctx, lob_str bytes, lob_picture *picture) {
    png_image image = {.version = PNG_IMAGE_VERSION};
    if (!png_image_begin_read_from_memory(&image, bytes.data, bytes.size)) {
        return "the picture is no PNG";
    }
    image.format = PNG_FORMAT_RGBA;
    if (image.width > PICTURE_SIDE_MAX || image.height > PICTURE_SIDE_MAX) {
        png_image_free(&image);
        return "the picture is larger than 256 x 256: ask for a smaller one";
    }
    *picture = (lob_picture){image.width, image.height, lob_arena_alloc(ctx->arena, PNG_IMAGE_SIZE(image))};
    bool fine = picture->rgba != NULL && png_image_finish_read(&image, NULL, picture->rgba, 0, NULL);
    png_image_free(&image);
    return fine ? NULL : "the picture is a damaged PNG";
}

const char *picture_load(lob_ctx *ctx, const char *path, lob_str *bytes, lob_picture *picture) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return "there is no file of the picture";
    }
    lob_status status = lob_file_read_all(ctx, fd, FILE_SIZE_MAX, bytes);
    close(fd);
    return status == LOB_OK ? decode(ctx, *bytes, picture) : "the file of the picture cannot be read";
}

bool picture_sum(const lob_picture *picture, char out[65]) {
    uint8_t digest[32];
    lob_sha256 *state = lob_sha256_new();
    bool fine = state != NULL && lob_sha256_add(state, picture->rgba, (size_t)picture->width * picture->height * 4) &&
                lob_sha256_end(state, digest);
    lob_sha256_drop(state);
    out[0] = '\0';
    if (fine) {
        lob_hex(out, digest, sizeof digest);
    }
    return fine;
}

lob_str picture_encode(lob_ctx *ctx, const lob_picture *picture) {
    lob_buf png;
    lob_buf_init(&png, 0);
    lob_str bytes = {NULL, 0};
    if (lob_png_make(ctx, picture, false, &png) == LOB_OK) {
        bytes = (lob_str){lob_arena_strdup(ctx->arena, png.data, png.size), png.size};
    }
    lob_buf_release(&png);
    return bytes;
}

const char *base64(lob_ctx *ctx, lob_str bytes) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const uint8_t *in = (const uint8_t *)bytes.data;
    char *out = lob_arena_zalloc(ctx->arena, (bytes.size + 2) / 3 + 1, 4);
    char *to = out;
    for (size_t i = 0; out != NULL && i < bytes.size; i += 3) {
        size_t size = bytes.size - i;
        uint32_t bits = (uint32_t)in[i] << 16 | (size > 1 ? in[i + 1] << 8 : 0) | (size > 2 ? in[i + 2] : 0);
        *to++ = digits[bits >> 18];
        *to++ = digits[bits >> 12 & 63];
        *to++ = size > 1 ? digits[bits >> 6 & 63] : '=';
        *to++ = size > 2 ? digits[bits & 63] : '=';
    }
    return out != NULL ? out : "";
}

/* ---- pixels ---- */

static const uint8_t *pixel_of(const lob_picture *picture, uint32_t x, uint32_t y) {
    return x < picture->width && y < picture->height ? picture->rgba + ((size_t)y * picture->width + x) * 4 : NULL;
}

/* Of the channel that differs most; 255 where only one of them has a pixel. */
static unsigned distance(const uint8_t *a, const uint8_t *b) {
    unsigned worst = (a == NULL) != (b == NULL) ? 255 : 0;
    for (unsigned i = 0; a != NULL && b != NULL && i < 4; i++) {
        unsigned by = a[i] > b[i] ? (unsigned)(a[i] - b[i]) : (unsigned)(b[i] - a[i]);
        worst = by > worst ? by : worst;
    }
    return worst;
}

static uint32_t larger(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

picture_difference picture_compare(const lob_picture *expected, const lob_picture *actual) {
    picture_difference d = {.has_other_size = expected->width != actual->width || expected->height != actual->height};
    for (uint32_t y = 0; y < larger(expected->height, actual->height); y++) {
        for (uint32_t x = 0; x < larger(expected->width, actual->width); x++) {
            unsigned by = distance(pixel_of(expected, x, y), pixel_of(actual, x, y));
            d.count += by > 0;
            if (by > d.worst) {
                d.worst = by;
                d.worst_x = x;
                d.worst_y = y;
            }
        }
    }
    return d;
}

static void show_pixel(const uint8_t *expected, const uint8_t *actual, uint8_t *out) {
    unsigned by = distance(expected, actual);
    uint8_t pale = 255, strong = (uint8_t)(160 - by * 160 / 255);
    if (expected != NULL) {
        pale = (uint8_t)(200 + (expected[0] + 2 * expected[1] + expected[2]) / 4 * 55 / 255);
    }
    bool is_alone = (expected == NULL) != (actual == NULL);
    out[0] = is_alone ? 0 : by > 0 ? 255 : pale;
    out[1] = is_alone ? 0 : by > 0 ? strong : pale;
    out[2] = is_alone ? 255 : by > 0 ? strong : pale;
    out[3] = 255;
}

bool picture_show_difference(lob_ctx *ctx, const lob_picture *expected, const lob_picture *actual, lob_picture *out) {
    *out = (lob_picture){larger(expected->width, actual->width), larger(expected->height, actual->height), NULL};
    out->rgba = lob_arena_zalloc(ctx->arena, (size_t)out->width * out->height, 4);
    for (uint32_t y = 0; out->rgba != NULL && y < out->height; y++) {
        for (uint32_t x = 0; x < out->width; x++) {
            show_pixel(pixel_of(expected, x, y), pixel_of(actual, x, y), out->rgba + ((size_t)y * out->width + x) * 4);
        }
    }
    return out->rgba != NULL;
}
