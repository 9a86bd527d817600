/* tools/list and tools/call, as text. */
#ifndef LOB_MCP_TOOLS_H
#define LOB_MCP_TOOLS_H

#include "base/limits.h"
#include "mcp/product.h"
#include "mcp/rpc.h"

/* A line longer than this kills the clients of the official kits (they stop at 10 MiB). */
enum { LOB_MCP_LINE_SIZE_MAX = LOB_LIMIT_LINE_OUT_SIZE };

/* What tools/list costs a host, in bytes. */
typedef struct lob_tools_size {
    size_t tools;   /* how many */
    size_t inputs;  /* names, titles, descriptions, input schemas, annotations, and the list around them */
    size_t outputs; /* output schemas */
    size_t total;   /* the whole list */
} lob_tools_size;
/* False: out of memory. */
bool lob_tools_measure(const lob_product *product, lob_tools_size *size);

/* EARLY: without output schemas, which revisions before 2025-06-18 do not have. OF_TASKS: says which tools may be
 * called as a task: for revision 2025-11-25 alone. */
typedef enum { LOB_LIST_EARLY, LOB_LIST_PLAIN, LOB_LIST_OF_TASKS, LOB_LIST_COUNT } lob_tools_form;
/* The registered tools of the product's toolset as a JSON array. Written once; the list never changes. */
void lob_tools_write_list(const lob_product *product, lob_tools_form form, lob_buf *list);
/* The product's instructions but for sentences that name a tool of another toolset. */
void lob_tools_write_instructions(const lob_product *product, lob_buf *text);
const lob_tool *lob_tools_find(const lob_product *product, const char *name); /* NULL: not offered */
/* May a call of the tool become a task (tasks.h)? Does the product offer such a tool? */
bool lob_tools_make_task(const lob_tool *tool);
bool lob_tools_offer_tasks(const lob_product *product);
/* Can its work take long: reads a file, draws, checks, compares? Such calls have threads of their own. */
bool lob_tools_is_dear(const lob_tool *tool);
/* The whole answer line of tools/list; `list` from above. */
void lob_tools_answer_list(const lob_product *product, const lob_rpc_message *request, bool modern, lob_str list,
                           lob_buf *out);

typedef struct lob_tools_call {
    const lob_tool *tool;   /* NULL: an error line was written */
    const cJSON *arguments; /* an object or NULL */
    lob_str session_id;     /* of the arguments, for ordering; data NULL: none */
    lob_str progress_token; /* raw JSON; data NULL: none */
} lob_tools_call;

/* Raw JSON; data NULL: none, or none that could be one. */
lob_str lob_tools_progress_token(const lob_rpc_message *request);
lob_tools_call lob_tools_read_call(const lob_product *product, const lob_rpc_message *request, lob_buf *out);

typedef struct lob_tools_result {
    lob_str id;
    lob_str json; /* one object, from the canonical writer */
    bool is_error, modern;
    const lob_images *images; /* NULL: none */
    const char *root;         /* the folder of artifacts whose files it links to; NULL: it links to none */
    lob_str task_id;          /* the task that it is the result of, by tasks/result; data NULL: none */
} lob_tools_result;

/* The result without its envelope, its last brace and what a revision adds. */
void lob_tools_begin_result(const lob_tools_result *result, lob_buf *out);

/* The whole answer line: structuredContent, one text block with the same JSON, then the picture. out->failed says if it
 * is too long.
 */
void lob_tools_answer_call(const lob_product *product, const lob_tools_result *result, lob_buf *out);

/* Adds `json` with quotes and backslashes escaped; control characters cannot occur in canonical JSON. */
void lob_tools_add_escaped(lob_buf *out, lob_str json);

#endif
