/* Every file through lob_read_layout(), the answer held against the expectation of its recipe. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "badc.h"
#include "base/limits.h"
#include "io/read.h"

enum { TOLD_SIZE = 400 };

static const lob_error_detail *detail(const lob_error *error, const char *key) {
    for (unsigned i = 0; i < error->detail_count; i++) {
        if (strcmp(error->details[i].key, key) == 0) {
            return &error->details[i];
        }
    }
    return NULL;
}

static void differ(char *told, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void differ(char *told, const char *format, ...) {
    size_t size = strlen(told);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(told + size, TOLD_SIZE - size, format, arguments);
    va_end(arguments);
}

static void check_text(char *told, const lob_error *error, const char *key, const char *expected) {
    const lob_error_detail *found = detail(error, key);
    if (!expected && found) {
        differ(told, " %s is %.*s, not absent;", key, (int)found->text.size, found->text.data);
    } else if (expected && !found) {
        differ(told, " %s is absent, not %s;", key, expected);
    } else if (expected && !lob_str_equal(found->text, lob_str_from(expected))) {
        differ(told, " %s is %.*s, not %s;", key, (int)found->text.size, found->text.data, expected);
    }
}

static void check_number(char *told, const lob_error *error, const char *key, int64_t expected) {
    const lob_error_detail *found = detail(error, key);
    int64_t is = found ? found->integer : BAD_ABSENT;
    if (is != expected) {
        differ(told, " %s is %lld, not %lld;", key, (long long)is, (long long)expected);
    }
}

static void check_refused(char *told, const lob_error *error, const bad_expect *e) {
    if (error->code != LOB_E_UNSUPPORTED_FORMAT) {
        differ(told, " code is %s, not UNSUPPORTED_FORMAT;", lob_status_name(error->code));
        return;
    }
    check_text(told, error, "reason", e->reason);
    check_text(told, error, "record", e->record);
    check_number(told, error, "offset", e->offset);
    check_number(told, error, "record_index", e->index);
    check_number(told, error, "reference", e->reference);
    if (e->cell) {
        check_text(told, error, "cell", e->cell);
    }
    if (!error->message[0] || !error->hint[0]) {
        differ(told, " the message or the hint is empty;");
    }
}

static void check_accepted(char *told, const lob_layout *layout, const bad_expect *e, const char *expected) {
    char kinds[256] = "";
    for (uint32_t i = 0; i < lob_layout_warning_count(layout); i++) {
        size_t size = strlen(kinds);
        snprintf(kinds + size, sizeof kinds - size, "%s%s", size ? " " : "", lob_layout_warning(layout, i)->kind);
    }
    if (strcmp(kinds, expected) != 0) {
        differ(told, " warnings are \"%s\", not \"%s\";", kinds, expected);
    }
    uint64_t shapes =
        lob_layout_top_count(layout) ? lob_layout_cell(layout, lob_layout_top(layout, 0))->shape_count_expanded : 0;
    if (shapes != e->shapes_expanded) {
        differ(told, " it holds %llu shapes, not %llu;", (unsigned long long)shapes,
               (unsigned long long)e->shapes_expanded);
    }
}

int bad_descriptor(const lob_buf *bytes) {
    FILE *file = tmpfile();
    int fd = file ? dup(fileno(file)) : -1;
    if (file) {
        fwrite(bytes->data, 1, bytes->size, file);
        fclose(file);
    }
    if (fd >= 0) {
        lseek(fd, 0, SEEK_SET);
    }
    return fd;
}

static void read_one(const bad_row *row, const bad_file *file, bool is_strict, lob_arena *arena, char *told) {
    const bad_expect *e = &file->expect;
    const char *warnings = !e->reason ? e->warnings : is_strict ? NULL : e->forgiven; /* NULL: refused */
    lob_ctx ctx;
    lob_read_result result = {0};
    lob_read_options options = {.expected = lob_format_from_name(lob_str_from(row->name)),
                                .inflated_max = LOB_LIMIT_INFLATED_SIZE,
                                .layout_size_max = LOB_LIMIT_LAYOUT_SIZE,
                                .is_strict = is_strict};
    lob_ctx_init(&ctx, arena);
    int fd = bad_descriptor(&file->bytes);
    lob_status status = fd >= 0 ? lob_read_layout(&ctx, fd, &options, &result) : LOB_E_INTERNAL_ERROR;
    if (fd < 0) {
        differ(told, " no temporary file can be made;");
    } else if ((status == LOB_OK) != (warnings != NULL)) {
        differ(told, status == LOB_OK ? " it is accepted;" : " it is refused: %s;", ctx.error.message);
    } else if (status == LOB_OK) {
        check_accepted(told, result.layout, e, warnings);
    } else {
        check_refused(told, &ctx.error, e);
    }
    lob_layout_drop(result.layout);
}

static void judge(const bad_row *row, const char *told, bad_tally *tally) {
    if (row->known && *told) {
        printf("  known: %s:%s\n", row->name, told);
        tally->known++;
    } else if (*told || row->known) {
        printf("  FAIL %s:%s\n", row->name, *told ? told : " it is right now: take .known from its row");
        tally->failed++;
    } else {
        tally->passed++;
    }
}

void bad_run_row(const bad_row *row, bad_tally *tally) {
    char told[TOLD_SIZE] = "";
    bad_file file;
    lob_arena *arena = lob_arena_new(0);
    if (bad_make(row, &file) && arena) {
        read_one(row, &file, true, arena, told);
        read_one(row, &file, false, arena, told);
    } else {
        differ(told, " out of memory;");
    }
    lob_buf_release(&file.bytes);
    lob_arena_drop(arena);
    judge(row, told, tally);
}

void bad_run(bad_tally *tally) {
    unsigned count;
    const bad_row *const *rows = bad_rows(&count);
    for (unsigned i = 0; i < count; i++) {
        bad_run_row(rows[i], tally);
    }
}
