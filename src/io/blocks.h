/* The raw bytes of a file, block by block, read and hashed ahead of the consumer. Private to src/io.
 *
 * A block has `headroom` writable bytes in front of its data, so that the consumer can put the unread tail of the block
 * before in front of it and see both as one run. Two blocks belong to the consumer at a time at most: the one it works
 * on and, while it moves the tail, the next.
 */
#ifndef LOB_IO_BLOCKS_H
#define LOB_IO_BLOCKS_H

#include "base/ctx.h"

typedef struct lob_blocks lob_blocks;

enum { LOB_BLOCK_SIZE = 1 << 20, LOB_BLOCK_HEADROOM = 1 << 20, LOB_TAIL_SIZE = 5 };

/* Takes over fd, also when it fails. */
lob_status lob_blocks_open(lob_ctx *ctx, int fd, bool hash, lob_blocks **blocks);
void lob_blocks_close(lob_blocks *blocks); /* NULL is fine */
/* The next block; *size 0 at the end. The block before is still readable until lob_blocks_release(). */
lob_status lob_blocks_next(lob_ctx *ctx, lob_blocks *blocks, uint8_t **data, size_t *size);
/* All blocks taken but the newest go back to the reader. After lob_blocks_next(). */
void lob_blocks_release(lob_blocks *blocks);
uint64_t lob_blocks_file_size(const lob_blocks *blocks);
/* The byte LOB_TAIL_SIZE before the end of the file, as it was when it was opened; -1: not known. */
int lob_blocks_tail(const lob_blocks *blocks);
/* Of the whole file, once lob_blocks_next() has told the end. */
const uint8_t *lob_blocks_digest(const lob_blocks *blocks);

#endif
