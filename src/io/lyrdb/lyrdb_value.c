/* Values of items as text, both ways.
 *
 *     [tag] text: 'a b'              float: 1.5                    box: (l,b;r,t)        edge: (x,y;x,y)
 *     edge-pair: (edge)/(edge)       edge-pair: (edge)|(edge)      polygon: (x,y;.../hole/hole)
 *     path: (x,y;...) w=1 bx=0 ex=0 r=false                        label: ('a b',r90 x,y)
 */
#include <math.h>
#include <string.h>

#include "base/num.h"
#include "io/lyrdb/lyrdb.h"
#include "io/xml/scan.h"

/* Room for the points of one value, counted before: each point has a comma. */
typedef struct point_list {
    lob_um_point *items;
    uint32_t count, capacity;
} point_list;

static bool scan_point(lob_xml_scan *scan, lob_um_point *point) {
    return lob_scan_real(scan, &point->x) && lob_scan_test(scan, ",") && lob_scan_real(scan, &point->y);
}

/* x,y;x,y;... up to something else. */
static bool scan_points(lob_xml_scan *scan, point_list *list) {
    do {
        if (list->count == list->capacity || !scan_point(scan, &list->items[list->count])) {
            return false;
        }
        list->count++;
    } while (lob_scan_test(scan, ";"));
    return true;
}

static bool scan_edge(lob_xml_scan *scan, point_list *list) {
    uint32_t before = list->count;
    return lob_scan_test(scan, "(") && scan_points(scan, list) && list->count == before + 2 && lob_scan_test(scan, ")");
}

static bool scan_edge_pair(lob_xml_scan *scan, point_list *list, lob_rdb_value *value) {
    if (!scan_edge(scan, list)) {
        return false;
    }
    value->is_symmetric = lob_scan_test(scan, "|");
    return (value->is_symmetric || lob_scan_test(scan, "/")) && scan_edge(scan, list);
}

static bool scan_box(lob_xml_scan *scan, point_list *list) {
    if (!lob_scan_test(scan, "(")) {
        return false;
    }
    if (lob_scan_test(scan, ")")) {
        return true;
    }
    if (!scan_points(scan, list) || list->count != 2 || !lob_scan_test(scan, ")")) {
        return false;
    }
    lob_um_point a = list->items[0], b = list->items[1];
    list->items[0] = (lob_um_point){fmin(a.x, b.x), fmin(a.y, b.y)};
    list->items[1] = (lob_um_point){fmax(a.x, b.x), fmax(a.y, b.y)};
    return true;
}

static bool scan_polygon(lob_xml_scan *scan, point_list *list, uint32_t *contours, lob_rdb_value *value) {
    if (!lob_scan_test(scan, "(")) {
        return false;
    }
    if (lob_scan_test(scan, ")")) {
        return true;
    }
    do {
        if (!scan_points(scan, list)) {
            return false;
        }
        contours[value->contour_count++] = list->count;
    } while (lob_scan_test(scan, "/"));
    return lob_scan_test(scan, ")");
}

static bool scan_path(lob_xml_scan *scan, point_list *list, lob_rdb_path *path) {
    if (!lob_scan_test(scan, "(") ||
        (!lob_scan_test(scan, ")") && !(scan_points(scan, list) && lob_scan_test(scan, ")")))) {
        return false;
    }
    for (;;) {
        if (lob_scan_test(scan, "w=")) {
            if (!lob_scan_real(scan, &path->width)) {
                return false;
            }
        } else if (lob_scan_test(scan, "bx=")) {
            if (!lob_scan_real(scan, &path->begin_ext)) {
                return false;
            }
        } else if (lob_scan_test(scan, "ex=")) {
            if (!lob_scan_real(scan, &path->end_ext)) {
                return false;
            }
        } else if (lob_scan_test(scan, "r=")) {
            path->is_round = lob_scan_key(scan, "true");
            if (!path->is_round && !lob_scan_key(scan, "false")) {
                return false;
            }
        } else {
            return true;
        }
    }
}

bool lob_rdb_scan_trans(lob_xml_scan *scan, lob_um_trans *trans) {
    bool has_any = false;
    *trans = (lob_um_trans){.mag = 1};
    while (!lob_scan_at_end(scan) && *scan->at != ')') {
        if (lob_scan_test(scan, "*")) {
            if (!lob_scan_real(scan, &trans->mag) || !(trans->mag > 0)) {
                return false;
            }
        } else if (lob_scan_test(scan, "m") || lob_scan_test(scan, "r")) {
            trans->is_mirrored = scan->at[-1] == 'm';
            if (!lob_scan_real(scan, &trans->angle)) {
                return false;
            }
            trans->angle = fmod(trans->is_mirrored ? 2 * trans->angle : trans->angle, 360);
            trans->angle += trans->angle < 0 ? 360 : 0;
        } else {
            lob_um_point at;
            if (!scan_point(scan, &at)) {
                return false;
            }
            trans->x = at.x;
            trans->y = at.y;
        }
        has_any = true;
    }
    return has_any;
}

static bool scan_label(lob_xml_scan *scan, lob_arena *arena, lob_rdb_label *label, bool *no_memory) {
    double ignored;
    if (!lob_scan_test(scan, "(") || !lob_scan_word(scan, arena, LOB_SCAN_WORD_EXTRA, &label->text, no_memory) ||
        !lob_scan_test(scan, ",") || !lob_rdb_scan_trans(scan, &label->trans) || !lob_scan_test(scan, ")")) {
        return false;
    }
    /* Size, font and alignment, which reports do not have but KLayout's texts may. */
    while (lob_scan_test(scan, "s=") || lob_scan_test(scan, "f=") || lob_scan_test(scan, "ha=") ||
           lob_scan_test(scan, "va=")) {
        lob_str word;
        if (!lob_scan_real(scan, &ignored) && !lob_scan_word(scan, arena, "", &word, no_memory)) {
            return false;
        }
    }
    return true;
}

/* Kinds in the order in which KLayout tries them: "edge-pair" before "edge". */
static int scan_kind(lob_xml_scan *scan) {
    static const struct {
        const char *word;
        lob_rdb_kind kind;
    } words[] = {{"polygon", LOB_RDB_POLYGON}, {"edge-pair", LOB_RDB_EDGE_PAIR}, {"edge", LOB_RDB_EDGE},
                 {"box", LOB_RDB_BOX},         {"path", LOB_RDB_PATH},           {"label", LOB_RDB_LABEL},
                 {"text", LOB_RDB_TEXT},       {"float", LOB_RDB_FLOAT}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (lob_scan_test(scan, words[i].word)) {
            return lob_scan_test(scan, ":") ? (int)words[i].kind : -1;
        }
    }
    return -1;
}

typedef struct parts { /* what a value may need, all from the arena */
    lob_arena *arena;
    point_list list;
    uint32_t *contours;
    bool no_memory;
} parts;

static bool scan_typed(lob_xml_scan *scan, parts *p, lob_rdb_value *value) {
    lob_rdb_path *path = NULL;
    lob_rdb_label *label = NULL;
    switch (value->kind) {
    case LOB_RDB_TEXT:
        if (lob_scan_at_end(scan)) {
            value->text = LOB_STR("");
            return true;
        }
        return lob_scan_word(scan, p->arena, LOB_SCAN_WORD_EXTRA, &value->text, &p->no_memory);
    case LOB_RDB_FLOAT:
        return lob_scan_real(scan, &value->number);
    case LOB_RDB_POLYGON:
        value->contours = p->contours;
        return scan_polygon(scan, &p->list, p->contours, value);
    case LOB_RDB_EDGE:
        return scan_edge(scan, &p->list);
    case LOB_RDB_EDGE_PAIR:
        return scan_edge_pair(scan, &p->list, value);
    case LOB_RDB_BOX:
        return scan_box(scan, &p->list);
    case LOB_RDB_PATH:
        value->path = path = LOB_NEW(p->arena, lob_rdb_path);
        p->no_memory = !path;
        return path && scan_path(scan, &p->list, path);
    default:
        value->label = label = LOB_NEW(p->arena, lob_rdb_label);
        p->no_memory = !label;
        return label && scan_label(scan, p->arena, label, &p->no_memory);
    }
}

static bool scan_tag(lob_xml_scan *scan, parts *p, const lob_rdb_tag **tag) {
    *tag = NULL;
    if (!lob_scan_test(scan, "[")) {
        return true;
    }
    lob_rdb_tag *made = LOB_NEW(p->arena, lob_rdb_tag);
    if (!made) {
        p->no_memory = true;
        return false;
    }
    made->is_user = lob_scan_test(scan, "#");
    *tag = made;
    return lob_scan_word(scan, p->arena, LOB_SCAN_WORD_EXTRA, &made->name, &p->no_memory) && lob_scan_test(scan, "]");
}

static bool make_room(parts *p, const lob_rdb_value *value, lob_xml_scan scan) {
    uint32_t points = 0, contours = 1;
    if (value->kind == LOB_RDB_TEXT || value->kind == LOB_RDB_FLOAT || value->kind == LOB_RDB_LABEL) {
        return true;
    }
    for (; scan.at < scan.end; scan.at++) {
        points += *scan.at == ',';
        contours += *scan.at == '/';
    }
    p->list = (point_list){.items = LOB_NEW_ARRAY(p->arena, lob_um_point, points), .capacity = points};
    if (value->kind == LOB_RDB_POLYGON) {
        p->contours = LOB_NEW_ARRAY(p->arena, uint32_t, contours);
    }
    p->no_memory = !p->list.items || (value->kind == LOB_RDB_POLYGON && !p->contours);
    return !p->no_memory;
}

lob_status lob_rdb_parse_value(lob_ctx *ctx, lob_arena *arena, lob_str text, lob_rdb_value *value) {
    lob_xml_scan scan = lob_scan_of(text);
    parts p = {.arena = arena};
    *value = (lob_rdb_value){0};
    if (scan_tag(&scan, &p, &value->tag)) {
        int kind = scan_kind(&scan);
        value->kind = (uint8_t)kind;
        if (kind >= 0 && make_room(&p, value, scan) && scan_typed(&scan, &p, value) && lob_scan_at_end(&scan)) {
            value->points = p.list.items;
            value->point_count = p.list.count;
            return LOB_OK;
        }
    }
    *value = (lob_rdb_value){.kind = LOB_RDB_RAW, .text = text};
    return p.no_memory ? lob_fail_memory(ctx) : LOB_OK;
}

lob_status lob_rdb_parse_tags(lob_ctx *ctx, lob_arena *arena, lob_str text, lob_rdb_item *item, bool *fine) {
    lob_xml_scan scan = lob_scan_of(text);
    bool no_memory = false;
    uint32_t room = 1;
    *fine = true;
    if (lob_scan_at_end(&scan)) {
        return LOB_OK;
    }
    for (const char *at = scan.at; at < scan.end; at++) { /* a comma comes before each tag but the first */
        room += *at == ',';
    }
    lob_rdb_tag *tags = LOB_NEW_ARRAY(arena, lob_rdb_tag, room);
    if (!tags) {
        return lob_fail_memory(ctx);
    }
    item->tags = tags;
    item->tag_count = 0;
    do {
        lob_rdb_tag *tag = &tags[item->tag_count];
        tag->is_user = lob_scan_test(&scan, "#");
        if (!lob_scan_word(&scan, arena, LOB_SCAN_WORD_EXTRA, &tag->name, &no_memory)) {
            *fine = false;
            return no_memory ? lob_fail_memory(ctx) : LOB_OK;
        }
        item->tag_count++;
    } while (lob_scan_test(&scan, ","));
    *fine = lob_scan_at_end(&scan);
    return LOB_OK;
}

/* ---- to text ---- */
static void put_real(lob_buf *out, double value) {
    char text[LOB_NUM_TEXT_SIZE];
    lob_num_print(text, value == 0 ? 0 : value);
    lob_buf_add_text(out, text);
}

static void put_points(lob_buf *out, const lob_um_point *points, uint32_t from, uint32_t to) {
    for (uint32_t i = from; i < to; i++) {
        lob_buf_add_text(out, i > from ? ";" : "");
        put_real(out, points[i].x);
        lob_buf_add_byte(out, ',');
        put_real(out, points[i].y);
    }
}

static void put_list(lob_buf *out, const lob_um_point *points, uint32_t from, uint32_t to) {
    lob_buf_add_byte(out, '(');
    put_points(out, points, from, to);
    lob_buf_add_byte(out, ')');
}

static void put_polygon(lob_buf *out, const lob_rdb_value *value) {
    uint32_t from = 0;
    lob_buf_add_byte(out, '(');
    for (uint32_t i = 0; i < value->contour_count; i++) {
        lob_buf_add_text(out, i > 0 ? "/" : "");
        put_points(out, value->points, from, value->contours[i]);
        from = value->contours[i];
    }
    lob_buf_add_byte(out, ')');
}

static void put_path(lob_buf *out, const lob_rdb_value *value) {
    put_list(out, value->points, 0, value->point_count);
    lob_buf_add_text(out, " w=");
    put_real(out, value->path->width);
    lob_buf_add_text(out, " bx=");
    put_real(out, value->path->begin_ext);
    lob_buf_add_text(out, " ex=");
    put_real(out, value->path->end_ext);
    lob_buf_add_text(out, value->path->is_round ? " r=true" : " r=false");
}

static void put_label(lob_buf *out, const lob_rdb_label *label) {
    lob_buf_add_byte(out, '(');
    lob_scan_put_quoted(out, label->text);
    lob_buf_add_text(out, label->trans.is_mirrored ? ",m" : ",r");
    put_real(out, label->trans.is_mirrored ? label->trans.angle / 2 : label->trans.angle);
    lob_buf_add_byte(out, ' ');
    put_real(out, label->trans.x);
    lob_buf_add_byte(out, ',');
    put_real(out, label->trans.y);
    lob_buf_add_byte(out, ')');
}

static const char *const kind_words[] = {
    "text: ", "float: ", "polygon: ", "edge: ", "edge-pair: ", "box: ", "path: ", "label: ", ""};

void lob_rdb_put_value(lob_buf *out, const lob_rdb_value *value) {
    if (value->tag) {
        lob_buf_add_text(out, value->tag->is_user ? "[#" : "[");
        lob_scan_put_word(out, value->tag->name, LOB_SCAN_WORD_EXTRA);
        lob_buf_add_text(out, "] ");
    }
    lob_buf_add_text(out, kind_words[value->kind]);
    switch (value->kind) {
    case LOB_RDB_TEXT:
        lob_scan_put_word(out, value->text, LOB_SCAN_WORD_EXTRA);
        break;
    case LOB_RDB_RAW:
        lob_buf_add(out, value->text.data, value->text.size);
        break;
    case LOB_RDB_FLOAT:
        put_real(out, value->number);
        break;
    case LOB_RDB_POLYGON:
        put_polygon(out, value);
        break;
    case LOB_RDB_EDGE_PAIR:
        put_list(out, value->points, 0, 2);
        lob_buf_add_byte(out, value->is_symmetric ? '|' : '/');
        put_list(out, value->points, 2, 4);
        break;
    case LOB_RDB_PATH:
        put_path(out, value);
        break;
    case LOB_RDB_LABEL:
        put_label(out, value->label);
        break;
    default:
        put_list(out, value->points, 0, value->point_count);
    }
}
