/* Tables of comma-separated values with named columns: gauges, sources. The first line names the columns, in any order;
 * an empty field is as if it were not there; `#` begins a comment.
 *
 * Every error is INVALID_TARGET with details.line and, where one is meant, details.column.
 */
#ifndef LOB_LITHO_CSV_H
#define LOB_LITHO_CSV_H

#include "base/ctx.h"

typedef struct lob_csv_column {
    const char *name;
    double low, high; /* of a number */
    bool is_needed;   /* the first line must name it */
} lob_csv_column;

enum { LOB_CSV_COLUMNS_MAX = 8, LOB_CSV_FIELDS_MAX = 32 };

typedef struct lob_csv {
    lob_ctx *ctx;
    const char *subject; /* "gauges" */
    const char *units;   /* hint for a number out of range */
    const lob_csv_column *columns;
    uint32_t column_count;
    lob_str rest; /* of the file */
    uint32_t line;
    lob_str fields[LOB_CSV_FIELDS_MAX];
    uint32_t field_count;
    uint32_t at[LOB_CSV_COLUMNS_MAX]; /* the field of a column; LOB_CSV_FIELDS_MAX: it is not there */
} lob_csv;

/* Reads the first line. ctx, subject, units, columns, column_count and rest are the caller's to fill. */
lob_status lob_csv_begin(lob_csv *table);
/* The next line that says something, as fields. *more false: there is none. */
lob_status lob_csv_next(lob_csv *table, bool *more);

lob_str lob_csv_field(const lob_csv *table, uint32_t column); /* size 0: empty, or not there */
lob_status lob_csv_number(const lob_csv *table, uint32_t column, bool *has, double *value);
lob_status lob_csv_need(const lob_csv *table, uint32_t column, double *value);

/* Refuses the present line. `column` NULL: the whole line. */
lob_status lob_csv_refuse(const lob_csv *table, const char *column, const char *what, const char *hint);

#endif
