/* The clips of a batch. Those of a folder come in the order of their names' bytes, so a table is the same everywhere.
 */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "io/read.h"
#include "main/batch_impl.h"

enum { ROOM_FIRST = 32, PATH_SIZE = 4096 };

static lob_status add_file(lob_ctx *ctx, const char *path, lob_batch_rows *rows) {
    if (rows->count == rows->room) {
        const uint32_t room = rows->room ? 2 * rows->room : ROOM_FIRST;
        lob_batch_row *const items = lob_calloc(room, sizeof *items);
        if (items == NULL) {
            return lob_fail_memory(ctx);
        }
        if (rows->count) {
            memcpy(items, rows->items, rows->count * sizeof *items);
        }
        lob_free(rows->items);
        rows->items = items;
        rows->room = room;
    }
    lob_batch_row *const row = &rows->items[rows->count];
    const size_t size = strlen(path) + 1;
    *row = (lob_batch_row){.file = lob_calloc(size, 1)};
    if (row->file == NULL) {
        return lob_fail_memory(ctx);
    }
    memcpy(row->file, path, size);
    rows->count++;
    for (unsigned k = 0; k < LOB_BATCH_COUNT; k++) {
        row->before[k] = row->after[k] = -1;
    }
    return LOB_OK;
}

static bool is_clip(const char *name) {
    const size_t size = strlen(name);
    return lob_format_from_name(lob_str_from(name)) != LOB_FORMAT_UNKNOWN ||
           (size > 4 && strcmp(name + size - 4, ".glp") == 0);
}

static int by_name(const void *a, const void *b) {
    const lob_batch_row *const one = a, *const other = b;
    return strcmp(one->file, other->file);
}

static lob_status fail_folder(lob_ctx *ctx, const char *path, const char *reason, const char *message) {
    const lob_status status = lob_fail(ctx, LOB_E_FILE_NOT_FOUND, "%s", message);
    lob_error_text(&ctx->error, "path", lob_str_from(path));
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    lob_hint(ctx, "Name layouts (.gds, .oas), clips (.glp), or a folder that has some.");
    return status;
}

static lob_status add_folder(lob_ctx *ctx, const char *path, lob_batch_rows *rows) {
    const uint32_t first = rows->count;
    const size_t size = strlen(path);
    const char *const slash = size > 0 && path[size - 1] == '/' ? "" : "/";
    lob_status status = LOB_OK;
    DIR *const dir = opendir(path);
    if (dir == NULL) {
        return fail_folder(ctx, path, "unreadable", "A folder cannot be read");
    }
    for (struct dirent *entry; status == LOB_OK && (entry = readdir(dir));) {
        char name[PATH_SIZE];
        const int length = snprintf(name, sizeof name, "%s%s%s", path, slash, entry->d_name);
        if (entry->d_name[0] != '.' && is_clip(entry->d_name) && length < (int)sizeof name) {
            status = add_file(ctx, name, rows);
        }
    }
    closedir(dir);
    LOB_TRY(status);
    if (rows->count == first) {
        return fail_folder(ctx, path, "absent", "A folder has no layouts or clips");
    }
    qsort(rows->items + first, rows->count - first, sizeof *rows->items, by_name);
    return LOB_OK;
}

lob_status lob_batch_add(lob_ctx *ctx, const char *path, lob_batch_rows *rows) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode) ? add_folder(ctx, path, rows) : add_file(ctx, path, rows);
}

void lob_batch_rows_drop(lob_batch_rows *rows) {
    for (uint32_t i = 0; i < rows->count; i++) {
        lob_free(rows->items[i].file);
    }
    lob_free(rows->items);
    *rows = (lob_batch_rows){.count = 0};
}
