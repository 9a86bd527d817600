/* Invariant: whatever the server does, the call ends within twice its time and holds at most LOB_LLM_SIZE_MAX bytes. */
#include "proxy/klayout_call.h"

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "json/reader.h"

enum { PIECE_SIZE = 4096 };

static void say_errno(char what[LOB_LLM_WHAT_SIZE], int error) {
    char text[128];
    snprintf(what, LOB_LLM_WHAT_SIZE, "[Errno %d] %s", error, strerror_r(error, text, sizeof text));
}

static bool is_for_now(int error) {
    return error == EAGAIN || error == EINTR;
}

/* 1: ready; 0: the time is over; -1: errno. */
static int wait_for(int fd, short events, int64_t end_ms) {
    for (;;) {
        int64_t left_ms = end_ms - lob_clock_ms();
        struct pollfd watched = {.fd = fd, .events = events};
        int count = poll(&watched, 1, left_ms > 0 ? (int)left_ms : 0);
        if (count >= 0 || !is_for_now(errno)) {
            return count;
        }
    }
}

/* -1: `what` says why. */
static int connect_to(int port, int64_t end_ms, char what[LOB_LLM_WHAT_SIZE]) {
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    int error = 0;
    socklen_t size = sizeof error;
    if (fd < 0) {
        say_errno(what, errno);
        return -1;
    }
    if (connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
        error = errno;
        if (error == EINPROGRESS) {
            int ready = wait_for(fd, POLLOUT, end_ms);
            error = ready == 0                                                              ? ETIMEDOUT
                    : ready < 0 || getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) != 0 ? errno
                                                                                            : error;
        }
    }
    if (error == 0) {
        return fd;
    }
    say_errno(what, error);
    close(fd);
    return -1;
}

static lob_klayout_state send_all(int fd, const lob_buf *request, int64_t end_ms, char what[LOB_LLM_WHAT_SIZE]) {
    size_t at = 0;
    while (at < request->size) {
        ssize_t count = send(fd, request->data + at, request->size - at, MSG_NOSIGNAL);
        if (count >= 0) {
            at += (size_t)count;
        } else if (!is_for_now(errno)) {
            say_errno(what, errno);
            return LOB_KLAYOUT_SEND_ERROR;
        } else if (wait_for(fd, POLLOUT, end_ms) == 0) {
            snprintf(what, LOB_LLM_WHAT_SIZE, "timed out");
            return LOB_KLAYOUT_SEND_ERROR;
        }
    }
    return LOB_KLAYOUT_RESPONSE;
}

/* Control characters would make two lines of the log of one. */
static void blank_controls(char *data, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if ((unsigned char)data[i] < ' ' || data[i] == 0x7f) {
            data[i] = ' ';
        }
    }
}

/* The line is what stands before the first \n; a server that closes without one has said all it says. */
static lob_klayout_state end_line(lob_buf *line, size_t size) {
    line->size = size;
    if (size > 0 && line->data[size - 1] == '\r') {
        line->size--;
    }
    blank_controls(line->data, line->size);
    return LOB_KLAYOUT_RESPONSE;
}

static lob_klayout_state receive_line(int fd, lob_buf *line, int64_t end_ms, char what[LOB_LLM_WHAT_SIZE]) {
    for (;;) {
        char piece[PIECE_SIZE];
        ssize_t count = recv(fd, piece, sizeof piece, 0);
        if (count > 0) {
            size_t before = line->size;
            lob_buf_add(line, piece, (size_t)count);
            if (line->failed != LOB_BUF_FINE) {
                snprintf(what, LOB_LLM_WHAT_SIZE, "the response is longer than %d bytes", LOB_LLM_SIZE_MAX);
                return line->failed == LOB_BUF_NO_MEMORY ? LOB_KLAYOUT_MEMORY : LOB_KLAYOUT_SEND_ERROR;
            }
            const char *end = memchr(line->data + before, '\n', line->size - before);
            if (end != NULL) {
                return end_line(line, (size_t)(end - line->data));
            }
        } else if (count == 0) {
            return line->size == 0 ? LOB_KLAYOUT_EMPTY : end_line(line, line->size);
        } else if (!is_for_now(errno)) {
            say_errno(what, errno);
            return LOB_KLAYOUT_SEND_ERROR;
        } else if (wait_for(fd, POLLIN, end_ms) == 0) {
            snprintf(what, LOB_LLM_WHAT_SIZE, "timed out");
            return LOB_KLAYOUT_SEND_ERROR;
        }
    }
}

static void add_member(lob_buf *request, const char *key, lob_str raw, const char *otherwise) {
    size_t before;
    lob_buf_add_text(request, key);
    before = request->size;
    lob_buf_add(request, raw.data != NULL ? raw.data : otherwise, raw.data != NULL ? raw.size : strlen(otherwise));
    if (request->failed == LOB_BUF_FINE) {
        blank_controls(request->data + before, request->size - before); /* white space between tokens */
    }
}

/* False: there is no method. */
static bool write_request(lob_str command, lob_buf *request) {
    lob_str method = lob_json_raw_member(command, "method");
    if (method.data == NULL || method.data[0] != '"' || method.size == 2) {
        return false;
    }
    add_member(request, "{\"id\":", lob_json_raw_member(command, "id"), "1");
    add_member(request, ",\"method\":", method, "");
    add_member(request, ",\"params\":", lob_json_raw_member(command, "params"), "{}");
    lob_buf_add_text(request, "}\n");
    return true;
}

lob_klayout_state lob_klayout_call(int port, int timeout_ms, lob_str command, lob_buf *line,
                                   char what[LOB_LLM_WHAT_SIZE]) {
    lob_buf request;
    lob_klayout_state state = LOB_KLAYOUT_CONNECT_ERROR;
    what[0] = '\0';
    lob_buf_clear(line);
    lob_buf_init(&request, 0);
    if (!write_request(command, &request)) {
        snprintf(what, LOB_LLM_WHAT_SIZE, "the command has no method");
        lob_buf_release(&request);
        return LOB_KLAYOUT_NO_METHOD;
    }
    if (request.failed != LOB_BUF_FINE) {
        lob_buf_release(&request);
        return LOB_KLAYOUT_MEMORY;
    }
    int fd = connect_to(port, lob_clock_ms() + timeout_ms, what);
    if (fd >= 0) {
        int64_t end_ms = lob_clock_ms() + timeout_ms;
        state = send_all(fd, &request, end_ms, what);
        state = state == LOB_KLAYOUT_RESPONSE ? receive_line(fd, line, end_ms, what) : state;
        close(fd);
    }
    lob_buf_release(&request);
    return state;
}
