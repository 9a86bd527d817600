/* See compare.h. */
#include "design/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/num.h"
#include "base/sort.h"

static const double SAME = 1e-6, METRES_MAX = 0.01, MICRONS = 1e6;

/* ---- parameters ---- */

static const char *const parameter_names[LOB_PARAMETER_COUNT] = {
    [LOB_PARAMETER_W] = "w", [LOB_PARAMETER_L] = "l", [LOB_PARAMETER_M] = "m", [LOB_PARAMETER_NF] = "nf"};

/* A number with a suffix of SPICE. False: it is none. */
static bool take_number(lob_str text, double *value, bool *has_suffix) {
    static const struct {
        char letter;
        double factor;
    } suffixes[] = {{'n', 1e-9}, {'u', 1e-6}, {'m', 1e-3}, {'p', 1e-12}, {'k', 1e3}};
    char copy[64], *end;
    if (text.size == 0 || text.size >= sizeof copy) {
        return false;
    }
    memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    *value = lob_num_strtod(copy, &end);
    *has_suffix = false;
    for (size_t i = 0; end > copy && *end && i < sizeof suffixes / sizeof suffixes[0]; i++) {
        if ((*end | 0x20) == suffixes[i].letter) {
            *value *= suffixes[i].factor;
            *has_suffix = true;
        }
    }
    return end > copy && (*end == '\0' || *has_suffix) && isfinite(*value) && *value > 0;
}

void lob_drawn_parameter_take(lob_drawn_parameters *parameters, lob_str key, lob_str text) {
    for (int i = 0; i < LOB_PARAMETER_COUNT; i++) {
        double value;
        bool has_suffix;
        if (key.size != strlen(parameter_names[i]) || strncasecmp(key.data, parameter_names[i], key.size) != 0 ||
            parameters->has[i] || !take_number(text, &value, &has_suffix)) {
            continue;
        }
        const bool is_length = i == LOB_PARAMETER_W || i == LOB_PARAMETER_L;
        parameters->has[i] = true;
        parameters->values[i] = is_length && (has_suffix || value < METRES_MAX) ? value * MICRONS : value;
    }
}

static bool is_break(char c) {
    return c == ' ' || c == ',' || c == ';' || c == '\t' || c == '\n';
}

void lob_drawn_parameters_take(lob_drawn_parameters *parameters, lob_str text) {
    for (size_t at = 0; at < text.size; at++) {
        size_t end = at;
        while (end < text.size && !is_break(text.data[end])) {
            end++;
        }
        const char *equals = end > at ? memchr(text.data + at, '=', end - at) : NULL;
        if (equals) {
            const size_t split = (size_t)(equals - text.data);
            lob_drawn_parameter_take(parameters, (lob_str){text.data + at, split - at},
                                     (lob_str){text.data + split + 1, end - split - 1});
        }
        at = end;
    }
}

/* ---- differences ---- */

typedef struct comparing {
    const lob_circuit *circuit;
    const lob_drawn_device *drawn;
    lob_layout_comparison *out;
} comparing;

static void tell(comparing *c, size_t device, lob_device_difference_what what, double expected, double drawn) {
    lob_layout_comparison *out = c->out;
    if (out->different.count < LOB_COMPARED_SHOWN) {
        const lob_placed_unit *unit = &c->drawn[device].units[0];
        out->different.items[out->different.count++] =
            (lob_device_difference){.device = c->circuit->devices.items[device].id,
                                    .what = what,
                                    .expected = lob_num_round_um(expected),
                                    .drawn = lob_num_round_um(drawn),
                                    .center_um = {.x = unit->x, .y = unit->y}};
    }
    out->different_count++;
}

static void compare_parameters(comparing *c, size_t device) {
    const lob_circuit_device_params *p = &c->circuit->devices.items[device].params;
    const lob_drawn_parameters *drawn = &c->drawn[device].parameters;
    const bool has[LOB_PARAMETER_COUNT] = {p->has_w, p->has_l, true, true};
    const double expected[LOB_PARAMETER_COUNT] = {p->w * MICRONS, p->l * MICRONS, (double)p->m, (double)p->nf};
    for (int i = 0; i < LOB_PARAMETER_COUNT; i++) {
        if (has[i] && drawn->has[i] && fabs(drawn->values[i] - expected[i]) > SAME * expected[i]) {
            tell(c, device, (lob_device_difference_what)i, expected[i], drawn->values[i]);
        }
    }
}

static void compare_units(comparing *c, size_t device) {
    const lob_circuit_device_params *p = &c->circuit->devices.items[device].params;
    const double count = (double)c->drawn[device].count, m = (double)p->m, nf = (double)p->nf;
    if (count > 1 && count != m && count != nf && count != m * nf) {
        tell(c, device, LOB_DEVICE_DIFFERENCE_WHAT_UNITS, m, count);
    }
}

static double area_of(const lob_drawn_device *drawn) {
    double area = 0;
    for (size_t i = 0; i < drawn->count; i++) {
        area += drawn->units[i].width * drawn->units[i].height;
    }
    return area;
}

/* um2 of the gates; 0: not known. */
static double gates_of(const lob_circuit_device_params *p) {
    return p->has_w && p->has_l ? p->w * MICRONS * (p->l * MICRONS) * (double)p->m : 0;
}

/* ---- equal devices ---- */

typedef struct sized { /* a device that is drawn */
    const lob_circuit_device *is;
    size_t device;
    double area;
} sized;

static int compare_numbers(double a, double b) {
    return (a > b) - (a < b);
}

static int compare_text(lob_str a, lob_str b) {
    const size_t size = a.size < b.size ? a.size : b.size;
    const int order = size > 0 ? memcmp(a.data, b.data, size) : 0;
    return order != 0 ? order : (a.size > b.size) - (a.size < b.size);
}

static int by_class(const sized *a, const sized *b) {
    const lob_circuit_device_params *p = &a->is->params, *q = &b->is->params;
    const double first[] = {a->is->type, p->has_w, p->w, p->has_l, p->l, (double)p->m, (double)p->nf};
    const double second[] = {b->is->type, q->has_w, q->w, q->has_l, q->l, (double)q->m, (double)q->nf};
    int order = compare_text(a->is->model, b->is->model);
    for (size_t i = 0; order == 0 && i < sizeof first / sizeof first[0]; i++) {
        order = compare_numbers(first[i], second[i]);
    }
    return order;
}

static int by_class_and_area(const void *a, const void *b, void *unused) {
    (void)unused;
    const sized *x = a, *y = b;
    int order = by_class(x, y);
    order = order != 0 ? order : compare_numbers(x->area, y->area);
    return order != 0 ? order : (x->device > y->device) - (x->device < y->device);
}

static bool is_near(double a, double b) {
    return fabs(a - b) <= SAME * fmax(a, b);
}

/* The area that most of a class have; of as many the smaller. They stand by area. */
static double usual_area(const sized *first, size_t count) {
    size_t longest = 0, from = 0;
    double usual = first[0].area;
    for (size_t i = 0; i < count; i++) {
        from = is_near(first[i].area, first[from].area) ? from : i;
        if (i - from + 1 > longest) {
            longest = i - from + 1;
            usual = first[from].area;
        }
    }
    return usual;
}

/* odd: by device, the usual area where it has another. */
static void find_odd(const sized *all, size_t count, double *odd) {
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && by_class(&all[i], &all[next]) == 0;) {
            next++;
        }
        const double usual = usual_area(&all[i], next - i);
        for (size_t k = i; k < next; k++) {
            odd[all[k].device] = is_near(all[k].area, usual) ? 0 : usual;
        }
    }
}

static lob_status compare_equals(lob_ctx *ctx, const comparing *c, double *odd) {
    const size_t device_count = c->circuit->devices.count;
    sized *all = LOB_NEW_ARRAY(ctx->arena, sized, device_count + 1);
    size_t count = 0;
    if (!all) {
        return lob_fail_memory(ctx);
    }
    for (size_t i = 0; i < device_count; i++) {
        if (c->drawn[i].count > 0) {
            all[count++] = (sized){&c->circuit->devices.items[i], i, area_of(&c->drawn[i])};
        }
    }
    LOB_TRY(lob_sort(ctx, all, count, sizeof *all, by_class_and_area, NULL));
    find_odd(all, count, odd);
    return LOB_OK;
}

/* ---- all ---- */

static void compare_device(comparing *c, size_t device, double usual) {
    lob_layout_comparison *out = c->out;
    const lob_circuit_device *is = &c->circuit->devices.items[device];
    if (c->drawn[device].count == 0) {
        if (out->missing.count < LOB_COMPARED_SHOWN) {
            out->missing.items[out->missing.count++] = is->id;
        }
        out->missing_count++;
        return;
    }
    const double area = area_of(&c->drawn[device]), gates = gates_of(&is->params);
    out->found++;
    compare_parameters(c, device);
    compare_units(c, device);
    if (area < gates * (1 - SAME)) {
        tell(c, device, LOB_DEVICE_DIFFERENCE_WHAT_AREA, gates, area);
    } else if (usual > 0) {
        tell(c, device, LOB_DEVICE_DIFFERENCE_WHAT_AREA, usual, area);
    }
}

lob_status lob_devices_compare(lob_ctx *ctx, const lob_circuit *circuit, const lob_drawn_device *drawn,
                               lob_layout_comparison *out) {
    comparing c = {circuit, drawn, out};
    double *odd = LOB_NEW_ARRAY(ctx->arena, double, circuit->devices.count + 1);
    out->missing.items = LOB_NEW_ARRAY(ctx->arena, lob_str, LOB_COMPARED_SHOWN);
    out->different.items = LOB_NEW_ARRAY(ctx->arena, lob_device_difference, LOB_COMPARED_SHOWN);
    if (!odd || !out->missing.items || !out->different.items) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(compare_equals(ctx, &c, odd));
    for (size_t i = 0; i < circuit->devices.count; i++) {
        compare_device(&c, i, odd[i]);
    }
    return LOB_OK;
}
