/* Gauges from a table of comma-separated values: fields by the names of the first line, each checked for itself, so a
 * refusal can say line and column. */
#include <math.h>
#include <stdlib.h>

#include "base/num.h"
#include "litho/cd.h"

typedef enum { NAME, KIND, X, Y, ANGLE, TARGET, MEASURED, COLUMN_COUNT } column;

static const struct {
    const char *name;
    double low, high; /* of a number */
} columns[COLUMN_COUNT] = {
    [NAME] = {"name", 0, 0},
    [KIND] = {"kind", 0, 0},
    [X] = {"x_um", -2147484, 2147484},
    [Y] = {"y_um", -2147484, 2147484},
    [ANGLE] = {"angle_deg", -360, 360},
    [TARGET] = {"target_nm", 0, 1e6},
    [MEASURED] = {"measured_nm", -1e6, 1e6},
};

enum { FIELDS_MAX = 32, NUMBER_SIZE = 64 };

typedef struct reading {
    lob_ctx *ctx;
    lob_str rest; /* of the file */
    uint32_t line;
    lob_str fields[FIELDS_MAX];
    uint32_t field_count;
    uint32_t at[COLUMN_COUNT]; /* the field of a column; FIELDS_MAX: it is not there */
} reading;

static lob_status refuse(const reading *r, const char *name, const char *what, const char *hint) {
    const lob_status status = lob_fail(r->ctx, LOB_E_INVALID_TARGET, "%s", what);
    lob_error_integer(&r->ctx->error, "line", r->line);
    if (name) {
        lob_error_text(&r->ctx->error, "column", lob_str_from(name));
    }
    lob_hint(r->ctx, "%s", hint);
    return status;
}

/* ---- lines and fields ---- */

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static lob_str trim(lob_str s) {
    while (s.size && is_blank(s.data[0])) {
        s = (lob_str){s.data + 1, s.size - 1};
    }
    while (s.size && is_blank(s.data[s.size - 1])) {
        s.size--;
    }
    return s;
}

static lob_str take_until(lob_str *rest, char end) {
    const char *found = rest->size ? memchr(rest->data, end, rest->size) : NULL;
    const size_t size = found ? (size_t)(found - rest->data) : rest->size, used = size + (found != NULL);
    const lob_str taken = {rest->data, size};
    *rest = (lob_str){rest->data + used, rest->size - used};
    return taken;
}

/* The next line that says something, as fields. *more false: there is none. */
static lob_status next_line(reading *r, bool *more) {
    *more = false;
    while (r->rest.size && !*more) {
        lob_str whole = take_until(&r->rest, '\n');
        lob_str line = trim(take_until(&whole, '#'));
        r->line++;
        r->field_count = 0;
        for (bool has_field = line.size > 0; has_field; r->field_count++) {
            if (r->field_count == FIELDS_MAX) {
                return refuse(r, NULL, "A line of the gauges has too many fields", "A line has at most 32 fields.");
            }
            has_field = memchr(line.data, ',', line.size) != NULL;
            r->fields[r->field_count] = trim(take_until(&line, ','));
        }
        *more = r->field_count > 0;
    }
    return LOB_OK;
}

static lob_status take_header(reading *r) {
    static const char hint[] = "The first line names the columns: name, kind, x_um, y_um, angle_deg, target_nm, "
                               "measured_nm.";
    bool more;
    for (int k = 0; k < COLUMN_COUNT; k++) {
        r->at[k] = FIELDS_MAX;
    }
    LOB_TRY(next_line(r, &more));
    for (uint32_t i = 0; more && i < r->field_count; i++) {
        int k = 0;
        while (k < COLUMN_COUNT && !lob_str_equal(r->fields[i], lob_str_from(columns[k].name))) {
            k++;
        }
        if (k == COLUMN_COUNT) {
            return refuse(r, NULL, "The gauges have a column that is not known", hint);
        }
        if (r->at[k] != FIELDS_MAX) {
            return refuse(r, columns[k].name, "The gauges have a column twice", hint);
        }
        r->at[k] = i;
    }
    for (int k = X; k <= Y; k++) {
        if (r->at[k] == FIELDS_MAX) {
            return refuse(r, columns[k].name, "The gauges lack a column", hint);
        }
    }
    return LOB_OK;
}

/* ---- a gauge ---- */

static lob_str field_of(const reading *r, column k) {
    return r->at[k] < r->field_count ? r->fields[r->at[k]] : (lob_str){NULL, 0};
}

static lob_status take_number(const reading *r, column k, bool *has, double *value) {
    char text[NUMBER_SIZE] = "", *end;
    const lob_str field = field_of(r, k);
    *has = field.size > 0;
    if (!*has) {
        return LOB_OK;
    }
    if (field.size < sizeof text) {
        memcpy(text, field.data, field.size);
        text[field.size] = '\0';
    }
    *value = lob_num_strtod(text, &end);
    if (end == text || *end != '\0' || !(*value >= columns[k].low && *value <= columns[k].high)) {
        return refuse(r, columns[k].name, "A number of the gauges is none, or out of range",
                      "Places are um of the layout, widths nm, angles degrees from -360 to 360.");
    }
    return LOB_OK;
}

static lob_status need_number(const reading *r, column k, double *value) {
    bool has;
    LOB_TRY(take_number(r, k, &has, value));
    return has ? LOB_OK : refuse(r, columns[k].name, "A gauge lacks a number", "Fill in the field.");
}

static lob_status take_kind(const reading *r, lob_cd_gauge *gauge) {
    static const char *const names[] = {[LOB_CD_LINE] = "line", [LOB_CD_SPACE] = "space", [LOB_CD_EDGE] = "edge", NULL};
    const lob_str field = field_of(r, KIND);
    gauge->has_kind = field.size > 0;
    unsigned kind = 0;
    while (gauge->has_kind && names[kind] && !lob_str_equal(field, lob_str_from(names[kind]))) {
        kind++;
    }
    if (!names[kind]) {
        return refuse(r, columns[KIND].name, "A gauge has a kind that is not known",
                      "Take line, space or edge, or leave the field empty.");
    }
    gauge->kind = (lob_cd_kind)kind;
    return LOB_OK;
}

static lob_status take_name(const reading *r, lob_cd_gauge *gauge) {
    enum { SIZE = 24 };
    gauge->name = field_of(r, NAME);
    if (gauge->name.size) {
        return LOB_OK;
    }
    char *text = LOB_NEW_ARRAY(r->ctx->arena, char, SIZE);
    if (!text) {
        return lob_fail_memory(r->ctx);
    }
    memcpy(text, "line ", 5);
    gauge->name = (lob_str){text, 5 + lob_num_print_uint(text + 5, r->line)};
    return LOB_OK;
}

static lob_status take_gauge(const reading *r, lob_cd_gauge *gauge) {
    bool has;
    *gauge = (lob_cd_gauge){.line = r->line};
    LOB_TRY(take_kind(r, gauge));
    LOB_TRY(need_number(r, X, &gauge->x_nm));
    LOB_TRY(need_number(r, Y, &gauge->y_nm));
    gauge->x_nm *= 1000;
    gauge->y_nm *= 1000;
    LOB_TRY(take_number(r, ANGLE, &has, &gauge->angle_deg));
    LOB_TRY(take_number(r, MEASURED, &gauge->has_measured, &gauge->measured_nm));
    LOB_TRY(take_name(r, gauge));
    if (gauge->has_kind && gauge->kind == LOB_CD_EDGE) {
        LOB_TRY(take_number(r, TARGET, &has, &gauge->target_nm));
        return !has || gauge->target_nm == 0
                   ? LOB_OK
                   : refuse(r, columns[TARGET].name, "The target of an edge is not 0", "Leave the field empty.");
    }
    LOB_TRY(need_number(r, TARGET, &gauge->target_nm));
    return gauge->target_nm > 0
               ? LOB_OK
               : refuse(r, columns[TARGET].name, "The target of a gauge is 0", "Give the width that is wanted, in nm.");
}

lob_status lob_cd_gauges_read(lob_ctx *ctx, lob_str csv, lob_cd_gauges *gauges) {
    reading r = {.ctx = ctx, .rest = csv};
    uint32_t room = 0;
    bool more;
    *gauges = (lob_cd_gauges){NULL, 0};
    LOB_TRY(take_header(&r));
    LOB_TRY(next_line(&r, &more));
    while (more) {
        if (gauges->count == LOB_CD_GAUGES_MAX) {
            return refuse(&r, NULL, "There are too many gauges", "A file has at most 10000; divide it.");
        }
        if (gauges->count == room) {
            room = room * 2 + 64;
            lob_cd_gauge *items = LOB_NEW_ARRAY(ctx->arena, lob_cd_gauge, room);
            if (!items) {
                return lob_fail_memory(ctx);
            }
            if (gauges->count) {
                memcpy(items, gauges->items, gauges->count * sizeof *items);
            }
            gauges->items = items;
        }
        LOB_TRY(take_gauge(&r, &gauges->items[gauges->count]));
        gauges->count++;
        LOB_TRY(next_line(&r, &more));
    }
    return gauges->count ? LOB_OK
                         : refuse(&r, NULL, "There is no gauge in the file", "Each line after the first is a gauge.");
}
