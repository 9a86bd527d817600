/* Messages between the server and its worker processes: a head of fixed size and up to eight parts, over a stream
 * socket.
 *
 * Both ends are the same program on the same machine, so numbers go as they lie in memory. What a worker sends is not
 * trusted: sizes are checked before anything is read.
 */
#ifndef LOB_CREW_MESSAGE_H
#define LOB_CREW_MESSAGE_H

#include "base/buf.h"
#include "base/ctx.h"

enum { LOB_CREW_PARTS = 12, LOB_CREW_IMAGES_FROM = 3 /* of an answer */ };

typedef enum {
    LOB_CREW_SETUP = 1, /* to a worker, once: a lob_crew_terms */
    LOB_CREW_CALL,      /* to a worker: tool, arguments, then three parts for each guest: id, opened, sha256 */
    LOB_CREW_JOB,       /* to a worker: kind, arguments, before, path, artifact_id, then guests as above */
    LOB_CREW_ANSWER,    /* from a worker, one for each of these: JSON, session id, sha256, then pictures */
    LOB_CREW_PROGRESS,  /* from a worker: two doubles, a text */
    LOB_CREW_TOLD       /* from a worker that runs a job: the id of the file it read */
} lob_crew_kind;

typedef struct lob_crew_message {
    lob_crew_kind kind;
    uint32_t number; /* ANSWER: lob_status; CALL: 1 when progress is wanted */
    uint32_t held;   /* CALL: bytes of memory that the request took already */
    uint32_t part_count;
    lob_str parts[LOB_CREW_PARTS]; /* data NULL: not there, which is not the same as empty */
} lob_crew_message;

/* What was read and not yet used. */
typedef struct lob_crew_inbox {
    lob_buf bytes;
    size_t used; /* of the message that was taken last */
} lob_crew_inbox;

typedef enum { LOB_CREW_TAKEN, LOB_CREW_MORE, LOB_CREW_BROKEN } lob_crew_taken;

void lob_crew_inbox_init(lob_crew_inbox *inbox);
void lob_crew_inbox_release(lob_crew_inbox *inbox);
/* Parts lie in the inbox until the next call. MORE: read more first. BROKEN: this is no message of ours. */
lob_crew_taken lob_crew_take(lob_crew_inbox *inbox, lob_crew_message *message);
/* Reads once. 1: something came, 0: nothing now, -1: the other end is gone, or memory. */
int lob_crew_read(lob_crew_inbox *inbox, int fd);

/* Sends a whole message. `wait` is called, if there is one, when the socket takes no more: false gives up. False: the
 * other end is gone, or `wait` gave up. */
bool lob_crew_send(int fd, const lob_crew_message *message, bool (*wait)(void *arg), void *arg);

#endif
