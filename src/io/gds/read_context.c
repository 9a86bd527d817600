/* KLayout's structure $$$CONTEXT_INFO$$$: from the properties of an element to the context strings of a cell.
 *
 *     SREF, name of a cell     its strings         PROPATTR n, PROPVALUE string      string n, counted from 0
 *     BOUNDARY                 the layout's        PROPVALUE #n,part:bytes           a part of string n; PROPATTR is
 * free
 *
 * KLayout writes the strings backwards, those above 32000 bytes in parts, and the last of two with one number counts.
 * A string that does not come together is left out and warned about; no string of this structure can refuse a file.
 */
#include <stdlib.h>

#include "io/gds/reader.h"

typedef struct piece {
    uint64_t string, part;
    bool is_part;
    uint32_t order; /* in the file */
    lob_str bytes;
} piece;

static lob_status warn(gds_reader *r, const char *text) {
    return r->sink->warning(r->sink->self, "context", text, r->element_offset);
}

/* Decimal digits up to `end`, which is taken as well. */
static bool take_number(lob_str *text, char end, uint64_t *number) {
    size_t i = 0;
    *number = 0;
    for (; i < text->size && text->data[i] >= '0' && text->data[i] <= '9'; i++) {
        if (*number > UINT32_MAX) {
            return false;
        }
        *number = *number * 10 + (uint64_t)(text->data[i] - '0');
    }
    if (i == 0 || i == text->size || text->data[i] != end) {
        return false;
    }
    *text = (lob_str){text->data + i + 1, text->size - i - 1};
    return true;
}

/* False: the notation of a part, but not one. */
static bool piece_of(const gds_property *property, lob_str bytes, uint32_t order, piece *p) {
    *p = (piece){.string = property->attr, .order = order, .bytes = bytes};
    if (bytes.size == 0 || bytes.data[0] != '#') {
        return true;
    }
    p->is_part = true;
    p->bytes = (lob_str){bytes.data + 1, bytes.size - 1};
    return take_number(&p->bytes, ',', &p->string) && take_number(&p->bytes, ':', &p->part);
}

static int by_place(const void *a, const void *b) {
    const piece *x = a, *y = b;
    if (x->string != y->string) {
        return x->string < y->string ? -1 : 1;
    }
    if (x->is_part != y->is_part) {
        return x->is_part ? 1 : -1;
    }
    if (x->part != y->part) {
        return x->part < y->part ? -1 : 1;
    }
    return (x->order > y->order) - (x->order < y->order);
}

static lob_status collect(gds_reader *r, lob_buf *pieces) {
    const gds_property *kept = (const gds_property *)(const void *)r->props.data;
    for (uint32_t i = 0; i < r->element.prop_count; i++) {
        lob_str bytes = {r->strings.data + kept[i].start, kept[i].size};
        piece p;
        if (piece_of(&kept[i], bytes, i, &p)) {
            lob_buf_add(pieces, &p, sizeof p);
        } else {
            LOB_TRY(warn(r, "Context strings that only look like a part of a longer one were omitted."));
        }
    }
    return lob_gds_buf_status(r->ctx, pieces);
}

/* The pieces of one string, [p, end), in order: its bytes behind each other in `text`. False: there is no such string.
 */
static lob_status join(gds_reader *r, const piece *p, const piece *end, lob_buf *text, bool *is_whole) {
    uint64_t next = 0;
    if (!p->is_part && end[-1].is_part) {
        LOB_TRY(warn(r, "Context strings were given both whole and in parts: the parts are used."));
    }
    for (; p < end; p++) {
        if (!p->is_part && end[-1].is_part) {
            continue;
        }
        if (p + 1 < end && p[1].part == p->part) { /* of one kind: whole strings come first, and count alone */
            LOB_TRY(warn(r, "Context strings, or parts of them, were given twice: the last is used."));
            continue;
        }
        if (p->part != next++) {
            *is_whole = false;
            return warn(r, "Context strings with a missing part were omitted.");
        }
        lob_buf_add(text, p->bytes.data, p->bytes.size);
    }
    *is_whole = true;
    return lob_gds_buf_status(r->ctx, text);
}

typedef struct span { /* of a string in `text`, whose place may move */
    size_t start, size;
} span;

static lob_status join_all(gds_reader *r, const lob_buf *pieces, lob_buf *text, lob_buf *spans) {
    const piece *p = (const piece *)(const void *)pieces->data;
    const piece *last = pieces->size ? p + pieces->size / sizeof *p : p; /* nothing may be NULL */
    while (p < last) {
        const piece *end = p;
        while (end < last && end->string == p->string) {
            end++;
        }
        bool is_whole;
        span s = {.start = text->size};
        LOB_TRY(join(r, p, end, text, &is_whole));
        s.size = text->size - s.start;
        if (is_whole && s.size) {
            lob_buf_add(spans, &s, sizeof s);
        }
        p = end;
    }
    return lob_gds_buf_status(r->ctx, spans);
}

static lob_status hand_on(gds_reader *r, const lob_buf *text, const lob_buf *spans, lob_str cell) {
    const span *s = (const span *)(const void *)spans->data;
    size_t count = spans->size / sizeof *s;
    if (count == 0) {
        return LOB_OK;
    }
    lob_buf_clear(&r->events);
    void *room = lob_buf_reserve(&r->events, count * sizeof(lob_str));
    if (!room) {
        return lob_gds_buf_status(r->ctx, &r->events);
    }
    lob_str *strings = room;
    for (size_t i = 0; i < count; i++) {
        strings[i] = (lob_str){text->data + s[i].start, s[i].size};
    }
    return r->sink->context(r->sink->self, cell, strings, (uint32_t)count);
}

static lob_status read_element(gds_reader *r, lob_buf *pieces, lob_buf *text, lob_buf *spans) {
    lob_str cell = {0};
    if (r->state == GDS_IN_SREF) {
        cell = (lob_str){r->strings.data + r->element.name_start, r->element.name_size};
    }
    LOB_TRY(collect(r, pieces));
    if (pieces->size) {
        qsort(pieces->data, pieces->size / sizeof(piece), sizeof(piece), by_place);
    }
    LOB_TRY(join_all(r, pieces, text, spans));
    return hand_on(r, text, spans, cell);
}

lob_status lob_gds_context_element(gds_reader *r) {
    if (!r->sink->context) {
        return LOB_OK;
    }
    if (r->state != GDS_IN_SREF && r->state != GDS_IN_BOUNDARY) {
        return warn(r, "Elements of $$$CONTEXT_INFO$$$ other than SREF and BOUNDARY were omitted.");
    }
    lob_buf pieces, text, spans;
    lob_buf_init(&pieces, 0);
    lob_buf_init(&text, 0);
    lob_buf_init(&spans, 0);
    lob_status status = read_element(r, &pieces, &text, &spans);
    lob_buf_release(&pieces);
    lob_buf_release(&text);
    lob_buf_release(&spans);
    return status;
}
