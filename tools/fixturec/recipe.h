/* Reading a recipe: members of JSON objects with their place, units and what to do when they are wrong.
 *
 * The first fault is kept and everything after it is harmless: readers return zeros, so that callers check once an
 * item. Lengths are micrometres as doubles until fx_snap_point() makes database units of them.
 */
#ifndef LOB_TOOLS_FIXTUREC_RECIPE_H
#define LOB_TOOLS_FIXTUREC_RECIPE_H

#include "base/buf.h"
#include "curve.h"
#include "db/sink.h"
#include "json/reader.h"

typedef struct fx_recipe {
    const char *file; /* as named in faults */
    lob_arena *arena;
    lob_ctx ctx;
    const lob_sink *sink;
    char place[400]; /* JSON pointer of the value being read */
    size_t place_size;
    char fault[1000]; /* empty: none yet */
    double dbu_um, tolerance_um;
    lob_point64 shift;  /* of the copy that is written, dbu */
    const cJSON *layer; /* of the cell, for items without their own; may be NULL */
} fx_recipe;

void fx_no_memory(void) __attribute__((noreturn));
void *fx_alloc(fx_recipe *fx, size_t count, size_t size);

/* `message` ends with what to do. At the place read now, or at member `key` of it (NULL: none). */
void fx_fault(fx_recipe *fx, const char *key, const char *message, ...) __attribute__((format(printf, 3, 4)));
static inline bool fx_fine(const fx_recipe *fx) {
    return !fx->fault[0];
}

/* Go into a member or an item, and back to where `mark` was. */
size_t fx_enter(fx_recipe *fx, const char *key);
size_t fx_enter_index(fx_recipe *fx, unsigned index);
void fx_leave(fx_recipe *fx, size_t mark);

const cJSON *fx_member(const cJSON *object, const char *key); /* exact case; NULL when absent */
/* `keys`: the allowed ones, separated by one space. */
void fx_check_keys(fx_recipe *fx, const cJSON *object, const char *keys);
double fx_number(fx_recipe *fx, const cJSON *object, const char *key, double low, double high);
double fx_number_or(fx_recipe *fx, const cJSON *object, const char *key, double low, double high, double absent);
uint32_t fx_count(fx_recipe *fx, const cJSON *object, const char *key, uint32_t low, uint32_t high);
bool fx_flag(fx_recipe *fx, const cJSON *object, const char *key);
/* Member `key`, or the bytes of KEY_hex. Required. */
lob_str fx_bytes(fx_recipe *fx, const cJSON *object, const char *key);
fx_xy fx_point(fx_recipe *fx, const cJSON *object, const char *key);
fx_xy *fx_points(fx_recipe *fx, const cJSON *object, const char *key, uint32_t low, uint32_t *count);
/* "LAYER/DATATYPE": of the item, else of the cell, else `absent` (may be NULL). */
lob_element fx_layer(fx_recipe *fx, const cJSON *item, const char *absent);

/* um to database units, half away from zero. A fault when the result could differ between machines. */
int32_t fx_snap(fx_recipe *fx, const char *key, double um);
lob_point fx_snap_point(fx_recipe *fx, const char *key, fx_xy um);

#endif
