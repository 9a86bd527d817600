/* Reading .lyp.
 *
 * Invariant: nodes are kept as read, with the number of their group; merging is done once, at the end, groups before
 * members, since a group's own values may stand behind its members. */
#include "io/lyp/lyp.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "io/xml/scan.h"
#include "io/xml/xml.h"

enum {
    STATE_TABS = 1,
    STATE_ROOT,
    STATE_NODE,
    STATE_PATTERN,
    STATE_PATTERN_ROWS,
    STATE_PATTERN_ROW,
    STATE_PATTERN_NAME,
    STATE_STYLE,
    STATE_STYLE_BITS,
    STATE_STYLE_NAME,
    STATE_FRAME_COLOR,
    STATE_FILL_COLOR,
    STATE_FRAME_BRIGHTNESS,
    STATE_FILL_BRIGHTNESS,
    STATE_DITHER,
    STATE_LINE_STYLE,
    STATE_VALID,
    STATE_VISIBLE,
    STATE_TRANSPARENT,
    STATE_WIDTH,
    STATE_MARKED,
    STATE_XFILL,
    STATE_ANIMATION,
    STATE_NAME,
    STATE_SOURCE,
    STATE_IGNORED,
};

static const lob_xml_rule rules[] = {
    {0, STATE_TABS, "layer-properties-tabs"},
    {0, STATE_ROOT, "layer-properties"},
    {STATE_TABS, STATE_ROOT, "layer-properties"},
    {STATE_ROOT, STATE_NODE, "properties"},
    {STATE_ROOT, STATE_IGNORED, "name"},
    {STATE_NODE, STATE_NODE, "group-members"},
    {STATE_NODE, STATE_IGNORED, "expanded"},
    {STATE_NODE, STATE_FRAME_COLOR, "frame-color"},
    {STATE_NODE, STATE_FILL_COLOR, "fill-color"},
    {STATE_NODE, STATE_FRAME_BRIGHTNESS, "frame-brightness"},
    {STATE_NODE, STATE_FILL_BRIGHTNESS, "fill-brightness"},
    {STATE_NODE, STATE_DITHER, "dither-pattern"},
    {STATE_NODE, STATE_LINE_STYLE, "line-style"},
    {STATE_NODE, STATE_VALID, "valid"},
    {STATE_NODE, STATE_VISIBLE, "visible"},
    {STATE_NODE, STATE_TRANSPARENT, "transparent"},
    {STATE_NODE, STATE_WIDTH, "width"},
    {STATE_NODE, STATE_MARKED, "marked"},
    {STATE_NODE, STATE_XFILL, "xfill"},
    {STATE_NODE, STATE_ANIMATION, "animation"},
    {STATE_NODE, STATE_NAME, "name"},
    {STATE_NODE, STATE_SOURCE, "source"},
    {STATE_ROOT, STATE_PATTERN, "custom-dither-pattern"},
    {STATE_PATTERN, STATE_PATTERN_ROWS, "pattern"},
    {STATE_PATTERN_ROWS, STATE_PATTERN_ROW, "line"},
    {STATE_PATTERN, STATE_IGNORED, "order"},
    {STATE_PATTERN, STATE_PATTERN_NAME, "name"},
    {STATE_ROOT, STATE_STYLE, "custom-line-style"},
    {STATE_STYLE, STATE_STYLE_BITS, "pattern"},
    {STATE_STYLE, STATE_IGNORED, "order"},
    {STATE_STYLE, STATE_STYLE_NAME, "name"},
    {0, 0, NULL},
};

#define NO_GROUP UINT32_MAX

typedef struct node {
    lob_lyp_entry entry; /* colours without brightness until they are merged */
    uint32_t group;
    bool is_group;
} node;

typedef struct reader {
    lob_ctx *ctx;
    lob_arena *arena;
    lob_lyp *lyp;
    node *nodes; /* lob_realloc */
    uint32_t node_count, node_capacity;
    uint32_t open; /* the innermost node that is open, or NO_GROUP */
    lob_pattern *patterns;
    lob_line_style *styles;
    uint32_t pattern_capacity, style_capacity;
} reader;

static lob_status refuse(lob_ctx *ctx, const char *reason, const char *message) {
    lob_status status = lob_fail(ctx, LOB_E_UNSUPPORTED_FORMAT, "%s", message);
    lob_hint(ctx, "Reduce their number in the file.");
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    return status;
}

/* Room for one more of `size` bytes in a growing block. */
static lob_status grow(lob_ctx *ctx, void **items, uint32_t count, uint32_t *capacity, size_t size) {
    if (count < *capacity) {
        return LOB_OK;
    }
    uint32_t wanted = *capacity ? *capacity * 2 : 16;
    void *grown = lob_realloc(*items, wanted * size);
    if (!grown) {
        return lob_fail_memory(ctx);
    }
    *items = grown;
    *capacity = wanted;
    return LOB_OK;
}

static lob_status copy_text(reader *r, lob_str text, lob_str *copy) {
    char *data = lob_arena_strdup(r->arena, text.data, text.size);
    *copy = (lob_str){data, text.size};
    return data ? LOB_OK : lob_fail_memory(r->ctx);
}

/* ---- values ---- */
static bool read_bool(lob_str text, bool *value) {
    lob_xml_scan scan = lob_scan_of(text);
    if (lob_scan_test(&scan, "true") || lob_scan_test(&scan, "1")) {
        *value = true;
    } else if (lob_scan_test(&scan, "false") || lob_scan_test(&scan, "0")) {
        *value = false;
    } else {
        return false;
    }
    return lob_scan_at_end(&scan);
}

/* KLayout takes 2.0 for 2. An empty text is LOB_LYP_UNSET. */
static bool read_int(lob_str text, int32_t *value) {
    lob_xml_scan scan = lob_scan_of(text);
    double number;
    if (lob_scan_at_end(&scan)) {
        *value = LOB_LYP_UNSET;
        return true;
    }
    if (!lob_scan_real(&scan, &number) || !lob_scan_at_end(&scan) || number != floor(number) ||
        fabs(number) > INT32_MAX) {
        return false;
    }
    *value = (int32_t)number;
    return true;
}

static int hex_digit(char c) {
    return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
}

/* #rgb, #rrggbb or #aarrggbb, the # may be missing; an empty text is no colour. */
static bool read_color(lob_str text, uint32_t *color, bool *has) {
    lob_xml_scan scan = lob_scan_of(text);
    uint32_t value = 0;
    unsigned count = 0;
    *has = false;
    if (lob_scan_at_end(&scan)) {
        return true;
    }
    (void)lob_scan_test(&scan, "#");
    for (; scan.at < scan.end && hex_digit(*scan.at) >= 0; scan.at++, count++) {
        value = value << 4 | (uint32_t)hex_digit(*scan.at);
    }
    if (!lob_scan_at_end(&scan) || (count != 3 && count != 6 && count != 8)) {
        return false;
    }
    if (count == 3) {
        value = (value >> 8 & 15) * 0x110000 + (value >> 4 & 15) * 0x1100 + (value & 15) * 0x11;
    }
    *color = value & 0xFFFFFF;
    *has = true;
    return true;
}

/* I5: built-in, C5: custom; a bare number is of files before 0.16, where custom ones began at 16. */
static bool read_style_number(lob_str text, int32_t builtin_count, int32_t *value) {
    char letter = text.size > 0 ? text.data[0] : '\0';
    bool is_bare = letter != 'I' && letter != 'C';
    lob_str digits = is_bare ? text : (lob_str){text.data + 1, text.size - 1};
    lob_xml_scan scan = lob_scan_of(digits);
    int32_t number;
    if ((!is_bare && lob_scan_at_end(&scan)) || !read_int(digits, &number) || number > LOB_LYP_ENTRY_MAX) {
        return false;
    }
    if (letter == 'C' || (is_bare && number >= 16)) {
        number += builtin_count - (is_bare ? 16 : 0);
    }
    *value = number < 0 ? LOB_LYP_UNSET : number;
    return true;
}

/* ---- elements ---- */
static lob_status open_node(reader *r) {
    if (r->node_count == LOB_LYP_ENTRY_MAX) {
        return refuse(r->ctx, "entries", "The layer properties have too many entries");
    }
    LOB_TRY(grow(r->ctx, (void **)&r->nodes, r->node_count, &r->node_capacity, sizeof *r->nodes));
    node *n = &r->nodes[r->node_count];
    *n = (node){.group = r->open};
    n->entry = (lob_lyp_entry){
        .pattern = LOB_LYP_UNSET,
        .line_style = LOB_LYP_UNSET,
        .width = LOB_LYP_UNSET,
        .valid = true,
        .visible = true,
        .name = LOB_STR(""),
        .source = {.text = LOB_STR(""), .layer = LOB_LYP_ANY, .datatype = LOB_LYP_ANY, .layout = LOB_LYP_ANY}};
    if (r->open != NO_GROUP) {
        r->nodes[r->open].is_group = true;
        n->entry.depth = r->nodes[r->open].entry.depth + 1;
    }
    r->open = r->node_count++;
    return LOB_OK;
}

static lob_status open_pattern(reader *r) {
    lob_lyp *lyp = r->lyp;
    if (lyp->pattern_count == LOB_LYP_CUSTOM_MAX) {
        return refuse(r->ctx, "patterns", "The layer properties have too many fill patterns");
    }
    LOB_TRY(grow(r->ctx, (void **)&r->patterns, lyp->pattern_count, &r->pattern_capacity, sizeof *r->patterns));
    r->patterns[lyp->pattern_count++] = (lob_pattern){.name = LOB_STR("")};
    return LOB_OK;
}

static lob_status open_style(reader *r) {
    lob_lyp *lyp = r->lyp;
    if (lyp->line_style_count == LOB_LYP_CUSTOM_MAX) {
        return refuse(r->ctx, "patterns", "The layer properties have too many line styles");
    }
    LOB_TRY(grow(r->ctx, (void **)&r->styles, lyp->line_style_count, &r->style_capacity, sizeof *r->styles));
    r->styles[lyp->line_style_count++] = (lob_line_style){.name = LOB_STR("")};
    return LOB_OK;
}

static lob_status on_open(void *self, unsigned state) {
    reader *r = self;
    if (state == STATE_ROOT) {
        r->lyp->tab_count++;
    }
    if (r->lyp->tab_count > 1) {
        return LOB_OK;
    }
    switch (state) {
    case STATE_NODE:
        return open_node(r);
    case STATE_PATTERN:
        return open_pattern(r);
    case STATE_STYLE:
        return open_style(r);
    default:
        return LOB_OK;
    }
}

/* '*' is a set pixel, anything else an empty one; at most 32. */
static uint32_t read_bits(lob_str text, uint8_t *width) {
    lob_xml_scan scan = lob_scan_of(text);
    uint32_t bits = 0;
    unsigned count = 0;
    if (!lob_scan_at_end(&scan)) {
        for (; scan.at < scan.end && (*scan.at == '*' || *scan.at == '.') && count < LOB_PATTERN_SIZE_MAX; scan.at++) {
            bits |= (*scan.at == '*' ? UINT32_C(1) : 0) << count++;
        }
    }
    *width = (uint8_t)count;
    return bits;
}

static lob_status close_custom(reader *r, unsigned state, lob_str text) {
    lob_pattern *pattern = r->patterns ? &r->patterns[r->lyp->pattern_count - 1] : NULL;
    lob_line_style *style = r->styles ? &r->styles[r->lyp->line_style_count - 1] : NULL;
    uint8_t width;
    switch (state) {
    case STATE_PATTERN_ROW:
        if (pattern->height < LOB_PATTERN_SIZE_MAX) {
            pattern->rows[pattern->height++] = read_bits(text, &width);
            pattern->width = width > pattern->width ? width : pattern->width;
        }
        return LOB_OK;
    case STATE_PATTERN_NAME:
        return copy_text(r, text, &pattern->name);
    case STATE_STYLE_BITS:
        style->bits = read_bits(text, &style->width);
        return LOB_OK;
    case STATE_STYLE_NAME:
        return copy_text(r, text, &style->name);
    default:
        return LOB_OK;
    }
}

static lob_status close_source(reader *r, lob_lyp_entry *entry, lob_str text) {
    bool no_memory = false;
    lob_str copy;
    LOB_TRY(copy_text(r, text, &copy));
    if (!lob_lyp_source_parse(r->arena, copy, &entry->source, &no_memory)) {
        r->lyp->fault_count++;
        entry->source = (lob_lyp_source){
            .text = copy, .layer = LOB_LYP_ANY, .datatype = LOB_LYP_ANY, .layout = LOB_LYP_ANY, .is_indexed = true};
    }
    return no_memory ? lob_fail_memory(r->ctx) : LOB_OK;
}

/* One value of an entry; false: it does not parse. */
static bool read_value(lob_lyp_entry *e, unsigned state, lob_str text) {
    switch (state) {
    case STATE_FRAME_COLOR:
        return read_color(text, &e->frame_color, &e->has_frame_color);
    case STATE_FILL_COLOR:
        return read_color(text, &e->fill_color, &e->has_fill_color);
    case STATE_FRAME_BRIGHTNESS:
        return text.size > 0 && read_int(text, &e->frame_brightness);
    case STATE_FILL_BRIGHTNESS:
        return text.size > 0 && read_int(text, &e->fill_brightness);
    case STATE_DITHER:
        return read_style_number(text, LOB_PATTERN_BUILTIN_COUNT, &e->pattern);
    case STATE_LINE_STYLE:
        return read_style_number(text, LOB_LINE_STYLE_BUILTIN_COUNT, &e->line_style);
    case STATE_VALID:
        return read_bool(text, &e->valid);
    case STATE_VISIBLE:
        return read_bool(text, &e->visible);
    case STATE_TRANSPARENT:
        return read_bool(text, &e->transparent);
    case STATE_WIDTH:
        return read_int(text, &e->width);
    case STATE_MARKED:
        return read_bool(text, &e->marked);
    case STATE_XFILL:
        return read_bool(text, &e->xfill);
    default: /* STATE_ANIMATION */
        return text.size > 0 && read_int(text, &e->animation);
    }
}

static lob_status on_close(void *self, unsigned state, lob_str text) {
    reader *r = self;
    if (r->lyp->tab_count > 1) {
        return LOB_OK;
    }
    if (state < STATE_FRAME_COLOR && state != STATE_NODE) {
        return close_custom(r, state, text);
    }
    if (state == STATE_IGNORED) {
        return LOB_OK;
    }
    node *n = &r->nodes[r->open];
    switch (state) {
    case STATE_NODE:
        r->open = n->group;
        return LOB_OK;
    case STATE_NAME:
        return copy_text(r, text, &n->entry.name);
    case STATE_SOURCE:
        return close_source(r, &n->entry, text);
    default: {
        lob_lyp_entry before = n->entry;
        if (!read_value(&n->entry, state, text)) {
            n->entry = before;
            r->lyp->fault_count++;
        }
        return LOB_OK;
    }
    }
}

/* ---- real values ---- */
static int32_t add_brightness(int32_t a, int32_t b) {
    int64_t sum = (int64_t)a + b;
    return sum > 65536 ? 65536 : sum < -65536 ? -65536 : (int32_t)sum;
}

static void merge_source(lob_lyp_source *source, const lob_lyp_source *group) {
    source->layer = source->layer < 0 ? group->layer : source->layer;
    source->datatype = source->datatype < 0 ? group->datatype : source->datatype;
    source->layout = source->layout < 0 ? group->layout : source->layout;
    source->name = source->name.data ? source->name : group->name;
    source->is_indexed = source->is_indexed || group->is_indexed;
    source->is_special = source->is_special || group->is_special;
    source->has_conditions = source->has_conditions || group->has_conditions;
}

static void merge(lob_lyp_entry *e, const lob_lyp_entry *group) {
    if (group->has_frame_color) {
        e->frame_color = group->frame_color;
        e->has_frame_color = true;
    }
    if (group->has_fill_color) {
        e->fill_color = group->fill_color;
        e->has_fill_color = true;
    }
    e->frame_brightness = add_brightness(e->frame_brightness, group->frame_brightness);
    e->fill_brightness = add_brightness(e->fill_brightness, group->fill_brightness);
    e->pattern = group->pattern >= 0 ? group->pattern : e->pattern;
    e->line_style = group->line_style >= 0 ? group->line_style : e->line_style;
    e->width = group->width > e->width ? group->width : e->width;
    e->animation = e->animation ? e->animation : group->animation;
    e->valid = e->valid && group->valid;
    e->visible = e->visible && group->visible;
    e->transparent = e->transparent || group->transparent;
    e->marked = e->marked || group->marked;
    e->xfill = e->xfill || group->xfill;
    merge_source(&e->source, &group->source);
}

uint32_t lob_lyp_brighter(uint32_t color, int32_t brightness) {
    if (brightness == 0) {
        return color;
    }
    uint32_t result = 0;
    int scale = (int)(256.0 * exp2(-fabs((double)brightness) / 128.0) + 0.5);
    for (int shift = 16; shift >= 0; shift -= 8) {
        int channel = (int)(color >> shift & 255);
        channel = brightness < 0 ? scale * channel / 256 : 255 - scale * (255 - channel) / 256;
        result |= (uint32_t)channel << shift;
    }
    return result;
}

static lob_status keep(reader *r) {
    lob_lyp *lyp = r->lyp;
    for (uint32_t i = 0; i < r->node_count; i++) {
        node *n = &r->nodes[i];
        if (n->group != NO_GROUP) {
            merge(&n->entry, &r->nodes[n->group].entry);
        }
        lyp->group_count += n->is_group;
    }
    lyp->entry_count = r->node_count - lyp->group_count;
    lob_lyp_entry *entries = LOB_NEW_ARRAY(r->arena, lob_lyp_entry, lyp->entry_count);
    lob_pattern *patterns = LOB_NEW_ARRAY(r->arena, lob_pattern, lyp->pattern_count);
    lob_line_style *styles = LOB_NEW_ARRAY(r->arena, lob_line_style, lyp->line_style_count);
    if (!entries || !patterns || !styles) {
        return lob_fail_memory(r->ctx);
    }
    for (uint32_t i = 0, at = 0; i < r->node_count; i++) {
        if (!r->nodes[i].is_group) {
            lob_lyp_entry *e = &entries[at++];
            *e = r->nodes[i].entry;
            e->fill_color = lob_lyp_brighter(e->fill_color, e->fill_brightness);
            e->frame_color = lob_lyp_brighter(e->frame_color, e->frame_brightness);
        }
    }
    for (uint32_t i = 0; i < lyp->pattern_count; i++) {
        patterns[i] = r->patterns[i];
        if (patterns[i].width == 0) {                   /* also when there is no row */
            patterns[i].width = patterns[i].height = 1; /* an empty pattern draws nothing */
        }
    }
    for (uint32_t i = 0; i < lyp->line_style_count; i++) {
        styles[i] = r->styles[i];
    }
    lyp->entries = entries;
    lyp->patterns = patterns;
    lyp->line_styles = styles;
    return LOB_OK;
}

lob_status lob_lyp_read(lob_ctx *ctx, lob_source *source, lob_arena *arena, lob_lyp *lyp) {
    static const lob_xml_grammar grammar = {.rules = rules,
                                            .open = on_open,
                                            .close = on_close,
                                            .refusal = LOB_E_UNSUPPORTED_FORMAT,
                                            .what = "The layer properties file"};
    reader r = {.ctx = ctx, .arena = arena, .lyp = lyp, .open = NO_GROUP};
    lob_xml_counts counts;
    *lyp = (lob_lyp){0};
    lob_status status = lob_xml_parse(ctx, source, &grammar, &r, &counts);
    if (status == LOB_OK) {
        lyp->unknown_count = counts.skipped;
        status = keep(&r);
    }
    lob_free(r.nodes);
    lob_free(r.patterns);
    lob_free(r.styles);
    return status;
}
