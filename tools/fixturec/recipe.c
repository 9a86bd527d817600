/* Members of a recipe, their faults, and the way from micrometres to the grid. */
#include "recipe.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void fx_no_memory(void) {
    fputs("fixturec: out of memory\n", stderr);
    exit(1);
}

void *fx_alloc(fx_recipe *fx, size_t count, size_t size) {
    void *block = lob_arena_zalloc(fx->arena, count, size);
    if (!block) {
        fx_no_memory();
    }
    return block;
}

size_t fx_enter(fx_recipe *fx, const char *key) {
    size_t mark = fx->place_size;
    size_t room = sizeof fx->place - mark;
    int size = snprintf(fx->place + mark, room, "/%s", key);
    fx->place_size += size < 0 || (size_t)size >= room ? room - 1 : (size_t)size;
    return mark;
}

size_t fx_enter_index(fx_recipe *fx, unsigned index) {
    char text[16];
    snprintf(text, sizeof text, "%u", index);
    return fx_enter(fx, text);
}

void fx_leave(fx_recipe *fx, size_t mark) {
    fx->place_size = mark;
    fx->place[mark] = 0;
}

void fx_fault(fx_recipe *fx, const char *key, const char *message, ...) {
    if (!fx_fine(fx)) {
        return;
    }
    char text[400];
    va_list args;
    va_start(args, message);
    vsnprintf(text, sizeof text, message, args);
    va_end(args);
    snprintf(fx->fault, sizeof fx->fault, "%s#%s%s%s: %s", fx->file, fx->place, key ? "/" : "", key ? key : "", text);
}

const cJSON *fx_member(const cJSON *object, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

static bool is_listed(const char *keys, const char *key) {
    size_t size = strlen(key);
    for (const char *at = keys; size && (at = strstr(at, key)) != NULL; at += size) {
        if ((at == keys || at[-1] == ' ') && (at[size] == 0 || at[size] == ' ')) {
            return true;
        }
    }
    return false;
}

void fx_check_keys(fx_recipe *fx, const cJSON *object, const char *keys) {
    if (!cJSON_IsObject(object)) {
        fx_fault(fx, NULL, "expected an object with: %s", keys);
        return;
    }
    for (const cJSON *member = object->child; member; member = member->next) {
        if (!is_listed(keys, member->string)) {
            fx_fault(fx, member->string, "unknown member; use one of: %s", keys);
            return;
        }
    }
}

double fx_number(fx_recipe *fx, const cJSON *object, const char *key, double low, double high) {
    const cJSON *value = fx_member(object, key);
    if (!value) {
        fx_fault(fx, NULL, "\"%s\" is missing; add a number from %g to %g", key, low, high);
        return low;
    }
    if (!cJSON_IsNumber(value) || value->valuedouble < low || value->valuedouble > high) {
        fx_fault(fx, key, "expected a number from %g to %g", low, high);
        return low;
    }
    return value->valuedouble;
}

double fx_number_or(fx_recipe *fx, const cJSON *object, const char *key, double low, double high, double absent) {
    return fx_member(object, key) ? fx_number(fx, object, key, low, high) : absent;
}

uint32_t fx_count(fx_recipe *fx, const cJSON *object, const char *key, uint32_t low, uint32_t high) {
    double value = fx_number(fx, object, key, low, high);
    if (value != floor(value)) {
        fx_fault(fx, key, "expected a whole number from %u to %u", low, high);
        return low;
    }
    return (uint32_t)value;
}

bool fx_flag(fx_recipe *fx, const cJSON *object, const char *key) {
    const cJSON *value = fx_member(object, key);
    if (value && !cJSON_IsBool(value)) {
        fx_fault(fx, key, "expected true or false");
    }
    return cJSON_IsTrue(value);
}

static int hex_digit(char c) {
    const char *digits = "0123456789abcdef";
    const char *at = c ? strchr(digits, c) : NULL;
    return at ? (int)(at - digits) : -1;
}

static lob_str hex_bytes(fx_recipe *fx, const char *key, const char *hex) {
    size_t size = strlen(hex) / 2;
    char *bytes = fx_alloc(fx, size + 1, 1);
    for (size_t i = 0; i < size; i++) {
        int high = hex_digit(hex[2 * i]), low = hex_digit(hex[2 * i + 1]);
        if (high < 0 || low < 0) {
            break;
        }
        bytes[i] = (char)(high << 4 | low);
        if (i + 1 == size && strlen(hex) % 2 == 0) {
            return (lob_str){bytes, size};
        }
    }
    fx_fault(fx, key, "expected pairs of lower-case hex digits");
    return LOB_STR("");
}

lob_str fx_bytes(fx_recipe *fx, const cJSON *object, const char *key) {
    char hex_key[40];
    snprintf(hex_key, sizeof hex_key, "%s_hex", key);
    const cJSON *hex = fx_member(object, hex_key);
    const cJSON *value = hex ? hex : fx_member(object, key);
    if (!value || !cJSON_IsString(value)) {
        fx_fault(fx, value ? value->string : NULL, "\"%s\" must be a string; bytes that are not UTF-8 go into \"%s\"",
                 key, hex_key);
        return LOB_STR("");
    }
    if (hex) {
        return hex_bytes(fx, hex_key, value->valuestring);
    }
    size_t size = strlen(value->valuestring);
    char *copy = fx_alloc(fx, size + 1, 1);
    memcpy(copy, value->valuestring, size);
    return (lob_str){copy, size};
}

static bool take_point(const cJSON *value, fx_xy *point) {
    if (!cJSON_IsArray(value) || cJSON_GetArraySize(value) != 2 || !cJSON_IsNumber(value->child) ||
        !cJSON_IsNumber(value->child->next)) {
        return false;
    }
    *point = (fx_xy){value->child->valuedouble, value->child->next->valuedouble};
    return true;
}

fx_xy fx_point(fx_recipe *fx, const cJSON *object, const char *key) {
    fx_xy point = {0, 0};
    const cJSON *value = fx_member(object, key);
    if (!value) {
        fx_fault(fx, NULL, "\"%s\" is missing; add a point [x, y] in um", key);
    } else if (!take_point(value, &point)) {
        fx_fault(fx, key, "expected a point [x, y] in um");
    }
    return point;
}

fx_xy *fx_points(fx_recipe *fx, const cJSON *object, const char *key, uint32_t low, uint32_t *count) {
    const cJSON *list = fx_member(object, key);
    uint32_t size = cJSON_IsArray(list) ? (uint32_t)cJSON_GetArraySize(list) : 0;
    fx_xy *points = fx_alloc(fx, size + 1, sizeof *points);
    *count = 0;
    if (size < low) {
        fx_fault(fx, key, "expected at least %u points [x, y] in um", low);
        return points;
    }
    for (const cJSON *item = list->child; item; item = item->next, ++*count) {
        if (!take_point(item, &points[*count])) {
            size_t mark = fx_enter(fx, key);
            fx_enter_index(fx, *count);
            fx_fault(fx, NULL, "expected a point [x, y] in um");
            fx_leave(fx, mark);
        }
    }
    return points;
}

static bool take_layer(const char *text, lob_element *element) {
    unsigned layer, datatype;
    int end = 0;
    bool is_plain = text[strspn(text, "0123456789/")] == 0; /* no sign, no space */
    bool fits = sscanf(text, "%5u/%5u%n", &layer, &datatype, &end) == 2 && text[end] == 0;
    if (!is_plain || !fits || layer > UINT16_MAX || datatype > UINT16_MAX) {
        return false;
    }
    *element = (lob_element){.layer = layer, .datatype = datatype};
    return true;
}

lob_element fx_layer(fx_recipe *fx, const cJSON *item, const char *absent) {
    const cJSON *own = fx_member(item, "layer");
    const cJSON *value = own ? own : absent ? NULL : fx->layer;
    const char *text = cJSON_IsString(value) ? value->valuestring : own ? "" : absent;
    lob_element element = {0};
    if (!text || !take_layer(text, &element)) {
        fx_fault(fx, own ? "layer" : NULL, "expected \"layer\": \"LAYER/DATATYPE\" here or in the cell, e.g. \"1/0\"");
    }
    return element;
}

/* Values that are meant to lie on a half (0.5005 um on a grid of 1 nm) come out of floating point a hair beside it, on
 * either side. So everything within 1e-6 of a half counts as the half, which moves the question to a place no drawing
 * means to be at; whoever is there all the same is told. */
int32_t fx_snap(fx_recipe *fx, const char *key, double um) {
    double value = um / fx->dbu_um;
    double size = fabs(value) + 1e-6;
    double whole = floor(size);
    if (!(size < 2147483647.0)) {
        fx_fault(fx, key, "the coordinate does not fit into 32 bit; keep it below 2147483647 database units");
        return 0;
    }
    if (fabs(size - whole - 0.5) < 1e-9) {
        fx_fault(fx, key, "the rounding of %.9g um is not the same on every machine; move it by a hundredth of a unit",
                 um);
    }
    int32_t rounded = (int32_t)(size - whole >= 0.5 ? whole + 1 : whole);
    return value < 0 ? -rounded : rounded;
}

lob_point fx_snap_point(fx_recipe *fx, const char *key, fx_xy um) {
    int64_t x = fx_snap(fx, key, um.x) + fx->shift.x, y = fx_snap(fx, key, um.y) + fx->shift.y;
    if (x < INT32_MIN || x > INT32_MAX || y < INT32_MIN || y > INT32_MAX) {
        fx_fault(fx, key, "the coordinate does not fit into 32 bit; keep it below 2147483647 database units");
        return (lob_point){0, 0};
    }
    return (lob_point){(int32_t)x, (int32_t)y};
}
