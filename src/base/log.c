/* The log: format, escape, one write, so that lines of different threads do not mix. What goes wrong here is nobody's
 * to hear, and is ignored. */
#include "base/log.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LINE_SIZE_MAX = 1024, ESCAPE_SIZE = 4 };

static atomic_int threshold = LOB_LOG_WARNING;

void lob_log_set_level(lob_log_level level) {
    atomic_store(&threshold, (int)level);
}

/* Appends text with control and non-ASCII bytes as \xHH, as long as whole pieces fit before `end`. */
static char *add_escaped(char *out, const char *end, const char *text) {
    static const char digits[] = "0123456789abcdef";
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte >= 0x20 && byte < 0x7f) {
            if (end - out < 1) {
                break;
            }
            *out++ = (char)byte;
            continue;
        }
        if (end - out < ESCAPE_SIZE) {
            break;
        }
        const char escape[ESCAPE_SIZE] = {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
        memcpy(out, escape, ESCAPE_SIZE);
        out += ESCAPE_SIZE;
    }
    return out;
}

void lob_log(lob_log_level level, const char *format, ...) {
    static const char *const names[] = {"error", "warning", "info", "debug"};
    if ((int)level > atomic_load_explicit(&threshold, memory_order_relaxed)) {
        return;
    }
    char text[LINE_SIZE_MAX];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (length < 0) {
        return;
    }
    char line[LINE_SIZE_MAX];
    int prefix = snprintf(line, sizeof line, "layout-observer: %s: ", names[level]);
    char *out = add_escaped(line + prefix, line + sizeof line - 1, text);
    *out++ = '\n';
    ssize_t written = write(STDERR_FILENO, line, (size_t)(out - line));
    (void)written;
}
