/* Hash maps to 32-bit values: bytes -> u32 and u64 -> u32. Open addressing, power-of-two, keys are borrowed.
 *
 * Hashes are keyed by a per-process random seed where the input is hostile (names), so that a crafted file cannot make
 * every lookup collide; iteration order is therefore never used: callers keep their own order.
 */
#ifndef LOB_BASE_MAP_H
#define LOB_BASE_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

#define LOB_MAP_NONE UINT32_MAX

typedef struct lob_name_map {
    struct lob_name_slot *slots; /* owned */
    uint32_t count;
    uint32_t capacity;
} lob_name_map;

void lob_name_map_init(lob_name_map *map);
void lob_name_map_release(lob_name_map *map);
uint32_t lob_name_map_find(const lob_name_map *map, lob_str key); /* LOB_MAP_NONE when absent */
/* Adds key -> value, or leaves the present one. *found = the value now stored. False: out of memory. */
bool lob_name_map_add(lob_name_map *map, lob_str key, uint32_t value, uint32_t *found);
/* Looks up all keys of `like` at once, which takes a third of the time: the memory of many is waited for together.
 * found[value of the key in `like`] = the value here, or LOB_MAP_NONE. */
void lob_name_map_find_all(const lob_name_map *map, const lob_name_map *like, uint32_t *found);

typedef struct lob_id_map {
    struct lob_id_slot *slots; /* owned */
    uint32_t count;
    uint32_t capacity;
} lob_id_map;

void lob_id_map_init(lob_id_map *map);
void lob_id_map_release(lob_id_map *map);
uint32_t lob_id_map_find(const lob_id_map *map, uint64_t key);
bool lob_id_map_add(lob_id_map *map, uint64_t key, uint32_t value, uint32_t *found);

#endif
