/* Replies from the core to the thread that writes them, under one lock a message. */
#include "http/message.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "base/clock.h"

/* ---- the core's side ---- */

static lob_http_message *message_of(lob_connection *connection) {
    return (lob_http_message *)connection;
}

static lob_http_reply *copy_reply(lob_line_kind kind, lob_str line) {
    const size_t size = line.size - 1; /* its newline is the frame of pipes */
    lob_http_reply *copy = lob_malloc(sizeof *copy + size);
    if (copy != NULL) {
        copy->next = NULL;
        copy->kind = kind;
        copy->size = size;
        memcpy(copy->data, line.data, size);
    }
    return copy;
}

static bool keep_reply(lob_connection *connection, lob_line_kind kind, lob_str line) {
    lob_http_message *message = message_of(connection);
    lob_http_reply *copy = copy_reply(kind, line);
    pthread_mutex_lock(&message->lock);
    const bool is_kept = copy != NULL && !message->is_gone;
    if (is_kept) {
        *(message->last != NULL ? &message->last->next : &message->first) = copy;
        message->last = copy;
        atomic_fetch_add(message->held, copy->size);
    }
    message->is_starved = message->is_starved || (copy == NULL && kind == LOB_LINE_ANSWER);
    pthread_cond_signal(&message->changed);
    pthread_mutex_unlock(&message->lock);
    if (!is_kept) {
        lob_free(copy);
    }
    return is_kept;
}

static void set_over(lob_connection *connection) {
    lob_http_message *message = message_of(connection);
    pthread_mutex_lock(&message->lock);
    message->is_over = true;
    pthread_cond_signal(&message->changed);
    pthread_mutex_unlock(&message->lock);
}

void lob_http_message_taken(lob_http_message *message) {
    pthread_mutex_lock(&message->lock);
    message->taken_ms = lob_clock_ms();
    pthread_mutex_unlock(&message->lock);
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

bool lob_http_message_begin(lob_http_message *message) {
    if (pthread_mutex_init(&message->lock, NULL) != 0) {
        return false;
    }
    if (!make_cond(&message->changed)) {
        pthread_mutex_destroy(&message->lock);
        return false;
    }
    message->connection.send = keep_reply;
    message->connection.done = set_over;
    message->connection.agreed = message->session != NULL ? &message->session->agreed : &message->none;
    message->connection.scope = message->session != NULL ? (const void *)message->session : (const void *)message;
    return true;
}

void lob_http_message_end(lob_http_message *message) {
    while (message->first != NULL) {
        lob_http_reply *reply = message->first;
        message->first = reply->next;
        lob_http_reply_drop(message, reply);
    }
    lob_rpc_drop(&message->rpc);
    pthread_cond_destroy(&message->changed);
    pthread_mutex_destroy(&message->lock);
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

lob_http_message_state lob_http_message_wait(lob_http_message *message, int ms, lob_http_reply **reply) {
    const struct timespec until = in_ms(ms);
    int waited = 0;
    pthread_mutex_lock(&message->lock);
    while (message->first == NULL && !message->is_over && waited != ETIMEDOUT) {
        waited = pthread_cond_timedwait(&message->changed, &message->lock, &until);
    }
    *reply = message->first;
    if (message->first != NULL) {
        message->first = message->first->next;
        message->last = message->first != NULL ? message->last : NULL;
    }
    const bool is_over = message->is_over;
    pthread_mutex_unlock(&message->lock);
    return *reply != NULL ? LOB_HTTP_MESSAGE_REPLY : is_over ? LOB_HTTP_MESSAGE_OVER : LOB_HTTP_MESSAGE_QUIET;
}

void lob_http_reply_drop(const lob_http_message *message, lob_http_reply *reply) {
    if (reply != NULL) {
        atomic_fetch_sub(message->held, reply->size);
        lob_free(reply);
    }
}

void lob_http_message_abandon(lob_http_message *message) {
    pthread_mutex_lock(&message->lock);
    message->is_gone = true;
    pthread_mutex_unlock(&message->lock);
}

int64_t lob_http_message_age_ms(lob_http_message *message) {
    pthread_mutex_lock(&message->lock);
    const int64_t taken_ms = message->taken_ms;
    pthread_mutex_unlock(&message->lock);
    return taken_ms != 0 ? lob_clock_ms() - taken_ms : 0;
}
