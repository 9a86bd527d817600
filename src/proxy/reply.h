/* What a model says, as an OpenAI-compatible endpoint streams it or sends it whole, and the tool commands in it.
 *
 * A command is a JSON object {"tool":"klayout","method":M,"params":{...}}, anywhere in the text of the reply or as a
 * tool call: there the function's name stands for a missing member `tool`, and the arguments are the object. Text comes
 * from choices[0].delta.content, else choices[0].message.content, each a text or a list of parts {"text"}; calls from
 * the tool_calls of either, chunked anyhow, each `index` by itself. What was meant as a command and is none is reported
 * as a near miss.
 */
#ifndef LOB_PROXY_REPLY_H
#define LOB_PROXY_REPLY_H

#include "proxy/limits.h"
#include "proxy/scan.h"

typedef struct lob_llm_reply lob_llm_reply;

typedef struct lob_llm_call {
    lob_llm_reply *reply;
    int index; /* as the model numbers it */
    lob_buf id, name, arguments;
    bool has_arguments; /* a piece of them came */
    bool is_heard;      /* a command in it was told, or a near miss */
    lob_llm_scan scan;
} lob_llm_call;

/* A command, strict JSON; `call` is the tool call it came in, NULL: the text. False: out of memory. */
typedef bool lob_llm_command_fn(void *arg, const lob_llm_call *call, lob_str command);
/* A near miss in words: what was seen and what is expected. The text is gone when this returns. */
typedef void lob_llm_near_fn(void *arg, const char *text);

struct lob_llm_reply {
    lob_llm_command_fn *tell;
    lob_llm_near_fn *tell_near; /* NULL: nobody asks */
    void *arg;
    bool keeps_text;   /* `content` and the calls' `arguments` */
    lob_llm_scan scan; /* of the text */
    lob_buf content;   /* all text so far */
    lob_llm_call calls[LOB_LLM_CALL_COUNT_MAX];
    unsigned call_count, call_count_refused;
    unsigned event_count, malformed_count;
    bool is_done;                  /* [DONE] came */
    bool has_error;                /* an event or body with a member `error` came */
    char error[LOB_LLM_WHAT_SIZE]; /* its message, cut; "" */
    const char *fault;             /* of the first malformed event; static */
};

/* Without `keeps_text` a reply may be of any length. */
void lob_llm_reply_open(lob_llm_reply *reply, bool keeps_text, lob_llm_command_fn *tell, lob_llm_near_fn *tell_near,
                        void *arg);
void lob_llm_reply_close(lob_llm_reply *reply);
/* One line of a stream of events, with or without its "data:"; comments, blank lines and other fields say nothing.
 * [DONE] ends the reply. False: out of memory, or the text is above LOB_LLM_SIZE_MAX. */
bool lob_llm_reply_line(lob_llm_reply *reply, lob_str line);
/* A whole reply, without its end. The same. */
bool lob_llm_reply_body(lob_llm_reply *reply, lob_str body);
/* Nothing more comes: looks for commands in what was not finished. Ending twice is harmless. False: out of memory. */
bool lob_llm_reply_end(lob_llm_reply *reply);

#endif
