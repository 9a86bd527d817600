/* Invariant of the handler: no lock, no allocation, nothing but system calls and memory that was there before. */
#include "crew/crash.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/digest.h"
#include "base/platform.h"
#if LOB_HAS_BACKTRACE
#include <execinfo.h>
#endif

enum { FRAME_COUNT_MAX = 64, STACK_SIZE = 64 * 1024, KEY_SIZE = 24, NAMES_MAX = 256 };

/* A signal handler can reach no other state. */
static struct {
    const char *folder, *path, *version;
    lob_str tool, arguments;
    volatile sig_atomic_t is_dying;
} armed;
static char report_text[LOB_CRASH_ARGUMENTS_MAX];

/* ---- what may be shown ---- */

/* Members whose values are words of the contract. */
static bool is_ours(const char *key, size_t size) {
    static const char *const ours[] = {"mode",   "hierarchy_mode", "match",      "format",
                                       "method", "report_level",   "session_id", "job_id"};
    for (size_t i = 0; i < sizeof ours / sizeof ours[0]; i++) {
        if (strlen(ours[i]) == size && memcmp(ours[i], key, size) == 0) {
            return true;
        }
    }
    return false;
}

/* The offset of the quote that ends the string which begins behind `at`. */
static size_t string_end(lob_str json, size_t at) {
    while (at < json.size && json.data[at] != '"') {
        at += json.data[at] == '\\' && at + 1 < json.size ? 2 : 1;
    }
    return at;
}

static size_t put(char *out, size_t used, size_t size, const char *text, size_t count) {
    if (count > size - used) {
        count = size - used;
    }
    memcpy(out + used, text, count);
    return used + count;
}

static size_t put_number(char *out, size_t used, size_t size, unsigned long long value) {
    char digits[24];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    return put(out, used, size, digits + at, sizeof digits - at);
}

size_t lob_crash_redact(lob_str json, char *out, size_t size) {
    size_t used = 0, key_size = 0;
    const char *key = NULL;
    for (size_t at = 0; at < json.size && used < size; at++) {
        if (json.data[at] != '"') {
            used = put(out, used, size, json.data + at, 1);
            continue;
        }
        const size_t from = at + 1, end = string_end(json, from),
                     length = end < json.size ? end - from : json.size - from;
        const bool is_key = end + 1 < json.size && json.data[end + 1] == ':';
        used = put(out, used, size, "\"", 1);
        if (is_key) {
            key = json.data + from;
            key_size = length;
        }
        /* A key that the contract cannot have is text of the user's, too. */
        if ((is_key && length <= KEY_SIZE) || (!is_key && length <= KEY_SIZE && key && is_ours(key, key_size))) {
            used = put(out, used, size, json.data + from, length);
        } else {
            used = put(out, used, size, "(", 1);
            used = put_number(out, used, size, length);
            used = put(out, used, size, " bytes)", 7);
        }
        used = put(out, used, size, "\"", 1);
        at = end;
    }
    return used;
}

/* ---- the handler ---- */

static void say(int fd, const char *text, size_t size) {
    while (size > 0) {
        const ssize_t count = write(fd, text, size);
        if (count <= 0) {
            return;
        }
        text += count;
        size -= (size_t)count;
    }
}

static void say_text(int fd, const char *text) {
    say(fd, text, strlen(text));
}

#if LOB_HAS_BACKTRACE
static void load_backtrace(void) {
    void *first[1];
    (void)backtrace(first, 1); /* loads what it needs, which a handler must not */
}

static void say_backtrace(int fd) {
    void *frames[FRAME_COUNT_MAX];
    say_text(fd, "\nbacktrace:\n");
    backtrace_symbols_fd(frames, backtrace(frames, FRAME_COUNT_MAX), fd);
}
#else
static void load_backtrace(void) {}

static void say_backtrace(int fd) {
    say_text(fd, "\nbacktrace: this build has none\n");
}
#endif

static void write_report(int fd, int number) {
    char digits[24];
    say_text(fd, "layout-observer crash report\nversion: ");
    say_text(fd, armed.version);
    say_text(fd, "\nsignal: ");
    say(fd, digits, put_number(digits, 0, sizeof digits, (unsigned)number));
    if (armed.tool.data) {
        say_text(fd, "\ntool: ");
        say(fd, armed.tool.data, armed.tool.size);
        say_text(fd, "\narguments: ");
        say(fd, report_text, lob_crash_redact(armed.arguments, report_text, sizeof report_text));
    }
    say_backtrace(fd);
}

static void on_crash(int number) {
    if (!armed.is_dying) {
        armed.is_dying = 1;
        mkdir(armed.folder, 0700);
        const int fd = open(armed.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (fd >= 0) {
            write_report(fd, number);
            close(fd);
        }
    }
    raise(number); /* blocked until the handler returns, then the default action */
}

void lob_crash_arm(const char *folder, const char *path, const char *version) {
    static char stack[STACK_SIZE];
    static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
    const stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_handler = on_crash, .sa_flags = (int)(SA_RESETHAND | SA_ONSTACK)};
    load_backtrace();
    armed.folder = folder;
    armed.path = path;
    armed.version = version;
    sigaltstack(&other, NULL);
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        sigaction(signals[i], &action, NULL);
    }
}

void lob_crash_note(lob_str tool, lob_str arguments) {
    armed.tool = tool;
    armed.arguments = arguments;
}

/* ---- the folder ---- */

void lob_crash_name(char name[LOB_CRASH_NAME_SIZE]) {
    char time[24], hex[9];
    uint8_t random[4] = {0};
    lob_clock_utc(time);
    for (char *at = time; *at; at++) {
        *at = *at == ':' ? '-' : *at;
    }
    (void)lob_random(random, sizeof random);
    lob_hex(hex, random, sizeof random);
    snprintf(name, LOB_CRASH_NAME_SIZE, "crash_%s_%s.txt", time, hex);
}

static int by_name(const void *a, const void *b) {
    return strcmp(a, b);
}

void lob_crash_trim(const char *folder) {
    static const char prefix[] = "crash_";
    char names[NAMES_MAX][LOB_CRASH_NAME_SIZE];
    size_t count = 0;
    DIR *dir = opendir(folder);
    const struct dirent *entry;
    while (dir && count < NAMES_MAX && (entry = readdir(dir))) {
        if (strncmp(entry->d_name, prefix, sizeof prefix - 1) == 0 && strlen(entry->d_name) < LOB_CRASH_NAME_SIZE) {
            snprintf(names[count++], LOB_CRASH_NAME_SIZE, "%.*s", LOB_CRASH_NAME_SIZE - 1, entry->d_name);
        }
    }
    qsort(names, count, sizeof names[0], by_name);
    for (size_t i = 0; i + LOB_CRASH_KEPT_MAX < count; i++) {
        unlinkat(dirfd(dir), names[i], 0);
    }
    if (dir) {
        closedir(dir);
    }
}
