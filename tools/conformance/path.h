/* Paths into a JSON tree, read segment by segment from their text. */
#ifndef TOOLS_CONFORMANCE_PATH_H
#define TOOLS_CONFORMANCE_PATH_H

#include <cjson/cJSON.h>

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    CONF_SEGMENT_END,
    CONF_SEGMENT_MEMBER, /* .name ["odd name"] */
    CONF_SEGMENT_INDEX,  /* [2] [-1] */
    CONF_SEGMENT_WHERE,  /* [layer=1,datatype=0] */
    CONF_SEGMENT_ANY,    /* [*] .* */
    CONF_SEGMENT_VIEW,   /* |json: what is made of a value (see conf_place) */
    CONF_SEGMENT_FAULT   /* no such form, or a name above 255 bytes */
} conf_segment_kind;

typedef struct conf_segment {
    conf_segment_kind kind;
    int64_t index;
    char name[256]; /* of a member, unescaped; of a view; of WHERE the text between the brackets */
} conf_segment;

/* The segment at *at, which moves on. `is_first`: a bare name may stand there, as in bbox_um.left. */
conf_segment conf_path_next(const char **at, bool is_first);

/* A path without its $: "bbox_um.left", ".a[2]", "" (the value itself). NULL: *why as conf_path_find(). */
const cJSON *conf_path_below(const cJSON *value, const char *path, const char **why);
/* Whether the text is a path below a value at all, without *. */
bool conf_path_is_sound(const char *path);

#endif
