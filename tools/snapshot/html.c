/* One page of all that differs: the texts of the cases line by line, the pictures side by side. Invariant: the page
 * needs nothing beside itself, and no text of an answer becomes markup. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "snapshot.h"

enum {
    CONTEXT_LINES = 3,
    LINE_SIZE_MAX = 4000,
    TABLE_SIZE_MAX = 1 << 22,
    SHOWN_SIDE = 384,
    NEAR = 80,
    LONG_LINE = 200
};

struct page {
    lob_buf body;
    unsigned case_count, picture_count, stale_count;
};

static const char head[] =
    "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Snapshots: what differs</title>\n<style>\n"
    "body{font:15px/1.4 sans-serif;margin:2em;max-width:90em}h2{border-top:1px solid #999;padding-top:.6em}\n"
    "pre{font:13px/1.35 monospace;background:#f6f6f6;padding:.6em;overflow-x:auto}\n"
    ".old{background:#fdd;display:block}.new{background:#dfd;display:block}.same{display:block}\n"
    ".gap{color:#888;display:block}.fault{color:#b00}figure{display:inline-block;margin:.4em 1em .4em 0}\n"
    "img{image-rendering:pixelated;border:1px solid #999;background:#fff}figcaption{font-size:13px}\n"
    "</style></head><body>\n<h1>Snapshots: what differs</h1>\n";

page *page_new(void) {
    page *p = lob_calloc(1, sizeof *p);
    if (p != NULL) {
        lob_buf_init(&p->body, 0);
    }
    return p;
}

void page_drop(page *p) {
    if (p != NULL) {
        lob_buf_release(&p->body);
        lob_free(p);
    }
}

static void add_escaped(lob_buf *out, lob_str text) {
    for (size_t i = 0; i < text.size; i++) {
        switch (text.data[i]) {
        case '<':
            lob_buf_add_text(out, "&lt;");
            break;
        case '>':
            lob_buf_add_text(out, "&gt;");
            break;
        case '&':
            lob_buf_add_text(out, "&amp;");
            break;
        case '"':
            lob_buf_add_text(out, "&quot;");
            break;
        default:
            lob_buf_add_byte(out, text.data[i]);
        }
    }
}

/* ---- texts ---- */

typedef struct lines {
    lob_str *items;
    size_t count;
} lines;

static lines split(lob_ctx *ctx, lob_str text) {
    lines out = {NULL, 0};
    size_t count = 1;
    for (size_t i = 0; i < text.size; i++) {
        count += text.data[i] == '\n';
    }
    out.items = LOB_NEW_ARRAY(ctx->arena, lob_str, count);
    while (out.items != NULL && text.size > 0) {
        const char *end = memchr(text.data, '\n', text.size);
        size_t size = end != NULL ? (size_t)(end - text.data) : text.size;
        out.items[out.count++] = (lob_str){text.data, size};
        text.data += size + (end != NULL);
        text.size -= size + (end != NULL);
    }
    return out;
}

static void add_line(lob_buf *out, const char *class, char sign, lob_str line) {
    size_t cut = line.size > LINE_SIZE_MAX ? line.size - LINE_SIZE_MAX : 0;
    lob_buf_printf(out, "<span class=\"%s\">%c", class, sign);
    add_escaped(out, (lob_str){line.data, line.size - cut});
    if (cut > 0) {
        lob_buf_printf(out, " ... and %zu bytes more", cut);
    }
    lob_buf_add_text(out, "</span>");
}

/* Moved down to where a character of UTF-8 begins. */
static size_t at_character(lob_str line, size_t at) {
    while (at > 0 && at < line.size && ((unsigned char)line.data[at] & 0xC0) == 0x80) {
        at--;
    }
    return at;
}

/* A long line beside the one that it replaces, or that replaces it: what differs is marked, and of what both begin and
 * end with only that is shown which lies near. */
static void add_line_beside(lob_buf *out, const char *class, char sign, lob_str line, lob_str other) {
    size_t first = 0, last = line.size, other_last = other.size;
    while (first < line.size && first < other.size && line.data[first] == other.data[first]) {
        first++;
    }
    while (last > first && other_last > first && line.data[last - 1] == other.data[other_last - 1]) {
        last--;
        other_last--;
    }
    first = at_character(line, first);
    while (last < line.size && ((unsigned char)line.data[last] & 0xC0) == 0x80) {
        last++;
    }
    if (line.size < LONG_LINE || last - first > line.size / 2) {
        add_line(out, class, sign, line);
        return;
    }
    size_t from = first > 2 * NEAR ? at_character(line, first - NEAR) : 0;
    size_t to = line.size - last > NEAR ? at_character(line, last + NEAR) : line.size;
    lob_buf_printf(out, "<span class=\"%s\">%c", class, sign);
    if (from > 0) {
        add_escaped(out, (lob_str){line.data, at_character(line, NEAR / 2)});
        lob_buf_add_text(out, " <i>...</i> ");
    }
    add_escaped(out, (lob_str){line.data + from, first - from});
    lob_buf_add_text(out, "<mark>");
    add_escaped(out, (lob_str){line.data + first, last - first});
    lob_buf_add_text(out, "</mark>");
    add_escaped(out, (lob_str){line.data + last, to - last});
    lob_buf_add_text(out, to < line.size ? " <i>...</i></span>" : "</span>");
}

/* A line that both have: shown near what differs, else counted. */
typedef struct show {
    lob_buf *out;
    const lob_str *kept[CONTEXT_LINES]; /* the last ones not shown, as a ring */
    size_t waiting;                     /* not shown, the ring's included */
    size_t after;                       /* still to be shown */
} show;

static void show_same(show *s, const lob_str *line) {
    if (s->after > 0) {
        s->after--;
        add_line(s->out, "same", ' ', *line);
        return;
    }
    s->kept[s->waiting++ % CONTEXT_LINES] = line;
}

static void flush_gap(show *s, bool is_end) {
    size_t shown = is_end ? 0 : s->waiting < CONTEXT_LINES ? s->waiting : CONTEXT_LINES;
    if (s->waiting > shown) {
        lob_buf_printf(s->out, "<span class=\"gap\">  ... %zu lines alike</span>", s->waiting - shown);
    }
    for (size_t i = s->waiting - shown; i < s->waiting; i++) {
        add_line(s->out, "same", ' ', *s->kept[i % CONTEXT_LINES]);
    }
    s->waiting = 0;
}

/* `other`: the line of the other side in its place, or NULL. */
static void show_one(show *s, bool is_old, const lob_str *line, const lob_str *other) {
    flush_gap(s, false);
    if (other != NULL) {
        add_line_beside(s->out, is_old ? "old" : "new", is_old ? '-' : '+', *line, *other);
    } else {
        add_line(s->out, is_old ? "old" : "new", is_old ? '-' : '+', *line);
    }
    s->after = CONTEXT_LINES;
}

/* Longest common subsequences of the ends of two lists: length[i * (b.count + 1) + j] of a[i ..) and b[j ..). */
static uint16_t *measure(lob_ctx *ctx, lines a, lines b) {
    size_t width = b.count + 1;
    if (a.count >= UINT16_MAX || b.count >= UINT16_MAX || (a.count + 1) * width > TABLE_SIZE_MAX) {
        return NULL;
    }
    uint16_t *length = LOB_NEW_ARRAY(ctx->arena, uint16_t, (a.count + 1) * width);
    for (size_t i = a.count; length != NULL && i-- > 0;) {
        for (size_t j = b.count; j-- > 0;) {
            uint16_t down = length[(i + 1) * width + j], right = length[i * width + j + 1];
            length[i * width + j] = lob_str_equal(a.items[i], b.items[j])
                                        ? (uint16_t)(length[(i + 1) * width + j + 1] + 1)
                                    : down > right ? down
                                                   : right;
        }
    }
    return length;
}

/* Without a table (too large) everything of one comes before everything of the other. */
static void show_middle(show *s, lines a, lines b, const uint16_t *length) {
    size_t i = 0, j = 0, width = b.count + 1;
    size_t i_from = 0, j_from = 0; /* where the run of lines that differ began */
    while (i < a.count || j < b.count) {
        if (length != NULL && i < a.count && j < b.count && lob_str_equal(a.items[i], b.items[j])) {
            show_same(s, &a.items[i]);
            i_from = ++i;
            j_from = ++j;
        } else if (j == b.count ||
                   (i < a.count && (length == NULL || length[(i + 1) * width + j] >= length[i * width + j + 1]))) {
            size_t beside = j_from + (i - i_from);
            show_one(s, true, &a.items[i], beside < b.count ? &b.items[beside] : NULL);
            i++;
        } else {
            size_t beside = i_from + (j - j_from);
            show_one(s, false, &b.items[j], beside < i ? &a.items[beside] : NULL);
            j++;
        }
    }
}

static void add_text_difference(lob_buf *out, lob_ctx *ctx, lob_str stored, lob_str today) {
    lines a = split(ctx, stored), b = split(ctx, today);
    size_t head_count = 0, tail = 0;
    while (head_count < a.count && head_count < b.count && lob_str_equal(a.items[head_count], b.items[head_count])) {
        head_count++;
    }
    while (tail < a.count - head_count && tail < b.count - head_count &&
           lob_str_equal(a.items[a.count - 1 - tail], b.items[b.count - 1 - tail])) {
        tail++;
    }
    show s = {.out = out};
    lob_buf_add_text(out, "<pre>");
    for (size_t i = 0; i < head_count; i++) {
        show_same(&s, &a.items[i]);
    }
    lines middle_a = {a.items + head_count, a.count - head_count - tail};
    lines middle_b = {b.items + head_count, b.count - head_count - tail};
    show_middle(&s, middle_a, middle_b, measure(ctx, middle_a, middle_b));
    for (size_t i = a.count - tail; i < a.count; i++) {
        show_same(&s, &a.items[i]);
    }
    flush_gap(&s, true);
    lob_buf_add_text(out, "</pre>\n");
}

/* ---- pictures ---- */

static void add_picture(lob_buf *out, lob_ctx *ctx, const char *caption, const lob_picture *picture) {
    if (picture->rgba == NULL) {
        lob_buf_printf(out, "<figure><figcaption>%s: none</figcaption></figure>\n", caption);
        return;
    }
    uint32_t side = picture->width > picture->height ? picture->width : picture->height;
    uint32_t times = side < SHOWN_SIDE ? SHOWN_SIDE / side : 1;
    lob_buf_printf(out, "<figure><img width=\"%u\" height=\"%u\" alt=\"%s\" src=\"data:image/png;base64,",
                   picture->width * times, picture->height * times, caption);
    lob_buf_add_text(out, base64(ctx, picture_encode(ctx, picture)));
    lob_buf_printf(out, "\"><figcaption>%s, %u x %u</figcaption></figure>\n", caption, picture->width, picture->height);
}

static void add_change(lob_buf *out, lob_ctx *ctx, const picture_change *change) {
    const picture_difference *d = &change->difference;
    lob_picture between = {0, 0, NULL};
    lob_buf_printf(out, "<h3>Step %u: ", change->step);
    add_escaped(out, lob_str_from(change->file));
    lob_buf_add_text(out, "</h3>\n<p>");
    if (change->expected.rgba == NULL) {
        lob_buf_add_text(out, "No picture is stored.");
    } else {
        (void)picture_show_difference(ctx, &change->expected, &change->actual, &between);
        lob_buf_printf(out, "%llu pixels differ, most by %u of 255 at (%u, %u)%s.", (unsigned long long)d->count,
                       d->worst, d->worst_x, d->worst_y, d->has_other_size ? "; the sizes differ" : "");
    }
    lob_buf_add_text(out, "</p>\n");
    add_picture(out, ctx, "expected", &change->expected);
    add_picture(out, ctx, "actual", &change->actual);
    add_picture(out, ctx, "difference", &between);
}

/* ---- the page ---- */

void page_add_case(page *p, lob_ctx *ctx, lob_str name, lob_str about, lob_str stored, lob_str today, lob_str faults,
                   const picture_change *changes) {
    bool has_other_text = !lob_str_equal(stored, today);
    if (!has_other_text && faults.size == 0 && changes == NULL) {
        return;
    }
    p->case_count++;
    lob_buf_add_text(&p->body, "<h2>");
    add_escaped(&p->body, name);
    lob_buf_add_text(&p->body, "</h2>\n<p>");
    bool is_quoted = about.size >= 2 && about.data[0] == '"';
    add_escaped(&p->body, is_quoted ? (lob_str){about.data + 1, about.size - 2} : about);
    lob_buf_add_text(&p->body, "</p>\n");
    if (faults.size > 0) {
        lob_buf_add_text(&p->body, "<pre class=\"fault\">");
        add_escaped(&p->body, faults);
        lob_buf_add_text(&p->body, "</pre>\n");
    }
    for (; changes != NULL; changes = changes->next) {
        p->picture_count++;
        add_change(&p->body, ctx, changes);
    }
    if (has_other_text) {
        add_text_difference(&p->body, ctx, stored, today);
    }
}

void page_add_stale(page *p, const char *file) {
    lob_buf_add_text(&p->body, p->stale_count++ == 0 ? "<h2>Pictures that no answer has</h2>\n<p>" : "<p>");
    add_escaped(&p->body, lob_str_from(file));
    lob_buf_add_text(&p->body, "</p>\n");
}

bool page_write(const page *p, const char *path) {
    lob_buf whole;
    lob_buf_init(&whole, 0);
    lob_buf_add_text(&whole, head);
    lob_buf_printf(&whole, "<p>%u cases and %u pictures are other ones; %u stored pictures belong to no answer.</p>\n",
                   p->case_count, p->picture_count, p->stale_count);
    lob_buf_add(&whole, p->body.data != NULL ? p->body.data : "", p->body.size);
    lob_buf_add_text(&whole, "</body></html>\n");
    bool fine =
        p->body.failed == LOB_BUF_FINE && whole.failed == LOB_BUF_FINE && write_bytes(path, whole.data, whole.size);
    lob_buf_release(&whole);
    return fine;
}
