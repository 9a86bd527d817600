/* Requests that wait for their replies, and replies that came before they were asked for. */
#ifndef LOB_CLIENT_MCP_SHELF_H
#define LOB_CLIENT_MCP_SHELF_H

#include "client/mcp_client.h"

enum { LOB_MCP_METHOD_SIZE = 48 };

typedef struct lob_mcp_slot {
    int64_t id; /* 0: a line that answers nothing of ours */
    bool is_here;
    bool is_given_up; /* nobody waits any more: its reply is dropped when it comes */
    char *name;       /* owned; the request's id is this string, and `id` is ours alone. NULL: the id is `id` */
    char method[LOB_MCP_METHOD_SIZE]; /* cut to fit, odd characters replaced */
    char *text;                       /* owned; when is_here */
    size_t size;
} lob_mcp_slot;

struct lob_mcp_shelf {
    lob_mcp_slot *slots; /* in the order they were made */
    size_t count, capacity;
    size_t kept_size;        /* of all texts */
    uint64_t loose_expected; /* lines of any bytes were sent: as many answers may name no request of ours */
};

lob_mcp_shelf *lob_mcp_shelf_new(void); /* NULL: out of memory */
void lob_mcp_shelf_drop(lob_mcp_shelf *shelf);
/* A new slot at the end, NULL when out of memory. Pointers to slots last until the next is made or removed. */
lob_mcp_slot *lob_mcp_shelf_add(lob_mcp_shelf *shelf, int64_t id, const char *method);
lob_mcp_slot *lob_mcp_shelf_find(const lob_mcp_shelf *shelf, int64_t id); /* the oldest, or NULL */
lob_mcp_slot *lob_mcp_shelf_find_name(const lob_mcp_shelf *shelf, lob_str name);
bool lob_mcp_shelf_name(lob_mcp_slot *slot, lob_str name);                       /* a copy; false: out of memory */
bool lob_mcp_shelf_keep(lob_mcp_shelf *shelf, lob_mcp_slot *slot, lob_str text); /* a copy; false: out of memory */
void lob_mcp_shelf_remove(lob_mcp_shelf *shelf, lob_mcp_slot *slot);

#endif
