/* Looking up the program, recognising Debian's wrapper, reading the ELF header.
 *
 *     ELF64 header, little-endian            program header, 56 bytes
 *     0   7f 45 4c 46 02 01                  0   type, 4 bytes; 3 = name of the dynamic loader
 *     16  type, 18 machine (62 = x86-64)     8   offset in the file
 *     32  offset of the program headers      32  size in the file
 *     54  size of one, 56 their number
 *
 * Invariant: nothing is run to find out.
 */
#include "klayout/find.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEAD_SIZE = 4096, PROGRAM_HEADER_COUNT_MAX = 64 };

#if defined(__x86_64__)
enum { MACHINE = EM_X86_64 };
#elif defined(__aarch64__)
enum { MACHINE = EM_AARCH64 };
#else
enum { MACHINE = EM_NONE };
#endif

static lob_status fail(lob_ctx *ctx, const char *reason, const char *message, const char *hint, const char *path) {
    lob_status status = lob_fail(ctx, LOB_E_DRC_RUN_FAILED, "%s", message);
    lob_hint(ctx, "%s", hint);
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    lob_error_text(&ctx->error, "path", lob_str_from(path));
    return status;
}

static lob_status fail_absent(lob_ctx *ctx, const char *name) {
    return fail(ctx, "not_found", "KLayout is not installed, or not where KLAYOUT_BIN says",
                "Install KLayout (Debian: apt-get install klayout), set KLAYOUT_BIN to its program and restart, or "
                "use engine auto, with which the built-in engine runs the decks that it can. Rule decks (script_type "
                "json) need no KLayout.",
                name);
}

static lob_status fail_program(lob_ctx *ctx, const char *path) {
    return fail(ctx, "not_a_program", "KLAYOUT_BIN names a file that this machine cannot run",
                "Set KLAYOUT_BIN to the KLayout program (an ELF file of this machine).", path);
}

/* ---- where it is ---- */

/* "dir/name" is a regular file. False also when it does not fit. */
static bool is_file(const char *dir, size_t dir_size, const char *name, char out[LOB_KLAYOUT_PATH_SIZE]) {
    struct stat info;
    int size = snprintf(out, LOB_KLAYOUT_PATH_SIZE, "%.*s/%s", (int)dir_size, dir, name);
    return size > 0 && size < LOB_KLAYOUT_PATH_SIZE && stat(out, &info) == 0 && S_ISREG(info.st_mode);
}

/* Relative folders of PATH depend on where the server was started: passed over. A file that may not be run is taken
 * only when there is no better one, to be told about. */
static bool look_up(const char *name, const char *path_list, char out[LOB_KLAYOUT_PATH_SIZE]) {
    char candidate[LOB_KLAYOUT_PATH_SIZE];
    bool found = false;
    for (const char *at = path_list ? path_list : ""; *at;) {
        size_t size = strcspn(at, ":");
        if (*at == '/' && size < LOB_KLAYOUT_PATH_SIZE && is_file(at, size, name, candidate)) {
            bool may_run = access(candidate, X_OK) == 0;
            if (may_run || !found) {
                memcpy(out, candidate, sizeof candidate);
                found = true;
            }
            if (may_run) {
                return true;
            }
        }
        at += size + (at[size] == ':');
    }
    return found;
}

static lob_status locate(lob_ctx *ctx, const char *name, const char *path_list, char out[LOB_KLAYOUT_PATH_SIZE]) {
    char named[LOB_KLAYOUT_PATH_SIZE], real[PATH_MAX];
    struct stat info;
    if (!strchr(name, '/')) {
        if (name[0] == '\0' || !look_up(name, path_list, named)) {
            return fail_absent(ctx, name);
        }
        name = named;
    }
    if (!realpath(name, real) || stat(real, &info) != 0) {
        return errno == EACCES ? fail(ctx, "not_executable", "The server may not run KLayout",
                                      "Give the user that runs this server permission to run it.", name)
                               : fail_absent(ctx, name);
    }
    if (!S_ISREG(info.st_mode)) {
        return fail_program(ctx, name);
    }
    if (access(real, X_OK) != 0) {
        return fail(ctx, "not_executable", "The server may not run KLayout",
                    "Give the user that runs this server permission to run it.", name);
    }
    memcpy(out, real, strlen(real) + 1);
    return LOB_OK;
}

/* ---- what it is ---- */

static size_t read_at(int fd, void *out, size_t size, uint64_t offset) {
    size_t done = 0;
    while (done < size && offset + done < INT64_MAX) {
        ssize_t got = pread(fd, (char *)out + done, size - done, (off_t)(offset + done));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            break;
        }
        done += (size_t)got;
    }
    return done;
}

/* A word without quotes, variables or anything else that a shell would change. */
static size_t plain_word(const char *text) {
    return strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._+-");
}

/* Debian's wrapper, and nothing that merely looks like it:
 *     #!/bin/sh
 *     LD_LIBRARY_PATH=/usr/lib/klayout exec /usr/lib/klayout/klayout "$@" */
static bool read_wrapper(const char *text, lob_klayout *found) {
    static const char first[] = "#!/bin/sh\n", second[] = "LD_LIBRARY_PATH=", third[] = " exec ";
    if (strncmp(text, first, sizeof first - 1) != 0) {
        return false;
    }
    const char *at = text + sizeof first - 1;
    at += strspn(at, "\n");
    if (strncmp(at, second, sizeof second - 1) != 0) {
        return false;
    }
    const char *dir = at + sizeof second - 1;
    size_t dir_size = plain_word(dir);
    if (dir[0] != '/' || strncmp(dir + dir_size, third, sizeof third - 1) != 0) {
        return false;
    }
    const char *program = dir + dir_size + sizeof third - 1;
    size_t program_size = plain_word(program);
    const char *rest = program + program_size;
    if (program[0] != '/' || (strcmp(rest, " \"$@\"\n") != 0 && strcmp(rest, " \"$@\"") != 0)) {
        return false;
    }
    snprintf(found->library_dir, sizeof found->library_dir, "%.*s", (int)dir_size, dir);
    snprintf(found->program, sizeof found->program, "%.*s", (int)program_size, program);
    return true;
}

/* False: no program of this machine. */
static bool read_elf(int fd, lob_klayout *found) {
    Elf64_Ehdr head;
    if (read_at(fd, &head, sizeof head, 0) != sizeof head || memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 ||
        head.e_ident[EI_CLASS] != ELFCLASS64 || head.e_machine != MACHINE ||
        (head.e_type != ET_EXEC && head.e_type != ET_DYN) || head.e_phentsize != sizeof(Elf64_Phdr) ||
        head.e_phnum > PROGRAM_HEADER_COUNT_MAX) {
        return false;
    }
    found->interpreter[0] = '\0';
    for (unsigned i = 0; i < head.e_phnum; i++) {
        Elf64_Phdr part;
        if (read_at(fd, &part, sizeof part, head.e_phoff + i * sizeof part) != sizeof part) {
            return false;
        }
        if (part.p_type != PT_INTERP) {
            continue;
        }
        size_t size = part.p_filesz;
        if (size < 2 || size > sizeof found->interpreter ||
            read_at(fd, found->interpreter, size, part.p_offset) != size || found->interpreter[size - 1] != '\0' ||
            found->interpreter[0] != '/') {
            return false;
        }
    }
    return true;
}

/* ---- what may be opened for it ---- */

/* Does `dir` hold `path`, or is it the same? */
static bool holds(const char *dir, const char *path) {
    size_t size = strlen(dir);
    while (size > 0 && dir[size - 1] == '/') {
        size--;
    }
    return strncmp(dir, path, size) == 0 && (path[size] == '/' || path[size] == '\0');
}

/* The folder of the program is its library folder when it holds KLayout's libraries. */
static void guess_library_dir(lob_klayout *found) {
    char dir[LOB_KLAYOUT_PATH_SIZE], probe[LOB_KLAYOUT_PATH_SIZE];
    memcpy(dir, found->program, sizeof dir);
    *strrchr(dir, '/') = '\0';
    static const char *const names[] = {"libklayout_tl.so", "libklayout_tl.so.0"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (is_file(dir, strlen(dir), names[i], probe)) {
            memcpy(found->library_dir, dir, sizeof dir);
            return;
        }
    }
}

static lob_status check_library_dir(lob_ctx *ctx, const char *home, lob_klayout *found) {
    char real[PATH_MAX], real_home[PATH_MAX];
    if (found->library_dir[0] == '\0') {
        return LOB_OK;
    }
    if (!realpath(found->library_dir, real)) {
        return fail_absent(ctx, found->library_dir);
    }
    memcpy(found->library_dir, real, strlen(real) + 1);
    bool has_home = home && home[0] == '/' && realpath(home, real_home);
    /* A server's user may have / as home. */
    if (strcmp(real, "/") == 0 || (has_home && strcmp(real_home, "/") != 0 && holds(real, real_home))) {
        return fail(ctx, "too_open", "The folder of KLayout's libraries contains too much for the sandbox",
                    "Install KLayout in a separate folder and set KLAYOUT_BIN to it.", real);
    }
    return LOB_OK;
}

lob_status lob_klayout_find(lob_ctx *ctx, const char *name, const char *path_list, const char *home,
                            lob_klayout *found) {
    char text[HEAD_SIZE + 1];
    memset(found, 0, sizeof *found);
    LOB_TRY(locate(ctx, name, path_list, found->program));
    for (int step = 0;; step++) {
        int fd = open(found->program, O_RDONLY | O_CLOEXEC | O_NOCTTY);
        if (fd < 0) {
            return fail_program(ctx, found->program);
        }
        size_t size = read_at(fd, text, HEAD_SIZE, 0);
        text[size] = '\0';
        bool is_script = size >= 2 && memcmp(text, "#!", 2) == 0;
        bool is_elf = !is_script && read_elf(fd, found);
        close(fd);
        if (is_elf) {
            break;
        }
        if (!is_script) {
            return fail_program(ctx, found->program);
        }
        char script[LOB_KLAYOUT_PATH_SIZE];
        memcpy(script, found->program, sizeof script);
        if (step > 0 || size == HEAD_SIZE || !read_wrapper(text, found)) {
            return fail(ctx, "script", "KLAYOUT_BIN names a script, but it must name a program",
                        "Set KLAYOUT_BIN to the program that the script starts.", script);
        }
        LOB_TRY(locate(ctx, found->program, NULL, found->program));
    }
    if (found->library_dir[0] == '\0') {
        guess_library_dir(found);
    }
    return check_library_dir(ctx, home, found);
}
