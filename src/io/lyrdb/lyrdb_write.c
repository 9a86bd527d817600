/* Writing .lyrdb as KLayout lays it out: one blank a level, empty texts as <a/>, an empty line at the end. */
#include <string.h>

#include "base/num.h"
#include "base/utf8.h"
#include "io/lyrdb/lyrdb.h"
#include "io/xml/scan.h"

typedef struct writer {
    lob_ctx *ctx;
    lob_outfile *out;
    lob_buf value; /* scratch */
    unsigned level;
} writer;

static void put(writer *w, const char *text) {
    lob_outfile_add(w->out, text, strlen(text));
}

static void put_indent(writer *w) {
    static const char blanks[] = "                                                                        ";
    lob_outfile_add(w->out, blanks, w->level < sizeof blanks ? w->level : sizeof blanks - 1);
}

static void open_element(writer *w, const char *name) {
    put_indent(w);
    put(w, "<");
    put(w, name);
    put(w, ">\n");
    w->level++;
}

static void close_element(writer *w, const char *name) {
    w->level--;
    put_indent(w);
    put(w, "</");
    put(w, name);
    put(w, ">\n");
}

/* What XML 1.0 can hold. */
static bool is_xml(uint32_t code) {
    return (code >= 0x20 && code != 0xFFFE && code != 0xFFFF) || code == '\t' || code == '\n' || code == '\r';
}

static void put_escaped(writer *w, lob_str text) {
    size_t from = 0, at = 0;
    while (at < text.size) {
        uint32_t code;
        unsigned size = lob_utf8_decode(text, at, &code);
        const char *instead = size == 0 || !is_xml(code) ? "\xEF\xBF\xBD"
                              : code == '&'              ? "&amp;"
                              : code == '<'              ? "&lt;"
                              : code == '>'              ? "&gt;"
                              : code == '\r'             ? "&#13;"
                                                         : NULL;
        if (instead) {
            lob_outfile_add(w->out, text.data + from, at - from);
            put(w, instead);
            from = at + (size ? size : 1);
        }
        at += size ? size : 1;
    }
    lob_outfile_add(w->out, text.data + from, text.size - from);
}

static void put_text(writer *w, const char *name, lob_str text) {
    put_indent(w);
    put(w, "<");
    put(w, name);
    if (text.size == 0) {
        put(w, "/>\n");
        return;
    }
    put(w, ">");
    put_escaped(w, text);
    put(w, "</");
    put(w, name);
    put(w, ">\n");
}

/* What was collected in `value`; a failure of it is the writer's. */
static void put_collected(writer *w, const char *name) {
    if (w->value.failed && w->out->status == LOB_OK) {
        w->out->status = lob_fail_memory(w->ctx);
    }
    put_text(w, name, (lob_str){w->value.data, w->value.size});
    lob_buf_clear(&w->value);
}

void lob_rdb_put_cell_name(lob_buf *out, const lob_rdb_cell *cell) {
    lob_buf_add(out, cell->name.data, cell->name.size);
    if (cell->variant.size > 0) {
        lob_buf_add_byte(out, ':');
        lob_buf_add(out, cell->variant.data, cell->variant.size);
    }
}

lob_status lob_rdb_put_category_path(lob_ctx *ctx, lob_buf *out, const lob_rdb *rdb, uint32_t category) {
    uint32_t depth = 0;
    for (uint32_t at = category; at != LOB_RDB_NONE; at = rdb->categories[at].parent) {
        depth++;
    }
    uint32_t *path = LOB_NEW_ARRAY(ctx->arena, uint32_t, depth);
    if (!path) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t at = category, i = depth; at != LOB_RDB_NONE; at = rdb->categories[at].parent) {
        path[--i] = at;
    }
    for (uint32_t i = 0; i < depth; i++) {
        lob_buf_add_text(out, i > 0 ? "." : "");
        lob_scan_put_word(out, rdb->categories[path[i]].name, "_$");
    }
    return LOB_OK;
}

static void put_tags(writer *w, const lob_rdb *rdb) {
    open_element(w, "tags");
    for (uint32_t i = 0; i < rdb->tag_count; i++) {
        open_element(w, "tag");
        put_text(w, "name", rdb->tags[i].name);
        put_text(w, "description", rdb->tags[i].description);
        close_element(w, "tag");
    }
    close_element(w, "tags");
}

/* Sub-categories of a category stand in it, so the walk follows the first child and the next sibling. */
static lob_status put_categories(writer *w, const lob_rdb *rdb) {
    uint32_t count = rdb->category_count;
    uint32_t *first = lob_arena_alloc(w->ctx->arena, ((size_t)count + 1) * sizeof *first);
    uint32_t *next = lob_arena_alloc(w->ctx->arena, ((size_t)count + 1) * sizeof *next);
    if (!first || !next) {
        return lob_fail_memory(w->ctx);
    }
    memset(first, 0xFF, ((size_t)count + 1) * sizeof *first);
    for (uint32_t i = count; i > 0;) {
        i--;
        uint32_t parent = rdb->categories[i].parent == LOB_RDB_NONE ? count : rdb->categories[i].parent;
        next[i] = first[parent];
        first[parent] = i;
    }
    open_element(w, "categories");
    for (uint32_t parent = LOB_RDB_NONE, at = first[count];;) {
        if (at != LOB_RDB_NONE) {
            open_element(w, "category");
            put_text(w, "name", rdb->categories[at].name);
            put_text(w, "description", rdb->categories[at].description);
            open_element(w, "categories");
            parent = at;
            at = first[at];
            continue;
        }
        close_element(w, "categories");
        if (parent == LOB_RDB_NONE) {
            return LOB_OK;
        }
        close_element(w, "category");
        at = next[parent];
        parent = rdb->categories[parent].parent;
    }
}

static void put_real(lob_buf *out, double value) {
    char text[LOB_NUM_TEXT_SIZE];
    lob_num_print(text, value == 0 ? 0 : value);
    lob_buf_add_text(out, text);
}

static void put_reference(writer *w, const lob_rdb *rdb, const lob_rdb_reference *reference) {
    const lob_um_trans *trans = &reference->trans;
    open_element(w, "ref");
    lob_rdb_put_cell_name(&w->value, &rdb->cells[reference->parent]);
    put_collected(w, "parent");
    lob_buf_add_byte(&w->value, trans->is_mirrored ? 'm' : 'r');
    put_real(&w->value, trans->is_mirrored ? trans->angle / 2 : trans->angle);
    lob_buf_add_text(&w->value, " *");
    put_real(&w->value, trans->mag);
    lob_buf_add_byte(&w->value, ' ');
    put_real(&w->value, trans->x);
    lob_buf_add_byte(&w->value, ',');
    put_real(&w->value, trans->y);
    put_collected(w, "trans");
    close_element(w, "ref");
}

static void put_cell(writer *w, const lob_rdb *rdb, const lob_rdb_cell *cell) {
    open_element(w, "cell");
    put_text(w, "name", cell->name);
    put_text(w, "variant", cell->variant);
    if (cell->layout_name.size > 0) {
        put_text(w, "layout-name", cell->layout_name);
    }
    open_element(w, "references");
    for (uint32_t i = 0; i < cell->reference_count; i++) {
        put_reference(w, rdb, &cell->references[i]);
    }
    close_element(w, "references");
    close_element(w, "cell");
}

/* KLayout wants parents before children. */
static lob_status put_cells(writer *w, const lob_rdb *rdb) {
    uint32_t count = rdb->cell_count, depth = 0;
    uint8_t *done = LOB_NEW_ARRAY(w->ctx->arena, uint8_t, count);
    uint32_t *stack = LOB_NEW_ARRAY(w->ctx->arena, uint32_t, (size_t)count + 1);
    uint32_t *next = LOB_NEW_ARRAY(w->ctx->arena, uint32_t, count);
    if (!done || !stack || !next) {
        return lob_fail_memory(w->ctx);
    }
    open_element(w, "cells");
    for (uint32_t i = 0; i < count; i++) {
        if (!done[i]) {
            stack[depth++] = i;
        }
        while (depth > 0) {
            uint32_t at = stack[depth - 1];
            if (done[at] || next[at] == rdb->cells[at].reference_count) {
                if (!done[at]) {
                    put_cell(w, rdb, &rdb->cells[at]);
                }
                done[at] = 1;
                depth--;
            } else {
                uint32_t parent = rdb->cells[at].references[next[at]++].parent;
                if (!done[parent] && depth <= count) {
                    stack[depth++] = parent;
                }
            }
        }
    }
    close_element(w, "cells");
    return LOB_OK;
}

static lob_status put_item(writer *w, const lob_rdb *rdb, const lob_rdb_item *item) {
    open_element(w, "item");
    for (uint32_t i = 0; i < item->tag_count; i++) {
        lob_buf_add_text(&w->value, i > 0 ? "," : "");
        lob_buf_add_text(&w->value, item->tags[i].is_user ? "#" : "");
        lob_scan_put_word(&w->value, item->tags[i].name, LOB_SCAN_WORD_EXTRA);
    }
    put_collected(w, "tags");
    LOB_TRY(lob_rdb_put_category_path(w->ctx, &w->value, rdb, item->category));
    put_collected(w, "category");
    lob_rdb_put_cell_name(&w->value, &rdb->cells[item->cell]);
    put_collected(w, "cell");
    put_text(w, "visited", item->is_visited ? LOB_STR("true") : LOB_STR("false"));
    lob_buf_printf(&w->value, "%u", item->multiplicity);
    put_collected(w, "multiplicity");
    if (item->comment) {
        put_text(w, "comment", *item->comment);
    }
    put_text(w, "image", item->image ? *item->image : LOB_STR(""));
    open_element(w, "values");
    for (uint32_t i = 0; i < item->value_count; i++) {
        lob_rdb_put_value(&w->value, &item->values[i]);
        put_collected(w, "value");
    }
    close_element(w, "values");
    close_element(w, "item");
    return w->out->status;
}

static lob_status put_all(writer *w, const lob_rdb *rdb) {
    put(w, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
    open_element(w, "report-database");
    put_text(w, "description", rdb->description);
    put_text(w, "original-file", rdb->original_file);
    put_text(w, "generator", rdb->generator);
    put_text(w, "top-cell", rdb->top_cell);
    put_tags(w, rdb);
    LOB_TRY(put_categories(w, rdb));
    LOB_TRY(put_cells(w, rdb));
    open_element(w, "items");
    for (uint32_t i = 0; i < rdb->item_count; i++) {
        if ((i & 1023) == 0) {
            LOB_TRY(lob_poll(w->ctx));
        }
        LOB_TRY(put_item(w, rdb, &rdb->items[i]));
    }
    close_element(w, "items");
    close_element(w, "report-database");
    return w->out->status;
}

lob_status lob_rdb_write(lob_ctx *ctx, const lob_rdb *rdb, lob_outfile *out) {
    writer w = {.ctx = ctx, .out = out};
    lob_buf_init(&w.value, 0);
    lob_status status = put_all(&w, rdb);
    lob_buf_release(&w.value);
    return status;
}
