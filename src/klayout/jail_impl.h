/* Parts of the jail: rules of files (landlock.c), of system calls (seccomp.c). Both are made by the parent, where
 * memory may be asked for; the child only puts them on. */
#ifndef LOB_KLAYOUT_JAIL_IMPL_H
#define LOB_KLAYOUT_JAIL_IMPL_H

#include "base/platform.h"
#include "klayout/jail.h"
#if LOB_HAS_SECCOMP
#include <linux/filter.h>
#endif

/* ---- landlock.c ---- */
int lob_landlock_abi(void); /* 0: none */
/* A rule set as a descriptor (close-on-exec), or -1 and errno. */
int lob_landlock_make(const lob_jail_spec *spec, int abi);
bool lob_landlock_enter(int ruleset); /* async-signal-safe */

/* ---- seccomp.c ---- */
enum { LOB_SECCOMP_SIZE = 512 };

typedef struct lob_seccomp {
#if LOB_HAS_SECCOMP
    struct sock_filter code[LOB_SECCOMP_SIZE];
#endif
    unsigned size;
    unsigned pid_at, fd_at; /* instructions that compare with the child's pid and its program's descriptor */
} lob_seccomp;

bool lob_seccomp_supported(void);
void lob_seccomp_make(lob_seccomp *filter);
bool lob_seccomp_enter(lob_seccomp *filter, pid_t own, int program_fd); /* async-signal-safe */

#endif
