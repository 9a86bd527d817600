/* Saved values, and the texts and patterns they are put into.
 *
 * A tree is filled string by string, member names too; what was put in is not looked at again, so that the text of a
 * layout never turns into a place of its own. Invariant: a filled tree nests at most CONF_DEPTH_MAX levels.
 */
#include "vars.h"

#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/num.h"
#include "matching.h"
#include "path.h"
#include "json/reader.h"
#include "json/wire.h"

enum { NAME_SIZE = 64, PATH_SIZE = 256 };

static const char no_memory[] = "out of memory";

bool conf_vars_open(conf_vars *vars) {
    lob_json_init();
    vars->values = cJSON_CreateObject();
    return vars->values != NULL;
}

void conf_vars_drop(conf_vars *vars) {
    cJSON_Delete(vars->values);
    vars->values = NULL;
}

static bool keep(conf_vars *vars, const char *name, cJSON *value) {
    cJSON *former = cJSON_GetObjectItemCaseSensitive(vars->values, name);
    if (value == NULL || !cJSON_AddItemToObject(vars->values, name, value)) {
        cJSON_Delete(value);
        return false;
    }
    if (former != NULL) {
        cJSON_Delete(cJSON_DetachItemViaPointer(vars->values, former));
    }
    return true;
}

bool conf_vars_set(conf_vars *vars, const char *name, const cJSON *value) {
    return keep(vars, name, cJSON_Duplicate(value, true));
}

bool conf_vars_set_text(conf_vars *vars, const char *name, const char *value) {
    return keep(vars, name, cJSON_CreateString(value));
}

/* ---- one text ---- */

typedef struct filling {
    const conf_vars *vars;
    lob_ctx *ctx;
    const char *why; /* the first fault; NULL: none */
} filling;

/* "${NAME.path}" and what is wrong with it: the first fault, for filling stops there. */
static void fault(filling *f, lob_str place, const char *what) {
    char shown[PATH_SIZE + NAME_SIZE];
    lob_buf text;
    size_t size = place.size < sizeof shown - 1 ? place.size : sizeof shown - 1;
    memcpy(shown, place.data, size);
    shown[size] = '\0';
    char quoted[2 * sizeof shown];
    conf_text out = conf_text_begin(quoted, sizeof quoted);
    conf_text_string(&out, shown);
    lob_buf_init(&text, 0);
    lob_buf_printf(&text, "%s %s", quoted, what);
    const char *copy = text.failed == LOB_BUF_FINE ? lob_arena_strdup(f->ctx->arena, text.data, text.size) : NULL;
    f->why = copy ? copy : no_memory;
    lob_buf_release(&text);
}

/* The length of the ${...} that the text begins with, 0 when it is not closed. Quotes may hold a }. */
static size_t place_size(lob_str text) {
    bool is_quoted = false;
    for (size_t i = 2; i < text.size; i++) {
        if (is_quoted && text.data[i] == '\\') {
            i++;
        } else if (text.data[i] == '"') {
            is_quoted = !is_quoted;
        } else if (text.data[i] == '}' && !is_quoted) {
            return i + 1;
        }
    }
    return 0;
}

/* What stands for "${NAME.path}", or NULL and a fault. */
static const cJSON *look_up(filling *f, lob_str place) {
    char name[NAME_SIZE], path[PATH_SIZE];
    const char *inner = place.data + 2;
    size_t size = place.size - 3, name_size = 0;
    while (name_size < size && inner[name_size] != '.' && inner[name_size] != '[') {
        name_size++;
    }
    if (name_size == 0 || name_size >= sizeof name || size - name_size >= sizeof path) {
        fault(f, place, "has no name, or too long a one");
        return NULL;
    }
    memcpy(name, inner, name_size);
    name[name_size] = '\0';
    memcpy(path, inner + name_size, size - name_size);
    path[size - name_size] = '\0';
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(f->vars->values, name);
    if (value == NULL) {
        fault(f, place, "was not saved");
        return NULL;
    }
    const char *why;
    value = conf_path_below(value, path, &why);
    if (value == NULL) {
        fault(f, place, why);
    }
    return value;
}

static void add_value(filling *f, lob_str place, const cJSON *value, lob_buf *out) {
    lob_wire wire;
    lob_str json;
    if (cJSON_IsString(value)) {
        lob_buf_add_text(out, value->valuestring);
        return;
    }
    lob_wire_begin(&wire, f->ctx, "value", false);
    if (!lob_wire_any(&wire, value, &json)) {
        fault(f, place, "nests too deep for a text");
    } else if (json.data == NULL) {
        f->why = f->why ? f->why : no_memory;
    } else {
        lob_buf_add(out, json.data, json.size);
    }
}

static bool begins(lob_str text, size_t at, const char *with) {
    size_t size = strlen(with);
    return text.size - at >= size && memcmp(text.data + at, with, size) == 0;
}

static void fill_text(filling *f, lob_str text, lob_buf *out) {
    for (size_t at = 0; at < text.size && f->why == NULL;) {
        if (begins(text, at, "$${")) {
            lob_buf_add_text(out, "${");
            at += 3;
        } else if (begins(text, at, "${")) {
            lob_str rest = {text.data + at, text.size - at};
            size_t size = place_size(rest);
            lob_str place = {rest.data, size ? size : rest.size};
            const cJSON *value = NULL;
            if (size == 0) {
                fault(f, place, "is not closed");
            } else {
                value = look_up(f, place);
            }
            if (value != NULL) {
                add_value(f, place, value, out);
            }
            at += place.size;
        } else {
            lob_buf_add_byte(out, text.data[at++]);
        }
    }
    if (out->failed != LOB_BUF_FINE) {
        f->why = f->why ? f->why : no_memory;
    }
}

/* The text filled, to be given to lob_free(); NULL after a fault. */
static char *filled(filling *f, lob_str text) {
    lob_buf out;
    lob_buf_init(&out, 0);
    fill_text(f, text, &out);
    if (f->why == NULL) {
        lob_buf_add_byte(&out, '\0');
    }
    if (out.failed != LOB_BUF_FINE) {
        f->why = f->why ? f->why : no_memory;
    }
    if (f->why != NULL) {
        lob_buf_release(&out);
        return NULL;
    }
    return out.data;
}

const char *conf_vars_text(const conf_vars *vars, lob_ctx *ctx, lob_str text, const char **why) {
    filling f = {.vars = vars, .ctx = ctx};
    char *text_filled = filled(&f, text);
    const char *copy = text_filled ? lob_arena_strdup(ctx->arena, text_filled, strlen(text_filled)) : NULL;
    lob_free(text_filled);
    *why = copy ? NULL : f.why ? f.why : no_memory;
    return copy;
}

/* ---- a tree ---- */

static bool has_place(const char *text) {
    return strstr(text, "${") != NULL;
}

/* What comes in place of a string, or NULL and a fault. */
static cJSON *replacement(filling *f, const cJSON *string) {
    lob_str text = lob_str_from(string->valuestring);
    cJSON *made = NULL;
    if (begins(text, 0, "${") && place_size(text) == text.size) {
        const cJSON *value = look_up(f, text);
        made = value ? cJSON_Duplicate(value, true) : NULL;
    } else {
        char *text_filled = filled(f, text);
        made = text_filled ? cJSON_CreateString(text_filled) : NULL;
        lob_free(text_filled);
    }
    if (made == NULL) {
        f->why = f->why ? f->why : no_memory;
    }
    return made;
}

/* Takes over the value of `made`, and lets go of both its own and the shell of `made`. */
static void become(cJSON *item, cJSON *made) {
    cJSON former = *item;
    item->type = made->type;
    item->child = made->child;
    item->valuestring = made->valuestring;
    item->valueint = made->valueint;
    item->valuedouble = made->valuedouble;
    made->type = former.type;
    made->child = former.child;
    made->valuestring = former.valuestring;
    cJSON_Delete(made);
}

static void fill_name(filling *f, cJSON *parent, cJSON *item) {
    char *name = filled(f, lob_str_from(item->string));
    const cJSON *other = name ? cJSON_GetObjectItemCaseSensitive(parent, name) : NULL;
    if (name == NULL) {
        return;
    }
    if (other != NULL && other != item) {
        fault(f, lob_str_from(item->string), "gives a member that is there already");
        lob_free(name);
        return;
    }
    lob_free(item->string);
    item->string = name;
}

/* The text was read with at most 64 levels; what is put in is not gone into. */
static void fill_tree(filling *f, cJSON *parent, cJSON *item) {
    if (parent != NULL && item->string != NULL && has_place(item->string)) {
        fill_name(f, parent, item);
    }
    if (cJSON_IsString(item)) {
        cJSON *made = f->why == NULL && has_place(item->valuestring) ? replacement(f, item) : NULL;
        if (made != NULL) {
            become(item, made);
        }
        return;
    }
    for (cJSON *child = item->child; child != NULL && f->why == NULL; child = child->next) {
        fill_tree(f, item, child);
    }
}

static bool nests_at_most(const cJSON *value, unsigned levels) {
    for (const cJSON *child = value->child; child != NULL; child = child->next) {
        if (levels == 0 || !nests_at_most(child, levels - 1)) {
            return false;
        }
    }
    return true;
}

cJSON *conf_vars_fill(const conf_vars *vars, lob_ctx *ctx, lob_str json, const char **why) {
    filling f = {.vars = vars, .ctx = ctx};
    lob_json_fault bad;
    cJSON *tree = lob_json_parse(json, &bad);
    *why = bad.what;
    if (tree == NULL) {
        return NULL;
    }
    fill_tree(&f, NULL, tree);
    if (f.why == NULL && !nests_at_most(tree, CONF_DEPTH_MAX / 2)) {
        f.why = "the saved values put together nest too deep";
    }
    *why = f.why;
    if (f.why != NULL) {
        cJSON_Delete(tree);
        return NULL;
    }
    return tree;
}
