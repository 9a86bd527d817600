/* Writing and mapping the memory of a frozen layout.
 *
 * The file is a head, then blocks in the order in which they are met, children before what points to them. Invariant:
 * every pointer in a block is that of a block before it, as seen when the file is mapped at the head's `base`; so a
 * mapped file is complete without a single write, and its pages stay shared.
 */
#include "db/image.h"

#include <assert.h>
#include <errno.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/platform.h"
#include "db/layout_impl.h"

enum { KEY_SIZE = 256, BLOCK_SIZE = 1 << 20, ALIGNMENT = 16, SLOT_SHIFT = 34, SLOT_COUNT = 1024 };
#define MAGIC          UINT64_C(0x31676d69626f6c00)
#define FIRST_BASE     UINT64_C(0x200000000000) /* far from heaps, stacks and libraries */
#define IMAGE_SIZE_MAX (UINT64_C(1) << SLOT_SHIFT)

typedef struct stored_column {
    void *data;
    uint32_t count;
} stored_column;

typedef enum {
    LAYERS,
    CELLS,
    OUTLINES,
    POINTS,
    REPS,
    CPLX,
    STRINGS,
    SETS,
    PROPS,
    CONTEXTS,
    CONTEXT_STRINGS,
    WARNINGS,
    SHARES,
    COLUMN_COUNT
} column_name;

typedef struct head {
    uint64_t magic, size, base;
    uint64_t check; /* of this head with 0 here */
    uint32_t key_size, note_size;
    char key[KEY_SIZE], note[LOB_IMAGE_NOTE_SIZE];
    const char *format;
    double dbu_um, user_unit;
    int version;
    lob_str library;
    stored_column columns[COLUMN_COUNT];
    lob_cell_index *by_name, *bottom_up, *tops;
    uint32_t top_count, own_props, own_context;
    bool is_weighed;
} head;

static const size_t item_sizes[COLUMN_COUNT] = {[LAYERS] = sizeof(lob_layer),
                                                [CELLS] = sizeof(lob_cell),
                                                [OUTLINES] = sizeof(lob_outline),
                                                [POINTS] = sizeof(lob_point),
                                                [REPS] = sizeof(lob_rep),
                                                [CPLX] = sizeof(lob_cplx),
                                                [STRINGS] = sizeof(lob_str),
                                                [SETS] = sizeof(lob_prop_set),
                                                [PROPS] = sizeof(lob_prop),
                                                [CONTEXTS] = sizeof(lob_prop_set),
                                                [CONTEXT_STRINGS] = sizeof(lob_str),
                                                [WARNINGS] = sizeof(lob_warning),
                                                [SHARES] = sizeof(lob_share)};

static lob_column *column_of(lob_layout *layout, column_name name) {
    lob_column *const columns[COLUMN_COUNT] = {[LAYERS] = &layout->layers,
                                               [CELLS] = &layout->cells,
                                               [OUTLINES] = &layout->outlines,
                                               [POINTS] = &layout->points,
                                               [REPS] = &layout->reps,
                                               [CPLX] = &layout->cplx,
                                               [STRINGS] = &layout->strings,
                                               [SETS] = &layout->sets,
                                               [PROPS] = &layout->props,
                                               [CONTEXTS] = &layout->contexts,
                                               [CONTEXT_STRINGS] = &layout->context_strings,
                                               [WARNINGS] = &layout->warnings,
                                               [SHARES] = &layout->shares};
    return columns[name];
}

static uint64_t base_of(lob_str key) {
    const uint64_t slot = lob_hash64_stable(key.data, key.size) % SLOT_COUNT;
    return FIRST_BASE + (slot << SLOT_SHIFT);
}

/* In place: a copy need not have the same padding. */
static uint64_t check_of(head *h) {
    const uint64_t before = h->check;
    h->check = 0;
    const uint64_t check = lob_hash64_stable(h, sizeof *h);
    h->check = before;
    return check;
}

/* ---- writing ---- */

typedef struct writer {
    lob_ctx *ctx;
    const lob_layout *layout;
    int fd;
    uint64_t base, at; /* at: where the next byte goes */
    char *buffer;      /* heap */
    size_t used;
    void *copies; /* heap: structures on their way, pointers changed */
    size_t copies_size;
    lob_status status; /* the first failure; what follows does nothing */
} writer;

static void flush(writer *w) {
    for (size_t done = 0; w->status == LOB_OK && done < w->used;) {
        const ssize_t count = write(w->fd, w->buffer + done, w->used - done);
        if (count < 0 && errno != EINTR) {
            w->status = lob_fail_errno(w->ctx, errno);
        }
        done += count > 0 ? (size_t)count : 0;
    }
    w->used = 0;
    w->status = w->status == LOB_OK ? lob_poll(w->ctx) : w->status;
}

static void put_bytes(writer *w, const void *data, size_t size) {
    for (size_t done = 0; w->status == LOB_OK && done < size;) {
        const size_t room = BLOCK_SIZE - w->used, part = size - done < room ? size - done : room;
        memcpy(w->buffer + w->used, (const char *)data + done, part);
        w->used += part;
        w->at += part;
        done += part;
        if (w->used == BLOCK_SIZE) {
            flush(w);
        }
    }
}

/* Where it will lie. NULL stays NULL. */
static void *put(writer *w, const void *data, uint64_t count, size_t item_size) {
    static const char zeros[ALIGNMENT] = {0};
    if (!data) {
        return NULL;
    }
    put_bytes(w, zeros, (ALIGNMENT - w->at % ALIGNMENT) % ALIGNMENT);
    if (count * item_size > IMAGE_SIZE_MAX - w->at) {
        w->status = w->status == LOB_OK ? lob_fail(w->ctx, LOB_E_TOOL_LIMIT_EXCEEDED, "The layout is too large to keep")
                                        : w->status;
        return NULL;
    }
    void *address = (void *)(uintptr_t)(w->base + w->at); /* NOLINT(performance-no-int-to-ptr): of the mapped file */
    put_bytes(w, data, count * item_size);
    return address;
}

static lob_str put_str(writer *w, lob_str text) {
    return (lob_str){put(w, text.data, text.size, 1), text.size};
}

static const char *put_text(writer *w, const char *text) {
    return text ? put(w, text, strlen(text) + 1, 1) : NULL;
}

/* A copy to change pointers in; valid until the next one at the same place. NULL: no memory, told. */
static void *copy_of(writer *w, void **place, size_t *place_size, const void *items, uint64_t count, size_t item_size) {
    const size_t size = count * item_size;
    if (*place_size < size) {
        lob_free(*place);
        *place = lob_malloc(size);
        *place_size = *place ? size : 0;
    }
    if (!*place || w->status != LOB_OK) {
        w->status = w->status == LOB_OK ? lob_fail_memory(w->ctx) : w->status;
        return NULL;
    }
    memcpy(*place, items, size);
    return *place;
}

static lob_attrs put_attrs(writer *w, const lob_attrs *attrs) {
    return (lob_attrs){put(w, attrs->items, attrs->count, sizeof *attrs->items), attrs->count};
}

static void put_shapes(writer *w, lob_shapes *shapes) {
    shapes->boxes = put(w, shapes->boxes, shapes->count[LOB_KIND_BOX], sizeof *shapes->boxes);
    shapes->paths = put(w, shapes->paths, shapes->count[LOB_KIND_PATH], sizeof *shapes->paths);
    shapes->polygons = put(w, shapes->polygons, shapes->count[LOB_KIND_POLYGON], sizeof *shapes->polygons);
    shapes->texts = put(w, shapes->texts, shapes->count[LOB_KIND_TEXT], sizeof *shapes->texts);
    shapes->box_reps = put_attrs(w, &shapes->box_reps);
    for (int kind = 0; kind < LOB_KIND_COUNT; kind++) {
        shapes->props[kind] = put_attrs(w, &shapes->props[kind]);
    }
}

static void put_cell(writer *w, lob_cell *cell) {
    lob_shapes *shapes = NULL;
    if (cell->shapes_count > 0) {
        shapes = copy_of(w, &w->copies, &w->copies_size, cell->shapes, cell->shapes_count, sizeof *shapes);
    }
    for (uint32_t i = 0; shapes && i < cell->shapes_count; i++) {
        put_shapes(w, &shapes[i]);
    }
    cell->name = put_str(w, cell->name);
    cell->shapes = put(w, shapes, cell->shapes_count, sizeof *shapes);
    cell->insts = put(w, cell->insts, cell->inst_count, sizeof *cell->insts);
    cell->inst_props = put_attrs(w, &cell->inst_props);
    cell->layer_boxes = put(w, cell->layer_boxes, cell->layer_box_count, sizeof *cell->layer_boxes);
    cell->anchors = put(w, cell->anchors, cell->layer_box_count, sizeof *cell->anchors);
}

static void put_rep(writer *w, lob_rep *rep) {
    if (rep->kind == LOB_REP_LIST) {
        rep->list = put(w, rep->list, rep->list_count, sizeof *rep->list);
    } else if (rep->kind == LOB_REP_FRACTION) {
        rep->extent = put(w, rep->extent, 1, sizeof *rep->extent);
    }
}

static void put_prop(writer *w, lob_prop *prop) {
    lob_prop_value *values = NULL;
    if (prop->value_count > 0) {
        values = copy_of(w, &w->copies, &w->copies_size, prop->values, prop->value_count, sizeof *values);
    }
    for (uint32_t i = 0; values && i < prop->value_count; i++) {
        values[i].string = put_str(w, values[i].string);
    }
    prop->name = put_str(w, prop->name);
    prop->values = put(w, values, prop->value_count, sizeof *values);
}

static void put_item(writer *w, column_name name, void *item) {
    if (name == CELLS) {
        put_cell(w, item);
    } else if (name == REPS) {
        put_rep(w, item);
    } else if (name == PROPS) {
        put_prop(w, item);
    } else if (name == LAYERS) {
        ((lob_layer *)item)->name = put_str(w, ((lob_layer *)item)->name);
    } else if (name == STRINGS || name == CONTEXT_STRINGS) {
        *(lob_str *)item = put_str(w, *(lob_str *)item);
    } else if (name == WARNINGS) {
        ((lob_warning *)item)->kind = put_text(w, ((lob_warning *)item)->kind);
        ((lob_warning *)item)->text = put_text(w, ((lob_warning *)item)->text);
    }
}

static bool holds_pointers(column_name name) {
    return name == CELLS || name == REPS || name == PROPS || name == LAYERS || name == STRINGS ||
           name == CONTEXT_STRINGS || name == WARNINGS;
}

static stored_column put_column(writer *w, column_name name) {
    const lob_column *column = column_of((lob_layout *)(uintptr_t)w->layout, name);
    const size_t item_size = item_sizes[name];
    void *items = NULL;
    size_t size = 0;
    if (column->count == 0 || !holds_pointers(name)) {
        return (stored_column){put(w, column->count > 0 ? column->data : NULL, column->count, item_size),
                               column->count};
    }
    char *copy = copy_of(w, &items, &size, column->data, column->count, item_size);
    for (uint32_t i = 0; copy && w->status == LOB_OK && i < column->count; i++) {
        put_item(w, name, copy + i * item_size);
    }
    const stored_column stored = {put(w, copy, column->count, item_size), column->count};
    lob_free(items);
    return stored;
}

static void put_layout(writer *w, head *h) {
    const lob_layout *layout = w->layout;
    put_bytes(w, h, sizeof *h); /* its place */
    for (int name = 0; name < COLUMN_COUNT; name++) {
        h->columns[name] = put_column(w, (column_name)name);
    }
    h->format = put_text(w, layout->format);
    h->library = put_str(w, layout->library);
    h->by_name = put(w, layout->by_name, layout->cells.count, sizeof *layout->by_name);
    h->bottom_up = put(w, layout->bottom_up, layout->cells.count, sizeof *layout->bottom_up);
    h->tops = put(w, layout->tops, layout->top_count, sizeof *layout->tops);
    flush(w);
    h->size = w->at;
    h->check = check_of(h);
    if (w->status == LOB_OK && pwrite(w->fd, h, sizeof *h, 0) != (ssize_t)sizeof *h) {
        w->status = lob_fail_errno(w->ctx, errno);
    }
}

lob_status lob_image_write(lob_ctx *ctx, const lob_layout *layout, lob_str key, lob_str note, int fd) {
    writer w = {.ctx = ctx, .layout = layout, .fd = fd, .base = base_of(key), .buffer = lob_malloc(BLOCK_SIZE)};
    head *h = lob_calloc(1, sizeof *h);
    if (!h || !w.buffer) {
        lob_free(h);
        lob_free(w.buffer);
        return lob_fail_memory(ctx);
    }
    assert(key.size <= sizeof h->key && note.size <= sizeof h->note);
    h->magic = MAGIC;
    h->base = w.base;
    h->key_size = (uint32_t)key.size;
    h->note_size = (uint32_t)note.size;
    memcpy(h->key, key.data, key.size);
    memcpy(h->note, note.data, note.size);
    h->dbu_um = layout->dbu_um;
    h->user_unit = layout->user_unit;
    h->version = layout->version;
    h->top_count = layout->top_count;
    h->own_props = layout->own_props;
    h->own_context = layout->own_context;
    h->is_weighed = layout->is_weighed;
    put_layout(&w, h);
    lob_free(h);
    lob_free(w.buffer);
    lob_free(w.copies);
    return w.status;
}

/* ---- mapping ---- */

static bool read_head(int fd, lob_str key, head *h) {
    struct stat info;
    return fstat(fd, &info) == 0 && pread(fd, h, sizeof *h, 0) == (ssize_t)sizeof *h && h->magic == MAGIC &&
           h->check == check_of(h) && info.st_size >= 0 && h->size == (uint64_t)info.st_size &&
           h->base == base_of(key) && h->key_size == key.size && h->note_size <= sizeof h->note &&
           memcmp(h->key, key.data, key.size) == 0;
}

static void fill_layout(lob_layout *layout, const head *h) {
    layout->format = h->format;
    layout->dbu_um = h->dbu_um;
    layout->user_unit = h->user_unit;
    layout->version = h->version;
    layout->library = h->library;
    for (int name = 0; name < COLUMN_COUNT; name++) {
        *column_of(layout, (column_name)name) =
            (lob_column){.data = h->columns[name].data, .count = h->columns[name].count};
    }
    layout->by_name = h->by_name;
    layout->bottom_up = h->bottom_up;
    layout->tops = h->tops;
    layout->top_count = h->top_count;
    layout->own_props = h->own_props;
    layout->own_context = h->own_context;
    layout->is_weighed = h->is_weighed;
}

#if LOB_HAS_FIXED_MAP
static lob_status map_head(lob_ctx *ctx, int fd, const head *h, lob_layout **layout) {
    void *wanted = (void *)(uintptr_t)h->base; /* NOLINT(performance-no-int-to-ptr) */
    void *memory = mmap(wanted, h->size, PROT_READ, MAP_PRIVATE | MAP_FIXED_NOREPLACE, fd, 0);
    if (memory != wanted) {
        if (memory != MAP_FAILED) { /* a kernel that does not know the flag */
            munmap(memory, h->size);
        }
        return LOB_OK;
    }
    lob_layout *made = lob_layout_new(0);
    if (!made) {
        munmap(memory, h->size);
        return lob_fail_memory(ctx);
    }
    made->image = memory;
    made->image_size = h->size;
    fill_layout(made, h);
    *layout = made;
    return LOB_OK;
}
#else
static lob_status map_head(lob_ctx *ctx, int fd, const head *h, lob_layout **layout) {
    (void)ctx, (void)fd, (void)h, (void)layout, (void)fill_layout;
    return LOB_OK;
}
#endif

lob_status lob_image_map(lob_ctx *ctx, int fd, lob_str key, lob_layout **layout, lob_str *note) {
    head *h = lob_malloc(sizeof *h);
    *layout = NULL;
    if (!h) {
        return lob_fail_memory(ctx);
    }
    lob_status status = LOB_OK;
    if (key.size <= sizeof h->key && read_head(fd, key, h)) {
        const char *copy = lob_arena_strdup(ctx->arena, h->note, h->note_size);
        *note = (lob_str){copy, h->note_size};
        status = copy ? map_head(ctx, fd, h, layout) : lob_fail_memory(ctx);
    }
    lob_free(h);
    return status;
}
