/* Reading cases. A file that is no case becomes a line of faults and nothing else; only a folder that cannot be read,
 * or want of memory, ends the work. */
#include <dirent.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "gen/parse.h"
#include "load.h"
#include "json/reader.h"

/* ---- files and texts ---- */

lob_status conf_read_file(lob_ctx *ctx, const char *path, lob_str *text) {
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat info;
    lob_status status;
    if (fd < 0 || fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) {
        if (fd >= 0) {
            close(fd);
        }
        status = lob_fail(ctx, LOB_E_FILE_NOT_FOUND, "A file cannot be read");
        lob_hint(ctx, "Give the path of a file that can be read.");
        lob_error_text(&ctx->error, "path", lob_str_from(path));
        return status;
    }
    status = lob_file_read_all(ctx, fd, CONF_FILE_SIZE_MAX, text);
    close(fd);
    if (status != LOB_OK) {
        lob_error_text(&ctx->error, "path", lob_str_from(path));
    }
    return status;
}

const char *conf_join(lob_ctx *ctx, const char *folder, const char *name) {
    size_t folder_size = strlen(folder), name_size = strlen(name);
    char *path = lob_arena_alloc(ctx->arena, folder_size + name_size + 2);
    if (path == NULL) {
        lob_fail_memory(ctx);
        return NULL;
    }
    memcpy(path, folder, folder_size);
    path[folder_size] = '/';
    memcpy(path + folder_size + 1, name, name_size + 1);
    return path;
}

const char *conf_cases_version(lob_ctx *ctx, const char *cases) {
    const char *path = conf_join(ctx, cases, "VERSION");
    lob_str text = {0};
    if (path == NULL || conf_read_file(ctx, path, &text) != LOB_OK) {
        lob_error_clear(&ctx->error);
        return "";
    }
    const char *kept =
        lob_arena_strdup(ctx->arena, text.data, text.size - (text.size > 0 && text.data[text.size - 1] == '\n'));
    return kept != NULL ? kept : "";
}

lob_str conf_buf_text(lob_ctx *ctx, lob_buf *buf) {
    bool fine = buf->failed == LOB_BUF_FINE;
    lob_str text = {fine ? lob_arena_strdup(ctx->arena, buf->data != NULL ? buf->data : "", buf->size) : NULL,
                    buf->size};
    lob_buf_release(buf);
    if (text.data == NULL) {
        lob_fail_memory(ctx);
    }
    return text;
}

/* ---- lists that grow ---- */

/* Room for one more: doubled whenever the count is a power of two. */
static void *grown(lob_ctx *ctx, void *items, size_t count, size_t size) {
    if ((count & (count - 1)) != 0) {
        return items;
    }
    void *more = lob_arena_zalloc(ctx->arena, count == 0 ? 1 : count * 2, size);
    if (more == NULL) {
        lob_fail_memory(ctx);
    } else if (count > 0) {
        memcpy(more, items, count * size);
    }
    return more;
}

lob_status conf_fault(lob_ctx *ctx, conf_cases *cases, lob_str id, const char *format, ...) {
    char what[900];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    lob_buf line;
    lob_buf_init(&line, 0);
    lob_buf_add(&line, id.data, id.size);
    lob_buf_printf(&line, ": %s", what);
    lob_str text = conf_buf_text(ctx, &line);
    lob_str *items = grown(ctx, cases->faults.items, cases->faults.count, sizeof *items);
    if (text.data == NULL || items == NULL) {
        return lob_fail_memory(ctx);
    }
    cases->faults.items = items;
    items[cases->faults.count++] = text;
    return LOB_OK;
}

bool conf_fault_is_of(lob_str fault, lob_str id) {
    return fault.size > id.size && memcmp(fault.data, id.data, id.size) == 0 && fault.data[id.size] == ':';
}

/* After what a generated parser says: a fault of the text is noted for `id` and cleared from ctx. */
static lob_status note_issues(lob_ctx *ctx, conf_cases *cases, lob_str id, lob_status status) {
    if (status == LOB_OK || ctx->error.issue_count == 0) {
        return status;
    }
    for (unsigned i = 0; i < ctx->error.issue_count; i++) {
        lob_buf line;
        lob_buf_init(&line, 0);
        lob_issue_print(&ctx->error.issues[i], &line);
        bool fine = line.failed == LOB_BUF_FINE && conf_fault(ctx, cases, id, "%s", line.data) == LOB_OK;
        lob_buf_release(&line);
        if (!fine) {
            lob_error_clear(&ctx->error);
            return lob_fail_memory(ctx);
        }
    }
    lob_error_clear(&ctx->error);
    return LOB_OK;
}

lob_status conf_cases_add(lob_ctx *ctx, conf_cases *cases, lob_str id, const char *path, lob_str text) {
    lob_json_fault fault;
    conf_case item = {.path = path, .raw = text};
    cJSON *tree = lob_json_parse(text, &fault);
    if (tree == NULL && strcmp(fault.what, "out of memory") == 0) {
        return lob_fail_memory(ctx);
    }
    if (tree == NULL) {
        return conf_fault(ctx, cases, id, "line %u, column %u: %s", fault.line, fault.column, fault.what);
    }
    lob_status status = lob_conformance_case_parse(ctx, tree, &item.is);
    cJSON_Delete(tree);
    if (status != LOB_OK) {
        return note_issues(ctx, cases, id, status);
    }
    if (!lob_str_equal(item.is.id, id)) {
        LOB_TRY(conf_fault(ctx, cases, id, "its id is another one, %s", item.is.id.data));
        item.is.id = id;
    }
    conf_case *items = grown(ctx, cases->items, cases->count, sizeof *items);
    if (items == NULL) {
        return LOB_E_TOOL_LIMIT_EXCEEDED;
    }
    cases->items = items;
    items[cases->count++] = item;
    return LOB_OK;
}

/* ---- folders ---- */

static bool is_json(const char *name) {
    size_t size = strlen(name);
    return size > strlen(".json") && strcmp(name + size - strlen(".json"), ".json") == 0;
}

static int is_shown(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

static bool is_name(const char *text, size_t size) {
    bool fine = size > 0;
    for (size_t i = 0; i < size; i++) {
        fine = fine && ((text[i] >= 'a' && text[i] <= 'z') || (text[i] >= '0' && text[i] <= '9') || text[i] == '_');
    }
    return fine;
}

static lob_status add_file(lob_ctx *ctx, conf_cases *cases, const char *area, const char *folder, const char *file) {
    char id[600];
    size_t size = strlen(file) - strlen(".json");
    snprintf(id, sizeof id, "%s/%.*s", area, (int)size, file);
    lob_str name = {lob_arena_strdup(ctx->arena, id, strlen(id)), strlen(id)};
    const char *path = conf_join(ctx, folder, file);
    lob_str text;
    if (name.data == NULL || path == NULL) {
        return lob_fail_memory(ctx);
    }
    if (!is_name(area, strlen(area)) || !is_name(file, size) || strcmp(area, "example") == 0) {
        return conf_fault(ctx, cases, name,
                          "areas and names are of a-z, 0-9 and _, and the area example is for the examples of tools");
    }
    lob_status status = conf_read_file(ctx, path, &text);
    if (status == LOB_E_FILE_NOT_FOUND) {
        lob_error_clear(&ctx->error);
        return conf_fault(ctx, cases, name, "cannot be read");
    }
    LOB_TRY(status);
    return conf_cases_add(ctx, cases, name, path, text);
}

static lob_status add_area(lob_ctx *ctx, conf_cases *cases, const char *cases_folder, const char *area) {
    const char *folder = conf_join(ctx, cases_folder, area);
    struct dirent **entries = NULL;
    if (folder == NULL) {
        return LOB_E_TOOL_LIMIT_EXCEEDED;
    }
    int count = scandir(folder, &entries, is_shown, alphasort);
    lob_status status = LOB_OK;
    if (count < 0 && is_json(area)) {
        status = conf_fault(ctx, cases, lob_str_from(area), "a case lies in the folder of its area");
    }
    for (int i = 0; i < count; i++) {
        if (status == LOB_OK && is_json(entries[i]->d_name)) {
            status = add_file(ctx, cases, area, folder, entries[i]->d_name);
        }
        free(entries[i]);
    }
    free(entries);
    return status;
}

static int compare_cases(const void *a, const void *b) {
    return lob_str_compare(((const conf_case *)a)->is.id, ((const conf_case *)b)->is.id);
}

lob_status conf_cases_load(lob_ctx *ctx, const conf_places *places, conf_cases *cases) {
    *cases = (conf_cases){.items = NULL};
    struct dirent **entries = NULL;
    int count = scandir(places->cases, &entries, is_shown, alphasort);
    lob_status status = LOB_OK;
    if (count < 0) {
        status = lob_fail(ctx, LOB_E_FILE_NOT_FOUND, "The folder of cases cannot be read");
        lob_hint(ctx, "Give a folder with --cases.");
        lob_error_text(&ctx->error, "path", lob_str_from(places->cases));
    }
    for (int i = 0; i < count; i++) {
        if (status == LOB_OK) {
            status = add_area(ctx, cases, places->cases, entries[i]->d_name);
        }
        free(entries[i]);
    }
    free(entries);
    LOB_TRY(status);
    if (places->tools != NULL) {
        LOB_TRY(conf_examples_load(ctx, places->tools, cases));
    }
    if (places->fixtures != NULL) {
        LOB_TRY(conf_transcripts_load(ctx, places->fixtures, cases));
    }
    if (cases->count > 0) {
        qsort(cases->items, cases->count, sizeof *cases->items, compare_cases);
    }
    return LOB_OK;
}

static bool fits_any(const conf_globs *globs, const char *id) {
    for (size_t i = 0; i < globs->count; i++) {
        if (fnmatch(globs->items[i], id, 0) == 0) {
            return true;
        }
    }
    return false;
}

bool conf_is_chosen(const conf_choice *choice, const conf_case *item) {
    const char *id = item->is.id.data;
    return (choice->profiles >> item->is.profile & 1) != 0 && (choice->run.count == 0 || fits_any(&choice->run, id)) &&
           !fits_any(&choice->skip, id);
}
