/* A program with a fault, to prove that the sweep finds it: sloppy FAULT IN OUT copies a file as a careful program
 * does, but for what FAULT names. Without one ("none") it does everything right. */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *fault;
static const char temporary[] = ".tmp-0123456789abcdef";

static bool is(const char *name) {
    return strcmp(fault, name) == 0;
}

static ssize_t read_all(const char *path, char *data, size_t room) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    size_t size = 0;
    ssize_t got = fd < 0 ? -1 : 1;
    while (got != 0 && fd >= 0) {
        got = read(fd, data + size, room - size);
        if (got < 0 && (errno != EINTR || is("eintr"))) {
            break;
        }
        size += got > 0 ? (size_t)got : 0;
    }
    if (fd >= 0) {
        close(fd);
    }
    return got < 0 ? -1 : (ssize_t)size;
}

static bool write_all(int fd, const char *data, size_t size) {
    while (size > 0) {
        ssize_t done = write(fd, data, size);
        if (done < 0 && errno != EINTR) {
            return is("write");
        }
        data += done > 0 ? done : 0;
        size -= done > 0 ? (size_t)done : 0;
        if (is("short") && done > 0) {
            break;
        }
    }
    return true;
}

static bool fill(int dir, const char *name, const char *data, size_t size) {
    int fd = openat(dir, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0) {
        return false;
    }
    bool fine = write_all(fd, data, size);
    fine = (fsync(fd) == 0 || is("fsync")) && fine;
    int closed = close(fd);
    return (closed == 0 || errno == EINTR || is("close")) && fine;
}

static bool save(int dir, const char *name, const char *data, size_t size) {
    const char *first = is("place") ? name : temporary;
    bool fine = fill(dir, first, data, size);
    if (fine && !is("place")) {
        fine = renameat(dir, temporary, dir, name) == 0 || is("rename");
    }
    if (!fine && !is("temporary")) {
        unlinkat(dir, temporary, 0);
    }
    return fine && fsync(dir) == 0;
}

int main(int argc, char **argv) {
    static char data[1 << 20], folder[4096];
    if (argc != 4 || strlen(argv[3]) >= sizeof folder) {
        return 2;
    }
    fault = argv[1];
    strcpy(folder, argv[3]);
    char *slash = strrchr(folder, '/');
    if (!slash) {
        return 2;
    }
    *slash = '\0';
    ssize_t size = read_all(argv[2], data, sizeof data);
    int dir = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool fine = size >= 0 && dir >= 0 && save(dir, slash + 1, data, (size_t)size);
    if (!fine && is("silent")) {
        return 1;
    }
    bool said = puts(fine ? "{\"done\":true}" : "{\"code\":\"IO\"}") != EOF && fflush(stdout) == 0;
    if (!said) {
        fputs("the answer could not be written\n", stderr);
    }
    return fine && said ? 0 : 1;
}
