/* GeoJSON (RFC 7946): a Feature a marker. Coordinates are um of the top cell, not degrees, as a foreign member says.
 * Rings are closed, outer ones counterclockwise, holes clockwise. */
#include "markers/export.h"

static void put_point(lob_jsonw *w, lob_um_point p) {
    lob_jsonw_begin_array(w);
    lob_jsonw_um(w, p.x);
    lob_jsonw_um(w, p.y);
    lob_jsonw_end_array(w);
}

static double area2(const lob_um_point *p, uint32_t count) {
    double sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        const lob_um_point a = p[i], b = p[(i + 1) % count];
        sum += (a.x - p[0].x) * (b.y - p[0].y) - (b.x - p[0].x) * (a.y - p[0].y);
    }
    return sum;
}

static void put_ring(lob_jsonw *w, const lob_um_point *p, uint32_t count, bool is_hole) {
    const bool turns = (area2(p, count) < 0) != is_hole;
    lob_jsonw_begin_array(w);
    for (uint32_t i = 0; i <= count && count; i++) {
        put_point(w, p[turns ? (count - i) % count : i % count]);
    }
    lob_jsonw_end_array(w);
}

static void put_polygon(lob_jsonw *w, const lob_rdb_value *value) {
    lob_jsonw_begin_array(w);
    for (uint32_t i = 0; i < value->contour_count; i++) {
        const uint32_t from = i ? value->contours[i - 1] : 0;
        put_ring(w, value->points + from, value->contours[i] - from, i > 0);
    }
    lob_jsonw_end_array(w);
}

static void put_box(lob_jsonw *w, const lob_um_point *p) {
    const lob_um_point ring[] = {p[0], {p[1].x, p[0].y}, p[1], {p[0].x, p[1].y}};
    lob_jsonw_begin_array(w);
    put_ring(w, ring, 4, false);
    lob_jsonw_end_array(w);
}

static const char *type_of(const lob_rdb_value *value) {
    switch (value->kind) {
    case LOB_RDB_POLYGON:
        return value->contour_count ? "Polygon" : NULL;
    case LOB_RDB_BOX:
        return value->point_count == 2 ? "Polygon" : NULL;
    case LOB_RDB_EDGE:
        return "LineString";
    case LOB_RDB_PATH:
        return value->point_count > 1 ? "LineString" : value->point_count ? "Point" : NULL;
    case LOB_RDB_EDGE_PAIR:
        return "MultiLineString";
    case LOB_RDB_LABEL:
        return "Point";
    default:
        return NULL;
    }
}

static void put_geometry(lob_exporter *e, const lob_rdb_value *value) {
    lob_jsonw *w = &e->json;
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "type");
    lob_jsonw_text(w, type_of(value));
    lob_jsonw_key(w, "coordinates");
    if (value->kind == LOB_RDB_POLYGON) {
        put_polygon(w, value);
    } else if (value->kind == LOB_RDB_BOX) {
        put_box(w, value->points);
    } else if (value->kind == LOB_RDB_LABEL) {
        put_point(w, (lob_um_point){value->label->trans.x, value->label->trans.y});
    } else if (value->kind == LOB_RDB_EDGE_PAIR) {
        lob_jsonw_begin_array(w);
        lob_exporter_put_points(e, value->points, 2);
        lob_exporter_put_points(e, value->points + 2, 2);
        lob_jsonw_end_array(w);
    } else if (value->point_count == 1) {
        put_point(w, value->points[0]);
    } else {
        lob_exporter_put_points(e, value->points, value->point_count);
    }
    lob_jsonw_end_object(w);
}

static void put_geometries(lob_exporter *e, const lob_marker *marker) {
    uint32_t count = 0;
    const lob_rdb_value *last = NULL;
    for (uint32_t i = 0; i < marker->value_count; i++) {
        if (type_of(&marker->values[i])) {
            last = &marker->values[i];
            count++;
        }
    }
    lob_jsonw_key(&e->json, "geometry");
    if (count == 0) {
        lob_jsonw_null(&e->json);
    } else if (count == 1) {
        put_geometry(e, last);
    } else {
        lob_jsonw_begin_object(&e->json);
        lob_jsonw_key(&e->json, "type");
        lob_jsonw_text(&e->json, "GeometryCollection");
        lob_jsonw_key(&e->json, "geometries");
        lob_jsonw_begin_array(&e->json);
        for (uint32_t i = 0; i < marker->value_count; i++) {
            if (type_of(&marker->values[i])) {
                put_geometry(e, &marker->values[i]);
            }
        }
        lob_jsonw_end_array(&e->json);
        lob_jsonw_end_object(&e->json);
    }
}

static void put_shown(lob_jsonw *w, const lob_rdb_value *shown) {
    double distance;
    if (!shown) {
        return;
    }
    lob_jsonw_key(w, "kind");
    lob_jsonw_text(w, lob_marker_kind(shown));
    if (lob_marker_distance_um(shown, &distance)) {
        lob_jsonw_key(w, "distance_um");
        lob_jsonw_um(w, distance);
    }
    if (shown->kind == LOB_RDB_PATH) {
        lob_jsonw_key(w, "width_um");
        lob_jsonw_um(w, shown->path->width);
    }
    if (shown->kind == LOB_RDB_LABEL) {
        lob_jsonw_key(w, "text");
        lob_jsonw_str(w, shown->label->text);
    }
}

/* Texts and numbers, which no geometry shows. */
static void put_words(lob_jsonw *w, const lob_marker *marker) {
    lob_jsonw_key(w, "notes");
    lob_jsonw_begin_array(w);
    for (uint32_t i = 0; i < marker->value_count; i++) {
        const lob_rdb_value *value = &marker->values[i];
        if (value->kind == LOB_RDB_FLOAT) {
            lob_jsonw_number(w, value->number);
        } else if (value->kind == LOB_RDB_TEXT || value->kind == LOB_RDB_RAW) {
            lob_jsonw_str(w, value->text);
        }
    }
    lob_jsonw_end_array(w);
}

static void put_properties(lob_exporter *e, uint32_t i, const lob_marker *marker) {
    lob_jsonw *w = &e->json;
    lob_str reason;
    lob_jsonw_key(w, "properties");
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "rule");
    lob_jsonw_str(w, e->what->markers->rules[marker->rule].name);
    lob_jsonw_key(w, "cell");
    lob_jsonw_str(w, e->what->markers->cells[marker->cell]);
    lob_jsonw_key(w, "severity");
    lob_jsonw_text(w, marker->is_warning ? "warning" : "error");
    put_shown(w, lob_marker_shown(marker));
    put_words(w, marker);
    lob_exporter_put_place(e, i, marker);
    if (lob_exporter_reason(e, marker, &reason)) {
        lob_jsonw_key(w, "waived");
        lob_jsonw_str(w, reason);
    }
    lob_jsonw_end_object(w);
}

lob_status lob_export_geojson(lob_exporter *e) {
    lob_jsonw *w = &e->json;
    char id[LOB_MARKER_ID_SIZE + 1];
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "type");
    lob_jsonw_text(w, "FeatureCollection");
    lob_jsonw_key(w, "coordinate_units");
    lob_jsonw_text(w, "um");
    lob_jsonw_key(w, "features");
    lob_jsonw_begin_array(w);
    for (uint32_t i = 0; i < e->what->count; i++) {
        const lob_marker *marker = lob_exporter_marker(e, i);
        lob_marker_print_id(marker->id, id);
        lob_jsonw_begin_object(w);
        lob_jsonw_key(w, "type");
        lob_jsonw_text(w, "Feature");
        lob_jsonw_key(w, "id");
        lob_jsonw_text(w, id);
        put_geometries(e, marker);
        put_properties(e, i, marker);
        lob_jsonw_end_object(w);
        LOB_TRY(lob_exporter_flush(e, false));
    }
    lob_jsonw_end_array(w);
    lob_jsonw_end_object(w);
    return LOB_OK;
}
