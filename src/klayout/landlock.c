/* Rules of files for the child, by Landlock (Linux 5.13 and later).
 *
 * The constants are ours: libc and kernel headers of a stable distribution know less than its kernel. Every right that
 * the kernel's ABI has is handled, that is denied, and then given back for single files and folders:
 *     read + list       libraries, what the caller names
 *     execute + read    the program and its dynamic loader
 *     read, write, list, make files, remove files, truncate    the run folder; no folders, links, FIFOs, sockets in it
 * ABI 2 adds moving between folders, 3 truncate, 4 TCP, 5 ioctl of devices, 6 abstract sockets and signals.
 */
#include "klayout/jail_impl.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#if LOB_HAS_LANDLOCK

enum { SYS_CREATE = 444, SYS_ADD_RULE = 445, SYS_RESTRICT = 446, CREATE_VERSION = 1, RULE_PATH_BENEATH = 1 };

enum {
    MAY_EXECUTE = 1 << 0,
    MAY_WRITE = 1 << 1,
    MAY_READ = 1 << 2,
    MAY_LIST = 1 << 3,
    MAY_REMOVE = 1 << 5,
    MAY_MAKE_FILE = 1 << 8,
    MAY_MOVE = 1 << 13,
    MAY_TRUNCATE = 1 << 14,
    MAY_IOCTL = 1 << 15,
    ALL_OF_ABI_1 = (1 << 13) - 1,
    OF_FILES = MAY_EXECUTE | MAY_WRITE | MAY_READ | MAY_TRUNCATE | MAY_IOCTL,
    NET_ALL = 3,   /* bind and connect of TCP */
    SCOPE_ALL = 3, /* abstract sockets, signals */
};

struct ruleset_attr {
    uint64_t handled_files, handled_net, scoped;
};

struct path_attr {
    uint64_t allowed;
    int32_t fd;
} __attribute__((packed));

int lob_landlock_abi(void) {
    long abi = syscall(SYS_CREATE, NULL, (size_t)0, CREATE_VERSION);
    return abi > 0 ? (int)abi : 0;
}

static uint64_t file_rights(int abi) {
    uint64_t rights = ALL_OF_ABI_1;
    rights |= abi >= 2 ? MAY_MOVE : 0;
    rights |= abi >= 3 ? MAY_TRUNCATE : 0;
    rights |= abi >= 5 ? MAY_IOCTL : 0;
    return rights;
}

static bool add_fd(int ruleset, int fd, uint64_t rights) {
    struct path_attr rule = {.fd = fd};
    struct stat info;
    if (fstat(fd, &info) != 0) {
        return false;
    }
    rule.allowed = S_ISDIR(info.st_mode) ? rights : rights & OF_FILES;
    return syscall(SYS_ADD_RULE, ruleset, RULE_PATH_BENEATH, &rule, 0) == 0;
}

/* What cannot be opened gets no rule, which is the safe side. */
static bool add_paths(int ruleset, const char *const *paths, uint64_t rights) {
    for (; *paths; paths++) {
        int fd = open(*paths, O_PATH | O_CLOEXEC);
        bool fine = fd >= 0 ? add_fd(ruleset, fd, rights) : errno != EMFILE && errno != ENFILE && errno != ENOMEM;
        int error = errno;
        if (fd >= 0) {
            close(fd);
        }
        if (!fine) {
            errno = error;
            return false;
        }
    }
    return true;
}

int lob_landlock_make(const lob_jail_spec *spec, int abi) {
    uint64_t all = file_rights(abi);
    struct ruleset_attr attr = {all, NET_ALL, SCOPE_ALL};
    size_t size = abi >= 6 ? 24 : abi >= 4 ? 16 : 8;
    int ruleset = (int)syscall(SYS_CREATE, &attr, size, 0); /* always close-on-exec */
    if (ruleset < 0) {
        return -1;
    }
    bool fine = add_paths(ruleset, spec->read_paths, MAY_READ | MAY_LIST) &&
                add_paths(ruleset, spec->exec_paths, MAY_READ | MAY_EXECUTE) &&
                add_fd(ruleset, spec->dir_fd,
                       (MAY_READ | MAY_LIST | MAY_WRITE | MAY_MAKE_FILE | MAY_REMOVE | MAY_TRUNCATE) & all);
    if (!fine) {
        int error = errno;
        close(ruleset);
        errno = error;
        return -1;
    }
    return ruleset;
}

bool lob_landlock_enter(int ruleset) {
    return syscall(SYS_RESTRICT, ruleset, 0) == 0;
}

#else

int lob_landlock_abi(void) {
    return 0;
}

int lob_landlock_make(const lob_jail_spec *spec, int abi) {
    (void)spec, (void)abi;
    errno = ENOSYS;
    return -1;
}

bool lob_landlock_enter(int ruleset) {
    (void)ruleset;
    return false;
}

#endif
