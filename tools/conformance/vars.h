/* Values that a case saved, and their places in texts and patterns.
 *
 * ${NAME} in a string is replaced by the saved value: a string that is nothing but ${NAME} becomes the value itself,
 * whatever its type; inside a longer string a saved string stands as it is, anything else as compact JSON. Member names
 * are filled as well. ${NAME.path} and ${NAME[0]} go into the value as conf_path_find() does. $${ is a ${ that stays.
 * What was put in is not filled again. A name that was not saved is a fault of the case.
 *
 * In a pattern a saved value is a pattern, too; {"$exact": "${NAME}"} takes it as it is.
 */
#ifndef TOOLS_CONFORMANCE_VARS_H
#define TOOLS_CONFORMANCE_VARS_H

#include <cjson/cJSON.h>

#include "base/ctx.h"

typedef struct conf_vars {
    cJSON *values; /* an object: name -> value; owned */
} conf_vars;

bool conf_vars_open(conf_vars *vars); /* false: out of memory */
void conf_vars_drop(conf_vars *vars);
/* Keeps a copy. False: out of memory. */
bool conf_vars_set(conf_vars *vars, const char *name, const cJSON *value);
bool conf_vars_set_text(conf_vars *vars, const char *name, const char *value);
/* Strict JSON text -> a tree with everything replaced, to be dropped with cJSON_Delete(). NULL: *why says it. Memory of
 * *why: ctx->arena. */
cJSON *conf_vars_fill(const conf_vars *vars, lob_ctx *ctx, lob_str json, const char **why);
/* The same for a plain text (a path). */
const char *conf_vars_text(const conf_vars *vars, lob_ctx *ctx, lob_str text, const char **why);

/* ---- paths ---- */

/* $.a.b[2].c, $.shapes[-1] (the last), $.layers[layer=1,datatype=0].name (the first element whose members are so;
 * values are compared with their text, numbers as numbers), $["odd name"]. NULL: nothing there, or no such form; *why
 * says which (static text). */
const cJSON *conf_path_find(const cJSON *root, const char *path, const char **why);

#endif
