/* iconv, for a program that is static: glibc's loads code of the machine that it runs on, which would have to be of the very same
 * glibc. libxml2 reads UTF-8, UTF-16, Latin-1 and ASCII by itself; a file in another encoding is refused by name.
 */
#include <errno.h>
#include <iconv.h>

iconv_t iconv_open(const char *to, const char *from) {
    (void)to, (void)from;
    errno = EINVAL;
    return (iconv_t)-1;
}

size_t iconv(iconv_t cd, char **restrict in, size_t *restrict in_left, char **restrict out, size_t *restrict out_left) {
    (void)cd, (void)in, (void)in_left, (void)out, (void)out_left;
    errno = EBADF;
    return (size_t)-1;
}

int iconv_close(iconv_t cd) {
    (void)cd;
    errno = EBADF;
    return -1;
}
