/* Lists of the ports of a cell, as every source of them makes one. */

#include "base/limits.h"
#include "base/list.h"
#include "pic/pic_impl.h"

lob_port lob_port_blank(lob_cell_index owner, lob_port_source source, const char *rule) {
    return (lob_port){.name = LOB_STR(""),
                      .layer = LOB_NONE,
                      .type = LOB_STR(""),
                      .cross_section = LOB_STR(""),
                      .source = source,
                      .rule = rule,
                      .confidence = 1,
                      .owner = owner};
}

lob_status lob_port_list_add(lob_ctx *ctx, lob_port_list *list, const lob_port *port) {
    if (list->count == LOB_CELL_PORTS_MAX) {
        lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "A cell has more ports than can be listed");
        lob_error_text(&ctx->error, "reason", LOB_STR("ports_of_cell"));
        lob_hint(ctx, "Give a convention file whose port_markers match fewer figures.");
        return status;
    }
    LOB_TRY(LOB_LIST_ROOM(ctx, ctx->arena, list->items, list->count, list->room));
    list->items[list->count++] = *port;
    return LOB_OK;
}
