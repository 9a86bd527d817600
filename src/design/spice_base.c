/* Faults, notes and names of the SPICE reader. Invariant: a message has our words, then names of the file only through
 * lob_document_quoted(). */
#include "base/num.h"
#include "design/spice_impl.h"

enum { KEY_HEAD = 5, NOTES_MAX = 8 };

lob_status lob_spice_fail(lob_spice *s, const lob_spice_line *at, const char *fault, const char *hint, lob_str name) {
    lob_error *error = &s->ctx->error;
    char file[128], quoted[128];
    lob_status status = lob_fail(s->ctx, LOB_E_INVALID_TARGET, "%s, line %u: %s%s%s",
                                 lob_document_quoted(s->files[at->file], file).data, (unsigned)at->line, fault,
                                 name.data ? ": " : "", name.data ? lob_document_quoted(name, quoted).data : "");
    lob_hint(s->ctx, "%s", hint);
    lob_error_text(error, "kind", LOB_STR("NetlistParseError"));
    lob_error_text(error, "reason", LOB_STR("spice"));
    lob_error_text(error, "file", s->files[at->file]);
    lob_error_integer(error, "line", at->line);
    if (name.data) {
        lob_error_text(error, "name", name);
    }
    return status;
}

lob_status lob_spice_limit(lob_spice *s, const char *what, uint64_t limit) {
    lob_status status = lob_fail(s->ctx, LOB_E_TOOL_LIMIT_EXCEEDED, "The netlist has more than %llu %s",
                                 (unsigned long long)limit, what);
    lob_hint(s->ctx, "Name a smaller top cell, or give a part of the netlist.");
    lob_error_text(&s->ctx->error, "kind", LOB_STR("NetlistParseError"));
    lob_error_text(&s->ctx->error, "reason", LOB_STR("limit"));
    lob_error_integer(&s->ctx->error, "limit", (int64_t)limit);
    return status;
}

/* Capacities are 8, 16, 32 ...: only there is anything to do. */
void *lob_spice_grow(lob_spice *s, void *items, size_t count, size_t item_size) {
    if (count > 0 && (count < 8 || (count & (count - 1)) != 0)) {
        return items;
    }
    void *more = lob_arena_zalloc(s->ctx->arena, count ? 2 * count : 8, item_size);
    if (!more) {
        lob_fail_memory(s->ctx);
    } else if (count > 0) {
        memcpy(more, items, count * item_size);
    }
    return more;
}

static char fold(char c) {
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

bool lob_spice_is(lob_str text, const char *folded) {
    size_t i = 0;
    while (i < text.size && folded[i] && fold(text.data[i]) == fold(folded[i])) {
        i++;
    }
    return i == text.size && !folded[i];
}

bool lob_spice_is_among(const lob_spice_names *names, lob_str name) {
    for (size_t i = 0; i < names->count; i++) {
        if (lob_spice_is(name, names->items[i])) {
            return true;
        }
    }
    return false;
}

lob_str lob_spice_folded(lob_spice *s, lob_str text) {
    char *copy = lob_arena_strdup(s->ctx->arena, text.data, text.size);
    for (size_t i = 0; copy && i < text.size; i++) {
        copy[i] = fold(copy[i]);
    }
    if (!copy) {
        lob_fail_memory(s->ctx);
    }
    return (lob_str){copy, text.size};
}

/* Keys are the kind, four bytes of the owner, and the name, folded unless it is bytes of values. */
static lob_str make_key(char *out, lob_spice_key_kind kind, size_t owner, lob_str name) {
    out[0] = (char)kind;
    for (unsigned i = 0; i < 4; i++) {
        out[1 + i] = (char)(owner >> 8 * i & 0xff);
    }
    for (size_t i = 0; i < name.size; i++) {
        out[KEY_HEAD + i] = kind == LOB_SPICE_KEY_CELL ? name.data[i] : fold(name.data[i]);
    }
    return (lob_str){out, KEY_HEAD + name.size};
}

uint32_t lob_spice_find(const lob_spice *s, lob_spice_key_kind kind, size_t owner, lob_str name) {
    char key[KEY_HEAD + (LOB_SPICE_PARAMS_MAX + 1) * sizeof(double)];
    if (name.size > sizeof key - KEY_HEAD) {
        return LOB_MAP_NONE; /* no word is that long */
    }
    return lob_name_map_find(&s->names, make_key(key, kind, owner, name));
}

lob_status lob_spice_add(lob_spice *s, lob_spice_key_kind kind, size_t owner, lob_str name, size_t value,
                         uint32_t *found) {
    char *key = lob_arena_alloc(s->ctx->arena, KEY_HEAD + name.size);
    if (!key || !lob_name_map_add(&s->names, make_key(key, kind, owner, name), (uint32_t)value, found)) {
        return lob_fail_memory(s->ctx);
    }
    return LOB_OK;
}

lob_status lob_spice_note(lob_spice *s, const char *kind, const char *message) {
    lob_design_notes *notes = &s->notes;
    for (size_t i = 0; i < notes->count; i++) {
        if (lob_str_equal(notes->items[i].kind, lob_str_from(kind))) {
            notes->items[i].count++;
            return LOB_OK;
        }
    }
    if (!notes->items) {
        notes->items = LOB_NEW_ARRAY(s->ctx->arena, lob_warning_item, NOTES_MAX);
        if (!notes->items) {
            return lob_fail_memory(s->ctx);
        }
    }
    if (notes->count < NOTES_MAX) {
        notes->items[notes->count++] =
            (lob_warning_item){.kind = lob_str_from(kind), .message = lob_str_from(message), .count = 1};
    }
    return LOB_OK;
}

/* What comes beyond the bound of kinds is counted in the last one. */
lob_status lob_spice_leave(lob_spice *s, lob_str what, const lob_spice_line *at) {
    uint32_t place = lob_spice_find(s, LOB_SPICE_KEY_LEFT, 0, what);
    if (place == LOB_MAP_NONE && s->left_count == LOB_SPICE_LEFT_MAX) {
        place = LOB_SPICE_LEFT_MAX - 1;
        s->left[place].what = LOB_STR("others");
    }
    if (place == LOB_MAP_NONE) {
        s->left = lob_spice_grow(s, s->left, s->left_count, sizeof *s->left);
        if (!s->left) {
            return LOB_E_TOOL_LIMIT_EXCEEDED;
        }
        LOB_TRY(lob_spice_add(s, LOB_SPICE_KEY_LEFT, 0, what, s->left_count, &place));
        s->left[s->left_count++] = (lob_spice_left){what, 0, s->files[at->file], at->line};
    }
    s->left[place].count++;
    return LOB_OK;
}
