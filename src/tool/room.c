/* See room.h. */
#include "tool/room.h"

#include "base/limits.h"

/* For next_cursor, notes and counts, which are filled after the lists. */
enum { KEPT_CHARS = 900, ID_CHARS = 20 };

lob_room lob_room_open(const lob_call *call, const lob_wire_table *table, const void *response) {
    lob_room room = {.weight = LOB_LIMIT_PAGE_WEIGHT, .chars = SIZE_MAX, .is_lean = call->is_lean, .table = table};
    if (call->chars_max > 0) {
        const lob_wire_field whole = {.kind = LOB_WIRE_OBJECT, .of.table = table};
        const size_t all = (size_t)call->chars_max;
        const size_t used = lob_wire_size(&whole, response, call->is_lean, all) + KEPT_CHARS;
        room.chars = used < all ? all - used : 0;
    }
    return room;
}

bool lob_room_take_chars(lob_room *room, size_t chars, size_t weight, bool is_first) {
    const bool fits = weight <= room->weight && chars <= room->chars;
    room->weight = fits ? room->weight - weight : 0;
    if (room->chars != SIZE_MAX) {
        room->chars = fits ? room->chars - chars : 0;
    }
    return fits || is_first;
}

size_t lob_room_chars(const lob_room *room, const char *list, const void *item, size_t weight) {
    if (room->chars == SIZE_MAX) {
        return 0;
    }
    const lob_wire_field *as = lob_wire_items(room->table, list);
    /* Ids are often issued after; a comma stands behind. */
    return ID_CHARS + 1 + (as ? lob_wire_size(as, item, room->is_lean, weight / 2) : weight / 2);
}

bool lob_room_fits(lob_room *room, const char *list, const void *item, size_t weight, bool is_first) {
    return lob_room_take_chars(room, lob_room_chars(room, list, item, weight), weight, is_first);
}

lob_room lob_room_split(lob_room *room, unsigned parts, unsigned of) {
    lob_room other = *room;
    other.weight = room->weight / of * parts;
    room->weight -= other.weight;
    if (room->chars != SIZE_MAX) {
        other.chars = room->chars / of * parts;
        room->chars -= other.chars;
    }
    return other;
}

void lob_room_join(lob_room *room, const lob_room *other) {
    room->weight += other->weight;
    room->chars = room->chars == SIZE_MAX ? SIZE_MAX : room->chars + other->chars;
}
