/* The shared types of spec/types: found by name, read when first needed, never twice. */
#ifndef SCHEMAC_DEFS_H
#define SCHEMAC_DEFS_H

#include "model.h"

typedef struct sc_def {
    const char *name; /* MicronBox */
    const sc_file *file;
    const cJSON *json;
    sc_type *type;
    enum { SC_DEF_NEW, SC_DEF_READING, SC_DEF_DONE } state;
} sc_def;

void sc_defs_collect(sc_model *model);
void sc_defs_read(sc_model *model);

#endif
