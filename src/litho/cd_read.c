/* Gauges from a table of comma-separated values, each field checked for itself, so a refusal can say line and column.
 */
#include <string.h>

#include "base/num.h"
#include "litho/cd.h"
#include "litho/csv.h"

typedef enum { NAME, KIND, X, Y, ANGLE, TARGET, MEASURED, COLUMN_COUNT } column;

static const lob_csv_column columns[COLUMN_COUNT] = {
    [NAME] = {"name", 0, 0, false},
    [KIND] = {"kind", 0, 0, false},
    [X] = {"x_um", -2147484, 2147484, true},
    [Y] = {"y_um", -2147484, 2147484, true},
    [ANGLE] = {"angle_deg", -360, 360, false},
    [TARGET] = {"target_nm", 0, 1e6, false},
    [MEASURED] = {"measured_nm", -1e6, 1e6, false},
};

/* ---- a gauge ---- */

static lob_status take_kind(const lob_csv *t, lob_cd_gauge *gauge) {
    static const char *const names[] = {[LOB_CD_LINE] = "line", [LOB_CD_SPACE] = "space", [LOB_CD_EDGE] = "edge", NULL};
    const lob_str field = lob_csv_field(t, KIND);
    gauge->has_kind = field.size > 0;
    unsigned kind = 0;
    while (gauge->has_kind && names[kind] && !lob_str_equal(field, lob_str_from(names[kind]))) {
        kind++;
    }
    if (!names[kind]) {
        return lob_csv_refuse(t, columns[KIND].name, "A gauge has an unknown kind",
                              "Use line, space or edge, or leave the field empty.");
    }
    gauge->kind = (lob_cd_kind)kind;
    return LOB_OK;
}

static lob_status take_name(const lob_csv *t, lob_cd_gauge *gauge) {
    enum { SIZE = 24 };
    gauge->name = lob_csv_field(t, NAME);
    if (gauge->name.size) {
        return LOB_OK;
    }
    char *text = LOB_NEW_ARRAY(t->ctx->arena, char, SIZE);
    if (!text) {
        return lob_fail_memory(t->ctx);
    }
    memcpy(text, "line ", 5);
    gauge->name = (lob_str){text, 5 + lob_num_print_uint(text + 5, t->line)};
    return LOB_OK;
}

static lob_status take_gauge(const lob_csv *t, lob_cd_gauge *gauge) {
    bool has;
    *gauge = (lob_cd_gauge){.line = t->line};
    LOB_TRY(take_kind(t, gauge));
    LOB_TRY(lob_csv_need(t, X, &gauge->x_nm));
    LOB_TRY(lob_csv_need(t, Y, &gauge->y_nm));
    gauge->x_nm *= 1000;
    gauge->y_nm *= 1000;
    LOB_TRY(lob_csv_number(t, ANGLE, &has, &gauge->angle_deg));
    LOB_TRY(lob_csv_number(t, MEASURED, &gauge->has_measured, &gauge->measured_nm));
    LOB_TRY(take_name(t, gauge));
    if (gauge->has_kind && gauge->kind == LOB_CD_EDGE) {
        LOB_TRY(lob_csv_number(t, TARGET, &has, &gauge->target_nm));
        return !has || gauge->target_nm == 0 ? LOB_OK
                                             : lob_csv_refuse(t, columns[TARGET].name, "The target of an edge is not 0",
                                                              "Leave the field empty.");
    }
    LOB_TRY(lob_csv_need(t, TARGET, &gauge->target_nm));
    return gauge->target_nm > 0 ? LOB_OK
                                : lob_csv_refuse(t, columns[TARGET].name, "The target width of a gauge is 0",
                                                 "Give the target width in nm.");
}

lob_status lob_cd_gauges_read(lob_ctx *ctx, lob_str csv, lob_cd_gauges *gauges) {
    lob_csv t = {.ctx = ctx,
                 .subject = "gauges",
                 .units = "Positions are in um of the layout, widths in nm, angles in degrees from -360 to 360.",
                 .columns = columns,
                 .column_count = COLUMN_COUNT,
                 .rest = csv};
    uint32_t room = 0;
    bool more;
    *gauges = (lob_cd_gauges){NULL, 0};
    LOB_TRY(lob_csv_begin(&t));
    LOB_TRY(lob_csv_next(&t, &more));
    while (more) {
        if (gauges->count == LOB_CD_GAUGES_MAX) {
            return lob_csv_refuse(&t, NULL, "There are too many gauges",
                                  "A file may have at most 10000 gauges; "
                                  "split it.");
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
        LOB_TRY(take_gauge(&t, &gauges->items[gauges->count]));
        gauges->count++;
        LOB_TRY(lob_csv_next(&t, &more));
    }
    return gauges->count
               ? LOB_OK
               : lob_csv_refuse(&t, NULL, "The file has no gauges", "Write one gauge per line after the first line.");
}
