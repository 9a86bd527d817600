/* The body of a chat request: its model replaced, its conversation made longer, every other byte as it came. */
#ifndef LOB_PROXY_REQUEST_H
#define LOB_PROXY_REQUEST_H

#include "proxy/reply.h"

/* What one command brought. */
typedef struct lob_llm_result {
    const lob_llm_call *call; /* NULL: it stood in the text */
    lob_buf text;             /* the line of KLayout, or {"ok": false, "error": ...} */
} lob_llm_result;

enum { LOB_LLM_RESULT_COUNT_MAX = 64 }; /* of one reply; more commands are not run */

/* `body` is a strict JSON object. Writes it with "model" set (model NULL: as it came). False: out of memory or above
 * LOB_LLM_SIZE_MAX, see out->failed. */
bool lob_llm_request_write(lob_str body, const char *model, lob_buf *out);
/* The body for the next round: the model's reply and the results of its commands behind its `messages`. False: as
 * above, or the body has no array `messages`. */
bool lob_llm_request_extend(lob_str body, const lob_llm_reply *reply, const lob_llm_result *results, unsigned count,
                            lob_buf *out);

#endif
