/* Pass 1, load: reads spec/ and complains. */
#include "load.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json/reader.h"

enum { FILE_SIZE_MAX = 4 << 20, FILE_COUNT_MAX = 500 };

void sc_no_memory(void) {
    fputs("schemac: out of memory\n", stderr);
    exit(1);
}

void *sc_alloc(sc_load *load, size_t count, size_t size) {
    void *block = lob_arena_zalloc(load->arena, count, size);
    if (!block) {
        sc_no_memory();
    }
    return block;
}

const char *sc_vformat(sc_load *load, const char *format, va_list args) {
    char small[256];
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(small, sizeof small, format, args);
    char *text = sc_alloc(load, 1, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

const char *sc_format(sc_load *load, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const char *text = sc_vformat(load, format, args);
    va_end(args);
    return text;
}

sc_place sc_root(const sc_file *file) {
    return (sc_place){.key = file->name, .index = -1};
}
sc_place sc_at(const sc_place *up, const char *key) {
    return (sc_place){.up = up, .key = key, .index = -1};
}
sc_place sc_at_index(const sc_place *up, int index) {
    return (sc_place){.up = up, .index = index};
}

/* RFC 6901: ~ and / inside a key are ~0 and ~1. */
static void add_key(lob_buf *out, const char *key) {
    for (; *key; key++) {
        if (*key == '~' || *key == '/') {
            lob_buf_add_text(out, *key == '~' ? "~0" : "~1");
        } else {
            lob_buf_add_byte(out, *key);
        }
    }
}

static void add_place(lob_buf *out, const sc_place *place) {
    const sc_place *chain[80];
    size_t count = 0;
    for (; place && count < 80; place = place->up) {
        chain[count++] = place;
    }
    lob_buf_printf(out, "%s#", chain[count - 1]->key);
    for (size_t i = count - 1; i-- > 0;) {
        lob_buf_add_byte(out, '/');
        if (chain[i]->index >= 0) {
            lob_buf_printf(out, "%d", chain[i]->index);
        } else {
            add_key(out, chain[i]->key);
        }
    }
}

void sc_fault(sc_load *load, const sc_place *place, const char *format, ...) {
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    add_place(&load->faults, place);
    lob_buf_printf(&load->faults, ": %s\n", text);
}

/* The bytes of a file, or data NULL with errno. */
static lob_str read_file(sc_load *load, const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        return (lob_str){0};
    }
    lob_buf content;
    lob_buf_init(&content, FILE_SIZE_MAX);
    char block[8192];
    for (size_t size; (size = fread(block, 1, sizeof block, file)) > 0;) {
        lob_buf_add(&content, block, size);
    }
    bool failed = ferror(file) != 0;
    fclose(file);
    if (content.failed == LOB_BUF_NO_MEMORY) {
        sc_no_memory();
    }
    failed = failed || content.failed != LOB_BUF_FINE;
    char *copy = sc_alloc(load, 1, content.size + 1);
    if (content.size) {
        memcpy(copy, content.data, content.size);
    }
    lob_str text = {failed ? NULL : copy, content.size};
    lob_buf_release(&content);
    errno = failed ? EFBIG : errno;
    return text;
}

static sc_file load_file(sc_load *load, const char *folder, const char *name) {
    sc_file file = {.name = name};
    lob_str text = read_file(load, sc_format(load, "%s/%s", folder, name));
    file.text = text;
    if (!text.data) {
        lob_buf_printf(&load->faults, "%s: %s\n", name, strerror(errno));
    } else {
        lob_json_fault fault;
        file.root = lob_json_parse(text, &fault);
        if (!file.root && strcmp(fault.what, "out of memory") == 0) {
            sc_no_memory();
        }
        if (!file.root) {
            lob_buf_printf(&load->faults, "%s:%u:%u: %s\n", name, fault.line, fault.column, fault.what);
        }
    }
    if (file.root && !cJSON_IsObject(file.root)) {
        lob_buf_printf(&load->faults, "%s#: the file must hold an object\n", name);
        cJSON_Delete(file.root);
        file.root = NULL;
    }
    if (!file.root && !(file.root = cJSON_CreateObject())) {
        sc_no_memory();
    }
    return file;
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* spec/FOLDER/ *.json by name. */
static sc_files load_folder(sc_load *load, const char *spec, const char *folder, bool is_optional) {
    const char *names[FILE_COUNT_MAX];
    sc_files files = {0};
    DIR *dir = opendir(sc_format(load, "%s/%s", spec, folder));
    if (!dir) {
        if (!is_optional || errno != ENOENT) {
            lob_buf_printf(&load->faults, "%s: %s\n", folder, strerror(errno));
        }
        return files;
    }
    for (struct dirent *entry; (entry = readdir(dir)) != NULL && files.count < FILE_COUNT_MAX;) {
        size_t size = strlen(entry->d_name);
        if (entry->d_name[0] != '.' && size > 5 && strcmp(entry->d_name + size - 5, ".json") == 0) {
            names[files.count++] = sc_format(load, "%s/%s", folder, entry->d_name);
        }
    }
    closedir(dir);
    qsort(names, files.count, sizeof *names, compare_names);
    files.items = sc_alloc(load, files.count + 1, sizeof *files.items);
    for (size_t i = 0; i < files.count; i++) {
        files.items[i] = load_file(load, spec, names[i]);
    }
    return files;
}

void sc_load_open(sc_load *load, const char *spec_folder) {
    lob_json_init();
    *load = (sc_load){.arena = lob_arena_new(0)};
    lob_buf_init(&load->faults, 1 << 20);
    if (!load->arena) {
        sc_no_memory();
    }
    load->errors = load_file(load, spec_folder, "errors.json");
    load->limits = load_file(load, spec_folder, "limits.json");
    load->list = load_file(load, spec_folder, "tools.json");
    load->types = load_folder(load, spec_folder, "types", false);
    load->tools = load_folder(load, spec_folder, "tools", false);
    load->conventions = load_folder(load, spec_folder, "conventions", true);
}

static void drop_all(sc_files *files) {
    for (size_t i = 0; i < files->count; i++) {
        cJSON_Delete(files->items[i].root);
    }
}

void sc_load_close(sc_load *load) {
    cJSON_Delete(load->errors.root);
    cJSON_Delete(load->limits.root);
    cJSON_Delete(load->list.root);
    drop_all(&load->types);
    drop_all(&load->tools);
    drop_all(&load->conventions);
    lob_buf_release(&load->faults);
    lob_arena_drop(load->arena);
}
