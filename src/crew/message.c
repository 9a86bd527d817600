/* Framing. Invariant: nothing of a message is shown before all of it is here and its sizes fit. */
#include "crew/message.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

enum { BLOCK_SIZE = 64 * 1024, KEPT_SIZE_MAX = 1024 * 1024 };
#define MESSAGE_SIZE_MAX ((uint64_t)512 * 1024 * 1024)
#define ABSENT           UINT64_MAX

typedef struct head {
    uint32_t kind, number, held, part_count;
    uint64_t sizes[LOB_CREW_PARTS];
} head;

void lob_crew_inbox_init(lob_crew_inbox *inbox) {
    lob_buf_init(&inbox->bytes, 0);
    inbox->used = 0;
}

void lob_crew_inbox_release(lob_crew_inbox *inbox) {
    lob_buf_release(&inbox->bytes);
}

static void forget_used(lob_crew_inbox *inbox) {
    lob_buf *bytes = &inbox->bytes;
    const size_t left = bytes->size - inbox->used;
    if (inbox->used == 0) {
        return;
    }
    if (left > 0) {
        memmove(bytes->data, bytes->data + inbox->used, left);
        bytes->size = left;
    } else if (bytes->capacity > KEPT_SIZE_MAX) {
        lob_buf_release(bytes); /* one large answer does not stay */
    } else {
        lob_buf_clear(bytes);
    }
    inbox->used = 0;
}

/* The size of all parts; false: the head is none of ours. */
static bool body_size(const head *h, uint64_t *size) {
    bool fine = h->kind >= LOB_CREW_SETUP && h->kind <= LOB_CREW_TOLD && h->part_count <= LOB_CREW_PARTS;
    *size = 0;
    for (uint32_t i = 0; fine && i < h->part_count; i++) {
        const uint64_t part = h->sizes[i] == ABSENT ? 0 : h->sizes[i];
        fine = part <= MESSAGE_SIZE_MAX && *size + part <= MESSAGE_SIZE_MAX;
        *size += part;
    }
    return fine;
}

lob_crew_taken lob_crew_take(lob_crew_inbox *inbox, lob_crew_message *message) {
    head h;
    uint64_t size;
    forget_used(inbox);
    if (inbox->bytes.size < sizeof h) {
        return LOB_CREW_MORE;
    }
    memcpy(&h, inbox->bytes.data, sizeof h);
    if (!body_size(&h, &size)) {
        return LOB_CREW_BROKEN;
    }
    if (inbox->bytes.size - sizeof h < size) {
        return LOB_CREW_MORE;
    }
    *message = (lob_crew_message){
        .kind = (lob_crew_kind)h.kind, .number = h.number, .held = h.held, .part_count = h.part_count};
    const char *at = inbox->bytes.data + sizeof h;
    for (uint32_t i = 0; i < h.part_count; i++) {
        if (h.sizes[i] != ABSENT) {
            message->parts[i] = (lob_str){at, (size_t)h.sizes[i]};
            at += h.sizes[i];
        }
    }
    inbox->used = sizeof h + (size_t)size;
    return LOB_CREW_TAKEN;
}

int lob_crew_read(lob_crew_inbox *inbox, int fd) {
    char *room = lob_buf_reserve(&inbox->bytes, BLOCK_SIZE);
    if (!room) {
        return -1;
    }
    const ssize_t count = read(fd, room, BLOCK_SIZE);
    if (count > 0) {
        inbox->bytes.size += (size_t)count;
        return 1;
    }
    return count < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
}

/* Moves the vectors behind `count` bytes; how many are left. */
static size_t advance(struct iovec **at, size_t left, size_t count) {
    while (left > 0 && count >= (*at)->iov_len) {
        count -= (*at)->iov_len;
        (*at)++;
        left--;
    }
    if (left > 0) {
        (*at)->iov_base = (char *)(*at)->iov_base + count;
        (*at)->iov_len -= count;
    }
    return left;
}

bool lob_crew_send(int fd, const lob_crew_message *message, bool (*wait)(void *arg), void *arg) {
    head h = {
        .kind = message->kind, .number = message->number, .held = message->held, .part_count = message->part_count};
    struct iovec vectors[LOB_CREW_PARTS + 1] = {{&h, sizeof h}}, *at = vectors;
    size_t left = 1;
    for (uint32_t i = 0; i < message->part_count; i++) {
        const lob_str part = message->parts[i];
        h.sizes[i] = part.data ? part.size : ABSENT;
        if (part.data && part.size > 0) {
            vectors[left++] = (struct iovec){(void *)(uintptr_t)part.data, part.size};
        }
    }
    while (left > 0) {
        const struct msghdr all = {.msg_iov = at, .msg_iovlen = left};
        const ssize_t count = sendmsg(fd, &all, MSG_NOSIGNAL);
        if (count >= 0) {
            left = advance(&at, left, (size_t)count);
        } else if (errno == EAGAIN && wait) {
            if (!wait(arg)) {
                return false;
            }
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}
