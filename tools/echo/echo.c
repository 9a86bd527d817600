/* The least a stdio server can cost: reads a line, answers with the same id and an empty result. It parses nothing (the
 * id is the digits after "id":), so a round trip through it is the floor that `make bench` compares the real server
 * with. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { BUFFER_SIZE = 1 << 20 };

static void answer(const char *line) {
    const char *id = strstr(line, "\"id\":");
    if (id == NULL) {
        return;
    }
    id += 5;
    char out[96];
    int size = snprintf(out, sizeof out, "{\"jsonrpc\":\"2.0\",\"id\":%.*s,\"result\":{}}\n",
                        (int)strspn(id, "0123456789"), id);
    if (size > 0 && write(STDOUT_FILENO, out, (size_t)size) != size) {
        _exit(1);
    }
}

int main(void) {
    static char buffer[BUFFER_SIZE];
    size_t size = 0;
    for (;;) {
        ssize_t count = read(STDIN_FILENO, buffer + size, sizeof buffer - 1 - size);
        if (count <= 0) {
            return 0;
        }
        size += (size_t)count;
        buffer[size] = '\0';
        char *line = buffer;
        for (char *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
            *end = '\0';
            answer(line);
        }
        size = (size_t)(buffer + size - line);
        memmove(buffer, line, size);
        if (size >= sizeof buffer - 1) {
            return 1;
        }
    }
}
