/* The shared types of spec/types. */
#include "defs.h"

#include <ctype.h>
#include <string.h>

/* MicronBox -> micron_box, DRCRun -> drc_run */
static const char *snake(sc_load *load, const char *name) {
    char *out = sc_alloc(load, 2, strlen(name) + 1);
    size_t size = 0;
    for (size_t i = 0; name[i]; i++) {
        unsigned char c = (unsigned char)name[i], before = i ? (unsigned char)name[i - 1] : 0;
        bool starts_word =
            islower(before) || isdigit(before) || (isupper(before) && islower((unsigned char)name[i + 1]));
        if (isupper(c) && starts_word) {
            out[size++] = '_';
        }
        out[size++] = (char)tolower(c);
    }
    return out;
}

static sc_def *def_by_name(sc_model *model, const char *name) {
    for (size_t i = 0; i < model->def_count; i++) {
        if (strcmp(model->defs[i].name, name) == 0) {
            return &model->defs[i];
        }
    }
    return NULL;
}

static bool is_def_name(const char *name) {
    size_t size = strlen(name);
    return isupper((unsigned char)name[0]) &&
           strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789") == size;
}

static void collect_file(sc_model *model, const sc_file *file) {
    static const char *const known[] = {"$schema", "title", "description", "$defs", NULL};
    sc_place root = sc_root(file), defs = sc_at(&root, "$defs");
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(file->root, "$defs"), *item;
    sc_only(model->load, &root, file->root, known);
    if (!cJSON_IsObject(list)) {
        sc_fault(model->load, &root, "\"$defs\" must be an object");
        return;
    }
    cJSON_ArrayForEach(item, list) {
        sc_place at = sc_at(&defs, item->string);
        sc_def *other = def_by_name(model, item->string);
        if (!is_def_name(item->string)) {
            sc_fault(model->load, &at, "a type's name is made of letters and digits, upper case first");
        } else if (other) {
            sc_fault(model->load, &at, "%s has a type of this name, too", other->file->name);
        } else {
            model->defs[model->def_count++] = (sc_def){.name = item->string, .file = file, .json = item};
        }
    }
}

void sc_defs_collect(sc_model *model) {
    size_t count = 0;
    for (size_t i = 0; i < model->load->types.count; i++) {
        count +=
            (size_t)cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(model->load->types.items[i].root, "$defs"));
    }
    model->defs = sc_alloc(model->load, count + 1, sizeof *model->defs);
    for (size_t i = 0; i < model->load->types.count; i++) {
        collect_file(model, &model->load->types.items[i]);
    }
}

static void read_def(sc_model *model, sc_def *def) {
    sc_place root = sc_root(def->file), defs = sc_at(&root, "$defs"), at = sc_at(&defs, def->name);
    def->state = SC_DEF_READING;
    if (cJSON_GetObjectItemCaseSensitive(def->json, "$ref")) {
        sc_fault(model->load, &at, "a shared type cannot be a $ref alone");
    } else {
        def->type = sc_root_read(model, &at, def->json, snake(model->load, def->name), NULL, false);
    }
    if (def->type) {
        def->type->is_named = true;
    }
    def->state = SC_DEF_DONE;
}

void sc_defs_read(sc_model *model) {
    for (size_t i = 0; i < model->def_count; i++) {
        if (model->defs[i].state == SC_DEF_NEW) {
            read_def(model, &model->defs[i]);
        }
    }
}

/* The file of the place, and whether `reference` begins with that of `file` (with or without a path before it). */
static bool refers_to_file(const sc_place *place, const sc_file *file, const char *reference, size_t size) {
    const char *base = strrchr(file->name, '/') + 1;
    if (size == 0) {
        while (place->up) {
            place = place->up;
        }
        return strcmp(place->key, file->name) == 0;
    }
    for (size_t i = size; i-- > 0;) {
        if (reference[i] == '/') {
            reference += i + 1;
            size -= i + 1;
            break;
        }
    }
    return strlen(base) == size && memcmp(base, reference, size) == 0;
}

sc_type *sc_def_find(sc_model *model, const sc_place *place, const char *reference) {
    static const char part[] = "#/$defs/";
    const char *hash = strstr(reference, part);
    sc_def *def = hash ? def_by_name(model, hash + strlen(part)) : NULL;
    sc_place at = sc_at(place, "$ref");
    if (!hash) {
        sc_fault(model->load, &at, "must look like FILE.json#/$defs/Name or #/$defs/Name");
        return NULL;
    }
    if (!def || !refers_to_file(place, def->file, reference, (size_t)(hash - reference))) {
        sc_fault(model->load, &at, "there is no %s", reference);
        return NULL;
    }
    if (def->state == SC_DEF_READING) {
        sc_fault(model->load, &at, "%s contains itself", def->name);
        return NULL;
    }
    if (def->state == SC_DEF_NEW) {
        read_def(model, def);
    }
    return def->type;
}
