/* Counting who still has to do with a connection. Invariant: done() is called once, by whoever lets go last. */
#include "mcp/connection.h"

void lob_connection_use(lob_connection *connection) {
    atomic_fetch_add(&connection->uses, 1);
}

void lob_connection_release(lob_connection *connection) {
    void (*done)(lob_connection *) = connection->done;
    if (atomic_fetch_sub(&connection->uses, 1) == 1 && done) {
        done(connection);
    }
}
