/* Digests: SHA-256 of files (libcrypto, which uses the machine's SHA instructions), a 64-bit hash for ids, hex, random.
 */
#ifndef LOB_BASE_DIGEST_H
#define LOB_BASE_DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lob_sha256 lob_sha256; /* owns libcrypto state */

lob_sha256 *lob_sha256_new(void); /* NULL: out of memory */
bool lob_sha256_add(lob_sha256 *state, const void *data, size_t size);
bool lob_sha256_end(lob_sha256 *state, uint8_t digest[32]); /* state may only be dropped afterwards */
void lob_sha256_drop(lob_sha256 *state);

/* First 8 bytes of BLAKE2b-512, big-endian: ids that must not depend on the machine. */
uint64_t lob_hash64_stable(const void *data, size_t size);
/* Fast, same on every machine, not against enemies: interning of point lists. */
uint64_t lob_hash64_fast(const void *data, size_t size, uint64_t seed);

void lob_hex(char *out, const uint8_t *data, size_t size); /* 2 * size characters and a NUL, lower case */
bool lob_random(void *out, size_t size);                   /* the kernel's source */

#endif
