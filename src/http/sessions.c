/* A table of a thousand, searched from end to end: that is microseconds, once a request. */
#include "http/sessions.h"

#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/digest.h"

bool lob_http_sessions_init(lob_http_sessions *sessions) {
    memset(sessions, 0, sizeof *sessions);
    return pthread_mutex_init(&sessions->lock, NULL) == 0;
}

lob_http_session *lob_http_session_new(void) {
    uint8_t bytes[LOB_HTTP_SESSION_ID_SIZE / 2];
    lob_http_session *session = lob_calloc(1, sizeof *session);
    if (session == NULL || !lob_random(bytes, sizeof bytes)) {
        lob_free(session);
        return NULL;
    }
    lob_hex(session->id, bytes, sizeof bytes);
    memcpy(&session->agreed.client, bytes, sizeof session->agreed.client);
    session->agreed.client |= 1; /* 0 is nobody */
    session->uses = 1;
    return session;
}

/* ---- under the lock ---- */

static void drop(lob_http_session *session) {
    if (--session->uses == 0) {
        lob_agreed_release(&session->agreed);
        lob_free(session);
    }
}

/* The list is one of its users. */
static void unlist(lob_http_sessions *sessions, unsigned at) {
    lob_http_session *session = sessions->items[at];
    sessions->items[at] = sessions->items[--sessions->count];
    session->is_listed = false;
    drop(session);
}

static void make_room(lob_http_sessions *sessions, int64_t now_ms) {
    unsigned oldest = 0;
    for (unsigned i = sessions->count; i > 0;) {
        i--;
        if (now_ms - sessions->items[i]->used_ms >= LOB_HTTP_SESSION_IDLE_MS) {
            unlist(sessions, i);
        }
    }
    for (unsigned i = 1; i < sessions->count; i++) {
        oldest = sessions->items[i]->used_ms < sessions->items[oldest]->used_ms ? i : oldest;
    }
    if (sessions->count == LOB_HTTP_SESSION_COUNT_MAX) {
        unlist(sessions, oldest);
    }
}

/* ---- */

void lob_http_sessions_release(lob_http_sessions *sessions) {
    while (sessions->count > 0) {
        unlist(sessions, sessions->count - 1);
    }
    pthread_mutex_destroy(&sessions->lock);
}

void lob_http_session_list(lob_http_sessions *sessions, lob_http_session *session) {
    pthread_mutex_lock(&sessions->lock);
    session->used_ms = lob_clock_ms();
    make_room(sessions, session->used_ms);
    sessions->items[sessions->count++] = session;
    session->uses++;
    session->is_listed = true;
    pthread_mutex_unlock(&sessions->lock);
}

lob_http_session *lob_http_session_find(lob_http_sessions *sessions, lob_str id) {
    lob_http_session *found = NULL;
    pthread_mutex_lock(&sessions->lock);
    for (unsigned i = 0; i < sessions->count && found == NULL; i++) {
        found = lob_str_equal(lob_str_from(sessions->items[i]->id), id) ? sessions->items[i] : NULL;
    }
    if (found != NULL) {
        found->uses++;
        found->used_ms = lob_clock_ms();
    }
    pthread_mutex_unlock(&sessions->lock);
    return found;
}

void lob_http_session_give_back(lob_http_sessions *sessions, lob_http_session *session) {
    pthread_mutex_lock(&sessions->lock);
    drop(session);
    pthread_mutex_unlock(&sessions->lock);
}

void lob_http_session_end(lob_http_sessions *sessions, lob_http_session *session) {
    pthread_mutex_lock(&sessions->lock);
    for (unsigned i = 0; session->is_listed && i < sessions->count; i++) {
        if (sessions->items[i] == session) {
            unlist(sessions, i);
        }
    }
    pthread_mutex_unlock(&sessions->lock);
}
