/* Cases from seeds and bytes, and the choices that a record holds. */
#include "user.h"

#include <string.h>

#include "base/wrap.h"

/* Byte 0 of a record says what it is; bytes 1 to 11 are small choices, the last four begin a sequence of random ones.
 */
enum { CELL_BELOW = 0x20, ELEMENT_BELOW = 0xb0, SALT_SIZE = 4 };

LOB_WRAPS uint64_t user_random(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

user_record_kind user_record_kind_of(const uint8_t *record) {
    return record[0] < CELL_BELOW ? USER_CELL : record[0] < ELEMENT_BELOW ? USER_ELEMENT : USER_CALL;
}

user_dice user_dice_of(const uint8_t *record) {
    user_dice d = {.at = record + 1, .end = record + USER_RECORD_SIZE - SALT_SIZE};
    for (unsigned i = 0; i < SALT_SIZE; i++) {
        d.state = d.state << 8 | record[USER_RECORD_SIZE - SALT_SIZE + i];
    }
    return d;
}

uint64_t user_roll(user_dice *d, uint64_t below) {
    if (below > 256) {
        return user_random(&d->state) % below;
    }
    return (d->at < d->end ? *d->at++ : user_random(&d->state) >> 32) % below;
}

bool user_one_in(user_dice *d, unsigned n) {
    return user_roll(d, n) == n - 1; /* a record of zeros is plain */
}

int64_t user_between(user_dice *d, int64_t low, int64_t high) {
    const uint64_t range = (uint64_t)((__int128)high - low);
    const uint64_t at = range == UINT64_MAX ? user_random(&d->state) : user_roll(d, range + 1);
    return (int64_t)((__int128)low + (__int128)at);
}

static void fill(uint64_t *state, uint8_t *record, unsigned low, unsigned high) {
    for (unsigned i = 0; i < USER_RECORD_SIZE; i += 8) {
        const uint64_t value = user_random(state);
        memcpy(record + i, &value, 8);
    }
    record[0] = (uint8_t)(low + record[0] % (high - low));
}

/* Mostly few: small files are fast, and what fails is found in them as well. */
static unsigned some(uint64_t *state, unsigned usual, unsigned rare) {
    const uint64_t value = user_random(state);
    return (unsigned)(1 + (value >> 8) % (value % 24 == 0 ? rare : usual));
}

void user_case_from_seed(user_case *c, uint64_t seed) {
    uint64_t state = seed;
    c->count = 0;
    do { /* one file in twenty is heavy by its record; of those one in sixteen is taken */
        fill(&state, c->records[0], 0, 256);
    } while (user_file_is_heavy(c->records[0]) && user_random(&state) % 16 > 0);
    c->count = 1;
    const unsigned parts = some(&state, 4, 64), calls = some(&state, 3, 12);
    for (unsigned i = 0; i < parts; i++) {
        const bool is_cell = user_random(&state) % 5 == 0;
        fill(&state, c->records[c->count++], is_cell ? 0 : CELL_BELOW, is_cell ? CELL_BELOW : ELEMENT_BELOW);
    }
    for (unsigned i = 0; i < calls; i++) {
        fill(&state, c->records[c->count++], ELEMENT_BELOW, 256);
    }
}

void user_case_from_bytes(user_case *c, const uint8_t *data, size_t size) {
    c->count = 0;
    for (size_t at = 0; at < size && c->count < USER_RECORDS_MAX; at += USER_RECORD_SIZE) {
        const size_t rest = size - at;
        memset(c->records[c->count], 0, USER_RECORD_SIZE);
        memcpy(c->records[c->count++], data + at, rest < USER_RECORD_SIZE ? rest : USER_RECORD_SIZE);
    }
}
