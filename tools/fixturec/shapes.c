/* Items that draw: outlines in micrometres, snapped at the very end. */
#include "shapes.h"

#include <math.h>
#include <stdio.h>

static const double um_max = 2000000;

void fx_sink_status(fx_recipe *fx, lob_status status) {
    if (status != LOB_OK) {
        fx_fault(fx, NULL, "GDSII cannot hold this item (%s); %s", fx->ctx.error.message,
                 fx->ctx.error.hint[0] ? fx->ctx.error.hint : "make it smaller");
    }
}

void fx_emit_polygon(fx_recipe *fx, lob_element element, const fx_xy *points, uint32_t count) {
    lob_point *out = fx_alloc(fx, count, sizeof *out);
    uint32_t size = 0;
    for (uint32_t i = 0; i < count; i++) {
        lob_point p = fx_snap_point(fx, NULL, points[i]);
        bool again = size && p.x == out[size - 1].x && p.y == out[size - 1].y;
        out[size] = p;
        size += again ? 0 : 1;
    }
    while (size > 1 && out[0].x == out[size - 1].x && out[0].y == out[size - 1].y) {
        size--;
    }
    if (size < 3) {
        fx_fault(fx, NULL, "fewer than 3 different points are left on the grid; make the shape larger than dbu_um");
    }
    if (fx_fine(fx)) {
        fx_sink_status(fx, fx->sink->polygon(fx->sink->self, &element, out, size));
    }
}

static void item_box(fx_recipe *fx, const cJSON *item, lob_element element) {
    fx_check_keys(fx, item, FX_COMMON_KEYS " box layer");
    uint32_t count;
    fx_xy *corners = fx_points(fx, item, "box", 2, &count);
    if (!fx_fine(fx)) {
        return;
    }
    lob_point a = fx_snap_point(fx, "box", corners[0]), b = fx_snap_point(fx, "box", corners[1]);
    if (count != 2 || a.x > b.x || a.y > b.y) {
        fx_fault(fx, "box", "expected [[left, bottom], [right, top]] in um");
    }
    if (fx_fine(fx)) {
        fx_sink_status(fx, fx->sink->box(fx->sink->self, &element, (lob_box){a.x, a.y, b.x, b.y}));
    }
}

static void item_polygon(fx_recipe *fx, const cJSON *item, lob_element element) {
    fx_check_keys(fx, item, FX_COMMON_KEYS " polygon layer as_is");
    uint32_t count;
    fx_xy *points = fx_points(fx, item, "polygon", 3, &count);
    if (!fx_flag(fx, item, "as_is")) {
        fx_emit_polygon(fx, element, points, count);
        return;
    }
    lob_point *out = fx_alloc(fx, count + 1, sizeof *out);
    for (uint32_t i = 0; i < count; i++) {
        out[i] = fx_snap_point(fx, "polygon", points[i]);
    }
    if (fx_fine(fx)) {
        fx_sink_status(fx, fx->sink->polygon(fx->sink->self, &element, out, count));
    }
}

/* "ends": "flush" | "round" | "square" | [begin, end]. */
static void take_ends(fx_recipe *fx, const cJSON *item, lob_path_event *path) {
    const cJSON *ends = fx_member(item, "ends");
    const char *word = cJSON_IsString(ends) ? ends->valuestring : ends ? "" : "flush";
    if (cJSON_IsArray(ends)) {
        fx_xy extents = fx_point(fx, item, "ends");
        path->pathtype = 4;
        path->begin_ext = fx_snap(fx, "ends", extents.x);
        path->end_ext = fx_snap(fx, "ends", extents.y);
    } else if (strcmp(word, "round") == 0 || strcmp(word, "square") == 0) {
        path->pathtype = word[0] == 'r' ? 1 : 2;
        path->round_ends = word[0] == 'r';
        path->begin_ext = path->end_ext = path->width / 2;
    } else if (strcmp(word, "flush") != 0) {
        fx_fault(fx, "ends", "expected flush, round, square or [begin, end] in um");
    }
}

static void item_path(fx_recipe *fx, const cJSON *item, lob_element element) {
    fx_check_keys(fx, item, FX_COMMON_KEYS " path width ends layer absolute_width");
    uint32_t count;
    fx_xy *points = fx_points(fx, item, "path", 1, &count);
    lob_point *out = fx_alloc(fx, count + 1, sizeof *out);
    lob_path_event path = {.points = out, .count = count};
    path.width = fx_snap(fx, "width", fx_number(fx, item, "width", 0, 10000));
    path.width_is_absolute = fx_flag(fx, item, "absolute_width");
    take_ends(fx, item, &path);
    for (uint32_t i = 0; i < count; i++) {
        out[i] = fx_snap_point(fx, "path", points[i]);
    }
    if (fx_fine(fx)) {
        fx_sink_status(fx, fx->sink->path(fx->sink->self, &element, &path));
    }
}

/* ---- curves ---- */

static void emit_curve(fx_recipe *fx, lob_element element, const fx_curve *curve) {
    if (curve->is_full) {
        fx_fault(fx, NULL, "the curve needs more than %d points; make it shorter or raise tolerance_um",
                 FX_NODES_MAX / 2);
    }
    fx_xy *outline = fx_alloc(fx, 2 * (size_t)curve->count, sizeof *outline);
    fx_curve_outline(curve, outline);
    if (fx_fine(fx)) {
        fx_emit_polygon(fx, element, outline, 2 * curve->count);
    }
}

static fx_curve new_curve(fx_recipe *fx) {
    return (fx_curve){.nodes = fx_alloc(fx, FX_NODES_MAX, sizeof(fx_node)), .tolerance = fx->tolerance_um};
}

static void bend(fx_recipe *fx, const cJSON *step, const char *kind, fx_curve *curve) {
    fx_check_keys(fx, step, kind[0] == 'a' ? "arc radius" : "euler radius");
    double turn = fx_number(fx, step, kind, -360, 360);
    double radius = fx_number(fx, step, "radius", 0.01, 100000);
    if (radius < curve->nodes[curve->count - 1].width / 2) {
        fx_fault(fx, "radius", "the bend folds over itself; use at least half the width");
    }
    if (turn == 0 || (kind[0] == 'e' && fabs(turn) > 180)) {
        fx_fault(fx, kind, "expected a turn in degrees, not 0%s", kind[0] == 'e' ? ", from -180 to 180" : "");
    }
    if (fx_fine(fx)) {
        (kind[0] == 'a' ? fx_curve_arc : fx_curve_euler)(curve, radius, turn);
    }
}

/* [[along, 0], [along, left], [along, left]]: control points seen from the pen, the last one the end. */
static void bezier(fx_recipe *fx, const cJSON *step, fx_curve *curve) {
    fx_check_keys(fx, step, "bezier");
    uint32_t count;
    fx_xy *points = fx_points(fx, step, "bezier", 3, &count);
    if (fx_fine(fx) && (count != 3 || points[0].y != 0 || !(points[0].x > 0))) {
        fx_fault(fx, "bezier", "expected three points, the first straight ahead: [[along, 0], [x, y], [x, y]]");
    }
    if (fx_fine(fx)) {
        fx_curve_bezier(curve, points[0].x, points + 1);
    }
}

static void route_step(fx_recipe *fx, const cJSON *step, fx_curve *curve) {
    double width = curve->nodes[curve->count - 1].width;
    if (fx_member(step, "straight")) {
        fx_check_keys(fx, step, "straight");
        fx_curve_straight(curve, fx_number(fx, step, "straight", 0.001, 100000), width);
    } else if (fx_member(step, "taper")) {
        fx_check_keys(fx, step, "taper to");
        double length = fx_number(fx, step, "taper", 0.001, 100000);
        fx_curve_straight(curve, length, fx_number(fx, step, "to", 0.001, 10000));
    } else if (fx_member(step, "arc")) {
        bend(fx, step, "arc", curve);
    } else if (fx_member(step, "euler")) {
        bend(fx, step, "euler", curve);
    } else if (fx_member(step, "s")) {
        fx_check_keys(fx, step, "s length");
        double offset = fx_number(fx, step, "s", -10000, 10000);
        fx_curve_s(curve, fx_number(fx, step, "length", 0.001, 100000), offset);
    } else if (fx_member(step, "bezier")) {
        bezier(fx, step, curve);
    } else {
        fx_fault(fx, NULL, "expected one of: straight, taper, arc, euler, s, bezier");
    }
}

static void item_route(fx_recipe *fx, const cJSON *item, lob_element element) {
    fx_check_keys(fx, item, FX_COMMON_KEYS " route at heading width layer");
    const cJSON *steps = fx_member(item, "route");
    fx_curve curve = new_curve(fx);
    fx_xy at = fx_point(fx, item, "at");
    fx_curve_start(&curve, at, fx_number_or(fx, item, "heading", -360, 360, 0),
                   fx_number(fx, item, "width", 0.001, 10000));
    if (!cJSON_IsArray(steps) || !steps->child) {
        fx_fault(fx, "route", "expected an array of steps, e.g. [{\"straight\": 10}]");
        return;
    }
    size_t mark = fx_enter(fx, "route");
    unsigned index = 0;
    for (const cJSON *step = steps->child; step && fx_fine(fx); step = step->next) {
        size_t inner = fx_enter_index(fx, index++);
        route_step(fx, step, &curve);
        fx_leave(fx, inner);
    }
    fx_leave(fx, mark);
    emit_curve(fx, element, &curve);
}

static void item_spiral(fx_recipe *fx, const cJSON *item, lob_element element) {
    fx_check_keys(fx, item, FX_COMMON_KEYS " spiral inner pitch turns width layer");
    fx_curve curve = new_curve(fx);
    fx_xy centre = fx_point(fx, item, "spiral");
    double inner = fx_number(fx, item, "inner", 0.1, 10000);
    double pitch = fx_number(fx, item, "pitch", 0.01, 1000);
    double turns = fx_number(fx, item, "turns", 0.25, 100);
    double width = fx_number(fx, item, "width", 0.001, 1000);
    if (fx_fine(fx)) {
        fx_curve_spiral(&curve, centre, inner, pitch, turns, width);
        emit_curve(fx, element, &curve);
    }
}

/* "ring": whole, the hole joined to the outside by a cut line at angle 0. "sector": from, to. "disc": no hole. */
static void item_round(fx_recipe *fx, const cJSON *item, lob_element element, const char *kind) {
    bool is_disc = kind[0] == 'd', is_sector = kind[0] == 's';
    fx_check_keys(fx, item,
                  is_disc     ? FX_COMMON_KEYS " disc radius layer"
                  : is_sector ? FX_COMMON_KEYS " sector radius width from to layer"
                              : FX_COMMON_KEYS " ring radius width layer");
    fx_xy centre = fx_point(fx, item, kind);
    double radius = fx_number(fx, item, "radius", 0.001, um_max);
    double half = is_disc ? 0 : fx_number(fx, item, "width", 0.001, 2 * radius) / 2;
    double from = is_sector ? fx_number(fx, item, "from", -360, 360) : 0;
    double to = is_sector ? fx_number(fx, item, "to", from, from + 360) : 360;
    uint32_t chords = fx_chords(radius + half, to - from, fx->tolerance_um);
    if (chords > FX_NODES_MAX / 2) {
        fx_fault(fx, NULL, "the circle needs more than %d points; raise tolerance_um", FX_NODES_MAX / 2);
        return;
    }
    chords = chords < 4 ? 4 : chords;
    fx_xy *out = fx_alloc(fx, 2 * (size_t)chords + 2, sizeof *out);
    uint32_t count = fx_circle(centre, radius + half, from, to, chords, out);
    if (!is_disc) {
        count += fx_circle(centre, radius - half, to, from, chords, out + count);
    }
    if (fx_fine(fx)) {
        fx_emit_polygon(fx, element, out, count);
    }
}

/* ---- all items ---- */

static void take_properties(fx_recipe *fx, const cJSON *item, lob_element *element) {
    const cJSON *list = fx_member(item, "properties");
    if (!list) {
        return;
    }
    uint32_t count = cJSON_IsObject(list) ? (uint32_t)cJSON_GetArraySize(list) : 0;
    lob_prop *props = fx_alloc(fx, count + 1, sizeof *props);
    lob_prop_value *values = fx_alloc(fx, count + 1, sizeof *values);
    for (const cJSON *p = count ? list->child : NULL; p; p = p->next) {
        unsigned attr = 0;
        int end = 0;
        bool is_plain = p->string[strspn(p->string, "0123456789")] == 0; /* no sign, no space */
        bool fits = sscanf(p->string, "%5u%n", &attr, &end) == 1 && !p->string[end] && attr >= 1 && attr <= UINT16_MAX;
        if (!is_plain || !fits || !cJSON_IsString(p)) {
            fx_fault(fx, "properties", "expected {\"NUMBER\": \"text\"}, numbers from 1 to 65535");
            return;
        }
        values[element->prop_count] = (lob_prop_value){.kind = LOB_PROP_STRING, .string = lob_str_from(p->valuestring)};
        props[element->prop_count] =
            (lob_prop){.attr = (uint16_t)attr, .values = &values[element->prop_count], .value_count = 1};
        element->prop_count++;
    }
    if (!count) {
        fx_fault(fx, "properties", "expected {\"NUMBER\": \"text\"}, numbers from 1 to 65535");
    }
    element->props = props;
}

static void item_once(fx_recipe *fx, const cJSON *item) {
    bool is_marker = fx_member(item, "pin") || fx_member(item, "port");
    bool is_place = fx_member(item, "place") || fx_member(item, "place_hex");
    const char *absent = is_marker ? "1/10" : is_place ? "0/0" : NULL;
    lob_element element = fx_layer(fx, item, absent);
    take_properties(fx, item, &element);
    if (fx_member(item, "box")) {
        item_box(fx, item, element);
    } else if (fx_member(item, "polygon")) {
        item_polygon(fx, item, element);
    } else if (fx_member(item, "path")) {
        item_path(fx, item, element);
    } else if (fx_member(item, "route")) {
        item_route(fx, item, element);
    } else if (fx_member(item, "spiral")) {
        item_spiral(fx, item, element);
    } else if (fx_member(item, "ring")) {
        item_round(fx, item, element, "ring");
    } else if (fx_member(item, "sector")) {
        item_round(fx, item, element, "sector");
    } else if (fx_member(item, "disc")) {
        item_round(fx, item, element, "disc");
    } else if (is_place) {
        fx_item_place(fx, item, element);
    } else if (fx_member(item, "text") || fx_member(item, "text_hex")) {
        fx_item_text(fx, item, element);
    } else if (fx_member(item, "pin")) {
        fx_item_pin(fx, item, element);
    } else if (fx_member(item, "port")) {
        fx_item_port(fx, item, element);
    } else {
        fx_fault(fx, NULL,
                 "expected one of: box, polygon, path, route, spiral, ring, sector, disc, place, text, pin, port");
    }
}

void fx_item(fx_recipe *fx, const cJSON *item) {
    const cJSON *repeat = fx_member(item, "repeat");
    uint32_t count = 1;
    lob_point step = {0, 0};
    if (!cJSON_IsObject(item)) {
        fx_fault(fx, NULL, "expected an object, e.g. {\"box\": [[0, 0], [1, 1]]}");
        return;
    }
    if (repeat) {
        size_t mark = fx_enter(fx, "repeat");
        fx_check_keys(fx, repeat, "count step");
        count = fx_count(fx, repeat, "count", 1, 10000);
        step = fx_snap_point(fx, "step", fx_point(fx, repeat, "step"));
        fx_leave(fx, mark);
    }
    for (uint32_t i = 0; i < count && fx_fine(fx); i++) {
        fx->shift = (lob_point64){(int64_t)i * step.x, (int64_t)i * step.y};
        item_once(fx, item);
    }
    fx->shift = (lob_point64){0, 0};
}
