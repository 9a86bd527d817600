/* From a recipe to a file, its JSON, and the comparison with what the reader says. Areas are for KLayout
 * (tests/oracle/oasis_expected.py): the reader knows none. */
#include "oasis.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/limits.h"
#include "io/read.h"
#include "json/writer.h"

enum { PATH_SIZE = 1024 };

/* ---- what recipes call ---- */

void ox_want(ox_file *x, unsigned layer, unsigned datatype, const char *kind, int64_t count, const int64_t box[4],
             int64_t area) {
    if (x->count < OX_LAYER_COUNT_MAX) {
        ox_layer *l = &x->layers[x->count++];
        *l = (ox_layer){.layer = layer, .datatype = datatype, .kind = kind, .count = count, .area = area};
        memcpy(l->box, box, sizeof l->box);
    }
}

void ox_cell(ox_file *x, const char *name) {
    o_cell(&x->f, name);
    x->cells++;
}

void ox_begin(ox_file *x) {
    o_magic(&x->f);
    o_start(&x->f);
    ox_cell(x, "TOP");
}

void ox_end(ox_file *x) {
    o_end(&x->f);
}

void ox_head(ox_file *x, unsigned id, unsigned info, unsigned layer, unsigned datatype) {
    o_id(&x->f, id);
    bad_byte(&x->f, info);
    o_uint(&x->f, layer);
    o_uint(&x->f, datatype);
}

void ox_g_delta(bad_file *f, int64_t x, int64_t y) {
    o_uint(f, (uint64_t)(x < 0 ? -x : x) << 2 | (x < 0 ? 2 : 0) | 1);
    o_sint(f, y);
}

/* ---- the JSON beside a file ---- */

static void write_key_int(lob_jsonw *w, const char *key, int64_t value) {
    lob_jsonw_key(w, key);
    lob_jsonw_int(w, value);
}

static void write_layer(lob_buf *out, const ox_layer *l) {
    lob_jsonw w;
    lob_jsonw_init(&w, out);
    lob_jsonw_begin_object(&w);
    write_key_int(&w, "layer", l->layer);
    write_key_int(&w, "datatype", l->datatype);
    lob_jsonw_key(&w, "kind");
    lob_jsonw_text(&w, l->kind);
    write_key_int(&w, "count", l->count);
    lob_jsonw_key(&w, "box");
    lob_jsonw_begin_array(&w);
    for (unsigned i = 0; i < 4; i++) {
        lob_jsonw_int(&w, l->box[i]);
    }
    lob_jsonw_end_array(&w);
    if (l->area != OX_NO_AREA) {
        write_key_int(&w, "area", l->area);
    }
    lob_jsonw_end_object(&w);
}

/* A line a layer, so that a difference shows. */
static void write_json(lob_buf *out, const ox_row *row, const ox_file *x) {
    char number[64];
    lob_buf_add_text(out, "{\"why\":\"");
    lob_buf_add_text(out, row->why); /* plain text of ours */
    snprintf(number, sizeof number, "\",\n\"cells\":%u,\"warnings\":\"", x->cells);
    lob_buf_add_text(out, number);
    lob_buf_add_text(out, x->warnings);
    lob_buf_add_text(out, "\",\n\"layers\":[\n");
    for (unsigned i = 0; i < x->count; i++) {
        write_layer(out, &x->layers[i]);
        lob_buf_add_text(out, i + 1 < x->count ? ",\n" : "\n");
    }
    lob_buf_add_text(out, "]}\n");
}

/* ---- against the reader ---- */

static bool say(const char *name, const ox_layer *l, const char *what, long long is, long long should) {
    printf("  FAIL %s: layer %u/%u: %s is %lld, not %lld\n", name, l->layer, l->datatype, what, is, should);
    return false;
}

static const char *const kinds[LOB_KIND_COUNT] = {"box", "path", "polygon", "text"};

/* The layer holds nothing but the kind, in whatever cell. */
static bool kind_fits(const lob_layout *layout, lob_layer_index index, const ox_layer *l) {
    for (lob_cell_index c = 0; c < lob_layout_cell_count(layout); c++) {
        const lob_cell *cell = lob_layout_cell(layout, c);
        for (uint32_t i = 0; i < cell->shapes_count; i++) {
            for (unsigned kind = 0; kind < LOB_KIND_COUNT; kind++) {
                if (cell->shapes[i].layer == index && cell->shapes[i].count[kind] &&
                    strcmp(kinds[kind], l->kind) != 0) {
                    return false;
                }
            }
        }
    }
    return true;
}

static bool layer_fits(const char *name, const lob_layout *layout, const lob_cell *top, const ox_layer *l) {
    lob_layer_index index = lob_layout_find_layer(layout, l->layer, l->datatype);
    const lob_layer_box *found = NULL;
    for (uint32_t i = 0; i < top->layer_box_count; i++) {
        found = top->layer_boxes[i].layer == index ? &top->layer_boxes[i] : found;
    }
    if (!found || (int64_t)found->shape_count != l->count) {
        return say(name, l, "count", found ? (long long)found->shape_count : 0, l->count);
    }
    const int64_t box[4] = {found->box.left, found->box.bottom, found->box.right, found->box.top};
    static const char *const sides[4] = {"left", "bottom", "right", "top"};
    for (unsigned i = 0; i < 4; i++) {
        if (box[i] != l->box[i]) {
            return say(name, l, sides[i], box[i], l->box[i]);
        }
    }
    return kind_fits(layout, index, l) || say(name, l, l->kind, 0, 1);
}

static bool layout_fits(const char *name, const lob_layout *layout, const ox_file *x) {
    char told[256] = "";
    for (uint32_t i = 0; i < lob_layout_warning_count(layout); i++) {
        size_t size = strlen(told);
        snprintf(told + size, sizeof told - size, "%s%s", size ? " " : "", lob_layout_warning(layout, i)->kind);
    }
    lob_cell_index top = lob_layout_find_cell(layout, LOB_STR("TOP"));
    if (lob_layout_cell_count(layout) != x->cells || top == LOB_NONE || strcmp(told, x->warnings) != 0) {
        printf("  FAIL %s: %u cells, warnings \"%s\"\n", name, lob_layout_cell_count(layout), told);
        return false;
    }
    bool fine = lob_layout_layer_count(layout) == x->count;
    if (!fine) {
        printf("  FAIL %s: %u layers, not %u\n", name, lob_layout_layer_count(layout), x->count);
    }
    for (unsigned i = 0; i < x->count; i++) {
        fine = layer_fits(name, layout, lob_layout_cell(layout, top), &x->layers[i]) && fine;
    }
    return fine;
}

static bool reads_right(const char *name, const ox_file *x) {
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_read_result result = {0};
    lob_read_options options = {.inflated_max = LOB_LIMIT_INFLATED_SIZE, .layout_size_max = LOB_LIMIT_LAYOUT_SIZE};
    lob_ctx_init(&ctx, arena);
    int fd = bad_descriptor(&x->f.bytes);
    lob_status status = fd >= 0 ? lob_read_layout(&ctx, fd, &options, &result) : LOB_E_INTERNAL_ERROR;
    if (status != LOB_OK) {
        printf("  FAIL %s: refused: %s\n", name, ctx.error.message);
    }
    bool fine = status == LOB_OK && layout_fits(name, result.layout, x);
    lob_layout_drop(result.layout);
    lob_arena_drop(arena);
    return fine;
}

/* NULL: out of memory. */
static ox_file *make(const ox_row *row) {
    ox_file *x = calloc(1, sizeof *x);
    if (x) {
        x->f = bad_new();
        x->warnings = "";
        row->make(x);
    }
    return x;
}

static void drop(ox_file *x) {
    if (x) {
        lob_buf_release(&x->f.bytes);
        free(x);
    }
}

bool ox_reads_right(const ox_row *row) {
    ox_file *x = make(row);
    bool fine = x && reads_right(row->name, x);
    drop(x);
    return fine;
}

/* ---- the folder ---- */

static void one_row(const char *folder, const ox_row *row, bool check, bad_tally *tally) {
    ox_file *x = make(row);
    char name[PATH_SIZE];
    lob_buf json;
    lob_buf_init(&json, 0);
    if (x) {
        write_json(&json, row, x);
    }
    snprintf(name, sizeof name, "%s.oas", row->name);
    bool fine = x && bad_keep(folder, name, &x->f.bytes, check);
    snprintf(name, sizeof name, "%s.json", row->name);
    fine = fine && bad_keep(folder, name, &json, check) && reads_right(row->name, x);
    tally->passed += fine;
    tally->failed += !fine;
    lob_buf_release(&json);
    drop(x);
}

static bool has_recipe(const char *name, const ox_row *rows, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        size_t size = strlen(rows[i].name);
        if (strncmp(name, rows[i].name, size) == 0 && (!strcmp(name + size, ".oas") || !strcmp(name + size, ".json"))) {
            return true;
        }
    }
    return name[0] == '.';
}

static unsigned count_strays(const char *folder) {
    unsigned strays = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir)) != NULL;) {
        const char *name = entry->d_name;
        if (!has_recipe(name, ox_shape_rows, ox_shape_count) && !has_recipe(name, ox_name_rows, ox_name_count)) {
            fprintf(stderr, "%s/%s: has no recipe; write one or remove it\n", folder, name);
            strays++;
        }
    }
    if (dir) {
        closedir(dir);
    }
    return strays;
}

void ox_folder(const char *folder, bool check, bad_tally *tally) {
    for (unsigned i = 0; i < ox_shape_count; i++) {
        one_row(folder, &ox_shape_rows[i], check, tally);
    }
    for (unsigned i = 0; i < ox_name_count; i++) {
        one_row(folder, &ox_name_rows[i], check, tally);
    }
    tally->failed += check ? count_strays(folder) : 0;
}
