/* What a record adds to a cell: a shape, a path, a text, an instance, or several that a photonic cell would have. */
#include "user.h"

#include <stdio.h>
#include <string.h>

enum { LIST_MAX = 40, GDS_ARRAY_MAX = 32767, GDS_REPEATED_MAX = 40 };

static const struct {
    uint32_t layer, datatype;
} known_layers[] = {{1, 0},  {1, 10}, {68, 0}, {1, 11}, {10, 0},   {66, 0},   {2, 0},    {4, 0},  {11, 0},
                    {12, 0}, {41, 0}, {69, 0}, {1, 99}, {1001, 0}, {1002, 0}, {1021, 0}, {34, 0}, {3, 0}};

static void keep(user_making *m, lob_status status) {
    m->status = m->status == LOB_OK ? status : m->status;
}

static lob_element element_of(user_making *m, user_dice *d) {
    lob_element e = {.layer = 1, .datatype = 0};
    const unsigned at = (unsigned)user_roll(d, sizeof known_layers / sizeof known_layers[0]);
    if (m->layer_mode == 0) {
        e.layer = 1 + at % 3;
    } else if (m->layer_mode == 1) {
        e.layer = known_layers[at].layer;
        e.datatype = known_layers[at].datatype;
    } else {
        const uint64_t most = m->format == FUZZ_GDS ? 65536 : UINT32_MAX;
        e.layer = (uint32_t)(user_random(&d->state) % most);
        e.datatype = user_one_in(d, 2) ? (uint32_t)(user_random(&d->state) % most) : 0;
    }
    return e;
}

/* GDSII has no repetition of shapes: there each member is written. */
static const lob_rep *repeated(user_making *m, user_dice *d, lob_rep *rep, lob_point *list) {
    if (!user_one_in(d, 6)) {
        return NULL;
    }
    const bool is_gds = m->format == FUZZ_GDS;
    const int64_t pitch = 1 + m->frame.span / (1 << user_roll(d, 8));
    *rep = (lob_rep){.kind = LOB_REP_LATTICE, .na = 1 + user_roll(d, 6)};
    rep->nb = 1 + user_roll(d, 6);
    if (!is_gds && m->frame.is_heavy && user_one_in(d, 2)) {
        rep->na = 1 + user_random(&d->state) % 1000000000;
        rep->nb = 1 + user_random(&d->state) % 1000000000;
    }
    rep->a = (lob_point64){pitch, user_one_in(d, 8) ? pitch / 3 : 0};
    rep->b.x = user_one_in(d, 8) ? -pitch / 2 : 0;
    rep->b.y = user_one_in(d, 4) ? -pitch : pitch;
    if (user_one_in(d, 16)) {
        rep->b = rep->a;
    }
    if (user_one_in(d, 4)) {
        const uint32_t count = 1 + (uint32_t)(user_random(&d->state) % LIST_MAX);
        list[0] = (lob_point){0, 0};
        for (uint32_t i = 1; i < count; i++) {
            list[i].x = user_coordinate(d, 0, &m->frame);
            list[i].y = user_coordinate(d, 0, &m->frame);
        }
        *rep = (lob_rep){.kind = LOB_REP_LIST, .list = list, .list_count = count};
    }
    return lob_rep_count(rep) > (is_gds ? GDS_REPEATED_MAX : UINT64_MAX) ? NULL : rep;
}

static void add_box(user_making *m, const lob_element *e, int64_t x, int64_t y, int64_t w, int64_t h) {
    const lob_point a = user_point((double)x, (double)y), b = user_point((double)(x + w), (double)(y + h));
    const lob_box box = {a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y};
    keep(m, m->sink->box(m->sink->self, e, box));
}

static void add_any_box(user_making *m, user_dice *d, const lob_element *e) {
    const int64_t x = user_coordinate(d, m->frame.x, &m->frame), y = user_coordinate(d, m->frame.y, &m->frame);
    const int64_t w = user_between(d, 0, m->frame.span);
    add_box(m, e, x, y, w, user_between(d, 0, m->frame.span));
}

static void add_polygon(user_making *m, user_dice *d, lob_element e) {
    const uint32_t n = user_polygon(d, &m->frame, m->points);
    keep(m, m->sink->polygon(m->sink->self, &e, m->points, n));
}

/* The same again and again, each a little further. */
static void add_stack(user_making *m, user_dice *d, lob_element e) {
    const uint32_t times = 2 + (uint32_t)user_roll(d, m->frame.is_heavy ? 200 : 8);
    const int64_t step = user_between(d, 0, 2) * m->frame.grid;
    const int32_t x = user_coordinate(d, m->frame.x, &m->frame), y = user_coordinate(d, m->frame.y, &m->frame);
    const int64_t w = 1 + m->frame.span / 8, h = user_one_in(d, 2) ? w : 1 + m->frame.span / 64;
    for (uint32_t i = 0; i < times; i++) {
        add_box(m, &e, x + i * step, y + i * step, w, h);
    }
}

static int32_t some_width(user_making *m, user_dice *d) {
    switch (user_roll(d, 8)) {
    case 0:
        return 0;
    case 1:
        return 1;
    case 2:
        return user_one_in(d, 8) ? INT32_MAX : 3;
    case 3:
        return (int32_t)(1 + user_random(&d->state) % (uint64_t)(m->frame.span + 1) % INT32_MAX);
    default:
        return (int32_t)(2 + 2 * (user_random(&d->state) % 300));
    }
}

static void add_path(user_making *m, user_dice *d, lob_element e) {
    static const uint8_t types[] = {0, 2, 1, 4};
    lob_path_event path = {.points = m->points, .count = user_spine(d, &m->frame, m->points)};
    path.width = some_width(m, d);
    path.pathtype = types[user_roll(d, 4)];
    path.round_ends = path.pathtype == 1;
    path.begin_ext = path.end_ext = path.pathtype == 0 ? 0 : path.width / 2;
    if (path.pathtype == 4) {
        path.begin_ext = (int32_t)user_between(d, -path.width, path.width);
        path.end_ext = user_one_in(d, 4) ? -path.width / 2 : (int32_t)(user_random(&d->state) % 1000);
    }
    if (user_one_in(d, 24)) {
        path.count = 1;
    }
    path.width_is_absolute = m->format == FUZZ_GDS && user_one_in(d, 16);
    keep(m, m->sink->path(m->sink->self, &e, &path));
}

static lob_str some_text(user_dice *d) {
    static const char *const texts[] = {"opt1",
                                        "opt2",
                                        "o1",
                                        "o2",
                                        "pin1",
                                        "e1",
                                        "",
                                        "Lumerical_INTERCONNECT_library=Design kits/ebeam",
                                        "Spice_param:wg_length=10e-6 wg_width=0.5e-6",
                                        "opt_in_TE_1550_device_x",
                                        "\xc3\xbc\xe2\x80\xae\xe4\xbd\xa0",
                                        "\xff\xfe\x80",
                                        "a b\n\t\"\\c",
                                        "width:0.5\nlength: 12\n",
                                        "VDD",
                                        "n1"};
    static char large[1500];
    if (user_one_in(d, 40)) {
        memset(large, 'x', sizeof large);
        return (lob_str){large, 1 + user_random(&d->state) % sizeof large};
    }
    return lob_str_from(texts[user_roll(d, sizeof texts / sizeof texts[0])]);
}

static void add_text(user_making *m, user_dice *d, lob_element e) {
    lob_text_event text = {.string = some_text(d), .mag = 1};
    text.at.x = user_coordinate(d, m->frame.x, &m->frame);
    text.at.y = user_coordinate(d, m->frame.y, &m->frame);
    if (m->format == FUZZ_GDS && user_one_in(d, 4)) {
        text.code = (uint8_t)user_roll(d, 8);
        text.presentation = (uint8_t)user_roll(d, 64);
        text.width = user_one_in(d, 4) ? 100 : 0;
        text.angle_deg = 90.0 * (text.code & 3);
        text.mag = user_one_in(d, 4) ? 2.5 : 1;
    }
    keep(m, m->sink->text(m->sink->self, &e, &text));
}

/* ---- instances ---- */

lob_str user_cell_name(unsigned cell, unsigned mode) {
    static char name[64];
    static const char *const words[] = {"cell",
                                        "ebeam_gc_te1550",
                                        "ring$1",
                                        "\xc3\xa9t\xc3\xa9",
                                        "straight",
                                        "bend_euler",
                                        "pin",
                                        "a b/c*",
                                        "\xff"
                                        "raw",
                                        "ports_in",
                                        "VIA",
                                        "TOP"};
    snprintf(name, sizeof name, "%s_%u", words[(mode + cell * 5) % (sizeof words / sizeof words[0])], cell);
    return lob_str_from(cell == 0 && mode % 2 == 0 ? "TOP" : name);
}

static void transform(user_dice *d, lob_instance_event *inst) {
    static const double mags[] = {1, 1, 1, 0.5, 2, 1e-3, 1e3, 1.0000001, 0.3333333333333333, 1e-9, 1e6, 16};
    inst->mirror = user_one_in(d, 3);
    inst->angle_deg = 90.0 * (double)user_roll(d, 4);
    inst->mag = 1;
    if (user_one_in(d, 8)) {
        inst->angle_deg = user_one_in(d, 2) ? 45 : (double)(user_random(&d->state) % 3600000000u) * 1e-7;
    }
    if (user_one_in(d, 8)) {
        inst->mag = mags[user_roll(d, sizeof mags / sizeof mags[0])];
    }
}

/* An AREF spans 32 bits. */
static void bound_array(const user_making *m, lob_rep *rep) {
    const int64_t pitch = rep->a.x > rep->b.y ? rep->a.x : rep->b.y;
    const uint64_t fits = m->format == FUZZ_GDS ? (uint64_t)(INT32_MAX / 4 / (pitch > 0 ? pitch : 1)) + 1 : UINT64_MAX;
    const uint64_t most = m->format == FUZZ_GDS && fits > GDS_ARRAY_MAX ? GDS_ARRAY_MAX : fits;
    rep->na = rep->na > most ? most : rep->na;
    rep->nb = rep->nb > most ? most : rep->nb;
}

static void add_instance(user_making *m, user_dice *d) {
    lob_element e = {0};
    lob_rep rep;
    lob_point list[LIST_MAX];
    const unsigned below = m->cell_count - m->cell - 1;
    lob_instance_event inst = {.cell = LOB_STR("ghost")};
    if (below > 0 && !user_one_in(d, 40)) {
        const unsigned child = m->cell + 1 + (user_one_in(d, 2) ? (unsigned)user_roll(d, below) : 0);
        inst.cell = user_cell_name(child, m->layer_mode);
    } else if (!user_one_in(d, 20)) {
        add_polygon(m, d, element_of(m, d));
        return;
    }
    transform(d, &inst);
    inst.at.x = user_coordinate(d, m->frame.x, &m->frame);
    inst.at.y = user_coordinate(d, m->frame.y, &m->frame);
    e.rep = repeated(m, d, &rep, list);
    if (e.rep && rep.kind == LOB_REP_LATTICE && m->frame.is_heavy && user_one_in(d, 2)) {
        rep.na = 1 + user_random(&d->state) % (1u << user_roll(d, 30));
        rep.nb = 1 + user_random(&d->state) % (1u << user_roll(d, 30));
        bound_array(m, &rep);
    }
    keep(m, m->sink->instance(m->sink->self, &e, &inst));
}

void user_add_array(user_making *m, unsigned child, uint64_t count, int32_t pitch) {
    lob_rep rep = {.kind = LOB_REP_LATTICE, .na = count, .nb = count, .a = {pitch, 0}, .b = {0, pitch}};
    bound_array(m, &rep);
    const lob_element e = {.rep = count > 1 ? &rep : NULL};
    const lob_instance_event inst = {.cell = user_cell_name(child, m->layer_mode), .mag = 1, .at = {pitch, -pitch}};
    keep(m, m->sink->instance(m->sink->self, &e, &inst));
}

/* ---- what photonic cells hold ---- */

/* A pin: a short path on the layer of ports, its name, and mostly the waveguide that ends there. */
static void add_pin(user_making *m, user_dice *d) {
    static const int8_t ways[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    static const char *const names[] = {"opt1", "opt2", "opt3", "o1", "o2", "pin1", "e1"};
    const unsigned way = (unsigned)user_roll(d, 4);
    const int64_t x = user_coordinate(d, m->frame.x, &m->frame), y = user_coordinate(d, m->frame.y, &m->frame);
    const int32_t width = user_one_in(d, 6) ? some_width(m, d) : 500;
    lob_point ends[2] = {user_point((double)(x - 50 * ways[way][0]), (double)(y - 50 * ways[way][1])),
                         user_point((double)(x + 50 * ways[way][0]), (double)(y + 50 * ways[way][1]))};
    lob_element e = {.layer = 1, .datatype = user_one_in(d, 6) ? 11 : 10};
    lob_path_event pin = {.points = ends, .count = 2, .width = width};
    keep(m, m->sink->path(m->sink->self, &e, &pin));
    const lob_text_event name = {
        .string = lob_str_from(names[user_roll(d, 7)]), .at = user_point((double)x, (double)y), .mag = 1};
    keep(m, m->sink->text(m->sink->self, &e, &name));
    if (!user_one_in(d, 4)) {
        e.datatype = 0;
        ends[0] = user_point((double)(x - 20000 * ways[way][0]), (double)(y - 20000 * ways[way][1]));
        ends[1] = user_point((double)x, (double)y);
        keep(m, m->sink->path(m->sink->self, &e, &pin));
    }
}

/* Of gdsfactory: a triangle whose tip points out, or a small box; of Nazca an arrow. */
static void add_marker(user_making *m, user_dice *d) {
    const unsigned kind = (unsigned)user_roll(d, 3);
    const lob_element e = {.layer = kind == 2 ? 1001 : 1, .datatype = kind == 2 ? 0 : user_one_in(d, 3) ? 11 : 10};
    const double x = user_coordinate(d, m->frame.x, &m->frame), y = user_coordinate(d, m->frame.y, &m->frame);
    const double w = user_one_in(d, 3) ? 1 + (double)(user_random(&d->state) % 5000) : 500,
                 s = user_one_in(d, 2) ? -1 : 1;
    if (kind == 1) {
        add_box(m, &e, (int64_t)x, (int64_t)y, (int64_t)w, 100);
    } else {
        const lob_point p[7] = {user_point(x, y),
                                user_point(x - s * w / 2, y + w / 2),
                                user_point(x - s * w / 2, y - w / 2),
                                user_point(x - s * w / 2, y - w / 4),
                                user_point(x - s * w, y - w / 4),
                                user_point(x - s * w, y + w / 4),
                                user_point(x - s * w / 2, y + w / 4)};
        keep(m, m->sink->polygon(m->sink->self, &e, p, kind == 2 ? 7 : 3));
    }
    const lob_element on = {.layer = kind == 2 ? 1002 : user_one_in(d, 2) ? 66 : 1, .datatype = kind == 2 ? 0 : 10};
    const lob_text_event name = {.string = some_text(d), .at = user_point(x, y), .mag = 1};
    keep(m, m->sink->text(m->sink->self, &on, &name));
}

/* A component as a kit draws it: its outline, its name and parameters, a waveguide across, and a port at each end by
 * the convention of SiEPIC (paths on PinRec) or of gdsfactory (labels and triangles); or the ends alone. */
void user_add_component(user_making *m, user_dice *d) {
    static const char *const names[2] = {"opt1", "opt2"}, *const labels[2] = {"o1", "o2"};
    const unsigned kind = (unsigned)user_roll(d, 3);
    const int64_t x = user_coordinate(d, m->frame.x, &m->frame), y = user_coordinate(d, m->frame.y, &m->frame);
    const int64_t wide = 500 * (1 + (int64_t)user_roll(d, 40)), w = user_one_in(d, 5) ? 450 : 500,
                  at[2] = {x, x + wide};
    const lob_element guide = {.layer = 1}, outline = {.layer = 68}, pin = {.layer = 1, .datatype = 10},
                      label = {.layer = kind == 1 ? 1 : 201, .datatype = kind == 1 ? 10 : 0};
    add_box(m, &guide, x, y - w / 2, wide, w);
    if (kind == 0 || user_one_in(d, 2)) {
        const lob_text_event text = {
            .string = LOB_STR("Component=ebeam_wg"), .at = user_point((double)x, (double)y), .mag = 1};
        add_box(m, &outline, x, y - 1000, wide, 2000);
        keep(m, m->sink->text(m->sink->self, &outline, &text));
    }
    for (int i = 0; i < 2 && kind < 2; i++) {
        const int s = i ? 1 : -1;
        const lob_point p[3] = {user_point((double)(at[i] - 50 * s), (double)y),
                                user_point((double)(at[i] + 50 * s), (double)y),
                                user_point((double)at[i], (double)(y + w / 2))};
        const lob_path_event short_path = {.points = p, .count = 2, .width = (int32_t)w};
        const lob_text_event name = {
            .string = lob_str_from(kind ? labels[i] : names[i]), .at = user_point((double)at[i], (double)y), .mag = 1};
        keep(m, kind ? m->sink->polygon(m->sink->self, &pin, p, 3) : m->sink->path(m->sink->self, &pin, &short_path));
        keep(m, m->sink->text(m->sink->self, kind ? &label : &pin, &name));
    }
}

static void add_outline(user_making *m, user_dice *d) {
    const lob_element e = {.layer = user_one_in(d, 4) ? 1021 : 68};
    add_box(m, &e, m->frame.x - m->frame.span, m->frame.y - m->frame.span, 2 * m->frame.span, 2 * m->frame.span);
    if (user_one_in(d, 2)) {
        add_text(m, d, e);
    }
}

static void add_property(user_making *m, user_dice *d) {
    const lob_prop_value values[2] = {{.kind = LOB_PROP_STRING, .string = some_text(d)},
                                      {.kind = LOB_PROP_REAL, .real = 1.5}};
    lob_prop prop = {.attr = (uint16_t)(1 + user_roll(d, 126)), .values = values, .value_count = 1};
    if (m->format == FUZZ_OAS && user_one_in(d, 2)) {
        prop.name = LOB_STR("settings");
        prop.value_count = 2;
    }
    lob_element e = element_of(m, d);
    e.props = &prop;
    e.prop_count = 1;
    add_box(m, &e, m->frame.x, m->frame.y, 1 + m->frame.span / 4, 1 + m->frame.span / 4);
    if (m->format == FUZZ_OAS || user_one_in(d, 2)) {
        keep(m, m->sink->property(m->sink->self, &prop));
    }
}

void user_add_element(user_making *m, user_dice *d) {
    const unsigned kind = (unsigned)user_roll(d, 32);
    lob_element e = element_of(m, d);
    lob_rep rep;
    lob_point list[LIST_MAX];
    if (kind < 21) {
        e.rep = repeated(m, d, &rep, list);
    }
    if (kind < 12) {
        add_polygon(m, d, e);
    } else if (kind < 17) {
        add_path(m, d, e);
    } else if (kind < 19) {
        add_any_box(m, d, &e);
    } else if (kind < 21) {
        add_text(m, d, e);
    } else if (kind < 26) {
        add_instance(m, d);
    } else if (kind < 28) {
        add_pin(m, d);
    } else if (kind == 28) {
        add_marker(m, d);
    } else if (kind == 29) {
        add_outline(m, d);
    } else if (kind == 30) {
        add_stack(m, d, e);
    } else {
        add_property(m, d);
    }
}
