/* The server from outside: what /proc says of its memory, descriptors and threads; and how long it took to answer. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "soak.h"

static int entries(const char *path) {
    DIR *folder = opendir(path);
    int count = 0;
    while (folder && readdir(folder)) {
        count++;
    }
    if (folder) {
        closedir(folder);
    }
    return count - 2; /* . and .. */
}

bool soak_sample(pid_t pid, sample *s) {
    char path[64], line[256];
    long kib = 0;
    *s = (sample){0};
    snprintf(path, sizeof path, "/proc/%d/smaps_rollup", (int)pid);
    FILE *in = fopen(path, "r");
    while (in && fgets(line, sizeof line, in)) {
        if (sscanf(line, "Anonymous: %ld", &kib) == 1) { /* not of a file: others that map it come and go */
            s->anonymous_kib = kib;
        } else if (sscanf(line, "Rss: %ld", &kib) == 1) {
            s->resident_kib = kib;
        }
    }
    if (in) {
        fclose(in);
    }
    snprintf(path, sizeof path, "/proc/%d/fd", (int)pid);
    s->descriptors = entries(path);
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    s->threads = entries(path);
    return s->resident_kib > 0 && s->descriptors > 0 && s->threads > 0;
}

bool times_add(times *t, unsigned which, double us) {
    if (t->count[which] == t->room[which]) {
        size_t room = t->room[which] ? 2 * t->room[which] : 1024;
        float *grown = realloc(t->us[which], room * sizeof *grown);
        if (!grown) {
            return false;
        }
        t->us[which] = grown;
        t->room[which] = room;
    }
    t->us[which][t->count[which]++] = (float)us;
    return true;
}

static int by_value(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

void times_print(times *t, const char *const *names, unsigned count, FILE *json) {
    printf("  %-18s %9s %9s %9s %9s\n", "us", "requests", "p50", "p99", "slowest");
    for (unsigned i = 0; i < count; i++) {
        size_t n = t->count[i];
        if (n == 0) {
            continue;
        }
        qsort(t->us[i], n, sizeof *t->us[i], by_value);
        const double p50 = t->us[i][n / 2], p99 = t->us[i][n - 1 - n / 100], most = t->us[i][n - 1];
        printf("  %-18s %9zu %9.0f %9.0f %9.0f\n", names[i], n, p50, p99, most);
        if (json) {
            fprintf(json,
                    "  {\"name\": \"%s\", \"count\": %zu, \"p50_us\": %.0f, \"p99_us\": %.0f, \"max_us\": %.0f},\n",
                    names[i], n, p50, p99, most);
        }
    }
}

void times_release(times *t) {
    for (unsigned i = 0; i < SOAK_ASK_MAX; i++) {
        free(t->us[i]);
    }
    *t = (times){0};
}
