/* Prompts: the questions that people ask most often, as texts that tell an agent which tools answer them.
 *
 * `{name}` in a text stands for an argument, `{name|words}` for it or these words when it was not given. The argument
 * `layout` is the id of an open session or the path of a file; its place becomes the sentence that says so.
 */
#ifndef LOB_TOOL_PROMPTS_H
#define LOB_TOOL_PROMPTS_H

#include <stdbool.h>
#include <stddef.h>

/* What an argument names, which is where its completions come from. */
typedef enum {
    LOB_PROMPT_WORDS,  /* no completions */
    LOB_PROMPT_LAYOUT, /* open sessions */
    LOB_PROMPT_CELL,
    LOB_PROMPT_LAYER, /* as 1/0 */
    LOB_PROMPT_PORT,
    LOB_PROMPT_RUN, /* of run_drc_script */
    LOB_PROMPT_RULE /* of that run */
} lob_prompt_source;

typedef struct lob_prompt_argument {
    const char *name, *description;
    bool is_required;
    lob_prompt_source source;
} lob_prompt_argument;

enum { LOB_PROMPT_ARGUMENT_COUNT_MAX = 3 };

typedef struct lob_prompt {
    const char *name, *title, *description;
    lob_prompt_argument arguments[LOB_PROMPT_ARGUMENT_COUNT_MAX]; /* name NULL: no more */
    const char *text;
} lob_prompt;

extern const lob_prompt lob_prompts[];
extern const size_t lob_prompt_count;

#endif
