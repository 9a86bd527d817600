/* Differences of colours by the book: CIE Lab (D65), CIEDE2000 (Sharma, Wu, Dalal 2005), and how colours look to people
 * without one kind of cone (Machado, Oliveira, Fernandes 2009, severity 1, on linear RGB). */
#ifndef TESTS_UNIT_RENDER_COLORS_H
#define TESTS_UNIT_RENDER_COLORS_H

#include <math.h>
#include <stdint.h>

typedef struct lab {
    double l, a, b;
} lab;

enum { SIGHTS = 4, SIGHTS_ALIKE = 3 /* all cones, no L, no M: those that a palette serves */ };

static inline double linear_of(double v) {
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static inline double lab_f(double v) {
    return v > 216.0 / 24389 ? cbrt(v) : (24389.0 / 27 * v + 16) / 116;
}

static inline lab lab_of(uint32_t color, int sight) {
    static const double seen[SIGHTS][9] = {
        {1, 0, 0, 0, 1, 0, 0, 0, 1},
        {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
        {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
        {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900}};
    static const double xyz[9] = {0.4124564, 0.3575761, 0.1804375, 0.2126729, 0.7151522,
                                  0.0721750, 0.0193339, 0.1191920, 0.9503041};
    static const double white[3] = {0.95047, 1, 1.08883};
    const double rgb[3] = {linear_of((color >> 16 & 255) / 255.0), linear_of((color >> 8 & 255) / 255.0),
                           linear_of((color & 255) / 255.0)};
    double s[3];
    double f[3];
    for (int i = 0; i < 3; i++) {
        const double *m = &seen[sight][3 * i];
        s[i] = fmin(1, fmax(0, m[0] * rgb[0] + m[1] * rgb[1] + m[2] * rgb[2]));
    }
    for (int i = 0; i < 3; i++) {
        f[i] = lab_f((xyz[3 * i] * s[0] + xyz[3 * i + 1] * s[1] + xyz[3 * i + 2] * s[2]) / white[i]);
    }
    return (lab){116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

static inline double hue_of(double b, double a) {
    double h = a == 0 && b == 0 ? 0 : atan2(b, a) * 180 / M_PI;
    return h < 0 ? h + 360 : h;
}

static inline double cos_deg(double v) {
    return cos(v * M_PI / 180);
}

static inline double ciede2000(lab p, lab q) {
    double c = (hypot(p.a, p.b) + hypot(q.a, q.b)) / 2;
    double g = 0.5 * (1 - sqrt(pow(c, 7) / (pow(c, 7) + 6103515625.0)));
    double a1 = (1 + g) * p.a, a2 = (1 + g) * q.a;
    double c1 = hypot(a1, p.b), c2 = hypot(a2, q.b);
    double h1 = hue_of(p.b, a1), h2 = hue_of(q.b, a2);
    double dh = c1 * c2 == 0 ? 0 : h2 - h1;
    dh = dh > 180 ? dh - 360 : dh < -180 ? dh + 360 : dh;
    double dl = q.l - p.l, dc = c2 - c1, dH = 2 * sqrt(c1 * c2) * sin(dh / 2 * M_PI / 180);
    double lm = (p.l + q.l) / 2, cm = (c1 + c2) / 2, sum = h1 + h2;
    double hm = c1 * c2 == 0 ? sum : fabs(h1 - h2) <= 180 ? sum / 2 : sum < 360 ? (sum + 360) / 2 : (sum - 360) / 2;
    double t =
        1 - 0.17 * cos_deg(hm - 30) + 0.24 * cos_deg(2 * hm) + 0.32 * cos_deg(3 * hm + 6) - 0.20 * cos_deg(4 * hm - 63);
    double turn = 30 * exp(-((hm - 275) / 25) * ((hm - 275) / 25));
    double rc = 2 * sqrt(pow(cm, 7) / (pow(cm, 7) + 6103515625.0));
    double sl = 1 + 0.015 * (lm - 50) * (lm - 50) / sqrt(20 + (lm - 50) * (lm - 50));
    double sc = 1 + 0.045 * cm, sh = 1 + 0.015 * cm * t;
    double rt = -sin(2 * turn * M_PI / 180) * rc;
    double x = dl / sl, y = dc / sc, z = dH / sh;
    return sqrt(x * x + y * y + z * z + rt * y * z);
}

#endif
