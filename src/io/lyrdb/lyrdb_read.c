/* Reading .lyrdb: a machine over lob_xml_parse() that fills columns.
 *
 * Invariant: what an item refers to is resolved when its element ends (categories and cells come first in the file);
 * what cells refer to, at the end of the file. Names are found in maps keyed by a seed of the process.
 */
#include <string.h>

#include "base/alloc.h"
#include "base/map.h"
#include "io/lyrdb/lyrdb.h"
#include "io/xml/scan.h"
#include "io/xml/xml.h"

enum {
    S_ROOT = 1,
    S_DESCRIPTION,
    S_FILE,
    S_GENERATOR,
    S_TOP,
    S_BOX, /* elements that only hold others */
    S_TAGS,
    S_TAG,
    S_TAG_NAME,
    S_TAG_DESCRIPTION,
    S_CATEGORIES,
    S_CATEGORY,
    S_CATEGORY_NAME,
    S_CATEGORY_DESCRIPTION,
    S_CELLS,
    S_CELL,
    S_CELL_NAME,
    S_CELL_VARIANT,
    S_CELL_LAYOUT,
    S_REFERENCES,
    S_REFERENCE,
    S_PARENT,
    S_TRANS,
    S_ITEMS,
    S_ITEM,
    S_ITEM_TAGS,
    S_ITEM_CATEGORY,
    S_ITEM_CELL,
    S_VISITED,
    S_MULTIPLICITY,
    S_COMMENT,
    S_IMAGE,
    S_VALUES,
    S_VALUE,
};

static const lob_xml_rule rules[] = {
    {0, S_ROOT, "report-database"},
    /* The most frequent first. */
    {S_VALUES, S_VALUE, "value"},
    {S_ITEM, S_ITEM_TAGS, "tags"},
    {S_ITEM, S_ITEM_CATEGORY, "category"},
    {S_ITEM, S_ITEM_CELL, "cell"},
    {S_ITEM, S_VISITED, "visited"},
    {S_ITEM, S_MULTIPLICITY, "multiplicity"},
    {S_ITEM, S_COMMENT, "comment"},
    {S_ITEM, S_IMAGE, "image"},
    {S_ITEM, S_VALUES, "values"},
    {S_ITEMS, S_ITEM, "item"},
    {S_ROOT, S_DESCRIPTION, "description"},
    {S_ROOT, S_FILE, "original-file"},
    {S_ROOT, S_GENERATOR, "generator"},
    {S_ROOT, S_TOP, "top-cell"},
    {S_ROOT, S_TAGS, "tags"},
    {S_TAGS, S_TAG, "tag"},
    {S_TAG, S_TAG_NAME, "name"},
    {S_TAG, S_TAG_DESCRIPTION, "description"},
    {S_ROOT, S_CATEGORIES, "categories"},
    {S_CATEGORIES, S_CATEGORY, "category"},
    {S_CATEGORY, S_CATEGORY_NAME, "name"},
    {S_CATEGORY, S_CATEGORY_DESCRIPTION, "description"},
    {S_CATEGORY, S_CATEGORIES, "categories"},
    {S_ROOT, S_CELLS, "cells"},
    {S_CELLS, S_CELL, "cell"},
    {S_CELL, S_CELL_NAME, "name"},
    {S_CELL, S_CELL_VARIANT, "variant"},
    {S_CELL, S_CELL_LAYOUT, "layout-name"},
    {S_CELL, S_REFERENCES, "references"},
    {S_REFERENCES, S_REFERENCE, "ref"},
    {S_REFERENCE, S_PARENT, "parent"},
    {S_REFERENCE, S_TRANS, "trans"},
    {S_ROOT, S_ITEMS, "items"},
    {0, 0, NULL},
};

typedef struct pending { /* a reference whose parent is still a name */
    uint32_t cell;
    lob_str parent;
    lob_um_trans trans;
} pending;

typedef struct column {
    void *items;
    uint32_t count, capacity;
} column;

typedef struct reader {
    lob_ctx *ctx;
    lob_arena *arena;
    lob_rdb *rdb;
    lob_rdb_options options;
    column tags, categories, cells, items, values, references;
    lob_name_map category_map, path_map, cell_map;
    uint32_t open_category; /* innermost, or LOB_RDB_NONE */
} reader;

/* What lob_rdb_drop() gives back. */
struct lob_rdb_memory {
    lob_arena *arena;
    void *columns[5];
};

static lob_status refuse(reader *r, const char *reason, const char *message, bool of_item) {
    lob_ctx *ctx = r->ctx;
    lob_status status = lob_fail(ctx, r->options.refusal, "%s", message);
    lob_hint(ctx, "Run the check again, or write the report with KLayout.");
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    if (of_item) {
        lob_error_integer(&ctx->error, "item", r->items.count - 1);
    }
    return status;
}

static lob_status at_limit(lob_ctx *ctx, const char *reason, const char *message) {
    lob_status status = lob_fail(ctx, LOB_E_TOOL_LIMIT_EXCEEDED, "%s", message);
    lob_hint(ctx, "Check a smaller region, or fewer rules at a time.");
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    return status;
}

/* The arena is full, or the system is. */
static lob_status no_room(reader *r) {
    size_t size = lob_arena_size(r->arena);
    return size > r->options.size_max / 2
               ? at_limit(r->ctx, "memory_limit", "The marker database needs more memory than allowed")
               : lob_fail_memory(r->ctx);
}

static void *add(reader *r, column *c, size_t size) {
    if (c->count == c->capacity) {
        /* An item is an element, of which there are LOB_XML_ELEMENT_MAX at most: nothing here overflows. */
        uint32_t wanted = c->capacity ? c->capacity * 2 : 16;
        void *grown = lob_realloc(c->items, wanted * size);
        if (!grown) {
            lob_fail_memory(r->ctx);
            return NULL;
        }
        c->items = grown;
        c->capacity = wanted;
    }
    void *item = (char *)c->items + c->count++ * size;
    memset(item, 0, size);
    return item;
}

#define ADD(reader, column, type)  ((type *)add((reader), &(reader)->column, sizeof(type)))
#define LAST(reader, column, type) (&((type *)(reader)->column.items)[(reader)->column.count - 1])

static lob_status copy(reader *r, lob_str text, lob_str *to) {
    char *data = lob_arena_strdup(r->arena, text.data, text.size);
    *to = (lob_str){data, text.size};
    return data ? LOB_OK : no_room(r);
}

/* The story is told already, but for want of room in the arena. */
static lob_status room_or(reader *r, lob_status status) {
    if (status == LOB_E_TOOL_LIMIT_EXCEEDED && lob_arena_size(r->arena) > r->options.size_max / 2) {
        lob_error_clear(&r->ctx->error);
        return no_room(r);
    }
    return status;
}

/* ---- categories ---- */
static lob_status make_key(reader *r, uint32_t parent, lob_str name, lob_arena *arena, lob_str *key) {
    char *data = lob_arena_alloc(arena, name.size + sizeof parent);
    if (!data) {
        return no_room(r);
    }
    memcpy(data, &parent, sizeof parent);
    memcpy(data + sizeof parent, name.data, name.size);
    *key = (lob_str){data, name.size + sizeof parent};
    return LOB_OK;
}

static lob_status open_category(reader *r) {
    lob_rdb_category *category = ADD(r, categories, lob_rdb_category);
    if (!category) {
        return r->ctx->error.code;
    }
    *category = (lob_rdb_category){.parent = r->open_category, .name = LOB_STR(""), .description = LOB_STR("")};
    r->open_category = r->categories.count - 1;
    return LOB_OK;
}

/* Of several of one name the first is found, as in KLayout. A name comes before the sub-categories. */
static lob_status name_category(reader *r, lob_str name) {
    lob_rdb_category *category = &((lob_rdb_category *)r->categories.items)[r->open_category];
    lob_str key;
    uint32_t found;
    LOB_TRY(copy(r, name, &category->name));
    LOB_TRY(make_key(r, category->parent, category->name, r->arena, &key));
    return lob_name_map_add(&r->category_map, key, r->open_category, &found) ? LOB_OK : lob_fail_memory(r->ctx);
}

static lob_status find_category(reader *r, lob_str path, uint32_t *category) {
    lob_xml_scan scan = lob_scan_of(path);
    uint32_t found = LOB_RDB_NONE;
    do {
        lob_str name, key;
        bool no_memory = false;
        if (!lob_scan_word(&scan, r->arena, "_$", &name, &no_memory)) {
            return no_memory ? lob_fail_memory(r->ctx)
                             : refuse(r, "category", "An item of the marker database has no category", true);
        }
        LOB_TRY(make_key(r, found, name, r->arena, &key));
        found = lob_name_map_find(&r->category_map, key);
        if (found == LOB_MAP_NONE) {
            return refuse(r, "category", "An item of the marker database has a category that is not declared", true);
        }
    } while (lob_scan_test(&scan, "."));
    *category = found;
    return LOB_OK;
}

/* A path is taken apart once, however many items are of it. */
static lob_status set_category(reader *r, lob_rdb_item *item, lob_str path) {
    lob_str kept;
    uint32_t found;
    item->category = lob_name_map_find(&r->path_map, path);
    if (item->category != LOB_MAP_NONE) {
        return LOB_OK;
    }
    LOB_TRY(copy(r, path, &kept));
    LOB_TRY(find_category(r, kept, &item->category));
    return lob_name_map_add(&r->path_map, kept, item->category, &found) ? LOB_OK : lob_fail_memory(r->ctx);
}

/* ---- cells ---- */
static lob_status close_cell(reader *r) {
    lob_rdb_cell *cell = LAST(r, cells, lob_rdb_cell);
    uint32_t found;
    lob_str key = cell->name;
    if (cell->variant.size > 0) {
        size_t size = cell->name.size + 1 + cell->variant.size;
        char *data = lob_arena_alloc(r->arena, size);
        if (!data) {
            return no_room(r);
        }
        if (cell->name.size > 0) { /* a cell may have no name */
            memcpy(data, cell->name.data, cell->name.size);
        }
        data[cell->name.size] = ':';
        memcpy(data + cell->name.size + 1, cell->variant.data, cell->variant.size);
        key = (lob_str){data, size};
    }
    return lob_name_map_add(&r->cell_map, key, r->cells.count - 1, &found) ? LOB_OK : lob_fail_memory(r->ctx);
}

static lob_status open_reference(reader *r) {
    pending *reference = ADD(r, references, pending);
    if (!reference) {
        return r->ctx->error.code;
    }
    *reference = (pending){.cell = r->cells.count - 1, .parent = LOB_STR(""), .trans = {.mag = 1}};
    return LOB_OK;
}

static lob_status set_trans(reader *r, lob_str text) {
    lob_xml_scan scan = lob_scan_of(text);
    if (!lob_rdb_scan_trans(&scan, &LAST(r, references, pending)->trans) || !lob_scan_at_end(&scan)) {
        return refuse(r, "trans", "A cell of the marker database has a transformation that does not parse", false);
    }
    return LOB_OK;
}

/* ---- items ---- */
static lob_status open_item(reader *r) {
    if (r->items.count >= r->options.item_count_max) {
        return at_limit(r->ctx, "items", "The marker database has more items than allowed");
    }
    lob_rdb_item *item = ADD(r, items, lob_rdb_item);
    if (!item) {
        return r->ctx->error.code;
    }
    *item = (lob_rdb_item){.category = LOB_RDB_NONE, .cell = LOB_RDB_NONE, .multiplicity = 1};
    r->values.count = 0;
    return LOB_OK;
}

/* Only what points into the text keeps it. */
static lob_status add_value(reader *r, lob_str text) {
    lob_str kept;
    lob_rdb_value *value = ADD(r, values, lob_rdb_value);
    if (!value) {
        return r->ctx->error.code;
    }
    LOB_TRY(room_or(r, lob_rdb_parse_value(r->ctx, r->arena, text, value)));
    if (value->tag || value->kind == LOB_RDB_TEXT || value->kind == LOB_RDB_LABEL || value->kind == LOB_RDB_RAW) {
        LOB_TRY(copy(r, text, &kept));
        LOB_TRY(room_or(r, lob_rdb_parse_value(r->ctx, r->arena, kept, value)));
    }
    r->rdb->raw_count += value->kind == LOB_RDB_RAW;
    return LOB_OK;
}

static lob_status close_item(reader *r) {
    lob_rdb_item *item = LAST(r, items, lob_rdb_item);
    if (item->category == LOB_RDB_NONE) {
        return refuse(r, "category", "An item of the marker database has no category", true);
    }
    if (item->cell == LOB_RDB_NONE) {
        return refuse(r, "cell", "An item of the marker database has no cell", true);
    }
    ((lob_rdb_category *)r->categories.items)[item->category].item_count++;
    item->value_count = r->values.count;
    if (item->value_count > 0) {
        lob_rdb_value *values = lob_arena_alloc(r->arena, item->value_count * sizeof *values);
        if (!values) {
            return no_room(r);
        }
        item->values = memcpy(values, r->values.items, item->value_count * sizeof *values);
    }
    return LOB_OK;
}

static lob_status set_text(reader *r, lob_str text, const lob_str **to) {
    if (text.size == 0) {
        return LOB_OK;
    }
    lob_str *made = LOB_NEW(r->arena, lob_str);
    if (!made) {
        return no_room(r);
    }
    *to = made;
    return copy(r, text, made);
}

static lob_status set_cell(reader *r, lob_rdb_item *item, lob_str name) {
    item->cell = lob_name_map_find(&r->cell_map, name);
    return item->cell == LOB_MAP_NONE
               ? refuse(r, "cell", "An item of the marker database has a cell that is not declared", true)
               : LOB_OK;
}

static lob_status set_tags(reader *r, lob_rdb_item *item, lob_str text) {
    lob_str kept;
    bool fine;
    if (text.size == 0) {
        return LOB_OK;
    }
    LOB_TRY(copy(r, text, &kept));
    LOB_TRY(room_or(r, lob_rdb_parse_tags(r->ctx, r->arena, kept, item, &fine)));
    r->rdb->fault_count += !fine;
    return LOB_OK;
}

static lob_status close_of_item(reader *r, unsigned state, lob_str text) {
    lob_rdb_item *item = LAST(r, items, lob_rdb_item);
    lob_xml_scan scan = lob_scan_of(text);
    switch (state) {
    case S_ITEM_TAGS:
        return set_tags(r, item, text);
    case S_ITEM_CATEGORY:
        return set_category(r, item, text);
    case S_ITEM_CELL:
        return set_cell(r, item, text);
    case S_VISITED:
        item->is_visited = lob_scan_test(&scan, "true") || lob_scan_test(&scan, "1");
        r->rdb->fault_count += (!item->is_visited && !lob_scan_test(&scan, "false") && !lob_scan_test(&scan, "0")) ||
                               !lob_scan_at_end(&scan);
        return LOB_OK;
    case S_MULTIPLICITY:
        r->rdb->fault_count += !lob_scan_uint(&scan, UINT32_MAX, &item->multiplicity) || !lob_scan_at_end(&scan);
        return LOB_OK;
    case S_COMMENT:
        return set_text(r, text, &item->comment);
    case S_IMAGE:
        return set_text(r, text, &item->image);
    case S_VALUE:
        return add_value(r, text);
    default:
        return LOB_OK;
    }
}

/* ---- elements ---- */
static lob_status on_open(void *self, unsigned state) {
    reader *r = self;
    void *added = r;
    switch (state) {
    case S_TAG:
        added = ADD(r, tags, lob_rdb_tag_info);
        break;
    case S_CELL:
        added = ADD(r, cells, lob_rdb_cell);
        break;
    case S_CATEGORY:
        return open_category(r);
    case S_REFERENCE:
        return open_reference(r);
    case S_ITEM:
        return open_item(r);
    default:
        break;
    }
    return added ? LOB_OK : r->ctx->error.code;
}

static lob_status close_of_cell(reader *r, unsigned state, lob_str text) {
    lob_rdb_cell *cell = LAST(r, cells, lob_rdb_cell);
    switch (state) {
    case S_CELL_NAME:
        return copy(r, text, &cell->name);
    case S_CELL_VARIANT:
        return copy(r, text, &cell->variant);
    case S_CELL_LAYOUT:
        return copy(r, text, &cell->layout_name);
    case S_PARENT:
        return copy(r, text, &LAST(r, references, pending)->parent);
    case S_TRANS:
        return set_trans(r, text);
    case S_CELL:
        return close_cell(r);
    default:
        return LOB_OK;
    }
}

static lob_status close_category(reader *r) {
    lob_rdb_category *category = &((lob_rdb_category *)r->categories.items)[r->open_category];
    r->open_category = category->parent;
    return LOB_OK;
}

static lob_status on_close(void *self, unsigned state, lob_str text) {
    reader *r = self;
    lob_rdb *rdb = r->rdb;
    if (state >= S_ITEM_TAGS) {
        return close_of_item(r, state, text);
    }
    if (state >= S_CELL && state <= S_TRANS) {
        return close_of_cell(r, state, text);
    }
    switch (state) {
    case S_ITEM:
        return close_item(r);
    case S_DESCRIPTION:
        return copy(r, text, &rdb->description);
    case S_FILE:
        return copy(r, text, &rdb->original_file);
    case S_GENERATOR:
        return copy(r, text, &rdb->generator);
    case S_TOP:
        return copy(r, text, &rdb->top_cell);
    case S_TAG_NAME:
        return copy(r, text, &LAST(r, tags, lob_rdb_tag_info)->name);
    case S_TAG_DESCRIPTION:
        return copy(r, text, &LAST(r, tags, lob_rdb_tag_info)->description);
    case S_CATEGORY_NAME:
        return name_category(r, text);
    case S_CATEGORY_DESCRIPTION:
        return copy(r, text, &((lob_rdb_category *)r->categories.items)[r->open_category].description);
    case S_CATEGORY:
        return close_category(r);
    default:
        return LOB_OK;
    }
}

/* ---- the end ---- */
/* References of a cell stand together, as the cells do, so the list is cut into runs. */
static lob_status resolve(reader *r) {
    lob_rdb_cell *cells = r->cells.items;
    const pending *from = r->references.items;
    lob_rdb_reference *made = LOB_NEW_ARRAY(r->arena, lob_rdb_reference, r->references.count);
    if (!made) {
        return no_room(r);
    }
    for (uint32_t i = 0; i < r->references.count; i++) {
        uint32_t parent = lob_name_map_find(&r->cell_map, from[i].parent);
        if (parent == LOB_MAP_NONE) {
            return refuse(r, "parent", "A cell of the marker database has a parent that is not declared", false);
        }
        made[i] = (lob_rdb_reference){.parent = parent, .trans = from[i].trans};
        lob_rdb_cell *cell = &cells[from[i].cell];
        cell->references = cell->reference_count++ ? cell->references : &made[i];
    }
    return LOB_OK;
}

/* A walk upwards from each cell that does not go twice through a cell that is done. */
static lob_status refuse_cycles(reader *r) {
    enum { NEW, OPEN, DONE };
    const lob_rdb_cell *cells = r->cells.items;
    uint32_t count = r->cells.count, depth = 0;
    uint8_t *marks = lob_calloc(count, 1);
    uint32_t *stack = lob_calloc(count, sizeof *stack), *next = lob_calloc(count, sizeof *next);
    lob_status status = marks && stack && next ? LOB_OK : lob_fail_memory(r->ctx);
    for (uint32_t i = 0; i < count && status == LOB_OK; i++) {
        if (marks[i] == NEW) {
            marks[i] = OPEN;
            stack[depth++] = i;
        }
        while (depth > 0 && status == LOB_OK) {
            uint32_t at = stack[depth - 1];
            if (next[at] == cells[at].reference_count) {
                marks[at] = DONE;
                depth--;
                continue;
            }
            uint32_t parent = cells[at].references[next[at]++].parent;
            if (marks[parent] == OPEN) {
                status = refuse(r, "cycle", "A cell of the marker database contains itself", false);
            } else if (marks[parent] == NEW) {
                marks[parent] = OPEN;
                stack[depth++] = parent;
            }
        }
    }
    lob_free(marks);
    lob_free(stack);
    lob_free(next);
    return status;
}

static void keep(reader *r) {
    lob_rdb *rdb = r->rdb;
    rdb->tags = r->tags.items;
    rdb->categories = r->categories.items;
    rdb->cells = r->cells.items;
    rdb->items = r->items.items;
    rdb->tag_count = r->tags.count;
    rdb->category_count = r->categories.count;
    rdb->cell_count = r->cells.count;
    rdb->item_count = r->items.count;
}

static lob_status run(reader *r, lob_source *source) {
    lob_xml_grammar grammar = {.rules = rules,
                               .open = on_open,
                               .close = on_close,
                               .refusal = r->options.refusal,
                               .what = "The marker database"};
    lob_xml_counts counts;
    LOB_TRY(lob_xml_parse(r->ctx, source, &grammar, r, &counts));
    LOB_TRY(resolve(r));
    LOB_TRY(refuse_cycles(r));
    r->rdb->unknown_count = counts.skipped;
    return LOB_OK;
}

lob_status lob_rdb_read(lob_ctx *ctx, lob_source *source, const lob_rdb_options *options, lob_rdb *rdb) {
    reader r = {.ctx = ctx, .rdb = rdb, .open_category = LOB_RDB_NONE};
    r.options = options ? *options : (lob_rdb_options){0};
    r.options.refusal = r.options.refusal ? r.options.refusal : LOB_E_UNSUPPORTED_FORMAT;
    r.options.size_max = r.options.size_max ? r.options.size_max : (size_t)1 << 30;
    r.options.item_count_max = r.options.item_count_max ? r.options.item_count_max : 10000000;
    *rdb = (lob_rdb){
        .description = LOB_STR(""), .original_file = LOB_STR(""), .generator = LOB_STR(""), .top_cell = LOB_STR("")};
    struct lob_rdb_memory *memory = lob_calloc(1, sizeof *memory);
    r.arena = memory ? lob_arena_new(r.options.size_max) : NULL;
    lob_name_map_init(&r.category_map);
    lob_name_map_init(&r.path_map);
    lob_name_map_init(&r.cell_map);
    lob_status status = r.arena ? run(&r, source) : lob_fail_memory(ctx);
    if (memory) {
        *memory = (struct lob_rdb_memory){r.arena, {r.tags.items, r.categories.items, r.cells.items, r.items.items}};
        rdb->memory = memory;
    }
    lob_free(r.values.items);
    lob_free(r.references.items);
    lob_name_map_release(&r.category_map);
    lob_name_map_release(&r.path_map);
    lob_name_map_release(&r.cell_map);
    if (status == LOB_OK) {
        keep(&r);
    } else {
        lob_rdb_drop(rdb);
    }
    return status;
}

void lob_rdb_drop(lob_rdb *rdb) {
    if (rdb && rdb->memory) {
        for (size_t i = 0; i < sizeof rdb->memory->columns / sizeof rdb->memory->columns[0]; i++) {
            lob_free(rdb->memory->columns[i]);
        }
        lob_arena_drop(rdb->memory->arena);
        lob_free(rdb->memory);
    }
    if (rdb) {
        *rdb = (lob_rdb){0};
    }
}
