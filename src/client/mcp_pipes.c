/* Lines over the pipes of a server that a keeper looks after.
 *
 * Invariant: in.data[begin .. scanned) holds no line end, so a long line arriving in pieces is searched once, and a
 * line that was taken costs nothing to remove. While writing waits, what the server says is read: neither side can be
 * stuck because both write.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/platform.h"
#include "client/mcp_keeper.h"
#include "client/mcp_transport.h"

enum { READ_SIZE = 65536, END_NEWS_MS = 500, LAST_WORDS_MS = 250, POLL_MS = 1000 };
#define NS_PER_MS INT64_C(1000000)

typedef struct pipes {
    lob_mcp_transport base;
    lob_mcp_kept kept;
    lob_buf in;
    size_t begin, scanned;
    bool is_at_end;        /* the server's output has ended */
    int64_t last_words_ns; /* the server ended: nobody else's words count after this; 0: it has not */
} pipes;

static int left_ms(int64_t end_ns) {
    int64_t now_ns = lob_clock_ns();
    if (now_ns >= end_ns) {
        return 0;
    }
    int64_t ms = (end_ns - now_ns + NS_PER_MS - 1) / NS_PER_MS;
    return ms > POLL_MS ? POLL_MS : (int)ms;
}

/* ---- how a server ended, in words ---- */

static void add_half_line(pipes *p) {
    size_t size = strlen(p->base.what);
    char excerpt[LOB_MCP_EXCERPT_SIZE];
    if (p->in.size > p->begin) {
        snprintf(p->base.what + size, sizeof p->base.what - size, " in the middle of a line (%s)",
                 lob_mcp_excerpt((lob_str){p->in.data + p->begin, p->in.size - p->begin}, excerpt));
    }
}

/* POSIX has no call for these names; strsignal() gives a sentence. */
static const char *name_of_signal(int number) {
    static const struct {
        int number;
        const char *name;
    } names[] = {
        {SIGABRT, "SIGABRT"}, {SIGALRM, "SIGALRM"}, {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},
        {SIGHUP, "SIGHUP"},   {SIGILL, "SIGILL"},   {SIGINT, "SIGINT"},   {SIGKILL, "SIGKILL"},
        {SIGPIPE, "SIGPIPE"}, {SIGQUIT, "SIGQUIT"}, {SIGSEGV, "SIGSEGV"}, {SIGSYS, "SIGSYS"},
        {SIGTERM, "SIGTERM"}, {SIGTRAP, "SIGTRAP"}, {SIGXCPU, "SIGXCPU"}, {SIGXFSZ, "SIGXFSZ"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (names[i].number == number) {
            return names[i].name;
        }
    }
    return "unnamed";
}

static const char *text_of_error(int error) {
#if LOB_HAS_GNU_NAMES
    return strerrordesc_np(error);
#else
    return strerror(error);
#endif
}

static void say_end(pipes *p) {
    char *what = p->base.what;
    int status = p->kept.wait_status;
    if (WIFSIGNALED(status)) {
        snprintf(what, LOB_MCP_WHAT_SIZE, "was ended by signal %d (%s)", WTERMSIG(status),
                 name_of_signal(WTERMSIG(status)));
    } else {
        snprintf(what, LOB_MCP_WHAT_SIZE, "ended with exit status %d", WEXITSTATUS(status));
    }
}

/* One end of the pipes is closed: soon afterwards it is known whether the server is gone as well. */
static lob_mcp_state say_closed(pipes *p, const char *stream) {
    int64_t end_ns = lob_clock_ns() + END_NEWS_MS * NS_PER_MS;
    while (!p->kept.has_ended && !p->kept.is_lost && lob_clock_ns() < end_ns) {
        struct pollfd item = {p->kept.control_fd, POLLIN, 0};
        (void)poll(&item, 1, left_ms(end_ns));
        lob_mcp_keeper_hear(&p->kept);
    }
    if (p->kept.has_ended) {
        say_end(p);
    } else if (p->kept.is_lost) {
        snprintf(p->base.what, sizeof p->base.what, "was lost sight of (the process that watched it is gone)");
    } else {
        snprintf(p->base.what, sizeof p->base.what, "closed its %s but went on running", stream);
    }
    add_half_line(p);
    return LOB_MCP_CLOSED;
}

/* ---- in ---- */

/* One read, whatever there is. FINE: something came. TIMEOUT: nothing for now. CLOSED: nothing ever. */
static lob_mcp_state read_some(pipes *p) {
    if (p->begin > 0) {
        memmove(p->in.data, p->in.data + p->begin, p->in.size - p->begin);
        p->in.size -= p->begin;
        p->scanned -= p->begin;
        p->begin = 0;
    }
    char *room = lob_buf_reserve(&p->in, READ_SIZE);
    if (room == NULL) {
        snprintf(p->base.what, sizeof p->base.what, "wrote %zu MiB without a line end", LOB_MCP_SIZE_MAX >> 20);
        return p->in.failed == LOB_BUF_TOO_LARGE ? LOB_MCP_MALFORMED : LOB_MCP_MEMORY;
    }
    ssize_t count;
    do {
        count = read(p->kept.from_fd, room, READ_SIZE);
    } while (count < 0 && errno == EINTR);
    if (count > 0) {
        p->in.size += (size_t)count;
        p->base.received_size += (uint64_t)count;
        return LOB_MCP_FINE;
    }
    p->is_at_end = count == 0 || errno != EAGAIN;
    return p->is_at_end ? LOB_MCP_CLOSED : LOB_MCP_TIMEOUT;
}

/* Nothing is there to read: waits for more. A server that ended while others hold its output open is at its end, too,
 * after a moment for what still comes. */
static lob_mcp_state wait_for_more(pipes *p, int64_t end_ns) {
    struct pollfd items[] = {{p->kept.from_fd, POLLIN, 0}, {p->kept.control_fd, POLLIN, 0}};
    bool is_ending = p->last_words_ns != 0 && p->last_words_ns < end_ns;
    int wait_ms = left_ms(is_ending ? p->last_words_ns : end_ns);
    int count = poll(items, p->kept.has_ended || p->kept.is_lost ? 1 : 2, wait_ms);
    if (count > 0 && items[1].revents != 0) {
        lob_mcp_keeper_hear(&p->kept);
        if (p->kept.has_ended) {
            p->last_words_ns = lob_clock_ns() + LAST_WORDS_MS * NS_PER_MS;
        }
    }
    if (count > 0 || left_ms(is_ending ? p->last_words_ns : end_ns) > 0) {
        return LOB_MCP_FINE;
    }
    if (is_ending) {
        return say_closed(p, "standard output");
    }
    snprintf(p->base.what, sizeof p->base.what, "%s", p->in.size > p->begin ? "it stopped" : "");
    add_half_line(p);
    return LOB_MCP_TIMEOUT;
}

static bool take_line(pipes *p, lob_arena *arena, lob_str *line) {
    const char *end = NULL;
    if (p->in.size > p->scanned) {
        end = memchr(p->in.data + p->scanned, '\n', p->in.size - p->scanned);
    }
    if (end == NULL) {
        p->scanned = p->in.size;
        return false;
    }
    const char *from = p->in.data + p->begin;
    line->size = (size_t)(end - from);
    line->data = lob_arena_strdup(arena, from, line->size);
    p->begin = p->scanned = p->begin + line->size + 1;
    return true;
}

static lob_mcp_state receive(lob_mcp_transport *transport, lob_arena *arena, int64_t end_ns, lob_str *text) {
    pipes *p = (pipes *)transport;
    while (!take_line(p, arena, text)) {
        lob_mcp_state state = p->is_at_end ? LOB_MCP_CLOSED : read_some(p);
        if (state == LOB_MCP_CLOSED) {
            return say_closed(p, "standard output");
        }
        if (state == LOB_MCP_TIMEOUT) {
            state = wait_for_more(p, end_ns);
        }
        if (state != LOB_MCP_FINE) {
            return state;
        }
    }
    return text->data != NULL ? LOB_MCP_FINE : LOB_MCP_MEMORY;
}

/* ---- out ---- */

static lob_mcp_state wait_for_room(pipes *p, int64_t end_ns) {
    int wait_ms = left_ms(end_ns);
    if (wait_ms == 0) {
        snprintf(p->base.what, sizeof p->base.what, "it does not read its standard input");
        return LOB_MCP_TIMEOUT;
    }
    bool reads = !p->is_at_end && p->in.size - p->begin < LOB_MCP_SIZE_MAX - READ_SIZE;
    struct pollfd items[] = {{p->kept.to_fd, POLLOUT, 0}, {reads ? p->kept.from_fd : -1, POLLIN, 0}};
    (void)poll(items, 2, wait_ms);
    lob_mcp_state state = items[1].revents != 0 ? read_some(p) : LOB_MCP_FINE;
    return state == LOB_MCP_MEMORY || state == LOB_MCP_MALFORMED ? state : LOB_MCP_FINE;
}

static lob_mcp_state send_message(lob_mcp_transport *transport, const lob_mcp_message *message, int64_t end_ns) {
    pipes *p = (pipes *)transport;
    lob_str rest = message->text;
    while (rest.size > 0) {
        ssize_t count = write(p->kept.to_fd, rest.data, rest.size);
        if (count > 0) {
            rest.data += count;
            rest.size -= (size_t)count;
        } else if (count < 0 && errno == EAGAIN) {
            lob_mcp_state state = wait_for_room(p, end_ns);
            if (state != LOB_MCP_FINE) {
                return state;
            }
        } else if (count < 0 && errno != EINTR) {
            return say_closed(p, "standard input");
        }
    }
    return LOB_MCP_FINE;
}

/* ---- the end ---- */

/* The server's input is closed: waits for its end. What it still says is thrown away, or it could never write it. */
static void wait_for_end(pipes *p, int64_t end_ns) {
    bool is_open = !p->is_at_end;
    while (!p->kept.has_ended && !p->kept.is_lost && left_ms(end_ns) > 0) {
        struct pollfd items[] = {{p->kept.control_fd, POLLIN, 0}, {is_open ? p->kept.from_fd : -1, POLLIN, 0}};
        (void)poll(items, 2, left_ms(end_ns));
        lob_mcp_keeper_hear(&p->kept);
        if (items[1].revents != 0) {
            char waste[4096];
            ssize_t count = read(p->kept.from_fd, waste, sizeof waste);
            is_open = count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
        }
    }
}

static lob_mcp_end close_pipes(lob_mcp_transport *transport, int64_t timeout_ms, bool with_kill) {
    pipes *p = (pipes *)transport;
    if (!with_kill) { /* else its input stays open until it is dead: at the end of it a server tidies up */
        close(p->kept.to_fd);
    }
    lob_mcp_keeper_hear(&p->kept);
    if (!with_kill) {
        wait_for_end(p, lob_clock_ns() + timeout_ms * NS_PER_MS);
    }
    bool has_ended = p->kept.has_ended;
    int status = p->kept.wait_status;
    lob_mcp_keeper_end(&p->kept, has_ended && !with_kill);
    if (with_kill) {
        close(p->kept.to_fd);
    }
    close(p->kept.from_fd);
    lob_mcp_end end = {.status = -1, .was_killed = !has_ended && !with_kill, .left_count = p->kept.left_count};
    if (has_ended) {
        end.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    lob_buf_release(&p->in);
    lob_free(p);
    return end;
}

static const lob_mcp_transport_kind kind = {send_message, receive, NULL, close_pipes};

lob_mcp_transport *lob_mcp_pipes_open(const lob_mcp_peer_options *options, lob_mcp_state *state,
                                      char what[LOB_MCP_WHAT_SIZE]) {
    pipes *p = lob_calloc(1, sizeof *p);
    if (p == NULL) {
        *state = LOB_MCP_MEMORY;
        return NULL;
    }
    signal(SIGPIPE, SIG_IGN);
    lob_mcp_command command = {options->argv, options->environment, options->folder, options->stderr_path};
    int error = lob_mcp_keeper_start(&command, &p->kept);
    if (error != 0) {
        const char *name = text_of_error(error);
        snprintf(what, LOB_MCP_WHAT_SIZE, "could not be started: %s", name != NULL ? name : "unknown error");
        lob_free(p);
        *state = LOB_MCP_CLOSED;
        return NULL;
    }
    lob_buf_init(&p->in, LOB_MCP_SIZE_MAX);
    p->base.kind = &kind;
    p->base.pid = p->kept.server;
    *state = LOB_MCP_FINE;
    return &p->base;
}
