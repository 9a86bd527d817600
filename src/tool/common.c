/* See common.h. */
#include "tool/common.h"

#include <string.h>

#include "base/digest.h"
#include "base/limits.h"
#include "base/num.h"
#include "base/utf8.h"

int64_t lob_count_show(uint64_t count) {
    return count > (uint64_t)LOB_COUNT_SHOWN_MAX ? LOB_COUNT_SHOWN_MAX : (int64_t)count;
}

lob_point_um lob_point_show_um(int64_t x, int64_t y, double dbu) {
    return (lob_point_um){.x = lob_num_um_from_dbu(x, dbu), .y = lob_num_um_from_dbu(y, dbu)};
}

lob_point_dbu lob_point_show_dbu(int64_t x, int64_t y) {
    return (lob_point_dbu){.x = x, .y = y};
}

bool lob_box_show(lob_box64 box, double dbu, lob_micron_box *um, lob_dbu_box *exact) {
    bool empty = lob_box64_is_empty(box);
    if (empty) {
        box = (lob_box64){0, 0, 0, 0};
    }
    *um = (lob_micron_box){.left = lob_num_um_from_dbu(box.left, dbu),
                           .bottom = lob_num_um_from_dbu(box.bottom, dbu),
                           .right = lob_num_um_from_dbu(box.right, dbu),
                           .top = lob_num_um_from_dbu(box.top, dbu)};
    *exact = (lob_dbu_box){.left = box.left, .bottom = box.bottom, .right = box.right, .top = box.top};
    return empty;
}

/* The size to cut at so that no character is torn: bytes 10xxxxxx only follow others. */
static size_t cut_size(lob_str raw, size_t size_max) {
    if (raw.size <= size_max) {
        return raw.size;
    }
    size_t size = size_max;
    while (size > 0 && size_max - size < 3 && ((unsigned char)raw.data[size] & 0xc0) == 0x80) {
        size--;
    }
    return ((unsigned char)raw.data[size] & 0xc0) == 0x80 ? size_max : size;
}

lob_status lob_name_show(lob_ctx *ctx, lob_str raw, size_t size_max, lob_shown *shown) {
    size_t size = cut_size(raw, size_max);
    *shown = (lob_shown){.text = {size ? raw.data : "", size}, .cut = raw.size - size};
    if (lob_utf8_valid(shown->text)) {
        return LOB_OK;
    }
    char *hex = lob_arena_alloc(ctx->arena, 2 * size + 1);
    if (!hex) {
        return lob_fail_memory(ctx);
    }
    lob_hex(hex, (const uint8_t *)shown->text.data, size);
    shown->raw_hex = (lob_str){hex, 2 * size};
    return LOB_OK;
}

size_t lob_text_weight(lob_str text) {
    enum { PLAIN = 2, QUOTED = 6, ESCAPED = 13 }; /* what stands for the byte, in both copies */
    size_t weight = 0;
    for (size_t i = 0; i < text.size; i++) {
        unsigned char c = (unsigned char)text.data[i];
        weight += c < 0x20 || c >= 0x7f ? ESCAPED : c == '"' || c == '\\' ? QUOTED : PLAIN;
    }
    return weight;
}

bool lob_room_take(size_t *left, size_t weight, bool is_first) {
    const bool fits = weight <= *left;
    *left = fits ? *left - weight : 0;
    return fits || is_first;
}

lob_status lob_layer_look_show(lob_ctx *ctx, const lob_layer *layer, const lob_layer_look *look, lob_layer_ref *ref) {
    *ref = (lob_layer_ref){.layer = layer->layer, .datatype = layer->datatype};
    if (look->source == LOB_NAME_NONE) {
        return LOB_OK;
    }
    lob_shown shown;
    LOB_TRY(lob_name_show(ctx, look->name, LOB_LIMIT_NAME_TEXT_SIZE, &shown));
    ref->name = shown.text;
    ref->raw_hex = shown.raw_hex;
    return LOB_OK;
}

lob_status lob_layer_show(lob_call *call, const lob_layer *layer, lob_layer_ref *ref) {
    lob_layer_index index = lob_layout_find_layer(call->session->layout, layer->layer, layer->datatype);
    lob_layer_look look = lob_session_layer(call->session, index);
    return lob_layer_look_show(call->ctx, layer, &look, ref);
}

/* Whether `raw` is written as `name` when each byte that is no part of a character becomes U+FFFD. */
static bool shown_as(lob_str raw, lob_str name) {
    static const char replacement[] = "\xef\xbf\xbd";
    size_t at = 0, in_name = 0;
    while (at < raw.size) {
        uint32_t code;
        unsigned size = lob_utf8_decode(raw, at, &code);
        const char *bytes = size ? raw.data + at : replacement;
        size_t count = size ? size : sizeof replacement - 1;
        if (name.size - in_name < count || memcmp(name.data + in_name, bytes, count) != 0) {
            return false;
        }
        at += size ? size : 1;
        in_name += count;
    }
    return in_name == name.size;
}

lob_cell_index lob_cell_by_shown_name(const lob_layout *layout, lob_str name, bool *ambiguous) {
    *ambiguous = false;
    lob_cell_index found = lob_layout_find_cell(layout, name);
    if (found != LOB_NONE || !name.data || !memmem(name.data, name.size, "\xef\xbf\xbd", 3)) {
        return found;
    }
    for (uint32_t i = 0; i < lob_layout_cell_count(layout); i++) {
        if (shown_as(lob_layout_cell(layout, i)->name, name)) {
            if (found != LOB_NONE) {
                *ambiguous = true;
                return LOB_NONE;
            }
            found = i;
        }
    }
    return found;
}

lob_status lob_call_cell(lob_call *call, lob_str name, lob_cell_index *cell) {
    const lob_layout *layout = call->session->layout;
    if (!name.data) {
        *cell = call->session->top;
        return LOB_OK;
    }
    bool ambiguous;
    *cell = lob_cell_by_shown_name(layout, name, &ambiguous);
    if (*cell != LOB_NONE) {
        return LOB_OK;
    }
    lob_ctx *ctx = call->ctx;
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET,
                                 ambiguous ? "Several cells show this name" : "The layout has no cell with this name");
    lob_error_text(&ctx->error, "argument", LOB_STR("cell"));
    lob_error_text(&ctx->error, "cell", name);
    lob_layout_suggest_cells(layout, name, &ctx->error);
    if (ambiguous) {
        lob_hint(ctx, "These names differ only in bytes that are not UTF-8; describe a parent cell instead.");
    }
    lob_error_hint_candidates(&ctx->error,
                              "Use a name of details.candidates, or call list_cells; names are case-sensitive.",
                              "No cell has a similar name: call list_cells for all names, or find_cells with a "
                              "pattern; names are case-sensitive.");
    return status;
}

lob_status lob_call_issue(lob_call *call, const lob_object *object, lob_str *id) {
    char text[LOB_ID_TEXT_SIZE];
    LOB_TRY(lob_ids_issue(call->ctx, call->session->ids, call->session->layout, object, text));
    *id = (lob_str){lob_arena_strdup(call->ctx->arena, text, LOB_ID_TEXT_SIZE - 1), LOB_ID_TEXT_SIZE - 1};
    return id->data ? LOB_OK : lob_fail_memory(call->ctx);
}

static uint64_t members(const lob_layout *layout, uint32_t rep) {
    return rep == LOB_NONE ? 1 : lob_rep_count(lob_layout_rep(layout, rep));
}

lob_stored_count lob_shapes_stored(const lob_layout *layout, const lob_shapes *shapes) {
    lob_stored_count stored = {shapes->count[LOB_KIND_BOX], 0};
    for (uint32_t i = 0; i < shapes->box_reps.count; i++) {
        stored.shapes = lob_u64_add_sat(stored.shapes, members(layout, shapes->box_reps.items[i].value) - 1);
    }
    for (uint32_t i = 0; i < shapes->count[LOB_KIND_POLYGON]; i++) {
        stored.shapes = lob_u64_add_sat(stored.shapes, members(layout, shapes->polygons[i].rep));
    }
    for (uint32_t i = 0; i < shapes->count[LOB_KIND_PATH]; i++) {
        stored.shapes = lob_u64_add_sat(stored.shapes, members(layout, shapes->paths[i].rep));
    }
    for (uint32_t i = 0; i < shapes->count[LOB_KIND_TEXT]; i++) {
        stored.texts = lob_u64_add_sat(stored.texts, members(layout, shapes->texts[i].rep));
    }
    stored.shapes = lob_u64_add_sat(stored.shapes, stored.texts);
    return stored;
}

lob_status lob_fail_argument(lob_ctx *ctx, const char *argument, const char *reason, const char *message,
                             const char *hint) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "%s", message);
    lob_error_text(&ctx->error, "argument", lob_str_from(argument));
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    lob_hint(ctx, "%s", hint);
    return status;
}
