/* A queue and a descriptor that tells of it. Invariant: a message in the queue has one use for being there. */
#include "http/feed.h"

#include <errno.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

bool lob_http_feed_init(lob_http_feed *feed, int stop_fd) {
    *feed = (lob_http_feed){.stop_fd = stop_fd, .wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
    if (feed->wake_fd < 0) {
        return false;
    }
    if (pthread_mutex_init(&feed->lock, NULL) != 0) {
        close(feed->wake_fd);
        return false;
    }
    return true;
}

void lob_http_feed_release(lob_http_feed *feed) {
    pthread_mutex_destroy(&feed->lock);
    close(feed->wake_fd);
}

bool lob_http_feed_put(lob_http_feed *feed, lob_http_message *message) {
    pthread_mutex_lock(&feed->lock);
    const bool is_open = !feed->is_closed;
    if (is_open) {
        lob_connection_use(&message->connection);
        *(feed->last != NULL ? &feed->last->next : &feed->first) = message;
        feed->last = message;
        eventfd_write(feed->wake_fd, 1);
    }
    pthread_mutex_unlock(&feed->lock);
    return is_open;
}

static lob_http_message *pop(lob_http_feed *feed) {
    pthread_mutex_lock(&feed->lock);
    lob_http_message *message = feed->first;
    if (message != NULL) {
        feed->first = message->next;
        feed->last = feed->first != NULL ? feed->last : NULL;
    }
    pthread_mutex_unlock(&feed->lock);
    return message;
}

void lob_http_feed_close(lob_http_feed *feed) {
    lob_http_message *message;
    pthread_mutex_lock(&feed->lock);
    feed->is_closed = true;
    pthread_mutex_unlock(&feed->lock);
    while ((message = pop(feed)) != NULL) {
        lob_connection_release(&message->connection);
    }
}

/* ---- for the core ---- */

static bool is_stopping(lob_http_feed *feed) {
    pthread_mutex_lock(&feed->lock);
    const bool is_closed = feed->is_closed;
    pthread_mutex_unlock(&feed->lock);
    struct pollfd stop = {feed->stop_fd, POLLIN, 0};
    return is_closed || poll(&stop, 1, 0) > 0;
}

/* Until there is something to look at. */
static void wait(const lob_http_feed *feed) {
    struct pollfd fds[2] = {{feed->wake_fd, POLLIN, 0}, {feed->stop_fd, POLLIN, 0}};
    eventfd_t count;
    if (poll(fds, 2, -1) > 0 && fds[0].revents != 0) {
        eventfd_read(feed->wake_fd, &count);
    }
}

static lob_read_state take(lob_http_feed *feed, unsigned me, lob_http_message *message) {
    const lob_read_state state = message->batch.data != NULL
                                     ? lob_core_take_text(feed->server, me, &message->connection, message->batch)
                                     : lob_core_take_message(feed->server, me, &message->connection, &message->rpc);
    lob_http_message_taken(message);
    lob_connection_release(&message->connection);
    return state;
}

static lob_read_state read_messages(void *arg, unsigned me) {
    lob_http_feed *feed = arg;
    lob_read_state state = LOB_READ_MORE;
    while (state == LOB_READ_MORE) {
        if (is_stopping(feed)) {
            return LOB_READ_ABORT;
        }
        lob_http_message *message = pop(feed);
        if (message != NULL) {
            state = take(feed, me, message);
        } else {
            wait(feed);
        }
    }
    return state;
}

static bool is_abandoned(void *arg) {
    return is_stopping(arg);
}

static void close_and_wake(void *arg) {
    lob_http_feed *feed = arg;
    pthread_mutex_lock(&feed->lock);
    feed->is_closed = true;
    pthread_mutex_unlock(&feed->lock);
    eventfd_write(feed->wake_fd, 1);
}

lob_core_feed lob_http_feed_calls(lob_http_feed *feed) {
    return (lob_core_feed){feed, read_messages, is_abandoned, close_and_wake};
}
