/* SVG made of layouts, read back by libxml2; path data read by the grammar of SVG 1.1, section 8.3.9, as far as we
 * write it: M L H V with absolute numbers, z, and h for a point alone. */
#ifndef TESTS_UNIT_DRAW_SVG_RIG_H
#define TESTS_UNIT_DRAW_SVG_RIG_H

#include <libxml/parser.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../render/rig.h"
#include "draw/svg.h"

typedef struct svg_path { /* rings; ring i is points[starts[i] .. starts[i + 1]) */
    lob_pixel *points;
    uint32_t *starts;
    uint32_t count, ring_count;
    uint32_t open_count; /* rings without z */
} svg_path;

static inline xmlDoc *svg_parse(const lob_buf *svg) {
    xmlDoc *doc = xmlReadMemory(svg->data, (int)svg->size, "svg", NULL, XML_PARSE_NONET | XML_PARSE_HUGE);
    assert_non_null(doc);
    assert_string_equal((const char *)xmlDocGetRootElement(doc)->name, "svg");
    return doc;
}

/* The nth (from 0) element of a name in the order of the document. */
static inline xmlNode *svg_nth(xmlNode *under, const char *name, unsigned nth) {
    xmlNode *at = under->children;
    while (at) {
        if (at->type == XML_ELEMENT_NODE && strcmp((const char *)at->name, name) == 0 && nth-- == 0) {
            return at;
        }
        if (at->children && at->type == XML_ELEMENT_NODE) {
            at = at->children;
            continue;
        }
        while (at != under && !at->next) {
            at = at->parent;
        }
        at = at == under ? NULL : at->next;
    }
    return NULL;
}

static inline unsigned svg_count(xmlNode *under, const char *name) {
    unsigned count = 0;
    while (svg_nth(under, name, count)) {
        count++;
    }
    return count;
}

/* Into one of eight static places; NULL: no such attribute. */
static inline const char *svg_attr(xmlNode *node, const char *name) {
    static char values[8][1 << 16];
    static unsigned next;
    xmlChar *value = xmlGetProp(node, (const xmlChar *)name);
    char *to = values[next++ % 8];
    if (!value) {
        return NULL;
    }
    snprintf(to, sizeof values[0], "%s", (const char *)value);
    xmlFree(value);
    return to;
}

static inline double svg_number(xmlNode *node, const char *name) {
    const char *value = svg_attr(node, name);
    assert_non_null(value);
    return strtod(value, NULL);
}

static inline bool svg_is(xmlNode *node, const char *name, const char *value) {
    const char *have = svg_attr(node, name);
    return have && strcmp(have, value) == 0;
}

/* A number as it must be written: at most `decimals`, no needless zero or sign, no exponent. */
static inline double svg_read_number(const char **at, int decimals) {
    const char *from = *at;
    bool is_negative = *from == '-';
    const char *p = from + is_negative;
    const char *whole = p;
    while (*p >= '0' && *p <= '9') {
        p++;
    }
    if (p != whole && whole[0] == '0') {
        assert_eq(p, whole + 1);
    }
    if (*p == '.') {
        if (p == whole + 1) {
            assert_ne(whole[0], '0');
        }
        const char *point = p++;
        while (*p >= '0' && *p <= '9') {
            p++;
        }
        assert_ge(p - point, 2);
        assert_le(p - point, decimals + 1);
        assert_ne(p[-1], '0');
    } else {
        assert_gt(p, whole);
        assert_true(!(is_negative && whole[0] == '0'));
    }
    char text[64];
    assert_lt((size_t)(p - from), sizeof text);
    memcpy(text, from, (size_t)(p - from));
    text[p - from] = '\0';
    *at = p;
    return strtod(text, NULL);
}

static inline double svg_next_number(const char **at) {
    if (**at == ' ') {
        (*at)++;
    }
    return svg_read_number(at, 3);
}

static inline void svg_path_read(const char *d, svg_path *path) {
    size_t room = strlen(d) + 2;
    *path = (svg_path){.points = malloc(room * sizeof *path->points), .starts = malloc(room * sizeof *path->starts)};
    assert_true(path->points);
    assert_true(path->starts);
    char command = 0;
    lob_pixel p = {0, 0};
    while (*d) {
        if (strchr("MLHVhz", *d)) {
            command = *d++;
        }
        if (command == 'z') {
            command = 0;
            path->open_count--;
            continue;
        }
        if (command == 'M') {
            path->starts[path->ring_count++] = path->count;
            path->open_count++;
        }
        assert_ne(command, 0);
        p.x = command == 'V' ? p.x : command == 'h' ? p.x + svg_next_number(&d) : svg_next_number(&d);
        p.y = command == 'H' || command == 'h' ? p.y : svg_next_number(&d);
        path->points[path->count++] = p;
        command = command == 'M' ? 'L' : command;
    }
    path->starts[path->ring_count] = path->count;
}

static inline void svg_path_of(xmlNode *node, svg_path *path) {
    xmlChar *d = xmlGetProp(node, (const xmlChar *)"d");
    assert_non_null(d);
    svg_path_read((const char *)d, path);
    xmlFree(d);
}

static inline void svg_path_drop(svg_path *path) {
    free(path->points);
    free(path->starts);
}

static inline double ring_area(const lob_pixel *p, uint32_t n) {
    double area2 = 0;
    for (uint32_t i = 0; i < n; i++) {
        lob_pixel b = p[i + 1 < n ? i + 1 : 0];
        area2 += p[i].x * b.y - b.x * p[i].y;
    }
    return area2 / 2;
}

/* How often a ring winds around a point that lies on none of its edges, by crossings of the ray to the right. */
static inline int ring_winding(const lob_pixel *p, uint32_t n, lob_pixel at) {
    int winding = 0;
    for (uint32_t i = 0; i < n; i++) {
        lob_pixel a = p[i];
        lob_pixel b = p[i + 1 < n ? i + 1 : 0];
        if ((a.y > at.y) != (b.y > at.y)) {
            double x = a.x + (at.y - a.y) / (b.y - a.y) * (b.x - a.x);
            winding += x > at.x ? (b.y > a.y ? 1 : -1) : 0;
        }
    }
    return winding;
}

static inline int path_winding(const svg_path *path, lob_pixel at) {
    int winding = 0;
    for (uint32_t i = 0; i < path->ring_count; i++) {
        winding += ring_winding(path->points + path->starts[i], path->starts[i + 1] - path->starts[i], at);
    }
    return winding;
}

static inline uint32_t svg_random(uint32_t *seed) { /* of a Weyl sequence, mixed (MurmurHash3) */
    uint32_t v = *seed += 0x9e3779b9u;
    v = (v ^ v >> 16) * 0x85ebca6bu;
    v = (v ^ v >> 13) * 0xc2b2ae35u;
    return (v ^ v >> 16) >> 4;
}

/* All layers of the layout with a style each, cell 0. */
enum { SVG_LAYERS_MAX = 8 };
static inline lob_scene svg_scene(lob_layout *layout, const lob_grid *grid, lob_picture_mode mode,
                                  const lob_style *style, lob_scene_layer layers[SVG_LAYERS_MAX]) {
    uint32_t count = lob_layout_layer_count(layout);
    assert_le(count, SVG_LAYERS_MAX);
    for (uint32_t i = 0; i < count; i++) {
        layers[i] = (lob_scene_layer){i, *style};
    }
    return (lob_scene){
        .cell = lob_layout_top(layout, 0), .grid = *grid, .mode = mode, .layers = layers, .layer_count = count};
}

static inline lob_status svg_make(lob_ctx *ctx, lob_layout *layout, const lob_scene *scene, const lob_str *names,
                                  const lob_marks *marks, lob_buf *svg, lob_scene_info *info) {
    lob_cover *cover = NULL;
    LOB_TRY(lob_cover_new(ctx, layout, 1 << 24, &cover));
    lob_status status = lob_svg_make(ctx, cover, scene, names, marks, svg, info);
    lob_cover_release(cover);
    return status;
}

#endif
