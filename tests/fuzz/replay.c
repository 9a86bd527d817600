/* Runs a target over stored inputs, without libFuzzer: replay FOLDER..., every file of each in the order of its name.
 *
 * Each input runs as it is; where the target has a mutator, also in some forms that are always the same. A child
 * does the work and says how far it came in shared memory, so that an input that kills it is one failure, and named.
 */
#include "fuzz.h"

#include <dirent.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH_COUNT_MAX = 4096, SIZE_MAX_READ = 1 << 20, MUTATION_COUNT = 20 };

#pragma weak LLVMFuzzerCustomMutator

static char *paths[PATH_COUNT_MAX];
static size_t path_count;

/* Stands in for libFuzzer's: one byte becomes another. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t size_max) {
    if (size > 0 && size <= size_max) {
        data[(size * 7) % size ? (size * 7) % size : size / 2] ^= (uint8_t)(1 << (size % 8));
    }
    return size;
}

static void add_folder(const char *folder) {
    struct dirent **names;
    int count = scandir(folder, &names, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        if (names[i]->d_name[0] != '.' && path_count < PATH_COUNT_MAX &&
            asprintf(&paths[path_count], "%s/%s", folder, names[i]->d_name) > 0) {
            path_count++;
        }
        free(names[i]);
    }
    if (count >= 0) {
        free(names);
    }
}

/* An exact block each time, so that a read behind its end is seen. */
static void run(const uint8_t *data, size_t size) {
    uint8_t *exact = malloc(size ? size : 1);
    FUZZ_REQUIRE(exact);
    memcpy(exact, data, size);
    (void)LLVMFuzzerTestOneInput(exact, size);
    free(exact);
}

static void run_file(const char *path) {
    uint8_t *data = malloc(SIZE_MAX_READ);
    FILE *file = fopen(path, "rb");
    FUZZ_REQUIRE(data && file);
    size_t size = fread(data, 1, SIZE_MAX_READ, file);
    fclose(file);
    run(data, size);
    for (unsigned seed = 1; LLVMFuzzerCustomMutator && seed <= MUTATION_COUNT; seed++) {
        size = LLVMFuzzerCustomMutator(data, size, SIZE_MAX_READ, seed);
        run(data, size);
    }
    free(data);
}

int main(int argc, char **argv) {
    size_t *at = mmap(NULL, sizeof *at, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0), failed = 0;
    FUZZ_REQUIRE(at != MAP_FAILED);
    for (int i = 1; i < argc; i++) {
        add_folder(argv[i]);
    }
    while (*at < path_count) {
        int status;
        pid_t child = fork();
        if (child == 0) {
            for (; *at < path_count; ++*at) {
                run_file(paths[*at]);
            }
            exit(0);
        }
        if (child < 0 || waitpid(child, &status, 0) != child || status != 0) {
            fprintf(stderr, "  FAIL %s\n", *at < path_count ? paths[*at] : "at the end: leaked memory?");
            failed++;
            ++*at;
        }
    }
    printf("%zu passed, %zu failed, 0 skipped\n", path_count > failed ? path_count - failed : 0, failed);
    for (size_t i = 0; i < path_count; i++) {
        free(paths[i]);
    }
    return failed > 0 || path_count == 0;
}
