/* Which revision of the protocol a request is under, and the two ways in.
 *
 * Legacy revisions (2024-11-05 ... 2025-11-25) are agreed on once, by `initialize`. Under 2026-07-28 every request says
 * its revision in _meta and nothing is remembered. Both may come over one connection, request by request.
 */
#ifndef LOB_MCP_LIFECYCLE_H
#define LOB_MCP_LIFECYCLE_H

#include "mcp/product.h"
#include "mcp/rpc.h"

typedef enum {
    LOB_REVISION_NONE,
    LOB_REVISION_2024_11_05,
    LOB_REVISION_2025_03_26,
    LOB_REVISION_2025_06_18,
    LOB_REVISION_2025_11_25,
    LOB_REVISION_2026_07_28,
    LOB_REVISION_COUNT
} lob_revision;

/* Of the legacy revisions alone; anything else: the newest legacy one. */
lob_revision lob_revision_negotiate(const char *asked);
const char *lob_revision_name(lob_revision revision);
/* The id of an answer to what has none that can be read. JSON-RPC, and so the revisions up to 2025-06-18, want null;
 * since 2025-11-25 the schema wants it left out (data NULL). NONE: null. */
lob_str lob_revision_no_id(lob_revision revision);

/* What a client has settled, once or by a request of its own. */
typedef struct lob_agreed {
    lob_revision revision;          /* by initialize */
    int notices;                    /* the least lob_notice_level that is sent, by logging/setLevel; 0: none */
    struct lob_client_roots *roots; /* owned, by initialize; NULL: the client offers none (roots.h) */
    uint64_t client; /* given by the transport: whose sessions it may list; 0: of nobody who is known again */
} lob_agreed;

/* Drops what it owns. */
void lob_agreed_release(lob_agreed *agreed);

typedef enum {
    LOB_METHOD_UNKNOWN,
    LOB_METHOD_INITIALIZE,
    LOB_METHOD_PING,
    LOB_METHOD_DISCOVER,
    LOB_METHOD_TOOLS_LIST,
    LOB_METHOD_TOOLS_CALL,
    LOB_METHOD_PROMPTS_LIST,
    LOB_METHOD_PROMPTS_GET,
    LOB_METHOD_COMPLETE,
    LOB_METHOD_RESOURCES_LIST,
    LOB_METHOD_RESOURCES_TEMPLATES,
    LOB_METHOD_RESOURCES_READ,
    LOB_METHOD_SET_LEVEL,
    LOB_METHOD_TASKS_GET,
    LOB_METHOD_TASKS_RESULT,
    LOB_METHOD_TASKS_LIST,
    LOB_METHOD_TASKS_CANCEL,
    LOB_METHOD_TASKS_UPDATE
} lob_method;

/* What a client knows of tasks (tasks.h). */
typedef enum { LOB_TASK_NONE, LOB_TASK_CORE, LOB_TASK_EXTENSION } lob_task_form;

typedef struct lob_route {
    lob_method method; /* UNKNOWN: an error was written */
    bool modern;
    lob_task_form tasks; /* NONE too where the product has no tasks */
} lob_route;

/* Is the message, which has a method, of the revision that says in each one which it is? */
bool lob_lifecycle_is_modern(const lob_rpc_message *message);

/* Finds the method of a request under its revision. On a fault the whole error line is in `out` and the method UNKNOWN.
 * `agreed`: what initialize agreed on, NONE before. `has_tasks`: of lob_tools_offer_tasks(). */
lob_route lob_lifecycle_route(const lob_rpc_message *request, lob_revision agreed, bool has_tasks, lob_buf *out);

/* Does the product have what the method is about? */
bool lob_lifecycle_offers(const lob_product *product, lob_method method);
/* The level that this request asked for by itself (2026-07-28): a name of RFC 5424 in its _meta. NULL: none. */
const char *lob_lifecycle_log_level(const lob_rpc_message *request);

/* Whole answer lines. */
/* Of initialize: does the client answer roots/list? */
bool lob_lifecycle_offers_roots(const lob_rpc_message *request);
void lob_lifecycle_initialize(const lob_product *product, const lob_rpc_message *request, lob_revision *agreed,
                              lob_buf *out);
void lob_lifecycle_discover(const lob_product *product, lob_str id, lob_buf *out);
void lob_lifecycle_empty(lob_str id, lob_buf *out); /* ping */

#endif
