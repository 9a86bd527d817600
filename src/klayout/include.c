/* The text of a deck: read beneath its folder, unwrapped when it is a macro, its includes put in place.
 *
 * KLayout takes a line `# %include NAME` (spaces before and between do not matter) and puts the lines of NAME there,
 * relative to the file that says so. The same here, with a stack instead of recursion. A file is opened twice, beneath
 * the folders that may be read and beneath the folder of the deck, and must be the same one both times: so neither a
 * link nor a name leads out of either.
 */
#include "klayout/deck_impl.h"

#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/limits.h"
#include "io/xml/xml.h"

enum { PATH_SIZE_MAX = 4096 };
#define READ_SIZE_MAX                                                                                                  \
    (4 * (uint64_t)LOB_LIMIT_DRC_DECK_SIZE) /* of all files together: lines that include leave no text */

typedef struct level {
    lob_str text, name; /* name: relative to the folder of the deck */
    size_t at;
    uint32_t line; /* of `at` */
} level;

typedef struct reading {
    lob_ctx *ctx;
    const lob_deck_spec *spec;
    lob_deck_text *out;
    lob_roots *folder;
    lob_str dir; /* of the deck, with its slash */
    level levels[LOB_DECK_DEPTH_MAX];
    unsigned depth;
    uint32_t line;      /* next of the text made */
    uint64_t read_size; /* of all files so far */
} reading;

/* ---- errors ---- */

static lob_status fail_deck(lob_ctx *ctx, const char *reason, const char *message, const char *hint) {
    lob_status status = lob_fail(ctx, LOB_E_DRC_RUN_FAILED, "%s", message);
    lob_hint(ctx, "%s", hint);
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    return status;
}

static lob_status fail_include(reading *r, const char *reason, const char *message, const char *hint, lob_str name) {
    lob_status status = fail_deck(r->ctx, reason, message, hint);
    const level *from = &r->levels[r->depth - 1];
    lob_error_text(&r->ctx->error, "include", name);
    lob_error_text(&r->ctx->error, "file", from->name);
    lob_error_integer(&r->ctx->error, "line", from->line);
    return status;
}

static lob_status fail_size(lob_ctx *ctx) {
    lob_status status = fail_deck(ctx, "deck_size", "The deck and its included files are larger than allowed",
                                  "Split the deck, and run its parts one after another.");
    lob_error_integer(&ctx->error, "limit", LOB_LIMIT_DRC_DECK_SIZE);
    return status;
}

/* ---- macros ---- */

enum { MACRO = 1, MACRO_TEXT, MACRO_INTERPRETER, MACRO_DSL };

typedef struct macro {
    lob_ctx *ctx;
    lob_str text, interpreter, dsl;
} macro;

static lob_status take_element(void *self, unsigned state, lob_str text) {
    macro *m = self;
    lob_str *to = state == MACRO_TEXT ? &m->text : state == MACRO_INTERPRETER ? &m->interpreter : &m->dsl;
    if (state == MACRO) {
        return LOB_OK;
    }
    char *copy = lob_arena_strdup(m->ctx->arena, text.data, text.size);
    *to = (lob_str){copy, text.size};
    return copy ? LOB_OK : lob_fail_memory(m->ctx);
}

/* A macro's text and language out of its XML. */
static lob_status unwrap(lob_ctx *ctx, lob_str xml, lob_str *text, bool *is_ruby) {
    static const lob_xml_rule rules[] = {{0, MACRO, "klayout-macro"},
                                         {MACRO, MACRO_TEXT, "text"},
                                         {MACRO, MACRO_INTERPRETER, "interpreter"},
                                         {MACRO, MACRO_DSL, "dsl-interpreter-name"},
                                         {0, 0, NULL}};
    static const lob_xml_grammar grammar = {rules, NULL, take_element, LOB_E_DRC_RUN_FAILED, "The macro"};
    const lob_source_options options = {0};
    macro m = {.ctx = ctx};
    lob_source *source;
    LOB_TRY(lob_source_open_memory(ctx, xml.data, xml.size, &options, &source));
    lob_status status = lob_xml_parse(ctx, source, &grammar, &m, NULL);
    lob_source_close(source);
    LOB_TRY(status);
    *is_ruby = lob_str_equal(m.interpreter, LOB_STR("ruby"));
    bool is_drc = lob_str_equal(m.interpreter, LOB_STR("dsl")) && m.dsl.size >= 3 && memcmp(m.dsl.data, "drc", 3) == 0;
    if (!m.text.data || !(*is_ruby || is_drc || (m.interpreter.size == 0 && m.dsl.size == 0))) {
        return fail_deck(ctx, "macro", "The macro contains no DRC or Ruby script",
                         "Name a macro whose interpreter is the DRC language or Ruby.");
    }
    *text = m.text;
    return LOB_OK;
}

/* Does `name` end in `suffix`, whatever its case? */
static bool has_suffix(lob_str name, const char *suffix) {
    size_t size = strlen(suffix);
    return name.size > size && strncasecmp(name.data + name.size - size, suffix, size) == 0;
}

/* ---- files ---- */

static bool same_file(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static lob_status take_text(lob_ctx *ctx, lob_str *content) {
    if (content->size >= 3 && memcmp(content->data, "\xEF\xBB\xBF", 3) == 0) {
        *content = (lob_str){content->data + 3, content->size - 3};
    }
    if (memchr(content->data, '\0', content->size)) {
        return fail_deck(ctx, "text", "The deck is not text", "Name a script, not a layout or an archive.");
    }
    return LOB_OK;
}

static lob_status read_deck_file(lob_ctx *ctx, int fd, const struct stat *info, lob_str *content) {
    if ((uint64_t)info->st_size > LOB_LIMIT_DRC_DECK_SIZE) {
        return fail_size(ctx);
    }
    LOB_TRY(lob_file_read_all(ctx, fd, LOB_LIMIT_DRC_DECK_SIZE, content));
    return take_text(ctx, content);
}

/* Starts on a file: a level of its own, and a section. */
static lob_status push(reading *r, lob_str content, lob_str name) {
    if (r->out->section_count == r->out->section_capacity) {
        size_t capacity = r->out->section_capacity ? 2 * r->out->section_capacity : 16;
        lob_deck_section *grown = LOB_NEW_ARRAY(r->ctx->arena, lob_deck_section, capacity);
        if (!grown) {
            return lob_fail_memory(r->ctx);
        }
        if (r->out->section_count > 0) {
            memcpy(grown, r->out->sections, r->out->section_count * sizeof *grown);
        }
        r->out->sections = grown;
        r->out->section_capacity = capacity;
    }
    r->out->sections[r->out->section_count++] = (lob_deck_section){r->line, 1, name};
    if (content.data) {
        r->levels[r->depth++] = (level){content, name, 0, 1};
        r->out->files++;
    } else { /* back in a file */
        r->out->sections[r->out->section_count - 1].line = r->levels[r->depth - 1].line;
    }
    return LOB_OK;
}

/* The name as seen from the folder of the deck, without "." and "..". False: it leads out, or is too long. */
static bool resolve(lob_str from, lob_str name, char out[PATH_SIZE_MAX], size_t *out_size) {
    size_t size = from.size;
    while (size > 0 && from.data[size - 1] != '/') {
        size--;
    }
    if (size + name.size + 1 >= PATH_SIZE_MAX || name.data[0] == '/') {
        return false;
    }
    memcpy(out, from.data, size); /* ends in a slash, or is empty */
    for (size_t at = 0; at < name.size;) {
        const char *slash = memchr(name.data + at, '/', name.size - at);
        size_t part = slash ? (size_t)(slash - name.data) - at : name.size - at;
        if (part == 2 && memcmp(name.data + at, "..", 2) == 0) {
            if (size == 0) {
                return false;
            }
            size--;
            while (size > 0 && out[size - 1] != '/') {
                size--;
            }
        } else if (part > 0 && !(part == 1 && name.data[at] == '.')) {
            memcpy(out + size, name.data + at, part);
            size += part;
            if (slash) {
                out[size++] = '/';
            }
        }
        at += part + 1;
    }
    *out_size = size;
    return size > 0 && out[size - 1] != '/';
}

static lob_status open_include(reading *r, lob_str name, lob_str path, lob_str *content) {
    static const char message[] = "A file that the deck includes cannot be read";
    static const char hint[] = "Keep the files that a deck includes in its folder or below, not as links.";
    lob_ctx *ctx = r->ctx;
    struct stat info, again;
    int fd, fd_again;
    lob_error_clear(&ctx->error);
    if (lob_file_open_input(ctx, r->spec->roots, path, 0, &fd, &info) != LOB_OK) {
        lob_error_clear(&ctx->error);
        return fail_include(r, "include_absent", message, hint, name);
    }
    if (lob_file_open_input(ctx, r->folder, path, 0, &fd_again, &again) != LOB_OK) {
        close(fd);
        lob_error_clear(&ctx->error);
        return fail_include(r, "include_absent", message, hint, name);
    }
    close(fd_again);
    lob_status status = same_file(&info, &again) ? read_deck_file(ctx, fd, &info, content)
                                                 : fail_include(r, "include_absent", message, hint, name);
    close(fd);
    r->read_size += status == LOB_OK ? content->size : 0;
    return status == LOB_OK && r->read_size > READ_SIZE_MAX ? fail_size(ctx) : status;
}

static lob_status open_folder(reading *r, lob_str name) {
    if (r->folder) {
        return LOB_OK;
    }
    char *dir = lob_arena_strdup(r->ctx->arena, r->dir.data, r->dir.size);
    if (!dir) {
        return lob_fail_memory(r->ctx);
    }
    if (strchr(dir, ':')) { /* separates folders in a list */
        return fail_include(r, "include_path", "A deck in a folder whose name has a colon cannot include files",
                            "Move the deck into another folder.", name);
    }
    return lob_roots_open(r->ctx, dir, &r->folder);
}

static lob_status include(reading *r, lob_str name) {
    char relative[PATH_SIZE_MAX];
    size_t size;
    lob_str content;
    if (r->spec->text.data) {
        return fail_include(r, "include_path", "A deck that is sent as text cannot include files",
                            "Put the contents of the file into the text, or name a deck file.", name);
    }
    if (r->depth == LOB_DECK_DEPTH_MAX) {
        return fail_include(r, "include_depth", "The deck includes files on too many levels",
                            "Look for a file that includes itself.", name);
    }
    if (r->out->files > LOB_DECK_INCLUDE_COUNT_MAX) {
        return fail_include(r, "include_count", "The deck includes too many files", "Join some of them.", name);
    }
    if (memmem(name.data, name.size, "$(", 2)) {
        return fail_include(r, "include_expression", "The deck includes a file whose name is computed",
                            "Write the file name as plain text.", name);
    }
    if (name.size == 0 || !resolve(r->levels[r->depth - 1].name, name, relative, &size)) {
        return fail_include(r, "include_path", "The deck includes a file outside its folder",
                            "Name the file relative to the deck, in its folder or below.", name);
    }
    LOB_TRY(open_folder(r, name));
    char *path = lob_arena_alloc(r->ctx->arena, r->dir.size + size + 1);
    if (!path) {
        return lob_fail_memory(r->ctx);
    }
    memcpy(path, r->dir.data, r->dir.size);
    memcpy(path + r->dir.size, relative, size);
    path[r->dir.size + size] = '\0';
    LOB_TRY(open_include(r, name, (lob_str){path, r->dir.size + size}, &content));
    return push(r, content, (lob_str){path + r->dir.size, size});
}

/* ---- lines ---- */

static size_t spaces(const char *text, size_t size) {
    size_t at = 0;
    while (at < size && strchr(" \t\r\v\f", text[at])) {
        at++;
    }
    return at;
}

/* `# %include NAME`, as KLayout reads it. */
static bool is_include(lob_str line, lob_str *name) {
    static const char word[] = "%include";
    size_t at = spaces(line.data, line.size);
    if (at == line.size || line.data[at++] != '#') {
        return false;
    }
    at += spaces(line.data + at, line.size - at);
    if (line.size - at < sizeof word - 1 || memcmp(line.data + at, word, sizeof word - 1) != 0) {
        return false;
    }
    at += sizeof word - 1;
    at += spaces(line.data + at, line.size - at);
    size_t end = line.size;
    while (end > at && strchr(" \t\r\v\f", line.data[end - 1])) {
        end--;
    }
    *name = (lob_str){line.data + at, end - at};
    return true;
}

static lob_status read_line(reading *r) {
    level *top = &r->levels[r->depth - 1];
    const char *from = top->text.data + top->at;
    size_t left = top->text.size - top->at;
    const char *newline = memchr(from, '\n', left);
    lob_str line = {from, newline ? (size_t)(newline - from) : left}, name;
    top->at += line.size + (newline != NULL);
    if (is_include(line, &name)) {
        LOB_TRY(include(r, name));
        top->line++;
        return LOB_OK;
    }
    top->line++;
    r->line++;
    lob_buf_add(&r->out->text, line.data, line.size);
    lob_buf_add_byte(&r->out->text, '\n');
    if (r->out->text.failed) {
        return r->out->text.failed == LOB_BUF_NO_MEMORY ? lob_fail_memory(r->ctx) : fail_size(r->ctx);
    }
    return LOB_OK;
}

static lob_status read_levels(reading *r) {
    while (r->depth > 0) {
        const level *top = &r->levels[r->depth - 1];
        LOB_TRY(lob_poll(r->ctx));
        if (top->at < top->text.size) {
            LOB_TRY(read_line(r));
        } else if (--r->depth > 0) {
            LOB_TRY(push(r, (lob_str){0}, r->levels[r->depth - 1].name));
        }
    }
    return LOB_OK;
}

static lob_status read_first(reading *r, lob_str *content) {
    struct stat info;
    int fd;
    lob_str path = r->spec->path;
    if (r->spec->text.data) {
        *content = r->spec->text;
        return take_text(r->ctx, content);
    }
    LOB_TRY(lob_file_open_input(r->ctx, r->spec->roots, path, LOB_LIMIT_DRC_DECK_SIZE, &fd, &info));
    lob_status status = read_deck_file(r->ctx, fd, &info, content);
    close(fd);
    LOB_TRY(status);
    r->out->is_ruby = has_suffix(path, ".rb");
    bool is_macro = has_suffix(path, ".lydrc") || has_suffix(path, ".lym");
    if (!is_macro && !r->out->is_ruby && !has_suffix(path, ".drc")) {
        return fail_deck(
            r->ctx, "kind", "The deck is not a DRC script",
            "Name a file that ends in .drc, .lydrc or .rb; a rule deck (.json) runs with script_type json.");
    }
    return is_macro ? unwrap(r->ctx, *content, content, &r->out->is_ruby) : LOB_OK;
}

lob_status lob_deck_read(lob_ctx *ctx, const lob_deck_spec *spec, lob_deck_text *text) {
    lob_str content;
    *text = (lob_deck_text){0};
    lob_buf_init(&text->text, LOB_LIMIT_DRC_DECK_SIZE);
    reading *r = LOB_NEW(ctx->arena, reading);
    if (!r) {
        return lob_fail_memory(ctx);
    }
    *r = (reading){.ctx = ctx, .spec = spec, .out = text, .line = 1};
    LOB_TRY(read_first(r, &content));
    size_t dir_size = spec->path.size;
    while (dir_size > 0 && spec->path.data[dir_size - 1] != '/') {
        dir_size--;
    }
    r->dir = (lob_str){spec->path.data, dir_size};
    lob_status status = push(r, content, (lob_str){spec->path.data + dir_size, spec->path.size - dir_size});
    if (status == LOB_OK) {
        status = read_levels(r);
    }
    lob_roots_close(r->folder);
    return status;
}
