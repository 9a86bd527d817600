/* Items that refer, name and mark: instances, texts, and port markers in the two styles of pic layouts. */
#include "shapes.h"

#include <math.h>

static uint8_t quarter_code(double angle_deg, bool mirror) {
    int quarter = (int)floor(angle_deg / 90 + 0.5) & 3;
    return (uint8_t)(quarter + (mirror ? 4 : 0));
}

/* "array": counts with either the pitch (column, row) or the whole extents as GDSII stores them, whose fraction may be
 * uneven (columns_extent, rows_extent). */
static lob_rep take_array(fx_recipe *fx, const cJSON *array) {
    size_t mark = fx_enter(fx, "array");
    lob_rep rep = {.kind = LOB_REP_LATTICE};
    bool is_extent = fx_member(array, "columns_extent") != NULL;
    fx_check_keys(fx, array, is_extent ? "columns rows columns_extent rows_extent" : "columns rows column row");
    rep.na = fx_count(fx, array, "rows", 1, 32767);
    rep.nb = fx_count(fx, array, "columns", 1, 32767);
    lob_point a = fx_snap_point(fx, NULL, fx_point(fx, array, is_extent ? "rows_extent" : "row"));
    lob_point b = fx_snap_point(fx, NULL, fx_point(fx, array, is_extent ? "columns_extent" : "column"));
    rep.a = (lob_point64){a.x, a.y};
    rep.b = (lob_point64){b.x, b.y};
    rep.kind = is_extent ? LOB_REP_FRACTION : LOB_REP_LATTICE;
    fx_leave(fx, mark);
    return rep;
}

void fx_item_place(fx_recipe *fx, const cJSON *item, lob_element element) {
    fx_check_keys(fx, item, FX_COMMON_KEYS " place place_hex at rotate mirror mag array");
    element.layer = element.datatype = 0;
    lob_instance_event instance = {
        .cell = fx_bytes(fx, item, "place"),
        .mirror = fx_flag(fx, item, "mirror"),
        .angle_deg = fx_number_or(fx, item, "rotate", -360, 360, 0),
        .mag = fx_number_or(fx, item, "mag", 0.001, 1000, 1),
        .at = fx_snap_point(fx, "at", fx_point(fx, item, "at")),
    };
    lob_rep rep;
    const cJSON *array = fx_member(item, "array");
    if (array) {
        lob_point64 shift = fx->shift;
        fx->shift = (lob_point64){0, 0};
        rep = take_array(fx, array);
        fx->shift = shift;
        element.rep = &rep;
    }
    if (fx_fine(fx)) {
        fx_sink_status(fx, fx->sink->instance(fx->sink->self, &element, &instance));
    }
}

static void emit_text(fx_recipe *fx, lob_element element, lob_text_event text) {
    if (fx_fine(fx)) {
        fx_sink_status(fx, fx->sink->text(fx->sink->self, &element, &text));
    }
}

void fx_item_text(fx_recipe *fx, const cJSON *item, lob_element element) {
    fx_check_keys(fx, item, FX_COMMON_KEYS " text text_hex at layer rotate mirror mag width presentation");
    double angle = fx_number_or(fx, item, "rotate", 0, 359.999, 0);
    lob_text_event text = {
        .string = fx_bytes(fx, item, "text"),
        .at = fx_snap_point(fx, "at", fx_point(fx, item, "at")),
        .code = quarter_code(angle, fx_flag(fx, item, "mirror")),
        .angle_deg = angle,
        .mag = fx_number_or(fx, item, "mag", 0.001, 1000, 1),
        .width = fx_snap(fx, "width", fx_number_or(fx, item, "width", 0, 1000, 0)),
    };
    if (fx_member(item, "presentation")) {
        text.presentation = (uint8_t)fx_count(fx, item, "presentation", 0, 63);
    }
    emit_text(fx, element, text);
}

static double take_facing(fx_recipe *fx, const cJSON *item) {
    double facing = fx_number(fx, item, "faces", 0, 270);
    if (fmod(facing, 90) != 0) {
        fx_fault(fx, "faces", "expected 0, 90, 180 or 270");
    }
    return facing;
}

/* SiEPIC: a path of two points, 20 database units long, out of the component; its name as a text on the same layer. */
void fx_item_pin(fx_recipe *fx, const cJSON *item, lob_element element) {
    fx_check_keys(fx, item, FX_COMMON_KEYS " pin pin_hex at faces width layer");
    lob_str name = fx_bytes(fx, item, "pin");
    fx_xy at = fx_point(fx, item, "at"), u = fx_unit(take_facing(fx, item));
    double reach = 10 * fx->dbu_um;
    lob_point points[2] = {fx_snap_point(fx, "at", (fx_xy){at.x - reach * u.x, at.y - reach * u.y}),
                           fx_snap_point(fx, "at", (fx_xy){at.x + reach * u.x, at.y + reach * u.y})};
    lob_path_event path = {.points = points, .count = 2};
    path.width = fx_snap(fx, "width", fx_number(fx, item, "width", 0.001, 1000));
    if (fx_fine(fx)) {
        fx_sink_status(fx, fx->sink->path(fx->sink->self, &element, &path));
    }
    emit_text(fx, element, (lob_text_event){.string = name, .at = fx_snap_point(fx, "at", at), .mag = 1});
}

/* gdsfactory: a right triangle on the port, tip out by half the width; its name at the port on 66/0. */
void fx_item_port(fx_recipe *fx, const cJSON *item, lob_element element) {
    fx_check_keys(fx, item, FX_COMMON_KEYS " port port_hex at faces width layer");
    lob_str name = fx_bytes(fx, item, "port");
    fx_xy at = fx_point(fx, item, "at"), u = fx_unit(take_facing(fx, item));
    double half = fx_number(fx, item, "width", 0.001, 1000) / 2;
    fx_xy corners[3] = {{at.x - half * u.y, at.y + half * u.x},
                        {at.x + half * u.y, at.y - half * u.x},
                        {at.x + half * u.x, at.y + half * u.y}};
    if (fx_fine(fx)) {
        fx_emit_polygon(fx, element, corners, 3);
    }
    element.layer = 66;
    element.datatype = 0;
    emit_text(fx, element, (lob_text_event){.string = name, .at = fx_snap_point(fx, "at", at), .mag = 1});
}
