/* Modules of a circuit: differential pairs, their tail current sources, current mirrors, cascodes.
 *
 * Seen are MOS transistors whose drain and source lie on different nets; those of one type with the same gate, drain
 * and source nets are one transistor. "Signal" is a net that is neither power nor ground.
 *
 * differential_pair: two that are the only ones of their type with the source on some signal net, with different gates
 *   and drains, neither gate on its own drain or on the sources' net; and that net is fed: another of the type has its
 *   drain there, or a resistor is on it.
 * tail_current_source: those of the type with the drain on the sources' net of a pair; and below each, as long as there
 *   is one, the transistor of the type whose drain is alone on its source, a signal net, where it is alone as well.
 * current_mirror: two or more of a type with one gate net, a signal, and one source net, of which at least one is a
 *   reference: its gate is on its own drain, or on the drain of the one transistor of the type that has its source on
 *   that drain. The first such is the reference.
 * cascode: one that is alone of its type with the source on a signal net, on one that is alone of that type with the
 *   drain there, gates on different nets; no source of the other type is there, no drain of it but of a pair (the
 *   folded cascode), and the upper gate drives no gate of the other type (a stack of a logic gate). Cascodes of one
 *   gate net on transistors of one pair or mirror are one module.
 *
 * Modules come by type in the order of ModuleType; pairs, mirrors and cascodes in the order of their first (upper)
 * transistor, tails in that of their pairs; devices in the order of the circuit. docs/mechanisms/design-data.md tells
 * what they are for.
 */
#ifndef LOB_DESIGN_MODULES_H
#define LOB_DESIGN_MODULES_H

#include "base/ctx.h"
#include "gen/types.h"

/* Fills circuit->modules from its devices and nets. O(n log n) in its terminals. Fails for want of memory alone. */
lob_status lob_modules_find(lob_ctx *ctx, lob_circuit *circuit);

#endif
