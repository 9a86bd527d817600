/* How the checks complain, and the list of exceptions: every line of it is used, and none allows more than stands
 * there. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lint.h"

enum { EXCEPTION_COUNT_MAX = 256 };

bool ends_with(const char *text, const char *end) {
    size_t size = strlen(text);
    size_t end_size = strlen(end);
    return size >= end_size && strcmp(text + size - end_size, end) == 0;
}

bool starts_with(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

void complain(lint *run, const char *path, unsigned long line, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    printf("  %s:%lu: ", path, line);
    vprintf(format, arguments);
    putchar('\n');
    va_end(arguments);
    run->file_failed = true;
}

void check_ceiling(lint *run, const char *rule, const char *place, unsigned long line, unsigned long value,
                   unsigned long limit) {
    for (size_t i = 0; i < run->exception_count; i++) {
        exception *e = &run->exceptions[i];
        if (strcmp(e->rule, rule) == 0 && strcmp(e->place, place) == 0) {
            e->used = true;
            if (value <= limit) {
                complain(run, place, line, "%s %lu: the exception is not needed any more", rule, value);
            } else if ((long)value != e->ceiling) {
                complain(run, place, line, "%s %lu, its ceiling is %ld%s", rule, value, e->ceiling,
                         (long)value < e->ceiling ? ": lower the ceiling" : "");
            }
            return;
        }
    }
    if (value > limit) {
        complain(run, place, line, "%s %lu, at most %lu", rule, value, limit);
    }
}

/* Lines of "RULE PLACE CEILING"; # begins a comment line. */
bool load_exceptions(lint *run, char *text) {
    run->exceptions = LOB_NEW_ARRAY(run->kept, exception, EXCEPTION_COUNT_MAX);
    if (run->exceptions == NULL) {
        return false;
    }
    while (*text != '\0') {
        char *line = text;
        text += strcspn(text, "\n");
        if (*text == '\n') {
            *text++ = '\0';
        }
        char rule[64];
        char place[256];
        long ceiling;
        if (*line == '#' || *line == '\0') {
            continue;
        }
        if (sscanf(line, "%63s %255s %ld", rule, place, &ceiling) != 3 || run->exception_count == EXCEPTION_COUNT_MAX) {
            return false;
        }
        run->exceptions[run->exception_count++] =
            (exception){.rule = lob_arena_strdup(run->kept, rule, strlen(rule)),
                        .place = lob_arena_strdup(run->kept, place, strlen(place)),
                        .ceiling = ceiling};
    }
    return true;
}

void finish_exceptions(lint *run) {
    for (size_t i = 0; i < run->exception_count; i++) {
        if (!run->exceptions[i].used) {
            run->failed++;
            printf("  tools/lint/exceptions.txt: %s %s names nothing any more\n", run->exceptions[i].rule,
                   run->exceptions[i].place);
        }
    }
}
