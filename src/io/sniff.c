/* Which format a file has: by its name, an opinion; by its first bytes, the truth. */
#include <strings.h>

#include "io/read.h"

static bool take_suffix(lob_str *path, const char *suffix) {
    size_t size = strlen(suffix);
    if (path->size < size || strncasecmp(path->data + path->size - size, suffix, size) != 0) {
        return false;
    }
    path->size -= size;
    return true;
}

lob_format lob_format_from_name(lob_str path) {
    static const struct {
        const char *suffix;
        lob_format format;
    } known[] = {
        {".gds", LOB_FORMAT_GDS}, {".gdsii", LOB_FORMAT_GDS}, {".oas", LOB_FORMAT_OAS}, {".oasis", LOB_FORMAT_OAS}};
    take_suffix(&path, ".gz");
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        lob_str rest = path;
        if (take_suffix(&rest, known[i].suffix)) {
            return known[i].format;
        }
    }
    return LOB_FORMAT_UNKNOWN;
}

const char *lob_format_name(lob_format format) {
    switch (format) {
    case LOB_FORMAT_GDS:
        return "gds";
    case LOB_FORMAT_OAS:
        return "oas";
    default:
        return "unknown";
    }
}

/* A HEADER record of any plausible length: the reader says what is wrong with it. */
static bool starts_gds(const uint8_t *data, size_t have) {
    enum { HEADER_LENGTH_MAX = 64 };
    return have >= 4 && data[0] == 0 && data[1] <= HEADER_LENGTH_MAX && data[2] == 0 && data[3] == 2;
}

lob_status lob_format_sniff(lob_source *source, lob_format *format) {
    static const char oasis[] = "%SEMI-OASIS\r\n";
    enum { OASIS_SIZE = sizeof oasis - 1 };
    const uint8_t *data;
    size_t have;
    LOB_TRY(lob_source_peek(source, OASIS_SIZE, &data, &have));
    *format = LOB_FORMAT_UNKNOWN;
    if (have >= OASIS_SIZE && memcmp(data, oasis, OASIS_SIZE) == 0) {
        *format = LOB_FORMAT_OAS;
    } else if (starts_gds(data, have)) {
        *format = LOB_FORMAT_GDS;
    }
    return LOB_OK;
}
