/* Near misses: text that was meant as a command and is none, so that nobody waits for an answer in silence.
 *
 * The scan hands over all that it passes by, in order, each byte once, and says of each { why no command begins there.
 * A brace without a strict object counts as meant when "klayout" stands as a value ("klayout", 'klayout', klayout
 * behind a : = or >) between it and its }, or when its first key is `tool`. It is reported when its } comes, or at the
 * end. The eight innermost braces are kept. O(bytes).
 */
#ifndef LOB_PROXY_MISS_H
#define LOB_PROXY_MISS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

enum { LOB_LLM_MISS_SEEN_SIZE = 120, LOB_LLM_MISS_BRACE_COUNT_MAX = 8, LOB_LLM_MISS_LEAD_OVER = 6 };

typedef struct lob_llm_miss {
    lob_str seen;     /* the text from its { on; whole characters, without control characters */
    bool is_cut;      /* of more than LOB_LLM_MISS_SEEN_SIZE bytes */
    size_t at;        /* the byte, from 1, where it stops being strict JSON; 0: it is strict JSON */
    const char *what; /* what is wrong; static, without a full stop */
} lob_llm_miss;

typedef void lob_llm_miss_fn(void *arg, const lob_llm_miss *miss);

typedef struct lob_llm_brace {
    const char *what;
    size_t at;
    uint64_t end; /* of a whole object that is no command; 0: a brace without a strict object */
    bool is_meant, is_cut;
    unsigned char size;
    unsigned char lead; /* how far its first key is `tool`: letters; LOB_LLM_MISS_LEAD_OVER: it is another */
    char seen[LOB_LLM_MISS_SEEN_SIZE];
} lob_llm_brace;

typedef struct lob_llm_misses {
    lob_llm_miss_fn *tell;
    void *arg;
    bool is_sought; /* every broken brace counts as meant: the arguments of a call of klayout */
    lob_llm_brace braces[LOB_LLM_MISS_BRACE_COUNT_MAX]; /* a ring from `first` */
    unsigned first, count;
    uint64_t passed;      /* bytes so far */
    uint64_t quiet_until; /* within an object that was reported */
    unsigned letters;     /* of "klayout" that stand here */
    bool is_value;        /* that word is one */
    char before;          /* the last byte that is neither white space nor a quotation mark */
} lob_llm_misses;

void lob_llm_misses_open(lob_llm_misses *m, lob_llm_miss_fn *tell, void *arg);
/* Bytes without a command in them. Each { in them was announced by one of the two below, right before it. */
void lob_llm_misses_pass(lob_llm_misses *m, lob_str bytes);
/* No strict object begins here: `what` was expected at byte `at` of it. */
void lob_llm_misses_break(lob_llm_misses *m, const char *what, size_t at);
/* A strict object that is no command. `what`: it was meant as one and is reported now; NULL: it was not. */
void lob_llm_misses_object(lob_llm_misses *m, lob_str object, const char *what);
/* Bytes that are not passed by: a command. */
void lob_llm_misses_skip(lob_llm_misses *m, size_t size);
/* The text is over. What is open is reported, and the next byte begins another text. */
void lob_llm_misses_end(lob_llm_misses *m);

#endif
