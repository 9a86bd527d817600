/* A found module as the circuit holds it: devices, what must match, and why, in words. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "design/document_impl.h"
#include "design/modules_impl.h"

enum { LISTED_MAX = 6, TEXT_SIZE_MAX = 4096 };

static int order_numbers(const void *a, const void *b) {
    const uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

/* The devices of transistors, in the order of the circuit. */
static uint32_t *devices_of(const lob_recognition *r, const uint32_t *mos, uint32_t count, size_t *device_count) {
    *device_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        *device_count += r->mos[mos[i]].count;
    }
    uint32_t *devices = LOB_NEW_ARRAY(r->ctx->arena, uint32_t, *device_count);
    size_t place = 0;
    for (uint32_t i = 0; devices && i < count; i++) {
        const lob_mos *one = &r->mos[mos[i]];
        memcpy(devices + place, r->sorted + one->first, one->count * sizeof *devices);
        place += one->count;
    }
    if (devices) {
        qsort(devices, *device_count, sizeof *devices, order_numbers);
    }
    return devices;
}

static lob_str *ids_of(const lob_recognition *r, const uint32_t *devices, size_t count) {
    lob_str *ids = LOB_NEW_ARRAY(r->ctx->arena, lob_str, count);
    for (size_t i = 0; ids && i < count; i++) {
        ids[i] = r->circuit->devices.items[devices[i]].id;
    }
    return ids;
}

/* ---- sizes ---- */

static double total_width(const lob_recognition *r, uint32_t mos) {
    double total = 0;
    for (uint32_t i = 0; i < r->mos[mos].count; i++) {
        const lob_circuit_device_params *params = &r->circuit->devices.items[r->sorted[r->mos[mos].first + i]].params;
        total += params->w * (double)params->m;
    }
    return total;
}

static bool are_matched(const lob_recognition *r, const lob_module_draft *draft, const uint32_t *devices,
                        size_t count) {
    const lob_circuit_device *first = &r->circuit->devices.items[devices[0]];
    for (size_t i = 1; i < count; i++) {
        const lob_circuit_device *other = &r->circuit->devices.items[devices[i]];
        if (other->params.w != first->params.w || other->params.l != first->params.l ||
            !lob_str_equal(other->model, first->model)) {
            return false;
        }
    }
    return draft->type != LOB_MODULE_TYPE_DIFFERENTIAL_PAIR ||
           total_width(r, draft->mos[0]) == total_width(r, draft->mos[1]);
}

/* Left out when they are beyond a double. */
static lob_status set_ratios(const lob_recognition *r, uint32_t reference, const uint32_t *devices, size_t count,
                             lob_circuit_module_properties *properties) {
    const lob_circuit_device *base = &r->circuit->devices.items[r->mos[reference].lead];
    double *ratios = LOB_NEW_ARRAY(r->ctx->arena, double, count);
    bool is_fine = true;
    if (!ratios) {
        return lob_fail_memory(r->ctx);
    }
    for (size_t i = 0; i < count; i++) {
        const lob_circuit_device_params *params = &r->circuit->devices.items[devices[i]].params;
        ratios[i] =
            params->w / base->params.w * ((double)params->m / (double)base->params.m) * (base->params.l / params->l);
        is_fine = is_fine && isfinite(ratios[i]);
    }
    properties->reference = base->id;
    properties->has_ratios = is_fine;
    properties->ratios.items = ratios;
    properties->ratios.count = is_fine ? count : 0;
    return LOB_OK;
}

/* ---- words ---- */

static void add_name(lob_buf *text, lob_str name) {
    char quoted[128];
    const lob_str shown = lob_document_quoted(name, quoted);
    lob_buf_add(text, shown.data, shown.size);
}

static void add_names(const lob_recognition *r, lob_buf *text, const uint32_t *mos, uint32_t count) {
    for (uint32_t i = 0; i < count && i < LISTED_MAX; i++) {
        lob_buf_add_text(text, i == 0 ? "" : i + 1 == count ? " and " : ", ");
        add_name(text, r->circuit->devices.items[r->mos[mos[i]].lead].id);
    }
    if (count > LISTED_MAX) {
        lob_buf_printf(text, " and %u more", (unsigned)(count - LISTED_MAX));
    }
}

static void add_net(const lob_recognition *r, lob_buf *text, uint32_t net) {
    add_name(text, r->circuit->nets.items[net].name);
}

static void tell_pair(const lob_recognition *r, const lob_module_draft *draft, lob_buf *text) {
    add_names(r, text, draft->mos, 2);
    lob_buf_add_text(text, " share the source net ");
    add_net(r, text, draft->net);
    lob_buf_add_text(text, ", which is no supply and is fed; their gates are apart, ");
    add_net(r, text, r->mos[draft->mos[0]].gate);
    lob_buf_add_text(text, " and ");
    add_net(r, text, r->mos[draft->mos[1]].gate);
    lob_buf_add_text(text, ", and so are their drains.");
}

static void tell_mirror(const lob_recognition *r, const lob_module_draft *draft, lob_buf *text) {
    add_names(r, text, draft->mos, draft->count);
    lob_buf_add_text(text, " have their gates on ");
    add_net(r, text, draft->net);
    lob_buf_add_text(text, " and their sources on ");
    add_net(r, text, r->mos[draft->reference].source);
    lob_buf_add_text(text, "; ");
    add_names(r, text, &draft->reference, 1);
    lob_buf_add_text(text, r->mos[draft->reference].drain == r->mos[draft->reference].gate
                               ? ", whose drain is on that gate net, sets the current."
                               : ", whose cascode's drain is on that gate net, sets the current.");
}

static void tell_cascode(const lob_recognition *r, const lob_module_draft *draft, lob_buf *text) {
    const uint32_t half = draft->count / 2;
    add_names(r, text, draft->mos, half);
    lob_buf_add_text(text, half > 1 ? " stand on " : " stands on ");
    add_names(r, text, draft->mos + half, half);
    lob_buf_add_text(text, ": source on drain, with nothing else of the type between, and the gate on ");
    add_net(r, text, draft->net);
    lob_buf_add_text(text, ", which is not that of the transistor below.");
}

static void tell_tail(const lob_recognition *r, const lob_module_draft *draft, lob_buf *text) {
    add_names(r, text, draft->mos, draft->count);
    lob_buf_add_text(text, draft->count > 1 ? " feed " : " feeds ");
    add_net(r, text, draft->net);
    lob_buf_add_text(text, ", the source net of a differential pair.");
}

static lob_status tell(const lob_recognition *r, const lob_module_draft *draft, lob_str *why) {
    static void (*const tellers[LOB_MODULE_TYPE_COUNT])(const lob_recognition *, const lob_module_draft *,
                                                        lob_buf *) = {[LOB_MODULE_TYPE_DIFFERENTIAL_PAIR] = tell_pair,
                                                                      [LOB_MODULE_TYPE_CURRENT_MIRROR] = tell_mirror,
                                                                      [LOB_MODULE_TYPE_CASCODE] = tell_cascode,
                                                                      [LOB_MODULE_TYPE_TAIL_CURRENT_SOURCE] =
                                                                          tell_tail};
    lob_buf text;
    lob_buf_init(&text, TEXT_SIZE_MAX);
    tellers[draft->type](r, draft, &text);
    const char *copy = text.failed ? NULL : lob_arena_strdup(r->ctx->arena, text.data, text.size);
    *why = (lob_str){copy, text.size};
    lob_buf_release(&text);
    return copy ? LOB_OK : lob_fail_memory(r->ctx);
}

/* ---- the module ---- */

static lob_status name_module(const lob_recognition *r, lob_circuit_module *module) {
    const lob_circuit_module *before = module > r->circuit->modules.items ? module - 1 : NULL;
    char name[64];
    unsigned number = 1;
    if (before && before->type == module->type) {
        const char *digits = strrchr(before->id.data, '_') + 1;
        number = (unsigned)strtoul(digits, NULL, 10) + 1;
    }
    const int size = snprintf(name, sizeof name, "%s_%u", lob_module_type_names[module->type], number);
    module->id = (lob_str){lob_arena_strdup(r->ctx->arena, name, (size_t)size), (size_t)size};
    return module->id.data ? LOB_OK : lob_fail_memory(r->ctx);
}

static lob_status set_matched(const lob_recognition *r, const lob_module_draft *draft,
                              lob_circuit_module_properties *properties) {
    properties->matched = true;
    if (draft->count_matched == 0) {
        return LOB_OK;
    }
    size_t count;
    const uint32_t *devices = devices_of(r, draft->mos, draft->count_matched, &count);
    properties->matched_devices.items = lob_arena_zalloc(r->ctx->arena, 1, sizeof *properties->matched_devices.items);
    if (!devices || !properties->matched_devices.items) {
        return lob_fail_memory(r->ctx);
    }
    properties->matched_devices.count = 1;
    properties->matched_devices.items[0].items = ids_of(r, devices, count);
    properties->matched_devices.items[0].count = count;
    properties->matched = are_matched(r, draft, devices, count);
    if (!properties->matched_devices.items[0].items) {
        return lob_fail_memory(r->ctx);
    }
    return draft->reference != LOB_NO_MOS ? set_ratios(r, draft->reference, devices, count, properties) : LOB_OK;
}

lob_status lob_module_add(lob_recognition *r, const lob_module_draft *draft) {
    lob_circuit_module *module = &r->circuit->modules.items[r->circuit->modules.count];
    *module = (lob_circuit_module){.type = draft->type};
    const uint32_t *devices = devices_of(r, draft->mos, draft->count, &module->devices.count);
    module->devices.items = devices ? ids_of(r, devices, module->devices.count) : NULL;
    if (!module->devices.items) {
        return lob_fail_memory(r->ctx);
    }
    LOB_TRY(name_module(r, module));
    LOB_TRY(set_matched(r, draft, &module->properties));
    LOB_TRY(tell(r, draft, &module->properties.why));
    r->circuit->modules.count++;
    return LOB_OK;
}
