/* Values of options as members of a tool's request. Those that return text: NULL, or what is wrong with the value. */
#ifndef LOB_MAIN_WORDS_H
#define LOB_MAIN_WORDS_H

#include "json/writer.h"

/* Takes the next part of a comma-separated list; size 0: it is empty. False: there is none left. */
bool lob_words_next(const char **list, lob_str *part);
/* "1/0". False: it is none. */
bool lob_words_layer(lob_str text, int64_t *layer, int64_t *datatype);
/* The number at *text, which `end` follows; *text is then behind it. False: it is none, or not finite. */
bool lob_words_put_number(const char **text, char end, lob_jsonw *out);
/* The member box from "L,B,R,T". */
const char *lob_words_put_box(const char *text, lob_jsonw *out);
/* An object {"layer", "datatype"}. */
void lob_words_put_layer(int64_t layer, int64_t datatype, lob_jsonw *out);
/* The member, unless text is NULL. */
void lob_words_put_text(const char *key, const char *text, lob_jsonw *out);
/* Text of a layout for a terminal: control and direction characters escaped as in JSON, without the quotes. */
void lob_words_put_safe(lob_str text, lob_buf *out);

#endif
