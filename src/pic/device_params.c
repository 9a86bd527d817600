/* Parameters of devices: texts on the device layer that begin as the convention says. */
#include "pic/pic_impl.h"

typedef struct params {
    lob_param *items;
    uint32_t count;
} params;

static void add(params *p, lob_str key, lob_str value) {
    if (p->count < LOB_PARAMS_MAX) {
        p->items[p->count++] = (lob_param){key, value};
    }
}

static bool is_gap(char c, bool by_lines) {
    return c == '\n' || c == '\r' || (!by_lines && (c == ' ' || c == '\t'));
}

/* name=value, separated by blanks or lines; a part without = has no value. */
static void add_pairs(params *p, lob_str text, bool by_lines) {
    for (size_t at = 0; at < text.size;) {
        size_t end = at, equal = SIZE_MAX;
        for (; end < text.size && !is_gap(text.data[end], by_lines); end++) {
            equal = equal == SIZE_MAX && text.data[end] == '=' ? end : equal;
        }
        size_t key_end = equal == SIZE_MAX ? end : equal;
        if (end > at) {
            lob_str value = {text.data + key_end, end - key_end};
            value = value.size ? (lob_str){value.data + 1, value.size - 1} : LOB_STR("");
            add(p, (lob_str){text.data + at, key_end - at}, value);
        }
        at = end + 1;
    }
}

static void read_text(params *p, const lob_convention_device *device, lob_str text) {
    for (size_t i = 0; i < device->params.count; i++) {
        const lob_convention_param *param = &device->params.items[i];
        if (text.size < param->prefix.size || memcmp(text.data, param->prefix.data, param->prefix.size) != 0) {
            continue;
        }
        lob_str rest = {text.data + param->prefix.size, text.size - param->prefix.size};
        if (param->form == LOB_CONVENTION_PARAM_FORM_TEXT) {
            add(p, param->key, rest);
        } else {
            add_pairs(p, rest, param->form == LOB_CONVENTION_PARAM_FORM_KV_LINES);
        }
        return;
    }
}

lob_status lob_pic_params(lob_ctx *ctx, const lob_pic *pic, lob_cell_index cell, const lob_param **items,
                          uint32_t *count) {
    const lob_cell *c = lob_layout_cell(pic->layout, cell);
    params p = {.items = LOB_NEW_ARRAY(ctx->arena, lob_param, LOB_PARAMS_MAX)};
    if (!p.items) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t d = 0; d < pic->book.device_count; d++) {
        for (uint32_t i = 0; i < c->shapes_count; i++) {
            const lob_shapes *s = &c->shapes[i];
            for (uint32_t k = 0; s->layer == pic->book.devices[d].on && k < s->count[LOB_KIND_TEXT]; k++) {
                read_text(&p, pic->book.devices[d].device, lob_layout_string(pic->layout, s->texts[k].string));
            }
        }
    }
    *items = p.items;
    *count = p.count;
    return LOB_OK;
}
