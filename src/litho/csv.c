/* Comma-separated values, line by line. Nothing is copied: fields lie in the text. */
#include "litho/csv.h"

#include <stdio.h>
#include <string.h>

#include "base/num.h"

enum { NUMBER_SIZE = 64, WORDS_SIZE = 160 };

lob_status lob_csv_refuse(const lob_csv *table, const char *column, const char *what, const char *hint) {
    const lob_status status = lob_fail(table->ctx, LOB_E_INVALID_TARGET, "%s", what);
    lob_error_integer(&table->ctx->error, "line", table->line);
    if (column) {
        lob_error_text(&table->ctx->error, "column", lob_str_from(column));
    }
    lob_hint(table->ctx, "%s", hint);
    return status;
}

/* The same with a sentence that names what the table is of. */
static lob_status refuse(const lob_csv *table, const char *column, const char *format, const char *hint) {
    char what[WORDS_SIZE];
    snprintf(what, sizeof what, "%s of the %s", format, table->subject);
    return lob_csv_refuse(table, column, what, hint);
}

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

lob_status lob_csv_next(lob_csv *table, bool *more) {
    *more = false;
    while (table->rest.size && !*more) {
        lob_str whole = take_until(&table->rest, '\n');
        lob_str line = trim(take_until(&whole, '#'));
        table->line++;
        table->field_count = 0;
        for (bool has_field = line.size > 0; has_field; table->field_count++) {
            if (table->field_count == LOB_CSV_FIELDS_MAX) {
                return refuse(table, NULL, "Too many fields in a line", "A line has at most 32 fields.");
            }
            has_field = memchr(line.data, ',', line.size) != NULL;
            table->fields[table->field_count] = trim(take_until(&line, ','));
        }
        *more = table->field_count > 0;
    }
    return LOB_OK;
}

static lob_status take_name(lob_csv *table, uint32_t field, const char *hint) {
    uint32_t k = 0;
    while (k < table->column_count && !lob_str_equal(table->fields[field], lob_str_from(table->columns[k].name))) {
        k++;
    }
    if (k == table->column_count) {
        return refuse(table, NULL, "Unknown column in the first line", hint);
    }
    if (table->at[k] != LOB_CSV_FIELDS_MAX) {
        return refuse(table, table->columns[k].name, "A column is listed twice in the first line", hint);
    }
    table->at[k] = field;
    return LOB_OK;
}

lob_status lob_csv_begin(lob_csv *table) {
    char hint[WORDS_SIZE] = "The first line must name the columns: ";
    size_t size = strlen(hint);
    bool more;
    for (uint32_t k = 0; k < table->column_count; k++) {
        table->at[k] = LOB_CSV_FIELDS_MAX;
        size += (size_t)snprintf(hint + size, sizeof hint - size, "%s%s", k > 0 ? ", " : "", table->columns[k].name);
    }
    snprintf(hint + size, sizeof hint - size, ".");
    LOB_TRY(lob_csv_next(table, &more));
    for (uint32_t i = 0; more && i < table->field_count; i++) {
        LOB_TRY(take_name(table, i, hint));
    }
    for (uint32_t k = 0; k < table->column_count; k++) {
        if (table->columns[k].is_needed && table->at[k] == LOB_CSV_FIELDS_MAX) {
            return refuse(table, table->columns[k].name, "A column is missing in the first line", hint);
        }
    }
    return LOB_OK;
}

lob_str lob_csv_field(const lob_csv *table, uint32_t column) {
    return table->at[column] < table->field_count ? table->fields[table->at[column]] : (lob_str){NULL, 0};
}

lob_status lob_csv_number(const lob_csv *table, uint32_t column, bool *has, double *value) {
    const lob_csv_column *c = &table->columns[column];
    char text[NUMBER_SIZE] = "", *end;
    const lob_str field = lob_csv_field(table, column);
    *has = field.size > 0;
    if (!*has) {
        return LOB_OK;
    }
    if (field.size < sizeof text) {
        memcpy(text, field.data, field.size);
        text[field.size] = '\0';
    }
    *value = lob_num_strtod(text, &end);
    if (end == text || *end != '\0' || !(*value >= c->low && *value <= c->high)) {
        return refuse(table, c->name, "A value is not a number, or is out of range, in a line", table->units);
    }
    return LOB_OK;
}

lob_status lob_csv_need(const lob_csv *table, uint32_t column, double *value) {
    bool has;
    LOB_TRY(lob_csv_number(table, column, &has, value));
    return has ? LOB_OK
               : refuse(table, table->columns[column].name, "A number is missing in a line", "Fill in the field.");
}
