/* Pass 1, load: the files of spec/ as strict JSON, and the one way to complain about them.
 *
 * Everything lives in one arena until the program ends. A fault of the spec is noted and the work goes on, so that one
 * run tells them all; nothing is written once a fault is noted. Out of memory ends the program at once (exit 1): no
 * output has been touched by then.
 */
#ifndef SCHEMAC_LOAD_H
#define SCHEMAC_LOAD_H

#include <stdarg.h>

#include <cjson/cJSON.h>

#include "base/arena.h"
#include "base/buf.h"

typedef struct sc_file {
    const char *name; /* below spec/: "types/common.json" */
    lob_str text;     /* as it stands; data NULL when it could not be read */
    cJSON *root;      /* owned; an empty object when the file could not be read */
} sc_file;

typedef struct sc_files {
    sc_file *items;
    size_t count;
} sc_files;

typedef struct sc_load {
    lob_arena *arena;
    lob_buf faults;               /* one line each */
    sc_file errors, limits, list; /* errors.json, limits.json, tools.json */
    sc_files types, tools;        /* by name */
    sc_files conventions;         /* optional */
} sc_load;

/* A place in a file, linked upwards; prints as FILE#/json/pointer. */
typedef struct sc_place {
    const struct sc_place *up;
    const char *key; /* member, or the file's name at the root */
    int index;       /* >= 0: array index */
} sc_place;

void sc_load_open(sc_load *load, const char *spec_folder);
void sc_load_close(sc_load *load);

sc_place sc_root(const sc_file *file);
sc_place sc_at(const sc_place *up, const char *key);
sc_place sc_at_index(const sc_place *up, int index);
void sc_fault(sc_load *load, const sc_place *place, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Arena memory, never NULL. */
void *sc_alloc(sc_load *load, size_t count, size_t size);
#define SC_NEW(load, type) ((type *)sc_alloc((load), 1, sizeof(type)))
const char *sc_format(sc_load *load, const char *format, ...) __attribute__((format(printf, 2, 3), nonnull(2)));
const char *sc_vformat(sc_load *load, const char *format, va_list args)
    __attribute__((format(printf, 2, 0), nonnull(2)));
_Noreturn void sc_no_memory(void);

#endif
