/* Guides whose length, radius and width are known by formula: a centre curve is sampled exactly, both sides are set off
 * it, and the vertices are rounded to a grid after any rotation. The samples lie on the curve, as a layout tool would
 * put them; how many decides the facets. */
#ifndef TESTS_UNIT_GEOM_GUIDE_SHAPES_H
#define TESTS_UNIT_GEOM_GUIDE_SHAPES_H

#include <math.h>
#include <stdint.h>

#include "geom/point.h"
#include "tests/support/stride.h"

enum { SHAPE_POINTS_MAX = 20000 };

typedef struct shape {
    double x, y, angle, width; /* the pen */
    double length;             /* of the centre curve, exact */
    struct {
        double x, y, angle, width;
    } points[SHAPE_POINTS_MAX];
    uint32_t count;
    lob_point64 ring[2 * SHAPE_POINTS_MAX];
    uint32_t ring_count;
} shape;

static inline void shape_mark(shape *s) {
    s->points[s->count].x = s->x;
    s->points[s->count].y = s->y;
    s->points[s->count].angle = s->angle;
    s->points[s->count++].width = s->width;
}

static inline void shape_start(shape *s, double width) {
    *s = (shape){.width = width};
    shape_mark(s);
}

static inline void shape_line(shape *s, double length) {
    s->x += length * cos(s->angle);
    s->y += length * sin(s->angle);
    s->length += length;
    shape_mark(s);
}

/* sagitta: how far facets may stand off the outer side. */
static inline void shape_arc(shape *s, double radius, double turn, double sagitta) {
    double step = 2 * acos(1 - sagitta / (radius + s->width / 2));
    int count = (int)ceil(fabs(turn) / step);
    double side = turn > 0 ? 1 : -1, start = s->angle;
    double cx = s->x - side * radius * sin(start), cy = s->y + side * radius * cos(start);
    for (int i = 1; i <= count; i++) {
        s->angle = start + turn * i / count;
        s->x = cx + side * radius * sin(s->angle);
        s->y = cy - side * radius * cos(s->angle);
        shape_mark(s);
    }
    s->length += radius * fabs(turn);
}

/* Curvature from k0 to k1 over the length; the integral of its direction by midpoints, far finer than the samples. */
static inline void shape_clothoid(shape *s, double length, double k0, double k1, int samples) {
    const int fine = (int)stride_pick(200, 20);
    double start = s->angle, at = 0, h = length / samples / fine;
    for (int i = 1; i <= samples; i++) {
        for (int j = 0; j < fine; j++) {
            double middle = at + h / 2;
            double angle = start + k0 * middle + (k1 - k0) / (2 * length) * middle * middle;
            s->x += h * cos(angle);
            s->y += h * sin(angle);
            at += h;
        }
        s->angle = start + k0 * at + (k1 - k0) / (2 * length) * at * at;
        shape_mark(s);
    }
    s->length += length;
}

/* A cubic Bezier from four points; returns its least radius of curvature. */
static inline double shape_bezier(shape *s, const double p[4][2], double width, int samples) {
    const int fine = (int)stride_pick(200, 20);
    double least = INFINITY, x = p[0][0], y = p[0][1];
    *s = (shape){.width = width};
    for (int i = 0; i <= samples * fine; i++) {
        double t = (double)i / (samples * fine), u = 1 - t;
        double b[4] = {u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t};
        double d[2], dd[2], at[2];
        for (int k = 0; k < 2; k++) {
            at[k] = b[0] * p[0][k] + b[1] * p[1][k] + b[2] * p[2][k] + b[3] * p[3][k];
            d[k] = 3 * u * u * (p[1][k] - p[0][k]) + 6 * u * t * (p[2][k] - p[1][k]) + 3 * t * t * (p[3][k] - p[2][k]);
            dd[k] = 6 * u * (p[2][k] - 2 * p[1][k] + p[0][k]) + 6 * t * (p[3][k] - 2 * p[2][k] + p[1][k]);
        }
        double speed = hypot(d[0], d[1]);
        double k = fabs(d[0] * dd[1] - d[1] * dd[0]) / (speed * speed * speed);
        least = k > 0 && 1 / k < least ? 1 / k : least;
        s->length += hypot(at[0] - x, at[1] - y);
        s->x = x = at[0];
        s->y = y = at[1];
        s->angle = atan2(d[1], d[0]);
        if (i % fine == 0) {
            shape_mark(s);
        }
    }
    return least;
}

static inline int64_t shape_snap(double value, int64_t grid) {
    return grid * (int64_t)floor(value / (double)grid + 0.5);
}

/* The ring: right side out, left side back; rotated by `angle`, mirrored about x first, moved, rounded. */
static inline void shape_ring(shape *s, double angle, int mirror, double x, double y, int64_t grid) {
    s->ring_count = 0;
    for (uint32_t i = 0; i < 2 * s->count; i++) {
        uint32_t at = i < s->count ? i : 2 * s->count - 1 - i;
        double off = (i < s->count ? -1 : 1) * s->points[at].width / 2;
        double px = s->points[at].x - off * sin(s->points[at].angle);
        double py = s->points[at].y + off * cos(s->points[at].angle);
        py = mirror ? -py : py;
        s->ring[s->ring_count++] = (lob_point64){shape_snap(x + cos(angle) * px - sin(angle) * py, grid),
                                                 shape_snap(y + sin(angle) * px + cos(angle) * py, grid)};
    }
}

#endif
