/* The items of the job at work: how many there may be, and how a figure becomes one. */
#include "base/limits.h"
#include "rules/scan_impl.h"

enum { POLL_EVERY = 4096 };

lob_status lob_scan_expect(scan_run *r, uint64_t more) {
    const uint64_t memory = LOB_LIMIT_REQUEST_MEMORY_SIZE / sizeof *r->items; /* takes as many at most */
    const uint64_t asked = r->question->count_max ? r->question->count_max : LOB_SCAN_COUNT_MAX;
    const uint64_t most = asked < memory ? asked : memory;
    if (r->item_count <= most && more <= most - r->item_count) {
        return LOB_OK;
    }
    lob_status status = lob_fail(r->ctx, LOB_E_QUERY_TOO_LARGE, "The check finds too many figures");
    lob_hint(r->ctx, "Check a smaller box, or one cell after another");
    lob_error_text(&r->ctx->error, "reason", LOB_STR("figures"));
    lob_error_integer(&r->ctx->error, "limit", (int64_t)most);
    return status;
}

lob_status lob_scan_add_item(scan_run *r, const scan_item *item) {
    LOB_TRY(lob_scan_expect(r, 1));
    LOB_TRY(lob_list_grow(r->ctx, &r->items, r->item_count, &r->item_capacity, sizeof *r->items));
    r->items[r->item_count++] = *item;
    return r->item_count % POLL_EVERY == 0 ? lob_poll(r->ctx) : LOB_OK;
}

lob_status lob_scan_add_figure(scan_run *r, const lob_shapes *shapes, lob_kind kind, uint32_t index, uint64_t member,
                               const lob_trans *trans) {
    scan_item item = {0};
    LOB_TRY(lob_forms_add(r->forms, shapes, kind, index, member, trans, &item.what, &item.at));
    const lob_box64 box = lob_forms_get(r->forms, item.what)->box;
    item.box = (lob_box64){box.left + item.at.x, box.bottom + item.at.y, box.right + item.at.x, box.top + item.at.y};
    return lob_scan_add_item(r, &item);
}
