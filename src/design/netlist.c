/* Reading a netlist: what must hold of the file as a whole, in the order in which the seed finds faults. The circuit is
 * made by netlist_cell.c and netlist_expand.c. */
#include "design/netlist.h"

#include <stdio.h>
#include <strings.h>

#include "base/limits.h"
#include "design/modules.h"
#include "design/netlist_impl.h"
#include "gen/parse.h"

enum { PATH_SIZE = 96 };

/* ---- before the schema ---- */

static bool is_type(lob_str name) {
    for (int i = 0; i < LOB_DEVICE_TYPE_COUNT; i++) {
        if (lob_str_equal(name, lob_str_from(lob_device_type_names[i]))) {
            return true;
        }
    }
    return false;
}

static lob_status check_types(const lob_document *document) {
    const cJSON *cells = lob_document_array(document->json, "cells");
    for (const cJSON *cell = cells ? cells->child : NULL; cell; cell = cell->next) {
        const cJSON *devices = lob_document_array(cell, "devices");
        for (const cJSON *device = devices ? devices->child : NULL; device; device = device->next) {
            const lob_str type = lob_document_text(device, "type");
            if (type.data && !is_type(type)) {
                return lob_document_fail(document->ctx, LOB_DESIGN_NETLIST, "device_type", "Unknown device type", type);
            }
        }
    }
    return LOB_OK;
}

/* Members that 1.0.0 does not know mean nothing there. */
static void drop_later_members(const lob_document *document) {
    lob_semver version;
    if (!lob_semver_parse(document->version, &version) || version.minor > 0 || document->is_migrated) {
        return;
    }
    const cJSON *cells = lob_document_array(document->json, "cells");
    for (cJSON *cell = cells ? cells->child : NULL; cell; cell = cell->next) {
        if (cJSON_IsObject(cell)) {
            cJSON_DeleteItemFromObjectCaseSensitive(cell, "net_types");
            cJSON_DeleteItemFromObjectCaseSensitive(cell, "ports");
        }
    }
}

/* ---- what the seed's tables say beyond its schema ---- */

static lob_status refuse(const lob_document *document, const char *path, const char *member, const char *expected,
                         const char *got) {
    char whole[PATH_SIZE + 64];
    snprintf(whole, sizeof whole, "%s%s%s", path, member[0] ? "." : "", member);
    return lob_document_refuse(document->ctx, LOB_DESIGN_NETLIST, whole, expected, got);
}

static bool has_terminal(const lob_netlist_device *device, const char *name) {
    for (size_t i = 0; i < device->terminals.count; i++) {
        if (lob_str_equal(device->terminals.names[i], lob_str_from(name))) {
            return true;
        }
    }
    return false;
}

static lob_status check_mos(const lob_document *document, const lob_netlist_device *device, const char *path) {
    static const char *const needed[] = {"terminals.g", "terminals.d", "terminals.s", "terminals.b"};
    if (!device->has_w || device->w <= 0) {
        return refuse(document, path, "w", "a width above 0 in metres", device->has_w ? "0" : "nothing");
    }
    if (!device->has_l || device->l <= 0) {
        return refuse(document, path, "l", "a length above 0 in metres", device->has_l ? "0" : "nothing");
    }
    for (size_t i = 0; i < 4; i++) {
        if (!has_terminal(device, needed[i] + strlen("terminals."))) {
            return refuse(document, path, needed[i], "a net", "nothing");
        }
    }
    return LOB_OK;
}

static lob_status check_device(const lob_document *document, const lob_netlist_device *device, const char *path) {
    if (device->type == LOB_DEVICE_TYPE_NMOS || device->type == LOB_DEVICE_TYPE_PMOS) {
        LOB_TRY(check_mos(document, device, path));
    }
    for (size_t i = 0; i < device->terminals.count; i++) {
        if (device->terminals.items[i].size == 0) {
            return refuse(document, path, "terminals", "names of nets", "an empty one");
        }
    }
    return LOB_OK;
}

/* `*is_new`: whether nothing before had this name. */
static lob_status take_name(const lob_document *document, lob_name_map *seen, lob_str name, bool *is_new) {
    const uint32_t place = seen->count;
    uint32_t found;
    if (!lob_name_map_add(seen, name, place, &found)) {
        return lob_fail_memory(document->ctx);
    }
    *is_new = found == place;
    return LOB_OK;
}

static lob_status check_names(const lob_document *document, const lob_netlist_cell *cell, size_t index,
                              lob_name_map *seen) {
    char path[PATH_SIZE];
    bool is_new = false;
    for (size_t i = 0; i < cell->devices.count; i++) {
        snprintf(path, sizeof path, "$.cells[%zu].devices[%zu]", index, i);
        LOB_TRY(take_name(document, seen, cell->devices.items[i].id, &is_new));
        if (!is_new) {
            return refuse(document, path, "id", "an id that no other device of the cell has", "one twice");
        }
        LOB_TRY(check_device(document, &cell->devices.items[i], path));
    }
    for (size_t i = 0; i < cell->subcells.count; i++) {
        snprintf(path, sizeof path, "$.cells[%zu].subcells[%zu]", index, i);
        LOB_TRY(take_name(document, seen, cell->subcells.items[i].name, &is_new));
        if (!is_new) {
            return refuse(document, path, "name", "a name that no device or other instance of the cell has",
                          "one twice");
        }
    }
    return LOB_OK;
}

static lob_status check_cells(lob_flattening *f) {
    const lob_document *document = f->document;
    for (size_t i = 0; i < f->source->cells.count; i++) {
        const lob_netlist_cell *cell = &f->source->cells.items[i];
        char path[PATH_SIZE];
        bool is_new = false;
        snprintf(path, sizeof path, "$.cells[%zu]", i);
        LOB_TRY(take_name(document, &f->by_name, cell->name, &is_new));
        if (!is_new) {
            return refuse(document, path, "name", "a name that no other cell has", "one twice");
        }
        lob_name_map seen;
        lob_name_map_init(&seen);
        lob_status status = check_names(document, cell, i, &seen);
        lob_name_map_release(&seen);
        LOB_TRY(status);
    }
    return LOB_OK;
}

/* ---- all of it ---- */

static lob_status parse(lob_document *document, lob_netlist *source) {
    lob_wire w;
    LOB_TRY(check_types(document));
    LOB_TRY(lob_document_migrate(document));
    drop_later_members(document);
    lob_wire_begin(&w, document->ctx, "netlist", true);
    lob_wire_read(&w, document->json, &lob_netlist_table, source);
    return lob_document_end(&w, LOB_DESIGN_NETLIST);
}

static lob_status make_circuit(lob_flattening *f, lob_parsed_netlist *netlist) {
    lob_ctx *ctx = f->document->ctx;
    const lob_netlist *source = f->source;
    LOB_TRY(check_cells(f));
    netlist->circuit.name = source->top;
    const uint32_t top = lob_name_map_find(&f->by_name, source->top);
    if (top == LOB_MAP_NONE) {
        const bool is_empty = source->cells.count == 0 && source->top.size == 0;
        return is_empty ? LOB_OK
                        : lob_document_fail(ctx, LOB_DESIGN_NETLIST, "top_cell", "Top cell not found", source->top);
    }
    f->cells = LOB_NEW_ARRAY(ctx->arena, lob_flat_cell, source->cells.count);
    if (!f->cells) {
        return lob_fail_memory(ctx);
    }
    const cJSON *cells = lob_document_array(f->document->json, "cells");
    size_t count = 0;
    for (const cJSON *cell = cells->child; cell; cell = cell->next) {
        f->cells[count].json = cell;
        f->cells[count].source = &source->cells.items[count];
        lob_name_map_init(&f->cells[count++].nets);
    }
    lob_status status = lob_flat_expand(f, top, netlist);
    for (size_t i = 0; i < count; i++) {
        lob_name_map_release(&f->cells[i].nets);
    }
    return status;
}

static lob_status read_document(lob_document *document, lob_parsed_netlist *netlist) {
    lob_flattening f = {.document = document};
    lob_netlist *source = LOB_NEW(document->ctx->arena, lob_netlist);
    if (!source) {
        return lob_fail_memory(document->ctx);
    }
    LOB_TRY(parse(document, source));
    f.source = source;
    lob_name_map_init(&f.by_name);
    lob_status status = make_circuit(&f, netlist);
    lob_name_map_release(&f.by_name);
    return status;
}

lob_status lob_netlist_read_text(lob_ctx *ctx, lob_str text, bool find_modules, lob_parsed_netlist *netlist) {
    lob_document document;
    *netlist = (lob_parsed_netlist){0};
    lob_status status = lob_document_open(ctx, LOB_DESIGN_NETLIST, text, &document);
    status = status == LOB_OK ? read_document(&document, netlist) : status;
    lob_document_close(&document);
    LOB_TRY(status);
    netlist->schema_version = document.version;
    netlist->is_migrated = document.is_migrated;
    netlist->notes = document.notes;
    return find_modules ? lob_modules_find(ctx, &netlist->circuit) : LOB_OK;
}
