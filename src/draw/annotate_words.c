/* Words: what is written, how much of it, and where it ends up. Each looks through its places in order, first for one
 * that hides nothing, then for one that is merely free; what finds none is counted.
 *
 * Invariant: a word is taken from the map before it becomes a mark, with its halo. */
#include "draw/annotate_impl.h"

#include <string.h>

#include "base/utf8.h"

#define ELLIPSIS    "\xe2\x80\xa6" /* U+2026 */
#define BADGE_GAP   3.0            /* from a badge to its text */
#define BADGE_PAD   4.0            /* left and right of a number */
#define LEADER_FROM 10.0           /* words further off get a line to their thing */

lob_status lob_word_add(annotator *a, const lob_word *word) {
    if (word->text.size == 0 && word->number == 0) {
        return LOB_OK;
    }
    if (a->word_count == a->word_capacity) {
        uint32_t capacity = a->word_capacity ? a->word_capacity * 2 : 64;
        lob_word *words = LOB_NEW_ARRAY(a->ctx->arena, lob_word, capacity);
        if (!words) {
            return lob_fail_memory(a->ctx);
        }
        if (a->word_count > 0) {
            memcpy(words, a->words, a->word_count * sizeof *words);
        }
        a->words = words;
        a->word_capacity = capacity;
    }
    a->words[a->word_count++] = *word;
    return LOB_OK;
}

/* The character before text[end], in bytes; a byte that ends none is one of its own. */
static size_t size_before(lob_str text, size_t end) {
    for (unsigned size = 1; size <= 4 && size <= end; size++) {
        uint32_t code;
        if (lob_utf8_decode((lob_str){text.data, end}, end - size, &code) == size) {
            return size;
        }
    }
    return 1;
}

static size_t size_after(lob_str text, size_t at) {
    uint32_t code;
    unsigned size = lob_utf8_decode(text, at, &code);
    return size > 0 ? size : 1;
}

/* The bytes that fit `room`; *width: what they take. No further than the room: names may have 64 KiB. */
static size_t fit_forth(const annotator *a, lob_str text, double room, double *width) {
    size_t at = 0;
    *width = 0;
    while (at < text.size) {
        size_t size = size_after(text, at);
        double more = lob_text_width((lob_str){text.data + at, size}, a->size);
        if (*width + more > room) {
            break;
        }
        *width += more;
        at += size;
    }
    return at;
}

/* The same from the end, not beyond `first`: where what fits begins. */
static size_t fit_back(const annotator *a, lob_str text, size_t first, double room, double *width) {
    size_t at = text.size;
    *width = 0;
    while (at > first) {
        size_t size = size_before(text, at);
        double more = lob_text_width((lob_str){text.data + at - size, size}, a->size);
        if (*width + more > room) {
            break;
        }
        *width += more;
        at -= size;
    }
    return at;
}

lob_status lob_text_fit(annotator *a, lob_str text, double room, bool keeps_end, lob_text_cut *cut) {
    double dots = lob_text_width(LOB_STR(ELLIPSIS), a->size);
    double head;
    double tail = 0;
    *cut = (lob_text_cut){.text = text};
    if (fit_forth(a, text, room, &cut->width) == text.size) {
        return LOB_OK;
    }
    size_t first = fit_forth(a, text, (room - dots) * (keeps_end ? 0.6 : 1), &head);
    size_t last = keeps_end ? fit_back(a, text, first, room - dots - head, &tail) : text.size;
    size_t size = first + sizeof ELLIPSIS - 1 + text.size - last;
    char *copy = lob_arena_alloc(a->ctx->arena, size);
    if (!copy) {
        return lob_fail_memory(a->ctx);
    }
    memcpy(copy, text.data, first);
    memcpy(copy + first, ELLIPSIS, sizeof ELLIPSIS - 1);
    if (last < text.size) {
        memcpy(copy + first + sizeof ELLIPSIS - 1, text.data + last, text.size - last);
    }
    *cut = (lob_text_cut){{copy, size}, head + dots + tail, true};
    return LOB_OK;
}

lob_status lob_word_put(annotator *a, lob_str text, double left, double top, uint32_t color, uint32_t ground) {
    const lob_mark mark = {.kind = LOB_MARK_TEXT,
                           .color = color,
                           .alpha = 255,
                           .text = text,
                           .at = {left, top + a->ascent},
                           .anchor = LOB_TEXT_START,
                           .size = a->size,
                           .halo = ground == color ? 0 : LOB_HALO,
                           .halo_color = ground};
    return lob_marks_add(a->ctx, a->marks, &mark);
}

/* ---- placing ---- */

/* What is set: a badge, a text, or both. */
typedef struct setting {
    lob_text_cut text;
    lob_str number;
    double badge; /* width of the badge, 0 without */
    double w, h;
} setting;

static lob_rect padded(double x, double y, double w, double h) {
    return (lob_rect){x - LOB_HALO, y - 1, x + w + LOB_HALO, y + h + 1};
}

static const try_at *first_free(annotator *a, const tries *t, bool avoids_shade, bool avoids_frames) {
    for (uint32_t i = 0; i < t->count; i++) {
        const try_at *at = &t->items[i];
        lob_rect r = padded(at->x, at->y, t->w, t->h);
        if (lob_place_is_free(a, r, avoids_shade) && (!avoids_frames || lob_place_is_open(a, r)) &&
            !(at->has_leader && lob_place_is_crossed(a, at->anchor, lob_rect_nearest(r, at->anchor)))) {
            return at;
        }
    }
    return NULL;
}

/* A pill in the colour, with a rim of the ground's. */
static lob_status put_badge(annotator *a, const setting *s, double x, double y, uint32_t color) {
    enum { HALF = LOB_CIRCLE_POINTS / 2 };
    lob_pixel ring[LOB_CIRCLE_POINTS];
    double radius = s->h / 2;
    for (int i = 0; i < LOB_CIRCLE_POINTS; i++) {
        double middle = i < HALF ? x + s->badge - radius : x + radius;
        double angle = M_PI * (i < HALF ? i : i - 1) / (HALF - 1) - M_PI / 2;
        ring[i] = (lob_pixel){middle + radius * cos(angle), y + radius + radius * sin(angle)};
    }
    LOB_TRY(lob_sketch_area(a, ring, LOB_CIRCLE_POINTS, color, 255));
    pen rim = {.width = 1.5, .color = lob_color_on(color), .alpha = 255};
    LOB_TRY(lob_sketch_line(a, ring, LOB_CIRCLE_POINTS, true, &rim));
    double width = lob_text_width(s->number, a->size);
    uint32_t ink = lob_color_on(color);
    lob_mark mark = {.kind = LOB_MARK_TEXT,
                     .color = ink,
                     .alpha = 255,
                     .text = s->number,
                     .at = {x + (s->badge - width) / 2, y + (s->h - a->line) / 2 + a->ascent},
                     .size = a->size};
    return lob_marks_add(a->ctx, a->marks, &mark);
}

/* Puts the setting where it is free. *is_placed: whether. */
static lob_status put_setting(annotator *a, const lob_word *word, const setting *s, bool *is_placed) {
    /* Leaders of many names would be a tangle. */
    static const int rings[WORDS_TURN_COUNT] = {LOB_RINGS_MAX, LOB_RINGS_MAX, 3, 2, 0, 0};
    tries t = {.a = a, .w = s->w, .h = s->h, .rings = rings[word->turn]};
    lob_tries_make(&t, word);
    const bool avoids_frames = word->turn == WORDS_CELLS && word->kind != WORD_INSIDE;
    const try_at *at = first_free(a, &t, true, avoids_frames);
    at = at ? at : first_free(a, &t, false, avoids_frames);
    *is_placed = at != NULL;
    if (!at) {
        return LOB_OK;
    }
    lob_rect r = padded(at->x, at->y, s->w, s->h);
    lob_pixel end = lob_rect_nearest(r, at->anchor);
    if (at->has_leader && hypot(end.x - at->anchor.x, end.y - at->anchor.y) > LEADER_FROM) {
        const lob_pixel line[2] = {at->anchor, end};
        LOB_TRY(lob_sketch_line(a, line, 2, false,
                                &(pen){.width = 1, .color = word->color, .alpha = 255, .is_cased = true}));
    }
    lob_place_take(a, r);
    if (s->badge > 0) {
        LOB_TRY(put_badge(a, s, at->x, at->y, word->color));
    }
    if (s->text.text.size == 0) {
        return LOB_OK;
    }
    double left = at->x + s->badge + (s->badge > 0 ? BADGE_GAP : 0);
    return lob_word_put(a, s->text.text, left, at->y + (s->h - a->line) / 2, lob_color_readable(word->color, a->ground),
                        a->ground);
}

/* The room that a text may take before it is shortened. */
static double room_of(const annotator *a, const lob_word *word) {
    double all = a->width - 2 - 2 * LOB_HALO;
    if (word->is_fixed_text) {
        return INFINITY;
    }
    return word->turn <= WORDS_CALLER ? all : fmin(all, fmax(all / 2, 120));
}

/* The word's badge with as much of its text as fits `room` pixels, a character at least; the badge alone when `room` is
 * 0. */
static lob_status put_cut(annotator *a, const lob_word *word, double room, bool *is_placed) {
    setting s = {0};
    if (word->number > 0) {
        LOB_TRY(lob_text_decimal(a, word->number, 0, "", &s.number));
        s.badge = fmax(lob_text_width(s.number, a->size) + 2 * BADGE_PAD, a->line + 2);
    }
    bool has_text = word->text.size > 0 && room > 0;
    *is_placed = false;
    if (has_text) {
        LOB_TRY(lob_text_fit(a, word->text, room - (s.badge > 0 ? s.badge + BADGE_GAP : 0), word->turn > WORDS_CALLER,
                             &s.text));
        if (s.text.is_cut && s.text.text.size == sizeof ELLIPSIS - 1) {
            return LOB_OK;
        }
    }
    s.h = a->line + (s.badge > 0 ? 2 : 0);
    s.w = s.badge + (has_text ? s.text.width : 0) + (has_text && s.badge > 0 ? BADGE_GAP : 0);
    return put_setting(a, word, &s, is_placed);
}

/* Names of cells: inside whole, inside shortened, then beside. */
static lob_status put_inside(annotator *a, const lob_word *word, bool *is_placed) {
    double room = word->b.x - word->a.x - 2 * LOB_WORD_GAP;
    LOB_TRY(put_cut(a, word, room_of(a, word), is_placed));
    if (!*is_placed && room >= 3 * a->size) {
        LOB_TRY(put_cut(a, word, room, is_placed));
    }
    if (!*is_placed) {
        lob_word beside = *word;
        beside.kind = WORD_BOX;
        LOB_TRY(put_cut(a, &beside, room_of(a, word), is_placed));
    }
    return LOB_OK;
}

static lob_status place(annotator *a, const lob_word *word) {
    uint32_t count = (word->number > 0) + (word->text.size > 0);
    bool is_placed = false;
    if (word->kind == WORD_INSIDE) {
        LOB_TRY(put_inside(a, word, &is_placed));
    } else {
        LOB_TRY(put_cut(a, word, room_of(a, word), &is_placed));
    }
    if (!is_placed && count == 2) { /* the number alone */
        a->info->words_dropped++;
        count = 1;
        LOB_TRY(put_cut(a, word, 0, &is_placed));
    }
    *(is_placed ? &a->info->words_placed : &a->info->words_dropped) += count;
    return LOB_OK;
}

lob_status lob_words_place(annotator *a) {
    for (int turn = 0; turn < WORDS_TURN_COUNT; turn++) {
        for (uint32_t i = 0; i < a->word_count; i++) {
            if (a->words[i].turn == turn) {
                LOB_TRY(place(a, &a->words[i]));
            }
            if (i % 1024 == 0) {
                LOB_TRY(lob_poll(a->ctx));
            }
        }
    }
    return LOB_OK;
}
