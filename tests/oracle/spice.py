# SPICE netlists as KLayout reads them: run by spice.sh inside KLayout with -rd joblist=FILE, lines NETLIST<TAB>OUT. OUT gets
# {"devices": [[kind, [nets], {parameter: value}], ...]} of the flattened top circuit, or {"error": text}.
import json
import pya

SCALE = {"L": 1e-6, "W": 1e-6, "R": 1, "C": 1}


def dump(path):
    netlist = pya.Netlist()
    netlist.read(path, pya.NetlistSpiceReader())
    netlist.flatten()
    devices = []
    for circuit in netlist.each_circuit():
        for device in circuit.each_device():
            kind = device.device_class()
            nets = {t.name: device.net_for_terminal(t.id()).expanded_name() for t in kind.terminal_definitions()}
            values = {p.name: device.parameter(p.id()) * SCALE[p.name] for p in kind.parameter_definitions() if p.name in SCALE}
            devices.append([kind.name, nets, values])
    return {"devices": devices}


with open(joblist) as jobs:
    for line in jobs:
        source, out = line.rstrip("\n").split("\t")
        try:
            found = dump(source)
        except RuntimeError as error:
            found = {"error": str(error)}
        with open(out, "w") as file:
            json.dump(found, file)
