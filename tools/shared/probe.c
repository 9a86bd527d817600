/* What must hold of a picture. Invariant: an expectation that is not understood is a fault, so none passes unread. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tools/shared/picture.h"
#include "json/reader.h"

typedef struct judge {
    lob_ctx *ctx;
    const picture_said *said;
    const lob_picture *picture;
    lob_buf *faults;
    char place[48]; /* "probes[3]" */
} judge;

__attribute__((format(printf, 2, 3))) static void fault(const judge *j, const char *format, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    lob_buf_printf(j->faults, "picture%s%s: %s\n", j->place[0] != '\0' ? "." : "", j->place, text);
}

static const cJSON *member(const cJSON *object, const char *name) {
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

/* ---- what the answer says ---- */

/* The base64 of the picture in the content of a result; NULL: none was sent along. */
static const cJSON *sent_along(const cJSON *result, const char **media_type) {
    const cJSON *block;
    cJSON_ArrayForEach(block, member(result, "content")) {
        const cJSON *type = member(block, "type"), *mime = member(block, "mimeType");
        if (cJSON_IsString(type) && strcmp(type->valuestring, "image") == 0) {
            *media_type = cJSON_IsString(mime) ? mime->valuestring : "";
            return member(block, "data");
        }
    }
    return NULL;
}

static void check_sent(const judge *j, lob_ctx *ctx, lob_str bytes, lob_str result) {
    lob_json_fault parse_fault;
    cJSON *tree = lob_json_parse(result, &parse_fault);
    const char *media_type = NULL;
    const cJSON *data = sent_along(tree, &media_type);
    if (media_type != NULL && strcmp(media_type, "image/png") != 0) {
        fault(j, "the one sent along says that it is no image/png");
    }
    if (media_type != NULL && (!cJSON_IsString(data) || strcmp(data->valuestring, base64(ctx, bytes)) != 0)) {
        fault(j, "the one sent along is not the file");
    }
    cJSON_Delete(tree);
}

void picture_check(lob_ctx *ctx, const picture_said *said, lob_str bytes, const lob_picture *picture, lob_str result,
                   lob_buf *faults) {
    judge j = {.ctx = ctx, .said = said, .picture = picture, .faults = faults};
    char sum[65];
    if (said->width != picture->width || said->height != picture->height) {
        fault(&j, "the answer says %u x %u pixels, the file has %u x %u", said->width, said->height, picture->width,
              picture->height);
    }
    if (!picture_sum(picture, sum) || strcmp(sum, said->sha256) != 0) {
        fault(&j, "pixels_sha256 is not that of the pixels, which is %s", sum);
    }
    check_sent(&j, ctx, bytes, result);
}

/* ---- what the case wants: reading it ---- */

static bool has_only(const judge *j, const cJSON *object, const char *const *names, size_t count) {
    if (!cJSON_IsObject(object)) {
        fault(j, "an object is expected");
        return false;
    }
    const cJSON *item;
    cJSON_ArrayForEach(item, object) {
        size_t i = 0;
        while (i < count && strcmp(item->string, names[i]) != 0) {
            i++;
        }
        if (i == count) {
            fault(j, "a member that is not known: %.40s", item->string);
            return false;
        }
    }
    return true;
}

static bool take_numbers(const cJSON *array, double *out, int count) {
    bool fine = cJSON_IsArray(array) && cJSON_GetArraySize(array) == count;
    for (int i = 0; fine && i < count; i++) {
        const cJSON *item = cJSON_GetArrayItem(array, i);
        fine = cJSON_IsNumber(item);
        out[i] = fine ? item->valuedouble : 0;
    }
    return fine;
}

/* Absent: 0. */
static bool take_tolerance(const judge *j, const cJSON *object, double most, double *out) {
    const cJSON *item = member(object, "tolerance");
    *out = cJSON_IsNumber(item) ? item->valuedouble : 0;
    if (item != NULL && (!cJSON_IsNumber(item) || *out < 0 || *out > most)) {
        fault(j, "tolerance is no number from 0 to %g", most);
        return false;
    }
    return true;
}

static bool take_color(const cJSON *item, int out[3]) {
    unsigned rgb = 0;
    int end = 0;
    if (!cJSON_IsString(item) || strlen(item->valuestring) != 7 ||
        strspn(item->valuestring + 1, "0123456789abcdefABCDEF") != 6 ||
        sscanf(item->valuestring, "#%6x%n", &rgb, &end) != 1 || end != 7) {
        return false;
    }
    out[0] = (int)(rgb >> 16);
    out[1] = (int)(rgb >> 8 & 255);
    out[2] = (int)(rgb & 255);
    return true;
}

/* White in light, black in dark and mask. */
static bool take_ground(const judge *j, int out[3]) {
    bool is_light = strcmp(j->said->style, "light") == 0;
    for (unsigned i = 0; i < 3; i++) {
        out[i] = is_light ? 255 : 0;
    }
    if (!is_light && strcmp(j->said->style, "dark") != 0 && strcmp(j->said->style, "mask") != 0) {
        fault(j, "the answer names no style, so its ground is not known");
        return false;
    }
    return true;
}

static bool map(const judge *j, double x, double y, double *px, double *py) {
    const picture_said *s = j->said;
    *px = s->a * x + s->c * y + s->e;
    *py = s->b * x + s->d * y + s->f;
    if (!s->has_map) {
        fault(j, "the answer has no world_to_pixel");
    }
    return s->has_map;
}

/* ---- probes ---- */

static const uint8_t *probed(const judge *j, const cJSON *probe) {
    const cJSON *um = member(probe, "at_um"), *px = member(probe, "at_px");
    double at[2];
    if ((um == NULL) == (px == NULL) || !take_numbers(um != NULL ? um : px, at, 2)) {
        fault(j, "one of at_um and at_px is expected, as two numbers");
        return NULL;
    }
    if (um != NULL && !map(j, at[0], at[1], &at[0], &at[1])) {
        return NULL;
    }
    double x = floor(at[0]), y = floor(at[1]);
    if (!(x >= 0 && y >= 0 && x < j->picture->width && y < j->picture->height)) {
        fault(j, "(%g, %g) lies outside the picture", at[0], at[1]);
        return NULL;
    }
    return j->picture->rgba + ((size_t)y * j->picture->width + (size_t)x) * 4;
}

static bool is_near(const uint8_t *pixel, const int color[3], double tolerance) {
    bool is = true;
    for (unsigned i = 0; i < 3; i++) {
        is = is && fabs((double)pixel[i] - color[i]) <= tolerance;
    }
    return is;
}

static void probe(const judge *j, const cJSON *item) {
    static const char *const names[] = {"at_um", "at_px", "color", "is_ground", "not_ground", "tolerance"};
    double tolerance;
    int color[3];
    if (!has_only(j, item, names, sizeof names / sizeof names[0]) || !take_tolerance(j, item, 255, &tolerance)) {
        return;
    }
    bool is_ground = cJSON_IsTrue(member(item, "is_ground")), not_ground = cJSON_IsTrue(member(item, "not_ground"));
    const cJSON *wanted = member(item, "color");
    if ((wanted != NULL) + (member(item, "is_ground") != NULL) + (member(item, "not_ground") != NULL) != 1 ||
        !(is_ground || not_ground || take_color(wanted, color))) {
        fault(j, "one of \"color\": \"#rrggbb\", \"is_ground\": true, \"not_ground\": true is expected");
        return;
    }
    const uint8_t *pixel = probed(j, item);
    if (pixel == NULL || (wanted == NULL && !take_ground(j, color))) {
        return;
    }
    if (pixel[3] != 255) {
        fault(j, "the pixel is not opaque");
    }
    if (is_near(pixel, color, tolerance) == not_ground) {
        fault(j, "%s #%02x%02x%02x expected within %g, #%02x%02x%02x is there",
              wanted != NULL ? "color"
              : is_ground    ? "ground"
                             : "other than ground",
              (unsigned)color[0], (unsigned)color[1], (unsigned)color[2], tolerance, pixel[0], pixel[1], pixel[2]);
    }
}

/* ---- coverage ---- */

/* Half open, in whole pixels: left, top, right, bottom. A box in um goes to the nearest pixel edges. */
static bool take_box(const judge *j, const cJSON *item, double box[4]) {
    const cJSON *um = member(item, "box_um"), *px = member(item, "box_px");
    double at[4];
    if ((um == NULL) == (px == NULL) || !take_numbers(um != NULL ? um : px, at, 4)) {
        fault(j, "one of box_um and box_px is expected, as four numbers");
        return false;
    }
    memcpy(box, at, sizeof at);
    if (um != NULL) { /* left, bottom, right, top in the plane: the picture may be turned or mirrored */
        double x[2], y[2];
        if (!map(j, at[0], at[1], &x[0], &y[0]) || !map(j, at[2], at[3], &x[1], &y[1])) {
            return false;
        }
        box[0] = round(fmin(x[0], x[1]));
        box[1] = round(fmin(y[0], y[1]));
        box[2] = round(fmax(x[0], x[1]));
        box[3] = round(fmax(y[0], y[1]));
    }
    for (unsigned i = 0; i < 4; i++) {
        if (box[i] != round(box[i])) {
            fault(j, "box_px is not in whole pixels");
            return false;
        }
    }
    if (!(box[0] >= 0 && box[1] >= 0 && box[2] <= j->picture->width && box[3] <= j->picture->height) ||
        box[0] >= box[2] || box[1] >= box[3]) {
        fault(j, "the box %g, %g, %g, %g is empty or lies outside the picture", box[0], box[1], box[2], box[3]);
        return false;
    }
    return true;
}

/* Mask: the mean grey of 255. Else: the share of pixels that are not ground. */
static double measure(const judge *j, const double box[4], const int ground[3]) {
    bool is_mask = strcmp(j->said->style, "mask") == 0;
    double sum = 0;
    for (uint32_t y = (uint32_t)box[1]; y < (uint32_t)box[3]; y++) {
        for (uint32_t x = (uint32_t)box[0]; x < (uint32_t)box[2]; x++) {
            const uint8_t *pixel = j->picture->rgba + ((size_t)y * j->picture->width + x) * 4;
            sum += is_mask ? (pixel[0] + pixel[1] + pixel[2]) / 765.0 : !is_near(pixel, ground, 0);
        }
    }
    return sum / ((box[2] - box[0]) * (box[3] - box[1]));
}

static void cover(const judge *j, const cJSON *item) {
    static const char *const names[] = {"box_px", "box_um", "mean", "tolerance"};
    double tolerance, box[4];
    int ground[3];
    if (!has_only(j, item, names, sizeof names / sizeof names[0]) || !take_tolerance(j, item, 1, &tolerance)) {
        return;
    }
    const cJSON *mean = member(item, "mean");
    if (!cJSON_IsNumber(mean) || mean->valuedouble < 0 || mean->valuedouble > 1) {
        fault(j, "mean is no number from 0 to 1");
        return;
    }
    if (!take_box(j, item, box) || !take_ground(j, ground)) {
        return;
    }
    double got = measure(j, box, ground);
    if (!(fabs(got - mean->valuedouble) <= tolerance + 1e-12)) { /* sums of 1/765 are not exact */
        fault(j, "%g expected within %g, %.6f is there", mean->valuedouble, tolerance, got);
    }
}

/* ---- against another picture ---- */

static bool take_pixels(const judge *j, const cJSON *item, uint32_t box[4]) {
    double at[4];
    bool fine = take_numbers(item, at, 4) && at[0] >= 0 && at[1] >= 0 && at[0] < at[2] && at[1] < at[3] &&
                at[2] <= j->picture->width && at[3] <= j->picture->height;
    for (unsigned i = 0; fine && i < 4; i++) {
        fine = at[i] == round(at[i]);
        box[i] = (uint32_t)at[i];
    }
    if (!fine) {
        fault(j, "left, top, right, bottom are expected, whole pixels inside the picture");
    }
    return fine;
}

/* The first pixel in the box, by rows, that the other picture has not; NULL: they are the same there. */
static const uint8_t *first_other(const judge *j, const lob_picture *other, const uint32_t box[4], uint32_t at[2]) {
    for (at[1] = box[1]; at[1] < box[3]; at[1]++) {
        for (at[0] = box[0]; at[0] < box[2]; at[0]++) {
            size_t offset = ((size_t)at[1] * j->picture->width + at[0]) * 4;
            if (memcmp(j->picture->rgba + offset, other->rgba + offset, 4) != 0) {
                return other->rgba + offset;
            }
        }
    }
    return NULL;
}

static void compare_box(const judge *j, const lob_picture *other, const cJSON *item, bool is_changed) {
    uint32_t box[4], at[2];
    if (!take_pixels(j, item, box)) {
        return;
    }
    const uint8_t *there = first_other(j, other, box, at);
    if (is_changed && there == NULL) {
        fault(j, "a pixel unlike the other picture's expected within %u, %u, %u, %u, all are the same there", box[0],
              box[1], box[2], box[3]);
    } else if (!is_changed && there != NULL) {
        const uint8_t *here = j->picture->rgba + ((size_t)at[1] * j->picture->width + at[0]) * 4;
        fault(j,
              "the other picture's pixels expected within %u, %u, %u, %u, (%u, %u) is #%02x%02x%02x, not #%02x%02x%02x",
              box[0], box[1], box[2], box[3], at[0], at[1], here[0], here[1], here[2], there[0], there[1], there[2]);
    }
}

static void compare_boxes(judge *j, const lob_picture *other, const cJSON *against, bool is_changed) {
    const char *name = is_changed ? "changed" : "unchanged";
    const cJSON *list = member(against, name), *item;
    unsigned index = 0;
    if (list != NULL && (!cJSON_IsArray(list) || cJSON_GetArraySize(list) == 0)) {
        fault(j, "%s is no list of boxes", name);
        return;
    }
    cJSON_ArrayForEach(item, list) {
        snprintf(j->place, sizeof j->place, "against.%s[%u]", name, index++);
        compare_box(j, other, item, is_changed);
    }
    snprintf(j->place, sizeof j->place, "against");
}

/* Says nothing of colours, ground or decoration, so it holds for any server's pictures. */
static void compare(judge *j, const cJSON *against) {
    static const char *const names[] = {"path", "changed", "unchanged"};
    const cJSON *path = member(against, "path");
    lob_str bytes;
    lob_picture other;
    snprintf(j->place, sizeof j->place, "against");
    if (!has_only(j, against, names, sizeof names / sizeof names[0])) {
        return;
    }
    if (!cJSON_IsString(path) || (member(against, "changed") == NULL && member(against, "unchanged") == NULL)) {
        fault(j, "path, and changed or unchanged are expected");
        return;
    }
    const char *why = picture_load(j->ctx, path->valuestring, &bytes, &other);
    if (why != NULL) {
        fault(j, "%s (%.120s)", why, path->valuestring);
    } else if (other.width != j->picture->width || other.height != j->picture->height) {
        fault(j, "%u x %u pixels expected as in the other picture, %u x %u are there", other.width, other.height,
              j->picture->width, j->picture->height);
    } else {
        compare_boxes(j, &other, against, true);
        compare_boxes(j, &other, against, false);
    }
}

static void each(judge *j, const cJSON *wanted, const char *name, void (*one)(const judge *j, const cJSON *item)) {
    const cJSON *list = member(wanted, name), *item;
    unsigned index = 0;
    if (list != NULL && !cJSON_IsArray(list)) {
        fault(j, "%s is no array", name);
        return;
    }
    cJSON_ArrayForEach(item, list) {
        snprintf(j->place, sizeof j->place, "%s[%u]", name, index++);
        one(j, item);
    }
    j->place[0] = '\0';
}

void picture_probe(lob_ctx *ctx, const picture_said *said, const lob_picture *picture, lob_str wanted,
                   lob_buf *faults) {
    static const char *const names[] = {"size", "probes", "coverage", "against"};
    judge j = {.ctx = ctx, .said = said, .picture = picture, .faults = faults};
    lob_json_fault parse_fault;
    cJSON *tree = lob_json_parse(wanted, &parse_fault);
    if (has_only(&j, tree, names, sizeof names / sizeof names[0])) {
        const cJSON *size = member(tree, "size");
        double sides[2];
        if (size != NULL && !take_numbers(size, sides, 2)) {
            fault(&j, "size is not two numbers");
        } else if (size != NULL && (sides[0] != picture->width || sides[1] != picture->height)) {
            fault(&j, "%g x %g pixels expected, %u x %u are there", sides[0], sides[1], picture->width,
                  picture->height);
        }
        each(&j, tree, "probes", probe);
        each(&j, tree, "coverage", cover);
        if (member(tree, "against") != NULL) {
            compare(&j, member(tree, "against"));
        }
    }
    cJSON_Delete(tree);
}
