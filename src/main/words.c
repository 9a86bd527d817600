/* See words.h. Whether a value makes sense is for the request's parser to say; here only its form is looked at. */
#include "main/words.h"

#include <math.h>
#include <string.h>

#include "base/num.h"

bool lob_words_next(const char **list, lob_str *part) {
    if (!*list) {
        return false;
    }
    size_t size = strcspn(*list, ",");
    *part = (lob_str){*list, size};
    *list = (*list)[size] == ',' ? *list + size + 1 : NULL;
    return true;
}

bool lob_words_layer(lob_str text, int64_t *layer, int64_t *datatype) {
    char copy[24];
    if (text.size >= sizeof copy) {
        return false;
    }
    memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    char *slash = strchr(copy, '/');
    if (!slash) {
        return false;
    }
    *slash = '\0';
    return lob_num_parse_int(copy, 0, UINT32_MAX, layer) && lob_num_parse_int(slash + 1, 0, UINT32_MAX, datatype);
}

bool lob_words_put_number(const char **text, char end, lob_jsonw *out) {
    char *stop;
    const double value = lob_num_strtod(*text, &stop);
    const bool is_plain = strspn(*text, "0123456789+-.eE") >= (size_t)(stop - *text); /* no hex, no words */
    if (stop == *text || !is_plain || !isfinite(value) || *stop != end) {
        return false;
    }
    lob_jsonw_number(out, value);
    *text = stop + (end != '\0');
    return true;
}

const char *lob_words_put_box(const char *text, lob_jsonw *out) {
    static const char *const sides[4] = {"left", "bottom", "right", "top"};
    lob_jsonw_key(out, "box");
    lob_jsonw_begin_object(out);
    for (unsigned i = 0; i < 4; i++) {
        lob_jsonw_key(out, sides[i]);
        if (!lob_words_put_number(&text, i < 3 ? ',' : '\0', out)) {
            return "--box takes four numbers in um: LEFT,BOTTOM,RIGHT,TOP";
        }
    }
    lob_jsonw_end_object(out);
    return NULL;
}

void lob_words_put_layer(int64_t layer, int64_t datatype, lob_jsonw *out) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "layer");
    lob_jsonw_int(out, layer);
    lob_jsonw_key(out, "datatype");
    lob_jsonw_int(out, datatype);
    lob_jsonw_end_object(out);
}

void lob_words_put_text(const char *key, const char *text, lob_jsonw *out) {
    if (text) {
        lob_jsonw_key(out, key);
        lob_jsonw_text(out, text);
    }
}

void lob_words_put_safe(lob_str text, lob_buf *out) {
    lob_jsonw w;
    lob_buf quoted;
    lob_buf_init(&quoted, 0);
    lob_jsonw_init(&w, &quoted);
    lob_jsonw_str(&w, text);
    if (quoted.failed) {
        out->failed = quoted.failed;
    } else if (quoted.size > 2) {
        lob_buf_add(out, quoted.data + 1, quoted.size - 2);
    }
    lob_buf_release(&quoted);
}
