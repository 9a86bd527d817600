/* One call at a time on a thread of its own, while the caller parses what the call before made. Private to the OASIS
 * reader, which inflates there. */
#ifndef LOB_IO_OAS_AHEAD_H
#define LOB_IO_OAS_AHEAD_H

typedef struct oas_ahead oas_ahead;

oas_ahead *oas_ahead_new(void);     /* NULL: no memory or no thread to be had; do without */
void oas_ahead_close(oas_ahead *a); /* waits for a call that runs; NULL is fine */
/* From start to wait what `call` works on, through `arg`, belongs to the thread. Each start is followed by one wait. */
void oas_ahead_start(oas_ahead *a, void (*call)(void *arg), void *arg);
void oas_ahead_wait(oas_ahead *a);

#endif
