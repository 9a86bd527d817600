/* The kernels of the ICCAD 2013 contest: fhI.bin (I = 0, 1, ...) and scales.txt, the weights.
 *
 * fhI.bin, all big-endian:
 *
 *     0   uint32   rows, odd: 2 r + 1
 *     4   uint32   columns, the same
 *     8   uint32   2: numbers a sample
 *     12  12 bytes 06 4a cd 08, then zeros: not looked at
 *     24  float32  rows * columns samples (re, im), row by row, frequency 0 in the middle
 *
 * and nothing behind. scales.txt: the number of weights, then each, one a line.
 *
 * Read from byte 20 on, as OpenILT and LithoBench have it, each sample is (im of the one before, re of its own), the
 * first im being the header's last four bytes; and their array goes by columns.
 */
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/file.h"
#include "base/num.h"
#include "litho/kernels.h"

enum { HEADER_SIZE = 24, RADIUS_MAX = 250, SCALES_SIZE_MAX = 1 << 16, FIELD_NM = 2048 };

static lob_status refuse(lob_ctx *ctx, const char *reason, const char *file, const char *message) {
    lob_fail(ctx, LOB_E_UNSUPPORTED_FORMAT, "Kernel files: %s", message);
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    lob_error_text(&ctx->error, "file", lob_str_from(file));
    lob_hint(ctx, "The folder must contain scales.txt (a count, then that many weights, one per line) and fh0.bin, "
                  "fh1.bin ... in the format of the ICCAD 2013 contest (9824 bytes each)");
    return LOB_E_UNSUPPORTED_FORMAT;
}

static lob_status load(lob_ctx *ctx, int dir_fd, const char *name, size_t size_max, lob_str *content) {
    struct stat info;
    const int fd = openat(dir_fd, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        return refuse(ctx, "absent", name, "a file is missing or cannot be opened");
    }
    if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode) || (uint64_t)info.st_size > size_max) {
        close(fd);
        return refuse(ctx, "file_size", name, "a file is not a regular file, or is too large for kernels");
    }
    const lob_status status = lob_file_read_all(ctx, fd, size_max, content);
    close(fd);
    return status;
}

/* ---- weights ---- */

/* A number with white space or the end behind it; NaN when there is none. */
static double next_number(const char **at) {
    *at += strspn(*at, " \t\r\n");
    char *end;
    const double value = lob_num_strtod(*at, &end);
    if (end == *at || strchr(" \t\r\n", *end) == NULL) {
        return NAN;
    }
    *at = end;
    return value;
}

static lob_status read_weights(lob_ctx *ctx, int dir_fd, uint32_t count, lob_kernels *kernels) {
    static const char name[] = "scales.txt";
    lob_str content;
    LOB_TRY(load(ctx, dir_fd, name, SCALES_SIZE_MAX, &content));
    const char *const text = lob_arena_strdup(ctx->arena, content.data, content.size), *at = text;
    if (text == NULL) {
        return lob_fail_memory(ctx);
    }
    const double listed = next_number(&at);
    if (!(listed >= 1 && listed <= 1e6 && listed == floor(listed))) {
        return refuse(ctx, "scales_count", name, "the first line is not a count of weights");
    }
    if (listed < count) {
        return refuse(ctx, "scales_count", name, "there are fewer weights than requested kernels");
    }
    for (uint32_t i = 0; i < (uint32_t)listed; i++) {
        const double weight = next_number(&at);
        if (!(weight >= 0 && weight <= 1e9)) {
            return refuse(ctx, "scales_value", name, "a weight is missing, negative, or not a number");
        }
        if (i < count) {
            kernels->weights[i] = weight;
        }
    }
    if (strlen(text) != content.size || at[strspn(at, " \t\r\n")] != '\0') {
        return refuse(ctx, "scales_rest", name, "there are more weights than the count says");
    }
    return LOB_OK;
}

/* ---- samples ---- */

static uint32_t big_endian(const char *bytes) {
    const unsigned char *const b = (const unsigned char *)bytes;
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static float float_at(const char *bytes) {
    const uint32_t bits = big_endian(bytes);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static lob_status check_header(lob_ctx *ctx, const char *name, lob_str content, uint32_t *radius) {
    if (content.size < HEADER_SIZE) {
        return refuse(ctx, "short", name, "a file ends within its header");
    }
    const uint32_t rows = big_endian(content.data), columns = big_endian(content.data + 4);
    if (rows != columns || rows % 2 == 0 || rows / 2 > RADIUS_MAX || rows < 3 || big_endian(content.data + 8) != 2) {
        return refuse(ctx, "header", name, "a header does not describe an odd square of complex numbers");
    }
    const size_t size = HEADER_SIZE + 8 * (size_t)rows * columns;
    if (content.size != size) {
        return refuse(ctx, content.size < size ? "short" : "long", name,
                      "the number of samples in a file differs from its header");
    }
    *radius = rows / 2;
    return LOB_OK;
}

static lob_status take_samples(lob_ctx *ctx, const char *name, lob_str content, uint32_t offset, uint32_t n,
                               lob_cfloat *samples) {
    for (uint32_t i = 0; i < n * n; i++) {
        const char *const at = content.data + offset + 8 * (size_t)i;
        const lob_cfloat value = {float_at(at), float_at(at + 4)};
        if (!(fabsf(value.re) <= 1e3f && fabsf(value.im) <= 1e3f)) {
            return refuse(ctx, "sample", name, "a sample is not a number, or too large");
        }
        samples[offset == HEADER_SIZE ? i : i % n * n + i / n] = value;
    }
    return LOB_OK;
}

static lob_status read_kernel(lob_ctx *ctx, int dir_fd, uint32_t number, uint32_t offset, lob_kernels *kernels) {
    char name[32];
    lob_str content;
    uint32_t radius = 0;
    snprintf(name, sizeof name, "fh%u.bin", (unsigned)number);
    LOB_TRY(load(ctx, dir_fd, name, HEADER_SIZE + 8 * (2 * RADIUS_MAX + 1) * (2 * RADIUS_MAX + 1), &content));
    LOB_TRY(check_header(ctx, name, content, &radius));
    const uint32_t n = 2 * radius + 1;
    if (number == 0) {
        kernels->radius = radius;
        kernels->samples = lob_fft_alloc((size_t)kernels->count * n * n * sizeof(lob_cfloat));
        if (kernels->samples == NULL) {
            return lob_fail_memory(ctx);
        }
    } else if (radius != kernels->radius) {
        return refuse(ctx, "header", name, "the kernels differ in size");
    }
    return take_samples(ctx, name, content, offset, n, kernels->samples + (size_t)number * n * n);
}

lob_status lob_kernels_read(lob_ctx *ctx, int dir_fd, uint32_t count, uint32_t offset, lob_kernels *kernels) {
    *kernels = (lob_kernels){.count = count, .field_nm = FIELD_NM};
    if (count == 0 || count > LOB_KERNELS_MAX || (offset != 24 && offset != 20)) {
        lob_fail(ctx, LOB_E_INVALID_TARGET, "Count or offset of kernels is out of range");
        lob_error_text(&ctx->error, "reason", lob_str_from(offset != 24 && offset != 20 ? "offset" : "count"));
        lob_hint(ctx, "Use 1 to %d kernels, and offset 24 (correct) or 20 (as OpenILT reads them)", LOB_KERNELS_MAX);
        return LOB_E_INVALID_TARGET;
    }
    lob_status status = read_weights(ctx, dir_fd, count, kernels);
    for (uint32_t i = 0; i < count && status == LOB_OK; i++) {
        status = lob_poll(ctx);
        status = status == LOB_OK ? read_kernel(ctx, dir_fd, i, offset, kernels) : status;
    }
    if (status != LOB_OK) {
        lob_kernels_drop(kernels);
    }
    return status;
}
