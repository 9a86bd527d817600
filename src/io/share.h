/* Parts: what one shard of a run left in a folder, for the run that joins them (docs/SCALING.md has the file).
 *
 * A part is a file N-of-COUNT.part: one line of JSON that says of what work it is, by which version, which shard, how
 * many bytes follow and their SHA-256; then these bytes. Invariants: a part appears whole or not at all; a joined
 * result is of each shard exactly once, all of the same work by the same version, or the error names the shard that is
 * not.
 */
#ifndef LOB_IO_SHARE_H
#define LOB_IO_SHARE_H

#include "base/ctx.h"

enum { LOB_SHARES_MAX = 100000, LOB_SHARE_KEYS_MAX = 8, LOB_SHARE_WORDS_MAX = 256 };

typedef struct lob_share_key { /* "layout": its hash */
    const char *name;          /* static */
    lob_str value;
} lob_share_key;

/* Parts are joined only when all of this but the words is alike. */
typedef struct lob_share_about {
    const char *command;
    const char *version; /* of the program */
    uint32_t key_count;
    lob_share_key keys[LOB_SHARE_KEYS_MAX];
    const char *const *words; /* the command line, without what makes it a shard */
    uint32_t word_count;
} lob_share_about;

/* The SHA-256 of a text in hex, as a key's value. */
lob_status lob_share_digest(lob_ctx *ctx, lob_str text, lob_str *digest);

/* Shard `own` (from 0) of `count`. The folder is made. Errors as of lob_write_bytes(). */
lob_status lob_share_write(lob_ctx *ctx, const char *folder, const lob_share_about *about, uint32_t own, uint32_t count,
                           lob_str bytes);

typedef struct lob_shares { /* in ctx->arena, in the order of shards */
    const uint8_t **blocks;
    size_t *sizes;
    uint32_t count;
} lob_shares;

/* FILE_NOT_FOUND: no such folder. INVALID_TARGET with details.reason
 *     no_parts        the folder has none
 *     part_damaged    details.file: it is no part, or not all of it
 *     part_other      details.file: of other work or another version; details.differs says in what
 *     part_twice      details.file, details.other_file: one shard in two files
 *     part_missing    details.shards: those that are not there, the first of many */
lob_status lob_shares_read(lob_ctx *ctx, const char *folder, const lob_share_about *about, lob_shares *parts);

/* The command line of the first part, by name: the command, then its words; in ctx->arena. Errors as above. */
lob_status lob_shares_words(lob_ctx *ctx, const char *folder, char ***words, uint32_t *count);

/* INVALID_TARGET reason `part`: the bytes of shard `own` are not what this program leaves. */
lob_status lob_share_refuse(lob_ctx *ctx, uint32_t own);

#endif
