/* Room on a page, by two measures.
 *
 * Weight keeps the message within its limit: it holds an answer twice, as JSON and as text with its quotes escaped, and
 * what an item takes of it is judged from above. Characters keep the answer short for who pays for reading it
 * (max_chars of the request): each item is measured as it will be written. The first item of a page always fits, so
 * that a caller gets on.
 */
#ifndef LOB_TOOL_ROOM_H
#define LOB_TOOL_ROOM_H

#include "gen/tables.h"
#include "tool/common.h"

typedef struct lob_room {
    size_t weight, chars; /* what is left */
    bool is_lean;
    const lob_wire_table *table; /* of the answer */
} lob_room;

/* For the lists of an answer whose other members are filled by now; `table` is that of the response. */
lob_room lob_room_open(const lob_call *call, const lob_wire_table *table, const void *response);
/* Is there room for an item of the list (as of lob_wire_items())? When there is, it is taken. */
bool lob_room_fits(lob_room *room, const char *list, const void *item, size_t weight, bool is_first);
/* What the item takes, for lob_room_take_chars(). */
size_t lob_room_chars(const lob_room *room, const char *list, const void *item, size_t weight);
/* The same for what is no item of a list: an entry of a map, or what is always written. */
bool lob_room_take_chars(lob_room *room, size_t chars, size_t weight, bool is_first);
/* Sets `parts` of `of` equal parts aside, for lists that come later; lob_room_join() adds them again. */
lob_room lob_room_split(lob_room *room, unsigned parts, unsigned of);
void lob_room_join(lob_room *room, const lob_room *other);

#endif
