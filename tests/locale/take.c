/* Loaded into the server by tools/snapshot/everywhere.sh: takes the locale of the environment before main() runs.
 * The server never does so itself; a library that did, or a host that the code is linked into, would. Without this
 * the locales would test nothing. */
#include <locale.h>

__attribute__((constructor)) static void take_locale(void) {
    (void)setlocale(LC_ALL, "");
}
