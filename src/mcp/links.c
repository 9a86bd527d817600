/* See links.h. Answers name files by their absolute paths; a path that lies in a session's folder is what is linked. */
#include "mcp/links.h"

#include <stdio.h>
#include <string.h>

#include "session/files.h"

const char *lob_resource_type(lob_str path) {
    static const struct {
        const char *ending, *type;
    } types[] = {{".png", "image/png"},
                 {".svg", "image/svg+xml"},
                 {".json", "application/json"},
                 {".lyrdb", "application/xml"},
                 {".xml", "application/xml"},
                 {".html", "text/html"},
                 {".txt", "text/plain"},
                 {".csv", "text/csv"},
                 {".sarif", "application/json"},
                 {".drc", "text/plain"},
                 {".geojson", "application/geo+json"}};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        const size_t size = strlen(types[i].ending);
        if (path.size > size && memcmp(path.data + path.size - size, types[i].ending, size) == 0) {
            return types[i].type;
        }
    }
    return "application/octet-stream";
}

/* Session and path behind `root`/sessions/, up to the closing quote. data NULL: no file of a session. */
static lob_str file_named(lob_str rest) {
    const char *end = memchr(rest.data, '"', rest.size);
    const size_t size = end ? (size_t)(end - rest.data) : 0;
    bool is_fine = size > LOB_RESOURCE_SESSION_SIZE + 1 && size < LOB_SESSION_FILE_PATH_SIZE &&
                   rest.data[LOB_RESOURCE_SESSION_SIZE] == '/' && memcmp(rest.data, "ses_", 4) == 0;
    for (size_t i = 0; is_fine && i < size; i++) {
        const char c = rest.data[i];
        is_fine = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  (strchr("_-./", c) && !(c == '.' && rest.data[i - 1] == '/'));
    }
    return is_fine ? (lob_str){rest.data, size} : (lob_str){0};
}

static void add_link(lob_str file, lob_buf *out) {
    const lob_str path = {file.data + LOB_RESOURCE_SESSION_SIZE + 1, file.size - LOB_RESOURCE_SESSION_SIZE - 1};
    lob_buf_printf(out,
                   ",{\"type\":\"resource_link\",\"uri\":\"" LOB_RESOURCE_SCHEME
                   "%.*s\",\"name\":\"%.*s\",\"mimeType\":\"%s\"}",
                   (int)file.size, file.data, (int)path.size, path.data, lob_resource_type(path));
}

void lob_resource_links(lob_str json, const char *root, lob_buf *out) {
    char begin[4200];
    lob_str linked[LOB_RESOURCE_LINK_COUNT];
    size_t count = 0;
    const size_t size = (size_t)snprintf(begin, sizeof begin, "\"%s/sessions/", root);
    const char *at = json.data, *end = json.data + json.size;
    while (at && count < LOB_RESOURCE_LINK_COUNT && (at = memmem(at, (size_t)(end - at), begin, size)) != NULL) {
        at += size;
        const lob_str file = file_named((lob_str){at, (size_t)(end - at)});
        bool is_new = file.data != NULL;
        for (size_t i = 0; i < count; i++) {
            is_new = is_new && !lob_str_equal(linked[i], file);
        }
        if (is_new) {
            linked[count++] = file;
            add_link(file, out);
        }
    }
}
