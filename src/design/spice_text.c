/* A SPICE text as lines: comments gone, continuations joined, included files in their place.
 *
 * Invariant: included files lie below the folder of the first one, no way leads through a link or "..", and a file is
 * never open twice. The stack of open files is our own; their sizes together are bounded as one file's is.
 */
#include <unistd.h>

#include "base/limits.h"
#include "base/utf8.h"
#include "design/spice_impl.h"

enum { PATH_SIZE = 4096 };

typedef struct source {
    lob_str text, path; /* path: absolute, or empty */
    size_t at;
    uint32_t file, line;
} source;

typedef struct reading {
    lob_spice *s;
    lob_roots *roots; /* of included files; opened when the first one comes */
    source open[LOB_SPICE_FILES_DEEP];
    size_t depth;
    uint64_t size; /* of all files so far */
    lob_buf pending;
    lob_spice_line pending_at;
    bool has_pending, is_joined; /* joined: the line ended in \\, so the next one belongs to it */
} reading;

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

static lob_str trim(lob_str text) {
    while (text.size > 0 && is_blank(text.data[0])) {
        text = (lob_str){text.data + 1, text.size - 1};
    }
    while (text.size > 0 && is_blank(text.data[text.size - 1])) {
        text.size--;
    }
    return text;
}

/* ---- comments ---- */

/* $[model], $NAME=..., $PINS are words of CDL; any other $ begins a comment. */
static bool is_cdl_word(lob_str rest) {
    size_t size = 1;
    if (rest.size > 1 && rest.data[1] == '[') {
        return true;
    }
    while (size < rest.size && rest.data[size] != '=' && !is_blank(rest.data[size])) {
        size++;
    }
    const bool is_pins = lob_spice_is((lob_str){rest.data, size}, "$pins");
    const size_t name = size;
    while (size < rest.size && is_blank(rest.data[size])) {
        size++;
    }
    return is_pins || (name > 1 && size < rest.size && rest.data[size] == '=');
}

static lob_str strip_comment(lob_str line) {
    char quote = '\0';
    for (size_t i = 0; i < line.size; i++) {
        const char c = line.data[i];
        if (quote) {
            quote = (char)(c == quote ? '\0' : quote);
        } else if (c == '\'' || c == '"') {
            quote = c;
        } else if (c == ';' || (c == '$' && (i == 0 || is_blank(line.data[i - 1])) &&
                                !is_cdl_word((lob_str){line.data + i, line.size - i}))) {
            line.size = i;
        }
    }
    return trim(line);
}

/* ---- lines ---- */

static lob_status keep_pending(reading *r) {
    lob_spice *s = r->s;
    if (!r->has_pending) {
        return LOB_OK;
    }
    r->has_pending = false;
    if (r->pending.failed) {
        return lob_fail_memory(s->ctx);
    }
    const lob_str text = {r->pending.data, r->pending.size};
    if (!lob_utf8_valid(text) || memchr(text.data, '\0', text.size)) {
        return lob_spice_fail(s, &r->pending_at, "The line is not UTF-8 text",
                              "Save the file as UTF-8; other bytes are only allowed in comments.", (lob_str){0});
    }
    s->lines = lob_spice_grow(s, s->lines, s->line_count, sizeof *s->lines);
    const char *copy = s->lines ? lob_arena_strdup(s->ctx->arena, text.data, text.size) : NULL;
    if (!copy) {
        return lob_fail_memory(s->ctx);
    }
    s->lines[s->line_count] = r->pending_at;
    s->lines[s->line_count++].text = (lob_str){copy, text.size};
    return LOB_OK;
}

static lob_status begin_pending(reading *r, lob_str text, uint32_t file, uint32_t line) {
    LOB_TRY(keep_pending(r));
    lob_buf_clear(&r->pending);
    lob_buf_add(&r->pending, text.data, text.size);
    r->pending_at = (lob_spice_line){.file = file, .line = line};
    r->has_pending = true;
    return LOB_OK;
}

/* ---- included files ---- */

static lob_status fail_include(reading *r, const lob_spice_line *at, const char *fault, lob_str name) {
    return lob_spice_fail(r->s, at, fault,
                          "Copy the file into the folder of the netlist or below and use a relative path, or delete "
                          "the line if the file only has models.",
                          name);
}

static bool has_dots(lob_str name) {
    for (size_t i = 0; i + 1 < name.size; i++) {
        const bool begins = i == 0 || name.data[i - 1] == '/';
        if (begins && name.data[i] == '.' && name.data[i + 1] == '.' &&
            (i + 2 == name.size || name.data[i + 2] == '/')) {
            return true;
        }
    }
    return false;
}

static lob_str folder_of(lob_str path) {
    while (path.size > 0 && path.data[path.size - 1] != '/') {
        path.size--;
    }
    return path;
}

static lob_status open_roots(reading *r, const lob_spice_line *at) {
    const lob_str folder = folder_of(r->s->path);
    if (r->roots) {
        return LOB_OK;
    }
    if (folder.size == 0 || memchr(folder.data, ':', folder.size)) {
        return lob_spice_fail(r->s, at, "A file is included, but the path of the netlist's folder contains a colon",
                              "Move the netlist to a folder whose path has no colon.", (lob_str){0});
    }
    const char *list = lob_arena_strdup(r->s->ctx->arena, folder.data, folder.size);
    return list ? lob_roots_open(r->s->ctx, list, &r->roots) : lob_fail_memory(r->s->ctx);
}

static lob_status read_included(reading *r, const lob_spice_line *at, lob_str name, lob_str path, lob_str *text) {
    struct stat info;
    lob_ctx opening;
    int fd = -1;
    LOB_TRY(open_roots(r, at));
    lob_ctx_init(&opening, r->s->ctx->arena);
    lob_status status = lob_file_open_input(&opening, r->roots, path, LOB_LIMIT_DESIGN_FILE_SIZE, &fd, &info);
    if (status == LOB_OK) {
        status = lob_file_read_all(&opening, fd, LOB_LIMIT_DESIGN_FILE_SIZE, text);
        close(fd);
    }
    if (status == LOB_E_TOOL_LIMIT_EXCEEDED) {
        lob_error_take(&r->s->ctx->error, &opening.error);
        return status;
    }
    return status == LOB_OK ? LOB_OK : fail_include(r, at, "The included file cannot be read", name);
}

static lob_status push_file(reading *r, const lob_spice_line *at, lob_str name, lob_str path) {
    lob_spice *s = r->s;
    lob_str text;
    for (size_t i = 0; i < r->depth; i++) {
        if (lob_str_equal(r->open[i].path, path)) {
            return lob_spice_fail(s, at, "The file includes itself", "Delete one of the .include lines of the cycle.",
                                  name);
        }
    }
    if (r->depth == LOB_SPICE_FILES_DEEP) {
        return lob_spice_fail(s, at, "Files include each other more than 16 deep",
                              "Use fewer levels of included "
                              "files.",
                              name);
    }
    LOB_TRY(read_included(r, at, name, path, &text));
    r->size += text.size;
    if (r->size > LOB_LIMIT_DESIGN_FILE_SIZE) {
        return lob_spice_limit(s, "bytes with all included files", LOB_LIMIT_DESIGN_FILE_SIZE);
    }
    s->files = lob_spice_grow(s, s->files, s->file_count, sizeof *s->files);
    if (!s->files) {
        return LOB_E_TOOL_LIMIT_EXCEEDED;
    }
    r->open[r->depth++] = (source){.text = text, .path = path, .file = (uint32_t)s->file_count};
    s->files[s->file_count++] = name;
    return LOB_OK;
}

/* `rest`: what follows .include. */
static lob_status include(reading *r, const lob_spice_line *at, lob_str rest) {
    lob_str name = trim(rest);
    if (name.size > 1 && (name.data[0] == '"' || name.data[0] == '\'') && name.data[name.size - 1] == name.data[0]) {
        name = (lob_str){name.data + 1, name.size - 2};
    }
    const lob_str folder = folder_of(r->open[r->depth - 1].path);
    if (name.size == 0 || name.size + folder.size >= PATH_SIZE) {
        return lob_spice_fail(r->s, at, "The line includes no file", "Write .include \"NAME\".", (lob_str){0});
    }
    if (name.data[0] == '/' || has_dots(name)) {
        return fail_include(r, at, "The included file is not in the folder of the netlist", name);
    }
    char *path = lob_arena_alloc(r->s->ctx->arena, folder.size + name.size + 1);
    if (!path || !lob_utf8_valid(name)) {
        return path ? fail_include(r, at, "The name of the included file is not UTF-8", (lob_str){0})
                    : lob_fail_memory(r->s->ctx);
    }
    if (folder.size > 0) {
        memcpy(path, folder.data, folder.size);
    }
    memcpy(path + folder.size, name.data, name.size);
    path[folder.size + name.size] = '\0';
    const char *shown = lob_arena_strdup(r->s->ctx->arena, name.data, name.size);
    return shown ? push_file(r, at, (lob_str){shown, name.size}, (lob_str){path, folder.size + name.size})
                 : lob_fail_memory(r->s->ctx);
}

/* ---- the text ---- */

static bool next_line(source *from, lob_str *line) {
    if (from->at >= from->text.size) {
        return false;
    }
    const char *start = from->text.data + from->at;
    const char *feed = memchr(start, '\n', from->text.size - from->at);
    const size_t size = feed ? (size_t)(feed - start) : from->text.size - from->at;
    from->at += size + 1;
    from->line++;
    *line = (lob_str){start, size};
    return true;
}

static size_t word_size(lob_str line) {
    size_t size = 0;
    while (size < line.size && !is_blank(line.data[size])) {
        size++;
    }
    return size;
}

/* The title of a file is no card; but one that looks like a device was meant to be one. */
static lob_status check_title(reading *r, const source *from, lob_str line) {
    const lob_str word = {line.data, word_size(line)};
    size_t digits = 1;
    while (digits < word.size && word.data[digits] >= '0' && word.data[digits] <= '9') {
        digits++;
    }
    const bool is_device =
        memchr(line.data, '=', line.size) || (digits > 1 && digits == word.size && line.size > digits);
    const lob_spice_line at = {.file = from->file, .line = from->line};
    return is_device
               ? lob_spice_fail(r->s, &at, "The first line of a SPICE file is its title, but this looks like a device",
                                "Put a title or a comment line (*) in front.", word)
               : LOB_OK;
}

static bool has_title(const reading *r, const source *from, lob_str line) {
    const lob_str path = r->s->path;
    const bool is_cdl = path.size > 4 && lob_spice_is((lob_str){path.data + path.size - 4, 4}, ".cdl");
    return from->file == 0 && from->line == 1 && !is_cdl && !strchr("*.+$;", line.data[0]);
}

/* A line behind .end: nothing of it is read, but it is told. */
static lob_status skip_rest(reading *r, source *from) {
    lob_str line;
    while (next_line(from, &line)) {
        line = strip_comment(line);
        if (line.size > 0 && line.data[0] != '*') {
            LOB_TRY(lob_spice_note(r->s, "after_end", "Lines after .end were not read."));
        }
    }
    return LOB_OK;
}

/* A line that continues the one before it. */
static lob_status continue_line(reading *r, lob_str line, const lob_spice_line *at) {
    lob_buf_add_byte(&r->pending, ' ');
    lob_buf_add(&r->pending, line.data, line.size);
    return r->has_pending ? LOB_OK
                          : lob_spice_fail(r->s, at, "A line begins with +, but there is no line to continue",
                                           "Delete the + or restore the line before it.", (lob_str){0});
}

static lob_status take_line(reading *r, source *from, lob_str raw) {
    const lob_str trimmed = trim(raw);
    const bool is_pragma = trimmed.size > 2 && trimmed.data[0] == '*' && trimmed.data[1] == '.' &&
                           ((trimmed.data[2] | 32) >= 'a' && (trimmed.data[2] | 32) <= 'z');
    const bool is_comment = trimmed.size > 0 && trimmed.data[0] == '*' && !is_pragma;
    lob_str line = strip_comment(trimmed);
    const lob_spice_line at = {.file = from->file, .line = from->line};
    if (line.size == 0 || is_comment) {
        return LOB_OK;
    }
    if (has_title(r, from, line)) {
        return check_title(r, from, line);
    }
    const bool is_plus = line.data[0] == '+', was_joined = r->is_joined && r->has_pending;
    r->is_joined = false;
    while (line.size > 0 && line.data[line.size - 1] == '\\') {
        line.size--;
        r->is_joined = true;
    }
    if (is_plus || was_joined) {
        return continue_line(r, (lob_str){line.data + is_plus, line.size - is_plus}, &at);
    }
    const lob_str word = {line.data, word_size(line)};
    if (lob_spice_is(word, ".include") || lob_spice_is(word, ".inc")) {
        LOB_TRY(keep_pending(r));
        return include(r, &at, (lob_str){line.data + word.size, line.size - word.size});
    }
    if (lob_spice_is(word, ".end")) {
        LOB_TRY(keep_pending(r));
        return skip_rest(r, from);
    }
    return begin_pending(r, line, at.file, at.line);
}

static lob_status read_all(reading *r) {
    while (r->depth > 0) {
        source *from = &r->open[r->depth - 1];
        lob_str line;
        if (!next_line(from, &line)) {
            LOB_TRY(keep_pending(r));
            r->depth--;
            continue;
        }
        if (from->line % 1024 == 0) {
            LOB_TRY(lob_poll(r->s->ctx));
        }
        LOB_TRY(take_line(r, from, line));
    }
    return LOB_OK;
}

lob_status lob_spice_lines(lob_spice *s, lob_str text) {
    reading r = {.s = s, .depth = 1, .size = text.size};
    const size_t folder = folder_of(s->path).size;
    const bool has_mark = text.size >= 3 && memcmp(text.data, "\xef\xbb\xbf", 3) == 0;
    s->files = lob_spice_grow(s, NULL, 0, sizeof *s->files);
    if (!s->files) {
        return LOB_E_TOOL_LIMIT_EXCEEDED;
    }
    s->files[s->file_count++] = (lob_str){s->path.data + folder, s->path.size - folder};
    r.open[0] = (source){.text = text, .path = s->path, .at = has_mark ? 3 : 0};
    lob_buf_init(&r.pending, 0);
    lob_status status = read_all(&r);
    lob_buf_release(&r.pending);
    lob_roots_close(r.roots);
    return status;
}
