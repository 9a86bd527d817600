/* Lines from the core to the thread that writes them, under one lock a post. */
#include "http/post.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "base/clock.h"

/* ---- the core's side ---- */

static lob_http_post *post_of(lob_connection *connection) {
    return (lob_http_post *)connection;
}

static lob_http_line *copy_line(lob_line_kind kind, lob_str line) {
    const size_t size = line.size - 1; /* its newline is the frame of pipes */
    lob_http_line *copy = lob_malloc(sizeof *copy + size);
    if (copy != NULL) {
        copy->next = NULL;
        copy->kind = kind;
        copy->size = size;
        memcpy(copy->data, line.data, size);
    }
    return copy;
}

static bool keep_line(lob_connection *connection, lob_line_kind kind, lob_str line) {
    lob_http_post *post = post_of(connection);
    lob_http_line *copy = copy_line(kind, line);
    pthread_mutex_lock(&post->lock);
    const bool is_kept = copy != NULL && !post->is_gone;
    if (is_kept) {
        *(post->last != NULL ? &post->last->next : &post->first) = copy;
        post->last = copy;
        atomic_fetch_add(post->held, copy->size);
    }
    post->is_starved = post->is_starved || (copy == NULL && kind == LOB_LINE_ANSWER);
    pthread_cond_signal(&post->changed);
    pthread_mutex_unlock(&post->lock);
    if (!is_kept) {
        lob_free(copy);
    }
    return is_kept;
}

static void set_over(lob_connection *connection) {
    lob_http_post *post = post_of(connection);
    pthread_mutex_lock(&post->lock);
    post->is_over = true;
    pthread_cond_signal(&post->changed);
    pthread_mutex_unlock(&post->lock);
}

void lob_http_post_taken(lob_http_post *post) {
    pthread_mutex_lock(&post->lock);
    post->taken_ms = lob_clock_ms();
    pthread_mutex_unlock(&post->lock);
}

/* ---- life ---- */

static bool make_cond(pthread_cond_t *cond) {
    pthread_condattr_t attr;
    if (pthread_condattr_init(&attr) != 0) {
        return false;
    }
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    const bool fine = pthread_cond_init(cond, &attr) == 0;
    pthread_condattr_destroy(&attr);
    return fine;
}

bool lob_http_post_begin(lob_http_post *post) {
    if (pthread_mutex_init(&post->lock, NULL) != 0) {
        return false;
    }
    if (!make_cond(&post->changed)) {
        pthread_mutex_destroy(&post->lock);
        return false;
    }
    post->connection.send = keep_line;
    post->connection.done = set_over;
    post->connection.agreed = post->session != NULL ? &post->session->agreed : &post->none;
    post->connection.scope = post->session != NULL ? (const void *)post->session : (const void *)post;
    return true;
}

void lob_http_post_end(lob_http_post *post) {
    while (post->first != NULL) {
        lob_http_line *line = post->first;
        post->first = line->next;
        lob_http_line_drop(post, line);
    }
    lob_rpc_drop(&post->message);
    pthread_cond_destroy(&post->changed);
    pthread_mutex_destroy(&post->lock);
}

/* ---- the HTTP side ---- */

static struct timespec in_ms(int ms) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += ms / 1000;
    until.tv_nsec += ms % 1000 * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    return until;
}

lob_http_post_state lob_http_post_wait(lob_http_post *post, int ms, lob_http_line **line) {
    const struct timespec until = in_ms(ms);
    int waited = 0;
    pthread_mutex_lock(&post->lock);
    while (post->first == NULL && !post->is_over && waited != ETIMEDOUT) {
        waited = pthread_cond_timedwait(&post->changed, &post->lock, &until);
    }
    *line = post->first;
    if (post->first != NULL) {
        post->first = post->first->next;
        post->last = post->first != NULL ? post->last : NULL;
    }
    const bool is_over = post->is_over;
    pthread_mutex_unlock(&post->lock);
    return *line != NULL ? LOB_HTTP_POST_LINE : is_over ? LOB_HTTP_POST_OVER : LOB_HTTP_POST_QUIET;
}

void lob_http_line_drop(const lob_http_post *post, lob_http_line *line) {
    if (line != NULL) {
        atomic_fetch_sub(post->held, line->size);
        lob_free(line);
    }
}

void lob_http_post_abandon(lob_http_post *post) {
    pthread_mutex_lock(&post->lock);
    post->is_gone = true;
    pthread_mutex_unlock(&post->lock);
}

int64_t lob_http_post_age_ms(lob_http_post *post) {
    pthread_mutex_lock(&post->lock);
    const int64_t taken_ms = post->taken_ms;
    pthread_mutex_unlock(&post->lock);
    return taken_ms != 0 ? lob_clock_ms() - taken_ms : 0;
}
