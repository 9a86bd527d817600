/* From a marker database to the list.
 *
 * Items are taken cell by cell, so that the frames of one cell are worked out once and only those of one are held. Then
 * names become numbers in the order of the names, the list is sorted, and equal ids are told apart. Invariant: the list
 * and all it points to lie in its own arena, in the block of its markers, or in the database that it owns.
 */
#include "markers/markers.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/digest.h"
#include "base/limits.h"

enum { POLL_STEPS = 4096, MARKER_TEXT_SIZE = 160, POINT_TEXT_SIZE = 24 /* of markers.json, about */ };
#define FRAMES_WORK_MAX (UINT64_C(1) << 31)

typedef struct list { /* what is handed out comes first */
    lob_markers shown;
    lob_rdb rdb;
    lob_arena *arena;
    lob_marker *items;
    uint32_t capacity;
    lob_marker_rule *rules;
} list;

typedef struct maker {
    lob_ctx *ctx;
    lob_ctx frames; /* of one cell */
    list *to;
    uint32_t count_max;
    uint64_t frames_work;
    uint64_t copies_size;        /* of the markers beyond the first of each item */
    uint32_t *rule_of, *cell_of; /* by category and by cell of the report: numbers in the list */
    uint32_t *by_cell, *starts;  /* items, grouped by cell; where each cell's begin */
    lob_buf key;
} maker;

/* ---- names ---- */

typedef struct named {
    lob_str name;
    uint32_t index;
} named;

static int by_name(const void *a, const void *b) {
    const named *x = a, *y = b;
    const int order = lob_str_compare(x->name, y->name);
    return order ? order : (x->index > y->index) - (x->index < y->index);
}

/* Sorts; numbers[index]: of the name among the distinct ones. Returns how many these are. */
static uint32_t number_names(named *names, uint32_t count, uint32_t *numbers) {
    uint32_t distinct = 0;
    if (count) {
        qsort(names, count, sizeof *names, by_name);
    }
    for (uint32_t i = 0; i < count; i++) {
        distinct += i == 0 || !lob_str_equal(names[i].name, names[i - 1].name);
        numbers[names[i].index] = distinct - 1;
    }
    return distinct;
}

static lob_status keep_text(maker *m, lob_buf *text, lob_str *kept) {
    char *copy = text->failed ? NULL : lob_arena_strdup(m->to->arena, text->data ? text->data : "", text->size);
    if (!copy) {
        return lob_fail_memory(m->ctx);
    }
    *kept = (lob_str){copy, text->size};
    lob_buf_clear(text);
    return LOB_OK;
}

static lob_status name_rules(maker *m) {
    const lob_rdb *rdb = &m->to->rdb;
    const uint32_t count = rdb->category_count;
    named *names = LOB_NEW_ARRAY(m->to->arena, named, count);
    lob_marker_rule *rules = LOB_NEW_ARRAY(m->to->arena, lob_marker_rule, count);
    m->rule_of = LOB_NEW_ARRAY(m->to->arena, uint32_t, count);
    if (!names || !rules || !m->rule_of) {
        return lob_fail_memory(m->ctx);
    }
    bool is_nested = false;
    for (uint32_t i = 0; i < count; i++) {
        is_nested = is_nested || rdb->categories[i].parent != LOB_RDB_NONE;
    }
    for (uint32_t i = 0; i < count; i++) {
        names[i] = (named){rdb->categories[i].name, i};
        if (is_nested) {
            LOB_TRY(lob_rdb_put_category_path(m->ctx, &m->key, rdb, i));
            LOB_TRY(keep_text(m, &m->key, &names[i].name));
        }
        if (i % POLL_STEPS == 0) {
            LOB_TRY(lob_poll(m->ctx));
        }
    }
    m->to->shown.rule_count = number_names(names, count, m->rule_of);
    for (uint32_t i = 0; i < count; i++) {
        lob_marker_rule *rule = &rules[m->rule_of[names[i].index]];
        const lob_str description = rdb->categories[names[i].index].description;
        rule->name = names[i].name;
        rule->description = rule->description.size ? rule->description : description;
    }
    m->to->shown.rules = m->to->rules = rules;
    return LOB_OK;
}

static lob_status name_cells(maker *m) {
    const lob_rdb *rdb = &m->to->rdb;
    const uint32_t count = rdb->cell_count;
    named *names = LOB_NEW_ARRAY(m->to->arena, named, count);
    lob_str *cells = LOB_NEW_ARRAY(m->to->arena, lob_str, count);
    m->cell_of = LOB_NEW_ARRAY(m->to->arena, uint32_t, count);
    if (!names || !cells || !m->cell_of) {
        return lob_fail_memory(m->ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        const lob_rdb_cell *cell = &rdb->cells[i];
        names[i] = (named){cell->name, i};
        if (cell->variant.size) {
            lob_rdb_put_cell_name(&m->key, cell);
            LOB_TRY(keep_text(m, &m->key, &names[i].name));
        }
    }
    m->to->shown.cell_count = number_names(names, count, m->cell_of);
    for (uint32_t i = 0; i < count; i++) {
        cells[m->cell_of[names[i].index]] = names[i].name;
    }
    m->to->shown.cells = cells;
    return LOB_OK;
}

/* ---- markers ---- */

static lob_status group_items(maker *m) {
    const lob_rdb *rdb = &m->to->rdb;
    m->by_cell = LOB_NEW_ARRAY(m->to->arena, uint32_t, rdb->item_count);
    m->starts = LOB_NEW_ARRAY(m->to->arena, uint32_t, (size_t)rdb->cell_count + 2);
    if (!m->by_cell || !m->starts) {
        return lob_fail_memory(m->ctx);
    }
    for (uint32_t i = 0; i < rdb->item_count; i++) {
        m->starts[rdb->items[i].cell + 2]++;
    }
    for (uint32_t c = 2; c < rdb->cell_count + 2; c++) {
        m->starts[c] += m->starts[c - 1];
    }
    for (uint32_t i = 0; i < rdb->item_count; i++) { /* leaves the starts one place further down */
        m->by_cell[m->starts[rdb->items[i].cell + 1]++] = i;
    }
    return LOB_OK;
}

static bool has_warning(const lob_rdb_item *item) {
    for (uint32_t i = 0; i < item->tag_count; i++) {
        if (lob_str_equal(item->tags[i].name, LOB_STR("warning"))) {
            return true;
        }
    }
    return false;
}

static bool is_identity(const lob_um_trans *t) {
    return !t->is_mirrored && t->angle == 0 && t->mag == 1 && t->x == 0 && t->y == 0;
}

static lob_status see_values(maker *m, const lob_rdb_item *item, const lob_um_trans *frame, lob_marker *marker) {
    marker->values = item->values;
    marker->value_count = item->value_count;
    if (is_identity(frame)) {
        return LOB_OK;
    }
    lob_rdb_value *seen = LOB_NEW_ARRAY(m->to->arena, lob_rdb_value, item->value_count);
    for (uint32_t i = 0; seen && i < item->value_count; i++) {
        seen = lob_marker_see(m->to->arena, &item->values[i], frame, &seen[i]) ? seen : NULL;
    }
    marker->values = seen;
    return seen ? LOB_OK : lob_fail_memory(m->ctx);
}

/* A few items in a cell that is placed millions of times would take gigabytes: their copies have a budget. */
static void charge_copy(maker *m, const lob_rdb_item *item) {
    m->copies_size += sizeof(lob_marker) + MARKER_TEXT_SIZE;
    for (uint32_t i = 0; i < item->value_count; i++) {
        const lob_rdb_value *value = &item->values[i];
        const bool is_text = value->kind == LOB_RDB_TEXT || value->kind == LOB_RDB_RAW;
        m->copies_size += sizeof *value + (uint64_t)value->point_count * (sizeof(lob_um_point) + POINT_TEXT_SIZE) +
                          (is_text                        ? value->text.size
                           : value->kind == LOB_RDB_LABEL ? value->label->text.size
                                                          : 0);
    }
    if (m->copies_size > LOB_LIMIT_MARKERS_COPIES_SIZE) {
        m->count_max = m->to->shown.count;
    }
}

static lob_status add_marker(maker *m, uint32_t index, const lob_um_trans *frame, bool is_unplaced) {
    list *to = m->to;
    const lob_rdb_item *item = &to->rdb.items[index];
    if (to->shown.count == m->count_max) {
        to->shown.is_cut = true;
        return LOB_OK;
    }
    if (to->shown.count == to->capacity) {
        const uint32_t capacity = to->capacity ? 2 * to->capacity : 16;
        lob_marker *items = lob_realloc(to->items, capacity * sizeof *items);
        if (!items) {
            return lob_fail_memory(m->ctx);
        }
        to->shown.items = to->items = items;
        to->capacity = capacity;
    }
    lob_marker *marker = &to->items[to->shown.count];
    *marker = (lob_marker){.rule = m->rule_of[item->category],
                           .cell = m->cell_of[item->cell],
                           .item = index,
                           .waiver = LOB_MARKERS_NONE,
                           .is_unplaced = is_unplaced,
                           .is_warning = has_warning(item)};
    LOB_TRY(see_values(m, item, frame, marker));
    marker->box = lob_marker_box(marker->values, marker->value_count, to->shown.dbu);
    to->rules[marker->rule].count++;
    to->shown.unplaced_count += is_unplaced;
    return ++to->shown.count % POLL_STEPS == 0 ? lob_poll(m->ctx) : LOB_OK;
}

static lob_status fail_work(lob_ctx *ctx) {
    lob_status status = lob_fail(ctx, LOB_E_TOOL_LIMIT_EXCEEDED, "The cells of the report have too many placements");
    lob_hint(ctx, "Run the deck flat, so that its markers are in the top cell, or on fewer cells.");
    lob_error_text(&ctx->error, "reason", LOB_STR("markers_work"));
    return status;
}

/* Frames of a cell, at least one: the identity for one that lies nowhere. */
static lob_status find_frames(maker *m, uint32_t cell, const lob_um_trans **frames, uint32_t *count, bool *is_placed) {
    static const lob_um_trans identity = {.mag = 1};
    const lob_rdb *rdb = &m->to->rdb;
    const uint32_t room = m->count_max - m->to->shown.count;
    bool truncated = false;
    m->frames_work += rdb->cell_count;
    if (m->frames_work > FRAMES_WORK_MAX) {
        return fail_work(m->ctx);
    }
    lob_arena_reset(m->frames.arena);
    LOB_TRY(lob_ctx_join(m->ctx, &m->frames,
                         lob_rdb_frames(&m->frames, rdb, cell, room ? room : 1, frames, count, &truncated)));
    m->to->shown.is_cut = m->to->shown.is_cut || truncated;
    *is_placed = *count > 0;
    if (!*is_placed) {
        *frames = &identity;
        *count = 1;
    }
    return LOB_OK;
}

static lob_status add_cell(maker *m, uint32_t cell) {
    const lob_um_trans *frames = NULL;
    uint32_t count = 0;
    bool is_placed = false;
    if (m->starts[cell] == m->starts[cell + 1]) {
        return LOB_OK;
    }
    LOB_TRY(find_frames(m, cell, &frames, &count, &is_placed));
    for (uint32_t i = m->starts[cell]; i < m->starts[cell + 1]; i++) {
        for (uint32_t k = 0; k < count && !(m->to->shown.is_cut && m->to->shown.count == m->count_max); k++) {
            if (k > 0) {
                charge_copy(m, &m->to->rdb.items[m->by_cell[i]]);
            }
            LOB_TRY(add_marker(m, m->by_cell[i], &frames[k], !is_placed));
        }
    }
    return LOB_OK;
}

/* ---- ids and order ---- */

static lob_status hash(maker *m, lob_marker *marker) {
    const list *to = m->to;
    const lob_str rule = to->rules[marker->rule].name, cell = to->shown.cells[marker->cell];
    lob_buf_clear(&m->key);
    lob_buf_add(&m->key, rule.data, rule.size);
    lob_buf_add_byte(&m->key, '\0');
    lob_buf_add(&m->key, cell.data, cell.size);
    lob_buf_add_byte(&m->key, '\0');
    for (uint32_t i = 0; i < marker->value_count; i++) {
        lob_marker_put_key(&m->key, &marker->values[i], to->shown.dbu);
    }
    if (m->key.failed) {
        return lob_fail_memory(m->ctx);
    }
    marker->id = lob_hash64_stable(m->key.data, m->key.size);
    return LOB_OK;
}

static int compare(int64_t a, int64_t b) {
    return (a > b) - (a < b);
}

static int by_place(const void *a, const void *b) {
    const lob_marker *x = a, *y = b;
    const int64_t keys[][2] = {{x->rule, y->rule},
                               {!lob_box64_is_empty(x->box), !lob_box64_is_empty(y->box)},
                               {x->box.bottom, y->box.bottom},
                               {x->box.left, y->box.left},
                               {x->box.top, y->box.top},
                               {x->box.right, y->box.right},
                               {x->cell, y->cell}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const int order = compare(keys[i][0], keys[i][1]);
        if (order) {
            return order;
        }
    }
    if (x->id != y->id) {
        return x->id < y->id ? -1 : 1;
    }
    return compare(x->item, y->item); /* equal in all that is seen */
}

/* The second and later of equal ones get the hash of the first's id and their number. */
static void number_equals(lob_marker *items, uint32_t count) {
    uint64_t first = 0, number = 0;
    for (uint32_t i = 0; i < count; i++) {
        const bool is_equal = i > 0 && items[i].id == first && items[i].rule == items[i - 1].rule;
        first = items[i].id;
        number = is_equal ? number + 1 : 0;
        if (is_equal) {
            uint8_t bytes[16];
            for (int k = 0; k < 8; k++) {
                bytes[k] = (uint8_t)(first >> (56 - 8 * k));
                bytes[8 + k] = (uint8_t)(number >> (56 - 8 * k));
            }
            items[i].id = lob_hash64_stable(bytes, sizeof bytes);
        }
    }
}

static lob_status sort_markers(maker *m) {
    list *to = m->to;
    for (uint32_t i = 0; i < to->shown.count; i++) {
        LOB_TRY(hash(m, &to->items[i]));
        if (i % POLL_STEPS == 0) {
            LOB_TRY(lob_poll(m->ctx));
        }
    }
    if (to->shown.count) {
        qsort(to->items, to->shown.count, sizeof *to->items, by_place);
    }
    number_equals(to->items, to->shown.count);
    return LOB_OK;
}

/* ---- the list ---- */

static lob_status fill(maker *m) {
    LOB_TRY(name_rules(m));
    LOB_TRY(name_cells(m));
    LOB_TRY(group_items(m));
    for (uint32_t cell = 0; cell < m->to->rdb.cell_count; cell++) {
        LOB_TRY(add_cell(m, cell));
    }
    return sort_markers(m);
}

static lob_status make(lob_ctx *ctx, list *to, uint32_t count_max) {
    maker m = {.ctx = ctx, .to = to, .count_max = count_max ? count_max : LOB_LIMIT_MARKERS_KEPT};
    LOB_TRY(lob_ctx_child(ctx, &m.frames, 0));
    lob_buf_init(&m.key, 0);
    lob_status status = fill(&m);
    lob_buf_release(&m.key);
    lob_ctx_drop(&m.frames);
    return status;
}

void lob_markers_drop(lob_markers *markers) {
    list *dropped = (list *)markers;
    if (dropped) {
        lob_rdb_drop(&dropped->rdb);
        lob_arena_drop(dropped->arena);
        lob_free(dropped->items);
        lob_free(dropped);
    }
}

lob_status lob_markers_make(lob_ctx *ctx, lob_rdb *rdb, double dbu, uint32_t count_max, lob_markers **markers) {
    list *to = lob_calloc(1, sizeof *to);
    if (!to) {
        lob_rdb_drop(rdb);
        return lob_fail_memory(ctx);
    }
    to->rdb = *rdb;
    rdb->memory = NULL;
    to->shown.rdb = &to->rdb;
    to->shown.dbu = dbu;
    to->arena = lob_arena_new(0);
    lob_status status = to->arena ? make(ctx, to, count_max) : lob_fail_memory(ctx);
    if (status != LOB_OK) {
        lob_markers_drop(&to->shown);
        return status;
    }
    *markers = &to->shown;
    return LOB_OK;
}

lob_status lob_markers_read(lob_ctx *ctx, int fd, double dbu, lob_markers **markers) {
    const lob_rdb_options options = {.refusal = LOB_E_DRC_RUN_FAILED};
    lob_source *source = NULL;
    lob_rdb rdb;
    LOB_TRY(lob_source_open_fd(ctx, fd, &(lob_source_options){.inflated_max = LOB_LIMIT_DRC_REPORT_SIZE}, &source));
    lob_status status = lob_rdb_read(ctx, source, &options, &rdb);
    lob_source_close(source);
    return status == LOB_OK ? lob_markers_make(ctx, &rdb, dbu, 0, markers) : status;
}

/* ---- ids as text ---- */

void lob_marker_print_id(uint64_t id, char out[LOB_MARKER_ID_SIZE + 1]) {
    snprintf(out, LOB_MARKER_ID_SIZE + 1, "mrk_%016llx", (unsigned long long)id);
}

bool lob_marker_parse_id(lob_str text, uint64_t *id) {
    if (text.size != LOB_MARKER_ID_SIZE || memcmp(text.data, "mrk_", 4) != 0) {
        return false;
    }
    uint64_t value = 0;
    for (size_t i = 4; i < text.size; i++) {
        const char c = text.data[i];
        const bool is_digit = c >= '0' && c <= '9';
        if (!is_digit && !(c >= 'a' && c <= 'f')) {
            return false;
        }
        value = value << 4 | (uint64_t)(is_digit ? c - '0' : c - 'a' + 10);
    }
    *id = value;
    return true;
}
