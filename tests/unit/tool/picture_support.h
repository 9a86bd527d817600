/* Pictures that tools have made: read back with libpng, digested by another program, looked into by micrometres. */
#ifndef TESTS_UNIT_TOOL_PICTURE_SUPPORT_H
#define TESTS_UNIT_TOOL_PICTURE_SUPPORT_H

#include <dirent.h>
#include <png.h>

#include "tool_support.h"

typedef struct shot {
    cJSON *json; /* the answer */
    uint8_t *rgba;
    uint32_t width, height;
} shot;

static UNUSED_OK void shot_release(shot *s) {
    cJSON_Delete(s->json);
    free(s->rgba);
}

static UNUSED_OK void png_decode(const char *path, shot *s) {
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_file(&image, path));
    image.format = PNG_FORMAT_RGBA;
    s->rgba = malloc(PNG_IMAGE_SIZE(image));
    assert_true(png_image_finish_read(&image, NULL, s->rgba, 0, NULL));
    s->width = image.width;
    s->height = image.height;
}

/* A successful render_view of a session, with more arguments ("" or `,"a":1`). */
__attribute__((format(printf, 3, 4))) static UNUSED_OK shot take_shot(bench *on, const char *session,
                                                                      const char *format, ...) {
    char more[4096];
    va_list args;
    shot s = {0};
    va_start(args, format);
    assert_lt((size_t)vsnprintf(more, sizeof more, format, args), sizeof more);
    va_end(args);
    s.json = run(on, LOB_OK, "render_view", "{\"session_id\":\"%s\"%s}", session, more);
    png_decode(text_at(s.json, "image/path"), &s);
    assert_eq(number_at(s.json, "width"), s.width);
    assert_eq(number_at(s.json, "height"), s.height);
    return s;
}

/* 0xRRGGBB; every pixel is opaque. */
static UNUSED_OK uint32_t pixel_at(const shot *s, uint32_t x, uint32_t y) {
    assert_lt(x, s->width);
    assert_lt(y, s->height);
    const uint8_t *p = s->rgba + 4 * ((size_t)y * s->width + x);
    assert_int_equal(p[3], 255);
    return (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
}

/* The pixel that holds a place, by the answer's world_to_pixel. */
static UNUSED_OK uint32_t color_at(const shot *s, double x, double y) {
    const char *const names[6] = {"a", "b", "c", "d", "e", "f"};
    double m[6];
    for (int i = 0; i < 6; i++) {
        char path[32];
        snprintf(path, sizeof path, "world_to_pixel/%s", names[i]);
        m[i] = number_at(s->json, path);
    }
    const double px = m[0] * x + m[2] * y + m[4], py = m[1] * x + m[3] * y + m[5];
    return pixel_at(s, (uint32_t)floor(px), (uint32_t)floor(py));
}

/* `color` over `ground`, by hand; what is compared may be one off in each channel. */
static UNUSED_OK uint32_t mixed(uint32_t color, uint32_t ground, double opacity) {
    uint32_t out = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
        const double over = (color >> shift) & 255, under = (ground >> shift) & 255;
        out |= (uint32_t)lround(over * opacity + under * (1 - opacity)) << shift;
    }
    return out;
}

static UNUSED_OK void assert_near(uint32_t got, uint32_t wanted) {
    for (int shift = 0; shift <= 16; shift += 8) {
        if (abs((int)((got >> shift) & 255) - (int)((wanted >> shift) & 255)) > 1) {
            print_error("%06x is not %06x\n", got, wanted);
            fail();
        }
    }
}

/* How many pixels have just that colour. */
static UNUSED_OK uint64_t count_color(const shot *s, uint32_t color) {
    uint64_t count = 0;
    for (uint32_t y = 0; y < s->height; y++) {
        for (uint32_t x = 0; x < s->width; x++) {
            count += pixel_at(s, x, y) == color;
        }
    }
    return count;
}

/* By sha256sum, not by our own code. */
static UNUSED_OK void assert_digest(const bench *on, const shot *s) {
    char command[256], digest[65] = "";
    snprintf(command, sizeof command, "%s/pixels", on->folder);
    FILE *file = fopen(command, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(s->rgba, 4, (size_t)s->width * s->height, file), (size_t)s->width * s->height);
    assert_int_equal(fclose(file), 0);
    snprintf(command, sizeof command, "sha256sum <'%s/pixels'", on->folder);
    FILE *sum = popen(command, "r");
    assert_non_null(sum);
    assert_int_equal(fread(digest, 1, 64, sum), 64);
    assert_int_equal(pclose(sum), 0);
    assert_string_equal(text_at(s->json, "pixels_sha256"), digest);
}

/* Entries of a folder, without . and .. */
static UNUSED_OK unsigned entries_of(const char *path) {
    unsigned count = 0;
    DIR *dir = opendir(path);
    const struct dirent *entry;
    while (dir && (entry = readdir(dir))) {
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    }
    if (dir) {
        closedir(dir);
    }
    return count;
}

/* ROOT/sessions/ID/renders; static memory. */
static UNUSED_OK const char *renders_of(const bench *on, const char *session) {
    static char path[2][256];
    static unsigned next;
    char *out = path[next++ % 2];
    snprintf(out, 256, "%s/artifacts/sessions/%s/renders", on->folder, session);
    return out;
}

static UNUSED_OK void put_text(const bench *on, const char *name, const char *text) {
    lob_buf b;
    lob_buf_init(&b, 1 << 20);
    lob_buf_add_text(&b, text);
    bench_file(on, name, &b);
}

/* TOP: 10 x 10 um on 1/0 at the origin; cell LEAF (5 x 5 um on 2/0) at (20, 0) and as an array of 3 x 2 from (40, 0)
 * every 10 um; a path of 1 um from (0, 20) to (30, 20) on 3/0; texts "here" on 4/0 at (5, 15) and "wide" at (60, 20),
 * so that TOP's box is 0,0 to 65,20.5. EMPTY holds nothing, DOT one text. */
static UNUSED_OK const char *field_file(const bench *on) {
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "TOP");
    gds_box(&b, 1, 0, 0, 0, 10000, 10000);
    gds_sref(&b, "LEAF", false, false, 20000, 0);
    gds_element_end(&b);
    gds_aref(&b, "LEAF", 3, 2, 40000, 0, 10000, 10000);
    gds_element_end(&b);
    gds_path(&b, 3, 1000, 0, 20000, 30000, 20000);
    gds_text(&b, 4, 5000, 15000, "here", 4);
    gds_text(&b, 4, 60000, 20000, "wide", 4);
    gds_cell_end(&b);
    gds_cell(&b, "LEAF");
    gds_box(&b, 2, 0, 0, 0, 5000, 5000);
    gds_cell_end(&b);
    gds_cell(&b, "EMPTY");
    gds_cell_end(&b);
    gds_cell(&b, "DOT");
    gds_text(&b, 4, 1000, 2000, "dot", 3);
    gds_cell_end(&b);
    gds_end(&b);
    return bench_file(on, "field.gds", &b);
}

#define BOX(l, b, r, t) ",\"box\":{\"left\":" #l ",\"bottom\":" #b ",\"right\":" #r ",\"top\":" #t "}"
#define SIZE(w, h)      ",\"image_size\":{\"width\":" #w ",\"height\":" #h "}"
#define LAYER(l, d)     "{\"layer\":" #l ",\"datatype\":" #d "}"

#endif
