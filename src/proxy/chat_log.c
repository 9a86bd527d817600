/* Invariant: no byte of a secret is written, also when memory runs out: then the line is left out and that is said. */
#include "proxy/chat_log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/log.h"

enum { SECRET_SIZE_MIN = 8 };

bool lob_chat_log_open(lob_chat_log *log, const char *path, char what[LOB_LLM_WHAT_SIZE]) {
    struct stat info;
    char text[128];
    *log = (lob_chat_log){.fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600)};
    if (log->fd < 0) {
        snprintf(what, LOB_LLM_WHAT_SIZE, "the log cannot be written: %s",
                 errno == ELOOP ? "it is a symbolic link" : strerror_r(errno, text, sizeof text));
        return false;
    }
    if (fstat(log->fd, &info) != 0 || !S_ISREG(info.st_mode) || ftruncate(log->fd, 0) != 0) {
        snprintf(what, LOB_LLM_WHAT_SIZE, "the log cannot be written: it is not a regular file");
        lob_chat_log_close(log);
        return false;
    }
    return true;
}

void lob_chat_log_close(lob_chat_log *log) {
    if (log->fd >= 0) {
        close(log->fd);
        log->fd = -1;
    }
}

/* Said once: a full disk must not fill the terminal as well. */
static void note_broken(lob_chat_log *log, const char *why) {
    if (!atomic_exchange(&log->is_broken, true)) {
        lob_log(LOB_LOG_ERROR, "llm.log is not complete: a line could not be written (%s)", why);
    }
}

static void add_without(lob_buf *line, lob_str text, lob_str secret) {
    while (secret.size >= SECRET_SIZE_MIN && text.size >= secret.size) {
        const char *at = memmem(text.data, text.size, secret.data, secret.size);
        if (at == NULL) {
            break;
        }
        size_t before = (size_t)(at - text.data);
        lob_buf_add(line, text.data, before);
        lob_buf_add_text(line, "[key]");
        text = (lob_str){at + secret.size, text.size - before - secret.size};
    }
    lob_buf_add(line, text.data, text.size);
}

void lob_chat_log_add(lob_chat_log *log, const char *prefix, lob_str text, lob_str secret) {
    lob_buf line;
    lob_buf_init(&line, 0);
    lob_buf_add_text(&line, prefix);
    add_without(&line, text, secret);
    lob_buf_add_byte(&line, '\n');
    if (line.failed != LOB_BUF_FINE) {
        note_broken(log, "out of memory");
    } else {
        ssize_t count = write(log->fd, line.data, line.size);
        if (count != (ssize_t)line.size) {
            note_broken(log, count < 0 && errno == ENOSPC ? "no space is left" : "the file system refused it");
        }
    }
    lob_buf_release(&line);
}

static bool looks_like_ours(lob_str line) {
    static const lob_str marks[] = {{"[KLAYOUT]", 9}, {"[PROXY]", 7}};
    size_t at = 0;
    while (at < line.size && strchr(" \t\v\f", line.data[at]) != NULL) {
        at++;
    }
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        if (line.size - at >= marks[i].size && memcmp(line.data + at, marks[i].data, marks[i].size) == 0) {
            return true;
        }
    }
    return false;
}

void lob_chat_log_add_heard(lob_chat_log *log, lob_str line, lob_str secret) {
    lob_chat_log_add(log, looks_like_ours(line) ? "\\" : "", line, secret);
}
