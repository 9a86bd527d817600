/* See tcp_guard.h. Invariant: nothing that is JSON begins with a letter and a space, or a letter and a colon. */
#include "tcp/tcp_guard.h"

#include <string.h>
#include <strings.h>

static bool begins_with(lob_str line, const char *word) {
    size_t size = strlen(word);
    return line.size >= size && strncasecmp(line.data, word, size) == 0;
}

/* "POST /path HTTP/1.1" with any verb. */
static bool ends_with_version(lob_str line) {
    static const char version[] = " HTTP/";
    size_t size = sizeof version - 1;
    for (size_t tail = size + 1; tail <= size + 4 && tail <= line.size; tail++) {
        if (memcmp(line.data + line.size - tail, version, size) == 0) {
            return true;
        }
    }
    return false;
}

bool lob_tcp_is_http(lob_str line, bool whole) {
    static const char *const begins[] = {
        "GET ",    "POST ",    "PUT ",        "HEAD ",       "DELETE ",       "OPTIONS ",
        "PATCH ",  "TRACE ",   "CONNECT ",    "PRI ",        "HTTP/",         "Host:",
        "Origin:", "Referer:", "User-Agent:", "Connection:", "Content-Type:", "Content-Length:",
        "Accept:", "Cookie:",  "Sec-Fetch-",  "\x16\x03",
    };
    while (line.size > 0 && strchr(" \t\r\n", line.data[0]) && line.data[0]) {
        line.data++;
        line.size--;
    }
    for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++) {
        if (begins_with(line, begins[i])) {
            return true;
        }
    }
    return whole && line.size > 0 && line.data[0] != '{' && ends_with_version(line);
}
