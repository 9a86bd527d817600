/* Running a program under ptrace with one of its system calls failing, cut short, or being its last.
 *
 * The kernel's border is the place to fail calls: there are no wrappers of libc that a call could pass by (stdio's own
 * writes, openat2, what libraries do). Counting starts at the entry point of the program, behind the loader. Linux on
 * x86-64 only; LOB_TRACE_WORKS says so.
 */
#ifndef LOB_TESTS_FAULT_TRACE_H
#define LOB_TESTS_FAULT_TRACE_H

#include <stdbool.h>
#include <sys/types.h>

#if defined(__linux__) && defined(__x86_64__)
#define LOB_TRACE_WORKS 1
#else
#define LOB_TRACE_WORKS 0
#endif

typedef enum {
    TRACE_NONE,
    TRACE_ONCE,      /* the nth call of all that can fail gives the error */
    TRACE_FROM_SAME, /* and so does each later call of that name */
    TRACE_FROM_ALL,  /* and so does everything later that can fail */
    TRACE_SHORT,     /* it reads or writes half of what it was asked to, if it is one of those */
    TRACE_KILL,      /* SIGKILL in place of the nth call, of all there are */
} trace_kind;

typedef struct trace_fault {
    trace_kind kind;
    unsigned nth; /* 1-based */
    int error;
} trace_fault;

typedef struct trace_call {
    long number;
    int fd;         /* -1: the call has none */
    char path[512]; /* of that descriptor; "" unknown */
} trace_call;

typedef struct trace_result {
    int status; /* as of waitpid() */
    bool fired, timed_out;
    trace_call call; /* that was hit */
} trace_result;

typedef struct trace_streams {
    const char *in, *out, *err; /* files for the three streams; out and err are emptied first */
} trace_streams;

/* The errors that the call `number` is made to fail with, 0-terminated; NULL: it is left alone. */
const int *trace_errors(long number);
const char *trace_name(long number);
bool trace_transfers(long number); /* does it read or write bytes? */

/* Runs argv[0]. False: it could not be traced (no ptrace here). */
bool trace_run(char *const argv[], const trace_streams *streams, const trace_fault *fault, trace_result *result);

#endif
