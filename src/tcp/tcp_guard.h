/* Is the other side a browser? A page may send whatever it likes to a port of this machine, but only wrapped in HTTP.
 */
#ifndef LOB_BRIDGE_TCP_GUARD_H
#define LOB_BRIDGE_TCP_GUARD_H

#include <stdbool.h>

#include "base/str.h"

/* Does a line, or what came of it so far, begin like HTTP (a verb, a header, a status) or TLS? `whole`: it ended, so
 * that any verb is known by the version at its end. White space before it counts for nothing. */
bool lob_tcp_is_http(lob_str line, bool whole);

#endif
