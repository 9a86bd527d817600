/* Ids of violations and of their groups: bytes in a fixed layout, hashed. Nothing here allocates, and nothing depends
 * on the machine's byte order. */
#include "litho/violation.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/digest.h"

enum { KEY_SIZE = 25, CHECKED_SIZE = 23, BASE32_BITS = 5, RULE_SIZE_MAX = 4096 };

/* ---- group ids ---- */

static int64_t picometres(double nm) {
    const double value = nm * 1000;
    if (isnan(value)) {
        return 0;
    }
    return fabs(value) < 0x1p63 ? (int64_t)nearbyint(value) : value < 0 ? INT64_MIN : INT64_MAX;
}

static uint8_t *put_int64(uint8_t *out, int64_t value) {
    for (unsigned i = 0; i < 8; i++) {
        *out++ = (uint8_t)((uint64_t)value >> 8 * i);
    }
    return out;
}

void lob_group_id(const char *deck_hash, double radius_nm, double x_nm, double y_nm, lob_str rule_id,
                  char out[LOB_GROUP_ID_SIZE + 1]) {
    uint8_t bytes[LOB_DECK_HASH_SIZE + 3 * 8 + RULE_SIZE_MAX];
    const size_t hash_size = strnlen(deck_hash, LOB_DECK_HASH_SIZE);
    const size_t rule_size = rule_id.size < RULE_SIZE_MAX ? rule_id.size : RULE_SIZE_MAX;
    memcpy(bytes, deck_hash, hash_size);
    uint8_t *at = put_int64(bytes + hash_size, picometres(radius_nm));
    at = put_int64(at, picometres(x_nm));
    at = put_int64(at, picometres(y_nm));
    if (rule_size > 0) {
        memcpy(at, rule_id.data, rule_size);
    }
    const uint64_t hash = lob_hash64_stable(bytes, (size_t)(at - bytes) + rule_size);
    uint8_t first[8];
    for (unsigned i = 0; i < 8; i++) {
        first[i] = (uint8_t)(hash >> (56 - 8 * i));
    }
    lob_hex(out, first, sizeof first);
}

/* ---- violation ids ---- */

static int hex_digit(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static void check_bytes(const uint8_t bytes[KEY_SIZE], uint8_t check[2]) {
    const uint64_t hash = lob_hash64_stable(bytes, CHECKED_SIZE);
    check[0] = (uint8_t)(hash >> 56);
    check[1] = (uint8_t)(hash >> 48);
}

void lob_violation_id_print(const lob_violation_key *key, char out[LOB_VIOLATION_ID_SIZE + 1]) {
    static const char alphabet[] = "abcdefghijklmnopqrstuvwxyz234567";
    uint8_t bytes[KEY_SIZE];
    memcpy(bytes, key->version, 3);
    memcpy(bytes + 3, key->deck, 8);
    for (unsigned i = 0; i < 8; i++) {
        const int high = hex_digit(key->group_id[2 * i]), low = hex_digit(key->group_id[2 * i + 1]);
        assert(high >= 0 && low >= 0);
        bytes[11 + i] = (uint8_t)(high << 4 | low);
    }
    for (unsigned i = 0; i < 4; i++) {
        bytes[19 + i] = (uint8_t)(key->record >> (24 - 8 * i));
    }
    check_bytes(bytes, bytes + CHECKED_SIZE);
    out[0] = 'v';
    for (unsigned i = 0; i < 40; i++) { /* 25 bytes are 40 groups of 5 bits */
        const unsigned bit = i * BASE32_BITS, at = bit / 8;
        const unsigned two = (unsigned)bytes[at] << 8 | (at + 1 < KEY_SIZE ? bytes[at + 1] : 0u);
        out[1 + i] = alphabet[two >> (16 - BASE32_BITS - bit % 8) & 31];
    }
    out[LOB_VIOLATION_ID_SIZE] = '\0';
}

static int base32_digit(char c) {
    return c >= 'a' && c <= 'z' ? c - 'a' : c >= 'A' && c <= 'Z' ? c - 'A' : c >= '2' && c <= '7' ? c - '2' + 26 : -1;
}

bool lob_violation_id_parse(lob_str text, lob_violation_key *key) {
    uint8_t bytes[KEY_SIZE] = {0}, check[2];
    *key = (lob_violation_key){0};
    if (text.size != LOB_VIOLATION_ID_SIZE || (text.data[0] != 'v' && text.data[0] != 'V')) {
        return false;
    }
    for (unsigned i = 0; i < 40; i++) {
        const int digit = base32_digit(text.data[1 + i]);
        if (digit < 0) {
            return false;
        }
        const unsigned bit = i * BASE32_BITS, at = bit / 8;
        const unsigned two = (unsigned)digit << (16 - BASE32_BITS - bit % 8);
        bytes[at] |= (uint8_t)(two >> 8);
        if (at + 1 < KEY_SIZE) {
            bytes[at + 1] |= (uint8_t)two;
        }
    }
    check_bytes(bytes, check);
    if (memcmp(check, bytes + CHECKED_SIZE, 2) != 0) {
        return false;
    }
    memcpy(key->version, bytes, 3);
    memcpy(key->deck, bytes + 3, 8);
    lob_hex(key->group_id, bytes + 11, 8);
    key->record = (uint32_t)bytes[19] << 24 | (uint32_t)bytes[20] << 16 | (uint32_t)bytes[21] << 8 | bytes[22];
    return true;
}
