/* Every allocation of reading a file and of writing it again fails, once and with all later ones, in process, so that
 * it runs under AddressSanitizer: alloc FIXTURES FOLDER (an empty one). Each fixture is read as it is, as OASIS, and
 * packed.
 *
 * What holds each time: the error is that memory ran out (or, where an allocation is a mere help, the right output);
 * the output that was there stays, nothing lies beside it, and no block is kept.
 */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "io/write.h"

enum { FILE_SIZE_MAX = 1 << 20, TRIES_MAX = 1 << 16 };

static const char old_content[] = "what was there before\n";
static char output[8192], folder[4096];
static unsigned passed, failed;

static void store_old(void) {
    FILE *file = fopen(output, "wbe");
    if (!file || fwrite(old_content, 1, sizeof old_content - 1, file) != sizeof old_content - 1 || fclose(file) != 0) {
        perror("alloc");
        exit(2);
    }
}

/* The output; what is there when it is too large cannot be told apart, and no fixture is. */
static size_t load(char *data) {
    FILE *file = fopen(output, "rbe");
    size_t size = file ? fread(data, 1, FILE_SIZE_MAX, file) : 0;
    if (file) {
        fclose(file);
    }
    return size;
}

static unsigned entry_count(void) {
    unsigned count = 0;
    DIR *dir = opendir(folder);
    for (const struct dirent *e = dir ? readdir(dir) : NULL; e; e = readdir(dir)) {
        count += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    }
    if (dir) {
        closedir(dir);
    }
    return count;
}

static lob_status convert(lob_ctx *ctx, const char *input, const lob_write_options *options) {
    const lob_read_options reading = {.inflated_max = LOB_LIMIT_INFLATED_SIZE,
                                      .layout_size_max = LOB_LIMIT_LAYOUT_SIZE};
    lob_read_result result;
    lob_write_warnings warnings;
    int fd = open(input, O_RDONLY | O_CLOEXEC);
    LOB_TRY(lob_read_layout(ctx, fd, &reading, &result));
    lob_status status = lob_write_file(ctx, result.layout, options, output, &warnings);
    lob_layout_drop(result.layout);
    return status;
}

/* NULL: as it should be. */
static const char *judge(const lob_ctx *ctx, lob_status status, const char *good, size_t good_size) {
    static char now[FILE_SIZE_MAX];
    size_t size = load(now);
    bool is_new = size == good_size && memcmp(now, good, size) == 0;
    bool is_old = size == sizeof old_content - 1 && memcmp(now, old_content, size) == 0;
    if (entry_count() != 1) {
        return "left a file behind";
    }
    if (status == LOB_OK) {
        return is_new ? NULL : "said it was done, with another output";
    }
    if (!is_old) {
        return "the old output is gone";
    }
    bool is_told = ctx->error.code == status && status == LOB_E_TOOL_LIMIT_EXCEEDED && ctx->error.message[0] != '\0';
    return is_told ? NULL : "another error than that memory ran out";
}

/* One run with the nth allocation failing. False: there is no nth. */
static bool disturb(const char *input, const lob_write_options *options, uint64_t nth, bool persistent,
                    const char *good, size_t good_size) {
    static lob_ctx ctx;
    uint64_t live = lob_alloc_live();
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    store_old();
    lob_alloc_fail_at(nth, persistent);
    lob_status status = convert(&ctx, input, options);
    bool fired = lob_alloc_count() >= nth;
    lob_alloc_fail_at(0, 0);
    const char *what = judge(&ctx, status, good, good_size);
    lob_arena_drop(arena);
    what = lob_alloc_live() != live ? "a block is kept" : what;
    if (fired && what) {
        failed++;
        printf("  FAIL %s to %s: allocation %llu%s: %s\n", strrchr(input, '/') + 1, strrchr(output, '/') + 1,
               (unsigned long long)nth, persistent ? " and later ones" : "", what);
    }
    passed += fired && !what;
    return fired;
}

static void sweep(const char *input, const lob_write_options *options) {
    static char good[FILE_SIZE_MAX];
    lob_arena *arena = lob_arena_new(0);
    static lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_status status = convert(&ctx, input, options);
    lob_arena_drop(arena);
    if (status != LOB_OK) {
        printf("  FAIL %s cannot be converted\n", input);
        failed++;
        return;
    }
    size_t good_size = load(good);
    for (int persistent = 0; persistent < 2; persistent++) {
        uint64_t nth = 1;
        while (nth < TRIES_MAX && disturb(input, options, nth, persistent != 0, good, good_size)) {
            nth++;
        }
    }
    unlink(output);
}

/* Both formats out of one input, plain and packed. */
static void sweep_outputs(const char *input) {
    for (unsigned form = 0; form < 4; form++) {
        const lob_write_options options = {.format = form & 1 ? LOB_FORMAT_OAS : LOB_FORMAT_GDS, .gzip = form >= 2};
        snprintf(output, sizeof output, "%s/o%s%s", folder, form & 1 ? ".oas" : ".gds", form >= 2 ? ".gz" : "");
        sweep(input, &options);
    }
}

/* The input itself and its OASIS, packed and not, lie beside `folder`. */
static void sweep_fixture(const char *fixture, const char *parent) {
    static const lob_write_options forms[] = {{.format = LOB_FORMAT_OAS}, {.format = LOB_FORMAT_OAS, .gzip = true}};
    char input[sizeof output];
    sweep_outputs(fixture);
    for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++) {
        static lob_ctx ctx;
        lob_arena *arena = lob_arena_new(0);
        lob_ctx_init(&ctx, arena);
        snprintf(output, sizeof output, "%s/in", parent);
        strcpy(input, output);
        if (convert(&ctx, fixture, &forms[i]) != LOB_OK) {
            printf("  FAIL %s cannot be made OASIS\n", fixture);
            failed++;
        }
        lob_arena_drop(arena);
        sweep_outputs(input);
        unlink(input);
    }
}

int main(int argc, char **argv) {
    static const char *const names[] = {"reticle.gds", "instances.gds", "path_ends.gds"};
    if (argc != 3) {
        fprintf(stderr, "alloc FIXTURES FOLDER\n");
        return 2;
    }
    snprintf(folder, sizeof folder, "%s/out", argv[2]);
    if (mkdir(folder, 0700) != 0) {
        fprintf(stderr, "alloc: the folder must be empty\n");
        return 2;
    }
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        char fixture[4096];
        snprintf(fixture, sizeof fixture, "%s/%s", argv[1], names[i]);
        sweep_fixture(fixture, argv[2]);
    }
    printf("%u passed, %u failed, 0 skipped\n", passed, failed);
    return failed > 0 || passed == 0;
}
