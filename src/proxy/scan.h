/* Commands in a text that comes in pieces of any size.
 *
 * At each { outside a command an object may begin. It is given up at the first byte that cannot continue strict JSON
 * (accept.h), above LOB_LLM_SIZE_MAX bytes, or when the text ends; it is judged when it is whole. Where no command
 * begins, the scan goes on right behind the brace: neither prose, nor code, nor a broken or a foreign object around a
 * command hides it. So the commands are the same whatever the pieces are.
 *
 * At most LOB_LLM_SIZE_MAX bytes and a piece are held. Each byte is looked at no more than 128 times: of two tries that
 * both look at a byte and both see it inside a string, or both outside, one began as an object nested in the other, and
 * JSON nests no deeper than 64.
 */
#ifndef LOB_PROXY_SCAN_H
#define LOB_PROXY_SCAN_H

#include "base/buf.h"
#include "base/str.h"
#include "proxy/accept.h"
#include "proxy/limits.h"
#include "proxy/miss.h"

enum { LOB_LLM_SCAN_LOOKS_MAX = 128 };

typedef enum {
    LOB_LLM_OBJECT_COMMAND, /* the scan goes on behind it */
    LOB_LLM_OBJECT_CLOSED,  /* the same: none, and nothing in it counts */
    LOB_LLM_OBJECT_OTHER,   /* none; what it holds is looked at */
    LOB_LLM_OBJECT_STOP     /* out of memory */
} lob_llm_verdict;

/* What a judge has to say of an object that is no command. */
typedef struct lob_llm_flaw {
    const char *what; /* NULL: it is none and was not meant as one; static */
    size_t at;        /* the byte, from 1, where it breaks a rule of json/reader.h; 0: it is strict JSON */
} lob_llm_flaw;

/* Judges a JSON object that follows the grammar. */
typedef lob_llm_verdict lob_llm_judge_fn(void *arg, lob_str object, lob_llm_flaw *flaw);

typedef struct lob_llm_scan {
    lob_llm_judge_fn *judge;
    void *arg;
    lob_buf text; /* from the { of the object under way; empty: there is none */
    size_t at;    /* bytes of it that were looked at */
    lob_acceptor acceptor;
    lob_llm_misses misses;
    uint64_t look_count; /* bytes looked at, each as often as it was */
} lob_llm_scan;

void lob_llm_scan_open(lob_llm_scan *scan, lob_llm_judge_fn *judge, lob_llm_miss_fn *miss, void *arg);
void lob_llm_scan_close(lob_llm_scan *scan);
/* False: out of memory, or the judge said STOP; then close is all that may follow. */
bool lob_llm_scan_feed(lob_llm_scan *scan, lob_str piece);
/* The text is over: what waits is given up. Another text may follow. The same. */
bool lob_llm_scan_end(lob_llm_scan *scan);

#endif
