/* Formulas. Euler bend: clothoid, Fresnel integrals by their power series (Abramowitz and Stegun 7.3.11, 7.3.13). */
#include "curve.h"

#include <math.h>

static const double degree = 3.14159265358979323846 / 180;

fx_xy fx_unit(double angle_deg) {
    static const fx_xy quarters[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    double angle = fmod(angle_deg, 360);
    angle = angle < 0 ? angle + 360 : angle;
    double quarter = angle / 90;
    if (quarter == floor(quarter)) {
        return quarters[(int)quarter & 3];
    }
    return (fx_xy){cos(angle * degree), sin(angle * degree)};
}

uint32_t fx_chords(double radius, double turn_deg, double tolerance) {
    double step = tolerance < radius ? 2 * acos(1 - tolerance / radius) / degree : 90;
    /* The hair keeps a quotient that is whole on paper from becoming one more on some machine. */
    double count = ceil(fabs(turn_deg) / (step < 90 ? step : 90) - 1e-6);
    return count < 1 ? 1 : count > 1e6 ? 1000000 : (uint32_t)count;
}

static void add(fx_curve *curve, fx_node node) {
    if (curve->count == FX_NODES_MAX) {
        curve->is_full = true;
        return;
    }
    curve->nodes[curve->count++] = node;
}

static fx_node last(const fx_curve *curve) {
    return curve->nodes[curve->count - 1];
}

/* (along, left) in the frame of `from`. */
static fx_xy place(const fx_node *from, double along, double left) {
    fx_xy u = fx_unit(from->heading_deg);
    return (fx_xy){from->at.x + along * u.x - left * u.y, from->at.y + along * u.y + left * u.x};
}

void fx_curve_start(fx_curve *curve, fx_xy at, double heading_deg, double width) {
    curve->count = 0;
    add(curve, (fx_node){at, heading_deg, width});
}

void fx_curve_straight(fx_curve *curve, double length, double width_end) {
    fx_node from = last(curve);
    add(curve, (fx_node){place(&from, length, 0), from.heading_deg, width_end});
}

void fx_curve_arc(fx_curve *curve, double radius, double turn_deg) {
    fx_node from = last(curve);
    double side = turn_deg < 0 ? -1 : 1;
    uint32_t chords = fx_chords(radius + from.width / 2, turn_deg, curve->tolerance);
    fx_xy centre = place(&from, 0, side * radius);
    for (uint32_t i = 1; i <= chords; i++) {
        double heading = from.heading_deg + turn_deg * i / chords;
        fx_xy u = fx_unit(heading);
        add(curve, (fx_node){{centre.x + side * radius * u.y, centre.y - side * radius * u.x}, heading, from.width});
    }
}

/* End of a clothoid of length s whose heading has turned by `phi` (radians, at most pi). */
static fx_xy clothoid(double s, double phi) {
    double x = 0, y = 0, term = 1;
    for (int n = 0; n < 40; n++) {
        double part = term / (2 * n + 1);
        if (n % 2 == 0) {
            x += n % 4 == 0 ? part : -part;
        } else {
            y += n % 4 == 1 ? part : -part;
        }
        term *= phi / (n + 1);
    }
    return (fx_xy){s * x, s * y};
}

void fx_curve_euler(fx_curve *curve, double radius_min, double turn_deg) {
    fx_node from = last(curve);
    double side = turn_deg < 0 ? -1 : 1;
    double turn = fabs(turn_deg) * degree;
    double half = radius_min * turn; /* length of one clothoid */
    uint32_t chords = fx_chords(radius_min + from.width / 2, turn_deg, curve->tolerance);
    /* The way out is the way in seen from the other end. */
    fx_xy middle = clothoid(half, turn / 2);
    fx_xy back = fx_unit(fabs(turn_deg));
    fx_xy end = {middle.x + middle.x * back.x + middle.y * back.y, middle.y + middle.x * back.y - middle.y * back.x};
    for (uint32_t i = 1; i <= 2 * chords; i++) {
        double t = (double)(i <= chords ? i : 2 * chords - i) / chords;
        double phi_deg = fabs(turn_deg) / 2 * t * t;
        fx_xy p = clothoid(half * t, turn / 2 * t * t);
        if (i > chords) {
            phi_deg = fabs(turn_deg) - phi_deg;
            p = (fx_xy){end.x - p.x * back.x - p.y * back.y, end.y - p.x * back.y + p.y * back.x};
        }
        add(curve, (fx_node){place(&from, p.x, side * p.y), from.heading_deg + side * phi_deg, from.width});
    }
}

void fx_curve_s(fx_curve *curve, double length, double offset) {
    const double pi = 180 * degree;
    fx_node from = last(curve);
    double radius = 2 * length * length / (pi * pi * (fabs(offset) > 1e-9 ? fabs(offset) : 1e-9));
    uint32_t chords = fx_chords(radius + from.width / 2, length / radius / degree, curve->tolerance);
    chords = chords < 8 ? 8 : chords;
    for (uint32_t i = 1; i <= chords; i++) {
        double t = (double)i / chords;
        double slope = i == chords ? 0 : offset * pi / (2 * length) * sin(pi * t);
        fx_xy at = place(&from, length * t, offset / 2 * (1 - fx_unit(180 * t).x));
        add(curve, (fx_node){at, from.heading_deg + atan(slope) / degree, from.width});
    }
}

/* At most so many chords; a chord of 1/n leaves the curve by at most max|second derivative| / (8 n^2), and the second
 * derivative of a cubic is greatest at an end. The outer edge turns as much. */
void fx_curve_bezier(fx_curve *curve, double along, const fx_xy points[2]) {
    fx_node from = last(curve);
    const fx_xy p[3] = {{along, 0}, points[0], points[1]};
    double bend = fmax(hypot(p[1].x - 2 * p[0].x, p[1].y - 2 * p[0].y),
                       hypot(p[2].x - 2 * p[1].x + p[0].x, p[2].y - 2 * p[1].y + p[0].y));
    double count = ceil(sqrt(6 * bend / (8 * curve->tolerance)) - 1e-6) * 2;
    uint32_t chords = count < 4 ? 4 : count > FX_NODES_MAX ? FX_NODES_MAX : (uint32_t)count;
    for (uint32_t i = 1; i <= chords; i++) {
        double t = (double)i / chords, u = 1 - t;
        fx_xy at = {3 * u * u * t * p[0].x + 3 * u * t * t * p[1].x + t * t * t * p[2].x,
                    3 * u * t * t * p[1].y + t * t * t * p[2].y};
        fx_xy way = {u * u * p[0].x + 2 * u * t * (p[1].x - p[0].x) + t * t * (p[2].x - p[1].x),
                     2 * u * t * p[1].y + t * t * (p[2].y - p[1].y)};
        add(curve, (fx_node){place(&from, at.x, at.y), from.heading_deg + atan2(way.y, way.x) / degree, from.width});
    }
}

static void spiral_node(fx_curve *curve, fx_xy centre, double radius, double angle_deg, double growth, double width,
                        bool inwards) {
    fx_xy u = fx_unit(angle_deg);
    double heading = angle_deg + 90 - atan(growth / radius) / degree + (inwards ? 180 : 0);
    add(curve, (fx_node){{centre.x + radius * u.x, centre.y + radius * u.y}, heading, width});
}

void fx_curve_spiral(fx_curve *curve, fx_xy centre, double inner, double pitch, double turns, double width) {
    double growth = pitch / (180 * degree); /* radius a radian: two arms share a turn */
    uint32_t chords = fx_chords(inner + 2 * pitch * turns, 360 * turns, curve->tolerance);
    curve->count = 0;
    for (uint32_t i = chords; i > 0; i--) {
        double angle = 360 * turns * i / chords;
        spiral_node(curve, centre, inner + growth * angle * degree, angle, growth, width, true);
    }
    add(curve, (fx_node){{centre.x + inner, centre.y}, 270, width});
    fx_curve_arc(curve, inner / 2, -180);
    fx_curve_arc(curve, inner / 2, 180);
    for (uint32_t i = 1; i <= chords; i++) {
        double angle = 360 * turns * i / chords;
        spiral_node(curve, centre, inner + growth * angle * degree, angle + 180, growth, width, false);
    }
}

void fx_curve_outline(const fx_curve *curve, fx_xy *out) {
    for (uint32_t i = 0; i < curve->count; i++) {
        const fx_node *node = &curve->nodes[i];
        out[i] = place(node, 0, node->width / 2);
        out[2 * curve->count - 1 - i] = place(node, 0, -node->width / 2);
    }
}

uint32_t fx_circle(fx_xy centre, double radius, double from_deg, double to_deg, uint32_t chords, fx_xy *out) {
    for (uint32_t i = 0; i <= chords; i++) {
        fx_xy u = fx_unit(from_deg + (to_deg - from_deg) * i / chords);
        out[i] = (fx_xy){centre.x + radius * u.x, centre.y + radius * u.y};
    }
    return chords + 1;
}
