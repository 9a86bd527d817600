/* Strict JSON, a byte at a time: the first byte that cannot continue a JSON object is known when it comes.
 *
 * The grammar is that of RFC 8259 with at most LOB_LIMIT_JSON_DEPTH levels. What only the whole text shows (a key that
 * stands twice, half of a surrogate pair, a number too large for a double, invalid UTF-8) is left to json/reader.h.
 */
#ifndef LOB_PROXY_ACCEPT_H
#define LOB_PROXY_ACCEPT_H

#include <stdbool.h>
#include <stdint.h>

typedef enum { LOB_ACCEPT_MORE, LOB_ACCEPT_DONE, LOB_ACCEPT_BROKEN } lob_accept;

typedef struct lob_acceptor {
    uint64_t objects; /* bit i: level i is an object, not an array */
    unsigned depth;   /* levels that are open */
    unsigned state;
    unsigned hex_left; /* digits of \uXXXX that are due */
    bool is_key;       /* the string under way */
    const char *word;  /* what is due of true, false or null */
    const char *what;  /* after LOB_ACCEPT_BROKEN: what was expected instead; static, no full stop */
} lob_acceptor;

void lob_accept_open(lob_acceptor *a);
/* DONE: the byte closes the object. After DONE or BROKEN no byte may follow. The first byte is the { of the object. */
lob_accept lob_accept_step(lob_acceptor *a, char byte);

#endif
